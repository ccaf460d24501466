/* hd-flit-ways.c: where the nodes of a host send to
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-ways"

#include "hd-flit-ways.h"

#include <string.h>

#include "hd-pages.h"

#define LINE 64u                         /* bytes */
#define FIRST_BLOCK ((gsize) 16 << 10)   /* bytes */
#define LARGEST_BLOCK ((gsize) 4 << 20)
#define FIRST_BITS 3
#define GOLDEN G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

/* ---- pages ------------------------------------------------------------------------------------------------------------ */

void
hd_flit_way_pages_clear (HdFlitWayPages *self)
{
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
  *self = (HdFlitWayPages){ .blocks = NULL };
}

/* Twice as large as the last one, so that few ways take little. */
static void
add_block (HdFlitWayPages *self,
           gsize least)
{
  guint n;

  if (self->blocks == NULL)
    self->blocks = g_ptr_array_new_with_free_func (hd_pages_free);
  n = MIN (self->blocks->len, 8);
  self->n_free = MAX (least, MIN (FIRST_BLOCK << n, LARGEST_BLOCK));
  self->free = hd_pages_alloc (self->n_free);
  g_ptr_array_add (self->blocks, self->free);
}

HdFlitWay *
hd_flit_way_pages_add (HdFlitWayPages *self,
                       guint32 n_hops)
{
  gsize bytes = sizeof (HdFlitWay) + n_hops * sizeof (HdFlitStep), whole = (bytes + LINE - 1) / LINE * LINE;
  HdFlitWay *way;

  if (self->n_free < whole)
    add_block (self, whole);
  way = (HdFlitWay *) (gpointer) self->free;
  self->free += whole;
  self->n_free -= whole;
  memset (way, 0, bytes);
  way->n_hops = n_hops;
  return way;
}

/* ---- those of a node -------------------------------------------------------------------------------------------------- */

void
hd_flit_ways_clear (HdFlitWays *self)
{
  g_clear_pointer (&self->slots, g_free);
}

/* Where @key is, or would be. */
static HdFlitWaySlot *
find_slot (const HdFlitWays *self,
           guint64 key)
{
  guint32 mask = (1u << self->bits) - 1, i = (guint32) (key * GOLDEN >> (64 - self->bits));

  while (self->slots[i].way != NULL && self->slots[i].key != key)
    i = (i + 1) & mask;
  return &self->slots[i];
}

HdFlitWay *
hd_flit_ways_find (const HdFlitWays *self,
                   guint64 key)
{
  return self->slots != NULL ? find_slot (self, key)->way : NULL;
}

static void
grow (HdFlitWays *self)
{
  guint old = self->slots != NULL ? 1u << self->bits : 0;
  g_autofree HdFlitWaySlot *slots = g_steal_pointer (&self->slots);

  self->bits = old > 0 ? self->bits + 1 : FIRST_BITS;
  self->slots = g_new0 (HdFlitWaySlot, 1u << self->bits);
  for (guint i = 0; i < old; i++)
    if (slots[i].way != NULL)
      *find_slot (self, slots[i].key) = slots[i];
}

/* At most three of four slots are full. */
void
hd_flit_ways_add (HdFlitWays *self,
                  guint64 key,
                  HdFlitWay *way)
{
  if (self->slots == NULL || self->n >= 3u << self->bits >> 2)
    grow (self);
  *find_slot (self, key) = (HdFlitWaySlot){ key, way };
  self->n++;
}
