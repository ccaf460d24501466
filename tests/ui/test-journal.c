/* test-journal.c: edits outlive the program
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is recovered has the bytes of the document as it was at some moment, at most two seconds before the program was killed; it can
 * be undone to the bytes that were read. A journal of a living program is nobody else's. Work that was saved or given up leaves nothing.
 * Left open: power that fails while the disk says that it has written.
 */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <glib/gstdio.h>

#include "heddle-journal.h"
#include "ui-project.h"

typedef struct
{
  char *folder;    /* of the project */
  char *directory; /* of the journals */
  GFile *file;
  HdDocument *document;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("heddle-test-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->directory = g_build_filename (fixture->folder, "a", "journals", NULL);
  path = g_build_filename (fixture->folder, "two boxes.heddle", NULL);
  g_file_set_contents (path, UI_PROJECT, -1, &error);
  g_assert_no_error (error);
  fixture->file = g_file_new_for_path (path);
  fixture->document = hd_document_load (fixture->file, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_clear_object (&fixture->document);
  g_object_unref (fixture->file);
  remove_tree (fixture->folder);
  g_free (fixture->directory);
  g_free (fixture->folder);
}

static char *
dup_etag (GFile *file)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return g_strdup (g_file_info_get_etag (info));
}

static HeddleJournal *
new_journal (Fixture *fixture)
{
  HeddleJournal *journal = heddle_journal_new (fixture->document, fixture->directory);
  g_autofree char *etag = dup_etag (fixture->file);

  heddle_journal_set_saved (journal, etag);
  return journal;
}

static guint
count_files (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
edit (HdDocument *document,
      guint value)
{
  g_autofree char *name = g_strdup_printf ("Name %u & <more>", value);
  g_autoptr (GError) error = NULL;

  hd_document_set_attribute (document, hd_object_get_uid (hd_document_get_root (document)), "name", name, &error);
  g_assert_no_error (error);
}

/* One of: a note more, a component less, another place; undo, redo. */
static void
edit_somehow (HdDocument *document,
              GRand *random)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  guint n = hd_object_get_n_children (top);
  guint64 child = n > 0 ? hd_object_get_uid (hd_object_get_child (top, g_rand_int_range (random, 0, n))) : 0;
  g_autofree char *number = g_strdup_printf ("%d", g_rand_int_range (random, -500, 500));
  g_autoptr (HdObject) note = hd_object_new (HD_OBJECT_NOTE, "x", number, "y", "0", NULL);
  g_autoptr (GError) error = NULL;

  switch (g_rand_int_range (random, 0, 6))
    {
    case 0:
    case 1:
      hd_object_set_initial_text (note, number);
      hd_document_insert (document, hd_object_get_uid (top), g_rand_int_range (random, 0, n + 1), note, &error);
      break;

    case 2:
      if (child != 0)
        hd_document_remove (document, child, &error);
      break;

    case 3:
      if (child != 0)
        hd_document_set_attribute (document, child, "x", number, &error);
      break;

    case 4:
      hd_document_undo (document);
      break;

    default:
      hd_document_redo (document);
      break;
    }
  g_assert_no_error (error);
}

static HeddleRemnant *
find_only (Fixture *fixture,
           GPtrArray **out_list)
{
  *out_list = heddle_remnant_list (fixture->directory);
  g_assert_cmpuint ((*out_list)->len, ==, 1);
  return (*out_list)->pdata[0];
}

static void
assert_recovers (HeddleRemnant *remnant,
                 const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = heddle_remnant_recover (remnant, NULL, &error);
  g_autofree char *text = NULL;
  g_autofree char *first = NULL;
  g_autoptr (HdDocument) original = hd_document_load_from_data (UI_PROJECT, -1, NULL, NULL, NULL);
  g_autofree char *read = hd_document_to_string (original, NULL);

  g_assert_no_error (error);
  text = hd_document_to_string (document, NULL);
  g_assert_cmpstr (text, ==, expected);
  g_assert_true (hd_document_get_modified (document));
  while (hd_document_undo (document))
    ;
  first = hd_document_to_string (document, NULL);
  g_assert_cmpstr (first, ==, read);
}

/* ---- while the program lives ----------------------------------------------------------------------------------------------------- */

static void
test_no_edit (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (HeddleJournal) journal = new_journal (fixture);

  heddle_journal_flush (journal);
  g_assert_null (heddle_journal_dup_path (journal));
  g_assert_cmpuint (count_files (fixture->directory), ==, 0);
}

static void
test_removed (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (HeddleJournal) journal = new_journal (fixture);

  edit (fixture->document, 1);
  heddle_journal_flush (journal);
  g_assert_cmpuint (count_files (fixture->directory), ==, 1);
  heddle_journal_remove (journal);
  edit (fixture->document, 2);
  heddle_journal_flush (journal);
  g_assert_cmpuint (count_files (fixture->directory), ==, 0);
}

static void
test_locked (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (HeddleJournal) journal = new_journal (fixture);
  g_autoptr (GPtrArray) others = NULL;

  edit (fixture->document, 1);
  heddle_journal_flush (journal);
  others = heddle_remnant_list (fixture->directory);
  g_assert_cmpuint (others->len, ==, 0);
  g_assert_cmpuint (count_files (fixture->directory), ==, 1);

  /* Two that look for remnants do not find the same. */
  g_clear_object (&journal);
  g_autoptr (GPtrArray) first = heddle_remnant_list (fixture->directory);
  g_autoptr (GPtrArray) second = heddle_remnant_list (fixture->directory);
  g_assert_cmpuint (first->len, ==, 1);
  g_assert_cmpuint (second->len, ==, 0);
}

static void
on_failed (HeddleJournal *journal,
           const char *message,
           guint *n)
{
  g_assert_cmpstr (message, !=, "");
  (*n)++;
}

static void
test_no_directory (Fixture *fixture,
                   gconstpointer data)
{
  g_autofree char *below_file = g_build_filename (g_file_peek_path (fixture->file), "journals", NULL);
  g_autoptr (HeddleJournal) journal = heddle_journal_new (fixture->document, below_file);
  guint n = 0;

  g_signal_connect (journal, "failed", G_CALLBACK (on_failed), &n);
  for (guint i = 0; i < 3; i++)
    {
      edit (fixture->document, i);
      heddle_journal_flush (journal);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n, ==, 1);
}

/* What was written before the disk was full is still recovered. */
static void
test_full_disk (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (HeddleJournal) journal = new_journal (fixture);
  g_autofree char *expected = NULL;
  g_autofree char *path = NULL;
  g_autofree char *long_name = g_strnfill (20000, 'x');
  g_autoptr (GPtrArray) list = NULL;
  struct rlimit limit, unlimited;
  GStatBuf status;
  guint n = 0;

  edit (fixture->document, 1);
  expected = hd_document_to_string (fixture->document, NULL);
  heddle_journal_flush (journal);
  path = heddle_journal_dup_path (journal);
  g_assert_cmpint (g_stat (path, &status), ==, 0);

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &unlimited), ==, 0);
  limit = unlimited;
  limit.rlim_cur = status.st_size + 1000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_signal_connect (journal, "failed", G_CALLBACK (on_failed), &n);
  hd_document_set_attribute (fixture->document, 1, "description", long_name, NULL);
  heddle_journal_flush (journal);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &unlimited), ==, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n, ==, 1);
  g_clear_object (&journal);
  assert_recovers (find_only (fixture, &list), expected);
}

