/* test-study-sensitivity.c: which factor matters, by variance
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: on grids the shares of sums, of products and of the Ishigami function are those that their formulas give, and total effects are what the means over
 * a factor leave of the variance, for whatever figures; of drawn points they are estimated near that, and a factor without effect has next to none. Left open: how
 * near, beyond the tolerances here; totals of drawn points.
 */
#include "study-fixture.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-study-sensitivity.h>

#include "hd-random.h"

typedef double (*Function) (const double *x);

#define MOST_FACTORS 4

static void
add (HdStudyTable *table,
     guint point,
     guint repeat,
     double value)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  const HdMetric metric = { "y", "Y", "s", value };
  const HdStudyResult result = { .point = point, .repeat = repeat, .metrics = metrics };

  g_array_append_val (metrics, metric);
  hd_study_table_add (table, &result);
}

static void
get_coordinates (HdStudyPlan *plan,
                 guint point,
                 double *x)
{
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      hd_study_plan_get_value (plan, point, i, &value);
      x[i] = value.number;
    }
}

static HdStudyTable *
make_table (const char *study,
            Function function)
{
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (study, NULL);
  HdStudyTable *table = hd_study_table_new (plan);
  double x[MOST_FACTORS];

  for (guint p = 0; function != NULL && p < hd_study_plan_get_n_points (plan); p++)
    {
      get_coordinates (plan, p, x);
      add (table, p, 0, function (x));
    }
  return table;
}

static HdStudySensitivity *
take_apart (HdStudyTable *table)
{
  g_autoptr (GError) error = NULL;
  HdStudySensitivity *sensitivity = hd_study_sensitivity_new (table, 0, &error);

  g_assert_no_error (error);
  return sensitivity;
}

static void
check (HdStudySensitivity *sensitivity,
       guint factor,
       double main,
       double total,
       double tolerance)
{
  HdStudyEffect effect = hd_study_sensitivity_get_effect (sensitivity, factor);

  g_assert_cmpfloat_with_epsilon (effect.main, main, tolerance);
  if (isnan (total))
    g_assert_true (isnan (effect.total));
  else
    g_assert_cmpfloat_with_epsilon (effect.total, total, tolerance);
}

#define METRIC "<metric of='y'/></study>"

static double
add_up (const double *x)
{
  return 7 + 3 * x[0] - 2 * x[1];
}

/* Of n values that lie 1 apart the variance is (n² - 1) / 12. */
static void
test_sum (void)
{
  g_autoptr (HdStudyTable) table
    = make_table ("<study id='a'><factor of='bytes' from='1' to='5' steps='5'/><factor of='xpus' values='2, 3, 4'/><factor of='ring' values='tree'/>" METRIC, add_up);
  g_autoptr (HdStudySensitivity) sensitivity = take_apart (table);
  double variance = 9 * 2.0 + 4 * 2 / 3.0; /* (5² - 1) / 12 and (3² - 1) / 12 */

  g_assert_true (hd_study_sensitivity_is_exact (sensitivity));
  g_assert_cmpuint (hd_study_sensitivity_get_n_points (sensitivity), ==, 15);
  g_assert_cmpfloat_with_epsilon (hd_study_sensitivity_get_deviation (sensitivity), sqrt (variance), 1e-12);
  check (sensitivity, 0, 18 / variance, 18 / variance, 1e-12);
  check (sensitivity, 1, 8 / 3.0 / variance, 8 / 3.0 / variance, 1e-12);
  check (sensitivity, 2, 0, 0, 1e-15);
  g_assert_true (isnan (hd_study_sensitivity_get_noise (sensitivity)));
}

static double
multiply (const double *x)
{
  return x[0] * x[1];
}

static void
test_product (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a'><factor of='bytes' from='1' to='5' steps='5'/><factor of='xpus' values='2, 3, 4'/>" METRIC, multiply);
  g_autoptr (HdStudySensitivity) sensitivity = take_apart (table);
  double a = 2, b = 2 / 3.0, both = a * b, of_a = a * 9, of_b = b * 9; /* variances; both means are 3 */
  double variance = both + of_a + of_b;

  check (sensitivity, 0, of_a / variance, (of_a + both) / variance, 1e-12);
  check (sensitivity, 1, of_b / variance, (of_b + both) / variance, 1e-12);
}

/* Ishigami and Homma, "An importance quantification technique in uncertainty analysis for computer models", 1990, with a = 7 and b = 0.1. */
static double
ishigami (const double *x)
{
  return sin (x[0]) + 7 * pow (sin (x[1]), 2) + 0.1 * pow (x[2], 4) * sin (x[0]);
}

#define PI_4 (G_PI * G_PI * G_PI * G_PI)

static double
ishigami_variance (void)
{
  return 49 / 8.0 + 0.1 * PI_4 / 5 + 0.01 * PI_4 * PI_4 / 18 + 0.5;
}

