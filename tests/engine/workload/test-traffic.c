/* test-traffic.c: what synthetic traffic draws and how it is measured
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: destinations are those of tables made by hand; one stream over all members gives the numbers of packets, and hops, that a generator of
 * another program gave; streams of members give the mean that was asked for, bursts the mean length, and what a member draws depends on nobody
 * else; percentiles are within their bound; half widths are as worked by hand; what is wrong with a workload is a problem with its attribute.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "design-fixture.h"
#include "hd-traffic-meter.h"
#include "hd-traffic-order.h"

/* ---- patterns ---------------------------------------------------------------------------------------------------------- */

#define SILENT G_MAXUINT32

typedef struct
{
  const char *name;
  HdTrafficPattern pattern;
  guint32 destinations[16];
} Permutation;

static const Permutation permutations[] = {
  { "transpose", { HD_TRAFFIC_TRANSPOSE, 9, 3, 0, 0 }, { SILENT, 3, 6, 1, SILENT, 7, 2, 5, SILENT } },
  { "complement", { HD_TRAFFIC_BIT_COMPLEMENT, 8, 8, 0, 0 }, { 7, 6, 5, 4, 3, 2, 1, 0 } },
  { "tornado-even", { HD_TRAFFIC_TORNADO, 8, 8, 0, 0 }, { 3, 4, 5, 6, 7, 0, 1, 2 } },
  { "tornado-odd", { HD_TRAFFIC_TORNADO, 5, 5, 0, 0 }, { 2, 3, 4, 0, 1 } },
  { "tornado-grid", { HD_TRAFFIC_TORNADO, 12, 4, 0, 0 }, { 5, 6, 7, 4, 9, 10, 11, 8, 1, 2, 3, 0 } },
};

static void
test_permutation (gconstpointer data)
{
  const Permutation *given = data;
  HdSplitmix random = { 1 };

  g_assert_true (hd_traffic_pattern_check (&given->pattern, NULL));
  for (guint32 i = 0; i < given->pattern.n_members; i++)
    {
      g_assert_cmpint (hd_traffic_pattern_sends (&given->pattern, i), ==, given->destinations[i] != SILENT);
      if (given->destinations[i] != SILENT)
        g_assert_cmpuint (hd_traffic_pattern_draw (&given->pattern, i, &random), ==, given->destinations[i]);
    }
}

typedef struct
{
  const char *name;
  HdTrafficPattern pattern;
  guint32 source;
  double shares[8]; /* of its messages, by destination */
} Spread;

static const Spread spreads[] = {
  { "uniform", { HD_TRAFFIC_UNIFORM, 5, 5, 0, 0 }, 2, { 0.25, 0.25, 0, 0.25, 0.25 } },
  { "hot", { HD_TRAFFIC_HOT_SPOT, 5, 5, 3, 0.5 }, 0, { 0, 0.125, 0.125, 0.625, 0.125 } },
  { "hot-itself", { HD_TRAFFIC_HOT_SPOT, 5, 5, 3, 0.5 }, 3, { 0.25, 0.25, 0.25, 0, 0.25 } },
  { "neighbour-corner", { HD_TRAFFIC_NEIGHBOUR, 6, 3, 0, 0 }, 0, { 0, 0.5, 0, 0.5 } },
  { "neighbour-side", { HD_TRAFFIC_NEIGHBOUR, 6, 3, 0, 0 }, 4, { 0, 1.0 / 3, 0, 1.0 / 3, 0, 1.0 / 3 } },
  { "neighbour-row", { HD_TRAFFIC_NEIGHBOUR, 4, 4, 0, 0 }, 3, { 0, 0, 1 } },
};

