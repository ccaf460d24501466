/* test-ideal.c: work and collectives on a network that is not of packets
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Four accelerators of 1 TFLOP/s around a switch, with links of 1 GB/s and 500 ns; on the ideal network what goes between two of them takes 1 us and 1 ns
 * a byte, whatever else is under way. Agents are not told what carries their parcels. All times are worked by hand.
 *
 * Invariants: transfers, a ring, trees, and programs of processes with data elsewhere take these times; a digest is the same on 1, 2 and 4 partitions.
 */
#include "design-fixture.h"
#include "graph-fixture.h"
#include "hd-agent-work.h"
#include "hd-collectives.h"
#include "hd-digest.h"
#include "hd-strategy.h"
#include "ideal-network.h"

#define US G_GINT64_CONSTANT (1000000)
#define MS (1000 * US)
#define PLATFORM \
  "<link-class id='L' bandwidth='1 GB/s' latency='500 ns' sharing='split'/><top>" \
  "<component id='x' type='fabric.xpu' count='4' fp32='1 TFLOP/s' fp16='1 TFLOP/s' home='m' match-time='0 s' store-time='0 s/B' reduce-time='0 s/B'/>" \
  "<component id='s' type='fabric.switch' match-time='0 s' store-time='0 s/B' reduce-time='0 s/B'/>" \
  "<component id='m' type='fabric.memory' bandwidth='1 GB/s'/>" \
  "<link from='x[i].cxl' to='s.port[i]' for='i=0..3' class='L'/><link from='m.port' to='s.port[4]' class='L'/></top>" \
  "<communicators><communicator id='all' members='x[*]'/></communicators>"

typedef struct
{
  HdDesign *design;
  HdKernel *kernel;
  HdAgentNetwork *network;
} Ideal;

static void
ideal_init (Ideal *self,
            const char *body,
            guint n_partitions)
{
  g_autofree guint32 *partitions = NULL;

  self->design = fixture_elaborate (body, (const char *const[]){ "run:fidelity=packet", NULL });
  self->kernel = hd_kernel_new (7);
  hd_kernel_set_strategy (self->kernel, n_partitions > 1 ? hd_strategy_null_message () : hd_strategy_serial ());
  hd_kernel_set_options (self->kernel, &(HdKernelOptions){ .threads = MIN (n_partitions, 2) });
  partitions = g_new (guint32, hd_design_get_n_nodes (self->design));
  for (guint i = 0; i < hd_design_get_n_nodes (self->design); i++)
    partitions[i] = i % n_partitions;
  self->network = ideal_network_new (self->design, self->kernel, partitions);
}

