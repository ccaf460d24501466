/* test-offload-faults.c: cards whose packets are lost, come twice or late, or which are asked for what cannot be
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever becomes of packets and grants, a sum is right, or the run ends with an error that has a name. Each card looks at its whole result, so that a wrong one
 * would be an error without.
 */
#include <string.h>

#include "../../sanitizers.h"
#include "offload-fixture.h"

static const char *const works[] = {
  "operation='all-reduce'", "operation='reduce' algorithm='binomial'", "operation='broadcast'", "operation='all-reduce' algorithm='ring'", "operation='barrier'",
  "operation='all-reduce' algorithm='recursive-doubling'", "operation='reduce'", "operation='broadcast' algorithm='binomial'",
};

static HdRun *
run_seed (const char *parameters,
          guint n,
          guint seed,
          const char *more,
          GError **error)
{
  g_autofree char *settings = g_strdup_printf ("<run fidelity='packet' packet-size='2 KiB' packet-time='0 s' seed='%u' %s/>", seed, more);

  return offload_fixture_run ("nic", n, parameters, settings, error);
}

#define N_SEEDS 1000

/* Up to a third of all that comes is lost, comes twice or late. With a few lost, nearly all goes well; with many some time out. */
static void
test_seeds (void)
{
  static const char *const losses[] = { "0.002", "0.02", "0.1", "0.3" };
  static const char *const grants[] = { "in-order", "in-order", "on-request" };
  guint n_right[G_N_ELEMENTS (losses)] = { 0 }, n[G_N_ELEMENTS (losses)] = { 0 }, n_lost = 0, n_resends = 0, n_dropped = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      const char *work = works[seed % G_N_ELEMENTS (works)];
      guint loss = seed / 8 % G_N_ELEMENTS (losses);
      g_autofree char *parameters = g_strdup_printf ("%s size='%u B' engines='2' buffer='64 KiB' pulses='3' skew='5 us' grants='%s' loss='%s' duplication='%s' reordering='0.2' straying='5 us' patience='50 us'", work,
                                                     8 + seed * 37 % 3000, grants[seed % 3], losses[loss], seed % 2 == 0 ? "0.1" : "0.3");
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_seed (parameters, 2 + seed % 4, seed, "", &error);

      n[loss]++;
      if (error == NULL)
        {
          g_assert_cmpfloat (offload_fixture_get (self, "nic", "done"), ==, 2 + seed % 4);
          n_right[loss]++;
          n_lost += (guint) offload_fixture_get (self, "nic", "lost");
          n_resends += (guint) offload_fixture_get (self, "nic", "resends");
          n_dropped += (guint) offload_fixture_get (self, "nic", "dropped");
        }
      else if (strstr (error->message, "TIMEOUT job=") == NULL && !g_error_matches (error, HD_ERROR, HD_ERROR_DEADLOCK))
        {
          g_error ("seed %u: %s", seed, error->message);
        }
    }
  g_test_message ("right: %u, %u, %u, %u; %u lost, %u asked for again, %u dropped", n_right[0], n_right[1], n_right[2], n_right[3], n_lost, n_resends, n_dropped);
  g_assert_cmpuint (n_right[0], ==, n[0]);
  g_assert_cmpuint (n_right[1], >, n[1] * 95 / 100);
  g_assert_cmpuint (n_right[2], >, n_right[3]);
  g_assert_cmpuint (n_right[3], >, 0);
  g_assert_cmpuint (n_lost, >, 0);
  g_assert_cmpuint (n_resends, >, 0);
  g_assert_cmpuint (n_dropped, >, 0);
}

/* What is lost, and what becomes of it, depends on the seed alone. */
static void
test_partitions (void)
{
  static const char *const runs[] = { "", "partitions='2' sync='window'", "partitions='4' sync='null-message' threads='2'" };

  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autofree char *digest = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
        {
          g_autofree char *parameters = g_strdup_printf ("%s size='6 kB' tasks='2' loss='0.02' duplication='0.1' reordering='0.2' skew='5 us'", works[w]);
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) self = run_seed (parameters, 8, 3, runs[i], &error);

          g_assert_no_error (error);
          run_fixture_check_digest (hd_run_get_record (self), &digest);
        }
    }
}

