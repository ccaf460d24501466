/* test-report.c: what is written from a record can be read by others
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every kind of report is written from one small run and parsed again; a report that cannot be written leaves nothing behind.
 */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "run-fixture.h"

static HdRun *
run_once (void)
{
  static const char *const settings[] = { "run:iterations=1", "$xpus=2", "run:trace=xpu[0]", "run:steps=barrier", NULL };

  return run_fixture_run (RUN_FIXTURE_STAR, settings, NULL);
}

static char *
write_report (HdRun *run,
              HdReportKind kind)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  hd_report_write (hd_run_get_record (run), kind, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/* The lanes of the trace with all their spans, whose causes are spans of the record. */
static void
check_trace (HdRecord *record,
             JsonArray *lanes)
{
  guint n_kinds[16] = { 0 };
  guint at = 0;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      g_autofree char *title = hd_record_dup_lane_title (record, lane);
      JsonObject *object;
      JsonArray *spans;

      if (!hd_record_is_trace_lane (record, lane))
        continue;
      object = json_array_get_object_element (lanes, at++);
      spans = json_object_get_array_member (object, "spans");
      g_assert_cmpstr (json_object_get_string_member (object, "lane"), ==, title);
      g_assert_cmpuint (json_array_get_length (spans), ==, hd_record_get_n_spans (record, lane));
      for (guint i = 0; i < json_array_get_length (spans); i++)
        {
          JsonObject *span = json_array_get_object_element (spans, i);
          guint64 n;
          const HdSpan *expected = hd_record_peek_spans (record, lane, i, &n);
          g_auto (GStrv) cause = g_strsplit (json_object_get_string_member (span, "cause"), ":", 2);

          n_kinds[expected->kind]++;
          g_assert_cmpint (json_object_get_int_member (span, "step"), ==, expected->step);
          g_assert_cmpfloat_with_epsilon (json_object_get_double_member (span, "end_s"), hd_time_to_seconds (expected->end), 1e-12);
          g_assert_cmpint (json_object_get_null_member (span, "peer"), ==, expected->kind == HD_SPAN_STEP);
          g_assert_cmpuint (g_ascii_strtoull (cause[1], NULL, 10), <, hd_record_get_n_spans (record, (guint) g_ascii_strtoull (cause[0], NULL, 10)));
        }
    }
  g_assert_cmpuint (at, ==, json_array_get_length (lanes));
  /* Two members: one step of reducing and one of copying in each all-reduce. */
  g_assert_cmpuint (n_kinds[HD_SPAN_STEP], >, 2);
  g_assert_cmpuint (n_kinds[HD_SPAN_SEND], ==, n_kinds[HD_SPAN_STEP]);
  g_assert_cmpuint (n_kinds[HD_SPAN_RECEIVE], ==, n_kinds[HD_SPAN_STEP]);
  g_assert_cmpuint (2 * n_kinds[HD_SPAN_REDUCE], ==, n_kinds[HD_SPAN_STEP]);
}

/* Those that are stated, and the memory that may be used where nothing is. */
static void
test_limits (void)
{
  static const char *const stated[] = { "run:iterations=1", "run:memory-limit=3 GB", "run:wall-limit=1000 s", NULL };
  static const char *const none[] = { "run:iterations=1", NULL };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, i == 0 ? stated : none);
      g_autoptr (HdRun) run = hd_run_new (design, NULL);
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_autofree char *text = NULL;
      JsonObject *limits;

      hd_run_start (run);
      g_assert_true (hd_run_wait (run, NULL));
      text = write_report (run, HD_REPORT_JSON);
      g_assert_true (json_parser_load_from_data (parser, text, -1, NULL));
      limits = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)), "limits");
      g_assert_cmpint (json_object_get_null_member (limits, "wall_time_s"), ==, i == 1);
      if (i == 0)
        g_assert_cmpfloat (json_object_get_double_member (limits, "wall_time_s"), ==, 1000);
      if (i == 0)
        g_assert_cmpint (json_object_get_int_member (limits, "memory_bytes"), ==, 3000000000);
      else
        g_assert_cmpint (json_object_get_int_member (limits, "memory_bytes"), >, 1000000);
    }
}

