/* sequence.c: what a member does as a sequence of descriptors
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "sequence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define NOBODY UINT32_MAX

/* Where in a peer's plan what it is sent arrives. What a ring sends goes all to one peer, so that its plan is made, and gone through, once. */
typedef struct
{
  const PlanGroup *group;
  uint32_t rank, peer;
  Plan plan;
  size_t at;      /* step of the plan */
  uint32_t taken; /* messages before it */
} Arrivals;

/* The next that @self's peer takes in from the rank, NULL at the end. */
static const PlanStep *
find_next (Arrivals *self,
           uint32_t *out_number)
{
  for (; self->at < self->plan.n; self->at++)
    {
      const PlanStep *step = &self->plan.steps[self->at];

      if (step->kind == PLAN_SEND)
        continue;
      *out_number = self->taken++;
      if (step->peer == self->rank)
        {
          self->at++;
          return step;
        }
    }
  return NULL;
}

/* The step with which the peer of step @at of @plan takes it in, and how many messages it has taken in before. */
static const PlanStep *
find_arrival (Arrivals *self,
              const Plan *plan,
              size_t at,
              uint32_t *out_number)
{
  const PlanStep *step;

  if (self->peer == plan->steps[at].peer)
    return find_next (self, out_number);
  self->peer = plan->steps[at].peer;
  self->at = 0;
  self->taken = 0;
  if (!plan_make (&self->plan, self->group, self->peer))
    return NULL;
  for (size_t i = 0; i < at; i++)
    if (plan->steps[i].kind == PLAN_SEND && plan->steps[i].peer == self->peer)
      find_next (self, out_number);
  step = find_next (self, out_number);
  return step;
}

static void
add (Sequence *self,
     const SequenceNames *names,
     uint32_t taken,
     SequenceRange range)
{
  Fields *descriptor = &self->descriptors[self->n];

  *descriptor = (Fields){ 0 };
  descriptor->at[FIELD_JOB] = names->job;
  descriptor->at[FIELD_SOURCE_PORT] = descriptor->at[FIELD_TARGET_PORT] = names->port;
  descriptor->at[FIELD_COLLECTIVE] = 1;
  descriptor->at[FIELD_HEAD] = self->n == 0;
  descriptor->at[FIELD_COUNT] = taken;
  descriptor->at[FIELD_OPERATION] = names->operation;
  descriptor->at[FIELD_TYPE] = names->type;
  descriptor->at[FIELD_PULSE] = names->pulse;
  self->ranges[self->n++] = range;
}

static void
add_send (Sequence *self,
          const SequenceNames *names,
          uint32_t taken,
          const PlanStep *step,
          const PlanStep *arrival,
          uint32_t number,
          int is_end)
{
  uint64_t bytes = (step->high - step->low) * sizeof (double);
  Fields *descriptor = &self->descriptors[self->n];

  add (self, names, taken, (SequenceRange){ step->low, step->high });
  descriptor->at[FIELD_SEQUENCE] = number;
  descriptor->at[FIELD_NODE] = step->peer;
  descriptor->at[FIELD_TRIGGERS] = 1;
  descriptor->at[FIELD_REDUCE] = arrival->kind == PLAN_COMBINE;
  descriptor->at[FIELD_SWAP_REMOTE_DATA] = arrival->kind == PLAN_REPLACE;
  descriptor->at[FIELD_END] = is_end;
  descriptor->at[FIELD_LENGTH] = bytes <= fields_maximum (FIELD_LENGTH) ? (uint32_t) bytes : 0;
}

static int
count_sources (const Sequence *self)
{
  int n = 0;

  for (uint32_t i = 0; i < self->n_wanted; i++)
    {
      uint32_t before = 0;

      while (self->wanted[before].rank != self->wanted[i].rank)
        before++;
      n += before == i;
    }
  return n;
}

static int
read_plan (Sequence *self,
           const Plan *plan,
           Arrivals *arrivals,
           uint32_t part,
           const SequenceNames *names)
{
  uint32_t taken = 0, number = 0;

  for (size_t i = 0; i < plan->n; i++)
    {
      const PlanStep *step = &plan->steps[i], *arrival;

      if (step->kind != PLAN_SEND)
        {
          if (taken / TRIGGER_MOST == part)
            self->wanted[self->n_wanted++] = (SequenceWanted){ step->peer, step->low, step->high, step->kind == PLAN_COMBINE };
          taken++;
          continue;
        }
      arrival = find_arrival (arrivals, plan, i, &number);
      if (arrival == NULL)
        return 0;
      if (number / TRIGGER_MOST == part)
        add_send (self, names, taken - part * TRIGGER_MOST, step, arrival, number % TRIGGER_MOST, arrivals->at == arrivals->plan.n);
    }
  self->n_parts = taken > TRIGGER_MOST ? (taken + TRIGGER_MOST - 1) / TRIGGER_MOST : 1;
  return 1;
}

int
sequence_make (Sequence *self,
               const PlanGroup *group,
               uint32_t rank,
               uint32_t part,
               const SequenceNames *names,
               char *why,
               size_t n_why)
{
  Arrivals arrivals = { .group = group, .rank = rank, .peer = NOBODY };
  Plan plan = { 0 };
  int is_made;

  *self = (Sequence){ 0 };
  is_made = plan_make (&plan, group, rank);
  if (is_made)
    {
      self->descriptors = calloc (plan.n + 1, sizeof *self->descriptors);
      self->ranges = calloc (plan.n + 1, sizeof *self->ranges);
      is_made = self->descriptors != NULL && self->ranges != NULL && read_plan (self, &plan, &arrivals, part, names);
    }
  plan_clear (&plan);
  plan_clear (&arrivals.plan);
  if (!is_made)
    {
      snprintf (why, n_why, "there is no memory for a sequence of descriptors");
      return 0;
    }
  if (self->n_wanted > 0 && (self->n == 0 || self->descriptors[self->n - 1].at[FIELD_COUNT] < self->n_wanted))
    add (self, names, self->n_wanted, (SequenceRange){ 0, 0 });
  if (self->n > 0)
    self->descriptors[self->n - 1].at[FIELD_TAIL] = 1;
  if (count_sources (self) <= (int) SEQUENCE_MOST_SOURCES)
    return 1;
  snprintf (why, n_why, "TOO_MANY_SOURCES %d > %u", count_sources (self), SEQUENCE_MOST_SOURCES);
  return 0;
}

void
sequence_clear (Sequence *self)
{
  free (self->descriptors);
  free (self->ranges);
  *self = (Sequence){ 0 };
}
