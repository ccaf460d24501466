/* hd-chakra-order.h: whether Chakra traces can run to their end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-job.h"

G_BEGIN_DECLS

/**
 * hd_chakra_order_check:
 *
 * Runs the matched traces without time: what waits then waits whatever the times are. O(nodes + dependencies).
 *
 * Errors: %HD_ERROR_DEADLOCK: names the nodes that wait, and for which ranks.
 */
gboolean hd_chakra_order_check (const HdChakraJob *job,
                                GError **error);

/**
 * hd_chakra_order_find_places:
 * @job: that hd_chakra_order_check () accepts
 * @out_places: (array length=meetings): the how many-th collective of its process group each is, from 0
 *
 * One order for all ranks in which none waits for ever: that of the first member's trace, as far as dependencies let it. O(nodes + dependencies),
 * times a logarithm for collectives.
 */
void hd_chakra_order_find_places (const HdChakraJob *job,
                                  guint32 *out_places);

G_END_DECLS
