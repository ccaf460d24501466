/* test-schema.c: the RELAX NG schema says what the table says
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: resources/schemas/heddle.rng is what the table of hd-schema.c gives, and libxml2 finds every shipped project and random sound
 * documents valid by it, and documents with one unknown attribute or misplaced element not. Left open: values, which validation judges.
 *
 * `test-document-schema --write FILE` writes the schema anew after the table has changed.
 */
#include <string.h>

#include <heddle/hd-document.h>
#include <heddle/hd-run-settings.h>
#include <libxml/relaxng.h>

/* ---- the schema from the table ------------------------------------------------------------------------------------- */

static void
append (GString *out,
        guint depth,
        const char *format,
        ...) G_GNUC_PRINTF (3, 4);

static void
append (GString *out,
        guint depth,
        const char *format,
        ...)
{
  va_list arguments;

  g_string_append_printf (out, "%*s", (int) depth * 2, "");
  va_start (arguments, format);
  g_string_append_vprintf (out, format, arguments);
  va_end (arguments);
  g_string_append_c (out, '\n');
}

static void
append_pattern (GString *out,
                guint depth,
                const char *pattern)
{
  append (out, depth, "<data type=\"string\"><param name=\"pattern\">%s</param></data>", pattern);
}

static void
append_value (GString *out,
              guint depth,
              const HdField *field)
{
  switch (field->kind)
    {
    case HD_FIELD_ID:
    case HD_FIELD_REFERENCE:
      append_pattern (out, depth, "[A-Za-z_][A-Za-z0-9_\\-]*");
      break;
    case HD_FIELD_NUMBER:
      append (out, depth, "<data type=\"double\"/>");
      break;
    case HD_FIELD_TYPE:
      append_pattern (out, depth, "[A-Za-z0-9_\\-]+\\.[A-Za-z0-9_\\-]+");
      break;
    case HD_FIELD_CHOICE:
      append (out, depth, "<choice>");
      for (guint i = 0; field->choices[i] != NULL; i++)
        append (out, depth + 1, "<value>%s</value>", field->choices[i]);
      if (!field->literal)
        append_pattern (out, depth + 1, strcmp (field->name, "sync") == 0 ? "loose:.*|.*[$(].*" : ".*[$(].*");
      append (out, depth, "</choice>");
      break;
    default:
      append (out, depth, "<text/>");
    }
}

static void
append_attribute (GString *out,
                  HdObjectKind kind,
                  const HdField *field)
{
  g_autofree char *plain = kind == HD_OBJECT_RUN ? hd_run_setting_dup_help (hd_run_settings_find (field->name)) : g_strdup (field->help);
  guint depth = field->required ? 3 : 4;
  g_autofree char *help = g_markup_escape_text (plain, -1);

  if (!field->required)
    append (out, 3, "<optional>");
  append (out, depth, "<attribute name=\"%s\">", field->name);
  append (out, depth + 1, "<a:documentation>%s</a:documentation>", help);
  append_value (out, depth + 1, field);
  append (out, depth, "</attribute>");
  if (!field->required)
    append (out, 3, "</optional>");
}

static void
append_open (GString *out,
             HdObjectKind kind)
{
  append (out, 3, "<zeroOrMore>");
  append (out, 4, "<attribute>");
  append (out, 5, "<anyName>");
  append (out, 6, "<except>");
  for (const HdField *field = hd_schema_get_fields (kind); field->name != NULL; field++)
    append (out, 7, "<name>%s</name>", field->name);
  append (out, 6, "</except>");
  append (out, 5, "</anyName>");
  append (out, 5, "<text/>");
  append (out, 4, "</attribute>");
  append (out, 3, "</zeroOrMore>");
}

static void
append_children (GString *out,
                 HdObjectKind kind)
{
  gboolean any = FALSE;

  for (HdObjectKind child = HD_OBJECT_PROJECT; child < HD_N_OBJECT_KINDS; child++)
    if (hd_schema_allows_child (kind, child))
      {
        if (!any)
          {
            append (out, 3, "<zeroOrMore>");
            append (out, 4, "<choice>");
          }
        any = TRUE;
        append (out, 5, "<ref name=\"%s\"/>", hd_schema_get_element (child));
      }
  if (any)
    {
      append (out, 4, "</choice>");
      append (out, 3, "</zeroOrMore>");
    }
}