/* ---- after it --------------------------------------------------------------------------------------------------------------------- */

static void
test_remnant (Fixture *fixture,
              gconstpointer data)
{
  HeddleJournal *journal = new_journal (fixture);
  g_autofree char *expected = NULL;
  g_autoptr (GPtrArray) list = NULL;
  HeddleRemnant *remnant;

  edit (fixture->document, 1);
  edit (fixture->document, 2);
  edit (fixture->document, 3);
  hd_document_undo (fixture->document);
  expected = hd_document_to_string (fixture->document, NULL);
  g_object_unref (journal);

  remnant = find_only (fixture, &list);
  g_assert_cmpuint (remnant->n_changes, ==, 2);
  g_assert_true (g_file_equal (remnant->file, fixture->file));
  g_assert_false (remnant->file_changed);
  g_assert_cmpint (ABS (g_date_time_to_unix (remnant->time) - g_get_real_time () / G_USEC_PER_SEC), <, 100);
  assert_recovers (remnant, expected);
  heddle_remnant_discard (remnant);
  g_assert_cmpuint (count_files (fixture->directory), ==, 0);
}

/* A table that was edited is recovered too, and is written beside the project, over what it was made of. */
static void
test_beside (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "routes.txt", NULL), *text = NULL, *written = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  HeddleJournal *journal;

  g_file_set_contents (path, "one\n", -1, &error);
  g_assert_no_error (error);
  journal = new_journal (fixture);
  hd_document_set_file_text (fixture->document, "routes.txt", "two\n", &error);
  g_assert_no_error (error);
  edit (fixture->document, 1);
  g_object_unref (journal);
  document = heddle_remnant_recover (find_only (fixture, &list), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (hd_document_read_file (document, "routes.txt", &text, &error));
  g_assert_cmpstr (text, ==, "two\n");
  g_assert_true (hd_document_save (document, fixture->file, NULL, &error));
  g_assert_no_error (error);
  g_file_get_contents (path, &written, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (written, ==, "two\n");
}

static void
test_untitled (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (HdDocument) document = hd_document_new ("New");
  HeddleJournal *journal = heddle_journal_new (document, fixture->directory);
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (HdDocument) recovered = NULL;
  HeddleRemnant *remnant;

  edit (document, 1);
  g_object_unref (journal);
  remnant = find_only (fixture, &list);
  g_assert_null (remnant->file);
  g_assert_false (remnant->file_changed);
  g_assert_cmpstr (remnant->name, ==, "Name 1 & <more>");
  recovered = heddle_remnant_recover (remnant, NULL, NULL);
  g_assert_nonnull (recovered);
  g_assert_null (hd_document_get_file (recovered));
}

/* The file is another one now: its text is not what the edits were made on, so that it must not be replaced unasked. */
static void
test_changed_file (Fixture *fixture,
                   gconstpointer data)
{
  HeddleJournal *journal = new_journal (fixture);
  g_autofree char *expected = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (HdDocument) recovered = NULL;
  HeddleRemnant *remnant;

  edit (fixture->document, 1);
  expected = hd_document_to_string (fixture->document, NULL);
  g_object_unref (journal);
  g_usleep (2000);
  g_assert_true (g_file_set_contents (g_file_peek_path (fixture->file), "<heddle version=\"1\"><top/></heddle>", -1, NULL));

  remnant = find_only (fixture, &list);
  g_assert_true (remnant->file_changed);
  assert_recovers (remnant, expected);
  recovered = heddle_remnant_recover (remnant, NULL, NULL);
  g_assert_null (hd_document_get_file (recovered));
}

/* Saved work is not recovered; what was done or undone since is. */
static void
test_saved (Fixture *fixture,
            gconstpointer data)
{
  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdDocument) document = hd_document_load (fixture->file, NULL, NULL, &error);
      HeddleJournal *journal = heddle_journal_new (document, fixture->directory);
      g_autofree char *etag = NULL;
      g_autoptr (GPtrArray) list = NULL;

      edit (document, 10 * round + 1);
      edit (document, 10 * round + 2);
      hd_document_save (document, fixture->file, NULL, &error);
      g_assert_no_error (error);
      etag = dup_etag (fixture->file);
      heddle_journal_set_saved (journal, etag);
      if (round == 1)
        edit (document, 13);
      else if (round == 2)
        hd_document_undo (document);
      g_object_unref (journal);
      list = heddle_remnant_list (fixture->directory);
      g_assert_cmpuint (list->len, ==, round > 0);
      if (round == 0)
        g_assert_cmpuint (count_files (fixture->directory), ==, 0);
      for (guint i = 0; i < list->len; i++)
        {
          HeddleRemnant *remnant = list->pdata[i];
          g_autofree char *expected = hd_document_to_string (document, NULL);
          g_autoptr (HdDocument) recovered = heddle_remnant_recover (remnant, NULL, &error);
          g_autofree char *text = hd_document_to_string (recovered, NULL);

          g_assert_cmpstr (text, ==, expected);
          g_assert_cmpuint (remnant->n_changes, ==, 1);
          g_assert_false (remnant->file_changed);
          heddle_remnant_discard (remnant);
        }
    }
}

