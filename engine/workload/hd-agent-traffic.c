/* hd-agent-traffic.c: synthetic traffic by agents, and what is measured of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each member sleeps from one of its messages to the next. A parcel carries the number of the slot in which it was made, from which its receiver knows
 * its latency and whether it counts. What is counted is whole numbers in a tally of each partition, so that it does not matter who counts first.
 */
#define G_LOG_DOMAIN "hd-agent-traffic"

#include "hd-agent-work.h"

#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-traffic-meter.h"
#include "hd-traffic-order.h"
#include "hd-workload-private.h"

#define MOST_WORKS 4 /* an agent each, and networks have room for few */
#define SLOTS_AT_ONCE 65536 /* that a member looks through before others have their turn */

/* What a member is woken for. */
enum
{
  WAKE_DRAW,
  WAKE_SEND,
  WAKE_END, /* of the measurement */
};

/* In the order of the spans' names. */
typedef enum
{
  PHASE_WARM_UP,
  PHASE_MEASURE,
  PHASE_DRAIN,
  N_PHASES
} Phase;

/* What a partition has seen. Messages that were made in the measurement count. */
typedef struct
{
  guint64 n_made;
  guint64 n_counting; /* made */
  guint64 n_arrived;
  guint64 n_accepted; /* arrived in the measurement, counting or not */
  guint64 n_counted;  /* counting ones that have arrived */
  guint32 n_through;  /* members that have made all that count */
  HdTime last;        /* a counting one has arrived */
  HdTrafficMeter *meter; /* owned, last; of counting ones that have arrived */
} Tally;

typedef struct
{
  HdTrafficOrder order;
  char *name;             /* owned */
  gboolean has_id;        /* which is its name */
  HdTrafficDraws *draws;  /* owned */
  guint32 *member_of;     /* by node */
  guint64 n_slots;        /* in which messages are made */
  Tally **tallies;        /* by partition */
  guint32 n_partitions;

  /* as last seen */
  HdTime time;
  Tally sum;              /* without a meter */
  guint n_told;           /* phases */
  gboolean is_over;
  HdTime end;
} Stream;

typedef struct
{
  HdAgentWork parent;
  HdDesign *design;        /* borrowed, as the next */
  HdAgentNetwork *network;
  HdProblemList *problems;
  GPtrArray *streams;      /* owned */
  const char *names[N_PHASES];
  GPtrArray *titles;       /* of lanes */
  GArray *lane_nodes;
} Traffic;

/* ---- the program of a member ------------------------------------------------------------------------------------------------ */

typedef struct
{
  HdTrafficCursor cursor;
  guint32 member;
  guint32 destination; /* of the message that is due */
  guint64 slot;
} Program;

static Tally *
get_tally (Stream *self,
           HdAgentNode *node)
{
  return self->tallies[hd_agent_node_get_partition (node)];
}

static gboolean
counts (const Stream *self,
        HdTime made)
{
  return made >= self->order.warm_up && made < hd_traffic_order_get_end (&self->order);
}

static void
sleep_until (HdAgentNode *node,
             HdTime time,
             guint64 purpose)
{
  hd_agent_node_wake (node, MAX (time - hd_agent_node_get_now (node), 0), purpose);
}

/* Finds out when the next message is due. */
static void
look_ahead (Stream *self,
            HdAgentNode *node,
            Program *program)
{
  guint64 end = MIN (self->n_slots, program->cursor.slot + SLOTS_AT_ONCE);

  if (hd_traffic_draws_next (self->draws, program->member, &program->cursor, end, &program->slot, &program->destination))
    sleep_until (node, hd_traffic_order_get_time (&self->order, program->slot), WAKE_SEND);
  else if (program->cursor.slot < self->n_slots)
    sleep_until (node, hd_traffic_order_get_time (&self->order, program->cursor.slot), WAKE_DRAW);
}

static void
send (Stream *self,
      HdAgentNode *node,
      const Program *program)
{
  Tally *tally = get_tally (self, node);

  tally->n_made++;
  tally->n_counting += counts (self, hd_agent_node_get_now (node));
  hd_agent_node_send (node, &(HdParcel){ .destination = self->order.nodes[program->destination], .bytes = self->order.bytes, .data = program->slot }, 0);
}

