/* test-timeline.c: the lanes of a run, what released what, and what a search finds
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: at every scale a picture has the busy time of all spans and costs what it shows; a search finds every span of a name and goes through
 * them in time; the critical path goes from cause to cause back to the start; a selected span lights its members; the packet of one that is a message is the one
 * that was sent between its ends while it lasted, and is followed at flit fidelity alone; a collective opens into as many
 * messages as its algorithm has. Left open: the painting
 * itself (tests/ui/paint).
 */
#include <string.h>

#include "heddle-span-set.h"
#include "heddle-timeline-figure.h"
#include "heddle-timeline-plot.h"
#include "heddle-timeline-view.h"
#include "ui-fixture.h"

typedef struct
{
  HeddleSession *session;
  HeddleTimelinePlot *plot;
  GtkWidget *window;
  HdRecord *record;
} Fixture;

static gboolean
is_paused (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_PAUSED;
}

static gboolean
has_ended (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_FINISHED;
}

static char *
traced_project (void)
{
  g_auto (GStrv) parts = g_strsplit (UI_PROJECT, "<run ", 2);

  return g_strdup_printf ("%s<run trace=\"box[0]/xpu[0..1]\" %s", parts[0], parts[1]);
}

static void
fixture_set_up (Fixture *self)
{
  g_autofree char *text = traced_project ();

  self->session = ui_fixture_new_session (text);
  self->plot = HEDDLE_TIMELINE_PLOT (heddle_timeline_plot_new (self->session));
  self->window = ui_fixture_show (GTK_WIDGET (self->plot), 900, 400);
  ui_fixture_run_to_end (self->session);
  heddle_session_set_follow (self->session, FALSE);
  heddle_session_set_range (self->session, 0, heddle_session_get_end (self->session));
  gtk_test_widget_wait_for_draw (self->window);
  self->record = heddle_session_get_record (self->session);
}

static void
fixture_tear_down (Fixture *self)
{
  gpointer weak = self->plot;

  g_object_add_weak_pointer (G_OBJECT (self->plot), &weak);
  gtk_window_destroy (GTK_WINDOW (self->window));
  ui_fixture_drain ();
  g_assert_null (weak);
  g_object_unref (self->session);
}

static double
sum_spans (const GArray *spans)
{
  double sum = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      const HeddleTimelineSpan *span = &g_array_index (spans, HeddleTimelineSpan, i);

      g_assert_true (i == 0 || span[-1].begin_ps <= span->begin_ps);
      sum += (double) (span->end_ps - span->begin_ps);
    }
  return sum;
}

static void
test_scales (void)
{
  Fixture self;

  fixture_set_up (&self);
  for (guint lane = 0; lane < hd_record_get_n_lanes (self.record); lane++)
    {
      g_autoptr (HeddleSpanIndex) index = heddle_span_index_new (self.record);
      HdTime end = hd_record_get_time (self.record) + 1;
      guint64 n = hd_record_get_n_spans (self.record, lane);
      double expected = 0;

      for (HdTime narrow = 0; narrow < 4 * end; narrow = 10 * narrow + 1000000)
        {
          g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (HeddleTimelineSpan));
          gboolean grouped = heddle_span_index_collect (index, lane, -1, end, narrow, spans);

          if (narrow == 0)
            {
              g_assert_false (grouped);
              g_assert_cmpuint (spans->len, ==, n);
              expected = sum_spans (spans);
            }
          g_assert_cmpfloat_with_epsilon (sum_spans (spans), expected, 1e-5 * expected + (double) n);
          g_assert_cmpuint (spans->len, <=, n);
          /* All in one: what does not fill a block yet, and some blocks of each level. */
          if (narrow > end && n > 200)
            g_assert_cmpuint (spans->len, <, 32 * 2 * 3 + 32);
        }
    }
  fixture_tear_down (&self);
}

