/* test-chiplets.c: GPU chiplets and the memory that they share, over networks
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chiplet and a memory at two routers, links of a cycle, flits of 32 B, all clocks 1 GHz, memory of 10 cycles. A packet of n flits over h hops between routers takes
 * 5 (h + 1) + 2 + n - 1 cycles. What is asked for in a cycle leaves in the next. So a line that is read, alone, is there after 1 + 12 + 10 + 16 = 39 cycles, and one that is
 * written after 1 + 16 + 10 + 12; each further line that is read comes 5 cycles later, as the link from the memory carries a flit a cycle.
 * As packets, stored at each switch: 3 (1 + 1) + 10 + 3 (5 + 1) = 34, as flows 3 + 1 + 10 + 3 + 5 = 22; then to the end of the cycle.
 */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "run-fixture.h"

#define LINKS "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><link-class id='W' bandwidth='1 GB/s' latency='0 ns'/>"
#define FLITS "flit='32 B' header='0' packet-size='160 B' clock='1 GHz'"
#define PAIR(g, m, run) \
  LINKS "<top><component id='g' type='chiplet.gpu' clock='1 GHz' " g "/><component id='memory' type='chiplet.memory' latency='10 ns' " m "/>" \
  "<component id='r' type='fabric.switch' count='2'/><link id='up' from='g.net' to='r[0].port[0]' class='L'/><link id='down' from='memory.net' to='r[1].port[0]' class='L'/>" \
  "<link from='r[0].port[1]' to='r[1].port[1]' class='L'/></top>" run

typedef struct
{
  const char *name, *gpu;
  double flow, packet, flit; /* cycle of the end */
  const char *setting;
} Case;

static const Case cases[] = {
  { "read", "kernels='0 0 0 0 1 0 -'", 23, 35, 39 },
  { "write", "kernels='0 0 0 0 0 1 -'", 23, 35, 39 },
  { "two", "kernels='0 0 0 0 2 0 -'", 28, 40, 44 },
  { "full", "kernels='0 0 0 0 64 0 -'", 23 + 63 * 5, 35 + 63 * 5, 39 + 63 * 5 },
  { "more", "kernels='0 0 0 0 65 0 -'", 23 + 64 * 5, 35 + 64 * 5, 39 + 64 * 5 },
  { "one-at-a-time", "kernels='0 0 0 0 10 0 -' request-queue='1'", 230, 350, 390 },
  { "reply-queue", "kernels='0 0 0 0 10 0 -' reply-queue='1'", 230, 350, 390 },
  { "compute", "kernels='30 100 0 0 0 0 -'", 100, 100, 100 },
  { "nothing", "kernels='0 0 0 0 0 0 -; 0 0 0 0 0 0 -'", 0, 0, 0 },
  { "no-kernels", "", 0, 0, 0 },
  { "last-answer", "kernels='30 100 0 0 2 0 -'", 100, 100, 100 },    /* at 0 and 50 */
  { "late", "kernels='30 20 0 0 2 0 -'", 33, 45, 49 },               /* at 0 and 10 */
  { "whole-cycles", "kernels='5000 3212 0 0 0 0 -; 30 1 0 0 0 0 -'", 535335, 535335, 535335, "g.clock=700 MHz" }, /* which picoseconds do not divide */
  { "repeat", "kernels='30 3 0 0 0 0 -; 30 4 0 0 0 0 -' repeat='5'", 35, 35, 35 },
  { "slow-clock", "kernels='0 0 0 0 1 0 -'", 12, 18, 20, "g.clock=500 MHz" },
};

static void
test_times (gconstpointer data)
{
  static const char *const fidelities[] = { "run:fidelity=flow", "run:fidelity=packet", "run:fidelity=flit" };
  const Case *it = data;
  const double ends[] = { it->flow, it->packet, it->flit };
  g_autofree char *body = g_strdup_printf (PAIR ("%s", "", "<run packet-size='160 B' packet-time='0 s' flit='32 B' header='0' clock='1 GHz'/>"), it->gpu);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdSnapshot) snapshot = NULL;
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (HdProblemList) warnings = hd_problem_list_new ();
      const char *settings[] = { fidelities[i], it->setting, NULL };
      g_autoptr (HdRun) run = NULL;

      snapshot = fixture_snapshot (body);
      design = hd_elaborate (snapshot, fixture_catalog (), settings, warnings, NULL, &error);
      g_assert_no_error (error);
      run = run_fixture_wait (design, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "gpu.end"), ==, ends[i]);
    }
}

