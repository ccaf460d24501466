/* heddle-waves-figure.c: the probes of a record over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-waves-figure"

#include "heddle-waves-figure.h"

#include <glib/gi18n.h>

#define N_LINKS 4         /* shown where there are no probes */
#define GROWTH 1.5         /* of the record, until the hottest links are looked for again */
#define PX_PER_SAMPLE 2.0  /* of a link */
#define MAX_SAMPLES 600

/* What has been read of a series so far, or of the rate of a link. */
typedef struct
{
  HeddleDecimate *data; /* NULL where there is none */
  guint64 n_read;
  double highest;       /* seen, where the series has no full scale */
} Curve;

/* One probe. Or a link, of which the record knows the load at any time. */
typedef struct
{
  guint series;         /* G_MAXUINT for a link */
  guint32 link;         /* HD_NO_ID for a series */
  Curve now;            /* of a step series, or a link */
  Curve before;         /* the same in the baseline */
  char *source;
} Trace;

struct _HeddleWavesFigure
{
  /* Owned */
  HdRecord *record;  /* that the traces are of */
  HdRecord *baseline; /* or NULL */
  HdPairing *pairing; /* of the baseline with the record; NULL without either */
  GArray *traces;    /* of Trace */
  GArray *spans;     /* of HeddleWaveSpan, made for each picture */
  GArray *chosen;    /* of guint; NULL for all */

  guint n_series;    /* of the record, when the traces were made */
  HdTime chosen_at;  /* the record's end when links were chosen */
};

static void
clear_trace (Trace *trace)
{
  g_clear_pointer (&trace->now.data, heddle_decimate_free);
  g_clear_pointer (&trace->before.data, heddle_decimate_free);
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
      return hd_design_dup_node_label (design, probe->target);

    case HD_TARGET_LINK:
      return hd_design_dup_link_path (design, probe->target);

    case HD_TARGET_WORKLOAD:
      return g_strdup (_("workload"));
    }
  return NULL;
}

/* What there is new in it. */
static void
read_series (HdRecord *record,
             guint series,
             Curve *curve)
{
  guint64 n;

  while (curve->n_read < hd_record_get_n_samples (record, series))
    {
      const HdSample *samples = hd_record_peek_samples (record, series, curve->n_read, &n);

      if (samples == NULL || n == 0)
        break;
      for (guint64 i = 0; i < n; i++)
        {
          gint64 time = samples[i].time;

          heddle_decimate_append (curve->data, &time, &samples[i].value, 1);
          curve->highest = MAX (curve->highest, samples[i].value);
        }
      curve->n_read += n;
    }
  heddle_decimate_set_end (curve->data, hd_record_get_time (record));
}

/* The same object in the baseline. Workloads have no curves. */
static guint32
find_before (HeddleWavesFigure *self,
             HdTargetKind kind,
             guint32 target)
{
  if (self->pairing == NULL || kind == HD_TARGET_WORKLOAD)
    return HD_NO_ID;
  return kind == HD_TARGET_NODE ? self->pairing->old_nodes[target] : self->pairing->old_links[target];
}

static void
read_baseline (HeddleWavesFigure *self,
               Trace *trace)
{
  const HdProbePoint *probe = hd_record_get_series_probe (self->record, trace->series);
  guint32 target = find_before (self, probe->kind, probe->target);

  for (guint i = 0; target != HD_NO_ID && i < hd_record_get_n_series (self->baseline); i++)
    {
      const HdProbePoint *other = hd_record_get_series_probe (self->baseline, i);

      if (other->kind != probe->kind || other->target != target || other->direction != probe->direction || !g_str_equal (other->probe, probe->probe)
          || hd_record_get_series_kind (self->baseline, i) != HD_SERIES_STEP)
        continue;
      trace->before.data = heddle_decimate_new ();
      read_series (self->baseline, i, &trace->before);
      return;
    }
}

static void
add_trace (HeddleWavesFigure *self,
           guint series)
{
  Trace trace = { .series = series, .link = HD_NO_ID, .source = dup_source (hd_record_get_design (self->record), hd_record_get_series_probe (self->record, series)) };

  if (hd_record_get_series_kind (self->record, series) == HD_SERIES_STEP)
    {
      trace.now.data = heddle_decimate_new ();
      read_baseline (self, &trace);
    }
  g_array_append_val (self->traces, trace);
}

