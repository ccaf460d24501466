/* hd-record.c: what a run writes and anyone may read while it grows
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Spans, samples, iterations and transfers lie in chunked arrays that publish their length by a release store; loads lie in frames. The few
 * things that change in place (metrics, counters, digest) are behind a lock that the engine takes a few times a second at most.
 */
#define G_LOG_DOMAIN "hd-record"

#include "hd-record-private.h"

#include <pthread.h>

#include "hd-chunked-array.h"
#include "hd-i18n.h"

#define FRAME_BUDGET ((gsize) 32 << 20) /* twice this once frames have merged */
#define DEFAULT_BUDGET ((gsize) 4 << 30) /* of everything that grows with the run */
#define PICOSECONDS 1e12
#define CAUSE_SHIFT 40

/* Set once, then immutable. */
typedef struct
{
  char **names;
  guint n_names;
  const guint32 **members; /* by name: of teams, or NULL */
  guint *n_members;
  GHashTable *teams;       /* nodes as they were given -> copy */
  guint32 *lane_nodes;
  char **lane_titles;
  HdTreeLog **lane_logs;
  guint32 *lane_classes;
  guint n_lanes;
  guint n_lane_classes;
  guint *class_lanes; /* by lane class: its first lane */
  guint first_trace_lane;
  double *capacities;
  guint n_resources;
  guint32 *link_resources;
  guint32 *node_resources;
  HdChunkedArray **spans; /* by lane class */
  HdFrames *frames;
} Layout;

typedef struct
{
  HdSeriesKind kind;
  double maximum;
  HdChunkedArray *samples;
} Series;

/* Set once, then immutable; the board's lines change. */
typedef struct
{
  HdBoard *board;
  guint32 *of_node;
} Partitions;

struct _HdRecord
{
  guint references; /* atomic */
  HdDesign *design;
  Layout *layout;   /* published by a release store */
  Partitions *partitions; /* published by a release store */
  Series *series;
  guint n_series;
  HdChunkedArray *iterations;
  HdChunkedArray *transfers;
  HdTime time;      /* published by a release store */
  gsize budget;
  gsize n_bytes;    /* appended so far; atomic, as partitions append to series of their own */
  pthread_mutex_t lock; /* guards what follows */
  GArray *metrics;
  HdCounters counters;
  char *digest;
};

