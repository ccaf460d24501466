/* hd-flit-member.c: a node of the flit network in the kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-member"

#include "hd-flit-follower.h"

#define AHEAD 2 /* packets that wait in the tile, so that one can follow the other at once */
#define NET_BITS 8

enum
{
  EVENT_JOIN,  /* payload[0]: a parcel of the agent that sets out now */
  EVENT_THERE, /* payload[0]: a parcel that is there, as far as the network goes */
  EVENT_TAKEN, /* and whose software has received it, or that comes from the node itself */
};

static HdFlitNetwork *
get_network (const HdFlitMember *self)
{
  return (HdFlitNetwork *) self->parent.network;
}

/* ---- sending ---------------------------------------------------------------------------------------------------------- */

static HdFlitWay *
make_way (HdFlitMember *self,
          guint32 destination,
          guint32 net)
{
  const HdFlitNetwork *network = get_network (self);
  GArray *listed = self->host->listed;
  GError *error = NULL;
  HdFlitWay *way;
  guint32 node = self->parent.id, last = 0;
  guint class = 0;

  g_array_set_size (listed, 0);
  if (destination != node && !hd_agent_routes_list (network->parent.routes, node, destination, net, listed, &error))
    {
      hd_component_fail (self->parent.component, error);
      return NULL;
    }
  way = hd_flit_way_pages_add (&self->host->way_pages, listed->len);
  for (guint i = 0; i < listed->len; i++)
    {
      guint32 taken = g_array_index (listed, guint32, i), port = network->parent.link_ports[taken];
      const HdFlitExit *exit = _hd_flit_network_get_exit (network, node, port);

      if (i > 0)
        class = MIN (hd_flit_classes_step (network->classes, last, taken, class), exit->n_classes - 1u);
      way->steps[i].port = (guint16) port;
      way->steps[i].channel = (guint8) (class * exit->n_channels / exit->n_classes);
      way->steps[i].n_channels = (guint8) ((class + 1) * exit->n_channels / exit->n_classes - way->steps[i].channel);
      node = _hd_flit_network_get_end (network, taken);
      last = taken;
    }
  return way;
}

HdFlitWay *
_hd_flit_member_find_way (HdFlitMember *self,
                          guint32 destination,
                          guint32 net)
{
  guint64 key = (guint64) destination << NET_BITS | net;
  HdFlitWay *way = hd_flit_ways_find (&self->ways, key);

  if (way != NULL)
    return way;
  way = make_way (self, destination, net);
  if (way != NULL)
    hd_flit_ways_add (&self->ways, key, way);
  return way;
}

/* The next packet of the parcel. */
static HdFlitPacket
cut (HdFlitMember *self,
     HdFlitCargo *cargo)
{
  const HdFlitRules *rules = &get_network (self)->rules;
  guint64 bytes = MIN (cargo->rest, rules->packet_bytes);

  cargo->rest -= bytes;
  return (HdFlitPacket){
    .data = cargo,
    .path = cargo->way->steps,
    .source = self->parent.id,
    .destination = cargo->parcel.destination,
    .flits = (guint32) hd_flit_rules_count_flits (rules, bytes),
    .sequence = self->n_packets++,
    .time = cargo->start,
  };
}

void
_hd_flit_member_supply (HdFlitMember *self,
                        guint number)
{
  HdFlitOut *out = &self->outs[number];
  HdFlitCargo **cargo;

  while (out->n_ahead < AHEAD && (cargo = hd_flit_cargos_peek (&out->cargos)) != NULL)
    {
      const HdFlitPacket packet = cut (self, *cargo);

      if (G_UNLIKELY (get_network (self)->follower != NULL))
        _hd_flit_follower_cut (get_network (self)->follower, self, *cargo, number, &packet);
      if ((*cargo)->rest == 0)
        hd_flit_cargos_pop (&out->cargos);
      out->n_ahead++;
      hd_flit_tile_inject (self->host->tile, self->place, &packet);
    }
}

/* What a router sends to itself passes its local port; an interface has none. */
static gboolean
uses_network (const HdFlitMember *self,
              guint32 destination)
{
  return destination != self->parent.id || !self->setup.is_interface;
}

