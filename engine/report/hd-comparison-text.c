/* hd-comparison-text.c: a comparison as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comparison-text"

#include "hd-comparison-tables.h"

#include "hd-text-columns.h"

char *
hd_comparison_to_text (const HdComparison *self,
                       const char *name_a,
                       const char *name_b,
                       guint n_links)
{
  g_autoptr (GPtrArray) tables = hd_comparison_list_tables (self, n_links);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "A: %s (%s)\nB: %s (%s)\n%s\n", self->a->project, name_a, self->b->project, name_b, hd_comparison_get_verdict (self));
  for (guint i = 0; i < tables->len; i++)
    {
      const HdComparisonTable *table = tables->pdata[i];

      g_string_append_printf (text, "\n%s\n", table->title);
      hd_text_columns_append (text, table->heads, table->rows, table->n_names);
    }
  return g_string_free (text, FALSE);
}
