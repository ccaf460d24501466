/* packet-service.c: who goes next, and how much may be on the way
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants, fair service: two routes, or senders, that wait have had the link for times that differ by a packet of each at most, at every moment,
 * whatever the sizes and numbers of their messages; a short message beside long ones waits for a packet of each of them, not for all; who alone waits goes
 * at once; messages of one route stay in order; a shared link serves in the order of arrival. By senders one that sends to two gets no more than one that
 * sends to one, and its messages leave one after the other: times worked by hand. Window: times worked by hand; never more on the way than it; one message
 * behind another to a slow receiver waits; a window that holds a round trip costs nothing; partitions ask for latency of links between them alone.
 */
#include <math.h>

#include "packet-fixture.h"

#define NS G_GINT64_CONSTANT (1000)

/* Hosts a, b and c send through one switch over one link to d: 1 GB/s, 1 byte a nanosecond, latency 100 ns; their own links are a hundred times faster. */
#define STAR \
  "<link-class id='thin' bandwidth='1 GB/s' latency='100 ns' sharing='%s'/><link-class id='wide' bandwidth='100 GB/s' latency='100 ns' sharing='split'/>" \
  "<top><component id='a' type='test.host'/><component id='b' type='test.host'/><component id='c' type='test.host'/>" \
  "<component id='d' type='test.host'/><component id='s' type='test.switch'/>" \
  "<link id='la' from='a.net' to='s.port[0]' class='wide'/><link id='lb' from='b.net' to='s.port[1]' class='wide'/>" \
  "<link id='lc' from='c.net' to='s.port[2]' class='wide'/><link id='ld' from='s.port[3]' to='d.net' class='thin'/></top>"

static PacketFixture *
make_star (const char *sharing,
           HdService service,
           guint64 packet_bytes)
{
  g_autofree char *body = g_strdup_printf (STAR, sharing);
  HdPacketRules rules = { .packet_bytes = packet_bytes, .noise_bytes = 1, .service = service };

  return packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
}

/* ---- fair service ------------------------------------------------------------------------------------------------------ */

static guint32
find_node (PacketFixture *self,
           const char *path)
{
  guint32 id = 0;

  while (TRUE)
    {
      g_autofree char *found = hd_design_dup_node_path (self->design, id);

      if (g_str_equal (found, path))
        return id;
      id++;
    }
}

/* Messages of one packet each, so that deliveries say who went. Those of b come when all of a's wait; from then on both do until one of them is done. */
static void
check_shares (HdService service,
              guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (PacketFixture) self = make_star ("split", service, 1000);
  guint left[2] = { 200, 200 };
  double largest[2] = { 0, 0 }, sent[2] = { 0, 0 };
  guint32 a = find_node (self, "a");

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < 200; i++)
      {
        guint64 bytes = (guint64) g_rand_int_range (rand, side == 0 ? 50 : 500, side == 0 ? 200 : 1000);

        packet_fixture_send (self, side == 0 ? "a" : "b", "d", bytes, side * 2000 * NS);
        largest[side] = MAX (largest[side], (double) bytes);
      }
  packet_fixture_run (self);
  for (guint n = 0; left[0] > 0 && left[1] > 0; n++)
    {
      const PacketDelivery *delivery = packet_fixture_get (self, "d", n);
      guint side = delivery->parcel.source == a ? 0 : 1;

      left[side]--;
      if (delivery->time > 4000 * NS)
        sent[side] += (double) delivery->parcel.bytes;
      g_assert_cmpfloat (fabs (sent[0] - sent[1]), <=, largest[0] + largest[1]);
    }
  g_assert_cmpfloat (sent[0], >, 5000);
}

static void
test_shares (void)
{
  for (guint i = 0; i < 20; i++)
    check_shares (i % 2 == 0 ? HD_SERVICE_FAIR : HD_SERVICE_FAIR_SENDERS, (guint) g_test_rand_int ());
}

/* When the message of one packet from c is there, behind or between long ones from a and b. */
static HdTime
time_short (HdService service,
            const char *sharing)
{
  g_autoptr (PacketFixture) self = make_star (sharing, service, 1000);
  guint32 c = find_node (self, "c");

  packet_fixture_send (self, "a", "d", 100000, 0);
  packet_fixture_send (self, "b", "d", 100000, 0);
  packet_fixture_send (self, "c", "d", 1000, 10000 * NS);
  packet_fixture_run (self);
  g_assert_cmpuint (packet_fixture_count (self, "d"), ==, 3);
  g_assert_cmpint (packet_fixture_get (self, "d", 2)->time, ==, (201000 + 210) * NS); /* the link is never idle from 110 ns on */
  for (guint n = 0; n < 3; n++)
    if (packet_fixture_get (self, "d", n)->parcel.source == c)
      return packet_fixture_get (self, "d", n)->time;
  g_assert_not_reached ();
}

