/* heddle-tree-metrics.c: what aggregation trees are compared by, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-metrics"

#include "heddle-tree-figure.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"

#define DIGITS 4

typedef struct
{
  const char *title;
  const char *help;
} Words;

static const Words words[HEDDLE_TREE_N_METRICS] = {
  [HEDDLE_TREE_HEIGHT] = { N_("Height"), N_("Edges of the tree from the farthest leaf to the root") },
  [HEDDLE_TREE_RADIUS_LINKS] = { N_("Radius, links"), N_("Links of the network from the farthest leaf to the root") },
  [HEDDLE_TREE_CHILDREN] = { N_("Most children"), N_("Of any node of the tree") },
  [HEDDLE_TREE_CROSSING] = { N_("Packets between leaf switches"), N_("Edges whose ends are on different leaf switches") },
  [HEDDLE_TREE_HOTTEST_LINK] = { N_("Hottest link"), N_("Between two switches, with the most packets in one direction") },
  [HEDDLE_TREE_UP] = { N_("Most packets up a link"), N_("Towards the top of the network, between two switches") },
  [HEDDLE_TREE_DOWN] = { N_("Most packets down a link"), N_("From the top of the network, between two switches") },
  [HEDDLE_TREE_ENTRIES] = { N_("Table entries"), N_("Of switches; a tree in NICs takes none") },
  [HEDDLE_TREE_AGGREGATE] = { N_("Aggregation"), N_("Until the root has everything, with nothing else on the links") },
  [HEDDLE_TREE_TOTAL] = { N_("Predicted, without noise"), N_("Aggregation and the way back of this very tree, with nothing else on the links") },
  [HEDDLE_TREE_CLOSED_FORM] = { N_("Closed form"), N_("The same by the cost model, which assumes a complete tree and equal distances") },
};

const char *
heddle_tree_metric_get_title (HeddleTreeMetric metric)
{
  return _(words[metric].title);
}

const char *
heddle_tree_metric_get_help (HeddleTreeMetric metric)
{
  return _(words[metric].help);
}

double
heddle_tree_metric_get (HeddleTreeMetric  metric,
                        HdTree           *tree)
{
  const HdTreeMetrics *metrics = hd_tree_get_metrics (tree);
  HdTreeTime time = hd_tree_get_time (tree);
  const double values[HEDDLE_TREE_N_METRICS] = {
    [HEDDLE_TREE_HEIGHT] = metrics->height,
    [HEDDLE_TREE_RADIUS_LINKS] = metrics->radius,
    [HEDDLE_TREE_CHILDREN] = metrics->max_children,
    [HEDDLE_TREE_CROSSING] = metrics->crossing_packets,
    [HEDDLE_TREE_HOTTEST_LINK] = NAN,
    [HEDDLE_TREE_UP] = metrics->hottest_up,
    [HEDDLE_TREE_DOWN] = metrics->hottest_down,
    [HEDDLE_TREE_ENTRIES] = metrics->entries,
    [HEDDLE_TREE_AGGREGATE] = time.aggregate_s,
    [HEDDLE_TREE_TOTAL] = time.total_s,
    [HEDDLE_TREE_CLOSED_FORM] = time.closed_form_s,
  };

  return values[metric];
}

char *
heddle_tree_metric_dup_text (HeddleTreeMetric        metric,
                             const HeddleTreeFigure *figure)
{
  double value = heddle_tree_metric_get (metric, figure->tree);
  guint32 link = hd_tree_get_metrics (figure->tree)->hottest_link;

  if (metric == HEDDLE_TREE_HOTTEST_LINK)
    return link != HD_NO_ID ? hd_design_dup_link_path (figure->design, link) : g_strdup ("–");
  if (metric >= HEDDLE_TREE_AGGREGATE)
    return hd_figure_time ((HdTime) round (value * HD_TICKS_PER_SECOND), DIGITS);
  return hd_figure_count ((guint64) value);
}

char *
heddle_tree_dup_summary (const HeddleTreeFigure *figure)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < HEDDLE_TREE_N_METRICS; i++)
    {
      g_autofree char *value = heddle_tree_metric_dup_text (i, figure);

      /* Translators: a figure in a list of them, "Height: 2" */
      g_string_append_printf (text, _("%s: %s"), heddle_tree_metric_get_title (i), value);
      g_string_append (text, i + 1 < HEDDLE_TREE_N_METRICS ? ", " : "");
    }
  return g_string_free (text, FALSE);
}

char *
heddle_tree_dup_title (HdTreeAlgorithm algorithm,
                       guint32         width)
{
  if (width > 0 && algorithm == HD_TREE_K_ARY)
    return g_strdup_printf (_("%u-ary"), width);
  if (width > 0 && algorithm == HD_TREE_K_NOMIAL)
    return g_strdup_printf (_("%u-nomial"), width);
  if (width > 0 && algorithm == HD_TREE_HIERARCHICAL)
    return g_strdup_printf (_("Hierarchical %u-nomial"), width);
  return g_strdup (hd_tree_algorithm_get_title (algorithm));
}
