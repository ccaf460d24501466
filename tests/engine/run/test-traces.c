/* test-traces.c: Chakra traces executed packet by packet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The platform of chakra-fixture.h, cut-through: what goes alone takes 2 ms and its size over 1 GB/s, and what says that it is there another 2 ms.
 *
 * Invariants: times that are worked by hand from the rules of hd-chakra-process.h; nobody waits for whom his trace does not name; collectives of a
 * group follow each other in the order of the trace, as far as it can be kept; who waits for ever is named; nothing depends on partitions; other
 * work may run beside; preparing can be cancelled. Left open: what traces say, see test-chakra.c.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "chakra-fixture.h"
#include "hd-agent-work.h"
#include "hd-budget.h"
#include "hd-packet-network.h"
#include "run-fixture.h"

#define RUN "<run fidelity=\"packet\" switching=\"cut-through\" packet-size=\"1 MB\"/>"
#define RING HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE

/* ---- runs --------------------------------------------------------------------------------------------------------------- */

static HdDesign *
design_traces (Traces *traces,
               const char *on,
               const char *attributes,
               const char *xpu,
               const char *more,
               const char *const *settings)
{
  g_autofree char *body = NULL;
  g_autofree char *text = NULL;

  traces_save (traces);
  body = traces_dup_body (traces, on, attributes, xpu);
  text = g_strconcat ("<heddle version=\"1\" name=\"traces\">", body, more, RUN "</heddle>", NULL);
  return run_fixture_design (text, settings);
}

static HdRecord *
run_design (HdDesign *design)
{
  g_autoptr (HdRun) self = run_fixture_run_design (design, NULL);

  return hd_record_ref (hd_run_get_record (self));
}

static HdRecord *
run (Traces *traces,
     const char *on,
     const char *attributes,
     const char *xpu)
{
  g_autoptr (HdDesign) design = design_traces (traces, on, attributes, xpu, "", NULL);

  return run_design (design);
}

/* The only span of that name and kind. */
static HdSpan
find (HdRecord *record,
      const char *name,
      HdSpanKind kind)
{
  HdSpan found = { .start = -1 };

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
      {
        guint64 available;
        const HdSpan *span = hd_record_peek_spans (record, lane, i, &available);

        if (strcmp (hd_record_get_name (record, span->name), name) != 0 || span->kind != kind)
          continue;
        g_assert_cmpint (found.start, ==, -1);
        found = *span;
      }
  if (found.start == -1)
    g_error ("there is no span “%s”", name);
  return found;
}

static void
assert_times (HdRecord *record,
              const char *name,
              HdSpanKind kind,
              HdTime start,
              HdTime end)
{
  HdSpan span = find (record, name, kind);

  g_assert_cmpint (span.start, ==, start);
  g_assert_cmpint (span.end, ==, end);
  g_assert_false (span.unfinished);
}

/* ---- by hand ------------------------------------------------------------------------------------------------------------ */

/* 1 MB is there after 3 ms; its sender knows after 5. The receive of the answer waits for that, and the answer itself does not. */
static void
test_ping_pong (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdRecord) record = NULL;

  traces_init (&traces);
  chakra_writer_send (traces.ranks[0], 1, NONE, 1, 1000000, 7);
  chakra_writer_receive (traces.ranks[0], 2, 1, 1, 1000000, 8);
  chakra_writer_receive (traces.ranks[1], 11, NONE, 0, 1000000, 7);
  chakra_writer_send (traces.ranks[1], 12, 11, 0, 1000000, 8);
  traces_keep (&traces, 2);
  record = run (&traces, "two", "", "");
  assert_times (record, "send 1", HD_SPAN_SEND, 0, 5 * MS);
  assert_times (record, "receive 11", HD_SPAN_RECEIVE, 0, 3 * MS);
  assert_times (record, "send 12", HD_SPAN_SEND, 3 * MS, 8 * MS);
  assert_times (record, "receive 2", HD_SPAN_RECEIVE, 5 * MS, 6 * MS);
  g_assert_cmpuint (find (record, "send 1", HD_SPAN_SEND).peer, ==, hd_design_find_node (hd_record_get_design (record), "x[1]"));
  g_assert_cmpuint (find (record, "send 1", HD_SPAN_SEND).cause, ==, HD_NO_SPAN);
  g_assert_cmpuint (find (record, "send 12", HD_SPAN_SEND).cause, !=, HD_NO_SPAN);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "time_total"), 0.008, 1e-12);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "end_time.0"), 0.006, 1e-12);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "sync_exposed.1"), 0.008, 1e-12);
}

/* What comes before anyone wants it waits there, and its sender does not wait with it. */
static void
test_eager (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdRecord) record = NULL;

  traces_init (&traces);
  chakra_writer_send (traces.ranks[0], 1, NONE, 1, 1000000, 0);
  chakra_writer_compute (traces.ranks[1], 10, NONE, 20000);
  chakra_writer_receive (traces.ranks[1], 11, 10, 0, 1000000, 0);
  record = run (&traces, "all", "", "");
  assert_times (record, "send 1", HD_SPAN_SEND, 0, 5 * MS);
  assert_times (record, "receive 11", HD_SPAN_RECEIVE, 20 * MS, 20 * MS);
}

