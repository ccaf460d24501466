/* hd-tree-job.c: a collective along an aggregation tree, on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A message that is longer than a packet goes in segments of a packet each, which follow each other through the tree: a vertex passes a segment on when
 * all its children have given theirs, so that a long message takes little longer than its way over one link. Segments of one child come in
 * order, so what a message stands for goes with its last. As flows a message goes in at most 64 segments, so that it takes up to a 64th longer for each
 * level below the first than its packets would.
 *
 * Where links change at moments segments may overtake each other, so who has all of a message has counted its segments.
 */
#define G_LOG_DOMAIN "hd-tree-job"

#include "hd-tree-job.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-multicast.h"
#include "hd-tree-private.h"
#include "hd-tree-ways.h"

/* A segment at a vertex. */
typedef struct
{
  guint32 n_here; /* operands */
  HdTime ready;   /* when these have been handled */
} Segment;

typedef struct
{
  HdAggregator *aggregator; /* of its node */
  HdAggregation *entry;     /* there */
  guint32 operand;          /* its turn at its parent */
  HdTime copy;              /* time for a copy of a downward segment */
  guint32 n_operands;
  Segment *segments;        /* (array length=n_up), owned */
  const double *gathered;   /* what its last parcel stands for */
  double *received;         /* likewise, from another process; owned, or NULL */
  guint32 n_gathered;       /* repeats */
  guint32 n_passed;         /* segments of the present one */
  guint32 n_come;           /* likewise, of the result, up to the last */
} Vertex;

typedef struct
{
  HdCollectiveJob job;
  HdDesign *design;       /* owned, as the next */
  HdTree *tree;
  HdTreeLog *log;
  guint64 up, down;       /* bytes of a message */
  guint32 n_up, n_down;   /* segments of it */
  Vertex *vertices;
  double *own;            /* (array length=n_ranks*n_elements) */
  HdMulticast *multicast; /* owned; NULL if the result walks back */
  guint32 *first_local;   /* vertices at place i of the multicast tree are locals[first_local[i]] up to first_local[i + 1] */
  guint32 *locals;
  guint32 *n_come;        /* by place: segments of the present repeat's result, up to the last */
  guint32 n_answered;     /* of the present repeat */
  const double *result;
  double *received;           /* it, from another process; owned, or NULL */
  guint32 net;                /* of the ways along the physical tree, or 0 */
  gboolean waits_for_payload; /* a broadcast whose message is not at the root */
  HdTime notices;             /* of a broadcast: when the root has them, or NOT_YET */
  HdTime *payload;            /* (array length=n_down): of a broadcast whose message is not at the root, likewise; owned */
} TreeJob;

#define NOT_YET (-1)
#define SEGMENT_BITS 20
#define NUMBER_BITS 28 /* of a vertex or place */
#define MOST_FLOWS 64  /* segments of a message as flows, of so many bytes at least */
#define LEAST_FLOW 4096

static guint64
segment_bytes (guint64 bytes,
               guint32 n,
               guint32 segment)
{
  return (guint64) ((__uint128_t) bytes * (segment + 1) / n - (__uint128_t) bytes * segment / n);
}

static guint32
count_segments (guint64 bytes,
                guint64 packet_bytes)
{
  guint64 n = bytes / packet_bytes + (bytes % packet_bytes > 0);

  return (guint32) CLAMP (n, 1, 1u << SEGMENT_BITS);
}

static guint32
get_number (guint64 data)
{
  return data & ((1u << NUMBER_BITS) - 1);
}

static guint32
get_segment (guint64 data)
{
  return (guint32) (data >> NUMBER_BITS) & ((1u << SEGMENT_BITS) - 1);
}

static guint32
root_place (const TreeJob *self)
{
  return self->tree->places[self->tree->root];
}

static void
send (TreeJob *self,
      HdAgentNode *node,
      guint32 destination,
      HdCollectiveParcel kind,
      guint32 number,
      guint32 segment,
      guint64 bytes,
      HdTime time)
{
  HdParcel parcel = { .destination = destination, .kind = kind, .net = self->net, .bytes = bytes };

  parcel.data = (guint64) self->job.number << (SEGMENT_BITS + NUMBER_BITS) | (guint64) segment << NUMBER_BITS | number;
  hd_agent_node_send (node, &parcel, time - hd_agent_node_get_now (node));
}

