/* heddle-raster.c: many straight lines and boxes on a picture, quickly
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-raster"

#include "heddle-raster.h"

#include <math.h>
#include <string.h>

#include "heddle-painting.h"

/* A line is the set of points whose distance from the axis is at most half the width, and which lie between its ends: two
 * strips, each bounded by two parallel straight edges. In a row of pixels a strip is an interval that moves by a constant
 * from row to row, so that a row costs a few additions and then plain writes. With antialiasing, coverage falls off linearly
 * over the px across each edge (exact for edges along the axes, within 4 % for others). Cairo, which is right for any path,
 * takes 2 to 10 times as long for thousands of lines; bench-paint has the figures. */

/* A picture that was painted is needed by whoever records what is painted, as GTK does until two frames later. Cairo copies a surface, window and all,
 * before it is written to again; so a picture is handed on as a raster source, which counts who needs it, and another one is taken meanwhile. */
#define N_PICTURES 4
#define FIXED_BITS 20
#define FIXED ((gint64) 1 << FIXED_BITS) /* of a px */

/* Counted: by the raster, and by each pattern that shows it. */
typedef struct
{
  cairo_surface_t *surface; /* owned */
  int first, end;           /* rows that are not empty */
  int n_holders;            /* atomic */
} Picture;

struct _HeddleRaster
{
  Picture *pictures[N_PICTURES]; /* owned, as holders */
  guint current;
  gboolean open;
  guint32 *pixels;
  int width, height, stride; /* stride in pixels */
  double scale;
  HeddleColour colour; /* of what was drawn last, */
  guint32 pixel;       /* and as a pixel: thousands of lines have few colours */
};

/* Points with low <= a * x + b * y + c <= high. In the row that is looked at they have x from `from` to `to`; both move by
 * `step` to the next row. Half a px across an edge is `edge` along the row. */
typedef struct
{
  double a, b, c, low, high;
  double from, to, step, edge;
} Strip;

/* ---- pictures ------------------------------------------------------------------------------------------------------------------- */

static void
let_go (Picture *picture)
{
  if (picture == NULL || !g_atomic_int_dec_and_test (&picture->n_holders))
    return;
  cairo_surface_destroy (picture->surface);
  g_free (picture);
}

static cairo_surface_t *
on_acquire (cairo_pattern_t             *pattern,
            void                        *data,
            cairo_surface_t             *target,
            const cairo_rectangle_int_t *extents)
{
  return cairo_surface_reference (((Picture *) data)->surface);
}

static void
on_release (cairo_pattern_t *pattern,
            void            *data,
            cairo_surface_t *surface)
{
  cairo_surface_destroy (surface);
}

static cairo_status_t
on_copy (cairo_pattern_t       *pattern,
         void                  *data,
         const cairo_pattern_t *other)
{
  g_atomic_int_inc (&((Picture *) data)->n_holders);
  return CAIRO_STATUS_SUCCESS;
}

static void
on_finish (cairo_pattern_t *pattern,
           void            *data)
{
  let_go (data);
}

/* Nobody writes to a picture that a pattern holds, so a snapshot is the picture itself. */
static cairo_status_t
on_snapshot (cairo_pattern_t *pattern,
             void            *data)
{
  return CAIRO_STATUS_SUCCESS;
}

static cairo_pattern_t *
new_pattern (Picture *picture,
             int      width,
             int      height)
{
  cairo_pattern_t *pattern = cairo_pattern_create_raster_source (picture, CAIRO_CONTENT_COLOR_ALPHA, width, height);

  g_atomic_int_inc (&picture->n_holders);
  cairo_raster_source_pattern_set_acquire (pattern, on_acquire, on_release);
  cairo_raster_source_pattern_set_snapshot (pattern, on_snapshot);
  cairo_raster_source_pattern_set_copy (pattern, on_copy);
  cairo_raster_source_pattern_set_finish (pattern, on_finish);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  return pattern;
}

