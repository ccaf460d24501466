/* flow-skip.c: advancing equal rounds at once equals advancing them singly, bit for bit
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: with skipping on and off, every batch ends at the same picosecond, in the same order, and every resource has carried the same amount at
 * every moment that is asked for. Left open: how many rounds are skipped, except where nothing at all disturbs them.
 */
#include "hd-flow-network.h"

#define N_LANES 8
#define MOST_EVENTS 400

typedef struct
{
  HdTime time;
  guint32 path;
  double size;
  guint rounds;
} Foreign;

typedef struct
{
  guint64 token;
  HdTime time;
} End;

typedef struct
{
  HdNetwork *network;
  HdTransfer ring[N_LANES];
  guint n_rounds;
  guint n_rings;       /* still to be started, each by the end of the one before */
  End ends[MOST_EVENTS];
  guint n_ends;
  double amounts[MOST_EVENTS];
  guint n_amounts;
  guint64 n_skipped;
} Trace;

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
  Trace *t = user_data;

  t->ends[t->n_ends++] = (End) { token, time };
  if (token == 0 && t->n_rings > 0)
    {
      t->n_rings--;
      hd_network_start (t->network, t->ring, N_LANES, t->n_rounds, 0);
    }
}

static void
run (HdFlowModel *model,
     const HdTransfer *ring,
     guint n_rounds,
     const Foreign *foreign,
     guint n_foreign,
     gboolean fast_forward,
     gboolean questions,
     Trace *t)
{
  HdFlowOptions options = { TRUE, fast_forward, TRUE };
  HdNetworkCounters counters;

  *t = (Trace) { .n_rounds = n_rounds, .n_rings = 2 };
  for (guint i = 0; i < N_LANES; i++)
    t->ring[i] = ring[i];
  t->network = hd_flow_network_new (model, &options, NULL, note_end, t);
  hd_network_start (t->network, ring, N_LANES, n_rounds, 0);
  for (guint i = 0; i < n_foreign;)
    {
      HdTime next = hd_network_get_next (t->network);
      HdTransfer transfer = { foreign[i].path, foreign[i].size };

      if (next <= foreign[i].time)
        {
          g_assert_true (hd_network_advance (t->network, next, NULL));
          continue;
        }
      g_assert_true (hd_network_advance (t->network, foreign[i].time, NULL));
      if (questions)
        t->amounts[t->n_amounts++] = hd_flow_network_get_amount (t->network, i % N_LANES);
      hd_network_start (t->network, &transfer, 1, foreign[i].rounds, 1 + i);
      i++;
    }
  for (HdTime next; (next = hd_network_get_next (t->network)) < HD_TIME_MAX;)
    g_assert_true (hd_network_advance (t->network, next, NULL));
  for (guint i = 0; i < N_LANES; i++)
    t->amounts[t->n_amounts++] = hd_flow_network_get_amount (t->network, i);
  hd_network_get_counters (t->network, &counters);
  g_assert_cmpuint (counters.transfers_started, ==, counters.transfers_ended);
  t->n_skipped = counters.rounds_skipped;
  hd_network_free (t->network);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  HdTime x = ((const Foreign *) a)->time, y = ((const Foreign *) b)->time;

  return x < y ? -1 : x > y;
}

/* A ring over shared links, one of them slower in half of the trials. Other batches come in at random: memory traffic over the same links, over a
 * link apart, and some that begin to flow long after they started. */
