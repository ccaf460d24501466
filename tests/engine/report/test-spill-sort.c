/* test-spill-sort.c: the order is that of a sort in memory, however little memory there is
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: qsort over the same items. Numbers of items below, at and above what memory holds, and above what is read at once.
 * Left open: a disk that is full.
 */
#include <string.h>

#include <glib.h>

#include "hd-spill-sort.h"

typedef struct
{
  guint32 key;
  guint32 number; /* in order of arrival */
  guint64 check;
} Item;

static int
compare_items (gconstpointer a,
               gconstpointer b)
{
  const Item *first = a, *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return first->number < second->number ? -1 : first->number > second->number;
}

static void
check (guint n,
       gsize n_in_memory,
       guint32 n_keys)
{
  g_autoptr (HdSpillSort) sort = hd_spill_sort_new (sizeof (Item), compare_items, n_in_memory);
  g_autofree Item *items = g_new0 (Item, n + 1);
  g_autoptr (GError) error = NULL;
  const Item *item;

  for (guint i = 0; i < n; i++)
    {
      items[i] = (Item){ g_test_rand_int () % n_keys, i, 0 };
      items[i].check = (guint64) items[i].key * 31 + i;
      g_assert_true (hd_spill_sort_add (sort, &items[i], &error));
    }
  qsort (items, n, sizeof (Item), compare_items);
  for (guint i = 0; i < n; i++)
    {
      item = hd_spill_sort_next (sort, &error);
      g_assert_no_error (error);
      g_assert_nonnull (item);
      g_assert_cmpmem (item, sizeof (Item), &items[i], sizeof (Item));
    }
  g_assert_null (hd_spill_sort_next (sort, &error));
  g_assert_null (hd_spill_sort_next (sort, &error));
  g_assert_no_error (error);
}

static void
test_order (void)
{
  static const guint numbers[] = { 0, 1, 99, 100, 101, 200, 1999, 30000 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      check (numbers[i], 100, G_MAXUINT32);
      check (numbers[i], 100, 5); /* many equal keys */
      check (numbers[i], 1000, 1000);
    }
  check (3, 1, 2);
}

/* What is not taken to the end leaves nothing behind: address sanitizers look. */
static void
test_left (void)
{
  g_autoptr (HdSpillSort) sort = hd_spill_sort_new (sizeof (Item), compare_items, 10);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 95; i++)
    g_assert_true (hd_spill_sort_add (sort, &(Item){ 95 - i, i, 0 }, &error));
  g_assert_cmpuint (((const Item *) hd_spill_sort_next (sort, &error))->key, ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/spill-sort/order", test_order);
  g_test_add_func ("/engine/report/spill-sort/left", test_left);
  return g_test_run ();
}
