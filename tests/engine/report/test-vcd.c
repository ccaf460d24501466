/* test-vcd.c: value change dumps are read by the tools of waveform viewers
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: GTKWave's converters. A dump that goes to their binary form and back has the same signals and the same changes at the same times.
 * Left open: what viewers make of names and of strings as states.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "run-fixture.h"

/* Both directions of a link and both together, a node, states and counts. */
#define WATCHED \
  "<heddle version=\"1\" name=\"dump\">\n" \
  "  <link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"hub\" type=\"fabric.switch\"/>\n" \
  "    <component id=\"xpu\" type=\"fabric.xpu\" count=\"3\"/>\n" \
  "    <link id=\"wire\" from=\"xpu[i].eth\" to=\"hub.port[i]\" class=\"L\"/>\n" \
  "  </top>\n" \
  "  <communicators><communicator id=\"all\" members=\"xpu[*]\"/></communicators>\n" \
  "  <workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"binomial\" bytes=\"1 GB\"/>\n" \
  "  <probes>\n" \
  "    <probe of=\"wire[0].rate-forward\"/><probe of=\"wire[0].rate-reverse\"/><probe of=\"wire[0].rate\"/>\n" \
  "    <probe of=\"wire[1].utilisation\"/><probe of=\"hub.through\"/>\n" \
  "    <probe of=\"workload.collective\"/><probe of=\"workload.iteration\"/>\n" \
  "  </probes>\n" \
  "  <run iterations=\"3\"/>\n" \
  "</heddle>\n"

static char *
save_dump (const char *directory)
{
  g_autoptr (HdDesign) design = run_fixture_design (WATCHED, NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (directory, "dump.vcd", NULL);

  hd_run_start (run);
  g_assert_true (hd_run_wait (run, &error));
  g_assert_no_error (error);
  hd_report_save (hd_run_get_record (run), HD_REPORT_VCD, NULL, path, NULL, &error);
  g_assert_no_error (error);
  return path;
}

static void
convert (const char *const *arguments)
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

/* "time path.signal value", sorted: what a dump says, whatever its identifier codes and its order within one time. */
static GPtrArray *
list_changes (const char *path,
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
        g_hash_table_insert (signals, g_strdup (words[3]), g_strdup_printf ("%s.%s", scope->str, words[4]));
      else if (lines[i][0] == '#')
        time = lines[i];
      else if (lines[i][0] == 'r' || lines[i][0] == 's')
        g_ptr_array_add (changes, g_strdup_printf ("%s %s %s", time, (char *) g_hash_table_lookup (signals, words[1]), words[0]));
    }
  g_ptr_array_sort (changes, compare_lines);
  *out_n_signals = 0;
  g_hash_table_iter_init (&iter, signals);
  while (g_hash_table_iter_next (&iter, NULL, &name))
    *out_n_signals += g_hash_table_add (names, name);
  return changes;
}

static void
test_converters (void)
{
  g_autofree char *directory = g_dir_make_tmp ("heddle-vcd-XXXXXX", NULL);
  g_autofree char *dump = NULL;
  g_autofree char *binary = g_build_filename (directory, "dump.fst", NULL);
  g_autofree char *again = g_build_filename (directory, "again.vcd", NULL);
  g_autoptr (GPtrArray) expected = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  guint n_expected, n_signals;

  dump = save_dump (directory);
  convert ((const char *const[]){ "vcd2fst", dump, binary, NULL });
  convert ((const char *const[]){ "fst2vcd", binary, "-o", again, NULL });
  expected = list_changes (dump, &n_expected);
  changes = list_changes (again, &n_signals);
  g_assert_cmpuint (n_expected, ==, 7); /* each with a name of its own */
  g_assert_cmpuint (n_signals, ==, 7);
  g_assert_cmpuint (expected->len, >, 30);
  g_assert_cmpuint (changes->len, ==, expected->len);
  for (guint i = 0; i < changes->len; i++)
    g_assert_cmpstr (g_ptr_array_index (changes, i), ==, g_ptr_array_index (expected, i));
  g_assert_cmpint (g_remove (dump), ==, 0);
  g_assert_cmpint (g_remove (binary), ==, 0);
  g_assert_cmpint (g_remove (again), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/vcd/converters", test_converters);
  return g_test_run ();
}