static void
test_json (void)
{
  g_autoptr (HdRun) run = run_once ();
  g_autofree char *text = write_report (run, HD_REPORT_JSON);
  g_autofree char *digest = hd_record_dup_digest (hd_run_get_record (run));
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *object;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (object, "digest"), ==, digest);
  g_assert_cmpfloat (json_object_get_double_member (object, "simulated_time_s"), ==,
                     hd_time_to_seconds (hd_record_get_time (hd_run_get_record (run))));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "links")), ==, 4);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (json_object_get_array_member (object, "links"), 0), "id"), ==, "x[0]");
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (object, "settings"), "sync"), ==, "serial");
  check_trace (hd_run_get_record (run), json_object_get_array_member (object, "trace"));
}

/* Times of a dump never go back, and the last value of a signal is that of its series. */
static void
test_vcd (void)
{
  g_autoptr (HdRun) run = run_once ();
  g_autofree char *text = write_report (run, HD_REPORT_VCD);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gint64 time = -1;
  guint n_variables = 0, n_values = 0;
  guint64 n_samples = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (lines[i][0] == '#')
        {
          gint64 next = g_ascii_strtoll (lines[i] + 1, NULL, 10);

          g_assert_cmpint (next, >, time);
          time = next;
        }
      n_variables += g_str_has_prefix (lines[i], "$var ");
      n_values += lines[i][0] == 'r' || lines[i][0] == 's';
    }
  for (guint s = 0; s < hd_record_get_n_series (hd_run_get_record (run)); s++)
    n_samples += hd_record_get_n_samples (hd_run_get_record (run), s);
  g_assert_cmpuint (n_variables, ==, 6);
  g_assert_cmpuint (n_values, ==, n_samples);
  g_assert_cmpint (time, ==, hd_record_get_time (hd_run_get_record (run)));
}

/* Complete events of one track nest or follow each other, as the format demands. */
static void
test_perfetto (void)
{
  g_autoptr (HdRun) run = run_once ();
  g_autofree char *text = write_report (run, HD_REPORT_PERFETTO);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autofree double *ends = g_new0 (double, 64);
  JsonArray *events;
  guint n_spans = 0, n_caused = 0, n_sends = 0;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  events = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "traceEvents");
  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i);
      gint64 track;
      double start;

      if (strcmp (json_object_get_string_member (event, "ph"), "X") != 0)
        continue;
      track = json_object_get_int_member (event, "tid");
      start = json_object_get_double_member (event, "ts");
      n_caused += json_object_has_member (json_object_get_object_member (event, "args"), "cause");
      n_sends += strcmp (json_object_get_string_member (event, "cat"), "send") == 0;
      g_assert_cmpint (track, <, 64);
      g_assert_cmpfloat (start, >=, ends[track] - 1e-5);
      ends[track] = start + json_object_get_double_member (event, "dur");
      n_spans++;
    }
  g_assert_cmpuint (n_spans, >, 100);
  g_assert_cmpuint (n_caused, >, n_spans / 2);
  g_assert_cmpuint (n_sends, >, 2);
}

static guint
count_columns (const char *line)
{
  guint n = 1;
  gboolean quoted = FALSE;

  for (; *line != '\0'; line++)
    {
      quoted ^= *line == '"';
      n += *line == ',' && !quoted;
    }
  return n;
}

