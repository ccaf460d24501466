/* hd-colours.c: numbers for what is told apart
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-colours"

#include "hd-colours.h"

#include <string.h>

typedef struct
{
  guint64 colour;
  guint64 mark;
} Pair;

struct _HdColours
{
  GHashTable *numbers; /* Pair -> number */
};

static guint
hash_pair (gconstpointer data)
{
  const Pair *pair = data;
  guint64 mixed = (pair->colour + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9) ^ pair->mark;

  mixed *= G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint) (mixed >> 32);
}

static gboolean
pairs_equal (gconstpointer a,
             gconstpointer b)
{
  return memcmp (a, b, sizeof (Pair)) == 0;
}

HdColours *
hd_colours_new (void)
{
  HdColours *self = g_new (HdColours, 1);

  self->numbers = g_hash_table_new_full (hash_pair, pairs_equal, g_free, NULL);
  return self;
}

void
hd_colours_free (HdColours *self)
{
  g_hash_table_unref (self->numbers);
  g_free (self);
}

guint64
hd_colours_mix (HdColours *self,
                guint64 colour,
                guint64 mark)
{
  Pair pair = { colour, mark };
  gpointer number = g_hash_table_lookup (self->numbers, &pair);

  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (self->numbers) + 1);
      g_hash_table_insert (self->numbers, g_memdup2 (&pair, sizeof pair), number);
    }
  return GPOINTER_TO_UINT (number);
}

guint64
hd_colours_mix_double (HdColours *self,
                       guint64 colour,
                       double mark)
{
  guint64 bits;

  memcpy (&bits, &mark, sizeof bits);
  return hd_colours_mix (self, colour, bits);
}
