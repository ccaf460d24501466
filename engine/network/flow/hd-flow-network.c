/* hd-flow-network.c: the network at flow fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-network"

#include "hd-flow-network.h"

#include <heddle/hd-error.h>

#include "hd-flow-ring.h"
#include "hd-i18n.h"

/* A transfer first waits for the latency of its path, using nothing, and then flows at the rate that the solver gives. One of 0 B, or on a path
 * without resources, ends with its latency.
 *
 * Progress is kept in 2^-62 of the size and brought up to date only when the rate changes: what a stretch of constant rate takes away is one
 * integer, a function of rate, size and duration alone. All that is due in one picosecond is handled together and followed by one solve. */

/* ---- actions and batches --------------------------------------------------------------------------------------------- */

/* Of ordered batches each round takes one, so that those of large schedules that are yet to come take no memory. */
guint32
hd_flow_network_take_action (HdFlowNetwork *self)
{
  guint32 action;

  if (self->free_actions.len > 0)
    return hd_id_list_take_last (&self->free_actions);
  action = self->n_actions++;
  if (self->n_actions > self->n_actions_allocated)
    {
      self->n_actions_allocated = MAX (64, 2 * self->n_actions_allocated);
      self->actions = g_renew (HdFlowAction, self->actions, self->n_actions_allocated);
    }
  hd_time_queue_reserve (&self->ends, self->n_actions);
  hd_time_queue_reserve (&self->waits, self->n_actions);
  hd_flow_solver_reserve (self->solver, self->n_actions);
  return action;
}

static guint32
take_batch (HdFlowNetwork *self)
{
  guint32 batch;

  if (self->free_batches->len > 0)
    {
      batch = g_array_index (self->free_batches, guint32, self->free_batches->len - 1);
      g_array_set_size (self->free_batches, self->free_batches->len - 1);
      return batch;
    }
  g_array_set_size (self->batches, self->batches->len + 1);
  return self->batches->len - 1;
}

static inline const HdFlowPath *
get_path (HdFlowNetwork *self,
          guint32 action)
{
  return hd_flow_model_get_path (self->model, self->actions[action].path);
}

static int
compare_latencies (gconstpointer a,
                   gconstpointer b,
                   gpointer user_data)
{
  HdFlowNetwork *self = user_data;
  const HdFlowAction *x = &self->actions[*(const guint32 *) a], *y = &self->actions[*(const guint32 *) b];
  HdTime x_latency = hd_flow_model_get_path (self->model, x->path)->latency_ps;
  HdTime y_latency = hd_flow_model_get_path (self->model, y->path)->latency_ps;

  if (x_latency != y_latency)
    return x_latency < y_latency ? -1 : 1;
  return x->transfer < y->transfer ? -1 : x->transfer > y->transfer;
}

/** hd_flow_network_get_factor: speed for each unit of rate, see HdFlowAction */
double
hd_flow_network_get_factor (HdFlowNetwork *self,
                            guint32 path,
                            double size)
{
  const HdFlowPath *p = hd_flow_model_get_path (self->model, path);
  double units = p->n_uses > 0 ? size * p->scale : 0;

  return units > 0 ? (double) HD_FLOW_WHOLE / (units * (double) HD_TICKS_PER_SECOND) : 0;
}

static void
fill_batch (HdFlowNetwork *self,
            guint32 batch,
            const HdTransfer *transfers,
            guint n_transfers)
{
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);
  gboolean sorted = TRUE;

  if (b->n_allocated < n_transfers)
    {
      b->n_allocated = n_transfers;
      b->actions = g_renew (guint32, b->actions, n_transfers);
    }
  b->n_actions = n_transfers;
  b->n_flows = 0;
  for (guint i = 0; i < n_transfers; i++)
    {
      guint32 action = hd_flow_network_take_action (self);
      const HdFlowPath *path = hd_flow_model_get_path (self->model, transfers[i].path);

      self->actions[action] = (HdFlowAction) {
        .path = transfers[i].path,
        .batch = batch,
        .transfer = i,
        .factor = hd_flow_network_get_factor (self, transfers[i].path, transfers[i].size),
      };
      b->actions[i] = action;
      b->n_flows += path->multiplicity;
      sorted = sorted && (i == 0 || get_path (self, b->actions[i - 1])->latency_ps <= path->latency_ps);
    }
  if (!sorted)
    g_qsort_with_data (b->actions, (gint) n_transfers, sizeof (guint32), compare_latencies, self);
  for (guint i = 0; i < n_transfers; i++)
    self->actions[b->actions[i]].position = i;
}