static void
test_search (void)
{
  Fixture self;
  guint64 first, id;
  guint n, n_steps = 0, expected = 0;
  HdTime last = 0;

  fixture_set_up (&self);
  heddle_timeline_plot_search (self.plot, "LINEAR k");
  n = heddle_timeline_plot_get_n_found (self.plot);
  for (guint lane = 0; lane < hd_record_get_n_lanes (self.record); lane++)
    for (guint64 i = 0, chunk; i < hd_record_get_n_spans (self.record, lane); i++)
      expected += strstr (hd_record_get_name (self.record, hd_record_peek_spans (self.record, lane, i, &chunk)->name), "linear K") != NULL;
  g_assert_cmpuint (n, ==, expected);
  g_assert_cmpuint (n, >, 50);

  heddle_timeline_plot_select_found (self.plot, TRUE);
  first = id = heddle_timeline_plot_get_selected (self.plot);
  do
    {
      guint64 chunk;
      const HdSpan *span = hd_record_peek_spans (self.record, heddle_span_id_get_lane (id), heddle_span_id_get_index (id), &chunk);

      g_assert_cmpint (span->start, >=, last);
      last = span->start;
      g_assert_cmpuint (++n_steps, <=, n);
      heddle_timeline_plot_select_found (self.plot, TRUE);
      id = heddle_timeline_plot_get_selected (self.plot);
    }
  while (id != first);
  g_assert_cmpuint (n_steps, ==, n);
  heddle_timeline_plot_select_found (self.plot, FALSE);
  heddle_timeline_plot_select_found (self.plot, TRUE);
  g_assert_cmpuint (heddle_timeline_plot_get_selected (self.plot), ==, first);

  heddle_timeline_plot_search (self.plot, "no such thing");
  g_assert_cmpuint (heddle_timeline_plot_get_n_found (self.plot), ==, 0);
  heddle_timeline_plot_search (self.plot, "");
  gtk_test_widget_wait_for_draw (self.window);
  fixture_tear_down (&self);
}

static void
test_path (void)
{
  Fixture self;
  const GArray *path;
  guint64 n;

  fixture_set_up (&self);
  g_assert_null (heddle_timeline_plot_peek_path (self.plot));
  heddle_timeline_plot_set_path (self.plot, TRUE);
  gtk_test_widget_wait_for_draw (self.window);
  path = heddle_timeline_plot_peek_path (self.plot);
  g_assert_cmpuint (path->len, >, 50);
  for (guint i = 0; i < path->len; i++)
    {
      guint64 id = g_array_index (path, guint64, i), index;
      const HdSpan *span = hd_record_peek_spans (self.record, heddle_span_id_get_lane (id), heddle_span_id_get_index (id), &n);
      guint lane;

      if (i == 0)
        g_assert_cmpint (span->end, ==, hd_record_get_time (self.record));
      if (i + 1 == path->len)
        {
          g_assert_cmpint (span->start, ==, 0);
          g_assert_false (hd_record_find_cause (self.record, heddle_span_id_get_lane (id), span, &lane, &index));
          continue;
        }
      g_assert_true (hd_record_find_cause (self.record, heddle_span_id_get_lane (id), span, &lane, &index));
      g_assert_cmpuint (index, ==, heddle_span_id_get_index (g_array_index (path, guint64, i + 1)));
    }
  heddle_timeline_plot_set_path (self.plot, FALSE);
  g_assert_null (heddle_timeline_plot_peek_path (self.plot));
  fixture_tear_down (&self);
}

static guint64
find_span (HdRecord *record,
           HdSpanKind kind)
{
  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    for (guint64 i = 0, n; i < hd_record_get_n_spans (record, lane); i++)
      if (hd_record_peek_spans (record, lane, i, &n)->kind == kind)
        return heddle_span_id (lane, i);
  g_assert_not_reached ();
}

