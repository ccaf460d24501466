/* hd-study-merge.c: results of one study from several files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-merge"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-study-store-private.h"

/* Numbers of metrics are those of each file, in the order in which it met them. */
static const char merge[] =
  "INSERT INTO metric SELECT (SELECT count(*) FROM metric) + row_number() OVER (ORDER BY number) - 1, name, title, unit FROM other.metric"
  " WHERE name NOT IN (SELECT name FROM metric);"
  "INSERT OR IGNORE INTO setting SELECT * FROM other.setting;"
  "INSERT INTO value SELECT v.point, v.repeat, m.number, v.number FROM other.value v JOIN other.metric o ON o.number = v.metric JOIN metric m ON m.name = o.name"
  " WHERE NOT EXISTS (SELECT 1 FROM run r WHERE r.point = v.point AND r.repeat = v.repeat);"
  "INSERT OR IGNORE INTO run SELECT * FROM other.run;";

static gboolean
attach (HdStudyStore *self,
        const char *path,
        GError **error)
{
  HdStudyStore *other = hd_study_store_open (path, HD_STUDY_STORE_READ, NULL, error); /* what is wrong with it is said of it; and what is not there is not made */
  sqlite3_stmt *statement;

  if (other == NULL)
    return FALSE;
  hd_study_store_free (other);
  statement = hd_study_store_prepare (self, "ATTACH ?1 AS other", error);
  sqlite3_bind_text (statement, 1, path, -1, SQLITE_STATIC);
  return hd_study_store_finish (self, statement, error);
}

static gboolean
check_same (HdStudyStore *self,
            const char *path,
            GError **error)
{
  g_autofree char *fingerprint = NULL;

  if (!hd_study_store_check (self, "other", path, error))
    return FALSE;
  fingerprint = hd_study_store_dup_key (self, "other", "fingerprint");
  if (g_strcmp0 (fingerprint, self->fingerprint) == 0)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: is not of the same study of the same project"), path);
  return FALSE;
}

static gboolean
check_digests (HdStudyStore *self,
               const char *path,
               GError **error)
{
  g_autoptr (sqlite3_stmt) statement
    = hd_study_store_prepare (self, "SELECT a.point, a.repeat, a.digest, b.digest FROM run a JOIN other.run b USING (point, repeat) WHERE a.digest <> b.digest LIMIT 1", error);

  if (statement == NULL)
    return FALSE;
  if (sqlite3_step (statement) != SQLITE_ROW)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("%s: repeat %lld of point %lld has the digest %s there and %s here"), path, sqlite3_column_int64 (statement, 1) + 1,
               sqlite3_column_int64 (statement, 0), sqlite3_column_text (statement, 3), sqlite3_column_text (statement, 2));
  return FALSE;
}

static gboolean
check_inputs (HdStudyStore *self,
              const char *path,
              GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!hd_study_store_has_inputs (self, "other"))
    return TRUE;
  statement = hd_study_store_prepare (self, "SELECT a.name FROM input a JOIN other.input b USING (name) WHERE a.sha256 <> b.sha256 LIMIT 1", error);
  if (statement == NULL)
    return FALSE;
  if (sqlite3_step (statement) != SQLITE_ROW)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("%s: its runs have read another “%s” than those here"), path, sqlite3_column_text (statement, 0));
  return FALSE;
}

static gboolean
take (HdStudyStore *self,
      GError **error)
{
  return hd_study_store_execute (self, merge, error)
         && (!hd_study_store_has_inputs (self, "other") || hd_study_store_execute (self, "INSERT OR IGNORE INTO input SELECT * FROM other.input", error))
         && hd_study_store_show (self, error) && hd_study_store_execute (self, "COMMIT", error);
}

gboolean
hd_study_store_merge (HdStudyStore *self,
                      const char *path,
                      guint *out_n,
                      GError **error)
{
  guint n_before = hd_study_store_count (self);
  gboolean is_merged;

  g_return_val_if_fail (self->lock >= 0, FALSE);

  if (!attach (self, path, error))
    return FALSE;
  is_merged = check_same (self, path, error) && check_inputs (self, path, error) && check_digests (self, path, error)
              && hd_study_store_execute (self, "BEGIN IMMEDIATE", error);
  if (is_merged && !take (self, error))
    {
      hd_study_store_execute (self, "ROLLBACK", NULL);
      is_merged = FALSE;
    }
  hd_study_store_execute (self, "DETACH other", NULL);
  if (!is_merged || !hd_study_store_load (self, error))
    return FALSE;
  if (out_n != NULL)
    *out_n = hd_study_store_count (self) - n_before;
  return TRUE;
}