/* Where ways change each transfer has a latency of its own. */
static void
start_round_singly (HdFlowNetwork *self,
                    const HdFlowBatch *batch)
{
  for (guint i = 0; i < batch->n_actions; i++)
    {
      self->actions[batch->actions[i]].resumes = FALSE;
      hd_flow_detour_find (self, &self->actions[batch->actions[i]].path);
      hd_flow_detour_wait (self, batch->actions[i], self->clock + get_path (self, batch->actions[i])->latency_ps);
    }
}

static void
start_round (HdFlowNetwork *self,
             guint32 batch)
{
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);
  HdTime latency = -1;

  if (self->fast_forward && b->rounds_left > 1 && hd_flow_skip_may_watch (self))
    hd_flow_skip_watch (self, batch);
  b->n_running = b->n_actions;
  self->counters.transfers_started += b->n_flows;
  if (self->ways != NULL)
    {
      start_round_singly (self, b);
      return;
    }
  for (guint i = 0; i < b->n_actions; i++)
    {
      const HdFlowPath *path = get_path (self, b->actions[i]);

      if (path->latency_ps == latency)
        continue;
      latency = path->latency_ps;
      hd_time_queue_set (&self->waits, b->actions[i], self->clock + latency);
    }
}

static void
free_batch (HdFlowNetwork *self,
            guint32 batch)
{
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);

  b->live = FALSE;
  if (b->order != NULL)
    g_clear_pointer (&b->order, hd_flow_order_free);
  else
    for (guint i = 0; i < b->n_actions; i++)
      hd_id_list_append (&self->free_actions, b->actions[i]);
  g_array_append_val (self->free_batches, batch);
  if (self->skip.batch != batch)
    return;
  self->skip.batch = HD_FLOW_NO_BATCH;
  hd_flow_skip_note (self, FALSE);
}

/* ---- rates ----------------------------------------------------------------------------------------------------------- */

static void
change_rate (HdFlowNetwork *self,
             guint32 action,
             guint64 rate)
{
  HdFlowAction *a = &self->actions[action];

  if (self->skip.batch != HD_FLOW_NO_BATCH)
    hd_flow_skip_touch (self, action);
  if (self->skip.is_noted)
    hd_flow_drift_note_rate (self->skip.drift, action, rate);
  if (self->usage != NULL)
    hd_flow_usage_change (self->usage, a->path, a->rate, rate, self->clock);
  self->counters.rates_changed++;
  hd_flow_action_change_rate (a, rate, self->clock);
}

static void
flush (HdFlowNetwork *self)
{
  HdFlowSolver *solver = self->solver;

  if (self->ring != NULL)
    hd_flow_ring_solve (self->ring);
  if (solver->stale)
    {
      hd_flow_solver_solve (solver);
      for (guint i = 0; i < solver->n_changed; i++)
        {
          guint32 action = solver->changed[i];

          g_assert (solver->flows[action].first_place != HD_FLOW_NO_PLACE);
          if (self->actions[action].rate == solver->flows[action].rate)
            continue;
          change_rate (self, action, solver->flows[action].rate);
          hd_time_queue_set (&self->ends, action, hd_flow_action_get_end (&self->actions[action]));
        }
      hd_flow_solver_clear_changed (solver);
      if (self->skip.is_noted)
        hd_flow_drift_note_looks (self->skip.drift);
    }
  if (self->usage != NULL)
    hd_flow_usage_tell (self->usage, self->clock);
}

