/* heddle-waveforms.c: the probes of the run over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-waveforms"

#include "heddle-waveforms.h"

#include <glib/gi18n.h>

#include "heddle-look.h"

#define MOST_ROW_HEIGHT 220.0

struct _HeddleWaveforms
{
  HeddleTimePlot parent_instance;

  HeddleWavesFigure *figure; /* owned */
};

G_DEFINE_FINAL_TYPE (HeddleWaveforms, heddle_waveforms, HEDDLE_TYPE_TIME_PLOT)

static void
read_record (HeddleWaveforms *self)
{
  HeddleSession *session = heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self));

  heddle_waves_figure_set_baseline (self->figure, heddle_session_compares (session) ? heddle_session_get_baseline (session) : NULL);
  heddle_waves_figure_read (self->figure, heddle_session_get_record (session));
}

static guint
heddle_waveforms_count_rows (HeddleTimePlot *plot)
{
  HeddleWaveforms *self = HEDDLE_WAVEFORMS (plot);

  read_record (self);
  return heddle_waves_figure_get_n_rows (self->figure);
}

static void
heddle_waveforms_paint (HeddleTimePlot *plot,
                        cairo_t *cr,
                        const HeddleWaveView *view,
                        const HeddleTheme *theme)
{
  HeddleWaveforms *self = HEDDLE_WAVEFORMS (plot);
  HeddleSession *session = heddle_time_plot_get_session (plot);

  read_record (self);
  heddle_waves_figure_paint (self->figure, heddle_session_get_document (session), heddle_time_plot_get_text (plot), cr, theme, view);
}

/* What a row is of; %FALSE if that is gone. */
static gboolean
get_target (HeddleWaveforms *self,
            guint row,
            HdTargetKind *out_kind,
            guint32 *out_target)
{
  guint32 link = heddle_waves_figure_get_link (self->figure, row), node = heddle_waves_figure_get_node (self->figure, row);
  guint series = heddle_waves_figure_get_series (self->figure, row);

  *out_kind = link != HD_NO_ID ? HD_TARGET_LINK : HD_TARGET_NODE;
  *out_target = link != HD_NO_ID ? link : node;
  if (series != G_MAXUINT)
    {
      const HdProbePoint *probe = hd_record_get_series_probe (heddle_waves_figure_get_record (self->figure), series);

      *out_kind = probe->kind;
      *out_target = probe->target;
    }
  return *out_target != HD_NO_ID || *out_kind == HD_TARGET_WORKLOAD;
}

/* A click on a name goes to what is probed. */
static void
heddle_waveforms_clicked (HeddleTimePlot *plot,
                          const HeddleWaveView *view,
                          double x,
                          double y)
{
  HeddleWaveforms *self = HEDDLE_WAVEFORMS (plot);
  HeddleSession *session = heddle_time_plot_get_session (plot);
  HdRecord *record = heddle_waves_figure_get_record (self->figure);
  int row = heddle_wave_lane_at (view, heddle_waves_figure_get_n_rows (self->figure), y);
  gboolean found = TRUE;
  HdTargetKind kind;
  guint32 target;

  if (row < 0 || x > view->name_width)
    return;
  if (!get_target (self, (guint) row, &kind, &target))
    return;
  if (kind == HD_TARGET_NODE)
    found = heddle_session_select_node (session, hd_record_get_design (record), target);
  else if (kind == HD_TARGET_LINK)
    found = heddle_session_select_link (session, hd_record_get_design (record), target);
  if (!found)
    gtk_widget_error_bell (GTK_WIDGET (self));
}

/* With what it was in the baseline, if that is drawn behind it. */
static char *
dup_value (HeddleWaveforms *self,
           guint row,
           HdTime time,
           double value,
           const char *unit)
{
  g_autofree char *now = hd_figure_in (value, unit, 4), *was = NULL;
  double before;

  if (!heddle_waves_figure_get_before (self->figure, row, time, &before))
    return g_steal_pointer (&now);
  was = hd_figure_in (before, unit, 4);
  /* Translators: a figure now and in the baseline: "46 GB/s (baseline 52 GB/s)" */
  return g_strdup_printf (_("%s (baseline %s)"), now, was);
}

