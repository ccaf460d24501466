/* hd-packet-node.c: a node of the packet network in the kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet costs a node one event, and its sender another for the credit if buffers have an end. All that a packet is fits the kernel's message:
 *
 *   kind        what happens (3 bits), whether the packet is its message's last (1), the kind (4), number of the route (24)
 *   payload[0]  the user's data
 *   payload[1]  length of the message (40 bits), hop (24)
 *
 * Packets but the last are as long as a packet can be, so that the length of the message says that of each packet.
 */
#define G_LOG_DOMAIN "hd-packet-node"

#include "hd-packet-private.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

enum
{
  EVENT_PACKET, /* from the neighbour at the message's port */
  EVENT_CREDIT, /* payload[0]: bytes that are free again at the far end of the message's port */
  EVENT_PUMP,   /* payload[0]: port whose queue has a turn */
  EVENT_JOIN,   /* a message of the agent joins its first queue */
  EVENT_SELF,   /* a message of the agent to itself */
  EVENT_TAKE,   /* software has received a message */
  EVENT_THERE,  /* payload[0]: bytes of this node's that have come to their end */
};

#define LAST (1u << HD_AGENT_EVENT_BITS)
#define KIND_SHIFT (HD_AGENT_EVENT_BITS + 1)
#define KIND_MASK 15u
#define ROUTE_SHIFT 8
#define HOP_BITS 24
#define HOP_MASK ((1u << HOP_BITS) - 1)

static HdPacketNetwork *
get_network (const HdPacketNode *self)
{
  return (HdPacketNetwork *) self->parent.network;
}

static guint64
get_length (const HdMessage *message)
{
  return message->payload[1] >> HOP_BITS;
}

static guint64
get_packet_bytes (const HdPacketNode *self,
                  const HdMessage *message)
{
  guint64 whole = get_network (self)->rules.packet_bytes, length = get_length (message);

  if ((message->kind & LAST) == 0)
    return whole;
  return length > 0 ? (length - 1) % whole + 1 : 0;
}

static const HdAgentRoute *
get_route (const HdPacketNode *self,
           const HdMessage *message)
{
  return hd_agent_routes_get (self->parent.network->routes, message->kind >> ROUTE_SHIFT);
}

/* ---- sending -------------------------------------------------------------------------------------------------------- */

static void
return_credit (HdPacketNode *self,
               guint32 port,
               guint64 bytes,
               HdTime delay)
{
  if (get_network (self)->rules.buffer_bytes > 0)
    hd_component_send (self->parent.component, port, delay, &(HdMessage){ .kind = EVENT_CREDIT, .payload = { bytes } });
}

/* Gives the first packet of the queue its time. */
static void
transmit (HdPacketNode *self,
          guint32 number,
          const HdPacketItem *item,
          HdTime now)
{
  guint64 bytes = MIN (item->rest, get_network (self)->rules.packet_bytes);
  guint32 in_port = item->in_port;
  HdMessage message = item->message;
  HdPacketLeaving leaving;
  gboolean whole;

  if (item->rest == bytes && in_port == HD_PACKET_MESSAGE)
    message.kind |= LAST;
  message.payload[1]++; /* the hop */
  leaving = hd_packet_port_take (&self->ports[number], bytes, now);
  if (G_UNLIKELY (leaving.end == HD_TIME_MAX))
    {
      hd_component_fail (self->parent.component, g_error_new (HD_ERROR, HD_ERROR_RANGE, _("“%s” sent an event beyond the end of simulated time (%" PRId64 " ps)"),
                                                       hd_component_get_path (self->parent.component), HD_TIME_MAX));
      return;
    }
  if (in_port >= HD_PACKET_CUT)
    _hd_agent_node_leave (&self->parent, item->message.kind >> KIND_SHIFT & KIND_MASK, item->message.payload[0], leaving.start);
  whole = get_network (self)->rules.switching == HD_PACKET_STORE_AND_FORWARD
          || (message.payload[1] & HOP_MASK) == get_route (self, &message)->n_hops;
  hd_component_send (self->parent.component, number, (whole ? leaving.end : leaving.start) - now, &message);
  if (in_port < HD_PACKET_CUT)
    return_credit (self, in_port, bytes, leaving.end - now);
}

