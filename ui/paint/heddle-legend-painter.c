/* heddle-legend-painter.c: what the colours and widths of links mean
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-legend-painter"

#include "heddle-legend-painter.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include <heddle/hd-figure.h>

#include "heddle-painting.h"

/* A card in two rows, left to right: scale, widths, what is not on the scale. Measuring and painting are one walk, so
 * that they cannot disagree. */

#define PAD 13.0
#define GAP 26.0
#define HEIGHT 52.0
#define SCALE_WIDTH 180.0
#define SCALE_HEIGHT 9.0
#define ROW_1 20.0 /* baselines */
#define ROW_2 38.0
#define SAMPLE_WIDTH 20.0
#define DOT 3

typedef struct
{
  HeddleText *text;
  cairo_t *cr; /* %NULL: only measure */
  const HeddleLegend *legend;
  const HeddleTheme *theme;
} Walk;

static double
word (const Walk   *walk,
      double        x,
      double        baseline,
      const char   *text,
      gboolean      bold,
      HeddleAlign   align)
{
  HeddleTextLook look = { .size = 11.5, .bold = bold, .align = align };

  if (walk->cr == NULL)
    return heddle_text_width (walk->text, text, look.size, bold);

  look.colour = bold ? walk->theme->text : walk->theme->dim;

  return heddle_text_paint (walk->text, walk->cr, x, baseline, text, &look);
}

static void
paint_scale (const Walk *walk,
             double      x)
{
  gboolean difference = walk->legend->heat == HEDDLE_HEAT_DIFFERENCE;
  const HeddleColourMap *map
    = heddle_colour_map_get (difference ? HEDDLE_MAP_DIFFERENCE : walk->legend->past ? HEDDLE_MAP_PAST : HEDDLE_MAP_UTILISATION, walk->theme->dark);
  cairo_pattern_t *gradient = cairo_pattern_create_linear (x, 0, x + SCALE_WIDTH, 0);

  for (guint i = 0; i < HEDDLE_MAP_ENTRIES; i++)
    {
      HeddleColour c = heddle_colour_map_entry (map, i);

      cairo_pattern_add_color_stop_rgb (gradient, i / (HEDDLE_MAP_ENTRIES - 1.0), c.red, c.green, c.blue);
    }
  heddle_path_rounded (walk->cr, x, ROW_1 - SCALE_HEIGHT, SCALE_WIDTH, SCALE_HEIGHT, 2);
  cairo_set_source (walk->cr, gradient);
  cairo_fill (walk->cr);
  cairo_pattern_destroy (gradient);
}

static double
walk_scale (const Walk *walk,
            double      x)
{
  const HeddleLegend *legend = walk->legend;
  gboolean difference = legend->heat == HEDDLE_HEAT_DIFFERENCE, energy = legend->heat == HEDDLE_HEAT_ENERGY, stalls = legend->heat == HEDDLE_HEAT_STALLS;
  const char *title = legend->title != NULL     ? legend->title
                      : difference              ? _("Change of utilisation")
                      : legend->most_packets > 0 ? _("Packets")
                      : energy                   ? _("Power")
                      : stalls                   ? _("Time in which flits stand still")
                      : legend->past             ? _("Utilisation before your edit")
                                                 : _("Utilisation");

  double width = word (walk, x, ROW_1, title, TRUE, HEDDLE_TEXT_LEFT), second = 0;

  if (legend->buffers && !difference && legend->most_packets == 0)
    second = word (walk, x, ROW_2, _("Router fill"), TRUE, HEDDLE_TEXT_LEFT);
  x += MAX (width, second) + 14;
  if (walk->cr != NULL)
    paint_scale (walk, x);
  if (difference)
    {
      g_autofree char *largest = hd_figure_in (fabs (legend->largest_difference), legend->unit, 3);
      g_autofree char *less = g_strconcat ("−", largest, NULL);
      g_autofree char *more = g_strconcat ("+", largest, NULL);

      word (walk, x, ROW_2, less, FALSE, HEDDLE_TEXT_LEFT);
      word (walk, x + SCALE_WIDTH / 2, ROW_2, "0", FALSE, HEDDLE_TEXT_CENTRE);
      word (walk, x + SCALE_WIDTH, ROW_2, more, FALSE, HEDDLE_TEXT_RIGHT);
    }
  else if (legend->most_packets > 0)
    {
      g_autofree char *most = g_strdup_printf ("%u", legend->most_packets);

      word (walk, x, ROW_2, "0", FALSE, HEDDLE_TEXT_LEFT);
      word (walk, x + SCALE_WIDTH, ROW_2, most, FALSE, HEDDLE_TEXT_RIGHT);
    }
  else if (energy || stalls)
    {
      double end = legend->most_heat;
      g_autofree char *half = stalls ? hd_figure_percent (end / 2) : hd_figure_in (end / 2, "W", 3), *most = stalls ? hd_figure_percent (end) : hd_figure_in (end, "W", 3);

      word (walk, x, ROW_2, "0", FALSE, HEDDLE_TEXT_LEFT);
      word (walk, x + SCALE_WIDTH / 2, ROW_2, half, FALSE, HEDDLE_TEXT_CENTRE);
      word (walk, x + SCALE_WIDTH, ROW_2, most, FALSE, HEDDLE_TEXT_RIGHT);
    }
  else
    {
      word (walk, x, ROW_2, "0", FALSE, HEDDLE_TEXT_LEFT);
      word (walk, x + SCALE_WIDTH / 2, ROW_2, "50", FALSE, HEDDLE_TEXT_CENTRE);
      word (walk, x + SCALE_WIDTH, ROW_2, "100 %", FALSE, HEDDLE_TEXT_RIGHT);
    }

  return x + SCALE_WIDTH;
}

