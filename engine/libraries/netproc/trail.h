/* trail.h: where a packet that is followed was, from when on
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The first packets that a source is told to follow carry their trail behind their bytes: each part of a processor adds what becomes of them there, and where they leave it is told.
 */
#pragma once

#include <stdint.h>
#include <stddef.h>

#define TRAIL_MOST 2048 /* moments of one packet */
#define TRAIL_PACKETS 8 /* that are followed at most */

/* Where it is, and behind TRAIL_PLACES what it is at in a cluster, which is of a stage. */
enum
{
  TRAIL_LINK,
  TRAIL_INGRESS,
  TRAIL_PARSER,
  TRAIL_DISPATCHER,
  TRAIL_EGRESS,
  TRAIL_PLACES,
  TRAIL_QUEUE = TRAIL_PLACES, /* no thread is free */
  TRAIL_HAND_OVER,
  TRAIL_ISSUE,
  TRAIL_ENGINE,               /* other threads issue */
  TRAIL_BUFFER,
  TRAIL_UNITS,                /* and one for each kind of unit that answers */
  TRAIL_ROOM = TRAIL_UNITS + 4,
  TRAIL_UNTOLD,               /* there was more than TRAIL_MOST */
  TRAIL_ALL,
};

/** TrailMoment: from @at, in picoseconds, until the next */
typedef struct
{
  int64_t at;
  uint32_t what;
  uint32_t stage;
} TrailMoment;

/** trail_add: behind the @n moments of @trail, which has room for TRAIL_MOST; how many there are then. What lasted for no time is not kept, and what goes on is no moment */
uint32_t trail_add (TrailMoment *trail,
                    uint32_t n,
                    TrailMoment moment);
/** trail_check: of what came with a message: @n moments at @bytes, aligned for nothing, the first not before @begin */
int trail_check (const uint8_t *bytes,
                 uint32_t n,
                 int64_t begin);
