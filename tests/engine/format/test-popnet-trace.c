/* test-popnet-trace.c: traces of popnet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: packets are what the lines say, in the order of time and else as they stand; each fault is told with file, line and value. Left open: what
 * a run makes of them.
 */
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/hd-error.h>

#include "hd-popnet-trace.h"

static const HdPopnetShape grid = { 2, { 9, 9 } };

static HdPopnetTrace *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  HdPopnetTrace *trace = hd_popnet_trace_parse ("t", text, strlen (text), &grid, 0, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
check_packet (const HdPopnetTrace *trace,
              guint64 n,
              gint64 time,
              guint32 source,
              guint32 destination,
              guint n_flits)
{
  g_assert_cmpuint (n, <, trace->n_packets);
  g_assert_cmpint (trace->packets[n].time, ==, time);
  g_assert_cmpuint (trace->packets[n].source, ==, source);
  g_assert_cmpuint (trace->packets[n].destination, ==, destination);
  g_assert_cmpuint (trace->packets[n].n_flits, ==, n_flits);
}

static void
test_lines (void)
{
  g_autoptr (HdPopnetTrace) trace = parse ("10.5 0 0 3 8 5\r\n\n# a remark\n\t11 1 2 0 1  2 \n12 8 8 8 8 65535");

  g_assert_cmpuint (trace->n_packets, ==, 3);
  g_assert_true (trace->sorted);
  g_assert_false (trace->extended);
  check_packet (trace, 0, 10500000, 0, 35, 5);
  check_packet (trace, 1, 11000000, 11, 1, 2);
  check_packet (trace, 2, 12000000, 80, 80, 65535);
  g_assert_cmpuint (trace->packets[2].line, ==, 5);
}

/* Whatever way a number is written, and never down to a cycle at which the packet was not there yet. */
static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gint64 time;
  } cases[] = {
    { "0", 0 },
    { "-0.0", 0 },
    { "+3", 3000000 },
    { ".5", 500000 },
    { "7.", 7000000 },
    { "1.25e+02", 125000000 },
    { "1E3", 1000000000 },
    { "12500e-3", 12500000 },
    { "10.1", 10100000 },
    { "10.0000001", 10000001 },
    { "10.00000000000000000000000000000000000001", 10000001 },
    { "10.00000000000000000000000000000000000000", 10000000 },
    { "1e-400", 1 },
    { "0e999999999999", 0 },
    { "9000000000000", G_GINT64_CONSTANT (9000000000000000000) },
    { "000000000000000000000000000000000012.5", 12500000 },
    { "900000000000000000000000000000e-20", G_GINT64_CONSTANT (9000000000000000) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strconcat (cases[i].text, " 0 0 1 1 5", NULL);
      g_autoptr (HdPopnetTrace) trace = parse (line);

      check_packet (trace, 0, cases[i].time, 0, 10, 5);
    }
}

static void
test_sorting (void)
{
  g_autoptr (HdPopnetTrace) trace = parse ("3 0 0 0 1 5\n1 0 0 0 2 5\n3 0 0 0 3 5\n1 0 0 0 4 5\n2 0 0 0 5 5\n");

  g_assert_false (trace->sorted);
  check_packet (trace, 0, 1000000, 0, 2, 5);
  check_packet (trace, 1, 1000000, 0, 4, 5);
  check_packet (trace, 2, 2000000, 0, 5, 5);
  check_packet (trace, 3, 3000000, 0, 1, 5);
  check_packet (trace, 4, 3000000, 0, 3, 5);
}

