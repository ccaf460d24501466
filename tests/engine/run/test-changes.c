/* test-changes.c: links that change at moments of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: times worked by hand; random drawings in which a link changes at time 0, against the same drawings with that link as it becomes; what changes
 * nothing, against the run without it; any number of partitions, against one.
 */
#include <string.h>

#include "design-fixture.h"
#include "drawing.h"
#include "run-fixture.h"

/* ---- by hand ----------------------------------------------------------------------------------------------------------------- */

/* From switch 0 to switch 1 there is a link, and a way over switch 2. */
#define TRIANGLE \
  "<heddle version=\"1\" name=\"triangle\"><variables><variable name=\"half\" value=\"0.5 ms\"/></variables>" \
  "<link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>" \
  "<link-class id=\"slow\" bandwidth=\"1 GB/s\" latency=\"10 us\" sharing=\"split\"/><top>" \
  "<component id=\"h\" type=\"fabric.host\" count=\"2\"/><component id=\"s\" type=\"fabric.switch\" count=\"3\"/>" \
  "<link id=\"host\" from=\"h[i].port\" to=\"s[i].port[0]\" class=\"l\"/><link id=\"short\" from=\"s[0].port[1]\" to=\"s[1].port[1]\" class=\"l\"/>" \
  "<link id=\"long\" from=\"s[2].port[i]\" to=\"s[i].port[2]\" for=\"i=0..1\" class=\"slow\"/></top>" \
  "<run packet-size=\"100 kB\">%s</run></heddle>"

static double
get_seconds (const char *changes,
             const char *const *settings)
{
  g_autofree char *text = g_strdup_printf (TRIANGLE, changes);
  g_autoptr (HdRun) run = run_fixture_run (text, settings, "0,1000000,h[0],h[1]\n");

  return run_fixture_get_metric (hd_run_get_record (run), "time_total");
}

/* Where the link is repaired after 700 us two packets have gone the long way, of which the first is at switch 1 after 721 us and keeps the last link busy from
 * then on.
 *
 * A megabyte takes 1 ms, and 1 us over each of three links. As a flow it has brought 497 kB after 500 us. Of ten packets of 100 us four have begun to leave
 * switch 0 by then, the fourth since 401 us; the fifth comes there at 501 us, the last at 1001 us; where it is faster they wait for the last link. */
