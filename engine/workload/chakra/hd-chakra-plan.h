/* hd-chakra-plan.h: the traces of a job on a design: which paths their work takes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-rules.h"
#include "hd-comm-pattern.h"

G_BEGIN_DECLS

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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraPlan, hd_chakra_plan_free)

G_END_DECLS
