/* bench-study.c: what a study of 100,000 points costs besides its runs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints milliseconds: making the plan, keeping runs in the store, reading them back, finding the front, drawing all points.
 */
#include <glib/gstdio.h>
#include <heddle/heddle.h>

#include "heddle-study-figure.h"
#include "heddle-study-lines.h"
#include "study-results.h"

#define N_POINTS 100000

static double
measure (gint64 *since,
         const char *what)
{
  gint64 now = g_get_monotonic_time ();
  double ms = (double) (now - *since) / 1000;

  g_print ("%-28s %8.0f ms\n", what, ms);
  *since = g_get_monotonic_time ();
  return ms;
}

int
main (int argc,
      char **argv)
{
  static const char project[] =
    "<heddle version='1' name='b'><variables><variable name='a' value='1'/><variable name='b' value='1'/><variable name='c' value='1'/></variables><top/>"
    "<study id='s' sampling='sobol' points='100000' where='$a + $c &gt; 0'><factor of='a' from='1' to='9'/><factor of='b' from='1 GB/s' to='9 GB/s'/>"
    "<factor of='c' from='1' to='9'/><metric of='cost' direction='minimise'/><metric of='speed' direction='maximise'/></study></heddle>";
  g_autofree char *folder = g_dir_make_tmp ("heddle-bench-XXXXXX", NULL), *path = g_build_filename (folder, "s.sqlite", NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (project, -1, "b.heddle", NULL, &error);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  gint64 since = g_get_monotonic_time ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1200, 300);
  cairo_t *cr = cairo_create (surface);
  HeddleText *text = heddle_text_new (NULL, NULL);
  g_autofree gboolean *front = NULL;
  HeddleStudyFigure *figure;
  HeddleStudyLines *lines;
  HdStudyPlan *plan = hd_study_plan_new (snapshot, NULL, NULL, problems, &error);
  HdStudyStore *store;
  HdStudyTable *table;

  g_assert_no_error (error);
  measure (&since, "plan, with a condition");
  store = hd_study_store_open (path, HD_STUDY_STORE_NEW, plan, &error);
  g_assert_no_error (error);
  study_results_keep (store, plan, (const char *const[]){ "cost", "speed", "time_total", NULL });
  g_print ("%.0f runs kept a second\n", N_POINTS / measure (&since, "store") * 1000);
  table = hd_study_table_new (plan);
  g_assert_true (hd_study_table_load (table, store, &error));
  measure (&since, "table");
  front = hd_study_table_find_front (table);
  measure (&since, "front");
  figure = heddle_study_figure_new (table, NULL, (HeddleStudyAxis){ FALSE, 0 }, 0, FALSE);
  measure (&since, "figure over a factor");
  heddle_study_figure_paint (figure, HD_NO_ID, text, cr, heddle_theme_get (HEDDLE_STYLE_LIGHT), 1200, 300);
  measure (&since, "painting it");
  heddle_study_figure_free (figure);
  lines = heddle_study_lines_new (table, 0);
  measure (&since, "making parallel lines");
  heddle_study_lines_paint (lines, HD_NO_ID, text, cr, heddle_theme_get (HEDDLE_STYLE_LIGHT), 1200, 300);
  measure (&since, "drawing them");
  heddle_study_lines_paint (lines, 5, text, cr, heddle_theme_get (HEDDLE_STYLE_LIGHT), 1200, 300);
  measure (&since, "another point chosen");
  heddle_study_lines_free (lines);
  figure = heddle_study_figure_new (table, NULL, (HeddleStudyAxis){ TRUE, 1 }, 0, FALSE);
  measure (&since, "figure over a metric");
  heddle_study_figure_free (figure);
  hd_study_table_free (table);
  hd_study_store_free (store);
  hd_study_plan_unref (plan);
  heddle_text_free (text);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_remove (path);
  g_rmdir (folder);
  return 0;
}
