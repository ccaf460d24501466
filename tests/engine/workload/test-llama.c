/* test-llama.c: training of LLaMA2-13B on small clusters
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: durations are those of HCSim's specification (acceptance checks A1, A9, A11, S1 to S5, S8, B10): computed by hand from the layer
 * table, and by SimGrid 3.32 where more than one accelerator takes part. Both oracles print seven digits, so the tolerance is 1e-6. Left open: the
 * large platforms, see tests/reference.
 */
#include "workload-fixture.h"

#include <math.h>
#include <string.h>

/* n accelerators in equally many of `racks` racks, those of the second half of type `second`; each has a memory beside it. */
#define PLATFORM                                                                                                                           \
  "<variables><variable name=\"n\" type=\"integer\" value=\"1\"/><variable name=\"racks\" type=\"integer\" value=\"1\"/>"                 \
  "<variable name=\"first\" type=\"enum\" of=\"H100 A100 V100\" value=\"H100\"/>"                                                         \
  "<variable name=\"second\" type=\"enum\" of=\"H100 A100 V100\" value=\"H100\"/>"                                                        \
  "<variable name=\"ring\" type=\"enum\" of=\"classic coherent\" value=\"classic\"/>"                                                     \
  "<variable name=\"access\" type=\"enum\" of=\"coherent move local\" value=\"coherent\"/>"                                              \
  "<variable name=\"placement\" type=\"enum\" of=\"all_remote first_fit\" value=\"all_remote\"/>"                                         \
  "<variable name=\"capacity\" value=\"1e9 GB\"/>"                                                                                          \
  "<variable name=\"hidden\" type=\"integer\" value=\"5120\"/><variable name=\"heads\" type=\"integer\" value=\"0\"/>"               \
  "<variable name=\"speed\" value=\"1\"/><variable name=\"latency\" value=\"200 ns\"/></variables>"                                        \
  "<link-class id=\"CXL_link\" bandwidth=\"$speed * 128 GB/s\" latency=\"$latency\" sharing=\"shared\"/>"                                  \
  "<top>"                                                                                                                                  \
  "<component id=\"x\" type=\"fabric.xpu\" count=\"$n\" model=\"if (x &lt; $n / 2, $first, $second)\" fp32=\"%s\" memory-capacity=\"$capacity\"" \
  "  home=\"m[x]\"/>"                                                                                                                      \
  "<component id=\"m\" type=\"fabric.memory\" count=\"$n\"/>"                                                                              \
  "<component id=\"s\" type=\"fabric.switch\" count=\"$racks\"/>"                                                                          \
  "<component id=\"core\" type=\"fabric.switch\"/>"                                                                                        \
  "<link from=\"x[i].cxl\" to=\"s[floor (i * $racks / $n)].port[2 * i]\" for=\"i=0..$n-1\" class=\"CXL_link\"/>"                           \
  "<link from=\"m[i].port\" to=\"s[floor (i * $racks / $n)].port[2 * i + 1]\" for=\"i=0..$n-1\" class=\"CXL_link\"/>"                      \
  "<link from=\"core.port[i]\" to=\"s[i].port[2 * $n]\" for=\"i=0..$racks-1\" class=\"CXL_link\"/>"                                        \
  "</top>"                                                                                                                                 \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"                                                             \
  "<workload type=\"llama2-13b\" on=\"all\" ring=\"$ring\" access=\"$access\" hidden=\"$hidden\" "            \
  "heads=\"$heads\" placement=\"$placement\"/><run iterations=\"1\"/>"

#define MODELS "if (x &lt; $n / 2, if ($first == A100, 19.5 TFLOP/s, if ($first == V100, 15.7 TFLOP/s, 67 TFLOP/s)), "                      \
               "if ($second == A100, 19.5 TFLOP/s, if ($second == V100, 15.7 TFLOP/s, 67 TFLOP/s))) * $speed"

