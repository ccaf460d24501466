/* test-child.c: programs as children, and their keeper
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what a child says is heard once and in order, up to its end; what it prints is kept whole; how it ends is known; it has no more than it was
 * given; neither it nor what it started outlives its keeper, nor the process of that, nor does the folder. What cannot be started has a reason that
 * says why.
 */
#include "hd-child-keeper.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define FOR_EVER G_MAXINT64
#define PATIENCE (5 * G_USEC_PER_SEC)
#define MEGABYTE (1024 * 1024)

static HdChildKeeper *
make_keeper (void)
{
  g_autoptr (GError) error = NULL;
  HdChildKeeper *keeper = hd_child_keeper_new (&error);

  g_assert_no_error (error);
  return keeper;
}

static HdChild *
start_with (HdChildKeeper *keeper,
            HdChildOptions options,
            const char *how,
            const char *argument)
{
  const char *arguments[] = { "child", how, argument, NULL };
  g_autoptr (GError) error = NULL;
  HdChild *child;

  options.file = g_getenv ("HEDDLE_CHILD_PROGRAM");
  options.arguments = arguments;
  child = hd_child_keeper_start (keeper, &options, &error);
  g_assert_no_error (error);
  return child;
}

static HdChild *
start (HdChildKeeper *keeper,
       const char *how,
       const char *argument)
{
  return start_with (keeper, (HdChildOptions){ .maximum_output = MEGABYTE, .maximum_errors = MEGABYTE }, how, argument);
}

/* The next that it says, or %NULL at its end. */
static char *
hear (HdChild *child)
{
  char datagram[4097];
  gsize size = sizeof datagram - 1;
  HdChildHeard heard = hd_child_listen (child, FOR_EVER, datagram, &size);

  if (heard == HD_CHILD_END)
    return NULL;
  g_assert_cmpint (heard, ==, HD_CHILD_DATAGRAM);
  datagram[size] = '\0';
  return g_strdup (datagram);
}

#define assert_hears(child, text) \
  G_STMT_START { g_autofree char *heard_ = hear (child); g_assert_cmpstr (heard_, ==, (text)); } G_STMT_END

static void
check_end (HdChild *child,
           int exit_code,
           int signal)
{
  HdChildEnd end;

  assert_hears (child, NULL);
  g_assert_true (hd_child_has_ended (child, &end));
  g_assert_cmpint (end.exit_code, ==, exit_code);
  g_assert_cmpint (end.signal, ==, signal);
}

/* Whether the system has no such process, but for its remains. */
static gboolean
is_gone (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid), *text = NULL;

  return !g_file_get_contents (path, &text, NULL, NULL) || strstr (text, ") Z ") != NULL || strstr (text, ") X ") != NULL;
}

static void
wait_until_gone (int pid)
{
  gint64 until_us = g_get_monotonic_time () + PATIENCE;

  while (!is_gone (pid) && g_get_monotonic_time () < until_us)
    g_usleep (1000);
  g_assert_true (is_gone (pid));
}

/* ---- speaking ------------------------------------------------------------------------------------------------------- */

static void
test_echo (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "echo", NULL);
  char datagram[8] = "";
  gsize size = sizeof datagram;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *text = g_strdup_printf ("number %u", i);

      g_assert_true (hd_child_tell (child, text, strlen (text)));
      assert_hears (child, text);
    }
  /* nothing is there, and what is longer than the room is cut */
  g_assert_cmpint (hd_child_listen (child, 0, datagram, &size), ==, HD_CHILD_NOTHING);
  g_assert_true (hd_child_tell (child, "something long", 14));
  size = 4;
  g_assert_cmpint (hd_child_listen (child, FOR_EVER, datagram, &size), ==, HD_CHILD_DATAGRAM);
  g_assert_cmpuint (size, ==, 14);
  g_assert_cmpstr (datagram, ==, "some");
  hd_child_keeper_end (keeper, PATIENCE);
  check_end (child, 0, 0);
  g_assert_false (hd_child_tell (child, "x", 1));
}

static void
test_many_echoes (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *children[256];
  gint64 begin_us = g_get_monotonic_time ();

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    children[i] = start (keeper, "echo", NULL);
  g_test_message ("%u programs were started in %.3f s", (guint) G_N_ELEMENTS (children), (double) (g_get_monotonic_time () - begin_us) * 1e-6);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    g_assert_true (hd_child_tell (children[i], "hello", 5));
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    assert_hears (children[i], "hello");
  hd_child_keeper_end (keeper, PATIENCE);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    check_end (children[i], 0, 0);
}