/* The reference, and ten and a hundred times it. */
static double
walk_widths (const Walk *walk,
             double      x)
{
  double reference = walk->legend->width_reference_bytes;
  double right = x;
  double at = x;

  if (!(reference > 0) || walk->legend->most_packets > 0)
    return x - GAP;

  right = x + word (walk, x, ROW_1, _("Width: bytes so far"), TRUE, HEDDLE_TEXT_LEFT);
  for (guint i = 0; i < 3; i++)
    {
      double bytes = reference * pow (10, i);
      double width = heddle_link_width (bytes, reference);
      g_autofree char *label = hd_figure_in (bytes, "B", 3);

      if (walk->cr != NULL)
        {
          cairo_rectangle (walk->cr, at, ROW_2 - 4 - width / 2, SAMPLE_WIDTH, width);
          heddle_colour_set (walk->cr, walk->theme->neutral);
          cairo_fill (walk->cr);
        }
      at += SAMPLE_WIDTH + 6;
      at += word (walk, at, ROW_2, label, FALSE, HEDDLE_TEXT_LEFT) + 14;
    }

  return MAX (right, at - 14);
}

static double
walk_dotted (const Walk *walk,
             double      x)
{
  for (guint i = 0; walk->cr != NULL && i < SAMPLE_WIDTH / DOT; i += 2)
    {
      cairo_rectangle (walk->cr, x + i * DOT, ROW_2 - 6, DOT, DOT);
      heddle_colour_set (walk->cr, walk->theme->neutral);
      cairo_fill (walk->cr);
    }
  x += SAMPLE_WIDTH + 8;
  return x + word (walk, x, ROW_2, walk->legend->dotted, FALSE, HEDDLE_TEXT_LEFT) + 10;
}

/* One half of a link for each direction. */
static double
walk_two_ways (const Walk *walk,
               double      x)
{
  for (guint way = 0; walk->cr != NULL && way < 2; way++)
    {
      cairo_rectangle (walk->cr, x, ROW_1 - 8 + way * 4.5, SAMPLE_WIDTH, 3.5);
      heddle_colour_set (walk->cr, way == 0 ? walk->theme->neutral : walk->theme->idle_link);
      cairo_fill (walk->cr);
    }
  /* Translators: in the legend, beside a link of two halves: each shows one direction */
  return x + SAMPLE_WIDTH + 8 + word (walk, x + SAMPLE_WIDTH + 8, ROW_1, _("each way"), FALSE, HEDDLE_TEXT_LEFT);
}

