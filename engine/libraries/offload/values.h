/* values.h: what members of a collective operation have, and what they must have in the end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "plan.h"
#include "reduction.h"

/** ValuesKind: VALUES_WHOLE: whole numbers, whose sums are exact in any order; VALUES_CANCELLING: 1e16, 1, -1e16 and 3.14159 in turn, whose sum depends on the order */
typedef enum { VALUES_WHOLE, VALUES_CANCELLING } ValuesKind;

/** values_get: element @i of what @rank brings to @task */
double values_get (ValuesKind kind,
                   uint32_t task,
                   uint32_t rank,
                   uint64_t i);
/** values_fill: elements @low to @high - 1 */
void values_fill (ValuesKind kind,
                  uint32_t task,
                  uint32_t rank,
                  uint64_t low,
                  uint64_t high,
                  double *out);
/** values_check: whether @values, elements @low to @high - 1, of VALUES_WHOLE, are the result of @group. Returns 0 with the first that is not, and what it should be */
int values_check (const PlanGroup *group,
                  ReductionOperation reduction,
                  uint32_t task,
                  uint64_t low,
                  uint64_t high,
                  const double *values,
                  uint64_t *out_element,
                  double *out_expected);
