/* test-offload.c: nodes that run collective operations, in their cards or in software, over drawn networks
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values are real, and each node looks at its whole result, which is known in advance: a run with anything wrong has an error. So most tests are that runs have none, whatever
 * the operation, the algorithm, how many take part, how long messages are and how small buffers; that they take the time worked by hand, and that digests depend on no
 * partitions.
 */
#include <string.h>

#include "offload-fixture.h"

static const char *const types[] = { "nic", "host" };

/* What algorithms do what. */
static const struct
{
  const char *operation, *algorithm;
} works[] = {
  { "broadcast", "as-published" }, { "broadcast", "binomial" }, { "broadcast", "double-tree" }, { "reduce", "as-published" },
  { "reduce", "binomial" }, { "reduce", "halving" }, { "all-reduce", "as-published" }, { "all-reduce", "halving" },
  { "all-reduce", "recursive-doubling" }, { "all-reduce", "ring" }, { "barrier", "dissemination" },
};

/* Returns when the last task ended. */
static double
run_right (const char *type,
           guint n,
           guint n_tasks,
           const char *parameters,
           const char *settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = offload_fixture_run (type, n, parameters, settings, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (offload_fixture_get (self, type, "done"), ==, n * n_tasks);
  return offload_fixture_get (self, type, "time");
}

static void
test_all (void)
{
  static const guint members[] = { 1, 2, 3, 8, 12, 18 };
  static const char *const sizes[] = { "8 B", "1000 B", "70 kB" };

  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    for (guint m = 0; m < G_N_ELEMENTS (members); m++)
      for (guint t = 0; t < G_N_ELEMENTS (types); t++)
        for (guint i = (w + m + t) % 2; i < G_N_ELEMENTS (sizes); i += 2)
          {
            static const char *const reductions[] = { "sum", "minimum", "maximum" };
            g_autofree char *parameters = g_strdup_printf ("operation='%s' algorithm='%s' size='%s' root='%u' reduction='%s' tasks='2'%s", works[w].operation, works[w].algorithm,
                                                           sizes[i], members[m] / 3, reductions[(m + i) % 3], t == 0 ? " buffer='16 KiB'" : "");

            g_test_message ("%s of %u: %s", types[t], members[m], parameters);
            run_right (types[t], members[m], 2, parameters, OFFLOAD_PACKETS);
          }
}

/* Many sequences share the least of buffers: each goes on, by the one slot that it always gets. Messages are exchanged that are larger than both have room for. */
static void
test_small_buffers (void)
{
  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    for (guint partition = 0; partition < 2; partition++)
      {
        g_autofree char *parameters = g_strdup_printf ("operation='%s' algorithm='%s' size='20 kB' tasks='7' engines='2' buffer='4 KiB' pulses='3' division='%s'", works[w].operation,
                                                       works[w].algorithm, partition == 0 ? "shared" : "fixed");

        g_test_message ("%s", parameters);
        run_right ("nic", 8, 7, parameters, OFFLOAD_PACKETS);
      }
}

/* Two nodes exchange 8 B, once. The card takes two descriptors from their queue, in a cycle of 4 ns each. Packets, of 24 B, set out a cycle later, and take 1.92 ns and 1.3 us over
 * each of two links. The slot is written in one probe, a cycle, and read and added in 9 more, for the head of a turn and one slot of one probe; then the last descriptor takes one.
 * Where nothing is sent unasked, grants, of 32 B, which take 2.56 ns and 1.3 us a link, come before. */
static void
test_one_exchange (void)
{
#define EXCHANGE "operation='all-reduce' algorithm='recursive-doubling' size='8 B' build='0 s' crossing='0 s' pcie='1e15 B/s'"
  double grant = 2 * (2.56e-9 + 1.3e-6), packet = 2 * (1.92e-9 + 1.3e-6), cycle = 4e-9;

  g_assert_cmpfloat_with_epsilon (run_right ("nic", 2, 1, EXCHANGE, OFFLOAD_PACKETS), packet + (2 + 1 + 1 + 9 + 1) * cycle, 2e-12);
  g_assert_cmpfloat_with_epsilon (run_right ("nic", 2, 1, EXCHANGE " unasked='0'", OFFLOAD_PACKETS), grant + packet + (2 + 1 + 1 + 9 + 1) * cycle, 2e-12);
}

/* In software each sends 8 B with its descriptor, after 275.7 ns of building, and two crossings and 1.302 us a link; 8 B go to memory at 8 GB/s; then it adds them at 71 ps each. */
static void
test_one_software_exchange (void)
{
  static const char *const exchange = "operation='all-reduce' algorithm='recursive-doubling' size='8 B'";

  g_assert_cmpfloat_with_epsilon (run_right ("host", 2, 1, exchange, OFFLOAD_PACKETS), 275.7e-9 + 2 * 450e-9 + 2 * (1.92e-9 + 1.3e-6) + 8 * (125e-12 + 71e-12), 2e-12);
}

/* Halving over 32 nodes, without what memory takes: ten steps, each over the network, and 31/16 of the message through a port. The closed form of the steps is 26.0, 36.2 and 189 us
 * for these; each holds within a tenth, which is what packets add that the switch stores, and turns of the card. A message of 1 MiB goes in pulses, which overlap: it may be faster
 * than the closed form, and is no faster than the port that sends 1.4688 of it. */
static void
test_closed_form (void)
{
  static const char *const sizes[] = { "256 B", "64 KiB", "1 MiB" };
  static const double bytes[] = { 256, 65536, 1048576 };
  double times[3];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *parameters = g_strdup_printf ("operation='reduce' size='%s' build='0 s' crossing='0 s' pcie='1e15 B/s'", sizes[i]);

      double closed = 10 * 2.6e-6 + 31.0 / 16 * bytes[i] * 80e-12;

      times[i] = run_right ("nic", 32, 1, parameters, OFFLOAD_PACKETS);
      g_test_message ("%s: %g us, closed form %g us", sizes[i], times[i] * 1e6, closed * 1e6);
      g_assert_cmpfloat (times[i], <, 1.1 * closed);
      g_assert_cmpfloat (times[i], >, i < 2 ? closed : 0.9 * closed);
    }
  g_assert_cmpfloat (times[2], >, 1.46875 * bytes[2] * 80e-12);
}

