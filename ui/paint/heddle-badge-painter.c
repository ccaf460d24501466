/* heddle-badge-painter.c: figures, marks and signs on cards
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-badge-painter"

#include "heddle-painting.h"

#include <math.h>

#define CHIP_SIZE 11.0   /* of the font, scene units */
#define CHIP_LEAST 7.0   /* the font is no smaller */
#define CHIP_HEIGHT 17.0
#define CHIP_PAD 4.0

/* Share bar, or the strip with a pixel per member, at the lower edge; scene units, origin at the card's corner. */
void
heddle_paint_share (const HeddlePainting  *p,
                    const HeddleSceneNode *node)
{
  cairo_t *cr = p->cr;
  double left = 7;
  double width = node->width - 2 * left;
  double height = 4;
  double top = node->height - height - 4;

  if (width <= 4 || (node->n_strip == 0 && (node->busy < 0 || node->limits)))
    return;

  if (node->n_strip > 0)
    {
      guint columns = MAX (1, MIN (node->n_strip, (guint) (width * p->view.zoom)));
      double cell = MIN (width / columns, 8);

      for (guint c = 0; c < columns; c++)
        {
          guint begin = (guint) ((guint64) c * node->n_strip / columns);
          guint end = MAX (begin + 1, (guint) ((guint64) (c + 1) * node->n_strip / columns));
          float most = NAN;

          for (guint i = begin; i < end; i++)
            most = isnan (most) || node->strip[i] > most ? node->strip[i] : most;
          heddle_colour_set (cr, isnan (most) ? heddle_colour_with_alpha (p->theme->neutral, 0.25)
                                              : heddle_colour_map_entry (p->share, heddle_colour_map_index (p->share, most)));
          cairo_rectangle (cr, left + c * cell, top, cell, height);
          cairo_fill (cr);
        }
      return;
    }

  heddle_path_rounded (cr, left, top, width, height, height / 2);
  heddle_colour_set (cr, heddle_colour_with_alpha (p->theme->neutral, 0.22));
  cairo_fill (cr);
  if (node->busy > 0)
    {
      heddle_path_rounded (cr, left, top, MAX (width * MIN (node->busy, 1.0f), height), height, height / 2);
      heddle_colour_set (cr, heddle_colour_map_entry (p->share, heddle_colour_map_index (p->share, node->busy)));
      cairo_fill (cr);
    }
}

#define LIMIT_SIZE 11.5 /* of the font, scene units */
#define LIMIT_HEIGHT 19.0

/* How much of the lower edge of a card its figure takes, in scene units; 0 if it has none. */
double
heddle_limit_height (const HeddlePainting  *p,
                     const HeddleSceneNode *node)
{
  gboolean shown = p->heat != NULL && node->limits && node->busy >= 0 && (p->options.full_detail || LIMIT_SIZE * p->view.zoom >= HEDDLE_FIGURE_MIN_PX);

  return shown ? LIMIT_HEIGHT / 2 + 1 : 0;
}

/* A capacity that all that passes shares is as hot as a link: an outline of its colour, and its figure on the lower edge. */
void
heddle_paint_limit (const HeddlePainting  *p,
                    const HeddleSceneNode *node)
{
  HeddleColour ground = heddle_colour_map_entry (p->share, heddle_colour_map_index (p->share, node->busy));
  HeddleTextLook look = { .size = LIMIT_SIZE, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (ground) };
  g_autofree char *figure = heddle_painting_dup_heat (p, node->busy);
  double width = heddle_text_width (p->text, figure, look.size, TRUE) + 14, height = LIMIT_HEIGHT;
  double x = node->width - width - 8, y = node->height - height / 2; /* in the middle a port may be */

  heddle_path_rounded (p->cr, 0, 0, node->width, node->height, 7);
  heddle_colour_set (p->cr, ground);
  cairo_set_line_width (p->cr, 3);
  cairo_stroke (p->cr);
  if (heddle_limit_height (p, node) <= 0)
    return;
  heddle_path_rounded (p->cr, x - 1, y - 1, width + 2, height + 2, height / 2 + 1);
  heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->view_bg, 0.9));
  cairo_fill (p->cr);
  heddle_path_rounded (p->cr, x, y, width, height, height / 2);
  heddle_colour_set (p->cr, ground);
  cairo_fill (p->cr);
  heddle_text_paint_box (p->text, p->cr, x, y, width, height, figure, &look);
}

