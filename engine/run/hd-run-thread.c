/* hd-run-thread.c: the thread of a run's engine
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * At a limited speed the simulated time that may be reached follows the clock on the wall in slices of a hundredth of a second.
 */
#define G_LOG_DOMAIN "hd-run"

#include "hd-run-thread.h"

#include <time.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-record-private.h"

#define SLICE_US 10000
#define PUBLISH_US 100000

/* ---- telling the owner ---------------------------------------------------------------------------------------------- */

static gboolean
deliver (gpointer data)
{
  HdRunMailbox *mailbox = data;
  g_autoptr (HdRun) run = g_weak_ref_get (&mailbox->run);

  if (run != NULL)
    _hd_run_notify_state (run);
  return G_SOURCE_REMOVE;
}

static void
mailbox_clear (gpointer data)
{
  g_weak_ref_clear (&((HdRunMailbox *) data)->run);
}

static void
mailbox_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, mailbox_clear);
}

void
hd_run_shared_set_state (HdRunShared *self,
                         HdRunState state)
{
  if (self->state == state)
    return;
  self->state = state;
  pthread_cond_broadcast (&self->changed);
}

/* Without the lock. */
static void
announce (HdRunShared *shared)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, g_atomic_rc_box_acquire (shared->mailbox), mailbox_unref);
  g_source_attach (source, shared->context);
}

/* ---- what is shared --------------------------------------------------------------------------------------------------- */

HdRunShared *
hd_run_shared_new (HdRun *run)
{
  HdRunShared *self = g_new0 (HdRunShared, 1);
  pthread_condattr_t attributes;

  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &attributes);
  pthread_condattr_destroy (&attributes);
  self->context = g_main_context_ref_thread_default ();
  self->reading = hd_progress_new ();
  self->mailbox = g_atomic_rc_box_new0 (HdRunMailbox);
  g_weak_ref_init (&self->mailbox->run, run);
  return self;
}

void
hd_run_shared_forget (HdRunShared *self)
{
  g_weak_ref_set (&self->mailbox->run, NULL);
}

void
hd_run_shared_free (HdRunShared *self)
{
  g_clear_pointer (&self->engine, hd_engine_free);
  g_clear_pointer (&self->record, hd_record_unref);
  g_clear_pointer (&self->problems, hd_problem_list_unref);
  g_clear_error (&self->error);
  g_main_context_unref (self->context);
  hd_progress_unref (self->reading);
  mailbox_unref (self->mailbox);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* ---- pace --------------------------------------------------------------------------------------------------------------- */

/* Where and when the present pace began. */
typedef struct
{
  guint generation;
  HdTime time;
  gint64 clock_us;
} Pace;

/* How far the simulation may go now; with a limited speed as far as the clock allows. With the lock held. */
static HdTime
allowed_time (HdRunShared *shared,
              Pace *pace)
{
  gint64 now = g_get_monotonic_time ();
  HdTime time = hd_record_get_time (shared->record);
  double reach;

  if (shared->speed <= 0 || shared->want != HD_WANT_RUN)
    return shared->until;
  if (pace->generation != shared->generation)
    *pace = (Pace){ shared->generation, time, now };
  reach = (double) pace->time + (double) (now - pace->clock_us + SLICE_US) * 1e6 * shared->speed;
  return reach < (double) shared->until ? MAX ((HdTime) reach, time) : shared->until;
}

static void
wait_for_slice (HdRunShared *shared)
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

/* ---- the thread -------------------------------------------------------------------------------------------------------- */

static void
finish (HdRunShared *shared,
        HdRunState state,
        GError *error)
{
  GError *late = NULL;

  if (!hd_engine_finish (shared->engine, state == HD_RUN_FINISHED, (double) shared->spent_us * 1e-6, &late))
    {
      state = HD_RUN_FAILED;
      error = late;
    }
  pthread_mutex_lock (&shared->lock);
  shared->error = error;
  hd_run_shared_set_state (shared, state);
  pthread_mutex_unlock (&shared->lock);
  announce (shared);
}

/* One slice, without the lock; returns whether the run goes on. */
static gboolean
run_slice (HdRunShared *shared,
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
next_order (HdRunShared *shared,
            Pace *pace,
            HdTime *out_until,
            gboolean *out_stepping)
{
  for (;;)
    {
      HdTime time = hd_record_get_time (shared->record);

      if (shared->want == HD_WANT_STOP)
        return FALSE;
      if (shared->want == HD_WANT_RUN && shared->until < HD_TIME_MAX && time >= shared->until)
        shared->want = HD_WANT_NOTHING;
      if (shared->want == HD_WANT_NOTHING)
        {
          if (shared->state != HD_RUN_PAUSED)
            {
              /* Whoever sees that it is paused finds all that is told then. */
              pthread_mutex_unlock (&shared->lock);
              hd_engine_publish (shared->engine, (double) shared->spent_us * 1e-6);
              hd_engine_tell_errands (shared->engine);
              pthread_mutex_lock (&shared->lock);
              if (shared->want != HD_WANT_NOTHING)
                continue;
              hd_run_shared_set_state (shared, HD_RUN_PAUSED);
              pthread_mutex_unlock (&shared->lock);
              announce (shared);
              pthread_mutex_lock (&shared->lock);
              continue;
            }
          pthread_cond_wait (&shared->changed, &shared->lock);
          continue;
        }
      *out_stepping = shared->want == HD_WANT_STEP;
      *out_until = allowed_time (shared, pace);
      if (*out_stepping || *out_until > time || time == 0)
        return TRUE;
      wait_for_slice (shared);
    }
}

static gboolean
prepare (HdRunShared *shared)
{
  GError *error = NULL;
  gboolean prepared;

  prepared = hd_engine_prepare (shared->engine, shared->problems, shared->reading, &error);
  pthread_mutex_lock (&shared->lock);
  shared->prepared = TRUE;
  if (!prepared)
    {
      shared->error = error;
      hd_run_shared_set_state (shared, g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED) ? HD_RUN_CANCELLED : HD_RUN_FAILED);
    }
  pthread_mutex_unlock (&shared->lock);
  if (!prepared)
    announce (shared);
  return prepared;
}

gpointer
hd_run_thread_main (gpointer data)
{
  HdRunShared *shared = data;
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
          hd_run_shared_set_state (shared, HD_RUN_RUNNING);
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
      if (stepping && status == HD_ENGINE_REACHED && shared->want == HD_WANT_STEP)
        shared->want = HD_WANT_NOTHING;
      if (!stepping && status == HD_ENGINE_REACHED && shared->speed > 0 && shared->want == HD_WANT_RUN)
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
