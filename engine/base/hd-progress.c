/* hd-progress.c: how far something long has come
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-progress"

#include <heddle/hd-progress.h>

#define WHOLE 1000000

struct _HdProgress
{
  gatomicrefcount ref_count;
  int done;        /* atomic, of WHOLE */
  double from, to; /* of the stage; only of the thread that works */
};

HdProgress *
hd_progress_new (void)
{
  HdProgress *self = g_new0 (HdProgress, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->to = 1;
  return self;
}

HdProgress *
hd_progress_ref (HdProgress *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_progress_unref (HdProgress *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

double
hd_progress_get (HdProgress *self)
{
  return (double) g_atomic_int_get (&self->done) / WHOLE;
}

void
hd_progress_set_stage (HdProgress *self,
                       double from,
                       double to)
{
  if (self == NULL)
    return;
  self->from = from;
  self->to = to;
  hd_progress_set (self, 0);
}

void
hd_progress_set (HdProgress *self,
                 double fraction)
{
  if (self != NULL)
    g_atomic_int_set (&self->done, (int) ((self->from + CLAMP (fraction, 0, 1) * (self->to - self->from)) * WHOLE));
}
