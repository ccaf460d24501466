/* test-transfers.c: what became of each transfer, in the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: while nobody logs, the page says so, and one edit that can be undone makes all log; then a run shows each transfer once; keys choose rows, whose
 * chiplet, memory and links there and back are selected, and go to the middle of what took it longest, in words too; a click on a bar goes to that very moment, and
 * where it waits is marked; another order has other rows, and one has what was written and then read in one row, with all steps from private memory to private memory, and
 * the way from who writes to who reads; a new run is shown anew, and one that failed as far as it came. The packet of a transfer, with its request
 * or with its answer, is the one that was sent and arrived when the log says so, and is followed at flit fidelity alone. What is seen is written to files.
 * Left open: how it looks.
 */
#include <glib/gstdio.h>

#include "heddle-edits.h"
#include "heddle-moments-figure.h"
#include "heddle-transfers.h"
#include "ui-fixture.h"

#define PROJECT(fidelity) \
  "<heddle version=\"1\" name=\"shared\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\" sharing=\"split\"/>" \
  "<top><component id=\"a\" type=\"chiplet.gpu\" strip=\"0\" interleave=\"128 B\" kernels=\"0 0 0 0 2 3 -\"/>" \
  "<component id=\"b\" type=\"chiplet.gpu\" strip=\"0\" interleave=\"128 B\" kernels=\"0 0 0 0 20 0 -\"/>" \
  "<component id=\"memory\" type=\"chiplet.memory\" count=\"2\"/><component id=\"r\" type=\"fabric.switch\"/>" \
  "<link id=\"la\" from=\"a.net\" to=\"r.port[0]\" class=\"L\"/><link id=\"lb\" from=\"b.net\" to=\"r.port[1]\" class=\"L\"/>" \
  "<link id=\"lm\" for=\"i=0..1\" from=\"memory[i].net\" to=\"r.port[2 + i]\" class=\"L\"/></top><run fidelity=\"" fidelity "\"/></heddle>"

static GtkWidget *
find (GtkWidget *widget,
      GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static void
press (GtkWidget *page,
       guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (find (page, GTK_TYPE_DRAWING_AREA));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean handled;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }
}

static void
click (GtkWidget *page,
       double x,
       double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (find (page, GTK_TYPE_DRAWING_AREA));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller))
        g_signal_emit_by_name (controller, "pressed", 1, x, y);
    }
}

typedef struct
{
  GtkWidget *page;
  const char *text;
} Awaited;

static gboolean
is_shown (gpointer data)
{
  Awaited *awaited = data;
  GtkWidget *label = ui_fixture_find_label (awaited->page, awaited->text);

  return label != NULL && gtk_widget_get_mapped (label);
}

static void
await (GtkWidget *page,
       const char *text)
{
  ui_fixture_wait (is_shown, &(Awaited){ page, text });
}

static gboolean
is_selected (HeddleSession *session,
             HdObjectKind kind,
             const char *id,
             int index)
{
  return heddle_session_is_selected (session, (HeddleTarget){ ui_fixture_uid (session, NULL, kind, id), index });
}

static gboolean
logs (gpointer session)
{
  HdDesign *design = heddle_session_get_design (session);

  return design != NULL && hd_moments_are_logged (design);
}

static gboolean
is_silent (gpointer session)
{
  return !logs (session);
}

static void
log_all (HeddleSession *session)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (heddle_edit_can_log (heddle_session_get_snapshot (session), heddle_session_get_catalog (session)));
  g_assert_true (heddle_edit_log (heddle_session_get_document (session), heddle_session_get_catalog (session), &error));
  g_assert_no_error (error);
  ui_fixture_wait (logs, session);
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
check_export (HeddleTransfers *page)
{
  static const struct { const char *name, *start; } files[] = { { "t.svg", "<?xml" }, { "t.png", "\x89PNG" } };
  g_autofree char *folder = g_dir_make_tmp ("heddle-transfers-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL), *content = NULL;
      Saving saving = { FALSE, NULL };

      heddle_plot_export_save_async (heddle_transfers_get_export (page), path, on_saved, &saving);
      ui_fixture_wait (is_saved, &saving);
      g_assert_no_error (saving.error);
      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      g_assert_true (g_str_has_prefix (content, files[i].start));
      g_remove (path);
    }
  g_rmdir (folder);
}

static gboolean
has_room (gpointer area)
{
  return gtk_widget_get_width (area) > 0;
}

