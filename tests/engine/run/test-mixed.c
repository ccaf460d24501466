/* test-mixed.c: work beside components that act, in one run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A mesh of four routers with a virtual core each, and a ring all-reduce among the cores, or among accelerators drawn beside them.
 *
 * Invariants: at each fidelity both are there: every link carries what it carries for the one alone and for the other alone, probes of both have
 * samples, and neither's figures change; results do not depend on partitions; work that ends before components do ends the run at the same time
 * whatever the partitions; a run that goes by steps ends as one that does not; what cannot be measured is told.
 */
#include <string.h>

#include "hd-engine.h"
#include "hd-record-private.h"
#include "run-fixture.h"

#define US (HD_TICKS_PER_SECOND / 1000000)
#define MESH(load) \
  "<heddle version=\"1\" name=\"mixed\">" \
  "<link-class id=\"link\" bandwidth=\"128 GB/s\" latency=\"1 ns\" sharing=\"split\"/><top>" \
  "<component id=\"r\" type=\"manycore.router\" count=\"2 x 2\" index=\"row column\" column=\"column\" row=\"row\"/>" \
  "<component id=\"v\" type=\"manycore.vcore\" count=\"2 x 2\" index=\"row column\" number=\"row * 2 + column\" column=\"column\" row=\"row\" " \
  "mesh-columns=\"2\" mesh-rows=\"2\" " load "/>" \
  "<link id=\"across\" from=\"r[i][j].right\" to=\"r[i][j + 1].left\" class=\"link\"/>" \
  "<link id=\"down\" from=\"r[i][j].down\" to=\"r[i + 1][j].up\" class=\"link\"/>" \
  "<link id=\"local\" from=\"r[i][j].core\" to=\"v[i][j].net\" class=\"link\"/>" \
  "<component id=\"h\" type=\"fabric.host\" count=\"4\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link id=\"up\" from=\"h[i].port\" to=\"s.port[i]\" class=\"link\"/></top>" \
  "<communicators><communicator id=\"cores\" members=\"v[*][*]\"/><communicator id=\"hosts\" members=\"h[*]\"/></communicators>"
#define SOME "rate=\"0.2\" count-limit=\"20\""
#define NONE "rate=\"0\" count-limit=\"1\""
#define ENDLESS "rate=\"0.2\" count-limit=\"0\""
#define WORK(members) "<workload type=\"collective\" on=\"" members "\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"250 kB\"/>"
#define PROBES \
  "<probes><probe of=\"local[0].utilisation\"/><probe of=\"up[0].rate\"/><probe of=\"v[0][0].latency\"/></probes>"
#define RUN(fidelity) "<run fidelity=\"" fidelity "\" iterations=\"1\" packet-size=\"16 kB\"/></heddle>"