/* T_base 1000, 1000 lines, four at a time, each answered after 20 cycles: the last is asked for at 4983, the end is 5003. */
static void
test_closed_loop (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (
    "<link-class id='L' bandwidth='1 TB/s' latency='4750 ps' sharing='split'/><top>"
    "<component id='g' type='chiplet.gpu' clock='1 GHz' cores='1' issue='1' request-queue='4' kernels='1000 1 0 0 1000 0 -'/>"
    "<component id='memory' type='chiplet.memory' latency='10 ns' header='1 B'/><link from='g.net' to='memory.net' class='L'/></top>", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "gpu.end"), ==, 5003);
}

/* Ten lines one at a time, of 39 cycles each: the published formula has the chiplet's own 100 cycles, and the mean of a request and an answer of 16 cycles. A request takes
 * 12, and waits for the next cycle before, as it comes a picosecond after the beginning of its own. */
static void
test_legacy_total (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (PAIR ("kernels='30 100 0 0 10 0 -' request-queue='1'", "", "<run fidelity='flit' " FLITS "/>"), NULL, &error);
  g_autoptr (HdRun) packets = NULL;
  HdMetric metric;

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "t1_max"), ==, 390);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "t1_sum"), ==, 390);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "gpu.work"), ==, 100);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (hd_run_get_record (run), "legacy_total"), 100 + (0.999 + 12 + 16) / 2, 1e-9);
  /* In packets there are no cycles of routers. */
  packets = run_fixture_body (PAIR ("kernels='30 100 0 0 10 0 -' request-queue='1'", "", "<run fidelity='packet'/>"), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (hd_record_find_metric (hd_run_get_record (packets), "t1_max", &metric));
  g_assert_false (hd_record_find_metric (hd_run_get_record (packets), "legacy_total", &metric));
}

/* Two kernels each, 150 cycles and 200. */
static void
test_sum (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (
    LINKS "<top><component id='g' type='chiplet.gpu' count='2' kernels='30 {100 + 50 * g} 0 0 0 0 -; 30 50 0 0 0 0 -'/><component id='r' type='fabric.switch'/>"
          "<link for='i=0..1' from='g[i].net' to='r.port[i]' class='L'/></top><run fidelity='flit' " FLITS "/>", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "t1_sum"), ==, 350);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "t1_max"), ==, 200);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "legacy_total"), ==, 200);
}

/* Seven moments of a line, in ns: asked, in the queue, in the network, at the memory, done, answer in the network, there. */
#define N_MOMENTS 9

static guint
read_moments (const char *fidelity,
              double moments[][N_MOMENTS],
              guint most)
{
  g_autofree char *setting = g_strdup_printf ("run:fidelity=%s", fidelity);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (
    LINKS "<top><component id='g' type='chiplet.gpu' clock='1 GHz' kernels='0 0 0 0 2 1 -' log='true'/><component id='memory' type='chiplet.memory' latency='10 ns'/>"
          "<component id='r' type='fabric.switch' count='2'/><link from='g.net' to='r[0].port[0]' class='L'/><link from='r[0].port[1]' to='r[1].port[1]' class='L'/>"
          "<link from='memory.net' to='r[1].port[0]' class='L'/></top><run fidelity='flit' " FLITS "/>");
  g_autoptr (HdProblemList) warnings = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), (const char *const[]){ setting, NULL }, warnings, NULL, &error);
  g_autoptr (HdRun) run = run_fixture_wait (design, &error);
  g_auto (GStrv) lines = NULL;
  const char *name;
  GBytes *bytes;
  guint n = 0;

  g_assert_no_error (error);
  g_assert_true (hd_record_get_file (hd_run_get_record (run), 0, &name, &bytes));
  g_assert_cmpstr (name, ==, "g.transfers.csv");
  {
    g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

    lines = g_strsplit (text, "\n", 0);
  }
  g_assert_cmpstr (lines[0], ==, "transfer,kind,address,bytes,component,writer,write,asked_s,taken_s,sent_s,entered_s,arrived_s,served_s,reply_entered_s,answered_s,stored_s");
  for (; lines[n + 1] != NULL && *lines[n + 1] != '\0'; n++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[n + 1], ",", 0);

      g_assert_cmpuint (n, <, most);
      g_assert_cmpuint (g_strv_length (fields), ==, 7 + N_MOMENTS);
      g_assert_cmpstr (fields[4], ==, "memory");
      for (guint i = 0; i < N_MOMENTS; i++)
        moments[n][i] = g_ascii_strtod (fields[7 + i], NULL) * 1e9;
    }
  return n;
}

