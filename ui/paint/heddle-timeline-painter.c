/* heddle-timeline-painter.c: a lane per resource with what it did when
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-painter"

#include "heddle-timeline-painter.h"

#include <math.h>
#include <string.h>

#include "heddle-painting.h"

/* Spans of a px and more are bars. Shorter ones are summed up per px column and row, and drawn as strong as the column is
 * busy, in LEVELS steps: far out, painting depends on the width, and no short span vanishes. */

#define LEVELS 8
#define TRACE 0.02f      /* least share of a column that a span takes */
#define MIN_BAR 1.0      /* px */
#define ROUND_BAR 8.0    /* px; shorter bars have square corners */
#define EDGE 1.0         /* px, beside a bar that lies over another */
#define N_ROWS 3
#define LABEL_SIZE 10.0
#define OPEN_LENGTH 28.0 /* px */
#define OPEN_FADE 0.75
#define BEFORE_HEIGHT 2.0 /* px, at the foot of a lane */
#define BEFORE_LEAST 0.3  /* px */
#define BEFORE_FADE 0.45

typedef struct
{
  HeddleText *text;
  cairo_t *cr;
  const HeddleTheme *theme;
  const HeddleWaveView *view;
  guint n_columns;
  float *busy; /* per layer and column: share that short spans fill */
} Plot;

/* Short spans are summed up by kind, those that are faded below the others. */
#define N_LAYERS (2 * HEDDLE_N_SPAN_KINDS)

static guint
layer_of (const HeddleTimelineSpan *span)
{
  return span->kind + (span->state & HEDDLE_STATE_FADED ? 0 : HEDDLE_N_SPAN_KINDS);
}

static guint
row_of (const HeddleTimelineLane *lane,
        HeddleSpanKind            kind)
{
  return kind == HEDDLE_SPAN_MEMORY ? 1 : kind == HEDDLE_SPAN_COMMUNICATION && !lane->one_row ? 2 : 0;
}

/* Rows of a lane: names and bars above, memory and communication as thin lines below. A lane of one row is that row. */
static void
row_place (const HeddleTimelineLane *lane,
           double                    lane_height,
           guint                     row,
           double                   *out_top,
           double                   *out_height)
{
  double bar = round ((lane_height - 4) * 0.58);
  double thin = MAX (1, floor ((lane_height - 5 - bar) / 2 - 1));

  if (lane->one_row)
    {
      *out_top = round ((lane_height - bar) / 2);
      *out_height = bar;
      return;
    }
  *out_top = row == 0 ? 2 : row == 1 ? 2 + bar + 1 : 2 + bar + 1 + thin + 1;
  *out_height = row == 0 ? bar : thin;
}

static double
lane_top (const HeddleWaveView *view,
          guint                 lane)
{
  return view->axis_height + lane * view->lane_height - view->scroll;
}

