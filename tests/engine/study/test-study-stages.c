/* test-study-stages.c: which runs a study makes, one stage after the other
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a stage has the points that were the best by what those before it gave, worked by hand, and by nothing that came later; shares, shards and sums are those
 * of the definition. Generations come as near to the known front of a function as the share of its points that they may run lets them, again after a stop, and never to a point
 * twice or to one that is left out. Left open: the runs (test-study-run.c), the order among points (test-study-rank.c).
 */
#include "study-fixture.h"

#include <math.h>
#include <stdlib.h>

#include "hd-study-plan-private.h"
#include "hd-study-stages.h"

static void
add (HdStudyTable *table,
     guint point,
     guint repeat,
     const char *fault,
     double value)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  const HdMetric metric = { "y", "Y", "s", value };
  const HdStudyResult result = { .point = point, .repeat = repeat, .error = fault, .metrics = metrics };

  g_array_append_val (metrics, metric);
  hd_study_table_add (table, &result);
}

static HdStudyTable *
make_table (const char *study)
{
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (study, NULL);

  return hd_study_table_new (plan);
}

static void
check_stage (HdStudyStages *stages,
             guint first_repeat,
             guint end_repeat,
             const char *expected)
{
  g_autoptr (GString) points = g_string_new (NULL);

  g_assert_true (hd_study_stages_next (stages));
  for (guint i = 0; i < stages->points->len; i++)
    g_string_append_printf (points, "%s%u", i > 0 ? " " : "", g_array_index (stages->points, guint, i));
  g_assert_cmpstr (points->str, ==, expected);
  g_assert_cmpuint (stages->first_repeat, ==, first_repeat);
  g_assert_cmpuint (stages->end_repeat, ==, end_repeat);
}

#define FOUR "<factor of='bytes' from='1 MB' to='4 MB' steps='4'/>"

static void
test_single (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' repeats='3'>" FOUR "</study>");
  g_autoptr (HdStudyStages) all = hd_study_stages_new (table, 0, 1), some = hd_study_stages_new (table, 1, 3), none = hd_study_stages_new (table, 5, 6);

  check_stage (all, 0, 3, "0 1 2 3");
  g_assert_false (hd_study_stages_next (all));
  check_stage (some, 0, 3, "1");
  g_assert_false (hd_study_stages_next (none));
  g_assert_cmpuint (hd_study_stages_count (hd_study_table_get_plan (table), 0, 1), ==, 12);
  g_assert_cmpuint (hd_study_stages_count (hd_study_table_get_plan (table), 0, 3), ==, 6);
  g_assert_cmpuint (hd_study_stages_count (hd_study_table_get_plan (table), 5, 6), ==, 0);
}

/* By their first run 0 and 1 are the best; by two runs each 1 is. Had the second ones counted from the start, as after a stop, 1 and 2 would have been. */
static void
test_halving (void)
{
  const char *study = "<study id='a' repeats='4' halving='2'>" FOUR "<metric of='y' direction='minimise'/></study>";
  g_autoptr (HdStudyTable) table = make_table (study);

  for (guint p = 0; p < 4; p++)
    add (table, p, 0, NULL, p + 1);
  add (table, 0, 1, NULL, 9);
  add (table, 1, 1, NULL, 0);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (HdStudyStages) stages = hd_study_stages_new (table, 0, 1);

      check_stage (stages, 0, 1, "0 1 2 3");
      check_stage (stages, 1, 2, "0 1");
      check_stage (stages, 2, 4, "1");
      g_assert_false (hd_study_stages_next (stages));
      if (round == 0)
        add (table, 1, 2, "It has failed", 0);
    }
  g_assert_cmpuint (hd_study_stages_count (hd_study_table_get_plan (table), 0, 1), ==, 4 + 2 + 2);
}

