/* test-trace.c: traces as text
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a sound trace is read as it stands, in any order of cores; a fault is told with its line. Left open: meaning of addresses.
 */
#include <string.h>

#include <glib.h>

#include "trace.h"

static void
test_read (void)
{
  static const char text[] = "# cycle core kind address size\n"
                             "10 3 R 0x1F0 4\r\n"
                             "\n"
                             "5\t0  W 281474976710655 1 # the last byte\n"
                             "10 3 W 496 1024\n"
                             "11 0 R 0 8";
  const TraceAccess *accesses;
  char error[128];
  Trace trace;
  gsize n;

  g_assert_true (trace_parse (text, strlen (text), &trace, error, sizeof error));
  g_assert_cmpuint (trace.n, ==, 4);
  accesses = trace_find (&trace, 3, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (accesses[0].address, ==, 0x1f0);
  g_assert_false (accesses[0].is_write);
  g_assert_cmpuint (accesses[1].size, ==, 1024);
  g_assert_true (accesses[1].is_write);
  accesses = trace_find (&trace, 0, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (accesses[0].cycle, ==, 5);
  g_assert_cmpint (accesses[1].cycle, ==, 11);
  trace_find (&trace, 1, &n);
  g_assert_cmpuint (n, ==, 0);
  trace_clear (&trace);
  g_assert_true (trace_parse ("", 0, &trace, error, sizeof error));
  g_assert_cmpuint (trace.n, ==, 0);
  trace_clear (&trace);
}

static void
check_fault (const char *text,
             const char *expected)
{
  char error[256];
  Trace trace;

  g_assert_false (trace_parse (text, strlen (text), &trace, error, sizeof error));
  g_assert_cmpstr (error, ==, expected);
}

static void
test_faults (void)
{
  char error[8];
  Trace trace;

  check_fault ("1 0 R ", "line 1: the address is missing; a line has cycle, core, R or W, address and size");
  check_fault ("\n\n1 0 Q 0 4", "line 3: after cycle and core comes R or W");
  check_fault ("1 0 R 0 0", "line 1: the size is 0; it must be at least 1");
  check_fault ("1 0 R 0 1025", "line 1: the size is 1025 or more; it must be below 1025");
  check_fault ("1 0 R 0x1000000000000 4", "line 1: the address is 281474976710656 or more; it must be below 281474976710656");
  check_fault ("1 0 R 0xffffffffffff 4", "line 1: the access goes beyond 2^48");
  check_fault ("1 0 R 1x 4", "line 1: the address is not a number");
  check_fault ("-1 0 R 1 4", "line 1: the cycle is not a number");
  check_fault ("1 0 R 1 4 5", "line 1: something follows the size");
  check_fault ("99999999999999999999999 0 R 1 4", "line 1: the cycle is 9999999999999999999 or more; it must be below 4611686018427387904");
  check_fault ("5 0 R 1 4\n9 1 R 1 4\n4 0 R 1 4\n", "line 3: the cycle is 4; core 0 has been at 5 already");
  g_assert_false (trace_parse ("x", 1, &trace, error, sizeof error));
  g_assert_cmpstr (error, ==, "line 1:");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/trace/read", test_read);
  g_test_add_func ("/engine/libraries/trace/faults", test_faults);
  return g_test_run ();
}
