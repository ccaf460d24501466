/* heddle-waveforms.c: the probes of the run over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-waveforms"

#include "heddle-waveforms.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-axis.h"
#include "heddle-look.h"

#define ROW_HEIGHT 51.0

/* One probe: what has been read of its series so far. */
typedef struct
{
  HeddleDecimate *data; /* of a step series */
  guint64 n_read;
  double highest;       /* seen, where the series has no full scale */
  char *source;
} Trace;

struct _HeddleWaveforms
{
  HeddleTimePlot parent_instance;

  /* Owned */
  HdRecord *record;  /* that the traces are of */
  GArray *traces;    /* of Trace */
  GArray *spans;     /* of HeddleWaveSpan, made for each picture */
};

G_DEFINE_FINAL_TYPE (HeddleWaveforms, heddle_waveforms, HEDDLE_TYPE_TIME_PLOT)

static void
clear_trace (Trace *trace)
{
  g_clear_pointer (&trace->data, heddle_decimate_free);
  g_free (trace->source);
}

/* ---- reading the record ---------------------------------------------------------------------------------------------------- */

static char *
dup_source (HdDesign *design,
            const HdProbePoint *probe)
{
  switch (probe->kind)
    {
    case HD_TARGET_NODE:
      return hd_design_dup_node_path (design, probe->target);

    case HD_TARGET_LINK:
      return hd_design_dup_link_path (design, probe->target);

    case HD_TARGET_WORKLOAD:
      return g_strdup (_("workload"));
    }
  return NULL;
}

static void
start_traces (HeddleWaveforms *self,
              HdRecord *record)
{
  g_array_set_size (self->traces, 0);
  if (record != NULL)
    hd_record_ref (record);
  g_clear_pointer (&self->record, hd_record_unref);
  self->record = record;
  if (record == NULL)
    return;
  for (guint i = 0; i < hd_record_get_n_series (record); i++)
    {
      Trace trace = { .source = dup_source (hd_record_get_design (record), hd_record_get_series_probe (record, i)) };

      if (hd_record_get_series_kind (record, i) == HD_SERIES_STEP)
        trace.data = heddle_decimate_new ();
      g_array_append_val (self->traces, trace);
    }
}

static void
read_step_series (HeddleWaveforms *self,
                  guint series)
{
  Trace *trace = &g_array_index (self->traces, Trace, series);
  guint64 n;

  while (trace->n_read < hd_record_get_n_samples (self->record, series))
    {
      const HdSample *samples = hd_record_peek_samples (self->record, series, trace->n_read, &n);

      if (samples == NULL || n == 0)
        break;
      for (guint64 i = 0; i < n; i++)
        {
          gint64 time = samples[i].time;

          heddle_decimate_append (trace->data, &time, &samples[i].value, 1);
          trace->highest = MAX (trace->highest, samples[i].value);
        }
      trace->n_read += n;
    }
  heddle_decimate_set_end (trace->data, hd_record_get_time (self->record));
}

static void
read_on (HeddleWaveforms *self)
{
  HdRecord *record = heddle_session_get_record (heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self)));

  /* The engine sets the series up after the run has been announced. */
  if (record != self->record || (record != NULL && self->traces->len != hd_record_get_n_series (record)))
    start_traces (self, record);
  for (guint i = 0; i < self->traces->len; i++)
    if (g_array_index (self->traces, Trace, i).data != NULL)
      read_step_series (self, i);
}

/* Names that were seen in the visible range, as boxes. What is narrower than half a pixel is part of the box before it. */
static void
collect_spans (HeddleWaveforms *self,
               guint series,
               const HeddleWaveView *view)
{
  guint64 n = hd_record_get_n_samples (self->record, series);
  gint64 at = MAX (0, hd_record_find_sample (self->record, series, view->begin_ps));
  HdTime narrow = (view->end_ps - view->begin_ps) / (2 * MAX (1, view->width - view->name_width));
  HdTime end_of_record = hd_record_get_time (self->record);
  HeddleWaveSpan open = { 0 };
  gboolean is_open = FALSE;
  gboolean past = FALSE;

  while (!past && (guint64) at < n)
    {
      guint64 chunk;
      const HdSample *samples = hd_record_peek_samples (self->record, series, at, &chunk);

      for (guint64 i = 0; i < chunk && !past; i++)
        {
          gboolean idle = samples[i].value < 0;

          past = samples[i].time > view->end_ps;
          if (is_open && (past || samples[i].time - open.begin_ps >= narrow))
            {
              open.end_ps = samples[i].time;
              g_array_append_val (self->spans, open);
              is_open = FALSE;
            }
          if (!idle && !past && !is_open)
            {
              guint32 name = samples[i].value;

              open = (HeddleWaveSpan){ .begin_ps = samples[i].time, .label = hd_record_get_name (self->record, name),
                                       .shade = 0.25f + 0.5f * ((name * 7) % 5) / 4 };
              is_open = TRUE;
            }
          else if (idle && is_open)
            is_open = FALSE;
        }
      at += chunk;
    }
  if (is_open)
    {
      open.end_ps = MAX (end_of_record, open.begin_ps + 1);
      g_array_append_val (self->spans, open);
    }
}

/* ---- painting ----------------------------------------------------------------------------------------------------------------- */

/* As the project has it now, for each series another without; the names are in the order of the theme's. */
static HeddleColour
get_colour (HeddleWaveforms *self,
            guint series,
            const HeddleTheme *theme)
{
  HdDocument *document = heddle_session_get_document (heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self)));
  const HdObject *object = hd_document_get_object (document, hd_record_get_series_probe (self->record, series)->origin_uid);
  const char *name = object != NULL ? hd_object_get (object, "colour") : NULL;
  const char *const *names = hd_schema_find_field (HD_OBJECT_PROBE, "colour")->choices;

  for (guint i = 0; name != NULL && names[i] != NULL && i < HEDDLE_N_CATEGORIES; i++)
    if (g_str_equal (names[i], name))
      return theme->category[i];
  return theme->category[series % HEDDLE_N_CATEGORIES];
}

