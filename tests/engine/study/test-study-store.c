/* test-study-store.c: the results of a study, in one file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what was added is there again, to the last bit, after the file is opened anew and after files are merged; a file of something else is refused and
 * left as it was; two do not write at once; a disk that is full loses what was not added and nothing else. Left open: what a loss of power does.
 */
#include "study-fixture.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "as-nobody.h"

#define STUDY "<study id='a' repeats='2'><factor of='xpus' values='2, 4, 8'/><factor of='ring' values='ring, tree'/></study>"
#define N_POINTS 6

static HdStudyStore *
open_store (const char *path,
            HdStudyStoreMode mode,
            HdStudyPlan *plan)
{
  g_autoptr (GError) error = NULL;
  HdStudyStore *store = hd_study_store_open (path, mode, plan, &error);

  g_assert_no_error (error);
  return store;
}

static void
add (HdStudyStore *store,
     guint point,
     guint repeat,
     double value,
     const char *fault)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  g_autoptr (GError) error = NULL;
  const HdMetric some[] = { { "time_total", "Time", "s", value }, { "share", "Share", "%", 100 * value }, { "odd name", "Odd \"name\"", "", INFINITY }, { "none", "None", "", NAN } };
  const HdStudyResult result = {
    .point = point, .repeat = repeat, .seed = 7 + repeat, .error = fault, .digest = fault == NULL ? "0123" : NULL, .simulated_s = value, .wall_s = 0.5, .metrics = metrics,
  };

  /* which ones come first differs from file to file */
  for (guint i = 0; i < G_N_ELEMENTS (some) && fault == NULL; i++)
    g_array_append_val (metrics, some[point % 2 == 0 ? i : G_N_ELEMENTS (some) - 1 - i]);
  g_assert_true (hd_study_store_add (store, &result, &error));
  g_assert_no_error (error);
}

static void
append_result (const HdStudyResult *result,
               gpointer data)
{
  GString *text = data;
  double values[4] = { 0 };

  for (guint i = 0; i < result->metrics->len; i++)
    {
      const HdMetric *metric = &g_array_index (result->metrics, HdMetric, i);

      values[strcmp (metric->name, "time_total") == 0 ? 0 : strcmp (metric->name, "share") == 0 ? 1 : strcmp (metric->name, "odd name") == 0 ? 2 : 3] = metric->value;
      g_assert_cmpstr (metric->unit, ==, strcmp (metric->name, "time_total") == 0 ? "s" : strcmp (metric->name, "share") == 0 ? "%" : "");
    }
  g_string_append_printf (text, "%u.%u seed %" G_GUINT64_FORMAT " %s %s %a %a: %a %a %a %a\n", result->point, result->repeat, result->seed, result->error,
                          result->digest, result->simulated_s, result->wall_s, values[0], values[1], values[2], values[3]);
}

static char *
dup_all (HdStudyStore *store)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_study_store_foreach (store, append_result, text, &error));
  g_assert_no_error (error);
  return g_string_free (text, FALSE);
}

static void
test_again (void)
{
  g_autofree char *path = study_fixture_path (), *before = NULL, *after = NULL, *project = NULL, *text = NULL;
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL);
  HdStudyStore *store = open_store (path, HD_STUDY_STORE_NEW, plan), *reader;

  add (store, 3, 1, 0.1, NULL);
  add (store, 0, 0, 1.0 / 3, NULL);
  add (store, 5, 0, 2, "It has no route");
  g_assert_true (hd_study_store_has (store, 3, 1));
  g_assert_false (hd_study_store_has (store, 3, 0));
  before = dup_all (store);
  reader = open_store (path, HD_STUDY_STORE_READ, NULL); /* while another writes */
  after = dup_all (reader);
  g_assert_cmpstr (before, ==, after);
  hd_study_store_free (reader);
  hd_study_store_free (store);
  g_clear_pointer (&after, g_free);

  store = open_store (path, HD_STUDY_STORE_RESUME, plan);
  after = dup_all (store);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (hd_study_store_count (store), ==, 3);
  g_assert_true (hd_study_store_has (store, 5, 0));
  add (store, 5, 1, 2, NULL);
  g_assert_cmpuint (hd_study_store_count (store), ==, 4);
  project = hd_study_store_dup_project (store, NULL);
  text = hd_snapshot_to_string (hd_study_plan_get_snapshot (plan), NULL);
  g_assert_cmpstr (project, ==, text);
  hd_study_store_free (store);
  study_fixture_remove (path);
}

