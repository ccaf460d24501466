/* hd-flow-regime.c: advance an ordered batch by whole periods once it repeats itself
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-regime"

#include <string.h>

#include "hd-flow-ring.h"
#include "hd-splitmix.h"

/* A ring without barrier soon runs at the pace of its slowest link, and then repeats itself: after a period every member is as many rounds further, and all
 * else is as it was. What is to come follows from the state alone: which rounds are under way, how much of each is left and at which rate, when those
 * in latency begin to flow, and the tokens that wait, all told from now (a token whose delay is over is like any other such). So if that is
 * equal at two times, and between them nothing of other batches started or ended, the second period goes as the first, and so on, until a transfer has no
 * round left for a whole one, or until other batches bound it (hd-flow-skip.c).
 *
 * To compare the state costs as much as a round. So what ended between two beats, and when, is summed up to a sign; the state is compared once, after a
 * number of beats for which the signs repeat. What goes round in a ring is back after as many beats as the ring has transfers, or where its next part that is
 * like the first one begins, which is looked at once without waiting for a sign. Guess and sign only say where to look: nothing depends on them but time. */

#define BEATING 0 /* the transfer whose ends are the beats */
#define MOST_SIGNS 65536
#define MOST_TOLD 1000000
#define LEAST_DRIFTING 4 /* beats */
#define FIRST_GUESS 3    /* beats, before the state is that of a ring on its way */

/** hd_flow_regime_note: a round of @task has ended now */
void
hd_flow_regime_note (HdFlowNetwork *self,
                     guint32 batch,
                     guint32 task)
{
  HdFlowOrder *order = hd_flow_network_get_batch (self, batch)->order;

  if (order->tasks[BEATING].rounds <= 2)
    return;
  order->sign += hd_splitmix_scramble ((guint64) task << 40 ^ (guint64) (self->clock - order->beat));
  if (task == BEATING)
    hd_id_list_append (&self->beats, batch);
}

/* ---- the state ------------------------------------------------------------------------------------------------------- */

static inline void
put (GArray *image,
     gint64 word)
{
  g_array_append_val (image, word);
}

/* All that decides what comes, told from now. */
static void
take_image (HdFlowNetwork *self,
            const HdFlowOrder *order,
            GArray *image)
{
  g_array_set_size (image, 0);
  for (guint i = 0; i < order->n_tasks; i++)
    {
      const HdFlowTask *task = &order->tasks[i];
      const HdFlowAction *a;

      put (image, task->begun > 0);
      if (task->action == HD_FLOW_NO_ACTION)
        {
          HdTime spacing = hd_flow_model_get_path (self->model, task->path)->spacing_ps;

          if (spacing > 0 && task->begun > 0)
            put (image, MAX (task->begin + spacing - self->clock, 0));
          continue;
        }
      a = &self->actions[task->action];
      put (image, 1 + (task->begin > self->clock));
      put (image, task->begin - self->clock);
      if (task->begin > self->clock)
        continue;
      put (image, (gint64) a->remaining);
      put (image, (gint64) a->rate);
      put (image, a->updated - self->clock);
    }
  for (guint w = 0; w < order->n_waits; w++)
    {
      const HdFlowWait *wait = &order->waits[w];

      put (image, wait->n_times);
      if (!wait->each_round && wait->n_times > 0)
        put (image, MAX (wait->delay - self->clock, 0));
      for (guint32 i = 0; wait->each_round && i < wait->n_times; i++)
        put (image, MAX (wait->times[(wait->first_time + i) & (wait->n_allocated - 1)] - self->clock, 0));
    }
}

static void
begin_period (HdFlowNetwork *self,
              guint32 batch,
              guint n_beats)
{
  HdFlowOrder *order = hd_flow_network_get_batch (self, batch)->order;

  hd_flow_skip_watch (self, batch);
  order->epoch = self->skip.epoch;
  order->n_watched = n_beats;
  take_image (self, order, order->image);
  for (guint i = 0; i < order->n_tasks; i++)
    g_array_index (order->begun, guint32, i) = order->tasks[i].begun;
  g_array_set_size (order->told, 0);
}

