/* test-fst.c: what is written compressed is what is written as a value change dump
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: GTKWave's fst2vcd gives back the signals, values and times of our own dump: of runs; without samples; with one; with signals that
 * never change; with several blocks, and many changes at one time where a block would end. Equal records are equal bytes.
 * Left open: jumps into the middle of a file, which its viewer makes from the values at the beginning of each block.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "record-fixture.h"
#include "run-fixture.h"
#include "vcd-fixture.h"

#define N_SIGNALS 7 /* of the fixture */
#define COLLECTIVE 5

typedef struct
{
  char *directory;
  char *dump;
  char *trace;
  char *again;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-fst-XXXXXX", NULL);
  fixture->dump = g_build_filename (fixture->directory, "dump.vcd", NULL);
  fixture->trace = g_build_filename (fixture->directory, "trace.fst", NULL);
  fixture->again = g_build_filename (fixture->directory, "again.vcd", NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_remove (fixture->dump);
  g_remove (fixture->trace);
  g_remove (fixture->again);
  g_assert_cmpint (g_rmdir (fixture->directory), ==, 0);
  g_free (fixture->directory);
  g_free (fixture->dump);
  g_free (fixture->trace);
  g_free (fixture->again);
}

static guint
compare_record (Fixture *fixture,
                HdRecord *record,
                guint n_signals)
{
  g_autoptr (GError) error = NULL;
  guint n_changes = 0;
  GStatBuf plain, packed;

  hd_report_save (record, HD_REPORT_VCD, NULL, fixture->dump, NULL, &error);
  g_assert_no_error (error);
  hd_report_save (record, HD_REPORT_FST, NULL, fixture->trace, NULL, &error);
  g_assert_no_error (error);
  vcd_fixture_convert ((const char *const[]){ "fst2vcd", fixture->trace, "-o", fixture->again, NULL });
  vcd_fixture_compare (fixture->dump, fixture->again, n_signals, &n_changes);
  g_assert_cmpint (g_stat (fixture->dump, &plain), ==, 0);
  g_assert_cmpint (g_stat (fixture->trace, &packed), ==, 0);
  g_test_message ("%u changes: %" G_GINT64_FORMAT " bytes of FST, %" G_GINT64_FORMAT " of VCD", n_changes, (gint64) packed.st_size,
                  (gint64) plain.st_size);
  if (n_changes > 10000)
    g_assert_cmpint (packed.st_size * 2, <, plain.st_size);
  return n_changes;
}

static void
test_run (Fixture *fixture,
          gconstpointer data)
{
  g_autoptr (HdRecord) record = run_fixture_record (data, NULL);

  g_assert_cmpuint (compare_record (fixture, record, hd_record_get_n_series (record)), >, 30);
}

/* The signals of the fixture, without what a run would do. */
static HdRecord *
new_record (void)
{
  HdRecord *record = record_fixture_new (VCD_FIXTURE_WATCHED, 0);

  g_assert_cmpuint (hd_record_get_n_series (record), ==, N_SIGNALS);
  _hd_record_set_series (record, COLLECTIVE, HD_SERIES_STATE, 0);
  return record;
}

static void
test_empty (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (HdRecord) record = new_record ();

  g_assert_cmpuint (compare_record (fixture, record, N_SIGNALS), ==, 0);
  _hd_record_publish (record, 5000);
  g_assert_cmpuint (compare_record (fixture, record, N_SIGNALS), ==, 0);
}

/* Of a project without probes. */
static void
test_none (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (HdRecord) record = record_fixture_new ("<heddle version=\"1\" name=\"bare\"><top><component id=\"x\" type=\"fabric.xpu\"/></top></heddle>", 0);
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_report_save (record, HD_REPORT_FST, NULL, fixture->trace, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "trace.fst"));
  g_assert_nonnull (strstr (error->message, "no probes"));
  g_assert_false (g_file_test (fixture->trace, G_FILE_TEST_EXISTS));
}

static void
test_one (Fixture *fixture,
          gconstpointer data)
{
  g_autoptr (HdRecord) record = new_record ();

  _hd_record_append_sample (record, 3, 1234567, 0.1);
  _hd_record_publish (record, 1234567);
  g_assert_cmpuint (compare_record (fixture, record, N_SIGNALS), ==, 1);
  _hd_record_append_sample (record, COLLECTIVE, 1234567, 1);
  _hd_record_append_sample (record, COLLECTIVE, 2000000, -1);
  _hd_record_append_sample (record, 6, HD_TIME_MAX / 2, -1e300);
  _hd_record_publish (record, HD_TIME_MAX / 2);
  g_assert_cmpuint (compare_record (fixture, record, N_SIGNALS), ==, 4);
}

/* Two signals stay silent; the last but one speaks in the third block alone. */
static void
test_blocks (Fixture *fixture,
             gconstpointer data)
{
  enum
  {
    SPEAKING = 4,
    N_STEPS = 160 * 1000,
    MANY_AT_ONCE = 256 * 1024 / SPEAKING,
    BLOCK_COUNT_AT = 65, /* in the header */
  };
  g_autoptr (HdRecord) record = new_record ();
  g_autofree char *content = NULL;
  guint64 n_blocks;
  HdTime time = 0;
  gsize length;
  guint n = 0;

  for (guint i = 0; i < N_STEPS; i++)
    {
      if (i < MANY_AT_ONCE - 10 || i > MANY_AT_ONCE + 10) /* else a block would end within one time */
        time += g_test_rand_int_range (1, 100000);
      for (guint s = 0; s < SPEAKING - 1; s++, n++)
        _hd_record_append_sample (record, s, time, i % 3 == 0 ? g_test_rand_double () : g_test_rand_int_range (-1000, 1000));
      _hd_record_append_sample (record, COLLECTIVE, time, (double) (i % (RECORD_FIXTURE_N_NAMES + 1)) - 1);
      n++;
      if (i == N_STEPS - 1)
        {
          _hd_record_append_sample (record, 4, time, 7);
          n++;
        }
    }
  _hd_record_publish (record, time);
  g_assert_cmpuint (compare_record (fixture, record, N_SIGNALS), ==, n);
  g_assert_true (g_file_get_contents (fixture->trace, &content, &length, NULL));
  g_assert_cmpuint (length, >, BLOCK_COUNT_AT + sizeof n_blocks);
  memcpy (&n_blocks, content + BLOCK_COUNT_AT, sizeof n_blocks);
  g_assert_cmpuint (GUINT64_FROM_BE (n_blocks), ==, 3);
}

static void
test_equal (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize n_first, n_second;

  test_run (fixture, data);
  g_assert_true (g_file_get_contents (fixture->trace, &first, &n_first, NULL));
  test_run (fixture, data);
  g_assert_true (g_file_get_contents (fixture->trace, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/engine/report/fst/broadcast", Fixture, VCD_FIXTURE_WATCHED, set_up, test_run, tear_down);
  g_test_add ("/engine/report/fst/star", Fixture, RUN_FIXTURE_STAR, set_up, test_run, tear_down);
  g_test_add ("/engine/report/fst/empty", Fixture, NULL, set_up, test_empty, tear_down);
  g_test_add ("/engine/report/fst/none", Fixture, NULL, set_up, test_none, tear_down);
  g_test_add ("/engine/report/fst/one", Fixture, NULL, set_up, test_one, tear_down);
  g_test_add ("/engine/report/fst/blocks", Fixture, NULL, set_up, test_blocks, tear_down);
  g_test_add ("/engine/report/fst/equal", Fixture, VCD_FIXTURE_WATCHED, set_up, test_equal, tear_down);
  return g_test_run ();
}
