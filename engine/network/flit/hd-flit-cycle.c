/* hd-flit-cycle.c: what the routers of a tile do in a cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * First all that arrives is taken in; then each router that has something to do goes through its stages backwards, so that each takes a cycle. Who wins
 * the switch goes through it in the next cycle, and onto the link in the one after that, whatever happens meanwhile: so both are done at once, with the
 * times that they have, and a flit costs its router one visit, the head of a packet three. (On a link that takes more than a cycle for a flit, those that
 * wait for it are a queue, and a router that waits for such links alone is not visited before one of them is free.)
 *
 * What bounds its speed (bench-flit): on 8x8 instructions, about 620 for the head of a packet at a router, its three visits, arrival and credit included, and
 * what the processor foretells wrongly, about four branches of these: how many are in a stage at a router is as good as chance. So which of a few virtual
 * channels it is, and which state a channel is left in, is found without a branch; that gave a sixth. On 64x64 the caches: a router is 2.6 KiB, and what moves
 * touches six arrays of them, which lie in large pages together (a twelfth). To fetch ahead what arrivals and visits need of these took some of the speed on
 * small meshes, and gives none on large ones that could be told from chance since the pages are large; it is not done. What a packet's path says is another
 * thing: there may be a million of them, and a fifth of a whole run on 32x32 was the wait for it; so that is fetched when a head arrives (a sixth), and on 8x8
 * it takes nothing.
 */
#define G_LOG_DOMAIN "hd-flit-tile"

#include "hd-flit-choices-private.h"
#include "hd-flit-follow-private.h"
#include "hd-flit-moves-private.h"

#define MAX_SLICES (2 * HD_FLIT_MAX_PORTS / (HD_FLIT_BITS / HD_FLIT_MAX_CHANNELS) + 1)
#define SHORT_WAIT 3       /* cycles, in each of which to ask takes less than to sleep */
#define MAX_FREE_AT 0x1p62 /* cycles; no run gets there */

/* ---- who waits for a link ---------------------------------------------------------------------------------------------- */

/* A link that takes many cycles for a flit is not asked in each of them whether it is free. */
static void
fall_asleep (HdFlitSleep *self,
             guint32 number,
             gint64 wake)
{
  _hd_flit_set (self->asleep, number);
  self->wakes[number] = wake;
  self->next = MIN (self->next, wake);
}

/* Those whose time has come are awake, and in @woken if that is asked for. */
static void
wake_up (HdFlitSleep *self,
         guint n_words,
         gint64 cycle,
         guint64 *woken)
{
  if (G_LIKELY (self->next > cycle))
    return;
  self->next = HD_FLIT_NEVER;
  for (guint w = 0; w < n_words; w++)
    for (guint64 bits = self->asleep[w]; bits != 0; bits &= bits - 1)
      {
        gint64 wake = self->wakes[w * HD_FLIT_BITS + (guint) __builtin_ctzll (bits)];

        if (wake > cycle)
          {
            self->next = MIN (self->next, wake);
            continue;
          }
        self->asleep[w] &= ~(bits & -bits);
        if (woken != NULL)
          woken[w] |= bits & -bits;
      }
}

static inline gboolean
is_far (const HdFlitTile *self,
        const HdFlitLine *line)
{
  return line->free_at > (double) (self->cycle + SHORT_WAIT);
}

/* The first cycle in which a flit may go, as far as is known now. */
static inline gint64
find_free_cycle (const HdFlitLine *line)
{
  double free_at = MIN (line->free_at, MAX_FREE_AT);
  gint64 cycle = (gint64) free_at;

  return (double) cycle < free_at ? cycle + 1 : cycle;
}

/* ---- what arrives ----------------------------------------------------------------------------------------------------- */

/* Before the router is visited, in the same cycle. */
static inline void
fetch_step (const HdFlitTile *self,
            const HdFlitPacket *packet)
{
  __builtin_prefetch ((const guint8 *) packet->path + packet->hop * self->step_bytes);
}

