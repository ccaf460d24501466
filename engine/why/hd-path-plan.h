/* hd-path-plan.h: how long the sends of a schedule take on the links that are drawn, if nothing else is on them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-path.h>

#include "hd-path-work.h"

G_BEGIN_DECLS

/** HdPathLimit: a link, or a node, and its direction or capacity, as of #HdHotSpot */
typedef struct
{
  HdTargetKind kind;
  guint32 target;
  guint way;
} HdPathLimit;

/**
 * HdPlanSend:
 * @from, @to: nodes
 * @from_rank, @to_rank: of the members
 * @time_s: from its begin until the last byte is there, while the other sends of its step are on the same links
 * @handling: of @time_s, what software takes
 * @limit: what it waits for, if @has_limit
 * @is_looked_at: for who uses the plan
 */
typedef struct
{
  guint32 from, to;
  guint32 from_rank, to_rank;
  guint first_hop, n_hops;
  HdTime latency;
  HdTime handling;
  double time_s;
  gboolean has_limit;
  HdPathLimit limit;
  gboolean is_looked_at;
} HdPlanSend;

/** HdPlanLimit: what a step goes over, and how long it is busy with it */
typedef struct
{
  HdPathLimit limit;
  double time_s;
} HdPlanLimit;

/** HdPlanStretch: @n_alike steps from @first_step on that are alike; @slowest is one of the plan's sends; @limits: of HdPlanLimit: all that its sends go over */
typedef struct
{
  guint32 first_step;
  guint32 n_alike;
  guint first_send, n_sends;
  guint slowest;
  GArray *limits;
} HdPlanStretch;

typedef struct
{
  GArray *hops;      /* of HdPathHop */
  GArray *sends;     /* of HdPlanSend */
  GArray *stretches; /* of HdPlanStretch */
  guint32 n_steps;
  guint n_members;
} HdPathPlan;

/**
 * hd_path_plan_new:
 *
 * Of a step all sends begin at once, and share what they go over. O(sends that differ x hops).
 *
 * Returns: (nullable): %NULL if there are more than @most_sends that differ, or some has no way
 */
HdPathPlan *hd_path_plan_new (HdDesign *design,
                              HdRouter *router,
                              const HdPathWork *work,
                              guint64 most_sends);
void hd_path_plan_free (HdPathPlan *self);
/** hd_path_plan_find: the stretch that @step is of */
const HdPlanStretch *hd_path_plan_find (const HdPathPlan *self,
                                        guint32 step);

static inline HdPlanSend *
hd_path_plan_get (const HdPathPlan *self,
                  guint32 send)
{
  return &g_array_index (self->sends, HdPlanSend, send);
}

/** hd_path_limit_get_rate: in B/s or FLOP/s; 0 if it has none */
double hd_path_limit_get_rate (HdDesign *design,
                               const HdPathLimit *limit);
/** hd_path_limit_foreach: all that what goes along @hops from @from passes and that has a rate, in that order */
void hd_path_limit_foreach (HdDesign *design,
                            guint32 from,
                            const HdPathHop *hops,
                            guint n_hops,
                            void (*visit) (gpointer data, const HdPathLimit *limit, double rate),
                            gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPathPlan, hd_path_plan_free)

G_END_DECLS
