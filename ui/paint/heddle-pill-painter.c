/* heddle-pill-painter.c: figures and labels on links
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-pill-painter"

#include "heddle-painting.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-scene-geometry.h"

#define MAX_PILLS 64
#define MOST_NEAR 60       /* links that are looked at one by one for a place of a pill */
#define PILL_STEPS 20      /* of the scale: links that differ by less are as hot as each other */
#define FAR_PILLS 3        /* of the hottest, in a field of heat */

/* Figures and labels: placed one after another, never over each other. */

typedef struct
{
  HeddleRect taken[MAX_PILLS];
  guint n;
  GArray *scratch; /* guint32 */
} Places;

/* On the screen, of the direction whose figure it is, if they differ. */
static const char *
arrow_of (const HeddlePainting  *p,
          guint32                index,
          const HeddleSceneLink *link)
{
  static const char *const arrows[] = { "→", "↘", "↓", "↙", "←", "↖", "↑", "↗" };
  HeddlePoint along;
  double turn;

  if (!link->two_ways || roundf (1000 * MAX (link->ways[0], 0)) == roundf (1000 * MAX (link->ways[1], 0)))
    return NULL;
  heddle_scene_link_at (p->scene, index, 0.5, &along);
  turn = atan2 (along.y, along.x) / G_PI_4 + (link->ways[1] > link->ways[0] ? 4 : 0);
  return arrows[((int) lround (turn) + 16) % 8];
}

static char *
figure_of (const HeddlePainting  *p,
           guint32                index,
           const HeddleSceneLink *link)
{
  const char *arrow = arrow_of (p, index, link);
  g_autofree char *figure = heddle_painting_dup_link_heat (p, link->heat);

  return arrow != NULL ? g_strdup_printf ("%s" HD_FIGURE_SPACE "%s", arrow, figure) : g_steal_pointer (&figure);
}

static gboolean
is_taken (const Places     *places,
          const HeddleRect *r)
{
  for (guint i = 0; i < places->n; i++)
    {
      const HeddleRect *t = &places->taken[i];

      if (r->x < t->x + t->width && t->x < r->x + r->width && r->y < t->y + t->height && t->y < r->y + r->height)
        return TRUE;
    }
  return FALSE;
}

static gboolean
take (Places     *places,
      HeddleRect  r)
{
  if (places->n == MAX_PILLS || is_taken (places, &r))
    return FALSE;
  places->taken[places->n++] = r;
  return TRUE;
}

/* Whether another link runs under a part of the drawing; of a crowd nobody could tell. */
static gboolean
covers_links (const HeddlePainting *p,
              guint32               index,
              const HeddleRect     *r,
              GArray               *scratch)
{
  heddle_scene_links_in (p->scene, r, scratch);
  if (scratch->len > MOST_NEAR)
    return TRUE;
  for (guint i = 0; i < scratch->len; i++)
    {
      HeddlePoint points[HEDDLE_MAX_POLYLINE];
      gboolean cubic;
      guint n;
      const HeddlePoint *own = heddle_scene_link_points (p->scene, g_array_index (scratch, guint32, i), &n, &cubic);

      if (g_array_index (scratch, guint32, i) == index)
        continue;
      n = heddle_geometry_flatten (own, n, cubic, points, G_N_ELEMENTS (points));
      for (guint k = 1; k < n; k++)
        if (heddle_geometry_crosses (points[k - 1], points[k], *r))
          return TRUE;
    }
  return FALSE;
}

/* The first of a few places along the link where a pill covers neither a node nor another link, else no node, else the first; none covers another
 * pill. %FALSE if there is no such place. */
static gboolean
place_pill (const HeddlePainting *p,
            const Places         *places,
            guint32               index,
            double                width,
            double                height,
            HeddleRect           *out_place)
{
  const double positions[] = { 0.5, 0.72, 0.28, 0.6, 0.4, 0.85, 0.15 };
  int best = 3;

  for (guint i = 0; i < G_N_ELEMENTS (positions) && best > 0; i++)
    {
      HeddlePoint at = heddle_scene_link_at (p->scene, index, positions[i], NULL);
      HeddleRect r = { at.x - width / 2 / p->view.zoom, at.y - height / 2 / p->view.zoom, width / p->view.zoom, height / p->view.zoom };
      HeddleRect target = { heddle_painting_x (p, r.x), heddle_painting_y (p, r.y), width, height };
      int worth;

      if (is_taken (places, &target))
        continue;
      heddle_scene_nodes_in (p->scene, &r, places->scratch);
      worth = places->scratch->len > 0 ? 2 : covers_links (p, index, &r, places->scratch) ? 1 : 0;
      if (worth < best)
        {
          best = worth;
          *out_place = target;
        }
    }
  return best < 3;
}

