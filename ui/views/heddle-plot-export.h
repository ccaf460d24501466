/* heddle-plot-export.h: a button that writes what a plot shows to a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddlePlotSource: where what is written comes from
 * @dup_name: (nullable): that files are proposed to have; without one there is nothing to export
 * @get_record: whose reports are the formats; or %NULL for a source that has a text
 * @make_text: what stands in a file of any format; or %NULL
 * @get_picture_size, @paint_picture: of all that the plot has to show, as wide as it is
 */
typedef struct
{
  char *(*dup_name) (gpointer plot);
  HdRecord *(*get_record) (gpointer plot);
  char *(*make_text) (gpointer plot);
  void (*get_picture_size) (gpointer plot,
                            double *out_width,
                            double *out_height);
  void (*paint_picture) (cairo_t *cr,
                         gpointer plot);
} HeddlePlotSource;

/** HeddlePlotFormat: of the record that the plot shows; pictures (PNG, SVG, PDF) need none, they are always offered */
typedef struct
{
  const char *suffix; /* with its dot */
  const char *label;  /* of the menu; marked for translation */
  HdReportKind kind;
} HeddlePlotFormat;

#define HEDDLE_TYPE_PLOT_EXPORT (heddle_plot_export_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePlotExport, heddle_plot_export, HEDDLE, PLOT_EXPORT, GtkWidget)

/**
 * heddle_plot_export_new:
 * @source: static
 * @plot: what @source is given; outlives the button
 * @formats: (array length=n_formats): static
 * @title: of the dialog
 * @fault: what a message says when it fails
 * @tooltip: of the button
 */
GtkWidget *heddle_plot_export_new (const HeddlePlotSource *source,
                                   gpointer plot,
                                   const HeddlePlotFormat *formats,
                                   guint n_formats,
                                   const char *title,
                                   const char *fault,
                                   const char *tooltip);
/**
 * heddle_plot_export_save_async:
 * @path: its suffix, in letters of any case, says what: one of the formats, written in a worker, or a picture of all rows in the range shown
 *
 * There must be a record. Errors: those of hd_report_save () and heddle_export ().
 */
void heddle_plot_export_save_async (HeddlePlotExport *self,
                                    const char *path,
                                    GAsyncReadyCallback callback,
                                    gpointer data);
gboolean heddle_plot_export_save_finish (HeddlePlotExport *self,
                                         GAsyncResult *result,
                                         GError **error);

G_END_DECLS
