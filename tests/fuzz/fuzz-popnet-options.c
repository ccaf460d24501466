/* fuzz-popnet-options.c: any text as a command line of popnet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in numbers of a grid that there can be, which are read again as they are written and make a project without errors; or in an
 * error that says something.
 */
#include <string.h>

#include <heddle/heddle.h>

#include "hd-popnet.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_project (const HdPopnetOptions *options)
{
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *project = hd_popnet_convert (options, options->trace, NULL, "fuzz", report);
  g_autoptr (HdDocument) document = hd_document_load_from_data (project, -1, "fuzz.heddle", problems, &error);

  g_assert_no_error (error);
  g_assert_false (hd_problem_list_has_errors (problems));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *bytes = g_malloc (MAX (size, 1)); /* of that size, so that reading beyond it is seen */
  g_autofree char *text = NULL;
  g_auto (HdPopnetOptions) options = { .trace = NULL };
  g_auto (HdPopnetOptions) again = { .trace = NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *written = NULL;
  HdPopnetShape shape;

  if (size > 0)
    memcpy (bytes, data, size);
  text = g_strndup (bytes, size);
  hd_popnet_is_command (bytes, size);
  if (!hd_popnet_options_parse (text, &options, &error))
    {
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, !=, "");
      return 0;
    }
  shape = hd_popnet_options_get_shape (&options);
  g_assert_cmpuint (hd_popnet_shape_get_n_routers (&shape), >, 0);
  if (options.trace == NULL)
    return 0;
  check_project (&options);
  written = hd_popnet_options_to_string (&options);
  g_assert_true (hd_popnet_options_parse (written, &again, &error));
  g_assert_cmpstr (options.trace, ==, again.trace);
  for (guint i = 0; i < HD_POPNET_N_NUMBERS; i++)
    g_assert_true (ABS (options.values[i] - again.values[i]) <= 1e-12 * options.values[i]);
  return 0;
}
