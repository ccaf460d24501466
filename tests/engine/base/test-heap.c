/* test-heap.c: a binary heap
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever is put in comes out in order, and the same entries put in alike come out alike. Left open: how fast it is, see the benchmarks
 * of those who use it.
 */
#include "hd-heap.h"

#define N 3000

/* @number tells entries with equal keys apart. */
typedef struct
{
  guint32 key;
  guint32 number;
} Entry;

static gboolean
is_less (const Entry *a,
         const Entry *b)
{
  return a->key < b->key;
}

HD_DEFINE_HEAP (heap, Entry, is_less)

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Entry *x = a, *y = b;

  return x->key < y->key ? -1 : x->key > y->key;
}

/* Many keys are equal. */
static Entry
make_entry (guint32 number)
{
  return (Entry){ (guint32) g_test_rand_int_range (0, N / 4), number };
}

static void
assert_empties_in_order (GArray *heap,
                         GArray *expected)
{
  g_autofree gboolean *seen = g_new0 (gboolean, N);

  g_array_sort (expected, compare);
  for (guint i = 0; i < expected->len; i++)
    {
      Entry top = heap_pop (heap);

      g_assert_cmpuint (top.key, ==, g_array_index (expected, Entry, i).key);
      g_assert_false (seen[top.number]);
      seen[top.number] = TRUE;
    }
  g_assert_cmpuint (heap->len, ==, 0);
}

/* Pushes and pops in turns, against a list. */
static void
test_turns (void)
{
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Entry)), list = g_array_new (FALSE, FALSE, sizeof (Entry));

  for (guint32 i = 0; i < N; i++)
    {
      Entry entry = make_entry (i);

      heap_push (heap, entry);
      g_array_append_val (list, entry);
      if (g_test_rand_int_range (0, 3) == 0)
        {
          Entry top = heap_pop (heap);
          guint least = 0;

          for (guint j = 1; j < list->len; j++)
            if (is_less (&g_array_index (list, Entry, j), &g_array_index (list, Entry, least)))
              least = j;
          g_assert_cmpuint (top.key, ==, g_array_index (list, Entry, least).key);
          for (guint j = 0; j < list->len; j++)
            if (g_array_index (list, Entry, j).number == top.number)
              {
                g_array_remove_index_fast (list, j);
                break;
              }
          g_assert_cmpuint (list->len, ==, heap->len);
        }
    }
  assert_empties_in_order (heap, list);
}

/* Of each number of entries: built at once; then the top is changed again and again, as who merges does. */
static void
test_build_and_sink (void)
{
  for (guint n = 0; n < 70; n++)
    {
      g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Entry));

      for (guint32 i = 0; i < n; i++)
        {
          Entry entry = make_entry (i);

          g_array_append_val (heap, entry);
        }
      heap_build ((Entry *) (gpointer) heap->data, n);
      for (guint turn = 0; n > 0 && turn < 50; turn++)
        {
          Entry *entries = (Entry *) (gpointer) heap->data;
          Entry top = entries[0];

          for (guint i = 1; i < n; i++)
            g_assert_false (is_less (&entries[i], &entries[(i - 1) / 2]));
          top.key += (guint32) g_test_rand_int_range (0, N);
          heap_sink (entries, n, 0, top);
        }
      {
        g_autoptr (GArray) list = g_array_copy (heap);

        assert_empties_in_order (heap, list);
      }
    }
}

static void
test_repeatable (void)
{
  g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (Entry)), other = g_array_new (FALSE, FALSE, sizeof (Entry));

  for (guint32 i = 0; i < N; i++)
    {
      Entry entry = make_entry (i);

      heap_push (one, entry);
      heap_push (other, entry);
    }
  while (one->len > 0)
    g_assert_cmpuint (heap_pop (one).number, ==, heap_pop (other).number);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/engine/base/heap/turns", test_turns);
  g_test_add_func ("/engine/base/heap/build-and-sink", test_build_and_sink);
  g_test_add_func ("/engine/base/heap/repeatable", test_repeatable);
  return g_test_run ();
}