/* From the left end of the bar of the first row to its right: the moments that are gone to lie in order, and what is marked is where it waits then. */
static void
check_moments (HeddleSession *session,
               GtkWidget *page)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = hd_moments_read (heddle_session_get_record (session), &error);
  const HdMoments *first = &g_array_index (all, HdMoments, 0);
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
  guint n_bars = heddle_moments_lay_out (NULL, first, bars);
  const HeddleMomentsBar *longest = heddle_moments_find_longest (bars, n_bars);
  HdTime moment, begin, end;
  guint n_marked = 0, n_there = 0;

  g_assert_no_error (error);
  g_assert_true (heddle_session_is_scrubbing (session));
  g_assert_cmpint (heddle_session_get_moment (session), ==, longest->begin + (longest->end - longest->begin) / 2);
  heddle_session_get_range (session, &begin, &end);
  g_assert_true (begin <= first->times[HD_MOMENT_ASKED] && first->times[HD_MOMENT_ASKED] <= end);
  g_assert_nonnull (ui_fixture_find_label (page, "a writes "));
  moment = -1;
  for (double x = 256; x < gtk_widget_get_width (page) - 100; x += 4) /* the axis begins to the left of that */
    {
      HeddleTarget mark;
      const HeddleMomentsBar *bar;
      HeddleMomentsPart part;
      HdTime now;

      click (page, x, 34);
      now = heddle_session_get_moment (session);
      bar = heddle_moments_find_bar (bars, n_bars, (double) (now - first->times[HD_MOMENT_ASKED]));
      g_assert_nonnull (bar);
      part = bar->part;
      if (now < moment)
        break; /* past its end: in the middle again */
      n_there += now > moment && now > first->times[0];
      moment = now;
      mark = heddle_session_get_mark (session);
      if (part == HEDDLE_MOMENTS_MEMORY || part == HEDDLE_MOMENTS_REPLY_ENTRY)
        g_assert_cmpuint (mark.uid, ==, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "memory"));
      else if (part == HEDDLE_MOMENTS_QUEUE || part == HEDDLE_MOMENTS_ENTRY)
        g_assert_cmpuint (mark.uid, ==, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "a"));
      else
        g_assert_cmpuint (mark.uid, ==, HEDDLE_NO_TARGET.uid);
      n_marked += mark.uid != HEDDLE_NO_TARGET.uid;
    }
  g_assert_cmpuint (n_there, >, 3);
  g_assert_cmpuint (n_marked, >, 0);
}

static void
test_page (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT ("packet"));
  GtkWidget *page = heddle_transfers_new (session), *window = ui_fixture_show (page, 900, 300), *area;
  HdDocument *document = heddle_session_get_document (session);

  await (page, "No Chiplet Logs Its Transfers");
  log_all (session);
  await (page, "No Transfers Yet");
  g_assert_false (heddle_edit_can_log (heddle_session_get_snapshot (session), heddle_session_get_catalog (session)));
  hd_document_undo (document);
  ui_fixture_wait (is_silent, session);
  await (page, "No Chiplet Logs Its Transfers");
  hd_document_redo (document);
  ui_fixture_wait (logs, session);
  ui_fixture_run_to_end (session);
  await (page, "25 transfers, ");
  area = find (page, GTK_TYPE_DRAWING_AREA);
  ui_fixture_wait (has_room, area);
  g_assert_cmpuint (ui_fixture_count_inked (area), >, 1000);
  /* The first is a write of the first chiplet to the first memory. */
  press (page, GDK_KEY_Home);
  g_assert_true (is_selected (session, HD_OBJECT_COMPONENT, "a", 0));
  g_assert_true (is_selected (session, HD_OBJECT_COMPONENT, "memory", 0));
  g_assert_true (is_selected (session, HD_OBJECT_LINK, "la", 0));
  g_assert_true (is_selected (session, HD_OBJECT_LINK, "lm", 0));
  g_assert_false (is_selected (session, HD_OBJECT_LINK, "lb", 0));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 4);
  check_moments (session, page);
  /* By chiplet the last is the second one's. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, GTK_TYPE_DROP_DOWN)), 2);
  press (page, GDK_KEY_End);
  g_assert_true (is_selected (session, HD_OBJECT_LINK, "lb", 0));
  g_assert_false (is_selected (session, HD_OBJECT_LINK, "la", 0));
  g_assert_nonnull (ui_fixture_find_label (page, "b reads "));
  press (page, GDK_KEY_Return); /* nothing to follow at this fidelity */
  press (page, GDK_KEY_plus);
  press (page, GDK_KEY_Right);
  press (page, GDK_KEY_0);
  check_export (HEDDLE_TRANSFERS (page));
  ui_fixture_run_to_end (session);
  await (page, "25 transfers, ");
  g_assert_false (gtk_widget_get_visible (find_button (page, "_Follow")));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
count (guint *n)
{
  (*n)++;
}

