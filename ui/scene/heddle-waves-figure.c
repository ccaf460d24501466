/* heddle-waves-figure.c: the probes of a record over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-waves-figure"

#include "heddle-waves-figure.h"

#include <math.h>

#include <glib/gi18n.h>

#define N_LINKS 4         /* shown where there are no probes */
#define N_MEMBERS 2       /* likewise: of what computes, those that do most of the time */
#define GROWTH 1.5         /* of the record, until the hottest links are looked for again */
#define PX_PER_SAMPLE 2.0  /* of a link */
#define MAX_SAMPLES 600
#define DENSE 0.5         /* values for each px, from which on an overview is drawn */

/* What has been read of a series so far, or of the rate of a link. */
typedef struct
{
  HeddleDecimate *data; /* NULL where there is none */
  guint64 n_read;
  double highest;       /* seen, where the series has no full scale */
} Curve;

/* One probe. Or a link or component, of which the record knows the load at any time. */
typedef struct
{
  guint series;         /* G_MAXUINT for a link or node */
  guint32 link;         /* HD_NO_ID for all else */
  guint32 node;         /* likewise */
  Curve now;            /* of a step series, or a load */
  Curve before;         /* the same in the baseline */
  HeddleStateIndex *states; /* of a series of states */
  guint64 n_states;     /* that were read */
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
  GArray *columns;   /* of HeddleWaveColumn, likewise */
  GArray *chosen;    /* of guint; NULL for all */

  guint n_series;    /* of the record, when the traces were made */
  HdTime chosen_at;  /* the record's end when links were chosen */
};

static void
clear_trace (Trace *trace)
{
  g_clear_pointer (&trace->now.data, heddle_decimate_free);
  g_clear_pointer (&trace->before.data, heddle_decimate_free);
  g_clear_pointer (&trace->states, heddle_state_index_free);
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

static void
read_states (HdRecord *record,
             Trace *trace)
{
  guint64 n;

  while (trace->n_states < hd_record_get_n_samples (record, trace->series))
    {
      const HdSample *samples = hd_record_peek_samples (record, trace->series, trace->n_states, &n);

      if (samples == NULL || n == 0)
        break;
      for (guint64 i = 0; i < n; i++)
        heddle_state_index_append (trace->states, samples[i].time, samples[i].value < 0 ? HEDDLE_STATE_IDLE : (gint32) samples[i].value);
      trace->n_states += n;
    }
  heddle_state_index_set_end (trace->states, hd_record_get_time (record));
}

/* The same object in the baseline. Workloads have no curves. */
static guint32
find_before (HeddleWavesFigure *self,
             HdTargetKind kind,
             guint32 target)
{
  if (self->pairing == NULL || kind == HD_TARGET_WORKLOAD || target == HD_NO_ID)
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
  Trace trace = { .series = series, .link = HD_NO_ID, .node = HD_NO_ID, .source = dup_source (hd_record_get_design (self->record), hd_record_get_series_probe (self->record, series)) };

  if (hd_record_get_series_kind (self->record, series) == HD_SERIES_STEP)
    {
      trace.now.data = heddle_decimate_new ();
      read_baseline (self, &trace);
    }
  else
    trace.states = heddle_state_index_new ();
  g_array_append_val (self->traces, trace);
}

/* The processors that compute most of the time; routers, media and memories have rates. */
static void
choose_members (HeddleWavesFigure *self,
                const HdLoad *nodes)
{
  HdDesign *design = hd_record_get_design (self->record);
  guint32 busiest[N_MEMBERS];
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      guint at = n;

      if (nodes[i].ways[0].mean <= 0 || nodes[i].room > 0 || hd_node_get_bandwidth (design, i, 0) > 0)
        continue;
      while (at > 0 && nodes[busiest[at - 1]].ways[0].mean < nodes[i].ways[0].mean)
        at--;
      if (at == N_MEMBERS)
        continue;
      n = MIN (n + 1, N_MEMBERS);
      for (guint k = n - 1; k > at; k--)
        busiest[k] = busiest[k - 1];
      busiest[at] = i;
    }
  for (guint i = 0; i < n; i++)
    {
      Trace trace = { .series = G_MAXUINT, .link = HD_NO_ID, .node = busiest[i], .source = hd_design_dup_node_label (design, busiest[i]) };

      g_array_append_val (self->traces, trace);
    }
}

