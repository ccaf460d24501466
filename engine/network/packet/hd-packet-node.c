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
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

enum
{
  EVENT_PACKET, /* from the neighbour at the message's port */
  EVENT_CREDIT, /* payload[0]: bytes that are free again at the far end of the message's port */
  EVENT_PUMP,   /* payload[0]: port whose queue has a turn; ALL_PORTS: links have changed */
  EVENT_JOIN,   /* a message of the agent joins its first queue */
  EVENT_SELF,   /* a message of the agent to itself */
  EVENT_TAKE,   /* software has received a message */
  EVENT_THERE,  /* payload[0]: bytes of this node's that have come to their end */
};

#define ALL_PORTS G_MAXUINT64
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
  turn = hd_packet_port_get_turn (port, get_network (self)->rules.packet_bytes, now);
  if (turn == HD_TIME_MAX || port->is_pumped)
    return;
  port->is_pumped = TRUE;
  hd_component_wake (self->parent.component, turn - now, &(HdMessage){ .kind = EVENT_PUMP, .payload = { number } });
}

/* ---- links that fail ------------------------------------------------------------------------------------------------- */

static void
strand (HdPacketNode *self,
        const HdPacketStranded *stranded)
{
  if (self->stranded == NULL)
    self->stranded = g_array_new (FALSE, FALSE, sizeof (HdPacketStranded));
  g_array_append_vals (self->stranded, stranded, 1);
}

/* There is no way, which is the end if none will be there. */
static gboolean
may_strand (HdPacketNode *self,
            GError *error)
{
  if (get_network (self)->is_hopeful)
    {
      g_error_free (error);
      return TRUE;
    }
  if (get_network (self)->has_failures)
    g_prefix_error (&error, _("At %g s: "), hd_time_to_seconds (hd_component_get_now (self->parent.component)));
  hd_component_fail (self->parent.component, error);
  return FALSE;
}

/* The route that stands in for that of a message here. */
static gboolean
find_turn (HdPacketNode *self,
           guint32 number,
           guint32 *out_number,
           GError **error)
{
  const HdAgentRoute *route = hd_agent_routes_get (self->parent.network->routes, number);
  gpointer known;

  if (route->source == self->parent.id)
    return _hd_agent_node_try_route (&self->parent, route->destination, route->net, out_number, error);
  if (self->turns == NULL)
    self->turns = g_hash_table_new (NULL, NULL);
  known = g_hash_table_lookup (self->turns, GUINT_TO_POINTER (number + 1));
  if (known != NULL)
    {
      *out_number = GPOINTER_TO_UINT (known) - 1;
      return TRUE;
    }
  if (!hd_agent_routes_add_rest (self->parent.network->routes, route->source, self->parent.id, route->destination, route->net, out_number, error))
    return FALSE;
  g_hash_table_insert (self->turns, GUINT_TO_POINTER (number + 1), GUINT_TO_POINTER (*out_number + 1));
  return TRUE;
}

static G_GNUC_NO_INLINE gboolean
turn (HdPacketNode *self,
      HdPacketItem *item)
{
  const HdPacketStranded stranded = { .item = *item };
  GError *error = NULL;
  guint32 number;

  if (!find_turn (self, item->message.kind >> ROUTE_SHIFT, &number, &error))
    {
      if (may_strand (self, error))
        strand (self, &stranded);
      return FALSE;
    }
  item->message.kind = (item->message.kind & ((1u << ROUTE_SHIFT) - 1)) | number << ROUTE_SHIFT;
  item->message.payload[1] &= ~(guint64) HOP_MASK;
  return TRUE;
}

static inline guint32
get_port (HdPacketNode *self,
          const HdMessage *message)
{
  return get_route (self, message)->ports[message->payload[1] & HOP_MASK];
}

static void
queue (HdPacketNode *self,
       HdPacketItem *item)
{
  HdTime now = hd_component_get_now (self->parent.component);
  guint32 number = get_port (self, &item->message), party = 0;

  if (G_UNLIKELY (self->ports[number].failed))
    {
      if (!turn (self, item))
        return;
      number = get_port (self, &item->message);
    }
  if (G_UNLIKELY (self->ports[number].fair != NULL))
    party = get_network (self)->rules.service == HD_SERVICE_FAIR_SENDERS ? get_route (self, &item->message)->source : item->message.kind >> ROUTE_SHIFT;
  hd_packet_port_add (&self->ports[number], party, item, now);
  pump (self, number);
}