/* One writes what another reads: a row from private memory to private memory. */
static void
test_linked (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
    "<heddle version=\"1\" name=\"given\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\" sharing=\"split\"/>"
    "<top><component id=\"a\" type=\"chiplet.gpu\" strip=\"0\" through-private=\"true\" log=\"true\" kernels=\"0 0 0 0 0 3 0\"/>"
    "<component id=\"b\" type=\"chiplet.gpu\" strip=\"0\" through-private=\"true\" log=\"true\" kernels=\"0 0 0 0 0 0 0;0 0 0 0 4 0 -\"/>"
    "<component id=\"memory\" type=\"chiplet.memory\"/><component id=\"meet\" type=\"chiplet.barrier\"/><component id=\"r\" type=\"fabric.switch\"/>"
    "<link id=\"la\" from=\"a.net\" to=\"r.port[0]\" class=\"L\"/><link id=\"lb\" from=\"b.net\" to=\"r.port[1]\" class=\"L\"/>"
    "<link id=\"lm\" from=\"memory.net\" to=\"r.port[2]\" class=\"L\"/><link from=\"a.barrier\" to=\"meet.members\" class=\"L\"/>"
    "<link from=\"b.barrier\" to=\"meet.members\" class=\"L\"/></top><run fidelity=\"flit\" flit=\"32 B\" clock=\"1 GHz\"/></heddle>");
  GtkWidget *page = heddle_transfers_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = NULL;
  g_autoptr (HeddleMomentsFigure) figure = NULL;
  g_autofree char *words = NULL;
  const char *at;
  static const char *const steps[] = { "a gives ", " to b through memory at 0x", "Private memory, read: ", "Waits for a place in the queue: ", "Network, there: ", "Lies in shared memory: ",
                                       "Answer waits for the network: ", "Network, back: ", "Private memory, written: " };
  const HdMoments *first;
  guint n_wanted = 0;

  ui_fixture_run_to_end (session);
  await (page, "7 transfers, ");
  ui_fixture_wait (has_room, find (page, GTK_TYPE_DRAWING_AREA));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, GTK_TYPE_DROP_DOWN)), HEDDLE_MOMENTS_BY_WRITE);
  await (page, "Written and read 3 times, ");
  all = hd_moments_read (heddle_session_get_record (session), &error);
  g_assert_no_error (error);
  first = &g_array_index (all, HdMoments, 0);
  g_signal_connect_swapped (session, "packet-wanted", G_CALLBACK (count), &n_wanted);
  press (page, GDK_KEY_Home);
  g_assert_true (is_selected (session, HD_OBJECT_COMPONENT, "a", 0) && is_selected (session, HD_OBJECT_COMPONENT, "b", 0) && is_selected (session, HD_OBJECT_COMPONENT, "memory", 0));
  g_assert_true (is_selected (session, HD_OBJECT_LINK, "la", 0) && is_selected (session, HD_OBJECT_LINK, "lb", 0) && is_selected (session, HD_OBJECT_LINK, "lm", 0));
  g_assert_nonnull (ui_fixture_find_label (page, " to b through memory at 0x"));
  /* At the left end a takes it from its private memory; the packet to follow is its request. */
  click (page, 258, 34);
  g_assert_cmpint (heddle_session_get_moment (session), >=, first->times[HD_MOMENT_ASKED]);
  g_assert_cmpint (heddle_session_get_moment (session), <, first->times[HD_MOMENT_TAKEN]);
  g_assert_cmpuint (heddle_session_get_mark (session).uid, ==, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "a"));
  press (page, GDK_KEY_Return);
  g_assert_cmpuint (n_wanted, ==, 1);
  g_assert_cmpint (heddle_session_get_packet (session)->time, ==, first->times[HD_MOMENT_SENT]);
  g_assert_cmpuint (heddle_session_get_packet (session)->source, ==, first->component);
  /* Where it is written at last, it is the memory's answer. */
  for (double x = gtk_widget_get_width (page) - 74; x > 300 && heddle_session_get_mark (session).uid != ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "b"); x -= 2)
    click (page, x, 34);
  g_assert_cmpuint (heddle_session_get_mark (session).uid, ==, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "b"));
  press (page, GDK_KEY_Return);
  g_assert_cmpuint (n_wanted, ==, 2);
  g_assert_cmpuint (heddle_session_get_packet (session)->source, ==, first->memory);
  /* All eight steps, in order, in words. */
  figure = heddle_moments_figure_new (hd_record_get_design (heddle_session_get_record (session)), all);
  for (guint i = 0; i < all->len && words == NULL; i++)
    if (first[i].source != HD_NO_ID)
      words = heddle_moments_figure_dup_row (figure, &first[first[i].source], &first[i]);
  at = words;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      at = strstr (at, steps[i]);
      g_assert_nonnull (at);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Of several packets of one message the last, which is followed, may overtake others. Whether it is one alone, and arrives when the log says so. */
