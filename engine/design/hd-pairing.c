/* hd-pairing.c: which component and link of one design is which of another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include <heddle/hd-pairing.h>

#include "hd-design-private.h"
#include "hd-numbers.h"

typedef struct
{
  HdDesignData *old, *new;
  guint32 *scopes; /* by scope of the old design: of the new one, or HD_NO_ID */
  GHashTable *old_places, *new_places; /* see list_places (); NULL until something is sought that was moved */
  HdPairing *pairing;
} Pair;

/* ---- components, outer scopes first --------------------------------------------------------------------------------------------- */

static guint32
size_at (const HdShape *shape,
         guint dimension)
{
  return dimension < shape->n_dimensions ? shape->size[dimension] : 1;
}

/* The element of @to with the indices that @index is in @from; HD_NO_ID outside it. */
static guint32
reshape (const HdShape *from,
         const HdShape *to,
         guint32 index)
{
  guint64 found = 0, stride = 1;

  for (guint d = MAX (from->n_dimensions, to->n_dimensions); d > 0; d--)
    {
      guint32 size = size_at (from, d - 1), at = index % size;

      index /= size;
      if (at >= size_at (to, d - 1))
        return HD_NO_ID;
      found += at * stride;
      stride *= size_at (to, d - 1);
    }
  return (guint32) found;
}

static void
pair_elements (Pair *self,
               HdObjectKind kind,
               const HdSlot *from,
               const HdSlot *to)
{
  const HdShape *old_shape = &g_array_index (self->old->shapes, HdShape, from->shape);
  const HdShape *new_shape = &g_array_index (self->new->shapes, HdShape, to->shape);

  for (guint32 i = 0; i < from->count; i++)
    {
      guint32 k = reshape (old_shape, new_shape, i);

      if (k >= to->count)
        continue;
      if (kind == HD_OBJECT_COMPONENT)
        {
          self->pairing->new_nodes[from->first + i] = to->first + k;
          self->pairing->old_nodes[to->first + k] = from->first + i;
          self->pairing->n_nodes++;
        }
      else
        self->scopes[g_array_index (self->old->child_scopes, guint32, from->first + i)]
            = g_array_index (self->new->child_scopes, guint32, to->first + k);
    }
}

/* The ordinal + 1 of the same item in @table, or 0. */
static guint
find_item (const HdItemTable *table,
           const HdItem *item)
{
  gpointer found = item->uid != 0   ? g_hash_table_lookup (table->by_uid, &item->uid)
                   : item->id != NULL ? g_hash_table_lookup (table->by_id, item->id)
                                      : NULL;
  guint ordinal = GPOINTER_TO_UINT (found);

  return ordinal != 0 && g_array_index (table->items, HdItem, ordinal - 1).kind == item->kind ? ordinal : 0;
}

static const HdSlot *
find_slot (HdDesignData *data,
           guint32 scope,
           const HdItem *item)
{
  const HdScopeSlots *slots = &g_array_index (data->scope_slots, HdScopeSlots, scope);
  guint ordinal = find_item (g_ptr_array_index (data->tables, slots->table), item);

  return ordinal != 0 ? &g_array_index (data->slots, HdSlot, slots->first_slot + ordinal - 1) : NULL;
}

/* Where each object of the document is that became something in one scope alone: its uid -> scope + 1; 0 if it did in several. */
static GHashTable *
list_places (HdDesignData *data)
{
  GHashTable *places = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint32 i = 0; i < data->scopes->len; i++)
    {
      const HdScopeSlots *slots = &g_array_index (data->scope_slots, HdScopeSlots, i);
      const HdItemTable *table = g_ptr_array_index (data->tables, slots->table);

      for (guint k = 0; k < table->items->len; k++)
        {
          HdItem *item = &g_array_index (table->items, HdItem, k);

          if (item->kind != HD_OBJECT_LINK && item->uid != 0 && g_array_index (data->slots, HdSlot, slots->first_slot + k).count > 0)
            g_hash_table_insert (places, &item->uid, GUINT_TO_POINTER (g_hash_table_contains (places, &item->uid) ? 0 : i + 1));
        }
    }
  return places;
}

/* An object that became something in one scope alone, in both designs, is the same wherever it was moved to: into a new module, say. */
static const HdSlot *
find_moved (Pair *self,
            guint32 from,
            const HdItem *item)
{
  guint32 place;

  if (item->uid == 0)
    return NULL;
  if (self->old_places == NULL)
    {
      self->old_places = list_places (self->old);
      self->new_places = list_places (self->new);
    }
  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->new_places, &item->uid));
  if (place == 0 || GPOINTER_TO_UINT (g_hash_table_lookup (self->old_places, &item->uid)) != from + 1)
    return NULL;
  return find_slot (self->new, place - 1, item);
}

