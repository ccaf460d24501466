/* hd-flow-drift.c: advance an ordered batch by whole laps when some of its transfers come later in each lap by as much as in the one before
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-drift"

#include "hd-flow-drift-private.h"

#include <string.h>

/* Small chunks in a ring with long links go round without meeting. Each goes round in its own time, and where those differ the state never comes back: some
 * events are later in each lap, told from the beginning of the lap, and always by as much. So a lap is written down: for each transfer when it
 * left, began, changed its rate and ended, for each wait the tokens that were taken, when the solver looked at which resource, and when flows of others
 * changed their rates. If the states before and after the lap are alike but for times, each of these times has a shift, by which it is later after the lap. So
 * has each note, that of what it follows from: a transfer leaves and begins with the shift of what it waited for last, changes its rate and ends with
 * that with which it began, and leaves a token with it; the solver looks, and others change their rates, with the shift of the transfers that changed or
 * ended then, which must have one. What is in the state after the lap must have the shift of what put it there. As many flows are under way before and after
 * the lap, so that all rates are then the same. The next lap then has the same notes, each later by its shift, and so has each lap that follows, as long as
 *
 *   - each resource is looked at in the same order. What the solver makes of an event depends on the resources that it looks at alone, whose state
 *     depends on what happened on them in which order, so that all rates are the same;
 *   - a transfer leaves and begins with the shift of what it waited for last, and all else that it waited for is there by then;
 *   - no event passes the end of a lap, so that each lap has all of them.
 *
 * Flows of others change their rates by those notes too; what each lap takes from them is not the same number, and is reckoned change by change, as long as
 * none of them ends. All else compares times that are linear in the number of laps: what holds in the lap written down and after k more holds between them. So
 * each comparison bounds k, and the state after k laps is that of single events bit for bit. What a resource carries in a lap changes by as much from lap to
 * lap too: if it carries more from some moment on, and that moment is later, by as much less. */

#define MOST_NOTES 500000

/* ---- notes ----------------------------------------------------------------------------------------------------------- */

static inline void
write_note (HdFlowDrift *self,
            guint32 object,
            HdDriftNoteKind kind,
            guint64 rate,
            HdTime time)
{
  if (self->n_notes == MOST_NOTES)
    {
      self->full = TRUE;
      return;
    }
  if (self->n_notes == self->n_allocated)
    {
      self->n_allocated = MAX (1024, 2 * self->n_allocated);
      self->notes = g_renew (HdDriftNote, self->notes, self->n_allocated);
      self->scratch = g_renew (HdDriftNote, self->scratch, self->n_allocated);
    }
  self->notes[self->n_notes++] = (HdDriftNote) { object, kind, rate, time, 0 };
}

void
_hd_flow_drift_write (HdFlowDrift *self,
                      const HdDriftNote *note)
{
  write_note (self, note->object, note->kind, note->rate, note->time);
  if (!self->full)
    self->notes[self->n_notes - 1].shift = note->shift;
}

/** hd_flow_drift_note_looks: the solver looked at what is in its list of looks, and forgets it */
void
hd_flow_drift_note_looks (HdFlowDrift *self)
{
  HdIdList *looks = &self->network->solver->looks;
  HdTime time = self->network->clock;

  if (self->looks.len + looks->len > MOST_NOTES)
    self->full = TRUE;
  if (self->n_moments == 0 || self->moments[self->n_moments - 1].time != time)
    {
      if (self->n_moments == self->n_moments_allocated)
        {
          self->n_moments_allocated = MAX (256, 2 * self->n_moments_allocated);
          self->moments = g_renew (HdDriftMoment, self->moments, self->n_moments_allocated);
        }
      self->moments[self->n_moments++] = (HdDriftMoment) { time };
    }
  for (guint i = 0; i < looks->len && !self->full; i++)
    {
      self->full = looks->ids[i] >= self->n_resources;
      hd_id_list_append (&self->looks, looks->ids[i]);
      hd_id_list_append (&self->look_moments, self->n_moments - 1);
    }
  looks->len = 0;
}

/** hd_flow_drift_note_rate: @action, of this batch or another, has another rate from now on */
void
hd_flow_drift_note_rate (HdFlowDrift *self,
                         guint32 action,
                         guint64 rate)
{
  const HdFlowAction *a = &self->network->actions[action];

  if (a->batch == self->batch)
    write_note (self, self->first[0] + a->transfer, HD_DRIFT_RATE, rate, self->network->clock);
  else
    write_note (self, self->first[2] + action, HD_DRIFT_FOREIGN, rate, self->network->clock);
}

/** hd_flow_drift_note_token: a token of @wait, which was good from @time on, is taken by what leaves now */
void
hd_flow_drift_note_token (HdFlowDrift *self,
                          guint32 wait,
                          HdTime time)
{
  write_note (self, self->first[1] + wait, HD_DRIFT_TOKEN, 0, time);
}

