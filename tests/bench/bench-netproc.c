/* bench-netproc.c: instructions a second: of network processors with all their timing, and of the interpreter alone
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The projects as they are shipped, with all twelve types of packets; the paper gives 3.31 MIPS. The interpreter alone finds the headers of the same packets, with the program of the first
 * stage and nothing else: what timing, units and packets cost lies between the two. Of several threads of the host elapsed time counts, else that of the processor.
 */
#include <string.h>
#include <time.h>

#include <heddle/heddle.h>

#include "elf.h"
#include "frames.h"
#include "project-run.h"
#include "rv32.h"

#define PAPER_MIPS 3.31
#define N_FRAMES 2000000
#define LENGTH 0x40000000u

/* @threads: of the host. Returns MIPS. */
static double
bench_processor (const char *title,
                 const char *project,
                 const char *const *settings,
                 guint threads)
{
  g_autofree char *path = g_build_filename ("neptune", project, NULL);
  g_auto (ProjectRun) run = project_run (path, settings);
  double seconds = threads == 1 ? run.cpu_s : run.wall_s, instructions = project_run_get (&run, "cluster.instructions"), cycles = 0;

  for (guint i = 0; i < 10; i++)
    {
      static const char *const names[] = { "issue", "hand-over-wait", "switching", "buffer-wait", "exact-wait", "lpm-wait", "meter-wait", "hash-wait", "send-wait", "idle" };
      g_autofree char *name = g_strconcat ("cluster.", names[i], NULL);

      cycles += project_run_get (&run, name);
    }
  g_print ("%-40s %6.1f MIPS, %5.1f times the paper's, %7.0f packets a second; %.3f instructions a cycle and engine\n", title, instructions / seconds * 1e-6,
           instructions / seconds * 1e-6 / PAPER_MIPS, project_run_get (&run, "ingress.packets") / seconds, instructions / cycles);
  return instructions / seconds * 1e-6;
}

/* The program of the first stage, on all types in turn. */
static void
bench_interpreter (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/neptune/programs/parse.elf", NULL);
  const ElfLimits limits = { 32768, RV32_LOCAL_BASE + 384, 512 };
  g_autofree Rv32Instruction *instructions = NULL;
  guint8 core[FRAMES_N][1024] = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  guint64 n = 0;
  Rv32Program program;
  char why[256];
  clock_t begin;
  gsize size;
  Elf elf;

  g_file_get_contents (path, &bytes, &size, &error);
  g_assert_no_error (error);
  g_assert_true (elf_read (&elf, path, (const guint8 *) bytes, size, &limits, why, sizeof why));
  instructions = g_new0 (Rv32Instruction, elf.n_code / 4 + 1);
  rv32_decode (elf.code, elf.n_code / 4, instructions);
  program = (Rv32Program){ elf.code, instructions, elf.n_code / 4 };
  for (guint i = 0; i < FRAMES_N; i++)
    frames_make ((FramesType) i, 1, core[i]);
  begin = clock ();
  for (guint i = 0; i < N_FRAMES; i++)
    {
      Rv32Thread thread = { .pc = elf.entry, .local = core[i % FRAMES_N], .local_size = 1024 };
      Rv32Access access;

      thread.x[10] = RV32_LOCAL_BASE;
      thread.x[11] = RV32_LOCAL_BASE + 256;
      while (rv32_run (&program, &thread, 100000, &access) == RV32_LOAD)
        rv32_answer (&thread, &access, access.address == LENGTH ? FRAMES_BYTES : 0);
      n += thread.n_done;
    }
  g_print ("%-40s %6.1f MIPS\n", "interpreter alone", (double) n / ((double) (clock () - begin) / CLOCKS_PER_SEC) * 1e-6);
  elf_clear (&elf);
}

int
main (void)
{
  double one, two;

  bench_processor ("one phase", "single-phase.heddle", (const char *const[]){ "$packets=200000", "run:trace=", NULL }, 1);
  bench_processor ("one phase, cycle by cycle", "single-phase.heddle", (const char *const[]){ "$packets=20000", "cluster[0].stepping=cycles", "run:trace=", NULL }, 1);
  bench_processor ("one phase, 1024 engines", "single-phase.heddle", (const char *const[]){ "$packets=200000", "$engines=1024", "run:trace=", NULL }, 1);
  bench_processor ("four phases", "multi-phase.heddle", (const char *const[]){ "$packets=100000", "run:trace=", NULL }, 1);
  one = bench_processor ("sixteen clusters of one phase", "single-phase.heddle", (const char *const[]){ "$packets=200000", "$clusters=16", "$engines=8", "run:trace=", NULL }, 1);
  two = bench_processor ("the same, two threads of the host", "single-phase.heddle",
                         (const char *const[]){ "$packets=200000", "$clusters=16", "$engines=8", "run:partitions=2", "run:threads=2", "run:sync=window", "run:trace=", NULL }, 2);
  g_print ("two threads to one: %.2f\n", two / one);
  bench_interpreter ();
  return 0;
}
