/* test-views.c: waveforms, timeline and links of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the views follow the record of the session and its range of time; a table row leads to its link. Left open: the painting itself
 * (tests/ui/paint).
 */
#include <math.h>

#include "heddle-hot-links.h"
#include "heddle-links.h"
#include "heddle-timeline-figure.h"
#include "heddle-timeline-plot.h"
#include "heddle-waveforms.h"
#include "heddle-waves-figure.h"
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

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
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

/* The names of all rows are clicked, of a record whose project has been emptied since. */
static void
check_clicks_after_edit (GtkWidget *(*create) (HeddleSession *session),
                         double row_height)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDocument *document = heddle_session_get_document (session);
  HeddleTimePlot *plot = HEDDLE_TIME_PLOT (create (session));
  GtkWidget *window = ui_fixture_show (GTK_WIDGET (plot), 900, 260);
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  guint n, n_selected = 0;

  view.lane_height = row_height;
  ui_fixture_run_to_end (session);
  heddle_session_get_range (session, &view.begin_ps, &view.end_ps);
  gtk_test_widget_wait_for_draw (window);
  n = HEDDLE_TIME_PLOT_GET_CLASS (plot)->count_rows (plot);
  g_assert_cmpuint (n, >, 0);
  for (gboolean empty = FALSE; empty <= TRUE; empty++)
    {
      for (guint i = 0; i < n; i++)
        {
          heddle_session_select_none (session);
          HEDDLE_TIME_PLOT_GET_CLASS (plot)->clicked (plot, &view, 10, view.axis_height + (i + 0.5) * row_height);
          n_selected += heddle_session_get_n_selected (session);
        }
      g_assert_cmpuint (n_selected, >, 0);
      heddle_session_leave_to (session, 0);
      while (hd_object_get_n_children (top) > 0)
        {
          hd_document_remove (document, hd_object_get_uid (hd_object_get_child (top, 0)), NULL);
          top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
        }
      ui_fixture_wait (is_settled, session);
    }
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 0);
  destroy (window, GTK_WIDGET (plot));
}

static void
test_clicks_after_edit (void)
{
  check_clicks_after_edit (heddle_waveforms_new, HEDDLE_WAVES_ROW_HEIGHT);
  check_clicks_after_edit (heddle_timeline_plot_new, HEDDLE_TIMELINE_ROW_HEIGHT);
}

static GtkListBox *
find_list (GtkWidget *widget)
{
  GtkListBox *found = GTK_IS_LIST_BOX (widget) ? GTK_LIST_BOX (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

/* Whether each row that is seen says what the loads say of its link now. */
static guint
check_rows (HeddleSession *session,
            GtkListBox *list)
{
  HdDesign *design = heddle_session_get_design (session);
  HdHotSpot spots[HEDDLE_HOT_LINKS_MAX + 1];
  HeddleLoads loads;
  guint n_spots, n = 0;

  g_assert_true (heddle_session_get_loads (session, &loads));
  n_spots = heddle_hot_links_find (design, &loads, HEDDLE_HOT_LINKS_MAX, spots);
  for (GtkListBoxRow *row; (row = gtk_list_box_get_row_at_index (list, n)) != NULL && gtk_widget_get_visible (GTK_WIDGET (row)); n++)
    {
      guint found = 0;

      for (guint i = 0; i < n_spots; i++)
        {
          HeddleLinkRow words;

          heddle_hot_link_describe (heddle_session_get_catalog (session), design, &loads, &spots[i], &words);
          if (ui_fixture_find_label (GTK_WIDGET (row), words.words[HEDDLE_LINK_NAME]) != NULL)
            {
              g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (row), words.words[HEDDLE_LINK_USE]));
              g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (row), words.words[HEDDLE_LINK_CARRIED]));
              found++;
            }
          heddle_link_row_clear (&words);
        }
      g_assert_cmpuint (found, ==, 1);
    }
  return n;
}

