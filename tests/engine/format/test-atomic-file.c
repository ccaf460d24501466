/* test-atomic-file.c: saving is whole or not at all
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: after an error the old file has its old bytes and nothing lies beside it; a file that is replaced keeps its permissions, a
 * symbolic link stays one. Left open: the order of writes on a disk that loses power.
 */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <heddle/hd-document.h>
#include <heddle/hd-error.h>

#include "as-nobody.h"

typedef struct
{
  char *directory;
  char *path;
  GFile *file;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->directory = g_dir_make_tmp ("heddle-save-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->directory, "project.heddle", NULL);
  fixture->file = g_file_new_for_path (fixture->path);
  g_assert_true (g_file_set_contents (fixture->path, "old", -1, &error));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (GDir) directory = g_dir_open (fixture->directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->directory, name, NULL);
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (fixture->directory), ==, 0);
  g_free (fixture->directory);
  g_free (fixture->path);
  g_object_unref (fixture->file);
}

static guint
count_files (Fixture *fixture)
{
  g_autoptr (GDir) directory = g_dir_open (fixture->directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (directory) != NULL)
    n++;
  return n;
}

static void
assert_contents (Fixture *fixture,
                 const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

static HdDocument *
new_document (guint n_objects)
{
  HdDocument *document = hd_document_new ("save");
  g_autoptr (HdObject) module = hd_object_new (HD_OBJECT_MODULE, "id", "m", NULL);

  for (guint i = 0; i < n_objects; i++)
    hd_object_append_initial (module, hd_object_new (HD_OBJECT_NOTE, "x", "1", NULL));
  g_assert_cmpuint (hd_document_insert (document, 1, 0, module, NULL), !=, 0);
  return document;
}

static void
test_save (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (HdDocument) document = new_document (10);
  g_autoptr (GError) error = NULL;
  struct stat status;

  g_assert_cmpint (g_chmod (fixture->path, 0640), ==, 0);
  g_assert_true (hd_document_get_modified (document));
  g_assert_true (hd_document_save (document, fixture->file, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (hd_document_get_modified (document));
  g_assert_true (g_file_equal (hd_document_get_file (document), fixture->file));
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 07777, ==, 0640);
  g_assert_cmpuint (count_files (fixture), ==, 1);

  g_autofree char *text = hd_document_to_string (document, NULL);
  assert_contents (fixture, text);
  g_autoptr (HdDocument) loaded = hd_document_load (fixture->file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (loaded);
  g_assert_cmpstr (hd_snapshot_get_file (snapshot), ==, fixture->path);
  g_assert_cmpstr (hd_snapshot_get_directory (snapshot), ==, fixture->directory);
  g_autofree char *again = hd_document_to_string (loaded, NULL);
  g_assert_cmpstr (again, ==, text);

  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_get_modified (document));
  g_assert_true (hd_document_redo (document));
  g_assert_false (hd_document_get_modified (document));
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_set_attribute (document, 1, "name", "other", NULL));
  g_assert_true (hd_document_get_modified (document));
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_get_modified (document)); /* the saved state can be reached no more */
}

static void
test_link (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *target = g_build_filename (fixture->directory, "target.heddle", NULL);
  g_autoptr (HdDocument) document = new_document (1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_rename (fixture->path, target), ==, 0);
  g_assert_cmpint (symlink ("target.heddle", fixture->path), ==, 0);
  g_assert_true (hd_document_save (document, fixture->file, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpuint (count_files (fixture), ==, 2);
  g_autofree char *text = hd_document_to_string (document, NULL);
  assert_contents (fixture, text);
}

static void
assert_refused (Fixture *fixture,
                GFile *file,
                GCancellable *cancellable,
                int code)
{
  g_autoptr (HdDocument) document = new_document (1000);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_parse_name (file);

  g_assert_false (hd_document_save (document, file, cancellable, &error));
  g_assert_error (error, HD_ERROR, code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, name));
  g_assert_true (hd_document_get_modified (document));
  g_assert_null (hd_document_get_file (document));
  assert_contents (fixture, "old");
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

/* The limit on the size of files makes write () fail as a full disk does: late, after a part was written. */
static void
test_full_disk (Fixture *fixture,
                gconstpointer data)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  rlim_t old = limit.rlim_cur;
  limit.rlim_cur = 8192;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  assert_refused (fixture, fixture->file, NULL, HD_ERROR_IO);
  limit.rlim_cur = old;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

static void
test_refused (Fixture *fixture,
              gconstpointer data)
{
  g_autofree char *below_file = g_build_filename (fixture->path, "x.heddle", NULL);
  g_autofree char *missing = g_build_filename (fixture->directory, "missing", "x.heddle", NULL);
  const char *paths[] = { below_file, missing, fixture->directory, "/dev/full", "/proc/self/x.heddle" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);
      assert_refused (fixture, file, NULL, HD_ERROR_IO);
    }
  g_autoptr (GFile) remote = g_file_new_for_uri ("heddle-test://host/x.heddle");
  assert_refused (fixture, remote, NULL, HD_ERROR_IO);
}

static void
test_read_only_directory (Fixture *fixture,
                          gconstpointer data)
{
  uid_t self;

  g_assert_cmpint (g_chmod (fixture->directory, 0555), ==, 0);
  self = begin_as_nobody ();
  assert_refused (fixture, fixture->file, NULL, HD_ERROR_IO);
  end_as_nobody (self);
  g_assert_cmpint (g_chmod (fixture->directory, 0700), ==, 0);
}

static void
test_cancelled (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  assert_refused (fixture, fixture->file, cancellable, HD_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/engine/format/atomic-file/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("save", test_save);
  ADD ("link", test_link);
  ADD ("full-disk", test_full_disk);
  ADD ("refused", test_refused);
  ADD ("read-only-directory", test_read_only_directory);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
