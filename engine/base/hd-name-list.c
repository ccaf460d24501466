/* hd-name-list.c: many names in one line
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-name-list"

#include "hd-name-list.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"

/* ---- brackets: twice where they are part of a name ------------------------------------------------------------------------ */

static gboolean
is_doubled (const char *p)
{
  return (*p == '[' || *p == ']') && p[1] == *p;
}

/* The first bracket of a rule, or of what is none but should be. */
static const char *
find_bracket (const char *text)
{
  const char *p = text;

  while (*p != '\0' && (is_doubled (p) || (*p != '[' && *p != ']')))
    p += is_doubled (p) ? 2 : 1;
  return *p != '\0' ? p : NULL;
}

static const char *
find_open (const char *text)
{
  const char *bracket = find_bracket (text);

  return bracket != NULL && *bracket == '[' ? bracket : NULL;
}

static void
append_literal (GString *name,
                const char *p,
                const char *end)
{
  while (p < end)
    {
      g_string_append_c (name, *p);
      p += is_doubled (p) ? 2 : 1;
    }
}

static char *
dup_literal (const char *p,
             const char *end)
{
  GString *name = g_string_new (NULL);

  append_literal (name, p, end);
  return g_string_free (name, FALSE);
}

/* Passes in @name what stands in @p; with @part also where @name ends before that. */
static gboolean
pass_literal (const char *p,
              const char *end,
              gboolean part,
              const char **name)
{
  for (; p < end && **name == *p; (*name)++)
    p += is_doubled (p) ? 2 : 1;
  return p >= end || (part && **name == '\0');
}

char *
hd_name_list_escape (const char *name)
{
  GString *text = g_string_new (NULL);

  for (; *name != '\0'; name++)
    {
      if (*name == '[' || *name == ']')
        g_string_append_c (text, *name);
      g_string_append_c (text, *name);
    }
  return g_string_free (text, FALSE);
}

gboolean
hd_name_list_is_rule (const char *text)
{
  return find_bracket (text) != NULL;
}

/* ---- all of them ------------------------------------------------------------------------------------------------------- */

#define BYTES_PER_STEP 256 /* of a name, for the budget */

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
  gsize steps = 1 + (strlen (prefix) + strlen (suffix)) / BYTES_PER_STEP;
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
    {
      if (!hd_budget_spend (hd_budget_get_current (), steps, error))
        return FALSE;
      g_ptr_array_add (names, g_strdup_printf ("%s%0*" G_GUINT64_FORMAT "%s", prefix, width, i, suffix));
    }
  return TRUE;
}

GPtrArray *
hd_name_list_expand (const char *text,
                     guint limit,
                     GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *open = find_open (text);
  const char *close = open != NULL ? strchr (open, ']') : NULL;
  g_autofree char *prefix = NULL;
  g_autofree char *inner = NULL;
  g_autofree char *suffix = NULL;
  g_auto (GStrv) ranges = NULL;

  if (!hd_name_list_is_rule (text))
    {
      g_ptr_array_add (names, dup_literal (text, text + strlen (text)));
      return g_steal_pointer (&names);
    }
  if (close == NULL || find_bracket (close + 1) != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” should have one pair of brackets, as in node-[0-3,8]"), text);
      return NULL;
    }
  prefix = dup_literal (text, open);
  inner = g_strndup (open + 1, (gsize) (close - open - 1));
  suffix = dup_literal (close + 1, close + 1 + strlen (close + 1));
  ranges = g_strsplit (inner, ",", -1);
  for (guint i = 0; i == 0 || ranges[i] != NULL; i++)
    if (!append_range (names, prefix, ranges[i] != NULL ? g_strstrip (ranges[i]) : "", suffix, limit, error))
      return NULL;
  return g_steal_pointer (&names);
}

gsize
hd_name_list_get_longest (const char *text)
{
  const char *open = find_open (text);
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
  const char *open = find_open (text), *p = open != NULL ? open + 1 : NULL;
  const char *close = open != NULL ? strchr (open, ']') : NULL;
  guint64 first, last, left = n;
  guint width;

  if (open == NULL)
    return n == 0 ? dup_literal (text, text + strlen (text)) : NULL;
  while (close != NULL && read_range (&p, &first, &last, &width))
    {
      if (left <= last - first)
        {
          GString *name = g_string_new (NULL);

          append_literal (name, text, open);
          g_string_append_printf (name, "%0*" G_GUINT64_FORMAT, (int) width, first + left);
          append_literal (name, close + 1, close + 1 + strlen (close + 1));
          return g_string_free (name, FALSE);
        }
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
  const char *open = find_open (text), *p = open + 1;
  guint64 first, last, number, before = 0;
  guint width, n_digits;
  char *end;

  if (!pass_literal (text, open, FALSE, &name) || !g_ascii_isdigit (*name))
    return FALSE;
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
  const char *open = find_open (text), *close = open != NULL ? strchr (open, ']') : NULL, *rest = name;

  *out_n = 0;
  if (open != NULL && (close == NULL || !find_number (text, name, out_n, &rest)))
    return FALSE;
  text = open != NULL ? close + 1 : text;
  return pass_literal (text, text + strlen (text), FALSE, &rest) && *rest == '\0';
}

gboolean
hd_name_list_has (const char *text,
                  const char *start,
                  guint *out_n)
{
  const char *open = find_open (text), *close = open != NULL ? strchr (open, ']') : NULL, *rest = start;

  *out_n = 0;
  if (open != NULL && (close == NULL || !find_number (text, start, out_n, &rest)))
    return FALSE;
  text = open != NULL ? close + 1 : text;
  return pass_literal (text, text + strlen (text), TRUE, &rest) && *rest == '\0';
}