static Picture *
new_picture (int width,
             int height)
{
  Picture *picture = g_new0 (Picture, 1);

  picture->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  picture->n_holders = 1;
  return picture;
}

/* The next one that nobody else needs; if all are needed, one is left to those who do. */
static Picture *
take_picture (HeddleRaster *self,
              int           width,
              int           height)
{
  Picture **slot;

  for (guint i = 0; i < N_PICTURES; i++)
    {
      self->current = (self->current + 1) % N_PICTURES;
      slot = &self->pictures[self->current];
      if (*slot == NULL || g_atomic_int_get (&(*slot)->n_holders) == 1)
        break;
    }
  slot = &self->pictures[self->current];
  if (*slot != NULL && g_atomic_int_get (&(*slot)->n_holders) > 1)
    g_clear_pointer (slot, let_go);
  if (*slot == NULL)
    *slot = new_picture (width, height);
  return *slot;
}

HeddleRaster *
heddle_raster_new (void)
{
  return g_new0 (HeddleRaster, 1);
}

void
heddle_raster_free (HeddleRaster *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < N_PICTURES; i++)
    let_go (self->pictures[i]);
  g_free (self);
}

/**
 * heddle_raster_begin:
 * @self: a raster
 * @width: of the target, px
 * @height: of the target, px
 * @device_scale: device px per px
 *
 * Takes an empty picture; nothing happens if one was begun and not yet ended.
 */
void
heddle_raster_begin (HeddleRaster *self,
                     double        width,
                     double        height,
                     double        device_scale)
{
  int w = MAX (1, (int) ceil (width * device_scale));
  int h = MAX (1, (int) ceil (height * device_scale));
  Picture *picture;

  if (self->open)
    return;
  if (w != self->width || h != self->height || device_scale != self->scale)
    for (guint i = 0; i < N_PICTURES; i++)
      g_clear_pointer (&self->pictures[i], let_go);

  picture = take_picture (self, w, h);
  self->pixels = (guint32 *) cairo_image_surface_get_data (picture->surface);
  self->stride = cairo_image_surface_get_stride (picture->surface) / (int) sizeof (guint32);
  self->width = w;
  self->height = h;
  self->scale = device_scale;
  self->open = TRUE;
  if (self->pixels != NULL && picture->first < picture->end)
    memset (self->pixels + (gsize) picture->first * (gsize) self->stride, 0,
            sizeof (guint32) * (gsize) self->stride * (gsize) (picture->end - picture->first));
  picture->first = h;
  picture->end = 0;
}

static guint32
pixel_of (HeddleRaster *self,
          HeddleColour  colour)
{
  if (colour.red != self->colour.red || colour.green != self->colour.green || colour.blue != self->colour.blue || colour.alpha != self->colour.alpha)
    {
      self->colour = colour;
      self->pixel = heddle_pixel_of (colour);
    }
  return self->pixel;
}

static void
touch_rows (HeddleRaster *self,
            int           first,
            int           end)
{
  Picture *picture = self->pictures[self->current];

  picture->first = MIN (picture->first, first);
  picture->end = MAX (picture->end, end);
}

static Strip
make_strip (double a,
            double b,
            double c,
            double low,
            double high,
            double first_y)
{
  Strip strip = { a, b, c, low, high };
  /* Edges along the rows: an interval far wider than any picture where the row lies inside, else an empty one. */
  double divisor = fabs (a) < 1e-9 ? 1e-9 : a;
  double rest = b * first_y + c;
  double at_low = (low - rest) / divisor;
  double at_high = (high - rest) / divisor;

  strip.from = MIN (at_low, at_high);
  strip.to = MAX (at_low, at_high);
  strip.step = -b / divisor;
  strip.edge = 0.5 / fabs (divisor);

  return strip;
}

/* @source over @below, both premultiplied; two channels at a time. */
static inline guint32
over (guint32 below,
      guint32 source)
{
  guint32 rest = 256 - (source >> 24) - (source >> 31);
  guint32 even = ((below & 0x00ff00ff) * rest >> 8) & 0x00ff00ff;
  guint32 odd = ((below >> 8) & 0x00ff00ff) * rest & 0xff00ff00;

  return source + even + odd;
}

