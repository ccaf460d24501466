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

G_END_DECLS
