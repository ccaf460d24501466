/* packet-latency.c: how long a message alone takes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Worked by hand, to the picosecond. A link of 10 GB/s and 0.3 us: 1000 B take 100 ns.
 *
 * Invariants: store and forward: h (size/bandwidth + latency) for one packet; the packets of a message follow each other at the slowest link.
 * Cut-through: the latencies and the longest serialisation. A message without bytes takes the latencies, or the time of a packet more on each link.
 * Left open: waiting, which other tests have.
 */
#include "packet-fixture.h"

#define NS 1000

static HdTime
time_alone (const char *body,
            const HdPacketRules *rules,
            guint64 bytes)
{
  g_autoptr (PacketFixture) self = packet_fixture_new (body, rules, hd_strategy_serial (), 1, 1);

  packet_fixture_send (self, "a", "b", bytes, 50 * NS);
  packet_fixture_run (self);
  g_assert_cmpuint (packet_fixture_count (self, "b"), ==, 1);
  g_assert_cmpuint (packet_fixture_get (self, "b", 0)->parcel.bytes, ==, bytes);
  return packet_fixture_get (self, "b", 0)->time - 50 * NS;
}

static void
test_hops (void)
{
  for (guint n = 1; n <= 5; n++)
    {
      g_autofree char *chain = packet_fixture_chain (n, "10 GB/s", "300 ns");
      HdPacketRules rules = { .packet_bytes = 4096, .noise_bytes = 1 };

      g_assert_cmpint (time_alone (chain, &rules, 1000), ==, n * 400 * NS);
      g_assert_cmpint (time_alone (chain, &rules, 0), ==, n * 300 * NS);
      /* 10000 B are packets of 4096, 4096 and 1808 B, as jobs in a flow shop: their sum, and the longest once more for each further link */
      g_assert_cmpint (time_alone (chain, &rules, 10000), ==, 1000 * NS + n * 300 * NS + (n - 1) * 409600);
      rules.switching = HD_PACKET_CUT_THROUGH;
      g_assert_cmpint (time_alone (chain, &rules, 1000), ==, 100 * NS + n * 300 * NS);
      g_assert_cmpint (time_alone (chain, &rules, 10000), ==, 1000 * NS + n * 300 * NS);
      rules.packet_time = 20 * NS;
      g_assert_cmpint (time_alone (chain, &rules, 0), ==, 20 * NS + n * 300 * NS);
      rules.switching = HD_PACKET_STORE_AND_FORWARD;
      g_assert_cmpint (time_alone (chain, &rules, 0), ==, n * 320 * NS);
      g_assert_cmpint (time_alone (chain, &rules, 8), ==, n * 320 * NS);
    }
}

/* 100 ns, 50 ns and 66.667 ns for the packet: the second link waits until it cannot run dry, which the third must make up for. */
static void
test_faster (void)
{
  const char *body = "<top><component id='a' type='test.host'/><component id='b' type='test.host'/><component id='s' type='test.switch' count='2'/>"
                     "<link from='a.net' to='s[0].west' bandwidth='10 GB/s' latency='300 ns' sharing='split'/>"
                     "<link from='s[0].east' to='s[1].west' bandwidth='20 GB/s' latency='300 ns' sharing='split'/>"
                     "<link from='s[1].east' to='b.net' bandwidth='15 GB/s' latency='300 ns' sharing='split'/></top>";
  HdPacketRules rules = { .packet_bytes = 1000, .noise_bytes = 1, .switching = HD_PACKET_CUT_THROUGH };

  g_assert_cmpint (time_alone (body, &rules, 1000), ==, 300 * NS + 50 * NS + 300 * NS + 66667 + 300 * NS);
  rules.switching = HD_PACKET_STORE_AND_FORWARD;
  g_assert_cmpint (time_alone (body, &rules, 1000), ==, 900 * NS + 100 * NS + 50 * NS + 66667);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet/latency/hops", test_hops);
  g_test_add_func ("/engine/network/packet/latency/faster", test_faster);
  return g_test_run ();
}