static void
begin (HdAgentNode *node,
       gpointer state)
{
  Stream *self = hd_agent_node_get_data (node);
  Program *program = state;

  program->member = self->member_of[hd_agent_node_get_id (node)];
  sleep_until (node, hd_traffic_order_get_end (&self->order), WAKE_END);
  look_ahead (self, node, program);
}

static void
wake_up (HdAgentNode *node,
         gpointer state,
         guint64 purpose)
{
  Stream *self = hd_agent_node_get_data (node);

  if (purpose == WAKE_END)
    {
      get_tally (self, node)->n_through++;
      return;
    }
  if (purpose == WAKE_SEND)
    send (self, node, state);
  look_ahead (self, node, state);
}

static void
note (HdAgentNode *node,
      gpointer state,
      const HdParcel *parcel)
{
  Stream *self = hd_agent_node_get_data (node);
  Tally *tally = get_tally (self, node);
  HdTime now = hd_agent_node_get_now (node), made = hd_traffic_order_get_time (&self->order, parcel->data);

  tally->n_arrived++;
  tally->n_accepted += counts (self, now);
  if (!counts (self, made))
    return;
  tally->last = MAX (tally->last, now);
  tally->n_counted++;
  hd_traffic_meter_add (tally->meter, (guint) ((guint64) (made - self->order.warm_up) * HD_TRAFFIC_BATCHES / (guint64) self->order.measure),
                        &(HdExample){ made, now - made, parcel->source, hd_agent_node_get_id (node) });
}

static const HdAgent agent = { .state_size = sizeof (Program), .n_kinds = 1, .messages = 1, .start = begin, .receive = note, .wake = wake_up };

/* ---- preparing -------------------------------------------------------------------------------------------------------------- */

static void
stream_free (gpointer data)
{
  Stream *self = data;

  for (guint32 i = 0; self->tallies != NULL && i < self->n_partitions; i++)
    {
      hd_traffic_meter_free (self->tallies[i]->meter);
      g_free (self->tallies[i]);
    }
  g_free (self->tallies);
  g_free (self->member_of);
  g_free (self->name);
  g_clear_pointer (&self->draws, hd_traffic_draws_free);
  hd_traffic_order_clear (&self->order);
  g_free (self);
}

static void
traffic_free (HdAgentWork *work)
{
  Traffic *self = (Traffic *) work;

  g_ptr_array_unref (self->streams);
  g_ptr_array_unref (self->titles);
  g_array_unref (self->lane_nodes);
  g_free (self);
}

/* That each member reaches the next, and the first one that it sends to; about how many packets there are, on each link. */
static gboolean
check_ways (Stream *self,
            Traffic *traffic,
            double *out_packets,
            GError **error)
{
  const HdTrafficSource *source = &self->order.source;
  g_autoptr (HdRouter) router = hd_router_new (traffic->design);
  double cut = MAX (ceil ((double) self->order.bytes / hd_agent_work_get_unit (traffic->design)), 1);
  HdBudget *budget = hd_budget_get_current ();

  for (guint32 i = 0; i < source->pattern.n_members; i++)
    {
      HdSplitmix random = { i };
      guint32 next = (i + 1) % source->pattern.n_members;
      g_autoptr (GError) reason = NULL;
      HdRoute route;

      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      if (hd_traffic_pattern_sends (&source->pattern, i))
        next = hd_traffic_pattern_draw (&source->pattern, i, &random);
      if (hd_router_find (router, self->order.nodes[i], self->order.nodes[next], NULL, 0, &route, &reason))
        {
          *out_packets += hd_traffic_pattern_sends (&source->pattern, i) ? (double) self->n_slots * source->probabilities[i] * cut * route.n_hops : 0;
          continue;
        }
      hd_problem_list_take (traffic->problems,
                            hd_problem_new (HD_PROBLEM_NO_ROUTE, HD_SEVERITY_ERROR, self->name, self->order.element->origin_uid, NULL,
                                            hd_design_get_file (traffic->design), self->order.element->line, NULL, "%s", reason->message));
      break;
    }
  return TRUE;
}

