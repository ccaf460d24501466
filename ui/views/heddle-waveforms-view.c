/* heddle-waveforms-view.c: the probes over time, their figures, and the way to files
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-waveforms-view"

#include "heddle-waveforms-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-axis.h"
#include "heddle-export.h"
#include "heddle-look.h"
#include "heddle-measure.h"
#include "heddle-rows.h"
#include "heddle-waveforms.h"

#define PICTURE_SCALE 2.0

struct _HeddleWaveformsView
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *overlay;

  /* Borrowed: children */
  HeddleTimePlot *plot;
  GtkWidget *popover;
  GtkWidget *range;
  GtkWidget *grid;
};

G_DEFINE_FINAL_TYPE (HeddleWaveformsView, heddle_waveforms_view, GTK_TYPE_WIDGET)

/* ---- figures ---------------------------------------------------------------------------------------------------------------------- */

/* Between the cursors; without both, what is seen. */
static gboolean
get_range (HeddleWaveformsView *self,
           HdTime *out_from,
           HdTime *out_to)
{
  HdTime a = heddle_session_get_cursor (self->session, 0), b = heddle_session_get_cursor (self->session, 1);
  gboolean chosen = a != HD_TIME_MAX && b != HD_TIME_MAX && a != b;

  heddle_session_get_range (self->session, out_from, out_to);
  if (chosen)
    {
      *out_from = MIN (a, b);
      *out_to = MAX (a, b);
    }
  return chosen;
}

static void
attach (HeddleWaveformsView *self,
        const char *text,
        const char *style_class,
        int column,
        int row)
{
  GtkWidget *label = heddle_label_new (text, style_class);

  gtk_label_set_xalign (GTK_LABEL (label), column > 0 ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), column > 0 ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  if (column == 0)
    gtk_label_set_max_width_chars (GTK_LABEL (label), 26);
  else
    gtk_widget_add_css_class (label, "numeric");
  gtk_grid_attach (GTK_GRID (self->grid), label, column, row, 1, 1);
}

static void
attach_figures (HeddleWaveformsView *self,
                const HeddleFigures *figures,
                const char *unit,
                int row)
{
  const double values[] = { figures->mean, figures->p50, figures->p99, figures->min, figures->max };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *text = g_str_equal (unit, "%") ? g_strdup_printf ("%.1f %%", values[i]) : heddle_format_si (values[i], 4, unit);

      attach (self, text, NULL, (int) i + 1, row);
    }
}

static void
show_figures (HeddleWaveformsView *self)
{
  static const char *const heads[] = { N_("Probe"), N_("Mean"), N_("Median"), N_("99th percentile"), N_("Lowest"), N_("Highest") };
  HdRecord *record = heddle_session_get_record (self->session);
  g_autofree char *length = NULL;
  g_autofree char *begin = NULL;
  g_autofree char *title = NULL;
  HdTime from, to;
  gboolean chosen;
  int row = 0;

  if (!gtk_widget_get_visible (self->popover))
    return;
  while (gtk_widget_get_first_child (self->grid) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), gtk_widget_get_first_child (self->grid));
  chosen = get_range (self, &from, &to);
  if (record != NULL)
    to = MIN (to, hd_record_get_time (record));
  begin = heddle_format_time (from, 6);
  length = heddle_format_time (MAX (to - from, 0), 4);
  title = g_strdup_printf (chosen ? _("Between the cursors: %s from %s") : _("In the range shown: %s from %s"), length, begin);
  gtk_label_set_label (GTK_LABEL (self->range), title);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    attach (self, _(heads[i]), "dim-label", (int) i, row);
  for (guint i = 0; record != NULL && i < hd_record_get_n_series (record); i++)
    {
      const HdProbePoint *probe = hd_record_get_series_probe (record, i);
      HeddleFigures figures;

      if (hd_record_get_series_kind (record, i) != HD_SERIES_STEP || !heddle_measure_series (record, i, from, to, &figures))
        continue;
      attach (self, probe->title, NULL, 0, ++row);
      attach_figures (self, &figures, probe->unit, row);
    }
  if (row == 0)
    attach (self, _("No probe has figures in this range"), "dim-label", 0, 1);
}

/* ---- files ------------------------------------------------------------------------------------------------------------------------- */

static void
paint_picture (cairo_t *cr,
               gpointer data)
{
  heddle_time_plot_paint (data, cr);
}

static gboolean
save_picture (HeddleWaveformsView *self,
              const char *path,
              GError **error)
{
  HeddleExportFormat format;
  double width, height;

  if (!heddle_export_format_from_path (path, &format, error))
    return FALSE;
  heddle_time_plot_get_picture_size (self->plot, &width, &height);
  return heddle_export (path, format, width, height, PICTURE_SCALE, paint_picture, self->plot, error);
}

/* Whether @path is for samples, and then of which kind. */
static gboolean
is_for_samples (const char *path,
                HdReportKind *out_kind)
{
  static const struct
  {
    const char *suffix;
    HdReportKind kind;
  } kinds[] = { { ".csv", HD_REPORT_SERIES }, { ".vcd", HD_REPORT_VCD }, { ".fst", HD_REPORT_FST } };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_suffix (lower, kinds[i].suffix))
      {
        *out_kind = kinds[i].kind;
        return TRUE;
      }
  return FALSE;
}