/* ---- what happens at one time ------------------------------------------------------------------------------------------ */

static void
count_foreign (HdFlowNetwork *self,
               guint32 batch)
{
  if (batch == self->skip.batch)
    return;
  self->skip.n_foreign++;
  if (self->skip.is_noted)
    hd_flow_skip_note (self, FALSE);
}

static void
end_action (HdFlowNetwork *self,
            guint32 action,
            gboolean lingers)
{
  guint32 batch = self->actions[action].batch;
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);

  count_foreign (self, batch);
  if (G_UNLIKELY (self->n_caught > 0))
    hd_flow_detour_release (self, action);
  if (b->order != NULL)
    {
      hd_flow_order_end (self, action, lingers);
      return;
    }
  if (self->observer != NULL && self->observer->transfer != NULL)
    self->observer->transfer (self->user_data, b->token, self->actions[action].transfer, self->clock);
  if (--b->n_running == 0)
    hd_id_list_append (&self->finished, batch);
}

/* Rounds of a transfer that is not kept waiting follow each other at one time, on one path. The flow stays in the solver until it is known
 * whether the next round takes it over; not if it is written down what the solver looks at. */
static void
end_flow (HdFlowNetwork *self,
          guint32 action)
{
  HdFlowAction *a = &self->actions[action];
  gboolean lingers = !self->skip.is_noted && hd_flow_network_get_batch (self, a->batch)->order != NULL;

  if (lingers)
    hd_id_list_append (&self->lingering, action);
  else if (self->ring == NULL || !hd_flow_ring_end (self->ring, action))
    hd_flow_solver_remove (self->solver, action);
  if (self->usage != NULL)
    hd_flow_usage_change (self->usage, a->path, a->rate, 0, self->clock);
  a->rate = 0;
  end_action (self, action, lingers);
}

static void
remove_lingering (HdFlowNetwork *self)
{
  for (guint i = 0; i < self->lingering.len; i++)
    if (hd_flow_order_is_lingering (self, self->lingering.ids[i]))
      {
        hd_flow_solver_remove (self->solver, self->lingering.ids[i]);
        hd_id_list_append (&self->free_actions, self->lingering.ids[i]);
      }
  self->lingering.len = 0;
}

static void
begin_flow (HdFlowNetwork *self,
            guint32 action)
{
  HdFlowAction *a = &self->actions[action];

  if (a->factor == 0)
    {
      end_action (self, action, FALSE);
      return;
    }
  if (!a->resumes)
    a->remaining = HD_FLOW_WHOLE;
  a->updated = self->clock;
  a->speed = 0;
  if (self->solver->flows[action].first_place != HD_FLOW_NO_PLACE)
    hd_flow_solver_renew (self->solver, action);
  else if (self->ring == NULL || !hd_flow_ring_begin (self->ring, action))
    hd_flow_solver_add (self->solver, action, a->path);
}

static void
end_latency (HdFlowNetwork *self,
             guint32 first)
{
  guint32 batch = self->actions[first].batch;
  const HdFlowBatch *b = hd_flow_network_get_batch (self, batch);
  HdTime latency = get_path (self, first)->latency_ps;

  count_foreign (self, batch);
  if (b->order != NULL || self->ways != NULL)
    {
      begin_flow (self, first);
      return;
    }
  for (guint i = self->actions[first].position; i < b->n_actions; i++)
    {
      if (get_path (self, b->actions[i])->latency_ps != latency)
        break;
      begin_flow (self, b->actions[i]);
    }
}

static int
compare_orders (gconstpointer a,
                gconstpointer b,
                gpointer user_data)
{
  HdFlowNetwork *self = user_data;
  guint64 x = hd_flow_network_get_batch (self, *(const guint32 *) a)->number;
  guint64 y = hd_flow_network_get_batch (self, *(const guint32 *) b)->number;

  return x < y ? -1 : x > y;
}