static void
test_times (void)
{
  const struct { const char *change; const char *others[2]; double flow_us, packet_us; } cases[] = {
    { "at=\"1 s\" of=\"short.failed\" value=\"1\"", { NULL }, 1003, 1203 },
    { "at=\"$half\" of=\"short.bandwidth\" value=\"500 MB/s\"", { NULL }, 500 + 2 * 503, 501 + 6 * 200 + 1 + 100 + 1 },
    { "at=\"$half\" of=\"short.bandwidth\" value=\"2 GB/s\"", { NULL }, 1003, 1203 },
    { "at=\"$half\" of=\"class:l.bandwidth\" value=\"500 MB/s\"", { NULL }, 500 + 2 * 503, 500 + 5 * 200 + 1 + 200 + 1 + 200 + 1 },
    { "at=\"$half\" of=\"short.failed\" value=\"1\"", { NULL }, 500 + 22 + 503, 1001 + 100 + 10 + 100 + 10 + 100 + 1 },
    { "at=\"$half\" of=\"short.failed\" value=\"1\"", { "@0.7 ms short.failed=0" }, 500 + 22 + 503, 721 + 6 * 100 + 1 },
    { "at=\"$half\" of=\"short.failed\" value=\"1\"", { "long[0].failed=1", "@5 ms short.failed=0" }, 5000 + 3 + 503, 5000 + 6 * 100 + 1 + 100 + 1 },
    { "at=\"0 s\" of=\"short.failed\" value=\"1\"", { NULL }, 1022, 1322 },
    { "at=\"0 s\" of=\"short.failed\" value=\"1\"", { "long[0].failed=1", "@2 ms short.failed=0" }, 2000 + 1003, 2000 + 1203 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *change = g_strdup_printf ("<change %s/>", cases[i].change);
      const char *flow[] = { "run:fidelity=flow", cases[i].others[0], cases[i].others[0] != NULL ? cases[i].others[1] : NULL, NULL };
      const char *packet[] = { "run:fidelity=packet", cases[i].others[0], cases[i].others[0] != NULL ? cases[i].others[1] : NULL, NULL };

      g_test_message ("%s", cases[i].change);
      g_assert_cmpfloat_with_epsilon (get_seconds (change, flow), cases[i].flow_us * 1e-6, 1e-11);
      g_assert_cmpfloat_with_epsilon (get_seconds (change, packet), cases[i].packet_us * 1e-6, 1e-11);
    }
}

static char *
put_work (const char *work)
{
  g_autofree char *text = g_strdup_printf (TRIANGLE, "");
  g_autofree char *head = g_strndup (text, (gsize) (strstr (text, "<run") - text));

  return g_strconcat (head, "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>", work, "</heddle>", NULL);
}

#define RING "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 MB\"/>"

/* Two steps of 3 us and 500 us. The first has 253 us left after 250 us, the second 406 us after 600 us. What was stranded takes the short way when it is back,
 * and what goes the long way stays there. */
static void
test_steps (gconstpointer steps)
{
  const struct { const char *changes[2]; double us; } cases[] = {
    { { "@1 s short.failed=1" }, 1006 },
    { { "@250 us short.failed=1" }, 250 + 22 + 253 + 22 + 500 },
    { { "@600 us short.failed=1" }, 600 + 22 + 406 },
    { { "@250 us short.failed=1", "@600 us short.failed=0" }, 250 + 22 + 253 + 22 + 500 },
    { { "@250 us short.failed=1", "@510 us short.failed=0" }, 250 + 22 + 253 + 3 + 500 },
    { { "@250 us short.bandwidth=500 MB/s" }, 250 + 2 * 253 + 3 + 1000 },
    { { "@250 us short.bandwidth=500 MB/s", "@756 us short.bandwidth=1 GB/s" }, 250 + 2 * 253 + 3 + 500 },
  };
  g_autofree char *text = put_work (RING), *setting = g_strdup_printf ("run:steps=%s", (const char *) steps);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *settings[] = { setting, cases[i].changes[0], cases[i].changes[1], NULL };
      g_autoptr (HdRecord) record = run_fixture_record (text, settings);

      g_test_message ("%s", cases[i].changes[0]);
      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "time_total"), cases[i].us * 1e-6, 1e-11);
    }
}

/* Ten segments of 1 kB go from h[1] over three links that take 1 us for each, and 1 us of latency: the k-th is there after k + 6 us. The short way fails when two of them are on it or
 * have passed it, and is back when three have gone the long way, which takes 22 us longer; these are overtaken by all others, so that the last comes after 4 + 26 us. The second
 * repeat finds the short way. */
static void
test_overtaken (void)
{
  const char *text = "<heddle version=\"1\" name=\"pair\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/><link-class id=\"slow\" bandwidth=\"1 GB/s\" latency=\"10 us\" sharing=\"split\"/>"
                     "<top><component id=\"h\" type=\"fabric.xpu\" count=\"2\" match-time=\"0 s\" store-time=\"0 s/B\" reduce-time=\"0 s/B\"/><component id=\"s\" type=\"fabric.switch\" count=\"3\"/>"
                     "<link id=\"host\" from=\"h[i].eth\" to=\"s[i].port[0]\" class=\"l\"/><link id=\"short\" from=\"s[0].port[1]\" to=\"s[1].port[1]\" class=\"l\"/>"
                     "<link id=\"long\" from=\"s[2].port[i]\" to=\"s[i].port[2]\" for=\"i=0..1\" class=\"slow\"/></top><communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
                     "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"reduce\" algorithm=\"k-ary\" k=\"2\" bytes=\"10 kB\" repeat=\"2\"/>"
                     "<run fidelity=\"packet\" switching=\"store-and-forward\" packet-size=\"1 kB\"/></heddle>";
  const char *turned[] = { "@4.5 us short.failed=1", "@7.5 us short.failed=0", NULL };
  g_autoptr (HdRecord) record = run_fixture_record (text, turned), intact = run_fixture_record (text, NULL);

  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (intact, "it.time-most"), 15e-6, 1e-11);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "it.time-most"), 30e-6, 1e-11);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "it.time-least"), 15e-6, 1e-11);
  g_assert_cmpfloat (run_fixture_get_metric (record, "values_checked"), ==, run_fixture_get_metric (intact, "values_checked"));
}

