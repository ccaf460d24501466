/* packet-queue.c: packets that wait
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Worked by hand: links of 300 ns; packets of 1000 B take 100 ns on a fast link (10 GB/s) and 1000 ns on a slow one (1 GB/s).
 *
 * Invariants: a full link carries its bandwidth; a slow link fills the buffers before it, which stops the senders and loses nothing; messages of
 * one sender come in order; a route that is drawn is taken; both directions of a shared link take turns; a circle of full buffers is told, with its
 * links; rules out of range are refused.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "packet-fixture.h"

#define NS 1000
#define SLOW "<link-class id='F' bandwidth='10 GB/s' latency='300 ns' sharing='split'/><link-class id='S' bandwidth='1 GB/s' latency='300 ns' sharing='split'/>" \
  "<top><component id='a' type='test.host'/><component id='b' type='test.host'/><component id='s' type='test.switch'/>" \
  "<link id='fast' from='a.net' to='s.west' class='F'/><link id='slow' from='s.east' to='b.net' class='S'/></top>"

static HdPacketRules
make_rules (guint64 buffer)
{
  return (HdPacketRules){ .packet_bytes = 1000, .buffer_bytes = buffer, .noise_bytes = 1 };
}

/* Four packets over a fast link and a slow one; @starts: when each leaves a, @ends: when each is at b. */
static void
check_slow (guint64 buffer,
            const HdTime starts[4],
            const HdTime ends[4])
{
  HdPacketRules rules = make_rules (buffer);
  g_autoptr (PacketFixture) self = packet_fixture_new (SLOW, &rules, hd_strategy_serial (), 1, 1);
  HdPacketLinkStatistics statistics;
  HdTime wait = 0;

  for (guint i = 0; i < 4; i++)
    packet_fixture_send (self, "a", "b", 1000, 0);
  packet_fixture_run (self);
  for (guint i = 0; i < 4; i++)
    {
      const PacketDelivery *delivery = packet_fixture_get (self, "b", i);

      g_assert_cmpuint (delivery->parcel.data, ==, i);
      g_assert_cmpint (delivery->time, ==, ends[i] * NS);
      wait += starts[i] * NS;
    }
  statistics = packet_fixture_read (self, "fast", 0);
  g_assert_cmpuint (statistics.packets, ==, 4);
  g_assert_cmpuint (statistics.bytes, ==, 4000);
  g_assert_cmpint (statistics.wait, ==, wait);
  g_assert_cmpint (statistics.longest_wait, ==, starts[3] * NS);
  statistics = packet_fixture_read (self, "fast", 1);
  g_assert_cmpuint (statistics.packets, ==, 0);
}

/* The room of the first packet is known to be free at 400 (it has come) + 1000 (it has left) + 300 (the credit is back). */
static void
test_back_pressure (void)
{
  check_slow (0, (HdTime[]){ 0, 100, 200, 300 }, (HdTime[]){ 1700, 2700, 3700, 4700 });
  check_slow (4000, (HdTime[]){ 0, 100, 200, 300 }, (HdTime[]){ 1700, 2700, 3700, 4700 });
  check_slow (2000, (HdTime[]){ 0, 100, 1700, 2700 }, (HdTime[]){ 1700, 2700, 3700, 4700 });
  check_slow (1000, (HdTime[]){ 0, 1700, 3400, 5100 }, (HdTime[]){ 1700, 3400, 5100, 6800 });
}

/* One message of the same four packets goes as four messages do. */
static void
test_cut (void)
{
  for (guint64 buffer = 1000; buffer <= 3000; buffer += 1000)
    {
      HdPacketRules rules = make_rules (buffer);
      g_autoptr (PacketFixture) self = packet_fixture_new (SLOW, &rules, hd_strategy_serial (), 1, 1);

      packet_fixture_send (self, "a", "b", 4000, 0);
      packet_fixture_send (self, "a", "b", 1, 0);
      packet_fixture_run (self);
      g_assert_cmpint (packet_fixture_get (self, "b", 0)->time, ==, (buffer == 1000 ? 6800 : 4700) * NS);
      g_assert_cmpuint (packet_fixture_get (self, "b", 1)->parcel.data, ==, 1);
    }
}

