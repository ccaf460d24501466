/* time-queue.c: the tree of minima against a plain array
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever is set, set anew or taken, what comes due next, also among some, and who is due are those of a search over all ids. Left open: the order of
 * ids that are due together.
 */
#include "hd-time-queue.h"

#define N_IDS 200

/* A number from 0 to n - 1. */
static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static gboolean
is_of_third (gpointer third,
             guint32 id)
{
  return id % 3 == GPOINTER_TO_UINT (third);
}

static void
test_random (gconstpointer data)
{
  guint spread = GPOINTER_TO_UINT (data); /* of times: small ones make many equal */
  HdTime times[N_IDS];
  HdTimeQueue queue;
  HdIdList due = { NULL };

  hd_time_queue_init (&queue);
  hd_time_queue_reserve (&queue, N_IDS / 2);
  hd_time_queue_reserve (&queue, N_IDS);
  for (guint i = 0; i < N_IDS; i++)
    times[i] = HD_TIME_MAX;
  g_assert_cmpint (hd_time_queue_get_first (&queue), ==, HD_TIME_MAX);
  for (guint step = 0; step < 20000; step++)
    {
      HdTime first = HD_TIME_MAX, third = HD_TIME_MAX;
      guint n_due = 0;

      if (pick (4) != 0)
        {
          guint32 id = pick (N_IDS);

          times[id] = pick (20) > 0 ? pick (spread) : HD_TIME_MAX;
          hd_time_queue_set (&queue, id, times[id]);
        }
      for (guint i = 0; i < N_IDS; i++)
        first = MIN (first, times[i]);
      g_assert_cmpint (hd_time_queue_get_first (&queue), ==, first);
      for (guint32 i = 0; i < N_IDS; i++)
        if (i % 3 == step % 3)
          third = MIN (third, times[i]);
      g_assert_cmpint (hd_time_queue_find_first (&queue, is_of_third, GUINT_TO_POINTER (step % 3)), ==, third);
      if (first == HD_TIME_MAX || pick (16) != 0)
        continue;
      due.len = 0;
      hd_time_queue_take_due (&queue, first - 1, &due);
      g_assert_cmpuint (due.len, ==, 0);
      hd_time_queue_take_due (&queue, first, &due);
      qsort (due.ids, due.len, sizeof (guint32), compare_ids);
      for (guint32 i = 0; i < N_IDS; i++)
        {
          if (times[i] != first)
            continue;
          g_assert_cmpuint (n_due, <, due.len);
          g_assert_cmpuint (due.ids[n_due], ==, i);
          n_due++;
          times[i] = HD_TIME_MAX;
        }
      g_assert_cmpuint (n_due, ==, due.len);
    }
  hd_time_queue_clear (&queue);
  hd_id_list_clear (&due);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/network/time-queue/few-times", GUINT_TO_POINTER (5), test_random);
  g_test_add_data_func ("/engine/network/time-queue/some-times", GUINT_TO_POINTER (100), test_random);
  g_test_add_data_func ("/engine/network/time-queue/many-times", GUINT_TO_POINTER (1000000), test_random);
  return g_test_run ();
}
