/* heddle-wave-painter.c: waveforms over a shared time axis
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-wave-painter"

#include "heddle-wave-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-painting.h"

/* Analogue traces with more than 4 samples per px are drawn as a band from minimum to maximum and a mean, px column by px
 * column: cost depends on the width, not on the samples. */

#define DENSE 4.0
#define LANE_PAD 7.0
#define AXIS_WORDS 11.0
#define MIN_BOX 3.0        /* px; shorter states are merged into columns */
#define SLANT 5.0          /* of bus hexagons */
#define MEAN_WIDTH 8       /* px that the mean of a dense trace is taken over: px by px it is noise where values come and go as fast */
#define LEAST_BOX 30.0     /* px high, where a lane has room for it */
#define BOX_SHARE 0.5      /* of a high lane */
#define LABEL_ROOM 44      /* px that one value takes before its name is written over the columns of an overview */
#define LABEL_BUSY 0.7     /* of them */

typedef struct
{
  HeddleText *text;
  cairo_t *cr;
  const HeddleTheme *theme;
  const HeddleWaveView *view;
} Plot;

static double
lane_top (const HeddleWaveView *view,
          guint                 index)
{
  return view->axis_height + index * view->lane_height - view->scroll;
}

static double
value_y (const HeddleWave *wave,
         double            top,
         double            height,
         double            value)
{
  double share = wave->high > wave->low ? (value - wave->low) / (wave->high - wave->low) : 0.5;

  return top + height - LANE_PAD - CLAMP (share, -0.05, 1.05) * (height - 2 * LANE_PAD);
}

/* A column of px from @y0 to before @y1. */
typedef void (*ColumnFunc) (gpointer data,
                            guint    column,
                            int      y0,
                            int      y1);

typedef struct
{
  guint32 *pixels;
  int stride, height;
  guint32 mean;
} Picture;

/* Columns of one px from @tops to before @ends, row after row: from column to column each pixel would be on another line of the cache. */
static void
fill_columns (cairo_surface_t *surface,
              const int       *tops,
              const int       *ends,
              const guint32   *pixels)
{
  int stride = cairo_image_surface_get_stride (surface) / 4, width = cairo_image_surface_get_width (surface);
  guint32 *row = (guint32 *) (gpointer) cairo_image_surface_get_data (surface);

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++, row += stride)
    for (int c = 0; c < width; c++)
      row[c] = y >= tops[c] && y < ends[c] ? pixels[c] : 0;
}

