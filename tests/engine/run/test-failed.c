/* test-failed.c: links and components that a run does without
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: times worked by hand, of a short way and a longer one; random drawings in which a link or a switch has failed, against the same drawings without it.
 */
#include <string.h>

#include "design-fixture.h"
#include "drawing.h"
#include "run-fixture.h"

/* ---- by hand ----------------------------------------------------------------------------------------------------------------- */

/* From switch 0 to switch 1 there is a link, and a way over switch 2. */
#define TRIANGLE \
  "<heddle version=\"1\" name=\"triangle\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>" \
  "<link-class id=\"slow\" bandwidth=\"1 GB/s\" latency=\"10 us\" sharing=\"split\"/><top>" \
  "<component id=\"h\" type=\"fabric.host\" count=\"2\"/><component id=\"s\" type=\"fabric.switch\" count=\"3\"/>" \
  "<link id=\"host\" from=\"h[i].port\" to=\"s[i].port[0]\" class=\"l\"/><link id=\"short\" from=\"s[0].port[1]\" to=\"s[1].port[1]\" class=\"l\"/>" \
  "<link id=\"long\" from=\"s[2].port[i]\" to=\"s[i].port[2]\" for=\"i=0..1\" class=\"slow\"/>%s</top>" \
  "<run packet-size=\"1 MB\"%s/></heddle>"

static double
get_seconds (const char *text,
             const char *const *settings)
{
  g_autoptr (HdRun) run = run_fixture_run (text, settings, "0,1000000,h[0],h[1]\n");

  return run_fixture_get_metric (hd_run_get_record (run), "time_total");
}

/* A megabyte takes 1 ms over each link, as a packet once for each, and there are three links or four; switches have no latency of their own here. */
static void
test_times (void)
{
  const struct { const char *settings[3]; double seconds; } cases[] = {
    { { "run:fidelity=flow", "long[0].failed=0" }, 1e-3 + 3e-6 },
    { { "run:fidelity=flow", "short.failed=1" }, 1e-3 + 22e-6 },
    { { "run:fidelity=flow", "long[*].failed=1" }, 1e-3 + 3e-6 },
    { { "run:fidelity=packet", "long[0].failed=0" }, 3e-3 + 3e-6 },
    { { "run:fidelity=packet", "short.failed=1" }, 4e-3 + 22e-6 },
    { { "run:fidelity=packet", "long[1].failed=1" }, 3e-3 + 3e-6 },
  };
  g_autofree char *text = g_strdup_printf (TRIANGLE, "", ""), *written = g_strdup_printf (TRIANGLE, "<link id=\"broken\" from=\"s[i].port[3]\" to=\"s[1 - i].port[4]\" for=\"i=0..0\" class=\"l\" latency=\"1 ns\" failed=\"i == 0\"/>", "");
  g_autofree char *routed = g_strdup_printf (TRIANGLE, "<route from=\"h[0]\" to=\"h[1]\" via=\"host[0] short host[1]\"/>", "");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (get_seconds (text, cases[i].settings), cases[i].seconds, 1e-11);
  g_assert_cmpfloat_with_epsilon (get_seconds (routed, cases[0].settings), cases[0].seconds, 1e-11);
  g_assert_cmpfloat_with_epsilon (get_seconds (routed, cases[1].settings), cases[1].seconds, 1e-11);
  g_assert_cmpfloat_with_epsilon (get_seconds (written, NULL), cases[0].seconds, 1e-11);
}

static void
test_no_way (gconstpointer fidelity)
{
  g_autofree char *setting = g_strdup_printf ("run:fidelity=%s", (const char *) fidelity);
  const char *settings[] = { setting, "short.failed=1", "long[1].failed=1", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf (TRIANGLE, "", "");
  char *top = strstr (text, "</top>");
  g_autofree char *head = g_strndup (text, (gsize) (top - text));
  g_autofree char *project = g_strconcat (head, "</top><communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
                                          "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 MB\"/></heddle>", NULL);
  g_autoptr (HdDesign) design = run_fixture_design (project, settings);
  g_autoptr (HdRun) run = run_fixture_wait (design, &error);

  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  for (guint i = 0; i < hd_problem_list_get_length (hd_run_get_problems (run)); i++)
    if (strstr (hd_problem_list_get (hd_run_get_problems (run), i)->message, "to “h[1]”; 2 links have failed, “short” and others") != NULL)
      return;
  g_assert_nonnull (strstr (error->message, "2 links have failed, “short” and others"));
}

/* The one link of three that has failed is told as such. */
static void
test_result (void)
{
  const char *settings[] = { "short.failed=1", NULL };
  g_autofree char *text = g_strdup_printf (TRIANGLE, "", "");
  g_autoptr (HdRun) run = run_fixture_run (text, settings, "0,1000000,h[0],h[1]\n");
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  const char *found;

  hd_report_write (hd_run_get_record (run), HD_REPORT_JSON, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL));
  found = strstr (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), "\"failed\" : true");
  g_assert_nonnull (found);
  g_assert_null (strstr (found + 1, "\"failed\" : true"));
  g_assert_nonnull (g_strstr_len (found - 200, 200, "\"id\" : \"short\""));
}

