/* test-strategy.c: every exact strategy gives what the serial one gives
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random graphs of components whose delays are small, so that many events have equal times, run by every strategy on random partitions, with several numbers of
 * threads, batches and both kinds of channels.
 *
 * Invariants: an exact strategy has the digest, the number of events and the last time of the serial one, pauses and single steps included; the loose
 * one repeats itself on any number of threads, and is exact with a quantum of at most the smallest lookahead; what breaks a rule is told with what
 * a serial run would say.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-kernel-private.h"
#include "hd-team.h"

#define N 24
#define LATENCY 5

/* ---- a model --------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdRandom random;
} Player;

static void
play (HdComponent *self,
      Player *player,
      guint64 value)
{
  HdMessage message = { .kind = 1, .payload = { value } };

  if (hd_random_below (&player->random, 3) == 0)
    hd_component_wake (self, (HdTime) hd_random_below (&player->random, 3), &message);
  else
    hd_component_send (self, (guint32) hd_random_below (&player->random, 4), (HdTime) hd_random_below (&player->random, 3), &message);
  if (hd_random_below (&player->random, 2) == 0)
    hd_component_set_alarm (self, hd_component_get_now (self) + 1 + (HdTime) hd_random_below (&player->random, 9), &(HdMessage){ .kind = 2 });
}

static void
player_start (HdComponent *self,
              gpointer state)
{
  hd_component_init_random (self, "play", state);
  play (self, state, hd_component_get_path (self)[0]);
}

static void
player_receive (HdComponent *self,
                gpointer state,
                const HdMessage *message)
{
  hd_component_record (self, message->kind, message->payload[0]);
  if (message->kind == 1)
    play (self, state, message->payload[0] * 5 + message->port);
}

static const HdModel player = { .state_size = sizeof (Player), .start = player_start, .receive = player_receive };

typedef const HdStrategy *(*Strategy) (void);

static const Strategy exact[] = { hd_strategy_window, hd_strategy_null_message, hd_strategy_request };

static HdKernel *
make (const HdStrategy *strategy,
      guint n_partitions,
      const HdKernelOptions *options,
      GRand *rand)
{
  HdKernel *kernel = hd_kernel_new (99);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N; i++)
    {
      g_autofree char *path = g_strdup_printf ("%c", 'a' + (int) i);

      hd_kernel_add_component (kernel, path, &player, (guint) g_rand_int_range (rand, 0, (gint) n_partitions), NULL);
    }
  for (guint i = 0; i < N; i++)
    for (guint port = 0; port < 4; port++)
      hd_kernel_connect (kernel, i, port, (i * 7 + port * 5 + 1) % N, port, LATENCY + port);
  hd_kernel_set_strategy (kernel, strategy);
  if (options != NULL)
    hd_kernel_set_options (kernel, options);
  hd_kernel_start (kernel, &error);
  g_assert_no_error (error);
  return kernel;
}

static void
assert_same_digest (HdKernel *a,
                    HdKernel *b)
{
  HdDigest x = hd_kernel_get_digest (a), y = hd_kernel_get_digest (b);

  g_assert_cmpuint (hd_kernel_get_n_events (a), ==, hd_kernel_get_n_events (b));
  g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
  g_assert_cmpint (hd_kernel_get_time (a), ==, hd_kernel_get_time (b));
  g_assert_cmpint (hd_kernel_get_next_time (a), ==, hd_kernel_get_next_time (b));
}

static void
run_until (HdKernel *kernel,
           HdTime until)
{
  g_autoptr (GError) error = NULL;
  HdKernelStatus status = hd_kernel_run (kernel, until, &error);

  g_assert_no_error (error);
  g_assert_cmpint (status, ==, HD_KERNEL_UNTIL);
}

static void
test_same_digest (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (HdKernel) serial = make (NULL, 1, NULL, rand);

  g_test_message ("seed %u", seed);
  run_until (serial, 3000);
  g_assert_cmpuint (hd_kernel_get_n_events (serial), >, 5000);
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    for (guint n_partitions = 1; n_partitions <= 8; n_partitions++)
      for (guint threads = 1; threads <= 4; threads += threads == 1 ? 1 : 2)
        {
          HdKernelOptions options = {
            .threads = threads,
            .batch = (guint64[]){ 0, 1, 7, 100000 }[g_rand_int_range (rand, 0, 4)],
            .use_locks = g_rand_boolean (rand),
          };
          g_autoptr (HdKernel) kernel = make (exact[s](), n_partitions, &options, rand);

          run_until (kernel, 3000);
          g_test_message ("%s, %u partitions, %u threads, batch %u%s", exact[s]()->name, n_partitions, threads, (guint) options.batch,
                          options.use_locks ? ", locks" : "");
          assert_same_digest (kernel, serial);
        }
}

/* Pauses from another thread, pauses beforehand, short runs and single steps. */
static gpointer
pause_often (gpointer data)
{
  HdKernel *kernel = data;

  for (int i = 0; i < 200; i++)
    {
      hd_kernel_pause (kernel);
      g_usleep (100);
    }
  return NULL;
}