/* Ring of 4 MB among 4, a step is 3 ms. Rank 2 begins 2 ms late: that runs round with its first message, and ends in rank 0; others go on from what
 * their own neighbours send them, and end where they would without it. */
static void
test_late_rank (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdRecord) record = NULL;

  traces_init (&traces);
  for (guint i = 0; i < N_RANKS; i++)
    {
      chakra_writer_compute (traces.ranks[i], 10 * i, NONE, i == 2 ? 7000 : 5000);
      chakra_writer_collective (traces.ranks[i], 10 * i + 1, 10 * i, RING, 4000000, NULL);
      chakra_writer_compute (traces.ranks[i], 10 * i + 2, 10 * i + 1, 2000);
    }
  record = run (&traces, "all", "", "");
  assert_times (record, "collective 1", HD_SPAN_COLLECTIVE, 5 * MS, 25 * MS);
  assert_times (record, "collective 11", HD_SPAN_COLLECTIVE, 5 * MS, 23 * MS);
  assert_times (record, "collective 21", HD_SPAN_COLLECTIVE, 7 * MS, 23 * MS);
  assert_times (record, "collective 31", HD_SPAN_COLLECTIVE, 5 * MS, 23 * MS);
  assert_times (record, "compute 2", HD_SPAN_COMPUTE, 25 * MS, 27 * MS);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "time_total"), 0.027, 1e-12);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "compute_time"), 0.009, 1e-12);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "sync_exposed"), 0.020, 1e-12);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "sync_exposed.2"), 0.016, 1e-12);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "end_time.2"), 0.025, 1e-12);
}

/* A binomial tree of 1 MB messages from rank 1, which hands its own over and is done. The first are there after 3 ms, and rank 0 is two away. */
static void
test_root (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdRecord) record = NULL;

  traces_init (&traces);
  for (guint i = 0; i < N_RANKS; i++)
    {
      chakra_writer_begin (traces.ranks[i], i, (const char *[]){ "zero", "one", "two", "three" }[i], HD_CHAKRA__NODE_TYPE__COMM_COLL_NODE);
      chakra_writer_number (traces.ranks[i], "comm_type", HD_CHAKRA__COLLECTIVE_COMM_TYPE__BROADCAST);
      chakra_writer_number (traces.ranks[i], "comm_size", 1000000);
      chakra_writer_number (traces.ranks[i], "root", 1);
      chakra_writer_end (traces.ranks[i]);
    }
  record = run (&traces, "all", "", "");
  assert_times (record, "one", HD_SPAN_COLLECTIVE, 0, 0);
  g_assert_cmpint (find (record, "zero", HD_SPAN_COLLECTIVE).end, >=, 6 * MS);
  g_assert_cmpint (MIN (find (record, "two", HD_SPAN_COLLECTIVE).end, find (record, "three", HD_SPAN_COLLECTIVE).end), ==, 3 * MS);
}

/* The same as a workload takes as long: each kind of collective, of 4 MB; an all-gather counts what each member puts in. */
static void
test_kinds (void)
{
  static const struct
  {
    int type;
    gint64 bytes;
    const char *operation;
  } cases[] = {
    { HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "all-reduce\" algorithm=\"ring" },
    { HD_CHAKRA__COLLECTIVE_COMM_TYPE__REDUCE, 4000000, "reduce" },
    { HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_GATHER, 1000000, "all-gather" },
    { HD_CHAKRA__COLLECTIVE_COMM_TYPE__BROADCAST, 4000000, "broadcast" },
    { HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_TO_ALL, 4000000, "all-to-all" },
    { HD_CHAKRA__COLLECTIVE_COMM_TYPE__REDUCE_SCATTER, 4000000, "reduce-scatter" },
    { HD_CHAKRA__COLLECTIVE_COMM_TYPE__BARRIER, 0, "barrier" },
  };
  static const char *const once[] = { "run:iterations=1", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Traces) traces = { NULL };
      g_autofree char *platform = g_strdup_printf (PLATFORM, ""), *text = NULL;
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (HdRecord) record = NULL, workload = NULL;
      const HdSpan *span;
      guint64 available;

      traces_init (&traces);
      for (guint rank = 0; rank < N_RANKS; rank++)
        chakra_writer_collective (traces.ranks[rank], rank, NONE, cases[i].type, cases[i].bytes, NULL);
      record = run (&traces, "all", "", "");
      text = g_strdup_printf ("<heddle version=\"1\" name=\"kind\">%s<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
                              "<workload type=\"collective\" id=\"kind\" on=\"all\" operation=\"%s\" bytes=\"4 MB\"/>" RUN "</heddle>",
                              platform, cases[i].operation);
      design = run_fixture_design (text, once);
      workload = run_design (design);
      g_assert_cmpuint (hd_record_get_n_spans (workload, 0), ==, 1);
      span = hd_record_peek_spans (workload, 0, 0, &available);
      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "time_total"), hd_time_to_seconds (span->end - span->start), 1e-12);
    }
}

