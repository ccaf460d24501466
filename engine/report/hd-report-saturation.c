/* hd-report-saturation.c: where a network saturates, and how that was found, as one JSON object
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report-saturation"

#include <heddle/hd-report.h>

#include <json-glib/json-glib.h>

#include "hd-json-text.h"

static void
add_number (JsonBuilder *builder,
            const char *key,
            double value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_double_value (builder, value);
}

static void
add_flag (JsonBuilder *builder,
          const char *key,
          gboolean value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_boolean_value (builder, value);
}

static void
add_text (JsonBuilder *builder,
          const char *key,
          const char *value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_string_value (builder, value);
}

static void
add_bounds (JsonBuilder *builder,
            HdSaturation *saturation)
{
  double below, above;

  json_builder_set_member_name (builder, "saturation");
  if (!hd_saturation_get_bounds (saturation, &below, &above))
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  add_number (builder, "below", below);
  add_number (builder, "above", above);
  json_builder_end_object (builder);
}

static void
add_step (JsonBuilder *builder,
          const HdSaturationStep *step)
{
  json_builder_begin_object (builder);
  add_number (builder, "value", step->value);
  if (step->latency_s > 0)
    {
      add_number (builder, "latency_mean_s", step->latency_s);
      add_number (builder, "latency_half_width_s", step->half_width_s);
    }
  add_number (builder, "accepted_messages", step->accepted_messages);
  add_flag (builder, "all_arrived", !step->is_cut);
  add_flag (builder, "is_saturated", step->passes);
  json_builder_end_object (builder);
}

char *
hd_report_dup_saturation (HdSaturation *saturation,
                          const HdSweepRange *range,
                          HdSnapshot *project)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  const char *name = hd_object_get (hd_snapshot_get_root (project), "name");
  guint n;
  const HdSaturationStep *steps = hd_saturation_get_steps (saturation, &n);

  json_builder_begin_object (builder);
  add_text (builder, "heddle", HD_VERSION);
  add_text (builder, "project", name != NULL ? name : "");
  add_text (builder, "name", range->name);
  add_number (builder, "factor", HD_SATURATION_FACTOR);
  add_bounds (builder, saturation);
  json_builder_set_member_name (builder, "steps");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    add_step (builder, &steps[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = hd_json_text_write (root);
  return g_strconcat (text, "\n", NULL);
}
