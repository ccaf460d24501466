/* test-sampler.c: points in the unit cube
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: the first points of the Sobol sequence are those that are published; of each coordinate of it, each aligned block of 2^k points has one in each of
 * 2^k equal parts; a Latin hypercube has one point in each part of each coordinate; a seed makes the same points, another others. Left open: how even they are
 * in more than two dimensions.
 */
#include <heddle/heddle.h>

#include "hd-sampler.h"

/* Joe and Kuo, "Notes on generating Sobol sequences", 2008, and the programs that follow them. */
static void
test_sobol_known (void)
{
  static const double known[][3] = {
    { 0, 0, 0 }, { 0.5, 0.5, 0.5 }, { 0.75, 0.25, 0.25 }, { 0.25, 0.75, 0.75 }, { 0.375, 0.375, 0.625 }, { 0.875, 0.875, 0.125 }, { 0.625, 0.125, 0.875 }, { 0.125, 0.625, 0.375 },
  };
  g_autofree double *points = hd_sampler_draw (HD_SAMPLING_SOBOL, 3, G_N_ELEMENTS (known), 7);

  for (guint p = 0; p < G_N_ELEMENTS (known); p++)
    for (guint c = 0; c < 3; c++)
      g_assert_cmpfloat (points[p * 3 + c], ==, known[p][c]);
}

/* Whether points @first to @first + @n - 1 have one in each of @n parts of coordinate @c. */
static void
check_parts (const double *points,
             guint n_coordinates,
             guint c,
             guint first,
             guint n)
{
  g_autofree guint *counts = g_new0 (guint, n);

  for (guint p = first; p < first + n; p++)
    {
      double x = points[(gsize) p * n_coordinates + c];

      g_assert_true (x >= 0 && x < 1);
      g_assert_cmpuint (counts[(guint) (x * n)]++, ==, 0);
    }
}

static void
test_sobol_even (void)
{
  g_autofree double *points = hd_sampler_draw (HD_SAMPLING_SOBOL, HD_SAMPLER_MOST_SOBOL, 4096, 1);

  for (guint c = 0; c < HD_SAMPLER_MOST_SOBOL; c++)
    for (guint n = 1; n <= 4096; n *= 2)
      for (guint first = 0; first < 4096; first += n)
        check_parts (points, HD_SAMPLER_MOST_SOBOL, c, first, n);
}

/* No two coordinates are the same, and no two are in step: of 4,096 points each square of 8 x 8 has some. */
static void
test_sobol_pairs (void)
{
  g_autofree double *points = hd_sampler_draw (HD_SAMPLING_SOBOL, HD_SAMPLER_MOST_SOBOL, 4096, 1);

  for (guint a = 0; a < HD_SAMPLER_MOST_SOBOL; a++)
    for (guint b = 0; b < a; b++)
      {
        guint counts[8][8] = { { 0 } };

        for (guint p = 0; p < 4096; p++)
          counts[(guint) (points[p * HD_SAMPLER_MOST_SOBOL + a] * 8)][(guint) (points[p * HD_SAMPLER_MOST_SOBOL + b] * 8)]++;
        for (guint i = 0; i < 64; i++)
          g_assert_cmpuint (counts[i / 8][i % 8], ==, 64);
      }
}

static void
test_latin_hypercube (void)
{
  static const guint sizes[] = { 1, 2, 7, 100, 4999 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree double *points = hd_sampler_draw (HD_SAMPLING_LATIN_HYPERCUBE, 5, sizes[i], i);

      for (guint c = 0; c < 5; c++)
        check_parts (points, 5, c, 0, sizes[i]);
    }
}

static void
test_seeds (void)
{
  for (HdSampling sampling = HD_SAMPLING_RANDOM; sampling <= HD_SAMPLING_LATIN_HYPERCUBE; sampling++)
    {
      g_autofree double *a = hd_sampler_draw (sampling, 3, 50, 1), *again = hd_sampler_draw (sampling, 3, 50, 1), *b = hd_sampler_draw (sampling, 3, 50, 2);

      g_assert_cmpmem (a, 150 * sizeof *a, again, 150 * sizeof *again);
      g_assert_cmpint (memcmp (a, b, 150 * sizeof *a), !=, 0);
    }
}

/* a, b, and a with one coordinate of b each. */
static void
test_saltelli (void)
{
  const guint n = 3, n_blocks = 64;
  g_autofree double *x = hd_sampler_draw (HD_SAMPLING_SALTELLI, n, n_blocks * (n + 2), 1);

  for (guint b = 0; b < n_blocks; b++)
    {
      const double *of = x + b * (n + 2) * n;

      g_assert_cmpfloat (of[0], >, 0);
      for (guint c = 0; c < n; c++)
        for (guint k = 0; k < n; k++)
          g_assert_cmpfloat (of[(2 + c) * n + k], ==, k == c ? of[n + k] : of[k]);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sampler/sobol-known", test_sobol_known);
  g_test_add_func ("/sampler/sobol-even", test_sobol_even);
  g_test_add_func ("/sampler/sobol-pairs", test_sobol_pairs);
  g_test_add_func ("/sampler/saltelli", test_saltelli);
  g_test_add_func ("/sampler/latin-hypercube", test_latin_hypercube);
  g_test_add_func ("/sampler/seeds", test_seeds);
  return g_test_run ();
}
