/* hd-flit-private.h: what the files of the flit network share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-agent-network-private.h"
#include "hd-board.h"
#include "hd-clock-domain.h"
#include "hd-flit-classes.h"
#include "hd-flit-network.h"
#include "hd-flit-ways.h"
#include "hd-ring.h"

G_BEGIN_DECLS

/**
 * HdFlitCargo: a parcel under way
 * @kind: of all agents'
 * @rest: bytes that are in no packet yet
 * @n_left: packets that are not there, once @rest is 0
 * @number: among those of its way
 * @start: when it was sent
 * @host: whose memory it is in
 * @n_packets: in all
 * @n_gone, @n_come: packets of it that have left for another process, and that have come from one
 */
typedef struct _HdFlitCargo HdFlitCargo;
typedef struct _HdFlitHost HdFlitHost;
struct _HdFlitCargo
{
  HdFlitCargo *next; /* among the free */
  HdParcel parcel;
  HdFlitWay *way;
  guint64 rest;
  guint64 n_left;
  guint64 number;
  HdTime start;
  HdFlitHost *host;
  guint64 n_packets;
  guint64 n_gone, n_come;
};

typedef HdFlitCargo *HdFlitCargoPointer;

HD_RING (HdFlitCargos, hd_flit_cargos, HdFlitCargoPointer)

typedef struct _HdFlitFollower HdFlitFollower;

/* Connections of the kernel between hosts: flits leave by even ports, credits by odd ones. */
#define HD_FLIT_PORT_OF_OUTLET(outlet) (2 * (outlet))
#define HD_FLIT_PORT_OF_INLET(inlet) (2 * (inlet) + 1)

/** HdFlitOut: parcels that leave a node, by a port of an interface or a relay, or all of another router; @n_ahead packets have been given to the tile and not begun */
typedef struct
{
  HdFlitCargos cargos;
  guint n_ahead;
} HdFlitOut;

/** HdFlitMember: @clock: which of the network's */
typedef struct
{
  HdAgentNode parent;
  HdFlitHost *host;
  guint clock;
  HdFlitNode setup;
  guint32 place;      /* in the tile */
  HdFlitOut *outs;    /* (array length=n_outs) */
  guint n_outs;
  guint64 n_packets;  /* that it has made */
  HdFlitWays ways;    /* by net and destination */
} HdFlitMember;

/** HdFlitClock: @frequency in Hz, what it is to a millihertz; @last: cycle that any process has run, when they last told each other */
typedef struct
{
  HdClockDomain domain;
  double frequency;
  gint64 last;
} HdFlitClock;

/**
 * HdFlitCrossing: where what leaves for another tile goes
 * @latency: of the kernel's connection
 * @clock: of the other tile
 * @stages: of the router there
 */
typedef struct
{
  HdTime latency;
  const HdFlitClock *clock;
  guint stages;
} HdFlitCrossing;

/**
 * HdFlitHost: the tile of a partition and a clock in the kernel; what its thread writes shares no line of the cache with another host's
 * @cycle: that ran last
 * @due: that runs next
 */
struct _HdFlitHost
{
  _Alignas (HD_LINE) HdFlitNetwork *network;
  const HdFlitClock *clock;
  guint32 partition;
  HdFlitTile *tile;
  HdComponent *component; /* once it has started */
  guint32 kernel_id;
  gint64 cycle;
  gint64 due;
  HdFlitCargo *free_cargos;
  GPtrArray *slabs; /* of cargos */
  HdFlitWayPages way_pages;
  GPtrArray *early; /* of GPtrArray, as ways have them */
  GArray *listed;   /* of guint32: scratch: ways of a route */
  GArray *crossings; /* of HdFlitCrossing, by port of the kernel */
  HdFlitStatistics statistics;
  guint64 n_events; /* of the kernel that it was given */
};

/**
 * HdFlitExit: a link as its node has it
 * @way: 2 * link + direction in which it is left
 * @n_channels: of the port that it leads to
 * @n_classes: among which these are divided
 */
typedef struct
{
  guint32 way;
  guint16 n_channels;
  guint16 n_classes;
} HdFlitExit;

struct _HdFlitNetwork
{
  HdAgentNetwork parent;
  HdFlitRules rules;
  GArray *clocks;      /* of HdFlitClock: first that of nodes that have none of their own */
  GHashTable *clock_numbers; /* by frequency */
  HdFlitHost *hosts;   /* in the order of their first nodes */
  guint n_hosts;
  HdFlitExit *exits;   /* by node and number of a link there, all nodes after each other */
  gsize *first_exits;  /* by node */
  HdFlitClasses *classes;
  HdFlitFollower *follower; /* NULL where no packet is followed */
  GHashTable *abroad;       /* of HdFlitCargo, owned by hosts: parcels of which packets are still to come from another process; NULL before the first */
  gboolean is_checked;
  guint64 n_moves, n_sent; /* when it was last watched */
  gint64 moves_elsewhere;  /* less events, in other processes, when they last told each other */
  HdTime moved;            /* when these were others, at the latest */
  HdTime patience;
};

static inline HdFlitExit *
_hd_flit_network_get_exit (const HdFlitNetwork *self,
                           guint32 node,
                           guint32 port)
{
  return &self->exits[self->first_exits[node] + port];
}

/** _hd_flit_network_get_way: that leaves @node by its link number @port */
static inline guint32
_hd_flit_network_get_way (const HdFlitNetwork *self,
                          guint32 node,
                          guint32 port)
{
  return _hd_flit_network_get_exit (self, node, port)->way;
}

