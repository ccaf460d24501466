/* hd-flit-network.h: parcels as flits that go through routers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Every node of a design that has links belongs to the network: switches are routers, at whose local port what they send themselves begins and ends; all
 * others are interfaces (hd-flit-tile.h). A switch that makes copies for a tree sends them by all its links at once. Parcels are cut into packets of flits, which go along the routes that the design's router gives. A switch may have
 * channels, buffers, stages, an arbitration and a clock of its own (its properties); an interface has as many channels as the widest of its routers, and
 * the clock of the fastest. A link's latency becomes whole cycles of the clock where it is entered, at least one, rounded up; what it carries is a flit a
 * cycle of the slower of its ends, or less if its bandwidth is: then a flit is there as much later as it takes more than a cycle to be on the link.
 *
 * Routers of a partition that have one clock are a tile, a component of the kernel beside its nodes, which is run at clock edges at which something is
 * due, after all else that happens at that time: a parcel that is sent at an edge takes part in it.
 *
 * Routes need not be free of circles: where they are not, virtual channels are divided into classes (hd-flit-classes.h), so that flits cannot wait for each
 * other in a circle. If there are too few of them for that, the network is refused.
 */
#pragma once

#include <heddle/hd-follow.h>

#include "hd-agent-network.h"
#include "hd-flit-energy.h"

G_BEGIN_DECLS

/**
 * HdFlitRules: of all routers that have no properties of their own
 * @flit_bytes: that a flit carries, at least 1
 * @clock: in Hz; 0 for the least at which each link carries what it can
 * @channels: virtual channels of a port
 * @in_buffer: flits that each of them holds; 0 for what keeps its link busy, at least HD_FLIT_LEAST_BUFFER
 * @out_buffer: flits behind the switch; 0 for no end
 * @packet_bytes: longer parcels are cut
 * @header_flits: that each packet has besides
 * @energy: what it takes
 */
typedef struct
{
  guint64 flit_bytes;
  double clock;
  guint channels;
  guint in_buffer;
  guint out_buffer;
  guint64 packet_bytes;
  guint header_flits;
  HdFlitArbitration arbitration;
  guint64 seed;
  HdFlitEnergyModel energy;
} HdFlitRules;

#define HD_FLIT_LEAST_BUFFER 12

/** hd_flit_rules_count_flits: of a packet that carries @bytes, at least 1 */
static inline guint64
hd_flit_rules_count_flits (const HdFlitRules *self,
                           guint64 bytes)
{
  return MAX (self->header_flits + (bytes + self->flit_bytes - 1) / self->flit_bytes, 1);
}

/** HdFlitNetwork: begins with an HdAgentNetwork, and may be used as one */
typedef struct _HdFlitNetwork HdFlitNetwork;

/** HdFlitStatistics: of packets: latency from sending to the arrival of the last flit; sums are exact, so that they do not depend on tiles */
typedef struct
{
  guint64 packets;
  unsigned __int128 latency; /* sum, in picoseconds: of many beyond HdTime */
  HdTime longest_latency;
  HdTime slowest_time;         /* of the first that took so long: when it was sent, by whom, where to, and its number among the packets of its source */
  guint32 slowest_source, slowest_destination;
  guint64 slowest_sequence;
  guint64 link_flits; /* counted on each link */
} HdFlitStatistics;

/**
 * hd_flit_network_new:
 * @kernel: not started; the network's nodes are added to it
 * @partitions: (array length=nodes) (nullable): of each node; %NULL puts all into one
 *
 * Errors: %HD_ERROR_RANGE for a rule or a link out of its range; those of the present budget.
 */
HdFlitNetwork *hd_flit_network_new (HdDesign *design,
                                    const HdFlitRules *rules,
                                    HdKernel *kernel,
                                    const guint32 *partitions,
                                    GError **error);
/** hd_flit_network_free: after the kernel */
void hd_flit_network_free (HdFlitNetwork *self);
/**
 * hd_flit_network_seal: once agents, nets and ways are there
 *
 * Errors: %HD_ERROR_DEADLOCK if routes need more classes of channels than there are channels; the message names links of a circle.
 */
gboolean hd_flit_network_seal (HdFlitNetwork *self,
                               GError **error);

/** hd_flit_network_find_circle: once it was refused: adds the node at whose port there are too few channels, and the links of a circle */
void hd_flit_network_find_circle (HdFlitNetwork *self,
                                  GArray *nodes,
                                  GArray *links);

/** hd_flit_network_get_clock: in Hz, of routers that have none of their own */
double hd_flit_network_get_clock (HdFlitNetwork *self);
/** hd_flit_network_find_least_share: the least share of a link that one virtual channel alone can use, as its buffer is; writes which link */
double hd_flit_network_find_least_share (HdFlitNetwork *self,
                                         guint32 *out_link);
