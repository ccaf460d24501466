/* hd-comparison-text.c: a comparison as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comparison-text"

#include "hd-comparison-tables.h"

#include "hd-text-columns.h"

#define GAP 2

static void
measure (char **cells,
         guint *widths)
{
  for (guint i = 0; cells[i] != NULL; i++)
    widths[i] = MAX (widths[i], hd_text_columns (cells[i]));
}

/* Words begin where their column does, figures end where it ends. */
static void
append_line (GString *text,
             const HdComparisonTable *table,
             char **cells,
             const guint *widths)
{
  for (guint i = 0; cells[i] != NULL; i++)
    {
      int space = (int) (widths[i] - hd_text_columns (cells[i]));

      if (i < table->n_names)
        g_string_append_printf (text, "%*s%s%*s", GAP, "", cells[i], cells[i + 1] != NULL ? space : 0, "");
      else
        g_string_append_printf (text, "%*s%s", GAP + space, "", cells[i]);
    }
  g_string_append_c (text, '\n');
}

static void
append_table (GString *text,
              const HdComparisonTable *table)
{
  g_autofree guint *widths = g_new0 (guint, g_strv_length (table->heads) + 1);

  measure (table->heads, widths);
  for (guint r = 0; r < table->rows->len; r++)
    measure (table->rows->pdata[r], widths);
  g_string_append_printf (text, "\n%s\n", table->title);
  append_line (text, table, table->heads, widths);
  for (guint r = 0; r < table->rows->len; r++)
    append_line (text, table, table->rows->pdata[r], widths);
}

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
    append_table (text, tables->pdata[i]);
  return g_string_free (text, FALSE);
}
