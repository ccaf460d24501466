/* hd-flow-drift.c: advance an ordered batch by whole laps when some of its transfers come later in each lap by as much as in the one before
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-drift"

#include "hd-flow-network-private.h"

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

typedef enum
{
  NOTE_LEAVE,
  NOTE_START, /* when the flow will begin; follows the leave at once */
  NOTE_RATE,
  NOTE_END,
  NOTE_TOKEN,
  NOTE_FOREIGN,
} NoteKind;

/* Of an object, which is a task, wait or action in the order of these ranges. @shift: once it has been found */
typedef struct
{
  guint32 object;
  guint32 kind;
  guint64 rate;
  HdTime time;
  HdTime shift;
} Note;

/* At which the solver looked at resources. @shift: likewise */
typedef struct
{
  HdTime time;
  HdTime shift;
  gboolean has_shift;
} Moment;

struct _HdFlowDrift
{
  HdFlowNetwork *network; /* borrowed */
  guint32 batch;
  guint n_resources;
  guint32 first[4]; /* objects: of tasks, waits, actions; and where these end */
  Note *notes;      /* of the lap, in the order of writing; by object once they have been sorted */
  Note *scratch;
  guint n_notes;
  guint n_allocated;
  guint *first_note; /* by object; and one more */
  Moment *moments;
  guint n_moments;
  guint n_moments_allocated;
  HdIdList looks;    /* resources, in the order of looking */
  HdIdList look_moments; /* for each of them */
  guint32 *resource_moments; /* the same by resource */
  guint *first_look; /* by resource, in @resource_moments; and one more */
  GArray *begin;    /* of Word: state at the beginning of the lap */
  GArray *end;      /* likewise, at its end */
  HdTime start;     /* of the lap */
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
  if (self->n_notes == MOST_NOTES)
    {
      self->full = TRUE;
      return;
    }
  if (self->n_notes == self->n_allocated)
    {
      self->n_allocated = MAX (1024, 2 * self->n_allocated);
      self->notes = g_renew (Note, self->notes, self->n_allocated);
      self->scratch = g_renew (Note, self->scratch, self->n_allocated);
    }
  self->notes[self->n_notes++] = (Note) { object, kind, rate, time, 0 };
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
          self->moments = g_renew (Moment, self->moments, self->n_moments_allocated);
        }
      self->moments[self->n_moments++] = (Moment) { time };
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
    write_note (self, self->first[0] + a->transfer, NOTE_RATE, rate, self->network->clock);
  else
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
sort_notes (HdFlowDrift *self)
{
  guint32 n_objects = self->first[3];
  Note *sorted = self->scratch;
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

/* ---- shifts ---------------------------------------------------------------------------------------------------------- */

/* What is known of shifts while the notes are read in the order of writing. */
typedef struct
{
  HdFlowDrift *drift;
  const HdFlowOrder *order;
  guint *task_words;  /* by task: its first in the state */
  guint *wait_words;  /* by wait, likewise */
  guint *first_ends;  /* by task: its first in @end_shifts; and one more */
  HdTime *end_shifts;
  guint *n_ends;      /* by task: read so far */
  guint *n_taken;     /* by wait: tokens, read so far */
  HdTime *shifts;     /* by task: of the round under way, or of the last */
  HdTime *ends;       /* by task: of the last round that was read, or -1 */
} Shifts;

static inline gint64
get_begin (const HdFlowDrift *self,
           guint word)
{
  return g_array_index (self->begin, Word, word).word;
}

static inline HdTime
get_word_shift (const HdFlowDrift *self,
                guint word)
{
  return g_array_index (self->end, Word, word).word - get_begin (self, word);
}

/* In the order of foreach_word (). */
static void
find_words (Shifts *self)
{
  guint word = 0;

  for (guint i = 0; i < self->order->n_tasks; i++)
    {
      gint64 phase = get_begin (self->drift, word);

      self->task_words[i] = word;
      self->shifts[i] = phase > 0 ? get_word_shift (self->drift, word + 2) : 0;
      self->ends[i] = -1;
      word += phase == 0 ? 2 : phase == 1 ? 3 : 6;
    }
  for (guint w = 0; w < self->order->n_waits; w++)
    {
      self->wait_words[w] = word;
      word += 1 + (self->order->waits[w].each_round ? (guint) get_begin (self->drift, word) : 0);
    }
}

static void
count_ends (Shifts *self)
{
  HdFlowDrift *drift = self->drift;

  for (guint i = 0; i < drift->n_notes; i++)
    if (drift->notes[i].kind == NOTE_END)
      self->first_ends[drift->notes[i].object - drift->first[0] + 1]++;
  for (guint i = 0; i < self->order->n_tasks; i++)
    self->first_ends[i + 1] += self->first_ends[i];
  self->end_shifts = g_new (HdTime, self->first_ends[self->order->n_tasks] + 1);
}

/* Of the @number-th token of @wait since the beginning of the lap: those that were there come first, then one from each end. */
static gboolean
find_token_shift (const Shifts *self,
                  guint32 wait,
                  guint number,
                  HdTime *out_shift)
{
  guint n_there = (guint) get_begin (self->drift, self->wait_words[wait]);
  guint32 from = self->order->waits[wait].from;

  if (!self->order->waits[wait].each_round)
    return FALSE;
  if (number < n_there)
    *out_shift = get_word_shift (self->drift, self->wait_words[wait] + 1 + number);
  else if (number - n_there < self->n_ends[from])
    *out_shift = self->end_shifts[self->first_ends[from] + number - n_there];
  else
    return FALSE;
  return TRUE;
}

/* Several things happen before something at @time: it has the shift of the last, the largest if they are at one time. */
static inline void
follow (HdTime time,
        HdTime other,
        HdTime other_shift,
        gboolean *follows,
        HdTime *shift)
{
  if (other != time)
    return;
  *shift = *follows ? MAX (*shift, other_shift) : other_shift;
  *follows = TRUE;
}

/* Of a leave and the start after it; the tokens that were taken are noted before it. */
static gboolean
find_leave_shifts (Shifts *self,
                   guint leave)
{
  HdFlowDrift *drift = self->drift;
  Note *notes = drift->notes;
  guint32 task = notes[leave].object - drift->first[0];
  gboolean leaves = FALSE, starts = FALSE;
  guint first = leave;

  if (leave + 1 == drift->n_notes)
    return FALSE;
  while (first > 0 && notes[first - 1].kind == NOTE_TOKEN && self->order->waits[notes[first - 1].object - drift->first[1]].to == task)
    first--;
  follow (notes[leave].time, self->ends[task], self->shifts[task], &leaves, &notes[leave].shift);
  for (guint i = first; i < leave; i++)
    follow (notes[leave].time, notes[i].time - self->order->waits[notes[i].object - drift->first[1]].delay, notes[i].shift, &leaves, &notes[leave].shift);
  follow (notes[leave + 1].time, notes[leave].time, notes[leave].shift, &starts, &notes[leave + 1].shift);
  for (guint i = first; i < leave; i++)
    follow (notes[leave + 1].time, notes[i].time, notes[i].shift, &starts, &notes[leave + 1].shift);
  self->shifts[task] = notes[leave + 1].shift;
  return leaves && starts;
}

/* Whether all that is in the state at the end has the shift of what put it there. */
static gboolean
is_consistent (const Shifts *self)
{
  for (guint i = 0; i < self->order->n_tasks; i++)
    {
      gint64 phase = get_begin (self->drift, self->task_words[i]);

      if (phase > 0 && get_word_shift (self->drift, self->task_words[i] + 2) != self->shifts[i])
        return FALSE;
      if (phase > 1 && get_word_shift (self->drift, self->task_words[i] + 5) != self->shifts[i])
        return FALSE;
    }
  for (guint w = 0; w < self->order->n_waits; w++)
    for (guint k = 0; self->order->waits[w].each_round && k < (guint) get_begin (self->drift, self->wait_words[w]); k++)
      {
        HdTime shift;

        if (!find_token_shift (self, w, self->n_taken[w] + k, &shift) || shift != get_word_shift (self->drift, self->wait_words[w] + 1 + k))
          return FALSE;
      }
  return TRUE;
}

static gboolean
read_notes (Shifts *self)
{
  HdFlowDrift *drift = self->drift;

  for (guint i = 0; i < drift->n_notes; i++)
    {
      Note *note = &drift->notes[i];
      guint32 task = note->object - drift->first[0], wait = note->object - drift->first[1];

      switch ((NoteKind) note->kind)
        {
        case NOTE_TOKEN:
          if (!find_token_shift (self, wait, self->n_taken[wait]++, &note->shift))
            return FALSE;
          break;
        case NOTE_LEAVE:
          if (!find_leave_shifts (self, i))
            return FALSE;
          break;
        case NOTE_RATE:
          note->shift = self->shifts[task];
          break;
        case NOTE_END:
          note->shift = self->shifts[task];
          self->ends[task] = note->time;
          self->end_shifts[self->first_ends[task] + self->n_ends[task]++] = note->shift;
          break;
        case NOTE_START: /* with its leave */
        case NOTE_FOREIGN:
        default:
          break;
        }
    }
  return is_consistent (self);
}

/* Of transfers and tokens. */
static gboolean
find_own_shifts (HdFlowDrift *self)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (self->network, self->batch)->order;
  Shifts shifts = { self, order };
  gboolean found;

  shifts.task_words = g_new (guint, order->n_tasks);
  shifts.wait_words = g_new (guint, order->n_waits + 1);
  shifts.first_ends = g_new0 (guint, order->n_tasks + 1);
  shifts.n_ends = g_new0 (guint, order->n_tasks);
  shifts.n_taken = g_new0 (guint, order->n_waits + 1);
  shifts.shifts = g_new (HdTime, order->n_tasks);
  shifts.ends = g_new (HdTime, order->n_tasks);
  find_words (&shifts);
  count_ends (&shifts);
  found = read_notes (&shifts);
  g_free (shifts.task_words);
  g_free (shifts.wait_words);
  g_free (shifts.first_ends);
  g_free (shifts.end_shifts);
  g_free (shifts.n_ends);
  g_free (shifts.n_taken);
  g_free (shifts.shifts);
  g_free (shifts.ends);
  return found;
}