/* One more of @n segments is there; whether it was the last to come. */
static gboolean
complete (guint32 *n_come,
          guint32 n)
{
  if (++*n_come < n)
    return FALSE;
  *n_come = 0;
  return TRUE;
}

/* A vertex has the whole result at @time, in the repeat for which it gathered last. */
static void
inform (TreeJob *self,
        HdAgentNode *node,
        guint32 vertex,
        HdTime time)
{
  hd_tree_log_informed (self->log, self->vertices[vertex].n_gathered - 1, vertex, time);
  if (vertex < self->job.n_ranks)
    hd_collective_job_end (&self->job, node, vertex, time, self->result);
}

/* ---- down ------------------------------------------------------------------------------------------------------------ */

/* A place of the multicast tree has a segment of the result at @time. */
static void
pass_down (TreeJob *self,
           HdAgentNode *node,
           guint32 place,
           guint32 segment,
           HdTime time)
{
  const HdMulticast *multicast = self->multicast;
  gboolean is_whole = complete (&self->n_come[place], self->n_down);

  for (guint32 i = self->first_local[place]; is_whole && i < self->first_local[place + 1]; i++)
    if (self->locals[i] != self->tree->root)
      inform (self, node, self->locals[i], time);
  for (guint32 i = multicast->first_child[place]; i < multicast->first_child[place + 1]; i++)
    send (self, node, multicast->nodes[multicast->children[i]], HD_COLLECTIVE_DOWN, multicast->children[i], segment,
          segment_bytes (self->down, self->n_down, segment), time);
}

/* NICs send copies one after another, switches all at once. */
static void
pass_back (TreeJob *self,
           HdAgentNode *node,
           guint32 vertex,
           guint32 segment,
           HdTime time)
{
  guint32 n;
  const guint32 *children = hd_tree_get_children (self->tree, vertex, &n);
  HdTime copy = self->vertices[vertex].copy, copied = hd_time_add (time, copy);

  for (guint32 i = 0; i < n; i++)
    {
      send (self, node, self->tree->places[children[i]], HD_COLLECTIVE_BACK, children[i], segment,
            segment_bytes (self->down, self->n_down, segment), copied);
      if (vertex < self->job.n_ranks)
        copied = hd_time_add (copied, copy);
    }
}

/* The root has a segment of everything. */
static void
answer (TreeJob *self,
        HdAgentNode *node,
        guint32 segment,
        HdTime time)
{
  guint32 root = self->tree->root;
  HdTime copied = hd_time_add (time, self->vertices[root].copy);

  if (complete (&self->n_answered, self->n_down))
    {
      self->notices = NOT_YET;
      hd_collective_job_gathered (&self->job, node, time);
      inform (self, node, root, time);
    }
  if (self->job.operation == HD_TREE_REDUCE)
    {
      if (root != 0)
        send (self, node, self->tree->places[0], HD_COLLECTIVE_RESULT, 0, segment, segment_bytes (self->job.bytes, self->n_down, segment), copied);
    }
  else if (self->multicast != NULL)
    pass_down (self, node, 0, segment, copied);
  else
    pass_back (self, node, root, segment, time);
}

/* ---- up -------------------------------------------------------------------------------------------------------------- */

/* Of a broadcast: a segment of the message may leave when all have given notice and it is at the root. */
static void
try_answer (TreeJob *self,
            HdAgentNode *node,
            guint32 segment)
{
  HdTime here = self->waits_for_payload ? self->payload[segment] : 0;

  if (self->notices == NOT_YET || here == NOT_YET)
    return;
  here = MAX (here, self->notices);
  if (self->waits_for_payload)
    self->payload[segment] = NOT_YET;
  answer (self, node, segment, here);
}

