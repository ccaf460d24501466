/* hd-flit-tile.c: makes a tile, and reads it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-tile"

#include "hd-flit-tile-private.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-pair-hash.h>

#include "hd-flit-follow-private.h"
#include "hd-pages.h"

HdFlitTile *
hd_flit_tile_new (guint64 seed,
                  const HdFlitTileClass *class,
                  gpointer data)
{
  HdFlitTile *self = g_new0 (HdFlitTile, 1);

  self->class = class;
  self->step_bytes = class->step_bytes;
  self->data = data;
  self->seed = seed;
  self->cycle = -1;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (HdFlitNode));
  self->links = g_array_new (FALSE, FALSE, sizeof (HdFlitLink));
  self->shares = g_array_new (FALSE, FALSE, sizeof (HdFlitShare));
  return self;
}

static void
make_sleep (HdFlitSleep *sleep,
            guint32 n,
            guint n_words)
{
  sleep->asleep = g_new0 (guint64, n_words);
  sleep->wakes = g_new0 (gint64, n + 1);
  sleep->next = HD_FLIT_NEVER;
}

static void
sleep_clear (HdFlitSleep *sleep)
{
  g_free (sleep->asleep);
  g_free (sleep->wakes);
}

void
hd_flit_tile_free (HdFlitTile *self)
{
  for (guint32 i = 0; i < self->n_places; i++)
    hd_flit_numbers_clear (&self->places[i].pending);
  for (guint32 i = 0; i < self->n_locals; i++)
    hd_flit_numbers_clear (&self->locals[i].packets);
  for (guint32 i = 0; i < self->n_senders; i++)
    hd_flit_numbers_clear (&self->senders[i].waiting);
  for (guint32 i = 0; self->slots != NULL && i <= self->slot_mask; i++)
    {
      g_free (self->slots[i].arrivals);
      g_free (self->slots[i].credits);
    }
  g_array_unref (self->nodes);
  g_array_unref (self->links);
  g_array_unref (self->shares);
  for (guint32 i = 0; i < self->n_lines; i++)
    hd_flit_queue_clear (&self->lines[i].queue);
  hd_pages_free (self->pages);
  g_free (self->lines);
  g_free (self->active);
  g_free (self->asked);
  g_free (self->full);
  g_free (self->pending);
  g_free (self->sending);
  sleep_clear (&self->routers);
  sleep_clear (&self->interfaces);
  g_free (self->slots);
  g_free (self->packets);
  g_free (self->free_packets);
  g_free (self->outlets);
  g_free (self->inlets);
  g_free (self->incoming);
  g_clear_pointer (&self->follow, _hd_flit_follow_free);
  g_free (self);
}

/* ---- what it is made of ----------------------------------------------------------------------------------------------- */

guint32
hd_flit_tile_add (HdFlitTile *self,
                  const HdFlitNode *node)
{
  g_return_val_if_fail (node->channels >= 1 && node->channels <= HD_FLIT_MAX_CHANNELS && node->n_ports < HD_FLIT_MAX_PORTS, HD_FLIT_NONE);
  g_return_val_if_fail (node->is_interface || (node->in_buffer >= 1 && node->in_buffer <= HD_FLIT_MAX_BUFFER), HD_FLIT_NONE);

  g_array_append_val (self->nodes, *node);
  return self->nodes->len - 1;
}

void
hd_flit_tile_connect (HdFlitTile *self,
                      guint32 from,
                      guint from_port,
                      guint32 to,
                      guint to_port,
                      guint cycles,
                      double interval)
{
  const HdFlitLink link = { from, from_port, to, to_port, cycles, FALSE, interval, g_array_index (self->nodes, HdFlitNode, to) };

  g_array_append_val (self->links, link);
}

void
hd_flit_tile_share (HdFlitTile *self,
                    guint32 one,
                    guint one_port,
                    guint32 other,
                    guint other_port)
{
  const HdFlitShare share = { one, one_port, other, other_port };

  g_array_append_val (self->shares, share);
}

guint32
hd_flit_tile_add_outlet (HdFlitTile *self,
                         guint32 from,
                         guint from_port,
                         const HdFlitNode *to,
                         guint cycles,
                         double interval)
{
  const HdFlitLink link = { from, from_port, HD_FLIT_NONE, self->n_outlets, cycles, FALSE, interval, *to };

  g_array_append_val (self->links, link);
  return self->n_outlets++;
}