/* What drifts is told in another order in each period, so that it could not be told again, and what software spaces is not written down. Periods of few
 * beats do not drift. */
static gboolean
may_drift (HdFlowNetwork *self,
           const HdFlowOrder *order,
           guint n_beats)
{
  return n_beats >= LEAST_DRIFTING && !order->is_spaced && self->solver->incremental && (self->observer == NULL || self->observer->arrived == NULL);
}

static gboolean
are_alike (HdFlowNetwork *self,
           const HdFlowTask *a,
           const HdFlowTask *b)
{
  const HdFlowPath *x = hd_flow_model_get_path (self->model, a->path), *y = hd_flow_model_get_path (self->model, b->path);
  const HdFlowUse *uses_x = hd_flow_model_get_uses (self->model, x->first_use), *uses_y = hd_flow_model_get_uses (self->model, y->first_use);

  if (a->factor != b->factor || x->latency_ps != y->latency_ps || x->n_uses != y->n_uses)
    return FALSE;
  for (guint i = 0; i < x->n_uses; i++)
    if (uses_x[i].units != uses_y[i].units ||
        hd_flow_model_get_capacity (self->model, uses_x[i].resource) != hd_flow_model_get_capacity (self->model, uses_y[i].resource))
      return FALSE;
  return TRUE;
}

/* After how many beats a ring, whose transfers stand in its order, may be as it was: after how many of them it goes on as it began. */
static guint
guess_beats (HdFlowNetwork *self,
             const HdFlowOrder *order)
{
  for (guint n = LEAST_DRIFTING; n <= order->n_tasks / 2; n++)
    {
      guint i = 0;

      while (order->n_tasks % n == 0 && i + n < order->n_tasks && are_alike (self, &order->tasks[i], &order->tasks[i + n]))
        i++;
      if (i + n == order->n_tasks)
        return n;
    }
  return order->n_tasks;
}

/* ---- periods ----------------------------------------------------------------------------------------------------------- */

/* The watched period is over: as many rounds have begun in it. */
static void
count_begun (HdFlowOrder *order)
{
  for (guint i = 0; i < order->n_tasks; i++)
    g_array_index (order->begun, guint32, i) = order->tasks[i].begun - g_array_index (order->begun, guint32, i);
}

/* Periods in which no transfer comes to its last round, whose end releases what others did not. */
static guint64
count_periods (const HdFlowOrder *order)
{
  guint64 periods = G_MAXUINT32;

  for (guint i = 0; i < order->n_tasks; i++)
    {
      const HdFlowTask *task = &order->tasks[i];
      guint32 begun = g_array_index (order->begun, guint32, i);

      if (begun > 0)
        periods = MIN (periods, task->rounds > task->begun ? (task->rounds - task->begun - 1) / begun : 0);
    }
  return periods;
}

/* Laps follow the one that has ended now, whose period is @period, with the shifts of the drift; makes those pending that surely do. */
static gboolean
follow (HdFlowNetwork *self,
        HdFlowOrder *order,
        HdTime period)
{
  HdFlowSkip *skip = &self->skip;

  order->lap = g_array_index (order->begun, guint32, BEATING);
  order->lap_time = period;
  skip->drifts = TRUE;
  skip->start = self->clock;
  skip->period = period;
  skip->rounds = hd_flow_skip_bound (self, period, hd_flow_drift_bound (skip->drift, count_periods (order)));
  skip->drifts = skip->rounds > 0;
  return skip->drifts;
}

/* Whether the lap that begins now is known; it and those that follow are made pending, if others allow it. */
static gboolean
recall (HdFlowNetwork *self,
        HdFlowOrder *order)
{
  HdTime period;

  if (!hd_flow_laps_recall (self->skip.laps, self->skip.drift, (guint32 *) (void *) order->begun->data, &period))
    return FALSE;
  follow (self, order, period);
  return TRUE;
}

/* Whether nothing of others ends before that period is over, at the pace so far or that of a lap; else it would be watched in vain. */
static gboolean
is_quiet (HdFlowNetwork *self,
          const HdFlowOrder *order,
          guint n_beats)
{
  double pace = (double) (self->clock - order->start) / order->tasks[BEATING].ended;
  double time = n_beats == order->lap ? (double) order->lap_time : pace * n_beats;

  if (order->tasks[BEATING].ended <= FIRST_GUESS)
    time = (double) order->least_lap / order->n_tasks * n_beats;
  return (double) (hd_flow_skip_foresee (self) - self->clock) > time;
}