static void
save_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  const char *path = g_object_get_data (G_OBJECT (task), "path");
  GError *error = NULL;
  HdReportKind kind;

  is_for_samples (path, &kind);
  if (hd_report_save (data, kind, NULL, path, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
heddle_waveforms_view_save_async (HeddleWaveformsView *self,
                                  const char *path,
                                  GAsyncReadyCallback callback,
                                  gpointer data)
{
  HdRecord *record = heddle_session_get_record (self->session);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  GError *error = NULL;
  HdReportKind kind;

  g_return_if_fail (record != NULL);

  if (is_for_samples (path, &kind))
    {
      g_task_set_task_data (task, hd_record_ref (record), (GDestroyNotify) hd_record_unref);
      g_object_set_data_full (G_OBJECT (task), "path", g_strdup (path), g_free);
      g_task_run_in_thread (task, save_in_thread);
    }
  else if (save_picture (self, path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

gboolean
heddle_waveforms_view_save_finish (HeddleWaveformsView *self,
                                   GAsyncResult *result,
                                   GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_saved (GObject *object,
          GAsyncResult *result,
          gpointer data)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (object));
  g_autoptr (GError) error = NULL;
  GtkWidget *message;

  if (heddle_waveforms_view_save_finish (HEDDLE_WAVEFORMS_VIEW (object), result, &error) || root == NULL)
    return;
  message = adw_message_dialog_new (GTK_WINDOW (root), _("The probes cannot be exported"), error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (message), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (message));
}

static void
on_response (GtkNativeDialog *dialog,
             int response,
             HeddleWaveformsView *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && heddle_session_get_record (self->session) != NULL)
    heddle_waveforms_view_save_async (self, path, on_saved, NULL);
  g_object_unref (dialog);
}

static void
export_as (GtkWidget *widget,
           const char *action,
           GVariant *parameter)
{
  HeddleWaveformsView *self = HEDDLE_WAVEFORMS_VIEW (widget);
  HdRecord *record = heddle_session_get_record (self->session);
  GtkFileChooserNative *chooser;
  g_autofree char *name = NULL;

  if (record == NULL)
    return;
  name = g_strdup_printf ("%s.%s", hd_design_get_name (hd_record_get_design (record)), g_variant_get_string (parameter, NULL));
  chooser = gtk_file_chooser_native_new (_("Export the Probes"), GTK_WINDOW (gtk_widget_get_root (widget)), GTK_FILE_CHOOSER_ACTION_SAVE,
                                         _("_Export"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), g_strdelimit (name, "/", '-'));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- object --------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_waveforms_view_dispose (GObject *object)
{
  HeddleWaveformsView *self = HEDDLE_WAVEFORMS_VIEW (object);

  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_waveforms_view_parent_class)->dispose (object);
}

static void
heddle_waveforms_view_class_init (HeddleWaveformsViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_waveforms_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "waveforms.export", "s", export_as);
}

static void
heddle_waveforms_view_init (HeddleWaveformsView *self)
{
}

static GtkWidget *
new_popover (HeddleWaveformsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->range = heddle_label_new ("", "heading");
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_box_append (GTK_BOX (box), self->range);
  gtk_box_append (GTK_BOX (box), self->grid);
  for (guint i = 0; i < 4; i++)
    g_object_set (box, ((const char *[]){ "margin-top", "margin-bottom", "margin-start", "margin-end" })[i], 6, NULL);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (show_figures), self);
  return self->popover;
}

static GMenu *
new_menu (void)
{
  static const char *const formats[] = { "csv", "vcd", "fst", "png", "svg", "pdf" };
  static const char *const labels[] = { N_("Samples as _CSV…"), N_("Samples as _VCD…"), N_("Samples as _FST…"), N_("Picture as _PNG…"),
                                        N_("Picture as _SVG…"), N_("Picture as P_DF…") };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *action = g_strdup_printf ("waveforms.export::%s", formats[i]);

      g_menu_append (menu, _(labels[i]), action);
    }
  return menu;
}

static GtkWidget *
new_corner (HeddleWaveformsView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *measure = gtk_menu_button_new (), *export = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = new_menu ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (measure), _("Measure"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (measure), new_popover (self));
  gtk_widget_set_tooltip_text (measure, _("Mean, quantiles and extremes between the cursors, or of what is shown"));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (export), _("Export"));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (export), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (export, _("Write the probes to a file"));
  gtk_widget_add_css_class (measure, "flat");
  gtk_widget_add_css_class (export, "flat");
  gtk_box_append (GTK_BOX (box), measure);
  gtk_box_append (GTK_BOX (box), export);
  gtk_widget_add_css_class (box, "heddle-corner");
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  return box;
}

GtkWidget *
heddle_waveforms_view_new (HeddleSession *session)
{
  HeddleWaveformsView *self = g_object_new (HEDDLE_TYPE_WAVEFORMS_VIEW, NULL);
  GtkWidget *plot = heddle_waveforms_new (session);

  self->session = g_object_ref (session);
  self->plot = HEDDLE_TIME_PLOT (plot);
  self->overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), plot);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), new_corner (self));
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  for (guint i = 0; i < 3; i++)
    g_signal_connect_object (session, ((const char *[]){ "progressed", "range-changed", "run-changed" })[i], G_CALLBACK (show_figures), self,
                             G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
