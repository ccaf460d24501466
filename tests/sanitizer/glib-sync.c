/* glib-sync.c: tells the thread sanitizer what GLib's synchronisation orders
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GLib is not instrumented and its mutexes are futexes, so the sanitizer would see a race wherever they protect
 * something. Preloaded into the tests of a thread-sanitizer build, these functions stand before GLib's own, call
 * them, and state the order: what came before a release is seen after the acquire of the same address. Nothing
 * is hidden: an access that no lock orders is reported as ever.
 *
 * Left open: calls inside GLib do not come through here (a GAsyncQueue's own mutex, say); a function of GLib that
 * orders and is missing here shows as a report, and belongs here.
 */
#define _GNU_SOURCE

#include <dlfcn.h>

#include <glib-object.h>

/* Weak, because programs without the sanitizer (a shell, Python) are preloaded too. */
void __tsan_acquire (void *address) __attribute__ ((weak));
void __tsan_release (void *address) __attribute__ ((weak));

static void
acquire (gconstpointer address)
{
  if (__tsan_acquire != NULL)
    __tsan_acquire ((void *) address);
}

static void
release (gconstpointer address)
{
  if (__tsan_release != NULL)
    __tsan_release ((void *) address);
}

#define REAL(function) ((__typeof__ (&function)) real (#function))

static void *
real (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);

  if (function == NULL)
    __builtin_trap ();
  return function;
}

#define LOCK(function, Type) \
  void \
  (function) (Type *lock) \
  { \
    REAL (function) (lock); \
    acquire (lock); \
  }

#define TRYLOCK(function, Type) \
  gboolean \
  (function) (Type *lock) \
  { \
    gboolean locked = REAL (function) (lock); \
    if (locked) \
      acquire (lock); \
    return locked; \
  }

#define UNLOCK(function, Type) \
  void \
  (function) (Type *lock) \
  { \
    release (lock); \
    REAL (function) (lock); \
  }

LOCK (g_mutex_lock, GMutex)
TRYLOCK (g_mutex_trylock, GMutex)
UNLOCK (g_mutex_unlock, GMutex)
LOCK (g_rec_mutex_lock, GRecMutex)
TRYLOCK (g_rec_mutex_trylock, GRecMutex)
UNLOCK (g_rec_mutex_unlock, GRecMutex)
LOCK (g_rw_lock_reader_lock, GRWLock)
UNLOCK (g_rw_lock_reader_unlock, GRWLock)
LOCK (g_rw_lock_writer_lock, GRWLock)
UNLOCK (g_rw_lock_writer_unlock, GRWLock)

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  release (mutex);
  REAL (g_cond_wait) (cond, mutex);
  acquire (mutex);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  release (mutex);
  gboolean signalled = REAL (g_cond_wait_until) (cond, mutex, end_time);
  acquire (mutex);
  return signalled;
}

gboolean
(g_once_init_enter) (volatile void *location)
{
  gboolean first = REAL (g_once_init_enter) (location);
  acquire ((gconstpointer) location);
  return first;
}

void
(g_once_init_leave) (volatile void *location, gsize result)
{
  release ((gconstpointer) location);
  REAL (g_once_init_leave) (location, result);
}

/* References: what was done with an object before a reference was given up is seen by whoever frees it. */

gboolean
(g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  release (count);
  gboolean last = REAL (g_atomic_ref_count_dec) (count);
  acquire (count);
  return last;
}

void
(g_object_unref) (gpointer object)
{
  release (object);
  acquire (object);
  REAL (g_object_unref) (object);
}

/* Queues: what was done with an element before it was pushed is seen by whoever pops it. */

void
(g_async_queue_push) (GAsyncQueue *queue, gpointer element)
{
  release (queue);
  REAL (g_async_queue_push) (queue, element);
}

gpointer
(g_async_queue_pop) (GAsyncQueue *queue)
{
  gpointer element = REAL (g_async_queue_pop) (queue);
  acquire (queue);
  return element;
}

gpointer
(g_async_queue_try_pop) (GAsyncQueue *queue)
{
  gpointer element = REAL (g_async_queue_try_pop) (queue);
  acquire (queue);
  return element;
}

/* Main contexts: what was done before a callback was handed over is seen by the callback. */

typedef struct
{
  GSourceFunc function;
  gpointer data;
  GDestroyNotify notify;
} Callback;

static gboolean
callback_call (gpointer data)
{
  Callback *self = data;

  acquire (self);
  return self->function (self->data);
}

static void
callback_free (gpointer data)
{
  Callback *self = data;

  acquire (self);
  if (self->notify != NULL)
    self->notify (self->data);
  g_free (self);
}

static Callback *
callback_new (GSourceFunc function, gpointer data, GDestroyNotify notify)
{
  Callback *self = g_new (Callback, 1);

  *self = (Callback) { function, data, notify };
  release (self);
  return self;
}

guint
(g_idle_add) (GSourceFunc function, gpointer data)
{
  return REAL (g_idle_add_full) (G_PRIORITY_DEFAULT_IDLE, callback_call, callback_new (function, data, NULL),
                                 callback_free);
}

guint
(g_idle_add_full) (int priority, GSourceFunc function, gpointer data, GDestroyNotify notify)
{
  return REAL (g_idle_add_full) (priority, callback_call, callback_new (function, data, notify), callback_free);
}

void
(g_main_context_invoke_full) (GMainContext *context,
                              int priority,
                              GSourceFunc function,
                              gpointer data,
                              GDestroyNotify notify)
{
  REAL (g_main_context_invoke_full) (context, priority, callback_call, callback_new (function, data, notify),
                                     callback_free);
}

void
(g_main_context_invoke) (GMainContext *context, GSourceFunc function, gpointer data)
{
  REAL (g_main_context_invoke_full) (context, G_PRIORITY_DEFAULT, callback_call,
                                     callback_new (function, data, NULL), callback_free);
}

/* Tasks: what was done before a task went to its thread is seen there, and what it did is seen by whoever takes its result. */

typedef void (*TaskFunction) (gpointer task, gpointer source, gpointer data, gpointer cancellable);

static void
task_call (gpointer task, gpointer source, gpointer data, gpointer cancellable)
{
  TaskFunction function;

  acquire (task);
  function = (TaskFunction) g_object_get_data (task, "glib-sync");
  function (task, source, data, cancellable);
  release (task);
}

void
g_task_run_in_thread (gpointer task, TaskFunction function)
{
  g_object_set_data (task, "glib-sync", (gpointer) function);
  release (task);
  REAL (g_task_run_in_thread) (task, task_call);
}

void
g_task_return_boolean (gpointer task, gboolean result)
{
  release (task);
  REAL (g_task_return_boolean) (task, result);
}

gboolean
g_task_propagate_boolean (gpointer task, GError **error)
{
  acquire (task);
  return REAL (g_task_propagate_boolean) (task, error);
}

void
g_task_return_pointer (gpointer task, gpointer result, GDestroyNotify notify)
{
  release (task);
  REAL (g_task_return_pointer) (task, result, notify);
}

gpointer
g_task_propagate_pointer (gpointer task, GError **error)
{
  acquire (task);
  return REAL (g_task_propagate_pointer) (task, error);
}

gpointer
g_task_get_task_data (gpointer task)
{
  acquire (task);
  return REAL (g_task_get_task_data) (task);
}
