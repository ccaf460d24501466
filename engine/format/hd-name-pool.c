/* hd-name-pool.c: texts that occur again and again, each kept once, by number
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-name-pool"

#include "hd-name-pool.h"

struct _HdNamePool
{
  GStringChunk *texts;
  GPtrArray *names;    /* of char *, in texts */
  GHashTable *numbers; /* name -> number */
};

HdNamePool *
hd_name_pool_new (void)
{
  HdNamePool *self = g_new (HdNamePool, 1);

  self->texts = g_string_chunk_new (4096);
  self->names = g_ptr_array_new ();
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
hd_name_pool_free (HdNamePool *self)
{
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->names);
  g_string_chunk_free (self->texts);
  g_free (self);
}

guint32
hd_name_pool_add (HdNamePool *self,
                  const char *name)
{
  g_autofree char *valid = NULL;
  gpointer number;
  char *kept;

  if (g_hash_table_lookup_extended (self->numbers, name, NULL, &number))
    return GPOINTER_TO_UINT (number);
  if (!g_utf8_validate (name, -1, NULL))
    {
      valid = g_utf8_make_valid (name, -1);
      return hd_name_pool_add (self, valid);
    }
  kept = g_string_chunk_insert (self->texts, name);
  g_ptr_array_add (self->names, kept);
  g_hash_table_insert (self->numbers, kept, GUINT_TO_POINTER (self->names->len - 1));
  return self->names->len - 1;
}

guint32
hd_name_pool_get_length (const HdNamePool *self)
{
  return self->names->len;
}

const char *
hd_name_pool_get (const HdNamePool *self,
                  guint32 number)
{
  return g_ptr_array_index (self->names, number);
}
