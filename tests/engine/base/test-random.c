/* test-random.c: random streams
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a stream depends on its seed, path and name alone; uniform and exponential samples have the moments and the distribution that
 * they should (chi-square over 64 cells, fixed seeds, so a pass is a pass for ever); the logarithm is libm's to 2 units in the last place.
 */
#include <math.h>

#include "hd-random.h"

#define N 1000000
#define CELLS 64

static void
test_keyed (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  static const char *const names[] = { "", "a", "b", "xpu[1]", "xpu[2]" };

  for (guint64 seed = 0; seed < 4; seed++)
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        {
          HdRandom a, b;
          guint64 first;

          hd_random_init (&a, seed, names[i], names[j]);
          hd_random_init (&b, seed, names[i], names[j]);
          first = hd_random_next (&a);
          g_assert_cmpuint (first, ==, hd_random_next (&b));
          g_assert_true (g_hash_table_add (seen, g_memdup2 (&first, sizeof first)));
        }
}

/* 99.99 % point of chi-square with 63 degrees of freedom */
static void
assert_even (const guint *counts,
             guint n)
{
  double expected = (double) n / CELLS, sum = 0;

  for (guint i = 0; i < CELLS; i++)
    sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  g_assert_cmpfloat (sum, <, 111.1);
}

static void
test_uniform (void)
{
  guint counts[CELLS] = { 0 };
  HdRandom random;

  hd_random_init (&random, 1, "test", "uniform");
  for (guint i = 0; i < N; i++)
    {
      double x = hd_random_uniform (&random);

      g_assert_true (x >= 0 && x < 1);
      counts[(guint) (x * CELLS)]++;
    }
  assert_even (counts, N);
}

static void
test_below (void)
{
  guint counts[CELLS] = { 0 };
  HdRandom random;

  hd_random_init (&random, 1, "test", "below");
  for (guint i = 0; i < N; i++)
    counts[hd_random_below (&random, CELLS)]++;
  assert_even (counts, N);

  /* where a plain product would show its bias */
  for (guint i = 0; i < 1000; i++)
    {
      g_assert_cmpuint (hd_random_below (&random, G_MAXUINT64), <, G_MAXUINT64);
      g_assert_cmpuint (hd_random_below (&random, 1), ==, 0);
      g_assert_cmpuint (hd_random_below (&random, (G_GUINT64_CONSTANT (1) << 63) + 1), <=, G_GUINT64_CONSTANT (1) << 63);
    }
}

static void
test_exponential (void)
{
  guint counts[CELLS] = { 0 };
  double sum = 0, squares = 0;
  HdRandom random;

  hd_random_init (&random, 1, "test", "exponential");
  for (guint i = 0; i < N; i++)
    {
      double x = hd_random_exponential (&random, 2.5);

      g_assert_true (x >= 0 && x < 2.5 * 36.8);
      sum += x;
      squares += x * x;
      counts[MIN ((guint) ((1 - exp (-x / 2.5)) * CELLS), CELLS - 1)]++;
    }
  assert_even (counts, N);
  g_assert_cmpfloat_with_epsilon (sum / N, 2.5, 0.01);
  g_assert_cmpfloat_with_epsilon (squares / N, 2 * 2.5 * 2.5, 0.1);
}

static void
test_log (void)
{
  HdRandom random;

  hd_random_init (&random, 1, "test", "log");
  g_assert_cmpfloat (hd_random_log (1), ==, 0);
  for (guint i = 0; i < N; i++)
    {
      double x = ldexp (1 - hd_random_uniform (&random), (int) hd_random_below (&random, 200) - 100);
      double expected = log (x);

      g_assert_cmpfloat (fabs (hd_random_log (x) - expected), <=, 2 * fabs (nextafter (expected, INFINITY) - expected));
    }
}

static void
test_pinned (void)
{
  HdRandom random;

  hd_random_init (&random, 42, "rack[0]/xpu[1]", "arrivals");
  g_assert_cmpuint (hd_random_next (&random), ==, G_GUINT64_CONSTANT (4746797858751424117));
  g_assert_cmpuint (hd_random_next (&random), ==, G_GUINT64_CONSTANT (3705982019805359423));
  g_assert_cmpfloat (hd_random_exponential (&random, 1), ==, 0x1.2b55e4110fde5p+0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/random/keyed", test_keyed);
  g_test_add_func ("/engine/base/random/uniform", test_uniform);
  g_test_add_func ("/engine/base/random/below", test_below);
  g_test_add_func ("/engine/base/random/exponential", test_exponential);
  g_test_add_func ("/engine/base/random/log", test_log);
  g_test_add_func ("/engine/base/random/pinned", test_pinned);
  return g_test_run ();
}
