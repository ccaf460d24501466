/* test-curve.c: measured points over a value, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a point stands at its value, and its interval reaches as far as it says; one to be doubted is hollow; what it is compared with has another
 * colour, and what comes from elsewhere another shape; on a logarithmic axis equal factors are equally high, and what has no logarithm is not drawn. Open: looks, which are compared by eye.
 */
#include "heddle-curve-painter.h"

#include <math.h>

#define WIDTH 500
#define HEIGHT 300

typedef struct
{
  cairo_surface_t *surface;
  HeddleText *text;
} Fixture;

static void
set_up (Fixture *f,
        gconstpointer data)
{
  f->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  f->text = heddle_text_new (NULL, NULL);
}

static void
tear_down (Fixture *f,
           gconstpointer data)
{
  heddle_text_free (f->text);
  cairo_surface_destroy (f->surface);
}

static void
paint (Fixture *f,
       const HeddleCurvePoint *points,
       guint n,
       const HeddleCurvePoint *before,
       guint n_before,
       gboolean is_logarithmic)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (f->surface);
  const HeddleCurve curves[] = { { before, n_before, HEDDLE_CURVE_NEUTRAL, .is_joined = TRUE }, { points, n, HEDDLE_CURVE_ACCENT, .is_joined = TRUE } };
  HeddleCurvePicture picture = { curves, G_N_ELEMENTS (curves), .low_x = 0, .high_x = 1, .is_logarithmic = is_logarithmic, .title = "y", .x_unit = "", .y_unit = "" };

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_curve_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
}

static gboolean
has_colour (Fixture *f,
            int x,
            int y,
            HeddleColour colour)
{
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (f->surface);
  guint32 value = pixels[y * (cairo_image_surface_get_stride (f->surface) / 4) + x];

  return fabs ((value >> 16 & 0xff) / 255.0 - colour.red) + fabs ((value >> 8 & 0xff) / 255.0 - colour.green) + fabs ((value & 0xff) / 255.0 - colour.blue) < 0.1;
}

/* The highest and the lowest pixel of a colour in some columns; %FALSE if there is none. */
static gboolean
find (Fixture *f,
      int from_x,
      int to_x,
      HeddleColour colour,
      int *out_top,
      int *out_bottom)
{
  *out_top = HEIGHT;
  *out_bottom = -1;
  for (int x = from_x; x < to_x; x++)
    for (int y = 0; y < HEIGHT - 20; y++) /* the axis has its words below */
      if (has_colour (f, x, y, colour))
        {
          *out_top = MIN (*out_top, y);
          *out_bottom = MAX (*out_bottom, y);
        }
  return *out_bottom >= 0;
}

static HeddleColour
accent (void)
{
  return heddle_theme_get (HEDDLE_STYLE_LIGHT)->accent;
}

/* At the right end, from a half to one and a half of what it is; the others make the axis the same. */
static void
test_interval (Fixture *f,
               gconstpointer data)
{
  const HeddleCurvePoint sure = { 1, 10, 0, FALSE }, wide = { 1, 10, 5, FALSE };
  const HeddleCurvePoint low = { 0, 1, 0, FALSE }, high = { 0.5, 20, 0, FALSE };
  const HeddleCurvePoint with[] = { low, high, wide }, without[] = { low, high, sure };
  int top, bottom, alone_top, alone_bottom;

  paint (f, without, 3, NULL, 0, FALSE);
  g_assert_true (find (f, WIDTH - 15, WIDTH - 11, accent (), &alone_top, &alone_bottom));
  paint (f, with, 3, NULL, 0, FALSE);
  g_assert_true (find (f, WIDTH - 15, WIDTH - 11, accent (), &top, &bottom));
  g_assert_cmpint (top, <, alone_top - 50);
  g_assert_cmpint (bottom, >, alone_bottom + 50);
  g_assert_cmpint (ABS ((top + bottom) - (alone_top + alone_bottom)), <=, 6);
}

