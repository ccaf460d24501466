/* hd-executor.c: runs a workload graph by tokens
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Rules (HCSim section 3): an edge holds tokens, one at the beginning if it does not count the first time. A vertex starts when one of its
 * predecessors completes and every incoming edge holds a token, and takes one from each; while it runs it is not started again, but when it ends. A
 * start vertex that would start again has been re-entered; after the last iteration it is not launched any more, and when that holds for all
 * start vertices the work is done.
 *
 * Everything that ends at one time is completed in the order of vertices, then of lane classes; then channels that are free take their next
 * communication. So results do not depend on the order in which a network tells of ends.
 */
#define G_LOG_DOMAIN "hd-executor"

#include "hd-executor.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-work-digest.h"

#define MAX_LISTED 20
#define MAX_COMPLETIONS_AT_ONCE 100000 /* and a hundred more for each instance */

typedef enum
{
  PART_COMPUTE,
  PART_MEMORY,
  PART_MOVE,
  PART_COMM,
} Part;

/* One vertex in one lane class, or a vertex that exists once. */
typedef struct
{
  guint32 vertex;
  guint32 lane_class;
  guint32 missing;     /* incoming edges without token */
  guint32 n_runs;      /* begun */
  guint8 running;
  guint8 parked;       /* a start vertex after its last iteration */
  guint8 parts;        /* under way, a bit for each */
  guint32 next_run;    /* of the pattern */
  HdTime start;
  HdTime part_start;   /* of what follows the move */
  guint32 cause_class;
  guint64 cause_index;
  guint64 last_span;   /* that ended, in its lane class */
} Instance;

typedef struct
{
  guint32 instance;
  HdTime ready;
} Waiting;

typedef struct
{
  GArray *queue; /* of Waiting */
  gboolean busy;
} Channel;

struct _HdExecutor
{
  const HdWorkModel *model;
  HdNetwork *network;
  const HdExecutionObserver *observer;
  gpointer user_data;
  guint iterations;
  HdTime now;

  Instance *instances;
  guint n_instances;
  guint32 *first_instance; /* by vertex */
  guint32 *tokens;
  guint32 *first_token;    /* by edge */
  guint32 *incoming;       /* edges, by the vertex they lead to */
  guint32 *first_in;       /* by vertex */
  Channel *channels;

  GArray *ended;   /* of guint64, tokens of the network */
  GArray *instant; /* of guint32, instances that ended as they started */
  GArray *batch;   /* of HdTransfer, scratch */

  guint n_running;
  guint n_starts;  /* start instances */
  guint n_parked;
  GArray *entered; /* of guint: start instances that were re-entered for the n-th time */
  GArray *iteration_ends; /* of HdTime */
  guint64 n_completions;
  guint64 n_parts_ended; /* of computations */
  guint64 n_completions_here; /* at @now */
  guint n_computing;       /* parts of computations under way */
  guint n_communicating;   /* communications under way */
  HdTime exposed;          /* how long something was communicated and nothing computed */

  guint64 *n_spans;        /* by lane class: ended */
  HdWorkDigest *digests;   /* by lane class */
  guint64 *name_digests;   /* by vertex */
};

/* ---- construct -------------------------------------------------------------------------------------------------------- */

static guint
count_classes (const HdWorkModel *model,
               const HdWorkVertex *vertex)
{
  const guint32 *classes;
  guint n = 0;

  if (vertex->group == HD_NO_ID)
    return 1;
  classes = model->group_classes[vertex->group];
  while (classes[n] != HD_NO_ID)
    n++;
  return n;
}

guint
hd_executor_get_n_lane_classes (const HdWorkModel *model)
{
  return model->n_classes + model->graph->channels->len + 1;
}