static void
test_silent (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "silent", NULL);
  HdChildEnd end;
  char datagram[8];
  gsize size = sizeof datagram;
  gint64 begin_us = g_get_monotonic_time ();

  g_assert_cmpint (hd_child_listen (child, begin_us + 20000, datagram, &size), ==, HD_CHILD_NOTHING);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, >=, 20000);
  g_assert_false (hd_child_has_ended (child, &end));
  hd_child_dismiss (child);
  check_end (child, 0, SIGTERM);
}

/* An empty datagram is passed over, and what comes behind it is heard, before and after the end. */
static void
test_empty (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();

  for (guint i = 0; i < 20; i++)
    {
      HdChild *child = start (keeper, "empty", NULL);

      g_usleep (i * 200);
      assert_hears (child, "full");
      check_end (child, 0, 0);
    }
}

/* Who hangs up is not at an end, and nobody spins until it is. */
static void
test_hang_up (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "hang-up", NULL);
  char datagram[8];
  gsize size = sizeof datagram;

  assert_hears (child, "last");
  g_assert_cmpint (hd_child_listen (child, g_get_monotonic_time () + 20000, datagram, &size), ==, HD_CHILD_NOTHING);
  hd_child_dismiss (child);
  check_end (child, 0, SIGTERM);
}

/* Whose end is known before anybody listens. */
static void
test_unread (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "leave-unread", NULL);
  gint64 until_us = g_get_monotonic_time () + PATIENCE;
  HdChildEnd end;

  g_assert_true (hd_child_tell (child, "unread", 6));
  while (!hd_child_has_ended (child, &end) && g_get_monotonic_time () < until_us)
    g_usleep (1000);
  assert_hears (child, "last words");
  check_end (child, 0, 0);
}

static void
test_flood (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "flood-socket", NULL);
  HdChild *deaf = start (keeper, "silent", NULL);
  char datagram[1024];
  gsize size;
  guint n = 0;

  for (guint i = 0; i < 1000; i++)
    {
      size = sizeof datagram;
      g_assert_cmpint (hd_child_listen (child, FOR_EVER, datagram, &size), ==, HD_CHILD_DATAGRAM);
      g_assert_cmpuint (size, ==, 1024);
    }
  while (n < 100000 && hd_child_tell (deaf, datagram, sizeof datagram))
    n++;
  g_assert_cmpuint (n, <, 100000);
  hd_child_keeper_end (keeper, 0);
}

static gpointer
stop_soon (gpointer keeper)
{
  g_usleep (20000);
  hd_child_keeper_stop (keeper);
  return NULL;
}

static void
test_stop (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "silent", NULL);
  GThread *thread = g_thread_new ("stop", stop_soon, keeper);
  char datagram[8];
  gsize size = sizeof datagram;
  gint64 begin_us = g_get_monotonic_time ();

  g_assert_cmpint (hd_child_listen (child, FOR_EVER, datagram, &size), ==, HD_CHILD_STOP);
  hd_child_keeper_end (keeper, PATIENCE);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, PATIENCE / 2);
  g_thread_join (thread);
}

/* ---- its end --------------------------------------------------------------------------------------------------------- */

static void
test_ends (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();

  check_end (start (keeper, "exit", "0"), 0, 0);
  check_end (start (keeper, "exit", "3"), 3, 0);
  check_end (start (keeper, "kill", "9"), 0, SIGKILL);
  check_end (start (keeper, "kill", "11"), 0, SIGSEGV);
}

static void
test_stubborn (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "stubborn", NULL);
  gint64 begin_us;

  assert_hears (child, "ready");
  begin_us = g_get_monotonic_time ();
  hd_child_keeper_end (keeper, 0);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, >=, 2 * G_USEC_PER_SEC - 10000);
  check_end (child, 0, SIGKILL);

  /* who has hurry does not wait */
  child = start (keeper, "stubborn", NULL);
  assert_hears (child, "ready");
  begin_us = g_get_monotonic_time ();
  hd_child_dismiss (child);
  hd_child_keeper_hurry (keeper);
  check_end (child, 0, SIGKILL);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, G_USEC_PER_SEC);
}

static void
test_group (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "another", NULL);
  g_autofree char *number = hear (child);

  check_end (child, 0, 0);
  wait_until_gone (atoi (number));
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      remove_tree (inner);
    }
  g_remove (path);
}

