/* hd-flit-host.c: the tile of a partition and a clock in the kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A cycle runs when all else of its time has happened, so that it does not matter which node is in which tile. What a tile sends to another one is
 * an event there; what it delivers is an event of the receiving node, sent in that node's own name. Between clocks, what arrives is taken at the next edge
 * of the clock there: the cycles of a synchroniser are part of its link's latency.
 *
 *   payload[0]  of a flit: its parcel, or 0 behind the first of a packet
 *   payload[1]  channel (8 bits), whether it is the last (1), hop (23), number of the packet among those of its node (32)
 */
#define G_LOG_DOMAIN "hd-flit-host"

#include "hd-flit-follower.h"

#define CARGOS_OF_SLAB 64
#define TAIL_BIT 8
#define HOP_SHIFT 9
#define SEQUENCE_SHIFT 32

enum
{
  EVENT_CYCLE,
  EVENT_FLIT,   /* at an inlet */
  EVENT_CREDIT, /* at an outlet */
};

/* ---- time ------------------------------------------------------------------------------------------------------------- */

gint64
_hd_flit_host_find_cycle (const HdFlitHost *self,
                          HdTime time)
{
  gint64 cycle = hd_clock_domain_find_cycle (&self->clock->domain, time);

  return MAX (cycle, self->cycle + 1);
}

void
_hd_flit_host_request (HdFlitHost *self,
                       gint64 cycle)
{
  HdTime edge;

  if (cycle >= self->due)
    return;
  self->due = cycle;
  if (self->component == NULL)
    return;
  edge = hd_clock_domain_get_edge (&self->clock->domain, cycle);
  if (edge < HD_TIME_MAX)
    hd_component_set_late_alarm (self->component, edge, &(HdMessage){ .kind = EVENT_CYCLE });
}

static HdTime
find_delay (const HdFlitHost *self,
            gint64 cycle)
{
  return hd_clock_domain_get_edge (&self->clock->domain, cycle) - hd_component_get_now (self->component);
}

/* ---- parcels ---------------------------------------------------------------------------------------------------------- */

HdFlitCargo *
_hd_flit_host_take_cargo (HdFlitHost *self)
{
  HdFlitCargo *cargo;

  if (self->free_cargos == NULL)
    {
      HdFlitCargo *slab = g_new (HdFlitCargo, CARGOS_OF_SLAB);

      g_ptr_array_add (self->slabs, slab);
      for (guint i = 0; i < CARGOS_OF_SLAB; i++)
        _hd_flit_host_leave_cargo (self, &slab[i]);
    }
  cargo = self->free_cargos;
  self->free_cargos = cargo->next;
  *cargo = (HdFlitCargo){ .host = self };
  return cargo;
}

/* It may be another host's: that owns the memory, until the network is freed. */
void
_hd_flit_host_leave_cargo (HdFlitHost *self,
                           HdFlitCargo *cargo)
{
  cargo->next = self->free_cargos;
  self->free_cargos = cargo;
}

/* ---- as the tile asks ------------------------------------------------------------------------------------------------- */

static guint
route (gpointer data,
       HdFlitPacket *packet,
       guint32 id,
       HdFlitChannels *channels)
{
  const HdFlitStep *step = (const HdFlitStep *) packet->path + packet->hop;

  *channels = (HdFlitChannels){ step->channel, step->n_channels };
  return step->port;
}

static void
begin (gpointer data,
       const HdFlitPacket *packet)
{
  HdFlitHost *self = data;
  HdFlitMember *member = _hd_flit_network_get_member (self->network, packet->source);
  const HdFlitCargo *cargo = packet->data;
  guint out = _hd_flit_member_get_out (member, cargo->way);

  if (G_UNLIKELY (self->network->follower != NULL))
    _hd_flit_follower_begin (self->network->follower, self, packet);
  _hd_agent_node_leave (&member->parent, cargo->parcel.kind, cargo->parcel.data, hd_component_get_now (self->component));
  member->outs[out].n_ahead--;
  _hd_flit_member_supply (member, out);
}

void
_hd_flit_statistics_note (HdFlitStatistics *self,
                          const HdFlitStatistics *other)
{
  gboolean is_first = other->slowest_time != self->slowest_time       ? other->slowest_time < self->slowest_time
                      : other->slowest_source != self->slowest_source ? other->slowest_source < self->slowest_source
                                                                      : other->slowest_sequence < self->slowest_sequence;

  if (other->packets == 0 || other->longest_latency < self->longest_latency || (other->longest_latency == self->longest_latency && self->packets > 0 && !is_first))
    return;
  self->longest_latency = other->longest_latency;
  self->slowest_time = other->slowest_time;
  self->slowest_source = other->slowest_source;
  self->slowest_destination = other->slowest_destination;
  self->slowest_sequence = other->slowest_sequence;
}

static void
deliver (gpointer data,
         const HdFlitPacket *packet,
         gint64 cycle)
{
  HdFlitHost *self = data;
  HdTime delay = find_delay (self, cycle), latency = hd_component_get_now (self->component) + delay - packet->time;

  if (G_UNLIKELY (self->network->follower != NULL))
    _hd_flit_follower_end (self->network->follower, self, packet, cycle);
  self->statistics.latency += (guint64) latency;
  if (latency >= self->statistics.longest_latency)
    _hd_flit_statistics_note (&self->statistics, &(HdFlitStatistics){ .packets = 1, .longest_latency = latency, .slowest_time = packet->time, .slowest_source = packet->source,
                                                                     .slowest_destination = packet->destination, .slowest_sequence = packet->sequence });
  self->statistics.packets++;
  _hd_flit_member_take (_hd_flit_network_get_member (self->network, packet->destination), packet->data, delay);
}

