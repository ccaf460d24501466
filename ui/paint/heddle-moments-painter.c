/* heddle-moments-painter.c: transfers from and to memories: a row for each, a bar from each of its moments to the next
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-moments-painter"

#include "heddle-moments-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-axis.h"
#include "heddle-bar-painter.h"

#define WORDS 11.0
#define AXIS 24.0
#define ROW 20.0
#define MOST_NAME 176.0
#define NAME_SHARE 0.3 /* of a narrow picture */
#define ASKED 78.0
#define TOTAL 74.0
#define TICK_WIDTH 80.0
#define DIGITS 4

static double
get_name_width (double width)
{
  return MIN (MOST_NAME, width * NAME_SHARE);
}

static double
get_left (double width)
{
  return get_name_width (width) + ASKED;
}

static double
get_plot_width (double width)
{
  return MAX (width - get_left (width) - TOTAL, 1);
}

static double
find_x (const HeddleMomentsPicture *picture,
        double width,
        double time)
{
  return get_left (width) + (time - (double) picture->from) / MAX ((double) (picture->to - picture->from), 1) * get_plot_width (width);
}

double
heddle_moments_find_time (const HeddleMomentsPicture *picture,
                          double width,
                          double x)
{
  return (double) picture->from + (x - get_left (width)) / get_plot_width (width) * (double) (picture->to - picture->from);
}

const HdMoments *
heddle_moments_get (const HeddleMomentsPicture *picture,
                    guint row)
{
  return &picture->moments[picture->order != NULL ? picture->order[row] : row];
}

HeddleMomentsPart
heddle_moments_find_part (const HdMoments *moments,
                          double time)
{
  HeddleMomentsPart part = 0;

  if (time < 0)
    return HEDDLE_N_MOMENTS_PARTS;
  while (part < HEDDLE_N_MOMENTS_PARTS && time >= (double) (moments->times[part + 1] - moments->times[0]))
    part++;
  return part;
}

HeddleMomentsPart
heddle_moments_find_longest (const HdMoments *moments)
{
  HeddleMomentsPart longest = 0;

  for (HeddleMomentsPart part = 1; part < HEDDLE_N_MOMENTS_PARTS; part++)
    if (moments->times[part + 1] - moments->times[part] > moments->times[longest + 1] - moments->times[longest])
      longest = part;
  return longest;
}

/* ---- keys --------------------------------------------------------------------------------------------------------------- */

static HeddleColour
get_colour (const HeddleTheme *theme,
            HeddleMomentsPart part)
{
  switch (part)
    {
    case HEDDLE_MOMENTS_QUEUE:
      return theme->category[5];
    case HEDDLE_MOMENTS_ENTRY:
      return theme->category[1];
    case HEDDLE_MOMENTS_OUT:
      return theme->category[0];
    case HEDDLE_MOMENTS_MEMORY:
      return theme->span[HEDDLE_SPAN_MEMORY];
    case HEDDLE_MOMENTS_REPLY_ENTRY:
      return theme->category[3];
    default:
      return theme->category[6];
    }
}

static gboolean
is_wait (HeddleMomentsPart part)
{
  return part == HEDDLE_MOMENTS_QUEUE || part == HEDDLE_MOMENTS_ENTRY || part == HEDDLE_MOMENTS_REPLY_ENTRY;
}

/* @cr: (nullable), as @theme: to measure. */
static double
paint_keys (HeddleText *text,
            cairo_t *cr,
            const HeddleMomentsPicture *picture,
            const HeddleTheme *theme,
            double width,
            double top)
{
  HeddleBarKey keys[HEDDLE_N_MOMENTS_PARTS];

  for (guint part = 0; part < HEDDLE_N_MOMENTS_PARTS; part++)
    keys[part] = (HeddleBarKey){ picture->keys[part], theme != NULL ? get_colour (theme, part) : (HeddleColour){ 0 }, is_wait (part) };
  return heddle_bar_paint_keys (text, cr, keys, HEDDLE_N_MOMENTS_PARTS, theme != NULL ? theme->text : (HeddleColour){ 0 }, width, top);
}

/* ---- rows --------------------------------------------------------------------------------------------------------------- */

double
heddle_moments_get_height (HeddleText *text,
                           const HeddleMomentsPicture *picture,
                           double width)
{
  return AXIS + picture->n_rows * ROW + paint_keys (text, NULL, picture, NULL, width, 0);
}

double
heddle_moments_count_seen (HeddleText *text,
                           const HeddleMomentsPicture *picture,
                           double width,
                           double height)
{
  return MAX (height - AXIS - paint_keys (text, NULL, picture, NULL, width, 0), ROW) / ROW;
}

gint64
heddle_moments_find_row (HeddleText *text,
                         const HeddleMomentsPicture *picture,
                         double width,
                         double height,
                         double y)
{
  double row = (y - AXIS) / ROW, seen = heddle_moments_count_seen (text, picture, width, height);

  if (row < 0 || row >= seen || floor (picture->first + row) >= picture->n_rows)
    return -1;
  return (gint64) floor (picture->first + row);
}

/* ---- painting ----------------------------------------------------------------------------------------------------------- */

