/* heddle-session-elaborate.c: documents come and change; what they make follows
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An edit that only moves things is drawn at once with the design that there is. Any other is
 * elaborated in a worker. What is ready within a moment is taken in the same call, so that small
 * projects never show an older state; else the drawing is replaced when it ends. One elaboration is
 * under way at a time: edits in between are one more.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

#define PATIENCE_US 8000 /* half a frame */
#define HOPE_US 20000    /* what took longer last time is not waited for */

/* What a worker is given and brings back. */
typedef struct
{
  GFile *file; /* to be read, or %NULL */
  char **map;
  HdProgress *progress;
  HdCatalog *catalog;
  HdDocument *document; /* of @file */
  HdSnapshot *snapshot;
  HdDesign *design;
  HdDesign *sketch; /* of a project with errors */
  HeddleDrawing *drawing; /* of the top of @file */
  HdProblemList *reading_problems;
  HdProblemList *problems;
  gint64 took_us;

  GMutex mutex;
  GCond cond;
  gboolean done;
  gboolean taken; /* before the task returned; main thread only */
} Work;

static Work *
work_new (HeddleSession *self)
{
  Work *work = g_new0 (Work, 1);

  g_mutex_init (&work->mutex);
  g_cond_init (&work->cond);
  work->catalog = g_object_ref (self->catalog);
  return work;
}

static void
work_free (Work *work)
{
  g_clear_object (&work->file);
  g_strfreev (work->map);
  g_clear_pointer (&work->progress, hd_progress_unref);
  g_clear_object (&work->catalog);
  g_clear_object (&work->document);
  g_clear_pointer (&work->snapshot, hd_snapshot_unref);
  g_clear_pointer (&work->design, hd_design_unref);
  g_clear_pointer (&work->sketch, hd_design_unref);
  g_clear_pointer (&work->drawing, heddle_drawing_unref);
  g_clear_pointer (&work->reading_problems, hd_problem_list_unref);
  g_clear_pointer (&work->problems, hd_problem_list_unref);
  g_mutex_clear (&work->mutex);
  g_cond_clear (&work->cond);
  g_free (work);
}

static void
work_run (Work *work,
          GCancellable *cancellable)
{
  gint64 start = g_get_monotonic_time ();

  work->problems = hd_problem_list_new ();
  work->design = hd_elaborate (work->snapshot, work->catalog, NULL, work->problems, cancellable, NULL);
  /* What is wrong is in the problems; what can be made is drawn. */
  if (work->design == NULL && !g_cancellable_is_cancelled (cancellable))
    work->sketch = hd_elaborate_sketch (work->snapshot, work->catalog, cancellable);
  work->took_us = g_get_monotonic_time () - start;
}

/* ---- taking --------------------------------------------------------------------------------- */

static void
take_design (HeddleSession *self,
             Work *work)
{
  self->elaboration_us = work->took_us;
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_pointer (&self->layout, hd_design_unref);
  self->design = g_steal_pointer (&work->design);
  self->has_work = self->design != NULL && hd_run_has_work (self->design);
  self->layout = self->design != NULL ? hd_design_ref (self->design) : g_steal_pointer (&work->sketch);

  g_ptr_array_set_size (self->problems, 0);
  heddle_session_collect_problems (self, self->reading_problems);
  heddle_session_collect_problems (self, work->problems);
  heddle_session_forget_match (self);
  heddle_session_forget_verdict (self);
  heddle_session_forget_partitions (self);
  heddle_session_forget_tree (self);
  heddle_session_check_location (self);
  heddle_session_update_scopes (self);
  heddle_session_update_drawing (self);
}

static void
take_snapshot (HeddleSession *self)
{
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  self->snapshot = hd_document_snapshot (self->document);
}

/* ---- elaborating, in a worker --------------------------------------------------------------- */

static void elaborate (HeddleSession *self);

static void
elaborate_in_thread (GTask *task,
                     gpointer source,
                     gpointer task_data,
                     GCancellable *cancellable)
{
  Work *work = task_data;

  work_run (work, cancellable);
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
  Work *work = g_task_get_task_data (G_TASK (result));

  /* Taken already, or of a document that is gone. */
  if (work->taken || self->elaboration != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->elaboration);
  if (self->elaborate_again)
    {
      elaborate (self);
      return;
    }
  take_design (self, work);
  heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
}