/** hd_flit_network_is_checked: whether routes were looked at for circles; there may be too many */
gboolean hd_flit_network_is_checked (HdFlitNetwork *self);

/* While the kernel rests. */
/**
 * hd_flit_network_check: to be asked when no event is left
 *
 * Errors: %HD_ERROR_DEADLOCK: flits wait for each other; the message names where.
 */
gboolean hd_flit_network_check (HdFlitNetwork *self,
                                GError **error);
/**
 * hd_flit_network_watch: whether something moves, though other events go on; to be asked again and again
 * @time: up to which all has happened
 *
 * Errors: %HD_ERROR_DEADLOCK if flits have been there for so long, without one that moved, that none ever will
 */
gboolean hd_flit_network_watch (HdFlitNetwork *self,
                                HdTime time,
                                GError **error);
/** hd_flit_network_find_waiting: adds routers in which packets wait, in the order of nodes, and the links that they wait for, each once, as they are met */
void hd_flit_network_find_waiting (HdFlitNetwork *self,
                                   GArray *nodes,
                                   GArray *links);
/** hd_flit_network_get_carried: bytes that went onto a link up to @time, not before the last event there; @direction 0 is from -> to */
double hd_flit_network_get_carried (HdFlitNetwork *self,
                                    guint32 link,
                                    guint direction,
                                    HdTime time);
/** hd_flit_network_level: before stalls are counted: what one process knows and the others need for their counts */
void hd_flit_network_level (HdFlitNetwork *self);
/** hd_flit_network_get_filled: bytes in the queues at the end of a link */
guint64 hd_flit_network_get_filled (HdFlitNetwork *self,
                                    guint32 link,
                                    guint direction);
/** hd_flit_network_get_credits: flits that may still be sent over a link to the router at its end; 0 where there is none */
guint64 hd_flit_network_get_credits (HdFlitNetwork *self,
                                     guint32 link,
                                     guint direction);
/** hd_flit_network_get_room: flits that the input buffers of a router hold, without its local ones; 0 of all else */
guint64 hd_flit_network_get_room (HdFlitNetwork *self,
                                  guint32 node);
/** hd_flit_network_get_held: seconds that flits have spent in them up to @time, of all flits together */
double hd_flit_network_get_held (HdFlitNetwork *self,
                                 guint32 node,
                                 HdTime time);
/** hd_flit_network_count: of the @events that the kernel counts those that do not depend on how nodes are divided, with one for each flit that passes a node */
guint64 hd_flit_network_count (HdFlitNetwork *self,
                               guint64 events);
void hd_flit_network_read (HdFlitNetwork *self,
                           HdFlitStatistics *out_statistics);

/** hd_flit_network_add_energy: what routers and links took up to @time */
void hd_flit_network_add_energy (HdFlitNetwork *self,
                                 HdTime time,
                                 HdFlitEnergy *energy);
/** hd_flit_network_get_link_flits: in both directions, of those that this process has sent */
guint64 hd_flit_network_get_link_flits (HdFlitNetwork *self,
                                        guint32 link);
/** hd_flit_network_get_link_energy: in J, of so many */
double hd_flit_network_get_link_energy (HdFlitNetwork *self,
                                        guint64 n_flits);
/** hd_flit_network_count_router: what a router did; returns what it took without its links up to @time, in J */
double hd_flit_network_count_router (HdFlitNetwork *self,
                                     guint32 node,
                                     HdTime time,
                                     HdFlitCounts *out_counts);
/** hd_flit_network_count_stalls: likewise, how often its flits stood still up to @time, and why, in cycles of its own */
void hd_flit_network_count_stalls (HdFlitNetwork *self,
                                   guint32 node,
                                   HdTime time,
                                   HdFlitStalls *out_stalls);
/** hd_flit_network_get_pace: cycles in a second of all input channels of a router together: at most so many can stand still */
double hd_flit_network_get_pace (HdFlitNetwork *self,
                                 guint32 node);

/** hd_flit_network_follow: before it is sealed; both ends belong to the network */
void hd_flit_network_follow (HdFlitNetwork *self,
                             const HdFollowTarget *target);
/**
 * hd_flit_network_dup_followed:
 * @time: up to which all has happened
 *
 * Returns: (transfer full) (nullable): what it has followed so far, each array allocated by itself; %NULL if there was no such message
 */
HdFollowed *hd_flit_network_dup_followed (HdFlitNetwork *self,
                                          HdTime time);
/** hd_flit_network_has_arrived: what it follows */
gboolean hd_flit_network_has_arrived (HdFlitNetwork *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlitNetwork, hd_flit_network_free)

G_END_DECLS