/* Gives as many packets of the queue their time as can have one now. */
static void
pump (HdPacketNode *self,
      guint32 number)
{
  HdPacketPort *port = &self->ports[number];
  HdTime now = hd_component_get_now (self->parent.component);
  const HdPacketItem *item;
  HdTime turn;

  hd_packet_port_settle (port, now);
  while ((item = hd_packet_port_next (port, get_network (self)->rules.packet_bytes, now)) != NULL)
    transmit (self, number, item, now);
  turn = hd_packet_port_get_turn (port, now);
  if (turn == HD_TIME_MAX || port->is_pumped)
    return;
  port->is_pumped = TRUE;
  hd_component_wake (self->parent.component, turn - now, &(HdMessage){ .kind = EVENT_PUMP, .payload = { number } });
}

/* A message that was made here, or a packet, joins the queue of the next link. */
static void
join (HdPacketNode *self,
      const HdMessage *message,
      guint64 bytes,
      guint32 in_port)
{
  const HdAgentRoute *route = get_route (self, message);
  guint32 number = route->ports[message->payload[1] & HOP_MASK];
  guint32 party = get_network (self)->rules.service == HD_SERVICE_FAIR_SENDERS ? route->source : message->kind >> ROUTE_SHIFT;
  HdTime now = hd_component_get_now (self->parent.component);
  HdPacketItem item = { .message = *message, .arrival = now, .tail = now, .rest = bytes, .in_port = in_port };

  if (in_port < HD_PACKET_CUT && get_network (self)->rules.switching == HD_PACKET_CUT_THROUGH)
    item.tail = hd_time_add (now, hd_packet_port_get_time (&self->ports[in_port], bytes));
  hd_packet_port_add (&self->ports[number], party, &item, now);
  pump (self, number);
}

/* Packets of the node's messages join their queues, one message after the other, as far as the window lets them. */
static void
fill_window (HdPacketNode *self)
{
  const HdPacketRules *rules = &get_network (self)->rules;
  HdPacketItem *item;

  while ((item = hd_packet_items_peek (&self->unsent)) != NULL)
    {
      guint64 bytes = MIN (item->rest, rules->packet_bytes);
      HdMessage message = item->message;

      if (self->under_way + bytes > rules->window_bytes)
        return;
      self->under_way += bytes;
      item->rest -= bytes;
      if (item->rest == 0)
        {
          message.kind |= LAST;
          hd_packet_items_pop (&self->unsent);
        }
      join (self, &message, bytes, HD_PACKET_CUT);
    }
}

static void
wait_for_window (HdPacketNode *self,
                 const HdMessage *message)
{
  const HdPacketItem item = { .message = *message, .rest = get_length (message), .in_port = HD_PACKET_MESSAGE };

  hd_packet_items_push (&self->unsent, &item);
  fill_window (self);
}

/* A message of the node's own sets out. */
static void
set_out (HdPacketNode *self,
         const HdMessage *message)
{
  if (G_UNLIKELY (get_network (self)->rules.window_bytes > 0))
    wait_for_window (self, message);
  else
    join (self, message, get_length (message), HD_PACKET_MESSAGE);
}

/* ---- receiving ------------------------------------------------------------------------------------------------------ */

static void
deliver (HdPacketNode *self,
         guint32 source,
         guint32 destination,
         const HdMessage *message)
{
  HdParcel parcel = {
    .source = source,
    .destination = destination,
    .kind = message->kind >> KIND_SHIFT & KIND_MASK,
    .bytes = get_length (message),
    .data = message->payload[0],
  };

  _hd_agent_node_deliver (&self->parent, &parcel);
}

/* A message is there; it is delivered when software has received it. */
static void
take (HdPacketNode *self,
      const HdAgentRoute *route,
      const HdMessage *message)
{
  HdTime delay = _hd_agent_node_take (&self->parent, message->kind >> KIND_SHIFT & KIND_MASK);
  HdMessage taken = *message;

  if (delay == 0)
    {
      deliver (self, route->source, route->destination, message);
      return;
    }
  taken.kind = (taken.kind & ~HD_AGENT_EVENT_MASK) | EVENT_TAKE;
  hd_component_wake (self->parent.component, delay, &taken);
}

