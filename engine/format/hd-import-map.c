/* hd-import-map.c: what a user says that an attribute means
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-import"

#include "hd-import-map.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"

gboolean
hd_import_rule_parse (const char *entry,
                      HdImportRule *out_rule,
                      GError **error)
{
  g_auto (GStrv) sides = g_strsplit (entry, "=", 2);
  g_auto (GStrv) words = g_strv_length (sides) == 2 ? g_strsplit (sides[1], ":", 2) : NULL;

  if (words == NULL || *sides[0] == '\0' || words[0] == NULL || *words[0] == '\0' || (words[1] != NULL && *words[1] == '\0'))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” should be KEY=PARAMETER or KEY=PARAMETER:UNIT"), entry);
      return FALSE;
    }
  *out_rule = (HdImportRule){ g_strdup (sides[0]), g_strdup (words[0]), g_strdup (words[1]) };
  return TRUE;
}

void
hd_import_rule_clear (HdImportRule *self)
{
  g_free (self->key);
  g_free (self->parameter);
  g_free (self->unit);
}

gboolean
hd_import_check_map (const char *const *map,
                     GError **error)
{
  for (guint i = 0; map != NULL && map[i] != NULL; i++)
    {
      g_auto (HdImportRule) rule = { NULL };

      if (!hd_import_rule_parse (map[i], &rule, error))
        return FALSE;
    }
  return TRUE;
}
