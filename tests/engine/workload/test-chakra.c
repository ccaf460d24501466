/* test-chakra.c: Chakra traces as work
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what traces say takes the time that is worked out by hand, to the picosecond; a collective of a trace takes as long as the same
 * collective as a workload. Left open: the reading of files, see tests/engine/format/test-chakra.c.
 */
#include "chakra-fixture.h"

/* ---- times by hand -------------------------------------------------------------------------------------------------------- */

/* 1 MB takes 2 ms on the way and 1 ms to flow, there and back. */
static void
test_ping_pong (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_send (traces.ranks[0], 1, NONE, 1, 1000000, 7);
  chakra_writer_receive (traces.ranks[0], 2, 1, 1, 1000000, 8);
  chakra_writer_receive (traces.ranks[1], 11, NONE, 0, 1000000, 7);
  chakra_writer_send (traces.ranks[1], 12, 11, 0, 1000000, 8);
  traces_keep (&traces, 2);
  fixture = traces_run (&traces, "two", "", "");
  assert_span (fixture, "send 1", HD_WORK_SEND, 0, 3 * MS);
  assert_span (fixture, "receive 11", HD_WORK_RECEIVE, 0, 3 * MS);
  assert_span (fixture, "send 12", HD_WORK_SEND, 3 * MS, 6 * MS);
  assert_span (fixture, "receive 2", HD_WORK_RECEIVE, 3 * MS, 6 * MS);
  g_assert_cmpint (hd_execution_get_now (fixture->execution), ==, 6 * MS);
  g_assert_cmpuint (hd_execution_get_n_completions (fixture->execution), ==, 4);
  g_assert_cmpuint (fixture_find (fixture, "send 12", HD_WORK_SEND, 0)->cause_class, ==, 3); /* what rank 1 communicated, of two */
  g_assert_cmpuint (fixture_find (fixture, "send 12", HD_WORK_SEND, 0)->cause_index, ==, 0);
}

/* Data that come before anyone wants them wait; those of one pair and tag stay in order, those of another tag do not. */
static void
test_order (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_send (traces.ranks[0], 1, NONE, 1, 1000000, 0);
  chakra_writer_send (traces.ranks[0], 2, 1, 1, 2000000, 0);
  chakra_writer_send (traces.ranks[0], 3, 2, 1, 3000000, 9);
  chakra_writer_compute (traces.ranks[1], 10, NONE, 20000);
  chakra_writer_receive (traces.ranks[1], 11, NONE, 0, 3000000, 9);
  chakra_writer_receive (traces.ranks[1], 12, 10, 0, 1000000, 0);
  chakra_writer_receive (traces.ranks[1], 13, NONE, 0, 2000000, 0);
  fixture = traces_run (&traces, "all", "", "");
  assert_span (fixture, "receive 12", HD_WORK_RECEIVE, 20 * MS, 20 * MS);
  assert_span (fixture, "receive 13", HD_WORK_RECEIVE, 0, 7 * MS);
  assert_span (fixture, "receive 11", HD_WORK_RECEIVE, 0, 12 * MS);
}

/* Computation of 5 ms (on one 7 ms), ring of 4 MB among 4: 6 steps of 1 MB, 3 ms each; computation of 2 ms. */
static void
test_training_step (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  HdExecutionRank rank;

  traces_init (&traces);
  for (guint i = 0; i < N_RANKS; i++)
    {
      chakra_writer_compute (traces.ranks[i], 10 * i, NONE, i == 2 ? 7000 : 5000);
      chakra_writer_collective (traces.ranks[i], 10 * i + 1, 10 * i, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, NULL);
      chakra_writer_compute (traces.ranks[i], 10 * i + 2, 10 * i + 1, 2000);
    }
  fixture = traces_run (&traces, "all", "", "");
  assert_span (fixture, "compute 0", HD_WORK_COMPUTE, 0, 5 * MS);
  assert_span (fixture, "compute 20", HD_WORK_COMPUTE, 0, 7 * MS);
  assert_span (fixture, "collective 1", HD_WORK_COLLECTIVE, 5 * MS, 25 * MS);
  assert_span (fixture, "collective 21", HD_WORK_COLLECTIVE, 7 * MS, 25 * MS);
  assert_span (fixture, "compute 32", HD_WORK_COMPUTE, 25 * MS, 27 * MS);
  g_assert_cmpint (hd_execution_get_now (fixture->execution), ==, 27 * MS);
  g_assert_cmpfloat_with_epsilon (fixture_get_metric (fixture, "time_total"), 0.027, 1e-15);
  g_assert_cmpfloat_with_epsilon (fixture_get_metric (fixture, "compute_time"), 0.009, 1e-15);
  g_assert_cmpfloat_with_epsilon (fixture_get_metric (fixture, "sync_exposed"), 0.020, 1e-15);

  g_assert_cmpuint (hd_execution_get_n_ranks (fixture->execution), ==, N_RANKS);
  hd_execution_get_rank (fixture->execution, 2, &rank);
  g_assert_cmpint (rank.computed, ==, 9 * MS);
  g_assert_cmpint (rank.exposed, ==, 18 * MS);
  g_assert_cmpint (rank.end, ==, 27 * MS);
  g_assert_cmpuint (rank.node, ==, hd_design_find_node (fixture->design, "x[2]"));
}

