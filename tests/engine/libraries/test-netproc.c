/* test-netproc.c: network processors in runs, against cycles that are counted by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All links take 4 cycles. Room for packets is known at the source in cycle 4, its packet is there in 8; a program that then holds its thread for n cycles after h of
 * hand-over is over in 8 + h + n, the packet leaves in the next and is out 4 later: h + n + 9 after the source has sent it.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "elf-fixture.h"
#include "run-fixture.h"

#define ADD 0x00108093u         /* addi x1, x1, 1 */
#define DIVIDE 0x0220c1b3u      /* div x3, x1, x2 */
#define LOAD_CORE 0x10052183u   /* lw x3, 256 (x10) */
#define REGISTERS 0x40000237u   /* lui x4, 0x40000: before what follows */
#define BUFFER 0x200002b7u      /* lui x5, 0x20000 */
#define LOAD_BUFFER 0x0002a183u /* lw x3, 0 (x5) */
#define NEXT 0x02022223u        /* sw x0, 36 (x4) */
#define AGAIN 0x0000006fu       /* jal x0, 0 */

#define PROCESSOR(source, cluster, buffer) \
  "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' " source "/>" \
  "<component id='cluster' type='netproc.cluster' program='%s' " cluster "/><component id='buffer' type='netproc.buffer' " buffer "/>" \
  "<component id='egress' type='netproc.egress' capture='true'/><link from='source.out' to='cluster.in' class='L'/><link from='cluster.out' to='egress.in' class='L'/>" \
  "<link from='cluster.buffer' to='buffer.engines' class='L'/></top>"

static HdRun *
run_words (const char *format,
           const guint32 *words,
           guint n,
           const char *const *settings,
           GError **error)
{
  g_autofree char *path = elf_fixture_write (words, n);
  g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
  g_autofree char *body = g_strconcat (parts[0], path, parts[1], NULL);
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
  g_autoptr (HdProblemList) warnings = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), settings, warnings, NULL, error);
  HdRun *run;

  for (guint i = 0; design == NULL && i < hd_problem_list_get_length (warnings); i++)
    {
      g_autofree char *line = hd_problem_to_string (hd_problem_list_get (warnings, i));

      g_test_message ("%s", line);
    }
  g_assert_no_error (*error);
  run = run_fixture_wait (design, error);
  g_unlink (path);
  return run;
}

static guint
repeat (guint32 *words,
        guint n,
        guint32 word,
        guint times)
{
  for (guint i = 0; i < times; i++)
    words[n++] = word;
  return n;
}

/* Programs that begin with two instructions, do something several times, and send. */
static const struct
{
  const char *name;
  guint32 word;
  guint n, issue, wait; /* cycles */
} cases[] = {
  { "97-additions", ADD, 97, 100, 0 },
  { "4-loads-of-the-core", LOAD_CORE, 4, 7, 0 },
  { "3-divisions", DIVIDE, 3, 51, 0 },
  { "4-loads-of-the-buffer", LOAD_BUFFER, 4, 7, 36 },
};

static void
test_costs (gconstpointer data)
{
  guint at = GPOINTER_TO_UINT (data), n;
  guint32 words[128] = { REGISTERS, BUFFER };
  double latency = 2 + cases[at].issue + cases[at].wait + 9;

  n = repeat (words, 2, cases[at].word, cases[at].n);
  words[n++] = NEXT;
  for (guint i = 0; i < 2; i++)
    {
      const char *const settings[] = { i == 0 ? "cluster.stepping=ahead" : "cluster.stepping=cycles", NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_words (PROCESSOR ("packets='1'", "", ""), words, n, settings, &error);
      HdRecord *record = hd_run_get_record (run);

      g_assert_no_error (error);
      g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.instructions"), ==, n);
      g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.issue"), ==, cases[at].issue);
      g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.buffer-wait"), ==, cases[at].wait);
      g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.hand-over-wait"), ==, 2);
      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "egress.latency"), latency * 1.25e-9, 1e-15);
      g_assert_cmpfloat (run_fixture_get_metric (record, "egress.sent"), ==, 1);
    }
}

