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

/* One probe: what has been read of its series so far. Or a link, of which the record knows the load at any time. */
typedef struct
{
  guint series;         /* G_MAXUINT for a link */
  guint32 link;         /* HD_NO_ID for a series */
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
  HdTime chosen_at;  /* the record's end when links were chosen */
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
      return hd_design_dup_node_label (design, probe->target);

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
  Trace trace = { .series = series, .link = HD_NO_ID, .source = dup_source (hd_record_get_design (self->record), hd_record_get_series_probe (self->record, series)) };

  if (hd_record_get_series_kind (self->record, series) == HD_SERIES_STEP)
    trace.data = heddle_decimate_new ();
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
sample_link (HeddleWavesFigure *self,
             Trace *trace,
             const HeddleWaveView *view)
{
  HdTime begin = MAX (0, view->begin_ps), end = MIN (view->end_ps, hd_record_get_time (self->record));
  gint64 n = CLAMP ((gint64) ((view->width - view->name_width) / PX_PER_SAMPLE), 1, MAX_SAMPLES);
  HdTime step = MAX (1, (end - begin) / n);

  g_clear_pointer (&trace->data, heddle_decimate_free);
  trace->data = heddle_decimate_new ();
  trace->highest = 0;
  for (HdTime from = begin; from < end; from += step)
    {
      double rate = hd_record_read_link (self->record, trace->link, from, MIN (from + step, end)).rate;
      gint64 time = from;

      heddle_decimate_append (trace->data, &time, &rate, 1);
      trace->highest = MAX (trace->highest, rate);
    }
  heddle_decimate_set_end (trace->data, end);
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
  self->chosen_at = 0;
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
  if (record != NULL && self->n_series == 0)
    choose_links (self);
  for (guint i = 0; i < self->traces->len; i++)
    if (g_array_index (self->traces, Trace, i).link == HD_NO_ID && g_array_index (self->traces, Trace, i).data != NULL)
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
fill_link (const Trace *trace,
           HeddleColour colour,
           HeddleWave *wave,
           HeddleWaveSeries *curve)
{
  *curve = (HeddleWaveSeries){ trace->data, colour, heddle_colour_with_alpha (colour, 0.16) };
  *wave = (HeddleWave){
    .kind = HEDDLE_WAVE_STEP,
    .name = _("Rate"),
    .source = trace->source,
    .unit = "B/s",
    .colour = colour,
    .high = trace->highest > 0 ? trace->highest : 1,
    .series = curve,
    .n_series = 1,
  };
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
      Trace *trace = &g_array_index (self->traces, Trace, i);

      if (trace->link != HD_NO_ID)
        {
          sample_link (self, trace, view);
          fill_link (trace, theme->category[i % HEDDLE_N_CATEGORIES], &waves[i], &curves[i]);
        }
      else
        fill_wave (self, document, trace, theme, &waves[i], &curves[i]);
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

double
heddle_waves_figure_get_highest (HeddleWavesFigure *self,
                                 guint row)
{
  return g_array_index (self->traces, Trace, row).highest;
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