guint32
hd_flit_tile_add_inlet (HdFlitTile *self,
                        guint32 to,
                        guint to_port,
                        guint cycles)
{
  const HdFlitLink link = { HD_FLIT_NONE, self->n_inlets, to, to_port, cycles, FALSE, 1, { 0 } };

  g_array_append_val (self->links, link);
  return self->n_inlets++;
}

/* ---- sealing ---------------------------------------------------------------------------------------------------------- */

/* Elements that do not lie across lines of the cache. */
static gpointer
make_lines (gsize n,
            gsize size)
{
  return g_aligned_alloc0 (n + 1, size, HD_FLIT_LINE);
}

/* Local ports of a router: one, and those of a relay, which come last. */
static guint
count_locals (const HdFlitNode *node)
{
  if (node->is_interface)
    return 0;
  return 1 + (node->is_relay ? node->n_ports : 0);
}

/* Input ports of a router, the local ones included. */
static guint
count_inputs (const HdFlitNode *node)
{
  return node->is_interface ? 0 : node->n_ports + count_locals (node);
}

static guint
count_ports_per_slice (const HdFlitNode *node)
{
  return HD_FLIT_BITS / node->channels;
}

static gsize
round_to_lines (gsize bytes)
{
  return (bytes + HD_FLIT_LINE - 1) / HD_FLIT_LINE * HD_FLIT_LINE;
}

static void
number_places (HdFlitTile *self)
{
  self->n_places = self->nodes->len;
  self->places = make_lines (self->n_places, sizeof (HdFlitPlace));
  for (guint32 i = 0; i < self->n_places; i++)
    {
      HdFlitPlace *place = &self->places[i];
      guint n_inputs, per_slice;

      place->node = g_array_index (self->nodes, HdFlitNode, i);
      n_inputs = count_inputs (&place->node);
      per_slice = count_ports_per_slice (&place->node);
      place->n_slices = (n_inputs + per_slice - 1) / per_slice;
      place->n_inputs = n_inputs * place->node.channels;
      place->first_slice = self->n_slices;
      place->first_input = self->n_inputs;
      place->first_port = self->n_ports;
      place->first_sender = self->n_senders;
      self->n_slices += place->n_slices;
      self->n_inputs += place->n_inputs;
      self->n_ports += place->node.is_interface ? place->node.n_ports : n_inputs;
      self->n_senders += place->node.is_interface ? place->node.n_ports : 0;
      self->n_locals += count_locals (&place->node) * place->node.channels;
    }
}

static HdFlitPort *
get_port (const HdFlitTile *self,
          guint32 node,
          guint port)
{
  const HdFlitPlace *place = &self->places[node];

  return &self->ports[place->first_port + port + (place->node.is_interface ? 0 : 1)];
}

static guint32
get_first_input (const HdFlitTile *self,
                 guint32 node,
                 guint port)
{
  const HdFlitPlace *place = &self->places[node];

  return place->first_input + (port + 1) * place->node.channels;
}

static void
make_slices (HdFlitTile *self,
             guint32 node)
{
  HdFlitPlace *place = &self->places[node];
  guint per_slice = count_ports_per_slice (&place->node), channels = place->node.channels;

  for (guint32 s = 0; s < place->n_slices; s++)
    self->slices[place->first_slice + s] = (HdFlitSlice){
      .first_input = place->first_input + s * per_slice * channels,
      .first_port = place->first_port + s * per_slice,
      .router = node,
      .first_number = s * per_slice * channels,
    };
  for (guint32 i = 0; i < place->n_inputs; i++)
    {
      guint port = i / channels;

      self->inputs[place->first_input + i] = (HdFlitInput){
        .out = HD_FLIT_NONE,
        .slice = place->first_slice + port / per_slice,
        .in_port = (guint16) port,
        .channel = (guint8) (i % channels),
      };
    }
  for (guint p = 0; p < count_inputs (&place->node); p++)
    {
      HdFlitPort *port = &self->ports[place->first_port + p];

      port->slice = place->first_slice + p / per_slice;
      port->bit = (guint8) (p % per_slice);
    }
}

