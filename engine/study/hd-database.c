/* hd-database.c: SQLite as its users here need it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-database"

#include "hd-database.h"

#include <heddle/hd-error.h>

gboolean
hd_database_fail (sqlite3 *self,
                  const char *path,
                  GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_IO, "%s: %s", path, sqlite3_errmsg (self));
  return FALSE;
}

gboolean
hd_database_execute (sqlite3 *self,
                     const char *path,
                     const char *sql,
                     GError **error)
{
  return sqlite3_exec (self, sql, NULL, NULL, NULL) == SQLITE_OK || hd_database_fail (self, path, error);
}

sqlite3_stmt *
hd_database_prepare (sqlite3 *self,
                     const char *path,
                     const char *sql,
                     GError **error)
{
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (self, sql, -1, &statement, NULL) != SQLITE_OK)
    hd_database_fail (self, path, error);
  return statement;
}

gboolean
hd_database_finish (sqlite3 *self,
                    const char *path,
                    sqlite3_stmt *statement,
                    GError **error)
{
  gboolean is_done = statement != NULL && sqlite3_step (statement) == SQLITE_DONE;

  if (statement != NULL && !is_done)
    hd_database_fail (self, path, error);
  sqlite3_finalize (statement);
  return is_done;
}

int
hd_database_get_number (sqlite3 *self,
                        const char *pragma)
{
  g_autofree char *sql = g_strdup_printf ("PRAGMA %s", pragma);
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (sqlite3_prepare_v2 (self, sql, -1, &statement, NULL) != SQLITE_OK)
    return -1;
  return sqlite3_step (statement) == SQLITE_ROW ? sqlite3_column_int (statement, 0) : -1;
}
