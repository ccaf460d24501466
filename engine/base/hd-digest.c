/* hd-digest.c: a 128-bit digest of what a model did
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-digest.h"

#include "hd-splitmix.h"

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

guint64
hd_digest_mix (const HdDigest *self)
{
  return hd_splitmix_scramble (self->low ^ hd_splitmix_scramble (self->high));
}

char *
hd_digest_to_string (const HdDigest *self)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x",
                          hd_splitmix_scramble (self->high ^ hd_splitmix_scramble (self->low)), hd_digest_mix (self));
}
