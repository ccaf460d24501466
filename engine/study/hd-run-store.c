/* hd-run-store.c: the runs of a project that are kept, in one file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-run-store"

#include <heddle/hd-run-store.h>

#include <errno.h>
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-inputs.h>

#include "hd-database.h"
#include "hd-i18n.h"

#define FORMAT_VERSION 2
#define APPLICATION_ID 0x4864526e /* HdRn */
#define PATIENCE_MS 10000         /* of those who write at the same time */

struct _HdRunStore
{
  sqlite3 *database;
  char *path;
};

static const char schema[] =
  "CREATE TABLE run (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, pinned INTEGER NOT NULL, ended INTEGER NOT NULL, wall_s REAL, simulated_s REAL,"
  " digest TEXT NOT NULL, version TEXT NOT NULL, overrides TEXT NOT NULL, edits TEXT NOT NULL, project TEXT NOT NULL, inputs TEXT NOT NULL DEFAULT '');"
  "CREATE TABLE value (run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, place INTEGER NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,"
  " unit TEXT NOT NULL, number REAL, PRIMARY KEY (run, place)) WITHOUT ROWID;";

/* ---- a run ------------------------------------------------------------------------------------------------------------------ */

static HdKeptRun *
kept_run_alloc (void)
{
  HdKeptRun *self = g_new0 (HdKeptRun, 1);

  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  return self;
}

/* Names, titles and units are few, and are those of all runs. */
static void
add_metric (HdKeptRun *self,
            const char *name,
            const char *title,
            const char *unit,
            double value)
{
  HdMetric metric = { g_intern_string (name), g_intern_string (title), g_intern_string (unit), value };

  g_array_append_val (self->metrics, metric);
}

HdKeptRun *
hd_kept_run_new (HdRecord *record,
                 const char *edits)
{
  HdKeptRun *self = kept_run_alloc ();
  HdCounters counters;
  HdMetric metric;

  hd_record_get_counters (record, &counters);
  self->ended_s = g_get_real_time () / G_USEC_PER_SEC;
  self->wall_s = counters.wall_time_s;
  self->simulated_s = (double) hd_record_get_time (record) / HD_TICKS_PER_SECOND;
  self->digest = hd_record_dup_digest (record);
  self->version = g_strdup (HD_VERSION);
  self->overrides = g_strjoinv ("\n", (char **) hd_design_get_overrides (hd_record_get_design (record)));
  self->edits = g_strdup (edits);
  self->inputs = hd_record_dup_inputs (record);
  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    add_metric (self, metric.name, metric.title, metric.unit, metric.value);
  return self;
}

HdKeptRun *
hd_kept_run_copy (const HdKeptRun *self)
{
  HdKeptRun *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  copy->digest = g_strdup (self->digest);
  copy->version = g_strdup (self->version);
  copy->overrides = g_strdup (self->overrides);
  copy->edits = g_strdup (self->edits);
  copy->inputs = g_strdup (self->inputs);
  copy->metrics = g_array_copy (self->metrics);
  return copy;
}

void
hd_kept_run_free (HdKeptRun *self)
{
  g_free (self->name);
  g_free (self->digest);
  g_free (self->version);
  g_free (self->overrides);
  g_free (self->edits);
  g_free (self->inputs);
  g_array_unref (self->metrics);
  g_free (self);
}

const HdMetric *
hd_kept_run_find_metric (const HdKeptRun *self,
                         const char *name)
{
  for (guint i = 0; i < self->metrics->len; i++)
    if (strcmp (g_array_index (self->metrics, HdMetric, i).name, name) == 0)
      return &g_array_index (self->metrics, HdMetric, i);
  return NULL;
}

/* ---- opening ---------------------------------------------------------------------------------------------------------------- */

static gboolean
execute (HdRunStore *self,
         const char *sql,
         GError **error)
{
  return hd_database_execute (self->database, self->path, sql, error);
}

static sqlite3_stmt *
prepare (HdRunStore *self,
         const char *sql,
         GError **error)
{
  return hd_database_prepare (self->database, self->path, sql, error);
}

