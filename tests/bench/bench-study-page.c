/* bench-study-page.c: how long the window waits while somebody looks at a study of 100,000 points
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results are found as the page finds them. For each view, prints the longest turn of the main loop, in processor time of its thread. Goal: 100 ms.
 */
#include <string.h>
#include <time.h>

#include <glib/gstdio.h>

#include "heddle-study-page.h"
#include "heddle-study-results.h"
#include "study-results.h"
#include "ui-fixture.h"

#define GOAL_MS 100
#define PATIENCE_MS 3000
#define MOST_TURNS 20

static const char project[] =
  "<heddle version='1' name='b'><variables><variable name='a' value='1'/><variable name='b' value='1'/><variable name='c' value='1'/></variables><top/>"
  "<study id='s' sampling='sobol' points='100000'><factor of='$a' from='1' to='9'/><factor of='$b' from='1' to='9'/>"
  "<factor of='$c' from='1' to='9'/><metric of='time_total' direction='minimise'/><metric of='throughput' direction='maximise'/></study></heddle>";

static void
keep_results (HeddleSession *session)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;
  HdStudyPlan *plan = hd_study_plan_new (heddle_session_get_snapshot (session), "s", NULL, problems, &error);
  HdStudyStore *store;

  g_assert_no_error (error);
  path = heddle_study_results_dup_path (plan);
  folder = g_path_get_dirname (path);
  g_mkdir_with_parents (folder, 0700);
  store = hd_study_store_open (path, HD_STUDY_STORE_NEW, plan, &error);
  g_assert_no_error (error);
  study_results_keep (store, plan, (const char *const[]){ "time_total", "throughput", NULL });
  hd_study_store_free (store);
  hd_study_plan_unref (plan);
}

static double
get_cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec * 1e-6;
}

/* @views (nullable): of which number @i is chosen first. */
static void
measure (const char *what,
         GtkDropDown *views,
         guint i)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_MS * 1000;
  double longest = get_cpu_ms ();

  if (views != NULL)
    gtk_drop_down_set_selected (views, i);
  longest = get_cpu_ms () - longest;
  while (g_get_monotonic_time () < end)
    {
      double before = get_cpu_ms ();

      g_main_context_iteration (NULL, FALSE);
      longest = MAX (longest, get_cpu_ms () - before);
    }
  g_print ("%-28s at most %6.1f ms at once (goal %d: %s)\n", what, longest, GOAL_MS, longest < GOAL_MS ? "met" : "MISSED");
}

static GtkWidget *
find_child (GtkWidget *page,
            const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (page, HEDDLE_TYPE_STUDY_PAGE, name));
}

static void
bench (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (project);
  GtkWidget *page, *window;
  GtkDropDown *views;
  GListModel *names;

  keep_results (session);
  page = heddle_study_page_new (session);
  window = ui_fixture_show (page, 1200, 500);
  for (guint i = 0; i < MOST_TURNS && strcmp (gtk_label_get_label (GTK_LABEL (find_child (page, "state"))), "100,000 of 100,000 runs") != 0; i++)
    measure ("opening", NULL, 0);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find_child (page, "state"))), ==, "100,000 of 100,000 runs");
  views = GTK_DROP_DOWN (find_child (page, "view_choice"));
  names = gtk_drop_down_get_model (views);
  for (guint i = 1; i <= g_list_model_get_n_items (names); i++) /* and back to the first */
    {
      guint view = i % g_list_model_get_n_items (names);
      g_autoptr (GtkStringObject) name = g_list_model_get_item (names, view);

      measure (gtk_string_object_get_string (name), views, view);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/bench/study-page", bench);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