/* Each moment has the shift of the transfers whose rate changed or that ended then, and so have changes of others. Whether there is one for each. */
static gboolean
share_shifts (HdFlowDrift *self)
{
  guint m = 0;

  for (guint i = 0; i < self->n_notes; i++)
    {
      const Note *note = &self->notes[i];

      if (note->kind != NOTE_RATE && note->kind != NOTE_END)
        continue;
      while (m < self->n_moments && self->moments[m].time < note->time)
        m++;
      if (m == self->n_moments || self->moments[m].time != note->time)
        continue;
      if (self->moments[m].has_shift && self->moments[m].shift != note->shift)
        return FALSE;
      self->moments[m].shift = note->shift;
      self->moments[m].has_shift = TRUE;
    }
  for (m = 0; m < self->n_moments; m++)
    if (!self->moments[m].has_shift)
      return FALSE;
  m = 0;
  for (guint i = 0; i < self->n_notes; i++)
    {
      if (self->notes[i].kind != NOTE_FOREIGN)
        continue;
      while (m < self->n_moments && self->moments[m].time < self->notes[i].time)
        m++;
      if (m == self->n_moments || self->moments[m].time != self->notes[i].time)
        return FALSE;
      self->notes[i].shift = self->moments[m].shift;
    }
  return TRUE;
}

