/* fuzz-profile.c: any bytes as where programs spent their time
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in rows by program and address, no two of one, whose instructions are those of the lines behind the first, and which written again, in quotation marks, are read as
 * the same; or in an error that names file and line.
 */
#include <string.h>

#include <heddle/heddle.h>

#include "hd-profile-private.h"

#define HEAD "program,address,instructions,issue_cycles,waited_cycles,function,file,line,calls\n"
#define NUMBER "%" G_GUINT64_FORMAT

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static HdDesign *
new_design (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data ("<heddle version=\"1\"><top><component id=\"a\" type=\"fabric.host\"/></top></heddle>", -1, "a.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  HdDesign *design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);

  g_assert_no_error (error);
  return design;
}

static void
append_quoted (GString *text,
               const char *word,
               char end)
{
  g_string_append_c (text, '"');
  for (; *word != '\0'; word++)
    {
      if (*word == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *word);
    }
  g_string_append_c (text, '"');
  g_string_append_c (text, end);
}

static char *
write_again (const GArray *rows)
{
  GString *text = g_string_new (HEAD);

  for (guint i = 0; i < rows->len; i++)
    {
      const HdProfileRow *row = &g_array_index (rows, HdProfileRow, i);

      append_quoted (text, row->program, ',');
      g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x," NUMBER "," NUMBER "," NUMBER ",", row->address, row->instructions, row->issue_cycles, row->waited_cycles);
      append_quoted (text, row->function, ',');
      append_quoted (text, row->file, ',');
      g_string_append_printf (text, NUMBER ",", row->line);
      append_quoted (text, row->calls, '\n');
    }
  return g_string_free (text, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static HdDesign *design; /* the same for all inputs */
  g_autofree char *text = g_malloc (MAX (size, 1)), *written = NULL; /* of that size, so that reading beyond it is seen */
  g_autoptr (GStringChunk) texts = g_string_chunk_new (256);
  g_autoptr (GArray) rows = NULL, again = NULL;
  g_autoptr (GError) error = NULL;

  if (design == NULL)
    design = new_design ();
  if (size > 0)
    memcpy (text, data, size);
  rows = _hd_profile_parse (design, "a", text, size, texts, &error);
  if (rows == NULL)
    {
      g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
      g_assert_true (g_str_has_prefix (error->message, "a:"));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_no_error (error);
  for (guint i = 1; i < rows->len; i++)
    {
      const HdProfileRow *row = &g_array_index (rows, HdProfileRow, i), *last = row - 1;
      int order = strcmp (last->program, row->program);

      g_assert_true (order < 0 || (order == 0 && last->address < row->address));
    }
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, HdProfileRow, i).instructions == 0)
      return 0; /* a sum beyond 2^64, which no file has */
  written = write_again (rows);
  again = _hd_profile_parse (design, "a", written, strlen (written), texts, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, again->len);
  for (guint i = 0; i < rows->len; i++)
    {
      const HdProfileRow *one = &g_array_index (rows, HdProfileRow, i), *other = &g_array_index (again, HdProfileRow, i);

      g_assert_cmpstr (one->program, ==, other->program);
      g_assert_cmpstr (one->function, ==, other->function);
      g_assert_cmpstr (one->calls, ==, other->calls);
      g_assert_true (one->address == other->address && one->line == other->line && one->instructions == other->instructions && one->waited_cycles == other->waited_cycles);
    }
  return 0;
}
