/* exchange.c: what members of a communicator have of the vector of their first task, for those who look at it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "exchange.h"

#include <math.h>

#define MOST_PIECES 64u

static const char *const titles[][PLAN_N_OPERATIONS] = {
  [EXCHANGE_IN_CARDS] = { N_("Broadcast, in network cards"), N_("Reduce, in network cards"), N_("All-reduce, in network cards"), N_("Barrier, in network cards") },
  [EXCHANGE_IN_SOFTWARE] = { N_("Broadcast, in software"), N_("Reduce, in software"), N_("All-reduce, in software"), N_("Barrier, in software") },
};

/* Whether each element at which a plan cuts lies at an end of one of @n equal pieces. */
static int
lie_at_ends (const Plan *plan,
             uint64_t all,
             uint32_t n)
{
  for (size_t i = 0; i < plan->n; i++)
    for (unsigned end = 0; end < 2; end++)
      {
        uint64_t element = end == 0 ? plan->steps[i].low : plan->steps[i].high;
        double place = (double) element * n / (double) all;

        if (fabs (place - round (place)) * (double) all > n)
          return 0;
      }
  return 1;
}

static uint32_t
count_pieces (const Plan *plan,
              uint64_t all)
{
  uint32_t n = 1;

  while (all > 0 && n < MOST_PIECES && n < all && !lie_at_ends (plan, all, n))
    n++;
  return n;
}

void
exchange_begin (const Tasks *tasks,
                const HdHost *host,
                HdComponentContext *context,
                ExchangePlace place,
                uint64_t pulse,
                uint64_t n_pulses)
{
  HdExchange exchange = { .size = sizeof exchange, .kind = HD_EXCHANGE_BEGIN, .group = tasks->group, .all = tasks->plan.n_elements, .title = titles[place][tasks->plan.operation],
                          .whole = tasks->plan.operation == PLAN_BROADCAST ? 1 : tasks->plan.n, .n_pieces = 1 };
  PlanGroup group = tasks->plan;
  Plan plan = { 0 };

  group.n_elements = pulse;
  for (group.tree = 0; group.tree < (group.algorithm == PLAN_DOUBLE_TREE ? 2 : 1) && plan_make (&plan, &group, tasks->rank); group.tree++)
    {
      uint64_t pieces = count_pieces (&plan, pulse) * n_pulses;

      for (size_t i = 0; i < plan.n; i++)
        exchange.n += plan.steps[i].kind != PLAN_SEND;
      exchange.n_pieces = pieces > MOST_PIECES ? MOST_PIECES : pieces > exchange.n_pieces ? (uint32_t) pieces : exchange.n_pieces;
    }
  plan_clear (&plan);
  exchange.n *= (uint32_t) n_pulses;
  exchange.high = tasks_brings (tasks) ? exchange.all : 0;
  host->exchange (context, &exchange);
}

void
exchange_tell (const Tasks *tasks,
               const HdHost *host,
               HdComponentContext *context,
               HdExchangeKind kind,
               uint32_t peer,
               uint64_t low,
               uint64_t high)
{
  host->exchange (context, &(HdExchange){ .size = sizeof (HdExchange), .kind = kind, .group = tasks->group, .peer = peer, .low = low, .high = high, .all = tasks->plan.n_elements });
}