static void
paint_pill (const HeddlePainting *p,
            Places               *places,
            guint32               index,
            double                scale)
{
  const HeddleSceneLink *link = heddle_scene_link (p->scene, index);
  gboolean selected = (link->state & HEDDLE_STATE_SELECTED) != 0;
  HeddleColour ground = selected ? p->theme->accent : heddle_link_colour (p, link);
  HeddleTextLook look = { .size = 11.5, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (ground) };
  g_autofree char *figure = figure_of (p, index, link);
  double least = heddle_text_get_least (p->text) / (look.size * heddle_text_get_scale (p->text)), width, height;
  HeddleRect r = { 0 };

  scale = MAX (scale, least);
  width = (heddle_text_width (p->text, figure, look.size, TRUE) + 14) * scale;
  height = 19 * heddle_text_get_scale (p->text) * scale;
  if (selected)
    look.colour = p->theme->accent_fg;
  if (!place_pill (p, places, index, width, height, &r) || r.x + width < 0 || r.y + height < 0 || r.x > p->view.width
      || r.y > p->view.height || !take (places, r))
    return;

  heddle_path_rounded (p->cr, r.x - 1, r.y - 1, width + 2, height + 2, height / 2 + 1);
  heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->view_bg, 0.9));
  cairo_fill (p->cr);
  heddle_path_rounded (p->cr, r.x, r.y, width, height, height / 2);
  heddle_colour_set (p->cr, ground);
  cairo_fill (p->cr);
  cairo_save (p->cr);
  cairo_translate (p->cr, r.x, r.y);
  cairo_scale (p->cr, scale, scale);
  heddle_text_paint_box (p->text, p->cr, 0, 0, width / scale, height / scale, figure, &look);
  cairo_restore (p->cr);
}

static double
reach_of (const HeddlePainting *p,
              guint32               index)
{
  HeddlePoint a = heddle_scene_link_at (p->scene, index, 0, NULL);
  HeddlePoint b = heddle_scene_link_at (p->scene, index, 1, NULL);

  return MAX (fabs (b.x - a.x), fabs (b.y - a.y));
}

/* On the link where it runs level, beside it where it runs up and down; the first such place that covers no node. %FALSE if there is none. */
static gboolean
place_label (const HeddlePainting *p,
             guint32               index,
             double                width,
             double                height,
             GArray               *scratch,
             HeddleRect           *out_place)
{
  const double positions[] = { 0.5, 0.72, 0.28 };
  double zoom = p->view.zoom;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (positions); i++)
    {
      HeddlePoint along;
      HeddlePoint at = heddle_scene_link_at (p->scene, index, positions[i / 2], &along);
      gboolean upright = fabs (along.y) > fabs (along.x);
      double aside = upright ? (width / zoom / 2 + heddle_link_painted_width (p, index) / 2 + 4) * (i % 2 == 0 ? 1 : -1) : 0;
      HeddleRect r = { at.x + aside - width / zoom / 2, at.y - height / zoom / 2, width / zoom, height / zoom };

      heddle_scene_nodes_in (p->scene, &r, scratch);
      if (scratch->len > 0 || reach_of (p, index) * zoom < (upright ? height : width + 8))
        continue;
      *out_place = (HeddleRect){ heddle_painting_x (p, r.x), heddle_painting_y (p, r.y), width, height };
      return TRUE;
    }
  return FALSE;
}

static void
paint_label (const HeddlePainting *p,
             Places               *places,
             guint32               index)
{
  const HeddleSceneLink *link = heddle_scene_link (p->scene, index);
  HeddleTextLook look = { .size = 11, .align = HEDDLE_TEXT_CENTRE, .colour = p->theme->dim };
  double zoom = p->view.zoom;
  double width = (heddle_text_width (p->text, link->label, look.size, FALSE) + 12) * zoom;
  double height = 17 * heddle_text_get_scale (p->text) * zoom;
  HeddleRect r;

  if (!place_label (p, index, width, height, places->scratch, &r) || r.x + width < 0 || r.y + height < 0 || r.x > p->view.width
      || r.y > p->view.height || !take (places, r))
    return;

  heddle_path_rounded (p->cr, r.x, r.y, width, height, height / 2);
  heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->card_bg, 0.92));
  cairo_fill (p->cr);
  cairo_save (p->cr);
  cairo_translate (p->cr, r.x, r.y);
  cairo_scale (p->cr, zoom, zoom);
  heddle_text_paint_box (p->text, p->cr, 0, 0, width / zoom, height / zoom, link->label, &look);
  cairo_restore (p->cr);
}