/* Flits of 32 B: the write is five, enters in the first cycle and takes 12 cycles and four more to the memory (three links, two routers of four stages, out);
 * the first read, one flit, enters behind it; answers are one flit, then five and five, one behind the other. */
static void
test_moments (void)
{
  static const double expected[][N_MOMENTS] = { { 0, 0, 0.001, 1, 17, 27, 27, 39, 39 }, { 0, 0, 0.001, 6, 18, 28, 28, 44, 44 } };
  double moments[3][N_MOMENTS];

  g_assert_cmpuint (read_moments ("flit", moments, 3), ==, 3);
  for (guint n = 0; n < 2; n++)
    for (guint i = 0; i < N_MOMENTS; i++)
      g_assert_cmpfloat_with_epsilon (moments[n][i], expected[n][i], 1e-9);
  g_assert_cmpfloat_with_epsilon (moments[2][3], 7, 1e-9);
  g_assert_cmpfloat_with_epsilon (moments[2][6], 33, 1e-9);
  /* Packets: 160 B and 32 B at 32 GB/s, three links with a latency of a nanosecond each. */
  g_assert_cmpuint (read_moments ("packet", moments, 3), ==, 3);
  g_assert_cmpfloat_with_epsilon (moments[0][3], 0.001, 1e-9);
  g_assert_cmpfloat_with_epsilon (moments[1][3], 5.001, 1e-9);
  g_assert_cmpfloat_with_epsilon (moments[2][3], 6.001, 1e-9);
  g_assert_cmpfloat_with_epsilon (moments[0][4], 18.001, 1e-9);
  g_assert_cmpfloat_with_epsilon (moments[2][6], moments[1][6] + 5, 1e-9);
  /* Flows: it enters a latency before it flows, and moments are in order. */
  g_assert_cmpuint (read_moments ("flow", moments, 3), ==, 3);
  g_assert_cmpfloat_with_epsilon (moments[0][3], 0.001, 1e-9);
  for (guint n = 0; n < 3; n++)
    for (guint i = 1; i < N_MOMENTS; i++)
      g_assert_cmpfloat (moments[n][i], >=, moments[n][i - 1]);
}

/* A chiplet of 700 MHz on a network of 1 GHz: what it asks for in cycle 7, at 10 ns, leaves in cycle 11 of the network, so the answer is there at 10 + 39 = 49 ns, and it
 * goes on in cycle 35 (34.3 rounded up). */
static void
test_clock_ratio (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (PAIR ("kernels='30 7 0 0 0 0 -; 0 0 0 0 1 0 -' log='true'", "", "<run fidelity='flit' " FLITS "/>"),
                                            (const char *const[]){ "g.clock=700 MHz", NULL }, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "gpu.end"), ==, 35);
}

/* Two memories have half of the lines each, and the links from them carry them at once. */
static void
test_two_memories (void)
{
  double ends[2];

  for (guint n = 1; n <= 2; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *body = g_strdup_printf (
        LINKS "<top><component id='g' type='chiplet.gpu' count='2' clock='1 GHz' kernels='0 0 0 0 512 0 -' strip='g'/><component id='memory' type='chiplet.memory' count='%u'/>"
              "<component id='r' type='fabric.switch'/><link for='i=0..1' from='g[i].net' to='r.port[i]' class='L'/>"
              "<link for='i=0..%u' from='memory[i].net' to='r.port[2 + i]' class='L'/></top><run fidelity='flit' " FLITS "/>", n, n - 1);
      g_autoptr (HdRun) run = run_fixture_body (body, NULL, &error);
      HdRecord *record = hd_run_get_record (run);

      g_assert_no_error (error);
      g_assert_cmpfloat (run_fixture_get_metric (record, "memory.reads"), ==, 1024);
      if (n == 2)
        g_assert_cmpfloat (run_fixture_get_metric (record, "memory[0].reads"), ==, 512);
      ends[n - 1] = run_fixture_get_metric (record, "gpu.end");
    }
  g_assert_cmpfloat (ends[0], >, 1024 * 5);
  g_assert_cmpfloat (ends[1], <, 0.75 * ends[0]);
}

