/* hd-study-inputs.c: files that the runs of a study have read
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One name is one file in all of them: points of two states of a trace are no study.
 */
#define G_LOG_DOMAIN "hd-study-store"

#include "hd-study-store-private.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-inputs.h>

#include "hd-i18n.h"

gboolean
hd_study_store_has_inputs (HdStudyStore *self,
                           const char *name)
{
  g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM %s.sqlite_master WHERE type = 'table' AND name = 'input'", name);
  g_autoptr (sqlite3_stmt) statement = hd_study_store_prepare (self, sql, NULL);

  return statement != NULL && sqlite3_step (statement) == SQLITE_ROW;
}

gboolean
hd_study_store_load_inputs (HdStudyStore *self,
                            GError **error)
{
  g_autoptr (sqlite3_stmt) inputs = NULL;

  if (!hd_study_store_has_inputs (self, "main"))
    return TRUE;
  inputs = hd_study_store_prepare (self, "SELECT name, sha256 FROM input", error);
  while (inputs != NULL && sqlite3_step (inputs) == SQLITE_ROW)
    g_hash_table_insert (self->inputs, g_strdup ((const char *) sqlite3_column_text (inputs, 0)), g_strdup ((const char *) sqlite3_column_text (inputs, 1)));
  return inputs != NULL;
}

static gboolean
add_input (HdStudyStore *self,
           const HdInput *input,
           GError **error)
{
  sqlite3_stmt *statement = hd_study_store_prepare (self, "INSERT INTO input VALUES (?1, ?2, ?3)", error);

  sqlite3_bind_text (statement, 1, input->name, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 2, (gint64) input->bytes);
  sqlite3_bind_text (statement, 3, input->sha256, -1, SQLITE_STATIC);
  if (!hd_study_store_finish (self, statement, error))
    return FALSE;
  g_hash_table_insert (self->inputs, g_strdup (input->name), g_strdup (input->sha256));
  return TRUE;
}

static gboolean
fail_changed (HdStudyStore *self,
              const char *name,
              GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
               _("%s: runs in it have read “%s” as it was before it changed, and cannot stand beside others; write these into another file, or take this one away"), self->path, name);
  return FALSE;
}

gboolean
hd_study_store_add_inputs (HdStudyStore *self,
                           const char *text,
                           GError **error)
{
  g_autoptr (GPtrArray) inputs = hd_inputs_parse (text);

  for (guint i = 0; i < inputs->len; i++)
    {
      const HdInput *input = inputs->pdata[i];
      const char *known = g_hash_table_lookup (self->inputs, input->name);

      if (known == NULL ? !add_input (self, input, error) : !g_str_equal (known, input->sha256) && !fail_changed (self, input->name, error))
        return FALSE;
    }
  return TRUE;
}

char *
hd_study_store_dup_inputs (HdStudyStore *self)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (self->inputs), (GCompareFunc) strcmp);
  GString *text = g_string_new (NULL);

  for (const GList *l = names; l != NULL; l = l->next)
    hd_inputs_append (text, l->data, 0, g_hash_table_lookup (self->inputs, l->data));
  return g_string_free (text, FALSE);
}

char *
hd_study_store_dup_changed (HdStudyStore *self,
                            const char *folder)
{
  g_autofree char *text = hd_study_store_dup_inputs (self);
  g_autoptr (HdInputCheck) check = hd_input_check_new (folder, self->plan != NULL ? hd_study_plan_get_snapshot (self->plan) : NULL);

  return hd_input_check_find_changed (check, text);
}

gboolean
hd_study_store_check_inputs (HdStudyStore *self,
                             GError **error)
{
  const char *file = hd_snapshot_get_file (hd_study_plan_get_snapshot (self->plan));
  g_autofree char *folder = file != NULL ? g_path_get_dirname (file) : NULL;
  g_autofree char *name = hd_study_store_dup_changed (self, folder);

  return name == NULL || fail_changed (self, name, error);
}
