/* heddle-span-index.h: the spans of a record's lanes at any scale
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-timeline-painter.h"

G_BEGIN_DECLS

/** HeddleSpanIndex: what a picture of a lane needs, read on from the record as it grows; never looks at a span twice */
typedef struct _HeddleSpanIndex HeddleSpanIndex;

HeddleSpanIndex *heddle_span_index_new (HdRecord *record);
void heddle_span_index_free (HeddleSpanIndex *self);

/** Spans are named by their lane and their place in it. */
#define HEDDLE_SPAN_LANE_SHIFT 40

static inline guint64
heddle_span_id (guint lane,
                guint64 index)
{
  return (guint64) lane << HEDDLE_SPAN_LANE_SHIFT | index;
}

static inline guint
heddle_span_id_get_lane (guint64 id)
{
  return (guint) (id >> HEDDLE_SPAN_LANE_SHIFT);
}

static inline guint64
heddle_span_id_get_index (guint64 id)
{
  return id & ((G_GUINT64_CONSTANT (1) << HEDDLE_SPAN_LANE_SHIFT) - 1);
}

/** heddle_span_index_peek: the span @id; until the record is freed */
const HdSpan *heddle_span_index_peek (HeddleSpanIndex *self,
                                      guint64 id);
/** heddle_span_index_fill: what is painted of span @id */
void heddle_span_index_fill (HeddleSpanIndex *self,
                             guint64 id,
                             HeddleTimelineSpan *out_span);
/**
 * heddle_span_index_collect:
 * @narrow: groups of spans that are no longer than this are taken together: as one span for each kind, as long as it was busy, with the id
 *   HD_NO_SPAN
 * @spans: (element-type HeddleTimelineSpan): appended to, in order of begin
 *
 * What @lane did from @begin to @end. O((@end - @begin) / @narrow), times logarithms, whatever the number of spans.
 *
 * Returns: whether any were taken together
 */
gboolean heddle_span_index_collect (HeddleSpanIndex *self,
                                    guint lane,
                                    HdTime begin,
                                    HdTime end,
                                    HdTime narrow,
                                    GArray *spans);
/** heddle_span_index_collect_open: what @lane is at, up to the present, with the id HD_NO_SPAN; appended to @spans */
void heddle_span_index_collect_open (HeddleSpanIndex *self,
                                     guint lane,
                                     HdTime begin,
                                     HdTime end,
                                     GArray *spans);
/** heddle_span_index_find: the span of @lane under way at @time, or the next one; HD_NO_SPAN if there is none */
guint64 heddle_span_index_find (HeddleSpanIndex *self,
                                guint lane,
                                HdTime time);
/** heddle_span_index_find_last: the span that ended last of all */
guint64 heddle_span_index_find_last (HeddleSpanIndex *self);
/** heddle_span_index_get_cause: the span that released @id, or HD_NO_SPAN */
guint64 heddle_span_index_get_cause (HeddleSpanIndex *self,
                                     guint64 id);
/** heddle_span_index_describe: kind, length, step and peer in words */
char *heddle_span_index_describe (HeddleSpanIndex *self,
                                  guint64 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleSpanIndex, heddle_span_index_free)

G_END_DECLS
