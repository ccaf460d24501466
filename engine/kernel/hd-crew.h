/* hd-crew.h: threads that work together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/**
 * HdCrew:
 *
 * Worker 0 is the thread that owns the crew; the others sleep between two tasks. Who waits looks again and again for some microseconds if there is a
 * processor for each worker, then sleeps.
 */
typedef struct _HdCrew HdCrew;
typedef void (*HdCrewFunc) (gpointer data,
                            guint worker);

HdCrew *hd_crew_new (guint n_workers);
void hd_crew_free (HdCrew *self);
guint hd_crew_get_n_workers (HdCrew *self);
/** hd_crew_run: @func runs in every worker; returns when all have come back */
void hd_crew_run (HdCrew *self,
                  HdCrewFunc func,
                  gpointer data);

/** hd_crew_arrive: brings @value to the next meeting, of which it returns the number, and waits for nobody. What @worker did before, all see who await that meeting. */
guint64 hd_crew_arrive (HdCrew *self,
                        guint worker,
                        HdTime value);
/**
 * hd_crew_await: waits until all workers have arrived at @meeting, the last or the last but one at which @worker has; how long is added to @io_waited_us (nullable). Returns the smallest
 * value that one of them brought.
 */
HdTime hd_crew_await (HdCrew *self,
                      guint worker,
                      guint64 meeting,
                      gint64 *io_waited_us);
/** hd_crew_meet: arrives and awaits the same meeting */
HdTime hd_crew_meet (HdCrew *self,
                     guint worker,
                     HdTime value,
                     gint64 *io_waited_us);

/**
 * hd_crew_prepare:
 *
 * The first of three steps to sleep: prepare, look once more whether there is anything to do, then hd_crew_sleep () or hd_crew_stay (). Who changes
 * what is looked at does so with a sequentially consistent store, then calls hd_crew_wake (): either the one sees the change or the other the
 * sleeper.
 */
void hd_crew_prepare (HdCrew *self,
                      guint worker);
void hd_crew_stay (HdCrew *self,
                   guint worker);
/** hd_crew_sleep: returns %FALSE if nobody woke it for @timeout_us */
gboolean hd_crew_sleep (HdCrew *self,
                        guint worker,
                        gint64 timeout_us);
void hd_crew_wake (HdCrew *self,
                   guint worker);
/** hd_crew_get_patience: how often a worker looks again before it sleeps */
guint hd_crew_get_patience (HdCrew *self);
/** hd_crew_relax: between two looks */
static inline void
hd_crew_relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

G_END_DECLS
