/* hd-flit-follow.c: a packet that is followed through a tile
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-tile"

#include "hd-flit-follow-private.h"

#include "hd-flit-choices-private.h"
#include "hd-flit-moves-private.h"

typedef enum
{
  NOWHERE,    /* in this tile */
  IN_SOURCE,  /* waits for a local channel of a router */
  IN_SENDER,  /* of an interface */
  IN_CHANNEL, /* of an input */
  IN_LINE,    /* behind the switch, for a link that is slow or shared */
  ON_LINK,
  AT_END,     /* its head is at its destination */
} Where;

/** Front: of an input channel before routers were visited */
typedef struct
{
  gboolean is_there;
  HdFlitPacket packet;
} Front;

/** Trail: an input channel that its head has passed, or is in; @was_tail, @length: before routers were visited */
typedef struct
{
  guint32 input;
  gboolean was_tail;
  guint32 length;
} Trail;

/**
 * HdFlitFollow:
 * @number: of the packet
 * @place, @input, @sender, @port: where its head is
 * @target, @arrives: where a link leads and when its head is there
 * @idle: what it waits for in cycles in which nothing happens, if @has_idle, as the last one left it: what comes for the next one may be there before
 * @is_sending: an interface of this tile, @sender_node, has not sent all of it
 * @free, @owner: channels that it may have of its output port that nobody had, and who had the first that it may have, likewise
 * @was_front, @was: of its input channel, before routers were visited
 * @ready: bits of channels of its input port that may go
 * @pointer: of its input port
 * @fronts: of Front: of the input channels of the router that its head is in
 */
struct _HdFlitFollow
{
  Where where;
  guint32 number;
  guint32 place;
  guint32 input;
  guint32 sender;
  guint32 port;
  guint32 channel;
  guint32 target;
  gint64 arrives;
  gint64 switched;
  gboolean has_idle;
  gboolean foretells; /* what is told becomes @idle */
  HdFlitNote idle;
  gboolean is_sending;
  guint32 sender_node;
  gboolean was_front;
  HdFlitInput was;
  guint64 free;
  guint32 owner;
  guint64 ready;
  guint pointer;
  GArray *fronts;
  GArray *trail; /* of Trail */
};

void
hd_flit_tile_follow (HdFlitTile *self)
{
  g_return_if_fail (self->follow == NULL);

  self->follow = g_new0 (HdFlitFollow, 1);
  self->follow->fronts = g_array_new (FALSE, TRUE, sizeof (Front));
  self->follow->trail = g_array_new (FALSE, FALSE, sizeof (Trail));
}

void
hd_flit_tile_leave (HdFlitTile *self)
{
  self->follow->where = NOWHERE;
  self->follow->has_idle = FALSE;
  self->follow->is_sending = FALSE;
  g_array_set_size (self->follow->trail, 0);
}

void
_hd_flit_follow_free (HdFlitFollow *self)
{
  g_array_unref (self->fronts);
  g_array_unref (self->trail);
  g_free (self);
}

/* ---- what is told ------------------------------------------------------------------------------------------------------ */

static void
emit (HdFlitTile *tile,
      const HdFlitNote *note)
{
  HdFlitFollow *self = tile->follow;

  if (!self->foretells)
    {
      tile->class->note (tile->data, note);
      return;
    }
  self->idle = *note;
  self->has_idle = TRUE;
}

/* Number of the link of a router's input port, which may be one of its local ones. */
static guint16
get_link (const HdFlitPlace *place,
          guint in_port)
{
  return in_port >= 1 && in_port <= place->node.n_ports ? (guint16) (in_port - 1) : HD_FLIT_MAX_PORTS;
}

