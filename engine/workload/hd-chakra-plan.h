/* hd-chakra-plan.h: the traces of a job on a design: which paths their work takes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-job.h"
#include "hd-comm-pattern.h"

G_BEGIN_DECLS

/**
 * HdChakraOrder:
 * @nodes: (array length=n_ranks of the job): node of each rank
 * @roofline: operations and bytes take their time on the component, where the trace tells them; else a computation takes its duration
 * @half_precision: which of the component's rates counts then
 * @one_each: a rank has one node of each kind under way at a time; else all whose dependencies have ended
 * @all_reduce: algorithm
 */
typedef struct
{
  HdChakraJob *job; /* owned */
  guint32 *nodes;   /* owned */
  gboolean roofline;
  gboolean half_precision;
  gboolean one_each;
  const HdCollective *all_reduce;
  guint64 origin_uid;
  int line;
} HdChakraOrder;

/**
 * HdChakraPaths: of one rank; HD_NO_ID where nothing needs them
 * @compute: of computations; its unit is picoseconds, or FLOP if the order is roofline
 * @host: of what takes its duration beside that, in picoseconds
 * @local: its own memory
 * @load, @store: to and from its home
 * @speed_up: by half precision
 */
typedef struct
{
  guint32 compute;
  guint32 host;
  guint32 local;
  guint32 load;
  guint32 store;
  double speed_up;
} HdChakraPaths;

typedef struct
{
  HdDesign *design;           /* borrowed */
  const HdChakraOrder *order; /* borrowed */
  HdWorkloadGraph *graph;     /* owned: teams alone */
  HdFlowModel *flows;         /* owned */
  HdChakraPaths *paths;       /* by rank */
  guint32 *message_paths;     /* by message */
  guint32 *meeting_patterns;  /* by meeting */
  GPtrArray *patterns;        /* of HdCommPattern */
  guint32 *link_resources;    /* (array length=2*links) */
  guint32 *node_resources;    /* (array length=2*nodes) */
} HdChakraPlan;

/**
 * hd_chakra_plan_new:
 *
 * O(messages + meetings + hops of all routes), times logarithms.
 *
 * Errors: %HD_ERROR_INVALID: no route, or a component that cannot compute (in @problems); %HD_ERROR_RANGE: a rate that cannot be represented.
 */
HdChakraPlan *hd_chakra_plan_new (HdDesign *design,
                                  const HdChakraOrder *order,
                                  HdProblemList *problems,
                                  GError **error);
void hd_chakra_plan_free (HdChakraPlan *self);

/** hd_chakra_plan_get_bytes: of the whole vector of a collective, as its pattern counts */
double hd_chakra_plan_get_bytes (const HdChakraPlan *self,
                                 const HdChakraMeeting *meeting);

void hd_chakra_order_clear (HdChakraOrder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraPlan, hd_chakra_plan_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdChakraOrder, hd_chakra_order_clear)

G_END_DECLS
