/* test-study-stages.c: which runs a study makes, one stage after the other
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a stage has the points that were the best by what those before it gave, worked by hand, and by nothing that came later; shares, shards and sums are those
 * of the definition. Left open: the runs (test-study-run.c), the order among points (test-study-rank.c).
 */
#include "study-fixture.h"

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

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-stages/single", test_single);
  g_test_add_func ("/study-stages/halving", test_halving);
  g_test_add_func ("/study-stages/shares", test_shares);
  g_test_add_func ("/study-stages/bounds", test_bounds);
  return g_test_run ();
}
