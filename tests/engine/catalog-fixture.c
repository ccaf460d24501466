/* catalog-fixture.c: the component types that come with Heddle
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "catalog-fixture.h"

HdCatalog *
catalog_fixture_new (void)
{
  HdCatalog *catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_strv_length (refused), ==, 0);
  hd_catalog_load_directory (catalog, hello, warnings, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (warnings->len, ==, 0);
  g_assert_nonnull (hd_catalog_lookup (catalog, "fabric.xpu"));
  g_assert_nonnull (hd_catalog_lookup (catalog, "manycore.vcore"));
  return catalog;
}