/* Steps taken back and taken anew are changes too, and a program that is killed again before it saves has not lost count. */
static void
test_counted (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  HeddleJournal *journal = new_journal (fixture);
  g_autofree char *etag = NULL;

  for (guint i = 0; i < 5; i++)
    edit (fixture->document, i);
  hd_document_save (fixture->document, fixture->file, NULL, &error);
  g_assert_no_error (error);
  etag = dup_etag (fixture->file);
  heddle_journal_set_saved (journal, etag);
  hd_document_undo (fixture->document);
  heddle_journal_flush (journal);
  edit (fixture->document, 6);
  g_object_unref (journal);
  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (GPtrArray) list = NULL;
      HeddleRemnant *remnant = find_only (fixture, &list);
      g_autoptr (HdDocument) recovered = heddle_remnant_recover (remnant, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (remnant->n_changes, ==, 2);
      g_object_unref (heddle_remnant_continue (remnant, recovered));
    }
}

/* It is not a step, and yet recovered. */
static void
test_named_by_saving (Fixture *fixture,
                      gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_new ("Untitled");
  HeddleJournal *journal = heddle_journal_new (document, fixture->directory);
  g_autoptr (GPtrArray) list = NULL;

  hd_document_set_attribute (document, hd_object_get_uid (hd_document_get_root (document)), "description", "One", &error);
  g_assert_no_error (error);
  hd_document_set_name (document, "named");
  hd_document_save (document, fixture->file, NULL, &error);
  g_assert_no_error (error);
  heddle_journal_set_saved (journal, NULL);
  hd_document_undo (document);
  g_object_unref (journal);

  HeddleRemnant *remnant = find_only (fixture, &list);
  g_autoptr (HdDocument) recovered = heddle_remnant_recover (remnant, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (remnant->n_changes, ==, 1);
  g_assert_cmpstr (hd_document_get_name (recovered), ==, "named");
}

/* Cut anywhere, a journal gives one of the states that the document had, in their order. */
static void
test_torn (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (HeddleJournal) journal = new_journal (fixture);
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = NULL;
  g_autofree char *bytes = NULL;
  gsize length;
  guint seen = 0;

  for (guint i = 0; i < 4; i++)
    {
      edit (fixture->document, i);
      g_ptr_array_add (states, hd_document_to_string (fixture->document, NULL));
      heddle_journal_flush (journal);
    }
  path = heddle_journal_dup_path (journal);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  heddle_journal_remove (journal);

  for (gsize cut = 0; cut <= length; cut++)
    {
      g_autofree char *torn = g_build_filename (fixture->directory, "torn.journal", NULL);
      g_autoptr (GPtrArray) list = NULL;
      g_autoptr (HdDocument) recovered = NULL;
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (torn, bytes, cut, NULL));
      list = heddle_remnant_list (fixture->directory);
      if (list->len == 0)
        {
          g_assert_cmpuint (seen, ==, 0);
          continue;
        }
      recovered = heddle_remnant_recover (list->pdata[0], NULL, &error);
      g_assert_no_error (error);
      text = hd_document_to_string (recovered, NULL);
      if (seen == 0 || !g_str_equal (text, states->pdata[seen - 1]))
        seen++;
      g_assert_cmpuint (seen, <=, states->len);
      g_assert_cmpstr (text, ==, states->pdata[seen - 1]);
    }
  g_assert_cmpuint (seen, ==, states->len);
}

