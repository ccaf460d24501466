/* heddle-tree-figure.h: an aggregation tree as bands of groups, and its figures in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-tree-bands.h"

G_BEGIN_DECLS

/* With more groups than these, larger ones are looked for. */
#define HEDDLE_TREE_MOST_GROUPS 200
/* With more vertices than these, groups are collapsed at first. */
#define HEDDLE_TREE_MOST_OPEN 2500

/**
 * HeddleTreeFigure:
 * @shape: borrows from what is below; vertices are those of the tree, and then the switches that were pruned
 * @nodes: (array length=shape.n): of the design
 * @group_nodes: (array length=shape.n_groups) (nullable): leaf switches; %NULL if the groups are others
 *
 * Groups are those of leaf switches, or, where these are many, the nearest larger ones. A tree of type II stands as high as the physical tree that
 * it was taken from.
 */
typedef struct
{
  HeddleBandShape shape;
  HdTree *tree;
  HdDesign *design;
  guint32 *parents, *levels, *order, *groups, *nodes, *group_nodes;
  guint8 *crosses, *kinds;
} HeddleTreeFigure;

/** heddle_tree_figure_new: O(n) */
HeddleTreeFigure *heddle_tree_figure_new (HdTree *tree,
                                          HdDesign *design);
void heddle_tree_figure_free (HeddleTreeFigure *self);
/** heddle_tree_figure_dup_group: "leaf[3]", or "group 3" */
char *heddle_tree_figure_dup_group (const HeddleTreeFigure *self,
                                    guint32 group);
/** heddle_tree_figure_dup_vertex: what it is, where it is, and what hangs on it, in lines */
char *heddle_tree_figure_dup_vertex (const HeddleTreeFigure *self,
                                     guint32 vertex);

/** heddle_tree_dup_title: "32-nomial"; @width 0 for the algorithm alone */
char *heddle_tree_dup_title (HdTreeAlgorithm algorithm,
                             guint32 width);

typedef enum
{
  HEDDLE_TREE_HEIGHT,
  HEDDLE_TREE_RADIUS_LINKS,
  HEDDLE_TREE_CHILDREN,
  HEDDLE_TREE_CROSSING,
  HEDDLE_TREE_HOTTEST_LINK,
  HEDDLE_TREE_UP,
  HEDDLE_TREE_DOWN,
  HEDDLE_TREE_ENTRIES,
  HEDDLE_TREE_AGGREGATE,
  HEDDLE_TREE_TOTAL,
  HEDDLE_TREE_CLOSED_FORM,
  HEDDLE_TREE_N_METRICS
} HeddleTreeMetric;

/** heddle_tree_metric_get_title, _help: translated */
const char *heddle_tree_metric_get_title (HeddleTreeMetric metric);
const char *heddle_tree_metric_get_help (HeddleTreeMetric metric);
/** heddle_tree_metric_get: less is better; NAN for what is no number. Times are in seconds. */
double heddle_tree_metric_get (HeddleTreeMetric metric,
                               HdTree *tree);
char *heddle_tree_metric_dup_text (HeddleTreeMetric metric,
                                   const HeddleTreeFigure *figure);
/** heddle_tree_dup_summary: all metrics in a sentence */
char *heddle_tree_dup_summary (const HeddleTreeFigure *figure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleTreeFigure, heddle_tree_figure_free)

G_END_DECLS
