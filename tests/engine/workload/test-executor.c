/* test-executor.c: tokens, flags, channels, access modes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: drawn graphs run as HCSim's rules say; all times are worked by hand (acceptance checks A7 to A9, A15 to A19, B9 of the system's
 * specification). Two accelerators of 1 TFLOP/s with local memories of 1 GB/s share one memory behind links of 1 GB/s. Left open: classes of
 * more than one lane, see test-symmetry.c.
 */
#include "workload-fixture.h"

#include <string.h>

#include "graph-fixture.h"

#define PLATFORM                                                                                                                           \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"0 s\" sharing=\"split\"/>"                                                          \
  "<top>"                                                                                                                                  \
  "  <component id=\"x\" type=\"fabric.xpu\" count=\"2\" fp32=\"1 TFLOP/s\" fp16=\"4 TFLOP/s\" memory-bandwidth=\"1 GB/s\" home=\"m\"/>"   \
  "  <component id=\"m\" type=\"fabric.memory\"/>"                                                                                         \
  "  <component id=\"s\" type=\"fabric.switch\"/>"                                                                                         \
  "  <link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..1\" class=\"L\"/>"                                                                \
  "  <link from=\"m.port\" to=\"s.port[2]\" class=\"L\"/>"                                                                                 \
  "</top>"                                                                                                                                 \
  "<communicators><communicator id=\"both\" members=\"x[*]\"/></communicators>"

#define GRAPH(content) PLATFORM "<workload type=\"graph\">" content "</workload>"
#define DRAIN(content) PLATFORM "<workload type=\"graph\" stop=\"drain\" on=\"both\">" content "</workload>"

static Fixture *
run (const char *body,
     const char *iterations)
{
  g_autofree char *setting = g_strconcat ("run:iterations=", iterations, NULL);
  const char *const settings[] = { setting, NULL };
  Fixture *self = fixture_new (body, settings);

  fixture_has_problem (self, HD_PROBLEM_SYNTAX, "");
  fixture_run (self, TRUE);
  g_assert_no_error (self->error);
  return self;
}

static double
end_of (Fixture *self,
        const char *name,
        HdWorkKind kind,
        guint iteration)
{
  return hd_time_to_seconds (fixture_find (self, name, kind, iteration)->end);
}

/* A15 */
static void
test_loop (void)
{
  g_autoptr (Fixture) self = run (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[0]", "2", "")
                                           EDGE ("A", "B") FLAGGED ("B", "A")), "3");

  g_assert_cmpfloat (fixture_get_metric (self, "time_total"), ==, 9);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon (fixture_get_iteration (self, i), 3, 1e-12);
  g_assert_cmpuint (fixture_count (self, "A"), ==, 3);
  g_assert_cmpuint (self->spans->len, ==, 6);
}

/* A16 */
static void
test_diamond (void)
{
  g_autoptr (Fixture) apart =
      run (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[0]", "2", "") COMPUTE ("C", "x[1]", "3", "")
                    COMPUTE ("D", "x[0]", "1", "") EDGE ("A", "B") EDGE ("A", "C") EDGE ("B", "D") EDGE ("C", "D") FLAGGED ("D", "A")), "2");
  g_autoptr (Fixture) together =
      run (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[0]", "2", "") COMPUTE ("C", "x[0]", "3", "")
                    COMPUTE ("D", "x[0]", "1", "") EDGE ("A", "B") EDGE ("A", "C") EDGE ("B", "D") EDGE ("C", "D") FLAGGED ("D", "A")), "2");

  g_assert_cmpfloat_with_epsilon (fixture_get_iteration (apart, 0), 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (fixture_get_iteration (apart, 1), 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (end_of (together, "B", HD_WORK_COMPUTE, 0), 5, 1e-11);
  g_assert_cmpfloat_with_epsilon (end_of (together, "C", HD_WORK_COMPUTE, 0), 6, 1e-11);
  g_assert_cmpfloat_with_epsilon (fixture_get_iteration (together, 1), 7, 1e-11);
}

/* A17: a flagged edge counts from the second run on */
static void
test_flag (void)
{
  g_autoptr (Fixture) self =
      run (GRAPH (COMPUTE ("start", "x[0]", "1", "start=\"true\"") COMPUTE ("slow", "x[1]", "10", "start=\"true\"")
                    COMPUTE ("v", "x[0]", "1", "") EDGE ("start", "v") FLAGGED ("slow", "v") FLAGGED ("start", "start")
                      FLAGGED ("slow", "slow")), "2");
  const HdWorkSpan *first = fixture_find (self, "v", HD_WORK_COMPUTE, 0), *second = fixture_find (self, "v", HD_WORK_COMPUTE, 1);

  g_assert_cmpint (first->start, ==, HD_TICKS_PER_SECOND);
  g_assert_cmpint (second->start, >=, 10 * HD_TICKS_PER_SECOND);
}

/* A18, second half: two vertices that wait for each other through a flagged edge each run */
static void
test_mutual (void)
{
  g_autoptr (Fixture) self = run (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[1]", "1", "start=\"true\"")
                                           FLAGGED ("A", "B") FLAGGED ("B", "A")), "4");

  g_assert_cmpfloat (fixture_get_metric (self, "time_total"), ==, 4);
  g_assert_cmpuint (fixture_count (self, "A"), ==, 4);
  g_assert_cmpuint (fixture_count (self, "B"), ==, 4);
}

