/* hd-chakra-carrier.h: carries Chakra traces on the flow network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-carrier.h"
#include "hd-chakra-plan.h"

G_BEGIN_DECLS

typedef struct _HdChakraCarrier HdChakraCarrier;

/** HdChakraTimes: of one rank: while it computed or used its memory; while it communicated and did neither; when its last node ended */
typedef struct
{
  HdTime computed;
  HdTime exposed;
  HdTime end;
} HdChakraTimes;

/** hd_chakra_carrier_new: @plan is borrowed. Lane class r is what rank r computes, n + r what it communicates, for n ranks */
HdChakraCarrier *hd_chakra_carrier_new (const HdChakraPlan *plan);
void hd_chakra_carrier_free (HdChakraCarrier *self);
void hd_chakra_carrier_get_times (const HdChakraCarrier *self,
                                  guint32 rank,
                                  HdChakraTimes *out_times);
/** hd_chakra_carrier_get_n_parts_ended: computations, their traffic and accesses: each was one round of the network */
guint64 hd_chakra_carrier_get_n_parts_ended (const HdChakraCarrier *self);

extern const HdCarrierClass hd_chakra_carrier_class;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraCarrier, hd_chakra_carrier_free)

G_END_DECLS
