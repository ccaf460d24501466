/* hd-study-store-private.h: what the files of the store share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-store.h>

#include "hd-database.h"

G_BEGIN_DECLS

struct _HdStudyStore
{
  sqlite3 *database;
  char *path;
  char *fingerprint;
  int lock; /* a descriptor that has the lock of whoever writes, or -1 */
  HdStudyPlan *plan; /* or NULL */
  GHashTable *runs; /* guint64 *: point and repeat of those that are there */
  GHashTable *inputs; /* char * -> char *: names of files and their SHA-256; see hd-inputs.h */
  GHashTable *metrics; /* const char *, interned, -> their number and 1 */
};

/** hd_study_store_fail: sets @error to what the database says of its last step; returns %FALSE */
gboolean hd_study_store_fail (HdStudyStore *self,
                              GError **error);
/** hd_study_store_execute: statements without results */
gboolean hd_study_store_execute (HdStudyStore *self,
                                 const char *sql,
                                 GError **error);
/** hd_study_store_prepare: (nullable) */
sqlite3_stmt *hd_study_store_prepare (HdStudyStore *self,
                                      const char *sql,
                                      GError **error);
/** hd_study_store_finish: runs @statement, which gives nothing, to its end, and frees it */
gboolean hd_study_store_finish (HdStudyStore *self,
                                sqlite3_stmt *statement,
                                GError **error);
/** hd_study_store_check: whether schema @name of the database is a store of this format; errors: %HD_ERROR_SYNTAX */
gboolean hd_study_store_check (HdStudyStore *self,
                               const char *name,
                               const char *path,
                               GError **error);
/** hd_study_store_dup_key: (nullable): of table study of schema @name */
char *hd_study_store_dup_key (HdStudyStore *self,
                              const char *name,
                              const char *key);
/** hd_study_store_show: makes the view "results" anew, which has a column for each factor and metric; within a transaction */
gboolean hd_study_store_show (HdStudyStore *self,
                              GError **error);
/** hd_study_store_load_inputs: likewise; files of older versions of Heddle have none */
gboolean hd_study_store_load_inputs (HdStudyStore *self,
                                     GError **error);
/** hd_study_store_add_inputs: of a result, within a transaction */
gboolean hd_study_store_add_inputs (HdStudyStore *self,
                                    const char *text,
                                    GError **error);
/** hd_study_store_check_inputs: for whoever goes on; errors: %HD_ERROR_INVALID */
gboolean hd_study_store_check_inputs (HdStudyStore *self,
                                      GError **error);
/** HD_STUDY_STORE_INPUTS: files of older versions of Heddle do not have this table */
#define HD_STUDY_STORE_INPUTS "CREATE TABLE IF NOT EXISTS input (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;"
/** hd_study_store_has_inputs: whether schema @name of the database has it */
gboolean hd_study_store_has_inputs (HdStudyStore *self,
                                    const char *name);
/** hd_study_store_load: what is there, after others may have written */
gboolean hd_study_store_load (HdStudyStore *self,
                              GError **error);

G_END_DECLS
