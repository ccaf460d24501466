/* hd-comparison-tables.c: a comparison as cells of tables, which text and pages show alike
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Metrics stand with the names by which conditions and files know them.
 */
#define G_LOG_DOMAIN "hd-comparison-tables"

#include "hd-comparison-tables.h"

#include <string.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"

#define DIGITS 4
#define NOTHING "–"

static void
table_free (gpointer data)
{
  HdComparisonTable *table = data;

  g_free (table->title);
  g_strfreev (table->heads);
  g_ptr_array_unref (table->rows);
  g_free (table);
}

static HdComparisonTable *
add_table (GPtrArray *tables,
           char *title,
           guint n_names,
           const char *const *heads)
{
  HdComparisonTable *table = g_new0 (HdComparisonTable, 1);

  table->title = title;
  table->n_names = n_names;
  table->heads = g_strdupv ((char **) heads);
  table->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_ptr_array_add (tables, table);
  return table;
}

/* Takes the cells. */
static void
add_row (HdComparisonTable *table,
         char *const *cells)
{
  guint n = g_strv_length (table->heads);
  char **row = g_new0 (char *, n + 1);

  memcpy (row, cells, n * sizeof *row);
  g_ptr_array_add (table->rows, row);
}

static char *
dup_value (const HdMetric *metric)
{
  return metric != NULL ? hd_figure_in (metric->value, metric->unit, DIGITS) : g_strdup (NOTHING);
}

static void
add_metrics (const HdComparison *self,
             GPtrArray *tables)
{
  HdComparisonTable *table = add_table (tables, g_strdup (_("Metrics")), 1,
                                        (const char *const[]){ _("Metric"), "A", "B", _("Difference"), _("Change"), NULL });

  for (guint i = 0; i < self->metrics->len; i++)
    {
      const HdMetricPair *pair = &g_array_index (self->metrics, HdMetricPair, i);
      gboolean alike = hd_metric_pair_is_alike (pair);

      add_row (table, (char *const[]){ g_strdup ((pair->a != NULL ? pair->a : pair->b)->name), dup_value (pair->a), dup_value (pair->b),
                                       alike ? hd_figure_difference (pair->a->value, pair->b->value, pair->a->unit, DIGITS) : g_strdup (NOTHING),
                                       alike ? hd_figure_change (pair->a->value, pair->b->value) : g_strdup (NOTHING) });
    }
}

static char *
dup_share (const HdOutcomeLink *link)
{
  return link != NULL ? hd_figure_percent (link->mean) : g_strdup (NOTHING);
}

static char *
dup_amount (const HdOutcomeLink *link)
{
  return link != NULL ? hd_figure_in (link->amount, "B", DIGITS) : g_strdup (NOTHING);
}

static void
add_links (const HdComparison *self,
           GPtrArray *tables,
           guint n_links)
{
  g_autofree char *differ = hd_figure_count (self->links->len), *all = hd_figure_count (self->n_links);
  /* Translators: how many of how many links, "Links that differ most (128 of 22,080 differ)" */
  char *title = g_strdup_printf (_("Links that differ most (%s of %s differ)"), differ, all);
  HdComparisonTable *table = add_table (tables, title, 1,
                                        (const char *const[]){ _("Link"), _("A, mean use"), _("B, mean use"), _("Difference"), _("A, carried"), _("B, carried"), NULL });

  for (guint i = 0; i < MIN (self->links->len, n_links); i++)
    {
      const HdLinkPair *pair = &g_array_index (self->links, HdLinkPair, i);

      add_row (table, (char *const[]){ g_strdup ((pair->a != NULL ? pair->a : pair->b)->id), dup_share (pair->a), dup_share (pair->b),
                                       pair->a != NULL && pair->b != NULL ? hd_figure_difference (100 * pair->a->mean, 100 * pair->b->mean, "%", DIGITS) : g_strdup (NOTHING),
                                       dup_amount (pair->a), dup_amount (pair->b) });
    }
}

static void
add_differences (const HdComparison *self,
                 GPtrArray *tables)
{
  HdComparisonTable *table = add_table (tables, g_strdup (_("What was changed")), 3, (const char *const[]){ _("What"), "A", "B", NULL });

  for (guint i = 0; i < self->differences->len; i++)
    {
      const HdDifference *difference = &g_array_index (self->differences, HdDifference, i);

      add_row (table, (char *const[]){ g_strdup (difference->subject), g_strdup (difference->a != NULL ? difference->a : NOTHING),
                                       g_strdup (difference->b != NULL ? difference->b : NOTHING) });
    }
}

GPtrArray *
hd_comparison_list_tables (const HdComparison *self,
                           guint n_links)
{
  GPtrArray *tables = g_ptr_array_new_with_free_func (table_free);

  add_differences (self, tables);
  add_metrics (self, tables);
  add_links (self, tables, n_links);
  for (guint i = tables->len; i-- > 0;)
    if (((HdComparisonTable *) tables->pdata[i])->rows->len == 0)
      g_ptr_array_remove_index (tables, i);
  return tables;
}

const char *
hd_comparison_get_verdict (const HdComparison *self)
{
  return strcmp (self->a->digest, self->b->digest) == 0 ? _("The runs are the same: their digests are equal.") : _("The runs are not the same.");
}
