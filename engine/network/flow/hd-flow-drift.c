/* hd-flow-drift.c: advance an ordered batch by whole laps when some of its transfers come later in each lap by as much as in the one before
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-drift"

#include "hd-flow-network-private.h"

#include <string.h>

/* Small chunks in a ring with long links go round without meeting. Each goes round in its own time, and where those differ the state never comes back: some
 * events are later in each lap, told from the beginning of the lap, and always by as much. So two laps in a row are written down: for each transfer when it
 * left, began, changed its rate and ended, for each wait the tokens that were taken. If both laps have the same notes but for the times, each note has a
 * shift, the difference of its times. Of the second lap it is also written down when the solver looked at which resource, and when flows of others changed
 * their rates: with the shift of the transfers that changed or ended then, which must have one. As many flows are under way after both laps, so that all
 * rates are then the same. A third lap then has the notes of the second again, each later by its shift, and so has each lap that follows, as long as
 *
 *   - each resource is looked at in the same order. What the solver makes of an event depends on the resources that it looks at alone, whose state
 *     depends on what happened on them in which order, so that all rates are the same;
 *   - a transfer begins, changes its rate and ends with one shift, so that the same rates for the same times make its whole size;
 *   - a transfer leaves and begins with the shift of what it waited for last, and all else that it waited for is there by then;
 *   - no event passes the end of a lap, so that each lap has all of them.
 *
 * Flows of others change their rates by those notes too; what each lap takes from them is not the same number, and is reckoned change by change, as long as
 * none of them ends. All else compares times that are linear in the number of laps: what holds in the second lap and after k more holds between them. So each
 * comparison bounds k, and the state after k laps is that of single events bit for bit. What a resource carries in a lap changes by as much from lap to
 * lap too: if it carries more from some moment on, and that moment is later, by as much less. */

#define MOST_NOTES 500000

typedef enum
{
  NOTE_LOOK,  /* the solver looked at a resource */
  NOTE_LEAVE,
  NOTE_START, /* when the flow will begin; follows the leave at once */
  NOTE_RATE,
  NOTE_END,
  NOTE_TOKEN,
  NOTE_FOREIGN,
} NoteKind;

/* Of an object, which is a resource, task, wait or action in the order of these ranges. @shift: in the second lap, once it has been found */
typedef struct
{
  guint32 object;
  guint32 kind;
  guint64 rate;
  HdTime time;
  HdTime shift;
} Note;

typedef struct
{
  Note *notes;   /* in the order of writing; by object once they have been sorted */
  guint n_notes;
  guint n_allocated;
  guint *first;  /* by object; and one more */
  GArray *state; /* of Word, at its end */
} Lap;

struct _HdFlowDrift
{
  HdFlowNetwork *network; /* borrowed */
  guint32 batch;
  guint n_beats;    /* in a lap */
  guint32 first[4]; /* objects: of tasks, waits, actions; and where these end */
  GArray *begin;    /* of Word: state at the beginning of the first lap */
  Lap laps[2];
  Lap scratch;
  guint n_laps;     /* that are complete */
  HdTime start;     /* of the lap under way, or of the second one */
  HdTime now;       /* of the last state that was kept */
  gboolean full;    /* there is more than can be noted */
};

/* ---- notes ----------------------------------------------------------------------------------------------------------- */

static inline void
write_note (HdFlowDrift *self,
            guint32 object,
            NoteKind kind,
            guint64 rate,
            HdTime time)
{
  Lap *lap = &self->laps[self->n_laps];

  if (lap->n_notes == MOST_NOTES)
    {
      self->full = TRUE;
      return;
    }
  if (lap->n_notes == lap->n_allocated)
    {
      lap->n_allocated = MAX (1024, 2 * lap->n_allocated);
      lap->notes = g_renew (Note, lap->notes, lap->n_allocated);
    }
  lap->notes[lap->n_notes++] = (Note) { object, kind, rate, time, 0 };
}

/** hd_flow_drift_note_looks: the solver looked at what is in its list of looks, and forgets it */
void
hd_flow_drift_note_looks (HdFlowDrift *self)
{
  HdIdList *looks = &self->network->solver->looks;

  for (guint i = 0; i < looks->len; i++)
    if (looks->ids[i] < self->first[0])
      write_note (self, looks->ids[i], NOTE_LOOK, 0, self->network->clock);
    else
      self->full = TRUE;
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
    write_note (self, self->first[0] + a->transfer, NOTE_RATE, rate, self->network->clock);
  else if (self->n_laps > 0)
    write_note (self, self->first[2] + action, NOTE_FOREIGN, rate, self->network->clock);
}

