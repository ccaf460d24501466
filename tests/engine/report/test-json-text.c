/* test-json-text.c: JSON as text
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what is written reads back as the same numbers and strings, whatever they look like.
 */
#include "hd-json-text.h"

static void
test_numbers (void)
{
  static const double numbers[] = { 0, 1, -1, 0.5, 2e-08, -3e-7, 1e22, 1e100, 2.5e-9, 5e-324, 1.7976931348623157e308, 123456789 };
  static const char *const strings[] = { "2e-08.0", "e5.0", "a \"1e7.0\" b", "\\", "1e5.0\\\"3e6.0", "" };
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  JsonArray *array;

  json_builder_begin_array (builder);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    json_builder_add_double_value (builder, numbers[i]);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    json_builder_add_string_value (builder, strings[i]);
  json_builder_add_boolean_value (builder, TRUE);
  json_builder_end_array (builder);
  root = json_builder_get_root (builder);
  text = hd_json_text_write (root);
  g_assert_null (g_strstr_len (text, g_strstr_len (text, -1, "\"") - text, "e-08.0"));
  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  array = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_assert_cmpfloat (json_array_get_double_element (array, i), ==, numbers[i]);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    g_assert_cmpstr (json_array_get_string_element (array, G_N_ELEMENTS (numbers) + i), ==, strings[i]);
  g_assert_true (json_array_get_boolean_element (array, G_N_ELEMENTS (numbers) + G_N_ELEMENTS (strings)));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/json-text/numbers", test_numbers);
  return g_test_run ();
}
