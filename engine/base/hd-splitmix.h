/* hd-splitmix.h: splitmix64
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A generator with a state of one word, so that there may be one for each thing that is drawn: seeded with what names the thing, it gives the same
 * whatever was drawn before. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HD_SPLITMIX_STEP G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

typedef struct
{
  guint64 state;
} HdSplitmix;

/** hd_splitmix_scramble: one to one, and each bit of the result depends on all bits of @x */
static inline guint64
hd_splitmix_scramble (guint64 x)
{
  x = (x ^ x >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ x >> 31;
}

static inline guint64
hd_splitmix_next (HdSplitmix *self)
{
  self->state += HD_SPLITMIX_STEP;
  return hd_splitmix_scramble (self->state);
}

/** hd_splitmix_uniform: in [0, 1), a multiple of 2^-53 */
static inline double
hd_splitmix_uniform (HdSplitmix *self)
{
  return (double) (hd_splitmix_next (self) >> 11) * 0x1p-53;
}

G_END_DECLS