/* At the top all members of the collective are the two boxes; a send has both ends in the box that is entered. */
static void
test_members (void)
{
  Fixture self;
  g_autofree char *about = NULL;
  guint64 send;

  fixture_set_up (&self);
  heddle_session_go_to_scope (self.session, 0);
  heddle_timeline_plot_select (self.plot, find_span (self.record, HD_SPAN_COLLECTIVE));
  g_assert_cmpuint (heddle_session_get_depth (self.session), ==, 0);
  g_assert_cmpuint (heddle_session_get_n_selected (self.session), ==, 2);

  heddle_session_go_to_scope (self.session, hd_design_get_nodes (heddle_session_get_design (self.session))[hd_design_find_node (heddle_session_get_design (self.session), "box[0]/xpu[0]")].scope);
  send = find_span (self.record, HD_SPAN_SEND);
  heddle_timeline_plot_select (self.plot, send);
  g_assert_cmpuint (heddle_session_get_depth (self.session), ==, 1);
  g_assert_cmpuint (heddle_session_get_n_selected (self.session), ==, 2);
  about = heddle_timeline_plot_dup_description (self.plot);
  g_assert_nonnull (strstr (about, "to box[0]/xpu[1]"));

  /* What it released, and back. */
  g_assert_true (heddle_timeline_plot_select_effect (self.plot));
  g_assert_cmpuint (heddle_timeline_plot_get_selected (self.plot), !=, send);
  g_assert_true (heddle_timeline_plot_select_cause (self.plot));
  g_assert_cmpuint (heddle_timeline_plot_get_selected (self.plot), ==, send);
  fixture_tear_down (&self);
}

/* The bar above the lanes follows them. */
static void
test_view (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *view = heddle_timeline_view_new (session);
  GtkWidget *window = ui_fixture_show (view, 900, 300);
  gpointer weak = view;

  ui_fixture_run_to_end (session);
  heddle_session_set_range (session, 0, heddle_session_get_end (session));
  gtk_test_widget_wait_for_draw (window);
  g_assert_nonnull (ui_fixture_find_label (view, "Click a span"));
  g_object_add_weak_pointer (G_OBJECT (view), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
  g_assert_null (weak);
}

/* A card has more lanes than an all-reduce needs: those have rows of which something is told, from when it is, and where nothing is, its first. */
static void
test_told (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
    "<heddle version='1' name='cards'><link-class id='L' bandwidth='12.5 GB/s' latency='1.3 us' sharing='split'/><top><component id='a' type='offload.nic' count='4' group='all' size='64 B'/>"
    "<component id='s' type='fabric.switch'/><link from='a[i].net' to='s.port[i]' for='i=0..3' class='L'/></top><communicators><communicator id='all' members='a[*]'/></communicators>"
    "<run fidelity='packet' trace='a[0..2]'/></heddle>");
  HeddleTimelineFigure *figure = heddle_timeline_figure_new ();
  g_autoptr (GString) titles = g_string_new (NULL);
  guint n_first;

  heddle_session_step (session, HD_STEP_MARK);
  ui_fixture_wait (is_paused, session);
  g_assert_true (heddle_timeline_figure_read (figure, heddle_session_get_record (session)));
  n_first = heddle_timeline_figure_get_n_rows (figure);
  g_assert_cmpuint (n_first, >=, 4);
  g_assert_cmpuint (n_first, <, 10);
  heddle_session_set_speed (session, 0);
  heddle_session_resume (session);
  ui_fixture_wait (has_ended, session);
  g_assert_true (heddle_timeline_figure_read (figure, heddle_session_get_record (session)));
  for (guint row = 0; row < heddle_timeline_figure_get_n_rows (figure); row++)
    {
      g_autofree char *title = hd_record_dup_lane_title (heddle_session_get_record (session), heddle_timeline_figure_get_lane (figure, row));

      g_string_append_printf (titles, "%s; ", title);
    }
  g_assert_cmpstr (titles->str, ==,
                   "a[0], card; a[0], engine 1; a[0], job 1; a[1], card; a[1], engine 1; a[1], job 1; a[2], card; a[2], engine 1; a[2], job 1; a[3], card; ");
  heddle_timeline_figure_free (figure);
}

#define MESSAGES(fidelity) \
  "<heddle version=\"1\" name=\"two\"><link-class id=\"L\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/>" \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"2\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..1\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>" \
  "<workload type=\"graph\" stop=\"drain\" on=\"all\">" \
  "<vertex id=\"A\" kind=\"compute\" work=\"1 GFLOP\" place=\"x[0]\" start=\"true\"/>" \
  "<vertex id=\"C\" kind=\"comm\" bytes=\"4 kB\" from=\"x[0]\" to=\"x[1]\" channel=\"c\"/>" \
  "<vertex id=\"B\" kind=\"compute\" work=\"1 GFLOP\" place=\"x[1]\"/>" \
  "<edge from=\"A\" to=\"C\"/><edge from=\"C\" to=\"B\"/></workload>" \
  "<run fidelity=\"" fidelity "\"/></heddle>"