static double
ishigami_first (void)
{
  return 0.5 * pow (1 + 0.1 * PI_4 / 5, 2) / ishigami_variance ();
}

/* In the middle of 24 equal parts from -π to π each. */
static void
test_ishigami (void)
{
#define MIDDLES "from='-3.010692959690218' to='3.010692959690218' steps='24'/>"
  g_autoptr (HdStudyTable) table = make_table ("<study id='a'><factor of='bytes' " MIDDLES "<factor of='bandwidth' " MIDDLES "<factor of='class:L.latency' " MIDDLES METRIC, ishigami);
  g_autoptr (HdStudySensitivity) sensitivity = take_apart (table);
  double second = 49 / 8.0 / ishigami_variance ();

  g_assert_true (hd_study_sensitivity_is_exact (sensitivity));
  check (sensitivity, 0, ishigami_first (), 1 - second, 0.005);
  check (sensitivity, 1, second, second, 0.005);
  check (sensitivity, 2, 0, 1 - second - ishigami_first (), 0.005);
}

static void
test_drawn (void)
{
#define RANGE "from='-3.141592653589793' to='3.141592653589793'/>"
#define CUBE "<factor of='bytes' " RANGE "<factor of='bandwidth' " RANGE "<factor of='class:L.latency' " RANGE METRIC
  static const char *const studies[] = {
    "<study id='a' sampling='sobol' points='4096'>" CUBE,
    "<study id='a' sampling='latin-hypercube' points='4000'>" CUBE,
    "<study id='a' sampling='random' points='4000' seed='3'>" CUBE,
  };

  for (guint i = 0; i < G_N_ELEMENTS (studies); i++)
    {
      g_autoptr (HdStudyTable) table = make_table (studies[i], ishigami);
      g_autoptr (HdStudySensitivity) sensitivity = take_apart (table);

      g_assert_false (hd_study_sensitivity_is_exact (sensitivity));
      check (sensitivity, 0, ishigami_first (), NAN, 0.03);
      check (sensitivity, 1, 49 / 8.0 / ishigami_variance (), NAN, 0.03);
      check (sensitivity, 2, 0, NAN, 0.03);
    }
}

/* Blocks tell total effects too. One that is not whole is not counted; too few whole ones are as points that are drawn otherwise. */
static void
test_blocks (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' sampling='saltelli' points='5120'>" CUBE, ishigami);
  g_autoptr (HdStudyTable) holed = make_table ("<study id='a' sampling='saltelli' points='5120'>" CUBE, NULL), few = make_table ("<study id='a' sampling='saltelli' points='30'>" CUBE, ishigami);
  g_autoptr (HdStudySensitivity) sensitivity = take_apart (table), of_holed = NULL, of_few = take_apart (few);
  double second = 49 / 8.0 / ishigami_variance (), third = 1 - second - ishigami_first (), x[3];

  g_assert_false (hd_study_sensitivity_is_exact (sensitivity));
  check (sensitivity, 0, ishigami_first (), 1 - second, 0.02);
  check (sensitivity, 1, second, second, 0.02);
  check (sensitivity, 2, 0, third, 0.02);
  for (guint p = 0; p < 5120; p++)
    if (p % 35 != 3)
      {
        get_coordinates (hd_study_table_get_plan (holed), p, x);
        add (holed, p, 0, ishigami (x));
      }
  of_holed = take_apart (holed);
  check (of_holed, 0, ishigami_first (), 1 - second, 0.04);
  check (of_holed, 2, 0, third, 0.04);
  g_assert_true (isnan (hd_study_sensitivity_get_effect (of_few, 0).total));
}

/* Whatever the figures: what is explained without a factor and what only it explains are all. */
static void
test_any (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a'><factor of='bytes' values='1, 2, 3'/><factor of='xpus' values='2, 3'/><factor of='ring' values='tree, ring, star, x'/>" METRIC, NULL);
  g_autoptr (HdStudySensitivity) sensitivity = NULL;
  HdRandom random;
  double y[3][2][4], mean = 0, variance = 0;

  hd_random_init (&random, 5, "test", "any");
  for (guint p = 0; p < 24; p++)
    {
      double value = y[p / 8][p / 4 % 2][p % 4] = hd_random_uniform (&random);

      add (table, p, 0, value);
      mean += value / 24;
    }
  for (guint p = 0; p < 24; p++)
    variance += pow (y[p / 8][p / 4 % 2][p % 4] - mean, 2) / 24;
  sensitivity = take_apart (table);
  for (guint factor = 0; factor < 3; factor++)
    {
      double main = 0, rest = 0;
      const guint sizes[] = { 3, 2, 4 };

      for (guint v = 0; v < sizes[factor]; v++)
        {
          double of_value = 0;

          for (guint p = 0; p < 24; p++)
            if ((const guint[]){ p / 8, p / 4 % 2, p % 4 }[factor] == v)
              of_value += y[p / 8][p / 4 % 2][p % 4] * sizes[factor] / 24;
          main += pow (of_value - mean, 2) / sizes[factor] / variance;
        }
      for (guint p = 0; p < 24; p++) /* the mean over all values of the factor, at the other two */
        {
          double of_others = 0;

          for (guint v = 0; v < sizes[factor]; v++)
            of_others += (factor == 0 ? y[v][p / 4 % 2][p % 4] : factor == 1 ? y[p / 8][v][p % 4] : y[p / 8][p / 4 % 2][v]) / sizes[factor];
          rest += pow (of_others - mean, 2) / 24 / variance;
        }
      check (sensitivity, factor, main, 1 - rest, 1e-12);
    }
}