/* ---- both -------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *both, *components, *work;
} Case;

#define CASE(fidelity, members) \
  { MESH (SOME) WORK (members) PROBES RUN (fidelity), MESH (SOME) PROBES RUN (fidelity), \
    MESH (NONE) WORK (members) PROBES RUN (fidelity) }

static const Case flow_beside = CASE ("flow", "hosts"), flow_among = CASE ("flow", "cores");
static const Case packet_beside = CASE ("packet", "hosts"), packet_among = CASE ("packet", "cores");

static void
test_sums (gconstpointer data)
{
  const Case *given = data;
  g_autoptr (HdRecord) both = run_fixture_record (given->both, NULL);
  g_autoptr (HdRecord) components = run_fixture_record (given->components, NULL);
  g_autoptr (HdRecord) work = run_fixture_record (given->work, NULL);
  guint n_links = hd_design_get_n_links (hd_record_get_design (both));

  for (guint32 l = 0; l < n_links; l++)
    for (guint way = 0; way < 2; way++)
      {
        double sum = hd_record_read_link (components, l, 0, HD_TIME_MAX).ways[way].amount + hd_record_read_link (work, l, 0, HD_TIME_MAX).ways[way].amount;

        g_assert_cmpfloat_with_epsilon (hd_record_read_link (both, l, 0, HD_TIME_MAX).ways[way].amount, sum, 1e-6 * sum + 1e-9);
      }
  g_assert_cmpfloat (hd_record_read_link (both, 0, 0, HD_TIME_MAX).amount, >, 0);
  g_assert_cmpfloat (run_fixture_get_metric (both, "time_total"), ==, run_fixture_get_metric (work, "time_total"));
  g_assert_cmpfloat (run_fixture_get_metric (both, "vcore.latency"), ==, run_fixture_get_metric (components, "vcore.latency"));
  for (guint i = 0; i < hd_record_get_n_series (both); i++)
    g_assert_cmpuint (hd_record_get_n_samples (both, i), >, 0);
}

/* A component may be called as anything is within. */
static void
test_names (gconstpointer data)
{
  const char *fidelity = data;
  g_autofree char *text = g_strdup_printf ("<heddle version=\"1\" name=\"names\"><link-class id=\"link\" bandwidth=\"128 GB/s\" latency=\"1 ns\" sharing=\"split\"/><top>"
                                           "<component id=\"workload\" type=\"manycore.router\"/><component id=\"collectives\" type=\"manycore.router\"/>"
                                           "<link from=\"workload.right\" to=\"collectives.left\" class=\"link\"/>"
                                           "<component id=\"h\" type=\"fabric.host\" count=\"2\"/><link from=\"h[0].port\" to=\"h[1].port\" class=\"link\"/></top>"
                                           "<communicators><communicator id=\"hosts\" members=\"h[*]\"/></communicators>"
                                           WORK ("hosts") "<run fidelity=\"%s\" iterations=\"1\"/></heddle>", fidelity);
  g_autoptr (HdRecord) record = run_fixture_record (text, NULL);

  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), >, 0);
}

/* ---- what is said ---------------------------------------------------------------------------------------------------- */

