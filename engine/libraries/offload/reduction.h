/* reduction.h: values of packets become one
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The running value is always the first operand and the packet the second; sums of doubles are rounded after each, to nearest even. The numbers of operations and types are
 * our own decision: the source has no field for them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum { REDUCTION_SUM, REDUCTION_PRODUCT, REDUCTION_MINIMUM, REDUCTION_MAXIMUM, REDUCTION_N_OPERATIONS } ReductionOperation;
typedef enum { REDUCTION_DOUBLE, REDUCTION_INTEGER, REDUCTION_N_TYPES } ReductionType;

/** reduction_check: @operation and @type as in fields; @size bytes, 8 a value. Returns 0 with "BAD_OP ..." or "LENGTH_MISMATCH ..." in @why */
int reduction_check (uint32_t operation,
                     uint32_t type,
                     size_t size,
                     char *why,
                     size_t n_why);
/** reduction_apply: @operands, @size bytes, into @values, as reduction_check () permits. Integers have 64 bits, and wrap; a comparison with what is no number keeps the value */
void reduction_apply (ReductionOperation operation,
                      ReductionType type,
                      void *values,
                      const void *operands,
                      size_t size);