/* 4 MB from the memory: asked for in 2 ms, there in another 2 + 4. To the memory: there in 2 + 4, and said in 2. Local memory takes 2 ms. */
static void
test_accesses (void)
{
  g_auto (Traces) local = { NULL }, remote = { NULL };
  g_autoptr (HdRecord) own = NULL, away = NULL;

  traces_init (&local);
  write_access (local.ranks[0], 1, "load", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 4000000, 0);
  write_access (local.ranks[0], 2, "store", HD_CHAKRA__NODE_TYPE__MEM_STORE_NODE, 4000000, 0);
  own = run (&local, "all", "", "");
  assert_times (own, "load", HD_SPAN_MEMORY, 0, 2 * MS);
  assert_times (own, "store", HD_SPAN_MEMORY, 2 * MS, 4 * MS);

  traces_init (&remote);
  write_access (remote.ranks[0], 1, "load", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 4000000, 0);
  write_access (remote.ranks[0], 2, "store", HD_CHAKRA__NODE_TYPE__MEM_STORE_NODE, 4000000, 0);
  away = run (&remote, "all", "", "home=\"m\"");
  assert_times (away, "load", HD_SPAN_MEMORY, 0, 8 * MS);
  assert_times (away, "store", HD_SPAN_MEMORY, 8 * MS, 16 * MS);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (away, "compute_time.0"), 0.016, 1e-12);
}

/* A memory of 0.5 GB/s takes 8 ms for 4 MB, in pieces of 65,536 B and a last of 2,304 B. That goes after the one before it, which takes longer over the
 * link than the last takes to be read. What is stored begins when the first piece is there. */
static void
test_slow_memory (void)
{
  static const char *const slow[] = { "m.bandwidth=0.5 GB/s", NULL };
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  HdLoad load;
  HdTime asked = 12 * MS + 65536000 + 2304000 - 4608000;

  traces_init (&traces);
  write_access (traces.ranks[0], 1, "load", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 4000000, 0);
  write_access (traces.ranks[0], 2, "store", HD_CHAKRA__NODE_TYPE__MEM_STORE_NODE, 4000000, 0);
  design = design_traces (&traces, "all", "", "home=\"m\"", "", slow);
  record = run_design (design);
  assert_times (record, "load", HD_SPAN_MEMORY, 0, asked);
  assert_times (record, "store", HD_SPAN_MEMORY, asked, asked + 12 * MS + 65536000);
  load = hd_record_read_node (record, hd_design_find_node (design, "m"), 0, HD_TIME_MAX);
  g_assert_cmpfloat_with_epsilon (load.ways[0].amount, 8e6, 1);
}

/* Durations run beside each other, as they were measured; those of the host are no computation of the rank. */
static void
test_streams (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdRecord) record = NULL;
  HdLoad load;

  traces_init (&traces);
  write_streams (traces.ranks[0]);
  record = run (&traces, "all", "", "");
  assert_times (record, "compute 1", HD_SPAN_COMPUTE, 0, 100 * US);
  assert_times (record, "compute 2", HD_SPAN_COMPUTE, 0, 300 * US);
  assert_times (record, "aten::mm", HD_SPAN_COMPUTE, 0, 700 * US);
  assert_times (record, "compute 4", HD_SPAN_COMPUTE, 700 * US, 700 * US);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "compute_time.0"), 0.0003, 1e-12);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "end_time.0"), 0.0007, 1e-12);
  load = hd_record_read_node (record, hd_design_find_node (hd_record_get_design (record), "x[0]"), 0, HD_TIME_MAX);
  g_assert_cmpfloat_with_epsilon (load.ways[0].amount, 400.0 * US, 1);
}

/* 3 GFLOP at 1 TFLOP/s take 3 ms, at half precision 0.75 ms; 4 MB at 2 GB/s take 2 ms beside them. Of two the second waits for the processor. */
static void
test_roofline (void)
{
  static const char *const ways[] = { "compute=\"roofline\"", "compute=\"roofline\" precision=\"fp16\"" };
  static const HdTime ends[] = { 3 * MS, 750 * US };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_auto (Traces) traces = { NULL };
      g_autoptr (HdRecord) record = NULL;

      traces_init (&traces);
      write_gemm (traces.ranks[0]);
      chakra_writer_begin (traces.ranks[0], 3, "other", HD_CHAKRA__NODE_TYPE__COMP_NODE);
      chakra_writer_number (traces.ranks[0], "num_ops", 3000000000);
      chakra_writer_end (traces.ranks[0]);
      record = run (&traces, "all", ways[i], "");
      assert_times (record, "gemm", HD_SPAN_COMPUTE, 0, ends[i]);
      assert_times (record, "gemm", HD_SPAN_MEMORY, 0, 2 * MS);
      assert_times (record, "other", HD_SPAN_COMPUTE, ends[i], 2 * ends[i]);
      assert_times (record, "compute 2", HD_SPAN_COMPUTE, MAX (ends[i], 2 * MS), MAX (ends[i], 2 * MS) + 50 * US);
    }
}