/* First span that may reach into the view: by begin, less the longest duration. */
static guint
first_span (const HeddleTimelineLane *lane,
            gint64                    begin_ps)
{
  guint low = 0;
  guint high = lane->n_spans;

  if (lane->longest_ps <= 0)
    return 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (lane->spans[middle].begin_ps < begin_ps - lane->longest_ps)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* Shorter than a px: lies in one column or two. A span without length still leaves a trace. */
static inline void
add_busy (float  *busy,
          guint   n_columns,
          double  left,
          double  right)
{
  guint column;
  double border;

  if (left < 0 || left >= n_columns)
    return;

  column = (guint) left;
  border = column + 1.0;
  if (right <= border)
    busy[column] += (float) MAX (right - left, TRACE);
  else
    {
      busy[column] += (float) (border - left);
      if (column + 1 < n_columns)
        busy[column + 1] += (float) (right - border);
    }
}

static HeddleColour
fade (const Plot   *plot,
      HeddleColour  colour)
{
  return heddle_colour_mix (colour, plot->theme->view_bg, 0.65);
}

static HeddleColour
busy_colour (const Plot *plot,
             guint       layer,
             float       busy)
{
  double level = CLAMP (ceil (busy * LEVELS), 1, LEVELS);
  HeddleColour colour = plot->theme->span[layer % HEDDLE_N_SPAN_KINDS];

  return heddle_colour_mix (plot->theme->view_bg, layer < HEDDLE_N_SPAN_KINDS ? fade (plot, colour) : colour, 0.25 + 0.75 * level / LEVELS);
}

/* Files get a rectangle per column; on the screen a picture is some 10 times as fast. */
static void
paint_busy_paths (const Plot *plot,
                  guint       layer,
                  double      top,
                  double      height)
{
  const float *busy = plot->busy + layer * plot->n_columns;

  for (guint c = 0; c < plot->n_columns; c++)
    if (busy[c] > 0)
      {
        cairo_rectangle (plot->cr, round (plot->view->name_width) + c, top, 1, height);
        heddle_colour_set (plot->cr, busy_colour (plot, layer, busy[c]));
        cairo_fill (plot->cr);
      }
}

static void
paint_busy_picture (const Plot *plot,
                    guint       layer,
                    double      top,
                    double      height)
{
  const float *busy = plot->busy + layer * plot->n_columns;
  int rows = MAX ((int) height, 1);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) plot->n_columns, rows);
  guint32 *pixels = (guint32 *) cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface) / 4;

  for (guint c = 0; c < plot->n_columns && pixels != NULL; c++)
    if (busy[c] > 0)
      {
        guint32 pixel = heddle_pixel_of (busy_colour (plot, layer, busy[c]));

        for (int y = 0; y < rows; y++)
          pixels[y * stride + (int) c] = pixel;
      }
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (plot->cr, surface, round (plot->view->name_width), top);
  cairo_pattern_set_filter (cairo_get_source (plot->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (plot->cr);
  cairo_surface_destroy (surface);
}

/* What goes on fades towards the present. */
static void
fill_bar (const Plot               *plot,
          const HeddleTimelineSpan *span,
          HeddleColour              colour,
          double                    x1)
{
  cairo_t *cr = plot->cr;
  cairo_pattern_t *pattern;
  HeddleColour end = heddle_colour_mix (colour, plot->theme->view_bg, OPEN_FADE);

  if (!span->open)
    {
      heddle_colour_set (cr, colour);
      cairo_fill (cr);
      return;
    }
  pattern = cairo_pattern_create_linear (x1 - OPEN_LENGTH, 0, x1, 0);
  cairo_pattern_add_color_stop_rgb (pattern, 0, colour.red, colour.green, colour.blue);
  cairo_pattern_add_color_stop_rgb (pattern, 1, end.red, end.green, end.blue);
  cairo_set_source (cr, pattern);
  cairo_fill (cr);
  cairo_pattern_destroy (pattern);
}

/* @over: lies over one that goes on, from which an edge parts it. */
static void
paint_bar (const Plot               *plot,
           const HeddleTimelineSpan *span,
           gboolean                  over,
           double                    x0,
           double                    x1,
           double                    top,
           double                    height)
{
  cairo_t *cr = plot->cr;
  HeddleColour colour = plot->theme->span[span->kind];
  double seen0 = MAX (x0, plot->view->name_width);
  double seen1 = MIN (x1, plot->view->width);
  gboolean marked = (span->state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT)) != 0;

  if (span->state & HEDDLE_STATE_FADED)
    colour = fade (plot, colour);
  if (over && x1 - x0 > EDGE)
    {
      cairo_rectangle (cr, x0 - EDGE, top, x1 - x0 + 2 * EDGE, height);
      heddle_colour_set (cr, plot->theme->view_bg);
      cairo_fill (cr);
    }

  /* Half a px stays free between neighbours. */
  if (x1 - x0 >= ROUND_BAR && !span->open)
    heddle_path_rounded (cr, x0, top, x1 - x0 - 0.6, height, MIN (2.5, height / 2));
  else
    cairo_rectangle (cr, x0, top, MAX (x1 - x0 - (x1 - x0 > 3 ? 0.6 : 0), 1), height);
  fill_bar (plot, span, colour, x1);
  if (marked)
    {
      heddle_path_rounded (cr, x0 - 1, top - 1, MAX (x1 - x0, 2) + 1.4, height + 2, 3);
      heddle_colour_set (cr, span->state & HEDDLE_STATE_SELECTED ? plot->theme->text : plot->theme->dim);
      cairo_set_line_width (cr, span->state & HEDDLE_STATE_SELECTED ? 1.8 : 1.2);
      cairo_stroke (cr);
    }

  if (span->label != NULL && height >= 9 && seen1 - seen0 >= 14
      && heddle_text_width (plot->text, span->label, LABEL_SIZE, TRUE) <= seen1 - seen0 - 6)
    {
      HeddleTextLook look = { .size = LABEL_SIZE, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (colour) };

      heddle_text_paint_box (plot->text, cr, seen0, top, seen1 - seen0, height, span->label, &look);
    }
}

