/* test-units.c: units that engines ask, in runs, against cycles that are counted by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All links take 4 cycles. A command that is issued in cycle t is answered in t + 1 + 4 + service + 4, and a load of the answer that is issued in u ends then, or in u + 1.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "elf-fixture.h"
#include "run-fixture.h"

#define ADD RV_ADDI (1, 1, 1)
#define REGISTERS RV_LUI (4, 0x40000) /* before what follows */
#define NEXT RV_SW (0, 0x24, 4)
#define EXACT 0x100
#define LPM 0x140
#define METER 0x180
#define HASH 0x1c0
#define COUNTER 0x200
#define SET(value, unit, at) RV_ADDI (5, 0, value), RV_SW (5, (unit) + (at), 4)
#define ASK(unit) RV_SW (0, (unit) + 0x24, 4)
#define PUT(unit) RV_ADDI (5, 0, 1), RV_SW (5, (unit) + 0x24, 4)
#define RESULT(rd, unit) RV_LW (rd, (unit) + 0x28, 4)
#define STATUS(rd, unit) RV_LW (rd, (unit) + 0x30, 4)
#define LINK(from, to) "<link from='" from "' to='" to "' class='L'/>"
#define LINKS(unit) "<link for='i=0..$n - 1 k=0..$units - 1' from='cluster[i]." unit "' to='" unit "[k].engines' class='L'/>"

typedef struct
{
  guint32 words[512];
  guint n;
} Program;

static void
add (Program *self,
     const guint32 *words,
     guint n)
{
  memcpy (self->words + self->n, words, n * sizeof *words);
  self->n += n;
}

#define ADD_WORDS(program, ...) add (program, (const guint32[]){ __VA_ARGS__ }, sizeof ((const guint32[]){ __VA_ARGS__ }) / sizeof (guint32))

static void
repeat (Program *self,
        guint32 word,
        guint times)
{
  for (guint i = 0; i < times; i++)
    self->words[self->n++] = word;
}

static char *
write_table (const char *text)
{
  g_autoptr (GError) error = NULL;
  char *name = NULL;
  int file = g_file_open_tmp ("table-XXXXXX", &name, &error);

  g_assert_no_error (error);
  g_assert_true (g_close (file, NULL));
  g_assert_true (g_file_set_contents (name, text, -1, NULL));
  return name;
}

/* @more: attributes of the clusters; @tables: of rules, routes and meters. */
static HdRun *
run_units (const Program *program,
           const char *source,
           const char *more,
           const char *const tables[3],
           const char *const *settings,
           GError **error)
{
  g_autofree char *path = elf_fixture_write (program->words, program->n);
  g_autofree char *rules = write_table (tables[0]), *routes = write_table (tables[1]), *meters = write_table (tables[2]);
  g_autofree char *body = g_strdup_printf (
    "<variables><variable name='n' type='integer' value='1'/><variable name='units' type='integer' value='1'/></variables><link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top>"
    "<component id='source' type='netproc.source' %s/><component id='dispatcher' type='netproc.dispatcher'/>"
    "<component id='cluster' type='netproc.cluster' count='$n' hand-over='0' program='%s' %s/><component id='buffer' type='netproc.buffer'/>"
    "<component id='exact' type='netproc.exact' count='$units' rules='%s'/><component id='lpm' type='netproc.lpm' count='$units' routes='%s'/>"
    "<component id='meter' type='netproc.meter' count='$units' meters='%s'/><component id='hash' type='netproc.hash' count='$units'/>"
    "<component id='counter' type='netproc.counter' count='$units'/><component id='egress' type='netproc.egress'/>" LINK ("source.out", "dispatcher.in")
    "<link for='i=0..$n - 1' from='dispatcher.clusters' to='cluster[i].in' class='L'/><link for='i=0..$n - 1' from='cluster[i].out' to='dispatcher.in' class='L'/>"
    "<link for='i=0..$n - 1' from='cluster[i].buffer' to='buffer.engines' class='L'/>"
    LINKS ("exact") LINKS ("lpm") LINKS ("meter") LINKS ("hash") LINKS ("counter") LINK ("dispatcher.out", "egress.in") "</top>",
    source, path, more, rules, routes, meters);
  HdRun *run = run_fixture_body (body, settings, error);

  g_unlink (path);
  g_unlink (rules);
  g_unlink (routes);
  g_unlink (meters);
  return run;
}

static const char *const no_tables[3] = { "", "", "" };

