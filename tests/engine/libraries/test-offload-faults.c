/* test-offload-faults.c: cards and software whose packets are lost, come twice or late, or which are asked for what cannot be
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever becomes of packets and grants, a sum is right, or the run ends with an error that has a name. Each node looks at its whole result, so that a wrong one
 * would be an error without.
 */
#include <string.h>

#include "../../sanitizers.h"
#include "offload-fixture.h"

static const char *const works[] = {
  "operation='all-reduce'", "operation='reduce' algorithm='binomial'", "operation='broadcast'", "operation='all-reduce' algorithm='ring'", "operation='barrier'",
  "operation='all-reduce' algorithm='recursive-doubling'", "operation='reduce'", "operation='broadcast' algorithm='binomial'",
};

static const char *const types[] = { "nic", "host" };

static HdRun *
run_type (const char *type,
          const char *parameters,
          guint n,
          guint seed,
          const char *more,
          GError **error)
{
  g_autofree char *settings = g_strdup_printf ("<run fidelity='packet' packet-size='2 KiB' packet-time='0 s' seed='%u' %s/>", seed, more);

  return offload_fixture_run (type, n, parameters, settings, error);
}

static HdRun *
run_seed (const char *parameters,
          guint n,
          guint seed,
          const char *more,
          GError **error)
{
  return run_type ("nic", parameters, n, seed, more, error);
}

#define N_SEEDS (UNDER_ADDRESS_SANITIZER || UNDER_THREAD_SANITIZER ? 250u : 1000u)

/* Messages of cards take up to 12 slots of a small buffer, those of software up to 6 parts. */
static char *
dup_work (const char *type,
          guint seed,
          const char *loss)
{
  static const char *const grants[] = { "in-order", "in-order", "on-request" };
  gboolean is_card = strcmp (type, "nic") == 0;
  g_autofree char *card = g_strdup_printf ("engines='2' buffer='64 KiB' pulses='3' grants='%s'", grants[seed % 3]);

  return g_strdup_printf ("%s size='%u B' %s skew='5 us' loss='%s' duplication='%s' reordering='0.2' straying='5 us' patience='%s'", works[seed % G_N_ELEMENTS (works)],
                          8 + seed * (is_card ? 37 : 629) % (is_card ? 3000 : 24000), is_card ? card : "", loss, seed % 2 == 0 ? "0.1" : "0.3", is_card ? "50 us" : "200 us");
}

/* Up to a third of all that comes is lost, comes twice or late. With a few lost, nearly all goes well; with many some time out. */
static void
test_seeds (gconstpointer data)
{
  static const char *const losses[] = { "0.002", "0.02", "0.1", "0.3" };
  const char *type = data;
  guint n_right[G_N_ELEMENTS (losses)] = { 0 }, n[G_N_ELEMENTS (losses)] = { 0 }, n_lost = 0, n_resends = 0, n_dropped = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      guint loss = seed / 8 % G_N_ELEMENTS (losses);
      g_autofree char *parameters = dup_work (type, seed, losses[loss]);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_type (type, parameters, 2 + seed % 4, seed, "", &error);

      n[loss]++;
      if (error == NULL)
        {
          g_assert_cmpfloat (offload_fixture_get (self, type, "done"), ==, 2 + seed % 4);
          n_right[loss]++;
          n_lost += (guint) offload_fixture_get (self, type, "lost");
          n_resends += (guint) offload_fixture_get (self, type, "resends");
          n_dropped += (guint) offload_fixture_get (self, type, "dropped");
        }
      else if (strstr (error->message, "TIMEOUT ") == NULL && !g_error_matches (error, HD_ERROR, HD_ERROR_DEADLOCK))
        {
          g_error ("seed %u: %s", seed, error->message);
        }
    }
  g_test_message ("%s: right %u, %u, %u, %u of %u, %u, %u, %u; %u lost, %u asked for again, %u dropped", type, n_right[0], n_right[1], n_right[2], n_right[3], n[0], n[1], n[2], n[3],
                  n_lost, n_resends, n_dropped);
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
test_partitions (gconstpointer data)
{
  static const char *const runs[] = { "", "partitions='2' sync='window'", "partitions='4' sync='null-message' threads='2'" };

  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autofree char *digest = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
        {
          g_autofree char *parameters = g_strdup_printf ("%s size='6 kB' tasks='2' loss='0.02' duplication='0.1' reordering='0.2' skew='5 us'", works[w]);
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) self = run_type (data, parameters, 8, 3, runs[i], &error);

          g_assert_no_error (error);
          run_fixture_check_digest (hd_run_get_record (self), &digest);
        }
    }
}