/* A message that was made here, or a packet, joins the queue of the next link. */
static void
join (HdPacketNode *self,
      const HdMessage *message,
      guint64 bytes,
      guint32 in_port)
{
  HdTime now = hd_component_get_now (self->parent.component);
  HdPacketItem item = { .message = *message, .arrival = now, .tail = now, .rest = bytes, .in_port = in_port };

  if (in_port < HD_PACKET_CUT && get_network (self)->rules.switching == HD_PACKET_CUT_THROUGH)
    item.tail = hd_time_add (now, hd_packet_port_get_time (&self->ports[in_port], bytes));
  queue (self, &item);
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

static void
send_new (HdPacketNode *self,
          HdMessage *message,
          guint32 route,
          HdTime delay)
{
  message->kind |= route << ROUTE_SHIFT;
  if (delay != 0)
    {
      message->kind |= EVENT_JOIN;
      hd_component_wake (self->parent.component, delay, message);
    }
  else
    set_out (self, message);
}

static void
send_stranded (HdPacketNode *self,
               HdPacketStranded *stranded)
{
  HdTime now = hd_component_get_now (self->parent.component);
  GError *error = NULL;
  guint32 route;

  if (!stranded->is_new)
    {
      stranded->item.arrival = now;
      queue (self, &stranded->item);
    }
  else if (_hd_agent_node_try_route (&self->parent, stranded->destination, stranded->net, &route, &error))
    send_new (self, &stranded->item.message, route, MAX (stranded->item.arrival - now, 0));
  else if (may_strand (self, error))
    strand (self, stranded);
}

/* What waits for a link that has failed goes another way, and what had none may have one. */
static G_GNUC_NO_INLINE void
go_on_changed (HdPacketNode *self)
{
  g_autoptr (GArray) stranded = g_steal_pointer (&self->stranded);
  HdTime now = hd_component_get_now (self->parent.component);

  for (guint i = 0; stranded != NULL && i < stranded->len; i++)
    send_stranded (self, &g_array_index (stranded, HdPacketStranded, i));
  for (guint32 i = 0; i < self->n_ports; i++)
    if (self->ports[i].failed)
      {
        HdPacketItems waiting = hd_packet_port_take_all (&self->ports[i]);

        for (HdPacketItem *item; (item = hd_packet_items_peek (&waiting)) != NULL;)
          {
            HdPacketItem moved = *item;

            hd_packet_items_pop (&waiting);
            moved.arrival = now;
            queue (self, &moved);
          }
        hd_packet_items_clear (&waiting);
      }
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

typedef struct
{
  guint64 data;
  guint64 length;
  guint32 source;
  guint32 kind;
} Parcel;

static guint
hash_parcel (gconstpointer data)
{
  const Parcel *self = data;
  guint64 mixed = (self->data ^ self->length << 20 ^ (guint64) self->source << 40 ^ self->kind) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed >> 32);
}

static gboolean
parcel_equal (gconstpointer a,
              gconstpointer b)
{
  const Parcel *x = a, *y = b;

  return x->data == y->data && x->length == y->length && x->source == y->source && x->kind == y->kind;
}

/* Whether all of a message is there, where its packets may have gone different ways. Of messages that are alike it does not matter which is which. */
static G_GNUC_NO_INLINE gboolean
is_there (HdPacketNode *self,
          const HdAgentRoute *route,
          const HdMessage *message,
          guint64 bytes)
{
  const Parcel parcel = { message->payload[0], get_length (message), route->source, message->kind >> KIND_SHIFT & KIND_MASK };
  guint64 *sum;

  if (parcel.length <= get_network (self)->rules.packet_bytes)
    return TRUE;
  if (self->arrived == NULL)
    self->arrived = g_hash_table_new_full (hash_parcel, parcel_equal, g_free, g_free);
  sum = g_hash_table_lookup (self->arrived, &parcel);
  if (sum == NULL)
    {
      sum = g_new0 (guint64, 1);
      g_hash_table_insert (self->arrived, g_memdup2 (&parcel, sizeof parcel), sum);
    }
  *sum += bytes;
  if (*sum < parcel.length)
    return FALSE;
  *sum -= parcel.length;
  if (*sum == 0)
    g_hash_table_remove (self->arrived, &parcel);
  return TRUE;
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
  if (G_UNLIKELY (get_network (self)->has_failures) ? is_there (self, route, message, bytes) : (message->kind & LAST) != 0)
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
      if (message->payload[0] == ALL_PORTS)
        {
          go_on_changed (self);
          break;
        }
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

/* All know when links change, so that no partition goes on beyond that without the others. */
static void
wake_at_changes (HdPacketNode *self)
{
  HdDesign *design = self->parent.network->design;
  HdTime last = 0;

  for (guint i = 0; get_network (self)->has_failures && i < hd_design_get_n_changes (design); i++)
    {
      HdTime time = hd_design_get_change (design, i)->time;

      if (time > last)
        hd_component_wake (self->parent.component, time, &(HdMessage){ .kind = EVENT_PUMP, .payload = { ALL_PORTS } });
      last = time;
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
  wake_at_changes (self);
}

static void
finish (HdComponent *component,
        gpointer state)
{
  _hd_agent_node_finish (hd_component_get_data (component));
}

/* ---- between processes ----------------------------------------------------------------------------------------------- */

/* Numbers of routes are a process's own. What the user's data stand for goes with the last packet of a message. */
typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 net;
} Address;

static guint
get_kind (const HdMessage *message)
{
  return message->kind >> KIND_SHIFT & KIND_MASK;
}

static void
pack (gpointer data,
      HdMessage *message,
      GByteArray *bytes)
{
  const HdPacketNode *self = data;
  const HdAgentRoute *route;

  if ((message->kind & HD_AGENT_EVENT_MASK) != EVENT_PACKET)
    return;
  route = get_route (self, message);
  g_byte_array_append (bytes, (const guint8 *) &(const Address){ route->source, route->destination, route->net }, sizeof (Address));
  if ((message->kind & LAST) != 0)
    _hd_agent_network_pack (self->parent.network, get_kind (message), message->payload[0], bytes);
}

static void
unpack (gpointer data,
        HdMessage *message,
        const guint8 *bytes,
        gsize size)
{
  const HdPacketNode *self = data;
  Address address;
  guint32 route;

  if ((message->kind & HD_AGENT_EVENT_MASK) != EVENT_PACKET)
    return;
  memcpy (&address, bytes, sizeof address);
  if (!_hd_agent_node_try_route (_hd_agent_network_get_node (self->parent.network, address.source), address.destination, address.net, &route, NULL))
    g_assert_not_reached (); /* who sent it found it in the same drawing */
  message->kind = (message->kind & ((1u << ROUTE_SHIFT) - 1)) | route << ROUTE_SHIFT;
  if ((message->kind & LAST) != 0)
    message->payload[0] = _hd_agent_network_unpack (self->parent.network, get_kind (message), message->payload[0], bytes + sizeof address, size - sizeof address);
}

const HdModel _hd_packet_node_model = { .start = start, .receive = receive, .finish = finish, .pack = pack, .unpack = unpack };

/* ---- for agents ------------------------------------------------------------------------------------------------------ */

void
_hd_packet_node_send (HdAgentNode *node,
                      const HdParcel *parcel,
                      guint kind,
                      HdTime delay)
{
  HdPacketNode *self = (HdPacketNode *) node;
  HdMessage message = { .kind = kind << KIND_SHIFT, .payload = { parcel->data, parcel->bytes << HOP_BITS } };
  GError *error = NULL;
  guint32 route;

  if (parcel->destination == node->id)
    {
      message.kind |= EVENT_SELF;
      hd_component_wake (node->component, delay, &message);
    }
  else if (_hd_agent_node_try_route (node, parcel->destination, parcel->net, &route, &error))
    send_new (self, &message, route, delay);
  else if (may_strand (self, error))
    strand (self, &(HdPacketStranded){ { .message = message, .arrival = hd_time_add (hd_component_get_now (node->component), delay) }, parcel->destination,
                                       parcel->net, TRUE });
}

void
_hd_packet_node_clear (HdPacketNode *self)
{
  hd_packet_items_clear (&self->unsent);
  g_clear_pointer (&self->turns, g_hash_table_unref);
  g_clear_pointer (&self->stranded, g_array_unref);
  g_clear_pointer (&self->arrived, g_hash_table_unref);
}