/* Two hosts send @n packets each into one link: it is never idle, and the buffers are large enough for the round trip. */
static void
test_saturation (void)
{
  const char *body =
    "<link-class id='L' bandwidth='10 GB/s' latency='300 ns' sharing='split'/><top>"
    "<component id='h' type='test.host' count='2'/><component id='b' type='test.host'/><component id='s' type='test.switch'/>"
    "<link id='in' from='h[i].net' to='s.port[i]' class='L'/><link id='out' from='s.east' to='b.net' class='L'/></top>";
  const guint n = 500;

  for (guint64 buffer = 0; buffer <= 16000; buffer += 8000)
    {
      HdPacketRules rules = make_rules (buffer);
      g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
      guint next[2] = { 0, 1 };

      for (guint i = 0; i < n; i++)
        {
          packet_fixture_send (self, "h[0]", "b", 1000, 0);
          packet_fixture_send (self, "h[1]", "b", 1000, 0);
        }
      packet_fixture_run (self);
      g_assert_cmpuint (packet_fixture_count (self, "b"), ==, 2 * n);
      for (guint i = 0; i < 2 * n; i++)
        {
          const PacketDelivery *delivery = packet_fixture_get (self, "b", i);
          guint h = delivery->parcel.data % 2;

          g_assert_cmpint (delivery->time, ==, (400 + 300 + 100 * (HdTime) (i + 1)) * NS);
          g_assert_cmpuint (delivery->parcel.data, ==, next[h]);
          next[h] += 2;
        }
      g_assert_cmpuint (packet_fixture_read (self, "out", 0).bytes, ==, 2 * n * 1000);
      g_assert_cmpuint (packet_fixture_read (self, "out", 0).longest_queue, <=, buffer > 0 ? 2 * buffer : n * 1000);
    }
}

static void
test_carried (void)
{
  HdPacketRules rules = make_rules (0);
  g_autoptr (PacketFixture) self = packet_fixture_new (SLOW, &rules, hd_strategy_serial (), 1, 1);
  HdPacketLinkStatistics statistics;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    packet_fixture_send (self, "a", "b", 1000, 0);
  g_assert_true (hd_kernel_start (self->kernel, &error));
  g_assert_cmpint (hd_kernel_run (self->kernel, 1649 * NS, &error), ==, HD_KERNEL_UNTIL);
  g_assert_cmpfloat (hd_packet_network_get_carried (self->network, 0, 0, 350 * NS), ==, 3500);
  g_assert_cmpfloat (hd_packet_network_get_carried (self->network, 0, 1, 350 * NS), ==, 0);
  g_assert_cmpfloat_with_epsilon (hd_packet_network_get_carried (self->network, 1, 0, 1650 * NS), 1250, 1e-9);
  g_assert_cmpuint (hd_packet_network_get_queue (self->network, 1, 0, 1650 * NS), ==, 2000);
  hd_packet_network_read_link (self->network, 1, 0, 1650 * NS, &statistics); /* the second waited from 500 to 1400 ns; the others have a time, and wait */
  g_assert_cmpuint (statistics.packets, ==, 2);
  g_assert_cmpuint (statistics.bytes, ==, 2000);
  g_assert_cmpfloat (statistics.wait, ==, 900 * NS);
  g_assert_cmpint (statistics.longest_wait, ==, 900 * NS);
  g_assert_cmpint (hd_kernel_run (self->kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_DONE);
  g_assert_cmpfloat (hd_packet_network_get_carried (self->network, 1, 0, HD_TIME_MAX), ==, 4000);
  g_assert_cmpuint (hd_packet_network_get_queue (self->network, 1, 0, HD_TIME_MAX), ==, 0);
}

static void
test_shared (void)
{
  const char *body = "<link-class id='L' bandwidth='10 GB/s' latency='300 ns' sharing='shared'/><top>"
                     "<component id='a' type='test.host'/><component id='b' type='test.host'/><link id='l' from='a.net' to='b.net' class='L'/></top>";
  HdPacketRules rules = make_rules (0);
  g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

  packet_fixture_send (self, "a", "b", 1000, 0);
  packet_fixture_send (self, "b", "a", 1000, 0);
  packet_fixture_send (self, "a", "a", 5, 7 * NS);
  packet_fixture_run (self);
  g_assert_cmpint (packet_fixture_get (self, "b", 0)->time, ==, 400 * NS);
  g_assert_cmpint (packet_fixture_get (self, "a", 0)->time, ==, 7 * NS);
  g_assert_cmpint (packet_fixture_get (self, "a", 1)->time, ==, 500 * NS);
}

/* Every host of a ring of five sends two hops on: all buffers fill with packets for the next link. */
#define RING "<link-class id='L' bandwidth='10 GB/s' latency='300 ns' sharing='split'/><top>" \
  "<component id='h' type='test.host' count='5'/><component id='s' type='test.switch' count='5'/>" \
  "<link id='down' from='h[i].net' to='s[i].port[0]' class='L'/>" \
  "<link id='ring' for='i=0..4' from='s[i].east' to='s[(i + 1) % 5].west' class='L'/></top>"

static void
send_round (PacketFixture *self)
{
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *from = g_strdup_printf ("h[%u]", i);
      g_autofree char *to = g_strdup_printf ("h[%u]", (i + 2) % 5);

      for (guint n = 0; n < 20; n++)
        packet_fixture_send (self, from, to, 1000, 0);
    }
}