/* Without probes the hottest links are shown: their loads are recorded anyway. Links that were shown stay as long as they are among them. */
static void
choose_links (HeddleWavesFigure *self)
{
  HdDesign *design = hd_record_get_design (self->record);
  HdTime end = hd_record_get_time (self->record);
  g_autofree HdLoad *links = g_new0 (HdLoad, MAX (hd_design_get_n_links (design), 1));
  g_autofree HdLoad *nodes = g_new0 (HdLoad, MAX (hd_design_get_n_nodes (design), 1)); /* idle: components have no curve here */
  HdHotSpot hottest[N_LINKS + 1];
  guint n;

  if (end <= 0 || end < self->chosen_at * GROWTH)
    return;
  self->chosen_at = end;
  hd_record_read_links (self->record, 0, end, links);
  n = hd_hot_spots_find (design, links, nodes, FALSE, N_LINKS, hottest);
  g_array_set_size (self->traces, 0);
  for (guint i = 0; i < n; i++)
    {
      Trace trace = { .series = G_MAXUINT, .link = hottest[i].target, .source = hd_design_dup_link_path (design, hottest[i].target) };

      g_array_append_val (self->traces, trace);
    }
}

/* Its rate over what is seen, both directions together: that of the whole frames which the record keeps. */
static void
sample_link (HdRecord *record,
             guint32 link,
             const HeddleWaveView *view,
             Curve *curve)
{
  HdTime begin = MAX (0, view->begin_ps), end = MIN (view->end_ps, hd_record_get_time (record));
  gint64 n = CLAMP ((gint64) ((view->width - view->name_width) / PX_PER_SAMPLE), 1, MAX_SAMPLES);
  HdTime step = MAX (1, (end - begin) / n);

  g_clear_pointer (&curve->data, heddle_decimate_free);
  curve->data = heddle_decimate_new ();
  curve->highest = 0;
  for (HdTime from = begin; from < end; from += step)
    {
      double rate = hd_record_read_link (record, link, from, MIN (from + step, end)).rate;
      gint64 time = from;

      heddle_decimate_append (curve->data, &time, &rate, 1);
      curve->highest = MAX (curve->highest, rate);
    }
  heddle_decimate_set_end (curve->data, end);
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
  g_clear_pointer (&self->pairing, hd_pairing_free);
  if (record != NULL && self->baseline != NULL)
    self->pairing = hd_pairing_new (hd_record_get_design (self->baseline), hd_record_get_design (record));
  self->chosen_at = 0;
  self->n_series = record != NULL ? hd_record_get_n_series (record) : 0;
  for (guint i = 0; self->chosen == NULL && i < self->n_series; i++)
    add_trace (self, i);
  for (guint i = 0; self->chosen != NULL && i < self->chosen->len && self->n_series > 0; i++)
    add_trace (self, g_array_index (self->chosen, guint, i));
}

void
heddle_waves_figure_read (HeddleWavesFigure *self,
                          HdRecord *record)
{
  /* The engine sets the series up after the run has been announced. */
  if (record != self->record || (record != NULL && self->n_series != hd_record_get_n_series (record)))
    start_traces (self, record);
  if (record != NULL && self->n_series == 0)
    choose_links (self);
  for (guint i = 0; i < self->traces->len; i++)
    {
      Trace *trace = &g_array_index (self->traces, Trace, i);

      if (trace->link == HD_NO_ID && trace->now.data != NULL)
        read_series (record, trace->series, &trace->now);
    }
}

