/* hd-estimate.h: how much shorter a path gets by a change
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-path.h>

#include "hd-suspects.h"

G_BEGIN_DECLS

/**
 * hd_estimate_path:
 * @factor: by which @trial makes something better
 *
 * Each part of the path is shorter by what the change does to it: what waits for something that is faster, down to what it waits for next, of the same way or of the
 * same step; ways whose latency is less, by that. What then takes longer elsewhere is not known, so no run is faster, and most are slower.
 *
 * Returns: the share of its time that is left; NAN if that cannot be said. O(parts x what a step goes over)
 */
double hd_estimate_path (HdPath *path,
                         const HdSuspects *suspects,
                         const HdTrial *trial,
                         double factor);
/** hd_suspects_find_bound: number of the bound that a link or a node is of, or %HD_NO_ID */
guint32 hd_suspects_find_bound (const HdSuspects *self,
                                HdTargetKind kind,
                                guint32 target,
                                guint way);

G_END_DECLS
