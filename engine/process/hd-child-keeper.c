/* hd-child-keeper.c: starts the children of a run, hears what they print, and sees to their end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The thread sleeps at an epoll with the pipes and the process of each child. A child is over when its process is: its group is killed then, before its
 * number is free to be another's, and what lies in the pipes is taken; who fled from the group may hold them open, and is not waited for.
 */
#define G_LOG_DOMAIN "hd-child-keeper"

#include "hd-child-keeper.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hd-child-private.h"
#include "hd-private-folder.h"

#define MOST_EVENTS 64
#define ROOM (64 * 1024)
#define READS_AT_ONCE 16
#define FILES_PER_CHILD 4
#define FILES_OF_OTHERS 256

typedef struct
{
  const HdChildOptions *options;
  HdChild *child; /* NULL: see @error */
  GError *error;
  gboolean is_done;
} Order;

/* ---- what they print ------------------------------------------------------------------------------------------------ */

static void
pipe_close (HdChildPipe *self)
{
  if (self->file >= 0)
    close (self->file); /* the epoll forgets it */
  self->file = -1;
}

/* What nobody keeps is read and forgotten, so that the child does not wait. In the thread that waits for the child, which is there for as long. */
static void
pipe_keep (HdChildPipe *self,
           const guint8 *data,
           gsize size)
{
  gsize kept = MIN (size, self->maximum - self->bytes->len);

  g_byte_array_append (self->bytes, data, (guint) kept);
  if (kept > 0 && self->child->printed != NULL)
    self->child->printed (self->child->data, self == &self->child->errors, data, kept);
  if (size == kept || self->maximum == 0)
    return;
  __atomic_store_n (&self->has_flooded, TRUE, __ATOMIC_RELAXED);
  _hd_child_signal (self->child, SIGKILL);
}

/* Reads what is there, at most @n times; whether there may be more. */
static gboolean
pipe_drain (HdChildPipe *self,
            guint n)
{
  guint8 data[ROOM];

  for (guint i = 0; self->file >= 0 && i < n; i++)
    {
      gssize size = read (self->file, data, sizeof data);

      if (size > 0)
        pipe_keep (self, data, (gsize) size);
      else if (size < 0 && errno == EAGAIN)
        return FALSE;
      else if (size == 0 || errno != EINTR)
        pipe_close (self);
    }
  return self->file >= 0;
}

/* A pipe holds less than this many reads; who fled may go on to fill it. */
static void
pipe_finish (HdChildPipe *self)
{
  pipe_drain (self, READS_AT_ONCE * 2);
  pipe_close (self);
}

static void
hear (HdChildKeeper *self,
      HdChildWatch *pipe)
{
  pipe_drain ((HdChildPipe *) pipe, READS_AT_ONCE);
}

static void
pipe_init (HdChildPipe *self,
           HdChild *child,
           int file,
           gsize maximum)
{
  *self = (HdChildPipe){ { hear }, child, file, g_byte_array_new (), maximum, FALSE };
}

/* ---- ending ---------------------------------------------------------------------------------------------------------- */