/* Of values that cancel each other, four sources of a binomial tree. In the order of the program sums have the same bits whenever processes begin; as packets arrive, not. */
static guint
count_results (const char *order)
{
  g_autoptr (GHashTable) results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint seed = 1; seed <= 12; seed++)
    {
      g_autofree char *parameters = g_strdup_printf ("operation='reduce' algorithm='binomial' size='256 B' values='cancelling' skew='60 us' order='%s'", order);
      g_autofree char *settings = g_strdup_printf ("<probes><probe of='a[0].result'/></probes><run fidelity='packet' packet-size='2 KiB' seed='%u'/>", seed);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = offload_fixture_run ("nic", 32, parameters, settings, &error);
      guint64 available;

      g_assert_no_error (error);
      g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (self), 0), ==, 1);
      g_hash_table_add (results, g_strdup_printf ("%a", hd_record_peek_samples (hd_run_get_record (self), 0, 0, &available)->value));
    }
  return g_hash_table_size (results);
}

static void
test_order (void)
{
  g_assert_cmpuint (count_results ("program"), ==, 1);
  g_assert_cmpuint (count_results ("arrival"), >, 1);
}

static void
test_partitions (void)
{
  static const char *const runs[] = {
    "fidelity='packet' packet-size='2 KiB'",
    "fidelity='packet' packet-size='2 KiB' partitions='2' sync='window'",
    "fidelity='packet' packet-size='2 KiB' partitions='4' sync='null-message' threads='2'",
  };

  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    for (guint t = 0; t < G_N_ELEMENTS (types); t++)
      {
        g_autofree char *digest = NULL;

        for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
          {
            g_autofree char *parameters = g_strdup_printf ("operation='%s' algorithm='%s' size='9 kB' tasks='3' skew='5 us'%s", works[w].operation, works[w].algorithm,
                                                           t == 0 ? " buffer='8 KiB'" : "");
            g_autofree char *settings = g_strdup_printf ("<run %s/>", runs[i]);
            g_autoptr (GError) error = NULL;
            g_autoptr (HdRun) self = offload_fixture_run (types[t], 9, parameters, settings, &error);

            g_assert_no_error (error);
            run_fixture_check_digest (hd_run_get_record (self), &digest);
          }
      }
}

/* They act at every fidelity. */
static void
test_fidelities (void)
{
  static const char *const runs[] = { "<run fidelity='flow'/>", OFFLOAD_PACKETS, "<run fidelity='flit' flit='32 B' clock='390.625 MHz' header='0' packet-size='256 B'/>" };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    for (guint t = 0; t < G_N_ELEMENTS (types); t++)
      for (guint w = 0; w < G_N_ELEMENTS (works); w++)
        {
          g_autofree char *parameters = g_strdup_printf ("operation='%s' algorithm='%s' size='3 kB'", works[w].operation, works[w].algorithm);

          run_right (types[t], 6, 1, parameters, runs[i]);
        }
}

