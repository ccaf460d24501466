/* packet-noise.c: the time that packets wait, by queueing theory
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Packets of one size that arrive as a Poisson stream at a link wait rho s / (2 (1 - rho)) on average (Pollaczek and Khinchine, M/D/1), with s the
 * time of one and rho the share of the time that the link is busy.
 *
 * Invariants, within 2 %: so wait packets of an agent; so waits, for noise of that share, what seldom comes (arrivals see time averages), however seldom; the
 * noise of two links is independent. Noise that takes turns makes what seldom comes wait for what is left of its packet, rho s / 2, and leaves a long
 * queue of small packets 1 - rho of the link. Seeds are fixed.
 *
 * Packets of noise that are 1e9 times shorter than those of the work are as many drops of a fluid: they take what they must take within 1e-4, in no time, and
 * what waits behind a packet of the work is not forgotten, however short each of it is.
 */
#include <math.h>

#include "packet-fixture.h"

#define SERVICE 100000.0 /* ps, of 1000 B at 10 GB/s */

typedef struct
{
  double gap;   /* mean, in picoseconds */
  guint64 bytes;
  guint n;      /* messages */
  guint32 destination;
} Stream;

typedef struct
{
  HdRandom random;
  guint n;
  double next;
} StreamState;

static void
stream_go_on (HdAgentNode *node,
              gpointer state,
              guint64 data)
{
  const Stream *stream = hd_agent_node_get_data (node);
  StreamState *self = state;

  if (self->n > 0)
    hd_agent_node_send (node, &(HdParcel){ .destination = stream->destination, .bytes = stream->bytes }, 0);
  if (self->n++ == stream->n)
    return;
  self->next += hd_random_exponential (&self->random, stream->gap);
  hd_agent_node_wake (node, (HdTime) self->next - hd_agent_node_get_now (node), 0);
}

static void
stream_start (HdAgentNode *node,
              gpointer state)
{
  hd_agent_node_init_random (node, "stream", &((StreamState *) state)->random);
  stream_go_on (node, state, 0);
}

static const HdAgent stream_agent = { .state_size = sizeof (StreamState), .start = stream_start, .wake = stream_go_on };

/* The mean wait at the only link, in units of the time of a packet. */
static double
run_ordered (double noise,
             Stream stream,
             HdNoiseOrder order)
{
  g_autofree char *body = packet_fixture_chain (1, "10 GB/s", "300 ns");
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  g_autoptr (HdKernel) kernel = hd_kernel_new (20);
  HdPacketRules rules = { .packet_bytes = 1000, .noise = &noise, .noise_bytes = 1000, .noise_order = order };
  g_autoptr (GError) error = NULL;
  HdPacketNetwork *network = hd_packet_network_new (design, &rules, kernel, NULL, &error);
  HdPacketLinkStatistics statistics;

  g_assert_no_error (error);
  stream.destination = hd_design_find_node (design, "b");
  hd_agent_network_set_agent ((HdAgentNetwork *) network, hd_design_find_node (design, "a"), &stream_agent, &stream);
  g_assert_true (hd_kernel_start (kernel, &error));
  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_DONE);
  hd_packet_network_read_link (network, 0, 0, HD_TIME_MAX, &statistics);
  g_assert_cmpuint (statistics.packets, ==, stream.n);
  g_assert_cmpuint (hd_agent_network_get_n_delivered ((HdAgentNetwork *) network), ==, stream.n);
  g_clear_pointer (&kernel, hd_kernel_free);
  hd_packet_network_free (network);
  return (double) statistics.wait / (double) statistics.packets / SERVICE;
}

static double
run (double noise,
     Stream stream)
{
  return run_ordered (noise, stream, HD_NOISE_QUEUES);
}

static void
assert_wait (double wait,
             double rho)
{
  double expected = rho / (2 * (1 - rho));

  g_test_message ("rho %.1f: %.4f packets, expected %.4f (%+.2f %%)", rho, wait, expected, 100 * (wait / expected - 1));
  g_assert_cmpfloat_with_epsilon (wait, expected, 0.02 * expected);
}

static void
test_agent (void)
{
  assert_wait (run (0, (Stream){ SERVICE / 0.3, 1000, 400000, 0 }), 0.3);
  assert_wait (run (0, (Stream){ SERVICE / 0.5, 1000, 400000, 0 }), 0.5);
  assert_wait (run (0, (Stream){ SERVICE / 0.8, 1000, 1500000, 0 }), 0.8);
}

/* Packets without bytes take no time, so that noise alone makes them wait. */
static void
test_noise (void)
{
  assert_wait (run (0.3, (Stream){ 40 * SERVICE, 0, 100000, 0 }), 0.3);
  assert_wait (run (0.5, (Stream){ 40 * SERVICE, 0, 100000, 0 }), 0.5);
  assert_wait (run (0.8, (Stream){ 100 * SERVICE, 0, 100000, 0 }), 0.8);
}

/* Noise and the packets of an agent are one stream of both rates. */
static void
test_both (void)
{
  assert_wait (run (0.3, (Stream){ SERVICE / 0.3, 1000, 500000, 0 }), 0.6);
}