HdRecord *
_hd_record_new (HdDesign *design)
{
  HdRecord *self = g_new0 (HdRecord, 1);

  self->references = 1;
  self->design = hd_design_ref (design);
  self->budget = DEFAULT_BUDGET;
  self->n_series = hd_design_get_n_probes (design);
  self->series = g_new0 (Series, self->n_series);
  for (guint i = 0; i < self->n_series; i++)
    self->series[i].samples = hd_chunked_array_new (sizeof (HdSample));
  self->iterations = hd_chunked_array_new (sizeof (HdTime));
  self->transfers = hd_chunked_array_new (sizeof (HdTransferResult));
  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

HdRecord *
hd_record_ref (HdRecord *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  __atomic_add_fetch (&self->references, 1, __ATOMIC_RELAXED);
  return self;
}

static void
layout_free (Layout *layout)
{
  for (guint i = 0; i < layout->n_names; i++)
    g_free (layout->names[i]);
  for (guint i = 0; i < layout->n_lanes; i++)
    {
      g_free (layout->lane_titles[i]);
      g_clear_pointer (&layout->lane_logs[i], hd_tree_log_unref);
    }
  for (guint i = 0; i < layout->n_lane_classes; i++)
    hd_chunked_array_free (layout->spans[i]);
  g_free (layout->names);
  g_free (layout->members);
  g_free (layout->n_members);
  g_hash_table_unref (layout->teams);
  g_free (layout->lane_nodes);
  g_free (layout->lane_titles);
  g_free (layout->lane_logs);
  g_free (layout->lane_classes);
  g_free (layout->class_lanes);
  g_free (layout->capacities);
  g_free (layout->link_resources);
  g_free (layout->node_resources);
  g_free (layout->spans);
  hd_frames_free (layout->frames);
  g_free (layout);
}

static void
partitions_free (Partitions *partitions)
{
  hd_board_unref (partitions->board);
  g_free (partitions->of_node);
  g_free (partitions);
}

void
hd_record_unref (HdRecord *self)
{
  g_return_if_fail (self != NULL);

  if (__atomic_sub_fetch (&self->references, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  for (guint i = 0; i < self->n_series; i++)
    hd_chunked_array_free (self->series[i].samples);
  g_free (self->series);
  hd_chunked_array_free (self->iterations);
  hd_chunked_array_free (self->transfers);
  g_clear_pointer (&self->layout, layout_free);
  g_clear_pointer (&self->partitions, partitions_free);
  g_array_unref (self->metrics);
  g_free (self->digest);
  pthread_mutex_destroy (&self->lock);
  hd_design_unref (self->design);
  g_free (self);
}

/* Communications share teams, so each is copied once. */
static const guint32 *
keep_team (Layout *layout,
           const guint32 *nodes,
           guint n_nodes)
{
  guint32 *kept = g_hash_table_lookup (layout->teams, nodes);

  if (kept == NULL && nodes != NULL)
    {
      kept = g_memdup2 (nodes, n_nodes * sizeof *nodes);
      g_hash_table_insert (layout->teams, (gpointer) nodes, kept);
    }
  return kept;
}

void
_hd_record_set_layout (HdRecord *self,
                       const HdRecordLayout *given)
{
  Layout *layout = g_new0 (Layout, 1);

  layout->n_names = given->n_names;
  layout->names = g_new (char *, given->n_names);
  layout->members = g_new0 (const guint32 *, given->n_names);
  layout->n_members = g_new0 (guint, given->n_names);
  layout->teams = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < given->n_names; i++)
    {
      layout->names[i] = g_strdup (given->names[i]);
      if (given->name_members == NULL)
        continue;
      layout->members[i] = keep_team (layout, given->name_members[i], given->n_name_members[i]);
      layout->n_members[i] = given->n_name_members[i];
    }
  layout->n_lanes = given->n_lanes;
  layout->lane_nodes = g_memdup2 (given->lane_nodes, given->n_lanes * sizeof (guint32));
  layout->lane_classes = g_memdup2 (given->lane_classes, given->n_lanes * sizeof (guint32));
  layout->lane_titles = g_new0 (char *, given->n_lanes);
  layout->lane_logs = g_new0 (HdTreeLog *, given->n_lanes + 1);
  for (guint i = 0; i < given->n_lanes; i++)
    {
      layout->lane_titles[i] = g_strdup (given->lane_titles[i]);
      if (given->lane_logs != NULL && given->lane_logs[i] != NULL)
        layout->lane_logs[i] = hd_tree_log_ref (given->lane_logs[i]);
    }
  layout->n_lane_classes = given->n_lane_classes;
  layout->first_trace_lane = given->first_trace_lane;
  layout->class_lanes = g_new0 (guint, given->n_lane_classes);
  for (guint lane = given->n_lanes; lane-- > 0;)
    layout->class_lanes[given->lane_classes[lane]] = lane;
  layout->spans = g_new (HdChunkedArray *, given->n_lane_classes);
  for (guint i = 0; i < given->n_lane_classes; i++)
    layout->spans[i] = hd_chunked_array_new (sizeof (HdSpan));
  layout->n_resources = given->n_resources;
  layout->capacities = g_memdup2 (given->capacities, given->n_resources * sizeof (double));
  layout->link_resources = g_memdup2 (given->link_resources, 2 * (gsize) hd_design_get_n_links (self->design) * sizeof (guint32));
  layout->node_resources = g_memdup2 (given->node_resources, (gsize) hd_design_get_n_nodes (self->design) * sizeof (guint32));
  layout->frames = hd_frames_new (given->n_resources, FRAME_BUDGET);
  __atomic_store_n (&self->layout, layout, __ATOMIC_RELEASE);
}

static const Layout *
get_layout (HdRecord *self)
{
  return __atomic_load_n (&self->layout, __ATOMIC_ACQUIRE);
}

HdDesign *
hd_record_get_design (HdRecord *self)
{
  return self->design;
}

HdTime
hd_record_get_time (HdRecord *self)
{
  return __atomic_load_n (&self->time, __ATOMIC_ACQUIRE);
}

void
_hd_record_publish (HdRecord *self,
                    HdTime time)
{
  HdTime present = __atomic_load_n (&self->time, __ATOMIC_RELAXED);

  while (present < time && !__atomic_compare_exchange_n (&self->time, &present, time, FALSE, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

void
_hd_record_set_budget (HdRecord *self,
                       gsize bytes)
{
  self->budget = bytes;
}

gsize
_hd_record_get_budget (HdRecord *self)
{
  return self->budget;
}

gboolean
_hd_record_is_full (HdRecord *self)
{
  return __atomic_load_n (&self->n_bytes, __ATOMIC_RELAXED) > self->budget;
}

static void
append (HdRecord *self,
        HdChunkedArray *array,
        gconstpointer element,
        gsize size)
{
  hd_chunked_array_append (array, element);
  __atomic_fetch_add (&self->n_bytes, size, __ATOMIC_RELAXED);
}

/* ---- metrics -------------------------------------------------------------------------------------------------------- */

void
_hd_record_set_metric (HdRecord *self,
                       const char *name,
                       const char *title,
                       const char *unit,
                       double value)
{
  HdMetric metric = { g_intern_string (name), title, unit, value };
  guint i;

  pthread_mutex_lock (&self->lock);
  for (i = 0; i < self->metrics->len; i++)
    if (g_array_index (self->metrics, HdMetric, i).name == metric.name)
      break;
  if (i < self->metrics->len)
    g_array_index (self->metrics, HdMetric, i) = metric;
  else
    g_array_append_val (self->metrics, metric);
  pthread_mutex_unlock (&self->lock);
}

guint
hd_record_get_n_metrics (HdRecord *self)
{
  guint n;

  pthread_mutex_lock (&self->lock);
  n = self->metrics->len;
  pthread_mutex_unlock (&self->lock);
  return n;
}

gboolean
hd_record_get_metric (HdRecord *self,
                      guint n,
                      HdMetric *out_metric)
{
  gboolean found;

  pthread_mutex_lock (&self->lock);
  found = n < self->metrics->len;
  if (found)
    *out_metric = g_array_index (self->metrics, HdMetric, n);
  pthread_mutex_unlock (&self->lock);
  if (found)
    out_metric->title = _ (out_metric->title);
  return found;
}

gboolean
hd_record_find_metric (HdRecord *self,
                       const char *name,
                       HdMetric *out_metric)
{
  HdMetric metric;

  for (guint i = 0; hd_record_get_metric (self, i, &metric); i++)
    if (g_str_equal (metric.name, name))
      {
        *out_metric = metric;
        return TRUE;
      }
  return FALSE;
}

/* ---- series --------------------------------------------------------------------------------------------------------- */

/** _hd_record_set_series: before the layout is set, which publishes it */
void
_hd_record_set_series (HdRecord *self,
                       guint series,
                       HdSeriesKind kind,
                       double maximum)
{
  self->series[series].kind = kind;
  self->series[series].maximum = maximum;
}

void
_hd_record_append_sample (HdRecord *self,
                          guint series,
                          HdTime time,
                          double value)
{
  HdSample sample = { time, value };

  append (self, self->series[series].samples, &sample, sizeof sample);
}

guint
hd_record_get_n_series (HdRecord *self)
{
  return get_layout (self) != NULL ? self->n_series : 0;
}

HdSeriesKind
hd_record_get_series_kind (HdRecord *self,
                           guint series)
{
  g_return_val_if_fail (series < self->n_series, HD_SERIES_STEP);

  return self->series[series].kind;
}

const HdProbePoint *
hd_record_get_series_probe (HdRecord *self,
                            guint series)
{
  return hd_design_get_probe (self->design, series);
}

double
hd_record_get_series_maximum (HdRecord *self,
                              guint series)
{
  g_return_val_if_fail (series < self->n_series, 0);

  return self->series[series].maximum;
}

guint64
hd_record_get_n_samples (HdRecord *self,
                         guint series)
{
  g_return_val_if_fail (series < self->n_series, 0);

  return hd_chunked_array_get_length (self->series[series].samples);
}

const HdSample *
hd_record_peek_samples (HdRecord *self,
                        guint series,
                        guint64 first,
                        guint64 *out_n)
{
  g_return_val_if_fail (series < self->n_series, NULL);

  return hd_chunked_array_peek (self->series[series].samples, first, out_n);
}

gint64
hd_record_find_sample (HdRecord *self,
                       guint series,
                       HdTime time)
{
  guint64 low = 0;
  guint64 high = hd_record_get_n_samples (self, series);

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;
      guint64 n;

      if (hd_record_peek_samples (self, series, middle, &n)->time <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return (gint64) low - 1;
}

/* ---- spans ---------------------------------------------------------------------------------------------------------- */

guint64
_hd_record_make_cause (guint lane_class,
                       guint64 index)
{
  return (guint64) lane_class << CAUSE_SHIFT | index;
}

/** _hd_record_append_span: returns the span's number in its lane class */
guint64
_hd_record_append_span (HdRecord *self,
                        guint lane_class,
                        const HdSpan *span)
{
  HdChunkedArray *spans = self->layout->spans[lane_class];
  guint64 index = hd_chunked_array_get_length (spans);

  append (self, spans, span, sizeof *span);
  return index;
}

guint
hd_record_get_n_lanes (HdRecord *self)
{
  const Layout *layout = get_layout (self);

  return layout != NULL ? layout->n_lanes : 0;
}

guint32
hd_record_get_lane_node (HdRecord *self,
                         guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), HD_NO_ID);

  return self->layout->lane_nodes[lane];
}

HdTreeLog *
_hd_record_get_log (HdRecord *self,
                    guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), NULL);

  return self->layout->lane_logs[lane];
}

char *
hd_record_dup_lane_title (HdRecord *self,
                          guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), NULL);

  if (self->layout->lane_titles[lane] != NULL)
    return g_strdup (self->layout->lane_titles[lane]);
  return hd_design_dup_node_path (self->design, self->layout->lane_nodes[lane]);
}

