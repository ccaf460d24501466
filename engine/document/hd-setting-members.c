/* hd-setting-members.c: a value that some members of an array have alone
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An array is drawn once, so that what some members have is written as a choice by their index, as one would by hand: rack[3]/up[0].failed=1 becomes
 * failed="if (rack == 3 and i == 0, 1, 0)". The index of a component or of an instance has its name; that of a link is the variable of its pattern, if it has one that begins at 0.
 */
#define G_LOG_DOMAIN "hd-setting"

#include "hd-setting-members.h"

#include <string.h>

#include "hd-pattern-parts.h"

/* ---- who they are ---------------------------------------------------------------------------------------------------- */

static gboolean
is_all (const HdIndexRange *range)
{
  return range->first == 0 && range->last == HD_INDEX_ALL;
}

static gboolean
mentions (const char *text,
          const char *name,
          const char *behind)
{
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b%s", name, behind);

  return text != NULL && g_regex_match_simple (pattern, text, 0, 0);
}

/* The variable of for="i=0..7"; %NULL for several, or one that does not begin at 0. */
static char *
find_written_variable (const char *text)
{
  g_autoptr (GRegex) regex = g_regex_new ("^\\s*([A-Za-z_]\\w*)\\s*=\\s*0\\s*\\.\\.([^=]*)$", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, text, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* The one variable that indices of both ends are, which begins at 0 unless it has to leave room for less. */
static char *
find_implied_variable (const HdObject *link)
{
  static const char *const ends[] = { "from", "to" };
  g_autofree char *name = NULL;

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      {
        const char *text = hd_object_get (link, ends[i]);
        g_autoptr (HdPatternParts) parts = text != NULL ? hd_pattern_parts_new (text, NULL) : NULL;

        for (guint k = 0; parts != NULL && k < parts->indices->len; k++)
          {
            g_autofree char *index = g_strstrip (g_strdup (parts->indices->pdata[k]));

            if (pass == 1 ? mentions (index, name, "\\s*-") : g_regex_match_simple ("^[A-Za-z_]\\w*$", index, 0, 0) && name != NULL && strcmp (name, index) != 0)
              return NULL;
            if (name == NULL && g_regex_match_simple ("^[A-Za-z_]\\w*$", index, 0, 0))
              name = g_steal_pointer (&index);
          }
        if (pass == 1 && name == NULL)
          return NULL;
      }
  return g_steal_pointer (&name);
}

static char *
find_variable (const HdObject *object)
{
  const char *text = hd_object_get (object, "for");
  g_autofree char *name = NULL;

  if (hd_object_get_kind (object) != HD_OBJECT_LINK)
    return g_strdup (hd_object_get_id (object));
  name = text != NULL ? find_written_variable (text) : find_implied_variable (object);
  return name != NULL && !mentions (hd_object_get (object, "where"), name, "") ? g_steal_pointer (&name) : NULL;
}

static gboolean
add_condition (GString *condition,
               const HdAddressStep *step,
               const HdObject *object)
{
  g_autofree char *name = NULL;
  const HdIndexRange *range = step->indices;

  if (step->n_indices == 0 || (step->n_indices == 1 && is_all (range)))
    return TRUE;
  name = step->n_indices == 1 ? find_variable (object) : NULL;
  if (name == NULL)
    return FALSE;
  g_string_append (condition, condition->len > 0 ? " and " : "");
  if (range->first == range->last)
    g_string_append_printf (condition, "%s == %" G_GINT64_FORMAT, name, range->first);
  else if (range->last == HD_INDEX_ALL)
    g_string_append_printf (condition, "%s >= %" G_GINT64_FORMAT, name, range->first);
  else
    g_string_append_printf (condition, "%s >= %" G_GINT64_FORMAT " and %s <= %" G_GINT64_FORMAT, name, range->first, name, range->last);
  return TRUE;
}

/* The address of all members of the first @n_steps. */
static HdAddress *
address_all (const HdAddress *address,
             guint n_steps)
{
  GString *text = g_string_new (NULL);
  g_autofree char *owned = NULL;

  for (guint i = 0; i < n_steps; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "/" : "", address->steps[i].name);
  g_string_append_printf (text, ".%s", address->parameter);
  owned = g_string_free (text, FALSE);
  return hd_address_parse (owned, NULL);
}

char *
hd_setting_find_members (HdSetting *members,
                         const HdObject *root,
                         const HdAddress *address)
{
  GString *condition = g_string_new (NULL);
  gboolean good = address->kind == HD_ADDRESS_OBJECT && address->parameter != NULL;

  *members = (HdSetting){ NULL };
  for (guint i = 0; good && i < address->n_steps; i++)
    {
      g_autoptr (HdAddress) all = address_all (address, i + 1);

      hd_setting_clear (members);
      good = all != NULL && hd_setting_init (members, root, NULL, all, NULL) && add_condition (condition, &address->steps[i], members->object);
    }
  return g_string_free (condition, !good || condition->len == 0);
}

/* ---- what they have ---------------------------------------------------------------------------------------------------- */

/* What all others have in "if (CONDITION, …, OTHERS)"; all of @text if it is something else. */
static char *
dup_others (const char *text,
            const char *condition)
{
  g_autofree char *start = g_strdup_printf ("if (%s, ", condition);
  const char *comma = NULL;
  gsize length = strlen (text);
  guint depth = 0;

  if (!g_str_has_prefix (text, start) || text[length - 1] != ')')
    return g_strdup (text);
  for (const char *p = text + strlen (start); p < text + length - 1; p++)
    {
      if (*p == ')' && depth == 0)
        return g_strdup (text); /* and more behind it */
      depth += *p == '(';
      depth -= *p == ')';
      if (*p == ',' && depth == 0 && comma == NULL)
        comma = p;
    }
  return comma != NULL ? g_strstrip (g_strndup (comma + 1, (gsize) (text + length - 1 - comma - 1))) : g_strdup (text);
}

char *
hd_setting_dup_members_text (const HdSetting *members,
                             const char *condition,
                             const char *value)
{
  gboolean may_fail = strcmp (members->attribute, "failed") == 0; /* what does not say so has not */
  const char *present = members->text != NULL ? members->text : members->otherwise != NULL ? members->otherwise : may_fail ? "0" : NULL;
  g_autofree char *others = present != NULL ? dup_others (present, condition) : NULL;

  if (others == NULL)
    return NULL;
  return strcmp (others, value) == 0 ? g_steal_pointer (&others) : g_strdup_printf ("if (%s, %s, %s)", condition, value, others);
}
