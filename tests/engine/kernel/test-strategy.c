/* test-strategy.c: a strategy of several partitions takes its place without touching the kernel
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conservative windows in one thread: all partitions run up to the first pending event plus the smallest lookahead, in an order that changes
 * from window to window, then mail is handed over.
 *
 * Invariant: its digest is that of the serial strategy, for any partition of the components, pauses and single steps included.
 */
#include "hd-kernel.h"
#include "hd-strategy.h"

#define N 24
#define LATENCY 5

/* ---- the strategy --------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdPartition *to;
  HdEvent event;
  HdMessage message;
} Mail;

typedef struct
{
  GArray *mail;
  HdTime lookahead;
  guint n_windows;
} Windows;

static gpointer
windows_begin (HdKernel *kernel)
{
  Windows *windows = g_new0 (Windows, 1);

  windows->mail = g_array_new (FALSE, FALSE, sizeof (Mail));
  windows->lookahead = HD_TIME_MAX;
  for (guint i = 0; i < _hd_kernel_get_n_partitions (kernel); i++)
    for (guint j = 0; j < _hd_kernel_get_n_partitions (kernel); j++)
      if (i != j)
        windows->lookahead = MIN (windows->lookahead, _hd_kernel_get_lookahead (kernel, i, j));
  return windows;
}

static void
windows_end (HdKernel *kernel,
             gpointer state)
{
  Windows *windows = state;

  g_array_unref (windows->mail);
  g_free (windows);
}

static void
windows_deliver (HdKernel *kernel,
                 gpointer state,
                 HdPartition *from,
                 HdPartition *to,
                 const HdEvent *event,
                 const HdMessage *message)
{
  Windows *windows = state;
  Mail mail = { to, *event, *message };

  g_assert_true (from != to);
  g_array_append_val (windows->mail, mail);
}

static void
hand_over (Windows *windows)
{
  for (guint i = 0; i < windows->mail->len; i++)
    {
      Mail *mail = &g_array_index (windows->mail, Mail, i);

      hd_partition_push (mail->to, &mail->event, &mail->message);
    }
  g_array_set_size (windows->mail, 0);
}

static HdKernelStatus
windows_run (HdKernel *kernel,
             gpointer state,
             HdTime until)
{
  Windows *windows = state;
  guint n = _hd_kernel_get_n_partitions (kernel);
  gboolean is_stopped = FALSE;

  for (;;)
    {
      HdTime next = HD_TIME_MAX, end;

      hand_over (windows);
      if (is_stopped)
        return HD_KERNEL_PAUSED;
      for (guint i = 0; i < n; i++)
        {
          const HdEvent *event = hd_partition_peek (_hd_kernel_get_partition (kernel, i));

          next = event != NULL ? MIN (next, event->time) : next;
        }
      if (next == HD_TIME_MAX)
        return HD_KERNEL_DONE;

      end = _hd_kernel_get_limit (kernel, until, next);
      if (next > end)
        return end < until ? HD_KERNEL_HELD : HD_KERNEL_UNTIL;
      if (windows->lookahead < HD_TIME_MAX)
        end = MIN (end, next + windows->lookahead - 1);
      for (guint i = 0; i < n; i++)
        if (hd_partition_run (_hd_kernel_get_partition (kernel, (i + windows->n_windows) % n), end) == HD_PARTITION_STOPPED)
          is_stopped = TRUE;
      windows->n_windows++;
    }
}

static const HdStrategy windows = {
  .name = "test-windows",
  .is_exact = TRUE,
  .uses_partitions = TRUE,
  .begin = windows_begin,
  .end = windows_end,
  .deliver = windows_deliver,
  .run = windows_run,
};

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

static HdKernel *
make (const HdStrategy *strategy,
      guint n_partitions,
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
  hd_kernel_start (kernel, &error);
  g_assert_no_error (error);
  return kernel;
}

static void
assert_same_digest (HdKernel *a,
                    HdKernel *b)
{
  HdDigest x = hd_kernel_get_digest (a), y = hd_kernel_get_digest (b);

  g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
  g_assert_cmpuint (hd_kernel_get_n_events (a), ==, hd_kernel_get_n_events (b));
}

static void
test_same_digest (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (HdKernel) serial = make (NULL, 1, rand);

  g_test_message ("seed %u", seed);
  g_assert_cmpint (hd_kernel_run (serial, 3000, NULL), ==, HD_KERNEL_UNTIL);
  g_assert_cmpuint (hd_kernel_get_n_events (serial), >, 5000);
  for (guint n_partitions = 1; n_partitions <= 8; n_partitions++)
    {
      g_autoptr (HdKernel) kernel = make (&windows, n_partitions, rand);

      g_assert_cmpint (hd_kernel_run (kernel, 3000, NULL), ==, HD_KERNEL_UNTIL);
      assert_same_digest (kernel, serial);
    }
}

static void
test_pieces (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (HdKernel) serial = make (NULL, 1, rand);
  g_autoptr (HdKernel) kernel = make (&windows, 4, rand);

  g_test_message ("seed %u", seed);
  g_assert_cmpint (hd_kernel_run (serial, 500, NULL), ==, HD_KERNEL_UNTIL);
  for (HdTime until = 1; until <= 500; until += g_rand_int_range (rand, 1, 20))
    {
      /* A pause is heard before the next event; where none is due there is nothing to hear it. */
      if (hd_kernel_get_next_time (kernel) <= until)
        {
          hd_kernel_pause (kernel);
          g_assert_cmpint (hd_kernel_run (kernel, until, NULL), ==, HD_KERNEL_PAUSED);
        }
      g_assert_cmpint (hd_kernel_run (kernel, until, NULL), ==, HD_KERNEL_UNTIL);
    }
  g_assert_cmpint (hd_kernel_run (kernel, 500, NULL), ==, HD_KERNEL_UNTIL);
  assert_same_digest (kernel, serial);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/strategy/same-digest", test_same_digest);
  g_test_add_func ("/engine/kernel/strategy/pieces", test_pieces);
  return g_test_run ();
}