static void
paint_lane (Plot                     *plot,
            const HeddleTimelineLane *lane,
            double                    top)
{
  const HeddleWaveView *view = plot->view;
  double px_per_ps = (view->width - view->name_width) / (double) (view->end_ps - view->begin_ps);
  double row_top[N_ROWS], row_height[N_ROWS];
  gboolean short_ones[N_LAYERS] = { FALSE };
  gint64 until_ps[N_ROWS] = { G_MININT64, G_MININT64, G_MININT64 };

  for (guint row = 0; row < N_ROWS; row++)
    row_place (lane, view->lane_height, row, &row_top[row], &row_height[row]);

  memset (plot->busy, 0, sizeof (float) * plot->n_columns * N_LAYERS);
  for (guint i = first_span (lane, view->begin_ps); i < lane->n_spans && lane->spans[i].begin_ps < view->end_ps; i++)
    {
      const HeddleTimelineSpan *span = &lane->spans[i];
      guint row = row_of (lane, span->kind);
      double x0, x1;

      if (span->end_ps < view->begin_ps)
        continue;
      x0 = view->name_width + (double) (span->begin_ps - view->begin_ps) * px_per_ps;
      x1 = view->name_width + (double) (span->end_ps - view->begin_ps) * px_per_ps;
      if (x1 - x0 < MIN_BAR && !(span->state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT)))
        {
          short_ones[layer_of (span)] = TRUE;
          add_busy (plot->busy + layer_of (span) * plot->n_columns, plot->n_columns, x0 - view->name_width, x1 - view->name_width);
        }
      else
        paint_bar (plot, span, span->begin_ps < until_ps[row], MAX (x0, view->name_width - 20), MIN (x1, view->width + 20), round (top + row_top[row]), row_height[row]);
      until_ps[row] = MAX (until_ps[row], span->end_ps);
    }

  for (guint layer = 0; layer < N_LAYERS; layer++)
    {
      guint row = row_of (lane, layer % HEDDLE_N_SPAN_KINDS);
      double y = round (top + row_top[row]);

      if (!short_ones[layer])
        continue;
      else if (heddle_is_vector (plot->cr))
        paint_busy_paths (plot, layer, y, row_height[row]);
      else
        paint_busy_picture (plot, layer, y, row_height[row]);
    }
}

/* A thin line below what the lane does now, so that both ends can be compared by eye. */
static void
paint_before (const Plot               *plot,
              const HeddleTimelineLane *lane,
              double                    top)
{
  double y = round (top + plot->view->lane_height) - BEFORE_HEIGHT;

  for (guint i = 0; i < lane->n_before; i++)
    {
      const HeddleTimelineSpan *span = &lane->before[i];
      double x0 = MAX (heddle_wave_x_of (plot->view, span->begin_ps), plot->view->name_width);
      double x1 = MIN (heddle_wave_x_of (plot->view, span->end_ps), plot->view->width);

      if (row_of (lane, span->kind) == 0 && x1 >= x0)
        cairo_rectangle (plot->cr, x0, y, MAX (x1 - x0 - (x1 - x0 > 3 ? 0.6 : 0), BEFORE_LEAST), BEFORE_HEIGHT);
    }
  heddle_colour_set (plot->cr, heddle_colour_mix (plot->theme->dim, plot->theme->view_bg, BEFORE_FADE));
  cairo_fill (plot->cr);
}

/* Where the baseline ended: a line, with its name at the foot, on the side that has room. */
static void
paint_before_end (const Plot           *plot,
                  const HeddleTimeline *timeline)
{
  const double dashes[] = { 2, 3 };
  const HeddleWaveView *view = plot->view;
  double x = round (heddle_wave_x_of (view, timeline->before_end_ps)) - 0.5;
  double scale = heddle_text_get_scale (plot->text), height = 16 * scale, top = view->height - height - 4;
  double width = heddle_text_width (plot->text, timeline->before_name, 11, FALSE) + 12, left = x - width - 4;
  HeddleTextLook look = { .size = 11, .align = HEDDLE_TEXT_CENTRE, .colour = plot->theme->dim };
  cairo_t *cr = plot->cr;

  if (x < view->name_width || x > view->width)
    return;
  cairo_move_to (cr, x, view->axis_height);
  cairo_line_to (cr, x, view->height);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, 1);
  heddle_colour_set (cr, plot->theme->dim);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (left < view->name_width)
    left = x + 4;
  heddle_path_rounded (cr, left, top, width, height, 4);
  heddle_colour_set (cr, plot->theme->view_bg);
  cairo_fill (cr);
  heddle_text_paint_box (plot->text, cr, left, top, width, height, timeline->before_name, &look);
}

