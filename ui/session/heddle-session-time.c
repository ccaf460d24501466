/* heddle-session-time.c: the time that is looked at: a moment, and a range of the record
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The range lies in the record, or in that which it is compared with: there is nothing to see past its end. While a run goes on there is a little room for what comes next.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <glib/gi18n.h>

#include "heddle-session-private.h"

#define PROGRESS_INTERVAL_US 100000 /* colours change at most ten times a second */
#define VISIBLE_WALL_S 1.0          /* following, the visible range is this much wall time */
#define ROOM 20                     /* this part of the range lies ahead of what is followed */
#define SHORTEST_RANGE_PS 1000
#define MARGIN 0.1                  /* of the range, that stays around what is shown */
#define MOST_LONGER 4               /* times as long as a run may that be which is seen beside it */

/* ---- following ------------------------------------------------------------------------------------------------------------ */

static HdTime
get_first_length (HeddleSession *self)
{
  return self->speed > 0 ? self->speed * VISIBLE_WALL_S * HD_TICKS_PER_SECOND : HD_TICKS_PER_SECOND;
}

void
heddle_session_begin_following (HeddleSession *self)
{
  self->follow = TRUE;
  self->range_begin = 0;
  self->range_end = get_first_length (self);
}

void
heddle_session_end_following (HeddleSession *self)
{
  /* Who has followed it to the end has seen its parts; what ran too fast to be watched was not seen at all. */
  if (self->follow)
    heddle_session_show_all (self);
  else
    heddle_session_set_range (self, self->range_begin, self->range_end);
  self->follow = FALSE;
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
}

static void
follow (HeddleSession *self)
{
  HdTime end = heddle_session_get_end (self);
  HdTime length = self->range_end - self->range_begin;

  if (self->speed == 0)
    heddle_session_set_range (self, 0, end);
  else if (end > self->range_end - length / ROOM)
    heddle_session_set_range (self, end + length / ROOM - length, end + length / ROOM);
}

void
heddle_session_tick (HeddleSession *self,
                     gint64 frame_time_us)
{
  HdTime end;
  double reading;

  if (self->view == NULL || frame_time_us - self->last_tick_us < PROGRESS_INTERVAL_US)
    return;
  end = hd_record_get_time (heddle_run_view_get_record (self->view));
  reading = hd_run_get_reading (heddle_run_view_get_run (self->view));
  if (end == self->last_end && reading == self->last_reading)
    return;
  self->last_tick_us = frame_time_us;
  self->last_end = end;
  self->last_reading = reading;
  heddle_session_forget_loads (self);
  if (self->follow && !heddle_session_is_scrubbing (self))
    follow (self);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

/* ---- time ------------------------------------------------------------------------------------------------------------------------ */

HdTime
heddle_session_get_end (HeddleSession *self)
{
  HdRecord *record = heddle_session_get_record (self);

  /* While it runs all views stand at the last tick: what is drawn twice in between is drawn the same. */
  if (heddle_session_get_run_state (self) == HD_RUN_RUNNING)
    return self->last_end;
  return record != NULL ? hd_record_get_time (record) : 0;
}

void
heddle_session_set_moment (HeddleSession *self,
                           HdTime moment)
{
  if (self->view != NULL)
    heddle_run_view_set_moment (self->view, moment >= heddle_session_get_end (self) ? HD_TIME_MAX : MAX (0, moment));
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

HdTime
heddle_session_get_moment (HeddleSession *self)
{
  HdTime end = heddle_session_get_end (self);

  return self->view != NULL ? MIN (heddle_run_view_get_moment (self->view), end) : end;
}

gboolean
heddle_session_is_scrubbing (HeddleSession *self)
{
  return self->view != NULL && heddle_run_view_get_moment (self->view) != HD_TIME_MAX;
}

char *
heddle_session_dup_moment_name (HeddleSession *self)
{
  g_autofree char *time = hd_figure_time (heddle_session_get_moment (self), 4);

  /* Translators: a moment of the run that is looked at, "At 4.76 s" */
  return heddle_session_is_scrubbing (self) || heddle_session_get_run_state (self) == HD_RUN_FINISHED ? g_strdup_printf (_("At %s"), time) : g_strdup (_("Now"));
}

/* The end of what is over, and of what it is compared with, unless that took so much longer that little would be seen of this run. */
static HdTime
get_whole (HeddleSession *self)
{
  HdTime end = heddle_session_get_end (self), before;

  if (!heddle_session_compares (self) || heddle_session_is_active (self))
    return end;
  before = hd_record_get_time (heddle_session_get_baseline (self));
  return before / MOST_LONGER < end ? MAX (end, before) : end;
}

/* How far a range of @length may reach; without a record nothing says. */
static HdTime
get_horizon (HeddleSession *self,
             HdTime length)
{
  HdTime end = get_whole (self);

  if (self->view == NULL)
    return HD_TIME_MAX;
  if (!heddle_session_is_active (self))
    return MAX (end, SHORTEST_RANGE_PS);
  return self->speed > 0 ? MAX (end + MIN (length, end) / ROOM, get_first_length (self)) : MAX (end, SHORTEST_RANGE_PS);
}

void
heddle_session_set_range (HeddleSession *self,
                          HdTime begin,
                          HdTime end)
{
  HdTime length = MAX (end - begin, SHORTEST_RANGE_PS);
  HdTime horizon = get_horizon (self, length);

  length = MIN (length, horizon);
  begin = CLAMP (begin, 0, horizon - length);
  end = begin + length;
  if (begin == self->range_begin && end == self->range_end)
    return;
  self->range_begin = begin;
  self->range_end = end;
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
}

void
heddle_session_show_time (HeddleSession *self,
                          HdTime begin,
                          HdTime end)
{
  HdTime length = self->range_end - self->range_begin, margin = (HdTime) ((double) length * MARGIN);

  if (begin >= self->range_begin && begin <= self->range_end)
    return;
  heddle_session_set_follow (self, FALSE);
  heddle_session_set_range (self, begin - margin, begin - margin + MAX (length, end - begin + 2 * margin));
}

void
heddle_session_show_all (HeddleSession *self)
{
  /* As fast as possible, following shows all as it comes. */
  if (self->speed > 0)
    self->follow = FALSE;
  heddle_session_set_range (self, 0, get_whole (self));
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
}

void
heddle_session_get_range (HeddleSession *self,
                          HdTime *out_begin,
                          HdTime *out_end)
{
  *out_begin = self->range_begin;
  *out_end = self->range_end;
}

void
heddle_session_set_cursor (HeddleSession *self,
                           guint cursor,
                           HdTime time)
{
  g_return_if_fail (cursor < G_N_ELEMENTS (self->cursors));

  self->cursors[cursor] = time;
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
}

HdTime
heddle_session_get_cursor (HeddleSession *self,
                           guint cursor)
{
  return self->cursors[cursor];
}

void
heddle_session_set_follow (HeddleSession *self,
                           gboolean follow_run)
{
  self->follow = follow_run && heddle_session_is_active (self);
  if (self->follow)
    {
      heddle_run_view_set_moment (self->view, HD_TIME_MAX);
      follow (self);
      heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
    }
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
}

gboolean
heddle_session_get_follow (HeddleSession *self)
{
  return self->follow;
}
