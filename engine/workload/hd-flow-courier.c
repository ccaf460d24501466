/* hd-flow-courier.c: a network for agents whose parcels are flows beside the work
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-courier"

#include "hd-flow-courier.h"

#include <heddle/hd-pair-hash.h>

#include "hd-agent-network-private.h"
#include "hd-design-private.h"
#include "hd-workload-orders.h"

enum
{
  EVENT_THERE, /* payload: number of the parcel, as in all */
  EVENT_TAKEN, /* software has received it, or it comes from the node itself */
};

/* From one node to another, by one net. */
typedef struct
{
  gint64 key; /* see make_key () */
  guint32 path;
  HdTime latency;
  guint32 first, last; /* parcels: the one that flows, then those that wait for it; HD_NO_ID for none */
} Channel;

/* A parcel that is under way, or a free place for one. */
typedef struct
{
  HdParcel parcel;
  Channel *channel; /* NULL: to the node itself */
  guint32 next;     /* in its channel, or among the free */
} Place;

typedef struct
{
  HdAgentNode parent;
  GHashTable *channels; /* of Channel, by their keys */
} CourierNode;

struct _HdFlowCourier
{
  HdAgentNetwork parent;
  HdExecution *execution; /* borrowed */
  guint32 component;
  GArray *places;
  guint32 free;           /* the first free place, or HD_NO_ID */
};

static Place *
get_place (HdFlowCourier *self,
           guint32 number)
{
  return &g_array_index (self->places, Place, number);
}

