/* bench-paint.c: CPU per frame of the canvas and of waveforms
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paints on an image of 1440 x 900 px, which is what a window's frame costs without the compositor. Each case is painted
 * for at least a quarter of a second of CPU while panning by a px a frame; the median and the worst frame are printed.
 */
#include <stdlib.h>
#include <time.h>

#include "heddle-scene-painter.h"
#include "heddle-symbols.h"
#include "heddle-timeline-painter.h"
#include "heddle-state-index.h"
#include "heddle-wave-painter.h"

#define WIDTH 1440
#define HEIGHT 900
#define MIN_SECONDS 0.25
#define MAX_FRAMES 1000

static double
cpu_ms (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);

  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static int
compare_double (const void *a,
                const void *b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

typedef void (*FrameFunc) (cairo_t *cr,
                           guint    frame,
                           gpointer data);

static void
measure (const char *name,
         double      goal_ms,
         FrameFunc   paint,
         gpointer    data)
{
  g_autofree double *frames = g_new (double, MAX_FRAMES);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  double total = 0;
  double first = 0;
  guint n = 0;

  while (n < MAX_FRAMES && (n < 5 || total < MIN_SECONDS * 1e3))
    {
      cairo_t *cr = cairo_create (surface);
      double begin = cpu_ms ();

      paint (cr, n, data);
      cairo_surface_flush (surface);
      frames[n] = cpu_ms () - begin;
      if (n == 0)
        first = frames[0];
      total += frames[n++];
      cairo_destroy (cr);
    }
  cairo_surface_destroy (surface);
  qsort (frames, n, sizeof *frames, compare_double);
  g_print ("%-64s first %7.2f  median %6.2f  worst %6.2f ms", name, first, frames[n / 2], frames[n - 1]);
  if (goal_ms > 0)
    g_print ("  goal %4.1f %s", goal_ms, frames[n / 2] <= goal_ms ? "met" : "MISSED");
  g_print ("\n");
}

typedef struct
{
  HeddleScene *scene;
  HeddleScenePainter *painter;
  HeddleViewport view;
  HeddlePaintOptions options;
} Canvas;

static void
paint_canvas (cairo_t *cr,
              guint    frame,
              gpointer data)
{
  Canvas *canvas = data;
  HeddleViewport view = canvas->view;

  view.x += (frame % 50) / view.zoom;
  heddle_scene_painter_paint (canvas->painter, cr, canvas->scene, heddle_theme_get (HEDDLE_STYLE_LIGHT), &view, &canvas->options);
}

/* Like zooming with the wheel: no picture of the frame before can be used again. */
static void
paint_zooming (cairo_t *cr,
               guint    frame,
               gpointer data)
{
  Canvas *canvas = data;
  HeddleViewport view = heddle_viewport_zoom_at (&canvas->view, WIDTH / 2.0, HEIGHT / 2.0, 1 + (frame % 50) * 0.004);

  heddle_scene_painter_paint (canvas->painter, cr, canvas->scene, heddle_theme_get (HEDDLE_STYLE_LIGHT), &view, &canvas->options);
}

/* A grid of servers with switches; two links a node: to the next one, and to one far off. */
static HeddleScene *
make_scene (guint n_nodes)
{
  HeddleScene *scene = heddle_scene_new ();
  guint columns = (guint) ceil (sqrt (n_nodes * 1.2));
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  const char *symbols[] = { "xpu", "server", "memory", "switch" };

  for (guint i = 0; i < n_nodes; i++)
    {
      g_autofree char *name = g_strdup_printf ("server[%u]", i);
      HeddleSceneNode node = {
        .x = (i % columns) * 110.0,
        .y = (i / columns) * 84.0,
        .width = 72,
        .height = 56,
        .symbol = heddle_symbol_find (symbols[i % 4]),
        .category = -1,
        .name = name,
        .subtitle = "8 XPU",
        .count = i % 16 == 0 ? 8 : 1,
        .busy = (float) g_rand_double (random),
      };

      heddle_scene_add_node (scene, &node);
    }
  for (guint i = 0; i < 2 * n_nodes; i++)
    {
      guint a = i / 2;
      guint b = i % 2 == 0 ? (a + 1) % n_nodes : (a + 1 + (guint) g_rand_int_range (random, 0, 3 * columns)) % n_nodes;
      HeddleSceneLink link = {
        .from = { HEDDLE_NO_INDEX, a },
        .to = { HEDDLE_NO_INDEX, b },
        .style = i % 2 == 0 ? HEDDLE_LINK_STRAIGHT : HEDDLE_LINK_CURVED,
        .heat = i % 5 == 0 ? HEDDLE_HEAT_UNUSED : (float) g_rand_double (random),
        .bytes = exp (g_rand_double_range (random, 20, 30)),
      };

      heddle_scene_add_link (scene, &link);
    }

  return scene;
}

static void
bench_canvas (HeddleText *text,
              guint       n_nodes)
{
  Canvas canvas = { .painter = heddle_scene_painter_new (text), .options = HEDDLE_PAINT_OPTIONS_INIT };
  const double zooms[] = { 0.75, 0.5, 0.25, 0.15 };
  g_autofree char *whole = g_strdup_printf ("%u nodes, %u links, wholly in view, heat", n_nodes, 2 * n_nodes);
  g_autofree char *near = g_strdup_printf ("%u nodes at 100 %%, heat, culled", n_nodes);
  double begin = cpu_ms ();
  HeddleRect bounds;
  HeddlePoint middle;

  canvas.scene = make_scene (n_nodes);
  bounds = heddle_scene_bounds (canvas.scene);
  g_print ("%-64s %13.2f ms\n", "building that scene with its index", cpu_ms () - begin);
  begin = cpu_ms ();
  heddle_scene_move_node (canvas.scene, 0, 1, 1);
  bounds = heddle_scene_bounds (canvas.scene);
  g_print ("%-64s %13.2f ms\n", "after moving a node", cpu_ms () - begin);

  canvas.options.heat = HEDDLE_HEAT_UTILISATION;
  canvas.view = heddle_viewport_fit (&bounds, WIDTH, HEIGHT, 12);
  measure (whole, 16, paint_canvas, &canvas);
  middle = (HeddlePoint) { bounds.x + bounds.width / 2, bounds.y + bounds.height / 2 };
  canvas.view = (HeddleViewport) { middle.x - WIDTH / 2.0, middle.y - HEIGHT / 2.0, 1.0, WIDTH, HEIGHT };
  measure (near, 8, paint_canvas, &canvas);
  measure ("  the same while zooming in", 0, paint_zooming, &canvas);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      double z = zooms[i];
      g_autofree char *name = g_strdup_printf ("  at %.0f %%", z * 100);

      canvas.view = (HeddleViewport) { middle.x - WIDTH / 2.0 / z, middle.y - HEIGHT / 2.0 / z, z, WIDTH, HEIGHT };
      measure (name, 16, paint_canvas, &canvas);
    }
  measure ("  the same while zooming in", 0, paint_zooming, &canvas);

  heddle_scene_painter_free (canvas.painter);
  heddle_scene_unref (canvas.scene);
}

