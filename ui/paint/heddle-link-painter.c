/* heddle-link-painter.c: wires, heat, bundles, travelling dots, figures on links
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-link-painter"

#include "heddle-painting.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-scene-geometry.h"

/* Two ways. Few links: a Cairo stroke each, with strands of bundles and halos. Many: straight pieces on a raster, hotter ones
 * over cooler ones, antialiased as long as that fits into a frame; what is marked is stroked over it, or, if that is many too, put on the raster with
 * a rim. */

#define FAR_ZOOM 0.22
#define CROWD HEDDLE_LINK_CROWD
#define SMOOTH_LENGTH 2e5  /* px of links in view that antialiasing has time for */
#define WIRE_WIDTH 2.0
#define IDLE_WIDTH 1.6
#define N_BASES 3          /* below the scale: faded, wires, unused */
#define N_BUCKETS (N_BASES + HEDDLE_MAP_ENTRIES)
#define CURVE_PIECES 12
#define CORNER 8.0        /* radius where a link turns */
#define MAX_STRANDS 8
#define HALVES_ZOOM 0.35   /* from which on a link shows its two directions */
#define LEAST_HALVES 4.0   /* px for both */
#define HEAD_WIDTH 5.0     /* px of a half from which on it has arrow heads */
#define RIM 4.0            /* px that a marked link on the raster is wider */
#define MARKED (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT | HEDDLE_STATE_ERROR | HEDDLE_STATE_WARNING | HEDDLE_STATE_LIT)
#define HIDDEN_DASH 3.0
#define HIDDEN_WIDTH 1.5
#define DOT_RADIUS 5.0

gboolean
heddle_link_carries (const HeddlePainting  *p,
                     const HeddleSceneLink *link)
{
  if (p->heat == NULL || !isfinite (link->heat))
    return FALSE;

  return p->options.heat == HEDDLE_HEAT_DIFFERENCE || link->heat >= 0;
}

static HeddleColour
base_colour (const HeddlePainting  *p,
             const HeddleSceneLink *link)
{
  HeddleColour colour = p->heat != NULL && !isnan (link->heat) ? p->theme->idle_link : p->theme->wire;

  return link->state & HEDDLE_STATE_FADED ? heddle_colour_mix (colour, p->theme->view_bg, 0.5) : colour;
}

HeddleColour
heddle_link_colour (const HeddlePainting  *p,
                    const HeddleSceneLink *link)
{
  HeddleColour colour;

  if (!heddle_link_carries (p, link))
    return base_colour (p, link);

  colour = p->heat_colours[heddle_colour_map_index (p->heat, link->heat)];

  return link->state & HEDDLE_STATE_FADED ? heddle_colour_mix (colour, p->theme->view_bg, 0.6) : colour;
}

/* Scene units. */
double
heddle_link_painted_width (const HeddlePainting *p,
                           guint32               index)
{
  const HeddleSceneLink *link = heddle_scene_link (p->scene, index);

  if (heddle_link_carries (p, link))
    return heddle_scene_link_width (p->scene, index);

  return p->heat != NULL && !isnan (link->heat) ? IDLE_WIDTH : WIRE_WIDTH;
}

/* Sideways from the link at its point @i, by @shift: to the right of where it goes. Of a bend along its bisector, so that what runs beside it stays
 * as far away. */
static HeddlePoint
beside (const HeddlePoint *p,
        guint              n,
        guint              i,
        double             shift)
{
  HeddlePoint before = i > 0 ? (HeddlePoint) { p[i].x - p[i - 1].x, p[i].y - p[i - 1].y } : (HeddlePoint) { p[1].x - p[0].x, p[1].y - p[0].y };
  HeddlePoint after = i + 1 < n ? (HeddlePoint) { p[i + 1].x - p[i].x, p[i + 1].y - p[i].y } : before;
  double a = hypot (before.x, before.y), b = hypot (after.x, after.y);
  HeddlePoint normal;
  double square;

  if (a <= 0 || b <= 0)
    return p[i];
  normal = (HeddlePoint) { -before.y / a - after.y / b, before.x / a + after.x / b };
  square = normal.x * normal.x + normal.y * normal.y;
  /* A link that turns back on itself has no bisector. */
  return square < 0.2 ? p[i] : (HeddlePoint) { p[i].x + 2 * normal.x / square * shift, p[i].y + 2 * normal.y / square * shift };
}

