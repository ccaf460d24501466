/* test-run-settings.c: the table of run settings is complete, and what reads it agrees
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each row says all that its readers need; what is set is read again; the schema of documents has a field, and that of results a member,
 * for each row, in the order of the table. Left open: the options of the command line and the rows of the inspector, whose tests ask the same.
 *
 * `test-document-run-settings --write FILE` writes the settings of the schema of results anew after the table has changed.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-document.h>
#include <heddle/hd-run-settings.h>

#define ALL_FIDELITIES (1u << HD_FIDELITY_FLOW | 1u << HD_FIDELITY_PACKET | 1u << HD_FIDELITY_FLIT)

static gboolean
ends_with_unit (const HdRunSetting *setting)
{
  const char *unit = setting->parameter.unit;

  return *unit == '\0' || g_str_has_suffix (setting->member, g_str_equal (unit, "s") ? "_s" : g_str_equal (unit, "Hz") ? "_hz" : g_str_equal (unit, "m") ? "_m" : "_bytes");
}

static void
test_complete (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) members = g_hash_table_new (g_str_hash, g_str_equal);
  HdRunGroup group = 0;

  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      const HdParameter *parameter = &setting->parameter;
      HdQuantity value;
      double minimum, maximum;

      g_test_message ("%s", parameter->key);
      g_assert_true (hd_run_settings_find (parameter->key) == setting);
      g_assert_true (g_hash_table_add (names, (gpointer) parameter->key));
      g_assert_cmpuint (parameter->size, ==, sizeof (HdParameter));
      g_assert_nonnull (parameter->title);
      g_assert_true (g_str_has_suffix (parameter->help, "."));
      g_assert_nonnull (parameter->unit);
      if (setting->member != NULL)
        g_assert_true (g_hash_table_add (members, (gpointer) setting->member) && ends_with_unit (setting));
      g_assert_cmpint (setting->group, >=, group);
      group = setting->group;
      g_assert_nonnull (hd_run_group_get_title (group));
      g_assert_cmpuint (setting->fidelities, !=, 0);
      g_assert_cmpuint (setting->fidelities & ~ALL_FIDELITIES, ==, 0);
      g_assert_true ((setting->fidelities == ALL_FIDELITIES) == (hd_run_setting_get_fidelity (setting) == NULL));
      g_assert_true (parameter->default_text[0] != '\0' || setting->none != NULL);
      if (parameter->default_text[0] != '\0')
        g_assert_true (hd_parameter_parse (parameter, parameter->default_text, &value, NULL));
      if (parameter->kind == HD_PARAMETER_QUANTITY || parameter->kind == HD_PARAMETER_INTEGER)
        g_assert_true (hd_parameter_get_range (parameter, &minimum, &maximum) && isfinite (maximum));
      if (setting->words != NULL)
        g_assert_cmpuint (g_strv_length ((char **) setting->words), ==, g_strv_length ((char **) parameter->choices));
    }
  g_assert_cmpint (group, ==, HD_N_RUN_GROUPS - 1);
}

/* Each has a place of its own: one that is set changes, and no other does. */
static void
test_values (void)
{
  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      HdRunSettings settings = *hd_run_settings_get_defaults ();
      double value = hd_run_setting_get (setting, &settings), other = value == 1 ? 0 : 1;

      if (setting->storage == HD_RUN_STORAGE_TRACED)
        continue;
      hd_run_setting_set (setting, &settings, other);
      for (const HdRunSetting *each = hd_run_settings_get_table (); each->parameter.key != NULL; each++)
        g_assert_cmpfloat (hd_run_setting_get (each, &settings), ==,
                           each == setting ? other : hd_run_setting_get (each, hd_run_settings_get_defaults ()));
      hd_run_setting_set (setting, &settings, value);
      g_assert_cmpfloat (hd_run_setting_get (setting, &settings), ==, value);
    }
}

static void
test_fields (void)
{
  const HdField *field = hd_schema_get_fields (HD_OBJECT_RUN);

  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++, field++)
    {
      double minimum, maximum;

      hd_parameter_get_range (&setting->parameter, &minimum, &maximum);
      g_assert_cmpstr (field->name, ==, setting->parameter.key);
      g_assert_cmpstr (field->unit, ==, setting->parameter.unit);
      g_assert_true (field->choices == setting->parameter.choices);
      g_assert_cmpfloat (field->minimum, ==, minimum);
      g_assert_cmpfloat (field->maximum, ==, maximum);
    }
  g_assert_null (field->name);
}

static void
test_described (void)
{
  g_autofree char *text = hd_run_settings_describe ();
  const char *at = text;

  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      g_autofree char *head = g_strdup_printf ("\n  %s: ", setting->parameter.key);

      at = strstr (at, head);
      g_assert_nonnull (at);
      g_assert_nonnull (strstr (at, setting->parameter.help));
    }
}

