/* test-follow.c: a packet that is followed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routers of 1 GHz and flits of 32 B on links that pass a flit a cycle. A packet of n flits over h links of L cycles takes h (4 + L) + n - 1 cycles.
 *
 * Invariants: the parts of a packet follow each other without a gap and take as long as it does; each router routes once, allocates once, and passes its
 * switch once; a run that follows has the digest of one that does not, and tells the same for any partitions; where a packet meets others, who they
 * are and how long they hold it is worked by hand.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "run-fixture.h"

#define GRID(x, y, latency, links, run) \
  "<heddle version=\"1\" name=\"grid\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"" latency "\" " links "/>" \
  "<top><component id=\"s\" type=\"fabric.switch\" count=\"" x " x " y "\"/>" \
  "<link id=\"e\" from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" class=\"L\"/>" \
  "<link id=\"d\" from=\"s[i][j].port[2]\" to=\"s[i + 1][j].port[3]\" class=\"L\"/></top>" \
  "<run fidelity=\"flit\" header=\"0\" packet-size=\"1 MB\" clock=\"1 GHz\" " run "/></heddle>"
#define LINE(latency, run) GRID ("1", "4", latency, "", run)
/* Hosts beside the routers: interfaces. */
#define HOSTS(links, run) \
  "<heddle version=\"1\" name=\"hosts\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\" " links "/>" \
  "<top><component id=\"s\" type=\"fabric.switch\" count=\"4 x 4\"/><component id=\"h\" type=\"fabric.host\" count=\"4 x 4\"/>" \
  "<link id=\"a\" from=\"h[i][j].port\" to=\"s[i][j].port[4]\" class=\"L\"/>" \
  "<link id=\"e\" from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" class=\"L\"/>" \
  "<link id=\"d\" from=\"s[i][j].port[2]\" to=\"s[i + 1][j].port[3]\" class=\"L\"/></top>" \
  "<run fidelity=\"flit\" header=\"1\" " run "/></heddle>"

static HdRun *
follow (HdDesign *design,
        HdTransferList *list,
        const HdFollowTarget *target)
{
  g_autoptr (GError) error = NULL;
  HdRun *self = hd_run_new (design, list);

  if (target != NULL)
    hd_run_follow (self, target);
  hd_run_start (self);
  hd_run_wait (self, &error);
  g_assert_no_error (error);
  return self;
}

/* Follows one of the packets of @lines, which @wanted names. */
static HdRun *
follow_one (const char *text,
            const char *const *settings,
            const char *lines,
            const char *wanted)
{
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, lines);
  g_autoptr (GError) error = NULL;
  HdFollowTarget target;

  hd_follow_target_parse (design, wanted, &target, &error);
  g_assert_no_error (error);
  return follow (design, list, &target);
}

static const HdFollowed *
get (HdRun *run)
{
  const HdFollowed *followed = hd_record_get_followed (hd_run_get_record (run));

  g_assert_nonnull (followed);
  return followed;
}

static double
sum (const HdFollowed *self,
     HdFollowStage stage,
     HdFollowReason reason)
{
  double cycles = 0;

  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].stage == stage && self->parts[i].reason == reason)
      cycles += self->parts[i].cycles;
  return cycles;
}

static void
check_parts (const HdFollowed *self)
{
  HdTime time = self->start;
  guint last = 0;

  for (guint i = 0; i < self->n_parts; i++)
    {
      g_assert_cmpint (self->parts[i].start, ==, time);
      g_assert_cmpint (self->parts[i].end, >, time);
      g_assert_cmpuint (self->parts[i].hop, >=, last);
      last = self->parts[i].hop;
      time = self->parts[i].end;
    }
  g_assert_cmpint (time, ==, self->end);
  g_assert_cmpint (self->hops[0].arrived, ==, self->start);
  g_assert_cmpint (self->hops[self->n_hops - 1].left, ==, self->end);
}