/* The trace says how many dimensions there are, and the largest coordinate how many routers in each. */
static void
test_shape (void)
{
  static const struct
  {
    const char *text, *shape;
  } cases[] = {
    { "1 0 3 2 1 5", "4 x 4" },
    { "1 0 3 5", "4" },
    { "1 0 0 1 1 1 0 5\n2 0 0 0 0 2 0 5", "3 x 3 x 3" },
    { "#noi-trace 2\n1 0 3 2 1 5 R 1 0", "4 x 4" },
    { "1 0 0 0 0 5", "1 x 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdPopnetTrace) trace = hd_popnet_trace_parse ("t", cases[i].text, strlen (cases[i].text), NULL, 0, NULL, &error);
      g_autofree char *shape = NULL;

      g_assert_no_error (error);
      shape = hd_popnet_shape_to_string (&trace->shape);
      g_assert_cmpstr (shape, ==, cases[i].shape);
    }
}

static void
test_extended (void)
{
  g_autoptr (HdPopnetTrace) trace = parse ("#noi-trace 2\r\n20 1 1 0 0 5 D 18446744073709551615 7\n5 0 0 1 1 1 R 7 0\n# remark\n30 0 0 1 1 2 A 8 18446744073709551615\n");

  g_assert_true (trace->extended);
  g_assert_cmpuint (trace->n_packets, ==, 3);
  check_packet (trace, 0, 5000000, 0, 10, 1);
  g_assert_cmpint (trace->packets[0].kind, ==, 'R');
  g_assert_cmpuint (trace->ids[0], ==, 7);
  g_assert_cmpuint (trace->after[0], ==, HD_POPNET_NONE);
  g_assert_cmpuint (trace->after[1], ==, 0);
  g_assert_cmpuint (trace->after[2], ==, 1);
}

static void
test_detection (void)
{
  static const struct
  {
    const char *text;
    gboolean expected;
  } cases[] = {
    { "0.5 1 2 3 4 5\n", TRUE },
    { "# popnet\n0.5 1 2 5\n", TRUE },
    { "#noi-trace 2\n", TRUE },
    { "", FALSE },
    { "<?xml", FALSE },
    { "start_s,bytes,source,destination\n", FALSE },
    { "0.5 1 2 3 4\n", FALSE },
    { "0.5 1 2 3 4 x\n", FALSE },
    { "12\n", FALSE },
    { "bdsim-topology 1\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (hd_popnet_is_trace (cases[i].text, strlen (cases[i].text)), ==, cases[i].expected);
  g_assert_false (hd_popnet_is_trace ("0 1 2 3 4 5\n\0", 13));
}

static void
test_faults (void)
{
  static const struct
  {
    const char *text;
    HdError code;
    const char *message;
  } cases[] = {
    { "1 0 0 1 1 5\n2 0 0 1 1\n", HD_ERROR_SYNTAX, "t:2: The line has 5 fields, it must have 6: time, 4 coordinates and flits" },
    { "1 0 0 1 1 5 6 7", HD_ERROR_SYNTAX, "t:1: The line has 8 fields, it must have 6: time, 4 coordinates and flits" },
    { "1", HD_ERROR_SYNTAX, "t:1: The line has 1 fields, it must have 6: time, 4 coordinates and flits" },
    { "#noi-trace 2\n1 0 0 1 1 5 R 1", HD_ERROR_SYNTAX,
      "t:2: The line has 8 fields, it must have 9: time, 4 coordinates, flits, kind, id, and the id it waits for" },
    { "x 0 0 1 1 5", HD_ERROR_SYNTAX, "t:1: The time “x” is not a number" },
    { "1e 0 0 1 1 5", HD_ERROR_SYNTAX, "t:1: The time “1e” is not a number" },
    { "1.2.3 0 0 1 1 5", HD_ERROR_SYNTAX, "t:1: The time “1.2.3” is not a number" },
    { "-1 0 0 1 1 5", HD_ERROR_RANGE, "t:1: The time is -1, it must lie between 0 and 9e+12 cycles" },
    { "inf 0 0 1 1 5", HD_ERROR_RANGE, "t:1: The time is inf, it must lie between 0 and 9e+12 cycles" },
    { "NaN 0 0 1 1 5", HD_ERROR_RANGE, "t:1: The time is NaN, it must lie between 0 and 9e+12 cycles" },
    { "1e300 0 0 1 1 5", HD_ERROR_RANGE, "t:1: The time is 1e300, it must lie between 0 and 9e+12 cycles" },
    { "1 0 9 1 1 5", HD_ERROR_RANGE, "t:1: The source (0,9) is not within the 9 x 9 routers, which are counted from 0" },
    { "\n\n1 0 8 -1 1 5", HD_ERROR_RANGE, "t:3: The destination (-1,1) is not within the 9 x 9 routers, which are counted from 0" },
    { "1 0 8 99999999999999999999999 1 5", HD_ERROR_RANGE,
      "t:1: The destination (99999999999999999999999,1) is not within the 9 x 9 routers, which are counted from 0" },
    { "1 0 1.5 1 1 5", HD_ERROR_SYNTAX, "t:1: The coordinate “1.5” is not a whole number" },
    { "1 0 0 1 1 0", HD_ERROR_RANGE, "t:1: The size is 0 flits, it must lie between 1 and 65535" },
    { "1 0 0 1 1 -3", HD_ERROR_RANGE, "t:1: The size is -3 flits, it must lie between 1 and 65535" },
    { "1 0 0 1 1 65536", HD_ERROR_RANGE, "t:1: The size is 65536 flits, it must lie between 1 and 65535" },
    { "1 0 0 1 1 5.0", HD_ERROR_SYNTAX, "t:1: The size “5.0” is not a whole number of flits" },
    { "#noi-trace 2\n1 0 0 1 1 5 Q 1 0", HD_ERROR_SYNTAX, "t:2: The kind “Q” is none of R, W, A, D and B" },
    { "#noi-trace 2\n1 0 0 1 1 5 R 0 0", HD_ERROR_RANGE, "t:2: The id is 0, which stands for no packet" },
    { "#noi-trace 2\n1 0 0 1 1 5 R x 0", HD_ERROR_SYNTAX, "t:2: The id “x” is not a whole number of 64 bits" },
    { "#noi-trace 2\n1 0 0 1 1 5 R 18446744073709551616 0", HD_ERROR_SYNTAX, "t:2: The id “18446744073709551616” is not a whole number of 64 bits" },
    { "#noi-trace 2\n1 0 0 1 1 5 R 3 0\n1 0 0 1 1 5 R 3 0", HD_ERROR_NAME, "t:3: The id 3 has been given in line 2 already" },
    { "#noi-trace 2\n9 0 0 1 1 5 R 3 0\n1 0 0 1 1 5 R 3 0", HD_ERROR_NAME, "t:3: The id 3 has been given in line 2 already" },
    { "#noi-trace 2\n1 0 0 1 1 5 R 3 4", HD_ERROR_NAME, "t:2: The packet waits for 4, and no packet has that id" },
    { "#noi-trace 2\n1 0 0 1 1 5 R 3 0\n1 2 2 1 1 5 R 4 3", HD_ERROR_INVALID,
      "t:3: The packet waits for 3 of line 2, which does not come to the router that is to send it" },
    { "#noi-trace 2\n1 0 0 1 1 5 R 3 4\n1 1 1 0 0 5 R 4 3", HD_ERROR_DEADLOCK, "t:3: The packet 4 waits for 3, which in the end waits for it" },
    { "#noi-trace 2\n1 1 1 1 1 5 R 3 3", HD_ERROR_DEADLOCK, "t:2: The packet 3 waits for 3, which in the end waits for it" },
    { "", HD_ERROR_SYNTAX, "t:1: The file is empty" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_popnet_trace_parse ("t", cases[i].text, strlen (cases[i].text), &grid, 0, NULL, &error));
      g_assert_cmpstr (error->message, ==, cases[i].message);
      g_assert_error (error, HD_ERROR, (int) cases[i].code);
    }
}

static void
check_fault (const char *text,
             gsize length,
             const HdPopnetShape *shape,
             HdPopnetFlags flags,
             const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_popnet_trace_parse ("t", text, length, shape, flags, NULL, &error));
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_other_faults (void)
{
  g_autoptr (GString) endless = g_string_new ("1 ");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GString) many = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  check_fault ("1 0 0 1 1 5\n1 0\0 0 1 1 5\n", 25, &grid, 0, "t:2: The file cannot be read as a trace: there is a NUL byte");
  check_fault ("1 0 0 1 1 1\n", 12, &grid, HD_POPNET_COMPATIBLE, "t:1: The packet has one flit, and popnet counts no such packets");
  check_fault ("# nothing\n", 10, NULL, 0, "t:1: The trace has no packets");
  check_fault ("\n \n\n", 4, &grid, 0, "t:1: The trace has no packets");
  check_fault ("#noi-trace 2\n", 13, &grid, 0, "t:1: The trace has no packets");
  check_fault ("1 2 3\n", 6, NULL, 0, "t:1: The line has 3 fields, which fits no grid of 1 to 8 dimensions: with two, there are 6");
  check_fault ("1 0 0 1000 1 5\n", 15, NULL, 0, "t:1: The largest coordinate is 1000: a grid with as many routers in each of 2 dimensions has more than 65536");
  for (guint i = 0; i < 5000000; i++)
    g_string_append (endless, "7 ");
  check_fault (endless->str, endless->len, &grid, 0, "t:1: The line has 5000001 fields, it must have 6: time, 4 coordinates and flits");

  for (guint i = 0; i < 100000; i++)
    g_string_append (many, "1 0 0 1 1 5\n");
  g_cancellable_cancel (cancellable);
  g_assert_null (hd_popnet_trace_parse ("t", many->str, many->len, &grid, 0, cancellable, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
}

static void
test_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bench", NULL);
  g_autofree char *expected = g_strdup_printf ("%s cannot be read: No such file or directory", path);
  g_autoptr (HdPopnetTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_popnet_trace_load (path, &grid, 0, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  g_assert_cmpstr (error->message, ==, expected);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, "1 0 0 1 1 5\n", -1, NULL));
  trace = hd_popnet_trace_load (path, &grid, 0, NULL, &error);
  g_assert_no_error (error);
  check_packet (trace, 0, 1000000, 0, 10, 5);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_null (hd_popnet_trace_load (path, &grid, 0, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/popnet-trace/lines", test_lines);
  g_test_add_func ("/engine/format/popnet-trace/times", test_times);
  g_test_add_func ("/engine/format/popnet-trace/sorting", test_sorting);
  g_test_add_func ("/engine/format/popnet-trace/shape", test_shape);
  g_test_add_func ("/engine/format/popnet-trace/extended", test_extended);
  g_test_add_func ("/engine/format/popnet-trace/detection", test_detection);
  g_test_add_func ("/engine/format/popnet-trace/faults", test_faults);
  g_test_add_func ("/engine/format/popnet-trace/other-faults", test_other_faults);
  g_test_add_func ("/engine/format/popnet-trace/files", test_files);
  return g_test_run ();
}
