/* heddle-session-run.c: the run of a window, its loads, and the time that is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <glib/gi18n.h>

#include "heddle-session-private.h"

#define PROGRESS_INTERVAL_US 100000 /* colours change at most ten times a second */
#define NOW_WALL_S 0.2              /* at a demonstration speed "now" is this much wall time */
#define NOW_SHARE 100               /* else this part of what has passed */
#define VISIBLE_WALL_S 1.0          /* following, the visible range is this much wall time */

/* ---- life of a run -------------------------------------------------------------------------------------------------------- */

static void
on_run_state (HeddleSession *self)
{
  HdRunState state = hd_run_get_state (self->run);

  if (state == HD_RUN_FAILED)
    heddle_session_collect_problems (self, hd_run_get_problems (self->run));
  self->loads_valid = FALSE;
  /* What ran too fast to be watched is shown whole. */
  if (state == HD_RUN_FINISHED && self->follow && self->speed == 0)
    heddle_session_set_range (self, 0, heddle_session_get_end (self));
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

void
heddle_session_drop_run (HeddleSession *self)
{
  if (self->run != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->run, self);
      hd_run_stop (self->run);
    }
  g_clear_object (&self->run);
  heddle_session_forget_match (self);
  self->moment = HD_TIME_MAX;
  self->cursors[0] = self->cursors[1] = HD_TIME_MAX;
  self->last_end = 0;
  self->last_reading = -1;
}

const char *
heddle_session_get_obstacle (HeddleSession *self)
{
  if (self->document == NULL)
    return _("No project is open");
  if (self->elaboration != NULL)
    return NULL;
  if (self->design == NULL)
    return _("The project has errors: the list of problems says which");
  return self->has_work ? NULL : _("Nothing to run yet: add a workload, or components that act");
}

gboolean
heddle_session_can_run (HeddleSession *self)
{
  return self->elaboration == NULL && heddle_session_get_obstacle (self) == NULL;
}

static HdRun *
prepare_run (HeddleSession *self)
{
  heddle_session_drop_run (self);
  self->run = hd_run_new (self->design, NULL);
  self->follow = TRUE;
  self->range_begin = 0;
  self->range_end = self->speed > 0 ? self->speed * VISIBLE_WALL_S * HD_TICKS_PER_SECOND : HD_TICKS_PER_SECOND;
  hd_run_set_speed (self->run, self->speed);
  g_signal_connect_object (self->run, "notify::state", G_CALLBACK (on_run_state), self, G_CONNECT_SWAPPED);
  return self->run;
}

