/* hd-tree-report-private.h: writers of aggregation trees, one for each kind of report
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-tree-report.h>

G_BEGIN_DECLS

/** HdTreeSheet: what is reported on */
typedef struct
{
  HdTreeNetwork *network;
  HdDesign *design;
  const char *communicator;
  HdTree *const *trees;
  guint n_trees;
} HdTreeSheet;

void _hd_tree_report_text (const HdTreeSheet *sheet,
                           GString *text);
void _hd_tree_report_costs (const HdTreeSheet *sheet,
                            GString *text);
void _hd_tree_report_json (const HdTreeSheet *sheet,
                           GString *text);
void _hd_tree_report_dot (const HdTreeSheet *sheet,
                          GString *text);

G_END_DECLS
