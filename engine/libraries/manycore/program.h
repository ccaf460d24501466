/* program.h: memory accesses of a program, with stated statistics, or from a trace
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "trace.h"

/**
 * ProgramStatistics:
 * @run_share: share of operations that begin a sequential run; the others are one access anywhere in the working set
 * @run_length: mean length of a run (geometric, at least 1)
 * @stride: bytes from one access of a run to the next, and size of every access
 * @write_share: share of operations that write
 * @gap: mean of the cycles (in a core: of the instructions) before an operation (geometric)
 * @run_gap: the same, before each further access of a run
 */
typedef struct
{
  const char *name;
  double run_share;
  double run_length;
  double stride;
  double write_share;
  double gap;
  double run_gap;
} ProgramStatistics;

#define N_PROGRAMS 3
/** program_statistics: search, word-count, tera-sort: calibrated, see projects/bdsim/README.md */
extern const ProgramStatistics program_statistics[N_PROGRAMS];

/** ProgramRandom: 64 random bits */
typedef uint64_t (*ProgramRandom) (void *data);

typedef struct
{
  ProgramStatistics statistics;
  uint64_t working_set; /* bytes */
  uint64_t base;        /* first byte of it */
  uint64_t address;     /* of the run */
  uint32_t left;        /* accesses of the run that are still to come */
  int is_write;
  double length_decay, gap_decay, run_gap_decay; /* see chance_decay () */
} Program;

/** program_init: one of program_statistics, in @working_set bytes from @base on */
void program_init (Program *self, const ProgramStatistics *statistics, uint64_t base, uint64_t working_set);
/** program_next: @out_access->cycle is the gap before it */
void program_next (Program *self, ProgramRandom random, void *data, TraceAccess *out_access);