void
heddle_waves_figure_set_baseline (HeddleWavesFigure *self,
                                  HdRecord *baseline)
{
  if (baseline == self->baseline)
    return;
  g_clear_pointer (&self->baseline, hd_record_unref);
  self->baseline = baseline != NULL ? hd_record_ref (baseline) : NULL;
  start_traces (self, self->record);
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

/* The curve, over that of the baseline if there is one; @curves has room for both. */
static void
fill_curves (const Trace *trace,
             HeddleColour colour,
             const HeddleTheme *theme,
             HeddleWave *wave,
             HeddleWaveSeries *curves)
{
  wave->kind = HEDDLE_WAVE_STEP;
  wave->series = curves;
  if (trace->before.data != NULL)
    curves[wave->n_series++] = (HeddleWaveSeries){ trace->before.data, theme->dim, { 0 } };
  curves[wave->n_series++] = (HeddleWaveSeries){ trace->now.data, colour, heddle_colour_with_alpha (colour, 0.16) };
}

/* What is at the top of a lane without a full scale; what was always 0 lies at its foot. */
static double
get_top (const Trace *trace)
{
  double highest = MAX (trace->now.highest, trace->before.highest);

  return highest > 0 ? highest : 1;
}

static void
fill_link (const Trace *trace,
           HeddleColour colour,
           const HeddleTheme *theme,
           HeddleWave *wave,
           HeddleWaveSeries *curves)
{
  *wave = (HeddleWave){
    .name = _("Rate"),
    .source = trace->source,
    .unit = "B/s",
    .colour = colour,
    .high = get_top (trace),
  };
  fill_curves (trace, colour, theme, wave, curves);
}

static void
fill_wave (HeddleWavesFigure *self,
           HdDocument *document,
           const Trace *trace,
           const HeddleTheme *theme,
           HeddleWave *wave,
           HeddleWaveSeries *curves)
{
  const HdProbePoint *probe = hd_record_get_series_probe (self->record, trace->series);
  HeddleColour colour = get_colour (self, document, trace->series, theme);
  double maximum = hd_record_get_series_maximum (self->record, trace->series);

  *wave = (HeddleWave){
    .name = probe->title != NULL ? probe->title : probe->probe,
    .source = trace->source,
    .unit = probe->unit,
    .colour = colour,
    .high = maximum > 0 ? MAX (maximum, trace->before.highest) : get_top (trace),
  };
  if (trace->now.data != NULL)
    fill_curves (trace, colour, theme, wave, curves);
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
  g_autofree HeddleWaveSeries *curves = g_new0 (HeddleWaveSeries, 2 * n);
  g_autofree guint *first = g_new0 (guint, n + 1);

  g_array_set_size (self->spans, 0);
  for (guint i = 0; i < n; i++)
    {
      Trace *trace = &g_array_index (self->traces, Trace, i);

      if (trace->link != HD_NO_ID)
        {
          guint32 before = find_before (self, HD_TARGET_LINK, trace->link);

          sample_link (self->record, trace->link, view, &trace->now);
          if (before != HD_NO_ID)
            sample_link (self->baseline, before, view, &trace->before);
          fill_link (trace, theme->category[i % HEDDLE_N_CATEGORIES], theme, &waves[i], &curves[2 * i]);
        }
      else
        fill_wave (self, document, trace, theme, &waves[i], &curves[2 * i]);
      if (waves[i].n_series == 0)
        collect_spans (self, trace->series, view);
      first[i + 1] = self->spans->len;
    }
  /* Only now do the spans lie still. */
  for (guint i = 0; i < n; i++)
    {
      waves[i].n_spans = first[i + 1] - first[i];
      if (waves[i].n_spans > 0)
        waves[i].spans = &g_array_index (self->spans, HeddleWaveSpan, first[i]);
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

guint32
heddle_waves_figure_get_link (HeddleWavesFigure *self,
                              guint row)
{
  return g_array_index (self->traces, Trace, row).link;
}

gboolean
heddle_waves_figure_get_before (HeddleWavesFigure *self,
                                guint row,
                                HdTime time,
                                double *out_value)
{
  const HeddleDecimate *before = g_array_index (self->traces, Trace, row).before.data;

  if (before == NULL || heddle_decimate_length (before) == 0 || time < heddle_decimate_time (before, 0) || time > heddle_decimate_get_end (before))
    return FALSE;
  *out_value = heddle_decimate_value (before, heddle_decimate_find (before, time));
  return TRUE;
}

double
heddle_waves_figure_get_highest_before (HeddleWavesFigure *self,
                                        guint row)
{
  const Trace *trace = &g_array_index (self->traces, Trace, row);

  return trace->before.data != NULL ? trace->before.highest : -1;
}

double
heddle_waves_figure_get_highest (HeddleWavesFigure *self,
                                 guint row)
{
  return g_array_index (self->traces, Trace, row).now.highest;
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
  g_clear_pointer (&self->baseline, hd_record_unref);
  g_clear_pointer (&self->pairing, hd_pairing_free);
  g_free (self);
}
