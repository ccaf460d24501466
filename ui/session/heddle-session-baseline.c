/* heddle-session-baseline.c: a run that stays, so that others are compared with it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-changes.h"
#include "heddle-session-private.h"

void
heddle_session_forget_baseline (HeddleSession *self)
{
  g_clear_pointer (&self->baseline, heddle_run_view_unref);
  heddle_session_forget_past (self);
  if (self->heat == HEDDLE_HEAT_DIFFERENCE)
    self->heat = HEDDLE_HEAT_UTILISATION;
}

void
heddle_session_announce_baseline (HeddleSession *self)
{
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

gboolean
heddle_session_can_keep_baseline (HeddleSession *self)
{
  return heddle_session_get_run_state (self) == HD_RUN_FINISHED && self->baseline != self->view;
}

void
heddle_session_take_baseline (HeddleSession *self,
                              HeddleRunView *view)
{
  HeddleRunView *old = self->baseline;

  self->baseline = heddle_run_view_ref (view);
  heddle_session_forget_past (self);
  heddle_run_view_set_drawn (view, self->layout);
  g_clear_pointer (&old, heddle_run_view_unref);
  heddle_session_announce_baseline (self);
}

void
heddle_session_keep_baseline (HeddleSession *self)
{
  g_return_if_fail (heddle_session_can_keep_baseline (self));

  heddle_session_take_baseline (self, self->view);
}

void
heddle_session_drop_baseline (HeddleSession *self)
{
  if (self->baseline == NULL && self->past == NULL)
    return;
  heddle_session_forget_baseline (self);
  heddle_session_announce_baseline (self);
}

HdRecord *
heddle_session_get_baseline (HeddleSession *self)
{
  return self->baseline != NULL ? heddle_run_view_get_record (self->baseline) : NULL;
}

gboolean
heddle_session_compares (HeddleSession *self)
{
  return self->baseline != NULL && self->view != NULL && self->baseline != self->view;
}

gboolean
heddle_session_is_in_baseline (HeddleSession *self,
                               HdTargetKind kind,
                               guint32 number)
{
  return self->baseline != NULL && heddle_run_view_find_recorded (self->baseline, kind, number) != HD_NO_ID;
}

GArray *
heddle_session_list_baseline_changes (HeddleSession *self)
{
  g_autofree char *before = NULL, *now = NULL;
  GArray *changes;

  g_return_val_if_fail (heddle_session_compares (self), NULL);

  changes = heddle_list_changes (self->catalog, heddle_run_view_get_snapshot (self->baseline), heddle_run_view_get_snapshot (self->view));
  before = hd_record_dup_inputs (heddle_run_view_get_record (self->baseline));
  now = hd_record_dup_inputs (heddle_run_view_get_record (self->view));
  heddle_add_input_changes (changes, before, now);
  return changes;
}

gboolean
heddle_session_get_baseline_loads (HeddleSession *self,
                                   HeddleLoads *out_loads)
{
  HdTime start, end;

  if (!heddle_session_compares (self))
    return FALSE;
  end = hd_record_get_time (heddle_run_view_get_record (self->baseline));
  if (heddle_session_is_scrubbing (self) || heddle_session_get_run_state (self) != HD_RUN_FINISHED)
    end = MIN (end, heddle_session_get_moment (self));
  heddle_session_get_window_of (self, self->baseline, end, &start);
  if (!heddle_run_view_get_loads (self->baseline, start, end, out_loads))
    return FALSE;
  out_loads->peak = self->measure == HEDDLE_MEASURE_PEAK;
  return TRUE;
}
