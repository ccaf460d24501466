/* programs.c: the programs of a cluster
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One whose stage is its own has one program. One that is told its stage has several, for as many stages.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster.h"
#include "csv.h"
#include "lines.h"

#define STACK_BYTES 128u /* at least */
#define LINE_BYTES 4096

int
cluster_read_program (Cluster *self,
                      const HdHost *host,
                      HdComponentContext *context,
                      uint32_t at)
{
  ElfLimits limits = {
    (uint32_t) host->parameter (context, CLUSTER_INSTRUCTION_MEMORY) / 4 * 4, RV32_LOCAL_BASE + CLUSTER_SCRATCH_AT, self->core_bytes - CLUSTER_SCRATCH_AT - STACK_BYTES,
  };
  ClusterProgram *program = &self->programs[at];
  const char *name = host->text (context, CLUSTER_PROGRAM + at), *bytes;
  char why[CLUSTER_WHY_BYTES];
  size_t size;

  if (at > 0 && *name == '\0')
    return 1;
  if (!host->load (context, CLUSTER_PROGRAM + at, &bytes, &size))
    return 0;
  if (!elf_read (&program->elf, name, (const uint8_t *) bytes, size, &limits, why, sizeof why))
    return cluster_fail (host, context, why);
  program->instructions = calloc (program->elf.n_code / 4 + 1, sizeof *program->instructions);
  if (program->instructions == NULL)
    return cluster_fail (host, context, "there is no memory for its program");
  rv32_decode (program->elf.code, program->elf.n_code / 4, program->instructions);
  program->program = (Rv32Program){
    .bytes = program->elf.code, .instructions = program->instructions, .n_instructions = program->elf.n_code / 4, .stores_base = CLUSTER_UNITS_BASE,
    .stores_bytes = UNIT_KINDS * CLUSTER_UNIT_BYTES, .stores_words = (1u << (CLUSTER_UNIT_CONTROL / 4 + 1)) - 1,
  };
  if (host->parameter (context, CLUSTER_PROFILE) == 0)
    return 1;
  program->program.counts = calloc (program->elf.n_code / 4 + 1, sizeof *program->program.counts);
  program->program.misaligned = calloc (program->elf.n_code / 4 + 1, sizeof *program->program.misaligned);
  program->waits = calloc (program->elf.n_code / 4 + 1, sizeof *program->waits);
  if (program->program.counts == NULL || program->program.misaligned == NULL || program->waits == NULL)
    return cluster_fail (host, context, "there is no memory for its profile");
  return 1;
}

/* Variables of all threads are those of the program from now on. */
int
cluster_set_stage (Cluster *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint32_t stage,
                   uint32_t program)
{
  char why[CLUSTER_WHY_BYTES];

  self->stage = stage;
  if (program >= CLUSTER_PROGRAMS || self->programs[program].instructions == NULL)
    {
      snprintf (why, sizeof why, "it is to do stage %" PRIu32 ", which it has no program for", stage);
      return cluster_fail (host, context, why);
    }
  self->program = &self->programs[program];
  for (uint32_t i = 0; i < cluster_count_threads (self); i++)
    memcpy (self->threads[i].core.local + CLUSTER_SCRATCH_AT, self->program->elf.data, self->core_bytes - CLUSTER_SCRATCH_AT - STACK_BYTES);
  return 1;
}

/* Cycles of one instruction, without waits, and aligned. */
static uint64_t
get_cycles (uint32_t word)
{
  int is_division = (word & 0x7f) == 0x33 && word >> 25 == 1 && (word >> 12 & 7) >= 4;

  return is_division ? RV32_DIVISION_CYCLES : 1;
}

static void
write_row (const ClusterProgram *program,
           const char *name,
           const Lines *lines,
           uint32_t at,
           uint64_t count,
           const HdHost *host,
           HdComponentContext *context)
{
  char names[4][2 * LINES_MOST_NAME + 3], text[LINE_BYTES];
  LinesPlace place;
  int n;

  lines_find (lines, 4 * at, &place);
  n = snprintf (text, sizeof text, "%s,0x%" PRIx32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%s,%" PRIu32 ",%s\n", csv_write (names[0], sizeof names[0], name, strlen (name)), 4 * at, count,
                count * get_cycles (unit_get_word (program->elf.code + 4 * at)) + program->program.misaligned[at], program->waits[at], csv_write (names[1], sizeof names[1], place.function, strlen (place.function)),
                csv_write (names[2], sizeof names[2], place.file, strlen (place.file)), place.line, csv_write (names[3], sizeof names[3], place.calls, strlen (place.calls)));
  host->write (context, CLUSTER_OUTPUT_PROFILE, text, (size_t) n);
}

void
cluster_write_profile (const Cluster *self,
                       const HdHost *host,
                       HdComponentContext *context)
{
  static const char head[] = "program,address,instructions,issue_cycles,waited_cycles,function,file,line,calls\n";
  const ClusterProgram *program = self->program;
  uint32_t n = program != NULL ? program->program.n_instructions : 0, parameter;
  uint64_t count = 0;
  const char *bytes;
  size_t size;
  Lines lines;

  if (program == NULL || program->waits == NULL)
    return;
  parameter = CLUSTER_PROGRAM + (uint32_t) (program - self->programs);
  if (!host->load (context, parameter, &bytes, &size))
    return;
  lines_open (&lines, (const uint8_t *) bytes, size);
  host->write (context, CLUSTER_OUTPUT_PROFILE, head, sizeof head - 1);
  for (uint32_t i = 0; i < n; i++)
    {
      count += program->program.counts[i];
      if (count > 0)
        write_row (program, host->text (context, parameter), &lines, i, count, host, context);
    }
  lines_clear (&lines);
}