static void
paint_surface (cairo_t         *cr,
               cairo_surface_t *surface)
{
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

static void
column_to_picture (gpointer data,
                   guint    column,
                   int      y0,
                   int      y1)
{
  const Picture *picture = data;

  for (int y = MAX (y0, 0); y < MIN (y1, picture->height); y++)
    picture->pixels[y * picture->stride + (int) column] = picture->mean;
}

static void
column_to_path (gpointer data,
                guint    column,
                int      y0,
                int      y1)
{
  cairo_rectangle (data, column, y0, 1, y1 - y0);
}

/* Where the band is in a column; y counts from the lane's upper end. */
static void
find_band (const HeddleWave   *wave,
           double              height,
           const HeddleColumn *column,
           int                *out_top,
           int                *out_end)
{
  *out_top = *out_end = 0;
  if (column->empty)
    return;
  *out_top = (int) round (value_y (wave, 0, height, column->maximum));
  *out_end = MAX ((int) round (value_y (wave, 0, height, column->minimum)), *out_top + 1);
}

/* Calls @func for what is drawn of the mean: a stair whose steps are joined. */
static void
each_mean (const HeddleWave   *wave,
           double              height,
           const HeddleColumn *columns,
           guint               n_columns,
           ColumnFunc          func,
           gpointer            data)
{
  int last = -1;

  for (guint first = 0; first < n_columns; first += MEAN_WIDTH)
    {
      double sum = 0;
      guint n = 0, end = MIN (first + MEAN_WIDTH, n_columns), begin = end;
      int y;

      for (guint c = first; c < end; c++)
        if (!columns[c].empty)
          {
            sum += columns[c].mean;
            n++;
            begin = MIN (begin, c);
          }
      if (n == 0)
        {
          last = -1;
          continue;
        }
      y = (int) round (value_y (wave, 0, height, sum / n));
      for (guint c = begin; c < begin + n; c++)
        func (data, c, y, y + 1);
      if (last >= 0 && last != y)
        func (data, begin, MIN (last, y), MAX (last, y) + 1);
      last = y;
    }
}

/* Band and mean per px column: as a picture, which is some 10 times as fast, or for files as paths. */
static void
paint_dense (const Plot             *plot,
             const HeddleWave       *wave,
             const HeddleWaveSeries *series,
             double                  top)
{
  const HeddleWaveView *view = plot->view;
  double height = view->lane_height;
  guint n = (guint) ceil (heddle_wave_plot_width (view));
  g_autofree HeddleColumn *columns = g_new (HeddleColumn, n);
  g_autofree int *tops = g_new (int, n), *ends = g_new (int, n);
  g_autofree guint32 *pixels = g_new (guint32, n);
  HeddleColour strong = series->line.alpha > 0 ? series->line : heddle_colour_with_alpha (series->fill, 1);
  HeddleColour weak = heddle_colour_with_alpha (strong, 0.4);
  cairo_t *cr = plot->cr;

  heddle_decimate_columns (series->data, view->begin_ps, view->end_ps, n, columns);
  for (guint c = 0; c < n; c++)
    {
      find_band (wave, height, &columns[c], &tops[c], &ends[c]);
      pixels[c] = heddle_pixel_of (weak);
    }
  cairo_save (cr);
  cairo_translate (cr, round (view->name_width), round (top));
  if (heddle_is_vector (cr))
    {
      for (guint c = 0; c < n; c++)
        column_to_path (cr, c, tops[c], ends[c]);
      heddle_colour_set (cr, weak);
      cairo_fill (cr);
      each_mean (wave, height, columns, n, column_to_path, cr);
      heddle_colour_set (cr, strong);
      cairo_fill (cr);
    }
  else
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) n, (int) ceil (height));
      Picture picture = { (guint32 *) (gpointer) cairo_image_surface_get_data (surface), cairo_image_surface_get_stride (surface) / 4, (int) ceil (height),
                          heddle_pixel_of (strong) };

      fill_columns (surface, tops, ends, pixels);
      each_mean (wave, height, columns, n, column_to_picture, &picture);
      paint_surface (cr, surface);
    }
  cairo_restore (cr);
}

static void
path_curve (const Plot             *plot,
            const HeddleWave       *wave,
            const HeddleWaveSeries *series,
            double                  top,
            gsize                   first,
            gsize                   after)
{
  const HeddleWaveView *view = plot->view;
  double end = heddle_wave_x_of (view, MIN (heddle_decimate_get_end (series->data), view->end_ps));
  double y = 0;

  for (gsize i = first; i < after; i++)
    {
      double x = MAX (heddle_wave_x_of (view, heddle_decimate_time (series->data, i)), view->name_width - 4);
      double next = value_y (wave, top, view->lane_height, heddle_decimate_value (series->data, i));

      if (wave->kind == HEDDLE_WAVE_LINE)
        x = heddle_wave_x_of (view, heddle_decimate_time (series->data, i));
      else
        {
          x = round (x) + 0.5;
          next = round (next) + 0.5;
        }
      if (i == first)
        cairo_move_to (plot->cr, x, next);
      else
        {
          if (wave->kind == HEDDLE_WAVE_STEP)
            cairo_line_to (plot->cr, x, y);
          cairo_line_to (plot->cr, x, next);
        }
      y = next;
    }
  if (after == heddle_decimate_length (series->data))
    cairo_line_to (plot->cr, MAX (end, view->name_width), y);
  else if (wave->kind == HEDDLE_WAVE_STEP)
    cairo_line_to (plot->cr, view->width + 4, y);
  else
    cairo_line_to (plot->cr, heddle_wave_x_of (view, heddle_decimate_time (series->data, after)),
                   value_y (wave, top, view->lane_height, heddle_decimate_value (series->data, after)));
}