/* ---- order -------------------------------------------------------------------------------------------------------------- */

/* Two of one group, 6 ms each: the second in the trace could begin at once, but follows the first; unless the first needs it. */
static void
test_group (void)
{
  g_auto (Traces) traces = { NULL }, turned = { NULL };
  g_autoptr (HdRecord) record = NULL, other = NULL;
  HdSpan span;
  guint lane;
  guint64 index;

  traces_init (&traces);
  traces_init (&turned);
  for (guint i = 0; i < 2; i++)
    {
      chakra_writer_compute (traces.ranks[i], 1, NONE, 5000);
      chakra_writer_collective (traces.ranks[i], 10 * i + 2, 1, RING, 2000000, NULL);
      chakra_writer_collective (traces.ranks[i], 10 * i + 3, NONE, RING, 2000000, NULL);
      chakra_writer_collective (turned.ranks[i], 10 * i + 2, 10 * i + 3, RING, 2000000, NULL);
      chakra_writer_collective (turned.ranks[i], 10 * i + 3, NONE, RING, 2000000, NULL);
    }
  traces_keep (&traces, 2);
  traces_keep (&turned, 2);
  record = run (&traces, "two", "", "");
  assert_times (record, "collective 2", HD_SPAN_COLLECTIVE, 5 * MS, 11 * MS);
  assert_times (record, "collective 3", HD_SPAN_COLLECTIVE, 11 * MS, 17 * MS);
  span = find (record, "collective 3", HD_SPAN_COLLECTIVE);
  g_assert_true (hd_record_find_cause (record, 2, &span, &lane, &index)); /* rank 0 of 2 communicates there */
  g_assert_cmpuint (lane, ==, 2);
  g_assert_cmpuint (index, ==, 0);
  other = run (&turned, "two", "", "");
  assert_times (other, "collective 13", HD_SPAN_COLLECTIVE, 0, 6 * MS);
  assert_times (other, "collective 12", HD_SPAN_COLLECTIVE, 6 * MS, 12 * MS);
}

/* Nothing depends on anything. The lowest id goes first; host, computation and communication run beside each other, and receives at once. */
static void
test_one_each (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdRecord) record = NULL;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 9, NONE, 400);
  chakra_writer_compute (traces.ranks[0], 2, NONE, 100);
  chakra_writer_compute (traces.ranks[0], 5, NONE, 0);
  chakra_writer_compute (traces.ranks[0], 4, NONE, 200);
  chakra_writer_receive (traces.ranks[0], 1, NONE, 1, 1000000, 0);
  write_access (traces.ranks[0], 1000, "late", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 4000000, 0);
  chakra_writer_compute (traces.ranks[0], 999, NONE, 0);
  chakra_writer_send (traces.ranks[0], 3, NONE, 1, 1000000, 0);
  chakra_writer_send (traces.ranks[1], 21, NONE, 0, 1000000, 0);
  chakra_writer_receive (traces.ranks[1], 22, NONE, 0, 1000000, 0);
  record = run (&traces, "all", "issue=\"one-each\"", "");
  assert_times (record, "compute 2", HD_SPAN_COMPUTE, 0, 100 * US);
  assert_times (record, "compute 4", HD_SPAN_COMPUTE, 100 * US, 300 * US);
  assert_times (record, "compute 5", HD_SPAN_COMPUTE, 300 * US, 300 * US);
  assert_times (record, "compute 9", HD_SPAN_COMPUTE, 300 * US, 700 * US);
  assert_times (record, "receive 1", HD_SPAN_RECEIVE, 0, 3 * MS);
  assert_times (record, "send 3", HD_SPAN_SEND, 0, 5 * MS);
  assert_times (record, "late", HD_SPAN_MEMORY, 5 * MS, 7 * MS);
  g_assert_cmpuint (find (record, "compute 4", HD_SPAN_COMPUTE).cause, !=, HD_NO_SPAN);
}

/* A collective may go before another of its group that stands before it in the trace: it has the lower id, and the unit. */
static void
test_one_each_group (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdRecord) record = NULL;

  traces_init (&traces);
  for (guint i = 0; i < 2; i++)
    {
      chakra_writer_collective (traces.ranks[i], 10 * i + 7, NONE, RING, 2000000, NULL);
      chakra_writer_collective (traces.ranks[i], 10 * i + 3, NONE, RING, 2000000, NULL);
    }
  traces_keep (&traces, 2);
  record = run (&traces, "two", "issue=\"one-each\"", "");
  assert_times (record, "collective 3", HD_SPAN_COLLECTIVE, 0, 6 * MS);
  assert_times (record, "collective 17", HD_SPAN_COLLECTIVE, 6 * MS, 12 * MS);
}

