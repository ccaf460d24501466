/* packet-random.c: random trees of switches, random rules, random messages
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routes in a tree have no circle, so that no buffers however small can lock. Links differ in bandwidth, latency and sharing.
 *
 * Invariants: every message arrives, in the order of its sender, and not before light could bring it: the latencies of its route and the longest
 * serialisation; each direction of each link carries the bytes of the messages whose routes use it, and has no queue left; another strategy says
 * the same. Left open: partitions, which packet-strategies.c has. GLib's test framework prints the seed.
 */
#include "packet-fixture.h"

#define N_SWITCHES 7
#define N_HOSTS 10
#define N_MESSAGES 120
#define ROUNDS 100

/* A switch hangs on one with a smaller number, a host on any. */
static char *
make_body (GRand *rand)
{
  GString *text = g_string_new ("<top><component id='s' type='test.switch' count='7'/><component id='h' type='test.host' count='10'/>");

  for (guint i = 0; i < N_SWITCHES + N_HOSTS - 1; i++)
    {
      gboolean is_host = i >= N_SWITCHES - 1;
      guint child = is_host ? i - (N_SWITCHES - 1) : i + 1;
      guint parent = (guint) g_rand_int_range (rand, 0, is_host ? N_SWITCHES : (gint) child);
      g_autofree char *from = is_host ? g_strdup_printf ("h[%u].net", child) : g_strdup_printf ("s[%u].any", child);

      g_string_append_printf (text, "<link from='%s' to='s[%u].any' bandwidth='%d GB/s' latency='%d ns' sharing='%s'/>", from, parent,
                              g_rand_int_range (rand, 1, 50), g_rand_int_range (rand, 1, 500), g_rand_boolean (rand) ? "split" : "shared");
    }
  g_string_append (text, "</top>");
  return g_string_free (text, FALSE);
}

static void
send_randomly (PacketFixture *self,
               GRand *rand)
{
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      g_autofree char *from = g_strdup_printf ("h[%d]", g_rand_int_range (rand, 0, N_HOSTS));
      g_autofree char *to = g_strdup_printf (g_rand_int_range (rand, 0, 4) > 0 ? "h[%d]" : "s[%d]", g_rand_int_range (rand, 0, N_SWITCHES));

      packet_fixture_send (self, from, to, (guint64) g_rand_int_range (rand, 0, 6000), g_rand_int_range (rand, 0, 5) * PACKET_MICROSECOND);
    }
}

/* Adds up what the routes say, and checks that nothing is faster than it can be. */
static void
check (PacketFixture *self)
{
  g_autoptr (HdRouter) router = hd_router_new (self->design);
  const HdLink *links = hd_design_get_links (self->design);
  guint n_links = hd_design_get_n_links (self->design);
  g_autofree guint64 *expected = g_new0 (guint64, 2 * n_links);

  for (guint i = 0; i < hd_design_get_n_nodes (self->design); i++)
    for (guint n = 0; n < self->logs[i]->len; n++)
      {
        const PacketDelivery *delivery = &g_array_index (self->logs[i], PacketDelivery, n);
        const PacketDelivery *send = &g_array_index (self->sends, PacketDelivery, delivery->parcel.data);
        double longest = 0;
        HdRoute route;

        g_assert_cmpuint (delivery->parcel.source, ==, send->parcel.source);
        g_assert_cmpuint (delivery->parcel.bytes, ==, send->parcel.bytes);
        g_assert_true (hd_router_find (router, send->parcel.source, i, NULL, 0, &route, NULL));
        for (guint h = 0; h < route.n_hops; h++)
          {
            expected[2 * route.links[h] + route.directions[h]] += send->parcel.bytes;
            longest = MAX (longest, (double) send->parcel.bytes / links[route.links[h]].bandwidth * 1e12);
          }
        g_assert_cmpfloat ((double) (delivery->time - send->time), >=, (double) route.latency_ps + longest - 6); /* 6 packets are rounded */
      }
  for (guint32 way = 0; way < 2 * n_links; way++)
    {
      HdPacketLinkStatistics statistics;

      hd_packet_network_read_link (self->network, way / 2, way % 2, HD_TIME_MAX, &statistics);
      g_assert_cmpuint (statistics.bytes, ==, expected[way]);
      g_assert_cmpfloat (hd_packet_network_get_carried (self->network, way / 2, way % 2, HD_TIME_MAX), ==, (double) expected[way]);
      g_assert_cmpuint (hd_packet_network_get_queue (self->network, way / 2, way % 2, HD_TIME_MAX), ==, 0);
    }
}

static void
run_round (GRand *rand)
{
  g_autofree char *body = make_body (rand);
  guint64 parcel = (guint64) g_rand_int_range (rand, 1000, 3000);
  double noise[N_SWITCHES + N_HOSTS - 1];
  HdPacketRules rules = {
    .switching = g_rand_boolean (rand) ? HD_PACKET_CUT_THROUGH : HD_PACKET_STORE_AND_FORWARD,
    .packet_bytes = parcel,
    .buffer_bytes = g_rand_int_range (rand, 0, 3) > 0 ? parcel + (guint64) g_rand_int_range (rand, 0, 3000) : 0,
    .service = (HdService) g_rand_int_range (rand, HD_SERVICE_ARRIVAL, HD_SERVICE_FAIR_SENDERS + 1),
    .window_bytes = g_rand_boolean (rand) ? parcel + (guint64) g_rand_int_range (rand, 0, 9000) : 0,
    .packet_time = g_rand_boolean (rand) ? 20000 : 0,
    .noise = g_rand_boolean (rand) ? noise : NULL,
    .noise_bytes = 512,
    .noise_order = (HdNoiseOrder) g_rand_int_range (rand, HD_NOISE_QUEUES, HD_NOISE_FAIR + 1),
  };
  guint32 seed = g_rand_int (rand);
  g_autoptr (PacketFixture) one = NULL, again = NULL;
  g_autoptr (GRand) first = g_rand_new_with_seed (seed), second = g_rand_new_with_seed (seed);
  HdDigest x, y;
  g_autofree char *digest_x = NULL, *digest_y = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (noise); i++)
    noise[i] = g_rand_double_range (rand, 0, 0.9);
  one = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
  send_randomly (one, first);
  packet_fixture_run (one);
  check (one);

  again = packet_fixture_new (body, &rules, hd_strategy_window (), 1, 1);
  send_randomly (again, second);
  packet_fixture_run (again);
  x = hd_kernel_get_digest (one->kernel);
  y = hd_kernel_get_digest (again->kernel);
  digest_x = hd_digest_to_string (&x);
  digest_y = hd_digest_to_string (&y);
  g_assert_cmpstr (digest_x, ==, digest_y);
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  for (guint i = 0; i < ROUNDS; i++)
    run_round (rand);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet/random", test_random);
  return g_test_run ();
}
