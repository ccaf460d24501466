/* hd-alarms.h: at most one pending event for each component, that can be moved
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle-component.h>

#include "hd-event.h"

G_BEGIN_DECLS

/**
 * HdAlarms:
 *
 * For components that predict one next change and correct the prediction often, such as a flow network: setting an alarm again replaces it, so
 * that nothing stale is ever queued. A binary heap with the place of each component's alarm beside it: O(log n) for each change. The first one that
 * is unset leaves a hole, as in HdEventHeap: who has it mostly sets it anew.
 */
typedef struct
{
  HdEvent event;
  HdMessage message;
} HdAlarm;

typedef struct
{
  HdTime time;
  guint64 order;
  guint32 component;
} HdAlarmKey;

typedef struct
{
  HdAlarmKey *heap;
  HdAlarm *alarms; /* by component */
  guint32 *places; /* likewise: in the heap plus 1, or 0 */
  guint32 n;       /* of the heap, with the hole */
  guint32 n_alarms, room;
  gboolean has_hole; /* the root */
} HdAlarms;

void hd_alarms_init (HdAlarms *self);
void hd_alarms_clear (HdAlarms *self);
void hd_alarms_set (HdAlarms *self,
                    const HdEvent *event,
                    const HdMessage *message);
void hd_alarms_unset (HdAlarms *self,
                      guint32 component);
/** hd_alarms_get: the component's alarm, or %NULL */
const HdAlarm *hd_alarms_get (HdAlarms *self,
                              guint32 component);
/** hd_alarms_close: after the first was unset, and before another is asked for */
void hd_alarms_close (HdAlarms *self);

/** hd_alarms_peek: the first one, or %NULL; valid until one is set */
static inline const HdAlarm *
hd_alarms_peek (HdAlarms *self)
{
  if (self->has_hole)
    hd_alarms_close (self);
  return self->n > 0 ? &self->alarms[self->heap[0].component] : NULL;
}

G_END_DECLS
