/* hd-design-hint.c: what an address that names nothing may have meant
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-design-private.h"

#include "hd-nearest.h"

/* The first scope that an item became; they all hold the same names. */
static guint32
enter (HdDesign *self,
       const HdSlot *slot,
       const HdItem *item)
{
  if (slot->count == 0 || (item->kind != HD_OBJECT_INSTANCE && item->kind != HD_OBJECT_GENERATE))
    return HD_NO_ID;
  return g_array_index (self->data->child_scopes, guint32, slot->first);
}

static char *
dup_hint_in (HdDesign *self,
             guint32 scope,
             const char *name)
{
  guint32 table = g_array_index (self->data->scope_slots, HdScopeSlots, scope).table;
  const GArray *items = ((const HdItemTable *) g_ptr_array_index (self->data->tables, table))->items;
  HdNearest nearest = { .wanted = name };

  for (guint i = 0; i < items->len; i++)
    hd_nearest_offer (&nearest, g_array_index (items, HdItem, i).id);
  return hd_nearest_to_hint (&nearest);
}

char *
_hd_design_dup_hint (HdDesign *self,
                     const HdAddress *address)
{
  guint32 scope = self->data->scopes->len > 0 ? 0 : HD_NO_ID;

  for (guint i = 0; address->kind == HD_ADDRESS_OBJECT && i < address->n_steps && scope != HD_NO_ID; i++)
    {
      const HdItem *item;
      const HdSlot *slot = _hd_design_find_slot (self, scope, address->steps[i].name, &item);

      if (slot == NULL)
        return dup_hint_in (self, scope, address->steps[i].name);
      scope = enter (self, slot, item);
    }
  return NULL;
}

/* Many of them: the nearest is looked for only when a name is wrong. */
static char *
dup_outside_hint (HdDesign *self,
                  const char *text)
{
  HdNearest nearest = { .wanted = text };
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->data->names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    hd_nearest_offer (&nearest, name);
  return hd_nearest_to_hint (&nearest);
}

char *
_hd_design_dup_name_hint (HdDesign *self,
                          const char *text)
{
  g_autoptr (HdAddress) address = hd_address_parse (text, NULL);
  char *hint = dup_outside_hint (self, text);

  return hint == NULL && address != NULL ? _hd_design_dup_hint (self, address) : hint;
}
