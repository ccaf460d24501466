/* test-study-grid.c: which points of a study a heatmap shows, and which a filter lets through
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each place is the point with the values of its row and column, figures in their order; of more than two factors it is the slice through a point;
 * what is drawn at random has no grid. Left open: colours (tests/ui/paint/test-grid.c).
 */
#include "heddle-study-filter.h"
#include "heddle-study-grid.h"

#include <string.h>

#define WIDTH 600
#define HEIGHT 300
#define STEP 5 /* of a raster of places: each look lays the whole picture out */

static HdStudyTable *
make_table (const char *study)
{
  g_autofree char *text = g_strdup_printf ("<heddle version='1' name='g'><variables><variable name='a' value='1'/><variable name='b' value='1'/>"
                                           "<variable name='c' value='1'/></variables><top/>%s</heddle>", study);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "g.heddle", NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdStudyPlan) plan = NULL;
  HdStudyTable *table;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  plan = hd_study_plan_new (snapshot, NULL, NULL, problems, &error);
  g_assert_no_error (error);
  table = hd_study_table_new (plan);
  for (guint p = 0; p < hd_study_plan_get_n_points (plan); p++)
    {
      g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
      const HdMetric metric = { "m", "M", "s", p + 1 };
      const HdStudyResult result = { .point = p, .metrics = metrics };

      g_array_append_val (metrics, metric);
      hd_study_table_add (table, &result);
    }
  return table;
}

/* The points from the lower left corner to the right, then up: "0 1|2 3", by looking at a raster of places. */
static char *
dup_points (HeddleStudyGrid *grid,
            guint n_columns,
            guint n_rows)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  GString *found = g_string_new (NULL);
  int left = WIDTH, right = 0, top = HEIGHT, bottom = 0;

  for (int y = 0; y < HEIGHT; y += STEP)
    for (int x = 0; x < WIDTH; x += STEP)
      if (heddle_study_grid_find (grid, text, WIDTH, HEIGHT, x, y) != HD_NO_ID)
        {
          left = MIN (left, x);
          right = MAX (right, x);
          top = MIN (top, y);
          bottom = MAX (bottom, y);
        }
  for (guint row = 0; row < n_rows; row++)
    for (guint column = 0; column < n_columns; column++)
      g_string_append_printf (found, "%s%u", column > 0 ? " " : row > 0 ? "|" : "",
                              heddle_study_grid_find (grid, text, WIDTH, HEIGHT, left + (column + 0.5) * (right - left) / n_columns, bottom - (row + 0.5) * (bottom - top) / n_rows));
  return g_string_free (found, FALSE);
}

/* Points are 2 x, 2 y, 1 x, 1 y, 10 x, 10 y. */
static void
test_order (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='s'><factor of='a' values='2, 1, 10'/><factor of='b' values='x, y'/></study>");
  g_autoptr (HeddleStudyGrid) grid = heddle_study_grid_new (table, 0, 1, 0, FALSE, HD_NO_ID), turned = heddle_study_grid_new (table, 1, 0, 0, FALSE, HD_NO_ID);
  g_autofree char *points = dup_points (grid, 3, 2), *turned_points = dup_points (turned, 2, 3), *summary = heddle_study_grid_dup_summary (grid);

  g_assert_cmpstr (points, ==, "2 0 4|3 1 5");
  g_assert_cmpstr (turned_points, ==, "2 3|0 1|4 5");
  g_assert_cmpstr (summary, ==, "M over $a and $b: from 1" HD_FIGURE_SPACE "s to 6" HD_FIGURE_SPACE "s");
}

/* Points are abc in binary digits. */
static void
test_slice (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='s'><factor of='a' values='0, 1'/><factor of='b' values='0, 1'/><factor of='c' values='0, 1'/></study>");
  g_autoptr (HeddleStudyGrid) first = heddle_study_grid_new (table, 0, 1, 0, FALSE, HD_NO_ID), other = heddle_study_grid_new (table, 0, 1, 0, FALSE, 5);
  g_autofree char *points = dup_points (first, 2, 2), *others = dup_points (other, 2, 2), *summary = heddle_study_grid_dup_summary (other);

  g_assert_cmpstr (points, ==, "0 4|2 6");
  g_assert_cmpstr (others, ==, "1 5|3 7");
  g_assert_true (heddle_study_grid_has (other, 5) && !heddle_study_grid_has (other, 4));
  g_assert_nonnull (strstr (summary, "$c=1"));
}

static void
test_random (void)
{
  g_autoptr (HdStudyTable) table = make_table ("<study id='s' sampling='random' points='50'><factor of='a' from='0' to='1'/><factor of='b' from='0' to='1'/></study>");

  g_assert_null (heddle_study_grid_new (table, 0, 1, 0, FALSE, HD_NO_ID));
}

/* Metrics are 1 s to 6 s, of points 2 x, 2 y, 1 x, 1 y, 10 x, 10 y. */
static void
test_filter (void)
{
  static const struct { const char *text, *points, *bad; } cases[] = {
    { "", "012345", NULL },      { "a>=2", "0145", NULL },  { "a>2", "45", NULL },           { "m<3s", "01", NULL },
    { "M<=3000ms", "012", NULL }, { "m=4s", "3", NULL },           { "m!=4s", "01245", NULL },  { "x", "024", NULL },            { "b=y a<=2", "13", NULL },
    { "b!=y, m>1s", "24", NULL }, { "colour=3", "012345", "colour=3" }, { "m<x", "012345", "m<x" },  { "a≥10 m≤5s", "4", NULL },      { "nowhere", "", NULL },
  };
  g_autoptr (HdStudyTable) table = make_table ("<study id='s'><factor of='a' values='2, 1, 10'/><factor of='b' values='x, y'/></study>");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *bad = NULL;
      g_autoptr (HeddleStudyFilter) filter = heddle_study_filter_new (table, cases[i].text, &bad);
      g_autoptr (GString) points = g_string_new (NULL);

      for (guint p = 0; p < 6; p++)
        if (filter == NULL || heddle_study_filter_accepts (filter, table, p))
          g_string_append_printf (points, "%u", p);
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (points->str, ==, cases[i].points);
      g_assert_cmpstr (bad, ==, cases[i].bad);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/study-grid/order", test_order);
  g_test_add_func ("/ui/study-grid/slice", test_slice);
  g_test_add_func ("/ui/study-grid/random", test_random);
  g_test_add_func ("/ui/study-grid/filter", test_filter);
  return g_test_run ();
}
