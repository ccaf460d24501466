/* flow-network.c: times of transfers, against values worked by hand and given by SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The numbers A2 to A12 are the acceptance checks of HCSim's specification. Durations hold to 1e-9 or a picosecond.
 */
#include "hd-flow-network.h"

#define SECOND HD_TICKS_PER_SECOND
#define MICROSECOND (HD_TICKS_PER_SECOND / 1000000)
#define NANOSECOND (HD_TICKS_PER_SECOND / 1000000000)

typedef struct
{
  HdFlowModel *model;
  HdNetwork *network;
  HdTime ends[64];  /* by token */
  guint order[64];  /* tokens as they came */
  guint n_ended;
} Fixture;

static void
note_end (gpointer user_data,
          guint64 token,
          HdTime time)
{
  Fixture *f = user_data;

  f->ends[token] = time;
  f->order[f->n_ended++] = (guint) token;
}

static void
set_up (Fixture *f,
        HdFairness fairness,
        double cross_traffic,
        HdTime shortest)
{
  HdFlowRules rules = { fairness, cross_traffic, shortest };
  HdFlowOptions options = { TRUE, TRUE, TRUE };

  *f = (Fixture) { NULL };
  f->model = hd_flow_model_new (&rules);
  f->network = hd_flow_network_new (f->model, &options, NULL, note_end, f);
}

static void
tear_down (Fixture *f)
{
  hd_network_free (f->network);
  hd_flow_model_free (f->model);
}

static guint32
add_link (Fixture *f,
          double bandwidth)
{
  guint32 resource = 0;

  g_assert_true (hd_flow_model_add_resource (f->model, HD_FLOW_LINK, bandwidth, &resource, NULL));
  return resource;
}

static guint32
add_path (Fixture *f,
          HdTime latency,
          const guint32 *forward,
          guint n_forward,
          const guint32 *reverse,
          guint n_reverse)
{
  HdFlowUse uses[16];
  guint n_uses = hd_flow_model_merge_uses (f->model, forward, n_forward, reverse, n_reverse, uses);

  return hd_flow_model_add_path (f->model, latency, uses, n_uses, 1);
}

static void
start (Fixture *f,
       guint32 path,
       double size,
       guint64 token)
{
  HdTransfer transfer = { path, size };

  hd_network_start (f->network, &transfer, 1, 1, token);
}

static void
run (Fixture *f)
{
  HdTime next;

  while ((next = hd_network_get_next (f->network)) < HD_TIME_MAX)
    g_assert_true (hd_network_advance (f->network, next, NULL));
}

static void
assert_time (HdTime time,
             double seconds)
{
  double expected = seconds * (double) SECOND;

  g_assert_cmpfloat_with_epsilon ((double) time, expected, MAX (1.0, 1e-9 * expected));
}

static void
test_a2 (void)
{
  Fixture f;
  guint32 links[2], path, nothing;

  set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
  links[0] = add_link (&f, 128e9);
  links[1] = add_link (&f, 128e9);
  path = add_path (&f, 400 * NANOSECOND, links, 2, NULL, 0);
  nothing = add_path (&f, 0, NULL, 0, NULL, 0);
  start (&f, path, 1e9, 0);
  start (&f, path, 0, 1);
  start (&f, nothing, 1e9, 2);
  hd_network_start (f.network, NULL, 0, 1, 3);
  g_assert_cmpuint (f.n_ended, ==, 0);
  g_assert_cmpint (hd_network_get_next (f.network), ==, 0);
  run (&f);
  assert_time (f.ends[0], 7.8129e-3);
  g_assert_cmpint (f.ends[1], ==, 400 * NANOSECOND);
  g_assert_cmpint (f.ends[2], ==, 0);
  g_assert_cmpint (f.ends[3], ==, 0);
  g_assert_cmpuint (f.order[0], ==, 2);
  g_assert_cmpuint (f.order[1], ==, 3);
  tear_down (&f);
}

static void
test_a3 (void)
{
  for (guint large = 1; large <= 3; large += 2)
    {
      Fixture f;
      guint32 link, path;

      set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
      link = add_link (&f, 10e9);
      path = add_path (&f, 0, &link, 1, NULL, 0);
      start (&f, path, 1e9, 0);
      start (&f, path, large * 1e9, 1);
      run (&f);
      assert_time (f.ends[0], 0.2);
      assert_time (f.ends[1], large == 1 ? 0.2 : 0.4);
      tear_down (&f);
    }
}

static void
test_a4 (void)
{
  Fixture f;
  guint32 links[2];

  set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
  links[0] = add_link (&f, 10e9);
  links[1] = add_link (&f, 4e9);
  start (&f, add_path (&f, 0, links, 1, NULL, 0), 8e9, 0);
  start (&f, add_path (&f, 0, links, 2, NULL, 0), 2e9, 1);
  start (&f, add_path (&f, 0, links + 1, 1, NULL, 0), 2e9, 2);
  run (&f);
  for (guint i = 0; i < 3; i++)
    assert_time (f.ends[i], 1);
  tear_down (&f);
}

