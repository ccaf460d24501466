/* hd-run-thread.h: the thread of a run's engine, and what it shares with the run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <pthread.h>

#include "hd-engine.h"
#include "hd-run-estimate.h"

G_BEGIN_DECLS

typedef enum
{
  HD_WANT_NOTHING,
  HD_WANT_RUN,
  HD_WANT_STEP,
  HD_WANT_STOP,
} HdWant;

/* Where announcements find the run. They may come late, so they keep it alive; the engine's thread never holds the run itself, for it must not
 * be the one that lets go of it last. */
typedef struct
{
  GWeakRef run;
} HdRunMailbox;

/* Shared by the run and its thread, which the run outlives. */
typedef struct
{
  pthread_mutex_t lock;
  pthread_cond_t changed;

  /* guarded by the lock */
  HdWant want;
  HdStep step;
  HdTime until;
  double speed;
  guint generation; /* of speed and want, so that the pace starts anew */
  HdRunState state;
  gboolean prepared; /* or has failed to be */
  GError *error;
  gint64 elapsed_us; /* on the wall while running, without the slice that began at @began_us */
  gint64 began_us;   /* 0 between slices */
  HdRunEstimate estimate;

  /* the thread's own; all are owned */
  gint64 spent_us;   /* on the wall inside the engine */
  HdEngine *engine;
  HdRecord *record;
  HdProblemList *problems;
  GMainContext *context;
  HdRunMailbox *mailbox;
  HdProgress *reading; /* of files that are read before the run */
} HdRunShared;

/** hd_run_shared_new: @run is told what the thread announces, in the thread-default main context of the caller */
HdRunShared *hd_run_shared_new (HdRun *run);
/** hd_run_shared_free: after the thread has been joined, if there was one */
void hd_run_shared_free (HdRunShared *self);
/** hd_run_shared_forget: what is announced from here on reaches nobody */
void hd_run_shared_forget (HdRunShared *self);
/** hd_run_shared_set_state: with the lock held */
void hd_run_shared_set_state (HdRunShared *self,
                              HdRunState state);
/** hd_run_thread_main: @data is an HdRunShared */
gpointer hd_run_thread_main (gpointer data);

/* In hd-run.c. */
void _hd_run_notify_state (HdRun *self);

G_END_DECLS
