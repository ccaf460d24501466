/* hd-flit-tile-private.h: what the files of a tile share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The routers' hot state lies by stage: a bit for each virtual channel of an input says whether it is in that stage, so that a stage is a loop over
 * bits. A slice is as many input ports of a router as 64 bits have room for; most routers are one slice.
 */
#pragma once

#include "hd-flit-tile.h"
#include "hd-ring.h"

G_BEGIN_DECLS

#define HD_FLIT_NONE G_MAXUINT32
#define HD_FLIT_BITS 64
#define HD_FLIT_LINE 64 /* bytes */

/* A flit: number of its packet, and whether it is the first and the last. */
#define HD_FLIT_HEAD 1u
#define HD_FLIT_TAIL 2u
#define HD_FLIT_SHIFT 2

/* Where a flit arrives: an input channel, or a node's interface. */
#define HD_FLIT_TO_INTERFACE (1u << 31)

/* In this order: up to EJ, what comes is looked at by RC. */
typedef enum
{
  HD_FLIT_IDLE, /* nothing is there */
  HD_FLIT_RC,
  HD_FLIT_EJ,   /* its flits are taken out as they come */
  HD_FLIT_VA,
  HD_FLIT_SA,   /* it has a channel: its flits go as they come */
} HdFlitState;

/**
 * HdFlitSlice:
 * @va: input channels in this stage
 * @sa: those that may go but for room behind the switch: a flit is there and has a credit
 * @rc: those with a flit in front that is to be routed or taken out
 * @out: output ports whose link is slow and that have a flit for it
 * @held: cycles in which flits that came by links left, less those in which they came: modulo 2^64, as much is missing for each flit that is there
 * @starved: likewise from when a flit in SA has no credit until it has one
 */
typedef struct
{
  _Alignas (HD_FLIT_LINE) guint64 sa;
  guint64 va;
  guint64 rc;
  guint64 out;
  guint64 held;
  guint64 starved;
  guint32 first_input;
  guint32 first_port;
  guint32 router;       /* number of the node */
  guint32 first_number; /* of its first input channel in the router */
} HdFlitSlice;

G_STATIC_ASSERT (sizeof (HdFlitSlice) == HD_FLIT_LINE);

/* What gets the credits of an input channel: an output channel, an inlet, or nobody, as it is a local one. */
#define HD_FLIT_TO_INLET (1u << 31)
#define HD_FLIT_IS_LOCAL (1u << 30)

/**
 * HdFlitInput: a virtual channel of an input port; half a line of the cache
 * @ring: where its flits lie; of a local one only that in front
 * @out: its output channel from SA on
 * @allowed: channels that it may have of its output port, in VA
 * @upstream: output channel that gets its credits; number of an inlet and HD_FLIT_TO_INLET; of a local one, its number and HD_FLIT_IS_LOCAL
 * @in_port, @out_port: of the router; the latter from VA on
 *
 * Its bit in the slice is its number less that of the slice's first.
 */
typedef struct
{
  guint32 ring;
  guint32 length;
  union
  {
    guint32 out;
    HdFlitChannels allowed;
  };
  guint32 upstream;
  guint32 slice;
  guint16 head;
  guint16 mask;
  guint16 credit_cycles;
  guint16 in_port;
  guint16 out_port;
  guint8 channel;
  guint8 state; /* HdFlitState */
} HdFlitInput;

G_STATIC_ASSERT (sizeof (HdFlitInput) == HD_FLIT_LINE / 2);

/** HdFlitOutput: a virtual channel of an output port: @owner is the input channel that holds it; while it is asked for, the best one of those who ask */
typedef struct
{
  gint32 credits;
  guint32 owner;
  guint32 port;
  guint32 pointer;
} HdFlitOutput;

/**
 * HdFlitPort: an output port; a line of the cache
 * @free: its channels that belong to nobody
 * @target: first input channel at the other end, or which interface; number of the outlet
 * @best: of the input channels that were nominated now
 * @pointer: input port behind the last winner
 * @last: cycle in which it was last won
 * @recent: a bit for each cycle in which it was won, the lowest for @last
 * @line: of a slow link, or HD_FLIT_NONE
 * @sender: whose it is at an interface, or HD_FLIT_NONE
 * @credit_step: 0: it has credits without end
 */