static void
test_hollow (Fixture *f,
             gconstpointer data)
{
  const HeddleCurvePoint full[] = { { 1, 10, 0, FALSE } }, hollow[] = { { 1, 10, 0, TRUE } };
  int top, bottom;

  paint (f, full, 1, NULL, 0, FALSE);
  g_assert_true (find (f, WIDTH - 18, WIDTH - 14, accent (), &top, &bottom));
  g_assert_true (has_colour (f, WIDTH - 16, (top + bottom) / 2, accent ()));
  paint (f, hollow, 1, NULL, 0, FALSE);
  g_assert_true (find (f, WIDTH - 18, WIDTH - 14, accent (), &top, &bottom));
  g_assert_false (has_colour (f, WIDTH - 16, (top + bottom) / 2, accent ()));
}

static void
test_before (Fixture *f,
             gconstpointer data)
{
  const HeddleCurvePoint now[] = { { 0, 1, 0, FALSE }, { 1, 1, 0, FALSE } }, before[] = { { 0, 2, 0, FALSE }, { 1, 2, 0, FALSE } };
  HeddleColour neutral = heddle_theme_get (HEDDLE_STYLE_LIGHT)->neutral;
  int top, bottom, top_before, bottom_before;

  paint (f, now, 2, before, 2, FALSE);
  g_assert_true (find (f, WIDTH - 18, WIDTH - 14, accent (), &top, &bottom));
  g_assert_true (find (f, WIDTH - 18, WIDTH - 14, neutral, &top_before, &bottom_before));
  g_assert_cmpint (bottom_before, <, top - 50);
}

/* 1, 10 and 100: the one in the middle is in the middle; and one that has no place there. */
static void
test_logarithmic (Fixture *f,
                  gconstpointer data)
{
  const HeddleCurvePoint points[] = { { 0, 1, 0, FALSE }, { 0.25, -5, 0, FALSE }, { 0.25, NAN, 0, FALSE }, { 0.5, 10, 0, FALSE }, { 1, 100, 0, FALSE } };
  int top, bottom, top_middle, bottom_middle;

  paint (f, points, G_N_ELEMENTS (points), NULL, 0, TRUE);
  g_assert_true (find (f, 0, WIDTH, accent (), &top, &bottom));
  for (int x = 230; x < 300; x++) /* where the line is half of the way up, about, the dot is */
    if (find (f, x, x + 1, accent (), &top_middle, &bottom_middle) && bottom_middle - top_middle >= 7)
      {
        g_assert_cmpint (ABS (top + bottom - top_middle - bottom_middle), <=, 14);
        return;
      }
  g_assert_not_reached ();
}

/* A point is found where it is drawn, of several curves the one that is nearest; a line has no points, and nothing is far from all of them. */
static void
test_find (Fixture *f,
           gconstpointer data)
{
  const HeddleCurvePoint low[] = { { 1, 10, 0, FALSE, FALSE }, { 100, 10, 0, FALSE, TRUE } }, high[] = { { 1, 30, 0, FALSE, FALSE }, { 10, 20, 0, FALSE, FALSE } };
  const HeddleCurve curves[] = { { low, 2, HEDDLE_CURVE_NEUTRAL, NULL, TRUE, TRUE }, { low, 2, 0, "low", TRUE, FALSE }, { high, 2, 1, "high", TRUE, FALSE } };
  const HeddleCurvePicture picture = { curves, 3, .low_x = 1, .high_x = 100, .is_x_logarithmic = TRUE, .title = "y", .x_unit = "", .y_unit = "" };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (f->surface);
  int left = WIDTH, right = 0, top = 0, bottom = 0;
  guint curve, point, n_found = 0;

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_curve_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        if (!heddle_curve_find (f->text, &picture, WIDTH, HEIGHT, x, y, &curve, &point))
          continue;
        n_found++;
        g_assert_cmpuint (curve, >, 0); /* not of the line */
        left = MIN (left, x);
        right = MAX (right, x);
        if (curve == 2 && point == 1)
          {
            top = top == 0 ? y : top;
            bottom = y;
          }
      }
  g_assert_cmpuint (n_found, >, 4 * 300); /* four circles of a radius of 12 */
  g_assert_cmpuint (n_found, <, 4 * 500);
  g_assert_true (has_colour (f, (left + right) / 2, (top + bottom) / 2, theme->category[1])); /* 10 lies in the middle between 1 and 100 */
  g_assert_cmpint (right, <, WIDTH - 40); /* the key has room beside them */
}