/* @share of 256 of a premultiplied pixel. */
static inline guint32
scaled (guint32 source,
        guint32 share)
{
  guint32 even = ((source & 0x00ff00ff) * share >> 8) & 0x00ff00ff;
  guint32 odd = ((source >> 8) & 0x00ff00ff) * share & 0xff00ff00;

  return even | odd;
}

/* How far the centre of a px is inside each edge of a strip, and half a px more: what is covered of it, FIXED for all. Both move by @step from px to px. */
typedef struct
{
  gint64 low, high, step;
} Cover;

static inline Cover
cover_at (const Strip *strip,
          double       x,
          double       y)
{
  double at = strip->a * x + strip->b * y + strip->c;

  return (Cover) { (gint64) ((at - strip->low + 0.5) * FIXED), (gint64) ((strip->high - at + 0.5) * FIXED), (gint64) (strip->a * FIXED) };
}

static inline gint64
covered (const Cover *cover,
         int          i)
{
  gint64 low = cover->low + i * cover->step, high = cover->high - i * cover->step, least = MIN (low, high);

  return CLAMP (least, 0, FIXED);
}

static void
edge_pixels (guint32     *row,
             int          begin,
             int          end,
             double       y,
             const Strip *across,
             const Strip *along,
             guint32      source)
{
  Cover side = cover_at (across, begin + 0.5, y), ends = cover_at (along, begin + 0.5, y);
  int n = end - begin;
  gboolean whole = n > 0 && covered (&ends, 0) == FIXED && covered (&ends, n - 1) == FIXED;

  row += begin;
  for (int i = 0; i < n; i++)
    {
      guint32 share = (guint32) ((whole ? covered (&side, i) : covered (&side, i) * covered (&ends, i) >> FIXED_BITS) >> (FIXED_BITS - 8));

      if (share > 0)
        row[i] = over (row[i], scaled (source, share));
    }
}

static void
fill_pixels (guint32 *row,
             int      begin,
             int      end,
             guint32  source)
{
  if (source >> 24 == 255)
    for (int x = begin; x < end; x++)
      row[x] = source;
  else
    for (int x = begin; x < end; x++)
      row[x] = over (row[x], source);
}

/* Pixels whose centre lies between @x0 and @x1, cut to the picture. */
static inline void
to_pixels (double  x0,
           double  x1,
           int     width,
           int    *begin,
           int    *end)
{
  x0 = MAX (x0, 0);
  x1 = MIN (x1, width);
  if (x1 > x0)
    {
      *begin = (int) (x0 + 0.5);
      *end = (int) (x1 + 0.5);
    }
  else
    *begin = *end = 0;
}

static void
smooth_row (const HeddleRaster *self,
            int                 y,
            const Strip        *across,
            const Strip        *along,
            guint32             source)
{
  guint32 *row = self->pixels + (gsize) y * (gsize) self->stride;
  int begin, end, outer_begin, outer_end;

  to_pixels (MAX (across->from - across->edge, along->from - along->edge), MIN (across->to + across->edge, along->to + along->edge),
             self->width, &outer_begin, &outer_end);
  to_pixels (MAX (across->from + across->edge, along->from + along->edge), MIN (across->to - across->edge, along->to - along->edge),
             self->width, &begin, &end);
  if (begin >= end)
    begin = end = outer_end;
  edge_pixels (row, outer_begin, begin, y + 0.5, across, along, source);
  fill_pixels (row, begin, end, source);
  edge_pixels (row, end, outer_end, y + 0.5, across, along, source);
}

/* A thin line, px by px along its longer side; device px. */
typedef struct
{
  double begin, end;  /* along */
  int first, last;    /* px of these that are in the picture */
  gint64 at, step;    /* across, in the middle of px @first, and how much more of it comes with each px; FIXED */
  int limit;          /* px across */
  gsize forth, aside; /* from px to px, along and across */
} Walk;