/* Two ranks that join two collectives in different orders each hold what the other needs. All at once that is no matter. */
static void
test_deadlock (void)
{
  static const char *const flow[] = { "run:fidelity=flow", NULL };

  for (guint number = 0; number < 4; number++)
    {
      gboolean one_each = number % 2 == 1, is_flow = number >= 2;
      g_auto (Traces) traces = { NULL };
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (HdRun) self = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *groups = NULL, *attributes = NULL;
      const HdProblem *problem;

      traces_init (&traces);
      groups = traces_put_groups (&traces, "{\"a\": [0, 1], \"b\": [0, 1]}");
      attributes = g_strdup_printf ("issue=\"%s\" %s", one_each ? "one-each" : "all", groups);
      for (guint i = 0; i < 2; i++)
        {
          chakra_writer_collective (traces.ranks[i], 1 + i, NONE, RING, 4000000, "a");
          chakra_writer_collective (traces.ranks[i], 2 - i, NONE, RING, 4000000, "b");
        }
      design = design_traces (&traces, "all", attributes, "", "", is_flow ? flow : NULL);
      self = hd_run_new (design, NULL);
      hd_run_start (self);
      g_assert_cmpint (hd_run_wait (self, &error), ==, !one_each);
      if (!one_each)
        continue;
      g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, is_flow ? " s ranks wait for each other" : "ms: ranks wait for each other"));
      g_assert_nonnull (strstr (error->message, "rank 0 at node 1 “collective 1” for rank 1"));
      g_assert_nonnull (strstr (error->message, "rank 1 at node 1 “collective 1” for rank 0"));
      g_assert_nonnull (strstr (error->message, "issue=\"all\""));
      problem = hd_problem_list_get (hd_run_get_problems (self), 0);
      g_assert_cmpuint (problem->n_nodes, ==, 2);
      for (guint i = 0; i < 2; i++)
        {
          g_autofree char *path = hd_design_dup_node_path (design, problem->nodes[i]), *expected = g_strdup_printf ("x[%u]", i);

          g_assert_cmpstr (path, ==, expected);
        }
    }
}

/* ---- together ----------------------------------------------------------------------------------------------------------- */

/* Everything at once, so that many things happen at one time. */
static void
write_mixture (Traces *traces)
{
  for (guint i = 0; i < N_RANKS; i++)
    {
      ChakraWriter *writer = traces->ranks[i];

      for (guint k = 0; k < 5; k++)
        {
          guint64 id = 10 * k;

          chakra_writer_compute (writer, id + 1, k > 0 ? id - 5 : NONE, 100 * (i % 2 + 1));
          chakra_writer_collective (writer, id + 2, id + 1, RING, 40000, NULL);
          chakra_writer_send (writer, id + 3, id + 1, (i + 1) % N_RANKS, 30000, k);
          chakra_writer_receive (writer, id + 4, NONE, (i + N_RANKS - 1) % N_RANKS, 30000, k);
          chakra_writer_begin (writer, id + 5, "store", HD_CHAKRA__NODE_TYPE__MEM_STORE_NODE);
          chakra_writer_data_dep (writer, id + 4);
          chakra_writer_data_dep (writer, id + 2);
          chakra_writer_number (writer, "tensor_size", 200000);
          chakra_writer_end (writer);
        }
    }
}

static void
test_partitions (void)
{
  static const char *const divided[][5] = {
    { "run:partitions=1", "run:packet-size=10 kB", "m.bandwidth=10 GB/s", NULL },
    { "run:partitions=2", "run:packet-size=10 kB", "m.bandwidth=10 GB/s", "run:sync=window", NULL },
    { "run:partitions=4", "run:packet-size=10 kB", "m.bandwidth=10 GB/s", "run:sync=request", NULL },
  };
  static const char *const issues[] = { "issue=\"all\"", "issue=\"one-each\"" };

  for (guint issue = 0; issue < G_N_ELEMENTS (issues); issue++)
    {
      g_autofree char *expected = NULL;
      guint64 n_spans = 0;

      for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
        {
          g_auto (Traces) traces = { NULL };
          g_autoptr (HdDesign) design = NULL;
          g_autoptr (HdRecord) record = NULL;
          g_autofree char *digest = NULL;
          guint64 n = 0;

          traces_init (&traces);
          write_mixture (&traces);
          design = design_traces (&traces, "all", issues[issue], "home=\"m\"", "", divided[i]);
          record = run_design (design);
          digest = hd_record_dup_digest (record);
          for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
            n += hd_record_get_n_spans (record, lane);
          if (i == 0)
            {
              expected = g_strdup (digest);
              n_spans = n;
            }
          g_assert_cmpstr (digest, ==, expected);
          g_assert_cmpuint (n, ==, n_spans);
          g_assert_cmpuint (n, ==, N_RANKS * 25);
        }
    }
}

