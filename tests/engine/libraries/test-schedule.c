/* test-schedule.c: what is due in which cycle, against a list that is searched
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "schedule.h"

#include <glib.h>

#define N 64

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  guint64 due[N], now = 0;
  Schedule schedule;
  guint n_taken = 0;

  for (guint i = 0; i < N; i++)
    due[i] = G_MAXUINT64;
  g_assert_true (schedule_init (&schedule, N));
  for (guint round = 0; round < 20000; round++)
    {
      guint32 number = (guint32) g_rand_int_range (rand, 0, N), taken, first = 0;

      if (due[number] == G_MAXUINT64)
        {
          due[number] = now + (guint64) g_rand_int_range (rand, 0, 20);
          schedule_put (&schedule, number, due[number]);
        }
      now += g_rand_int_range (rand, 0, 3) == 0;
      for (guint i = 1; i < N; i++)
        first = due[i] < due[first] ? i : first;
      g_assert_cmpuint (schedule_get_next (&schedule), ==, due[first]);
      g_assert_cmpint (schedule_take (&schedule, now, &taken), ==, due[first] <= now);
      if (due[first] > now)
        continue;
      g_assert_cmpuint (taken, ==, first);
      due[first] = G_MAXUINT64;
      n_taken++;
    }
  g_assert_cmpuint (n_taken, >, 1000);
  schedule_clear (&schedule);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/schedule/random", test_random);
  return g_test_run ();
}
