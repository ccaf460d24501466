/* test-latency.c: how long the messages of a run took
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the page says what to do until a run with such messages has ended, and again when the next begins; then it has the percentiles of the
 * record, in time or in cycles, and those of the baseline beside them; its slowest packet is followed, and one of each column that is selected, which took as
 * long; what it shows is written to files. Left open: how it looks.
 */
#include <glib/gstdio.h>

#include "heddle-latency.h"
#include "ui-fixture.h"

#define PROJECT \
  "<heddle version=\"1\" name=\"mesh\"><variables><variable name=\"load\" value=\"0.2\"/></variables>" \
  "<link-class id=\"wire\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/>" \
  "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"node\" type=\"fabric.host\" count=\"8\"/>" \
  "<link id=\"local\" from=\"node[i].port\" to=\"s.port[i]\" for=\"i=0..7\" class=\"wire\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"node[*]\"/></communicators>" \
  "<workload type=\"traffic\" on=\"all\" probability=\"$load\" interval=\"1 ns\" bytes=\"16 B\" warm-up=\"100 ns\" measure=\"2 us\" drain=\"2 us\"/>" \
  "<run fidelity=\"flit\" flit=\"16 B\" clock=\"1 GHz\" header=\"0\" packet-size=\"16 B\"/></heddle>"

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static gboolean
is_shown (GtkWidget *page,
          const char *text)
{
  GtkWidget *label = ui_fixture_find_label (page, text);

  return label != NULL && gtk_widget_get_mapped (label);
}

static void
set_load (HeddleSession *session,
          const char *load)
{
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *variables = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL);

  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_object_find_child (variables, HD_OBJECT_VARIABLE, "load")), "value", load, NULL));
  ui_fixture_wait (is_settled, session);
}

static void
assert_percentiles (GtkWidget *page,
                    HdRecord *record)
{
  HdHistogram histogram;

  g_assert_true (hd_record_get_histogram (record, 0, &histogram));
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = hd_figure_time ((const HdTime[]){ histogram.p50, histogram.p95, histogram.p99 }[i], 4);

      g_assert_true (is_shown (page, text));
    }
}

static void
test_page (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT);
  GtkWidget *page = heddle_latency_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autoptr (HdRecord) first = NULL;

  g_assert_true (is_shown (page, "No Latencies Yet"));
  ui_fixture_run_to_end (session);
  first = hd_record_ref (heddle_session_get_record (session));
  g_assert_false (is_shown (page, "No Latencies Yet"));
  g_assert_false (is_shown (page, "Baseline"));
  assert_percentiles (page, first);
  heddle_session_keep_baseline (session);
  g_assert_false (is_shown (page, "Baseline")); /* it is the run that is shown */
  set_load (session, "0.7");
  ui_fixture_run_to_end (session);
  g_assert_true (is_shown (page, "Baseline"));
  assert_percentiles (page, first);
  assert_percentiles (page, heddle_session_get_record (session));
  heddle_session_drop_baseline (session);
  g_assert_false (is_shown (page, "Baseline"));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static GtkWidget *
find_button (GtkWidget *widget,
             const char *label)
{
  GtkWidget *found = GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static GtkWidget *
find_curve (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_DRAWING_AREA (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_curve (child);
  return found;
}

/* Returns whether the key was taken. */
static gboolean
press (GtkWidget *widget,
       guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &taken);
    }
  return taken;
}

static void
test_follow (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT);
  GtkWidget *page = heddle_latency_new (session), *window = ui_fixture_show (page, 900, 300);
  HdFollowTarget slowest;

  ui_fixture_run_to_end (session);
  g_assert_true (hd_record_get_slowest (heddle_session_get_record (session), &slowest));
  g_assert_true (gtk_widget_get_visible (find_button (page, "Follow the _Slowest")));
  g_signal_emit_by_name (find_button (page, "Follow the _Slowest"), "clicked");
  g_assert_cmpuint (heddle_session_get_packet (session)->source, ==, slowest.source);
  g_assert_cmpuint (heddle_session_get_packet (session)->destination, ==, slowest.destination);
  g_assert_cmpuint (heddle_session_get_packet (session)->number, ==, slowest.number);
  g_assert_true (heddle_session_get_packet (session)->is_numbered == slowest.is_numbered);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* From one end of the columns to the other: each step is to another message, which takes longer than the one before. */
