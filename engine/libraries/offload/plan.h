/* plan.h: collective operations as what each member does, one thing after the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A member sends elements low to high - 1 of its running values to another, or takes such in: it adds them to its own (or what else the operation is), or puts them in
 * their place. The k-th thing that a sends b is the k-th that b takes in from a.
 *
 * Where the number of members is no power of two, odd ones of the first 2 (P - p), p being the largest power below, hand all that they have to the one before them, and
 * get the result from there in the end.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum { PLAN_BROADCAST, PLAN_REDUCE, PLAN_ALL_REDUCE, PLAN_BARRIER, PLAN_N_OPERATIONS } PlanOperation;

/** PlanAlgorithm: PLAN_HALVING: vector halving and distance doubling, then a binomial gathering (reduce) or its reverse (all-reduce: Rabenseifner's) */
typedef enum { PLAN_BINOMIAL, PLAN_DOUBLE_TREE, PLAN_DISSEMINATION, PLAN_HALVING, PLAN_RECURSIVE_DOUBLING, PLAN_RING, PLAN_N_ALGORITHMS } PlanAlgorithm;

#define PLAN_MOST_MEMBERS (UINT32_C (1) << 24)

/**
 * PlanGroup: what is to be done, the same at all members
 * @n: members; @root: of a broadcast or a reduction
 * @n_elements: of the vector
 * @tree: 0 or 1, of PLAN_DOUBLE_TREE, each of which is a plan of its own; else 0
 * @n_segments: of PLAN_DOUBLE_TREE: pieces that follow each other down the tree
 */
typedef struct
{
  PlanOperation operation;
  PlanAlgorithm algorithm;
  uint32_t n, root;
  uint64_t n_elements;
  uint32_t tree, n_segments;
} PlanGroup;

typedef enum { PLAN_SEND, PLAN_COMBINE, PLAN_REPLACE } PlanKind;

typedef struct
{
  PlanKind kind;
  uint32_t peer;
  uint64_t low, high;
} PlanStep;

/** Plan: @steps: (array length=n) (owned) */
typedef struct
{
  PlanStep *steps;
  size_t n, room;
} Plan;

/** plan_can: whether @algorithm does @operation */
int plan_can (PlanOperation operation,
              PlanAlgorithm algorithm);
/** plan_make: what @rank does, in place of what @self holds, which may be nothing. Returns 0 if there is no memory */
int plan_make (Plan *self,
               const PlanGroup *group,
               uint32_t rank);
void plan_clear (Plan *self);