/* ---- what is refused --------------------------------------------------------------------------------------------------------- */

static void
test_refused (void)
{
  const char *body =
    "<link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 ns\" sharing=\"split\"/><top><component id=\"c\" type=\"manycore.router\" count=\"2\"/>"
    "<component id=\"h\" type=\"fabric.host\" count=\"2\"/><link id=\"wire\" from=\"c[0].right\" to=\"c[1].left\" class=\"l\"/>"
    "<link id=\"up\" from=\"h[i].port\" to=\"h[1].port\" for=\"i=0..0\" class=\"l\" failed=\"%s\"/></top>";
  const struct { const char *failed, *setting; HdProblemCode code; const char *says; } cases[] = {
    { "0", "wire.failed=1", HD_PROBLEM_KIND, "“c[0]” to “c[1]” cannot fail" },
    { "0", "up.failed=2", HD_PROBLEM_VALUE, "failed" },
    { "2", NULL, HD_PROBLEM_VALUE, "failed" },
    { "i - 1", NULL, HD_PROBLEM_VALUE, "failed" },
    { "1 ms", NULL, HD_PROBLEM_DIMENSION, "" },
    { "$broken", NULL, HD_PROBLEM_UNKNOWN_NAME, "broken" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *settings[] = { cases[i].setting, NULL };
      g_autofree char *text = g_strdup_printf (body, cases[i].failed);
      g_autofree char *message = fixture_problem (text, settings, cases[i].code);

      g_test_message ("%s", message);
      g_assert_nonnull (strstr (message, cases[i].says));
    }
}

/* ---- random drawings --------------------------------------------------------------------------------------------------------- */

static const char *const works[] = {
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"60 kB\"/>",
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"all-to-all\" bytes=\"36 kB\"/>",
  "<workload type=\"collective\" id=\"it\" on=\"all\" operation=\"all-reduce\" algorithm=\"minimum-cost\" bytes=\"1 kB\"/>",
  "<workload type=\"traffic\" id=\"it\" on=\"all\" load=\"0.2\" size=\"256 B\"/>",
};

static const char *const fidelities[] = { "flow", "packet", "flit" };

/* Routers are as they were built: clock and buffers that nobody states follow from all links that are drawn, failed ones too, so both are stated. */
/* Trees and traffic are work of packets and flits. */
static gboolean
has_flows (const char *work)
{
  return work == works[0] || work == works[1];
}

static void
test_random (gconstpointer data)
{
  guint n_changed = 0;

  for (guint round = 0; round < 6; round++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      guint failed = (guint) g_test_rand_int_range (0, DRAWING_N_LINKS);
      g_autofree char *whole = drawing_draw (seed, failed, TRUE, "split", data), *cut = drawing_draw (seed, failed, FALSE, "split", data);
      g_autofree char *fails = g_strdup_printf ("l%u.failed=1", failed);
      g_autofree char *fidelity = g_strdup_printf ("run:fidelity=%s", fidelities[has_flows (data) ? round % 3 : 1 + round % 2]);
      const char *alone[] = { fidelity, "run:clock=1 GHz", "run:input-buffer=64", NULL }, *failing[] = { fidelity, fails, "run:clock=1 GHz", "run:input-buffer=64", NULL };
      const char *divided[] = { fidelity, fails, "run:clock=1 GHz", "run:input-buffer=64", "run:partitions=3", "run:sync=request", "run:threads=2", NULL };
      g_autoptr (HdRecord) with = run_fixture_record (whole, failing), without = run_fixture_record (cut, alone), intact = run_fixture_record (whole, alone);
      g_autoptr (HdRecord) parted = run_fixture_record (whole, divided);
      g_autofree char *digest = NULL, *other = hd_record_dup_digest (intact);

      g_test_message ("seed %u, link %u, %s", seed, failed, fidelity);
      drawing_compare_metrics (with, without);
      run_fixture_check_digest (with, &digest);
      run_fixture_check_digest (without, &digest);
      run_fixture_check_digest (parted, &digest);
      n_changed += strcmp (other, digest) != 0;
    }
  g_test_message ("%u of the links mattered", n_changed);
}

/* A switch that has failed is as if it, and its links, were not drawn; one that works is used. */
static void
test_random_components (gconstpointer data)
{
  guint n_changed = 0;

  for (guint round = 0; round < 6; round++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autofree char *whole = drawing_draw_beside (seed, TRUE, "split", data), *cut = drawing_draw_beside (seed, FALSE, "split", data);
      g_autofree char *fidelity = g_strdup_printf ("run:fidelity=%s", fidelities[has_flows (data) ? round % 3 : 1 + round % 2]);
      const char *alone[] = { fidelity, "run:clock=1 GHz", "run:input-buffer=64", NULL }, *failing[] = { fidelity, "x.failed=1", "run:clock=1 GHz", "run:input-buffer=64", NULL };
      g_autoptr (HdRecord) with = run_fixture_record (whole, failing), without = run_fixture_record (cut, alone), intact = run_fixture_record (whole, alone);
      g_autofree char *digest = hd_record_dup_digest (without), *other = hd_record_dup_digest (intact);

      g_test_message ("seed %u, %s", seed, fidelity);
      drawing_compare_metrics (with, without);
      n_changed += strcmp (other, digest) != 0;
      for (guint l = 0; l < hd_design_get_n_links (hd_record_get_design (without)); l++)
        {
          HdLoad a = hd_record_read_link (with, l, 0, HD_TIME_MAX), b = hd_record_read_link (without, l, 0, HD_TIME_MAX);

          g_assert_cmpfloat (a.amount, ==, b.amount);
        }
    }
  if (data != works[2]) /* a tree seldom goes over it */
    g_assert_cmpuint (n_changed, >, 0);
}

/* At a moment: what goes over the switch goes another way, or waits for its repair, as if its links had failed; one that fails at once is drawn so. */
static void
test_moments (void)
{
  static const char *const pairs[][2][4] = {
    { { "short.failed=1", "@400 us s[2].failed=1", "@600 us s[2].failed=0" }, { "short.failed=1", "@400 us long[*].failed=1", "@600 us long[*].failed=0" } },
    { { "@200 us short.failed=1", "@400 us s[2].failed=1", "@700 us s[2].failed=0" }, { "@200 us short.failed=1", "@400 us long[*].failed=1", "@700 us long[*].failed=0" } },
    { { "@0 s s[2].failed=1" }, { "s[2].failed=1" } },
    { { "@9 s s[2].failed=1" }, { NULL } },
  };
  g_autofree char *text = g_strdup_printf (TRIANGLE, "", "");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (pairs); i++)
    {
      double seconds[2];

      for (guint k = 0; k < 2; k++)
        {
          const char *const *given = pairs[i / 2][k];
          const char *settings[] = { i % 2 == 0 ? "run:fidelity=flow" : "run:fidelity=packet", "run:packet-size=10 kB", given[0], given[1], given[2], NULL };

          seconds[k] = get_seconds (text, settings);
        }
      g_test_message ("%u: %.9g s", i, seconds[0]);
      g_assert_cmpfloat_with_epsilon (seconds[0], seconds[1], 1e-12);
    }
}

