/* hd-tree-job.c: a collective along an aggregation tree, on the packet network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-job"

#include "hd-tree-job.h"

#include <math.h>

#include "hd-multicast.h"
#include "hd-tree-private.h"

typedef struct
{
  HdAggregator *aggregator; /* of its node */
  HdAggregation *entry;     /* there */
  guint32 operand;          /* its turn at its parent */
  HdTime copy;              /* time for a copy of a downward packet */
  const double *gathered;   /* what its last packet stands for */
  guint32 n_gathered;       /* repeats */
} Vertex;

typedef struct
{
  HdCollectiveJob job;
  HdTree *tree;           /* owned, as the next */
  HdTreeLog *log;
  guint64 up, down;       /* bytes of a packet */
  Vertex *vertices;
  double *own;            /* (array length=n_ranks*n_elements) */
  HdMulticast *multicast; /* owned; NULL if the result walks back */
  guint32 *first_local;   /* vertices at place i of the multicast tree are locals[first_local[i]] up to first_local[i + 1] */
  guint32 *locals;
  const double *result;
  gboolean waits_for_payload; /* a broadcast whose message is not at the root */
  guint missing;              /* of payload and notices */
  HdTime ready;               /* when the root has what has come */
} TreeJob;

static guint32
root_place (const TreeJob *self)
{
  return self->tree->places[self->tree->root];
}

static void
send (TreeJob *self,
      HdPacketNode *node,
      guint32 destination,
      HdCollectivePacket kind,
      guint32 number,
      guint64 bytes,
      HdTime time)
{
  HdPacket packet = { .destination = destination, .kind = kind, .bytes = bytes, .data = hd_collective_job_address (&self->job, number) };

  hd_packet_node_send (node, &packet, time - hd_packet_node_get_now (node));
}

/* A vertex has the result at @time, in the repeat for which it gathered last. */
static void
inform (TreeJob *self,
        HdPacketNode *node,
        guint32 vertex,
        HdTime time)
{
  hd_tree_log_informed (self->log, self->vertices[vertex].n_gathered - 1, vertex, time);
  if (vertex < self->job.n_ranks)
    hd_collective_job_end (&self->job, node, vertex, time, self->result);
}

/* ---- down ------------------------------------------------------------------------------------------------------------ */

/* A place of the multicast tree has the result at @time. */
static void
pass_down (TreeJob *self,
           HdPacketNode *node,
           guint32 place,
           HdTime time)
{
  const HdMulticast *multicast = self->multicast;

  for (guint32 i = self->first_local[place]; i < self->first_local[place + 1]; i++)
    if (self->locals[i] != self->tree->root)
      inform (self, node, self->locals[i], time);
  for (guint32 i = multicast->first_child[place]; i < multicast->first_child[place + 1]; i++)
    send (self, node, multicast->nodes[multicast->children[i]], HD_COLLECTIVE_DOWN, multicast->children[i], self->down, time);
}

/* NICs send copies one after another, switches all at once. */
static void
pass_back (TreeJob *self,
           HdPacketNode *node,
           guint32 vertex,
           HdTime time)
{
  guint32 n;
  const guint32 *children = hd_tree_get_children (self->tree, vertex, &n);
  HdTime copy = self->vertices[vertex].copy, copied = hd_time_add (time, copy);

  for (guint32 i = 0; i < n; i++)
    {
      send (self, node, self->tree->places[children[i]], HD_COLLECTIVE_BACK, children[i], self->down, copied);
      if (vertex < self->job.n_ranks)
        copied = hd_time_add (copied, copy);
    }
}

/* The root has everything. */
static void
answer (TreeJob *self,
        HdPacketNode *node,
        HdTime time)
{
  guint32 root = self->tree->root;
  HdTime copied = hd_time_add (time, self->vertices[root].copy);

  hd_collective_job_gathered (&self->job, node, time);
  inform (self, node, root, time);
  if (self->job.operation == HD_TREE_REDUCE)
    {
      if (root != 0)
        send (self, node, self->tree->places[0], HD_COLLECTIVE_RESULT, 0, self->job.bytes, copied);
    }
  else if (self->multicast != NULL)
    pass_down (self, node, 0, copied);
  else
    pass_back (self, node, root, time);
}

/* ---- up -------------------------------------------------------------------------------------------------------------- */

/* Notices or the payload are at the root at @time. */
static void
arrive (TreeJob *self,
        HdPacketNode *node,
        HdTime time)
{
  self->ready = MAX (self->ready, time);
  if (--self->missing > 0)
    return;
  time = self->ready;
  self->missing = 1 + self->waits_for_payload;
  self->ready = 0;
  answer (self, node, time);
}

static void
pass_up (TreeJob *self,
         HdPacketNode *node,
         guint32 vertex,
         HdTime ready)
{
  Vertex *v = &self->vertices[vertex];

  v->gathered = hd_aggregation_get_values (v->entry);
  hd_tree_log_gathered (self->log, v->n_gathered++, vertex, ready);
  if (vertex == self->tree->root)
    {
      self->result = self->job.operation == HD_TREE_BROADCAST ? self->own : v->gathered;
      arrive (self, node, ready);
      return;
    }
  send (self, node, self->tree->places[self->tree->parents[vertex]], HD_COLLECTIVE_UP, vertex, self->up, ready);
  if (self->job.operation == HD_TREE_REDUCE && vertex > 0 && vertex < self->job.n_ranks)
    hd_collective_job_end (&self->job, node, vertex, ready, NULL);
}

