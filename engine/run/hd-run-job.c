/* hd-run-job.c: one run of a queue, from its snapshot to its record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All of it is the queue's thread's, but for preparing: the thread that does it reads what the job was made with, and hands over what it has made.
 */
#define G_LOG_DOMAIN "hd-run-job"

#include "hd-run-job.h"

#include <heddle/hd-error.h>
#include <heddle/hd-task.h>

#include "hd-i18n.h"
#include "hd-run-size.h"

struct _HdRunJob
{
  GObject parent_instance;

  HdSnapshot *snapshot; /* NULL: @design was given */
  HdCatalog *catalog;
  char **overrides;
  HdTransferList *transfers;
  GMainContext *context;
  GCancellable *cancellable; /* of preparing */
  int priority;
  gboolean follows;
  HdFollowTarget follow; /* if it does */

  HdRunJobState state;
  HdDesign *design;
  guint64 design_bytes, run_bytes;
  HdRun *run;
  HdRecord *record;
  HdProblemList *problems;
  GError *error;
};

enum
{
  PROP_STATE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (HdRunJob, hd_run_job, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (HdRunJobState, hd_run_job_state,
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_WAITING, "waiting"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_PREPARING, "preparing"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_PAUSED, "paused"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_FINISHED, "finished"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_JOB_CANCELLED, "cancelled"))

static void
set_state (HdRunJob *self,
           HdRunJobState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* ---- preparing --------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdDesign *design; /* NULL: see @error */
  guint64 design_bytes, run_bytes;
  HdProblemList *problems;
  GError *error;
} Prepared;

static void
prepared_free (gpointer data)
{
  Prepared *prepared = data;

  g_clear_pointer (&prepared->design, hd_design_unref);
  g_clear_pointer (&prepared->problems, hd_problem_list_unref);
  g_clear_error (&prepared->error);
  g_free (prepared);
}

static void
prepare_in_thread (GTask *task,
                   gpointer source,
                   gpointer data,
                   GCancellable *cancellable)
{
  HdRunJob *self = source;
  Prepared *prepared = g_new0 (Prepared, 1);

  prepared->problems = hd_problem_list_new ();
  if (self->snapshot != NULL)
    prepared->design = hd_elaborate (self->snapshot, self->catalog, (const char *const *) self->overrides, prepared->problems, cancellable,
                                     &prepared->error);
  else
    prepared->design = hd_design_ref (self->design);
  if (prepared->design != NULL && !hd_run_size_measure (prepared->design, &prepared->design_bytes, &prepared->run_bytes, cancellable, &prepared->error))
    g_clear_pointer (&prepared->design, hd_design_unref);
  g_task_return_pointer (task, prepared, prepared_free);
}

static void
on_prepared (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  HdRunJob *self = HD_RUN_JOB (source);
  Prepared *prepared = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->state != HD_RUN_JOB_PREPARING) /* abandoned */
    {
      prepared_free (prepared);
      return;
    }
  hd_problem_list_unref (self->problems);
  self->problems = g_steal_pointer (&prepared->problems);
  self->error = g_steal_pointer (&prepared->error);
  if (prepared->design != NULL && self->design == NULL)
    self->design = g_steal_pointer (&prepared->design);
  self->design_bytes = prepared->design_bytes;
  self->run_bytes = prepared->run_bytes;
  prepared_free (prepared);
  set_state (self, g_cancellable_is_cancelled (self->cancellable) ? HD_RUN_JOB_CANCELLED
                   : self->error != NULL                          ? HD_RUN_JOB_FAILED
                                                                  : HD_RUN_JOB_READY);
}

void
_hd_run_job_prepare (HdRunJob *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_prepared, NULL);

  set_state (self, HD_RUN_JOB_PREPARING);
  g_task_set_check_cancellable (task, FALSE); /* what was made is freed here */
  hd_task_run_in_thread (task, prepare_in_thread);
}

/* ---- running ----------------------------------------------------------------------------------------------------------- */

