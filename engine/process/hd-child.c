/* hd-child.c: a program that runs as a child of this process, and is spoken with
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-child"

#include "hd-child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/sockios.h>

#include "hd-child-private.h"

#define PATIENCE_US (2 * G_USEC_PER_SEC) /* from SIGTERM to SIGKILL */

int
hd_child_get_pid (HdChild *self)
{
  return self->ends.pid;
}

gpointer
hd_child_get_stage (HdChild *self)
{
  return self->ends.stage;
}

/* ---- speaking ------------------------------------------------------------------------------------------------------- */

static gboolean
is_over (HdChild *self)
{
  return __atomic_load_n (&self->has_ended, __ATOMIC_ACQUIRE);
}

/* Nothing was there to be read: whether nothing more can be. */
static gboolean
is_closed (HdChild *self)
{
  struct pollfd here = { .fd = self->ends.socket };
  int n = 0;

  return poll (&here, 1, 0) == 1 && (here.revents & (POLLHUP | POLLERR)) != 0 && ioctl (self->ends.socket, SIOCINQ, &n) == 0 && n == 0;
}

/* Whether a datagram was there. An empty one looks like the end of all, so it is passed over, and the end is known by other signs. A child that ends with something
 * unread is told of once by an error, before what it said last. */
static gboolean
take (HdChild *self,
      gpointer datagram,
      gsize *size)
{
  gssize n;

  if (self->is_silent)
    return FALSE;
  do
    {
      n = recv (self->ends.socket, datagram, *size, MSG_DONTWAIT | MSG_TRUNC);
      if (n > 0)
        {
          *size = (gsize) n;
          return TRUE;
        }
      if (n == 0 || (errno != EAGAIN && errno != EINTR))
        self->is_silent = is_closed (self);
    }
  while (!self->is_silent && (n == 0 || errno == EINTR || errno == ECONNRESET));
  return FALSE;
}

/* Until something may have changed. */
static void
sleep_until (HdChild *self,
             gint64 until_us)
{
  struct pollfd places[] = {
    { .fd = self->keeper->stop, .events = POLLIN },
    { .fd = self->ends.process, .events = POLLIN },
    { .fd = self->is_silent ? -1 : self->ends.socket, .events = POLLIN },
  };
  gint64 left_us = until_us == G_MAXINT64 ? -1 : MAX (until_us - g_get_monotonic_time (), 0);

  poll (places, G_N_ELEMENTS (places), left_us < 0 ? -1 : (int) MIN ((left_us + 999) / 1000, G_MAXINT));
  if (places[1].revents != 0 && (places[2].fd < 0 || places[2].revents == 0) && places[0].revents == 0)
    _hd_child_wait_for_end (self);
}

HdChildHeard
hd_child_listen (HdChild *self,
                 gint64 until_us,
                 gpointer datagram,
                 gsize *size)
{
  for (;;)
    {
      gboolean was_over = is_over (self); /* before what it says now, so that nothing is left unheard */

      if (__atomic_load_n (&self->keeper->is_stopped, __ATOMIC_RELAXED))
        return HD_CHILD_STOP;
      if (take (self, datagram, size))
        return HD_CHILD_DATAGRAM;
      if (was_over)
        return HD_CHILD_END;
      if (g_get_monotonic_time () >= until_us)
        return HD_CHILD_NOTHING;
      sleep_until (self, until_us);
    }
}

gboolean
hd_child_tell (HdChild *self,
               gconstpointer datagram,
               gsize size)
{
  gssize n;

  do
    n = send (self->ends.socket, datagram, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  return n == (gssize) size;
}

/* ---- its end -------------------------------------------------------------------------------------------------------- */

void
_hd_child_signal (HdChild *self,
                  int signal)
{
  if (!self->has_ended)
    kill (-self->ends.pid, signal);
}

void
_hd_child_dismiss (HdChild *self)
{
  if (self->has_ended || self->kill_us != G_MAXINT64)
    return;
  _hd_child_signal (self, self->keeper->has_hurry ? SIGKILL : SIGTERM);
  self->kill_us = g_get_monotonic_time () + PATIENCE_US;
  eventfd_write (self->keeper->wake, 1);
}

void
hd_child_dismiss (HdChild *self)
{
  pthread_mutex_lock (&self->keeper->lock);
  _hd_child_dismiss (self);
  pthread_mutex_unlock (&self->keeper->lock);
}

void
_hd_child_wait_for_end (HdChild *self)
{
  HdChildKeeper *keeper = self->keeper;

  pthread_mutex_lock (&keeper->lock);
  while (!self->has_ended)
    pthread_cond_wait (&keeper->changed, &keeper->lock);
  pthread_mutex_unlock (&keeper->lock);
}

gboolean
hd_child_has_ended (HdChild *self,
                    HdChildEnd *out_end)
{
  if (!is_over (self))
    return FALSE;
  *out_end = self->end;
  return TRUE;
}

gboolean
hd_child_has_flooded (HdChild *self,
                      gboolean *out_errors)
{
  *out_errors = !__atomic_load_n (&self->output.has_flooded, __ATOMIC_RELAXED);
  return !*out_errors || __atomic_load_n (&self->errors.has_flooded, __ATOMIC_RELAXED);
}

const GByteArray *
hd_child_get_output (HdChild *self)
{
  return self->output.bytes;
}

const GByteArray *
hd_child_get_errors (HdChild *self)
{
  return self->errors.bytes;
}
