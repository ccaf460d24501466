/* hd-time-queue.c: when each of many numbered things is due
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-time-queue"

#include "hd-time-queue.h"

/* What a flow network asks of its queue: the first time is asked for more often than any is set. Equal times are the rule, since all flows of a ring step end
 * together; one of several equals that comes or goes changes its own node alone. And predictions alternate: a flow beside a ring slows down and speeds up
 * in every step, so most of what is set is not the first of its node, before or after, and stops there. */

#define CHILDREN 4

void
hd_time_queue_init (HdTimeQueue *self)
{
  *self = (HdTimeQueue) { { NULL } };
}

void
hd_time_queue_clear (HdTimeQueue *self)
{
  for (guint level = 0; level < self->n_levels; level++)
    g_free (self->levels[level]);
}

static inline HdTime
get_minimum (const HdTime *children)
{
  HdTime a = MIN (children[0], children[1]), b = MIN (children[2], children[3]);

  return MIN (a, b);
}

/** hd_time_queue_reserve: makes room for ids 0 to @n_ids - 1 */
void
hd_time_queue_reserve (HdTimeQueue *self,
                       guint n_ids)
{
  guint n_old = self->n_ids;
  guint n;

  if (n_ids <= n_old)
    return;
  n = MAX (MAX (n_ids, 2 * n_old), CHILDREN);
  n = (n + CHILDREN - 1) / CHILDREN * CHILDREN;
  self->n_ids = n;
  self->levels[0] = g_renew (HdTime, self->levels[0], n);
  for (guint i = n_old; i < n; i++)
    self->levels[0][i] = HD_TIME_MAX;
  for (guint level = 1; level < self->n_levels; level++)
    g_free (self->levels[level]);
  for (self->n_levels = 1; n > 1; self->n_levels++)
    {
      const HdTime *below = self->levels[self->n_levels - 1];
      guint n_nodes = (n + CHILDREN - 1) / CHILDREN;
      HdTime *nodes;

      /* what is asked for its children has all of them, unless it is the last */
      n = n_nodes > 1 ? (n_nodes + CHILDREN - 1) / CHILDREN * CHILDREN : 1;
      nodes = g_new (HdTime, n);
      for (guint i = 0; i < n; i++)
        nodes[i] = i < n_nodes ? get_minimum (below + (gsize) CHILDREN * i) : HD_TIME_MAX;
      self->levels[self->n_levels] = nodes;
    }
}

/** hd_time_queue_set: @id is due at @time, whether it was due before or not; %HD_TIME_MAX if it is not due any more */
void
hd_time_queue_set (HdTimeQueue *self,
                   guint32 id,
                   HdTime time)
{
  HdTime old = self->levels[0][id];

  self->levels[0][id] = time;
  for (guint level = 1; level < self->n_levels; level++)
    {
      HdTime *node = &self->levels[level][id /= CHILDREN];
      HdTime before = *node;

      if (time < before)
        *node = time;
      else if (old == before && time > before)
        *node = time = get_minimum (self->levels[level - 1] + (gsize) CHILDREN * id);
      else
        return;
      old = before;
    }
}

static void
find_below (HdTimeQueue *self,
            guint level,
            guint32 node,
            HdTimeQueueFunc func,
            gpointer user_data,
            HdTime *first)
{
  if (self->levels[level][node] >= *first)
    return;
  if (level > 0)
    for (guint i = 0; i < CHILDREN; i++)
      find_below (self, level - 1, CHILDREN * node + i, func, user_data, first);
  else if (func (user_data, node))
    *first = self->levels[0][node];
}

/** hd_time_queue_find_first: the first time at which an id is due that @func looks for, or %HD_TIME_MAX */
HdTime
hd_time_queue_find_first (HdTimeQueue *self,
                          HdTimeQueueFunc func,
                          gpointer user_data)
{
  HdTime first = HD_TIME_MAX;

  if (self->n_levels > 0)
    find_below (self, self->n_levels - 1, 0, func, user_data, &first);
  return first;
}

/* Which of four children are due at @time, a bit each. */
static inline guint
get_due (const HdTime *children,
         HdTime time)
{
  return (guint) (children[0] == time) | (guint) (children[1] == time) << 1 | (guint) (children[2] == time) << 2 | (guint) (children[3] == time) << 3;
}

static inline void
take (HdTimeQueue *self,
      guint32 id,
      HdIdList *out_ids)
{
  self->levels[0][id] = HD_TIME_MAX;
  hd_id_list_append (out_ids, id);
}

/* @level is not that of the ids. */
static void
take_below (HdTimeQueue *self,
            guint level,
            guint32 node,
            HdTime time,
            HdIdList *out_ids)
{
  const HdTime *children = self->levels[level - 1] + (gsize) CHILDREN * node;

  for (guint due = get_due (children, time); due != 0; due &= due - 1)
    {
      guint32 child = CHILDREN * node + (guint) __builtin_ctz (due);

      if (level == 1)
        take (self, child, out_ids);
      else
        take_below (self, level - 1, child, time, out_ids);
    }
  self->levels[level][node] = get_minimum (children);
}

/** hd_time_queue_take_due: appends the ids that are due at @time, the first time of all or before it, and forgets them */
void
hd_time_queue_take_due (HdTimeQueue *self,
                        HdTime time,
                        HdIdList *out_ids)
{
  guint32 node = 0;
  guint level;

  if (time == HD_TIME_MAX || hd_time_queue_get_first (self) != time)
    return;
  for (level = self->n_levels - 1; level > 0; level--)
    {
      guint due = get_due (self->levels[level - 1] + (gsize) CHILDREN * node, time);

      if ((due & (due - 1)) != 0)
        break;
      node = CHILDREN * node + (guint) __builtin_ctz (due);
    }
  if (level > 0)
    take_below (self, level, node, time, out_ids);
  else
    take (self, node, out_ids);
  while (++level < self->n_levels)
    {
      node /= CHILDREN;
      self->levels[level][node] = get_minimum (self->levels[level - 1] + (gsize) CHILDREN * node);
    }
}