/* ---- any traces --------------------------------------------------------------------------------------------------------- */

#define N_NODES 40

/* A node of a trace before it is written: @kind is a place in the switch of write_drawn (). */
typedef struct
{
  guint kind;
  guint64 id, deps[2];
  guint32 peer, tag;
  const char *group;
} Drawn;

static void
write_drawn (ChakraWriter *writer,
             const Drawn *drawn)
{
  static const int types[] = { HD_CHAKRA__NODE_TYPE__COMP_NODE, HD_CHAKRA__NODE_TYPE__COMM_SEND_NODE, HD_CHAKRA__NODE_TYPE__COMM_RECV_NODE,
                               HD_CHAKRA__NODE_TYPE__COMM_COLL_NODE, HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, HD_CHAKRA__NODE_TYPE__MEM_STORE_NODE };

  chakra_writer_begin (writer, drawn->id, "drawn", types[drawn->kind]);
  for (guint i = 0; i < G_N_ELEMENTS (drawn->deps); i++)
    if (drawn->deps[i] != NONE)
      chakra_writer_data_dep (writer, drawn->deps[i]);
  if (drawn->kind == 0)
    chakra_writer_duration (writer, drawn->tag % 3);
  else if (drawn->kind >= 4)
    chakra_writer_number (writer, "tensor_size", 1000);
  else
    {
      chakra_writer_number (writer, "comm_tag", drawn->tag);
      chakra_writer_number (writer, "comm_size", 1000);
    }
  if (drawn->kind == 1 || drawn->kind == 2)
    chakra_writer_number (writer, drawn->kind == 1 ? "comm_dst" : "comm_src", drawn->peer);
  if (drawn->kind == 3)
    {
      chakra_writer_number (writer, "comm_type", RING);
      chakra_writer_text (writer, "pg_name", drawn->group);
    }
  chakra_writer_end (writer);
}

static void
draw_node (GArray *trace,
           guint kind,
           guint32 peer,
           guint32 tag,
           const char *group,
           GRand *random)
{
  Drawn drawn = { kind, trace->len + 1, { NONE, NONE }, peer, tag, group };

  for (guint i = 0; i < G_N_ELEMENTS (drawn.deps) && trace->len > 0; i++)
    if (g_rand_boolean (random))
      drawn.deps[i] = 1 + (guint64) g_rand_int_range (random, 0, (gint32) trace->len);
  if (drawn.deps[0] == drawn.deps[1])
    drawn.deps[1] = NONE;
  g_array_append_val (trace, drawn);
}

/* What happens in one order, and needs only what came before; then each trace is shuffled, so that its own order says nothing. */
static guint
draw_traces (Traces *traces,
             GRand *random)
{
  static const struct
  {
    const char *name;
    guint first, end;
  } groups[] = { { "a", 0, 2 }, { "b", 1, 4 }, { "c", 0, 4 } };
  GArray *drawn[N_RANKS];
  guint n = 0;

  for (guint i = 0; i < N_RANKS; i++)
    drawn[i] = g_array_new (FALSE, FALSE, sizeof (Drawn));
  for (guint32 tag = 0; tag < N_NODES; tag++)
    {
      guint kind = (guint) g_rand_int_range (random, 0, 6), rank = (guint) g_rand_int_range (random, 0, N_RANKS);
      guint peer = (guint) g_rand_int_range (random, 0, N_RANKS), group = (guint) g_rand_int_range (random, 0, G_N_ELEMENTS (groups));

      if (kind == 3)
        for (guint i = groups[group].first; i < groups[group].end; i++)
          draw_node (drawn[i], kind, 0, tag, groups[group].name, random);
      else
        draw_node (drawn[rank], kind == 2 ? 1 : kind, peer, tag, NULL, random);
      if (kind == 1 || kind == 2)
        draw_node (drawn[peer], 2, rank, tag, NULL, random);
    }
  for (guint i = 0; i < N_RANKS; i++)
    {
      n += drawn[i]->len;
      while (drawn[i]->len > 0)
        {
          guint place = (guint) g_rand_int_range (random, 0, (gint32) drawn[i]->len);

          write_drawn (traces->ranks[i], &g_array_index (drawn[i], Drawn, place));
          g_array_remove_index_fast (drawn[i], place);
        }
      g_array_unref (drawn[i]);
    }
  return n;
}

