/* heddle-curve-painter.c: measured points over a value, with their intervals of confidence, as curves or as clouds
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-curve-painter"

#include "heddle-curve-painter.h"

#include <math.h>
#include <string.h>

#include "heddle-plot-frame.h"
#include "heddle-value-axis.h"

#define TOP 24.0 /* with the title */
#define TITLE_FOOT 15.0
#define TICK_WIDTH 80.0
#define TICK_HEIGHT 26.0
#define DOT 3.5
#define CAP 3.0 /* half of the width of an interval's ends */
#define RING 6.5 /* around a marked dot */
#define LOZENGE 8.5 /* half of what comes from elsewhere, in which a dot has room, and some space around it */
#define CROWD 5000 /* points from which on they are small squares, of which none hides behind another */
#define SQUARE 3
#define NEAR 12.0 /* px */
#define KEY_ROW 16.0
#define KEY_LINE 20.0 /* px of a sample */
#define KEY_GAP 8.0
#define KEY_SHARE 0.35 /* of the width, at most */
#define MARGIN 0.03 /* of an axis of values with names, at both ends */

typedef struct
{
  HeddlePlotFrame frame;
  const HeddleCurvePicture *picture;
  double key_width; /* with its gap, or 0 */
} Painting;

/* Where @y stands on its axis; of a logarithmic one nothing below the least has a place. */
static double
scale (const Painting *self,
       double y)
{
  return self->picture->is_logarithmic ? log10 (y) : y;
}

static double
scale_x (const Painting *self,
         double x)
{
  return self->picture->is_x_logarithmic ? log10 (x) : x;
}

static gboolean
is_seen (const Painting *self,
         const HeddleCurvePoint *point)
{
  return isfinite (point->x) && isfinite (point->y) && (!self->picture->is_logarithmic || point->y > 0) && (!self->picture->is_x_logarithmic || point->x > 0);
}

static double
get_x (const Painting *self,
       const HeddleCurvePoint *point)
{
  return heddle_plot_frame_x (&self->frame, scale_x (self, point->x));
}

/* ---- axes -------------------------------------------------------------------------------------------------------------- */

static void
include_points (Painting *self,
                const HeddleCurve *curve)
{
  const HeddleCurvePoint *points = curve->points;

  for (guint i = 0; i < curve->n; i++)
    if (is_seen (self, &points[i]))
      {
        double low = points[i].y - points[i].half, high = points[i].y + points[i].half;

        if (self->picture->is_logarithmic && low <= 0)
          low = points[i].y;
        self->frame.low_y = MIN (self->frame.low_y, scale (self, low));
        self->frame.high_y = MAX (self->frame.high_y, scale (self, high));
      }
}

/* Of what is not far from zero the axis begins there. */
static void
find_range (Painting *self)
{
  HeddlePlotFrame *frame = &self->frame;
  gboolean has_foreign = FALSE;
  double margin;

  frame->low_y = INFINITY;
  frame->high_y = -INFINITY;
  for (guint i = 0; i < self->picture->n_curves; i++)
    {
      include_points (self, &self->picture->curves[i]);
      has_foreign |= self->picture->curves[i].is_foreign;
    }
  if (!(frame->high_y >= frame->low_y))
    {
      frame->low_y = 0;
      frame->high_y = 1;
    }
  if (!self->picture->is_logarithmic && frame->low_y >= 0 && frame->low_y < 0.6 * frame->high_y)
    frame->low_y = 0;
  margin = frame->high_y > frame->low_y ? 0.05 * (frame->high_y - frame->low_y) : MAX (0.05 * fabs (frame->high_y), 1e-12);
  frame->high_y += margin;
  if (frame->low_y != 0 || self->picture->is_logarithmic || has_foreign) /* which is wider than a dot, and would lie on words below */
    frame->low_y -= margin;
}

static void
make_words (const Painting *self,
            HeddleAxis *axis)
{
  axis->n = 0;
  axis->origin_ps = 0;
  for (guint i = 0; self->picture->x_words[i] != NULL && axis->n < G_N_ELEMENTS (axis->ticks); i++)
    {
      axis->ticks[axis->n].position = self->picture->x_values != NULL ? scale_x (self, self->picture->x_values[i]) : i;
      heddle_tick_set_name (&axis->ticks[axis->n++], self->picture->x_words[i]);
    }
}

