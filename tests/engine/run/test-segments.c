/* test-segments.c: long messages through aggregation trees
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sixteen hosts under four leaf switches and two spines, links of 50 GB/s; 4 MB take 80 us over one of them.
 *
 * Invariants: a message that is longer than a packet follows itself through the tree, so that a broadcast takes little more than its way over one
 * link, where one packet as long as the message takes that way as often as it is stored; units that add up are no faster than their rate; results of
 * all segments are checked; one segment is as it ever was; nothing depends on partitions.
 */
#include "run-fixture.h"

#define PROJECT(work) \
  "<heddle version=\"1\" name=\"segments\"><top><generate id=\"t\" kind=\"leaf-spine\" leaves=\"4\" spines=\"2\" hosts=\"4\" bandwidth=\"50 GB/s\" " \
  "latency=\"500 ns\"/></top><communicators><communicator id=\"all\" members=\"t/host[*][*]\"/></communicators>" work \
  "<run fidelity=\"packet\" iterations=\"2\"/></heddle>"
#define WORK(operation, algorithm, more) \
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"" operation "\" algorithm=\"" algorithm "\" bytes=\"4 MB\" " more "/>"
#define WAY_US 80.0

/* In microseconds, of the slowest process, and all results are right: with a root, its own are. */
static double
time_of (const char *project,
         const char *packet,
         guint n_results)
{
  g_autofree char *setting = g_strconcat ("run:packet-size=", packet, NULL);
  const char *const settings[] = { setting, NULL };
  g_autoptr (HdRecord) record = run_fixture_record (project, settings);

  g_assert_cmpfloat (run_fixture_get_metric (record, "values_checked"), ==, 2 * n_results);
  return 1e6 * run_fixture_get_metric (record, "it.time");
}

static void
test_broadcast (gconstpointer project)
{
  double whole = time_of (project, "4 MB", 16), cut = time_of (project, "4 KiB", 16);

  g_assert_cmpfloat (whole, >, 3 * WAY_US); /* host, leaf, spine, leaf */
  g_assert_cmpfloat (cut, >, WAY_US);
  g_assert_cmpfloat (cut, <, 2 * WAY_US + 10); /* a leaf has copies for its own, and one for the spine */
}

/* The unit of a switch adds 4 MB of each of its children; what is stored on the way up and down comes beside that, not after it. */
static void
test_reduce (gconstpointer project)
{
  double whole = time_of (project, "4 MB", 1), cut = time_of (project, "4 KiB", 1);

  g_assert_cmpfloat (cut, <, 0.8 * whole);
  g_assert_cmpfloat (cut, >, WAY_US);
}

static void
test_partitions (gconstpointer project)
{
  static const char *const divided[][4] = {
    { "run:packet-size=64 KiB", "run:partitions=1", NULL },
    { "run:packet-size=64 KiB", "run:partitions=2", "run:sync=window", NULL },
    { "run:packet-size=64 KiB", "run:partitions=4", "run:sync=request", NULL },
  };
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (HdRecord) record = run_fixture_record (project, divided[i]);
      g_autofree char *digest = hd_record_dup_digest (record);

      if (i == 0)
        expected = g_strdup (digest);
      g_assert_cmpstr (digest, ==, expected);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/run/segments/broadcast/physical", PROJECT (WORK ("broadcast", "physical", "")), test_broadcast);
  g_test_add_data_func ("/engine/run/segments/broadcast/root", PROJECT (WORK ("broadcast", "physical", "root=\"5\"")), test_broadcast);
  g_test_add_data_func ("/engine/run/segments/broadcast/nomial", PROJECT (WORK ("broadcast", "k-nomial", "")), test_broadcast);
  g_test_add_data_func ("/engine/run/segments/reduce", PROJECT (WORK ("reduce", "physical", "")), test_reduce);
  g_test_add_data_func ("/engine/run/segments/partitions", PROJECT (WORK ("all-reduce", "physical", "back=\"reverse-tree\"")), test_partitions);
  return g_test_run ();
}
