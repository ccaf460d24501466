/* heddle-knob-painter.c: knobs: what is turned, how far, and what came of it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A card: title and value, below them the track with its handle, below that a plot of a metric over the same values as those of the track.
 */
#define G_LOG_DOMAIN "heddle-paint"

#include "heddle-painting.h"

#define PADDING 12.0
#define LEAST_TEXT 6.0   /* px of the screen; smaller ones are not read */
#define TITLE_Y 20.0     /* baseline, so the next */
#define TITLE_SIZE 12.0
#define SMALL_SIZE 10.0
#define LINE_GAP 8.0     /* between a word and its figure */
#define TRACK_Y 38.0     /* middle */
#define TRACK_REACH 9.0  /* above and below the middle */
#define TRACK_WIDTH 4.0
#define HANDLE 6.5
#define SWITCH_WIDTH 34.0
#define SWITCH_HEIGHT 18.0
#define ENDS_Y 57.0
#define PLOT_Y 80.0      /* upper end */
#define PLOT_BOTTOM 10.0 /* above the lower edge of the card */
#define DOT 1.8
#define PRESENT_DOT 3.2

HeddleRect
heddle_scene_knob_track (const HeddleSceneNote *note)
{
  return (HeddleRect) { note->rect.x + PADDING, note->rect.y + TRACK_Y - TRACK_REACH, note->rect.width - 2 * PADDING, 2 * TRACK_REACH };
}

static void
paint_text (const HeddlePainting *p,
            double                x,
            double                y,
            HeddleAlign           align,
            double                max_width,
            double                size,
            gboolean              bold,
            HeddleColour          colour,
            const char           *text)
{
  HeddleTextLook look = { .size = size, .bold = bold, .align = align, .max_width = max_width, .colour = colour };

  if (text != NULL && size * p->view.zoom >= LEAST_TEXT)
    heddle_text_paint (p->text, p->cr, x, y, text, &look);
}

static void
paint_card (const HeddlePainting  *p,
            const HeddleSceneNote *note)
{
  gboolean marked = (note->state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT)) != 0;
  HeddleColour edge = p->theme->node_outline;

  if (note->state & HEDDLE_STATE_ERROR)
    edge = p->theme->error;
  else if (note->state & HEDDLE_STATE_WARNING)
    edge = p->theme->warning;
  if (marked)
    edge = heddle_colour_with_alpha (p->theme->accent, note->state & HEDDLE_STATE_SELECTED ? 1 : 0.45);
  heddle_path_rounded (p->cr, 0, 0, note->rect.width, note->rect.height, 9);
  heddle_colour_set (p->cr, p->theme->card_bg);
  cairo_fill_preserve (p->cr);
  heddle_colour_set (p->cr, edge);
  cairo_set_line_width (p->cr, marked || (note->state & (HEDDLE_STATE_ERROR | HEDDLE_STATE_WARNING)) ? 2.5 : p->theme->outline_width);
  cairo_stroke (p->cr);
}

/* What a figure at the right leaves of a line. */
static double
find_room (const HeddlePainting *p,
           double                width,
           double                size,
           gboolean              bold,
           const char           *figure)
{
  return MAX (width - LINE_GAP - (figure != NULL ? heddle_text_width (p->text, figure, size, bold) : 0), width * 0.55);
}

/* ---- the track ------------------------------------------------------------------------------------------------------ */

static void
paint_switch (const HeddlePainting *p,
              gboolean              on)
{
  double radius = SWITCH_HEIGHT / 2;

  heddle_path_rounded (p->cr, PADDING, TRACK_Y - radius, SWITCH_WIDTH, SWITCH_HEIGHT, radius);
  heddle_colour_set (p->cr, on ? p->theme->accent : p->theme->neutral);
  cairo_fill (p->cr);
  cairo_arc (p->cr, PADDING + (on ? SWITCH_WIDTH - radius : radius), TRACK_Y, radius - 2, 0, 2 * G_PI);
  heddle_colour_set (p->cr, p->theme->node_fill);
  cairo_fill (p->cr);
}

static void
paint_slider (const HeddlePainting  *p,
              const HeddleSceneKnob *knob,
              double                 width)
{
  double at = PADDING + (isnan (knob->share) ? 0 : CLAMP (knob->share, 0, 1)) * width;

  heddle_path_rounded (p->cr, PADDING, TRACK_Y - TRACK_WIDTH / 2, width, TRACK_WIDTH, TRACK_WIDTH / 2);
  heddle_colour_set (p->cr, p->theme->idle_link);
  cairo_fill (p->cr);
  for (guint i = 0; i < knob->n_stops; i++)
    cairo_arc (p->cr, PADDING + width * i / MAX (knob->n_stops - 1, 1), TRACK_Y, TRACK_WIDTH, 0, 2 * G_PI), cairo_close_path (p->cr);
  cairo_fill (p->cr);
  if (isnan (knob->share))
    return;
  heddle_path_rounded (p->cr, PADDING, TRACK_Y - TRACK_WIDTH / 2, MAX (at - PADDING, TRACK_WIDTH), TRACK_WIDTH, TRACK_WIDTH / 2);
  heddle_colour_set (p->cr, p->theme->accent);
  cairo_fill (p->cr);
  cairo_arc (p->cr, at, TRACK_Y, HANDLE, 0, 2 * G_PI);
  heddle_colour_set (p->cr, p->theme->node_fill);
  cairo_fill_preserve (p->cr);
  heddle_colour_set (p->cr, p->theme->accent);
  cairo_set_line_width (p->cr, 2.5);
  cairo_stroke (p->cr);
}

