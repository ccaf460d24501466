/* test-programs.c: chiplets that are real programs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a run gives the same digest, metrics and files, byte for byte, however it is divided and however slow its programs are; what a program does wrong
 * ends the run, or the chiplet, with a sentence that says what and when; posted and awaited accesses all arrive. Left open: the service that starts them, see test-children.c; the library, see test-chip.c.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "clock.h"
#include "design-fixture.h"
#include "run-fixture.h"
#include "../../sanitizers.h"

/* Two chiplets and a memory at three routers in a row; links of a cycle, flits of 32 B. */
#define PROJECT \
  "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><link-class id='W' bandwidth='1 GB/s' latency='0 s'/>" \
  "<top><component id='c' type='chiplet.process' count='%d' number='c' memory-limit='0 B' program='%s' arguments='%s' %s/>" \
  "<component id='memory' type='chiplet.memory' count='2'/><component id='b' type='chiplet.barrier'/>" \
  "<component id='r' type='fabric.switch' count='3'/><link for='i=0..1' from='r[i].port[0]' to='r[i + 1].port[1]' class='L'/>" \
  "<link for='i=0..%d' from='c[i].net' to='r[i %% 3].port[2 + floor (i / 3)]' class='L'/><link for='i=0..1' from='memory[i].net' to='r[2 * i].port[30]' class='L'/>" \
  "<link for='i=0..%d' from='c[i].barrier' to='b.members' class='W'/></top>" \
  "<run fidelity='%s'/>"

#define FLIT "flit' flit='32 B' header='0' clock='1 GHz"

static HdRun *
run_program (const char *program,
             const char *fidelity,
             int count,
             const char *arguments,
             const char *attributes,
             const char *const *settings,
             GError **error)
{
  g_autofree char *body = g_strdup_printf (PROJECT, count, program, arguments, attributes, count - 1, count - 1, fidelity);
  g_autoptr (HdDesign) design = fixture_elaborate (body, settings);
  g_autoptr (HdPermit) permit = hd_permit_new (TRUE);
  HdRun *self = hd_run_new (design, NULL);

  hd_run_allow_programs (self, permit);
  hd_run_start (self);
  hd_run_wait (self, error);
  return self;
}

static HdRun *
run_at (const char *fidelity,
        int count,
        const char *arguments,
        const char *attributes,
        const char *const *settings,
        GError **error)
{
  return run_program (g_getenv ("HEDDLE_CHIP_PROGRAM"), fidelity, count, arguments, attributes, settings, error);
}

static HdRun *
run (int count,
     const char *arguments,
     const char *attributes,
     GError **error)
{
  return run_at (FLIT, count, arguments, attributes, NULL, error);
}

static char *
dup_file (HdRun *self,
          const char *wanted)
{
  const char *name;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (hd_run_get_record (self), i, &name, &bytes); i++)
    if (g_str_equal (name, wanted))
      return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return NULL;
}

static void
assert_same (HdRun *one,
             HdRun *other)
{
  HdRecord *a = hd_run_get_record (one), *b = hd_run_get_record (other);
  g_autofree char *digest = NULL;
  HdMetric metric, its;

  run_fixture_check_digest (a, &digest);
  run_fixture_check_digest (b, &digest);
  g_assert_cmpint (hd_record_get_time (a), ==, hd_record_get_time (b));
  for (guint i = 0; hd_record_get_metric (a, i, &metric); i++)
    if (strstr (metric.name, "c[") != NULL || g_str_has_prefix (metric.name, "process."))
      {
        g_assert_true (hd_record_find_metric (b, metric.name, &its));
        g_assert_cmpfloat (its.value, ==, metric.value);
      }
  g_assert_cmpuint (hd_record_get_n_files (a), ==, hd_record_get_n_files (b));
  for (guint i = 0; i < hd_record_get_n_files (a); i++)
    {
      const char *name, *its_name;
      GBytes *bytes, *its_bytes;

      hd_record_get_file (a, i, &name, &bytes);
      hd_record_get_file (b, i, &its_name, &its_bytes);
      g_assert_cmpstr (name, ==, its_name);
      g_assert_true (g_bytes_equal (bytes, its_bytes));
    }
}

/* ---- time ---------------------------------------------------------------------------------------------------------- */

