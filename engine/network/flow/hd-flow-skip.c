/* hd-flow-skip.c: advance equal rounds at once
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-skip"

#include "hd-flow-network-private.h"

/* Between two beginnings of rounds of one batch nothing else started or ended. Then the same flows are active at both, so all rates of the next
 * round, being functions of the active flows, repeat at the same distances from its beginning; the flows of the batch itself begin anew. What is
 * left is the progress of the others. Those whose rate changed in the round ("touched") must have the same rate and the same distance to their last
 * change at both ends; then the next round takes the same integer decrements from them, and k rounds take k times as much. Those whose rate did not
 * change have not been looked at, and need not be.
 *
 * k is bounded by the batch, by the first end of an untouched flow or of a latency, and by the touched flows: with R remaining and D taken in a
 * round, the remainder at any change within k more rounds is at least R - (k + 1) D, so k <= R / D - 2 keeps every one of them from ending.
 *
 * What is said here of a round holds of a period of an ordered batch too (hd-flow-regime.c), but that flows of the batch are then under way at both ends.
 *
 * A skip that was found is pending until its end is reached. If the caller starts something in between, the whole rounds up to there are
 * taken and the broken one is simulated. So a skip needs no promise about the future, and the results are those of single rounds bit for bit. */

void
hd_flow_skip_init (HdFlowSkip *skip)
{
  skip->batch = HD_FLOW_NO_BATCH;
  skip->touches = g_array_new (FALSE, FALSE, sizeof (HdFlowTouch));
  skip->laps = hd_flow_laps_new ();
}

void
hd_flow_skip_clear (HdFlowSkip *skip)
{
  g_array_unref (skip->touches);
  g_clear_pointer (&skip->drift, hd_flow_drift_free);
  hd_flow_laps_free (skip->laps);
}

/** hd_flow_skip_touch: the rate of an action is about to change */
void
hd_flow_skip_touch (HdFlowNetwork *self,
                    guint32 action)
{
  HdFlowSkip *skip = &self->skip;
  HdFlowAction *a = &self->actions[action];
  HdFlowTouch touch = { action, a->rate, a->remaining, 0, a->updated };

  if (a->batch == skip->batch || a->epoch == skip->epoch)
    return;
  a->epoch = skip->epoch;
  g_array_append_val (skip->touches, touch);
}

/**
 * hd_flow_skip_may_watch: not while something is under way that a change of links has caught: what goes on then comes from more than the rounds; nor while a ring is
 * followed by itself: what happens there is not counted
 */
gboolean
hd_flow_skip_may_watch (const HdFlowNetwork *self)
{
  return self->n_caught == 0 && self->stranded->len == 0 && self->ring == NULL;
}

/** hd_flow_skip_forget: links change now: no round or lap that was seen says anything of those to come */
void
hd_flow_skip_forget (HdFlowNetwork *self)
{
  HdFlowSkip *skip = &self->skip;

  skip->batch = HD_FLOW_NO_BATCH;
  hd_flow_skip_note (self, FALSE);
  g_clear_pointer (&skip->drift, hd_flow_drift_free);
  hd_flow_laps_free (skip->laps);
  skip->laps = hd_flow_laps_new ();
}

/** hd_flow_skip_note: whether what happens is written down from now on */
void
hd_flow_skip_note (HdFlowNetwork *self,
                   gboolean is_noted)
{
  self->skip.is_noted = self->solver->notes_looks = is_noted;
  self->solver->looks.len = 0;
  self->solver->n_noted++;
}

/** hd_flow_skip_watch: a round of @batch begins */
void
hd_flow_skip_watch (HdFlowNetwork *self,
                    guint32 batch)
{
  HdFlowSkip *skip = &self->skip;

  skip->batch = batch;
  skip->epoch++;
  skip->round_start = self->clock;
  skip->n_foreign = 0;
  g_array_set_size (skip->touches, 0);
  hd_flow_skip_note (self, FALSE);
  if (self->usage != NULL)
    hd_flow_usage_mark (self->usage, self->clock);
}

static guint64
bound_by_touches (HdFlowNetwork *self,
                  HdTime period,
                  guint64 rounds)
{
  HdFlowSkip *skip = &self->skip;

  for (guint i = 0; i < skip->touches->len; i++)
    {
      HdFlowTouch *touch = &g_array_index (skip->touches, HdFlowTouch, i);
      const HdFlowAction *a = &self->actions[touch->action];
      guint64 whole;

      if (a->rate != touch->rate || a->updated != touch->updated + period)
        return 0;
      touch->decrement = touch->remaining - a->remaining;
      if (touch->decrement == 0)
        continue;
      whole = a->remaining / touch->decrement;
      rounds = MIN (rounds, whole > 2 ? whole - 2 : 0);
    }
  return rounds;
}

