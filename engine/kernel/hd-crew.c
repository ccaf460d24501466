/* hd-crew.c: threads that work together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-crew"

#include "hd-crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "hd-board.h"

#define PATIENCE 1000 /* looks; some 20 microseconds */
#define EAGER 64      /* of them without a pause, which takes as long as most waits */
#define N_TURNS 4     /* meetings whose values somebody may still look at: see hd_crew_await () */

/* Each meeting a worker writes the first line, which all read; the second stays as it is as long as nobody sleeps. */
typedef struct
{
  _Alignas (HD_LINE) _Atomic guint64 n_meetings; /* at which it has arrived */
  HdTime values[N_TURNS]; /* brought to them, by turns */
  _Alignas (HD_LINE) atomic_int is_asleep;
  pthread_mutex_t lock;
  pthread_cond_t woken;
  GThread *thread; /* NULL for worker 0 */
  HdCrew *crew;
  guint index;
} Worker;

struct _HdCrew
{
  _Alignas (HD_LINE) _Atomic guint64 n_tasks;
  HdCrewFunc func; /* NULL ends the threads */
  gpointer data;
  guint n_workers;
  guint patience;
  Worker *workers;
};

/* ---- sleeping -------------------------------------------------------------------------------------------------------- */

void
hd_crew_prepare (HdCrew *self,
                 guint worker)
{
  atomic_store_explicit (&self->workers[worker].is_asleep, TRUE, memory_order_seq_cst);
}

void
hd_crew_stay (HdCrew *self,
              guint worker)
{
  atomic_store_explicit (&self->workers[worker].is_asleep, FALSE, memory_order_relaxed);
}

gboolean
hd_crew_sleep (HdCrew *self,
               guint worker,
               gint64 timeout_us)
{
  Worker *me = &self->workers[worker];
  gboolean was_woken = TRUE;
  struct timespec deadline;

  clock_gettime (CLOCK_MONOTONIC, &deadline);
  deadline.tv_nsec += (timeout_us % G_USEC_PER_SEC) * 1000;
  deadline.tv_sec += timeout_us / G_USEC_PER_SEC + deadline.tv_nsec / 1000000000;
  deadline.tv_nsec %= 1000000000;
  pthread_mutex_lock (&me->lock);
  while (was_woken && atomic_load_explicit (&me->is_asleep, memory_order_relaxed))
    was_woken = pthread_cond_timedwait (&me->woken, &me->lock, &deadline) == 0;
  pthread_mutex_unlock (&me->lock);
  hd_crew_stay (self, worker);
  return was_woken;
}

void
hd_crew_wake (HdCrew *self,
              guint worker)
{
  Worker *other = &self->workers[worker];

  if (!atomic_load_explicit (&other->is_asleep, memory_order_seq_cst))
    return;
  pthread_mutex_lock (&other->lock);
  atomic_store_explicit (&other->is_asleep, FALSE, memory_order_relaxed);
  pthread_cond_signal (&other->woken);
  pthread_mutex_unlock (&other->lock);
}

/* Until *@counter is @value or more. */
static void
wait_for (HdCrew *self,
          guint worker,
          _Atomic guint64 *counter,
          guint64 value)
{
  for (guint i = 0; i < self->patience; i++)
    {
      if (atomic_load_explicit (counter, memory_order_acquire) >= value)
        return;
      if (i >= EAGER)
        hd_crew_relax ();
    }
  for (;;)
    {
      hd_crew_prepare (self, worker);
      if (atomic_load_explicit (counter, memory_order_seq_cst) >= value)
        break;
      hd_crew_sleep (self, worker, G_USEC_PER_SEC);
    }
  hd_crew_stay (self, worker);
}

static void
wake_others (HdCrew *self,
             guint worker)
{
  for (guint i = 0; i < self->n_workers; i++)
    if (i != worker)
      hd_crew_wake (self, i);
}

/* ---- meeting --------------------------------------------------------------------------------------------------------- */

/* Of those that come last at the same time each sees all, or one does. */
static gboolean
have_all_come (HdCrew *self,
               guint64 meeting)
{
  for (guint i = 0; i < self->n_workers; i++)
    if (atomic_load_explicit (&self->workers[i].n_meetings, memory_order_seq_cst) < meeting)
      return FALSE;
  return TRUE;
}