static void
test_pieces (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (HdKernel) serial = make (NULL, 1, NULL, rand);

  g_test_message ("seed %u", seed);
  run_until (serial, 1500);
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    {
      g_autoptr (HdKernel) kernel = make (exact[s](), 4, &(HdKernelOptions){ .threads = 2 }, rand);
      GThread *thread;

      for (HdTime until = 1; until <= 500; until += g_rand_int_range (rand, 1, 20))
        {
          /* A pause is heard before the next event; where none is due there is nothing to hear it. */
          if (hd_kernel_get_next_time (kernel) <= until)
            {
              hd_kernel_pause (kernel);
              g_assert_cmpint (hd_kernel_run (kernel, until, NULL), ==, HD_KERNEL_PAUSED);
              for (int n = g_rand_int_range (rand, 0, 5); n > 0 && hd_kernel_get_next_time (kernel) <= until; n--)
                g_assert_cmpint (hd_kernel_step (kernel, NULL), ==, HD_KERNEL_UNTIL);
            }
          run_until (kernel, until);
          g_assert_cmpint (hd_kernel_get_time (kernel), ==, until);
        }
      thread = g_thread_new ("pause", pause_often, kernel);
      while (hd_kernel_run (kernel, 1500, NULL) == HD_KERNEL_PAUSED)
        ;
      g_thread_join (thread);
      assert_same_digest (kernel, serial);
    }
}

/* Steps take the smallest key of all partitions, so each prefix is that of the serial run. */
static void
test_step (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (HdKernel) serial = make (NULL, 1, NULL, rand);
  g_autoptr (HdKernel) kernel = make (hd_strategy_request (), 3, &(HdKernelOptions){ .threads = 2 }, rand);

  for (int i = 0; i < 2000; i++)
    {
      g_assert_cmpint (hd_kernel_step (serial, NULL), ==, HD_KERNEL_UNTIL);
      g_assert_cmpint (hd_kernel_step (kernel, NULL), ==, HD_KERNEL_UNTIL);
      assert_same_digest (kernel, serial);
    }
}

/* ---- external clocks -------------------------------------------------------------------------------------------------- */

static HdTime
creep (gpointer data,
       HdTime now)
{
  HdTime *last = data;

  g_assert_cmpint (now, >=, *last);
  *last = now + 3;
  return *last;
}

static HdTime
hold_at_700 (gpointer data,
             HdTime now)
{
  return 700;
}

static void
test_external_clock (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autoptr (HdKernel) serial = make (NULL, 1, NULL, rand);

  run_until (serial, 700);
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    {
      g_autoptr (HdKernel) kernel = make (exact[s](), 4, &(HdKernelOptions){ .threads = 2 }, rand);
      HdTime last = -1;

      hd_kernel_add_clock (kernel, creep, &last);
      hd_kernel_add_clock (kernel, hold_at_700, NULL);
      g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, NULL), ==, HD_KERNEL_HELD);
      g_assert_cmpuint (hd_kernel_get_n_events (kernel), ==, hd_kernel_get_n_events (serial));
    }
}