/** hd_flow_drift_note_token: a token of @wait, which was good from @time on, is taken by what leaves now */
void
hd_flow_drift_note_token (HdFlowDrift *self,
                          guint32 wait,
                          HdTime time)
{
  write_note (self, self->first[1] + wait, NOTE_TOKEN, 0, time);
}

/** hd_flow_drift_note_leave: a round of @task leaves now and begins to flow at @begin */
void
hd_flow_drift_note_leave (HdFlowDrift *self,
                          guint32 task,
                          HdTime begin)
{
  write_note (self, self->first[0] + task, NOTE_LEAVE, 0, self->network->clock);
  write_note (self, self->first[0] + task, NOTE_START, 0, begin);
}

void
hd_flow_drift_note_end (HdFlowDrift *self,
                        guint32 task)
{
  write_note (self, self->first[0] + task, NOTE_END, 0, self->network->clock);
}

/* By object, each in the order of writing. */
static void
sort_notes (HdFlowDrift *self,
            Lap *lap)
{
  guint32 n_objects = self->first[3];
  Lap sorted = self->scratch;

  lap->first = g_renew (guint, lap->first, n_objects + 2);
  memset (lap->first, 0, (n_objects + 2) * sizeof (guint));
  for (guint i = 0; i < lap->n_notes; i++)
    lap->first[lap->notes[i].object + 2]++;
  for (guint32 i = 2; i < n_objects + 2; i++)
    lap->first[i] += lap->first[i - 1];
  if (sorted.n_allocated < lap->n_notes)
    {
      sorted.n_allocated = lap->n_allocated;
      sorted.notes = g_renew (Note, sorted.notes, sorted.n_allocated);
    }
  for (guint i = 0; i < lap->n_notes; i++)
    sorted.notes[lap->first[lap->notes[i].object + 1]++] = lap->notes[i];
  self->scratch.notes = lap->notes;
  self->scratch.n_allocated = lap->n_allocated;
  lap->notes = sorted.notes;
  lap->n_allocated = sorted.n_allocated;
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

typedef struct
{
  gint64 word;
  gint64 is_time;
} Word;

static void
keep_word (gpointer user_data,
           gint64 *word,
           gboolean is_time)
{
  Word kept = { *word, is_time };

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
      const Word *a = &g_array_index (x, Word, i), *b = &g_array_index (y, Word, i);

      if (a->is_time != b->is_time || (!a->is_time && a->word != b->word))
        return FALSE;
    }
  return TRUE;
}

/* Whether each time differs by as much from @first to @second as from there to @third. */
static gboolean
is_steady (const GArray *first,
           const GArray *second,
           const GArray *third)
{
  for (guint i = 0; i < first->len; i++)
    {
      const Word *a = &g_array_index (first, Word, i), *b = &g_array_index (second, Word, i), *c = &g_array_index (third, Word, i);

      if (a->is_time && b->word - a->word != c->word - b->word)
        return FALSE;
    }
  return TRUE;
}

/* ---- how long it goes on ------------------------------------------------------------------------------------------------ */

typedef struct
{
  const HdFlowDrift *drift;
  const HdFlowOrder *order;
  HdTime end, period; /* of the second lap */
  guint64 laps;              /* that may follow, so far */
} Check;

/* Of the second lap. */
static inline const Note *
get_notes (const HdFlowDrift *self,
           guint32 object)
{
  return &self->laps[1].notes[self->laps[1].first[object]];
}

static inline guint
count_notes (const HdFlowDrift *self,
             guint32 object)
{
  return self->laps[1].first[object + 1] - self->laps[1].first[object];
}

/* What happens at @early comes nearer by @speed in each lap to what happens at @late. @meets: they may be at one time */
static void
stay_before (Check *check,
             HdTime early,
             HdTime late,
             HdTime speed,
             gboolean meets)
{
  HdTime gap = late - early - (meets ? 0 : 1);

  if (gap < 0)
    check->laps = 0;
  else if (speed > 0)
    check->laps = MIN (check->laps, (guint64) (gap / speed));
}

