/* test-loads.c: what utilisation means
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two hosts on links of 50 GB/s; 100 MB go there and 25 MB back at the same time.
 *
 * Invariants: each direction of a split link has a rate and a use of its own, the link's one figure and its probe are those of the busier one, at
 * flow and at packet fidelity; a shared link has the sum over its one capacity. What limits everything is the hottest spot, also where it is no
 * link: a medium, a memory, the local memory of an accelerator. Components that act on every cycle send as they can, so a run says where a link that is
 * drawn carries less than that.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "run-fixture.h"

#define MS (HD_TICKS_PER_SECOND / 1000)
#define PAIR(sharing, fidelity) \
  "<heddle version=\"1\" name=\"pair\"><top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/>" \
  "<component id=\"s\" type=\"fabric.switch\"/>" \
  "<link id=\"up\" from=\"a.port\" to=\"s.port[0]\" bandwidth=\"50 GB/s\" latency=\"1 us\" sharing=\"" sharing "\"/>" \
  "<link id=\"down\" from=\"s.port[1]\" to=\"b.port\" bandwidth=\"50 GB/s\" latency=\"1 us\" sharing=\"" sharing "\"/></top>" \
  "<probes><probe of=\"up.utilisation\"/><probe of=\"up.utilisation-forward\"/><probe of=\"up.utilisation-reverse\"/></probes>" \
  "<run fidelity=\"" fidelity "\"/></heddle>"
#define LIMITED(middle, workload) \
  "<heddle version=\"1\" name=\"limited\"><top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/>" middle \
  "</top><communicators><communicator id=\"all\" members=\"a b\"/></communicators>" workload "</heddle>"
#define BUS \
  LIMITED ("<component id=\"bus\" type=\"fabric.medium\" bandwidth=\"1 GB/s\"/>" \
           "<link from=\"a.port\" to=\"bus.port\" bandwidth=\"100 GB/s\" latency=\"0 s\" sharing=\"split\"/>" \
           "<link from=\"b.port\" to=\"bus.port\" bandwidth=\"100 GB/s\" latency=\"0 s\" sharing=\"split\"/>", \
           "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" bytes=\"100 MB\" algorithm=\"ring\"/>" \
           "<probes><probe of=\"bus.utilisation\"/></probes>")

/* There and back at once. */
#define TRANSFERS "0,1e8,a,b\n0,25e6,b,a\n"

static double
value_at (HdRecord *record,
          guint series,
          HdTime time)
{
  gint64 sample = hd_record_find_sample (record, series, time);
  guint64 n;

  g_assert_cmpint (sample, >=, 0);
  return hd_record_peek_samples (record, series, (guint64) sample, &n)->value;
}

static void
assert_same (const HdLoad *a,
             const HdLoad *b)
{
  g_assert_cmpfloat (a->mean, ==, b->mean);
  g_assert_cmpfloat (a->peak, ==, b->peak);
  g_assert_cmpfloat (a->amount, ==, b->amount);
  g_assert_cmpfloat (a->rate, ==, b->rate);
  for (guint way = 0; way < 2; way++)
    {
      g_assert_cmpfloat (a->ways[way].mean, ==, b->ways[way].mean);
      g_assert_cmpfloat (a->ways[way].peak, ==, b->ways[way].peak);
      g_assert_cmpfloat (a->ways[way].noise, ==, b->ways[way].noise);
      g_assert_cmpfloat (a->ways[way].amount, ==, b->ways[way].amount);
      g_assert_cmpfloat (a->ways[way].rate, ==, b->ways[way].rate);
    }
}