/* Two chiplets of GPUs, two memories; returns the run. */
static HdRun *
run_lines (const char *attributes,
           const char *const *settings)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *body = g_strdup_printf (
    LINKS "<top><component id='g' type='chiplet.gpu' count='2' clock='1 GHz' strip='g' %s/><component id='memory' type='chiplet.memory' count='2'/>"
          "<component id='r' type='fabric.switch'/><link for='i=0..1' from='g[i].net' to='r.port[i]' class='L'/>"
          "<link for='i=0..1' from='memory[i].net' to='r.port[2 + i]' class='L'/></top><run fidelity='flit' " FLITS "/>", attributes);
  HdRun *run = run_fixture_body (body, settings, &error);

  g_assert_no_error (error);
  return run;
}

/* Private lines over the network are as any others there. */
static void
test_private_lines (void)
{
  g_autoptr (HdRun) all = run_lines ("kernels='9 9 30 20 40 50 -' private-via-noi='true'", NULL), shared = run_lines ("kernels='9 9 0 0 70 70 -'", NULL),
                    some = run_lines ("kernels='9 9 30 20 40 50 -'", NULL);
  HdRecord *record = hd_run_get_record (all);

  g_assert_cmpfloat (run_fixture_get_metric (record, "memory.reads"), ==, 140);
  g_assert_cmpfloat (run_fixture_get_metric (record, "memory.writes"), ==, 140);
  g_assert_cmpfloat (run_fixture_get_metric (record, "gpu.end"), ==, run_fixture_get_metric (hd_run_get_record (shared), "gpu.end"));
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (some), "memory.reads"), ==, 80);
}

/* Any memory, with equal chance: of 20,000 lines within five standard deviations of half. */
static void
test_any_memory (void)
{
  g_autoptr (HdRun) run = run_lines ("kernels='0 0 0 0 10000 0 -' target='random'", NULL);
  HdRecord *record = hd_run_get_record (run);
  double first = run_fixture_get_metric (record, "memory[0].reads");

  g_assert_cmpfloat (run_fixture_get_metric (record, "memory.reads"), ==, 20000);
  g_assert_cmpfloat (fabs (first - 10000), <, 354);
  g_assert_cmpfloat (first, !=, 10000);
}

/* What the router takes in any case, it takes until the chiplets are done, however long after the last message that is. */
static void
test_energy (void)
{
  for (guint n = 1; n <= 3; n++)
    {
      g_autofree char *partitions = g_strdup_printf ("run:partitions=%u", n);
      const char *settings[] = { partitions, "run:sync=window", NULL };
      g_autoptr (HdRun) run = run_lines ("kernels='0 0 0 0 3 0 -; 15 40000 0 0 0 0 -'", settings);
      HdRecord *record = hd_run_get_record (run);
      double seconds = hd_time_to_seconds (hd_record_get_time (record));

      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "energy_idle"), 5e-3 * seconds, 1e-9 * seconds);
    }
}

/* Barriers between kernels, by link or over the network: the slower chiplet sets the pace. */
static void
test_barrier (gconstpointer mode)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *body = g_strdup_printf (
    LINKS "<top><component id='g' type='chiplet.gpu' count='2' clock='1 GHz' kernels-file='' kernels='30 100 0 0 0 0 5; 30 100 0 0 1 0 5; 30 10 0 0 0 0 -'/>"
          "<component id='memory' type='chiplet.memory'/><component id='r' type='fabric.switch'/><component id='b' type='chiplet.barrier' number='5' mode='%s'/>"
          "<link for='i=0..1' from='g[i].net' to='r.port[i]' class='L'/><link from='memory.net' to='r.port[2]' class='L'/><link from='b.net' to='r.port[3]' class='L'/>"
          "<link for='i=0..1' from='g[i].barrier' to='b.members' class='W'/></top><run fidelity='flit' " FLITS "/>", (const char *) mode);
  g_autoptr (HdRun) run = run_fixture_body (body, (const char *const[]){ "g[1].issue=1", NULL }, &error);
  HdRecord *record = hd_run_get_record (run);

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (record, "barrier.releases"), ==, 2);
  /* 200 and 200 cycles of the slower, then 20. Over the network a message takes 7 cycles and leaves in the next, and one of two has to wait for the other. */
  if (strcmp (mode, "ideal") == 0)
    g_assert_cmpfloat (run_fixture_get_metric (record, "gpu.end"), ==, 420);
  else
    {
      g_assert_cmpfloat (run_fixture_get_metric (record, "gpu.end"), >=, 420 + 2 * 15);
      g_assert_cmpfloat (run_fixture_get_metric (record, "gpu.end"), <=, 420 + 2 * 17);
    }
}

