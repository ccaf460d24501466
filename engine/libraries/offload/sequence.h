/* sequence.h: what a member does as a sequence of descriptors
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One descriptor for each thing that is sent, and one that ends the sequence where something is to be taken in after the last of them. A sequence takes in TRIGGER_MOST
 * messages at most; a longer plan, as that of a ring, is cut into several that follow each other.
 *
 * Nodes are ranks here; whoever makes a sequence puts numbers of nodes in their place.
 */
#pragma once

#include "fields.h"
#include "plan.h"
#include "trigger.h"

#define SEQUENCE_MOST_SOURCES 16u

/** SequenceWanted: a message that is taken in: elements @low to @high - 1 */
typedef struct
{
  uint32_t rank;
  uint64_t low, high;
  int is_combined;
} SequenceWanted;

/** SequenceRange: elements that a descriptor sends */
typedef struct
{
  uint64_t low, high;
} SequenceRange;

/** Sequence: @descriptors, @ranges: (array length=n) (owned); those that send nothing have no FIELD_TRIGGERS; @wanted: by SeqID */
typedef struct
{
  Fields *descriptors;
  SequenceRange *ranges;
  uint32_t n, n_wanted, n_parts;
  SequenceWanted wanted[TRIGGER_MOST];
} Sequence;

/** SequenceNames: what its descriptors have in common */
typedef struct
{
  uint32_t job, port, pulse;
  uint32_t operation, type; /* of reductions */
} SequenceNames;

/** sequence_make: number @part, which is below n_parts, of what @rank does, into @self, which holds none. Returns 0 with "TOO_MANY_SOURCES ..." or what else is wrong in @why;
 * sequence_clear () then too */
int sequence_make (Sequence *self,
                   const PlanGroup *group,
                   uint32_t rank,
                   uint32_t part,
                   const SequenceNames *names,
                   char *why,
                   size_t n_why);
void sequence_clear (Sequence *self);
