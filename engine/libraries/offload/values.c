/* values.c: what members of a collective operation have, and what they must have in the end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A whole number is the sum of one that the rank has and one that the element has, so that what all ranks together have is known for each element without a look at all
 * of them, and both a rank that is left out and an element at another's place show.
 */
#include "values.h"

#define LESS_THAN (1 << 20)
#define OF_ELEMENTS UINT64_C (0x5bd1e995)

static uint64_t
mix (uint64_t x)
{
  x = (x ^ x >> 31) * UINT64_C (0x9e3779b97f4a7c15);
  x = (x ^ x >> 29) * UINT64_C (0xd6e8feb86659fd93);
  return x ^ x >> 32;
}

static double
get_of_rank (uint32_t task,
             uint32_t rank)
{
  return (double) (mix ((uint64_t) task << 32 | rank) % LESS_THAN);
}

static double
get_of_element (uint32_t task,
                uint64_t i)
{
  return (double) (mix (i * OF_ELEMENTS + task) % LESS_THAN);
}

double
values_get (ValuesKind kind,
            uint32_t task,
            uint32_t rank,
            uint64_t i)
{
  static const double cancelling[] = { 1e16, 1, -1e16, 3.14159 };

  if (kind == VALUES_CANCELLING)
    return cancelling[(rank + i) % 4];
  return get_of_rank (task, rank) + get_of_element (task, i);
}

void
values_fill (ValuesKind kind,
             uint32_t task,
             uint32_t rank,
             uint64_t low,
             uint64_t high,
             double *out)
{
  for (uint64_t i = low; i < high; i++)
    out[i - low] = values_get (kind, task, rank, i);
}

/* What ranks bring, taken together, and how often that of the element goes in. */
static double
gather (const PlanGroup *group,
        ReductionOperation reduction,
        uint32_t task,
        double *out_times)
{
  double all = get_of_rank (task, group->operation == PLAN_BROADCAST ? group->root : 0);

  *out_times = 1;
  if (group->operation == PLAN_BROADCAST)
    return all;
  for (uint32_t r = 1; r < group->n; r++)
    {
      double value = get_of_rank (task, r);

      if (reduction == REDUCTION_SUM)
        all += value;
      else if (reduction == REDUCTION_MINIMUM ? value < all : value > all)
        all = value;
    }
  *out_times = reduction == REDUCTION_SUM ? group->n : 1;
  return all;
}

int
values_check (const PlanGroup *group,
              ReductionOperation reduction,
              uint32_t task,
              uint64_t low,
              uint64_t high,
              const double *values,
              uint64_t *out_element,
              double *out_expected)
{
  double times, all = gather (group, reduction, task, &times);

  for (uint64_t i = low; i < high; i++)
    {
      *out_expected = all + times * get_of_element (task, i);
      *out_element = i;
      if (values[i - low] != *out_expected)
        return 0;
    }
  return 1;
}
