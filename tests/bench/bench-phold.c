/* bench-phold.c: events a second of the kernel
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PHOLD (Fujimoto, "Performance of Time Warp under synthetic workloads", 1990): an event that arrives sends one on after 0.1 plus an exponential time of
 * mean 0.9, to any component with probability 0.1 or 0.5, else to itself. Messages go to any component after at least 0.1. Each arrival is recorded
 * in the digest, unless said otherwise.
 *
 * Prints millions of events a second, best of three: serially by CPU time, on two threads by wall time, which has a meaning only on an idle machine; so
 * the share of the wall time for which both threads had a processor is printed beside it. All exact runs of a model have one digest, which is
 * checked.
 */
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "hd-kernel.h"
#include "hd-strategy.h"

#define UNIT G_GINT64_CONSTANT (1000000) /* ps */
#define N_EVENTS 4000000

typedef struct
{
  guint n_components;
  guint events_each;
  double remote;
  gboolean is_silent; /* records nothing */
} Model;

typedef struct
{
  HdRandom random;
} State;

static void
send_on (HdComponent *self,
         State *state)
{
  const Model *model = hd_component_get_data (self);
  HdTime delay = UNIT / 10 + (HdTime) hd_random_exponential (&state->random, 0.9 * (double) UNIT);
  guint32 to = hd_random_uniform (&state->random) < model->remote ? (guint32) hd_random_below (&state->random, model->n_components)
                                                                  : hd_component_get_id (self);

  hd_component_send_to (self, to, delay, &(HdMessage){ .kind = 1 });
}

static void
start (HdComponent *self,
       gpointer state)
{
  const Model *model = hd_component_get_data (self);
  State *my = state;

  hd_component_init_random (self, "phold", &my->random);
  for (guint i = 0; i < model->events_each; i++)
    send_on (self, my);
}

static void
receive (HdComponent *self,
         gpointer state,
         const HdMessage *message)
{
  const Model *model = hd_component_get_data (self);

  if (!model->is_silent)
    hd_component_record (self, message->kind, 0);
  send_on (self, state);
}

static const HdModel phold = { .state_size = sizeof (State), .start = start, .receive = receive };

typedef struct
{
  double wall_s, cpu_s;
  guint64 n_events;
  guint64 null_messages, requests;
  HdDigest digest;
} Result;

static double
now_s (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static Result
run (Model *model,
     const HdStrategy *strategy,
     guint n_partitions)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;
  Result result = { 0 };
  HdTime until = (HdTime) ((double) N_EVENTS / (model->n_components * model->events_each) * (double) UNIT);

  for (guint i = 0; i < model->n_components; i++)
    {
      g_autofree char *path = g_strdup_printf ("lp[%u]", i);

      hd_kernel_add_component (kernel, path, &phold, i * n_partitions / model->n_components, model);
    }
  hd_kernel_allow_direct (kernel, UNIT / 10);
  hd_kernel_set_strategy (kernel, strategy);
  hd_kernel_set_options (kernel, &(HdKernelOptions){ .threads = n_partitions });
  if (!hd_kernel_start (kernel, &error))
    g_error ("%s", error->message);

  result.wall_s = -now_s (CLOCK_MONOTONIC);
  result.cpu_s = -now_s (CLOCK_PROCESS_CPUTIME_ID);
  if (hd_kernel_run (kernel, until, &error) != HD_KERNEL_UNTIL)
    g_error ("the run ended: %s", error != NULL ? error->message : "");
  result.wall_s += now_s (CLOCK_MONOTONIC);
  result.cpu_s += now_s (CLOCK_PROCESS_CPUTIME_ID);
  result.n_events = hd_kernel_get_n_events (kernel);
  result.digest = hd_kernel_get_digest (kernel);
  for (guint i = 0; i < hd_kernel_get_n_partitions (kernel); i++)
    {
      HdPartitionStatistics statistics;

      hd_kernel_read_partition (kernel, i, &statistics);
      result.null_messages += statistics.null_messages;
      result.requests += statistics.requests;
    }
  return result;
}

static Result
best_of (Model *model,
         const HdStrategy *strategy,
         guint n_partitions)
{
  Result best = { .wall_s = G_MAXDOUBLE };

  for (int i = 0; i < 3; i++)
    {
      Result result = run (model, strategy, n_partitions);

      if (n_partitions == 1 ? result.cpu_s < best.cpu_s || best.cpu_s == 0 : result.wall_s < best.wall_s)
        best = result;
    }
  return best;
}

static void
measure (guint n_components,
         guint events_each,
         double remote)
{
  const HdStrategy *const strategies[] = { hd_strategy_request (), hd_strategy_window (), hd_strategy_null_message () };
  Model model = { n_components, events_each, remote, FALSE }, silent = { n_components, events_each, remote, TRUE };
  Result serial = best_of (&model, hd_strategy_serial (), 1), without = best_of (&silent, hd_strategy_serial (), 1);
  double rate = (double) serial.n_events / serial.cpu_s * 1e-6;

  g_print ("%6u x %-2u remote %.1f: serial %6.2f; without digest %6.2f (it costs %.1f %%)\n", n_components, events_each, remote, rate,
           (double) without.n_events / without.cpu_s * 1e-6, 100 * (1 - without.cpu_s / serial.cpu_s));
  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      Result result = best_of (&model, strategies[i], 2);
      double parallel = (double) result.n_events / result.wall_s * 1e-6;

      if (result.digest.low != serial.digest.low || result.digest.high != serial.digest.high)
        g_error ("the digests differ");
      g_print ("    2 threads, %-12s %6.2f (%.2f times serial; processors %.0f %%; %.3f null messages and %.3f requests an event)\n",
               strategies[i]->name, parallel, parallel / rate, 50 * result.cpu_s / result.wall_s,
               (double) result.null_messages / (double) result.n_events, (double) result.requests / (double) result.n_events);
    }
}

int
main (void)
{
  measure (1024, 16, 0.1);
  measure (1024, 16, 0.5);
  measure (1024, 1, 0.1);
  measure (65536, 1, 0.1);
  return EXIT_SUCCESS;
}