static guint32
find_lane_class (const HdWorkModel *model,
                 guint32 v,
                 guint k)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, v);

  if (vertex->group != HD_NO_ID)
    return model->group_classes[vertex->group][k];
  if (vertex->kind == HD_VERTEX_COMPUTE)
    return model->place_classes[v];
  return model->n_classes + (vertex->channel != HD_NO_ID ? vertex->channel : model->graph->channels->len);
}

static void
make_instances (HdExecutor *self)
{
  const HdWorkloadGraph *graph = self->model->graph;
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);

  self->first_instance = g_new (guint32, n_vertices + 1);
  self->first_instance[0] = 0;
  for (guint32 v = 0; v < n_vertices; v++)
    self->first_instance[v + 1] = self->first_instance[v] + count_classes (self->model, hd_workload_graph_get_vertex (graph, v));
  self->n_instances = self->first_instance[n_vertices];
  self->instances = g_new0 (Instance, self->n_instances + 1);
  for (guint32 v = 0; v < n_vertices; v++)
    for (guint32 i = self->first_instance[v]; i < self->first_instance[v + 1]; i++)
      {
        self->instances[i].vertex = v;
        self->instances[i].lane_class = find_lane_class (self->model, v, i - self->first_instance[v]);
        self->instances[i].cause_index = HD_NO_CAUSE;
        self->n_starts += hd_workload_graph_get_vertex (graph, v)->start;
      }
}

static guint
width_of (const HdExecutor *self,
          guint32 vertex)
{
  return self->first_instance[vertex + 1] - self->first_instance[vertex];
}

/* An edge has a token for each class of its wider end. */
static void
make_tokens (HdExecutor *self)
{
  const HdWorkloadGraph *graph = self->model->graph;
  guint n_edges = graph->edges->len;

  self->first_token = g_new (guint32, n_edges + 1);
  self->first_token[0] = 0;
  for (guint32 e = 0; e < n_edges; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (graph, e);

      self->first_token[e + 1] = self->first_token[e] + MAX (width_of (self, edge->from), width_of (self, edge->to));
    }
  self->tokens = g_new0 (guint32, self->first_token[n_edges] + 1);
  for (guint32 e = 0; e < n_edges; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (graph, e);
      guint n_tokens = self->first_token[e + 1] - self->first_token[e];

      for (guint k = 0; k < n_tokens; k++)
        {
          Instance *to = &self->instances[self->first_instance[edge->to] + MIN (k, width_of (self, edge->to) - 1)];

          self->tokens[self->first_token[e] + k] = edge->first_ignored;
          to->missing += !edge->first_ignored;
        }
    }
}

static void
sort_incoming (HdExecutor *self)
{
  const HdWorkloadGraph *graph = self->model->graph;
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);
  g_autofree guint32 *next = NULL;

  self->first_in = g_new0 (guint32, n_vertices + 1);
  self->incoming = g_new (guint32, graph->edges->len + 1);
  for (guint32 e = 0; e < graph->edges->len; e++)
    self->first_in[hd_workload_graph_get_edge (graph, e)->to + 1]++;
  for (guint32 v = 0; v < n_vertices; v++)
    self->first_in[v + 1] += self->first_in[v];
  next = g_memdup2 (self->first_in, (n_vertices + 1) * sizeof *next);
  for (guint32 e = 0; e < graph->edges->len; e++)
    self->incoming[next[hd_workload_graph_get_edge (graph, e)->to]++] = e;
}

