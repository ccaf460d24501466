/* heddle-study-axes.h: which factor of a study is on an axis, and how its values lie there
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * heddle_study_find_axis:
 * @published: (nullable): its factors go before others, so that what it states can be laid over
 * @but: a factor that is taken, or %HD_NO_ID
 *
 * The factor that is best drawn over: quantities go before words, then many values before few, then the last one, which changes fastest. %FALSE if no other differs.
 */
gboolean heddle_study_find_axis (HdStudyPlan *plan,
                                 HdStudyPublished *published,
                                 guint but,
                                 guint *out_factor);

/**
 * HeddleStudyScale:
 * @values: of double: all that the factor may have, ascending; empty of any value of a range
 * @names: of char *, NULL-terminated: as the study writes them; %NULL where they are too many to be written along an axis
 * @is_logarithmic: they are so far apart, or so unevenly unless in their logarithms
 */
typedef struct
{
  GArray *values;
  GPtrArray *names;
  gboolean is_logarithmic;
} HeddleStudyScale;

/** heddle_study_scale_init: of a factor of quantities */
void heddle_study_scale_init (HeddleStudyScale *self,
                              HdStudyPlan *plan,
                              guint factor);
/** heddle_study_scale_clear: also one that was never set, if it is all zeros */
void heddle_study_scale_clear (HeddleStudyScale *self);
/** heddle_study_is_wide: whether from @low to @high is so many times that an axis is better logarithmic */
gboolean heddle_study_is_wide (double low,
                               double high);

G_END_DECLS
