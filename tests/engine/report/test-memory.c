/* test-memory.c: memory does not grow with what is written
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: test-memory [SPANS]. A record of spans, with as many samples and transfers, is written in each form to a stream that only counts. What
 * the process takes more than before, at its highest, stays below a limit that has nothing to do with the number of bytes written. Each
 * form has a process of its own, since what was highest stays on the books.
 * Left open: the result as JSON, which has no spans or samples.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <heddle/heddle.h>

#include "record-fixture.h"
#include "vcd-fixture.h"

#define N_LANES 4
#define SPANS_BY_DEFAULT 200000

/* ---- a stream that counts ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  GOutputStream parent_instance;
  guint64 n_bytes;
} Counter;

typedef GOutputStreamClass CounterClass;

GType counter_get_type (void);
G_DEFINE_TYPE (Counter, counter, G_TYPE_OUTPUT_STREAM)

static gssize
counter_write (GOutputStream *stream,
               const void *bytes,
               gsize n,
               GCancellable *cancellable,
               GError **error)
{
  ((Counter *) stream)->n_bytes += n;
  return (gssize) n;
}

static void
counter_class_init (CounterClass *klass)
{
  klass->write_fn = counter_write;
}

static void
counter_init (Counter *self)
{
}

/* ---- a record ------------------------------------------------------------------------------------------------------------------------ */

/* As many transfers as there will be. */
static void
set_transfers (HdRecord *record,
               guint64 n)
{
  g_autoptr (GString) text = g_string_new ("start_s,bytes,source,destination\n");
  g_autoptr (HdTransferList) list = NULL;
  g_autoptr (GError) error = NULL;

  for (guint64 i = 0; i < n; i++)
    g_string_append (text, "0,1,xpu[1],xpu[2]\n");
  list = hd_transfer_list_parse (hd_record_get_design (record), "transfers.csv", text->str, &error);
  g_assert_no_error (error);
  _hd_record_set_transfers (record, list);
}

/* Spans of a lane overlap a little, and each is released by the one before. */
static HdRecord *
make_record (guint64 n)
{
  HdRecord *record = record_fixture_new (VCD_FIXTURE_WATCHED, N_LANES);
  HdTime time = 0;

  set_transfers (record, n);
  for (guint64 i = 0; i < n; i++)
    {
      guint lane = (guint) (i % N_LANES);
      guint64 before = i / N_LANES;
      HdSpan span = { .start = time, .end = time + 900 * (HdTime) (1 + i % 7), .name = (guint32) (i % RECORD_FIXTURE_N_NAMES), .kind = (guint8) (i % 2),
                      .cause = before > 0 ? _hd_record_make_cause (lane, before - 1) : HD_NO_SPAN };
      HdTransferResult transfer = { i, time, time + 900, (double) i, 1, 2 };

      _hd_record_append_span (record, lane, &span);
      _hd_record_append_sample (record, (guint) (i % 4), time, (double) (i % 1000) * 0.1);
      _hd_record_append_transfer (record, &transfer);
      time += 1000;
    }
  _hd_record_publish (record, time);
  return record;
}

static gint64
peak_bytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

typedef struct
{
  const char *name;
  HdReportKind kind;
  gint64 limit; /* bytes */
} Form;

/* Paje sorts a million events of 48 bytes in memory, and that needs as much again. */
static const Form forms[] = {
  { "perfetto", HD_REPORT_PERFETTO, 4 * 1000 * 1000 }, { "vcd", HD_REPORT_VCD, 4 * 1000 * 1000 },
  { "fst", HD_REPORT_FST, 24 * 1000 * 1000 },          { "series", HD_REPORT_SERIES, 4 * 1000 * 1000 },
  { "spans", HD_REPORT_SPANS, 4 * 1000 * 1000 },       { "transfers", HD_REPORT_TRANSFERS, 4 * 1000 * 1000 },
  { "paje", HD_REPORT_PAJE, 160 * 1000 * 1000 },
};

/* In a process of its own; its status says whether it stayed below the limit. */
static gboolean
write_record (HdRecord *record,
              const Form *form)
{
  g_autoptr (GOutputStream) stream = g_object_new (counter_get_type (), NULL);
  g_autoptr (GError) error = NULL;
  gint64 before = peak_bytes ();
  clock_t begin = clock ();
  gint64 more;

  hd_report_write (record, form->kind, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  more = peak_bytes () - before;
  g_print ("# %-9s %9.1f MB written in %6.2f s of CPU time, %5.1f MB of memory\n", form->name, (double) ((Counter *) stream)->n_bytes / 1e6,
           (double) (clock () - begin) / CLOCKS_PER_SEC, (double) more / 1e6);
  return ((Counter *) stream)->n_bytes > 0 && more <= form->limit;
}

int
main (int argc,
      char **argv)
{
  guint64 n = argc > 1 && argv[1][0] != '-' ? strtoull (argv[1], NULL, 10) : SPANS_BY_DEFAULT;
  g_autoptr (HdRecord) record = make_record (n);
  gboolean failed = FALSE;

  g_print ("TAP version 13\n1..%u\n", (guint) G_N_ELEMENTS (forms));
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      int status;
      pid_t child;

      fflush (stdout);
      child = fork ();
      if (child == 0)
        {
          gboolean below = write_record (record, &forms[i]);

          fflush (stdout);
          _exit (below ? 0 : 1);
        }
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      failed = failed || status != 0;
      g_print ("%s %u %s in at most %.0f MB\n", status == 0 ? "ok" : "not ok", i + 1, forms[i].name, (double) forms[i].limit / 1e6);
    }
  return failed ? 1 : 0;
}
