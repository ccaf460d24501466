/* hd-flow-ring.c: a ring beside transfers of others that come and go, without a search for what repeats
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-ring"

#include "hd-flow-ring-private.h"

/* Where transfers of others begin or end in every lap of a ring, no lap is like the one before, and each round has to be simulated. Then what happens at one time
 * is the same few things over and over: a transfer begins or ends, two links have one flow more or less, and three or four rates change. So as long as that is so a
 * ring is followed here, with less to do for each of them than for any batch on any path (hd-flow-order.c, hd-flow-solver.c), and to the same bit:
 *
 * - Its transfers each keep an action and a place on their links, and wait in a queue of their own; rates are those of hd-flow-shares.c.
 * - What flows beside it, over one of its links and else over what nothing else flows over, changes its rate with every chunk of the ring, but seldom ends. Its end is
 *   not reckoned each time (hd-flow-beside.c): the network's queue holds a time before which it cannot end, at the rate that it would have alone. When that is there it is reckoned.
 * - Times at which nothing else happens are gone through in one go, and who asks for the next time gets one at which others may be told something.
 *
 * What is due at one time is still taken together and followed by one solve. Tasks, waits and actions are those of the network; when what begins does not fit, or
 * when it will be quiet for some laps, they are given back to it as they stand: nothing but time depends on when that is. */

#define QUIET_LAPS 3  /* without others, for which it is worth while to look for what repeats */
#define BEATS_EACH 16 /* between looks for that */
#define MOST_PS 1e15  /* that are gone through in one go */

/* ---- rates ----------------------------------------------------------------------------------------------------------- */

/** _hd_flow_ring_set_rate: of @action, from now on */
void
_hd_flow_ring_set_rate (HdFlowRing *self,
                        HdFlowAction *action,
                        guint64 rate)
{
  HdFlowNetwork *network = self->network;

  if (network->usage != NULL)
    hd_flow_usage_change (network->usage, action->path, action->rate, rate, network->clock);
  network->counters.rates_changed++;
  hd_flow_action_change_rate (action, rate, network->clock);
}

/* Of the round under way. Most flow at the rate of the one before, from beginning to end. */
static inline HdTime
find_end (HdRingTask *task,
          const HdFlowAction *action)
{
  if (action->remaining != HD_FLOW_WHOLE)
    return hd_flow_action_get_end (action);
  if (task->rate != action->rate)
    {
      HdTime end = hd_flow_action_get_end (action);

      if (end == HD_TIME_MAX)
        return end;
      task->rate = action->rate;
      task->duration = end - action->updated;
    }
  return action->updated < HD_TIME_MAX - task->duration ? action->updated + task->duration : HD_TIME_MAX;
}

/** hd_flow_ring_solve: brings all rates up to date, after all that is due at one time; may give the ring back */
void
hd_flow_ring_solve (HdFlowRing *self)
{
  HdFlowNetwork *network = self->network;
  HdFlowShares *shares = self->shares;

  if (shares->n_turns > 0 && !hd_flow_shares_settle (shares))
    {
      _hd_flow_ring_rest (self);
      return;
    }
  for (guint i = 0; i < shares->n_changed; i++)
    {
      guint32 flow = shares->changed[i];
      guint64 rate = shares->flows[flow].rate;
      HdFlowAction *a;

      if (flow >= self->n_tasks)
        {
          _hd_flow_ring_change_beside (self, flow, rate);
          continue;
        }
      a = &network->actions[self->tasks[flow].action];
      if (!self->tasks[flow].flows || a->rate == rate)
        continue;
      _hd_flow_ring_set_rate (self, a, rate);
      hd_time_queue_set (&self->queue, flow, find_end (&self->tasks[flow], a));
    }
  shares->n_changed = 0;
  for (guint i = 0; i < self->renewed.len; i++)
    {
      guint32 task = self->renewed.ids[i];

      hd_time_queue_set (&self->queue, task, find_end (&self->tasks[task], &network->actions[self->tasks[task].action]));
    }
  self->renewed.len = 0;
  if (network->usage != NULL)
    hd_flow_usage_tell (network->usage, network->clock);
}

/* ---- rounds ---------------------------------------------------------------------------------------------------------- */

/* As hd-flow-order.c does, where each transfer waits for the one before. */
static void
tell_round (HdFlowRing *self,
            guint32 task,
            gboolean arrived)
{
  HdFlowNetwork *network = self->network;
  const HdFlowTask *t = &self->order->tasks[task];
  HdFlowTold told;

  if (network->observer == NULL || network->observer->arrived == NULL)
    return;
  told = (HdFlowTold) { task, t->begun - 1, arrived, t->begin - hd_flow_model_get_path (network->model, t->path)->latency_ps, network->clock };
  hd_flow_order_tell (network, hd_flow_network_get_batch (network, self->batch), &told);
}

static inline void
try_to_leave (HdFlowRing *self,
              guint32 task)
{
  HdFlowTask *t = &self->order->tasks[task];
  HdFlowWait *wait = &self->order->waits[task];
  HdTime over;

  if (t->action != HD_FLOW_NO_ACTION || wait->n_times == 0 || t->begun == t->rounds)
    return;
  over = hd_flow_wait_take (wait);
  t->action = self->tasks[task].action;
  t->begin = MAX (over, self->network->clock);
  t->begun++;
  t->missing = wait->n_times == 0;
  self->network->counters.transfers_started += self->tasks[task].multiplicity;
  tell_round (self, task, FALSE);
  if (t->begin > self->network->clock)
    {
      hd_time_queue_set (&self->queue, task, t->begin);
      return;
    }
  self->tasks[task].flows = TRUE;
  hd_id_list_append (&self->starting, task);
}

