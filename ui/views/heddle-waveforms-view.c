/* heddle-waveforms-view.c: the probes over time, and their figures
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-waveforms-view"

#include "heddle-waveforms-view.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-measure.h"
#include "heddle-plot-export.h"
#include "heddle-rows.h"
#include "heddle-waveforms.h"

struct _HeddleWaveformsView
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *overlay;

  /* Borrowed: children */
  HeddleTimePlot *plot;
  GtkWidget *popover;
  GtkWidget *export;
  GtkWidget *key; /* what the curves of the baseline are */
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
      g_autofree char *text = hd_figure_in (values[i], unit, 4);

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
  begin = hd_figure_time (from, 6);
  length = hd_figure_time (MAX (to - from, 0), 4);
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

static void
show_key (HeddleWaveformsView *self)
{
  gtk_widget_set_visible (self->key, heddle_session_compares (self->session));
}

static GtkWidget *
new_corner (HeddleWaveformsView *self)
{
  static const HeddlePlotFormat formats[] = {
    { ".csv", N_("Samples as _CSV…"), HD_REPORT_SERIES },
    { ".vcd", N_("Samples as _VCD…"), HD_REPORT_VCD },
    { ".fst", N_("Samples as _FST…"), HD_REPORT_FST },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *measure = gtk_menu_button_new ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (measure), _("Measure"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (measure), new_popover (self));
  gtk_widget_set_tooltip_text (measure, _("Mean, quantiles and extremes between the cursors, or of what is shown"));
  gtk_widget_add_css_class (measure, "flat");
  self->export = heddle_plot_export_new (self->plot, formats, G_N_ELEMENTS (formats), _("Export the Probes"), _("The probes cannot be exported"),
                                         _("Write the probes to a file"));
  gtk_box_append (GTK_BOX (box), measure);
  gtk_box_append (GTK_BOX (box), self->export);
  self->key = heddle_label_new (_("― Baseline"), "dim-label");
  gtk_widget_add_css_class (self->key, "heddle-caption");
  gtk_widget_set_tooltip_text (self->key, _("The grey curves are those of the baseline"));
  gtk_box_append (GTK_BOX (box), self->key);
  gtk_widget_add_css_class (box, "heddle-corner");
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  return box;
}

gboolean
heddle_waveforms_view_has_rows (HeddleWaveformsView *self)
{
  return HEDDLE_TIME_PLOT_GET_CLASS (self->plot)->count_rows (self->plot) > 0;
}

HeddlePlotExport *
heddle_waveforms_view_get_export (HeddleWaveformsView *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
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
  g_signal_connect_object (session, "run-changed", G_CALLBACK (show_key), self, G_CONNECT_SWAPPED);
  show_key (self);
  return GTK_WIDGET (self);
}