static inline Walk
begin_walk (const HeddleRaster *self,
            double              x0,
            double              y0,
            double              x1,
            double              y1,
            gboolean            ends)
{
  gboolean level = fabs (x1 - x0) >= fabs (y1 - y0), back = level ? x1 < x0 : y1 < y0;
  double other = level ? (back ? y1 : y0) : back ? x1 : x0, slope;
  int length = level ? self->width : self->height;
  Walk walk = { level ? MIN (x0, x1) : MIN (y0, y1), level ? MAX (x0, x1) : MAX (y0, y1) };

  walk.limit = level ? self->height : self->width;
  walk.forth = level ? 1 : (gsize) self->stride;
  walk.aside = level ? (gsize) self->stride : 1;
  slope = walk.end > walk.begin ? (level ? (y1 - y0) / (x1 - x0) : (x1 - x0) / (y1 - y0)) : 0;
  if (ends)
    {
      walk.first = (int) CLAMP (floor (walk.begin), 0, length);
      walk.last = (int) CLAMP (ceil (walk.end), 0, length);
    }
  else
    to_pixels (walk.begin, MAX (walk.end, walk.begin + 1), length, &walk.first, &walk.last);
  walk.at = (gint64) ((other + (walk.first + 0.5 - walk.begin) * slope) * FIXED);
  walk.step = (gint64) (slope * FIXED);
  return walk;
}

/* One px for each step. */
static void
thin_line (HeddleRaster *self,
           double        x0,
           double        y0,
           double        x1,
           double        y1,
           guint32       source)
{
  Walk walk = begin_walk (self, x0, y0, x1, y1, FALSE);
  guint32 *px = self->pixels + (gsize) walk.first * walk.forth;

  for (int i = walk.first; i < walk.last; i++, walk.at += walk.step, px += walk.forth)
    {
      gint64 o = walk.at >> FIXED_BITS;

      if (o < 0 || o >= walk.limit)
        continue;
      px[(gsize) o * walk.aside] = source >> 24 == 255 ? source : over (px[(gsize) o * walk.aside], source);
    }
}

/* One px wide: three px for each step, covered as they are near to the axis, and at its ends as far as it goes. */
static void
smooth_thin_line (HeddleRaster *self,
                  double        x0,
                  double        y0,
                  double        x1,
                  double        y1,
                  guint32       source)
{
  Walk walk = begin_walk (self, x0, y0, x1, y1, TRUE);
  gint64 nearer = (gint64) ((walk.end - walk.begin) / hypot (x1 - x0, y1 - y0) * FIXED);
  guint32 *px = self->pixels + (gsize) walk.first * walk.forth;

  for (int i = walk.first; i < walk.last; i++, walk.at += walk.step, px += walk.forth)
    {
      gint64 o = walk.at >> FIXED_BITS, part = walk.at & (FIXED - 1), distances[] = { part + FIXED / 2, ABS (part - FIXED / 2), 3 * FIXED / 2 - part };
      gboolean whole = i >= walk.begin && i + 1 <= walk.end;
      double length = whole ? 1 : MIN (i + 1, walk.end) - MAX (i, walk.begin);

      for (int k = 0; k < 3; k++)
        {
          gint64 share = (FIXED - (distances[k] * nearer >> FIXED_BITS)) >> (FIXED_BITS - 8), row = o + k - 1;

          if (share <= 0 || row < 0 || row >= walk.limit)
            continue;
          if (!whole)
            share = (gint64) ((double) share * length);
          px[(gsize) row * walk.aside] = over (px[(gsize) row * walk.aside], scaled (source, (guint32) share));
        }
    }
}

/**
 * heddle_raster_line:
 * @self: a raster between begin and end
 * @x0: begin, px
 * @y0: begin, px
 * @x1: end, px
 * @y1: end, px
 * @width: of the line, px; at least a device px is drawn
 * @colour: may be translucent
 * @antialias: whether edges are smooth
 *
 * Draws a straight line with butt ends.
 */
