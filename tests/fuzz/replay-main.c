/* replay-main.c: feeds every file of a corpus directory to a fuzz target, as a test
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: no input that was ever kept makes the target crash, hang or leak. What libFuzzer finds is
 * copied into the corpus, and stays there. A file that cannot be read and an empty corpus fail.
 */
#define G_LOG_DOMAIN "hd-fuzz-replay"

#include <glib.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
replay (gconstpointer path)
{
  g_autofree char *contents = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  /* An exact copy, so that a sanitizer sees a read past the end, which GLib's closing zero would hide. */
  g_autofree guint8 *data = g_memdup2 (contents, length);
  g_assert_cmpint (LLVMFuzzerTestOneInput (data, length), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);

  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) corpus = g_dir_open (argv[1], 0, &error);
  g_assert_no_error (error);

  g_autofree char *target = g_path_get_basename (argv[1]);
  guint n_inputs = 0;
  const char *name;
  while ((name = g_dir_read_name (corpus)) != NULL)
    {
      g_autofree char *test_path = g_strdup_printf ("/fuzz/%s/%s", target, name);
      g_test_add_data_func_full (test_path, g_build_filename (argv[1], name, NULL), replay, g_free);
      n_inputs++;
    }
  g_assert_cmpuint (n_inputs, >, 0);

  return g_test_run ();
}
