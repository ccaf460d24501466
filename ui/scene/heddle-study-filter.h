/* heddle-study-filter.h: which points of a study are wanted, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleStudyFilter:
 *
 * Conditions with spaces or commas between them, all of which a point is to meet: "bandwidth>=2GB/s", "time<1ms", "latency=5us" by part of a factor's or metric's name, in
 * any case, with <, <=, >, >=, =, !=; or a word that is part of what a factor says.
 */
typedef struct _HeddleStudyFilter HeddleStudyFilter;

/** heddle_study_filter_new: (nullable): %NULL for all points; @out_bad: (out) (transfer full) (nullable): a condition that means nothing, and is left out */
HeddleStudyFilter *heddle_study_filter_new (HdStudyTable *table,
                                            const char *text,
                                            char **out_bad);
void heddle_study_filter_free (HeddleStudyFilter *self);
/** heddle_study_filter_accepts: a point without a metric that is compared is not wanted */
gboolean heddle_study_filter_accepts (HeddleStudyFilter *self,
                                      HdStudyTable *table,
                                      guint32 point);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleStudyFilter, heddle_study_filter_free)

G_END_DECLS
