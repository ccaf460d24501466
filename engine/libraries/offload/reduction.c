/* reduction.c: values of packets become one
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "reduction.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define VALUE_BYTES 8

int
reduction_check (uint32_t operation,
                 uint32_t type,
                 size_t size,
                 char *why,
                 size_t n_why)
{
  if (operation >= REDUCTION_N_OPERATIONS || type >= REDUCTION_N_TYPES)
    {
      snprintf (why, n_why, "BAD_OP op=%" PRIu32 " dtype=%" PRIu32 "; op is 0 to %d, dtype 0 to %d", operation, type, REDUCTION_N_OPERATIONS - 1, REDUCTION_N_TYPES - 1);
      return 0;
    }
  if (size % VALUE_BYTES != 0)
    {
      snprintf (why, n_why, "LENGTH_MISMATCH want a multiple of %d got %zu", VALUE_BYTES, size);
      return 0;
    }
  return 1;
}

static double
reduce_double (ReductionOperation operation,
               double a,
               double b)
{
  switch (operation)
    {
    case REDUCTION_SUM:
      return a + b;
    case REDUCTION_PRODUCT:
      return a * b;
    case REDUCTION_MINIMUM:
      return b < a ? b : a;
    default:
      return b > a ? b : a;
    }
}

static int64_t
reduce_integer (ReductionOperation operation,
                int64_t a,
                int64_t b)
{
  switch (operation)
    {
    case REDUCTION_SUM:
      return (int64_t) ((uint64_t) a + (uint64_t) b);
    case REDUCTION_PRODUCT:
      return (int64_t) ((uint64_t) a * (uint64_t) b);
    case REDUCTION_MINIMUM:
      return b < a ? b : a;
    default:
      return b > a ? b : a;
    }
}

void
reduction_apply (ReductionOperation operation,
                 ReductionType type,
                 void *values,
                 const void *operands,
                 size_t size)
{
  for (size_t at = 0; at < size; at += VALUE_BYTES)
    {
      char *value = (char *) values + at;
      const char *operand = (const char *) operands + at;

      if (type == REDUCTION_DOUBLE)
        {
          double a, b;

          memcpy (&a, value, sizeof a);
          memcpy (&b, operand, sizeof b);
          a = reduce_double (operation, a, b);
          memcpy (value, &a, sizeof a);
        }
      else
        {
          int64_t a, b;

          memcpy (&a, value, sizeof a);
          memcpy (&b, operand, sizeof b);
          a = reduce_integer (operation, a, b);
          memcpy (value, &a, sizeof a);
        }
    }
}
