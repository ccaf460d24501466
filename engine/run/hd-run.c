/* hd-run.c: a design in execution
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The engine has a thread of its own. The run's owner tells it what is wanted (a mode and a time) under a lock and pauses the kernel, which
 * hears that before its next event; the engine tells its state back under the same lock and then through the owner's main context. What it computes
 * goes to the record, which needs no lock.
 *
 * At a limited speed the simulated time that may be reached follows the clock on the wall in slices of a hundredth of a second.
 */
#define G_LOG_DOMAIN "hd-run"

#include <heddle/hd-run.h>

#include <pthread.h>
#include <time.h>

#include <heddle/hd-error.h>

#include "hd-engine.h"
#include "hd-i18n.h"
#include "hd-record-private.h"

#define SLICE_US 10000
#define PUBLISH_US 100000

typedef enum
{
  WANT_NOTHING,
  WANT_RUN,
  WANT_STEP,
  WANT_STOP,
} Want;

/* Where announcements find the run. They may come late, so they keep it alive; the engine's thread never holds the run itself, for it must not
 * be the one that lets go of it last. */
typedef struct
{
  GWeakRef run;
} Mailbox;

/* Shared by the run and its thread, which the run outlives. */
typedef struct
{
  pthread_mutex_t lock;
  pthread_cond_t changed;

  /* guarded by the lock */
  Want want;
  HdStep step;
  HdTime until;
  double speed;
  guint generation; /* of speed and want, so that the pace starts anew */
  HdRunState state;
  gboolean prepared; /* or has failed to be */
  GError *error;
  gint64 elapsed_us; /* on the wall while running, without the slice that began at @began_us */
  gint64 began_us;   /* 0 between slices */

  /* the thread's own */
  gint64 spent_us;   /* on the wall inside the engine */
  HdEngine *engine;
  HdRecord *record;
  HdProblemList *problems;
  GMainContext *context;
  Mailbox *mailbox;
  GCancellable *stopped; /* for files that are read before the run */
  HdProgress *reading;   /* of them */
} Shared;

struct _HdRun
{
  GObject parent_instance;

  HdDesign *design;
  HdTransferList *transfers;
  Shared *shared;
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

GType
hd_run_state_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    {
      static const GEnumValue values[] = {
        { HD_RUN_READY, "HD_RUN_READY", "ready" },       { HD_RUN_RUNNING, "HD_RUN_RUNNING", "running" },
        { HD_RUN_PAUSED, "HD_RUN_PAUSED", "paused" },    { HD_RUN_FINISHED, "HD_RUN_FINISHED", "finished" },
        { HD_RUN_FAILED, "HD_RUN_FAILED", "failed" },    { HD_RUN_CANCELLED, "HD_RUN_CANCELLED", "cancelled" },
        { 0, NULL, NULL },
      };

      g_once_init_leave (&type, g_enum_register_static ("HdRunState", values));
    }
  return type;
}

/* ---- telling the owner ---------------------------------------------------------------------------------------------- */

static void
notify_state (HdRun *self)
{
  HdRunState state = hd_run_get_state (self);

  if (state == self->state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static gboolean
deliver (gpointer data)
{
  Mailbox *mailbox = data;
  g_autoptr (HdRun) self = g_weak_ref_get (&mailbox->run);

  if (self != NULL)
    notify_state (self);
  return G_SOURCE_REMOVE;
}

static void
mailbox_clear (gpointer data)
{
  g_weak_ref_clear (&((Mailbox *) data)->run);
}

static void
mailbox_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, mailbox_clear);
}

/* With the lock held. */
static void
set_state (Shared *shared,
           HdRunState state)
{
  if (shared->state == state)
    return;
  shared->state = state;
  pthread_cond_broadcast (&shared->changed);
}

/* Without the lock. */
static void
announce (Shared *shared)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, g_atomic_rc_box_acquire (shared->mailbox), mailbox_unref);
  g_source_attach (source, shared->context);
}

