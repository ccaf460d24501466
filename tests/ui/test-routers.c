/* test-routers.c: how busy each router is, and which saturates first
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: there is a row for each router once something has run; reasons add up to the share of all; the router that is shown as the first to saturate is the
 * one in which flits stood still most, and its link the fullest that leads out of it, found another way; it is selected. Left open: what the counts are
 * (tests/reference/flits.py).
 */
#include <math.h>
#include <string.h>

#include "heddle-rank-table.h"
#include "heddle-router-figures.h"
#include "heddle-routers.h"
#include "ui-fixture.h"

/* Three routers in a row; all send to the host of the last one. */
#define PROJECT(probability) \
  "<heddle version=\"1\" name=\"row\">" \
  "<link-class id=\"wire\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/>" \
  "<top><component id=\"r\" type=\"fabric.switch\" count=\"3\"/><component id=\"h\" type=\"fabric.host\" count=\"3\"/>" \
  "<link id=\"across\" from=\"r[i].port[0]\" to=\"r[i + 1].port[1]\" class=\"wire\"/><link id=\"local\" from=\"h[i].port\" to=\"r[i].port[2]\" class=\"wire\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>" \
  "<workload type=\"traffic\" on=\"all\" pattern=\"uniform\" probability=\"" probability "\" interval=\"1 ns\" bytes=\"64 B\" warm-up=\"100 ns\" measure=\"2 us\" drain=\"1 us\"/>" \
  "<run fidelity=\"flit\" flit=\"16 B\" clock=\"1 GHz\" header=\"0\" virtual-channels=\"1\"/></heddle>"

typedef struct
{
  HeddleSession *session;
  GtkWidget *page;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer project)
{
  fixture->session = ui_fixture_new_session (project);
  fixture->page = heddle_routers_new (fixture->session);
  fixture->window = ui_fixture_show (fixture->page, 900, 260);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_object_unref (fixture->session);
}

static GtkWidget *
find_child (Fixture *fixture,
            const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->page, HEDDLE_TYPE_ROUTERS, name));
}

static void
press (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget))
    g_signal_emit_by_name (widget, "clicked");
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !GTK_IS_BUTTON (widget); child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_COLUMN_VIEW (child) && !HEDDLE_IS_RANK_TABLE (child))
      press (child);
}

static const char *
get_shown (Fixture *fixture)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (find_child (fixture, "stack")));
}

static void
test_first (Fixture *fixture,
            gconstpointer project)
{
  HdDesign *design = heddle_session_get_design (fixture->session);
  const HdLink *links = hd_design_get_links (design);
  GtkWidget *table = gtk_widget_get_last_child (find_child (fixture, "box"));
  g_autoptr (GArray) routers = NULL;
  g_autofree char *label = NULL;
  HeddleBottleneck bottleneck;
  HeddleLoads loads;
  double most = 0, fullest = 0;
  guint32 worst = HD_NO_ID, link = HD_NO_ID;

  g_assert_cmpstr (get_shown (fixture), ==, "empty");
  ui_fixture_run_to_end (fixture->session);
  ui_fixture_drain ();
  g_assert_cmpstr (get_shown (fixture), ==, "list");
  g_assert_true (heddle_session_get_loads (fixture->session, &loads));
  routers = heddle_router_list (design, &loads);
  g_assert_cmpuint (routers->len, ==, 3);
  for (guint i = 0; i < routers->len; i++)
    {
      guint32 router = g_array_index (routers, guint32, i);
      double sum = 0;

      for (guint c = HEDDLE_ROUTER_NO_CHANNEL; c <= HEDDLE_ROUTER_NO_ROOM; c++)
        sum += heddle_router_get_number (&loads, router, (HeddleRouterColumn) c);
      g_assert_cmpfloat_with_epsilon (sum, heddle_router_get_number (&loads, router, HEDDLE_ROUTER_STALLED), 1e-12);
      if (sum > most)
        {
          most = sum;
          worst = router;
        }
    }
  for (guint32 l = 0; l < hd_design_get_n_links (design); l++)
    for (guint end = 0; end < 2; end++)
      if ((end == 0 ? links[l].from : links[l].to) == worst && (double) loads.links[l].ways[end].mean > fullest)
        {
          fullest = (double) loads.links[l].ways[end].mean;
          link = l;
        }
  g_assert_cmpuint (worst, !=, HD_NO_ID);
  g_assert_true (heddle_bottleneck_find (design, &loads, &bottleneck));
  g_assert_cmpuint (bottleneck.router, ==, worst);
  g_assert_cmpuint (bottleneck.link, ==, link);
  g_assert_cmpfloat (bottleneck.share, ==, fullest);

  press (find_child (fixture, "box"));
  g_assert_cmpuint (heddle_rank_table_get_first (HEDDLE_RANK_TABLE (table)), ==, worst);
  label = hd_design_dup_node_label (design, worst);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (find_child (fixture, "about"))), label));
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 1);
  g_assert_cmpint (heddle_session_get_selected (fixture->session, 0).index, ==, (int) (worst - g_array_index (routers, guint32, 0)));
  g_signal_emit_by_name (table, "chosen", g_array_index (routers, guint32, 1));
  g_assert_cmpint (heddle_session_get_selected (fixture->session, 0).index, ==, 1);
}

/* One flit at a time meets nobody. */
static void
test_free (Fixture *fixture,
           gconstpointer project)
{
  HdDesign *design = heddle_session_get_design (fixture->session);
  HeddleBottleneck bottleneck;
  HeddleLoads loads;

  ui_fixture_run_to_end (fixture->session);
  ui_fixture_drain ();
  g_assert_true (heddle_session_get_loads (fixture->session, &loads));
  g_assert_false (heddle_bottleneck_find (design, &loads, &bottleneck));
  press (find_child (fixture, "box"));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (find_child (fixture, "about"))), ==, "Nowhere do flits stand still");
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 0);
}

static void
add_tests (void)
{
  g_test_add ("/routers/first", Fixture, PROJECT ("0.2"), set_up, test_first, tear_down);
  g_test_add ("/routers/free", Fixture, PROJECT ("0"), set_up, test_free, tear_down);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
