/* test-axis.c: round ticks, labels that differ
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: ticks lie in the range at equal steps of 1, 2 or 5 times a power of ten, at most as many as asked for, each
 * with a label of its own. Expected labels were written by hand.
 */
#include "heddle-axis.h"
#include "heddle-value-axis.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>

#define S G_GINT64_CONSTANT (1000000000000)

static void
assert_nice (double step)
{
  double mantissa = step / pow (10, floor (log10 (step) + 1e-9));

  g_assert_true (fabs (mantissa - 1) < 1e-6 || fabs (mantissa - 2) < 1e-6 || fabs (mantissa - 5) < 1e-6);
}

static void
assert_distinct (const HeddleAxis *axis)
{
  for (guint i = 1; i < axis->n; i++)
    {
      g_assert_cmpfloat_with_epsilon ((axis->ticks[i].position - axis->ticks[i - 1].position) / axis->step, 1, 1e-6);
      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (axis->ticks[i].label, !=, axis->ticks[k].label);
    }
}

static void
test_times (void)
{
  HeddleAxis axis;

  heddle_axis_times (4620 * (S / 1000), 4840 * (S / 1000), 12, &axis);
  g_assert_cmpuint (axis.n, ==, 12);
  g_assert_cmpstr (axis.ticks[0].label, ==, "4.62" HD_FIGURE_SPACE "s");
  g_assert_cmpstr (axis.ticks[1].label, ==, "4.64" HD_FIGURE_SPACE "s");
  g_assert_cmpstr (axis.origin_label, ==, "");

  heddle_axis_times (0, 1000, 6, &axis);
  g_assert_cmpstr (axis.ticks[1].label, ==, "0.2" HD_FIGURE_SPACE "ns");

  /* A nanosecond at 4 s: labels are offsets. */
  heddle_axis_times (4 * S + 123456, 4 * S + 123456 + 1000, 6, &axis);
  g_assert_cmpstr (axis.origin_label, ==, "4.000000123" HD_FIGURE_SPACE "s");
  g_assert_cmpint (axis.origin_ps, ==, 4 * S + 123000);
  g_assert_cmpstr (axis.ticks[0].label, ==, "+0.6" HD_FIGURE_SPACE "ns");

  heddle_axis_times (-S, S, 5, &axis);
  g_assert_cmpstr (axis.ticks[0].label, ==, "−1.0" HD_FIGURE_SPACE "s");

  heddle_axis_times (5, 5, 5, &axis);
  g_assert_cmpuint (axis.n, ==, 0);
  heddle_axis_times (5, 6, 64, &axis);
  g_assert_cmpuint (axis.n, ==, 2);
}

static void
test_random_times (void)
{
  for (guint round = 0; round < 5000; round++)
    {
      gint64 begin = (gint64) (pow (10, g_test_rand_double_range (0, 18)) * (g_test_rand_bit () ? 1 : -1));
      gint64 end = begin + 1 + (gint64) pow (10, g_test_rand_double_range (0, 18));
      guint max = (guint) g_test_rand_int_range (2, 65);
      HeddleAxis axis;

      heddle_axis_times (begin, end, max, &axis);
      g_assert_cmpuint (axis.n, <=, max);
      assert_nice (axis.step);
      assert_distinct (&axis);
      for (guint i = 0; i < axis.n; i++)
        {
          gint64 at = axis.origin_ps + (gint64) axis.ticks[i].position;

          g_assert_cmpint (at, >=, begin);
          g_assert_cmpint (at, <=, end);
        }
      if (end - begin >= (gint64) axis.step * 2)
        g_assert_cmpuint (axis.n, >=, 2);
    }
}

static void
test_values (void)
{
  HeddleAxis axis;

  heddle_axis_values (0, 50, 6, &axis);
  g_assert_cmpuint (axis.n, ==, 6);
  g_assert_cmpstr (axis.ticks[1].label, ==, "10");
  heddle_axis_values (0, 128e9, 6, &axis);
  g_assert_cmpstr (axis.ticks[1].label, ==, "50" HD_FIGURE_SPACE "G");
  heddle_axis_values (-1, 1, 5, &axis);
  g_assert_cmpstr (axis.ticks[0].label, ==, "−1");
  g_assert_cmpstr (axis.ticks[1].label, ==, "−0.5");
  g_assert_cmpstr (axis.ticks[2].label, ==, "0");
  heddle_axis_values (0, NAN, 5, &axis);
  g_assert_cmpuint (axis.n, ==, 0);

  for (guint round = 0; round < 5000; round++)
    {
      double low = g_test_rand_double_range (-1, 1) * pow (10, g_test_rand_int_range (-9, 15));
      double high = low + pow (10, g_test_rand_double_range (-2, 2)) * fabs (low);
      guint max = (guint) g_test_rand_int_range (2, 20);

      heddle_axis_values (low, high, max, &axis);
      g_assert_cmpuint (axis.n, <=, max);
      assert_nice (axis.step);
      assert_distinct (&axis);
    }
}

/* A name is cut between characters: ten of three bytes are 30, and the eleventh has no room. */
static void
test_names (void)
{
  HeddleTick tick;

  heddle_tick_set_name (&tick, "recursive-doubling");
  g_assert_cmpstr (tick.label, ==, "recursive-doubling");
  heddle_tick_set_name (&tick, "一二三四五六七八九十百");
  g_assert_cmpstr (tick.label, ==, "一二三四五六七八九十");
}

/* Powers of ten, of which positions are logarithms. */
static void
test_logarithmic (void)
{
  HeddleAxis axis;

  memset (&axis, 0xff, sizeof axis);
  heddle_value_axis (0, 3, TRUE, "", 4, &axis);
  g_assert_cmpuint (axis.n, ==, 4);
  g_assert_cmpint (axis.origin_ps, ==, 0);
  for (guint i = 0; i < axis.n; i++)
    g_assert_cmpfloat_with_epsilon (axis.ticks[i].position, i, 1e-9);
  g_assert_cmpstr (axis.ticks[2].label, ==, "100");
}

/* Metrics that are shares are in percent. */
static void
test_percents (void)
{
  HeddleAxis axis;

  heddle_value_axis (0, 80, FALSE, "%", 4, &axis);
  g_assert_cmpstr (axis.ticks[1].label, ==, "50" HD_FIGURE_SPACE "%");
}

/* What differs by a millionth still reads otherwise at each tick. */
static void
test_narrow (void)
{
  for (double width = 1; width > 1e-9; width /= 3)
    {
      HeddleAxis axis;

      for (guint is_share = 0; is_share < 2; is_share++)
        {
          heddle_value_axis (16.028, 16.028 + width, FALSE, is_share ? "%" : "s", 4, &axis);
          g_assert_cmpuint (axis.n, >=, 2);
          for (guint i = 1; i < axis.n; i++)
            g_assert_cmpstr (axis.ticks[i].label, !=, axis.ticks[i - 1].label);
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/axis/times", test_times);
  g_test_add_func ("/ui/paint/axis/random-times", test_random_times);
  g_test_add_func ("/ui/paint/axis/values", test_values);
  g_test_add_func ("/ui/paint/axis/names", test_names);
  g_test_add_func ("/ui/paint/axis/logarithmic", test_logarithmic);
  g_test_add_func ("/ui/paint/axis/percents", test_percents);
  g_test_add_func ("/ui/paint/axis/narrow", test_narrow);

  return g_test_run ();
}
