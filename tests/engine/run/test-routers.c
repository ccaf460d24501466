/* test-routers.c: what routers show of a run at flit fidelity
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the fill of buffers, credits, stalls, latencies and energy are what is worked by hand; a probe's integral is the load; neither depends on
 * partitions; and where there are no routers that is said.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "flits.h"
#include "run-fixture.h"

static HdLoad
read_router (HdRun *self,
             const char *path,
             HdTime start,
             HdTime end)
{
  HdDesign *design = hd_run_get_design (self);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *own = hd_design_dup_node_path (design, i);

      if (strcmp (own, path) == 0)
        return hd_record_read_node (hd_run_get_record (self), i, start, end);
    }
  g_assert_not_reached ();
}

/* Each of 5 flits, with nothing in its way, is in the buffer of a router for the two cycles until it wins the switch, and for none at an interface. */
static void
test_buffers_alone (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"2\" input-buffer=\"6\""), NULL, "0,160,h[0],h[1]\n");
  const HdLoad first = read_router (self, "s[0]", 0, HD_TIME_MAX), second = read_router (self, "s[1]", 0, HD_TIME_MAX);
  const HdLoad other = read_router (self, "s[2]", 0, HD_TIME_MAX), host = read_router (self, "h[0]", 0, HD_TIME_MAX);

  g_assert_cmpfloat (first.room, ==, 2 * 2 * 6);
  g_assert_cmpfloat (second.room, ==, 3 * 2 * 6);
  g_assert_cmpfloat (host.room, ==, 0);
  g_assert_cmpfloat_with_epsilon (first.amount, 5 * 2e-9, 1e-15);
  g_assert_cmpfloat_with_epsilon (second.amount, 5 * 2e-9, 1e-15);
  g_assert_cmpfloat (other.amount, ==, 0);
  g_assert_cmpfloat (other.peak, ==, 0);
  g_assert_cmpfloat_with_epsilon (first.mean * first.room * hd_time_to_seconds (run_fixture_get_end (self, 0)), 5 * 2e-9, 1e-14);
}

/* As many as a port may have: nothing is else for a packet that is alone. */
static void
test_most_channels (void)
{
  g_autoptr (HdRun) few = run_fixture_run (LINE ("split", "1 ns", "virtual-channels=\"1\" input-buffer=\"6\""), NULL, "0,160,h[0],h[2]\n");
  g_autoptr (HdRun) most = run_fixture_run (LINE ("split", "1 ns", "virtual-channels=\"64\" input-buffer=\"6\""), NULL, "0,160,h[0],h[2]\n");

  g_assert_cmpint (run_fixture_get_end (most, 0), ==, run_fixture_get_end (few, 0));
  g_assert_cmpfloat (read_router (most, "s[1]", 0, HD_TIME_MAX).room, ==, 3 * 64 * 6);
}

/* Two hosts send all that they can over a link that takes half of it. From when a flit wins the switch, a credit is away from its buffer for three cycles
 * back, and one more until the next flit of an interface is there, or three of a router: at a flit in two cycles 2 or 3 of 8, so that 6 or 5 flits wait. */
static void
test_buffers_full (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"1\" input-buffer=\"8\""), NULL,
                                            "0,320000,h[0],h[2]\n0,320000,h[1],h[2]\n");
  const HdLoad first = read_router (self, "s[0]", 0, HD_TIME_MAX), second = read_router (self, "s[1]", 0, HD_TIME_MAX);

  g_assert_cmpfloat_with_epsilon (first.mean * first.room, 6, 0.05);
  g_assert_cmpfloat_with_epsilon (second.mean * second.room, 6 + 5, 0.05);
  g_assert_cmpfloat (first.peak, >=, first.mean);
  g_assert_cmpfloat (second.peak * second.room, <=, 2 * 8 + 1e-6);
}

