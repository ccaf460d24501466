/* hd-name-list.c: many names in one line
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-name-list"

#include "hd-name-list.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

static gboolean
append_range (GPtrArray *names,
              const char *prefix,
              const char *range,
              const char *suffix,
              guint limit,
              GError **error)
{
  g_auto (GStrv) ends = g_strsplit (range, "-", 3);
  guint n = g_strv_length (ends);
  int width = ends[0] != NULL && ends[0][0] == '0' ? (int) strlen (ends[0]) : 0;
  guint64 first, last;

  if (n == 0 || n > 2 || !g_ascii_string_to_unsigned (ends[0], 10, 0, G_MAXINT32, &first, NULL)
      || !g_ascii_string_to_unsigned (ends[n - 1], 10, 0, G_MAXINT32, &last, NULL))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is not a range such as 0-3"), range);
      return FALSE;
    }
  if (last < first)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("The range %s runs backwards"), range);
      return FALSE;
    }
  if (last - first >= limit || names->len + (last - first) >= limit)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("“%s” gives more than %u names"), range, limit);
      return FALSE;
    }
  for (guint64 i = first; i <= last; i++)
    g_ptr_array_add (names, g_strdup_printf ("%s%0*" G_GUINT64_FORMAT "%s", prefix, width, i, suffix));
  return TRUE;
}

GPtrArray *
hd_name_list_expand (const char *text,
                     guint limit,
                     GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *open = strchr (text, '[');
  const char *close = open != NULL ? strchr (open, ']') : NULL;
  g_autofree char *prefix = NULL;
  g_autofree char *inner = NULL;
  g_auto (GStrv) ranges = NULL;

  if (open == NULL && strchr (text, ']') == NULL)
    {
      g_ptr_array_add (names, g_strdup (text));
      return g_steal_pointer (&names);
    }
  if (close == NULL || strpbrk (close + 1, "[]") != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” should have one pair of brackets, as in node-[0-3,8]"), text);
      return NULL;
    }
  prefix = g_strndup (text, (gsize) (open - text));
  inner = g_strndup (open + 1, (gsize) (close - open - 1));
  ranges = g_strsplit (inner, ",", -1);
  for (guint i = 0; i == 0 || ranges[i] != NULL; i++)
    if (!append_range (names, prefix, ranges[i] != NULL ? g_strstrip (ranges[i]) : "", close + 1, limit, error))
      return NULL;
  return g_steal_pointer (&names);
}