/* 700 MHz beside 1 GHz: a request of chiplet cycle 7 enters the network in its cycle 11, an answer of cycle 11 is known in chiplet cycle 8. */
static void
test_clock (void)
{
  g_assert_cmpint ((clock_get_time (700000000, 7) + 1 + 999) / 1000, ==, 11);
  g_assert_cmpuint (clock_get_cycle (700000000, 11000), ==, 8);
  g_assert_cmpuint (clock_get_cycle (700000000, 0), ==, 0);
  for (guint64 hertz = 1; hertz < 4000000000; hertz = hertz * 3 + 1)
    for (guint64 cycle = 0; cycle < 3000; cycle += 7)
      {
        HdTime time = clock_get_time (hertz, cycle);

        g_assert_cmpuint (clock_get_cycle (hertz, time), ==, cycle);
        g_assert_cmpuint (clock_get_cycle (hertz, time + 1), ==, cycle + 1);
        g_assert_cmpuint (clock_get_begun (hertz, time), ==, cycle);
        g_assert_cmpuint (cycle == 0 ? 0 : clock_get_begun (hertz, time - 1), ==, cycle == 0 ? 0 : cycle - 1);
      }
}

/* At 100 and 250 they come to the barrier; both go on at 250. */
static void
test_meet (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (2, "meet {100 + 150 * c}", "clock='1 GHz'", &error);
  g_autofree char *first = dup_file (self, "c[0].output.txt"), *second = dup_file (self, "c[1].output.txt");

  g_assert_no_error (error);
  /* c[0] is at the memory's router: 1 cycle, 7 to the memory, 143 (142.857 ns) there, 8 back with a flit more. */
  g_assert_cmpstr (first, ==, "released at 250\nread at 409\n");
  g_assert_true (g_str_has_prefix (second, "released at 250\nread at 4"));
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (self), "c[0].end"), ==, 409);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (self), "process.bytes-read"), ==, 8);
  /* what they have counted themselves, without waiting */
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (self), "c[0].work"), ==, 100);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (self), "c[1].work"), ==, 250);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (hd_run_get_record (self), "legacy_total"),
                                  250 + 1e9 * run_fixture_get_metric (hd_run_get_record (self), "packet_latency"), 1e-6);
}

/* The time of a chiplet counts from where its program says that it begins. */
static void
test_begin (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (1, "prepare", "clock='1 GHz'", &error);
  HdRecord *record = hd_run_get_record (self);
  g_autofree char *text = dup_file (self, "c[0].output.txt");

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "written at 259\n"); /* 100, and as a read of a line in the test above */
  g_assert_cmpfloat (run_fixture_get_metric (record, "c[0].end"), ==, 309);
  g_assert_cmpfloat (run_fixture_get_metric (record, "c[0].time"), ==, 209);
  g_assert_cmpfloat (run_fixture_get_metric (record, "c[0].work"), ==, 50);
  g_assert_cmpfloat (run_fixture_get_metric (record, "t1_max"), ==, 209);
}

static void
test_private (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (2, "private", "", &error);
  g_autofree char *text = dup_file (self, "c[0].output.txt");

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "12345 at 200\n"); /* 100 cycles each */
}

/* The first program of the page, compiled and in Python. */
static void
test_exchange (void)
{
  g_autofree char *library = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "chip", "libheddle-chip.so", NULL);
  g_autofree char *script = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "chiplets", "programs", "exchange.py", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) compiled = run_program ("exchange", FLIT, 2, "", "", NULL, &error), interpreted = NULL;
  g_autofree char *first = dup_file (compiled, "c[0].output.txt"), *second = dup_file (compiled, "c[1].output.txt"), *same = NULL;

  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (first, ": read 101\n"));
  g_assert_true (g_str_has_suffix (second, ": read 100\n"));
  if (UNDER_ADDRESS_SANITIZER || UNDER_THREAD_SANITIZER)
    {
      g_test_skip ("not here: Python does not load a library with a sanitizer");
      return;
    }
  interpreted = run_program (script, FLIT, 2, library, "", NULL, &error);
  g_assert_no_error (error);
  same = dup_file (interpreted, "c[0].output.txt");
  g_assert_cmpstr (same, ==, first);
}

