/* heddle-span-set.h: some spans of a record: those that a search found, or those on a path
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-span-index.h"

G_BEGIN_DECLS

/** HeddleSpanSet: a GArray of guint64, ids in ascending order, each once */

/** heddle_span_set_contains: @set is nullable */
gboolean heddle_span_set_contains (GArray *set,
                                   guint64 id);
/** heddle_span_set_find: how many ids of @set are below @id */
guint heddle_span_set_find (GArray *set,
                            guint64 id);
/** heddle_span_set_sort: makes a set of ids in any order */
void heddle_span_set_sort (GArray *ids);

/** HEDDLE_SEARCH_MAX: spans that a search holds; the rest is not counted */
#define HEDDLE_SEARCH_MAX 100000

/**
 * heddle_span_search:
 * @lanes: (array length=n_lanes): where to look, ascending
 * @text: part of a name, in any case
 *
 * Returns: (transfer full): the set of spans whose name has @text in it, at most %HEDDLE_SEARCH_MAX
 */
GArray *heddle_span_search (HdRecord *record,
                            const guint *lanes,
                            guint n_lanes,
                            const char *text);
/**
 * heddle_span_set_step:
 * @from: where to start, or HD_NO_SPAN for the beginning
 *
 * Returns: the span of @set that begins next after @from (before it), around the end to the other; HD_NO_SPAN if the set is empty
 */
guint64 heddle_span_set_step (GArray *set,
                              HeddleSpanIndex *index,
                              guint64 from,
                              gboolean forward);

G_END_DECLS
