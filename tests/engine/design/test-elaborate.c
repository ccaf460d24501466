/* test-elaborate.c: what modules, arrays, patterns and expressions become
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "design-fixture.h"

#define CLASS "<link-class id=\"c\" bandwidth=\"1 GB/s\" latency=\"1 us\"/>"

static void
assert_link (HdDesign *design,
             guint number,
             const char *from,
             const char *to)
{
  const HdLink *link = &hd_design_get_links (design)[number];
  g_autofree char *a = hd_design_dup_node_path (design, link->from);
  g_autofree char *b = hd_design_dup_node_path (design, link->to);

  g_assert_cmpstr (a, ==, from);
  g_assert_cmpstr (b, ==, to);
}

static void
test_mesh (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
      CLASS "<top><component id=\"r\" type=\"test.switch\" count=\"3x4\"/>"
            "<link id=\"row\" from=\"r[i][j].east\" to=\"r[i][j+1].west\" class=\"c\"/>"
            "<link from=\"r[i][j].port[0]\" to=\"r[i - 1][j].port[1]\" class=\"c\"/></top>", NULL);
  g_autofree char *last = NULL;
  g_autofree char *unnamed = NULL;

  g_assert_cmpuint (hd_design_get_n_nodes (design), ==, 12);
  g_assert_cmpuint (hd_design_get_n_links (design), ==, 3 * 3 + 2 * 4);
  assert_link (design, 0, "r[0][0]", "r[0][1]");
  assert_link (design, 8, "r[2][2]", "r[2][3]");
  assert_link (design, 9, "r[1][0]", "r[0][0]");
  last = hd_design_dup_link_path (design, 8);
  unnamed = hd_design_dup_link_path (design, 9);
  g_assert_cmpstr (last, ==, "row[8]");
  g_assert_cmpstr (unnamed, ==, "r[1][0]--r[0][0]");
}

/* Inner expressions see all enclosing indices; arrays may differ from instance to instance. */
static void
test_indices (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
      "<variables><variable name=\"n\" value=\"2\"/></variables>"
      "<module id=\"inner\"><component id=\"h\" type=\"test.host\" count=\"row + 1\" cores=\"1 + row * 10 + column * 3 + h\"/></module>"
      "<module id=\"outer\"><instance id=\"cell\" of=\"inner\" count=\"$n x 2\" index=\"row column\"/></module>"
      "<top><instance id=\"o\" of=\"outer\" count=\"2\"/></top>", NULL);
  guint32 node = hd_design_find_node (design, "o[1]/cell[1][0]/h[1]");

  g_assert_cmpuint (hd_design_get_n_nodes (design), ==, 2 * (1 + 1 + 2 + 2));
  g_assert_cmpuint (node, !=, HD_NO_ID);
  g_assert_cmpfloat (hd_design_get_parameter (design, node, "cores", 0), ==, 12);
  g_assert_cmpuint (hd_design_find_node (design, "o[1]/cell[0][0]/h[1]"), ==, HD_NO_ID);
}

static void
test_scopes (void)
{
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (
      CLASS "<module id=\"m\"><component id=\"h\" type=\"test.host\" count=\"3\"/><component id=\"s\" type=\"test.switch\"/>"
            "<link id=\"l\" from=\"h[i].net\" to=\"s.port[i]\" class=\"c\"/></module>"
            "<top><component id=\"a\" type=\"test.host\"/><instance id=\"m\" of=\"m\" count=\"2x2\"/></top>");
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), NULL, problems, NULL, NULL);
  const HdObject *top = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL);
  const HdObject *module = hd_snapshot_find_module (snapshot, "m");
  const HdScope *scopes = hd_design_get_scopes (design);
  const guint32 *children;
  guint32 first;

  g_assert_cmpuint (hd_design_get_n_scopes (design), ==, 5);
  g_assert_cmpuint (hd_design_find_scopes (design, 0, hd_object_get_uid (hd_object_find_child (top, HD_OBJECT_INSTANCE, "m")), &children), ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *path = hd_design_dup_scope_path (design, children[i]);
      g_autofree char *expected = g_strdup_printf ("m[%u][%u]", i / 2, i % 2);

      g_assert_cmpstr (path, ==, expected);
      g_assert_cmpuint (scopes[children[i]].module_uid, ==, hd_object_get_uid (module));
      g_assert_cmpuint (scopes[children[i]].end_node - scopes[children[i]].first_node, ==, 4);
      g_assert_cmpuint (scopes[children[i]].end_link - scopes[children[i]].first_link, ==, 3);
      g_assert_cmpuint (hd_design_find_nodes (design, children[i], hd_object_get_uid (hd_object_find_child (module, HD_OBJECT_COMPONENT, "h")), &first),
                        ==, 3);
      g_assert_cmpuint (first, ==, 1 + 4 * i);
      g_assert_cmpuint (hd_design_find_links (design, children[i], hd_object_get_uid (hd_object_find_child (module, HD_OBJECT_LINK, "l")), &first),
                        ==, 3);
      g_assert_cmpuint (first, ==, 3 * i);
    }
  g_assert_cmpuint (scopes[0].end_node, ==, 17);
  g_assert_cmpuint (scopes[0].end_link, ==, 12);
  g_assert_cmpuint (scopes[0].end_scope, ==, 5);
}

