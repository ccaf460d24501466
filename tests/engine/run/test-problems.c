/* test-problems.c: every problem leads somewhere
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: for each problem code there is a project here that has it, read, validated, elaborated and run as the program does that; and whatever
 * any of these says, of this code or another, leads to an object that is in the document, or to a line of the file. Left open: that the object
 * is the one to blame, which the tests of the rooms assert.
 */
#include <glib/gstdio.h>

#include "catalog-fixture.h"
#include "run-fixture.h"

#define PROJECT(body) "<heddle version=\"1\" name=\"p\">\n" body "\n</heddle>\n"
#define CLASS "<link-class id=\"c\" bandwidth=\"1 GB/s\" latency=\"1 us\"/>\n"
#define PAIR CLASS "<top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/>\n" \
             "<link id=\"l\" from=\"a.port\" to=\"b.port\" class=\"c\"/></top>\n"
#define BOTH "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n"
#define APART CLASS "<top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/></top>\n" BOTH
#define GRAPH(vertices) PROJECT (PAIR BOTH "<workload type=\"graph\" on=\"all\">\n" vertices "\n</workload>")
#define TASK(id, rest) "<vertex id=\"" id "\" kind=\"compute\" work=\"1 GFLOP\" place=\"a\" " rest "/>\n"
/* A cache that has no memory: its core's first misses are never answered. */
#define WAITING \
  PROJECT (CLASS "<top><component id=\"core\" type=\"manycore.core\" instructions=\"1000\"/><component id=\"cache\" type=\"manycore.cache\"/>\n" \
           "<link from=\"core.cache\" to=\"cache.core\" bandwidth=\"16 GB/s\" latency=\"1 ns\"/></top>")

#define PROGRAM(file) \
  PROJECT (CLASS "<top><component id=\"p\" type=\"chiplet.process\" program=\"" file "\"/><component id=\"s\" type=\"fabric.switch\"/>\n" \
           "<link from=\"p.net\" to=\"s.port[0]\" class=\"c\"/></top>")

