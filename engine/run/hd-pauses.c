/* hd-pauses.c: simulated time in which nothing was timed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-pauses"

#include "hd-pauses.h"

#include "hd-chunked-array.h"

typedef struct
{
  HdTime start, end;
  HdTime before; /* of all others */
} Pause;

struct _HdPauses
{
  HdChunkedArray *pauses;
};

HdPauses *
hd_pauses_new (void)
{
  HdPauses *self = g_new0 (HdPauses, 1);

  self->pauses = hd_chunked_array_new (sizeof (Pause));
  return self;
}

void
hd_pauses_free (HdPauses *self)
{
  hd_chunked_array_free (self->pauses);
  g_free (self);
}

static const Pause *
get (HdPauses *self,
     guint64 n)
{
  guint64 available;

  return hd_chunked_array_peek (self->pauses, n, &available);
}

void
hd_pauses_add (HdPauses *self,
               HdTime start,
               HdTime end)
{
  guint64 n = hd_chunked_array_get_length (self->pauses);
  const Pause *last = n > 0 ? get (self, n - 1) : NULL;
  const Pause pause = { start, end, last != NULL ? last->before + last->end - last->start : 0 };

  g_return_if_fail (start <= end && (last == NULL || last->end <= start));

  hd_chunked_array_append (self->pauses, &pause);
}

/* Of the time before @time. */
static HdTime
measure_before (HdPauses *self,
                HdTime time)
{
  guint64 low = 0, high = hd_chunked_array_get_length (self->pauses);
  const Pause *pause;

  while (low < high) /* those that begin before it */
    {
      guint64 middle = low + (high - low) / 2;

      if (get (self, middle)->start < time)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return 0;
  pause = get (self, low - 1);
  return pause->before + MIN (time, pause->end) - pause->start;
}

HdTime
hd_pauses_measure (HdPauses *self,
                   HdTime start,
                   HdTime end)
{
  return start < end ? measure_before (self, end) - measure_before (self, start) : 0;
}
