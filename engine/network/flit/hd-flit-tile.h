/* hd-flit-tile.h: routers with virtual channels, flit by flit and cycle by cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A tile is the routers and interfaces that one thread runs, on one clock. It knows no kernel and no drawing: packets are put in, a call runs a cycle,
 * and functions tell which way a packet goes and that it has come.
 *
 * A router has an input port for each link that leads to it and a local one, at which packets of its own begin. Each input port has virtual channels, each
 * of which is a queue of flits with room for `in_buffer`; the local ones have no end. A packet goes through a router in stages of a cycle each:
 *
 *   RC  its head gets an output port (route computation); at its destination it is taken out instead, a flit in each cycle
 *   VA  and a virtual channel of the next router's, which is its own up to its tail (virtual-channel allocation)
 *   SA  each flit waits for its input port, its output port, a credit, and room behind the switch (switch allocation)
 *   ST  and passes the switch; the room that it leaves is told to the router before, as a credit (switch traversal)
 *   LT  and leaves the output queue for the link (link traversal)
 *
 * An interface has no stages: packets leave it one after the other, a flit a cycle, as credits let them; what comes is taken in the cycle after.
 *
 * What a router does in a cycle depends on its own state alone, and what it sends is there in a later cycle. So the order of visits does not matter,
 * nor how routers are spread over tiles. Routers that have nothing to do are not visited, and cycles in which there are none cost nothing.
 *
 * Sources: popnet (its pipeline and one-cycle stages); Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, chapters 16 to 19.
 */
#pragma once

#include <heddle/hd-follow.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

#define HD_FLIT_MAX_CHANNELS 64   /* of a port */
#define HD_FLIT_MAX_PORTS 4096    /* of a node */
#define HD_FLIT_MAX_BUFFER 65535  /* flits */
#define HD_FLIT_MAX_CYCLES 65534  /* of a link and what comes before a router's stages */
#define HD_FLIT_SOURCE_LIMIT 100  /* flits in a local channel, above which no more packets are put into it */
#define HD_FLIT_NEVER G_MAXINT64

/**
 * HdFlitArbitration: who wins among those who ask for the same
 * @HD_FLIT_ROUND_ROBIN: the first from behind the last winner
 * @HD_FLIT_RANDOM: anyone, by a hash of seed, router, cycle, stage and port, so that nobody's order matters
 * @HD_FLIT_AGE: whose packet was made first
 */
typedef enum { HD_FLIT_ROUND_ROBIN, HD_FLIT_RANDOM, HD_FLIT_AGE } HdFlitArbitration;

/**
 * HdFlitNode: a router or an interface
 * @id: what destinations name, and what random choices depend on
 * @n_ports: of links
 * @channels: virtual channels of each input port, from 1; the local port of a router has as many
 * @in_buffer: flits that each of them holds, from 1; an interface takes all that comes
 * @out_buffer: flits behind the switch at each output port; 0 for no end
 * @arbitration: of a router
 * @stages: cycles that a router takes for what comes by a link besides those of the stages above; an interface has none
 * @is_relay: a router has a local port beside each link, where packets of its own begin that leave by it, so that copies go at once
 */
typedef struct
{
  guint32 id;
  guint8 is_interface;
  guint16 n_ports;
  guint16 channels;
  guint32 in_buffer;
  guint32 out_buffer;
  guint8 arbitration; /* HdFlitArbitration */
  guint16 stages;
  guint8 is_relay;
} HdFlitNode;

/**
 * HdFlitPacket:
 * @data, @path: the user's; of a packet that is routed @path alone is in the cache
 * @source, @destination: ids of nodes
 * @flits: at least 1
 * @hop: the user's; 0 at first
 * @sequence: among those of the source
 * @time: when it was made
 */
typedef struct
{
  gpointer data;
  gconstpointer path;
  guint32 source;
  guint32 destination;
  guint32 flits;
  guint32 hop;
  guint64 sequence;
  HdTime time;
} HdFlitPacket;

/**
 * HdFlitNote: what the packet that is followed does from a cycle on
 * @node: number of the node in this tile
 * @in_port, @out_port: links of the node, from 0; HD_FLIT_MAX_PORTS for its own and where it has no way yet
 * @other: what stands in its way, if @has_other says that it is known; its @path is not
 * @other_port: by which that came
 */
typedef struct
{
  gint64 cycle;
  HdFollowStage stage;
  HdFollowReason reason;
  guint32 node;
  guint16 in_port;
  guint16 out_port;
  guint16 other_port;
  guint8 in_channel;
  guint8 out_channel;
  guint8 other_channel;
  gboolean has_other;
  HdFlitPacket other;
} HdFlitNote;

