/* test-event-queue.c: events come out in the order of their keys
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever the order of pushes and drops, the queue gives what a sorted list would; nothing is lost or doubled.
 */
#include "hd-event-heap.h"
#include "hd-event-queue.h"

#include "../../sanitizers.h"

#define N_STEPS (UNDER_ADDRESS_SANITIZER ? 40000u : 120000u) /* of a round; ten times as slow under it */

static void
test_order (void)
{
  /* each is before the next: by time, then step, then sender, then sequence */
  static const HdEvent events[] = {
    { .time = -5, .order = G_MAXUINT64 },
    { .time = 1, .order = (guint64) 0 << 32 | 7, .sequence = 3 },
    { .time = 1, .order = (guint64) 0 << 32 | 7, .sequence = 4 },
    { .time = 1, .order = (guint64) 0 << 32 | 8, .sequence = 0 },
    { .time = 1, .order = (guint64) 1 << 32 | 0, .sequence = 0 },
    { .time = 2, .order = 0, .sequence = 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    for (guint j = 0; j < G_N_ELEMENTS (events); j++)
      g_assert_cmpint (hd_event_before (&events[i], &events[j]), ==, i < j);
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer data)
{
  return hd_event_before (a, b) ? -1 : hd_event_before (b, a) ? 1 : 0;
}

static void
test_random (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (int round = 0; round < 200; round++)
    {
      g_autoptr (HdEventQueue) queue = hd_event_queue_new ();
      g_autoptr (GSequence) oracle = g_sequence_new (g_free);
      int spread = g_rand_int_range (rand, 1, 1000); /* small: many ties */
      int bias = g_rand_int_range (rand, 30, 70);

      for (guint64 i = 0; i < 5000; i++)
        {
          if (g_rand_int_range (rand, 0, 100) < bias)
            {
              HdEvent event = {
                .time = g_rand_int_range (rand, 0, spread),
                .order = (guint64) g_rand_int_range (rand, 0, 3) << 32 | (guint64) g_rand_int_range (rand, 0, 3),
                .sequence = i,
                .destination = g_rand_int (rand),
                .payload = g_rand_int (rand),
              };

              hd_event_queue_push (queue, &event);
              g_sequence_insert_sorted (oracle, g_memdup2 (&event, sizeof event), compare, NULL);
            }
          else if (g_rand_boolean (rand))
            {
              const HdEvent *event = hd_event_queue_peek (queue);

              g_assert_cmpint (event == NULL, ==, g_sequence_is_empty (oracle));
              if (event != NULL)
                g_assert_cmpmem (event, sizeof *event, g_sequence_get (g_sequence_get_begin_iter (oracle)), sizeof *event);
            }
          else if (hd_event_queue_get_length (queue) > 0)
            {
              hd_event_queue_drop (queue);
              g_sequence_remove (g_sequence_get_begin_iter (oracle));
            }
          g_assert_cmpuint (hd_event_queue_get_length (queue), ==, (gsize) g_sequence_get_length (oracle));
        }
    }
}

/* Times as models have them: close together, far apart, ever later, never, all the same; from none to many pending and back. */
static HdTime
draw_time (GRand *rand,
           int kind,
           HdTime now)
{
  switch (kind)
    {
    case 0:
      return now + g_rand_int_range (rand, 0, 100);
    case 1:
      return now + (G_GINT64_CONSTANT (1) << g_rand_int_range (rand, 0, 50));
    case 2:
      return now + 1000 - now % 1000;
    case 3:
      return g_rand_int_range (rand, 0, 1000) == 0 ? HD_TIME_MAX : now + g_rand_int_range (rand, 0, 1000000);
    case 4:
      return g_rand_boolean (rand) ? HD_TIME_MAX : now + g_rand_int_range (rand, 0, 1000000);
    default:
      return now;
    }
}

static void
test_reference (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (int round = 0; round < 6; round++)
    {
      g_autoptr (HdEventQueue) queue = hd_event_queue_new ();
      HdEventHeap heap = { 0 };
      HdTime now = 0;
      gsize wanted = (gsize) g_rand_int_range (rand, 1, 30000);

      for (guint64 i = 0; i < N_STEPS; i++)
        {
          if (i % 20000 == 0)
            wanted = (gsize) g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 3000 : 30000); /* on a wheel, or more than that holds */
          if (hd_event_queue_get_length (queue) < wanted || hd_event_queue_get_length (queue) == 0)
            {
              HdEvent event = { .time = draw_time (rand, round, now), .order = g_rand_int (rand), .sequence = i };

              hd_event_queue_push (queue, &event);
              hd_event_heap_push (&heap, &event);
            }
          if (hd_event_queue_get_length (queue) > wanted || g_rand_boolean (rand))
            {
              const HdEvent *event = hd_event_queue_peek (queue);

              g_assert_cmpmem (event, sizeof *event, hd_event_heap_peek (&heap), sizeof *event);
              now = event->time < HD_TIME_MAX / 2 ? event->time : now;
              hd_event_queue_drop (queue);
              hd_event_heap_drop (&heap);
            }
        }
      hd_event_heap_clear (&heap);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/event-queue/order", test_order);
  g_test_add_func ("/engine/kernel/event-queue/random", test_random);
  g_test_add_func ("/engine/kernel/event-queue/reference", test_reference);
  return g_test_run ();
}