static double
walk_others (const Walk *walk,
             double      x)
{
  double at = x;
  double right = x;

  if (walk->cr != NULL && walk->legend->heat != HEDDLE_HEAT_STALLS)
    {
      cairo_rectangle (walk->cr, x, ROW_1 - 5, SAMPLE_WIDTH, 2);
      heddle_colour_set (walk->cr, walk->legend->uncounted ? walk->theme->wire : walk->theme->idle_link);
      cairo_fill (walk->cr);
    }
  if (walk->legend->heat != HEDDLE_HEAT_STALLS)
    right += SAMPLE_WIDTH + 8 + word (walk, right + SAMPLE_WIDTH + 8, ROW_1, walk->legend->uncounted ? _("messages, not counted") : _("not used"), FALSE, HEDDLE_TEXT_LEFT);
  if (walk->legend->two_ways)
    right = walk_two_ways (walk, right + 14);
  if (walk->legend->dotted != NULL)
    {
      at = walk_dotted (walk, x);
      right = MAX (right, at - 10);
    }

  for (guint i = 0; i < walk->legend->n_dots; i++)
    {
      const HeddleLegendDot *dot = &walk->legend->dots[i];

      if (walk->cr != NULL && dot->is_piece)
        {
          cairo_rectangle (walk->cr, at, ROW_2 - 5, 9, 5);
          heddle_colour_set (walk->cr, heddle_colour_with_alpha (dot->colour, 0.5));
          cairo_fill (walk->cr);
          cairo_rectangle (walk->cr, at, ROW_2 - 10, 9, 10);
          heddle_colour_set (walk->cr, walk->theme->node_outline);
          cairo_set_line_width (walk->cr, 1);
          cairo_stroke (walk->cr);
        }
      else if (walk->cr != NULL && dot->is_cell)
        {
          cairo_rectangle (walk->cr, at, ROW_2 - 9, 9, 9);
          heddle_colour_set (walk->cr, dot->colour);
          cairo_fill_preserve (walk->cr);
          heddle_colour_set (walk->cr, walk->theme->node_outline);
          cairo_set_line_width (walk->cr, 1);
          cairo_stroke (walk->cr);
        }
      else if (walk->cr != NULL)
        {
          cairo_new_path (walk->cr);
          cairo_arc (walk->cr, at + 4, ROW_2 - 4, 3.2, 0, 2 * G_PI);
          heddle_colour_set (walk->cr, dot->colour);
          cairo_fill_preserve (walk->cr);
          cairo_set_line_width (walk->cr, 0.9);
          cairo_set_source_rgba (walk->cr, 0, 0, 0, 0.55);
          cairo_stroke (walk->cr);
        }
      at += dot->is_piece || dot->is_cell ? 15 : 12;
      at += word (walk, at, ROW_2, dot->label, FALSE, HEDDLE_TEXT_LEFT) + 10;
    }

  return MAX (right, at - 10);
}

/* A swatch for each colour, with the numbers that have it; colours come again after the eighth. */
static double
walk_partitions (const Walk *walk,
                 double      x)
{
  guint n = walk->legend->n_partitions;
  double right = x + word (walk, x, ROW_1, _("Partitions"), TRUE, HEDDLE_TEXT_LEFT);
  double at = x;

  for (guint i = 0; i < MIN (n, HEDDLE_N_CATEGORIES); i++)
    {
      g_autofree char *label = n > i + HEDDLE_N_CATEGORIES ? g_strdup_printf ("%u, %u…", i, i + HEDDLE_N_CATEGORIES) : g_strdup_printf ("%u", i);

      if (walk->cr != NULL)
        {
          heddle_path_rounded (walk->cr, at, ROW_2 - 9, 11, 10, 2.5);
          heddle_colour_set (walk->cr, walk->theme->category[i]);
          cairo_fill (walk->cr);
        }
      at += 16;
      at += word (walk, at, ROW_2, label, FALSE, HEDDLE_TEXT_LEFT) + 12;
    }

  return MAX (right, at - 12);
}

static double
walk_all (const Walk *walk)
{
  double x = PAD;

  if (walk->legend->heat != HEDDLE_HEAT_OFF)
    {
      gboolean has_links = walk->legend->heat != HEDDLE_HEAT_STALLS && !walk->legend->brief;

      x = walk_scale (walk, x);
      x = has_links ? walk_widths (walk, x + GAP) : x;
      x = !walk->legend->brief && (has_links || walk->legend->n_dots > 0 || walk->legend->dotted != NULL) ? walk_others (walk, x + GAP) : x;
      x += GAP;
    }
  if (walk->legend->n_partitions > 0)
    x = walk_partitions (walk, x) + GAP;

  return x - GAP + PAD;
}

/**
 * heddle_legend_size:
 * @text: layouts
 * @legend: a legend
 * @out_width: (out): the width that it needs, px
 * @out_height: (out): its height, px
 */
void
heddle_legend_size (HeddleText         *text,
                    const HeddleLegend *legend,
                    double             *out_width,
                    double             *out_height)
{
  Walk walk = { text, NULL, legend, NULL };

  *out_width = ceil (walk_all (&walk));
  *out_height = HEIGHT;
}

/**
 * heddle_legend_paint:
 * @text: layouts
 * @cr: a Cairo context
 * @x: left edge of the card, px
 * @y: top edge
 * @legend: a legend
 * @theme: the colours
 */
void
heddle_legend_paint (HeddleText         *text,
                     cairo_t            *cr,
                     double              x,
                     double              y,
                     const HeddleLegend *legend,
                     const HeddleTheme  *theme)
{
  Walk walk = { text, cr, legend, theme };
  double width, height;

  heddle_legend_size (text, legend, &width, &height);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  heddle_path_rounded (cr, 0.5, 0.5, width - 1, height - 1, 10);
  heddle_colour_set (cr, theme->card_bg);
  cairo_fill_preserve (cr);
  heddle_colour_set (cr, theme->card_edge);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  walk_all (&walk);
  cairo_restore (cr);
}
