/* hd-flow-order.c: batches whose transfers wait for each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-order"

#include "hd-flow-network-private.h"

/* An ordered batch is a marked graph with times: each wait holds a token for each round of its transfer that has ended and was not taken yet, and a round
 * leaves when its transfer is idle and each of its waits holds one. A token carries the time at which its delay is over, and the round flows from the
 * latest of those times on, or at once if they are past.
 *
 * The delay is the latency of the waiting path if its sender needs what arrives. A sender that goes on to another transfer is free when the last
 * byte of the one before has left, a latency before it arrives; bytes that then leave for a path of latency L arrive from L later on, but none
 * before that end, which nobody knows beforehand. So the delay is what the next path is longer, if it is. On one and the same path it is 0:
 * sends to one peer follow each other without a gap, and what decides is the bandwidth, not the latency. */

/* When the delay of a wait is over for the round of @task that has ended now. Software lets messages of a sender follow each other no sooner than after their
 * spacing, however short they are. */
static HdTime
find_end_of_delay (HdFlowNetwork *self,
                   const HdFlowWait *wait,
                   const HdFlowTask *task)
{
  HdTime end = self->clock + wait->delay;

  return wait->leaves_behind ? MAX (end, task->begin + wait->spacing) : end;
}

/* Waits that hold nothing for the next round. */
static guint32
count_missing (const HdFlowOrder *order,
               const HdFlowTask *task)
{
  guint32 missing = 0;

  for (guint32 w = task->first_wait; w < task[1].first_wait; w++)
    missing += order->waits[w].each_round == (task->begun > 0) && order->waits[w].n_times == 0;
  return missing;
}

/** hd_flow_order_count: @n_ended rounds of tasks more have ended. Returns how many rounds of the batch that makes */
guint64
hd_flow_order_count (HdFlowNetwork *self,
                     HdFlowOrder *order,
                     guint64 n_ended)
{
  guint64 n;

  order->n_ended += n_ended;
  if (order->n_ended < order->n_next)
    return 0;
  n = (guint64) ((HdWide) order->n_ended * order->n_rounds / order->n_all) - order->n_counted;
  order->n_counted += n;
  order->n_next = (guint64) (((HdWide) (order->n_counted + 1) * order->n_all + order->n_rounds - 1) / order->n_rounds);
  self->counters.rounds += n;
  return n;
}

void
hd_flow_order_tell (HdFlowNetwork *self,
                    const HdFlowBatch *batch,
                    const HdFlowTold *told)
{
  if (told->arrived)
    self->observer->arrived (self->user_data, batch->token, told->task, told->round, told->left, told->time);
  else
    self->observer->left (self->user_data, batch->token, told->task, told->round, told->left, told->time);
}

/* Of the round under way, or that was under way until now. */
static void
tell_round (HdFlowNetwork *self,
            const HdFlowBatch *batch,
            guint32 number,
            gboolean arrived)
{
  const HdFlowOrder *order = batch->order;
  const HdFlowTask *task = &order->tasks[number];
  HdFlowTold told;

  if (self->observer == NULL || self->observer->arrived == NULL)
    return;
  told = (HdFlowTold) { number, task->begun - 1, arrived, task->begin - hd_flow_model_get_path (self->model, task->path)->latency_ps, self->clock };
  hd_flow_order_tell (self, batch, &told);
  if (order->n_watched > 0)
    g_array_append_val (order->told, told);
}

/* The next round leaves. */
static void
leave (HdFlowNetwork *self,
       guint32 batch,
       guint32 number,
       HdTime earliest)
{
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);
  HdFlowOrder *order = b->order;
  HdFlowTask *task = &order->tasks[number];
  HdTime spacing = hd_flow_model_get_path (self->model, task->path)->spacing_ps;
  HdTime begin = task->begun > 0 ? MAX (earliest, task->begin + spacing) : earliest;
  guint32 action;

  for (guint32 w = task->first_wait; w < task[1].first_wait; w++)
    if (order->waits[w].each_round == (task->begun > 0))
      {
        HdTime over = hd_flow_wait_take (&order->waits[w]);

        if (self->skip.is_noted && batch == self->skip.batch)
          hd_flow_drift_note_token (self->skip.drift, w, over);
        begin = MAX (begin, over);
      }
  if (begin == self->clock && task->lingering != HD_FLOW_NO_ACTION && self->actions[task->lingering].path == task->path)
    action = task->lingering;
  else
    action = hd_flow_network_take_action (self);
  self->actions[action] = (HdFlowAction) {
    .path = task->path,
    .batch = batch,
    .transfer = number,
    .factor = task->factor,
  };
  task->action = action;
  task->begin = begin;
  task->begun++;
  task->missing = count_missing (order, task);
  self->counters.transfers_started += hd_flow_model_get_path (self->model, task->path)->multiplicity;
  tell_round (self, b, number, FALSE);
  if (self->skip.is_noted && batch == self->skip.batch)
    hd_flow_drift_note_leave (self->skip.drift, number, begin);
  if (self->ways != NULL && self->ways->is_broken (self->ways->data, task->path))
    hd_flow_detour_wait (self, action, begin);
  else if (begin > self->clock)
    hd_time_queue_set (&self->waits, action, begin);
  else
    hd_id_list_append (&self->starting, action);
}