/* Two engines load in the same cycle: from one bank, one of them waits a cycle more; numbers of packets follow each other, so two banks do not meet. */
static void
test_banks (void)
{
  const guint32 words[] = { REGISTERS, BUFFER, LOAD_BUFFER, NEXT };

  for (guint banks = 1; banks <= 2; banks++)
    {
      g_autofree char *setting = g_strdup_printf ("buffer.banks=%u", banks);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_words (PROCESSOR ("packets='2'", "", ""), words, G_N_ELEMENTS (words), (const char *const[]){ setting, NULL }, &error);
      HdRecord *record = hd_run_get_record (run);

      g_assert_no_error (error);
      g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.buffer-wait"), ==, banks == 1 ? 9 + 10 : 9 + 9);
      g_assert_cmpfloat (run_fixture_get_metric (record, "buffer.conflicts"), ==, banks == 1 ? 1 : 0);
    }
}

/* 98 cycles and 2 of hand-over on 128 engines: 64 packets are there in cycle 8, further 64, whose room is known at the source 5 cycles later, 4 after that. */
static void
test_saturation (void)
{
  guint32 words[98] = { REGISTERS };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = NULL;
  HdRecord *record;

  repeat (words, 1, ADD, 96);
  words[97] = NEXT;
  run = run_words (PROCESSOR ("packets='12800'", "engines='128'", ""), words, 98, NULL, &error);
  record = hd_run_get_record (run);
  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.end"), ==, 17 + 100 * 100);
  g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.issue"), ==, 12800 * 98);
  g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.hand-over-wait"), ==, 12800 * 2);
  g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.idle"), ==, 128 * (17 + 100 * 100) - 12800 * 100);
}

/* Two instructions, three loads and a sending: 33 cycles of which 6 issue. Two threads begin one behind the other and never meet again; eight keep the engine busy. */
static void
test_threads (void)
{
  const guint32 words[] = { REGISTERS, BUFFER, LOAD_BUFFER, LOAD_BUFFER, LOAD_BUFFER, NEXT };
  static const struct { guint n; double least, most; } threads[] = { { 1, 8 + 100 * 33, 8 + 100 * 33 }, { 2, 8 + 50 * 33 + 2, 8 + 50 * 35 }, { 8, 8 + 100 * 6, 8 + 100 * 6 + 33 } };

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *setting = g_strdup_printf ("cluster.threads=%u", threads[i].n);
      g_autofree char *digest = NULL;

      for (guint by_cycles = 0; by_cycles < 2; by_cycles++)
        {
          const char *const settings[] = { setting, by_cycles ? "cluster.stepping=cycles" : "cluster.stepping=ahead", NULL };
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) run = run_words (PROCESSOR ("packets='100'", "engines='1' hand-over='0'", ""), words, G_N_ELEMENTS (words), settings, &error);
          HdRecord *record = hd_run_get_record (run);
          double end = run_fixture_get_metric (record, "cluster.end"), sum = 0;

          g_assert_no_error (error);
          g_assert_cmpfloat (end, >=, threads[i].least);
          g_assert_cmpfloat (end, <=, threads[i].most);
          for (guint at = 0; at < 6; at++)
            {
              static const char *const names[] = { "issue", "hand-over-wait", "switching", "buffer-wait", "send-wait", "idle" };
              g_autofree char *name = g_strconcat ("cluster.", names[at], NULL);

              sum += run_fixture_get_metric (record, name);
            }
          g_assert_cmpfloat (sum, ==, end);
          run_fixture_check_digest (record, &digest);
        }
    }
}

/* Programs whose course depends on their packet, on several engines and threads that meet at few banks: executing ahead gives what going by cycles gives, to the time of
 * each packet. */