typedef struct
{
  HeddleText *text;
  HeddleWave waves[8];
  HeddleWaveSeries series[8];
  HeddleTimeline timeline;
  gint64 end_ps;
} Plots;

static void
paint_waves (cairo_t *cr,
             guint    frame,
             gpointer data)
{
  Plots *plots = data;
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;

  view.width = WIDTH;
  view.height = HEIGHT;
  view.lane_height = 100;
  view.begin_ps = frame * 1000;
  view.end_ps = plots->end_ps + frame * 1000;
  heddle_wave_paint (plots->text, cr, plots->waves, 8, heddle_theme_get (HEDDLE_STYLE_LIGHT), &view);
}

static void
bench_waves (HeddleText *text)
{
  const guint n = 1000000;
  Plots plots = { .text = text, .end_ps = (gint64) n * 1000 };
  HeddleDecimate *data[8];
  double begin = cpu_ms ();

  for (guint w = 0; w < 8; w++)
    {
      double value = 50;
      g_autoptr (GRand) random = g_rand_new_with_seed (w);

      data[w] = heddle_decimate_new ();
      for (guint i = 0; i < n; i++)
        {
          gint64 time = (gint64) i * 1000;

          value = CLAMP (value + g_rand_double_range (random, -1, 1), 0, 100);
          heddle_decimate_append (data[w], &time, &value, 1);
        }
      plots.series[w] = (HeddleWaveSeries) { data[w], heddle_theme_get (HEDDLE_STYLE_LIGHT)->category[w], { 0 } };
      plots.waves[w] = (HeddleWave) { .kind = HEDDLE_WAVE_STEP, .name = "wave", .source = "random walk", .unit = "B",
                                      .high = 100, .series = &plots.series[w], .n_series = 1 };
    }
  g_print ("%-64s %13.2f ns/sample\n", "appending (with making the samples)", (cpu_ms () - begin) / (8.0 * n) * 1e6);
  measure ("8 waveforms x 1,000,000 samples", 10, paint_waves, &plots);
  for (guint w = 0; w < 8; w++)
    heddle_decimate_free (data[w]);
}

