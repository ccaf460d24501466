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

gsize
hd_name_list_get_longest (const char *text)
{
  const char *open = strchr (text, '[');
  const char *close = open != NULL ? strchr (open, ']') : NULL;
  gsize longest = 0;

  if (close == NULL)
    return strlen (text);
  for (const char *range = open + 1; range <= close; range += strcspn (range, ",]") + 1)
    longest = MAX (longest, strcspn (range, ",]"));
  return (gsize) (open - text) + longest + strlen (close + 1);
}

/* ---- one of them ------------------------------------------------------------------------------------------------------- */

/* "0-3,8]": the next range; @width: of numbers with leading zeros. FALSE at the end. */
static gboolean
read_range (const char **text,
            guint64 *out_first,
            guint64 *out_last,
            guint *out_width)
{
  const char *p = *text + strspn (*text, ", ");
  char *end;

  if (!g_ascii_isdigit (*p))
    return FALSE;
  *out_first = g_ascii_strtoull (p, &end, 10);
  *out_width = *p == '0' ? (guint) (end - p) : 0;
  *out_last = *out_first;
  if (*end == '-')
    *out_last = g_ascii_strtoull (end + 1, &end, 10);
  *text = end;
  return *out_last >= *out_first;
}

char *
hd_name_list_dup_nth (const char *text,
                      guint n)
{
  const char *open = strchr (text, '['), *p = open != NULL ? open + 1 : NULL;
  const char *close = open != NULL ? strchr (open, ']') : NULL;
  guint64 first, last, left = n;
  guint width;

  if (open == NULL)
    return n == 0 ? g_strdup (text) : NULL;
  while (close != NULL && read_range (&p, &first, &last, &width))
    {
      if (left <= last - first)
        return g_strdup_printf ("%.*s%0*" G_GUINT64_FORMAT "%s", (int) (open - text), text, (int) width, first + left, close + 1);
      left -= last - first + 1;
    }
  return NULL;
}

/* The number of @name among those in brackets; @out_rest: what follows it in @name. */
static gboolean
find_number (const char *text,
             const char *name,
             guint *out_n,
             const char **out_rest)
{
  const char *open = strchr (text, '['), *p = open + 1;
  guint64 first, last, number, before = 0;
  guint width, n_digits;
  char *end;

  if (strncmp (text, name, (gsize) (open - text)) != 0 || !g_ascii_isdigit (name[open - text]))
    return FALSE;
  name += open - text;
  number = g_ascii_strtoull (name, &end, 10);
  n_digits = (guint) (end - name);
  *out_rest = end;
  for (; read_range (&p, &first, &last, &width); before += last - first + 1)
    if (number >= first && number <= last && (n_digits == width || (n_digits > width && (*name != '0' || n_digits == 1))))
      {
        *out_n = (guint) (before + number - first);
        return TRUE;
      }
  return FALSE;
}

gboolean
hd_name_list_find (const char *text,
                   const char *name,
                   guint *out_n)
{
  const char *open = strchr (text, '['), *close = open != NULL ? strchr (open, ']') : NULL, *rest;

  *out_n = 0;
  if (open == NULL)
    return strcmp (text, name) == 0;
  return close != NULL && find_number (text, name, out_n, &rest) && strcmp (rest, close + 1) == 0;
}

gboolean
hd_name_list_has (const char *text,
                  const char *start,
                  guint *out_n)
{
  const char *open = strchr (text, '['), *close = open != NULL ? strchr (open, ']') : NULL, *rest;

  *out_n = 0;
  if (open == NULL)
    return g_str_has_prefix (text, start);
  return close != NULL && find_number (text, start, out_n, &rest) && g_str_has_prefix (close + 1, rest);
}
