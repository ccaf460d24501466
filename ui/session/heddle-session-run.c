/* heddle-session-run.c: the run of a window, and its loads
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <glib/gi18n.h>

#include "heddle-discard.h"
#include "heddle-session-private.h"

#define NOW_WALL_S 0.2              /* at a demonstration speed "now" is this much wall time */
#define NOW_SHARE 100               /* else this part of what has passed */

/* ---- life of a run -------------------------------------------------------------------------------------------------------- */

/* What a run that is over has to say, be it that something has no effect. */
static void
collect_run_problems (HeddleSession *self)
{
  guint n = self->problems->len;

  if (self->n_run_problems > 0)
    return;
  heddle_session_collect_problems (self, hd_run_get_problems (heddle_session_get_run (self)));
  self->n_run_problems = self->problems->len - n;
}

static void
on_run_state (HeddleSession *self)
{
  heddle_session_forget_loads (self);
  if (!heddle_session_is_active (self))
    {
      collect_run_problems (self);
      heddle_session_end_following (self);
      if (heddle_session_get_run_state (self) == HD_RUN_FINISHED && !heddle_session_is_stale (self))
        heddle_session_trace_run (self, heddle_session_get_record (self));
    }
  if (heddle_session_get_run_state (self) == HD_RUN_FINISHED)
    heddle_session_keep_run (self);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

void
heddle_session_drop_run (HeddleSession *self)
{
  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_data (heddle_run_view_get_run (self->view), self);
      hd_run_stop (heddle_run_view_get_run (self->view));
    }
  heddle_session_forget_marks (self);
  heddle_session_forget_path (self);
  g_clear_pointer (&self->view, heddle_run_view_unref);
  g_ptr_array_set_size (self->problems, (gint) (self->problems->len - self->n_run_problems));
  self->n_run_problems = 0;
  self->cursors[0] = self->cursors[1] = HD_TIME_MAX;
  self->last_end = 0;
  self->last_reading = -1;
}

void
heddle_session_take_run (HeddleSession *self,
                         HdRun *run,
                         HdSnapshot *snapshot)
{
  heddle_session_drop_run (self);
  self->view = heddle_run_view_new (run, snapshot);
  heddle_run_view_set_drawn (self->view, self->layout);
  heddle_run_view_set_stale (self->view, !heddle_session_runs_alike (self)); /* the next state may be known already, and be elaborated still */
  heddle_session_begin_following (self);
  heddle_session_watch (self);
  on_run_state (self);
}

