/* hd-study-published.c: what others state of the points of a study
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Units of metrics are known once a run is there, so that their cells stay texts until then.
 */
#define G_LOG_DOMAIN "hd-study-published"

#include <heddle/hd-study-published.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>
#include <heddle/hd-quantity.h>
#include <heddle/hd-report.h>

#include "hd-column-title.h"
#include "hd-i18n.h"
#include "hd-io-error.h"
#include "hd-study-bound.h"
#include "hd-text-columns.h"

#define MOST_BYTES (16 << 20)
#define KEY_DIGITS "9"
#define DIGITS 4
#define NONE (-1)

typedef struct
{
  guint line;
  guint32 point; /* or HD_NO_ID */
  char **cells;
} Row;

struct _HdStudyPublished
{
  HdStudyPlan *plan;
  char *name; /* of the file, as the study has it */
  char *source;
  guint n_columns;
  int *factor_columns; /* by factor, or NONE */
  int *metric_columns; /* by metric of the study, or NONE */
  GArray *rows;          /* of Row */
  GHashTable *points; /* its number + 1 -> that of its row + 1 */
};

static const Row *
get_row (const HdStudyPublished *self,
         guint n)
{
  return &g_array_index (self->rows, Row, n);
}

static void
row_clear (gpointer data)
{
  g_strfreev (((Row *) data)->cells);
}

static void fail (const HdStudyPublished *self, guint line, HdError code, GError **error, const char *format, ...) G_GNUC_PRINTF (5, 6);

static void
fail (const HdStudyPublished *self,
      guint line,
      HdError code,
      GError **error,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, HD_ERROR, code, "%s:%u: %s", self->name, line, message);
}

/* ---- lines ---------------------------------------------------------------------------------------------------------------- */

/* One cell of what @p points to, which then is behind it: with quotes, within which two stand for one, or without. */
static char *
read_cell (const char **p)
{
  g_autoptr (GString) cell = g_string_new (NULL);
  gboolean is_quoted = FALSE;

  for (; **p != '\0' && (is_quoted || **p != ','); (*p)++)
    if (**p != '"')
      g_string_append_c (cell, **p);
    else if (is_quoted && (*p)[1] == '"')
      g_string_append_c (cell, *(*p)++);
    else
      is_quoted = !is_quoted;
  return is_quoted ? NULL : g_strdup (g_strstrip (cell->str));
}

static char **
read_cells (const HdStudyPublished *self,
            guint line,
            const char *text,
            GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (const char *p = text;; p++)
    {
      g_autofree char *cell = read_cell (&p);

      if (cell == NULL)
        {
          fail (self, line, HD_ERROR_SYNTAX, error, _("A quote has no end"));
          return NULL;
        }
      g_strv_builder_add (builder, cell);
      if (*p == '\0')
        return g_strv_builder_end (builder);
    }
}

/* ---- columns -------------------------------------------------------------------------------------------------------------- */