typedef struct
{
  HeddleText *text;
  HeddleStateIndex *states[8];
  HeddleWaveColumn columns[8][WIDTH];
  HeddleWave waves[8];
  gint64 end_ps;
} Overview;

/* As HeddleWavesFigure does it: columns are found anew in each frame. */
static void
paint_states (cairo_t *cr,
              guint    frame,
              gpointer data)
{
  static const char *const names[12] = { "idle", "forward", "backward", "gemm", "attention", "norm", "softmax", "load", "store", "reduce", "wait", "send" };
  Overview *overview = data;
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  HeddleStateColumn columns[WIDTH];

  view.width = WIDTH;
  view.height = HEIGHT;
  view.lane_height = 100;
  view.begin_ps = frame * 1000;
  view.end_ps = overview->end_ps + frame * 1000;
  for (guint w = 0; w < 8; w++)
    {
      guint n = (guint) (view.width - view.name_width);

      heddle_state_index_columns (overview->states[w], view.begin_ps, view.end_ps, n, columns);
      for (guint c = 0; c < n; c++)
        overview->columns[w][c] = (HeddleWaveColumn) { columns[c].state >= 0 ? names[columns[c].state] : NULL, (float) columns[c].state / 12, columns[c].busy };
      overview->waves[w] = (HeddleWave) { .kind = HEDDLE_WAVE_STATE, .name = "state", .columns = overview->columns[w], .n_columns = n };
    }
  heddle_wave_paint (overview->text, cr, overview->waves, 8, heddle_theme_get (HEDDLE_STYLE_LIGHT), &view);
}

static void
bench_states (HeddleText *text)
{
  const guint n = 1000000;
  g_autofree Overview *overview = g_new0 (Overview, 1);

  overview->text = text;
  overview->end_ps = (gint64) n * 1000;
  for (guint w = 0; w < 8; w++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (w);

      overview->states[w] = heddle_state_index_new ();
      for (guint i = 0; i < n; i++)
        heddle_state_index_append (overview->states[w], (gint64) i * 1000, g_rand_int_range (random, -1, 12));
    }
  measure ("8 rows of states x 1,000,000 samples", 10, paint_states, overview);
  for (guint w = 0; w < 8; w++)
    heddle_state_index_free (overview->states[w]);
}

static void
paint_timeline (cairo_t *cr,
                guint    frame,
                gpointer data)
{
  Plots *plots = data;
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;

  view.width = WIDTH;
  view.height = HEIGHT;
  view.lane_height = 23;
  view.begin_ps = frame * 1000;
  view.end_ps = plots->end_ps + frame * 1000;
  heddle_timeline_paint (plots->text, cr, &plots->timeline, heddle_theme_get (HEDDLE_STYLE_LIGHT), &view);
}

static void
bench_timeline (HeddleText *text,
                guint       n_spans,
                double      goal_ms)
{
  const gint64 step = 1000000;
  g_autofree HeddleTimelineSpan *spans = g_new0 (HeddleTimelineSpan, n_spans);
  HeddleTimelineLane lanes[38];
  Plots plots = { .text = text, .timeline = { .lanes = lanes, .n_lanes = G_N_ELEMENTS (lanes) } };
  g_autofree char *name = g_strdup_printf ("timeline, 38 lanes x %u spans", n_spans);

  for (guint i = 0; i < n_spans; i++)
    spans[i] = (HeddleTimelineSpan) { .begin_ps = i * step, .end_ps = i * step + step * 2 / 3, .kind = i % HEDDLE_N_SPAN_KINDS, .label = "linear 13" };
  for (guint i = 0; i < G_N_ELEMENTS (lanes); i++)
    lanes[i] = (HeddleTimelineLane) { .name = "xpu", .spans = spans, .n_spans = n_spans, .longest_ps = step };
  plots.end_ps = n_spans * step;
  measure (name, goal_ms, paint_timeline, &plots);
}

int
main (void)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);

  g_print ("1440 x 900 px, image surface, CPU time of one thread\n");
  bench_canvas (text, 1000);
  bench_canvas (text, 10000);
  bench_waves (text);
  bench_states (text);
  bench_timeline (text, 100, 16);
  bench_timeline (text, 10000, 16);
  bench_timeline (text, 100000, 0);

  return 0;
}
