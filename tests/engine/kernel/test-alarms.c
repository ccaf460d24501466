/* test-alarms.c: one movable event for each component
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: after any setting, moving and unsetting, the first alarm is the smallest of those that are set, and carries its message.
 */
#include "hd-alarms.h"

#define N 50

static void
test_random (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  HdAlarm set[N];
  gboolean is_set[N] = { FALSE };
  HdAlarms alarms;

  g_test_message ("seed %u", seed);
  hd_alarms_init (&alarms);
  for (guint64 i = 0; i < 100000; i++)
    {
      guint32 component = (guint32) g_rand_int_range (rand, 0, N);
      const HdAlarm *first = NULL;

      if (g_rand_int_range (rand, 0, 3) > 0)
        {
          set[component].event = (HdEvent){ .time = g_rand_int_range (rand, 0, 100), .sequence = i, .destination = component };
          set[component].message = (HdMessage){ .kind = g_rand_int (rand), .payload = { i } };
          is_set[component] = TRUE;
          hd_alarms_set (&alarms, &set[component].event, &set[component].message);
        }
      else
        {
          is_set[component] = FALSE;
          hd_alarms_unset (&alarms, component);
        }

      for (guint32 j = 0; j < N; j++)
        {
          g_assert_cmpint (hd_alarms_get (&alarms, j) != NULL, ==, is_set[j]);
          if (is_set[j] && (first == NULL || hd_event_before (&set[j].event, &first->event)))
            first = &set[j];
        }
      if (g_rand_boolean (rand)) /* who peeks closes a hole that the next would have to deal with */
        continue;
      g_assert_cmpint (hd_alarms_peek (&alarms) == NULL, ==, first == NULL);
      if (first != NULL)
        {
          g_assert_cmpmem (&hd_alarms_peek (&alarms)->event, sizeof (HdEvent), &first->event, sizeof (HdEvent));
          g_assert_cmpuint (hd_alarms_peek (&alarms)->message.payload[0], ==, first->message.payload[0]);
        }
    }
  hd_alarms_clear (&alarms);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/alarms/random", test_random);
  return g_test_run ();
}
