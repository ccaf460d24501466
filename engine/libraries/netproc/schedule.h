/* schedule.h: what is due in which cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

typedef struct
{
  uint64_t cycle;
  uint32_t number;
} ScheduleEntry;

/** Schedule: a heap; of what is due in one cycle, the lowest number comes first */
typedef struct
{
  ScheduleEntry *entries;
  uint32_t n;
} Schedule;

/** schedule_init: with room for @most entries at once; 0 without memory */
int schedule_init (Schedule *self,
                   uint32_t most);
void schedule_clear (Schedule *self);
void schedule_put (Schedule *self,
                   uint32_t number,
                   uint64_t cycle);
/** schedule_take: the first entry, if it is due in @cycle or before */
int schedule_take (Schedule *self,
                   uint64_t cycle,
                   uint32_t *out_number);
/** schedule_get_next: UINT64_MAX if nothing is due */
uint64_t schedule_get_next (const Schedule *self);