static void
watch (HdFlowNetwork *self,
       guint32 batch,
       guint n_beats)
{
  HdFlowOrder *order = hd_flow_network_get_batch (self, batch)->order;

  if (order->image == NULL)
    {
      order->image = g_array_new (FALSE, FALSE, sizeof (gint64));
      order->scratch = g_array_new (FALSE, FALSE, sizeof (gint64));
      order->begun = g_array_sized_new (FALSE, FALSE, sizeof (guint32), order->n_tasks);
      g_array_set_size (order->begun, order->n_tasks);
      order->told = g_array_new (FALSE, FALSE, sizeof (HdFlowTold));
    }
  begin_period (self, batch, n_beats);
  if (!may_drift (self, order, n_beats))
    return;
  if (self->skip.drift == NULL)
    self->skip.drift = hd_flow_drift_new (self);
  hd_flow_drift_begin (self->skip.drift, batch);
  if (recall (self, order) || !is_quiet (self, order, n_beats))
    order->n_watched = 0;
  else
    hd_flow_skip_note (self, TRUE);
}

/* The watched period is over: makes as many more pending as surely equal it. */
static void
find (HdFlowNetwork *self,
      guint32 batch)
{
  HdFlowOrder *order = hd_flow_network_get_batch (self, batch)->order;
  HdFlowSkip *skip = &self->skip;
  HdTime period = self->clock - skip->round_start;

  take_image (self, order, order->scratch);
  if (period == 0 || order->image->len != order->scratch->len ||
      memcmp (order->image->data, order->scratch->data, order->image->len * sizeof (gint64)) != 0)
    return;
  skip->start = self->clock;
  skip->period = period;
  skip->rounds = hd_flow_skip_bound (self, period, count_periods (order));
}

/* The watched period is over, and not equal to the one before. Makes as many pending as surely follow, if it was written down. */
static gboolean
follow_drift (HdFlowNetwork *self,
              guint32 batch)
{
  HdFlowOrder *order = hd_flow_network_get_batch (self, batch)->order;
  HdFlowSkip *skip = &self->skip;
  HdTime period = self->clock - skip->round_start;

  if (!skip->is_noted || period == 0)
    return FALSE;
  hd_flow_skip_note (self, FALSE);
  if (!hd_flow_drift_end (skip->drift))
    return FALSE;
  if (self->usage != NULL)
    hd_flow_drift_grow (skip->drift);
  hd_flow_laps_keep (skip->laps, skip->drift);
  return follow (self, order, period);
}

/* How many beats ago the last one with this sign was, or 0. */
static guint
look_up_sign (HdFlowOrder *order,
              guint64 sign)
{
  gpointer key = (gpointer) (guintptr) sign;
  guint beat;

  if (order->signs == NULL)
    order->signs = g_hash_table_new (NULL, NULL);
  if (g_hash_table_size (order->signs) >= MOST_SIGNS)
    g_hash_table_remove_all (order->signs);
  beat = GPOINTER_TO_UINT (g_hash_table_lookup (order->signs, key));
  g_hash_table_insert (order->signs, key, GUINT_TO_POINTER (++order->n_beats));
  return beat > 0 ? order->n_beats - beat : 0;
}

/* Another period must follow. What is told of a period has to be kept, to be told again. */
static gboolean
may_watch (HdFlowNetwork *self,
           const HdFlowOrder *order,
           guint n_beats)
{
  const HdFlowTask *beating = &order->tasks[BEATING];

  if (beating->rounds - beating->ended < 2 * n_beats)
    return FALSE;
  return self->observer == NULL || self->observer->arrived == NULL || (guint64) n_beats * order->n_tasks <= MOST_TOLD;
}

