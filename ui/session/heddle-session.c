/* heddle-session.c: what all views of a window share: the project, what was elaborated from it, and what is selected
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

G_DEFINE_FINAL_TYPE (HeddleSession, heddle_session, G_TYPE_OBJECT)

static guint signals[HEDDLE_SESSION_N_SIGNALS];

void
heddle_session_emit (HeddleSession *self,
                     HeddleSessionSignal which)
{
  g_signal_emit (self, signals[which], 0);
}

/* ---- problems ---------------------------------------------------------------------------------------------------------- */

void
heddle_session_collect_problems (HeddleSession *self,
                                 HdProblemList *list)
{
  for (guint i = 0; list != NULL && i < hd_problem_list_get_length (list); i++)
    g_ptr_array_add (self->problems, hd_problem_ref ((HdProblem *) hd_problem_list_get (list, i)));
}

GPtrArray *
heddle_session_get_problems (HeddleSession *self)
{
  return self->problems;
}

guint
heddle_session_count_problems (HeddleSession *self,
                               HdSeverity severity)
{
  guint n = 0;

  for (guint i = 0; i < self->problems->len; i++)
    n += ((const HdProblem *) self->problems->pdata[i])->severity == severity;
  return n;
}

/* ---- elaborating, in a worker --------------------------------------------------------------------------------------------- */

/* What a worker is given and brings back. */
typedef struct
{
  GFile *file;          /* to be read, or %NULL */
  HdCatalog *catalog;
  HdDocument *document; /* of @file */
  HdSnapshot *snapshot;
  HdDesign *design;
  HdProblemList *reading_problems;
  HdProblemList *problems;
} Work;

static void
work_free (Work *work)
{
  g_clear_object (&work->file);
  g_clear_object (&work->catalog);
  g_clear_object (&work->document);
  g_clear_pointer (&work->snapshot, hd_snapshot_unref);
  g_clear_pointer (&work->design, hd_design_unref);
  g_clear_pointer (&work->reading_problems, hd_problem_list_unref);
  g_clear_pointer (&work->problems, hd_problem_list_unref);
  g_free (work);
}

/* Elaboration meets again much of what validation has found. */
static void
add_unless_known (HdProblemList *list,
                  const HdProblem *problem)
{
  for (guint i = 0; i < hd_problem_list_get_length (list); i++)
    {
      const HdProblem *known = hd_problem_list_get (list, i);

      if (known->code == problem->code && known->object_uid == problem->object_uid && g_strcmp0 (known->attribute, problem->attribute) == 0)
        return;
    }
  hd_problem_list_take (list, hd_problem_ref ((HdProblem *) problem));
}

static void
elaborate_work (Work *work,
                GCancellable *cancellable)
{
  g_autoptr (HdProblemList) elaboration = hd_problem_list_new ();

  work->problems = hd_problem_list_new ();
  hd_snapshot_validate (work->snapshot, work->catalog, work->problems);
  /* What is wrong is in the problems; without a design the project is shown as it is written. */
  work->design = hd_elaborate (work->snapshot, work->catalog, NULL, elaboration, cancellable, NULL);
  for (guint i = 0; i < hd_problem_list_get_length (elaboration); i++)
    add_unless_known (work->problems, hd_problem_list_get (elaboration, i));
}

