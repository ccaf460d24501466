/* flow-scenario.h: transfers over a fat tree, for Heddle and for SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "hd-flow-network.h"

G_BEGIN_DECLS

#define FLOW_SCENARIO_MOST_HOPS 4

typedef struct
{
  double bandwidth; /* B/s */
  HdTime latency_ps;
} FlowScenarioLink;

typedef struct
{
  HdTime start;
  guint64 bytes;
  guint source;
  guint destination;
} FlowScenarioTransfer;

/**
 * FlowScenario:
 *
 * Two levels: hosts on leaves, each leaf joined to each spine; a separate link for each direction. The spine is the destination modulo the number of
 * spines.
 */
typedef struct
{
  guint n_leaves;
  guint n_spines;
  guint n_hosts; /* in all */
  FlowScenarioLink *links;
  guint n_links;
  FlowScenarioTransfer *transfers; /* by start */
  guint n_transfers;
} FlowScenario;

/** FlowScenarioResult: @cpu_s is the processor time of the simulation alone; @ends by transfer */
typedef struct
{
  HdTime *ends;
  HdNetworkCounters counters;
  guint most_at_once;
  double cpu_s;
} FlowScenarioResult;

FlowScenario *flow_scenario_new (guint n_leaves,
                                 guint n_hosts_per_leaf,
                                 guint n_spines,
                                 guint n_transfers,
                                 HdTime horizon,
                                 guint64 seed);
void flow_scenario_free (FlowScenario *self);

FlowScenarioResult *flow_scenario_run (const FlowScenario *self,
                                       HdFairness fairness,
                                       double cross_traffic,
                                       gboolean incremental);
FlowScenarioResult *flow_scenario_run_simgrid (const FlowScenario *self,
                                               const char *program,
                                               const char *const *options,
                                               GError **error);
void flow_scenario_result_free (FlowScenarioResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlowScenario, flow_scenario_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlowScenarioResult, flow_scenario_result_free)

G_END_DECLS
