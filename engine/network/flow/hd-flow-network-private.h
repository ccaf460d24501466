/* hd-flow-network-private.h: the state of the flow network, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-network.h"
#include "hd-flow-solver.h"
#include "hd-flow-usage.h"
#include "hd-flow-wait.h"
#include "hd-time-queue.h"

G_BEGIN_DECLS

#define HD_FLOW_WHOLE (G_GUINT64_CONSTANT (1) << 62)
#define HD_FLOW_NO_BATCH G_MAXUINT32

#define HD_FLOW_NO_ACTION G_MAXUINT32

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
  guint32 position;  /* among the batch's actions; unused in an ordered batch */
  guint32 transfer;  /* as it was asked for */
  guint32 epoch;     /* of the round in which its rate was changed by another batch */
  guint16 resumes;   /* what is left of it goes on, another way */
  guint16 is_caught; /* links changed while it was under way */
} HdFlowAction;

/** HdFlowTask: a transfer of an ordered batch */
typedef struct
{
  guint32 path;
  guint32 rounds;
  double factor;     /* as of its actions */
  guint32 begun;     /* rounds that have left */
  guint32 ended;
  guint32 action;    /* of the round under way, or HD_FLOW_NO_ACTION */
  guint32 lingering; /* the action that ended now, whose flow the next round may take over; or HD_FLOW_NO_ACTION */
  guint32 missing;   /* waits that keep the next round from leaving */
  guint32 first_wait; /* those to it */
  guint32 first_out;  /* those from it, in the list of the order */
  HdTime begin;      /* of the flow of the round under way, after its latency */
} HdFlowTask;

/** HdFlowTold: that a round of a transfer left its sender, or arrived at @time, for the observer */
typedef struct
{
  guint32 task;
  guint32 round;
  gboolean arrived;
  HdTime left;
  HdTime time;
} HdFlowTold;

typedef struct _HdFlowDrift HdFlowDrift;
typedef struct _HdFlowLaps HdFlowLaps;
typedef struct _HdFlowRing HdFlowRing;

/** HdFlowOrder: what an ordered batch is about */
typedef struct
{
  HdFlowTask *tasks; /* and one more, where the ranges end */
  guint n_tasks;
  HdFlowWait *waits; /* by @to */
  guint n_waits;
  guint32 *out;      /* waits by @from */
  guint n_left;      /* tasks that have rounds to end */
  guint64 n_rounds;  /* as it was asked for */
  guint64 n_all;     /* rounds of all tasks */
  guint64 n_ended;   /* of these */
  guint64 n_counted; /* of @n_rounds: as many as are in proportion */
  guint64 n_next;    /* @n_ended at which there is one more */
  gboolean is_spaced; /* by software, between transfers of one sender */
  HdTime least_lap;  /* of a ring: what goes round in it takes at least that */
  guint rest;        /* beats in which it is not tried to be followed as a ring, hd-flow-ring.c */
  guint next_rest;   /* where it does not fit */

  /* the search for a regime that repeats, hd-flow-regime.c */
  HdTime start;      /* of the batch */
  HdTime beat;       /* the last end of the task that beats the time */
  guint64 sign;      /* of what ended since, and when */
  GHashTable *signs; /* of beats before -> the last beat that had it, from 1 */
  guint n_beats;
  guint lap;         /* beats of the laps that it drifts in, once one was seen; else 0 */
  HdTime lap_time;
  guint n_watched;   /* beats to the end of the watched period; 0 if none is watched */
  guint32 epoch;     /* of the watch */
  GArray *image;     /* of gint64: the state at the beginning of the watch */
  GArray *scratch;   /* likewise, now */
  GArray *begun;     /* of guint32, by task: at the beginning; in a pending skip: in each period */
  GArray *told;      /* of HdFlowTold: in the watched period, if there is an observer */
} HdFlowOrder;

