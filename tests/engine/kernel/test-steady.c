/* test-steady.c: a run in steady state allocates nothing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts all allocations of the process, whichever thread makes them. A constant number of messages wanders
 * over four partitions; after some time all memory is there that will be needed: then, whatever the strategy, a hundred thousand events
 * and the mail between partitions take none.
 *
 * Left open: how long it takes to get there. How much mail lies in a channel at a time depends on the threads' progress, so a stretch that
 * still needed some is followed by another one. Skipped under a sanitizer, which has an allocator of its own.
 */
#include "allocations.h"
#include "hd-kernel.h"
#include "hd-strategy.h"

#if ALLOCATIONS_COUNT

/* ---- wanderers ------------------------------------------------------------------------------------------------------ */

#define N 32
#define PARTITIONS 4
#define LATENCY 100
#define EVENTS 100000
#define STRETCHES 20

static void
wander (HdComponent *self,
        gpointer state,
        const HdMessage *message)
{
  HdTime delay = (HdTime) hd_random_below (state, LATENCY);

  hd_component_record (self, message->kind, (guint64) delay);
  if (hd_random_below (state, 2) == 0)
    hd_component_wake (self, 1 + delay, message);
  else
    hd_component_send (self, (guint32) hd_random_below (state, 3), delay, message);
}

static void
start (HdComponent *self,
       gpointer state)
{
  hd_component_init_random (self, "wander", state);
  for (guint i = 0; i < 8; i++)
    wander (self, state, &(HdMessage){ .kind = 1 });
}

static const HdModel wanderer = { .state_size = sizeof (HdRandom), .start = start, .receive = wander };

static void
check (const HdStrategy *strategy,
       guint threads,
       gboolean use_locks)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (3);
  guint64 n_allocated = 1;
  HdTime until = 0;
  guint stretches = 0;

  for (guint i = 0; i < N; i++)
    {
      g_autofree char *path = g_strdup_printf ("%u", i);

      hd_kernel_add_component (kernel, path, &wanderer, i * PARTITIONS / N, NULL);
    }
  for (guint i = 0; i < N; i++)
    for (guint port = 0; port < 3; port++)
      hd_kernel_connect (kernel, i, port, (i * 5 + port * 11 + 1) % N, port, LATENCY);
  hd_kernel_set_strategy (kernel, strategy);
  hd_kernel_set_options (kernel, &(HdKernelOptions){ .threads = threads, .use_locks = use_locks });
  g_assert_true (hd_kernel_start (kernel, NULL));
  g_assert_cmpuint (allocations_get_n (), >, N);

  for (; n_allocated > 0 && stretches < STRETCHES; stretches++)
    {
      guint64 n_events = hd_kernel_get_n_events (kernel);

      n_allocated = allocations_get_n ();
      until += EVENTS * (LATENCY + LATENCY) / (8 * N);
      g_assert_cmpint (hd_kernel_run (kernel, until, NULL), ==, HD_KERNEL_UNTIL);
      n_allocated = allocations_get_n () - n_allocated;
      g_assert_cmpuint (hd_kernel_get_n_events (kernel) - n_events, >=, EVENTS);
    }
  g_test_message ("%s, %u threads%s: nothing allocated in stretch %u", strategy->name, threads, use_locks ? ", locks" : "", stretches);
  g_assert_cmpuint (n_allocated, ==, 0);
}

static void
test_steady (void)
{
  const HdStrategy *const strategies[] = { hd_strategy_serial (), hd_strategy_window (), hd_strategy_null_message (), hd_strategy_request (),
                                           hd_strategy_loose () };

  for (guint s = 0; s < G_N_ELEMENTS (strategies); s++)
    for (guint threads = 1; threads <= 2; threads++)
      {
        check (strategies[s], threads, FALSE);
        check (strategies[s], threads, TRUE);
      }
}

#else

static void
test_steady (void)
{
  g_test_skip ("not here: the sanitizer has its own allocator");
}

#endif

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/steady", test_steady);
  return g_test_run ();
}