/* Ports of ports, arrays of ports, and indices left over for the port that they lead to. */
static void
test_ports (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
      CLASS "<module id=\"blade\"><port id=\"up\" of=\"h[k].net\"/><port id=\"lane\" of=\"h[1].lane\"/>"
            "<component id=\"h\" type=\"test.host\" count=\"4\"/></module>"
            "<module id=\"box\"><port id=\"out\" of=\"blade[b].up[k + 1]\"/><port id=\"lane\" of=\"blade[0].lane\"/>"
            "<instance id=\"blade\" of=\"blade\" count=\"2\"/></module>"
            "<top><instance id=\"box\" of=\"box\" count=\"2\"/><component id=\"s\" type=\"test.switch\"/>"
            "<link from=\"box[i].out[b][k]\" to=\"s.port[i * 100 + b * 10 + k]\" class=\"c\"/>"
            "<link from=\"box[0].lane[7]\" to=\"s.port[999]\" class=\"c\"/></top>", NULL);

  g_assert_cmpuint (hd_design_get_n_links (design), ==, 2 * 2 * 3 + 1);
  assert_link (design, 0, "box[0]/blade[0]/h[1]", "s");
  assert_link (design, 11, "box[1]/blade[1]/h[3]", "s");
  g_assert_cmpuint (hd_design_get_links (design)[11].to_port_index, ==, 112);
  assert_link (design, 12, "box[0]/blade[0]/h[1]", "s");
  g_assert_cmpuint (hd_design_get_links (design)[12].from_port_index, ==, 7);
}

static void
test_presets (void)
{
  static const char body[] = "<variables><variable name=\"second\" type=\"enum\" of=\"slow fast\" value=\"fast\"/></variables>"
                             "<top><component id=\"h\" type=\"test.host\" count=\"4\" model=\"if (h % 2 == 0, slow, $second)\"/>"
                             "<component id=\"g\" type=\"test.host\" model=\"fast\" cores=\"3\"/></top>";
  const char *settings[] = { "$second=slow", "h[1..2].rate=3 GFLOP/s", "h[*].cores=h + 1", NULL };
  g_autoptr (HdDesign) plain = fixture_elaborate (body, NULL);
  g_autoptr (HdDesign) set = fixture_elaborate (body, settings);
  HdValue value;

  g_assert_cmpfloat (hd_design_get_parameter (plain, 0, "rate", 0), ==, 1e9);
  g_assert_cmpfloat (hd_design_get_parameter (plain, 1, "rate", 0), ==, 1e10);
  g_assert_cmpfloat (hd_design_get_parameter (plain, 1, "model", 0), ==, 1);
  g_assert_cmpfloat (hd_design_get_parameter (plain, 4, "cores", 0), ==, 3);
  g_assert_cmpfloat (hd_design_get_parameter (plain, 4, "rate", 0), ==, 1e10);
  g_assert_cmpfloat (hd_design_get_parameter (set, 0, "rate", 0), ==, 1e9);
  g_assert_cmpfloat (hd_design_get_parameter (set, 1, "rate", 0), ==, 3e9);
  g_assert_cmpfloat (hd_design_get_parameter (set, 3, "rate", 0), ==, 1e9);
  g_assert_cmpfloat (hd_design_get_parameter (set, 3, "cores", 0), ==, 4);
  g_assert_true (hd_design_get_variable (set, "$second", &value));
  g_assert_cmpstr (value.word, ==, "slow");
}

