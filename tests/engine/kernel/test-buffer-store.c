/* test-buffer-store.c: buffers that components share
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a buffer has its bytes as long as somebody holds it, whatever its maker does with his, and is gone then; a store frees what is held when
 * it goes, which the sanitized build sees; threads may hold and drop the same buffers, and what some let go of is there for others that make buffers.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-buffer-store.h"

#define N_BUFFERS 64
#define N_ROUNDS 2000

static void
test_bytes (gconstpointer data)
{
  guint n = GPOINTER_TO_UINT (data);
  g_autoptr (HdBufferStore) store = hd_buffer_store_new (n);
  char text[] = "some bytes";
  HdBuffer *first = hd_buffer_new (store, 0, text, sizeof text), *second = hd_buffer_new (store, 0, NULL, 0), *third = hd_buffer_new (store, 0, "x", 1);
  gconstpointer bytes;
  gsize size;

  memset (text, 0, sizeof text);
  bytes = hd_buffer_peek (first, &size);
  g_assert_cmpmem (bytes, size, "some bytes", sizeof text);
  g_assert_cmpuint ((guintptr) bytes % 16, ==, 0);
  hd_buffer_peek (second, &size);
  g_assert_cmpuint (size, ==, 0);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 3);
  g_assert_true (hd_buffer_hold (second, 0) == second);
  hd_buffer_drop (second, 0);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 3);
  hd_buffer_drop (second, n - 1);
  hd_buffer_drop (first, 0);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 1);
  hd_buffer_drop (third, n - 1);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 0);
  hd_buffer_new (store, 0, "left", 4);
}

/* Sizes around those at which buffers are kept otherwise, and two that are large. */
static void
test_sizes (gconstpointer data)
{
  static const gsize sizes[] = { 0, 1, 15, 16, 17, 63, 64, 975, 976, 977, 1000, 1999, 2000, 2001, 16335, 16336, 16337, 100000 };
  guint n = GPOINTER_TO_UINT (data);
  g_autoptr (HdBufferStore) store = hd_buffer_store_new (n);
  HdBuffer *buffers[4][G_N_ELEMENTS (sizes)];
  g_autofree char *bytes = g_malloc (100000);

  for (guint round = 0; round < 3; round++)
    {
      for (guint k = 0; k < 4; k++)
        for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
          {
            memset (bytes, (int) (k * 64 + i), sizes[i]);
            buffers[k][i] = hd_buffer_new (store, 0, bytes, sizes[i]);
          }
      for (guint k = 0; k < 4; k++)
        for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
          {
            gconstpointer found;
            gsize size;

            memset (bytes, (int) (k * 64 + i), sizes[i]);
            found = hd_buffer_peek (buffers[k][i], &size);
            g_assert_cmpmem (found, size, bytes, sizes[i]);
            if (k != 2 || round < 2) /* the last ones are left */
              hd_buffer_drop (buffers[k][i], (k + i) % n);
          }
      g_assert_cmpuint (hd_buffer_store_get_n (store), ==, round < 2 ? 0 : G_N_ELEMENTS (sizes));
    }
}

/* What one thread makes and another lets go of is the first one's again, but for two piles of 32 that the other has. */
static void
test_piles (void)
{
  g_autoptr (HdBufferStore) store = hd_buffer_store_new (2);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  HdBuffer *buffers[1000];

  for (guint round = 0; round < 20; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
        {
          buffers[i] = hd_buffer_new (store, 0, NULL, 0);
          g_hash_table_add (known, buffers[i]);
        }
      for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
        hd_buffer_drop (buffers[i], 1);
    }
  g_assert_cmpuint (g_hash_table_size (known), >=, G_N_ELEMENTS (buffers));
  g_assert_cmpuint (g_hash_table_size (known), <=, G_N_ELEMENTS (buffers) + 64);
}