static void
drop_run (HdRunJob *self)
{
  HdProblemList *problems = hd_run_get_problems (self->run);

  g_signal_handlers_disconnect_by_data (self->run, self);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    hd_problem_list_take (self->problems, hd_problem_ref ((HdProblem *) hd_problem_list_get (problems, i)));
  g_clear_object (&self->run);
}

static void
on_run_state (HdRunJob *self)
{
  HdRunState state = hd_run_get_state (self->run);

  if (state < HD_RUN_FINISHED)
    return;
  if (hd_run_get_error (self->run) != NULL)
    self->error = g_error_copy (hd_run_get_error (self->run));
  drop_run (self);
  set_state (self, state == HD_RUN_FINISHED ? HD_RUN_JOB_FINISHED : state == HD_RUN_FAILED ? HD_RUN_JOB_FAILED : HD_RUN_JOB_CANCELLED);
}

void
_hd_run_job_start (HdRunJob *self,
                   guint64 memory_bytes,
                   HdPermit *permit)
{
  const HdRunSettings *own = hd_design_get_run_settings (self->design);
  g_autoptr (HdRun) run = NULL; /* may end, and be dropped, while it is started */

  if (memory_bytes > 0 && (own->memory_limit == 0 || own->memory_limit > memory_bytes))
    {
      HdRunSettings settings = *own;
      HdDesign *design;

      settings.memory_limit = memory_bytes;
      design = hd_design_with_settings (self->design, &settings);
      hd_design_unref (self->design);
      self->design = design;
    }
  run = hd_run_new (self->design, self->transfers);
  self->run = g_object_ref (run);
  self->record = hd_record_ref (hd_run_get_record (run));
  hd_run_set_speed (run, 0);
  hd_run_allow_programs (run, permit);
  if (self->follows)
    hd_run_follow (run, &self->follow);
  g_signal_connect_object (run, "notify::state", G_CALLBACK (on_run_state), self, G_CONNECT_SWAPPED);
  set_state (self, HD_RUN_JOB_RUNNING);
  hd_run_start (run);
}

void
_hd_run_job_pause (HdRunJob *self)
{
  hd_run_pause (self->run);
  set_state (self, HD_RUN_JOB_PAUSED);
}

void
_hd_run_job_resume (HdRunJob *self)
{
  hd_run_resume (self->run);
  if (self->run != NULL) /* else it has ended meanwhile */
    set_state (self, HD_RUN_JOB_RUNNING);
}

void
hd_run_job_cancel (HdRunJob *self)
{
  g_return_if_fail (HD_IS_RUN_JOB (self));

  g_cancellable_cancel (self->cancellable);
  if (self->run != NULL)
    hd_run_stop (self->run);
  else if (self->state == HD_RUN_JOB_WAITING || self->state == HD_RUN_JOB_READY)
    set_state (self, HD_RUN_JOB_CANCELLED);
}

void
_hd_run_job_abandon (HdRunJob *self)
{
  g_cancellable_cancel (self->cancellable);
  if (self->run != NULL)
    drop_run (self);
  set_state (self, HD_RUN_JOB_CANCELLED);
}

/* ---- what is known of it ----------------------------------------------------------------------------------------------- */

HdRunJobState
hd_run_job_get_state (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), HD_RUN_JOB_FAILED);

  return self->state;
}

gboolean
hd_run_job_has_ended (HdRunJob *self)
{
  return hd_run_job_get_state (self) >= HD_RUN_JOB_FINISHED;
}

int
hd_run_job_get_priority (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), 0);

  return self->priority;
}

HdRun *
hd_run_job_get_run (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), NULL);

  return self->run;
}

double
hd_run_job_get_progress (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), -1);

  return self->run != NULL ? hd_run_get_progress (self->run, NULL) : hd_run_job_has_ended (self);
}

HdDesign *
hd_run_job_get_design (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), NULL);

  return self->design;
}

HdRecord *
hd_run_job_get_record (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), NULL);

  return self->record;
}

