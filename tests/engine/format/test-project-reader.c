/* test-project-reader.c: files that are hostile, broken, too large, or of another version
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: such a file ends in an error of its code that names the line, quickly and without the memory that it asks for; a file of an
 * older version becomes one of the present version.
 */
#include <string.h>

#include <heddle/hd-document.h>
#include <heddle/hd-error.h>

#include "../../sanitizers.h"

#define BEFORE "<heddle version='1'>\n<top>\n"
#define AFTER "\n</top>\n</heddle>\n"

static HdDocument *
load (const char *data,
      gssize length,
      HdProblemList *problems,
      GError **error)
{
  return hd_document_load_from_data (data, length, "bad.heddle", problems, error);
}

typedef struct
{
  const char *name;
  const char *data;
  gsize length; /* 0: to the NUL */
  int code;
  int line;
  const char *says;
} Bad;

#define TEXT(text) text, sizeof (text) - 1

static const Bad bad[] = {
  { "empty", "", 0, HD_ERROR_SYNTAX, 0, "empty" },
  { "blank", " \n\n", 0, HD_ERROR_SYNTAX, 0, "" },
  { "not-xml", "PK\003\004", 0, HD_ERROR_SYNTAX, 1, "UTF-8" },
  { "json", "{\"heddle\": 1}", 0, HD_ERROR_SYNTAX, 1, "" },
  { "other-root", "<?xml version='1.0'?>\n<svg/>", 0, HD_ERROR_SYNTAX, 2, "<svg>" },
  { "truncated-tag", BEFORE "<component id='a", 0, HD_ERROR_SYNTAX, 3, "well-formed" },
  { "truncated-tree", BEFORE "<component id='a'/>\n", 0, HD_ERROR_SYNTAX, 4, "well-formed" },
  { "truncated-comment", BEFORE "<!-- to be", 0, HD_ERROR_SYNTAX, 3, "omment" },
  { "crossed-tags", BEFORE "<note>\n</top></note>" AFTER, 0, HD_ERROR_SYNTAX, 4, "<note> of line 3" },
  { "two-roots", "<heddle version='1'/>\n<heddle version='1'/>", 0, HD_ERROR_SYNTAX, 2, "" },
  { "double-attribute", BEFORE "<component id='a' id='b'/>" AFTER, 0, HD_ERROR_SYNTAX, 3, "id" },
  { "bad-attribute", BEFORE "<component id=a/>" AFTER, 0, HD_ERROR_SYNTAX, 3, "" },
  { "less-than", BEFORE "<link where='i<3'/>" AFTER, 0, HD_ERROR_SYNTAX, 3, "<" },
  { "unknown-entity", BEFORE "<note>&nothing;</note>" AFTER, 0, HD_ERROR_SYNTAX, 3, "nothing" },
  { "unknown-entity-in-value", BEFORE "<note x='&nothing;'/>" AFTER, 0, HD_ERROR_SYNTAX, 3, "nothing" },
  { "control-character", BEFORE "<note>\001</note>" AFTER, 0, HD_ERROR_SYNTAX, 3, "" },
  { "control-reference", BEFORE "<note>&#1;</note>" AFTER, 0, HD_ERROR_SYNTAX, 3, "" },
  { "nul", TEXT (BEFORE "<note>\0</note>" AFTER), HD_ERROR_SYNTAX, 3, "NUL" },
  { "nul-reference", BEFORE "<note>&#0;</note>" AFTER, 0, HD_ERROR_SYNTAX, 3, "" },
  { "invalid-utf-8", BEFORE "<note>\xff\xfe</note>" AFTER, 0, HD_ERROR_SYNTAX, 3, "UTF-8" },
  { "invalid-utf-8-in-value", BEFORE "<note x='\xc3'/>" AFTER, 0, HD_ERROR_SYNTAX, 3, "" },
  { "utf-16", TEXT ("\xff\xfe<\0h\0"), HD_ERROR_SYNTAX, 1, "UTF-8" },
  { "utf-16-without-mark", TEXT ("<\0h\0"), HD_ERROR_SYNTAX, 1, "NUL" },
  { "utf-7", "<?xml version='1.0' encoding='UTF-7'?>\n<heddle version='1'>+ADw-top/+AD4-<note/>\n<top></heddle>", 0, HD_ERROR_SYNTAX, 3, "top" },
  { "ebcdic", "\x4c\x6f\xa7\x94", 0, HD_ERROR_SYNTAX, 1, "" },
  { "instruction-inside", BEFORE "<?php exit ?>" AFTER, 0, HD_ERROR_SYNTAX, 3, "php" },
  { "document-type", "<!DOCTYPE heddle>\n<heddle version='1'/>", 0, HD_ERROR_SYNTAX, 1, "not permitted" },
  { "document-type-late", "<?xml version='1.0'?>\n<!-- <!DOCTYPE a> -->\n<!DOCTYPE heddle>\n<heddle/>", 0, HD_ERROR_SYNTAX, 3, "not permitted" },
  { "external-entity",
    "<?xml version='1.0'?>\n<!DOCTYPE heddle [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<heddle version='1'><top><note>&x;</note></top></heddle>", 0,
    HD_ERROR_SYNTAX, 2, "not permitted" },
  { "external-document-type", "<!DOCTYPE heddle SYSTEM 'http://localhost:1/x.dtd'>\n<heddle version='1'/>", 0, HD_ERROR_SYNTAX, 1, "not permitted" },
  { "billion-laughs",
    "<!DOCTYPE heddle [<!ENTITY a '0123456789'>\n<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>\n<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>\n"
    "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>]>\n<heddle version='1' name='&d;'/>", 0, HD_ERROR_SYNTAX, 1, "not permitted" },
  { "entity-in-comment-is-none", "<!-- -- -->\n<heddle version='1'/>", 0, HD_ERROR_SYNTAX, 1, "" },
};