/* @routers: that it leaves by a switch; @links: cycles of all links */
static void
check_sum (const HdFollowed *self,
           double cycles,
           double routers,
           double links,
           double body)
{
  double waited;

  check_parts (self);
  g_assert_cmpfloat_with_epsilon (hd_followed_count (self, &waited), cycles, 1e-6);
  g_assert_cmpfloat (sum (self, HD_FOLLOW_ROUTE, HD_FOLLOW_SERVED), ==, routers);
  g_assert_cmpfloat (sum (self, HD_FOLLOW_CHANNEL, HD_FOLLOW_SERVED), ==, routers);
  g_assert_cmpfloat (sum (self, HD_FOLLOW_SWITCH, HD_FOLLOW_SERVED), ==, routers);
  g_assert_cmpfloat (sum (self, HD_FOLLOW_CROSSBAR, HD_FOLLOW_SERVED), ==, routers);
  g_assert_cmpfloat (sum (self, HD_FOLLOW_LINK, HD_FOLLOW_SERVED), ==, links);
  g_assert_cmpfloat (sum (self, HD_FOLLOW_BODY, HD_FOLLOW_SERVED), ==, body);
}

/* Alone: from between two edges, to itself, over long links, by the wrap of a ring, and with buffers that hold its flits up. */
static void
test_alone (void)
{
  static const char *const ring[] = { "run:virtual-channels=2", NULL };
  const struct
  {
    const char *text;
    const char *lines;
    const char *wanted;
    double cycles, routers, links, body;
  } cases[] = {
    { GRID ("4", "4", "1 ns", "", ""), "1.05e-8,160,s[0][0],s[3][3]\n", "s[0][0]:s[3][3]", 34.5, 6, 6, 4 },
    { GRID ("4", "4", "1 ns", "", ""), "1.01e-8,160,s[0][0],s[3][3]\n", "s[0][0]:s[3][3]", 34.9, 6, 6, 4 },
    { GRID ("4", "4", "1 ns", "", ""), "1.05e-8,64,s[0][0],s[3][3]\n", "s[0][0]:s[3][3]", 31.5, 6, 6, 1 },
    { GRID ("4", "4", "1 ns", "", ""), "1.05e-8,160,s[1][1],s[1][1]\n", "s[1][1]:s[1][1]", 4.5, 0, 0, 4 },
    { GRID ("4", "4", "1 ns", "", ""), "1e-8,32,s[1][1],s[1][2]\n", "s[1][1]:s[1][2]", 5, 1, 1, 0 },
    { LINE ("3 ns", ""), "1e-8,960,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]", 50, 3, 9, 29 },
    { LINE ("1 ns", "virtual-channels=\"1\" input-buffer=\"1\""), "1e-8,992,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]", 195, 3, 3, 180 },
    { LINE ("1 ns", "virtual-channels=\"1\" input-buffer=\"1\""), "1e-8,1952,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]", 375, 3, 3, 360 },
    { LINE ("1 ns", "virtual-channels=\"1\" input-buffer=\"2\""), "1e-8,992,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]", 105, 3, 3, 90 },
    { LINE ("1 ns", "virtual-channels=\"1\" input-buffer=\"6\""), "1e-8,1952,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]", 75, 3, 3, 60 },
    { LINE ("1 ns", "virtual-channels=\"1\" output-buffer=\"1\""), "1e-8,992,s[0][0],s[0][2]\n", "s[0][0]:s[0][2]", 70, 2, 2, 60 },
    { LINE ("1 ns", "virtual-channels=\"1\" output-buffer=\"1\""), "1e-8,1952,s[0][0],s[0][2]\n", "s[0][0]:s[0][2]", 130, 2, 2, 120 },
    { LINE ("1 ns", "virtual-channels=\"1\" output-buffer=\"2\""), "1e-8,992,s[0][0],s[0][2]\n", "s[0][0]:s[0][2]", 40, 2, 2, 30 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HdRun) run = follow_one (cases[i].text, NULL, cases[i].lines, cases[i].wanted);

      check_sum (get (run), cases[i].cycles, cases[i].routers, cases[i].links, cases[i].body);
    }
  for (guint i = 0; i < 3; i++)
    {
      static const char *const texts[] = { "4", "5", "4" }, *const to[] = { "3", "3", "2" };
      g_autofree char *text = g_strdup_printf (
        "<heddle version=\"1\" name=\"ring\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\"/>"
        "<top><component id=\"s\" type=\"fabric.switch\" count=\"%s\"/>"
        "<link id=\"r\" for=\"i=0..%s-1\" from=\"s[i].port[0]\" to=\"s[(i + 1) %% %s].port[1]\" class=\"L\"/></top>"
        "<run fidelity=\"flit\" header=\"0\" clock=\"1 GHz\"/></heddle>",
        texts[i], texts[i], texts[i]);
      g_autofree char *lines = g_strdup_printf ("1e-8,160,s[0],s[%s]\n", to[i]), *wanted = g_strdup_printf ("s[0]:s[%s]", to[i]);
      g_autoptr (HdRun) run = follow_one (text, ring, lines, wanted);
      double hops = i == 0 ? 1 : 2;

      check_sum (get (run), 5 * hops + 4, hops, hops, 4);
    }
}