/* What an axis says stands at its ticks, whatever was in its place before: on that from 1 to 100 there is 10 in the middle. */
static void
test_labels (Fixture *f,
             gconstpointer data)
{
  const HeddleCurvePoint points[] = { { 1, 1, 0, FALSE }, { 100, 2, 0, FALSE } };
  const HeddleCurve curve = { points, 2, HEDDLE_CURVE_ACCENT };
  const HeddleCurvePicture picture = { &curve, 1, .low_x = 1, .high_x = 100, .is_x_logarithmic = TRUE, .title = "y", .x_unit = "", .y_unit = "" };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (f->surface);
  guint n = 0;

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_curve_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  for (int x = WIDTH / 2 - 10; x < WIDTH / 2 + 30; x++)
    for (int y = HEIGHT - 16; y < HEIGHT; y++)
      n += !has_colour (f, x, y, theme->view_bg);
  g_assert_cmpuint (n, >, 10);
}

#define WORDS 25 /* px that labels of the other axis take at most */

/* How many marks of ticks there are below the axis, and where the first is and the last. */
static guint
count_marks (Fixture *f,
             int *out_first,
             int *out_last)
{
  HeddleColour empty = heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg;
  guint n = 0;

  for (int x = WORDS; x < WIDTH; x++)
    if (!has_colour (f, x, HEIGHT - 19, empty) && !has_colour (f, x, HEIGHT - 18, empty))
      {
        *out_first = n == 0 ? x : *out_first;
        *out_last = x;
        n++;
      }
  return n;
}

/* Each tick has its mark, those without room for words too; of values with names these stand at the values, and none at the end of the axis. */
static void
test_marks (Fixture *f,
            gconstpointer data)
{
  static const char *const names[] = { "1", "a name that is too long", "3", "8", NULL };
  static const double values[] = { 1, 2.5, 3, 8 };
  const HeddleCurvePoint points[] = { { 1, 1, 0, FALSE }, { 8, 2, 0, FALSE } };
  const HeddleCurve curve = { points, 2, HEDDLE_CURVE_ACCENT };
  HeddleCurvePicture picture = { &curve, 1, .low_x = 1, .high_x = 8, .title = "y", .x_unit = "", .y_unit = "" };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (f->surface);
  int first, last, first_named, last_named, top, bottom;

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_curve_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_surface_flush (f->surface);
  g_assert_cmpuint (count_marks (f, &first, &last), >, 3);
  g_assert_cmpint (last, ==, WIDTH - 16);
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  picture.x_words = names;
  picture.x_values = values;
  heddle_curve_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  g_assert_cmpuint (count_marks (f, &first_named, &last_named), ==, 4);
  g_assert_cmpint (first_named, >, WORDS + 8);
  g_assert_cmpint (last_named, <, last - 5);
  g_assert_true (find (f, last_named, last_named + 1, accent (), &top, &bottom));
}

