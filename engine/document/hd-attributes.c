/* hd-attributes.c: the attributes of one object, as one immutable block
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One allocation for a whole list keeps a million elements small, and a copy of an object costs a reference. Objects have few
 * attributes, so that a search is a walk.
 */
#include "hd-attributes.h"

#include <string.h>

HdAttributes *
hd_attributes_new (const HdAttribute *items,
                   guint n)
{
  if (n == 0)
    return NULL;

  gsize bytes = sizeof (HdAttributes) + n * sizeof (HdAttribute);
  gsize text = bytes;
  for (guint i = 0; i < n; i++)
    bytes += strlen (items[i].name) + strlen (items[i].value) + 2;

  HdAttributes *self = g_malloc (bytes);
  char *end = (char *) self + text;

  g_atomic_ref_count_init (&self->ref_count);
  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      self->items[i].name = end;
      end = stpcpy (end, items[i].name) + 1;
      self->items[i].value = end;
      end = stpcpy (end, items[i].value) + 1;
    }
  return self;
}

HdAttributes *
hd_attributes_ref (HdAttributes *self)
{
  if (self != NULL)
    g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_attributes_unref (HdAttributes *self)
{
  if (self != NULL && g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

gboolean
hd_attributes_find (const HdAttributes *self,
                    const char *name,
                    guint *out_position)
{
  for (guint i = 0; self != NULL && i < self->n; i++)
    if (strcmp (self->items[i].name, name) == 0)
      {
        *out_position = i;
        return TRUE;
      }
  return FALSE;
}

HdAttributes *
hd_attributes_with (const HdAttributes *self,
                    const char *name,
                    const char *value,
                    guint position)
{
  guint n_old = self != NULL ? self->n : 0;
  g_autofree HdAttribute *items = g_new (HdAttribute, n_old + 1);
  guint found;
  guint n = 0;

  if (hd_attributes_find (self, name, &found))
    position = found;
  else
    {
      found = n_old;
      position = MIN (position, n_old);
    }

  for (guint i = 0; i <= n_old; i++)
    {
      if (i == position && value != NULL)
        items[n++] = (HdAttribute) { name, value };
      if (i < n_old && i != found)
        items[n++] = self->items[i];
    }
  return hd_attributes_new (items, n);
}
