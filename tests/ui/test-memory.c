/* test-memory.c: who has read and written which addresses, in the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the page says what to do until a run has come to the first access, then has a map of all memories, or of the chosen one, which stays
 * chosen while the run goes on; zooming and panning stay within the blocks; a new run is shown anew. Left open: how it looks.
 */
#include "heddle-memory.h"
#include "ui-fixture.h"

#define PROJECT \
  "<heddle version=\"1\" name=\"shared\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\" sharing=\"split\"/>" \
  "<top><component id=\"a\" type=\"chiplet.gpu\" strip=\"0\" interleave=\"128 B\" kernels=\"0 0 0 0 2 3 -\"/>" \
  "<component id=\"b\" type=\"chiplet.gpu\" strip=\"0\" interleave=\"128 B\" kernels=\"0 0 0 0 20 0 -\"/>" \
  "<component id=\"memory\" type=\"chiplet.memory\" count=\"2\"/><component id=\"r\" type=\"fabric.switch\"/>" \
  "<link from=\"a.net\" to=\"r.port[0]\" class=\"L\"/><link from=\"b.net\" to=\"r.port[1]\" class=\"L\"/>" \
  "<link for=\"i=0..1\" from=\"memory[i].net\" to=\"r.port[2 + i]\" class=\"L\"/></top><run fidelity=\"packet\"/></heddle>"

static GtkWidget *
find (GtkWidget *widget,
      GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

typedef struct
{
  GtkWidget *page;
  const char *words;
} Awaited;

static gboolean
is_shown (gpointer data)
{
  Awaited *awaited = data;
  GtkWidget *label = ui_fixture_find_label (awaited->page, awaited->words);

  return label != NULL && gtk_widget_get_mapped (label);
}

static void
await (GtkWidget *page,
       const char *words)
{
  Awaited awaited = { page, words };

  ui_fixture_wait (is_shown, &awaited);
}

static void
test_page (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT);
  GtkWidget *page = heddle_memory_new (session), *window = ui_fixture_show (page, 900, 300);
  GtkDropDown *choice;

  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (page, "No Accesses Yet")));
  ui_fixture_run_to_end (session);
  await (page, "20 blocks of ");
  choice = GTK_DROP_DOWN (find (page, GTK_TYPE_DROP_DOWN));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (choice)), ==, 3);
  gtk_drop_down_set_selected (choice, 2);
  g_assert_nonnull (ui_fixture_find_label (page, "10 blocks of "));
  ui_fixture_run_to_end (session);
  await (page, "20 blocks of ");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static gboolean
is_paused (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_PAUSED;
}

static gboolean
has_ended (gpointer session)
{
  return !heddle_session_is_active (session);
}

/* A run that is paused, one that goes on, and its end. */
static void
test_live (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT);
  GtkWidget *page = heddle_memory_new (session), *window = ui_fixture_show (page, 900, 300), *late;
  HdTime end;

  gtk_widget_set_visible (page, FALSE);
  ui_fixture_run_to_end (session);
  end = hd_record_get_time (heddle_session_get_record (session));
  heddle_session_run_until (session, end * 3 / 5);
  ui_fixture_wait (is_paused, session);
  gtk_widget_set_visible (page, TRUE);
  await (page, "5 blocks of ");
  g_assert_null (ui_fixture_find_label (page, "20 blocks of "));
  late = find (page, GTK_TYPE_DROP_DOWN);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (late), 2);
  heddle_session_run_until (session, end - 1);
  ui_fixture_wait (is_paused, session);
  await (page, "10 blocks of ");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (late)), ==, 2);
  heddle_session_resume (session);
  ui_fixture_wait (has_ended, session);
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (page, "10 blocks of "));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (late), 0);
  await (page, "20 blocks of ");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/memory/page", test_page);
  g_test_add_func ("/ui/memory/live", test_live);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
