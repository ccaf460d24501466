/* test-chakra.c: Chakra traces as work
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what traces say takes the time that is worked out by hand, to the picosecond; a collective of a trace takes as long as the same
 * collective as a workload; whatever cannot run is named before it runs. Left open: the reading of files, see tests/engine/format/test-chakra.c.
 */
#include "workload-fixture.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "chakra-writer.h"

#define N_RANKS 4
#define NONE CHAKRA_NO_DEP
#define MS G_GINT64_CONSTANT (1000000000) /* ps */
#define US G_GINT64_CONSTANT (1000000)

/* Two links of 1 GB/s and 1 ms lie between any two; beside them each has 1 TFLOP/s, 4 at half precision, 2 GB/s of own memory, and m. */
#define PLATFORM                                                                                                                           \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 ms\" sharing=\"split\"/>"                                                         \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"4\" fp32=\"1 TFLOP/s\" fp16=\"4 TFLOP/s\" memory-bandwidth=\"2 GB/s\" %s/>"        \
  "<component id=\"s\" type=\"fabric.switch\"/><component id=\"m\" type=\"fabric.memory\"/>"                                               \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..3\" class=\"L\"/><link from=\"m.port\" to=\"s.port[4]\" class=\"L\"/></top>"

/* ---- traces in a folder of their own ------------------------------------------------------------------------------------- */

typedef struct
{
  char *folder;
  char *prefix;
  ChakraWriter *ranks[N_RANKS];
} Traces;

static void
traces_init (Traces *self)
{
  self->folder = g_dir_make_tmp ("heddle-chakra-XXXXXX", NULL);
  self->prefix = g_build_filename (self->folder, "t", NULL);
  for (guint i = 0; i < N_RANKS; i++)
    self->ranks[i] = chakra_writer_new ("1.0.0");
}

static void
traces_save (Traces *self)
{
  for (guint i = 0; i < N_RANKS; i++)
    if (self->ranks[i] != NULL)
      chakra_writer_save (g_steal_pointer (&self->ranks[i]), self->prefix, i);
}

static void
traces_clear (Traces *self)
{
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->prefix);
  for (guint i = 0; i < N_RANKS; i++)
    g_clear_pointer (&self->ranks[i], chakra_writer_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Traces, traces_clear)

/* On the members @on, with further attributes of the workload and of accelerators. */
static char *
format_body (Traces *self,
             const char *on,
             const char *attributes,
             const char *xpu)
{
  g_autofree char *platform = g_strdup_printf (PLATFORM, xpu);

  return g_strdup_printf ("%s<communicators><communicator id=\"all\" members=\"x[*]\"/><communicator id=\"two\" members=\"x[0..1]\"/></communicators>"
                          "<workload type=\"chakra\" file=\"%s\" on=\"%s\" %s/>",
                          platform, self->prefix, on, attributes);
}

static Fixture *
compile (Traces *self,
         const char *on,
         const char *attributes,
         const char *xpu)
{
  g_autofree char *body = format_body (self, on, attributes, xpu);

  traces_save (self);
  return fixture_new (body, NULL);
}

static Fixture *
run (Traces *self,
     const char *on,
     const char *attributes,
     const char *xpu)
{
  Fixture *fixture = compile (self, on, attributes, xpu);

  if (fixture->error != NULL)
    fixture_has_problem (fixture, HD_PROBLEM_SYNTAX, "");
  g_assert_no_error (fixture->error);
  g_assert_true (fixture_run (fixture, TRUE));
  g_assert_cmpfloat (hd_execution_get_progress (fixture->execution), ==, 1);
  return fixture;
}