static const struct
{
  const char *type, *parameters, *message;
} refused[] = {
  { "nic", "root='4'", "“root” is 4; it is 0 to 3, a rank of “all”" },
  { "nic", "operation='barrier' algorithm='ring'", "“algorithm” is “ring”, which does no “barrier”" },
  { "host", "operation='broadcast' algorithm='halving'", "“algorithm” is “halving”, which does no “broadcast”" },
  { "nic", "buffer='5 KiB'", "“buffer” is 5120 B; it is 256 B times a power of two" },
  { "nic", "operation='broadcast' tasks='200'", "the card has 256 jobs" },
  { "nic", "operation='reduce' algorithm='binomial' reduction='if (a == 1, minimum, sum)'", "BAD_OP" },
  { "nic", "algorithm='recursive-doubling' size='if (a == 1, 512 B, 256 B)'", "LENGTH_MISMATCH" },
  { "host", "algorithm='recursive-doubling' size='if (a == 1, 512 B, 256 B)'", "LENGTH_MISMATCH" },
  { "nic", "algorithm='if (a == 1, ring, halving)'", "LENGTH_MISMATCH" },
  { "nic", "operation='if (a == 1, barrier, broadcast)' root='1'", "UNEXPECTED_SOURCE job=0 node=a[1]" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = offload_fixture_run (refused[i].type, 4, refused[i].parameters, OFFLOAD_PACKETS, &error);

      offload_fixture_assert_says (error, refused[i].message);
      g_assert_nonnull (strstr (error->message, "a["));
    }
}

/* Without a communicator there is nothing to do; one that is not there, or of which they are not, is an error. */
static void
test_groups (void)
{
#define PAIR(a, b) \
  OFFLOAD_LINK "<top><component id='a' type='offload.nic' group='" a "'/><component id='b' type='offload.host' group='" b "'/><link from='a.net' to='b.net' class='L'/></top>" \
  "<communicators><communicator id='one' members='a'/><communicator id='two' members='a b'/></communicators>" OFFLOAD_PACKETS
  static const struct
  {
    const char *body, *message;
  } cases[] = {
    { PAIR ("", ""), NULL },
    { PAIR ("one", ""), NULL },
    { PAIR ("three", ""), "“group” is “three”; it is the name of a communicator of the project" },
    { PAIR ("", "one"), "“group” is “one”, a communicator of which it is no member" },
    { PAIR ("two", "two"), "over the network it takes" },
    { PAIR ("two", ""), "over the network it takes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_fixture_body (cases[i].body, NULL, &error);

      if (cases[i].message == NULL)
        g_assert_no_error (error);
      else
        offload_fixture_assert_says (error, cases[i].message);
    }
}

/* The file has the published example: Rabenseifner's on four nodes is five sends and takes of rank 0, in four descriptors and one that ends. */
static void
test_descriptors (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = offload_fixture_run ("nic", 4, "size='64 B' log='true'", OFFLOAD_PACKETS, &error);
  g_autofree char *all = offload_fixture_dup_files (self, "a[0].descriptors.txt");

  g_assert_no_error (error);
  g_assert_cmpstr (all, ==,
                   "card # a[0]\n"
                   "source NodeID=1 ReduceFlag to=4 # from a[1]\n"
                   "source SeqID=1 NodeID=2 ReduceFlag to=2 # from a[2]\n"
                   "source SeqID=2 NodeID=2 from=2 to=4 # from a[2]\n"
                   "source SeqID=3 NodeID=1 from=4 to=8 # from a[1]\n"
                   "descriptor DestID=1 C CH CP ReduceFlag len=32 from=4 to=8 # to a[1]\n"
                   "descriptor SeqID=1 DestID=2 C CP CPCount=1 ReduceFlag len=16 from=2 to=4 # to a[2]\n"
                   "descriptor SeqID=2 DestID=2 C CP CPCount=2 SwapRemoteData len=16 to=2 # to a[2]\n"
                   "descriptor SeqID=3 DestID=1 C CP CPCount=3 SwapRemoteData CollEndFlag len=32 to=4 # to a[1]\n"
                   "descriptor C CT CPCount=4\n");
}

/* Probes of insertions are told with each packet, not only when a task ends of a message. */
static void
test_probes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = offload_fixture_run ("nic", 8, "operation='reduce' algorithm='binomial' size='16640 B'", "<probes><probe of='a[0].probes'/></probes>" OFFLOAD_PACKETS, &error);
  HdRecord *record = hd_run_get_record (self);
  guint64 n = hd_record_get_n_samples (record, 0), available;

  g_assert_no_error (error);
  g_assert_cmpuint (n, >, 1);
  for (guint64 i = 0; i < n; i++)
    g_assert_cmpfloat (hd_record_peek_samples (record, 0, i, &available)->value, >=, 1);
  g_assert_cmpint (hd_record_peek_samples (record, 0, 0, &available)->time, <, hd_record_peek_samples (record, 0, n - 1, &available)->time);
}