/* ---- the engine's thread -------------------------------------------------------------------------------------------- */

/* Where and when the present pace began. */
typedef struct
{
  guint generation;
  HdTime time;
  gint64 clock_us;
} Pace;

/* How far the simulation may go now; with a limited speed as far as the clock allows. With the lock held. */
static HdTime
allowed_time (Shared *shared,
              Pace *pace)
{
  gint64 now = g_get_monotonic_time ();
  HdTime time = hd_record_get_time (shared->record);
  double reach;

  if (shared->speed <= 0 || shared->want != WANT_RUN)
    return shared->until;
  if (pace->generation != shared->generation)
    *pace = (Pace){ shared->generation, time, now };
  reach = (double) pace->time + (double) (now - pace->clock_us + SLICE_US) * 1e6 * shared->speed;
  return reach < (double) shared->until ? MAX ((HdTime) reach, time) : shared->until;
}

static void
wait_for_slice (Shared *shared)
{
  struct timespec deadline;

  clock_gettime (CLOCK_MONOTONIC, &deadline);
  deadline.tv_nsec += SLICE_US * 1000;
  if (deadline.tv_nsec >= 1000000000)
    {
      deadline.tv_sec++;
      deadline.tv_nsec -= 1000000000;
    }
  pthread_cond_timedwait (&shared->changed, &shared->lock, &deadline);
}

static void
finish (Shared *shared,
        HdRunState state,
        GError *error)
{
  hd_engine_finish (shared->engine, (double) shared->spent_us * 1e-6);
  pthread_mutex_lock (&shared->lock);
  shared->error = error;
  set_state (shared, state);
  pthread_mutex_unlock (&shared->lock);
  announce (shared);
}

/* One slice, without the lock; returns whether the run goes on. */
static gboolean
run_slice (Shared *shared,
           HdTime until,
           const HdStep *step,
           HdEngineStatus *out_status)
{
  gint64 begin = g_get_monotonic_time ();
  GError *error = NULL;

  *out_status = hd_engine_advance (shared->engine, until, step, &error);
  shared->spent_us += g_get_monotonic_time () - begin;
  switch (*out_status)
    {
    case HD_ENGINE_ENDED:
      finish (shared, HD_RUN_FINISHED, NULL);
      return FALSE;
    case HD_ENGINE_FAILED:
      finish (shared, HD_RUN_FAILED, error);
      return FALSE;
    default:
      break;
    }
  return TRUE;
}

/* What is due now. Pauses when there is nothing to do. Returns %FALSE when the run is to stop. With the lock held. */
static gboolean
next_order (Shared *shared,
            Pace *pace,
            HdTime *out_until,
            gboolean *out_stepping)
{
  for (;;)
    {
      HdTime time = hd_record_get_time (shared->record);

      if (shared->want == WANT_STOP)
        return FALSE;
      if (shared->want == WANT_RUN && shared->until < HD_TIME_MAX && time >= shared->until)
        shared->want = WANT_NOTHING;
      if (shared->want == WANT_NOTHING)
        {
          if (shared->state != HD_RUN_PAUSED)
            {
              set_state (shared, HD_RUN_PAUSED);
              pthread_mutex_unlock (&shared->lock);
              hd_engine_publish (shared->engine, (double) shared->spent_us * 1e-6);
              announce (shared);
              pthread_mutex_lock (&shared->lock);
              continue;
            }
          pthread_cond_wait (&shared->changed, &shared->lock);
          continue;
        }
      *out_stepping = shared->want == WANT_STEP;
      *out_until = allowed_time (shared, pace);
      if (*out_stepping || *out_until > time || time == 0)
        return TRUE;
      wait_for_slice (shared);
    }
}