static void
test_a5 (void)
{
  Fixture f;
  guint32 link;

  set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
  link = add_link (&f, 10e9);
  start (&f, add_path (&f, 0, &link, 1, NULL, 0), 2e9, 0);
  start (&f, add_path (&f, SECOND / 10, &link, 1, NULL, 0), 1e9, 1);
  run (&f);
  assert_time (f.ends[0], 0.3);
  assert_time (f.ends[1], 0.3);
  tear_down (&f);
}

static void
test_a6 (void)
{
  for (guint split = 0; split <= 1; split++)
    {
      Fixture f;
      guint32 links[2];

      set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
      links[0] = add_link (&f, 10e9);
      links[1] = split ? add_link (&f, 10e9) : links[0];
      for (guint i = 0; i < 2; i++)
        start (&f, add_path (&f, 0, links + i, 1, NULL, 0), 1e9, i);
      run (&f);
      assert_time (f.ends[0], split ? 0.1 : 0.2);
      assert_time (f.ends[1], split ? 0.1 : 0.2);
      tear_down (&f);
    }
}

static void
test_a7 (void)
{
  Fixture f;
  guint32 processor, path;

  set_up (&f, HD_FAIRNESS_RTT, 0.05, 100 * NANOSECOND);
  g_assert_true (hd_flow_model_add_resource (f.model, HD_FLOW_PROCESSOR, 67e12, &processor, NULL));
  path = hd_flow_model_add_path (f.model, 0, (HdFlowUse[]){ { processor, 1 } }, 1, 1);
  start (&f, path, 195.0 * (1 << 30), 0);
  run (&f);
  assert_time (f.ends[0], 195.0 * (1 << 30) / 67e12); /* also A1: 3.1250695 ms */
  g_assert_cmpfloat_with_epsilon (hd_time_to_seconds (f.ends[0]), 3.1250695e-3, 5e-11);
  start (&f, path, 67e12, 1);
  start (&f, path, 67e12, 2);
  run (&f);
  assert_time (f.ends[1] - f.ends[0], 2);
  assert_time (f.ends[2] - f.ends[0], 2);
  tear_down (&f);
}

/* A8 as its parts: what ends a vertex is the later of a computation and a flow, each on its own resource. */
static void
test_a8 (void)
{
  Fixture f;
  guint32 processor, link;

  set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
  g_assert_true (hd_flow_model_add_resource (f.model, HD_FLOW_PROCESSOR, 1e12, &processor, NULL));
  link = add_link (&f, 1e9);
  {
    HdTransfer vertex[] = {
      { hd_flow_model_add_path (f.model, 0, (HdFlowUse[]){ { processor, 1 } }, 1, 1), 3e12 },
      { add_path (&f, 0, &link, 1, NULL, 0), 5e9 },
    };

    hd_network_start (f.network, vertex, 2, 1, 0);
    run (&f);
    assert_time (f.ends[0], 5);
    vertex[0].size = 5e12;
    vertex[1].size = 3e9;
    hd_network_start (f.network, vertex, 2, 1, 1);
    run (&f);
    assert_time (f.ends[1] - f.ends[0], 5);
  }
  tear_down (&f);
}

/* A ring over a star: one up and one down link each, or one link for both. */
static HdTime
run_ring (guint n,
          double bytes,
          gboolean split,
          guint rounds)
{
  Fixture f;
  guint32 up[64], down[64];
  HdTransfer transfers[64];
  HdTime end;

  set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
  for (guint i = 0; i < n; i++)
    {
      up[i] = add_link (&f, 10e9);
      down[i] = split ? add_link (&f, 10e9) : up[i];
    }
  for (guint i = 0; i < n; i++)
    transfers[i] = (HdTransfer) { add_path (&f, 2 * MICROSECOND, (guint32[]){ up[i], down[(i + 1) % n] }, 2, NULL, 0), bytes / n };
  hd_network_start (f.network, transfers, n, rounds, 0);
  run (&f);
  end = f.ends[0];
  {
    HdNetworkCounters counters;

    /* A11: as many flows as steps times members, whether they were skipped or not. */
    hd_network_get_counters (f.network, &counters);
    g_assert_cmpuint (counters.transfers_started, ==, rounds * n);
    g_assert_cmpuint (counters.transfers_ended, ==, rounds * n);
    g_assert_cmpuint (counters.rounds, ==, rounds);
    for (guint i = 0; i < n; i++)
      g_assert_cmpfloat_with_epsilon (hd_flow_network_get_amount (f.network, up[i]), rounds * bytes / n * (split ? 1 : 2), 1e-9 * bytes);
  }
  tear_down (&f);
  return end;
}

