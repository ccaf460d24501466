/* test-project-file.c: projects in files and back
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what is written is read as the same document and written again as the same bytes.
 */
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/hd-document.h>
#include <heddle/hd-error.h>

static const char example[] =
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  "<!-- SPDX-License-Identifier: CC0-1.0 -->\n"
  "<?xml-model href=\"heddle.rng\"?>\n"
  "<heddle version=\"1\" name=\"CXL &lt;cluster> &amp; &quot;more&quot;\">\n"
  "  <variables>\n"
  "    <variable name=\"xpus\" value=\"64\"/>\n"
  "  </variables>\n"
  "  <!-- a comment\n"
  "       of two lines -->\n"
  "  <module id=\"rack\">\n"
  "    <component id=\"tor\" type=\"fabric.tor-switch\" x=\"400\" y=\"40\"/>\n"
  "    <note x=\"1\">  first\n\n second &amp; &lt;last&gt;&#13;\n</note>\n"
  "    <link from=\"a[i]\" to=\"b&#10;&#9;\" where=\"i > 3 and i &lt; 5\"/>\n"
  "  </module>\n"
  "  <future kind=\"x\">text\n"
  "    <future:part xmlns:future=\"urn:x\"> kept </future:part>\n"
  "  </future>\n"
  "  <top/>\n"
  "</heddle>\n"
  "<!--end-->\n";

static void
test_round_trip (void)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (example, -1, "example.heddle", problems, &error);

  g_assert_no_error (error);
  gsize length;
  g_autofree char *written = hd_document_to_string (document, &length);
  g_assert_cmpstr (written, ==, example);
  g_assert_cmpuint (length, ==, sizeof example - 1);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1); /* text beside elements, in <future> */
  g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, HD_SEVERITY_WARNING);

  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_assert_cmpstr (hd_snapshot_get_file (snapshot), ==, "example.heddle");
  g_assert_null (hd_snapshot_get_directory (snapshot));

  const HdObject *module = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_MODULE, "rack");
  g_assert_cmpint (hd_object_get_line (module), ==, 10);
  const HdObject *note = hd_object_find_child (module, HD_OBJECT_NOTE, NULL);
  g_assert_cmpstr (hd_object_get_text (note), ==, "  first\n\n second & <last>\r\n");
}

/* ---- random documents ---------------------------------------------------------------------------------------------- */

static char *
random_text (GRand *random,
             gboolean comment)
{
  static const char *const pieces[] = {
    "a", "Z", "0", " ", "  ", "\n", "\t", "\r", "\r\n", "<", ">", "&", "\"", "'", "]]>", "<!--", "-->", "&amp;", "&#10;", "<?x?>", "$xpus",
    "12.5 GB/s", "\xc2\xa0", "\xc3\xa9", "\xe4\xb8\xad\xe6\x96\x87", "\xf0\x9f\xa7\xb5", "\xef\xbb\xbf", "\xc2\x85", "\xe2\x80\xa8", "\x7f",
  };
  GString *text = g_string_new (NULL);
  guint n = g_rand_int_range (random, 0, 12);

  for (guint i = 0; i < n; i++)
    {
      const char *piece = pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))];
      if (!comment || (strchr (piece, '-') == NULL && strchr (piece, '\r') == NULL))
        g_string_append (text, piece);
    }
  return g_string_free (text, FALSE);
}

static HdObject *
random_object (GRand *random,
               HdObjectKind parent,
               guint depth)
{
  static const char *const unknown[] = { "future", "x:y", "_z", "note-2", "\xc3\xa9l\xc3\xa9ment" };
  HdObjectKind kind;
  HdObject *self;

  do
    kind = g_rand_int_range (random, 0, HD_N_OBJECT_KINDS);
  while (!hd_schema_allows_child (parent, kind));

  if (kind == HD_OBJECT_UNKNOWN)
    self = hd_object_new_element (unknown[g_rand_int_range (random, 0, G_N_ELEMENTS (unknown))]);
  else
    self = hd_object_new (kind, NULL, NULL);
  if (kind != HD_OBJECT_COMMENT)
    for (guint i = g_rand_int_range (random, 0, 5); i > 0; i--)
      {
        static const char *const names[] = { "title", "x", "value", "a:b", "xmlns:a", "xmlns", "xml:lang", "_", "bandwidth" };
        g_autofree char *value = random_text (random, FALSE);
        hd_object_set_initial (self, names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))], value);
      }
  if (g_rand_int_range (random, 0, 3) == 0 || kind == HD_OBJECT_COMMENT)
    {
      g_autofree char *text = random_text (random, kind == HD_OBJECT_COMMENT);
      hd_object_set_initial_text (self, text);
    }
  if (depth < 6 && hd_schema_allows_child (kind, HD_OBJECT_UNKNOWN))
    for (guint i = g_rand_int_range (random, 0, 5); i > 0; i--)
      hd_object_append_initial (self, random_object (random, kind, depth + 1));
  return self;
}

/* Blanks around the text of elements that have no text of their own belong to the layout. */
static void
assert_same_text (const HdObject *a,
                  const HdObject *b)
{
  const char *texts[] = { hd_object_get_text (a), hd_object_get_text (b) };
  HdObjectKind kind = hd_object_get_kind (a);
  gboolean exact = kind == HD_OBJECT_COMMENT || (hd_object_get_n_children (a) == 0 && (kind == HD_OBJECT_NOTE || kind == HD_OBJECT_UNKNOWN));
  g_autofree char *first = g_strdup (texts[0] != NULL ? texts[0] : "");
  g_autofree char *second = g_strdup (texts[1] != NULL ? texts[1] : "");

  if (exact)
    g_assert_cmpstr (first, ==, second);
  else
    g_assert_cmpstr (g_strstrip (first), ==, g_strstrip (second));
}

