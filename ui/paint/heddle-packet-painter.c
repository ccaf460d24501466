/* heddle-packet-painter.c: a packet from router to router: a row for each, a bar for each stage
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-packet-painter"

#include "heddle-packet-painter.h"

#include <math.h>

#include "heddle-axis.h"
#include "heddle-bar-painter.h"

#define WORDS 11.0
#define AXIS 22.0
#define ROW 22.0
#define NAMES 150.0
#define WAITS 74.0
#define TICK_WIDTH 60.0

static double
get_right (double width)
{
  return MAX (width - WAITS, NAMES + 1);
}

static double
find_x (const HeddlePacketPicture *picture,
        double width,
        double cycle)
{
  return NAMES + (cycle - picture->from) / MAX (picture->to - picture->from, 1e-9) * (get_right (width) - NAMES);
}

static gboolean
is_wait (HeddlePacketKind kind)
{
  return kind >= HEDDLE_PACKET_BEHIND;
}

static HeddleColour
get_colour (const HeddleTheme *theme,
            HeddlePacketKind kind)
{
  static const guint categories[] = {
    [HEDDLE_PACKET_BEHIND] = 5, [HEDDLE_PACKET_TAKEN] = 1, [HEDDLE_PACKET_BEATEN] = 3, [HEDDLE_PACKET_NO_CREDIT] = 6, [HEDDLE_PACKET_NO_ROOM] = 4,
    [HEDDLE_PACKET_BUSY] = 7,
  };

  if (is_wait (kind))
    return theme->category[categories[kind]];
  return kind == HEDDLE_PACKET_STAGE ? theme->accent : kind == HEDDLE_PACKET_LINK ? theme->span[HEDDLE_SPAN_COMMUNICATION] : theme->neutral;
}

/* ---- key ---------------------------------------------------------------------------------------------------------------- */

/* @cr: (nullable), as @theme: to measure. */
static double
paint_keys (HeddleText *text,
            cairo_t *cr,
            const HeddlePacketPicture *picture,
            const HeddleTheme *theme,
            double width,
            double top)
{
  HeddleBarKey keys[HEDDLE_N_PACKET_KINDS];

  for (guint kind = 0; kind < HEDDLE_N_PACKET_KINDS; kind++)
    keys[kind] = (HeddleBarKey){ picture->keys[kind], theme != NULL ? get_colour (theme, kind) : (HeddleColour){ 0 }, is_wait (kind) };
  return heddle_bar_paint_keys (text, cr, keys, HEDDLE_N_PACKET_KINDS, theme != NULL ? theme->text : (HeddleColour){ 0 }, width, top);
}

double
heddle_packet_get_height (HeddleText *text,
                          const HeddlePacketPicture *picture,
                          double width)
{
  return AXIS + picture->n_rows * ROW + paint_keys (text, NULL, picture, NULL, width, 0) + 6;
}

/* ---- finding --------------------------------------------------------------------------------------------------------------- */

int
heddle_packet_find_row (const HeddlePacketPicture *picture,
                        double y)
{
  double row = floor ((y - AXIS) / ROW);

  return row >= 0 && row < picture->n_rows ? (int) row : -1;
}

gboolean
heddle_packet_find_cycle (const HeddlePacketPicture *picture,
                          double width,
                          double x,
                          double *out_cycle)
{
  *out_cycle = picture->from + (x - NAMES) / (get_right (width) - NAMES) * (picture->to - picture->from);
  return x >= NAMES && x <= get_right (width);
}

/* ---- painting -------------------------------------------------------------------------------------------------------------- */

static void
paint_axis (HeddleText *text,
            cairo_t *cr,
            const HeddlePacketPicture *picture,
            const HeddleTheme *theme,
            double width)
{
  HeddleAxis axis;

  heddle_axis_values (picture->from, picture->to, (guint) CLAMP ((get_right (width) - NAMES) / TICK_WIDTH, 2, 24), &axis);
  for (guint i = 0; i < axis.n; i++)
    {
      double x = round (find_x (picture, width, axis.ticks[i].position)) + 0.5;

      heddle_colour_set (cr, theme->grid_line);
      cairo_set_line_width (cr, 1);
      cairo_move_to (cr, x, AXIS - 4);
      cairo_line_to (cr, x, AXIS + picture->n_rows * ROW);
      cairo_stroke (cr);
      heddle_text_paint (text, cr, x, AXIS - 8, axis.ticks[i].label, &(HeddleTextLook){ .size = WORDS, .align = HEDDLE_TEXT_CENTRE, .colour = theme->dim });
    }
}

static void
paint_row (HeddleText *text,
           cairo_t *cr,
           const HeddlePacketPicture *picture,
           const HeddleTheme *theme,
           double width,
           guint row)
{
  double y = AXIS + row * ROW;
  gboolean is_selected = (int) row == picture->selected;

  if (is_selected || row % 2 == 1)
    {
      cairo_rectangle (cr, 0, y, width, ROW);
      heddle_colour_set (cr, is_selected ? heddle_colour_with_alpha (theme->accent, 0.18) : heddle_colour_with_alpha (theme->lane_bg, 0.6));
      cairo_fill (cr);
    }
  heddle_text_paint (text, cr, 8, y + 15, picture->rows[row].name,
                     &(HeddleTextLook){ .size = WORDS, .bold = is_selected, .align = HEDDLE_TEXT_LEFT, .max_width = NAMES - 16, .colour = theme->text });
  heddle_text_paint (text, cr, width - 8, y + 15, picture->rows[row].wait, &(HeddleTextLook){ .size = WORDS, .align = HEDDLE_TEXT_RIGHT, .colour = theme->dim });
}

static void
paint_bar (cairo_t *cr,
           const HeddlePacketPicture *picture,
           const HeddleTheme *theme,
           double width,
           const HeddlePacketBar *bar)
{
  double from = MAX (find_x (picture, width, bar->from), NAMES), to = MIN (find_x (picture, width, bar->to), get_right (width));

  if (to > from)
    heddle_bar_paint (cr, get_colour (theme, bar->kind), is_wait (bar->kind), from, AXIS + bar->row * ROW + 4, MAX (to - from - (to - from > 4 ? 1 : 0), 1), ROW - 8);
}

void
heddle_packet_paint (HeddleText *text,
                     cairo_t *cr,
                     const HeddlePacketPicture *picture,
                     const HeddleTheme *theme,
                     double width,
                     double height)
{
  cairo_save (cr);
  for (guint i = 0; i < picture->n_rows; i++)
    paint_row (text, cr, picture, theme, width, i);
  paint_axis (text, cr, picture, theme, width);
  for (guint i = 0; i < picture->n_bars; i++)
    paint_bar (cr, picture, theme, width, &picture->bars[i]);
  paint_keys (text, cr, picture, theme, width, AXIS + picture->n_rows * ROW + 3);
  cairo_restore (cr);
}
