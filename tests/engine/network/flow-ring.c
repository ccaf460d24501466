/* flow-ring.c: a ring that is followed by itself beside transfers that come and go
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: beside programs that load and compute in turns, so that no lap of the ring is left alone, every round arrives, every transfer ends and every resource has
 * carried what it does with rates solved from nothing and nothing followed by itself: with links of one or several speeds, chunks that meet or do not, events at the same
 * picosecond, batches of several rounds, more on a link than there is room for, ways that fit nowhere, and a second ring, on the same links or on others; whether the
 * network is advanced from event to event or far at once. Left open: what it costs, see tests/bench/bench-hcsim.c.
 */
#include "hd-flow-network.h"

#define MILLISECOND G_GINT64_CONSTANT (1000000000)
#define N_LANES 8
#define MOST_ROUNDS 600
#define N_OTHERS 150
#define N_RESOURCES (3 * N_LANES)
#define SECOND_RING (1 + N_OTHERS)
#define N_TRIALS 160
#define N_UNFIT 20
#define N_TWINS 20
#define MOST_BESIDE (N_LANES + 1)

typedef struct
{
  HdTime delay; /* after the end of the one N_LANES before, or after the beginning */
  HdTransfer transfers[2];
  guint n_transfers;
  guint rounds;
} Other;

typedef struct
{
  HdOrderedTransfer ring[N_LANES];
  Other others[N_OTHERS];
  HdTime second; /* when the second ring begins, or HD_TIME_MAX */
  gboolean told; /* of each round */
  gboolean asked; /* what resources have carried, again and again */
  HdTime stride; /* the network is advanced so far at once, whatever happens in it; or 0 */
} Case;

typedef struct
{
  HdTime ends[2 + N_OTHERS];
  HdTime arrived[2 * N_LANES][MOST_ROUNDS];
  double amounts[N_RESOURCES];
  double asked[N_OTHERS];
  guint64 n_rings;
} Outcome;

/* A number from 0 to n - 1. */
static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static void
note_end (gpointer user_data,
          guint64 token,
          HdTime time)
{
  ((Outcome *) user_data)->ends[token] = time;
}

static void
note_left (gpointer user_data,
           guint64 token,
           guint transfer,
           guint round,
           HdTime left,
           HdTime time)
{
  g_assert_cmpint (left, <=, time);
}

static void
note_arrived (gpointer user_data,
              guint64 token,
              guint transfer,
              guint round,
              HdTime left,
              HdTime time)
{
  Outcome *outcome = user_data;

  if (round > 0)
    g_assert_cmpint (outcome->arrived[(token > 0) * N_LANES + transfer][round - 1], <=, time);
  outcome->arrived[(token > 0) * N_LANES + transfer][round] = time;
}

/* When @other begins, once that is known. */
static HdTime
find_begin (const Case *c,
            const Outcome *outcome,
            guint other)
{
  if (other < N_LANES)
    return c->others[other].delay;
  return outcome->ends[1 + other - N_LANES] >= 0 ? outcome->ends[1 + other - N_LANES] + c->others[other].delay : HD_TIME_MAX;
}

/* The first of the others that begins up to @time and was not started, or N_OTHERS. */
static guint
find_first (const Case *c,
            const Outcome *outcome,
            const gboolean *started,
            HdTime *time)
{
  guint first = N_OTHERS;

  for (guint i = 0; i < N_OTHERS; i++)
    if (!started[i] && find_begin (c, outcome, i) <= *time)
      {
        first = i;
        *time = find_begin (c, outcome, i);
      }
  return first;
}

static void
start_ring (HdNetwork *network,
            const HdOrderedTransfer *ring,
            guint64 token)
{
  HdTransferWait waits[N_LANES];

  for (guint i = 0; i < N_LANES; i++)
    waits[i] = (HdTransferWait) { (i + N_LANES - 1) % N_LANES, i, TRUE, FALSE };
  hd_network_start_ordered (network, ring, N_LANES, waits, N_LANES, ring[0].rounds, token);
}

