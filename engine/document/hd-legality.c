/* hd-legality.c: what a project file can hold
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A document may be wrong (validation says so), but it can always be written and read again.
 */
#define G_LOG_DOMAIN "hd-legality"

#include "hd-legality.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <libxml/tree.h>

#include "hd-i18n.h"
#include "hd-limits.h"

gboolean
hd_legal_id (const char *id)
{
  if (!g_ascii_isalpha (id[0]) && id[0] != '_')
    return FALSE;
  for (const char *p = id; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '-')
      return FALSE;
  return strlen (id) <= HD_LIMIT_NAME_BYTES;
}

/* Not among the characters of XML 1.0: of the control characters it has only tab, line feed and carriage return. */
static gboolean
is_control (gunichar c)
{
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe || c == 0xffff;
}

gunichar
hd_legal_find_control (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (is_control (g_utf8_get_char (p)))
      return g_utf8_get_char (p);
  return 0;
}

char *
hd_legal_make_text (const char *bytes)
{
  g_autofree char *valid = g_utf8_make_valid (bytes, -1);
  GString *text = g_string_new (NULL);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    g_string_append_unichar (text, is_control (g_utf8_get_char (p)) ? 0xfffd : g_utf8_get_char (p));
  return g_string_free (text, FALSE);
}

static gboolean
check_characters (const char *what,
                  const char *text,
                  gsize limit,
                  GError **error)
{
  gunichar control;

  if (strlen (text) > limit)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%s has %zu bytes; at most %zu are permitted."),
                   what, strlen (text), limit);
      return FALSE;
    }
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s is not valid UTF-8."), what);
      return FALSE;
    }
  control = hd_legal_find_control (text);
  if (control != 0)
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s contains the control character U+%04X, which a file cannot hold."), what, control);
  return control == 0;
}

static gboolean
check_name (const char *name,
            GError **error)
{
  if (strlen (name) <= HD_LIMIT_NAME_BYTES && g_utf8_validate (name, -1, NULL) && xmlValidateName ((const xmlChar *) name, 0) == 0)
    return TRUE;
  g_autofree char *shown = g_utf8_make_valid (name, MIN (strlen (name), 64));
  g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is not a name; names consist of letters, digits, “_”, “-”, “.” and “:”."), shown);
  return FALSE;
}

gboolean
hd_legal_attribute (HdObjectKind kind,
                    const char *name,
                    const char *value,
                    GError **error)
{
  if (!check_name (name, error) || (value != NULL && !check_characters (name, value, HD_LIMIT_ATTRIBUTE_BYTES, error)))
    return FALSE;

  const HdField *field = hd_schema_find_field (kind, name);
  if (value != NULL && field != NULL && field->kind == HD_FIELD_ID && !hd_legal_id (value))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX,
                   _("“%s” is not an id; ids start with a letter or “_” and consist of letters, digits, “_” and “-”."), value);
      return FALSE;
    }
  return TRUE;
}

gboolean
hd_legal_text (HdObjectKind kind,
               const char *text,
               GError **error)
{
  if (text == NULL)
    return TRUE;
  if (!check_characters (_("The text"), text, HD_LIMIT_TEXT_BYTES, error))
    return FALSE;
  if (kind == HD_OBJECT_COMMENT && (strstr (text, "--") != NULL || g_str_has_suffix (text, "-") || strchr (text, '\r') != NULL))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_SYNTAX,
                           _("A comment cannot contain “--” or a carriage return, nor end with “-”."));
      return FALSE;
    }
  return TRUE;
}

gboolean
hd_legal_tree (const HdObject *tree,
               HdObjectKind parent_kind,
               GError **error)
{
  HdObjectKind kind = hd_object_get_kind (tree);
  guint n_attributes = hd_object_get_n_attributes (tree);

  if (!hd_schema_allows_child (parent_kind, kind))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("An object of kind “%s” cannot stand in one of kind “%s”."),
                   hd_schema_get_title (kind), hd_schema_get_title (parent_kind));
      return FALSE;
    }
  if (kind == HD_OBJECT_UNKNOWN && !check_name (hd_object_get_element (tree), error))
    return FALSE;
  if (n_attributes > HD_LIMIT_ATTRIBUTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("An object has %u attributes; at most %d are permitted."), n_attributes,
                   HD_LIMIT_ATTRIBUTES);
      return FALSE;
    }
  for (guint i = 0; i < n_attributes; i++)
    {
      const char *value;
      const char *name = hd_object_get_nth_attribute (tree, i, &value);
      if (!hd_legal_attribute (kind, name, value, error))
        return FALSE;
    }
  if (!hd_legal_text (kind, hd_object_get_text (tree), error))
    return FALSE;
  for (guint i = 0; i < hd_object_get_n_children (tree); i++)
    if (!hd_legal_tree (hd_object_get_child (tree, i), kind, error))
      return FALSE;
  return TRUE;
}