/* Ten, then four of them, then two; the last stage stops at the repeats. */
static void
test_shares (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' repeats='7' halving='3'><factor of='bytes' from='1 MB' to='10 MB' steps='10'/><metric of='y' direction='maximise'/></study>");
  g_autoptr (HdStudyStages) stages = hd_study_stages_new (table, 0, 1);

  check_stage (stages, 0, 1, "0 1 2 3 4 5 6 7 8 9");
  for (guint p = 0; p < 10; p++)
    add (table, p, 0, NULL, p);
  check_stage (stages, 1, 3, "9 8 7 6");
  check_stage (stages, 3, 7, "9 8");
  g_assert_false (hd_study_stages_next (stages));
  g_assert_cmpuint (hd_study_stages_count (hd_study_table_get_plan (table), 0, 1), ==, 10 + 4 * 2 + 2 * 4);
}

/* Beyond the bound 3 is nearer to it than 0; who has failed comes last. */
static void
test_bounds (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' repeats='2' halving='2'><factor of='bytes' from='1 MB' to='6 MB' steps='6'/><metric of='y' direction='minimise' at-least='4 s'/></study>");
  g_autoptr (HdStudyStages) stages = hd_study_stages_new (table, 0, 1);
  static const double values[] = { 1, 7, 0, 3, 5, 4 };

  check_stage (stages, 0, 1, "0 1 2 3 4 5");
  for (guint p = 0; p < 6; p++)
    add (table, p, 0, p == 4 || p == 1 ? "It has failed" : NULL, values[p]);
  check_stage (stages, 1, 2, "5 3 0");
}

/* ---- generations -------------------------------------------------------------------------------------------------------------- */

#define SIDE 100
#define GRID \
  "<factor of='bandwidth' from='1 GB/s' to='100 GB/s' steps='100'/><factor of='bytes' from='1 MB' to='100 MB' steps='100'/>" \
  "<factor of='class:L.latency' from='1 us' to='100 us' steps='100'/><metric of='f1' direction='minimise'/><metric of='f2' direction='minimise'/>"

/* ZDT1 of three variables: Zitzler, Deb and Thiele, "Comparison of multiobjective evolutionary algorithms", 2000. Its front is where all but the first are 0. */
static void
find_costs (guint point,
            double costs[2])
{
  double x = point / (SIDE * SIDE) / (SIDE - 1.0), y = point / SIDE % SIDE / (SIDE - 1.0), z = point % SIDE / (SIDE - 1.0), g = 1 + 9 * (y + z) / 2;

  costs[0] = x;
  costs[1] = g * (1 - sqrt (x / g));
}

static int
compare_first (gconstpointer a,
               gconstpointer b)
{
  const double *first = a, *second = b;

  return (first[0] > second[0]) - (first[0] < second[0]);
}

/* The area between the points and (1, 1), by strips. */
static double
measure_area (const GArray *points)
{
  g_autofree double *costs = g_new (double, 2 * points->len);
  double area = 0, least = 1;

  for (guint i = 0; i < points->len; i++)
    find_costs (g_array_index (points, guint, i), costs + 2 * i);
  qsort (costs, points->len, 2 * sizeof (double), compare_first);
  for (guint i = 0; i < points->len; i++)
    if (costs[2 * i + 1] < least)
      {
        area += (1 - costs[2 * i]) * (least - costs[2 * i + 1]);
        least = costs[2 * i + 1];
      }
  return area;
}

static void
add_costs (HdStudyTable *table,
           guint point)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  const HdStudyResult result = { .point = point, .metrics = metrics };
  double costs[2];

  find_costs (point, costs);
  {
    const HdMetric both[] = { { "f1", "F1", "", costs[0] }, { "f2", "F2", "", costs[1] } };

    g_array_append_vals (metrics, both, 2);
  }
  hd_study_table_add (table, &result);
}