static void
ideal_clear (Ideal *self)
{
  g_clear_pointer (&self->kernel, hd_kernel_free);
  g_clear_pointer (&self->network, ideal_network_free);
  g_clear_pointer (&self->design, hd_design_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ideal, ideal_clear)

static void
run (Ideal *self)
{
  g_autoptr (GError) error = NULL;

  hd_kernel_start (self->kernel, &error);
  g_assert_no_error (error);
  hd_kernel_run (self->kernel, HD_TIME_MAX, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_agent_network_get_n_sent (self->network), >, 0);
  g_assert_cmpuint (hd_agent_network_get_n_sent (self->network), ==, hd_agent_network_get_n_delivered (self->network));
}

/* ---- work ---------------------------------------------------------------------------------------------------------------- */

static void
on_span (gpointer data,
         const HdWorkSpan *span)
{
  g_array_append_val ((GArray *) data, *span);
}

static void
on_transfer (gpointer data,
             const HdTransferList *list,
             guint64 number,
             HdTime end)
{
}

static void
on_iteration (gpointer data,
              HdTime end)
{
}

static const HdAgentWorkObserver observer = { .span = on_span, .transfer = on_transfer, .iteration = on_iteration };

/* Runs the work of @body, or a list of transfers, on each number of partitions. Returns spans, in the order of (end, number). */
static GArray *
work (const char *body,
      const char *transfers)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (HdWorkSpan));
  g_autofree char *digest = NULL;

  for (guint n_partitions = 1; n_partitions <= 4; n_partitions *= 2)
    {
      g_auto (Ideal) self = { NULL };
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdTransferList) list = NULL;
      g_autoptr (GPtrArray) works = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *own = NULL;
      HdAgentWork *first;
      HdDigest sum;

      ideal_init (&self, body, n_partitions);
      list = transfers != NULL ? hd_transfer_list_parse (self.design, "list", transfers, &error) : NULL;
      g_assert_no_error (error);
      works = hd_agent_work_create_all (self.design, list, self.network, problems, NULL, &error);
      for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
        g_test_message ("%s", hd_problem_list_get (problems, i)->message);
      g_assert_no_error (error);
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
      g_assert_cmpuint (works->len, ==, 1);
      run (&self);
      g_array_set_size (spans, 0);
      first = g_ptr_array_index (works, 0);
      first->class->tell (first, hd_kernel_get_time (self.kernel), TRUE, &observer, spans);
      g_assert_true (first->class->is_ended (first));
      sum = hd_kernel_get_digest (self.kernel);
      own = hd_digest_to_string (&sum);
      if (digest == NULL)
        digest = g_steal_pointer (&own);
      else
        g_assert_cmpstr (own, ==, digest);
      g_clear_pointer (&self.kernel, hd_kernel_free); /* before the work */
    }
  return spans;
}