static void
run (HdFlowModel *model,
     const Case *c,
     gboolean fast,
     Outcome *outcome)
{
  static const HdNetworkObserver observer = { .left = note_left, .arrived = note_arrived };
  HdFlowOptions options = { fast, fast, TRUE };
  HdNetwork *network = hd_flow_network_new (model, &options, c->told ? &observer : NULL, note_end, outcome);
  gboolean started[N_OTHERS] = { FALSE };
  HdTime second = c->second, now = 0;
  HdNetworkCounters counters;

  for (guint i = 0; i < G_N_ELEMENTS (outcome->ends); i++)
    outcome->ends[i] = -1;
  start_ring (network, c->ring, 0);
  for (;;)
    {
      HdTime next = MIN (hd_network_get_next (network), second);
      guint first = find_first (c, outcome, started, &next);

      if (next == HD_TIME_MAX)
        break;
      if (c->stride > 0)
        next = first < N_OTHERS && next <= now ? now : now + c->stride;
      now = next;
      g_assert_true (hd_network_advance (network, next, NULL));
      if (second <= now)
        {
          start_ring (network, c->ring, SECOND_RING);
          second = HD_TIME_MAX;
        }
      if (first == N_OTHERS || find_begin (c, outcome, first) > now)
        continue;
      if (c->asked)
        outcome->asked[first] = hd_flow_network_get_amount (network, first % N_RESOURCES);
      hd_network_start (network, c->others[first].transfers, c->others[first].n_transfers, c->others[first].rounds, 1 + first);
      started[first] = TRUE;
    }
  for (guint i = 0; i < N_RESOURCES; i++)
    outcome->amounts[i] = hd_flow_network_get_amount (network, i);
  hd_network_get_counters (network, &counters);
  g_assert_cmpuint (counters.transfers_started, ==, counters.transfers_ended);
  outcome->n_rings = counters.rings;
  hd_network_free (network);
}

/* Links of the members come first, then what each of them loads from, then one that is crossed twice and some that are far from the ring. */
static void
draw (HdFlowModel *model,
      guint trial,
      Case *c)
{
  static const double capacities[] = { 128e9, 128e9, 128e9, 64e9, 31e9 };
  static const HdTime latencies[] = { 0, 200000, 400000, 400000 };
  gboolean equal = trial % 3 == 0;
  guint n_rounds = 3 + pick (MOST_ROUNDS - 3), n_uses = trial % 8 == 7 ? 1 : 2;
  double size = 40 + g_test_rand_double () * (trial % 4 ? 400e3 : 100);
  guint32 resource, loads[N_LANES];

  for (guint i = 0; i < N_RESOURCES; i++)
    g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, equal ? 128e9 : capacities[pick (G_N_ELEMENTS (capacities))], &resource, NULL));
  for (guint32 i = 0; i < N_LANES; i++)
    {
      HdFlowUse uses[] = { { i, 1 }, { (i + 1) % N_LANES, 1 }, { 2 * N_LANES, 2 } };
      HdFlowUse load[] = { { i, 1 }, { N_LANES + i, 1 } };
      HdTime latency = equal ? 400000 : latencies[pick (G_N_ELEMENTS (latencies))];

      c->ring[i] = (HdOrderedTransfer) { hd_flow_model_add_path (model, latency, uses, i == 0 && trial % 5 == 0 ? 3 : n_uses, 1 + pick (2)), n_rounds, size };
      loads[i] = hd_flow_model_add_path (model, 400000, load, 1 + pick (2), 1);
    }
  for (guint i = 0; i < N_OTHERS; i++)
    {
      HdFlowUse odd[] = { { i % N_LANES, 1 + pick (2) }, { (i + 2) % N_LANES, 1 } }, far = { 2 * N_LANES + 1 + i % 4, 1 };
      Other *other = &c->others[i];
      guint kind = pick (40);
      guint32 path = loads[i % N_LANES];

      if (trial % 2 == 0 && kind == 0)
        path = hd_flow_model_add_path (model, 100000, odd, 2, 1);
      else if (kind < 8)
        path = hd_flow_model_add_path (model, 200000, &far, 1, 1);
      *other = (Other) { .delay = equal && pick (2) ? 0 : (HdTime) pick (2000000), .n_transfers = 1 + (pick (5) == 0), .rounds = 1 + 3 * (pick (10) == 0) };
      for (guint k = 0; k < other->n_transfers; k++)
        other->transfers[k] = (HdTransfer) {
          .path = k == 0 || trial % 4 ? path : loads[(i + 3) % N_LANES],
          .size = equal && pick (2) ? 256e3 : g_test_rand_double () * (pick (10) ? 1e6 : 1e7),
        };
    }
  c->stride = trial % 5 == 3 ? MILLISECOND / 100 + (HdTime) pick (MILLISECOND) : 0;
  c->second = trial % 10 == 9 ? (HdTime) pick (50000000) : HD_TIME_MAX;
  c->told = trial % 2;
  c->asked = trial % 7 == 0;
}

