/* ideal-network.c: a network without contention, the least that agents can live on
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "ideal-network.h"

#include <math.h>

#include "hd-agent-network-private.h"

enum
{
  EVENT_ARRIVAL, /* kind: the parcel's, above the event; payload: its data; its length << 24 | its source */
};

/* From one node to another in one net; belongs to the sender. */
typedef struct
{
  HdTime latency;
  double ps_per_byte;
  HdTime last; /* arrival */
} Channel;

typedef struct
{
  HdAgentNode parent;
  GHashTable *channels; /* of Channel, by net << 24 | destination */
} IdealNode;

typedef struct
{
  HdAgentNetwork parent;
  HdRouter *router;
  GMutex lock;       /* of the router */
  GPtrArray *nets;   /* of GArray of guint32: classes; of GHashTable of Channel, by source << 32 | destination: ways; NULL: any links */
  GArray *has_ways;  /* of gboolean, by net */
} IdealNetwork;

/* ---- channels ---------------------------------------------------------------------------------------------------------- */

static Channel
measure (IdealNetwork *self,
         const HdRoute *route)
{
  const HdLink *links = hd_design_get_links (self->parent.design);
  Channel channel = { 0 };

  for (guint i = 0; i < route->n_hops; i++)
    {
      channel.latency += links[route->links[i]].latency_ps;
      channel.ps_per_byte = MAX (channel.ps_per_byte, (double) HD_TICKS_PER_SECOND / links[route->links[i]].bandwidth);
    }
  return channel;
}

static Channel
find_channel (IdealNetwork *self,
              const HdParcel *parcel,
              guint32 source)
{
  gint64 ends = (gint64) source << 32 | parcel->destination;
  gpointer net = g_ptr_array_index (self->nets, parcel->net);
  gboolean has_ways = g_array_index (self->has_ways, gboolean, parcel->net);
  const Channel *way = has_ways ? g_hash_table_lookup (net, &ends) : NULL;
  const GArray *classes = has_ways ? NULL : net;
  HdRoute route;
  Channel channel;
  gboolean found;

  if (way != NULL)
    return *way;
  g_mutex_lock (&self->lock);
  found = hd_router_find (self->router, source, parcel->destination, classes != NULL ? (const guint32 *) (gpointer) classes->data : NULL,
                          classes != NULL ? classes->len : 0, &route, NULL);
  g_assert_true (found);
  channel = measure (self, &route);
  g_mutex_unlock (&self->lock);
  return channel;
}

static Channel *
get_channel (IdealNode *self,
             const HdParcel *parcel)
{
  guint key = parcel->net << 24 | parcel->destination;
  Channel *channel = g_hash_table_lookup (self->channels, GUINT_TO_POINTER (key));

  if (channel != NULL)
    return channel;
  channel = g_new (Channel, 1);
  *channel = find_channel ((IdealNetwork *) self->parent.network, parcel, self->parent.id);
  g_hash_table_insert (self->channels, GUINT_TO_POINTER (key), channel);
  return channel;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------- */

static void
send (HdAgentNode *node,
      const HdParcel *parcel,
      guint kind,
      HdTime delay)
{
  HdMessage message = { .kind = EVENT_ARRIVAL | kind << HD_AGENT_EVENT_BITS, .payload = { parcel->data, parcel->bytes << 24 | node->id } };
  HdTime now = hd_component_get_now (node->component);
  Channel *channel;

  if (parcel->destination == node->id)
    {
      hd_component_wake (node->component, delay, &message);
      return;
    }
  channel = get_channel ((IdealNode *) node, parcel);
  channel->last = MAX (channel->last, now + delay + channel->latency + (HdTime) llround ((double) parcel->bytes * channel->ps_per_byte));
  hd_component_send_to (node->component, hd_agent_network_get_kernel_id (node->network, parcel->destination), channel->last - now, &message);
}

static void
start (HdComponent *component,
       gpointer state)
{
  _hd_agent_node_start (hd_component_get_data (component), component);
}

static void
receive (HdComponent *component,
         gpointer state,
         const HdMessage *message)
{
  HdAgentNode *node = hd_component_get_data (component);
  HdParcel parcel = {
    .source = message->payload[1] & 0xffffff, .destination = node->id, .kind = message->kind >> HD_AGENT_EVENT_BITS, .bytes = message->payload[1] >> 24,
    .data = message->payload[0],
  };

  if ((message->kind & HD_AGENT_EVENT_MASK) == HD_AGENT_EVENT_WAKE)
    _hd_agent_node_wake_up (node, message);
  else
    _hd_agent_node_deliver (node, &parcel);
}

static void
finish (HdComponent *component,
        gpointer state)
{
  _hd_agent_node_finish (hd_component_get_data (component));
}

static const HdModel model = { .start = start, .receive = receive, .finish = finish };

/* ---- the network ------------------------------------------------------------------------------------------------------- */

static guint32
append_net (IdealNetwork *self,
            gpointer net,
            gboolean has_ways)
{
  g_ptr_array_add (self->nets, net);
  g_array_append_val (self->has_ways, has_ways);
  return self->nets->len - 1;
}

static guint32
add_net (HdAgentNetwork *network,
         const guint32 *classes,
         guint n_classes)
{
  GArray *net = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_vals (net, classes, n_classes);
  return append_net ((IdealNetwork *) network, net, FALSE);
}

static guint32
add_ways (HdAgentNetwork *network)
{
  return append_net ((IdealNetwork *) network, g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free), TRUE);
}

