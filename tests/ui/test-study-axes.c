/* test-study-axes.c: which factor of a study is drawn over, and how its values lie on their axis
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the factor is that which the documentation of studies says; an axis is logarithmic where its values lie more evenly so, or are many times as much as each
 * other; names along it are those of the study, in the order of values; metrics that can be compared are seen together; bars of what a metric depends on are as long as its shares,
 * which are counted by hand. Left open: how it looks.
 */
#include "heddle-study-axes.h"
#include "heddle-study-effects.h"
#include "heddle-study-figure.h"

#include <math.h>

#include <glib/gstdio.h>

static HdStudyPlan *
make_plan (const char *study)
{
  g_autofree char *text = g_strdup_printf ("<heddle version='1' name='g'><variables><variable name='a' value='1'/><variable name='b' value='1'/>"
                                           "<variable name='c' value='1'/></variables><top/>%s</heddle>", study);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "g.heddle", NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdStudyPlan *plan;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  plan = hd_study_plan_new (snapshot, NULL, NULL, problems, &error);
  g_assert_no_error (error);
  return plan;
}

/* What is drawn over, and what over that and the first. */
static void
check_axes (const char *study,
            guint first,
            guint second)
{
  HdStudyPlan *plan = make_plan (study);
  guint found = HD_NO_ID;

  g_assert_true (heddle_study_find_axis (plan, NULL, HD_NO_ID, &found));
  g_assert_cmpuint (found, ==, first);
  g_assert_cmpint (heddle_study_find_axis (plan, NULL, first, &found), ==, second != HD_NO_ID);
  if (second != HD_NO_ID)
    g_assert_cmpuint (found, ==, second);
  hd_study_plan_unref (plan);
}

static void
test_order (void)
{
  check_axes ("<study id='s'><factor of='a' values='1, 2'/><factor of='b' values='1, 2, 3'/><factor of='c' values='1, 2'/></study>", 1, 2);
  check_axes ("<study id='s'><factor of='a' values='x, y, z'/><factor of='b' values='1, 2'/></study>", 1, 0);
  check_axes ("<study id='s'><factor of='a' values='x, y'/><factor of='b' values='x, y, z'/><factor of='c' values='7'/></study>", 1, 0);
  check_axes ("<study id='s'><factor of='a' values='7'/><factor of='b' values='1, 2'/></study>", 1, HD_NO_ID);
  check_axes ("<study id='s' sampling='random' points='9'><factor of='a' from='1' to='2'/><factor of='b' values='1, 2, 3, 4'/></study>", 0, 1);
  check_axes ("<study id='s' sampling='paired'><factor of='a' values='1, 2, 3, 4'/><factor of='b' values='1, 2, 1, 2'/></study>", 0, 1);
}

