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
  GMutex lock; /* of the routes */
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
  HdRoute route;
  Channel channel;
  gboolean found;

  g_mutex_lock (&self->lock);
  found = hd_agent_routes_find (self->parent.routes, source, parcel->destination, parcel->net, &route, NULL);
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

static const HdAgentNetworkClass class = { .send = send };

HdAgentNetwork *
ideal_network_new (HdDesign *design,
                   HdKernel *kernel,
                   const guint32 *partitions)
{
  IdealNetwork *self = g_new0 (IdealNetwork, 1);
  g_autofree guint32 *n_links = g_new0 (guint32, hd_design_get_n_nodes (design) + 1);
  HdTime least = HD_TIME_MAX;

  _hd_agent_network_init (&self->parent, &class, design, kernel, sizeof (IdealNode), FALSE);
  _hd_agent_network_number_links (&self->parent, n_links);
  g_mutex_init (&self->lock);
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
  g_mutex_clear (&self->lock);
  _hd_agent_network_clear (network);
  g_free (self);
}