/* What can run to its end does, whatever the order of the traces, and each node once. One of each kind at a time may wait for ever; it says who. */
static void
test_any (gconstpointer data)
{
  gboolean one_each = GPOINTER_TO_INT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint n_ended = 0;

  for (guint round = 0; round < 60; round++)
    {
      g_auto (Traces) traces = { NULL };
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (HdRun) self = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *groups = NULL, *attributes = NULL;
      HdRecord *record;
      guint64 n_spans = 0;
      guint n_nodes;

      traces_init (&traces);
      n_nodes = draw_traces (&traces, random);
      groups = traces_put_groups (&traces, "{\"a\": [0, 1], \"b\": [1, 2, 3], \"c\": [0, 1, 2, 3]}");
      attributes = g_strconcat (one_each ? "issue=\"one-each\" " : "", groups, NULL);
      design = design_traces (&traces, "all", attributes, round % 2 == 0 ? "home=\"m\"" : "", "", NULL);
      self = hd_run_new (design, NULL);
      hd_run_start (self);
      if (!hd_run_wait (self, &error))
        {
          g_assert_true (one_each);
          g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
          g_assert_nonnull (strstr (error->message, "ranks wait for each other"));
          g_assert_nonnull (strstr (error->message, "“drawn” for rank"));
          continue;
        }
      n_ended++;
      record = hd_run_get_record (self);
      for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
        n_spans += hd_record_get_n_spans (record, lane);
      g_assert_cmpuint (n_spans, ==, n_nodes);
    }
  g_test_message ("%u of 60 ended", n_ended);
  g_assert_cmpuint (n_ended, >, 0);
}

/* ---- beside ------------------------------------------------------------------------------------------------------------- */

/* A ring among all beside the ring of the traces: both are there, and the total time is that of both. */
static void
test_beside (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  HdSpan sum, own;

  traces_init (&traces);
  for (guint i = 0; i < N_RANKS; i++)
    chakra_writer_collective (traces.ranks[i], i, NONE, RING, 4000000, NULL);
  design = design_traces (&traces, "all", "", "",
                          "<workload type=\"collective\" id=\"sum\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"4 MB\"/>", NULL);
  record = run_design (design);
  sum = find (record, "sum", HD_SPAN_COLLECTIVE);
  own = find (record, "collective 3", HD_SPAN_COLLECTIVE);
  g_assert_cmpint (sum.end, >, 18 * MS);
  g_assert_cmpint (MAX (sum.end, own.end), <=, 36 * MS);
  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), >=, hd_time_to_seconds (sum.end));
  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), >=, hd_time_to_seconds (own.end));
  g_assert_cmpfloat (run_fixture_get_metric (record, "sum.time"), >, 0.018);
}

/* What a run leaves unfinished is told as far as it came. */
static void
test_cut (void)
{
  static const char *const settings[] = { "run:until=2 ms", NULL };
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  HdSpan span;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 1, NONE, 1000);
  chakra_writer_send (traces.ranks[0], 2, 1, 1, 1000000, 0);
  chakra_writer_receive (traces.ranks[1], 3, NONE, 0, 1000000, 0);
  design = design_traces (&traces, "all", "", "", "", settings);
  record = run_design (design);
  assert_times (record, "compute 1", HD_SPAN_COMPUTE, 0, MS);
  span = find (record, "send 2", HD_SPAN_SEND);
  g_assert_true (span.unfinished);
  g_assert_cmpint (span.start, ==, MS);
  g_assert_cmpint (span.end, ==, 2 * MS);
}

/* ---- what is refused ---------------------------------------------------------------------------------------------------- */

static void
assert_refused (HdDesign *design,
                const char *words)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  gboolean found = FALSE;

  hd_run_check (design, problems, &error);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      g_test_message ("%s", hd_problem_list_get (problems, i)->message);
      found = found || strstr (hd_problem_list_get (problems, i)->message, words) != NULL;
    }
  g_assert_true (found);
}

static void
test_refused (void)
{
  static const char *const repeated[] = { "run:iterations=2", NULL };
  static const struct
  {
    const char *xpu, *more, *words;
    const char *const *settings;
  } cases[] = {
    { "", "", "Traces run once, but iterations is 2", repeated },
    { "", "<workload type=\"chakra\" file=\"none\" on=\"all\"/>", "Traces of several workloads cannot run beside each other", NULL },
    { "home=\"n\"/><component id=\"n\" type=\"fabric.memory\"", "", "“n” takes part in the work, but has no link", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Traces) traces = { NULL };
      g_autoptr (HdDesign) design = NULL;

      traces_init (&traces);
      write_gemm (traces.ranks[0]);
      write_access (traces.ranks[0], 3, "load", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 4000000, 0);
      design = design_traces (&traces, "all", "", cases[i].xpu, cases[i].more, cases[i].settings);
      assert_refused (design, cases[i].words);
    }
}