/* It happens in the second lap, and so do all that follow it in theirs: none is later, and that of one lap more is not there yet. */
static void
stay_in_lap (Check *check,
             HdTime time,
             HdTime shift)
{
  if (shift == check->period)
    return;
  stay_before (check, time, check->end, shift - check->period, FALSE);
  stay_before (check, check->end, time + shift, check->period - shift, FALSE);
}

static void
check_looks (Check *check,
             guint32 resource)
{
  const Note *notes = get_notes (check->drift, resource);
  guint n = count_notes (check->drift, resource);

  for (guint i = 0; i < n; i++)
    {
      HdTime shift = notes[i].shift;
      guint next = i + 1 < n ? i + 1 : 0; /* of the lap that follows */
      HdTime next_shift = notes[next].shift;
      HdTime next_time = notes[next].time + (i + 1 < n ? 0 : next_shift);

      stay_in_lap (check, notes[i].time, shift);
      if (shift != next_shift)
        stay_before (check, notes[i].time, next_time, shift - next_shift, FALSE);
    }
}

/* Something that happens at @time is the last of several that wait; one was there at @other. */
static void
wait_for (Check *check,
          HdTime time,
          HdTime shift,
          HdTime other,
          HdTime other_shift,
          gboolean *is_last)
{
  stay_before (check, other, time, other_shift - shift, TRUE);
  *is_last = *is_last || (other == time && other_shift == shift);
}

/* The @number-th leave of the lap, which is followed by its start; @ended is when the transfer was idle. */
static void
check_leave (Check *check,
             guint32 task,
             guint leave,
             guint number,
             HdTime ended,
             HdTime ended_shift)
{
  const HdFlowDrift *self = check->drift;
  guint32 object = self->first[0] + task;
  const Note *notes = get_notes (self, object);
  HdTime shift = notes[leave].shift, start_shift = notes[leave + 1].shift;
  gboolean leaves = FALSE, starts = FALSE;

  wait_for (check, notes[leave].time, shift, ended, ended_shift, &leaves);
  wait_for (check, notes[leave + 1].time, start_shift, notes[leave].time, shift, &starts);
  for (guint32 w = check->order->tasks[task].first_wait; w < check->order->tasks[task + 1].first_wait; w++)
    {
      guint32 wait = self->first[1] + w;
      HdTime token, token_shift;

      if (!check->order->waits[w].each_round)
        continue;
      if (number >= count_notes (self, wait))
        {
          check->laps = 0;
          return;
        }
      token = get_notes (self, wait)[number].time;
      token_shift = get_notes (self, wait)[number].shift;
      wait_for (check, notes[leave].time, shift, token - check->order->waits[w].delay, token_shift, &leaves);
      wait_for (check, notes[leave + 1].time, start_shift, token, token_shift, &starts);
    }
  if (!leaves || !starts)
    check->laps = 0;
}

static void
check_task (Check *check,
            guint32 task)
{
  const HdFlowDrift *self = check->drift;
  guint32 object = self->first[0] + task;
  const Note *notes = get_notes (self, object);
  guint n = count_notes (self, object), n_leaves = 0;

  if (n == 0 && check->order->tasks[task].action != HD_FLOW_NO_ACTION)
    check->laps = 0;
  for (guint i = 0; i < n && check->laps > 0; i++)
    {
      guint before = i > 0 ? i - 1 : n - 1; /* of the lap before */
      HdTime shift = notes[i].shift, shift_before = notes[before].shift;

      switch ((NoteKind) notes[i].kind)
        {
        case NOTE_LEAVE:
          stay_in_lap (check, notes[i].time, shift);
          if (notes[before].kind != NOTE_END || i + 1 == n)
            check->laps = 0;
          else
            check_leave (check, task, i, n_leaves++, notes[before].time - (i > 0 ? 0 : shift_before), shift_before);
          break;
        case NOTE_START:
          if (notes[i].time <= check->end)
            stay_in_lap (check, notes[i].time, shift);
          else
            stay_before (check, check->end, notes[i].time, check->period - shift, FALSE);
          break;
        case NOTE_RATE:
        case NOTE_END:
          stay_in_lap (check, notes[i].time, shift);
          if (shift != shift_before || (notes[before].kind != NOTE_START && notes[before].kind != NOTE_RATE))
            check->laps = 0;
          break;
        case NOTE_LOOK:
        case NOTE_TOKEN:
        case NOTE_FOREIGN:
        default:
          g_assert_not_reached ();
        }
    }
}