static void
tell_sender (HdPacketNode *self,
             const HdAgentRoute *route,
             guint64 bytes)
{
  const HdMessage there = { .kind = EVENT_THERE, .payload = { bytes } };
  guint32 sender = hd_agent_network_get_kernel_id (self->parent.network, route->source);

  hd_component_send_to (self->parent.component, sender, route->latency, &there);
}

static void
receive_packet (HdPacketNode *self,
                const HdMessage *message)
{
  const HdAgentRoute *route = get_route (self, message);
  guint64 bytes = get_packet_bytes (self, message);

  hd_component_record (self->parent.component, HD_AGENT_RECORD_NETWORK, (guint64) message->port << 40 ^ bytes);
  if ((message->payload[1] & HOP_MASK) < route->n_hops)
    {
      join (self, message, bytes, message->port);
      return;
    }
  return_credit (self, message->port, bytes, 0);
  if (get_network (self)->rules.window_bytes > 0)
    tell_sender (self, route, bytes);
  if ((message->kind & LAST) != 0)
    take (self, route, message);
}

static void
receive (HdComponent *component,
         gpointer state,
         const HdMessage *message)
{
  HdPacketNode *self = hd_component_get_data (component);

  switch (message->kind & HD_AGENT_EVENT_MASK)
    {
    case EVENT_PACKET:
      receive_packet (self, message);
      break;
    case EVENT_CREDIT:
      self->ports[message->port].credit += message->payload[0];
      pump (self, message->port);
      break;
    case EVENT_PUMP:
      self->ports[message->payload[0]].is_pumped = FALSE;
      pump (self, (guint32) message->payload[0]);
      break;
    case EVENT_JOIN:
      {
        HdMessage joining = *message;

        joining.kind = (joining.kind & ~HD_AGENT_EVENT_MASK) | EVENT_PACKET;
        set_out (self, &joining);
        break;
      }
    case EVENT_SELF:
      deliver (self, self->parent.id, self->parent.id, message);
      break;
    case EVENT_TAKE:
      deliver (self, get_route (self, message)->source, self->parent.id, message);
      break;
    case EVENT_THERE:
      self->under_way -= message->payload[0];
      fill_window (self);
      break;
    case HD_AGENT_EVENT_WAKE:
    default:
      _hd_agent_node_wake_up (&self->parent, message);
      break;
    }
}

static void
start (HdComponent *component,
       gpointer state)
{
  HdPacketNode *self = hd_component_get_data (component);

  for (guint32 i = 0; i < self->n_ports; i++)
    if (self->ports[i].draws_noise)
      {
        HdPacketNoise *noise = &self->ports[i].server->noise;
        g_autofree char *stream = g_strdup_printf ("noise %u", i);

        hd_component_init_random (component, stream, &noise->random);
        hd_packet_noise_start (noise);
      }
  _hd_agent_node_start (&self->parent, component);
}

static void
finish (HdComponent *component,
        gpointer state)
{
  _hd_agent_node_finish (hd_component_get_data (component));
}

const HdModel _hd_packet_node_model = { .start = start, .receive = receive, .finish = finish };

/* ---- for agents ------------------------------------------------------------------------------------------------------ */

void
_hd_packet_node_send (HdAgentNode *node,
                      const HdParcel *parcel,
                      guint kind,
                      HdTime delay)
{
  HdPacketNode *self = (HdPacketNode *) node;
  HdMessage message = { .kind = kind << KIND_SHIFT, .payload = { parcel->data, parcel->bytes << HOP_BITS } };
  guint32 route = 0;

  if (parcel->destination != node->id && !_hd_agent_node_find_route (node, parcel->destination, parcel->net, &route))
    return;
  message.kind |= route << ROUTE_SHIFT;
  if (parcel->destination == node->id)
    message.kind |= EVENT_SELF;
  else if (delay != 0)
    message.kind |= EVENT_JOIN;
  if ((message.kind & HD_AGENT_EVENT_MASK) != EVENT_PACKET)
    hd_component_wake (node->component, delay, &message);
  else
    set_out (self, &message);
}
