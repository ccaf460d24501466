/* bench-phold.c: events a second of the kernel
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PHOLD (Fujimoto, "Performance of Time Warp under synthetic workloads", 1990): 1,024 components with 16 events each; an event that
 * arrives sends one on after 0.1 plus an exponential time of mean 0.9, to another component with probability 0.1 or 0.5, else to itself.
 * Each arrival is recorded in the digest. Prints the best of three runs by CPU time, and how a bare queue of the same length does, so
 * that the share of the queue in the cost is seen.
 */
#include <stdlib.h>
#include <time.h>

#include "hd-event-queue.h"
#include "hd-kernel.h"

#define N_COMPONENTS 1024
#define EVENTS_EACH 16
#define UNIT G_GINT64_CONSTANT (1000000) /* ps */
#define N_EVENTS 5000000

typedef struct
{
  HdRandom random;
} State;

static double
cpu_time_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e6 + (double) time.tv_nsec * 1e-3;
}

static void
send_on (HdComponent *self,
         State *state)
{
  double remote = *(double *) hd_component_get_data (self);
  HdTime delay = UNIT / 10 + (HdTime) hd_random_exponential (&state->random, 0.9 * UNIT);
  guint32 to = hd_random_uniform (&state->random) < remote ? (guint32) hd_random_below (&state->random, N_COMPONENTS)
                                                           : hd_component_get_id (self);

  hd_component_send_to (self, to, delay, &(HdMessage){ .kind = 1 });
}

static void
start (HdComponent *self,
       gpointer state)
{
  State *my = state;

  hd_component_init_random (self, "phold", &my->random);
  for (int i = 0; i < EVENTS_EACH; i++)
    send_on (self, my);
}

static void
receive (HdComponent *self,
         gpointer state,
         const HdMessage *message)
{
  hd_component_record (self, message->kind, 0);
  send_on (self, state);
}

static const HdModel phold = { .state_size = sizeof (State), .start = start, .receive = receive };

static double
run (double remote)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;
  double begin;

  for (guint i = 0; i < N_COMPONENTS; i++)
    {
      g_autofree char *path = g_strdup_printf ("lp[%u]", i);

      hd_kernel_add_component (kernel, path, &phold, 0, &remote);
    }
  hd_kernel_allow_direct (kernel, UNIT / 10);
  if (!hd_kernel_start (kernel, &error))
    g_error ("%s", error->message);

  begin = cpu_time_us ();
  while (hd_kernel_get_n_events (kernel) < N_EVENTS)
    if (hd_kernel_run (kernel, hd_kernel_get_time (kernel) + 10 * UNIT, &error) != HD_KERNEL_UNTIL)
      g_error ("the run ended");
  return (double) hd_kernel_get_n_events (kernel) / (cpu_time_us () - begin);
}

/* The hold model on the queue alone. */
static double
hold (void)
{
  g_autoptr (HdEventQueue) queue = hd_event_queue_new ();
  double begin;
  HdRandom random;

  hd_random_init (&random, 1, "hold", "");
  for (guint64 i = 0; i < N_COMPONENTS * EVENTS_EACH; i++)
    hd_event_queue_push (queue, &(HdEvent){ .time = UNIT / 10 + (HdTime) hd_random_exponential (&random, 0.9 * UNIT), .sequence = i });

  begin = cpu_time_us ();
  for (guint64 i = 0; i < N_EVENTS; i++)
    {
      HdEvent event = *hd_event_queue_peek (queue);

      hd_event_queue_drop (queue);
      event.time += UNIT / 10 + (HdTime) hd_random_exponential (&random, 0.9 * UNIT);
      hd_event_queue_push (queue, &event);
    }
  return N_EVENTS / (cpu_time_us () - begin);
}

static double
best_of (double (*measure) (double),
         double argument)
{
  double best = 0;

  for (int i = 0; i < 3; i++)
    best = MAX (best, measure (argument));
  return best;
}

static double
hold_any (double unused)
{
  return hold ();
}

int
main (void)
{
  g_print ("phold serial, remote 0.1: %.2f M events/s of CPU time\n", best_of (run, 0.1));
  g_print ("phold serial, remote 0.5: %.2f M events/s of CPU time\n", best_of (run, 0.5));
  g_print ("queue alone (hold model): %.2f M events/s of CPU time\n", best_of (hold_any, 0));
  return EXIT_SUCCESS;
}