typedef struct
{
  _Alignas (HD_FLIT_LINE) guint64 free;
  guint32 first_output;
  guint32 target;
  guint32 best;
  guint32 recent;
  guint32 line;
  guint16 pointer;
  guint16 cycles;
  gint64 last;
  guint64 n_flits;
  guint32 slice;
  guint32 sender;
  guint8 bit;
  guint8 n_channels;
  guint8 credit_step;
  guint8 is_outlet;
  guint8 is_linked;
  guint8 is_single; /* there is room for one flit behind the switch */
} HdFlitPort;

G_STATIC_ASSERT (sizeof (HdFlitPort) == HD_FLIT_LINE);

typedef struct
{
  guint32 flit;
  guint32 channel;
  gint64 ready; /* cycle from which on it may go */
} HdFlitBehind;

HD_RING (HdFlitQueue, hd_flit_queue, HdFlitBehind)

/**
 * HdFlitLine: a link that takes longer than a cycle for a flit, or that carries those of its other direction, too: they queue for it behind the switch
 * @room: flits that the queue may hold
 * @port: that it begins at
 * @peer: of the other direction, if they share the link; or HD_FLIT_NONE
 * @was_last: of the two it carried the last flit
 * @free_at: cycle; it only grows
 */
typedef struct
{
  HdFlitQueue queue;
  guint32 room;
  guint32 port;
  guint32 peer;
  gboolean was_last;
  double interval;
  double free_at;
} HdFlitLine;

HD_RING (HdFlitNumbers, hd_flit_numbers, guint32)

/** HdFlitLocal: a local channel: packets, of the first of which @sent flits have gone */
typedef struct
{
  HdFlitNumbers packets;
  guint32 sent;
  gint64 last; /* cycle in which it last won the switch */
} HdFlitLocal;

/** HdFlitSender: an interface's end of a link */
typedef struct
{
  HdFlitNumbers waiting;
  guint32 port;
  guint32 packet; /* or HD_FLIT_NONE */
  guint32 sent;
  guint32 channel;
  guint32 pointer;
} HdFlitSender;

/**
 * HdFlitPlace: a node, with what is read in each visit in a line of the cache; of an interface, slices are none and ports are those of its senders
 * @first_port: of a router: its local one, which leads nowhere
 * @n_left: input channels that wait for room behind the switch while the router is asleep
 * @unassigned: cycles from when a head could have a virtual channel until it has one: as @held of a slice
 * @crowded: cycles in which a flit found no room behind the switch: likewise while the router is asleep
 * @beaten: cycles in which a flit found room, and another one won
 * @pending: packets that wait for a local channel
 */
typedef struct
{
  _Alignas (HD_FLIT_LINE) HdFlitNode node;
  guint32 first_slice;
  guint32 n_slices;
  guint32 first_input;
  guint32 first_port;
  guint32 first_sender;
  guint32 n_inputs;
  guint32 n_left;
  guint64 n_grants;
  guint64 n_accepted;
  guint64 unassigned;
  guint64 crowded;
  guint64 beaten;
  HdFlitNumbers pending;
} HdFlitPlace;

/** HdFlitSleep: who has nothing to do before a link is free, of routers or of senders; @next is the first cycle in which one of them wakes, at the latest */
typedef struct
{
  guint64 *asleep; /* bits */
  gint64 *wakes;   /* cycles */
  gint64 next;
} HdFlitSleep;

typedef struct
{
  guint32 target;
  guint32 flit;
} HdFlitArrival;

/** HdFlitSlot: what is due in a cycle */
typedef struct
{
  HdFlitArrival *arrivals;
  guint32 *credits;
  guint32 n_arrivals, room_for_arrivals;
  guint32 n_credits, room_for_credits;
} HdFlitSlot;

typedef struct
{
  guint32 from, from_port, to, to_port; /* HD_FLIT_NONE: of another tile */
  guint cycles;
  gboolean is_shared;
  double interval;
  HdFlitNode far;
} HdFlitLink;

typedef struct
{
  guint32 one, one_port, other, other_port;
} HdFlitShare;

