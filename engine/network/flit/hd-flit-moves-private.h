/* hd-flit-moves-private.h: how flits and credits get from one place of a tile to another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is under way lies in slots, one for each cycle to come, around a wheel that is as long as the longest link.
 */
#pragma once

#include "hd-flit-tile-private.h"

G_BEGIN_DECLS

#define BIT(n) ((guint64) 1 << (n))

/* ---- the wheel -------------------------------------------------------------------------------------------------------- */

static inline void
post_arrival (HdFlitTile *self,
              guint cycles,
              guint32 target,
              guint32 flit)
{
  HdFlitSlot *slot = &self->slots[(guint32) (self->cycle + cycles) & self->slot_mask];

  if (G_UNLIKELY (slot->n_arrivals == slot->room_for_arrivals))
    {
      slot->room_for_arrivals = MAX (2 * slot->room_for_arrivals, 16);
      slot->arrivals = g_renew (HdFlitArrival, slot->arrivals, slot->room_for_arrivals);
    }
  slot->arrivals[slot->n_arrivals++] = (HdFlitArrival){ target, flit };
  self->n_due++;
}

static inline void
post_credit (HdFlitTile *self,
             guint cycles,
             guint32 output)
{
  HdFlitSlot *slot = &self->slots[(guint32) (self->cycle + cycles) & self->slot_mask];

  if (G_UNLIKELY (slot->n_credits == slot->room_for_credits))
    {
      slot->room_for_credits = MAX (2 * slot->room_for_credits, 16);
      slot->credits = g_renew (guint32, slot->credits, slot->room_for_credits);
    }
  slot->credits[slot->n_credits++] = output;
  self->n_due++;
}

/* ---- queues ----------------------------------------------------------------------------------------------------------- */

static inline HdFlitPacket *
get_packet (HdFlitTile *self,
            guint32 flit)
{
  return &self->packets[flit >> HD_FLIT_SHIFT];
}

static inline guint32
peek (const HdFlitTile *self,
      const HdFlitInput *input)
{
  return self->flits[input->ring + input->head];
}

static inline gboolean
is_local (const HdFlitInput *input)
{
  return (input->upstream & (HD_FLIT_TO_INLET | HD_FLIT_IS_LOCAL)) == HD_FLIT_IS_LOCAL;
}

static inline HdFlitLocal *
get_local (const HdFlitTile *self,
           const HdFlitInput *input)
{
  return &self->locals[input->upstream & ~HD_FLIT_IS_LOCAL];
}

/* Flits of a local channel are made one by one. */
static inline void
make_front (HdFlitTile *self,
            const HdFlitInput *input,
            HdFlitLocal *local)
{
  const guint32 *packet = hd_flit_numbers_peek (&local->packets);

  if (packet != NULL)
    self->flits[input->ring] = *packet << HD_FLIT_SHIFT | (local->sent == 0 ? HD_FLIT_HEAD : 0)
                               | (local->sent + 1 == self->packets[*packet].flits ? HD_FLIT_TAIL : 0);
}

static inline void
pop_local (HdFlitTile *self,
           const HdFlitInput *input,
           guint32 flit,
           guint delay)
{
  HdFlitLocal *local = get_local (self, input);

  local->last = self->cycle + delay;
  local->sent++;
  if ((flit & HD_FLIT_TAIL) != 0)
    {
      local->sent = 0;
      hd_flit_numbers_pop (&local->packets);
    }
  make_front (self, input, local);
}

/* The first flit leaves its queue in @delay cycles, and the room that it leaves is told to where it came from. */
static inline guint32
pop (HdFlitTile *self,
     HdFlitSlice *slice,
     HdFlitInput *input,
     guint delay)
{
  guint32 flit = peek (self, input);

  input->length--;
  input->head = (guint16) ((input->head + 1) & input->mask);
  self->n_moves++;
  if (is_local (input))
    {
      pop_local (self, input, flit, delay);
      return flit;
    }
  slice->held += (guint64) self->cycle;
  if (G_LIKELY ((input->upstream & HD_FLIT_TO_INLET) == 0))
    post_credit (self, delay + input->credit_cycles, input->upstream);
  else
    self->class->send_credit (self->data, input->upstream & ~HD_FLIT_TO_INLET, input->channel, self->cycle + delay + input->credit_cycles);
  return flit;
}

/* A flit goes onto a link in a cycle or @delay cycles. */
static inline void
depart (HdFlitTile *self,
        HdFlitPort *port,
        guint32 channel,
        guint32 flit,
        guint delay)
{
  port->n_flits++;
  if (G_LIKELY (!port->is_outlet))
    {
      post_arrival (self, delay + port->cycles, (port->target & HD_FLIT_TO_INTERFACE) != 0 ? port->target : port->target + channel, flit);
      return;
    }
  self->class->send_flit (self->data, port->target, channel, (flit & HD_FLIT_HEAD) != 0 ? get_packet (self, flit) : NULL, (flit & HD_FLIT_TAIL) != 0,
                          self->cycle + delay + port->cycles);
  if ((flit & HD_FLIT_TAIL) != 0)
    _hd_flit_tile_forget (self, flit >> HD_FLIT_SHIFT);
}

/* ---- links that are slow or shared -------------------------------------------------------------------------------------- */

/* A slow link has waited for a fraction of a cycle at most, if it was wanted before: that fraction is not lost. */
static inline void
occupy (HdFlitTile *self,
        HdFlitLine *line)
{
  line->free_at = line->interval + (line->free_at > (double) (self->cycle - 1) ? line->free_at : (double) self->cycle);
  if (line->peer == HD_FLIT_NONE)
    return;
  line->was_last = TRUE;
  self->lines[line->peer].was_last = FALSE;
  self->lines[line->peer].free_at = line->free_at;
}

/* Whether a flit could go now, were it for its own end alone. */
static inline gboolean
has_flit (const HdFlitTile *self,
          const HdFlitLine *line)
{
  const HdFlitPort *port = &self->ports[line->port];
  const HdFlitSender *sender;

  if (port->sender == HD_FLIT_NONE)
    return line->queue.n > 0 && line->queue.elements[line->queue.first].ready <= self->cycle;
  sender = &self->senders[port->sender];
  if ((self->sending[port->sender / HD_FLIT_BITS] >> port->sender % HD_FLIT_BITS & 1) == 0)
    return FALSE;
  return sender->packet == HD_FLIT_NONE || self->outputs[port->first_output + sender->channel].credits > 0;
}

/* Ends of a shared link take turns if both have a flit. */
static inline gboolean
may_go (const HdFlitTile *self,
        const HdFlitLine *line)
{
  if (line->free_at > (double) self->cycle)
    return FALSE;
  return line->peer == HD_FLIT_NONE || !line->was_last || !has_flit (self, &self->lines[line->peer]);
}

G_END_DECLS
