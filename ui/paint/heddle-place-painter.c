/* heddle-place-painter.c: names of what is too small to have its name in it, as on a map
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-place-painter"

#include "heddle-painting.h"

#include <math.h>
#include <string.h>

/* Members of an array that follow each other have one name together, above them; what is alone has its own. Of those that are too many the drawing
 * is divided into fields of the size of a name, each of which has one: so names stay where they are while the drawing is moved. None lies on another. */

#define SIZE 10.5         /* px of the font */
#define PAD 3.0
#define CELL 6.0          /* px: how finely it is known what is taken */
#define FIELD_WIDTH 120.0 /* px, at least */
#define FIELD_HEIGHT 40.0
#define MOST 150

typedef struct
{
  const HeddlePainting *p;
  double size; /* of the font, at a scale of text of 1 */
  guint8 *taken;
  int width, height; /* cells */
  guint n;
  GArray *scratch; /* guint32 */
} Places;

/* Members first to end - 1 of those in view: what is before the first bracket is the same. */
typedef struct
{
  guint first, end;
  gsize length; /* of the name they have together; 0 if it is one alone */
} Group;

static gboolean
take (Places     *places,
      HeddleRect  r)
{
  int x0 = (int) floor ((r.x - 2 * PAD) / CELL), x1 = (int) ceil ((r.x + r.width + 2 * PAD) / CELL);
  int y0 = (int) floor (r.y / CELL), y1 = (int) ceil ((r.y + r.height) / CELL);

  if (r.x < 0 || r.y < 0 || r.x + r.width > places->p->view.width || r.y + r.height > places->p->view.height)
    return FALSE;
  x0 = MAX (x0, 0);
  x1 = MIN (x1, places->width);
  for (int y = y0; y < MIN (y1, places->height); y++)
    for (int x = x0; x < x1; x++)
      if (places->taken[y * places->width + x])
        return FALSE;
  for (int y = y0; y < MIN (y1, places->height); y++)
    memset (places->taken + y * places->width + x0, 1, (gsize) MAX (x1 - x0, 0));
  places->n++;
  return TRUE;
}

static void
paint_name (const Places *places,
            HeddleRect    r,
            const char   *name,
            gboolean      of_group,
            gboolean      selected)
{
  const HeddlePainting *p = places->p;
  HeddleTextLook look = { .size = places->size, .bold = of_group, .align = HEDDLE_TEXT_CENTRE, .colour = selected ? p->theme->accent_fg : p->theme->text };

  heddle_path_rounded (p->cr, r.x, r.y, r.width, r.height, 4);
  heddle_colour_set (p->cr, selected ? p->theme->accent : heddle_colour_with_alpha (p->theme->view_bg, 0.82));
  cairo_fill (p->cr);
  heddle_text_paint_box (p->text, p->cr, r.x, r.y, r.width, r.height, name, &look);
}

static HeddleRect
target_rect (const HeddlePainting *p,
             guint32               node)
{
  HeddleRect r = heddle_scene_node_rect (heddle_scene_node (p->scene, node));

  return (HeddleRect) { heddle_painting_x (p, r.x), heddle_painting_y (p, r.y), r.width * p->view.zoom, r.height * p->view.zoom };
}

static gboolean
covers_nodes (const Places     *places,
              const HeddleRect *r)
{
  const HeddleViewport *view = &places->p->view;
  HeddleRect area = { view->x + r->x / view->zoom, view->y + r->y / view->zoom, r->width / view->zoom, r->height / view->zoom };

  heddle_scene_nodes_in (places->p->scene, &area, places->scratch);
  return places->scratch->len > 0;
}

static void
place_group (Places       *places,
             const GArray *nodes,
             const Group  *group)
{
  const HeddlePainting *p = places->p;
  const HeddleSceneNode *first = heddle_scene_node (p->scene, g_array_index (nodes, guint32, group->first));
  g_autofree char *name = g_strndup (first->name, group->length);
  double height = (places->size + 2 * PAD) * heddle_text_get_scale (p->text), width = heddle_text_width (p->text, name, places->size, TRUE) + 2 * PAD;
  double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;

  for (guint i = group->first; i < group->end; i++)
    {
      HeddleRect r = target_rect (p, g_array_index (nodes, guint32, i));

      left = MIN (left, r.x);
      top = MIN (top, r.y);
      right = MAX (right, r.x + r.width);
      bottom = MAX (bottom, r.y + r.height);
    }
  left = MAX (left, 4);
  top = MAX (top, height + 8);
  right = MIN (right, p->view.width - 4);
  bottom = MIN (bottom, p->view.height - 4);

  /* Above it, from left to right, else below, else inside. */
  for (guint row = 0; row < 3; row++)
    for (double x = left; x <= MAX (left, right - width); x += MAX (width / 2, 20))
      {
        double y = row == 0 ? top - height - 2 : row == 1 ? bottom + 2 : (top + bottom - height) / 2;
        HeddleRect r = { x, y, width, height };

        if ((row == 2 || !covers_nodes (places, &r)) && take (places, r))
          {
            paint_name (places, r, name, TRUE, FALSE);
            return;
          }
      }
}