HdProblemList *
hd_run_job_get_problems (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), NULL);

  return self->problems;
}

const GError *
hd_run_job_get_error (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), NULL);

  return self->error;
}

guint64
hd_run_job_get_bytes (HdRunJob *self)
{
  g_return_val_if_fail (HD_IS_RUN_JOB (self), 0);

  return self->design_bytes + self->run_bytes;
}

guint64
_hd_run_job_get_held (HdRunJob *self)
{
  return self->state == HD_RUN_JOB_READY                                            ? self->design_bytes
         : self->state == HD_RUN_JOB_RUNNING || self->state == HD_RUN_JOB_PAUSED ? hd_run_job_get_bytes (self)
                                                                                    : 0;
}

void
hd_run_job_follow (HdRunJob *self,
                   const HdFollowTarget *target)
{
  g_return_if_fail (HD_IS_RUN_JOB (self) && self->run == NULL);

  self->follows = TRUE;
  self->follow = *target;
}

guint
hd_run_job_get_threads (HdRunJob *self)
{
  const HdRunSettings *settings;

  g_return_val_if_fail (HD_IS_RUN_JOB (self), 0);

  settings = self->design != NULL ? hd_design_get_run_settings (self->design) : hd_run_settings_get_defaults ();
  return settings->sync == HD_SYNC_SERIAL ? 1 : settings->threads;
}

gboolean
hd_run_job_wait (HdRunJob *self,
                 GError **error)
{
  g_autoptr (HdRunJob) held = NULL;

  g_return_val_if_fail (HD_IS_RUN_JOB (self), FALSE);

  held = g_object_ref (self); /* who hears of its end may drop it */
  while (!hd_run_job_has_ended (self))
    g_main_context_iteration (self->context, TRUE);
  if (self->error != NULL)
    g_propagate_error (error, g_error_copy (self->error));
  else if (self->state == HD_RUN_JOB_CANCELLED) /* before it ran */
    g_set_error_literal (error, HD_ERROR, HD_ERROR_CANCELLED, _("the run was stopped"));
  return self->state == HD_RUN_JOB_FINISHED;
}

/* ---- object ------------------------------------------------------------------------------------------------------------ */

static void
hd_run_job_get_property (GObject *object,
                         guint property,
                         GValue *value,
                         GParamSpec *pspec)
{
  if (property == PROP_STATE)
    g_value_set_enum (value, HD_RUN_JOB (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
hd_run_job_finalize (GObject *object)
{
  HdRunJob *self = HD_RUN_JOB (object);

  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_pointer (&self->transfers, hd_transfer_list_unref);
  g_clear_pointer (&self->record, hd_record_unref);
  g_clear_pointer (&self->overrides, g_strfreev);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_object (&self->catalog);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->problems, hd_problem_list_unref);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (hd_run_job_parent_class)->finalize (object);
}

static void
hd_run_job_class_init (HdRunJobClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hd_run_job_get_property;
  object_class->finalize = hd_run_job_finalize;
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, HD_TYPE_RUN_JOB_STATE, HD_RUN_JOB_WAITING,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
hd_run_job_init (HdRunJob *self)
{
  self->cancellable = g_cancellable_new ();
  self->problems = hd_problem_list_new ();
  self->context = g_main_context_ref_thread_default ();
}

HdRunJob *
_hd_run_job_new (HdSnapshot *snapshot,
                 HdCatalog *catalog,
                 const char *const *overrides,
                 HdDesign *design,
                 HdTransferList *transfers,
                 int priority)
{
  HdRunJob *self = g_object_new (HD_TYPE_RUN_JOB, NULL);

  self->snapshot = snapshot != NULL ? hd_snapshot_ref (snapshot) : NULL;
  self->catalog = g_object_ref (catalog);
  self->overrides = g_strdupv ((char **) overrides);
  self->design = design != NULL ? hd_design_ref (design) : NULL;
  self->transfers = transfers != NULL ? hd_transfer_list_ref (transfers) : NULL;
  self->priority = priority;
  return self;
}