/* As a line with round corners. */
static void
path_polyline (cairo_t           *cr,
               const HeddlePoint *p,
               guint              n,
               double             radius)
{
  cairo_move_to (cr, p[0].x, p[0].y);
  for (guint i = 1; i + 1 < n; i++)
    {
      double in = hypot (p[i].x - p[i - 1].x, p[i].y - p[i - 1].y), out = hypot (p[i + 1].x - p[i].x, p[i + 1].y - p[i].y);
      double r = MIN (radius, MIN (in, out) / 2);

      if (r < 1)
        {
          cairo_line_to (cr, p[i].x, p[i].y);
          continue;
        }
      HeddlePoint a = { p[i].x - (p[i].x - p[i - 1].x) * r / in, p[i].y - (p[i].y - p[i - 1].y) * r / in };
      HeddlePoint b = { p[i].x + (p[i + 1].x - p[i].x) * r / out, p[i].y + (p[i + 1].y - p[i].y) * r / out };

      cairo_line_to (cr, a.x, a.y);
      cairo_curve_to (cr, a.x + (p[i].x - a.x) * 0.55, a.y + (p[i].y - a.y) * 0.55, b.x + (p[i].x - b.x) * 0.55, b.y + (p[i].y - b.y) * 0.55, b.x, b.y);
    }
  cairo_line_to (cr, p[n - 1].x, p[n - 1].y);
}

/* @shift: px to the right of where it goes */
static void
path_link (const HeddlePainting *p,
           guint32               index,
           double                shift)
{
  gboolean cubic;
  guint n;
  const HeddlePoint *points = heddle_scene_link_points (p->scene, index, &n, &cubic);
  HeddlePoint flat[HEDDLE_MAX_POLYLINE] = { 0 }, moved[HEDDLE_MAX_POLYLINE] = { 0 };

  if (cubic && shift == 0)
    {
#define X(i) heddle_painting_x (p, points[i].x)
#define Y(i) heddle_painting_y (p, points[i].y)
      cairo_move_to (p->cr, X (0), Y (0));
      cairo_curve_to (p->cr, X (1), Y (1), X (2), Y (2), X (3), Y (3));
#undef X
#undef Y
      return;
    }
  n = heddle_geometry_flatten (points, n, cubic, flat, G_N_ELEMENTS (flat));
  for (guint i = 0; i < n; i++)
    flat[i] = (HeddlePoint) { heddle_painting_x (p, flat[i].x), heddle_painting_y (p, flat[i].y) };
  for (guint i = 0; i < n; i++)
    moved[i] = shift != 0 ? beside (flat, n, i, shift) : flat[i];
  path_polyline (p->cr, moved, n, cubic ? 0 : CORNER * p->view.zoom);
}

static void
stroke_link (const HeddlePainting *p,
             guint32               index,
             double                width,
             HeddleColour          colour)
{
  path_link (p, index, 0);
  cairo_set_line_width (p->cr, width);
  heddle_colour_set (p->cr, colour);
  cairo_stroke (p->cr);
}

/* Lines in the background's colour part a bundle into its links. */
static void
part_strands (const HeddlePainting  *p,
              guint32                index,
              const HeddleSceneLink *link,
              double                 width)
{
  guint strands = MIN (MIN (link->count, MAX_STRANDS), (guint) (width / 2.0));

  cairo_set_line_width (p->cr, MAX (0.6, width / strands * 0.22));
  heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->view_bg, 0.22));
  for (guint i = 1; i < strands; i++)
    path_link (p, index, width * ((double) i / strands - 0.5));
  cairo_stroke (p->cr);
}