static void
start (HdCollectiveJob *job,
       HdPacketNode *node,
       guint32 rank)
{
  TreeJob *self = (TreeJob *) job;
  HdTime now = hd_packet_node_get_now (node), ready;
  double *own = self->own + (gsize) rank * job->values.n_elements;
  Vertex *v = &self->vertices[rank];

  if (rank == 0)
    hd_tree_log_begin (self->log, job->repeats[0], now);
  if (rank == 0 || job->operation != HD_TREE_BROADCAST)
    hd_collective_values_fill (&job->values, rank, job->repeats[rank], own);
  if (rank == 0 && self->waits_for_payload)
    send (self, node, root_place (self), HD_COLLECTIVE_PAYLOAD, 0, job->bytes, now);
  if (hd_aggregator_contribute (v->aggregator, v->entry, now, own, &ready))
    pass_up (self, node, rank, ready);
}

static void
gather (TreeJob *self,
        HdPacketNode *node,
        guint32 child)
{
  guint32 vertex = self->tree->parents[child];
  Vertex *v = &self->vertices[vertex];
  HdTime ready;

  if (hd_aggregator_receive (v->aggregator, v->entry, self->vertices[child].operand, hd_packet_node_get_now (node), (double) self->up,
                             self->vertices[child].gathered, &ready))
    pass_up (self, node, vertex, ready);
}

static void
receive (HdCollectiveJob *job,
         HdPacketNode *node,
         const HdPacket *packet)
{
  TreeJob *self = (TreeJob *) job;
  guint32 number = (guint32) packet->data;
  HdTime now = hd_packet_node_get_now (node);

  switch (packet->kind)
    {
    case HD_COLLECTIVE_UP:
      gather (self, node, number);
      break;
    case HD_COLLECTIVE_PAYLOAD:
      arrive (self, node, now);
      break;
    case HD_COLLECTIVE_RESULT:
      inform (self, node, 0, now);
      break;
    case HD_COLLECTIVE_DOWN:
      pass_down (self, node, number, now);
      break;
    case HD_COLLECTIVE_BACK:
    default:
      inform (self, node, number, now);
      pass_back (self, node, number, now);
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
      double bytes = tree->operation == HD_TREE_REDUCE ? (double) self->job.bytes : (double) self->down;

      self->vertices[v].aggregator = get_aggregator (network, aggregators, node);
      self->vertices[v].entry = hd_aggregator_open (self->vertices[v].aggregator, n, has_own, n_elements, error);
      if (self->vertices[v].entry == NULL)
        return FALSE;
      self->vertices[v].copy = hd_tree_stage_get_time (&stage, bytes, FALSE);
      for (guint32 i = 0; i < n; i++)
        self->vertices[children[i]].operand = i + has_own;
    }
  return TRUE;
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

static void
tree_job_free (HdCollectiveJob *job)
{
  TreeJob *self = (TreeJob *) job;

  for (guint32 v = 0; self->vertices != NULL && v < self->tree->n_vertices; v++)
    if (self->vertices[v].entry != NULL)
      hd_aggregator_close (self->vertices[v].aggregator, self->vertices[v].entry);
  g_free (self->vertices);
  g_free (self->own);
  g_clear_pointer (&self->multicast, hd_multicast_free);
  g_free (self->first_local);
  g_free (self->locals);
  hd_tree_log_unref (self->log);
  hd_tree_unref (self->tree);
  hd_collective_job_clear (job);
  g_free (self);
}

static const HdCollectiveProgram program = { .start = start, .receive = receive, .free = tree_job_free };

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

  self->tree = hd_tree_ref (tree);
  self->log = hd_tree_log_ref (log);
  hd_collective_job_init (&self->job, &program, tree->operation, tree->places, tree->n_members, (guint64) ceil (tree->bytes));
  hd_tree_operation_get_bytes (tree->operation, (double) self->job.bytes, &up, &down);
  self->up = (guint64) up;
  self->down = (guint64) down;
  self->own = g_new0 (double, (gsize) tree->n_members * self->job.values.n_elements);
  self->waits_for_payload = tree->operation == HD_TREE_BROADCAST && tree->root != 0;
  self->missing = 1 + self->waits_for_payload;
  if (!open_entries (self, network, aggregators, error))
    {
      tree_job_free (&self->job);
      return NULL;
    }
  if (broadcast == HD_TREE_MULTICAST && tree->operation != HD_TREE_REDUCE)
    {
      self->multicast = hd_multicast_new (network->design, network->router, root_place (self), tree->places, tree->n_members, error);
      if (self->multicast == NULL)
        {
          tree_job_free (&self->job);
          return NULL;
        }
      place_vertices (self, network->n_nodes);
    }
  return &self->job;
}
