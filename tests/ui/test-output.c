/* test-output.c: programs that components started, and files that they wrote, in the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the page is of use where components write files; it says what to do until a run has ended, then has a row for each program, with how it
 * ended, and for each other file; the selected one's text is beside them, lines of
 * tables whole, and what cannot be text is not shown as such; activating a program's row selects
 * its component. Left open: how it looks; who may start programs, see test-window-programs.c.
 */
#include <string.h>

#include "heddle-output.h"
#include "ui-fixture.h"

#define PINGERS \
  "<heddle version=\"1\" name=\"pings\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"500 ns\"/>" \
  "<top><component id=\"a\" type=\"hello.pinger\"/><component id=\"b\" type=\"hello.pinger\" log=\"%s\"/><link from=\"a.out\" to=\"b.in\" class=\"L\"/></top>" \
  "<run until=\"5 us\"/></heddle>"

static GtkListBox *
find_list (GtkWidget *widget)
{
  GtkListBox *found = GTK_IS_LIST_BOX (widget) ? GTK_LIST_BOX (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

static GtkTextView *
find_text (GtkWidget *widget)
{
  GtkTextView *found = GTK_IS_TEXT_VIEW (widget) ? GTK_TEXT_VIEW (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_text (child);
  return found;
}

static char *
dup_shown (GtkWidget *page)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (find_text (page));
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
}

static void
assert_text (GtkWidget *page,
             const char *expected)
{
  g_autofree char *text = dup_shown (page);

  g_assert_cmpstr (text, ==, expected);
}

/* A session of pingers, from the library of the tutorial. */
static HeddleSession *
new_session (const char *is_logging)
{
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);
  g_autofree char *project = g_strdup_printf (PINGERS, is_logging);
  HeddleSession *session;

  g_setenv ("HEDDLE_LIBRARY_PATH", hello, TRUE);
  session = ui_fixture_new_session (project);
  g_unsetenv ("HEDDLE_LIBRARY_PATH");
  return session;
}

static void
test_files (void)
{
  g_autoptr (HeddleSession) session = new_session ("true");
  GtkWidget *page = heddle_output_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autofree char *size = hd_figure_in (59, "B", 3);

  g_assert_true (heddle_output_is_of_use (heddle_session_get_design (session)));
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (page, "No Output Yet")));
  ui_fixture_run_to_end (session);
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (page, "b.pings.csv")));
  g_assert_nonnull (ui_fixture_find_label (page, size));
  g_assert_cmpint (gtk_text_view_get_wrap_mode (find_text (page)), ==, GTK_WRAP_NONE);
  assert_text (page, "500000,0,1\n1500000,0,2\n2500000,0,3\n3500000,0,4\n4500000,0,5\n");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_nothing (void)
{
  g_autoptr (HeddleSession) session = new_session ("false"), other = ui_fixture_new_session ("<heddle version=\"1\"><top/></heddle>");
  GtkWidget *page = heddle_output_new (session), *window = ui_fixture_show (page, 900, 300);

  g_assert_false (heddle_output_is_of_use (NULL));
  g_assert_false (heddle_output_is_of_use (heddle_session_get_design (other)));
  ui_fixture_run_to_end (session);
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (page, "No Output")));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Of a real program and of one that ends badly. */
static void
test_programs (void)
{
  static const char *const project =
    "<heddle version=\"1\" name=\"programs\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 ns\"/>"
    "<top><component id=\"mm\" type=\"chiplet.process\" program=\"matrix\" arguments=\"1 1 16\"/><component id=\"bad\" type=\"chiplet.process\" program=\"matrix\" on-fault=\"drop\"/>"
    "<component id=\"memory\" type=\"chiplet.memory\"/><component id=\"r\" type=\"fabric.switch\"/><link from=\"mm.net\" to=\"r.port[0]\" class=\"L\"/>"
    "<link from=\"bad.net\" to=\"r.port[1]\" class=\"L\"/><link from=\"memory.net\" to=\"r.port[2]\" class=\"L\"/></top><run fidelity=\"packet\"/></heddle>";
  g_autoptr (HeddleSession) session = ui_fixture_new_session (project);
  GtkWidget *page = heddle_output_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autoptr (GPtrArray) commands = NULL;
  HeddleTarget selected;
  GtkListBox *list = find_list (page);

  commands = heddle_session_find_programs (session);
  heddle_session_allow_programs (session, commands);
  ui_fixture_run_to_end (session);
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, 1));
  g_assert_null (gtk_list_box_get_row_at_index (list, 2));
  assert_text (page, "begin 0\nend 38\n");
  g_assert_cmpint (gtk_text_view_get_wrap_mode (find_text (page)), ==, GTK_WRAP_WORD_CHAR);
  gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, 1));
  assert_text (page, "Errors:\nchiplet 0: the program ended: exit 2, at cycle 0\n"
                     "usage: matrix PLACE CHIPLETS [WIDTH [SUMS [PANELS]]]: PLACE from 1, CHIPLETS 1 or 4, SUMS spread or root\n");
  g_signal_emit_by_name (gtk_list_box_get_row_at_index (list, 1), "activate");
  selected = heddle_session_get_selected (session, 0);
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  g_assert_cmpuint (selected.uid, !=, 0);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static gboolean
shows_last_line (gpointer page)
{
  g_autofree char *text = dup_shown (page);

  return g_str_has_suffix (text, "line 9000\n");
}

static gboolean
shows_all (gpointer page)
{
  g_autofree char *text = dup_shown (page);

  return g_str_has_prefix (text, "line 1\n") && g_str_has_suffix (text, "line 9000\n");
}

/* What a program prints is there while it runs, the last of it; all is there when it has ended. */
static void
test_while_running (void)
{
  g_autofree char *project = g_strdup_printf (
    "<heddle version=\"1\" name=\"program\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 ns\"/>"
    "<top><component id=\"p\" type=\"chiplet.process\" program=\"%s\" arguments=\"chatter 9000\" memory-limit=\"0 B\"/><component id=\"memory\" type=\"chiplet.memory\"/>"
    "<link from=\"p.net\" to=\"memory.net\" class=\"L\"/></top><run fidelity=\"packet\"/></heddle>", g_getenv ("HEDDLE_CHIP_PROGRAM"));
  g_autoptr (HeddleSession) session = ui_fixture_new_session (project);
  GtkWidget *page = heddle_output_new (session), *window = ui_fixture_show (page, 900, 300);
  g_autoptr (GPtrArray) commands = heddle_session_find_programs (session);
  g_autofree char *text = NULL;

  heddle_session_allow_programs (session, commands);
  heddle_session_start (session);
  ui_fixture_wait (shows_last_line, page);
  text = dup_shown (page);
  g_assert_true (g_str_has_prefix (text, "… what came before is here when the run has ended\nline "));
  g_assert_cmpuint (strlen (text), >, 16 * 1024 - 16);
  g_assert_cmpuint (strlen (text), <, 32 * 1024 + 64);
  heddle_session_stop (session);
  ui_fixture_wait (shows_all, page);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/output/files", test_files);
  g_test_add_func ("/ui/output/nothing", test_nothing);
  g_test_add_func ("/ui/output/programs", test_programs);
  g_test_add_func ("/ui/output/while-running", test_while_running);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
