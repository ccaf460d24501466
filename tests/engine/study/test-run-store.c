/* test-run-store.c: runs that are kept, in one file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a kept run is there again to the last bit when the file is opened anew; only the oldest go, and none that is pinned; a file of something else is
 * refused and left as it was; several may write at once; a disk that is full loses what was not added and nothing else.
 */
#include <heddle/heddle.h>

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "run-fixture.h"
#include "study-fixture.h"

#define MOST 100
#define MOST_BYTES (1 << 20)

static HdRunStore *
open_store (const char *path)
{
  g_autoptr (GError) error = NULL;
  HdRunStore *store = hd_run_store_open (path, &error);

  g_assert_no_error (error);
  return store;
}

/* One record serves all: what differs is said by the test. */
static HdKeptRun *
new_run (const char *name,
         gint64 ended_s)
{
  static HdRecord *record;
  HdKeptRun *run;

  if (record == NULL)
    record = run_fixture_record (RUN_FIXTURE_STAR, (const char *const[]){ "$xpus=2", NULL });
  run = hd_kept_run_new (record, "L · Bandwidth");
  run->name = g_strdup (name);
  run->ended_s = ended_s;
  return run;
}

static guint
add (HdRunStore *store,
     const char *name,
     gboolean is_pinned,
     const char *project,
     guint most,
     gsize most_bytes)
{
  g_autoptr (HdKeptRun) run = new_run (name, 1000);
  g_autoptr (GError) error = NULL;

  run->is_pinned = is_pinned;
  hd_run_store_add (store, run, project, most, most_bytes, &error);
  g_assert_no_error (error);
  return run->number;
}