static void
test_split (gconstpointer project)
{
  g_autoptr (HdRun) self = run_fixture_run (project, NULL, TRANSFERS);
  HdRecord *record = hd_run_get_record (self);
  HdLoad load = hd_record_read_link (record, 0, 0, HD_TIME_MAX), all[2];

  g_assert_cmpfloat_with_epsilon (load.ways[0].amount, 100e6, 1);
  g_assert_cmpfloat_with_epsilon (load.ways[1].amount, 25e6, 1);
  g_assert_cmpfloat_with_epsilon (load.ways[0].mean, 1, 0.01);
  g_assert_cmpfloat_with_epsilon (load.ways[1].mean, 0.25, 0.01);
  g_assert_cmpfloat_with_epsilon (load.ways[0].rate, load.ways[0].mean * 50e9, 1e-4 * 50e9);
  g_assert_cmpfloat (load.mean, ==, load.ways[0].mean);
  g_assert_cmpfloat (load.peak, ==, load.ways[0].peak);
  g_assert_cmpfloat (load.amount, ==, load.ways[0].amount + load.ways[1].amount);
  hd_record_read_links (record, 0, HD_TIME_MAX, all);
  assert_same (&all[0], &load);

  /* Both directions at first, then one alone: the busier one is as busy as before. */
  for (guint i = 0; i < 2; i++)
    {
      HdTime time = i == 0 ? MS / 4 : MS;

      g_assert_cmpfloat (value_at (record, 0, time), >, 95);
      g_assert_cmpfloat (value_at (record, 0, time), ==, MAX (value_at (record, 1, time), value_at (record, 2, time)));
    }
  g_assert_cmpfloat (value_at (record, 2, MS), <, 1);
}

static void
test_shared (void)
{
  g_autoptr (HdRun) self = run_fixture_run (PAIR ("shared", "flow"), NULL, TRANSFERS);
  HdLoad load = hd_record_read_link (hd_run_get_record (self), 0, 0, HD_TIME_MAX);

  g_assert_cmpfloat_with_epsilon (load.amount, 125e6, 1);
  g_assert_cmpfloat_with_epsilon (load.mean, 1, 0.01);
  g_assert_cmpfloat (load.ways[0].amount, ==, load.amount);
  g_assert_cmpfloat (load.ways[1].amount, ==, 0);
}

/* ---- what is no link -------------------------------------------------------------------------------------------------- */

/* Fills @out_spots with the two hottest. */
static guint
find_hottest (HdRecord *record,
              HdHotSpot *out_spots)
{
  HdDesign *design = hd_record_get_design (record);
  g_autofree HdLoad *links = g_new (HdLoad, hd_design_get_n_links (design) + 1);
  g_autofree HdLoad *nodes = g_new (HdLoad, hd_design_get_n_nodes (design) + 1);

  hd_record_read_links (record, 0, HD_TIME_MAX, links);
  hd_record_read_nodes (record, 0, HD_TIME_MAX, nodes);
  return hd_hot_spots_find (design, links, nodes, FALSE, 2, out_spots);
}

static char *
write_report (HdRecord *record,
              HdReportKind kind)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  hd_report_write (record, kind, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, &error);
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
test_medium (void)
{
  g_autoptr (HdRun) self = run_fixture_run (BUS, NULL, NULL);
  HdRecord *record = hd_run_get_record (self);
  HdHotSpot spots[3];
  g_autofree char *path = NULL, *json = NULL, *csv = NULL;

  g_assert_cmpuint (find_hottest (record, spots), ==, 2);
  path = hd_hot_spot_dup_path (&spots[0], hd_record_get_design (record));
  g_assert_cmpstr (path, ==, "bus");
  g_assert_cmpfloat_with_epsilon (spots[0].share, 1, 1e-4);
  g_assert_cmpfloat (spots[0].bandwidth, ==, 1e9);
  g_assert_cmpint (spots[1].kind, ==, HD_TARGET_LINK);
  g_assert_cmpfloat (spots[1].share, <, 0.02);
  g_assert_cmpfloat_with_epsilon (hd_record_read_node (record, spots[0].target, 0, HD_TIME_MAX).amount, 200e6, 1);
  g_assert_cmpfloat_with_epsilon (value_at (record, 0, 50 * MS), 100, 0.01);

  json = write_report (record, HD_REPORT_JSON);
  csv = write_report (record, HD_REPORT_COMPONENTS);
  g_assert_nonnull (strstr (json, "\"components\""));
  g_assert_nonnull (strstr (json, "\"id\" : \"bus\""));
  g_assert_nonnull (strstr (csv, "\nbus,bandwidth,200000000,1,1\n"));
}