static double
get (HdRun *run,
     const char *name)
{
  HdMetric metric;

  return hd_record_find_metric (hd_run_get_record (run), name, &metric) ? metric.value : 0;
}

/* What the only packet holds its thread for, with either stepping. */
static void
check_held (const Program *program,
            const char *traffic,
            const char *const tables[3],
            double cycles,
            const char *waited,
            double waits)
{
  for (guint i = 0; i < 2; i++)
    {
      const char *const settings[] = { i == 0 ? "cluster[0].stepping=ahead" : "cluster[0].stepping=cycles", NULL };
      g_autoptr (GError) error = NULL;
      g_autofree char *source = g_strdup_printf ("packets='1' traffic='%s'", traffic);
      g_autoptr (HdRun) run = run_units (program, source, "strict='true'", tables, settings, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (get (run, "cluster[0].issue") + get (run, waited), ==, cycles);
      g_assert_cmpfloat (get (run, waited), ==, waits);
      g_assert_cmpfloat (get (run, "egress.sent"), ==, 1);
    }
}

/* ---- one request --------------------------------------------------------------------------------------------------- */

/* 10 instructions, the command, its answer and a sending: 10 + 1 + 24 + 1; with 30 more in between the look-up is hidden. */
static void
test_longest_prefix (void)
{
  for (guint i = 0; i < 2; i++)
    {
      Program program = { .n = 0 };

      ADD_WORDS (&program, REGISTERS);
      repeat (&program, ADD, 9);
      ADD_WORDS (&program, ASK (LPM));
      repeat (&program, ADD, i == 0 ? 0 : 30);
      ADD_WORDS (&program, RESULT (6, LPM), NEXT);
      check_held (&program, "tcp", no_tables, i == 0 ? 36 : 43, "cluster[0].lpm-wait", i == 0 ? 23 : 0);
    }
}

/* Nearly hidden: the answer comes in the cycle in which the load ends, one before, and one after. */
static void
test_edges (void)
{
  for (guint more = 22; more <= 25; more++)
    {
      Program program = { .n = 0 };

      ADD_WORDS (&program, REGISTERS, ASK (LPM));
      repeat (&program, ADD, more);
      ADD_WORDS (&program, RESULT (6, LPM), NEXT);
      check_held (&program, "tcp", no_tables, MAX (2 + 24, 2 + more + 1) + 1, "cluster[0].lpm-wait", more < 23 ? 23 - more : 0);
    }
}

static void
test_services (void)
{
  static const struct { guint unit; const char *wait; guint cycles; } units[] = { { EXACT, "cluster[0].exact-wait", 17 }, { METER, "cluster[0].meter-wait", 17 } };
  Program program = { .n = 0 };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      program.n = 0;
      ADD_WORDS (&program, REGISTERS, ASK (units[i].unit), RESULT (6, units[i].unit), NEXT);
      check_held (&program, "tcp", no_tables, 1 + units[i].cycles + 1, units[i].wait, units[i].cycles - 2);
    }
  /* A checksum of 128 bytes: 12 cycles and 8. */
  program.n = 0;
  ADD_WORDS (&program, REGISTERS, SET (128, HASH, 4), ASK (HASH), RESULT (6, HASH), NEXT);
  check_held (&program, "tcp", no_tables, 3 + 1 + 12 + 8 + 1, "cluster[0].hash-wait", 12 + 8 - 1);
  /* A counter is not waited for. */
  program.n = 0;
  ADD_WORDS (&program, REGISTERS, SET (7, COUNTER, 4), ASK (COUNTER), NEXT);
  check_held (&program, "tcp", no_tables, 5, "cluster[0].send-wait", 0);
}

/* What is asked and not looked at: the packet leaves, the thread is free when the answer is there. */
static void
test_drain (void)
{
  Program program = { .n = 0 }, prefix = { .n = 0 };

  ADD_WORDS (&program, REGISTERS, ASK (LPM), ASK (EXACT), NEXT);
  check_held (&program, "tcp", no_tables, 4, "cluster[0].send-wait", 0);
  ADD_WORDS (&prefix, REGISTERS, ASK (LPM), NEXT); /* asked in the second cycle, answered 25 later: till then the engine waits for the prefix and nothing else */
  check_held (&prefix, "tcp", no_tables, 3 + 23, "cluster[0].lpm-wait", 23);
}

/* ---- answers ------------------------------------------------------------------------------------------------------- */

