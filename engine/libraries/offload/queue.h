/* queue.h: the descriptor queue of a process: what it has written, and the card has not taken yet
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A process writes ahead of the card, as far as its queue has room; then its writes wait until the card has taken a descriptor. The card takes one descriptor a cycle from all
 * queues, those of a sequence when its turn has come. So when a descriptor is there follows from when the one was taken whose room it has: nothing needs to happen meanwhile.
 */
#pragma once

#include <stdint.h>

/** Queue: @taken: (array length=room) (owned): when the last descriptors were taken; @n: taken in all; times in picoseconds */
typedef struct
{
  int64_t *taken;
  uint32_t room;
  uint64_t n;
} Queue;

/** QueueTaken: @time: when the last of some descriptors was taken; @waited: for how long the card lacked them, as the process had had no room to write them */
typedef struct
{
  int64_t time, waited;
} QueueTaken;

/** queue_init: @room: descriptors, at least 1. Returns 0 if there is no memory */
int queue_init (Queue *self,
                uint32_t room);
void queue_clear (Queue *self);
/** queue_take: @n descriptors, whose turn has come @now; @crossing: of a write, @cycle: of the card, @free: when its dispatch is free, which this moves */
QueueTaken queue_take (Queue *self,
                       int64_t now,
                       uint32_t n,
                       int64_t crossing,
                       int64_t cycle,
                       int64_t *free);
