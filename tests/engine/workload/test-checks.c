/* test-checks.c: workloads that cannot run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each fault gives its problem code, names the culprit, and nothing is simulated (HCSim's checks B2, B4 to B8, B11, B13). Left open:
 * faults of the platform, which elaboration finds.
 */
#include "workload-fixture.h"

#define PLATFORM                                                                                                                           \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"0 s\"/><link-class id=\"K\" bandwidth=\"1 GB/s\" latency=\"0 s\"/>"                 \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"2\" home=\"m\"/><component id=\"m\" type=\"fabric.memory\" capacity=\"1 GB\"/>"    \
  "<component id=\"lonely\" type=\"fabric.xpu\" home=\"m\"/><component id=\"homeless\" type=\"fabric.xpu\"/>"                              \
  "<component id=\"s\" type=\"fabric.switch\"/><link from=\"homeless.cxl\" to=\"s.port[3]\" class=\"L\"/>"                                 \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..1\" class=\"L\"/><link from=\"m.port\" to=\"s.port[2]\" class=\"K\"/></top>"         \
  "<communicators><communicator id=\"both\" members=\"x[*]\"/></communicators>"
#define GRAPH(content) PLATFORM "<workload type=\"graph\">" content "</workload>"
#define VERTEX(id, more) "<vertex id=\"" id "\" kind=\"compute\" work=\"1 TFLOP\" place=\"x[0]\" " more "/>"
#define COMM(id, more) "<vertex id=\"" id "\" kind=\"comm\" bytes=\"1 GB\" start=\"true\" " more "/>"
#define EDGE(from, to) "<edge from=\"" from "\" to=\"" to "\"/>"
#define FLAGGED(from, to) "<edge from=\"" from "\" to=\"" to "\" first=\"ignore\"/>"
#define LOOP(more) VERTEX ("A", "start=\"true\"") FLAGGED ("A", "A") more

typedef struct
{
  const char *name;
  const char *body;
  HdProblemCode code;
  const char *words;
} Case;

