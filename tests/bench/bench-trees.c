/* bench-trees.c: aggregation trees over up to 100,352 processes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints CPU time for each type of tree on pruned fat trees of 512 processes a super-node, and how it grows. The promise is under 1 s at 100,352, everything included:
 * groups, the tree, its ways over the network, packets on every link, times and checks. The network itself is read from the design once, apart.
 */
#include <time.h>

#include <heddle/heddle.h>

static double
cpu_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

static HdDesign *
make_design (guint supers,
             HdCatalog *catalog)
{
  g_autofree char *n = g_strdup_printf ("supers=%u", supers);
  const char *settings[] = { n, "leaves=32", "spines=16", "uplinks=8", "hosts=16", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_generator_new_document (hd_generator_find ("pruned-fat-tree"), settings, &error);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  return design;
}

int
main (void)
{
  static const guint sizes[] = { 2, 12, 49, 196 };
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();

  g_strfreev (hd_catalog_load_default (catalog));
  g_print ("%10s %24s %10s %8s %10s %8s\n", "processes", "tree", "CPU s", "height", "children", "entries");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (HdDesign) design = make_design (sizes[i], catalog);
      const HdCommunicator *all = hd_design_get_communicator (design, 0);
      double start = cpu_seconds ();
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);

      hd_tree_network_set_degrees (network, 64, 256, NULL); /* core switches join up to 196 super-nodes */
      g_print ("%10u %24s %10.3f\n", all->n_members, "(network)", cpu_seconds () - start);
      for (guint algorithm = HD_TREE_K_ARY; algorithm <= HD_TREE_MINIMUM_COST; algorithm++)
        {
          const HdTreeOptions options = {
            .algorithm = algorithm,
            .widths = (const guint32[]){ 32, 24, 16 },
            .n_widths = 3,
          };
          g_autoptr (GError) error = NULL;
          g_autoptr (HdTree) tree = NULL;

          start = cpu_seconds ();
          tree = hd_tree_build (network, all->members, all->n_members, &options, &error);
          if (tree == NULL)
            g_print ("%10u %24s %s\n", all->n_members, hd_tree_algorithm_get_id (algorithm), error->message);
          else
            g_print ("%10u %24s %10.3f %8u %10u %8u\n", all->n_members, hd_tree_algorithm_get_id (algorithm), cpu_seconds () - start,
                     hd_tree_get_metrics (tree)->height, hd_tree_get_metrics (tree)->max_children, hd_tree_get_metrics (tree)->entries);
        }
    }
  return 0;
}