/** _hd_flit_network_get_end: the node to which a way leads */
static inline guint32
_hd_flit_network_get_end (const HdFlitNetwork *self,
                          guint32 way)
{
  const HdLink *link = &hd_design_get_links (self->parent.design)[way / 2];

  return way % 2 == 0 ? link->to : link->from;
}

static inline HdFlitMember *
_hd_flit_network_get_member (const HdFlitNetwork *self,
                             guint32 node)
{
  return (HdFlitMember *) (gpointer) _hd_agent_network_get_node (&self->parent, node);
}

static inline const HdLink *
_hd_flit_network_get_link (const HdFlitNetwork *self,
                           guint32 link)
{
  return &hd_design_get_links (self->parent.design)[link];
}

/** _hd_flit_network_get_sender, _hd_flit_network_get_receiver: where a way begins and ends */
static inline HdFlitMember *
_hd_flit_network_get_sender (const HdFlitNetwork *self,
                             guint32 way)
{
  return _hd_flit_network_get_member (self, _hd_flit_network_get_end (self, way ^ 1));
}

static inline HdFlitMember *
_hd_flit_network_get_receiver (const HdFlitNetwork *self,
                               guint32 way)
{
  return _hd_flit_network_get_member (self, _hd_flit_network_get_end (self, way));
}

/* What hd-flit-setup.c makes of the design, in this order. */
#define HD_FLIT_ROUNDING 1e-9 /* of a cycle: that much more is none */

void _hd_flit_network_number_exits (HdFlitNetwork *self);
/** _hd_flit_network_check_rules: and finds the clock of nodes that have none of their own */
gboolean _hd_flit_network_check_rules (HdFlitNetwork *self,
                                       GError **error);
gboolean _hd_flit_network_set_up (HdFlitNetwork *self,
                                  const guint32 *partitions,
                                  GError **error);
gboolean _hd_flit_network_check_links (HdFlitNetwork *self,
                                       GError **error);

/**
 * _hd_flit_network_find_classes: into how many classes channels of each exit are divided, so that no flits wait for each other in a circle
 *
 * Errors: as of hd_flit_network_seal (); those of the present budget.
 */
gboolean _hd_flit_network_find_classes (HdFlitNetwork *self,
                                        GError **error);

/* All in cycles of where the way begins. */
/** _hd_flit_network_get_interval: from the start of a flit to that of the next: at least a cycle of each end's clock */
double _hd_flit_network_get_interval (const HdFlitNetwork *self,
                                      guint32 way);
/** _hd_flit_network_get_cycles: from the start of a flit until all of it is there; if it takes no more than one onto the link, that is in the latency */
double _hd_flit_network_get_cycles (const HdFlitNetwork *self,
                                    guint32 way);
/** _hd_flit_network_get_round: from when a channel gives a credit away until it has it back, if nothing waits */
double _hd_flit_network_get_round (const HdFlitNetwork *self,
                                   guint32 way);
/** _hd_flit_network_find_patience: after which what has not moved never will */
HdTime _hd_flit_network_find_patience (const HdFlitNetwork *self);

extern const HdModel _hd_flit_member_model;
extern const HdModel _hd_flit_host_model;
extern const HdFlitTileClass _hd_flit_host_tile_class;

/** _hd_flit_member_get_out: which of @outs what goes @way leaves by */
static inline guint
_hd_flit_member_get_out (const HdFlitMember *self,
                         const HdFlitWay *way)
{
  return self->n_outs > 1 && way->n_hops > 0 ? way->steps[0].port : 0;
}

/** _hd_flit_statistics_note: @self has the slowest packet of both */
void _hd_flit_statistics_note (HdFlitStatistics *self,
                               const HdFlitStatistics *other);
/** _hd_flit_host_request: @cycle has to run */
void _hd_flit_host_request (HdFlitHost *self,
                            gint64 cycle);
/** _hd_flit_host_find_cycle: the next one that can run, now at @time */
gint64 _hd_flit_host_find_cycle (const HdFlitHost *self,
                                 HdTime time);
/** _hd_flit_host_take_cargo: zeroed */
HdFlitCargo *_hd_flit_host_take_cargo (HdFlitHost *self);
void _hd_flit_host_leave_cargo (HdFlitHost *self,
                                HdFlitCargo *cargo);

/** _hd_flit_member_send: as an HdAgentNetworkClass has it */
void _hd_flit_member_send (HdAgentNode *node,
                           const HdParcel *parcel,
                           guint kind,
                           HdTime delay);
/** _hd_flit_member_supply: gives the tile packets of its own, as far ahead as it wants them */
void _hd_flit_member_supply (HdFlitMember *self,
                             guint out);
/** _hd_flit_member_take: the last flit of a packet of @cargo is there at @delay from now */
void _hd_flit_member_take (HdFlitMember *self,
                           HdFlitCargo *cargo,
                           HdTime delay);

/** _hd_flit_member_find_way: to another node, or to itself; %NULL after the run has been told to fail */
HdFlitWay *_hd_flit_member_find_way (HdFlitMember *self,
                                     guint32 destination,
                                     guint32 net);
/** _hd_flit_cargo_pack: the parcel of a packet at @hop of its way, whose head goes to another process; with the last one it is no more here */
void _hd_flit_cargo_pack (HdFlitNetwork *network,
                          HdFlitCargo *cargo,
                          guint hop,
                          GByteArray *bytes);
/** _hd_flit_cargo_unpack: the parcel of a packet that comes to @host */
HdFlitCargo *_hd_flit_cargo_unpack (HdFlitHost *host,
                                    guint hop,
                                    const guint8 *bytes,
                                    gsize size);

G_END_DECLS
