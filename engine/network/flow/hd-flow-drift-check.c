/* hd-flow-drift-check.c: for how many laps each note is later by its shift
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All that is compared is linear in the number of laps, see hd-flow-drift.c.
 */
#define G_LOG_DOMAIN "hd-flow-drift"

#include "hd-flow-drift-private.h"

typedef struct
{
  const HdFlowDrift *drift;
  const HdFlowOrder *order;
  HdTime end, period; /* of the lap */
  guint64 laps;              /* that may follow, so far */
} Check;

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
      const HdDriftMoment *look = &self->moments[looks[i]], *next = &self->moments[looks[i + 1 < n ? i + 1 : 0]]; /* of the lap that follows */
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
  const HdDriftNote *notes = _hd_flow_drift_get_notes (self, object);
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
      if (number >= _hd_flow_drift_count_notes (self, wait))
        {
          check->laps = 0;
          return;
        }
      token = _hd_flow_drift_get_notes (self, wait)[number].time;
      token_shift = _hd_flow_drift_get_notes (self, wait)[number].shift;
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
  const HdDriftNote *notes = _hd_flow_drift_get_notes (self, object);
  guint n = _hd_flow_drift_count_notes (self, object), n_leaves = 0;

  if (n == 0 && check->order->tasks[task].action != HD_FLOW_NO_ACTION)
    check->laps = 0;
  for (guint i = 0; i < n && check->laps > 0; i++)
    {
      guint before = i > 0 ? i - 1 : n - 1; /* of the lap before */
      HdTime shift = notes[i].shift, shift_before = notes[before].shift;

      switch ((HdDriftNoteKind) notes[i].kind)
        {
        case HD_DRIFT_LEAVE:
          stay_in_lap (check, notes[i].time, shift);
          if (notes[before].kind != HD_DRIFT_END || i + 1 == n)
            check->laps = 0;
          else
            check_leave (check, task, i, n_leaves++, notes[before].time - (i > 0 ? 0 : shift_before), shift_before);
          break;
        case HD_DRIFT_START:
          if (notes[i].time <= check->end)
            stay_in_lap (check, notes[i].time, shift);
          else
            stay_before (check, check->end, notes[i].time, check->period - shift, FALSE);
          break;
        case HD_DRIFT_RATE:
        case HD_DRIFT_END:
          stay_in_lap (check, notes[i].time, shift);
          if (shift != shift_before || (notes[before].kind != HD_DRIFT_START && notes[before].kind != HD_DRIFT_RATE))
            check->laps = 0;
          break;
        case HD_DRIFT_TOKEN:
        case HD_DRIFT_FOREIGN:
        default:
          g_assert_not_reached ();
        }
    }
}

guint64
_hd_flow_drift_replay (const HdFlowDrift *self,
                       guint32 object,
                       guint64 laps,
                       HdFlowAction *action)
{
  const HdDriftNote *notes = _hd_flow_drift_get_notes (self, object);
  guint n = _hd_flow_drift_count_notes (self, object);

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

guint64
_hd_flow_drift_check (const HdFlowDrift *self)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (self->network, self->batch)->order;
  Check check = { self, order, self->network->clock, self->network->clock - self->start, G_MAXUINT32 };

  for (guint32 i = 0; i < self->n_resources && check.laps > 0; i++)
    check_looks (&check, i);
  for (guint32 i = 0; i < order->n_tasks && check.laps > 0; i++)
    check_task (&check, i);
  return check.laps;
}

guint64
_hd_flow_drift_check_others (const HdFlowDrift *self,
                             guint64 most)
{
  for (guint32 i = self->first[2]; i < self->first[3] && most > 0; i++)
    if (_hd_flow_drift_count_notes (self, i) > 0)
      {
        HdFlowAction action = self->network->actions[i - self->first[2]];

        most = _hd_flow_drift_replay (self, i, most, &action);
      }
  return most;
}