static void
make_x (const Painting *self,
        HeddleAxis *axis)
{
  guint most = (guint) CLAMP ((self->frame.right - self->frame.left) / TICK_WIDTH, 2, 16);

  if (self->picture->x_words != NULL)
    {
      make_words (self, axis);
      return;
    }
  heddle_value_axis (self->frame.low_x, self->frame.high_x, self->picture->is_x_logarithmic, self->picture->x_unit, most, axis);
}

/* ---- points ------------------------------------------------------------------------------------------------------------ */

static void
paint_interval (const Painting *self,
                const HeddleCurvePoint *point)
{
  const HeddlePlotFrame *frame = &self->frame;
  double low = point->y - point->half, x = floor (get_x (self, point)) + 0.5;
  double y_high = floor (heddle_plot_frame_y (frame, scale (self, point->y + point->half))) + 0.5;
  double y_low = self->picture->is_logarithmic && low <= 0 ? frame->bottom : MIN (heddle_plot_frame_y (frame, scale (self, low)), frame->bottom);

  if (!(point->half > 0) || y_low - y_high < 2)
    return;
  y_low = floor (y_low) + 0.5;
  cairo_move_to (frame->cr, x, y_low);
  cairo_line_to (frame->cr, x, y_high);
  cairo_move_to (frame->cr, x - CAP, y_low);
  cairo_rel_line_to (frame->cr, 2 * CAP, 0);
  cairo_move_to (frame->cr, x - CAP, y_high);
  cairo_rel_line_to (frame->cr, 2 * CAP, 0);
  cairo_set_line_width (frame->cr, 1);
  cairo_stroke (frame->cr);
}

static void
paint_dot (const Painting *self,
           const HeddleCurvePoint *point,
           HeddleColour colour)
{
  const HeddlePlotFrame *frame = &self->frame;

  cairo_new_path (frame->cr);
  cairo_arc (frame->cr, get_x (self, point), heddle_plot_frame_y (frame, scale (self, point->y)), DOT, 0, 2 * G_PI);
  heddle_colour_set (frame->cr, point->is_hollow ? frame->theme->view_bg : colour);
  cairo_fill_preserve (frame->cr);
  heddle_colour_set (frame->cr, colour);
  cairo_set_line_width (frame->cr, 1.5);
  cairo_stroke (frame->cr);
  if (!point->is_marked)
    return;
  cairo_arc (frame->cr, get_x (self, point), heddle_plot_frame_y (frame, scale (self, point->y)), RING, 0, 2 * G_PI);
  heddle_colour_set (frame->cr, frame->theme->text);
  cairo_set_line_width (frame->cr, 1);
  cairo_stroke (frame->cr);
}

static void
paint_lozenge (const Painting *self,
               double x,
               double y,
               HeddleColour colour)
{
  cairo_t *cr = self->frame.cr;

  cairo_new_path (cr);
  cairo_move_to (cr, x, y - LOZENGE);
  cairo_line_to (cr, x + LOZENGE, y);
  cairo_line_to (cr, x, y + LOZENGE);
  cairo_line_to (cr, x - LOZENGE, y);
  cairo_close_path (cr);
  heddle_colour_set (cr, colour);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static HeddleColour
get_colour (const HeddleTheme *theme,
            const HeddleCurve *curve)
{
  return curve->category == HEDDLE_CURVE_ACCENT    ? theme->accent
         : curve->category == HEDDLE_CURVE_NEUTRAL ? theme->neutral
                                                   : theme->category[curve->category % HEDDLE_N_CATEGORIES];
}

static void
set_line (const Painting *self,
          const HeddleCurve *curve)
{
  static const double dashes[] = { 5, 3 };
  cairo_t *cr = self->frame.cr;

  heddle_colour_set (cr, get_colour (self->frame.theme, curve));
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (cr, dashes, curve->category >= HEDDLE_N_CATEGORIES ? G_N_ELEMENTS (dashes) : 0, 0);
}

/* What lies beside each other in a row is one box, and all are filled at once, however many points are there. */
static void
paint_crowd (const Painting *self,
             const HeddleCurve *curve)
{
  const HeddlePlotFrame *frame = &self->frame;
  guint width = (guint) MAX (frame->right - frame->left + 1, 1) + SQUARE - 1, height = (guint) MAX (frame->bottom - frame->top + 1, 1) + SQUARE - 1;
  g_autofree guint8 *is_taken = g_new0 (guint8, (gsize) width * height); /* from a px left of the frame and above it on */
  double left = floor (frame->left), top = floor (frame->top);

  for (guint i = 0; i < curve->n; i++)
    if (is_seen (self, &curve->points[i]))
      {
        guint x = (guint) CLAMP (floor (get_x (self, &curve->points[i])) - left, 0, width - SQUARE);
        guint y = (guint) CLAMP (floor (heddle_plot_frame_y (frame, scale (self, curve->points[i].y))) - top, 0, height - SQUARE);

        for (guint row = 0; row < SQUARE; row++)
          memset (&is_taken[(gsize) (y + row) * width + x], TRUE, SQUARE);
      }
  cairo_new_path (frame->cr);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        guint first = x;

        while (x < width && is_taken[(gsize) y * width + x])
          x++;
        if (x > first)
          cairo_rectangle (frame->cr, left - 1 + first, top - 1 + y, x - first, 1);
      }
  heddle_colour_set (frame->cr, get_colour (frame->theme, curve));
  cairo_fill (frame->cr);
}

