/* hd-random.c: random streams
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-random.h"

#include <string.h>

#include "hd-digest.h"

#define LN2_HIGH 0x1.62e42fee00000p-1 /* 32 bits: an exponent times it is exact */
#define LN2_LOW 0x1.a39ef35793c76p-33
#define SQRT2 0x1.6a09e667f3bcdp+0

void
hd_random_init (HdRandom *self,
                guint64 seed,
                const char *path,
                const char *stream)
{
  HdDigest key = HD_DIGEST_INIT;

  hd_digest_add (&key, seed);
  hd_digest_add_string (&key, path);
  hd_digest_add_string (&key, stream);
  for (guint i = 0; i < G_N_ELEMENTS (self->state); i++)
    {
      hd_digest_add (&key, i);
      self->state[i] = hd_digest_mix (&key);
    }
  self->state[0] |= 1; /* never all zero */
}

guint64
hd_random_below (HdRandom *self,
                 guint64 n)
{
  unsigned __int128 product;

  g_return_val_if_fail (n > 0, 0);

  product = (unsigned __int128) hd_random_next (self) * n;
  if ((guint64) product < n)
    {
      guint64 threshold = -n % n;

      while ((guint64) product < threshold)
        product = (unsigned __int128) hd_random_next (self) * n;
    }
  return (guint64) (product >> 64);
}

/* x = m * 2^e with m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh s, s = (m - 1) / (m + 1), |s| < 0.172, as its series: the first term left out
 * is below 1e-19. Only additions, multiplications and one division of IEEE 754, so every machine rounds alike.
 */
double
hd_random_log (double x)
{
  guint64 bits;
  double m, s, t, sum, e;

  memcpy (&bits, &x, sizeof bits);
  e = (double) ((gint64) (bits >> 52) - 1023);
  bits = (bits & G_GUINT64_CONSTANT (0x000fffffffffffff)) | G_GUINT64_CONSTANT (0x3ff0000000000000);
  memcpy (&m, &bits, sizeof m);
  if (m >= SQRT2)
    {
      m *= 0.5;
      e += 1;
    }

  s = (m - 1) / (m + 1);
  t = s * s;
  sum = 2.0 / 21;
  sum = sum * t + 2.0 / 19;
  sum = sum * t + 2.0 / 17;
  sum = sum * t + 2.0 / 15;
  sum = sum * t + 2.0 / 13;
  sum = sum * t + 2.0 / 11;
  sum = sum * t + 2.0 / 9;
  sum = sum * t + 2.0 / 7;
  sum = sum * t + 2.0 / 5;
  sum = sum * t + 2.0 / 3;
  return e * LN2_HIGH + (2 * s + (s * t * sum + e * LN2_LOW));
}

double
hd_random_exponential (HdRandom *self,
                       double mean)
{
  /* (0, 1], so that the logarithm exists */
  return -mean * hd_random_log ((double) ((hd_random_next (self) >> 11) + 1) * 0x1p-53);
}
