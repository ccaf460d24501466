/* hd-child-private.h: a child, between whoever speaks with it and its keeper
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <pthread.h>

#include "hd-child-exec.h"
#include "hd-child-keeper.h"

G_BEGIN_DECLS

/** HdChildWatch: what begins with it is told, in the keeper's thread, when a descriptor is readable */
typedef struct _HdChildWatch HdChildWatch;

struct _HdChildWatch
{
  void (*handle) (HdChildKeeper *keeper,
                  HdChildWatch *self);
};

/** HdChildPipe: what a child prints */
typedef struct
{
  HdChildWatch watch;
  HdChild *child;
  int file;     /* -1: closed */
  GByteArray *bytes;
  gsize maximum;
  gboolean has_flooded; /* atomic */
} HdChildPipe;

struct _HdChild
{
  HdChildWatch watch;    /* of its process */
  HdChildKeeper *keeper;
  HdChildEnds ends;      /* descriptors that stay open as long as the child is there: who listens may be asleep at them */
  gsize stage_bytes;
  HdChildPipe output;    /* the keeper's thread's, until the child has ended; as the next */
  HdChildPipe errors;
  HdChildPrinted printed;
  HdChildEnded ended;
  gpointer data;
  gboolean is_silent;    /* the listener's: nothing more comes */

  gboolean has_ended;    /* atomic; written under the keeper's lock, as what follows */
  HdChildEnd end;
  gint64 kill_us;        /* when its patience is over, or %G_MAXINT64 */
};

struct _HdChildKeeper
{
  HdChildWatch watch;     /* of @wake */
  pthread_mutex_t lock;
  pthread_cond_t changed; /* an order was carried out, or a child has ended */
  GThread *thread;        /* or %NULL, as long as nothing was started */
  int poll;               /* an epoll */
  int wake;               /* an eventfd for the thread */
  int stop;               /* another, that is readable for good once all is to stop */
  gboolean is_stopped;    /* atomic */

  /* under the lock */
  GPtrArray *children;
  GQueue orders;          /* of Order: what is to be started */
  guint n_running;
  gboolean has_hurry;
  gboolean quits;

  struct _HdPrivateFolder *folder; /* the thread's; %NULL as long as nothing was started */
};

/** _hd_child_signal: to it and its group, unless it has ended; under the lock, or in the keeper's thread */
void _hd_child_signal (HdChild *self,
                       int signal);
/** _hd_child_dismiss: as hd_child_dismiss (); under the lock */
void _hd_child_dismiss (HdChild *self);
/** _hd_child_wait_for_end: until its end is known, which is near */
void _hd_child_wait_for_end (HdChild *self);

G_END_DECLS