static const struct
{
  HdProblemCode code;
  const char *text;
} cases[] = {
  { HD_PROBLEM_SYNTAX, PROJECT ("<top/><probes><probe of=\"a[\"/></probes>") },
  { HD_PROBLEM_LIMIT, PROJECT ("<module id=\"m\"><component id=\"h\" type=\"fabric.host\" count=\"4096x16\"/></module>\n"
                               "<top><instance id=\"i\" of=\"m\" count=\"400\"/></top>") },
  { HD_PROBLEM_VERSION, "<heddle version=\"99\" name=\"p\">\n<top/></heddle>" },
  { HD_PROBLEM_UNKNOWN_ELEMENT, PROJECT ("<top><thing/></top>") },
  { HD_PROBLEM_UNKNOWN_ATTRIBUTE, PROJECT ("<top><component id=\"a\" type=\"fabric.host\" heat=\"3\"/></top>") },
  { HD_PROBLEM_MISSING_ATTRIBUTE, PROJECT ("<top><component id=\"a\"/></top>") },
  { HD_PROBLEM_VALUE, PROJECT ("<link-class id=\"c\" bandwidth=\"-1 GB/s\" latency=\"1 us\"/><top/>") },
  { HD_PROBLEM_UNIT, PROJECT ("<link-class id=\"c\" bandwidth=\"1 GX/s\" latency=\"1 us\"/><top/>") },
  { HD_PROBLEM_DIMENSION, PROJECT ("<link-class id=\"c\" bandwidth=\"1\" latency=\"1 us\"/><top/>") },
  { HD_PROBLEM_EXPRESSION, PROJECT ("<variables><variable name=\"x\" value=\"1 +\"/></variables><top/>") },
  { HD_PROBLEM_DUPLICATE, PROJECT ("<top><component id=\"a\" type=\"fabric.host\"/><component id=\"a\" type=\"fabric.host\"/></top>") },
  { HD_PROBLEM_DUPLICATE, PROJECT (CLASS "<top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/>\n"
                                   "<link id=\"l\" from=\"a.port\" to=\"b.port\" class=\"c\"/><route from=\"a\" to=\"b\" via=\"l\"/>\n"
                                   "<route from=\"a\" to=\"b\" via=\"l\"/></top>") },
  { HD_PROBLEM_UNKNOWN_NAME, PROJECT ("<top/><probes><probe of=\"nothing.busy\"/></probes>") },
  { HD_PROBLEM_UNKNOWN_TYPE, PROJECT ("<top><component id=\"a\" type=\"fabric.toaster\"/></top>") },
  { HD_PROBLEM_UNKNOWN_LIBRARY, PROJECT ("<top><component id=\"a\" type=\"kitchen.toaster\"/></top>") },
  { HD_PROBLEM_KIND, PROJECT ("<top><component id=\"s\" type=\"fabric.switch\"/></top><communicators><communicator id=\"k\" members=\"s\"/></communicators>\n"
                              "<workload type=\"graph\" on=\"k\"><vertex id=\"v\" kind=\"compute\" work=\"1 FLOP\" place=\"s\" start=\"true\"/></workload>") },
  { HD_PROBLEM_INDEX, PROJECT ("<top><component id=\"a\" type=\"fabric.host\" count=\"2\"/></top><communicators><communicator id=\"k\" members=\"a[7]\"/></communicators>") },
  { HD_PROBLEM_EMPTY_PATTERN, PROJECT ("<top/><communicators><communicator id=\"k\" members=\"\"/></communicators>") },
  { HD_PROBLEM_PORT_FULL, PROJECT (CLASS "<top><component id=\"a\" type=\"fabric.nic\" count=\"3\"/>\n"
                                   "<link from=\"a[0].eth\" to=\"a[1].eth\" class=\"c\"/><link from=\"a[0].eth\" to=\"a[2].eth\" class=\"c\"/></top>") },
  { HD_PROBLEM_PORT_DANGLING, PROJECT ("<top><component id=\"m\" type=\"manycore.mcu\"/></top>") },
  { HD_PROBLEM_LINK_ENDS, PROJECT (CLASS "<top><component id=\"s\" type=\"fabric.switch\"/><link from=\"s.port[0]\" to=\"s.port[1]\" class=\"c\"/></top>") },
  { HD_PROBLEM_MODULE_CYCLE, PROJECT ("<module id=\"m\"><instance id=\"i\" of=\"m\"/></module><top><instance id=\"i\" of=\"m\"/></top>") },
  { HD_PROBLEM_NO_ROUTE, PROJECT (APART "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" bytes=\"1 MB\"/>") },
  { HD_PROBLEM_GROUP, PROJECT (PAIR "<communicators><communicator id=\"all\" members=\"a a\"/></communicators>") },
  { HD_PROBLEM_MEMORY_OVERFLOW, PROJECT ("<top><component id=\"a\" type=\"fabric.xpu\"/></top><workload type=\"graph\">\n"
                                         TASK ("v", "start=\"true\" mode=\"local\" resident=\"1000 TB\"")
                                         "<edge from=\"v\" to=\"v\" first=\"ignore\"/></workload>") },
  { HD_PROBLEM_WORKLOAD_CYCLE, GRAPH (TASK ("v", "start=\"true\"") TASK ("w", "") "<edge from=\"v\" to=\"w\"/><edge from=\"w\" to=\"v\"/>") },
  { HD_PROBLEM_WORKLOAD_START, GRAPH (TASK ("v", "")) },
  { HD_PROBLEM_WORKLOAD_START_DEPENDENCY, GRAPH (TASK ("v", "start=\"true\"") TASK ("w", "start=\"true\"") "<edge from=\"v\" to=\"w\"/>") },
  { HD_PROBLEM_WORKLOAD_UNREACHABLE, GRAPH (TASK ("v", "start=\"true\"") TASK ("w", "")) },
  { HD_PROBLEM_WORKLOAD_NO_LOOP, PROJECT (PAIR BOTH "<workload type=\"graph\" on=\"all\">\n" TASK ("v", "start=\"true\"") TASK ("w", "")
                                          "<edge from=\"v\" to=\"w\"/></workload>\n<run iterations=\"2\"/>") },
  { HD_PROBLEM_DEADLOCK, WAITING },
  { HD_PROBLEM_NO_LOOKAHEAD,
    PROJECT ("<top><component id=\"s\" type=\"hello.pinger\" count=\"2\" partition=\"s\"/>\n"
             "<link from=\"s[0].out\" to=\"s[1].in\" bandwidth=\"1 GB/s\" latency=\"0 s\"/></top>\n<run sync=\"window\" partitions=\"2\" until=\"1 us\"/>") },
  { HD_PROBLEM_UNUSED, PROJECT ("<module id=\"m\"/><top/>") },
  { HD_PROBLEM_NO_EFFECT, PROJECT (PAIR "<run partitions=\"4\"/>") },
  { HD_PROBLEM_IMPORT, "<graphml><graph edgedefault=\"undirected\">\n<node id=\"a\"/><node id=\"b\"/>\n<edge source=\"a\" target=\"b\"/></graph></graphml>" },
  { HD_PROBLEM_PROGRAM, PROGRAM ("./nowhere") },
  { HD_PROBLEM_PERMISSION, PROGRAM ("/bin/true") },
};

