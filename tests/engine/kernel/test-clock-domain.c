/* test-clock-domain.c: clocks do not drift
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: edge n is at ceil (n / frequency), for every n; the cycle found for a time is the first whose edge is not before it.
 */
#include <heddle/hd-error.h>

#include "hd-clock-domain.h"

static void
init (HdClockDomain *clock,
      double frequency)
{
  g_autoptr (GError) error = NULL;

  hd_clock_domain_init (clock, frequency, &error);
  g_assert_no_error (error);
}

static void
test_edges (void)
{
  HdClockDomain clock;

  init (&clock, 1e9);
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, 0), ==, 0);
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, 7), ==, 7000);

  /* 666.67 ps */
  init (&clock, 1.5e9);
  g_assert_cmpint (clock.num, ==, 2000);
  g_assert_cmpint (clock.den, ==, 3);
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, 1), ==, 667);
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, 2), ==, 1334);
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, 3), ==, 2000);
  /* a second later to the picosecond: adding 667 would be 0.5 ms off */
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, 1500000000), ==, HD_TICKS_PER_SECOND);
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, G_MAXINT64), ==, HD_TIME_MAX);

  init (&clock, 0.001);
  g_assert_cmpint (hd_clock_domain_get_edge (&clock, 1), ==, 1000 * HD_TICKS_PER_SECOND);
}

static void
test_find (void)
{
  static const double frequencies[] = { 1e12, 1.5e9, 1.0e9 / 3, 999999937, 2.4e9, 32768, 0.007 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      HdClockDomain clock;

      init (&clock, frequencies[i]);
      g_assert_cmpint (hd_clock_domain_find_cycle (&clock, 0), ==, 0);
      for (int j = 0; j < 20000; j++)
        {
          HdTime time = (HdTime) (((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)) >> g_rand_int_range (rand, 1, 60)) + 1;
          gint64 cycle = hd_clock_domain_find_cycle (&clock, time);

          g_assert_cmpint (hd_clock_domain_get_edge (&clock, cycle), >=, time);
          g_assert_cmpint (hd_clock_domain_get_edge (&clock, cycle - 1), <, time);
        }
    }
}

static void
test_refused (void)
{
  static const double frequencies[] = { 0, -1, 1e-4, 1.1e12, 0.0 / 0.0 };
  HdClockDomain clock;

  for (guint i = 0; i < G_N_ELEMENTS (frequencies); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (hd_clock_domain_init (&clock, frequencies[i], &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/clock-domain/edges", test_edges);
  g_test_add_func ("/engine/kernel/clock-domain/find", test_find);
  g_test_add_func ("/engine/kernel/clock-domain/refused", test_refused);
  return g_test_run ();
}