static inline void
end_round (HdFlowRing *self,
           guint32 task)
{
  HdFlowNetwork *network = self->network;
  HdFlowTask *t = &self->order->tasks[task];
  guint32 to = self->tasks[task].to;

  self->tasks[task].flows = FALSE;
  hd_id_list_append (&self->ended, task);
  t->action = HD_FLOW_NO_ACTION;
  t->ended++;
  network->counters.transfers_ended += self->tasks[task].multiplicity;
  if (self->order->n_ended + 1 < self->order->n_next)
    self->order->n_ended++;
  else
    hd_flow_order_count (network, self->order, 1);
  tell_round (self, task, TRUE);
  self->n_beats += task == HD_RING_BEATING;
  if (t->ended < t->rounds)
    {
      hd_flow_wait_put (&self->order->waits[to], network->clock + self->order->waits[to].delay);
      self->order->tasks[to].missing = 0;
      try_to_leave (self, to);
      try_to_leave (self, task);
    }
  else if (--self->order->n_left == 0)
    hd_id_list_append (&network->finished, self->batch);
}

static inline void
begin_flow (HdFlowRing *self,
            guint32 task)
{
  HdFlowAction *a = &self->network->actions[self->tasks[task].action];

  a->remaining = HD_FLOW_WHOLE;
  a->updated = self->network->clock;
  self->tasks[task].flows = TRUE;
  if (self->tasks[task].stands)
    {
      hd_id_list_append (&self->renewed, task);
      return;
    }
  self->tasks[task].stands = TRUE;
  hd_flow_shares_begin (self->shares, task);
}

static inline void
end_flow (HdFlowRing *self,
          guint32 task)
{
  HdFlowAction *a = &self->network->actions[self->tasks[task].action];

  self->tasks[task].stands = FALSE;
  hd_flow_shares_end (self->shares, task);
  if (self->network->usage != NULL)
    hd_flow_usage_change (self->network->usage, a->path, a->rate, 0, self->network->clock);
  a->rate = 0;
  a->speed = 0;
}

/** hd_flow_ring_handle: what is due now of the ring; its batch is finished if that was all. To be followed by a solve */
void
hd_flow_ring_handle (HdFlowRing *self)
{
  self->due.len = self->starting.len = self->ended.len = 0;
  hd_time_queue_take_due (&self->queue, self->network->clock, &self->due);
  for (guint i = 0; i < self->due.len; i++)
    if (self->tasks[self->due.ids[i]].flows)
      end_round (self, self->due.ids[i]);
    else
      hd_id_list_append (&self->starting, self->due.ids[i]);
  for (guint i = 0; i < self->ended.len; i++)
    if (!self->tasks[self->ended.ids[i]].flows)
      end_flow (self, self->ended.ids[i]);
  for (guint i = 0; i < self->starting.len; i++)
    begin_flow (self, self->starting.ids[i]);
}

/* ---- time ------------------------------------------------------------------------------------------------------------ */

/** hd_flow_ring_get_next: when something is due of the ring next, once all is solved */
HdTime
hd_flow_ring_get_next (HdFlowRing *self)
{
  return hd_time_queue_get_first (&self->queue);
}

/**
 * hd_flow_ring_get_end: a time before which it surely does not end, and what flows beside it does so no sooner than the network's queue has it; at least that at
 * which something is due next
 */
HdTime
hd_flow_ring_get_end (HdFlowRing *self)
{
  const HdFlowTask *beating = &self->order->tasks[HD_RING_BEATING];
  HdTime next = hd_flow_ring_get_next (self);
  double least = (double) (beating->rounds - beating->begun) * self->least_round;

  return self->n_near > 0 ? next : MAX (next, self->network->clock + (HdTime) MIN (least, MOST_PS));
}

/**
 * hd_flow_ring_run: takes times up to @until at which nothing else happens
 *
 * Returns: whether the ring has ended, or was given back; else there is none left
 */
gboolean
hd_flow_ring_run (HdFlowRing *self,
                  HdTime until)
{
  HdFlowNetwork *network = self->network;
  guint n_beats = self->n_beats;

  for (;;)
    {
      HdTime next = hd_flow_ring_get_next (self);

      if (next > until || next >= hd_time_queue_get_first (&network->ends) || next >= hd_time_queue_get_first (&network->waits))
        return FALSE;
      network->now = network->clock = next;
      hd_flow_ring_handle (self);
      if (network->finished.len > 0)
        return TRUE;
      hd_flow_ring_solve (self);
      if (network->ring != self)
        return TRUE;
      if (self->n_beats - n_beats < BEATS_EACH)
        continue;
      n_beats = self->n_beats;
      if (!_hd_flow_ring_is_quiet (network, self->order, QUIET_LAPS))
        continue;
      hd_flow_ring_give_back (self);
      return TRUE;
    }
}

gboolean
hd_flow_ring_is_of (const HdFlowRing *self,
                    guint32 batch)
{
  return self->batch == batch;
}
