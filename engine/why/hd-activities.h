/* hd-activities.h: what components say that their parts were at
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-why.h>

G_BEGIN_DECLS

/**
 * hd_activities_find:
 *
 * Of each type of components of the design that says so (%HD_FIGURE_ACTIVITY), what its parts were at in the run, the longest first; apart for a few instances side by side.
 * O(nodes x activities), and a metric for each of as many components as have figures of their own.
 *
 * Returns: (element-type HdActivityShare) (transfer full): empty if there is none
 */
GArray *hd_activities_find (HdRecord *record);

/** hd_activities_dup_sentence: (nullable): translated: what they were mostly at: "Engines: Issue 57 %, Idle 20 %, Wait for room 11 %." */
char *hd_activities_dup_sentence (const GArray *activities);

G_END_DECLS