static void
fill_wave (HeddleWaveforms *self,
           guint series,
           const HeddleTheme *theme,
           HeddleWave *wave,
           HeddleWaveSeries *curve)
{
  const HdProbePoint *probe = hd_record_get_series_probe (self->record, series);
  Trace *trace = &g_array_index (self->traces, Trace, series);
  HeddleColour colour = get_colour (self, series, theme);
  double maximum = hd_record_get_series_maximum (self->record, series);
  double highest = maximum > 0 ? maximum : trace->highest;

  *wave = (HeddleWave){
    .name = probe->title != NULL ? probe->title : probe->probe,
    .source = trace->source,
    .unit = probe->unit,
    .colour = colour,
    .high = highest > 0 ? highest : 1, /* what was always 0 lies at the foot of a lane */
  };
  if (trace->data != NULL)
    {
      *curve = (HeddleWaveSeries){ trace->data, colour, heddle_colour_with_alpha (colour, 0.16) };
      wave->kind = HEDDLE_WAVE_STEP;
      wave->series = curve;
      wave->n_series = 1;
    }
  else
    wave->kind = probe->kind == HD_TARGET_WORKLOAD ? HEDDLE_WAVE_BUS : HEDDLE_WAVE_STATE;
}

static guint
heddle_waveforms_count_rows (HeddleTimePlot *plot)
{
  return HEDDLE_WAVEFORMS (plot)->traces->len;
}

static void
heddle_waveforms_paint (HeddleTimePlot *plot,
                        cairo_t *cr,
                        const HeddleWaveView *view,
                        const HeddleTheme *theme)
{
  HeddleWaveforms *self = HEDDLE_WAVEFORMS (plot);

  read_on (self);

  guint n = self->traces->len;
  g_autofree HeddleWave *waves = g_new0 (HeddleWave, n);
  g_autofree HeddleWaveSeries *curves = g_new0 (HeddleWaveSeries, n);
  g_autofree guint *first = g_new0 (guint, n + 1);

  g_array_set_size (self->spans, 0);
  for (guint i = 0; i < n; i++)
    {
      fill_wave (self, i, theme, &waves[i], &curves[i]);
      if (waves[i].n_series == 0)
        collect_spans (self, i, view);
      first[i + 1] = self->spans->len;
    }
  /* Only now do the spans lie still. */
  for (guint i = 0; i < n; i++)
    {
      waves[i].spans = &g_array_index (self->spans, HeddleWaveSpan, first[i]);
      waves[i].n_spans = first[i + 1] - first[i];
    }
  heddle_wave_paint (heddle_time_plot_get_text (plot), cr, waves, n, theme, view);
}

/* A click on a name goes to what is probed. */
static void
heddle_waveforms_clicked (HeddleTimePlot *plot,
                          const HeddleWaveView *view,
                          double x,
                          double y)
{
  HeddleWaveforms *self = HEDDLE_WAVEFORMS (plot);
  int lane = heddle_wave_lane_at (view, self->traces->len, y);

  if (lane < 0 || x > view->name_width)
    return;

  const HdProbePoint *probe = hd_record_get_series_probe (self->record, lane);

  if (probe->kind == HD_TARGET_NODE)
    heddle_session_select_node (heddle_time_plot_get_session (plot), probe->target);
  else if (probe->kind == HD_TARGET_LINK)
    heddle_session_select_link (heddle_time_plot_get_session (plot), probe->target);
}

/* The value under the pointer; of a state its whole name. */
static gboolean
on_query_tooltip (HeddleWaveforms *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  HdTime time;
  guint row;
  gint64 at;
  g_autofree char *text = NULL;

  if (keyboard || !heddle_time_plot_find (HEDDLE_TIME_PLOT (self), x, y, &row, &time))
    return FALSE;
  at = row < self->traces->len ? hd_record_find_sample (self->record, row, time) : -1;
  if (at < 0 || time > hd_record_get_time (self->record))
    return FALSE;

  guint64 n;
  double value = hd_record_peek_samples (self->record, row, (guint64) at, &n)->value;

  if (hd_record_get_series_kind (self->record, row) == HD_SERIES_STEP)
    text = heddle_format_si (value, 4, hd_record_get_series_probe (self->record, row)->unit);
  else
    text = g_strdup (value < 0 ? _("idle") : hd_record_get_name (self->record, (guint32) value));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_waveforms_finalize (GObject *object)
{
  HeddleWaveforms *self = HEDDLE_WAVEFORMS (object);

  g_array_unref (self->traces);
  g_array_unref (self->spans);
  g_clear_pointer (&self->record, hd_record_unref);
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
}

static void
heddle_waveforms_init (HeddleWaveforms *self)
{
  self->traces = g_array_new (FALSE, FALSE, sizeof (Trace));
  g_array_set_clear_func (self->traces, (GDestroyNotify) clear_trace);
  self->spans = g_array_new (FALSE, FALSE, sizeof (HeddleWaveSpan));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  heddle_set_accessible_label (self, _("Waveforms"));
}

GtkWidget *
heddle_waveforms_new (HeddleSession *session)
{
  HeddleWaveforms *self = g_object_new (HEDDLE_TYPE_WAVEFORMS, NULL);

  heddle_time_plot_set_session (HEDDLE_TIME_PLOT (self), session, ROW_HEIGHT);
  return GTK_WIDGET (self);
}