static void
test_a10_a11 (void)
{
  assert_time (run_ring (4, 4e9, TRUE, 6), 0.600012);
  assert_time (run_ring (4, 4e9, TRUE, 3), 0.300006);
  assert_time (run_ring (4, 4e9, FALSE, 6), 1.200012);
  assert_time (run_ring (4, 4e9, FALSE, 3), 0.600006);
  assert_time (run_ring (2, 4e9, TRUE, 2), 2 * (0.2 + 2e-6));
}

/* The values of SimGrid 3.32 are given to 1e-4 s. */
static void
test_a12 (void)
{
  static const struct
  {
    HdFairness fairness;
    double cross_traffic;
    double ends[2];
  } cases[] = {
    { HD_FAIRNESS_RTT, 0, { 0.1501, 0.2002 } },
    { HD_FAIRNESS_RTT, 0.05, { 0.1576, 0.2102 } },
    { HD_FAIRNESS_EQUAL, 0, { 0.2000, 0.2002 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture f;
      guint32 shared, extra[2];

      set_up (&f, cases[i].fairness, cases[i].cross_traffic, 100 * MICROSECOND);
      shared = add_link (&f, 10e9);
      for (guint k = 0; k < 2; k++)
        {
          guint32 route[2], reverse[2];

          extra[k] = add_link (&f, 100e9);
          route[0] = reverse[1] = extra[k];
          route[1] = reverse[0] = shared;
          start (&f, add_path (&f, (k == 0 ? 200 : 400) * MICROSECOND, route, 2, reverse, 2), 1e9, k);
        }
      run (&f);
      for (guint k = 0; k < 2; k++)
        g_assert_cmpfloat_with_epsilon (hd_time_to_seconds (f.ends[k]), cases[i].ends[k], 1.01e-4);
      tear_down (&f);
    }
}

/* Batches that end together are told of in the order of starting; so are their ends when the batch is of transfers with unequal latencies. */
static void
test_order (void)
{
  Fixture f;
  guint32 link, quick, slow;

  set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
  link = add_link (&f, 1e9);
  quick = add_path (&f, 0, &link, 1, NULL, 0);
  slow = add_path (&f, SECOND, &link, 1, NULL, 0);
  {
    HdTransfer mixed[] = { { slow, 0 }, { quick, 1e8 }, { slow, 0 }, { quick, 0 } };

    hd_network_start (f.network, mixed, 4, 2, 5);
  }
  for (guint i = 0; i < 4; i++)
    start (&f, quick, 1e8, 4 - i);
  run (&f);
  g_assert_cmpuint (f.n_ended, ==, 5);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (f.order[i], ==, 4 - i);
  assert_time (f.ends[5], 2);
  tear_down (&f);
}

/* Doubling bandwidth and halving latency halves every time (S8); a picosecond is the grain. */
static void
test_scale (void)
{
  HdTime ends[2][8];

  for (guint scale = 1; scale <= 2; scale++)
    {
      Fixture f;
      guint32 links[4];

      set_up (&f, HD_FAIRNESS_RTT, 0.05, 1000 * NANOSECOND / scale);
      for (guint i = 0; i < 4; i++)
        links[i] = add_link (&f, scale * (3.7e9 + 1e9 * i));
      for (guint i = 0; i < 8; i++)
        start (&f, add_path (&f, (1000 + 100 * i) * NANOSECOND / scale, links + i % 3, 1 + i % 2, links + 3, 1), 1e9 + 1e8 * i, i);
      run (&f);
      for (guint i = 0; i < 8; i++)
        ends[scale - 1][i] = f.ends[i];
      tear_down (&f);
    }
  for (guint i = 0; i < 8; i++)
    g_assert_cmpint (ABS (ends[0][i] - 2 * ends[1][i]), <=, 8);
}

typedef struct
{
  double rates[8];
  HdTime times[8];
  double amounts[8];
} Watch;

static void
watch_rate (gpointer user_data,
            guint32 resource,
            HdTime time,
            double rate)
{
  Watch *w = &((Watch *) user_data)[0];

  g_assert_cmpint (time, >=, w->times[resource]);
  w->amounts[resource] += w->rates[resource] * hd_time_to_seconds (time - w->times[resource]);
  w->times[resource] = time;
  w->rates[resource] = rate;
}

static void
watch_average (gpointer user_data,
               guint32 resource,
               HdTime begin,
               HdTime end,
               double average)
{
  Watch *w = user_data;

  watch_rate (w, resource, begin, w->rates[resource]);
  w->amounts[resource] += average * hd_time_to_seconds (end - begin);
  w->times[resource] = end;
}

static void
ignore_end (gpointer user_data,
            guint64 token,
            HdTime time)
{
}

/* What the observer is told adds up to what was sent, through skipped rounds as well. */
static void
test_conservation (void)
{
  static const HdNetworkObserver observer = { watch_rate, watch_average };

  for (guint fast_forward = 0; fast_forward <= 1; fast_forward++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
      HdFlowOptions options = { TRUE, fast_forward, TRUE };
      Watch watch = { 0 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autoptr (HdNetwork) network = hd_flow_network_new (model, &options, &observer, ignore_end, &watch);
      HdTransfer ring[4], memory[4];
      HdNetworkCounters counters;

      for (guint32 i = 0; i < 4; i++)
        {
          guint32 resource;

          g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, i == 2 ? 7e9 : 10e9, &resource, NULL));
        }
      for (guint32 i = 0; i < 4; i++)
        {
          HdFlowUse uses[] = { { i, 1 }, { (i + 1) % 4, 1 } };

          ring[i] = (HdTransfer) { hd_flow_model_add_path (model, 2000000, uses, 2, 1), 1e8 };
          memory[i] = (HdTransfer) { hd_flow_model_add_path (model, 0, uses, 1, 1), 1e9 * (i + 1) };
        }
      hd_network_start (network, ring, 4, 200, 0);
      hd_network_start (network, memory, 4, 1, 1);
      for (HdTime next; (next = hd_network_get_next (network)) < HD_TIME_MAX;)
        g_assert_true (hd_network_advance (network, next, NULL));
      hd_network_get_counters (network, &counters);
      if (fast_forward)
        g_assert_cmpuint (counters.rounds_skipped, >, 50);
      else
        g_assert_cmpuint (counters.rounds_skipped, ==, 0);
      for (guint i = 0; i < 4; i++)
        {
          double sent = 2 * 200 * 1e8 + memory[i].size;

          g_assert_cmpfloat_with_epsilon (hd_flow_network_get_amount (network, i), sent, 1e-8 * sent);
          g_assert_cmpfloat_with_epsilon (watch.amounts[i], sent, 1e-8 * sent);
          g_assert_cmpfloat (watch.rates[i], ==, 0);
        }
    }
}

static void
count_flow (gpointer user_data,
            guint64 token,
            guint transfer,
            guint32 path,
            double rate)
{
  double *rates = user_data;

  g_assert_cmpuint (token, ==, 7);
  rates[transfer] = rate;
}

/* Rates can be asked for at any time; a network can go at any time. */
static void
test_questions (void)
{
  Fixture f;
  guint32 links[2];
  double rates[3] = { -1, -1, -1 };
  HdTransfer transfers[3];

  set_up (&f, HD_FAIRNESS_EQUAL, 0, 0);
  links[0] = add_link (&f, 10e9);
  links[1] = add_link (&f, 4e9);
  transfers[0] = (HdTransfer) { add_path (&f, 0, links, 1, NULL, 0), 8e9 };
  transfers[1] = (HdTransfer) { add_path (&f, 0, links, 2, NULL, 0), 2e9 };
  transfers[2] = (HdTransfer) { add_path (&f, SECOND / 2, links + 1, 1, NULL, 0), 2e9 };
  hd_network_start (f.network, transfers, 3, 1, 7);
  g_assert_true (hd_network_advance (f.network, SECOND / 4, NULL));
  hd_flow_network_foreach (f.network, count_flow, rates);
  g_assert_cmpfloat (rates[0], ==, 6e9);
  g_assert_cmpfloat (rates[1], ==, 4e9);
  g_assert_cmpfloat (rates[2], ==, 0);
  g_assert_cmpfloat (hd_flow_network_get_rate (f.network, links[0]), ==, 10e9);
  g_assert_cmpfloat (hd_flow_network_get_amount (f.network, links[1]), ==, 1e9);
  tear_down (&f);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/flow-network/a2-latency-and-size", test_a2);
  g_test_add_func ("/engine/network/flow-network/a3-one-link", test_a3);
  g_test_add_func ("/engine/network/flow-network/a4-two-links", test_a4);
  g_test_add_func ("/engine/network/flow-network/a5-latency-takes-nothing", test_a5);
  g_test_add_func ("/engine/network/flow-network/a6-sharing", test_a6);
  g_test_add_func ("/engine/network/flow-network/a7-computations", test_a7);
  g_test_add_func ("/engine/network/flow-network/a8-vertex", test_a8);
  g_test_add_func ("/engine/network/flow-network/a10-ring", test_a10_a11);
  g_test_add_func ("/engine/network/flow-network/a12-rtt", test_a12);
  g_test_add_func ("/engine/network/flow-network/order", test_order);
  g_test_add_func ("/engine/network/flow-network/scale", test_scale);
  g_test_add_func ("/engine/network/flow-network/conservation", test_conservation);
  g_test_add_func ("/engine/network/flow-network/questions", test_questions);
  return g_test_run ();
}