/* What the program says of a file until a run of it has ended. */
static void
collect (HdDocument *document,
         HdProblemList *problems)
{
  g_autoptr (HdCatalog) catalog = catalog_fixture_new ();
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) run = NULL;

  hd_snapshot_validate (snapshot, catalog, problems);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, NULL);
  if (design == NULL || !hd_run_has_work (design))
    return;
  run = hd_run_new (design, NULL);
  hd_run_start (run);
  hd_run_wait (run, NULL);
  for (guint i = 0; i < hd_problem_list_get_length (hd_run_get_problems (run)); i++)
    hd_problem_list_take (problems, hd_problem_ref ((HdProblem *) hd_problem_list_get (hd_run_get_problems (run), i)));
}

static gboolean
leads_somewhere (HdDocument *document,
                 const HdProblem *problem)
{
  if (problem->object_uid != 0)
    return hd_document_get_object (document, problem->object_uid) != NULL;
  return problem->file != NULL && problem->line > 0;
}

static void
test_code (gconstpointer data)
{
  guint number = GPOINTER_TO_UINT (data);
  g_autofree char *directory = g_dir_make_tmp ("heddle-problems-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, cases[number].text[1] == 'g' ? "p.graphml" : "p.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = NULL;
  gboolean found = FALSE;

  g_assert_true (g_file_set_contents (path, cases[number].text, -1, NULL));
  document = hd_document_load (file, problems, NULL, &error);
  g_assert_no_error (error);
  collect (document, problems);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);
      g_autofree char *line = hd_problem_to_string (problem);

      found |= problem->code == cases[number].code;
      g_test_message ("%s: %s", hd_problem_code_nick (problem->code), line);
      if (!leads_somewhere (document, problem))
        g_test_fail_printf ("%s leads nowhere: %s", hd_problem_code_nick (problem->code), line);
    }
  if (!found)
    g_test_fail_printf ("there is no %s", hd_problem_code_nick (cases[number].code));
  g_remove (path);
  g_rmdir (directory);
}

static void
test_all (void)
{
  gboolean tested[HD_PROBLEM_N_CODES] = { FALSE };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    tested[cases[i].code] = TRUE;
  for (guint code = 0; code < HD_PROBLEM_N_CODES; code++)
    if (!tested[code])
      g_test_fail_printf ("no project here has %s", hd_problem_code_nick (code));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/problems/all", test_all);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/problems/%s/%u", hd_problem_code_nick (cases[i].code), i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_code);
    }
  return g_test_run ();
}