/* Without probes the hottest links and the busiest processors are shown: their loads are recorded anyway. They are chosen anew as the run grows. */
static void
choose_loads (HeddleWavesFigure *self)
{
  HdDesign *design = hd_record_get_design (self->record);
  HdTime end = hd_record_get_time (self->record);
  g_autofree HdLoad *links = g_new0 (HdLoad, MAX (hd_design_get_n_links (design), 1));
  g_autofree HdLoad *nodes = g_new0 (HdLoad, MAX (hd_design_get_n_nodes (design), 1)); /* idle: media and memories have no curve here */
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
      Trace trace = { .series = G_MAXUINT, .link = hottest[i].target, .node = HD_NO_ID, .source = hd_design_dup_link_path (design, hottest[i].target) };

      g_array_append_val (self->traces, trace);
    }
  hd_record_read_nodes (self->record, 0, end, nodes);
  choose_members (self, nodes);
}

/* Of a link its rate, both directions together, of a component its use in percent: of the whole frames which the record keeps. */
static double
read_load (HdRecord *record,
           guint32 link,
           guint32 node,
           HdTime from,
           HdTime to)
{
  return link != HD_NO_ID ? hd_record_read_link (record, link, from, to).rate : 100 * hd_record_read_node (record, node, from, to).ways[0].mean;
}