/* A program sends its packet on if the answer is what it ought to be, else it traps. */
static void
expect (Program *program,
        guint32 load,
        guint value)
{
  ADD_WORDS (program, load /* to x6 */, RV_LUI (7, (value + 0x800) >> 12), RV_ADDI (7, 7, value), 0x00730463 /* beq x6, x7, +8 */, 0);
}

static void
test_answers (void)
{
  static const char *const tables[3] = { "1/1 2/1 3/2 = 5/1 6/1 7/2 10.0.0.1\n", "0.0.0.0/0 1\n4.0.0.0/6 9\n", "7 1B/s 200B 1B/s 200B\n9 1B/s 0B 1B/s 200B\n" };
  Program program = { .n = 0 };

  ADD_WORDS (&program, REGISTERS, RV_LUI (5, 0x3000), RV_ADDI (5, 5, 0x201) /* 1/1 2/1 3/2 */, RV_SW (5, EXACT, 4), RV_LUI (5, 0x40), RV_SW (5, EXACT + 0x20, 4), ASK (EXACT));
  expect (&program, STATUS (6, EXACT), 1);
  expect (&program, RESULT (6, EXACT), 0x07000605);
  expect (&program, RV_LW (6, EXACT + 0x2c, 4), 0x0100000a);
  ADD_WORDS (&program, SET (2, EXACT, 0), ASK (EXACT)); /* another key */
  expect (&program, STATUS (6, EXACT), 0);
  ADD_WORDS (&program, SET (99, EXACT, 0x28), PUT (EXACT), ASK (EXACT)); /* which is there now */
  expect (&program, RESULT (6, EXACT), 99);
  ADD_WORDS (&program, SET (5, LPM, 0), RV_LUI (5, 0x40), RV_SW (5, LPM + 0x20, 4), ASK (LPM));
  expect (&program, RESULT (6, LPM), 9);
  expect (&program, RV_LW (6, LPM + 0x2c, 4), 6);
  ADD_WORDS (&program, SET (9, LPM, 0), ASK (LPM));
  expect (&program, RESULT (6, LPM), 1);
  ADD_WORDS (&program, SET (7, METER, 0), SET (128, METER, 4), ASK (METER));
  expect (&program, RESULT (6, METER), 0);
  ADD_WORDS (&program, ASK (METER));
  expect (&program, RESULT (6, METER), 2);
  ADD_WORDS (&program, SET (9, METER, 0), ASK (METER));
  expect (&program, RESULT (6, METER), 1);
  ADD_WORDS (&program, SET (8, METER, 0), ASK (METER));
  expect (&program, STATUS (6, METER), 0);
  /* A header whose checksum is right adds up to nothing. */
  ADD_WORDS (&program, SET (14, HASH, 0), SET (20, HASH, 4), ASK (HASH));
  expect (&program, RESULT (6, HASH), 0);
  ADD_WORDS (&program, NEXT);
  for (guint i = 0; i < 2; i++)
    {
      const char *const settings[] = { i == 0 ? "cluster[0].stepping=ahead" : "cluster[0].stepping=cycles", NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_units (&program, "packets='1' traffic='tcp'", "strict='true'", tables, settings, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (get (run, "egress.sent"), ==, 1);
      g_assert_cmpfloat (get (run, "exact.hits"), ==, 2);
      g_assert_cmpfloat (get (run, "exact.misses"), ==, 1);
      g_assert_cmpfloat (get (run, "exact.put"), ==, 1);
      g_assert_cmpfloat (get (run, "meter.red"), ==, 1);
      g_assert_cmpfloat (get (run, "meter.unknown"), ==, 1);
    }
}

/* Engines are spread over units; a meter is in one of them, and what is put is in all. */
static void
test_several (void)
{
  static const char *const tables[3] = { "", "", "7 1B/s 200B 1B/s 200B\n" };
  Program program = { .n = 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = NULL;

  ADD_WORDS (&program, REGISTERS, SET (7, METER, 0), SET (128, METER, 4), ASK (METER), ASK (LPM), PUT (EXACT), SET (100, COUNTER, 4), ASK (COUNTER), NEXT);
  run = run_units (&program, "packets='40'", "engines='4' policy='turns'", tables, (const char *const[]){ "$units=2", NULL }, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get (run, "lpm[0].requests"), ==, 20);
  g_assert_cmpfloat (get (run, "lpm[1].requests"), ==, 20);
  g_assert_cmpfloat (get (run, "meter[0].requests"), ==, 0);
  g_assert_cmpfloat (get (run, "meter[1].green"), ==, 1);
  g_assert_cmpfloat (get (run, "meter[1].red"), ==, 39);
  g_assert_cmpfloat (get (run, "exact[0].put"), ==, 40);
  g_assert_cmpfloat (get (run, "exact[1].put"), ==, 40);
  g_assert_cmpfloat (get (run, "counter.sum"), ==, 4000);
  g_assert_cmpfloat (get (run, "egress.sent"), ==, 40);
}

/* ---- waiting ------------------------------------------------------------------------------------------------------- */

/* 13 cycles of issue, 36 alone: one thread takes 36 for a packet, two 18, three and four as long as they issue. */
static void
test_threads (void)
{
  static const guint cycles[] = { 36, 18, 13, 13 };

  for (guint threads = 1; threads <= 4; threads++)
    {
      g_autofree char *setting = g_strdup_printf ("cluster[0].threads=%u", threads);
      Program program = { .n = 0 };
      g_autofree char *digest = NULL;

      ADD_WORDS (&program, REGISTERS);
      repeat (&program, ADD, 9);
      ADD_WORDS (&program, ASK (LPM), RESULT (6, LPM), NEXT);
      for (guint i = 0; i < 2; i++)
        {
          const char *const settings[] = { setting, i == 0 ? "cluster[0].stepping=ahead" : "cluster[0].stepping=cycles", NULL };
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) run = run_units (&program, "packets='200'", "engines='1'", no_tables, settings, &error);
          double end = get (run, "cluster[0].end"), sum = 0;
          static const char *const names[] = { "issue", "hand-over-wait", "switching", "buffer-wait", "exact-wait", "lpm-wait", "meter-wait", "hash-wait", "send-wait", "idle" };

          g_assert_no_error (error);
          g_assert_cmpfloat (ABS (end - 200.0 * cycles[threads - 1]), <, 60);
          for (guint at = 0; at < G_N_ELEMENTS (names); at++)
            {
              g_autofree char *name = g_strconcat ("cluster[0].", names[at], NULL);

              sum += get (run, name);
            }
          g_assert_cmpfloat (sum, ==, end);
          run_fixture_check_digest (hd_run_get_record (run), &digest);
        }
    }
}

/* Engines that begin together ask in the same cycle: a unit begins one request a cycle, and a meter one in four. */
static void
test_queues (void)
{
  static const char *const tables[3] = { "", "", "7 1GB/s 1GB 1GB/s 1GB\n" };
  static const struct { guint unit; const char *waited; double cycles; } cases[] = {
    { LPM, "lpm.waited", 0 + 1 + 2 + 3 }, { METER, "meter.waited", 0 + 4 + 8 + 12 }, { COUNTER, "counter.waited", 0 + 1 + 2 + 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Program program = { .n = 0 };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = NULL;

      ADD_WORDS (&program, REGISTERS, SET (7, METER, 0), ASK (cases[i].unit), NEXT);
      run = run_units (&program, "packets='4'", "engines='4'", tables, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (get (run, cases[i].waited), ==, cases[i].cycles);
    }
}

/* ---- the same however it is run -------------------------------------------------------------------------------------- */

/* Programs whose course depends on their packet, on engines and threads that meet at few units. */
static void
test_same (void)
{
  static const char *const tables[3] = { "", "0.0.0.0/0 1\n", "7 1GB/s 1kB 2GB/s 2kB\n" };
  static const char *const shapes[] = { "engines='3'", "engines='2' threads='3' policy='turns'", "engines='2' threads='3' switch='2'", "engines='2' threads='3' schedule='turns'" };
  static const char *const ways[][5] = {
    { "cluster[*].stepping=ahead", NULL },
    { "cluster[*].stepping=cycles", NULL },
    { "cluster[*].stepping=ahead", "run:partitions=3", "run:sync=window", NULL },
    { "cluster[*].stepping=cycles", "run:partitions=6", "run:sync=request", "run:threads=2", NULL },
    { "cluster[*].stepping=ahead", "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
  };

  for (guint shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      Program program = { .n = 0 };
      g_autofree char *digest = NULL;

      ADD_WORDS (&program, REGISTERS, RV_LUI (8, 0x20000), 0x02354303u /* lbu x6, 35 (x10) */, 0x00737393u /* andi x7, x6, 7 */, RV_SW (7, LPM, 4), ASK (LPM),
                 0x00038e63u /* beq x7, x0, +28 */, RV_LW (9, 0, 8), SET (7, METER, 0), ASK (METER), RV_ADDI (7, 7, -1), RESULT (9, METER), 0xfe0392e3u /* bne x7, x0, -28 */,
                 RESULT (9, LPM), RV_SW (9, COUNTER, 4), ASK (COUNTER), PUT (EXACT), ASK (EXACT), NEXT);
      for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
        {
          const char *settings[8] = { "$n=3", "$units=2" };
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) run = NULL;

          for (guint i = 0; ways[way][i] != NULL; i++)
            settings[2 + i] = ways[way][i];
          run = run_units (&program, "packets='150'", shapes[shape], tables, settings, &error);
          g_assert_no_error (error);
          g_assert_cmpfloat (get (run, "egress.sent") + get (run, "egress.trapped"), ==, 150);
          g_assert_cmpfloat (get (run, "egress.sent"), >, 0);
          run_fixture_check_digest (hd_run_get_record (run), &digest);
        }
    }
}

/* ---- refusals ------------------------------------------------------------------------------------------------------ */

static void
test_traps (void)
{
  static const guint32 cases[][4] = {
    { ASK (LPM), ASK (LPM) },           /* before it is answered */
    { PUT (LPM) },                      /* nothing can be put there */
    { RV_LW (6, LPM, 4) },              /* keys cannot be loaded */
    { RV_SW (0, LPM + 0x30, 4) },       /* nor the status be stored */
    { SET (200, HASH, 4), ASK (HASH) }, /* more than the packet */
    { RV_LUI (5, 0x210), RV_SW (5, EXACT + 0x20, 4), ASK (EXACT) }, /* a key of 33 bytes */
    { RV_LW (6, 0x240, 4) },            /* a sixth unit */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Program program = { .n = 0 };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = NULL;

      ADD_WORDS (&program, REGISTERS);
      for (guint at = 0; at < 4 && cases[i][at] != 0; at++)
        program.words[program.n++] = cases[i][at];
      ADD_WORDS (&program, NEXT);
      run = run_units (&program, "packets='1'", "strict='true'", no_tables, NULL, &error);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "reaches for an address that is none, or not like that"));
    }
}

static void
test_tables (void)
{
  static const struct { const char *tables[3], *why; } cases[] = {
    { { "1/1 = 2/1\n# again\n1/1 = 3/1\n", "", "" }, ":3: the key stands there for the second time" },
    { { "1/1 2/1\n", "", "" }, ":1: it must be the fields of a key" },
    { { "", "10.0.0.0/33 1\n", "" }, ":1: a prefix of 33 bits; an address has 32" },
    { { "", "2001:db8::/129 1\n", "" }, ":1: a prefix of 129 bits; an address has 128" },
    { { "", "10.0.0.1/8 1\n", "" }, ":1: the address has bits behind the 8 of its prefix" },
    { { "", "0.0.0.0/0 1\n0.0.0.0/0 2\n", "" }, ":2: the key stands there for the second time" },
    { { "", "", "7 1B/s 1B 1B/s 1B\n8 1B/s 1B 1B/s 1B\n7 1B/s 1B 1B/s 1B\n" }, ":3: meter 7 stands there for the second time" },
    { { "", "", "7 1 1B 1B/s 1B\n" }, ":1: the committed rate is “1”" },
    { { "", "", "7 2B/s 1B 1B/s 1B\n" }, ":1: the peak rate, 1B/s, is below the committed one, 2B/s" },
  };
  Program program = { .n = 0 };

  ADD_WORDS (&program, REGISTERS, NEXT);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_units (&program, "packets='1'", "", cases[i].tables, NULL, &error);

      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].why));
      g_assert_nonnull (strstr (error->message, "table-"));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/libraries/units/longest-prefix", test_longest_prefix);
  g_test_add_func ("/engine/libraries/units/edges", test_edges);
  g_test_add_func ("/engine/libraries/units/services", test_services);
  g_test_add_func ("/engine/libraries/units/drain", test_drain);
  g_test_add_func ("/engine/libraries/units/answers", test_answers);
  g_test_add_func ("/engine/libraries/units/several", test_several);
  g_test_add_func ("/engine/libraries/units/threads", test_threads);
  g_test_add_func ("/engine/libraries/units/queues", test_queues);
  g_test_add_func ("/engine/libraries/units/same", test_same);
  g_test_add_func ("/engine/libraries/units/traps", test_traps);
  g_test_add_func ("/engine/libraries/units/tables", test_tables);
  return g_test_run ();
}
