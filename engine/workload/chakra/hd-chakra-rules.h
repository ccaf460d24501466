/* hd-chakra-rules.h: what Chakra traces ask for on a design, at any fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-problem.h>

#include "hd-chakra-job.h"
#include "hd-execution-observer.h"

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

void hd_chakra_order_clear (HdChakraOrder *self);

/** hd_chakra_order_get_algorithm: of collectives of that type, none of which is refused as traces are read */
const HdCollective *hd_chakra_order_get_algorithm (const HdChakraOrder *self,
                                                   HdChakraCommType type);
/** hd_chakra_order_get_bytes: of the whole vector of a collective, as its algorithm counts */
double hd_chakra_order_get_bytes (const HdChakraOrder *self,
                                  const HdChakraMeeting *meeting);
/** hd_chakra_order_get_first: the place in its group of the member that is rank 0 of the algorithm */
guint hd_chakra_order_get_first (const HdChakraOrder *self,
                                 const HdChakraMeeting *meeting);
/** hd_chakra_order_computes: whether operations of @rank take their time on the component */
gboolean hd_chakra_order_computes (const HdChakraOrder *self,
                                   guint32 rank);
/** hd_chakra_order_report_rate: that the component of @rank, which computes, cannot */
void hd_chakra_order_report_rate (const HdChakraOrder *self,
                                  HdDesign *design,
                                  guint32 rank,
                                  HdProblemList *problems);

/** hd_chakra_order_find_home: the memory that @rank loads from and stores to over the network, or HD_NO_ID */
guint32 hd_chakra_order_find_home (const HdChakraOrder *self,
                                   HdDesign *design,
                                   guint32 rank);

/** hd_chakra_rank_needs: whether a node of the kinds from @first to @last says how much it is, in operations or in bytes */
gboolean hd_chakra_rank_needs (const HdChakraRank *self,
                               HdChakraKind first,
                               HdChakraKind last,
                               gboolean operations);
/** hd_chakra_kind_get_work: what its spans are */
HdWorkKind hd_chakra_kind_get_work (HdChakraKind kind);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdChakraOrder, hd_chakra_order_clear)

G_END_DECLS