static Fixture *
run (gboolean traced,
     const char *first_setting,
     ...)
{
  g_autofree char *body = g_strdup_printf (PLATFORM, MODELS);
  g_autoptr (GPtrArray) settings = g_ptr_array_new ();
  Fixture *self;
  va_list arguments;

  va_start (arguments, first_setting);
  for (const char *setting = first_setting; setting != NULL; setting = va_arg (arguments, const char *))
    g_ptr_array_add (settings, (gpointer) setting);
  va_end (arguments);
  g_ptr_array_add (settings, NULL);
  self = fixture_new (body, (const char *const *) settings->pdata);
  fixture_has_problem (self, HD_PROBLEM_SYNTAX, "");
  g_assert_true (fixture_run (self, traced));
  return self;
}

#define RUN(...) run (FALSE, __VA_ARGS__, NULL)
#define assert_total(fixture, expected) fixture_assert_near (fixture_get_metric (fixture, "time_total"), expected, 1e-6)

static double
length_of (Fixture *self,
           const char *name,
           HdWorkKind kind)
{
  const HdWorkSpan *span = fixture_find (self, name, kind, 0);

  return hd_time_to_seconds (span->end - span->start);
}

/* A1, A9: what single layers take */
static void
test_layers (void)
{
  g_autoptr (Fixture) coherent = run (TRUE, "$n=1", NULL);
  g_autoptr (Fixture) a100 = run (TRUE, "$n=1", "$first=A100", NULL);
  g_autoptr (Fixture) v100 = run (TRUE, "$n=1", "$first=V100", NULL);
  g_autoptr (Fixture) moved = run (TRUE, "$n=1", "$access=move", NULL);
  const HdWorkSpan *move = fixture_find (moved, "FP 1 linear K", HD_WORK_MOVE, 0);
  const HdWorkSpan *after = fixture_find (moved, "FP 1 linear K", HD_WORK_COMPUTE, 0);

  fixture_assert_near (length_of (coherent, "FP 1 linear K", HD_WORK_COMPUTE), 3.1250695e-3, 1e-7);
  fixture_assert_near (length_of (a100, "FP 1 linear K", HD_WORK_COMPUTE), 10.7374182e-3, 1e-8);
  fixture_assert_near (length_of (v100, "FP 1 linear K", HD_WORK_COMPUTE), 13.3362838e-3, 1e-8);
  fixture_assert_near (length_of (coherent, "FP 1 self-attention", HD_WORK_MEMORY), 25.3281250e-3 + 400e-9, 1e-9);
  /* 87.8 MB at 128 GB/s, then the work; the specification prints 3.8115070 ms, a misprint for the sum of these two */
  fixture_assert_near (hd_time_to_seconds (after->end - move->start), 0.6859375e-3 + 3.1250695e-3 + 400e-9, 1e-7);
}

/* Half the width has half the heads, so half of each term of the maps, 5 a s^2 + 6 s h; with 40 heads the first stays. */
static void
test_heads (void)
{
  const double s = 4096, whole = 5 * 40 * s * s + 6 * s * 5120;
  g_autoptr (Fixture) half = run (TRUE, "$n=1", "$hidden=2560", NULL);
  g_autoptr (Fixture) forty = run (TRUE, "$n=1", "$hidden=2560", "$heads=40", NULL);

  fixture_assert_near (length_of (half, "FP 1 self-attention", HD_WORK_MEMORY), 25.3281250e-3 / 2 + 400e-9, 1e-9);
  fixture_assert_near (length_of (forty, "FP 1 self-attention", HD_WORK_MEMORY), 25.3281250e-3 * (whole - 6 * s * 2560) / whole + 400e-9, 1e-9);
}

