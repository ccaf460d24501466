/* hd-comm-pattern.c: which flows a communication needs, step by step
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comm-pattern"

#include "hd-comm-pattern.h"

#include "hd-budget.h"

HdCommPattern *
hd_comm_pattern_new (const HdCollective *algorithm,
                guint32 team,
                guint32 net)
{
  HdCommPattern *self = g_new (HdCommPattern, 1);

  self->algorithm = algorithm;
  self->team = team;
  self->net = net;
  self->runs = g_array_new (FALSE, FALSE, sizeof (HdCommRun));
  self->transfers = g_array_new (FALSE, FALSE, sizeof (HdCommTransfer));
  self->sends = g_array_new (FALSE, FALSE, sizeof (HdCommSend));
  return self;
}

void
hd_comm_pattern_free (HdCommPattern *self)
{
  g_array_unref (self->runs);
  g_array_unref (self->transfers);
  g_array_unref (self->sends);
  g_free (self);
}

static guint32
find_flow (HdCommPattern *self,
           const HdTeam *team,
           guint32 vertex,
           HdFlowTable *table,
           const HdSend *send)
{
  return hd_flow_table_add (table, team->nodes[send->source], team->nodes[send->destination], self->net, vertex);
}

/* Each send of steps that differ may be of another pair of members. */
static double
count_pairs (const HdCommPattern *self,
             guint32 n_members)
{
  guint32 n_steps = self->algorithm->count_steps (n_members);
  double n = 0;

  for (guint32 step = 0; step < n_steps; step += self->algorithm->count_alike (n_members, step))
    n += self->algorithm->count_sends (n_members, step);
  return MIN (n, (double) n_members * n_members);
}

gboolean
hd_comm_pattern_mark_flows (HdCommPattern *self,
                            const HdWorkloadGraph *graph,
                            guint32 number,
                            guint32 vertex,
                            HdFlowTable *table,
                            HdProblemList *problems,
                            GError **error)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, self->team);
  guint32 n_steps = self->algorithm->count_steps (team->n_nodes);
  HdBudget *budget = hd_budget_get_current ();

  if (!hd_flow_table_reserve (table, count_pairs (self, team->n_nodes), vertex, problems, error))
    return FALSE;
  for (guint32 step = 0; step < n_steps; step += self->algorithm->count_alike (team->n_nodes, step))
    for (guint32 i = 0; i < self->algorithm->count_sends (team->n_nodes, step); i++)
      {
        HdSend send;
        guint32 flow;

        if (!hd_budget_may_go_on (budget, error))
          return FALSE;
        self->algorithm->get_send (team->n_nodes, step, i, &send);
        flow = find_flow (self, team, vertex, table, &send);
        hd_flow_table_mark (table, flow, (guint64) (number + 1) << 32 | step);
        hd_flow_table_mark (table, flow, send.n_chunks);
      }
  return TRUE;
}

/* The transfer of @run that carries a send; one stands for all sends on its path. */
static guint32
find_transfer (HdCommPattern *self,
               HdCommRun *run,
               guint32 path,
               double share,
               GHashTable *numbers)
{
  HdCommTransfer transfer = { path, share };
  gpointer number = g_hash_table_lookup (numbers, GUINT_TO_POINTER (path + 1));

  if (number != NULL)
    return GPOINTER_TO_UINT (number) - 1;
  g_array_append_val (self->transfers, transfer);
  g_hash_table_insert (numbers, GUINT_TO_POINTER (path + 1), GUINT_TO_POINTER (++run->n_transfers));
  return run->n_transfers - 1;
}

void
hd_comm_pattern_find_paths (HdCommPattern *self,
                       const HdWorkloadGraph *graph,
                       const HdRunSettings *settings,
                       HdFlowTable *table,
                       HdQuotient *quotient)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, self->team);
  guint32 n_steps = self->algorithm->count_steps (team->n_nodes);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  HdBudget *budget = hd_budget_get_current ();

  for (guint32 step = 0; step < n_steps; step += self->algorithm->count_alike (team->n_nodes, step))
    {
      HdCommRun run = {
        .rounds = self->algorithm->count_alike (team->n_nodes, step),
        .first_step = step,
        .first_transfer = self->transfers->len,
        .first_send = self->sends->len,
      };

      g_hash_table_remove_all (numbers);
      for (guint32 i = 0; i < self->algorithm->count_sends (team->n_nodes, step); i++)
        {
          HdCommSend kept = { i, 0 };
          guint32 path;
          HdSend send;

          if (!hd_budget_may_go_on (budget, NULL))
            return;
          self->algorithm->get_send (team->n_nodes, step, i, &send);
          path = hd_quotient_get_path (quotient, hd_flow_table_get_node (table, find_flow (self, team, HD_NO_ID, table, &send)));
          kept.transfer = find_transfer (self, &run, path, hd_collective_get_send_bytes (self->algorithm, team->n_nodes, &send, 1), numbers);
          if (!hd_run_settings_trace_node (settings, team->nodes[send.source]) && !hd_run_settings_trace_node (settings, team->nodes[send.destination]))
            continue;
          g_array_append_val (self->sends, kept);
        }
      run.n_sends = self->sends->len - run.first_send;
      g_array_append_val (self->runs, run);
    }
}