guint
hd_record_get_lane_class (HdRecord *self,
                          guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), 0);

  return self->layout->lane_classes[lane];
}

guint64
hd_record_get_n_spans (HdRecord *self,
                       guint lane)
{
  return hd_chunked_array_get_length (self->layout->spans[hd_record_get_lane_class (self, lane)]);
}

const HdSpan *
hd_record_peek_spans (HdRecord *self,
                      guint lane,
                      guint64 first,
                      guint64 *out_n)
{
  return hd_chunked_array_peek (self->layout->spans[hd_record_get_lane_class (self, lane)], first, out_n);
}

gboolean
hd_record_is_trace_lane (HdRecord *self,
                         guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), FALSE);

  return lane >= self->layout->first_trace_lane;
}

gboolean
hd_record_find_cause (HdRecord *self,
                      guint lane,
                      const HdSpan *span,
                      guint *out_lane,
                      guint64 *out_index)
{
  guint lane_class;

  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), FALSE);

  if (span->cause == HD_NO_SPAN)
    return FALSE;
  lane_class = (guint) (span->cause >> CAUSE_SHIFT);
  *out_lane = self->layout->lane_classes[lane] == lane_class ? lane : self->layout->class_lanes[lane_class];
  *out_index = span->cause & (((guint64) 1 << CAUSE_SHIFT) - 1);
  return TRUE;
}

