/* test-graph-export.c: the drawn system as a graph that is read again
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: the components of a graph that is read again have the types and the parameters of those that were written: numbers, choices, flags and texts.
 */
#include <glib/gstdio.h>

#include "catalog-fixture.h"
#include "run-fixture.h"

#define PROJECT                                                                                                                                   \
  "<heddle version=\"1\" name=\"Graph\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top>"                                        \
  "<component id=\"p\" type=\"chiplet.process\" count=\"3\" program=\"program-{p}\" arguments=\"{{&quot;a&quot; {2 * p}&#10;second} line\"/>"      \
  "<component id=\"n\" type=\"offload.nic\" log=\"true\"/><component id=\"o\" type=\"offload.nic\" log=\"false\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link from=\"n.net\" to=\"s.port[4]\" class=\"l\"/><link from=\"o.net\" to=\"s.port[5]\" class=\"l\"/>"                                              \
  "<link from=\"p[i].net\" to=\"s.port[i]\" class=\"l\" for=\"i=0..2\"/></top></heddle>"

static HdDesign *
read_again (HdCatalog *catalog,
            const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("heddle-graph-XXXXXX", &error), *path = g_build_filename (folder, "graph.graphml", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_true (g_file_set_contents (path, text, -1, &error));
  document = hd_document_load_with (file, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  g_rmdir (folder);
  return design;
}

static void
compare_node (HdDesign *one,
              HdDesign *other,
              guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (one)[node].type;
  const double *values = hd_design_get_parameters (one, node), *others = hd_design_get_parameters (other, node);

  g_assert_true (type == hd_design_get_nodes (other)[node].type);
  for (guint i = 0; i < hd_component_type_count_parameters (type); i++)
    if (type->parameters[i].kind == HD_PARAMETER_TEXT)
      g_assert_cmpstr (hd_design_get_text (one, node, i), ==, hd_design_get_text (other, node, i));
    else
      g_assert_cmpfloat (values[i], ==, others[i]);
}

static void
test_parameters (void)
{
  g_autoptr (HdCatalog) catalog = catalog_fixture_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (PROJECT, -1, "graph.heddle", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, NULL), again = NULL;
  g_autofree char *text = hd_graphml_to_string (design, catalog, snapshot);

  again = read_again (catalog, text);
  g_assert_cmpuint (hd_design_get_n_nodes (design), ==, hd_design_get_n_nodes (again));
  g_assert_cmpuint (hd_design_get_n_links (design), ==, hd_design_get_n_links (again));
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    compare_node (design, again, i);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/graph-export/parameters", test_parameters);
  return g_test_run ();
}
