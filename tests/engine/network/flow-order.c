/* flow-order.c: transfers that wait for each other, on the network at flow fidelity
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: on a line with a slow link every round of every member of a ring ends when it does by hand, without barrier and with one; what leaves behind
 * another transfer arrives no sooner than that allows; and with whole periods advanced at once, every round leaves and arrives at the same picosecond as
 * singly with rates solved from nothing, every batch ends at the same time, and every resource has carried the same; so too if what is skipped drifts, which is seen
 * after one lap, and if such laps are known from a ring before. A round that follows another at once costs no solving. Left open: that classes of members stand for all of them, see
 * tests/engine/workload/test-symmetry.c; other schedules, see tests/reference/steps.py.
 */
#include "hd-flow-network.h"

#define MILLISECOND G_GINT64_CONSTANT (1000000000)
#define N_LANES 8
#define MOST_ROUNDS 600
#define MOST_FOREIGN 20

/* ---- by hand --------------------------------------------------------------------------------------------------------- */

#define N_MEMBERS 4
#define N_STEPS 6

typedef struct
{
  HdTime left[N_MEMBERS][N_STEPS];
  HdTime arrived[N_MEMBERS][N_STEPS];
  HdTime end;
} Times;

static void
note_left (gpointer user_data,
           guint64 token,
           guint transfer,
           guint round,
           HdTime left,
           HdTime time)
{
  g_assert_cmpint (left, <=, time);
  ((Times *) user_data)->left[transfer][round] = left;
}

static void
note_arrived (gpointer user_data,
              guint64 token,
              guint transfer,
              guint round,
              HdTime left,
              HdTime time)
{
  Times *times = user_data;

  g_assert_cmpint (times->left[transfer][round], ==, left);
  times->arrived[transfer][round] = time;
}

static void
note_end (gpointer user_data,
          guint64 token,
          HdTime time)
{
  ((Times *) user_data)->end = time;
}

static const HdNetworkObserver observer = { .left = note_left, .arrived = note_arrived };

static void
run_through (HdNetwork *network)
{
  for (HdTime next; (next = hd_network_get_next (network)) < HD_TIME_MAX;)
    g_assert_true (hd_network_advance (network, next, NULL));
}

static guint32
add_link (HdFlowModel *model,
          double capacity)
{
  guint32 resource;

  g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, capacity, &resource, NULL));
  return resource;
}

/* Four on a line, 1 GB/s and 1 ms from each to the next, but 0.5 GB/s between the second and the third; the last one sends to the first over all three. A
 * chunk of 1 MB takes 1 ms, or 2 over the slow link, after 1 ms of latency, or 3. A round of member m ends at
 *
 *     max (end of the round before of the member before m + latency of m, end of the round before of m) + time of m. */
static void
test_line (void)
{
  static const double capacities[N_MEMBERS] = { 1e9, 0.5e9, 1e9, 0.5e9 };
  static const HdTime latencies[N_MEMBERS] = { 1, 1, 1, 3 };
  static const HdTime arrivals[N_MEMBERS][N_STEPS] = {
    { 2, 7, 9, 12, 14, 19 },
    { 3, 5, 10, 12, 15, 17 },
    { 2, 5, 7, 12, 14, 17 },
    { 5, 7, 10, 12, 17, 19 },
  };
  static const HdTime lefts[N_MEMBERS][N_STEPS] = {
    { 0, 5, 7, 10, 12, 17 },
    { 0, 2, 7, 9, 12, 14 },
    { 0, 3, 5, 10, 12, 15 },
    { 0, 2, 5, 7, 12, 14 },
  };
  HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  HdTransferWait waits[N_MEMBERS];
  HdOrderedTransfer ring[N_MEMBERS];
  HdTransfer steps[N_MEMBERS];
  HdFlowOptions options = { TRUE, TRUE, FALSE };
  g_autoptr (HdNetwork) ordered = NULL, barrier = NULL;
  Times times = { 0 }, with_barrier = { 0 };

  for (guint32 m = 0; m < N_MEMBERS; m++)
    {
      HdFlowUse use = { add_link (model, capacities[m]), 1 };
      guint32 path = hd_flow_model_add_path (model, latencies[m] * MILLISECOND, &use, 1, 1);

      ring[m] = (HdOrderedTransfer) { path, N_STEPS, 1e6 };
      steps[m] = (HdTransfer) { path, 1e6 };
      waits[m] = (HdTransferWait) { (m + N_MEMBERS - 1) % N_MEMBERS, m, TRUE, FALSE };
    }
  ordered = hd_flow_network_new (model, &options, &observer, note_end, &times);
  hd_network_start_ordered (ordered, ring, N_MEMBERS, waits, N_MEMBERS, N_STEPS, 0);
  run_through (ordered);
  for (guint m = 0; m < N_MEMBERS; m++)
    for (guint step = 0; step < N_STEPS; step++)
      {
        g_assert_cmpint (times.arrived[m][step], ==, arrivals[m][step] * MILLISECOND);
        g_assert_cmpint (times.left[m][step], ==, lefts[m][step] * MILLISECOND);
      }
  g_assert_cmpint (times.end, ==, 19 * MILLISECOND);

  barrier = hd_flow_network_new (model, &options, NULL, note_end, &with_barrier);
  hd_network_start (barrier, steps, N_MEMBERS, N_STEPS, 0);
  run_through (barrier);
  g_assert_cmpint (with_barrier.end, ==, N_STEPS * 5 * MILLISECOND);
}