static void
paint_axis (HeddleText *text,
            cairo_t *cr,
            const HeddleMomentsPicture *picture,
            const HeddleTheme *theme,
            double width,
            double bottom)
{
  HeddleTextLook look = { .size = WORDS, .align = HEDDLE_TEXT_CENTRE, .colour = theme->dim };
  double right = get_left (width) + get_plot_width (width);
  HeddleAxis axis;

  heddle_axis_times (picture->from, MAX (picture->to, picture->from + 1), (guint) CLAMP (get_plot_width (width) / TICK_WIDTH, 2, 24), &axis);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < axis.n; i++)
    {
      double x = round (find_x (picture, width, (double) axis.origin_ps + axis.ticks[i].position)) + 0.5;

      if (x < get_left (width) || x > right)
        continue;
      heddle_colour_set (cr, theme->grid_line);
      cairo_move_to (cr, x, AXIS - 4);
      cairo_line_to (cr, x, bottom);
      cairo_stroke (cr);
      if (x < right - 12)
        heddle_text_paint (text, cr, MAX (x, get_left (width) + 16), AXIS - 9, axis.ticks[i].label, &look);
    }
  look.align = HEDDLE_TEXT_RIGHT;
  look.max_width = ASKED - 8;
  heddle_text_paint (text, cr, get_left (width) - 10, AXIS - 9, picture->asked, &look);
  look.max_width = TOTAL - 12;
  heddle_text_paint (text, cr, width - 8, AXIS - 9, picture->total, &look);
}

static void
paint_bars (cairo_t *cr,
            const HeddleMomentsPicture *picture,
            const HeddleTheme *theme,
            double width,
            const HdMoments *moments,
            double y)
{
  double left = get_left (width), right = left + get_plot_width (width);

  for (guint part = 0; part < HEDDLE_N_MOMENTS_PARTS; part++)
    {
      double from = MAX (find_x (picture, width, (double) (moments->times[part] - moments->times[0])), left);
      double to = MIN (find_x (picture, width, (double) (moments->times[part + 1] - moments->times[0])), right);

      if (to > from)
        heddle_bar_paint (cr, get_colour (theme, part), is_wait (part), from, y + 3, MAX (to - from - (to - from > 4 ? 1 : 0), 0.5), ROW - 6);
    }
}

/* Through the row, so that it is seen on each of the colours. */
static void
paint_moment (cairo_t *cr,
              const HeddleMomentsPicture *picture,
              const HeddleTheme *theme,
              double width,
              const HdMoments *moments,
              double y)
{
  double x = find_x (picture, width, (double) (picture->moment - moments->times[HD_MOMENT_ASKED]));

  if (picture->moment < moments->times[HD_MOMENT_ASKED] || picture->moment > moments->times[HD_MOMENT_ANSWERED] || x < get_left (width)
      || x > get_left (width) + get_plot_width (width))
    return;
  cairo_rectangle (cr, round (x) - 2, y, 4, ROW);
  heddle_colour_set (cr, theme->view_bg);
  cairo_fill (cr);
  cairo_rectangle (cr, round (x) - 1, y, 2, ROW);
  heddle_colour_set (cr, theme->playhead);
  cairo_fill (cr);
}

static void
paint_row (HeddleText *text,
           cairo_t *cr,
           const HeddleMomentsPicture *picture,
           const HeddleTheme *theme,
           double width,
           guint row)
{
  const HdMoments *moments = heddle_moments_get (picture, row);
  double y = AXIS + (row - picture->first) * ROW, middle = y + 14;
  gboolean is_selected = (gint64) row == picture->selected;
  g_autofree char *asked = hd_figure_time (moments->times[HD_MOMENT_ASKED], DIGITS), *name = NULL;
  g_autofree char *total = hd_figure_time (moments->times[HD_MOMENT_ANSWERED] - moments->times[HD_MOMENT_ASKED], DIGITS);
  HeddleTextLook look = { .size = WORDS, .bold = is_selected, .align = HEDDLE_TEXT_LEFT, .max_width = get_name_width (width) - 12, .colour = theme->text };

  if (is_selected || row % 2 == 1)
    {
      cairo_rectangle (cr, 0, y, width, ROW);
      heddle_colour_set (cr, is_selected ? heddle_colour_with_alpha (theme->accent, 0.18) : heddle_colour_with_alpha (theme->lane_bg, 0.6));
      cairo_fill (cr);
    }
  name = g_strdup_printf (moments->is_write ? "%s → %s" : "%s ← %s", picture->names[moments->component], picture->names[moments->memory]);
  heddle_text_paint (text, cr, 8, middle, name, &look);
  look = (HeddleTextLook){ .size = WORDS, .align = HEDDLE_TEXT_RIGHT, .colour = theme->dim };
  heddle_text_paint (text, cr, get_left (width) - 10, middle, asked, &look);
  heddle_text_paint (text, cr, width - 8, middle, total, &look);
}

void
heddle_moments_paint (HeddleText *text,
                      cairo_t *cr,
                      const HeddleMomentsPicture *picture,
                      const HeddleTheme *theme,
                      double width,
                      double height)
{
  double seen = heddle_moments_count_seen (text, picture, width, height), bottom = AXIS + seen * ROW;
  guint first = (guint) MAX (floor (picture->first), 0), end = (guint) CLAMP (ceil (picture->first + seen), 0, picture->n_rows);

  cairo_save (cr);
  cairo_rectangle (cr, 0, AXIS, width, bottom - AXIS);
  cairo_clip (cr);
  for (guint row = first; row < end; row++)
    paint_row (text, cr, picture, theme, width, row);
  cairo_restore (cr);
  paint_axis (text, cr, picture, theme, width, MIN (bottom, AXIS + (picture->n_rows - picture->first) * ROW));
  cairo_save (cr);
  cairo_rectangle (cr, 0, AXIS, width, bottom - AXIS);
  cairo_clip (cr);
  for (guint row = first; row < end; row++)
    {
      paint_bars (cr, picture, theme, width, heddle_moments_get (picture, row), AXIS + (row - picture->first) * ROW);
      paint_moment (cr, picture, theme, width, heddle_moments_get (picture, row), AXIS + (row - picture->first) * ROW);
    }
  cairo_restore (cr);
  paint_keys (text, cr, picture, theme, width, bottom);
}
