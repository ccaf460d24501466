/* heddle-parallel-painter.c: points of many values, each a line across as many axes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between two axes no more lines can be told apart than there are pairs of places on them: of those that coincide the first is drawn, so that a hundred thousand
 * points cost what the picture costs.
 */
#define G_LOG_DOMAIN "heddle-parallel-painter"

#include "heddle-parallel-painter.h"

#include <math.h>

#include "heddle-colour-map.h"
#include "heddle-painting.h"
#include "heddle-plot-frame.h"
#include "heddle-raster.h"
#include "heddle-value-axis.h"

#define TOP 30.0 /* with the titles */
#define TITLE_FOOT 16.0
#define BOTTOM 10.0
#define LEFT 40.0
#define RIGHT 80.0 /* with the labels of the last axis */
#define GAP 4.0
#define TICK_HEIGHT 40.0
#define LINE 1.5 /* of few; of many it is a pixel */
#define CHOSEN 3.0
#define NEAR 6.0 /* px */
#define BRUSH 5.0 /* px to both sides of an axis */
#define FAINT 0.2 /* of what is not within all brushes */
#define FEW 2000 /* lines that are smooth */

struct _HeddleParallel
{
  cairo_surface_t *lines; /* or NULL */
  double width, height, scale;
  const HeddleTheme *theme;
};

typedef struct
{
  const HeddleParallelPicture *picture;
  double left, right, top, bottom;
} Layout;

static Layout
lay_out (const HeddleParallelPicture *picture,
         double width,
         double height)
{
  return (Layout){ picture, LEFT, MAX (width - RIGHT, LEFT + 1), TOP, MAX (height - BOTTOM, TOP + 1) };
}

static double
get_x (const Layout *self,
       guint axis)
{
  return self->left + (self->right - self->left) * axis / MAX (self->picture->n_axes - 1, 1);
}

static double
get_share (const HeddleParallelAxis *axis,
           double value)
{
  if (!(axis->high > axis->low))
    return 0.5;
  return axis->is_logarithmic ? log (value / axis->low) / log (axis->high / axis->low) : (value - axis->low) / (axis->high - axis->low);
}

static double
get_value (const HeddleParallelPicture *picture,
           guint point,
           guint axis)
{
  return picture->values[(gsize) point * picture->n_axes + axis];
}

static double
get_y (const Layout *self,
       guint point,
       guint axis)
{
  return self->bottom - (self->bottom - self->top) * get_share (&self->picture->axes[axis], get_value (self->picture, point, axis));
}

static gboolean
is_seen (const HeddleParallelPicture *picture,
         guint point,
         guint axis)
{
  return isfinite (get_value (picture, point, axis)) && isfinite (get_value (picture, point, axis + 1));
}