static void
elaborate_in_thread (GTask *task,
                     gpointer source,
                     gpointer task_data,
                     GCancellable *cancellable)
{
  elaborate_work (task_data, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
load_in_thread (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;

  work->reading_problems = hd_problem_list_new ();
  work->document = hd_document_load (work->file, work->reading_problems, cancellable, &error);
  if (work->document == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  work->snapshot = hd_document_snapshot (work->document);
  elaborate_work (work, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
take_design (HeddleSession *self,
             Work *work)
{
  g_set_object (&self->elaboration, NULL);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  self->snapshot = g_steal_pointer (&work->snapshot);
  self->design = g_steal_pointer (&work->design);

  g_ptr_array_set_size (self->problems, 0);
  heddle_session_collect_problems (self, self->reading_problems);
  heddle_session_collect_problems (self, work->problems);
  heddle_session_check_location (self);
  heddle_session_update_scopes (self);
  heddle_session_update_drawing (self);
  heddle_session_emit (self, HEDDLE_SESSION_DESIGN_CHANGED);
}

static void
on_elaborated (GObject *source,
               GAsyncResult *result,
               gpointer data)
{
  HeddleSession *self = HEDDLE_SESSION (source);

  /* A later edit has cancelled this one: its own elaboration follows. */
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    take_design (self, g_task_get_task_data (G_TASK (result)));
}

static void
cancel_elaboration (HeddleSession *self)
{
  if (self->elaboration != NULL)
    g_cancellable_cancel (self->elaboration);
  g_clear_object (&self->elaboration);
}

static void
elaborate (HeddleSession *self)
{
  g_autoptr (GTask) task = NULL;
  Work *work = g_new0 (Work, 1);

  cancel_elaboration (self);
  self->elaboration = g_cancellable_new ();
  work->catalog = g_object_ref (self->catalog);
  work->snapshot = hd_document_snapshot (self->document);
  task = g_task_new (self, self->elaboration, on_elaborated, NULL);
  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
  g_task_run_in_thread (task, elaborate_in_thread);
}

static void
on_document_changed (HeddleSession *self)
{
  elaborate (self);
  heddle_session_emit (self, HEDDLE_SESSION_PROJECT_CHANGED);
}

/* ---- loading ----------------------------------------------------------------------------------------------------------------- */

static void
take_document (HeddleSession *self,
               HdDocument *document,
               HdProblemList *problems)
{
  cancel_elaboration (self);
  heddle_session_drop_run (self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (on_document_changed), self, G_CONNECT_SWAPPED);
  g_clear_pointer (&self->reading_problems, hd_problem_list_unref);
  self->reading_problems = problems != NULL ? hd_problem_list_ref (problems) : NULL;
  g_array_set_size (self->levels, 0);
  g_array_set_size (self->selection, 0);
  self->hot = HEDDLE_NO_TARGET;
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
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  Work *work = g_new0 (Work, 1);

  work->file = g_object_ref (file);
  work->catalog = g_object_ref (self->catalog);
  g_task_set_source_tag (task, heddle_session_load_async);
  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
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
  self->speed = work->design != NULL ? hd_design_get_run_settings (work->design)->speed : 0;
  take_design (self, work);
  heddle_session_go_to_work (self);
  announce_document (self);
  return TRUE;
}

void
heddle_session_set_document (HeddleSession *self,
                             HdDocument *document,
                             HdProblemList *problems)
{
  Work *work = g_new0 (Work, 1);

  take_document (self, document, problems);
  work->snapshot = hd_document_snapshot (document);
  take_design (self, work);
  work_free (work);
  announce_document (self);
  elaborate (self);
}

HdCatalog *
heddle_session_get_catalog (HeddleSession *self)
{
  return self->catalog;
}

HdDocument *
heddle_session_get_document (HeddleSession *self)
{
  return self->document;
}

HdSnapshot *
heddle_session_get_snapshot (HeddleSession *self)
{
  return self->snapshot;
}

HdDesign *
heddle_session_get_design (HeddleSession *self)
{
  return self->design;
}

gboolean
heddle_session_is_elaborating (HeddleSession *self)
{
  return self->elaboration != NULL;
}

/* ---- selection and hot object -------------------------------------------------------------------------------------------------- */

static int
find_selected (HeddleSession *self,
               HeddleTarget target)
{
  for (guint i = 0; i < self->selection->len; i++)
    if (heddle_target_equal (g_array_index (self->selection, HeddleTarget, i), target))
      return i;
  return -1;
}

void
heddle_session_select (HeddleSession *self,
                       HeddleTarget target)
{
  if (self->selection->len == 1 && find_selected (self, target) == 0)
    return;
  g_array_set_size (self->selection, 0);
  if (target.uid != 0)
    g_array_append_val (self->selection, target);
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

void
heddle_session_select_many (HeddleSession *self,
                            const HeddleTarget *targets,
                            guint n)
{
  if (n == 0 && self->selection->len == 0)
    return;
  g_array_set_size (self->selection, 0);
  g_array_append_vals (self->selection, targets, n);
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

const HeddleTarget *
heddle_session_get_selection (HeddleSession *self,
                              guint *out_n)
{
  *out_n = self->selection->len;
  return (const HeddleTarget *) self->selection->data;
}

void
heddle_session_toggle_selected (HeddleSession *self,
                                HeddleTarget target)
{
  int at = find_selected (self, target);

  if (at >= 0)
    g_array_remove_index (self->selection, at);
  else
    g_array_append_val (self->selection, target);
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

void
heddle_session_select_none (HeddleSession *self)
{
  if (self->selection->len > 0)
    heddle_session_select (self, HEDDLE_NO_TARGET);
}

guint
heddle_session_get_n_selected (HeddleSession *self)
{
  return self->selection->len;
}

HeddleTarget
heddle_session_get_selected (HeddleSession *self,
                             guint n)
{
  return n < self->selection->len ? g_array_index (self->selection, HeddleTarget, n) : HEDDLE_NO_TARGET;
}

gboolean
heddle_session_is_selected (HeddleSession *self,
                            HeddleTarget target)
{
  return find_selected (self, target) >= 0;
}

void
heddle_session_set_hot (HeddleSession *self,
                        HeddleTarget target)
{
  if (heddle_target_equal (self->hot, target))
    return;
  self->hot = target;
  heddle_session_emit (self, HEDDLE_SESSION_HOT_CHANGED);
}

HeddleTarget
heddle_session_get_hot (HeddleSession *self)
{
  return self->hot;
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_session_dispose (GObject *object)
{
  HeddleSession *self = HEDDLE_SESSION (object);

  cancel_elaboration (self);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  heddle_session_drop_run (self);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (heddle_session_parent_class)->dispose (object);
}

static void
heddle_session_finalize (GObject *object)
{
  HeddleSession *self = HEDDLE_SESSION (object);

  g_clear_pointer (&self->drawing, heddle_drawing_free);
  g_clear_object (&self->catalog);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_pointer (&self->reading_problems, hd_problem_list_unref);
  g_ptr_array_unref (self->problems);
  g_array_unref (self->levels);
  g_array_unref (self->scopes);
  g_array_unref (self->selection);
  G_OBJECT_CLASS (heddle_session_parent_class)->finalize (object);
}

static void
heddle_session_class_init (HeddleSessionClass *klass)
{
  static const char *const names[HEDDLE_SESSION_N_SIGNALS] = {
    "project-changed", "design-changed", "location-changed", "selection-changed",
    "hot-changed", "run-changed", "progressed", "range-changed",
  };

  G_OBJECT_CLASS (klass)->dispose = heddle_session_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_session_finalize;
  for (guint i = 0; i < HEDDLE_SESSION_N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
heddle_session_init (HeddleSession *self)
{
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_problem_unref);
  self->levels = g_array_new (FALSE, FALSE, sizeof (HeddleLevel));
  self->scopes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->selection = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));
  self->hot = HEDDLE_NO_TARGET;
  self->moment = HD_TIME_MAX;
  self->range_end = HD_TICKS_PER_SECOND;
  self->cursors[0] = self->cursors[1] = HD_TIME_MAX;
  self->follow = TRUE;
}

HeddleSession *
heddle_session_new (HdCatalog *catalog)
{
  HeddleSession *self = g_object_new (HEDDLE_TYPE_SESSION, NULL);

  self->catalog = g_object_ref (catalog);
  return self;
}
