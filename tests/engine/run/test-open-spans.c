/* test-open-spans.c: what a run tells of while it is under way
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: asked in the middle of a run, a lane is at what the record of the whole run says that it was at then, at each fidelity and for each
 * kind of work; asking changes no digest; nothing is open once the run is over. Left open: how it is painted, see test-timeline-painter.c.
 */
#include "run-fixture.h"

#define N_MOMENTS 12

#define NETWORK \
  "<link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/>" \
  "<top><component id=\"hub\" type=\"fabric.switch\"/><component id=\"x\" type=\"fabric.xpu\" count=\"4\" model=\"H100\"/>" \
  "<link id=\"l\" from=\"x[i].eth\" to=\"hub.port[i]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
#define COLLECTIVE \
  "<heddle version=\"1\" name=\"ring\">" NETWORK \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"4 MB\"/>" \
  "<run iterations=\"3\"/></heddle>"
#define TRANSFERS "<heddle version=\"1\" name=\"list\">" NETWORK "</heddle>"
#define LINES "0,3e6,x[0],x[1]\n1e-5,2e6,x[1],x[2]\n1e-4,4e6,x[2],x[1]\n3e-4,1e6,x[3],x[0]\n"

typedef struct
{
  const char *text;
  const char *lines;
} Case;

static const Case cases[] = {
  { COLLECTIVE, NULL },
  { TRANSFERS, LINES },
  { RUN_FIXTURE_STAR, NULL },
};

static HdRun *
make_run (const Case *it,
          const char *fidelity,
          const char *partitions)
{
  g_autofree char *first = g_strconcat ("run:fidelity=", fidelity, NULL);
  const char *settings[] = { first, "run:packet-size=1 MB", "run:sync=request", partitions, NULL };
  g_autoptr (HdDesign) design = run_fixture_design (it->text, settings);
  g_autoptr (HdTransferList) list = it->lines != NULL ? run_fixture_transfers (design, it->lines) : NULL;

  return hd_run_new (design, list);
}

static gboolean
has_open (HdRecord *record,
          guint lane,
          const HdSpan *span)
{
  guint n;
  g_autofree HdSpan *open = hd_record_dup_open_spans (record, lane, &n);

  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (open[i].end, ==, HD_TIME_MAX);
      if (open[i].kind == span->kind && open[i].name == span->name && open[i].iteration == span->iteration && open[i].start == span->start)
        return TRUE;
    }
  return FALSE;
}

/* What the lane was at at @time, in the record of a whole run, is open in that which has come to @time. */
static guint
check_lane (HdRecord *whole,
            HdRecord *part,
            guint lane,
            HdTime time)
{
  guint64 n_spans = hd_record_get_n_spans (whole, lane), n;
  guint n_expected = 0, n_open;
  g_autofree HdSpan *open = hd_record_dup_open_spans (part, lane, &n_open);

  if (hd_record_is_trace_lane (whole, lane))
    return 0;
  for (guint64 i = 0; i < n_spans; i++)
    {
      const HdSpan *span = hd_record_peek_spans (whole, lane, i, &n);

      if (span->start >= time || span->end <= time)
        continue;
      n_expected++;
      g_assert_true (has_open (part, lane, span));
    }
  g_assert_cmpuint (n_open, ==, n_expected);
  return n_open;
}

static void
ask (HdRecord *record)
{
  guint n;

  g_free (hd_record_dup_open_spans (record, 0, &n));
}

static void
check (const Case *it,
       const char *fidelity,
       const char *partitions)
{
  g_autoptr (HdRun) whole = make_run (it, fidelity, partitions), self = make_run (it, fidelity, partitions);
  HdRecord *expected = hd_run_get_record (whole), *record = hd_run_get_record (self);
  g_autofree char *digest = NULL, *same = NULL;
  guint n_open = 0;

  hd_run_start (whole);
  g_assert_true (hd_run_wait (whole, NULL));
  digest = hd_record_dup_digest (expected);
  for (guint i = 1; i <= N_MOMENTS; i++)
    {
      /* No event is at such a time, nor a picosecond later, when it is told to those who asked. */
      HdTime time = (hd_record_get_time (expected) * i / (N_MOMENTS + 1)) | 1;

      run_fixture_run_until (self, time);
      ask (record);
      run_fixture_run_until (self, time + 1);
      for (guint lane = 0; lane < hd_record_get_n_lanes (expected); lane++)
        n_open += check_lane (expected, record, lane, time);
    }
  g_assert_cmpuint (n_open, >, N_MOMENTS / 2);
  hd_run_resume (self);
  g_assert_true (hd_run_wait (self, NULL));
  same = hd_record_dup_digest (record);
  g_assert_cmpstr (same, ==, digest);
  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      guint n;
      g_autofree HdSpan *open = hd_record_dup_open_spans (record, lane, &n);

      g_assert_cmpuint (n, ==, 0);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_flow (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check (&cases[i], "flow", NULL);
}

static void
test_packet (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      check (&cases[i], "packet", NULL);
      check (&cases[i], "packet", "run:partitions=3");
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/open-spans/flow", test_flow);
  g_test_add_func ("/run/open-spans/packet", test_packet);
  return g_test_run ();
}
