/* quotient.c: a system with its symmetry divided out behaves as the plain one, bit for bit
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: every lane's transfer ends at the same picosecond in the quotient and in the plain system, which the same code builds with singleton
 * classes. The number of classes is known for each system.
 */
#include "hd-flow-network.h"
#include "hd-quotient.h"

#define MOST_LANES 64

/* What a lane does: a step of the ring, traffic with its memory over the same links, a computation. */
typedef struct
{
  guint32 lanes[MOST_LANES];
  guint32 steps[MOST_LANES];
  guint32 accesses[MOST_LANES];
  guint32 computations[MOST_LANES];
  double flops[MOST_LANES];
  guint n_lanes;
} System;

typedef void (*SystemFunc) (HdQuotient *quotient,
                            guint n_lanes,
                            System *system);

static void
add_lane (HdQuotient *q,
          System *s,
          guint i,
          double flops,
          HdTime latency,
          const HdFlowUse *step,
          guint n_step,
          const HdFlowUse *access,
          guint n_access)
{
  HdFlowUse processor = { hd_quotient_add_resource (q, HD_FLOW_PROCESSOR, flops), 1 };

  s->flops[i] = flops;
  s->lanes[i] = hd_quotient_add_node (q, 0);
  s->steps[i] = hd_quotient_add_flow (q, 1, latency, step, n_step);
  s->accesses[i] = hd_quotient_add_flow (q, 2, 400000, access, n_access);
  s->computations[i] = hd_quotient_add_flow (q, 3, 0, &processor, 1);
  hd_quotient_join (q, s->lanes[i], s->steps[i], 1);
  hd_quotient_join (q, s->lanes[i], s->accesses[i], 2);
  hd_quotient_join (q, s->lanes[i], s->computations[i], 3);
}

/* Each lane and each memory on a switch by a shared link of its own; @slow: the link of lane 0 is slower; @mixed: every other processor too */
static void
make_star (HdQuotient *q,
           guint n,
           System *s,
           gboolean slow,
           gboolean mixed)
{
  guint32 links[MOST_LANES], memories[MOST_LANES];

  for (guint i = 0; i < n; i++)
    {
      links[i] = hd_quotient_add_resource (q, HD_FLOW_LINK, slow && i == 0 ? 50e9 : 128e9);
      memories[i] = hd_quotient_add_resource (q, HD_FLOW_LINK, 128e9);
    }
  for (guint i = 0; i < n; i++)
    {
      HdFlowUse step[] = { { links[i], 1 }, { links[(i + 1) % n], 1 } };
      HdFlowUse access[] = { { links[i], 1 }, { memories[i], 1 } };

      add_lane (q, s, i, mixed && i >= n / 2 ? 19.5e12 : 67e12, 400000, step, n > 1 ? 2 : 0, access, 2);
    }
}

static void
make_ring (HdQuotient *q,
           guint n,
           System *s)
{
  make_star (q, n, s, FALSE, FALSE);
}

static void
make_slow_ring (HdQuotient *q,
                guint n,
                System *s)
{
  make_star (q, n, s, TRUE, FALSE);
}

static void
make_mixed_ring (HdQuotient *q,
                 guint n,
                 System *s)
{
  make_star (q, n, s, FALSE, TRUE);
}

/* Two racks, each a star, joined by one link for both directions: two flows cross it at every step. */
static void
make_racks (HdQuotient *q,
            guint n,
            System *s)
{
  guint32 links[MOST_LANES];
  guint32 uplink = hd_quotient_add_resource (q, HD_FLOW_LINK, 100e9);

  for (guint i = 0; i < n; i++)
    links[i] = hd_quotient_add_resource (q, HD_FLOW_LINK, 128e9);
  for (guint i = 0; i < n; i++)
    {
      gboolean border = (i + 1) % (n / 2) == 0;
      HdFlowUse step[] = { { links[i], 1 }, { links[(i + 1) % n], 1 }, { uplink, 1 } };
      HdFlowUse access[] = { { links[i], 1 } };

      add_lane (q, s, i, 67e12, border ? 800000 : 400000, step, border ? 3 : 2, access, 1);
    }
}

typedef struct
{
  const char *name;
  SystemFunc make;
  guint n_lanes;
  guint n_lane_classes;
} Case;

static const Case cases[] = {
  { "ring", make_ring, 64, 1 },
  { "ring-of-one", make_ring, 1, 1 },
  { "slow-link", make_slow_ring, 64, 64 },
  { "mixed", make_mixed_ring, 64, 64 },
  { "racks", make_racks, 64, 32 },
  { "racks-of-one", make_racks, 2, 1 },
};

