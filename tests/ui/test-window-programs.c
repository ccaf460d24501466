/* test-window-programs.c: a project that would start programs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: nothing starts before the user was asked and has allowed it; what was allowed is not asked again, by no window; another command is. What
 * programs do is the same to the bit whether a window looks on or not.
 */
#include "window-fixture.h"

#include <glib/gstdio.h>

#define QUESTION "Let This Project Start Programs?"

/* Not what another test, or this one before, was allowed. */
static void
forget_all (void)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "heddle", "programs", NULL);

  g_unlink (path);
}

static void
write_project (WindowFixture *fixture,
               const char *arguments)
{
  g_autofree char *text = g_strdup_printf ("<heddle version=\"1\" name=\"kin\"><top>"
                                           "<component id=\"a\" type=\"kin.talker\" count=\"3\" program=\"%s\" arguments=\"%s\"/>"
                                           "</top></heddle>", g_getenv ("HEDDLE_CHILD_PROGRAM"), arguments);
  g_autofree char *path = g_file_get_path (fixture->file);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static HeddleSession *
get_session (WindowFixture *fixture)
{
  return heddle_window_get_session (fixture->window);
}

static gboolean
has_ended (gpointer session)
{
  return heddle_session_get_run_state (session) >= HD_RUN_FINISHED;
}

static void
check_ran (WindowFixture *fixture)
{
  g_autoptr (GArray) programs = NULL;

  ui_fixture_wait (has_ended, get_session (fixture));
  g_assert_cmpint (heddle_session_get_run_state (get_session (fixture)), ==, HD_RUN_FINISHED);
  programs = hd_record_read_programs (heddle_session_get_record (get_session (fixture)));
  g_assert_cmpuint (programs->len, ==, 3);
}

static void
test_ask (WindowFixture *fixture,
          gconstpointer data)
{
  AdwMessageDialog *dialog;

  forget_all ();
  write_project (fixture, "exit 0");
  window_fixture_open (fixture);

  window_fixture_activate (fixture, "run");
  dialog = window_fixture_wait_for_dialog (QUESTION);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "child-program exit 0"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "a[0] and 2 others"));
  window_fixture_respond (dialog, "cancel");
  ui_fixture_drain ();
  g_assert_null (heddle_session_get_run (get_session (fixture)));

  window_fixture_activate (fixture, "step-event");
  dialog = window_fixture_wait_for_dialog (QUESTION);
  window_fixture_respond (dialog, "cancel");
  ui_fixture_drain ();
  g_assert_null (heddle_session_get_run (get_session (fixture)));

  window_fixture_activate (fixture, "run");
  window_fixture_respond (window_fixture_wait_for_dialog (QUESTION), "allow");
  check_ran (fixture);
  window_fixture_activate (fixture, "run");
  check_ran (fixture);
}

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer done)
{
  g_autoptr (GError) error = NULL;

  heddle_session_load_finish (HEDDLE_SESSION (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) done = TRUE;
}

static gboolean
is_true (gpointer done)
{
  return *(gboolean *) done;
}

static gboolean
can_run (gpointer session)
{
  return heddle_session_can_run (session);
}

/* How many components of the file would start something that is not allowed, as another window finds it. */
static guint
count_unknown (WindowFixture *fixture)
{
  g_autoptr (HeddleSession) session = heddle_session_new (fixture->catalog);
  g_autoptr (GPtrArray) unknown = NULL;
  gboolean done = FALSE;

  heddle_session_load_async (session, fixture->file, NULL, NULL, on_loaded, &done);
  ui_fixture_wait (is_true, &done);
  ui_fixture_wait (can_run, session);
  unknown = heddle_session_find_programs (session);
  return unknown->len;
}

static void
test_remember (WindowFixture *fixture,
               gconstpointer data)
{
  forget_all ();
  write_project (fixture, "exit 0");
  g_assert_cmpuint (count_unknown (fixture), ==, 3);
  window_fixture_open (fixture);
  window_fixture_activate (fixture, "run");
  window_fixture_respond (window_fixture_wait_for_dialog (QUESTION), "allow");
  check_ran (fixture);
  g_assert_cmpuint (count_unknown (fixture), ==, 0);
  write_project (fixture, "exit 1");
  g_assert_cmpuint (count_unknown (fixture), ==, 3);
  write_project (fixture, "exit 0");
  g_assert_cmpuint (count_unknown (fixture), ==, 0);
  forget_all ();
  g_assert_cmpuint (count_unknown (fixture), ==, 3);
}

static void
write_matrix (WindowFixture *fixture)
{
  g_autofree char *from = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "chiplets", "matrix-4.heddle", NULL), *to = g_file_get_path (fixture->file), *text = NULL;
  g_autoptr (GString) small = NULL;

  g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
  small = g_string_new (text);
  g_assert_cmpuint (g_string_replace (small, "type=\"integer\" value=\"400\"", "type=\"integer\" value=\"64\"", 1), ==, 1);
  g_assert_true (g_file_set_contents (to, small->str, -1, NULL));
}

/* That a window looks on, at whatever speed and page, is not to be seen in what real programs do. */
static void
test_watched (WindowFixture *fixture,
              gconstpointer data)
{
  g_autoptr (HeddleSession) alone = NULL;
  g_autofree char *expected = NULL;
  gboolean done = FALSE;

  forget_all ();
  write_matrix (fixture);
  window_fixture_open (fixture);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *digest = NULL;

      heddle_session_set_speed (get_session (fixture), i == 0 ? 0 : i == 1 ? 20e-6 : 200e-6); /* none; and simulated s in a second */
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.dock", "s", i == 0 ? "timeline" : i == 1 ? "memory" : "result");
      window_fixture_activate (fixture, "run");
      if (i == 0)
        window_fixture_respond (window_fixture_wait_for_dialog (QUESTION), "allow");
      ui_fixture_wait (has_ended, get_session (fixture));
      g_assert_cmpint (heddle_session_get_run_state (get_session (fixture)), ==, HD_RUN_FINISHED);
      digest = hd_record_dup_digest (heddle_session_get_record (get_session (fixture)));
      if (expected == NULL)
        expected = g_steal_pointer (&digest);
      else
        g_assert_cmpstr (digest, ==, expected);
    }
  alone = heddle_session_new (fixture->catalog);
  heddle_session_load_async (alone, fixture->file, NULL, NULL, on_loaded, &done);
  ui_fixture_wait (is_true, &done);
  ui_fixture_wait (can_run, alone);
  ui_fixture_run_to_end (alone);
  g_autofree char *digest = hd_record_dup_digest (heddle_session_get_record (alone));
  g_assert_cmpstr (digest, ==, expected);
}

static void
add_tests (void)
{
  g_autofree char *kin = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "tests", "engine", "run", "kin", NULL);

  g_setenv ("HEDDLE_LIBRARY_PATH", kin, TRUE);
  g_test_add ("/window/programs/ask", WindowFixture, NULL, window_fixture_set_up, test_ask, window_fixture_tear_down);
  g_test_add ("/window/programs/watched", WindowFixture, NULL, window_fixture_set_up, test_watched, window_fixture_tear_down);
  g_test_add ("/window/programs/remember", WindowFixture, NULL, window_fixture_set_up, test_remember, window_fixture_tear_down);
}

int
main (int argc,
      char *argv[])
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