/* One thread takes no byte more than there is, several less than 64 KiB each; what one lets go of is there for others. */
static void
test_limit (gconstpointer data)
{
  guint n = GPOINTER_TO_UINT (data);
  g_autoptr (HdBufferStore) store = hd_buffer_store_new (n);
  g_autoptr (GPtrArray) buffers = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  const guint64 limit = 10000000;
  guint64 all = 0;

  hd_buffer_store_set_limit (store, limit);
  while (hd_buffer_store_check_room (store, buffers->len % n, 1000, &error))
    {
      hd_buffer_store_count (store, buffers->len % n, 100);
      g_ptr_array_add (buffers, hd_buffer_new (store, buffers->len % n, NULL, 0));
      all += 148;
      g_assert_cmpuint (all, <, limit + 65536 * n);
    }
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_cmpuint (all, >=, limit - 1000);
  if (n == 1)
    g_assert_cmpuint (all, <=, limit);
  for (guint i = 0; i < buffers->len; i++)
    hd_buffer_drop (g_ptr_array_index (buffers, i), n - 1);
  hd_buffer_store_count (store, n - 1, -100 * (gint64) buffers->len);
  g_assert_true (hd_buffer_store_check_room (store, 0, limit, &error));
  g_assert_no_error (error);
  g_assert_false (hd_buffer_store_check_room (store, n - 1, limit + 1, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
}

typedef struct
{
  HdBufferStore *store;
  HdBuffer *buffers[N_BUFFERS];
} Shared;

typedef struct
{
  Shared *shared;
  guint number;
} One;

static gpointer
hold_and_drop (gpointer data)
{
  const One *one = data;
  Shared *shared = one->shared;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      HdBuffer *held = hd_buffer_hold (shared->buffers[i % N_BUFFERS], one->number), *own;
      gsize size;

      own = hd_buffer_new (shared->store, one->number, &i, sizeof i);
      g_assert_cmpuint (*(const guint *) hd_buffer_peek (held, &size), ==, i % N_BUFFERS);
      hd_buffer_drop (held, one->number);
      g_assert_cmpuint (*(const guint *) hd_buffer_peek (own, &size), ==, i);
      hd_buffer_drop (own, one->number);
    }
  for (guint i = 0; i < N_BUFFERS; i++)
    hd_buffer_drop (shared->buffers[i], one->number);
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (HdBufferStore) store = hd_buffer_store_new (4);
  Shared shared = { .store = store };
  GThread *threads[4];
  One ones[4];

  for (guint i = 0; i < N_BUFFERS; i++)
    {
      shared.buffers[i] = hd_buffer_new (store, 0, &i, sizeof i);
      for (guint t = 1; t < G_N_ELEMENTS (threads); t++)
        hd_buffer_hold (shared.buffers[i], 0);
    }
  hd_buffer_store_publish (store, 0);
  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    {
      ones[t] = (One){ &shared, t };
      threads[t] = g_thread_new (NULL, hold_and_drop, &ones[t]);
    }
  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    g_thread_join (threads[t]);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/kernel/buffer-store/bytes", GUINT_TO_POINTER (4), test_bytes);
  g_test_add_data_func ("/engine/kernel/buffer-store/one-thread", GUINT_TO_POINTER (1), test_bytes);
  g_test_add_data_func ("/engine/kernel/buffer-store/sizes", GUINT_TO_POINTER (3), test_sizes);
  g_test_add_data_func ("/engine/kernel/buffer-store/sizes-of-one-thread", GUINT_TO_POINTER (1), test_sizes);
  g_test_add_func ("/engine/kernel/buffer-store/piles", test_piles);
  g_test_add_data_func ("/engine/kernel/buffer-store/limit", GUINT_TO_POINTER (3), test_limit);
  g_test_add_data_func ("/engine/kernel/buffer-store/limit-of-one-thread", GUINT_TO_POINTER (1), test_limit);
  g_test_add_func ("/engine/kernel/buffer-store/threads", test_threads);
  return g_test_run ();
}