/* Part of a decade has ticks too: from 12 to 19 there is none of 1, 2 and 5. */
static void
test_part_of_decade (Fixture *f,
                     gconstpointer data)
{
  const HeddleCurvePoint points[] = { { 12, 1, 0, FALSE }, { 19, 2, 0, FALSE } };
  const HeddleCurve curve = { points, 2, HEDDLE_CURVE_ACCENT };
  const HeddleCurvePicture picture = { &curve, 1, .low_x = 12, .high_x = 19, .is_x_logarithmic = TRUE, .title = "y", .x_unit = "", .y_unit = "" };
  cairo_t *cr = cairo_create (f->surface);
  int first, last;

  heddle_colour_set (cr, heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg);
  cairo_paint (cr);
  heddle_curve_paint (f->text, cr, &picture, heddle_theme_get (HEDDLE_STYLE_LIGHT), WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  g_assert_cmpuint (count_marks (f, &first, &last), >=, 2);
}

/* A hollow square on a corner: at its own height it is wider than a dot, and empty in the middle; it is no point that is found. */
static void
test_foreign (Fixture *f,
              gconstpointer data)
{
  const HeddleCurvePoint own[] = { { 0, 1, 0, FALSE } }, published[] = { { 0.5, 2, 0, FALSE } };
  const HeddleCurve curves[] = { { own, 1, HEDDLE_CURVE_ACCENT }, { published, 1, 0, "published", .is_foreign = TRUE } };
  const HeddleCurvePicture picture = { curves, 2, .low_x = 0, .high_x = 1, .title = "y", .x_unit = "", .y_unit = "" };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (f->surface);
  guint curve, point;
  int top, bottom, left = WIDTH, right = 0;

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_curve_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  g_assert_true (find (f, 60, WIDTH - 100, theme->category[0], &top, &bottom));
  g_assert_cmpint (bottom - top, >=, 15);
  g_assert_cmpint (bottom - top, <=, 19);
  for (int x = 60; x < WIDTH - 100; x++)
    if (has_colour (f, x, (top + bottom) / 2, theme->category[0]))
      {
        left = MIN (left, x);
        right = MAX (right, x);
      }
  g_assert_cmpint (ABS ((right - left) - (bottom - top)), <=, 2);
  for (int y = -5; y <= 5; y += 10) /* a dot has room there; in the middle there may be a line of the axis */
    g_assert_true (has_colour (f, (left + right) / 2, (top + bottom) / 2 + y, theme->view_bg));
  g_assert_false (heddle_curve_find (f->text, &picture, WIDTH, HEIGHT, 0.5 * (left + right), 0.5 * (top + bottom), &curve, &point));
}

/* Of a crowd every place has its colour too, and marked points have their ring. */
static void
test_crowd (Fixture *f,
            gconstpointer data)
{
  const guint n = 20000;
  g_autofree HeddleCurvePoint *points = g_new0 (HeddleCurvePoint, n);
  HeddleCurve curve = { points, n, HEDDLE_CURVE_ACCENT, NULL, FALSE, FALSE };
  const HeddleCurvePicture picture = { &curve, 1, .low_x = 0, .high_x = 1, .title = "y", .x_unit = "", .y_unit = "" };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (f->surface);
  int top, bottom, top_end, bottom_end;

  for (guint i = 0; i < n; i++)
    points[i] = (HeddleCurvePoint){ .x = (i / 100) / 199.0, .y = i % 100, .is_marked = i == n - 1 };
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_curve_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  g_assert_true (find (f, WIDTH / 2, WIDTH / 2 + 4, accent (), &top, &bottom));
  g_assert_cmpint (bottom - top, >, 200); /* from the axis to the top */
  for (int y = top; y <= bottom; y++)
    g_assert_true (has_colour (f, WIDTH / 2, y, accent ()) || has_colour (f, WIDTH / 2 + 1, y, accent ()) || has_colour (f, WIDTH / 2 + 2, y, accent ()));
  g_assert_true (find (f, WIDTH - 14, WIDTH - 12, accent (), &top_end, &bottom_end)); /* the dot in the ring is wider than the squares */
  g_assert_cmpint (bottom_end - top_end, <, 10);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/ui/paint/curve/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("interval", test_interval);
  ADD ("hollow", test_hollow);
  ADD ("before", test_before);
  ADD ("logarithmic", test_logarithmic);
  ADD ("labels", test_labels);
  ADD ("find", test_find);
  ADD ("marks", test_marks);
  ADD ("part-of-decade", test_part_of_decade);
  ADD ("foreign", test_foreign);
  ADD ("crowd", test_crowd);
  return g_test_run ();
}
