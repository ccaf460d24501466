/* heddle-lane-states.h: what traced components are at, at a moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-scene.h"

G_BEGIN_DECLS

/**
 * HeddleLaneState: one lane of a component that acts and that the run traces
 * @node: of the record's design
 * @lane: of the record
 * @kind: %HEDDLE_CELL_IDLE if nothing was told of the moment
 * @activity: what it is called, until the record is freed; %NULL of what is idle
 */
typedef struct
{
  guint32 node;
  guint lane;
  HeddleCellKind kind;
  const char *activity;
} HeddleLaneState;

/** heddle_lane_states_read: (transfer full) (element-type HeddleLaneState): by node, then by lane. What is told later than it is done is not among them. O(lanes x log spans) */
GArray *heddle_lane_states_read (HdRecord *record,
                                 HdTime moment);
/** heddle_lane_states_dup_words: "3 Issue, 2 Wait for meters, 3 idle", of those of @node, or %NULL if there are none */
char *heddle_lane_states_dup_words (const GArray *states,
                                    guint32 node);

G_END_DECLS