/* ---- the loose strategy ------------------------------------------------------------------------------------------------ */

static HdKernel *
run_loose (HdTime quantum,
           guint n_partitions,
           guint threads)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  HdKernel *kernel = make (hd_strategy_loose (), n_partitions, &(HdKernelOptions){ .threads = threads, .quantum = quantum }, rand);

  run_until (kernel, 2000);
  return kernel;
}

static guint64
count_late (HdKernel *kernel)
{
  HdPartitionStatistics statistics;
  guint64 n = 0;

  for (guint i = 0; i < hd_kernel_get_n_partitions (kernel); i++)
    {
      hd_kernel_read_partition (kernel, i, &statistics);
      n += statistics.late;
      g_assert_cmpint (statistics.largest_lateness, <=, statistics.lateness);
    }
  return n;
}

static void
test_loose (void)
{
  g_autoptr (HdKernel) one = run_loose (50, 4, 1), two = run_loose (50, 4, 2), stepped = NULL;
  g_autoptr (HdKernel) small = run_loose (LATENCY, 4, 2), alone = run_loose (50, 1, 2);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (HdKernel) serial = make (NULL, 1, NULL, rand);
  HdDigest x, y;

  run_until (serial, 2000);
  assert_same_digest (one, two);
  assert_same_digest (small, serial);
  assert_same_digest (alone, serial);
  g_assert_cmpuint (count_late (one), >, 0);
  g_assert_cmpuint (count_late (one), ==, count_late (two));
  g_assert_cmpuint (count_late (small), ==, 0);
  x = hd_kernel_get_digest (one);
  y = hd_kernel_get_digest (serial);
  g_assert_true (x.low != y.low); /* else this test has no force */

  g_rand_set_seed (rand, 3);
  stepped = make (hd_strategy_loose (), 4, &(HdKernelOptions){ .threads = 2, .quantum = 50 }, rand);
  while (hd_kernel_get_next_time (stepped) < 300)
    hd_kernel_step (stepped, NULL);
  run_until (stepped, 2000);
  assert_same_digest (stepped, one);
}

/* ---- what goes wrong ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdTime fails_at;
  guint burst;
} Trouble;

static void
trouble_start (HdComponent *self,
               gpointer state)
{
  hd_component_wake (self, 1, &(HdMessage){ 0 });
}

static void
trouble_receive (HdComponent *self,
                 gpointer state,
                 const HdMessage *message)
{
  const Trouble *trouble = hd_component_get_data (self);

  if (message->kind == 1)
    return;
  if (hd_component_get_now (self) >= trouble->fails_at)
    hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT, "“%s” failed", hd_component_get_path (self)));
  for (guint i = 0; i < trouble->burst; i++)
    hd_component_send (self, 0, 0, &(HdMessage){ .kind = 1 });
  hd_component_wake (self, 1, message);
}

static const HdModel trouble_model = { .start = trouble_start, .receive = trouble_receive };

static HdKernel *
make_trouble (const HdStrategy *strategy,
              const HdKernelOptions *options,
              Trouble *first,
              Trouble *second)
{
  HdKernel *kernel = hd_kernel_new (1);
  guint32 a = hd_kernel_add_component (kernel, "a", &trouble_model, 0, first);
  guint32 b = hd_kernel_add_component (kernel, "b", &trouble_model, 1, second);

  hd_kernel_connect (kernel, a, 0, b, 0, 10);
  hd_kernel_connect (kernel, b, 0, a, 0, 10);
  hd_kernel_set_strategy (kernel, strategy);
  hd_kernel_set_options (kernel, options);
  return kernel;
}

static void
check_failure (HdKernel *kernel,
               HdError code,
               const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_kernel_start (kernel, &error));
  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, (int) code);
  if (strstr (error->message, text) == NULL)
    g_error ("“%s” does not say “%s”", error->message, text);
}

/* The failure that comes first in simulated time is told, whoever was there first on the wall. */
static void
test_first_failure (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    for (guint i = 0; i < 20; i++)
      {
        Trouble early = { .fails_at = 1000 }, late = { .fails_at = 1003 };
        g_autoptr (HdKernel) one = make_trouble (exact[s](), &(HdKernelOptions){ .threads = 2 }, &early, &late);
        g_autoptr (HdKernel) other = make_trouble (exact[s](), &(HdKernelOptions){ .threads = 2 }, &late, &early);

        check_failure (one, HD_ERROR_INVARIANT, "“a” failed");
        check_failure (other, HD_ERROR_INVARIANT, "“b” failed");
      }
}