static void
test_spread (gconstpointer data)
{
  const Spread *given = data;
  const guint n_draws = 40000;
  guint counts[8] = { 0 };
  HdSplitmix random = { 7 };

  g_assert_true (hd_traffic_pattern_check (&given->pattern, NULL));
  for (guint i = 0; i < n_draws; i++)
    {
      guint32 destination = hd_traffic_pattern_draw (&given->pattern, given->source, &random);

      g_assert_cmpuint (destination, <, given->pattern.n_members);
      counts[destination]++;
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      double share = given->shares[i], error = sqrt (share * (1 - share) / n_draws);

      g_assert_cmpfloat (fabs ((double) counts[i] / n_draws - share), <=, 4 * error);
    }
}

static void
test_grids (void)
{
  static const struct
  {
    HdTrafficPattern pattern;
    const char *words;
  } faults[] = {
    { { HD_TRAFFIC_UNIFORM, 1, 1, 0, 0 }, "There are 1 members; traffic needs at least 2" },
    { { HD_TRAFFIC_NEIGHBOUR, 10, 4, 0, 0 }, "10 members do not fill rows of 4" },
    { { HD_TRAFFIC_TRANSPOSE, 10, 3, 0, 0 }, "Transposing needs a square of members, which 10 is not" },
    { { HD_TRAFFIC_TRANSPOSE, 16, 8, 0, 0 }, "Transposing needs as many rows as columns, but 16 members in rows of 8 make 2 rows" },
    { { HD_TRAFFIC_BIT_COMPLEMENT, 12, 12, 0, 0 }, "A bit complement needs a power of two of members, which 12 is not" },
    { { HD_TRAFFIC_TORNADO, 2, 2, 0, 0 }, "With this pattern each of the 2 members would send to itself alone" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (hd_traffic_pattern_check (&faults[i].pattern, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
      g_assert_cmpstr (error->message, ==, faults[i].words);
    }
}

/* ---- draws -------------------------------------------------------------------------------------------------------------- */

static HdTrafficSource
make_source (guint32 side,
             double *probabilities,
             double probability)
{
  for (guint32 i = 0; i < side * side; i++)
    probabilities[i] = probability;
  return (HdTrafficSource){ .pattern = { HD_TRAFFIC_UNIFORM, side * side, side, 0, 0 }, .seed = 1, .probabilities = probabilities };
}

/* Hops of a packet in a mesh. */
static guint
count_hops (guint32 side,
            guint32 from,
            guint32 to)
{
  return (guint) (ABS ((int) (from / side) - (int) (to / side)) + ABS ((int) (from % side) - (int) (to % side)));
}

/* Packets of a generator that was made apart from this one: mesh, rate, slots, packets, mean hops. */
static void
test_one_stream (void)
{
  static const struct
  {
    guint32 side;
    double rate;
    guint64 n_slots;
    guint n_packets;
    double hops;
  } rows[] = {
    { 4, 0.002, 20000, 611, 2.6792 },   { 4, 0.02, 20000, 6281, 2.6997 },  { 4, 0.06, 20000, 18960, 2.6765 },  { 8, 0.002, 10000, 1322, 5.1815 },
    { 8, 0.01, 10000, 6366, 5.3646 },   { 8, 0.02, 10000, 12695, 5.3242 }, { 8, 0.04, 10000, 25406, 5.3067 },  { 8, 0.06, 10000, 38156, 5.3442 },
  };

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      double probabilities[64];
      HdTrafficSource source = make_source (rows[r].side, probabilities, rows[r].rate);
      g_autoptr (HdTrafficDraws) draws = NULL;
      guint n = 0, hops = 0;

      source.is_shared = TRUE;
      draws = hd_traffic_draws_new (&source, rows[r].n_slots, NULL);
      g_assert_nonnull (draws);
      for (guint32 i = 0; i < source.pattern.n_members; i++)
        {
          HdTrafficCursor cursor = { 0 };
          guint64 slot, before = 0;
          guint32 destination;

          for (; hd_traffic_draws_next (draws, i, &cursor, rows[r].n_slots, &slot, &destination); before = slot + 1)
            {
              g_assert_cmpuint (slot, >=, before);
              hops += count_hops (rows[r].side, i, destination);
              n++;
            }
          g_assert_cmpuint (cursor.slot, ==, rows[r].n_slots);
        }
      g_assert_cmpuint (n, ==, rows[r].n_packets);
      g_assert_cmpfloat_with_epsilon ((double) hops / n, rows[r].hops, 5e-5);
    }
}

/* Messages of a member in @n_slots, asked for in pieces of @step; their slots are hashed into @out_sum, and bursts, which end at an empty slot, counted. */
static guint
count_messages (const HdTrafficSource *source,
                guint32 member,
                guint64 n_slots,
                guint64 step,
                guint64 *out_sum,
                guint *out_bursts)
{
  g_autoptr (HdTrafficDraws) draws = hd_traffic_draws_new (source, n_slots, NULL);
  HdTrafficCursor cursor = { 0 };
  guint64 slot, after = G_MAXUINT64;
  guint32 destination;
  guint n = 0;

  *out_sum = 0;
  *out_bursts = 0;
  for (guint64 end = step; cursor.slot < n_slots; end = MIN (end + step, n_slots))
    while (hd_traffic_draws_next (draws, member, &cursor, end, &slot, &destination))
      {
        *out_sum = hd_splitmix_scramble (*out_sum + slot * 64 + destination);
        *out_bursts += slot != after;
        after = slot + 1;
        n++;
      }
  return n;
}

static void
test_own_streams (void)
{
  double probabilities[16];
  HdTrafficSource source = make_source (4, probabilities, 0.1);
  guint64 sum, again, other;
  guint bursts, n = count_messages (&source, 3, 200000, 200000, &sum, &bursts);

  g_assert_cmpfloat (fabs (n - 20000.0), <, 4 * sqrt (200000 * 0.1 * 0.9));
  count_messages (&source, 3, 200000, 7, &again, &bursts);
  g_assert_cmpuint (again, ==, sum);
  probabilities[2] = 0.9; /* of another member */
  count_messages (&source, 3, 200000, 1000, &again, &bursts);
  g_assert_cmpuint (again, ==, sum);
  count_messages (&source, 4, 200000, 1000, &other, &bursts);
  g_assert_cmpuint (other, !=, sum);
  source.number = 1;
  count_messages (&source, 3, 200000, 1000, &other, &bursts);
  g_assert_cmpuint (other, !=, sum);
  source.number = 0;
  source.seed = 2;
  count_messages (&source, 3, 200000, 1000, &other, &bursts);
  g_assert_cmpuint (other, !=, sum);
}

/* The same slots, and more, at a higher probability: load curves are smooth. */
static void
test_nested (void)
{
  double low[16], high[16];
  HdTrafficSource few = make_source (4, low, 0.1), many = make_source (4, high, 0.3);
  g_autoptr (HdTrafficDraws) some = hd_traffic_draws_new (&few, 0, NULL), more = hd_traffic_draws_new (&many, 0, NULL);
  HdTrafficCursor at = { 0 }, beside = { 0 };
  guint64 slot, found = 0;
  guint32 destination, same;

  while (hd_traffic_draws_next (some, 5, &at, 10000, &slot, &destination))
    {
      do
        g_assert_true (hd_traffic_draws_next (more, 5, &beside, 10000, &found, &same));
      while (found < slot);
      g_assert_cmpuint (found, ==, slot);
      g_assert_cmpuint (same, ==, destination);
    }
}

static void
test_bursts (void)
{
  double probabilities[16];

  for (guint shared = 0; shared < 2; shared++)
    {
      HdTrafficSource source = make_source (4, probabilities, 0.2);
      guint n = 0, n_bursts = 0;

      source.is_shared = shared;
      source.is_bursty = TRUE;
      source.burst = 10;
      source.peak = 1;
      for (guint32 i = 0; i < 16; i++)
        {
          guint64 sum;
          guint bursts;

          n += count_messages (&source, i, 20000, 20000, &sum, &bursts);
          n_bursts += bursts;
        }
      /* 6400 bursts of a standard deviation of 9.5 are expected */
      g_assert_cmpfloat (fabs ((double) n / n_bursts - 10), <, 4 * 9.5 / 80);
      g_assert_cmpfloat (fabs (n / 320000.0 - 0.2), <, 0.01);
    }
}

/* ---- measuring ----------------------------------------------------------------------------------------------------------- */

static void
test_percentiles (void)
{
  g_autoptr (HdTrafficMeter) meter = hd_traffic_meter_new (), half = hd_traffic_meter_new ();
  static const double shares[] = { 0.001, 0.1, 0.5, 0.95, 0.99, 1 };

  g_assert_cmpint (hd_traffic_meter_get_percentile (meter, 0.5), ==, 0);
  for (HdTime i = 1; i <= 10000; i++) /* i^3, up to a second */
    hd_traffic_meter_add (i % 2 == 0 ? meter : half, (guint) (i % HD_TRAFFIC_BATCHES), &(HdExample){ .latency = i * i * i });
  hd_traffic_meter_add_all (meter, half);
  g_assert_cmpuint (hd_traffic_meter_get_n (meter), ==, 10000);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      double expected = pow (shares[i] * 10000, 3);

      g_assert_cmpfloat (fabs ((double) hd_traffic_meter_get_percentile (meter, shares[i]) - expected), <=, 0.004 * expected);
    }
  g_assert_cmpint (hd_traffic_meter_get_most (meter), ==, G_GINT64_CONSTANT (1000000000000));
  g_assert_cmpint (hd_traffic_meter_get_percentile (meter, 1), <=, G_GINT64_CONSTANT (1000000000000));
  /* the sum of cubes is (n (n + 1) / 2)^2 */
  g_assert_cmpfloat_with_epsilon (hd_traffic_meter_get_mean_s (meter), pow (10000 * 10001 / 2.0, 2) / 1e4 * 1e-12, 1e-15);
}

/* A time as long as there is, again and again, is no more than what sums hold. */
static void
test_long (void)
{
  g_autoptr (HdTrafficMeter) meter = hd_traffic_meter_new ();

  for (guint i = 0; i < 100; i++)
    hd_traffic_meter_add (meter, 0, &(HdExample){ .latency = HD_TIME_MAX });
  g_assert_cmpint (hd_traffic_meter_get_percentile (meter, 0.5), ==, HD_TIME_MAX);
  g_assert_cmpfloat_with_epsilon (hd_traffic_meter_get_mean_s (meter), hd_time_to_seconds (HD_TIME_MAX), 1);
}

/* Batches of 1, 2 and 3 us: s^2 = 1, so half the width is t (2) / sqrt (3) us. */
static void
test_half_width (void)
{
  g_autoptr (HdTrafficMeter) meter = hd_traffic_meter_new ();
  guint n;

  g_assert_true (isinf (hd_traffic_meter_get_half_width_s (meter, &n)));
  g_assert_cmpuint (n, ==, 0);
  hd_traffic_meter_add (meter, 4, &(HdExample){ .latency = 1000000 });
  g_assert_true (isinf (hd_traffic_meter_get_half_width_s (meter, &n)));
  hd_traffic_meter_add (meter, 5, &(HdExample){ .latency = 1500000 });
  hd_traffic_meter_add (meter, 5, &(HdExample){ .latency = 2500000 });
  hd_traffic_meter_add (meter, 19, &(HdExample){ .latency = 3000000 });
  g_assert_cmpfloat_with_epsilon (hd_traffic_meter_get_half_width_s (meter, &n), 4.303 / sqrt (3) * 1e-6, 1e-12);
  g_assert_cmpuint (n, ==, 3);
}

/* Of each class the message that was sent first, and of those the one of the least source, whoever has seen it. */
static void
test_first (void)
{
  static const HdExample messages[] = { { 30, 100, 1, 2 }, { 20, 100, 7, 3 }, { 20, 100, 5, 4 }, { 40, 100, 0, 1 }, { 10, 101, 9, 8 }, { 5, 100000, 3, 3 } };

  for (guint mask = 0; mask < 1u << G_N_ELEMENTS (messages); mask++)
    {
      g_autoptr (HdTrafficMeter) meter = hd_traffic_meter_new (), other = hd_traffic_meter_new ();
      g_autofree HdBin *bins = NULL;
      guint n;

      for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
        hd_traffic_meter_add ((mask >> i) & 1 ? meter : other, 0, &messages[i]);
      hd_traffic_meter_add_all (meter, other);
      bins = hd_traffic_meter_dup_bins (meter, &n);
      g_assert_cmpuint (n, ==, 3);
      g_assert_cmpmem (&bins[0].first, sizeof (HdExample), &messages[2], sizeof (HdExample));
      g_assert_cmpmem (&bins[1].first, sizeof (HdExample), &messages[4], sizeof (HdExample));
      g_assert_cmpmem (&bins[2].first, sizeof (HdExample), &messages[5], sizeof (HdExample));
    }
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

#define PLATFORM \
  "<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><link-class id='F' bandwidth='2 GB/s' latency='1 us' sharing='split'/><top>" \
  "<component id='x' type='fabric.nic' count='6'/><component id='s' type='fabric.switch'/><component id='lonely' type='fabric.nic'/>" \
  "<link from='x[i].eth' to='s.port[i]' for='i=0..4' class='L'/><link from='x[5].eth' to='s.port[5]' class='F'/></top>" \
  "<communicators><communicator id='all' members='x[*]'/><communicator id='some' members='x[0] lonely'/></communicators>"

static gboolean
read_work (const char *attributes,
           HdDesign **out_design,
           HdProblemList *problems,
           HdTrafficOrder *out_order)
{
  g_autofree char *body = g_strdup_printf (PLATFORM "<workload type='traffic' %s/><run fidelity='packet'/>", attributes);

  *out_design = fixture_elaborate (body, NULL);
  return hd_traffic_order_read (*out_design, hd_design_get_workload (*out_design, 0), 0, problems, out_order);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *attributes;
    HdProblemCode code;
    const char *attribute;
    const char *message;
  } faults[] = {
    { "", HD_PROBLEM_MISSING_ATTRIBUTE, "on", "<workload> needs the attribute “on”" },
    { "on='all' pattern='diagonal'", HD_PROBLEM_VALUE, "pattern",
      "pattern=\"diagonal\" is none of uniform, transpose, bit-complement, tornado, hot-spot, nearest-neighbour" },
    { "on='all' pattern='transpose'", HD_PROBLEM_VALUE, "pattern", "Transposing needs a square of members, which 6 is not" },
    { "on='all' pattern='tornado' columns='4'", HD_PROBLEM_VALUE, "columns", "6 members do not fill rows of 4" },
    { "on='all' load='1.5'", HD_PROBLEM_VALUE, "load", "“load” is 1.5; it must be between 0 and 1" },
    { "on='all' load='0.1' probability='0.1' interval='1 ns'", HD_PROBLEM_VALUE, "load", "There are both “load” and “probability”; give one of them" },
    { "on='all' probability='0.1'", HD_PROBLEM_MISSING_ATTRIBUTE, "interval", "A probability needs the interval that it is of" },
    { "on='all' load='0.5' interval='1 us' bytes='100 B'", HD_PROBLEM_VALUE, "interval",
      "“x[0]” would make 5 messages in each interval, which has one at most" },
    { "on='all' load='0.9' process='bursty' burst='4'", HD_PROBLEM_VALUE, "burst",
      "“x[5]” would make 0.9 messages in each interval, but these bursts make 0.8 at most" },
    { "on='some' load='0.5'", HD_PROBLEM_VALUE, "load", "The load is a share of what a member's links can take, and “lonely” has no links with a bandwidth" },
    { "on='all' pattern='hot-spot' hot='s'", HD_PROBLEM_GROUP, "hot", "The hot spot s is none of the members" },
    { "on='all' pattern='hot-spot' hot='y'", HD_PROBLEM_UNKNOWN_NAME, "hot", "There is no component y" },
    { "on='all' measure='0 s'", HD_PROBLEM_VALUE, "measure", NULL },
    { "on='all' bytes='3'", HD_PROBLEM_DIMENSION, "bytes", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdDesign) design = NULL;
      HdTrafficOrder order = { 0 };
      const HdProblem *problem;

      g_assert_false (read_work (faults[i].attributes, &design, problems, &order));
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
      problem = hd_problem_list_get (problems, 0);
      g_test_message ("%s", problem->message);
      g_assert_cmpint (problem->code, ==, faults[i].code);
      g_assert_cmpstr (problem->attribute, ==, faults[i].attribute);
      g_assert_cmpint (problem->line, >, 0);
      if (faults[i].message != NULL)
        g_assert_cmpstr (problem->message, ==, faults[i].message);
    }
}

/* 100 B take 50 ns on the fastest link: that is the interval, in which a member of half its speed makes half as many messages. */
static void
test_load (void)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDesign) design = NULL;
  HdTrafficOrder order = { 0 };

  g_assert_true (read_work ("on='all' load='0.6' bytes='100 B' phase='0.5' warm-up='90 ns' measure='1 us' drain='10 ns'", &design, problems, &order));
  g_assert_cmpint (order.interval, ==, 50000);
  g_assert_cmpint (order.phase, ==, 25000);
  g_assert_cmpfloat_with_epsilon (order.source.probabilities[0], 0.3, 1e-12);
  g_assert_cmpfloat_with_epsilon (order.source.probabilities[5], 0.6, 1e-12);
  g_assert_cmpint (hd_traffic_order_get_limit (&order), ==, 1100000);
  g_assert_cmpuint (hd_traffic_order_count_slots (&order, 25000), ==, 0);
  g_assert_cmpuint (hd_traffic_order_count_slots (&order, 25001), ==, 1);
  g_assert_cmpuint (hd_traffic_order_count_slots (&order, 1075000), ==, 21);
  g_assert_cmpuint (hd_traffic_order_count_slots (&order, 1075001), ==, 22);
  hd_traffic_order_clear (&order);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (permutations); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/workload/traffic/permutation/%s", permutations[i].name);

      g_test_add_data_func (path, &permutations[i], test_permutation);
    }
  for (guint i = 0; i < G_N_ELEMENTS (spreads); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/workload/traffic/spread/%s", spreads[i].name);

      g_test_add_data_func (path, &spreads[i], test_spread);
    }
  g_test_add_func ("/engine/workload/traffic/grids", test_grids);
  g_test_add_func ("/engine/workload/traffic/one-stream", test_one_stream);
  g_test_add_func ("/engine/workload/traffic/own-streams", test_own_streams);
  g_test_add_func ("/engine/workload/traffic/nested", test_nested);
  g_test_add_func ("/engine/workload/traffic/bursts", test_bursts);
  g_test_add_func ("/engine/workload/traffic/percentiles", test_percentiles);
  g_test_add_func ("/engine/workload/traffic/long", test_long);
  g_test_add_func ("/engine/workload/traffic/half-width", test_half_width);
  g_test_add_func ("/engine/workload/traffic/first", test_first);
  g_test_add_func ("/engine/workload/traffic/faults", test_faults);
  g_test_add_func ("/engine/workload/traffic/load", test_load);
  return g_test_run ();
}
