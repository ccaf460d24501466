/* hd-flow-wait.h: tokens by which transfers of an ordered batch wait for each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/** HdFlowWait: HdTransferWait, and when its delay was over for each round of @from that @to has not taken yet: a ring buffer, or @delay if it is not @each_round */
typedef struct
{
  guint32 from;
  guint32 to;
  gboolean each_round;
  gboolean leaves_behind;
  HdTime delay;      /* from the end of @from to the earliest begin of @to */
  HdTime spacing;    /* from its begin, if it @leaves_behind */
  HdTime *times;
  guint32 first_time;
  guint32 n_times;
  guint32 n_allocated; /* 0 or a power of two */
} HdFlowWait;

static inline void
hd_flow_wait_grow (HdFlowWait *self)
{
  guint32 n = MAX (4, 2 * self->n_allocated);
  HdTime *times = g_new (HdTime, n);

  for (guint32 i = 0; i < self->n_times; i++)
    times[i] = self->times[(self->first_time + i) & (self->n_allocated - 1)];
  g_free (self->times);
  self->times = times;
  self->n_allocated = n;
  self->first_time = 0;
}

/** hd_flow_wait_put: in the first round there is one token at most: it needs no buffer, and its time takes the place of the delay */
static inline void
hd_flow_wait_put (HdFlowWait *self,
                  HdTime time)
{
  if (!self->each_round)
    {
      self->delay = time;
      self->n_times = 1;
      return;
    }
  if (self->n_times == self->n_allocated)
    hd_flow_wait_grow (self);
  self->times[(self->first_time + self->n_times++) & (self->n_allocated - 1)] = time;
}

static inline HdTime
hd_flow_wait_take (HdFlowWait *self)
{
  HdTime time;

  if (!self->each_round)
    {
      self->n_times = 0;
      return self->delay;
    }
  time = self->times[self->first_time];
  self->first_time = (self->first_time + 1) & (self->n_allocated - 1);
  self->n_times--;
  return time;
}

G_END_DECLS
