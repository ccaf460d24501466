/* bench-queue.c: what an event costs in a queue of 1,000 to 1,000,000
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The hold model: take the first event, put one back 0.1 plus an exponential time of mean 0.9 later. The queue of the kernel, its reference (a heap with four
 * children a node) and a calendar, best of three by CPU time. All three give the same events, which is checked. The goal is a
 * cost at 1,000,000 of at most 3 times that at 1,000.
 */
#include <string.h>
#include <time.h>

#include "calendar-queue.h"
#include "hd-event-heap.h"
#include "hd-event-queue.h"
#include "hd-random.h"

#define UNIT G_GINT64_CONSTANT (1000000) /* ps */
#define N_DELAYS 4096                    /* drawn beforehand */

typedef enum { QUEUE, HEAP, CALENDAR, N_KINDS } Kind;

static const char *const names[] = { "ladder and heap", "heap", "calendar" };
static HdTime delays[N_DELAYS];

static double
cpu_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

/* Written out for each kind, so that what can be inlined is. */
#define HOLD(take, put) \
  for (gsize i = 0; i < n_holds; i++) \
    { \
      HdEvent event; \
      take; \
      *out_check = *out_check * 31 + (guint64) event.time + event.sequence; \
      event.time += delays[hd_random_next (&random) % N_DELAYS]; \
      put; \
    }

static double
hold (Kind kind,
      gsize n_pending,
      guint64 *out_check)
{
  g_autoptr (HdEventQueue) queue = hd_event_queue_new ();
  HdEventHeap heap = { 0 };
  Calendar calendar = { 0 };
  gsize n_holds = MAX (2000000, 2 * n_pending);
  HdRandom random;
  double begin;

  hd_random_init (&random, 1, "hold", "");
  *out_check = 0;
  for (gsize i = 0; i < n_pending; i++)
    {
      HdEvent event = { .time = delays[hd_random_next (&random) % N_DELAYS], .sequence = i };

      if (kind == QUEUE)
        hd_event_queue_push (queue, &event);
      else if (kind == HEAP)
        hd_event_heap_push (&heap, &event);
      else
        calendar_push (&calendar, &event);
    }
  begin = cpu_ns ();
  if (kind == QUEUE)
    HOLD ((event = *hd_event_queue_peek (queue), hd_event_queue_drop (queue)), hd_event_queue_push (queue, &event))
  else if (kind == HEAP)
    HOLD ((event = *hd_event_heap_peek (&heap), hd_event_heap_drop (&heap)), hd_event_heap_push (&heap, &event))
  else
    HOLD (event = calendar_pop (&calendar), calendar_push (&calendar, &event))
  begin = (cpu_ns () - begin) / (double) n_holds;
  hd_event_heap_clear (&heap);
  calendar_clear (&calendar);
  return begin;
}

int
main (void)
{
  double first[N_KINDS] = { 0 };
  HdRandom random;

  hd_random_init (&random, 2, "delays", "");
  for (guint i = 0; i < N_DELAYS; i++)
    delays[i] = UNIT / 10 + (HdTime) hd_random_exponential (&random, 0.9 * (double) UNIT);

  g_print ("ns of CPU time an event, and relative to 1,000 pending\n");
  for (gsize n = 1000; n <= 1000000; n *= 10)
    {
      guint64 reference = 0;

      g_print ("%8" G_GSIZE_FORMAT " pending:", n);
      for (Kind kind = 0; kind < N_KINDS; kind++)
        {
          double best = G_MAXDOUBLE;
          guint64 check = 0;

          for (int i = 0; i < 3; i++)
            {
              double ns = hold (kind, n, &check);

              best = MIN (best, ns);
            }
          if (kind == 0)
            reference = check;
          g_assert_cmpuint (check, ==, reference);
          first[kind] = n == 1000 ? best : first[kind];
          g_print ("  %s %6.1f (%.1f)", names[kind], best, best / first[kind]);
        }
      g_print ("\n");
    }
  return 0;
}
