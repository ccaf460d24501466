/* hd-bdsim-value.c: names, values and members in BDSim's lines
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include "hd-bdsim-parser.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-nearest.h"

#define LIBRARY "manycore."

/* ---- names --------------------------------------------------------------------------------------------------------- */

static gboolean
fail_unknown (HdBdsimReader *reader,
              const char *message,
              const HdNearest *nearest)
{
  g_autofree char *hint = hd_nearest_to_hint (nearest);

  return hd_bdsim_reader_fail (reader, HD_ERROR_NAME, hint != NULL ? "%s (%s)" : "%s", message, hint);
}

HdBdsimInstance *
hd_bdsim_parser_find_instance (const HdBdsimParser *self,
                               HdBdsimReader *reader,
                               const char *name)
{
  HdBdsimInstance *instance = g_hash_table_lookup (self->instances, name);
  HdNearest nearest = { .wanted = name };
  g_autofree char *message = NULL;

  if (instance != NULL)
    return instance;
  for (guint i = 0; i < self->text->instances->len; i++)
    hd_nearest_offer (&nearest, ((const HdBdsimInstance *) self->text->instances->pdata[i])->name);
  message = g_strdup_printf (_("no inst line names “%s”"), name);
  fail_unknown (reader, message, &nearest);
  return NULL;
}

const HdComponentType *
hd_bdsim_parser_find_kind (const HdBdsimParser *self,
                           HdBdsimReader *reader,
                           const char *kind)
{
  g_autofree char *lower = g_ascii_strdown (kind, -1);
  g_autofree char *id = g_strconcat (LIBRARY, lower, NULL);
  const HdComponentType *type = hd_catalog_lookup (self->catalog, id);
  HdNearest nearest = { .wanted = lower };
  g_autofree char *message = NULL;

  if (type != NULL)
    return type;
  for (guint i = 0; i < hd_catalog_get_n_libraries (self->catalog); i++)
    for (guint j = 0; hd_catalog_get_library (self->catalog, i)->types[j] != NULL; j++)
      {
        g_autofree char *candidate = g_strconcat (LIBRARY, hd_catalog_get_library (self->catalog, i)->types[j]->id, NULL);

        if (hd_catalog_lookup (self->catalog, candidate) == hd_catalog_get_library (self->catalog, i)->types[j])
          hd_nearest_offer (&nearest, hd_catalog_get_library (self->catalog, i)->types[j]->id);
      }
  message = g_strdup_printf (_("the kind “%s” is unknown: there is no type %s"), kind, id);
  fail_unknown (reader, message, &nearest);
  return NULL;
}

const HdParameter *
hd_bdsim_parser_find_parameter (HdBdsimReader *reader,
                                const HdComponentType *type,
                                const char *kind,
                                const char *key)
{
  g_autofree char *name = g_strdelimit (g_strdup (strcmp (key, "x") == 0 ? "column" : strcmp (key, "y") == 0 ? "row" : key), "_", '-');
  const HdParameter *parameter = hd_component_type_find_parameter (type, name, NULL);
  HdNearest nearest = { .wanted = name };
  g_autofree char *message = NULL;

  if (parameter != NULL)
    return parameter;
  for (guint i = 0; i < hd_component_type_count_parameters (type); i++)
    hd_nearest_offer (&nearest, type->parameters[i].key);
  message = g_strdup_printf (_("%s has no parameter “%s”"), kind, key);
  fail_unknown (reader, message, &nearest);
  return NULL;
}

/* ---- values -------------------------------------------------------------------------------------------------------- */

static gboolean
rename_word (const GMatchInfo *match,
             GString *result,
             gpointer data)
{
  static const char *const functions[] = { "min", "max", "if", "floor", "ceil", NULL };
  HdBdsimRenaming *renaming = data;
  g_autofree char *number = g_match_info_fetch (match, 1);
  g_autofree char *suffix = g_match_info_fetch (match, 2);
  g_autofree char *word = g_match_info_fetch (match, 3);

  if (word == NULL || *word == '\0')
    {
      g_string_append_printf (result, "%se%d", number, *suffix == 'k' ? 3 : *suffix == 'M' ? 6 : 9);
      return FALSE;
    }
  for (guint i = 0; i < renaming->loops->n; i++)
    if (strcmp (renaming->loops->names[i], word) == 0 && renaming->letters[i] != NULL)
      {
        g_string_append (result, renaming->letters[i]);
        return FALSE;
      }
  if (!g_strv_contains (functions, word) && renaming->unknown == NULL)
    renaming->unknown = g_steal_pointer (&word);
  else
    g_string_append (result, word);
  return FALSE;
}