static HdFlitNote
make_note (const HdFlitFollow *self,
           const HdFlitTile *tile,
           gint64 cycle,
           HdFollowStage stage,
           HdFollowReason reason)
{
  const HdFlitPlace *place = &tile->places[self->place];

  return (HdFlitNote){
    .cycle = cycle,
    .stage = stage,
    .reason = reason,
    .node = place->node.id,
    .in_port = HD_FLIT_MAX_PORTS,
    .out_port = HD_FLIT_MAX_PORTS,
    .other_port = HD_FLIT_MAX_PORTS,
  };
}

static void
tell (HdFlitTile *tile,
      gint64 cycle,
      HdFollowStage stage,
      HdFollowReason reason)
{
  const HdFlitNote note = make_note (tile->follow, tile, cycle, stage, reason);

  emit (tile, &note);
}

/* What stands in the way is in an input channel of the same router, or HD_FLIT_NONE. */
static void
tell_of_channel (HdFlitTile *tile,
                 gint64 cycle,
                 HdFollowStage stage,
                 HdFollowReason reason,
                 guint32 other)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];
  HdFlitNote note = make_note (self, tile, cycle, stage, reason);
  const Front *front;

  if (other != HD_FLIT_NONE)
    {
      front = &g_array_index (self->fronts, Front, other - place->first_input);
      note.other_port = get_link (place, tile->inputs[other].in_port);
      note.other_channel = tile->inputs[other].channel;
      note.has_other = front->is_there;
      note.other = front->packet;
    }
  emit (tile, &note);
}

/* ---- where it goes ----------------------------------------------------------------------------------------------------- */

/* Its head goes onto a link in @cycle. */
static void
leave (HdFlitTile *tile,
       const HdFlitPort *port,
       guint32 channel,
       gint64 cycle)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];
  HdFlitNote note = make_note (self, tile, cycle, HD_FOLLOW_LINK, HD_FOLLOW_SERVED);

  note.out_port = (guint16) (port - &tile->ports[place->first_port] - (place->node.is_interface ? 0 : 1));
  note.out_channel = (guint8) channel;
  emit (tile, &note);
  self->where = port->is_outlet ? NOWHERE : ON_LINK;
  self->target = (port->target & HD_FLIT_TO_INTERFACE) != 0 ? port->target : port->target + channel;
  self->arrives = cycle + port->cycles;
}

static void
enter_channel (HdFlitTile *tile,
               guint32 input)
{
  HdFlitFollow *self = tile->follow;

  self->where = IN_CHANNEL;
  self->input = input;
  g_array_append_val (self->trail, ((Trail){ .input = input }));
}

/* Its head is where the link leads; if that is an interface, and the tail with it, it has been delivered before. */
static void
arrive (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;
  guint stages;

  if ((self->target & HD_FLIT_TO_INTERFACE) != 0)
    {
      self->place = self->target & ~HD_FLIT_TO_INTERFACE;
      self->where = AT_END;
      tell (tile, self->arrives, HD_FOLLOW_BODY, HD_FOLLOW_SERVED);
      return;
    }
  self->place = tile->slices[tile->inputs[self->target].slice].router;
  stages = tile->places[self->place].node.stages;
  if (stages > 0)
    tell (tile, self->arrives - stages, HD_FOLLOW_PIPELINE, HD_FOLLOW_SERVED);
  enter_channel (tile, self->target);
}

void
_hd_flit_follow_meet_new (HdFlitTile *tile,
                          guint32 place,
                          guint32 packet)
{
  HdFlitFollow *self = tile->follow;
  HdFlitChannels channels;

  if (!tile->class->is_followed (tile->data, &tile->packets[packet]))
    return;
  self->number = packet;
  self->place = place;
  self->where = tile->places[place].node.is_interface ? IN_SENDER : IN_SOURCE;
  self->has_idle = FALSE;
  self->is_sending = self->where == IN_SENDER;
  self->sender_node = tile->places[place].node.id;
  if (self->where == IN_SENDER)
    self->sender = tile->places[place].first_sender + tile->class->route (tile->data, &tile->packets[packet], tile->places[place].node.id, &channels);
}