/* A GPU as GPGPU-Sim describes it: its clock and cores count, and what means nothing is in a file. */
static void
test_config (void)
{
  const char *text = "-gpgpu_n_clusters 2\n-gpgpu_n_cores_per_cluster 2\n-gpgpu_n_mem 6\n-gpgpu_clock_domains 500.0:700.0:700.0:924.0\n-gpgpu_num_sched_per_core 2\n"
                     "-gpgpu_dram_buswidth 4\n-gpgpu_l2_rop_latency 120\n-dram_latency 100\n-gpgpu_scheduler gto\n-network_mode 1\n";
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL, *body = NULL;
  g_autoptr (HdRun) run = NULL;
  const char *file;
  GBytes *bytes;
  int descriptor = g_file_open_tmp (NULL, &name, &error);

  g_assert_no_error (error);
  g_close (descriptor, NULL);
  g_assert_true (g_file_set_contents (name, text, -1, NULL));
  body = g_strdup_printf (PAIR ("config='%s' kernels='80 100 0 0 0 0 -; 0 0 0 0 1 0 -'", "", "<run fidelity='flit' " FLITS "/>"), name);
  run = run_fixture_body (body, NULL, &error);
  g_unlink (name);
  g_assert_no_error (error);
  /* 8000 instructions, 8 a cycle; then 39 ns, in cycles of 2 ns. */
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "gpu.end"), ==, 1020);
  g_assert_cmpuint (hd_record_get_n_files (hd_run_get_record (run)), ==, 2);
  g_assert_true (hd_record_get_file (hd_run_get_record (run), 0, &file, &bytes));
  g_assert_cmpstr (file, ==, "g.ignored.txt");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "9 -gpgpu_scheduler\n10 -network_mode\n", 36);
}

/* Who only computes needs no memory. */
static void
test_alone (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (LINKS "<top><component id='g' type='chiplet.gpu' kernels='30 5 9 9 0 0 -'/><component id='r' type='fabric.switch'/>"
                                                  "<link from='g.net' to='r.port[0]' class='L'/></top>", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "gpu.end"), ==, 10); /* 18 lines of 128 B at 253.44 B a cycle: 9.1 */
}

/* Whatever is drawn, as whatever it is carried, in parts or not: it ends, what was asked for was done, and one result comes out. */
static void
test_random (void)
{
  static const char *const fidelities[] = { "flow", "packet", "flit" };
  static const char *const divided[][5] = {
    { NULL },
    { "run:partitions=2", "run:sync=window", NULL },
    { "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
  };

  for (guint n = 0; n < 18; n++)
    {
      guint chiplets = (guint) g_test_rand_int_range (1, 7), memories = (guint) g_test_rand_int_range (1, 4), routers = (guint) g_test_rand_int_range (1, 6);
      guint reads = (guint) g_test_rand_int_range (0, 60), writes = (guint) g_test_rand_int_range (1, 60), queue = (guint) g_test_rand_int_range (1, 9);
      const char *fidelity = fidelities[n % 3];
      g_autofree char *chain = routers > 1 ? g_strdup_printf ("<link for='i=0..%u' from='r[i].east' to='r[i + 1].west' class='L'/>", routers - 2) : g_strdup ("");
      g_autofree char *digest = NULL;
      g_autofree char *body = g_strdup_printf (
        LINKS "<link-class id='V' bandwidth='1 GB/s' latency='1 ns'/>"
        "<top><component id='g' type='chiplet.gpu' count='%u' request-queue='%u' reply-queue='3' kernels='%u 40 7 3 %u %u 1; 30 9 0 0 %u 0 -'/>"
        "<component id='memory' type='chiplet.memory' count='%u'/><component id='r' type='test.switch' count='%u'/><component id='b' type='chiplet.barrier' number='1' mode='%s'/>"
        "<link for='i=0..%u' from='g[i].net' to='r[floor (i * %u / 7)].any' class='L'/><link for='i=0..%u' from='memory[i].net' to='r[floor (i * %u / 5)].any' class='L'/>"
        "<link for='i=0..%u' from='g[i].barrier' to='b.members' class='V'/><link from='b.net' to='r[0].any' class='L'/>%s</top><run fidelity='%s' " FLITS "/>",
        chiplets, queue, 30 * (n % 5), reads, writes, reads, memories, routers, n % 2 == 0 ? "ideal" : "noi", chiplets - 1, routers, memories - 1, routers, chiplets - 1, chain, fidelity);

      for (guint i = 0; i < (n % 3 == 0 ? 1 : G_N_ELEMENTS (divided)); i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
          g_autoptr (HdProblemList) warnings = hd_problem_list_new ();
          g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), divided[i], warnings, NULL, &error);
          g_autoptr (HdRun) run = NULL;
          HdRecord *record;

          g_assert_no_error (error);
          run = run_fixture_wait (design, &error);
          g_assert_no_error (error);
          record = hd_run_get_record (run);
          g_assert_cmpfloat (run_fixture_get_metric (record, "gpu.kernels"), ==, 2 * chiplets);
          g_assert_cmpfloat (run_fixture_get_metric (record, "memory.writes"), ==, chiplets * writes);
          g_assert_cmpfloat (run_fixture_get_metric (record, "gpu.bytes-written"), ==, 128.0 * chiplets * writes);
          g_assert_cmpfloat (run_fixture_get_metric (record, "memory.reads"), ==, 2 * chiplets * reads);
          run_fixture_check_digest (record, &digest);
        }
    }
}

