/* program.h: sequences of descriptors that a project gives
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A text, see text.h: for each card its rank, then its sequences: what each takes in, then its descriptors, from CH to CT. Ranges are of the elements of a pulse. JobID says which
 * of its card's jobs a sequence is of; sequences of one job follow each other. What is not said is what the card does by itself: ports, PulseID, PktIdx.
 */
#pragma once

#include "sequence.h"

/** ProgramSequence: @line: of its first descriptor */
typedef struct
{
  uint32_t rank, job;
  unsigned line;
  Sequence sequence;
} ProgramSequence;

/** Program: @all: (array length=n) (owned): in the order of the text; @highest: element behind the last that it is about */
typedef struct
{
  ProgramSequence *all;
  uint32_t n;
  uint64_t highest;
} Program;

/** program_read: into @self, which holds none. Returns 0 with "line N: ..." in @why; program_clear () then too */
int program_read (Program *self,
                  const char *text,
                  size_t length,
                  char *why,
                  size_t n_why);
void program_clear (Program *self);
/** program_check: whether a text is one, as HdParameter has it */
int program_check (const char *text,
                   char *why,
                   size_t n_why);
/** program_count: sequences of @job of @rank */
uint32_t program_count (const Program *self,
                        uint32_t rank,
                        uint32_t job);
/** program_get: number @index of them, which is there */
const ProgramSequence *program_get (const Program *self,
                                    uint32_t rank,
                                    uint32_t job,
                                    uint32_t index);