static void
test_turns (void)
{
  double noise = 0.5;
  g_autofree char *body = packet_fixture_chain (1, "10 GB/s", "300 ns");
  HdPacketRules rules = { .packet_bytes = 1000, .noise = &noise, .noise_bytes = 1000, .noise_order = HD_NOISE_TAKES_TURNS };
  g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
  const guint n = 300000;
  double expected = n * 0.05 * SERVICE / (1 - noise);

  for (guint i = 2; i <= 8; i += 3)
    g_assert_cmpfloat_with_epsilon (run_ordered (i * 0.1, (Stream){ 200 * SERVICE, 0, 60000, 0 }, HD_NOISE_TAKES_TURNS), i * 0.05, 0.02 * i * 0.05);

  for (guint i = 0; i < n; i++)
    packet_fixture_send (self, "a", "b", 50, 0);
  packet_fixture_run (self);
  g_assert_cmpfloat_with_epsilon ((double) packet_fixture_get (self, "b", n - 1)->time, expected, 0.02 * expected);
}

static void
test_independent (void)
{
  double noise[2] = { 0.8, 0.8 };
  g_autofree char *body = packet_fixture_chain (2, "10 GB/s", "300 ns");
  HdPacketRules rules = { .packet_bytes = 1000, .noise = noise, .noise_bytes = 1000 };
  g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
  HdPacketLinkStatistics waits[4];

  for (guint i = 0; i < 20; i++)
    {
      packet_fixture_send (self, "a", "b", 0, i * 10 * PACKET_MICROSECOND);
      packet_fixture_send (self, "b", "a", 0, i * 10 * PACKET_MICROSECOND);
    }
  packet_fixture_run (self);
  for (guint i = 0; i < 4; i++)
    {
      hd_packet_network_read_link (self->network, i / 2, i % 2, HD_TIME_MAX, &waits[i]);
      for (guint j = 0; j < i; j++)
        g_assert_cmpint (waits[i].wait, !=, waits[j].wait);
    }
}

/* Every 1000 s: in between, 5e9 packets of noise pass, of which the last are enough. Four standard errors of 80 waits. */
static void
test_rare (void)
{
  const double expected[] = { [HD_NOISE_QUEUES] = 0.5, [HD_NOISE_TAKES_TURNS] = 0.25, [HD_NOISE_SHARES] = 0.25, [HD_NOISE_FAIR] = 0.25 };

  for (HdNoiseOrder order = HD_NOISE_QUEUES; order <= HD_NOISE_FAIR; order++)
    g_assert_cmpfloat_with_epsilon (run_ordered (0.5, (Stream){ 1000.0 * HD_TICKS_PER_SECOND, 0, 80, 0 }, order), expected[order],
                                    order == HD_NOISE_QUEUES ? 0.26 : 0.15);
}

#define LONG 1e11 /* ps, of 1 GB at 10 GB/s */

/* When messages of 1 GB each begin to leave, which were sent at @times (in LONG); noise of 1 B takes half of the link. */
static void
run_long (HdNoiseOrder order,
          const double *times,
          guint n,
          double *out_starts)
{
  const double noise = 0.5;
  g_autofree char *body = packet_fixture_chain (1, "10 GB/s", "0 s");
  HdPacketRules rules = { .packet_bytes = 1000000000, .noise = &noise, .noise_bytes = 1, .noise_order = order };
  g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
  gint64 begin = g_get_monotonic_time ();

  for (guint i = 0; i < n; i++)
    packet_fixture_send (self, "a", "b", 1000000000, (HdTime) (times[i] * LONG));
  packet_fixture_run (self);
  for (guint i = 0; i < n; i++)
    {
      out_starts[i] = (double) packet_fixture_get (self, "b", i)->time / LONG - 1;
      g_test_message ("order %d: sent at %g, begins at %.6f", order, times[i], out_starts[i]);
    }
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 2 * G_USEC_PER_SEC);
}

/* Noise that came while a packet of the work took the link: in one queue it goes before what is sent after it (0.5 * 1.2 behind the first packet,
 * 0.5 * 1.5 until 1.75), with a queue of its own as long as nothing else is ready; fair shares are those of the time. */
static void
test_tiny (void)
{
  static const double at_once[] = { 0, 0, 0 };
  static const double expected[][3] = {
    [HD_NOISE_QUEUES] = { 0, 1, 2 },
    [HD_NOISE_TAKES_TURNS] = { 0, 1, 2 },
    [HD_NOISE_SHARES] = { 1, 3, 5 },
    [HD_NOISE_FAIR] = { 0, 2, 4 },
  };
  static const double later[] = { 1.0005, 1.2, 1.5 };
  double starts[3];

  for (HdNoiseOrder order = HD_NOISE_QUEUES; order <= HD_NOISE_FAIR; order++)
    {
      run_long (order, at_once, 3, starts);
      for (guint i = 0; i < 3; i++)
        g_assert_cmpfloat_with_epsilon (starts[i], expected[order][i], 1e-4);
    }
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    {
      const double times[] = { 0, later[i] };

      run_long (HD_NOISE_QUEUES, times, 2, starts);
      g_assert_cmpfloat_with_epsilon (starts[1], 1 + 0.5 * later[i], 1e-4);
      run_long (HD_NOISE_TAKES_TURNS, times, 2, starts);
      g_assert_cmpfloat_with_epsilon (starts[1], later[i], 1e-4);
      run_long (HD_NOISE_FAIR, times, 2, starts);
      g_assert_cmpfloat_with_epsilon (starts[1], MAX (2, later[i]), 1e-4);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet/noise/agent", test_agent);
  g_test_add_func ("/engine/network/packet/noise/noise", test_noise);
  g_test_add_func ("/engine/network/packet/noise/both", test_both);
  g_test_add_func ("/engine/network/packet/noise/turns", test_turns);
  g_test_add_func ("/engine/network/packet/noise/rare", test_rare);
  g_test_add_func ("/engine/network/packet/noise/independent", test_independent);
  g_test_add_func ("/engine/network/packet/noise/tiny", test_tiny);
  return g_test_run ();
}