static void
paint_foreign (const Painting *self,
               const HeddleCurve *curve)
{
  for (guint i = 0; i < curve->n; i++)
    if (is_seen (self, &curve->points[i]))
      paint_lozenge (self, get_x (self, &curve->points[i]), heddle_plot_frame_y (&self->frame, scale (self, curve->points[i].y)), get_colour (self->frame.theme, curve));
}

static void
paint_curve (const Painting *self,
             const HeddleCurve *curve)
{
  const HeddlePlotFrame *frame = &self->frame;
  HeddleColour colour = get_colour (frame->theme, curve);

  if (curve->is_foreign)
    {
      paint_foreign (self, curve);
      return;
    }
  cairo_new_path (frame->cr);
  for (guint i = 0; i < curve->n && curve->is_joined; i++)
    if (is_seen (self, &curve->points[i]))
      cairo_line_to (frame->cr, get_x (self, &curve->points[i]), heddle_plot_frame_y (frame, scale (self, curve->points[i].y)));
  set_line (self, curve);
  cairo_stroke (frame->cr);
  cairo_set_dash (frame->cr, NULL, 0, 0);
  if (curve->n >= CROWD && !curve->is_line)
    paint_crowd (self, curve);
  for (guint i = 0; i < curve->n && !curve->is_line; i++)
    if (is_seen (self, &curve->points[i]) && (curve->n < CROWD || curve->points[i].is_marked))
      {
        heddle_colour_set (frame->cr, colour);
        paint_interval (self, &curve->points[i]);
        paint_dot (self, &curve->points[i], colour);
      }
}

/* ---- words ------------------------------------------------------------------------------------------------------------- */

static void
paint_title (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .max_width = frame->right - frame->left, .colour = frame->theme->dim };

  heddle_text_paint (frame->text, frame->cr, frame->left, TITLE_FOOT, self->picture->title, &look);
}

/* As wide as its words, up to a share of all. */
static void
measure_key (Painting *self,
             double width)
{
  const HeddleCurvePicture *picture = self->picture;

  for (guint i = 0; i < picture->n_curves; i++)
    if (picture->curves[i].title != NULL)
      self->key_width = MAX (self->key_width, heddle_text_width (self->frame.text, picture->curves[i].title, HEDDLE_PLOT_WORDS, FALSE) + KEY_LINE + 3 * KEY_GAP);
  if (picture->key_title != NULL)
    self->key_width = MAX (self->key_width, heddle_text_width (self->frame.text, picture->key_title, HEDDLE_PLOT_WORDS, FALSE) + 2 * KEY_GAP);
  self->key_width = MIN (self->key_width, floor (KEY_SHARE * width));
}

/* What comes from elsewhere has the colours of all curves, and in the key none of them. */
static void
paint_sample (const Painting *self,
              const HeddleCurve *curve,
              double x,
              double y)
{
  cairo_t *cr = self->frame.cr;

  if (curve->is_foreign)
    {
      paint_lozenge (self, x + 0.5 * KEY_LINE, y, self->frame.theme->text);
      return;
    }
  cairo_move_to (cr, x, y);
  cairo_rel_line_to (cr, KEY_LINE, 0);
  set_line (self, curve);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (curve->is_line)
    return;
  cairo_arc (cr, x + 0.5 * KEY_LINE, y, DOT, 0, 2 * G_PI); /* which shows its colour best */
  cairo_fill (cr);
}