static void
make_locals (HdFlitTile *self)
{
  guint32 n = 0;

  self->locals = make_lines (self->n_locals, sizeof (HdFlitLocal));
  for (guint32 i = 0; i < self->n_places; i++)
    for (guint p = 0; p < count_locals (&self->places[i].node); p++)
      for (guint v = 0; v < self->places[i].node.channels; v++)
        self->inputs[_hd_flit_place_get_local (&self->places[i], p) + v].upstream = HD_FLIT_IS_LOCAL | n++;
}

static guint32
round_up (guint32 n)
{
  guint32 power = 1;

  while (power < n)
    power *= 2;
  return power;
}

/* Credits of a channel while nothing is under way. */
static gint32
get_full (const HdFlitNode *far)
{
  return far->is_interface ? 1 : (gint32) far->in_buffer;
}

static void
make_line (HdFlitTile *self,
           const HdFlitNode *from,
           const HdFlitLink *link,
           HdFlitPort *port)
{
  HdFlitLine *line = &self->lines[self->n_lines];

  port->line = self->n_lines++;
  line->port = (guint32) (port - self->ports);
  line->peer = HD_FLIT_NONE;
  line->interval = link->interval;
  line->room = from->out_buffer > 0 ? from->out_buffer : G_MAXUINT32;
}

/* From when a flit goes onto a link until it counts at the other end. */
static guint
count_cycles (const HdFlitLink *link)
{
  return link->cycles + link->far.stages;
}

static void
make_port (HdFlitTile *self,
           const HdFlitLink *link)
{
  const HdFlitPlace *place = &self->places[link->from];
  HdFlitPort *port = get_port (self, link->from, link->from_port);

  g_return_if_fail (!port->is_linked && link->cycles >= 1 && count_cycles (link) <= HD_FLIT_MAX_CYCLES && link->interval >= 1);

  port->is_linked = TRUE;
  port->is_outlet = link->to == HD_FLIT_NONE;
  port->cycles = (guint16) count_cycles (link);
  port->n_channels = (guint8) link->far.channels;
  port->free = _hd_flit_get_all (link->far.channels);
  port->is_single = place->node.out_buffer == 1;
  port->credit_step = link->far.is_interface ? 0 : 1;
  port->first_output = self->n_outputs;
  port->best = HD_FLIT_NONE;
  port->sender = HD_FLIT_NONE;
  port->line = HD_FLIT_NONE;
  if (link->interval > 1 || link->is_shared)
    make_line (self, &place->node, link, port);
  if (port->is_outlet)
    port->target = link->to_port;
  else if (link->far.is_interface)
    port->target = HD_FLIT_TO_INTERFACE | link->to;
  else
    port->target = get_first_input (self, link->to, link->to_port);
  if (place->node.is_interface)
    {
      HdFlitSender *sender = &self->senders[place->first_sender + link->from_port];

      port->slice = HD_FLIT_NONE;
      port->sender = place->first_sender + link->from_port;
      sender->port = place->first_port + link->from_port;
      sender->packet = HD_FLIT_NONE;
    }
  self->n_outputs += port->n_channels;
}

static void
mark_shared (HdFlitTile *self)
{
  g_autoptr (GHashTable) shared = g_hash_table_new (hd_pair_hash, g_int64_equal);
  g_autofree guint64 *keys = g_new (guint64, 2 * (gsize) self->shares->len + 1);

  for (guint i = 0; i < self->shares->len; i++)
    {
      const HdFlitShare *share = &g_array_index (self->shares, HdFlitShare, i);

      keys[2 * i] = (guint64) share->one << 32 | share->one_port;
      keys[2 * i + 1] = (guint64) share->other << 32 | share->other_port;
      g_hash_table_add (shared, &keys[2 * i]);
      g_hash_table_add (shared, &keys[2 * i + 1]);
    }
  for (guint i = 0; i < self->links->len; i++)
    {
      HdFlitLink *link = &g_array_index (self->links, HdFlitLink, i);
      const guint64 key = (guint64) link->from << 32 | link->from_port;

      link->is_shared = g_hash_table_contains (shared, &key);
    }
}

static void
join_lines (HdFlitTile *self,
            const HdFlitShare *share)
{
  guint32 one = get_port (self, share->one, share->one_port)->line, other = get_port (self, share->other, share->other_port)->line;

  self->lines[one].peer = other;
  self->lines[other].peer = one;
}