static char *
expand_number (const char *text)
{
  gsize n = strlen (text);
  const char *zeros = text[n - 1] == 'k' ? "e3" : text[n - 1] == 'M' ? "e6" : text[n - 1] == 'G' ? "e9" : "";

  return g_strdup_printf ("%.*s%s", (int) (n - (*zeros != '\0')), text, zeros);
}

char *
hd_bdsim_parser_read_value (const HdBdsimParser *self,
                            HdBdsimReader *reader,
                            const HdParameter *parameter,
                            const char *text,
                            HdBdsimRenaming *renaming)
{
  gboolean is_number = parameter->kind == HD_PARAMETER_QUANTITY || parameter->kind == HD_PARAMETER_INTEGER;
  gboolean has_unit = parameter->kind == HD_PARAMETER_QUANTITY && *parameter->unit != '\0';
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;
  HdQuantity quantity;

  if (is_number && !g_regex_match (self->number, text, 0, NULL))
    {
      g_autofree char *formula = g_regex_replace_eval (self->word, text, -1, 0, 0, rename_word, renaming, NULL);

      if (renaming->unknown != NULL)
        {
          hd_bdsim_reader_fail (reader, HD_ERROR_NAME, _("“%s” is no range of this line"), renaming->unknown);
          return NULL;
        }
      return has_unit ? g_strdup_printf ("(%s) * 1 %s", formula, parameter->unit) : g_steal_pointer (&formula);
    }
  if (is_number)
    {
      g_autofree char *number = expand_number (text);

      value = g_strdup_printf ("%s%s%s", number, has_unit ? " " : "", has_unit ? parameter->unit : "");
    }
  else
    {
      value = g_strdup (text);
    }
  if (parameter->kind == HD_PARAMETER_TEXT || hd_parameter_parse (parameter, value, &quantity, &error))
    return g_steal_pointer (&value);
  hd_bdsim_reader_fail (reader, (HdError) error->code, "%s", error->message);
  return NULL;
}

/* ---- subscripts ---------------------------------------------------------------------------------------------------- */

gboolean
hd_bdsim_parser_read_box (HdBdsimReader *reader,
                          const HdBdsimInstance *instance,
                          const char *subscripts,
                          HdBdsimRenaming *renaming,
                          HdBdsimBox *out_box)
{
  g_auto (GStrv) parts = g_strsplit (subscripts, "]", -1);
  guint n = g_strv_length (parts) - 1;

  if (*subscripts == '\0')
    n = 0;
  if (n != instance->n_dimensions)
    return hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _("“%s” has %u dimensions, not %u"), instance->name, instance->n_dimensions, n);
  for (guint d = 0; d < n; d++)
    {
      const char *part = g_strstrip (parts[d] + 1);
      guint loop = 0;

      out_box->first[d] = 0;
      out_box->last[d] = instance->sizes[d] - 1;
      while (loop < renaming->loops->n && strcmp (renaming->loops->names[loop], part) != 0)
        loop++;
      if (loop < renaming->loops->n)
        {
          renaming->letters[loop] = hd_bdsim_letters[d];
          out_box->first[d] = renaming->loops->first[loop];
          out_box->last[d] = renaming->loops->last[loop];
        }
      else if (strstr (part, "..") != NULL)
        {
          if (!hd_bdsim_reader_get_range (reader, part, &out_box->first[d], &out_box->last[d]))
            return FALSE;
        }
      else if (strcmp (part, "*") != 0)
        {
          if (!hd_bdsim_reader_get_number (reader, part, &out_box->first[d]))
            return FALSE;
          out_box->last[d] = out_box->first[d];
        }
      if (out_box->last[d] >= instance->sizes[d])
        return hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _("“%s” goes to %u; “%s” ends at %u"), part, out_box->last[d], instance->name,
                                     instance->sizes[d] - 1);
    }
  return TRUE;
}

char *
hd_bdsim_condition (const HdBdsimInstance *instance,
                    const HdBdsimBox *box)
{
  g_autoptr (GString) condition = g_string_new (NULL);

  for (guint d = 0; d < instance->n_dimensions; d++)
    {
      const char *letter = hd_bdsim_letters[d];

      if (box->first[d] == 0 && box->last[d] + 1 == instance->sizes[d])
        continue;
      if (condition->len > 0)
        g_string_append (condition, " * ");
      if (box->first[d] == box->last[d])
        g_string_append_printf (condition, "(%s == %u)", letter, box->first[d]);
      else
        g_string_append_printf (condition, "(%s >= %u) * (%s <= %u)", letter, box->first[d], letter, box->last[d]);
    }
  return condition->len > 0 ? g_string_free (g_steal_pointer (&condition), FALSE) : NULL;
}