/* SeqID has room for 32 packets: a ring of 17 takes in as many by one sequence; of 18 it is cut. */
static void
test_ring (void)
{
  for (guint n = 17; n <= 18; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = offload_fixture_run ("nic", n, "operation='all-reduce' algorithm='ring' size='8 kB' log='true'", OFFLOAD_PACKETS, &error);
      g_autofree char *all = offload_fixture_dup_files (self, "a[0].descriptors.txt");
      g_auto (GStrv) lines = g_strsplit (all, "\n", -1);
      guint n_heads = 0, n_sources = 0, n_last = 0;

      g_assert_no_error (error);
      for (guint i = 0; lines[i] != NULL; i++)
        {
          n_heads += strstr (lines[i], " CH") != NULL;
          n_sources += g_str_has_prefix (lines[i], "source ");
          n_last += g_str_has_prefix (lines[i], "source SeqID=31 ");
        }
      g_assert_cmpuint (n_heads, ==, n - 16);
      g_assert_cmpuint (n_sources, ==, 2 * (n - 1));
      g_assert_cmpuint (n_last, ==, 1);
    }
}

/* Sums of values that cancel each other depend on the order of adding, but not on the member: all have the same bits, in cards and in software, whenever processes begin; and another
 * algorithm may have others. */
static void
test_same_bits (void)
{
  static const char *const algorithms[] = { "halving", "recursive-doubling", "ring" };
  g_autoptr (GHashTable) all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (algorithms) * G_N_ELEMENTS (types); i++)
    for (guint n = 2; n <= 9; n++)
      for (guint seed = 1; seed <= 4; seed++)
        {
          g_autofree char *parameters = g_strdup_printf ("operation='all-reduce' algorithm='%s' size='8 B' values='cancelling' skew='20 us'", algorithms[i % G_N_ELEMENTS (algorithms)]);
          g_autoptr (GString) settings = g_string_new ("<probes>");
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) self = NULL;
          HdRecord *record;
          guint64 available;

          for (guint a = 0; a < n; a++)
            g_string_append_printf (settings, "<probe of='a[%u].result'/>", a);
          g_string_append_printf (settings, "</probes><run fidelity='packet' packet-size='2 KiB' seed='%u'/>", seed);
          self = offload_fixture_run (types[i / G_N_ELEMENTS (algorithms)], n, parameters, settings->str, &error);
          g_assert_no_error (error);
          record = hd_run_get_record (self);
          for (guint a = 0; a < n; a++)
            {
              g_assert_cmpuint (hd_record_get_n_samples (record, a), ==, 1);
              g_hash_table_add (all, g_strdup_printf ("%s of %u: %a", algorithms[i % G_N_ELEMENTS (algorithms)], n, hd_record_peek_samples (record, a, 0, &available)->value));
            }
        }
  g_assert_cmpuint (g_hash_table_size (all), ==, G_N_ELEMENTS (algorithms) * 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/offload/all", test_all);
  g_test_add_func ("/offload/small-buffers", test_small_buffers);
  g_test_add_func ("/offload/one-exchange", test_one_exchange);
  g_test_add_func ("/offload/one-software-exchange", test_one_software_exchange);
  g_test_add_func ("/offload/closed-form", test_closed_form);
  g_test_add_func ("/offload/order", test_order);
  g_test_add_func ("/offload/probes", test_probes);
  g_test_add_func ("/offload/ring", test_ring);
  g_test_add_func ("/offload/same-bits", test_same_bits);
  g_test_add_func ("/offload/partitions", test_partitions);
  g_test_add_func ("/offload/fidelities", test_fidelities);
  g_test_add_func ("/offload/refused", test_refused);
  g_test_add_func ("/offload/groups", test_groups);
  g_test_add_func ("/offload/descriptors", test_descriptors);
  return g_test_run ();
}