/* Where the chip lies that tells what is hottest inside, from the node's corner, in scene units; empty without room. @out_size: of its font;
 * @out_with_name: whether there is room for the name of the hottest thing too. */
static HeddleRect
hottest_rect (HeddleText            *text,
              const HeddleSceneNode *node,
              const char            *figure,
              double                *out_size,
              gboolean              *out_with_name)
{
  HeddleRect room = heddle_node_subtitle_room (node);
  double scale = heddle_text_get_scale (text), wanted = heddle_text_width (text, figure, CHIP_SIZE, TRUE);
  double name = heddle_text_width (text, node->hottest, CHIP_SIZE, FALSE) + CHIP_PAD, by = MIN (1, (room.width - 2 * CHIP_PAD) / wanted), width, height;

  if (by * CHIP_SIZE * scale < CHIP_LEAST)
    return (HeddleRect) { 0, 0, 0, 0 };
  *out_size = CHIP_SIZE * by;
  width = wanted * by + 2 * CHIP_PAD;
  height = MIN (CHIP_HEIGHT * scale, room.height);
  *out_with_name = room.width >= width + MIN (name, 30);
  return (HeddleRect) { room.x, room.y + (room.height - height) / 2, *out_with_name ? MIN (width + name, room.width) : width, height };
}

/**
 * heddle_painter_get_hottest_rect:
 * @text: layouts
 * @node: a node
 * @figure: what its chip says
 *
 * Returns: where the chip that tells what is hottest inside lies in the drawing; empty if there is none
 */
HeddleRect
heddle_painter_get_hottest_rect (HeddleText            *text,
                                 const HeddleSceneNode *node,
                                 const char            *figure)
{
  HeddleRect r = { 0, 0, 0, 0 };
  double size;
  gboolean with_name;

  if (node->hottest == NULL)
    return r;
  r = hottest_rect (text, node, figure, &size, &with_name);
  r.x += node->x - node->width / 2;
  r.y += node->y - node->height / 2;
  return r;
}

/* What is hottest inside a module: a chip in the place of its subtitle. */
void
heddle_paint_hottest (const HeddlePainting  *p,
                      const HeddleSceneNode *node)
{
  HeddleColour ground = heddle_colour_map_entry (p->heat, heddle_colour_map_index (p->heat, node->hottest_heat));
  HeddleTextLook look = { .size = CHIP_SIZE, .bold = TRUE, .align = HEDDLE_TEXT_RIGHT, .colour = heddle_ink_on (ground) };
  g_autofree char *figure = heddle_painting_dup_link_heat (p, node->hottest_heat);
  double size;
  gboolean with_name;
  HeddleRect r = hottest_rect (p->text, node, figure, &size, &with_name);

  if (r.width <= 0)
    return;
  look.size = size;
  heddle_path_rounded (p->cr, r.x, r.y, r.width, r.height, 4);
  heddle_colour_set (p->cr, ground);
  cairo_fill (p->cr);
  heddle_text_paint_box (p->text, p->cr, r.x, r.y, r.width - CHIP_PAD, r.height, figure, &look);
  if (!with_name)
    return;
  look.bold = FALSE;
  look.align = HEDDLE_TEXT_LEFT;
  heddle_text_paint_box (p->text, p->cr, r.x + CHIP_PAD, r.y, r.width - 3 * CHIP_PAD - heddle_text_width (p->text, figure, size, TRUE), r.height, node->hottest, &look);
}

/* Far out, where names are small: the figure alone, in the place of the symbol; @room: px. */
void
heddle_paint_small_hottest (const HeddlePainting  *p,
                            const HeddleSceneNode *node,
                            const HeddleRect      *room)
{
  HeddleColour ground = heddle_colour_map_entry (p->heat, heddle_colour_map_index (p->heat, node->hottest_heat));
  HeddleTextLook look = { .size = CHIP_SIZE, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (ground) };
  g_autofree char *figure = heddle_painting_dup_link_heat (p, node->hottest_heat);
  double scale = heddle_text_get_scale (p->text);
  double by = MIN (0.8, MIN ((room->width - CHIP_PAD) / heddle_text_width (p->text, figure, CHIP_SIZE, TRUE), (room->height - 1) / (CHIP_SIZE * scale)));

  heddle_path_rounded (p->cr, room->x, room->y, room->width, room->height, 3);
  heddle_colour_set (p->cr, ground);
  cairo_fill (p->cr);
  if (by * CHIP_SIZE * scale < CHIP_LEAST - 1)
    return;
  cairo_save (p->cr);
  cairo_translate (p->cr, room->x, room->y);
  cairo_scale (p->cr, by, by);
  heddle_text_paint_box (p->text, p->cr, 0, 0, room->width / by, room->height / by, figure, &look);
  cairo_restore (p->cr);
}

