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
 * that nothing stale is ever queued. A binary heap with the place of each component's alarm beside it: O(log n) for each change.
 */
typedef struct
{
  HdEvent event;
  HdMessage message;
} HdAlarm;

typedef struct
{
  GArray *heap;   /* HdAlarm */
  GArray *places; /* of component id: place in the heap plus 1, or 0 */
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

/** hd_alarms_peek: the first one, or %NULL */
static inline const HdAlarm *
hd_alarms_peek (HdAlarms *self)
{
  return self->heap->len > 0 ? &g_array_index (self->heap, HdAlarm, 0) : NULL;
}

G_END_DECLS