/* Without a loss nobody is asked again, and what comes twice or late changes no value. */
static void
test_duplicates (void)
{
  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autofree char *parameters = g_strdup_printf ("%s size='20 kB' tasks='2' duplication='1' reordering='0.5' log='true'", works[w]);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_seed (parameters, 6, w, "", &error);
      g_autofree char *events = NULL;

      g_assert_no_error (error);
      g_assert_cmpfloat (offload_fixture_get (self, "nic", "done"), ==, 12);
      g_assert_cmpfloat (offload_fixture_get (self, "nic", "resends"), ==, 0);
      g_assert_cmpfloat (offload_fixture_get (self, "nic", "dropped"), >, 0);
      events = offload_fixture_dup_files (self, ".events.txt");
      g_assert_nonnull (strstr (events, " s DUPLICATE job="));
    }
}

/* Nothing comes through. */
static void
test_time_out (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_seed ("loss='1'", 4, 1, "", &error);

  offload_fixture_assert_says (error, "TIMEOUT job=0 waiting for node a[");
}

/* Processes begin up to 30 ms late, far more than three times as late as a packet is waited for: their cards answer, and nothing is taken for lost. */
static void
test_late_processes (void)
{
  double n = 0;

  for (guint seed = 1; seed <= 5; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_seed ("operation='reduce' algorithm='binomial' loss='1e-12' skew='30 ms'", 4, seed, "", &error);

      g_assert_no_error (error);
      n += offload_fixture_get (self, "nic", "resends");
    }
  g_assert_cmpfloat (n, >, 5 * 3);
}

/* What members do that do not all do the same: it is dropped and told, and the run says who waits. */
static void
test_unknown (void)
{
  static const struct
  {
    const char *parameters, *event, *message;
  } cases[] = {
    { "tasks='if (a == 1, 2, 1)'", "UNKNOWN_JOB job=", "waits for SeqID" },
    { "operation='if (a == 1, barrier, broadcast)' root='1'", "UNEXPECTED_SOURCE job=0 node=a[1]", "the card has dropped: UNEXPECTED_SOURCE" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_seed (cases[i].parameters, 4, 1, "", &error);
      g_autofree char *events = offload_fixture_dup_files (self, ".events.txt");

      g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
      offload_fixture_assert_says (error, cases[i].message);
      if (strstr (events, cases[i].event) == NULL)
        g_error ("“%s” in place of “%s”", events, cases[i].event);
    }
}

static const struct
{
  const char *parameters, *message;
} refused[] = {
  { "tasks='2' counters='1' retry='1 ns'", "NO_COUNTER vp=" },
  { "size='1 MiB' completions='1' handling='1 ms'", "CQ_OVERFLOW vp=0" },
};

static void
test_queues (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_seed (refused[i].parameters, 4, 1, "", &error);

      offload_fixture_assert_says (error, refused[i].message);
    }
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (HdRun) self = run_seed ("tasks='2' counters='1' retry='10 us'", 4, 1, "", &error);

    g_assert_no_error (error);
    g_assert_cmpfloat (offload_fixture_get (self, "nic", "done"), ==, 8);
  }
}

/* ---- who waits for whom ------------------------------------------------------------------------------------------- */

#define SMALL "operation='reduce' algorithm='binomial' size='16 KiB' tasks='8' engines='1' buffer='8 KiB' skew='20 us'"

#define N_ORDERS (UNDER_ADDRESS_SANITIZER || UNDER_THREAD_SANITIZER ? 40u : 200u)

/* Of four cards, so that 200 orders of arrival take seconds: eight sequences of 64 packets share 28 slots. In the order of reading all end, whatever comes first; in the order of
 * requests most wait in a circle. */
