/* fuzz-project.c: any bytes as a project file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends, quickly and with memory bounded, in a document or in an error; a document that was read,
 * whatever its problems, can be validated and is written as a text that reads back and is written as the same bytes.
 */
#define G_LOG_DOMAIN "hd-fuzz-project"

#include <heddle/hd-document.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data ((const char *) data, size, "fuzz.heddle", problems, &error);

  g_assert_true ((document == NULL) == (error != NULL));
  if (document == NULL)
    return 0;

  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  hd_snapshot_validate (snapshot, catalog, problems);

  gsize length = 0, length_again = 0;
  g_autofree char *written = hd_document_to_string (document, &length);
  g_autoptr (HdProblemList) problems_again = hd_problem_list_new ();
  g_autoptr (HdDocument) again = hd_document_load_from_data (written, length, "again.heddle", problems_again, &error);
  g_assert_no_error (error);
  g_autofree char *rewritten = hd_document_to_string (again, &length_again);
  g_assert_cmpmem (rewritten, length_again, written, length);
  return 0;
}