/* The shifts of transfers and tokens, by the notes of the first lap, which are sorted; those of the second are in the order of time. */
static gboolean
find_own_shifts (HdFlowDrift *self)
{
  g_autofree guint *next = g_memdup2 (self->laps[0].first, (self->first[3] + 1) * sizeof (guint));
  Lap *lap = &self->laps[1];
  guint n_matched = 0;

  for (guint i = 0; i < lap->n_notes; i++)
    {
      Note *note = &lap->notes[i];
      const Note *before;

      if (note->object < self->first[0] || note->object >= self->first[2])
        continue;
      if (next[note->object] == self->laps[0].first[note->object + 1])
        return FALSE;
      before = &self->laps[0].notes[next[note->object]++];
      if (before->kind != note->kind || before->rate != note->rate)
        return FALSE;
      note->shift = note->time - before->time;
      n_matched++;
    }
  return n_matched == self->laps[0].n_notes;
}

/* Of the notes from @first on that were written at one time: those of looks and of others get the shift of the transfers whose rate changed or that ended.
 * Returns where the next time begins, or 0 if there is no one shift. */
static guint
share_shift (Lap *lap,
             guint first)
{
  const Note *source = NULL;
  guint end = first;
  HdTime time = -1;

  for (guint i = first; i < lap->n_notes; i++)
    {
      const Note *note = &lap->notes[i];

      if (note->kind == NOTE_START || note->kind == NOTE_TOKEN) /* which tell of other times */
        continue;
      if (time >= 0 && note->time != time)
        break;
      time = note->time;
      end = i + 1;
      if (note->kind != NOTE_RATE && note->kind != NOTE_END)
        continue;
      if (source != NULL && source->shift != note->shift)
        return 0;
      source = note;
    }
  for (guint i = first; i < end; i++)
    if (lap->notes[i].kind == NOTE_LOOK || lap->notes[i].kind == NOTE_FOREIGN)
      {
        if (source == NULL)
          return 0;
        lap->notes[i].shift = source->shift;
      }
  return end > first ? end : lap->n_notes;
}

static gboolean
find_shifts (HdFlowDrift *self)
{
  Lap *lap = &self->laps[1];

  if (!find_own_shifts (self))
    return FALSE;
  for (guint i = 0; i < lap->n_notes;)
    {
      i = share_shift (lap, i);
      if (i == 0)
        return FALSE;
    }
  return TRUE;
}

/* Changes the rates of @action, which is not of this batch, as all of @laps do. Returns in how many of them it surely does not end. */
static guint64
replay (const HdFlowDrift *self,
        guint32 object,
        guint64 laps,
        HdFlowAction *action)
{
  const Note *notes = get_notes (self, object);
  guint n = count_notes (self, object);

  for (guint64 lap = 1; lap <= laps; lap++)
    {
      for (guint i = 0; i < n; i++)
        {
          HdTime time = notes[i].time + (HdTime) lap * notes[i].shift;

          if (hd_flow_action_get_end (action) <= time)
            return lap - 1;
          hd_flow_action_change_rate (action, notes[i].rate, time);
        }
      if (hd_flow_action_get_end (action) <= self->now + (HdTime) lap * (self->now - self->start))
        return lap - 1;
    }
  return laps;
}

/** hd_flow_drift_count: after a second lap: how many laps, at most @most, may follow that go as the second one went after the first */
guint64
hd_flow_drift_count (HdFlowDrift *self,
                     guint64 most)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (self->network, self->batch)->order;
  Check check = { self, order, self->now, self->now - self->start, most };

  if (self->n_laps < G_N_ELEMENTS (self->laps) || most == 0)
    return 0;
  if (!is_steady (self->begin, self->laps[0].state, self->laps[1].state))
    return 0;
  sort_notes (self, &self->laps[0]);
  if (!find_shifts (self))
    return 0;
  sort_notes (self, &self->laps[1]);
  for (guint32 i = 0; i < self->first[0] && check.laps > 0; i++)
    check_looks (&check, i);
  for (guint32 i = 0; i < order->n_tasks && check.laps > 0; i++)
    check_task (&check, i);
  for (guint32 i = self->first[2]; i < self->first[3] && check.laps > 0; i++)
    if (count_notes (self, i) > 0)
      {
        HdFlowAction action = self->network->actions[i - self->first[2]];

        check.laps = replay (self, i, check.laps, &action);
      }
  return check.laps;
}