static char *
list_columns (const HdStudyPublished *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", hd_study_plan_get_factor (self->plan, i)->address);
  for (guint i = 0; i < hd_study_plan_get_n_metrics (self->plan); i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", hd_study_plan_get_metric (self->plan, i)->name);
  return g_string_free (text, FALSE);
}

static int *
find_column (HdStudyPublished *self,
             const char *title)
{
  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (strcmp (hd_study_plan_get_factor (self->plan, i)->address, title) == 0)
      return &self->factor_columns[i];
  for (guint i = 0; i < hd_study_plan_get_n_metrics (self->plan); i++)
    if (strcmp (hd_study_plan_get_metric (self->plan, i)->name, title) == 0)
      return &self->metric_columns[i];
  return NULL;
}

static gboolean
has_any (const int *columns,
         guint n)
{
  for (guint i = 0; i < n; i++)
    if (columns[i] != NONE)
      return TRUE;
  return FALSE;
}

static gboolean
read_heads (HdStudyPublished *self,
            guint line,
            const char *text,
            GError **error)
{
  g_auto (GStrv) titles = read_cells (self, line, text, error);

  if (titles == NULL)
    return FALSE;
  for (guint i = 0; titles[i] != NULL; i++)
    {
      int *column = find_column (self, titles[i]);
      g_autofree char *known = column == NULL ? list_columns (self) : NULL;

      if (column == NULL)
        fail (self, line, HD_ERROR_NAME, error, _("“%s” is neither a factor nor a metric of the study; there are %s"), titles[i], known);
      else if (*column != NONE)
        fail (self, line, HD_ERROR_NAME, error, _("There are two columns “%s”"), titles[i]);
      if (column == NULL || *column != NONE)
        return FALSE;
      *column = (int) i;
      self->n_columns++;
    }
  if (has_any (self->factor_columns, hd_study_plan_get_n_factors (self->plan)) && has_any (self->metric_columns, hd_study_plan_get_n_metrics (self->plan)))
    return TRUE;
  fail (self, line, HD_ERROR_SYNTAX, error, _("It needs a column for a factor and one for a metric"));
  return FALSE;
}

/* ---- rows ----------------------------------------------------------------------------------------------------------------- */

static gboolean
is_of_dimension (const HdStudyFactor *factor,
                 HdDimension dimension)
{
  HdDimension wanted = HD_DIMENSION_NONE;

  return (*factor->unit == '\0' || hd_unit_parse (factor->unit, &wanted, NULL, NULL)) && hd_dimension_equal (wanted, dimension);
}

static gboolean
check_value (const HdStudyPublished *self,
             const Row *row,
             guint n,
             GError **error)
{
  const HdStudyFactor *factor = hd_study_plan_get_factor (self->plan, n);
  const char *text = row->cells[self->factor_columns[n]];
  HdQuantity quantity;

  if (*text == '\0')
    fail (self, row->line, HD_ERROR_SYNTAX, error, _("It says no value of %s"), factor->address);
  else if (factor->is_word)
    return TRUE;
  else if (!hd_quantity_parse (text, &quantity, NULL))
    fail (self, row->line, HD_ERROR_SYNTAX, error, _("“%s” is no value of %s: it wants a number and its unit"), text, factor->address);
  else if (!is_of_dimension (factor, quantity.dimension))
    fail (self, row->line, HD_ERROR_DIMENSION, error, _("“%s” is no value of %s, which is in “%s”"), text, factor->address, factor->unit);
  else
    return TRUE;
  return FALSE;
}

/* What two values have in common that are the same. */
static void
append_key (const HdStudyValue *value,
            GString *key)
{
  if (isnan (value->number))
    g_string_append_printf (key, "%s\n", value->text);
  else
    g_string_append_printf (key, "%." KEY_DIGITS "g\n", value->number);
}

static char *
dup_row_key (HdStudyPublished *self,
             guint row)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      if (hd_study_published_get_value (self, row, i, &value))
        append_key (&value, key);
    }
  return g_string_free (key, FALSE);
}

static char *
dup_point_key (HdStudyPublished *self,
               guint point)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      if (self->factor_columns[i] == NONE)
        continue;
      hd_study_plan_get_value (self->plan, point, i, &value);
      append_key (&value, key);
    }
  return g_string_free (key, FALSE);
}

static gboolean
read_row (HdStudyPublished *self,
          guint line,
          const char *text,
          GHashTable *by_key,
          GError **error)
{
  Row row = { line, HD_NO_ID, read_cells (self, line, text, error) };
  g_autofree char *key = NULL;
  guint before;

  if (row.cells == NULL)
    return FALSE;
  g_array_append_val (self->rows, row); /* which frees it */
  if (g_strv_length (row.cells) != self->n_columns)
    {
      fail (self, line, HD_ERROR_SYNTAX, error, _("It has %u values, and there are %u columns"), g_strv_length (row.cells), self->n_columns);
      return FALSE;
    }
  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (self->factor_columns[i] != NONE && !check_value (self, &row, i, error))
      return FALSE;
  key = dup_row_key (self, self->rows->len - 1);
  before = GPOINTER_TO_UINT (g_hash_table_lookup (by_key, key));
  if (before > 0)
    {
      fail (self, line, HD_ERROR_NAME, error, _("It is of the same values as line %u"), get_row (self, before - 1)->line);
      return FALSE;
    }
  g_hash_table_insert (by_key, g_steal_pointer (&key), GUINT_TO_POINTER (self->rows->len));
  return TRUE;
}

