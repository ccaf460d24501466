/* hd-chakra-run.h: runs Chakra traces on the flow network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-carrier.h"
#include "hd-chakra-plan.h"

G_BEGIN_DECLS

typedef struct _HdChakraRun HdChakraRun;

/** HdChakraTimes: of one rank: while it computed or used its memory; while it communicated and did neither; when its last node ended */
typedef struct
{
  HdTime computed;
  HdTime exposed;
  HdTime end;
} HdChakraTimes;

/** hd_chakra_run_new: @plan is borrowed. Lane class r is what rank r computes, n + r what it communicates, for n ranks */
HdChakraRun *hd_chakra_run_new (const HdChakraPlan *plan);
void hd_chakra_run_free (HdChakraRun *self);
void hd_chakra_run_get_times (const HdChakraRun *self,
                              guint32 rank,
                              HdChakraTimes *out_times);
/** hd_chakra_run_get_n_parts_ended: computations, their traffic and accesses: each was one round of the network */
guint64 hd_chakra_run_get_n_parts_ended (const HdChakraRun *self);

extern const HdCarrierClass hd_chakra_run_carrier;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraRun, hd_chakra_run_free)

G_END_DECLS