/* A parcel of the node's own sets out. */
static void
set_out (HdFlitMember *self,
         HdFlitCargo *cargo)
{
  HdTime now = hd_component_get_now (self->parent.component);
  guint64 packet_bytes = get_network (self)->rules.packet_bytes;
  guint out = _hd_flit_member_get_out (self, cargo->way);

  cargo->start = now;
  cargo->number = cargo->way->n_sent++;
  cargo->n_left = cargo->n_packets = MAX ((cargo->parcel.bytes + packet_bytes - 1) / packet_bytes, 1);
  if (G_UNLIKELY (get_network (self)->follower != NULL))
    _hd_flit_follower_set_out (get_network (self)->follower, self, cargo);
  hd_flit_cargos_push (&self->outs[out].cargos, &cargo);
  _hd_flit_member_supply (self, out);
  _hd_flit_host_request (self->host, _hd_flit_host_find_cycle (self->host, now));
}

void
_hd_flit_member_send (HdAgentNode *node,
                      const HdParcel *parcel,
                      guint kind,
                      HdTime delay)
{
  HdFlitMember *self = (HdFlitMember *) (gpointer) node;
  HdFlitWay *way = uses_network (self, parcel->destination) ? _hd_flit_member_find_way (self, parcel->destination, parcel->net) : NULL;
  HdMessage message = { .kind = way != NULL ? EVENT_JOIN : EVENT_TAKEN };
  HdFlitCargo *cargo;

  if (way == NULL && uses_network (self, parcel->destination))
    return;
  cargo = _hd_flit_host_take_cargo (self->host);
  cargo->parcel = *parcel;
  cargo->parcel.source = node->id;
  cargo->parcel.kind = kind;
  cargo->way = way;
  cargo->rest = parcel->bytes;
  message.payload[0] = (guint64) (gsize) cargo;
  if (way != NULL && delay == 0)
    set_out (self, cargo);
  else
    hd_component_wake (node->component, delay, &message);
}

/* ---- receiving -------------------------------------------------------------------------------------------------------- */

static void
announce (HdFlitMember *self,
          HdFlitCargo *cargo,
          HdTime delay)
{
  cargo->way->n_delivered++;
  hd_component_wake (self->parent.component, delay, &(HdMessage){ .kind = EVENT_THERE, .payload = { (guint64) (gsize) cargo } });
}

/* The parcel that is next, if it has come early. */
static HdFlitCargo *
take_early (HdFlitWay *way)
{
  for (guint i = 0; way->early != NULL && i < way->early->len; i++)
    {
      HdFlitCargo *cargo = g_ptr_array_index (way->early, i);

      if (cargo->number == way->n_delivered)
        return g_ptr_array_remove_index_fast (way->early, i);
    }
  return NULL;
}

void
_hd_flit_member_take (HdFlitMember *self,
                      HdFlitCargo *cargo,
                      HdTime delay)
{
  HdFlitWay *way = cargo->way;

  if (--cargo->n_left > 0)
    return;
  if (cargo->number != way->n_delivered)
    {
      if (way->early == NULL)
        {
          way->early = g_ptr_array_new ();
          g_ptr_array_add (self->host->early, way->early);
        }
      g_ptr_array_add (way->early, cargo);
      return;
    }
  for (; cargo != NULL; cargo = take_early (way))
    announce (self, cargo, delay);
}

static void
deliver (HdFlitMember *self,
         HdFlitCargo *cargo)
{
  HdParcel parcel = cargo->parcel;

  _hd_flit_host_leave_cargo (self->host, cargo);
  _hd_agent_node_deliver (&self->parent, &parcel);
}

static void
receive (HdComponent *component,
         gpointer state,
         const HdMessage *message)
{
  HdFlitMember *self = hd_component_get_data (component);
  HdFlitCargo *cargo = (gpointer) (gsize) message->payload[0];
  HdTime delay;

  switch (message->kind & HD_AGENT_EVENT_MASK)
    {
    case EVENT_JOIN:
      set_out (self, cargo);
      break;
    case EVENT_THERE:
      delay = _hd_agent_node_take (&self->parent, cargo->parcel.kind);
      if (delay > 0)
        hd_component_wake (component, delay, &(HdMessage){ .kind = EVENT_TAKEN, .payload = { message->payload[0] } });
      else
        deliver (self, cargo);
      break;
    case EVENT_TAKEN:
      deliver (self, cargo);
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
  _hd_agent_node_start (hd_component_get_data (component), component);
}

static void
finish (HdComponent *component,
        gpointer state)
{
  _hd_agent_node_finish (hd_component_get_data (component));
}

const HdModel _hd_flit_member_model = { .start = start, .receive = receive, .finish = finish };