static void
paint_name (const Plot               *plot,
            const HeddleTimelineLane *lane,
            double                    top)
{
  HeddleTextLook name = { .size = 12, .bold = TRUE, .colour = plot->theme->text };
  HeddleTextLook note = { .size = 11, .colour = plot->theme->dim };
  double width = plot->view->name_width - 22;
  double note_width, name_width;
  g_autofree char *shown = NULL;

  if (width < 20 || plot->view->lane_height < 12)
    return;

  /* The note is short and says how many lanes this one stands for: the name gives way. */
  note_width = lane->note != NULL ? MIN (heddle_text_width (plot->text, lane->note, note.size, FALSE) + 12, width / 2) : 0;
  shown = heddle_text_dup_path (plot->text, lane->name, name.size, TRUE, width - note_width);
  name_width = MIN (heddle_text_width (plot->text, shown, name.size, TRUE) + 2, width - note_width);
  heddle_text_paint_box (plot->text, plot->cr, 14, top, name_width, plot->view->lane_height, shown, &name);
  if (lane->note != NULL)
    heddle_text_paint_box (plot->text, plot->cr, 14 + name_width + 10, top, note_width, plot->view->lane_height, lane->note, &note);
}

static double
row_middle (const Plot               *plot,
            const HeddleTimeline     *timeline,
            guint                     lane,
            const HeddleTimelineSpan *span)
{
  double top, height;

  row_place (&timeline->lanes[lane], plot->view->lane_height, row_of (&timeline->lanes[lane], span->kind), &top, &height);

  return lane_top (plot->view, lane) + top + height / 2;
}

static void
paint_arrow (const Plot                *plot,
             const HeddleTimeline      *timeline,
             const HeddleTimelineArrow *arrow)
{
  const HeddleTimelineSpan *from, *to;
  double x0, x1, y0, y1;
  cairo_t *cr = plot->cr;

  g_return_if_fail (arrow->from_lane < timeline->n_lanes && arrow->to_lane < timeline->n_lanes);
  g_return_if_fail (arrow->from_span < timeline->lanes[arrow->from_lane].n_spans);
  g_return_if_fail (arrow->to_span < timeline->lanes[arrow->to_lane].n_spans);

  from = &timeline->lanes[arrow->from_lane].spans[arrow->from_span];
  to = &timeline->lanes[arrow->to_lane].spans[arrow->to_span];
  x0 = heddle_wave_x_of (plot->view, MIN (from->end_ps, to->begin_ps));
  x1 = heddle_wave_x_of (plot->view, to->begin_ps);
  if (MAX (x0, x1) < plot->view->name_width || MIN (x0, x1) > plot->view->width)
    return;

  x0 = CLAMP (x0, -1000, plot->view->width + 1000);
  x1 = CLAMP (x1, -1000, plot->view->width + 1000);
  y0 = row_middle (plot, timeline, arrow->from_lane, from);
  y1 = row_middle (plot, timeline, arrow->to_lane, to);
  heddle_colour_set (cr, plot->theme->text);
  cairo_set_line_width (cr, 1.3);
  cairo_move_to (cr, x0, y0);
  if (fabs (y1 - y0) > 1)
    cairo_curve_to (cr, x0 + 6, y0, x1 - 8, y1, x1 - 1, y1);
  else
    cairo_line_to (cr, x1 - 1, y1);
  cairo_stroke (cr);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x1 - 5, y1 - 3);
  cairo_line_to (cr, x1 - 5, y1 + 3);
  cairo_close_path (cr);
  cairo_fill (cr);
}

#define HATCH 5.0 /* px, from line to line */