static void
make_outputs (HdFlitTile *self)
{
  self->lines = g_new0 (HdFlitLine, self->links->len + 1);
  mark_shared (self);
  for (guint i = 0; i < self->links->len; i++)
    if (g_array_index (self->links, HdFlitLink, i).from != HD_FLIT_NONE)
      make_port (self, &g_array_index (self->links, HdFlitLink, i));
  self->outputs = make_lines (self->n_outputs, sizeof (HdFlitOutput));
  for (guint i = 0; i < self->shares->len; i++)
    join_lines (self, &g_array_index (self->shares, HdFlitShare, i));
  self->full = g_new0 (gint32, self->n_outputs + 1);
  self->outlets = g_new0 (guint32, self->n_outlets + 1);
  for (guint i = 0; i < self->links->len; i++)
    {
      const HdFlitLink *link = &g_array_index (self->links, HdFlitLink, i);
      HdFlitPort *port;

      if (link->from == HD_FLIT_NONE)
        continue;
      port = get_port (self, link->from, link->from_port);
      for (guint v = 0; v < port->n_channels; v++)
        {
          self->full[port->first_output + v] = get_full (&link->far);
          self->outputs[port->first_output + v] = (HdFlitOutput){
            .credits = get_full (&link->far), .owner = HD_FLIT_NONE, .port = (guint32) (port - self->ports)
          };
        }
      if (port->is_outlet)
        self->outlets[port->target] = (guint32) (port - self->ports);
    }
}

static void
make_rings (HdFlitTile *self)
{
  gsize n_flits = 0, n_incoming = 0;

  self->inlets = g_new0 (guint32, 2 * (gsize) self->n_inlets + 1);
  for (guint i = 0; i < self->links->len; i++)
    {
      const HdFlitLink *link = &g_array_index (self->links, HdFlitLink, i);
      const HdFlitPlace *to = link->to != HD_FLIT_NONE ? &self->places[link->to] : NULL;

      if (to == NULL)
        continue;
      if (link->from == HD_FLIT_NONE)
        {
          self->inlets[2 * (gsize) link->from_port]
            = to->node.is_interface ? HD_FLIT_TO_INTERFACE | link->to : get_first_input (self, link->to, link->to_port);
          self->inlets[2 * (gsize) link->from_port + 1] = (guint32) n_incoming;
          n_incoming += to->node.channels;
        }
      for (guint v = 0; !to->node.is_interface && v < to->node.channels; v++)
        {
          HdFlitInput *input = &self->inputs[get_first_input (self, link->to, link->to_port) + v];
          guint32 capacity = round_up (to->node.in_buffer);

          input->upstream
            = link->from != HD_FLIT_NONE ? get_port (self, link->from, link->from_port)->first_output + v : link->from_port | HD_FLIT_TO_INLET;
          input->credit_cycles = (guint16) (link->cycles + 1);
          input->mask = (guint16) (capacity - 1);
          input->ring = (guint32) n_flits;
          n_flits += capacity;
        }
    }
  for (guint32 i = 0; i < self->n_inputs; i++)
    if ((self->inputs[i].upstream & HD_FLIT_IS_LOCAL) != 0)
      self->inputs[i].ring = (guint32) n_flits++;
  self->n_flits = n_flits;
  self->flits = make_lines (n_flits, sizeof (guint32));
  self->incoming = g_new0 (guint32, n_incoming + 1);
}

static void
make_slots (HdFlitTile *self)
{
  guint32 longest = 1;

  for (guint i = 0; i < self->links->len; i++)
    longest = MAX (longest, count_cycles (&g_array_index (self->links, HdFlitLink, i)));
  self->slot_mask = round_up (longest + 4) - 1;
  self->slots = g_new0 (HdFlitSlot, self->slot_mask + 1);
}