static gboolean
check_members (Stream *self,
               Traffic *traffic,
               HdAgentNetwork *network)
{
  for (guint32 i = 0; i < self->order.source.pattern.n_members; i++)
    if (!hd_agent_network_has_node (network, self->order.nodes[i]))
      {
        hd_agent_work_report_no_link (traffic->design, self->name, self->order.element->origin_uid, self->order.element->line, self->order.nodes[i],
                                      traffic->problems);
        return FALSE;
      }
  return TRUE;
}

static void
set_agents (Stream *self,
            HdAgentNetwork *network,
            guint n_nodes)
{
  self->member_of = g_new0 (guint32, n_nodes + 1);
  for (guint32 i = 0; i < self->order.source.pattern.n_members; i++)
    {
      self->member_of[self->order.nodes[i]] = i;
      hd_agent_network_set_agent (network, self->order.nodes[i], &agent, self);
    }
  self->n_partitions = hd_agent_network_get_n_partitions (network);
  self->tallies = g_new0 (Tally *, self->n_partitions + 1);
  for (guint32 i = 0; i < self->n_partitions; i++)
    {
      self->tallies[i] = g_new0 (Tally, 1);
      self->tallies[i]->meter = hd_traffic_meter_new ();
    }
}

/* FALSE with an error if it cannot go on, TRUE without a stream if a problem says what is wrong. */
static gboolean
add_stream (Traffic *self,
            const HdElement *element,
            HdAgentNetwork *network,
            GError **error)
{
  guint n_errors = hd_problem_list_count (self->problems, HD_SEVERITY_ERROR);
  Stream *stream = g_new0 (Stream, 1);
  const char *id = hd_element_get_text (element, "id");
  double n_packets = 0;

  g_ptr_array_add (self->streams, stream);
  stream->name = id != NULL ? g_strdup (id) : g_strdup_printf ("%s-%u", _hd_workload_traffic.type.id, self->streams->len);
  stream->has_id = id != NULL;
  if (!hd_traffic_order_read (self->design, element, self->streams->len - 1, self->problems, &stream->order))
    return TRUE;
  stream->n_slots = hd_traffic_order_count_slots (&stream->order, stream->order.goes_on ? hd_traffic_order_get_limit (&stream->order)
                                                                                        : hd_traffic_order_get_end (&stream->order));
  if (!check_members (stream, self, network))
    return TRUE;
  if (!check_ways (stream, self, &n_packets, error))
    return FALSE;
  if (hd_problem_list_count (self->problems, HD_SEVERITY_ERROR) > n_errors)
    return TRUE;
  hd_agent_work_warn_of_size (self->design, n_packets, self->problems);
  stream->draws = hd_traffic_draws_new (&stream->order.source, stream->n_slots, error);
  if (stream->draws == NULL)
    return FALSE;
  set_agents (stream, network, hd_design_get_n_nodes (self->design));
  return TRUE;
}

static gboolean
add_streams (Traffic *self,
             HdAgentNetwork *network,
             GError **error)
{
  guint n_errors = hd_problem_list_count (self->problems, HD_SEVERITY_ERROR), n = 0;

  for (guint i = 0; i < hd_design_get_n_workloads (self->design); i++)
    {
      const HdElement *element = hd_design_get_workload (self->design, i);

      if (!hd_workload_is_traffic (element))
        continue;
      if (n++ == MOST_WORKS)
        {
          hd_problem_list_take (self->problems,
                                hd_problem_new (HD_PROBLEM_LIMIT, HD_SEVERITY_ERROR, hd_element_get_text (element, "id"), element->origin_uid, "type",
                                                hd_design_get_file (self->design), element->line, NULL,
                                                _("A project has at most %u workloads of synthetic traffic"), MOST_WORKS));
          break;
        }
      if (!add_stream (self, element, network, error))
        return FALSE;
    }
  if (hd_problem_list_count (self->problems, HD_SEVERITY_ERROR) == n_errors)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return FALSE;
}

static HdAgentWork *
traffic_create (HdDesign *design,
                HdTransferList *transfers,
                HdAgentNetwork *network,
                HdProblemList *problems,
                HdProgress *progress,
                GError **error)
{
  Traffic *self = g_new0 (Traffic, 1);
  g_autoptr (HdAgentWork) work = &self->parent;

  work->class = &_hd_agent_traffic_class;
  self->design = design;
  self->network = network;
  self->problems = problems;
  self->streams = g_ptr_array_new_with_free_func (stream_free);
  self->titles = g_ptr_array_new ();
  self->lane_nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  return add_streams (self, network, error) ? g_steal_pointer (&work) : NULL;
}