/* Of one direction; what never carried anything has no colour of the scale. */
static HeddleColour
way_colour (const HeddlePainting  *p,
            const HeddleSceneLink *link,
            guint                  way)
{
  HeddleColour colour = link->ways[way] >= 0 ? p->heat_colours[heddle_colour_map_index (p->heat, link->ways[way])] : p->theme->idle_link;

  return link->state & HEDDLE_STATE_FADED ? heddle_colour_mix (colour, p->theme->view_bg, 0.6) : colour;
}

static gboolean
has_halves (const HeddlePainting  *p,
            const HeddleSceneLink *link)
{
  return link->two_ways && heddle_link_carries (p, link) && p->view.zoom >= HALVES_ZOOM;
}

/* Heads along one half, where there is room between them. */
static void
paint_heads (const HeddlePainting *p,
             guint32               index,
             guint                 way,
             double                aside,
             double                width,
             HeddleColour          ground)
{
  HeddlePoint from = heddle_scene_link_at (p->scene, index, 0, NULL), to = heddle_scene_link_at (p->scene, index, 1, NULL);
  double length = hypot (to.x - from.x, to.y - from.y) * p->view.zoom, reach = MIN (width * 0.34, 4);

  if (width < HEAD_WIDTH || length < 4 * HEAD_WIDTH)
    return;
  heddle_colour_set (p->cr, heddle_colour_with_alpha (heddle_ink_on (ground), 0.75));
  cairo_set_line_width (p->cr, MAX (1, reach / 2.2));
  for (guint k = 0; k < 2; k++)
    {
      HeddlePoint along, at = heddle_scene_link_at (p->scene, index, k == 0 ? 0.2 : 0.8, &along);
      double x = heddle_painting_x (p, at.x) - along.y * aside, y = heddle_painting_y (p, at.y) + along.x * aside, turn = way == 0 ? 1 : -1;

      cairo_move_to (p->cr, x - turn * along.x * reach - along.y * reach, y - turn * along.y * reach + along.x * reach);
      cairo_line_to (p->cr, x + turn * along.x * reach / 2, y + turn * along.y * reach / 2);
      cairo_line_to (p->cr, x - turn * along.x * reach + along.y * reach, y - turn * along.y * reach - along.x * reach);
      cairo_stroke (p->cr);
    }
}

/* As on a road with traffic on the right: seen along the link, what goes that way is on the right. */
static void
paint_halves (const HeddlePainting  *p,
              guint32                index,
              const HeddleSceneLink *link,
              double                 width)
{
  double gap = MIN (1.5, width / 5);

  for (guint way = 0; way < 2; way++)
    {
      HeddleColour colour = way_colour (p, link, way);
      double half = (width - gap) / 2, aside = (way == 0 ? 1 : -1) * (half + gap) / 2;

      path_link (p, index, aside);
      cairo_set_line_width (p->cr, half);
      heddle_colour_set (p->cr, colour);
      cairo_stroke (p->cr);
      paint_heads (p, index, way, aside, half, colour);
    }
}

static void
paint_near (const HeddlePainting *p,
            guint32               index)
{
  const HeddleSceneLink *link = heddle_scene_link (p->scene, index);
  double width = MAX (heddle_link_painted_width (p, index) * p->view.zoom, has_halves (p, link) ? LEAST_HALVES : 1.0);
  HeddleColour colour = heddle_link_colour (p, link);
  gboolean dotted = (link->state & HEDDLE_STATE_DOTTED) != 0;

  if (link->state & HEDDLE_STATE_LIT)
    {
      stroke_link (p, index, width + 18, heddle_colour_with_alpha (p->theme->category[1], 0.3));
      stroke_link (p, index, width + 10, p->theme->category[1]);
      stroke_link (p, index, width + 6, p->theme->view_bg);
    }
  if (link->state & HEDDLE_STATE_SELECTED)
    {
      stroke_link (p, index, width + 10, heddle_colour_with_alpha (p->theme->accent, 0.22));
      stroke_link (p, index, width + 6, p->theme->accent);
      stroke_link (p, index, width + 3, p->theme->view_bg);
    }
  else if (link->state & HEDDLE_STATE_HOT)
    stroke_link (p, index, width + 7, heddle_colour_with_alpha (p->theme->accent, 0.35));

  if (dotted)
    {
      const double dashes[] = { MAX (width, 2), MAX (width, 2) };

      cairo_set_dash (p->cr, dashes, G_N_ELEMENTS (dashes), 0);
    }
  if (has_halves (p, link))
    paint_halves (p, index, link, width);
  else
    stroke_link (p, index, width, colour);
  if (dotted)
    cairo_set_dash (p->cr, NULL, 0, 0);
  if (!has_halves (p, link) && link->count > 1 && width >= 6 && heddle_link_carries (p, link))
    part_strands (p, index, link, width);

  if (link->state & (HEDDLE_STATE_ERROR | HEDDLE_STATE_WARNING))
    stroke_link (p, index, MAX (width * 0.35, 1.5), link->state & HEDDLE_STATE_ERROR ? p->theme->error : p->theme->warning);
}