static inline void
arrive (HdFlitTile *self,
        guint32 target,
        guint32 flit,
        gint64 cycle)
{
  HdFlitInput *input;
  HdFlitSlice *slice;

  if ((target & HD_FLIT_TO_INTERFACE) != 0)
    {
      self->places[target & ~HD_FLIT_TO_INTERFACE].n_accepted++;
      if ((flit & HD_FLIT_TAIL) == 0)
        return;
      self->class->deliver (self->data, get_packet (self, flit), cycle + 1);
      _hd_flit_tile_forget (self, flit >> HD_FLIT_SHIFT);
      return;
    }
  input = &self->inputs[target];
  slice = &self->slices[input->slice];
  self->flits[input->ring + ((guint32) (input->head + input->length) & input->mask)] = flit;
  slice->rc |= (guint64) (input->state <= HD_FLIT_EJ) << (target - slice->first_input); /* a branch would often be foretold wrongly */
  if (G_UNLIKELY (input->state == HD_FLIT_SA && input->length == 0))
    {
      if (self->outputs[input->out].credits > 0)
        slice->sa |= _hd_flit_get_bit (slice, target);
      else
        slice->starved -= (guint64) cycle;
    }
  input->state = (guint8) (input->state + (input->state == HD_FLIT_IDLE ? 1 : 0));
  input->length++;
  slice->held -= (guint64) cycle;
  if ((flit & HD_FLIT_HEAD) != 0 && self->step_bytes > 0)
    fetch_step (self, get_packet (self, flit));
  _hd_flit_set (self->active, slice->router);
}

void
_hd_flit_tile_arrive (HdFlitTile *self,
                      guint32 target,
                      guint32 flit,
                      gint64 cycle)
{
  arrive (self, target, flit, cycle);
}

static inline void
refund (HdFlitTile *self,
        guint32 number,
        gint64 cycle)
{
  HdFlitOutput *output = &self->outputs[number];
  guint32 sender;

  if (output->credits++ > 0)
    return;
  if (output->owner != HD_FLIT_NONE)
    {
      const HdFlitInput *input = &self->inputs[output->owner];
      HdFlitSlice *slice = &self->slices[input->slice];

      if (input->state != HD_FLIT_SA || input->length == 0)
        return;
      slice->sa |= _hd_flit_get_bit (slice, output->owner);
      slice->starved += (guint64) cycle;
      _hd_flit_set (self->active, slice->router);
      return;
    }
  sender = self->ports[output->port].sender;
  if (sender != HD_FLIT_NONE)
    _hd_flit_set (self->sending, sender);
}

void
_hd_flit_tile_refund (HdFlitTile *self,
                      guint32 output,
                      gint64 cycle)
{
  refund (self, output, cycle);
}

static void
take_in (HdFlitTile *self,
         HdFlitSlot *slot)
{
  self->n_due -= slot->n_arrivals + slot->n_credits;
  for (guint32 i = 0; i < slot->n_arrivals; i++)
    arrive (self, slot->arrivals[i].target, slot->arrivals[i].flit, self->cycle);
  for (guint32 i = 0; i < slot->n_credits; i++)
    refund (self, slot->credits[i], self->cycle);
  slot->n_arrivals = 0;
  slot->n_credits = 0;
}

/* Another packet may be put in meanwhile, so that packets may move. */
static void
tell_begin (HdFlitTile *self,
            guint32 number)
{
  const HdFlitPacket packet = self->packets[number];

  if (self->class->begin != NULL)
    self->class->begin (self->data, &packet);
}

/* What has won the switch leaves its queue in this cycle, after packets have come. */
static guint32
get_local_length (const HdFlitTile *self,
                  const HdFlitInput *input)
{
  return input->length + (get_local (self, input)->last == self->cycle ? 1 : 0);
}

/* Where a packet of the router's own begins: the first channel. */
static guint32
find_local (HdFlitTile *self,
            const HdFlitPlace *place,
            guint32 packet)
{
  HdFlitChannels channels;

  if (G_LIKELY (!place->node.is_relay) || self->packets[packet].destination == place->node.id)
    return place->first_input;
  return _hd_flit_place_get_local (place, 1 + self->class->route (self->data, &self->packets[packet], place->node.id, &channels));
}

