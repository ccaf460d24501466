/* heddle-grid-painter.c: values over two others, as colours
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-grid-painter"

#include "heddle-grid-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-colour-map.h"
#include "heddle-painting.h"
#include "heddle-plot-frame.h"
#include "heddle-value-axis.h"

#define TOP 24.0 /* with the title */
#define TITLE_FOOT 15.0
#define ROW_HEIGHT 16.0 /* of a row that is named */
#define KEY_WIDTH 12.0
#define KEY_GAP 6.0
#define TICK_HEIGHT 26.0
#define CELL_GAP 1.0 /* between cells that have room for it */
#define ROOM 8.0
#define DIGITS 4

typedef struct
{
  HeddlePlotFrame frame;
  const HeddleGridPicture *picture;
  HeddleAxis columns, rows, key;
  double low, high; /* of the colours */
} Painting;

static gboolean
is_seen (const HeddleGridPicture *picture,
         double value)
{
  return isfinite (value) && (!picture->is_logarithmic || value > 0);
}

static double
scale (const HeddleGridPicture *picture,
       double value)
{
  return picture->is_logarithmic ? log10 (value) : value;
}

/* ---- layout ------------------------------------------------------------------------------------------------------------- */

static void
find_range (Painting *self)
{
  const HeddleGridPicture *picture = self->picture;

  self->low = INFINITY;
  self->high = -INFINITY;
  for (guint i = 0; i < picture->n_columns * picture->n_rows; i++)
    if (is_seen (picture, picture->values[i]))
      {
        self->low = MIN (self->low, scale (picture, picture->values[i]));
        self->high = MAX (self->high, scale (picture, picture->values[i]));
      }
  if (!(self->high >= self->low))
    self->low = self->high = 0;
}

/* Every one, or every so many that they have room. */
static void
name_places (const char *const *names,
             guint n,
             guint most,
             HeddleAxis *out_axis)
{
  guint step = (n + most - 1) / MAX (most, 1);

  out_axis->n = 0;
  out_axis->origin_ps = 0;
  for (guint i = 0; i < n; i += MAX (step, 1))
    {
      out_axis->ticks[out_axis->n].position = i;
      heddle_tick_set_name (&out_axis->ticks[out_axis->n++], names[i]);
    }
}

static double
get_key_width (const Painting *self)
{
  double widest = 0;

  for (guint i = 0; i < self->key.n; i++)
    widest = MAX (widest, heddle_text_width (self->frame.text, self->key.ticks[i].label, HEDDLE_PLOT_WORDS, FALSE));
  return ceil (widest) + KEY_WIDTH + 3 * KEY_GAP;
}

static void
lay_out (Painting *self,
         double width,
         double height)
{
  const HeddleGridPicture *picture = self->picture;
  guint most_ticks = G_N_ELEMENTS (self->rows.ticks);

  find_range (self);
  heddle_value_axis (self->low, self->high, picture->is_logarithmic, picture->unit, (guint) CLAMP ((height - TOP) / TICK_HEIGHT, 2, 8), &self->key);
  name_places (picture->columns, picture->n_columns, most_ticks, &self->columns);
  name_places (picture->rows, picture->n_rows, (guint) CLAMP ((height - 2 * TOP) / ROW_HEIGHT, 1, most_ticks), &self->rows);
  self->frame.low_x = self->frame.low_y = -0.5;
  self->frame.high_x = picture->n_columns - 0.5;
  self->frame.high_y = picture->n_rows - 0.5;
  heddle_plot_frame_inset (&self->frame, width - get_key_width (self), height, TOP, &self->rows);
}

/* ---- paint -------------------------------------------------------------------------------------------------------------- */

static HeddleColour
get_colour (const Painting *self,
            double value)
{
  double share = self->high > self->low ? (scale (self->picture, value) - self->low) / (self->high - self->low) : 0.5;

  return heddle_colour_map_colour (heddle_colour_map_get (HEDDLE_MAP_UTILISATION, self->frame.theme->dark), share);
}

static void
paint_figure (const Painting *self,
              double value,
              HeddleColour ground,
              double x,
              double y,
              double width)
{
  g_autofree char *words = hd_figure_in (value, self->picture->unit, DIGITS);
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (ground) };

  if (heddle_text_width (self->frame.text, words, HEDDLE_PLOT_WORDS, FALSE) + ROOM <= width)
    heddle_text_paint (self->frame.text, self->frame.cr, x + width / 2, y + 4, words, &look);
}

