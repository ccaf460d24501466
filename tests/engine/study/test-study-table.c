/* test-study-table.c: what the runs of a study came to, point by point
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: means and intervals are those worked by hand, whatever order runs end in; the front is that of a comparison of each point with each other. Left open:
 * what runs give.
 */
#include "study-fixture.h"

#include <math.h>
#include <string.h>

#include "hd-student.h"

static void
add (HdStudyTable *table,
     guint point,
     guint repeat,
     const char *fault,
     double a,
     double b)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  const HdMetric some[] = { { "other", "Other", point < 4 ? "" : "s", point }, { "b", "B", "%", b }, { "a", "A", "s", a } };
  const HdStudyResult result = { .point = point, .repeat = repeat, .error = fault, .metrics = metrics };

  for (guint i = 0; i < G_N_ELEMENTS (some); i++)
    g_array_append_val (metrics, some[i]);
  hd_study_table_add (table, &result);
}

static HdStudyTable *
make_table (const char *study)
{
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (study, NULL);

  return hd_study_table_new (plan);
}

#define FIVE "<factor of='bytes' from='1 MB' to='5 MB' steps='5'/>"

static void
test_figures (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' repeats='9' precision='0.2'>" FIVE "<metric of='a'/></study>");
  HdStudyFigure figure;
  guint n;

  g_assert_false (hd_study_table_get (table, 0, 0, &figure));
  g_assert_false (hd_study_table_find_metric (table, "a", &n));
  add (table, 0, 2, NULL, 12, 0);
  add (table, 0, 0, NULL, 10, 0);
  g_assert_true (hd_study_table_get (table, 0, 0, &figure));
  g_assert_cmpuint (figure.n, ==, 2);
  g_assert_false (hd_study_table_is_precise (table, 0)); /* two are too few */
  add (table, 0, 1, NULL, 11, 0);
  g_assert_true (hd_study_table_get (table, 0, 0, &figure));
  g_assert_cmpfloat (figure.mean, ==, 11);
  g_assert_cmpfloat_with_epsilon (figure.half_width, 4.303 / sqrt (3), 1e-12);
  g_assert_false (hd_study_table_is_precise (table, 0)); /* 2.48 of 11 is more than a fifth */
  add (table, 0, 3, NULL, 11, 0);
  g_assert_true (hd_study_table_is_precise (table, 0)); /* 3.182 * 0.8165 / 2 = 1.3 */
  add (table, 0, 4, "It has failed", 0, 0);
  g_assert_cmpuint (hd_study_table_count (table, 0), ==, 5);
  g_assert_cmpstr (hd_study_table_get_error (table, 0), ==, "It has failed");
  g_assert_false (hd_study_table_is_usable (table, 0));
  add (table, 1, 0, NULL, 5, 0);
  g_assert_true (hd_study_table_get (table, 1, 0, &figure));
  g_assert_true (isinf (figure.half_width));
  g_assert_true (hd_study_table_find_metric (table, "b", &n));
  g_assert_cmpstr (hd_study_table_get_metric (table, n)->unit, ==, "%");
  g_assert_cmpstr (hd_study_table_get_metric (table, 0)->title, ==, "A");
}

/* Means are of the ratios of runs, not the ratio of means. */
static void
test_ratio (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' repeats='9'>" FIVE "<metric of='a' by='other' direction='maximise'/><metric of='a' title='Time'/></study>");
  HdStudyFigure figure;
  guint n;

  add (table, 0, 0, NULL, 7, 0); /* in other units */
  g_assert_false (hd_study_table_get (table, 0, 0, &figure));
  add (table, 4, 0, NULL, 6, 0);
  add (table, 4, 1, NULL, 10, 0);
  g_assert_true (hd_study_table_find_metric (table, "a/other", &n));
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpstr (hd_study_table_get_metric (table, 0)->title, ==, "A / Other");
  g_assert_cmpstr (hd_study_table_get_metric (table, 0)->unit, ==, "");
  g_assert_cmpstr (hd_study_table_get_metric (table, 1)->title, ==, "Time"); /* what the study calls it */
  g_assert_true (hd_study_table_get (table, 4, 0, &figure));
  g_assert_cmpuint (figure.n, ==, 2);
  g_assert_cmpfloat (figure.mean, ==, 2);
}

