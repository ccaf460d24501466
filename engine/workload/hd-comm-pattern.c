/* hd-comm-pattern.c: which flows a communication needs, step by step
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comm-pattern"

#include "hd-comm-pattern.h"

#include "hd-budget.h"
#include "hd-comm-order.h"
#include "hd-flow-network.h"
#include "hd-i18n.h"
#include "hd-software-costs.h"

HdCommPattern *
hd_comm_pattern_new (const HdCollective *algorithm,
                guint32 team,
                guint32 net)
{
  HdCommPattern *self = g_new (HdCommPattern, 1);

  self->algorithm = algorithm;
  self->team = team;
  self->net = net;
  self->start_path = HD_NO_ID;
  self->stretches = g_array_new (FALSE, FALSE, sizeof (HdCommStretch));
  self->transfers = g_array_new (FALSE, FALSE, sizeof (HdCommTransfer));
  self->sends = g_array_new (FALSE, FALSE, sizeof (HdCommSend));
  self->waits = NULL;
  return self;
}

void
hd_comm_pattern_free (HdCommPattern *self)
{
  g_array_unref (self->stretches);
  g_array_unref (self->transfers);
  g_array_unref (self->sends);
  g_clear_pointer (&self->waits, g_array_unref);
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

/* The transfer of @stretch that carries a send; one stands for all sends on its path. */
static guint32
find_transfer (HdCommPattern *self,
               HdCommStretch *stretch,
               guint32 path,
               double share,
               GHashTable *numbers)
{
  HdCommTransfer transfer = { path, share };
  gpointer number = g_hash_table_lookup (numbers, GUINT_TO_POINTER (path + 1));

  if (number != NULL)
    return GPOINTER_TO_UINT (number) - 1;
  g_array_append_val (self->transfers, transfer);
  g_hash_table_insert (numbers, GUINT_TO_POINTER (path + 1), GUINT_TO_POINTER (++stretch->n_transfers));
  return stretch->n_transfers - 1;
}

/* ---- what waits for what --------------------------------------------------------------------------------------------- */

typedef struct
{
  HdQuotient *quotient;
  HdColours *colours;
  guint64 colour; /* of this step of this pattern */
} Joiner;

static void
join (gpointer user_data,
      const HdCommWait *wait)
{
  Joiner *self = user_data;
  guint64 label = hd_colours_mix (self->colours, self->colour,
                                  (guint64) wait->from_step << 2 | (wait->each_round ? 2u : 0u) | (wait->leaves_behind ? 1u : 0u));

  hd_quotient_join (self->quotient, wait->from, wait->to, label);
}

gboolean
hd_comm_pattern_join_flows (HdCommPattern *self,
                            const HdWorkloadGraph *graph,
                            guint32 number,
                            HdFlowTable *table,
                            HdColours *colours,
                            HdQuotient *quotient,
                            GError **error)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, self->team);
  guint32 n_steps = self->algorithm->count_steps (team->n_nodes);
  g_autoptr (HdCommOrder) order = hd_comm_order_new (team->n_nodes);
  g_autoptr (GArray) sends = g_array_new (FALSE, FALSE, sizeof (HdSend));
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  HdBudget *budget = hd_budget_get_current ();
  Joiner joiner = { .quotient = quotient, .colours = colours };

  /* a send waits for about one that leaves and one that arrives */
  if (!hd_budget_take (budget, 2 * count_pairs (self, team->n_nodes), hd_quotient_measure_join (), _("There would be more sends that wait"), error))
    return FALSE;
  for (guint32 step = 0; step < n_steps; step += self->algorithm->count_alike (team->n_nodes, step))
    {
      g_array_set_size (sends, self->algorithm->count_sends (team->n_nodes, step));
      g_array_set_size (nodes, sends->len);
      for (guint32 i = 0; i < sends->len; i++)
        {
          HdSend *send = &g_array_index (sends, HdSend, i);

          if (!hd_budget_may_go_on (budget, error))
            return FALSE;
          self->algorithm->get_send (team->n_nodes, step, i, send);
          g_array_index (nodes, guint32, i) = hd_flow_table_get_node (table, find_flow (self, team, HD_NO_ID, table, send));
        }
      joiner.colour = hd_colours_mix (colours, 0, (guint64) (number + 1) << 32 | step);
      hd_comm_order_add (order, step, self->algorithm->count_alike (team->n_nodes, step), (const HdSend *) (void *) sends->data,
                         (const guint32 *) (void *) nodes->data, sends->len, join, &joiner);
    }
  return TRUE;
}

/* ---- paths ------------------------------------------------------------------------------------------------------------- */

/* The sends of the steps at hand. */
typedef struct
{
  HdCommPattern *pattern;
  GArray *sends;     /* of HdSend */
  GArray *transfers; /* of guint32: which carries each, among all of the pattern */
  GArray *speaks;    /* of guint8: whether it is the first that its transfer carries */
} Steps;

/* All sends that a transfer carries wait for the same, so the first speaks for them. */
static void
note_wait (gpointer user_data,
           const HdCommWait *wait)
{
  Steps *self = user_data;
  HdTransferWait noted = { wait->from, wait->to, wait->each_round, wait->leaves_behind };

  if (g_array_index (self->speaks, guint8, wait->send))
    g_array_append_val (self->pattern->waits, noted);
}