HdExecutor *
hd_executor_new (const HdWorkModel *model,
                 guint iterations)
{
  HdExecutor *self = g_new0 (HdExecutor, 1);
  const HdWorkloadGraph *graph = model->graph;
  guint n_lane_classes = hd_executor_get_n_lane_classes (model);

  self->model = model;
  self->iterations = iterations;
  make_instances (self);
  make_tokens (self);
  sort_incoming (self);
  self->channels = g_new0 (Channel, graph->channels->len + 1);
  for (guint i = 0; i < graph->channels->len; i++)
    self->channels[i].queue = g_array_new (FALSE, FALSE, sizeof (Waiting));
  self->ended = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->instant = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->batch = g_array_new (FALSE, FALSE, sizeof (HdTransfer));
  self->entered = g_array_new (FALSE, TRUE, sizeof (guint));
  self->iteration_ends = g_array_new (FALSE, FALSE, sizeof (HdTime));
  self->n_spans = g_new0 (guint64, n_lane_classes);
  self->digests = g_new0 (HdWorkDigest, n_lane_classes);
  self->name_digests = g_new (guint64, hd_workload_graph_get_n_vertices (graph) + 1);
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    self->name_digests[v] = hd_work_digest_text (hd_workload_graph_get_vertex (graph, v)->name);
  return self;
}

void
hd_executor_free (HdExecutor *self)
{
  for (guint i = 0; i < self->model->graph->channels->len; i++)
    g_array_unref (self->channels[i].queue);
  g_array_unref (self->ended);
  g_array_unref (self->instant);
  g_array_unref (self->batch);
  g_array_unref (self->entered);
  g_array_unref (self->iteration_ends);
  g_free (self->instances);
  g_free (self->first_instance);
  g_free (self->tokens);
  g_free (self->first_token);
  g_free (self->incoming);
  g_free (self->first_in);
  g_free (self->channels);
  g_free (self->n_spans);
  g_free (self->digests);
  g_free (self->name_digests);
  g_free (self);
}

void
hd_executor_connect (HdExecutor *self,
                     HdNetwork *network,
                     const HdExecutionObserver *observer,
                     gpointer user_data)
{
  self->network = network;
  self->observer = observer;
  self->user_data = user_data;
}

/* ---- spans -------------------------------------------------------------------------------------------------------------- */

static void
fill_span (const HdExecutor *self,
           const Instance *instance,
           HdWorkKind kind,
           HdTime start,
           HdWorkSpan *out_span)
{
  *out_span = (HdWorkSpan) {
    .lane_class = instance->lane_class,
    .name = instance->vertex,
    .kind = kind,
    .iteration = instance->n_runs - 1,
    .start = start,
    .end = HD_TIME_MAX,
    .cause_class = instance->cause_class,
    .cause_index = instance->cause_index,
  };
}

static void
tell_begin (HdExecutor *self,
            const Instance *instance,
            HdWorkKind kind)
{
  HdWorkSpan span;

  if (self->observer == NULL || self->observer->begin == NULL)
    return;
  fill_span (self, instance, kind, self->now, &span);
  self->observer->begin (self->user_data, &span);
}

static void
tell_end (HdExecutor *self,
          Instance *instance,
          HdWorkKind kind,
          HdTime start,
          gboolean unfinished)
{
  HdWorkSpan span;

  instance->last_span = self->n_spans[instance->lane_class]++;
  if (self->observer == NULL || self->observer->end == NULL)
    return;
  fill_span (self, instance, kind, start, &span);
  span.end = self->now;
  span.unfinished = unfinished;
  self->observer->end (self->user_data, &span);
}

static HdWorkKind
comm_kind (const HdWorkVertex *vertex)
{
  return g_str_equal (vertex->algorithm->id, "point-to-point") ? HD_WORK_TRANSFER : HD_WORK_COLLECTIVE;
}

/* ---- starting ------------------------------------------------------------------------------------------------------------ */

static guint64
make_token (guint32 instance,
            Part part)
{
  return (guint64) instance << 2 | part;
}

static void
start_part (HdExecutor *self,
            guint32 instance,
            Part part,
            guint32 path,
            double size)
{
  HdTransfer transfer = { path, size };

  hd_network_start (self->network, &transfer, 1, 1, make_token (instance, part));
  self->instances[instance].parts |= 1u << part;
  self->n_computing++;
}