static char *
make_schema (void)
{
  GString *out = g_string_new (NULL);

  append (out, 0, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
  append (out, 0, "<!-- SPDX-License-Identifier: LGPL-3.0-or-later -->");
  append (out, 0, "<!-- Made from the table in engine/document/hd-schema.c; a test compares. No interleave: libxml2 takes quadratic time for it. -->");
  append (out, 0, "<grammar xmlns=\"http://relaxng.org/ns/structure/1.0\" xmlns:a=\"http://relaxng.org/ns/compatibility/annotations/1.0\""
                  " datatypeLibrary=\"http://www.w3.org/2001/XMLSchema-datatypes\">");
  append (out, 1, "<start><ref name=\"%s\"/></start>", hd_schema_get_element (HD_OBJECT_PROJECT));
  for (HdObjectKind kind = HD_OBJECT_PROJECT; kind < HD_N_OBJECT_KINDS; kind++)
    {
      append (out, 1, "<define name=\"%s\">", hd_schema_get_element (kind));
      append (out, 2, "<element name=\"%s\">", hd_schema_get_element (kind));
      append (out, 3, "<a:documentation>%s</a:documentation>", hd_schema_get_title (kind));
      for (const HdField *field = hd_schema_get_fields (kind); field->name != NULL; field++)
        append_attribute (out, kind, field);
      if (hd_schema_is_open (kind))
        append_open (out, kind);
      append_children (out, kind);
      if (kind == HD_OBJECT_NOTE)
        append (out, 3, "<text/>");
      append (out, 3, "<empty/>");
      append (out, 2, "</element>");
      append (out, 1, "</define>");
    }
  append (out, 0, "</grammar>");
  return g_string_free (out, FALSE);
}

static char *
get_path (const char *name)
{
  return g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), name, NULL);
}

static void
test_table (void)
{
  g_autofree char *path = get_path ("resources/schemas/heddle.rng");
  g_autofree char *expected = make_schema ();
  g_autofree char *shipped = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &shipped, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (shipped, ==, expected);
}

/* ---- validation by libxml2 ----------------------------------------------------------------------------------------- */

