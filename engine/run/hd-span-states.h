/* hd-span-states.h: what lanes are doing, as series of states, from spans that are told when they end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

typedef struct _HdSpanStates HdSpanStates;

/** hd_span_states_new: @lane_nodes (array length=n_lanes): node of each lane, or HD_NO_ID for communications; all are borrowed but these */
HdSpanStates *hd_span_states_new (HdDesign *design,
                                  HdRecord *record,
                                  const guint32 *lane_nodes,
                                  guint n_lanes);
void hd_span_states_free (HdSpanStates *self);
/** hd_span_states_end: in the order of ends */
void hd_span_states_end (HdSpanStates *self,
                         guint lane,
                         guint32 name,
                         HdTime start,
                         HdTime end);
/** hd_span_states_finish: nothing ends any more */
void hd_span_states_finish (HdSpanStates *self);

G_END_DECLS