static void
set_way (HdAgentNetwork *network,
         guint32 net,
         guint32 source,
         guint32 destination,
         const HdRoute *way)
{
  IdealNetwork *self = (IdealNetwork *) network;
  GHashTable *ways = g_ptr_array_index (self->nets, net);
  gint64 *ends = g_new (gint64, 1);
  Channel *channel = g_new (Channel, 1);

  *ends = (gint64) source << 32 | destination;
  *channel = measure (self, way);
  if (!g_hash_table_contains (ways, ends))
    {
      g_hash_table_insert (ways, ends, channel);
      return;
    }
  g_free (ends);
  g_free (channel);
}

static const HdAgentNetworkClass class = { .send = send, .add_net = add_net, .add_ways = add_ways, .set_way = set_way };

HdAgentNetwork *
ideal_network_new (HdDesign *design,
                   HdKernel *kernel,
                   const guint32 *partitions)
{
  IdealNetwork *self = g_new0 (IdealNetwork, 1);
  HdTime least = HD_TIME_MAX;

  _hd_agent_network_init (&self->parent, &class, design, kernel, sizeof (IdealNode), FALSE);
  self->router = hd_router_new (design);
  g_mutex_init (&self->lock);
  self->nets = g_ptr_array_new ();
  self->has_ways = g_array_new (FALSE, FALSE, sizeof (gboolean));
  append_net (self, NULL, FALSE);
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      ((IdealNode *) _hd_agent_network_get_node (&self->parent, i))->channels = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      _hd_agent_network_add_node (&self->parent, i, partitions != NULL ? partitions[i] : 0, &model);
    }
  for (guint l = 0; l < hd_design_get_n_links (design); l++)
    least = MIN (least, hd_design_get_links (design)[l].latency_ps);
  hd_kernel_allow_direct (kernel, least);
  return &self->parent;
}

void
ideal_network_free (HdAgentNetwork *network)
{
  IdealNetwork *self = (IdealNetwork *) network;

  for (guint32 i = 0; i < network->n_nodes; i++)
    g_hash_table_unref (((IdealNode *) _hd_agent_network_get_node (network, i))->channels);
  for (guint i = 1; i < self->nets->len; i++)
    if (g_array_index (self->has_ways, gboolean, i))
      g_hash_table_unref (g_ptr_array_index (self->nets, i));
    else
      g_array_unref (g_ptr_array_index (self->nets, i));
  g_ptr_array_unref (self->nets);
  g_array_unref (self->has_ways);
  g_mutex_clear (&self->lock);
  hd_router_free (self->router);
  _hd_agent_network_clear (network);
  g_free (self);
}
