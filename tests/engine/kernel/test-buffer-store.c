/* test-buffer-store.c: buffers that components share
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a buffer has its bytes as long as somebody holds it, whatever its maker does with his, and is gone then; a store frees what is held when
 * it goes, which the sanitized build sees; threads may hold and drop the same buffers.
 */
#include <string.h>

#include "hd-buffer-store.h"

#define N_BUFFERS 64
#define N_ROUNDS 2000

static void
test_bytes (gconstpointer data)
{
  g_autoptr (HdBufferStore) store = hd_buffer_store_new (GPOINTER_TO_UINT (data));
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
  g_assert_true (hd_buffer_hold (second) == second);
  hd_buffer_drop (second);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 3);
  hd_buffer_drop (second); /* in the middle of the list, then at its ends */
  hd_buffer_drop (first);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 1);
  hd_buffer_drop (third);
  g_assert_cmpuint (hd_buffer_store_get_n (store), ==, 0);
  hd_buffer_new (store, 0, "left", 4);
}

static gpointer
hold_and_drop (gpointer data)
{
  HdBuffer **buffers = data;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      HdBuffer *held = hd_buffer_hold (buffers[i % N_BUFFERS]), *own;
      gsize size;

      own = hd_buffer_new (((gpointer *) data)[N_BUFFERS], i, &i, sizeof i);
      g_assert_cmpuint (*(const guint *) hd_buffer_peek (held, &size), ==, i % N_BUFFERS);
      hd_buffer_drop (held);
      hd_buffer_drop (own);
    }
  for (guint i = 0; i < N_BUFFERS; i++)
    hd_buffer_drop (buffers[i]);
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (HdBufferStore) store = hd_buffer_store_new (4);
  gpointer data[N_BUFFERS + 1];
  GThread *threads[4];

  data[N_BUFFERS] = store;
  for (guint i = 0; i < N_BUFFERS; i++)
    {
      data[i] = hd_buffer_new (store, 0, &i, sizeof i);
      for (guint t = 1; t < G_N_ELEMENTS (threads); t++)
        hd_buffer_hold (data[i]);
    }
  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    threads[t] = g_thread_new (NULL, hold_and_drop, data);
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
  g_test_add_func ("/engine/kernel/buffer-store/threads", test_threads);
  return g_test_run ();
}