static void
test_order (void)
{
  const char *study = "<study id='a' repeats='9'>" FIVE "<metric of='a'/></study>";
  g_autoptr (HdStudyTable) forward = make_table (study), backward = make_table (study);
  HdStudyFigure a, b;

  for (guint i = 0; i < 9; i++)
    {
      add (forward, 2, i, NULL, 1 / (i + 3.0), 0);
      add (backward, 2, 8 - i, NULL, 1 / (11.0 - i), 0);
    }
  g_assert_true (hd_study_table_get (forward, 2, 0, &a) && hd_study_table_get (backward, 2, 0, &b));
  g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
}

static void
check_metrics (const char *metric,
               int code,
               const char *message)
{
  g_autofree char *study = g_strdup_printf ("<study id='a'>" FIVE "<metric of='b'/>%s</study>", metric);
  g_autoptr (HdStudyTable) table = make_table (study);
  g_autoptr (GError) error = NULL;

  add (table, 0, 0, NULL, 0.01, 80);
  if (message == NULL)
    {
      g_assert_true (hd_study_table_check_metrics (table, &error));
      g_assert_no_error (error);
      return;
    }
  g_assert_false (hd_study_table_check_metrics (table, &error));
  g_assert_error (error, HD_ERROR, code);
  g_assert_nonnull (strstr (error->message, message));
}

static void
test_metrics (void)
{
  check_metrics ("<metric of='a' at-least='1 ms' at-most='20 ms'/>", 0, NULL);
  check_metrics ("<metric of='c'/>", HD_ERROR_NAME, "No run has the metric “c”; there are b, other, a");
  check_metrics ("<metric of='a' at-least='1 MB'/>", HD_ERROR_DIMENSION, "“1 MB” is no value of the metric “a”, which is in “s”");
  check_metrics ("<metric of='a' by='a' at-least='1'/>", 0, NULL);
  check_metrics ("<metric of='a' by='c'/>", HD_ERROR_NAME, "No run has the metric “a/c”");
  check_metrics ("<metric of='a' by='b'/>", HD_ERROR_DIMENSION, "“a” is in “s”, and “b” in “%”");
  check_metrics ("<metric of='b' by='other'/>", HD_ERROR_DIMENSION, "“b” is in “%”");
  check_metrics ("<metric of='other' by='other'/>", HD_ERROR_RANGE, "“other” is 0 in all runs");
  check_metrics ("<metric of='a' at-most='much'/>", HD_ERROR_SYNTAX, "“much” is no value");
}

static void
test_bounds (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a'>" FIVE "<metric of='a' at-least='1 ms' at-most='20 ms'/><metric of='b' at-most='80 %'/></study>");
  static const struct
  {
    double a, b;
    gboolean is_usable;
  } points[] = { { 0.01, 80, TRUE }, { 0.001, 0, TRUE }, { 0.02, 80.1, FALSE }, { 0.0201, 10, FALSE }, { 0.0009, 10, FALSE } };

  for (guint p = 0; p < 5; p++)
    {
      add (table, p, 0, NULL, points[p].a, points[p].b);
      g_assert_cmpint (hd_study_table_is_usable (table, p), ==, points[p].is_usable);
    }
}

/* By comparing each with each. */
static gboolean
is_beaten (const double values[][2],
           guint n,
           guint point)
{
  for (guint i = 0; i < n; i++)
    if (values[i][0] <= values[point][0] && values[i][1] >= values[point][1] && (values[i][0] < values[point][0] || values[i][1] > values[point][1]))
      return TRUE;
  return FALSE;
}