/* ---- what is told ------------------------------------------------------------------------------------------------------------ */

static Stream *
get_stream (Traffic *self,
            guint n)
{
  return g_ptr_array_index (self->streams, n);
}

static void
get_layout (HdAgentWork *work,
            HdAgentWorkLayout *out_layout)
{
  static const guint32 *const members[N_PHASES] = { NULL };
  static const guint n_members[N_PHASES] = { 0 };
  static const guint32 none = HD_NO_ID;
  Traffic *self = (Traffic *) work;

  self->names[PHASE_WARM_UP] = _("Warm-up");
  self->names[PHASE_MEASURE] = _("Measurement");
  self->names[PHASE_DRAIN] = _("Drain");
  for (guint i = 0; i < self->streams->len; i++)
    {
      const Stream *stream = get_stream (self, i);
      gboolean needs_name = stream->has_id || self->streams->len > 1; /* to be told from others */

      g_ptr_array_add (self->titles, (gpointer) (needs_name ? stream->name : _(_hd_workload_traffic.type.title)));
      g_array_append_val (self->lane_nodes, none);
    }
  *out_layout = (HdAgentWorkLayout){ self->names, N_PHASES, members, n_members, (const guint32 *) (gpointer) self->lane_nodes->data,
                                     (const char *const *) self->titles->pdata, self->streams->len };
}

static void
add_up (Stream *self)
{
  self->sum = (Tally){ 0 };
  for (guint32 i = 0; i < self->n_partitions; i++)
    {
      const Tally *tally = self->tallies[i];

      self->sum.n_made += tally->n_made;
      self->sum.n_counting += tally->n_counting;
      self->sum.n_arrived += tally->n_arrived;
      self->sum.n_accepted += tally->n_accepted;
      self->sum.n_counted += tally->n_counted;
      self->sum.n_through += tally->n_through;
      self->sum.last = MAX (self->sum.last, tally->last);
    }
}

static gpointer
find_tally (gpointer data,
            guint32 partition,
            guint32 *out_partition)
{
  *out_partition = partition;
  return ((Stream *) data)->tallies[partition];
}

static gpointer
find_meter (gpointer data,
            guint32 partition,
            guint32 *out_partition)
{
  *out_partition = partition;
  return ((Stream *) data)->tallies[partition]->meter;
}

/* What other processes have seen; meters, which are large, in the end. */
static void
mirror (Stream *self,
        HdAgentNetwork *network,
        gboolean is_last)
{
  hd_agent_network_mirror (network, self->n_partitions, G_STRUCT_OFFSET (Tally, meter), find_tally, self);
  if (is_last)
    hd_agent_network_mirror (network, self->n_partitions, hd_traffic_meter_get_size (), find_meter, self);
}

static void
look (Stream *self,
      HdTime time)
{
  const HdTrafficOrder *order = &self->order;

  if (self->is_over)
    return;
  add_up (self);
  self->time = time;
  if (self->sum.n_through == order->source.pattern.n_members && self->sum.n_counted == self->sum.n_counting)
    self->end = MAX (self->sum.last, hd_traffic_order_get_end (order));
  else if (time >= hd_traffic_order_get_limit (order))
    self->end = hd_traffic_order_get_limit (order);
  else
    return;
  self->is_over = TRUE;
}

/* Its end as far as that is known: the drain ends with the traffic. */
static HdWorkSpan
make_span (const Stream *self,
           guint lane,
           Phase phase)
{
  HdTime measured = hd_traffic_order_get_end (&self->order);
  const HdTime starts[N_PHASES + 1] = { 0, self->order.warm_up, measured, self->is_over ? self->end : HD_TIME_MAX };

  return (HdWorkSpan){ .lane_class = lane, .name = phase, .kind = HD_WORK_TRANSFER, .cause_index = HD_NO_CAUSE, .start = starts[phase],
                       .end = starts[phase + 1] };
}

