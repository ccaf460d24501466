/* test-edits-structure.c: group, ungroup, replicate, convert
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what changes the structure of a project alone leaves the system that it elaborates to:
 * the same nodes and links, communicators in the same order, and between any two members a route
 * with the same links. Left open: which of several equal routes is taken.
 */
#include "edits-fixture.h"

#include <string.h>

/* ---- what a project means ------------------------------------------------------------------- */

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
append_sorted (GString *out,
               GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_strings);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (out, "%s\n", (char *) lines->pdata[i]);
}

static void
append_nodes (GString *out,
              HdDesign *design)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      const HdNode *node = &hd_design_get_nodes (design)[i];
      g_autoptr (GString) line = g_string_new (node->type->id);

      for (guint p = 0; p < hd_component_type_count_parameters (node->type); p++)
        g_string_append_printf (line, " %.17g", hd_design_get_parameters (design, i)[p]);
      g_string_append (line, node->home != HD_NO_ID ? " home" : "");
      g_ptr_array_add (lines, g_strdup (line->str));
    }
  append_sorted (out, lines);
}

static char *
dup_end (HdDesign *design,
         guint32 node,
         guint16 port)
{
  const HdComponentType *type = hd_design_get_nodes (design)[node].type;

  return g_strdup_printf ("%s.%s", type->id, type->ports[port].name);
}

static char *
dup_link (HdDesign *design,
          guint32 number)
{
  const HdLink *link = &hd_design_get_links (design)[number];
  g_autofree char *from = dup_end (design, link->from, link->from_port);
  g_autofree char *to = dup_end (design, link->to, link->to_port);
  gboolean swap = strcmp (from, to) > 0;

  return g_strdup_printf ("%s %s %.17g %" G_GINT64_FORMAT " %d", swap ? to : from, swap ? from : to, link->bandwidth, (gint64) link->latency_ps,
                          link->sharing);
}

static void
append_links (GString *out,
              HdDesign *design)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    g_ptr_array_add (lines, dup_link (design, i));
  append_sorted (out, lines);
}

static void
append_routes (GString *out,
               HdDesign *design,
               const HdCommunicator *communicator)
{
  g_autoptr (HdRouter) router = hd_router_new (design);

  for (guint a = 0; a < communicator->n_members; a++)
    for (guint b = 0; b < communicator->n_members; b++)
      {
        HdRoute route;
        g_autoptr (GError) error = NULL;

        g_assert_true (hd_router_find (router, communicator->members[a], communicator->members[b], NULL, 0, &route, &error));
        g_string_append_printf (out, "%u-%u:", a, b);
        for (guint h = 0; h < route.n_hops; h++)
          {
            g_autofree char *link = dup_link (design, route.links[h]);

            g_string_append_printf (out, " %s;", link);
          }
        g_string_append_c (out, '\n');
      }
}

static char *
dup_meaning (Edits *edits)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (edits->document);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, edits->catalog, NULL, problems, NULL, &error);
  g_autoptr (GString) out = g_string_new (NULL);

  if (design == NULL)
    {
      g_autofree char *text = edits_text (edits);

      for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
        g_test_message ("%s", hd_problem_list_get (problems, i)->message);
      g_test_message ("%s", text);
    }
  g_assert_no_error (error);
  append_nodes (out, design);
  append_links (out, design);
  for (guint i = 0; i < hd_design_get_n_communicators (design); i++)
    append_routes (out, design, hd_design_get_communicator (design, i));
  return g_strdup (out->str);
}

static void
assert_same_meaning (Edits *edits,
                     const char *before)
{
  g_autofree char *after = dup_meaning (edits);

  if (strcmp (before, after) != 0)
    {
      g_autofree char *text = edits_text (edits);

      g_test_message ("%s", text);
    }
  g_assert_cmpstr (before, ==, after);
}

/* ---- projects ------------------------------------------------------------------------------- */

