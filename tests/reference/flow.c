/* flow.c: random transfers, transfer by transfer, against SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: SimGrid, model CM02 without TCP window bound, in its own precision. Durations agree within max (1e-6 relative, 2 ns).
 */
#include "flow-scenario.h"

#include <math.h>
#include <stdlib.h>

static const char *program;

static void
compare (double cross_traffic,
         guint n_transfers,
         guint64 seed)
{
  g_autoptr (FlowScenario) scenario = flow_scenario_new (8, 8, 4, n_transfers, HD_TICKS_PER_SECOND / 40, seed);
  g_autofree char *option = g_strdup_printf ("--cfg=network/crosstraffic:%d", cross_traffic > 0);
  const char *options[] = {
    "--log=root.thresh:error", "--cfg=contexts/guard-size:0", "--cfg=contexts/stack-size:64", "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0", "--cfg=maxmin/precision:1e-9", "--cfg=surf/precision:1e-12",
    option, NULL,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlowScenarioResult) ours = NULL, theirs = NULL;
  double worst = 0;

  ours = flow_scenario_run (scenario, HD_FAIRNESS_RTT, cross_traffic, TRUE);
  theirs = flow_scenario_run_simgrid (scenario, program, options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ours->most_at_once, >, 100);
  for (guint i = 0; i < n_transfers; i++)
    {
      double duration = (double) (theirs->ends[i] - scenario->transfers[i].start);
      double difference = fabs ((double) (ours->ends[i] - theirs->ends[i]));

      worst = MAX (worst, difference / duration);
      g_assert_cmpfloat (difference, <=, MAX (1e-6 * duration, 2000));
    }
  g_test_message ("%u transfers, cross traffic %g: largest relative difference %.3g", n_transfers, cross_traffic, worst);
}

static void
test_simgrid (gconstpointer data)
{
  double cross_traffic = *(const double *) data;

  if (program == NULL)
    {
      if (g_getenv ("CI") != NULL)
        g_test_fail_printf ("SimGrid is missing, and this is continuous integration");
      else
        g_test_skip ("SimGrid is not installed: flows are NOT compared with it");
      return;
    }
  compare (cross_traffic, 1000, 1);
  compare (cross_traffic, 1000, 2);
}

int
main (int argc,
      char **argv)
{
  static const double none = 0, some = 0.05;

  g_test_init (&argc, &argv, NULL);
  program = g_getenv ("HEDDLE_FLOW_SIMGRID");
  g_test_add_data_func ("/reference/flow/simgrid/rtt", &none, test_simgrid);
  g_test_add_data_func ("/reference/flow/simgrid/rtt-cross-traffic", &some, test_simgrid);
  return g_test_run ();
}