static void
assert_span (GArray *spans,
             guint n,
             HdTime start,
             HdTime end)
{
  const HdWorkSpan *span = &g_array_index (spans, HdWorkSpan, n);

  g_assert_cmpuint (n, <, spans->len);
  g_test_message ("%u: %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " ps", n, span->start, span->end);
  g_assert_cmpint (span->start, ==, start);
  g_assert_cmpint (span->end, ==, end);
}

/* Two at once to one node do not slow each other; what is shorter does not overtake. */
static void
test_transfers (void)
{
  g_autoptr (GArray) spans = work (PLATFORM, "start_s,bytes,source,destination\n0,1000,x[0],x[3]\n0,1000,x[1],x[3]\n0.0000005,0,x[0],x[3]\n0,0,x[2],x[2]\n");

  g_assert_cmpuint (spans->len, ==, 4);
  assert_span (spans, 0, 0, 0);
  assert_span (spans, 1, 0, 2 * US);
  assert_span (spans, 2, 0, 2 * US);
  assert_span (spans, 3, US / 2, 2 * US);
}

/* A computes for 1 ms, its result of 1 MB, which is waited for from the start, takes 1 ms and 1 us, B computes for 2 ms. */
static void
test_program (void)
{
  g_autoptr (GArray) spans = work (PLATFORM "<workload type='graph' stop='drain' on='all'>" COMPUTE ("A", "x[0]", "0.001", "start=\"true\"")
                                     "<vertex id='C' kind='comm' bytes='1 MB' from='x[0]' to='x[1]' channel='c'/>" COMPUTE ("B", "x[1]", "0.002", "")
                                     EDGE ("A", "C") EDGE ("C", "B") "</workload>", NULL);

  g_assert_cmpuint (spans->len, ==, 3);
  assert_span (spans, 0, 0, MS);
  assert_span (spans, 1, 0, 2 * MS + US);
  assert_span (spans, 2, 2 * MS + US, 4 * MS + US);
}

/* 2 MB in pieces of 65,536 B: the request takes 1 us, the memory reads for 2 ms, and its last piece of 33,920 B takes 1 us and 33.92 us. */
static void
test_memory (void)
{
  g_autoptr (GArray) spans = work (PLATFORM "<workload type='graph' stop='drain' on='all'>" COMPUTE ("A", "x[0]", "0", "start=\"true\" access=\"2 MB\"")
                                     "</workload>", NULL);

  g_assert_cmpuint (spans->len, ==, 1);
  assert_span (spans, 0, 0, 2 * US + 2 * MS + US * 3392 / 100);
}

/* ---- collectives ---------------------------------------------------------------------------------------------------------- */

static HdTime
collective (const char *operation,
            const char *algorithm,
            double bytes,
            HdTreeBroadcast broadcast)
{
  g_autofree char *digest = NULL;
  HdTime time = 0;

  for (guint n_partitions = 1; n_partitions <= 4; n_partitions *= 2)
    {
      g_auto (Ideal) self = { NULL };
      g_autoptr (HdCollectives) collectives = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *own = NULL;
      const HdCommunicator *all;
      HdCollectiveOrder order;
      HdDigest sum;

      ideal_init (&self, PLATFORM, n_partitions);
      all = hd_design_find_communicator (self.design, "all");
      order = (HdCollectiveOrder){ .name = algorithm, .members = all->members, .n_members = all->n_members, .bytes = bytes, .width = 4, .broadcast = broadcast,
                                   .repeats = 2 };
      g_assert_true (hd_tree_operation_find (operation, &order.operation, NULL));
      if (!hd_tree_algorithm_find (algorithm, &order.tree, NULL))
        order.schedule = hd_collective_find (operation, algorithm);
      collectives = hd_collectives_new (self.design);
      hd_collectives_add (collectives, &order, &error);
      g_assert_no_error (error);
      hd_collectives_attach (collectives, self.kernel, self.network, &error);
      g_assert_no_error (error);
      run (&self);
      g_assert_true (hd_collectives_is_over (collectives));
      time = hd_collectives_get_times (collectives, 0).times[0];
      g_assert_cmpint (hd_collectives_get_times (collectives, 0).times[1], ==, time);
      g_assert_cmpuint (hd_collectives_get_n_checked (collectives), ==, 2 * all->n_members);
      sum = hd_kernel_get_digest (self.kernel);
      own = hd_digest_to_string (&sum);
      if (digest == NULL)
        digest = g_steal_pointer (&own);
      else
        g_assert_cmpstr (own, ==, digest);
      g_clear_pointer (&self.kernel, hd_kernel_free);
      g_clear_pointer (&self.network, ideal_network_free);
    }
  return time;
}

/* Six steps of a quarter each: 1 us and 1 us. */
static void
test_ring (void)
{
  g_assert_cmpint (collective ("all-reduce", "ring", 4000, HD_TREE_MULTICAST), ==, 6 * 2 * US);
}

/* Two steps of all: 1 us and 4 us. */
static void
test_doubling (void)
{
  g_assert_cmpint (collective ("all-reduce", "recursive-doubling", 4000, HD_TREE_MULTICAST), ==, 2 * 5 * US);
}

/* Three children under a root: 1 us and 4 us up, and as much down; switches that copy take each link by itself: twice 0.5 us and 4 us. */
static void
test_trees (void)
{
  g_assert_cmpint (collective ("all-reduce", "k-ary", 4000, HD_TREE_REVERSE_TREE), ==, 10 * US);
  g_assert_cmpint (collective ("all-reduce", "k-ary", 4000, HD_TREE_MULTICAST), ==, 5 * US + 9 * US);
}

/* The switch is the root of the physical tree, whose parcels keep to its ways: 0.5 us and 4 us up, and as much down. */
static void
test_physical_tree (void)
{
  g_assert_cmpint (collective ("all-reduce", "physical", 4000, HD_TREE_REVERSE_TREE), ==, 9 * US);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ideal/transfers", test_transfers);
  g_test_add_func ("/ideal/program", test_program);
  g_test_add_func ("/ideal/memory", test_memory);
  g_test_add_func ("/ideal/ring", test_ring);
  g_test_add_func ("/ideal/doubling", test_doubling);
  g_test_add_func ("/ideal/trees", test_trees);
  g_test_add_func ("/ideal/physical-tree", test_physical_tree);
  return g_test_run ();
}