static void
test_parent_killed (void)
{
  const char *arguments[] = { g_getenv ("HEDDLE_CHILD_PARENT"), "8", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;
  g_autofree char *temporary = g_dir_make_tmp ("heddle-killed-XXXXXX", NULL);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "TMPDIR", temporary, TRUE);
  GPid parent;
  FILE *numbers;
  int file, pids[8], n = 0, pid;

  prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  g_spawn_async_with_pipes (NULL, (char **) arguments, environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &parent, NULL, &file, NULL, &error);
  g_assert_no_error (error);
  numbers = fdopen (file, "r");
  while (fscanf (numbers, "%d", &pid) == 1 && pid != 0)
    pids[n++] = pid;
  g_assert_cmpint (n, ==, 8);
  for (int i = 0; i < n; i++)
    g_assert_false (is_gone (pids[i]));
  kill (parent, SIGKILL);
  for (int i = 0; i < n; i++)
    wait_until_gone (pids[i]);
  fclose (numbers);
  while (waitpid (-1, NULL, 0) > 0)
    ;
  prctl (PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
  remove_tree (temporary); /* nobody was left to do it */
}

/* ---- what it prints -------------------------------------------------------------------------------------------------- */

static void
test_print (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "print", "10000");
  const GByteArray *output, *errors;
  gboolean is_errors;

  check_end (child, 0, 0);
  output = hd_child_get_output (child);
  errors = hd_child_get_errors (child);
  g_assert_cmpuint (output->len, ==, 10000 * strlen ("line  of its output, which is a little longer than the others\n") + 38890);
  g_assert_cmpuint (errors->len, ==, 10000 * strlen ("line  of its errors\n") + 38890);
  g_assert_false (hd_child_has_flooded (child, &is_errors));

  child = start_with (keeper, (HdChildOptions){ .maximum_output = MEGABYTE, .maximum_errors = 100 }, "print", "10000000");
  check_end (child, 0, SIGKILL);
  g_assert_cmpuint (hd_child_get_errors (child)->len, ==, 100);
  g_assert_true (hd_child_has_flooded (child, &is_errors));
  g_assert_true (is_errors);

  /* where nothing is kept anything may be printed */
  child = start_with (keeper, (HdChildOptions){ 0 }, "print", "10000");
  check_end (child, 0, 0);
  g_assert_cmpuint (hd_child_get_output (child)->len, ==, 0);
  g_assert_false (hd_child_has_flooded (child, &is_errors));
}

/* ---- what it has ----------------------------------------------------------------------------------------------------- */

static void
test_surroundings (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start (keeper, "look", NULL);
  HdChild *with_stage = start_with (keeper, (HdChildOptions){ .stage_bytes = 4096 }, "look", NULL);
  g_autofree char *folder = NULL, *other = NULL;

  assert_hears (child, "0 1 2 3 | /dev/null 700 0 64 9 1 PATH LANG CHIP_FD");
  folder = hear (child);
  check_end (child, 0, 0);
  assert_hears (with_stage, "0 1 2 3 4 | /dev/null 700 0 64 9 1 PATH LANG CHIP_FD CHIP_STAGE");
  other = hear (with_stage);
  check_end (with_stage, 0, 0);
  g_assert_cmpstr (folder, !=, other);
}

static void
test_stage (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start_with (keeper, (HdChildOptions){ .stage_bytes = MEGABYTE }, "stage", NULL);
  const char *stage = hd_child_get_stage (child);

  assert_hears (child, "1048576 -1 -1");
  g_assert_cmpint (stage[1], ==, 0);
  g_assert_cmpint (stage[MEGABYTE - 1], ==, 0);
}

static void
test_limits (void)
{
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  HdChild *child = start_with (keeper, (HdChildOptions){ .memory_bytes = 64 * MEGABYTE }, "memory", NULL);
  HdChild *spinner = start_with (keeper, (HdChildOptions){ .processor_seconds = 1 }, "spin", NULL);
  g_autofree char *number = hear (child);

  g_assert_cmpint (atoi (number), >, 0);
  g_assert_cmpint (atoi (number), <, 64);
  check_end (child, 0, 0);
  check_end (spinner, 0, SIGXCPU);
}