void
_hd_flit_follow_meet (HdFlitTile *tile,
                      guint32 target,
                      guint32 packet,
                      gint64 cycle)
{
  HdFlitFollow *self = tile->follow;

  if (!tile->class->is_followed (tile->data, &tile->packets[packet]))
    return;
  self->number = packet;
  self->target = target;
  self->arrives = cycle;
  self->where = ON_LINK;
}

/* ---- sources ----------------------------------------------------------------------------------------------------------- */

static gboolean
has_number (const HdFlitNumbers *ring,
            guint32 number)
{
  for (guint32 i = 0; i < ring->n; i++)
    if (ring->elements[(ring->first + i) & (ring->capacity - 1)] == number)
      return TRUE;
  return FALSE;
}

/* It may have got a local channel. */
static void
look_into_source (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];

  if (has_number (&place->pending, self->number))
    {
      tell (tile, tile->cycle, HD_FOLLOW_SOURCE, HD_FOLLOW_BEHIND);
      return;
    }
  for (guint32 i = place->first_input; i < place->first_input + place->n_inputs; i++)
    if (is_local (&tile->inputs[i]) && has_number (&get_local (tile, &tile->inputs[i])->packets, self->number))
      enter_channel (tile, i);
}

static gboolean
has_credit (HdFlitTile *tile,
            const HdFlitPort *port)
{
  HdFlitChannels allowed = HD_FLIT_ALL;

  tile->class->route (tile->data, &tile->packets[tile->follow->number], tile->places[tile->follow->place].node.id, &allowed);
  for (guint v = 0; v < port->n_channels; v++)
    if ((_hd_flit_get_bits (allowed) >> v & 1) != 0 && tile->outputs[port->first_output + v].credits > 0)
      return TRUE;
  return FALSE;
}

/* In an interface, in which it still is. */
static void
wait_in_sender (HdFlitTile *tile,
                gint64 cycle)
{
  HdFlitFollow *self = tile->follow;
  HdFlitSender *sender = &tile->senders[self->sender];
  const HdFlitPort *port = &tile->ports[sender->port];
  guint32 other = sender->packet != HD_FLIT_NONE ? sender->packet : *hd_flit_numbers_peek (&sender->waiting);
  HdFlitNote note;

  if (other == self->number)
    {
      tell (tile, cycle, HD_FOLLOW_SOURCE, port->line != HD_FLIT_NONE && has_credit (tile, port) ? HD_FOLLOW_BUSY : HD_FOLLOW_NO_CREDIT);
      return;
    }
  note = make_note (self, tile, cycle, HD_FOLLOW_SOURCE, HD_FOLLOW_BEHIND);
  note.has_other = TRUE;
  note.other = tile->packets[other];
  emit (tile, &note);
}

/* ---- in a router ------------------------------------------------------------------------------------------------------- */

static gboolean
is_head_in_front (HdFlitTile *tile)
{
  const HdFlitFollow *self = tile->follow;
  const HdFlitInput *input = &tile->inputs[self->input];

  return input->length > 0 && peek (tile, input) >> HD_FLIT_SHIFT == self->number && (peek (tile, input) & HD_FLIT_HEAD) != 0;
}

/* Whether the port had room behind the switch when the switch was given to somebody in this cycle. */
static gboolean
had_room (const HdFlitTile *tile,
          const HdFlitPort *port)
{
  gboolean won = port->last == tile->cycle;

  if (port->line != HD_FLIT_NONE)
    return tile->lines[port->line].queue.n - (won ? 1 : 0) < tile->lines[port->line].room;
  return !port->is_single || (won ? (port->recent >> 1 & 1) == 0 : port->last != tile->cycle - 1);
}