static void
test_follow (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESSAGES ("flit"));
  HeddleTimelinePlot *plot = HEDDLE_TIMELINE_PLOT (heddle_timeline_plot_new (session));
  GtkWidget *window = ui_fixture_show (GTK_WIDGET (plot), 900, 300);
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (heddle_session_get_catalog (session), 0, 0);
  g_autoptr (HdRunJob) job = NULL;
  g_autoptr (GError) error = NULL;
  const HdFollowed *followed;
  const HdSpan *span;
  HdFollowTarget packet;
  HdRecord *record;
  HdDesign *design;
  guint64 id, n;

  ui_fixture_run_to_end (session);
  heddle_session_set_range (session, 0, heddle_session_get_end (session));
  gtk_test_widget_wait_for_draw (window);
  record = heddle_session_get_record (session);
  design = hd_record_get_design (record);
  g_assert_false (heddle_timeline_plot_find_packet (plot, &packet));
  heddle_timeline_plot_select (plot, find_span (record, HD_SPAN_COMPUTE));
  g_assert_false (heddle_timeline_plot_find_packet (plot, &packet));
  id = find_span (record, HD_SPAN_TRANSFER);
  heddle_timeline_plot_select (plot, id);
  g_assert_true (heddle_timeline_plot_find_packet (plot, &packet));
  span = hd_record_peek_spans (record, heddle_span_id_get_lane (id), 0, &n);
  g_assert_cmpuint (packet.source, ==, hd_design_find_node (design, "x[0]"));
  g_assert_cmpuint (packet.destination, ==, hd_design_find_node (design, "x[1]"));
  job = hd_run_queue_submit_design (queue, design, NULL, 0);
  hd_run_job_follow (job, &packet);
  g_assert_true (hd_run_job_wait (job, &error));
  followed = hd_record_get_followed (hd_run_job_get_record (job));
  g_assert_nonnull (followed);
  g_assert_cmpuint (followed->bytes, ==, 4000);
  g_assert_cmpint (followed->start, >=, span->start);
  g_assert_cmpint (followed->end, ==, span->end);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
on_wanted (HeddleSession *session,
           guint *n)
{
  (*n)++;
}

/* From the bar, the menu and by Enter: the action does it for a message, and for nothing else. */
static void
test_follow_view (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESSAGES ("flit"));
  GtkWidget *view = heddle_timeline_view_new (session), *window = ui_fixture_show (view, 900, 300), *plot;
  HdRecord *record;
  guint n_wanted = 0;

  g_signal_connect (session, "packet-wanted", G_CALLBACK (on_wanted), &n_wanted);
  for (plot = gtk_widget_get_first_child (gtk_widget_get_first_child (view)); !HEDDLE_IS_TIMELINE_PLOT (plot);)
    plot = gtk_widget_get_next_sibling (plot);
  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  gtk_widget_activate_action (plot, "timeline.follow-packet", NULL);
  heddle_timeline_plot_select (HEDDLE_TIMELINE_PLOT (plot), find_span (record, HD_SPAN_COMPUTE));
  gtk_widget_activate_action (plot, "timeline.follow-packet", NULL);
  g_assert_cmpuint (n_wanted, ==, 0);
  heddle_timeline_plot_select (HEDDLE_TIMELINE_PLOT (plot), find_span (record, HD_SPAN_TRANSFER));
  gtk_widget_activate_action (plot, "timeline.follow-packet", NULL);
  g_assert_cmpuint (n_wanted, ==, 1);
  g_assert_cmpuint (heddle_session_get_packet (session)->destination, ==, hd_design_find_node (hd_record_get_design (record), "x[1]"));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_follow_not (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESSAGES ("packet"));
  HeddleTimelinePlot *plot = HEDDLE_TIMELINE_PLOT (heddle_timeline_plot_new (session));
  GtkWidget *window = ui_fixture_show (GTK_WIDGET (plot), 900, 300);
  HdFollowTarget packet;

  ui_fixture_run_to_end (session);
  heddle_timeline_plot_select (plot, find_span (heddle_session_get_record (session), HD_SPAN_TRANSFER));
  g_assert_false (heddle_timeline_plot_find_packet (plot, &packet));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static gboolean
