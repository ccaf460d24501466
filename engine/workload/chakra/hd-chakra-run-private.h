/* hd-chakra-run-private.h: the state of a run of Chakra traces, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-run.h"
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
  guint32 next_run;
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

struct _HdChakraRun
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
_hd_chakra_run_get_slot (HdChakraRun *self,
                         guint32 slot)
{
  return &g_array_index (self->slots, HdChakraSlot, slot);
}

static inline const HdChakraNode *
_hd_chakra_run_get_node (const HdChakraRun *self,
                         const HdChakraEntry *entry)
{
  return &self->job->ranks[entry->rank]->nodes[entry->node];
}

/* hd-chakra-run-nodes.c: nodes that start and end, and telling of it */
/** _hd_chakra_run_account: up to now */
void _hd_chakra_run_account (HdChakraRun *self,
                             guint32 rank);
void _hd_chakra_run_start_node (HdChakraRun *self,
                                const HdChakraEntry *entry);
/** _hd_chakra_run_end_part: the network has carried the computation, or the traffic, of a slot */
void _hd_chakra_run_end_part (HdChakraRun *self,
                              guint32 slot,
                              HdChakraToken part);
/** _hd_chakra_run_end_node: of what was told to begin as one span */
void _hd_chakra_run_end_node (HdChakraRun *self,
                              guint32 slot);
/** _hd_chakra_run_cut_node: tells what is under way as unfinished */
void _hd_chakra_run_cut_node (HdChakraRun *self,
                              guint32 slot);

/* hd-chakra-run-issue.c: which nodes start, of those that may */
void _hd_chakra_run_add_units (HdChakraRun *self);
void _hd_chakra_run_free_units (HdChakraRun *self);
/** _hd_chakra_run_issue: what may start now, as far as there are units for it */
void _hd_chakra_run_issue (HdChakraRun *self);
/** _hd_chakra_run_release_unit: that of a node which has ended, with the span that tells of it */
void _hd_chakra_run_release_unit (HdChakraRun *self,
                                  const HdChakraEntry *entry,
                                  guint32 cause_class,
                                  guint64 cause_index);
/** _hd_chakra_run_set_deadlock: names what is under way, though nothing is in the network */
void _hd_chakra_run_set_deadlock (const HdChakraRun *self,
                                  GError **error);

static inline gboolean
_hd_chakra_run_can_issue (const HdChakraRun *self)
{
  return self->agenda->len > 0 || self->idle_units->len > 0;
}

/* hd-chakra-run-meetings.c: collectives */
/** _hd_chakra_run_serve_groups: what became ready queues, and groups that are free take their next */
void _hd_chakra_run_serve_groups (HdChakraRun *self);
/** _hd_chakra_run_go_on: a run of steps of a collective has ended */
void _hd_chakra_run_go_on (HdChakraRun *self,
                           guint32 meeting);

G_END_DECLS