static void
assert_span (Fixture *fixture,
             const char *name,
             HdWorkKind kind,
             HdTime start,
             HdTime end)
{
  const HdWorkSpan *span = fixture_find (fixture, name, kind, 0);

  g_assert_cmpint (span->start, ==, start);
  g_assert_cmpint (span->end, ==, end);
  g_assert_false (span->unfinished);
}

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
  g_clear_pointer (&traces.ranks[2], chakra_writer_free);
  g_clear_pointer (&traces.ranks[3], chakra_writer_free);
  fixture = run (&traces, "two", "", "");
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
  fixture = run (&traces, "all", "", "");
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
  fixture = run (&traces, "all", "", "");
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
  fixture = run (&traces, "all", "", "");
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
  chakra_writer_compute (traces.ranks[0], 1, NONE, 100);
  chakra_writer_compute (traces.ranks[0], 2, NONE, 300);
  chakra_writer_begin (traces.ranks[0], 3, "aten::mm", HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_number (traces.ranks[0], "is_cpu_op", 1);
  chakra_writer_duration (traces.ranks[0], 700);
  chakra_writer_end (traces.ranks[0]);
  chakra_writer_compute (traces.ranks[0], 4, 3, 0);
  fixture = run (&traces, "all", "", "");
  assert_span (fixture, "compute 1", HD_WORK_COMPUTE, 0, 100 * US);
  assert_span (fixture, "compute 2", HD_WORK_COMPUTE, 0, 300 * US);
  assert_span (fixture, "aten::mm", HD_WORK_COMPUTE, 0, 700 * US);
  assert_span (fixture, "compute 4", HD_WORK_COMPUTE, 700 * US, 700 * US);
  hd_execution_get_rank (fixture->execution, 0, &rank);
  g_assert_cmpint (rank.computed, ==, 300 * US);
  g_assert_cmpint (rank.end, ==, 700 * US);
}

static void
write_gemm (ChakraWriter *writer)
{
  chakra_writer_begin (writer, 1, "gemm", HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_duration (writer, 123);
  chakra_writer_number (writer, "num_ops", 3000000000);
  chakra_writer_number (writer, "tensor_size", 4000000);
  chakra_writer_end (writer);
  chakra_writer_compute (writer, 2, 1, 50);
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
      fixture = run (&traces, "all", cases[i].attributes, "");
      assert_span (fixture, "gemm", HD_WORK_COMPUTE, 0, cases[i].computed);
      if (cases[i].moved > 0)
        assert_span (fixture, "gemm", HD_WORK_MEMORY, 0, cases[i].moved);
      assert_span (fixture, "compute 2", HD_WORK_COMPUTE, end, end + 50 * US);
    }
}

static void
write_access (ChakraWriter *writer,
              guint64 id,
              const char *name,
              int type,
              gint64 bytes,
              guint64 duration_us)
{
  chakra_writer_begin (writer, id, name, type);
  if (id > 1)
    chakra_writer_data_dep (writer, id - 1);
  chakra_writer_number (writer, "tensor_size", bytes);
  chakra_writer_duration (writer, duration_us);
  chakra_writer_end (writer);
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
      fixture = run (&traces, "all", "", cases[i].xpu);
      assert_span (fixture, "load", HD_WORK_MEMORY, 0, access);
      assert_span (fixture, "store", HD_WORK_MEMORY, access, 2 * access);
      assert_span (fixture, "timed", HD_WORK_MEMORY, 2 * access, 2 * access + 77 * US);
    }
}

/* The attribute that names a file with these groups. */
static char *
put_groups (Traces *traces,
            const char *json)
{
  g_autofree char *path = g_build_filename (traces->folder, "groups.json", NULL);

  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  return g_strdup_printf ("groups=\"%s\"", path);
}

