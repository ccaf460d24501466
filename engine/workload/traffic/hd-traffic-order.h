/* hd-traffic-order.h: synthetic traffic, as a project asks for it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-traffic-draws.h"
#include "hd-workload-reader.h"

G_BEGIN_DECLS

/**
 * HdTrafficOrder:
 * @nodes: (array length=source.pattern.n_members): of members, in order; owned
 * @source: with its probabilities, which are owned
 * @bytes: of a message
 * @interval: a slot, at least 1 ps
 * @phase: from the begin of a slot to when its message is made
 * @warm_up, @measure, @drain: one after the other; what is made in the second one counts
 * @goes_on: whether members go on to send after the measurement
 */
typedef struct
{
  const HdElement *element;
  guint32 *nodes;
  HdTrafficSource source;
  guint64 bytes;
  HdTime interval;
  HdTime phase;
  HdTime warm_up;
  HdTime measure;
  HdTime drain;
  gboolean goes_on;
} HdTrafficOrder;

/** hd_workload_is_traffic: whether @workload is of that type */
gboolean hd_workload_is_traffic (const HdElement *workload);
/** hd_traffic_order_read: what is wrong with @element becomes a problem; number @number of the project's works of this kind */
gboolean hd_traffic_order_read (HdDesign *design,
                                const HdElement *element,
                                guint32 number,
                                HdProblemList *problems,
                                HdTrafficOrder *out_order);
void hd_traffic_order_clear (HdTrafficOrder *self);

/** hd_traffic_order_get_end: of the measurement */
static inline HdTime
hd_traffic_order_get_end (const HdTrafficOrder *self)
{
  return self->warm_up + self->measure;
}

/** hd_traffic_order_get_limit: when the drain time is over */
static inline HdTime
hd_traffic_order_get_limit (const HdTrafficOrder *self)
{
  return self->warm_up + self->measure + self->drain;
}

static inline HdTime
hd_traffic_order_get_time (const HdTrafficOrder *self,
                           guint64 slot)
{
  return (HdTime) slot * self->interval + self->phase;
}

/** hd_traffic_order_count_slots: whose messages are made before @time */
static inline guint64
hd_traffic_order_count_slots (const HdTrafficOrder *self,
                              HdTime time)
{
  return time <= self->phase ? 0 : (guint64) ((time - self->phase - 1) / self->interval) + 1;
}

G_END_DECLS
