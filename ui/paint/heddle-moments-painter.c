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
#define BREAK 4.0 /* of a cut, to each side */
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

const HdMoments *
heddle_moments_get_source (const HeddleMomentsPicture *picture,
                           guint row)
{
  return picture->is_linked ? &picture->moments[heddle_moments_get (picture, row)->source] : NULL;
}

/* ---- parts -------------------------------------------------------------------------------------------------------------- */

/* Of what was sent and not answered when the run ended its chiplet does not know where it is. */
static HeddleMomentsPart
find_part (const HdMoments *moments,
           HeddleMomentsPart part)
{
  return part == HEDDLE_MOMENTS_ENTRY && moments->n_moments == HD_MOMENT_SENT + 1 ? HEDDLE_MOMENTS_OPEN : part;
}

/* The parts from @first to @last, as far as they are behind @from. */
static guint
add_bars (const HdMoments *moments,
          HeddleMomentsPart first,
          HeddleMomentsPart last,
          HdTime from,
          HeddleMomentsBar *bars,
          guint n)
{
  for (HeddleMomentsPart part = first; part <= last; part++)
    {
      HdTime begin = MAX (moments->times[part], from), end = MAX (moments->times[part + 1], from);

      bars[n] = (HeddleMomentsBar){ moments, find_part (moments, part), begin, end, n > 0 ? heddle_moments_get_length (bars, n) : 0 };
      n++;
    }
  return n;
}

guint
heddle_moments_lay_out (const HdMoments *source,
                        const HdMoments *moments,
                        HeddleMomentsBar out_bars[HEDDLE_MOMENTS_MOST_BARS])
{
  HdTime served;
  guint n;

  if (source == NULL)
    return add_bars (moments, HEDDLE_MOMENTS_TAKE, HEDDLE_MOMENTS_STORE, 0, out_bars, 0);
  served = source->times[HD_MOMENT_SERVED];
  n = add_bars (source, HEDDLE_MOMENTS_TAKE, HEDDLE_MOMENTS_MEMORY, 0, out_bars, 0);
  out_bars[n] = (HeddleMomentsBar){ source, HEDDLE_MOMENTS_KEEP, served, MAX (moments->times[HD_MOMENT_ASKED], served), heddle_moments_get_length (out_bars, n) };
  return add_bars (moments, HEDDLE_MOMENTS_QUEUE, HEDDLE_MOMENTS_STORE, served, out_bars, n + 1);
}

HdTime
heddle_moments_get_length (const HeddleMomentsBar *bars,
                           guint n)
{
  const HeddleMomentsBar *last = &bars[n - 1];

  return last->at + (last->part != HEDDLE_MOMENTS_KEEP ? last->end - last->begin : 0);
}

const HeddleMomentsBar *
heddle_moments_find_bar (const HeddleMomentsBar *bars,
                         guint n,
                         double time)
{
  if (time < 0)
    return NULL;
  for (guint i = 0; i < n; i++)
    if (time < (double) heddle_moments_get_length (bars, i + 1))
      return &bars[i];
  return NULL;
}

const HeddleMomentsBar *
heddle_moments_find_longest (const HeddleMomentsBar *bars,
                             guint n)
{
  const HeddleMomentsBar *longest = bars;

  for (guint i = 1; i < n; i++)
    if (bars[i].part != HEDDLE_MOMENTS_KEEP && bars[i].end - bars[i].begin > longest->end - longest->begin)
      longest = &bars[i];
  return longest;
}

/* ---- keys --------------------------------------------------------------------------------------------------------------- */

