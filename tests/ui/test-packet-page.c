/* test-packet-page.c: a packet that is followed from router to router
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: at another fidelity the page says that it cannot; the slowest packet of a run is followed in a run of its own, and its way is selected on the
 * canvas, links and all, where the node at which it waited longest is marked; what another view wants to be followed is; a hop that is selected selects its router, and the other way round; a message that is named is followed, any packet of it, one that was never sent is not; it can be
 * cancelled; after an edit it says that it is of before; what it shows is written to files. Left open: how it looks.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "heddle-packet-page.h"
#include "ui-fixture.h"

#define PROJECT(fidelity) \
  "<heddle version=\"1\" name=\"mesh\"><variables><variable name=\"load\" value=\"0.5\"/></variables>" \
  "<link-class id=\"wire\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/>" \
  "<top><component id=\"s\" type=\"fabric.switch\" count=\"4\"/><component id=\"node\" type=\"fabric.host\" count=\"4\"/>" \
  "<link id=\"local\" from=\"node[i].port\" to=\"s[i].port[0]\" for=\"i=0..3\" class=\"wire\"/>" \
  "<link id=\"row\" from=\"s[i].port[1]\" to=\"s[i + 1].port[2]\" for=\"i=0..2\" class=\"wire\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"node[*]\"/></communicators>" \
  "<workload type=\"traffic\" on=\"all\" probability=\"$load\" interval=\"4 ns\" bytes=\"64 B\" warm-up=\"100 ns\" measure=\"500 ns\" drain=\"500 ns\"/>" \
  "<run fidelity=\"" fidelity "\" "

#define FLITS PROJECT ("flit") "flit=\"16 B\" clock=\"1 GHz\" header=\"0\" packet-size=\"64 B\"/></heddle>"
#define MESSAGES PROJECT ("flit") "flit=\"16 B\" clock=\"1 GHz\" header=\"0\" packet-size=\"16 B\"/></heddle>"
#define PACKETS PROJECT ("packet") "/></heddle>"

static GtkWidget *
find_button (GtkWidget *widget,
             const char *label)
{
  GtkWidget *found = GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static void
click (GtkWidget *page,
       const char *label)
{
  GtkWidget *button = find_button (page, label);

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

static gboolean
is_idle (gpointer page)
{
  return find_button (page, "_Cancel") == NULL;
}

static GtkWidget *
find_plot (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_DRAWING_AREA (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_plot (child);
  return found;
}

static void
press (GtkWidget *page,
       guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (find_plot (page));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean handled;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
}

static gboolean
has_text (GtkWidget *widget,
          const char *part)
{
  gboolean found = GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), part) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !found; child = gtk_widget_get_next_sibling (child))
    found = has_text (child, part);
  return found;
}

static gboolean
is_allocated (gpointer plot)
{
  return gtk_widget_get_width (plot) > 0;
}

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

/* As another run that follows the slowest packet has it: all nodes and links of its way are selected, and the node where it waited longest is marked. */
static void
check_way (HeddleSession *session,
           HdDesign *design)
{
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (heddle_session_get_catalog (session), 0, 0);
  g_autoptr (HdRunJob) job = NULL;
  g_autoptr (GError) error = NULL;
  const HdFollowed *followed;
  HdFollowTarget slowest;
  HeddleTarget target, mark = heddle_session_get_mark (session);
  double cycles;
  int worst;

  g_assert_true (hd_record_get_slowest (heddle_session_get_record (session), &slowest));
  job = hd_run_queue_submit_design (queue, design, NULL, 0);
  hd_run_job_follow (job, &slowest);
  g_assert_true (hd_run_job_wait (job, &error));
  followed = hd_record_get_followed (hd_run_job_get_record (job));
  for (guint i = 0; i < followed->n_hops; i++)
    {
      g_assert_true (heddle_session_find_target (session, design, HD_TARGET_NODE, followed->hops[i].node, &target));
      g_assert_true (heddle_session_is_selected (session, target));
      if (followed->hops[i].out_link == HD_NO_ID)
        continue;
      g_assert_true (heddle_session_find_target (session, design, HD_TARGET_LINK, followed->hops[i].out_link, &target));
      g_assert_true (heddle_session_is_selected (session, target));
    }
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 2 * followed->n_hops - 1);
  worst = hd_followed_find_worst (followed, &cycles);
  g_assert_cmpint (worst, >=, 0);
  g_assert_true (heddle_session_find_target (session, design, HD_TARGET_NODE, followed->hops[followed->parts[worst].hop].node, &target));
  g_assert_cmpuint (mark.uid, ==, target.uid);
  g_assert_cmpint (mark.index, ==, target.index);
}