typedef struct
{
  HdTime ends[3 * MOST_LANES + 2]; /* by token */
  guint64 n_transfers;
} Trace;

static void
note_end (gpointer user_data,
          guint64 token,
          HdTime time)
{
  ((Trace *) user_data)->ends[token] = time;
}

/* Starts what @paths says for each lane, one batch for each path that occurs: classes are told apart by tokens. */
static void
start_lanes (HdNetwork *network,
             const guint32 *paths,
             const double *sizes,
             guint n_lanes,
             guint first_token,
             guint32 *out_tokens)
{
  for (guint i = 0; i < n_lanes; i++)
    {
      HdTransfer transfer = { paths[i], sizes[i] };
      guint k;

      for (k = 0; k < i && paths[k] != paths[i]; k++)
        ;
      out_tokens[i] = k < i ? out_tokens[k] : first_token + i;
      if (k == i)
        hd_network_start (network, &transfer, 1, 1, out_tokens[i]);
    }
}

static guint
run (const Case *c,
     gboolean symmetry,
     HdTime *out_ends,
     guint64 *out_transfers)
{
  HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, 0 };
  HdFlowOptions options = { TRUE, TRUE, FALSE };
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  g_autoptr (HdQuotient) q = hd_quotient_new ();
  g_autoptr (HdNetwork) network = NULL;
  g_autoptr (GHashTable) classes = g_hash_table_new (NULL, NULL);
  Trace trace = { 0 };
  System s = { .n_lanes = c->n_lanes };
  HdTransfer steps[MOST_LANES];
  guint n_steps = 0;
  guint32 paths[MOST_LANES], tokens[2][MOST_LANES];
  double sizes[MOST_LANES];
  HdNetworkCounters counters;

  c->make (q, c->n_lanes, &s);
  g_assert_true (hd_quotient_build (q, symmetry, model, NULL));
  network = hd_flow_network_new (model, &options, NULL, note_end, &trace);
  for (guint i = 0; i < c->n_lanes; i++)
    {
      guint32 path = hd_quotient_get_path (q, s.steps[i]);
      gboolean seen = FALSE;

      for (guint k = 0; k < n_steps; k++)
        seen |= steps[k].path == path;
      if (!seen)
        steps[n_steps++] = (HdTransfer) { path, 1e9 / c->n_lanes };
      g_hash_table_add (classes, GUINT_TO_POINTER (hd_quotient_get_class (q, s.lanes[i])));
    }
  hd_network_start (network, steps, n_steps, 2 * c->n_lanes, 3 * MOST_LANES);
  for (guint i = 0; i < c->n_lanes; i++)
    {
      paths[i] = hd_quotient_get_path (q, s.accesses[i]);
      sizes[i] = 0.5e9;
    }
  start_lanes (network, paths, sizes, c->n_lanes, 0, tokens[0]);
  for (guint i = 0; i < c->n_lanes; i++)
    {
      paths[i] = hd_quotient_get_path (q, s.computations[i]);
      sizes[i] = 1e11;
    }
  start_lanes (network, paths, sizes, c->n_lanes, MOST_LANES, tokens[1]);
  for (HdTime next; (next = hd_network_get_next (network)) < HD_TIME_MAX;)
    g_assert_true (hd_network_advance (network, next, NULL));
  for (guint i = 0; i < c->n_lanes; i++)
    {
      out_ends[i] = trace.ends[tokens[0][i]];
      out_ends[MOST_LANES + i] = trace.ends[tokens[1][i]];
      g_assert_cmpint (out_ends[i], >, 0);
    }
  out_ends[2 * MOST_LANES] = trace.ends[3 * MOST_LANES];
  hd_network_get_counters (network, &counters);
  *out_transfers = counters.transfers_ended;
  return g_hash_table_size (classes);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  HdTime reduced[2 * MOST_LANES + 1] = { 0 }, plain[2 * MOST_LANES + 1] = { 0 };
  guint64 reduced_transfers, plain_transfers;

  g_assert_cmpuint (run (c, TRUE, reduced, &reduced_transfers), ==, c->n_lane_classes);
  g_assert_cmpuint (run (c, FALSE, plain, &plain_transfers), ==, c->n_lanes);
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    g_assert_cmpint (reduced[i], ==, plain[i]);
  g_assert_cmpuint (reduced_transfers, ==, plain_transfers);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/network/quotient/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