static void
test_link_values (void)
{
  static const char body[] = CLASS "<top><component id=\"s\" type=\"test.switch\" count=\"4\"/>"
                                   "<link id=\"l\" from=\"s[i].any\" to=\"s[i + 1].any\" class=\"c\" bandwidth=\"(i + 1) * 1 GB/s\"/>"
                                   "<link id=\"k\" from=\"s[0].any\" to=\"s[3].any\" bandwidth=\"5 GB/s\" latency=\"3 ns\" sharing=\"split\"/></top>";
  const char *settings[] = { "l[1].bandwidth=7 GB/s", "k.latency=4 ns", "class:c.latency=2 us", NULL };
  g_autoptr (HdDesign) plain = fixture_elaborate (body, NULL);
  g_autoptr (HdDesign) set = fixture_elaborate (body, settings);

  g_assert_cmpfloat (hd_design_get_links (plain)[2].bandwidth, ==, 3e9);
  g_assert_cmpint (hd_design_get_links (plain)[2].latency_ps, ==, 1000000);
  g_assert_cmpint (hd_design_get_links (plain)[2].sharing, ==, HD_SHARING_SHARED);
  g_assert_cmpint (hd_design_get_links (plain)[3].sharing, ==, HD_SHARING_SPLIT);
  g_assert_cmpuint (hd_design_get_links (plain)[3].link_class, ==, HD_NO_ID);
  g_assert_cmpuint (hd_design_get_link_class (plain, 0)->n_links, ==, 3);
  g_assert_cmpfloat (hd_design_get_links (set)[1].bandwidth, ==, 7e9);
  g_assert_cmpfloat (hd_design_get_links (set)[2].bandwidth, ==, 3e9);
  g_assert_cmpint (hd_design_get_links (set)[2].latency_ps, ==, 2000000);
  g_assert_cmpint (hd_design_get_links (set)[3].latency_ps, ==, 4000);
}

/* A link without an id is set by the name that its ends give it, where there is one link or a pattern of them, and in modules. */
static void
test_unnamed_links (void)
{
  static const char body[] = CLASS "<module id=\"m\"><component id=\"a\" type=\"test.switch\"/><component id=\"b\" type=\"test.switch\"/>"
                                   "<link from=\"a.any\" to=\"b.any\" class=\"c\"/></module>"
                                   "<top><component id=\"s\" type=\"test.switch\" count=\"4\"/><component id=\"t\" type=\"test.switch\"/>"
                                   "<instance id=\"p\" of=\"m\" count=\"2\"/><link from=\"s[i].any\" to=\"t.any\" class=\"c\"/>"
                                   "<link id=\"l\" from=\"s[0].any\" to=\"s[3].any\" class=\"c\"/></top>";
  const char *settings[] = { "s--t.bandwidth=7 GB/s", "s--t[1].latency=4 ns", "p[1]/a--b.bandwidth=3 GB/s", NULL };
  static const char *const wrong[] = { "s[1]--t.latency=4 ns", "s--s.latency=1 ns", "t--s.latency=1 ns" };
  g_autoptr (HdDesign) plain = fixture_elaborate (body, NULL);
  g_autoptr (HdDesign) set = fixture_elaborate (body, settings);
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);

  g_assert_cmpuint (hd_design_get_n_links (set), ==, 7);
  for (guint i = 0; i < hd_design_get_n_links (set); i++)
    {
      const HdLink *before = &hd_design_get_links (plain)[i], *link = &hd_design_get_links (set)[i];
      g_autofree char *path = hd_design_dup_link_path (set, i);

      if (g_str_has_prefix (path, "s["))
        g_assert_cmpfloat (link->bandwidth, ==, 7e9);
      else if (g_str_equal (path, "p[1]/a--b"))
        g_assert_cmpfloat (link->bandwidth, ==, 3e9);
      else
        g_assert_cmpfloat (link->bandwidth, ==, before->bandwidth);
      g_assert_cmpint (link->latency_ps, ==, g_str_equal (path, "s[1]--t") ? 4000 : before->latency_ps);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char *settings_of_none[] = { wrong[i], NULL };
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_elaborate (snapshot, fixture_catalog (), settings_of_none, problems, NULL, &error));
      g_assert_true (g_error_matches (error, HD_ERROR, i == 0 ? HD_ERROR_SYNTAX : HD_ERROR_NAME));
      if (i == 0)
        g_assert_nonnull (strstr (error->message, "xpu--hub[3].bandwidth"));
    }
}