typedef struct
{
  guint64 token;
  guint64 number;    /* in the order of starting */
  guint32 *actions;  /* by latency, then as asked for */
  guint n_actions;
  guint n_allocated;
  guint n_running;
  guint64 n_flows;   /* with multiplicities */
  guint rounds_left; /* with the one under way */
  HdFlowOrder *order; /* of an ordered batch, which has no actions of its own here; else NULL */
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
  HdFlowDrift *drift; /* where the period is written down; from the first one on */
  HdFlowLaps *laps;
  gboolean is_noted; /* this period is written down there */

  guint64 rounds;    /* pending, or 0 */
  HdTime start;
  HdTime period;
  gboolean drifts;   /* what those rounds shift is as @drift says, not a period each */
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
  HdFlowRing *ring;   /* (nullable): that is followed by itself */

  HdFlowAction *actions;
  guint n_actions;
  guint n_actions_allocated;
  HdIdList free_actions;
  GArray *batches;       /* of HdFlowBatch */
  GArray *free_batches;  /* of guint32 */
  HdIdList empty;        /* batches without transfers, which end at once */
  HdIdList due;          /* actions, scratch */
  HdIdList starting;     /* actions of ordered batches that begin to flow now */
  HdIdList lingering;    /* likewise, that ended now, while their flows are still in the solver */
  HdIdList beats;        /* ordered batches whose time was beaten now */
  HdIdList finished;     /* batches, scratch */
  guint64 n_batches;
  HdNetworkCounters counters;
  const HdFlowWays *ways; /* borrowed; NULL if no way ever changes */
  GArray *stranded;       /* of guint32: actions without a way */
  guint n_caught;         /* actions that were under way when links changed */
  GError *failure;        /* one has none and will have none */
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

/** hd_flow_action_change_rate: from @time on */
static inline void
hd_flow_action_change_rate (HdFlowAction *action,
                            guint64 rate,
                            HdTime time)
{
  guint64 taken = (guint64) (action->speed * (double) (time - action->updated) + 0.5);

  action->remaining -= MIN (taken, action->remaining);
  action->updated = time;
  action->rate = rate;
  action->speed = (double) rate * action->factor;
}

/* hd-flow-network.c */
guint32 hd_flow_network_take_action (HdFlowNetwork *self);
double hd_flow_network_get_factor (HdFlowNetwork *self,
                                   guint32 path,
                                   double size);

/* hd-flow-detour.c */
void hd_flow_detour_wait (HdFlowNetwork *self,
                          guint32 action,
                          HdTime begin);
void hd_flow_detour_find (HdFlowNetwork *self,
                          guint32 *path);
void hd_flow_detour_catch (HdFlowNetwork *self,
                           guint32 action);
void hd_flow_detour_release (HdFlowNetwork *self,
                             guint32 action);

/* hd-flow-order.c */
void hd_flow_order_turn (HdFlowNetwork *self,
                         HdFlowOrder *order);
void hd_flow_order_start (HdFlowNetwork *self,
                          guint32 batch,
                          const HdOrderedTransfer *transfers,
                          guint n_transfers,
                          const HdTransferWait *waits,
                          guint n_waits,
                          guint rounds);
void hd_flow_order_free (HdFlowOrder *order);
void hd_flow_order_end (HdFlowNetwork *self,
                        guint32 action,
                        gboolean lingers);
gboolean hd_flow_order_is_lingering (HdFlowNetwork *self,
                                     guint32 action);
guint64 hd_flow_order_count (HdFlowNetwork *self,
                             HdFlowOrder *order,
                             guint64 n_ended);
void hd_flow_order_tell (HdFlowNetwork *self,
                         const HdFlowBatch *batch,
                         const HdFlowTold *told);

/* hd-flow-regime.c */
void hd_flow_regime_note (HdFlowNetwork *self,
                          guint32 batch,
                          guint32 task);
void hd_flow_regime_beat (HdFlowNetwork *self,
                          guint32 batch);
void hd_flow_regime_commit (HdFlowNetwork *self,
                            guint32 batch,
                            guint64 periods);

/* hd-flow-drift.c */
HdFlowDrift *hd_flow_drift_new (HdFlowNetwork *network);
void hd_flow_drift_free (HdFlowDrift *self);
void hd_flow_drift_begin (HdFlowDrift *self,
                          guint32 batch);
gboolean hd_flow_drift_end (HdFlowDrift *self);
guint64 hd_flow_drift_bound (HdFlowDrift *self,
                             guint64 most);
void hd_flow_drift_grow (HdFlowDrift *self);
void hd_flow_drift_move (HdFlowDrift *self,
                         guint64 laps);
void hd_flow_drift_note_looks (HdFlowDrift *self);
void hd_flow_drift_note_rate (HdFlowDrift *self,
                              guint32 action,
                              guint64 rate);
void hd_flow_drift_note_token (HdFlowDrift *self,
                               guint32 wait,
                               HdTime time);
void hd_flow_drift_note_leave (HdFlowDrift *self,
                               guint32 task,
                               HdTime begin);
void hd_flow_drift_note_end (HdFlowDrift *self,
                             guint32 task);

/* hd-flow-laps.c */
HdFlowLaps *hd_flow_laps_new (void);
void hd_flow_laps_free (HdFlowLaps *self);
void hd_flow_laps_keep (HdFlowLaps *self,
                        const HdFlowDrift *drift);
gboolean hd_flow_laps_recall (HdFlowLaps *self,
                              HdFlowDrift *drift,
                              guint32 *out_begun,
                              HdTime *out_period);

/* hd-flow-skip.c */
guint64 hd_flow_skip_bound (HdFlowNetwork *self,
                            HdTime period,
                            guint64 rounds);
HdTime hd_flow_skip_foresee (HdFlowNetwork *self);
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
gboolean hd_flow_skip_may_watch (const HdFlowNetwork *self);
void hd_flow_skip_forget (HdFlowNetwork *self);
void hd_flow_skip_note (HdFlowNetwork *self,
                        gboolean is_noted);

G_END_DECLS