/* White discs that show where a selected link ends. */
static void
paint_ends (const HeddlePainting *p,
            guint32               index)
{
  double radius = CLAMP (5.5 * p->view.zoom, 3, 7);

  for (guint end = 0; end < 2; end++)
    {
      HeddlePoint at = heddle_scene_link_at (p->scene, index, end, NULL);

      cairo_new_path (p->cr);
      cairo_arc (p->cr, heddle_painting_x (p, at.x), heddle_painting_y (p, at.y), radius, 0, 2 * G_PI);
      heddle_colour_set (p->cr, p->theme->accent_fg);
      cairo_fill_preserve (p->cr);
      cairo_set_line_width (p->cr, 2);
      heddle_colour_set (p->cr, p->theme->accent);
      cairo_stroke (p->cr);
    }
}

/* What had a figure in the last frame keeps it until another link is clearly hotter: figures that hop cannot be read. */
static int
rank_of (const HeddlePainting  *p,
         const HeddleSceneLink *link,
         guint32                index)
{
  int rank = (int) roundf (fabsf (link->heat) * PILL_STEPS) * 2;

  for (guint i = 0; i < p->pilled->len; i++)
    if (g_array_index (p->pilled, guint32, i) == index)
      return rank + 3;
  return rank;
}

/* Keeps the @n of the highest rank in descending order; earlier links win ties. */
static guint
hottest (const HeddlePainting *p,
         const GArray         *links,
         guint                 n,
         guint32              *out_links)
{
  int ranks[MAX_PILLS];
  guint kept = 0;

  for (guint i = 0; i < links->len; i++)
    {
      guint32 index = g_array_index (links, guint32, i);
      const HeddleSceneLink *link = heddle_scene_link (p->scene, index);
      int rank;
      guint k;

      if (!heddle_link_carries (p, link) || link->heat == 0)
        continue;
      rank = rank_of (p, link, index);
      if (kept == n && rank <= ranks[n - 1])
        continue;
      kept = MIN (kept + 1, n);
      for (k = kept - 1; k > 0 && ranks[k - 1] < rank; k--)
        {
          ranks[k] = ranks[k - 1];
          out_links[k] = out_links[k - 1];
        }
      ranks[k] = rank;
      out_links[k] = index;
    }

  return kept;
}

/* Those that the user points at or has selected. Of a crowd nobody tells whose disc or pill is whose, and there is no time for them. */
static gboolean
find_marked (const HeddlePainting *p,
             const GArray         *links,
             GArray               *out_marked)
{
  guint n = 0;

  for (guint i = 0; i < links->len; i++)
    {
      guint32 index = g_array_index (links, guint32, i);
      guint state = heddle_scene_link (p->scene, index)->state;

      if ((state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT)) == 0)
        continue;
      n += (state & HEDDLE_STATE_SELECTED) != 0;
      g_array_append_val (out_marked, index);
    }
  return n <= HEDDLE_LINK_CROWD || p->options.full_detail;
}

void
heddle_pills_paint (const HeddlePainting *p,
                    const GArray         *links)
{
  double scale = p->options.full_detail ? p->view.zoom : CLAMP (p->view.zoom, 0.8, 1.4);
  guint32 hot[MAX_PILLS];
  guint n_hot;
  g_autoptr (GArray) scratch = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) marked = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean few = find_marked (p, links, marked);
  Places places = { .n = 0, .scratch = scratch };

  for (guint i = 0; i < marked->len; i++)
    {
      guint32 index = g_array_index (marked, guint32, i);
      const HeddleSceneLink *link = heddle_scene_link (p->scene, index);

      if (few && (link->state & HEDDLE_STATE_SELECTED))
        paint_ends (p, index);
      if (((few && (link->state & HEDDLE_STATE_SELECTED)) || (link->state & HEDDLE_STATE_HOT)) && heddle_link_carries (p, link))
        paint_pill (p, &places, index, scale);
    }

  n_hot = MIN (p->options.pills, p->view.zoom >= 0.5 || p->options.full_detail ? MAX_PILLS : p->field > 0.5 ? FAR_PILLS : 0);
  n_hot = n_hot > 0 ? hottest (p, links, n_hot, hot) : 0;
  g_array_set_size (p->pilled, 0);
  g_array_append_vals (p->pilled, hot, n_hot);
  for (guint i = 0; i < n_hot; i++)
    if (!(heddle_scene_link (p->scene, hot[i])->state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT)))
      paint_pill (p, &places, hot[i], scale);
  if (p->view.zoom < 0.9 && !p->options.full_detail)
    return;

  /* Heat is read without names: a wire tells what it is, a link in a heatmap how busy it is. */
  for (guint i = 0; p->options.heat == HEDDLE_HEAT_OFF && i < links->len && places.n < MAX_PILLS; i++)
    {
      guint32 index = g_array_index (links, guint32, i);

      if (heddle_scene_link (p->scene, index)->label != NULL)
        paint_label (p, &places, index);
    }
}