/* @vertex has a segment of what it gathers; what that stands for goes with the last. */
static void
pass_up (TreeJob *self,
         HdAgentNode *node,
         guint32 vertex,
         guint32 segment,
         HdTime ready)
{
  Vertex *v = &self->vertices[vertex];
  gboolean is_whole = complete (&v->n_passed, self->n_up);

  if (segment == self->n_up - 1)
    v->gathered = hd_aggregation_get_values (v->entry);
  if (is_whole)
    hd_tree_log_gathered (self->log, v->n_gathered++, vertex, ready);
  if (vertex != self->tree->root)
    {
      send (self, node, self->tree->places[self->tree->parents[vertex]], HD_COLLECTIVE_UP, vertex, segment,
            segment_bytes (self->up, self->n_up, segment), ready);
      if (is_whole && self->job.operation == HD_TREE_REDUCE && vertex > 0 && vertex < self->job.n_ranks)
        hd_collective_job_end (&self->job, node, vertex, ready, NULL);
      return;
    }
  self->result = self->job.operation == HD_TREE_BROADCAST ? self->own : v->gathered;
  if (self->job.operation != HD_TREE_BROADCAST)
    {
      answer (self, node, segment, ready);
      return;
    }
  if (!is_whole)
    return;
  self->notices = ready;
  for (guint32 s = 0; s < self->n_down; s++)
    try_answer (self, node, s);
}

/* An operand's segment has been handled at @ready. The entry combines what the last segments stand for, and tells when all are there. */
static void
count_in (TreeJob *self,
          HdAgentNode *node,
          guint32 vertex,
          guint32 segment,
          HdTime ready)
{
  Vertex *v = &self->vertices[vertex];
  Segment *here = &v->segments[segment];

  here->ready = here->n_here == 0 ? ready : MAX (here->ready, ready);
  if (++here->n_here < v->n_operands)
    return;
  here->n_here = 0;
  pass_up (self, node, vertex, segment, here->ready);
}

static void
start (HdCollectiveJob *job,
       HdAgentNode *node,
       guint32 rank)
{
  TreeJob *self = (TreeJob *) job;
  HdTime now = hd_agent_node_get_now (node), ready;
  double *own = self->own + (gsize) rank * job->values.n_elements;
  Vertex *v = &self->vertices[rank];

  if (rank == 0)
    hd_tree_log_begin (self->log, job->repeats[0], now);
  if (rank == 0 || job->operation != HD_TREE_BROADCAST)
    hd_collective_values_fill (&job->values, rank, job->repeats[rank], own);
  for (guint32 s = 0; rank == 0 && self->waits_for_payload && s < self->n_down; s++)
    send (self, node, root_place (self), HD_COLLECTIVE_PAYLOAD, 0, s, segment_bytes (job->bytes, self->n_down, s), now);
  for (guint32 s = 0; s + 1 < self->n_up; s++)
    count_in (self, node, rank, s, now);
  if (hd_aggregator_contribute (v->aggregator, v->entry, now, own, &ready))
    pass_up (self, node, rank, self->n_up - 1, ready);
}

static void
gather (TreeJob *self,
        HdAgentNode *node,
        guint32 child,
        guint32 segment)
{
  guint32 vertex = self->tree->parents[child];
  Vertex *v = &self->vertices[vertex];
  double bytes = (double) self->up / self->n_up;
  HdTime now = hd_agent_node_get_now (node), ready;

  if (segment < self->n_up - 1)
    count_in (self, node, vertex, segment, hd_aggregator_handle (v->aggregator, now, bytes));
  else if (hd_aggregator_receive (v->aggregator, v->entry, self->vertices[child].operand, now, bytes, self->vertices[child].gathered, &ready))
    pass_up (self, node, vertex, segment, ready);
}

static void
receive (HdCollectiveJob *job,
         HdAgentNode *node,
         const HdParcel *parcel)
{
  TreeJob *self = (TreeJob *) job;
  guint32 number = get_number (parcel->data), segment = get_segment (parcel->data);
  HdTime now = hd_agent_node_get_now (node);

  switch (parcel->kind)
    {
    case HD_COLLECTIVE_UP:
      gather (self, node, number, segment);
      break;
    case HD_COLLECTIVE_PAYLOAD:
      self->payload[segment] = now;
      try_answer (self, node, segment);
      break;
    case HD_COLLECTIVE_RESULT:
      if (complete (&self->vertices[0].n_come, self->n_down))
        inform (self, node, 0, now);
      break;
    case HD_COLLECTIVE_DOWN:
      pass_down (self, node, number, segment, now);
      break;
    case HD_COLLECTIVE_BACK:
    default:
      if (complete (&self->vertices[number].n_come, self->n_down))
        inform (self, node, number, now);
      pass_back (self, node, number, segment, now);
      break;
    }
}

/* ---- construction ---------------------------------------------------------------------------------------------------- */

