/* hd-study-store.c: the results of a study, in one file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each run is a transaction of its own. The log is not forced onto the disk with each of them (synchronous=NORMAL): what a process has written outlives its
 * death; only a machine that loses its power may lose the last ones, which are then run again.
 *
 * Who writes has a lock on the file, of a kind that SQLite does not use, from before it is opened until after it is closed. SQLite alone would let a second
 * writer in between two transactions.
 */
#define G_LOG_DOMAIN "hd-study-store"

#include "hd-study-store-private.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <heddle/hd-error.h>
#include <heddle/hd-pair-hash.h>

#include "hd-i18n.h"

#define FORMAT_VERSION 1
#define APPLICATION_ID 0x48645374 /* HdSt */
#define PATIENCE_MS 10000         /* of readers, who hold each other up for moments */

static const char schema[] =
  "CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
  "CREATE TABLE factor (number INTEGER PRIMARY KEY, address TEXT NOT NULL, title TEXT NOT NULL, unit TEXT NOT NULL);"
  "CREATE TABLE metric (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, unit TEXT NOT NULL);"
  "CREATE TABLE setting (point INTEGER NOT NULL, factor INTEGER NOT NULL, text TEXT NOT NULL, number REAL, PRIMARY KEY (point, factor)) WITHOUT ROWID;"
  "CREATE TABLE run (point INTEGER NOT NULL, repeat INTEGER NOT NULL, seed INTEGER, error TEXT, digest TEXT, simulated_s REAL, wall_s REAL,"
  " ended TEXT NOT NULL, version TEXT NOT NULL, PRIMARY KEY (point, repeat)) WITHOUT ROWID;"
  "CREATE TABLE value (point INTEGER NOT NULL, repeat INTEGER NOT NULL, metric INTEGER NOT NULL, number REAL, PRIMARY KEY (point, repeat, metric)) WITHOUT ROWID;" HD_STUDY_STORE_INPUTS;

/* ---- statements ------------------------------------------------------------------------------------------------------------- */

gboolean
hd_study_store_fail (HdStudyStore *self,
                     GError **error)
{
  return hd_database_fail (self->database, self->path, error);
}

gboolean
hd_study_store_execute (HdStudyStore *self,
                        const char *sql,
                        GError **error)
{
  return hd_database_execute (self->database, self->path, sql, error);
}

sqlite3_stmt *
hd_study_store_prepare (HdStudyStore *self,
                        const char *sql,
                        GError **error)
{
  return hd_database_prepare (self->database, self->path, sql, error);
}

gboolean
hd_study_store_finish (HdStudyStore *self,
                       sqlite3_stmt *statement,
                       GError **error)
{
  return hd_database_finish (self->database, self->path, statement, error);
}

static int
get_number (HdStudyStore *self,
            const char *name,
            const char *pragma)
{
  g_autofree char *whole = g_strdup_printf ("%s.%s", name, pragma);

  return hd_database_get_number (self->database, whole);
}

char *
hd_study_store_dup_key (HdStudyStore *self,
                        const char *name,
                        const char *key)
{
  g_autofree char *sql = g_strdup_printf ("SELECT value FROM %s.study WHERE key = ?1", name);
  g_autoptr (sqlite3_stmt) statement = hd_study_store_prepare (self, sql, NULL);

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 1, key, -1, SQLITE_STATIC);
  return sqlite3_step (statement) == SQLITE_ROW ? g_strdup ((const char *) sqlite3_column_text (statement, 0)) : NULL;
}

static gboolean
set_key (HdStudyStore *self,
         const char *key,
         const char *value,
         GError **error)
{
  sqlite3_stmt *statement = hd_study_store_prepare (self, "INSERT INTO study VALUES (?1, ?2)", error);

  sqlite3_bind_text (statement, 1, key, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 2, value != NULL ? value : "", -1, SQLITE_STATIC);
  return hd_study_store_finish (self, statement, error);
}

/* ---- opening ---------------------------------------------------------------------------------------------------------------- */

gboolean
hd_study_store_check (HdStudyStore *self,
                      const char *name,
                      const char *path,
                      GError **error)
{
  int id = get_number (self, name, "application_id"), version = get_number (self, name, "user_version");

  if (id != APPLICATION_ID)
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is no file of results of a study"), path);
  else if (version != FORMAT_VERSION)
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is of version %d of the format of results; this Heddle knows version %d"), path, version, FORMAT_VERSION);
  else
    return TRUE;
  return FALSE;
}