/* What was recovered is edited further, in the same journal, and recovered again. */
static void
test_continued (Fixture *fixture,
                gconstpointer data)
{
  HeddleJournal *journal = new_journal (fixture);
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < 30; i++)
    edit_somehow (fixture->document, random);
  edit (fixture->document, 1);
  g_object_unref (journal);
  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (GPtrArray) list = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *before = hd_document_to_string (fixture->document, NULL);
      g_autofree char *text = NULL;
      HeddleRemnant *remnant = find_only (fixture, &list);
      HdDocument *recovered = heddle_remnant_recover (remnant, NULL, &error);

      g_assert_no_error (error);
      text = hd_document_to_string (recovered, NULL);
      g_assert_cmpstr (text, ==, before);
      g_assert_cmpuint (remnant->n_changes, >, 0); /* killed again and again, nothing of it is saved */
      journal = heddle_remnant_continue (remnant, recovered);
      for (guint i = 0; i < 20; i++)
        {
          edit_somehow (recovered, random);
          if (i % 7 == 0)
            heddle_journal_flush (journal);
        }
      edit (recovered, round);
      g_object_unref (journal);
      g_set_object (&fixture->document, recovered);
      g_object_unref (recovered);
    }
}

static gint64
get_changed (Fixture *fixture)
{
  g_autoptr (GPtrArray) list = NULL;

  return g_date_time_to_unix (find_only (fixture, &list)->time);
}