/* Without a loss nobody is asked again, and what comes twice or late changes no value. */
static void
test_duplicates (gconstpointer data)
{
  const char *type = data, *log = strcmp (type, "nic") == 0 ? "log='true'" : "";

  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autofree char *parameters = g_strdup_printf ("%s size='20 kB' tasks='2' duplication='1' reordering='0.5' %s", works[w], log);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_type (type, parameters, 6, w, "", &error);
      g_autofree char *events = NULL;

      g_assert_no_error (error);
      g_assert_cmpfloat (offload_fixture_get (self, type, "done"), ==, 12);
      g_assert_cmpfloat (offload_fixture_get (self, type, "resends"), ==, 0);
      g_assert_cmpfloat (offload_fixture_get (self, type, "dropped"), >, 0);
      events = offload_fixture_dup_files (self, ".events.txt");
      g_assert_true (*log == '\0' || strstr (events, " s DUPLICATE job=") != NULL);
    }
}

/* Parts of a message may pass each other, and so may messages; sums of what cancels are those of a network that keeps its order. */
static void
test_order (gconstpointer data)
{
  const char *type = data;

  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autofree char *plain = g_strdup_printf ("%s size='20 kB' values='cancelling'", works[w]), *mixed = g_strdup_printf ("%s reordering='0.9' straying='50 us'", plain);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) first = run_type (type, plain, 8, 1, "", &error), second = run_type (type, mixed, 8, 1, "", &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (offload_fixture_get (first, type, "result"), ==, offload_fixture_get (second, type, "result"));
      g_assert_cmpfloat (offload_fixture_get (first, type, "time"), <, offload_fixture_get (second, type, "time"));
    }
}

/* Nothing comes through. */
static void
test_time_out (void)
{
  g_autoptr (GError) error = NULL, other = NULL;
  g_autoptr (HdRun) self = run_seed ("loss='1'", 4, 1, "", &error), software = run_type ("host", "loss='1'", 4, 1, "", &other);

  offload_fixture_assert_says (error, "TIMEOUT job=0 waiting for node a[");
  offload_fixture_assert_says (other, "TIMEOUT task=0 waiting for node a[");
}

/* Processes begin up to 30 ms late, far more than three times as late as a packet is waited for: who sends answers, and nothing is taken for lost. */
static void
test_late_processes (gconstpointer data)
{
  double n = 0;

  for (guint seed = 1; seed <= 5; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_type (data, "operation='reduce' algorithm='binomial' loss='1e-12' skew='30 ms'", 4, seed, "", &error);

      g_assert_no_error (error);
      n += offload_fixture_get (self, data, "resends");
    }
  g_assert_cmpfloat (n, >, 5 * 3);
}