void
heddle_raster_line (HeddleRaster *self,
                    double        x0,
                    double        y0,
                    double        x1,
                    double        y1,
                    double        width,
                    HeddleColour  colour,
                    gboolean      antialias)
{
  double dx = (x1 - x0) * self->scale;
  double dy = (y1 - y0) * self->scale;
  double half = MAX (width * self->scale, 1) / 2, reach = half + 1, length;
  guint32 source;
  Strip across, along;
  int first, last;

  if (self->pixels == NULL || !(fabs (dx) + fabs (dy) > 0))
    return;

  x0 *= self->scale;
  y0 *= self->scale;
  x1 *= self->scale;
  y1 *= self->scale;
  if (MAX (x0, x1) + reach < 0 || MIN (x0, x1) - reach > self->width || MAX (y0, y1) + reach < 0 || MIN (y0, y1) - reach > self->height)
    return;

  first = (int) MAX (MIN (y0, y1) - reach, 0);
  last = (int) MIN (MAX (y0, y1) + reach + 1, self->height);
  touch_rows (self, first, last);
  source = pixel_of (self, colour);
  if (!antialias && half < 0.75)
    {
      thin_line (self, x0, y0, x1, y1, source);
      return;
    }
  if (half <= 0.5)
    {
      smooth_thin_line (self, x0, y0, x1, y1, source);
      return;
    }
  length = sqrt (dx * dx + dy * dy);
  dx /= length;
  dy /= length;
  across = make_strip (-dy, dx, dy * x0 - dx * y0, -half, half, first + 0.5);
  along = make_strip (dx, dy, -dx * x0 - dy * y0, 0, length, first + 0.5);
  for (int y = first; y < last; y++)
    {
      if (antialias)
        smooth_row (self, y, &across, &along, source);
      else
        {
          int begin, end;

          to_pixels (MAX (across.from, along.from), MIN (across.to, along.to), self->width, &begin, &end);
          fill_pixels (self->pixels + (gsize) y * (gsize) self->stride, begin, end, source);
        }
      across.from += across.step;
      across.to += across.step;
      along.from += along.step;
      along.to += along.step;
    }
}

/**
 * heddle_raster_box:
 * @self: a raster between begin and end
 * @x: left edge, px; @y: upper edge
 * @width: px; @height: px
 * @colour: may be translucent
 *
 * Fills the device px whose centre lies in a rectangle.
 */
void
heddle_raster_box (HeddleRaster *self,
                   double        x,
                   double        y,
                   double        width,
                   double        height,
                   HeddleColour  colour)
{
  guint32 source;
  int begin, end, first, last;

  if (self->pixels == NULL)
    return;

  to_pixels (x * self->scale, (x + width) * self->scale, self->width, &begin, &end);
  to_pixels (y * self->scale, (y + height) * self->scale, self->height, &first, &last);
  if (first == last)
    return;
  touch_rows (self, first, last);
  source = pixel_of (self, colour);
  for (int row = first; row < last; row++)
    fill_pixels (self->pixels + (gsize) row * (gsize) self->stride, begin, end, source);
}

/**
 * heddle_raster_end:
 * @self: a raster
 * @cr: a Cairo context whose origin is the target's
 *
 * Paints the picture, if one was begun.
 */
void
heddle_raster_end (HeddleRaster *self,
                   cairo_t      *cr)
{
  Picture *picture = self->pictures[self->current];
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;

  if (!self->open)
    return;
  self->open = FALSE;
  if (picture->first >= picture->end)
    return;

  pattern = new_pattern (picture, self->width, self->height);
  cairo_matrix_init_scale (&matrix, self->scale, self->scale);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_set_source (cr, pattern);
  cairo_pattern_destroy (pattern);
  cairo_rectangle (cr, 0, picture->first / self->scale, self->width / self->scale, (picture->end - picture->first) / self->scale);
  cairo_fill (cr);
}