static gboolean
is_told (const char *project,
         HdProblemCode code,
         const char *words)
{
  g_autoptr (HdRun) self = run_fixture_run (project, NULL, NULL);
  HdProblemList *problems = hd_run_get_problems (self);

  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      g_assert_cmpuint (problem->object_uid, !=, 0); /* it leads somewhere */
      if (problem->code == code && strstr (problem->message, words) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Two on one link know nothing of each other, and a probe of what nobody measures has no values: neither goes without a word. */
static void
test_told (void)
{
  const char *queue = "<probes><probe of=\"up[0].queue\"/></probes>";
  const char *buffers = "<probes><probe of=\"s.buffers\"/><probe of=\"s.no-credit\"/></probes>";
  g_autofree char *flows = g_strconcat (MESH (SOME) WORK ("hosts"), queue, RUN ("flow"), NULL);
  g_autofree char *switches = g_strconcat (MESH (SOME) WORK ("hosts"), buffers, RUN ("packet"), NULL);
  g_autofree char *routers = g_strconcat (MESH (SOME) WORK ("hosts"), buffers, RUN ("flit"), NULL);
  g_autofree char *packets = g_strconcat (MESH (SOME) WORK ("hosts"), queue, RUN ("packet"), NULL);

  g_assert_true (is_told (flow_among.both, HD_PROBLEM_VALUE, "neither slowed the other"));
  g_assert_true (is_told (packet_among.both, HD_PROBLEM_VALUE, "neither slowed the other"));
  g_assert_false (is_told (packet_beside.both, HD_PROBLEM_VALUE, "neither slowed the other"));
  g_assert_false (is_told (flow_beside.both, HD_PROBLEM_VALUE, "neither slowed the other"));
  g_assert_true (is_told (flow_beside.components, HD_PROBLEM_NO_EFFECT, "have no size"));
  g_assert_false (is_told (flow_beside.both, HD_PROBLEM_NO_EFFECT, ""));
  g_assert_true (is_told (flows, HD_PROBLEM_NO_EFFECT, "only packets of work queue"));
  g_assert_true (is_told (switches, HD_PROBLEM_NO_EFFECT, "only routers tell it"));
  g_assert_false (is_told (routers, HD_PROBLEM_NO_EFFECT, ""));
  g_assert_false (is_told (packets, HD_PROBLEM_NO_EFFECT, ""));
}

/* Collectives by agents wait for a barrier before each repeat, which is no time of theirs: not beside components either, where the record goes on; nor beside
 * other work, unless that goes on in the meantime. */
#define ALONE \
  "<heddle version=\"1\" name=\"alone\"><link-class id=\"link\" bandwidth=\"128 GB/s\" latency=\"1 ns\" sharing=\"split\"/><top>" \
  "<component id=\"h\" type=\"fabric.host\" count=\"4\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link id=\"up\" from=\"h[i].port\" to=\"s.port[i]\" class=\"link\"/></top>" \
  "<communicators><communicator id=\"hosts\" members=\"h[*]\"/></communicators>"

static double
get_total (const char *system,
           const char *work,
           const char *run)
{
  g_autofree char *project = g_strconcat (system, work, run, "</heddle>", NULL);
  g_autoptr (HdRecord) record = run_fixture_record (project, NULL);

  return run_fixture_get_metric (record, "time_total");
}

static void
test_total (gconstpointer fidelity)
{
  static const char *const works[] = {
    WORK ("hosts"),
    "<workload type=\"collective\" on=\"hosts\" operation=\"all-reduce\" algorithm=\"k-ary\" bytes=\"8 B\"/>",
    "<workload type=\"collective\" on=\"hosts\" operation=\"broadcast\" algorithm=\"binomial\" bytes=\"8 B\"/>" WORK ("hosts"),
    "<workload type=\"traffic\" on=\"hosts\" pattern=\"uniform\" load=\"0.1\" bytes=\"64 B\" warm-up=\"0 s\" measure=\"300 ns\" after=\"stop\"/>",
    "<workload type=\"traffic\" on=\"hosts\" pattern=\"uniform\" load=\"0.1\" bytes=\"64 B\" warm-up=\"0 s\" measure=\"300 ns\" after=\"stop\"/>" WORK ("hosts"),
  };
  static const char *const repeats[] = { "1", "3" };

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    for (guint k = 0; k < G_N_ELEMENTS (repeats); k++)
      {
        g_autofree char *run = g_strdup_printf ("<run fidelity=\"%s\" iterations=\"%s\" packet-size=\"16 kB\"/>", (const char *) fidelity, repeats[k]);
        double alone, beside;

        if (g_str_equal (fidelity, "flow") && i > 0)
          continue; /* trees and traffic go packet by packet */
        alone = get_total (ALONE, works[i], run);
        beside = get_total (MESH (SOME), works[i], run);
        g_test_message ("%s, work %u, %s times: %.12g s alone, %.12g s beside components", (const char *) fidelity, i, repeats[k], alone, beside);
        g_assert_cmpfloat (alone, >, 0);
        g_assert_cmpfloat (beside, ==, alone);
      }
}

/* ---- partitions ------------------------------------------------------------------------------------------------------ */

static const char *const divided[][4] = {
  { "run:partitions=1", NULL },
  { "run:partitions=2", "run:sync=window", NULL },
  { "run:partitions=4", "run:sync=request", "run:threads=2", NULL },
  { "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
};

static void
test_partitions (gconstpointer project)
{
  g_autofree char *expected = NULL;
  guint64 n_events = 0;
  HdTime end = 0;

  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (HdRecord) record = run_fixture_record (project, divided[i]);
      g_autofree char *digest = hd_record_dup_digest (record);
      HdCounters counters;

      hd_record_get_counters (record, &counters);
      if (i > 0)
        {
          g_assert_cmpuint (counters.events, ==, n_events);
          g_assert_cmpstr (digest, ==, expected);
          g_assert_cmpint (hd_record_get_time (record), ==, end);
        }
      else
        {
          expected = g_strdup (digest);
          n_events = counters.events;
          end = hd_record_get_time (record);
        }
    }
}

/* Components that would go on for ever: the run ends within a 64th of the end of the work, or a microsecond, and another until a collective's clock
 * has heard of it; that before it begins is no time of the work. */
static void
test_end (gconstpointer project)
{
  g_autoptr (HdRecord) record = run_fixture_record (project, NULL);
  HdTime work = (HdTime) (run_fixture_get_metric (record, "time_total") * HD_TICKS_PER_SECOND);
  HdTime end = hd_record_get_time (record);

  g_assert_cmpint (end, >=, work);
  g_assert_cmpint (end, <=, work + MAX (work / 64, 3 * US));
  test_partitions (project);
}

/* With a time that is stated they go on to there, whether the work is done or not; without one it is told that they were stopped. */
static void
test_until (gconstpointer project)
{
  static const char *const until[] = { "run:until=50 us", NULL };
  g_autoptr (HdRun) self = run_fixture_run (project, NULL, NULL);
  g_autoptr (HdRecord) whole = run_fixture_record (project, until);
  HdProblemList *problems = hd_run_get_problems (self);

  g_assert_cmpint (hd_record_get_time (whole), ==, 50 * US);
  g_assert_cmpfloat (run_fixture_get_metric (whole, "time_total"), <, 20e-6);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, "were stopped with it"));
}