/* All that routers go through in a cycle lies in one block, in as few pages as there can be. Arrays refer to each other by numbers, so that they can be moved. */
static void
gather (HdFlitTile *self)
{
  struct
  {
    gpointer *array;
    gsize bytes;
  } parts[] = {
    { (gpointer *) &self->slices, (self->n_slices + 1) * sizeof *self->slices },
    { (gpointer *) &self->places, (self->n_places + 1) * sizeof *self->places },
    { (gpointer *) &self->inputs, (self->n_inputs + 1) * sizeof *self->inputs },
    { (gpointer *) &self->ports, (self->n_ports + 1) * sizeof *self->ports },
    { (gpointer *) &self->outputs, (self->n_outputs + 1) * sizeof *self->outputs },
    { (gpointer *) &self->flits, (self->n_flits + 1) * sizeof *self->flits },
    { (gpointer *) &self->in_pointers, (self->n_ports + 1) * sizeof *self->in_pointers },
    { (gpointer *) &self->locals, (self->n_locals + 1) * sizeof *self->locals },
    { (gpointer *) &self->senders, (self->n_senders + 1) * sizeof *self->senders },
  };
  gsize total = 0;
  guint8 *to;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    total += round_to_lines (parts[i].bytes);
  self->pages = to = hd_pages_alloc (total);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      memcpy (to, *parts[i].array, parts[i].bytes);
      g_aligned_free (*parts[i].array);
      *parts[i].array = to;
      to += round_to_lines (parts[i].bytes);
    }
}

void
hd_flit_tile_seal (HdFlitTile *self)
{
  guint32 most = 0;

  number_places (self);
  self->slices = make_lines (self->n_slices, sizeof (HdFlitSlice));
  self->inputs = make_lines (self->n_inputs, sizeof (HdFlitInput));
  self->ports = make_lines (self->n_ports, sizeof (HdFlitPort));
  self->senders = make_lines (self->n_senders, sizeof (HdFlitSender));
  self->in_pointers = make_lines (self->n_ports, sizeof (guint16));
  for (guint32 i = 0; i < self->n_places; i++)
    if (!self->places[i].node.is_interface)
      make_slices (self, i);
  make_locals (self);
  make_outputs (self);
  make_rings (self);
  make_slots (self);
  for (guint32 i = 0; i < self->n_places; i++)
    most = MAX (most, self->places[i].n_inputs);
  self->asked = g_new (guint32, most + 1);
  self->n_words = self->n_places / HD_FLIT_BITS + 1;
  self->n_sender_words = self->n_senders / HD_FLIT_BITS + 1;
  self->active = g_new0 (guint64, self->n_words);
  self->pending = g_new0 (guint64, self->n_words);
  self->sending = g_new0 (guint64, self->n_sender_words);
  make_sleep (&self->routers, self->n_places, self->n_words);
  make_sleep (&self->interfaces, self->n_senders, self->n_sender_words);
  gather (self);
  g_array_set_size (self->links, 0);
  g_array_set_size (self->shares, 0);
  g_array_set_size (self->nodes, 0);
}

/* ---- packets ---------------------------------------------------------------------------------------------------------- */

guint32
_hd_flit_tile_store (HdFlitTile *self,
                     const HdFlitPacket *packet)
{
  guint32 number;

  if (self->n_free > 0)
    {
      number = self->free_packets[--self->n_free];
    }
  else
    {
      if (self->n_packets == self->room_for_packets)
        {
          self->room_for_packets = MAX (2 * self->room_for_packets, 64);
          self->packets = g_renew (HdFlitPacket, self->packets, self->room_for_packets);
          self->free_packets = g_renew (guint32, self->free_packets, self->room_for_packets);
        }
      number = self->n_packets++;
    }
  self->packets[number] = *packet;
  return number;
}

void
_hd_flit_tile_forget (HdFlitTile *self,
                      guint32 packet)
{
  self->free_packets[self->n_free++] = packet;
}

void
hd_flit_tile_inject (HdFlitTile *self,
                     guint32 node,
                     const HdFlitPacket *packet)
{
  HdFlitPlace *place = &self->places[node];
  guint32 number = _hd_flit_tile_store (self, packet), sender;
  HdFlitChannels channels;

  if (G_UNLIKELY (self->follow != NULL))
    _hd_flit_follow_meet_new (self, node, number);
  if (!place->node.is_interface)
    {
      hd_flit_numbers_push (&place->pending, &number);
      _hd_flit_set (self->pending, node);
      return;
    }
  sender = place->first_sender + self->class->route (self->data, &self->packets[number], place->node.id, &channels);
  hd_flit_numbers_push (&self->senders[sender].waiting, &number);
  _hd_flit_set (self->sending, sender);
}