/* Computation, and beside it the memory traffic over @path unless there is none. */
static void
start_work (HdExecutor *self,
            guint32 number,
            guint32 path)
{
  Instance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);
  const HdLaneClass *class = &self->model->classes[instance->lane_class];
  double speed_up = vertex->half_precision ? class->processor.fp16_rate / class->processor.fp32_rate : 1;

  instance->part_start = self->now;
  if (vertex->work > 0 || vertex->volume == 0)
    tell_begin (self, instance, HD_WORK_COMPUTE);
  if (vertex->work > 0)
    start_part (self, number, PART_COMPUTE, class->compute_path, vertex->work / speed_up);
  else if (vertex->volume == 0)
    tell_end (self, instance, HD_WORK_COMPUTE, self->now, FALSE);
  if (vertex->volume > 0 && path != HD_NO_ID)
    {
      tell_begin (self, instance, HD_WORK_MEMORY);
      start_part (self, number, PART_MEMORY, path, vertex->volume);
    }
  if (instance->parts == 0)
    g_array_append_val (self->instant, number);
}

static void
launch_computation (HdExecutor *self,
                    guint32 number)
{
  Instance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);
  const HdLaneClass *class = &self->model->classes[instance->lane_class];
  guint32 home_path = class->home_paths[self->model->vertex_homes[instance->vertex]];

  if (hd_work_vertex_is_local (vertex, &class->processor))
    start_work (self, number, class->local_path);
  else if (vertex->access == HD_ACCESS_MOVE && vertex->volume > 0)
    {
      tell_begin (self, instance, HD_WORK_MOVE);
      start_part (self, number, PART_MOVE, home_path, vertex->volume);
    }
  else
    start_work (self, number, home_path);
}

/* The next steps that are alike, as one batch. */
static void
launch_run (HdExecutor *self,
            guint32 number)
{
  Instance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);
  const HdCommPattern *pattern = g_ptr_array_index (self->model->patterns, self->model->vertex_patterns[instance->vertex]);
  const HdCommRun *run;

  if (instance->next_run == pattern->runs->len)
    {
      g_array_append_val (self->instant, number);
      return;
    }
  run = &g_array_index (pattern->runs, HdCommRun, instance->next_run++);
  g_array_set_size (self->batch, 0);
  for (guint i = 0; i < run->n_transfers; i++)
    {
      const HdCommTransfer *planned = &g_array_index (pattern->transfers, HdCommTransfer, run->first_transfer + i);
      HdTransfer transfer = { planned->path, planned->share * vertex->bytes };

      g_array_append_val (self->batch, transfer);
    }
  hd_network_start (self->network, (const HdTransfer *) (void *) self->batch->data, self->batch->len, run->rounds,
                    make_token (number, PART_COMM));
  instance->parts = 1u << PART_COMM;
}

static void
launch_communication (HdExecutor *self,
                      guint32 number)
{
  Instance *instance = &self->instances[number];

  instance->start = self->now;
  instance->next_run = 0;
  self->n_communicating++;
  tell_begin (self, instance, comm_kind (hd_workload_graph_get_vertex (self->model->graph, instance->vertex)));
  launch_run (self, number);
}

/* Among those that became ready at one time the lower vertex goes first. */
static void
queue_communication (HdExecutor *self,
                     GArray *queue,
                     guint32 number)
{
  Waiting waiting = { number, self->now };
  guint place = queue->len;

  while (place > 0 && g_array_index (queue, Waiting, place - 1).ready == self->now &&
         g_array_index (queue, Waiting, place - 1).instance > number)
    place--;
  g_array_insert_val (queue, place, waiting);
}

static void
launch (HdExecutor *self,
        guint32 number)
{
  Instance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);

  instance->running = TRUE;
  instance->n_runs++;
  instance->start = self->now;
  instance->parts = 0;
  self->n_running++;
  if (vertex->kind == HD_VERTEX_COMPUTE)
    launch_computation (self, number);
  else if (vertex->channel != HD_NO_ID)
    queue_communication (self, self->channels[vertex->channel].queue, number);
  else
    launch_communication (self, number);
}