/* What others state goes before all: their values of b, of which there are few. */
static void
test_stated (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-axes-XXXXXX", NULL), *path = g_build_filename (folder, "values.csv", NULL);
  g_autofree char *study = g_strdup_printf ("<study id='s' published='%s'><factor of='a' values='1, 2, 3'/><factor of='b' values='1, 2'/><metric of='m'/></study>", path);
  HdStudyPlan *plan = make_plan (study);
  g_autoptr (HdStudyPublished) published = NULL;
  g_autoptr (GError) error = NULL;
  guint found;

  g_assert_true (g_file_set_contents (path, "$b,m\n1,3\n", -1, NULL));
  published = hd_study_published_new (plan, &error);
  g_assert_no_error (error);
  g_assert_true (heddle_study_find_axis (plan, published, HD_NO_ID, &found));
  g_assert_cmpuint (found, ==, 1);
  hd_study_plan_unref (plan);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
check_scale (const char *factor,
             gboolean is_logarithmic,
             const char *names)
{
  g_autofree char *study = g_strdup_printf ("<study id='s' sampling='%s' points='9'><factor of='a' %s/></study>", names != NULL ? "full" : "random", factor);
  HdStudyPlan *plan = make_plan (study);
  HeddleStudyScale scale = { NULL };
  g_autofree char *joined = NULL;

  heddle_study_scale_init (&scale, plan, 0);
  if (scale.names != NULL)
    joined = g_strjoinv ("|", (char **) scale.names->pdata);
  g_test_message ("%s", factor);
  g_assert_cmpint (scale.is_logarithmic, ==, is_logarithmic);
  g_assert_cmpstr (joined != NULL ? joined : "", ==, names != NULL ? names : "");
  g_assert_cmpuint (scale.values->len, ==, names == NULL ? 0 : *names == '\0' ? 22 : scale.names->len - 1);
  heddle_study_scale_clear (&scale);
  hd_study_plan_unref (plan);
}

static void
test_scale (void)
{
  check_scale ("values='256 GB/s, 64 GB/s, 128 GB/s'", TRUE, "64 GB/s|128 GB/s|256 GB/s");
  check_scale ("values='64, 256, 1024'", TRUE, "64|256|1024");
  check_scale ("values='12, 48, 80, 96, 104, 110, 114, 118, 126'", FALSE, "12|48|80|96|104|110|114|118|126");
  check_scale ("values='0, 0.4, 0.8'", FALSE, "0|0.4|0.8");
  check_scale ("values='64, 256'", FALSE, "64|256");
  check_scale ("values='1, 40'", TRUE, "1|40");
  check_scale ("values='-8, 1, 2, 4, 8'", FALSE, "-8|1|2|4|8");
  check_scale ("from='0.02' to='0.44' steps='22'", FALSE, ""); /* too many for names */
  check_scale ("from='1' to='100'", FALSE, NULL);
}

static HdStudyTable *
make_table (const char *unit)
{
  HdStudyPlan *plan = make_plan ("<study id='s'><factor of='a' values='1, 2, 4'/><metric of='m'/><metric of='k'/></study>");
  HdStudyTable *table = hd_study_table_new (plan);

  for (guint p = 0; p < 3; p++)
    {
      g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
      const HdMetric figures[] = { { "m", "M", "s", p + 1 }, { "k", "K", unit, p + 4 } };
      const HdStudyResult result = { .point = p, .metrics = metrics };

      g_array_append_vals (metrics, figures, G_N_ELEMENTS (figures));
      hd_study_table_add (table, &result);
    }
  hd_study_plan_unref (plan);
  return table;
}

/* Metrics in one unit are seen together, as curves of the same points; of 1 s to 3 s, and of 4 s to 6 s. */
static void
test_all_metrics (void)
{
  g_autoptr (HdStudyTable) table = make_table ("s"), other = make_table ("B"), counts = make_table ("");
  g_autoptr (HeddleStudyFigure) figure = NULL;
  g_autofree char *summary = NULL, *point = NULL, *one = NULL;

  g_assert_true (heddle_study_are_comparable (table));
  g_assert_false (heddle_study_are_comparable (other));
  g_assert_false (heddle_study_are_comparable (counts));
  figure = heddle_study_figure_new (table, NULL, (HeddleStudyAxis){ FALSE, 0 }, HEDDLE_STUDY_ALL_METRICS, FALSE);
  g_assert_cmpuint (heddle_study_figure_count (figure), ==, 3);
  summary = heddle_study_figure_dup_summary (figure);
  g_assert_cmpstr (summary, ==, "All metrics over $a, of 3 points: from 1" HD_FIGURE_SPACE "s to 6" HD_FIGURE_SPACE "s");
  point = heddle_study_dup_point (table, NULL, 1, HEDDLE_STUDY_ALL_METRICS);
  g_assert_cmpstr (point, ==, "$a=2 · M 2" HD_FIGURE_SPACE "s · K 5" HD_FIGURE_SPACE "s");
  one = heddle_study_dup_point (table, NULL, 1, 1);
  g_assert_cmpstr (one, ==, "$a=2 · K 5" HD_FIGURE_SPACE "s");
}

#define WIDTH 600
#define HEIGHT 120

/* How many pixels of a row have the colour of what a factor has alone. */
static int
measure_bar (HeddleStudyEffects *effects,
             int y)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  cairo_t *cr = cairo_create (surface);
  const guint8 *pixels;
  int n = 0;

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_study_effects_paint (effects, text, cr, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);
  for (int x = 0; x < WIDTH; x++)
    n += fabs (pixels[4 * x + 2] / 255.0 - theme->accent.red) + fabs (pixels[4 * x + 1] / 255.0 - theme->accent.green) + fabs (pixels[4 * x] / 255.0 - theme->accent.blue) < 0.02;
  cairo_surface_destroy (surface);
  return n;
}

