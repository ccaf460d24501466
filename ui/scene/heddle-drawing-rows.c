/* heddle-drawing-rows.c: where the objects of a module stand: as they say, or in rows below what does
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>

#define N_ROWS 4
#define COLUMN_GAP 48.0
#define ROW_GAP 60.0

/* One row for each role: switches, endpoints, memories, topologies. */
static guint
role_row (HeddleDrawing *self,
          const HdObject *object)
{
  const char *name = hd_object_get (object, "type");
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (self->catalog, name) : NULL;

  if (hd_object_get_kind (object) == HD_OBJECT_GENERATE)
    return N_ROWS - 1;
  if (hd_object_get_kind (object) != HD_OBJECT_COMPONENT || type == NULL)
    return 1;
  return type->role == HD_ROLE_SWITCH ? 0 : type->role == HD_ROLE_ENDPOINT ? 1 : 2;
}

/* What nodes [first, end) take. */
static HeddleRect
bounds_of (HeddleDrawing *self,
           guint first,
           guint end)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = first; i < end; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);

      left = MIN (left, node->x - node->width / 2);
      right = MAX (right, node->x + node->width / 2);
      top = MIN (top, node->y - node->height / 2);
      bottom = MAX (bottom, node->y + node->height / 2);
    }
  return (HeddleRect){ left, top, right - left, bottom - top };
}

static void
move_object (HeddleDrawing *self,
             const HdObject *object,
             guint first,
             guint end,
             double dx,
             double dy)
{
  guint64 uid = hd_object_get_uid (object);
  HeddleOrigin *origin = g_hash_table_lookup (self->origins, &uid);

  origin->x += dx;
  origin->y += dy;
  for (guint i = first; i < end; i++)
    {
      heddle_drawing_node (self, i)->x += dx;
      heddle_drawing_node (self, i)->y += dy;
    }
}

/* Row by row from @top on, each object as wide and each row as high as what is drawn of it. */
static void
plan_unplaced (HeddleDrawing *self,
               const GPtrArray *objects,
               double top)
{
  for (guint row = 0; row < N_ROWS; row++)
    {
      double left = 0, height = 0;

      for (guint i = 0; i < objects->len; i++)
        {
          guint first = self->nodes->len;

          if (role_row (self, objects->pdata[i]) != row)
            continue;
          heddle_drawing_plan_object (self, objects->pdata[i], 0, 0);
          if (self->nodes->len == first)
            continue;

          HeddleRect drawn = bounds_of (self, first, self->nodes->len);

          move_object (self, objects->pdata[i], first, self->nodes->len, left - drawn.x, top - drawn.y);
          left += drawn.width + COLUMN_GAP;
          height = MAX (height, drawn.height);
        }
      top += height > 0 ? height + ROW_GAP : 0;
    }
}

void
heddle_drawing_plan_nodes (HeddleDrawing *self)
{
  g_autoptr (GPtrArray) unplaced = g_ptr_array_new ();

  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *object = hd_object_get_child (self->module, i);
      HdObjectKind kind = hd_object_get_kind (object);
      double x = hd_object_get_number (object, "x", NAN), y = hd_object_get_number (object, "y", NAN);

      if (kind != HD_OBJECT_GENERATE && kind != HD_OBJECT_COMPONENT && kind != HD_OBJECT_INSTANCE)
        continue;
      if (isnan (x) || isnan (y))
        g_ptr_array_add (unplaced, (gpointer) object);
      else
        heddle_drawing_plan_object (self, object, x, y);
    }

  HeddleRect placed = bounds_of (self, 0, self->nodes->len);

  plan_unplaced (self, unplaced, self->nodes->len > 0 ? placed.y + placed.height + ROW_GAP : 0);
}