static void
check_refused (const char *path,
               HdStudyStoreMode mode,
               HdStudyPlan *plan,
               int code,
               const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyStore) store = hd_study_store_open (path, mode, plan, &error);

  g_assert_null (store);
  g_assert_error (error, HD_ERROR, code);
  if (strstr (error->message, message) == NULL)
    g_error ("“%s” is not “%s”", error->message, message);
  g_assert_nonnull (strstr (error->message, path));
}

static void
check_file_refused (HdStudyPlan *plan,
                    const char *bytes,
                    gssize length)
{
  g_autofree char *path = study_fixture_path (), *after = NULL;
  gsize n, n_bytes = length >= 0 ? (gsize) length : strlen (bytes);

  g_assert_true (g_file_set_contents (path, bytes, length, NULL));
  check_refused (path, HD_STUDY_STORE_RESUME, plan, HD_ERROR_SYNTAX, "is no file of results of a study");
  check_refused (path, HD_STUDY_STORE_READ, NULL, HD_ERROR_SYNTAX, "is no file of results of a study");
  check_refused (path, HD_STUDY_STORE_NEW, plan, HD_ERROR_IO, "there are results already");
  g_assert_true (g_file_get_contents (path, &after, &n, NULL));
  g_assert_cmpmem (after, n, bytes, n_bytes);
  study_fixture_remove (path);
}

static void
execute (const char *path,
         const char *sql)
{
  sqlite3 *database;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
}

static void
test_refused (void)
{
  g_autofree char *path = study_fixture_path (), *other_path = study_fixture_path ();
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL);
  g_autoptr (HdStudyPlan) renamed = study_fixture_plan ("<study id='b'><factor of='xpus' values='2'/></study>", NULL);
  g_autoptr (HdStudyPlan) changed = study_fixture_plan ("<study id='a'><factor of='xpus' values='2'/></study>", NULL);
  HdStudyStore *store = open_store (path, HD_STUDY_STORE_NEW, plan);

  check_refused (path, HD_STUDY_STORE_RESUME, plan, HD_ERROR_IO, "another study writes into it");
  hd_study_store_free (store);
  check_refused (path, HD_STUDY_STORE_NEW, plan, HD_ERROR_IO, "there are results already");
  check_refused (path, HD_STUDY_STORE_RESUME, renamed, HD_ERROR_INVALID, "is of the study “a”, not of “b”");
  check_refused (path, HD_STUDY_STORE_RESUME, changed, HD_ERROR_INVALID, "as it was before");
  execute (path, "PRAGMA user_version = 9");
  check_refused (path, HD_STUDY_STORE_RESUME, plan, HD_ERROR_SYNTAX, "version 9");
  check_refused (other_path, HD_STUDY_STORE_READ, NULL, HD_ERROR_IO, "No such file");
  check_refused ("/", HD_STUDY_STORE_READ, NULL, HD_ERROR_IO, "Is a directory");
  check_refused ("/nowhere/a.sqlite", HD_STUDY_STORE_NEW, plan, HD_ERROR_IO, "No such file");
  check_refused ("/", HD_STUDY_STORE_RESUME, plan, HD_ERROR_IO, "irectory");
  execute (other_path, "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)");
  check_refused (other_path, HD_STUDY_STORE_RESUME, plan, HD_ERROR_SYNTAX, "is no file of results of a study");
  study_fixture_remove (path);
  study_fixture_remove (other_path);
  check_file_refused (plan, "name,value\n", -1);
  check_file_refused (plan, "SQLite format 3", 16);
}

