/* test-plots.c: waveforms and timelines, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a single high sample among a million is seen; short spans leave a trace at any zoom; what is clicked is what is
 * painted. Open: looks, which are compared by eye.
 */
#include "heddle-timeline-painter.h"

#include <math.h>
#include <string.h>

#define WIDTH 500
#define HEIGHT 120
#define US G_GINT64_CONSTANT (1000000)

typedef struct
{
  cairo_surface_t *surface;
  HeddleText *text;
  HeddleWaveView view;
} Fixture;

static void
set_up (Fixture      *f,
        gconstpointer data)
{
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;

  f->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  f->text = heddle_text_new (NULL, NULL);
  view.width = WIDTH;
  view.height = HEIGHT;
  view.name_width = 100;
  view.axis_height = 20;
  view.lane_height = 50;
  f->view = view;
}

static void
tear_down (Fixture      *f,
           gconstpointer data)
{
  heddle_text_free (f->text);
  cairo_surface_destroy (f->surface);
}

static guint
pixel (Fixture *f,
       int      x,
       int      y)
{
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (f->surface);

  return pixels[y * (cairo_image_surface_get_stride (f->surface) / 4) + x] & 0xffffff;
}

static void
paint_waves (Fixture          *f,
             const HeddleWave *waves,
             guint             n)
{
  cairo_t *cr = cairo_create (f->surface);

  heddle_wave_paint (f->text, cr, waves, n, heddle_theme_get (HEDDLE_STYLE_LIGHT), &f->view);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
}

static void
test_peak (Fixture      *f,
           gconstpointer data)
{
  g_autoptr (HeddleDecimate) series = heddle_decimate_new ();
  HeddleWaveSeries curve = { series, { 1, 0, 0, 1 }, { 0 } };
  HeddleWave wave = { .kind = HEDDLE_WAVE_STEP, .name = "w", .low = 0, .high = 100, .series = &curve, .n_series = 1 };
  const guint n = 200000;
  guint reddish = 0;

  for (guint i = 0; i < n; i++)
    {
      gint64 time = i * US;
      double value = i == 77777 ? 100 : 10;

      heddle_decimate_append (series, &time, &value, 1);
    }
  f->view.end_ps = n * US;
  paint_waves (f, &wave, 1);
  /* Half-way up only the peak is painted, in one column. */
  for (int x = 100; x < WIDTH; x++)
    {
      guint p = pixel (f, x, 20 + 25);

      reddish += (p >> 16 & 255) > (p & 255) + 50;
    }
  g_assert_cmpuint (reddish, ==, 1);
}

static void
test_step (Fixture      *f,
           gconstpointer data)
{
  g_autoptr (HeddleDecimate) series = heddle_decimate_new ();
  HeddleWaveSeries curve = { series, { 0 }, { 0, 0, 1, 1 } };
  HeddleWave wave = { .kind = HEDDLE_WAVE_STEP, .name = "w", .low = 0, .high = 1, .series = &curve, .n_series = 1 };
  const gint64 times[] = { 0, 100 * US, 200 * US };
  const double values[] = { 0, 1, 0 };

  heddle_decimate_append (series, times, values, 3);
  heddle_decimate_set_end (series, 300 * US);
  f->view.end_ps = 400 * US;
  paint_waves (f, &wave, 1);
  g_assert_cmphex (pixel (f, 100 + 150, 45), ==, 0x0000ff);
  g_assert_cmphex (pixel (f, 100 + 50, 45), ==, 0xffffff);
  g_assert_cmphex (pixel (f, 100 + 250, 45), ==, 0xffffff);
}

/* What a value means is a dashed line where the value lies, and nothing where none does; beside cursors stand values. */
static void
test_level_and_cursors (Fixture      *f,
                        gconstpointer data)
{
  const gint64 times[] = { 0, 5 * US };
  const double values[] = { 0, 20 };
  g_autoptr (HeddleDecimate) decimate = heddle_decimate_new ();
  HeddleWaveSeries curve = { decimate, heddle_theme_get (FALSE)->category[0], { 0 } };
  HeddleWave wave = { .kind = HEDDLE_WAVE_STEP, .name = "w", .unit = "%", .low = 0, .high = 100, .series = &curve, .n_series = 1, .level = 50 };
  guint counts[3] = { 0 };

  heddle_decimate_append (decimate, times, values, 2);
  f->view.begin_ps = 0;
  f->view.end_ps = 10 * US;
  for (guint c = 0; c < 3; c++)
    {
      wave.level_name = c == 1 ? "half" : NULL;
      wave.known[0] = wave.known[1] = c == 2;
      wave.at[1] = 20;
      f->view.cursor_a_ps = c == 2 ? 2 * US : HEDDLE_NO_TIME;
      f->view.cursor_b_ps = c == 2 ? 8 * US : HEDDLE_NO_TIME;
      paint_waves (f, &wave, 1);
      for (int x = 101; x < WIDTH; x++)
        counts[c] += pixel (f, x, 45) != pixel (f, x, 30); /* the middle of the lane, and elsewhere */
    }
  g_assert_cmpuint (counts[0], <, 10);
  g_assert_cmpuint (counts[1], >, 150);
  g_assert_cmpuint (counts[1], <, 360);
  g_assert_cmpuint (counts[2], >=, counts[0]);
}

