/* bench-packet.c: the packet network on a fat tree of 512 NICs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 32 leaves of 16 NICs under 16 spines, links of 12.5 GB/s and 280 ns. First random messages of one packet: hops a second of processor time, with
 * endless and with finite buffers, serial and on 2 partitions with 2 threads (wall time there, so compare it only on an idle machine). Then a
 * broadcast of 8 B along a 32-ary tree of 512 processes, with noise of 4 KiB packets at 80 % on every link; the promise is under 5 s on one core.
 */
#include <time.h>

#include <heddle/heddle.h>

#include "hd-packet-network.h"
#include "hd-strategy.h"

#define N_NICS 512
#define N_LEAVES 32
#define WIDTH 32

static double
cpu_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

static double
wall_seconds (void)
{
  return (double) g_get_monotonic_time () * 1e-6;
}

static HdDesign *
make_design (void)
{
  static const char *const text =
    "<heddle version='1' name='fat-tree'><link-class id='L' bandwidth='12.5 GB/s' latency='280 ns' sharing='split'/><top>"
    "<component id='nic' type='fabric.nic' count='512'/><component id='leaf' type='fabric.switch' count='32'/>"
    "<component id='spine' type='fabric.switch' count='16'/>"
    "<link for='i=0..511' from='nic[i].eth' to='leaf[floor (i / 16)].port[i % 16]' class='L'/>"
    "<link for='i=0..31 j=0..15' from='leaf[i].port[16 + j]' to='spine[j].port[i]' class='L'/></top><run equal-paths='16'/></heddle>";
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "bench.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  g_strfreev (hd_catalog_load_default (catalog));
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  return design;
}

/* ---- random messages -------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdRandom random;
  guint n_sent;
} Chatter;

#define N_MESSAGES 1000 /* of each NIC */
#define N_FRIENDS 32    /* routes are looked up once */

static void
chat (HdAgentNode *node,
      gpointer state,
      guint64 data)
{
  Chatter *self = state;
  const guint32 *nics = hd_agent_node_get_data (node);
  guint32 other = (hd_agent_node_get_id (node) * 7 + (guint32) hd_random_below (&self->random, N_FRIENDS) * 31) % N_NICS;

  hd_agent_node_send (node, &(HdParcel){ .destination = nics[other], .bytes = 2048 }, 0);
  if (++self->n_sent < N_MESSAGES)
    hd_agent_node_wake (node, (HdTime) hd_random_exponential (&self->random, 400000), 0); /* 2048 B take 164 ns: 41 % */
}

static void
chat_start (HdAgentNode *node,
            gpointer state)
{
  hd_agent_node_init_random (node, "chat", &((Chatter *) state)->random);
  chat (node, state, 0);
}

static const HdAgent chatter = { .state_size = sizeof (Chatter), .start = chat_start, .wake = chat };

typedef struct
{
  HdPacketNetwork *network;
  HdKernel *kernel;
} Bench;

static Bench
make_bench (HdDesign *design,
            const HdPacketRules *rules,
            const HdStrategy *strategy,
            guint n_threads)
{
  Bench self = { .kernel = hd_kernel_new (1) };
  g_autofree guint32 *partitions = g_new0 (guint32, hd_design_get_n_nodes (design));
  g_autoptr (GError) error = NULL;

  for (guint32 i = 0; i < N_NICS; i++)
    partitions[i] = i * n_threads / N_NICS;
  for (guint32 i = N_NICS; i < hd_design_get_n_nodes (design); i++)
    partitions[i] = i < N_NICS + N_LEAVES ? (i - N_NICS) * n_threads / N_LEAVES : i % n_threads;
  hd_kernel_set_strategy (self.kernel, strategy);
  hd_kernel_set_options (self.kernel, &(HdKernelOptions){ .threads = n_threads });
  self.network = hd_packet_network_new (design, rules, self.kernel, partitions, &error);
  g_assert_no_error (error);
  return self;
}

static void
run_bench (Bench *self)
{
  g_autoptr (GError) error = NULL;

  if (hd_kernel_start (self->kernel, &error))
    hd_kernel_run (self->kernel, HD_TIME_MAX, &error);
  g_assert_no_error (error);
}

static void
free_bench (Bench *self)
{
  hd_kernel_free (self->kernel);
  hd_packet_network_free (self->network);
}

static guint64
count_hops (HdDesign *design,
            HdPacketNetwork *network)
{
  guint64 n = 0;

  for (guint32 way = 0; way < 2 * hd_design_get_n_links (design); way++)
    {
      HdPacketLinkStatistics statistics;

      hd_packet_network_read_link (network, way / 2, way % 2, HD_TIME_MAX, &statistics);
      n += statistics.packets;
    }
  return n;
}

