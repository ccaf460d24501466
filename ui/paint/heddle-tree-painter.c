/* heddle-tree-painter.c: draws a tree that is laid out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-painter"

#include "heddle-tree-painter.h"

#include <math.h>

#include "heddle-painting.h"

#define DOT 4.0
#define CROSSING_WIDTH 1.8

typedef struct
{
  cairo_t *cr;
  HeddleText *text;
  const HeddleTheme *theme;
  const HeddleTreeShape *shape;
  const HeddleTreeLayout *layout;
} Painting;

static HeddleColour
colour_of (const Painting *self,
           guint32         vertex)
{
  guint32 group = self->shape->groups[vertex];

  return group == HEDDLE_TREE_NONE ? self->theme->neutral : self->theme->category[group % HEDDLE_N_CATEGORIES];
}

/* Down from a parent, to what lies below it. */
static void
add_edge (const Painting *self,
          guint32         parent,
          double          x,
          double          y)
{
  double from_x = self->layout->x[parent], from_y = self->layout->y[parent] + HEDDLE_TREE_RADIUS;
  double middle = (from_y + y) / 2;

  cairo_move_to (self->cr, from_x, from_y);
  cairo_curve_to (self->cr, from_x, middle, x, middle, x, y);
}

/* All edges of one kind are one stroke; those between groups lie on top. */
static void
paint_edges (const Painting *self,
             gboolean        crossing)
{
  for (guint32 v = 0; v < self->shape->n; v++)
    if (self->shape->parents[v] != HEDDLE_TREE_NONE && self->layout->block[v] == HEDDLE_TREE_NONE
        && heddle_tree_shape_crosses (self->shape, v) == crossing)
      add_edge (self, self->shape->parents[v], self->layout->x[v], self->layout->y[v] - HEDDLE_TREE_RADIUS);
  for (guint i = 0; i < self->layout->blocks->len; i++)
    {
      const HeddleTreeBlock *block = &g_array_index (self->layout->blocks, HeddleTreeBlock, i);

      if ((block->n_crossing > 0) == crossing)
        add_edge (self, block->parent, block->x + block->width / 2, block->y);
    }
  heddle_colour_set (self->cr, crossing ? self->theme->accent : self->theme->node_outline);
  cairo_set_line_width (self->cr, crossing ? CROSSING_WIDTH : 1);
  cairo_stroke (self->cr);
}

static void
paint_blocks (const Painting *self)
{
  for (guint i = 0; i < self->layout->blocks->len; i++)
    {
      const HeddleTreeBlock *block = &g_array_index (self->layout->blocks, HeddleTreeBlock, i);

      heddle_path_rounded (self->cr, block->x, block->y, block->width, block->height, 5);
      heddle_colour_set (self->cr, self->theme->card_bg);
      cairo_fill_preserve (self->cr);
      heddle_colour_set (self->cr, self->theme->card_edge);
      cairo_set_line_width (self->cr, 1);
      cairo_stroke (self->cr);
      if (block->n_crossing > 0)
        {
          HeddleTextLook look = { .size = 10, .bold = TRUE, .colour = self->theme->accent_text };
          g_autofree char *count = g_strdup_printf ("%u", block->n_crossing);

          heddle_text_paint (self->text, self->cr, block->x + block->width / 2 + 4, block->y - 4, count, &look);
        }
    }
}

/* Between the two of a pair. */
static void
paint_pairs (const Painting *self)
{
  for (guint32 v = 0; v < self->shape->n; v++)
    if (self->layout->hangs[v])
      {
        cairo_move_to (self->cr, self->layout->x[v], self->layout->y[v]);
        cairo_line_to (self->cr, self->layout->x[v], self->layout->y[v] - HEDDLE_TREE_PITCH);
      }
  heddle_colour_set (self->cr, self->theme->node_outline);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

static void
paint_node (const Painting *self,
            guint32         vertex)
{
  gboolean small = self->layout->block[vertex] != HEDDLE_TREE_NONE;
  double radius = small ? DOT : HEDDLE_TREE_RADIUS, x = self->layout->x[vertex], y = self->layout->y[vertex];
  gboolean crosses = heddle_tree_shape_crosses (self->shape, vertex);

  if (vertex >= self->shape->first_switch)
    heddle_path_rounded (self->cr, x - radius, y - radius, 2 * radius, 2 * radius, 3);
  else
    {
      cairo_new_sub_path (self->cr);
      cairo_arc (self->cr, x, y, radius, 0, 2 * G_PI);
    }
  heddle_colour_set (self->cr, colour_of (self, vertex));
  if (!crosses)
    {
      cairo_fill (self->cr);
      return;
    }
  cairo_fill_preserve (self->cr);
  heddle_colour_set (self->cr, self->theme->accent);
  cairo_set_line_width (self->cr, small ? 1.2 : CROSSING_WIDTH);
  cairo_stroke (self->cr);
}

/* The rank of those that stand alone, beside them. */
static void
paint_rank (const Painting *self,
            guint32         vertex)
{
  HeddleTextLook look = { .size = 10, .align = HEDDLE_TEXT_LEFT, .colour = self->theme->text };
  g_autofree char *rank = NULL;

  if (self->layout->block[vertex] != HEDDLE_TREE_NONE || vertex >= self->shape->first_switch)
    return;
  rank = g_strdup_printf ("%u", vertex);
  heddle_text_paint (self->text, self->cr, self->layout->x[vertex] + HEDDLE_TREE_RADIUS + 4, self->layout->y[vertex] + 3.5, rank, &look);
}

void
heddle_tree_paint (cairo_t                *cr,
                   HeddleText             *text,
                   const HeddleTheme      *theme,
                   const HeddleTreeShape  *shape,
                   const HeddleTreeLayout *layout,
                   double                  x,
                   double                  y)
{
  Painting painting = { cr, text, theme, shape, layout };

  cairo_save (cr);
  cairo_translate (cr, x, y);
  paint_edges (&painting, FALSE);
  paint_edges (&painting, TRUE);
  paint_blocks (&painting);
  paint_pairs (&painting);
  for (guint32 v = 0; v < shape->n; v++)
    paint_node (&painting, v);
  for (guint32 v = 0; v < shape->n; v++)
    paint_rank (&painting, v);
  cairo_restore (cr);
}