/* What a run came to is told, with the links that became different. */
static void
test_result (void)
{
  const char *settings[] = { "@0.1 ms long[1].bandwidth=2 GB/s", "@0.2 ms class:l.bandwidth=1 GB/s", "@1 s short.failed=1", NULL };
  g_autofree char *text = g_strdup_printf (TRIANGLE, "");
  g_autoptr (HdRun) run = run_fixture_run (text, settings, "0,1000000,h[0],h[1]\n");
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable (), report = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  const char *found;

  hd_report_write (hd_run_get_record (run), HD_REPORT_JSON, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL));
  found = strstr (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), "\"changes\" : [");
  g_assert_nonnull (found);
  g_assert_nonnull (g_strstr_len (found, 600, "\"id\" : \"long[1]\""));
  g_assert_nonnull (g_strstr_len (found, 600, "\"bandwidth_bytes_per_s\" : 2000000000.0"));
  g_assert_nonnull (g_strstr_len (found, 600, "\"of\" : \"class:l.bandwidth\""));
  g_assert_null (strstr (found, "\"of\" : \"short.failed\""));
  hd_report_write (hd_run_get_record (run), HD_REPORT_TEXT, NULL, report, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_write_all (report, "", 1, NULL, NULL, NULL));
  found = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (report));
  g_assert_nonnull (strstr (found, "long[1].bandwidth = 2 GB/s, which changed 1 link\n"));
  g_assert_nonnull (strstr (found, "The run ended before short.failed = 1"));
}

/* The pair, the link and the time. */
static void
test_no_way (gconstpointer fidelity)
{
  g_autofree char *setting = g_strdup_printf ("run:fidelity=%s", (const char *) fidelity), *project = put_work (RING);
  const char *settings[] = { setting, "@1 us long[1].failed=1", "@125 us short.failed=1", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (project, settings);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_wait (design, &error);
  const HdProblem *problem;

  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, "At 0.000"));
  g_assert_nonnull (strstr (error->message, "to “h["));
  g_assert_nonnull (strstr (error->message, "2 links have failed, “short” and others"));
  problem = hd_problem_list_get (hd_run_get_problems (run), hd_problem_list_get_length (hd_run_get_problems (run)) - 1);
  g_assert_cmpint (problem->code, ==, HD_PROBLEM_NO_ROUTE);
  g_assert_cmpstr (problem->message, ==, error->message);
}

/* ---- what is refused --------------------------------------------------------------------------------------------------------- */