/* Collectives of one group follow each other, those of two groups do not: two members each, 2 steps of 3 ms. */
static void
test_groups (void)
{
  g_auto (Traces) traces = { NULL };
  g_autofree char *attribute = NULL;
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  attribute = put_groups (&traces, "{\"a\": [0, 1], \"b\": [3, 2]}");
  for (guint i = 0; i < N_RANKS; i++)
    for (guint k = 0; k < 2; k++)
      chakra_writer_collective (traces.ranks[i], 10 * i + k, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 2000000, i < 2 ? "a" : "b");
  fixture = run (&traces, "all", attribute, "");
  for (guint i = 0; i < N_RANKS; i++)
    for (guint k = 0; k < 2; k++)
      {
        g_autofree char *name = g_strdup_printf ("collective %u", 10 * i + k);

        assert_span (fixture, name, HD_WORK_COLLECTIVE, k * 6 * MS, (k + 1) * 6 * MS);
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
      fixture = run (&traces, "all", cases[i].attributes, "");
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
  fixture = run (&traces, "all", "", "");
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
      body = format_body (&traces, "all", "", "");
      traces_save (&traces);
      fixture = fixture_new_with (body, i & 1, i & 1, i & 2);
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
  fixture = compile (&traces, "all", "", "");
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

/* ---- bad input -------------------------------------------------------------------------------------------------------------- */

typedef void (*WriteFunc) (Traces *traces);

static void
write_unsent (Traces *traces)
{
  chakra_writer_receive (traces->ranks[1], 5, NONE, 3, 64, 2);
}

static void
write_unreceived (Traces *traces)
{
  chakra_writer_send (traces->ranks[0], 5, NONE, 3, 64, 2);
  chakra_writer_receive (traces->ranks[3], 6, NONE, 0, 64, 3);
}

static void
write_other_size (Traces *traces)
{
  chakra_writer_send (traces->ranks[0], 5, NONE, 3, 64, 2);
  chakra_writer_receive (traces->ranks[3], 6, NONE, 0, 65, 2);
}

static void
write_unknown_group (Traces *traces)
{
  chakra_writer_collective (traces->ranks[2], 5, NONE, 0, 64, "17");
}

static void
define_group (Traces *traces)
{
  chakra_writer_begin (traces->ranks[0], 0, "note", HD_CHAKRA__NODE_TYPE__METADATA_NODE);
  chakra_writer_inputs (traces->ranks[0], "[{\"pg_name\": \"a\", \"ranks\": [0, 1]}]");
  chakra_writer_end (traces->ranks[0]);
}

static void
write_other_group (Traces *traces)
{
  define_group (traces);
  write_unknown_group (traces);
}

static void
write_no_member (Traces *traces)
{
  define_group (traces);
  chakra_writer_collective (traces->ranks[2], 5, NONE, 0, 64, "a");
}

static void
write_no_root (Traces *traces)
{
  define_group (traces);
  for (guint i = 0; i < 2; i++)
    {
      chakra_writer_begin (traces->ranks[i], 5, "broadcast", HD_CHAKRA__NODE_TYPE__COMM_COLL_NODE);
      chakra_writer_number (traces->ranks[i], "comm_type", 5);
      chakra_writer_number (traces->ranks[i], "comm_size", 64);
      chakra_writer_number (traces->ranks[i], "root", 3);
      chakra_writer_text (traces->ranks[i], "pg_name", "a");
      chakra_writer_end (traces->ranks[i]);
    }
}

static void
write_other_type (Traces *traces)
{
  for (guint i = 0; i < N_RANKS; i++)
    chakra_writer_collective (traces->ranks[i], 5, NONE, i == 2 ? 6 : 0, 64, NULL);
}

static void
write_other_bytes (Traces *traces)
{
  for (guint i = 0; i < N_RANKS; i++)
    chakra_writer_collective (traces->ranks[i], 5, NONE, 0, i == 3 ? 63 : 64, NULL);
}

static void
write_too_few (Traces *traces)
{
  for (guint i = 0; i < N_RANKS; i++)
    for (guint k = 0; k < (i == 1 ? 1 : 2); k++)
      chakra_writer_collective (traces->ranks[i], k, NONE, 0, 64, NULL);
}

/* Rank 0 sends after it has received, and so does rank 1. */
static void
write_head_to_head (Traces *traces)
{
  chakra_writer_receive (traces->ranks[0], 1, NONE, 1, 64, 0);
  chakra_writer_send (traces->ranks[0], 2, 1, 1, 64, 0);
  chakra_writer_receive (traces->ranks[1], 11, NONE, 0, 64, 0);
  chakra_writer_send (traces->ranks[1], 12, 11, 0, 64, 0);
}

/* Rank 1 does first what rank 0 does last. */
static void
write_crossed (Traces *traces)
{
  define_group (traces);
  for (guint i = 0; i < N_RANKS; i++)
    chakra_writer_collective (traces->ranks[i], 5, i == 1 ? 6 : NONE, 0, 64, NULL);
  for (guint i = 0; i < 2; i++)
    chakra_writer_collective (traces->ranks[i], 6, i == 0 ? 5 : NONE, 0, 64, "a");
}

static void
remove_ranks (Traces *traces)
{
  g_clear_pointer (&traces->ranks[1], chakra_writer_free);
  g_clear_pointer (&traces->ranks[3], chakra_writer_free);
}

static void
write_faulty (Traces *traces)
{
  chakra_writer_begin (traces->ranks[2], 9, "odd", 99);
  chakra_writer_end (traces->ranks[2]);
}

static void
write_good (Traces *traces)
{
  chakra_writer_compute (traces->ranks[0], 1, NONE, 10);
}

typedef struct
{
  const char *name;
  WriteFunc write;
  const char *on;
  const char *attributes;
  const char *xpu;
  HdProblemCode code;
  const char *words;
} Fault;

static const Fault faults[] = {
  { "unsent", write_unsent, "all", "", "", HD_PROBLEM_DEADLOCK,
    "t.1.et, record 2: node 5 “receive 5”: it waits for ever: rank 3 never sends what rank 1 receives here with the tag 2" },
  { "unreceived", write_unreceived, "all", "", "", HD_PROBLEM_DEADLOCK,
    "t.0.et, record 2: node 5 “send 5”: rank 3 never receives what rank 0 sends here with the tag 2" },
  { "other-size", write_other_size, "all", "", "", HD_PROBLEM_VALUE, "t.3.et, record 2: node 6 “receive 6”: it receives 65 B, but " },
  { "unknown-group", write_unknown_group, "all", "", "", HD_PROBLEM_UNKNOWN_NAME,
    "t.2.et, record 2: node 5 “collective 5”: the process group “17” is unknown: neither the traces define groups nor the attribute groups=\"FILE\"" },
  { "other-group", write_other_group, "all", "", "", HD_PROBLEM_UNKNOWN_NAME, "the process group “17” is unknown; there are “a”" },
  { "no-member", write_no_member, "all", "", "", HD_PROBLEM_UNKNOWN_NAME, "rank 2 is no member of the process group “a”" },
  { "no-root", write_no_root, "all", "", "", HD_PROBLEM_VALUE, "the root 3 is no member of the process group “a”" },
  { "other-type", write_other_type, "all", "", "", HD_PROBLEM_VALUE, "t.2.et, record 2: node 5 “collective 5”: it is ALL_TO_ALL, but " },
  { "other-bytes", write_other_bytes, "all", "", "", HD_PROBLEM_VALUE, "t.3.et, record 2: node 5 “collective 5”: it has 63 B, but " },
  { "too-few", write_too_few, "all", "", "", HD_PROBLEM_DEADLOCK,
    "t.0.et, record 3: node 1 “collective 1”: it waits for ever for rank 1, which has 1 such collectives of the process group “all ranks”, rank 0 has 2" },
  { "head-to-head", write_head_to_head, "all", "", "", HD_PROBLEM_DEADLOCK,
    "ranks wait for each other: rank 0 at node 1 “receive 1” for rank 1; rank 1 at node 11 “receive 11” for rank 0" },
  { "crossed", write_crossed, "all", "", "", HD_PROBLEM_DEADLOCK,
    "rank 0 at node 5 “collective 5” for rank 1; rank 1 at node 6 “collective 6” for rank 0" },
  { "missing", remove_ranks, "all", "", "", HD_PROBLEM_UNKNOWN_NAME, "Traces of 2 of 4 ranks are missing beside “" },
  { "beyond", write_good, "two", "", "", HD_PROBLEM_VALUE, "The traces have more ranks than the 2 members" },
  { "faulty", write_faulty, "all", "", "", HD_PROBLEM_VALUE, "t.2.et, record 2 (byte 8): node 9 “odd”: the node type 99 is unknown" },
  { "no-groups-file", write_good, "all", "groups=\"/nowhere/groups.json\"", "", HD_PROBLEM_UNKNOWN_NAME, "/nowhere/groups.json" },
  { "choice", write_good, "all", "compute=\"guess\"", "", HD_PROBLEM_VALUE, "compute" },
  { "beside", write_good, "all", "/><workload type=\"collective\" on=\"all\" bytes=\"1 B\"", "", HD_PROBLEM_VALUE, "Traces cannot run beside other workloads" },
  { "iterations", write_good, "all", "/><run iterations=\"2\"", "", HD_PROBLEM_VALUE, "Traces run once, but iterations is 2" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  fault->write (&traces);
  fixture = compile (&traces, fault->on, fault->attributes, fault->xpu);
  g_assert_null (fixture->execution);
  g_assert_error (fixture->error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_true (fixture_has_problem (fixture, fault->code, fault->words));
}

/* Where nothing says how long operations take, that is told; the run takes no time. */
static void
test_idle (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_begin (traces.ranks[0], 1, "gemm", HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_number (traces.ranks[0], "num_ops", 1000);
  chakra_writer_end (traces.ranks[0]);
  fixture = run (&traces, "all", "", "");
  g_assert_true (fixture_has_problem (fixture, HD_PROBLEM_VALUE, "1 computations take no time: the traces tell their operations, but no duration"));
}

/* A run that traces steps is told that ranks have them. */
static void
test_trace (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 1, NONE, 10);
  fixture = run (&traces, "all", "/><run trace=\"x[0]\"", "");
  g_assert_true (fixture_has_problem (fixture, HD_PROBLEM_UNUSED, "run:trace adds nothing"));
  g_assert_cmpuint (hd_execution_get_layout (fixture->execution)->n_lanes, ==, 2 * N_RANKS);
}

/* Who stops a run need not wait until all traces are read. */
static void
test_stopped (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  g_cancellable_cancel (cancellable);
  g_cancellable_push_current (cancellable);
  fixture = compile (&traces, "all", "", "");
  g_cancellable_pop_current (cancellable);
  g_assert_null (fixture->execution);
  g_assert_error (fixture->error, HD_ERROR, HD_ERROR_CANCELLED);
  g_assert_cmpuint (hd_problem_list_get_length (fixture->problems), ==, 0);
}

/* A run is stopped while it reads, or before or after: it ends as stopped. */
static void
test_stopped_run (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  g_autoptr (HdRun) run = NULL;

  traces_init (&traces);
  for (guint64 id = 0; id < 100000; id++)
    chakra_writer_compute (traces.ranks[0], id, id > 0 ? id - 1 : NONE, 10);
  fixture = compile (&traces, "all", "", "");
  g_assert_no_error (fixture->error);
  run = hd_run_new (fixture->design, NULL);
  hd_run_start (run);
  hd_run_stop (run);
  while (hd_run_get_state (run) < HD_RUN_FINISHED)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_CANCELLED);
  g_assert_false (hd_problem_list_has_errors (hd_run_get_problems (run)));
}

/* ---- one of each kind at a time -------------------------------------------------------------------------------------------- */

static void
write_host (ChakraWriter *writer,
            guint64 id,
            const char *name,
            guint64 duration_us)
{
  chakra_writer_begin (writer, id, name, HD_CHAKRA__NODE_TYPE__COMP_NODE);
  chakra_writer_number (writer, "is_cpu_op", 1);
  chakra_writer_duration (writer, duration_us);
  chakra_writer_end (writer);
}

/* Nothing depends on anything. The lowest id goes first, wherever it stands; host, computation and communication run beside each other. */
static void
write_independent (Traces *traces)
{
  ChakraWriter *writer = traces->ranks[0];

  chakra_writer_compute (writer, 9, NONE, 400);
  chakra_writer_compute (writer, 2, NONE, 100);
  chakra_writer_compute (writer, 5, NONE, 0);
  chakra_writer_compute (writer, 4, NONE, 200);
  write_host (writer, 8, "host 8", 1000);
  write_host (writer, 7, "host 7", 50);
  chakra_writer_receive (writer, 1, NONE, 1, 1000000, 0);
  write_access (writer, 6, "load 6", HD_CHAKRA__NODE_TYPE__MEM_LOAD_NODE, 4000000, 0);
  chakra_writer_send (writer, 3, NONE, 1, 1000000, 0);
  chakra_writer_send (traces->ranks[1], 1, NONE, 0, 1000000, 0);
  chakra_writer_receive (traces->ranks[1], 2, NONE, 0, 1000000, 0);
}

static void
test_issue (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  const HdWorkSpan *span;

  traces_init (&traces);
  write_independent (&traces);
  fixture = run (&traces, "all", "issue=\"one-each\"", "");
  assert_span (fixture, "compute 2", HD_WORK_COMPUTE, 0, 100 * US);
  assert_span (fixture, "compute 4", HD_WORK_COMPUTE, 100 * US, 300 * US);
  assert_span (fixture, "compute 5", HD_WORK_COMPUTE, 300 * US, 300 * US);
  assert_span (fixture, "compute 9", HD_WORK_COMPUTE, 300 * US, 700 * US);
  assert_span (fixture, "host 7", HD_WORK_COMPUTE, 0, 50 * US);
  assert_span (fixture, "host 8", HD_WORK_COMPUTE, 50 * US, 1050 * US);
  assert_span (fixture, "receive 1", HD_WORK_RECEIVE, 0, 3 * MS);
  assert_span (fixture, "send 3", HD_WORK_SEND, 0, 3 * MS);
  assert_span (fixture, "load 6", HD_WORK_MEMORY, 3 * MS, 5 * MS);
  g_assert_cmpint (hd_execution_get_now (fixture->execution), ==, 5 * MS);

  /* What queued for its unit was released by what had it: computations of rank 0 are the lane class 0, its communications 4. */
  span = fixture_find (fixture, "compute 4", HD_WORK_COMPUTE, 0);
  g_assert_cmpuint (span->cause_class, ==, 0);
  g_assert_cmpuint (span->cause_index, ==, 1); /* after host 7 */
  span = fixture_find (fixture, "load 6", HD_WORK_MEMORY, 0);
  g_assert_cmpuint (span->cause_class, ==, N_RANKS);
  g_assert_cmpuint (span->cause_index, ==, 0); /* the send */
  g_assert_cmpuint (fixture_find (fixture, "compute 2", HD_WORK_COMPUTE, 0)->cause_index, ==, HD_NO_CAUSE);
}

/* All at once, the same. */
static void
test_issue_all (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  write_independent (&traces);
  fixture = run (&traces, "all", "", "");
  assert_span (fixture, "compute 9", HD_WORK_COMPUTE, 0, 400 * US);
  assert_span (fixture, "host 8", HD_WORK_COMPUTE, 0, 1000 * US);
  assert_span (fixture, "load 6", HD_WORK_MEMORY, 0, 2 * MS);
  g_assert_cmpint (hd_execution_get_now (fixture->execution), ==, 3 * MS);
}

/* What becomes free while the unit is busy queues by its id, too: 3 needs 1, and overtakes 8. */
static void
test_issue_later (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 1, NONE, 100);
  chakra_writer_compute (traces.ranks[0], 8, NONE, 100);
  chakra_writer_compute (traces.ranks[0], 3, 1, 0);
  chakra_writer_compute (traces.ranks[0], 4, 3, 100);
  fixture = run (&traces, "all", "issue=\"one-each\"", "");
  assert_span (fixture, "compute 3", HD_WORK_COMPUTE, 100 * US, 100 * US);
  assert_span (fixture, "compute 4", HD_WORK_COMPUTE, 100 * US, 200 * US);
  assert_span (fixture, "compute 8", HD_WORK_COMPUTE, 200 * US, 300 * US);
}

/* A rank that is in a collective joins no other: two of 4 MB, 18 ms each, follow each other even in different groups. */
static void
test_issue_collectives (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  g_autofree char *groups = NULL;
  g_autofree char *attributes = NULL;

  traces_init (&traces);
  groups = put_groups (&traces, "{\"a\": [0, 1, 2, 3], \"b\": [0, 1, 2, 3]}");
  attributes = g_strdup_printf ("issue=\"one-each\" %s", groups);
  for (guint i = 0; i < N_RANKS; i++)
    {
      chakra_writer_collective (traces.ranks[i], 1, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "a");
      chakra_writer_collective (traces.ranks[i], 2, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "b");
    }
  fixture = run (&traces, "all", attributes, "");
  assert_span (fixture, "collective 1", HD_WORK_COLLECTIVE, 0, 18 * MS);
  assert_span (fixture, "collective 2", HD_WORK_COLLECTIVE, 18 * MS, 36 * MS);
}

/* Two ranks that join two collectives in different orders each hold what the other needs. All at once that is no matter. */
static void
test_issue_deadlock (void)
{
  for (guint one_each = 0; one_each < 2; one_each++)
    {
      g_auto (Traces) traces = { NULL };
      g_autoptr (Fixture) fixture = NULL;
      g_autofree char *groups = NULL;
      g_autofree char *attributes = NULL;

      traces_init (&traces);
      groups = put_groups (&traces, "{\"a\": [0, 1], \"b\": [0, 1]}");
      attributes = g_strdup_printf ("issue=\"%s\" %s", one_each ? "one-each" : "all", groups);
      for (guint i = 0; i < 2; i++)
        {
          chakra_writer_collective (traces.ranks[i], 1 + i, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "a");
          chakra_writer_collective (traces.ranks[i], 2 - i, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "b");
        }
      fixture = compile (&traces, "all", attributes, "");
      g_assert_no_error (fixture->error);
      g_assert_cmpint (fixture_run (fixture, TRUE), ==, !one_each);
      if (!one_each)
        continue;
      g_assert_error (fixture->error, HD_ERROR, HD_ERROR_DEADLOCK);
      g_assert_nonnull (strstr (fixture->error->message, "rank 0 at node 1 “collective 1” for rank 1"));
      g_assert_nonnull (strstr (fixture->error->message, "rank 1 at node 1 “collective 1” for rank 0"));
      g_assert_nonnull (strstr (fixture->error->message, "issue=\"all\""));
    }
}

/* ---- while files are read -------------------------------------------------------------------------------------------------- */

/* A run that reads its ranks up to the third, which is a pipe that @writer fills. */
typedef struct
{
  Traces traces;
  Fixture *fixture;
  char *pipe;
  char *rest; /* what the pipe stands for */
  gsize length;
  int writer;
  HdRun *run;
} HalfRead;

static void
half_read_init (HalfRead *self)
{
  traces_init (&self->traces);
  for (guint rank = 0; rank < N_RANKS; rank++)
    for (guint64 id = 0; id < 1000; id++)
      chakra_writer_compute (self->traces.ranks[rank], id, id > 0 ? id - 1 : NONE, 10);
  self->fixture = compile (&self->traces, "all", "", "");
  g_assert_no_error (self->fixture->error);
  self->pipe = g_strdup_printf ("%s.2.et", self->traces.prefix);
  g_assert_true (g_file_get_contents (self->pipe, &self->rest, &self->length, NULL));
  g_assert_cmpint (g_unlink (self->pipe), ==, 0);
  g_assert_cmpint (mkfifo (self->pipe, 0600), ==, 0);
  self->run = hd_run_new (self->fixture->design, NULL);
  g_assert_cmpfloat (hd_run_get_reading (self->run), ==, -1);
  hd_run_start (self->run);
  self->writer = open (self->pipe, O_WRONLY); /* waits for the reader */
  g_assert_cmpint (self->writer, >=, 0);
}

static void
half_read_write (HalfRead *self,
                 gsize length)
{
  g_assert_cmpint (write (self->writer, self->rest, length), ==, length);
  close (self->writer);
}

static void
half_read_clear (HalfRead *self)
{
  g_object_unref (self->run);
  g_free (self->pipe);
  g_free (self->rest);
  fixture_free (self->fixture);
  traces_clear (&self->traces);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HalfRead, half_read_clear)

/* Two of three files that have a size: the pipe has none. */
static void
test_progress (void)
{
  g_auto (HalfRead) half = { .writer = -1 };
  g_autoptr (GError) error = NULL;

  half_read_init (&half);
  g_assert_cmpfloat_with_epsilon (hd_run_get_reading (half.run), 0.85 * 2 / 3, 1e-3);
  half_read_write (&half, half.length);
  g_assert_true (hd_run_wait (half.run, &error));
  g_assert_no_error (error);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (half.run)), ==, 10000 * US);
  g_assert_cmpfloat (hd_run_get_reading (half.run), ==, -1);
}

