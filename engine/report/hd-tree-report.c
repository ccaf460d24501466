/* hd-tree-report.c: what is written from aggregation trees
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-report"

#include <heddle/hd-tree-report.h>

#include <string.h>

#include "hd-atomic-file.h"
#include "hd-tree-report-private.h"

/* For Graphviz. Names are quoted; ranks grow upwards as aggregation goes. */
void
_hd_tree_report_dot (const HdTreeSheet *sheet,
                     GString *text)
{
  for (guint i = 0; i < sheet->n_trees; i++)
    {
      HdTree *tree = sheet->trees[i];
      guint32 n = hd_tree_get_n_vertices (tree);
      const guint32 *leaves = hd_tree_get_leaves (tree), *parents = hd_tree_get_parents (tree), *nodes = hd_tree_get_nodes (tree);

      g_string_append_printf (text, "digraph \"%s\" {\n  rankdir=BT;\n  node [shape=circle, fontsize=10];\n", hd_tree_algorithm_get_id (hd_tree_get_algorithm (tree)));
      for (guint32 leaf = 0; leaf < hd_tree_get_n_leaves (tree); leaf++)
        {
          g_autofree char *path = hd_design_dup_node_path (sheet->design, hd_tree_get_leaf_nodes (tree)[leaf]);

          g_string_append_printf (text, "  subgraph \"cluster %s\" {\n    label=\"%s\";\n   ", path, path);
          for (guint32 v = 0; v < n; v++)
            if (leaves[v] == leaf)
              g_string_append_printf (text, " %u;", v);
          g_string_append (text, "\n  }\n");
        }
      for (guint32 v = 0; v < n; v++)
        {
          g_autofree char *path = hd_design_dup_node_path (sheet->design, nodes[v]);

          if (v < hd_tree_get_n_members (tree))
            g_string_append_printf (text, "  %u [tooltip=\"%s\"];\n", v, path);
          else
            g_string_append_printf (text, "  %u [shape=box, label=\"%s\"];\n", v, path);
        }
      for (guint32 v = 0; v < n; v++)
        if (parents[v] != HD_NO_ID)
          g_string_append_printf (text, "  %u -> %u%s;\n", v, parents[v], leaves[v] != leaves[parents[v]] || leaves[v] == HD_NO_ID ? " [penwidth=3]" : "");
      g_string_append (text, "}\n");
    }
}

char *
hd_tree_report_to_string (HdTreeReportKind kind,
                          HdTreeNetwork *network,
                          const char *communicator,
                          HdTree *const *trees,
                          guint n_trees)
{
  static void (*const writers[]) (const HdTreeSheet *sheet, GString *text) = {
    [HD_TREE_REPORT_TEXT] = _hd_tree_report_text,
    [HD_TREE_REPORT_COSTS] = _hd_tree_report_costs,
    [HD_TREE_REPORT_JSON] = _hd_tree_report_json,
    [HD_TREE_REPORT_DOT] = _hd_tree_report_dot,
  };
  const HdTreeSheet sheet = { network, hd_tree_network_get_design (network), communicator, trees, n_trees };
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (kind < G_N_ELEMENTS (writers) && n_trees > 0, NULL);

  writers[kind](&sheet, text);
  return g_string_free (text, FALSE);
}

gboolean
hd_tree_report_save (HdTreeReportKind kind,
                     HdTreeNetwork *network,
                     const char *communicator,
                     HdTree *const *trees,
                     guint n_trees,
                     const char *path,
                     GError **error)
{
  g_autofree char *text = hd_tree_report_to_string (kind, network, communicator, trees, n_trees);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return hd_atomic_file_write (file, text, strlen (text), NULL, error);
}