static void
test_refused (void)
{
  const char *body = "<link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>"
                     "<top><component id=\"h\" type=\"fabric.host\" count=\"2\"/><component id=\"m\" type=\"fabric.memory\" bandwidth=\"1 GB/s\"/>"
                     "<link id=\"up\" from=\"h[0].port\" to=\"h[1].port\" class=\"l\"/></top><run><change %s/></run>";
  const struct { const char *change; HdProblemCode code; const char *says; } cases[] = {
    { "at=\"-1 ms\" of=\"up.failed\" value=\"1\"", HD_PROBLEM_VALUE, "at" },
    { "at=\"1 GB/s\" of=\"up.failed\" value=\"1\"", HD_PROBLEM_DIMENSION, "at" },
    { "at=\"1 ms\" of=\"up.failed\" value=\"2\"", HD_PROBLEM_VALUE, "“up.failed” at 0.001 s" },
    { "at=\"1 ms\" of=\"up.bandwidth\" value=\"3 s\"", HD_PROBLEM_DIMENSION, "“up.bandwidth” at 0.001 s" },
    { "at=\"1 ms\" of=\"up.bandwidth\" value=\"0 B/s\"", HD_PROBLEM_VALUE, "“up.bandwidth” at 0.001 s" },
    { "at=\"1 ms\" of=\"down.failed\" value=\"1\"", HD_PROBLEM_UNKNOWN_NAME, "changes nothing" },
    { "at=\"1 ms\" of=\"up[\" value=\"1\"", HD_PROBLEM_SYNTAX, "" },
    { "at=\"1 ms\" of=\"up.latency\" value=\"1 us\"", HD_PROBLEM_KIND, "only the bandwidth of links" },
    { "at=\"1 ms\" of=\"run:seed\" value=\"1\"", HD_PROBLEM_KIND, "only the bandwidth of links" },
    { "at=\"1 ms\" of=\"class:l.latency\" value=\"1 us\"", HD_PROBLEM_KIND, "only the bandwidth of links" },
    { "at=\"1 ms\" of=\"m.bandwidth\" value=\"2 GB/s\"", HD_PROBLEM_KIND, "no link" },
    { "at=\"1 ms\" of=\"up.failed\"", HD_PROBLEM_MISSING_ATTRIBUTE, "value" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (body, cases[i].change);
      g_autofree char *message = fixture_problem (text, NULL, cases[i].code);

      g_test_message ("%s", message);
      g_assert_nonnull (strstr (message, cases[i].says));
    }
}

/* What is not defined ends before the run begins, and says what it is. */
static void
test_undefined (void)
{
  const struct { const char *work, *settings[3], *says; } cases[] = {
    { RING, { "run:fidelity=flit" }, "at flit fidelity" },
    { RING, { "run:fidelity=packet", "run:window=1 MB" }, "with a window" },
    { RING, { "run:fidelity=packet", "run:service=fair" }, "with fair shares" },
    { RING, { "run:fidelity=packet", "run:noise=0.1" }, "links with noise" },
    { "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"minimum-cost\" bytes=\"1 kB\"/>", { "run:fidelity=flow" }, "trees of collectives" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = put_work (cases[i].work);
      const char *settings[] = { "@1 ms short.failed=1", cases[i].settings[0], cases[i].settings[1], NULL };
      g_autoptr (HdDesign) design = run_fixture_design (text, settings);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_fixture_wait (design, &error);
      HdProblemList *problems = hd_run_get_problems (run);
      const HdProblem *problem = hd_problem_list_get (problems, hd_problem_list_get_length (problems) - 1);

      g_assert_nonnull (error);
      g_test_message ("%s", problem->message);
      g_assert_nonnull (strstr (problem->message, "“short.failed” cannot change at 0.001 s: "));
      g_assert_nonnull (strstr (problem->message, cases[i].says));
    }
}

/* ---- random drawings --------------------------------------------------------------------------------------------------------- */

static const char *const works[] = {
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"60 kB\"/>",
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"all-to-all\" bytes=\"36 kB\"/>",
  "<workload type=\"traffic\" id=\"it\" on=\"all\" load=\"0.2\" size=\"2560 B\"/>",
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"all-reduce\" algorithm=\"k-nomial\" bytes=\"20 kB\" repeat=\"3\"/>",
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"all-reduce\" algorithm=\"physical\" bytes=\"20 kB\" repeat=\"3\"/>",
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"broadcast\" algorithm=\"minimum-cost\" bytes=\"20 kB\" repeat=\"3\"/>",
};

/* Traffic and trees are work of packets. */
static const char *
get_fidelity (gconstpointer work,
              guint round)
{
  return (work == works[0] || work == works[1]) && round % 2 == 0 ? "run:fidelity=flow" : "run:fidelity=packet";
}

static HdRecord *
record (const char *text,
        const char *fidelity,
        const char *first,
        const char *second)
{
  const char *settings[] = { fidelity, "run:switching=cut-through", first, first != NULL ? second : NULL, NULL };

  if (g_str_has_suffix (fidelity, "flow"))
    settings[1] = "run:trace=h[0]";
  return run_fixture_record (text, settings);
}

/* From time 0 on it is as if it were drawn so; what says what is, or comes after the end, is as if it were not there. */
static void
test_random (gconstpointer work)
{
  guint n_changed = 0;

  for (guint round = 0; round < 8; round++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      guint link = (guint) g_test_rand_int_range (0, DRAWING_N_LINKS);
      gboolean fails = g_test_rand_int_range (0, 2) == 0;
      const char *fidelity = get_fidelity (work, round);
      g_autofree char *text = drawing_draw (seed, link, TRUE, round % 4 < 2 ? "split" : "shared", work);
      g_autofree char *set = g_strdup_printf (fails ? "l%u.failed=1" : "l%u.bandwidth=300 MB/s", link), *begins = g_strconcat ("@0 s ", set, NULL);
      g_autofree char *late = g_strconcat ("@299.9 ms ", set, NULL), *same = g_strdup_printf (fails ? "@20 us l%u.failed=0" : "@20 us l%u.bandwidth=1 GB/s", link);
      g_autoptr (HdRecord) intact = record (text, fidelity, NULL, NULL), is = record (text, fidelity, set, NULL);
      g_autoptr (HdRecord) becomes = record (text, fidelity, begins, NULL), after = record (text, fidelity, late, NULL), stays = record (text, fidelity, same, NULL);
      g_autofree char *digest = NULL, *other = NULL;

      g_test_message ("seed %u, %s, %s", seed, set, fidelity);
      g_test_message ("becomes");
      drawing_compare_metrics (becomes, is);
      g_test_message ("else");
      run_fixture_check_digest (is, &digest);
      run_fixture_check_digest (becomes, &digest);
      if (work != works[2]) /* which is cut off: what waits then is counted as waiting or not */
        {
          drawing_compare_metrics (after, intact);
          drawing_compare_metrics (stays, intact);
        }
      run_fixture_check_digest (intact, &other);
      run_fixture_check_digest (after, &other);
      run_fixture_check_digest (stays, &other);
      n_changed += strcmp (digest, other) != 0;
    }
  g_test_message ("%u of the changes mattered", n_changed);
}

/* What is equal stays so as far as its links become slower and faster alike; where links fail nothing is taken to be equal. */
static void
test_symmetry (void)
{
  static const struct { const char *changes[2]; guint n_classes; } cases[] = {
    { { "@1 ms class:L.bandwidth=32 GB/s", "@2 ms class:L.bandwidth=256 GB/s" }, 1 },
    { { "@1 ms x[0].bandwidth=32 GB/s", "@1 ms x[2].bandwidth=32 GB/s" }, 2 }, /* every other one in the ring */
    { { "@1 ms x[0].bandwidth=32 GB/s", "@1 ms x[2].bandwidth=33 GB/s" }, 3 }, /* the two others are not told apart where there are barriers */
    { { "@1 ms x[0].bandwidth=32 GB/s", "@2 ms x[2].bandwidth=32 GB/s" }, 3 },
    { { "@1 ms x[0].bandwidth=128 GB/s", "@2 ms x[1].bandwidth=128 GB/s" }, 1 },
    { { "@1 ms class:L.bandwidth=32 GB/s", "@10 s x[3].failed=1" }, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *shared[] = { cases[i].changes[0], cases[i].changes[1], "run:steps=barrier", NULL };
      const char *plain[] = { cases[i].changes[0], cases[i].changes[1], "run:steps=barrier", "run:symmetry=false", NULL };
      g_autoptr (HdRecord) classes = run_fixture_record (RUN_FIXTURE_STAR, shared), members = run_fixture_record (RUN_FIXTURE_STAR, plain);
      g_autofree char *digest = NULL;
      HdCounters counters;

      g_test_message ("%s, %s", cases[i].changes[0], cases[i].changes[1]);
      hd_record_get_counters (classes, &counters);
      g_test_message ("%u classes", counters.lane_classes);
      g_assert_cmpuint (counters.lane_classes, ==, cases[i].n_classes);
      hd_record_get_counters (members, &counters);
      g_assert_cmpuint (counters.lane_classes, ==, 4);
      run_fixture_check_digest (classes, &digest);
      run_fixture_check_digest (members, &digest);
      drawing_compare_metrics (classes, members);
    }
}

/* Without symmetry and without rounds that are advanced at once a run is the same run. */
static void
test_shortcuts (void)
{
  const char *slower[] = { "class:L.bandwidth=64 GB/s", NULL }, *begins[] = { "@0 s class:L.bandwidth=64 GB/s", NULL }, *late[] = { "@1000 s class:L.bandwidth=64 GB/s", NULL };
  g_autoptr (HdRecord) is = run_fixture_record (RUN_FIXTURE_STAR, slower), becomes = run_fixture_record (RUN_FIXTURE_STAR, begins);
  g_autoptr (HdRecord) intact = run_fixture_record (RUN_FIXTURE_STAR, NULL), after = run_fixture_record (RUN_FIXTURE_STAR, late);
  g_autofree char *digest = NULL, *other = NULL;

  run_fixture_check_digest (is, &digest);
  run_fixture_check_digest (becomes, &digest);
  run_fixture_check_digest (intact, &other);
  run_fixture_check_digest (after, &other);
  g_assert_cmpstr (digest, !=, other);
}

/* Rings of 24 and of 8 at once over a ring of switches with a chord. What equal rounds are advanced by is no other run, before a change, between two and after the last,
 * whether flows are turned, stranded or slowed by it. */
static void
test_rounds (gconstpointer steps)
{
  const char *body = "<link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"%s\"/><top><component id=\"h\" type=\"fabric.host\" count=\"24\"/>"
                     "<component id=\"s\" type=\"fabric.switch\" count=\"4\"/><link id=\"host\" from=\"h[i].port\" to=\"s[i %% 4].port[10 + floor (i / 4)]\" class=\"l\"/>"
                     "<link id=\"l\" from=\"s[i].port[0]\" to=\"s[(i + 1) %% 4].port[1]\" for=\"i=0..3\" class=\"l\" latency=\"(1 + i) * 1 us\"/>"
                     "<link id=\"chord\" from=\"s[0].port[2]\" to=\"s[2].port[2]\" class=\"l\"/></top>"
                     "<communicators><communicator id=\"all\" members=\"h[*]\"/><communicator id=\"some\" members=\"h[*]\" limit=\"8\"/></communicators>"
                     "<workload type=\"collective\" id=\"a\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"%d kB\" repeat=\"3\"/>"
                     "<workload type=\"collective\" id=\"b\" on=\"some\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"%d kB\" repeat=\"2\"/><run/>";
  guint64 n_jumped = 0;

  for (guint round = 0; round < 12; round++)
    {
      gint32 first = g_test_rand_int_range (1, 2000), second = first + g_test_rand_int_range (1, 2000), third = g_test_rand_int_range (1, 4000), link = g_test_rand_int_range (0, 4);
      g_autofree char *own = g_strdup_printf (body, round % 2 == 0 ? "split" : "shared", g_test_rand_int_range (100, 1000), g_test_rand_int_range (10, 1000));
      g_autofree char *text = g_strdup_printf ("<heddle version=\"1\" name=\"rings\">%s</heddle>", own), *order = g_strdup_printf ("run:steps=%s", (const char *) steps);
      g_autofree char *fails = round % 3 == 0 ? g_strdup_printf ("@%d us host[%d].failed=1", first, link) : g_strdup_printf ("@%d us l[%d].failed=1", first, link);
      g_autofree char *repaired = round % 3 == 0 ? g_strdup_printf ("@%d us host[%d].failed=0", second, link) : g_strdup_printf ("@%d us l[%d].failed=0", second, link);
      g_autofree char *slower = g_strdup_printf ("@%d us l[%d].bandwidth=%d MB/s", third, (link + 1) % 4, g_test_rand_int_range (100, 2000));
      const char *trace = round % 4 < 2 ? "run:trace=h[0]" : "run:trace=";
      const char *at_once[] = { order, fails, repaired, slower, trace, NULL }, *singly[] = { order, fails, repaired, slower, trace, "run:fast-forward=false", NULL };
      g_autoptr (HdRecord) fast = run_fixture_record (text, at_once), slow = run_fixture_record (text, singly);
      g_autofree char *digest = NULL;
      HdCounters counters;

      g_test_message ("%s, %s, %s", fails, repaired, slower);
      drawing_compare_metrics (fast, slow);
      run_fixture_check_digest (fast, &digest);
      run_fixture_check_digest (slow, &digest);
      hd_record_get_counters (slow, &counters);
      g_assert_cmpuint (counters.rounds_jumped, ==, 0);
      hd_record_get_counters (fast, &counters);
      n_jumped += counters.rounds_jumped;
    }
  g_test_message ("%" G_GUINT64_FORMAT " rounds were advanced at once", n_jumped);
  g_assert_cmpuint (n_jumped, >, 0);
}

/* A ring whose links memory traffic shares; without changes it would be followed by itself. */
static void
test_shared_ring (void)
{
  for (guint round = 0; round < 6; round++)
    {
      gint32 first = g_test_rand_int_range (1, 300), second = first + g_test_rand_int_range (1, 200), link = g_test_rand_int_range (0, 16);
      g_autofree char *slower = g_strdup_printf ("@%d ms x[%d].bandwidth=%d GB/s", first, link, g_test_rand_int_range (20, 200));
      g_autofree char *fails = g_strdup_printf ("@%d ms x[%d].failed=1", second, (link + 5) % 16), *repaired = g_strdup_printf ("@%d ms x[%d].failed=0", second + 20, (link + 5) % 16);
      const char *at_once[] = { "$xpus=16", "run:steps=neighbours", "run:iterations=1", slower, round % 2 == 0 ? fails : NULL, repaired, NULL };
      const char *singly[] = { "$xpus=16", "run:steps=neighbours", "run:iterations=1", "run:fast-forward=false", slower, round % 2 == 0 ? fails : NULL, repaired, NULL };
      g_autoptr (HdRecord) fast = run_fixture_record (RUN_FIXTURE_STAR, at_once), slow = run_fixture_record (RUN_FIXTURE_STAR, singly);
      g_autofree char *digest = NULL;

      g_test_message ("%s, %s, in %g s", slower, fails, run_fixture_get_metric (slow, "time_total"));
      run_fixture_check_digest (fast, &digest);
      run_fixture_check_digest (slow, &digest);
    }
}

/* One flow alone: what has not arrived is sent anew over the way that a run without the link takes, if the link was on its way. */
static void
test_one_flow (void)
{
  guint n_turned = 0;

  for (guint round = 0; round < 20; round++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      guint link = (guint) g_test_rand_int_range (0, DRAWING_N_LINKS);
      gint32 at_us = g_test_rand_int_range (20, 100);
      g_autofree char *text = drawing_draw (seed, link, TRUE, "split", ""), *lines = g_strdup_printf ("0,100000,h[%u],h[%u]\n", round % 3, 3 + round % 2);
      g_autofree char *fails = g_strdup_printf ("l%u.failed=1", link), *then = g_strdup_printf ("@%d us %s", at_us, fails);
      const char *without[] = { fails, NULL }, *turned[] = { then, NULL };
      g_autoptr (HdRun) all = run_fixture_run (text, NULL, lines), less = run_fixture_run (text, without, lines), both = run_fixture_run (text, turned, lines);
      double whole = run_fixture_get_metric (hd_run_get_record (all), "time_total"), other = run_fixture_get_metric (hd_run_get_record (less), "time_total");
      guint n_links = hd_design_get_n_links (hd_record_get_design (hd_run_get_record (all)));
      g_autofree HdLoad *loads = g_new (HdLoad, n_links);
      gboolean is_turned;

      hd_record_read_links (hd_run_get_record (all), 0, HD_TIME_MAX, loads);
      is_turned = loads[n_links - 1].amount > 0;
      g_test_message ("seed %u, %s", seed, then);
      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (hd_run_get_record (both), "time_total"), is_turned ? whole + other - 100e-6 : whole, 1e-11);
      n_turned += is_turned;
    }
  g_test_message ("%u were turned", n_turned);
}

/* A link fails, another becomes slower, and both are as before again. */
static void
test_partitions (gconstpointer work)
{
  for (guint round = 0; round < 6; round++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      guint link = (guint) g_test_rand_int_range (0, DRAWING_N_LINKS);
      g_autofree char *text = drawing_draw (seed, link, TRUE, round % 2 == 0 ? "split" : "shared", work);
      g_autofree char *fails = g_strdup_printf ("@13 us l%u.failed=1", link), *repaired = g_strdup_printf ("@%d us l%u.failed=0", 17 + 10 * round, link);
      g_autofree char *slower = g_strdup_printf ("@17 us l%u.bandwidth=200 MB/s", (link + 1) % DRAWING_N_LINKS);
      const char *one[] = { "run:fidelity=packet", fails, repaired, slower, "@60 us class:l.bandwidth=2 GB/s", NULL };
      const char *two[] = { "run:fidelity=packet", fails, repaired, slower, "@60 us class:l.bandwidth=2 GB/s", "run:partitions=2", "run:sync=window", "run:threads=2", NULL };
      const char *four[] = { "run:fidelity=packet", fails, repaired, slower, "@60 us class:l.bandwidth=2 GB/s", "run:partitions=4", "run:sync=request", "run:threads=4", NULL };
      const char *null[] = { "run:fidelity=packet", fails, repaired, slower, "@60 us class:l.bandwidth=2 GB/s", "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL };
      const char *const *all[] = { one, two, four, null };
      g_autofree char *digest = NULL;

      g_test_message ("seed %u, %s", seed, fails);
      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        {
          g_autoptr (HdRecord) its = run_fixture_record (text, all[i]);

          run_fixture_check_digest (its, &digest);
        }
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/changes/times", test_times);
  g_test_add_data_func ("/engine/run/changes/steps/barrier", "barrier", test_steps);
  g_test_add_data_func ("/engine/run/changes/steps/neighbours", "neighbours", test_steps);
  g_test_add_func ("/engine/run/changes/overtaken", test_overtaken);
  g_test_add_func ("/engine/run/changes/result", test_result);
  g_test_add_func ("/engine/run/changes/refused", test_refused);
  g_test_add_func ("/engine/run/changes/undefined", test_undefined);
  g_test_add_func ("/engine/run/changes/symmetry", test_symmetry);
  g_test_add_func ("/engine/run/changes/shortcuts", test_shortcuts);
  g_test_add_data_func ("/engine/run/changes/rounds/barrier", "barrier", test_rounds);
  g_test_add_data_func ("/engine/run/changes/rounds/neighbours", "neighbours", test_rounds);
  g_test_add_func ("/engine/run/changes/shared-ring", test_shared_ring);
  g_test_add_func ("/engine/run/changes/one-flow", test_one_flow);
  g_test_add_data_func ("/engine/run/changes/no-way/flow", "flow", test_no_way);
  g_test_add_data_func ("/engine/run/changes/no-way/packet", "packet", test_no_way);
  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/changes/random/%u", i), *parts = g_strdup_printf ("/engine/run/changes/partitions/%u", i);

      g_test_add_data_func (path, works[i], test_random);
      g_test_add_data_func (parts, works[i], test_partitions);
    }
  return g_test_run ();
}