/* A probe tells the flits there, as means over frames: its integral is that of the load. Where there are no routers it has no values, and that is said. */
static void
test_buffers_probe (void)
{
#define PROBED(run) LINE ("split", "1 ns", "header=\"0\" " run)
  static const char *const packet[] = { "run:fidelity=packet", NULL };
  const char *tail = "<probes><probe of=\"s[1].buffers\"/></probes>";
  g_autofree char *plain = g_strdup (PROBED ("input-buffer=\"8\" virtual-channels=\"1\"")), *text = NULL;
  const char *run = strstr (plain, "<run ");
  g_autoptr (HdRun) self = NULL, packets = NULL;
  HdRecord *record;
  HdTime end;
  double sum = 0;

  text = g_strdup_printf ("%.*s%s%s", (int) (run - plain), plain, tail, run);
  self = run_fixture_run (text, NULL, "0,320000,h[0],h[2]\n0,320000,h[1],h[2]\n");
  record = hd_run_get_record (self);
  end = hd_record_get_time (record);
  for (guint64 i = 0, n = hd_record_get_n_samples (record, 0); i < n; i++)
    {
      guint64 m;
      const HdSample *sample = hd_record_peek_samples (record, 0, i, &m);
      HdTime next = i + 1 < n ? hd_record_peek_samples (record, 0, i + 1, &m)->time : end;

      g_assert_cmpfloat (sample->value, <=, 16 + 1e-6);
      sum += sample->value * hd_time_to_seconds (next - sample->time);
    }
  g_assert_cmpfloat (sum, >, 0);
  g_assert_cmpfloat_with_epsilon (sum / read_router (self, "s[1]", 0, HD_TIME_MAX).amount, 1, 1e-6);

  packets = run_fixture_run (text, packet, "0,3200,h[0],h[2]\n");
  g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (packets), 0), ==, 0);
#undef PROBED
}

/* Two input channels of 8 flits at s[1], where a packet for h[2] is 20 flits that a slow link holds up: what s[0] may still send is what is free there, less what
 * is on its way; in the end all of it is back. A link to a host has no credits, a router those of all its links to routers. The same on four partitions. */
static void
test_credits_probe (void)
{
  static const char *const four[] = { "run:partitions=3", "run:threads=2", "run:sync=request", NULL }, *const packet[] = { "run:fidelity=packet", NULL };
  const char *text = "<heddle version=\"1\" name=\"line\">" LINK ("split", "1 ns") "<link-class id=\"W\" bandwidth=\"1 GB/s\" latency=\"1 ns\" sharing=\"split\"/>"
                     "<top><component id=\"s\" type=\"fabric.switch\" count=\"3\"/><component id=\"h\" type=\"fabric.host\" count=\"3\"/>"
                     "<link id=\"a\" for=\"i=0..2\" from=\"h[i].port\" to=\"s[i].port[2]\" class=\"L\"/><link id=\"b\" from=\"s[0].port[0]\" to=\"s[1].port[1]\" class=\"L\"/>"
                     "<link id=\"c\" from=\"s[1].port[0]\" to=\"s[2].port[1]\" class=\"W\"/></top><probes><probe of=\"b.credits-forward\"/><probe of=\"b.credits-reverse\"/>"
                     "<probe of=\"s[1].credits\"/><probe of=\"a[0].credits-reverse\"/></probes>"
                     "<run fidelity=\"flit\" header=\"0\" virtual-channels=\"2\" input-buffer=\"8\"/></heddle>";
  g_autoptr (HdRun) self = run_fixture_run (text, NULL, "0,640,h[0],h[2]\n"), divided = run_fixture_run (text, four, "0,640,h[0],h[2]\n");
  g_autoptr (HdRun) packets = run_fixture_run (text, packet, "0,640,h[0],h[2]\n");
  double least = INFINITY;

  for (guint p = 0; p < 4; p++)
    {
      guint64 n = hd_record_get_n_samples (hd_run_get_record (self), p), m;

      g_assert_cmpuint (n, >, 4);
      g_assert_cmpuint (n, ==, hd_record_get_n_samples (hd_run_get_record (divided), p));
      g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (packets), p), ==, 0);
      for (guint64 i = 0; i < n; i++)
        {
          double value = hd_record_peek_samples (hd_run_get_record (self), p, i, &m)->value;

          g_assert_cmpfloat (value, ==, hd_record_peek_samples (hd_run_get_record (divided), p, i, &m)->value);
          if (p == 0)
            least = MIN (least, value);
          if (p == 1)
            g_assert_cmpfloat (value, ==, 16);
          if (p == 3)
            g_assert_cmpfloat (value, ==, 0);
          if (p == 2)
            g_assert_cmpfloat (value, <=, 2 * 16);
        }
    }
  g_assert_cmpfloat (least, ==, 8); /* one channel is full */
}