static void
add_spans (Stream *self,
           guint lane,
           HdTime time,
           gboolean is_last,
           GArray *spans)
{
  for (; self->n_told < N_PHASES; self->n_told++)
    {
      HdWorkSpan span = make_span (self, lane, self->n_told);

      if (span.end > time && (!is_last || span.start >= time))
        return;
      span.unfinished = span.end > time;
      span.end = MIN (span.end, time);
      if (span.end > span.start)
        g_array_append_val (spans, span);
    }
}

static void
tell (HdAgentWork *work,
      HdTime time,
      gboolean is_last,
      const HdAgentWorkObserver *observer,
      gpointer data)
{
  Traffic *self = (Traffic *) work;
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (HdWorkSpan));

  for (guint i = 0; i < self->streams->len; i++)
    {
      mirror (get_stream (self, i), self->network, is_last);
      look (get_stream (self, i), time);
      add_spans (get_stream (self, i), i, time, is_last, spans);
    }
  g_array_sort (spans, hd_agent_work_compare_spans);
  for (guint i = 0; i < spans->len; i++)
    observer->span (data, &g_array_index (spans, HdWorkSpan, i));
}

static void
tell_open (HdAgentWork *work,
           HdTime time,
           HdWorkOpen open,
           gpointer data)
{
  Traffic *self = (Traffic *) work;

  for (guint i = 0; i < self->streams->len; i++)
    {
      const Stream *stream = get_stream (self, i);
      HdWorkSpan span;

      if (stream->n_told == N_PHASES)
        continue;
      span = make_span (stream, i, stream->n_told);
      span.end = HD_TIME_MAX;
      if (span.start <= time)
        open (data, &span);
    }
}

/* ---- how far it is ------------------------------------------------------------------------------------------------------------ */

/* How much of the time in which messages are made is over, and of those how many have arrived. */
static double
measure_progress (const Stream *self)
{
  double made = MIN ((double) self->time / (double) hd_traffic_order_get_end (&self->order), 1);

  if (self->is_over)
    return 1;
  return self->sum.n_made > 0 ? made * (double) self->sum.n_arrived / (double) self->sum.n_made : made;
}

static double
get_progress (HdAgentWork *work)
{
  Traffic *self = (Traffic *) work;
  double progress = 1;

  for (guint i = 0; i < self->streams->len; i++)
    progress = MIN (progress, measure_progress (get_stream (self, i)));
  return progress;
}

static gboolean
is_ended (HdAgentWork *work)
{
  Traffic *self = (Traffic *) work;

  for (guint i = 0; i < self->streams->len; i++)
    if (!get_stream (self, i)->is_over)
      return FALSE;
  return TRUE;
}

static HdTime
get_limit (HdAgentWork *work)
{
  Traffic *self = (Traffic *) work;
  HdTime limit = 0;

  for (guint i = 0; i < self->streams->len; i++)
    limit = MAX (limit, hd_traffic_order_get_limit (&get_stream (self, i)->order));
  return limit;
}

static HdTime
get_end (HdAgentWork *work)
{
  Traffic *self = (Traffic *) work;
  HdTime end = 0;

  for (guint i = 0; i < self->streams->len; i++)
    end = MAX (end, get_stream (self, i)->end);
  return end;
}

static guint64
get_n_completions (HdAgentWork *work)
{
  Traffic *self = (Traffic *) work;
  guint64 n = 0;

  for (guint i = 0; i < self->streams->len; i++)
    {
      add_up (get_stream (self, i));
      n += get_stream (self, i)->sum.n_arrived;
    }
  return n;
}

/* ---- metrics ------------------------------------------------------------------------------------------------------------------ */

/* Of the only traffic without its name, so that tables of several projects have the same columns. */
static void
name (const Traffic *self,
      const Stream *stream,
      const char **key,
      const char **title)
{
  g_autofree char *full_key = NULL, *full_title = NULL;

  if (self->streams->len == 1)
    return;
  full_key = g_strdup_printf ("%s.%s", stream->name, *key);
  full_title = g_strdup_printf ("%s: %s", stream->name, _(*title));
  *key = g_intern_string (full_key);
  *title = g_intern_string (full_title);
}

static void
add (const Traffic *self,
     const Stream *stream,
     GArray *metrics,
     const char *key,
     const char *title,
     const char *unit,
     double value)
{
  HdExecutionMetric metric = { key, title, unit, value };

  name (self, stream, &metric.name, &metric.title);
  g_array_append_val (metrics, metric);
}