/* The same step whose all-reduce needs only the first of two computations: what is hidden counts as computed. */
static void
test_overlap (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  HdExecutionRank rank;

  traces_init (&traces);
  for (guint i = 0; i < N_RANKS; i++)
    {
      chakra_writer_compute (traces.ranks[i], 0, NONE, 5000);
      chakra_writer_collective (traces.ranks[i], 1, 0, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, NULL);
      chakra_writer_compute (traces.ranks[i], 2, 0, 10000);
    }
  fixture = traces_run (&traces, "all", "", "");
  hd_execution_get_rank (fixture->execution, 1, &rank);
  g_assert_cmpint (rank.computed, ==, 15 * MS);
  g_assert_cmpint (rank.exposed, ==, 8 * MS);
  g_assert_cmpint (rank.end, ==, 23 * MS);
}

/* Computations that run beside each other take what the trace says, each; those of the host count for no rank. */
static void
test_streams (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  HdExecutionRank rank;

  traces_init (&traces);
  write_streams (traces.ranks[0]);
  fixture = traces_run (&traces, "all", "", "");
  assert_span (fixture, "compute 1", HD_WORK_COMPUTE, 0, 100 * US);
  assert_span (fixture, "compute 2", HD_WORK_COMPUTE, 0, 300 * US);
  assert_span (fixture, "aten::mm", HD_WORK_COMPUTE, 0, 700 * US);
  assert_span (fixture, "compute 4", HD_WORK_COMPUTE, 700 * US, 700 * US);
  hd_execution_get_rank (fixture->execution, 0, &rank);
  g_assert_cmpint (rank.computed, ==, 300 * US);
  g_assert_cmpint (rank.end, ==, 700 * US);
}

/* 3 GFLOP at 1 TFLOP/s take 3 ms, at half precision 0.75 ms; 4 MB at 2 GB/s take 2 ms beside them. The trace says 0.123 ms. */
static void
test_roofline (void)
{
  static const struct
  {
    const char *attributes;
    HdTime computed;
    HdTime moved; /* 0: no such span */
  } cases[] = {
    { "", 123 * US, 0 },
    { "compute=\"roofline\"", 3 * MS, 2 * MS },
    { "compute=\"roofline\" precision=\"fp16\"", 750 * US, 2 * MS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Traces) traces = { NULL };
      g_autoptr (Fixture) fixture = NULL;
      HdTime end = MAX (cases[i].computed, cases[i].moved);

      traces_init (&traces);
      write_gemm (traces.ranks[3]);
      fixture = traces_run (&traces, "all", cases[i].attributes, "");
      assert_span (fixture, "gemm", HD_WORK_COMPUTE, 0, cases[i].computed);
      if (cases[i].moved > 0)
        assert_span (fixture, "gemm", HD_WORK_MEMORY, 0, cases[i].moved);
      assert_span (fixture, "compute 2", HD_WORK_COMPUTE, end, end + 50 * US);
    }
}

/* 4 MB: over two links from m 2 ms and 4 ms; from own memory 2 ms; without size what the trace says. */
static void
test_memory (void)
{
  static const struct
  {
    const char *xpu;
    HdTime access;
  } cases[] = { { "home=\"m\"", 6 * MS }, { "", 2 * MS } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Traces) traces = { NULL };
      g_autoptr (Fixture) fixture = NULL;
      HdTime access = cases[i].access;

      traces_init (&traces);
      write_access (traces.ranks[0], 1, "load", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 4000000, 77);
      write_access (traces.ranks[0], 2, "store", HD_CHAKRA__NODE_TYPE__MEM_STORE_NODE, 4000000, 77);
      write_access (traces.ranks[0], 3, "timed", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 0, 77);
      fixture = traces_run (&traces, "all", "", cases[i].xpu);
      assert_span (fixture, "load", HD_WORK_MEMORY, 0, access);
      assert_span (fixture, "store", HD_WORK_MEMORY, access, 2 * access);
      assert_span (fixture, "timed", HD_WORK_MEMORY, 2 * access, 2 * access + 77 * US);
    }
}

