/* test-chakra-issue.c: Chakra traces of which a rank runs one node of each kind at a time
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what starts when, by hand, and what it waited for; the same traces all at once; a deadlock of issuing is named.
 */
#include "chakra-fixture.h"

#include <string.h>

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
  fixture = traces_run (&traces, "all", "issue=\"one-each\"", "");
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
  fixture = traces_run (&traces, "all", "", "");
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
  fixture = traces_run (&traces, "all", "issue=\"one-each\"", "");
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
  groups = traces_put_groups (&traces, "{\"a\": [0, 1, 2, 3], \"b\": [0, 1, 2, 3]}");
  attributes = g_strdup_printf ("issue=\"one-each\" %s", groups);
  for (guint i = 0; i < N_RANKS; i++)
    {
      chakra_writer_collective (traces.ranks[i], 1, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "a");
      chakra_writer_collective (traces.ranks[i], 2, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "b");
    }
  fixture = traces_run (&traces, "all", attributes, "");
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
      groups = traces_put_groups (&traces, "{\"a\": [0, 1], \"b\": [0, 1]}");
      attributes = g_strdup_printf ("issue=\"%s\" %s", one_each ? "one-each" : "all", groups);
      for (guint i = 0; i < 2; i++)
        {
          chakra_writer_collective (traces.ranks[i], 1 + i, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "a");
          chakra_writer_collective (traces.ranks[i], 2 - i, NONE, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4000000, "b");
        }
      fixture = traces_compile (&traces, "all", attributes, "");
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

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/chakra/issue", test_issue);
  g_test_add_func ("/engine/workload/chakra/issue-all", test_issue_all);
  g_test_add_func ("/engine/workload/chakra/issue-later", test_issue_later);
  g_test_add_func ("/engine/workload/chakra/issue-collectives", test_issue_collectives);
  g_test_add_func ("/engine/workload/chakra/issue-deadlock", test_issue_deadlock);
  return g_test_run ();
}
