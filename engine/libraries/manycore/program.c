/* program.c: memory accesses of a program, with stated statistics
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The traces of BDSim's programs (search engine, word count, sorting) are not public. What matters of them here is how often accesses come, and
 * how many of them fall together into one region of memory; both are stated in this table and nowhere else.
 */
#include "program.h"

#include "chance.h"

const ProgramStatistics program_statistics[N_PROGRAMS] = {
  { .name = "search", .run_share = 0.128, .run_length = 24, .stride = 4, .write_share = 0.1, .gap = 13.5, .run_gap = 13.5 },
  { .name = "word-count", .run_share = 0.039, .run_length = 64, .stride = 1, .write_share = 0.25, .gap = 12.8, .run_gap = 12.8 },
  { .name = "tera-sort", .run_share = 0.065, .run_length = 6, .stride = 8, .write_share = 0.4, .gap = 1400, .run_gap = 0 },
};

void
program_init (Program *self, const ProgramStatistics *statistics, uint64_t base, uint64_t working_set)
{
  *self = (Program){
    .statistics = *statistics, .base = base, .working_set = working_set, 
    .length_decay = chance_decay (statistics->run_length - 1), .gap_decay = chance_decay (statistics->gap),
    .run_gap_decay = chance_decay (statistics->run_gap),
  };
}

static void
begin_operation (Program *self, ProgramRandom random, void *data)
{
  const ProgramStatistics *statistics = &self->statistics;
  uint64_t stride = (uint64_t) statistics->stride;
  uint64_t places = self->working_set / stride;

  self->is_write = chance_uniform (random (data)) < statistics->write_share;
  self->left = 1;
  if (chance_uniform (random (data)) < statistics->run_share)
    self->left += chance_geometric (random (data), self->length_decay);
  self->address = chance_below (random (data), places > 0 ? places : 1) * stride;
}

void
program_next (Program *self, ProgramRandom random, void *data, TraceAccess *out_access)
{
  double decay = self->left > 0 ? self->run_gap_decay : self->gap_decay;

  if (self->left == 0)
    begin_operation (self, random, data);
  *out_access = (TraceAccess){
    .cycle = (int64_t) chance_geometric (random (data), decay),
    .address = self->base + self->address,
    .size = (uint16_t) self->statistics.stride,
    .is_write = (uint8_t) self->is_write,
  };
  self->address = (self->address + (uint64_t) self->statistics.stride) % self->working_set;
  self->left--;
}
