/* hd-child-index.c: children of a large object by kind and id
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-child-index.h"

#include <string.h>

/* Open addressing over positions, not pointers, so that the index outlives the copy of a child. The hash is a polynomial over the
 * bytes modulo the prime 2^61 - 1 at a random point: two ids of length n collide with probability below n / 2^61 whatever a file
 * contains (Carter and Wegman 1979), where a fixed hash would let a hostile file make the table a list. */

#define PRIME ((G_GUINT64_CONSTANT (1) << 61) - 1)

struct _HdChildIndex
{
  guint64 point;
  guint64 mask;
  guint32 slots[]; /* position + 1, or 0 */
};

static guint64
hash_name (const HdChildIndex *self,
           HdObjectKind kind,
           const char *id)
{
  guint64 hash = kind + 1;

  for (const guchar *p = (const guchar *) id; *p != 0; p++)
    {
      unsigned __int128 product = (unsigned __int128) hash * self->point + *p + 1;
      hash = (guint64) (product & PRIME) + (guint64) (product >> 61);
      if (hash >= PRIME)
        hash -= PRIME;
    }
  return hash;
}

/* Returns the slot that holds (kind, id), or the free one where it would go. */
static guint64
find_slot (const HdChildIndex *self,
           HdObject *const *children,
           HdObjectKind kind,
           const char *id)
{
  guint64 slot = hash_name (self, kind, id) & self->mask;

  while (self->slots[slot] != 0)
    {
      const HdObject *child = children[self->slots[slot] - 1];
      if (hd_object_get_kind (child) == kind && strcmp (hd_object_get_id (child), id) == 0)
        break;
      slot = (slot + 1) & self->mask;
    }
  return slot;
}

HdChildIndex *
hd_child_index_new (HdObject *const *children,
                    guint n)
{
  guint64 size = 16;
  while (size < 2 * (guint64) n)
    size *= 2;

  HdChildIndex *self = g_malloc0 (sizeof (HdChildIndex) + size * sizeof (guint32));
  self->mask = size - 1;
  self->point = ((((guint64) g_random_int () << 32) | g_random_int ()) % (PRIME - 256)) + 256;

  for (guint i = 0; i < n; i++)
    {
      const char *id = hd_object_get_id (children[i]);
      if (id == NULL)
        continue;
      guint64 slot = find_slot (self, children, hd_object_get_kind (children[i]), id);
      if (self->slots[slot] == 0)
        self->slots[slot] = i + 1;
    }
  return self;
}

void
hd_child_index_free (HdChildIndex *self)
{
  g_free (self);
}

const HdObject *
hd_child_index_find (const HdChildIndex *self,
                     HdObject *const *children,
                     HdObjectKind kind,
                     const char *id)
{
  guint32 position = self->slots[find_slot (self, children, kind, id)];

  return position != 0 ? children[position - 1] : NULL;
}