/** hd_flow_regime_beat: after all that is due at one time, a beat of @batch among it, and once its rates are solved; may make a skip pending */
void
hd_flow_regime_beat (HdFlowNetwork *self,
                     guint32 batch)
{
  HdFlowOrder *order = hd_flow_network_get_batch (self, batch)->order;
  guint n_beats;

  if (order == NULL || order->beat == self->clock)
    return; /* it ended, or beat twice at one time */
  n_beats = look_up_sign (order, order->sign);
  order->sign = 0;
  order->beat = self->clock;
  if (self->skip.batch != batch || self->skip.epoch != order->epoch || self->skip.n_foreign > 0)
    order->n_watched = 0;
  if (!hd_flow_skip_may_watch (self))
    {
      order->n_watched = 0;
      return;
    }
  if (order->n_watched > 0 && --order->n_watched == 0)
    {
      count_begun (order);
      find (self, batch);
      if (self->skip.rounds > 0 || follow_drift (self, batch))
        return;
    }
  if (n_beats == 0 && order->n_watched == 0)
    n_beats = order->lap;
  if (order->n_beats == FIRST_GUESS && n_beats == 0 && may_drift (self, order, order->n_tasks))
    n_beats = guess_beats (self, order);
  if (n_beats > 0 && (order->n_watched == 0 || n_beats <= order->n_watched) && may_watch (self, order, n_beats))
    watch (self, batch, n_beats);
  if (order->n_watched == 0 && self->skip.rounds == 0 && order->n_beats > FIRST_GUESS)
    hd_flow_ring_consider (self, batch);
}

/* What was told of the watched period is told of each that equals it. */
static void
tell_again (HdFlowNetwork *self,
            const HdFlowBatch *batch,
            guint64 periods)
{
  const HdFlowOrder *order = batch->order;

  for (guint64 k = 1; k <= periods; k++)
    for (guint i = 0; i < order->told->len; i++)
      {
        HdFlowTold told = g_array_index (order->told, HdFlowTold, i);

        told.round += (guint32) k * g_array_index (order->begun, guint32, told.task);
        told.left += (HdTime) k * self->skip.period;
        told.time += (HdTime) k * self->skip.period;
        hd_flow_order_tell (self, batch, &told);
      }
}

/** hd_flow_regime_commit: moves the state of @batch to the end of @periods of the pending skip; the clock is moved by the caller */
void
hd_flow_regime_commit (HdFlowNetwork *self,
                       guint32 batch,
                       guint64 periods)
{
  const HdFlowBatch *b = hd_flow_network_get_batch (self, batch);
  HdFlowOrder *order = b->order;
  HdTime later = (HdTime) periods * self->skip.period;
  gboolean drifts = self->skip.drifts;
  guint64 n_ended = 0;

  tell_again (self, b, periods);
  if (drifts)
    hd_flow_drift_move (self->skip.drift, periods);
  for (guint i = 0; i < order->n_tasks; i++)
    {
      HdFlowTask *task = &order->tasks[i];
      guint32 begun = g_array_index (order->begun, guint32, i);
      guint64 n_flows = periods * begun * hd_flow_model_get_path (self->model, task->path)->multiplicity;

      n_ended += periods * begun;
      task->begun += (guint32) periods * begun;
      task->ended += (guint32) periods * begun;
      self->counters.transfers_started += n_flows;
      self->counters.transfers_ended += n_flows;
      if (!drifts)
        task->begin += later;
      if (task->action == HD_FLOW_NO_ACTION)
        continue;
      if (task->begin > self->skip.start + later)
        hd_time_queue_set (&self->waits, task->action, task->begin);
      else
        {
          HdFlowAction *a = &self->actions[task->action];

          if (!drifts)
            a->updated += later;
          hd_time_queue_set (&self->ends, task->action, hd_flow_action_get_end (a));
        }
    }
  for (guint w = 0; w < order->n_waits && !drifts; w++)
    {
      HdFlowWait *wait = &order->waits[w];

      if (!wait->each_round)
        wait->delay += wait->n_times > 0 ? later : 0;
      for (guint32 i = 0; wait->each_round && i < wait->n_times; i++)
        wait->times[(wait->first_time + i) & (wait->n_allocated - 1)] += later;
    }
  order->beat = self->skip.start + later;
  order->sign = 0;
  self->counters.rounds_skipped += hd_flow_order_count (self, order, n_ended);
}