/* Private memory that lies in the shared ones: both have the same address, and each finds what it wrote there, a line in one memory and a line in the other. */
static void
test_private_over_network (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (2, "private", "private-via-noi='true' clock='1 GHz'", &error);
  g_autofree char *first = dup_file (self, "c[0].output.txt"), *second = dup_file (self, "c[1].output.txt");

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (first, "12345 at "));
  g_assert_true (g_str_has_prefix (second, "12345 at "));
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (self), "memory[0].reads"), ==, 2);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (self), "memory[1].reads"), ==, 2);
}

static void
test_any_memory (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (2, "private", "target='random'", &error);

  g_assert_nonnull (self);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "“target” is random"));
}

/* ---- exactness ----------------------------------------------------------------------------------------------------- */

/* Words that are written and read back in every way, on five chiplets, once with programs that sleep now and then; as packets from and to private memory, with a log. */
static void
test_exact (gconstpointer fidelity)
{
  static const char *const divided[][4] = {
    { "run:partitions=2", "run:sync=window", "run:threads=2", NULL },
    { "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
    { "run:partitions=5", "run:sync=request", NULL },
    { "c[*].window=1", "c[*].stage=131072 B", NULL },
    { "c[*].window=1000000", NULL },
  };
  gboolean is_whole = strcmp (fidelity, "flow") == 0; /* flows are one partition */
  const char *attributes = strcmp (fidelity, "packet") == 0 ? "request-queue='7' reply-queue='3' through-private='true' log='true'" : "request-queue='7'";
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) expected = run_at (fidelity, 5, "work {c}", attributes, NULL, &error);
  g_autofree char *text = dup_file (expected, "c[3].output.txt");

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (text, "well at "));
  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (HdRun) self = run_at (fidelity, 5, i == 1 ? "work {c}s" : "work {c}", attributes, is_whole && i < 3 ? NULL : divided[i], &error);

      g_assert_no_error (error);
      assert_same (self, expected);
    }
}

/* The run is over before its programs are: each goes on until it wants an answer, and says that nobody is there. */
static void
test_until (void)
{
  for (guint ns = 1; ns < 20000; ns = ns * 3 + 1)
    {
      g_autofree char *until = g_strdup_printf ("run:until=%u ns", ns);
      const char *settings[] = { until, NULL }, *divided[] = { until, "run:partitions=3", "run:sync=null-message", "run:threads=2", NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) expected = run_at (FLIT, 3, "work {c}", "window='5000'", settings, &error), self = NULL;

      g_assert_no_error (error);
      self = run_at (FLIT, 3, "work {c}s", "window='5000'", divided, &error);
      g_assert_no_error (error);
      assert_same (self, expected);
    }
}

/* ---- faults -------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *arguments;
  const char *message;
} Fault;

static const Fault faults[] = {
  { "mute", "no handshake in 0.2 s" },
  { "silent", "no message for 0.2 s, at cycle 0" },
  { "exit 0", "the program ended: exit 0 without BYE, at cycle 0" },
  { "exit 3", "the program ended: exit 3, at cycle 0" },
  { "exit 127", "the program ended: exit 127 (a library or an interpreter was not found: its errors say which), at cycle 0" },
  { "bad-end", "the program ended: exit 3, at cycle 0" },
  { "die 9", "the program ended: signal 9, at cycle 0" },
  { "die 6", "the program ended: signal 6, at cycle 0" },
  { "flood", "message flood: more than 65536 messages at cycle 0" },
  { "short", "protocol error: a message of 5 bytes; it has 64" },
  { "no-hello", "protocol error: ADVANCE as message 0; the first is HELLO, and no other is" },
  { "magic", "protocol error: a message begins with 0x00000001, not with 0x31504843" },
  { "version", "protocol error: it speaks version 2, and this is version 1" },
  { "type", "protocol error: a message of type 99, which no program sends" },
  { "hello", "protocol error: HELLO as message 1; the first is HELLO, and no other is" },
  { "chiplet", "protocol error: it says that it is chiplet 5, and is 0" },
  { "seq", "protocol error: message 1 says that it is number 7" },
  { "flags", "protocol error: ADVANCE with flags 0x40; at most 0x6 are known" },
  { "zero", "protocol error: ADVANCE has a field that must be zero and is not" },
  { "promise", "a promise of 8 at time 9" },
  { "back", "time 9 after 10" },
  { "broken", "time 9 after the promise of 100" },
  { "late", "protocol error: a message after BYE" },
  { "empty", "bad size: 0 bytes; 1 to 65536" },
  { "large", "bad size: 65537 bytes; 1 to 65536" },
  { "stage", "bad staging offset: 4 bytes at 1048574; the stage has 1048576 bytes, and up to 0 is named already" },
  { "nowhere", "address 0x80000000 is neither private (below 0x40000000) nor shared (0x100000000 to 0x103ffffff), at cycle 77" },
  { "across", "access 0x103fffffe+4 leaves the shared range, which ends at 0x103ffffff, at cycle 5" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (1, fault->arguments, "handshake='0.2 s' timeout='0.2 s'", &error);
  g_autofree char *message = g_strdup_printf ("“c[0]”: chiplet 0: %s", fault->message);

  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_cmpstr (error->message, ==, message);
}

/* One goes wrong; the others go on without it, and do not wait for it at the barrier. */
static void
test_drop (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (3, "{if (c == 1, back, meet)} {100 * c}", "on-fault='drop' clock='1 GHz'", &error);
  g_autofree char *text = dup_file (self, "c[0].output.txt"), *errors = dup_file (self, "c[1].errors.txt");

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (text, "released at 200\n"));
  g_assert_cmpstr (errors, ==, "chiplet 1: time 9 after 10\n");
}