/* Two at once with one channel: the second waits in the queue until the tail of the first has won the switch, 7 cycles. */
static void
test_queue (void)
{
  static const char lines[] = "1e-8,160,s[0][0],s[0][3]\n1e-8,160,s[0][0],s[0][3]\n";
  g_autoptr (HdDesign) design = run_fixture_design (LINE ("1 ns", "virtual-channels=\"1\""), NULL);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, lines);
  HdFollowTarget target = { .source = hd_design_find_node (design, "s[0][0]"), .destination = hd_design_find_node (design, "s[0][3]") };
  g_autoptr (HdRun) first = follow (design, list, &target), second = NULL;

  target.skip = 1;
  second = follow (design, list, &target);
  check_sum (get (first), 19, 3, 3, 4);
  check_sum (get (second), 26, 3, 3, 4);
  g_assert_cmpfloat (sum (get (second), HD_FOLLOW_QUEUE, HD_FOLLOW_BEHIND), ==, 7);
  g_assert_cmpuint (get (second)->parts[0].other_destination, ==, target.destination);
  g_assert_cmpint (get (second)->hops[0].tail, ==, 10000 + 7000 + 6000);
}

/* At the second router another packet has the only channel: it got it in cycle 11, and of its ten flits the last wins the switch in 21. This one asks
 * from cycle 16 to 21 in vain. */
static void
test_taken (void)
{
  g_autoptr (HdRun) run = follow_one (LINE ("1 ns", "virtual-channels=\"1\""), NULL, "1e-8,32,s[0][0],s[0][3]\n1e-8,320,s[0][1],s[0][2]\n", "s[0][0]:s[0][3]@1 ns");
  const HdFollowed *followed = get (run);
  g_autofree char *sentence = hd_followed_dup_sentence (followed, hd_run_get_design (run));
  double cycles;
  int worst = hd_followed_find_worst (followed, &cycles);
  const HdFollowPart *part = &followed->parts[worst];

  check_parts (followed);
  g_assert_cmpfloat (cycles, ==, 6);
  g_assert_cmpint (part->stage, ==, HD_FOLLOW_CHANNEL);
  g_assert_cmpint (part->reason, ==, HD_FOLLOW_TAKEN);
  g_assert_cmpuint (part->hop, ==, 1);
  g_assert_cmpint (part->start, ==, 16000);
  g_assert_cmpuint (part->other_source, ==, hd_design_find_node (hd_run_get_design (run), "s[0][1]"));
  g_assert_cmpint (part->other_time, ==, 10000);
  g_assert_cmpuint (part->other_link, ==, HD_NO_ID);
  g_assert_cmpstr (sentence, ==, "6 of 21 cycles it waited for a virtual channel of “s[0][1] → s[0][2]”, which others had.");
}