static HdAggregator *
get_aggregator (HdTreeNetwork *network,
                HdAggregator **aggregators,
                guint32 node)
{
  g_autofree char *path = NULL;
  HdAggregatorRules rules;

  if (aggregators[node] != NULL)
    return aggregators[node];
  path = hd_design_dup_node_path (network->design, node);
  rules = (HdAggregatorRules){
    .path = path,
    .entries = network->forwards[node] ? network->entries[network->switch_number[node]] : G_MAXUINT32,
    .degree = network->degree[node],
    .stage = hd_tree_network_get_stage (network, node, NULL),
  };
  aggregators[node] = hd_aggregator_new (&rules);
  return aggregators[node];
}

static gboolean
open_entries (TreeJob *self,
              HdTreeNetwork *network,
              HdAggregator **aggregators,
              GError **error)
{
  HdTree *tree = self->tree;

  self->vertices = g_new0 (Vertex, tree->n_vertices);
  for (guint32 v = 0; v < tree->n_vertices; v++)
    {
      guint32 n, node = tree->places[v];
      const guint32 *children = hd_tree_get_children (tree, v, &n);
      gboolean has_own = v < tree->n_members;
      guint32 n_elements = tree->operation == HD_TREE_BROADCAST ? 0 : self->job.values.n_elements; /* of notices */
      HdTreeStage stage = hd_tree_network_get_stage (network, node, NULL);
      double bytes = (tree->operation == HD_TREE_REDUCE ? (double) self->job.bytes : (double) self->down) / self->n_down;

      self->vertices[v].aggregator = get_aggregator (network, aggregators, node);
      self->vertices[v].entry = hd_aggregator_open (self->vertices[v].aggregator, n, has_own, n_elements, error);
      if (self->vertices[v].entry == NULL)
        return FALSE;
      self->vertices[v].n_operands = n + has_own;
      self->vertices[v].segments = g_new0 (Segment, self->n_up);
      self->vertices[v].copy = hd_tree_stage_get_time (&stage, bytes, FALSE);
      for (guint32 i = 0; i < n; i++)
        self->vertices[children[i]].operand = i + has_own;
    }
  return TRUE;
}

/* ---- ways ------------------------------------------------------------------------------------------------------------ */

/* Both ways between two vertices. */
static void
set_ways (TreeJob *self,
          HdAgentNetwork *network,
          HdTreeWays *ways,
          guint32 vertex,
          guint32 end)
{
  guint32 low = self->tree->places[vertex], high = self->tree->places[end];
  HdRoute way = hd_tree_ways_climb (ways, vertex, end);

  hd_agent_network_set_way (network, self->net, low, high, &way);
  way = hd_tree_ways_turn_round (ways);
  hd_agent_network_set_way (network, self->net, high, low, &way);
}

/* Which vertices are where in the multicast tree: all members, and switches that it passes. */
static void
place_vertices (TreeJob *self,
                guint n_nodes)
{
  const HdMulticast *multicast = self->multicast;
  g_autofree guint32 *place = g_new0 (guint32, n_nodes); /* from 1 */
  g_autofree guint32 *fill = NULL;

  for (guint32 i = 0; i < multicast->n; i++)
    place[multicast->nodes[i]] = i + 1;
  self->first_local = g_new0 (guint32, multicast->n + 1);
  self->locals = g_new (guint32, self->tree->n_vertices);
  self->n_come = g_new0 (guint32, multicast->n);
  for (guint32 v = 0; v < self->tree->n_vertices; v++)
    if (place[self->tree->places[v]] > 0)
      self->first_local[place[self->tree->places[v]]]++;
  for (guint32 i = 0; i < multicast->n; i++)
    self->first_local[i + 1] += self->first_local[i];
  fill = g_memdup2 (self->first_local, multicast->n * sizeof *fill);
  for (guint32 v = 0; v < self->tree->n_vertices; v++)
    if (place[self->tree->places[v]] > 0)
      self->locals[fill[place[self->tree->places[v]] - 1]++] = v;
}

/* Flows have no packets: there the parts of a long message are few, and what they overlap is told as far as that. */
static guint64
get_segment_bytes (const TreeJob *self,
                   HdDesign *design)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  guint64 bytes = MAX (self->up, self->down);

  return settings->fidelity == HD_FIDELITY_FLOW ? MAX ((bytes + MOST_FLOWS - 1) / MOST_FLOWS, LEAST_FLOW) : (guint64) MAX (settings->packet_bytes, 1);
}