static void
paint_sparse (const Plot             *plot,
              const HeddleWave       *wave,
              const HeddleWaveSeries *series,
              double                  top,
              gsize                   first,
              gsize                   after)
{
  cairo_t *cr = plot->cr;

  if (series->fill.alpha > 0)
    {
      double base = value_y (wave, top, plot->view->lane_height, CLAMP (0, wave->low, wave->high));
      double x0, x1, y;

      path_curve (plot, wave, series, top, first, after);
      cairo_get_current_point (cr, &x1, &y);
      cairo_line_to (cr, x1, base);
      x0 = heddle_wave_x_of (plot->view, heddle_decimate_time (series->data, first));
      cairo_line_to (cr, MAX (x0, plot->view->name_width - 4), base);
      cairo_close_path (cr);
      heddle_colour_set (cr, series->fill);
      cairo_fill (cr);
    }
  if (series->line.alpha > 0)
    {
      path_curve (plot, wave, series, top, first, after);
      heddle_colour_set (cr, series->line);
      cairo_set_line_width (cr, 1.5);
      cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
      cairo_stroke (cr);
    }
}

static void
paint_analogue (const Plot       *plot,
                const HeddleWave *wave,
                double            top)
{
  const HeddleWaveView *view = plot->view;

  for (guint s = 0; s < wave->n_series; s++)
    {
      const HeddleWaveSeries *series = &wave->series[s];
      gsize length = heddle_decimate_length (series->data);
      gsize first, after;

      if (length == 0 || heddle_decimate_time (series->data, 0) > view->end_ps
          || heddle_decimate_get_end (series->data) < view->begin_ps)
        continue;
      first = heddle_decimate_find (series->data, view->begin_ps);
      if (first == G_MAXSIZE)
        first = 0;
      after = heddle_decimate_find (series->data, view->end_ps) + 1;
      if ((double) (after - first) > DENSE * heddle_wave_plot_width (view))
        paint_dense (plot, wave, series, top);
      else
        paint_sparse (plot, wave, series, top, first, after);
    }
}