/* Order in which near links are painted: unused below used below selected, else as added. */
static guint
layer (const HeddlePainting  *p,
       const HeddleSceneLink *link)
{
  if (link->state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT | HEDDLE_STATE_LIT))
    return 2;

  return heddle_link_carries (p, link) ? 1 : 0;
}

static void
paint_all_near (const HeddlePainting *p,
                const GArray         *links)
{
  cairo_set_line_join (p->cr, CAIRO_LINE_JOIN_ROUND);
  for (guint want = 0; want < 3; want++)
    for (guint i = 0; i < links->len; i++)
      {
        guint32 index = g_array_index (links, guint32, i);

        if (layer (p, heddle_scene_link (p->scene, index)) == want)
          paint_near (p, index);
      }
}

static guint
bucket_of (const HeddlePainting  *p,
           const HeddleSceneLink *link)
{
  if (heddle_link_carries (p, link))
    return N_BASES + heddle_colour_map_index (p->heat, link->heat);

  return link->state & HEDDLE_STATE_FADED ? 0 : isnan (link->heat) ? 1 : 2;
}

/* Counting sort by bucket: cooler links first, as added within a bucket. */
static guint32 *
sorted_by_heat (const HeddlePainting *p,
                const GArray         *links)
{
  guint start[N_BUCKETS + 1] = { 0 };
  guint32 *order = g_new (guint32, MAX (links->len, 1));
  g_autofree guint8 *buckets = g_new (guint8, MAX (links->len, 1));

  G_STATIC_ASSERT (N_BUCKETS < 256);
  for (guint i = 0; i < links->len; i++)
    {
      buckets[i] = bucket_of (p, heddle_scene_link (p->scene, g_array_index (links, guint32, i)));
      start[buckets[i] + 1]++;
    }
  for (guint b = 0; b < N_BUCKETS; b++)
    start[b + 1] += start[b];
  for (guint i = 0; i < links->len; i++)
    order[start[buckets[i]]++] = g_array_index (links, guint32, i);

  return order;
}

/* The link as a polyline in px; far out the points of a curve between its ends do not show. */
static guint
pieces_of (const HeddlePainting *p,
           guint32               index,
           HeddlePoint          *out_points,
           guint                 max_points)
{
  gboolean cubic;
  guint n;
  const HeddlePoint *points = heddle_scene_link_points (p->scene, index, &n, &cubic);
  guint pieces = p->view.zoom < FAR_ZOOM ? 1 : CURVE_PIECES;

  for (guint i = 0; i < (cubic ? pieces + 1 : MIN (n, max_points)); i++)
    {
      HeddlePoint at = points[i];

      if (cubic)
        at = i == pieces ? points[3] : i > 0 ? heddle_geometry_cubic_at (points, i / (double) pieces) : points[0];
      out_points[i] = (HeddlePoint) { heddle_painting_x (p, at.x), heddle_painting_y (p, at.y) };
    }

  return cubic ? pieces + 1 : MIN (n, max_points);
}

