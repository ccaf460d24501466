/* heddle-session-turn.c: a knob is turned: what would be is elaborated and run at once, and becomes an edit when it is let go
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While it is turned the session looks at a state that the document was in for a moment, inside a group of edits that was taken back: so all that follows
 * the snapshot follows it, and nothing is to be undone. One state is elaborated and run at a time. The newest of those that come meanwhile is next; what takes
 * longer than anyone would wait is given up for it. The figures of the last run stay until those of the next are complete.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-changes.h"
#include "heddle-discard.h"
#include "heddle-edits.h"
#include "heddle-session-private.h"

#define PATIENCE_MS 250

static gboolean begin (HeddleSession *self,
                       const char *setting,
                       GError **error);

/* ---- the run -------------------------------------------------------------------------------------------------------------- */

void
heddle_session_drop_trial (HeddleSession *self)
{
  if (self->trial != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->trial, self);
      hd_run_stop (self->trial);
    }
  g_clear_object (&self->trial);
  heddle_clear_discard (&self->trial_snapshot, hd_snapshot_unref);
}

/* What came last while this was busy is next. What is elaborated still, after it was let go, has yet to run. */
static void
go_on (HeddleSession *self)
{
  g_autofree char *next = g_steal_pointer (&self->wanted);

  g_clear_handle_id (&self->patience, g_source_remove);
  if (next != NULL)
    begin (self, next, NULL); /* the first of them was taken: they differ in the value alone */
  else if (self->turned == NULL && self->elaboration == NULL)
    self->runs_next = FALSE;
}

static void
on_trial_state (HeddleSession *self)
{
  HdRunState state = hd_run_get_state (self->trial);
  g_autoptr (HdRun) run = NULL;
  g_autoptr (HdSnapshot) snapshot = NULL;

  if (state < HD_RUN_FINISHED)
    return;
  run = g_object_ref (self->trial);
  snapshot = hd_snapshot_ref (self->trial_snapshot);
  heddle_session_drop_trial (self);
  if (state != HD_RUN_CANCELLED)
    heddle_session_take_run (self, run, snapshot);
  go_on (self);
}

/* What is shown already is a run of the present state. */
static gboolean
has_run (HeddleSession *self)
{
  return heddle_session_get_run_state (self) == HD_RUN_FINISHED && heddle_session_runs_alike (self);
}

static gboolean
may_run (HeddleSession *self)
{
  g_autoptr (GPtrArray) commands = heddle_session_can_run (self) ? heddle_session_find_programs (self) : NULL;

  return commands != NULL && commands->len == 0;
}

void
heddle_session_run_next (HeddleSession *self)
{
  g_autoptr (HdPermit) permit = NULL;

  if (!self->runs_next)
    return;
  if (self->trial != NULL && heddle_runs_alike (self->trial_snapshot, self->snapshot))
    return;
  heddle_session_drop_trial (self);
  if (!may_run (self) || has_run (self))
    {
      heddle_session_check_stale (self);
      if (has_run (self))
        heddle_session_keep_run (self);
      go_on (self);
      return;
    }
  permit = heddle_session_dup_permit (self);
  self->trial = hd_run_new (self->design, NULL);
  self->trial_snapshot = hd_snapshot_ref (self->snapshot);
  heddle_session_note_knobs (self);
  hd_run_allow_programs (self->trial, permit);
  hd_run_set_speed (self->trial, 0);
  g_signal_connect_object (self->trial, "notify::state", G_CALLBACK (on_trial_state), self, G_CONNECT_SWAPPED);
  hd_run_start (self->trial);
}

/* ---- turning -------------------------------------------------------------------------------------------------------------- */

static gboolean
on_patience (gpointer data)
{
  HeddleSession *self = data;

  heddle_session_check_stale (self); /* what is shown is of another state, for longer than a blink */
  if (self->wanted == NULL)
    return G_SOURCE_CONTINUE;
  self->patience = 0;
  heddle_session_cancel_elaboration (self);
  heddle_session_drop_trial (self);
  go_on (self);
  return G_SOURCE_REMOVE;
}

/* The state that the document would be in; it is as it was. */
static HdSnapshot *
make_snapshot (HeddleSession *self,
               const char *setting,
               GError **error)
{
  const char *const settings[] = { setting, NULL };
  HdSnapshot *snapshot = NULL;

  hd_document_begin_group (self->document, "");
  if (heddle_edit_apply (self->document, "", settings, error))
    snapshot = hd_document_snapshot (self->document);
  hd_document_cancel_group (self->document);
  return snapshot;
}

static gboolean
begin (HeddleSession *self,
       const char *setting,
       GError **error)
{
  HdSnapshot *snapshot = make_snapshot (self, setting, error);

  if (snapshot == NULL)
    return FALSE;
  heddle_clear_discard (&self->snapshot, hd_snapshot_unref);
  self->snapshot = snapshot;
  g_free (self->turned);
  self->turned = g_strdup (setting);
  self->runs_next = TRUE;
  heddle_session_stop (self);
  heddle_session_keep_trace (self, setting);
  g_clear_handle_id (&self->patience, g_source_remove);
  self->patience = g_timeout_add (PATIENCE_MS, on_patience, self);
  heddle_session_elaborate (self);
  return TRUE;
}

gboolean
heddle_session_turn (HeddleSession *self,
                     const char *setting,
                     GError **error)
{
  g_return_val_if_fail (self->document != NULL, FALSE);

  if (self->turned == NULL || (self->elaboration == NULL && self->trial == NULL))
    return begin (self, setting, error);
  g_free (self->wanted);
  self->wanted = g_strdup (setting);
  return TRUE;
}

void
heddle_session_drop_turn (HeddleSession *self)
{
  g_clear_pointer (&self->turned, g_free);
  g_clear_pointer (&self->wanted, g_free);
  g_clear_handle_id (&self->patience, g_source_remove);
  self->runs_next = FALSE;
  heddle_session_drop_trial (self);
}

/* Back to what the document says, if an edit has not done so. */
static void
look_at_document (HeddleSession *self)
{
  g_autoptr (HdSnapshot) present = hd_document_snapshot (self->document);

  if (present == self->snapshot)
    return;
  heddle_clear_discard (&self->snapshot, hd_snapshot_unref);
  self->snapshot = g_steal_pointer (&present);
  heddle_session_elaborate (self);
  heddle_session_check_stale (self);
}

gboolean
heddle_session_end_turn (HeddleSession *self,
                         const char *name,
                         GError **error)
{
  g_autofree char *last = self->wanted != NULL ? g_strdup (self->wanted) : g_strdup (self->turned);
  const char *const settings[] = { last, NULL };
  gboolean done = TRUE;

  if (last == NULL)
    return TRUE;
  g_clear_pointer (&self->turned, g_free);
  g_clear_pointer (&self->wanted, g_free);
  if (name != NULL)
    done = heddle_session_apply (self, name, settings, error);
  look_at_document (self);
  return done;
}
