/* test-task.c: who lets go of a task's source object
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whichever of caller and worker is the last to hold a task, its source object is finalized by the caller's thread.
 * Left open: a caller whose thread has ended.
 */
#include <heddle/hd-task.h>

typedef struct
{
  GMutex mutex;
  GCond cond;
  gboolean is_taken; /* the task's end, by the caller */
} Gate;

static void
on_finalized (gpointer data,
              GObject *where)
{
  *(GThread **) data = g_thread_self ();
}

static void
work (GTask *task,
      gpointer source,
      gpointer data,
      GCancellable *cancellable)
{
  g_task_return_boolean (task, TRUE);
}

/* As a worker that is held up before it lets go of the task. */
static gpointer
hold (gpointer data)
{
  GTask *task = data;
  Gate *gate = g_task_get_task_data (task);

  g_mutex_lock (&gate->mutex);
  while (!gate->is_taken)
    g_cond_wait (&gate->cond, &gate->mutex);
  g_mutex_unlock (&gate->mutex);
  g_object_unref (task);
  return NULL;
}

static void
on_done (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  *(gboolean *) data = g_task_propagate_boolean (G_TASK (result), NULL);
}

static void
test_worker_last (void)
{
  Gate gate = { .is_taken = FALSE };
  GObject *source = g_object_new (G_TYPE_OBJECT, NULL);
  GTask *task;
  GThread *finalizer = NULL, *holder;
  gboolean is_done = FALSE;

  g_mutex_init (&gate.mutex);
  g_cond_init (&gate.cond);
  g_object_weak_ref (source, on_finalized, &finalizer);
  task = g_task_new (source, NULL, on_done, &is_done);
  g_task_set_task_data (task, &gate, NULL);
  hd_task_run_in_thread (task, work);
  holder = g_thread_new ("holder", hold, task);
  g_object_unref (source);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (finalizer);
  g_mutex_lock (&gate.mutex);
  gate.is_taken = TRUE;
  g_cond_signal (&gate.cond);
  g_mutex_unlock (&gate.mutex);
  while (finalizer == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (finalizer == g_thread_self ());
  g_thread_join (holder);
  g_mutex_clear (&gate.mutex);
  g_cond_clear (&gate.cond);
}

static void
test_any_order (void)
{
  for (guint i = 0; i < 5000; i++)
    {
      GObject *source = g_object_new (G_TYPE_OBJECT, NULL);
      GThread *finalizer = NULL;
      gboolean is_done = FALSE;
      GTask *task = g_task_new (source, NULL, on_done, &is_done);

      g_object_weak_ref (source, on_finalized, &finalizer);
      hd_task_run_in_thread (task, work);
      g_object_unref (task);
      g_object_unref (source);
      while (finalizer == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_assert_true (is_done && finalizer == g_thread_self ());
    }
}

static void
test_no_source (void)
{
  gboolean is_done = FALSE;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_done, &is_done);

  hd_task_run_in_thread (task, work);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task/worker-last", test_worker_last);
  g_test_add_func ("/task/any-order", test_any_order);
  g_test_add_func ("/task/no-source", test_no_source);
  return g_test_run ();
}