/* What works does not fail for good while something is to work on it; what acts does not fail at all, midway neither. */
static void
test_refused_components (void)
{
  const char *body =
    "<link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 ns\" sharing=\"split\"/><top><component id=\"r\" type=\"manycore.router\" failed=\"%s\"/>"
    "<component id=\"h\" type=\"fabric.host\" count=\"2\" failed=\"%s\"/><component id=\"s\" type=\"fabric.switch\"/>"
    "<link id=\"up\" from=\"h[i].port\" to=\"s.port[i]\" class=\"l\"/></top>";
  const struct { const char *router, *host, *setting; HdProblemCode code; const char *says; } cases[] = {
    { "1", "0", NULL, HD_PROBLEM_KIND, "“r” cannot fail: it is a component that acts" },
    { "0", "2", NULL, HD_PROBLEM_VALUE, "failed" },
    { "0", "h - 2", NULL, HD_PROBLEM_VALUE, "failed" },
    { "0", "0", "s.failed=3", HD_PROBLEM_VALUE, "failed" },
    { "0", "1 ms", NULL, HD_PROBLEM_DIMENSION, "" },
    { "0", "0", "@1 us r.failed=1", HD_PROBLEM_KIND, "“r” cannot fail: it is a component that acts" },
  };
  const char *work = "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators><workload type=\"collective\" on=\"all\" operation=\"all-reduce\" bytes=\"1 kB\"/>";

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *settings[] = { cases[i].setting, NULL };
      g_autofree char *text = g_strdup_printf (body, cases[i].router, cases[i].host);
      g_autofree char *message = fixture_problem (text, settings, cases[i].code);

      g_test_message ("%s", message);
      g_assert_nonnull (strstr (message, cases[i].says));
    }
  for (guint i = 0; i < G_N_ELEMENTS (fidelities); i++)
    {
      g_autofree char *drawn = g_strdup_printf (body, "0", "h == 1"), *router = NULL, *text = NULL, *fidelity = g_strdup_printf ("run:fidelity=%s", fidelities[i]);
      const char *settings[] = { fidelity, NULL };
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (HdRun) run = NULL;
      g_autoptr (GError) error = NULL;
      gboolean found = FALSE;
      char *begin = strstr (drawn, "<component id=\"r\""), *end = strstr (drawn, "<component id=\"h\"");

      router = g_strdup_printf ("<heddle version=\"1\" name=\"t\">%.*s%s%s</heddle>", (int) (begin - drawn), drawn, end, work);
      design = run_fixture_design (router, settings);
      run = run_fixture_wait (design, &error);
      g_assert_nonnull (error);
      for (guint k = 0; k < hd_problem_list_get_length (hd_run_get_problems (run)); k++)
        found |= strstr (hd_problem_list_get (hd_run_get_problems (run), k)->message, "needs h[1], which has failed") != NULL;
      g_assert_true (found);
    }
}

