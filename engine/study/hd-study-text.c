/* hd-study-text.c: the table of a study, for people and for programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-text"

#include <math.h>

#include <heddle/hd-figure.h>
#include <heddle/hd-report.h>
#include <heddle/hd-study-table.h>

#include "hd-column-title.h"
#include "hd-i18n.h"
#include "hd-text-columns.h"

#define DIGITS 4
#define MOST_METRICS 6 /* that are shown without being asked for */

/* ---- for people ------------------------------------------------------------------------------------------------------------- */

static gboolean
differs (HdStudyTable *self,
         guint n)
{
  HdStudyFigure first = { .n = 0 }, figure;

  for (guint p = 0; p < hd_study_plan_get_n_points (hd_study_table_get_plan (self)); p++)
    {
      if (!hd_study_table_get (self, p, n, &figure))
        continue;
      if (first.n > 0 && figure.mean != first.mean)
        return TRUE;
      first = figure;
    }
  return FALSE;
}

/* Numbers of metrics. */
static GArray *
choose_metrics (HdStudyTable *self)
{
  guint n_wanted = hd_study_plan_get_n_metrics (hd_study_table_get_plan (self));
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < hd_study_table_get_n_metrics (self); i++)
    if (n_wanted > 0 ? i < n_wanted : chosen->len < MOST_METRICS && differs (self, i))
      g_array_append_val (chosen, i);
  return chosen;
}

static char *
dup_figure (const HdMetric *metric,
            double value)
{
  return hd_figure_in (value, metric->unit, DIGITS);
}

static char *
dup_cell (HdStudyTable *self,
          guint point,
          guint n)
{
  const HdMetric *metric = hd_study_table_get_metric (self, n);
  HdStudyFigure figure;
  g_autofree char *mean = NULL, *half_width = NULL;

  if (!hd_study_table_get (self, point, n, &figure))
    return g_strdup ("–");
  mean = dup_figure (metric, figure.mean);
  if (!isfinite (figure.half_width))
    return g_steal_pointer (&mean);
  half_width = hd_figure_percent (figure.mean != 0 ? figure.half_width / fabs (figure.mean) : 0);
  return g_strdup_printf ("%s ± %s", mean, half_width);
}

static char **
make_heads (HdStudyTable *self,
            const GArray *metrics)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, "");
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    if (!hd_study_plan_get_factor (plan, i)->is_fixed)
      g_strv_builder_add (builder, hd_study_plan_get_factor (plan, i)->address);
  for (guint i = 0; i < metrics->len; i++)
    g_strv_builder_add (builder, hd_study_table_get_metric (self, g_array_index (metrics, guint, i))->name);
  return g_strv_builder_end (builder);
}

static char **
make_row (HdStudyTable *self,
          guint point,
          gboolean is_front,
          const GArray *metrics)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *error = hd_study_table_get_error (self, point);

  g_strv_builder_add (builder, is_front ? "*" : "");
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      if (hd_study_plan_get_factor (plan, i)->is_fixed)
        continue;
      hd_study_plan_get_value (plan, point, i, &value);
      g_strv_builder_add (builder, value.text);
    }
  for (guint i = 0; i < metrics->len; i++)
    {
      g_autofree char *cell = dup_cell (self, point, g_array_index (metrics, guint, i));

      g_strv_builder_add (builder, cell);
    }
  if (error != NULL)
    g_strv_builder_add (builder, error);
  return g_strv_builder_end (builder);
}

/* What all points have needs no column. */
static void
append_fixed (HdStudyPlan *plan,
              GString *text)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      if (!hd_study_plan_get_factor (plan, i)->is_fixed)
        continue;
      hd_study_plan_get_value (plan, 0, i, &value);
      g_string_append_printf (text, "%s%s=%s", is_first ? "" : ", ", hd_study_plan_get_factor (plan, i)->address, value.text);
      is_first = FALSE;
    }
  if (!is_first)
    g_string_append_c (text, '\n');
}