/* "3 three*, 1" */
static char *
dup_list (HdRunStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = hd_run_store_list (store, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < runs->len; i++)
    {
      const HdKeptRun *run = runs->pdata[i];

      g_string_append_printf (text, "%s%u%s%s%s", i > 0 ? ", " : "", run->number, run->name != NULL ? " " : "", run->name != NULL ? run->name : "",
                              run->is_pinned ? "*" : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_list (HdRunStore *store,
             const char *expected)
{
  g_autofree char *text = dup_list (store);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_round (void)
{
  g_autofree char *path = study_fixture_path (), *project = NULL;
  HdRunStore *store = open_store (path);
  g_autoptr (HdKeptRun) run = new_run (NULL, 1234567890123);
  const HdMetric odd = { "odd", "Odd \"one\"", "", INFINITY }, none = { "none", "None", "s", NAN };
  g_autoptr (GPtrArray) runs = NULL;
  const HdKeptRun *read;

  g_assert_cmpuint (run->number, ==, 0);
  g_assert_cmpuint (hd_run_store_get_next (store), ==, 1);
  g_assert_cmpstr (run->overrides, ==, "$xpus=2");
  g_assert_cmpfloat (run->simulated_s, >, 0);
  g_array_append_val (run->metrics, odd);
  g_array_append_val (run->metrics, none);
  g_assert_true (hd_run_store_add (store, run, "<heddle/>", MOST, MOST_BYTES, NULL));
  g_assert_cmpuint (run->number, ==, 1);
  hd_run_store_free (store);

  store = open_store (path);
  runs = hd_run_store_list (store, NULL);
  g_assert_cmpuint (runs->len, ==, 1);
  read = runs->pdata[0];
  g_assert_cmpuint (read->number, ==, 1);
  g_assert_null (read->name);
  g_assert_false (read->is_pinned);
  g_assert_cmpint (read->ended_s, ==, 1234567890123);
  g_assert_true (read->wall_s == run->wall_s && read->simulated_s == run->simulated_s);
  g_assert_cmpstr (read->digest, ==, run->digest);
  g_assert_cmpstr (read->version, ==, run->version);
  g_assert_cmpstr (read->overrides, ==, run->overrides);
  g_assert_cmpstr (read->edits, ==, "L · Bandwidth");
  g_assert_cmpuint (read->metrics->len, ==, run->metrics->len);
  for (guint i = 0; i < run->metrics->len; i++)
    {
      const HdMetric *is = &g_array_index (read->metrics, HdMetric, i), *was = &g_array_index (run->metrics, HdMetric, i);

      g_assert_cmpstr (is->name, ==, was->name);
      g_assert_cmpstr (is->title, ==, was->title);
      g_assert_cmpstr (is->unit, ==, was->unit);
      g_assert_true (is->value == was->value || (isnan (is->value) && isnan (was->value)));
    }
  g_assert_true (hd_kept_run_find_metric (read, "odd")->value == INFINITY);
  g_assert_null (hd_kept_run_find_metric (read, "other"));
  project = hd_run_store_dup_project (store, 1, NULL);
  g_assert_cmpstr (project, ==, "<heddle/>");
  hd_run_store_free (store);
  study_fixture_remove (path);
}

/* Numbers are never given twice; one that was removed may come back. */
static void
test_changes (void)
{
  g_autofree char *path = study_fixture_path ();
  HdRunStore *store = open_store (path);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  HdKeptRun *last;

  add (store, "one", FALSE, "<a/>", MOST, MOST_BYTES);
  add (store, NULL, FALSE, "<b/>", MOST, MOST_BYTES);
  assert_list (store, "2, 1 one");
  runs = hd_run_store_list (store, NULL);
  last = runs->pdata[0];
  last->name = g_strdup ("two");
  last->is_pinned = TRUE;
  g_assert_true (hd_run_store_update (store, last, NULL));
  assert_list (store, "2 two*, 1 one");
  g_assert_true (hd_run_store_remove (store, 2, NULL));
  assert_list (store, "1 one");
  g_assert_cmpuint (hd_run_store_get_next (store), ==, 3);
  g_assert_cmpuint (add (store, "three", FALSE, "<c/>", MOST, MOST_BYTES), ==, 3);
  g_assert_true (hd_run_store_add (store, last, "<b/>", MOST, MOST_BYTES, NULL));
  assert_list (store, "3 three, 2 two*, 1 one");
  g_assert_true (hd_run_store_add (store, last, "<b/>", MOST, MOST_BYTES, NULL)); /* as somebody else has its number */
  g_assert_cmpuint (last->number, ==, 4);
  assert_list (store, "4 two*, 3 three, 2 two*, 1 one");

  g_assert_false (hd_run_store_remove (store, 9, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);
  g_assert_null (hd_run_store_dup_project (store, 9, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);
  last->number = 9;
  g_assert_false (hd_run_store_update (store, last, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  hd_run_store_free (store);
  study_fixture_remove (path);
}

static void
test_prune (void)
{
  g_autofree char *path = study_fixture_path (), *large = g_strnfill (600, ' ');
  HdRunStore *store = open_store (path);

  add (store, "a", FALSE, "<a/>", 3, 1000);
  add (store, "b", TRUE, "<b/>", 3, 1000);
  add (store, "c", FALSE, "<c/>", 3, 1000);
  add (store, "d", FALSE, "<d/>", 3, 1000);
  assert_list (store, "4 d, 3 c, 2 b*");
  add (store, "e", FALSE, large, 9, 1000);
  assert_list (store, "5 e, 4 d, 3 c, 2 b*");
  add (store, "f", FALSE, large, 9, 1000);
  assert_list (store, "6 f, 2 b*");
  add (store, "g", FALSE, large, 9, 10); /* the last stays, whatever it takes */
  assert_list (store, "7 g, 2 b*");
  hd_run_store_free (store);
  study_fixture_remove (path);
}

static void
test_refused (void)
{
  g_autofree char *path = study_fixture_path (), *folder = g_path_get_dirname (path), *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "no database, but long enough to be taken for one that is broken", -1, NULL));
  g_assert_null (hd_run_store_open (path, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "no database"));
  g_clear_error (&error);
  g_assert_cmpint (g_unlink (path), ==, 0);

  {
    g_autoptr (HdStudyPlan) plan = study_fixture_plan ("<study id='a'><factor of='xpus' values='2'/></study>", NULL);

    hd_study_store_free (hd_study_store_open (path, HD_STUDY_STORE_NEW, plan, NULL));
  }
  g_assert_null (hd_run_store_open (path, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (hd_run_store_open (folder, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  study_fixture_remove (path);
}

static gpointer
add_many (gpointer data)
{
  HdRunStore *store = open_store (data);

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (HdKeptRun) run = new_run (NULL, 1);

      g_assert_true (hd_run_store_add (store, run, "<p/>", MOST, MOST_BYTES, NULL));
    }
  hd_run_store_free (store);
  return NULL;
}

/* Each run has a number of its own, and all are there. */
static void
test_two_writers (void)
{
  g_autofree char *path = study_fixture_path ();
  g_autoptr (HdKeptRun) first = new_run (NULL, 1); /* makes the record */
  GThread *threads[3];
  HdRunStore *store;
  g_autoptr (GPtrArray) runs = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("adds", add_many, path);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  store = open_store (path);
  runs = hd_run_store_list (store, NULL);
  g_assert_cmpuint (runs->len, ==, 60);
  for (guint i = 0; i < runs->len; i++)
    g_assert_cmpuint (((HdKeptRun *) runs->pdata[i])->number, ==, 60 - i);
  hd_run_store_free (store);
  study_fixture_remove (path);
}

static void
test_full_disk (void)
{
  g_autofree char *path = study_fixture_path ();
  g_autoptr (HdKeptRun) run = new_run ("no room", 1);
  HdRunStore *store = open_store (path);
  int status;
  pid_t pid;

  add (store, "first", FALSE, "<a/>", MOST, MOST_BYTES);
  hd_run_store_free (store);
  pid = fork ();
  if (pid == 0)
    {
      const struct rlimit limit = { 3000, 3000 }; /* of each file; that is less than the head of the log and a page */
      g_autoptr (GError) error = NULL;

      signal (SIGXFSZ, SIG_IGN);
      store = open_store (path);
      setrlimit (RLIMIT_FSIZE, &limit);
      _exit (hd_run_store_add (store, run, "<b/>", MOST, MOST_BYTES, &error) || error->code != HD_ERROR_IO || strstr (error->message, path) == NULL || run->number != 0);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (status, ==, 0);
  store = open_store (path);
  assert_list (store, "1 first");
  hd_run_store_free (store);
  study_fixture_remove (path);
}

/* A file of version 1, whose runs say nothing of what they have read, becomes one of this version. */
static void
test_older (void)
{
  g_autofree char *path = study_fixture_path (), *list = NULL;
  HdRunStore *store = open_store (path);
  g_autoptr (GPtrArray) runs = NULL;
  sqlite3 *database;

  add (store, "old", FALSE, "<heddle/>", MOST, MOST_BYTES);
  hd_run_store_free (store);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "ALTER TABLE run DROP COLUMN inputs; PRAGMA user_version = 1;", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
  store = open_store (path);
  add (store, "new", FALSE, "<heddle/>", MOST, MOST_BYTES);
  list = dup_list (store);
  g_assert_cmpstr (list, ==, "2 new, 1 old");
  runs = hd_run_store_list (store, NULL);
  g_assert_cmpstr (((const HdKeptRun *) runs->pdata[1])->inputs, ==, "");
  hd_run_store_free (store);
  study_fixture_remove (path);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-store/round", test_round);
  g_test_add_func ("/run-store/changes", test_changes);
  g_test_add_func ("/run-store/prune", test_prune);
  g_test_add_func ("/run-store/refused", test_refused);
  g_test_add_func ("/run-store/older", test_older);
  g_test_add_func ("/run-store/two-writers", test_two_writers);
  g_test_add_func ("/run-store/full-disk", test_full_disk);
  return g_test_run ();
}
