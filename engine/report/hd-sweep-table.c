/* hd-sweep-table.c: metrics of several runs, as a table
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-sweep-table"

#include <heddle/hd-sweep-table.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>
#include <heddle/hd-report.h>

#include "hd-column-title.h"
#include "hd-i18n.h"

#define MOST_COLUMNS 8 /* that are shown without being asked for */
#define DIGITS 4

typedef struct
{
  char *value;
  GArray *metrics; /* of HdMetric, with interned names and units */
  char *error;     /* or NULL */
} Row;

struct _HdSweepTable
{
  char *name;
  GPtrArray *rows; /* of Row */
};

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->value);
  g_array_unref (row->metrics);
  g_free (row->error);
  g_free (row);
}

HdSweepTable *
hd_sweep_table_new (const char *name)
{
  HdSweepTable *self = g_new0 (HdSweepTable, 1);

  self->name = g_strdup (name);
  self->rows = g_ptr_array_new_with_free_func (row_free);
  return self;
}

void
hd_sweep_table_free (HdSweepTable *self)
{
  g_free (self->name);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

void
hd_sweep_table_insert (HdSweepTable *self,
                       guint row,
                       const char *value)
{
  Row *added = g_new0 (Row, 1);

  g_return_if_fail (row <= self->rows->len);

  added->value = g_strdup (value);
  added->metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  g_ptr_array_insert (self->rows, (gint) row, added);
}

static Row *
get_row (HdSweepTable *self,
         guint row)
{
  return g_ptr_array_index (self->rows, row);
}

void
hd_sweep_table_set_metrics (HdSweepTable *self,
                                guint row,
                                HdRecord *record)
{
  HdMetric metric;

  g_return_if_fail (row < self->rows->len);

  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    {
      metric = (HdMetric){ g_intern_string (metric.name), g_intern_string (metric.title), g_intern_string (metric.unit), metric.value };
      g_array_append_val (get_row (self, row)->metrics, metric);
    }
}

void
hd_sweep_table_set_error (HdSweepTable *self,
                              guint row,
                              const char *message)
{
  g_return_if_fail (row < self->rows->len);

  g_free (get_row (self, row)->error);
  get_row (self, row)->error = g_strdup (message);
}

/* ---- columns ------------------------------------------------------------------------------------------------------------ */

/* Of all rows, in the order in which they come. */
GArray *
hd_sweep_table_list_metrics (HdSweepTable *self)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (HdMetric));

  for (guint r = 0; r < self->rows->len; r++)
    for (guint i = 0; i < get_row (self, r)->metrics->len; i++)
      if (hd_metrics_find (columns, g_array_index (get_row (self, r)->metrics, HdMetric, i).name) == NULL)
        g_array_append_vals (columns, &g_array_index (get_row (self, r)->metrics, HdMetric, i), 1);
  return columns;
}

gboolean
hd_sweep_table_find_metric (HdSweepTable *self,
                            guint row,
                            const char *name,
                            HdMetric *out_metric)
{
  const HdMetric *metric;

  g_return_val_if_fail (row < self->rows->len, FALSE);

  metric = hd_metrics_find (get_row (self, row)->metrics, name);
  if (metric != NULL)
    *out_metric = *metric;
  return metric != NULL;
}

const char *
hd_sweep_table_get_error (HdSweepTable *self,
                          guint row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);

  return get_row (self, row)->error;
}

/* Whether not all runs that have metrics have the same. */
static gboolean
differs (HdSweepTable *self,
         const char *name)
{
  const HdMetric *first = NULL;
  guint n = 0, n_runs = 0;

  for (guint r = 0; r < self->rows->len; r++)
    {
      const HdMetric *metric = hd_metrics_find (get_row (self, r)->metrics, name);

      n_runs += get_row (self, r)->metrics->len > 0;
      if (metric == NULL)
        continue;
      if (n++ > 0 && metric->value != first->value)
        return TRUE;
      first = metric;
    }
  return n < n_runs;
}

static char *
list_names (const GArray *columns)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < columns->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", g_array_index (columns, HdMetric, i).name);
  return g_string_free (names, FALSE);
}

/* Those that are named. */
static GArray *
choose_named (const GArray *columns,
              const char *metrics,
              GError **error)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  g_auto (GStrv) names = g_strsplit (metrics, ",", -1);

  for (char **name = names; *name != NULL; name++)
    {
      const HdMetric *metric = hd_metrics_find (columns, g_strstrip (*name));
      g_autofree char *known = NULL;

      if (metric != NULL)
        {
          g_array_append_vals (chosen, metric, 1);
          continue;
        }
      known = list_names (columns);
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("No run has the metric “%s”; there are %s"), *name, known);
      return NULL;
    }
  return g_steal_pointer (&chosen);
}