/** hd_flow_drift_note_leave: a round of @task leaves now and begins to flow at @begin */
void
hd_flow_drift_note_leave (HdFlowDrift *self,
                          guint32 task,
                          HdTime begin)
{
  write_note (self, self->first[0] + task, HD_DRIFT_LEAVE, 0, self->network->clock);
  write_note (self, self->first[0] + task, HD_DRIFT_START, 0, begin);
}

void
hd_flow_drift_note_end (HdFlowDrift *self,
                        guint32 task)
{
  write_note (self, self->first[0] + task, HD_DRIFT_END, 0, self->network->clock);
}

/* By object, each in the order of writing. */
static void
sort_notes (HdFlowDrift *self)
{
  guint32 n_objects = self->first[3];
  HdDriftNote *sorted = self->scratch;
  guint *first;

  first = self->first_note = g_renew (guint, self->first_note, n_objects + 2);
  memset (first, 0, (n_objects + 2) * sizeof (guint));
  for (guint i = 0; i < self->n_notes; i++)
    first[self->notes[i].object + 2]++;
  for (guint32 i = 2; i < n_objects + 2; i++)
    first[i] += first[i - 1];
  for (guint i = 0; i < self->n_notes; i++)
    sorted[first[self->notes[i].object + 1]++] = self->notes[i];
  self->scratch = self->notes;
  self->notes = sorted;
}

/* By resource, each in the order of time. */
static void
sort_looks (HdFlowDrift *self)
{
  guint *first;

  first = self->first_look = g_renew (guint, self->first_look, self->n_resources + 2);
  self->resource_moments = g_renew (guint32, self->resource_moments, self->looks.len + 1);
  memset (first, 0, (self->n_resources + 2) * sizeof (guint));
  for (guint i = 0; i < self->looks.len; i++)
    first[self->looks.ids[i] + 2]++;
  for (guint32 i = 2; i < self->n_resources + 2; i++)
    first[i] += first[i - 1];
  for (guint i = 0; i < self->looks.len; i++)
    self->resource_moments[first[self->looks.ids[i] + 1]++] = self->look_moments.ids[i];
}

/* ---- the state ------------------------------------------------------------------------------------------------------- */

typedef void (*StateFunc) (gpointer user_data,
                           gint64 *word,
                           gboolean is_time);

/* Calls @func for all that decides what comes: numbers that a lap leaves as they are, and times, which it shifts. */
static void
foreach_word (HdFlowDrift *self,
              StateFunc func,
              gpointer user_data)
{
  HdFlowOrder *order = hd_flow_network_get_batch (self->network, self->batch)->order;

  for (guint i = 0; i < order->n_tasks; i++)
    {
      HdFlowTask *task = &order->tasks[i];
      gint64 phase = task->action == HD_FLOW_NO_ACTION ? 0 : task->begin > self->now ? 1 : 2;
      gint64 has_begun = task->begun > 0;

      func (user_data, &phase, FALSE);
      func (user_data, &has_begun, FALSE);
      if (phase > 0)
        func (user_data, &task->begin, TRUE);
      if (phase > 1)
        {
          HdFlowAction *a = &self->network->actions[task->action];

          func (user_data, (gint64 *) &a->remaining, FALSE);
          func (user_data, (gint64 *) &a->rate, FALSE);
          func (user_data, &a->updated, TRUE);
        }
    }
  for (guint w = 0; w < order->n_waits; w++)
    {
      HdFlowWait *wait = &order->waits[w];
      gint64 n_times = wait->n_times;

      func (user_data, &n_times, FALSE);
      for (guint32 i = 0; wait->each_round && i < wait->n_times; i++)
        func (user_data, &wait->times[(wait->first_time + i) & (wait->n_allocated - 1)], TRUE);
    }
}

static void
keep_word (gpointer user_data,
           gint64 *word,
           gboolean is_time)
{
  HdDriftWord kept = { *word, is_time };

  g_array_append_val ((GArray *) user_data, kept);
}

static void
keep_state (HdFlowDrift *self,
            GArray *state)
{
  self->now = self->network->clock;
  g_array_set_size (state, 0);
  foreach_word (self, keep_word, state);
}

/* Whether only times differ. */
static gboolean
is_alike (const GArray *x,
          const GArray *y)
{
  if (x->len != y->len)
    return FALSE;
  for (guint i = 0; i < x->len; i++)
    {
      const HdDriftWord *a = &g_array_index (x, HdDriftWord, i), *b = &g_array_index (y, HdDriftWord, i);

      if (a->is_time != b->is_time || (!a->is_time && a->word != b->word))
        return FALSE;
    }
  return TRUE;
}

void
_hd_flow_drift_set_lap (HdFlowDrift *self,
                       const gint64 *shifts,
                       HdTime period,
                       guint64 n_following)
{
  g_array_set_size (self->end, 0);
  g_array_append_vals (self->end, self->begin->data, self->begin->len);
  for (guint i = 0; i < self->end->len; i++)
    g_array_index (self->end, HdDriftWord, i).word += shifts[i];
  self->start = self->now - period;
  self->n_following = n_following;
  sort_notes (self);
}

