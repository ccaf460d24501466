/* test-private-folder.c: a folder of one run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: it is open to its owner alone; whatever was left in it is gone with it, and nothing outside.
 */
#include "hd-private-folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define DEPTH 5000

static void
check_gone (HdPrivateFolder *folder)
{
  g_autofree char *path = g_strdup (hd_private_folder_get_path (folder));

  hd_private_folder_free (folder);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_private (void)
{
  g_autoptr (GError) error = NULL;
  HdPrivateFolder *folder = hd_private_folder_new (&error);
  g_autofree char *inner = NULL;
  struct stat status;

  g_assert_no_error (error);
  g_assert_cmpint (stat (hd_private_folder_get_path (folder), &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);
  inner = hd_private_folder_add (folder, 7, &error);
  g_assert_no_error (error);
  g_assert_cmpint (stat (inner, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);
  g_assert_null (hd_private_folder_add (folder, 7, &error));
  g_assert_nonnull (error);
  check_gone (folder);
}

/* As deep as no path can name. */
static void
test_deep (void)
{
  HdPrivateFolder *folder = hd_private_folder_new (NULL);
  g_autofree char *back = g_get_current_dir ();

  g_assert_cmpint (chdir (hd_private_folder_get_path (folder)), ==, 0);
  for (guint i = 0; i < DEPTH; i++)
    {
      g_assert_cmpint (mkdir ("a-folder", 0700), ==, 0);
      g_assert_cmpint (mkdir ("another", 0700), ==, 0);
      g_assert_true (g_file_set_contents ("another/file", "x", 1, NULL));
      g_assert_cmpint (chmod ("another", 0), ==, 0);
      g_assert_cmpint (chdir ("a-folder"), ==, 0);
    }
  g_assert_cmpint (chdir (back), ==, 0);
  check_gone (folder);
}

static void
test_links (void)
{
  HdPrivateFolder *folder = hd_private_folder_new (NULL);
  g_autofree char *elsewhere = g_dir_make_tmp ("heddle-elsewhere-XXXXXX", NULL);
  g_autofree char *kept = g_build_filename (elsewhere, "kept", NULL);
  g_autofree char *link = g_build_filename (hd_private_folder_get_path (folder), "link", NULL);
  g_autofree char *loop = g_build_filename (hd_private_folder_get_path (folder), "loop", NULL);
  g_autofree char *hard = g_build_filename (hd_private_folder_get_path (folder), "hard", NULL);
  struct stat status;

  g_assert_true (g_file_set_contents (kept, "x", 1, NULL));
  g_assert_cmpint (chmod (elsewhere, 0755), ==, 0);
  g_assert_cmpint (symlink (elsewhere, link), ==, 0);
  g_assert_cmpint (symlink (".", loop), ==, 0);
  g_assert_cmpint (linkat (AT_FDCWD, kept, AT_FDCWD, hard, 0), ==, 0);
  check_gone (folder);
  g_assert_true (g_file_test (kept, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpint (stat (elsewhere, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0755);
  g_unlink (kept);
  g_rmdir (elsewhere);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process/private-folder/private", test_private);
  g_test_add_func ("/process/private-folder/deep", test_deep);
  g_test_add_func ("/process/private-folder/links", test_links);
  return g_test_run ();
}
