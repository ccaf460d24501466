/* hd-report-request.c: what a run was asked for, from its result
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report-request"

#include <heddle/hd-report.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-result-file.h"

gboolean
hd_report_load_request (const char *path,
                        char ***out_overrides,
                        char **out_sha256,
                        char **out_version,
                        char **out_inputs,
                        GError **error)
{
  g_autoptr (JsonParser) parser = hd_result_file_load (path, error);
  g_auto (GStrv) overrides = NULL;
  const char *hash, *version;
  JsonObject *root;

  if (parser == NULL)
    return FALSE;
  root = hd_result_file_get_root (parser);
  hash = hd_result_file_get_text (hd_result_file_get_object (root, "project"), "sha256");
  overrides = hd_result_file_dup_texts (root, "overrides");
  version = hd_result_file_get_text (root, "heddle");
  if (hash == NULL || overrides == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is no result of a run that says what it was asked for (project.sha256, overrides)"), path);
      return FALSE;
    }
  *out_overrides = g_steal_pointer (&overrides);
  *out_sha256 = g_strdup (hash);
  *out_inputs = hd_result_file_dup_inputs (root);
  *out_version = g_strdup (version != NULL ? version : "");
  return TRUE;
}