typedef struct _HdFlitFollow HdFlitFollow;

struct _HdFlitTile
{
  const HdFlitTileClass *class;
  gpointer data;
  guint step_bytes;
  HdFlitFollow *follow; /* NULL where no packet is followed */
  guint64 seed;
  guint64 chance; /* of the router that is visited in this cycle */

  gpointer pages; /* where the following lie, once it is sealed */
  HdFlitSlice *slices;
  HdFlitInput *inputs;
  HdFlitOutput *outputs;
  HdFlitPort *ports;
  guint32 *flits;       /* of all inputs' rings */
  guint16 *in_pointers; /* by port of a router: the channel behind the last winner */
  HdFlitPlace *places;
  HdFlitLocal *locals;
  HdFlitSender *senders;
  gsize n_flits;

  gint32 *full; /* credits of each output while nothing is under way */
  HdFlitLine *lines;
  guint32 n_slices, n_inputs, n_outputs, n_ports, n_places, n_locals, n_senders, n_lines;

  gint64 cycle;
  guint64 *active;  /* bits: routers to be visited */
  guint64 *pending; /* with packets that wait for a local channel */
  guint64 *sending; /* senders that have something to send */
  HdFlitSleep routers, interfaces; /* the latter of senders */
  guint n_words, n_sender_words;

  HdFlitSlot *slots; /* by cycle modulo their number */
  guint32 slot_mask;
  guint32 n_due;     /* arrivals and credits in all slots */

  HdFlitPacket *packets;
  guint32 *free_packets;
  guint32 n_packets, room_for_packets, n_free;
  guint64 n_moves;
  guint32 *asked;   /* ports, or output channels, that a router asks for in this cycle */
  guint n_asked;

  GArray *links;        /* of HdFlitLink, until it is sealed */
  GArray *shares;       /* of HdFlitShare, likewise */
  GArray *nodes;        /* of HdFlitNode, likewise */
  guint32 *outlets;     /* port by outlet */
  guint32 *inlets;      /* first input by inlet */
  guint32 *incoming;    /* packet that comes in, by inlet and channel */
  guint32 n_outlets, n_inlets;
};

/** _hd_flit_tile_store: returns the packet's number */
guint32 _hd_flit_tile_store (HdFlitTile *self,
                             const HdFlitPacket *packet);
void _hd_flit_tile_forget (HdFlitTile *self,
                           guint32 packet);
/** _hd_flit_tile_arrive: a flit is at an input channel in @cycle, which is the next that runs */
void _hd_flit_tile_arrive (HdFlitTile *self,
                           guint32 target,
                           guint32 flit,
                           gint64 cycle);
/** _hd_flit_tile_refund: a credit is back at an output channel, likewise */
void _hd_flit_tile_refund (HdFlitTile *self,
                           guint32 output,
                           gint64 cycle);

/** _hd_flit_place_get_local: first input channel of local port number @port of a router; from 1 on of a relay, for the link before it */
static inline guint32
_hd_flit_place_get_local (const HdFlitPlace *self,
                          guint port)
{
  return self->first_input + (port > 0 ? self->node.n_ports + port : 0) * self->node.channels;
}

/** HD_FLIT_ALL: channels of any port */
#define HD_FLIT_ALL ((HdFlitChannels){ 0, HD_FLIT_MAX_CHANNELS })

static inline guint64
_hd_flit_get_bits (HdFlitChannels channels)
{
  return G_MAXUINT64 >> (HD_FLIT_BITS - channels.n) << channels.first;
}

/** _hd_flit_get_all: bits of all channels of a port that has so many */
static inline guint64
_hd_flit_get_all (guint n_channels)
{
  return G_MAXUINT64 >> (HD_FLIT_BITS - n_channels);
}

static inline guint64
_hd_flit_get_bit (const HdFlitSlice *slice,
                  guint32 input)
{
  return (guint64) 1 << (input - slice->first_input);
}

static inline void
_hd_flit_set (guint64 *bits,
              guint32 n)
{
  bits[n / HD_FLIT_BITS] |= (guint64) 1 << n % HD_FLIT_BITS;
}

G_END_DECLS
