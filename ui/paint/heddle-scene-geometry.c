/* heddle-scene-geometry.c: where links run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-scene-geometry"

#include "heddle-scene-geometry.h"

#define CURVE_SEGMENTS 24
#define MIN_REACH 20.0  /* how far a curve leaves an end straight */
#define MAX_REACH 120.0
#define MAX_INSET 16.0  /* how near to a corner a link may end, or a quarter of the side */

typedef struct
{
  HeddlePoint point;
  HeddlePoint out; /* unit vector away from the element */
} End;

static HeddlePoint
side_vector (HeddleSide side)
{
  switch (side)
    {
    case HEDDLE_SIDE_TOP:
      return (HeddlePoint) { 0, -1 };
    case HEDDLE_SIDE_RIGHT:
      return (HeddlePoint) { 1, 0 };
    case HEDDLE_SIDE_BOTTOM:
      return (HeddlePoint) { 0, 1 };
    case HEDDLE_SIDE_LEFT:
    default:
      return (HeddlePoint) { -1, 0 };
    }
}

static HeddlePoint
centre (const HeddleRect *r)
{
  return (HeddlePoint) { r->x + r->width / 2, r->y + r->height / 2 };
}

/* Where two intervals face each other, clear of their ends: the middle of the shorter one, kept inside both. */
static gboolean
facing (double  a,
        double  a_length,
        double  b,
        double  b_length,
        double *out_at)
{
  double a_inset = MIN (a_length / 4, MAX_INSET);
  double b_inset = MIN (b_length / 4, MAX_INSET);
  double low = MAX (a + a_inset, b + b_inset);
  double high = MIN (a + a_length - a_inset, b + b_length - b_inset);
  double middle = a_length <= b_length ? a + a_length / 2 : b + b_length / 2;

  if (low > high)
    return FALSE;

  *out_at = CLAMP (middle, low, high);

  return TRUE;
}

/* The point nearest to @target on the middle line of @rect, which ends half a short side before its ends: a long bar is
 * left near the other element, a square from its centre. */
static HeddlePoint
spine (const HeddleRect *rect,
       HeddlePoint       target)
{
  HeddlePoint c = centre (rect);
  double spare = (rect->width - rect->height) / 2;

  if (spare > 0)
    c.x = CLAMP (target.x, c.x - spare, c.x + spare);
  else
    c.y = CLAMP (target.y, c.y + spare, c.y - spare);

  return c;
}

/* Where the line from @inner, inside @rect, to @target leaves @rect. */
static HeddlePoint
leave (const HeddleRect *rect,
       HeddlePoint       inner,
       HeddlePoint       target)
{
  double dx = target.x - inner.x;
  double dy = target.y - inner.y;
  double tx = dx > 0 ? (rect->x + rect->width - inner.x) / dx : dx < 0 ? (rect->x - inner.x) / dx : INFINITY;
  double ty = dy > 0 ? (rect->y + rect->height - inner.y) / dy : dy < 0 ? (rect->y - inner.y) / dy : INFINITY;
  double t = MIN (MIN (tx, ty), 1.0);

  return (HeddlePoint) { inner.x + dx * t, inner.y + dy * t };
}

static void
attach_vertical (const HeddleRect *a,
                 const HeddleRect *b,
                 double            xa,
                 double            xb,
                 End              *from,
                 End              *to)
{
  gboolean down = a->y + a->height / 2 <= b->y + b->height / 2;

  from->point = (HeddlePoint) { xa, down ? a->y + a->height : a->y };
  to->point = (HeddlePoint) { xb, down ? b->y : b->y + b->height };
  from->out = (HeddlePoint) { 0, down ? 1 : -1 };
  to->out = (HeddlePoint) { 0, down ? -1 : 1 };
}

static void
attach_horizontal (const HeddleRect *a,
                   const HeddleRect *b,
                   double            ya,
                   double            yb,
                   End              *from,
                   End              *to)
{
  gboolean right = a->x + a->width / 2 <= b->x + b->width / 2;

  from->point = (HeddlePoint) { right ? a->x + a->width : a->x, ya };
  to->point = (HeddlePoint) { right ? b->x : b->x + b->width, yb };
  from->out = (HeddlePoint) { right ? 1 : -1, 0 };
  to->out = (HeddlePoint) { right ? -1 : 1, 0 };
}