/* At the right, from the top down; what has no room is counted. */
static void
paint_key (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  double x = frame->right + 2 * KEY_GAP, y = frame->top + 0.5 * KEY_ROW;
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .max_width = self->key_width - KEY_LINE - 3 * KEY_GAP, .colour = frame->theme->text };
  guint n_rows = (guint) MAX ((frame->bottom - frame->top) / KEY_ROW, 1), n = 0, n_left = 0;

  if (self->picture->key_title != NULL && n_rows > 1)
    {
      HeddleTextLook head = { .size = HEDDLE_PLOT_WORDS, .max_width = self->key_width - 2 * KEY_GAP, .colour = frame->theme->dim };

      heddle_text_paint (frame->text, frame->cr, x, y + 4, self->picture->key_title, &head);
      y += KEY_ROW;
      n_rows--;
    }
  for (guint i = 0; i < self->picture->n_curves; i++)
    n_left += self->picture->curves[i].title != NULL;
  for (guint i = 0; i < self->picture->n_curves && n < n_rows; i++)
    {
      const HeddleCurve *curve = &self->picture->curves[i];

      if (curve->title == NULL)
        continue;
      if (n + 1 == n_rows && n_left > 1)
        {
          g_autofree char *more = g_strdup_printf ("+ %u", n_left);

          heddle_text_paint (frame->text, frame->cr, x + KEY_LINE + KEY_GAP, y + 4, more, &look);
          return;
        }
      paint_sample (self, curve, x, y);
      heddle_text_paint (frame->text, frame->cr, x + KEY_LINE + KEY_GAP, y + 4, curve->title, &look);
      y += KEY_ROW;
      n++;
      n_left--;
    }
}

static void
lay_out (Painting *self,
         double width,
         double height,
         HeddleAxis *y)
{
  const HeddleCurvePicture *picture = self->picture;
  double low = scale_x (self, MIN (picture->low_x, picture->high_x)), high = scale_x (self, MAX (picture->low_x, picture->high_x));

  double margin = picture->x_words == NULL ? 0 : picture->x_values == NULL ? 0.5 : MARGIN * (high - low);

  self->frame.low_x = low - margin; /* what is at an end has room there */
  self->frame.high_x = high + margin;
  find_range (self);
  heddle_value_axis (self->frame.low_y, self->frame.high_y, picture->is_logarithmic, picture->y_unit, (guint) CLAMP ((height - TOP) / TICK_HEIGHT, 3, 8), y);
  measure_key (self, width);
  heddle_plot_frame_inset (&self->frame, width - self->key_width, height, TOP, y);
}

void
heddle_curve_paint (HeddleText *text,
                    cairo_t *cr,
                    const HeddleCurvePicture *picture,
                    const HeddleTheme *theme,
                    double width,
                    double height)
{
  Painting self = { { text, cr, theme }, picture };
  HeddleAxis x, y;

  lay_out (&self, width, height, &y);
  make_x (&self, &x);
  cairo_save (cr);
  heddle_plot_frame_paint (&self.frame, &x, &y);
  paint_title (&self);
  for (guint i = 0; i < picture->n_curves; i++)
    paint_curve (&self, &picture->curves[i]);
  paint_key (&self);
  cairo_restore (cr);
}

gboolean
heddle_curve_find (HeddleText *text,
                   const HeddleCurvePicture *picture,
                   double width,
                   double height,
                   double x,
                   double y,
                   guint *out_curve,
                   guint *out_point)
{
  Painting self = { { .text = text }, picture };
  double nearest = NEAR;
  HeddleAxis axis;

  lay_out (&self, width, height, &axis);
  for (guint c = 0; c < picture->n_curves; c++)
    for (guint i = 0; i < picture->curves[c].n && !picture->curves[c].is_line && !picture->curves[c].is_foreign; i++)
      {
        const HeddleCurvePoint *point = &picture->curves[c].points[i];
        double distance = is_seen (&self, point) ? hypot (get_x (&self, point) - x, heddle_plot_frame_y (&self.frame, scale (&self, point->y)) - y) : INFINITY;

        if (distance > nearest)
          continue;
        nearest = distance;
        *out_curve = c;
        *out_point = i;
      }
  return nearest < NEAR;
}
