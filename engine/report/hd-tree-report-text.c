/* hd-tree-report-text.c: aggregation trees side by side, and the tables of their cost model
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-report-text"

#include "hd-tree-report-private.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-quantity.h>

#include "hd-i18n.h"

#define TITLE_COLUMNS 34
#define MIN_COLUMNS 14
#define TOLERANCE_S 0.1e-6

/* Columns on a terminal: East Asian characters take two. */
static int
count_columns (const char *text)
{
  int n = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    n += g_unichar_iswide (g_utf8_get_char (text)) ? 2 : 1;
  return n;
}

static void
put_cell (GString *text,
          const char *cell,
          int columns)
{
  g_string_append_printf (text, "%*s%s", MAX (columns - count_columns (cell), 0), "", cell);
}

static char *
format_seconds (double seconds)
{
  return hd_quantity_format ((HdQuantity){ seconds, HD_DIMENSION_TIME }, 5);
}

/* ---- trees side by side ---------------------------------------------------------------------------------------------- */

/* One row of the table: what it says of a tree. */
typedef struct
{
  const char *title; /* translatable */
  char *(*format) (const HdTreeSheet *sheet,
                   HdTree *tree);
} Row;

static char *
format_name (const HdTreeSheet *sheet,
             HdTree *tree)
{
  return g_strdup (hd_tree_algorithm_get_id (hd_tree_get_algorithm (tree)));
}

static char *
format_width (const HdTreeSheet *sheet,
              HdTree *tree)
{
  return hd_tree_get_width (tree) > 0 ? g_strdup_printf ("%u", hd_tree_get_width (tree)) : g_strdup ("–");
}

static char *
format_root (const HdTreeSheet *sheet,
             HdTree *tree)
{
  return hd_design_dup_node_path (sheet->design, hd_tree_get_nodes (tree)[hd_tree_get_root (tree)]);
}

#define METRIC(name_) \
  static char *format_##name_ (const HdTreeSheet *sheet, HdTree *tree) \
  { \
    return g_strdup_printf ("%u", hd_tree_get_metrics (tree)->name_); \
  }
METRIC (height)
METRIC (radius)
METRIC (max_children)
METRIC (crossing_packets)
METRIC (hottest_up)
METRIC (hottest_down)
METRIC (hottest_pair)
METRIC (entries)

static char *
format_hottest (const HdTreeSheet *sheet,
                HdTree *tree)
{
  guint32 link = hd_tree_get_metrics (tree)->hottest_link;

  return link != HD_NO_ID ? hd_design_dup_link_path (sheet->design, link) : g_strdup ("–");
}

#define TIME(name_) \
  static char *format_##name_ (const HdTreeSheet *sheet, HdTree *tree) \
  { \
    return format_seconds (hd_tree_get_time (tree).name_##_s); \
  }
TIME (aggregate)
TIME (broadcast)
TIME (total)
TIME (closed_form)

static const Row rows[] = {
  { N_("Tree"), format_name },
  { N_("Width k"), format_width },
  { N_("Root"), format_root },
  { N_("Height, edges"), format_height },
  { N_("Radius, links"), format_radius },
  { N_("Most children"), format_max_children },
  { N_("Packets between leaf switches"), format_crossing_packets },
  { N_("Hottest link"), format_hottest },
  { N_("Most packets up a link"), format_hottest_up },
  { N_("Most packets down a link"), format_hottest_down },
  { N_("Most between two leaf switches"), format_hottest_pair },
  { N_("Table entries"), format_entries },
  { N_("Aggregation"), format_aggregate },
  { N_("Way back"), format_broadcast },
  { N_("Predicted"), format_total },
  { N_("Closed form"), format_closed_form },
};

static const char *
describe_fallback (HdTreeFallback fallback)
{
  switch (fallback)
    {
    case HD_TREE_FALLBACK_ENTRIES:
      return _("instead of type II: no free entries");
    case HD_TREE_FALLBACK_DEGREE:
      return _("instead of type II: degree limits are too small");
    default:
      return NULL;
    }
}

static int *
measure_columns (const HdTreeSheet *sheet)
{
  int *columns = g_new (int, sheet->n_trees);

  for (guint i = 0; i < sheet->n_trees; i++)
    {
      columns[i] = MIN_COLUMNS;
      for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
        {
          g_autofree char *cell = rows[r].format (sheet, sheet->trees[i]);

          columns[i] = MAX (columns[i], count_columns (cell));
        }
    }
  return columns;
}

void
_hd_tree_report_text (const HdTreeSheet *sheet,
                      GString *text)
{
  g_autofree char *bytes = hd_quantity_format ((HdQuantity){ hd_tree_get_bytes (sheet->trees[0]), HD_DIMENSION_BYTES }, 6);
  g_autofree int *columns = measure_columns (sheet);
  guint32 n = hd_tree_get_n_members (sheet->trees[0]);

  g_string_append_printf (text, ngettext ("%s: communicator %s, %u process on %u leaf switches, %s of %s\n",
                                          "%s: communicator %s, %u processes on %u leaf switches, %s of %s\n", n),
                          hd_design_get_name (sheet->design), sheet->communicator, n, hd_tree_get_n_leaves (sheet->trees[0]),
                          hd_tree_operation_get_id (hd_tree_get_operation (sheet->trees[0])), bytes);
  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      g_string_append_printf (text, "  %s%*s", _(rows[r].title), MAX (TITLE_COLUMNS - count_columns (_(rows[r].title)), 0), "");
      for (guint i = 0; i < sheet->n_trees; i++)
        {
          g_autofree char *cell = rows[r].format (sheet, sheet->trees[i]);

          put_cell (text, cell, columns[i] + 2);
        }
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < sheet->n_trees; i++)
    if (describe_fallback (hd_tree_get_fallback (sheet->trees[i])) != NULL)
      g_string_append_printf (text, "  %s: %s\n", hd_tree_algorithm_get_id (hd_tree_get_algorithm (sheet->trees[i])),
                              describe_fallback (hd_tree_get_fallback (sheet->trees[i])));
}

