/* test-import-name.c: the name of a file that becomes the name of a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever bytes a file's name has, what it holds can be read, and saved and read again.
 */
#include <glib/gstdio.h>
#include <heddle/heddle.h>

static void
check (const char *extension,
       const char *contents)
{
  static const char *const names[] = { "plain", "\xe5\x9b\xbe<\"&", "bell\a", "latin\xe9", NULL };
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *base = g_strconcat (names[i], extension, NULL);
      g_autofree char *path = g_build_filename (folder, base, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdDocument) document = NULL;
      g_autoptr (HdDocument) again = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_file_set_contents (path, contents, -1, &error);
      g_assert_no_error (error);
      document = hd_document_load (file, problems, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (g_unlink (path), ==, 0);
      if (i < 2)
        g_assert_cmpstr (hd_object_get (hd_document_get_root (document), "name"), ==, names[i]);
      text = hd_document_to_string (document, NULL);
      again = hd_document_load_from_data (text, -1, NULL, problems, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (hd_object_get (hd_document_get_root (again), "name"), ==, hd_object_get (hd_document_get_root (document), "name"));
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_names (void)
{
  check (".topology", "bdsim-topology 1\nlibrary noc noc.so\ninst r noc.Router\n");
  check (".graphml", "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"><graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>"
                     "<edge source=\"a\" target=\"b\"/></graph></graphml>");
  check (".xml", "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">"
                 "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1Gf\"/></zone></platform>");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/import-name", test_names);
  return g_test_run ();
}