/* A start vertex is entered again. Its last entry ends the last iteration and launches nothing. */
static gboolean
re_enter (HdExecutor *self,
          Instance *instance)
{
  guint count = instance->n_runs;

  if (count > self->entered->len)
    g_array_set_size (self->entered, count);
  if (++g_array_index (self->entered, guint, count - 1) == self->n_starts)
    {
      g_array_append_val (self->iteration_ends, self->now);
      if (self->observer != NULL && self->observer->iteration != NULL)
        self->observer->iteration (self->user_data, self->iteration_ends->len - 1, self->now);
    }
  if (count < self->iterations)
    return FALSE;
  instance->parked = TRUE;
  self->n_parked++;
  return TRUE;
}

/* All incoming edges hold a token: takes one from each and launches. Nothing starts once the last iteration has ended. */
static void
enter (HdExecutor *self,
       guint32 number)
{
  Instance *instance = &self->instances[number];
  const HdWorkloadGraph *graph = self->model->graph;
  guint32 v = instance->vertex;
  guint32 k = number - self->first_instance[v];

  if (self->n_parked == self->n_starts)
    return;
  for (guint32 i = self->first_in[v]; i < self->first_in[v + 1]; i++)
    {
      guint32 e = self->incoming[i];
      guint32 first = self->first_token[e], end = self->first_token[e + 1];

      if (width_of (self, v) > 1)
        {
          first += k;
          end = first + 1;
        }
      for (guint32 token = first; token < end; token++)
        instance->missing += --self->tokens[token] == 0;
    }
  if (!hd_workload_graph_get_vertex (graph, v)->start || instance->n_runs == 0 || !re_enter (self, instance))
    launch (self, number);
}

/* ---- completing ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_ready (const Instance *instance)
{
  return instance->missing == 0 && !instance->running && !instance->parked;
}

static void
give_token (HdExecutor *self,
            const Instance *from,
            guint32 token,
            guint32 number)
{
  Instance *to = &self->instances[number];

  to->missing -= self->tokens[token]++ == 0;
  if (!is_ready (to))
    return;
  to->cause_class = from->lane_class;
  to->cause_index = from->last_span;
  enter (self, number);
}

static void
complete (HdExecutor *self,
          guint32 number)
{
  Instance *instance = &self->instances[number];
  const HdWorkloadGraph *graph = self->model->graph;
  guint32 v = instance->vertex;
  guint32 k = number - self->first_instance[v];

  instance->running = FALSE;
  self->n_running--;
  self->n_completions++;
  self->n_completions_here++;
  hd_work_digest_add (&self->digests[instance->lane_class], self->name_digests[v], instance->n_runs - 1, instance->start, self->now);
  for (guint32 e = graph->first_out[v]; e < graph->first_out[v + 1]; e++)
    {
      guint32 to = hd_workload_graph_get_edge (graph, e)->to;
      guint32 first = self->first_instance[to];

      if (width_of (self, v) == 1)
        for (guint32 i = 0; i < width_of (self, to); i++)
          give_token (self, instance, self->first_token[e] + i, first + i);
      else
        give_token (self, instance, self->first_token[e] + k, first + MIN (k, width_of (self, to) - 1));
    }
  /* what became ready while it ran */
  if (self->first_in[v] < self->first_in[v + 1] && is_ready (instance))
    {
      instance->cause_class = instance->lane_class;
      instance->cause_index = instance->last_span;
      enter (self, number);
    }
}

static void
finish (HdExecutor *self,
        guint32 number)
{
  Instance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);

  if (vertex->kind == HD_VERTEX_COMM)
    {
      tell_end (self, instance, comm_kind (vertex), instance->start, FALSE);
      self->n_communicating--;
      if (vertex->channel != HD_NO_ID)
        self->channels[vertex->channel].busy = FALSE;
    }
  complete (self, number);
}

