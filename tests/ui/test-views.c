/* test-views.c: waveforms, timeline and links of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the views follow the record of the session and its range of time; a table row leads to its link. Left open: the painting itself
 * (tests/ui/paint).
 */
#include <math.h>

#include "heddle-links.h"
#include "heddle-timeline-plot.h"
#include "heddle-waveforms.h"
#include "ui-fixture.h"

static void
destroy (GtkWidget *window,
         GtkWidget *widget)
{
  gpointer weak = widget;

  g_object_add_weak_pointer (G_OBJECT (widget), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
  g_assert_null (weak);
}

/* A plot is empty before a run and full of ink after it. */
static void
check_plot (GtkWidget *(*create) (HeddleSession *session))
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *plot = create (session);
  GtkWidget *window = ui_fixture_show (plot, 900, 260);
  guint before = ui_fixture_count_inked (plot), after;

  ui_fixture_run_to_end (session);
  heddle_session_set_range (session, 0, heddle_session_get_end (session));
  gtk_test_widget_wait_for_draw (window);
  after = ui_fixture_count_inked (plot);
  g_assert_cmpuint (after, >, before + 1000);
  destroy (window, plot);
}

static void
test_waveforms (void)
{
  check_plot (heddle_waveforms_new);
}

static void
test_timeline (void)
{
  check_plot (heddle_timeline_plot_new);
}

/* Around a moment: what lies under it stays there. */
static void
test_zoom (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *plot = heddle_waveforms_new (session);
  GtkWidget *window = ui_fixture_show (plot, 900, 260);
  HdTime at = HD_TICKS_PER_SECOND / 4, begin, end;

  ui_fixture_run_to_end (session);
  heddle_session_set_follow (session, FALSE);
  heddle_session_set_range (session, 0, HD_TICKS_PER_SECOND);
  heddle_time_plot_zoom (HEDDLE_TIME_PLOT (plot), at, 2);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpfloat_with_epsilon ((double) (end - begin), HD_TICKS_PER_SECOND / 2.0, 10);
  g_assert_cmpfloat_with_epsilon ((double) (at - begin) / (end - begin), 0.25, 1e-6);
  for (guint i = 0; i < 200; i++)
    heddle_time_plot_zoom (HEDDLE_TIME_PLOT (plot), at, 2);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (end, >, begin);
  gtk_test_widget_wait_for_draw (window);
  destroy (window, plot);
}

static GtkListBox *
find_list (GtkWidget *widget)
{
  GtkListBox *found = GTK_IS_LIST_BOX (widget) ? GTK_LIST_BOX (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

static void
test_links (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *links = heddle_links_new (session);
  GtkWidget *window = ui_fixture_show (links, 900, 400);
  GtkListBox *list = find_list (links);
  HeddleLoads loads;
  double last = HUGE_VAL;
  guint n = 0;

  g_assert_null (gtk_list_box_get_row_at_index (list, 0));
  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_get_loads (session, &loads));
  for (GtkListBoxRow *row; (row = gtk_list_box_get_row_at_index (list, n)) != NULL; n++)
    {
      guint link = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "heddle-link"));

      g_assert_cmpfloat (loads.links[link].mean, <=, last);
      last = loads.links[link].mean;
    }
  g_assert_cmpuint (n, ==, 10);
  /* None that is left out is hotter. */
  for (guint i = 0, hotter = 0; i < hd_design_get_n_links (heddle_session_get_design (session)); i++)
    {
      hotter += loads.links[i].mean > last;
      g_assert_cmpuint (hotter, <, 10);
    }

  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  destroy (window, links);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/waveforms", test_waveforms);
  g_test_add_func ("/ui/timeline", test_timeline);
  g_test_add_func ("/ui/time-plot/zoom", test_zoom);
  g_test_add_func ("/ui/links", test_links);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
