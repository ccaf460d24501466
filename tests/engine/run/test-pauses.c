/* test-pauses.c: simulated time in which nothing was timed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a window has as much of it as worked by hand, wherever it begins and ends.
 */
#include "hd-pauses.h"

static void
test_windows (void)
{
  HdPauses *self = hd_pauses_new ();

  g_assert_cmpint (hd_pauses_measure (self, 0, 100), ==, 0);
  hd_pauses_add (self, 0, 10);
  hd_pauses_add (self, 30, 35);
  hd_pauses_add (self, 35, 40);
  hd_pauses_add (self, 70, 71);
  g_assert_cmpint (hd_pauses_measure (self, 0, 100), ==, 21);
  g_assert_cmpint (hd_pauses_measure (self, 0, 5), ==, 5);
  g_assert_cmpint (hd_pauses_measure (self, 4, 32), ==, 8);
  g_assert_cmpint (hd_pauses_measure (self, 10, 30), ==, 0);
  g_assert_cmpint (hd_pauses_measure (self, 32, 38), ==, 6);
  g_assert_cmpint (hd_pauses_measure (self, 40, 70), ==, 0);
  g_assert_cmpint (hd_pauses_measure (self, 70, 70), ==, 0);
  g_assert_cmpint (hd_pauses_measure (self, 71, HD_TIME_MAX), ==, 0);
  hd_pauses_free (self);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/pauses/windows", test_windows);
  return g_test_run ();
}