static gboolean
prepare (Shared *shared)
{
  GError *error = NULL;
  gboolean prepared;

  g_cancellable_push_current (shared->stopped);
  prepared = hd_engine_prepare (shared->engine, shared->problems, shared->reading, &error);
  g_cancellable_pop_current (shared->stopped);
  pthread_mutex_lock (&shared->lock);
  shared->prepared = TRUE;
  if (!prepared)
    {
      shared->error = error;
      set_state (shared, g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED) ? HD_RUN_CANCELLED : HD_RUN_FAILED);
    }
  pthread_mutex_unlock (&shared->lock);
  if (!prepared)
    announce (shared);
  return prepared;
}

static gpointer
engine_main (gpointer data)
{
  Shared *shared = data;
  Pace pace = { 0 };
  gint64 published_us = 0;

  if (!prepare (shared))
    return NULL;

  for (;;)
    {
      HdEngineStatus status;
      gboolean stepping;
      HdStep step;
      HdTime until;

      pthread_mutex_lock (&shared->lock);
      if (!next_order (shared, &pace, &until, &stepping))
        {
          pthread_mutex_unlock (&shared->lock);
          break;
        }
      step = shared->step;
      shared->began_us = g_get_monotonic_time ();
      if (shared->state != HD_RUN_RUNNING)
        {
          set_state (shared, HD_RUN_RUNNING);
          pthread_mutex_unlock (&shared->lock);
          announce (shared);
        }
      else
        {
          pthread_mutex_unlock (&shared->lock);
        }

      if (!run_slice (shared, until, stepping ? &step : NULL, &status))
        return NULL;
      pthread_mutex_lock (&shared->lock);
      if (stepping && status == HD_ENGINE_REACHED && shared->want == WANT_STEP)
        shared->want = WANT_NOTHING;
      if (!stepping && status == HD_ENGINE_REACHED && shared->speed > 0 && shared->want == WANT_RUN)
        wait_for_slice (shared);
      shared->elapsed_us += g_get_monotonic_time () - shared->began_us;
      shared->began_us = 0;
      pthread_mutex_unlock (&shared->lock);
      if (g_get_monotonic_time () - published_us > PUBLISH_US)
        {
          published_us = g_get_monotonic_time ();
          hd_engine_publish (shared->engine, (double) shared->spent_us * 1e-6);
        }
    }
  finish (shared, HD_RUN_CANCELLED, g_error_new_literal (HD_ERROR, HD_ERROR_CANCELLED, _("the run was stopped")));
  return NULL;
}

/* ---- the owner's side ----------------------------------------------------------------------------------------------- */

/* Tells the engine what is wanted; starts it when there is none yet. Who is told to go on runs from this moment, not from when its thread wakes:
 * the owner can then wait for the pause after a step without meeting the one before it. */
static void
order (HdRun *self,
       Want want,
       HdStep step,
       HdTime until)
{
  Shared *shared = self->shared;
  gboolean goes_on;

  pthread_mutex_lock (&shared->lock);
  shared->want = want;
  shared->step = step;
  shared->until = until;
  shared->generation++;
  goes_on = (want == WANT_RUN || want == WANT_STEP) && shared->state < HD_RUN_FINISHED;
  if (goes_on)
    set_state (shared, HD_RUN_RUNNING);
  hd_engine_interrupt (shared->engine);
  pthread_cond_broadcast (&shared->changed);
  pthread_mutex_unlock (&shared->lock);
  if (want == WANT_STOP)
    g_cancellable_cancel (shared->stopped);
  if (self->thread == NULL && want != WANT_STOP)
    self->thread = g_thread_new ("heddle-engine", engine_main, shared);
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
hd_run_start (HdRun *self)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (!has_ended (self))
    order (self, WANT_RUN, 0, HD_TIME_MAX);
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
    order (self, WANT_NOTHING, 0, HD_TIME_MAX);
}

void
hd_run_stop (HdRun *self)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (has_ended (self))
    return;
  order (self, WANT_STOP, 0, HD_TIME_MAX);
  if (self->thread == NULL)
    {
      pthread_mutex_lock (&self->shared->lock);
      set_state (self->shared, HD_RUN_CANCELLED);
      pthread_mutex_unlock (&self->shared->lock);
      notify_state (self);
    }
}