/* Packets of its own go into the local channel that holds least. Returns whether some are left. */
static gboolean
feed (HdFlitTile *self,
      guint32 router)
{
  HdFlitPlace *place = &self->places[router];
  guint32 *packet, begun;
  HdFlitLocal *local;

  while ((packet = hd_flit_numbers_peek (&place->pending)) != NULL)
    {
      guint32 first = find_local (self, place, *packet);
      guint32 best = first, least = get_local_length (self, &self->inputs[first]);
      HdFlitInput *input;

      for (guint32 other = first + 1; other < first + place->node.channels; other++)
        {
          guint32 length = get_local_length (self, &self->inputs[other]);

          best = length < least ? other : best;
          least = MIN (least, length);
        }
      if (least > HD_FLIT_SOURCE_LIMIT && !place->node.is_relay) /* what goes to one link waits for no other */
        return TRUE;
      input = &self->inputs[best];
      local = get_local (self, input);
      hd_flit_numbers_push (&local->packets, packet);
      if (input->length == 0)
        make_front (self, input, local);
      input->length += self->packets[*packet].flits;
      if (input->state == HD_FLIT_IDLE)
        {
          input->state = HD_FLIT_RC;
          self->slices[input->slice].rc |= _hd_flit_get_bit (&self->slices[input->slice], best);
        }
      _hd_flit_set (self->active, router);
      begun = *packet;
      hd_flit_numbers_pop (&place->pending);
      tell_begin (self, begun);
    }
  return FALSE;
}

/* ---- choices ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_older (HdFlitTile *self,
          const HdFlitInput *a,
          const HdFlitInput *b)
{
  const HdFlitPacket *x = get_packet (self, peek (self, a)), *y = get_packet (self, peek (self, b));

  if (x->time != y->time)
    return x->time < y->time;
  return x->source != y->source ? x->source < y->source : x->sequence < y->sequence;
}

const guint8 _hd_flit_few[1 << FEW_CHANNELS][FEW_TURNS] = {
  { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
  { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
  { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 },
  { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 },
  { 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2 },
  { 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2 },
  { 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2 },
  { 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3 },
  { 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3 },
  { 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3 },
  { 0, 1, 3, 0, 1, 3, 0, 1, 3, 0, 1, 3 },
  { 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3 },
  { 0, 2, 3, 0, 2, 3, 0, 2, 3, 0, 2, 3 },
  { 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3 },
  { 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3 },
};

/* A choice: what is chosen among those who have numbers in it, from behind the last one, which is what @pointer is. */
typedef struct
{
  HdFlitArbitration arbitration;
  guint stage;
  guint where;
  guint pointer;
} Choice;

/* Whether @a wins against @b, which came before it. */
G_ALWAYS_INLINE static inline gboolean
beats (HdFlitTile *self,
       Choice choice,
       const HdFlitInput *a,
       guint number_a,
       const HdFlitInput *b,
       guint number_b)
{
  switch (choice.arbitration)
    {
    case HD_FLIT_RANDOM:
      return draw (self, choice.stage, choice.where, number_a) < draw (self, choice.stage, choice.where, number_b);
    case HD_FLIT_AGE:
      return is_older (self, a, b);
    default:
      return number_a - choice.pointer < number_b - choice.pointer; /* what is before the pointer is far behind it */
    }
}

/* ---- stages ----------------------------------------------------------------------------------------------------------- */

/* LT for links that are slower than a flit a cycle. */
static void
traverse_slow_links (HdFlitTile *self,
                     HdFlitSlice *slice)
{
  for (guint64 bits = slice->out; bits != 0; bits &= bits - 1)
    {
      HdFlitPort *port = &self->ports[slice->first_port + (guint) __builtin_ctzll (bits)];
      HdFlitLine *line = &self->lines[port->line];
      const HdFlitBehind *first = hd_flit_queue_peek (&line->queue);

      if (first->ready > self->cycle || !may_go (self, line))
        continue;
      hd_flit_queue_pop (&line->queue);
      if (line->queue.n == 0)
        slice->out &= ~BIT (port->bit);
      occupy (self, line);
      depart (self, port, first->channel, first->flit, 0);
    }
}

