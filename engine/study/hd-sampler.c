/* hd-sampler.c: points in the unit cube
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-sampler"

#include "hd-sampler.h"

#include "hd-random.h"

#define BITS 32
#define STREAM "study"

/* ---- Sobol sequences ------------------------------------------------------------------------------------------------------------ */

/* A primitive polynomial: its degree, its coefficients between the first and the last, and the direction numbers that are free. Joe and Kuo, "Constructing Sobol
 * sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30, 2008: the first ones of their table. The first coordinate needs none. */
typedef struct
{
  guint degree;
  guint coefficients;
  guint32 directions[6];
} Polynomial;

static const Polynomial polynomials[HD_SAMPLER_MOST_SOBOL - 1] = {
  { 1, 0, { 1 } },
  { 2, 1, { 1, 3 } },
  { 3, 1, { 1, 3, 1 } },
  { 3, 2, { 1, 1, 1 } },
  { 4, 1, { 1, 1, 3, 3 } },
  { 4, 4, { 1, 3, 5, 13 } },
  { 5, 2, { 1, 1, 5, 5, 17 } },
  { 5, 4, { 1, 1, 5, 5, 5 } },
  { 5, 7, { 1, 1, 7, 11, 19 } },
  { 5, 11, { 1, 1, 5, 1, 1 } },
  { 5, 13, { 1, 1, 1, 3, 11 } },
  { 5, 14, { 1, 3, 5, 5, 31 } },
  { 6, 1, { 1, 3, 3, 9, 7, 49 } },
  { 6, 13, { 1, 1, 1, 15, 21, 21 } },
  { 6, 16, { 1, 3, 1, 13, 27, 49 } },
};

static void
fill_directions (guint coordinate,
                 guint32 directions[BITS])
{
  const Polynomial *polynomial = coordinate > 0 ? &polynomials[coordinate - 1] : NULL;
  guint degree = coordinate > 0 ? polynomial->degree : 0;

  for (guint i = 0; i < BITS; i++)
    if (coordinate == 0)
      directions[i] = 1u << (BITS - 1 - i);
    else if (i < degree)
      directions[i] = polynomial->directions[i] << (BITS - 1 - i);
    else
      {
        directions[i] = directions[i - degree] ^ directions[i - degree] >> degree;
        for (guint k = 1; k < degree; k++)
          if ((polynomial->coefficients >> (degree - 1 - k) & 1) != 0)
            directions[i] ^= directions[i - k];
      }
}

/* In the order of the Gray code, as Antonov and Saleev: one direction number for each point. */
static void
draw_sobol (guint n,
            guint n_points,
            double *out)
{
  for (guint c = 0; c < n; c++)
    {
      guint32 directions[BITS], x = 0;

      fill_directions (c, directions);
      for (guint p = 0; p < n_points; p++)
        {
          out[(gsize) p * n + c] = x * 0x1p-32;
          x ^= directions[g_bit_nth_lsf (~(gulong) p, -1)];
        }
    }
}

/* ---- blocks that tell effects ---------------------------------------------------------------------------------------------------- */

static void
draw_saltelli (guint n,
               guint n_points,
               double *out)
{
  guint n_blocks = n_points / (n + 2);
  g_autofree double *base = g_new (double, (gsize) 2 * n * (n_blocks + 1));

  draw_sobol (2 * n, n_blocks + 1, base);
  for (guint block = 0; block < n_blocks; block++)
    for (guint place = 0; place < n + 2; place++)
      for (guint c = 0; c < n; c++)
        {
          gboolean is_of_b = place == 1 || place == c + 2;

          out[((gsize) block * (n + 2) + place) * n + c] = base[(gsize) (block + 1) * 2 * n + (is_of_b ? n : 0) + c];
        }
}

/* ---- at random -------------------------------------------------------------------------------------------------------------- */

static void
draw_random (guint n,
             guint n_points,
             HdRandom *random,
             double *out)
{
  for (gsize i = 0; i < (gsize) n * n_points; i++)
    out[i] = hd_random_uniform (random);
}

static void
shuffle (guint *numbers,
         guint n,
         HdRandom *random)
{
  for (guint i = n; i > 1; i--)
    {
      guint other = (guint) hd_random_below (random, i), number = numbers[i - 1];

      numbers[i - 1] = numbers[other];
      numbers[other] = number;
    }
}

static void
draw_latin_hypercube (guint n,
                      guint n_points,
                      HdRandom *random,
                      double *out)
{
  g_autofree guint *parts = g_new (guint, n_points);

  for (guint c = 0; c < n; c++)
    {
      for (guint p = 0; p < n_points; p++)
        parts[p] = p;
      shuffle (parts, n_points, random);
      for (guint p = 0; p < n_points; p++) /* rounding may not carry it into the next part */
        out[(gsize) p * n + c] = MIN ((parts[p] + hd_random_uniform (random)) / n_points, (parts[p] + 1 - 0x1p-21) / n_points);
    }
}

double *
hd_sampler_draw (HdSampling sampling,
                 guint n,
                 guint n_points,
                 guint64 seed)
{
  double *out = g_new (double, (gsize) n * n_points);
  HdRandom random;

  g_return_val_if_fail (sampling != HD_SAMPLING_SOBOL || n <= HD_SAMPLER_MOST_SOBOL, out);
  g_return_val_if_fail (sampling != HD_SAMPLING_SALTELLI || (n <= HD_SAMPLER_MOST_SALTELLI && n_points % (n + 2) == 0), out);

  hd_random_init (&random, seed, STREAM, "points");
  if (sampling == HD_SAMPLING_SOBOL)
    draw_sobol (n, n_points, out);
  else if (sampling == HD_SAMPLING_SALTELLI)
    draw_saltelli (n, n_points, out);
  else if (sampling == HD_SAMPLING_LATIN_HYPERCUBE)
    draw_latin_hypercube (n, n_points, &random, out);
  else
    draw_random (n, n_points, &random, out);
  return out;
}
