/* test-transfers.c: transfer lists
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each listed transfer starts when it says and ends as the flow network has it (times worked by hand); a wrong line is named with file
 * and line. Left open: sharing on large fabrics, see tests/reference.
 */
#include "workload-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define HEADER "start_s,bytes,source,destination\n"
#define PLATFORM                                                                                                                           \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 ms\" sharing=\"split\"/>"                                                         \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"3\"/><component id=\"s\" type=\"fabric.switch\"/>"                                 \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..2\" class=\"L\"/></top>"

static double
end_of (Fixture *self,
        guint n)
{
  return hd_time_to_seconds (g_array_index (self->transfer_ends, HdTime, n));
}

/* Listed out of order; two share the way to x[2] from 1 s on; one goes nowhere; one is empty. */
static void
test_times (void)
{
  g_autoptr (Fixture) self = fixture_new_transfers (PLATFORM, HEADER
                                                    "1,1e9,x[1],x[2]\n"
                                                    "0,2e9,x[0],x[2]\r\n"
                                                    "\n# a remark\n"
                                                    "5, 0 , x[0], x[1]\n"
                                                    "6,1e9,x[0],x[0]\n");

  g_assert_true (fixture_run (self, TRUE));
  g_assert_cmpuint (self->transfer_ends->len, ==, 4);
  /* until 1.002 s alone: 1 GB done; then half each: the later one needs 2 s, the earlier one too */
  g_assert_cmpfloat_with_epsilon (end_of (self, 0), 3.002, 1e-9);
  g_assert_cmpfloat_with_epsilon (end_of (self, 1), 3.002, 1e-9);
  g_assert_cmpfloat_with_epsilon (end_of (self, 2), 5.002, 1e-12);
  g_assert_cmpfloat (end_of (self, 3), ==, 6);
  g_assert_cmpfloat (fixture_get_metric (self, "time_total"), ==, 6);
  g_assert_cmpfloat (hd_execution_get_progress (self->execution), ==, 1);
  g_assert_cmpuint (self->spans->len, ==, 4);
}

static void
test_columns (void)
{
  g_autoptr (Fixture) self = fixture_new_transfers (PLATFORM, "destination,note,bytes,source,start_s\nx[1],hello,1e9,x[0],0\n");

  g_assert_true (fixture_run (self, TRUE));
  g_assert_cmpfloat_with_epsilon (end_of (self, 0), 1.002, 1e-12);
}

/* As spreadsheets write it: a byte order mark, quotes, carriage returns; a quote inside quotes, a comma inside quotes. */
static void
test_spreadsheet (void)
{
  g_autoptr (Fixture) self = fixture_new_transfers (PLATFORM, "\xef\xbb\xbf\"destination\",\"note\",\"bytes\",source,start_s\r\n"
                                                              "\"x[1]\", \"\"\"first\"\", with a comma\" , \"1e9\" ,\"x[0]\",0\r\n"
                                                              "x[1],\"\",1e9,x[0],\" 2 \"\r\n");

  g_assert_no_error (self->error);
  g_assert_true (fixture_run (self, TRUE));
  g_assert_cmpuint (self->transfer_ends->len, ==, 2);
  g_assert_cmpfloat_with_epsilon (end_of (self, 0), 1.002, 1e-12);
  g_assert_cmpfloat_with_epsilon (end_of (self, 1), 3.002, 1e-12);
}

static void
test_empty (void)
{
  g_autoptr (Fixture) self = fixture_new_transfers (PLATFORM, HEADER);

  g_assert_true (fixture_run (self, TRUE));
  g_assert_cmpfloat (fixture_get_metric (self, "time_total"), ==, 0);
}

typedef struct
{
  const char *csv;
  HdError code;
  const char *words;
} Fault;

static void
test_faults (void)
{
  static const Fault faults[] = {
    { "", HD_ERROR_SYNTAX, "list.csv:1: The file is empty" },
    { "start_s,bytes,source\n", HD_ERROR_SYNTAX, "list.csv:1: The first line must name the column “destination”" },
    { HEADER "0,1,x[0],x[1]\n0,1,x[0]\n", HD_ERROR_SYNTAX, "list.csv:3: The line has no “destination”" },
    { HEADER "soon,1,x[0],x[1]\n", HD_ERROR_SYNTAX, "list.csv:2: start_s: “soon”" },
    { HEADER "0,1 GB,x[0],x[1]\n", HD_ERROR_SYNTAX, "list.csv:2: bytes: “1 GB”" },
    { HEADER "-1,1,x[0],x[1]\n", HD_ERROR_RANGE, "list.csv:2: start_s is -1" },
    { HEADER "0,-1,x[0],x[1]\n", HD_ERROR_RANGE, "list.csv:2: bytes is -1" },
    { HEADER "0,nan,x[0],x[1]\n", HD_ERROR_RANGE, "list.csv:2: bytes is nan" },
    { HEADER "0,1e400,x[0],x[1]\n", HD_ERROR_RANGE, "list.csv:2: bytes" },
    { "\xef\xbb\xbf", HD_ERROR_SYNTAX, "list.csv:1: The file is empty" },
    { HEADER "0,1,\"x[0],x[1]\n", HD_ERROR_SYNTAX, "list.csv:2: A quote is not closed: 0,1,\"x[0],x[1]" },
    { HEADER "0,1,\"x[0]\" 1,x[1]\n", HD_ERROR_SYNTAX, "list.csv:2: After a closed quote there must be a comma" },
    { HEADER "0,1,\"\",x[1]\n", HD_ERROR_NAME, "list.csv:2: source: there is no component “”" },
    { HEADER "0,1,y,x[1]\n", HD_ERROR_NAME, "list.csv:2: source: there is no component “y”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (Fixture) self = fixture_new_transfers (PLATFORM, faults[i].csv);

      g_assert_error (self->error, HD_ERROR, (gint) faults[i].code);
      g_test_message ("%s", self->error->message);
      g_assert_nonnull (strstr (self->error->message, faults[i].words));
    }
}

/* A workload that names a file; a file that cannot be read. */
static void
test_file (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "heddle-transfers-XXXXXX", NULL);
  int fd = g_mkstemp (path);
  g_autofree char *body = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_assert_true (g_file_set_contents (path, HEADER "0,1e9,x[0],x[1]\n", -1, NULL));
  body = g_strdup_printf (PLATFORM "<workload type=\"transfers\" file=\"%s\"/>", path);
  {
    g_autoptr (Fixture) self = fixture_new (body, NULL);

    g_assert_true (fixture_run (self, TRUE));
    g_assert_cmpfloat_with_epsilon (end_of (self, 0), 1.002, 1e-12);
    g_unlink (path);
    g_assert_null (hd_transfer_list_load (self->design, path, &error));
    g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/transfers/times", test_times);
  g_test_add_func ("/engine/workload/transfers/columns", test_columns);
  g_test_add_func ("/engine/workload/transfers/spreadsheet", test_spreadsheet);
  g_test_add_func ("/engine/workload/transfers/empty", test_empty);
  g_test_add_func ("/engine/workload/transfers/faults", test_faults);
  g_test_add_func ("/engine/workload/transfers/file", test_file);
  return g_test_run ();
}