/* Runs @c with rings followed by themselves and without. Returns how often one was. */
static guint64
compare (HdFlowModel *model,
         const Case *c)
{
  g_autofree Outcome *on = g_new0 (Outcome, 1), *off = g_new0 (Outcome, 1);

  run (model, c, TRUE, on);
  run (model, c, FALSE, off);
  for (guint i = 0; i < G_N_ELEMENTS (on->ends); i++)
    g_assert_cmpint (on->ends[i], ==, off->ends[i]);
  for (guint i = 0; i < 2 * N_LANES; i++)
    for (guint k = 0; k < MOST_ROUNDS; k++)
      g_assert_cmpint (on->arrived[i][k], ==, off->arrived[i][k]);
  for (guint i = 0; i < N_RESOURCES; i++)
    g_assert_cmpfloat (on->amounts[i], ==, off->amounts[i]);
  for (guint i = 0; i < N_OTHERS; i++)
    g_assert_cmpfloat (on->asked[i], ==, off->asked[i]);
  g_assert_cmpuint (off->n_rings, ==, 0);
  return on->n_rings;
}

static void
test_random (void)
{
  guint64 n_rings = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      HdFlowRules rules = { trial % 16 == 15 ? HD_FAIRNESS_RTT : HD_FAIRNESS_EQUAL, trial % 16 == 14 ? 0.05 : 0, 1000 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      Case c;

      draw (model, trial, &c);
      n_rings += compare (model, &c);
    }
  g_test_message ("%" G_GUINT64_FORMAT " times a ring was followed by itself", n_rings);
  g_assert_cmpuint (n_rings, >, N_TRIALS);
}

/* What flows over two links of a ring does not fit, and is tried again and again while chunks, each alone on its link, are about to end. */
static void
test_unfit (void)
{
  for (guint trial = 0; trial < N_UNFIT; trial++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      HdFlowUse odd[] = { { 0, 1 }, { 2, 1 } };
      guint32 path;
      Case c;

      draw (model, 8 * trial + 7, &c);
      c.second = HD_TIME_MAX;
      c.stride = MILLISECOND / 10;
      path = hd_flow_model_add_path (model, 100000, odd, 2, 1);
      for (guint i = 0; i < N_LANES; i++)
        c.ring[i].size = 1e3 + g_test_rand_double () * 100e3;
      for (guint i = 0; i < N_OTHERS; i++)
        c.others[i].transfers[0].path = c.others[i].transfers[1].path = path;
      g_assert_cmpuint (compare (model, &c), ==, 0);
    }
}

/* Two rings of links of their own, and what flows beside them from the beginning. */
typedef struct
{
  HdOrderedTransfer rings[2][N_LANES];
  HdTransfer others[MOST_BESIDE];
  guint n_others;
  guint rounds; /* of the others */
} Twins;

typedef struct
{
  HdTime ends[2 + MOST_BESIDE];
  guint n_left;
  double amounts[N_RESOURCES];
  guint64 n_rings;
} TwinsOutcome;

static void
note_twins_end (gpointer user_data,
                guint64 token,
                HdTime time)
{
  TwinsOutcome *outcome = user_data;

  outcome->ends[token] = time;
  outcome->n_left--;
}

static void
run_twins (HdFlowModel *model,
           const Twins *twins,
           gboolean fast,
           TwinsOutcome *outcome)
{
  HdFlowOptions options = { fast, fast, TRUE };
  HdNetwork *network = hd_flow_network_new (model, &options, NULL, note_twins_end, outcome);
  HdNetworkCounters counters;

  outcome->n_left = 2 + twins->n_others;
  for (guint r = 0; r < 2; r++)
    start_ring (network, twins->rings[r], r);
  for (guint i = 0; i < twins->n_others; i++)
    hd_network_start (network, &twins->others[i], 1, twins->rounds, 2 + i);
  for (HdTime now = 0; outcome->n_left > 0; now += MILLISECOND)
    g_assert_true (hd_network_advance (network, now, NULL));
  for (guint i = 0; i < 2 * N_LANES; i++)
    outcome->amounts[i] = hd_flow_network_get_amount (network, i);
  hd_network_get_counters (network, &counters);
  outcome->n_rings = counters.rings;
  hd_network_free (network);
}

/* Returns how often a ring was followed by itself. */
static guint64
compare_twins (HdFlowModel *model,
               const Twins *twins)
{
  TwinsOutcome on, off;

  run_twins (model, twins, TRUE, &on);
  run_twins (model, twins, FALSE, &off);
  for (guint i = 0; i < 2 + twins->n_others; i++)
    g_assert_cmpint (on.ends[i], ==, off.ends[i]);
  for (guint i = 0; i < 2 * N_LANES; i++)
    g_assert_cmpfloat (on.amounts[i], ==, off.amounts[i]);
  return on.n_rings;
}

