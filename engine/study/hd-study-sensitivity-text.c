/* hd-study-sensitivity-text.c: which factor matters, for people and for programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-sensitivity-text"

#include <heddle/hd-study-sensitivity.h>

#include <math.h>

#include <heddle/hd-figure.h>
#include <json-glib/json-glib.h>

#include "hd-i18n.h"
#include "hd-json-members.h"
#include "hd-json-text.h"
#include "hd-text-columns.h"

typedef void (*Visitor) (gpointer data,
                         const HdMetric *metric,
                         HdStudySensitivity *sensitivity,
                         const guint *factors,
                         guint n_factors,
                         HdStudyPlan *plan);

static gboolean
visit_all (HdStudyTable *table,
           Visitor visitor,
           gpointer data,
           GError **error)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  guint n_wanted = hd_study_plan_get_n_metrics (plan);

  for (guint i = 0; i < (n_wanted > 0 ? n_wanted : hd_study_table_get_n_metrics (table)); i++)
    {
      g_autoptr (HdStudySensitivity) sensitivity = hd_study_sensitivity_new (table, i, error);
      g_autofree guint *factors = NULL;
      guint n_factors;

      if (sensitivity == NULL)
        return FALSE;
      factors = hd_study_sensitivity_rank (sensitivity, plan, &n_factors);
      if (n_wanted > 0 || hd_study_sensitivity_get_deviation (sensitivity) > 0)
        visitor (data, hd_study_table_get_metric (table, i), sensitivity, factors, n_factors, plan);
    }
  return TRUE;
}

/* ---- for people ------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *lines; /* of GStrv */
  gboolean is_estimated;
} Lines;

static char *
dup_share (double share)
{
  return isnan (share) ? g_strdup ("–") : hd_figure_percent (share);
}

static void
add_lines (gpointer data,
           const HdMetric *metric,
           HdStudySensitivity *sensitivity,
           const guint *factors,
           guint n_factors,
           HdStudyPlan *plan)
{
  Lines *lines = data;

  for (guint i = 0; i < n_factors; i++)
    {
      HdStudyEffect effect = hd_study_sensitivity_get_effect (sensitivity, factors[i]);
      g_autofree char *main = dup_share (effect.main), *total = dup_share (effect.total);
      const char *line[] = { i == 0 ? metric->name : "", hd_study_plan_get_factor (plan, factors[i])->address, main, total, NULL };

      g_ptr_array_add (lines->lines, g_strdupv ((char **) line));
    }
  if (!isnan (hd_study_sensitivity_get_noise (sensitivity)))
    {
      g_autofree char *noise = dup_share (hd_study_sensitivity_get_noise (sensitivity));
      const char *line[] = { "", _("(chance)"), noise, "", NULL };

      g_ptr_array_add (lines->lines, g_strdupv ((char **) line));
    }
  lines->is_estimated = lines->is_estimated || !hd_study_sensitivity_is_exact (sensitivity);
}

char *
hd_study_table_sensitivity_to_text (HdStudyTable *self,
                                    GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  Lines lines = { .lines = rows };
  const char *heads[] = { _("Metric"), _("Factor"), _("Alone"), _("With others"), NULL };
  GString *text;

  if (!visit_all (self, add_lines, &lines, error))
    return NULL;
  text = g_string_new (NULL);
  g_string_append_printf (text, "%s\n", _("Shares of the variance over all points"));
  hd_text_columns_append (text, (char **) heads, rows, 2);
  if (lines.is_estimated)
    g_string_append_printf (text, "%s\n", _("Estimated: not each value of each factor met each of the others"));
  return g_string_free (text, FALSE);
}

/* ---- for programs ------------------------------------------------------------------------------------------------------------- */

static void
add_metric (gpointer data,
            const HdMetric *metric,
            HdStudySensitivity *sensitivity,
            const guint *factors,
            guint n_factors,
            HdStudyPlan *plan)
{
  JsonBuilder *builder = data;

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "name", metric->name);
  hd_json_add_integer (builder, "points", hd_study_sensitivity_get_n_points (sensitivity));
  json_builder_set_member_name (builder, "exact");
  json_builder_add_boolean_value (builder, hd_study_sensitivity_is_exact (sensitivity));
  hd_json_add_number (builder, "deviation", hd_study_sensitivity_get_deviation (sensitivity));
  hd_json_add_text (builder, "unit", metric->unit);
  hd_json_add_number (builder, "noise_ratio", hd_study_sensitivity_get_noise (sensitivity));
  json_builder_set_member_name (builder, "factors");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n_factors; i++)
    {
      HdStudyEffect effect = hd_study_sensitivity_get_effect (sensitivity, factors[i]);

      json_builder_begin_object (builder);
      hd_json_add_text (builder, "factor", hd_study_plan_get_factor (plan, factors[i])->address);
      hd_json_add_number (builder, "main_ratio", effect.main);
      hd_json_add_number (builder, "total_ratio", effect.total);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

char *
hd_study_table_sensitivity_to_json (HdStudyTable *self,
                                    GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "heddle", HD_VERSION);
  hd_json_add_text (builder, "study", hd_study_plan_get_id (hd_study_table_get_plan (self)));
  json_builder_set_member_name (builder, "metrics");
  json_builder_begin_array (builder);
  if (!visit_all (self, add_metric, builder, error))
    return NULL;
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return hd_json_text_write (root);
}