static void
check_fault (const char *data,
             gssize length,
             int code,
             int line,
             const char *says)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  HdDocument *document = load (data, length, problems, &error);

  g_assert_null (document);
  g_assert_error (error, HD_ERROR, code);
  g_test_message ("%s (%.3f s)", error->message, 1e-6 * (g_get_monotonic_time () - start));
  g_assert_true (g_str_has_prefix (error->message, "bad.heddle:"));
  g_assert_nonnull (strstr (error->message, says));
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);

  const HdProblem *problem = hd_problem_list_get (problems, 0);
  g_assert_cmpint (problem->code, ==, code == HD_ERROR_LIMIT ? HD_PROBLEM_LIMIT : HD_PROBLEM_SYNTAX);
  g_assert_cmpint (problem->severity, ==, HD_SEVERITY_ERROR);
  if (line > 0)
    g_assert_cmpint (problem->line, ==, line);
  g_assert_true (g_utf8_validate (problem->message, -1, NULL));
}

static void
test_bad (gconstpointer data)
{
  const Bad *fault = data;

  check_fault (fault->data, fault->length > 0 ? (gssize) fault->length : (gssize) strlen (fault->data), fault->code, fault->line, fault->says);
}

/* Whatever is cut off, it is an error, never a smaller project. */
static void
test_truncated_anywhere (void)
{
  static const char whole[] = "<?xml version='1.0'?><!--c--><heddle version='1'><top><note x='1'>t&amp;<![CDATA[u]]></note></top><x:y a=\"b\"/></heddle>";

  for (gsize length = 0; length < sizeof whole - 1; length++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (load (whole, length, NULL, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
    }
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = load (whole, sizeof whole - 1, NULL, &error);
  g_assert_no_error (error);
}

/* ---- limits -------------------------------------------------------------------------------------------------------- */

static GString *
repeat (const char *before,
        const char *repeated,
        gsize n,
        const char *after)
{
  GString *text = g_string_new (before);

  for (gsize i = 0; i < n; i++)
    g_string_append (text, repeated);
  g_string_append (text, after);
  return text;
}

static void
test_depth (void)
{
  g_autoptr (GString) deep = repeat ("<heddle version='1'>", "<a>\n", 100000, "");
  check_fault (deep->str, deep->len, HD_ERROR_LIMIT, 64, "64 deep");

  g_autoptr (GString) open = repeat ("<heddle version='1'>", "<a>", 63, "");
  g_autoptr (GString) permitted = repeat (open->str, "</a>", 63, "</heddle>");
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = load (permitted->str, permitted->len, NULL, &error);
  g_assert_no_error (error);
}

static void
test_attributes (void)
{
  g_autoptr (GString) many = g_string_new (BEFORE "<component");
  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (many, " a%u=''", i);
  g_string_append (many, "/>" AFTER);
  check_fault (many->str, many->len, HD_ERROR_LIMIT, 3, "256 attributes");

  g_autoptr (GString) permitted = g_string_new (BEFORE "<component");
  for (guint i = 0; i < 256; i++)
    g_string_append_printf (permitted, " a%u='='", i);
  g_string_append (permitted, "/>" AFTER);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = load (permitted->str, permitted->len, NULL, &error);
  g_assert_no_error (error);
}

static void
test_sizes (void)
{
  g_autoptr (GString) value = repeat (BEFORE "<note x='", "x", 64 * 1024 + 1, "'/>" AFTER);
  check_fault (value->str, value->len, HD_ERROR_LIMIT, 3, "65537");
  g_autoptr (GString) references = repeat (BEFORE "<note x='", "&#x0041;", 64 * 1024 + 1, "'/>" AFTER);
  check_fault (references->str, references->len, HD_ERROR_LIMIT, 3, "65536");
  g_autoptr (GString) huge_value = repeat (BEFORE "<note x='", "xxxxxxxx", 8 << 20, "'/>" AFTER);
  check_fault (huge_value->str, huge_value->len, HD_ERROR_LIMIT, 3, "65536");
  g_autoptr (GString) name = repeat (BEFORE "<", "n", 300, "/>" AFTER);
  check_fault (name->str, name->len, HD_ERROR_LIMIT, 3, "256");
  g_autoptr (GString) attribute = repeat (BEFORE "<note ", "n", 300, "=''/>" AFTER);
  check_fault (attribute->str, attribute->len, HD_ERROR_LIMIT, 3, "");
  g_autoptr (GString) huge_name = repeat (BEFORE "<", "nnnnnnnn", 8 << 20, "/>" AFTER);
  check_fault (huge_name->str, huge_name->len, HD_ERROR_LIMIT, 3, "tag");
  g_autoptr (GString) text = repeat (BEFORE "<note>", "12345678", 128 * 1024 + 1, "</note>" AFTER);
  check_fault (text->str, text->len, HD_ERROR_LIMIT, 3, "1048576");
  g_autoptr (GString) comment = repeat (BEFORE "<!--", "12345678", 128 * 1024 + 1, "-->" AFTER);
  check_fault (comment->str, comment->len, HD_ERROR_LIMIT, 3, "1048576");
}

/* Comments of a megabyte, three hundred times: neither of them is too long. */
static void
test_file_size (void)
{
  g_autofree char *megabyte = g_strnfill (1000000, 'c');
  g_autofree char *comment = g_strconcat ("<!--", megabyte, "-->", NULL);
  g_autoptr (GString) whole = repeat (BEFORE, comment, 300, AFTER);

  check_fault (whole->str, whole->len, HD_ERROR_LIMIT, 3, "256 MiB");
}

static void
test_million_elements (void)
{
  g_autoptr (GString) xml = repeat (BEFORE, "<component id='a'/>\n        ", 1000000, AFTER); /* much layout, no text */
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_autoptr (HdDocument) document = load (xml->str, xml->len, NULL, &error);

  g_assert_no_error (error);
  g_test_message ("%.2f s", 1e-6 * (g_get_monotonic_time () - start));
  g_assert_cmpuint (hd_object_get_n_children (hd_object_get_child (hd_document_get_root (document), 0)), ==, 1000000);
}

static void
test_too_many_elements (void)
{
#if UNDER_ADDRESS_SANITIZER || UNDER_THREAD_SANITIZER
  g_test_skip ("not here: four million elements take minutes under a sanitizer");
  return;
#endif
  g_autoptr (GString) xml = repeat (BEFORE, "<a/>", 4000001, AFTER);

  check_fault (xml->str, xml->len, HD_ERROR_LIMIT, 3, "4000000");
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

static char *
build_name (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", "versions", name, NULL);
}

static void
test_upgrade (void)
{
  g_autofree char *old_name = build_name ("version-0.heddle");
  g_autofree char *new_name = build_name ("version-1.heddle");
  g_autoptr (GFile) old_file = g_file_new_for_path (old_name);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (old_file, problems, NULL, &error);
  g_autofree char *expected = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_VERSION);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, HD_SEVERITY_INFO);
  g_assert_false (hd_document_get_read_only (document));
  g_assert_true (g_file_get_contents (new_name, &expected, NULL, &error));
  g_autofree char *written = hd_document_to_string (document, NULL);
  char *comment = strstr (written, "As Heddle wrote version 0"); /* what people wrote stays */
  g_assert_nonnull (comment);
  comment[strlen ("As Heddle wrote version ")] = '1';
  g_assert_cmpstr (written, ==, expected);
}

static void
test_newer (void)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = load ("<heddle version='7'>\n<top/><hologram/></heddle>", -1, problems, &error);

  g_assert_no_error (error);
  g_assert_true (hd_document_get_read_only (document));
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_VERSION);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, HD_SEVERITY_WARNING);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->line, ==, 1);
  g_assert_false (hd_document_set_attribute (document, 1, "name", "mine", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
}

static void
test_unreadable (void)
{
  static const char *const names[] = { "/nowhere/at/all.heddle", "/" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (names[i]);
      g_autoptr (GError) error = NULL;
      g_assert_null (hd_document_load (file, NULL, NULL, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_IO);
      g_assert_nonnull (strstr (error->message, names[i]));
    }
}

static void
test_cancelled (void)
{
  g_autofree char *name = build_name ("version-1.heddle");
  g_autoptr (GFile) file = g_file_new_for_path (name);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (hd_document_load (file, NULL, cancellable, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/format/project-reader/bad/", bad[i].name, NULL);
      g_test_add_data_func (path, &bad[i], test_bad);
    }
  g_test_add_func ("/engine/format/project-reader/truncated-anywhere", test_truncated_anywhere);
  g_test_add_func ("/engine/format/project-reader/limits/depth", test_depth);
  g_test_add_func ("/engine/format/project-reader/limits/attributes", test_attributes);
  g_test_add_func ("/engine/format/project-reader/limits/sizes", test_sizes);
  g_test_add_func ("/engine/format/project-reader/limits/file-size", test_file_size);
  g_test_add_func ("/engine/format/project-reader/limits/million-elements", test_million_elements);
  g_test_add_func ("/engine/format/project-reader/limits/too-many-elements", test_too_many_elements);
  g_test_add_func ("/engine/format/project-reader/upgrade", test_upgrade);
  g_test_add_func ("/engine/format/project-reader/newer", test_newer);
  g_test_add_func ("/engine/format/project-reader/unreadable", test_unreadable);
  g_test_add_func ("/engine/format/project-reader/cancelled", test_cancelled);
  return g_test_run ();
}
