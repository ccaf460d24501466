/* flow-solver.c: the incremental solver against the plain one, and both against what max-min means
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: after any sequence of arrivals, departures and changes of capacities, rates and levels equal those of a solve from nothing, bit for bit, whether levels settle by
 * turns or are taken in order. Left open: how many rates are visited on the way (the benchmarks print it).
 */
#include "hd-flow-solver.h"

#include <heddle/hd-error.h>

typedef struct
{
  const char *name;
  guint n_resources;
  guint n_paths;
  guint longest;
  guint64 narrowest, widest; /* capacities */
  guint heaviest;            /* units of a use */
  HdFairness fairness;
  double cross_traffic;
} Case;

static const Case cases[] = {
  { "equal", 30, 60, 5, 1000, 1000, 1, HD_FAIRNESS_EQUAL, 0 },
  { "small-numbers", 12, 40, 4, 5, 40, 1, HD_FAIRNESS_EQUAL, 0 },
  { "sparse", 120, 100, 2, 1000, 1010, 1, HD_FAIRNESS_EQUAL, 0 },
  { "sparse-long", 150, 60, 6, 20, 40, 2, HD_FAIRNESS_EQUAL, 0.05 },
  { "sparse-rtt", 100, 60, 3, 1000000, 4000000, 1, HD_FAIRNESS_RTT, 0 },
  { "one-capacity", 40, 100, 4, 12500000000, 12500000000, 1, HD_FAIRNESS_EQUAL, 0 },
  { "multiplicities", 20, 60, 6, 900, 1100, 9, HD_FAIRNESS_EQUAL, 0 },
  { "rtt", 25, 60, 5, 1000000, 4000000, 1, HD_FAIRNESS_RTT, 0 },
  { "rtt-crosstraffic", 25, 60, 5, 1000000, 4000000, 3, HD_FAIRNESS_RTT, 0.05 },
};

/* A number from 0 to n - 1. */
static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static HdFlowModel *
make_model (const Case *c)
{
  HdFlowRules rules = { c->fairness, c->cross_traffic, 1000 };
  HdFlowModel *model = hd_flow_model_new (&rules);
  guint32 resource;

  for (guint i = 0; i < c->n_resources; i++)
    {
      /* In whole units of 1/1024 B/s, so that small numbers and exact ties occur. */
      double capacity = (double) (c->narrowest + pick ((guint) (c->widest - c->narrowest) + 1)) / 1024;

      g_assert_true (hd_flow_model_add_resource (model, pick (8) == 0 ? HD_FLOW_PIPE : HD_FLOW_LINK, capacity, &resource, NULL));
    }
  for (guint i = 0; i < c->n_paths; i++)
    {
      HdFlowUse uses[16];
      guint n_uses = 0, wanted = 1 + pick (c->longest);

      for (guint32 r = pick (c->n_resources); n_uses < wanted; r = (r + 1 + pick (7)) % c->n_resources)
        {
          gboolean seen = FALSE;

          for (guint k = 0; k < n_uses; k++)
            seen |= uses[k].resource == r;
          if (!seen)
            uses[n_uses++] = (HdFlowUse) { r, (1 + pick (c->heaviest)) * model->cross_den + (g_test_rand_bit () ? model->cross_num : 0) };
        }
      hd_flow_model_add_path (model, (HdTime) (pick (50)) * 1000, uses, n_uses, 1);
    }
  return model;
}

static void
assert_equal (HdFlowSolver *a,
              HdFlowSolver *b)
{
  for (guint i = 0; i < a->n_flows; i++)
    {
      g_assert_cmpuint (a->flows[i].first_place == HD_FLOW_NO_PLACE, ==, b->flows[i].first_place == HD_FLOW_NO_PLACE);
      if (a->flows[i].first_place == HD_FLOW_NO_PLACE)
        continue;
      g_assert_cmpuint (a->flows[i].rate, ==, b->flows[i].rate);
      g_assert_true (hd_flow_level_equal (a->flows[i].level, b->flows[i].level));
    }
}