void
heddle_timeline_hatch (cairo_t           *cr,
                       const HeddleTheme *theme,
                       double             x,
                       double             y,
                       double             width,
                       double             height)
{
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  cairo_new_path (cr);
  for (double at = floor (x / HATCH) * HATCH - height; at < x + width; at += HATCH)
    {
      cairo_move_to (cr, at, y + height);
      cairo_line_to (cr, at + height, y);
    }
  heddle_colour_set (cr, heddle_colour_with_alpha (theme->neutral, 0.45));
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
paint_waits (const Plot               *plot,
             const HeddleTimelineLane *lane,
             double                    top)
{
  double row_top, height;

  row_place (lane, plot->view->lane_height, 0, &row_top, &height);
  for (guint i = 0; i < lane->n_waits; i++)
    {
      double left = MAX (heddle_wave_x_of (plot->view, lane->waits[i].begin_ps), plot->view->name_width);
      double right = MIN (heddle_wave_x_of (plot->view, lane->waits[i].end_ps), plot->view->width);

      if (right - left >= 2)
        heddle_timeline_hatch (plot->cr, plot->theme, left, top + row_top, right - left, height);
    }
}

/**
 * heddle_timeline_paint:
 * @text: layouts
 * @cr: a Cairo context, origin at the plot's top left corner
 * @timeline: the lanes
 * @theme: the colours
 * @view: what is shown; its times must satisfy begin < end
 *
 * Paints names, axis, spans, those of a baseline, arrows, cursors and playhead; lanes that are scrolled out cost nothing.
 */
void
heddle_timeline_paint (HeddleText           *text,
                       cairo_t              *cr,
                       const HeddleTimeline *timeline,
                       const HeddleTheme    *theme,
                       const HeddleWaveView *view)
{
  Plot plot = { text, cr, theme, view };

  g_return_if_fail (view->end_ps > view->begin_ps);

  plot.n_columns = (guint) ceil (MAX (view->width - view->name_width, 1));
  plot.busy = g_new (float, (gsize) plot.n_columns * N_LAYERS);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width, view->height);
  cairo_clip (cr);
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);

  cairo_save (cr);
  cairo_rectangle (cr, 0, view->axis_height, view->width, view->height - view->axis_height);
  cairo_clip (cr);
  heddle_colour_set (cr, theme->lane_bg);
  for (guint i = 0; i < timeline->n_lanes; i += 2)
    cairo_rectangle (cr, 0, lane_top (view, i), view->width, view->lane_height);
  cairo_fill (cr);
  cairo_restore (cr);
  heddle_time_grid_paint (text, cr, theme, view);

  cairo_save (cr);
  cairo_rectangle (cr, 0, view->axis_height, view->width, view->height - view->axis_height);
  cairo_clip (cr);
  for (guint i = 0; i < timeline->n_lanes; i++)
    {
      double top = lane_top (view, i);

      if (top + view->lane_height < view->axis_height || top > view->height)
        continue;
      if (view->name_width > 0)
        paint_name (&plot, &timeline->lanes[i], top);
      cairo_save (cr);
      cairo_rectangle (cr, view->name_width, top, plot.n_columns, view->lane_height);
      cairo_clip (cr);
      paint_waits (&plot, &timeline->lanes[i], top);
      paint_lane (&plot, &timeline->lanes[i], top);
      paint_before (&plot, &timeline->lanes[i], top);
      cairo_restore (cr);
    }
  cairo_rectangle (cr, view->name_width, view->axis_height, plot.n_columns, view->height);
  cairo_clip (cr);
  for (guint i = 0; i < timeline->n_arrows; i++)
    paint_arrow (&plot, timeline, &timeline->arrows[i]);
  if (timeline->before_name != NULL)
    paint_before_end (&plot, timeline);
  cairo_restore (cr);

  heddle_time_marks_paint (text, cr, theme, view);
  cairo_restore (cr);
  g_free (plot.busy);
}

/**
 * heddle_timeline_hit:
 * @timeline: the lanes
 * @view: what is shown
 * @x: px
 * @y: px
 * @out_lane: (out): the lane there
 * @out_span: (out): the span there, or within 2 px; the shortest one if several are
 *
 * Returns: %TRUE if there is a span
 */
gboolean
heddle_timeline_hit (const HeddleTimeline *timeline,
                     const HeddleWaveView *view,
                     double                x,
                     double                y,
                     guint                *out_lane,
                     guint                *out_span)
{
  int lane = heddle_wave_lane_at (view, timeline->n_lanes, y);
  gint64 shortest = G_MAXINT64;
  const HeddleTimelineLane *it;

  if (lane < 0 || x < view->name_width)
    return FALSE;

  it = &timeline->lanes[lane];
  for (guint i = first_span (it, view->begin_ps); i < it->n_spans && it->spans[i].begin_ps < view->end_ps; i++)
    {
      const HeddleTimelineSpan *span = &it->spans[i];
      double top, height;

      row_place (it, view->lane_height, row_of (it, span->kind), &top, &height);
      top += lane_top (view, lane);
      if (y < top - 1 || y > top + height + 1 || heddle_wave_x_of (view, span->begin_ps) > x + 2
          || heddle_wave_x_of (view, span->end_ps) < x - 2 || span->end_ps - span->begin_ps >= shortest)
        continue;
      shortest = span->end_ps - span->begin_ps;
      *out_lane = lane;
      *out_span = i;
    }

  return shortest < G_MAXINT64;
}
