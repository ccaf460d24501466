/* packet-steady.c: the packet network in steady state allocates nothing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Twelve hosts under four switches; whoever gets a message sends one on, of one to four packets. Once every pair has its route and every queue has
 * been as long as it will be, thousands of messages take no memory, with buffers that are often full and noise on every link, whatever the
 * strategy. Left open: how long it takes to get there, so a stretch that still needed some is followed by another one.
 */
#include "allocations.h"
#include "packet-fixture.h"

#if ALLOCATIONS_COUNT

#define N_HOSTS 12
#define STRETCH_PS (500 * PACKET_MICROSECOND)
#define STRETCHES 60
#define BODY \
  "<link-class id='L' bandwidth='10 GB/s' latency='300 ns' sharing='split'/><top>" \
  "<component id='h' type='test.host' count='12'/><component id='leaf' type='test.switch' count='4'/><component id='spine' type='test.switch'/>" \
  "<link for='i=0..11' from='h[i].net' to='leaf[floor (i / 3)].port[i % 3]' class='L'/><link for='i=0..3' from='leaf[i].east' to='spine.port[i]' class='L'/></top>"

typedef struct
{
  HdRandom random;
} Gossip;

static void
tell (HdAgentNode *node,
      Gossip *self)
{
  hd_agent_node_send (node, &(HdParcel){ .destination = (guint32) hd_random_below (&self->random, N_HOSTS), .bytes = hd_random_below (&self->random, 4000) },
                      (HdTime) hd_random_below (&self->random, 100000));
}

static void
start (HdAgentNode *node,
       gpointer state)
{
  hd_agent_node_init_random (node, "gossip", &((Gossip *) state)->random);
  for (guint i = 0; i < 4; i++)
    tell (node, state);
}

static void
hear (HdAgentNode *node,
      gpointer state,
      const HdParcel *parcel)
{
  tell (node, state);
}

static const HdAgent gossip = { .state_size = sizeof (Gossip), .start = start, .receive = hear };

static void
check (const HdStrategy *strategy,
       guint n_partitions)
{
  g_autoptr (HdDesign) design = fixture_elaborate (BODY, NULL);
  HdKernel *kernel = hd_kernel_new (3);
  double noise[16];
  HdPacketRules rules = { .packet_bytes = 1000, .buffer_bytes = 4000, .noise = noise, .noise_bytes = 1000 };
  guint n_nodes = hd_design_get_n_nodes (design), stretches = 0;
  g_autofree guint32 *partitions = g_new (guint32, n_nodes);
  g_autoptr (GError) error = NULL;
  HdPacketNetwork *network;
  guint64 n_allocated = 1;

  for (guint i = 0; i < G_N_ELEMENTS (noise); i++)
    noise[i] = 0.3;
  for (guint i = 0; i < n_nodes; i++)
    partitions[i] = i % n_partitions;
  hd_kernel_set_strategy (kernel, strategy);
  hd_kernel_set_options (kernel, &(HdKernelOptions){ .threads = n_partitions });
  network = hd_packet_network_new (design, &rules, kernel, partitions, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < N_HOSTS; i++)
    hd_agent_network_set_agent ((HdAgentNetwork *) network, i, &gossip, NULL);
  g_assert_true (hd_kernel_start (kernel, &error));
  for (; n_allocated > 0 && stretches < STRETCHES; stretches++)
    {
      guint64 n = hd_agent_network_get_n_delivered ((HdAgentNetwork *) network);

      n_allocated = allocations_get_n ();
      g_assert_cmpint (hd_kernel_run (kernel, (stretches + 1) * STRETCH_PS, &error), ==, HD_KERNEL_UNTIL);
      n_allocated = allocations_get_n () - n_allocated;
      g_assert_cmpuint (hd_agent_network_get_n_delivered ((HdAgentNetwork *) network) - n, >, 1000);
    }
  g_test_message ("%s, %u partitions: nothing allocated in stretch %u", strategy->name, n_partitions, stretches);
  g_assert_cmpuint (n_allocated, ==, 0);
  hd_kernel_free (kernel);
  hd_packet_network_free (network);
}

static void
test_steady (void)
{
  check (hd_strategy_serial (), 1);
  check (hd_strategy_window (), 2);
  check (hd_strategy_null_message (), 2);
  check (hd_strategy_request (), 2);
}

#else

static void
test_steady (void)
{
  g_test_skip ("not here: the sanitizer has its own allocator");
}

#endif

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet/steady", test_steady);
  return g_test_run ();
}
