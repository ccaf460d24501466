/* hd-why-json.c: what holds a run up, as JSON
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-why-json"

#include <heddle/hd-why.h>

#include <math.h>

#include "hd-json-members.h"
#include "hd-json-text.h"

static void
add_texts (JsonBuilder *builder,
           const char *key,
           const char *const *texts)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_array (builder);
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    json_builder_add_string_value (builder, texts[i]);
  json_builder_end_array (builder);
}

static void
add_bound (JsonBuilder *builder,
           HdWhy *self,
           const HdBound *bound)
{
  const HdHotSpot spot = { bound->kind, bound->target, bound->way, 0, 0 };
  g_autofree char *path = hd_hot_spot_dup_path (&spot, hd_record_get_design (hd_why_get_record (self)));

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "what", bound->what);
  hd_json_add_text (builder, "busiest", path);
  hd_json_add_integer (builder, "equal", bound->n_equal);
  hd_json_add_integer (builder, "of", bound->n);
  hd_json_add_number (builder, "share", bound->share);
  hd_json_add_number (builder, "least_s", hd_time_to_seconds (bound->least));
  json_builder_end_object (builder);
}

static void
add_floor (JsonBuilder *builder,
           const HdFloor *at)
{
  json_builder_begin_object (builder);
  hd_json_add_text (builder, "operation", at->operation);
  hd_json_add_number (builder, "bytes", at->bytes);
  hd_json_add_integer (builder, "members", at->n_members);
  hd_json_add_text (builder, "cut", at->cut);
  hd_json_add_number (builder, "least_s", hd_time_to_seconds (at->least));
  hd_json_add_number (builder, "took_s", at->took > 0 ? hd_time_to_seconds (at->took) : NAN);
  json_builder_end_object (builder);
}

static void
add_trial (JsonBuilder *builder,
           HdWhy *self,
           const HdTrial *trial)
{
  static const char *const states[] = {
    [HD_TRIAL_WAITING] = "waiting",
    [HD_TRIAL_RUNNING] = "running",
    [HD_TRIAL_CHECKED] = "checked",
    [HD_TRIAL_FAILED] = "failed",
  };

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "what", trial->what);
  add_texts (builder, "settings", (const char *const *) trial->settings);
  hd_json_add_text (builder, "before", trial->before);
  hd_json_add_text (builder, "after", trial->after);
  hd_json_add_text (builder, "state", states[trial->state]);
  hd_json_add_number (builder, "estimate", trial->estimate);
  hd_json_add_number (builder, "checked", trial->checked);
  hd_json_add_number (builder, "gain", hd_why_get_gain (self, trial));
  hd_json_add_text (builder, "error", trial->error);
  json_builder_end_object (builder);
}

char *
hd_why_to_json (HdWhy *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *sentence = hd_why_dup_sentence (self), *digest = hd_record_dup_digest (hd_why_get_record (self));
  HdDesign *design = hd_record_get_design (hd_why_get_record (self));
  const HdMerit *merit = hd_why_get_merit (self);

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "heddle", HD_VERSION);
  hd_json_add_text (builder, "project", hd_design_get_name (design));
  add_texts (builder, "overrides", hd_design_get_overrides (design));
  hd_json_add_text (builder, "digest", digest);
  hd_json_add_text (builder, "metric", merit->metric);
  hd_json_add_text (builder, "unit", merit->unit);
  hd_json_add_text (builder, "better", merit->more_is_better ? "more" : "less");
  hd_json_add_number (builder, "factor", hd_why_get_factor (self));
  hd_json_add_number (builder, "value", hd_why_get_value (self));
  hd_json_add_text (builder, "sentence", sentence);
  json_builder_set_member_name (builder, "bounds");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_why_get_n_bounds (self); i++)
    add_bound (builder, self, hd_why_get_bound (self, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "floors");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_why_get_n_floors (self); i++)
    add_floor (builder, hd_why_get_floor (self, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "trials");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_why_get_n_trials (self); i++)
    add_trial (builder, self, hd_why_get_trial (self, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return hd_json_text_write (root);
}