/* Means of the packets that arrive in each frame: with their numbers they have the mean of the run, whatever the partitions; a packet alone has its own. */
static void
test_latency_probe (void)
{
  static const char *const ways[][5] = { { "run:partitions=1", NULL }, { "run:partitions=4", "run:threads=2", "run:sync=request", NULL }, { "run:fidelity=packet", NULL } };
  const char *text = "<heddle version=\"1\" name=\"mesh\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"2\"/>"
                     "<component id=\"h\" type=\"fabric.host\" count=\"4\"/><link id=\"a\" from=\"h[i].port\" to=\"s[floor (i / 2)].port[i]\" class=\"L\"/>"
                     "<link from=\"s[0].port[4]\" to=\"s[1].port[4]\" class=\"L\"/></top><communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
                     "<workload type=\"traffic\" on=\"all\" probability=\"0.02\" interval=\"1 ns\" bytes=\"320 B\" measure=\"5 us\"/><probes><probe of=\"workload.latency\"/></probes>"
                     "<run fidelity=\"flit\" header=\"0\" virtual-channels=\"1\" input-buffer=\"8\"/></heddle>";
  const HdSample *first = NULL;
  guint64 n_first = 0;
  HdRun *runs[G_N_ELEMENTS (ways)];
  g_autoptr (HdRun) alone = run_fixture_run (text, NULL, "0,160,h[0],h[2]\n");

  first = hd_record_peek_samples (hd_run_get_record (alone), 0, 0, &n_first);
  g_assert_cmpuint (n_first, ==, 1);
  g_assert_cmpfloat_with_epsilon (first->value, run_fixture_get_metric (hd_run_get_record (alone), "packet_latency"), 1e-15);
  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    {
      guint64 n, m;
      const HdSample *samples;
      double longest = 0, shortest = INFINITY, mean;

      runs[w] = run_fixture_run (text, ways[w], NULL);
      n = hd_record_get_n_samples (hd_run_get_record (runs[w]), 0);
      if (w == 2)
        {
          g_assert_cmpuint (n, ==, 0);
          continue;
        }
      samples = hd_record_peek_samples (hd_run_get_record (runs[w]), 0, 0, &m);
      g_assert_cmpuint (m, ==, n);
      mean = run_fixture_get_metric (hd_run_get_record (runs[w]), "packet_latency");
      for (guint64 i = 0; i < n; i++)
        {
          longest = MAX (longest, samples[i].value);
          shortest = MIN (shortest, samples[i].value);
          g_assert_true (w == 0 || (samples[i].time == first[i].time && samples[i].value == first[i].value));
        }
      g_assert_cmpuint (n, ==, w == 0 ? n : n_first);
      g_assert_cmpfloat (shortest, <=, mean);
      g_assert_cmpfloat (longest, >=, mean);
      first = samples;
      n_first = n;
    }
  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    g_object_unref (runs[w]);
}