/* Of 3 x 3 points m is 3 a + b, with a and b one of 0, 1, 2: by hand a has nine tenths of the variance, b one tenth, and nothing comes of both together. */
static void
test_effects (void)
{
  HdStudyPlan *plan = make_plan ("<study id='s'><factor of='b' values='0, 1, 2'/><factor of='a' values='0, 1, 2'/><factor of='c' values='7'/><metric of='m'/></study>");
  HdStudyTable *table = hd_study_table_new (plan);
  g_autoptr (HeddleStudyEffects) effects = NULL, none = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *summary = NULL;
  int first, second;

  for (guint p = 0; p < 9; p++)
    {
      g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
      HdStudyValue b = { NULL }, a = { NULL };
      HdStudyResult result = { .point = p, .metrics = metrics };
      HdMetric figure = { "m", "M", "s", 0 };

      if (p == 7) /* one less than is needed */
        {
          none = heddle_study_effects_new (table, 0, &error);
          g_assert_null (none);
          g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
        }
      hd_study_plan_get_value (plan, p, 0, &b);
      hd_study_plan_get_value (plan, p, 1, &a);
      figure.value = 3 * a.number + b.number;
      hd_study_value_clear (&a);
      hd_study_value_clear (&b);
      g_array_append_val (metrics, figure);
      hd_study_table_add (table, &result);
    }
  effects = heddle_study_effects_new (table, 0, NULL);
  g_assert_true (heddle_study_effects_is_exact (effects));
  summary = heddle_study_effects_dup_summary (effects);
  g_assert_cmpstr (summary, ==, "What M depends on: shares of its variance over 9 points: $a 90" HD_FIGURE_SPACE "%, $b 10" HD_FIGURE_SPACE "%");
  first = measure_bar (effects, 43);
  second = measure_bar (effects, 69);
  g_assert_cmpint (second, >, 20);
  g_assert_cmpint (ABS (first - 9 * second), <, 12); /* rounded to pixels */
  g_assert_cmpint (measure_bar (effects, 95), ==, 0); /* the third factor does not vary */
  hd_study_table_free (table);
  hd_study_plan_unref (plan);
}

/* What is the same everywhere says so, and has no bars. */
static void
test_no_effects (void)
{
  g_autoptr (HdStudyTable) table = make_table ("s");
  g_autoptr (HeddleStudyEffects) effects = NULL;
  g_autofree char *summary = NULL;
  g_autoptr (GError) error = NULL;

  for (guint p = 0; p < 3; p++) /* a second run of each, with which the means of k are alike */
    {
      g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
      const HdMetric figures[] = { { "m", "M", "s", 0 }, { "k", "K", "s", 16.0 - (p + 4) } };
      const HdStudyResult result = { .point = p, .repeat = 1, .metrics = metrics };

      g_array_append_vals (metrics, figures, G_N_ELEMENTS (figures));
      hd_study_table_add (table, &result);
    }
  effects = heddle_study_effects_new (table, 1, &error);
  g_assert_no_error (error);
  summary = heddle_study_effects_dup_summary (effects);
  g_assert_true (g_str_has_prefix (summary, "K is the same at all 3 points, and depends on nothing: $a 0" HD_FIGURE_SPACE "%"));
  g_assert_cmpint (measure_bar (effects, 43), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/study-axes/order", test_order);
  g_test_add_func ("/ui/study-axes/stated", test_stated);
  g_test_add_func ("/ui/study-axes/scale", test_scale);
  g_test_add_func ("/ui/study-axes/all-metrics", test_all_metrics);
  g_test_add_func ("/ui/study-axes/effects", test_effects);
  g_test_add_func ("/ui/study-axes/no-effects", test_no_effects);
  return g_test_run ();
}
