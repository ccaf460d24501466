/* hd-run.c: a design in execution
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The engine has a thread of its own. The run's owner tells it what is wanted (a mode and a time) under a lock and pauses the kernel, which
 * hears that before its next event; the engine tells its state back under the same lock and then through the owner's main context. What it computes
 * goes to the record, which needs no lock.
 */
#define G_LOG_DOMAIN "hd-run"

#include <heddle/hd-run.h>

#include "hd-record-private.h"
#include "hd-run-thread.h"

struct _HdRun
{
  GObject parent_instance;

  HdDesign *design;
  HdTransferList *transfers;
  HdRunShared *shared;
  GThread *thread;
  HdRunState state; /* as notified */
};

enum
{
  PROP_STATE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (HdRun, hd_run, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (HdRunState, hd_run_state,
                    G_DEFINE_ENUM_VALUE (HD_RUN_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_PAUSED, "paused"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_FINISHED, "finished"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (HD_RUN_CANCELLED, "cancelled"))

void
_hd_run_notify_state (HdRun *self)
{
  HdRunState state = hd_run_get_state (self);

  if (state == self->state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* ---- the owner's side ----------------------------------------------------------------------------------------------- */

/* Tells the engine what is wanted; starts it when there is none yet. Who is told to go on runs from this moment, not from when its thread wakes:
 * the owner can then wait for the pause after a step without meeting the one before it. */
static void
order (HdRun *self,
       HdWant want,
       HdStep step,
       HdTime until)
{
  HdRunShared *shared = self->shared;
  gboolean goes_on;

  pthread_mutex_lock (&shared->lock);
  if (shared->want == HD_WANT_STOP) /* for good, even before its thread has heard of it */
    {
      pthread_mutex_unlock (&shared->lock);
      return;
    }
  shared->want = want;
  shared->step = step;
  shared->until = until;
  shared->generation++;
  goes_on = (want == HD_WANT_RUN || want == HD_WANT_STEP) && shared->state < HD_RUN_FINISHED;
  if (goes_on)
    hd_run_shared_set_state (shared, HD_RUN_RUNNING);
  hd_engine_interrupt (shared->engine);
  pthread_cond_broadcast (&shared->changed);
  pthread_mutex_unlock (&shared->lock);
  if (want == HD_WANT_STOP)
    hd_engine_cancel (shared->engine);
  if (self->thread == NULL && want != HD_WANT_STOP)
    self->thread = g_thread_new ("heddle-engine", hd_run_thread_main, shared);
  if (goes_on && self->state != HD_RUN_RUNNING)
    {
      /* Even if the step is over by now: its end is told next. */
      self->state = HD_RUN_RUNNING;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
    }
}

static gboolean
has_ended (HdRun *self)
{
  return hd_run_get_state (self) >= HD_RUN_FINISHED;
}

void
hd_run_follow (HdRun *self,
               const HdFollowTarget *target)
{
  g_return_if_fail (HD_IS_RUN (self) && self->thread == NULL);

  _hd_record_set_follow (self->shared->record, target);
}

void
hd_run_start (HdRun *self)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (!has_ended (self))
    order (self, HD_WANT_RUN, 0, HD_TIME_MAX);
}

void
hd_run_resume (HdRun *self)
{
  hd_run_start (self);
}

void
hd_run_pause (HdRun *self)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (self->thread != NULL && !has_ended (self))
    order (self, HD_WANT_NOTHING, 0, HD_TIME_MAX);
}

void
hd_run_stop (HdRun *self)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (has_ended (self))
    return;
  order (self, HD_WANT_STOP, 0, HD_TIME_MAX);
  if (self->thread == NULL)
    {
      pthread_mutex_lock (&self->shared->lock);
      hd_run_shared_set_state (self->shared, HD_RUN_CANCELLED);
      pthread_mutex_unlock (&self->shared->lock);
      _hd_run_notify_state (self);
    }
}

void
hd_run_step (HdRun *self,
             HdStep step)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (!has_ended (self))
    order (self, HD_WANT_STEP, step, HD_TIME_MAX);
}

void
hd_run_until (HdRun *self,
              HdTime time)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (!has_ended (self))
    order (self, HD_WANT_RUN, 0, time);
}

void
hd_run_set_speed (HdRun *self,
                  double speed)
{
  g_return_if_fail (HD_IS_RUN (self));
  g_return_if_fail (speed >= 0);

  pthread_mutex_lock (&self->shared->lock);
  self->shared->speed = speed;
  hd_run_estimate_restart (&self->shared->estimate);
  self->shared->generation++;
  hd_engine_interrupt (self->shared->engine);
  pthread_cond_broadcast (&self->shared->changed);
  pthread_mutex_unlock (&self->shared->lock);
}

double
hd_run_get_speed (HdRun *self)
{
  double speed;

  g_return_val_if_fail (HD_IS_RUN (self), 0);

  pthread_mutex_lock (&self->shared->lock);
  speed = self->shared->speed;
  pthread_mutex_unlock (&self->shared->lock);
  return speed;
}

HdRunState
hd_run_get_state (HdRun *self)
{
  HdRunState state;

  g_return_val_if_fail (HD_IS_RUN (self), HD_RUN_FAILED);

  pthread_mutex_lock (&self->shared->lock);
  state = self->shared->state;
  pthread_mutex_unlock (&self->shared->lock);
  return state;
}

const GError *
hd_run_get_error (HdRun *self)
{
  g_return_val_if_fail (HD_IS_RUN (self), NULL);

  return has_ended (self) ? self->shared->error : NULL;
}

