/* trail.c: where a packet that is followed was, from when on
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "trail.h"

#include <string.h>

#include "packet.h"

static int
is_same (const TrailMoment *a,
         const TrailMoment *b)
{
  return a->what == b->what && a->stage == b->stage;
}

uint32_t
trail_add (TrailMoment *trail,
           uint32_t n,
           TrailMoment moment)
{
  if (n == TRAIL_MOST)
    {
      trail[n - 1].what = TRAIL_UNTOLD;
      return n;
    }
  if (n > 0 && moment.at < trail[n - 1].at)
    moment.at = trail[n - 1].at;
  if (n > 0 && moment.at == trail[n - 1].at)
    n--;
  if (n > 0 && is_same (&trail[n - 1], &moment))
    return n;
  trail[n] = moment;
  return n + 1;
}

int
trail_check (const uint8_t *bytes,
             uint32_t n,
             int64_t begin)
{
  for (uint32_t i = 0; i < n; i++)
    {
      TrailMoment moment;

      memcpy (&moment, bytes + i * sizeof moment, sizeof moment);
      if (moment.at < begin || moment.what >= TRAIL_ALL || moment.stage >= PACKET_STAGES)
        return 0;
      begin = moment.at;
    }
  return 1;
}