static guint
count_files (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Who reads leaves nothing behind, and may do so where nothing can be written. */
static void
test_read (void)
{
  g_autofree char *path = study_fixture_path (), *folder = g_path_get_dirname (path), *before = NULL, *after = NULL;
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL);
  HdStudyStore *store = open_store (path, HD_STUDY_STORE_NEW, plan);
  uid_t self;

  add (store, 3, 1, 0.1, NULL);
  before = dup_all (store);
  hd_study_store_free (store);
  g_assert_cmpuint (count_files (path), ==, 1);
  hd_study_store_free (open_store (path, HD_STUDY_STORE_READ, plan));
  g_assert_cmpuint (count_files (path), ==, 1);

  g_assert_cmpint (g_chmod (path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  self = begin_as_nobody ();
  store = open_store (path, HD_STUDY_STORE_READ, plan);
  after = dup_all (store);
  hd_study_store_free (store);
  end_as_nobody (self);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  g_assert_cmpuint (count_files (path), ==, 1);
  study_fixture_remove (path);
}

/* A process that was killed before it had written anything leaves that. */
static void
test_empty (void)
{
  g_autofree char *path = study_fixture_path ();
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL);
  HdStudyStore *store;

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  store = open_store (path, HD_STUDY_STORE_RESUME, plan);
  add (store, 0, 0, 1, NULL);
  hd_study_store_free (store);
  study_fixture_remove (path);
}

/* Where writing stops within a run, that run is not there, and those before it are. */
static void
test_full_disk (void)
{
  g_autofree char *path = study_fixture_path ();
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL);
  HdStudyStore *store;
  int status;
  pid_t pid;

  add ((store = open_store (path, HD_STUDY_STORE_NEW, plan)), 0, 0, 1, NULL);
  hd_study_store_free (store);
  pid = fork ();
  if (pid == 0)
    {
      const struct rlimit limit = { 3000, 3000 }; /* of each file; that is less than the head of the log and a page */
      g_autoptr (GError) error = NULL;
      const HdStudyResult result = { .point = 1 };

      signal (SIGXFSZ, SIG_IGN);
      store = open_store (path, HD_STUDY_STORE_RESUME, plan);
      setrlimit (RLIMIT_FSIZE, &limit);
      if (hd_study_store_add (store, &result, &error) || error->code != HD_ERROR_IO || strstr (error->message, path) == NULL || hd_study_store_has (store, 1, 0))
        _exit (1);
      _exit (hd_study_store_has (store, 0, 0) ? 0 : 2);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (status, ==, 0);
  store = open_store (path, HD_STUDY_STORE_RESUME, plan);
  g_assert_cmpuint (hd_study_store_count (store), ==, 1);
  g_assert_true (hd_study_store_has (store, 0, 0));
  hd_study_store_free (store);
  study_fixture_remove (path);
}

/* What is wrong is said of the file that was to be read, not of the one that it was to go into. */
static void
check_merge_refused (HdStudyStore *store,
                     const char *path,
                     int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_study_store_merge (store, path, NULL, &error));
  g_assert_error (error, HD_ERROR, code);
  g_assert_true (g_str_has_prefix (error->message, path));
}