HdProblemList *
hd_run_get_problems (HdRun *self)
{
  g_return_val_if_fail (HD_IS_RUN (self), NULL);

  return self->shared->problems;
}

HdRecord *
hd_run_get_record (HdRun *self)
{
  g_return_val_if_fail (HD_IS_RUN (self), NULL);

  return self->shared->record;
}

HdDesign *
hd_run_get_design (HdRun *self)
{
  g_return_val_if_fail (HD_IS_RUN (self), NULL);

  return self->design;
}

double
hd_run_get_progress (HdRun *self,
                     double *out_seconds_left)
{
  HdRunShared *shared;
  double progress, left;
  gint64 elapsed_us;

  g_return_val_if_fail (HD_IS_RUN (self), -1);

  shared = self->shared;
  pthread_mutex_lock (&shared->lock);
  elapsed_us = shared->elapsed_us + (shared->state == HD_RUN_RUNNING && shared->began_us > 0 ? g_get_monotonic_time () - shared->began_us : 0);
  progress = hd_run_estimate_observe (&shared->estimate, (double) elapsed_us * 1e-6, hd_record_get_time (shared->record),
                                      hd_engine_get_progress (shared->engine));
  left = hd_run_estimate_get_left (&shared->estimate);
  if (shared->state == HD_RUN_FINISHED)
    progress = 1, left = 0;
  pthread_mutex_unlock (&shared->lock);
  if (out_seconds_left != NULL)
    *out_seconds_left = left;
  return progress;
}

double
hd_run_get_reading (HdRun *self)
{
  double done;
  gboolean prepared;

  g_return_val_if_fail (HD_IS_RUN (self), -1);

  done = hd_progress_get (self->shared->reading);
  pthread_mutex_lock (&self->shared->lock);
  prepared = self->shared->prepared;
  pthread_mutex_unlock (&self->shared->lock);
  return !prepared && done > 0 ? done : -1;
}

gboolean
hd_run_wait (HdRun *self,
             GError **error)
{
  HdRunShared *shared;
  gboolean finished;

  g_return_val_if_fail (HD_IS_RUN (self), FALSE);

  shared = self->shared;
  pthread_mutex_lock (&shared->lock);
  while (shared->state < HD_RUN_FINISHED)
    pthread_cond_wait (&shared->changed, &shared->lock);
  finished = shared->state == HD_RUN_FINISHED;
  pthread_mutex_unlock (&shared->lock);
  if (!finished && shared->error != NULL)
    g_propagate_error (error, g_error_copy (shared->error));
  return finished;
}

gboolean
hd_run_has_work (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  if (hd_design_get_n_workloads (design) > 0)
    return TRUE;
  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    if (nodes[i].type->handlers != NULL || nodes[i].type->block != NULL)
      return TRUE;
  return FALSE;
}

gboolean
hd_run_check (HdDesign *design,
              HdProblemList *problems,
              GError **error)
{
  HdRecord *record = _hd_record_new (design);
  HdEngine *engine = hd_engine_new (design, NULL, record);
  g_autoptr (HdPermit) all = hd_permit_new (TRUE); /* of what is not started */
  gboolean ready;

  hd_engine_allow_programs (engine, all);
  ready = hd_engine_prepare (engine, problems, NULL, error) && hd_engine_check_routes (engine, problems, error);

  hd_engine_free (engine);
  hd_record_unref (record);
  return ready;
}

HdRun *
hd_run_new (HdDesign *design,
            HdTransferList *transfers)
{
  HdRun *self;
  HdRunShared *shared;

  g_return_val_if_fail (design != NULL, NULL);

  self = g_object_new (HD_TYPE_RUN, NULL);
  self->design = hd_design_ref (design);
  self->transfers = transfers != NULL ? hd_transfer_list_ref (transfers) : NULL;
  shared = self->shared;
  shared->until = HD_TIME_MAX;
  shared->speed = hd_design_get_run_settings (design)->speed;
  shared->generation = 1;
  shared->problems = hd_problem_list_new ();
  shared->record = _hd_record_new (design);
  shared->engine = hd_engine_new (design, transfers, shared->record);
  return self;
}

void
hd_run_allow_programs (HdRun *self,
                       HdPermit *permit)
{
  g_return_if_fail (HD_IS_RUN (self) && self->thread == NULL);

  hd_engine_allow_programs (self->shared->engine, permit);
}

static void
hd_run_get_property (GObject *object,
                     guint property,
                     GValue *value,
                     GParamSpec *pspec)
{
  if (property == PROP_STATE)
    g_value_set_enum (value, hd_run_get_state (HD_RUN (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
hd_run_dispose (GObject *object)
{
  HdRun *self = HD_RUN (object);

  hd_run_shared_forget (self->shared);
  if (self->thread != NULL)
    {
      hd_engine_hurry (self->shared->engine);
      if (!has_ended (self))
        order (self, HD_WANT_STOP, 0, HD_TIME_MAX);
      g_thread_join (g_steal_pointer (&self->thread));
    }
  G_OBJECT_CLASS (hd_run_parent_class)->dispose (object);
}

static void
hd_run_finalize (GObject *object)
{
  HdRun *self = HD_RUN (object);

  hd_run_shared_free (self->shared);
  g_clear_pointer (&self->transfers, hd_transfer_list_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  G_OBJECT_CLASS (hd_run_parent_class)->finalize (object);
}

static void
hd_run_class_init (HdRunClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hd_run_get_property;
  object_class->dispose = hd_run_dispose;
  object_class->finalize = hd_run_finalize;
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, HD_TYPE_RUN_STATE, HD_RUN_READY,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
hd_run_init (HdRun *self)
{
  self->shared = hd_run_shared_new (self);
}
