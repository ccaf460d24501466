/* hd-flow-model.h: resources and the paths over them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Capacities and rates are integers: 1/1024 B/s for links and memories, 1/64 FLOP/s for processors. Sums of rates are therefore exact and do not
 * depend on their order. With cross traffic p/q all of a link's numbers are multiplied by q: a flow then uses q units of each resource on its
 * way and p units on each of the way back.
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

typedef enum
{
  HD_FLOW_LINK,      /* B/s */
  HD_FLOW_PIPE,      /* B/s of each flow, not of all together */
  HD_FLOW_PROCESSOR, /* FLOP/s */
} HdFlowKind;

/** HdFlowUse: one flow of a path loads @resource by @units times its rate */
typedef struct
{
  guint32 resource;
  guint32 units;
} HdFlowUse;

typedef struct
{
  HdTime latency_ps;    /* with what software takes at both ends */
  HdTime spacing_ps;    /* at least, from one transfer of a sender to the next; for ordered batches */
  guint64 weight;
  double scale;         /* rate units per B/s or FLOP/s */
  guint32 first_use;
  guint32 n_uses;
  guint32 multiplicity; /* flows of the plain system that one of this path stands for */
  guint32 ends;         /* from 1: whose way it is, where ways may change; else 0 */
} HdFlowPath;

/** HdFlowEnds: whose way a path is, for who finds ways; @latency_ps: of the links that it was found with */
typedef struct
{
  guint32 from;
  guint32 to;
  guint32 net;
  HdTime latency_ps;
} HdFlowEnds;

/**
 * HdFlowRules:
 * @fairness: equal shares, or shares in inverse proportion to the latency of the path (SimGrid's CM02)
 * @cross_traffic: share of a flow that is charged on its way back, 0 to 1; rounded to 1/1000
 * @shortest_ps: the smallest latency of a link that is not 0; weights are taken relative to it
 */
typedef struct
{
  HdFairness fairness;
  double cross_traffic;
  HdTime shortest_ps;
} HdFlowRules;

typedef struct
{
  HdFlowRules rules;
  guint32 cross_num; /* cross traffic as p/q in lowest terms */
  guint32 cross_den;
  GArray *capacities; /* of guint64, rate units times cross_den for links */
  GArray *kinds;      /* of HdFlowKind */
  GArray *paths;      /* of HdFlowPath */
  GArray *uses;       /* of HdFlowUse */
  GArray *ends;       /* of HdFlowEnds; of those paths whose ways may change */
} HdFlowModel;

HdFlowModel *hd_flow_model_new (const HdFlowRules *rules);
void hd_flow_model_free (HdFlowModel *self);

gboolean hd_flow_model_add_resource (HdFlowModel *self,
                                     HdFlowKind kind,
                                     double capacity_per_s,
                                     guint32 *out_resource,
                                     GError **error);
guint32 hd_flow_model_add_path (HdFlowModel *self,
                                HdTime latency_ps,
                                const HdFlowUse *uses,
                                guint n_uses,
                                guint multiplicity);
/** hd_flow_model_slow_path: transfers on @path take @overhead longer, and follow each other no sooner than after @spacing; shares stay those of its links */
void hd_flow_model_slow_path (HdFlowModel *self,
                              guint32 path,
                              HdTime overhead,
                              HdTime spacing);
/** hd_flow_model_delay_path: another path that is the same but for a transfer that waits for @delay before it leaves */
guint32 hd_flow_model_delay_path (HdFlowModel *self,
                                  guint32 path,
                                  HdTime delay);
/** hd_flow_model_set_ends: @path leads from @from to @to over the link classes @net; what is made of it later has them too */
void hd_flow_model_set_ends (HdFlowModel *self,
                             guint32 path,
                             const HdFlowEnds *ends);
/** hd_flow_model_find_ends: (nullable): valid until there are more */
const HdFlowEnds *hd_flow_model_find_ends (const HdFlowModel *self,
                                           guint32 path);
/** hd_flow_model_turn_path: another path, or the same if nothing differs: that goes over @uses with what else @path takes of time, and of a way of @latency_ps */
guint32 hd_flow_model_turn_path (HdFlowModel *self,
                                 guint32 path,
                                 HdTime latency_ps,
                                 const HdFlowUse *uses,
                                 guint n_uses);
/** hd_flow_model_set_capacity: as hd_flow_model_add_resource (), of one that is there; whoever solves has to be told */
gboolean hd_flow_model_set_capacity (HdFlowModel *self,
                                     guint32 resource,
                                     double capacity_per_s,
                                     GError **error);
guint hd_flow_model_merge_uses (HdFlowModel *self,
                                const guint32 *forward,
                                guint n_forward,
                                const guint32 *reverse,
                                guint n_reverse,
                                HdFlowUse *out_uses);
double hd_flow_model_get_scale (HdFlowModel *self,
                                guint32 resource);
guint64 hd_flow_model_get_weight (HdFlowModel *self,
                                  HdTime latency_ps);

static inline guint
hd_flow_model_get_n_resources (const HdFlowModel *self)
{
  return self->capacities->len;
}

static inline guint64
hd_flow_model_get_capacity (const HdFlowModel *self,
                            guint32 resource)
{
  return ((const guint64 *) (void *) self->capacities->data)[resource];
}

static inline HdFlowKind
hd_flow_model_get_kind (const HdFlowModel *self,
                        guint32 resource)
{
  return ((const HdFlowKind *) (void *) self->kinds->data)[resource];
}

static inline const HdFlowPath *
hd_flow_model_get_path (const HdFlowModel *self,
                        guint32 path)
{
  return &((const HdFlowPath *) (void *) self->paths->data)[path];
}

static inline const HdFlowUse *
hd_flow_model_get_uses (const HdFlowModel *self,
                        guint32 first_use)
{
  return &((const HdFlowUse *) (void *) self->uses->data)[first_use];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlowModel, hd_flow_model_free)

G_END_DECLS
