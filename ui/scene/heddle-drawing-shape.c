/* heddle-drawing-shape.c: how the members of an array stand
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW_MAXIMUM 16     /* members that stand in a row without being asked to */
#define CIRCLE_MAXIMUM 64
#define JOINED_MAXIMUM 1024
#define ABREAST_MAXIMUM 1024 /* members in a row or column that a project may ask for */

static gboolean
is_joined_to_itself (HeddleDrawing *self,
                     const HdObject *object)
{
  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *link = hd_object_get_child (self->module, i);
      const char *from = hd_object_get (link, "from"), *to = hd_object_get (link, "to");

      if (hd_object_get_kind (link) == HD_OBJECT_LINK && from != NULL && to != NULL
          && heddle_drawing_find_named (self, from) == object && heddle_drawing_find_named (self, to) == object)
        return TRUE;
    }
  return FALSE;
}

/* Whether links of its own show where its members stand: in a circle or a grid. */
static gboolean
is_joined_array (HeddleDrawing *self,
                 const HdObject *object,
                 guint n)
{
  return n >= 2 && n <= JOINED_MAXIMUM && hd_object_get (object, "columns") == NULL && hd_object_get_number (object, "rows", 0) < 1
         && is_joined_to_itself (self, object);
}

const HdObject *
heddle_drawing_find_access_link (HeddleDrawing *self,
                                 const HdObject *object,
                                 const HdObject **out_anchor)
{
  const HdObject *access = NULL;

  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    {
      const HdObject *link = hd_object_get_child (self->module, i);
      const char *from = hd_object_get (link, "from"), *to = hd_object_get (link, "to");

      if (hd_object_get_kind (link) != HD_OBJECT_LINK || from == NULL || to == NULL)
        continue;

      const HdObject *a = heddle_drawing_find_named (self, from), *b = heddle_drawing_find_named (self, to);

      if (a != object && b != object)
        continue;
      if (access != NULL || a == b || a == NULL || b == NULL)
        return NULL;
      access = link;
      *out_anchor = a == object ? b : a;
    }
  if (access == NULL || hd_object_get_kind (*out_anchor) == HD_OBJECT_GENERATE)
    return NULL;
  return is_joined_array (self, *out_anchor, heddle_drawing_count_members (self, *out_anchor)) ? access : NULL;
}

/* The last dimension above one, from the name of the last member: 4 of "switch[2][3]"; 0 for an array of one dimension. */
static guint
get_last_dimension (HeddleDrawing *self,
                    const HdObject *object,
                    guint n)
{
  g_autofree char *name = heddle_drawing_dup_member_name (self, object, n - 1);
  const char *first = strchr (name, '[');
  guint dimension = 0;

  if (first == NULL || strchr (first + 1, '[') == NULL)
    return 0;
  for (const char *at = first; at != NULL; at = strchr (at + 1, '['))
    {
      guint size = strtoul (at + 1, NULL, 10) + 1;

      dimension = size > 1 ? size : dimension;
    }
  return dimension;
}

HeddleArrayShape
heddle_drawing_choose_shape (HeddleDrawing *self,
                             const HdObject *object,
                             guint n)
{
  const HdObject *anchor;
  HeddleArrayShape shape = {
    .columns = CLAMP (hd_object_get_number (object, "columns", 0), 0, ABREAST_MAXIMUM),
    .rows = CLAMP (hd_object_get_number (object, "rows", 0), 0, ABREAST_MAXIMUM),
    .spacing = hd_object_get_number (object, "spacing", 0),
    .row_spacing = MAX (hd_object_get_number (object, "row-spacing", 0), 0),
  };

  if (shape.rows > 0)
    shape.columns = (n + shape.rows - 1) / shape.rows;
  if (n < 2 || hd_object_get (object, "columns") != NULL || shape.rows > 0)
    {
      shape.fanned = n > 1 && shape.columns > 0;
      return shape;
    }

  shape.joined = is_joined_to_itself (self, object);
  shape.beside = !shape.joined && self->design != NULL && heddle_drawing_find_access_link (self, object, &anchor) != NULL;
  if (!shape.beside && n > (shape.joined ? JOINED_MAXIMUM : ROW_MAXIMUM))
    return shape;

  guint dimension = get_last_dimension (self, object, n);

  shape.fanned = TRUE;
  shape.circle = shape.joined && dimension == 0 && n >= 3 && n <= CIRCLE_MAXIMUM;
  shape.columns = dimension > 0 ? dimension : n <= ROW_MAXIMUM ? n : ceil (sqrt (n));
  return shape;
}