gboolean
heddle_parallel_passes (const HeddleParallelPicture *picture,
                        guint point)
{
  for (guint a = 0; a < picture->n_axes; a++)
    {
      const HeddleParallelAxis *axis = &picture->axes[a];
      double value = get_value (picture, point, a);

      if (axis->is_brushed && !(value >= axis->brush_low && value <= axis->brush_high))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_brush (const HeddleParallelPicture *picture)
{
  for (guint a = 0; a < picture->n_axes; a++)
    if (picture->axes[a].is_brushed)
      return TRUE;
  return FALSE;
}

/* ---- lines ---------------------------------------------------------------------------------------------------------------- */

static HeddleColour
get_colour (const HeddleParallelPicture *picture,
            guint point,
            gboolean passes,
            const HeddleTheme *theme)
{
  double value = get_value (picture, point, picture->coloured);

  if (!passes)
    return heddle_colour_mix (theme->view_bg, theme->neutral, FAINT);
  return isfinite (value) ? heddle_colour_map_colour (heddle_colour_map_get (HEDDLE_MAP_UTILISATION, theme->dark), get_share (&picture->axes[picture->coloured], value)) : theme->neutral;
}

/* Those that pass all brushes, or the others; to a raster, or with @cr where pictures have no pixels. */
static void
paint_some (const Layout *self,
            guint axis,
            gboolean passes,
            HeddleRaster *raster,
            cairo_t *cr,
            const HeddleTheme *theme)
{
  const HeddleParallelPicture *picture = self->picture;
  guint height = (guint) (self->bottom - self->top) + 1;
  g_autofree guint8 *is_taken = g_new0 (guint8, (gsize) height * height);

  for (guint i = 0; i < picture->n; i++)
    {
      double from, to;
      HeddleColour colour;
      gsize place;

      if (!is_seen (picture, i, axis) || heddle_parallel_passes (picture, i) != passes)
        continue;
      from = get_y (self, i, axis);
      to = get_y (self, i, axis + 1);
      place = (gsize) CLAMP (from - self->top, 0, height - 1) * height + (gsize) CLAMP (to - self->top, 0, height - 1);
      if (is_taken[place])
        continue;
      is_taken[place] = TRUE;
      colour = get_colour (picture, i, passes, theme);
      if (raster != NULL)
        {
          heddle_raster_line (raster, get_x (self, axis), from, get_x (self, axis + 1), to, picture->n <= FEW ? LINE : 0, colour, picture->n <= FEW);
          continue;
        }
      heddle_colour_set (cr, colour);
      cairo_move_to (cr, get_x (self, axis), from);
      cairo_line_to (cr, get_x (self, axis + 1), to);
      cairo_set_line_width (cr, LINE);
      cairo_stroke (cr);
    }
}

static void
paint_gap (const Layout *self,
           guint axis,
           HeddleRaster *raster,
           cairo_t *cr,
           const HeddleTheme *theme)
{
  if (has_brush (self->picture)) /* the others lie below */
    paint_some (self, axis, FALSE, raster, cr, theme);
  paint_some (self, axis, TRUE, raster, cr, theme);
}

static cairo_surface_t *
make_lines (const Layout *layout,
            const HeddleTheme *theme,
            double width,
            double height,
            double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (width * scale), (int) ceil (height * scale));
  HeddleRaster *raster = heddle_raster_new ();
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  heddle_raster_begin (raster, width, height, scale);
  for (guint a = 0; a + 1 < layout->picture->n_axes; a++)
    paint_gap (layout, a, raster, NULL, theme);
  heddle_raster_end (raster, cr);
  heddle_raster_free (raster);
  cairo_destroy (cr);
  return surface;
}

static gboolean
fits (HeddleParallel *self,
      const HeddleTheme *theme,
      double width,
      double height,
      double scale)
{
  return self->lines != NULL && width == self->width && height == self->height && scale == self->scale && theme == self->theme;
}

void
heddle_parallel_prepare (HeddleParallel *self,
                         const HeddleParallelPicture *picture,
                         const HeddleTheme *theme,
                         double width,
                         double height,
                         double scale)
{
  Layout layout = lay_out (picture, width, height);

  if (fits (self, theme, width, height, scale))
    return;
  g_clear_pointer (&self->lines, cairo_surface_destroy);
  self->lines = make_lines (&layout, theme, width, height, scale);
  self->width = width;
  self->height = height;
  self->scale = scale;
  self->theme = theme;
}

static void
paint_lines (HeddleParallel *self,
             const Layout *layout,
             cairo_t *cr,
             const HeddleTheme *theme,
             double width,
             double height)
{
  double scale = 1, none = 0, surface_scale = 1;

  if (heddle_is_vector (cr))
    {
      for (guint a = 0; a + 1 < layout->picture->n_axes; a++)
        paint_gap (layout, a, NULL, cr, theme);
      return;
    }
  cairo_user_to_device_distance (cr, &scale, &none);
  cairo_surface_get_device_scale (cairo_get_target (cr), &surface_scale, &none);
  scale *= surface_scale;
  heddle_parallel_prepare (self, layout->picture, theme, width, height, scale);
  cairo_set_source_surface (cr, self->lines, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
}

static void
paint_chosen (const Layout *layout,
              cairo_t *cr,
              const HeddleTheme *theme)
{
  const HeddleParallelPicture *picture = layout->picture;

  cairo_new_path (cr);
  for (guint a = 0; a + 1 < picture->n_axes; a++)
    if (is_seen (picture, picture->chosen, a))
      {
        cairo_move_to (cr, get_x (layout, a), get_y (layout, picture->chosen, a));
        cairo_line_to (cr, get_x (layout, a + 1), get_y (layout, picture->chosen, a + 1));
      }
  heddle_colour_set (cr, theme->text);
  cairo_set_line_width (cr, CHOSEN);
  cairo_stroke (cr);
}

/* ---- axes ----------------------------------------------------------------------------------------------------------------- */

static void
make_ticks (const HeddleParallelAxis *axis,
            double height,
            HeddleAxis *out_axis)
{
  out_axis->n = 0;
  out_axis->origin_ps = 0;
  if (axis->words == NULL)
    {
      heddle_value_axis (axis->is_logarithmic ? log10 (axis->low) : axis->low, axis->is_logarithmic ? log10 (axis->high) : axis->high, axis->is_logarithmic, axis->unit,
                         (guint) CLAMP (height / TICK_HEIGHT, 2, 6), out_axis);
      for (guint i = 0; i < out_axis->n && axis->is_logarithmic; i++)
        out_axis->ticks[i].position = pow (10, out_axis->ticks[i].position);
      return;
    }
  for (guint i = 0; axis->words[i] != NULL && out_axis->n < G_N_ELEMENTS (out_axis->ticks); i++)
    {
      out_axis->ticks[out_axis->n].position = axis->values != NULL ? axis->values[i] : i;
      heddle_tick_set_name (&out_axis->ticks[out_axis->n++], axis->words[i]);
    }
}

static void
paint_brush (const Layout *layout,
             const HeddleParallelAxis *axis,
             double x,
             cairo_t *cr,
             const HeddleTheme *theme)
{
  double height = layout->bottom - layout->top;
  double top = layout->bottom - height * CLAMP (get_share (axis, axis->brush_high), 0, 1), bottom = layout->bottom - height * CLAMP (get_share (axis, axis->brush_low), 0, 1);

  cairo_rectangle (cr, x - BRUSH, floor (top) + 0.5, 2 * BRUSH, MAX (floor (bottom) - floor (top), 1));
  heddle_colour_set (cr, heddle_colour_with_alpha (theme->accent, 0.25));
  cairo_fill_preserve (cr);
  heddle_colour_set (cr, theme->accent);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
paint_axis (const Layout *layout,
            guint number,
            HeddleText *text,
            cairo_t *cr,
            const HeddleTheme *theme)
{
  const HeddleParallelAxis *axis = &layout->picture->axes[number];
  double x = floor (get_x (layout, number)) + 0.5, room = (layout->right - layout->left) / MAX (layout->picture->n_axes - 1, 1);
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_LEFT, .max_width = room - 2 * GAP, .colour = theme->text, .bold = number == layout->picture->coloured };
  double taken = INFINITY;
  HeddleAxis ticks;

  cairo_move_to (cr, x, layout->top);
  cairo_line_to (cr, x, layout->bottom);
  heddle_colour_set (cr, theme->dim);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  if (axis->is_brushed)
    paint_brush (layout, axis, x, cr, theme);
  if (number > 0 && number + 1 == layout->picture->n_axes) /* behind the last one there is little room */
    look.max_width = MIN (look.max_width, RIGHT - GAP);
  heddle_text_paint (text, cr, x, TITLE_FOOT, axis->title, &look);
  make_ticks (axis, layout->bottom - layout->top, &ticks);
  look.bold = FALSE;
  for (guint i = 0; i < ticks.n; i++)
    {
      double y = floor (layout->bottom - (layout->bottom - layout->top) * get_share (axis, ticks.ticks[i].position));
      double width = MIN (heddle_text_width (text, ticks.ticks[i].label, HEDDLE_PLOT_WORDS, FALSE), look.max_width);

      if (axis->words != NULL && taken - y < HEDDLE_PLOT_WORDS + 2) /* would touch the one below */
        continue;
      taken = y;
      cairo_rectangle (cr, x + GAP / 2, y - HEDDLE_PLOT_WORDS / 2 - 1, width + GAP, HEDDLE_PLOT_WORDS + 3); /* what is written is readable on lines */
      heddle_colour_set (cr, heddle_colour_with_alpha (theme->view_bg, 0.8));
      cairo_fill (cr);
      heddle_text_paint (text, cr, x + GAP, y + 4, ticks.ticks[i].label, &look);
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------ */

HeddleParallel *
heddle_parallel_new (void)
{
  return g_new0 (HeddleParallel, 1);
}

void
heddle_parallel_free (HeddleParallel *self)
{
  g_clear_pointer (&self->lines, cairo_surface_destroy);
  g_free (self);
}

void
heddle_parallel_forget (HeddleParallel *self)
{
  g_clear_pointer (&self->lines, cairo_surface_destroy);
}

void
heddle_parallel_paint (HeddleParallel *self,
                       HeddleText *text,
                       cairo_t *cr,
                       const HeddleParallelPicture *picture,
                       const HeddleTheme *theme,
                       double width,
                       double height)
{
  Layout layout = lay_out (picture, width, height);

  cairo_save (cr);
  paint_lines (self, &layout, cr, theme, width, height);
  if (picture->chosen != HEDDLE_PARALLEL_NONE)
    paint_chosen (&layout, cr, theme);
  for (guint a = 0; a < picture->n_axes; a++)
    paint_axis (&layout, a, text, cr, theme);
  cairo_restore (cr);
}

guint
heddle_parallel_find_axis (const HeddleParallelPicture *picture,
                           double width,
                           double height,
                           double x)
{
  Layout layout = lay_out (picture, width, height);

  for (guint a = 0; a < picture->n_axes; a++)
    if (fabs (get_x (&layout, a) - x) <= NEAR)
      return a;
  return HEDDLE_PARALLEL_NONE;
}

double
heddle_parallel_get_value (const HeddleParallelPicture *picture,
                           guint axis,
                           double width,
                           double height,
                           double y)
{
  Layout layout = lay_out (picture, width, height);
  const HeddleParallelAxis *shown = &picture->axes[axis];
  double share = CLAMP ((layout.bottom - y) / (layout.bottom - layout.top), 0, 1);

  return shown->is_logarithmic ? shown->low * pow (shown->high / shown->low, share) : shown->low + share * (shown->high - shown->low);
}

guint
heddle_parallel_find (const HeddleParallelPicture *picture,
                      double width,
                      double height,
                      double x,
                      double y)
{
  Layout layout = lay_out (picture, width, height);
  double place = (x - layout.left) / (layout.right - layout.left) * (picture->n_axes - 1), nearest = NEAR;
  guint axis, found = HEDDLE_PARALLEL_NONE;

  if (picture->n_axes < 2 || place < 0 || place > picture->n_axes - 1)
    return HEDDLE_PARALLEL_NONE;
  axis = MIN ((guint) place, picture->n_axes - 2);
  for (guint i = 0; i < picture->n; i++)
    {
      double from, to, distance;

      if (!is_seen (picture, i, axis) || !heddle_parallel_passes (picture, i))
        continue;
      from = get_y (&layout, i, axis);
      to = get_y (&layout, i, axis + 1);
      distance = fabs (from + (to - from) * (place - axis) - y);
      if (distance >= nearest)
        continue;
      nearest = distance;
      found = i;
    }
  return found;
}