/* ---- laps ---------------------------------------------------------------------------------------------------------------- */

HdFlowDrift *
hd_flow_drift_new (HdFlowNetwork *network)
{
  HdFlowDrift *self = g_new0 (HdFlowDrift, 1);

  self->network = network;
  self->begin = g_array_new (FALSE, FALSE, sizeof (Word));
  for (guint i = 0; i < G_N_ELEMENTS (self->laps); i++)
    {
      self->laps[i].state = g_array_new (FALSE, FALSE, sizeof (Word));
    }
  return self;
}

void
hd_flow_drift_free (HdFlowDrift *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->laps); i++)
    {
      g_free (self->laps[i].notes);
      g_array_unref (self->laps[i].state);
      g_free (self->laps[i].first);
    }
  g_free (self->scratch.notes);
  g_array_unref (self->begin);
  g_free (self);
}

/** hd_flow_drift_begin: the first lap of @batch, of @n_beats, begins now */
void
hd_flow_drift_begin (HdFlowDrift *self,
                     guint32 batch,
                     guint n_beats)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (self->network, batch)->order;

  self->batch = batch;
  self->n_beats = n_beats;
  self->n_laps = 0;
  self->full = FALSE;
  self->start = self->network->clock;
  self->first[0] = hd_flow_model_get_n_resources (self->network->model);
  self->first[1] = self->first[0] + order->n_tasks;
  self->first[2] = self->first[1] + order->n_waits;
  self->first[3] = self->first[2] + self->network->n_actions;
  for (guint i = 0; i < G_N_ELEMENTS (self->laps); i++)
    self->laps[i].n_notes = 0;
  keep_state (self, self->begin);
}

/**
 * hd_flow_drift_turn: a lap has ended now, after which the state is not what it was
 *
 * Returns: the beats of the next lap, if it shall be written down too; else 0
 */
guint
hd_flow_drift_turn (HdFlowDrift *self)
{
  Lap *lap = &self->laps[self->n_laps];
  const GArray *before = self->n_laps > 0 ? self->laps[0].state : self->begin;

  keep_state (self, lap->state);
  if (self->full || !is_alike (before, lap->state))
    return 0;
  if (++self->n_laps == G_N_ELEMENTS (self->laps))
    return 0;
  self->start = self->network->clock;
  return self->n_beats;
}

/* What the rates of @object, on @path, that change in the second lap add to each resource from lap to lap. */
static void
add_growth (HdFlowDrift *self,
            guint32 object,
            guint32 path)
{
  const Note *notes = get_notes (self, object);
  guint n = count_notes (self, object);
  guint64 rate = 0;

  /* as before the lap, so after it */
  for (guint i = n; i > 0; i--)
    if (notes[i - 1].kind == NOTE_RATE || notes[i - 1].kind == NOTE_FOREIGN || notes[i - 1].kind == NOTE_END)
      {
        rate = notes[i - 1].rate;
        break;
      }
  for (guint i = 0; i < n; i++)
    if (notes[i].kind == NOTE_RATE || notes[i].kind == NOTE_FOREIGN || notes[i].kind == NOTE_END)
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
    if (count_notes (self, i) > 0)
      add_growth (self, i, self->network->actions[i - self->first[2]].path);
}

typedef struct
{
  const Word *before, *now;
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
  Mover mover = { (const Word *) (void *) self->laps[0].state->data, (const Word *) (void *) self->laps[1].state->data, (gint64) laps };

  foreach_word (self, move_word, &mover);
  for (guint32 i = self->first[2]; i < self->first[3]; i++)
    if (count_notes (self, i) > 0)
      {
        guint32 action = i - self->first[2];

        replay (self, i, laps, &network->actions[action]);
        hd_time_queue_set (&network->ends, action, hd_flow_action_get_end (&network->actions[action]));
      }
}
