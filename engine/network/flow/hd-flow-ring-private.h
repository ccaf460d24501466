/* hd-flow-ring-private.h: a ring that is followed by itself, shared by the files that do it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-ring.h"
#include "hd-flow-shares.h"

G_BEGIN_DECLS

#define HD_RING_OWNED G_MAXUINT32 /* a resource: by something that flows beside the ring */
#define HD_RING_BEATING 0         /* the task whose ends are the beats */
#define HD_RING_SURELY 0.999      /* of a time that was reckoned by numbers that are rounded */

/** HdRingTask: its place in the queue and among the flows is that in the order */
typedef struct
{
  guint32 action;
  guint32 to;        /* which waits for it */
  guint32 multiplicity;
  gboolean flows;
  gboolean stands;   /* on its links: it flows, or did until now */
  guint64 rate;      /* at which a round was reckoned last */
  HdTime duration;   /* of all of it, then */
} HdRingTask;

/** HdRingBeside: what flows beside the ring, or did */
typedef struct
{
  guint32 action;    /* HD_FLOW_NO_ACTION if it does not flow */
  guint64 bound;     /* level */
  double most_speed; /* of the action */
  gboolean is_near;  /* its end is in the network's queue, not a time before it */
} HdRingBeside;

struct _HdFlowRing
{
  HdFlowNetwork *network; /* borrowed */
  HdFlowOrder *order;     /* borrowed */
  guint32 batch;
  guint n_tasks;
  HdRingTask *tasks;
  HdFlowShares *shares;   /* flows of tasks, then of what may flow beside them */
  HdTimeQueue queue;      /* of tasks: when they begin to flow, or end */
  HdIdList due;           /* tasks, scratch */
  HdIdList starting;      /* tasks that begin to flow now */
  HdIdList ended;         /* tasks */
  HdIdList renewed;       /* tasks of whose rounds one follows another at once */
  GArray *besides;        /* of HdRingBeside, by flow after the tasks */
  guint32 *places;        /* by resource: its link, 0, or HD_RING_OWNED */
  guint n_places;
  GArray *flows;          /* of guint32, by action: its flow beside the ring, or 0 */
  guint n_near;           /* besides */
  guint n_beats;
  double least_round;     /* ps, of the task that beats the time */
};

static inline HdRingBeside *
_hd_flow_ring_get_beside (HdFlowRing *self,
                          guint32 flow)
{
  return &((HdRingBeside *) (void *) self->besides->data)[flow - self->n_tasks];
}

/* hd-flow-ring.c */
void _hd_flow_ring_set_rate (HdFlowRing *self,
                             HdFlowAction *action,
                             guint64 rate);

/* hd-flow-beside.c */
void _hd_flow_ring_change_beside (HdFlowRing *self,
                                  guint32 flow,
                                  guint64 rate);

/* hd-flow-ring-take.c */
void _hd_flow_ring_rest (HdFlowRing *self);
gboolean _hd_flow_ring_is_quiet (HdFlowNetwork *network,
                                 const HdFlowOrder *order,
                                 guint laps);

G_END_DECLS
