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

/* A picture that was painted is kept by whoever records what is painted, as GTK does until two frames later; one that is written to while it is kept
 * is copied first, window and all. So they take turns. */
#define N_PICTURES 3

typedef struct
{
  cairo_surface_t *surface; /* owned */
  int first, end;           /* rows that are not empty */
} Picture;

struct _HeddleRaster
{
  Picture pictures[N_PICTURES];
  guint current;
  gboolean open;
  guint32 *pixels;
  int width, height, stride; /* stride in pixels */
  double scale;
};

/* Points with low <= a * x + b * y + c <= high. In the row that is looked at they have x from `from` to `to`; both move by
 * `step` to the next row. Half a px across an edge is `edge` along the row. */
typedef struct
{
  double a, b, c, low, high;
  double from, to, step, edge;
} Strip;

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
    g_clear_pointer (&self->pictures[i].surface, cairo_surface_destroy);
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
      g_clear_pointer (&self->pictures[i].surface, cairo_surface_destroy);

  self->current = (self->current + 1) % N_PICTURES;
  picture = &self->pictures[self->current];
  if (picture->surface == NULL)
    {
      *picture = (Picture) { cairo_image_surface_create (CAIRO_FORMAT_ARGB32, w, h), 0, 0 };
      cairo_surface_set_device_scale (picture->surface, device_scale, device_scale);
    }
  cairo_surface_flush (picture->surface);
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

static void
touch_rows (HeddleRaster *self,
            int           first,
            int           end)
{
  Picture *picture = &self->pictures[self->current];

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

/* Of the edges of a strip: 0 half a px outside to 1 half a px inside. */
static double
strip_coverage (const Strip *strip,
                double       x,
                double       y)
{
  double at = strip->a * x + strip->b * y + strip->c;

  return CLAMP (MIN (at - strip->low, strip->high - at) + 0.5, 0, 1);
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

static void
edge_pixels (guint32     *row,
             int          begin,
             int          end,
             double       y,
             const Strip *across,
             const Strip *along,
             guint32      source)
{
  for (int x = begin; x < end; x++)
    {
      guint32 share = (guint32) (strip_coverage (across, x + 0.5, y) * strip_coverage (along, x + 0.5, y) * 256 + 0.5);

      if (share > 0)
        row[x] = over (row[x], scaled (source, share));
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

/* One px for each step along the longer side, as far as it is in the picture; device px. */
static void
thin_line (HeddleRaster *self,
           double        x0,
           double        y0,
           double        x1,
           double        y1,
           guint32       source)
{
  gboolean level = fabs (x1 - x0) >= fabs (y1 - y0);
  double begin = level ? x0 : y0, end = level ? x1 : y1, other = level ? y0 : x0, slope, at;
  int limit = level ? self->width : self->height, other_limit = level ? self->height : self->width, first, last;

  if (begin > end)
    {
      double swap = begin;

      begin = end;
      end = swap;
      other = level ? y1 : x1;
    }
  slope = end > begin ? ((level ? y1 - y0 : x1 - x0) / (level ? x1 - x0 : y1 - y0)) : 0;
  to_pixels (begin, MAX (end, begin + 1), limit, &first, &last);
  at = other + (first + 0.5 - begin) * slope;
  for (int i = first; i < last; i++, at += slope)
    {
      int o = (int) floor (at);

      if (o < 0 || o >= other_limit)
        continue;
      guint32 *px = level ? &self->pixels[(gsize) o * (gsize) self->stride + (gsize) i] : &self->pixels[(gsize) i * (gsize) self->stride + (gsize) o];

      *px = source >> 24 == 255 ? source : over (*px, source);
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
  double length = sqrt (dx * dx + dy * dy);
  double half = MAX (width * self->scale, 1) / 2;
  guint32 source = heddle_pixel_of (colour);
  double reach_x, reach_y;
  Strip across, along;
  int first, last;

  if (self->pixels == NULL || !(length > 0))
    return;

  x0 *= self->scale;
  y0 *= self->scale;
  x1 *= self->scale;
  y1 *= self->scale;
  dx /= length;
  dy /= length;
  reach_x = fabs (dy) * half + 1;
  reach_y = fabs (dx) * half + 1;
  if (MAX (x0, x1) + reach_x < 0 || MIN (x0, x1) - reach_x > self->width || MAX (y0, y1) + reach_y < 0
      || MIN (y0, y1) - reach_y > self->height)
    return;

  first = (int) MAX (MIN (y0, y1) - reach_y, 0);
  last = (int) MIN (MAX (y0, y1) + reach_y + 1, self->height);
  touch_rows (self, first, last);
  if (!antialias && half < 0.75)
    {
      thin_line (self, x0, y0, x1, y1, source);
      return;
    }
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
  guint32 source = heddle_pixel_of (colour);
  int begin, end, first, last;

  if (self->pixels == NULL)
    return;

  to_pixels (x * self->scale, (x + width) * self->scale, self->width, &begin, &end);
  to_pixels (y * self->scale, (y + height) * self->scale, self->height, &first, &last);
  if (first == last)
    return;
  touch_rows (self, first, last);
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
  const Picture *picture = &self->pictures[self->current];

  if (!self->open)
    return;
  self->open = FALSE;
  if (picture->first >= picture->end)
    return;

  cairo_surface_mark_dirty (picture->surface);
  cairo_set_source_surface (cr, picture->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (cr, 0, picture->first / self->scale, self->width / self->scale, (picture->end - picture->first) / self->scale);
  cairo_fill (cr);
}