/* Feasible; and each flow has a resource where nobody is higher and what is left is less than the roundings of its members; of a pipe, what the
 * fastest leaves. */
static void
assert_max_min (HdFlowSolver *s)
{
  for (guint i = 0; i < s->n_resources; i++)
    {
      guint64 used = 0;

      for (guint k = 0; k < s->resources[i].n_members; k++)
        {
          guint64 one = s->resources[i].members[k].units * s->flows[s->resources[i].members[k].flow].rate;

          used = s->resources[i].pipe ? MAX (used, one) : used + one;
        }
      g_assert_cmpuint (used, <=, s->resources[i].capacity);
    }
  for (guint i = 0; i < s->n_flows; i++)
    {
      const HdFlow *f = &s->flows[i];
      const HdFlowUse *uses = hd_flow_model_get_uses (s->model, f->first_use);
      gboolean found = FALSE;

      if (f->first_place == HD_FLOW_NO_PLACE)
        continue;
      for (guint k = 0; k < f->n_uses && !found; k++)
        {
          const HdFlowResource *r = &s->resources[uses[k].resource];
          guint64 used = 0, slack = 0;
          gboolean highest = TRUE;

          for (guint m = 0; m < r->n_members; m++)
            {
              guint64 one = r->members[m].units * s->flows[r->members[m].flow].rate;

              used = r->pipe ? MAX (used, one) : used + one;
              slack += r->members[m].units;
              highest &= !hd_flow_level_less (f->level, s->flows[r->members[m].flow].level);
            }
          found = highest && r->capacity - used < slack;
        }
      g_assert_true (found);
    }
}

static void
test_random (gconstpointer data)
{
  const Case *c = data;

  for (guint trial = 0; trial < 20; trial++)
    {
      g_autoptr (HdFlowModel) model = make_model (c);
      g_autoptr (HdFlowSolver) fast = hd_flow_solver_new (model, TRUE);
      g_autoptr (HdFlowSolver) ordered = hd_flow_solver_new (model, TRUE);
      g_autoptr (HdFlowSolver) plain = hd_flow_solver_new (model, FALSE);
      guint n_slots = 1 + pick (2 * c->n_paths);

      ordered->notes_looks = TRUE; /* by turns nothing is noted */
      hd_flow_solver_reserve (fast, n_slots);
      hd_flow_solver_reserve (ordered, n_slots);
      hd_flow_solver_reserve (plain, n_slots);
      for (guint step = 0; step < 300; step++)
        {
          /* Mostly one change at a time, sometimes many. */
          for (guint n = pick (8) == 0 ? 10 : 1; n > 0; n--)
            {
              guint32 slot = pick (n_slots), path = pick (c->n_paths);

              if (fast->flows[slot].first_place == HD_FLOW_NO_PLACE)
                {
                  hd_flow_solver_add (fast, slot, path);
                  hd_flow_solver_add (ordered, slot, path);
                  hd_flow_solver_add (plain, slot, path);
                }
              else
                {
                  hd_flow_solver_remove (fast, slot);
                  hd_flow_solver_remove (ordered, slot);
                  hd_flow_solver_remove (plain, slot);
                }
            }
          if (pick (25) == 0)
            {
              double capacity = (double) (c->narrowest + pick ((guint) (c->widest - c->narrowest) + 1)) / 1024;

              g_assert_true (hd_flow_model_set_capacity (model, pick (c->n_resources), capacity, NULL));
              hd_flow_solver_take_capacities (fast);
              hd_flow_solver_take_capacities (ordered);
              hd_flow_solver_take_capacities (plain);
            }
          hd_flow_solver_solve (fast);
          hd_flow_solver_solve (ordered);
          hd_flow_solver_solve (plain);
          ordered->looks.len = 0;
          hd_flow_solver_clear_changed (fast);
          hd_flow_solver_clear_changed (ordered);
          hd_flow_solver_clear_changed (plain);
          assert_equal (fast, plain);
          assert_equal (ordered, plain);
          if (step % 16 == 0)
            assert_max_min (plain);
        }
    }
}