/* @to: HD_NO_ID if the scope is gone, though not all that was in it */
static void
pair_scopes (Pair *self,
             guint32 from,
             guint32 to)
{
  const HdScopeSlots *slots = &g_array_index (self->old->scope_slots, HdScopeSlots, from);
  const HdItemTable *table = g_ptr_array_index (self->old->tables, slots->table);

  for (guint i = 0; i < table->items->len; i++)
    {
      const HdItem *item = &g_array_index (table->items, HdItem, i);
      const HdSlot *slot;

      if (item->kind == HD_OBJECT_LINK)
        continue;
      slot = to != HD_NO_ID ? find_slot (self->new, to, item) : NULL;
      if (slot == NULL)
        slot = find_moved (self, from, item);
      if (slot != NULL)
        pair_elements (self, item->kind, &g_array_index (self->old->slots, HdSlot, slots->first_slot + i), slot);
    }
}

/* ---- links, by what they join ----------------------------------------------------------------------------------------------------- */

static guint
hash_link (gconstpointer data)
{
  const HdLink *link = data;
  guint64 hash = link->origin_uid;

  hash *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash = (hash ^ ((guint64) link->from << 32 | link->to)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 32 ^ ((guint64) link->from_port_index << 32 | link->to_port_index)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (hash >> 32);
}

static gboolean
joins_the_same (gconstpointer a,
                gconstpointer b)
{
  const HdLink *x = a, *y = b;

  return x->origin_uid == y->origin_uid && x->from == y->from && x->to == y->to
         && x->from_port_index == y->from_port_index && x->to_port_index == y->to_port_index;
}

/* @link as it would be in the new design; %FALSE if one of its ends is gone. */
static gboolean
carry_over (const Pair *self,
            HdLink *link)
{
  link->from = self->pairing->new_nodes[link->from];
  link->to = self->pairing->new_nodes[link->to];
  return link->from != HD_NO_ID && link->to != HD_NO_ID;
}

static void
pair_links (Pair *self)
{
  const HdLink *old_links = (const HdLink *) (gconstpointer) self->old->links->data;
  HdLink *new_links = (HdLink *) (gpointer) self->new->links->data;
  g_autoptr (GHashTable) first = g_hash_table_new (hash_link, joins_the_same); /* HdLink * -> number + 1 */
  g_autofree guint32 *next = g_new (guint32, MAX (self->new->links->len, 1));   /* of those that join the same: number + 1, or 0 */

  for (guint32 i = self->new->links->len; i > 0; i--)
    {
      next[i - 1] = GPOINTER_TO_UINT (g_hash_table_lookup (first, &new_links[i - 1]));
      g_hash_table_replace (first, &new_links[i - 1], GUINT_TO_POINTER (i));
    }
  for (guint32 i = 0; i < self->old->links->len; i++)
    {
      HdLink link = old_links[i];
      guint32 found = carry_over (self, &link) ? GPOINTER_TO_UINT (g_hash_table_lookup (first, &link)) : 0;

      if (found == 0)
        continue;
      self->pairing->new_links[i] = found - 1;
      self->pairing->old_links[found - 1] = i;
      self->pairing->n_links++;
      if (next[found - 1] != 0)
        g_hash_table_replace (first, &new_links[next[found - 1] - 1], GUINT_TO_POINTER (next[found - 1]));
      else
        g_hash_table_remove (first, &link);
    }
}

/* ---- both ------------------------------------------------------------------------------------------------------------------------- */

HdPairing *
hd_pairing_new (HdDesign *old_design,
                HdDesign *new_design)
{
  HdPairing *pairing = g_new0 (HdPairing, 1);
  Pair self = { .old = old_design->data, .new = new_design->data, .pairing = pairing };
  g_autofree guint32 *scopes = self.scopes = hd_numbers_new (self.old->scopes->len, HD_NO_ID);

  pairing->n_old_nodes = self.old->nodes->len;
  pairing->n_old_links = self.old->links->len;
  pairing->n_new_nodes = self.new->nodes->len;
  pairing->n_new_links = self.new->links->len;
  pairing->new_nodes = hd_numbers_new (pairing->n_old_nodes, HD_NO_ID);
  pairing->new_links = hd_numbers_new (pairing->n_old_links, HD_NO_ID);
  pairing->old_nodes = hd_numbers_new (pairing->n_new_nodes, HD_NO_ID);
  pairing->old_links = hd_numbers_new (pairing->n_new_links, HD_NO_ID);
  if (self.old->scopes->len > 0 && self.new->scopes->len > 0)
    scopes[0] = 0;
  for (guint32 i = 0; i < self.old->scopes->len; i++)
    pair_scopes (&self, i, scopes[i]);
  g_clear_pointer (&self.old_places, g_hash_table_unref);
  g_clear_pointer (&self.new_places, g_hash_table_unref);
  pair_links (&self);
  return pairing;
}

void
hd_pairing_free (HdPairing *self)
{
  g_free (self->new_nodes);
  g_free (self->new_links);
  g_free (self->old_nodes);
  g_free (self->old_links);
  g_free (self);
}
