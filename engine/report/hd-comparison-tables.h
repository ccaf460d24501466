/* hd-comparison-tables.h: a comparison as cells of tables, which text and pages show alike
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-comparison.h>

G_BEGIN_DECLS

/** HdComparisonTable: @n_names: columns from the left that hold words, not figures; @heads, and each of @rows: (array zero-terminated=1) */
typedef struct
{
  char *title;
  guint n_names;
  char **heads;
  GPtrArray *rows;
} HdComparisonTable;

/** hd_comparison_list_tables: (element-type HdComparisonTable) (transfer full): those that have rows */
GPtrArray *hd_comparison_list_tables (const HdComparison *self,
                                      guint n_links);
/** hd_comparison_get_verdict: in a sentence, whether the runs are the same */
const char *hd_comparison_get_verdict (const HdComparison *self);

G_END_DECLS
