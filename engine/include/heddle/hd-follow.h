/* hd-follow.h: one packet on its way through the routers, cycle by cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A run at flit fidelity may be told to follow a packet. What is recorded of it divides the time from when its message was sent to when its last flit
 * has arrived without a gap: at each moment the packet is in one stage at one node, and is served there or waits for something. Up to its destination
 * that is where its head is; from then on the head waits for the flits behind it.
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * HdFollowTarget: which packet
 * @source, @destination: nodes
 * @time: of the messages between them the first that is sent at this time or later
 * @skip: so many of these come before it
 * @packet: of the message, from 1; 0 for the last
 * @is_numbered: it is packet number @number of all that @source sends, from 0, whatever the others of these say
 * @is_message: it is @packet of message number @number from @source to @destination by @net, as HdFollowed has them, whatever @time and @skip say
 * @stops: the run ends when all of its message has arrived
 */
typedef struct
{
  guint32 source;
  guint32 destination;
  HdTime time;
  guint64 skip;
  guint32 packet;
  gboolean is_numbered;
  gboolean is_message;
  guint64 number;
  guint32 net;
  gboolean stops;
} HdFollowTarget;

/**
 * HdFollowStage:
 * @HD_FOLLOW_SOURCE: it is not in the network yet
 * @HD_FOLLOW_QUEUE: behind others in its virtual channel
 * @HD_FOLLOW_ROUTE: its output port is computed
 * @HD_FOLLOW_CHANNEL: gets a virtual channel of the next router
 * @HD_FOLLOW_SWITCH: gets the switch
 * @HD_FOLLOW_CROSSBAR: passes it
 * @HD_FOLLOW_OUTPUT: behind the switch, for a link that takes more than a cycle for a flit or has two directions in turns
 * @HD_FOLLOW_LINK: is on a link
 * @HD_FOLLOW_PIPELINE: stages that a router has besides
 * @HD_FOLLOW_BODY: its head is at the destination, the rest follows
 * @HD_FOLLOW_EJECT: an interface takes its last flit
 */
typedef enum
{
  HD_FOLLOW_SOURCE,
  HD_FOLLOW_QUEUE,
  HD_FOLLOW_ROUTE,
  HD_FOLLOW_CHANNEL,
  HD_FOLLOW_SWITCH,
  HD_FOLLOW_CROSSBAR,
  HD_FOLLOW_OUTPUT,
  HD_FOLLOW_LINK,
  HD_FOLLOW_PIPELINE,
  HD_FOLLOW_BODY,
  HD_FOLLOW_EJECT,
  HD_FOLLOW_N_STAGES
} HdFollowStage;

/**
 * HdFollowReason: why it waits
 * @HD_FOLLOW_SERVED: it does not
 * @HD_FOLLOW_BEHIND: others are before it
 * @HD_FOLLOW_TAKEN: all virtual channels that it may have belong to others
 * @HD_FOLLOW_BEATEN: another one won where both asked
 * @HD_FOLLOW_NO_CREDIT: the next router's buffer is full, or its credits are on their way back
 * @HD_FOLLOW_NO_ROOM: behind the switch
 * @HD_FOLLOW_BUSY: the link is
 */
typedef enum
{
  HD_FOLLOW_SERVED,
  HD_FOLLOW_BEHIND,
  HD_FOLLOW_TAKEN,
  HD_FOLLOW_BEATEN,
  HD_FOLLOW_NO_CREDIT,
  HD_FOLLOW_NO_ROOM,
  HD_FOLLOW_BUSY,
  HD_FOLLOW_N_REASONS
} HdFollowReason;

/**
 * HdFollowHop: a node that it passes; of the source node before the first link, and of the destination behind the last
 * @in_link, @in_way, @in_channel: by which it came: direction 0 is from -> to; HD_NO_ID for those that begin here
 * @out_link, @out_way, @out_channel: by which it left; HD_NO_ID at the end, and at a node that it has not left
 * @period_s: of the clock there
 * @arrived, @left: its head came there (at the source: when the message was sent), and went onto the link; at the destination its last flit was taken
 * @tail: when its last flit won the switch there, or left an interface; -1 if it has not
 */