/* Two that make it at the same time: the second finds it made. */
static gboolean
create (HdRunStore *self,
        GError **error)
{
  g_autofree char *format = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT;", APPLICATION_ID, FORMAT_VERSION);
  g_autoptr (GError) reason = NULL;

  if (!execute (self, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (hd_database_get_number (self->database, "schema_version") != 0)
    return execute (self, "ROLLBACK", error);
  if (execute (self, schema, &reason) && execute (self, format, &reason))
    return TRUE;
  execute (self, "ROLLBACK", NULL);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* SQLite does not wait for others who begin to keep a log at the same time. */
static gboolean
begin (HdRunStore *self,
       GError **error)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_MS * 1000;

  for (;;)
    {
      g_autoptr (GError) reason = NULL;

      if (execute (self, "PRAGMA journal_mode = WAL", &reason))
        return create (self, error);
      if (sqlite3_errcode (self->database) != SQLITE_BUSY || g_get_monotonic_time () > end)
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return FALSE;
        }
      g_usleep (1000);
    }
}

/* Runs of version 1 say nothing of what they have read. Another process may be at it. */
static gboolean
upgrade (HdRunStore *self,
         GError **error)
{
  if (!execute (self, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (hd_database_get_number (self->database, "user_version") != 1)
    return execute (self, "ROLLBACK", error);
  if (execute (self, "ALTER TABLE run ADD COLUMN inputs TEXT NOT NULL DEFAULT ''; PRAGMA user_version = 2; COMMIT;", error))
    return TRUE;
  execute (self, "ROLLBACK", NULL);
  return FALSE;
}

static gboolean
check (HdRunStore *self,
       GError **error)
{
  int id = hd_database_get_number (self->database, "application_id"), version = hd_database_get_number (self->database, "user_version");

  if (id != APPLICATION_ID)
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is no file of kept runs"), self->path);
  else if (version != FORMAT_VERSION)
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is of version %d of the format of kept runs; this Heddle knows version %d"), self->path, version, FORMAT_VERSION);
  else
    return TRUE;
  return FALSE;
}

static gboolean
set_up (HdRunStore *self,
        GError **error)
{
  gboolean is_new;

  if (sqlite3_open_v2 (self->path, &self->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
    return hd_database_fail (self->database, self->path, error);
  sqlite3_busy_timeout (self->database, PATIENCE_MS);
  is_new = hd_database_get_number (self->database, "schema_version") == 0;
  if (is_new && !begin (self, error))
    return FALSE;
  if (hd_database_get_number (self->database, "application_id") == APPLICATION_ID && hd_database_get_number (self->database, "user_version") == 1
      && !upgrade (self, error))
    return FALSE;
  return check (self, error) && execute (self, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;", error);
}

HdRunStore *
hd_run_store_open (const char *path,
                   GError **error)
{
  g_autoptr (HdRunStore) self = g_new0 (HdRunStore, 1);
  g_autofree char *folder = g_path_get_dirname (path);

  self->path = g_strdup (path);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, "%s: %s", folder, g_strerror (errno));
      return NULL;
    }
  return set_up (self, error) ? g_steal_pointer (&self) : NULL;
}

void
hd_run_store_free (HdRunStore *self)
{
  sqlite3_close (self->database);
  g_free (self->path);
  g_free (self);
}

/* ---- reading ---------------------------------------------------------------------------------------------------------------- */

static char *
dup_column (sqlite3_stmt *row,
            int column)
{
  return g_strdup ((const char *) sqlite3_column_text (row, column));
}

static HdKeptRun *
read_run (sqlite3_stmt *row)
{
  HdKeptRun *run = kept_run_alloc ();

  run->number = (guint) sqlite3_column_int64 (row, 0);
  run->name = dup_column (row, 1);
  run->is_pinned = sqlite3_column_int (row, 2) != 0;
  run->ended_s = sqlite3_column_int64 (row, 3);
  run->wall_s = sqlite3_column_double (row, 4);
  run->simulated_s = sqlite3_column_double (row, 5);
  run->digest = dup_column (row, 6);
  run->version = dup_column (row, 7);
  run->overrides = dup_column (row, 8);
  run->edits = dup_column (row, 9);
  run->inputs = dup_column (row, 10);
  return run;
}

/* @at: the run that the last value was of: both come in one order */
static void
read_value (sqlite3_stmt *row,
            const GPtrArray *runs,
            guint *at)
{
  while (*at < runs->len && ((HdKeptRun *) runs->pdata[*at])->number > (guint) sqlite3_column_int64 (row, 0))
    (*at)++;
  if (*at < runs->len && ((HdKeptRun *) runs->pdata[*at])->number == (guint) sqlite3_column_int64 (row, 0))
    add_metric (runs->pdata[*at], (const char *) sqlite3_column_text (row, 1), (const char *) sqlite3_column_text (row, 2),
                (const char *) sqlite3_column_text (row, 3), sqlite3_column_type (row, 4) == SQLITE_NULL ? NAN : sqlite3_column_double (row, 4));
}

static gboolean
read_all (HdRunStore *self,
          GPtrArray *runs,
          GError **error)
{
  g_autoptr (sqlite3_stmt) rows
      = prepare (self, "SELECT number, name, pinned, ended, wall_s, simulated_s, digest, version, overrides, edits, inputs FROM run ORDER BY number DESC", error);
  g_autoptr (sqlite3_stmt) values
      = rows != NULL ? prepare (self, "SELECT run, name, title, unit, number FROM value ORDER BY run DESC, place", error) : NULL;
  guint at = 0;
  int status;

  if (values == NULL)
    return FALSE;
  while ((status = sqlite3_step (rows)) == SQLITE_ROW)
    g_ptr_array_add (runs, read_run (rows));
  while (status == SQLITE_DONE && sqlite3_step (values) == SQLITE_ROW)
    read_value (values, runs, &at);
  return status == SQLITE_DONE || hd_database_fail (self->database, self->path, error);
}

GPtrArray *
hd_run_store_list (HdRunStore *self,
                   GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_kept_run_free);
  gboolean done;

  if (!execute (self, "BEGIN", error)) /* both of one moment */
    return NULL;
  done = read_all (self, runs, error);
  execute (self, "ROLLBACK", NULL);
  return done ? g_steal_pointer (&runs) : NULL;
}

static gboolean
fail_missing (HdRunStore *self,
              guint number,
              GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: there is no run %u"), self->path, number);
  return FALSE;
}

char *
hd_run_store_dup_project (HdRunStore *self,
                          guint number,
                          GError **error)
{
  g_autoptr (sqlite3_stmt) row = prepare (self, "SELECT project FROM run WHERE number = ?1", error);

  if (row == NULL)
    return NULL;
  sqlite3_bind_int64 (row, 1, number);
  if (sqlite3_step (row) == SQLITE_ROW)
    return dup_column (row, 0);
  fail_missing (self, number, error);
  return NULL;
}

guint
hd_run_store_get_next (HdRunStore *self)
{
  g_autoptr (sqlite3_stmt) row = prepare (self, "SELECT seq FROM sqlite_sequence WHERE name = 'run'", NULL);

  return sqlite3_step (row) == SQLITE_ROW ? (guint) sqlite3_column_int64 (row, 0) + 1 : 1;
}

/* Whether run @number is there. */
static gboolean
has (HdRunStore *self,
     guint number)
{
  g_autoptr (sqlite3_stmt) row = prepare (self, "SELECT 1 FROM run WHERE number = ?1", NULL);

  sqlite3_bind_int64 (row, 1, number);
  return sqlite3_step (row) == SQLITE_ROW;
}

/* ---- writing ---------------------------------------------------------------------------------------------------------------- */

static gboolean
write_run (HdRunStore *self,
           const HdKeptRun *run,
           const char *project,
           GError **error)
{
  sqlite3_stmt *statement = prepare (self, "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)", error);

  if (run->number > 0 && !has (self, run->number))
    sqlite3_bind_int64 (statement, 1, run->number);
  sqlite3_bind_text (statement, 2, run->name, -1, SQLITE_STATIC);
  sqlite3_bind_int (statement, 3, run->is_pinned);
  sqlite3_bind_int64 (statement, 4, run->ended_s);
  sqlite3_bind_double (statement, 5, run->wall_s);
  sqlite3_bind_double (statement, 6, run->simulated_s);
  sqlite3_bind_text (statement, 7, run->digest, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 8, run->version, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 9, run->overrides, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 10, run->edits, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 11, project, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 12, run->inputs, -1, SQLITE_STATIC);
  return hd_database_finish (self->database, self->path, statement, error);
}

static gboolean
write_values (HdRunStore *self,
              const HdKeptRun *run,
              gint64 number,
              GError **error)
{
  for (guint i = 0; i < run->metrics->len; i++)
    {
      const HdMetric *metric = &g_array_index (run->metrics, HdMetric, i);
      sqlite3_stmt *statement = prepare (self, "INSERT INTO value VALUES (?1, ?2, ?3, ?4, ?5, ?6)", error);

      sqlite3_bind_int64 (statement, 1, number);
      sqlite3_bind_int64 (statement, 2, i);
      sqlite3_bind_text (statement, 3, metric->name, -1, SQLITE_STATIC);
      sqlite3_bind_text (statement, 4, metric->title, -1, SQLITE_STATIC);
      sqlite3_bind_text (statement, 5, metric->unit, -1, SQLITE_STATIC);
      sqlite3_bind_double (statement, 6, metric->value);
      if (!hd_database_finish (self->database, self->path, statement, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
prune (HdRunStore *self,
       guint most,
       gsize most_bytes,
       GError **error)
{
  sqlite3_stmt *statement
      = prepare (self,
                 "DELETE FROM run WHERE pinned = 0 AND number IN (SELECT number FROM (SELECT number, row_number () OVER last AS place,"
                 " sum (length (project)) OVER last AS bytes FROM run WINDOW last AS (ORDER BY number DESC)) WHERE place > 1 AND (place > ?1 OR bytes > ?2))",
                 error);

  sqlite3_bind_int64 (statement, 1, most);
  sqlite3_bind_int64 (statement, 2, (gint64) most_bytes);
  return hd_database_finish (self->database, self->path, statement, error);
}

gboolean
hd_run_store_add (HdRunStore *self,
                  HdKeptRun *run,
                  const char *project,
                  guint most,
                  gsize most_bytes,
                  GError **error)
{
  gint64 number;

  if (!execute (self, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (write_run (self, run, project, error))
    {
      number = sqlite3_last_insert_rowid (self->database);
      if (write_values (self, run, number, error) && prune (self, most, most_bytes, error) && execute (self, "COMMIT", error))
        {
          run->number = (guint) number;
          return TRUE;
        }
    }
  execute (self, "ROLLBACK", NULL);
  return FALSE;
}

/* A statement that changes one run. */
static gboolean
change (HdRunStore *self,
        sqlite3_stmt *statement,
        guint number,
        GError **error)
{
  return hd_database_finish (self->database, self->path, statement, error)
         && (sqlite3_changes (self->database) > 0 || fail_missing (self, number, error));
}

gboolean
hd_run_store_update (HdRunStore *self,
                     const HdKeptRun *run,
                     GError **error)
{
  sqlite3_stmt *statement = prepare (self, "UPDATE run SET name = ?2, pinned = ?3, ended = ?4, wall_s = ?5 WHERE number = ?1", error);

  sqlite3_bind_int64 (statement, 1, run->number);
  sqlite3_bind_text (statement, 2, run->name, -1, SQLITE_STATIC);
  sqlite3_bind_int (statement, 3, run->is_pinned);
  sqlite3_bind_int64 (statement, 4, run->ended_s);
  sqlite3_bind_double (statement, 5, run->wall_s);
  return change (self, statement, run->number, error);
}

gboolean
hd_run_store_remove (HdRunStore *self,
                     guint number,
                     GError **error)
{
  sqlite3_stmt *statement = prepare (self, "DELETE FROM run WHERE number = ?1", error);

  sqlite3_bind_int64 (statement, 1, number);
  return change (self, statement, number, error);
}
