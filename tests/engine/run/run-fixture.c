/* run-fixture.c: designs for the tests of runs and reports
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run-fixture.h"

static HdCatalog *
load_catalog (void)
{
  HdCatalog *catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  hd_catalog_load_directory (catalog, hello, warnings, &error);
  g_assert_no_error (error);
  g_assert_nonnull (hd_catalog_lookup (catalog, "fabric.xpu"));
  return catalog;
}

HdDesign *
run_fixture_design (const char *text,
                    const char *const *settings)
{
  g_autoptr (HdCatalog) catalog = load_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "fixture.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      g_autofree char *line = hd_problem_to_string (hd_problem_list_get (problems, i));

      g_test_message ("%s", line);
    }
  g_assert_no_error (error);
  return design;
}
