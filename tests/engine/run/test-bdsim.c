/* test-bdsim.c: BDSim's two text files, and the projects after it, run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: an imported mesh runs with the digest of the project of the same mesh, written and read back too; a fault is told with file and line. The
 * shipped projects have the numbers that projects/bdsim/README.md states, within its tolerances.
 */
#include <string.h>

#include "run-fixture.h"

static HdRecord *
run_document (HdDocument *document,
              const char *const *settings)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_autoptr (HdRun) run = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (warnings[0], ==, NULL);
  run = hd_run_new (design, NULL);
  hd_run_set_speed (run, 0);
  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  return hd_record_ref (hd_run_get_record (run));
}

static HdRecord *
run_project (const char *name,
             const char *const *settings)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "bdsim", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);

  g_assert_no_error (error);
  return run_document (document, settings);
}

/* ---- import ------------------------------------------------------------------------------------------------------- */

static void
test_import (void)
{
  const char *const native_settings[] = { "$load=12", "$packets=200", NULL };
  const char *const settings[] = { "run:partitions=1", NULL };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "bdsim", "mesh.topology", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) imported = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdDocument) again = NULL;
  g_autoptr (HdRecord) first = NULL;
  g_autoptr (HdRecord) second = NULL;
  g_autoptr (HdRecord) native = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
  text = hd_document_to_string (imported, NULL);
  again = hd_document_load_from_data (text, -1, "again.heddle", problems, &error);
  g_assert_no_error (error);

  first = run_document (imported, settings);
  second = run_document (again, settings);
  native = run_project ("mesh-4x4.heddle", native_settings);
  {
    g_autofree char *a = hd_record_dup_digest (first);
    g_autofree char *b = hd_record_dup_digest (second);
    g_autofree char *c = hd_record_dup_digest (native);

    g_assert_cmpstr (a, ==, c);
    g_assert_cmpstr (b, ==, c);
  }
}

static char *
convert (const char *topology,
         const char *parameters,
         GError **error)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);

  return hd_bdsim_convert (catalog, topology, strlen (topology), "t", parameters, parameters != NULL ? strlen (parameters) : 0, "p", error);
}

static void
check_fault (const char *topology,
             const char *parameters,
             const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (topology, parameters, &error);

  g_assert_null (project);
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, message);
}

#define TOPOLOGY "bdsim-topology 1\nlibrary noc noc.so\ninst r[0..3] noc.Router\n"
#define PARAMETER "bdsim-parameter 1\n"