/* What is watched goes with a count that is made smaller, and comes back with it: that is no reason not to run. */
static void
test_probes_outside (void)
{
  static const char body[] = CLASS "<variables><variable name=\"n\" value=\"8\"/></variables><top><component id=\"h\" type=\"test.host\" count=\"$n\"/></top>"
                                   "<probes><probe of=\"h[7].busy\"/><probe of=\"h[1].busy\"/></probes>";
  const char *settings[] = { "$n=4", NULL };
  g_autoptr (HdDesign) whole = fixture_elaborate (body, NULL);
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) small = hd_elaborate (snapshot, fixture_catalog (), settings, problems, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_design_get_n_probes (whole), ==, 2);
  g_assert_cmpuint (hd_design_get_n_probes (small), ==, 1);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_INDEX);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, HD_SEVERITY_WARNING);
}

static void
test_elements (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
      CLASS "<variables><variable name=\"b\" value=\"4 MB\"/></variables><top><component id=\"h\" type=\"test.host\" count=\"3\"/>"
            "<component id=\"s\" type=\"test.switch\"/><link id=\"l\" from=\"h[i].net\" to=\"s.port[i]\" class=\"c\"/></top>"
            "<communicators><communicator id=\"all\" members=\"h[2] h[0..1]\" limit=\"2\"/></communicators>"
            "<workload type=\"collective\" on=\"all\" operation=\"all-reduce-ring\" bytes=\"2 * $b\"/>"
            "<probes><probe of=\"l[1].rate-reverse\" title=\"Rate\"/><probe of=\"h[*].busy\"/><probe of=\"h[1..2].busy\" title=\"Busy\"/><probe of=\"workload.collective\"/></probes>"
            "<run iterations=\"3\" until=\"2 s\" fairness=\"rtt\" symmetry=\"false\" sync=\"null-message\"/>", NULL);
  const HdElement *workload = hd_design_get_workload (design, 0);
  const HdCommunicator *all = hd_design_find_communicator (design, "all");
  const HdRunSettings *run = hd_design_get_run_settings (design);
  HdRunSettings other = *run;
  g_autoptr (HdDesign) again = NULL;

  g_assert_cmpuint (all->n_members, ==, 2);
  g_assert_cmpuint (all->members[0], ==, 2);
  g_assert_cmpuint (all->members[1], ==, 0);
  g_assert_cmpstr (hd_element_get (workload, "operation")->word, ==, "all-reduce-ring");
  g_assert_cmpstr (hd_element_get (workload, "on")->word, ==, "all");
  g_assert_cmpfloat (hd_element_get (workload, "bytes")->quantity.value, ==, 8e6);
  g_assert_cmpstr (hd_element_get_text (workload, "bytes"), ==, "2 * $b");
  g_assert_cmpuint (hd_design_get_n_probes (design), ==, 7);
  g_assert_cmpint (hd_design_get_probe (design, 0)->kind, ==, HD_TARGET_LINK);
  g_assert_cmpuint (hd_design_get_probe (design, 0)->target, ==, 1);
  g_assert_cmpuint (hd_design_get_probe (design, 0)->direction, ==, 1);
  g_assert_cmpstr (hd_design_get_probe (design, 0)->unit, ==, "B/s");
  g_assert_cmpstr (hd_design_get_probe (design, 3)->title, ==, "h[2].busy");
  g_assert_cmpstr (hd_design_get_probe (design, 0)->title, ==, "Rate");
  g_assert_cmpstr (hd_design_get_probe (design, 4)->title, ==, "Busy, h[1]");
  g_assert_cmpstr (hd_design_get_probe (design, 5)->title, ==, "Busy, h[2]");
  g_assert_cmpint (hd_design_get_probe (design, 6)->kind, ==, HD_TARGET_WORKLOAD);
  g_assert_cmpuint (run->iterations, ==, 3);
  g_assert_cmpint (run->until, ==, 2 * HD_TICKS_PER_SECOND);
  g_assert_cmpint (run->wall_limit, ==, HD_TIME_MAX);
  g_assert_cmpint (run->fairness, ==, HD_FAIRNESS_RTT);
  g_assert_cmpint (run->sync, ==, HD_SYNC_NULL_MESSAGE);
  g_assert_false (run->symmetry);
  g_assert_true (run->incremental);
  other.seed = 9;
  again = hd_design_with_settings (design, &other);
  g_clear_pointer (&design, hd_design_unref);
  g_assert_cmpuint (hd_design_get_run_settings (again)->seed, ==, 9);
  g_assert_cmpuint (hd_design_get_n_nodes (again), ==, 4);
}