static void
test_links (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *links = heddle_links_new (session);
  GtkWidget *window = ui_fixture_show (links, 900, 400);
  GtkListBox *list = find_list (links);
  HdHotSpot spots[11];
  HeddleLoads loads;

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_list_box_get_row_at_index (list, 0))));
  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (check_rows (session, list), ==, 10);

  /* In order, and none that is left out is hotter. */
  g_assert_true (heddle_session_get_loads (session, &loads));
  g_assert_cmpuint (heddle_hot_links_find (heddle_session_get_design (session), &loads, 10, spots), ==, 10);
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *path = hd_hot_spot_dup_path (&spots[i], heddle_session_get_design (session));

      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (gtk_list_box_get_row_at_index (list, (int) i)), path));
      g_assert_true (i == 0 || spots[i].share <= spots[i - 1].share);
    }
  for (guint i = 0, hotter = 0; i < hd_design_get_n_links (heddle_session_get_design (session)); i++)
    {
      hotter += loads.links[i].mean > spots[9].share;
      g_assert_cmpuint (hotter, <, 10);
    }

  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  destroy (window, links);
}

#define AT_REST \
  "<heddle version=\"1\" name=\"rest\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top><component id=\"x\" type=\"fabric.xpu\" count=\"2\"/>" \
  "<link id=\"l\" from=\"x[0].eth\" to=\"x[1].eth\" class=\"L\"/></top><communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>" \
  "<workload type=\"graph\" stop=\"drain\" on=\"all\"><vertex id=\"A\" kind=\"compute\" work=\"1 PFLOP\" place=\"x[0]\" start=\"true\"/>" \
  "<vertex id=\"C\" kind=\"comm\" bytes=\"4 kB\" from=\"x[0]\" to=\"x[1]\" channel=\"c\"/><vertex id=\"B\" kind=\"compute\" work=\"1 PFLOP\" place=\"x[1]\"/>" \
  "<edge from=\"A\" to=\"C\"/><edge from=\"C\" to=\"B\"/></workload>" \
  "<run iterations=\"1\"/></heddle>"

/* Where nothing is on a link at the moment that is looked at it is not said that there was nothing at all. */
static void
test_links_at_rest (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (AT_REST);
  GtkWidget *links = heddle_links_new (session), *window = ui_fixture_show (links, 900, 400);

  g_assert_nonnull (ui_fixture_find_label (links, "No Traffic Yet"));
  ui_fixture_run_to_end (session);
  heddle_session_set_measure (session, HEDDLE_MEASURE_NOW);
  heddle_session_set_moment (session, hd_record_get_time (heddle_session_get_record (session)) / 4);
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (links, "Nothing Moves"));
  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  heddle_session_set_moment (session, HD_TIME_MAX);
  ui_fixture_drain ();
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (gtk_list_box_get_row_at_index (find_list (links), 0))));
  destroy (window, links);
}

typedef struct
{
  HeddleSession *session;
  GtkListBox *list;
  guint n;
} Watch;

static void
on_watched (Watch *watch)
{
  HeddleLoads loads;

  if (heddle_session_get_run_state (watch->session) == HD_RUN_RUNNING && heddle_session_get_loads (watch->session, &loads))
    watch->n += check_rows (watch->session, watch->list) > 0;
}

static gboolean
has_been_watched (gpointer data)
{
  Watch *watch = data;

  heddle_session_tick (watch->session, g_get_monotonic_time ());
  return watch->n >= 4;
}

/* While it runs too the table says what the drawing says, at every step of the run. */
static void
test_links_while_running (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *links = heddle_links_new (session);
  GtkWidget *window = ui_fixture_show (links, 900, 400);
  Watch watch = { session, find_list (links), 0 };
  gulong handler = g_signal_connect_swapped (session, "progressed", G_CALLBACK (on_watched), &watch);

  heddle_session_set_speed (session, 0.02);
  heddle_session_start (session);
  ui_fixture_wait (has_been_watched, &watch);
  g_signal_handler_disconnect (session, handler);
  heddle_session_stop (session);
  destroy (window, links);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/waveforms", test_waveforms);
  g_test_add_func ("/ui/timeline", test_timeline);
  g_test_add_func ("/ui/time-plot/zoom", test_zoom);
  g_test_add_func ("/ui/time-plot/clicks-after-edit", test_clicks_after_edit);
  g_test_add_func ("/ui/links", test_links);
  g_test_add_func ("/ui/links/running", test_links_while_running);
  g_test_add_func ("/ui/links/at-rest", test_links_at_rest);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