/* One ends without having come to the barrier at which the other waits. */
static void
test_never_full (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (2, "{if (c == 1, private, meet)} 5", "", &error);

  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "c[0]"));
  g_assert_nonnull (strstr (error->message, "c[1]"));
}

static void
test_no_barrier (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (2, "no-barrier", "", &error);

  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "9"));
}

/* Two chiplets at one port of a router, a key that no chiplet has, a value that is no clock: found before anything is started. */
static void
test_drawn_wrongly (void)
{
#define DRAWN(attributes, port) \
  "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top><component id='c' type='chiplet.process' count='2' number='c' program='exchange' " attributes "/>" \
  "<component id='memory' type='chiplet.memory'/><component id='r' type='fabric.switch'/><link for='i=0..1' from='c[i].net' to='r.port[" port "]' class='L'/>" \
  "<link from='memory.net' to='r.port[2]' class='L'/></top>"
  g_autofree char *full = fixture_problem (DRAWN ("", "0"), NULL, HD_PROBLEM_PORT_FULL), *unknown = fixture_problem (DRAWN ("colour='red'", "i"), NULL, HD_PROBLEM_UNKNOWN_ATTRIBUTE);
  g_autofree char *value = fixture_problem (DRAWN ("window='0'", "i"), NULL, HD_PROBLEM_VALUE);

  g_assert_cmpstr (full, ==, "Port “port[0]” of “r” has 2 links; it takes 1");
  g_assert_cmpstr (unknown, ==, "The attribute “colour” is unknown; it is kept, but has no effect.");
  g_assert_cmpstr (value, ==, "“window” is 0; it must be between 1 and 1000000000000.");
}

/* A program that is a folder, no program, not executable, not there; a script with an interpreter is one, see test_exchange (). */
static void
test_no_program (void)
{
  static const struct { const char *text; int mode; const char *reason; } files[] = {
    { "echo no\n", 0755, "it is neither a program for this machine nor a script whose first line names its interpreter" },
    { "#!/nowhere/python\n", 0755, "the interpreter that it names is not there" },
    { "#!/bin/sh\n", 0644, "it is not executable" },
    { NULL, 0, "it is a folder" },
  };
  g_autofree char *folder = g_dir_make_tmp ("heddle-programs-XXXXXX", NULL), *path = g_build_filename (folder, "chip", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const char *program = files[i].text != NULL ? path : folder;
      g_autofree char *message = g_strdup_printf ("“c[0]”: cannot start “%s”: %s", program, files[i].reason);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = NULL;

      g_assert_true (files[i].text == NULL || g_file_set_contents (path, files[i].text, -1, NULL));
      g_assert_true (files[i].text == NULL || g_chmod (path, files[i].mode) == 0);
      self = run_program (program, FLIT, 1, "", "", NULL, &error);
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, ==, message);
    }
  g_unlink (path);
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (HdRun) self = run_program (path, FLIT, 1, "", "", NULL, &error);
    const HdProblem *problem = hd_problem_list_get (hd_run_get_problems (self), 0);

    g_assert_nonnull (error);
    g_assert_cmpint (problem->code, ==, HD_PROBLEM_PROGRAM);
    g_assert_cmpstr (problem->object, ==, "c[0]");
    g_assert_cmpstr (problem->attribute, ==, "program");
    g_assert_cmpint (problem->line, >, 0);
    g_assert_nonnull (strstr (problem->message, "there is no file"));
  }
  g_rmdir (folder);
}