static void
test_import_faults (void)
{
  check_fault ("", NULL, "t:1: the first line must be “bdsim-topology 1”");
  check_fault ("bdsim-topology 2", NULL, "t:1: the first line must be “bdsim-topology 1”");
  check_fault (TOPOLOGY "inst r noc.Core", NULL, "t:4: “r” is there twice");
  check_fault (TOPOLOGY "inst c cpu.Core", NULL, "t:4: no library line names “cpu”");
  check_fault (TOPOLOGY "\n# x\ninst b noc.Bus", NULL, "t:6: the kind “Bus” is unknown: there is no type manycore.bus");
  check_fault (TOPOLOGY "inst b noc.Ruoter", NULL,
               "t:4: the kind “Ruoter” is unknown: there is no type manycore.ruoter (Did you mean “router”?)");
  check_fault (TOPOLOGY "inst q[1..3] noc.Router", NULL, "t:4: the range 1..3 does not begin at 0");
  check_fault (TOPOLOGY "inst q[0..3][0..1][0..1][0..1] noc.Router", NULL, "t:4: more than 3 ranges");
  check_fault (TOPOLOGY "inst q[0..99999999] noc.Router", NULL, "t:4: “99999999” is not a whole number from 0 to 16777215");
  check_fault (TOPOLOGY "inst rx noc.Router\nlink r[0].up <-> ry.down", NULL, "t:5: no inst line names “ry” (Did you mean “r”?)");
  check_fault (TOPOLOGY "link r[0].up -> r[1].down", NULL, "t:4: a link of one direction; Heddle's links carry both: write <->");
  check_fault (TOPOLOGY "link r[0] <-> r[1].down", NULL, "t:4: “r[0]” is not COMPONENT[INDEX].PORT");
  check_fault (TOPOLOGY "link r[0].up <-> r[1].down latency -1", NULL,
               "t:4: “link r[0].up <-> r[1].down latency -1” is not a library, inst, link or fs line");
  check_fault (TOPOLOGY "for i 3..2 link r[i].up <-> r[i].down", NULL, "t:4: the range 3..2 is empty");
  check_fault (TOPOLOGY "for i 0..1 inst c noc.Core", NULL, "t:4: “inst c noc.Core” is not a link line: only these have ranges");
  check_fault (TOPOLOGY "fs auto 0", NULL, "t:4: there may be 1 to 1024 partitions");
  check_fault (TOPOLOGY "wire r", NULL, "t:4: “wire r” is not a library, inst, link or fs line");
  check_fault (TOPOLOGY "fs 0 = r[0..1]\nfs 1 = r[1..3]", NULL, "t:5: members of “r[1..3]” are in partition 0 already (line 4)");
  check_fault (TOPOLOGY "fs 0 = r[0..1]", NULL, "t:3: not every member of “r” is in a partition");
  check_fault (TOPOLOGY "fs 5000 = r[*]", NULL, "t:4: partition 5000 is beyond the last possible one, 1023");
  check_fault (TOPOLOGY "# \x05 in a comment\nlink r[\x05].up <-> r[1].down", NULL, "t:5: there is the control character U+0005");
  check_fault (TOPOLOGY "link r[\xef\xbf\xbe].up <-> r[1].down", NULL, "t:4: there is the control character U+FFFE");
  check_fault (TOPOLOGY, PARAMETER "for i 0..4 r[i].x = i", "p:2: “i” goes to 4; “r” ends at 3");
  check_fault (TOPOLOGY, PARAMETER "r[7].x = 1", "p:2: “7” goes to 7; “r” ends at 3");
  check_fault (TOPOLOGY, PARAMETER "r.x = 1", "p:2: “r” has 1 dimensions, not 0");
  check_fault (TOPOLOGY, PARAMETER "r[0]x = 1", "p:2: “r[0]x = 1” is not COMPONENT[INDEX].PARAMETER = VALUE");
  check_fault (TOPOLOGY, PARAMETER "for i 0..3 r[i].x = j", "p:2: “j” is no range of this line");
  check_fault (TOPOLOGY, PARAMETER "default Router.dept = 1", "p:2: Router has no parameter “dept” (Did you mean “depth”?)");
  check_fault (TOPOLOGY, PARAMETER "\nr[0].dpeth = 1", "p:3: Router has no parameter “dpeth” (Did you mean “depth”?)");
  check_fault (TOPOLOGY, PARAMETER "default Router.channels = 9", "p:2: “channels” is 9; it must be between 1 and 8");
}

static void
check_problem (const char *topology,
               const char *said)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (topology, NULL, &error);
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  document = hd_document_load_from_data (project, -1, "t", problems, &error);
  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, NULL);
  g_assert_null (design);
  text = hd_problem_to_string (hd_problem_list_get (problems, 0));
  g_assert_cmpstr (text, ==, said);
}

/* What the checks of a project find is told with the line of the topology. */
static void
test_import_lines (void)
{
  check_problem (TOPOLOGY "\n# nothing\nlink r[0].up <-> r[1].down\nlink r[0].upp <-> r[1].left\n",
                 "t:7: error: r[0].upp--r[1].left.from: “r[0].upp”: “r” is of the type manycore.router, which has no port “upp”. (Did you mean “up”?)");
  check_problem (TOPOLOGY "link r[0].up <-> r[1].down\nlink r[0].left <-> r[1].down\n",
                 "t:3: error: r: Port “down” of “r[1]” has 2 links; it takes 1 (They lead to “r[0].up” and “r[0].left”)");
}

/* A single member differs, and a few; a unit is added where one is due; partitions by hand. */
static void
test_import_members (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (TOPOLOGY "inst c[0..3] noc.Cache\nfs 0 = r[0..1] c[*]\nfs 1 = r[2..3]\n",
                                      PARAMETER "r[2].depth = 9\nfor q 0..1 r[q].depth = q + 1\ndefault Router.depth = 4k\n"
                                                "for q 0..3 c[q].size = 16k + q * 1k ; c[q].ways = 2",
                                      &error);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (project, "depth=\"if ((i &gt;= 0) * (i &lt;= 1), i + 1, if ((i == 2), 9, 4e3))\""));
  g_assert_nonnull (strstr (project, "size=\"(16e3 + i * 1e3) * 1 B\" ways=\"2\""));
  g_assert_nonnull (strstr (project, "partition=\"if ((i &gt;= 0) * (i &lt;= 1), 0, 1)\""));
  g_assert_nonnull (strstr (project, "partition=\"0\""));
  g_assert_nonnull (strstr (project, "<run sync=\"request\" partitions=\"2\"/>"));
}

/* ---- projects ----------------------------------------------------------------------------------------------------- */