/* As beats () in hd-flit-cycle.c, of channels of its input port as they were. */
static gboolean
was_before (const HdFlitTile *tile,
            const HdFlitInput *a,
            const HdFlitInput *b)
{
  const HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];
  const HdFlitPacket *x = &g_array_index (self->fronts, Front, a - tile->inputs - place->first_input).packet;
  const HdFlitPacket *y = &g_array_index (self->fronts, Front, b - tile->inputs - place->first_input).packet;

  switch (place->node.arbitration)
    {
    case HD_FLIT_RANDOM:
      return draw (tile, AT_INPUT, a->in_port, a->channel) < draw (tile, AT_INPUT, a->in_port, b->channel);
    case HD_FLIT_AGE:
      if (x->time != y->time)
        return x->time < y->time;
      return x->source != y->source ? x->source < y->source : x->sequence < y->sequence;
    default:
      return a->channel - self->pointer < b->channel - self->pointer;
    }
}

/* Its input port nominated one of its channels: another one, or it, which another port then beat. */
static guint32
find_winner (const HdFlitTile *tile)
{
  const HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];
  const HdFlitInput *own = &tile->inputs[self->input], *best = NULL;
  const HdFlitPort *port = &tile->ports[place->first_port + self->was.out_port];
  guint in_port;

  for (guint v = 0; v < place->node.channels; v++)
    {
      const HdFlitInput *input = own - own->channel + v;

      /* Who has won has another packet by now, perhaps, but the same output port until the next cycle. */
      if ((self->ready & _hd_flit_get_bit (&tile->slices[input->slice], (guint32) (input - tile->inputs))) != 0
          && had_room (tile, &tile->ports[place->first_port + input->out_port]) && (best == NULL || was_before (tile, input, best)))
        best = input;
    }
  if (best != NULL && best != own)
    return (guint32) (best - tile->inputs);
  if (port->last != tile->cycle)
    return HD_FLIT_NONE;
  in_port = port->pointer - 1u;
  return place->first_input + in_port * place->node.channels + tile->in_pointers[place->first_port + in_port] - 1;
}

/* The input channel that has one of those it may have. */
static guint32
find_owner (const HdFlitTile *tile,
            const HdFlitPort *port)
{
  guint64 taken = _hd_flit_get_all (port->n_channels) & _hd_flit_get_bits (tile->follow->was.allowed) & ~port->free;

  return taken != 0 ? tile->outputs[port->first_output + (guint) __builtin_ctzll (taken)].owner : HD_FLIT_NONE;
}

static void
remember_fronts (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];

  g_array_set_size (self->fronts, place->n_inputs);
  for (guint32 i = 0; i < place->n_inputs; i++)
    {
      const HdFlitInput *input = &tile->inputs[place->first_input + i];
      Front *front = &g_array_index (self->fronts, Front, i);

      front->is_there = input->length > 0;
      front->packet = front->is_there ? *get_packet (tile, peek (tile, input)) : (HdFlitPacket){ 0 };
    }
}

static void
look_into_channel (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];

  self->was = tile->inputs[self->input];
  self->was_front = is_head_in_front (tile);
  self->ready = tile->slices[self->was.slice].sa;
  self->pointer = tile->in_pointers[place->first_port + self->was.in_port];
  remember_fronts (tile);
}

/* What it waits for in the front of its channel while nobody wins anything. */
static void
wait_in_channel (HdFlitTile *tile,
                 gint64 cycle)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPort *port = &tile->ports[tile->places[self->place].first_port + self->was.out_port];

  if (!self->was_front)
    tell_of_channel (tile, cycle, HD_FOLLOW_QUEUE, HD_FOLLOW_BEHIND, self->input);
  else if (self->was.state == HD_FLIT_VA)
    tell_of_channel (tile, cycle, HD_FOLLOW_CHANNEL, HD_FOLLOW_TAKEN, find_owner (tile, port));
  else if (self->was.state == HD_FLIT_SA && tile->outputs[self->was.out].credits == 0)
    tell (tile, cycle, HD_FOLLOW_SWITCH, HD_FOLLOW_NO_CREDIT);
  else if (self->was.state == HD_FLIT_SA)
    tell (tile, cycle, HD_FOLLOW_SWITCH, HD_FOLLOW_NO_ROOM);
}