static void
end_part (HdExecutor *self,
          guint64 token)
{
  guint32 number = (guint32) (token >> 2);
  Instance *instance = &self->instances[number];

  instance->parts &= ~(1u << (token & 3));
  self->n_computing -= (token & 3) != PART_COMM;
  self->n_parts_ended += (token & 3) != PART_COMM;
  switch ((Part) (token & 3))
    {
    case PART_COMPUTE:
      tell_end (self, instance, HD_WORK_COMPUTE, instance->part_start, FALSE);
      break;
    case PART_MEMORY:
      tell_end (self, instance, HD_WORK_MEMORY, instance->part_start, FALSE);
      break;
    case PART_MOVE:
      tell_end (self, instance, HD_WORK_MOVE, instance->start, FALSE);
      start_work (self, number, self->model->classes[instance->lane_class].local_path);
      return;
    case PART_COMM:
      launch_run (self, number);
      return;
    }
  if (instance->parts == 0)
    finish (self, number);
}

static int
compare_tokens (gconstpointer a,
                gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static int
compare_instances (gconstpointer a,
                   gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static void
finish_instant (HdExecutor *self)
{
  g_autoptr (GArray) instant = self->instant;

  self->instant = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_sort (instant, compare_instances);
  for (guint i = 0; i < instant->len; i++)
    finish (self, g_array_index (instant, guint32, i));
}

static gboolean
serve_channels (HdExecutor *self)
{
  gboolean served = FALSE;

  for (guint c = 0; c < self->model->graph->channels->len; c++)
    {
      Channel *channel = &self->channels[c];
      guint32 number;

      if (channel->busy || channel->queue->len == 0)
        continue;
      number = g_array_index (channel->queue, Waiting, 0).instance;
      g_array_remove_index (channel->queue, 0);
      channel->busy = TRUE;
      launch_communication (self, number);
      served = TRUE;
    }
  return served;
}

/* ---- errors --------------------------------------------------------------------------------------------------------------- */

static void
append_missing (HdExecutor *self,
                const Instance *instance,
                GString *text)
{
  const HdWorkloadGraph *graph = self->model->graph;
  const char *separator = "";

  for (guint32 i = self->first_in[instance->vertex]; i < self->first_in[instance->vertex + 1]; i++)
    {
      guint32 e = self->incoming[i];
      gboolean empty = FALSE;

      for (guint32 token = self->first_token[e]; token < self->first_token[e + 1]; token++)
        empty = empty || self->tokens[token] == 0;
      if (!empty)
        continue;
      g_string_append_printf (text, "%s%s", separator, hd_workload_graph_get_vertex (graph, hd_workload_graph_get_edge (graph, e)->from)->name);
      separator = ", ";
    }
}

static void
set_deadlock (HdExecutor *self,
              GError **error)
{
  g_autoptr (GString) waiting = g_string_new (NULL);
  guint n_waiting = 0;

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (self->model->graph); v++)
    {
      const Instance *instance = &self->instances[self->first_instance[v]];

      for (guint32 i = 1; i < width_of (self, v) && instance->missing == 0; i++)
        instance++;
      if (instance->parked || instance->missing == 0 || n_waiting++ >= MAX_LISTED)
        continue;
      g_string_append_printf (waiting, "%s%s (", n_waiting > 1 ? "; " : "", hd_workload_graph_get_vertex (self->model->graph, v)->name);
      append_missing (self, instance, waiting);
      g_string_append_c (waiting, ')');
    }
  if (n_waiting > MAX_LISTED)
    g_string_append (waiting, "; …");
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK,
               _("Deadlock at %.12g s: nothing runs, and these vertices wait (for those in brackets): %s"), hd_time_to_seconds (self->now),
               waiting->str);
}

static gboolean
stands_still (const HdExecutor *self)
{
  return self->n_completions_here > MAX_COMPLETIONS_AT_ONCE + G_GUINT64_CONSTANT (100) * self->n_instances;
}

