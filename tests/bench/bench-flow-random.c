/* bench-flow-random.c: processor time of random transfers over a fat tree, against SimGrid and against solving from nothing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 10,000 transfers of 1 to 100 MB start within 0.1 s on 512 hosts at 12.5 GB/s. All numbers are of this run on this machine.
 */
#include "flow-scenario.h"

#include <math.h>

static double
compare (const FlowScenario *scenario,
         const FlowScenarioResult *a,
         const FlowScenarioResult *b)
{
  double worst = 0;

  for (guint i = 0; i < scenario->n_transfers; i++)
    worst = MAX (worst, fabs ((double) (a->ends[i] - b->ends[i])) / (double) (b->ends[i] - scenario->transfers[i].start));
  return worst;
}

static void
print_result (const char *name,
              const FlowScenarioResult *r)
{
  const HdNetworkCounters *c = &r->counters;

  g_print ("%-28s %8.3f s CPU, %6.1f us a solve; %" G_GUINT64_FORMAT " solves; rates changed %" G_GUINT64_FORMAT ", visited %" G_GUINT64_FORMAT
           " (%.1f each)\n",
           name, r->cpu_s, 1e6 * r->cpu_s / (double) c->solver_calls, c->solver_calls, c->rates_changed, c->rates_visited,
           (double) c->rates_visited / (double) c->rates_changed);
}

int
main (int argc,
      char **argv)
{
  static const char *const options[] = { "--log=root.thresh:error", "--cfg=contexts/guard-size:0", "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0",
                                         "--cfg=network/crosstraffic:0", NULL };
  g_autoptr (FlowScenario) scenario = flow_scenario_new (32, 16, 16, 10000, HD_TICKS_PER_SECOND / 10, 1);
  g_autoptr (FlowScenarioResult) fast = flow_scenario_run (scenario, HD_FAIRNESS_RTT, 0, TRUE);
  g_autoptr (FlowScenarioResult) plain = flow_scenario_run (scenario, HD_FAIRNESS_RTT, 0, FALSE);
  g_autoptr (FlowScenarioResult) simgrid = NULL;
  g_autoptr (GError) error = NULL;

  g_print ("10,000 random transfers, 512 hosts, at most %u at once\n", fast->most_at_once);
  print_result ("Heddle", fast);
  print_result ("Heddle, from nothing", plain);
  g_print ("%-28s %8.1f x\n", "gain over from nothing", plain->cpu_s / fast->cpu_s);
  for (guint i = 0; i < scenario->n_transfers; i++)
    if (fast->ends[i] != plain->ends[i])
      g_error ("transfer %u ends at %" G_GINT64_FORMAT " ps, from nothing at %" G_GINT64_FORMAT " ps", i, fast->ends[i], plain->ends[i]);
  if (argc < 2)
    {
      g_print ("SimGrid is not installed: no comparison\n");
      return 0;
    }
  simgrid = flow_scenario_run_simgrid (scenario, argv[1], options, &error);
  if (simgrid == NULL)
    g_error ("%s", error->message);
  g_print ("%-28s %8.3f s CPU: %s %s %s %s %s\n", argv[2], simgrid->cpu_s, argv[1], options[0], options[1], options[2], options[3]);
  g_print ("%-28s %8.1f x\n", "gain over SimGrid", simgrid->cpu_s / fast->cpu_s);
  g_print ("%-28s %8.2g (SimGrid in its default precision)\n", "largest difference", compare (scenario, fast, simgrid));
  return 0;
}