static void
paint_cell (const Painting *self,
            guint column,
            guint row)
{
  const HeddlePlotFrame *frame = &self->frame;
  double value = self->picture->values[(gsize) row * self->picture->n_columns + column];
  double left = floor (heddle_plot_frame_x (frame, column - 0.5)), right = floor (heddle_plot_frame_x (frame, column + 0.5));
  double top = floor (heddle_plot_frame_y (frame, row + 0.5)), bottom = floor (heddle_plot_frame_y (frame, row - 0.5));
  double gap = right - left > ROOM && bottom - top > ROOM ? CELL_GAP : 0;
  HeddleColour colour;

  if (!is_seen (self->picture, value))
    return;
  colour = get_colour (self, value);
  cairo_rectangle (frame->cr, left, top, MAX (right - left - gap, 1), MAX (bottom - top - gap, 1));
  heddle_colour_set (frame->cr, colour);
  cairo_fill (frame->cr);
  if (bottom - top >= ROW_HEIGHT && right - left > 2 * ROOM)
    paint_figure (self, value, colour, left, (top + bottom) / 2, right - left - gap);
}

static void
paint_chosen (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  guint column = self->picture->chosen % self->picture->n_columns, row = self->picture->chosen / self->picture->n_columns;
  double left = floor (heddle_plot_frame_x (frame, column - 0.5)), right = floor (heddle_plot_frame_x (frame, column + 0.5));
  double top = floor (heddle_plot_frame_y (frame, row + 0.5)), bottom = floor (heddle_plot_frame_y (frame, row - 0.5));

  cairo_rectangle (frame->cr, left - 1, top - 1, right - left + 1, bottom - top + 1);
  heddle_colour_set (frame->cr, frame->theme->text);
  cairo_set_line_width (frame->cr, 2);
  cairo_stroke (frame->cr);
}

/* At the right: what colours mean. One value needs no scale. */
static void
paint_key (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, frame->theme->dark);
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .colour = frame->theme->dim };
  double x = frame->right + 2 * KEY_GAP, height = frame->bottom - frame->top;

  if (!(self->high > self->low))
    return;
  for (guint i = 0; i < HEDDLE_MAP_ENTRIES; i++)
    {
      double top = floor (frame->bottom - height * (i + 1) / HEDDLE_MAP_ENTRIES), bottom = floor (frame->bottom - height * i / HEDDLE_MAP_ENTRIES);

      cairo_rectangle (frame->cr, x, top, KEY_WIDTH, bottom - top);
      heddle_colour_set (frame->cr, heddle_colour_map_entry (map, i));
      cairo_fill (frame->cr);
    }
  for (guint i = 0; i < self->key.n; i++)
    {
      double share = (self->key.ticks[i].position - self->low) / (self->high - self->low);

      heddle_text_paint (frame->text, frame->cr, x + KEY_WIDTH + KEY_GAP, floor (frame->bottom - share * height) + 4, self->key.ticks[i].label, &look);
    }
}

void
heddle_grid_paint (HeddleText *text,
                   cairo_t *cr,
                   const HeddleGridPicture *picture,
                   const HeddleTheme *theme,
                   double width,
                   double height)
{
  Painting self = { .frame = { text, cr, theme }, .picture = picture };
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .colour = theme->dim };

  lay_out (&self, width, height);
  cairo_save (cr);
  heddle_plot_frame_paint (&self.frame, &self.columns, &self.rows);
  for (guint row = 0; row < picture->n_rows; row++)
    for (guint column = 0; column < picture->n_columns; column++)
      paint_cell (&self, column, row);
  if (picture->chosen != HEDDLE_GRID_NONE)
    paint_chosen (&self);
  paint_key (&self);
  look.max_width = width - self.frame.left - ROOM;
  heddle_text_paint (text, cr, self.frame.left, TITLE_FOOT, picture->title, &look);
  cairo_restore (cr);
}

guint
heddle_grid_find (HeddleText *text,
                  const HeddleGridPicture *picture,
                  double width,
                  double height,
                  double x,
                  double y)
{
  Painting self = { .frame = { .text = text }, .picture = picture };
  const HeddlePlotFrame *frame = &self.frame;
  guint column, row, place;

  lay_out (&self, width, height);
  if (x < frame->left || x >= frame->right || y < frame->top || y >= frame->bottom)
    return HEDDLE_GRID_NONE;
  column = (guint) (picture->n_columns * (x - frame->left) / (frame->right - frame->left));
  row = (guint) (picture->n_rows * (frame->bottom - y) / (frame->bottom - frame->top));
  place = MIN (row, picture->n_rows - 1) * picture->n_columns + MIN (column, picture->n_columns - 1);
  return is_seen (picture, picture->values[place]) ? place : HEDDLE_GRID_NONE;
}