static void
test_folder (void)
{
  HdChildKeeper *keeper = make_keeper ();
  g_autofree char *elsewhere = g_dir_make_tmp ("heddle-elsewhere-XXXXXX", NULL);
  g_autofree char *kept = g_build_filename (elsewhere, "kept", NULL), *folder = NULL;
  HdChild *child = start (keeper, "files", elsewhere), *looker = start (keeper, "look", NULL);
  g_autofree char *unused = hear (looker);

  folder = hear (looker);
  g_assert_true (g_file_set_contents (kept, "x", -1, NULL));
  check_end (child, 0, 0);
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
  hd_child_keeper_free (keeper);
  *strrchr (folder, '/') = '\0';
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  g_unlink (kept);
  g_rmdir (elsewhere);
}

/* ---- what cannot be started -------------------------------------------------------------------------------------------- */

static void
check_refusal (HdChildKeeper *keeper,
               const char *file,
               const char *reason)
{
  const char *arguments[] = { file, NULL };
  const HdChildOptions options = { .file = file, .arguments = arguments };
  g_autofree char *message = g_strdup_printf ("cannot start “%s”: %s", file, reason);
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_child_keeper_start (keeper, &options, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_refusals (void)
{
  static const struct { const char *text; int mode; const char *reason; } files[] = {
    { "echo no\n", 0755, "it is neither a program for this machine nor a script whose first line names its interpreter" },
    { "#!/nowhere/shell\n", 0755, "the interpreter that it names is not there" },
    { "#!/bin/sh\n", 0644, "it is not executable" },
    { "\177ELF\002\001\001", 0755, "it was made for another kind of machine" },
    { "", 0755, "it is neither a program for this machine nor a script whose first line names its interpreter" },
  };
  g_autoptr (HdChildKeeper) keeper = make_keeper ();
  g_autofree char *folder = g_dir_make_tmp ("heddle-refusals-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "program", NULL);

  check_refusal (keeper, "/nowhere/at/all", "No such file or directory");
  check_refusal (keeper, folder, "it is a folder");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_assert_true (g_file_set_contents (path, files[i].text, -1, NULL));
      g_chmod (path, files[i].mode);
      check_refusal (keeper, path, files[i].reason);
    }
  g_unlink (path);
  g_rmdir (folder);
  check_end (start (keeper, "exit", "0"), 0, 0);
}

/* No descriptor, no child and no folder stays, however a child ends. */
static void
test_leaves_nothing (void)
{
  g_autoptr (GDir) before = g_dir_open ("/proc/self/fd", 0, NULL), after = NULL;
  guint n_before = 0, n_after = 0;

  while (g_dir_read_name (before) != NULL)
    n_before++;
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (HdChildKeeper) keeper = make_keeper ();
      HdChild *child = start (keeper, i % 2 == 0 ? "echo" : "flood-socket", NULL);

      g_usleep (g_test_rand_int_range (0, 1000));
      if (i % 3 == 0)
        kill (hd_child_get_pid (child), SIGKILL);
    }
  after = g_dir_open ("/proc/self/fd", 0, NULL);
  while (g_dir_read_name (after) != NULL)
    n_after++;
  g_assert_cmpuint (n_after, ==, n_before + 1);
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  g_assert_cmpint (errno, ==, ECHILD);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process/child/echo", test_echo);
  g_test_add_func ("/process/child/many-echoes", test_many_echoes);
  g_test_add_func ("/process/child/silent", test_silent);
  g_test_add_func ("/process/child/empty", test_empty);
  g_test_add_func ("/process/child/hang-up", test_hang_up);
  g_test_add_func ("/process/child/unread", test_unread);
  g_test_add_func ("/process/child/flood", test_flood);
  g_test_add_func ("/process/child/stop", test_stop);
  g_test_add_func ("/process/child/ends", test_ends);
  g_test_add_func ("/process/child/stubborn", test_stubborn);
  g_test_add_func ("/process/child/group", test_group);
  g_test_add_func ("/process/child/parent-killed", test_parent_killed);
  g_test_add_func ("/process/child/print", test_print);
  g_test_add_func ("/process/child/surroundings", test_surroundings);
  g_test_add_func ("/process/child/stage", test_stage);
  g_test_add_func ("/process/child/limits", test_limits);
  g_test_add_func ("/process/child/folder", test_folder);
  g_test_add_func ("/process/child/refusals", test_refusals);
  g_test_add_func ("/process/child/leaves-nothing", test_leaves_nothing);
  return g_test_run ();
}