const char *
hd_record_get_name (HdRecord *self,
                    guint32 name)
{
  g_return_val_if_fail (name < hd_record_get_n_names (self), NULL);

  return self->layout->names[name];
}

const guint32 *
hd_record_peek_members (HdRecord *self,
                        guint32 name,
                        guint *out_n)
{
  g_return_val_if_fail (name < hd_record_get_n_names (self), NULL);

  *out_n = self->layout->n_members[name];
  return self->layout->members[name];
}

guint32
hd_record_get_n_names (HdRecord *self)
{
  const Layout *layout = get_layout (self);

  return layout != NULL ? layout->n_names : 0;
}

/* ---- frames --------------------------------------------------------------------------------------------------------- */

HdFrames *
_hd_record_get_frames (HdRecord *self)
{
  return self->layout->frames;
}

HdTime
hd_record_get_frame_interval (HdRecord *self)
{
  const Layout *layout = get_layout (self);

  return layout != NULL ? hd_frames_get_interval (layout->frames) : 0;
}

static HdLoad
load_of (const Layout *layout,
         guint32 resource,
         const HdFrameLoad *frame_load,
         HdTime length)
{
  double capacity_per_ps = layout->capacities[resource] / PICOSECONDS;

  if (length <= 0)
    return (HdLoad){ 0 };
  return (HdLoad){ (float) (frame_load->amount / (double) length / capacity_per_ps),
                   (float) (frame_load->peak / capacity_per_ps), frame_load->amount,
                   frame_load->amount / hd_time_to_seconds (length) };
}

