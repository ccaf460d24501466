/* hd-tree-report.h: what is written from aggregation trees
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-tree.h>

G_BEGIN_DECLS

typedef enum
{
  HD_TREE_REPORT_TEXT,  /* a table for people, trees side by side */
  HD_TREE_REPORT_COSTS, /* best widths by size of the message, and the sizes for which type II is faster: the paper's tables 2 and 3 */
  HD_TREE_REPORT_JSON,  /* everything; stable keys, units in the keys */
  HD_TREE_REPORT_DOT,   /* for Graphviz: one digraph for each tree, leaf switches as clusters */
} HdTreeReportKind;

/**
 * hd_tree_report_to_string:
 * @communicator: its name
 * @trees: (array length=n_trees): over the same members, at least one
 *
 * With one tree the keys of %HD_TREE_REPORT_JSON are at the top, with several under `trees`. `hottest_link` has the link between two switches with the most
 * packets in one direction; `up` and `down` are the most that any link between switches carries towards the top and from it, `up_id` and `down_id` those links.
 */
char *hd_tree_report_to_string (HdTreeReportKind kind,
                                HdTreeNetwork *network,
                                const char *communicator,
                                HdTree *const *trees,
                                guint n_trees);
/** hd_tree_report_save: atomically. Errors: %HD_ERROR_IO. */
gboolean hd_tree_report_save (HdTreeReportKind kind,
                              HdTreeNetwork *network,
                              const char *communicator,
                              HdTree *const *trees,
                              guint n_trees,
                              const char *path,
                              GError **error);

G_END_DECLS