/* Two of one flit ask for a switch in one cycle: with a channel each, one is beaten there. */
static void
test_beaten (void)
{
  g_autoptr (HdRun) run = NULL;
  double beaten = 0;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HdRun) one = follow_one (LINE ("1 ns", "virtual-channels=\"4\""), NULL, "1e-8,32,s[0][0],s[0][3]\n1.5e-8,32,s[0][1],s[0][3]\n",
                                          i == 0 ? "s[0][0]:s[0][3]" : "s[0][1]:s[0][3]");

      check_parts (get (one));
      beaten += sum (get (one), HD_FOLLOW_SWITCH, HD_FOLLOW_BEATEN) + sum (get (one), HD_FOLLOW_CHANNEL, HD_FOLLOW_BEATEN);
    }
  g_assert_cmpfloat (beaten, ==, 1);
}

/* A buffer of one flit: the second flit's worm stands in the way of who comes behind, on the same channel's credit. */
static void
test_credit (void)
{
  g_autoptr (HdRun) run = follow_one (LINE ("1 ns", "virtual-channels=\"1\" input-buffer=\"1\""), NULL,
                                      "1e-8,320,s[0][1],s[0][2]\n1.1e-8,32,s[0][0],s[0][3]\n1.2e-8,32,s[0][0],s[0][2]\n", "s[0][0]:s[0][2]");

  check_parts (get (run));
  g_assert_cmpfloat (sum (get (run), HD_FOLLOW_SWITCH, HD_FOLLOW_NO_CREDIT), >, 0);
}

static char *
dup_text (const HdFollowed *self)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%u %u %u\n", self->packet, self->n_packets, self->flits);
  for (guint i = 0; i < self->n_hops; i++)
    g_string_append_printf (text, "%u %u %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", self->hops[i].node, self->hops[i].out_link,
                            self->hops[i].out_channel, self->hops[i].arrived, self->hops[i].left, self->hops[i].tail);
  for (guint i = 0; i < self->n_parts; i++)
    g_string_append_printf (text, "%u %s %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u %u %" G_GINT64_FORMAT " %u %u\n", self->parts[i].hop,
                            hd_follow_stage_get_name (self->parts[i].stage), hd_follow_reason_get_name (self->parts[i].reason), self->parts[i].start, self->parts[i].end,
                            self->parts[i].other_source, self->parts[i].other_destination, self->parts[i].other_time, self->parts[i].other_link,
                            self->parts[i].other_channel);
  for (guint i = 0; i < self->n_siblings; i++)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", self->siblings[i].begun, self->siblings[i].end);
  return g_string_free (text, FALSE);
}