static void
test_stepping (void)
{
  const guint32 words[] = {
    REGISTERS, BUFFER, 0x02354303u /* lbu x6, 35 (x10) */, 0x00737393u /* andi x7, x6, 7 */, 0x00038a63u /* beq x7, x0, +20 */, LOAD_BUFFER, DIVIDE, 0xfff38393u /* addi x7, x7, -1 */,
    0xff1ff06fu /* jal x0, -16 */, NEXT,
  };
  static const char *const shapes[] = { "engines='3' hand-over='2'", "engines='2' threads='3' hand-over='0'", "engines='2' threads='4' hand-over='1' switch='3' policy='turns'" };

  for (guint shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      g_autofree char *digest = NULL;
      double latency[2];

      for (guint by_cycles = 0; by_cycles < 2; by_cycles++)
        {
          const char *const settings[] = { by_cycles ? "cluster.stepping=cycles" : "cluster.stepping=ahead", NULL };
          g_auto (GStrv) parts = g_strsplit (PROCESSOR ("packets='300' interval='11 ns'", "SHAPE", "banks='2'"), "SHAPE", 2);
          g_autofree char *format = g_strjoinv (shapes[shape], parts);
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) run = run_words (format, words, G_N_ELEMENTS (words), settings, &error);
          HdRecord *record = hd_run_get_record (run);

          g_assert_no_error (error);
          g_assert_cmpfloat (run_fixture_get_metric (record, "egress.sent") + run_fixture_get_metric (record, "source.lost"), ==, 300);
          latency[by_cycles] = run_fixture_get_metric (record, "egress.latency");
          run_fixture_check_digest (record, &digest);
        }
      g_assert_cmpfloat (latency[0], ==, latency[1]);
    }
}

static const struct
{
  const char *name;
  guint32 word;
  const char *why;
} traps[] = {
  { "illegal", 0, "at 0x4 its program comes to what is no instruction" },
  { "call", 0x73, "at 0x4 its program comes to what is no instruction" },
  { "far", 0x30000083 | 2 << 12, "at 0x4 its program reaches for an address that is none" },  /* lw x1, 0x300 (x0) */
  { "register", 0x02022083, "at 0x4 its program reaches for an address that is none, or" },   /* lw x1, 32 (x4) */
  { "half", 0x00021083, "at 0x4 its program reaches for an address that is none, or" },       /* lh x1, 0 (x4) */
  { "endless", AGAIN, "at 0x4 its program has executed as many instructions as the watchdog allows" },
};

static void
test_traps (gconstpointer data)
{
  guint at = GPOINTER_TO_UINT (data);
  const guint32 words[] = { REGISTERS, traps[at].word, NEXT };

  for (guint i = 0; i < 2; i++)
    {
      const char *const settings[] = { i == 0 ? "cluster.stepping=ahead" : "cluster.stepping=cycles", NULL };
      g_autoptr (GError) error = NULL, strict = NULL;
      g_autoptr (HdRun) run = run_words (PROCESSOR ("packets='3'", "watchdog='50'", ""), words, G_N_ELEMENTS (words), settings, &error), fault = NULL;
      HdRecord *record = hd_run_get_record (run);

      g_assert_no_error (error);
      g_assert_cmpfloat (run_fixture_get_metric (record, "egress.trapped"), ==, 3);
      g_assert_cmpfloat (run_fixture_get_metric (record, "egress.sent"), ==, 0);
      g_assert_cmpfloat (run_fixture_get_metric (record, "cluster.issue"), ==, 3 * (g_str_equal (traps[at].name, "endless") ? 50 : 2));
      fault = run_words (PROCESSOR ("packets='1'", "watchdog='50' strict='true'", ""), words, G_N_ELEMENTS (words), settings, &strict);
      g_assert_nonnull (strict);
      g_assert_nonnull (strstr (strict->message, "engine 0, thread 0, packet 0"));
      g_assert_nonnull (strstr (strict->message, traps[at].why));
    }
}

