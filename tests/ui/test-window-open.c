/* test-window-open.c: a window reads a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: while a file is read the window says which, lives on and shows what it showed; who cancels, and whose file is broken, finds nothing
 * changed. Left open: how long the window is late, which bench-open measures.
 */
#include "window-fixture.h"

typedef WindowFixture Fixture;

#define N_HOSTS 30000

/* Large enough that it is not read before the next turn of the main loop. */
static GFile *
write_large (Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new ("<graphml><graph edgedefault=\"undirected\">\n<node id=\"s\"/>\n");

  for (guint i = 0; i < N_HOSTS; i++)
    g_string_append_printf (text, "<node id=\"h%u\"/><edge source=\"s\" target=\"h%u\"/>\n", i, i);
  g_string_append (text, "</graph></graphml>\n");
  return window_fixture_write (fixture, "large.graphml", text->str);
}

static gboolean
is_done (gpointer data)
{
  return !heddle_load_bar_is_busy (((HeddleWindow *) data)->load_bar);
}

static gboolean
is_revealed (gpointer data)
{
  return gtk_revealer_get_child_revealed (GTK_REVEALER (gtk_widget_get_first_child (GTK_WIDGET (((HeddleWindow *) data)->load_bar))))
         || is_done (data);
}

static void
test_progress (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);
  HeddleWindow *window = fixture->window;
  const HdObject *top;

  heddle_window_open (window, file);
  g_assert_false (is_done (window));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (window->load_bar), "large.graphml"));
  ui_fixture_wait (is_revealed, window);
  ui_fixture_wait (is_done, window);
  top = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_TOP, NULL);
  g_assert_cmpuint (hd_object_get_n_children (top), ==, 2 * N_HOSTS + 1);
  g_assert_false (heddle_window_is_modified (window));
  g_assert_nonnull (heddle_session_get_drawing (window->session));
}

static void
test_cancel (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);
  HeddleWindow *window = fixture->window;
  HdDocument *document;
  guint n_problems;

  /* An empty window is empty again. */
  g_assert_false (heddle_window_cancel_load (window));
  heddle_window_open (window, file);
  g_assert_true (heddle_window_cancel_load (window));
  ui_fixture_wait (is_done, window);
  g_assert_true (heddle_window_is_empty (window));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "start");
  g_assert_cmpuint (window_fixture_count_dialogs (), ==, 0);

  /* A project stays. */
  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  window_fixture_edit (fixture);
  n_problems = heddle_session_get_problems (window->session)->len;
  heddle_window_open (window, file);
  g_signal_emit_by_name (window->load_bar, "cancelled");
  ui_fixture_wait (is_done, window);
  ui_fixture_drain ();
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_true (g_file_equal (heddle_window_get_file (window), fixture->file));
  g_assert_true (heddle_window_is_modified (window));
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  g_assert_cmpuint (heddle_session_get_problems (window->session)->len, ==, n_problems);
}

static void
test_another (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);

  heddle_window_open (fixture->window, file);
  window_fixture_open (fixture);
  ui_fixture_wait (is_done, fixture->window);
  g_assert_true (g_file_equal (heddle_window_get_file (fixture->window), fixture->file));
}

/* Each kind of fault; an untitled project has no file. */
static void
test_broken (Fixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *name, *text, *says;
  } cases[] = {
    { "a.graphml", "<graphml><graph><node id=\"n\"/><edge source=\"n\" target=\"m\"/></graph></graphml>", "a.graphml:1" },
    { "b.graphml", "<graphml><graph><node id=\"n\"/>", "b.graphml" },
    { "c.xml", "<platform version=\"4.1\"><zone id=\"w\" routing=\"Full\"><host id=\"h\"/></zone></platform>", "c.xml:1" },
    { "d.heddle", "<heddle version=\"1\"><top>", "d.heddle" },
  };

  heddle_window_new_project (fixture->window);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GFile) file = window_fixture_write (fixture, cases[i].name, cases[i].text);
      HdDocument *document = window_fixture_get_document (fixture);
      AdwMessageDialog *dialog;

      heddle_window_open (fixture->window, file);
      dialog = window_fixture_wait_for_dialog (cases[i].says);
      window_fixture_respond (dialog, "close");
      g_assert_true (window_fixture_get_document (fixture) == document);
      g_assert_null (heddle_window_get_file (fixture->window));
      g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);
    }
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/window-open/" name, Fixture, NULL, window_fixture_set_up, test, window_fixture_tear_down)
  ADD ("progress", test_progress);
  ADD ("cancel", test_cancel);
  ADD ("another", test_another);
  ADD ("broken", test_broken);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
