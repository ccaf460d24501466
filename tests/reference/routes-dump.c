/* routes-dump.c: all routes of random systems, for another program to check
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: routes-dump SEED. Prints "node N ROLE", "link N FROM TO PS" and "route FROM TO LINK..." or "none FROM TO", all by number.
 */
#include <stdlib.h>

#include <heddle/heddle.h>

static char *
random_project (GRand *random)
{
  GString *text = g_string_new ("<heddle version=\"1\" name=\"random\"><top>");
  gint n_switches = g_rand_int_range (random, 5, 31);
  gint n_links = g_rand_int_range (random, n_switches, 3 * n_switches);
  gint n_hosts = g_rand_int_range (random, 2, 11);

  g_string_append_printf (text,
                          "<component id=\"s\" type=\"fabric.switch\" count=\"%d\"/><component id=\"h\" type=\"fabric.xpu\" count=\"%d\"/>"
                          "<component id=\"m\" type=\"fabric.memory\" count=\"2\"/>",
                          n_switches, n_hosts);
  for (gint i = 0; i < n_links; i++)
    {
      gint a = g_rand_int_range (random, 0, n_switches), b = g_rand_int_range (random, 0, n_switches - 1);

      /* Few latencies, so that there are many ties. */
      g_string_append_printf (text, "<link from=\"s[%d].port[%d]\" to=\"s[%d].port[%d]\" bandwidth=\"1 GB/s\" latency=\"%d ns\"/>", a, 2 * i,
                              b >= a ? b + 1 : b, 2 * i + 1, 100 * g_rand_int_range (random, 0, 4));
    }
  for (gint i = 0; i < n_hosts; i++)
    for (gint k = g_rand_int_range (random, 0, 4); k > 0; k--)
      g_string_append_printf (text, "<link from=\"h[%d].xpu\" to=\"s[%d].port[%d]\" bandwidth=\"1 GB/s\" latency=\"100 ns\"/>", i,
                              g_rand_int_range (random, 0, n_switches), 1000 + 10 * i + k);
  g_string_append_printf (text,
                          "<link from=\"m[0].port\" to=\"s[0].port[2000]\" bandwidth=\"1 GB/s\" latency=\"0 s\"/>"
                          "<link from=\"m[1].port\" to=\"h[0].xpu\" bandwidth=\"1 GB/s\" latency=\"50 ns\"/></top></heddle>");
  return g_string_free (text, FALSE);
}

int
main (int argc,
      char **argv)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (argc > 1 ? (guint32) strtoul (argv[1], NULL, 10) : 0);
  g_autofree char *text = random_project (random);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "random.heddle", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRouter) router = NULL;
  guint n;

  g_strfreev (hd_catalog_load_default (catalog));
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  for (guint i = 0; design == NULL && i < hd_problem_list_get_length (problems); i++)
    g_printerr ("%s\n", hd_problem_list_get (problems, i)->message);
  g_assert_no_error (error);
  router = hd_router_new (design);
  n = hd_design_get_n_nodes (design);
  for (guint i = 0; i < n; i++)
    g_print ("node %u %d\n", i, hd_design_get_nodes (design)[i].type->role);
  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    g_print ("link %u %u %u %" G_GINT64_FORMAT "\n", i, hd_design_get_links (design)[i].from, hd_design_get_links (design)[i].to,
             hd_design_get_links (design)[i].latency_ps);
  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      {
        HdRoute route;
        gboolean found = hd_router_find (router, from, to, NULL, 0, &route, NULL);

        g_print ("%s %u %u", found ? "route" : "none", from, to);
        for (guint h = 0; found && h < route.n_hops; h++)
          g_print (" %u", route.links[h]);
        g_print ("\n");
      }
  return 0;
}