/* A sender whose first transfer takes 3 ms and 1 ms is free at 1 ms, when the last byte has left. What it then sends over 5 ms flows from 6 ms on; over 1 ms it
 * would flow from 2 ms on, but not before the first has ended. What needs what arrives at 4 ms leaves then. */
static void
test_behind (void)
{
  static const struct
  {
    HdTime latency, left, arrived;
    gboolean leaves_behind;
  } cases[] = { { 5, 1, 7, TRUE }, { 3, 1, 5, TRUE }, { 1, 3, 5, TRUE }, { 5, 4, 10, FALSE }, { 1, 4, 6, FALSE }, { 0, 4, 5, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      HdFlowUse use = { add_link (model, 1e9), 1 };
      HdOrderedTransfer transfers[] = {
        { hd_flow_model_add_path (model, 3 * MILLISECOND, &use, 1, 1), 1, 1e6 },
        { hd_flow_model_add_path (model, cases[i].latency * MILLISECOND, &use, 1, 1), 1, 1e6 },
      };
      HdTransferWait wait = { 0, 1, FALSE, (guint8) cases[i].leaves_behind };
      HdFlowOptions options = { TRUE, TRUE, FALSE };
      Times times = { 0 };
      g_autoptr (HdNetwork) network = hd_flow_network_new (model, &options, &observer, note_end, &times);

      hd_network_start_ordered (network, transfers, 2, &wait, 1, 2, 0);
      run_through (network);
      g_assert_cmpint (times.arrived[0][0], ==, 4 * MILLISECOND);
      g_assert_cmpint (times.left[1][0], ==, cases[i].left * MILLISECOND);
      g_assert_cmpint (times.arrived[1][0], ==, cases[i].arrived * MILLISECOND);
    }
}

/* The first round waits for the last of what it waits for; rounds that carry nothing and take no time end too; so does a batch of nothing. */
static void
test_rounds (void)
{
  HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  HdFlowUse use = { add_link (model, 1e9), 1 };
  HdOrderedTransfer transfers[] = {
    { hd_flow_model_add_path (model, MILLISECOND, &use, 1, 1), 3, 1e6 },
    { hd_flow_model_add_path (model, 0, NULL, 0, 1), 5, 1e6 },
    { hd_flow_model_add_path (model, MILLISECOND, &use, 1, 1), 2, 0 },
  };
  HdTransferWait waits[] = { { 0, 1, FALSE, FALSE }, { 1, 2, FALSE, FALSE } };
  HdFlowOptions options = { TRUE, TRUE, FALSE };
  Times times = { .end = -1 };
  g_autoptr (HdNetwork) network = hd_flow_network_new (model, &options, &observer, note_end, &times);
  HdNetworkCounters counters;

  hd_network_start_ordered (network, transfers, 0, NULL, 0, 0, 0);
  run_through (network);
  g_assert_cmpint (times.end, ==, 0);
  hd_network_start_ordered (network, transfers, 3, waits, 2, 10, 0);
  run_through (network);
  g_assert_cmpint (times.arrived[0][2], ==, 4 * MILLISECOND); /* the latency once */
  g_assert_cmpint (times.arrived[1][4], ==, 4 * MILLISECOND);
  g_assert_cmpint (times.arrived[2][1], ==, 5 * MILLISECOND);
  g_assert_cmpint (times.end, ==, 5 * MILLISECOND);
  hd_network_get_counters (network, &counters);
  g_assert_cmpuint (counters.rounds, ==, 1 + 10);
  g_assert_cmpuint (counters.transfers_started, ==, 10);
  g_assert_cmpuint (counters.transfers_ended, ==, 10);
}

/* ---- periods at once --------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdTime time;
  guint32 path;
  double size;
} Foreign;

typedef struct
{
  HdTime left[N_LANES][MOST_ROUNDS];
  HdTime arrived[N_LANES][MOST_ROUNDS];
  HdTime ends[2 + MOST_FOREIGN];
  double amounts[MOST_FOREIGN + N_LANES];
  guint n_amounts;
  guint64 n_skipped;
} Trace;

static void
trace_left (gpointer user_data,
            guint64 token,
            guint transfer,
            guint round,
            HdTime left,
            HdTime time)
{
  ((Trace *) user_data)->left[transfer][round] = left;
}

static void
trace_arrived (gpointer user_data,
               guint64 token,
               guint transfer,
               guint round,
               HdTime left,
               HdTime time)
{
  g_assert_cmpint (((Trace *) user_data)->left[transfer][round], ==, left);
  ((Trace *) user_data)->arrived[transfer][round] = time;
}

static void
trace_end (gpointer user_data,
           guint64 token,
           HdTime time)
{
  ((Trace *) user_data)->ends[token] = time;
}

/* A number from 0 to n - 1. */
static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static void
run (HdFlowModel *model,
     const HdOrderedTransfer *ring,
     const Foreign *foreign,
     guint n_foreign,
     gboolean fast_forward,
     gboolean questions,
     gboolean traced,
     Trace *t)
{
  static const HdNetworkObserver tracer = { .left = trace_left, .arrived = trace_arrived };
  HdFlowOptions options = { fast_forward, fast_forward, TRUE };
  HdNetwork *network = hd_flow_network_new (model, &options, traced ? &tracer : NULL, trace_end, t);
  HdTransferWait waits[N_LANES];
  HdNetworkCounters counters;

  for (guint i = 0; i < N_LANES; i++)
    waits[i] = (HdTransferWait) { (i + N_LANES - 1) % N_LANES, i, TRUE, FALSE };
  hd_network_start_ordered (network, ring, N_LANES, waits, N_LANES, ring[0].rounds, 0);
  for (guint i = 0; i < n_foreign;)
    {
      HdTime next = hd_network_get_next (network);
      HdTransfer transfer = { foreign[i].path, foreign[i].size };

      if (next <= foreign[i].time)
        {
          g_assert_true (hd_network_advance (network, next, NULL));
          continue;
        }
      g_assert_true (hd_network_advance (network, foreign[i].time, NULL));
      if (questions)
        t->amounts[t->n_amounts++] = hd_flow_network_get_amount (network, i % N_LANES);
      hd_network_start (network, &transfer, 1, 1, 1 + i);
      i++;
    }
  run_through (network);
  for (guint i = 0; i < N_LANES; i++)
    t->amounts[t->n_amounts++] = hd_flow_network_get_amount (network, i);
  hd_network_get_counters (network, &counters);
  g_assert_cmpuint (counters.transfers_started, ==, counters.transfers_ended);
  g_assert_cmpuint (counters.rounds, ==, ring[0].rounds + n_foreign);
  t->n_skipped = counters.rounds_skipped;
  hd_network_free (network);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  HdTime x = ((const Foreign *) a)->time, y = ((const Foreign *) b)->time;

  return x < y ? -1 : x > y;
}

/* A ring whose members have links of several speeds, some of them shared with the next, and latencies of several lengths; beside it transfers that come at
 * any time, long and short. */
static void
test_random (void)
{
  guint64 n_skipped = 0;

  for (guint trial = 0; trial < 100; trial++)
    {
      static const double capacities[] = { 128e9, 128e9, 128e9, 31e9, 12.5e9 };
      static const HdTime latencies[] = { 0, 200000, 200000, 5000000 };
      HdFlowRules rules = { trial % 3 == 0 ? HD_FAIRNESS_RTT : HD_FAIRNESS_EQUAL, 0, 1000 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autofree Trace *on = g_new0 (Trace, 1), *off = g_new0 (Trace, 1);
      HdOrderedTransfer ring[N_LANES];
      guint32 paths[N_LANES];
      Foreign foreign[MOST_FOREIGN];
      guint n_foreign = trial % 4 == 0 ? 0 : pick (MOST_FOREIGN);
      guint n_rounds = 1 + pick (MOST_ROUNDS);
      gboolean shared = trial % 5 != 0;

      for (guint i = 0; i < N_LANES; i++)
        add_link (model, capacities[pick (trial % 2 ? 4 : G_N_ELEMENTS (capacities))]);
      for (guint32 i = 0; i < N_LANES; i++)
        {
          HdFlowUse uses[] = { { i, 1 }, { (i + 1) % N_LANES, 1 } };

          ring[i] = (HdOrderedTransfer) { hd_flow_model_add_path (model, latencies[pick (G_N_ELEMENTS (latencies))], uses, shared ? 2 : 1, 1), n_rounds, 1.3e6 };
          paths[i] = hd_flow_model_add_path (model, 400000, uses, 1 + pick (2), 1);
        }
      for (guint i = 0; i < n_foreign; i++)
        foreign[i] = (Foreign) {
          .time = (HdTime) (g_test_rand_double () * n_rounds * 100e6),
          .path = paths[pick (N_LANES)],
          .size = g_test_rand_double () * (pick (2) ? 1e9 : 1e7),
        };
      qsort (foreign, n_foreign, sizeof foreign[0], compare_times);
      run (model, ring, foreign, n_foreign, TRUE, trial % 4 == 1, TRUE, on);
      run (model, ring, foreign, n_foreign, FALSE, trial % 4 == 1, TRUE, off);
      for (guint i = 0; i < N_LANES; i++)
        for (guint k = 0; k < n_rounds; k++)
          {
            g_assert_cmpint (on->left[i][k], ==, off->left[i][k]);
            g_assert_cmpint (on->arrived[i][k], ==, off->arrived[i][k]);
          }
      for (guint i = 0; i < G_N_ELEMENTS (on->ends); i++)
        g_assert_cmpint (on->ends[i], ==, off->ends[i]);
      g_assert_cmpuint (on->n_amounts, ==, off->n_amounts);
      for (guint i = 0; i < on->n_amounts; i++)
        g_assert_cmpfloat (on->amounts[i], ==, off->amounts[i]);
      g_assert_cmpuint (off->n_skipped, ==, 0);
      n_skipped += on->n_skipped;
    }
  g_test_message ("%" G_GUINT64_FORMAT " rounds skipped", n_skipped);
  g_assert_cmpuint (n_skipped, >, 3000);
}

/* N_LANES transfers round a ring of links of which some are alike, of @n_rounds each, and for each the path of a transfer beside it: over the same links or, if @is_apart,
 * over others from N_LANES on where these are not shared. Returns how long a lap takes for latency alone. */
static HdTime
draw_ring (HdFlowModel *model,
           guint trial,
           guint n_rounds,
           gboolean is_apart,
           HdOrderedTransfer *out_ring,
           guint32 *out_paths)
{
  static const double capacities[] = { 128e9, 128e9, 100e9, 31e9, 12.5e9 };
  static const HdTime latencies[] = { 200000, 200000, 400000, 5000000, 10600000 };
  guint32 first = is_apart ? N_LANES : 0;
  HdTime lap = 0;

  for (guint i = 0; i < first + N_LANES; i++)
    add_link (model, capacities[pick (G_N_ELEMENTS (capacities))]);
  for (guint32 i = 0; i < N_LANES; i++)
    {
      HdFlowUse uses[] = { { i, 1 }, { (i + 1) % N_LANES, 1 } };
      HdFlowUse others[] = { { pick (2) ? i : first + i, 1 }, { first + (i + 1) % N_LANES, 1 } };
      HdTime latency = latencies[pick (G_N_ELEMENTS (latencies))] + (HdTime) pick (3000);

      out_ring[i] = (HdOrderedTransfer) { hd_flow_model_add_path (model, latency, uses, trial % 4 != 0 ? 2 : 1, 1), n_rounds, 40 + pick (4000) };
      out_paths[i] = hd_flow_model_add_path (model, 400000, others, 1 + pick (2), 1);
      lap += latency;
    }
  return lap;
}

/* Small chunks in a ring with long latencies go round each in its own time, and the state never comes back: some come later in each lap. Who is told of each round
 * has them singly, so that what is skipped beyond that was skipped as drifting. */
static void
test_drift (void)
{
  guint64 n_skipped = 0, n_periodic = 0;
  guint n_drifting = 0;

  for (guint trial = 0; trial < 300; trial++)
    {
      HdFlowRules rules = { trial % 5 == 0 ? HD_FAIRNESS_RTT : HD_FAIRNESS_EQUAL, 0, 1000 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autofree Trace *on = g_new0 (Trace, 1), *off = g_new0 (Trace, 1), *traced = g_new0 (Trace, 1);
      HdOrderedTransfer ring[N_LANES];
      guint32 paths[N_LANES];
      Foreign foreign[MOST_FOREIGN];
      guint n_foreign = trial % 3 == 0 ? 0 : pick (MOST_FOREIGN);
      guint n_rounds = MOST_ROUNDS / 2 + pick (MOST_ROUNDS / 2);
      HdTime lap = draw_ring (model, trial, n_rounds, FALSE, ring, paths);

      for (guint i = 0; i < n_foreign; i++)
        foreign[i] = (Foreign) {
          .time = (HdTime) (g_test_rand_double () * (pick (2) ? 1 : n_rounds / (double) N_LANES) * (double) lap),
          .path = paths[pick (N_LANES)],
          .size = g_test_rand_double () * (pick (2) ? 1e9 : 1e7),
        };
      qsort (foreign, n_foreign, sizeof foreign[0], compare_times);
      run (model, ring, foreign, n_foreign, TRUE, trial % 4 == 1, FALSE, on);
      run (model, ring, foreign, n_foreign, FALSE, trial % 4 == 1, FALSE, off);
      run (model, ring, foreign, n_foreign, TRUE, trial % 4 == 1, TRUE, traced);
      for (guint i = 0; i < G_N_ELEMENTS (on->ends); i++)
        g_assert_cmpint (on->ends[i], ==, off->ends[i]);
      g_assert_cmpuint (on->n_amounts, ==, off->n_amounts);
      for (guint i = 0; i < on->n_amounts; i++)
        g_assert_cmpfloat (on->amounts[i], ==, off->amounts[i]);
      n_skipped += on->n_skipped;
      n_periodic += traced->n_skipped;
      n_drifting += on->n_skipped > traced->n_skipped;
    }
  g_test_message ("%" G_GUINT64_FORMAT " rounds skipped, %" G_GUINT64_FORMAT " of them in periods; %u rings drifted", n_skipped, n_periodic, n_drifting);
  g_assert_cmpuint (n_skipped, >, n_periodic + 3000);
  g_assert_cmpuint (n_drifting, >, 20);
}

/* Two rings that drift: in the first one as soon as all are on their way, so that the second lap is the last that goes singly; in the other after some laps. */
static void
test_laps (void)
{
  static const struct
  {
    double capacities[N_LANES];
    HdTime latencies[N_LANES];
    double size;
    guint n_skipped;
  } rings[] = {
    { { 900e9, 900e9, 900e9, 900e9, 900e9, 900e9, 900e9, 900e9 },
      { 21600000, 200000, 11600000, 200000, 200000, 21600000, 200000, 200000 }, 340, MOST_ROUNDS - 2 * N_LANES },
    { { 31e9, 12.5e9, 128e9, 100e9, 128e9, 12.5e9, 12.5e9, 12.5e9 },
      { 400000, 200000, 5000000, 10600000, 5000000, 200000, 200000, 10600000 }, 245, MOST_ROUNDS - 12 * N_LANES },
  };

  for (guint r = 0; r < G_N_ELEMENTS (rings); r++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 1000 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autofree Trace *on = g_new0 (Trace, 1), *off = g_new0 (Trace, 1), *traced = g_new0 (Trace, 1);
      HdOrderedTransfer ring[N_LANES];

      for (guint i = 0; i < N_LANES; i++)
        add_link (model, rings[r].capacities[i]);
      for (guint32 i = 0; i < N_LANES; i++)
        {
          HdFlowUse uses[] = { { i, 1 }, { (i + 1) % N_LANES, 1 } };

          ring[i] = (HdOrderedTransfer) { hd_flow_model_add_path (model, rings[r].latencies[i], uses, 2, 1), MOST_ROUNDS, rings[r].size };
        }
      run (model, ring, NULL, 0, TRUE, FALSE, FALSE, on);
      run (model, ring, NULL, 0, FALSE, FALSE, FALSE, off);
      run (model, ring, NULL, 0, TRUE, FALSE, TRUE, traced);
      g_assert_cmpint (on->ends[0], ==, off->ends[0]);
      for (guint i = 0; i < N_LANES; i++)
        g_assert_cmpfloat (on->amounts[i], ==, off->amounts[i]);
      g_assert_cmpuint (traced->n_skipped, ==, 0); /* it does not repeat itself */
      g_assert_cmpuint (on->n_skipped, >=, rings[r].n_skipped);
    }
}

/* ---- laps that are known ------------------------------------------------------------------------------------------------ */

#define N_TIMES 6
#define N_TRIALS 45

typedef struct
{
  HdTime ends[N_TIMES][1 + MOST_FOREIGN];
  double amounts[N_TIMES][2 * N_LANES];
  guint64 n_solved[N_TIMES]; /* so far */
} Again;

typedef struct
{
  Again *again;
  guint time;
  guint n_left;
} Repeater;

static void
repeat_end (gpointer user_data,
            guint64 token,
            HdTime time)
{
  Repeater *self = user_data;

  self->again->ends[token >> 32][token & G_MAXUINT32] = time;
  self->n_left--;
}

/* The same ring N_TIMES, each once all is quiet again, and beside it the same transfers. Where one is late by @late it is so in the last time alone. */
static void
run_again (HdFlowModel *model,
           const HdOrderedTransfer *ring,
           const Foreign *foreign,
           guint n_foreign,
           HdTime late,
           gboolean fast_forward,
           Again *again)
{
  HdFlowOptions options = { fast_forward, fast_forward, TRUE };
  Repeater repeater = { again };
  HdNetwork *network = hd_flow_network_new (model, &options, NULL, repeat_end, &repeater);
  HdTransferWait waits[N_LANES];
  HdTime now = 0;

  for (guint i = 0; i < N_LANES; i++)
    waits[i] = (HdTransferWait) { (i + N_LANES - 1) % N_LANES, i, TRUE, FALSE };
  for (guint k = 0; k < N_TIMES; k++)
    {
      HdNetworkCounters counters;
      HdTime start = now;
      guint i = 0;

      repeater.n_left = 1 + n_foreign;
      hd_network_start_ordered (network, ring, N_LANES, waits, N_LANES, ring[0].rounds, (guint64) k << 32);
      while (repeater.n_left > 0)
        {
          HdTime next = hd_network_get_next (network);
          HdTime time = i < n_foreign ? start + foreign[i].time + (k == N_TIMES - 1 && i == n_foreign / 2 ? late : 0) : HD_TIME_MAX;

          now = MIN (next, time);
          g_assert_true (hd_network_advance (network, now, NULL));
          for (; time == now && i < n_foreign && start + foreign[i].time <= now; i++)
            {
              HdTransfer transfer = { foreign[i].path, foreign[i].size };

              hd_network_start (network, &transfer, 1, 1, (guint64) k << 32 | (1 + i));
            }
        }
      hd_network_get_counters (network, &counters);
      again->n_solved[k] = counters.solver_calls;
      for (guint r = 0; r < 2 * N_LANES; r++)
        again->amounts[k][r] = hd_flow_network_get_amount (network, r);
      now += 1000000;
      g_assert_true (hd_network_advance (network, now, NULL));
    }
  hd_network_free (network);
}

/* A ring that drifts comes to the same states again when it is there again, alone and beside transfers that share its links or have their own; what is known of its
 * laps is not simulated again, and all ends when it does and carries what it does without that. */
static void
test_again (void)
{
  guint n_known = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      HdFlowRules rules = { trial % 5 == 0 ? HD_FAIRNESS_RTT : HD_FAIRNESS_EQUAL, 0, 1000 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autofree Again *on = g_new0 (Again, 1), *off = g_new0 (Again, 1);
      HdOrderedTransfer ring[N_LANES];
      guint32 paths[N_LANES];
      Foreign foreign[MOST_FOREIGN];
      guint n_foreign = trial % 3 == 0 ? 0 : pick (6);
      guint n_rounds = MOST_ROUNDS / 2 + pick (MOST_ROUNDS / 2);
      HdTime lap = draw_ring (model, trial, n_rounds, TRUE, ring, paths), late = trial % 2 ? 1 + pick (1000000) : 0;

      for (guint i = 0; i < n_foreign; i++)
        foreign[i] = (Foreign) {
          .time = pick (3) ? 0 : (HdTime) (g_test_rand_double () * n_rounds / (double) N_LANES * (double) lap),
          .path = paths[pick (N_LANES)],
          .size = g_test_rand_double () * (pick (2) ? 1e9 : 1e7),
        };
      qsort (foreign, n_foreign, sizeof foreign[0], compare_times);
      run_again (model, ring, foreign, n_foreign, late, TRUE, on);
      run_again (model, ring, foreign, n_foreign, late, FALSE, off);
      for (guint k = 0; k < N_TIMES; k++)
        {
          for (guint i = 0; i <= n_foreign; i++)
            g_assert_cmpint (on->ends[k][i], ==, off->ends[k][i]);
          for (guint r = 0; r < 2 * N_LANES; r++)
            g_assert_cmpfloat (on->amounts[k][r], ==, off->amounts[k][r]);
        }
      n_known += on->n_solved[2] - on->n_solved[1] < on->n_solved[0];
    }
  g_test_message ("%u rings were known", n_known);
  g_assert_cmpuint (n_known, >, 2); /* about a third of them */
}

/* The rounds of one transfer without latency follow each other at once: the flow of one is that of the next. */
static void
test_renewed (void)
{
  HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  HdFlowUse use = { add_link (model, 1e9), 1 };
  HdOrderedTransfer transfer = { hd_flow_model_add_path (model, 0, &use, 1, 1), MOST_ROUNDS, 1e6 };
  HdFlowOptions options = { TRUE, FALSE, TRUE };
  Times times = { 0 };
  g_autoptr (HdNetwork) network = hd_flow_network_new (model, &options, NULL, note_end, &times);
  HdNetworkCounters counters;

  hd_network_start_ordered (network, &transfer, 1, NULL, 0, MOST_ROUNDS, 0);
  run_through (network);
  hd_network_get_counters (network, &counters);
  g_assert_cmpint (times.end, ==, MOST_ROUNDS * MILLISECOND);
  g_assert_cmpfloat (hd_flow_network_get_amount (network, 0), ==, MOST_ROUNDS * 1e6);
  g_assert_cmpuint (counters.transfers_ended, ==, MOST_ROUNDS);
  g_assert_cmpuint (counters.rates_visited, <, 10);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/flow-order/line", test_line);
  g_test_add_func ("/engine/network/flow-order/behind", test_behind);
  g_test_add_func ("/engine/network/flow-order/rounds", test_rounds);
  g_test_add_func ("/engine/network/flow-order/random", test_random);
  g_test_add_func ("/engine/network/flow-order/drift", test_drift);
  g_test_add_func ("/engine/network/flow-order/laps", test_laps);
  g_test_add_func ("/engine/network/flow-order/again", test_again);
  g_test_add_func ("/engine/network/flow-order/renewed", test_renewed);
  return g_test_run ();
}