static gboolean
check_packet (HeddleMomentsFigure *figure,
              HdRunQueue *queue,
              HdDesign *design,
              const HdMoments *moments,
              HeddleMomentsPart part,
              HdMoment sent,
              HdMoment arrived)
{
  g_autoptr (HdRunJob) job = hd_run_queue_submit_design (queue, design, NULL, 0);
  g_autoptr (GError) error = NULL;
  const HdFollowed *followed;
  HdFollowTarget packet;

  heddle_moments_figure_find_packet (figure, moments, part, &packet);
  hd_run_job_follow (job, &packet);
  g_assert_true (hd_run_job_wait (job, &error));
  followed = hd_record_get_followed (hd_run_job_get_record (job));
  g_assert_nonnull (followed);
  g_assert_cmpint (followed->start, ==, moments->times[sent]);
  g_assert_cmpint (followed->end, <=, moments->times[arrived]);
  return followed->n_packets == 1 && followed->end == moments->times[arrived];
}

/* Of the packet that is on its way in what took a transfer longest. */
static HdTime
find_sent (const HdMoments *moments)
{
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
  const HeddleMomentsBar *longest = heddle_moments_find_longest (bars, heddle_moments_lay_out (NULL, moments, bars));

  return moments->times[longest->part >= HEDDLE_MOMENTS_REPLY_ENTRY ? HD_MOMENT_SERVED : HD_MOMENT_SENT];
}

/* In a run of its own each request, and each answer, is seen to be sent and to arrive when the log of the first run says so; many are sent at the same time. */
static void
test_follow (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT ("flit"));
  GtkWidget *page = heddle_transfers_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (heddle_session_get_catalog (session), 0, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = NULL;
  g_autoptr (HeddleMomentsFigure) figure = NULL;
  HdDesign *design;
  guint n_wanted = 0;

  log_all (session);
  ui_fixture_run_to_end (session);
  await (page, "25 transfers, ");
  design = hd_record_get_design (heddle_session_get_record (session));
  all = hd_moments_read (heddle_session_get_record (session), &error);
  g_assert_no_error (error);
  figure = heddle_moments_figure_new (design, all);
  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *moments = &g_array_index (all, HdMoments, i);
      gboolean is_exact = check_packet (figure, queue, design, moments, HEDDLE_MOMENTS_BACK, HD_MOMENT_SERVED, HD_MOMENT_ANSWERED);

      g_assert_true (is_exact || !moments->is_write);
      g_assert_true (check_packet (figure, queue, design, moments, HEDDLE_MOMENTS_OUT, HD_MOMENT_SENT, HD_MOMENT_ARRIVED));
    }
  g_signal_connect_swapped (session, "packet-wanted", G_CALLBACK (count), &n_wanted);
  g_assert_true (gtk_widget_get_visible (find_button (page, "_Follow")));
  g_assert_false (gtk_widget_is_sensitive (find_button (page, "_Follow")));
  press (page, GDK_KEY_End);
  g_signal_emit_by_name (find_button (page, "_Follow"), "clicked");
  g_assert_cmpuint (n_wanted, ==, 1);
  press (page, GDK_KEY_Return);
  g_assert_cmpuint (n_wanted, ==, 2);
  g_assert_cmpint (heddle_session_get_packet (session)->time, ==, find_sent (&g_array_index (all, HdMoments, all->len - 1)));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static gboolean
has_failed (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_FAILED;
}

/* A run that a component ends by a fault has what was under way then. */
static void
test_failed (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
    "<heddle version=\"1\" name=\"small\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\" sharing=\"split\"/><top>"
    "<component id=\"a\" type=\"chiplet.gpu\" strip=\"0\" log=\"true\" kernels=\"0 0 0 0 0 60 -\"/><component id=\"memory\" type=\"chiplet.memory\" capacity=\"4 KiB\"/>"
    "<link from=\"a.net\" to=\"memory.net\" class=\"L\"/></top><run fidelity=\"packet\"/></heddle>");
  GtkWidget *page = heddle_transfers_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = NULL;
  guint n_open = 0;

  heddle_session_start (session);
  ui_fixture_wait (has_failed, session);
  all = hd_moments_read (heddle_session_get_record (session), &error);
  g_assert_no_error (error);
  for (guint i = 0; i < all->len; i++)
    n_open += g_array_index (all, HdMoments, i).n_moments < HD_N_MOMENTS;
  g_assert_cmpuint (n_open, >, 0);
  title = g_strdup_printf ("%u transfers, ", all->len);
  await (page, title);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/transfers/follow", test_follow);
  g_test_add_func ("/ui/transfers/linked", test_linked);
  g_test_add_func ("/ui/transfers/failed", test_failed);
  g_test_add_func ("/ui/transfers/page", test_page);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