/* As papers about routers tell it: in cycles of the clock that the run settings have, whatever clocks single routers have. */
static void
add_cycles (const Traffic *self,
            const Stream *stream,
            const HdTrafficMeter *meter,
            GArray *metrics)
{
  double cycle, unit = HD_TICKS_PER_SECOND;
  guint64 flits;

  if (!hd_agent_network_measure (self->network, stream->order.bytes, &cycle, &flits))
    return;
  unit *= cycle;
  add (self, stream, metrics, "latency_mean_cycles", N_("Latency, mean, in cycles"), "", hd_traffic_meter_get_mean_s (meter) / cycle);
  add (self, stream, metrics, "latency_p50_cycles", N_("Latency, median, in cycles"), "", (double) hd_traffic_meter_get_percentile (meter, 0.5) / unit);
  add (self, stream, metrics, "latency_p95_cycles", N_("Latency, 95th percentile, in cycles"), "",
       (double) hd_traffic_meter_get_percentile (meter, 0.95) / unit);
  add (self, stream, metrics, "latency_p99_cycles", N_("Latency, 99th percentile, in cycles"), "",
       (double) hd_traffic_meter_get_percentile (meter, 0.99) / unit);
}

static void
add_latencies (const Traffic *self,
               const Stream *stream,
               const HdTrafficMeter *meter,
               GArray *metrics)
{
  guint n_batches;
  double half_width = hd_traffic_meter_get_half_width_s (meter, &n_batches);

  if (hd_traffic_meter_get_n (meter) == 0)
    return;
  add (self, stream, metrics, "latency_mean", N_("Latency, mean"), "s", hd_traffic_meter_get_mean_s (meter));
  if (isfinite (half_width))
    add (self, stream, metrics, "latency_half_width", N_("Latency, confidence ± (95 %)"), "s", half_width);
  add (self, stream, metrics, "latency_batches", N_("Latency, batches of messages"), "", n_batches);
  add (self, stream, metrics, "latency_p50", N_("Latency, median"), "s", hd_time_to_seconds (hd_traffic_meter_get_percentile (meter, 0.5)));
  add (self, stream, metrics, "latency_p95", N_("Latency, 95th percentile"), "s", hd_time_to_seconds (hd_traffic_meter_get_percentile (meter, 0.95)));
  add (self, stream, metrics, "latency_p99", N_("Latency, 99th percentile"), "s", hd_time_to_seconds (hd_traffic_meter_get_percentile (meter, 0.99)));
  add (self, stream, metrics, "latency_max", N_("Latency, longest"), "s", hd_time_to_seconds (hd_traffic_meter_get_most (meter)));
  add_cycles (self, stream, meter, metrics);
}

static guint32
count_senders (const HdTrafficPattern *pattern)
{
  guint32 n = 0;

  for (guint32 i = 0; i < pattern->n_members; i++)
    n += hd_traffic_pattern_sends (pattern, i);
  return n;
}

/* Of each member that sends. */
static void
add_rates (const Traffic *self,
           const Stream *stream,
           GArray *metrics)
{
  const HdTrafficOrder *order = &stream->order;
  HdTime measured = CLAMP (stream->time - order->warm_up, 0, order->measure);
  double times = (double) measured * count_senders (&order->source.pattern), slots = times / (double) order->interval;
  double seconds = times / HD_TICKS_PER_SECOND, cycle;
  guint64 flits;

  if (measured == 0)
    return;
  add (self, stream, metrics, "offered_rate", N_("Offered by each sender"), "B/s", (double) (stream->sum.n_counting * order->bytes) / seconds);
  add (self, stream, metrics, "accepted_rate", N_("Accepted of each sender"), "B/s", (double) (stream->sum.n_accepted * order->bytes) / seconds);
  add (self, stream, metrics, "offered_messages", N_("Messages offered in an interval"), "", (double) stream->sum.n_counting / slots);
  add (self, stream, metrics, "accepted_messages", N_("Messages accepted in an interval"), "", (double) stream->sum.n_accepted / slots);
  if (!hd_agent_network_measure (self->network, order->bytes, &cycle, &flits))
    return;
  add (self, stream, metrics, "offered_flits", N_("Flits offered by each sender in a cycle"), "",
       (double) stream->sum.n_counting * (double) flits * cycle / seconds);
  add (self, stream, metrics, "accepted_flits", N_("Flits accepted of each sender in a cycle"), "",
       (double) stream->sum.n_accepted * (double) flits * cycle / seconds);
}