/* The waits of one more stretch, and what the network makes of them. */
static gboolean
add_waits (HdCommPattern *self,
           HdCommOrder *order,
           const HdCommStretch *stretch,
           Steps *steps,
           GError **error)
{
  guint n_before = self->waits->len;
  gsize n_waits;

  hd_comm_order_add (order, stretch->first_step, stretch->rounds, (const HdSend *) (void *) steps->sends->data,
                     (const guint32 *) (void *) steps->transfers->data, steps->sends->len, note_wait, steps);
  n_waits = self->waits->len - n_before;
  return hd_budget_take (hd_budget_get_current (), 1, n_waits * sizeof (HdTransferWait) + hd_flow_network_measure_ordered (stretch->n_transfers, n_waits),
                         _("There would be more sends that wait"), error);
}

gboolean
hd_comm_pattern_find_paths (HdCommPattern *self,
                            const HdWorkloadGraph *graph,
                            const HdRunSettings *settings,
                            HdFlowTable *table,
                            HdQuotient *quotient,
                            GError **error)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, self->team);
  guint32 n_steps = self->algorithm->count_steps (team->n_nodes);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (HdCommOrder) order = hd_comm_order_new (team->n_nodes);
  g_autoptr (GArray) sends = g_array_new (FALSE, FALSE, sizeof (HdSend));
  g_autoptr (GArray) transfers = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) speaks = g_array_new (FALSE, FALSE, sizeof (guint8));
  Steps steps = { self, sends, transfers, speaks };
  HdBudget *budget = hd_budget_get_current ();

  if (settings->steps == HD_STEPS_NEIGHBOURS)
    self->waits = g_array_new (FALSE, FALSE, sizeof (HdTransferWait));
  for (guint32 step = 0; step < n_steps; step += self->algorithm->count_alike (team->n_nodes, step))
    {
      HdCommStretch stretch = {
        .rounds = self->algorithm->count_alike (team->n_nodes, step),
        .first_step = step,
        .first_transfer = self->transfers->len,
        .first_send = self->sends->len,
      };

      g_hash_table_remove_all (numbers);
      g_array_set_size (sends, self->algorithm->count_sends (team->n_nodes, step));
      g_array_set_size (transfers, sends->len);
      g_array_set_size (speaks, sends->len);
      for (guint32 i = 0; i < sends->len; i++)
        {
          HdSend *send = &g_array_index (sends, HdSend, i);
          HdCommSend kept = { i, 0 };
          guint n_before = stretch.n_transfers;
          guint32 path;

          if (!hd_budget_may_go_on (budget, error))
            return FALSE;
          self->algorithm->get_send (team->n_nodes, step, i, send);
          path = hd_quotient_get_path (quotient, hd_flow_table_get_node (table, find_flow (self, team, HD_NO_ID, table, send)));
          kept.transfer = find_transfer (self, &stretch, path, hd_collective_get_send_bytes (self->algorithm, team->n_nodes, send, 1), numbers);
          g_array_index (transfers, guint32, i) = stretch.first_transfer + kept.transfer;
          g_array_index (speaks, guint8, i) = stretch.n_transfers > n_before;
          if (!hd_run_settings_trace_node (settings, team->nodes[send->source]) && !hd_run_settings_trace_node (settings, team->nodes[send->destination]))
            continue;
          g_array_append_val (self->sends, kept);
        }
      stretch.n_sends = self->sends->len - stretch.first_send;
      g_array_append_val (self->stretches, stretch);
      if (self->waits != NULL && !add_waits (self, order, &stretch, &steps, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
hd_comm_pattern_start (const HdCommPattern *self,
                       HdNetwork *network,
                       double bytes,
                       guint64 token,
                       GArray *batch)
{
  guint rounds = 0;

  if (self->stretches->len == 0)
    return FALSE;
  g_array_set_size (batch, 0);
  for (guint r = 0; r < self->stretches->len; r++)
    {
      const HdCommStretch *stretch = &g_array_index (self->stretches, HdCommStretch, r);

      rounds += stretch->rounds;
      for (guint i = 0; i < stretch->n_transfers; i++)
        {
          const HdCommTransfer *planned = &g_array_index (self->transfers, HdCommTransfer, stretch->first_transfer + i);
          HdOrderedTransfer transfer = { planned->path, stretch->rounds, planned->share * bytes };

          g_array_append_val (batch, transfer);
        }
    }
  hd_network_start_ordered (network, (const HdOrderedTransfer *) (void *) batch->data, batch->len,
                            (const HdTransferWait *) (void *) self->waits->data, self->waits->len, rounds, token);
  return TRUE;
}

void
hd_comm_pattern_add_start (HdCommPattern *self,
                           const HdWorkloadGraph *graph,
                           HdDesign *design,
                           HdFlowModel *flows)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, self->team);
  HdTime start = 0;

  for (guint32 i = 0; hd_collective_is_of_many (self->algorithm) && i < team->n_nodes; i++)
    {
      HdSoftwareCosts costs;

      hd_software_costs_get (design, team->nodes[i], &costs);
      start = MAX (start, costs.start);
    }
  if (start > 0)
    self->start_path = hd_flow_model_add_path (flows, start, NULL, 0, 1);
}

gboolean
hd_comm_pattern_call (const HdCommPattern *self,
                      HdNetwork *network,
                      guint64 token)
{
  const HdTransfer start = { self->start_path, 0 };

  if (self->start_path == HD_NO_ID || self->stretches->len == 0)
    return FALSE;
  hd_network_start (network, &start, 1, 1, token);
  return TRUE;
}