static void
raster_line (const HeddlePainting *p,
             guint32               index,
             double                rim,
             HeddleColour          colour,
             gboolean              smooth)
{
  HeddlePoint points[HEDDLE_MAX_POLYLINE];
  guint n = pieces_of (p, index, points, G_N_ELEMENTS (points));
  double width = MAX (heddle_link_painted_width (p, index) * p->view.zoom, 1.0) + rim;

  if (!smooth)
    width = MAX (round (width), 1);
  for (guint i = 1; i < n; i++)
    {
      /* Pieces overlap a little, so that no gaps open where they bend. */
      double dx = points[i].x - points[i - 1].x;
      double dy = points[i].y - points[i - 1].y;
      double more = i + 1 < n && width > 2 ? MIN (width / 4, 2) / MAX (fabs (dx) + fabs (dy), 0.1) : 0;

      heddle_raster_line (p->raster, points[i - 1].x, points[i - 1].y, points[i].x + dx * more, points[i].y + dy * more, width,
                          colour, smooth);
    }
}

static void
raster_link (const HeddlePainting *p,
             guint32               index,
             gboolean              smooth)
{
  raster_line (p, index, 0, heddle_link_colour (p, heddle_scene_link (p->scene, index)), smooth);
}

static void
raster_rim (const HeddlePainting *p,
            guint32               index,
            gboolean              smooth)
{
  guint state = heddle_scene_link (p->scene, index)->state;
  HeddleColour colour = p->theme->accent;

  if ((state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT)) == 0)
    colour = state & HEDDLE_STATE_LIT ? p->theme->category[1] : state & HEDDLE_STATE_ERROR ? p->theme->error : p->theme->warning;
  raster_line (p, index, RIM, colour, smooth);
}

/* Whether antialiasing fits into a frame. Counts px of links inside the view, nearly: of each no more than the diagonal. */
static gboolean
can_be_smooth (const HeddlePainting *p,
               const GArray         *links)
{
  double diagonal = hypot (p->view.width, p->view.height);
  double sum = 0;

  for (guint i = 0; i < links->len && sum <= SMOOTH_LENGTH; i++)
    {
      gboolean cubic;
      guint n;
      const HeddlePoint *points = heddle_scene_link_points (p->scene, g_array_index (links, guint32, i), &n, &cubic);
      double dx = points[n - 1].x - points[0].x, dy = points[n - 1].y - points[0].y;

      sum += MIN (sqrt (dx * dx + dy * dy) * p->view.zoom, diagonal); /* hypot () takes five times as long */
    }

  return sum <= SMOOTH_LENGTH;
}

static void
paint_all_raster (const HeddlePainting *p,
                  const GArray         *links)
{
  gboolean smooth = can_be_smooth (p, links);
  g_autofree guint32 *order = sorted_by_heat (p, links);
  g_autoptr (GArray) marked = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < links->len; i++)
    if (heddle_scene_link (p->scene, order[i])->state & MARKED)
      g_array_append_val (marked, order[i]);
  heddle_raster_begin (p->raster, p->view.width, p->view.height, p->options.device_scale);
  for (guint i = 0; i < links->len && p->field < 1; i++)
    raster_link (p, order[i], smooth);
  for (guint i = 0; marked->len > CROWD && i < marked->len; i++)
    raster_rim (p, g_array_index (marked, guint32, i), smooth);
  for (guint i = 0; marked->len > CROWD && i < marked->len; i++)
    raster_link (p, g_array_index (marked, guint32, i), smooth);
  if (marked->len == 0 || marked->len > CROWD)
    return; /* what comes next may lie on the same picture */

  heddle_raster_end (p->raster, p->cr);
  for (guint i = 0; i < marked->len; i++)
    paint_near (p, g_array_index (marked, guint32, i));
}

void
heddle_links_paint (const HeddlePainting *painting,
                    const GArray         *links)
{
  cairo_save (painting->cr);
  if (links->len > CROWD && !painting->options.full_detail)
    paint_all_raster (painting, links);
  else
    paint_all_near (painting, links);
  cairo_restore (painting->cr);
}

/* ---- behind nodes ---------------------------------------------------------------------------------------------------------------- */

