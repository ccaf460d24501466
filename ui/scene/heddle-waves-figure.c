/* heddle-waves-figure.c: the probes of a record over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-waves-figure"

#include "heddle-waves-figure.h"

#include <glib/gi18n.h>

/* One probe: what has been read of its series so far. */
typedef struct
{
  guint series;
  HeddleDecimate *data; /* of a step series */
  guint64 n_read;
  double highest;       /* seen, where the series has no full scale */
  char *source;
} Trace;

struct _HeddleWavesFigure
{
  /* Owned */
  HdRecord *record;  /* that the traces are of */
  GArray *traces;    /* of Trace */
  GArray *spans;     /* of HeddleWaveSpan, made for each picture */
  GArray *chosen;    /* of guint; NULL for all */

  guint n_series;    /* of the record, when the traces were made */
};

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
add_trace (HeddleWavesFigure *self,
           guint series)
{
  Trace trace = { .series = series, .source = dup_source (hd_record_get_design (self->record), hd_record_get_series_probe (self->record, series)) };

  if (hd_record_get_series_kind (self->record, series) == HD_SERIES_STEP)
    trace.data = heddle_decimate_new ();
  g_array_append_val (self->traces, trace);
}

static void
start_traces (HeddleWavesFigure *self,
              HdRecord *record)
{
  g_array_set_size (self->traces, 0);
  if (record != NULL)
    hd_record_ref (record);
  g_clear_pointer (&self->record, hd_record_unref);
  self->record = record;
  self->n_series = record != NULL ? hd_record_get_n_series (record) : 0;
  for (guint i = 0; self->chosen == NULL && i < self->n_series; i++)
    add_trace (self, i);
  for (guint i = 0; self->chosen != NULL && i < self->chosen->len && self->n_series > 0; i++)
    add_trace (self, g_array_index (self->chosen, guint, i));
}

static void
read_step_series (HeddleWavesFigure *self,
                  Trace *trace)
{
  guint64 n;

  while (trace->n_read < hd_record_get_n_samples (self->record, trace->series))
    {
      const HdSample *samples = hd_record_peek_samples (self->record, trace->series, trace->n_read, &n);

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

void
heddle_waves_figure_read (HeddleWavesFigure *self,
                          HdRecord *record)
{
  /* The engine sets the series up after the run has been announced. */
  if (record != self->record || (record != NULL && self->n_series != hd_record_get_n_series (record)))
    start_traces (self, record);
  for (guint i = 0; i < self->traces->len; i++)
    if (g_array_index (self->traces, Trace, i).data != NULL)
      read_step_series (self, &g_array_index (self->traces, Trace, i));
}

/* Names that were seen in the visible range, as boxes. What is narrower than half a pixel is part of the box before it. */
static void
collect_spans (HeddleWavesFigure *self,
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
get_colour (HeddleWavesFigure *self,
            HdDocument *document,
            guint series,
            const HeddleTheme *theme)
{
  const HdObject *object = hd_document_get_object (document, hd_record_get_series_probe (self->record, series)->origin_uid);
  const char *name = object != NULL ? hd_object_get (object, "colour") : NULL;
  const char *const *names = hd_schema_find_field (HD_OBJECT_PROBE, "colour")->choices;

  for (guint i = 0; name != NULL && names[i] != NULL && i < HEDDLE_N_CATEGORIES; i++)
    if (g_str_equal (names[i], name))
      return theme->category[i];
  return theme->category[series % HEDDLE_N_CATEGORIES];
}

static void
fill_wave (HeddleWavesFigure *self,
           HdDocument *document,
           const Trace *trace,
           const HeddleTheme *theme,
           HeddleWave *wave,
           HeddleWaveSeries *curve)
{
  const HdProbePoint *probe = hd_record_get_series_probe (self->record, trace->series);
  HeddleColour colour = get_colour (self, document, trace->series, theme);
  double maximum = hd_record_get_series_maximum (self->record, trace->series);
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

void
heddle_waves_figure_paint (HeddleWavesFigure *self,
                           HdDocument *document,
                           HeddleText *text,
                           cairo_t *cr,
                           const HeddleTheme *theme,
                           const HeddleWaveView *view)
{
  guint n = self->traces->len;
  g_autofree HeddleWave *waves = g_new0 (HeddleWave, n);
  g_autofree HeddleWaveSeries *curves = g_new0 (HeddleWaveSeries, n);
  g_autofree guint *first = g_new0 (guint, n + 1);

  g_array_set_size (self->spans, 0);
  for (guint i = 0; i < n; i++)
    {
      const Trace *trace = &g_array_index (self->traces, Trace, i);

      fill_wave (self, document, trace, theme, &waves[i], &curves[i]);
      if (waves[i].n_series == 0)
        collect_spans (self, trace->series, view);
      first[i + 1] = self->spans->len;
    }
  /* Only now do the spans lie still. */
  for (guint i = 0; i < n; i++)
    {
      waves[i].spans = &g_array_index (self->spans, HeddleWaveSpan, first[i]);
      waves[i].n_spans = first[i + 1] - first[i];
    }
  heddle_wave_paint (text, cr, waves, n, theme, view);
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

HdRecord *
heddle_waves_figure_get_record (HeddleWavesFigure *self)
{
  return self->record;
}

guint
heddle_waves_figure_get_n_rows (HeddleWavesFigure *self)
{
  return self->traces->len;
}

guint
heddle_waves_figure_get_series (HeddleWavesFigure *self,
                                guint row)
{
  return g_array_index (self->traces, Trace, row).series;
}

void
heddle_waves_figure_choose (HeddleWavesFigure *self,
                            const guint *series,
                            guint n)
{
  self->chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (self->chosen, series, n);
}

HeddleWavesFigure *
heddle_waves_figure_new (void)
{
  HeddleWavesFigure *self = g_new0 (HeddleWavesFigure, 1);

  self->traces = g_array_new (FALSE, FALSE, sizeof (Trace));
  g_array_set_clear_func (self->traces, (GDestroyNotify) clear_trace);
  self->spans = g_array_new (FALSE, FALSE, sizeof (HeddleWaveSpan));
  return self;
}

void
heddle_waves_figure_free (HeddleWavesFigure *self)
{
  g_array_unref (self->traces);
  g_array_unref (self->spans);
  g_clear_pointer (&self->chosen, g_array_unref);
  g_clear_pointer (&self->record, hd_record_unref);
  g_free (self);
}