/* Whatever the partitions, and at any time: also of routers with clocks of their own. */
static void
test_buffers_partitions (void)
{
  static const char *const texts[] = { MESH ("100 kB", "fidelity=\"flit\""), OWN_MESH };
  static const char *const ends[] = { "run:until=1 s", "run:until=3 us", "run:until=3.0004 us" };

  for (guint t = 0; t < G_N_ELEMENTS (texts) * G_N_ELEMENTS (ends); t++)
    {
      const char *const one[] = { "run:partitions=1", ends[t / 2], NULL };
      const char *const four[] = { "run:sync=request", "run:partitions=4", "run:threads=2", ends[t / 2], NULL };
      g_autoptr (HdRun) a = run_fixture_run (texts[t % 2], one, NULL), b = run_fixture_run (texts[t % 2], four, NULL);
      HdTime end = hd_record_get_time (hd_run_get_record (a)), step = hd_record_get_frame_interval (hd_run_get_record (a));
      guint n = hd_design_get_n_nodes (hd_run_get_design (a));
      g_autofree HdLoad *before = g_new (HdLoad, n), *after = g_new (HdLoad, n);
      double sum = 0, stalled = 0;

      for (HdTime at = 0; at < end; at += step)
        {
          hd_record_read_nodes (hd_run_get_record (a), at, at + step, before);
          hd_record_read_nodes (hd_run_get_record (b), at, at + step, after);
          for (guint i = 0; i < n; i++)
            {
              g_assert_cmpfloat (before[i].mean, ==, after[i].mean);
              g_assert_cmpfloat (before[i].peak, ==, after[i].peak);
              g_assert_cmpfloat (before[i].amount, ==, after[i].amount);
              g_assert_cmpfloat (before[i].room, ==, after[i].room);
              sum += before[i].room > 0 ? before[i].amount : 0;
              g_assert_cmpfloat (before[i].stalled_share, ==, after[i].stalled_share);
              for (guint s = 0; s < HD_N_STALLS; s++)
                {
                  g_assert_cmpfloat (before[i].stalled[s], ==, after[i].stalled[s]);
                  g_assert_cmpfloat (before[i].stalled[s], >=, 0);
                  stalled += before[i].stalled[s];
                }
            }
        }
      g_assert_cmpfloat (sum, >, 0);
      g_assert_true (stalled > 0 || t % 2 == 0); /* neighbours alone do not disturb each other */
    }
}

/* 5 flits over 2 hops, by Orion's elements at 256 bits and 1 mm: 79.8 pJ a write, 135.1 a read, 147.6 through a crossbar, 237.4 over a link, 1.038 a channel. */
static void
test_energy (void)
{
  static const char *const settings[] = { "run:energy=orion180", NULL };
  static const struct { const char *name; double pj; } parts[] = {
    { "energy_buffers", 15 * 79.82 + 10 * 135.1 }, { "energy_crossbars", 10 * 147.6 }, { "energy_links", 10 * 237.447 }, { "energy_arbiters", 2 * 1.038 },
    { "energy_idle", 0 }, { "energy", 15 * 79.82 + 10 * (135.1 + 147.6 + 237.447) + 2 * 1.038 },
  };
  static const char *const near[] = { "run:energy=orion180", "run:flit=31.7 B", NULL };
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), settings, "0,160,s[0],s[2]\n");
  g_autoptr (HdRun) fraction = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), near, "0,160,s[0],s[2]\n");
  g_autoptr (HdRun) idle = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "1e-6,32,s[0],s[0]\n");

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_assert_cmpfloat_with_epsilon (1e12 * run_fixture_get_metric (hd_run_get_record (self), parts[i].name), parts[i].pj, 1e-4 * parts[i].pj + 1e-9);
  /* a flit has whole bytes, as many as are sent */
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (hd_run_get_record (fraction), "energy"), run_fixture_get_metric (hd_run_get_record (self), "energy"), 1e-20);
  /* 3 routers of 5 mW for 1 us */
  g_assert_cmpfloat_with_epsilon (1e9 * run_fixture_get_metric (hd_run_get_record (idle), "energy_idle"), 15, 1e-6);
}

/* What routers and links took is what the network did, in any window: also where the run stops while flits are on their way, or at the end of a
 * frame, in which a cycle falls, and where links are slow. */