/* Racks whose inside and border have patterns, constants, homes, a route, an index that is used */
#define RACKS                                                                                                                                        \
  "<variables><variable name=\"n\" type=\"integer\" value=\"3\"/></variables>"                                                                       \
  "<link-class id=\"net\" bandwidth=\"50 GB/s\" latency=\"1 us\" sharing=\"split\"/>"                                                                \
  "<link-class id=\"mem\" bandwidth=\"100 GB/s\" latency=\"2 us\" sharing=\"shared\"/>"                                                              \
  "<module id=\"rack\"><port id=\"up\" of=\"tor.up\"/><port id=\"direct\" of=\"xpu[k].cxl\"/>"                                                       \
  "<component id=\"tor\" type=\"fabric.tor-switch\" x=\"0\" y=\"0\"/>"                                                                               \
  "<component id=\"xpu\" type=\"fabric.xpu\" count=\"$n\" home=\"mem\" "                                                                             \
  "model=\"if ((rack + xpu) % 2 == 0, H100, A100)\" x=\"0\" y=\"90\"/>"                                                                              \
  "<component id=\"hub\" type=\"fabric.cxl-switch\" x=\"100\" y=\"0\"/>"                                                                             \
  "<component id=\"mem\" type=\"fabric.memory\" x=\"100\" y=\"90\"/>"                                                                                \
  "<link id=\"access\" from=\"xpu[i].eth\" to=\"tor.down[i]\" class=\"net\"/>"                                                                       \
  "<link id=\"m\" from=\"hub.mem[0]\" to=\"mem.port\" class=\"mem\"/>"                                                                               \
  "<link id=\"h\" from=\"hub.up[0]\" to=\"tor2.port[0]\" class=\"mem\"/>"                                                                            \
  "<component id=\"tor2\" type=\"fabric.switch\" x=\"200\" y=\"0\"/>"                                                                                \
  "<link id=\"t\" from=\"tor2.port[1 + i]\" to=\"xpu[i].xpu\" latency=\"(i + 1) * 1 us\" "                                                           \
  "class=\"mem\"/>"                                                                                                                                  \
  "</module>"                                                                                                                                        \
  "<top><component id=\"core\" type=\"fabric.core-switch\" x=\"0\" y=\"0\"/>"                                                                        \
  "<component id=\"root\" type=\"fabric.cxl-switch\" x=\"0\" y=\"0\"/>"                                                                              \
  "<instance id=\"rack\" of=\"rack\" count=\"2\" x=\"0\" y=\"120\"/>"                                                                                \
  "<link id=\"uplink\" from=\"rack[i].up\" to=\"core.down[i]\" class=\"net\"/>"                                                                      \
  "<link id=\"side\" from=\"rack[i].direct[j]\" to=\"root.down[i * $n + j]\" "                                                                       \
  "class=\"mem\"/></top>"                                                                                                                            \
  "<communicators><communicator id=\"all\" members=\"rack[*]/xpu[*]\"/>"                                                                             \
  "<communicator id=\"some\" members=\"rack[1]/xpu[0..1] rack[0]/xpu[2]\"/></communicators>"                                                         \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" "                                                            \
  "bytes=\"1 GB\"/>"                                                                                                                                 \
  "<probes><probe of=\"uplink[0].utilisation\"/><probe "                                                                                             \
  "of=\"rack[0]/access[1].utilisation\"/></probes>"

/* ---- group and ungroup ---------------------------------------------------------------------- */

