/* fuzz-moments.c: any bytes as what became of transfers
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in transfers whose nodes there are and whose moments are in order, one for each line behind the first, which written again are read
 * as the same; or in an error that names file and line.
 */
#include <string.h>

#include <heddle/heddle.h>

#include "hd-moments-private.h"

#define HEAD "transfer,kind,address,bytes,component,writer,write,asked_s,taken_s,sent_s,entered_s,arrived_s,served_s,reply_entered_s,answered_s,stored_s\n"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static HdDesign *
new_design (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (
    "<heddle version=\"1\"><top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/></top></heddle>", -1, "a.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  HdDesign *design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);

  g_assert_no_error (error);
  return design;
}

static char *
write_again (HdDesign *design,
             const GArray *all)
{
  GString *text = g_string_new (HEAD);

  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *moments = &g_array_index (all, HdMoments, i);
      g_autofree char *path = hd_design_dup_node_path (design, moments->memory);

      g_string_append_printf (text, "%" G_GUINT64_FORMAT ",%s,0x%" G_GINT64_MODIFIER "x,%" G_GUINT64_FORMAT ",%s", moments->number, moments->is_write ? "write" : "read",
                              moments->address, moments->bytes, path);
      if (moments->writer == HD_NO_ID)
        g_string_append (text, ",,");
      else
        {
          g_autofree char *writer = hd_design_dup_node_path (design, moments->writer);

          g_string_append_printf (text, ",%s,%" G_GUINT64_FORMAT, writer, moments->write);
        }
      for (guint j = 0; j < moments->n_moments; j++)
        g_string_append_printf (text, ",%" G_GINT64_FORMAT ".%012" G_GINT64_FORMAT, moments->times[j] / HD_TICKS_PER_SECOND, moments->times[j] % HD_TICKS_PER_SECOND);
      for (guint j = moments->n_moments; j < HD_N_MOMENTS; j++)
        g_string_append_c (text, ',');
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static HdDesign *design; /* the same for all inputs */
  g_autofree char *text = g_malloc (MAX (size, 1)), *written = NULL, *rewritten = NULL; /* of that size, so that reading beyond it is seen */
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (HdMoments)), again = g_array_new (FALSE, TRUE, sizeof (HdMoments));
  g_autoptr (GError) error = NULL;
  guint n_lines = 0;

  if (design == NULL)
    design = new_design ();
  if (size > 0)
    memcpy (text, data, size);
  if (!_hd_moments_parse (design, "a", 0, text, size, all, &error))
    {
      g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
      g_assert_true (g_str_has_prefix (error->message, "a:"));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_no_error (error);
  for (gsize i = 0; i < size; i++)
    n_lines += text[i] == '\n';
  g_assert_cmpuint (all->len, ==, n_lines > 0 ? n_lines - 1 : 0);
  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *moments = &g_array_index (all, HdMoments, i);

      g_assert_cmpuint (moments->memory, <, hd_design_get_n_nodes (design));
      g_assert_cmpint (moments->times[0], >=, 0);
      g_assert_cmpuint (moments->n_moments, >, 0);
      for (guint j = 1; j < HD_N_MOMENTS; j++)
        g_assert_cmpint (moments->times[j], >=, moments->times[j - 1]);
    }
  written = write_again (design, all);
  g_assert_true (_hd_moments_parse (design, "a", 0, written, strlen (written), again, &error));
  g_assert_no_error (error);
  rewritten = write_again (design, again);
  g_assert_cmpstr (written, ==, rewritten);
  return 0;
}