static void
test_energy_places (void)
{
  static const char *const energies[] = { "run:energy=interposer", "run:energy=orion180", "run:energy=popnet" };
  static const char *const ends[] = { "run:until=1 s", "run:until=3.0004 us", "run:until=3 us" };
  const char *text = LINE ("shared", "1 ns", "clock=\"2 GHz\"");

  for (guint k = 0; k < G_N_ELEMENTS (energies) * G_N_ELEMENTS (ends); k++)
    {
      const char *const settings[] = { energies[k / G_N_ELEMENTS (ends)], ends[k % G_N_ELEMENTS (ends)], NULL };
      g_autoptr (HdRun) self = run_fixture_run (text, settings, "0,64000,h[0],h[2]\n0,64000,h[1],h[2]\n0,1000,s[1],s[0]\n");
      HdRecord *record = hd_run_get_record (self);
      HdTime end = hd_record_get_time (record);
      guint n_links = hd_design_get_n_links (hd_run_get_design (self)), n_nodes = hd_design_get_n_nodes (hd_run_get_design (self));
      g_autofree HdLoad *links = g_new (HdLoad, n_links), *nodes = g_new (HdLoad, n_nodes);
      double of_links = 0, of_routers = 0, by_windows = 0, switched = 0, accepted = 0;

      g_assert_true (hd_record_has_energy (record));
      hd_record_read_links (record, 0, HD_TIME_MAX, links);
      hd_record_read_nodes (record, 0, HD_TIME_MAX, nodes);
      for (guint i = 0; i < n_links; i++)
        {
          of_links += links[i].energy;
          g_assert_cmpfloat_with_epsilon (links[i].power * hd_time_to_seconds (end), links[i].energy, 1e-9 * links[i].energy);
        }
      for (guint i = 0; i < n_nodes; i++)
        {
          of_routers += nodes[i].energy;
          switched += nodes[i].switched;
          accepted += nodes[i].accepted;
          g_assert_true ((nodes[i].energy > 0) == (nodes[i].room > 0));
        }
      for (HdTime at = 0, step = hd_record_get_frame_interval (record); at < end; at += step)
        for (guint i = 0; i < n_nodes; i++)
          by_windows += hd_record_read_node (record, i, at, at + step).energy;
      g_assert_cmpfloat (of_links, >, 0);
      g_assert_cmpfloat_with_epsilon (of_links / run_fixture_get_metric (record, "energy_links"), 1, 1e-12);
      g_assert_cmpfloat_with_epsilon ((of_links + of_routers) / run_fixture_get_metric (record, "energy"), 1, 1e-12);
      g_assert_cmpfloat_with_epsilon (by_windows / of_routers, 1, 1e-9);
      g_assert_cmpfloat (switched, >, 0);
      if (k % G_N_ELEMENTS (ends) == 0)
        g_assert_cmpfloat (accepted, ==, 33); /* of the one parcel to a router: 32 flits and its header */
    }
}

/* The table has @n routers, the first of which is @first. */
static void
check_csv (HdRun *self,
           guint n,
           const char *first)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  hd_report_write (hd_run_get_record (self), HD_REPORT_ROUTERS, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  text = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, n + 2);
  g_assert_cmpstr (lines[0], ==, "router,energy_j,switched_flits,accepted_flits,fill_ratio,peak_fill_ratio,"
                                   "stalled_ratio,no_channel_cycles,no_credit_cycles,no_switch_cycles,no_room_cycles");
  if (n > 0 && !g_pattern_match_simple (first, lines[1]))
    g_error ("“%s” is not “%s”", lines[1], first);
}

/* 5 flits over 2 hops: each router switches them, the last takes them out; a write, a read and a crossing each, and a channel. */
static void
test_energy_router (void)
{
  static const char *const settings[] = { "run:energy=orion180", NULL }, *const packets[] = { "run:fidelity=packet", NULL };
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), settings, "0,160,s[0],s[2]\n");
  g_autoptr (HdRun) other = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), packets, "0,160,h[0],h[2]\n");
  const HdLoad first = read_router (self, "s[0]", 0, HD_TIME_MAX), last = read_router (self, "s[2]", 0, HD_TIME_MAX);

  g_assert_cmpfloat_with_epsilon (1e12 * first.energy, 5 * (79.82 + 135.1 + 147.6) + 1.038, 0.2);
  g_assert_cmpfloat_with_epsilon (1e12 * last.energy, 5 * 79.82, 0.1);
  g_assert_cmpfloat (first.switched, ==, 5);
  g_assert_cmpfloat (first.accepted, ==, 0);
  g_assert_cmpfloat (last.switched, ==, 0);
  g_assert_cmpfloat (last.accepted, ==, 5);
  g_assert_false (hd_record_has_energy (hd_run_get_record (other)));
  check_csv (self, 3, "s[0],*,5,0,*,*,0,0,0,0,0");
  check_csv (other, 0, NULL);
}

/* Two hosts send five flits each to the one between them, whose router has them at the same time. The packet that loses asks for the virtual channel of the
 * other for six cycles, while nothing else waits for anything. That router has four input channels. */
