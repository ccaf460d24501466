/* hd-flit-choices-private.h: what is chosen where a router has a choice
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flit-tile-private.h"
#include "hd-splitmix.h"

G_BEGIN_DECLS

/* Stages at which there is a choice, for random ones. */
enum { AT_INPUT, AT_OUTPUT, AT_CHANNEL, AT_CHANNEL_CHOICE };

/* From one port to the next, in what is drawn for its channels. That a port with more of them shares draws with the next does no harm: nobody asks for two
 * channels in a cycle. */
#define DRAWS_OF_PORT 32

/* What is by chance at a router in this cycle. */
static inline guint64
draw_for_router (const HdFlitTile *self,
                 const HdFlitPlace *place)
{
  return hd_splitmix_scramble (hd_splitmix_scramble (self->seed + HD_SPLITMIX_STEP * ((guint64) place->node.id + 1)) ^ (guint64) self->cycle);
}

static inline guint64
draw (const HdFlitTile *self,
      guint stage,
      guint where,
      guint who)
{
  return hd_splitmix_scramble (self->chance ^ ((guint64) stage << 60 | (guint64) where << 32 | who));
}

static inline gboolean
has_room (const HdFlitTile *self,
          const HdFlitPort *port)
{
  if (G_UNLIKELY (port->line != HD_FLIT_NONE))
    return self->lines[port->line].queue.n < self->lines[port->line].room;
  return G_LIKELY (!port->is_single) || port->last != self->cycle - 1;
}

static inline gboolean
has_one (guint64 bits)
{
  return (bits & (bits - 1)) == 0;
}

/* Of a few, as most routers have few channels. */
static inline guint
count_bits (guint64 bits)
{
  guint n = 0;

  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

/* Which of a few it is nobody can foretell, nor the processor: so these are found without a branch. */
static inline guint
find_nth_bit (guint64 bits,
              guint n)
{
  for (; n > 2; n--)
    bits &= bits - 1;
  bits &= bits - (n > 1 ? 1 : 0);
  bits &= bits - (n > 0 ? 1 : 0);
  return (guint) __builtin_ctzll (bits);
}

/* Of a division by few: by a number that is known while it is compiled none is done. */
static inline guint
find_rest (guint64 x,
           guint n)
{
  switch (n)
    {
    case 2:
      return (guint) (x % 2);
    case 3:
      return (guint) (x % 3);
    case 4:
      return (guint) (x % 4);
    default:
      return (guint) (x % n);
    }
}

/* Which of the @free channels of its output port the input channel asks for. */
static inline guint
choose_channel (const HdFlitTile *self,
                const HdFlitInput *input,
                guint number,
                guint64 free,
                HdFlitArbitration arbitration)
{
  if (has_one (free))
    return (guint) __builtin_ctzll (free);
  return find_nth_bit (free, find_rest (arbitration == HD_FLIT_RANDOM ? draw (self, AT_CHANNEL_CHOICE, input->out_port, number)
                                                                      : number + (guint64) self->cycle,
                                        count_bits (free)));
}

G_END_DECLS
