/* flow-shares.c: rates where few flows can meet on a link, against the plain solver
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: after any sequence of beginnings and ends, one or several at a time, rates equal those of a solve from nothing, to the last unit, and those that changed are
 * listed once; where more units meet than there may, that is said, and a flow for which there is no room is refused.
 */
#include "hd-flow-shares.h"
#include "hd-flow-solver.h"

#define N_LINKS 40
#define N_FLOWS 60
#define N_CHANGES 2000

static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

/* A flow over one to four of the links, and a bound of its own. */
static guint
draw_flow (guint flow,
           HdFlowUse *out_uses)
{
  guint n = 0, wanted = pick (4) ? 2 : 1 + pick (4);

  for (guint32 link = flow * N_LINKS / N_FLOWS; n < wanted; link = (link + 1 + pick (2)) % N_LINKS)
    out_uses[n++] = (HdFlowUse) { link, 1 + (pick (12) == 0) };
  return n;
}

static void
test_random (void)
{
  static const guint64 widest[] = { 0, 0, 100, 1000 };
  guint n_settled = 0, n_full = 0;

  for (guint trial = 0; trial < 40; trial++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 1000 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autoptr (HdFlowSolver) solver = NULL;
      g_autoptr (HdFlowShares) shares = hd_flow_shares_new ();
      guint32 paths[N_FLOWS], links[N_LINKS], numbers[N_FLOWS];
      gboolean has_room[N_FLOWS], flows[N_FLOWS] = { FALSE };

      for (guint i = 0; i < N_LINKS; i++)
        {
          guint64 capacity = 1000 + (widest[trial % 4] > 0 ? pick ((guint) widest[trial % 4]) : 0);
          guint32 resource;

          g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, (double) capacity / 1024, &resource, NULL));
          links[i] = hd_flow_shares_add_link (shares, capacity);
        }
      for (guint i = 0; i < N_FLOWS; i++)
        {
          HdFlowUse uses[8], own[8];
          guint n = draw_flow (i, uses);
          guint64 capacity = 200 + pick (1000);
          guint32 bound = HD_FLOW_SHARES_OPEN, flow = 0;

          for (guint k = 0; k < n; k++)
            own[k] = (HdFlowUse) { links[uses[k].resource], uses[k].units };
          if (pick (3) == 0)
            {
              g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, (double) capacity / 1024, &uses[n].resource, NULL));
              uses[n].units = 1;
              bound = hd_flow_shares_add_bound (shares, capacity * HD_FLOW_SHARES_PARTS);
            }
          paths[i] = hd_flow_model_add_path (model, 0, uses, n + (bound != HD_FLOW_SHARES_OPEN), 1);
          has_room[i] = hd_flow_shares_add_flow (shares, own, n, bound, &flow);
          n_full += !has_room[i];
          if (has_room[i])
            g_assert_cmpuint (flow, ==, shares->n_flows - 1);
          numbers[i] = flow;
        }
      solver = hd_flow_solver_new (model, FALSE);
      hd_flow_solver_reserve (solver, N_FLOWS);
      for (guint change = 0; change < N_CHANGES; change++)
        {
          guint64 before[N_FLOWS];
          gboolean listed[N_FLOWS] = { FALSE };

          for (guint k = 1 + pick (3); k > 0; k--)
            {
              guint i = pick (N_FLOWS);

              if (!has_room[i])
                continue;
              flows[i] = !flows[i];
              if (flows[i])
                {
                  hd_flow_solver_add (solver, i, paths[i]);
                  hd_flow_shares_begin (shares, numbers[i]);
                }
              else
                {
                  hd_flow_solver_remove (solver, i);
                  hd_flow_shares_end (shares, numbers[i]);
                }
            }
          for (guint i = 0; i < N_FLOWS; i++)
            before[i] = has_room[i] ? shares->flows[numbers[i]].rate : 0;
          if (!hd_flow_shares_settle (shares))
            {
              gboolean crowded = FALSE;

              for (guint i = 0; i < shares->n_links; i++)
                crowded = crowded || shares->links[i].n_units > HD_FLOW_SHARES_MOST_UNITS;
              g_assert_true (crowded || trial % 4 > 1); /* where links differ it may not end in so many turns */
              break;
            }
          hd_flow_solver_solve (solver);
          hd_flow_solver_clear_changed (solver);
          for (guint i = 0; i < shares->n_changed; i++)
            {
              g_assert_false (listed[shares->changed[i]]);
              listed[shares->changed[i]] = TRUE;
            }
          shares->n_changed = 0;
          for (guint i = 0; i < N_FLOWS; i++)
            {
              if (!flows[i])
                continue;
              g_assert_cmpuint (shares->flows[numbers[i]].rate, ==, solver->flows[i].rate);
              g_assert_true (listed[numbers[i]] == (before[i] != solver->flows[i].rate));
            }
          n_settled++;
        }
    }
  g_test_message ("%u settled, %u flows without room", n_settled, n_full);
  g_assert_cmpuint (n_settled, >, 10 * N_CHANGES);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/flow-shares/random", test_random);
  return g_test_run ();
}