/* The text of a file that a component wrote. */
static void
check_file (HdRecord *record,
            const char *name,
            const char *expected)
{
  const char *found;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (record, i, &found, &bytes); i++)
    if (g_str_equal (found, name))
      {
        g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected, strlen (expected));
        return;
      }
  g_assert_not_reached ();
}

/* Names of reasons are the user's words, whatever is in them. */
static void
test_reasons (void)
{
  static const struct { const char *reasons, *expected; } reasons[] = {
    { "expired denied", "reason,name,packets\n2,denied,3\n" },
    { "expired", "reason,name,packets\n2,,3\n" },
    { "a  b,c&quot;d", "reason,name,packets\n2,\"b,c\"\"d\",3\n" },
    { "a&#10;&#9;b", "reason,name,packets\n2,b,3\n" },
  };
  const guint32 words[] = { REGISTERS, RV_ADDI (1, 0, 0x202), RV_SW (1, 36, 4) };

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_auto (GStrv) parts = g_strsplit (PROCESSOR ("packets='3'", "", ""), "capture='true'", 2);
      g_autofree char *format = g_strconcat (parts[0], "capture='true' reasons='", reasons[i].reasons, "'", parts[1], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_words (format, words, G_N_ELEMENTS (words), NULL, &error);

      g_assert_no_error (error);
      check_file (hd_run_get_record (run), "egress.drops.csv", reasons[i].expected);
    }
}

/* Not a program, and core memory that is divided among too many threads. */
static void
test_refusals (void)
{
  const guint32 words[] = { NEXT };
  g_autoptr (GError) error = NULL, small = NULL;
  g_autoptr (HdRun) run = run_fixture_body (PROCESSOR ("", "", ""), NULL, &error), other = NULL;

  g_assert_nonnull (error);
  other = run_words (PROCESSOR ("", "threads='8' core-of='engine'", ""), words, 1, NULL, &small);
  g_assert_nonnull (small);
  g_assert_nonnull (strstr (small->message, "a thread has 128 bytes of core memory; it needs 512"));
}

/* Numbers that a drawing must not have, each with where it stands, what it is and what it may be. */
static void
test_numbers (void)
{
  static const struct { const char *body, *says[3]; } numbers[] = {
    { PROCESSOR ("", "threads='0'", ""), { "threads", "0", "1" } },
    { PROCESSOR ("", "engines='0'", ""), { "engines", "0", "1" } },
    { PROCESSOR ("", "clock='0 Hz'", ""), { "clock", "0 Hz", "1 MHz" } },
    { PROCESSOR ("", "", "service='-1'"), { "service", "-1", "0" } },
    { "<link-class id='L' bandwidth='1 TB/s' latency='-5 ns'/><top/>", { "latency", "-5 ns", "0" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *message = fixture_problem (numbers[i].body, NULL, HD_PROBLEM_VALUE);

      for (guint k = 0; k < G_N_ELEMENTS (numbers[i].says); k++)
        if (strstr (message, numbers[i].says[k]) == NULL)
          g_error ("“%s” does not say “%s”", message, numbers[i].says[k]);
    }
}

/* Forty kilobytes of program, where there is room for 32. */
static void
test_long_program (void)
{
  g_autofree guint32 *words = g_new (guint32, 10240);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = NULL;

  words[repeat (words, 0, ADD, 10239)] = NEXT;
  run = run_words (PROCESSOR ("", "", ""), words, 10240, NULL, &error);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "40960 bytes of program at 0x0 do not fit into the 32768 bytes of instruction memory"));
}

/* How far threads of the host may part follows from the links that they cut; there is nothing to be stated wrongly, but a link without latency cannot be cut. */
static void
test_no_latency (void)
{
  static const char *const body =
    "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><link-class id='Z' bandwidth='1 TB/s' latency='0 ns'/><top><component id='source' type='netproc.source' partition='0'/>"
    "<component id='egress' type='netproc.egress' partition='1'/><link from='source.out' to='egress.in' class='Z'/></top><run partitions='2' sync='window'/>";
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *parts = NULL;
  guint n;

  parts = hd_design_partition (design, &n, problems, &error);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_NO_LOOKAHEAD);
  g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, "“source” (partition 0) and “egress” (partition 1) are linked without latency"));
}