static const Case cases[] = {
  { "no-start", GRAPH (VERTEX ("A", "") FLAGGED ("A", "A")), HD_PROBLEM_WORKLOAD_START, "no start" },
  { "empty", GRAPH (""), HD_PROBLEM_WORKLOAD_START, "no start" },
  { "start-dependency", GRAPH (LOOP (VERTEX ("B", "start=\"true\"") EDGE ("A", "B"))), HD_PROBLEM_WORKLOAD_START_DEPENDENCY, "“B” waits for “A”" },
  { "unreachable", GRAPH (LOOP (VERTEX ("B", "") FLAGGED ("B", "B"))), HD_PROBLEM_WORKLOAD_UNREACHABLE, "“B”" },
  { "cycle", GRAPH (LOOP (VERTEX ("B", "") VERTEX ("C", "") EDGE ("A", "B") EDGE ("B", "C") EDGE ("C", "B"))), HD_PROBLEM_WORKLOAD_CYCLE,
    "B → C → B" },
  { "self-cycle", GRAPH (LOOP (VERTEX ("B", "") EDGE ("A", "B") EDGE ("B", "B"))), HD_PROBLEM_WORKLOAD_CYCLE, "B → B" },
  { "no-loop", GRAPH (VERTEX ("A", "start=\"true\"")), HD_PROBLEM_WORKLOAD_NO_LOOP, "“A”" },
  { "no-route", GRAPH (LOOP (COMM ("p", "from=\"x[0]\" to=\"lonely\"") FLAGGED ("p", "p"))), HD_PROBLEM_NO_ROUTE, "lonely" },
  { "no-route-home", GRAPH (LOOP ("<vertex id=\"B\" kind=\"compute\" access=\"1 B\" place=\"lonely\" start=\"true\"/>" FLAGGED ("B", "B"))),
    HD_PROBLEM_NO_ROUTE, "“B”" },
  { "no-route-net", GRAPH (LOOP (COMM ("p", "from=\"x[0]\" to=\"m\" net=\"L\"") FLAGGED ("p", "p"))), HD_PROBLEM_NO_ROUTE, "“p”" },
  { "unknown-class", GRAPH (LOOP (COMM ("p", "from=\"x[0]\" to=\"m\" net=\"J\"") FLAGGED ("p", "p"))), HD_PROBLEM_UNKNOWN_NAME, "J" },
  { "unknown-place", GRAPH ("<vertex id=\"A\" kind=\"compute\" place=\"y\" start=\"true\"/>" FLAGGED ("A", "A")), HD_PROBLEM_UNKNOWN_NAME, "y" },
  { "no-place", GRAPH ("<vertex id=\"A\" kind=\"compute\" start=\"true\"/>" FLAGGED ("A", "A")), HD_PROBLEM_MISSING_ATTRIBUTE, "“A”" },
  { "work-on-switch", GRAPH ("<vertex id=\"A\" kind=\"compute\" place=\"s\" start=\"true\"/>" FLAGGED ("A", "A")), HD_PROBLEM_KIND, "“A”" },
  { "home-no-memory", GRAPH (LOOP ("<vertex id=\"B\" kind=\"compute\" access=\"1 B\" place=\"x[0]\" home=\"x[1]\" start=\"true\"/>" FLAGGED ("B", "B"))),
    HD_PROBLEM_KIND, "x[1]" },
  { "homeless", GRAPH (LOOP ("<vertex id=\"B\" kind=\"compute\" access=\"1 B\" place=\"homeless\" start=\"true\"/>" FLAGGED ("B", "B"))),
    HD_PROBLEM_UNKNOWN_NAME, "homeless" },
  { "overflow", GRAPH ("<vertex id=\"A\" kind=\"compute\" place=\"x[0]\" resident=\"2 GB\" start=\"true\"/>" FLAGGED ("A", "A")),
    HD_PROBLEM_MEMORY_OVERFLOW, "needs 2 GB, but its memory holds 1 GB" },
  { "overflow-of-two", PLATFORM "<workload type=\"graph\" on=\"both\"><vertex id=\"A\" kind=\"compute\" resident=\"600 MB\" start=\"true\"/>" FLAGGED ("A", "A")
                       "</workload>", HD_PROBLEM_MEMORY_OVERFLOW, "1.2 GB" },
  { "group-twice", GRAPH (LOOP (COMM ("p", "operation=\"all-reduce\" members=\"x[0] x[0]\"") FLAGGED ("p", "p"))), HD_PROBLEM_GROUP, "x[0]" },
  { "group-none", GRAPH (LOOP (COMM ("p", "operation=\"all-reduce\"") FLAGGED ("p", "p"))), HD_PROBLEM_GROUP, "“p”" },
  { "group-switch", GRAPH (LOOP (COMM ("p", "from=\"x[0]\" to=\"s\"") FLAGGED ("p", "p"))), HD_PROBLEM_KIND, "“p”" },
  { "unknown-operation", GRAPH (LOOP (COMM ("p", "operation=\"all-reduce\" algorithm=\"magic\" members=\"x[*]\"") FLAGGED ("p", "p"))),
    HD_PROBLEM_VALUE, "magic" },
  { "duplicate", GRAPH (LOOP (VERTEX ("A", ""))), HD_PROBLEM_DUPLICATE, "A" },
  { "unknown-vertex", GRAPH (LOOP (EDGE ("A", "B"))), HD_PROBLEM_UNKNOWN_NAME, "B" },
  { "negative-work", GRAPH (LOOP ("<vertex id=\"B\" kind=\"compute\" work=\"-5 FLOP\" place=\"x[0]\"/>" EDGE ("A", "B"))), HD_PROBLEM_VALUE, "work" },
  { "work-without-unit", GRAPH (LOOP ("<vertex id=\"B\" kind=\"compute\" work=\"5\" place=\"x[0]\"/>" EDGE ("A", "B"))), HD_PROBLEM_DIMENSION, "work" },
  { "unknown-type", PLATFORM "<workload type=\"knitting\"/>", HD_PROBLEM_UNKNOWN_TYPE, "knitting" },
  { "llama-without-members", PLATFORM "<workload type=\"llama2-13b\"/>", HD_PROBLEM_MISSING_ATTRIBUTE, "on" },
  { "llama-half-batch", PLATFORM "<workload type=\"llama2-13b\" on=\"both\" batch=\"1.5\"/>", HD_PROBLEM_VALUE, "batch" },
  { "llama-ring", PLATFORM "<workload type=\"llama2-13b\" on=\"both\" ring=\"square\"/>", HD_PROBLEM_VALUE, "square" },
  { "drain-twice", PLATFORM "<workload type=\"graph\" stop=\"drain\">" VERTEX ("A", "start=\"true\"") "</workload><run iterations=\"2\"/>",
    HD_PROBLEM_VALUE, "drain" },
};

static void
test_case (gconstpointer data)
{
  const Case *fault = data;
  g_autoptr (Fixture) self = fixture_new (fault->body, NULL);

  g_assert_null (self->execution);
  g_assert_error (self->error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_true (fixture_has_problem (self, fault->code, fault->words));
  for (guint i = 0; i < hd_problem_list_get_length (self->problems); i++)
    g_assert_cmpstr (hd_problem_list_get (self->problems, i)->file, ==, "test.heddle");
}

/* B13: elaboration refuses it first; an execution would too. */
static void
test_no_iterations (void)
{
  const char *const settings[] = { "run:iterations=0", NULL };
  g_autoptr (Fixture) refused = fixture_new (GRAPH (LOOP ("")), settings);
  g_autoptr (Fixture) good = fixture_new (GRAPH (LOOP ("")), NULL);
  HdRunSettings run;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (refused->error);
  g_assert_no_error (good->error);
  run = *hd_design_get_run_settings (good->design);
  run.iterations = 0;
  design = hd_design_with_settings (good->design, &run);
  g_assert_null (hd_execution_new (design, NULL, good->problems, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_true (fixture_has_problem (good, HD_PROBLEM_VALUE, "iterations"));
}

/* A good graph has no problems, and what a flag permits is permitted. */
static void
test_good (void)
{
  g_autoptr (Fixture) self = fixture_new (GRAPH (LOOP (VERTEX ("B", "") VERTEX ("C", "") EDGE ("A", "B") EDGE ("B", "C") FLAGGED ("C", "B"))), NULL);

  g_assert_no_error (self->error);
  g_assert_nonnull (self->execution);
  g_assert_false (hd_problem_list_has_errors (self->problems));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/workload/checks/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/engine/workload/checks/no-iterations", test_no_iterations);
  g_test_add_func ("/engine/workload/checks/good", test_good);
  return g_test_run ();
}