/* The two directions of a split link: the busier one's shares, both amounts. */
static HdLoad
load_join (HdLoad a,
           HdLoad b)
{
  return (HdLoad){ MAX (a.mean, b.mean), MAX (a.peak, b.peak), a.amount + b.amount, a.rate + b.rate };
}

/* Loads of all resource classes over a window; NULL before the layout is known. */
static HdLoad *
read_resources (HdRecord *self,
                HdTime start,
                HdTime end)
{
  const Layout *layout = get_layout (self);
  g_autofree HdFrameLoad *frame_loads = NULL;
  HdLoad *loads;
  HdTime from, to;

  if (layout == NULL)
    return NULL;
  frame_loads = g_new (HdFrameLoad, layout->n_resources);
  loads = g_new (HdLoad, layout->n_resources);
  hd_frames_read (layout->frames, start, end, frame_loads, &from, &to);
  for (guint r = 0; r < layout->n_resources; r++)
    loads[r] = load_of (layout, r, &frame_loads[r], to - from);
  return loads;
}

void
hd_record_read_links (HdRecord *self,
                      HdTime start,
                      HdTime end,
                      HdLoad *out_loads)
{
  g_autofree HdLoad *loads = read_resources (self, start, end);
  guint n_links = hd_design_get_n_links (self->design);

  for (guint l = 0; l < n_links; l++)
    {
      guint32 forward = loads != NULL ? self->layout->link_resources[2 * l] : HD_NO_ID;
      guint32 backward = loads != NULL ? self->layout->link_resources[2 * l + 1] : HD_NO_ID;

      out_loads[l] = forward != HD_NO_ID ? loads[forward] : (HdLoad){ 0 };
      if (backward != HD_NO_ID && backward != forward)
        out_loads[l] = load_join (out_loads[l], loads[backward]);
      else if (backward != HD_NO_ID && hd_design_get_links (self->design)[l].sharing == HD_SHARING_SPLIT)
        out_loads[l] = load_join (out_loads[l], out_loads[l]); /* two directions that symmetry proved equal */
    }
}

void
hd_record_read_nodes (HdRecord *self,
                      HdTime start,
                      HdTime end,
                      HdLoad *out_loads)
{
  g_autofree HdLoad *loads = read_resources (self, start, end);
  guint n_nodes = hd_design_get_n_nodes (self->design);

  for (guint i = 0; i < n_nodes; i++)
    {
      guint32 resource = loads != NULL ? self->layout->node_resources[i] : HD_NO_ID;

      out_loads[i] = resource != HD_NO_ID ? loads[resource] : (HdLoad){ 0 };
    }
}

HdLoad
hd_record_read_link (HdRecord *self,
                     guint32 link,
                     guint direction,
                     HdTime start,
                     HdTime end)
{
  const Layout *layout = get_layout (self);
  gboolean split = hd_design_get_links (self->design)[link].sharing == HD_SHARING_SPLIT;
  HdLoad load = { 0 };

  if (layout == NULL)
    return load;
  for (guint d = 0; d < 2; d++)
    {
      guint32 resource = layout->link_resources[2 * (gsize) link + d];
      HdTime from, to;
      HdFrameLoad frame_load;
      HdLoad one;

      if (resource == HD_NO_ID || (split && direction < 2 && direction != d) || (!split && d == 1))
        continue;
      frame_load = hd_frames_read_one (layout->frames, resource, start, end, &from, &to);
      one = load_of (layout, resource, &frame_load, to - from);
      load = load_join (load, one);
    }
  return load;
}

/* ---- partitions ----------------------------------------------------------------------------------------------------- */