static void
test_short (void)
{
  /* In the order of arrival it stands behind all that came before 10.11 us: both long messages, which take 1 us each to come in. */
  g_assert_cmpint (time_short (HD_SERVICE_ARRIVAL, "split"), ==, (201000 + 210) * NS);
  g_assert_cmpint (time_short (HD_SERVICE_ARRIVAL, "shared"), ==, (201000 + 210) * NS);
  g_assert_cmpint (time_short (HD_SERVICE_FAIR, "shared"), ==, (201000 + 210) * NS);
  g_assert_cmpint (time_short (HD_SERVICE_FAIR_SENDERS, "shared"), ==, (201000 + 210) * NS);
  /* Fairly behind what is on the wire, from 10.11 to 11.11 us, and at most a packet of a and of b. */
  for (HdService service = HD_SERVICE_FAIR; service <= HD_SERVICE_FAIR_SENDERS; service++)
    {
      g_assert_cmpint (time_short (service, "split"), >=, 10110 * NS + 1000 * NS + 100 * NS);
      g_assert_cmpint (time_short (service, "split"), <=, 10110 * NS + 4000 * NS + 100 * NS);
    }
}

/* Host d sends 5 packets to a, and 5 to b, over its own link of 1 GB/s. */
static void
check_own_link (HdService service,
                HdTime first,
                HdTime second)
{
  g_autoptr (PacketFixture) self = make_star ("split", service, 1000);

  packet_fixture_send (self, "d", "a", 5000, 0);
  packet_fixture_send (self, "d", "b", 5000, 0);
  packet_fixture_run (self);
  g_assert_cmpint (packet_fixture_get (self, "a", 0)->time, ==, first);
  g_assert_cmpint (packet_fixture_get (self, "b", 0)->time, ==, second);
}

static void
test_own_link (void)
{
  const HdTime rest = (100 + 10 + 100) * NS;

  check_own_link (HD_SERVICE_ARRIVAL, 5000 * NS + rest, 10000 * NS + rest);
  check_own_link (HD_SERVICE_FAIR, 9000 * NS + rest, 10000 * NS + rest); /* in turns */
  check_own_link (HD_SERVICE_FAIR_SENDERS, 5000 * NS + rest, 10000 * NS + rest);
}

/* Hosts a and b behind one switch, c and d behind another, the link between these of 1 GB/s, all others a hundred times faster, 100 ns each. From a there
 * are 3 packets to c and 3 to d, which are at the first switch from 110 ns on; from b 3 to c, there from 610 ns on, when the first of a's is on the wire. */
static void
check_two_senders (HdService service,
                   HdTime a_to_d,
                   HdTime a_to_c,
                   HdTime b_to_c)
{
  const char *const body = "<link-class id='thin' bandwidth='1 GB/s' latency='100 ns' sharing='split'/>"
                           "<link-class id='wide' bandwidth='100 GB/s' latency='100 ns' sharing='split'/>"
                           "<top><component id='a' type='test.host'/><component id='b' type='test.host'/><component id='c' type='test.host'/>"
                           "<component id='d' type='test.host'/><component id='s' type='test.switch'/><component id='t' type='test.switch'/>"
                           "<link from='a.net' to='s.port[0]' class='wide'/><link from='b.net' to='s.port[1]' class='wide'/>"
                           "<link from='s.port[2]' to='t.port[0]' class='thin'/>"
                           "<link from='t.port[1]' to='c.net' class='wide'/><link from='t.port[2]' to='d.net' class='wide'/></top>";
  const HdPacketRules rules = { .packet_bytes = 1000, .noise_bytes = 1, .service = service };
  g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
  const HdTime rest = (110 + 100 + 10 + 100) * NS; /* before the thin link, and after it */

  packet_fixture_send (self, "a", "c", 3000, 0);
  packet_fixture_send (self, "a", "d", 3000, 0);
  packet_fixture_send (self, "b", "c", 3000, 500 * NS);
  packet_fixture_run (self);
  g_assert_cmpint (packet_fixture_get (self, "d", 0)->time, ==, a_to_d + rest);
  for (guint n = 0; n < 2; n++)
    g_assert_cmpint (packet_fixture_get (self, "c", n)->time, ==,
                     (packet_fixture_get (self, "c", n)->parcel.source == find_node (self, "a") ? a_to_c : b_to_c) + rest);
}

static void
test_senders (void)
{
  /* On the thin link, to whom and of b's in capitals: c c c d d d C C C */
  check_two_senders (HD_SERVICE_ARRIVAL, 6000 * NS, 3000 * NS, 9000 * NS);
  /* c, which was alone; then d C, which had nothing yet; then d c C, d c C, in the order in which they began to wait */
  check_two_senders (HD_SERVICE_FAIR, 7000 * NS, 8000 * NS, 9000 * NS);
  /* c, then C, which had nothing yet; then c C, c C; then d d d */
  check_two_senders (HD_SERVICE_FAIR_SENDERS, 9000 * NS, 5000 * NS, 6000 * NS);
}

