/* heddle-sketch-painter.c: what somebody expects, drawn by hand, and what is so
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-sketch-painter"

#include "heddle-sketch-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#define TOP 10.0
#define RIGHT 10.0
#define LABEL_SIZE 11.0
#define LABEL_GAP 6.0
#define SMALLEST_SIZE 8.0
#define LABEL_HEIGHT 20.0 /* at a scale of text of 1 */
#define RADIUS 5.0
#define N_LINES 4

typedef struct
{
  const HeddleSketchPicture *picture;
  double x, y, width, height; /* of the plot */
} Plot;

/* Room for the figures at the left. */
static double
measure_left (HeddleText *text,
              const HeddleSketchPicture *picture)
{
  double widest = 0;

  for (guint i = 0; i <= N_LINES; i++)
    {
      g_autofree char *figure = hd_figure_in (picture->top * i / N_LINES, picture->unit, 3);

      widest = MAX (widest, heddle_text_width (text, figure, LABEL_SIZE, FALSE));
    }
  return widest + 14;
}

static Plot
measure (HeddleText *text,
         const HeddleSketchPicture *picture,
         double width,
         double height)
{
  double left = measure_left (text, picture), bottom = LABEL_HEIGHT * heddle_text_get_scale (text);

  return (Plot) { picture, left, TOP, MAX (1, width - left - RIGHT), MAX (1, height - TOP - bottom) };
}

static double
to_x (const Plot *self,
      guint column)
{
  return self->x + self->width * (column + 0.5) / self->picture->n;
}

static double
to_y (const Plot *self,
      double value)
{
  return self->y + self->height * (1 - CLAMP (value / self->picture->top, 0, 1));
}

guint
heddle_sketch_find (HeddleText *text,
                    const HeddleSketchPicture *picture,
                    double width,
                    double height,
                    double x,
                    double y,
                    double *out_value)
{
  Plot plot = measure (text, picture, width, height);

  *out_value = picture->top * CLAMP (1 - (y - plot.y) / plot.height, 0, 1);
  return (guint) CLAMP (floor ((x - plot.x) / plot.width * picture->n), 0, picture->n - 1);
}

/* All labels have one size, the largest at which the widest fits. */
static double
find_size (const Plot *self,
           HeddleText *text)
{
  double widest = 1;

  for (guint i = 0; i < self->picture->n; i++)
    widest = MAX (widest, heddle_text_width (text, self->picture->labels[i], LABEL_SIZE, FALSE));
  return CLAMP (LABEL_SIZE * (self->width / self->picture->n - LABEL_GAP) / widest, SMALLEST_SIZE, LABEL_SIZE);
}

static void
paint_grid (const Plot *self,
            HeddleText *text,
            cairo_t *cr,
            const HeddleTheme *theme)
{
  HeddleTextLook look = { .size = LABEL_SIZE, .align = HEDDLE_TEXT_RIGHT, .colour = theme->dim };
  HeddleTextLook below = { .size = find_size (self, text), .align = HEDDLE_TEXT_CENTRE, .colour = theme->text, .max_width = self->width / self->picture->n };
  double line_height = LABEL_HEIGHT * heddle_text_get_scale (text);

  cairo_set_line_width (cr, 1);
  for (guint i = 0; i <= N_LINES; i++)
    {
      double value = self->picture->top * i / N_LINES, y = floor (to_y (self, value)) + 0.5;
      g_autofree char *figure = hd_figure_in (value, self->picture->unit, 3);

      cairo_move_to (cr, self->x, y);
      cairo_line_to (cr, self->x + self->width, y);
      heddle_colour_set (cr, theme->grid_line);
      cairo_stroke (cr);
      heddle_text_paint_box (text, cr, 0, y - line_height / 2, self->x - 8, line_height, figure, &look);
    }
  for (guint i = 0; i < self->picture->n; i++)
    heddle_text_paint_box (text, cr, to_x (self, i) - self->width / self->picture->n / 2, self->y + self->height, self->width / self->picture->n, line_height,
                           self->picture->labels[i], &below);
}

static void
paint_curve (const Plot *self,
             cairo_t *cr,
             const double *values,
             HeddleColour colour,
             gboolean dashed)
{
  const double dashes[] = { 5, 4 };
  gboolean is_begun = FALSE;

  for (guint i = 0; i < self->picture->n; i++)
    if (isfinite (values[i]))
      {
        if (is_begun)
          cairo_line_to (cr, to_x (self, i), to_y (self, values[i]));
        else
          cairo_move_to (cr, to_x (self, i), to_y (self, values[i]));
        is_begun = TRUE;
      }
    else
      is_begun = FALSE;
  heddle_colour_set (cr, colour);
  cairo_set_line_width (cr, 2);
  if (dashed)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; i < self->picture->n; i++)
    if (isfinite (values[i]))
      {
        cairo_new_path (cr);
        cairo_arc (cr, to_x (self, i), to_y (self, values[i]), dashed ? RADIUS - 1.5 : RADIUS, 0, 2 * G_PI);
        cairo_fill (cr);
      }
}

void
heddle_sketch_paint (HeddleText *text,
                     cairo_t *cr,
                     const HeddleSketchPicture *picture,
                     const HeddleTheme *theme,
                     double width,
                     double height)
{
  Plot plot = measure (text, picture, width, height);

  heddle_colour_set (cr, theme->view_bg);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  if (picture->focus >= 0)
    {
      cairo_rectangle (cr, to_x (&plot, (guint) picture->focus) - plot.width / picture->n / 2, plot.y, plot.width / picture->n, plot.height);
      heddle_colour_set (cr, heddle_colour_with_alpha (theme->accent, 0.12));
      cairo_fill (cr);
    }
  paint_grid (&plot, text, cr, theme);
  if (picture->right != NULL)
    paint_curve (&plot, cr, picture->right, theme->category[1], TRUE);
  paint_curve (&plot, cr, picture->drawn, theme->accent, FALSE);
}