/* To another tile, where it is in @cycle, and counts after the stages there. */
static void
send_across (HdFlitHost *self,
             guint32 port,
             gint64 cycle,
             const HdMessage *message)
{
  const HdFlitCrossing *crossing = &g_array_index (self->crossings, HdFlitCrossing, port);
  HdTime delay = find_delay (self, cycle), now = hd_component_get_now (self->component);

  if (crossing->stages > 0)
    {
      const HdClockDomain *there = &crossing->clock->domain;

      delay = hd_clock_domain_get_edge (there, hd_clock_domain_find_cycle (there, now + delay) + crossing->stages) - now;
    }
  hd_component_send (self->component, port, delay - crossing->latency, message);
}

static void
send_flit (gpointer data,
           guint32 outlet,
           guint channel,
           const HdFlitPacket *packet,
           gboolean is_tail,
           gint64 cycle)
{
  HdFlitHost *self = data;
  HdMessage message = { .kind = EVENT_FLIT, .payload = { 0, channel | (guint64) is_tail << TAIL_BIT } };

  if (packet != NULL)
    {
      message.payload[0] = (guint64) (gsize) packet->data;
      message.payload[1] |= (guint64) packet->hop << HOP_SHIFT | packet->sequence << SEQUENCE_SHIFT;
    }
  send_across (self, HD_FLIT_PORT_OF_OUTLET (outlet), cycle, &message);
}

static void
send_credit (gpointer data,
             guint32 inlet,
             guint channel,
             gint64 cycle)
{
  send_across (data, HD_FLIT_PORT_OF_INLET (inlet), cycle, &(HdMessage){ .kind = EVENT_CREDIT, .payload = { 0, channel } });
}

static gboolean
is_followed (gpointer data,
             const HdFlitPacket *packet)
{
  return _hd_flit_follower_knows (((HdFlitHost *) data)->network->follower, packet);
}

static void
note (gpointer data,
      const HdFlitNote *told)
{
  _hd_flit_follower_note (((HdFlitHost *) data)->network->follower, data, told);
}

static void
note_tail (gpointer data,
           guint32 node,
           gint64 cycle)
{
  _hd_flit_follower_note_tail (((HdFlitHost *) data)->network->follower, data, node, cycle);
}

const HdFlitTileClass _hd_flit_host_tile_class = {
  .step_bytes = sizeof (HdFlitStep),
  .route = route,
  .begin = begin,
  .deliver = deliver,
  .send_flit = send_flit,
  .send_credit = send_credit,
  .is_followed = is_followed,
  .note = note,
  .note_tail = note_tail,
};

/* ---- as a component --------------------------------------------------------------------------------------------------- */

static void
run_cycle (HdFlitHost *self)
{
  gint64 next;

  self->cycle = self->due;
  self->due = HD_FLIT_NEVER;
  next = hd_flit_tile_run (self->tile, self->cycle);
  _hd_flit_host_request (self, next);
}

static guint
get_hop (const HdMessage *message)
{
  return (guint) (message->payload[1] >> HOP_SHIFT & ((1u << (SEQUENCE_SHIFT - HOP_SHIFT)) - 1));
}

static void
take_flit (HdFlitHost *self,
           const HdMessage *message,
           gint64 cycle)
{
  guint channel = message->payload[1] & 0xff;
  gboolean is_tail = (message->payload[1] >> TAIL_BIT & 1) != 0;
  const HdFlitCargo *cargo = (gconstpointer) (gsize) message->payload[0];
  HdFlitPacket packet;

  if (cargo != NULL)
    packet = (HdFlitPacket){
      .data = (gpointer) cargo,
      .path = cargo->way->steps,
      .source = cargo->parcel.source,
      .destination = cargo->parcel.destination,
      .hop = get_hop (message),
      .sequence = message->payload[1] >> SEQUENCE_SHIFT,
      .time = cargo->start,
    };
  hd_flit_tile_take_flit (self->tile, message->port / 2, channel, cargo != NULL ? &packet : NULL, is_tail, cycle);
}

static void
receive (HdComponent *component,
         gpointer state,
         const HdMessage *message)
{
  HdFlitHost *self = hd_component_get_data (component);
  gint64 cycle;

  self->n_events++;
  if (message->kind == EVENT_CYCLE)
    {
      run_cycle (self);
      return;
    }
  cycle = _hd_flit_host_find_cycle (self, hd_component_get_now (component));
  if (message->kind == EVENT_FLIT)
    take_flit (self, message, cycle);
  else
    hd_flit_tile_take_credit (self->tile, message->port / 2, message->payload[1] & 0xff, cycle);
  _hd_flit_host_request (self, cycle);
}

static void
start (HdComponent *component,
       gpointer state)
{
  HdFlitHost *self = hd_component_get_data (component);
  gint64 due = self->due;

  self->component = component;
  self->due = HD_FLIT_NEVER;
  _hd_flit_host_request (self, due);
}

/* ---- between processes ------------------------------------------------------------------------------------------------ */

static void
pack (gpointer data,
      HdMessage *message,
      GByteArray *bytes)
{
  if (message->kind == EVENT_FLIT && message->payload[0] != 0)
    _hd_flit_cargo_pack (((HdFlitHost *) data)->network, (HdFlitCargo *) (gpointer) (gsize) message->payload[0], get_hop (message), bytes);
}

static void
unpack (gpointer data,
        HdMessage *message,
        const guint8 *bytes,
        gsize size)
{
  if (message->kind == EVENT_FLIT && message->payload[0] != 0)
    message->payload[0] = (guint64) (gsize) _hd_flit_cargo_unpack (data, get_hop (message), bytes, size);
}

const HdModel _hd_flit_host_model = { .start = start, .receive = receive, .pack = pack, .unpack = unpack };