/* A node that loses nothing keeps nothing, so that one that loses what it sends waits in vain; it says so. */
static void
test_unkept (void)
{
  guint n_named = 0;

  for (guint seed = 1; seed <= 20; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_type ("host", "operation='broadcast' loss='if (a == 1, 0.5, 0)'", 4, seed, "", &error);

      if (error == NULL)
        continue;
      offload_fixture_assert_says (error, "TIMEOUT task=0 waiting for node a[");
      n_named++;
    }
  g_assert_cmpuint (n_named, >, 0);
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

/* Data that nobody granted, and data of somebody whom the sequence does not expect: neither is taken in, both are told, and what is right is done all the same. */
static void
test_unwanted (void)
{
  static const struct
  {
    const char *parameters, *event, *message;
    guint n_done;
  } cases[] = {
    /* Card 1 waits for no grant; what it sends is too long to be excused. The others wait for it in vain. */
    { "operation='reduce' algorithm='binomial' size='110 KiB' tasks='2' engines='1' buffer='128 KiB' clock='1 MHz' cut='room' grants='if (a == 1, none, $order)'", "UNGRANTED job=1 node=a[1] vp=1 seq=0: it has no grant", "the card has dropped: UNGRANTED", 3 },
    /* Card 2 sends what card 0 expects of card 1, which sends it too: its sum is right, and card 2 gets no grant. */
    { "operation='reduce' size='32 B' program='card; source NodeID=1 ReduceFlag to=4; descriptor C CH CT CPCount=1; card rank=1; descriptor C CH CT CP ReduceFlag to=4;"
      "card rank=2; descriptor C CH CT CP ReduceFlag to=4; card rank=3' values='cancelling' grants='$order'", "UNEXPECTED_SOURCE job=0 node=a[2] vp=0 seq=0: ", "“a[2]” waits on “s” for packets of its sequences (1): job 0, engine 0, vp 0: all 1 descriptors have fired; waits for a grant of a[0]", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *star = offload_fixture_dup_star ("nic", 4, cases[i].parameters, OFFLOAD_PACKETS);
      g_autofree char *body = g_strconcat ("<variables><variable name='order' type='enum' of='in-order none' value='in-order'/></variables>", star, NULL);
      g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);
      g_autofree char *events = offload_fixture_dup_files (self, ".events.txt");

      if (strstr (events, cases[i].event) == NULL)
        g_error ("“%s” in place of “%s”", events, cases[i].event);
      g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
      offload_fixture_assert_says (error, cases[i].message);
      g_assert_cmpfloat (offload_fixture_get (self, "nic", "dropped"), >=, 1);
      g_assert_cmpfloat (offload_fixture_get (self, "nic", "done"), >=, cases[i].n_done);
      if (i == 1)
        g_assert_cmpfloat (offload_fixture_get (self, "nic", "result"), ==, 1e16 + 1);
    }
}

/* Short messages set out without a grant. Where buffers are small, or processes late, many come before there is room for them, and are sent again; packets come twice and late too. */
static void
test_unasked (void)
{
  double n_time[2] = { 0 };

  for (guint seed = 1; seed <= 120; seed++)
    for (guint unasked = 0; unasked < 2; unasked++)
      {
        g_autofree char *parameters = g_strdup_printf ("%s size='%u B' tasks='3' engines='1' buffer='%s' unasked='%u' skew='%s' duplication='%s' reordering='%s'", works[seed % G_N_ELEMENTS (works)],
                                                       8 + seed * 977 % 40000, seed % 3 == 0 ? "4 KiB" : "64 KiB", unasked * 256, seed % 2 == 0 ? "0 s" : "20 us", seed % 5 == 0 ? "0.3" : "0",
                                                       seed % 7 == 0 ? "0.3" : "0");
        g_autoptr (GError) error = NULL;
        g_autoptr (HdRun) self = run_seed (parameters, 2 + seed % 7, seed, "", &error);

        if (error != NULL)
          g_error ("seed %u, %s: %s", seed, parameters, error->message);
        g_assert_cmpfloat (offload_fixture_get (self, "nic", "done"), ==, 3 * (2 + seed % 7));
        n_time[unasked] += offload_fixture_get (self, "nic", "time");
      }
  g_test_message ("%g s in all with grants alone, %g s with short messages unasked", n_time[0], n_time[1]);
  g_assert_cmpfloat (n_time[1], <, n_time[0]);
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

/* A queue that is too short for what a process writes holds its writes up, and nothing else: what it does is the same. A sequence of 11 descriptors waits for ten crossings of
 * PCIe where there is room for one. */
static void
test_full_queue (void)
{
  static const char *const queues[] = { "64", "11", "4", "1" };
  double before = 0, waits[G_N_ELEMENTS (queues)];

  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    {
      g_autofree char *parameters = g_strdup_printf ("size='256 B' queue='%s'", queues[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_seed (parameters, 32, 1, "", &error);
      double time;

      g_assert_no_error (error);
      g_assert_cmpfloat (offload_fixture_get (self, "nic", "done"), ==, 32);
      waits[i] = offload_fixture_get (self, "nic", "queue-wait") / 32;
      time = offload_fixture_get (self, "nic", "time");
      g_assert_cmpfloat (time, >=, before);
      before = time;
    }
  g_assert_cmpfloat (waits[0], ==, 0);
  g_assert_cmpfloat (waits[1], ==, 0);
  g_assert_cmpfloat_with_epsilon (waits[2], 2 * 450e-9 - 6 * 4e-9, 1e-12);
  g_assert_cmpfloat_with_epsilon (waits[3], 10 * 450e-9, 1e-12);
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

static void
add (const char *type,
     const char *name,
     GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/offload-faults/%s/%s", type, name);

  g_test_add_data_func (path, type, test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      add (types[i], "seeds", test_seeds);
      add (types[i], "partitions", test_partitions);
      add (types[i], "duplicates", test_duplicates);
      add (types[i], "order", test_order);
      add (types[i], "late-processes", test_late_processes);
    }
  g_test_add_func ("/offload-faults/time-out", test_time_out);
  g_test_add_func ("/offload-faults/unkept", test_unkept);
  g_test_add_func ("/offload-faults/unknown", test_unknown);
  g_test_add_func ("/offload-faults/queues", test_queues);
  g_test_add_func ("/offload-faults/full-queue", test_full_queue);
  g_test_add_func ("/offload-faults/unwanted", test_unwanted);
  g_test_add_func ("/offload-faults/unasked", test_unasked);
  g_test_add_func ("/offload-faults/grants", test_grants);
  g_test_add_func ("/offload-faults/shown", test_shown);
  g_test_add_func ("/offload-faults/full", test_full);
  return g_test_run ();
}