/* Segments are as long as packets can be; each vertex counts each of them. */
static gboolean
take_segments (TreeJob *self,
               HdDesign *design,
               GError **error)
{
  guint64 packet_bytes = get_segment_bytes (self, design);
  g_autofree char *what = NULL;

  self->n_up = count_segments (self->up, packet_bytes);
  self->n_down = self->tree->operation == HD_TREE_BROADCAST ? count_segments (self->down, packet_bytes) : self->n_up; /* which are answered */
  what = g_strdup_printf (_("A tree of %\'u vertices, through which messages go in %\'u segments"), self->tree->n_vertices, MAX (self->n_up, self->n_down));
  if (!hd_budget_take (hd_budget_get_current (), (double) self->tree->n_vertices * self->n_up, sizeof (Segment), what, error))
    return FALSE;
  self->notices = NOT_YET;
  self->payload = g_new (HdTime, self->n_down);
  for (guint32 s = 0; s < self->n_down; s++)
    self->payload[s] = NOT_YET;
  return TRUE;
}

static void
tree_job_free (HdCollectiveJob *job)
{
  TreeJob *self = (TreeJob *) job;

  for (guint32 v = 0; self->vertices != NULL && v < self->tree->n_vertices; v++)
    {
      if (self->vertices[v].entry != NULL)
        hd_aggregator_close (self->vertices[v].aggregator, self->vertices[v].entry);
      g_free (self->vertices[v].segments);
      g_free (self->vertices[v].received);
    }
  g_free (self->vertices);
  g_free (self->received);
  g_free (self->payload);
  g_free (self->own);
  g_clear_pointer (&self->multicast, hd_multicast_free);
  g_free (self->first_local);
  g_free (self->locals);
  g_free (self->n_come);
  hd_tree_log_unref (self->log);
  hd_tree_unref (self->tree);
  hd_design_unref (self->design);
  hd_collective_job_clear (job);
  g_free (self);
}

/* Switches that gather, or that copy what goes down. */
static void
set_relays (TreeJob *self,
            HdAgentNetwork *network)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);

  for (guint32 v = 0; v < self->tree->n_vertices; v++)
    if (nodes[self->tree->nodes[v]].type->role == HD_ROLE_SWITCH)
      hd_agent_network_set_relay (network, self->tree->nodes[v]);
  for (guint32 i = 0; self->multicast != NULL && i < self->multicast->n; i++)
    if (nodes[self->multicast->nodes[i]].type->role == HD_ROLE_SWITCH)
      hd_agent_network_set_relay (network, self->multicast->nodes[i]);
}

/* Packets of a tree of type II keep to the physical tree that it was built on, up and down. */
static gboolean
attach (HdCollectiveJob *job,
        HdAgentNetwork *network,
        GError **error)
{
  TreeJob *self = (TreeJob *) job;
  const HdTree *tree = self->tree;
  g_autoptr (HdTreeWays) ways = NULL;

  set_relays (self, network);
  if (tree->branches == NULL)
    return TRUE;
  self->net = hd_agent_network_add_ways (network);
  if (self->net == HD_NO_ID)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("More than %u physical trees and sets of link classes are in use"), HD_AGENT_MAX_NETS);
      return FALSE;
    }
  ways = hd_tree_ways_new (self->tree, self->design, NULL);
  for (guint32 v = 0; v < tree->n_vertices; v++)
    if (v != tree->root)
      set_ways (self, network, ways, v, tree->parents[v]);
  if (tree->root != 0)
    set_ways (self, network, ways, 0, tree->root);
  for (guint32 i = 1; self->multicast != NULL && i < self->multicast->n; i++)
    {
      const HdLink *link = &hd_design_get_links (self->design)[self->multicast->links[i]];
      guint8 direction = link->to == self->multicast->nodes[i] ? 0 : 1;
      const HdRoute way = { &self->multicast->links[i], &direction, 1, link->latency_ps };

      hd_agent_network_set_way (network, self->net, direction == 0 ? link->from : link->to, self->multicast->nodes[i], &way);
    }
  return TRUE;
}

/* ---- between processes ----------------------------------------------------------------------------------------------- */

/* What a parcel stands for, which goes with the last segment; NULL for nothing. */
static const double *
find_values (TreeJob *self,
             HdCollectiveParcel kind,
             guint64 data)
{
  if (get_segment (data) != (kind == HD_COLLECTIVE_UP ? self->n_up : self->n_down) - 1)
    return NULL;
  if (kind == HD_COLLECTIVE_UP)
    return self->vertices[get_number (data)].gathered;
  return kind == HD_COLLECTIVE_PAYLOAD ? self->own : self->result;
}

