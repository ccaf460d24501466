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
  heddle_session_collect_problems (self, hd_run_get_problems (self->run));
  self->n_run_problems = self->problems->len - n;
}

static void
on_run_state (HeddleSession *self)
{
  self->loads_valid = FALSE;
  if (!heddle_session_is_active (self))
    {
      collect_run_problems (self);
      heddle_session_end_following (self);
    }
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
  g_ptr_array_set_size (self->problems, (gint) (self->problems->len - self->n_run_problems));
  self->n_run_problems = 0;
  heddle_clear_discard (&self->run_snapshot, hd_snapshot_unref);
  self->stale = FALSE;
  heddle_session_forget_match (self);
  self->moment = HD_TIME_MAX;
  self->cursors[0] = self->cursors[1] = HD_TIME_MAX;
  self->last_end = 0;
  self->last_reading = -1;
}

typedef enum
{
  OBSTACLE_NONE,
  OBSTACLE_NO_PROJECT,
  OBSTACLE_ERRORS,
  OBSTACLE_NOTHING_DRAWN,
  OBSTACLE_NO_WORK,
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
    return OBSTACLE_NONE;
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
  heddle_session_drop_run (self);
  self->run = hd_run_new (self->design, NULL);
  self->run_snapshot = hd_snapshot_ref (self->snapshot);
  heddle_session_begin_following (self);
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
HeddleMatch *
heddle_session_get_match (HeddleSession *self)
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
  HeddleMatch *match = heddle_session_get_match (self);
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
  if (record == NULL || end <= 0 || self->layout == NULL || (!runs_what_is_drawn (self) && !heddle_session_get_match (self)->any))
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

guint32
heddle_session_find_recorded_link (HeddleSession *self,
                                   guint32 link)
{
  if (self->run == NULL || self->layout == NULL)
    return HD_NO_ID;
  return runs_what_is_drawn (self) ? link : heddle_session_get_match (self)->links[link];
}

guint32
heddle_session_find_recorded_node (HeddleSession *self,
                                   guint32 node)
{
  if (self->run == NULL || self->layout == NULL)
    return HD_NO_ID;
  return runs_what_is_drawn (self) ? node : heddle_session_get_match (self)->nodes[node];
}
