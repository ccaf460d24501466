/* heddle-session-elaborate.c: a document changes; what it makes follows
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An edit that only moves things is drawn at once with the design that there is. Any other is
 * elaborated in a worker. What is ready within a moment is taken in the same call, so that small
 * projects never show an older state; else the drawing is replaced when it ends. One elaboration is
 * under way at a time: edits in between are one more.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-discard.h"
#include "heddle-kept-runs.h"
#include "heddle-session-private.h"

#define PATIENCE_US 8000 /* half a frame */
#define MOST_MESSAGES 100000 /* of a run whose members are traced to be watched: some tenths of a second, and 20 MB */
#define MOST_BY_AGENTS 10000 /* the same, where each is packets or flits */
#define HOPE_US 20000    /* what took longer last time is not waited for */

HeddleWork *
heddle_work_new (HeddleSession *self)
{
  HeddleWork *work = g_new0 (HeddleWork, 1);

  g_atomic_ref_count_init (&work->references);
  g_mutex_init (&work->mutex);
  g_cond_init (&work->cond);
  work->catalog = g_object_ref (self->catalog);
  return work;
}

HeddleWork *
heddle_work_ref (HeddleWork *work)
{
  g_atomic_ref_count_inc (&work->references);
  return work;
}

void
heddle_work_unref (HeddleWork *work)
{
  if (!g_atomic_ref_count_dec (&work->references))
    return;
  g_clear_object (&work->file);
  g_strfreev (work->map);
  g_clear_pointer (&work->progress, hd_progress_unref);
  g_clear_pointer (&work->report, hd_import_report_unref);
  g_clear_object (&work->catalog);
  g_clear_object (&work->document);
  heddle_clear_discard (&work->snapshot, hd_snapshot_unref);
  heddle_clear_discard (&work->design, hd_design_unref);
  heddle_clear_discard (&work->traced, hd_design_unref);
  heddle_clear_discard (&work->sketch, hd_design_unref);
  heddle_clear_discard (&work->drawing, heddle_drawing_unref);
  g_clear_pointer (&work->reading_problems, hd_problem_list_unref);
  g_clear_pointer (&work->problems, hd_problem_list_unref);
  g_mutex_clear (&work->mutex);
  g_cond_clear (&work->cond);
  g_free (work);
}

/* What components do by themselves may reach beyond the run, so that it is not done twice. */
static gboolean
acts (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (nodes[i].type->handlers != NULL || nodes[i].type->block != NULL)
      return TRUE;
  return FALSE;
}

static guint64
get_most_messages (HdDesign *design)
{
  return hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLOW ? MOST_MESSAGES : MOST_BY_AGENTS;
}

void
heddle_work_run (HeddleWork *work,
                 GCancellable *cancellable)
{
  gint64 start = g_get_monotonic_time ();

  work->problems = hd_problem_list_new ();
  work->design = hd_elaborate (work->snapshot, work->catalog, NULL, work->problems, cancellable, NULL);
  /* What is wrong is in the problems; what can be made is drawn. */
  if (work->design == NULL && !g_cancellable_is_cancelled (cancellable))
    work->sketch = hd_elaborate_sketch (work->snapshot, work->catalog, cancellable);
  if (work->design != NULL && !acts (work->design))
    work->traced = hd_workload_trace_members (work->design, HD_PIECES_MOST_MEMBERS, get_most_messages (work->design));
  work->took_us = g_get_monotonic_time () - start;
}

/* ---- taking --------------------------------------------------------------------------------- */

/* What the project says counts when it comes and when that changes; in between, whoever watches chooses. */
static void
take_speed (HeddleSession *self)
{
  double stated = self->design != NULL ? hd_design_get_run_settings (self->design)->speed : self->stated_speed;

  if (stated == self->stated_speed)
    return;
  self->stated_speed = stated;
  heddle_session_take_speed (self, stated); /* what is drawn with it comes with the design */
}