/* Whether the worker was done in time. */
static gboolean
wait_for (HeddleSession *self,
          Work *work)
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
  take_design (self, work);
  return TRUE;
}

static void
elaborate (HeddleSession *self)
{
  g_autoptr (GTask) task = NULL;
  Work *work;

  if (self->elaboration != NULL)
    {
      g_cancellable_cancel (self->elaboration);
      self->elaborate_again = TRUE;
      return;
    }
  self->elaborate_again = FALSE;
  self->elaboration = g_cancellable_new ();
  work = work_new (self);
  work->snapshot = hd_document_snapshot (self->document);
  task = g_task_new (self, self->elaboration, on_elaborated, NULL);
  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
  g_task_run_in_thread (task, elaborate_in_thread);
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
  gboolean drawn = TRUE;

  take_snapshot (self);
  for (guint i = 0; i < n && drawn; i++)
    drawn = only_drawn (self, &changes[i]);
  heddle_session_check_location (self);
  if (self->levels->len != depth)
    heddle_session_update_scopes (self);
  if (drawn || self->levels->len != depth)
    heddle_session_update_drawing (self);
  if (!drawn)
    elaborate (self);

  heddle_session_prune (self);
  if (self->levels->len != depth)
    heddle_session_emit (self, HEDDLE_SESSION_LOCATION_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROJECT_CHANGED);
  if (drawn)
    heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
}

/* ---- loading -------------------------------------------------------------------------------- */

/* A large drawing takes longer than a frame may. */
static void
draw_top (Work *work)
{
  HdDesign *layout = work->design != NULL ? work->design : work->sketch;
  const HdObject *top = hd_object_find_child (hd_snapshot_get_root (work->snapshot), HD_OBJECT_TOP, NULL);

  if (top == NULL || layout == NULL)
    return;
  work->drawing = heddle_drawing_new (work->snapshot, work->catalog, layout, top, 0);
  heddle_scene_bounds (heddle_drawing_get_scene (work->drawing)); /* makes its index too */
}

static void
load_in_thread (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  Work *work = task_data;
  HdLoading how = { (const char *const *) work->map, NULL, work->progress };
  GError *error = NULL;

  work->reading_problems = hd_problem_list_new ();
  work->document = hd_document_load_with (work->file, &how, work->reading_problems, cancellable, &error);
  if (work->document == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  work->snapshot = hd_document_snapshot (work->document);
  work_run (work, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    draw_top (work);
  g_task_return_boolean (task, TRUE);
}

static void
take_document (HeddleSession *self,
               HdDocument *document,
               HdProblemList *problems)
{
  heddle_session_cancel_elaboration (self);
  heddle_session_drop_run (self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (on_document_changed), self, G_CONNECT_SWAPPED);
  g_clear_pointer (&self->reading_problems, hd_problem_list_unref);
  self->reading_problems = problems != NULL ? hd_problem_list_ref (problems) : NULL;
  g_array_set_size (self->levels, 0);
  heddle_session_clear_selection (self);
  self->hot = HEDDLE_NO_TARGET;
  take_snapshot (self);
}

static void
announce_document (HeddleSession *self)
{
  heddle_session_emit (self, HEDDLE_SESSION_PROJECT_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_LOCATION_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

void
heddle_session_load_async (HeddleSession *self,
                           GFile *file,
                           const HdLoading *how,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  Work *work = work_new (self);

  work->file = g_object_ref (file);
  work->map = how != NULL ? g_strdupv ((char **) how->map) : NULL;
  work->progress = how != NULL && how->progress != NULL ? hd_progress_ref (how->progress) : NULL;
  g_task_set_source_tag (task, heddle_session_load_async);
  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_in_thread);
}

gboolean
heddle_session_load_finish (HeddleSession *self,
                            GAsyncResult *result,
                            GError **error)
{
  Work *work = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;

  take_document (self, work->document, work->reading_problems);
  self->ready = g_steal_pointer (&work->drawing);
  self->speed = work->design != NULL ? hd_design_get_run_settings (work->design)->speed : 0;
  take_design (self, work);
  heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
  heddle_session_go_to_work (self);
  announce_document (self);
  return TRUE;
}

void
heddle_session_set_document (HeddleSession *self,
                             HdDocument *document,
                             HdProblemList *problems)
{
  Work *empty = work_new (self);

  take_document (self, document, problems);
  take_design (self, empty);
  work_free (empty);
  heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
  announce_document (self);
  elaborate (self);
}