void
hd_run_step (HdRun *self,
             HdStep step)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (!has_ended (self))
    order (self, WANT_STEP, step, HD_TIME_MAX);
}

void
hd_run_until (HdRun *self,
              HdTime time)
{
  g_return_if_fail (HD_IS_RUN (self));

  if (!has_ended (self))
    order (self, WANT_RUN, 0, time);
}

void
hd_run_set_speed (HdRun *self,
                  double speed)
{
  g_return_if_fail (HD_IS_RUN (self));
  g_return_if_fail (speed >= 0);

  pthread_mutex_lock (&self->shared->lock);
  self->shared->speed = speed;
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
  Shared *shared;
  double progress;
  gint64 elapsed_us;

  g_return_val_if_fail (HD_IS_RUN (self), -1);

  shared = self->shared;
  pthread_mutex_lock (&shared->lock);
  progress = shared->state == HD_RUN_FINISHED ? 1 : hd_engine_get_progress (shared->engine);
  elapsed_us = shared->elapsed_us + (shared->state == HD_RUN_RUNNING && shared->began_us > 0 ? g_get_monotonic_time () - shared->began_us : 0);
  pthread_mutex_unlock (&shared->lock);
  if (out_seconds_left != NULL)
    *out_seconds_left = progress > 0.001 ? (double) elapsed_us * 1e-6 * (1 - progress) / progress : -1;
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
  Shared *shared;
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
  gboolean ready = hd_engine_prepare (engine, problems, NULL, error);

  hd_engine_free (engine);
  hd_record_unref (record);
  return ready;
}

HdRun *
hd_run_new (HdDesign *design,
            HdTransferList *transfers)
{
  HdRun *self;
  Shared *shared;
  pthread_condattr_t attributes;

  g_return_val_if_fail (design != NULL, NULL);

  self = g_object_new (HD_TYPE_RUN, NULL);
  self->design = hd_design_ref (design);
  self->transfers = transfers != NULL ? hd_transfer_list_ref (transfers) : NULL;
  shared = self->shared;
  pthread_mutex_init (&shared->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&shared->changed, &attributes);
  pthread_condattr_destroy (&attributes);
  shared->until = HD_TIME_MAX;
  shared->speed = hd_design_get_run_settings (design)->speed;
  shared->generation = 1;
  shared->problems = hd_problem_list_new ();
  shared->record = _hd_record_new (design);
  shared->engine = hd_engine_new (design, transfers, shared->record);
  return self;
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

  /* Announcements find the weak reference empty from here on. */
  g_weak_ref_set (&self->shared->mailbox->run, NULL);
  if (self->thread != NULL)
    {
      if (!has_ended (self))
        order (self, WANT_STOP, 0, HD_TIME_MAX);
      g_thread_join (g_steal_pointer (&self->thread));
    }
  G_OBJECT_CLASS (hd_run_parent_class)->dispose (object);
}

static void
hd_run_finalize (GObject *object)
{
  HdRun *self = HD_RUN (object);
  Shared *shared = self->shared;

  g_clear_pointer (&shared->engine, hd_engine_free);
  g_clear_pointer (&shared->record, hd_record_unref);
  g_clear_pointer (&shared->problems, hd_problem_list_unref);
  g_clear_error (&shared->error);
  g_main_context_unref (shared->context);
  g_object_unref (shared->stopped);
  hd_progress_unref (shared->reading);
  mailbox_unref (shared->mailbox);
  pthread_cond_destroy (&shared->changed);
  pthread_mutex_destroy (&shared->lock);
  g_free (shared);
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
  self->shared = g_new0 (Shared, 1);
  self->shared->context = g_main_context_ref_thread_default ();
  self->shared->stopped = g_cancellable_new ();
  self->shared->reading = hd_progress_new ();
  self->shared->mailbox = g_atomic_rc_box_new0 (Mailbox);
  g_weak_ref_init (&self->shared->mailbox->run, self);
}