static void
see_allocation (HdFlitTile *tile,
                const HdFlitPort *port)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];
  guint32 output;

  if (tile->inputs[self->input].state != HD_FLIT_VA)
    {
      tell (tile, tile->cycle, HD_FOLLOW_CHANNEL, HD_FOLLOW_SERVED);
      return;
    }
  if (self->free == 0)
    {
      tell_of_channel (tile, tile->cycle, HD_FOLLOW_CHANNEL, HD_FOLLOW_TAKEN, self->owner);
      return;
    }
  if (place->node.arbitration == HD_FLIT_RANDOM)
    tile->chance = draw_for_router (tile, place);
  output = port->first_output + choose_channel (tile, &self->was, self->input - place->first_input, self->free, place->node.arbitration);
  tell_of_channel (tile, tile->cycle, HD_FOLLOW_CHANNEL, HD_FOLLOW_BEATEN, tile->outputs[output].owner);
}

static void
see_switch (HdFlitTile *tile,
            const HdFlitPort *port)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPlace *place = &tile->places[self->place];
  gboolean was_ready = (self->ready & _hd_flit_get_bit (&tile->slices[self->was.slice], self->input)) != 0;

  if (tile->inputs[self->input].length == self->was.length)
    {
      if (place->node.arbitration == HD_FLIT_RANDOM)
        tile->chance = draw_for_router (tile, place);
      if (!was_ready)
        tell (tile, tile->cycle, HD_FOLLOW_SWITCH, HD_FOLLOW_NO_CREDIT);
      else if (!had_room (tile, port))
        tell (tile, tile->cycle, HD_FOLLOW_SWITCH, HD_FOLLOW_NO_ROOM);
      else
        tell_of_channel (tile, tile->cycle, HD_FOLLOW_SWITCH, HD_FOLLOW_BEATEN, find_winner (tile));
      return;
    }
  tell (tile, tile->cycle, HD_FOLLOW_SWITCH, HD_FOLLOW_SERVED);
  tell (tile, tile->cycle + 1, HD_FOLLOW_CROSSBAR, HD_FOLLOW_SERVED);
  self->port = (guint32) (port - tile->ports);
  self->channel = self->was.out - port->first_output;
  self->switched = tile->cycle;
  if (port->line == HD_FLIT_NONE)
    leave (tile, port, self->channel, tile->cycle + 2);
  else
    self->where = IN_LINE;
}

static void
see_channel (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitPort *port = &tile->ports[tile->places[self->place].first_port + self->was.out_port];

  if (!self->was_front)
    {
      tell_of_channel (tile, tile->cycle, HD_FOLLOW_QUEUE, HD_FOLLOW_BEHIND, self->input);
      return;
    }
  switch (self->was.state)
    {
    case HD_FLIT_VA:
      see_allocation (tile, port);
      return;
    case HD_FLIT_SA:
      see_switch (tile, port);
      return;
    default:
      if (tile->inputs[self->input].state == HD_FLIT_VA)
        {
          tell (tile, tile->cycle, HD_FOLLOW_ROUTE, HD_FOLLOW_SERVED);
          return;
        }
      tell (tile, tile->cycle, HD_FOLLOW_BODY, HD_FOLLOW_SERVED);
      self->where = AT_END;
    }
}

static gboolean
is_in_line (const HdFlitTile *tile)
{
  const HdFlitFollow *self = tile->follow;
  const HdFlitQueue *queue = &tile->lines[tile->ports[self->port].line].queue;

  for (guint32 i = 0; i < queue->n; i++)
    {
      guint32 flit = queue->elements[(queue->first + i) & (queue->capacity - 1)].flit;

      if (flit >> HD_FLIT_SHIFT == self->number && (flit & HD_FLIT_HEAD) != 0)
        return TRUE;
    }
  return FALSE;
}