static void
test_full_channel (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    {
      Trouble quiet = { .fails_at = HD_TIME_MAX }, loud = { .fails_at = HD_TIME_MAX, .burst = 200 };
      HdKernelOptions options = { .threads = 2, .channel_bound = 100 };
      g_autoptr (HdKernel) kernel = make_trouble (exact[s](), &options, &quiet, &loud);

      check_failure (kernel, HD_ERROR_LIMIT, "from partition 1 to partition 0 is full: 100 messages");
    }
}

/* ---- rules that components break ------------------------------------------------------------------------------------- */

static void
send_into_past (HdComponent *self,
                gpointer state,
                const HdMessage *message)
{
  if (hd_component_get_now (self) < 500)
    hd_component_wake (self, 1, message);
  else
    hd_component_send (self, 0, -20, message);
}

static void
spin (HdComponent *self,
      gpointer state,
      const HdMessage *message)
{
  hd_component_wake (self, hd_component_get_now (self) < 500 ? 1 : 0, message);
}

static const HdModel past_model = { .start = trouble_start, .receive = send_into_past };
static const HdModel spin_model = { .start = trouble_start, .receive = spin };

/* What it sends goes to another partition, which may long be further in time. */
static HdKernel *
make_broken (const HdStrategy *strategy,
             const HdModel *model,
             Trouble *quiet)
{
  HdKernel *kernel = hd_kernel_new (1);

  hd_kernel_add_component (kernel, "culprit", model, 0, NULL);
  hd_kernel_add_component (kernel, "bystander", &trouble_model, 1, quiet);
  hd_kernel_connect (kernel, 0, 0, 1, 0, 10);
  hd_kernel_connect (kernel, 1, 0, 0, 0, 10);
  hd_kernel_set_strategy (kernel, strategy);
  hd_kernel_set_options (kernel, &(HdKernelOptions){ .threads = 2 });
  return kernel;
}

static void
test_broken_rules (void)
{
  Trouble quiet = { .fails_at = HD_TIME_MAX };

  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    {
      g_autoptr (HdKernel) past = make_broken (exact[s](), &past_model, &quiet);
      g_autoptr (HdKernel) endless = make_broken (exact[s](), &spin_model, &quiet);

      check_failure (past, HD_ERROR_INVARIANT, "“culprit” sent an event 20 ps into the past");
      check_failure (endless, HD_ERROR_LIMIT, "without delay");
    }
}

/* Many bounds' worth of mail in all, but no more than the bound at a time. */
static void
test_crowded_channel (void)
{
  Trouble quiet = { .fails_at = HD_TIME_MAX }, loud = { .fails_at = HD_TIME_MAX, .burst = 3 };
  HdKernelOptions options = { .threads = 2, .channel_bound = 400 };
  g_autoptr (HdKernel) kernel = make_trouble (hd_strategy_request (), &options, &quiet, &loud);
  HdPartitionStatistics statistics;

  g_assert_true (hd_kernel_start (kernel, NULL));
  run_until (kernel, 20000);
  hd_kernel_read_partition (kernel, 0, &statistics);
  g_assert_cmpuint (statistics.received, ==, 3 * 20000);
  g_assert_cmpuint (statistics.longest_queue, <=, 400);
}