/* Each of a few of many, with the same digest, and the same told for any partitions. */
static void
check_random (GRand *rand,
              const char *text,
              const char *const *settings,
              const char *node,
              guint n)
{
  static const char *const divided[] = { "run:partitions=4", "run:sync=window", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (text, settings), parts = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (HdTransferList) list = NULL, list_of_parts = NULL;
  g_autoptr (HdRun) plain = NULL;
  g_autofree char *digest = NULL;

  for (guint i = 0; settings[i] != NULL; i++)
    g_strv_builder_add (builder, settings[i]);
  g_strv_builder_addv (builder, (const char **) divided);
  all = g_strv_builder_end (builder);
  parts = run_fixture_design (text, (const char *const *) all);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (lines, "%ue-9,%u,%s[%d][%d],%s[%d][%d]\n", g_rand_int_range (rand, 0, 100), 32 * g_rand_int_range (rand, 0, 60), node,
                            g_rand_int_range (rand, 0, 4), g_rand_int_range (rand, 0, 4), node, g_rand_int_range (rand, 0, 4), g_rand_int_range (rand, 0, 4));
  list = run_fixture_transfers (design, lines->str);
  list_of_parts = run_fixture_transfers (parts, lines->str);
  plain = follow (design, list, NULL);
  run_fixture_check_digest (hd_run_get_record (plain), &digest);
  for (guint64 i = 0; i < hd_record_get_n_transfers (hd_run_get_record (plain)); i += 7)
    {
      g_autoptr (HdRun) followed = NULL, in_parts = NULL, until = NULL;
      g_autofree char *told = NULL, *told_in_parts = NULL, *told_until = NULL;
      HdTransferResult result;
      HdFollowTarget target;

      hd_record_get_transfer (hd_run_get_record (plain), i, &result);
      if (result.source == result.destination)
        continue;
      target = (HdFollowTarget){ .source = result.source, .destination = result.destination, .time = result.start };
      followed = follow (design, list, &target);
      in_parts = follow (parts, list_of_parts, &target);
      target.stops = TRUE;
      until = follow (design, list, &target);
      check_parts (get (followed));
      run_fixture_check_digest (hd_run_get_record (followed), &digest);
      run_fixture_check_digest (hd_run_get_record (in_parts), &digest);
      told = dup_text (get (followed));
      told_in_parts = dup_text (get (in_parts));
      told_until = dup_text (get (until));
      g_assert_cmpstr (told, ==, told_in_parts);
      g_assert_cmpstr (told, ==, told_until);
      g_assert_cmpint (get (followed)->start, ==, result.start);
      g_assert_cmpint (hd_record_get_time (hd_run_get_record (until)), <=, hd_record_get_time (hd_run_get_record (followed)));
      for (guint h = 0; h + 1 < get (followed)->n_hops; h++)
        g_assert_cmpuint (get (followed)->hops[h].out_link, !=, HD_NO_ID);
    }
}

static void
test_random (void)
{
  static const char *const channels[] = { "1", "2", "4" }, *const in[] = { "1", "2", "12" }, *const out[] = { "0", "1", "3" };
  static const char *const arbitrations[] = { "round-robin", "random", "age" }, *const packets[] = { "256 B", "4 kB" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *v = g_strconcat ("run:virtual-channels=", channels[i % 3], NULL), *b = g_strconcat ("run:input-buffer=", in[i / 2 % 3], NULL);
      g_autofree char *o = g_strconcat ("run:output-buffer=", out[i / 3 % 3], NULL), *a = g_strconcat ("run:arbitration=", arbitrations[i % 3], NULL);
      g_autofree char *p = g_strconcat ("run:packet-size=", packets[i % 2], NULL);
      const char *const settings[] = { v, b, o, a, p, "run:clock=1 GHz", NULL };

      check_random (rand, i % 2 == 0 ? HOSTS ("sharing=\"split\"", "") : HOSTS ("sharing=\"shared\"", ""), settings, "h", 60);
      check_random (rand, i % 4 < 2 ? GRID ("4", "4", "2 ns", "", "") : GRID ("4", "4", "1 ns", "sharing=\"shared\"", ""), settings, "s", 60);
    }
}

/* A message of many packets: the last of them unless another is asked for; clocks and stages of routers' own. */
static void
test_packets (void)
{
  static const char *const settings[] = { "run:packet-size=320 B", NULL };
  g_autoptr (HdRun) last = follow_one (LINE ("1 ns", ""), settings, "0,3200,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]");
  g_autoptr (HdRun) third = follow_one (LINE ("1 ns", ""), settings, "0,3200,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]#3");

  g_assert_cmpuint (get (last)->packet, ==, 10);
  g_assert_cmpuint (get (last)->n_packets, ==, 10);
  g_assert_cmpuint (get (third)->packet, ==, 3);
  g_assert_cmpuint (get (third)->flits, ==, 10);
  check_parts (get (last));
  check_parts (get (third));
  g_assert_cmpint (get (third)->end, <, get (last)->end);
}

/* What is told of the others of its message is what following them tells: however the first of them was asked for. */
static void
check_siblings (const char *text,
                const char *const *settings,
                const char *lines,
                const char *wanted)
{
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, lines);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) asked = NULL, slowest = NULL;
  const HdFollowed *first;
  HdFollowTarget target;
  HdTime last = 0;

  hd_follow_target_parse (design, wanted, &target, &error);
  g_assert_no_error (error);
  target.stops = TRUE; /* which is when all of them are there */
  asked = follow (design, list, &target);
  first = get (asked);
  g_assert_cmpuint (first->n_siblings, ==, first->n_packets);
  for (guint32 packet = 1; packet <= first->n_packets; packet++)
    {
      const HdFollowTarget sibling = hd_followed_get_sibling (first, packet);
      g_autoptr (HdRun) run = follow (design, list, &sibling);
      const HdFollowSibling *told = &first->siblings[packet - 1];

      g_assert_cmpuint (get (run)->packet, ==, packet);
      g_assert_cmpint (get (run)->start, ==, first->start);
      g_assert_cmpint (get (run)->end, ==, told->end);
      g_assert_cmpint (told->begun, >=, MAX (first->start, last));
      g_assert_cmpint (told->begun, <=, get (run)->hops[0].left);
      g_assert_cmpuint (get (run)->n_siblings, ==, first->n_siblings);
      g_assert_cmpmem (get (run)->siblings, get (run)->n_siblings * sizeof (HdFollowSibling), first->siblings, first->n_siblings * sizeof (HdFollowSibling));
      last = told->begun;
    }
  g_assert_true (hd_record_get_slowest (hd_run_get_record (asked), &target));
  slowest = follow (design, list, &target);
  g_assert_cmpuint (get (slowest)->n_siblings, ==, get (slowest)->n_packets);
  g_assert_cmpint (get (slowest)->siblings[get (slowest)->packet - 1].end, ==, get (slowest)->end);
  for (guint i = 0; i < get (slowest)->n_siblings; i++)
    g_assert_cmpint (get (slowest)->siblings[i].begun, >=, get (slowest)->start);
}