static void
test_random (void)
{
  guint64 n_skipped = 0;

  for (guint trial = 0; trial < 60; trial++)
    {
      HdFlowRules rules = { trial % 3 == 0 ? HD_FAIRNESS_RTT : HD_FAIRNESS_EQUAL, 0, 1000 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autofree Trace *on = g_new (Trace, 1), *off = g_new (Trace, 1);
      HdTransfer ring[N_LANES];
      guint32 paths[N_LANES + 2];
      Foreign foreign[30];
      guint n_foreign = pick (G_N_ELEMENTS (foreign));
      guint n_rounds = 1 + pick (400);
      guint32 resource;

      for (guint i = 0; i < N_LANES; i++)
        g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, i == 3 && trial % 2 ? 31e9 : 128e9, &resource, NULL));
      for (guint32 i = 0; i < N_LANES; i++)
        {
          HdFlowUse uses[] = { { i, 1 }, { (i + 1) % N_LANES, 1 } };

          ring[i] = (HdTransfer) { hd_flow_model_add_path (model, trial % 5 == 0 ? 0 : 200000 + (i % 2) * 5000, uses, 2, 1), 1.3e6 };
          paths[i] = hd_flow_model_add_path (model, 400000, uses, 1 + pick (2), 1);
        }
      g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, 64e9, &resource, NULL));
      paths[N_LANES] = hd_flow_model_add_path (model, 400000, (HdFlowUse[]){ { resource, 1 } }, 1, 1);
      paths[N_LANES + 1] = hd_flow_model_add_path (model, HD_TICKS_PER_SECOND / 1000, (HdFlowUse[]){ { 0, 1 } }, 1, 1);
      for (guint i = 0; i < n_foreign; i++)
        foreign[i] = (Foreign) {
          .time = (HdTime) (g_test_rand_double () * n_rounds * 3 * 20e6),
          .path = paths[pick (N_LANES + 2)],
          .size = g_test_rand_double () * 1e9,
          .rounds = pick (6) == 0 ? 5 : 1,
        };
      qsort (foreign, n_foreign, sizeof foreign[0], compare_times);
      run (model, ring, n_rounds, foreign, n_foreign, TRUE, trial % 4 == 1, on);
      run (model, ring, n_rounds, foreign, n_foreign, FALSE, trial % 4 == 1, off);
      g_assert_cmpuint (on->n_ends, ==, off->n_ends);
      for (guint i = 0; i < on->n_ends; i++)
        {
          g_assert_cmpuint (on->ends[i].token, ==, off->ends[i].token);
          g_assert_cmpint (on->ends[i].time, ==, off->ends[i].time);
        }
      g_assert_cmpuint (on->n_amounts, ==, off->n_amounts);
      for (guint i = 0; i < on->n_amounts; i++)
        g_assert_cmpfloat (on->amounts[i], ==, off->amounts[i]);
      g_assert_cmpuint (off->n_skipped, ==, 0);
      n_skipped += on->n_skipped;
    }
  g_test_message ("%" G_GUINT64_FORMAT " rounds skipped", n_skipped);
  g_assert_cmpuint (n_skipped, >, 1000);
}

/* Of each ring all but the first round, which shows the period, and the last are skipped. The first ring loses one more beside a long flow, whose
 * latency ends in its first round. */
static void
test_undisturbed (void)
{
  for (guint beside = 0; beside <= 1; beside++)
    {
      HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
      g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
      g_autofree Trace *on = g_new (Trace, 1);
      HdTransfer ring[N_LANES];
      Foreign foreign = { 0, 0, 1e14, 1 };
      guint32 resource;

      for (guint i = 0; i < N_LANES; i++)
        g_assert_true (hd_flow_model_add_resource (model, HD_FLOW_LINK, 128e9, &resource, NULL));
      for (guint32 i = 0; i < N_LANES; i++)
        {
          HdFlowUse uses[] = { { i, 1 }, { (i + 1) % N_LANES, 1 } };

          ring[i] = (HdTransfer) { hd_flow_model_add_path (model, 200000, uses, 2, 1), 1.3e6 };
        }
      run (model, ring, 100, &foreign, beside, TRUE, FALSE, on);
      g_assert_cmpuint (on->n_skipped, ==, 3 * 98 - beside);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/flow-skip/random", test_random);
  g_test_add_func ("/engine/network/flow-skip/undisturbed", test_undisturbed);
  return g_test_run ();
}