void
hd_flit_tile_take_flit (HdFlitTile *self,
                        guint32 inlet,
                        guint channel,
                        const HdFlitPacket *packet,
                        gboolean is_tail,
                        gint64 cycle)
{
  guint32 target = self->inlets[2 * (gsize) inlet], *incoming = &self->incoming[self->inlets[2 * (gsize) inlet + 1] + channel];

  if (packet != NULL)
    *incoming = _hd_flit_tile_store (self, packet);
  if (G_UNLIKELY (self->follow != NULL) && packet != NULL)
    _hd_flit_follow_meet (self, (target & HD_FLIT_TO_INTERFACE) != 0 ? target : target + channel, *incoming, cycle);
  _hd_flit_tile_arrive (self, (target & HD_FLIT_TO_INTERFACE) != 0 ? target : target + channel,
                        *incoming << HD_FLIT_SHIFT | (packet != NULL ? HD_FLIT_HEAD : 0) | (is_tail ? HD_FLIT_TAIL : 0), cycle);
}

void
hd_flit_tile_take_credit (HdFlitTile *self,
                          guint32 outlet,
                          guint channel,
                          gint64 cycle)
{
  _hd_flit_tile_refund (self, self->ports[self->outlets[outlet]].first_output + channel, cycle);
}

/* ---- reading ---------------------------------------------------------------------------------------------------------- */

void
hd_flit_tile_count (const HdFlitTile *self,
                    guint32 node,
                    HdFlitCounts *out_counts)
{
  const HdFlitPlace *place = &self->places[node];
  guint n_ports = place->node.is_interface ? place->node.n_ports : count_inputs (&place->node);

  *out_counts = (HdFlitCounts){ .channel_grants = place->n_grants, .accepted = place->n_accepted };
  for (guint p = 0; p < n_ports; p++)
    {
      const HdFlitPort *port = &self->ports[place->first_port + p];

      out_counts->link_flits += port->n_flits;
      if (port->is_linked && port->line != HD_FLIT_NONE)
        out_counts->reads += self->lines[port->line].queue.n;
    }
  if (place->node.is_interface)
    return;
  out_counts->reads += out_counts->link_flits;
  out_counts->switch_grants = out_counts->reads;
  out_counts->writes = out_counts->reads + out_counts->accepted;
  for (guint32 i = 0; i < place->n_inputs; i++)
    out_counts->writes += self->inputs[place->first_input + i].length;
}

gint64
hd_flit_tile_get_cycle (const HdFlitTile *self)
{
  return self->cycle;
}

/* Whoever waits now is one whose end is missing. */
void
hd_flit_tile_count_stalls (const HdFlitTile *self,
                           guint32 node,
                           gint64 cycle,
                           HdFlitStalls *out_stalls)
{
  const HdFlitPlace *place = &self->places[node];
  guint64 now = (guint64) cycle;

  *out_stalls = (HdFlitStalls){ .no_channel = place->unassigned, .no_switch = place->beaten, .no_room = place->crowded + place->n_left * now };
  for (guint32 s = 0; s < place->n_slices; s++)
    out_stalls->no_credit += self->slices[place->first_slice + s].starved;
  for (guint32 i = 0; i < place->n_inputs; i++)
    {
      const HdFlitInput *input = &self->inputs[place->first_input + i];

      if (input->state == HD_FLIT_VA)
        out_stalls->no_channel += now;
      else if (input->state == HD_FLIT_SA && input->length > 0 && self->outputs[input->out].credits == 0)
        out_stalls->no_credit += now;
    }
}

guint64
hd_flit_tile_get_sent (const HdFlitTile *self,
                       guint32 node,
                       guint port)
{
  return get_port (self, node, port)->n_flits;
}

