/* hd-alarms.c: at most one pending event for each component, that can be moved
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-alarms"

#include "hd-alarms.h"

void
hd_alarms_init (HdAlarms *self)
{
  self->heap = g_array_new (FALSE, FALSE, sizeof (HdAlarm));
  self->places = g_array_new (FALSE, TRUE, sizeof (guint32));
}

void
hd_alarms_clear (HdAlarms *self)
{
  g_array_unref (self->heap);
  g_array_unref (self->places);
}

static HdAlarm *
at (HdAlarms *self,
    guint place)
{
  return &g_array_index (self->heap, HdAlarm, place);
}

static void
put (HdAlarms *self,
     guint place,
     const HdAlarm *alarm)
{
  *at (self, place) = *alarm;
  g_array_index (self->places, guint32, alarm->event.destination) = place + 1;
}

/* Moves @alarm from @place to where it belongs. */
static void
settle (HdAlarms *self,
        guint place,
        HdAlarm alarm)
{
  guint length = self->heap->len;

  while (place > 0 && hd_event_before (&alarm.event, &at (self, (place - 1) / 2)->event))
    {
      put (self, place, at (self, (place - 1) / 2));
      place = (place - 1) / 2;
    }
  for (;;)
    {
      guint child = 2 * place + 1;

      if (child + 1 < length && hd_event_before (&at (self, child + 1)->event, &at (self, child)->event))
        child++;
      if (child >= length || !hd_event_before (&at (self, child)->event, &alarm.event))
        break;
      put (self, place, at (self, child));
      place = child;
    }
  put (self, place, &alarm);
}

void
hd_alarms_set (HdAlarms *self,
               const HdEvent *event,
               const HdMessage *message)
{
  guint32 component = event->destination;
  guint32 place;

  if (component >= self->places->len)
    g_array_set_size (self->places, component + 1);
  place = g_array_index (self->places, guint32, component);
  if (place == 0)
    {
      g_array_set_size (self->heap, self->heap->len + 1);
      place = self->heap->len;
    }
  settle (self, place - 1, (HdAlarm){ *event, *message });
}

void
hd_alarms_unset (HdAlarms *self,
                 guint32 component)
{
  HdAlarm last;
  guint32 place;

  if (hd_alarms_get (self, component) == NULL)
    return;
  place = g_array_index (self->places, guint32, component) - 1;
  g_array_index (self->places, guint32, component) = 0;
  last = *at (self, self->heap->len - 1);
  g_array_set_size (self->heap, self->heap->len - 1);
  if (place < self->heap->len)
    settle (self, place, last);
}

const HdAlarm *
hd_alarms_get (HdAlarms *self,
               guint32 component)
{
  guint32 place;

  if (component >= self->places->len)
    return NULL;
  place = g_array_index (self->places, guint32, component);
  return place != 0 ? at (self, place - 1) : NULL;
}