static void
pack (HdCollectiveJob *job,
      HdCollectiveParcel kind,
      guint64 data,
      GByteArray *bytes)
{
  const double *values = find_values ((TreeJob *) job, kind, data);

  if (values != NULL)
    g_byte_array_append (bytes, (const guint8 *) values, (guint) (job->values.n_elements * sizeof *values));
}

static const double *
keep (double **received,
      const guint8 *bytes,
      gsize size)
{
  if (*received == NULL)
    *received = g_malloc (size + 1);
  memcpy (*received, bytes, size);
  return *received;
}

static guint64
unpack (HdCollectiveJob *job,
        HdCollectiveParcel kind,
        guint64 data,
        const guint8 *bytes,
        gsize size)
{
  TreeJob *self = (TreeJob *) job;
  Vertex *vertex;

  if (size == 0)
    return data;
  switch (kind)
    {
    case HD_COLLECTIVE_UP:
      vertex = &self->vertices[get_number (data)];
      vertex->gathered = keep (&vertex->received, bytes, size);
      break;
    case HD_COLLECTIVE_PAYLOAD:
      memcpy (self->own, bytes, size);
      break;
    case HD_COLLECTIVE_RESULT:
    case HD_COLLECTIVE_DOWN:
    case HD_COLLECTIVE_BACK:
    case HD_COLLECTIVE_SEND:
    case HD_COLLECTIVE_N_KINDS:
    default:
      self->result = keep (&self->received, bytes, size);
      break;
    }
  return data;
}

typedef struct
{
  TreeJob *job;
  HdAgentNetwork *network;
} Logging;

static gpointer
find_slot (gpointer data,
           guint32 number,
           guint32 *out_partition)
{
  const Logging *self = data;
  guint32 vertex;
  gpointer slot = hd_tree_log_find_slot (self->job->log, number, &vertex);

  *out_partition = hd_agent_network_get_partition (self->network, self->job->tree->places[vertex]);
  return slot;
}

static void
level (HdCollectiveJob *job,
       HdAgentNetwork *network)
{
  TreeJob *self = (TreeJob *) job;

  hd_agent_network_mirror (network, hd_tree_log_get_n_slots (self->log), sizeof (guint64), find_slot, &(Logging){ self, network });
}

static const HdCollectiveProgram program = {
  .attach = attach, .start = start, .receive = receive, .free = tree_job_free, .pack = pack, .unpack = unpack, .level = level, .is_handed_over = TRUE,
};

HdCollectiveJob *
hd_tree_job_new (HdTreeNetwork *network,
                 HdTree *tree,
                 HdTreeLog *log,
                 HdTreeBroadcast broadcast,
                 HdAggregator **aggregators,
                 GError **error)
{
  TreeJob *self = g_new0 (TreeJob, 1);
  double up, down;

  self->design = hd_design_ref (network->design);
  self->tree = hd_tree_ref (tree);
  self->log = hd_tree_log_ref (log);
  hd_collective_job_init (&self->job, &program, tree->operation, tree->places, tree->n_members, (guint64) ceil (tree->bytes));
  hd_tree_operation_get_bytes (tree->operation, (double) self->job.bytes, &up, &down);
  self->up = (guint64) up;
  self->down = (guint64) down;
  self->own = g_new0 (double, (gsize) tree->n_members * self->job.values.n_elements);
  self->waits_for_payload = tree->operation == HD_TREE_BROADCAST && tree->root != 0;
  if (!take_segments (self, network->design, error) || !open_entries (self, network, aggregators, error))
    {
      tree_job_free (&self->job);
      return NULL;
    }
  if (broadcast == HD_TREE_MULTICAST && tree->operation != HD_TREE_REDUCE)
    {
      g_autoptr (HdTreeWays) ways = hd_tree_ways_new (tree, network->design, network->router);

      self->multicast = hd_multicast_new (network->design, root_place (self), tree->places, tree->n_members, hd_tree_ways_find, ways, error);
      if (self->multicast == NULL)
        {
          tree_job_free (&self->job);
          return NULL;
        }
      place_vertices (self, network->n_nodes);
    }
  return &self->job;
}