static void
finish_order (HdFlowNetwork *self,
              guint32 batch)
{
  guint64 token = hd_flow_network_get_batch (self, batch)->token;

  if (self->ring != NULL && hd_flow_ring_is_of (self->ring, batch))
    hd_flow_ring_give_back (self->ring);
  free_batch (self, batch);
  self->done (self->user_data, token, self->clock);
}

static void
finish_round (HdFlowNetwork *self,
              guint32 batch)
{
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);
  guint64 token = b->token;

  self->counters.rounds++;
  self->counters.transfers_ended += b->n_flows;
  if (self->observer != NULL && self->observer->round != NULL)
    self->observer->round (self->user_data, token, self->clock);
  if (--b->rounds_left == 0)
    {
      free_batch (self, batch);
      self->done (self->user_data, token, self->clock);
    }
  else if (!self->fast_forward || !hd_flow_skip_find (self, batch))
    start_round (self, batch);
}

static void
finish (HdFlowNetwork *self)
{
  if (self->finished.len > 1)
    g_qsort_with_data (self->finished.ids, (gint) self->finished.len, sizeof (guint32), compare_orders, self);
  for (guint i = 0; i < self->finished.len; i++)
    {
      guint32 batch = self->finished.ids[i];

      if (hd_flow_network_get_batch (self, batch)->order != NULL)
        finish_order (self, batch);
      else
        finish_round (self, batch);
    }
  self->finished.len = 0;
}

static void
handle (HdFlowNetwork *self)
{
  for (guint i = 0; i < self->empty.len; i++)
    hd_id_list_append (&self->finished, self->empty.ids[i]);
  self->empty.len = 0;

  self->due.len = 0;
  hd_time_queue_take_due (&self->ends, self->clock, &self->due);
  for (guint i = 0; i < self->due.len; i++)
    if (self->ring == NULL || !hd_flow_ring_puts_off (self->ring, self->due.ids[i]))
      end_flow (self, self->due.ids[i]);
  if (self->ring != NULL)
    hd_flow_ring_handle (self->ring); /* before anything begins by which it is given back */
  self->due.len = 0;
  hd_time_queue_take_due (&self->waits, self->clock, &self->due);
  for (guint i = 0; i < self->due.len; i++)
    end_latency (self, self->due.ids[i]);
  while (self->starting.len > 0)
    begin_flow (self, hd_id_list_take_last (&self->starting));
  remove_lingering (self);
  finish (self);
}

/* ---- time -------------------------------------------------------------------------------------------------------------- */

/* Of all but the ring that is followed by itself. */
static HdTime
get_next_other (HdFlowNetwork *self)
{
  if (self->empty.len > 0 || self->starting.len > 0 || self->failure != NULL)
    return self->clock;
  return MIN (hd_time_queue_get_first (&self->ends), hd_time_queue_get_first (&self->waits));
}

static HdTime
get_next_event (HdFlowNetwork *self)
{
  HdTime next = get_next_other (self);

  return self->ring != NULL ? MIN (next, hd_flow_ring_get_next (self->ring)) : next;
}

static HdTime
get_skip_end (const HdFlowSkip *skip)
{
  return skip->start + (HdTime) skip->rounds * skip->period;
}

/* Ends a skip, with those rounds that end up to @until. */
static void
end_skip (HdFlowNetwork *self,
          HdTime until)
{
  guint32 batch = hd_flow_skip_commit (self, until);

  if (hd_flow_network_get_batch (self, batch)->order == NULL)
    start_round (self, batch);
}

/* All rates hold from now on; does what went before repeat? Where a ring is taken, or tried, its flows come and go, and all has to hold again before anything else. */
static void
look_for_regimes (HdFlowNetwork *self)
{
  for (guint i = 0; i < self->beats.len && self->skip.rounds == 0; i++)
    {
      hd_flow_regime_beat (self, self->beats.ids[i]);
      flush (self);
    }
  self->beats.len = 0;
}

