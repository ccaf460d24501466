/* hd-flow-network-private.h: the state of the flow network, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-network.h"
#include "hd-flow-solver.h"
#include "hd-flow-usage.h"
#include "hd-time-queue.h"

G_BEGIN_DECLS

#define HD_FLOW_WHOLE (G_GUINT64_CONSTANT (1) << 62)
#define HD_FLOW_NO_BATCH G_MAXUINT32

/** HdFlowAction: one transfer under way; its number is also its flow in the solver */
typedef struct
{
  guint64 remaining; /* in 2^-62 of its size, at @updated */
  HdTime updated;
  double speed;      /* of @remaining, per ps, since @updated */
  double factor;     /* speed for each unit of rate; 0 for a transfer that ends with its latency */
  guint64 rate;
  guint32 path;
  guint32 batch;
  guint32 position;  /* among the batch's actions */
  guint32 transfer;  /* as it was asked for */
  guint32 epoch;     /* of the round in which its rate was changed by another batch */
} HdFlowAction;

typedef struct
{
  guint64 token;
  guint64 order;     /* of starting */
  guint32 *actions;  /* by latency, then as asked for */
  guint n_actions;
  guint n_allocated;
  guint n_running;
  guint64 n_flows;   /* with multiplicities */
  guint rounds_left; /* with the one under way */
  gboolean live;
} HdFlowBatch;

/** HdFlowTouch: an action of another batch, as it was before its rate changed in the watched round */
typedef struct
{
  guint32 action;
  guint64 rate;
  guint64 remaining;
  guint64 decrement; /* in the whole round, once it is known to repeat */
  HdTime updated;
} HdFlowTouch;

/** HdFlowSkip: the round that is watched, and the rounds that may be advanced at once because they equal it */
typedef struct
{
  guint32 batch;     /* whose round is watched, or HD_FLOW_NO_BATCH */
  guint32 epoch;
  HdTime round_start;
  guint64 n_foreign; /* starts and ends of other batches in this round */
  GArray *touches;   /* of HdFlowTouch */

  guint64 rounds;    /* pending, or 0 */
  HdTime start;
  HdTime period;
} HdFlowSkip;

typedef struct
{
  HdNetwork parent;

  HdFlowModel *model; /* borrowed */
  gboolean fast_forward;
  const HdNetworkObserver *observer; /* borrowed, nullable */
  HdNetworkDone done;
  gpointer user_data; /* borrowed */

  HdTime now;         /* where the caller is */
  HdTime clock;       /* where the state is; behind @now only while a skip is pending */
  HdFlowSolver *solver;
  HdFlowUsage *usage; /* nullable */
  HdTimeQueue ends;   /* of actions that flow */
  HdTimeQueue waits;  /* of groups of equal latency, by their first action */
  HdFlowSkip skip;

  HdFlowAction *actions;
  guint n_actions;
  guint n_actions_allocated;
  GArray *free_actions;  /* of guint32 */
  GArray *batches;       /* of HdFlowBatch */
  GArray *free_batches;  /* of guint32 */
  GArray *empty;         /* of guint32: batches without transfers, which end at once */
  GArray *due;           /* of guint32: actions, scratch */
  GArray *finished;      /* of guint32: batches, scratch */
  guint64 n_batches;
  HdNetworkCounters counters;
} HdFlowNetwork;

static inline HdFlowBatch *
hd_flow_network_get_batch (HdFlowNetwork *self,
                           guint32 batch)
{
  return &((HdFlowBatch *) (void *) self->batches->data)[batch];
}

/** hd_flow_action_get_end: when it ends if its rate stays, to the nearest picosecond */
static inline HdTime
hd_flow_action_get_end (const HdFlowAction *action)
{
  double duration = action->speed > 0 ? (double) action->remaining / action->speed + 0.5 : (double) HD_TIME_MAX;

  return duration < (double) (HD_TIME_MAX - action->updated) ? action->updated + (HdTime) duration : HD_TIME_MAX;
}

/* hd-flow-skip.c */
void hd_flow_skip_init (HdFlowSkip *skip);
void hd_flow_skip_clear (HdFlowSkip *skip);
void hd_flow_skip_touch (HdFlowNetwork *self,
                         guint32 action);
gboolean hd_flow_skip_find (HdFlowNetwork *self,
                            guint32 batch);
void hd_flow_skip_watch (HdFlowNetwork *self,
                         guint32 batch);
guint32 hd_flow_skip_commit (HdFlowNetwork *self,
                             HdTime until);

G_END_DECLS