/* A vertex that became ready while it ran starts again when it ends: p releases v every second, v takes three. */
static void
test_pile (void)
{
  g_autoptr (Fixture) self = run (GRAPH (COMPUTE ("p", "x[0]", "1", "start=\"true\"") COMPUTE ("v", "x[1]", "3", "")
                                           FLAGGED ("p", "p") EDGE ("p", "v")), "10");

  g_assert_cmpint (fixture_find (self, "v", HD_WORK_COMPUTE, 0)->start, ==, HD_TICKS_PER_SECOND);
  g_assert_cmpint (fixture_find (self, "v", HD_WORK_COMPUTE, 1)->start, ==, 4 * HD_TICKS_PER_SECOND);
  g_assert_cmpint (fixture_find (self, "v", HD_WORK_COMPUTE, 2)->start, ==, 7 * HD_TICKS_PER_SECOND);
  /* the run ends at 10 s; the third one ends there too, none is left over */
  g_assert_cmpfloat (fixture_get_metric (self, "time_total"), ==, 10);
  g_assert_cmpuint (fixture_count (self, "v"), ==, 3);
}

/* What still runs when the last iteration ends is cut off. */
static void
test_cut (void)
{
  g_autoptr (Fixture) self = run (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[1]", "10", "")
                                           FLAGGED ("A", "A") EDGE ("A", "B")), "3");
  const HdWorkSpan *cut = fixture_find (self, "B", HD_WORK_COMPUTE, 0);

  g_assert_true (cut->unfinished);
  g_assert_cmpint (cut->start, ==, HD_TICKS_PER_SECOND);
  g_assert_cmpint (cut->end, ==, 3 * HD_TICKS_PER_SECOND);
  g_assert_false (fixture_find (self, "A", HD_WORK_COMPUTE, 2)->unfinished);
}

/* The cause of a span is the span whose end released it: its place among those that ended in its lane. */
static void
test_cause (void)
{
  g_autoptr (Fixture) self = run (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[1]", "2", "") EDGE ("A", "B")
                                           FLAGGED ("B", "A")), "2");
  const HdWorkSpan *a0 = fixture_find (self, "A", HD_WORK_COMPUTE, 0), *b0 = fixture_find (self, "B", HD_WORK_COMPUTE, 0);
  const HdWorkSpan *a1 = fixture_find (self, "A", HD_WORK_COMPUTE, 1);

  g_assert_cmpuint (a0->cause_index, ==, HD_NO_CAUSE);
  g_assert_cmpuint (b0->cause_class, ==, a0->lane_class);
  g_assert_cmpuint (b0->cause_index, ==, 0);
  g_assert_cmpuint (a1->cause_class, ==, b0->lane_class);
  g_assert_cmpuint (a1->cause_index, ==, 0);
}