static void
test_times (Fixture      *f,
            gconstpointer data)
{
  f->view.begin_ps = 5 * US;
  f->view.end_ps = 405 * US;
  g_assert_cmpfloat (heddle_wave_x_of (&f->view, 205 * US), ==, 300);
  g_assert_cmpint (heddle_wave_time_at (&f->view, 300), ==, 205 * US);
  g_assert_cmpint (heddle_wave_time_at (&f->view, 0), ==, 5 * US);
  g_assert_cmpint (heddle_wave_lane_at (&f->view, 2, 10), ==, -1);
  g_assert_cmpint (heddle_wave_lane_at (&f->view, 2, 75), ==, 1);
  g_assert_cmpint (heddle_wave_lane_at (&f->view, 1, 75), ==, -1);
}

static void
test_all_kinds (Fixture      *f,
                gconstpointer data)
{
  g_autoptr (HeddleDecimate) empty = heddle_decimate_new ();
  HeddleWaveSeries curve = { empty, { 1, 0, 0, 1 }, { 0, 0, 1, 1 } };
  HeddleWaveSpan spans[] = { { 0, 10 * US, "one", 0.2f }, { 10 * US, 10 * US + 1, NULL, 0.5f }, { 20 * US, G_MAXINT64, "ever", 1 } };
  HeddleWave waves[] = {
    { .kind = HEDDLE_WAVE_LINE, .name = "empty", .source = "s", .unit = "B/s", .high = 1e9, .series = &curve, .n_series = 1, .selected = TRUE },
    { .kind = HEDDLE_WAVE_STATE, .name = "state", .colour = { 0, 0.5, 0, 1 }, .spans = spans, .n_spans = 3 },
    { .kind = HEDDLE_WAVE_BUS, .name = "bus", .colour = { 0, 0.5, 0, 1 }, .spans = spans, .n_spans = 3 },
  };

  f->view.cursor_a_ps = 3 * US;
  f->view.cursor_b_ps = 30 * US;
  f->view.playhead_ps = 39 * US;
  for (gint64 span = 1; span < G_MAXINT64 / 100; span *= 30)
    {
      f->view.end_ps = span;
      paint_waves (f, waves, 3);
    }
}

static void
paint_timeline (Fixture              *f,
                const HeddleTimeline *timeline)
{
  cairo_t *cr = cairo_create (f->surface);

  heddle_timeline_paint (f->text, cr, timeline, heddle_theme_get (HEDDLE_STYLE_LIGHT), &f->view);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
}

static void
test_short_spans (Fixture      *f,
                  gconstpointer data)
{
  HeddleTimelineSpan spans[] = {
    { .begin_ps = 100 * US, .end_ps = 100 * US, .kind = HEDDLE_SPAN_COMPUTE },
    { .begin_ps = 200 * US, .end_ps = 200 * US + 1, .kind = HEDDLE_SPAN_MEMORY },
    { .begin_ps = 300 * US, .end_ps = 380 * US, .kind = HEDDLE_SPAN_COMMUNICATION, .label = "all-reduce" },
  };
  HeddleTimelineLane lane = { .name = "xpu[0]", .note = "border", .spans = spans, .n_spans = 3 };
  HeddleTimelineArrow arrow = { 0, 0, 0, 2 };
  HeddleTimeline timeline = { &lane, 1, &arrow, 0 };
  guint background;
  guint lane_at, span_at;
  gboolean seen[2] = { FALSE, FALSE };

  f->view.end_ps = 400 * US;
  paint_timeline (f, &timeline);
  background = pixel (f, 100 + 50, 30);
  for (int y = 20; y < 70; y++)
    {
      seen[0] |= pixel (f, 100 + 100, y) != background && pixel (f, 100 + 103, y) == background;
      seen[1] |= pixel (f, 100 + 200, y) != background && pixel (f, 100 + 203, y) == background;
    }
  g_assert_true (seen[0] && seen[1]);

  /* A click on each finds it; between them is nothing. */
  for (int y = 20; y < 70; y++)
    {
      if (heddle_timeline_hit (&timeline, &f->view, 440, y, &lane_at, &span_at))
        g_assert_cmpuint (span_at, ==, 2);
      g_assert_false (heddle_timeline_hit (&timeline, &f->view, 250, y, &lane_at, &span_at));
    }
  g_assert_true (heddle_timeline_hit (&timeline, &f->view, 201, 30, &lane_at, &span_at));
  g_assert_cmpuint (span_at, ==, 0);

  timeline.n_arrows = 1;
  paint_timeline (f, &timeline);
}

