/* test-hello.c: the tutorial library, from a user's directory into a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The path of hello.so is the first argument. Two pingers in a ring: by hand, one that pings every 2 us over a latency of 0.5 us has sent
 * 6 pings at 10 us, of which the other has heard 5.
 */
#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <heddle/hd-catalog.h>

#include "hd-host.h"

static const char *module_path;

#define MICROSECOND (HD_TICKS_PER_SECOND / 1000000)

static char *
install_for_user (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "heddle", "libraries", NULL);
  g_autofree char *path = g_build_filename (folder, "hello.so", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (module_path);
  g_autoptr (GFile) to = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&path);
}

static HdCatalog *
load (void)
{
  g_autofree char *path = install_for_user ();
  HdCatalog *catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);

  g_assert_cmpstr (warnings[0], ==, NULL);
  return catalog;
}

static void
test_load (void)
{
  g_autoptr (HdCatalog) catalog = load ();
  const HdComponentType *type = hd_catalog_lookup (catalog, "hello.pinger");

  g_assert_nonnull (type);
  g_assert_nonnull (type->handlers);
  g_assert_nonnull (hd_component_type_find_parameter (type, "period", NULL));
  g_assert_nonnull (hd_catalog_lookup (catalog, "fabric.xpu"));
}

static void
count_samples (gpointer data,
               guint32 component,
               guint32 probe,
               HdTime time,
               double value)
{
  guint *counts = data;

  g_assert_cmpuint (probe, ==, 0);
  counts[component]++;
  g_assert_cmpfloat (value, ==, counts[component]);
  g_assert_cmpint (time % MICROSECOND, ==, MICROSECOND / 2);
}

static char *
ping (HdCatalog *catalog,
      double period,
      guint expected)
{
  const HdComponentType *type = hd_catalog_lookup (catalog, "hello.pinger");
  const double parameters[] = { period, 0, 0, 0, 0 };
  const HdHosted hosted = { type->handlers, parameters, G_N_ELEMENTS (parameters), type->ports };
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;
  guint counts[2] = { 0 };
  guint out, in;
  HdDigest digest;

  g_assert_nonnull (hd_component_type_find_port (type, "out", &out));
  g_assert_nonnull (hd_component_type_find_port (type, "in", &in));
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *path = g_strdup_printf ("pinger[%d]", i);

      hd_host_add_component (kernel, path, 0, &hosted);
    }
  for (guint32 i = 0; i < 2; i++)
    hd_kernel_connect (kernel, i, out, 1 - i, in, MICROSECOND / 2);
  hd_kernel_set_sample_func (kernel, count_samples, counts);

  hd_kernel_start (kernel, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hd_kernel_run (kernel, 10 * MICROSECOND, &error), ==, HD_KERNEL_UNTIL);
  g_assert_no_error (error);
  g_assert_cmpuint (counts[0], ==, expected);
  g_assert_cmpuint (counts[1], ==, expected);
  digest = hd_kernel_get_digest (kernel);
  return hd_digest_to_string (&digest);
}

static void
test_run (void)
{
  g_autoptr (HdCatalog) catalog = load ();
  g_autofree char *slow = ping (catalog, 2e-6, 5);
  g_autofree char *again = ping (catalog, 2e-6, 5);
  g_autofree char *fast = ping (catalog, 1e-6, 10);

  g_assert_cmpstr (slow, ==, again);
  g_assert_cmpstr (slow, !=, fast);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_assert_cmpint (argc, ==, 2);
  module_path = argv[1];
  g_test_add_func ("/engine/libraries/hello/load", test_load);
  g_test_add_func ("/engine/libraries/hello/run", test_run);
  return g_test_run ();
}