static void
find_points (HdStudyPublished *self,
             GHashTable *by_key)
{
  for (guint32 p = 0; p < hd_study_plan_get_n_points (self->plan); p++)
    {
      g_autofree char *key = dup_point_key (self, p);
      guint row = GPOINTER_TO_UINT (g_hash_table_lookup (by_key, key));

      if (row == 0)
        continue;
      g_hash_table_insert (self->points, GUINT_TO_POINTER (p + 1), GUINT_TO_POINTER (row));
      if (g_array_index (self->rows, Row, row - 1).point == HD_NO_ID)
        g_array_index (self->rows, Row, row - 1).point = p;
    }
}

/* ---- the file --------------------------------------------------------------------------------------------------------------- */

static void
take_remark (HdStudyPublished *self,
             const char *line)
{
  if (self->source == NULL)
    self->source = g_strstrip (g_strdup (line + strspn (line, "#")));
}

static gboolean
read_lines (HdStudyPublished *self,
            char **lines,
            GError **error)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (*line == '#')
        take_remark (self, line);
      else if (*line != '\0' && (self->n_columns > 0 ? !read_row (self, i + 1, line, by_key, error) : !read_heads (self, i + 1, line, error)))
        return FALSE;
    }
  if (self->rows->len == 0)
    {
      fail (self, g_strv_length (lines), HD_ERROR_SYNTAX, error, _("It has no values"));
      return FALSE;
    }
  find_points (self, by_key);
  return TRUE;
}

static char *
load (const HdStudyPublished *self,
      const char *path,
      GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;

  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s: it is no file"), self->name);
  else if (!g_file_get_contents (path, &text, &length, &reason))
    g_set_error (error, HD_ERROR, HD_ERROR_IO, "%s: %s", self->name, hd_io_error_get_reason (reason));
  else if (length > MOST_BYTES)
    g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%s: it is larger than %d MiB"), self->name, MOST_BYTES >> 20);
  else if (!g_utf8_validate_len (text, length, NULL))
    g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: it is no text in UTF-8"), self->name);
  else
    return g_steal_pointer (&text);
  return NULL;
}

static int *
make_columns (guint n)
{
  int *columns = g_new (int, n + 1);

  for (guint i = 0; i < n; i++)
    columns[i] = NONE;
  return columns;
}

HdStudyPublished *
hd_study_published_new (HdStudyPlan *plan,
                        GError **error)
{
  HdSnapshot *snapshot = hd_study_plan_get_snapshot (plan);
  const HdObject *study = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_STUDY, hd_study_plan_get_id (plan));
  const char *name = hd_object_get (study, "published");
  g_autofree char *path = name != NULL ? g_canonicalize_filename (name, hd_snapshot_get_directory (snapshot)) : NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (HdStudyPublished) self = NULL;

  if (name == NULL)
    return NULL;
  self = g_new0 (HdStudyPublished, 1);
  self->plan = hd_study_plan_ref (plan);
  self->name = g_strdup (name);
  self->factor_columns = make_columns (hd_study_plan_get_n_factors (plan));
  self->metric_columns = make_columns (hd_study_plan_get_n_metrics (plan));
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
  self->points = g_hash_table_new (NULL, NULL);
  text = load (self, path, error);
  if (text == NULL)
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  return read_lines (self, lines, error) ? g_steal_pointer (&self) : NULL;
}

void
hd_study_published_free (HdStudyPublished *self)
{
  hd_study_plan_unref (self->plan);
  g_free (self->name);
  g_free (self->source);
  g_free (self->factor_columns);
  g_free (self->metric_columns);
  g_array_unref (self->rows);
  g_hash_table_unref (self->points);
  g_free (self);
}

/* ---- what it says --------------------------------------------------------------------------------------------------------- */

const char *
hd_study_published_get_source (HdStudyPublished *self)
{
  return self->source != NULL ? self->source : "";
}

guint
hd_study_published_get_n_rows (HdStudyPublished *self)
{
  return self->rows->len;
}