/* Collectives of one group follow each other, those of two groups do not: two members each, 2 steps of 3 ms. */
static void
test_groups (void)
{
  g_auto (Traces) traces = { NULL };
  g_autofree char *attribute = NULL;
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  attribute = traces_put_groups (&traces, "{\"a\": [0, 1], \"b\": [3, 2]}");
  for (guint i = 0; i < N_RANKS; i++)
    for (guint k = 0; k < 2; k++)
      chakra_writer_collective (traces.ranks[i], 10 * i + k, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 2000000, i < 2 ? "a" : "b");
  fixture = traces_run (&traces, "all", attribute, "");
  for (guint i = 0; i < N_RANKS; i++)
    for (guint k = 0; k < 2; k++)
      {
        g_autofree char *name = g_strdup_printf ("collective %u", 10 * i + k);

        assert_span (fixture, name, HD_WORK_COLLECTIVE, k * 6 * MS, (k + 1) * 6 * MS);
        if (k == 0)
          continue;
        g_assert_cmpuint (fixture_find (fixture, name, HD_WORK_COLLECTIVE, 0)->cause_class, ==, N_RANKS + i); /* the one before it */
        g_assert_cmpuint (fixture_find (fixture, name, HD_WORK_COLLECTIVE, 0)->cause_index, ==, 0);
      }
}

/* ---- as other workloads have it --------------------------------------------------------------------------------------------- */

/* What a member puts in of 4 MB that the collective workload has as its vector. */
static void
test_collectives (void)
{
  static const struct
  {
    int type;
    gint64 bytes;
    const char *operation;
    const char *attributes; /* of the traces */
  } cases[] = {
    { 0, 4000000, "operation=\"all-reduce\"", "" },
    { 0, 4000000, "operation=\"all-reduce\" algorithm=\"rabenseifner\"", "all-reduce=\"rabenseifner\"" },
    { 0, 4000000, "operation=\"all-reduce\" algorithm=\"recursive-doubling\"", "all-reduce=\"recursive-doubling\"" },
    { 1, 4000000, "operation=\"reduce\" root=\"2\"", "" },
    { 2, 1000000, "operation=\"all-gather\"", "" },
    { 5, 4000000, "operation=\"broadcast\" root=\"2\"", "" },
    { 6, 4000000, "operation=\"all-to-all\"", "" },
    { 7, 4000000, "operation=\"reduce-scatter\"", "" },
    { 8, 4000000, "operation=\"reduce-scatter\"", "" },
    { 9, 0, "operation=\"barrier\"", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Traces) traces = { NULL };
      g_autoptr (Fixture) fixture = NULL, peer = NULL;
      g_autofree char *platform = g_strdup_printf (PLATFORM, "");
      g_autofree char *body = g_strdup_printf ("%s<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
                                               "<workload type=\"collective\" on=\"all\" bytes=\"4 MB\" %s/>", platform, cases[i].operation);

      traces_init (&traces);
      for (guint rank = 0; rank < N_RANKS; rank++)
        {
          chakra_writer_begin (traces.ranks[rank], 1, "c", HD_CHAKRA__NODE_TYPE__COMM_COLL_NODE);
          chakra_writer_number (traces.ranks[rank], "comm_type", cases[i].type);
          chakra_writer_number (traces.ranks[rank], "comm_size", cases[i].bytes);
          if (strstr (cases[i].operation, "root") != NULL)
            chakra_writer_number (traces.ranks[rank], "root", 2);
          chakra_writer_end (traces.ranks[rank]);
        }
      fixture = traces_run (&traces, "all", cases[i].attributes, "");
      peer = fixture_new (body, NULL);
      g_assert_no_error (peer->error);
      g_assert_true (fixture_run (peer, FALSE));
      g_test_message ("%s: %" G_GINT64_FORMAT " ps", cases[i].operation, hd_execution_get_now (peer->execution));
      g_assert_cmpint (hd_execution_get_now (peer->execution), >, 0);
      g_assert_cmpint (hd_execution_get_now (fixture->execution), ==, hd_execution_get_now (peer->execution));
    }
}

