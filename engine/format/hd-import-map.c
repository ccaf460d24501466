/* hd-import-map.c: what a user says that an attribute means
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-import"

#include "hd-import-map.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define LEFT_OUT "-"

static const char *const prefixes[] = { [HD_IMPORT_OF_NODES] = "node.", [HD_IMPORT_OF_EDGES] = "edge." };

gboolean
hd_import_rule_parse (const char *entry,
                      HdImportRule *out_rule,
                      GError **error)
{
  const char *equals = strrchr (entry, '=');
  g_auto (GStrv) words = equals != NULL ? g_strsplit (equals + 1, ":", 2) : NULL;
  gboolean left_out = words != NULL && g_strcmp0 (words[0], LEFT_OUT) == 0;

  if (words == NULL || equals == entry || words[0] == NULL || *words[0] == '\0' || (words[1] != NULL && (*words[1] == '\0' || left_out)))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” should be KEY=PARAMETER, KEY=PARAMETER:UNIT or KEY=-"), entry);
      return FALSE;
    }
  *out_rule = (HdImportRule){ g_strndup (entry, (gsize) (equals - entry)), left_out ? NULL : g_strdup (words[0]), g_strdup (words[1]) };
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
hd_import_rule_has_side (const HdImportRule *self,
                         HdImportSide side,
                         const char **out_name)
{
  if (!g_str_has_prefix (self->key, prefixes[side]))
    return FALSE;
  *out_name = self->key + strlen (prefixes[side]);
  return TRUE;
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

char *
hd_import_key_dup_rule (const HdImportKey *self,
                        const char *parameter,
                        const char *unit)
{
  return g_strconcat (prefixes[self->side], self->name, "=", parameter != NULL ? parameter : LEFT_OUT, parameter != NULL && unit != NULL ? ":" : NULL, unit, NULL);
}