static inline void
note_win (const HdFlitTile *self,
          HdFlitPort *port)
{
  gint64 since = self->cycle - port->last;

  port->recent = 1 | (since < 32 ? port->recent << since : 0);
  port->last = self->cycle;
}

/* ST and LT of the winner, in the two cycles that come. What it leaves behind is first looked at in the next. Returns whether it left a virtual channel
 * of the output port to others. */
G_ALWAYS_INLINE static inline gboolean
traverse (HdFlitTile *self,
          HdFlitSlice *slice,
          HdFlitInput *input,
          HdFlitPort *port)
{
  HdFlitOutput *output = &self->outputs[input->out];
  guint32 flit = pop (self, slice, input, 1), channel = input->out - port->first_output;
  guint64 bit = _hd_flit_get_bit (slice, (guint32) (input - self->inputs));
  gboolean is_left = input->length > 0;

  note_win (self, port);
  output->credits -= port->credit_step;
  if (G_LIKELY (port->line == HD_FLIT_NONE))
    {
      depart (self, port, channel, flit, 2);
    }
  else
    {
      HdFlitLine *line = &self->lines[port->line];

      hd_flit_queue_push (&line->queue, &(HdFlitBehind){ flit, channel, self->cycle + 2 });
      self->slices[port->slice].out |= BIT (port->bit);
    }
  if ((flit & HD_FLIT_TAIL) == 0)
    {
      if (is_left && output->credits > 0)
        return FALSE;
      slice->sa &= ~bit;
      if (is_left)
        slice->starved -= (guint64) self->cycle + 1;
      return FALSE;
    }
  slice->sa &= ~bit;
  slice->rc |= is_left ? bit : 0;
  port->free |= BIT (channel);
  output->owner = HD_FLIT_NONE;
  input->state = is_left ? HD_FLIT_RC : HD_FLIT_IDLE;
  return TRUE;
}

/* An input port nominates one of those of its channels in @group that would find room behind the switch. Ports that are asked for are added to what
 * is asked. Returns how many would find room. */
G_ALWAYS_INLINE static inline guint
nominate (HdFlitTile *self,
          HdFlitPlace *place,
          const HdFlitSlice *slice,
          guint64 group,
          guint p,
          HdFlitArbitration arbitration)
{
  HdFlitPort *ports = &self->ports[place->first_port];
  const Choice among_channels = { arbitration, AT_INPUT, p, self->in_pointers[place->first_port + p] };
  const HdFlitInput *best = NULL;
  HdFlitPort *port;
  guint n = 0;

  for (; group != 0; group &= group - 1)
    {
      const HdFlitInput *input = &self->inputs[slice->first_input + (guint) __builtin_ctzll (group)];

      if (!has_room (self, &ports[input->out_port]))
        {
          place->crowded++;
          continue;
        }
      n++;
      if (best == NULL || beats (self, among_channels, input, input->channel, best, best->channel))
        best = input;
    }
  if (best == NULL)
    return 0;
  port = &ports[best->out_port];
  if (port->best == HD_FLIT_NONE)
    {
      self->asked[self->n_asked++] = best->out_port;
    }
  else
    {
      const HdFlitInput *other = &self->inputs[port->best];

      if (!beats (self, (Choice){ arbitration, AT_OUTPUT, best->out_port, port->pointer }, best, p, other, other->in_port))
        return n;
    }
  port->best = (guint32) (best - self->inputs);
  return n;
}

/* The input channel wins the switch. Returns what traverse () does. */
G_ALWAYS_INLINE static inline gboolean
grant_switch (HdFlitTile *self,
              const HdFlitPlace *place,
              HdFlitSlice *slice,
              HdFlitInput *input,
              HdFlitPort *port)
{
  port->pointer = (guint16) (input->in_port + 1);
  self->in_pointers[place->first_port + input->in_port] = (guint16) (input->channel + 1);
  return traverse (self, slice, input, port);
}