void
heddle_session_start (HeddleSession *self)
{
  g_return_if_fail (heddle_session_can_run (self));

  hd_run_start (prepare_run (self));
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

void
heddle_session_pause (HeddleSession *self)
{
  if (heddle_session_get_run_state (self) == HD_RUN_RUNNING)
    hd_run_pause (self->run);
}

void
heddle_session_resume (HeddleSession *self)
{
  if (heddle_session_get_run_state (self) == HD_RUN_PAUSED)
    hd_run_resume (self->run);
}

void
heddle_session_stop (HeddleSession *self)
{
  if (heddle_session_is_active (self))
    hd_run_stop (self->run);
}

void
heddle_session_step (HeddleSession *self,
                     HdStep step)
{
  if (!heddle_session_is_active (self) && heddle_session_can_run (self))
    prepare_run (self);
  if (self->run != NULL)
    hd_run_step (self->run, step);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

gboolean
heddle_session_is_active (HeddleSession *self)
{
  HdRunState state = heddle_session_get_run_state (self);

  return state == HD_RUN_RUNNING || state == HD_RUN_PAUSED;
}

HdRun *
heddle_session_get_run (HeddleSession *self)
{
  return self->run;
}

HdRecord *
heddle_session_get_record (HeddleSession *self)
{
  return self->run != NULL ? hd_run_get_record (self->run) : NULL;
}

HdRunState
heddle_session_get_run_state (HeddleSession *self)
{
  return self->run != NULL ? hd_run_get_state (self->run) : HD_RUN_READY;
}

void
heddle_session_set_speed (HeddleSession *self,
                          double speed)
{
  self->speed = speed;
  if (self->run != NULL)
    hd_run_set_speed (self->run, speed);
  self->loads_valid = FALSE;
}

double
heddle_session_get_speed (HeddleSession *self)
{
  return self->speed;
}

/* ---- following --------------------------------------------------------------------------------------------------------------- */

static void
follow (HeddleSession *self)
{
  HdTime end = heddle_session_get_end (self);
  HdTime length = self->range_end - self->range_begin;

  if (self->speed == 0 && heddle_session_is_active (self))
    heddle_session_set_range (self, 0, MAX (end, 1));
  else if (end > self->range_end - length / 20)
    heddle_session_set_range (self, end + length / 20 - length, end + length / 20);
}

void
heddle_session_tick (HeddleSession *self,
                     gint64 frame_time_us)
{
  HdTime end;
  double reading;

  if (self->run == NULL || frame_time_us - self->last_tick_us < PROGRESS_INTERVAL_US)
    return;
  end = hd_record_get_time (hd_run_get_record (self->run));
  reading = hd_run_get_reading (self->run);
  if (end == self->last_end && reading == self->last_reading)
    return;
  self->last_tick_us = frame_time_us;
  self->last_end = end;
  self->last_reading = reading;
  self->loads_valid = FALSE;
  if (self->follow && self->moment == HD_TIME_MAX)
    follow (self);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

/* ---- loads --------------------------------------------------------------------------------------------------------------------- */

void
heddle_session_set_measure (HeddleSession *self,
                            HeddleMeasure measure)
{
  if (self->measure == measure)
    return;
  self->measure = measure;
  self->loads_valid = FALSE;
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

HeddleMeasure
heddle_session_get_measure (HeddleSession *self)
{
  return self->measure;
}

void
heddle_session_get_window (HeddleSession *self,
                           HdTime *out_start,
                           HdTime *out_end)
{
  HdTime end = heddle_session_get_moment (self), length = end;

  if (self->measure == HEDDLE_MEASURE_NOW)
    {
      HdRecord *record = heddle_session_get_record (self);

      length = self->speed > 0 ? self->speed * NOW_WALL_S * HD_TICKS_PER_SECOND : end / NOW_SHARE;
      if (record != NULL)
        length = MAX (length, 2 * hd_record_get_frame_interval (record));
    }
  *out_start = MAX (0, end - length);
  *out_end = end;
}

void
heddle_session_forget_match (HeddleSession *self)
{
  g_clear_pointer (&self->match, heddle_match_free);
  g_clear_pointer (&self->link_loads, g_free);
  g_clear_pointer (&self->node_loads, g_free);
  g_clear_pointer (&self->total_loads, g_free);
  g_clear_pointer (&self->node_total_loads, g_free);
  self->loads_valid = FALSE;
}

/* What is drawn has been edited since the run began: figures are shown where it still is the same. */
static HeddleMatch *
get_match (HeddleSession *self)
{
  if (self->match == NULL)
    self->match = heddle_match_new (self->layout, hd_run_get_design (self->run));
  return self->match;
}

static gboolean
runs_what_is_drawn (HeddleSession *self)
{
  return hd_run_get_design (self->run) == self->layout;
}

static void
spread (const HdLoad *of_run,
        const guint32 *match,
        HdLoad *of_drawn,
        guint n)
{
  for (guint i = 0; i < n; i++)
    of_drawn[i] = match[i] != HD_NO_ID ? of_run[match[i]] : (HdLoad){ 0 };
}

static void
read_matched (HeddleSession *self,
              HdRecord *record,
              HdTime start,
              HdTime end)
{
  HdDesign *design = hd_run_get_design (self->run);
  HeddleMatch *match = get_match (self);
  g_autofree HdLoad *links = g_new (HdLoad, hd_design_get_n_links (design));
  g_autofree HdLoad *nodes = g_new (HdLoad, hd_design_get_n_nodes (design));

  hd_record_read_links (record, 0, end, links);
  spread (links, match->links, self->total_loads, match->n_links);
  hd_record_read_links (record, start, end, links);
  spread (links, match->links, self->link_loads, match->n_links);
  hd_record_read_nodes (record, start, end, nodes);
  spread (nodes, match->nodes, self->node_loads, match->n_nodes);
  hd_record_read_nodes (record, 0, end, nodes);
  spread (nodes, match->nodes, self->node_total_loads, match->n_nodes);
}

static void
read_loads (HeddleSession *self,
            HdRecord *record,
            HdTime start,
            HdTime end)
{
  if (self->link_loads == NULL)
    {
      self->link_loads = g_new0 (HdLoad, hd_design_get_n_links (self->layout));
      self->total_loads = g_new0 (HdLoad, hd_design_get_n_links (self->layout));
      self->node_loads = g_new0 (HdLoad, hd_design_get_n_nodes (self->layout));
      self->node_total_loads = g_new0 (HdLoad, hd_design_get_n_nodes (self->layout));
    }
  if (!runs_what_is_drawn (self))
    {
      read_matched (self, record, start, end);
      return;
    }
  hd_record_read_links (record, 0, end, self->total_loads);
  hd_record_read_links (record, start, end, self->link_loads);
  hd_record_read_nodes (record, start, end, self->node_loads);
  hd_record_read_nodes (record, 0, end, self->node_total_loads);
}

gboolean
heddle_session_get_loads (HeddleSession *self,
                          HeddleLoads *out_loads)
{
  HdRecord *record = heddle_session_get_record (self);
  HdTime start, end;

  heddle_session_get_window (self, &start, &end);
  if (record == NULL || end <= 0 || self->layout == NULL || (!runs_what_is_drawn (self) && !get_match (self)->any))
    return FALSE;

  if (!self->loads_valid)
    {
      read_loads (self, record, start, end);
      self->loads_valid = TRUE;
      heddle_session_update_scopes (self);
    }
  *out_loads = (HeddleLoads){
    .links = self->link_loads,
    .nodes = self->node_loads,
    .totals = self->total_loads,
    .node_totals = self->node_total_loads,
    .peak = self->measure == HEDDLE_MEASURE_PEAK,
  };
  return TRUE;
}

gboolean
heddle_session_edits_count_later (HeddleSession *self)
{
  return heddle_session_is_active (self) && !runs_what_is_drawn (self);
}

guint32
heddle_session_find_recorded_link (HeddleSession *self,
                                   guint32 link)
{
  if (self->run == NULL || self->layout == NULL)
    return HD_NO_ID;
  return runs_what_is_drawn (self) ? link : get_match (self)->links[link];
}

guint32
heddle_session_find_recorded_node (HeddleSession *self,
                                   guint32 node)
{
  if (self->run == NULL || self->layout == NULL)
    return HD_NO_ID;
  return runs_what_is_drawn (self) ? node : get_match (self)->nodes[node];
}

guint32
heddle_session_find_drawn_node (HeddleSession *self,
                                guint32 recorded)
{
  if (self->run == NULL || self->layout == NULL)
    return HD_NO_ID;
  if (runs_what_is_drawn (self))
    return recorded;

  HeddleMatch *match = get_match (self);

  for (guint32 i = 0; i < match->n_nodes; i++)
    if (match->nodes[i] == recorded)
      return i;
  return HD_NO_ID;
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
  self->moment = moment >= heddle_session_get_end (self) ? HD_TIME_MAX : MAX (0, moment);
  self->loads_valid = FALSE;
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

HdTime
heddle_session_get_moment (HeddleSession *self)
{
  HdTime end = heddle_session_get_end (self);

  return MIN (self->moment, end);
}

gboolean
heddle_session_is_scrubbing (HeddleSession *self)
{
  return self->moment != HD_TIME_MAX;
}

void
heddle_session_set_range (HeddleSession *self,
                          HdTime begin,
                          HdTime end)
{
  begin = MAX (0, begin);
  end = MAX (end, begin + 1000);
  if (begin == self->range_begin && end == self->range_end)
    return;
  self->range_begin = begin;
  self->range_end = end;
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
  self->follow = follow_run;
  if (follow_run)
    {
      self->moment = HD_TIME_MAX;
      self->loads_valid = FALSE;
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