gboolean
hd_study_published_get_value (HdStudyPublished *self,
                              guint row,
                              guint factor,
                              HdStudyValue *out_value)
{
  HdQuantity quantity = { .value = NAN };
  const char *text;

  g_return_val_if_fail (row < self->rows->len && factor < hd_study_plan_get_n_factors (self->plan), FALSE);

  if (self->factor_columns[factor] == NONE)
    return FALSE;
  text = get_row (self, row)->cells[self->factor_columns[factor]];
  if (!hd_study_plan_get_factor (self->plan, factor)->is_word)
    hd_quantity_parse (text, &quantity, NULL);
  *out_value = (HdStudyValue){ g_strdup (text), quantity.value };
  return TRUE;
}

guint32
hd_study_published_get_point (HdStudyPublished *self,
                              guint row)
{
  g_return_val_if_fail (row < self->rows->len, HD_NO_ID);

  return get_row (self, row)->point;
}

gboolean
hd_study_published_find_row (HdStudyPublished *self,
                             guint point,
                             guint *out_row)
{
  guint row = GPOINTER_TO_UINT (g_hash_table_lookup (self->points, GUINT_TO_POINTER (point + 1)));

  if (row > 0)
    *out_row = row - 1;
  return row > 0;
}

/* "" if it says nothing. */
static const char *
get_cell (const HdStudyPublished *self,
          guint row,
          guint n)
{
  gboolean is_there = n < hd_study_plan_get_n_metrics (self->plan) && self->metric_columns[n] != NONE;

  return is_there ? get_row (self, row)->cells[self->metric_columns[n]] : "";
}

gboolean
hd_study_published_get (HdStudyPublished *self,
                        HdStudyTable *table,
                        guint row,
                        guint n,
                        double *out_value)
{
  const char *cell;

  g_return_val_if_fail (row < self->rows->len && n < hd_study_table_get_n_metrics (table), FALSE);

  cell = get_cell (self, row, n);
  return *cell != '\0' && hd_study_table_get_metric (table, n)->unit != NULL && hd_study_bound_parse (cell, hd_study_table_get_metric (table, n), out_value, NULL);
}

gboolean
hd_study_published_check (HdStudyPublished *self,
                          HdStudyTable *table,
                          GError **error)
{
  for (guint row = 0; row < self->rows->len; row++)
    for (guint n = 0; n < hd_study_plan_get_n_metrics (self->plan); n++)
      {
        const HdMetric *metric = hd_study_table_get_metric (table, n);
        const char *cell = get_cell (self, row, n);
        g_autoptr (GError) reason = NULL;
        double value;

        if (*cell == '\0' || metric->unit == NULL || hd_study_bound_parse (cell, metric, &value, &reason))
          continue;
        fail (self, get_row (self, row)->line, (HdError) reason->code, error, "%s", reason->message);
        return FALSE;
      }
  return TRUE;
}

/* ---- side by side --------------------------------------------------------------------------------------------------------- */

static gboolean
get_own (HdStudyPublished *self,
         HdStudyTable *table,
         guint row,
         guint n,
         double *out_value)
{
  guint32 point = get_row (self, row)->point;
  HdStudyFigure figure;

  if (point == HD_NO_ID || !hd_study_table_get (table, point, n, &figure))
    return FALSE;
  *out_value = figure.mean;
  return TRUE;
}

/* What there is of a metric, what is published, and how far that is apart. */
static void
add_cells (HdStudyPublished *self,
           HdStudyTable *table,
           guint row,
           guint n,
           GStrvBuilder *builder)
{
  const HdMetric *metric = hd_study_table_get_metric (table, n);
  double own = 0, published = 0;
  gboolean is_run = get_own (self, table, row, n, &own), is_said = hd_study_published_get (self, table, row, n, &published);
  g_autofree char *own_text = is_run ? hd_figure_in (own, metric->unit, DIGITS) : g_strdup ("–");
  g_autofree char *apart = is_run && is_said ? hd_figure_change (published, own) : g_strdup ("–");
  const char *cell = get_cell (self, row, n);

  g_strv_builder_add (builder, own_text);
  g_strv_builder_add (builder, *cell != '\0' ? cell : "–");
  g_strv_builder_add (builder, apart);
}