static void
test_memory_limit (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    {
      Trouble quiet = { .fails_at = HD_TIME_MAX }, loud = { .fails_at = HD_TIME_MAX, .burst = 1000 };
      g_autoptr (HdKernel) kernel = make_trouble (exact[s](), &(HdKernelOptions){ .threads = 2 }, &quiet, &loud);

      hd_kernel_set_limits (kernel, &(HdKernelLimits){ .bytes = 200000 });
      check_failure (kernel, HD_ERROR_LIMIT, "200000 bytes");
    }
}

static void
test_event_limit (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    {
      Trouble quiet = { .fails_at = HD_TIME_MAX };
      g_autoptr (HdKernel) kernel = make_trouble (exact[s](), &(HdKernelOptions){ .threads = 2 }, &quiet, &quiet);

      hd_kernel_set_limits (kernel, &(HdKernelLimits){ .events = 5000 });
      check_failure (kernel, HD_ERROR_LIMIT, "5000 events");
      g_assert_cmpuint (hd_kernel_get_n_events (kernel), <=, 5001);
    }
}

static void
test_no_lookahead (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    {
      g_autoptr (HdKernel) kernel = hd_kernel_new (1);
      g_autoptr (GError) error = NULL;
      Trouble quiet = { .fails_at = HD_TIME_MAX };
      guint32 a = hd_kernel_add_component (kernel, "left", &trouble_model, 0, &quiet);
      guint32 b = hd_kernel_add_component (kernel, "right", &trouble_model, 1, &quiet);

      hd_kernel_connect (kernel, a, 0, b, 0, 0);
      hd_kernel_set_strategy (kernel, exact[s]());
      g_assert_false (hd_kernel_start (kernel, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
      g_assert_nonnull (strstr (error->message, "“left” (partition 0) to “right” (partition 1)"));
    }
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep ((gulong) g_random_int_range (0, 3000));
  hd_kernel_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    for (guint i = 0; i < 20; i++)
      {
        g_autoptr (GRand) rand = g_rand_new ();
        g_autoptr (HdKernel) kernel = make (exact[s](), 1 + i % 5, &(HdKernelOptions){ .threads = 1 + i % 3 }, rand);
        g_autoptr (GError) error = NULL;
        GThread *thread = g_thread_new ("cancel", cancel_soon, kernel);

        g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
        g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
        g_thread_join (thread);
      }
}

/* No project can bring this about, as the lookahead is checked: partitions that promise nothing wait for each other for ever. */
static void
test_deadlock (void)
{
  Trouble quiet = { .fails_at = HD_TIME_MAX };
  HdKernelOptions options = { .threads = 2, .patience_us = 100000 };
  g_autoptr (HdKernel) kernel = make_trouble (hd_strategy_null_message (), &options, &quiet, &quiet);
  g_autoptr (GError) error = NULL;
  HdTeam *team;

  g_assert_true (hd_kernel_start (kernel, &error));
  team = kernel->strategy_state;
  for (guint i = 0; i < team->channels->n_channels; i++)
    team->channels->channels[i].lookahead = 0;
  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_assert_nonnull (strstr (error->message, "partition 0, with an event at 1 ps, waits for the channel from partition 1, whose clock is 0 ps"));
  g_assert_nonnull (strstr (error->message, "partition 1, with an event at 1 ps, waits for the channel from partition 0, whose clock is 0 ps"));
}

/* ---- empty time --------------------------------------------------------------------------------------------------------- */

static void
hop (HdComponent *self,
     gpointer state,
     const HdMessage *message)
{
  if (hd_component_get_now (self) < 2000000)
    hd_component_send (self, 0, 5000, message);
}

static void
hop_start (HdComponent *self,
           gpointer state)
{
  if (hd_component_get_id (self) == 0)
    hd_component_send (self, 0, 0, &(HdMessage){ 0 });
}

static const HdModel hopper = { .start = hop_start, .receive = hop };

/* One message to and fro over a channel with a lookahead of 1 that takes 5,000: requests alone would tell 5,000 clocks each time. */
static void
test_jump (void)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  guint32 a = hd_kernel_add_component (kernel, "a", &hopper, 0, NULL);
  guint32 b = hd_kernel_add_component (kernel, "b", &hopper, 1, NULL);
  HdPartitionStatistics x, y;

  hd_kernel_connect (kernel, a, 0, b, 0, 1);
  hd_kernel_connect (kernel, b, 0, a, 0, 1);
  hd_kernel_set_strategy (kernel, hd_strategy_request ());
  g_assert_true (hd_kernel_start (kernel, NULL));
  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, NULL), ==, HD_KERNEL_DONE);
  hd_kernel_read_partition (kernel, 0, &x);
  hd_kernel_read_partition (kernel, 1, &y);
  g_assert_cmpuint (x.events + y.events, ==, 401);
  g_assert_cmpuint (x.null_messages + y.null_messages, <, 20 * 401);
}

