/* test-beside.c: files that a project names and that are edited and saved with it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: an edit of a file is a step as any other, undone and redone; the disk changes when the project is saved, and then alone; what another program wrote is never written
 * over; a journal, and an earlier state, bring files back too. Oracle: what stands on the disk.
 */
#include <string.h>

#include <glib/gstdio.h>

#include <heddle/hd-document.h>
#include <heddle/hd-error.h>

#define PROJECT "<heddle version='1' name='beside'><top/></heddle>"
#define TABLE "tables/routes.txt"

typedef struct
{
  char *folder;
  HdDocument *document;
} Fixture;

static char *
dup_path (Fixture *fixture,
          const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static void
write_disk (Fixture *fixture,
            const char *name,
            const char *text,
            gssize length)
{
  g_autofree char *path = dup_path (fixture, name), *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (parent, 0700);
  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
}

/* NULL stands for no such file. */
static void
assert_disk (Fixture *fixture,
             const char *name,
             const char *expected)
{
  g_autofree char *path = dup_path (fixture, name), *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_text (HdDocument *document,
             const char *name,
             const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (hd_document_read_file (document, name, &text, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
edit (HdDocument *document,
      const char *name,
      const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_document_set_file_text (document, name, text, &error));
  g_assert_no_error (error);
}

static gboolean
save (Fixture *fixture,
      const char *name,
      GError **error)
{
  g_autofree char *path = dup_path (fixture, name), *parent = g_path_get_dirname (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_mkdir_with_parents (parent, 0700);
  return hd_document_save (fixture->document, file, NULL, error);
}

static void
assert_saved (Fixture *fixture,
              const char *name)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (save (fixture, name, &error));
  g_assert_no_error (error);
  g_assert_false (hd_document_get_modified (fixture->document));
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("heddle-test-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->document = hd_document_load_from_data (PROJECT, -1, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (save (fixture, "a.heddle", &error));
  write_disk (fixture, TABLE, "one\n", -1);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  static const char *const names[] = { TABLE, "tables/new.txt", "tables", "a.heddle", "other/" TABLE, "other/tables", "other/b.heddle", "other" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = dup_path (fixture, names[i]);

      g_remove (path);
    }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_object_unref (fixture->document);
}

static void
test_edit (Fixture *fixture,
           gconstpointer data)
{
  HdDocument *document = fixture->document;
  g_autoptr (HdSnapshot) before = hd_document_snapshot (document);

  assert_text (document, TABLE, "one\n");
  assert_text (document, "tables/new.txt", NULL);
  g_assert_null (hd_document_get_undo_name (document));
  edit (document, TABLE, "one\n"); /* which it holds */
  g_assert_null (hd_document_get_undo_name (document));
  edit (document, TABLE, "two\n");
  edit (document, "tables/new.txt", "new\n");
  g_assert_cmpstr (hd_document_get_undo_name (document), ==, "Change new.txt");
  assert_text (document, TABLE, "two\n");
  assert_disk (fixture, TABLE, "one\n");
  assert_disk (fixture, "tables/new.txt", NULL);

  g_autoptr (HdSnapshot) edited = hd_document_snapshot (document);
  g_assert_false (hd_snapshot_has_files_of (before, edited));
  g_assert_true (hd_document_undo (document) && hd_document_undo (document));
  g_autoptr (HdSnapshot) undone = hd_document_snapshot (document);
  g_assert_true (hd_snapshot_has_files_of (before, undone));
  assert_text (document, TABLE, "one\n");
  assert_text (document, "tables/new.txt", NULL);
  g_assert_true (hd_document_redo (document));
  assert_text (document, TABLE, "two\n");
  assert_saved (fixture, "a.heddle");
  assert_disk (fixture, TABLE, "two\n");
  assert_disk (fixture, "tables/new.txt", NULL);

  /* What was before is written too, once that is saved; and a state from before the first edit is the one that held then. */
  g_autoptr (HdSnapshot) saved = hd_document_snapshot (document);
  g_assert_false (hd_snapshot_has_files_of (before, saved));
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_get_modified (document));
  assert_disk (fixture, TABLE, "two\n");
  assert_saved (fixture, "a.heddle");
  assert_disk (fixture, TABLE, "one\n");
}

static void
test_elsewhere (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  edit (fixture->document, TABLE, "two\n");
  write_disk (fixture, "other/" TABLE, "of another project\n", -1);
  g_assert_false (save (fixture, "other/b.heddle", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  assert_disk (fixture, "other/" TABLE, "of another project\n");
  assert_disk (fixture, "other/b.heddle", NULL);
  g_assert_true (hd_document_get_modified (fixture->document));

  g_autofree char *path = dup_path (fixture, "other/" TABLE);
  g_remove (path);
  assert_saved (fixture, "other/b.heddle");
  assert_disk (fixture, "other/" TABLE, "two\n");
  assert_disk (fixture, TABLE, "one\n");
}

static void
test_conflict (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  edit (fixture->document, TABLE, "two\n");
  write_disk (fixture, TABLE, "by another program\n", -1);
  g_assert_false (save (fixture, "a.heddle", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, TABLE));
  assert_disk (fixture, TABLE, "by another program\n");
  assert_text (fixture->document, TABLE, "two\n");

  /* Without the edit what stands there is the file; an edit of that is saved. */
  g_assert_true (hd_document_undo (fixture->document));
  assert_saved (fixture, "a.heddle");
  assert_disk (fixture, TABLE, "by another program\n");
  assert_text (fixture->document, TABLE, "by another program\n");
  edit (fixture->document, TABLE, "three\n");
  assert_saved (fixture, "a.heddle");
  assert_disk (fixture, TABLE, "three\n");
  g_assert_true (hd_document_undo (fixture->document));
  assert_text (fixture->document, TABLE, "by another program\n");
}

static void
test_refused (Fixture *fixture,
              gconstpointer data)
{
  g_autofree char *large = g_strnfill (1024 * 1024 + 1, 'x'), *text = NULL;
  struct { const char *content; gssize length; int code; } files[] = {
    { "\xff\xfe", 2, HD_ERROR_SYNTAX }, { "a\0b", 3, HD_ERROR_SYNTAX }, { "\x01", 1, HD_ERROR_SYNTAX }, { large, -1, HD_ERROR_LIMIT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      write_disk (fixture, TABLE, files[i].content, files[i].length);
      g_assert_false (hd_document_read_file (fixture->document, TABLE, &text, &error));
      g_assert_error (error, HD_ERROR, files[i].code);
      g_assert_nonnull (strstr (error->message, TABLE));
      g_clear_error (&error);
      g_assert_false (hd_document_set_file_text (fixture->document, TABLE, "good\n", &error));
      g_assert_error (error, HD_ERROR, files[i].code);
      g_clear_error (&error);
      g_assert_false (hd_document_set_file_text (fixture->document, "tables/new.txt", files[i].content, &error) && i != 1);
      g_assert_true (error != NULL || i == 1); /* in C a zero ends the text */
    }
  g_clear_pointer (&text, g_free);
  {
    g_autoptr (GError) error = NULL;

    g_assert_false (hd_document_set_file_text (fixture->document, "", "x\n", &error));
    g_assert_error (error, HD_ERROR, HD_ERROR_IO);
    g_clear_error (&error);
    g_assert_false (hd_document_read_file (fixture->document, "tables", &text, &error)); /* a folder */
    g_assert_error (error, HD_ERROR, HD_ERROR_IO);
    g_clear_error (&error);
    g_assert_false (hd_document_read_file (fixture->document, "/dev/zero", &text, &error)); /* which has no end */
    g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  }
}

/* The journal is read on a document that knows nothing of the files, beside a disk that may already hold what was saved. */
static void
test_journal (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = dup_path (fixture, "a.heddle");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdDocument) recovered = NULL;
  g_autofree char *journal = NULL, *again = NULL;

  edit (fixture->document, TABLE, " <two> & \"three\"\r\n\n");
  assert_saved (fixture, "a.heddle");
  edit (fixture->document, TABLE, "");
  edit (fixture->document, "tables/new.txt", "new\n");
  journal = hd_document_dup_edits_xml (fixture->document, 0);
  recovered = hd_document_load (file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (hd_document_apply_edits_xml (recovered, journal, &error));
  g_assert_no_error (error);
  again = hd_document_dup_edits_xml (recovered, 0);
  g_assert_cmpstr (again, ==, journal);
  assert_text (recovered, TABLE, "");
  assert_text (recovered, "tables/new.txt", "new\n");
  g_assert_true (hd_document_travel_to (recovered, 1));
  assert_text (recovered, TABLE, " <two> & \"three\"\r\n\n");
  g_assert_true (hd_document_undo (recovered));
  assert_text (recovered, TABLE, "one\n");

  g_assert_false (hd_document_apply_edits_xml (recovered, "<edits><step name='x'><file name='tables/routes.txt'><old>three</old><new>x</new></file></step></edits>", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (hd_document_apply_edits_xml (recovered, "<edits><step name='x'><file/></step></edits>", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
}

static void
test_restore (Fixture *fixture,
              gconstpointer data)
{
  HdDocument *document = fixture->document;
  g_autoptr (HdSnapshot) first = hd_document_snapshot (document), second = NULL;
  g_autoptr (GError) error = NULL;

  edit (document, TABLE, "two\n");
  second = hd_document_snapshot (document);
  edit (document, TABLE, "three\n");
  edit (document, "tables/new.txt", "new\n");
  g_assert_true (hd_document_restore (document, first, "As before", &error));
  assert_text (document, TABLE, "one\n");
  assert_text (document, "tables/new.txt", NULL);
  g_assert_true (hd_document_restore (document, second, "As then", &error));
  assert_text (document, TABLE, "two\n");
  g_assert_true (hd_document_undo (document) && hd_document_undo (document));
  assert_text (document, TABLE, "three\n");
  assert_text (document, "tables/new.txt", "new\n");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/beside/edit", Fixture, NULL, set_up, test_edit, tear_down);
  g_test_add ("/beside/elsewhere", Fixture, NULL, set_up, test_elsewhere, tear_down);
  g_test_add ("/beside/conflict", Fixture, NULL, set_up, test_conflict, tear_down);
  g_test_add ("/beside/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/beside/journal", Fixture, NULL, set_up, test_journal, tear_down);
  g_test_add ("/beside/restore", Fixture, NULL, set_up, test_restore, tear_down);
  return g_test_run ();
}