/* S1 */
static void
test_single (void)
{
  g_autoptr (Fixture) h100 = run (TRUE, "$n=1", "$latency=0 s", NULL);
  g_autoptr (Fixture) a100 = RUN ("$n=1", "$first=A100", "$latency=0 s");
  g_autoptr (Fixture) v100 = RUN ("$n=1", "$first=V100", "$latency=0 s");
  g_autoptr (Fixture) late = RUN ("$n=1");
  double forward = hd_time_to_seconds (fixture_find (h100, "BP 40 add 2", HD_WORK_MEMORY, 0)->start);
  double backward = hd_time_to_seconds (fixture_find (h100, "BP 1 layer norm 1", HD_WORK_MEMORY, 0)->end);

  fixture_assert_near (forward, 2.647233, 1e-6);
  fixture_assert_near (backward - forward, 3.595717, 1e-6);
  fixture_assert_near (fixture_get_metric (h100, "time_total") - backward, 1.463844, 1e-6);
  assert_total (h100, 7.706794);
  assert_total (a100, 19.644518);
  assert_total (v100, 23.720072);
  assert_total (late, 7.707162);
}

/* S2 */
static void
test_modes (void)
{
  static const struct
  {
    const char *first;
    double move, local;
  } expected[] = {
    { "$first=H100", 8.780062, 5.169581 },
    { "$first=A100", 21.249804, 17.639322 },
    { "$first=V100", 25.634393, 22.023912 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (Fixture) move = RUN ("$n=1", expected[i].first, "$access=move", "$latency=0 s");
      g_autoptr (Fixture) local = RUN ("$n=1", expected[i].first, "$access=local", "$latency=0 s");

      assert_total (move, expected[i].move);
      assert_total (local, expected[i].local);
    }
}

/* First fit: 8 of 40 decoders on 80 GB, 3 on 32 GB (HCSim, D9); each saves its share of the difference between all remote and all local. */
static void
test_first_fit (void)
{
  g_autoptr (Fixture) large = RUN ("$n=1", "$placement=first_fit", "$latency=0 s", "$capacity=80 GB");
  g_autoptr (Fixture) small = RUN ("$n=1", "$placement=first_fit", "$latency=0 s", "$capacity=32 GB");

  assert_total (large, 7.706794 - 8 * (7.706794 - 5.169581) / 40);
  assert_total (small, 7.706794 - 3 * (7.706794 - 5.169581) / 40);
}

/* S3 */
static void
test_rack (void)
{
  static const struct
  {
    const char *n;
    double classic, coherent;
  } expected[] = { { "$n=4", 7.988237, 7.939081 }, { "$n=8", 8.004531, 7.947181 }, { "$n=32", 8.016312, 0 }, { "$n=64", 8.017657, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (Fixture) classic = RUN (expected[i].n);
      g_autoptr (Fixture) coherent = expected[i].coherent > 0 ? RUN (expected[i].n, "$ring=coherent") : NULL;

      assert_total (classic, expected[i].classic);
      if (coherent != NULL)
        assert_total (coherent, expected[i].coherent);
    }
}

/* S3, second half: two racks; without latency as one rack; by round-trip time as SimGrid shares. Lanes beside the border between the racks are
 * faster there: the specification prints the time of the first one, the iteration lasts until the slowest is done. Both are from SimGrid 3.32 with
 * network/optim:Full; its default, Lazy, is off by up to 6e-5 here. The program there has a barrier after each step; within one rack it makes no
 * difference. */
static void
test_racks (void)
{
  g_autoptr (Fixture) without_latency = RUN ("$n=8", "$racks=2", "$latency=0 s");
  g_autoptr (Fixture) eight = run (TRUE, "$n=8", "$racks=2", "run:fairness=rtt", "run:steps=barrier", NULL);
  g_autoptr (Fixture) sixty_four = run (TRUE, "$n=64", "$racks=2", "run:fairness=rtt", "run:steps=barrier", NULL);

  assert_total (without_latency, 8.004339);
  assert_total (eight, 7.976585);
  assert_total (sixty_four, 7.974351);
  fixture_assert_near (hd_time_to_seconds (fixture_find (eight, "UPD 1 layer norm 1", HD_WORK_MEMORY, 0)->end), 7.882880, 1e-6);
  fixture_assert_near (hd_time_to_seconds (fixture_find (sixty_four, "UPD 1 layer norm 1", HD_WORK_MEMORY, 0)->end), 7.898188, 1e-6);
}

/* S4: a mix runs as slowly as its slow half alone */
static void
test_mixes (void)
{
  g_autoptr (Fixture) a100 = RUN ("$n=8", "run:steps=barrier", "$second=A100");
  g_autoptr (Fixture) a100_coherent = RUN ("$n=8", "run:steps=barrier", "$second=A100", "$ring=coherent");
  g_autoptr (Fixture) v100 = RUN ("$n=8", "run:steps=barrier", "$second=V100");
  g_autoptr (Fixture) v100_coherent = RUN ("$n=8", "run:steps=barrier", "$second=V100", "$ring=coherent");
  g_autoptr (Fixture) alone = RUN ("$n=8", "run:steps=barrier", "$first=V100", "$second=V100");

  assert_total (a100, 19.942255);
  assert_total (a100_coherent, 19.884905);
  assert_total (v100, 24.017810);
  assert_total (v100_coherent, 23.960459);
  assert_total (alone, 24.017810);
}

/* S5 */
static void
test_cross_traffic (void)
{
  g_autoptr (Fixture) self = RUN ("$n=64", "run:cross-traffic=0.05");

  assert_total (self, 8.173553);
}

/* Section 5.2, sensitivity: 64 H100 with one choice made otherwise; throughput of the classic ring and gain of the coherent one, as printed */
static void
test_choices (void)
{
  static const struct
  {
    const char *attributes;
    double classic, gain;
  } choices[] = {
    { "", 7.982, 0.0081 },
    { "update-split=\"false\"", 9.156, 0.0697 },
    { "update-split=\"false\" overlap=\"false\"", 8.197, 0.111 },
    { "sync=\"decoder\"", 8.101, 0.0085 },
    { "byte-unit=\"1073741824\"", 7.769, 0.0079 },
    { "flop-unit=\"1e9\"", 8.332, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      double throughput[2];

      for (guint ring = 0; ring < 2; ring++)
        {
          const char *const settings[] = { "$n=64", ring == 0 ? "$ring=classic" : "$ring=coherent", NULL };
          g_autofree char *end = g_strdup_printf ("placement=\"$placement\" %s/>", choices[i].attributes);
          g_autoptr (GString) body = g_string_new (NULL);
          g_autoptr (Fixture) self = NULL;

          g_string_printf (body, PLATFORM, MODELS);
          g_assert_cmpuint (g_string_replace (body, "placement=\"$placement\"/>", end, 0), ==, 1);
          self = fixture_new (body->str, settings);
          g_assert_true (fixture_run (self, FALSE));
          throughput[ring] = fixture_get_metric (self, "throughput");
        }
      g_assert_cmpfloat_with_epsilon (throughput[0], choices[i].classic, 0.00051);
      if (choices[i].gain > 0)
        g_assert_cmpfloat_with_epsilon (throughput[1] / throughput[0] - 1, choices[i].gain, choices[i].gain > 0.1 ? 0.00051 : 0.000051);
    }
}

/* S8: twice as fast in everything takes half the time, up to one picosecond for each thing that ends after another */
static void
test_scaling (void)
{
  g_autoptr (Fixture) slow = RUN ("$n=8", "$second=A100");
  g_autoptr (Fixture) fast = RUN ("$n=8", "$second=A100", "$speed=2", "$latency=100 ns");
  HdTime whole = hd_execution_get_iteration_end (slow->execution, 0);
  HdTime half = hd_execution_get_iteration_end (fast->execution, 0);

  g_assert_cmpint (ABS (whole - 2 * half), <=, 2 * (1440 + 320 * 14));
}

/* A11: collectives and rounds; 2 (N - 1) rounds each, and one for each part of a vertex */
static void
test_counts (void)
{
  g_autoptr (Fixture) self = run (TRUE, "$n=8", NULL);
  guint n_collectives = 0;
  HdNetworkCounters counters;

  for (guint i = 0; i < self->spans->len; i++)
    n_collectives += g_array_index (self->spans, Traced, i).span.kind == HD_WORK_COLLECTIVE;
  g_assert_cmpuint (n_collectives, ==, 320);
  g_assert_cmpuint (hd_execution_get_layout (self->execution)->n_names, ==, 40 * (14 + 14 + 8 + 8));
  hd_execution_get_counters (self->execution, &counters);
  /* 7 + 7 layers with work and 14 + 14 + 8 with traffic, on 8 accelerators */
  g_assert_cmpuint (counters.transfers_started, ==, 320 * 14 * 8 + 40 * (7 + 7 + 14 + 14 + 8) * 8);
}

/* Vertices of one channel never overlap; gradients of a layer are averaged after its backward pass and before its update. */
static void
test_order (void)
{
  g_autoptr (Fixture) self = run (TRUE, "$n=4", NULL);
  HdTime free_at = 0;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const HdWorkSpan *span = &g_array_index (self->spans, Traced, i).span;

      if (span->kind != HD_WORK_COLLECTIVE)
        continue;
      g_assert_cmpint (span->start, >=, free_at);
      free_at = span->end;
    }
  for (guint decoder = 1; decoder <= 40; decoder++)
    {
      g_autofree char *bp = g_strdup_printf ("BP %u linear up", decoder);
      g_autofree char *sync = g_strdup_printf ("SYNC %u linear up", decoder);
      g_autofree char *update = g_strdup_printf ("UPD %u linear up", decoder);

      g_assert_cmpint (fixture_find (self, sync, HD_WORK_COLLECTIVE, 0)->start, >=, fixture_find (self, bp, HD_WORK_MEMORY, 0)->end);
      g_assert_cmpint (fixture_find (self, update, HD_WORK_MEMORY, 0)->start, >=, fixture_find (self, sync, HD_WORK_COLLECTIVE, 0)->end);
    }
}

/* B10 */
static void
test_overflow (void)
{
  g_autofree char *body = g_strdup_printf (PLATFORM, MODELS);
  const char *const settings[] = { "$n=1", "$access=local", "$capacity=80 GB", NULL };
  g_autoptr (Fixture) self = fixture_new (body, settings);

  g_assert_error (self->error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_true (fixture_has_problem (self, HD_PROBLEM_MEMORY_OVERFLOW, "362.2 GB"));
  g_assert_true (fixture_has_problem (self, HD_PROBLEM_MEMORY_OVERFLOW, "80 GB"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/llama/layers", test_layers);
  g_test_add_func ("/engine/workload/llama/single", test_single);
  g_test_add_func ("/engine/workload/llama/heads", test_heads);
  g_test_add_func ("/engine/workload/llama/modes", test_modes);
  g_test_add_func ("/engine/workload/llama/first-fit", test_first_fit);
  g_test_add_func ("/engine/workload/llama/rack", test_rack);
  g_test_add_func ("/engine/workload/llama/racks", test_racks);
  g_test_add_func ("/engine/workload/llama/mixes", test_mixes);
  g_test_add_func ("/engine/workload/llama/cross-traffic", test_cross_traffic);
  g_test_add_func ("/engine/workload/llama/choices", test_choices);
  g_test_add_func ("/engine/workload/llama/scaling", test_scaling);
  g_test_add_func ("/engine/workload/llama/counts", test_counts);
  g_test_add_func ("/engine/workload/llama/order", test_order);
  g_test_add_func ("/engine/workload/llama/overflow", test_overflow);
  return g_test_run ();
}