static void
test_columns (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT);
  GtkWidget *page = heddle_latency_new (session), *window = ui_fixture_show (page, 900, 300), *one, *curve;
  HdHistogram histogram;
  HdTime last = -1;
  guint n = 0;

  one = find_button (page, "_Follow One");
  curve = find_curve (page);
  set_load (session, "0.7");
  ui_fixture_run_to_end (session);
  g_assert_true (gtk_widget_get_visible (one));
  g_assert_false (gtk_widget_get_sensitive (one));
  g_assert_true (hd_record_get_histogram (heddle_session_get_record (session), 0, &histogram));
  for (; press (curve, GDK_KEY_Right) && n < histogram.n_bins; n++)
    {
      const HdFollowTarget *packet;
      const HdExample *example = NULL;

      g_assert_true (gtk_widget_get_sensitive (one));
      g_signal_emit_by_name (one, "clicked");
      packet = heddle_session_get_packet (session);
      for (guint i = 0; i < histogram.n_bins && example == NULL; i++)
        if (histogram.bins[i].first.sent == packet->time && histogram.bins[i].first.source == packet->source)
          example = &histogram.bins[i].first;
      g_assert_nonnull (example);
      g_assert_cmpuint (example->destination, ==, packet->destination);
      if (example->latency == last)
        break; /* at the last one it stays */
      g_assert_cmpint (example->latency, >, last);
      last = example->latency;
    }
  g_assert_cmpuint (n, >, 5);
  g_assert_true (press (curve, GDK_KEY_Escape));
  g_assert_false (gtk_widget_get_sensitive (one));
  g_assert_false (press (curve, GDK_KEY_Escape));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* At 1 GHz a cycle is a nanosecond. */
static void
test_cycles (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT);
  GtkWidget *page = heddle_latency_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autofree char *cycles = NULL, *text = NULL;
  HdHistogram histogram;

  ui_fixture_run_to_end (session);
  g_assert_true (hd_record_get_histogram (heddle_session_get_record (session), 0, &histogram));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (page, "Cycles")), TRUE);
  cycles = hd_figure_in ((double) histogram.most / 1000, NULL, 4);
  text = g_strdup_printf ("%s cycles", cycles);
  g_assert_true (is_shown (page, text));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

typedef struct
{
  gboolean done;
  GError *error;
} Saving;

static void
on_saved (GObject *object,
          GAsyncResult *result,
          gpointer data)
{
  Saving *saving = data;

  heddle_plot_export_save_finish (HEDDLE_PLOT_EXPORT (object), result, &saving->error);
  saving->done = TRUE;
}

static gboolean
is_saved (gpointer data)
{
  return ((Saving *) data)->done;
}

static void
test_export (void)
{
  static const struct { const char *name, *start; } files[] = { { "l.histograms.csv", "name,from_s,to_s,count\nlatency," }, { "l.svg", "<?xml" }, { "l.png", "\x89PNG" } };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT);
  GtkWidget *page = heddle_latency_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autofree char *folder = g_dir_make_tmp ("heddle-latency-XXXXXX", NULL);

  ui_fixture_run_to_end (session);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL), *content = NULL;
      Saving saving = { FALSE, NULL };

      heddle_plot_export_save_async (heddle_latency_get_export (HEDDLE_LATENCY (page)), path, on_saved, &saving);
      ui_fixture_wait (is_saved, &saving);
      g_assert_no_error (saving.error);
      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      g_assert_true (g_str_has_prefix (content, files[i].start));
      g_remove (path);
    }
  g_rmdir (folder);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/latency/page", test_page);
  g_test_add_func ("/ui/latency/cycles", test_cycles);
  g_test_add_func ("/ui/latency/follow", test_follow);
  g_test_add_func ("/ui/latency/columns", test_columns);
  g_test_add_func ("/ui/latency/export", test_export);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