/* The same flows, added in another order and under other numbers, get the same rates. */
static void
test_order (void)
{
  for (guint trial = 0; trial < 100; trial++)
    {
      g_autoptr (HdFlowModel) model = make_model (&cases[trial % G_N_ELEMENTS (cases)]);
      g_autoptr (HdFlowSolver) a = hd_flow_solver_new (model, TRUE);
      g_autoptr (HdFlowSolver) b = hd_flow_solver_new (model, TRUE);
      guint n = model->paths->len;
      guint32 order[100];

      hd_flow_solver_reserve (a, n);
      hd_flow_solver_reserve (b, n);
      for (guint i = 0; i < n; i++)
        order[i] = i;
      for (guint i = n - 1; i > 0; i--)
        {
          guint other = pick (i + 1);
          guint32 swapped = order[i];

          order[i] = order[other];
          order[other] = swapped;
        }
      for (guint i = 0; i < n; i++)
        {
          hd_flow_solver_add (a, i, i);
          hd_flow_solver_solve (a);
          hd_flow_solver_add (b, i, order[i]);
        }
      hd_flow_solver_solve (b);
      for (guint i = 0; i < n; i++)
        g_assert_cmpuint (b->flows[i].rate, ==, a->flows[order[i]].rate);
    }
}

/* Check A4 of the spec: links of 10 and 4 GB/s; one flow on the first, one on both, one on the second. */
static void
test_by_hand (void)
{
  HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  g_autoptr (HdFlowSolver) solver = hd_flow_solver_new (model, TRUE);
  guint32 a, b;

  g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, 10e9, &a, NULL));
  g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, 4e9, &b, NULL));
  hd_flow_model_add_path (model, 0, (HdFlowUse[]){ { a, 1 } }, 1, 1);
  hd_flow_model_add_path (model, 0, (HdFlowUse[]){ { a, 1 }, { b, 1 } }, 2, 1);
  hd_flow_model_add_path (model, 0, (HdFlowUse[]){ { b, 1 } }, 1, 1);
  hd_flow_solver_reserve (solver, 3);
  for (guint i = 0; i < 3; i++)
    hd_flow_solver_add (solver, i, i);
  hd_flow_solver_solve (solver);
  g_assert_cmpuint (solver->flows[0].rate, ==, G_GUINT64_CONSTANT (8000000000) * 1024);
  g_assert_cmpuint (solver->flows[1].rate, ==, G_GUINT64_CONSTANT (2000000000) * 1024);
  g_assert_cmpuint (solver->flows[2].rate, ==, G_GUINT64_CONSTANT (2000000000) * 1024);
}

static void
test_overflow (void)
{
  HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  g_autoptr (HdFlowSolver) solver = hd_flow_solver_new (model, TRUE);
  g_autoptr (GError) error = NULL;
  guint32 r;

  g_assert_false (hd_flow_model_add_resource (model, HD_FLOW_LINK, 0, &r, &error));
  g_assert_cmpint (error->code, ==, HD_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_false (hd_flow_model_add_resource (model, HD_FLOW_PROCESSOR, 1e30, &r, &error));
  g_assert_cmpint (error->code, ==, HD_ERROR_RANGE);
  g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, 1e9, &r, NULL));
  model->rules = (HdFlowRules) { HD_FAIRNESS_RTT, 0, 1 };
  hd_flow_model_add_path (model, 1, (HdFlowUse[]){ { r, G_MAXUINT32 } }, 1, 1);
  hd_flow_solver_reserve (solver, 1);
  g_assert_false (solver->overflow);
  hd_flow_solver_add (solver, 0, 0);
  g_assert_true (solver->overflow);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/network/flow-solver/random/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_random);
    }
  g_test_add_func ("/engine/network/flow-solver/order", test_order);
  g_test_add_func ("/engine/network/flow-solver/by-hand", test_by_hand);
  g_test_add_func ("/engine/network/flow-solver/overflow", test_overflow);
  return g_test_run ();
}
