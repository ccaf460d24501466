/* packet-noise-fair.c: noise beside the work in a weighted fair queue, against what fair queueing promises
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants, for noise of 4 KiB (S = 328 ns) with a share r on a link of 12.5 GB/s: a packet of the work that comes alone waits for r S / 2, the rest
 * of what is on the wire, and for nothing else, however small it is; while work waits, it gets 1 - r of the link and at most what is left over, and in
 * no stretch less than a packet of each over their weights allows; a link with little noise is as good as free, and free
 * before the first packet of it comes, be that after the end of simulated time. Averages within 2 %, more than 4 standard errors of 200,000 packets.
 */
#include "packet-fixture.h"

#define N 200000
#define S_NOISE 327680.0

static PacketFixture *
run (double share,
     guint64 bytes,
     HdTime gap)
{
  g_autofree char *body = packet_fixture_chain (1, "12.5 GB/s", "100 ns");
  HdPacketRules rules = { .packet_bytes = 4096, .noise = &share, .noise_bytes = 4096, .noise_order = HD_NOISE_FAIR };
  PacketFixture *self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

  for (guint i = 0; i < N; i++)
    packet_fixture_send (self, "a", "b", bytes, i * gap);
  packet_fixture_run (self);
  return self;
}

static void
assert_near (double value,
             double expected)
{
  g_test_message ("%g, expected %g", value, expected);
  g_assert_cmpfloat_with_epsilon (value / expected, 1, 0.02);
}

static void
test_alone (void)
{
  const guint64 sizes[] = { 1, 250, 4096 };

  for (guint i = 3; i <= 8; i += i < 5 ? 2 : 3)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        g_autoptr (PacketFixture) self = run (i / 10.0, sizes[k], 10 * PACKET_MICROSECOND);

        assert_near ((double) packet_fixture_read (self, "l1", 0).wait / N, i / 10.0 * S_NOISE / 2);
      }
}

/* When the packets of a stretch are through, a packet of each queue may stand between what they took and their share. */
static void
test_backlog (void)
{
  const guint64 sizes[] = { 250, 4096 };

  for (guint i = 3; i <= 8; i += i < 5 ? 2 : 3)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        double share = i / 10.0, service = (double) sizes[k] * 80;
        g_autoptr (PacketFixture) self = run (share, sizes[k], 0);
        double slack = service / (1 - share) + S_NOISE / share;
        HdTime begin = packet_fixture_get (self, "b", 0)->time;

        assert_near ((double) packet_fixture_get (self, "b", N - 1)->time / N, service / (1 - share));
        for (guint n = 1; n < N; n++)
          {
            HdTime time = packet_fixture_get (self, "b", n)->time - begin;

            g_assert_cmpfloat ((double) time, <=, n * service / (1 - share) + slack);
            g_assert_cmpfloat ((double) time, >=, n * service - 1);
          }
      }
}

static void
test_little (void)
{
  g_autoptr (PacketFixture) self = run (1e-6, 4096, 0);

  g_assert_cmpfloat_with_epsilon ((double) packet_fixture_get (self, "b", N - 1)->time / N / S_NOISE, 1, 1e-4);
}

/* The first packet of noise comes after the end of simulated time. */
static void
test_never (void)
{
  double share = 1e-6;
  g_autofree char *body = packet_fixture_chain (1, "1 B/s", "100 ns");

  for (HdNoiseOrder order = HD_NOISE_QUEUES; order <= HD_NOISE_FAIR; order++)
    {
      HdPacketRules rules = { .packet_bytes = 4096, .noise = &share, .noise_bytes = 1000000, .noise_order = order };
      g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

      for (guint i = 0; i < 3; i++)
        packet_fixture_send (self, "a", "b", 1, 0);
      packet_fixture_run (self);
      g_assert_cmpint (packet_fixture_get (self, "b", 2)->time, ==, 3 * HD_TICKS_PER_SECOND + PACKET_MICROSECOND / 10);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet-noise-fair/alone", test_alone);
  g_test_add_func ("/engine/network/packet-noise-fair/backlog", test_backlog);
  g_test_add_func ("/engine/network/packet-noise-fair/little", test_little);
  g_test_add_func ("/engine/network/packet-noise-fair/never", test_never);
  return g_test_run ();
}