static void
test_slowest (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (FLITS);
  GtkWidget *page = heddle_packet_page_new (session), *window = ui_fixture_show (page, 900, 320);
  HdDesign *design;
  HdFollowTarget slowest;
  HeddleTarget target;

  g_assert_false (gtk_widget_is_sensitive (find_button (page, "_Slowest")));
  ui_fixture_run_to_end (session);
  design = hd_record_get_design (heddle_session_get_record (session));
  g_assert_true (hd_record_get_slowest (heddle_session_get_record (session), &slowest));
  click (page, "_Slowest");
  g_assert_nonnull (find_button (page, "_Cancel"));
  ui_fixture_wait (is_idle, page);
  g_assert_true (has_text (page, "cycles it waited"));
  g_assert_cmpuint (heddle_session_get_n_selected (session), >=, 3);
  g_assert_cmpint (heddle_packet_page_get_hop (HEDDLE_PACKET_PAGE (page)), ==, -1);
  check_way (session, design);

  press (page, GDK_KEY_Down);
  g_assert_cmpint (heddle_packet_page_get_hop (HEDDLE_PACKET_PAGE (page)), ==, 0);
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  g_assert_true (heddle_session_find_target (session, design, HD_TARGET_NODE, slowest.source, &target));
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, target.uid);
  g_assert_cmpint (heddle_session_get_selected (session, 0).index, ==, target.index);
  press (page, GDK_KEY_Down);
  g_assert_cmpint (heddle_packet_page_get_hop (HEDDLE_PACKET_PAGE (page)), ==, 1);
  heddle_session_select_none (session);
  g_assert_cmpuint (heddle_session_get_mark (session).uid, ==, 0);
  heddle_session_select_node (session, design, slowest.source);
  g_assert_cmpint (heddle_packet_page_get_hop (HEDDLE_PACKET_PAGE (page)), ==, 0);
  ui_fixture_wait (is_allocated, find_plot (page));
  g_assert_cmpuint (ui_fixture_count_inked (find_plot (page)), >, 100);

  {
    HdDocument *document = heddle_session_get_document (session);
    const HdObject *variables = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL);

    g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_object_find_child (variables, HD_OBJECT_VARIABLE, "load")), "value", "0.1", NULL));
    ui_fixture_wait (is_settled, session);
  }
  g_assert_true (has_text (page, "Before your edit"));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* As the pages of latencies, of transfers and the timeline ask for it. */
static void
test_wanted (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (FLITS);
  GtkWidget *page = heddle_packet_page_new (session), *window = ui_fixture_show (page, 900, 320);
  HdFollowTarget slowest;

  g_assert_false (heddle_session_can_follow (session));
  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_can_follow (session));
  g_assert_true (hd_record_get_slowest (heddle_session_get_record (session), &slowest));
  heddle_session_follow_packet (session, &slowest);
  g_assert_nonnull (find_button (page, "_Cancel"));
  ui_fixture_wait (is_idle, page);
  check_way (session, hd_record_get_design (heddle_session_get_record (session)));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Whoever asks does not know whether the page is there: it is made when it is first shown. Another page has nothing to do then. */