/* ---- the end of work ------------------------------------------------------------------------------------------------- */

static void
count_down (HdComponent *self,
            gpointer state,
            const HdMessage *message)
{
  if (message->payload[0] > 0)
    hd_component_send (self, 0, 0, &(HdMessage){ .payload = { message->payload[0] - 1 } });
}

static void
count_start (HdComponent *self,
             gpointer state)
{
  hd_component_send (self, 0, 0, &(HdMessage){ .payload = { 10 } });
}

static const HdModel counter = { .start = count_start, .receive = count_down };

/* Without a last time a run ends when no event is left, with one partition too, which nobody holds up. */
static void
test_runs_out (void)
{
  for (guint s = 0; s < G_N_ELEMENTS (exact); s++)
    for (guint n = 1; n <= 3; n++)
      {
        g_autoptr (HdKernel) kernel = hd_kernel_new (1);
        g_autoptr (GError) error = NULL;

        hd_kernel_set_strategy (kernel, exact[s]());
        for (guint i = 0; i < 3; i++)
          {
            g_autofree char *path = g_strdup_printf ("%u", i);

            hd_kernel_add_component (kernel, path, &counter, i % n, NULL);
          }
        for (guint32 i = 0; i < 3; i++)
          hd_kernel_connect (kernel, i, 0, (i + 1) % 3, 0, LATENCY);
        g_assert_true (hd_kernel_start (kernel, &error));
        g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_DONE);
        g_assert_cmpint (hd_kernel_get_n_events (kernel), ==, 33);
      }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/strategy/same-digest", test_same_digest);
  g_test_add_func ("/engine/kernel/strategy/pieces", test_pieces);
  g_test_add_func ("/engine/kernel/strategy/step", test_step);
  g_test_add_func ("/engine/kernel/strategy/external-clock", test_external_clock);
  g_test_add_func ("/engine/kernel/strategy/loose", test_loose);
  g_test_add_func ("/engine/kernel/strategy/first-failure", test_first_failure);
  g_test_add_func ("/engine/kernel/strategy/broken-rules", test_broken_rules);
  g_test_add_func ("/engine/kernel/strategy/full-channel", test_full_channel);
  g_test_add_func ("/engine/kernel/strategy/crowded-channel", test_crowded_channel);
  g_test_add_func ("/engine/kernel/strategy/memory-limit", test_memory_limit);
  g_test_add_func ("/engine/kernel/strategy/event-limit", test_event_limit);
  g_test_add_func ("/engine/kernel/strategy/no-lookahead", test_no_lookahead);
  g_test_add_func ("/engine/kernel/strategy/deadlock", test_deadlock);
  g_test_add_func ("/engine/kernel/strategy/cancel", test_cancel);
  g_test_add_func ("/engine/kernel/strategy/jump", test_jump);
  g_test_add_func ("/engine/kernel/strategy/runs-out", test_runs_out);
  return g_test_run ();
}