static void
test_merge (void)
{
  g_autofree char *whole_path = study_fixture_path (), *first_path = study_fixture_path (), *second_path = study_fixture_path (), *whole_text = NULL, *text = NULL;
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL), other = study_fixture_plan ("<study id='a'><factor of='xpus' values='2'/></study>", NULL);
  HdStudyStore *whole = open_store (whole_path, HD_STUDY_STORE_NEW, plan), *first = open_store (first_path, HD_STUDY_STORE_NEW, plan), *second = open_store (second_path, HD_STUDY_STORE_NEW, plan);
  g_autoptr (GError) error = NULL;
  guint n;

  for (guint p = 0; p < N_POINTS; p++)
    for (guint r = 0; r < 2; r++)
      {
        add (whole, p, r, p + r / 8.0, p == 4 ? "It has failed" : NULL);
        add (p % 2 == 0 ? first : second, p, r, p + r / 8.0, p == 4 ? "It has failed" : NULL);
      }
  add (second, 0, 0, 0, NULL); /* both have it */
  hd_study_store_free (second);
  g_assert_true (hd_study_store_merge (first, second_path, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, N_POINTS);
  whole_text = dup_all (whole);
  text = dup_all (first);
  g_assert_cmpstr (whole_text, ==, text);
  g_assert_true (hd_study_store_merge (first, second_path, &n, &error)); /* again: nothing new */
  g_assert_cmpuint (n, ==, 0);

  execute (second_path, "UPDATE run SET digest = 'other' WHERE point = 1");
  g_assert_false (hd_study_store_merge (first, second_path, &n, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_nonnull (strstr (error->message, "repeat 1 of point 1 has the digest other there and 0123 here"));
  g_clear_error (&error);
  check_merge_refused (first, "/nowhere.sqlite", HD_ERROR_IO);
  check_merge_refused (first, "/", HD_ERROR_IO);
  check_merge_refused (first, "/etc/passwd", HD_ERROR_SYNTAX);
  g_assert_cmpint (g_remove (second_path), ==, 0);
  hd_study_store_free (open_store (second_path, HD_STUDY_STORE_NEW, other));
  g_assert_false (hd_study_store_merge (first, second_path, &n, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_pointer (&text, g_free);
  text = dup_all (first);
  g_assert_cmpstr (whole_text, ==, text);
  hd_study_store_free (whole);
  hd_study_store_free (first);
  study_fixture_remove (whole_path);
  study_fixture_remove (first_path);
  study_fixture_remove (second_path);
}

/* ---- files that runs have read ---------------------------------------------------------------------------------------------- */

/* A result that has read @name, which holds @text. */
static gboolean
add_reading (HdStudyStore *store,
             guint point,
             const char *name,
             const char *text,
             GError **error)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autoptr (GString) inputs = g_string_new (NULL);
  HdStudyResult result = { .point = point, .digest = "0123" };

  hd_inputs_append (inputs, name, strlen (text), sum);
  result.inputs = inputs->str;
  return hd_study_store_add (store, &result, error);
}

/* Results of two states of a file do not stand in one: neither by running on, nor by going on later, nor by merging. */
static void
test_inputs (void)
{
  g_autofree char *path = study_fixture_path (), *other = study_fixture_path (), *folder = g_path_get_dirname (path), *changed = NULL;
  g_autofree char *trace = g_build_filename (folder, "trace of ä\nb.csv", NULL);
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL);
  HdStudyStore *store = open_store (path, HD_STUDY_STORE_NEW, plan), *merged;
  g_autoptr (GError) error = NULL;
  gboolean is_added;

  g_assert_true (g_file_set_contents (trace, "one", -1, NULL));
  is_added = add_reading (store, 0, "trace of ä\nb.csv", "one", &error) && add_reading (store, 1, "trace of ä\nb.csv", "one", &error);
  g_assert_no_error (error);
  g_assert_true (is_added);
  g_assert_null (hd_study_store_dup_changed (store, folder));
  g_assert_false (add_reading (store, 2, "trace of ä\nb.csv", "two", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "trace of"));
  g_clear_error (&error);
  g_assert_false (hd_study_store_has (store, 2, 0));
  g_assert_true (add_reading (store, 2, "table", "two", NULL));
  hd_study_store_free (store);

  /* Whoever reads finds it out by asking; whoever goes on is refused, until the file is what it was. */
  g_assert_true (g_file_set_contents (trace, "two", -1, NULL));
  store = open_store (path, HD_STUDY_STORE_READ, plan);
  changed = hd_study_store_dup_changed (store, folder);
  g_assert_nonnull (changed);
  hd_study_store_free (store);
  merged = open_store (other, HD_STUDY_STORE_NEW, plan);
  g_assert_true (add_reading (merged, 3, "table", "other", NULL));
  g_assert_false (hd_study_store_merge (merged, path, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_nonnull (strstr (error->message, "another “table”"));
  g_assert_cmpuint (hd_study_store_count (merged), ==, 1);
  hd_study_store_free (merged);
  g_assert_cmpint (g_unlink (other), ==, 0);
  merged = open_store (other, HD_STUDY_STORE_NEW, plan);
  g_assert_true (hd_study_store_merge (merged, path, NULL, NULL));
  g_free (changed);
  changed = hd_study_store_dup_changed (merged, folder);
  g_assert_nonnull (changed);
  hd_study_store_free (merged);
  study_fixture_remove (path);
  study_fixture_remove (other);
}

/* Results of before files were noted have none, and go on. */
static void
test_older (void)
{
  g_autofree char *path = study_fixture_path ();
  g_autoptr (HdStudyPlan) plan = study_fixture_plan (STUDY, NULL);
  HdStudyStore *store = open_store (path, HD_STUDY_STORE_NEW, plan);
  sqlite3 *database;

  add (store, 0, 0, 1, NULL);
  hd_study_store_free (store);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "DROP TABLE input", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
  store = open_store (path, HD_STUDY_STORE_READ, plan);
  g_assert_null (hd_study_store_dup_changed (store, NULL));
  hd_study_store_free (store);
  store = open_store (path, HD_STUDY_STORE_RESUME, plan);
  g_assert_true (add_reading (store, 1, "table", "one", NULL));
  hd_study_store_free (store);
  study_fixture_remove (path);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-store/again", test_again);
  g_test_add_func ("/study-store/refused", test_refused);
  g_test_add_func ("/study-store/read", test_read);
  g_test_add_func ("/study-store/empty", test_empty);
  g_test_add_func ("/study-store/full-disk", test_full_disk);
  g_test_add_func ("/study-store/merge", test_merge);
  g_test_add_func ("/study-store/inputs", test_inputs);
  g_test_add_func ("/study-store/older", test_older);
  return g_test_run ();
}
