/* tree-cost.c: the closed forms of aggregation trees
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: the numbers that the paper prints (k = 41, 24 to 64 within 0.1 us) and those that a separate program computed from its constants; central
 * differences for the derivatives. Left open: beta and gamma, which are not published.
 */
#include <math.h>

#include <heddle/heddle.h>

#define US 1e-6

static const HdTreeCost usual = HD_TREE_COST_DEFAULT;

static void
test_optimum (void)
{
  HdTreeWidths widths = hd_tree_cost_find_widths (&usual, 512, 0, 0.1 * US, 512);
  double a, b;

  hd_tree_cost_get_coefficients (&usual, 0, &a, &b);
  g_assert_cmpfloat_with_epsilon (a, 1.12 * US, 1e-15);
  g_assert_cmpfloat_with_epsilon (b, 0.01 * US, 1e-15);
  g_assert_cmpfloat_with_epsilon (hd_tree_cost_find_optimum (&usual, 0), 41.200, 0.0005);
  g_assert_cmpuint (widths.best, ==, 41);
  g_assert_cmpfloat_with_epsilon (widths.best_s, 2.5702 * US, 0.0001 * US);
  for (guint k = 2; k <= 512; k++)
    g_assert_cmpfloat (hd_tree_cost_type_1 (&usual, k, 512, 0), >=, widths.best_s);
  g_assert_cmpfloat (fabs (hd_tree_cost_slope (&usual, hd_tree_cost_find_optimum (&usual, 0), 512, 0)), <, 1e-15);
}

/* The paper: at most 0.1 us more for 24 <= k <= 64. The band ends at 24 and 69. */
static void
test_tolerance (void)
{
  double best = hd_tree_cost_type_1 (&usual, 41.2, 512, 0);

  for (guint k = 24; k <= 64; k++)
    g_assert_cmpfloat (hd_tree_cost_type_1 (&usual, k, 512, 0) - best, <=, 0.1 * US);
  g_assert_cmpfloat (hd_tree_cost_type_1 (&usual, 23, 512, 0) - best, >, 0.1 * US);
  g_assert_cmpfloat (hd_tree_cost_type_1 (&usual, 70, 512, 0) - best, >, 0.1 * US);
}

static void
test_curve (void)
{
  static const struct
  {
    guint k;
    double us;
  } points[] = { { 2, 10.260 }, { 4, 5.220 }, { 8, 3.600 }, { 16, 2.880 }, { 32, 2.592 }, { 64, 2.640 } };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    g_assert_cmpfloat_with_epsilon (hd_tree_cost_type_1 (&usual, points[i].k, 512, 0), points[i].us * US, 0.0005 * US);
}