/* Ten packets of ten flits over three links of a cycle, through one channel: the first is there after 24 cycles, and each other one 12 after the one before: its
 * flits, and two cycles in which its head gets a route and the channel. */
static void
test_siblings (void)
{
  static const char *const settings[] = { "run:packet-size=320 B", NULL }, *const few[] = { "run:packet-size=96 B", "run:input-buffer=2", NULL };
  static const char *const one[] = { "run:packet-size=320 B", "run:virtual-channels=1", NULL };
  static const char lines[] = "0,3200,s[0][0],s[0][3]\n0,640,s[0][0],s[0][3]\n0,960,s[0][1],s[0][3]\n5e-9,960,s[0][0],s[0][3]\n";
  g_autoptr (HdRun) alone = follow_one (LINE ("1 ns", ""), one, "0,3200,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]#4");
  g_autoptr (HdRun) single = follow_one (LINE ("1 ns", ""), settings, "0,320,s[0][0],s[0][3]\n", "s[0][0]:s[0][3]");
  g_autofree char *sentence = hd_followed_dup_message (get (alone)), *none = hd_followed_dup_message (get (single));

  for (guint i = 0; i < 10; i++)
    g_assert_cmpint (get (alone)->siblings[i].end, ==, hd_time_from_seconds ((24 + 12 * i) * 1e-9));
  g_assert_nonnull (strstr (sentence, "10 of 10 packets arrived, the first after 24 cycles, the last after 132; packet 10 was on its way longest, for 1"));
  g_assert_null (none);
  check_siblings (LINE ("1 ns", ""), settings, lines, "s[0][0]:s[0][3]");
  check_siblings (LINE ("1 ns", ""), few, lines, "s[0][0]:s[0][3]@1 ns#2");
  check_siblings (HOSTS ("sharing=\"split\"", "clock=\"1 GHz\""), settings, "0,3200,h[0][0],h[3][3]\n0,3200,h[0][0],h[3][3]\n0,3200,h[0][1],h[3][3]\n", "h[0][0]:h[3][3]#2");
}