/* Brings the state to @until, but for a skip that ends later. */
static void
run (HdFlowNetwork *self,
     HdTime until)
{
  for (;;)
    {
      if (self->skip.rounds > 0)
        {
          if (get_skip_end (&self->skip) > until)
            return;
          end_skip (self, until);
        }
      flush (self);
      look_for_regimes (self);
      if (self->skip.rounds > 0)
        continue;
      if (self->ring != NULL && get_next_other (self) > self->clock && hd_flow_ring_run (self->ring, until))
        {
          finish (self);
          continue;
        }
      if (self->solver->overflow || self->failure != NULL || get_next_event (self) > until)
        break;
      self->now = self->clock = get_next_event (self);
      handle (self);
    }
  self->clock = until;
}

/* Breaks off a pending skip: the state is brought to the present. */
static void
catch_up (HdFlowNetwork *self)
{
  HdTime now = self->now;

  while (self->skip.rounds > 0)
    {
      end_skip (self, now);
      run (self, now);
    }
  self->now = now;
}

static gboolean
flow_network_advance (HdNetwork *network,
                      HdTime time,
                      GError **error)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  run (self, time);
  self->now = time;
  if (self->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->failure));
      return FALSE;
    }
  if (!self->solver->overflow)
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_LIMIT,
                       _("Too many transfers meet on one resource: their weights add up to 2^63 or more"));
  return FALSE;
}

static HdTime
flow_network_get_next (HdNetwork *network)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  if (self->skip.rounds > 0)
    return get_skip_end (&self->skip);
  flush (self);
  if (self->ring != NULL)
    return MIN (get_next_other (self), hd_flow_ring_get_end (self->ring));
  return get_next_event (self);
}

static guint32
new_batch (HdFlowNetwork *self,
           guint rounds,
           guint64 token)
{
  guint32 batch = take_batch (self);
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);

  b->n_actions = 0;
  b->token = token;
  b->number = self->n_batches++;
  b->rounds_left = rounds;
  b->live = TRUE;
  count_foreign (self, batch);
  return batch;
}

static void
flow_network_start (HdNetwork *network,
                    const HdTransfer *transfers,
                    guint n_transfers,
                    guint rounds,
                    guint64 token)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;
  guint32 batch;

  catch_up (self);
  batch = new_batch (self, n_transfers > 0 ? rounds : 1, token);
  fill_batch (self, batch, transfers, n_transfers);
  if (n_transfers > 0)
    start_round (self, batch);
  else
    hd_id_list_append (&self->empty, batch);
}

static void
flow_network_start_ordered (HdNetwork *network,
                            const HdOrderedTransfer *transfers,
                            guint n_transfers,
                            const HdTransferWait *waits,
                            guint n_waits,
                            guint rounds,
                            guint64 token)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;
  guint32 batch;

  catch_up (self);
  batch = new_batch (self, 1, token);
  if (n_transfers > 0)
    hd_flow_order_start (self, batch, transfers, n_transfers, waits, n_waits, rounds);
  else
    hd_id_list_append (&self->empty, batch);
}

static void
flow_network_get_counters (HdNetwork *network,
                           HdNetworkCounters *out_counters)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  *out_counters = self->counters;
  out_counters->solver_calls = self->solver->n_calls;
  out_counters->rates_visited = self->solver->n_visited;
}

static void
flow_network_free (HdNetwork *network)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  for (guint i = 0; i < self->batches->len; i++)
    {
      g_free (hd_flow_network_get_batch (self, i)->actions);
      g_clear_pointer (&hd_flow_network_get_batch (self, i)->order, hd_flow_order_free);
    }
  g_array_unref (self->batches);
  g_array_unref (self->free_batches);
  g_array_unref (self->stranded);
  g_clear_error (&self->failure);
  hd_id_list_clear (&self->free_actions);
  hd_id_list_clear (&self->empty);
  hd_id_list_clear (&self->due);
  hd_id_list_clear (&self->starting);
  hd_id_list_clear (&self->lingering);
  hd_id_list_clear (&self->beats);
  hd_id_list_clear (&self->finished);
  g_free (self->actions);
  hd_time_queue_clear (&self->ends);
  hd_time_queue_clear (&self->waits);
  hd_flow_skip_clear (&self->skip);
  g_clear_pointer (&self->ring, hd_flow_ring_free);
  hd_flow_solver_free (self->solver);
  g_clear_pointer (&self->usage, hd_flow_usage_free);
  g_free (self);
}