/* What a value means, on the line where it lies. */
static void
paint_level (const Plot       *plot,
             const HeddleWave *wave,
             double            top)
{
  const double dashes[] = { 6, 4 };
  const HeddleWaveView *view = plot->view;
  HeddleTextLook look = { .size = AXIS_WORDS, .colour = plot->theme->dim };
  double scale = heddle_text_get_scale (plot->text), y = round (value_y (wave, top, view->lane_height, wave->level)) + 0.5;
  double width = heddle_text_width (plot->text, wave->level_name, AXIS_WORDS, FALSE);

  cairo_save (plot->cr);
  cairo_move_to (plot->cr, view->name_width, y);
  cairo_line_to (plot->cr, view->width, y);
  cairo_set_dash (plot->cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (plot->cr, 1);
  heddle_colour_set (plot->cr, plot->theme->dim);
  cairo_stroke (plot->cr);
  cairo_restore (plot->cr);
  if (view->lane_height < 36 * scale || width > view->width - view->name_width - 16)
    return;
  cairo_rectangle (plot->cr, view->name_width + 4, y + 2, width + 8, 14 * scale);
  heddle_colour_set (plot->cr, heddle_colour_with_alpha (plot->theme->view_bg, 0.8));
  cairo_fill (plot->cr);
  heddle_text_paint (plot->text, plot->cr, view->name_width + 8, y + 12 * scale, wave->level_name, &look);
}

/* Beside a cursor what the curve is there; at the later one how much more or less than at the other too. */
static void
paint_cursor_values (const Plot       *plot,
                     const HeddleWave *wave,
                     double            top)
{
  const HeddleWaveView *view = plot->view;
  const gint64 times[] = { view->cursor_a_ps, view->cursor_b_ps };
  guint later = times[0] > times[1] ? 0 : 1;
  HeddleTextLook look = { .size = AXIS_WORDS, .bold = TRUE, .colour = plot->theme->text };
  double scale = heddle_text_get_scale (plot->text), height = 15 * scale;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      double x = times[i] != HEDDLE_NO_TIME ? heddle_wave_x_of (view, times[i]) : -1;
      g_autofree char *value = NULL, *difference = NULL, *words = NULL;
      double width, left, y;

      if (!wave->known[i] || x < view->name_width || x > view->width || view->lane_height < height + 4)
        continue;
      value = hd_figure_in (wave->at[i], wave->unit, 4);
      difference = i == later && wave->known[1 - i] ? hd_figure_difference (wave->at[1 - i], wave->at[i], wave->unit, 3) : NULL;
      words = difference != NULL ? g_strdup_printf ("%s  Δ %s", value, difference) : g_steal_pointer (&value);
      width = heddle_text_width (plot->text, words, AXIS_WORDS, TRUE) + 10;
      left = x + 4 + width <= view->width ? x + 4 : x - 4 - width;
      y = CLAMP (value_y (wave, top, view->lane_height, wave->at[i]) - height / 2, top + 2, top + view->lane_height - height - 2);
      heddle_path_rounded (plot->cr, left, y, width, height, height / 2);
      heddle_colour_set (plot->cr, heddle_colour_with_alpha (heddle_colour_mix (plot->theme->view_bg, plot->theme->neutral, 0.25), 0.92));
      cairo_fill (plot->cr);
      heddle_text_paint_box (plot->text, plot->cr, left + 5, y, width - 10, height, words, &look);
    }
}

static void
path_box (cairo_t        *cr,
          HeddleWaveKind  kind,
          double          x0,
          double          x1,
          double          y,
          double          height)
{
  double slant = MIN (SLANT, (x1 - x0) / 2);

  if (kind == HEDDLE_WAVE_STATE)
    {
      heddle_path_rounded (cr, x0 + 0.5, y + 0.5, x1 - x0 - 1, height - 1, 4);
      return;
    }

  cairo_move_to (cr, x0, y + height / 2);
  cairo_line_to (cr, x0 + slant, y + 0.5);
  cairo_line_to (cr, x1 - slant, y + 0.5);
  cairo_line_to (cr, x1, y + height / 2);
  cairo_line_to (cr, x1 - slant, y + height - 0.5);
  cairo_line_to (cr, x0 + slant, y + height - 0.5);
  cairo_close_path (cr);
}

static void
paint_box (const Plot           *plot,
           const HeddleWave     *wave,
           const HeddleWaveSpan *span,
           double                x0,
           double                x1,
           double                y,
           double                height)
{
  const HeddleTheme *theme = plot->theme;
  double strength = wave->kind == HEDDLE_WAVE_BUS ? 0.12 : 0.10 + 0.45 * CLAMP (span->shade, 0, 1);
  double seen0 = MAX (x0, plot->view->name_width);
  double seen1 = MIN (x1, plot->view->width);
  HeddleTextLook look = { .size = 11, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE };

  path_box (plot->cr, wave->kind, x0, x1, y, height);
  heddle_colour_set (plot->cr, heddle_colour_mix (theme->view_bg, wave->colour, strength));
  cairo_fill_preserve (plot->cr);
  heddle_colour_set (plot->cr, wave->kind == HEDDLE_WAVE_BUS ? wave->colour : heddle_colour_mix (theme->view_bg, wave->colour, 0.55));
  cairo_set_line_width (plot->cr, wave->kind == HEDDLE_WAVE_BUS ? 1.4 : 1);
  cairo_stroke (plot->cr);

  if (span->label == NULL || seen1 - seen0 < 12)
    return;
  look.colour = heddle_colour_mix (wave->colour, heddle_colour_with_alpha (theme->text, 1), theme->dark ? 0.6 : 0.4);
  if (heddle_text_width (plot->text, span->label, look.size, TRUE) <= seen1 - seen0 - 6 || seen1 - seen0 > 40)
    heddle_text_paint_box (plot->text, plot->cr, seen0 + 3, y, seen1 - seen0 - 6, height, span->label, &look);
}

