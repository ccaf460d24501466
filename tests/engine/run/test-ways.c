/* test-ways.c: packets of a tree of type II keep to the tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dragonfly of seven groups whose global links are four times as long as the others, so that the way with the fewest links and the quickest one
 * are not the same; links that take no time for bytes.
 *
 * Invariant: alone on the network a run takes what was predicted, for each operation and type of tree: the run, the prediction and `heddle tree` know one
 * way for each packet.
 */
#include "run-fixture.h"

#define PROJECT(operation, algorithm, more) \
  "<heddle version=\"1\" name=\"ways\"><variables><variable name=\"groups\" type=\"integer\" value=\"7\"/></variables>" \
  "<link-class id=\"short\" bandwidth=\"100000 GB/s\" latency=\"500 ns\" sharing=\"split\"/>" \
  "<link-class id=\"long\" bandwidth=\"100000 GB/s\" latency=\"2 us\" sharing=\"split\"/><top>" \
  "<component id=\"switch\" type=\"fabric.switch\" count=\"$groups x 3\"/><component id=\"host\" type=\"fabric.xpu\" count=\"$groups x 3 x 3\"/>" \
  "<link from=\"switch[g][a].port[b - 1]\" to=\"switch[g][b].port[a]\" for=\"g=0..$groups-1 a=0..1 b=a+1..2\" class=\"short\"/>" \
  "<link from=\"switch[g][floor ((t - 1) / 2)].port[2 + (t - 1) % 2]\" to=\"switch[t][floor (g / 2)].port[2 + g % 2]\" for=\"g=0..$groups-2 " \
  "t=g+1..$groups-1\" class=\"long\"/><link from=\"host[g][a][k].eth\" to=\"switch[g][a].port[4 + k]\" class=\"short\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"host[*][*][*]\"/></communicators>" \
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"" operation "\" algorithm=\"" algorithm "\" bytes=\"64 B\" " more "/>" \
  "<run fidelity=\"packet\" switching=\"cut-through\" iterations=\"1\"/></heddle>"

static void
test_predicted (gconstpointer project)
{
  g_autoptr (HdRecord) record = run_fixture_record (project, NULL);

  /* what is left are the bytes on links */
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "it.time"), run_fixture_get_metric (record, "it.predicted"), 1e-10);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "it.gathered"), run_fixture_get_metric (record, "it.predicted-gathered"), 1e-10);
}

#define ADD(operation, algorithm) \
  g_test_add_data_func ("/engine/run/ways/" algorithm "/" operation, PROJECT (operation, algorithm, ""), test_predicted)

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("reduce", "minimum-cost");
  ADD ("broadcast", "minimum-cost");
  ADD ("all-reduce", "minimum-cost");
  ADD ("barrier", "minimum-cost");
  ADD ("reduce", "physical");
  ADD ("broadcast", "physical");
  ADD ("all-reduce", "physical");
  ADD ("all-reduce", "hierarchical-k-nomial");
  g_test_add_data_func ("/engine/run/ways/reverse", PROJECT ("all-reduce", "minimum-cost", "back=\"reverse-tree\""), test_predicted);
  g_test_add_data_func ("/engine/run/ways/root", PROJECT ("broadcast", "physical", "root=\"17\""), test_predicted);
  return g_test_run ();
}