static char **
make_heads (HdStudyPublished *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (self->factor_columns[i] != NONE)
      g_strv_builder_add (builder, hd_study_plan_get_factor (self->plan, i)->address);
  for (guint n = 0; n < hd_study_plan_get_n_metrics (self->plan); n++)
    if (self->metric_columns[n] != NONE)
      {
        g_strv_builder_add (builder, hd_study_plan_get_metric (self->plan, n)->name);
        g_strv_builder_add (builder, _("published"));
        g_strv_builder_add (builder, _("deviation"));
      }
  return g_strv_builder_end (builder);
}

static char **
make_row (HdStudyPublished *self,
          HdStudyTable *table,
          guint row)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (self->factor_columns[i] != NONE)
      g_strv_builder_add (builder, get_row (self, row)->cells[self->factor_columns[i]]);
  for (guint n = 0; n < hd_study_plan_get_n_metrics (self->plan); n++)
    if (self->metric_columns[n] != NONE)
      add_cells (self, table, row, n, builder);
  return g_strv_builder_end (builder);
}

char *
hd_study_published_to_text (HdStudyPublished *self,
                            HdStudyTable *table)
{
  g_auto (GStrv) heads = make_heads (self);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  GString *text = g_string_new (NULL);

  /* Translators: a file, and who states what is in it */
  g_string_append_printf (text, _("Published (%s): %s\n"), self->name, hd_study_published_get_source (self));
  for (guint row = 0; row < self->rows->len; row++)
    g_ptr_array_add (rows, make_row (self, table, row));
  hd_text_columns_append (text, heads, rows, 0);
  return g_string_free (text, FALSE);
}

static void
append_title (GString *text,
              const char *name,
              const char *what,
              const char *unit)
{
  g_autofree char *full = g_strconcat (name, what, NULL), *title = hd_column_title (full, unit);

  g_string_append_c (text, ',');
  hd_report_append_field (text, title);
}

static void
append_heads (HdStudyPublished *self,
              HdStudyTable *table,
              GString *text)
{
  g_string_append (text, "point");
  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (self->factor_columns[i] != NONE)
      {
        g_string_append_c (text, ',');
        hd_report_append_field (text, hd_study_plan_get_factor (self->plan, i)->address);
      }
  for (guint n = 0; n < hd_study_plan_get_n_metrics (self->plan); n++)
    if (self->metric_columns[n] != NONE)
      {
        const HdMetric *metric = hd_study_table_get_metric (table, n);
        const char *unit = metric->unit != NULL ? metric->unit : "";

        append_title (text, metric->name, "", unit);
        append_title (text, metric->name, "_published", unit);
        append_title (text, metric->name, "_deviation_ratio", "");
      }
  g_string_append_c (text, '\n');
}

static void
append_figures (HdStudyPublished *self,
                HdStudyTable *table,
                guint row,
                guint n,
                GString *text)
{
  double own = 0, published = 0;
  gboolean is_run = get_own (self, table, row, n, &own), is_said = hd_study_published_get (self, table, row, n, &published);

  g_string_append_c (text, ',');
  if (is_run)
    hd_report_append_number (text, own);
  g_string_append_c (text, ',');
  if (is_said)
    hd_report_append_number (text, published);
  g_string_append_c (text, ',');
  if (is_run && is_said && published != 0)
    hd_report_append_number (text, (own - published) / fabs (published));
}

char *
hd_study_published_to_csv (HdStudyPublished *self,
                           HdStudyTable *table)
{
  GString *text = g_string_new (NULL);

  append_heads (self, table, text);
  for (guint row = 0; row < self->rows->len; row++)
    {
      if (get_row (self, row)->point != HD_NO_ID)
        g_string_append_printf (text, "%u", get_row (self, row)->point);
      for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
        {
          g_auto (HdStudyValue) value = { NULL };

          if (!hd_study_published_get_value (self, row, i, &value))
            continue;
          g_string_append_c (text, ',');
          if (isnan (value.number))
            hd_report_append_field (text, value.text);
          else
            hd_report_append_number (text, value.number);
        }
      for (guint n = 0; n < hd_study_plan_get_n_metrics (self->plan); n++)
        if (self->metric_columns[n] != NONE)
          append_figures (self, table, row, n, text);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