/* ---- what is carried ----------------------------------------------------------------------------------------------------- */

static void
flow_network_catch_up (HdNetwork *network)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  catch_up (self);
  flush (self);
}

/** hd_flow_network_get_amount: B or FLOP that @resource carried so far; breaks a skip */
double
hd_flow_network_get_amount (HdNetwork *network,
                            guint32 resource)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  g_return_val_if_fail (self->usage != NULL, 0);
  catch_up (self);
  flush (self);
  return hd_flow_usage_get_amount (self->usage, resource, self->clock);
}

/** hd_flow_network_get_rate: B/s or FLOP/s that @resource carries now; breaks a skip */
double
hd_flow_network_get_rate (HdNetwork *network,
                          guint32 resource)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  g_return_val_if_fail (self->usage != NULL, 0);
  catch_up (self);
  flush (self);
  return hd_flow_usage_get_rate (self->usage, resource);
}

/** hd_flow_network_foreach: calls @func for each transfer under way, in the order of starting; those in latency have rate 0. Breaks a skip. */
void
hd_flow_network_foreach (HdNetwork *network,
                         HdFlowNetworkFunc func,
                         gpointer user_data)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;
  g_autoptr (GArray) live = g_array_new (FALSE, FALSE, sizeof (guint32));

  catch_up (self);
  flush (self);
  for (guint32 i = 0; i < self->batches->len; i++)
    if (hd_flow_network_get_batch (self, i)->live)
      g_array_append_val (live, i);
  g_array_sort_with_data (live, compare_orders, self);
  for (guint i = 0; i < live->len; i++)
    {
      const HdFlowBatch *b = hd_flow_network_get_batch (self, g_array_index (live, guint32, i));
      guint n = b->order != NULL ? b->order->n_tasks : b->n_actions;

      for (guint k = 0; k < n; k++)
        {
          guint32 action = b->order != NULL ? b->order->tasks[k].action : b->actions[k];

          if (action != HD_FLOW_NO_ACTION)
            func (user_data, b->token, self->actions[action].transfer, self->actions[action].path,
                  self->actions[action].rate > 0 ? (double) self->actions[action].rate / get_path (self, action)->scale : 0);
        }
    }
}

static const HdNetworkClass flow_network_class = {
  .name = "flow",
  .free = flow_network_free,
  .start = flow_network_start,
  .start_ordered = flow_network_start_ordered,
  .get_next = flow_network_get_next,
  .advance = flow_network_advance,
  .catch_up = flow_network_catch_up,
  .get_counters = flow_network_get_counters,
};

/**
 * hd_flow_network_new:
 * @model: must outlive the network; paths and resources may be added to it at any time
 * @observer: (nullable): called while the network is advanced
 * @done: called for each batch that has ended
 */
HdNetwork *
hd_flow_network_new (HdFlowModel *model,
                     const HdFlowOptions *options,
                     const HdNetworkObserver *observer,
                     HdNetworkDone done,
                     gpointer user_data)
{
  HdFlowNetwork *self = g_new0 (HdFlowNetwork, 1);

  self->parent.klass = &flow_network_class;
  self->model = model;
  self->ways = options->ways;
  self->fast_forward = options->fast_forward;
  self->observer = observer;
  self->done = done;
  self->user_data = user_data;
  self->solver = hd_flow_solver_new (model, options->incremental);
  if (options->usage)
    self->usage = hd_flow_usage_new (model, observer, user_data);
  hd_time_queue_init (&self->ends);
  hd_time_queue_init (&self->waits);
  hd_flow_skip_init (&self->skip);
  self->batches = g_array_new (FALSE, TRUE, sizeof (HdFlowBatch));
  self->free_batches = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->stranded = g_array_new (FALSE, FALSE, sizeof (guint32));
  return &self->parent;
}
