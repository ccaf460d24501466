/* hd-workload-orders.h: the collectives of a design, for the packet network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-problem.h>

#include "hd-collectives.h"

G_BEGIN_DECLS

/**
 * hd_workload_order_collectives:
 *
 * Each workload must be a collective; all go on at once. One that cannot have its tree and may fall back is a warning.
 *
 * Returns: (nullable): %NULL if something is wrong, which is in @problems then
 */
HdCollectives *hd_workload_order_collectives (HdDesign *design,
                                              HdProblemList *problems);

G_END_DECLS
