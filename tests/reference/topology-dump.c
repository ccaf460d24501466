/* topology-dump.c: a generated topology, for another program to check
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: topology-dump KIND [KEY=VALUE...]. Prints "node PATH ROLE" and "link FROM TO"; nodes count from 0 in links.
 */
#include <heddle/heddle.h>

int
main (int argc,
      char **argv)
{
  const HdGenerator *generator = hd_generator_find (argv[1]);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_generator_new_document (generator, (const char *const *) argv + 2, &error);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;

  g_assert_no_error (error);
  g_strfreev (hd_catalog_load_default (catalog));
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *path = hd_design_dup_node_path (design, i);

      g_print ("node %s %d\n", path, (int) hd_design_get_nodes (design)[i].type->role);
    }
  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    g_print ("link %u %u\n", hd_design_get_links (design)[i].from, hd_design_get_links (design)[i].to);
  return 0;
}