/* All points of all generations, in their order. */
static GArray *
evolve (HdStudyTable *table,
        gboolean is_run)
{
  g_autoptr (HdStudyStages) stages = hd_study_stages_new (table, 0, 1);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint));

  while (hd_study_stages_next (stages))
    {
      g_assert_cmpuint (stages->first_repeat, ==, 0);
      g_assert_cmpuint (stages->end_repeat, ==, 1);
      for (guint i = 0; !is_run && i < stages->points->len; i++)
        add_costs (table, g_array_index (stages->points, guint, i));
      g_array_append_vals (all, stages->points->data, stages->points->len);
    }
  return all;
}

static void
test_generations (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' generations='25' population='40' seed='7'>" GRID "</study>");
  g_autoptr (GArray) found = evolve (table, FALSE), again = evolve (table, TRUE), front = g_array_new (FALSE, FALSE, sizeof (guint)), chance = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  double best;

  g_assert_cmpuint (found->len, ==, 25 * 40);
  g_assert_cmpuint (hd_study_stages_count (hd_study_table_get_plan (table), 0, 1), ==, 25 * 40);
  g_assert_cmpmem (found->data, found->len * sizeof (guint), again->data, again->len * sizeof (guint)); /* as after a stop: all of it is in the table */
  for (guint i = 0; i < found->len; i++)
    g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (g_array_index (found, guint, i))));
  for (guint x = 0; x < SIDE; x++)
    {
      guint point = x * SIDE * SIDE;

      g_array_append_val (front, point);
    }
  for (guint i = 0; i < 25 * 40; i++)
    {
      guint point = g_rand_int_range (rand, 0, SIDE * SIDE * SIDE);

      g_array_append_val (chance, point);
    }
  best = measure_area (front);
  g_assert_cmpfloat_with_epsilon (best, 2.0 / 3, 0.01);
  g_test_message ("area of the front %g, found %g, by chance %g", best, measure_area (found), measure_area (chance));
  g_assert_cmpfloat (measure_area (found), >, 0.97 * best);
  g_assert_cmpfloat (measure_area (chance), <, 0.7 * best);
}

/* Every point that there is, in the end; none that is left out. */
static void
test_few_points (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' generations='9' population='4' where='$xpus != 3'><factor of='xpus' values='2, 3, 4, 5'/><factor of='ring' values='ring, tree'/>"
                                               "<metric of='f1' direction='minimise'/></study>");
  g_autoptr (GArray) found = evolve (table, FALSE);

  g_assert_cmpuint (found->len, ==, 6);
  g_assert_cmpuint (hd_study_stages_count (hd_study_table_get_plan (table), 0, 1), ==, 6);
}

/* A copy is as the table was, whatever is added to that since, and outlives it. */
static void
test_copy (void)
{
  HdStudyTable *table = make_table ("<study id='a' repeats='3'>" FOUR "</study>");
  g_autoptr (HdStudyTable) copy = NULL;
  HdStudyFigure now, then;

  add (table, 0, 0, NULL, 4);
  add (table, 1, 0, "no", 0);
  copy = hd_study_table_copy (table);
  g_assert_true (hd_study_table_get (table, 0, 0, &now));
  add (table, 0, 1, NULL, 8);
  add (table, 2, 0, NULL, 8);
  g_assert_cmpuint (hd_study_table_count (table, 0), ==, 2);
  hd_study_table_free (table);
  g_assert_cmpuint (hd_study_table_count (copy, 0), ==, 1);
  g_assert_cmpuint (hd_study_table_count (copy, 2), ==, 0);
  g_assert_true (hd_study_table_get (copy, 0, 0, &then));
  g_assert_cmpfloat (then.mean, ==, now.mean);
  g_assert_cmpstr (hd_study_table_get_error (copy, 1), ==, "no");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-stages/single", test_single);
  g_test_add_func ("/study-stages/copy", test_copy);
  g_test_add_func ("/study-stages/halving", test_halving);
  g_test_add_func ("/study-stages/shares", test_shares);
  g_test_add_func ("/study-stages/bounds", test_bounds);
  g_test_add_func ("/study-stages/generations", test_generations);
  g_test_add_func ("/study-stages/few-points", test_few_points);
  return g_test_run ();
}