/* There is no place in which all meet: whoever comes last is seen by each of the others in the time that a line takes from processor to processor. */
guint64
hd_crew_arrive (HdCrew *self,
                guint worker,
                HdTime value)
{
  Worker *me = &self->workers[worker];
  guint64 meeting = atomic_load_explicit (&me->n_meetings, memory_order_relaxed) + 1;

  me->values[meeting % N_TURNS] = value;
  atomic_store_explicit (&me->n_meetings, meeting, memory_order_seq_cst);
  if (have_all_come (self, meeting))
    wake_others (self, worker);
  return meeting;
}

/*
 * What a worker brings to a meeting takes the place of what it brought N_TURNS meetings before, which all have seen by then: it has seen all others at the last meeting but one, each of
 * whom had before that seen what was brought two meetings earlier.
 */
HdTime
hd_crew_await (HdCrew *self,
               guint worker,
               guint64 meeting,
               gint64 *io_waited_us)
{
  HdTime value = HD_TIME_MAX;

  if (io_waited_us != NULL && have_all_come (self, meeting))
    io_waited_us = NULL; /* whoever comes last looks at no clock, as all others wait for it */
  if (io_waited_us != NULL)
    *io_waited_us -= g_get_monotonic_time ();
  for (guint i = 0; i < self->n_workers; i++)
    {
      wait_for (self, worker, &self->workers[i].n_meetings, meeting);
      value = MIN (value, self->workers[i].values[meeting % N_TURNS]);
    }
  if (io_waited_us != NULL)
    *io_waited_us += g_get_monotonic_time ();
  return value;
}

HdTime
hd_crew_meet (HdCrew *self,
              guint worker,
              HdTime value,
              gint64 *io_waited_us)
{
  return hd_crew_await (self, worker, hd_crew_arrive (self, worker, value), io_waited_us);
}

/* ---- tasks ----------------------------------------------------------------------------------------------------------- */

static gpointer
work (gpointer data)
{
  Worker *me = data;
  HdCrew *self = me->crew;

  for (guint64 task = 1;; task++)
    {
      wait_for (self, me->index, &self->n_tasks, task);
      if (self->func == NULL)
        return NULL;
      self->func (self->data, me->index);
      hd_crew_meet (self, me->index, 0, NULL);
    }
}

static void
announce (HdCrew *self,
          HdCrewFunc func,
          gpointer data)
{
  self->func = func;
  self->data = data;
  atomic_fetch_add_explicit (&self->n_tasks, 1, memory_order_seq_cst);
  wake_others (self, 0);
}

void
hd_crew_run (HdCrew *self,
             HdCrewFunc func,
             gpointer data)
{
  announce (self, func, data);
  func (data, 0);
  hd_crew_meet (self, 0, 0, NULL);
}

HdCrew *
hd_crew_new (guint n_workers)
{
  HdCrew *self = g_aligned_alloc0 (1, sizeof (HdCrew), HD_LINE);
  pthread_condattr_t attributes;

  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  self->n_workers = n_workers;
  self->patience = n_workers <= g_get_num_processors () ? PATIENCE : 0;
  self->workers = g_aligned_alloc0 (n_workers, sizeof (Worker), HD_LINE);
  for (guint i = 0; i < n_workers; i++)
    {
      self->workers[i].crew = self;
      self->workers[i].index = i;
      pthread_mutex_init (&self->workers[i].lock, NULL);
      pthread_cond_init (&self->workers[i].woken, &attributes);
    }
  pthread_condattr_destroy (&attributes);
  for (guint i = 1; i < n_workers; i++)
    {
      g_autofree char *name = g_strdup_printf ("heddle-%u", i);

      self->workers[i].thread = g_thread_new (name, work, &self->workers[i]);
    }
  return self;
}

void
hd_crew_free (HdCrew *self)
{
  announce (self, NULL, NULL);
  for (guint i = 1; i < self->n_workers; i++)
    g_thread_join (self->workers[i].thread);
  /* Only now: the last to arrive at a meeting may still be waking others that have long gone on. */
  for (guint i = 0; i < self->n_workers; i++)
    {
      pthread_cond_destroy (&self->workers[i].woken);
      pthread_mutex_destroy (&self->workers[i].lock);
    }
  g_aligned_free (self->workers);
  g_aligned_free (self);
}

guint
hd_crew_get_n_workers (HdCrew *self)
{
  return self->n_workers;
}

guint
hd_crew_get_patience (HdCrew *self)
{
  return self->patience;
}