/** HdFlitChannels: virtual channels of a port: @n, at least 1, from @first on */
typedef struct
{
  guint8 first;
  guint8 n;
} HdFlitChannels;

/**
 * HdFlitTileClass:
 * @step_bytes: of a packet's path for each hop, which are fetched ahead for @route; or 0
 * @route: the port through which @packet leaves node @id, which is not its destination; writes which virtual channels of it are allowed, all by default
 * @begin: @packet is no longer among those that wait, so that another one may be put in; (nullable)
 * @deliver: all of @packet has come to its destination by @cycle: this one, or the next one at an interface; the last word about it
 * @send_flit: a flit leaves by an outlet, for another tile; @packet with the first one, which is to be copied, else %NULL; it is there in @cycle
 * @send_credit: room at an inlet, for another tile, where it counts from @cycle on
 * @is_followed: whether @packet, which has come into this tile, is to be followed; of a tile that follows, as the next two
 * @note: of this packet, in the order of cycles
 * @note_tail: its last flit won the switch of a node, or left an interface
 */
typedef struct
{
  guint step_bytes;
  guint (*route) (gpointer data,
                  HdFlitPacket *packet,
                  guint32 id,
                  HdFlitChannels *channels);
  void (*begin) (gpointer data,
                 const HdFlitPacket *packet);
  void (*deliver) (gpointer data,
                   const HdFlitPacket *packet,
                   gint64 cycle);
  void (*send_flit) (gpointer data,
                     guint32 outlet,
                     guint channel,
                     const HdFlitPacket *packet,
                     gboolean is_tail,
                     gint64 cycle);
  void (*send_credit) (gpointer data,
                       guint32 inlet,
                       guint channel,
                       gint64 cycle);
  gboolean (*is_followed) (gpointer data,
                           const HdFlitPacket *packet);
  void (*note) (gpointer data,
                const HdFlitNote *note);
  void (*note_tail) (gpointer data,
                     guint32 node,
                     gint64 cycle);
} HdFlitTileClass;

/** HdFlitCounts: of a router, so far; what each costs is for others to say */
typedef struct
{
  guint64 writes;         /* of flits into input queues, the local ones included */
  guint64 reads;          /* from them into the switch */
  guint64 switch_grants;
  guint64 channel_grants;
  guint64 link_flits;     /* that left by links */
  guint64 accepted;       /* that were taken out here */
} HdFlitCounts;

/**
 * HdFlitStalls: cycles in which a flit in front of an input channel of a router had its route and did not go, added up over these; each by one reason
 * @no_channel: it had no virtual channel of the next router: others have them, or got them
 * @no_credit: the buffer of its channel there is full, or its credits are on their way back
 * @no_switch: it could go, and another one won
 * @no_room: it could go but for room behind the switch, as where the link is slower
 */
typedef struct
{
  guint64 no_channel;
  guint64 no_credit;
  guint64 no_switch;
  guint64 no_room;
} HdFlitStalls;

typedef struct _HdFlitTile HdFlitTile;

/** hd_flit_tile_new: @seed of random choices */
HdFlitTile *hd_flit_tile_new (guint64 seed,
                              const HdFlitTileClass *class,
                              gpointer data);
void hd_flit_tile_free (HdFlitTile *self);

/* Before it is sealed. */
/** hd_flit_tile_add: returns the number of the node in this tile */
guint32 hd_flit_tile_add (HdFlitTile *self,
                          const HdFlitNode *node);
/**
 * hd_flit_tile_connect:
 * @cycles: that a flit takes, and a credit the other way, from 1; with the stages of @to at most %HD_FLIT_MAX_CYCLES
 * @interval: cycles from the start of a flit to that of the next, at least 1; need not be whole
 *
 * One direction of a link between two nodes of this tile.
 */
void hd_flit_tile_connect (HdFlitTile *self,
                           guint32 from,
                           guint from_port,
                           guint32 to,
                           guint to_port,
                           guint cycles,
                           double interval);
/** hd_flit_tile_share: the two directions between ports that are connected both ways, and not to be shared with others, pass a flit in an interval together,
 * in turns if both have one */
void hd_flit_tile_share (HdFlitTile *self,
                         guint32 one,
                         guint one_port,
                         guint32 other,
                         guint other_port);
/** hd_flit_tile_add_outlet: likewise, to a node of another tile, which is like @to. Returns its number for @send_flit and hd_flit_tile_take_credit () */
guint32 hd_flit_tile_add_outlet (HdFlitTile *self,
                                 guint32 from,
                                 guint from_port,
                                 const HdFlitNode *to,
                                 guint cycles,
                                 double interval);