char *
hd_study_table_to_text (HdStudyTable *self,
                        guint most_rows)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self);
  g_autoptr (GArray) metrics = choose_metrics (self);
  g_auto (GStrv) heads = make_heads (self, metrics);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autofree gboolean *is_front = hd_study_table_find_front (self);
  GString *text = g_string_new (NULL);
  guint n_points = 0, n_front = 0, n_spare;

  for (guint p = 0; p < hd_study_plan_get_n_points (plan); p++)
    {
      n_points += hd_study_table_count (self, p) > 0;
      n_front += is_front[p];
    }
  n_spare = most_rows > n_front ? most_rows - n_front : 0;
  for (guint p = 0; p < hd_study_plan_get_n_points (plan); p++)
    if (is_front[p] ? rows->len < most_rows : hd_study_table_count (self, p) > 0 && n_spare > 0 && n_spare-- > 0)
      g_ptr_array_add (rows, make_row (self, p, is_front[p], metrics));
  append_fixed (plan, text);
  if (metrics->len > 0 || rows->len > 0)
    hd_text_columns_append (text, heads, rows, 1);
  if (rows->len < n_points)
    g_string_append_printf (text, ngettext ("%u more point; --csv writes all\n", "%u more points; --csv writes all\n", n_points - rows->len), n_points - rows->len);
  if (n_front > 0)
    g_string_append_printf (text, ngettext ("* %u point that no other beats\n", "* %u points that no other beats\n", n_front), n_front);
  return g_string_free (text, FALSE);
}

/* ---- for programs ------------------------------------------------------------------------------------------------------------- */

static void
append_heads (HdStudyTable *self,
              GString *text)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self);

  g_string_append (text, "point");
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      g_string_append_c (text, ',');
      hd_report_append_field (text, hd_study_plan_get_factor (plan, i)->address);
    }
  g_string_append (text, ",runs");
  for (guint i = 0; i < hd_study_table_get_n_metrics (self); i++)
    {
      const HdMetric *metric = hd_study_table_get_metric (self, i);
      g_autofree char *title = hd_column_title (metric->name, metric->unit != NULL ? metric->unit : ""), *half = NULL;

      g_string_append_c (text, ',');
      hd_report_append_field (text, title);
      if (hd_study_plan_get_repeats (plan) == 1)
        continue;
      half = g_strconcat (metric->name, "_half_width", NULL);
      g_clear_pointer (&title, g_free);
      title = hd_column_title (half, metric->unit != NULL ? metric->unit : "");
      g_string_append_c (text, ',');
      hd_report_append_field (text, title);
    }
  g_string_append (text, ",front,error\n");
}

static void
append_figures (HdStudyTable *self,
                GString *text,
                guint point)
{
  for (guint i = 0; i < hd_study_table_get_n_metrics (self); i++)
    {
      HdStudyFigure figure;
      gboolean is_there = hd_study_table_get (self, point, i, &figure);

      g_string_append_c (text, ',');
      if (is_there)
        hd_report_append_number (text, figure.mean);
      if (hd_study_plan_get_repeats (hd_study_table_get_plan (self)) == 1)
        continue;
      g_string_append_c (text, ',');
      if (is_there && isfinite (figure.half_width))
        hd_report_append_number (text, figure.half_width);
    }
}

char *
hd_study_table_to_csv (HdStudyTable *self)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self);
  g_autofree gboolean *is_front = hd_study_table_find_front (self);
  GString *text = g_string_new (NULL);

  append_heads (self, text);
  for (guint p = 0; p < hd_study_plan_get_n_points (plan); p++)
    {
      const char *error = hd_study_table_get_error (self, p);

      if (hd_study_table_count (self, p) == 0)
        continue;
      g_string_append_printf (text, "%u", p);
      for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
        {
          g_auto (HdStudyValue) value = { NULL };

          hd_study_plan_get_value (plan, p, i, &value);
          g_string_append_c (text, ',');
          if (isnan (value.number))
            hd_report_append_field (text, value.text);
          else
            hd_report_append_number (text, value.number);
        }
      g_string_append_printf (text, ",%u", hd_study_table_count (self, p));
      append_figures (self, text, p);
      g_string_append_printf (text, ",%d,", is_front[p]);
      hd_report_append_field (text, error != NULL ? error : "");
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
