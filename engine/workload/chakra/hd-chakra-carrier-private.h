/* hd-chakra-carrier-private.h: the state of a carrier of Chakra traces, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-carrier.h"
#include "hd-chakra-units.h"
#include "hd-overlap.h"
#include "hd-work-digest.h"

G_BEGIN_DECLS

/** HdChakraToken: what a token of the network counts, in its two lowest bits */
typedef enum
{
  HD_CHAKRA_TOKEN_COMPUTE, /* slots */
  HD_CHAKRA_TOKEN_MEMORY,
  HD_CHAKRA_TOKEN_MESSAGE,
  HD_CHAKRA_TOKEN_MEETING,
} HdChakraToken;

/** HdChakraSlot: a node under way */
typedef struct
{
  HdChakraEntry entry;
  HdTime start;
  guint8 parts; /* a bit for HD_CHAKRA_TOKEN_COMPUTE, HD_CHAKRA_TOKEN_MEMORY; 0 for communications */
  guint8 in_use;
} HdChakraSlot;

/** HdChakraArrival: of a message */
typedef struct
{
  guint32 send_slot;
  guint32 receive_slot; /* HD_NO_ID until the receive has started */
  gboolean has_arrived;
} HdChakraArrival;

/** HdChakraQueue: of the collectives of a process group */
typedef struct
{
  GArray *waiting; /* of guint32, meetings in order */
  guint first;     /* of them */
  guint32 meeting; /* under way, or HD_NO_ID */
  guint32 next_stretch;
  gboolean has_called; /* what goes before the first step is under way, or over */
  guint32 last;    /* that has ended, or HD_NO_ID */
  HdTime last_end;
} HdChakraQueue;

/** HdChakraAccount: what a rank does, and has done */
typedef struct
{
  HdOverlap overlap;
  HdTime end;             /* of its last node */
  guint64 n_spans[2];     /* ended, by lane class */
  HdWorkDigest digests[2];
} HdChakraAccount;

struct _HdChakraCarrier
{
  const HdChakraPlan *plan;
  const HdChakraJob *job;
  HdNetwork *network;
  const HdExecutionObserver *observer;
  gpointer user_data;
  HdTime now;

  guint32 **missing; /* by rank and node: dependencies that have not ended */
  GArray *slots;     /* of HdChakraSlot */
  GArray *free_slots; /* of guint32 */
  HdChakraArrival *messages;
  guint32 *members_missing; /* by meeting */
  guint32 *member_slots;    /* as members of the job */
  guint64 *member_spans;    /* likewise: numbers of those that have ended */
  HdChakraQueue *groups;
  HdChakraAccount *ranks;
  guint64 *name_digests;

  GArray *agenda; /* of HdChakraEntry: starts now, from @first_entry on */
  guint first_entry;
  HdChakraUnit *units; /* NULL if all is issued at once */
  GArray *idle_units;  /* of guint32: those that may take their next */
  GArray *ready;  /* of guint32: meetings of which all members have started now */
  GArray *due;    /* of guint32: groups that may go on */
  GArray *ended;  /* of guint64, tokens */
  GArray *batch;  /* of HdTransfer, scratch */
  GArray *ordered; /* of HdOrderedTransfer, scratch */
  guint n_under_way; /* in the network */
  guint64 n_ended;
  guint64 n_parts_ended;
};

static inline HdChakraSlot *
_hd_chakra_carrier_get_slot (HdChakraCarrier *self,
                             guint32 slot)
{
  return &g_array_index (self->slots, HdChakraSlot, slot);
}

static inline const HdChakraNode *
_hd_chakra_carrier_get_node (const HdChakraCarrier *self,
                             const HdChakraEntry *entry)
{
  return &self->job->ranks[entry->rank]->nodes[entry->node];
}

/* hd-chakra-carrier-nodes.c: nodes that start and end, and telling of it */
/** _hd_chakra_carrier_account: up to now */
void _hd_chakra_carrier_account (HdChakraCarrier *self,
                                 guint32 rank);
void _hd_chakra_carrier_start_node (HdChakraCarrier *self,
                                    const HdChakraEntry *entry);
/** _hd_chakra_carrier_end_part: the network has carried the computation, or the traffic, of a slot */
void _hd_chakra_carrier_end_part (HdChakraCarrier *self,
                                  guint32 slot,
                                  HdChakraToken part);
/** _hd_chakra_carrier_end_node: a communication, which is one span */
void _hd_chakra_carrier_end_node (HdChakraCarrier *self,
                                  guint32 slot);
/** _hd_chakra_carrier_tell_open: what is under way */
void _hd_chakra_carrier_tell_open (HdChakraCarrier *self,
                                   guint32 slot,
                                   HdWorkOpen open,
                                   gpointer data);
/** _hd_chakra_carrier_cut_node: tells what is under way as unfinished */
void _hd_chakra_carrier_cut_node (HdChakraCarrier *self,
                                  guint32 slot);

/* hd-chakra-carrier-issue.c: which nodes start, of those that may */
void _hd_chakra_carrier_add_units (HdChakraCarrier *self);
void _hd_chakra_carrier_free_units (HdChakraCarrier *self);
/** _hd_chakra_carrier_issue: what may start now, as far as there are units for it */
void _hd_chakra_carrier_issue (HdChakraCarrier *self);
/** _hd_chakra_carrier_release_unit: that of a node which has ended, with the span that tells of it */
void _hd_chakra_carrier_release_unit (HdChakraCarrier *self,
                                      const HdChakraEntry *entry,
                                      guint32 cause_class,
                                      guint64 cause_index);
/** _hd_chakra_carrier_find_waiting: as an HdCarrierClass has it */
void _hd_chakra_carrier_find_waiting (gpointer carrier,
                                      GArray *nodes);
/** _hd_chakra_carrier_set_deadlock: names what is under way, though nothing is in the network */
void _hd_chakra_carrier_set_deadlock (const HdChakraCarrier *self,
                                      GError **error);

static inline gboolean
_hd_chakra_carrier_can_issue (const HdChakraCarrier *self)
{
  return self->agenda->len > 0 || self->idle_units->len > 0;
}

/* hd-chakra-carrier-meetings.c: collectives */
/** _hd_chakra_carrier_serve_groups: collectives that are ready join the queues of their groups, and each group that is free begins its next */
void _hd_chakra_carrier_serve_groups (HdChakraCarrier *self);
/** _hd_chakra_carrier_go_on: a stretch of a collective's steps has ended */
void _hd_chakra_carrier_go_on (HdChakraCarrier *self,
                               guint32 meeting);

G_END_DECLS