static void
group_and_back (const char *text,
                const char *module,
                const char *const *objects)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) back = NULL;
  g_autofree char *meaning = NULL;
  guint64 instance;

  edits_begin (&edits, text);
  meaning = dup_meaning (&edits);
  for (guint i = 0; objects[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s", module, objects[i]);
      guint64 uid = edits_find (&edits, path);

      g_assert_cmpuint (uid, !=, 0);
      g_array_append_val (uids, uid);
    }
  instance = heddle_edit_group (edits.document, edits_find (&edits, module), (const guint64 *) uids->data, uids->len, "part", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (instance, !=, 0);
  g_assert_cmpuint (edits.n_signals, ==, 1);
  assert_same_meaning (&edits, meaning);

  back = heddle_edit_ungroup (edits.document, edits.catalog, instance, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (back->len, >=, uids->len);
  g_assert_cmpuint (edits_find (&edits, "part"), ==, 0);
  g_assert_cmpuint (edits.n_signals, ==, 2);
  assert_same_meaning (&edits, meaning);
  for (guint i = 0; objects[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s", module, objects[i]);

      g_assert_cmpuint (edits_find (&edits, path), !=, 0);
    }
  edits_end (&edits);
}

static void
test_group (void)
{
  group_and_back (RACKS, "rack", (const char *const[]){ "xpu", "tor", NULL });
  group_and_back (RACKS, "rack", (const char *const[]){ "mem", "hub", NULL });
  group_and_back (RACKS, "rack", (const char *const[]){ "xpu", NULL });
  group_and_back (RACKS, "rack", (const char *const[]){ "xpu", "tor", "tor2", "hub", "mem", NULL });
  group_and_back (RACKS, "top", (const char *const[]){ "rack", "core", NULL });
  group_and_back (RACKS, "top", (const char *const[]){ "rack", NULL });
  group_and_back (RACKS, "top", (const char *const[]){ "core", "root", NULL });
}

/* Around a generated topology, whose inside is reached by paths */
static void
test_group_generated (void)
{
  group_and_back ("<top><generate id=\"net\" kind=\"star\" hosts=\"3\"/>"
                  "<component id=\"mem\" type=\"fabric.memory\"/>"
                  "<component id=\"extra\" type=\"fabric.xpu\"/>"
                  "<link from=\"net/host[i].cxl\" to=\"mem.port\" bandwidth=\"1 GB/s\" latency=\"1 us\"/>"
                  "<link from=\"extra.eth\" to=\"net/switch.port[7]\" bandwidth=\"1 GB/s\" latency=\"1 "
                  "us\"/></top>"
                  "<communicators><communicator id=\"c\" members=\"net/host[*] extra\"/></communicators>",
                  "top", (const char *const[]){ "net", NULL });
}

/* What is called so inside a module is another. */
static void
test_group_namesake (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  guint64 xpu;

  edits_begin (&edits, "<module id=\"rack\"><component id=\"xpu\" type=\"fabric.xpu\" count=\"2\"/></module>"
                       "<top><instance id=\"rack\" of=\"rack\" count=\"2\"/><component id=\"xpu\" type=\"fabric.xpu\" count=\"2\"/></top>"
                       "<communicators><communicator id=\"c\" members=\"rack[*]/xpu[*] xpu[*]\"/></communicators>");
  xpu = edits_find (&edits, "top/xpu");
  g_assert_cmpuint (heddle_edit_group (edits.document, edits_top (&edits), &xpu, 1, NULL, &error), !=, 0);
  g_assert_no_error (error);
  g_assert_cmpstr (edits_get (&edits, "communicators/c", "members"), ==, "rack[*]/xpu[*] group/xpu[*]");
  edits_assert_valid (&edits);
  edits_end (&edits);
}

static void
test_group_refuses (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  guint64 link, core;

  edits_begin (&edits, RACKS);
  link = edits_find (&edits, "top/uplink");
  g_assert_cmpuint (heddle_edit_group (edits.document, edits_top (&edits), &link, 1, NULL, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_error (&error);
  core = edits_find (&edits, "top/core");
  g_assert_cmpuint (heddle_edit_group (edits.document, edits_top (&edits), &core, 1, "rack", &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);
  g_assert_null (heddle_edit_ungroup (edits.document, edits.catalog, core, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_error (&error);
  /* Members that differ by their index */
  g_assert_null (heddle_edit_ungroup (edits.document, edits.catalog, edits_find (&edits, "top/rack"), &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_cmpuint (edits.n_signals, ==, 0);
  edits_end (&edits);
}

static void
test_ungroup_array (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = NULL;
  g_autofree char *meaning = NULL;

  edits_begin (&edits, "<link-class id=\"net\" bandwidth=\"50 GB/s\" latency=\"1 us\" sharing=\"split\"/>"
                       "<module id=\"box\"><port id=\"p\" of=\"x[i].eth\"/><port id=\"q\" of=\"y.eth\"/>"
                       "<component id=\"x\" type=\"fabric.xpu\" count=\"2\" x=\"0\" y=\"0\"/>"
                       "<component id=\"y\" type=\"fabric.xpu\" x=\"9\" y=\"9\"/>"
                       "<link from=\"x[i].xpu\" to=\"y.xpu\" class=\"net\"/></module>"
                       "<top><instance id=\"box\" of=\"box\" count=\"2x2\" x=\"50\" y=\"50\"/>"
                       "<component id=\"tor\" type=\"fabric.tor-switch\"/><component id=\"x\" type=\"fabric.nic\"/>"
                       "<link from=\"box[a][b].p[i]\" to=\"tor.down[a * 4 + b * 2 + i]\" class=\"net\"/>"
                       "<link from=\"box[a][b].q\" to=\"tor.down[8 + a * 2 + b]\" latency=\"(a + 1) * 1 us\" "
                       "class=\"net\"/></top>"
                       "<communicators><communicator id=\"all\" members=\"box[*][*]/x[*] box[1][0..1]/y "
                       "box[0][0]/y\"/></communicators>");
  meaning = dup_meaning (&edits);
  uids = heddle_edit_ungroup (edits.document, edits.catalog, edits_find (&edits, "top/box"), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (uids->len, ==, 12);
  g_assert_cmpuint (edits_find (&edits, "box"), ==, 0);
  g_assert_cmpuint (edits.n_signals, ==, 1);
  assert_same_meaning (&edits, meaning);
  edits_end (&edits);
}

/* ---- replicate ------------------------------------------------------------------------------ */

static void
test_replicate (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  g_autofree char *meaning = NULL;
  guint64 xpu, nic;

  edits_begin (&edits, "<variables><variable name=\"n\" type=\"integer\" value=\"4\"/></variables>"
                       "<link-class id=\"net\" bandwidth=\"50 GB/s\" latency=\"1 us\" sharing=\"split\"/>"
                       "<top><component id=\"xpu\" type=\"fabric.xpu\"/><component id=\"nic\" type=\"fabric.nic\"/>"
                       "<component id=\"tor\" type=\"fabric.tor-switch\"/><component id=\"other\" "
                       "type=\"fabric.xpu\"/>"
                       "<component id=\"m\" type=\"fabric.memory\"/>"
                       "<link id=\"p\" from=\"xpu.pcie\" to=\"nic.pcie\" class=\"net\"/>"
                       "<link id=\"a\" from=\"tor.down[0]\" to=\"nic.eth\" class=\"net\"/>"
                       "<link id=\"b\" from=\"other.eth\" to=\"tor.down[1]\" class=\"net\"/>"
                       "<link id=\"c\" from=\"xpu.cxl\" to=\"m.port\" class=\"net\"/></top>"
                       "<communicators><communicator id=\"all\" members=\"xpu other\"/></communicators>");
  meaning = dup_meaning (&edits);
  xpu = edits_find (&edits, "top/xpu");
  nic = edits_find (&edits, "top/nic");

  /* The NIC has room for one: the first keeps it. Memory takes any number. */
  g_assert_true (heddle_edit_replicate (edits.document, edits.catalog, xpu, "$n", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (edits_get (&edits, "top/p", "from"), ==, "xpu[0].pcie");
  g_assert_cmpstr (edits_get (&edits, "top/c", "from"), ==, "xpu[i].cxl");
  edits_assert_valid (&edits);
  /* Pairs with an array of the same size; at the switch a run of ports that is free */
  hd_document_undo (edits.document);
  g_assert_true (heddle_edit_replicate (edits.document, edits.catalog, nic, "4", &error));
  g_assert_cmpstr (edits_get (&edits, "top/a", "from"), ==, "tor.down[i + 2]");
  g_assert_cmpstr (edits_get (&edits, "top/a", "to"), ==, "nic[i].eth");
  g_assert_cmpstr (edits_get (&edits, "top/p", "to"), ==, "nic[0].pcie");
  g_assert_true (heddle_edit_replicate (edits.document, edits.catalog, xpu, "$n", &error));
  g_assert_cmpstr (edits_get (&edits, "top/p", "from"), ==, "xpu[i].pcie");
  g_assert_cmpstr (edits_get (&edits, "top/p", "to"), ==, "nic[i].pcie");
  edits_assert_valid (&edits);
  /* One again */
  g_assert_true (heddle_edit_replicate (edits.document, edits.catalog, xpu, "1", &error));
  g_assert_true (heddle_edit_replicate (edits.document, edits.catalog, nic, "1", &error));
  g_assert_no_error (error);
  assert_same_meaning (&edits, meaning);

  g_assert_true (heddle_edit_replicate (edits.document, edits.catalog, nic, "2x3", &error));
  g_assert_cmpstr (edits_get (&edits, "top/a", "from"), ==, "tor.down[i * 3 + j + 2]");
  g_assert_false (heddle_edit_replicate (edits.document, edits.catalog, nic, "many", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_cmpstr (edits_get (&edits, "top/nic", "count"), ==, "2x3");
  g_assert_true (heddle_edit_replicate (edits.document, edits.catalog, nic, "6", &error));
  g_assert_no_error (error);
  edits_assert_valid (&edits);
  edits_end (&edits);
}

/* ---- convert -------------------------------------------------------------------------------- */

static void
test_convert (void)
{
  guint n = 0;

  for (guint g = 0; g < hd_generators_get_n (); g++)
    {
      const HdGenerator *generator = hd_generators_get (g);
      g_autofree char *text = g_strdup_printf ("<variables><variable name=\"rate\" value=\"25 GB/s\"/></variables>"
                                               "<top><generate id=\"net\" kind=\"%s\" bandwidth=\"$rate * 2\" "
                                               "latency=\"300 ns\" x=\"100\" y=\"50\"/>"
                                               "<component id=\"mem\" type=\"fabric.memory\"/>"
                                               "<component id=\"extra\" type=\"fabric.xpu\"/></top>",
                                               generator->kind);
      Edits edits;
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) uids = NULL;
      g_autofree char *meaning = NULL;

      g_test_message ("%s", generator->kind);
      edits_begin (&edits, text);
      meaning = dup_meaning (&edits);
      uids = heddle_edit_convert (edits.document, edits.catalog, edits_find (&edits, "top/net"), NULL, &error);
      if (g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT))
        {
          edits_end (&edits);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (uids->len, >, 2);
      n++;
      g_assert_cmpuint (edits.n_signals, ==, 1);
      assert_same_meaning (&edits, meaning);
      edits_end (&edits);
    }
  g_assert_cmpuint (n, >=, 8);
}

static void
test_convert_references (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = NULL;
  g_autofree char *meaning = NULL;

  edits_begin (&edits, "<top><generate id=\"net\" kind=\"star\" hosts=\"4\"/>"
                       "<component id=\"mem\" type=\"fabric.memory\"/><component id=\"extra\" type=\"fabric.xpu\"/>"
                       "<link id=\"m\" from=\"net/host[i].cxl\" to=\"mem.port\" bandwidth=\"(i + 1) * 1 GB/s\" "
                       "latency=\"1 us\"/>"
                       "<link from=\"extra.eth\" to=\"net/switch.port[9]\" bandwidth=\"1 GB/s\" latency=\"1 "
                       "us\"/></top>"
                       "<communicators><communicator id=\"c\" members=\"net/host[2..3] extra "
                       "net/host[0]\"/></communicators>"
                       "<probes><probe of=\"net/access[1].utilisation\"/></probes>");
  meaning = dup_meaning (&edits);
  uids = heddle_edit_convert (edits.document, edits.catalog, edits_find (&edits, "top/net"), NULL, &error);
  g_assert_no_error (error);
  assert_same_meaning (&edits, meaning);
  g_assert_cmpstr (edits_get (&edits, "communicators/c", "members"), ==, "host_2 host_3 extra host_0");
  edits_end (&edits);
}

static void
test_convert_limit (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;

  edits_begin (&edits, "<top><generate id=\"net\" kind=\"mesh\" rows=\"200\" columns=\"200\"/></top>");
  g_assert_null (heddle_edit_convert (edits.document, edits.catalog, edits_find (&edits, "top/net"), NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "199600"));
  g_clear_error (&error);

  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (edits.document);
  g_autoptr (HdDesign) design = hd_elaborate_sketch (snapshot, edits.catalog, NULL);

  g_assert_false (heddle_edit_may_convert (design, 0, edits_find (&edits, "top/net"), &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_true (heddle_edit_may_convert (NULL, 0, edits_find (&edits, "top/net"), NULL)); /* nobody knows */
  edits_end (&edits);
}

/* A chain of modules is followed to its end, however long it is. */
static void
test_long_chain (void)
{
  const guint n = 100000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *last = g_strdup_printf ("m%u", n);
  g_autoptr (GError) error = NULL;
  Edits edits;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "<module id=\"m%u\"><instance id=\"a\" of=\"m%u\"/></module>", i, i + 1);
  g_string_append_printf (text, "<module id=\"%s\"/><top/>", last);
  edits_begin (&edits, text->str);
  g_assert_cmpuint (heddle_edit_add_instance (edits.document, edits_find (&edits, last), "m0", 0, 0, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  edits_end (&edits);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/edits/group", test_group);
  g_test_add_func ("/ui/edits/group-generated", test_group_generated);
  g_test_add_func ("/ui/edits/group-namesake", test_group_namesake);
  g_test_add_func ("/ui/edits/group-refuses", test_group_refuses);
  g_test_add_func ("/ui/edits/ungroup-array", test_ungroup_array);
  g_test_add_func ("/ui/edits/replicate", test_replicate);
  g_test_add_func ("/ui/edits/convert", test_convert);
  g_test_add_func ("/ui/edits/convert-references", test_convert_references);
  g_test_add_func ("/ui/edits/convert-limit", test_convert_limit);
  g_test_add_func ("/ui/edits/long-chain", test_long_chain);
  return g_test_run ();
}