static void
test_front (void)
{
  for (guint seed = 0; seed < 200; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (HdStudyTable) table = make_table ("<study id='a'><factor of='bytes' from='1 MB' to='5 MB' steps='40'/><metric of='a' direction='minimise'/>"
                                                   "<metric of='b' direction='maximise'/></study>");
      g_autofree gboolean *front = NULL;
      double values[40][2];

      for (guint p = 0; p < 40; p++)
        {
          values[p][0] = g_rand_int_range (random, 0, seed % 2 == 0 ? 8 : 1000); /* often equal, or seldom */
          values[p][1] = g_rand_int_range (random, 0, seed % 2 == 0 ? 8 : 1000);
          add (table, p, 0, NULL, values[p][0], values[p][1]);
        }
      front = hd_study_table_find_front (table);
      for (guint p = 0; p < 40; p++)
        g_assert_cmpint (front[p], ==, !is_beaten ((const double (*)[2]) values, 40, p));
    }
}

static void
test_text (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' repeats='2'>" FIVE "<metric of='a' direction='minimise'/></study>");
  g_autofree char *text = NULL, *csv = NULL, *cut = NULL;

  for (guint p = 0; p < 4; p++)
    for (guint r = 0; r < 2; r++)
      add (table, p, r, p == 3 && r == 1 ? "It, has failed" : NULL, 0.001 * (4 - p) * (r == 0 ? 1 : 1.01), 10);
  text = hd_study_table_to_text (table, 10);
  g_assert_cmpstr (text, ==,
                   "     $bytes                 a\n"
                   "       1 MB   4.02" HD_FIGURE_SPACE "ms ± 6.3" HD_FIGURE_SPACE "%\n"
                   "       2 MB  3.015" HD_FIGURE_SPACE "ms ± 6.3" HD_FIGURE_SPACE "%\n"
                   "  *    3 MB   2.01" HD_FIGURE_SPACE "ms ± 6.3" HD_FIGURE_SPACE "%\n"
                   "       4 MB              1" HD_FIGURE_SPACE "ms  It, has failed\n"
                   "* 1 point that no other beats\n");
  cut = hd_study_table_to_text (table, 2);
  g_assert_nonnull (strstr (cut, "3 MB"));
  g_assert_nonnull (strstr (cut, "1 MB"));
  g_assert_null (strstr (cut, "2 MB"));
  g_assert_nonnull (strstr (cut, "2 more points"));
  csv = hd_study_table_to_csv (table);
  g_assert_true (g_str_has_prefix (csv, "point,$bytes,runs,a_s,a_half_width_s,other,other_half_width,b_percent,b_half_width_percent,front,error\n0,1000000,2,0.00402,"));
  g_assert_nonnull (strstr (csv, ",\"It, has failed\"\n"));
}

static void
test_student (void)
{
  static const struct
  {
    guint degrees;
    double t;
  } known[] = { { 1, 12.706 }, { 2, 4.303 }, { 19, 2.093 }, { 20, 2.0860 }, { 30, 2.0423 }, { 60, 2.0003 }, { 120, 1.9799 }, { 1000, 1.9623 } };
  const double values[] = { 1, 2, 3, 4 };
  double half_width;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    g_assert_cmpfloat_with_epsilon (hd_student_975 (known[i].degrees), known[i].t, 0.0001);
  g_assert_cmpfloat (hd_student_mean (values, 4, &half_width), ==, 2.5);
  g_assert_cmpfloat_with_epsilon (half_width, 3.182 * sqrt (5.0 / 3 / 4), 1e-12);
  g_assert_cmpfloat (hd_student_mean (values, 1, &half_width), ==, 1);
  g_assert_true (isinf (half_width));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-table/figures", test_figures);
  g_test_add_func ("/study-table/ratio", test_ratio);
  g_test_add_func ("/study-table/order", test_order);
  g_test_add_func ("/study-table/metrics", test_metrics);
  g_test_add_func ("/study-table/bounds", test_bounds);
  g_test_add_func ("/study-table/front", test_front);
  g_test_add_func ("/study-table/text", test_text);
  g_test_add_func ("/study-table/student", test_student);
  return g_test_run ();
}
