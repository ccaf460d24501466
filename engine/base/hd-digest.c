/* hd-digest.c: a 128-bit digest of what a model did
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-digest.h"

void
hd_digest_add_string (HdDigest *self,
                      const char *text)
{
  const guint8 *bytes = (const guint8 *) text;
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i += 8)
    {
      guint64 word = 0;

      for (gsize j = 0; j < 8 && i + j < length; j++)
        word |= (guint64) bytes[i + j] << (8 * j);
      hd_digest_add (self, word);
    }
  hd_digest_add (self, length);
}

void
hd_digest_add_digest (HdDigest *self,
                      const HdDigest *other)
{
  hd_digest_add (self, other->low);
  hd_digest_add (self, other->high);
}

/* The finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014, variant 13 of Stafford). */
static guint64
finish (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

guint64
hd_digest_mix (const HdDigest *self)
{
  return finish (self->low ^ finish (self->high));
}

char *
hd_digest_to_string (const HdDigest *self)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x",
                          finish (self->high ^ finish (self->low)), hd_digest_mix (self));
}