/* ---- run -------------------------------------------------------------------------------------------------------------------- */

gboolean
hd_executor_is_ended (HdExecutor *self)
{
  if (self->model->graph->stop == HD_STOP_DRAIN)
    return self->n_running == 0;
  return self->n_parked == self->n_starts;
}

gboolean
hd_executor_settle (HdExecutor *self,
                    HdTime time,
                    GError **error)
{
  if (time > self->now)
    self->n_completions_here = 0;
  if (self->n_communicating > 0 && self->n_computing == 0)
    self->exposed += time - self->now;
  self->now = time;
  do
    {
      g_array_sort (self->ended, compare_tokens);
      for (guint i = 0; i < self->ended->len; i++)
        end_part (self, g_array_index (self->ended, guint64, i));
      g_array_set_size (self->ended, 0);
      while (self->instant->len > 0 && !hd_executor_is_ended (self) && !stands_still (self))
        finish_instant (self);
    }
  while (!hd_executor_is_ended (self) && !stands_still (self) && serve_channels (self));

  if (hd_executor_is_ended (self))
    return TRUE;
  if (stands_still (self))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Time stands still at %.12g s: vertices that take no time release each other for ever"),
                   hd_time_to_seconds (time));
      return FALSE;
    }
  if (self->n_running > 0)
    return TRUE;
  set_deadlock (self, error);
  return FALSE;
}

void
hd_executor_done (HdExecutor *self,
                  guint64 token)
{
  g_array_append_val (self->ended, token);
}

gboolean
hd_executor_start (HdExecutor *self,
                   GError **error)
{
  for (guint32 i = 0; i < self->n_instances; i++)
    if (hd_workload_graph_get_vertex (self->model->graph, self->instances[i].vertex)->start)
      enter (self, i);
  return hd_executor_settle (self, 0, error);
}

static void
cut_instance (HdExecutor *self,
              Instance *instance)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);

  if (instance->parts & 1u << PART_COMPUTE)
    tell_end (self, instance, HD_WORK_COMPUTE, instance->part_start, TRUE);
  if (instance->parts & 1u << PART_MEMORY)
    tell_end (self, instance, HD_WORK_MEMORY, instance->part_start, TRUE);
  if (instance->parts & 1u << PART_MOVE)
    tell_end (self, instance, HD_WORK_MOVE, instance->start, TRUE);
  if (instance->parts & 1u << PART_COMM)
    tell_end (self, instance, comm_kind (vertex), instance->start, TRUE);
}

void
hd_executor_cut (HdExecutor *self,
                 HdTime time)
{
  self->now = time;
  for (guint32 i = 0; i < self->n_instances; i++)
    if (self->instances[i].running)
      cut_instance (self, &self->instances[i]);
}

guint
hd_executor_get_n_iterations (HdExecutor *self)
{
  return self->iteration_ends->len;
}

HdTime
hd_executor_get_iteration_end (HdExecutor *self,
                               guint iteration)
{
  return g_array_index (self->iteration_ends, HdTime, iteration);
}

guint64
hd_executor_get_n_completions (HdExecutor *self)
{
  return self->n_completions;
}

HdTime
hd_executor_get_exposed (HdExecutor *self)
{
  return self->exposed;
}

double
hd_executor_get_progress (HdExecutor *self)
{
  double all = (double) self->n_instances * self->iterations;

  return hd_executor_is_ended (self) ? 1 : MIN ((double) self->n_completions / all, 1);
}

void
hd_executor_get_class_digest (HdExecutor *self,
                              guint lane_class,
                              guint64 *out_digest)
{
  memcpy (out_digest, self->digests[lane_class].sum, sizeof self->digests[lane_class].sum);
}

guint64
hd_executor_get_n_parts_ended (HdExecutor *self)
{
  return self->n_parts_ended;
}