typedef struct
{
  guint32 node;
  guint32 in_link;
  guint32 out_link;
  guint8 in_way;
  guint8 out_way;
  guint8 in_channel;
  guint8 out_channel;
  double period_s;
  HdTime arrived;
  HdTime left;
  HdTime tail;
} HdFollowHop;

/**
 * HdFollowPart: a time in one stage, for one reason; each begins where the one before ends
 * @hop: number of the hop; a link belongs to that where it begins, what a router does before its first stage to itself
 * @other_source, @other_destination, @other_time: the packet that stood in its way, and when that was sent; HD_NO_ID if it is not known which
 * @other_link, @other_way, @other_channel: by which what stood in its way had come; HD_NO_ID if it began there, or is not known
 */
typedef struct
{
  guint32 hop;
  HdFollowStage stage;
  HdFollowReason reason;
  HdTime start;
  HdTime end;
  double cycles; /* of the hop's clock */
  guint32 other_source;
  guint32 other_destination;
  HdTime other_time;
  guint32 other_link;
  guint8 other_way;
  guint8 other_channel;
} HdFollowPart;

/**
 * HdFollowSibling: a packet of the message
 * @begun: when its turn came at its source; -1 while it has not
 * @end: when its last flit had arrived, likewise
 */
typedef struct
{
  HdTime begun;
  HdTime end;
} HdFollowSibling;

/**
 * HdFollowed: what is known of the packet
 * @start: when its message was sent; @end: when its last flit had arrived, or -1 while it has not
 * @packet, @n_packets: of the message, from 1
 * @net, @message: what tells the message from others between these nodes
 * @siblings: all packets of the message, this one among them, in their order; fewer than @n_packets of one that has more than 65,536
 */
typedef struct
{
  guint32 source;
  guint32 destination;
  guint64 bytes; /* of the message */
  guint32 packet;
  guint32 n_packets;
  guint32 flits;
  HdTime start;
  HdTime end;
  guint32 net;
  guint64 message;
  guint n_hops;
  guint n_parts;
  guint n_siblings;
  const HdFollowHop *hops;
  const HdFollowPart *parts;
  const HdFollowSibling *siblings;
} HdFollowed;

/** hd_follow_stage_get_title, hd_follow_reason_get_title: translated; hd_follow_stage_get_name, hd_follow_reason_get_name: for files */
const char *hd_follow_stage_get_title (HdFollowStage stage);
const char *hd_follow_reason_get_title (HdFollowReason reason);
const char *hd_follow_stage_get_name (HdFollowStage stage);
const char *hd_follow_reason_get_name (HdFollowReason reason);
/**
 * hd_followed_find_worst: of all that it waited for, at one hop in one stage for one reason, what took longest
 *
 * Returns: the number of the first such part, or -1 if it never waited; writes how long all of them took
 */
int hd_followed_find_worst (const HdFollowed *self,
                            double *out_cycles);
/** hd_followed_count: cycles in all, and those in which it waited */
double hd_followed_count (const HdFollowed *self,
                          double *out_waited);
/** hd_followed_get_sibling: what follows packet number @packet of the same message, from 1, in another run of the same design */
HdFollowTarget hd_followed_get_sibling (const HdFollowed *self,
                                        guint32 packet);
/** hd_followed_count_sibling: cycles of the source's clock from when it began to when it had arrived; NaN before that */
double hd_followed_count_sibling (const HdFollowed *self,
                                  guint number);
/** hd_follow_hop_dup_way: "r[0][1] → r[0][2]", of the link by which it leaves; (nullable): at the end */
char *hd_follow_hop_dup_way (const HdFollowHop *self,
                             HdDesign *design);
/** hd_followed_dup_sentence: what took longest, in a sentence for people */
char *hd_followed_dup_sentence (const HdFollowed *self,
                                HdDesign *design);
/** hd_followed_dup_message: how all packets of the message came, in a sentence for people; (nullable): it has no others */
char *hd_followed_dup_message (const HdFollowed *self);
/**
 * hd_follow_target_parse: SOURCE:DESTINATION[@TIME][#PACKET], where paths are as a design names nodes and a time has a unit
 *
 * Errors: %HD_ERROR_INVALID, naming what is wrong
 */
gboolean hd_follow_target_parse (HdDesign *design,
                                 const char *text,
                                 HdFollowTarget *out_target,
                                 GError **error);

G_END_DECLS
