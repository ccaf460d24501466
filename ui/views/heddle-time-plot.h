/* heddle-time-plot.h: what plots over the shared time axis have in common
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"
#include "heddle-wave-painter.h"

G_BEGIN_DECLS

/**
 * HeddleTimePlot:
 *
 * Rows over the range of time that the session shows. Ctrl and scroll zooms, Shift and scroll (or a drag) pans in time, scroll moves the rows;
 * a press on the axis, or a drag of the playhead, looks at that moment; two presses there show the whole record; a click sets cursor A, with Shift B; a drag with Shift sets both.
 */
#define HEDDLE_TYPE_TIME_PLOT (heddle_time_plot_get_type ())
G_DECLARE_DERIVABLE_TYPE (HeddleTimePlot, heddle_time_plot, HEDDLE, TIME_PLOT, GtkWidget)

struct _HeddleTimePlotClass
{
  GtkWidgetClass parent_class;

  /* Few rows grow up to this many px to fill the plot; 0 if they do not. */
  double most_row_height;
  /* Rows that there are now. */
  guint (*count_rows) (HeddleTimePlot *self);
  /* Paints the rows; @view holds the size, range and cursors. */
  void (*paint) (HeddleTimePlot *self,
                 cairo_t *cr,
                 const HeddleWaveView *view,
                 const HeddleTheme *theme);
  /* A click at a place of the plot, and the pointer there; %NULL if nothing is to happen. */
  void (*clicked) (HeddleTimePlot *self,
                   const HeddleWaveView *view,
                   double x,
                   double y);
  void (*hovered) (HeddleTimePlot *self,
                   const HeddleWaveView *view,
                   double x,
                   double y);
};

void heddle_time_plot_set_session (HeddleTimePlot *self,
                                   HeddleSession *session,
                                   double row_height);
HeddleSession *heddle_time_plot_get_session (HeddleTimePlot *self);
/** heddle_time_plot_get_text: for painters; made when the widget is first drawn */
HeddleText *heddle_time_plot_get_text (HeddleTimePlot *self);
/** heddle_time_plot_get_source: for export, of a HeddleTimePlot: the record of the session, and a picture of all rows, as wide as the widget */
const HeddlePlotSource *heddle_time_plot_get_source (void);
guint heddle_time_plot_count_rows (HeddleTimePlot *self);
/** heddle_time_plot_find: the row and the time at a place; %FALSE outside the rows */
gboolean heddle_time_plot_find (HeddleTimePlot *self,
                                double x,
                                double y,
                                guint *out_row,
                                HdTime *out_time);
/** heddle_time_plot_show_row: scrolls until it is seen */
void heddle_time_plot_show_row (HeddleTimePlot *self,
                                guint row);
/** heddle_time_plot_zoom: by @factor around time @at */
void heddle_time_plot_zoom (HeddleTimePlot *self,
                            HdTime at,
                            double factor);

G_END_DECLS
