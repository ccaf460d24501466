/* heddle-drawing-pieces.c: the vectors of members beside the nodes that they are, and what is said of nodes
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#define LEAST_WIDTH 112.0 /* of a row, where there is room */
#define MOST_WIDTH 224.0
#define PIECE_WIDTH 26.0
#define APART 6.0
#define BESIDE 12.0 /* from the middle of a node, where links leave it */

static double
get_level (guint32 added,
           guint32 whole)
{
  return (double) added / whole;
}

/* Of a node: how many links leave it upwards and downwards, and how far to the right they go together; and where its row stands. */
typedef struct
{
  guint up, down;
  double aside;
  double shift;
} Surroundings;

static void
note_link (Surroundings *self,
           const HeddleSceneNode *node,
           const HeddleSceneNode *other)
{
  self->down += other->y > node->y;
  self->up += other->y < node->y;
  self->aside += other->x - node->x;
}

/* By node. */
static Surroundings *
look_around (HeddleDrawing *self)
{
  Surroundings *around = g_new0 (Surroundings, self->nodes->len);

  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleDrawnLink *link = heddle_drawing_link (self, i);
      const HeddleSceneNode *from, *to;

      if (link->from == HEDDLE_NO_INDEX || link->to == HEDDLE_NO_INDEX)
        continue;
      from = heddle_scene_node (self->scene, link->from);
      to = heddle_scene_node (self->scene, link->to);
      note_link (&around[link->from], from, to);
      note_link (&around[link->to], to, from);
    }
  return around;
}

static HeddleScenePiece
make_piece (guint32 node,
            const Surroundings *around,
            double width,
            const HeddleVector *vector,
            guint place,
            guint32 whole)
{
  const HdPiece *piece = &vector->pieces[place];
  guint32 next = piece->brings > 0 ? piece->brings + (piece->adds ? piece->has : 0) : piece->has;
  HeddleScenePiece made = {
    .node = node,
    .above = around->down > around->up,
    .shift = around->shift,
    .place = place,
    .n = vector->n_pieces,
    .width = width / vector->n_pieces,
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

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const HeddleSceneNode *x = heddle_scene_node (data, *(const guint32 *) a), *y = heddle_scene_node (data, *(const guint32 *) b);

  if (x->y != y->y)
    return x->y < y->y ? -1 : 1;
  return (x->x > y->x) - (x->x < y->x);
}

/* Where links leave both ways a row stands beside their beginnings, on the side to which they do not go; there may be no other row there. */
static double
choose_shift (const Surroundings *around,
              double width,
              gboolean first,
              gboolean last)
{
  double shift = width / 2 + BESIDE;

  if (around->up == 0 || around->down == 0 || (!first && !last))
    return 0;
  return first && (around->aside > 0 || !last) ? -shift : shift;
}

static void
choose_shifts (HeddleDrawing *self,
               const GArray *nodes,
               double width,
               Surroundings *around)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      const guint32 *node = &g_array_index (nodes, guint32, i);
      double y = heddle_scene_node (self->scene, *node)->y;
      gboolean first = i == 0 || heddle_scene_node (self->scene, node[-1])->y != y;
      gboolean last = i + 1 == nodes->len || heddle_scene_node (self->scene, node[1])->y != y;

      around[*node].shift = choose_shift (&around[*node], width, first, last);
    }
}

/* All rows are as wide, and do not run into each other. */
static double
place_rows (HeddleDrawing *self,
            const HeddleVector *vectors,
            guint n,
            Surroundings *around)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  double width = n > 0 ? CLAMP (vectors[0].n_pieces * PIECE_WIDTH, LEAST_WIDTH, MOST_WIDTH) : 0;

  for (guint i = 0; i < n; i++)
    {
      guint32 node = heddle_drawing_find_node (self, self->scope, vectors[i].node);

      if (is_one_member (self, node))
        g_array_append_val (nodes, node);
    }
  g_array_sort_with_data (nodes, compare_places, self->scene);
  for (guint i = 1; i < nodes->len; i++)
    {
      const HeddleSceneNode *left = heddle_scene_node (self->scene, g_array_index (nodes, guint32, i - 1));
      const HeddleSceneNode *right = heddle_scene_node (self->scene, g_array_index (nodes, guint32, i));

      if (left->y == right->y && right->x > left->x)
        width = MIN (width, MAX (right->x - left->x - APART, right->width / 2));
    }
  choose_shifts (self, nodes, width, around);
  return width;
}

void
heddle_drawing_show_pieces (HeddleDrawing *self,
                            const HeddleVector *vectors,
                            guint n,
                            guint32 whole)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (HeddleScenePiece));
  g_autofree Surroundings *around = n > 0 && self->design != NULL ? look_around (self) : NULL;
  double width = around != NULL ? place_rows (self, vectors, n, around) : 0;

  for (guint i = 0; self->design != NULL && i < n; i++)
    {
      guint32 node = heddle_drawing_find_node (self, self->scope, vectors[i].node);

      for (guint k = 0; is_one_member (self, node) && k < vectors[i].n_pieces; k++)
        {
          HeddleScenePiece piece = make_piece (node, &around[node], width, &vectors[i], k, whole);

          g_array_append_val (pieces, piece);
        }
    }
  heddle_scene_set_pieces (self->scene, (const HeddleScenePiece *) (gconstpointer) pieces->data, pieces->len);
}

void
heddle_drawing_show_captions (HeddleDrawing *self,
                              const HeddleCaption *captions,
                              guint n)
{
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (HeddleSceneCaption));
  g_autofree Surroundings *around = n > 0 && self->design != NULL ? look_around (self) : NULL;

  for (guint i = 0; self->design != NULL && i < n; i++)
    {
      const char *end;
      HeddleSceneCaption caption = { heddle_drawing_find_node (self, self->scope, captions[i].node), captions[i].is_first, FALSE, "" };

      if (!is_one_member (self, caption.node))
        continue;
      caption.above = around[caption.node].down <= around[caption.node].up;
      g_strlcpy (caption.text, captions[i].text, sizeof caption.text);
      if (!g_utf8_validate (caption.text, -1, &end))
        caption.text[end - caption.text] = '\0'; /* a letter that was cut */
      g_array_append_val (shown, caption);
    }
  heddle_scene_set_captions (self->scene, (const HeddleSceneCaption *) (gconstpointer) shown->data, shown->len);
}