/* ---- cost tables ----------------------------------------------------------------------------------------------------- */

static void
put_widths (GString *text,
            const HdTreeCost *cost,
            guint32 members,
            double bytes,
            guint32 limit)
{
  HdTreeWidths widths = hd_tree_cost_find_widths (cost, members, bytes, TOLERANCE_S, limit);
  g_autofree char *range = widths.lowest > 0 ? g_strdup_printf ("%u … %u", widths.lowest, widths.highest) : g_strdup ("–");
  g_autofree char *best = g_strdup_printf ("%u", widths.best);
  g_autofree char *size = g_strdup_printf ("%.0f B", bytes);
  g_autofree char *time = format_seconds (widths.best_s);

  put_cell (text, size, 14);
  put_cell (text, best, 10);
  put_cell (text, range, 14);
  put_cell (text, time, 14);
  g_string_append_c (text, '\n');
}

void
_hd_tree_report_costs (const HdTreeSheet *sheet,
                       GString *text)
{
  guint32 members = MAX (hd_tree_get_n_members (sheet->trees[0]), 2), limit = MIN (members, 512);
  HdTreeCost cost = hd_tree_network_get_cost (sheet->network, hd_tree_get_nodes (sheet->trees[0]), hd_tree_get_n_members (sheet->trees[0]));
  g_autofree char *tolerance = format_seconds (TOLERANCE_S);
  double a, b;
  g_autofree char *fixed = NULL, *per_child = NULL;

  hd_tree_cost_get_coefficients (&cost, 0, &a, &b);
  fixed = format_seconds (a);
  per_child = format_seconds (b);
  g_string_append_printf (text, _("F(k) = (a + b k) log_k P for %u processes; without a payload a = %s and b = %s, and the best width is %.1f\n"), members, fixed,
                          per_child, hd_tree_cost_find_optimum (&cost, 0));
  put_cell (text, _("Packet"), 14);
  put_cell (text, _("Best k"), 10);
  g_string_append_c (text, ' ');
  put_cell (text, tolerance, 11);
  g_string_append (text, " ±");
  put_cell (text, "F(k)", 14);
  g_string_append_c (text, '\n');
  put_widths (text, &cost, members, 0, limit);
  for (double bytes = 8; bytes <= 2048; bytes *= 2)
    put_widths (text, &cost, members, bytes, limit);
  for (guint32 d = 16; d <= 64; d *= 2)
    {
      gint64 last = hd_tree_cost_last_type_2 (&cost, d, members, limit);

      if (last >= 0)
        g_string_append_printf (text, _("Switches with %u children are faster than NICs up to %" PRId64 " B\n"), d, last);
      else
        g_string_append_printf (text, _("Switches with %u children are never faster than NICs\n"), d);
    }
}