/* ---- arguments ----------------------------------------------------------------------------------------------------- */

#define CHIP \
  "<variables><variable name='width' value='2.5'/><variable name='size' value='4 KiB'/></variables><link-class id='L' bandwidth='1 GB/s' latency='1 ns'/>" \
  "<top><component id='c' type='chiplet.process' count='2'" \
  " program='p' arguments='%s'/><link from='c[0].net' to='c[1].net' class='L'/></top>"

/* Braces hold expressions: of indices, variables and words; a number is in SI units, and whole if it is. */
static void
test_arguments (void)
{
  g_autofree char *body = g_strdup_printf (CHIP, "a {c + 1} {$width} {$size} {if (c == 0, one, other)} {{x}} \"b  c\"");
  g_autofree char *open = g_strdup_printf (CHIP, "a {c"), *wrong = g_strdup_printf (CHIP, "a {c +}"), *unknown = g_strdup_printf (CHIP, "{$none}");
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  const HdComponentType *type = hd_design_get_nodes (design)[0].type;
  g_autofree char *first = NULL, *second = NULL, *third = NULL;
  guint place;

  g_assert_nonnull (hd_component_type_find_parameter (type, "arguments", &place));
  g_assert_cmpstr (hd_design_get_text (design, 0, place), ==, "a 1 2.5 4096 one {x}} \"b  c\"");
  g_assert_cmpstr (hd_design_get_text (design, 1, place), ==, "a 2 2.5 4096 other {x}} \"b  c\"");
  /* what is not written is the default */
  g_assert_nonnull (hd_component_type_find_parameter (type, "memories", &place));
  g_assert_cmpstr (hd_design_get_text (design, 0, place), ==, "memory[*]");

  first = fixture_problem (open, NULL, HD_PROBLEM_EXPRESSION);
  g_assert_cmpstr (first, ==, "“a {c” has a “{” without a “}”");
  second = fixture_problem (wrong, NULL, HD_PROBLEM_EXPRESSION);
  third = fixture_problem (unknown, NULL, HD_PROBLEM_UNKNOWN_NAME);
  g_assert_nonnull (strstr (third, "none"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/programs/arguments", test_arguments);
  g_test_add_func ("/engine/libraries/programs/clock", test_clock);
  g_test_add_func ("/engine/libraries/programs/meet", test_meet);
  g_test_add_func ("/engine/libraries/programs/begin", test_begin);
  g_test_add_func ("/engine/libraries/programs/private", test_private);
  g_test_add_func ("/engine/libraries/programs/private-over-network", test_private_over_network);
  g_test_add_func ("/engine/libraries/programs/any-memory", test_any_memory);
  g_test_add_func ("/engine/libraries/programs/exchange", test_exchange);
  g_test_add_data_func ("/engine/libraries/programs/exact/flow", "flow", test_exact);
  g_test_add_data_func ("/engine/libraries/programs/exact/packet", "packet", test_exact);
  g_test_add_data_func ("/engine/libraries/programs/exact/flit", FLIT, test_exact);
  g_test_add_func ("/engine/libraries/programs/until", test_until);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/libraries/programs/fault/%s", faults[i].arguments);

      g_test_add_data_func (g_strdelimit (path, " ", '-'), &faults[i], test_fault);
    }
  g_test_add_func ("/engine/libraries/programs/drop", test_drop);
  g_test_add_func ("/engine/libraries/programs/never-full", test_never_full);
  g_test_add_func ("/engine/libraries/programs/no-barrier", test_no_barrier);
  g_test_add_func ("/engine/libraries/programs/drawn-wrongly", test_drawn_wrongly);
  g_test_add_func ("/engine/libraries/programs/no-program", test_no_program);
  return g_test_run ();
}
