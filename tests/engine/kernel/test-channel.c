/* test-channel.c: mail between two threads
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: everything arrives once and in order, with and without a lock; what the clock promises holds whenever it is read before the mail; a steady
 * flow makes no new chunks; a full channel takes nothing more until it has been read from. Which interleavings happen is up to the machine; the
 * thread sanitizer looks at those of every test run.
 */
#include "hd-channel.h"

#define N_MAILS 100000

static HdChannel *
channel_new (guint64 bound,
             gboolean is_locked)
{
  HdChannel *channel = g_aligned_alloc0 (1, sizeof (HdChannel), HD_LINE);

  hd_channel_init (channel, 0, 1, 10, bound, is_locked);
  return channel;
}

static void
channel_free (HdChannel *channel)
{
  hd_channel_clear (channel);
  g_aligned_free (channel);
}

static gboolean
push (HdChannel *channel,
      guint64 number)
{
  return hd_channel_push (channel, &(HdEvent){ .time = (HdTime) number, .sequence = number }, &(HdMessage){ .payload = { number, ~number } });
}

/* Mail n has time n; the clock then promises that the next is at n + 1. */
static gpointer
send_all (gpointer data)
{
  HdChannel *channel = data;

  for (guint64 i = 0; i < N_MAILS; i++)
    {
      while (!push (channel, i))
        g_thread_yield ();
      if (i % 7 == 0 || i + 1 == N_MAILS || i % 300 < 20)
        {
          hd_channel_flush (channel);
          atomic_store_explicit (&channel->clock, (HdTime) i + 1, memory_order_seq_cst);
        }
      if (hd_channel_is_crowded (channel))
        hd_channel_flush (channel);
    }
  return NULL;
}

static void
test_two_threads (gconstpointer data)
{
  HdChannel *channel = channel_new (1000, GPOINTER_TO_INT (data));
  GThread *thread = g_thread_new ("sender", send_all, channel);
  guint64 next = 0;

  while (next < N_MAILS)
    {
      HdTime clock = atomic_load_explicit (&channel->clock, memory_order_acquire);
      const HdMail *mails;
      guint n;

      while ((mails = hd_channel_peek (channel, &n)) != NULL)
        {
          for (guint i = 0; i < n; i++, next++)
            {
              g_assert_cmpuint (mails[i].event.sequence, ==, next);
              g_assert_cmpuint (mails[i].message.payload[1], ==, ~next);
            }
          hd_channel_drop (channel, n);
        }
      g_assert_cmpint ((HdTime) next, >=, clock); /* all that was promised to be visible was */
    }
  g_thread_join (thread);
  g_assert_cmpuint (channel->longest, <=, 1000);
  g_assert_cmpuint (channel->n_chunks, <=, 1000 / 72 + 3);
  channel_free (channel);
}

static void
test_full (void)
{
  HdChannel *channel = channel_new (100, FALSE);
  guint n;

  for (guint64 i = 0; i < 100; i++)
    g_assert_true (push (channel, i));
  g_assert_false (push (channel, 100));
  g_assert_true (hd_channel_is_crowded (channel));
  g_assert_null (hd_channel_peek (channel, &n)); /* not flushed */
  g_assert_cmpuint (hd_channel_flush (channel), ==, 100);
  g_assert_cmpuint (hd_channel_flush (channel), ==, 0);

  g_assert_nonnull (hd_channel_peek (channel, &n));
  g_assert_cmpuint (hd_channel_peek (channel, &n)->event.sequence, ==, 0);
  hd_channel_drop (channel, n);
  g_assert_true (push (channel, 100));
  g_assert_cmpuint (hd_channel_peek (channel, &n)->event.sequence, ==, n == 100 - 72 ? 72 : 0);
  channel_free (channel);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/kernel/channel/lock-free", GINT_TO_POINTER (FALSE), test_two_threads);
  g_test_add_data_func ("/engine/kernel/channel/locked", GINT_TO_POINTER (TRUE), test_two_threads);
  g_test_add_func ("/engine/kernel/channel/full", test_full);
  return g_test_run ();
}
