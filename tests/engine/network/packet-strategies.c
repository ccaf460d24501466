/* packet-strategies.c: the packet network under every exact strategy
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A two-level tree of switches with 12 hosts, random messages of up to four packets, small buffers, noise on every link, both orders of service, with
 * and without a window.
 *
 * Invariants: the digest, each link's figures and each message's time are those of the serial run, for each strategy, on 1, 2 and 4 partitions and
 * 1 and 2 threads; nothing is lost; messages from one host to another come in the order of sending.
 */
#include "packet-fixture.h"

#define N_HOSTS 12
#define N_LINKS 20
#define BODY \
  "<link-class id='L' bandwidth='10 GB/s' latency='30 ns' sharing='split'/><top>" \
  "<component id='leaf' type='test.switch' count='4'/><component id='h' type='test.host' count='12'/><component id='spine' type='test.switch' count='2'/>" \
  "<link id='down' for='i=0..11' from='h[i].net' to='leaf[floor (i / 3)].port[i % 3]' class='L'/>" \
  "<link id='up' for='i=0..3 j=0..1' from='leaf[i].port[3 + j]' to='spine[j].port[i]' class='L'/></top>"

typedef const HdStrategy *(*Strategy) (void);

static void
send_randomly (PacketFixture *self,
               guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < 600; i++)
    {
      g_autofree char *from = g_strdup_printf ("h[%d]", g_rand_int_range (rand, 0, N_HOSTS));
      g_autofree char *to = g_strdup_printf ("h[%d]", g_rand_int_range (rand, 0, N_HOSTS));

      /* equal times are wanted */
      packet_fixture_send (self, from, to, (guint64) g_rand_int_range (rand, 0, 40) * 100, g_rand_int_range (rand, 0, 40) * 100000);
    }
}

static void
assert_in_order (PacketFixture *self)
{
  for (guint i = 0; i < N_HOSTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("h[%u]", i);
      HdTime sent[64] = { 0 };
      guint64 last[64] = { 0 };

      for (guint n = 0; n < packet_fixture_count (self, name); n++)
        {
          const HdParcel *parcel = &packet_fixture_get (self, name, n)->parcel;
          HdTime time = g_array_index (self->sends, PacketDelivery, parcel->data).time;

          g_assert_cmpuint (parcel->source, <, 64);
          g_assert_cmpint (time, >=, sent[parcel->source]);
          if (time == sent[parcel->source] && last[parcel->source] > 0)
            g_assert_cmpuint (parcel->data + 1, >, last[parcel->source]);
          sent[parcel->source] = time;
          last[parcel->source] = parcel->data + 1;
        }
    }
}

static void
assert_equal (PacketFixture *a,
              PacketFixture *b)
{
  HdDigest x = hd_kernel_get_digest (a->kernel), y = hd_kernel_get_digest (b->kernel);
  g_autofree char *digest_a = hd_digest_to_string (&x), *digest_b = hd_digest_to_string (&y);

  g_assert_cmpstr (digest_a, ==, digest_b);
  g_assert_cmpuint (hd_design_get_n_links (a->design), ==, N_LINKS);
  for (guint l = 0; l < 2 * N_LINKS; l++)
    {
      HdPacketLinkStatistics one, other;

      hd_packet_network_read_link (a->network, l / 2, l % 2, HD_TIME_MAX, &one);
      hd_packet_network_read_link (b->network, l / 2, l % 2, HD_TIME_MAX, &other);
      g_assert_cmpmem (&one, sizeof one, &other, sizeof other);
    }
  for (guint i = 0; i < hd_design_get_n_nodes (a->design); i++)
    {
      g_assert_cmpuint (a->logs[i]->len, ==, b->logs[i]->len);
      for (guint n = 0; n < a->logs[i]->len; n++)
        {
          const PacketDelivery *one = &g_array_index (a->logs[i], PacketDelivery, n), *other = &g_array_index (b->logs[i], PacketDelivery, n);

          g_assert_cmpint (one->time, ==, other->time);
          g_assert_cmpuint (one->parcel.data, ==, other->parcel.data);
        }
    }
}

static void
check (HdPacketSwitching switching,
       guint64 buffer,
       double share,
       HdService service,
       guint64 window,
       guint32 seed)
{
  const Strategy strategies[] = { hd_strategy_serial, hd_strategy_window, hd_strategy_null_message, hd_strategy_request };
  double noise[N_LINKS];
  HdPacketRules rules = { .switching = switching, .packet_bytes = 1000, .buffer_bytes = buffer, .noise = noise, .noise_bytes = 512, .packet_time = 20000,
                          .noise_order = seed % 4, .service = service, .window_bytes = window };
  g_autoptr (PacketFixture) reference = NULL;

  for (guint i = 0; i < N_LINKS; i++)
    noise[i] = share;
  reference = packet_fixture_new (BODY, &rules, hd_strategy_serial (), 1, 1);
  send_randomly (reference, seed);
  packet_fixture_run (reference);
  assert_in_order (reference);
  for (guint s = 0; s < G_N_ELEMENTS (strategies); s++)
    for (guint n = 1; n <= 4; n *= 2)
      for (guint threads = 1; threads <= MIN (n, 2); threads++)
        {
          g_autoptr (PacketFixture) self = packet_fixture_new (BODY, &rules, strategies[s](), n, threads);

          send_randomly (self, seed);
          packet_fixture_run (self);
          assert_equal (reference, self);
        }
}

static void
test_strategies (void)
{
  guint32 seed = (guint32) g_test_rand_int ();

  check (HD_PACKET_STORE_AND_FORWARD, 0, 0, HD_SERVICE_ARRIVAL, 0, seed);
  check (HD_PACKET_STORE_AND_FORWARD, 1000, 0.3, HD_SERVICE_ARRIVAL, 0, seed);
  check (HD_PACKET_CUT_THROUGH, 2500, 0.8, HD_SERVICE_ARRIVAL, 0, seed);
  check (HD_PACKET_CUT_THROUGH, 2500, 0.8, HD_SERVICE_FAIR, 0, seed);
  check (HD_PACKET_STORE_AND_FORWARD, 0, 0.3, HD_SERVICE_FAIR, 3000, seed);
  check (HD_PACKET_CUT_THROUGH, 0, 0, HD_SERVICE_FAIR_SENDERS, 0, seed);
  check (HD_PACKET_CUT_THROUGH, 2500, 0.3, HD_SERVICE_FAIR_SENDERS, 3000, seed);
  check (HD_PACKET_CUT_THROUGH, 0, 0, HD_SERVICE_ARRIVAL, 1000, seed);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet/strategies", test_strategies);
  return g_test_run ();
}