has_lanes (gpointer data)
{
  HeddleTimelinePlot *plot = data;
  guint n;

  heddle_timeline_plot_set_open (plot, TRUE);
  heddle_timeline_plot_search (plot, "all");
  n = heddle_timeline_plot_get_n_found (plot);
  return n > 1;
}

/* One all-reduce of four members is one span; opened, it is that, 6 steps, and 24 sends, receives, and half as many reductions. What is selected stays. */
static void
test_open (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
    "<heddle version='1' name='ring'><link-class id='wire' bandwidth='1 GB/s' latency='1 us'/><top><component id='x' type='fabric.xpu' count='4'/>"
    "<link id='w' from='x[i].xpu' to='x[(i + 1) % 4].xpu' for='i=0..3' class='wire'/></top>"
    "<communicators><communicator id='all' members='x[*]'/></communicators>"
    "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 MB'/><run steps='barrier'/></heddle>");
  HeddleTimelinePlot *plot = HEDDLE_TIMELINE_PLOT (heddle_timeline_plot_new (session));
  GtkWidget *window = ui_fixture_show (GTK_WIDGET (plot), 900, 400);
  g_autoptr (HeddleSpanIndex) index = NULL;
  HeddleTimelineSpan span;
  guint64 selected;
  guint n;
  const HeddleTarget *targets;

  heddle_timeline_plot_set_open (plot, TRUE);
  g_assert_false (heddle_timeline_plot_get_open (plot)); /* nothing has run */
  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_has_details (session));
  heddle_timeline_plot_search (plot, "all");
  g_assert_cmpuint (heddle_timeline_plot_get_n_found (plot), ==, 1);
  heddle_timeline_plot_select_found (plot, TRUE);
  selected = heddle_timeline_plot_get_selected (plot);
  ui_fixture_wait (has_lanes, plot);
  g_assert_true (heddle_timeline_plot_get_open (plot));
  g_assert_cmpuint (heddle_timeline_plot_get_n_found (plot), ==, 1 + 6 + 24 + 24 + 12);
  g_assert_cmpuint (heddle_timeline_plot_get_selected (plot), ==, selected);
  heddle_timeline_plot_select (plot, heddle_span_id (hd_record_get_n_lanes (heddle_session_get_record (session)), 0)); /* the first send of the first member */
  index = heddle_span_index_new (heddle_session_get_detailed_record (session));
  heddle_span_index_fill (index, heddle_timeline_plot_get_selected (plot), &span);
  g_assert_cmpstr (span.label, ==, "step 1");
  heddle_span_index_fill (index, selected, &span);
  g_assert_cmpstr (span.label, ==, hd_record_get_title (heddle_session_get_record (session), 0));
  targets = heddle_session_get_selection (session, &n);
  g_assert_cmpuint (n, ==, 2); /* both of its ends */
  g_assert_nonnull (targets);
  heddle_timeline_plot_select (plot, selected);
  heddle_timeline_plot_set_open (plot, FALSE);
  g_assert_cmpuint (heddle_timeline_plot_get_n_found (plot), ==, 1);
  g_assert_cmpuint (heddle_timeline_plot_get_selected (plot), ==, selected);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/timeline/scales", test_scales);
  g_test_add_func ("/ui/timeline/search", test_search);
  g_test_add_func ("/ui/timeline/path", test_path);
  g_test_add_func ("/ui/timeline/members", test_members);
  g_test_add_func ("/ui/timeline/follow", test_follow);
  g_test_add_func ("/ui/timeline/follow-view", test_follow_view);
  g_test_add_func ("/ui/timeline/follow-not", test_follow_not);
  g_test_add_func ("/ui/timeline/told", test_told);
  g_test_add_func ("/ui/timeline/view", test_view);
  g_test_add_func ("/ui/timeline/open", test_open);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