static void
measure_hops (HdDesign *design,
              const char *title,
              guint64 buffer,
              const HdStrategy *strategy,
              guint n_threads)
{
  HdPacketRules rules = { .packet_bytes = 4096, .buffer_bytes = buffer, .noise_bytes = 4096 };
  g_autofree guint32 *nics = g_new (guint32, N_NICS);
  Bench self = make_bench (design, &rules, strategy, n_threads);
  double cpu, wall;
  guint64 n;

  for (guint32 i = 0; i < N_NICS; i++)
    {
      g_autofree char *path = g_strdup_printf ("nic[%u]", i);

      nics[i] = hd_design_find_node (design, path);
      hd_agent_network_set_agent ((HdAgentNetwork *) self.network, nics[i], &chatter, nics);
    }
  cpu = cpu_seconds ();
  wall = wall_seconds ();
  run_bench (&self);
  cpu = cpu_seconds () - cpu;
  wall = wall_seconds () - wall;
  n = count_hops (design, self.network);
  g_print ("%-44s %10" G_GUINT64_FORMAT " hops %8.3f s CPU %8.3f s wall %12.0f hops/s CPU %12.0f hops/s wall\n", title, n, cpu, wall, (double) n / cpu,
           (double) n / wall);
  free_bench (&self);
}

/* ---- broadcast ---------------------------------------------------------------------------------------------------------- */

#define N_REPEATS 200
#define REPEAT_PS G_GINT64_CONSTANT (200000000)

typedef struct
{
  guint32 nics[N_NICS]; /* by rank */
  guint32 ranks[N_NICS + 64];
} Broadcast;

static void
pass_on (HdAgentNode *node)
{
  const Broadcast *self = hd_agent_node_get_data (node);
  guint32 rank = self->ranks[hd_agent_node_get_id (node)];

  for (guint32 child = WIDTH * rank + 1; child <= WIDTH * rank + WIDTH && child < N_NICS; child++)
    hd_agent_node_send (node, &(HdParcel){ .destination = self->nics[child], .bytes = 8 }, 0);
}

static void
begin (HdAgentNode *node,
       gpointer state)
{
  const Broadcast *self = hd_agent_node_get_data (node);

  for (guint i = 0; hd_agent_node_get_id (node) == self->nics[0] && i < N_REPEATS; i++)
    hd_agent_node_wake (node, i * REPEAT_PS, 0);
}

static void
on_wake (HdAgentNode *node,
         gpointer state,
         guint64 data)
{
  pass_on (node);
}

static void
on_packet (HdAgentNode *node,
           gpointer state,
           const HdParcel *parcel)
{
  pass_on (node);
}

static const HdAgent member = { .start = begin, .receive = on_packet, .wake = on_wake };

static void
measure_broadcast (HdDesign *design,
                   HdNoiseOrder order)
{
  guint n_links = hd_design_get_n_links (design);
  g_autofree double *noise = g_new (double, n_links);
  g_autofree Broadcast *broadcast = g_new0 (Broadcast, 1);
  HdPacketRules rules = { .packet_bytes = 4096, .noise = noise, .noise_bytes = 4096, .packet_time = 20000, .noise_order = order };
  double cpu;
  Bench self;

  for (guint l = 0; l < n_links; l++)
    noise[l] = 0.8;
  self = make_bench (design, &rules, hd_strategy_serial (), 1);
  for (guint32 i = 0; i < N_NICS; i++)
    {
      g_autofree char *path = g_strdup_printf ("nic[%u]", i);

      broadcast->nics[i] = hd_design_find_node (design, path);
      broadcast->ranks[broadcast->nics[i]] = i;
      hd_agent_network_set_agent ((HdAgentNetwork *) self.network, broadcast->nics[i], &member, broadcast);
    }
  cpu = cpu_seconds ();
  run_bench (&self);
  cpu = cpu_seconds () - cpu;
  g_assert_cmpuint (hd_agent_network_get_n_delivered ((HdAgentNetwork *) self.network), ==, N_REPEATS * (N_NICS - 1));
  g_print ("broadcast to 512 with 80 %% noise (%s): %.2f ms of CPU each, %u of them %.3f s\n", order == HD_NOISE_TAKES_TURNS ? "takes turns" : "one queue", 1e3 * cpu / N_REPEATS,
           N_REPEATS, cpu);
  free_bench (&self);
}

int
main (void)
{
  g_autoptr (HdDesign) design = make_design ();

  measure_hops (design, "serial, endless buffers", 0, hd_strategy_serial (), 1);
  measure_hops (design, "serial, buffers of 64 KiB", 65536, hd_strategy_serial (), 1);
  measure_hops (design, "2 threads (windows), endless buffers", 0, hd_strategy_window (), 2);
  measure_hops (design, "2 threads (windows), buffers of 64 KiB", 65536, hd_strategy_window (), 2);
  measure_broadcast (design, HD_NOISE_QUEUES);
  measure_broadcast (design, HD_NOISE_TAKES_TURNS);
  return 0;
}