static guint32
take_place (HdFlowCourier *self,
            const HdParcel *parcel,
            Channel *channel)
{
  const Place place = { *parcel, channel, HD_NO_ID };
  guint32 number = self->free;

  if (number == HD_NO_ID)
    {
      g_array_append_val (self->places, place);
      return self->places->len - 1;
    }
  self->free = get_place (self, number)->next;
  *get_place (self, number) = place;
  return number;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------- */

static gint64
make_key (guint32 net,
          guint32 destination)
{
  return (gint64) net << 32 | destination;
}

/* A net is one of ways that were given; without one the route is that of the work. */
static Channel *
find_channel (CourierNode *node,
              guint32 destination,
              guint32 net,
              GError **error)
{
  HdFlowCourier *self = (HdFlowCourier *) node->parent.network;
  Channel found = { .key = make_key (net, destination), .first = HD_NO_ID, .last = HD_NO_ID };
  Channel *channel = g_hash_table_lookup (node->channels, &found.key);
  HdRoute way;

  if (channel != NULL)
    return channel;
  if (net > 0 && !hd_agent_routes_find (self->parent.routes, node->parent.id, destination, net, &way, error))
    return NULL;
  if (!hd_execution_find_path (self->execution, node->parent.id, destination, net > 0 ? &way : NULL, &found.path, &found.latency, error))
    return NULL;
  channel = g_memdup2 (&found, sizeof found);
  g_hash_table_insert (node->channels, &channel->key, channel);
  return channel;
}

static void
send (HdAgentNode *node,
      const HdParcel *parcel,
      guint kind,
      HdTime delay)
{
  HdFlowCourier *self = (HdFlowCourier *) node->network;
  HdParcel sent = *parcel;
  HdMessage message = { .kind = EVENT_TAKEN, .port = HD_FLOW_COURIER_PORT };
  Channel *channel;
  GError *error = NULL;

  sent.source = node->id;
  sent.kind = kind;
  if (parcel->destination == node->id)
    {
      message.payload[0] = take_place (self, &sent, NULL);
      hd_component_wake (node->component, delay, &message);
      return;
    }
  channel = find_channel ((CourierNode *) node, parcel->destination, parcel->net, &error);
  if (channel == NULL)
    {
      hd_component_fail (node->component, error);
      return;
    }
  message.payload[0] = take_place (self, &sent, channel);
  hd_component_send_to (node->component, self->component, hd_time_add (delay, channel->latency), &message);
}

static void
start (HdComponent *component,
       gpointer state)
{
  _hd_agent_node_start (hd_component_get_data (component), component);
}

static void
deliver (HdAgentNode *node,
         guint32 number)
{
  HdFlowCourier *self = (HdFlowCourier *) node->network;
  HdParcel parcel = get_place (self, number)->parcel;

  get_place (self, number)->next = self->free;
  self->free = number;
  _hd_agent_node_deliver (node, &parcel);
}

static void
receive (HdComponent *component,
         gpointer state,
         const HdMessage *message)
{
  HdAgentNode *node = hd_component_get_data (component);
  guint32 number = (guint32) message->payload[0];
  HdMessage taken = { .kind = EVENT_TAKEN, .payload = { number } };
  guint event = message->kind & HD_AGENT_EVENT_MASK;
  HdTime delay;

  if (event == HD_AGENT_EVENT_WAKE)
    {
      _hd_agent_node_wake_up (node, message);
      return;
    }
  delay = event == EVENT_THERE ? _hd_agent_node_take (node, get_place ((HdFlowCourier *) node->network, number)->parcel.kind) : 0;
  if (delay > 0)
    hd_component_wake (component, delay, &taken);
  else
    deliver (node, number);
}

static void
finish (HdComponent *component,
        gpointer state)
{
  _hd_agent_node_finish (hd_component_get_data (component));
}

static const HdModel model = { .start = start, .receive = receive, .finish = finish };

/* ---- flows ------------------------------------------------------------------------------------------------------------- */

/* The latency of its way has gone by before. */
static void
flow (HdFlowCourier *self,
      HdComponent *component,
      guint32 number)
{
  const Place *place = get_place (self, number);

  _hd_agent_node_leave (_hd_agent_network_get_node (&self->parent, place->parcel.source), place->parcel.kind, place->parcel.data,
                        hd_component_get_now (component) - place->channel->latency);
  hd_execution_send (self->execution, place->channel->path, (double) place->parcel.bytes, number);
}

void
hd_flow_courier_begin (HdFlowCourier *self,
                       HdComponent *component,
                       const HdMessage *message)
{
  guint32 number = (guint32) message->payload[0];
  Channel *channel = get_place (self, number)->channel;
  gboolean is_first = channel->first == HD_NO_ID;

  if (is_first)
    channel->first = number;
  else
    get_place (self, channel->last)->next = number;
  channel->last = number;
  if (is_first)
    flow (self, component, number);
}

void
hd_flow_courier_end (HdFlowCourier *self,
                     HdComponent *component,
                     guint32 number)
{
  const HdMessage there = { .kind = EVENT_THERE, .payload = { number } };
  const Place *place = get_place (self, number);
  Channel *channel = place->channel;

  channel->first = place->next;
  hd_component_send_to (component, hd_agent_network_get_kernel_id (&self->parent, place->parcel.destination), 0, &there);
  if (channel->first != HD_NO_ID)
    flow (self, component, channel->first);
}

/* ---- the network ------------------------------------------------------------------------------------------------------- */

static const HdAgentNetworkClass class = { .send = send };

HdFlowCourier *
hd_flow_courier_new (HdDesign *design,
                     HdKernel *kernel,
                     HdExecution *execution,
                     guint32 component)
{
  HdFlowCourier *self = g_new0 (HdFlowCourier, 1);
  const HdLink *links = hd_design_get_links (design);
  gboolean has_trees = hd_workload_has_trees (design); /* in which switches take part */
  g_autofree guint32 *n_links = g_new0 (guint32, hd_design_get_n_nodes (design) + 1);

  _hd_agent_network_init (&self->parent, &class, design, kernel, sizeof (CourierNode), FALSE);
  self->execution = execution;
  self->component = component;
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->free = HD_NO_ID;
  _hd_agent_network_number_links (&self->parent, n_links);
  for (guint l = 0; l < hd_design_get_n_links (design); l++)
    for (guint end = 0; end < 2; end++)
      {
        guint32 id = end == 0 ? links[l].from : links[l].to;
        CourierNode *node = (CourierNode *) _hd_agent_network_get_node (&self->parent, id);

        if (node->channels != NULL || !(has_trees || _hd_design_is_sender (design, id)))
          continue;
        node->channels = g_hash_table_new_full (hd_pair_hash, g_int64_equal, NULL, g_free);
        _hd_agent_network_add_node (&self->parent, id, 0, &model);
      }
  hd_kernel_allow_direct (kernel, 0);
  return self;
}

void
hd_flow_courier_free (HdFlowCourier *self)
{
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    g_clear_pointer (&((CourierNode *) _hd_agent_network_get_node (&self->parent, i))->channels, g_hash_table_unref);
  g_array_unref (self->places);
  _hd_agent_network_clear (&self->parent);
  g_free (self);
}