/* Links, and the same two rings on them. */
static void
draw_twins (HdFlowModel *model,
            double most_size,
            Twins *twins)
{
  guint32 resource;

  for (guint i = 0; i < 2 * N_LANES; i++)
    g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, 128e9, &resource, NULL));
  for (guint32 i = 0; i < N_LANES; i++)
    {
      HdTime latency = 400000 + (HdTime) pick (2) * 3000000;
      double size = 1e3 + g_test_rand_double () * most_size;

      for (guint32 r = 0; r < 2; r++)
        {
          HdFlowUse use = { r * N_LANES + i, 1 };

          twins->rings[r][i] = (HdOrderedTransfer) { hd_flow_model_add_path (model, latency, &use, 1, 1), MOST_ROUNDS, size };
        }
    }
}

/* Both beat at the same times: the first does not fit, for one that flows over two of its links, but is as fast as the second, where two flow over one each. What flows over
 * a link of each is often alone. */
static void
test_at_once (void)
{
  for (guint trial = 0; trial < N_TWINS; trial++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      HdFlowUse odd[] = { { N_LANES - 2, 1 }, { N_LANES - 1, 1 } }, even[] = { { 2 * N_LANES - 2, 1 }, { 2 * N_LANES - 1, 1 } };
      Twins twins = { .rounds = 1 };

      draw_twins (model, trial % 2 ? 100e3 : 10e3, &twins);
      for (guint32 i = 0; i < N_LANES - 2; i++)
        {
          HdFlowUse both[] = { { i, 1 }, { N_LANES + i, 1 } };

          twins.others[twins.n_others++] = (HdTransfer) { hd_flow_model_add_path (model, 100000, both, 2, 1), 1e6 + g_test_rand_double () * 1e8 };
        }
      twins.others[twins.n_others++] = (HdTransfer) { hd_flow_model_add_path (model, 100000, odd, 2, 1), 1e8 };
      twins.others[twins.n_others++] = (HdTransfer) { hd_flow_model_add_path (model, 100000, &even[0], 1, 1), 1e8 };
      twins.others[twins.n_others++] = (HdTransfer) { hd_flow_model_add_path (model, 100000, &even[1], 1, 1), 1e8 };
      compare_twins (model, &twins);
    }
}

/* While the first is followed by itself, for what comes and goes beside it, the other goes its laps; and goes on when the first has ended. */
static void
test_after (void)
{
  guint64 n_rings = 0;

  for (guint trial = 0; trial < N_TWINS; trial++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      Twins twins = { .rounds = MOST_ROUNDS };

      draw_twins (model, 10e3, &twins);
      for (guint32 i = 0; i < N_LANES; i++)
        {
          HdFlowUse use = { i, 1 };

          twins.rings[1][i].rounds = 4 * MOST_ROUNDS;
          twins.others[twins.n_others++] = (HdTransfer) { hd_flow_model_add_path (model, 100000, &use, 1, 1), 10e3 + g_test_rand_double () * 100e3 };
        }
      n_rings += compare_twins (model, &twins);
    }
  g_assert_cmpuint (n_rings, >, N_TWINS / 2);
}

/* A ring on its own is never followed so: it soon repeats itself. Nor is one that shares no link with others, whatever these do. */
static void
test_apart (void)
{
  for (guint beside = 0; beside < 2; beside++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autofree Outcome *outcome = g_new0 (Outcome, 1);
      Case c;

      draw (model, 0, &c);
      for (guint i = 0; i < N_OTHERS; i++)
        {
          HdFlowUse far = { 2 * N_LANES + 1 + i % 4, 1 };

          c.others[i].transfers[0].path = c.others[i].transfers[1].path = hd_flow_model_add_path (model, 200000, &far, 1, 1);
          if (!beside)
            c.others[i].delay = 1000 * MILLISECOND;
        }
      run (model, &c, TRUE, outcome);
      g_assert_cmpuint (outcome->n_rings, ==, 0);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/flow-ring/random", test_random);
  g_test_add_func ("/engine/network/flow-ring/unfit", test_unfit);
  g_test_add_func ("/engine/network/flow-ring/at-once", test_at_once);
  g_test_add_func ("/engine/network/flow-ring/after", test_after);
  g_test_add_func ("/engine/network/flow-ring/apart", test_apart);
  return g_test_run ();
}