/* A text names a file by an expression; two braces are one. */
static void
test_names (void)
{
  const guint32 words[] = { REGISTERS, NEXT };
  g_autofree char *path = elf_fixture_write (words, 2);
  g_autofree char *half = g_strndup (path, strlen (path) - 3);
  g_autofree char *found = g_strdup_printf ("cluster.program=%s{if($n == two, '%s', 'none')}", half, path + strlen (path) - 3);
  static const char *const body = "<variables><variable name='n' type='enum' of='one two' value='one'/></variables>" PROCESSOR ("packets='if($n == two, 3, 4)'", "", "");
  g_autoptr (GError) error = NULL, other = NULL, brace = NULL;
  g_autoptr (HdRun) run = run_fixture_body (body, (const char *const[]){ found, "$n=two", NULL }, &error), second = NULL, third = NULL;

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "egress.sent"), ==, 3);
  second = run_fixture_body (body, (const char *const[]){ found, NULL }, &other);
  g_assert_nonnull (other);
  g_assert_nonnull (strstr (other->message, "none"));
  third = run_fixture_body (PROCESSOR ("", "", ""), (const char *const[]){ "cluster.program=/nowhere/a{{b", NULL }, &brace);
  g_assert_nonnull (brace);
  g_assert_nonnull (strstr (brace->message, "/nowhere/a{b"));
  g_unlink (path);
}

/* The machine of the paper in pieces: threads of the host get equal work, as its parts say what they do; by links alone one of two had twice as much as the other. */
static void
test_division (gconstpointer data)
{
  const guint n_wanted = GPOINTER_TO_UINT (data);
  g_autofree char *partitions = g_strdup_printf ("run:partitions=%u", n_wanted);
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/neptune/single-phase.heddle", (const char *const[]){ "$clusters=16", "$engines=8", "run:sync=window", partitions, NULL });
  const HdNode *nodes = hd_design_get_nodes (design);
  g_autoptr (GError) error = NULL;
  double activities[4] = { 0 }, all = 0;
  g_autofree guint32 *parts = NULL;
  guint n;

  parts = hd_design_partition (design, &n, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, n_wanted);
  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      double activity = nodes[i].type->handlers->activity (hd_design_get_parameters (design, i));

      activities[parts[i]] += activity;
      all += activity;
    }
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (activities[i], <=, all / n * 1.15); /* the heaviest part is more than half of a fourth */
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/libraries/netproc/costs/", cases[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_costs);
    }
  for (guint i = 0; i < G_N_ELEMENTS (traps); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/libraries/netproc/traps/", traps[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_traps);
    }
  g_test_add_func ("/engine/libraries/netproc/banks", test_banks);
  g_test_add_func ("/engine/libraries/netproc/saturation", test_saturation);
  g_test_add_func ("/engine/libraries/netproc/threads", test_threads);
  g_test_add_func ("/engine/libraries/netproc/stepping", test_stepping);
  g_test_add_func ("/engine/libraries/netproc/names", test_names);
  g_test_add_func ("/engine/libraries/netproc/reasons", test_reasons);
  g_test_add_func ("/engine/libraries/netproc/refusals", test_refusals);
  g_test_add_func ("/engine/libraries/netproc/numbers", test_numbers);
  g_test_add_func ("/engine/libraries/netproc/long-program", test_long_program);
  g_test_add_func ("/engine/libraries/netproc/no-latency", test_no_latency);
  g_test_add_data_func ("/engine/libraries/netproc/division/2", GUINT_TO_POINTER (2), test_division);
  g_test_add_data_func ("/engine/libraries/netproc/division/4", GUINT_TO_POINTER (4), test_division);
  return g_test_run ();
}