static void
assert_same (const HdObject *a,
             const HdObject *b)
{
  g_assert_cmpint (hd_object_get_kind (a), ==, hd_object_get_kind (b));
  g_assert_cmpstr (hd_object_get_element (a), ==, hd_object_get_element (b));
  g_assert_cmpuint (hd_object_get_n_attributes (a), ==, hd_object_get_n_attributes (b));
  for (guint i = 0; i < hd_object_get_n_attributes (a); i++)
    {
      const char *values[2];
      g_assert_cmpstr (hd_object_get_nth_attribute (a, i, &values[0]), ==, hd_object_get_nth_attribute (b, i, &values[1]));
      g_assert_cmpstr (values[0], ==, values[1]);
    }
  assert_same_text (a, b);
  g_assert_cmpuint (hd_object_get_n_children (a), ==, hd_object_get_n_children (b));
  for (guint i = 0; i < hd_object_get_n_children (a); i++)
    assert_same (hd_object_get_child (a, i), hd_object_get_child (b, i));
}

static void
test_random (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdDocument) document = hd_document_new ("random");
      for (guint i = 0; i < 8; i++)
        {
          g_autoptr (HdObject) tree = random_object (random, HD_OBJECT_PROJECT, 2);
          hd_document_insert (document, 1, G_MAXUINT, tree, &error);
          g_assert_no_error (error);
        }
      gsize length, again_length;
      g_autofree char *written = hd_document_to_string (document, &length);
      g_autoptr (HdDocument) read = hd_document_load_from_data (written, length, NULL, NULL, &error);
      g_assert_no_error (error);
      assert_same (hd_document_get_root (document), hd_document_get_root (read));
      g_autofree char *again = hd_document_to_string (read, &again_length);
      g_assert_cmpmem (again, again_length, written, length);
    }
}

/* ---- saving while editing -------------------------------------------------------------------------------------------- */

static void
on_saved (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  g_autoptr (GError) error = NULL;

  hd_document_save_finish (HD_DOCUMENT (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static void
rename_to (HdDocument *document,
           const char *name)
{
  g_autoptr (GError) error = NULL;

  hd_document_set_attribute (document, 1, "name", name, &error);
  g_assert_no_error (error);
}

/* What was edited after the save began is not in the file, and the document knows; it finds back to what is. */
static void
test_save_async (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdDocument) document = hd_document_new ("first");
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;
  gboolean saved = FALSE;

  rename_to (document, "second");
  expected = hd_document_to_string (document, NULL);
  hd_document_save_async (document, file, NULL, on_saved, &saved);
  rename_to (document, "third");
  g_assert_false (hd_document_save (document, file, NULL, &error)); /* one at a time */
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  while (!saved)
    g_main_context_iteration (NULL, TRUE);

  g_assert_true (g_file_get_contents (path, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, expected);
  g_assert_true (hd_document_get_modified (document));
  g_assert_true (hd_document_undo (document));
  g_assert_false (hd_document_get_modified (document));

  /* The state that is being written is left for good. */
  saved = FALSE;
  hd_document_save_async (document, file, NULL, on_saved, &saved);
  g_assert_true (hd_document_undo (document));
  rename_to (document, "fourth");
  while (!saved)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (hd_document_get_modified (document));
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_get_modified (document));

  g_file_delete (file, NULL, NULL);
  g_rmdir (folder);
}

static void
test_unsaved (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("first");
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/a.heddle");

  g_assert_false (hd_document_get_modified (document));
  hd_document_set_unsaved (document, file);
  g_assert_true (hd_document_get_modified (document));
  g_assert_true (g_file_equal (hd_document_get_file (document), file));
  rename_to (document, "second");
  hd_document_undo (document);
  g_assert_true (hd_document_get_modified (document));
}

/* Before and after any undo, the names are those of all steps in their order. */
static void
test_history (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("first");

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("Step %u", i);

      hd_document_begin_group (document, name);
      rename_to (document, name);
      hd_document_end_group (document);
    }
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 3);
  hd_document_undo (document);
  hd_document_undo (document);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  g_assert_cmpuint (hd_document_get_n_redo (document), ==, 2);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("Step %u", i);

      g_assert_cmpstr (hd_document_get_step_name (document, i), ==, name);
    }
}

/* Each message names the file once. */
static void
test_missing (void)
{
  static const struct
  {
    const char *path;
    const char *message;
  } cases[] = {
    { "/nowhere/a.heddle", "/nowhere/a.heddle cannot be read: No such file or directory" },
    { "/dev/null/a.heddle", "/dev/null/a.heddle cannot be read: Not a directory" },
    { "/tmp", "/tmp cannot be read: Is a directory" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (cases[i].path);
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_document_load (file, NULL, NULL, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_IO);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/project-file/round-trip", test_round_trip);
  g_test_add_func ("/engine/format/project-file/random", test_random);
  g_test_add_func ("/engine/format/project-file/save-async", test_save_async);
  g_test_add_func ("/engine/format/project-file/unsaved", test_unsaved);
  g_test_add_func ("/engine/format/project-file/history", test_history);
  g_test_add_func ("/engine/format/project-file/missing", test_missing);
  return g_test_run ();
}
