/* hd-comm-pattern.c: which flows a communication needs, step by step
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comm-pattern"

#include "hd-comm-pattern.h"

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
  return self;
}

void
hd_comm_pattern_free (HdCommPattern *self)
{
  g_array_unref (self->runs);
  g_array_unref (self->transfers);
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

void
hd_comm_pattern_mark_flows (HdCommPattern *self,
                       const HdWorkloadGraph *graph,
                       guint32 number,
                       guint32 vertex,
                       HdFlowTable *table)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, self->team);
  guint32 n_steps = self->algorithm->count_steps (team->n_nodes);

  for (guint32 step = 0; step < n_steps; step += self->algorithm->count_alike (team->n_nodes, step))
    for (guint32 i = 0; i < self->algorithm->count_sends (team->n_nodes, step); i++)
      {
        HdSend send;
        guint32 flow;

        self->algorithm->get_send (team->n_nodes, step, i, &send);
        flow = find_flow (self, team, vertex, table, &send);
        hd_flow_table_mark (table, flow, (guint64) (number + 1) << 32 | step);
        hd_flow_table_mark (table, flow, send.n_chunks);
      }
}

void
hd_comm_pattern_find_paths (HdCommPattern *self,
                       const HdWorkloadGraph *graph,
                       HdFlowTable *table,
                       HdQuotient *quotient)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, self->team);
  guint32 n_steps = self->algorithm->count_steps (team->n_nodes);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 step = 0; step < n_steps; step += self->algorithm->count_alike (team->n_nodes, step))
    {
      HdCommRun run = { self->algorithm->count_alike (team->n_nodes, step), self->transfers->len, 0 };

      g_hash_table_remove_all (seen);
      for (guint32 i = 0; i < self->algorithm->count_sends (team->n_nodes, step); i++)
        {
          HdCommTransfer transfer;
          HdSend send;

          self->algorithm->get_send (team->n_nodes, step, i, &send);
          transfer.path = hd_quotient_get_path (quotient, hd_flow_table_get_node (table, find_flow (self, team, HD_NO_ID, table, &send)));
          transfer.share = hd_collective_get_send_bytes (self->algorithm, team->n_nodes, &send, 1);
          if (g_hash_table_add (seen, GUINT_TO_POINTER (transfer.path + 1)))
            g_array_append_val (self->transfers, transfer);
        }
      run.n_transfers = self->transfers->len - run.first_transfer;
      g_array_append_val (self->runs, run);
    }
}