static void
try_to_leave (HdFlowNetwork *self,
              guint32 batch,
              guint32 number)
{
  const HdFlowTask *task = &hd_flow_network_get_batch (self, batch)->order->tasks[number];

  if (task->action == HD_FLOW_NO_ACTION && task->begun < task->rounds && task->missing == 0)
    leave (self, batch, number, self->clock);
}

/** hd_flow_order_end: the round of @action has ended; the action is given back, unless it @lingers */
void
hd_flow_order_end (HdFlowNetwork *self,
                   guint32 action,
                   gboolean lingers)
{
  guint32 batch = self->actions[action].batch, number = self->actions[action].transfer;
  HdFlowBatch *b = hd_flow_network_get_batch (self, batch);
  HdFlowOrder *order = b->order;
  HdFlowTask *task = &order->tasks[number];

  task->action = HD_FLOW_NO_ACTION;
  task->ended++;
  if (lingers)
    task->lingering = action;
  else
    hd_id_list_append (&self->free_actions, action);
  self->counters.transfers_ended += hd_flow_model_get_path (self->model, task->path)->multiplicity;
  hd_flow_order_count (self, order, 1);
  tell_round (self, b, number, TRUE);
  if (self->skip.is_noted && batch == self->skip.batch)
    hd_flow_drift_note_end (self->skip.drift, number);
  if (self->fast_forward)
    hd_flow_regime_note (self, batch, number);
  for (guint32 i = task->first_out; i < task[1].first_out; i++)
    {
      HdFlowWait *wait = &order->waits[order->out[i]];
      HdFlowTask *to = &order->tasks[wait->to];

      if (wait->each_round ? task->ended == task->rounds : task->ended < task->rounds)
        continue;
      to->missing -= wait->each_round == (to->begun > 0) && wait->n_times == 0;
      hd_flow_wait_put (wait, find_end_of_delay (self, wait, task));
      try_to_leave (self, batch, wait->to);
    }
  try_to_leave (self, batch, number);
  if (task->ended == task->rounds && --order->n_left == 0)
    hd_id_list_append (&self->finished, batch);
}

/** hd_flow_order_is_lingering: whether no round has taken over the flow of @action, which lingered; from now on none will */
gboolean
hd_flow_order_is_lingering (HdFlowNetwork *self,
                            guint32 action)
{
  const HdFlowAction *a = &self->actions[action];
  HdFlowTask *task = &hd_flow_network_get_batch (self, a->batch)->order->tasks[a->transfer];

  task->lingering = HD_FLOW_NO_ACTION;
  return task->action != action;
}

