/* packet-noise-shares.c: noise that keeps its share against what it must take on average
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants, for packets of the work of 250 B at 12.5 GB/s (s = 20 ns) and noise of 4 KiB (S = 328 ns) with a share r: of many packets at once each
 * takes s / (1 - r) on average, so noise has its share; one alone waits for r S / 2, the rest of what is on the wire, and for the r s / (1 - r)
 * that go first. Both within 2 %, more than 4 standard errors of 200,000 packets.
 */
#include "packet-fixture.h"

#define N 200000
#define S_WORK 20000
#define S_NOISE 327680

static PacketFixture *
run (double share,
     HdTime gap)
{
  g_autofree char *body = packet_fixture_chain (1, "12.5 GB/s", "100 ns");
  const double noise[] = { share };
  HdPacketRules rules = { .packet_bytes = 4096, .noise = noise, .noise_bytes = 4096, .noise_order = HD_NOISE_SHARES };
  PacketFixture *self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

  for (guint i = 0; i < N; i++)
    packet_fixture_send (self, "a", "b", 250, i * gap);
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
test_share (void)
{
  const double shares[] = { 0.3, 0.5, 0.8 };

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      double r = shares[i];
      g_autoptr (PacketFixture) crowd = run (r, 0);
      g_autoptr (PacketFixture) alone = run (r, 100 * PACKET_MICROSECOND);
      HdPacketLinkStatistics statistics = packet_fixture_read (alone, "l1", 0);

      assert_near ((double) packet_fixture_get (crowd, "b", N - 1)->time / N, S_WORK / (1 - r));
      assert_near ((double) statistics.wait / N, r * S_NOISE / 2 + r / (1 - r) * S_WORK);
      g_assert_cmpuint (statistics.packets, ==, N);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet-noise-shares/share", test_share);
  return g_test_run ();
}
