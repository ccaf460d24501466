/* plan.c: collective operations as what each member does, one thing after the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "plan.h"

#include <stdlib.h>

#define NOBODY UINT32_MAX
#define MOST_LEVELS 32

/* A plan that is being made. Members are numbered from the root on; @is_short: there was no memory. */
typedef struct
{
  Plan *plan;
  const PlanGroup *group;
  uint32_t v; /* number of the member */
  int is_short;
} Maker;

static void
add (Maker *self,
     PlanKind kind,
     uint32_t v,
     uint64_t low,
     uint64_t high)
{
  Plan *plan = self->plan;

  if (plan->n == plan->room)
    {
      size_t room = plan->room > 0 ? 2 * plan->room : 16;
      PlanStep *steps = realloc (plan->steps, room * sizeof *steps);

      if (steps == NULL)
        {
          self->is_short = 1;
          return;
        }
      plan->steps = steps;
      plan->room = room;
    }
  plan->steps[plan->n++] = (PlanStep){ kind, (uint32_t) (((uint64_t) v + self->group->root) % self->group->n), low, high };
}

static uint32_t
get_power_below (uint32_t n)
{
  uint32_t power = 1;

  while (power <= n / 2)
    power *= 2;
  return power;
}

/* ---- trees ----------------------------------------------------------------------------------------------------------- */

static void
broadcast_binomial (Maker *self)
{
  uint64_t m = self->group->n_elements;
  uint32_t width = self->v != 0 ? self->v & -self->v : 2 * get_power_below (self->group->n);

  if (self->v != 0)
    add (self, PLAN_REPLACE, self->v - width, 0, m);
  for (uint32_t w = width / 2; w > 0; w /= 2)
    if (self->v + w < self->group->n)
      add (self, PLAN_SEND, self->v + w, 0, m);
}

static void
reduce_binomial (Maker *self)
{
  uint64_t m = self->group->n_elements;

  for (uint32_t w = 1; w < self->group->n; w *= 2)
    {
      if ((self->v & w) != 0)
        {
          add (self, PLAN_SEND, self->v - w, 0, m);
          return;
        }
      if (self->v + w < self->group->n)
        add (self, PLAN_COMBINE, self->v + w, 0, m);
    }
}

/* Of the complete tree over labels low to high, in their order: the root splits off the largest power of two that they have. */
static uint32_t
get_tree_root (uint32_t low,
               uint32_t high)
{
  return low - 1 + get_power_below (high - low + 1);
}

/* Where @x hangs in the tree over labels 1 to @n: its parent, 0 at the root, and its children. */
static void
find_place (uint32_t n,
            uint32_t x,
            uint32_t *out_parent,
            uint32_t out_children[2])
{
  uint32_t low = 1, high = n, at = get_tree_root (low, high);

  *out_parent = 0;
  while (at != x)
    {
      *out_parent = at;
      if (x < at)
        high = at - 1;
      else
        low = at + 1;
      at = get_tree_root (low, high);
    }
  out_children[0] = at > low ? get_tree_root (low, at - 1) : NOBODY;
  out_children[1] = at < high ? get_tree_root (at + 1, high) : NOBODY;
}

/* The second tree is the first with other labels, so that each member has children in one of them at most. */
static uint32_t
relabel (uint32_t n,
         uint32_t tree,
         uint32_t x,
         int is_back)
{
  if (tree == 0 || x == 0 || x == NOBODY)
    return x;
  if (n % 2 == 0)
    return n + 1 - x;
  return is_back ? (x + n - 2) % n + 1 : x % n + 1;
}

static void
broadcast_double_tree (Maker *self)
{
  const PlanGroup *group = self->group;
  uint64_t half = group->n_elements / 2, low = group->tree == 0 ? 0 : half, length = group->tree == 0 ? half : group->n_elements - half;
  uint32_t parent = NOBODY, children[2] = { NOBODY, NOBODY }, n = group->n - 1;

  if (n == 0)
    return;
  if (self->v == 0)
    children[0] = get_tree_root (1, n);
  else
    find_place (n, relabel (n, group->tree, self->v, 1), &parent, children);
  for (uint32_t i = 0; i < group->n_segments; i++)
    {
      uint64_t from = low + length * i / group->n_segments, to = low + length * (i + 1) / group->n_segments;

      if (parent != NOBODY)
        add (self, PLAN_REPLACE, relabel (n, group->tree, parent, 0), from, to);
      for (unsigned child = 0; child < 2; child++)
        if (children[child] != NOBODY)
          add (self, PLAN_SEND, relabel (n, group->tree, children[child], 0), from, to);
    }
}

/* ---- exchanges ------------------------------------------------------------------------------------------------------- */

static void
dissemination (Maker *self)
{
  uint32_t n = self->group->n;

  for (uint64_t distance = 1; distance < n; distance *= 2)
    {
      add (self, PLAN_SEND, (uint32_t) ((self->v + distance) % n), 0, 0);
      add (self, PLAN_REPLACE, (uint32_t) ((self->v + n - distance) % n), 0, 0);
    }
}