/* ---- how long it goes on ------------------------------------------------------------------------------------------------ */

typedef struct
{
  const HdFlowDrift *drift;
  const HdFlowOrder *order;
  HdTime end, period; /* of the lap */
  guint64 laps;              /* that may follow, so far */
} Check;

static inline const Note *
get_notes (const HdFlowDrift *self,
           guint32 object)
{
  return &self->notes[self->first_note[object]];
}

static inline guint
count_notes (const HdFlowDrift *self,
             guint32 object)
{
  return self->first_note[object + 1] - self->first_note[object];
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

/* It happens in the lap, and so do all that follow it in theirs: none is later, and that of one lap more is not there yet. */
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
  const HdFlowDrift *self = check->drift;
  const guint32 *looks = &self->resource_moments[self->first_look[resource]];
  guint n = self->first_look[resource + 1] - self->first_look[resource];

  for (guint i = 0; i < n; i++)
    {
      const Moment *look = &self->moments[looks[i]], *next = &self->moments[looks[i + 1 < n ? i + 1 : 0]]; /* of the lap that follows */
      HdTime next_time = next->time + (i + 1 < n ? 0 : next->shift);

      stay_in_lap (check, look->time, look->shift);
      if (look->shift != next->shift)
        stay_before (check, look->time, next_time, look->shift - next->shift, FALSE);
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
        case NOTE_TOKEN:
        case NOTE_FOREIGN:
        default:
          g_assert_not_reached ();
        }
    }
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

/** hd_flow_drift_count: the lap ends now: how many laps, at most @most, may follow that go as it did but for shifts */
guint64
hd_flow_drift_count (HdFlowDrift *self,
                     guint64 most)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (self->network, self->batch)->order;
  Check check = { self, order, self->network->clock, self->network->clock - self->start, most };

  keep_state (self, self->end);
  if (most == 0 || self->full || !is_alike (self->begin, self->end) || !find_own_shifts (self) || !share_shifts (self))
    return 0;
  sort_notes (self);
  sort_looks (self);
  for (guint32 i = 0; i < self->n_resources && check.laps > 0; i++)
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
  self->end = g_array_new (FALSE, FALSE, sizeof (Word));
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
  Mover mover = { (const Word *) (void *) self->begin->data, (const Word *) (void *) self->end->data, (gint64) laps };

  foreach_word (self, move_word, &mover);
  for (guint32 i = self->first[2]; i < self->first[3]; i++)
    if (count_notes (self, i) > 0)
      {
        guint32 action = i - self->first[2];

        replay (self, i, laps, &network->actions[action]);
        hd_time_queue_set (&network->ends, action, hd_flow_action_get_end (&network->actions[action]));
      }
}