static void
attach (const HeddleRect *a,
        const HeddleRect *b,
        HeddleLinkStyle   style,
        End              *from,
        End              *to)
{
  HeddlePoint ca = centre (a);
  HeddlePoint cb = centre (b);
  double x = 0.0;
  double y = 0.0;
  gboolean over = facing (a->x, a->width, b->x, b->width, &x);
  gboolean beside = facing (a->y, a->height, b->y, b->height, &y);

  if (over && !beside)
    attach_vertical (a, b, x, x, from, to);
  else if (beside && !over)
    attach_horizontal (a, b, y, y, from, to);
  else if (style != HEDDLE_LINK_STRAIGHT && !over)
    {
      if (fabs (cb.y - ca.y) >= fabs (cb.x - ca.x) / 2)
        attach_vertical (a, b, ca.x, cb.x, from, to);
      else
        attach_horizontal (a, b, ca.y, cb.y, from, to);
    }
  else
    {
      HeddlePoint sa = spine (a, cb);
      HeddlePoint sb = spine (b, sa);
      double length = hypot (sb.x - sa.x, sb.y - sa.y);
      HeddlePoint along = length > 0 ? (HeddlePoint) { (sb.x - sa.x) / length, (sb.y - sa.y) / length } : (HeddlePoint) { 1, 0 };

      from->point = over ? sa : leave (a, sa, sb);
      to->point = over ? sb : leave (b, sb, sa);
      from->out = along;
      to->out = (HeddlePoint) { -along.x, -along.y };
    }
}

static void
append (GArray *points,
        double  x,
        double  y)
{
  HeddlePoint p = { x, y };

  g_array_append_val (points, p);
}

static void
route_orthogonal (const End *from,
                  const End *to,
                  GArray    *points)
{
  HeddlePoint p = from->point;
  HeddlePoint q = to->point;
  gboolean from_vertical = fabs (from->out.y) > fabs (from->out.x);
  gboolean to_vertical = fabs (to->out.y) > fabs (to->out.x);

  append (points, p.x, p.y);
  if (from_vertical && to_vertical && p.x != q.x)
    {
      append (points, p.x, (p.y + q.y) / 2);
      append (points, q.x, (p.y + q.y) / 2);
    }
  else if (!from_vertical && !to_vertical && p.y != q.y)
    {
      append (points, (p.x + q.x) / 2, p.y);
      append (points, (p.x + q.x) / 2, q.y);
    }
  else if (from_vertical != to_vertical)
    append (points, from_vertical ? p.x : q.x, from_vertical ? q.y : p.y);
  append (points, q.x, q.y);
}

static void
route_curved (const End *from,
              const End *to,
              GArray    *points)
{
  HeddlePoint p = from->point;
  HeddlePoint q = to->point;
  double along = fabs ((q.x - p.x) * from->out.x + (q.y - p.y) * from->out.y);
  double reach = CLAMP (along / 2, MIN_REACH, MAX_REACH);

  append (points, p.x, p.y);
  append (points, p.x + from->out.x * reach, p.y + from->out.y * reach);
  append (points, q.x + to->out.x * reach, q.y + to->out.y * reach);
  append (points, q.x, q.y);
}

static void
shift_sideways (HeddlePoint *points,
                guint        n_points,
                double       shift)
{
  double dx = points[n_points - 1].x - points[0].x;
  double dy = points[n_points - 1].y - points[0].y;
  double length = hypot (dx, dy);

  if (length == 0 || shift == 0)
    return;

  for (guint i = 0; i < n_points; i++)
    {
      points[i].x += -dy / length * shift;
      points[i].y += dx / length * shift;
    }
}

/**
 * heddle_geometry_route:
 * @from: where the link begins
 * @to: where it ends
 * @link: its style, bends and shift
 * @points: (element-type HeddlePoint): the link's points are appended, at least 2
 *
 * Returns: %TRUE if the appended points are the four control points of a cubic curve, %FALSE if they are a polyline
 */