/* All is read and matched: nothing is left of the progress. */
static void
test_progress_ends (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  g_autoptr (HdProgress) progress = hd_progress_new ();
  g_autoptr (HdExecution) execution = NULL;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 1, NONE, 10);
  fixture = compile (&traces, "all", "", "");
  execution = hd_execution_new (fixture->design, NULL, fixture->problems, progress, &fixture->error);
  g_assert_no_error (fixture->error);
  g_assert_cmpfloat (hd_progress_get (progress), ==, 1);
}

/* Who stops a run while it reads has not to wait for the files that are left: the last is one that cannot be read. */
static void
test_stopped_half (void)
{
  g_auto (HalfRead) half = { .writer = -1 };
  g_autofree char *last = NULL;

  half_read_init (&half);
  last = g_strdup_printf ("%s.3.et", half.traces.prefix);
  g_assert_true (g_file_set_contents (last, "no trace", -1, NULL));
  hd_run_stop (half.run);
  half_read_write (&half, 1);
  g_assert_false (hd_run_wait (half.run, NULL));
  g_assert_cmpint (hd_run_get_state (half.run), ==, HD_RUN_CANCELLED);
  g_assert_cmpfloat (hd_run_get_reading (half.run), ==, -1);
  g_assert_cmpuint (hd_problem_list_get_length (hd_run_get_problems (half.run)), ==, 0);
}

