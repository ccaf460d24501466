/* fuzz-bdsim.c: any bytes as BDSim's two text files, with a zero between them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: converting ends in a project that can be read, or in an error that names file and line.
 */
#include <string.h>

#include <heddle/hd-bdsim.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static HdCatalog *catalog; /* the same for all inputs */
  const char *text = size > 0 ? (const char *) data : "";
  const char *second = memchr (text, '\0', size);
  gsize first_length = second != NULL ? (gsize) (second - text) : size;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *project = NULL;

  if (catalog == NULL)
    {
      catalog = hd_catalog_new ();
      g_strfreev (hd_catalog_load_default (catalog));
    }
  project = hd_bdsim_convert (catalog, text, first_length, "a", second != NULL ? second + 1 : NULL, second != NULL ? size - first_length - 1 : 0, "b",
                              &error);
  g_assert_true ((project == NULL) == (error != NULL));
  if (project == NULL)
    {
      g_assert_true (g_str_has_prefix (error->message, "a:") || g_str_has_prefix (error->message, "b:"));
      return 0;
    }
  document = hd_document_load_from_data (project, -1, "fuzz.heddle", problems, &error);
  g_assert_no_error (error);
  return 0;
}