static void
test_stalls (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"1\" input-buffer=\"8\""), NULL,
                                            "0,160,h[0],h[1]\n0,160,h[2],h[1]\n");
  double cycles = 1e9 * hd_time_to_seconds (hd_record_get_time (hd_run_get_record (self)));

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *path = g_strdup_printf ("s[%u]", i);
      const HdLoad load = read_router (self, path, 0, HD_TIME_MAX);

      g_assert_cmpfloat (load.stalled[HD_STALL_CHANNEL], ==, i == 1 ? 6 : 0);
      g_assert_cmpfloat (load.stalled[HD_STALL_CREDIT], ==, 0);
      g_assert_cmpfloat (load.stalled[HD_STALL_SWITCH], ==, 0);
      g_assert_cmpfloat (load.stalled[HD_STALL_ROOM], ==, 0);
      g_assert_cmpfloat_with_epsilon (load.stalled_share, i == 1 ? 6 / (4 * cycles) : 0, 1e-6);
    }
}

/* What probes of a router tell, as means over frames, has the counts of the whole run as its integral; shares are of all its channels' cycles. */
static void
test_router_probes (void)
{
  static const char *const names[] = { "switched", "accepted", "no-channel", "no-credit", "no-switch", "no-room", "stalled" };
  g_autoptr (GString) text = g_string_new (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"1\" input-buffer=\"8\""));
  g_autoptr (HdRun) self = NULL;
  HdLoad load;
  HdTime end;

  g_string_truncate (text, (gsize) (strstr (text->str, "<run ") - text->str));
  g_string_append (text, "<probes>");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (text, "<probe of=\"s[1].%s\"/>", names[i]);
  g_string_append (text, "</probes><run fidelity=\"flit\" header=\"0\" virtual-channels=\"1\" input-buffer=\"8\"/></heddle>");
  self = run_fixture_run (text->str, NULL, "0,160,h[0],h[1]\n0,160,h[2],h[1]\n1e-7,320,h[1],s[1]\n");
  load = read_router (self, "s[1]", 0, HD_TIME_MAX);
  end = hd_record_get_time (hd_run_get_record (self));
  {
    const double cycles = 1e9 * 4 / 100; /* of four channels, for a percent of a second */
    const struct { double factor, sum; } expected[G_N_ELEMENTS (names)] = {
      { 1, 10 }, { 1, 10 }, { cycles, load.stalled[HD_STALL_CHANNEL] }, { cycles, load.stalled[HD_STALL_CREDIT] }, { cycles, load.stalled[HD_STALL_SWITCH] },
      { cycles, load.stalled[HD_STALL_ROOM] }, { cycles, 6 },
    };

    for (guint p = 0; p < G_N_ELEMENTS (names); p++)
      {
        double sum = 0;

        for (guint64 i = 0, m, n = hd_record_get_n_samples (hd_run_get_record (self), p); i < n; i++)
          {
            const HdSample *sample = hd_record_peek_samples (hd_run_get_record (self), p, i, &m);
            HdTime next = i + 1 < n ? hd_record_peek_samples (hd_run_get_record (self), p, i + 1, &m)->time : end;

            sum += sample->value * hd_time_to_seconds (next - sample->time);
          }
        g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (self), p), >, 1);
        g_assert_cmpfloat_with_epsilon (sum * expected[p].factor, expected[p].sum, 1e-6);
      }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/routers/buffers/alone", test_buffers_alone);
  g_test_add_func ("/run/routers/buffers/most-channels", test_most_channels);
  g_test_add_func ("/run/routers/buffers/full", test_buffers_full);
  g_test_add_func ("/run/routers/buffers/probe", test_buffers_probe);
  g_test_add_func ("/run/routers/buffers/partitions", test_buffers_partitions);
  g_test_add_func ("/run/routers/stalls", test_stalls);
  g_test_add_func ("/run/routers/probes", test_router_probes);
  g_test_add_func ("/run/routers/credits-probe", test_credits_probe);
  g_test_add_func ("/run/routers/latency-probe", test_latency_probe);
  g_test_add_func ("/run/routers/energy", test_energy);
  g_test_add_func ("/run/routers/energy-places", test_energy_places);
  g_test_add_func ("/run/routers/energy-router", test_energy_router);
  return g_test_run ();
}
