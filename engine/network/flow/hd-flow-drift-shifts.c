/* hd-flow-drift-shifts.c: by how much each note of a lap is later in the next one
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Why a note has the shift of what it follows from is said in hd-flow-drift.c.
 */
#define G_LOG_DOMAIN "hd-flow-drift"

#include "hd-flow-drift-private.h"

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
  return g_array_index (self->begin, HdDriftWord, word).word;
}

static inline HdTime
get_word_shift (const HdFlowDrift *self,
                guint word)
{
  return g_array_index (self->end, HdDriftWord, word).word - get_begin (self, word);
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
    if (drift->notes[i].kind == HD_DRIFT_END)
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
  HdDriftNote *notes = drift->notes;
  guint32 task = notes[leave].object - drift->first[0];
  gboolean leaves = FALSE, starts = FALSE;
  guint first = leave;

  if (leave + 1 == drift->n_notes)
    return FALSE;
  while (first > 0 && notes[first - 1].kind == HD_DRIFT_TOKEN && self->order->waits[notes[first - 1].object - drift->first[1]].to == task)
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
      HdDriftNote *note = &drift->notes[i];
      guint32 task = note->object - drift->first[0], wait = note->object - drift->first[1];

      switch ((HdDriftNoteKind) note->kind)
        {
        case HD_DRIFT_TOKEN:
          if (!find_token_shift (self, wait, self->n_taken[wait]++, &note->shift))
            return FALSE;
          break;
        case HD_DRIFT_LEAVE:
          if (!find_leave_shifts (self, i))
            return FALSE;
          break;
        case HD_DRIFT_RATE:
          note->shift = self->shifts[task];
          break;
        case HD_DRIFT_END:
          note->shift = self->shifts[task];
          self->ends[task] = note->time;
          self->end_shifts[self->first_ends[task] + self->n_ends[task]++] = note->shift;
          break;
        case HD_DRIFT_START: /* with its leave */
        case HD_DRIFT_FOREIGN:
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
      const HdDriftNote *note = &self->notes[i];

      if (note->kind != HD_DRIFT_RATE && note->kind != HD_DRIFT_END)
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
      if (self->notes[i].kind != HD_DRIFT_FOREIGN)
        continue;
      while (m < self->n_moments && self->moments[m].time < self->notes[i].time)
        m++;
      if (m == self->n_moments || self->moments[m].time != self->notes[i].time)
        return FALSE;
      self->notes[i].shift = self->moments[m].shift;
    }
  return TRUE;
}

gboolean
_hd_flow_drift_find_shifts (HdFlowDrift *self)
{
  return find_own_shifts (self) && share_shifts (self);
}