static void
test_wanted_before (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (FLITS);
  GtkWidget *page, *window, *other;
  HdFollowTarget slowest;

  ui_fixture_run_to_end (session);
  g_assert_true (hd_record_get_slowest (heddle_session_get_record (session), &slowest));
  heddle_session_follow_packet (session, &slowest);
  page = heddle_packet_page_new (session);
  window = ui_fixture_show (page, 900, 320);
  g_assert_nonnull (find_button (page, "_Cancel"));
  ui_fixture_wait (is_idle, page);
  check_way (session, hd_record_get_design (heddle_session_get_record (session)));
  other = g_object_ref_sink (heddle_packet_page_new (session));
  g_assert_null (find_button (other, "_Cancel"));
  g_object_unref (other);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_named (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (FLITS);
  GtkWidget *page = heddle_packet_page_new (session), *window = ui_fixture_show (page, 900, 320);

  heddle_packet_page_follow (HEDDLE_PACKET_PAGE (page), "node[0]:node[3]");
  ui_fixture_wait (is_idle, page);
  g_assert_true (has_text (page, "cycles"));
  heddle_packet_page_follow (HEDDLE_PACKET_PAGE (page), "node[0]:node[3]@1 s");
  ui_fixture_wait (is_idle, page);
  g_assert_true (has_text (page, "No such message was sent."));
  heddle_packet_page_follow (HEDDLE_PACKET_PAGE (page), "node[0]");
  g_assert_true (has_text (page, "is not of the form"));
  heddle_packet_page_follow (HEDDLE_PACKET_PAGE (page), "node[0]:node[3]");
  click (page, "_Cancel");
  g_assert_false (has_text (page, "cycles it"));
  g_assert_true (is_idle (page));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static GtkWidget *
find_number (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_SPIN_BUTTON (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_number (child);
  return found;
}

/* Of a message of four packets the last is followed, and any other, by its number; that of the one asked for last counts. */
static void
test_message (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESSAGES);
  GtkWidget *page = heddle_packet_page_new (session), *window = ui_fixture_show (page, 900, 320);
  GtkSpinButton *number = GTK_SPIN_BUTTON (find_number (page));

  g_assert_false (gtk_widget_is_visible (GTK_WIDGET (number)));
  heddle_packet_page_follow (HEDDLE_PACKET_PAGE (page), "node[0]:node[3]");
  ui_fixture_wait (is_idle, page);
  g_assert_true (gtk_widget_is_visible (GTK_WIDGET (number)));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (number), ==, 4);
  g_assert_true (has_text (page, "of 4"));
  g_assert_true (has_text (page, "4 of 4 packets arrived"));
  gtk_spin_button_set_value (number, 1);
  g_assert_nonnull (find_button (page, "_Cancel"));
  g_assert_true (gtk_widget_is_visible (GTK_WIDGET (number)));
  gtk_spin_button_set_value (number, 2);
  ui_fixture_wait (is_idle, page);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (number), ==, 2);
  g_assert_true (has_text (page, "4 of 4 packets arrived"));
  heddle_packet_page_follow (HEDDLE_PACKET_PAGE (page), "node[0]:node[3]#3");
  ui_fixture_wait (is_idle, page);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (number), ==, 3);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_fidelity (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PACKETS);
  GtkWidget *page = heddle_packet_page_new (session), *window = ui_fixture_show (page, 900, 320);

  g_assert_true (has_text (page, "at flit fidelity alone"));
  g_assert_false (gtk_widget_is_sensitive (find_button (page, "_Follow")));
  g_assert_false (gtk_widget_is_sensitive (find_button (page, "_Slowest")));
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
  static const struct { const char *name, *start; } files[] = { { "p.followed.csv", "hop,component,stage,reason," }, { "p.svg", "<?xml" }, { "p.png", "\x89PNG" } };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (FLITS);
  GtkWidget *page = heddle_packet_page_new (session), *window = ui_fixture_show (page, 900, 320);
  g_autofree char *folder = g_dir_make_tmp ("heddle-packet-XXXXXX", NULL);

  heddle_packet_page_follow (HEDDLE_PACKET_PAGE (page), "node[0]:node[3]");
  ui_fixture_wait (is_idle, page);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL), *content = NULL;
      Saving saving = { FALSE, NULL };

      heddle_plot_export_save_async (heddle_packet_page_get_export (HEDDLE_PACKET_PAGE (page)), path, on_saved, &saving);
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
  g_test_add_func ("/ui/packet-page/slowest", test_slowest);
  g_test_add_func ("/ui/packet-page/wanted", test_wanted);
  g_test_add_func ("/ui/packet-page/wanted-before", test_wanted_before);
  g_test_add_func ("/ui/packet-page/named", test_named);
  g_test_add_func ("/ui/packet-page/message", test_message);
  g_test_add_func ("/ui/packet-page/fidelity", test_fidelity);
  g_test_add_func ("/ui/packet-page/export", test_export);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