static void
test_incomplete (void)
{
  const char *study = "<study id='a'><factor of='bytes' from='1' to='30' steps='30'/><factor of='xpus' from='2' to='16' steps='15'/>" METRIC;
  g_autoptr (HdStudyTable) table = make_table (study, NULL), few = make_table (study, NULL), flat = make_table (study, NULL);
  g_autoptr (HdStudySensitivity) sensitivity = NULL, of_flat = NULL;
  g_autoptr (GError) error = NULL;
  double x[2];

  for (guint p = 0; p < 450; p++)
    if (p % 7 != 3)
      {
        get_coordinates (hd_study_table_get_plan (table), p, x);
        add (table, p, 0, x[0]);
      }
  sensitivity = take_apart (table);
  g_assert_false (hd_study_sensitivity_is_exact (sensitivity));
  check (sensitivity, 0, 1, NAN, 0.01);
  check (sensitivity, 1, 0, NAN, 0.03);
  for (guint p = 0; p < 7; p++)
    add (few, p, 0, p);
  g_assert_null (hd_study_sensitivity_new (few, 0, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "7 points have the metric “y”; 8 are needed"));
  for (guint p = 0; p < 450; p++)
    add (flat, p, 0, 0.1 + 0.2 * (p % 2 == 0 ? 1 : 1 + 1e-16));
  of_flat = take_apart (flat);
  g_assert_cmpfloat (hd_study_sensitivity_get_deviation (of_flat), ==, 0);
  check (of_flat, 0, 0, 0, 1e-15);
}

/* Repeats of 1 and 3 away from the mean: their mean's variance is 10 * 2 / (4 * 3); that of all points 4. */
static void
test_noise (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' repeats='4'><factor of='xpus' values='2, 4'/>" METRIC, NULL);
  g_autoptr (HdStudySensitivity) sensitivity = NULL;
  static const double off[] = { -1, 1, 3, -3 };

  for (guint p = 0; p < 2; p++)
    for (guint r = 0; r < 4; r++)
      add (table, p, r, 4 * p + off[r]);
  sensitivity = take_apart (table);
  g_assert_cmpfloat_with_epsilon (hd_study_sensitivity_get_noise (sensitivity), 20 / 12.0 / 4, 1e-3);
  check (sensitivity, 0, 1, 1, 1e-12);
}

static void
test_paired (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a' sampling='paired'><factor of='bytes' from='1' to='9' steps='9'/><factor of='bandwidth' from='1' to='9' steps='9'/>" METRIC, add_up);
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_study_sensitivity_new (table, 0, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
}

static void
test_text (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='a'><factor of='xpus' values='2, 3, 4'/><factor of='bytes' from='1' to='5' steps='5'/>" METRIC, multiply);
  g_autofree char *text = hd_study_table_sensitivity_to_text (table, NULL), *json = hd_study_table_sensitivity_to_json (table, NULL);

  g_assert_cmpstr (text, ==,
                   "Shares of the variance over all points\n"
                   "  Metric  Factor  Alone  With others\n"
                   "  y       $bytes   71\u202f%         76\u202f%\n"
                   "          $xpus    24\u202f%         29\u202f%\n");
  g_assert_nonnull (strstr (json, "\"factor\" : \"$bytes\""));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-sensitivity/sum", test_sum);
  g_test_add_func ("/study-sensitivity/product", test_product);
  g_test_add_func ("/study-sensitivity/ishigami", test_ishigami);
  g_test_add_func ("/study-sensitivity/drawn", test_drawn);
  g_test_add_func ("/study-sensitivity/blocks", test_blocks);
  g_test_add_func ("/study-sensitivity/any", test_any);
  g_test_add_func ("/study-sensitivity/incomplete", test_incomplete);
  g_test_add_func ("/study-sensitivity/noise", test_noise);
  g_test_add_func ("/study-sensitivity/paired", test_paired);
  g_test_add_func ("/study-sensitivity/text", test_text);
  return g_test_run ();
}