static void
keep_message (void *text,
              const char *format,
              ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

static xmlRelaxNGPtr
load_schema (void)
{
  g_autofree char *path = get_path ("resources/schemas/heddle.rng");
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt (path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse (parser);

  g_assert_nonnull (schema);
  xmlRelaxNGFreeParserCtxt (parser);
  return schema;
}

static gboolean
is_valid (xmlRelaxNGPtr schema,
          const char *text,
          gsize length,
          GString *messages)
{
  xmlDocPtr document = xmlReadMemory (text, length, NULL, NULL, XML_PARSE_NONET);
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt (schema);

  g_assert_nonnull (document);
  xmlRelaxNGSetValidErrors (context, keep_message, keep_message, messages);
  gboolean valid = xmlRelaxNGValidateDoc (context, document) == 0;
  xmlRelaxNGFreeValidCtxt (context);
  xmlFreeDoc (document);
  return valid;
}

static const char *
random_value (GRand *random,
              const HdField *field)
{
  switch (field->kind)
    {
    case HD_FIELD_ID:
    case HD_FIELD_REFERENCE:
      return g_rand_boolean (random) ? "a_b-1" : "_x";
    case HD_FIELD_NUMBER:
      return g_rand_boolean (random) ? "-12.5" : "1e3";
    case HD_FIELD_TYPE:
      return "fabric.tor-switch";
    case HD_FIELD_CHOICE:
      return field->literal || g_rand_boolean (random) ? field->choices[0] : "if ($a, b, c)";
    default:
      return g_rand_boolean (random) ? "any <text>" : "";
    }
}

/* libxml2 keeps a state for each set of optional attributes that it has not looked at yet: twice the time for each one that is there. */
#define MAX_OPTIONAL 10

/* Modules nest, and each would hold as many again: without an end a project could grow for ever. */
static HdObject *
random_object (GRand *random,
               HdObjectKind kind,
               guint n_levels)
{
  HdObject *self = hd_object_new (kind, NULL, NULL);
  guint n_fields = 0, n_optional = 0;

  while (hd_schema_get_fields (kind)[n_fields].name != NULL)
    n_fields++;
  for (const HdField *field = hd_schema_get_fields (kind); field->name != NULL; field++)
    if (field->required || (g_rand_int_range (random, 0, (gint) MAX (n_fields, 2 * MAX_OPTIONAL)) < MAX_OPTIONAL && n_optional++ < MAX_OPTIONAL))
      hd_object_set_initial (self, field->name, random_value (random, field));
  if (hd_schema_is_open (kind))
    hd_object_set_initial (self, "some-parameter", "1 GB");
  if (kind == HD_OBJECT_NOTE)
    hd_object_set_initial_text (self, "text\n\nmore");
  for (guint i = 0; n_levels > 0 && i < 25; i++)
    {
      HdObjectKind child = g_rand_int_range (random, HD_OBJECT_COMMENT, HD_N_OBJECT_KINDS);
      if (hd_schema_allows_child (kind, child))
        hd_object_append_initial (self, random_object (random, child, n_levels - 1));
    }
  return self;
}

static void
test_random (void)
{
  xmlRelaxNGPtr schema = load_schema ();
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < 16; round++)
    {
      g_autoptr (HdDocument) document = hd_document_new ("random");
      g_autoptr (HdObject) project = random_object (random, HD_OBJECT_PROJECT, 5);
      g_autoptr (GString) messages = g_string_new (NULL);

      for (guint i = 0; i < hd_object_get_n_children (project); i++)
        g_assert_cmpuint (hd_document_insert (document, 1, G_MAXUINT, hd_object_get_child (project, i), NULL), !=, 0);
      gsize length;
      g_autofree char *text = hd_document_to_string (document, &length);
      gboolean valid = is_valid (schema, text, length, messages);
      g_assert_cmpstr (messages->str, ==, "");
      g_assert_true (valid);

      /* one mistake more, and it is no longer */
      if (round % 2 == 0)
        g_assert_true (hd_document_set_attribute (document, 1, "colour", "red", NULL));
      else
        {
          g_autoptr (HdObject) unknown = hd_object_new_element ("hologram");
          g_assert_cmpuint (hd_document_insert (document, 1, 0, unknown, NULL), !=, 0);
        }
      g_autofree char *wrong = hd_document_to_string (document, &length);
      g_assert_false (is_valid (schema, wrong, length, messages));
    }
  xmlRelaxNGFree (schema);
}

static void
check_projects (xmlRelaxNGPtr schema,
                const char *directory,
                guint *n_projects)
{
  g_autoptr (GDir) entries = g_dir_open (directory, 0, NULL);
  const char *name;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        check_projects (schema, path, n_projects);
      if (!g_str_has_suffix (name, ".heddle") || g_str_equal (name, "version-0.heddle"))
        continue;
      g_autofree char *text = NULL;
      gsize length;
      g_autoptr (GString) messages = g_string_new (NULL);
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_test_message ("%s", path);
      gboolean valid = is_valid (schema, text, length, messages);
      g_assert_cmpstr (messages->str, ==, "");
      g_assert_true (valid);
      (*n_projects)++;
    }
}

static void
test_projects (void)
{
  static const char *const directories[] = { "projects", "tests/data/versions" };
  xmlRelaxNGPtr schema = load_schema ();
  guint n_projects = 0;

  for (guint i = 0; i < G_N_ELEMENTS (directories); i++)
    {
      g_autofree char *path = get_path (directories[i]);
      check_projects (schema, path, &n_projects);
    }
  g_assert_cmpuint (n_projects, >, 0);
  xmlRelaxNGFree (schema);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--write") == 0)
    {
      g_autofree char *schema = make_schema ();
      return g_file_set_contents (argv[2], schema, -1, NULL) ? 0 : 1;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/document/schema/table", test_table);
  g_test_add_func ("/engine/document/schema/random", test_random);
  g_test_add_func ("/engine/document/schema/projects", test_projects);
  return g_test_run ();
}