/* Accelerators that read more than they compute wait for their own memory. */
static void
test_local_memory (void)
{
  const char *project = "<heddle version=\"1\" name=\"local\"><top><component id=\"x\" type=\"fabric.xpu\" model=\"H100\"/></top>"
                        "<communicators><communicator id=\"all\" members=\"x\"/></communicators>"
                        "<workload type=\"graph\" stop=\"drain\"><vertex id=\"v\" kind=\"compute\" place=\"x\" work=\"67 GFLOP\" "
                        "access=\"33.5 GB\" mode=\"local\" start=\"true\"/></workload>"
                        "</heddle>";
  g_autoptr (HdRun) self = run_fixture_run (project, NULL, NULL);
  HdLoad load = hd_record_read_node (hd_run_get_record (self), 0, 0, HD_TIME_MAX);
  HdHotSpot spots[3];
  g_autofree char *path = NULL;

  g_assert_cmpuint (find_hottest (hd_run_get_record (self), spots), ==, 1);
  path = hd_hot_spot_dup_path (&spots[0], hd_record_get_design (hd_run_get_record (self)));
  g_assert_cmpstr (path, ==, "x (local memory)");
  g_assert_cmpfloat_with_epsilon (load.ways[1].mean, 1, 1e-3);
  g_assert_cmpfloat (load.ways[0].mean, <, 0.5);
  g_assert_cmpfloat (load.mean, ==, load.ways[1].mean);
  g_assert_cmpfloat_with_epsilon (load.ways[1].amount, 33.5e9, 1);
}

/* A virtual core that sends half of a flit of 16 B each cycle, at 1 GHz. */
static void
test_cycles (void)
{
  static const struct
  {
    const char *bandwidth;
    guint n_problems;
  } cases[] = { { "1 B/s", 1 }, { "6 GB/s", 1 }, { "10 GB/s", 0 }, { "16 GB/s", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "<heddle version=\"1\" name=\"chip\"><top><component id=\"r\" type=\"manycore.router\" count=\"2\" column=\"r\"/>"
        "<component id=\"v\" type=\"manycore.vcore\" count=\"2\" column=\"v\" mesh-columns=\"2\" mesh-rows=\"1\" work=\"uniform\" rate=\"1\" flits=\"1\"/>"
        "<link id=\"l\" from=\"r[0].right\" to=\"r[1].left\" bandwidth=\"%s\" latency=\"1 ns\" sharing=\"split\"/>"
        "<link from=\"v[i].net\" to=\"r[i].core\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/></top>"
        "<run until=\"100 us\"/></heddle>", cases[i].bandwidth);
      g_autoptr (HdRun) run = run_fixture_run (text, NULL, NULL);
      HdProblemList *problems = hd_run_get_problems (run);
      guint n = hd_problem_list_get_length (problems);

      g_assert_cmpuint (n, ==, cases[i].n_problems);
      if (n == 0)
        continue;
      g_test_message ("%s", hd_problem_list_get (problems, 0)->message);
      g_assert_cmpstr (hd_problem_list_get (problems, 0)->attribute, ==, "bandwidth");
      g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, "“l”"));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/run/loads/split", PAIR ("split", "flow"), test_split);
  g_test_add_data_func ("/engine/run/loads/split-packets", PAIR ("split", "packet"), test_split);
  g_test_add_func ("/engine/run/loads/shared", test_shared);
  g_test_add_func ("/engine/run/loads/medium", test_medium);
  g_test_add_func ("/engine/run/loads/local-memory", test_local_memory);
  g_test_add_func ("/engine/run/loads/cycles", test_cycles);
  return g_test_run ();
}