/* The slowest of a run, by its number: of the one that waits, the delay; the same of any partitions. */
static void
test_slowest (void)
{
  static const char *const divided[] = { "run:virtual-channels=1", "run:partitions=4", "run:sync=window", NULL };
  static const char lines[] = "1e-8,160,s[0][0],s[0][3]\n1e-8,160,s[0][0],s[0][3]\n1e-8,32,s[0][1],s[0][2]\n";

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HdDesign) design = run_fixture_design (LINE ("1 ns", "virtual-channels=\"1\""), i == 0 ? NULL : divided);
      g_autoptr (HdTransferList) list = run_fixture_transfers (design, lines);
      g_autoptr (HdRun) run = follow (design, list, NULL), again = NULL;
      HdFollowTarget target;

      g_assert_true (hd_record_get_slowest (hd_run_get_record (run), &target));
      g_assert_cmpuint (target.source, ==, 0);
      g_assert_cmpuint (target.destination, ==, 3);
      g_assert_cmpuint (target.number, ==, 1);
      g_assert_cmpint (target.time, ==, 10000);
      again = follow (design, list, &target);
      g_assert_cmpint (get (again)->end - get (again)->start, ==, hd_time_from_seconds (run_fixture_get_metric (hd_run_get_record (run), "longest_packet_latency")));
      g_assert_cmpint (get (again)->start, ==, target.time);
      check_parts (get (again));
    }
}

static char *
dup_report (HdRecord *record,
            HdReportKind kind)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  hd_report_write (record, kind, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  return g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)));
}

/* Of each bin of a histogram the message that is kept is one that took so long; of several packets the last need not arrive last. */
static void
test_histogram (void)
{
  g_autoptr (HdDesign) design = run_fixture_design (
      "<heddle version=\"1\" name=\"star\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\" sharing=\"split\"/>"
      "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"h\" type=\"fabric.host\" count=\"6\"/>"
      "<link id=\"a\" from=\"h[i].port\" to=\"s.port[i]\" for=\"i=0..5\" class=\"L\"/></top>"
      "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
      "<workload type=\"traffic\" on=\"all\" probability=\"0.2\" interval=\"1 ns\" phase=\"0.5\" bytes=\"64 B\" warm-up=\"50 ns\" measure=\"500 ns\" drain=\"2 us\"/>"
      "<run fidelity=\"flit\" header=\"0\" packet-size=\"64 B\" clock=\"1 GHz\"/></heddle>",
      NULL);
  g_autoptr (HdRun) run = follow (design, NULL, NULL);
  HdHistogram histogram;

  g_assert_true (hd_record_get_histogram (hd_run_get_record (run), 0, &histogram));
  g_assert_cmpuint (histogram.n_bins, >, 4);
  for (guint i = 0; i < histogram.n_bins; i += MAX (histogram.n_bins / 6, 1))
    {
      const HdExample *first = &histogram.bins[i].first;
      g_autoptr (HdRun) again = follow (design, NULL, &(HdFollowTarget){ .source = first->source, .destination = first->destination, .time = first->sent });

      g_assert_cmpint (get (again)->start, ==, first->sent);
      g_assert_cmpint (get (again)->end - get (again)->start, ==, first->latency);
    }
}