void
_hd_record_set_board (HdRecord *self,
                      HdBoard *board,
                      const guint32 *of_node)
{
  Partitions *partitions = g_new0 (Partitions, 1);

  partitions->board = hd_board_ref (board);
  partitions->of_node = g_memdup2 (of_node, hd_design_get_n_nodes (self->design) * sizeof (guint32));
  __atomic_store_n (&self->partitions, partitions, __ATOMIC_RELEASE);
}

static const Partitions *
get_partitions (HdRecord *self)
{
  return __atomic_load_n (&self->partitions, __ATOMIC_ACQUIRE);
}

guint
hd_record_get_n_partitions (HdRecord *self)
{
  const Partitions *partitions = get_partitions (self);

  return partitions != NULL ? partitions->board->n_lines : 0;
}

void
hd_record_read_partition (HdRecord *self,
                          guint partition,
                          HdPartitionStatistics *out_statistics)
{
  g_return_if_fail (partition < hd_record_get_n_partitions (self));

  hd_board_read (get_partitions (self)->board, partition, out_statistics);
}

guint32
hd_record_get_node_partition (HdRecord *self,
                              guint32 node)
{
  const Partitions *partitions = get_partitions (self);

  return partitions != NULL ? partitions->of_node[node] : HD_NO_PARTITION;
}

/* ---- the rest ------------------------------------------------------------------------------------------------------- */

void
_hd_record_set_counters (HdRecord *self,
                         const HdCounters *counters)
{
  pthread_mutex_lock (&self->lock);
  self->counters = *counters;
  pthread_mutex_unlock (&self->lock);
}

static gsize
measure_memory (HdRecord *self)
{
  const Layout *layout = get_layout (self);
  gsize bytes = 0;

  for (guint i = 0; i < self->n_series; i++)
    bytes += hd_chunked_array_get_length (self->series[i].samples) * sizeof (HdSample);
  if (layout == NULL)
    return bytes;
  for (guint i = 0; i < layout->n_lane_classes; i++)
    bytes += hd_chunked_array_get_length (layout->spans[i]) * sizeof (HdSpan);
  return bytes + hd_frames_get_memory (layout->frames);
}

void
hd_record_get_counters (HdRecord *self,
                        HdCounters *out_counters)
{
  pthread_mutex_lock (&self->lock);
  *out_counters = self->counters;
  pthread_mutex_unlock (&self->lock);
  out_counters->memory_bytes = measure_memory (self);
}

void
_hd_record_take_digest (HdRecord *self,
                        char *digest)
{
  pthread_mutex_lock (&self->lock);
  g_free (self->digest);
  self->digest = digest;
  pthread_mutex_unlock (&self->lock);
}

char *
hd_record_dup_digest (HdRecord *self)
{
  char *digest;

  pthread_mutex_lock (&self->lock);
  digest = g_strdup (self->digest);
  pthread_mutex_unlock (&self->lock);
  return digest;
}

void
_hd_record_append_iteration (HdRecord *self,
                             HdTime end)
{
  append (self, self->iterations, &end, sizeof end);
}

guint
hd_record_get_n_iterations (HdRecord *self)
{
  return (guint) hd_chunked_array_get_length (self->iterations);
}

HdTime
hd_record_get_iteration_end (HdRecord *self,
                             guint iteration)
{
  guint64 n;

  g_return_val_if_fail (iteration < hd_record_get_n_iterations (self), 0);

  return *(const HdTime *) hd_chunked_array_peek (self->iterations, iteration, &n);
}

void
_hd_record_append_transfer (HdRecord *self,
                            const HdTransferResult *transfer)
{
  append (self, self->transfers, transfer, sizeof *transfer);
}

guint64
hd_record_get_n_transfers (HdRecord *self)
{
  return hd_chunked_array_get_length (self->transfers);
}

gboolean
hd_record_get_transfer (HdRecord *self,
                        guint64 n,
                        HdTransferResult *out_transfer)
{
  guint64 available;

  if (n >= hd_record_get_n_transfers (self))
    return FALSE;
  *out_transfer = *(const HdTransferResult *) hd_chunked_array_peek (self->transfers, n, &available);
  return TRUE;
}
