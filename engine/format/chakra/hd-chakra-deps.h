/* hd-chakra-deps.h: who waits for whom in a Chakra trace
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-rank.h"

G_BEGIN_DECLS

/**
 * hd_chakra_deps_resolve:
 * @rank: gets first_out and out
 * @deps: ids, those of one node after those of the node before
 *
 * Errors: %HD_ERROR_NAME for an id that two nodes have, and for one that no node has; %HD_ERROR_DEADLOCK for a circle; each with file, record and node;
 * %HD_ERROR_CANCELLED by the thread's current #GCancellable.
 */
gboolean hd_chakra_deps_resolve (HdChakraRank *rank,
                                 const guint64 *deps,
                                 const HdNamePool *names,
                                 GError **error);

G_END_DECLS