/* A7, and two precisions on one processor */
static void
test_sharing (void)
{
  g_autoptr (Fixture) one = run (DRAIN (COMPUTE ("A", "x[0]", "3", "start=\"true\"")), "1");
  g_autoptr (Fixture) two = run (DRAIN (COMPUTE ("A", "x[0]", "3", "start=\"true\"") COMPUTE ("B", "x[0]", "3", "start=\"true\"")), "1");
  g_autoptr (Fixture) half = run (DRAIN (COMPUTE ("A", "x[0]", "4", "start=\"true\" precision=\"fp16\"")), "1");

  g_assert_cmpfloat (fixture_get_metric (one, "time_total"), ==, 3);
  g_assert_cmpfloat_with_epsilon (fixture_get_metric (two, "time_total"), 6, 1e-11);
  g_assert_cmpfloat (fixture_get_metric (half, "time_total"), ==, 1);
}

/* A8: remote traffic runs at 1 GB/s, local traffic too */
static void
test_access (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (access_cases); i++)
    {
      g_autofree char *body = g_strdup_printf (DRAIN ("%s"), access_cases[i].vertex);
      g_autoptr (Fixture) self = run (body, "1");

      g_assert_cmpfloat_with_epsilon (fixture_get_metric (self, "time_total"), access_cases[i].seconds, 1e-11);
    }
}

/* The parts of a moving vertex are spans of their own. */
static void
test_parts (void)
{
  g_autoptr (Fixture) self = run (DRAIN (COMPUTE ("A", "x[0]", "3", "start=\"true\" access=\"2 GB\" mode=\"move\"")), "1");

  g_assert_cmpfloat (end_of (self, "A", HD_WORK_MOVE, 0), ==, 2);
  g_assert_cmpint (fixture_find (self, "A", HD_WORK_COMPUTE, 0)->start, ==, 2 * HD_TICKS_PER_SECOND);
  g_assert_cmpfloat (end_of (self, "A", HD_WORK_COMPUTE, 0), ==, 5);
  g_assert_cmpfloat (end_of (self, "A", HD_WORK_MEMORY, 0), ==, 4);
}

#define SEND(id, channel) "<vertex id=\"" id "\" kind=\"comm\" bytes=\"1 GB\" from=\"x[0]\" to=\"x[1]\" start=\"true\" channel=\"" channel "\"/>"

/* A19; among those that become ready at one time the vertex that was drawn first goes first */
static void
test_channels (void)
{
  g_autoptr (Fixture) one = run (DRAIN (SEND ("p", "c") SEND ("q", "c")), "1");
  g_autoptr (Fixture) two = run (DRAIN (SEND ("p", "c") SEND ("q", "d")), "1");

  g_assert_cmpfloat (end_of (one, "p", HD_WORK_TRANSFER, 0), ==, 1);
  g_assert_cmpint (fixture_find (one, "q", HD_WORK_TRANSFER, 0)->start, ==, HD_TICKS_PER_SECOND);
  g_assert_cmpfloat (end_of (one, "q", HD_WORK_TRANSFER, 0), ==, 2);
  g_assert_cmpint (fixture_find (two, "q", HD_WORK_TRANSFER, 0)->start, ==, 0);
  g_assert_cmpfloat_with_epsilon (end_of (two, "q", HD_WORK_TRANSFER, 0), 2, 1e-11);
}

/* A template runs on each member; what is drawn once joins them. */
static void
test_template (void)
{
  g_autoptr (Fixture) self =
      run (DRAIN ("<vertex id=\"work\" kind=\"compute\" work=\"1 TFLOP\" start=\"true\"/><vertex id=\"slow\" kind=\"compute\" work=\"2 TFLOP\" place=\"x[1]\" start=\"true\"/>"
                  "<vertex id=\"sum\" kind=\"comm\" operation=\"all-reduce\" bytes=\"2 GB\"/><vertex id=\"after\" kind=\"compute\" work=\"1 TFLOP\"/>"
                  EDGE ("work", "sum") EDGE ("slow", "sum") EDGE ("sum", "after")), "1");

  /* x[1] shares: its template ends at 2 s, the slow one at 3 s; then two steps of 1 GB each way */
  g_assert_cmpuint (fixture_count (self, "work"), ==, 2);
  g_assert_cmpfloat_with_epsilon (hd_time_to_seconds (fixture_find (self, "sum", HD_WORK_COLLECTIVE, 0)->start), 3, 1e-11);
  g_assert_cmpfloat_with_epsilon (end_of (self, "sum", HD_WORK_COLLECTIVE, 0), 5, 1e-11);
  g_assert_cmpuint (fixture_count (self, "after"), ==, 2);
  g_assert_cmpfloat_with_epsilon (fixture_get_metric (self, "time_total"), 6, 1e-11);
}