/* Of a state its whole name; where px hold many, the one that held for longest. */
static char *
dup_state (HeddleWaveforms *self,
           guint row,
           HdTime time,
           const HdSample *sample)
{
  HdRecord *record = heddle_waves_figure_get_record (self->figure);
  HeddleStateColumn state;
  HdTime begin, end, px;

  heddle_session_get_range (heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self)), &begin, &end);
  px = (end - begin) / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1) + 1;
  if (heddle_waves_figure_get_state (self->figure, row, time - px / 2, time + px - px / 2, &state) && state.share < 1 && state.busy > 0)
    {
      g_autofree char *share = hd_figure_percent (state.share), *busy = hd_figure_percent (state.busy);

      /* Translators: of a state that is drawn so small that there are several in a pixel: what held for longest, and for how much of it any did */
      return g_strdup_printf (_("mostly %s (%s), busy %s"), hd_record_get_name (record, (guint32) state.state), share, busy);
    }
  return g_strdup (sample->value < 0 ? _("idle") : hd_record_get_name (record, (guint32) sample->value));
}

/* The value under the pointer. */
static gboolean
on_query_tooltip (HeddleWaveforms *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  HdRecord *record = heddle_waves_figure_get_record (self->figure);
  g_autofree char *text = NULL;
  double value;
  HdTime time;
  guint row, series;
  const HdSample *sample;
  guint64 n;
  gint64 at;

  if (keyboard || !heddle_time_plot_find (HEDDLE_TIME_PLOT (self), x, y, &row, &time) || row >= heddle_waves_figure_get_n_rows (self->figure))
    return FALSE;
  series = heddle_waves_figure_get_series (self->figure, row);
  if (series == G_MAXUINT)
    {
      if (!heddle_waves_figure_get_load (self->figure, row, time, &value))
        return FALSE;
      text = dup_value (self, row, time, value, heddle_waves_figure_get_link (self->figure, row) != HD_NO_ID ? "B/s" : "%");
      gtk_tooltip_set_text (tooltip, text);
      return TRUE;
    }
  at = hd_record_find_sample (record, series, time);
  if (at < 0 || time > hd_record_get_time (record))
    return FALSE;
  sample = hd_record_peek_samples (record, series, (guint64) at, &n);
  if (hd_record_get_series_kind (record, series) == HD_SERIES_STEP)
    text = dup_value (self, row, time, sample->value, hd_record_get_series_probe (record, series)->unit);
  else
    text = dup_state (self, row, time, sample);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

HeddleWavesFigure *
heddle_waveforms_get_figure (HeddleWaveforms *self)
{
  return self->figure;
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_waveforms_finalize (GObject *object)
{
  HeddleWaveforms *self = HEDDLE_WAVEFORMS (object);

  heddle_waves_figure_free (self->figure);
  G_OBJECT_CLASS (heddle_waveforms_parent_class)->finalize (object);
}

static void
heddle_waveforms_class_init (HeddleWaveformsClass *klass)
{
  HeddleTimePlotClass *plot_class = HEDDLE_TIME_PLOT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_waveforms_finalize;
  plot_class->count_rows = heddle_waveforms_count_rows;
  plot_class->paint = heddle_waveforms_paint;
  plot_class->clicked = heddle_waveforms_clicked;
  plot_class->most_row_height = MOST_ROW_HEIGHT;
}

static void
heddle_waveforms_init (HeddleWaveforms *self)
{
  self->figure = heddle_waves_figure_new ();
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  heddle_set_accessible_label (self, _("Waveforms"));
}

GtkWidget *
heddle_waveforms_new (HeddleSession *session)
{
  HeddleWaveforms *self = g_object_new (HEDDLE_TYPE_WAVEFORMS, NULL);

  heddle_time_plot_set_session (HEDDLE_TIME_PLOT (self), session, HEDDLE_WAVES_ROW_HEIGHT);
  return GTK_WIDGET (self);
}
