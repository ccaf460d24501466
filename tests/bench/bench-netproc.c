/* bench-netproc.c: instructions a second: of a network processor with all its timing, and of the interpreter alone
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 128 engines route all twelve types of packets, as the project is shipped, on the serial strategy; the paper gives 3.31 MIPS. The interpreter alone runs a loop of eight
 * instructions, without packets: what timing costs lies between the two.
 */
#include <time.h>

#include <heddle/heddle.h>

#include "rv32.h"

#define PAPER_MIPS 3.31
#define N_INSTRUCTIONS 200000000

static double
get (HdRecord *record,
     const char *name)
{
  HdMetric metric;

  g_assert_true (hd_record_find_metric (record, name, &metric));
  return metric.value;
}

static void
bench_processor (const char *stepping,
                 const char *packets)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/neptune/single-phase.heddle", NULL);
  g_autofree char *first = g_strdup_printf ("cluster.stepping=%s", stepping);
  g_autofree char *second = g_strdup_printf ("$packets=%s", packets);
  const char *settings[] = { first, second, NULL };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) run = NULL;
  HdRecord *record;
  clock_t begin;
  double seconds, instructions;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_no_error (error);
  run = hd_run_new (design, NULL);
  hd_run_set_speed (run, 0);
  begin = clock ();
  hd_run_start (run);
  hd_run_wait (run, &error);
  seconds = (double) (clock () - begin) / CLOCKS_PER_SEC;
  g_assert_no_error (error);
  record = hd_run_get_record (run);
  instructions = get (record, "cluster.instructions");
  g_print ("stepping %s: %.1f MIPS, %.1f times the paper's, %.0f packets a second of processor time; %.3f instructions a cycle and engine\n", stepping,
           instructions / seconds * 1e-6, instructions / seconds * 1e-6 / PAPER_MIPS, get (record, "cluster.packets") / seconds, instructions / get (record, "cluster.end") / 128);
}

/* addi, xor, slli, add, sltu, and, or, and back. */
static void
bench_interpreter (void)
{
  static const guint8 bytes[] = { 0x93, 0x80, 0x10, 0x00, 0x33, 0xc1, 0x20, 0x00, 0x93, 0x11, 0x31, 0x00, 0x33, 0x82, 0x30, 0x00, 0xb3, 0x32, 0x12, 0x00,
                                  0x33, 0x73, 0x12, 0x00, 0xb3, 0x63, 0x53, 0x00, 0x6f, 0xf0, 0x5f, 0xfe };
  Rv32Instruction instructions[8];
  Rv32Program program = { bytes, instructions, 8 };
  Rv32Thread thread = { 0 };
  Rv32Access access;
  clock_t begin = clock ();

  rv32_decode (bytes, 8, instructions);
  g_assert_cmpint (rv32_run (&program, &thread, N_INSTRUCTIONS, &access), ==, RV32_LIMIT);
  g_print ("interpreter alone: %.1f MIPS\n", N_INSTRUCTIONS / ((double) (clock () - begin) / CLOCKS_PER_SEC) * 1e-6);
}

int
main (void)
{
  bench_processor ("ahead", "200000");
  bench_processor ("cycles", "20000");
  bench_interpreter ();
  return 0;
}
