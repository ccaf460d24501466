/* test-stopped.c: what takes its time before a run asks whether it may go on
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: routes, partitions, trees, collectives and the packet network are not made within a budget that is cancelled or whose time is over; the
 * error is the budget's own, whoever asked, and no problem blames a part of the project. Left open: how long each takes to notice.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "design-fixture.h"
#include "hd-budget.h"
#include "hd-packet-network.h"
#include "hd-workload-orders.h"

#define PLATFORM \
  "<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>" \
  "<component id='s' type='fabric.switch' count='20'/><component id='x' type='fabric.xpu' count='20'/>" \
  "<link from='s[i].port[0]' to='s[(i + 1) % 20].port[1]' for='i=0..19' class='L'/><link from='x[i].cxl' to='s[i].port[2]' for='i=0..19' class='L'/></top>" \
  "<communicators><communicator id='all' members='x[*]'/></communicators>"

typedef enum { CANCELLED, TIME_OVER } End;

typedef struct
{
  HdDesign *design;
  HdBudget *budget;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->design = fixture_elaborate (PLATFORM "<workload type='collective' on='all' bytes='8 B' algorithm='ring'/>"
                                                "<run fidelity='packet' sync='request' partitions='4'/>", NULL);
  fixture->budget = hd_budget_new (NULL);
  hd_budget_begin (fixture->budget, 1000000000, 0, GPOINTER_TO_INT (data) == TIME_OVER ? 1 : HD_TIME_MAX, 0);
  if (GPOINTER_TO_INT (data) == CANCELLED)
    g_cancellable_cancel (G_CANCELLABLE (fixture->budget));
  else
    g_usleep (10);
  g_cancellable_push_current (G_CANCELLABLE (fixture->budget));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_cancellable_pop_current (G_CANCELLABLE (fixture->budget));
  g_object_unref (fixture->budget);
  hd_design_unref (fixture->design);
}

static void
assert_stopped (gconstpointer data,
                const GError *error)
{
  g_assert_error (error, HD_ERROR, (GPOINTER_TO_INT (data) == CANCELLED ? HD_ERROR_CANCELLED : HD_ERROR_LIMIT));
}

static void
test_route (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (HdRouter) router = hd_router_new (fixture->design);
  g_autoptr (GError) error = NULL;
  HdRoute route;

  g_assert_false (hd_router_find (router, hd_design_find_node (fixture->design, "x[0]"), hd_design_find_node (fixture->design, "x[7]"), NULL, 0, &route, &error));
  assert_stopped (data, error);
}

static void
test_partitions (Fixture *fixture,
                 gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint n;

  g_assert_null (hd_design_partition (fixture->design, &n, NULL, &error));
  assert_stopped (data, error);
}

static void
test_trees (Fixture *fixture,
            gconstpointer data)
{
  const HdCommunicator *all = hd_design_find_communicator (fixture->design, "all");
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (fixture->design);

  for (HdTreeAlgorithm algorithm = 0; algorithm < HD_TREE_N_ALGORITHMS; algorithm++)
    {
      const HdTreeOptions options = { .algorithm = algorithm, .operation = HD_TREE_ALL_REDUCE, .bytes = 8, .fall_back = TRUE };
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_tree_build (network, all->members, all->n_members, &options, &error));
      assert_stopped (data, error);
    }
}

static void
test_orders (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_workload_order_collectives (fixture->design, problems, &error));
  assert_stopped (data, error);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
}

static void
test_packet_network (Fixture *fixture,
                     gconstpointer data)
{
  const HdPacketRules rules = { .packet_bytes = 4096, .noise_bytes = 4096 };
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_packet_network_new (fixture->design, &rules, kernel, NULL, &error));
  assert_stopped (data, error);
}

typedef struct
{
  HdBudget *budget;
  gint64 begun_us;
} Cancelling;

static gpointer
cancel_soon (gpointer data)
{
  Cancelling *self = data;

  g_usleep (20000);
  self->begun_us = g_get_monotonic_time ();
  g_cancellable_cancel (G_CANCELLABLE (self->budget));
  return NULL;
}

/* METIS cannot be interrupted, but it is left when somebody cancels or the time is over, at once; and what is divided afterwards is divided as ever. */
static void
test_metis (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate ("<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>"
                                                   "<component id='s' type='fabric.switch' count='40000'/>"
                                                   "<link from='s[i].port[0]' to='s[i + 1].port[1]' for='i=0..39998' class='L'/>"
                                                   "<link from='s[i].port[2]' to='s[(i * 7919 + 13) % 40000].port[3]' for='i=0..39999' class='L'/></top>"
                                                   "<run fidelity='packet' sync='request' partitions='64'/>", NULL);
  g_autoptr (HdBudget) budget = hd_budget_new (NULL), other = hd_budget_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *partitions = NULL, *again = NULL;
  Cancelling cancelling = { budget, 0 };
  GThread *thread;
  gint64 begun_us, left_us;
  guint n;

  /* Its time is over. */
  hd_budget_begin (other, 1000000000, 0, 10 * (HD_TICKS_PER_SECOND / 1000), 0);
  g_cancellable_push_current (G_CANCELLABLE (other));
  g_assert_null (hd_design_partition (design, &n, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_clear_error (&error);
  g_cancellable_pop_current (G_CANCELLABLE (other));

  /* Somebody cancels. */
  hd_budget_begin (budget, 1000000000, 0, HD_TIME_MAX, 0);
  g_cancellable_push_current (G_CANCELLABLE (budget));
  thread = g_thread_new ("cancel", cancel_soon, &cancelling);
  g_assert_null (hd_design_partition (design, &n, NULL, &error));
  left_us = g_get_monotonic_time ();
  g_thread_join (thread);
  left_us -= cancelling.begun_us;
  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
  g_clear_error (&error);
  g_cancellable_pop_current (G_CANCELLABLE (budget));

  begun_us = g_get_monotonic_time ();
  partitions = hd_design_partition (design, &n, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (left_us, <, MAX (G_USEC_PER_SEC / 2, (g_get_monotonic_time () - begun_us) / 2)); /* of a busy machine, too */
  g_assert_cmpuint (n, ==, 64);
  hd_budget_begin (other, 1000000000, 0, HD_TIME_MAX, 0);
  g_cancellable_push_current (G_CANCELLABLE (other));
  again = hd_design_partition (design, &n, NULL, &error);
  g_cancellable_pop_current (G_CANCELLABLE (other));
  g_assert_no_error (error);
  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    g_assert_cmpuint (partitions[i], ==, again[i]);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add ("/engine/workload/stopped/" name "/cancelled", Fixture, GINT_TO_POINTER (CANCELLED), set_up, function, tear_down); \
  g_test_add ("/engine/workload/stopped/" name "/time", Fixture, GINT_TO_POINTER (TIME_OVER), set_up, function, tear_down)
  ADD ("route", test_route);
  ADD ("partitions", test_partitions);
  ADD ("trees", test_trees);
  ADD ("orders", test_orders);
  ADD ("packet-network", test_packet_network);
  g_test_add_func ("/engine/workload/stopped/metis", test_metis);
  return g_test_run ();
}