/* ---- the plot ------------------------------------------------------------------------------------------------------- */

static void
paint_plot (const HeddlePainting  *p,
            const HeddleSceneKnob *knob,
            double                 width,
            double                 bottom)
{
  cairo_move_to (p->cr, PADDING, bottom);
  cairo_line_to (p->cr, PADDING + width, bottom);
  heddle_colour_set (p->cr, p->theme->grid_line);
  cairo_set_line_width (p->cr, 1);
  cairo_stroke (p->cr);

  heddle_colour_set (p->cr, p->theme->accent);
  cairo_set_line_width (p->cr, 1.5);
  for (guint i = 0; i < knob->n_points; i++)
    cairo_line_to (p->cr, PADDING + knob->points[i].x * width, bottom - knob->points[i].y * (bottom - PLOT_Y));
  cairo_stroke (p->cr);
  for (guint i = 0; i < knob->n_points; i++)
    {
      gboolean present = fabs (knob->points[i].x - knob->share) < 1e-6;

      cairo_arc (p->cr, PADDING + knob->points[i].x * width, bottom - knob->points[i].y * (bottom - PLOT_Y), present ? PRESENT_DOT : DOT, 0, 2 * G_PI);
      cairo_fill (p->cr);
    }
}

/* What is measured, and between which values it lies. A long name has the line for itself: the largest value then stands in the plot, as the least one does. */
static void
paint_figures (const HeddlePainting  *p,
               const HeddleSceneKnob *knob,
               double                 width,
               double                 bottom)
{
  double right = PADDING + width, room = find_room (p, width, SMALL_SIZE, FALSE, knob->most);
  gboolean beside = knob->metric == NULL || heddle_text_width (p->text, knob->metric, SMALL_SIZE, FALSE) <= room;

  paint_text (p, PADDING, PLOT_Y - 4, HEDDLE_TEXT_LEFT, beside ? room : width, SMALL_SIZE, FALSE, p->theme->dim, knob->metric);
  paint_text (p, right, beside ? PLOT_Y - 4 : PLOT_Y + SMALL_SIZE, HEDDLE_TEXT_RIGHT, width * 0.42, SMALL_SIZE, FALSE, p->theme->dim, knob->most);
  paint_text (p, right, bottom - 4, HEDDLE_TEXT_RIGHT, width * 0.42, SMALL_SIZE, FALSE, p->theme->dim, knob->least);
}

void
heddle_knob_paint (const HeddlePainting  *p,
                   const HeddleSceneNote *note)
{
  const HeddleSceneKnob *knob = note->knob;
  double width = note->rect.width - 2 * PADDING, right = note->rect.width - PADDING, bottom = note->rect.height - PLOT_BOTTOM;

  cairo_save (p->cr);
  cairo_translate (p->cr, heddle_painting_x (p, note->rect.x), heddle_painting_y (p, note->rect.y));
  cairo_scale (p->cr, p->view.zoom, p->view.zoom);
  paint_card (p, note);
  paint_text (p, PADDING, TITLE_Y, HEDDLE_TEXT_LEFT, find_room (p, width, TITLE_SIZE, TRUE, knob->value), TITLE_SIZE, TRUE, p->theme->text, note->text);
  paint_text (p, right, TITLE_Y, HEDDLE_TEXT_RIGHT, width * 0.42, TITLE_SIZE, TRUE, p->theme->accent_text, knob->value);
  if (knob->is_switch)
    paint_switch (p, knob->share > 0.5);
  else
    {
      paint_slider (p, knob, width);
      paint_text (p, PADDING, ENDS_Y, HEDDLE_TEXT_LEFT, width / 2, SMALL_SIZE, FALSE, p->theme->dim, knob->low);
      paint_text (p, right, ENDS_Y, HEDDLE_TEXT_RIGHT, width / 2, SMALL_SIZE, FALSE, p->theme->dim, knob->high);
    }
  if (knob->n_points > 0)
    {
      paint_plot (p, knob, width, bottom);
      paint_figures (p, knob, width, bottom);
    }
  cairo_restore (p->cr);
}