/* The first ones that differ. */
static GArray *
choose_differing (HdSweepTable *self,
                  const GArray *columns,
                  guint *out_n_left)
{
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (HdMetric));

  *out_n_left = 0;
  for (guint i = 0; i < columns->len; i++)
    {
      const HdMetric *column = &g_array_index (columns, HdMetric, i);

      if (!differs (self, column->name))
        continue;
      if (chosen->len < MOST_COLUMNS)
        g_array_append_vals (chosen, column, 1);
      else
        ++*out_n_left;
    }
  return chosen;
}

/* ---- for people ---------------------------------------------------------------------------------------------------------- */

static char *
dup_cell (const Row *row,
          const char *name)
{
  const HdMetric *metric = hd_metrics_find (row->metrics, name);

  if (metric == NULL)
    return g_strdup ("–");
  return hd_figure_in (metric->value, metric->unit, DIGITS);
}

static void
append_right (GString *line,
              const char *text,
              glong width)
{
  g_string_append_printf (line, "%*s%s", (int) MAX (width - g_utf8_strlen (text, -1), 0), "", text);
}

static void
append_row (HdSweepTable *self,
            GString *text,
            guint r,
            const GArray *columns,
            const glong *widths)
{
  const Row *row = get_row (self, r);

  append_right (text, get_row (self, r)->value, widths[0]);
  for (guint i = 0; row->metrics->len > 0 && i < columns->len; i++)
    {
      g_autofree char *cell = dup_cell (row, g_array_index (columns, HdMetric, i).name);

      g_string_append (text, "  ");
      append_right (text, cell, widths[i + 1]);
    }
  if (row->error != NULL)
    g_string_append_printf (text, "  %s", row->error);
  g_string_append_c (text, '\n');
}

/* Of the titles and all that stands below them; the first is that of the values. */
static glong *
measure (HdSweepTable *self,
         const GArray *columns)
{
  glong *widths = g_new (glong, columns->len + 1);

  widths[0] = g_utf8_strlen (self->name, -1);
  for (guint i = 0; i < columns->len; i++)
    widths[i + 1] = g_utf8_strlen (g_array_index (columns, HdMetric, i).name, -1);
  for (guint r = 0; r < self->rows->len; r++)
    {
      widths[0] = MAX (widths[0], g_utf8_strlen (get_row (self, r)->value, -1));
      for (guint i = 0; get_row (self, r)->metrics->len > 0 && i < columns->len; i++)
        {
          g_autofree char *cell = dup_cell (get_row (self, r), g_array_index (columns, HdMetric, i).name);

          widths[i + 1] = MAX (widths[i + 1], g_utf8_strlen (cell, -1));
        }
    }
  return widths;
}

char *
hd_sweep_table_to_text (HdSweepTable *self,
                            const char *metrics,
                            GError **error)
{
  g_autoptr (GArray) all = hd_sweep_table_list_metrics (self);
  guint n_left = 0;
  g_autoptr (GArray) columns = metrics != NULL && all->len > 0 ? choose_named (all, metrics, error) : choose_differing (self, all, &n_left);
  g_autofree glong *widths = columns != NULL ? measure (self, columns) : NULL;
  GString *text;

  if (columns == NULL)
    return NULL;
  text = g_string_new (NULL);
  append_right (text, self->name, widths[0]);
  for (guint i = 0; i < columns->len; i++)
    {
      g_string_append (text, "  ");
      append_right (text, g_array_index (columns, HdMetric, i).name, widths[i + 1]);
    }
  g_string_append_c (text, '\n');
  for (guint r = 0; r < self->rows->len; r++)
    append_row (self, text, r, columns, widths);
  if (n_left > 0)
    g_string_append_printf (text, ngettext ("%u more metric differs; --metrics names those to show, --csv writes all\n",
                                            "%u more metrics differ; --metrics names those to show, --csv writes all\n", n_left), n_left);
  return g_string_free (text, FALSE);
}

/* ---- for programs ---------------------------------------------------------------------------------------------------------- */

char *
hd_sweep_table_to_csv (HdSweepTable *self)
{
  g_autoptr (GArray) columns = hd_sweep_table_list_metrics (self);
  GString *text = g_string_new (NULL);

  hd_report_append_field (text, self->name);
  for (guint i = 0; i < columns->len; i++)
    {
      const HdMetric *column = &g_array_index (columns, HdMetric, i);
      g_autofree char *title = hd_column_title (column->name, column->unit);

      g_string_append_c (text, ',');
      hd_report_append_field (text, title);
    }
  g_string_append (text, ",error\n");
  for (guint r = 0; r < self->rows->len; r++)
    {
      hd_report_append_field (text, get_row (self, r)->value);
      for (guint i = 0; i < columns->len; i++)
        {
          const HdMetric *metric = hd_metrics_find (get_row (self, r)->metrics, g_array_index (columns, HdMetric, i).name);

          g_string_append_c (text, ',');
          if (metric != NULL)
            hd_report_append_number (text, metric->value);
        }
      g_string_append_c (text, ',');
      hd_report_append_field (text, get_row (self, r)->error != NULL ? get_row (self, r)->error : "");
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