void
heddle_session_take_design (HeddleSession *self,
                            HeddleWork *work)
{
  self->elaboration_us = work->took_us;
  heddle_clear_discard (&self->design, hd_design_unref);
  heddle_clear_discard (&self->layout, hd_design_unref);
  self->design = g_steal_pointer (&work->design);
  heddle_clear_discard (&self->traced, hd_design_unref);
  self->traced = g_steal_pointer (&work->traced);
  self->has_work = self->design != NULL && hd_run_has_work (self->design);
  self->layout = self->design != NULL ? hd_design_ref (self->design) : g_steal_pointer (&work->sketch);
  take_speed (self);

  g_ptr_array_set_size (self->problems, 0);
  self->n_run_problems = 0;
  heddle_session_collect_problems (self, self->reading_problems);
  heddle_session_collect_notes (self);
  heddle_session_collect_problems (self, work->problems);
  if (self->view != NULL)
    heddle_run_view_set_drawn (self->view, self->layout);
  if (self->baseline != NULL)
    heddle_run_view_set_drawn (self->baseline, self->layout);
  heddle_session_forget_verdict (self);
  heddle_session_forget_partitions (self);
  heddle_session_forget_tree (self);
  heddle_session_check_location (self);
  heddle_session_update_scopes (self);
  heddle_session_update_drawing (self);
  heddle_session_run_next (self);
}

static void
take_snapshot (HeddleSession *self)
{
  heddle_clear_discard (&self->snapshot, hd_snapshot_unref);
  self->snapshot = hd_document_snapshot (self->document);
}

/* ---- elaborating, in a worker --------------------------------------------------------------- */

static void
elaborate_in_thread (GTask *task,
                     gpointer source,
                     gpointer task_data,
                     GCancellable *cancellable)
{
  HeddleWork *work = task_data;

  heddle_work_run (work, cancellable);
  g_mutex_lock (&work->mutex);
  work->done = TRUE;
  g_cond_signal (&work->cond);
  g_mutex_unlock (&work->mutex);
  g_task_return_boolean (task, TRUE);
}

static void
on_elaborated (GObject *source,
               GAsyncResult *result,
               gpointer data)
{
  HeddleSession *self = HEDDLE_SESSION (source);
  HeddleWork *work = g_task_get_task_data (G_TASK (result));

  /* Taken already, or of a document that is gone. */
  if (work->taken || self->elaboration != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->elaboration);
  if (self->elaborate_again)
    {
      heddle_session_elaborate (self);
      return;
    }
  heddle_session_take_design (self, work);
  heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
}

/* Whether the worker was done in time. */
static gboolean
wait_for (HeddleSession *self,
          HeddleWork *work)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_US;
  gboolean done;

  g_mutex_lock (&work->mutex);
  while (!work->done)
    if (!g_cond_wait_until (&work->cond, &work->mutex, end))
      break;
  done = work->done;
  g_mutex_unlock (&work->mutex);
  if (!done)
    return FALSE;
  work->taken = TRUE;
  g_clear_object (&self->elaboration);
  heddle_session_take_design (self, work);
  return TRUE;
}

void
heddle_session_elaborate (HeddleSession *self)
{
  g_autoptr (GTask) task = NULL;
  HeddleWork *work;

  if (self->elaboration != NULL)
    {
      g_cancellable_cancel (self->elaboration);
      self->elaborate_again = TRUE;
      return;
    }
  self->elaborate_again = FALSE;
  self->elaboration = g_cancellable_new ();
  work = heddle_work_new (self);
  work->snapshot = hd_snapshot_ref (self->snapshot);
  task = g_task_new (self, self->elaboration, on_elaborated, NULL);
  g_task_set_task_data (task, work, (GDestroyNotify) heddle_work_unref);
  hd_task_run_in_thread (task, elaborate_in_thread);
  if (self->elaboration_us < HOPE_US && wait_for (self, work))
    heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
}

void
heddle_session_cancel_elaboration (HeddleSession *self)
{
  if (self->elaboration != NULL)
    g_cancellable_cancel (self->elaboration);
  g_clear_object (&self->elaboration);
  self->elaborate_again = FALSE;
}

gboolean
heddle_session_is_elaborating (HeddleSession *self)
{
  return self->elaboration != NULL;
}

/* ---- edits ---------------------------------------------------------------------------------- */

