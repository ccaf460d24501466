/* fuzz-workload.c: any bytes as a workload graph
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in a workload that a project takes and writes so that it can be read without errors of form, or in an error that names the
 * file.
 */
#include <heddle/heddle.h>

#include "hd-graphml-workload.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_new ("fuzz");
  g_autoptr (HdDocument) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (HdObject) workload = hd_graphml_read_workload (stream, "a", NULL, report, NULL, &error);

  g_assert_true ((workload == NULL) == (error != NULL));
  if (workload == NULL)
    {
      g_assert_true (g_str_has_prefix (error->message, "a:"));
      return 0;
    }
  hd_document_insert (document, hd_object_get_uid (hd_document_get_root (document)), G_MAXUINT, workload, &error);
  if (error != NULL) /* what no attribute of a project may hold */
    return 0;
  text = hd_document_to_string (document, NULL);
  again = hd_document_load_from_data (text, -1, "fuzz.heddle", problems, &error);
  g_assert_no_error (error);
  return 0;
}
