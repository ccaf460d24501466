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

/* Number x of the channels in a mask, counted around. Which that is nobody can foretell, nor the processor: so among the first four it is looked up, by mask
 * and x modulo 12, as one, two, three and four divide that. */
#define FEW_CHANNELS 4
#define FEW_TURNS 12

extern const guint8 _hd_flit_few[1 << FEW_CHANNELS][FEW_TURNS];

static inline guint
find_among_many (guint64 bits,
                 guint64 x)
{
  guint n = 0;

  for (guint64 rest = bits; rest != 0; rest &= rest - 1)
    n++;
  for (n = (guint) (x % n); n > 0; n--)
    bits &= bits - 1;
  return (guint) __builtin_ctzll (bits);
}

/* Which of the @free channels of its output port the input channel asks for. */
static inline guint
choose_channel (const HdFlitTile *self,
                const HdFlitInput *input,
                guint number,
                guint64 free,
                HdFlitArbitration arbitration)
{
  guint64 x = arbitration == HD_FLIT_RANDOM ? draw (self, AT_CHANNEL_CHOICE, input->out_port, number) : number + (guint64) self->cycle;

  if (G_LIKELY (free < 1 << FEW_CHANNELS))
    return _hd_flit_few[free][x % FEW_TURNS];
  return find_among_many (free, x);
}

G_END_DECLS
