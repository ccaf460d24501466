/* heddle-drawing-pieces.c: the vectors of members beside the nodes that they are
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

static double
get_level (guint32 added,
           guint32 whole)
{
  return (double) added / whole;
}

/* By node: how many more links leave it downwards than upwards: the row stands where it hides fewer. */
static int *
count_leaving_down (HeddleDrawing *self)
{
  int *down = g_new0 (int, self->nodes->len);

  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleDrawnLink *link = heddle_drawing_link (self, i);
      double from, to;

      if (link->from == HEDDLE_NO_INDEX || link->to == HEDDLE_NO_INDEX)
        continue;
      from = heddle_scene_node (self->scene, link->from)->y;
      to = heddle_scene_node (self->scene, link->to)->y;
      down[link->from] += (to > from) - (to < from);
      down[link->to] += (from > to) - (from < to);
    }
  return down;
}

static HeddleScenePiece
make_piece (guint32 node,
            gboolean above,
            const HeddleVector *vector,
            guint place,
            guint32 whole)
{
  const HdPiece *piece = &vector->pieces[place];
  guint32 next = piece->brings > 0 ? piece->brings + (piece->adds ? piece->has : 0) : piece->has;
  HeddleScenePiece made = {
    .node = node,
    .above = above,
    .place = place,
    .n = vector->n_pieces,
    .category = place,
    .level = get_level (piece->has, whole),
    .next_level = get_level (next, whole),
    .share = piece->share,
  };

  if (whole > 1)
    g_snprintf (made.figure, sizeof made.figure, "%u/%u", piece->has, whole);
  return made;
}

/* A stack, or what has members inside, is not one of them. */
static gboolean
is_one_member (HeddleDrawing *self,
               guint32 node)
{
  return node != HEDDLE_NO_INDEX && heddle_drawing_node (self, node)->kind != HEDDLE_DRAWN_INSTANCE && heddle_drawing_node (self, node)->n == 1;
}

void
heddle_drawing_show_pieces (HeddleDrawing *self,
                            const HeddleVector *vectors,
                            guint n,
                            guint32 whole)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (HeddleScenePiece));
  g_autofree int *down = n > 0 ? count_leaving_down (self) : NULL;

  for (guint i = 0; self->design != NULL && i < n; i++)
    {
      guint32 node = heddle_drawing_find_node (self, self->scope, vectors[i].node);

      for (guint k = 0; is_one_member (self, node) && k < vectors[i].n_pieces; k++)
        {
          HeddleScenePiece piece = make_piece (node, down[node] > 0, &vectors[i], k, whole);

          g_array_append_val (pieces, piece);
        }
    }
  heddle_scene_set_pieces (self->scene, (const HeddleScenePiece *) (gconstpointer) pieces->data, pieces->len);
}