/* A group of one, and an empty trace, take no time. */
static void
test_nothing (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_begin (traces.ranks[1], 0, "note", HD_CHAKRA__NODE_TYPE__METADATA_NODE);
  chakra_writer_inputs (traces.ranks[1], "[{\"pg_name\": \"one\", \"ranks\": [1]}]");
  chakra_writer_end (traces.ranks[1]);
  chakra_writer_collective (traces.ranks[1], 1, 0, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 2000000, "one");
  fixture = traces_run (&traces, "all", "", "");
  assert_span (fixture, "collective 1", HD_WORK_COLLECTIVE, 0, 0);
}

/* Shortcuts of the network change nothing. */
static void
test_digest (void)
{
  g_autofree char *expected = NULL;

  for (guint i = 0; i < 4; i++)
    {
      g_auto (Traces) traces = { NULL };
      g_autofree char *body = NULL;
      g_autofree char *digest = NULL;
      g_autoptr (Fixture) fixture = NULL;

      traces_init (&traces);
      for (guint rank = 0; rank < N_RANKS; rank++)
        for (guint id = 0; id < 30; id += 3)
          {
            chakra_writer_compute (traces.ranks[rank], id, id > 0 ? id - 3 : NONE, 100 * (rank + id + 1));
            chakra_writer_collective (traces.ranks[rank], id + 1, id, (int) (id % 4 == 0 ? 0 : 6), 300000 + 1000 * (gint64) id, NULL);
            if (rank % 2 == 0)
              chakra_writer_send (traces.ranks[rank], id + 2, id, rank + 1, 50000, (guint32) id);
            else
              chakra_writer_receive (traces.ranks[rank], id + 2, id, rank - 1, 50000, (guint32) id);
          }
      body = traces_dup_body (&traces, "all", "", "");
      traces_save (&traces);
      fixture = fixture_new_with (body, HD_STEPS_NEIGHBOURS, i & 1, i & 1, i & 2);
      g_assert_true (fixture_run (fixture, TRUE));
      digest = hd_execution_dup_digest (fixture->execution);
      if (expected == NULL)
        expected = g_strdup (digest);
      g_assert_cmpstr (digest, ==, expected);
    }
}

/* What the end of a run cuts off is told as unfinished, and counts up to there. */
static void
test_cut (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  HdExecutionRank rank;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 1, NONE, 5000);
  chakra_writer_send (traces.ranks[0], 2, 1, 1, 1000000, 0);
  chakra_writer_receive (traces.ranks[1], 3, NONE, 0, 1000000, 0);
  fixture = traces_compile (&traces, "all", "", "");
  g_assert_no_error (fixture->error);
  g_assert_true (hd_execution_start (fixture->execution, NULL, NULL, &fixture->error));
  while (hd_execution_get_now (fixture->execution) < 6 * MS)
    g_assert_true (hd_execution_advance (fixture->execution, 6 * MS, &fixture->error));
  hd_execution_finish (fixture->execution);
  hd_execution_get_rank (fixture->execution, 0, &rank);
  g_assert_cmpint (rank.computed, ==, 5 * MS);
  g_assert_cmpint (rank.exposed, ==, 1 * MS);
  hd_execution_get_rank (fixture->execution, 1, &rank);
  g_assert_cmpint (rank.exposed, ==, 6 * MS);
  g_assert_cmpuint (hd_execution_get_n_completions (fixture->execution), ==, 1);
}

/* A run that traces steps is told that ranks have them. */
static void
test_trace (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 1, NONE, 10);
  fixture = traces_run (&traces, "all", "/><run trace=\"x[0]\"", "");
  g_assert_true (fixture_has_problem (fixture, HD_PROBLEM_UNUSED, "run:trace adds nothing"));
  g_assert_cmpuint (hd_execution_get_layout (fixture->execution)->n_lanes, ==, 2 * N_RANKS);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/chakra/ping-pong", test_ping_pong);
  g_test_add_func ("/engine/workload/chakra/order", test_order);
  g_test_add_func ("/engine/workload/chakra/training-step", test_training_step);
  g_test_add_func ("/engine/workload/chakra/overlap", test_overlap);
  g_test_add_func ("/engine/workload/chakra/streams", test_streams);
  g_test_add_func ("/engine/workload/chakra/roofline", test_roofline);
  g_test_add_func ("/engine/workload/chakra/memory", test_memory);
  g_test_add_func ("/engine/workload/chakra/groups", test_groups);
  g_test_add_func ("/engine/workload/chakra/collectives", test_collectives);
  g_test_add_func ("/engine/workload/chakra/nothing", test_nothing);
  g_test_add_func ("/engine/workload/chakra/digest", test_digest);
  g_test_add_func ("/engine/workload/chakra/cut", test_cut);
  g_test_add_func ("/engine/workload/chakra/trace", test_trace);
  return g_test_run ();
}