/* @ready: (array length=n_slices): who may go. Returns whether virtual channels of output ports are free that were not. */
G_ALWAYS_INLINE static inline gboolean
allocate_switch (HdFlitTile *self,
                 HdFlitPlace *place,
                 HdFlitSlice *slices,
                 guint n_slices,
                 const guint64 *ready,
                 HdFlitArbitration arbitration)
{
  guint channels = place->node.channels;
  const guint64 all = _hd_flit_get_all (channels);
  gboolean frees = FALSE;
  guint n_ready = 0;

  if (n_slices == 1 && has_one (ready[0]))
    {
      HdFlitInput *input = &self->inputs[slices->first_input + (guint) __builtin_ctzll (ready[0])];
      HdFlitPort *port = &self->ports[place->first_port + input->out_port];

      if (has_room (self, port))
        return grant_switch (self, place, slices, input, port);
      place->crowded++;
      return FALSE;
    }
  self->n_asked = 0;
  for (guint s = 0; s < n_slices; s++)
    for (guint64 bits = ready[s]; bits != 0;)
      {
        guint p = self->inputs[slices[s].first_input + (guint) __builtin_ctzll (bits)].in_port;
        guint64 group = all << (p * channels - slices[s].first_number) & bits;

        bits &= ~group;
        n_ready += nominate (self, place, &slices[s], group, p, arbitration);
      }
  place->beaten += n_ready - self->n_asked;
  for (guint i = 0; i < self->n_asked; i++)
    {
      HdFlitPort *port = &self->ports[place->first_port + self->asked[i]];
      HdFlitInput *input = &self->inputs[port->best];

      port->best = HD_FLIT_NONE;
      frees = grant_switch (self, place, &self->slices[input->slice], input, port) || frees;
    }
  return frees;
}

/* The input channel asks for one of the free channels of its output port. Returns whether there are some. */
G_ALWAYS_INLINE static inline gboolean
request (HdFlitTile *self,
         const HdFlitPlace *place,
         guint32 input_number,
         HdFlitArbitration arbitration)
{
  const HdFlitInput *input = &self->inputs[input_number];
  const HdFlitPort *port = &self->ports[place->first_port + input->out_port];
  guint64 free = port->free & _hd_flit_get_bits (input->allowed);
  guint number = input_number - place->first_input, channel;
  HdFlitOutput *output;

  if (free == 0)
    return FALSE;
  channel = choose_channel (self, input, number, free, arbitration);
  output = &self->outputs[port->first_output + channel];
  if (output->owner == HD_FLIT_NONE)
    self->asked[self->n_asked++] = port->first_output + channel;
  else if (!beats (self, (Choice){ arbitration, AT_CHANNEL, input->out_port * DRAWS_OF_PORT + channel, output->pointer }, input, number,
                   &self->inputs[output->owner], output->owner - place->first_input))
    return TRUE;
  output->owner = input_number;
  return TRUE;
}

/* Its owner, which is the best of those who asked, gets the output channel. */
static inline void
grant_channel (HdFlitTile *self,
               const HdFlitPlace *place,
               guint32 number)
{
  HdFlitOutput *output = &self->outputs[number];
  HdFlitInput *input = &self->inputs[output->owner];
  HdFlitSlice *slice = &self->slices[input->slice];
  HdFlitPort *port = &self->ports[output->port];
  guint64 bit = _hd_flit_get_bit (slice, output->owner);

  output->pointer = output->owner - place->first_input + 1;
  port->free &= ~BIT (number - port->first_output);
  input->out = number;
  input->state = HD_FLIT_SA;
  slice->va &= ~bit;
  if (G_LIKELY (output->credits > 0))
    slice->sa |= bit;
  else
    slice->starved -= (guint64) self->cycle + 1;
}

