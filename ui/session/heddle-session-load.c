/* heddle-session-load.c: documents come
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file is read, elaborated and drawn by workers, one after the other: between them a project that came without places gets some. Who cancels is
 * answered at once; what a worker still does then is thrown away.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-first-places.h"
#include "heddle-session-private.h"

/* ---- in workers ------------------------------------------------------------------------------------------------------------- */

static void
begin_stage (GTask *task_take,
             GTaskThreadFunc work_in_thread,
             GAsyncReadyCallback callback)
{
  HeddleWork *work = g_task_get_task_data (task_take);
  g_autoptr (GTask) stage = g_task_new (NULL, g_task_get_cancellable (task_take), callback, task_take);

  g_task_set_task_data (stage, heddle_work_ref (work), (GDestroyNotify) heddle_work_unref);
  g_task_set_return_on_cancel (stage, TRUE);
  hd_task_run_in_thread (stage, work_in_thread);
}

static void
read_in_thread (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  HeddleWork *work = task_data;
  HdLoading how = { (const char *const *) work->map, work->report, work->progress };
  GError *error = NULL;

  work->document = hd_document_load_with (work->file, &how, work->reading_problems, cancellable, &error);
  if (work->document == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  work->snapshot = hd_document_snapshot (work->document);
  heddle_work_run (work, cancellable);
  g_task_return_boolean (task, TRUE);
}

/* A large drawing takes longer than a frame may. */
static void
draw_in_thread (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  HeddleWork *work = task_data;
  HdDesign *layout = work->design != NULL ? work->design : work->sketch;

  heddle_first_places_keep (work->document, work->catalog, layout);
  g_clear_pointer (&work->snapshot, hd_snapshot_unref);
  work->snapshot = hd_document_snapshot (work->document);

  const HdObject *top = hd_object_find_child (hd_snapshot_get_root (work->snapshot), HD_OBJECT_TOP, NULL);

  if (top != NULL && layout != NULL)
    {
      work->drawing = heddle_drawing_new (work->snapshot, work->catalog, layout, top, 0);
      heddle_scene_bounds (heddle_drawing_get_scene (work->drawing)); /* makes its index too */
    }
  g_task_return_boolean (task, TRUE);
}

/* ---- one after the other ---------------------------------------------------------------------------------------------------- */

static void
on_drawn (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_laid_out (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (!heddle_first_places_finish (result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  begin_stage (g_steal_pointer (&task), draw_in_thread, on_drawn);
}

static void
on_read (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  g_autoptr (GTask) task = data;
  HeddleWork *work = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_error (task, error);
  else if (hd_import_is_platform (work->file) && !hd_import_report_get_placed (work->report))
    heddle_first_places_async (work->document, work->catalog, cancellable, on_laid_out, g_steal_pointer (&task));
  else
    begin_stage (g_steal_pointer (&task), draw_in_thread, on_drawn);
}

/* ---- session ---------------------------------------------------------------------------------------------------------------- */

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
  GTask *task = g_task_new (self, cancellable, callback, data);
  HeddleWork *work = heddle_work_new (self);

  work->file = g_object_ref (file);
  work->map = how != NULL ? g_strdupv ((char **) how->map) : NULL;
  work->progress = how != NULL && how->progress != NULL ? hd_progress_ref (how->progress) : NULL;
  work->report = how != NULL && how->report != NULL ? hd_import_report_ref (how->report) : hd_import_report_new ();
  work->reading_problems = hd_problem_list_new ();
  g_task_set_source_tag (task, heddle_session_load_async);
  g_task_set_task_data (task, work, (GDestroyNotify) heddle_work_unref);
  begin_stage (task, read_in_thread, on_read);
}

gboolean
heddle_session_load_finish (HeddleSession *self,
                            GAsyncResult *result,
                            GError **error)
{
  HeddleWork *work = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;

  heddle_session_take_document (self, work->document, work->reading_problems);
  self->ready = g_steal_pointer (&work->drawing);
  heddle_session_take_design (self, work);
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
  g_autoptr (HeddleWork) empty = heddle_work_new (self);

  heddle_session_take_document (self, document, problems);
  heddle_session_take_design (self, empty);
  heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
  announce_document (self);
  heddle_session_elaborate (self);
}
