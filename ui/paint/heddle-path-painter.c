/* heddle-path-painter.c: what a run waited for, lit along its links
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Below the links a light that is the stronger the longer it was waited there; above them arrows that say which way.
 */
#define G_LOG_DOMAIN "heddle-path-painter"

#include "heddle-painting.h"

#include <math.h>

#define WIDER 9.0       /* than the link, px */
#define WIDER_NOW 15.0  /* where it is at the moment */
#define LEAST_LIGHT 0.2 /* opacity */
#define MOST_LIGHT 0.55
#define ARROW 5.0       /* px, from its middle */
#define ARROWS_APART 74.0
#define LEAST_ZOOM 0.12 /* with arrows */
#define MOST_ARROWS 12  /* of a link */

static void
stroke (const HeddlePainting *p,
        const HeddleScenePath *path)
{
  gboolean cubic;
  guint n;
  const HeddlePoint *points = heddle_scene_link_points (p->scene, path->link, &n, &cubic);
  double wider = path->current ? WIDER_NOW : WIDER;
  double light = path->current ? 0.75 : LEAST_LIGHT + (MOST_LIGHT - LEAST_LIGHT) * (double) path->strength;

  cairo_new_path (p->cr);
  cairo_move_to (p->cr, heddle_painting_x (p, points[0].x), heddle_painting_y (p, points[0].y));
  if (cubic)
    cairo_curve_to (p->cr, heddle_painting_x (p, points[1].x), heddle_painting_y (p, points[1].y), heddle_painting_x (p, points[2].x), heddle_painting_y (p, points[2].y),
                    heddle_painting_x (p, points[3].x), heddle_painting_y (p, points[3].y));
  for (guint i = 1; !cubic && i < n; i++)
    cairo_line_to (p->cr, heddle_painting_x (p, points[i].x), heddle_painting_y (p, points[i].y));
  cairo_set_line_width (p->cr, MAX (heddle_scene_link_width (p->scene, path->link) * p->view.zoom, 1.0) + wider);
  cairo_set_line_cap (p->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (p->cr, CAIRO_LINE_JOIN_ROUND);
  heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->accent, light));
  cairo_stroke (p->cr);
}

void
heddle_path_paint (const HeddlePainting *p)
{
  guint n;
  const HeddleScenePath *path = heddle_scene_get_path (p->scene, &n);

  for (guint i = 0; i < n; i++)
    stroke (p, &path[i]);
  cairo_set_line_cap (p->cr, CAIRO_LINE_CAP_BUTT);
}

/* @dx, @dy: along, of length 1. */
static void
paint_arrow (const HeddlePainting *p,
             double x,
             double y,
             double dx,
             double dy)
{
  cairo_new_path (p->cr);
  cairo_move_to (p->cr, x + dx * ARROW, y + dy * ARROW);
  cairo_line_to (p->cr, x - dx * ARROW - dy * ARROW, y - dy * ARROW + dx * ARROW);
  cairo_line_to (p->cr, x - dx * ARROW + dy * ARROW, y - dy * ARROW - dx * ARROW);
  cairo_close_path (p->cr);
  heddle_colour_set (p->cr, p->theme->accent_text);
  cairo_fill_preserve (p->cr);
  heddle_colour_set (p->cr, p->theme->view_bg);
  cairo_set_line_width (p->cr, 1.4);
  cairo_stroke (p->cr);
}

static void
paint_arrows (const HeddlePainting *p,
              const HeddleScenePath *path)
{
  gboolean cubic;
  guint n_points;
  const HeddlePoint *points = heddle_scene_link_points (p->scene, path->link, &n_points, &cubic);
  double length = hypot (points[n_points - 1].x - points[0].x, points[n_points - 1].y - points[0].y) * p->view.zoom;
  guint n = (guint) CLAMP (length / ARROWS_APART, 1, MOST_ARROWS);

  for (guint i = 0; i < n; i++)
    {
      HeddlePoint along, at = heddle_scene_link_at (p->scene, path->link, (i + 1.0) / (n + 1.0), &along);
      double sign = path->back ? -1 : 1, x = heddle_painting_x (p, at.x), y = heddle_painting_y (p, at.y);

      if (x > -ARROW && y > -ARROW && x < p->view.width + ARROW && y < p->view.height + ARROW)
        paint_arrow (p, x, y, sign * along.x, sign * along.y);
    }
}

void
heddle_path_arrows_paint (const HeddlePainting *p)
{
  guint n;
  const HeddleScenePath *path = heddle_scene_get_path (p->scene, &n);

  if (p->view.zoom < LEAST_ZOOM)
    return;
  for (guint i = 0; i < n; i++)
    paint_arrows (p, &path[i]);
}