/** hd_flit_tile_add_inlet: likewise, from a node of another tile; @cycles of a credit on its way back. Returns its number for @send_credit and hd_flit_tile_take_flit () */
guint32 hd_flit_tile_add_inlet (HdFlitTile *self,
                                guint32 to,
                                guint to_port,
                                guint cycles);
void hd_flit_tile_seal (HdFlitTile *self);
/** hd_flit_tile_follow: asks of each packet whether it is to be followed, one at a time; one that is changes nothing for anybody */
void hd_flit_tile_follow (HdFlitTile *self);

/* After that. */
/** hd_flit_tile_leave: the packet that is followed has arrived */
void hd_flit_tile_leave (HdFlitTile *self);
/** hd_flit_tile_inject: @packet, which is copied, is there from the next cycle that is run on */
void hd_flit_tile_inject (HdFlitTile *self,
                          guint32 node,
                          const HdFlitPacket *packet);
/** hd_flit_tile_take_flit: that is at an inlet in @cycle, the next that is run; @packet with the first one of each */
void hd_flit_tile_take_flit (HdFlitTile *self,
                             guint32 inlet,
                             guint channel,
                             const HdFlitPacket *packet,
                             gboolean is_tail,
                             gint64 cycle);
/** hd_flit_tile_take_credit: that is back through an outlet in @cycle, the next that is run */
void hd_flit_tile_take_credit (HdFlitTile *self,
                               guint32 outlet,
                               guint channel,
                               gint64 cycle);
/**
 * hd_flit_tile_run:
 * @cycle: later than the one before; nothing is due between them
 *
 * Returns: the next cycle in which something is due, or %HD_FLIT_NEVER. O(routers that do something + routers / 64)
 */
gint64 hd_flit_tile_run (HdFlitTile *self,
                         gint64 cycle);

/** hd_flit_tile_count: what a router did up to the last cycle */
void hd_flit_tile_count (const HdFlitTile *self,
                         guint32 node,
                         HdFlitCounts *out_counts);
/** hd_flit_tile_get_cycle: the last that was run; -1 before the first */
gint64 hd_flit_tile_get_cycle (const HdFlitTile *self);
/** hd_flit_tile_count_stalls: in cycles before @cycle, which is later than the last that was run */
void hd_flit_tile_count_stalls (const HdFlitTile *self,
                                guint32 node,
                                gint64 cycle,
                                HdFlitStalls *out_stalls);
/** hd_flit_tile_get_sent: flits that left by a port of a node */
guint64 hd_flit_tile_get_sent (const HdFlitTile *self,
                               guint32 node,
                               guint port);
/** hd_flit_tile_get_carried: likewise up to @cycle, not before the last one that was run; a flit passes the link bit by bit, so it need not be whole */
double hd_flit_tile_get_carried (const HdFlitTile *self,
                                 guint32 node,
                                 guint port,
                                 double cycle);
/** hd_flit_tile_get_room: flits that a router's buffers of links hold */
guint64 hd_flit_tile_get_room (const HdFlitTile *self,
                               guint32 node);
/** hd_flit_tile_get_held: cycles that flits have spent in these buffers, of all flits together, up to @cycle, which is not before the last that ran */
double hd_flit_tile_get_held (const HdFlitTile *self,
                              guint32 node,
                              double cycle);
/** hd_flit_tile_get_filled: flits in the input queues of a port of a node; those of the local ports for %HD_FLIT_MAX_PORTS */
guint64 hd_flit_tile_get_filled (const HdFlitTile *self,
                                 guint32 node,
                                 guint port);
/** hd_flit_tile_get_credits: flits that a port may still send to the router behind it, over all channels; 0 where there is none, or an interface */
guint64 hd_flit_tile_get_credits (const HdFlitTile *self,
                                  guint32 node,
                                  guint port);
/** hd_flit_tile_get_n_inputs: input channels, the local ones included */
guint hd_flit_tile_get_n_inputs (const HdFlitTile *self,
                                 guint32 node);
/** hd_flit_tile_get_waiting: whether a packet at input channel number @input of a router has a route and waits; writes for which port */
gboolean hd_flit_tile_get_waiting (const HdFlitTile *self,
                                   guint32 node,
                                   guint input,
                                   guint *out_port);
/** hd_flit_tile_get_moves: flits that have passed a switch or left an interface, all together: if it stands still while packets are there, they wait for each other */
guint64 hd_flit_tile_get_moves (const HdFlitTile *self);
/** hd_flit_tile_get_n_packets: that are in this tile */
guint32 hd_flit_tile_get_n_packets (const HdFlitTile *self);
/** hd_flit_tile_is_clean: nothing is under way: all queues are empty, all credits are back, no channel belongs to anybody */
gboolean hd_flit_tile_is_clean (const HdFlitTile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlitTile, hd_flit_tile_free)

G_END_DECLS