static HeddleRect
bounds_of_link (const HeddlePainting *p,
                guint32               index)
{
  gboolean cubic;
  guint n;
  const HeddlePoint *points = heddle_scene_link_points (p->scene, index, &n, &cubic);
  HeddleRect r = { points[0].x, points[0].y, 0, 0 };

  for (guint i = 1; i < n; i++)
    {
      double right = MAX (r.x + r.width, points[i].x), bottom = MAX (r.y + r.height, points[i].y);

      r.x = MIN (r.x, points[i].x);
      r.y = MIN (r.y, points[i].y);
      r.width = right - r.x;
      r.height = bottom - r.y;
    }
  return r;
}

/* Adds the insides of the nodes that may lie over the link, and returns whether there is any. */
static gboolean
path_covers (const HeddlePainting *p,
             guint32               index,
             GArray               *scratch)
{
  const HeddleSceneLink *link = heddle_scene_link (p->scene, index);
  guint32 from = heddle_painting_end_node (p, link->from), to = heddle_painting_end_node (p, link->to);
  HeddleRect bounds = bounds_of_link (p, index);
  gboolean any = FALSE;

  heddle_scene_nodes_in (p->scene, &bounds, scratch);
  for (guint i = 0; i < scratch->len; i++)
    {
      guint32 node = g_array_index (scratch, guint32, i);
      HeddleRect r;

      if (node == from || node == to)
        continue;
      r = heddle_scene_node_rect (heddle_scene_node (p->scene, node));
      cairo_rectangle (p->cr, heddle_painting_x (p, r.x) + 1, heddle_painting_y (p, r.y) + 1, r.width * p->view.zoom - 2, r.height * p->view.zoom - 2);
      any = TRUE;
    }
  return any;
}

/* As in a drawing of a machine, what runs behind something is dashed there: else it would seem to end at one edge and another to begin at the next. */
void
heddle_hidden_links_paint (const HeddlePainting *p,
                           const GArray         *links)
{
  const double dashes[] = { HIDDEN_DASH, HIDDEN_DASH };
  g_autoptr (GArray) scratch = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (links->len > CROWD || p->view.zoom < FAR_ZOOM)
    return;
  for (guint i = 0; i < links->len; i++)
    {
      guint32 index = g_array_index (links, guint32, i);
      HeddleColour colour = heddle_link_colour (p, heddle_scene_link (p->scene, index));

      cairo_save (p->cr);
      cairo_new_path (p->cr);
      if (path_covers (p, index, scratch))
        {
          cairo_clip (p->cr);
          cairo_set_dash (p->cr, dashes, G_N_ELEMENTS (dashes), 0);
          stroke_link (p, index, HIDDEN_WIDTH, heddle_colour_with_alpha (colour, 0.5));
        }
      cairo_restore (p->cr);
    }
}

void
heddle_dots_paint (const HeddlePainting *p)
{
  guint n_dots;
  const HeddleSceneDot *dots = heddle_scene_get_dots (p->scene, &n_dots);
  double usual = CLAMP (DOT_RADIUS * p->view.zoom, 2.0, 8.0);

  if (p->view.zoom < FAR_ZOOM || n_dots == 0)
    return;

  heddle_raster_end (p->raster, p->cr);
  for (guint i = 0; i < n_dots; i++)
    {
      double radius = usual * (double) dots[i].size;
      HeddlePoint along;
      HeddlePoint at = heddle_scene_link_at (p->scene, dots[i].link, dots[i].position, &along);
      double room = MAX (heddle_link_painted_width (p, dots[i].link) / 2 - DOT_RADIUS, DOT_RADIUS) * dots[i].lane; /* those that meet pass each other */
      double x = heddle_painting_x (p, at.x - along.y * room);
      double y = heddle_painting_y (p, at.y + along.x * room);

      if (x < -radius || y < -radius || x > p->view.width + radius || y > p->view.height + radius)
        continue;
      cairo_new_path (p->cr);
      cairo_arc (p->cr, x, y, radius, 0, 2 * G_PI);
      heddle_colour_set (p->cr, dots[i].colour);
      cairo_fill_preserve (p->cr);
      cairo_set_line_width (p->cr, 1.6);
      heddle_colour_set (p->cr, p->theme->view_bg);
      cairo_stroke (p->cr);
    }
}