static void
test_deadlock (void)
{
  HdPacketRules rules = make_rules (1000);
  g_autoptr (PacketFixture) stuck = packet_fixture_new (RING, &rules, hd_strategy_serial (), 1, 1);
  g_autoptr (PacketFixture) roomy = NULL;
  g_autoptr (GError) error = NULL;

  send_round (stuck);
  g_assert_false (packet_fixture_run_quietly (stuck, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("“ring[%u]” from “s[%u]”", i, i);

      g_assert_nonnull (strstr (error->message, name));
    }
  g_assert_null (strstr (error->message, "down"));
  g_assert_nonnull (strstr (error->message, "1000 B"));

  rules.buffer_bytes = 100000;
  roomy = packet_fixture_new (RING, &rules, hd_strategy_serial (), 1, 1);
  send_round (roomy);
  packet_fixture_run (roomy);
}

static void
test_refused (void)
{
  static const double noises[3][2] = { { 1, 0 }, { 0, -0.1 }, { 0.5, NAN } };
  const struct
  {
    HdPacketRules rules;
    const char *word;
  } cases[] = {
    { { .packet_bytes = 0, .noise_bytes = 1 }, "0 B" },
    { { .packet_bytes = 1, .noise_bytes = 0 }, "0 B" },
    { { .packet_bytes = 1, .noise_bytes = 1, .packet_time = -1 }, "-1e-12 s" },
    { { .packet_bytes = 4096, .noise_bytes = 1, .buffer_bytes = 4095 }, "4095 B cannot hold a packet of 4096 B" },
    { { .packet_bytes = 1, .noise_bytes = 1, .noise = noises[0] }, "1 of “fast”" },
    { { .packet_bytes = 1, .noise_bytes = 1, .noise = noises[1] }, "-0.1 of “slow”" },
    { { .packet_bytes = 1, .noise_bytes = 1, .noise = noises[2] }, "nan of “slow”" },
  };
  g_autoptr (HdDesign) design = fixture_elaborate (SLOW, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HdKernel) kernel = hd_kernel_new (1);
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_packet_network_new (design, &cases[i].rules, kernel, NULL, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
      g_assert_nonnull (strstr (error->message, cases[i].word));
    }
}

static void
test_split_shared (void)
{
  const char *body = "<link-class id='L' bandwidth='10 GB/s' latency='300 ns' sharing='shared'/><top>"
                     "<component id='a' type='test.host'/><component id='b' type='test.host'/><link id='l' from='a.net' to='b.net' class='L'/></top>";
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  HdPacketRules rules = make_rules (0);
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_packet_network_new (design, &rules, kernel, (guint32[]){ 0, 1 }, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
  g_assert_nonnull (strstr (error->message, "“l”"));
}

/* Two ways of equal length, of which the router takes the first; a route that is drawn takes the other, there and not back. */
static void
test_explicit_route (void)
{
  const char *body =
    "<link-class id='L' bandwidth='10 GB/s' latency='300 ns' sharing='split'/><top>"
    "<component id='h' type='test.host' count='2'/><component id='e' type='test.switch' count='2'/><component id='m' type='test.switch' count='2'/>"
    "<link id='in' from='h[i].net' to='e[i].west' class='L'/><link id='w' for='i=0..1 j=0..1' from='e[i].port[j]' to='m[j].port[i]' class='L'/>"
    "<route from='h[0]' to='h[1]' via='in[0] w[1] w[3] in[1]' symmetric='false'/></top>";
  HdPacketRules rules = make_rules (0);
  g_autoptr (PacketFixture) self = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

  packet_fixture_send (self, "h[0]", "h[1]", 3000, 0);
  packet_fixture_send (self, "h[1]", "h[0]", 2000, 0);
  packet_fixture_send (self, "e[0]", "m[1]", 500, 0);
  packet_fixture_run (self);
  g_assert_cmpuint (packet_fixture_read (self, "w[0]", 0).bytes, ==, 0);
  g_assert_cmpuint (packet_fixture_read (self, "w[1]", 0).bytes, ==, 3500);
  g_assert_cmpuint (packet_fixture_read (self, "w[3]", 1).bytes, ==, 3000);
  g_assert_cmpuint (packet_fixture_read (self, "w[0]", 1).bytes, ==, 2000);
  g_assert_cmpuint (packet_fixture_read (self, "w[2]", 0).bytes, ==, 2000);
  g_assert_cmpint (packet_fixture_get (self, "m[1]", 0)->time, ==, 350 * NS);
}

static void
test_no_route (void)
{
  const char *body = "<link-class id='L' bandwidth='10 GB/s' latency='300 ns' sharing='split'/><top>"
                     "<component id='a' type='test.host' count='2'/><component id='b' type='test.host' count='2'/>"
                     "<link id='l' from='a[i].net' to='b[i].net' class='L'/></top>";
  HdPacketRules rules = make_rules (0);
  g_autoptr (PacketFixture) apart = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
  g_autoptr (PacketFixture) long_one = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);
  g_autoptr (GError) error = NULL;

  packet_fixture_send (apart, "a[0]", "b[1]", 1, 0);
  g_assert_false (packet_fixture_run_quietly (apart, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);
  packet_fixture_send (long_one, "a[0]", "b[0]", HD_PARCEL_MAX_BYTES, 0);
  g_assert_false (packet_fixture_run_quietly (long_one, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/packet/queue/back-pressure", test_back_pressure);
  g_test_add_func ("/engine/network/packet/queue/cut", test_cut);
  g_test_add_func ("/engine/network/packet/queue/saturation", test_saturation);
  g_test_add_func ("/engine/network/packet/queue/carried", test_carried);
  g_test_add_func ("/engine/network/packet/queue/shared", test_shared);
  g_test_add_func ("/engine/network/packet/queue/deadlock", test_deadlock);
  g_test_add_func ("/engine/network/packet/queue/refused", test_refused);
  g_test_add_func ("/engine/network/packet/queue/split-shared", test_split_shared);
  g_test_add_func ("/engine/network/packet/queue/explicit-route", test_explicit_route);
  g_test_add_func ("/engine/network/packet/queue/no-route", test_no_route);
  return g_test_run ();
}