/* A memory is looked up outwards, from where the endpoint stands. */
static void
test_homes (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
      CLASS "<module id=\"inner\"><component id=\"h\" type=\"test.host\" count=\"2\" home=\"m[box * 2 + h]\"/></module>"
            "<module id=\"local\"><component id=\"h\" type=\"test.host\" home=\"deep/m\"/><instance id=\"deep\" of=\"store\"/></module>"
            "<module id=\"store\"><component id=\"m\" type=\"test.memory\"/><component id=\"s\" type=\"test.switch\"/>"
            "<link from=\"m.port\" to=\"s.any\" class=\"c\"/></module>"
            "<top><instance id=\"box\" of=\"inner\" count=\"2\"/><instance id=\"l\" of=\"local\"/><component id=\"m\" type=\"test.memory\" count=\"4\"/>"
            "<component id=\"s\" type=\"test.switch\"/><link from=\"m[i].port\" to=\"s.port[i]\" class=\"c\"/></top>", NULL);
  g_autofree char *outer = hd_design_dup_node_path (design, hd_design_get_nodes (design)[hd_design_find_node (design, "box[1]/h[1]")].home);
  g_autofree char *inner = hd_design_dup_node_path (design, hd_design_get_nodes (design)[hd_design_find_node (design, "l/h")].home);

  g_assert_cmpstr (outer, ==, "m[3]");
  g_assert_cmpstr (inner, ==, "l/deep/m");
}

/* Each <generate> stands for the system that its generated document is. */
static void
test_generated (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
      CLASS "<variables><variable name=\"k\" value=\"4\"/></variables>"
            "<top><generate id=\"net\" kind=\"leaf-spine\" leaves=\"$k\" spines=\"2\" hosts=\"3\" bandwidth=\"25 GB/s\" x=\"10\" y=\"20\"/>"
            "<generate id=\"grid\" kind=\"mesh\" rows=\"2\" columns=\"2\"/><component id=\"s\" type=\"test.switch\"/>"
            "<link from=\"net/spine[i].port[$k]\" to=\"s.port[i]\" class=\"c\"/></top>"
            "<communicators><communicator id=\"all\" members=\"net/host[*][*]\"/></communicators>", NULL);
  const guint32 *children;
  g_autofree char *path = NULL;
  guint32 node = hd_design_find_node (design, "net/host[3][2]");

  g_assert_cmpuint (node, !=, HD_NO_ID);
  g_assert_cmpuint (hd_design_find_communicator (design, "all")->n_members, ==, 12);
  g_assert_cmpuint (hd_design_get_n_nodes (design), ==, (2 + 4 + 12) + (4 + 4) + 1);
  g_assert_cmpuint (hd_design_get_n_links (design), ==, (8 + 12) + (2 + 2 + 4) + 2);
  g_assert_cmpstr (hd_design_get_link_class (design, 1)->id, ==, "net/trunk");
  g_assert_cmpfloat (hd_design_get_link_class (design, 1)->bandwidth, ==, 25e9);
  path = hd_design_dup_link_path (design, 0);
  g_assert_cmpstr (path, ==, "net/trunk[0]");
  g_assert_cmpuint (hd_design_find_scopes (design, 0, hd_design_get_nodes (design)[node].origin_uid, &children), ==, 1);
  /* Members of a row lie side by side, the layers of a leaf-spine under each other. */
  g_assert_cmpfloat (hd_design_get_nodes (design)[node].x, >, hd_design_get_nodes (design)[node - 1].x);
  g_assert_cmpfloat (hd_design_get_nodes (design)[node].y, >, hd_design_get_nodes (design)[hd_design_find_node (design, "net/leaf[0]")].y);
  g_assert_cmpfloat (hd_design_get_nodes (design)[hd_design_find_node (design, "net/leaf[0]")].y, >,
                     hd_design_get_nodes (design)[hd_design_find_node (design, "net/spine[0]")].y);
}