static void
test_reports (void)
{
  g_autoptr (HdRun) run = follow_one (LINE ("1 ns", "virtual-channels=\"1\""), NULL, "1e-8,32,s[0][0],s[0][3]\n1e-8,320,s[0][1],s[0][2]\n", "s[0][0]:s[0][3]");
  g_autofree char *csv = dup_report (hd_run_get_record (run), HD_REPORT_FOLLOWED_PARTS), *text = dup_report (hd_run_get_record (run), HD_REPORT_FOLLOWED);
  g_autofree char *json = dup_report (hd_run_get_record (run), HD_REPORT_JSON);

  g_assert_nonnull (strstr (csv, "\n2,s[0][1],channel,taken,0.000000016,0.000000022,6,e[1],0,s[0][1],s[0][2],0.00000001,,\n"));
  g_assert_nonnull (strstr (text, "6 of 21 cycles it waited for a virtual channel of “s[0][1] → s[0][2]”, which others had."));
  g_assert_nonnull (strstr (text, "\n  2      ·      1      7      1      1      1      ·      6    0  s[0][1]  All its channels are taken: 6\n"));
  g_assert_nonnull (strstr (json, "\"hop\": 1, \"stage\": \"channel\", \"reason\": \"taken\""));
}

static void
test_none (void)
{
  g_autoptr (HdRun) run = follow_one (LINE ("1 ns", ""), NULL, "0,3200,s[0][0],s[0][3]\n", "s[0][0]:s[0][2]");

  g_assert_null (hd_record_get_followed (hd_run_get_record (run)));
  g_assert_cmpuint (hd_problem_list_count (hd_run_get_problems (run), HD_SEVERITY_WARNING), ==, 1);
}

static void
test_other_fidelity (void)
{
  static const char *const settings[] = { "run:fidelity=packet", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (HOSTS ("", ""), settings);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, "0,100,h[0][0],h[1][1]\n");
  g_autoptr (HdRun) run = hd_run_new (design, list);
  g_autoptr (GError) error = NULL;

  hd_run_follow (run, &(HdFollowTarget){ .source = 0, .destination = 1 });
  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
}

static void
test_parse (void)
{
  static const char *const wrong[] = { "s[0][0]", "s[0][0]:nobody", "nobody:s[0][0]", "s[0][0]:s[0][1]@5", "s[0][0]:s[0][1]@5 B", "s[0][0]:s[0][1]@-1 ns",
                                       "s[0][0]:s[0][1]#0", "s[0][0]:s[0][1]#x", "s[0][0]:s[0][1]#-3", "" };
  g_autoptr (HdDesign) design = run_fixture_design (LINE ("1 ns", ""), NULL);
  g_autoptr (GError) error = NULL;
  HdFollowTarget target;

  g_assert_true (hd_follow_target_parse (design, "s[0][0]:s[0][1]@5 ns#12", &target, &error));
  g_assert_cmpuint (target.source, ==, 0);
  g_assert_cmpuint (target.destination, ==, 1);
  g_assert_cmpint (target.time, ==, 5000);
  g_assert_cmpuint (target.packet, ==, 12);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (hd_follow_target_parse (design, wrong[i], &target, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run/follow/alone", test_alone);
  g_test_add_func ("/run/follow/queue", test_queue);
  g_test_add_func ("/run/follow/taken", test_taken);
  g_test_add_func ("/run/follow/beaten", test_beaten);
  g_test_add_func ("/run/follow/credit", test_credit);
  g_test_add_func ("/run/follow/random", test_random);
  g_test_add_func ("/run/follow/packets", test_packets);
  g_test_add_func ("/run/follow/siblings", test_siblings);
  g_test_add_func ("/run/follow/slowest", test_slowest);
  g_test_add_func ("/run/follow/histogram", test_histogram);
  g_test_add_func ("/run/follow/reports", test_reports);
  g_test_add_func ("/run/follow/none", test_none);
  g_test_add_func ("/run/follow/other-fidelity", test_other_fidelity);
  g_test_add_func ("/run/follow/parse", test_parse);

  return g_test_run ();
}