static void
ring (Maker *self)
{
  uint64_t m = self->group->n_elements;
  uint32_t n = self->group->n, right = (self->v + 1) % n, left = (self->v + n - 1) % n;

#define CHUNK(i) m * ((self->v + 2 * (uint64_t) n + (i)) % n) / n, m * ((self->v + 2 * (uint64_t) n + (i)) % n + 1) / n
  for (uint32_t t = 0; t + 1 < n; t++)
    {
      add (self, PLAN_SEND, right, CHUNK (-(uint64_t) t));
      add (self, PLAN_COMBINE, left, CHUNK (-(uint64_t) t - 1));
    }
  for (uint32_t t = 0; t + 1 < n; t++)
    {
      add (self, PLAN_SEND, right, CHUNK (1 - (uint64_t) t));
      add (self, PLAN_REPLACE, left, CHUNK (-(uint64_t) t));
    }
#undef CHUNK
}

/* Those that stay when the number is no power of two have new numbers. */
typedef struct
{
  uint32_t power, rest, number;
} Folded;

/* Returns 0 if the member is out until the end. */
static int
fold (Maker *self,
      Folded *out)
{
  uint64_t m = self->group->n_elements;

  out->power = get_power_below (self->group->n);
  out->rest = self->group->n - out->power;
  out->number = self->v < 2 * out->rest ? self->v / 2 : self->v - out->rest;
  if (self->v >= 2 * out->rest)
    return 1;
  if (self->v % 2 == 1)
    {
      add (self, PLAN_SEND, self->v - 1, 0, m);
      if (self->group->operation == PLAN_ALL_REDUCE)
        add (self, PLAN_REPLACE, self->v - 1, 0, m);
      return 0;
    }
  add (self, PLAN_COMBINE, self->v + 1, 0, m);
  return 1;
}

static void
unfold (Maker *self,
        const Folded *folded)
{
  if (self->v < 2 * folded->rest && self->group->operation == PLAN_ALL_REDUCE)
    add (self, PLAN_SEND, self->v + 1, 0, self->group->n_elements);
}

static uint32_t
get_member (const Folded *folded,
            uint32_t number)
{
  return number < folded->rest ? 2 * number : number + folded->rest;
}

static void
recursive_doubling (Maker *self)
{
  uint64_t m = self->group->n_elements;
  Folded folded;

  if (!fold (self, &folded))
    return;
  for (uint32_t distance = 1; distance < folded.power; distance *= 2)
    {
      add (self, PLAN_SEND, get_member (&folded, folded.number ^ distance), 0, m);
      add (self, PLAN_COMBINE, get_member (&folded, folded.number ^ distance), 0, m);
    }
  unfold (self, &folded);
}

/* Halves are given away, to those whose numbers differ in one bit, from the lowest on; then what was gathered is given back, or to the root alone. */
static void
halving (Maker *self)
{
  uint64_t low = 0, high = self->group->n_elements, lows[MOST_LEVELS], highs[MOST_LEVELS];
  uint32_t level = 0;
  Folded folded;

  if (!fold (self, &folded))
    return;
  for (uint32_t distance = 1; distance < folded.power; distance *= 2, level++)
    {
      uint32_t partner = get_member (&folded, folded.number ^ distance);
      uint64_t middle = low + (high - low) / 2;
      int is_lower = (folded.number & distance) == 0;

      lows[level] = low;
      highs[level] = high;
      add (self, PLAN_SEND, partner, is_lower ? middle : low, is_lower ? high : middle);
      if (is_lower)
        high = middle;
      else
        low = middle;
      add (self, PLAN_COMBINE, partner, low, high);
    }
  for (uint32_t distance = folded.power / 2; distance > 0; distance /= 2)
    {
      uint32_t partner = get_member (&folded, folded.number ^ distance);
      int is_lower = (folded.number & distance) == 0;

      level--;
      if (self->group->operation == PLAN_ALL_REDUCE || !is_lower)
        add (self, PLAN_SEND, partner, low, high);
      if (self->group->operation == PLAN_REDUCE && !is_lower)
        return;
      add (self, PLAN_REPLACE, partner, is_lower ? high : lows[level], is_lower ? highs[level] : low);
      low = lows[level];
      high = highs[level];
    }
  unfold (self, &folded);
}

/* ---- plans ----------------------------------------------------------------------------------------------------------- */

static void (*const makers[PLAN_N_OPERATIONS][PLAN_N_ALGORITHMS]) (Maker *self) = {
  [PLAN_BROADCAST] = { [PLAN_BINOMIAL] = broadcast_binomial, [PLAN_DOUBLE_TREE] = broadcast_double_tree },
  [PLAN_REDUCE] = { [PLAN_BINOMIAL] = reduce_binomial, [PLAN_HALVING] = halving },
  [PLAN_ALL_REDUCE] = { [PLAN_HALVING] = halving, [PLAN_RECURSIVE_DOUBLING] = recursive_doubling, [PLAN_RING] = ring },
  [PLAN_BARRIER] = { [PLAN_DISSEMINATION] = dissemination },
};

int
plan_can (PlanOperation operation,
          PlanAlgorithm algorithm)
{
  return makers[operation][algorithm] != NULL;
}

int
plan_make (Plan *self,
           const PlanGroup *group,
           uint32_t rank)
{
  Maker maker = { self, group, (rank + group->n - group->root) % group->n, 0 };

  self->n = 0;
  makers[group->operation][group->algorithm](&maker);
  return !maker.is_short;
}

void
plan_clear (Plan *self)
{
  free (self->steps);
  *self = (Plan){ 0 };
}