/* First span that ends after @time_ps. */
static guint
first_span (const HeddleWave *wave,
            gint64            time_ps)
{
  guint low = 0;
  guint high = wave->n_spans;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (wave->spans[middle].end_ps <= time_ps)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

static HeddleColour
get_run_colour (const Plot       *plot,
                const HeddleWave *wave,
                float             shade)
{
  return heddle_colour_mix (plot->theme->view_bg, wave->colour, 0.3 + 0.6 * CLAMP (shade, 0, 1));
}

/* A column is as high as the share of the time in which something held; of a bus to both sides of its line. */
static void
find_column (const HeddleWave *wave,
             guint             column,
             int               height,
             int              *out_top,
             int              *out_end)
{
  int busy = MAX ((int) round (height * CLAMP (wave->columns[column].busy, 0, 1)), wave->columns[column].busy > 0 ? 1 : 0);

  *out_top = wave->kind == HEDDLE_WAVE_BUS ? (height - busy) / 2 : height - busy;
  *out_end = *out_top + busy;
}

/* For files: columns that look the same are one. */
static void
paint_column_paths (const Plot       *plot,
                    const HeddleWave *wave,
                    int               height)
{
  guint first = 0;

  for (guint c = 1; c <= wave->n_columns; c++)
    {
      int top, end, next_top = 0, next_end = 0;

      find_column (wave, first, height, &top, &end);
      if (c < wave->n_columns)
        find_column (wave, c, height, &next_top, &next_end);
      if (c < wave->n_columns && next_top == top && next_end == end && wave->columns[c].label == wave->columns[first].label)
        continue;
      heddle_colour_set (plot->cr, get_run_colour (plot, wave, wave->columns[first].shade));
      cairo_rectangle (plot->cr, first, top, c - first, end - top);
      cairo_fill (plot->cr);
      first = c;
    }
}

static void
paint_column_picture (const Plot       *plot,
                      const HeddleWave *wave,
                      int               height)
{
  guint n = wave->n_columns;
  g_autofree int *tops = g_new (int, n), *ends = g_new (int, n);
  g_autofree guint32 *pixels = g_new (guint32, n);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) n, height);

  for (guint c = 0; c < n; c++)
    {
      find_column (wave, c, height, &tops[c], &ends[c]);
      if (c > 0 && wave->columns[c].label == wave->columns[c - 1].label)
        pixels[c] = pixels[c - 1];
      else
        pixels[c] = heddle_pixel_of (get_run_colour (plot, wave, wave->columns[c].shade));
    }
  fill_columns (surface, tops, ends, pixels);
  paint_surface (plot->cr, surface);
}

/* The name over columns of one value, where it has room and most of them is of it. */
static void
paint_run_label (const Plot       *plot,
                 const HeddleWave *wave,
                 guint             first,
                 guint             after,
                 double            y,
                 double            height)
{
  const HeddleWaveColumn *column = &wave->columns[first];
  HeddleTextLook look = { .size = 11, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (get_run_colour (plot, wave, column->shade)) };
  double busy = 0;

  for (guint c = first; c < after; c++)
    busy += wave->columns[c].busy;
  if (column->label != NULL && busy >= LABEL_BUSY * (after - first))
    heddle_text_paint_box (plot->text, plot->cr, plot->view->name_width + first + 3, y, after - first - 6, height, column->label, &look);
}

