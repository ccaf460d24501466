/* hd-blocks.c: where a generated topology with modules inside is drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-blocks.h"

#include <math.h>

/* From one component to the next, from one item of a module to the next, and around modules. */
#define PITCH_X 92.0
#define PITCH_Y 98.0
#define GAP_Y 42.0
#define BLOCK_GAP 60.0
#define ASPECT 1.6 /* width by height of an array of modules */

typedef struct
{
  double width, height;
} Size;

static void
move (HdDesignData *data,
      guint32 first,
      guint32 end,
      double x,
      double y)
{
  for (guint32 i = first; i < end; i++)
    {
      HdNode *node = &g_array_index (data->nodes, HdNode, i);

      node->x += (float) x;
      node->y += (float) y;
    }
}

/* Both arrays are as wide as they are high, but for their elements. */
static guint32
count_columns (guint32 n,
               Size element)
{
  guint32 columns = (guint32) CLAMP (ceil (sqrt (n * ASPECT * element.height / element.width)), 1, n);
  guint32 rows = (n + columns - 1) / columns;

  return (n + rows - 1) / rows;
}

static Size place_scope (HdDesignData *data,
                         guint32 scope);

static Size
place_nodes (HdDesignData *data,
             const HdSlot *slot)
{
  guint32 columns = count_columns (slot->count, (Size){ PITCH_X, 4 * PITCH_Y });

  for (guint32 k = 0; k < slot->count; k++)
    {
      HdNode *node = &g_array_index (data->nodes, HdNode, slot->first + k);

      node->x = (float) ((k % columns + 0.5) * PITCH_X);
      node->y = (float) ((k / columns + 0.5) * PITCH_Y);
    }
  return (Size){ columns * PITCH_X, (slot->count + columns - 1) / columns * PITCH_Y };
}

static Size
place_instances (HdDesignData *data,
                 const HdSlot *slot)
{
  Size element = { PITCH_X, PITCH_Y };
  guint32 columns;

  for (guint32 k = 0; k < slot->count; k++)
    {
      Size size = place_scope (data, g_array_index (data->child_scopes, guint32, slot->first + k));

      element.width = MAX (element.width, size.width + BLOCK_GAP);
      element.height = MAX (element.height, size.height + BLOCK_GAP);
    }
  columns = count_columns (slot->count, element);
  for (guint32 k = 0; k < slot->count; k++)
    {
      const HdScope *inner = &g_array_index (data->scopes, HdScope, g_array_index (data->child_scopes, guint32, slot->first + k));

      move (data, inner->first_node, inner->end_node, k % columns * element.width + BLOCK_GAP / 2, k / columns * element.height + BLOCK_GAP / 2);
    }
  return (Size){ columns * element.width, (slot->count + columns - 1) / columns * element.height };
}

/* The nodes of an item are one range, those of an array of modules too. */
static void
get_nodes (HdDesignData *data,
           const HdSlot *slot,
           HdObjectKind kind,
           guint32 *out_first,
           guint32 *out_end)
{
  *out_first = slot->first;
  *out_end = slot->first + slot->count;
  if (kind == HD_OBJECT_COMPONENT)
    return;
  *out_first = g_array_index (data->scopes, HdScope, g_array_index (data->child_scopes, guint32, slot->first)).first_node;
  *out_end = g_array_index (data->scopes, HdScope, g_array_index (data->child_scopes, guint32, slot->first + slot->count - 1)).end_node;
}

/* Items stand below each other in their order, in the middle of the widest; from the upper left corner. */
static Size
place_scope (HdDesignData *data,
             guint32 scope)
{
  const HdScopeSlots slots = g_array_index (data->scope_slots, HdScopeSlots, scope);
  const HdItemTable *table = g_ptr_array_index (data->tables, slots.table);
  g_autofree Size *sizes = g_new0 (Size, MAX (table->items->len, 1));
  Size whole = { PITCH_X, 0 };
  double y = 0;

  for (guint i = 0; i < table->items->len; i++)
    {
      const HdSlot slot = g_array_index (data->slots, HdSlot, slots.first_slot + i);
      HdObjectKind kind = g_array_index (table->items, HdItem, i).kind;

      if (slot.count == 0 || (kind != HD_OBJECT_COMPONENT && kind != HD_OBJECT_INSTANCE))
        continue;
      sizes[i] = kind == HD_OBJECT_COMPONENT ? place_nodes (data, &slot) : place_instances (data, &slot);
      whole.width = MAX (whole.width, sizes[i].width);
      whole.height += sizes[i].height + (whole.height > 0 ? GAP_Y : 0);
    }
  for (guint i = 0; i < table->items->len; i++)
    {
      const HdSlot slot = g_array_index (data->slots, HdSlot, slots.first_slot + i);
      guint32 first, end;

      if (sizes[i].width == 0)
        continue;
      get_nodes (data, &slot, g_array_index (table->items, HdItem, i).kind, &first, &end);
      move (data, first, end, (whole.width - sizes[i].width) / 2, y);
      y += sizes[i].height + GAP_Y;
    }
  return whole;
}

gboolean
hd_blocks_place (HdDesignData *data,
                 guint32 scope)
{
  const HdScope *all = &g_array_index (data->scopes, HdScope, scope);

  if (all->end_scope <= all->first_scope)
    return FALSE;
  place_scope (data, scope);
  return TRUE;
}