/* A module of eight fails: all that the work needs of it is told at once. */
static void
test_many (void)
{
  const char *text = "<heddle version=\"1\" name=\"many\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><module id=\"m\"><component id=\"h\" type=\"fabric.host\" count=\"8\"/>"
                     "<component id=\"s\" type=\"fabric.switch\"/><link from=\"h[i].port\" to=\"s.port[i]\" class=\"l\"/><port id=\"up\" of=\"s.port[8]\"/></module>"
                     "<top><instance id=\"m\" of=\"m\" count=\"2\" failed=\"m == 1\"/><link from=\"m[0].up\" to=\"m[1].up\" class=\"l\"/></top>"
                     "<communicators><communicator id=\"all\" members=\"m[*]/h[*]\"/></communicators>"
                     "<workload type=\"collective\" id=\"a\" on=\"all\" operation=\"all-reduce\" bytes=\"1 kB\"/></heddle>";

  for (guint i = 0; i < G_N_ELEMENTS (fidelities); i++)
    {
      g_autofree char *fidelity = g_strconcat ("run:fidelity=", fidelities[i], NULL);
      const char *settings[] = { fidelity, NULL };
      g_autoptr (HdDesign) design = run_fixture_design (text, settings);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_fixture_wait (design, &error);
      HdProblemList *problems = hd_run_get_problems (run);

      g_assert_nonnull (error);
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
      g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, "needs m[1]/h[0], which has failed, as have 7 others"));
    }
}

/* From switch 0 to switch 1 there are a short link and two longer ways, each through a module in a module, the second longer than the first. */
#define MODULES \
  "<heddle version=\"1\" name=\"modules\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>" \
  "<module id=\"relay\"><component id=\"s\" type=\"fabric.switch\" count=\"2\"/><link id=\"in\" from=\"s[0].port[0]\" to=\"s[1].port[0]\" class=\"l\" latency=\"10 us\"/>" \
  "<port id=\"a\" of=\"s[0].port\"/><port id=\"b\" of=\"s[1].port\"/></module>" \
  "<module id=\"way\"><instance id=\"r\" of=\"relay\" %s/><port id=\"a\" of=\"r.a\"/><port id=\"b\" of=\"r.b\"/></module>" \
  "<top><component id=\"h\" type=\"fabric.host\" count=\"2\"/><component id=\"s\" type=\"fabric.switch\" count=\"2\"/>" \
  "<instance id=\"w\" of=\"way\" count=\"2\" %s/>" \
  "<link id=\"host\" from=\"h[i].port\" to=\"s[i].port[0]\" class=\"l\"/><link id=\"short\" from=\"s[0].port[1]\" to=\"s[1].port[1]\" class=\"l\"/>" \
  "<link id=\"to\" from=\"w[i].a[1]\" to=\"s[0].port[i + 2]\" for=\"i=0..1\" class=\"l\" latency=\"(1 + 10 * i) * 1 us\"/>" \
  "<link id=\"off\" from=\"w[i].b[1]\" to=\"s[1].port[i + 2]\" for=\"i=0..1\" class=\"l\"/></top><run packet-size=\"1 MB\"/></heddle>"