/* ---- the schema of results -------------------------------------------------------------------------------------------- */

static void
append_type (GString *out,
             const HdRunSetting *setting)
{
  const HdParameter *parameter = &setting->parameter;

  switch (parameter->kind)
    {
    case HD_PARAMETER_CHOICE:
      g_string_append (out, "\"enum\": [");
      for (guint i = 0; parameter->choices[i] != NULL; i++)
        g_string_append_printf (out, "%s\"%s\"", i > 0 ? ", " : "", parameter->choices[i]);
      g_string_append (out, "]");
      break;
    case HD_PARAMETER_FLAG:
      g_string_append (out, "\"type\": \"boolean\"");
      break;
    case HD_PARAMETER_TEXT:
      g_string_append (out, "\"type\": \"array\", \"items\": { \"type\": \"string\" }");
      break;
    case HD_PARAMETER_INTEGER:
      g_string_append (out, "\"$ref\": \"#/$defs/count\"");
      break;
    case HD_PARAMETER_QUANTITY:
    default:
      if (isinf (hd_run_setting_get (setting, hd_run_settings_get_defaults ())))
        g_string_append (out, "\"type\": [\"number\", \"null\"], \"minimum\": 0");
      else
        g_string_append_printf (out, "\"$ref\": \"#/$defs/%s\"", g_str_equal (parameter->unit, "s") ? "seconds" : "amount");
    }
}

/* Members of results at all fidelities, or at this one and not at all. */
static void
append_required (GString *out,
                 guint fidelities)
{
  gboolean first = TRUE;

  g_string_append (out, "\"required\": [");
  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    if (setting->member != NULL && (setting->fidelities & fidelities) == fidelities && (fidelities == ALL_FIDELITIES || setting->fidelities != ALL_FIDELITIES))
      {
        g_string_append_printf (out, "%s\"%s\"", first ? "" : ", ", setting->member);
        first = FALSE;
      }
  g_string_append (out, "]");
}

static char *
make_settings (void)
{
  GString *out = g_string_new ("    \"settings\": {\n      \"type\": \"object\",\n      \"properties\": {\n");
  const char *const *fidelities = hd_run_settings_find ("fidelity")->parameter.choices;

  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      g_autofree char *help = hd_run_setting_dup_help (setting);

      if (setting->member == NULL)
        continue;
      g_string_append_printf (out, "        \"%s\": { ", setting->member);
      append_type (out, setting);
      g_string_append_printf (out, ", \"description\": \"%s\" }%s\n", help, setting[1].parameter.key != NULL ? "," : "");
    }
  g_string_append (out, "      },\n      ");
  append_required (out, ALL_FIDELITIES);
  g_string_append (out, ",\n      \"allOf\": [\n");
  for (guint i = 0; fidelities[i] != NULL; i++)
    {
      g_string_append_printf (out, "        { \"if\": { \"properties\": { \"fidelity\": { \"const\": \"%s\" } } }, \"then\": { ", fidelities[i]);
      append_required (out, 1u << i);
      g_string_append_printf (out, " } }%s\n", fidelities[i + 1] != NULL ? "," : "");
    }
  g_string_append (out, "      ],\n      \"additionalProperties\": false\n    },\n");
  return g_string_free (out, FALSE);
}

/* What stands in the file, and where. */
static char *
find_settings (const char *text,
               const char **out_begin)
{
  *out_begin = strstr (text, "    \"settings\": {\n      \"type\"");
  g_assert_nonnull (*out_begin);
  return g_strndup (*out_begin, (gsize) (strstr (*out_begin, "    \"span\": {") - *out_begin));
}

static void
test_results (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "resources/schemas/result.schema.json", NULL);
  g_autofree char *expected = make_settings ();
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;
  const char *begin;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  found = find_settings (text, &begin);
  g_assert_cmpstr (found, ==, expected);
}

static int
write_settings (const char *path)
{
  g_autofree char *settings = make_settings ();
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;
  g_autoptr (GString) out = NULL;
  const char *begin;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  found = find_settings (text, &begin);
  out = g_string_new_len (text, begin - text);
  g_string_append (out, settings);
  g_string_append (out, begin + strlen (found));
  return g_file_set_contents (path, out->str, (gssize) out->len, NULL) ? 0 : 1;
}

int
main (int argc,
      char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--write") == 0)
    return write_settings (argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/run-settings/complete", test_complete);
  g_test_add_func ("/document/run-settings/values", test_values);
  g_test_add_func ("/document/run-settings/fields", test_fields);
  g_test_add_func ("/document/run-settings/described", test_described);
  g_test_add_func ("/document/run-settings/results", test_results);
  return g_test_run ();
}