static void
place_one (Places  *places,
           guint32  node)
{
  const HeddlePainting *p = places->p;
  const HeddleSceneNode *it = heddle_scene_node (p->scene, node);
  HeddleRect at = target_rect (p, node), r;
  double height = (places->size + 2) * heddle_text_get_scale (p->text), width = heddle_text_width (p->text, it->name, places->size, FALSE) + 2 * PAD;
  gboolean inside;

  /* Below it, where it is seen; on a long bar, and in a field. */
  inside = p->field >= 1 || (at.height < height && at.width > width + 2 * height);
  r = (HeddleRect) { at.x + (at.width - width) / 2, inside ? at.y + (at.height - height) / 2 : at.y + at.height + 1, width, height };
  if (take (places, r))
    paint_name (places, r, it->name, FALSE, (it->state & HEDDLE_STATE_SELECTED) != 0);
}

/* One for each field of the drawing: what only forwards before all else, then as added. */
static void
place_alone (Places       *places,
             const GArray *nodes,
             const GArray *groups)
{
  const HeddlePainting *p = places->p;
  double larger = MAX (1, places->size * heddle_text_get_scale (p->text) / (2 * SIZE)); /* a name is so much more than a field holds */
  double width = exp2 (ceil (log2 (larger * FIELD_WIDTH / p->view.zoom))), height = exp2 (ceil (log2 (larger * FIELD_HEIGHT / p->view.zoom)));
  double x0 = floor (p->view.x / width) - 1, y0 = floor (p->view.y / height) - 1;
  int columns = (int) (p->view.width / p->view.zoom / width) + 4, rows = (int) (p->view.height / p->view.zoom / height) + 4;
  g_autofree guint8 *has = g_new0 (guint8, columns * rows);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < groups->len && places->n < MOST; i++)
      {
        const Group *group = &g_array_index (groups, Group, i);
        guint32 index = g_array_index (nodes, guint32, group->first);
        const HeddleSceneNode *node = heddle_scene_node (p->scene, index);
        int column = (int) (floor (node->x / width) - x0), row = (int) (floor (node->y / height) - y0);

        if (group->length > 0 || node->forwards != (pass == 0) || node->name[0] == '\0' || column < 0 || row < 0 || column >= columns || row >= rows
            || has[row * columns + column])
          continue;
        has[row * columns + column] = 1;
        place_one (places, index);
      }
}

static gsize
length_before_bracket (const char *name)
{
  gsize length = strcspn (name, "[");

  return name[length] == '[' ? length : 0;
}

/* (transfer full) (element-type Group): of the nodes that do not show their own name */
static GArray *
find_groups (const HeddlePainting *p,
             const GArray         *nodes)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));
  const HeddleSceneNode *last = NULL;

  for (guint i = 0; i < nodes->len; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (p->scene, g_array_index (nodes, guint32, i));
      gsize length = length_before_bracket (node->name);
      Group *group = groups->len > 0 ? &g_array_index (groups, Group, groups->len - 1) : NULL;

      if (heddle_node_shows_name (p, node))
        {
          last = NULL;
          continue;
        }
      if (last != NULL && last->id == node->id && length > 0 && group->length == length && strncmp (last->name, node->name, length) == 0)
        group->end = i + 1;
      else
        g_array_append_val (groups, ((Group) { i, i + 1, length }));
      last = node;
    }
  for (guint i = 0; i < groups->len; i++)
    {
      Group *group = &g_array_index (groups, Group, i);

      if (group->end == group->first + 1)
        group->length = 0;
    }
  return groups;
}

/**
 * heddle_places_paint:
 * @p: a painting
 * @nodes: (element-type guint32): those in view
 *
 * Over all else. O(nodes)
 */
void
heddle_places_paint (const HeddlePainting *p,
                     const GArray         *nodes)
{
  Places places = { .p = p, .size = heddle_painting_still_size (p, SIZE), .width = (int) ceil (p->view.width / CELL), .height = (int) ceil (p->view.height / CELL) };
  g_autofree guint8 *taken = NULL;
  g_autoptr (GArray) groups = NULL;
  g_autoptr (GArray) scratch = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (p->options.full_detail)
    return;
  groups = find_groups (p, nodes);
  if (groups->len == 0)
    return;

  places.scratch = scratch;
  places.taken = taken = g_new0 (guint8, places.width * places.height);
  for (guint i = 0; i < groups->len && places.n < MOST; i++)
    if (g_array_index (groups, Group, i).length > 0)
      place_group (&places, nodes, &g_array_index (groups, Group, i));
  place_alone (&places, nodes, groups);
}