/* An instance that has failed is as if all that is in it had: it, and what it stands in, by index, from outside, and at a moment. */
static void
test_modules (void)
{
  static const struct { const char *inner, *outer, *settings[3]; double latency_us, n_hops; } cases[] = {
    { "", "", { NULL }, 3, 3 },
    { "", "", { "short.failed=1" }, 2 + 12, 5 },
    { "", "", { "short.failed=1", "w[0].failed=1" }, 2 + 22, 5 },
    { "", "failed=\"w == 0\"", { "short.failed=1" }, 2 + 22, 5 },
    { "", "failed=\"w == 0\"", { "short.failed=1", "w[0].failed=0" }, 2 + 12, 5 },
    { "", "", { "short.failed=1", "w[0]/r.failed=1" }, 2 + 22, 5 },
    { "failed=\"1\"", "", { NULL }, 3, 3 },
    { "failed=\"1\"", "", { "short.failed=1", "w[1]/r.failed=0" }, 2 + 22, 5 },
    { "", "", { "short.failed=1", "@0 s w[0].failed=1" }, 2 + 22, 5 },
    { "", "", { "short.failed=1", "@9 s w[*].failed=1" }, 2 + 12, 5 },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (MODULES, cases[i / 2].inner, cases[i / 2].outer);
      const char *const *given = cases[i / 2].settings;
      const char *settings[] = { i % 2 == 0 ? "run:fidelity=flow" : "run:fidelity=packet", given[0] != NULL ? given[0] : "short.failed=0", given[1], NULL };

      g_assert_cmpfloat_with_epsilon (get_seconds (text, settings), 1e-6 * cases[i / 2].latency_us + 1e-3 * (i % 2 == 0 ? 1 : cases[i / 2].n_hops), 1e-11);
    }
}

/* As in components: what acts does not fail, and what is no yes or no is told where it stands. */
static void
test_refused_modules (void)
{
  const char *body = "<link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 ns\"/><module id=\"rack\"><component id=\"%s\" type=\"%s\"/></module>"
                     "<top><instance id=\"it\" of=\"rack\" count=\"2\" failed=\"%s\"/></top>";
  const struct { const char *id, *type, *failed, *setting; HdProblemCode code; const char *says; } cases[] = {
    { "r", "manycore.router", "it == 1", NULL, HD_PROBLEM_KIND, "“r” cannot fail: it is a component that acts" },
    { "r", "manycore.router", "0", "it[0].failed=1", HD_PROBLEM_KIND, "“r” cannot fail: it is a component that acts" },
    { "r", "manycore.router", "0", "@1 us it[1].failed=1", HD_PROBLEM_KIND, "“r” cannot fail: it is a component that acts" },
    { "h", "fabric.host", "2", NULL, HD_PROBLEM_VALUE, "failed" },
    { "h", "fabric.host", "0", "it[0].failed=2", HD_PROBLEM_VALUE, "failed" },
    { "h", "fabric.host", "1 ms", NULL, HD_PROBLEM_DIMENSION, "" },
    { "h", "fabric.host", "$broken", NULL, HD_PROBLEM_UNKNOWN_NAME, "broken" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *settings[] = { cases[i].setting, NULL };
      g_autofree char *text = g_strdup_printf (body, cases[i].id, cases[i].type, cases[i].failed);
      g_autofree char *message = fixture_problem (text, settings, cases[i].code);

      g_test_message ("%s", message);
      g_assert_nonnull (strstr (message, cases[i].says));
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/failed/times", test_times);
  g_test_add_func ("/engine/run/failed/result", test_result);
  g_test_add_func ("/engine/run/failed/refused", test_refused);
  g_test_add_func ("/engine/run/failed/refused-components", test_refused_components);
  g_test_add_func ("/engine/run/failed/moments", test_moments);
  g_test_add_func ("/engine/run/failed/modules", test_modules);
  g_test_add_func ("/engine/run/failed/refused-modules", test_refused_modules);
  for (guint i = 0; i < G_N_ELEMENTS (fidelities); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/failed/no-way/%s", fidelities[i]);

      g_test_add_data_func (path, fidelities[i], test_no_way);
    }
  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/failed/random/%u", i);

      g_test_add_data_func (path, works[i], test_random);
    }
  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/failed/components/%u", i);

      g_test_add_data_func (path, works[i], test_random_components);
    }
  g_test_add_func ("/engine/run/failed/many", test_many);
  return g_test_run ();
}