static gboolean
is_foreign (gpointer user_data,
            guint32 action)
{
  HdFlowNetwork *self = user_data;

  return self->actions[action].batch != self->skip.batch;
}

/** hd_flow_skip_foresee: when something of other batches than the one that is watched ends, by the rates that there are now */
HdTime
hd_flow_skip_foresee (HdFlowNetwork *self)
{
  HdTime latency = hd_time_queue_find_first (&self->waits, is_foreign, self);
  HdTime flow = hd_time_queue_find_first (&self->ends, is_foreign, self);

  return MIN (latency, flow);
}

static gboolean
is_untouched (gpointer user_data,
              guint32 action)
{
  HdFlowNetwork *self = user_data;

  return is_foreign (self, action) && self->actions[action].epoch != self->skip.epoch;
}

/* Of other batches: the first end of a latency, or of a flow that was not touched. */
static HdTime
find_first_end (HdFlowNetwork *self)
{
  HdTime latency = hd_time_queue_find_first (&self->waits, is_foreign, self);
  HdTime flow = hd_time_queue_find_first (&self->ends, is_untouched, self);

  return MIN (latency, flow);
}

/** hd_flow_skip_bound: how many of @rounds of @period, which begin now, surely equal the one that was watched as far as other batches are concerned */
guint64
hd_flow_skip_bound (HdFlowNetwork *self,
                    HdTime period,
                    guint64 rounds)
{
  if (!self->skip.drifts) /* else hd_flow_drift_bound () did */
    rounds = bound_by_touches (self, period, rounds);
  if (rounds > 0 && period > 0)
    {
      HdTime first = find_first_end (self);

      rounds = MIN (rounds, (guint64) (MAX (first - self->clock - 1, 0) / period));
    }
  return rounds;
}

/**
 * hd_flow_skip_find:
 *
 * A round of @batch has ended now and another is to follow. If the coming rounds equal it, makes as many of them pending as surely do, but not the
 * last one of the batch.
 */
gboolean
hd_flow_skip_find (HdFlowNetwork *self,
                   guint32 batch)
{
  HdFlowSkip *skip = &self->skip;
  HdTime period = self->clock - skip->round_start;
  guint64 rounds = hd_flow_network_get_batch (self, batch)->rounds_left - 1;

  if (skip->batch != batch || skip->n_foreign > 0)
    return FALSE;
  rounds = hd_flow_skip_bound (self, period, rounds);
  if (rounds == 0)
    return FALSE;
  skip->rounds = rounds;
  skip->start = self->clock;
  skip->period = period;
  return TRUE;
}

/**
 * hd_flow_skip_commit:
 *
 * Advances the state by those pending rounds, or periods of an ordered batch, that end up to @until.
 *
 * Returns: the batch; unless it is ordered, its next round is to be started at the clock
 */
guint32
hd_flow_skip_commit (HdFlowNetwork *self,
                     HdTime until)
{
  HdFlowSkip *skip = &self->skip;
  guint64 rounds = skip->period > 0 ? MIN (skip->rounds, (guint64) ((until - skip->start) / skip->period)) : skip->rounds;
  HdFlowBatch *batch = hd_flow_network_get_batch (self, skip->batch);

  skip->rounds = 0;
  if (rounds == 0)
    {
      skip->drifts = FALSE;
      return skip->batch;
    }
  for (guint i = 0; i < skip->touches->len && !skip->drifts; i++)
    {
      const HdFlowTouch *touch = &g_array_index (skip->touches, HdFlowTouch, i);
      HdFlowAction *a = &self->actions[touch->action];

      a->remaining -= rounds * touch->decrement;
      a->updated += (HdTime) rounds * skip->period;
      hd_time_queue_set (&self->ends, touch->action, hd_flow_action_get_end (a));
    }
  if (self->usage != NULL)
    hd_flow_usage_skip (self->usage, skip->start, skip->period, rounds);
  self->clock = skip->start + (HdTime) rounds * skip->period;
  self->counters.jumps++;
  if (batch->order != NULL)
    {
      hd_flow_regime_commit (self, skip->batch, rounds);
      skip->drifts = FALSE;
      return skip->batch;
    }
  if (self->observer != NULL && self->observer->rounds != NULL)
    self->observer->rounds (self->user_data, batch->token, skip->start, skip->period, rounds);
  batch->rounds_left -= rounds;
  self->counters.rounds += rounds;
  self->counters.rounds_skipped += rounds;
  self->counters.transfers_started += rounds * batch->n_flows;
  self->counters.transfers_ended += rounds * batch->n_flows;
  return skip->batch;
}
