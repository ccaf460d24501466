/* test-sync.c: the thread sanitizer sees what GLib orders, and a race where nothing does
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: memory handed from thread to thread by a mutex and condition, an asynchronous queue or an idle
 * callback is no race; the same memory touched without them is one.
 */
#define G_LOG_DOMAIN "hd-test-sync"

#include <stdlib.h>

#include <glib-object.h>

typedef struct
{
  GMutex mutex;
  GCond cond;
  GMainLoop *loop;
  gboolean ready;
  int value;
} Shared;

static gpointer
signal_under_lock (gpointer data)
{
  Shared *self = data;

  g_mutex_lock (&self->mutex);
  self->value++;
  self->ready = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  return NULL;
}

static void
test_condition (void)
{
  Shared self = { .ready = FALSE };
  GThread *thread = g_thread_new ("signal", signal_under_lock, &self);

  g_mutex_lock (&self.mutex);
  while (!self.ready)
    g_cond_wait (&self.cond, &self.mutex);
  self.value++;
  g_mutex_unlock (&self.mutex);
  g_thread_join (thread);
  g_assert_cmpint (self.value, ==, 2);
}

static gpointer
push_number (gpointer data)
{
  int *number = g_new (int, 1);

  *number = 1;
  g_async_queue_push (data, number);
  return NULL;
}

static void
test_queue (void)
{
  g_autoptr (GAsyncQueue) queue = g_async_queue_new ();
  GThread *thread = g_thread_new ("push", push_number, queue);
  int *number = g_async_queue_pop (queue);

  *number += 1;
  g_assert_cmpint (*number, ==, 2);
  g_free (number);
  g_thread_join (thread);
}

static gboolean
quit (gpointer data)
{
  Shared *self = data;

  self->value++;
  g_main_loop_quit (self->loop);
  return G_SOURCE_REMOVE;
}

static gpointer
add_idle (gpointer data)
{
  Shared *self = data;

  self->value++;
  g_idle_add_full (G_PRIORITY_DEFAULT, quit, self, NULL);
  return NULL;
}

static void
test_idle (void)
{
  Shared self = { .loop = g_main_loop_new (NULL, FALSE) };
  GThread *thread = g_thread_new ("idle", add_idle, &self);

  g_main_loop_run (self.loop);
  g_assert_cmpint (self.value, ==, 2);
  g_thread_join (thread);
  g_main_loop_unref (self.loop);
}

static gpointer
race (gpointer data)
{
  int *value = data;

  *value += 1;
  return NULL;
}

static void
test_race (void)
{
  if (g_test_subprocess ())
    {
      int value = 0;
      GThread *thread = g_thread_new ("race", race, &value);

      value += 1;
      g_thread_join (thread);
      exit (0);
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*data race*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sanitizer/sync/condition", test_condition);
  g_test_add_func ("/sanitizer/sync/queue", test_queue);
  g_test_add_func ("/sanitizer/sync/idle", test_idle);
  g_test_add_func ("/sanitizer/sync/race", test_race);
  return g_test_run ();
}