static gboolean
take_lock (HdStudyStore *self,
           HdStudyStoreMode mode,
           GError **error)
{
  int flags = O_RDWR | O_CREAT | O_CLOEXEC | (mode == HD_STUDY_STORE_NEW ? O_EXCL : 0);

  self->lock = g_open (self->path, flags, 0666);
  if (self->lock < 0 && errno == EEXIST)
    g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s: there are results already"), self->path);
  else if (self->lock < 0)
    g_set_error (error, HD_ERROR, HD_ERROR_IO, "%s: %s", self->path, g_strerror (errno));
  else if (flock (self->lock, LOCK_EX | LOCK_NB) != 0)
    g_set_error (error, HD_ERROR, HD_ERROR_IO,
                 errno == EWOULDBLOCK ? _("%s: another study writes into it") : _("%s: cannot be locked"), self->path);
  else
    return TRUE;
  return FALSE;
}

static gboolean
write_factors (HdStudyStore *self,
               GError **error)
{
  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    {
      const HdStudyFactor *factor = hd_study_plan_get_factor (self->plan, i);
      sqlite3_stmt *statement = hd_study_store_prepare (self, "INSERT INTO factor VALUES (?1, ?2, ?3, ?4)", error);

      sqlite3_bind_int64 (statement, 1, i);
      sqlite3_bind_text (statement, 2, factor->address, -1, SQLITE_STATIC);
      sqlite3_bind_text (statement, 3, factor->title, -1, SQLITE_STATIC);
      sqlite3_bind_text (statement, 4, factor->unit, -1, SQLITE_STATIC);
      if (!hd_study_store_finish (self, statement, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_head (HdStudyStore *self,
            GError **error)
{
  HdSnapshot *snapshot = hd_study_plan_get_snapshot (self->plan);
  g_autofree char *project = hd_snapshot_to_string (snapshot, NULL);
  g_autofree char *format = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION_ID, FORMAT_VERSION);

  return hd_study_store_execute (self, schema, error) && hd_study_store_execute (self, format, error)
         && set_key (self, "id", hd_study_plan_get_id (self->plan), error) && set_key (self, "title", hd_study_plan_get_title (self->plan), error)
         && set_key (self, "fingerprint", self->fingerprint, error) && set_key (self, "file", hd_snapshot_get_file (snapshot), error)
         && set_key (self, "project", project, error) && write_factors (self, error) && hd_study_store_show (self, error);
}

/* One that was killed before it had written anything leaves an empty file, which is as good as none. */
static gboolean
create (HdStudyStore *self,
        GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (!hd_study_store_execute (self, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (write_head (self, &reason) && hd_study_store_execute (self, "COMMIT", &reason))
    return TRUE;
  hd_study_store_execute (self, "ROLLBACK", NULL);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static gboolean
check_study (HdStudyStore *self,
             GError **error)
{
  g_autofree char *fingerprint = hd_study_store_dup_key (self, "main", "fingerprint"), *id = hd_study_store_dup_key (self, "main", "id");

  if (self->plan == NULL || g_strcmp0 (fingerprint, self->fingerprint) == 0)
    return TRUE;
  if (g_strcmp0 (id, hd_study_plan_get_id (self->plan)) != 0)
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: is of the study “%s”, not of “%s”"), self->path, id, hd_study_plan_get_id (self->plan));
  else
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: is of the study “%s” as it was before the project, the study or its settings were changed"), self->path, id);
  return FALSE;
}

/* Whoever closes a database last takes its log away, unless it was opened for reading: so it is opened for writing, and then not written. Where no log could be
 * made beside it, and nobody writes one, it is read as it is. */
static gboolean
open_database (HdStudyStore *self,
               HdStudyStoreMode mode,
               GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path), *log = g_strconcat (self->path, "-wal", NULL);
  g_autofree char *whole = g_canonicalize_filename (self->path, NULL);
  g_autofree char *uri = g_filename_to_uri (whole, NULL, NULL), *fixed = g_strconcat (uri, "?immutable=1", NULL);
  gboolean is_fixed = mode == HD_STUDY_STORE_READ && faccessat (AT_FDCWD, folder, W_OK, AT_EACCESS) != 0 && !g_file_test (log, G_FILE_TEST_EXISTS);
  int code = 0;

  if (g_file_test (self->path, G_FILE_TEST_IS_DIR))
    code = EISDIR;
  else if (faccessat (AT_FDCWD, self->path, R_OK, AT_EACCESS) != 0)
    code = errno;
  if (code != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, "%s: %s", self->path, g_strerror (code));
      return FALSE;
    }
  if (sqlite3_open_v2 (is_fixed ? fixed : self->path, &self->database, is_fixed ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
    return hd_study_store_fail (self, error);
  sqlite3_busy_timeout (self->database, PATIENCE_MS);
  return mode != HD_STUDY_STORE_READ || hd_study_store_execute (self, "PRAGMA query_only = ON", error);
}

static gboolean
set_up (HdStudyStore *self,
        HdStudyStoreMode mode,
        GError **error)
{
  gboolean is_empty;

  if (!open_database (self, mode, error))
    return FALSE;
  is_empty = get_number (self, "main", "page_count") == 0;
  if (mode != HD_STUDY_STORE_READ && (is_empty || get_number (self, "main", "application_id") == APPLICATION_ID)
      && !hd_study_store_execute (self, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;", error))
    return FALSE;
  if (mode != HD_STUDY_STORE_READ && get_number (self, "main", "schema_version") == 0 && get_number (self, "main", "application_id") == 0 && !create (self, error))
    return FALSE;
  return hd_study_store_check (self, "main", self->path, error) && check_study (self, error)
         && (mode == HD_STUDY_STORE_READ || hd_study_store_execute (self, HD_STUDY_STORE_INPUTS, error)) && hd_study_store_load (self, error)
         && (mode != HD_STUDY_STORE_RESUME || hd_study_store_check_inputs (self, error));
}

HdStudyStore *
hd_study_store_open (const char *path,
                     HdStudyStoreMode mode,
                     HdStudyPlan *plan,
                     GError **error)
{
  g_autoptr (HdStudyStore) self = g_new0 (HdStudyStore, 1);

  g_return_val_if_fail (mode == HD_STUDY_STORE_READ || plan != NULL, NULL);

  self->path = g_strdup (path);
  self->lock = -1;
  self->plan = plan != NULL ? hd_study_plan_ref (plan) : NULL;
  self->fingerprint = plan != NULL ? hd_study_plan_dup_fingerprint (plan) : NULL;
  self->runs = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  self->inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->metrics = g_hash_table_new (NULL, NULL);
  if (mode != HD_STUDY_STORE_READ && !take_lock (self, mode, error))
    return NULL;
  return set_up (self, mode, error) ? g_steal_pointer (&self) : NULL;
}

void
hd_study_store_free (HdStudyStore *self)
{
  sqlite3_close (self->database);
  if (self->lock >= 0)
    close (self->lock);
  g_clear_pointer (&self->plan, hd_study_plan_unref);
  g_hash_table_unref (self->runs);
  g_hash_table_unref (self->inputs);
  g_hash_table_unref (self->metrics);
  g_free (self->fingerprint);
  g_free (self->path);
  g_free (self);
}

/* ---- what is there ----------------------------------------------------------------------------------------------------------- */

static guint64
make_key (guint point,
          guint repeat)
{
  return (guint64) point << 32 | repeat;
}

static void
note_run (HdStudyStore *self,
          guint point,
          guint repeat)
{
  guint64 key = make_key (point, repeat);

  g_hash_table_add (self->runs, g_memdup2 (&key, sizeof key));
}

gboolean
hd_study_store_load (HdStudyStore *self,
                     GError **error)
{
  g_autoptr (sqlite3_stmt) runs = hd_study_store_prepare (self, "SELECT point, repeat FROM run", error);
  g_autoptr (sqlite3_stmt) metrics = runs != NULL ? hd_study_store_prepare (self, "SELECT number, name FROM metric", error) : NULL;

  if (metrics == NULL)
    return FALSE;
  while (sqlite3_step (runs) == SQLITE_ROW)
    note_run (self, (guint) sqlite3_column_int64 (runs, 0), (guint) sqlite3_column_int64 (runs, 1));
  while (sqlite3_step (metrics) == SQLITE_ROW)
    g_hash_table_insert (self->metrics, (gpointer) g_intern_string ((const char *) sqlite3_column_text (metrics, 1)),
                         GUINT_TO_POINTER ((guint) sqlite3_column_int64 (metrics, 0) + 1));
  return hd_study_store_load_inputs (self, error);
}

gboolean
hd_study_store_has (HdStudyStore *self,
                    guint point,
                    guint repeat)
{
  guint64 key = make_key (point, repeat);

  return g_hash_table_contains (self->runs, &key);
}

guint
hd_study_store_count (HdStudyStore *self)
{
  return g_hash_table_size (self->runs);
}

char *
hd_study_store_dup_project (HdStudyStore *self,
                            GError **error)
{
  char *project = hd_study_store_dup_key (self, "main", "project");

  if (project == NULL)
    hd_study_store_fail (self, error);
  return project;
}

/* ---- the view of all ---------------------------------------------------------------------------------------------------------- */

static char *
quote (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "\"", -1);
  g_autofree char *inner = g_strjoinv ("\"\"", parts);

  return g_strdup_printf ("\"%s\"", inner);
}

static gboolean
append_columns (HdStudyStore *self,
                GString *sql,
                const char *query,
                const char *form,
                GError **error)
{
  g_autoptr (sqlite3_stmt) statement = hd_study_store_prepare (self, query, error);

  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    {
      g_autofree char *name = quote ((const char *) sqlite3_column_text (statement, 1));
      g_autofree char *number = g_strdup_printf ("%lld", sqlite3_column_int64 (statement, 0));
      g_auto (GStrv) parts = g_strsplit (form, "#", -1);
      g_autofree char *column = g_strjoinv (number, parts);

      g_string_append_printf (sql, ", (%s) AS %s", column, name);
    }
  return statement != NULL;
}

/* What others read without a join: pandas, DuckDB, spreadsheets. */
gboolean
hd_study_store_show (HdStudyStore *self,
                     GError **error)
{
  g_autoptr (GString) sql = g_string_new ("DROP VIEW IF EXISTS results; CREATE VIEW results AS SELECT point, repeat");

  if (!append_columns (self, sql, "SELECT number, address FROM factor ORDER BY number",
                       "SELECT coalesce(number, text) FROM setting s WHERE s.point = run.point AND s.factor = #", error)
      || !append_columns (self, sql, "SELECT number, name FROM metric ORDER BY number",
                          "SELECT number FROM value v WHERE v.point = run.point AND v.repeat = run.repeat AND v.metric = #", error))
    return FALSE;
  g_string_append (sql, ", seed, digest, simulated_s, wall_s, ended, version, error FROM run ORDER BY point, repeat");
  return hd_study_store_execute (self, sql->str, error);
}

/* ---- adding ------------------------------------------------------------------------------------------------------------------ */

/* Its number; a metric that is met first gets one, and a column. */
static gboolean
find_metric (HdStudyStore *self,
             const HdMetric *metric,
             gint64 *out_number,
             GError **error)
{
  const char *name = g_intern_string (metric->name);
  gpointer known = g_hash_table_lookup (self->metrics, name);
  sqlite3_stmt *statement;

  if (known != NULL)
    {
      *out_number = GPOINTER_TO_UINT (known) - 1;
      return TRUE;
    }
  *out_number = g_hash_table_size (self->metrics);
  statement = hd_study_store_prepare (self, "INSERT INTO metric VALUES (?1, ?2, ?3, ?4)", error);
  sqlite3_bind_int64 (statement, 1, *out_number);
  sqlite3_bind_text (statement, 2, metric->name, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 3, metric->title, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 4, metric->unit, -1, SQLITE_STATIC);
  if (!hd_study_store_finish (self, statement, error))
    return FALSE;
  g_hash_table_insert (self->metrics, (gpointer) name, GUINT_TO_POINTER ((guint) *out_number + 1));
  return TRUE;
}

static gboolean
add_settings (HdStudyStore *self,
              guint point,
              GError **error)
{
  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    {
      g_auto (HdStudyValue) value = { NULL };
      sqlite3_stmt *statement = hd_study_store_prepare (self, "INSERT OR IGNORE INTO setting VALUES (?1, ?2, ?3, ?4)", error);

      hd_study_plan_get_value (self->plan, point, i, &value);
      sqlite3_bind_int64 (statement, 1, point);
      sqlite3_bind_int64 (statement, 2, i);
      sqlite3_bind_text (statement, 3, value.text, -1, SQLITE_STATIC);
      sqlite3_bind_double (statement, 4, value.number); /* NaN is NULL there */
      if (!hd_study_store_finish (self, statement, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_run (HdStudyStore *self,
         const HdStudyResult *result,
         GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *ended = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
  sqlite3_stmt *statement = hd_study_store_prepare (self, "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", error);

  sqlite3_bind_int64 (statement, 1, result->point);
  sqlite3_bind_int64 (statement, 2, result->repeat);
  if (hd_study_plan_get_repeats (self->plan) > 1)
    sqlite3_bind_int64 (statement, 3, (gint64) result->seed);
  sqlite3_bind_text (statement, 4, result->error, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 5, result->digest, -1, SQLITE_STATIC);
  sqlite3_bind_double (statement, 6, result->simulated_s);
  sqlite3_bind_double (statement, 7, result->wall_s);
  sqlite3_bind_text (statement, 8, ended, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 9, HD_VERSION, -1, SQLITE_STATIC);
  return hd_study_store_finish (self, statement, error);
}

static gboolean
add_values (HdStudyStore *self,
            const HdStudyResult *result,
            GError **error)
{
  guint n_before = g_hash_table_size (self->metrics);

  for (guint i = 0; result->metrics != NULL && i < result->metrics->len; i++)
    {
      const HdMetric *metric = &g_array_index (result->metrics, HdMetric, i);
      sqlite3_stmt *statement;
      gint64 number;

      if (!find_metric (self, metric, &number, error))
        return FALSE;
      statement = hd_study_store_prepare (self, "INSERT INTO value VALUES (?1, ?2, ?3, ?4)", error);
      sqlite3_bind_int64 (statement, 1, result->point);
      sqlite3_bind_int64 (statement, 2, result->repeat);
      sqlite3_bind_int64 (statement, 3, number);
      sqlite3_bind_double (statement, 4, metric->value);
      if (!hd_study_store_finish (self, statement, error))
        return FALSE;
    }
  return g_hash_table_size (self->metrics) == n_before || hd_study_store_show (self, error);
}

gboolean
hd_study_store_add (HdStudyStore *self,
                    const HdStudyResult *result,
                    GError **error)
{
  g_return_val_if_fail (self->lock >= 0, FALSE);

  if (!hd_study_store_execute (self, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (add_settings (self, result->point, error) && add_run (self, result, error) && add_values (self, result, error)
      && (result->inputs == NULL || hd_study_store_add_inputs (self, result->inputs, error))
      && hd_study_store_execute (self, "COMMIT", error))
    {
      note_run (self, result->point, result->repeat);
      return TRUE;
    }
  hd_study_store_execute (self, "ROLLBACK", NULL);
  g_hash_table_remove_all (self->metrics); /* some may not be there after all */
  g_hash_table_remove_all (self->inputs);
  hd_study_store_load (self, NULL);
  return FALSE;
}

/* ---- reading ----------------------------------------------------------------------------------------------------------------- */

static void
read_values (sqlite3_stmt *values,
             gboolean *has_row,
             HdStudyResult *result,
             GArray *metrics)
{
  g_array_set_size (metrics, 0);
  for (; *has_row && sqlite3_column_int64 (values, 0) == result->point && sqlite3_column_int64 (values, 1) == result->repeat;
       *has_row = sqlite3_step (values) == SQLITE_ROW)
    {
      HdMetric metric = {
        .name = g_intern_string ((const char *) sqlite3_column_text (values, 2)),
        .title = g_intern_string ((const char *) sqlite3_column_text (values, 3)),
        .unit = g_intern_string ((const char *) sqlite3_column_text (values, 4)),
        .value = sqlite3_column_type (values, 5) == SQLITE_NULL ? (double) NAN : sqlite3_column_double (values, 5),
      };

      g_array_append_val (metrics, metric);
    }
}

gboolean
hd_study_store_foreach (HdStudyStore *self,
                        HdStudyVisitor visitor,
                        gpointer data,
                        GError **error)
{
  g_autoptr (sqlite3_stmt) runs = hd_study_store_prepare (self, "SELECT point, repeat, seed, error, digest, simulated_s, wall_s FROM run ORDER BY point, repeat", error);
  g_autoptr (sqlite3_stmt) values
    = runs != NULL ? hd_study_store_prepare (self, "SELECT v.point, v.repeat, m.name, m.title, m.unit, v.number FROM value v JOIN metric m ON m.number = v.metric ORDER BY v.point, v.repeat, v.metric", error) : NULL;
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  gboolean has_row;
  int code;

  if (values == NULL)
    return FALSE;
  has_row = sqlite3_step (values) == SQLITE_ROW;
  while ((code = sqlite3_step (runs)) == SQLITE_ROW)
    {
      HdStudyResult result = {
        .point = (guint) sqlite3_column_int64 (runs, 0),
        .repeat = (guint) sqlite3_column_int64 (runs, 1),
        .seed = (guint64) sqlite3_column_int64 (runs, 2),
        .error = (const char *) sqlite3_column_text (runs, 3),
        .digest = (const char *) sqlite3_column_text (runs, 4),
        .simulated_s = sqlite3_column_double (runs, 5),
        .wall_s = sqlite3_column_double (runs, 6),
        .metrics = metrics,
      };

      read_values (values, &has_row, &result, metrics);
      visitor (&result, data);
    }
  return code == SQLITE_DONE || hd_study_store_fail (self, error);
}