static void
test_grants (void)
{
  guint n_deadlocks = 0;

  for (guint seed = 1; seed <= N_ORDERS; seed++)
    {
      g_autoptr (GError) error = NULL, other = NULL;
      g_autoptr (HdRun) ordered = run_seed (SMALL, 4, seed, "", &error), asked = run_seed (SMALL " grants='on-request'", 4, seed, "", &other);
      g_autoptr (HdErrands) errands = hd_record_dup_errands (hd_run_get_record (asked));
      g_autoptr (GArray) circle = NULL;

      g_assert_no_error (error);
      g_assert_cmpfloat (offload_fixture_get (ordered, "nic", "done"), ==, 32);
      if (other == NULL)
        continue;
      n_deadlocks++;
      g_assert_error (other, HD_ERROR, HD_ERROR_DEADLOCK);
      offload_fixture_assert_says (other, "they wait in a circle: “a[");
      offload_fixture_assert_says (other, "of the 28 that can be granted are held");
      circle = hd_errands_find_circle (errands);
      g_assert_cmpuint (circle->len, >=, 2);
      for (guint i = 0; i < circle->len; i++)
        {
          const HdErrandState *one = hd_errands_get (errands, g_array_index (circle, guint, i)), *next = hd_errands_get (errands, g_array_index (circle, guint, (i + 1) % circle->len));

          g_assert_cmpuint (one->peer, ==, next->node);
          g_assert_cmpuint (one->peer_number, ==, next->number);
        }
    }
  g_test_message ("of %u orders of arrival, grants on request stood still in %u", N_ORDERS, n_deadlocks);
  g_assert_cmpuint (n_deadlocks, >, N_ORDERS / 5);
}

/* Those of the circle are what the problem is about, so that the canvas shows them. */
static void
test_shown (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_seed (SMALL " grants='on-request'", 8, 1, "", &error);
  g_autoptr (HdErrands) errands = hd_record_dup_errands (hd_run_get_record (self));
  g_autoptr (GArray) circle = hd_errands_find_circle (errands);
  HdProblemList *problems = hd_run_get_problems (self);
  const HdProblem *found = NULL;

  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->code == HD_PROBLEM_DEADLOCK)
      found = hd_problem_list_get (problems, i);
  g_assert_nonnull (found);
  for (guint i = 0; i < circle->len; i++)
    {
      guint32 node = hd_errands_get (errands, g_array_index (circle, guint, i))->node;
      gboolean is_shown = FALSE;

      for (guint n = 0; n < found->n_nodes; n++)
        is_shown = is_shown || found->nodes[n] == node;
      g_assert_true (is_shown);
    }
  g_assert_cmpuint (found->n_nodes, <=, circle->len);
}

/* Where nothing is granted, packets stand before a full buffer. It is no error if they go in at last; eight sequences stand for ever. */
static void
test_full (void)
{
  g_autoptr (GError) error = NULL, other = NULL;
  g_autoptr (HdRun) one = run_seed ("operation='reduce' algorithm='binomial' size='7 KiB' tasks='2' pulses='1' engines='1' buffer='8 KiB' clock='1 MHz' grants='none'", 2, 1, "", &error);
  g_autoptr (HdRun) many = run_seed (SMALL " grants='none'", 8, 1, "", &other);

  g_assert_no_error (error);
  g_assert_cmpfloat (offload_fixture_get (one, "nic", "held"), >, 0);
  g_assert_cmpfloat (offload_fixture_get (one, "nic", "stall"), >, 0);
  g_assert_error (other, HD_ERROR, HD_ERROR_DEADLOCK);
  offload_fixture_assert_says (other, "BUF_FULL");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/offload-faults/seeds", test_seeds);
  g_test_add_func ("/offload-faults/partitions", test_partitions);
  g_test_add_func ("/offload-faults/duplicates", test_duplicates);
  g_test_add_func ("/offload-faults/time-out", test_time_out);
  g_test_add_func ("/offload-faults/late-processes", test_late_processes);
  g_test_add_func ("/offload-faults/unknown", test_unknown);
  g_test_add_func ("/offload-faults/queues", test_queues);
  g_test_add_func ("/offload-faults/grants", test_grants);
  g_test_add_func ("/offload-faults/shown", test_shown);
  g_test_add_func ("/offload-faults/full", test_full);
  return g_test_run ();
}
