/* hd-database.h: SQLite as its users here need it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * @path is what errors, all %HD_ERROR_IO, are told of.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/** hd_database_fail: sets @error to what the database says of its last step; returns %FALSE */
gboolean hd_database_fail (sqlite3 *self,
                           const char *path,
                           GError **error);
/** hd_database_execute: statements without results */
gboolean hd_database_execute (sqlite3 *self,
                              const char *path,
                              const char *sql,
                              GError **error);
/** hd_database_prepare: (nullable) */
sqlite3_stmt *hd_database_prepare (sqlite3 *self,
                                   const char *path,
                                   const char *sql,
                                   GError **error);
/** hd_database_finish: runs @statement (nullable), which gives nothing, to its end, and frees it */
gboolean hd_database_finish (sqlite3 *self,
                             const char *path,
                             sqlite3_stmt *statement,
                             GError **error);
/** hd_database_get_number: of a pragma; -1 if it has none */
int hd_database_get_number (sqlite3 *self,
                            const char *pragma);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
