/* vcd-fixture.c: what a value change dump says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "vcd-fixture.h"

#include <string.h>

void
vcd_fixture_convert (const char *const *arguments)
{
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_test_message ("%s: %s", arguments[0], messages);
  g_assert_no_error (error);
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
describe_change (const char *time,
                 const char *signal,
                 const char *value)
{
  if (*value == 's')
    return g_strdup_printf ("%s %s %s", time, signal, value);
  return g_strdup_printf ("%s %s r%.16g", time, signal, g_ascii_strtod (value + 1, NULL));
}

GPtrArray *
vcd_fixture_list (const char *path,
                  guint *out_n_signals)
{
  g_autofree char *text = NULL;
  g_autoptr (GHashTable) signals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) scope = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  GPtrArray *changes = g_ptr_array_new_with_free_func (g_free);
  const char *time = "#0";
  GHashTableIter iter;
  gpointer name;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);

      if (g_str_has_prefix (lines[i], "$scope"))
        g_string_append_printf (scope, "/%s", words[2]);
      else if (g_str_has_prefix (lines[i], "$upscope"))
        g_string_truncate (scope, (gsize) (strrchr (scope->str, '/') - scope->str));
      else if (g_str_has_prefix (lines[i], "$var"))
        g_hash_table_insert (signals, g_strdup (words[3]), g_strdup_printf ("%s.%s %s", scope->str, words[4], words[1]));
      else if (lines[i][0] == '#')
        time = lines[i];
      else if (lines[i][0] == 'r' || lines[i][0] == 's')
        g_ptr_array_add (changes, describe_change (time, g_hash_table_lookup (signals, words[1]), words[0]));
    }
  g_assert_cmpuint (scope->len, ==, 0);
  g_ptr_array_sort (changes, compare_lines);
  *out_n_signals = 0;
  g_hash_table_iter_init (&iter, signals);
  while (g_hash_table_iter_next (&iter, NULL, &name))
    *out_n_signals += g_hash_table_add (names, name);
  return changes;
}

void
vcd_fixture_compare (const char *expected_path,
                     const char *found_path,
                     guint n_signals,
                     guint *out_n_changes)
{
  guint n_expected, n_found;
  g_autoptr (GPtrArray) expected = vcd_fixture_list (expected_path, &n_expected);
  g_autoptr (GPtrArray) found = vcd_fixture_list (found_path, &n_found);

  g_assert_cmpuint (n_expected, ==, n_signals); /* each with a name of its own */
  g_assert_cmpuint (n_found, ==, n_signals);
  g_assert_cmpuint (found->len, ==, expected->len);
  for (guint i = 0; i < found->len; i++)
    g_assert_cmpstr (g_ptr_array_index (found, i), ==, g_ptr_array_index (expected, i));
  *out_n_changes = found->len;
}
