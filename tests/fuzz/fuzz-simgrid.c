/* fuzz-simgrid.c: any bytes as a SimGrid platform
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: converting ends in a project that can be read without errors, or in an error that names file and line.
 */
#include <heddle/heddle.h>

#include "hd-simgrid.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *project = hd_simgrid_convert (stream, "a", "fuzz", report, NULL, &error);

  g_assert_true ((project == NULL) == (error != NULL));
  if (project == NULL)
    {
      g_assert_true (g_str_has_prefix (error->message, "a:"));
      return 0;
    }
  document = hd_document_load_from_data (project, -1, "fuzz.heddle", problems, &error);
  g_assert_no_error (error);
  g_assert_false (hd_problem_list_has_errors (problems));
  return 0;
}
