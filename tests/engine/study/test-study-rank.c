/* test-study-rank.c: points from the best to the worst
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: fronts are those of a comparison of each point with each other, equals and points that cannot be used included; within a front room decides, as worked by
 * hand. Left open: how points come about.
 */
#include "hd-study-rank.h"

#include <math.h>

#include "hd-random.h"

#define MOST 200

/* As the definition says it: what is left without those that nobody of the rest beats. */
static gboolean
beats (const double *costs,
       const double *violations,
       guint n_costs,
       guint a,
       guint b)
{
  gboolean is_better = FALSE;

  if (violations[a] > 0 || violations[b] > 0)
    return violations[a] < violations[b];
  for (guint c = 0; c < n_costs; c++)
    {
      if (costs[a * n_costs + c] > costs[b * n_costs + c])
        return FALSE;
      is_better |= costs[a * n_costs + c] < costs[b * n_costs + c];
    }
  return is_better;
}

static void
peel (const double *costs,
      const double *violations,
      guint n,
      guint n_costs,
      guint *fronts)
{
  guint n_left = n;

  for (guint i = 0; i < n; i++)
    fronts[i] = G_MAXUINT;
  for (guint front = 0; n_left > 0; front++)
    {
      gboolean is_of[MOST];

      for (guint i = 0; i < n; i++)
        {
          is_of[i] = fronts[i] == G_MAXUINT;
          for (guint k = 0; k < n && is_of[i]; k++)
            is_of[i] = fronts[k] != G_MAXUINT || !beats (costs, violations, n_costs, k, i);
        }
      for (guint i = 0; i < n; i++)
        if (is_of[i])
          {
            fronts[i] = front;
            n_left--;
          }
    }
}

static void
test_fronts (void)
{
  HdRandom random;

  hd_random_init (&random, 1, "test", "rank");
  for (guint round = 0; round < 200; round++)
    {
      guint n = 1 + (guint) hd_random_below (&random, MOST), n_costs = 1 + round % 4, values = 2 + (guint) hd_random_below (&random, 30);
      double costs[MOST * 4], violations[MOST];
      guint expected[MOST];
      g_autofree guint *fronts = NULL, *order = NULL;
      gboolean is_met[MOST] = { FALSE };

      for (guint i = 0; i < n; i++)
        {
          violations[i] = hd_random_below (&random, 4) == 0 ? (double) hd_random_below (&random, 4) / 2 : 0;
          violations[i] = hd_random_below (&random, 20) == 0 ? (double) INFINITY : violations[i];
          for (guint c = 0; c < n_costs; c++)
            costs[i * n_costs + c] = (double) hd_random_below (&random, values); /* so that there are equals */
        }
      peel (costs, violations, n, n_costs, expected);
      order = hd_study_rank (costs, violations, n, n_costs, &fronts);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (fronts[i], ==, expected[i]);
          g_assert_false (is_met[order[i]]);
          is_met[order[i]] = TRUE;
          g_assert_true (i == 0 || expected[order[i - 1]] <= expected[order[i]]);
        }
    }
}

/* On one front: the ends, then those with the neighbours of the third, the second and the first inner point 18, 9 and 2 apart in each cost; behind them one that is beaten, then
 * those that are of no use. */
static void
test_room (void)
{
  static const double costs[] = { 0, 20, 1, 19, 2, 18, 10, 10, 20, 0, 11, 11, 0, 0, 5, 5 };
  static const double violations[] = { 0, 0, 0, 0, 0, 0, 0.5, 0.25 };
  static const guint expected[] = { 0, 4, 3, 2, 1, 5, 7, 6 };
  g_autofree guint *order = hd_study_rank (costs, violations, 8, 2, NULL);

  for (guint i = 0; i < 8; i++)
    g_assert_cmpuint (order[i], ==, expected[i]);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-rank/fronts", test_fronts);
  g_test_add_func ("/study-rank/room", test_room);
  return g_test_run ();
}