/* ---- cycles ------------------------------------------------------------------------------------------------------------- */

void
_hd_flit_follow_wait (HdFlitTile *tile,
                      gint64 cycle)
{
  HdFlitFollow *self = tile->follow;

  if (self->has_idle && self->idle.cycle < cycle)
    tile->class->note (tile->data, &self->idle);
}

/* As all have been visited. */
static void
foretell (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;

  self->has_idle = FALSE;
  self->foretells = TRUE;
  if (self->where == IN_CHANNEL)
    {
      look_into_channel (tile);
      wait_in_channel (tile, tile->cycle + 1);
    }
  else if (self->where == IN_SENDER)
    {
      wait_in_sender (tile, tile->cycle + 1);
    }
  else if (self->where == IN_LINE)
    {
      tell (tile, MAX (tile->cycle + 1, self->switched + 2), HD_FOLLOW_OUTPUT, HD_FOLLOW_BUSY);
    }
  self->foretells = FALSE;
}

void
_hd_flit_follow_look (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;

  if (self->where == ON_LINK && self->arrives <= tile->cycle)
    arrive (tile);
  if (self->where == IN_SOURCE)
    look_into_source (tile);
  if (self->where == IN_CHANNEL)
    {
      const HdFlitPort *port = &tile->ports[tile->places[self->place].first_port + tile->inputs[self->input].out_port];

      look_into_channel (tile);
      if (self->was_front && self->was.state == HD_FLIT_VA)
        {
          self->free = port->free & _hd_flit_get_bits (self->was.allowed);
          self->owner = find_owner (tile, port);
        }
    }
  for (guint i = 0; i < self->trail->len; i++)
    {
      Trail *trail = &g_array_index (self->trail, Trail, i);
      const HdFlitInput *input = &tile->inputs[trail->input];

      trail->length = input->length;
      trail->was_tail = input->length > 0 && peek (tile, input) >> HD_FLIT_SHIFT == self->number && (peek (tile, input) & HD_FLIT_TAIL) != 0;
    }
}

static void
see_tail (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;

  for (guint i = self->trail->len; i-- > 0;)
    {
      const Trail *trail = &g_array_index (self->trail, Trail, i);
      const HdFlitInput *input = &tile->inputs[trail->input];

      if (!trail->was_tail || input->length == trail->length)
        continue;
      tile->class->note_tail (tile->data, tile->places[tile->slices[input->slice].router].node.id, tile->cycle);
      g_array_remove_index (self->trail, i);
    }
}

static void
see_sender (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;
  const HdFlitSender *sender = &tile->senders[self->sender];

  if (has_number (&sender->waiting, self->number))
    {
      wait_in_sender (tile, tile->cycle);
      return;
    }
  if (self->where == IN_SENDER)
    leave (tile, &tile->ports[sender->port], sender->channel, tile->cycle);
  if (sender->packet == self->number)
    return;
  self->is_sending = FALSE;
  tile->class->note_tail (tile->data, self->sender_node, tile->cycle);
}

void
_hd_flit_follow_see (HdFlitTile *tile)
{
  HdFlitFollow *self = tile->follow;
  gboolean was_in_line = self->where == IN_LINE;

  if (self->where == IN_CHANNEL)
    see_channel (tile);
  if (was_in_line && tile->cycle >= self->switched + 2)
    {
      if (is_in_line (tile))
        tell (tile, tile->cycle, HD_FOLLOW_OUTPUT, HD_FOLLOW_BUSY);
      else
        leave (tile, &tile->ports[self->port], self->channel, tile->cycle);
    }
  if (self->is_sending)
    see_sender (tile);
  see_tail (tile);
  foretell (tile);
}