void
heddle_session_take_view (HeddleSession *self,
                          HeddleRunView *view)
{
  heddle_session_drop_run (self);
  self->view = heddle_run_view_ref (view);
  heddle_run_view_set_moment (view, HD_TIME_MAX);
  heddle_run_view_set_drawn (view, self->layout);
  heddle_session_watch (self);
  collect_run_problems (self);
  heddle_run_view_set_stale (view, !heddle_session_runs_alike (self));
  heddle_session_show_all (self);
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

typedef enum
{
  OBSTACLE_NONE,
  OBSTACLE_NO_PROJECT,
  OBSTACLE_ERRORS,
  OBSTACLE_NOTHING_DRAWN,
  OBSTACLE_NO_WORK,
  OBSTACLE_LOCKED,
  N_OBSTACLES
} Obstacle;

static Obstacle
find_obstacle (HeddleSession *self)
{
  if (self->document == NULL)
    return OBSTACLE_NO_PROJECT;
  if (self->elaboration != NULL)
    return OBSTACLE_NONE;
  if (self->design == NULL)
    return OBSTACLE_ERRORS;
  if (self->has_work)
    return self->lock != NULL ? OBSTACLE_LOCKED : OBSTACLE_NONE;
  return hd_design_get_n_nodes (self->design) == 0 ? OBSTACLE_NOTHING_DRAWN : OBSTACLE_NO_WORK;
}

const char *
heddle_session_get_obstacle (HeddleSession *self)
{
  static const char *const sentences[N_OBSTACLES] = {
    [OBSTACLE_NO_PROJECT] = N_("No project is open."),
    [OBSTACLE_ERRORS] = N_("The project has errors; the list of problems says which."),
    [OBSTACLE_NOTHING_DRAWN] = N_("Nothing is drawn yet. Drag components onto the canvas, or generate a whole topology."),
    [OBSTACLE_NO_WORK] = N_("The system has nothing to do yet. Give it work, or add components that act by themselves."),
  };
  Obstacle obstacle = find_obstacle (self);

  if (obstacle == OBSTACLE_LOCKED)
    return self->lock;
  return sentences[obstacle] != NULL ? _(sentences[obstacle]) : NULL;
}

gboolean
heddle_session_get_remedy (HeddleSession *self,
                           HeddleRemedy *out_remedy)
{
  static const HeddleRemedy remedies[N_OBSTACLES] = {
    [OBSTACLE_ERRORS] = { N_("Show the _Problems"), "win.dock::problems" },
    [OBSTACLE_NOTHING_DRAWN] = { N_("_Generate a Topology…"), "win.generate" },
    [OBSTACLE_NO_WORK] = { N_("_Give It Work…"), "win.add-workload" },
    [OBSTACLE_LOCKED] = { N_("_Go to the Lesson"), "win.lesson-question" },
  };
  const HeddleRemedy *remedy = &remedies[find_obstacle (self)];

  if (remedy->action == NULL)
    return FALSE;
  *out_remedy = *remedy;
  return TRUE;
}

gboolean
heddle_session_can_run (HeddleSession *self)
{
  return self->elaboration == NULL && heddle_session_get_obstacle (self) == NULL;
}

static HdRun *
prepare_run (HeddleSession *self)
{
  g_autoptr (HdRun) run = hd_run_new (self->design, NULL);
  g_autoptr (HdPermit) permit = heddle_session_dup_permit (self);

  hd_run_allow_programs (run, permit);
  heddle_session_drop_trial (self);
  heddle_session_drop_run (self);
  heddle_session_note_knobs (self);
  self->view = heddle_run_view_new (run, self->snapshot);
  heddle_run_view_set_drawn (self->view, self->layout);
  heddle_session_begin_following (self);
  heddle_session_watch (self);
  if (self->speed > 0)
    heddle_session_run_ahead (self);
  hd_run_set_speed (run, self->speed);
  g_signal_connect_object (run, "notify::state", G_CALLBACK (on_run_state), self, G_CONNECT_SWAPPED);
  return run;
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
    hd_run_pause (heddle_session_get_run (self));
}

void
heddle_session_resume (HeddleSession *self)
{
  if (heddle_session_get_run_state (self) == HD_RUN_PAUSED)
    hd_run_resume (heddle_session_get_run (self));
}

void
heddle_session_stop (HeddleSession *self)
{
  if (heddle_session_is_active (self))
    hd_run_stop (heddle_session_get_run (self));
}

void
heddle_session_step (HeddleSession *self,
                     HdStep step)
{
  if (!heddle_session_is_active (self) && heddle_session_can_run (self))
    {
      prepare_run (self);
      heddle_session_run_ahead (self);
    }
  if (self->view != NULL)
    {
      hd_run_step (heddle_run_view_get_run (self->view), step);
      heddle_session_set_follow (self, TRUE); /* what a step does is looked at where it happens, wherever one looked before */
    }
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

void
heddle_session_run_until (HeddleSession *self,
                          HdTime time)
{
  if (!heddle_session_is_active (self) && heddle_session_can_run (self))
    {
      prepare_run (self);
      heddle_session_run_ahead (self);
    }
  if (self->view != NULL)
    hd_run_until (heddle_run_view_get_run (self->view), time);
  heddle_session_emit (self, HEDDLE_SESSION_RANGE_CHANGED);
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
  return self->view != NULL ? heddle_run_view_get_run (self->view) : NULL;
}

HdRecord *
heddle_session_get_record (HeddleSession *self)
{
  return self->view != NULL ? heddle_run_view_get_record (self->view) : NULL;
}

HdSnapshot *
heddle_session_get_run_snapshot (HeddleSession *self)
{
  return self->view != NULL ? heddle_run_view_get_snapshot (self->view) : NULL;
}

HdRunState
heddle_session_get_run_state (HeddleSession *self)
{
  return self->view != NULL ? hd_run_get_state (heddle_run_view_get_run (self->view)) : HD_RUN_READY;
}

void
heddle_session_take_speed (HeddleSession *self,
                           double speed)
{
  self->speed = speed;
  if (self->view != NULL)
    hd_run_set_speed (heddle_run_view_get_run (self->view), speed);
  heddle_session_forget_loads (self);
}

/* How long "now" is depends on it, so that figures change, also of a run that stands still or is over. */
void
heddle_session_set_speed (HeddleSession *self,
                          double speed)
{
  gboolean is_other = speed != self->speed;

  heddle_session_take_speed (self, speed);
  if (is_other && self->view != NULL)
    heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

double
heddle_session_get_speed (HeddleSession *self)
{
  return self->speed;
}

/* ---- loads --------------------------------------------------------------------------------------------------------------------- */

void
heddle_session_set_measure (HeddleSession *self,
                            HeddleMeasure measure)
{
  if (self->measure == measure)
    return;
  self->measure = measure;
  heddle_session_forget_loads (self);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

/* Routers that take energy count stalls, and the other way round. */
gboolean
heddle_session_has_heat (HeddleSession *self,
                         HeddleHeatMode heat)
{
  switch (heat)
    {
    case HEDDLE_HEAT_UTILISATION:
      return self->view != NULL;
    case HEDDLE_HEAT_DIFFERENCE:
      return heddle_session_compares (self);
    case HEDDLE_HEAT_ENERGY:
    case HEDDLE_HEAT_STALLS:
      return self->view != NULL && hd_record_has_energy (heddle_run_view_get_record (self->view));
    case HEDDLE_HEAT_OFF:
      break;
    }
  return FALSE;
}

void
heddle_session_set_heat (HeddleSession *self,
                         HeddleHeatMode heat)
{
  if (self->heat == heat)
    return;
  self->heat = heat;
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

HeddleHeatMode
heddle_session_get_heat (HeddleSession *self)
{
  return heddle_session_has_heat (self, self->heat) ? self->heat : HEDDLE_HEAT_UTILISATION;
}

void
heddle_session_get_window_of (HeddleSession *self,
                              HeddleRunView *view,
                              HdTime end,
                              HdTime *out_start)
{
  HdTime length = end;

  if (self->measure == HEDDLE_MEASURE_NOW)
    {
      length = self->speed > 0 ? self->speed * NOW_WALL_S * HD_TICKS_PER_SECOND : end / NOW_SHARE;
      if (view != NULL)
        length = MAX (length, 2 * hd_record_get_frame_interval (heddle_run_view_get_record (view)));
    }
  *out_start = MAX (0, end - length);
}

void
heddle_session_get_window (HeddleSession *self,
                           HdTime *out_start,
                           HdTime *out_end)
{
  *out_end = heddle_session_get_moment (self);
  heddle_session_get_window_of (self, self->view, *out_end, out_start);
}

void
heddle_session_forget_loads (HeddleSession *self)
{
  if (self->view != NULL)
    heddle_run_view_forget_loads (self->view);
}

gboolean
heddle_session_get_loads (HeddleSession *self,
                          HeddleLoads *out_loads)
{
  gboolean known = self->view != NULL && heddle_run_view_peek_links (self->view) != NULL;
  HdTime start, end;

  heddle_session_get_window (self, &start, &end);
  if (self->view == NULL || !heddle_run_view_get_loads (self->view, start, end, out_loads))
    return FALSE;
  out_loads->peak = self->measure == HEDDLE_MEASURE_PEAK;
  if (!known)
    heddle_session_update_scopes (self);
  return TRUE;
}

guint32
heddle_session_find_recorded_link (HeddleSession *self,
                                   guint32 link)
{
  return self->view != NULL ? heddle_run_view_find_recorded (self->view, HD_TARGET_LINK, link) : HD_NO_ID;
}

guint32
heddle_session_find_recorded_node (HeddleSession *self,
                                   guint32 node)
{
  return self->view != NULL ? heddle_run_view_find_recorded (self->view, HD_TARGET_NODE, node) : HD_NO_ID;
}