/* ---- steps ----------------------------------------------------------------------------------------------------------- */

static void
test_steps (gconstpointer project)
{
  static const HdStep step = HD_STEP_EVENT;
  g_autoptr (HdRecord) whole = run_fixture_record (project, NULL);
  g_autoptr (HdDesign) design = run_fixture_design (project, NULL);
  g_autoptr (HdRecord) record = _hd_record_new (design);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HdEngine *engine = hd_engine_new (design, NULL, record);
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = hd_record_dup_digest (whole);
  g_autofree char *digest = NULL;
  guint n_steps = 0;

  g_assert_true (hd_engine_prepare (engine, problems, NULL, &error));
  g_assert_no_error (error);
  while (hd_engine_advance (engine, HD_TIME_MAX, &step, &error) == HD_ENGINE_REACHED)
    n_steps++;
  g_assert_no_error (error);
  g_assert_cmpuint (n_steps, >, 10);
  g_assert_true (hd_engine_finish (engine, FALSE, 0, NULL));
  digest = hd_record_dup_digest (record);
  g_assert_cmpstr (digest, ==, expected);
  g_assert_cmpint (hd_record_get_time (record), ==, hd_record_get_time (whole));
  for (guint32 l = 0; l < hd_design_get_n_links (design); l++)
    g_assert_cmpfloat (hd_record_read_link (record, l, 0, HD_TIME_MAX).amount, ==, hd_record_read_link (whole, l, 0, HD_TIME_MAX).amount);
  hd_engine_free (engine);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/run/mixed/flow/beside", &flow_beside, test_sums);
  g_test_add_data_func ("/engine/run/mixed/flow/among", &flow_among, test_sums);
  g_test_add_data_func ("/engine/run/mixed/packet/beside", &packet_beside, test_sums);
  g_test_add_data_func ("/engine/run/mixed/packet/among", &packet_among, test_sums);
  g_test_add_data_func ("/engine/run/mixed/flow/names", "flow", test_names);
  g_test_add_data_func ("/engine/run/mixed/packet/names", "packet", test_names);
  g_test_add_func ("/engine/run/mixed/told", test_told);
  g_test_add_data_func ("/engine/run/mixed/flow/total", "flow", test_total);
  g_test_add_data_func ("/engine/run/mixed/packet/total", "packet", test_total);
  g_test_add_data_func ("/engine/run/mixed/flit/total", "flit", test_total);
  g_test_add_data_func ("/engine/run/mixed/flow/partitions", MESH (SOME) WORK ("hosts") RUN ("flow"), test_partitions);
  g_test_add_data_func ("/engine/run/mixed/packet/partitions", MESH (SOME) WORK ("cores") RUN ("packet"), test_partitions);
  g_test_add_data_func ("/engine/run/mixed/flow/end", MESH (ENDLESS) WORK ("hosts") RUN ("flow"), test_end);
  g_test_add_data_func ("/engine/run/mixed/packet/end", MESH (ENDLESS) WORK ("hosts") RUN ("packet"), test_end);
  g_test_add_data_func ("/engine/run/mixed/flow/until", MESH (ENDLESS) WORK ("hosts") RUN ("flow"), test_until);
  g_test_add_data_func ("/engine/run/mixed/packet/until", MESH (ENDLESS) WORK ("hosts") RUN ("packet"), test_until);
  g_test_add_data_func ("/engine/run/mixed/flow/steps", MESH (SOME) WORK ("hosts") RUN ("flow"), test_steps);
  g_test_add_data_func ("/engine/run/mixed/packet/steps", MESH (SOME) WORK ("cores") RUN ("packet"), test_steps);
  return g_test_run ();
}
