/* test-mact-table.c: the memory-access collecting table
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: accesses to one region leave as one request after the window; every access is answered once, when all its bytes have come; what is refused
 * leaves the table as it was. Single cases are worked by hand; random accesses are followed by a set of tags.
 */
#include <glib.h>

#include "mact-table.h"

static void
collect (void *data,
         uint32_t tag)
{
  g_array_append_val ((GArray *) data, tag);
}

static void
expect (MactTable *table,
        gint64 cycle,
        guint64 base,
        guint n_bytes,
        guint *out_entry)
{
  MactRequest request;

  g_assert_false (mact_table_take (table, cycle - 1, &request));
  g_assert_cmpint (mact_table_next (table), ==, cycle);
  g_assert_true (mact_table_take (table, cycle, &request));
  g_assert_cmphex (request.base, ==, base);
  g_assert_cmpuint (request.n_bytes, ==, n_bytes);
  if (out_entry != NULL)
    *out_entry = request.entry;
}

/* Reads of 4 bytes at cycles 0, 1, 2, 3: requests at 16 (12 bytes) and 19 (4 bytes). */
static void
test_window (void)
{
  MactTable *table = mact_table_new (16, 16, 1);

  g_assert_cmpint (mact_table_add (table, 0x1000, 4, 0, 1), ==, MACT_ACCEPTED);
  g_assert_cmpint (mact_table_add (table, 0x1004, 4, 1, 2), ==, MACT_ACCEPTED);
  g_assert_cmpint (mact_table_add (table, 0x1008, 4, 2, 3), ==, MACT_ACCEPTED);
  g_assert_cmpint (mact_table_add (table, 0x1400, 4, 3, 4), ==, MACT_ACCEPTED);
  expect (table, 16, 0x1000, 12, NULL);
  expect (table, 19, 0x1400, 4, NULL);
  g_assert_cmpint (mact_table_next (table), ==, G_MAXINT64);
  mact_table_free (table);
}

/* 4 bytes at 0x13fe: two in each of two regions; the answer comes with the second reply. */
static void
test_two_regions (void)
{
  MactTable *table = mact_table_new (2, 16, 1);
  g_autoptr (GArray) answers = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  guint first, second;

  g_assert_cmpint (mact_table_add (table, 0x13fe, 4, 5, 77), ==, MACT_ACCEPTED);
  expect (table, 21, 0x1000, 2, &first);
  expect (table, 21, 0x1400, 2, &second);
  mact_table_reply (table, second, collect, answers);
  g_assert_cmpuint (answers->len, ==, 0);
  mact_table_reply (table, first, collect, answers);
  g_assert_cmpuint (answers->len, ==, 1);
  g_assert_cmpuint (g_array_index (answers, uint32_t, 0), ==, 77);
  g_assert_cmpuint (mact_table_get_n_used (table), ==, 0);
  mact_table_free (table);
}

static void
test_full (void)
{
  MactTable *table = mact_table_new (1, 16, 1);
  guint entry;

  g_assert_cmpint (mact_table_add (table, 0x1000, 8, 0, 1), ==, MACT_ACCEPTED);
  g_assert_cmpint (mact_table_add (table, 0x1400, 4, 1, 2), ==, MACT_REFUSED);
  g_assert_cmpint (mact_table_add (table, 0x13fe, 4, 1, 3), ==, MACT_REFUSED); /* as a whole */
  expect (table, 16, 0x1000, 8, &entry);
  g_assert_cmpuint (mact_table_get_n_used (table), ==, 1);
  g_assert_cmpint (mact_table_add (table, 0x1400, 4, 17, 2), ==, MACT_REFUSED); /* its data are on their way */
  g_assert_cmpint (mact_table_add (table, 0x1004, 4, 17, 4), ==, MACT_ACCEPTED); /* and so are these */
  g_assert_cmpint (mact_table_add (table, 0x1008, 4, 17, 5), ==, MACT_REFUSED);
  mact_table_reply (table, entry, NULL, NULL);
  g_assert_cmpint (mact_table_add (table, 0x1400, 4, 30, 2), ==, MACT_ACCEPTED);
  mact_table_free (table);
}

static void
test_full_bitmap (void)
{
  MactTable *table = mact_table_new (4, 1000, 1);

  g_assert_cmpint (mact_table_add (table, 0x800, 1023, 0, 1), ==, MACT_ACCEPTED);
  g_assert_cmpint (mact_table_next (table), ==, 1000);
  g_assert_cmpint (mact_table_add (table, 0xbff, 1, 7, 2), ==, MACT_ACCEPTED);
  expect (table, 7, 0x800, 1024, NULL);
  mact_table_free (table);
}

/* Writes are done when they leave. */
static void
test_writes (void)
{
  MactTable *table = mact_table_new (1, 4, 0);

  for (gint64 cycle = 0; cycle < 4000; cycle += 4)
    {
      g_assert_cmpint (mact_table_add (table, (guint64) cycle * 1024, 4, cycle, 0), ==, MACT_ACCEPTED);
      expect (table, cycle + 4, (guint64) cycle * 1024, 4, NULL);
    }
  mact_table_free (table);
}

static void
test_random (void)
{
  MactTable *table = mact_table_new (8, 16, 1);
  g_autoptr (GArray) answers = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GHashTable) open = g_hash_table_new (NULL, NULL);
  GQueue sent = G_QUEUE_INIT;
  guint accepted = 0, answered = 0;

  for (gint64 cycle = 0; cycle < 20000 || g_hash_table_size (open) > 0; cycle++)
    {
      MactRequest request;
      guint32 tag = (guint32) cycle % 60000;

      if (cycle < 20000 && mact_table_add (table, (guint64) g_test_rand_int_range (0, 16384), (uint32_t) g_test_rand_int_range (1, 1025), cycle, tag) == MACT_ACCEPTED)
        {
          g_assert_true (g_hash_table_add (open, GUINT_TO_POINTER (tag + 1)));
          accepted++;
        }
      while (mact_table_take (table, cycle, &request))
        g_queue_push_tail (&sent, GUINT_TO_POINTER (request.entry));
      if (g_test_rand_int_range (0, 3) == 0 && !g_queue_is_empty (&sent))
        mact_table_reply (table, GPOINTER_TO_UINT (g_queue_pop_head (&sent)), collect, answers);
      for (; answered < answers->len; answered++)
        g_assert_true (g_hash_table_remove (open, GUINT_TO_POINTER (g_array_index (answers, uint32_t, answered) + 1)));
      g_assert_cmpint (cycle, <, 30000);
    }
  g_assert_cmpuint (accepted, >, 1000);
  g_assert_cmpuint (answered, ==, accepted);
  g_assert_cmpuint (mact_table_get_n_used (table), ==, 0);
  g_queue_clear (&sent);
  mact_table_free (table);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/mact-table/window", test_window);
  g_test_add_func ("/engine/libraries/mact-table/two-regions", test_two_regions);
  g_test_add_func ("/engine/libraries/mact-table/full", test_full);
  g_test_add_func ("/engine/libraries/mact-table/full-bitmap", test_full_bitmap);
  g_test_add_func ("/engine/libraries/mact-table/writes", test_writes);
  g_test_add_func ("/engine/libraries/mact-table/random", test_random);
  return g_test_run ();
}
