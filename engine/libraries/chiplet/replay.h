/* replay.h: what one chiplet asked for, from a trace of all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *   #noi-trace 2                           the first line
 *   T s1 .. sc d1 .. dc n KIND ID DEP      cycle, coordinates of source and destination, flits; KIND one of R W A D B; DEP an ID that must have come first, or 0
 *
 * R, W and B of the chiplet are steps: a read, a write, and an arrival at a barrier. D, A and B that are sent to it are not replayed, as the memory and the barrier
 * answer by themselves: they say which step they answer (DEP), and how much a read brings (n); who waits for one of them waits for that answer.
 */
#pragma once

#include "lines.h"

#define REPLAY_DIMENSIONS 8
#define REPLAY_MOST_FLITS 65535
#define REPLAY_NONE UINT32_MAX

/** ReplayPlace: coordinates of a router; @n of them */
typedef struct
{
  uint64_t at[REPLAY_DIMENSIONS];
  unsigned n;
} ReplayPlace;

/** ReplayStep: @after: step that must have been answered, or REPLAY_NONE; @flits: of a write, or of what a read brings: 0 if the trace does not say */
typedef struct
{
  uint64_t cycle, id, dependence;
  uint32_t after, flits;
  unsigned line;
  uint32_t place; /* of the destination; REPLAY_NONE of a barrier */
  char kind;
} ReplayStep;

typedef struct
{
  ReplayStep *steps; /* in the order of time, then of lines */
  uint32_t n;
} Replay;

/** replay_read: the steps from @source; those that read and write go to one of @places. Returns 0 with a sentence in @lines' why */
int replay_read (Replay *self,
                 Lines *lines,
                 const ReplayPlace *source,
                 const ReplayPlace *places,
                 uint32_t n_places);
void replay_clear (Replay *self);
/** replay_read_place: "2,0"; returns 0 if it is none */
int replay_read_place (const char *text,
                       size_t length,
                       ReplayPlace *out);