static void
sample_load (HdRecord *record,
             guint32 link,
             guint32 node,
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
      double load = read_load (record, link, node, from, MIN (from + step, end));
      gint64 time = from;

      heddle_decimate_append (curve->data, &time, &load, 1);
      curve->highest = MAX (curve->highest, load);
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
    choose_loads (self);
  for (guint i = 0; i < self->traces->len; i++)
    {
      Trace *trace = &g_array_index (self->traces, Trace, i);

      if (trace->series != G_MAXUINT && trace->now.data != NULL)
        read_series (record, trace->series, &trace->now);
      else if (trace->states != NULL)
        read_states (record, trace);
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

/* Names that follow each other are far apart. */
static float
get_shade (gint32 name)
{
  double turns = name * 0.6180339887;

  return (float) (0.2 + 0.7 * (turns - floor (turns)));
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
                                       .shade = get_shade ((gint32) name) };
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

static gboolean
is_dense (HeddleWavesFigure *self,
          guint series,
          const HeddleWaveView *view)
{
  gint64 n = hd_record_find_sample (self->record, series, view->end_ps) - hd_record_find_sample (self->record, series, view->begin_ps);

  return (double) n > DENSE * (view->width - view->name_width);
}

/* Px by px what held for longest, and for how much of it anything did. */
static void
collect_columns (HeddleWavesFigure *self,
                 const Trace *trace,
                 const HeddleWaveView *view)
{
  guint n = (guint) ceil (MAX (view->width - view->name_width, 1)), first = self->columns->len;
  g_autofree HeddleStateColumn *states = g_new (HeddleStateColumn, n);

  heddle_state_index_columns (trace->states, view->begin_ps, view->end_ps, n, states);
  g_array_set_size (self->columns, first + n);
  for (guint c = 0; c < n; c++)
    {
      HeddleWaveColumn *column = &g_array_index (self->columns, HeddleWaveColumn, first + c);
      gint32 state = states[c].empty ? HEDDLE_STATE_IDLE : states[c].state;

      *column = (HeddleWaveColumn){ .busy = states[c].empty ? 0 : states[c].busy, .shade = state >= 0 ? get_shade (state) : 0 };
      if (state >= 0)
        column->label = hd_record_get_name (self->record, (guint32) state);
    }
}

static gboolean
read_curve (const HeddleDecimate *data,
            HdTime time,
            double *out_value)
{
  if (data == NULL || heddle_decimate_length (data) == 0 || time < heddle_decimate_time (data, 0) || time > heddle_decimate_get_end (data))
    return FALSE;
  *out_value = heddle_decimate_value (data, heddle_decimate_find (data, time));
  return TRUE;
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
fill_load (const Trace *trace,
           HeddleColour colour,
           const HeddleTheme *theme,
           HeddleWave *wave,
           HeddleWaveSeries *curves)
{
  *wave = (HeddleWave){
    .name = trace->link != HD_NO_ID ? _("Rate") : _("Busy"),
    .source = trace->source,
    .unit = trace->link != HD_NO_ID ? "B/s" : "%",
    .colour = colour,
    .high = trace->link != HD_NO_ID ? get_top (trace) : 100,
  };
  fill_curves (trace, colour, theme, wave, curves);
}

/* What the type of what is probed says of a value. */
static void
fill_level (HeddleWavesFigure *self,
            const HdProbePoint *point,
            HeddleWave *wave)
{
  const HdComponentType *type = point->kind == HD_TARGET_NODE ? hd_design_get_nodes (hd_record_get_design (self->record))[point->target].type : NULL;
  const HdProbe *probe = type != NULL ? hd_component_type_find_probe (type, point->probe, NULL) : NULL;

  if (probe == NULL || probe->level_title == NULL)
    return;
  wave->level = probe->level;
  wave->level_name = _(probe->level_title);
  wave->high = MAX (wave->high, probe->level);
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
    {
      fill_curves (trace, colour, theme, wave, curves);
      fill_level (self, probe, wave);
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
  g_autofree HeddleWaveSeries *curves = g_new0 (HeddleWaveSeries, 2 * n);
  g_autofree guint *spans = g_new0 (guint, n + 1), *columns = g_new0 (guint, n + 1);

  g_array_set_size (self->spans, 0);
  g_array_set_size (self->columns, 0);
  for (guint i = 0; i < n; i++)
    {
      Trace *trace = &g_array_index (self->traces, Trace, i);

      if (trace->series == G_MAXUINT)
        {
          guint32 link = find_before (self, HD_TARGET_LINK, trace->link), node = find_before (self, HD_TARGET_NODE, trace->node);

          sample_load (self->record, trace->link, trace->node, view, &trace->now);
          if (link != HD_NO_ID || node != HD_NO_ID)
            sample_load (self->baseline, link, node, view, &trace->before);
          fill_load (trace, theme->category[i % HEDDLE_N_CATEGORIES], theme, &waves[i], &curves[2 * i]);
        }
      else
        fill_wave (self, document, trace, theme, &waves[i], &curves[2 * i]);
      waves[i].known[0] = view->cursor_a_ps != HEDDLE_NO_TIME && read_curve (trace->now.data, view->cursor_a_ps, &waves[i].at[0]);
      waves[i].known[1] = view->cursor_b_ps != HEDDLE_NO_TIME && read_curve (trace->now.data, view->cursor_b_ps, &waves[i].at[1]);
      if (trace->states != NULL && is_dense (self, trace->series, view))
        collect_columns (self, trace, view);
      else if (trace->states != NULL)
        collect_spans (self, trace->series, view);
      spans[i + 1] = self->spans->len;
      columns[i + 1] = self->columns->len;
    }
  /* Only now do spans and columns lie still. */
  for (guint i = 0; i < n; i++)
    {
      waves[i].n_spans = spans[i + 1] - spans[i];
      if (waves[i].n_spans > 0)
        waves[i].spans = &g_array_index (self->spans, HeddleWaveSpan, spans[i]);
      waves[i].n_columns = columns[i + 1] - columns[i];
      if (waves[i].n_columns > 0)
        waves[i].columns = &g_array_index (self->columns, HeddleWaveColumn, columns[i]);
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

guint32
heddle_waves_figure_get_node (HeddleWavesFigure *self,
                              guint row)
{
  return g_array_index (self->traces, Trace, row).node;
}

gboolean
heddle_waves_figure_get_state (HeddleWavesFigure *self,
                               guint row,
                               HdTime from,
                               HdTime to,
                               HeddleStateColumn *out_state)
{
  const Trace *trace = &g_array_index (self->traces, Trace, row);

  if (trace->states == NULL)
    return FALSE;
  heddle_state_index_columns (trace->states, from, to, 1, out_state);
  return !out_state->empty;
}

gboolean
heddle_waves_figure_get_load (HeddleWavesFigure *self,
                              guint row,
                              HdTime time,
                              double *out_value)
{
  const Trace *trace = &g_array_index (self->traces, Trace, row);

  return trace->series == G_MAXUINT && read_curve (trace->now.data, time, out_value);
}

gboolean
heddle_waves_figure_get_before (HeddleWavesFigure *self,
                                guint row,
                                HdTime time,
                                double *out_value)
{
  return read_curve (g_array_index (self->traces, Trace, row).before.data, time, out_value);
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
  self->columns = g_array_new (FALSE, FALSE, sizeof (HeddleWaveColumn));
  return self;
}

void
heddle_waves_figure_free (HeddleWavesFigure *self)
{
  g_array_unref (self->traces);
  g_array_unref (self->spans);
  g_array_unref (self->columns);
  g_clear_pointer (&self->chosen, g_array_unref);
  g_clear_pointer (&self->record, hd_record_unref);
  g_clear_pointer (&self->baseline, hd_record_unref);
  g_clear_pointer (&self->pairing, hd_pairing_free);
  g_free (self);
}