/* B9 */
static void
test_deadlock (void)
{
  Fixture *self = fixture_new (GRAPH (COMPUTE ("S", "x[0]", "1", "start=\"true\"") COMPUTE ("V", "x[0]", "1", "") COMPUTE ("W", "x[0]", "1", "")
                                        FLAGGED ("V", "S") EDGE ("S", "V") EDGE ("W", "V") EDGE ("V", "W")), NULL);
  HdRunSettings settings;
  HdDesign *unchecked;

  g_assert_error (self->error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_true (fixture_has_problem (self, HD_PROBLEM_WORKLOAD_CYCLE, "V → W → V"));
  g_clear_error (&self->error);

  settings = *hd_design_get_run_settings (self->design);
  settings.static_check = FALSE;
  unchecked = hd_design_with_settings (self->design, &settings);
  self->execution = hd_execution_new (unchecked, NULL, self->problems, NULL, &self->error);
  hd_design_unref (unchecked);
  g_assert_false (fixture_run (self, FALSE));
  g_assert_error (self->error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_test_message ("%s", self->error->message);
  g_assert_nonnull (strstr (self->error->message, " 1" HD_FIGURE_SPACE "s"));
  g_assert_nonnull (strstr (self->error->message, "V (W)"));
  g_assert_nonnull (strstr (self->error->message, "W (V)"));
  g_assert_cmpint (hd_execution_get_now (self->execution), ==, HD_TICKS_PER_SECOND);
  fixture_free (self);
}

/* Vertices that take no time and release each other for ever, beside a start vertex that takes its time. */
static void
test_standstill (void)
{
  Fixture *self = fixture_new (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("p", "x[1]", "0", "") COMPUTE ("q", "x[1]", "0", "")
                                        FLAGGED ("A", "A") EDGE ("A", "p") EDGE ("p", "q") FLAGGED ("q", "p")), (const char *const[]) { "run:iterations=2", NULL });

  /* A releases p once; p and q turn at 1 s as long as A has given tokens: once, as p needs A each time */
  g_assert_true (fixture_run (self, TRUE));
  g_assert_cmpuint (fixture_count (self, "q"), ==, 1);
  fixture_free (self);

  self = fixture_new (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[0]", "0", "start=\"true\"")
                               FLAGGED ("A", "A") FLAGGED ("B", "B")), (const char *const[]) { "run:iterations=100000000", NULL });
  g_assert_false (fixture_run (self, FALSE));
  g_assert_error (self->error, HD_ERROR, HD_ERROR_LIMIT);
  fixture_free (self);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/executor/loop", test_loop);
  g_test_add_func ("/engine/workload/executor/diamond", test_diamond);
  g_test_add_func ("/engine/workload/executor/flag", test_flag);
  g_test_add_func ("/engine/workload/executor/mutual", test_mutual);
  g_test_add_func ("/engine/workload/executor/pile", test_pile);
  g_test_add_func ("/engine/workload/executor/cut", test_cut);
  g_test_add_func ("/engine/workload/executor/cause", test_cause);
  g_test_add_func ("/engine/workload/executor/sharing", test_sharing);
  g_test_add_func ("/engine/workload/executor/access", test_access);
  g_test_add_func ("/engine/workload/executor/parts", test_parts);
  g_test_add_func ("/engine/workload/executor/channels", test_channels);
  g_test_add_func ("/engine/workload/executor/template", test_template);
  g_test_add_func ("/engine/workload/executor/deadlock", test_deadlock);
  g_test_add_func ("/engine/workload/executor/standstill", test_standstill);
  return g_test_run ();
}