static gboolean
has_problem (HeddleSession *self,
             guint64 uid)
{
  for (guint i = 0; i < self->problems->len; i++)
    if (((const HdProblem *) self->problems->pdata[i])->object_uid == uid)
      return TRUE;
  return FALSE;
}

static gboolean
is_number (const char *text)
{
  char *end;

  if (text == NULL)
    return TRUE;
  g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

/* Whether a change is seen in the drawing alone: places, and notes. */
static gboolean
only_drawn (HeddleSession *self,
            const HdChange *change)
{
  const HdObject *object = hd_document_get_object (self->document, change->uid);
  HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_UNKNOWN;

  if (kind == HD_OBJECT_NOTE || kind == HD_OBJECT_COMMENT)
    return TRUE;
  if (object == NULL || change->kind != HD_CHANGE_ATTRIBUTE)
    return FALSE;

  const HdField *field = hd_schema_find_field (kind, change->attribute);

  return field != NULL && field->kind == HD_FIELD_NUMBER && is_number (hd_object_get (object, change->attribute))
         && (self->problems->len == 0 || !has_problem (self, change->uid));
}

static void
on_document_changed (HeddleSession *self,
                     const HdChange *changes,
                     guint n)
{
  guint depth = self->levels->len;
  g_autoptr (HdSnapshot) now = hd_document_snapshot (self->document);
  gboolean has_files = hd_snapshot_has_files_of (self->snapshot, now), drawn = TRUE;

  if (self->turned != NULL)
    heddle_session_drop_turn (self);
  take_snapshot (self);
  if (!has_files)
    heddle_session_look_at_inputs (self);
  for (guint i = 0; i < n && drawn; i++)
    drawn = only_drawn (self, &changes[i]);
  heddle_session_check_location (self);
  if (self->levels->len != depth)
    heddle_session_update_scopes (self);
  if (drawn || self->levels->len != depth)
    heddle_session_update_drawing (self);
  if (!drawn)
    {
      heddle_session_forget_traces (self, changes, n);
      heddle_session_elaborate (self);
    }

  heddle_session_prune (self);
  if (self->levels->len != depth)
    heddle_session_emit (self, HEDDLE_SESSION_LOCATION_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROJECT_CHANGED);
  if (drawn)
    heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
  heddle_session_check_stale (self);
}

/* What stands beside the project, as its traces and programs, is looked for in another folder. */
static void
on_file_changed (HeddleSession *self)
{
  g_autoptr (HdSnapshot) now = hd_document_snapshot (self->document);
  const char *left = hd_snapshot_get_file (self->snapshot), *entered = hd_snapshot_get_file (now);
  g_autofree char *before = left != NULL ? g_path_get_dirname (left) : NULL, *after = entered != NULL ? g_path_get_dirname (entered) : NULL;

  heddle_session_move_kept (self);
  if (g_strcmp0 (before, after) == 0)
    return;
  g_hash_table_remove_all (self->traces);
  take_snapshot (self);
  heddle_session_look_at_inputs (self);
  heddle_session_elaborate (self);
  heddle_session_emit (self, HEDDLE_SESSION_PROJECT_CHANGED);
  heddle_session_check_stale (self);
}

/* ---- documents ------------------------------------------------------------------------------ */

void
heddle_session_take_document (HeddleSession *self,
                              HdDocument *document,
                              HdProblemList *problems)
{
  heddle_session_cancel_elaboration (self);
  heddle_session_drop_turn (self);
  g_hash_table_remove_all (self->traces);
  heddle_session_drop_run (self);
  heddle_session_forget_baseline (self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (g_set_object (&self->document, document))
    g_clear_pointer (&self->allowed, hd_permit_unref);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (on_document_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::file", G_CALLBACK (on_file_changed), self, G_CONNECT_SWAPPED);
  heddle_session_open_kept (self);
  g_clear_pointer (&self->reading_problems, hd_problem_list_unref);
  g_ptr_array_set_size (self->notes, 0);
  self->reading_problems = problems != NULL ? hd_problem_list_ref (problems) : NULL;
  self->speed = self->stated_speed = 0;
  g_array_set_size (self->levels, 0);
  heddle_session_clear_selection (self);
  self->hot = HEDDLE_NO_TARGET;
  take_snapshot (self);
}
