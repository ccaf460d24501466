/* test-vcd.c: value change dumps are read by the tools of waveform viewers
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: GTKWave's converters. A dump that goes to their binary form and back has the same signals and the same changes at the same times.
 * Left open: what viewers make of names and of strings as states.
 */
#include <glib/gstdio.h>

#include "run-fixture.h"
#include "vcd-fixture.h"

static char *
save_dump (const char *directory)
{
  g_autoptr (HdRecord) record = run_fixture_record (VCD_FIXTURE_WATCHED, NULL);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (directory, "dump.vcd", NULL);

  hd_report_save (record, HD_REPORT_VCD, NULL, path, NULL, &error);
  g_assert_no_error (error);
  return path;
}

static void
test_converters (void)
{
  g_autofree char *directory = g_dir_make_tmp ("heddle-vcd-XXXXXX", NULL);
  g_autofree char *dump = NULL;
  g_autofree char *binary = g_build_filename (directory, "dump.fst", NULL);
  g_autofree char *again = g_build_filename (directory, "again.vcd", NULL);
  guint n_changes;

  dump = save_dump (directory);
  vcd_fixture_convert ((const char *const[]){ "vcd2fst", dump, binary, NULL });
  vcd_fixture_convert ((const char *const[]){ "fst2vcd", binary, "-o", again, NULL });
  vcd_fixture_compare (dump, again, 7, &n_changes);
  g_assert_cmpuint (n_changes, >, 30);
  g_assert_cmpint (g_remove (dump), ==, 0);
  g_assert_cmpint (g_remove (binary), ==, 0);
  g_assert_cmpint (g_remove (again), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/vcd/converters", test_converters);
  return g_test_run ();
}
