/* hd-collective-values.h: what members give to a collective, and what they must get
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-tree-cost.h>

G_BEGIN_DECLS

/**
 * HdCollectiveValues:
 * @base: (array length=n_ranks*n_elements): rank major, before the repeat's factor
 * @sums: (array length=n_elements): of @base over ranks
 *
 * Vectors of whole numbers, as doubles: sums are exact below 2^53, so that what must come out is known without repeating how it was added.
 * Long vectors are stood for by some of their elements.
 */
typedef struct
{
  HdTreeOperation operation;
  guint32 n_ranks;
  guint32 n_elements;
  double *base;
  double *sums;
} HdCollectiveValues;

void hd_collective_values_init (HdCollectiveValues *self,
                                HdTreeOperation operation,
                                guint32 n_ranks,
                                guint64 bytes);
void hd_collective_values_clear (HdCollectiveValues *self);
/** hd_collective_values_fill: (array length=n_elements): what @rank gives */
void hd_collective_values_fill (const HdCollectiveValues *self,
                                guint32 rank,
                                guint32 repeat,
                                double *out_values);
/**
 * hd_collective_values_check:
 * @result: (array length=n_elements): of a rank that gets one
 *
 * Returns: whether it is what the operation's definition says
 */
gboolean hd_collective_values_check (const HdCollectiveValues *self,
                                     guint32 repeat,
                                     const double *result,
                                     guint32 *out_element,
                                     double *out_expected);

G_END_DECLS
