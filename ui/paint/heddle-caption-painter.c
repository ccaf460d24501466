/* heddle-caption-painter.c: what is said of nodes for a while, beside them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A caption is a card of a few lines. It stands on the side where the pieces of a vector do not, beside links that leave the node there; one that would run into another stands beside that,
 * or farther away where there is no room.
 */
#define G_LOG_DOMAIN "heddle-caption-painter"

#include "heddle-painting.h"

#include <string.h>

#include "heddle-scene-geometry.h"

#define TEXT_SIZE 11.0
#define LINE_HEIGHT 16.0
#define PADDING 6.0
#define APART 6.0
#define BESIDE 8.0
#define RADIUS 6.0
#define LEAST_ZOOM 0.25
#define MOST_CAPTIONS 8

/* px for px of the design: cards grow with the text in them. */
static double
grown (const HeddlePainting *p,
       double length)
{
  return length * heddle_text_get_scale (p->text);
}

static gboolean
meets (const HeddleRect *a,
       const HeddleRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Where @r, which is in the way of @other, is not: on the side where its node is, and clear of the links of that. */
static HeddleRect
give_way (const HeddlePainting *p,
          const HeddleRect *r,
          const HeddleRect *other,
          gboolean above)
{
  HeddleRect beside = *r, away = *r;

  beside.x = r->x >= other->x ? other->x + other->width + APART : (above ? r->x - BESIDE : other->x) - r->width - APART;
  away.y = above ? other->y - r->height - APART : other->y + other->height + APART;
  return beside.x >= 0 && beside.x + beside.width <= p->view.width ? beside : away;
}

static HeddleRect
find_place (const HeddlePainting *p,
            const HeddleSceneCaption *caption,
            char **lines,
            const HeddleRect *taken,
            guint n_taken)
{
  HeddleRect node = heddle_scene_node_rect (heddle_scene_node (p->scene, caption->node));
  double below = heddle_painting_y (p, node.y + node.height + heddle_scene_cells_height (p->scene, caption->node)) + APART, width = 0;
  HeddleRect r = { 0, below, 0, grown (p, g_strv_length (lines) * LINE_HEIGHT + 2 * PADDING) };

  for (guint i = 0; lines[i] != NULL; i++)
    width = MAX (width, heddle_text_width (p->text, lines[i], TEXT_SIZE, i == 0));
  r.width = width + grown (p, 2 * PADDING);
  r.x = heddle_painting_x (p, node.x + node.width / 2) + (caption->above ? BESIDE : -r.width / 2);
  if (caption->above)
    r.y = heddle_painting_y (p, node.y) - APART - r.height;
  for (guint i = 0; i < n_taken; i++)
    if (meets (&r, &taken[i]))
      r = give_way (p, &r, &taken[i], caption->above);
  return r;
}

static void
paint_caption (const HeddlePainting *p,
               const HeddleSceneCaption *caption,
               char **lines,
               const HeddleRect *r)
{
  double padding = grown (p, PADDING), line = grown (p, LINE_HEIGHT);

  heddle_path_rounded (p->cr, r->x, r->y, r->width, r->height, RADIUS);
  heddle_colour_set (p->cr, p->theme->card_bg);
  cairo_fill_preserve (p->cr);
  heddle_colour_set (p->cr, caption->is_first ? p->theme->accent : p->theme->card_edge);
  cairo_set_line_width (p->cr, caption->is_first ? 2 : 1);
  cairo_stroke (p->cr);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      HeddleTextLook look = { .size = TEXT_SIZE, .bold = i == 0, .align = HEDDLE_TEXT_LEFT, .colour = i == 0 && caption->is_first ? p->theme->accent_text : p->theme->text };

      heddle_text_paint_box (p->text, p->cr, r->x + padding, r->y + padding + i * line, r->width - 2 * padding, line, lines[i], &look);
    }
}

void
heddle_captions_paint (const HeddlePainting *p)
{
  HeddleRect taken[MOST_CAPTIONS];
  guint n;
  const HeddleSceneCaption *captions = heddle_scene_get_captions (p->scene, &n);

  if (p->view.zoom < LEAST_ZOOM || n == 0)
    return;
  heddle_raster_end (p->raster, p->cr);
  for (guint i = 0; i < MIN (n, MOST_CAPTIONS); i++)
    {
      g_auto (GStrv) lines = g_strsplit (captions[i].text, "\n", -1);

      taken[i] = find_place (p, &captions[i], lines, taken, i);
      paint_caption (p, &captions[i], lines, &taken[i]);
    }
}