/* Returns whether somebody asked and was beaten. */
G_ALWAYS_INLINE static inline gboolean
allocate_channels (HdFlitTile *self,
                   HdFlitPlace *place,
                   const HdFlitSlice *slices,
                   guint n_slices,
                   HdFlitArbitration arbitration)
{
  guint n_requests = 0;

  self->n_asked = 0;
  for (guint s = 0; s < n_slices; s++)
    for (guint64 bits = slices[s].va; bits != 0; bits &= bits - 1)
      n_requests += request (self, place, slices[s].first_input + (guint) __builtin_ctzll (bits), arbitration) ? 1 : 0;
  for (guint i = 0; i < self->n_asked; i++)
    grant_channel (self, place, self->asked[i]);
  place->n_grants += self->n_asked;
  place->unassigned += self->n_asked * (guint64) self->cycle;
  return n_requests > self->n_asked;
}

/* The flit in front is at its destination. */
static inline void
eject (HdFlitTile *self,
       HdFlitPlace *place,
       HdFlitSlice *slice,
       HdFlitInput *input,
       guint64 bit)
{
  guint32 flit = pop (self, slice, input, 0);

  place->n_accepted++;
  input->state = HD_FLIT_EJ;
  if ((flit & HD_FLIT_TAIL) != 0)
    {
      input->state = input->length > 0 ? HD_FLIT_RC : HD_FLIT_IDLE;
      self->class->deliver (self->data, get_packet (self, flit), self->cycle);
      _hd_flit_tile_forget (self, flit >> HD_FLIT_SHIFT);
    }
  slice->rc &= ~(input->length == 0 ? bit : 0);
}

/* Returns whether somebody has a route now. */
G_ALWAYS_INLINE static inline gboolean
compute_routes (HdFlitTile *self,
                HdFlitPlace *place,
                HdFlitSlice *slice)
{
  guint64 before = slice->va;

  for (guint64 bits = slice->rc; bits != 0; bits &= bits - 1)
    {
      guint64 bit = bits & -bits;
      HdFlitInput *input = &self->inputs[slice->first_input + (guint) __builtin_ctzll (bits)];
      HdFlitPacket *packet = get_packet (self, peek (self, input));

      if (input->state == HD_FLIT_EJ || packet->destination == place->node.id)
        {
          eject (self, place, slice, input, bit);
          continue;
        }
      input->allowed = HD_FLIT_ALL;
      input->out_port = (guint16) (1 + self->class->route (self->data, packet, place->node.id, &input->allowed));
      packet->hop++;
      input->state = HD_FLIT_VA;
      place->unassigned -= (guint64) self->cycle + 1;
      slice->rc ^= bit;
      slice->va |= bit;
    }
  return slice->va != before;
}

/* What waits for room behind the switch does so from the next cycle on without a visit. */
static void
leave_alone (HdFlitTile *self,
             HdFlitPlace *place,
             const HdFlitSlice *slices,
             guint n_slices)
{
  for (guint s = 0; s < n_slices; s++)
    place->n_left += (guint) __builtin_popcountll (slices[s].sa);
  place->crowded -= place->n_left * (guint64) (self->cycle + 1);
}

static void
come_back (HdFlitTile *self,
           HdFlitPlace *place)
{
  place->crowded += place->n_left * (guint64) self->cycle;
  place->n_left = 0;
}

/* With nothing to do but to wait for links, and for room behind the switch that these leave, the router may be left alone until one of them is free. Returns
 * whether that is so. */
static gboolean
wait_for_links (HdFlitTile *self,
                HdFlitPlace *place,
                const HdFlitSlice *slices,
                guint n_slices)
{
  gint64 wake = HD_FLIT_NEVER;

  for (guint s = 0; s < n_slices; s++)
    for (guint64 bits = slices[s].out; bits != 0; bits &= bits - 1)
      {
        const HdFlitLine *line = &self->lines[self->ports[slices[s].first_port + (guint) __builtin_ctzll (bits)].line];

        if (!is_far (self, line))
          return FALSE;
        wake = MIN (wake, find_free_cycle (line));
      }
  for (guint s = 0; s < n_slices; s++)
    for (guint64 bits = slices[s].sa; bits != 0; bits &= bits - 1)
      {
        const HdFlitInput *input = &self->inputs[slices[s].first_input + (guint) __builtin_ctzll (bits)];
        const HdFlitPort *port = &self->ports[place->first_port + input->out_port];

        if (port->line == HD_FLIT_NONE || has_room (self, port))
          return FALSE;
      }
  leave_alone (self, place, slices, n_slices);
  fall_asleep (&self->routers, (guint32) (place - self->places), wake);
  return TRUE;
}