/* A memory computes nothing. */
static void
test_no_rate (void)
{
  g_auto (Traces) traces = { NULL };
  g_autofree char *platform = g_strdup_printf (PLATFORM, ""), *text = NULL;
  g_autoptr (HdDesign) design = NULL;

  traces_init (&traces);
  write_gemm (traces.ranks[0]);
  traces_keep (&traces, 1);
  traces_save (&traces);
  text = g_strdup_printf ("<heddle version=\"1\" name=\"traces\">%s<communicators><communicator id=\"one\" members=\"m\"/></communicators>"
                          "<workload type=\"chakra\" file=\"%s\" on=\"one\" compute=\"roofline\"/>" RUN "</heddle>", platform, traces.prefix);
  design = run_fixture_design (text, NULL);
  assert_refused (design, "Rank 0 cannot compute operations: “m” has no rate (fp32) above 0");
}

/* Why traces are not prepared within a budget of so many bytes, which may be cancelled; NULL if they are. */
static GError *
prepare (guint64 memory_bytes,
         gboolean is_cancelled,
         guint *out_n_problems,
         double *out_progress)
{
  const HdPacketRules rules = { .packet_bytes = 4096, .noise_bytes = 4096 };
  g_auto (Traces) traces = { NULL };
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdBudget) budget = hd_budget_new (NULL);
  g_autoptr (HdProgress) progress = hd_progress_new ();
  g_autoptr (GPtrArray) works = NULL;
  g_autoptr (HdPacketNetwork) network = NULL;
  HdKernel *kernel = hd_kernel_new (1);
  GError *error = NULL;

  traces_init (&traces);
  write_mixture (&traces);
  design = design_traces (&traces, "all", "", "", "", NULL);
  network = hd_packet_network_new (design, &rules, kernel, NULL, &error);
  g_assert_no_error (error);
  hd_budget_begin (budget, memory_bytes, 0, HD_TIME_MAX, 0);
  if (is_cancelled)
    g_cancellable_cancel (G_CANCELLABLE (budget));
  g_cancellable_push_current (G_CANCELLABLE (budget));
  works = hd_agent_work_create_all (design, NULL, (HdAgentNetwork *) network, problems, progress, &error);
  g_cancellable_pop_current (G_CANCELLABLE (budget));
  g_assert_true ((works == NULL) == (error != NULL));
  *out_n_problems = hd_problem_list_get_length (problems);
  *out_progress = hd_progress_get (progress);
  hd_kernel_free (kernel); /* before the network and the work */
  return error;
}

/* A budget that is cancelled stops reading, and no problem blames a part of the project. */
static void
test_cancelled (void)
{
  guint n_problems;
  double progress;
  g_autoptr (GError) error = prepare (1000000000, TRUE, &n_problems, &progress);

  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
  g_assert_cmpuint (n_problems, ==, 0);
  g_assert_cmpfloat (progress, <, 0.5);
}

/* Reading tells how far it is. */
static void
test_progress (void)
{
  guint n_problems;
  double progress;
  g_autoptr (GError) error = prepare (1000000000, FALSE, &n_problems, &progress);

  g_assert_no_error (error);
  g_assert_cmpuint (n_problems, ==, 0);
  g_assert_cmpfloat (progress, ==, 1);
}

/* What the states of traces need is more than there may be. */
static void
test_memory (void)
{
  guint n_problems;
  double progress;
  g_autoptr (GError) error = prepare (1000, FALSE, &n_problems, &progress);

  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "States of the nodes of traces"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/traces/ping-pong", test_ping_pong);
  g_test_add_func ("/engine/run/traces/eager", test_eager);
  g_test_add_func ("/engine/run/traces/late-rank", test_late_rank);
  g_test_add_func ("/engine/run/traces/root", test_root);
  g_test_add_func ("/engine/run/traces/kinds", test_kinds);
  g_test_add_func ("/engine/run/traces/accesses", test_accesses);
  g_test_add_func ("/engine/run/traces/slow-memory", test_slow_memory);
  g_test_add_func ("/engine/run/traces/streams", test_streams);
  g_test_add_func ("/engine/run/traces/roofline", test_roofline);
  g_test_add_func ("/engine/run/traces/group", test_group);
  g_test_add_func ("/engine/run/traces/one-each", test_one_each);
  g_test_add_func ("/engine/run/traces/one-each-group", test_one_each_group);
  g_test_add_func ("/engine/run/traces/deadlock", test_deadlock);
  g_test_add_func ("/engine/run/traces/partitions", test_partitions);
  g_test_add_data_func ("/engine/run/traces/any/all", GINT_TO_POINTER (FALSE), test_any);
  g_test_add_data_func ("/engine/run/traces/any/one-each", GINT_TO_POINTER (TRUE), test_any);
  g_test_add_func ("/engine/run/traces/beside", test_beside);
  g_test_add_func ("/engine/run/traces/cut", test_cut);
  g_test_add_func ("/engine/run/traces/refused", test_refused);
  g_test_add_func ("/engine/run/traces/no-rate", test_no_rate);
  g_test_add_func ("/engine/run/traces/cancelled", test_cancelled);
  g_test_add_func ("/engine/run/traces/progress", test_progress);
  g_test_add_func ("/engine/run/traces/memory", test_memory);
  return g_test_run ();
}