/* Work was changed last when it was edited last, not when it was recovered. */
static void
test_time (Fixture *fixture,
           gconstpointer data)
{
  const gint64 long_ago = 1000000000;
  HeddleJournal *journal = new_journal (fixture);
  g_autofree char *path = NULL;

  edit (fixture->document, 1);
  heddle_journal_flush (journal);
  path = heddle_journal_dup_path (journal);
  g_object_unref (journal);
  g_assert_cmpint (g_utime (path, &(struct utimbuf){ long_ago, long_ago }), ==, 0);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GPtrArray) list = NULL;
      HeddleRemnant *remnant = find_only (fixture, &list);
      g_autoptr (HdDocument) recovered = heddle_remnant_recover (remnant, NULL, NULL);

      g_assert_cmpint (g_date_time_to_unix (remnant->time), ==, long_ago);
      journal = heddle_remnant_continue (remnant, recovered);
      if (round == 1)
        edit (recovered, 2);
      g_object_unref (journal);
    }
  g_assert_cmpint (get_changed (fixture), >, long_ago);
}

/* ---- killed --------------------------------------------------------------------------------------------------------------------------- */

/* The program that is killed: edits, writes what it has, says so, and waits with its main loop. */
static int
live (const char *path,
      const char *directory,
      guint seed)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdDocument) document = hd_document_load (file, NULL, NULL, NULL);
  g_autoptr (HeddleJournal) journal = heddle_journal_new (document, directory);
  g_autofree char *etag = dup_etag (file);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;

  heddle_journal_set_saved (journal, etag);
  for (guint i = 0; i < 200; i++)
    edit_somehow (document, random);
  edit (document, seed);
  text = hd_document_to_string (document, NULL);
  expected = g_strconcat (directory, ".expected", NULL);
  g_file_set_contents (expected, text, -1, NULL);
  g_main_loop_run (g_main_loop_new (NULL, FALSE));
  return 0;
}

static gboolean
is_written (const char *directory,
            const char *text)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);
      g_autofree char *content = NULL;
      gsize length;

      if (g_file_get_contents (path, &content, &length, NULL) && g_strstr_len (content, (gssize) length, text) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* The program promises two seconds; a busy machine may take longer. */
static void
wait_until_written (const char *directory,
                    const char *text)
{
  gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  while (!is_written (directory, text))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (10000);
    }
}

static void
test_killed (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *seed = g_strdup_printf ("%u", (guint) g_test_rand_int ());
  char *arguments[] = { program, "--live", (char *) g_file_peek_path (fixture->file), fixture->directory, seed, NULL };
  g_autofree char *expected_path = g_strconcat (fixture->directory, ".expected", NULL);
  g_autofree char *expected = NULL;
  g_autofree char *folder = g_path_get_dirname (fixture->directory);
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *last = g_strdup_printf ("Name %s ", seed);
  GPid pid;

  g_test_message ("seed %s", seed);
  g_mkdir_with_parents (folder, 0700);
  g_spawn_async (NULL, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 2000 && !g_file_test (expected_path, G_FILE_TEST_EXISTS); i++)
    g_usleep (10000);
  wait_until_written (fixture->directory, last);
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);

  g_assert_true (g_file_get_contents (expected_path, &expected, NULL, NULL));
  assert_recovers (find_only (fixture, &list), expected);
}

int
main (int argc,
      char **argv)
{
  if (argc == 5 && g_str_equal (argv[1], "--live"))
    return live (argv[2], argv[3], atoi (argv[4]));
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/ui/journal/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("beside", test_beside);
  ADD ("no-edit", test_no_edit);
  ADD ("removed", test_removed);
  ADD ("locked", test_locked);
  ADD ("no-directory", test_no_directory);
  ADD ("full-disk", test_full_disk);
  ADD ("remnant", test_remnant);
  ADD ("untitled", test_untitled);
  ADD ("changed-file", test_changed_file);
  ADD ("saved", test_saved);
  ADD ("torn", test_torn);
  ADD ("continued", test_continued);
  ADD ("time", test_time);
  ADD ("counted", test_counted);
  ADD ("named-by-saving", test_named_by_saving);
  ADD ("killed", test_killed);
#undef ADD
  return g_test_run ();
}