/* A memory computes nothing. */
static void
test_no_rate (void)
{
  g_auto (Traces) traces = { NULL };
  g_autofree char *platform = g_strdup_printf (PLATFORM, "");
  g_autofree char *body = NULL;
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  write_gemm (traces.ranks[0]);
  for (guint i = 1; i < N_RANKS; i++)
    g_clear_pointer (&traces.ranks[i], chakra_writer_free);
  traces_save (&traces);
  body = g_strdup_printf ("%s<communicators><communicator id=\"one\" members=\"m\"/></communicators>"
                          "<workload type=\"chakra\" file=\"%s\" on=\"one\" compute=\"roofline\"/>", platform, traces.prefix);
  fixture = fixture_new (body, NULL);
  g_assert_null (fixture->execution);
  g_assert_true (fixture_has_problem (fixture, HD_PROBLEM_KIND, "Rank 0 cannot compute operations: “m” has no rate (fp32) above 0"));
}

/* No way from one part of the drawing to the other. */
static void
test_no_route (void)
{
  g_auto (Traces) traces = { NULL };
  g_autofree char *body = NULL;
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  chakra_writer_send (traces.ranks[0], 1, NONE, 1, 64, 0);
  chakra_writer_receive (traces.ranks[1], 2, NONE, 0, 64, 0);
  for (guint i = 2; i < N_RANKS; i++)
    g_clear_pointer (&traces.ranks[i], chakra_writer_free);
  traces_save (&traces);
  body = g_strdup_printf ("<top><component id=\"x\" type=\"fabric.xpu\" count=\"2\"/></top><communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
                          "<workload type=\"chakra\" file=\"%s\" on=\"all\"/>",
                          traces.prefix);
  fixture = fixture_new (body, NULL);
  g_assert_null (fixture->execution);
  g_assert_true (fixture_has_problem (fixture, HD_PROBLEM_NO_ROUTE, "x[0]"));
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
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/workload/chakra/fault/%s", faults[i].name);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  g_test_add_func ("/engine/workload/chakra/idle", test_idle);
  g_test_add_func ("/engine/workload/chakra/trace", test_trace);
  g_test_add_func ("/engine/workload/chakra/stopped", test_stopped);
  g_test_add_func ("/engine/workload/chakra/stopped-run", test_stopped_run);
  g_test_add_func ("/engine/workload/chakra/issue", test_issue);
  g_test_add_func ("/engine/workload/chakra/issue-all", test_issue_all);
  g_test_add_func ("/engine/workload/chakra/issue-later", test_issue_later);
  g_test_add_func ("/engine/workload/chakra/issue-collectives", test_issue_collectives);
  g_test_add_func ("/engine/workload/chakra/issue-deadlock", test_issue_deadlock);
  g_test_add_func ("/engine/workload/chakra/progress", test_progress);
  g_test_add_func ("/engine/workload/chakra/progress-ends", test_progress_ends);
  g_test_add_func ("/engine/workload/chakra/stopped-half", test_stopped_half);
  g_test_add_func ("/engine/workload/chakra/no-rate", test_no_rate);
  g_test_add_func ("/engine/workload/chakra/no-route", test_no_route);
  return g_test_run ();
}