static void
test_csv (void)
{
  static const HdReportKind kinds[] = { HD_REPORT_METRICS, HD_REPORT_LINKS, HD_REPORT_COMPONENTS, HD_REPORT_SERIES, HD_REPORT_SPANS };
  g_autoptr (HdRun) run = run_once ();

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autofree char *text = write_report (run, kinds[k]);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      guint n_columns = count_columns (lines[0]);
      guint i;

      for (i = 1; lines[i][0] != '\0'; i++)
        g_assert_cmpuint (count_columns (lines[i]), ==, n_columns);
      g_assert_null (lines[i + 1]);
      g_assert_cmpuint (i, >, 2);
    }
}

/* An older file stays as it is, and nothing lies beside it. */
static void
test_cannot_write (void)
{
  g_autoptr (HdRun) run = run_once ();
  g_autofree char *directory = g_dir_make_tmp ("heddle-report-XXXXXX", NULL);
  g_autofree char *missing = g_build_filename (directory, "no", "result.json", NULL);
  g_autofree char *old = g_build_filename (directory, "old.json", NULL);
  g_autofree char *content = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) listing = NULL;
  guint n_files = 0;

  g_assert_false (hd_report_save (hd_run_get_record (run), HD_REPORT_JSON, NULL, missing, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  g_assert_nonnull (strstr (error->message, missing));
  g_clear_error (&error);

  g_assert_false (hd_report_save (hd_run_get_record (run), HD_REPORT_JSON, NULL, "/dev/full", NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (old, "old", -1, NULL));
  g_cancellable_cancel (cancelled);
  g_assert_false (hd_report_save (hd_run_get_record (run), HD_REPORT_JSON, NULL, old, cancelled, &error));
  g_assert_true (g_file_get_contents (old, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "old");
  listing = g_dir_open (directory, 0, NULL);
  while (g_dir_read_name (listing) != NULL)
    n_files++;
  g_assert_cmpuint (n_files, ==, 1);
  g_remove (old);
  g_rmdir (directory);
}

/* The limit on the size of files makes writing fail as a full disk does: late, after a part was written. */
static void
test_full_disk (void)
{
  g_autoptr (HdRun) run = run_once ();
  g_autofree char *directory = g_dir_make_tmp ("heddle-report-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "trace.json", NULL);
  g_autoptr (GError) error = NULL;
  struct rlimit limit;
  rlim_t old;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  old = limit.rlim_cur;
  limit.rlim_cur = 8192;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_false (hd_report_save (hd_run_get_record (run), HD_REPORT_PERFETTO, NULL, path, NULL, &error));
  limit.rlim_cur = old;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_cmpint (g_rmdir (directory), ==, 0); /* nothing is left in it */
}

/* A device or a pipe is written to, and stays what it is: results may go to another program. */
static void
test_pipe (void)
{
  g_autoptr (HdRun) run = run_once ();
  g_autofree char *directory = g_dir_make_tmp ("heddle-report-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "pipe", NULL);
  g_autofree char *link = g_build_filename (directory, "link", NULL);
  g_autoptr (GError) error = NULL;
  char text[8] = "";
  int fd;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_cmpint (symlink (path, link), ==, 0);
  fd = g_open (path, O_RDONLY | O_NONBLOCK, 0);
  g_assert_cmpint (fd, >=, 0);
  hd_report_save (hd_run_get_record (run), HD_REPORT_METRICS, NULL, link, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (read (fd, text, 4), ==, 4);
  g_assert_cmpstr (text, ==, "name");
  close (fd);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpint (g_remove (link), ==, 0);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/report/json", test_json);
  g_test_add_func ("/engine/report/report/limits", test_limits);
  g_test_add_func ("/engine/report/report/vcd", test_vcd);
  g_test_add_func ("/engine/report/report/perfetto", test_perfetto);
  g_test_add_func ("/engine/report/report/csv", test_csv);
  g_test_add_func ("/engine/report/report/cannot-write", test_cannot_write);
  g_test_add_func ("/engine/report/report/full-disk", test_full_disk);
  g_test_add_func ("/engine/report/report/pipe", test_pipe);
  return g_test_run ();
}