/* Of a line, the last flit may still be on its way onto the link. What has won the switch is counted, but takes the link two cycles later, for one. */
double
hd_flit_tile_get_carried (const HdFlitTile *self,
                          guint32 node,
                          guint number,
                          double cycle)
{
  const HdFlitPort *port = get_port (self, node, number);
  double carried = (double) port->n_flits;

  if (!port->is_linked)
    return 0;
  if (port->line != HD_FLIT_NONE)
    {
      const HdFlitLine *line = &self->lines[port->line];

      return line->peer != HD_FLIT_NONE && !line->was_last ? carried : carried - CLAMP ((line->free_at - cycle) / line->interval, 0, carried > 0 ? 1 : 0);
    }
  for (guint back = 0; port->n_flits > 0 && back < 4; back++)
    if ((port->recent >> back & 1) != 0)
      carried -= CLAMP ((double) (port->last - back) + (port->sender == HD_FLIT_NONE ? 3 : 1) - cycle, 0, 1);
  return carried;
}

guint64
hd_flit_tile_get_filled (const HdFlitTile *self,
                         guint32 node,
                         guint port)
{
  const HdFlitPlace *place = &self->places[node];
  guint n_locals = port == HD_FLIT_MAX_PORTS ? count_locals (&place->node) : 0;
  guint64 n = 0;

  if (port < place->node.n_ports && !place->node.is_interface)
    for (guint v = 0; v < place->node.channels; v++)
      n += self->inputs[get_first_input (self, node, port) + v].length;
  for (guint p = 0; p < n_locals; p++)
    for (guint v = 0; v < place->node.channels; v++)
      n += self->inputs[_hd_flit_place_get_local (place, p) + v].length;
  return n;
}

guint64
hd_flit_tile_get_room (const HdFlitTile *self,
                       guint32 node)
{
  const HdFlitNode *router = &self->places[node].node;

  return router->is_interface ? 0 : (guint64) router->n_ports * router->channels * router->in_buffer;
}

double
hd_flit_tile_get_held (const HdFlitTile *self,
                       guint32 node,
                       double cycle)
{
  const HdFlitPlace *place = &self->places[node];
  guint64 held = 0, n = 0;

  for (guint32 s = 0; s < place->n_slices; s++)
    held += self->slices[place->first_slice + s].held;
  for (guint p = 0; p < place->node.n_ports; p++)
    n += hd_flit_tile_get_filled (self, node, p);
  return (double) (gint64) (held + n * (guint64) floor (cycle)) + (double) n * (cycle - floor (cycle));
}

guint64
hd_flit_tile_get_credits (const HdFlitTile *self,
                          guint32 node,
                          guint number)
{
  const HdFlitPort *port = get_port (self, node, number);
  guint64 n = 0;

  for (guint v = 0; port->is_linked && port->credit_step > 0 && v < port->n_channels; v++)
    n += (guint64) self->outputs[port->first_output + v].credits;
  return n;
}

guint
hd_flit_tile_get_n_inputs (const HdFlitTile *self,
                           guint32 node)
{
  return self->places[node].n_inputs;
}

gboolean
hd_flit_tile_get_waiting (const HdFlitTile *self,
                          guint32 node,
                          guint input,
                          guint *out_port)
{
  const HdFlitPlace *place = &self->places[node];
  const HdFlitInput *waiting = &self->inputs[place->first_input + input];

  if (waiting->state != HD_FLIT_VA && waiting->state != HD_FLIT_SA)
    return FALSE;
  *out_port = waiting->out_port - 1u;
  return TRUE;
}

guint64
hd_flit_tile_get_moves (const HdFlitTile *self)
{
  return self->n_moves;
}

guint32
hd_flit_tile_get_n_packets (const HdFlitTile *self)
{
  return self->n_packets - self->n_free;
}

gboolean
hd_flit_tile_is_clean (const HdFlitTile *self)
{
  gboolean is_clean = self->n_packets == self->n_free && self->n_due == 0;

  for (guint32 i = 0; i < self->n_outputs; i++)
    is_clean = is_clean && self->outputs[i].credits == self->full[i] && self->outputs[i].owner == HD_FLIT_NONE;
  for (guint32 i = 0; i < self->n_inputs; i++)
    is_clean = is_clean && self->inputs[i].length == 0 && self->inputs[i].state == HD_FLIT_IDLE;
  for (guint32 i = 0; i < self->n_ports; i++)
    is_clean = is_clean && (!self->ports[i].is_linked || self->ports[i].free == _hd_flit_get_all (self->ports[i].n_channels));
  for (guint32 i = 0; i < self->n_lines; i++)
    is_clean = is_clean && self->lines[i].queue.n == 0;
  return is_clean;
}
