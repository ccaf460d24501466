/* test-same.c: a run in the window, and the same project on the command line
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: with the window open, each of its pages shown in turn, the run watched at the project's speed, paused, stepped and gone on with, and programs of chiplets held
 * up at random, digest and end are those of the command line, and so is each file that a component wrote, byte for byte. Left open: what is shown.
 */
#include <signal.h>
#include <stdlib.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "cli-fixture.h"
#include "window-fixture.h"

#define MOST_TURNS 400 /* that something is done to a run; from there on it goes on by itself */

/**
 * Story:
 * @project: below projects/
 * @from, @to: (nullable): replaced in its text, so that it is short and writes files
 */
typedef struct
{
  const char *project;
  const char *from[4], *to[4];
} Story;

static const Story stories[] = {
  { "chiplets/matrix-4", { "name=\"width\" type=\"integer\" value=\"400\"", "through-private=" },
    { "name=\"width\" type=\"integer\" value=\"40\"", "log=\"true\" through-private=" } },
  { "chiplets/mixed-3", { "value=\"400\"", "value=\"16384\"", "value=\"4096\"" }, { "value=\"60\"", "value=\"1024\"", "value=\"256\"" } },
  { "chiplets/memory-nodes", { "600 300", "type=\"chiplet.gpu\"" }, { "30 20", "type=\"chiplet.gpu\" log=\"true\"" } },
};

static HeddleSession *
get_session (WindowFixture *fixture)
{
  return heddle_window_get_session (fixture->window);
}

/* ---- what is done to a run -------------------------------------------------------------------------------------------------------------------- */

/* Every program that has not ended stands still, or goes on. */
static void
signal_programs (HeddleSession *session,
                 GRand *random,
                 int number)
{
  g_autoptr (GArray) programs = NULL;

  if (heddle_session_get_record (session) == NULL)
    return;
  programs = hd_record_read_programs (heddle_session_get_record (session));
  for (guint i = 0; i < programs->len; i++)
    {
      const HdRecordProgram *program = &g_array_index (programs, HdRecordProgram, i);

      if (!program->has_ended && program->pid > 0 && (number == SIGCONT || g_rand_boolean (random)))
        kill (program->pid, number);
    }
}

static void
show_any_page (WindowFixture *fixture,
               GRand *random)
{
  static const char *const pages[] = { "waveforms", "timeline", "links", "partitions", "problems", "latency", "routers", "transfers", "memory", "output", "compare" };

  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string (pages[g_rand_int_range (random, 0, G_N_ELEMENTS (pages))]));
}

static void
activate (WindowFixture *fixture,
          const char *action)
{
  if (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), action))
    g_action_group_activate_action (G_ACTION_GROUP (fixture->window), action, NULL);
}

static void
disturb (WindowFixture *fixture,
         GRand *random)
{
  HeddleSession *session = get_session (fixture);

  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      show_any_page (fixture, random);
      break;
    case 1:
      activate (fixture, "pause");
      break;
    case 2:
      activate (fixture, "step-event");
      break;
    case 3:
      activate (fixture, g_rand_boolean (random) ? "faster" : "slower");
      break;
    case 4:
      signal_programs (session, random, SIGSTOP);
      break;
    case 5:
      if (heddle_session_get_record (session) != NULL)
        heddle_session_set_moment (session, hd_record_get_time (heddle_session_get_record (session)) / 2);
      break;
    default:
      signal_programs (session, random, SIGCONT);
      break;
    }
}

static gboolean
has_ended (gpointer session)
{
  return heddle_session_get_run_state (session) >= HD_RUN_FINISHED;
}

/* Whatever has been done: it goes on, as fast as it can, to its end. */
static void
finish (WindowFixture *fixture,
        GRand *random)
{
  HeddleSession *session = get_session (fixture);

  signal_programs (session, random, SIGCONT);
  heddle_session_set_speed (session, 0);
  if (heddle_session_get_run_state (session) == HD_RUN_PAUSED)
    heddle_session_resume (session);
  ui_fixture_wait (has_ended, session);
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_FINISHED);
}

static void
run_in_window (WindowFixture *fixture,
               guint32 seed)
{
  HeddleSession *session = get_session (fixture);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) programs = heddle_session_find_programs (session);

  heddle_session_allow_programs (session, programs);
  window_fixture_activate (fixture, "run");
  for (guint i = 0; i < MOST_TURNS && !has_ended (session); i++)
    {
      g_main_context_iteration (NULL, FALSE);
      if (g_rand_int_range (random, 0, 4) == 0)
        disturb (fixture, random);
      else
        g_usleep (500);
    }
  finish (fixture, random);
}

/* ---- what it came to -------------------------------------------------------------------------------------------------------------------------- */

static void
check_result (HdRecord *record,
              const char *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *digest = hd_record_dup_digest (record);
  g_autoptr (GError) error = NULL;
  JsonObject *root;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  root = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (root, "digest"), ==, digest);
}

static guint
compare_files (HdRecord *record,
               const char *folder)
{
  const char *name;
  GBytes *bytes;
  guint n = 0;

  for (; hd_record_get_file (record, n, &name, &bytes); n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *content = NULL;
      g_autoptr (GError) error = NULL;
      gsize size;

      g_file_get_contents (path, &content, &size, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (content, size, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  return n;
}

static void
test_same (WindowFixture *fixture,
           gconstpointer data)
{
  const Story *story = data;
  g_autofree char *source = g_strconcat (g_getenv ("HEDDLE_SOURCE_ROOT"), "/projects/", story->project, ".heddle", NULL), *text = NULL, *path = g_file_get_path (fixture->file);
  g_autofree char *folder = g_dir_make_tmp ("heddle-files-XXXXXX", NULL), *option = g_strconcat ("--files=", folder, NULL);
  g_auto (Result) result = { 0 };
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_file_get_contents (source, &text, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (story->from) && story->from[i] != NULL; i++)
    {
      g_autoptr (GString) changed = g_string_new (text);

      g_assert_cmpuint (g_string_replace (changed, story->from[i], story->to[i], 0), >, 0);
      g_free (text);
      text = g_string_free (g_steal_pointer (&changed), FALSE);
    }
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  result = cli_run (NULL, "run", "--quiet", "--allow-programs", "--json", "-", option, path, NULL);
  g_assert_cmpstr (result.errors, ==, "");
  window_fixture_open (fixture);
  for (guint32 seed = 1; seed <= 2; seed++)
    {
      run_in_window (fixture, seed);
      check_result (heddle_session_get_record (get_session (fixture)), result.output);
      n = compare_files (heddle_session_get_record (get_session (fixture)), folder);
    }
  g_assert_cmpuint (n, >=, 2);
  cli_remove_tree (folder);
}

static void
add_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (stories); i++)
    {
      g_autofree char *path = g_strconcat ("/app/same/", stories[i].project, NULL);

      g_test_add (path, WindowFixture, &stories[i], window_fixture_set_up, test_same, window_fixture_tear_down);
    }
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