/* Its process is there to be waited for; what it started goes with it. */
static void
bury (HdChildKeeper *self,
      HdChildWatch *process)
{
  HdChild *child = (HdChild *) process;
  HdChildEnd end = { 0 };
  siginfo_t what = { 0 };

  if (child->has_ended)
    return;
  while (waitid (P_PID, (id_t) child->ends.pid, &what, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    ;
  kill (-child->ends.pid, SIGKILL);
  pipe_finish (&child->output);
  pipe_finish (&child->errors);
  if (what.si_code == CLD_EXITED)
    end.exit_code = what.si_status;
  else
    end.signal = what.si_status;
  epoll_ctl (self->poll, EPOLL_CTL_DEL, child->ends.process, NULL);
  if (child->ended != NULL)
    child->ended (child->data, &end);
  pthread_mutex_lock (&self->lock);
  while (waitpid (child->ends.pid, NULL, 0) < 0 && errno == EINTR)
    ;
  child->end = end;
  child->kill_us = G_MAXINT64;
  __atomic_store_n (&child->has_ended, TRUE, __ATOMIC_RELEASE);
  self->n_running--;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

/* Kills whose patience is over; returns how long to the next, in ms, or -1; under the lock. */
static int
kill_overdue (HdChildKeeper *self)
{
  gint64 now = g_get_monotonic_time (), next = G_MAXINT64;

  for (guint i = 0; i < self->children->len; i++)
    {
      HdChild *child = g_ptr_array_index (self->children, i);

      if (child == NULL || child->kill_us == G_MAXINT64)
        continue;
      if (child->kill_us <= now || self->has_hurry)
        {
          _hd_child_signal (child, SIGKILL);
          child->kill_us = now + G_USEC_PER_SEC; /* a process that the system still holds on to */
        }
      next = MIN (next, child->kill_us);
    }
  return next == G_MAXINT64 ? -1 : (int) ((next - now + 999) / 1000);
}

/* ---- starting -------------------------------------------------------------------------------------------------------- */

static void
watch (HdChildKeeper *self,
       int file,
       HdChildWatch *what)
{
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = what };

  epoll_ctl (self->poll, EPOLL_CTL_ADD, file, &event);
}

/* Hundreds of children are more descriptors than programs have by default. */
static void
make_room_for_files (guint n_children)
{
  struct rlimit limit;
  rlim_t wanted = (rlim_t) n_children * FILES_PER_CHILD + FILES_OF_OTHERS;

  if (getrlimit (RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= wanted)
    return;
  limit.rlim_cur = MIN (wanted * 2, limit.rlim_max);
  setrlimit (RLIMIT_NOFILE, &limit);
}

static HdChild *
start (HdChildKeeper *self,
       const HdChildOptions *options,
       GError **error)
{
  g_autofree char *folder = NULL;
  HdChildEnds ends;
  HdChild *child;

  if (self->folder == NULL && (self->folder = hd_private_folder_new (error)) == NULL)
    return NULL;
  make_room_for_files (self->children->len + 1);
  folder = hd_private_folder_add (self->folder, self->children->len, error);
  if (folder == NULL || !hd_child_exec (options, folder, &ends, error))
    return NULL;
  child = g_new0 (HdChild, 1);
  child->watch.handle = bury;
  child->keeper = self;
  child->ends = ends;
  child->stage_bytes = options->stage_bytes;
  child->printed = options->printed;
  child->ended = options->ended;
  child->data = options->data;
  child->kill_us = G_MAXINT64;
  pipe_init (&child->output, child, ends.output, options->maximum_output);
  pipe_init (&child->errors, child, ends.errors, options->maximum_errors);
  watch (self, ends.output, &child->output.watch);
  watch (self, ends.errors, &child->errors.watch);
  watch (self, ends.process, &child->watch);
  return child;
}

/* One after the other; the lock is held before and after. */
static void
carry_out_orders (HdChildKeeper *self)
{
  Order *order;

  while ((order = g_queue_pop_head (&self->orders)) != NULL)
    {
      pthread_mutex_unlock (&self->lock);
      order->child = start (self, order->options, &order->error);
      pthread_mutex_lock (&self->lock);
      if (order->child != NULL)
        {
          g_ptr_array_add (self->children, order->child);
          self->n_running++;
        }
      else
        {
          g_ptr_array_add (self->children, NULL); /* its folder has a number all the same */
        }
      order->is_done = TRUE;
      pthread_cond_broadcast (&self->changed);
    }
}

/* ---- the thread ------------------------------------------------------------------------------------------------------ */

/* Whatever it was for is seen in the next round. */
static void
wake_up (HdChildKeeper *self,
         HdChildWatch *unused)
{
  eventfd_t n;

  eventfd_read (self->wake, &n);
}

static gpointer
keep (gpointer data)
{
  HdChildKeeper *self = data;
  struct epoll_event events[MOST_EVENTS];
  gboolean quits = FALSE;

  while (!quits)
    {
      int timeout, n;

      pthread_mutex_lock (&self->lock);
      carry_out_orders (self);
      timeout = kill_overdue (self);
      quits = self->quits;
      pthread_mutex_unlock (&self->lock);
      n = quits ? 0 : epoll_wait (self->poll, events, MOST_EVENTS, timeout);
      for (int i = 0; i < n; i++)
        ((HdChildWatch *) events[i].data.ptr)->handle (self, events[i].data.ptr);
    }
  g_clear_pointer (&self->folder, hd_private_folder_free);
  return NULL;
}

/* ---- for others ------------------------------------------------------------------------------------------------------ */

HdChild *
hd_child_keeper_start (HdChildKeeper *self,
                       const HdChildOptions *options,
                       GError **error)
{
  Order order = { .options = options };

  pthread_mutex_lock (&self->lock);
  g_queue_push_tail (&self->orders, &order);
  if (self->thread == NULL)
    self->thread = g_thread_new ("heddle-children", keep, self);
  eventfd_write (self->wake, 1);
  while (!order.is_done)
    pthread_cond_wait (&self->changed, &self->lock);
  pthread_mutex_unlock (&self->lock);
  if (order.error != NULL)
    g_propagate_error (error, order.error);
  return order.child;
}

void
hd_child_keeper_stop (HdChildKeeper *self)
{
  __atomic_store_n (&self->is_stopped, TRUE, __ATOMIC_RELAXED);
  eventfd_write (self->stop, 1);
  pthread_mutex_lock (&self->lock);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

void
hd_child_keeper_hurry (HdChildKeeper *self)
{
  pthread_mutex_lock (&self->lock);
  self->has_hurry = TRUE;
  eventfd_write (self->wake, 1);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->lock);
}

/* Under the lock. */
static gboolean
has_patience (HdChildKeeper *self)
{
  return !self->has_hurry && !__atomic_load_n (&self->is_stopped, __ATOMIC_RELAXED);
}

void
hd_child_keeper_end (HdChildKeeper *self,
                     gint64 patience_us)
{
  gint64 end_us = g_get_monotonic_time () + patience_us;
  struct timespec until = { end_us / G_USEC_PER_SEC, end_us % G_USEC_PER_SEC * 1000 };

  pthread_mutex_lock (&self->lock);
  for (guint i = 0; i < self->children->len; i++)
    {
      HdChild *child = g_ptr_array_index (self->children, i);

      if (child != NULL && !child->has_ended)
        shutdown (child->ends.socket, SHUT_RDWR);
    }
  while (self->n_running > 0 && has_patience (self) && g_get_monotonic_time () < end_us)
    pthread_cond_timedwait (&self->changed, &self->lock, &until);
  for (guint i = 0; i < self->children->len; i++)
    if (g_ptr_array_index (self->children, i) != NULL)
      _hd_child_dismiss (g_ptr_array_index (self->children, i));
  while (self->n_running > 0)
    pthread_cond_wait (&self->changed, &self->lock);
  pthread_mutex_unlock (&self->lock);
}

/* ---- making and freeing ---------------------------------------------------------------------------------------------- */

static void
free_child (gpointer data)
{
  HdChild *self = data;

  if (self == NULL)
    return;
  close (self->ends.socket);
  close (self->ends.process);
  if (self->ends.stage != NULL)
    munmap (self->ends.stage, self->stage_bytes);
  g_byte_array_unref (self->output.bytes);
  g_byte_array_unref (self->errors.bytes);
  g_free (self);
}

static void
free_keeper (HdChildKeeper *self)
{
  g_ptr_array_unref (self->children);
  if (self->poll >= 0)
    close (self->poll);
  if (self->wake >= 0)
    close (self->wake);
  if (self->stop >= 0)
    close (self->stop);
  pthread_cond_destroy (&self->changed);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

HdChildKeeper *
hd_child_keeper_new (GError **error)
{
  HdChildKeeper *self = g_new0 (HdChildKeeper, 1);
  pthread_condattr_t attributes;

  pthread_mutex_init (&self->lock, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &attributes);
  pthread_condattr_destroy (&attributes);
  self->children = g_ptr_array_new_with_free_func (free_child);
  self->poll = epoll_create1 (EPOLL_CLOEXEC);
  self->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  self->stop = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (self->poll < 0 || self->wake < 0 || self->stop < 0)
    {
      g_set_error_literal (error, G_FILE_ERROR, g_file_error_from_errno (errno), g_strerror (errno));
      free_keeper (self);
      return NULL;
    }
  self->watch.handle = wake_up;
  watch (self, self->wake, &self->watch);
  return self;
}

void
hd_child_keeper_free (HdChildKeeper *self)
{
  if (self->thread != NULL)
    {
      hd_child_keeper_hurry (self);
      hd_child_keeper_end (self, 0);
      pthread_mutex_lock (&self->lock);
      self->quits = TRUE;
      eventfd_write (self->wake, 1);
      pthread_mutex_unlock (&self->lock);
      g_thread_join (self->thread);
    }
  free_keeper (self);
}