/* Returns whether there is something to do in the next cycle, whatever comes. The stages run backwards, but for the last three: the winner of the switch
 * goes through these at once, after all others have seen this cycle's state. */
G_ALWAYS_INLINE static inline gboolean
visit_slices (HdFlitTile *self,
              HdFlitPlace *place,
              guint n_slices,
              HdFlitArbitration arbitration)
{
  HdFlitSlice *slices = &self->slices[place->first_slice];
  guint64 ready[MAX_SLICES], any_ready = 0, any_waiting = 0, any_left = 0, any_out = 0, rest = 0;
  gboolean again = FALSE, frees = FALSE;

  for (guint s = 0; s < n_slices; s++)
    {
      if (G_UNLIKELY (slices[s].out != 0))
        traverse_slow_links (self, &slices[s]);
      ready[s] = slices[s].sa;
      any_ready |= ready[s];
      any_waiting |= slices[s].va;
    }
  if (any_waiting != 0)
    again = allocate_channels (self, place, slices, n_slices, arbitration);
  for (guint s = 0; s < n_slices; s++)
    again = compute_routes (self, place, &slices[s]) || again;
  if (any_ready != 0)
    frees = allocate_switch (self, place, slices, n_slices, ready, arbitration);
  for (guint s = 0; s < n_slices; s++)
    {
      rest |= slices[s].rc | (frees ? slices[s].va : 0);
      any_left |= slices[s].sa;
      any_out |= slices[s].out;
    }
  if (rest != 0 || again)
    return TRUE;
  return G_UNLIKELY (any_out != 0) ? !wait_for_links (self, place, slices, n_slices) : any_left != 0;
}

/* The usual case has code of its own, in which nothing is asked that is known before. */
static gboolean
visit (HdFlitTile *self,
       HdFlitPlace *place)
{
  if (G_UNLIKELY (place->n_left > 0))
    come_back (self, place);
  if (G_LIKELY (place->node.arbitration == HD_FLIT_ROUND_ROBIN && place->n_slices == 1))
    return visit_slices (self, place, 1, HD_FLIT_ROUND_ROBIN);
  if (place->node.arbitration == HD_FLIT_RANDOM)
    self->chance = draw_for_router (self, place);
  return visit_slices (self, place, place->n_slices, place->node.arbitration);
}

/* ---- interfaces ------------------------------------------------------------------------------------------------------- */