static void
tell_saturation (const Traffic *self,
                 const Stream *stream,
                 guint64 n_missing)
{
  g_autofree char *missing = hd_figure_count (n_missing), *all = hd_figure_count (stream->sum.n_counting);

  hd_problem_list_take (self->problems,
                        hd_problem_new (HD_PROBLEM_LIMIT, HD_SEVERITY_INFO, stream->name, stream->order.element->origin_uid, "load",
                                        hd_design_get_file (self->design), stream->order.element->line, _("Lower the load, or drain longer"),
                                        _("The network is saturated: of %s messages that count, %s had not arrived when the drain was over; latencies are of "
                                          "the others"), all, missing));
}

/* Of all partitions. */
static HdTrafficMeter *
new_meter (const Stream *stream)
{
  HdTrafficMeter *meter = hd_traffic_meter_new ();

  for (guint32 i = 0; i < stream->n_partitions; i++)
    hd_traffic_meter_add_all (meter, stream->tallies[i]->meter);
  return meter;
}

static void
add_stream_metrics (const Traffic *self,
                    Stream *stream,
                    GArray *metrics)
{
  g_autoptr (HdTrafficMeter) meter = new_meter (stream);
  guint64 n_missing;

  add_up (stream);
  n_missing = stream->sum.n_counting - hd_traffic_meter_get_n (meter);
  add_latencies (self, stream, meter, metrics);
  add_rates (self, stream, metrics);
  add (self, stream, metrics, "messages_counted", N_("Messages that count, arrived"), "", (double) hd_traffic_meter_get_n (meter));
  add (self, stream, metrics, "messages_missing", N_("Messages that count, not arrived"), "", (double) n_missing);
  add (self, stream, metrics, "saturated", N_("Saturated"), "", stream->is_over && n_missing > 0);
  if (stream->is_over && n_missing > 0)
    tell_saturation (self, stream, n_missing);
}

static void
get_metrics (HdAgentWork *work,
             GArray *metrics)
{
  Traffic *self = (Traffic *) work;
  HdExecutionMetric total = { "time_total", N_("Total time"), "s", hd_time_to_seconds (get_end (work)) };

  if (is_ended (work))
    g_array_append_val (metrics, total);
  for (guint i = 0; i < self->streams->len; i++)
    add_stream_metrics (self, get_stream (self, i), metrics);
}

static void
get_histograms (HdAgentWork *work,
                GArray *histograms)
{
  Traffic *self = (Traffic *) work;

  for (guint i = 0; i < self->streams->len; i++)
    {
      g_autoptr (HdTrafficMeter) meter = new_meter (get_stream (self, i));
      HdHistogram histogram = {
        .name = "latency",
        .title = N_("Latency of messages"),
        .n = hd_traffic_meter_get_n (meter),
        .least = hd_traffic_meter_get_least (meter),
        .most = hd_traffic_meter_get_most (meter),
        .p50 = hd_traffic_meter_get_percentile (meter, 0.5),
        .p95 = hd_traffic_meter_get_percentile (meter, 0.95),
        .p99 = hd_traffic_meter_get_percentile (meter, 0.99),
      };

      if (histogram.n == 0)
        continue;
      histogram.bins = hd_traffic_meter_dup_bins (meter, &histogram.n_bins);
      name (self, get_stream (self, i), &histogram.name, &histogram.title);
      g_array_append_val (histograms, histogram);
    }
}

static gboolean
carries (HdDesign *design,
         const HdElement *workload)
{
  return hd_workload_is_traffic (workload);
}

const HdAgentWorkClass _hd_agent_traffic_class = {
  .carries = carries,
  .create = traffic_create,
  .free = traffic_free,
  .get_layout = get_layout,
  .tell = tell,
  .tell_open = tell_open,
  .get_progress = get_progress,
  .is_ended = is_ended,
  .get_limit = get_limit,
  .get_end = get_end,
  .get_n_completions = get_n_completions,
  .get_metrics = get_metrics,
  .get_histograms = get_histograms,
};