gboolean
heddle_geometry_route (const HeddleAttachment *from,
                       const HeddleAttachment *to,
                       const HeddleSceneLink  *link,
                       GArray                 *points)
{
  guint first = points->len;
  gboolean cubic = FALSE;
  End a, b;

  attach (&from->rect, &to->rect, link->style, &a, &b);
  if (from->has_side)
    a = (End) { { from->rect.x, from->rect.y }, side_vector (from->side) };
  if (to->has_side)
    b = (End) { { to->rect.x, to->rect.y }, side_vector (to->side) };

  if (link->n_bends > 0)
    {
      HeddlePoint first_bend = link->bends[0], last_bend = link->bends[link->n_bends - 1];
      HeddlePoint begin = from->has_side ? a.point : leave (&from->rect, centre (&from->rect), first_bend);
      HeddlePoint end = to->has_side ? b.point : leave (&to->rect, centre (&to->rect), last_bend);

      append (points, begin.x, begin.y);
      g_array_append_vals (points, link->bends, link->n_bends);
      append (points, end.x, end.y);
    }
  else if (link->style == HEDDLE_LINK_ORTHOGONAL)
    route_orthogonal (&a, &b, points);
  else if (link->style == HEDDLE_LINK_CURVED)
    {
      cubic = TRUE;
      route_curved (&a, &b, points);
    }
  else
    {
      append (points, a.point.x, a.point.y);
      append (points, b.point.x, b.point.y);
    }
  shift_sideways (&g_array_index (points, HeddlePoint, first), points->len - first, link->shift);

  return cubic;
}

HeddlePoint
heddle_geometry_cubic_at (const HeddlePoint *control,
                          double             t)
{
  double u = 1 - t;
  double w0 = u * u * u;
  double w1 = 3 * u * u * t;
  double w2 = 3 * u * t * t;
  double w3 = t * t * t;

  return (HeddlePoint) {
    w0 * control[0].x + w1 * control[1].x + w2 * control[2].x + w3 * control[3].x,
    w0 * control[0].y + w1 * control[1].y + w2 * control[2].y + w3 * control[3].y,
  };
}

/**
 * heddle_geometry_flatten:
 * @points: of a link
 * @n_points: their number
 * @cubic: whether they are a cubic's control points
 * @out_points: (out caller-allocates): a polyline
 * @max_points: room in @out_points, at least 25
 *
 * Returns: number of points written; a polyline is cut at @max_points
 */
guint
heddle_geometry_flatten (const HeddlePoint *points,
                         guint              n_points,
                         gboolean           cubic,
                         HeddlePoint       *out_points,
                         guint              max_points)
{
  if (cubic)
    {
      g_assert (max_points > CURVE_SEGMENTS);
      for (guint i = 0; i <= CURVE_SEGMENTS; i++)
        out_points[i] = heddle_geometry_cubic_at (points, i / (double) CURVE_SEGMENTS);

      return CURVE_SEGMENTS + 1;
    }

  n_points = MIN (n_points, max_points);
  for (guint i = 0; i < n_points; i++)
    out_points[i] = points[i];

  return n_points;
}

/* From @p to the segment from @a to @b. */
double
heddle_geometry_distance (HeddlePoint p,
                          HeddlePoint a,
                          HeddlePoint b)
{
  double dx = b.x - a.x;
  double dy = b.y - a.y;
  double square = dx * dx + dy * dy;
  double t = square > 0 ? CLAMP (((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0.0;

  return hypot (p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/* Whether the segment has a point inside the rectangle; on its edge does not count. */
gboolean
heddle_geometry_crosses (HeddlePoint a,
                         HeddlePoint b,
                         HeddleRect  r)
{
  double low = 0, high = 1;
  const double from[] = { a.x, a.y }, by[] = { b.x - a.x, b.y - a.y };
  const double least[] = { r.x, r.y }, most[] = { r.x + r.width, r.y + r.height };

  for (guint k = 0; k < 2; k++)
    {
      if (least[k] >= most[k])
        return FALSE;
      if (by[k] == 0)
        {
          if (from[k] <= least[k] || from[k] >= most[k])
            return FALSE;
        }
      else
        {
          double s = (least[k] - from[k]) / by[k], t = (most[k] - from[k]) / by[k];

          low = MAX (low, MIN (s, t));
          high = MIN (high, MAX (s, t));
        }
    }
  return low < high;
}