/* Their parameters are set from outside as those of components are: by path, the last setting first, written in the project or not. */
static void
test_generated_settings (void)
{
  static const char body[] = CLASS "<module id=\"m\"><generate id=\"net\" kind=\"star\" hosts=\"2\"/></module>"
                                   "<top><instance id=\"p\" of=\"m\" count=\"3\"/></top>";
  const char *settings[] = { "p/net.hosts=5", "p[1]/net.hosts=7", "p[2]/net.hosts=3", "p[2]/net.hosts=4", "p[*]/net.bandwidth=3 GB/s", NULL };
  static const char *const all[] = { "p/net.hosts=5", NULL };
  static const char *const wrong[] = { "p/net.host=5", "p[3]/net.hosts=5", "net.hosts=5" };
  g_autoptr (HdDesign) set = fixture_elaborate (body, settings);
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
  guint64 n_nodes, n_links;

  g_assert_cmpuint (hd_design_get_n_links (set), ==, 5 + 7 + 4);
  for (guint i = 0; i < hd_design_get_n_links (set); i++)
    g_assert_cmpfloat (hd_design_get_links (set)[i].bandwidth, ==, 3e9);
  g_assert_true (hd_estimate (snapshot, fixture_catalog (), all, &n_nodes, &n_links, NULL));
  g_assert_cmpuint (n_nodes, ==, 3 * (5 + 1));
  g_assert_cmpuint (n_links, ==, 3 * 5);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char *settings_of_none[] = { wrong[i], NULL };
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_elaborate (snapshot, fixture_catalog (), settings_of_none, problems, NULL, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
    }
}

/* What is set and cannot be had is told, wherever it was set; what can be is not. */
static void
test_run_without_effect (void)
{
  static const char *const four[] = { "run:partitions=4", NULL }, *const two_threads[] = { "run:threads=2", NULL };
  static const char *const parallel[] = { "run:partitions=4", "run:sync=window", NULL }, *const packets[] = { "run:fidelity=packet", NULL };
  g_autofree char *in_file = fixture_problem ("<top/><run partitions=\"3\"/>", NULL, HD_PROBLEM_NO_EFFECT);
  g_autofree char *stated = fixture_problem ("<top/>", four, HD_PROBLEM_NO_EFFECT);
  g_autofree char *threads = fixture_problem ("<top/>", two_threads, HD_PROBLEM_NO_EFFECT);
  g_autofree char *buffer = fixture_problem ("<top/><run buffer=\"1 MB\"/>", NULL, HD_PROBLEM_NO_EFFECT);
  g_autofree char *steps = fixture_problem ("<top/><run steps=\"barrier\" fidelity=\"packet\"/>", NULL, HD_PROBLEM_NO_EFFECT);
  g_autofree char *trace = fixture_problem ("<top><component id=\"h\" type=\"test.host\"/></top><run trace=\"h\" fidelity=\"packet\"/>", NULL,
                                           HD_PROBLEM_NO_EFFECT);
  g_autofree char *quantum = fixture_problem ("<top/><run quantum=\"1 us\"/>", NULL, HD_PROBLEM_NO_EFFECT);
  g_autoptr (HdDesign) fine = fixture_elaborate ("<top/>", parallel);
  g_autoptr (HdDesign) once = fixture_elaborate ("<top><component id=\"h\" type=\"test.host\"/></top><run trace=\"h\"/>", packets);

  g_assert_nonnull (strstr (buffer, "“buffer” is set, but has no effect at flow fidelity"));
  g_assert_nonnull (strstr (steps, "“steps” is set, but has no effect at packet fidelity"));
  g_assert_nonnull (strstr (trace, "“h” is traced, but has no lanes with details"));
  g_assert_nonnull (strstr (quantum, "only loose synchronisation has one"));
  g_assert_nonnull (strstr (in_file, "3 partitions are set, but a serial run is not divided"));
  g_assert_nonnull (strstr (stated, "4 partitions are set"));
  g_assert_nonnull (strstr (threads, "2 threads are set"));
}

static char *
dup_first_problem (const char *body,
                   const char *const *settings)
{
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), settings, problems, NULL, NULL);
  const HdProblem *problem = hd_problem_list_get (problems, 0);

  g_assert_null (design);
  return g_strdup_printf ("%s.%s: %s%s", problem->object, problem->attribute, problem->message, problem->hint != NULL ? problem->hint : "");
}