static void
test_alone (void)
{
  for (HdService service = HD_SERVICE_ARRIVAL; service <= HD_SERVICE_FAIR_SENDERS; service++)
    {
      g_autoptr (PacketFixture) self = make_star ("split", service, 1000);

      for (guint i = 0; i < 5; i++)
        packet_fixture_send (self, "a", "d", 2500, 0);
      packet_fixture_run (self);
      for (guint i = 0; i < 5; i++)
        {
          g_assert_cmpuint (packet_fixture_get (self, "d", i)->parcel.data, ==, i);
          g_assert_cmpint (packet_fixture_get (self, "d", i)->time, ==, (10 + 100 + 2500 * (i + 1) + 100) * NS);
        }
    }
}

/* ---- a sender's window --------------------------------------------------------------------------------------------------- */

/* One link of 1 GB/s and 100 ns, store and forward: a packet of 1000 B is there after 1100 ns, known after 1200. */
static HdTime
time_message (guint64 window,
              guint64 bytes)
{
  g_autofree char *body = packet_fixture_chain (1, "1 GB/s", "100 ns");
  HdPacketRules rules = { .packet_bytes = 1000, .noise_bytes = 1, .window_bytes = window };
  g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

  packet_fixture_send (self, "a", "b", bytes, 0);
  packet_fixture_run (self);
  return packet_fixture_get (self, "b", 0)->time;
}

static void
test_window (void)
{
  g_assert_cmpint (time_message (0, 10000), ==, 10100 * NS);
  g_assert_cmpint (time_message (1000, 1000), ==, 1100 * NS);
  /* one packet at a time: each but the last takes 1200 ns */
  g_assert_cmpint (time_message (1000, 10000), ==, (9 * 1200 + 1100) * NS);
  g_assert_cmpint (time_message (1999, 10000), ==, (9 * 1200 + 1100) * NS);
  /* the last one is of 500 B */
  g_assert_cmpint (time_message (1000, 9500), ==, (9 * 1200 + 600) * NS);
  /* two: the link is busy all the time */
  g_assert_cmpint (time_message (2000, 10000), ==, 10100 * NS);
  g_assert_cmpint (time_message (1000, 0), ==, time_message (0, 0));
}

/* To d over a thin link, then to c: behind a message that waits in the switch, or past it. */
static void
test_behind (void)
{
  const guint64 windows[] = { 0, 2000, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      g_autofree char *body = g_strdup_printf (STAR, "split");
      HdPacketRules rules = { .packet_bytes = 1000, .noise_bytes = 1, .window_bytes = windows[i] };
      g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

      packet_fixture_send (self, "a", "d", 100000, 0);
      packet_fixture_send (self, "a", "c", 1000, 0);
      packet_fixture_run (self);
      if (windows[i] == 2000)
        g_assert_cmpint (packet_fixture_get (self, "c", 0)->time, >, 98000 * NS);
      else
        g_assert_cmpint (packet_fixture_get (self, "c", 0)->time, ==, (101 * 10 + 100 + 10 + 100) * NS);
      g_assert_cmpuint (packet_fixture_read (self, "ld", 0).longest_queue, <=, windows[i] > 0 ? windows[i] : 100000);
    }
}

/* Links within a partition may have no latency: word of what has come crosses from one partition to the other over the one that has. */
static void
test_partitions (void)
{
  const char *const body = "<link-class id='near' bandwidth='1 GB/s' latency='0 s' sharing='split'/>"
                           "<link-class id='far' bandwidth='1 GB/s' latency='100 ns' sharing='split'/>"
                           "<top><component id='a' type='test.host'/><component id='s' type='test.switch'/><component id='t' type='test.switch'/>"
                           "<component id='b' type='test.host'/><link from='a.net' to='s.port[0]' class='near'/>"
                           "<link from='s.port[1]' to='t.port[0]' class='far'/><link from='t.port[1]' to='b.net' class='near'/></top>";
  const HdPacketRules rules = { .packet_bytes = 1000, .noise_bytes = 1, .window_bytes = 1000 };

  for (guint n = 1; n <= 2; n++)
    {
      g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_window (), n, n);

      packet_fixture_send (self, "a", "b", 2000, 0);
      packet_fixture_run (self);
      g_assert_cmpint (packet_fixture_get (self, "b", 0)->time, ==, (2 * (3 * 1000 + 100) + 100) * NS); /* the second when word of the first is there */
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet-service/shares", test_shares);
  g_test_add_func ("/engine/network/packet-service/short", test_short);
  g_test_add_func ("/engine/network/packet-service/own-link", test_own_link);
  g_test_add_func ("/engine/network/packet-service/senders", test_senders);
  g_test_add_func ("/engine/network/packet-service/alone", test_alone);
  g_test_add_func ("/engine/network/packet-service/window", test_window);
  g_test_add_func ("/engine/network/packet-service/behind", test_behind);
  g_test_add_func ("/engine/network/packet-service/partitions", test_partitions);
  return g_test_run ();
}
