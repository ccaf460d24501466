/* fuzz-elf.c: any bytes as a program of engines
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in an error that names a place, or in a program that runs as far as it comes, within its memory; what its symbols say is within the file. Its counts of
 * instructions add up. Left open: lines, which libdw reads.
 */
#include <string.h>

#include <glib.h>

#include "elf.h"
#include "lines.h"
#include "rv32.h"

#define MOST_INSTRUCTIONS 1000

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
execute (const Elf *elf)
{
  g_autofree Rv32Instruction *instructions = g_new (Rv32Instruction, elf->n_code / 4 + 1);
  g_autofree guint64 *counts = g_new0 (guint64, elf->n_code / 4 + 1);
  Rv32Program program = { elf->code, instructions, elf->n_code / 4, counts };
  guint64 count = 0, n = 0;
  guint8 local[512] = { 0 };
  Rv32Thread thread = { .pc = elf->entry, .local = local, .local_size = sizeof local };
  Rv32Access access;

  rv32_decode (elf->code, elf->n_code / 4, instructions);
  thread.x[2] = RV32_LOCAL_BASE + sizeof local;
  while (thread.n_done < MOST_INSTRUCTIONS)
    {
      Rv32Stop stop = rv32_run (&program, &thread, MOST_INSTRUCTIONS - thread.n_done, &access);

      if (stop == RV32_LOAD)
        rv32_answer (&thread, &access, access.address);
      else if (stop != RV32_STORE)
        break;
    }
  for (guint32 i = 0; i < program.n_instructions; i++)
    n += count += counts[i];
  g_assert_cmpuint (n, ==, thread.n_done);
  g_assert_cmpuint (thread.x[0], ==, 0);
  g_assert_cmpuint (thread.n_cycles, >=, thread.n_done);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const ElfLimits limits = { 4096, RV32_LOCAL_BASE + 128, 256 };
  char why[256] = "";
  LinesPlace place;
  Lines lines;
  Elf elf;

  if (elf_read (&elf, "e", data, size, &limits, why, sizeof why))
    {
      g_assert_cmpuint (elf.n_code, <=, limits.code_bytes);
      g_assert_cmpuint (elf.entry, <, elf.n_code);
      execute (&elf);
    }
  else
    g_assert_true (g_str_has_prefix (why, "e: offset 0x"));
  lines_open (&lines, data, size);
  for (guint32 address = 0; address < 64; address += 4)
    {
      lines_find (&lines, address, &place);
      g_assert_nonnull (memchr (place.function, 0, size + 1));
    }
  lines_clear (&lines);
  elf_clear (&elf);
  return 0;
}