static int
compare_waits (gconstpointer a,
               gconstpointer b)
{
  const HdFlowWait *x = a, *y = b;

  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* Ranges of waits by their end, and by their beginning. */
static void
index_waits (HdFlowOrder *order)
{
  HdFlowTask *tasks = order->tasks;

  qsort (order->waits, order->n_waits, sizeof (HdFlowWait), compare_waits);
  for (guint32 w = 0; w < order->n_waits; w++)
    {
      tasks[order->waits[w].to + 1].first_wait++;
      tasks[order->waits[w].from + 1].first_out++;
    }
  for (guint32 i = 0; i < order->n_tasks; i++)
    {
      tasks[i + 1].first_wait += tasks[i].first_wait;
      tasks[i + 1].first_out += tasks[i].first_out;
    }
  order->out = g_new (guint32, order->n_waits + 1);
  for (guint32 w = 0; w < order->n_waits; w++)
    order->out[tasks[order->waits[w].from].first_out++] = w;
  for (guint32 i = order->n_tasks; i > 0; i--)
    tasks[i].first_out = tasks[i - 1].first_out;
  tasks[0].first_out = 0;
}

static void
set_delay (HdFlowNetwork *self,
           const HdFlowOrder *order,
           HdFlowWait *wait)
{
  const HdFlowPath *from = hd_flow_model_get_path (self->model, order->tasks[wait->from].path);
  HdTime to_latency = hd_flow_model_get_path (self->model, order->tasks[wait->to].path)->latency_ps;

  wait->delay = wait->leaves_behind ? MAX (to_latency - from->latency_ps, 0) : to_latency;
  wait->spacing = from->spacing_ps > 0 ? from->spacing_ps + to_latency - from->latency_ps : 0;
}

/** hd_flow_order_turn: rounds that begin from now on go the ways that there are now; one that is under way left when it left */
void
hd_flow_order_turn (HdFlowNetwork *self,
                    HdFlowOrder *order)
{
  for (guint i = 0; i < order->n_tasks; i++)
    {
      HdFlowTask *task = &order->tasks[i];
      HdTime latency = hd_flow_model_get_path (self->model, task->path)->latency_ps;

      if (task->ended == task->rounds)
        continue;
      hd_flow_detour_find (self, &task->path);
      if (task->action == HD_FLOW_NO_ACTION)
        continue;
      task->begin += hd_flow_model_get_path (self->model, task->path)->latency_ps - latency;
      hd_flow_detour_catch (self, task->action);
    }
  for (guint i = 0; i < order->n_waits; i++)
    if (order->waits[i].each_round || order->waits[i].n_times == 0) /* the delay of others is a time by now */
      set_delay (self, order, &order->waits[i]);
}

static HdFlowOrder *
new_order (HdFlowNetwork *self,
           const HdOrderedTransfer *transfers,
           guint n_transfers,
           const HdTransferWait *waits,
           guint n_waits)
{
  HdFlowOrder *order = g_new0 (HdFlowOrder, 1);

  order->n_tasks = order->n_left = n_transfers;
  order->tasks = g_new0 (HdFlowTask, n_transfers + 1);
  order->waits = g_new0 (HdFlowWait, n_waits + 1);
  for (guint i = 0; i < n_transfers; i++)
    {
      order->tasks[i].path = transfers[i].path;
      if (self->ways != NULL)
        hd_flow_detour_find (self, &order->tasks[i].path);
      order->tasks[i].rounds = transfers[i].rounds;
      order->tasks[i].factor = hd_flow_network_get_factor (self, transfers[i].path, transfers[i].size);
      order->tasks[i].action = order->tasks[i].lingering = HD_FLOW_NO_ACTION;
      order->n_all += transfers[i].rounds;
      order->is_spaced = order->is_spaced || hd_flow_model_get_path (self->model, transfers[i].path)->spacing_ps > 0;
    }
  for (guint i = 0; i < n_waits; i++)
    {
      HdFlowWait *wait;

      if (waits[i].from == waits[i].to && waits[i].leaves_behind)
        continue; /* it leaves behind itself anyway */
      wait = &order->waits[order->n_waits++];
      *wait = (HdFlowWait) {
        .from = waits[i].from,
        .to = waits[i].to,
        .each_round = waits[i].each_round,
        .leaves_behind = waits[i].leaves_behind,
      };
      set_delay (self, order, wait);
      order->least_lap += wait->delay;
    }
  index_waits (order);
  for (guint i = 0; i < n_transfers; i++)
    order->tasks[i].missing = count_missing (order, &order->tasks[i]);
  return order;
}

gsize
hd_flow_network_measure_ordered (gsize n_transfers,
                                 gsize n_waits)
{
  return n_transfers * (sizeof (HdFlowTask) + sizeof (HdOrderedTransfer)) + n_waits * (sizeof (HdFlowWait) + sizeof (guint32));
}

/** hd_flow_order_start: the first rounds of what waits for nothing leave now */
void
hd_flow_order_start (HdFlowNetwork *self,
                     guint32 batch,
                     const HdOrderedTransfer *transfers,
                     guint n_transfers,
                     const HdTransferWait *waits,
                     guint n_waits,
                     guint rounds)
{
  HdFlowOrder *order = new_order (self, transfers, n_transfers, waits, n_waits);

  order->n_rounds = MAX (rounds, 1);
  order->start = order->beat = self->clock;
  hd_flow_network_get_batch (self, batch)->order = order;
  for (guint i = 0; i < n_transfers; i++)
    if (order->tasks[i].missing == 0)
      leave (self, batch, i, self->clock + hd_flow_model_get_path (self->model, order->tasks[i].path)->latency_ps);
}

void
hd_flow_order_free (HdFlowOrder *order)
{
  for (guint i = 0; i < order->n_waits; i++)
    g_free (order->waits[i].times);
  g_free (order->waits);
  g_free (order->tasks);
  g_free (order->out);
  g_clear_pointer (&order->signs, g_hash_table_unref);
  g_clear_pointer (&order->image, g_array_unref);
  g_clear_pointer (&order->scratch, g_array_unref);
  g_clear_pointer (&order->begun, g_array_unref);
  g_clear_pointer (&order->told, g_array_unref);
  g_free (order);
}