/* ---- what is told ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  const char *name, *body, *message;
} Fault;

static const Fault faults[] = {
  { "kernels", PAIR ("kernels='1 2 3'", "", ""), "“g”: “kernels”: line 1: 3 fields, expected 7" },
  { "no-file", PAIR ("kernels-file='nowhere'", "", ""), "nowhere" },
  { "no-memory", LINKS "<top><component id='g' type='chiplet.gpu' kernels='0 0 0 0 1 0 -'/><component id='r' type='fabric.switch'/><link from='g.net' to='r.port[0]' class='L'/></top>",
    "“g”: address 0x100000000 is reached over the network, and “memories” names no memory" },
  { "no-route", LINKS "<top><component id='g' type='chiplet.gpu' kernels='0 0 0 0 1 0 -'/><component id='memory' type='chiplet.memory'/><component id='r' type='fabric.switch' count='2'/>"
    "<link from='g.net' to='r[0].port[0]' class='L'/><link from='memory.net' to='r[1].port[0]' class='L'/></top><run fidelity='flit'/>",
    "There is no route from “g” to “memory”" },
  { "no-such-memory", PAIR ("memories='m'", "", ""), "“g”: “memories” names “m”, and no component has that path" },
  { "strip", PAIR ("strip='64'", "", ""), "“g”: strip 64 of 1048576 B is beyond the shared range of 67108864 B" },
  { "ranges", PAIR ("private-size='5 GiB'", "", ""), "“g”: the ranges overlap" },
  { "interleave", PAIR ("interleave='200 B'", "", ""), "“interleave” is 200 B; it is whole lines of 128 B" },
  { "barrier", PAIR ("kernels='1 1 0 0 0 0 3'", "", ""), "“g”: it comes to barrier 3, and is linked to none of that number" },
  { "capacity", PAIR ("kernels='0 0 0 0 0 33 -'", "capacity='4 KiB'", ""), "“memory”: more than its capacity of 4096 bytes is written to" },
  { "too-long", PAIR ("kernels='1000000000 1000000000000 0 0 0 0 -'", "", ""), "“g”: kernel 0 lasts beyond cycle 2305843009213693952" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (fault->body, NULL, &error);

  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, fault->message));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture_catalog ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/libraries/chiplets/times/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_times);
    }
  g_test_add_func ("/libraries/chiplets/closed-loop", test_closed_loop);
  g_test_add_func ("/libraries/chiplets/legacy-total", test_legacy_total);
  g_test_add_func ("/libraries/chiplets/sum", test_sum);
  g_test_add_func ("/libraries/chiplets/moments", test_moments);
  g_test_add_func ("/libraries/chiplets/clock-ratio", test_clock_ratio);
  g_test_add_func ("/libraries/chiplets/two-memories", test_two_memories);
  g_test_add_func ("/libraries/chiplets/private-lines", test_private_lines);
  g_test_add_func ("/libraries/chiplets/any-memory", test_any_memory);
  g_test_add_func ("/libraries/chiplets/energy", test_energy);
  g_test_add_data_func ("/libraries/chiplets/barrier/ideal", "ideal", test_barrier);
  g_test_add_data_func ("/libraries/chiplets/barrier/noi", "noi", test_barrier);
  g_test_add_func ("/libraries/chiplets/alone", test_alone);
  g_test_add_func ("/libraries/chiplets/config", test_config);
  g_test_add_func ("/libraries/chiplets/random", test_random);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/libraries/chiplets/faults/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  return g_test_run ();
}