static void
test_meshes (void)
{
  const char *const small[] = { "$load=12", "$packets=2000", NULL };
  const char *const load[] = { "$load=110", "$packets=20000", NULL };
  const char *const narrow[] = { "$load=110", "$width=1", "$packets=2000", NULL };
  const char *const wide[] = { "$columns=8", "$rows=8", "$load=3", "$packets=50", NULL };
  g_autoptr (HdRecord) a = run_project ("mesh-4x4.heddle", small);
  g_autoptr (HdRecord) b = run_project ("mesh-4x4.heddle", load);
  g_autoptr (HdRecord) c = run_project ("mesh-4x4.heddle", narrow);
  g_autoptr (HdRecord) d = run_project ("mesh-32x32.heddle", wide);

  g_assert_cmpfloat (ABS (run_fixture_get_metric (a, "vcore.hops") - 2.5), <, 0.02);
  g_assert_cmpfloat (ABS (run_fixture_get_metric (a, "vcore.latency") - 8), <, 0.1);
  g_assert_cmpfloat (run_fixture_get_metric (b, "vcore.received") / run_fixture_get_metric (b, "vcore.last"), >, 106);
  g_assert_cmpfloat (run_fixture_get_metric (c, "vcore.received") / run_fixture_get_metric (c, "vcore.last"), <, 16);
  g_assert_cmpfloat (run_fixture_get_metric (d, "vcore.received"), ==, 64 * 50);
}

static void
test_mact (void)
{
  static const struct { const char *program, *active; double requests, least, most; } programs[] = {
    { "$program=search", "$active=13", 1.615, 1.5, 3 },
    { "$program=word-count", "$active=15", 1.559, 1.5, 3 },
    { "$program=tera-sort", "$active=88", 1.300, 0.98, 1.10 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      const char *const without_settings[] = { programs[i].program, programs[i].active, "$mact=0", "$accesses=1500", NULL };
      const char *const settings[] = { programs[i].program, programs[i].active, "$mact=1", "$accesses=1500", NULL };
      g_autoptr (HdRecord) without = run_project ("mact-128-cores.heddle", without_settings);
      g_autoptr (HdRecord) with = run_project ("mact-128-cores.heddle", settings);
      double requests = run_fixture_get_metric (without, "mcu.requests") / run_fixture_get_metric (with, "mcu.requests");
      double speed_up = run_fixture_get_metric (without, "vcore.last") / run_fixture_get_metric (with, "vcore.last");

      g_assert_cmpfloat (run_fixture_get_metric (with, "vcore.received"), ==, run_fixture_get_metric (without, "vcore.received"));
      g_assert_cmpfloat (ABS (requests / programs[i].requests - 1), <, 0.1);
      g_assert_cmpfloat (speed_up, >, programs[i].least);
      g_assert_cmpfloat (speed_up, <, programs[i].most);
      g_assert_cmpfloat (run_fixture_get_metric (with, "vcore.latency"), >, run_fixture_get_metric (without, "vcore.latency"));
      g_assert_true ((speed_up / requests < 1) == (i == 2));
    }
}

static void
test_chip (void)
{
  const char *const settings[] = { "$columns=4", "$rows=4", "$instructions=2000", NULL };
  g_autoptr (HdRecord) record = run_project ("system-1024-cores.heddle", settings);
  g_autoptr (HdRecord) again = run_project ("system-1024-cores.heddle", settings);
  g_autofree char *a = hd_record_dup_digest (record);
  g_autofree char *b = hd_record_dup_digest (again);

  g_assert_cmpfloat (run_fixture_get_metric (record, "core.instructions"), ==, 32000);
  g_assert_cmpfloat (run_fixture_get_metric (record, "cache.accesses"), ==, run_fixture_get_metric (record, "core.accesses"));
  g_assert_cmpfloat (ABS (32000 / run_fixture_get_metric (record, "core.accesses") - 3.3), <, 0.2);
  g_assert_cmpstr (a, ==, b);
  g_assert_cmpuint (hd_record_get_n_series (record), ==, 4);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/run/bdsim/import", test_import);
  g_test_add_func ("/engine/run/bdsim/import-members", test_import_members);
  g_test_add_func ("/engine/run/bdsim/import-lines", test_import_lines);
  g_test_add_func ("/engine/run/bdsim/import-faults", test_import_faults);
  g_test_add_func ("/engine/run/bdsim/meshes", test_meshes);
  g_test_add_func ("/engine/run/bdsim/mact", test_mact);
  g_test_add_func ("/engine/run/bdsim/chip", test_chip);
  return g_test_run ();
}
