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

  /* Borrowed: children */
  HeddleTimePlot *plot;
  GtkWidget *export;

  /* Of the template */
  GtkWidget *overlay;
  GtkBox *corner;
  GtkWidget *measure;
  GtkWidget *popover;
  GtkWidget *keep;
  GtkWidget *key; /* what the curves of the baseline are */
  GtkLabel *range;
  GtkGrid *grid;
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
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
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

/* Returns the last row of the grid that is taken. */
static int
show_row (HeddleWaveformsView *self,
          HdRecord *record,
          guint row,
          HdTime from,
          HdTime to,
          int last)
{
  HeddleWavesFigure *figure = heddle_waveforms_get_figure (HEDDLE_WAVEFORMS (self->plot));
  guint series = heddle_waves_figure_get_series (figure, row);
  guint32 link = heddle_waves_figure_get_link (figure, row), node = heddle_waves_figure_get_node (figure, row);
  HeddleFigures figures;

  if (series != G_MAXUINT)
    {
      const HdProbePoint *probe = hd_record_get_series_probe (record, series);

      if (hd_record_get_series_kind (record, series) != HD_SERIES_STEP || !heddle_measure_series (record, series, from, to, &figures))
        return last;
      attach (self, probe->title, NULL, 0, last + 1);
      attach_figures (self, &figures, probe->unit, last + 1);
    }
  else
    {
      g_autofree char *name = link != HD_NO_ID ? hd_design_dup_link_path (hd_record_get_design (record), link)
                                               : hd_design_dup_node_label (hd_record_get_design (record), node);

      if (!heddle_measure_load (record, link, node, from, to, &figures))
        return last;
      attach (self, name, NULL, 0, last + 1);
      attach_figures (self, &figures, link != HD_NO_ID ? "B/s" : "%", last + 1);
    }
  return last + 1;
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
  while (gtk_widget_get_first_child (GTK_WIDGET (self->grid)) != NULL)
    gtk_grid_remove (self->grid, gtk_widget_get_first_child (GTK_WIDGET (self->grid)));
  chosen = get_range (self, &from, &to);
  if (record != NULL)
    to = MIN (to, hd_record_get_time (record));
  begin = hd_figure_time (from, 6);
  length = hd_figure_time (MAX (to - from, 0), 4);
  title = g_strdup_printf (chosen ? _("Between the cursors: %s from %s") : _("In the range shown: %s from %s"), length, begin);
  gtk_label_set_label (self->range, title);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    attach (self, _(heads[i]), "dim-label", (int) i, row);
  for (guint i = 0; record != NULL && i < heddle_time_plot_count_rows (self->plot); i++)
    row = show_row (self, record, i, from, to, row);
  if (row == 0)
    attach (self, _("No probe has figures in this range"), "dim-label", 0, 1);
}

/* ---- what is shown without probes ------------------------------------------------------------------------------------------------- */

/* The project of the run has none, nor has it got any since. */
static void
show_keep (HeddleWaveformsView *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *probes = document != NULL ? hd_object_find_child (hd_document_get_root (document), HD_OBJECT_PROBES, NULL) : NULL;

  gtk_widget_set_visible (self->keep, record != NULL && hd_record_get_n_series (record) == 0 && (probes == NULL || hd_object_get_n_children (probes) == 0));
}

static void
on_keep (HeddleWaveformsView *self)
{
  HeddleWavesFigure *figure = heddle_waveforms_get_figure (HEDDLE_WAVEFORMS (self->plot));
  GVariantBuilder rows;

  g_variant_builder_init (&rows, G_VARIANT_TYPE ("a(bus)"));
  for (guint i = 0; i < heddle_time_plot_count_rows (self->plot); i++)
    {
      guint32 link = heddle_waves_figure_get_link (figure, i), node = heddle_waves_figure_get_node (figure, i);

      if (link != HD_NO_ID)
        g_variant_builder_add (&rows, "(bus)", TRUE, link, "rate");
      else if (node != HD_NO_ID)
        g_variant_builder_add (&rows, "(bus)", FALSE, node, "busy");
    }
  gtk_widget_activate_action (GTK_WIDGET (self), "win.keep-probes", "@a(bus)", g_variant_builder_end (&rows));
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_waveforms_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/waveforms-view.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, overlay);
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, corner);
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, measure);
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, popover);
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, keep);
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, key);
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, range);
  gtk_widget_class_bind_template_child (widget_class, HeddleWaveformsView, grid);
  gtk_widget_class_bind_template_callback (widget_class, show_figures);
  gtk_widget_class_bind_template_callback (widget_class, on_keep);
}

static void
heddle_waveforms_view_init (HeddleWaveformsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
show_key (HeddleWaveformsView *self)
{
  gtk_widget_set_visible (self->key, heddle_session_compares (self->session));
}

gboolean
heddle_waveforms_view_has_rows (HeddleWaveformsView *self)
{
  return heddle_time_plot_count_rows (self->plot) > 0;
}

HeddlePlotExport *
heddle_waveforms_view_get_export (HeddleWaveformsView *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

GtkWidget *
heddle_waveforms_view_new (HeddleSession *session)
{
  static const HeddlePlotFormat formats[] = {
    { ".csv", N_("Samples as _CSV…"), HD_REPORT_SERIES },
    { ".vcd", N_("Samples as _VCD…"), HD_REPORT_VCD },
    { ".fst", N_("Samples as _FST…"), HD_REPORT_FST },
  };
  HeddleWaveformsView *self = g_object_new (HEDDLE_TYPE_WAVEFORMS_VIEW, NULL);
  GtkWidget *plot = heddle_waveforms_new (session);

  self->session = g_object_ref (session);
  self->plot = HEDDLE_TIME_PLOT (plot);
  self->export = heddle_plot_export_new (heddle_time_plot_get_source (), self->plot, formats, G_N_ELEMENTS (formats), _("Export the Probes"),
                                         _("The probes cannot be exported"), _("Write the probes to a file"));
  gtk_box_insert_child_after (self->corner, self->export, self->measure);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), plot);
  for (guint i = 0; i < 3; i++)
    g_signal_connect_object (session, ((const char *[]){ "progressed", "range-changed", "run-changed" })[i], G_CALLBACK (show_figures), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (show_key), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < 3; i++)
    g_signal_connect_object (session, ((const char *[]){ "progressed", "run-changed", "project-changed" })[i], G_CALLBACK (show_keep), self, G_CONNECT_SWAPPED);
  show_key (self);
  show_keep (self);
  return GTK_WIDGET (self);
}