/** hd_flow_drift_end: the lap ends now: whether the one that follows may go as it did but for shifts */
gboolean
hd_flow_drift_end (HdFlowDrift *self)
{
  keep_state (self, self->end);
  if (self->full || !is_alike (self->begin, self->end) || !_hd_flow_drift_find_shifts (self))
    return FALSE;
  sort_notes (self);
  sort_looks (self);
  self->n_following = _hd_flow_drift_check (self);
  return TRUE;
}

/** hd_flow_drift_bound: how many laps, at most @most, follow the one that has ended now */
guint64
hd_flow_drift_bound (HdFlowDrift *self,
                     guint64 most)
{
  return _hd_flow_drift_check_others (self, MIN (most, self->n_following));
}

/* ---- laps ---------------------------------------------------------------------------------------------------------------- */

HdFlowDrift *
hd_flow_drift_new (HdFlowNetwork *network)
{
  HdFlowDrift *self = g_new0 (HdFlowDrift, 1);

  self->network = network;
  self->begin = g_array_new (FALSE, FALSE, sizeof (HdDriftWord));
  self->end = g_array_new (FALSE, FALSE, sizeof (HdDriftWord));
  return self;
}

void
hd_flow_drift_free (HdFlowDrift *self)
{
  g_free (self->notes);
  g_free (self->scratch);
  g_free (self->first_note);
  g_free (self->moments);
  hd_id_list_clear (&self->looks);
  hd_id_list_clear (&self->look_moments);
  g_free (self->resource_moments);
  g_free (self->first_look);
  g_array_unref (self->begin);
  g_array_unref (self->end);
  g_free (self);
}

/** hd_flow_drift_begin: a lap of @batch begins now */
void
hd_flow_drift_begin (HdFlowDrift *self,
                     guint32 batch)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (self->network, batch)->order;

  self->batch = batch;
  self->full = FALSE;
  self->start = self->network->clock;
  self->n_resources = hd_flow_model_get_n_resources (self->network->model);
  self->first[0] = 0;
  self->first[1] = order->n_tasks;
  self->first[2] = self->first[1] + order->n_waits;
  self->first[3] = self->first[2] + self->network->n_actions;
  self->n_notes = self->n_moments = 0;
  self->looks.len = self->look_moments.len = 0;
  keep_state (self, self->begin);
}

/* What the rates of @object, on @path, that change in the lap add to each resource from lap to lap. */
static void
add_growth (HdFlowDrift *self,
            guint32 object,
            guint32 path)
{
  const HdDriftNote *notes = _hd_flow_drift_get_notes (self, object);
  guint n = _hd_flow_drift_count_notes (self, object);
  guint64 rate = 0;

  /* as before the lap, so after it */
  for (guint i = n; i > 0; i--)
    if (notes[i - 1].kind == HD_DRIFT_RATE || notes[i - 1].kind == HD_DRIFT_FOREIGN || notes[i - 1].kind == HD_DRIFT_END)
      {
        rate = notes[i - 1].rate;
        break;
      }
  for (guint i = 0; i < n; i++)
    if (notes[i].kind == HD_DRIFT_RATE || notes[i].kind == HD_DRIFT_FOREIGN || notes[i].kind == HD_DRIFT_END)
      {
        hd_flow_usage_grow (self->network->usage, path, rate, notes[i].rate, notes[i].shift - (self->now - self->start));
        rate = notes[i].rate;
      }
}

/** hd_flow_drift_grow: tells the usage by how much each lap grows */
void
hd_flow_drift_grow (HdFlowDrift *self)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (self->network, self->batch)->order;

  for (guint32 i = 0; i < order->n_tasks; i++)
    add_growth (self, self->first[0] + i, order->tasks[i].path);
  for (guint32 i = self->first[2]; i < self->first[3]; i++)
    if (_hd_flow_drift_count_notes (self, i) > 0)
      add_growth (self, i, self->network->actions[i - self->first[2]].path);
}

typedef struct
{
  const HdDriftWord *before, *now;
  gint64 laps;
} Mover;

static void
move_word (gpointer user_data,
           gint64 *word,
           gboolean is_time)
{
  Mover *self = user_data;

  if (is_time)
    *word += self->laps * (self->now->word - self->before->word);
  self->before++;
  self->now++;
}

/** hd_flow_drift_move: moves all times of the state by as much as @laps do, and takes from flows of others what they take */
void
hd_flow_drift_move (HdFlowDrift *self,
                    guint64 laps)
{
  HdFlowNetwork *network = self->network;
  Mover mover = { (const HdDriftWord *) (void *) self->begin->data, (const HdDriftWord *) (void *) self->end->data, (gint64) laps };

  foreach_word (self, move_word, &mover);
  for (guint32 i = self->first[2]; i < self->first[3]; i++)
    if (_hd_flow_drift_count_notes (self, i) > 0)
      {
        guint32 action = i - self->first[2];

        _hd_flow_drift_replay (self, i, laps, &network->actions[action]);
        hd_time_queue_set (&network->ends, action, hd_flow_action_get_end (&network->actions[action]));
      }
}