/* The idea of table 2: the bounds fall as packets grow. */
static void
test_widths (void)
{
  static const struct
  {
    double bytes;
    guint best, lowest, highest;
    double us;
  } rows[] = {
    { 0, 41, 24, 69, 2.5702 }, { 8, 37, 22, 61, 2.6764 },   { 16, 34, 21, 55, 2.7753 }, { 32, 29, 18, 46, 2.9560 },  { 64, 23, 15, 35, 3.2717 },
    { 128, 17, 12, 25, 3.7986 }, { 256, 12, 9, 16, 4.6554 }, { 512, 9, 7, 11, 6.0520 }, { 1024, 6, 6, 7, 8.3867 }, { 2048, 5, 5, 5, 12.4733 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      HdTreeWidths widths = hd_tree_cost_find_widths (&usual, 512, rows[i].bytes, 0.1 * US, 512);

      g_assert_cmpuint (widths.best, ==, rows[i].best);
      g_assert_cmpuint (widths.lowest, ==, rows[i].lowest);
      g_assert_cmpuint (widths.highest, ==, rows[i].highest);
      g_assert_cmpfloat_with_epsilon (widths.best_s, rows[i].us * US, 0.00005 * US);
    }
  for (guint bytes = 1; bytes <= 512; bytes++)
    {
      HdTreeWidths last = hd_tree_cost_find_widths (&usual, 512, bytes - 1, 0.1 * US, 512);
      HdTreeWidths widths = hd_tree_cost_find_widths (&usual, 512, bytes, 0.1 * US, 512);

      g_assert_cmpuint (widths.lowest, >=, 2);
      g_assert_cmpuint (widths.lowest, <=, last.lowest);
      g_assert_cmpuint (widths.highest, <=, last.highest);
    }
}

/* With a limit the least that can be had counts. */
static void
test_limit (void)
{
  HdTreeWidths widths = hd_tree_cost_find_widths (&usual, 512, 0, 0.1 * US, 16);

  g_assert_cmpuint (widths.best, ==, 16);
  g_assert_cmpuint (widths.highest, ==, 16);
  g_assert_cmpuint (hd_tree_cost_find_widths (&usual, 512, 1e9, 0, 64).best, ==, 3);
  g_assert_cmpuint (hd_tree_cost_find_widths (&usual, 512, 1e9, 0, 2).best, ==, 2);
}

static void
test_choice (void)
{
  static const struct
  {
    double d;
    gint64 last;
  } last[] = { { 16, 1055 }, { 32, 355 }, { 64, 112 } };

  g_assert_cmpfloat_with_epsilon (hd_tree_cost_type_2 (&usual, 32, 512, 256), 4.0851 * US, 0.00005 * US);
  g_assert_cmpfloat_with_epsilon (hd_tree_cost_difference (&usual, 32, 12, 512, 256), 0.5703 * US, 0.00005 * US);
  g_assert_cmpfloat_with_epsilon (hd_tree_cost_difference (&usual, 32, 9, 512, 512), -0.9822 * US, 0.00005 * US);
  g_assert_true (hd_tree_cost_prefers_type_2 (&usual, 32, 512, 256, 64));
  g_assert_false (hd_tree_cost_prefers_type_2 (&usual, 32, 512, 512, 64));
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    g_assert_cmpint (hd_tree_cost_last_type_2 (&usual, last[i].d, 512, 64), ==, last[i].last);
  /* a switch with one child for every process is never worth it */
  g_assert_cmpint (hd_tree_cost_last_type_2 (&usual, 4096, 512, 64), ==, -1);
}

static void
test_derivatives (void)
{
  HdTreeCost per_level = usual;

  per_level.store = HD_TREE_STORE_PER_LEVEL;
  g_assert_cmpfloat_with_epsilon (hd_tree_cost_difference_by_bytes (&usual, 32, 12, 512, 256), -0.0054948 * US, 1e-7 * US);
  g_assert_cmpfloat_with_epsilon (hd_tree_cost_difference_by_members (&usual, 32, 12, 512, 256), 0.00035389 * US, 1e-8 * US);
  for (guint mode = 0; mode < 2; mode++)
    for (double bytes = 16; bytes <= 4096; bytes *= 2)
      for (double k = 4; k <= 64; k *= 2)
        {
          const HdTreeCost *cost = mode == 0 ? &usual : &per_level;
          double by_bytes = hd_tree_cost_difference_by_bytes (cost, 32, k, 512, bytes);
          double by_members = hd_tree_cost_difference_by_members (cost, 32, k, 512, bytes);
          double slope = hd_tree_cost_slope (cost, k, 512, bytes);
          double bytes_step = (hd_tree_cost_difference (cost, 32, k, 512, bytes + 1) - hd_tree_cost_difference (cost, 32, k, 512, bytes - 1)) / 2;
          double members_step = (hd_tree_cost_difference (cost, 32, k, 513, bytes) - hd_tree_cost_difference (cost, 32, k, 511, bytes)) / 2;
          double width_step = (hd_tree_cost_type_1 (cost, k + 1e-4, 512, bytes) - hd_tree_cost_type_1 (cost, k - 1e-4, 512, bytes)) / 2e-4;

          g_assert_cmpfloat (fabs (by_bytes - bytes_step), <, 1e-5 * fabs (by_bytes) + 1e-15);
          g_assert_cmpfloat (fabs (by_members - members_step), <, 1e-5 * fabs (by_members) + 1e-12);
          g_assert_cmpfloat (fabs (slope - width_step), <, 1e-5 * fabs (slope) + 1e-12);
        }
}

/* Totals for 512 processes and 8 B with the best widths, as printed in the specification. */
static void
test_totals (void)
{
  static const struct
  {
    const char *operation;
    double one, two; /* us */
  } rows[] = { { "barrier", 3.7002, 1.7060 }, { "bcast", 3.7008, 1.7066 }, { "reduce", 2.6764, 1.2282 }, { "allreduce", 3.8071, 1.7988 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      HdTreeOperation operation;
      double up, down, one, two;
      guint k;

      g_assert_true (hd_tree_operation_find (rows[i].operation, &operation, &error));
      hd_tree_operation_get_bytes (operation, 8, &up, &down);
      k = hd_tree_cost_find_widths (&usual, 512, up, 0, 64).best;
      one = hd_tree_cost_type_1 (&usual, k, 512, up);
      two = hd_tree_cost_type_2 (&usual, 32, 512, up);
      if (operation != HD_TREE_REDUCE)
        {
          one += hd_tree_cost_broadcast_1 (&usual, k, 512, down);
          two += hd_tree_cost_broadcast_2 (&usual, 32, 512, down);
        }
      g_assert_cmpfloat_with_epsilon (one, rows[i].one * US, 0.00006 * US);
      g_assert_cmpfloat_with_epsilon (two, rows[i].two * US, 0.00006 * US);
    }
}

static void
test_bad (void)
{
  static const double bad[] = { -1e-9, NAN, INFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    for (guint field = 0; field < 5; field++)
      {
        HdTreeCost cost = usual;
        double *fields[] = { &cost.link_s, &cost.links, &cost.match_s, &cost.store_s_per_byte, &cost.reduce_s_per_byte };
        g_autoptr (GError) error = NULL;

        *fields[field] = bad[i];
        g_assert_false (hd_tree_cost_check (&cost, &error));
        g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_PARAMETER);
      }
  g_assert_true (hd_tree_cost_check (&usual, NULL));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/tree-cost/optimum", test_optimum);
  g_test_add_func ("/engine/collective/tree-cost/tolerance", test_tolerance);
  g_test_add_func ("/engine/collective/tree-cost/curve", test_curve);
  g_test_add_func ("/engine/collective/tree-cost/widths", test_widths);
  g_test_add_func ("/engine/collective/tree-cost/limit", test_limit);
  g_test_add_func ("/engine/collective/tree-cost/choice", test_choice);
  g_test_add_func ("/engine/collective/tree-cost/derivatives", test_derivatives);
  g_test_add_func ("/engine/collective/tree-cost/totals", test_totals);
  g_test_add_func ("/engine/collective/tree-cost/bad", test_bad);
  return g_test_run ();
}