static HeddleColour
get_colour (const HeddleTheme *theme,
            HeddleMomentsPart part)
{
  switch (part)
    {
    case HEDDLE_MOMENTS_TAKE:
      return theme->category[2];
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
    case HEDDLE_MOMENTS_BACK:
      return theme->category[6];
    case HEDDLE_MOMENTS_STORE:
      return theme->category[7];
    case HEDDLE_MOMENTS_OPEN:
      return theme->category[4];
    default:
      return theme->dim;
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

/* A cut through the row. */
static void
paint_break (cairo_t *cr,
             const HeddleTheme *theme,
             double x,
             double y)
{
  cairo_move_to (cr, x - BREAK, y + ROW);
  cairo_line_to (cr, x, y);
  cairo_line_to (cr, x + BREAK, y);
  cairo_line_to (cr, x, y + ROW);
  cairo_close_path (cr);
  heddle_colour_set (cr, theme->view_bg);
  cairo_fill (cr);
  cairo_move_to (cr, x - BREAK, y + ROW - 2);
  cairo_line_to (cr, x, y + 2);
  cairo_move_to (cr, x, y + ROW - 2);
  cairo_line_to (cr, x + BREAK, y + 2);
  cairo_set_line_width (cr, 1);
  heddle_colour_set (cr, theme->dim);
  cairo_stroke (cr);
}

static void
paint_bars (cairo_t *cr,
            const HeddleMomentsPicture *picture,
            const HeddleTheme *theme,
            double width,
            const HeddleMomentsBar *bars,
            guint n,
            double y)
{
  double left = get_left (width), right = left + get_plot_width (width);

  for (guint i = 0; i < n; i++)
    {
      double from = MAX (find_x (picture, width, (double) bars[i].at), left);
      double to = MIN (find_x (picture, width, (double) heddle_moments_get_length (bars, i + 1)), right);

      if (to > from)
        heddle_bar_paint (cr, get_colour (theme, bars[i].part), is_wait (bars[i].part), from, y + 3, MAX (to - from - (to - from > 4 ? 1 : 0), 0.5), ROW - 6);
    }
  for (guint i = 0; i < n; i++)
    {
      double x = find_x (picture, width, (double) bars[i].at);

      if (bars[i].part == HEDDLE_MOMENTS_KEEP && bars[i].end > bars[i].begin && x >= left && x <= right)
        paint_break (cr, theme, round (x), y);
    }
}

/* Through the row, so that it is seen on each of the colours. */
static void
paint_moment (cairo_t *cr,
              const HeddleMomentsPicture *picture,
              const HeddleTheme *theme,
              double width,
              const HeddleMomentsBar *bars,
              guint n,
              double y)
{
  guint i = 0;
  double x;

  while (i + 1 < n && picture->moment > bars[i].end)
    i++;
  if (picture->moment < bars[i].begin || picture->moment > bars[i].end)
    return;
  x = find_x (picture, width, (double) (bars[i].at + (bars[i].part != HEDDLE_MOMENTS_KEEP ? picture->moment - bars[i].begin : 0)));
  if (x < get_left (width) || x > get_left (width) + get_plot_width (width))
    return;
  cairo_rectangle (cr, round (x) - 2, y, 4, ROW);
  heddle_colour_set (cr, theme->view_bg);
  cairo_fill (cr);
  cairo_rectangle (cr, round (x) - 1, y, 2, ROW);
  heddle_colour_set (cr, theme->playhead);
  cairo_fill (cr);
}

static char *
dup_name (const HeddleMomentsPicture *picture,
          const HdMoments *source,
          const HdMoments *moments)
{
  const char *component = picture->names[moments->component], *memory = picture->names[moments->memory];

  if (source != NULL)
    return g_strdup_printf ("%s → %s → %s", picture->names[source->component], memory, component);
  return g_strdup_printf (moments->is_write ? "%s → %s" : "%s ← %s", component, memory);
}

static void
paint_row (HeddleText *text,
           cairo_t *cr,
           const HeddleMomentsPicture *picture,
           const HeddleTheme *theme,
           double width,
           guint row)
{
  const HdMoments *moments = heddle_moments_get (picture, row), *source = heddle_moments_get_source (picture, row);
  HdTime start = (source != NULL ? source : moments)->times[HD_MOMENT_ASKED];
  double y = AXIS + (row - picture->first) * ROW, middle = y + 14;
  gboolean is_selected = (gint64) row == picture->selected;
  g_autofree char *asked = hd_figure_time (start, DIGITS), *length = hd_figure_time (moments->times[HD_MOMENT_STORED] - start, DIGITS), *name = dup_name (picture, source, moments);
  g_autofree char *total = moments->n_moments < HD_N_MOMENTS ? g_strconcat ("≥ ", length, NULL) : g_steal_pointer (&length);
  HeddleTextLook look = { .size = WORDS, .bold = is_selected, .align = HEDDLE_TEXT_LEFT, .max_width = get_name_width (width) - 12, .colour = theme->text };

  if (is_selected || row % 2 == 1)
    {
      cairo_rectangle (cr, 0, y, width, ROW);
      heddle_colour_set (cr, is_selected ? heddle_colour_with_alpha (theme->accent, 0.18) : heddle_colour_with_alpha (theme->lane_bg, 0.6));
      cairo_fill (cr);
    }
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
      HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
      guint n = heddle_moments_lay_out (heddle_moments_get_source (picture, row), heddle_moments_get (picture, row), bars);

      paint_bars (cr, picture, theme, width, bars, n, AXIS + (row - picture->first) * ROW);
      paint_moment (cr, picture, theme, width, bars, n, AXIS + (row - picture->first) * ROW);
    }
  cairo_restore (cr);
  paint_keys (text, cr, picture, theme, width, bottom);
}