/* What goes on pales towards the present, and reaches it; what has ended is of one colour. */
static void
test_open (Fixture      *f,
           gconstpointer data)
{
  HeddleTimelineSpan span = { .begin_ps = 100 * US, .end_ps = 300 * US, .kind = HEDDLE_SPAN_COMPUTE };
  HeddleTimelineLane lane = { .name = "x", .spans = &span, .n_spans = 1 };
  HeddleTimeline timeline = { &lane, 1, NULL, 0 };
  guint colour;
  int y = 20;

  f->view.end_ps = 400 * US;
  paint_timeline (f, &timeline);
  while (pixel (f, 100 + 150, y) == pixel (f, 100 + 50, y))
    y++;
  y += 3;
  colour = pixel (f, 100 + 150, y);
  g_assert_cmphex (pixel (f, 100 + 297, y), ==, colour);
  span.open = TRUE;
  paint_timeline (f, &timeline);
  g_assert_cmphex (pixel (f, 100 + 150, y), ==, colour);
  g_assert_cmphex (pixel (f, 100 + 297, y), !=, colour);
  g_assert_cmphex (pixel (f, 100 + 297, y), !=, pixel (f, 100 + 305, y));
}

/* Knowing the longest span saves work and changes nothing. */
static void
test_longest (Fixture      *f,
              gconstpointer data)
{
  HeddleTimelineSpan spans[300];
  HeddleTimelineLane lane = { .name = "x", .spans = spans, .n_spans = G_N_ELEMENTS (spans) };
  HeddleTimeline timeline = { &lane, 1, NULL, 0 };
  gsize length = (gsize) cairo_image_surface_get_stride (f->surface) * HEIGHT;
  g_autofree guint8 *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    spans[i] = (HeddleTimelineSpan) { .begin_ps = i * US, .end_ps = i * US + 9 * US / 10, .kind = HEDDLE_SPAN_COMPUTE };
  f->view.begin_ps = 100 * US + US / 2;
  f->view.end_ps = 120 * US;
  paint_timeline (f, &timeline);
  first = g_memdup2 (cairo_image_surface_get_data (f->surface), length);
  lane.longest_ps = 9 * US / 10;
  paint_timeline (f, &timeline);
  g_assert_cmpmem (first, length, cairo_image_surface_get_data (f->surface), length);
}

/* Of two that overlap, the later one, or the shorter of those that begin together, is seen as one of its own. */
static void
test_overlap (Fixture      *f,
              gconstpointer data)
{
  const HeddleTimelineSpan spans[] = {
    { 1, 1000, 9000, HEDDLE_SPAN_COMMUNICATION, 0, NULL, FALSE },
    { 2, 3000, 5000, HEDDLE_SPAN_COMMUNICATION, 0, NULL, FALSE },
  };
  HeddleTimelineLane lane = { .name = "lane", .spans = spans, .n_spans = 2, .one_row = TRUE };
  HeddleTimeline timeline = { &lane, 1, NULL, 0 };
  guint background = 0, bar;
  double before, after;

  f->view.begin_ps = 0;
  f->view.end_ps = 10000;
  paint_timeline (f, &timeline);
  background = pixel (f, (int) heddle_wave_x_of (&f->view, 9800), 45);
  before = heddle_wave_x_of (&f->view, 3000);
  after = heddle_wave_x_of (&f->view, 5000);
  bar = pixel (f, (int) heddle_wave_x_of (&f->view, 2000), 45);
  g_assert_cmpuint (pixel (f, (int) (before + after) / 2, 45), ==, bar);
  g_assert_cmpuint (pixel (f, (int) heddle_wave_x_of (&f->view, 7000), 45), ==, bar);
  g_assert_cmpuint (pixel (f, (int) before - 1, 45), !=, bar);
  g_assert_cmpuint (pixel (f, (int) after, 45), !=, bar);
  g_assert_cmpuint (background, !=, bar);
}

/* Places give way from the front, as far as there is no room. */
static void
test_path (Fixture      *f,
           gconstpointer data)
{
  static const char path[] = "rack[0]/server[3]/xpu[1]";
  double whole = heddle_text_width (f->text, path, 12, TRUE), most = heddle_text_width (f->text, "…/server[3]/xpu[1]", 12, TRUE);
  g_autofree char *all = heddle_text_dup_path (f->text, path, 12, TRUE, whole), *some = heddle_text_dup_path (f->text, path, 12, TRUE, whole - 1);
  g_autofree char *least = heddle_text_dup_path (f->text, path, 12, TRUE, most - 1), *none = heddle_text_dup_path (f->text, path, 12, TRUE, 1);

  g_assert_cmpstr (all, ==, path);
  g_assert_cmpstr (some, ==, "…/server[3]/xpu[1]");
  g_assert_cmpstr (least, ==, "…/xpu[1]");
  g_assert_cmpstr (none, ==, "…/xpu[1]");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/ui/paint/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("path", test_path);
  ADD ("wave/peak", test_peak);
  ADD ("wave/step", test_step);
  ADD ("wave/level-and-cursors", test_level_and_cursors);
  ADD ("wave/times", test_times);
  ADD ("wave/all-kinds", test_all_kinds);
  ADD ("timeline/short-spans", test_short_spans);
  ADD ("timeline/open", test_open);
  ADD ("timeline/overlap", test_overlap);
  ADD ("timeline/longest", test_longest);

  return g_test_run ();
}