/* A problem of a run setting is one of the run, even where none is written; and only what is not written comes from outside. */
static void
test_run_faults (void)
{
  static const char *const word[] = { "run:buffer=x", NULL }, *const loose[] = { "run:sync=loose:x", NULL }, *const flag[] = { "run:symmetry=-1", NULL };
  static const char *const seed[] = { "run:seed=9007199254740992", NULL };
  g_autofree char *unwritten = dup_first_problem ("<top/>", word);
  g_autofree char *behind = dup_first_problem ("<top/><run sync='window'/>", loose);
  g_autofree char *truth = dup_first_problem ("<top/>", flag);
  g_autofree char *whole = dup_first_problem ("<top/>", seed);
  g_autofree char *part = dup_first_problem (CLASS "<top><component id='h' type='test.host' count='2'/><component id='s' type='test.switch'/>"
                                             "<link from='h[i + 0.5].net' to='s.port[i]' for='i=0..1' class='c'/></top>", NULL);

  g_assert_true (g_str_has_prefix (unwritten, "run.buffer: “buffer” is the word “x”"));
  g_assert_true (g_str_has_prefix (behind, "run.sync: “quantum” is the word “x”"));
  g_assert_true (g_str_has_suffix (behind, "“x” comes from a setting, in place of what is written here"));
  g_assert_true (g_str_has_prefix (truth, "run.symmetry: “symmetry” is -1; it must be true or false"));
  g_assert_nonnull (strstr (whole, "between 0 and 9007199254740991"));
  g_assert_cmpstr (part, ==, "h[i + 0.5].net--s.port[i].from: “i + 0.5” is 0.5, not a whole number");
}

/* The quantum stands for itself or behind the word; from outside both win over what is written, and by itself it wins. */
static void
test_quantum (void)
{
  static const struct
  {
    const char *run, *settings[3];
    HdTime quantum;
  } cases[] = {
    { "<run sync=\"loose\"/>", { NULL }, 1 },
    { "<run sync=\"loose:1 us\"/>", { NULL }, 1000000 },
    { "<run sync=\"loose\" quantum=\"2 us\"/>", { NULL }, 2000000 },
    { "<run sync=\"loose:1 us\" quantum=\"2 us\"/>", { NULL }, 2000000 },
    { "<run sync=\"loose:1 us\"/>", { "run:sync=loose" }, 1 },
    { "<run sync=\"loose\" quantum=\"2 us\"/>", { "run:sync=loose:3 us" }, 3000000 },
    { "<run sync=\"loose:1 us\"/>", { "run:quantum=4 us" }, 4000000 },
    { "<run/>", { "run:sync=loose:3 us", "run:quantum=4 us" }, 4000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat ("<top/>", cases[i].run, NULL);
      g_autoptr (HdDesign) design = fixture_elaborate (text, cases[i].settings);

      g_assert_cmpint (hd_design_get_run_settings (design)->sync, ==, HD_SYNC_LOOSE);
      g_assert_cmpint (hd_design_get_run_settings (design)->quantum, ==, cases[i].quantum);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/design/elaborate/mesh", test_mesh);
  g_test_add_func ("/engine/design/elaborate/indices", test_indices);
  g_test_add_func ("/engine/design/elaborate/scopes", test_scopes);
  g_test_add_func ("/engine/design/elaborate/ports", test_ports);
  g_test_add_func ("/engine/design/elaborate/presets", test_presets);
  g_test_add_func ("/engine/design/elaborate/link-values", test_link_values);
  g_test_add_func ("/engine/design/elaborate/unnamed-links", test_unnamed_links);
  g_test_add_func ("/engine/design/elaborate/probes-outside", test_probes_outside);
  g_test_add_func ("/engine/design/elaborate/elements", test_elements);
  g_test_add_func ("/engine/design/elaborate/homes", test_homes);
  g_test_add_func ("/engine/design/elaborate/generated", test_generated);
  g_test_add_func ("/engine/design/elaborate/generated-settings", test_generated_settings);
  g_test_add_func ("/engine/design/elaborate/run-without-effect", test_run_without_effect);
  g_test_add_func ("/engine/design/elaborate/run-faults", test_run_faults);
  g_test_add_func ("/engine/design/elaborate/quantum", test_quantum);
  return g_test_run ();
}
