/* hd-tree-report-json.c: aggregation trees as JSON
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Keys are stable: scripts read them. Units are in the keys; what has none is a count.
 */
#define G_LOG_DOMAIN "hd-tree-report-json"

#include "hd-tree-report-private.h"

#include <json-glib/json-glib.h>

#include "hd-json-members.h"
#include "hd-json-text.h"

static void
take_text (JsonBuilder *builder,
           const char *key,
           char *value)
{
  hd_json_add_text (builder, key, value);
  g_free (value);
}

static void
add_link_id (JsonBuilder *builder,
             const HdTreeSheet *sheet,
             const char *key,
             guint32 link)
{
  take_text (builder, key, link != HD_NO_ID ? hd_design_dup_link_path (sheet->design, link) : NULL);
}

static void
add_hottest (JsonBuilder *builder,
             const HdTreeSheet *sheet,
             const HdTreeMetrics *metrics)
{
  json_builder_set_member_name (builder, "hottest_link");
  if (metrics->hottest_link == HD_NO_ID)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  add_link_id (builder, sheet, "id", metrics->hottest_link);
  hd_json_add_integer (builder, "up", metrics->hottest_up);
  hd_json_add_integer (builder, "down", metrics->hottest_down);
  add_link_id (builder, sheet, "up_id", metrics->up_link);
  add_link_id (builder, sheet, "down_id", metrics->down_link);
  json_builder_end_object (builder);
}

static void
add_links (JsonBuilder *builder,
           const HdTreeSheet *sheet,
           HdTree *tree)
{
  guint32 n;
  const HdTreeLink *links = hd_tree_get_links (tree, &n);

  json_builder_set_member_name (builder, "links");
  json_builder_begin_array (builder);
  for (guint32 i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      take_text (builder, "id", hd_design_dup_link_path (sheet->design, links[i].link));
      hd_json_add_integer (builder, "up", links[i].up);
      hd_json_add_integer (builder, "down", links[i].down);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_vertices (JsonBuilder *builder,
              const HdTreeSheet *sheet,
              HdTree *tree)
{
  const guint32 *nodes = hd_tree_get_nodes (tree), *parents = hd_tree_get_parents (tree), *levels = hd_tree_get_levels (tree);

  json_builder_set_member_name (builder, "vertices");
  json_builder_begin_array (builder);
  for (guint32 v = 0; v < hd_tree_get_n_vertices (tree); v++)
    {
      json_builder_begin_object (builder);
      take_text (builder, "id", hd_design_dup_node_path (sheet->design, nodes[v]));
      hd_json_add_integer (builder, "parent", parents[v] != HD_NO_ID ? (gint64) parents[v] : -1);
      hd_json_add_integer (builder, "level", levels[v]);
      hd_json_add_integer (builder, "length", hd_tree_get_lengths (tree)[v]);
      hd_json_add_number (builder, "ready_s", hd_time_to_seconds (hd_tree_get_ready (tree)[v]));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_tree (JsonBuilder *builder,
          const HdTreeSheet *sheet,
          HdTree *tree)
{
  static const char *const reasons[] = { NULL, "entries", "degree" };
  const HdTreeMetrics *metrics = hd_tree_get_metrics (tree);
  HdTreeTime time = hd_tree_get_time (tree);

  hd_json_add_text (builder, "algorithm", hd_tree_algorithm_get_id (hd_tree_get_algorithm (tree)));
  hd_json_add_text (builder, "fallback_reason", reasons[hd_tree_get_fallback (tree)]);
  hd_json_add_integer (builder, "k", hd_tree_get_width (tree));
  take_text (builder, "root", hd_design_dup_node_path (sheet->design, hd_tree_get_nodes (tree)[hd_tree_get_root (tree)]));
  hd_json_add_integer (builder, "height", metrics->height);
  hd_json_add_integer (builder, "radius", metrics->radius);
  hd_json_add_integer (builder, "max_children", metrics->max_children);
  hd_json_add_integer (builder, "crossing_packets", metrics->crossing_packets);
  add_hottest (builder, sheet, metrics);
  hd_json_add_integer (builder, "hottest_pair", metrics->hottest_pair);
  hd_json_add_integer (builder, "entries", metrics->entries);
  hd_json_add_number (builder, "predicted_s", time.total_s);
  hd_json_add_number (builder, "aggregate_s", time.aggregate_s);
  hd_json_add_number (builder, "broadcast_s", time.broadcast_s);
  hd_json_add_number (builder, "closed_form_s", time.closed_form_s);
  add_links (builder, sheet, tree);
  add_vertices (builder, sheet, tree);
}

void
_hd_tree_report_json (const HdTreeSheet *sheet,
                      GString *text)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *written = NULL;

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "heddle", HD_VERSION);
  hd_json_add_text (builder, "project", hd_design_get_name (sheet->design));
  hd_json_add_text (builder, "communicator", sheet->communicator);
  hd_json_add_integer (builder, "members", hd_tree_get_n_members (sheet->trees[0]));
  hd_json_add_text (builder, "operation", hd_tree_operation_get_id (hd_tree_get_operation (sheet->trees[0])));
  hd_json_add_number (builder, "size_bytes", hd_tree_get_bytes (sheet->trees[0]));
  if (sheet->n_trees == 1)
    add_tree (builder, sheet, sheet->trees[0]);
  else
    {
      json_builder_set_member_name (builder, "trees");
      json_builder_begin_array (builder);
      for (guint i = 0; i < sheet->n_trees; i++)
        {
          json_builder_begin_object (builder);
          add_tree (builder, sheet, sheet->trees[i]);
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  written = hd_json_text_write (root);
  g_string_append_printf (text, "%s\n", written);
}