/* Returns whether the sender may have something to send in the next cycle, whatever comes. */
static gboolean
send (HdFlitTile *self,
      HdFlitSender *sender)
{
  HdFlitPort *port = &self->ports[sender->port];
  HdFlitChannels allowed = HD_FLIT_ALL;
  guint32 flit, *waiting;
  HdFlitPacket *packet;

  if (port->line != HD_FLIT_NONE && !may_go (self, &self->lines[port->line]))
    {
      if (is_far (self, &self->lines[port->line]))
        fall_asleep (&self->interfaces, (guint32) (sender - self->senders), find_free_cycle (&self->lines[port->line]));
      return TRUE;
    }
  if (sender->packet == HD_FLIT_NONE)
    {
      guint v = sender->pointer;
      guint64 bits;

      waiting = hd_flit_numbers_peek (&sender->waiting);
      if (waiting == NULL)
        return FALSE;
      packet = &self->packets[*waiting];
      self->class->route (self->data, packet, packet->source, &allowed);
      bits = _hd_flit_get_bits (allowed);
      for (guint i = 0; i < port->n_channels; i++, v = v + 1u < port->n_channels ? v + 1u : 0)
        if ((bits >> v & 1) != 0 && self->outputs[port->first_output + v].credits > 0)
          break;
      if ((bits >> v & 1) == 0 || self->outputs[port->first_output + v].credits == 0)
        return FALSE;
      packet->hop++;
      sender->packet = *waiting;
      sender->sent = 0;
      sender->channel = v;
      sender->pointer = v + 1u < port->n_channels ? v + 1u : 0;
      hd_flit_numbers_pop (&sender->waiting);
      tell_begin (self, sender->packet);
    }
  if (self->outputs[port->first_output + sender->channel].credits == 0)
    return FALSE;
  self->outputs[port->first_output + sender->channel].credits -= port->credit_step;
  flit = sender->packet << HD_FLIT_SHIFT | (sender->sent == 0 ? HD_FLIT_HEAD : 0);
  if (++sender->sent == self->packets[sender->packet].flits)
    {
      flit |= HD_FLIT_TAIL;
      sender->packet = HD_FLIT_NONE;
    }
  self->n_moves++;
  note_win (self, port);
  if (port->line != HD_FLIT_NONE)
    occupy (self, &self->lines[port->line]);
  depart (self, port, sender->channel, flit, 0);
  return sender->packet != HD_FLIT_NONE || hd_flit_numbers_peek (&sender->waiting) != NULL;
}

/* ---- a cycle ---------------------------------------------------------------------------------------------------------- */

static gint64
find_next_cycle (const HdFlitTile *self)
{
  gint64 wake = MIN (self->routers.next, self->interfaces.next);
  guint64 any = 0;

  for (guint w = 0; w < self->n_words; w++)
    any |= self->active[w] | self->pending[w];
  for (guint w = 0; w < self->n_sender_words; w++)
    any |= self->sending[w] & ~self->interfaces.asleep[w];
  if (any != 0)
    return self->cycle + 1;
  for (guint32 i = 1; self->n_due > 0 && i <= self->slot_mask && self->cycle + i < wake; i++)
    {
      const HdFlitSlot *slot = &self->slots[(guint32) (self->cycle + i) & self->slot_mask];

      if (slot->n_arrivals + slot->n_credits > 0)
        return self->cycle + i;
    }
  return wake;
}

gint64
hd_flit_tile_run (HdFlitTile *self,
                  gint64 cycle)
{
  guint64 *visited = self->active;

  if (G_UNLIKELY (self->follow != NULL))
    _hd_flit_follow_wait (self, cycle);
  self->cycle = cycle;
  wake_up (&self->routers, self->n_words, cycle, visited);
  wake_up (&self->interfaces, self->n_sender_words, cycle, NULL);
  take_in (self, &self->slots[(guint32) cycle & self->slot_mask]);
  for (guint w = 0; w < self->n_words; w++)
    for (guint64 bits = self->pending[w]; bits != 0; bits &= bits - 1)
      {
        guint bit = (guint) __builtin_ctzll (bits);

        if (!feed (self, w * HD_FLIT_BITS + bit))
          self->pending[w] &= ~BIT (bit);
      }
  if (G_UNLIKELY (self->follow != NULL))
    _hd_flit_follow_look (self);
  for (guint w = 0; w < self->n_words; w++)
    {
      guint64 again = 0;

      for (guint64 bits = visited[w]; bits != 0; bits &= bits - 1)
        if (visit (self, &self->places[w * HD_FLIT_BITS + (guint) __builtin_ctzll (bits)]))
          again |= bits & -bits;
      visited[w] = again;
    }
  for (guint w = 0; w < self->n_sender_words; w++)
    for (guint64 bits = self->sending[w] & ~self->interfaces.asleep[w]; bits != 0; bits &= bits - 1)
      if (!send (self, &self->senders[w * HD_FLIT_BITS + (guint) __builtin_ctzll (bits)]))
        self->sending[w] &= ~(bits & -bits);
  if (G_UNLIKELY (self->follow != NULL))
    _hd_flit_follow_see (self);
  return find_next_cycle (self);
}