/* Far out: px by px what was there for longest. */
static void
paint_columns (const Plot       *plot,
               const HeddleWave *wave,
               double            y,
               double            height)
{
  const HeddleWaveColumn *columns = wave->columns;
  guint first = 0;

  cairo_save (plot->cr);
  cairo_translate (plot->cr, round (plot->view->name_width), y);
  if (heddle_is_vector (plot->cr))
    paint_column_paths (plot, wave, (int) height);
  else
    paint_column_picture (plot, wave, (int) height);
  cairo_restore (plot->cr);
  for (guint c = 1; c <= wave->n_columns; c++)
    if (c == wave->n_columns || columns[c].label != columns[first].label)
      {
        if (c - first >= LABEL_ROOM)
          paint_run_label (plot, wave, first, c, y, height);
        first = c;
      }
}

static void
paint_spans (const Plot       *plot,
             const HeddleWave *wave,
             double            top)
{
  const HeddleWaveView *view = plot->view;
  double height = MIN (view->lane_height - 2 * LANE_PAD - 4, MAX (LEAST_BOX, round (BOX_SHARE * view->lane_height)));
  double y = round (top + (view->lane_height - height) / 2);
  double merged = -INFINITY; /* right end of what is drawn of short spans */
  cairo_t *cr = plot->cr;

  if (wave->kind == HEDDLE_WAVE_BUS)
    {
      heddle_colour_set (cr, heddle_colour_with_alpha (wave->colour, 0.8));
      cairo_rectangle (cr, view->name_width, y + round (height / 2), heddle_wave_x_of (view, view->end_ps) - view->name_width, 1);
      cairo_fill (cr);
    }
  if (wave->columns != NULL)
    {
      paint_columns (plot, wave, y, height);
      return;
    }
  for (guint i = first_span (wave, view->begin_ps); i < wave->n_spans && wave->spans[i].begin_ps < view->end_ps; i++)
    {
      const HeddleWaveSpan *span = &wave->spans[i];
      double x0 = heddle_wave_x_of (view, span->begin_ps);
      double x1 = heddle_wave_x_of (view, span->end_ps);

      if (x1 - x0 >= MIN_BOX)
        {
          /* Far ends are cut: Cairo's coordinates are limited. */
          paint_box (plot, wave, span, MAX (x0, view->name_width - 20), MIN (x1, view->width + 20), y, height);
          continue;
        }
      x0 = floor (x0);
      x1 = MAX (ceil (x1), x0 + 1);
      if (x1 <= merged)
        continue;
      x0 = MAX (x0, merged);
      merged = x1;
      heddle_colour_set (cr, heddle_colour_mix (plot->theme->view_bg, wave->colour, 0.6));
      cairo_rectangle (cr, x0, y, x1 - x0, height);
      cairo_fill (cr);
    }
}

static void
paint_axis_ends (const Plot       *plot,
                 const HeddleWave *wave,
                 double            top)
{
  HeddleTextLook look = { .size = AXIS_WORDS, .align = HEDDLE_TEXT_RIGHT, .colour = plot->theme->dim };
  double right = plot->view->name_width - 7;
  g_autofree char *high = hd_figure_in (wave->high, wave->unit, 4);
  g_autofree char *low = hd_figure_in (wave->low, wave->unit, 4);

  heddle_text_paint (plot->text, plot->cr, right, top + LANE_PAD + 8 * heddle_text_get_scale (plot->text), high, &look);
  heddle_text_paint (plot->text, plot->cr, right, top + plot->view->lane_height - LANE_PAD, low, &look);
}

/* What the figures at the ends of the axis take of the column of names. */
static double
measure_axis_ends (const Plot       *plot,
                   const HeddleWave *wave)
{
  g_autofree char *high = hd_figure_in (wave->high, wave->unit, 4);
  g_autofree char *low = hd_figure_in (wave->low, wave->unit, 4);

  return MAX (heddle_text_width (plot->text, high, AXIS_WORDS, FALSE), heddle_text_width (plot->text, low, AXIS_WORDS, FALSE)) + 14;
}

