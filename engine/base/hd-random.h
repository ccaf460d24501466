/* hd-random.h: random streams
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdRandom:
 *
 * A stream of random numbers, keyed by run seed, component path and stream name: adding a component leaves all others' streams alone.
 * The same on every machine: no function of libm is used. Generator: xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom
 * number generators", 2021).
 */
typedef struct
{
  guint64 state[4];
} HdRandom;

void hd_random_init (HdRandom *self,
                     guint64 seed,
                     const char *path,
                     const char *stream);

static inline guint64
hd_random_next (HdRandom *self)
{
  guint64 *s = self->state;
  guint64 product = s[1] * 5;
  guint64 result = (product << 7 | product >> 57) * 9;
  guint64 shifted = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = s[3] << 45 | s[3] >> 19;
  return result;
}

/** hd_random_uniform: in [0, 1), a multiple of 2^-53 */
static inline double
hd_random_uniform (HdRandom *self)
{
  return (double) (hd_random_next (self) >> 11) * 0x1p-53;
}

/** hd_random_below: in [0, @n), without bias; @n at least 1. Source: Lemire, "Fast random integer generation in an interval", 2019 */
guint64 hd_random_below (HdRandom *self,
                         guint64 n);

/** hd_random_exponential: with mean @mean; at most 36.7 times the mean */
double hd_random_exponential (HdRandom *self,
                              double mean);

/** hd_random_log: natural logarithm of a positive normal number, to 2 units in the last place, the same on every machine */
double hd_random_log (double x);

G_END_DECLS