/* Colours of the members, at the upper edge; scene units, origin at the card's corner. */
void
heddle_paint_marks (const HeddlePainting  *p,
                    const HeddleSceneNode *node)
{
  double left = 7;
  double width = node->width - 2 * left;
  double cell;
  guint columns;

  if (width <= 4)
    return;
  columns = MAX (1, (guint) MIN (node->n_marks, width * p->view.zoom));
  cell = MIN (width / columns, 8);
  for (guint c = 0; c < columns && node->n_marks > 0; c++)
    {
      guint8 mark = node->marks[(guint64) c * node->n_marks / columns];

      if (mark == HEDDLE_NO_CATEGORY)
        continue;
      heddle_colour_set (p->cr, p->theme->category[mark % HEDDLE_N_CATEGORIES]);
      cairo_rectangle (p->cr, left + c * cell, 3, cell, 4);
      cairo_fill (p->cr);
    }
}

/* Of an error, or else of a warning, around @x, @y. */
void
heddle_paint_sign (const HeddlePainting *p,
                   guint                 state,
                   double                x,
                   double                y)
{
  gboolean error = (state & HEDDLE_STATE_ERROR) != 0;
  HeddleColour ground = error ? p->theme->error : p->theme->warning;
  /* The sign fills its disc at every scale of text. */
  HeddleTextLook look = { .size = 12 / heddle_text_get_scale (p->text), .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (ground) };
  cairo_t *cr = p->cr;

  cairo_new_path (cr);
  cairo_arc (cr, x, y, 9, 0, 2 * G_PI);
  heddle_colour_set (cr, p->theme->view_bg);
  cairo_fill (cr);
  cairo_new_path (cr);
  if (error)
    cairo_arc (cr, x, y, 7.8, 0, 2 * G_PI);
  else
    {
      /* Shape differs too, not colour alone. */
      cairo_move_to (cr, x, y - 8.5);
      cairo_line_to (cr, x + 8.5, y + 6.5);
      cairo_line_to (cr, x - 8.5, y + 6.5);
      cairo_close_path (cr);
    }
  heddle_colour_set (cr, ground);
  cairo_fill (cr);
  heddle_text_paint_box (p->text, cr, x - 8, y - (error ? 8 : 6.5), 16, 16, "!", &look);
}

/* The count of a stack at its upper right corner, and signs of errors at the lower right one; scene units. */
void
heddle_paint_badges (const HeddlePainting  *p,
                     const HeddleSceneNode *node)
{
  cairo_t *cr = p->cr;

  if (node->count > 1 && 11 * p->view.zoom >= HEDDLE_FIGURE_MIN_PX)
    {
      double height = 17 * heddle_text_get_scale (p->text);
      g_autofree char *count = g_strdup_printf ("×%u", node->count);
      HeddleTextLook look = { .size = 11, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = p->theme->badge_fg };
      double width = heddle_text_width (p->text, count, look.size, TRUE) + 13;
      double step = heddle_stack_layers (node) * HEDDLE_LAYER_STEP;
      double x = node->width + step - width + 8;
      double y = -step - height / 2;

      heddle_path_rounded (cr, x, y, width, height, height / 2);
      heddle_colour_set (cr, heddle_colour_mix (p->theme->badge_bg, p->theme->view_bg, node->state & HEDDLE_STATE_FADED ? 0.45 : 0));
      cairo_fill (cr);
      heddle_text_paint_box (p->text, cr, x, y, width, height, count, &look);
    }

  if (node->state & (HEDDLE_STATE_ERROR | HEDDLE_STATE_WARNING))
    heddle_paint_sign (p, node->state, node->width - 4, node->height - 4);
}
