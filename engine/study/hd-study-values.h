/* hd-study-values.h: the values that a factor takes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-plan.h>
#include <heddle/hd-sweep.h>

G_BEGIN_DECLS

/**
 * HdStudyValues:
 * @texts, @numbers: (array length=n): a list, or steps from the first value to the last
 * @n: 0 if it is any value of @range
 * @range: where there is one; its unit is that of a list of quantities, too
 */
typedef struct
{
  char **texts;
  double *numbers;
  guint n;
  gboolean is_word;
  HdSweepRange range;
} HdStudyValues;

/**
 * hd_study_values_init:
 * @factor: an object of kind %HD_OBJECT_FACTOR
 * @is_whole: of a variable that takes whole numbers alone
 * @is_drawn: points are drawn, so that there need not be steps
 * @is_paired: a list may say a value more than once
 * @out_attribute: the one at fault, where one is
 *
 * Errors: what is wrong, without a place.
 */
gboolean hd_study_values_init (HdStudyValues *self,
                               const HdObject *factor,
                               gboolean is_whole,
                               gboolean is_drawn,
                               gboolean is_paired,
                               const char **out_attribute,
                               GError **error);
void hd_study_values_clear (HdStudyValues *self);
/** hd_study_values_get: of a list, the one at @index */
void hd_study_values_get (const HdStudyValues *self,
                          guint index,
                          HdStudyValue *out_value);
/** hd_study_values_draw: at a coordinate from 0 up to 1 */
void hd_study_values_draw (const HdStudyValues *self,
                           double share,
                           HdStudyValue *out_value);

G_END_DECLS
