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

struct _HeddleRaster
{
  cairo_surface_t *surface; /* owned */
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

  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_free (self);
}

/**
 * heddle_raster_begin:
 * @self: a raster
 * @width: of the target, px
 * @height: of the target, px
 * @device_scale: device px per px
 *
 * Makes the picture empty.
 */
void
heddle_raster_begin (HeddleRaster *self,
                     double        width,
                     double        height,
                     double        device_scale)
{
  int w = MAX (1, (int) ceil (width * device_scale));
  int h = MAX (1, (int) ceil (height * device_scale));

  if (self->surface != NULL && (w != self->width || h != self->height || device_scale != self->scale))
    g_clear_pointer (&self->surface, cairo_surface_destroy);
  if (self->surface == NULL)
    {
      self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, w, h);
      cairo_surface_set_device_scale (self->surface, device_scale, device_scale);
    }
  cairo_surface_flush (self->surface);
  self->pixels = (guint32 *) cairo_image_surface_get_data (self->surface);
  self->stride = cairo_image_surface_get_stride (self->surface) / (int) sizeof (guint32);
  self->width = w;
  self->height = h;
  self->scale = device_scale;
  if (self->pixels != NULL)
    memset (self->pixels, 0, sizeof (guint32) * (gsize) self->stride * (gsize) h);
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

static void
edge_pixels (guint32      *row,
             int           begin,
             int           end,
             double        y,
             const Strip  *across,
             const Strip  *along,
             HeddleColour  colour)
{
  for (int x = begin; x < end; x++)
    {
      double coverage = strip_coverage (across, x + 0.5, y) * strip_coverage (along, x + 0.5, y) * colour.alpha;

      if (coverage > 1.0 / 512)
        row[x] = over (row[x], heddle_pixel_of (heddle_colour_with_alpha (colour, coverage)));
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
            HeddleColour        colour,
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
  edge_pixels (row, outer_begin, begin, y + 0.5, across, along, colour);
  fill_pixels (row, begin, end, source);
  edge_pixels (row, end, outer_end, y + 0.5, across, along, colour);
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
  across = make_strip (-dy, dx, dy * x0 - dx * y0, -half, half, first + 0.5);
  along = make_strip (dx, dy, -dx * x0 - dy * y0, 0, length, first + 0.5);
  for (int y = first; y < last; y++)
    {
      if (antialias)
        smooth_row (self, y, &across, &along, colour, source);
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
  for (int row = first; row < last; row++)
    fill_pixels (self->pixels + (gsize) row * (gsize) self->stride, begin, end, source);
}

/**
 * heddle_raster_end:
 * @self: a raster
 * @cr: a Cairo context whose origin is the target's
 *
 * Paints the picture.
 */
void
heddle_raster_end (HeddleRaster *self,
                   cairo_t      *cr)
{
  cairo_surface_mark_dirty (self->surface);
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
}
