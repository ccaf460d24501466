/* test-figure.c: numbers as people read them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a figure has the digits asked for, a unit that suits, and no exponent, no ASCII minus and no space at which a line
 * could break; whatever is read back from it is the number it was made of, but for its digits.
 * Left open: languages with other digits or separators.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>

#define SPACE HD_FIGURE_SPACE

static void
test_units (void)
{
  static const struct
  {
    double value;
    const char *unit;
    int digits;
    const char *figure;
  } cases[] = {
    { 1.12e6, "flit", 4, "1.12" SPACE "Mflit" },
    { 5e-6, "s", 4, "5" SPACE "µs" },
    { 41279125, "B/s", 4, "41.28" SPACE "MB/s" },
    { 42.666e9, "B/s", 3, "42.7" SPACE "GB/s" },
    { 999.96e9, "B/s", 4, "1" SPACE "TB/s" },
    { 12.5, "GB/s", 3, "12.5" SPACE "GB/s" },
    { -198e9, "B", 3, "−198" SPACE "GB" },
    { 0, "B", 3, "0" SPACE "B" },
    { -0.0, "B", 3, "0" SPACE "B" },
    { 1e-13, "s", 3, "0.1" SPACE "ps" },
    { 4000, "s", 4, "4,000" SPACE "s" },
    { 7.982, "batch/s", 4, "7.982" SPACE "batch/s" },
    { 4567890, "batch/s", 4, "4,567,890" SPACE "batch/s" },
    { 48, "%", 3, "48" SPACE "%" },
    { 0.000005, NULL, 4, "5×10⁻⁶" },
    { 1234, NULL, 3, "1,234" },
    { 1234567.5, "", 4, "1,235,000" },
    { 1.5e30, "", 3, "1.5×10³⁰" },
    { -1e-7, "", 3, "−1×10⁻⁷" },
    { NAN, "B", 3, "–" },
    { INFINITY, "B", 3, "∞" },
    { -INFINITY, "B", 3, "−∞" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *figure = hd_figure_in (cases[i].value, cases[i].unit, cases[i].digits);

      g_assert_cmpstr (figure, ==, cases[i].figure);
    }
}

static void
test_times (void)
{
  static const struct
  {
    HdTime time;
    int digits;
    const char *figure;
  } cases[] = {
    { 0, 3, "0" SPACE "s" },
    { 200000, 3, "200" SPACE "ns" },
    { 97700000000, 3, "97.7" SPACE "ms" },
    { 999960, 3, "1" SPACE "µs" },
    { -5, 3, "−5" SPACE "ps" },
    { 1234 * HD_TICKS_PER_SECOND, 4, "1,234" SPACE "s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *figure = hd_figure_time (cases[i].time, cases[i].digits);

      g_assert_cmpstr (figure, ==, cases[i].figure);
    }
}

static void
assert_count (guint64 n,
              const char *expected)
{
  g_autofree char *figure = hd_figure_count (n);

  g_assert_cmpstr (figure, ==, expected);
}

static void
assert_percent (double share,
                const char *expected)
{
  g_autofree char *figure = hd_figure_percent (share);

  g_assert_cmpstr (figure, ==, expected);
}

static void
test_counts (void)
{
  assert_count (0, "0");
  assert_count (999, "999");
  assert_count (4096, "4,096");
  assert_count (1000000, "1,000,000");
  assert_count (G_MAXUINT64, "18,446,744,073,709,551,615");
  assert_percent (0, "0" SPACE "%");
  assert_percent (0.0001, "< 0.1" SPACE "%");
  assert_percent (0.042, "4.2" SPACE "%");
  assert_percent (0.667, "67" SPACE "%");
  assert_percent (1, "100" SPACE "%");
  assert_percent (-0.25, "−25" SPACE "%");
}

/* A list to be read has them short, one to be compared has the digits that are asked for. */
static void
test_percent_digits (void)
{
  g_autofree char *brief = hd_figure_in (30.64061, "%", 4), *exact = hd_figure_in (30.64061, "%", 6);

  g_assert_cmpstr (brief, ==, "31" SPACE "%");
  g_assert_cmpstr (exact, ==, "30.6406" SPACE "%");
}

static void
assert_change (double from,
               double to,
               const char *expected)
{
  g_autofree char *figure = hd_figure_change (from, to);

  g_assert_cmpstr (figure, ==, expected);
}

/* Of what is negative, more is more. */
static void
test_changes (void)
{
  assert_change (8, 9.12, "+14" SPACE "%");
  assert_change (9.12, 8, "−12" SPACE "%");
  assert_change (1, 1.004, "+0.4" SPACE "%");
  assert_change (1, 1.0001, "< +0.1" SPACE "%");
  assert_change (1, 0.9999, "< −0.1" SPACE "%");
  assert_change (1.545e-10, 1.448e-7, "+93,622" SPACE "%");
  assert_change (1, 12.11, "+1,111" SPACE "%");
  assert_change (5, 5, "0" SPACE "%");
  assert_change (0, 0, "0" SPACE "%");
  assert_change (-4, -3, "+25" SPACE "%");
  assert_change (0, 3, "–");
  assert_change (NAN, 3, "–");
  assert_change (3, INFINITY, "–");
}

static void
assert_difference (double from,
                   double to,
                   const char *unit,
                   const char *expected)
{
  g_autofree char *figure = hd_figure_difference (from, to, unit, 3);

  g_assert_cmpstr (figure, ==, expected);
}

/* Of shares in points, to a tenth. */
static void
test_differences (void)
{
  assert_difference (0.5, 0.504, "s", "+4" SPACE "ms");
  assert_difference (3, 1, "batch/s", "−2" SPACE "batch/s");
  assert_difference (3, 3, "s", "0" SPACE "s");
  assert_difference (1.742e-6, 1.742e-6 * (1 + 4e-13), "J", "0" SPACE "J"); /* of sums in another order */
  assert_difference (1, 1 + 1e-11, "s", "+10" SPACE "ps");
  assert_difference (0, 2e9, "B", "+2" SPACE "GB");
  assert_difference (50, 100, "%", "+50 points");
  assert_difference (100, 99.78, "%", "−0.2 points");
  assert_difference (100, 99.99, "%", "0 points");
}

static void
test_ranges (void)
{
  g_autofree char *range = hd_figure_range ("12 %", "48 %");
  g_autofree char *point = hd_figure_range ("48 %", "48 %");

  g_assert_cmpstr (range, ==, "12 % to 48 %");
  g_assert_cmpstr (point, ==, "48 %");
}

/* An entry takes what was copied from a figure. */
static void
test_read_back (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      double value = ldexp (g_test_rand_double_range (0.5, 1), g_test_rand_int_range (-30, 50));
      g_autofree char *figure = hd_figure_in (value, "B/s", 6);
      g_autoptr (GError) error = NULL;
      HdQuantity quantity;

      if (strstr (figure, "×") != NULL)
        continue;
      hd_quantity_parse (figure, &quantity, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat_with_epsilon (quantity.value, value, value * 1e-5);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/figure/units", test_units);
  g_test_add_func ("/engine/base/figure/times", test_times);
  g_test_add_func ("/engine/base/figure/counts", test_counts);
  g_test_add_func ("/engine/base/figure/percent-digits", test_percent_digits);
  g_test_add_func ("/engine/base/figure/changes", test_changes);
  g_test_add_func ("/engine/base/figure/differences", test_differences);
  g_test_add_func ("/engine/base/figure/ranges", test_ranges);
  g_test_add_func ("/engine/base/figure/read-back", test_read_back);
  return g_test_run ();
}
