/* hd-pattern-parts.c: the form of link ends and addresses
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-pattern-parts"

#include "hd-pattern-parts.h"

#include <heddle/hd-error.h>
#include <heddle/hd-path-reader.h>

#include "hd-i18n.h"

static gboolean
fail (const char *text,
      const char *at,
      const char *expected,
      GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("column %u should be %s"), (guint) g_utf8_pointer_to_offset (text, at) + 1, expected);
  return FALSE;
}

/* Reads "[...]"; brackets and parentheses inside are balanced. */
static gboolean
read_index (HdPatternParts *self,
            const char *text,
            const char **place,
            GError **error)
{
  const char *start = *place + 1;
  const char *p = start;
  guint depth = 1;

  for (; *p != '\0'; p++)
    {
      if (*p == '[' || *p == '(')
        depth++;
      else if ((*p == ']' || *p == ')') && --depth == 0)
        break;
    }
  if (*p != ']')
    return fail (text, p, "“]”", error);
  g_ptr_array_add (self->indices, g_strstrip (g_strndup (start, p - start)));
  *place = p + 1;
  return TRUE;
}

static gboolean
read_name (HdPatternParts *self,
           const char *text,
           const char **place,
           GError **error)
{
  const char *start = *place;
  const char *p = start;

  if (!g_ascii_isalpha (*p) && *p != '_')
    return fail (text, p, _("a name"), error);
  while (g_ascii_isalnum (*p) || *p == '_' || *p == '-')
    p++;
  g_ptr_array_add (self->names, g_strndup (start, p - start));
  *place = p;
  while (**place == '[')
    if (!read_index (self, text, place, error))
      return FALSE;
  return TRUE;
}

HdPatternParts *
hd_pattern_parts_new (const char *text,
                      GError **error)
{
  g_autoptr (HdPatternParts) self = g_new0 (HdPatternParts, 1);
  const char *p = text;

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->indices = g_ptr_array_new_with_free_func (g_free);
  while (g_ascii_isspace (*p))
    p++;
  for (;;)
    {
      if (!read_name (self, text, &p, error))
        return NULL;
      if (self->has_port || (*p != '/' && *p != '.'))
        break;
      self->has_port = *p++ == '.';
    }
  while (g_ascii_isspace (*p))
    p++;
  if (*p != '\0')
    {
      fail (text, p, self->has_port ? _("“[” or the end") : _("“[”, “/”, “.” or the end"), error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
hd_pattern_parts_free (HdPatternParts *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->indices, g_ptr_array_unref);
  g_free (self);
}

char **
hd_pattern_parts_split (const char *text)
{
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
  guint offset = 0;

  for (char *part = hd_path_list_next (text, &offset, NULL); part != NULL; part = hd_path_list_next (text, &offset, NULL))
    {
      g_strv_builder_add (parts, part);
      g_free (part);
    }
  return g_strv_builder_end (parts);
}
