/* hd-work-model.h: a workload on a design, as classes of lanes and of flows
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A lane is a node that computes. Lanes of one class do the same at the same times, so one is simulated for all; without symmetry each lane is a
 * class of its own, and everything else is the same.
 */
#pragma once

#include "hd-flow-model.h"
#include "hd-network.h"
#include "hd-processor.h"
#include "hd-workload-graph.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 first_lane;
  guint n_lanes;
  HdProcessor processor;
  guint32 compute_path;
  guint32 local_path;  /* or HD_NO_ID: local memory without bound */
  guint32 *home_paths; /* (array length=n_homes): HD_NO_ID where no vertex needs it */
} HdLaneClass;

/** HdCommTransfer: on @path goes @share of the whole vector */
typedef struct
{
  guint32 path;
  double share;
} HdCommTransfer;

/** HdCommSend: a send of each step of a stretch, of interest to traced members: the @send-th of the algorithm, carried by @transfer of the stretch */
typedef struct
{
  guint32 send;
  guint32 transfer;
} HdCommSend;

/** HdCommStretch: @rounds steps that are alike, from @first_step on */
typedef struct
{
  guint rounds;
  guint32 first_step;
  guint32 first_transfer;
  guint n_transfers;
  guint32 first_send;
  guint n_sends;
} HdCommStretch;

/** HdCommPattern: an algorithm among a team on a set of link classes */
typedef struct
{
  const HdCollective *algorithm;
  guint32 team;
  guint32 net;
  guint32 start_path; /* takes the time before the first step; HD_NO_ID for none */
  GArray *stretches;  /* of HdCommStretch */
  GArray *transfers;  /* of HdCommTransfer */
  GArray *sends;      /* of HdCommSend */
  GArray *waits;      /* of HdTransferWait, between all transfers; NULL if there is a barrier after each step */
} HdCommPattern;

typedef struct
{
  HdDesign *design;       /* owned */
  HdWorkloadGraph *graph; /* borrowed */
  HdFlowModel *flows;     /* owned */

  guint32 *lane_nodes;    /* (array length=n_lanes), ascending */
  guint32 *lane_classes;
  guint n_lanes;
  HdLaneClass *classes;
  guint n_classes;

  guint n_homes;          /* home 0 is that of the lane, others are named by vertices */
  guint32 *vertex_homes;  /* by vertex */
  guint32 **group_classes; /* (array length=teams): classes of a group's members, HD_NO_ID at the end; NULL for a team that is no group */
  guint32 *place_classes; /* by vertex: class of its place, or HD_NO_ID */
  GPtrArray *patterns;    /* of HdCommPattern */
  guint32 *vertex_patterns; /* by vertex */

  guint32 *link_resources; /* (array length=2*links): by link and direction, or HD_NO_ID */
  guint32 *node_resources; /* (array length=2*nodes): what it has itself, then its local memory, or HD_NO_ID */
} HdWorkModel;

/** hd_work_rules_get: how the run's settings let flows share */
void hd_work_rules_get (HdDesign *design,
                        HdFlowRules *out_rules);

/**
 * hd_work_model_new:
 * @graph: sealed and without errors
 *
 * Finds routes, then classes. O(lanes + hops of all routes), times logarithms; routes are two a lane for a ring.
 *
 * Errors: %HD_ERROR_INVALID (see @problems: no route), %HD_ERROR_RANGE for a capacity that cannot be represented.
 */
HdWorkModel *hd_work_model_new (HdDesign *design,
                                HdWorkloadGraph *graph,
                                HdProblemList *problems,
                                GError **error);
void hd_work_model_free (HdWorkModel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdWorkModel, hd_work_model_free)

G_END_DECLS