static void
paint_name (const Plot       *plot,
            const HeddleWave *wave,
            double            top)
{
  const HeddleWaveView *view = plot->view;
  gboolean analogue = wave->kind == HEDDLE_WAVE_STEP || wave->kind == HEDDLE_WAVE_LINE;
  HeddleTextLook name = { .size = 12.5, .bold = TRUE, .colour = plot->theme->text };
  HeddleTextLook source = { .size = 11.5, .colour = plot->theme->dim };
  double scale = heddle_text_get_scale (plot->text);
  double width = view->name_width - 24 - (analogue ? measure_axis_ends (plot, wave) : 8);
  double middle = top + view->lane_height / 2;

  if (wave->selected)
    {
      cairo_rectangle (plot->cr, 0, top, view->name_width, view->lane_height);
      heddle_colour_set (plot->cr, heddle_colour_with_alpha (plot->theme->accent, 0.18));
      cairo_fill (plot->cr);
    }
  heddle_path_rounded (plot->cr, 12, top + LANE_PAD, 4, view->lane_height - 2 * LANE_PAD, 2);
  heddle_colour_set (plot->cr, wave->colour);
  cairo_fill (plot->cr);
  if (width < 20)
    return;

  if (wave->source != NULL && view->lane_height >= 36 * scale)
    {
      heddle_text_paint_box (plot->text, plot->cr, 24, middle - 18 * scale, width, 18 * scale, wave->name, &name);
      heddle_text_paint_box (plot->text, plot->cr, 24, middle, width, 17 * scale, wave->source, &source);
    }
  else
    heddle_text_paint_box (plot->text, plot->cr, 24, top, width, view->lane_height, wave->name, &name);
  if (analogue && view->lane_height >= 34 * scale)
    paint_axis_ends (plot, wave, top);
}

/**
 * heddle_wave_paint:
 * @text: layouts
 * @cr: a Cairo context, origin at the plot's top left corner
 * @waves: (array length=n_waves): traces, from top to bottom
 * @n_waves: their number
 * @theme: the colours
 * @view: what is shown; its times must satisfy begin < end
 *
 * Paints names, axis, traces, cursors and playhead; traces that are scrolled out cost nothing.
 */
void
heddle_wave_paint (HeddleText           *text,
                   cairo_t              *cr,
                   const HeddleWave     *waves,
                   guint                 n_waves,
                   const HeddleTheme    *theme,
                   const HeddleWaveView *view)
{
  Plot plot = { text, cr, theme, view };

  g_return_if_fail (view->end_ps > view->begin_ps);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width, view->height);
  cairo_clip (cr);
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_time_grid_paint (text, cr, theme, view);

  cairo_save (cr);
  cairo_rectangle (cr, 0, view->axis_height, view->width, view->height - view->axis_height);
  cairo_clip (cr);
  for (guint i = 0; i < n_waves; i++)
    {
      double top = lane_top (view, i);

      if (top + view->lane_height < view->axis_height || top > view->height)
        continue;
      cairo_save (cr);
      cairo_rectangle (cr, view->name_width, top, heddle_wave_plot_width (view), view->lane_height);
      cairo_clip (cr);
      if (waves[i].kind == HEDDLE_WAVE_STEP || waves[i].kind == HEDDLE_WAVE_LINE)
        {
          paint_analogue (&plot, &waves[i], top);
          if (waves[i].level_name != NULL)
            paint_level (&plot, &waves[i], top);
          paint_cursor_values (&plot, &waves[i], top);
        }
      else
        paint_spans (&plot, &waves[i], top);
      cairo_restore (cr);
      if (view->name_width > 0)
        paint_name (&plot, &waves[i], top);
      heddle_colour_set (cr, theme->grid_line);
      cairo_rectangle (cr, 0, round (top + view->lane_height) - 1, view->width, 1);
      cairo_fill (cr);
    }
  cairo_restore (cr);

  if (view->name_width > 0)
    {
      heddle_colour_set (cr, theme->grid_line);
      cairo_rectangle (cr, round (view->name_width) - 1, 0, 1, view->height);
      cairo_fill (cr);
    }
  heddle_time_marks_paint (text, cr, theme, view);
  cairo_restore (cr);
}
