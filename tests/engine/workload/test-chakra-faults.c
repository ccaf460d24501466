/* test-chakra-faults.c: Chakra traces that cannot run, or tell too little
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever cannot run is named before it runs, with file, record and node.
 */
#include "chakra-fixture.h"

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
  { "beside", write_good, "all", "/><workload type=\"collective\" on=\"all\" bytes=\"1 B\"", "", HD_PROBLEM_VALUE, "Traces cannot run beside other workloads at flow fidelity" },
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
  fixture = traces_compile (&traces, fault->on, fault->attributes, fault->xpu);
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
  fixture = traces_run (&traces, "all", "", "");
  g_assert_true (fixture_has_problem (fixture, HD_PROBLEM_VALUE, "1 computations take no time: the traces tell their operations, but no duration"));
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
  traces_keep (&traces, 1);
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
  traces_keep (&traces, 2);
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
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/workload/chakra/fault/%s", faults[i].name);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  g_test_add_func ("/engine/workload/chakra/idle", test_idle);
  g_test_add_func ("/engine/workload/chakra/no-rate", test_no_rate);
  g_test_add_func ("/engine/workload/chakra/no-route", test_no_route);
  return g_test_run ();
}
