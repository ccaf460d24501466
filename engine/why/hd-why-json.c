/* hd-why-json.c: what holds a run up, as JSON
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-why-json"

#include <heddle/hd-why.h>

#include <math.h>

#include "hd-json-members.h"
#include "hd-json-text.h"

#define MOST_PARTS 2000 /* of a path: the last */

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
add_node (JsonBuilder *builder,
          HdDesign *design,
          const char *key,
          guint32 node)
{
  g_autofree char *path = node != HD_NO_ID ? hd_design_dup_node_path (design, node) : NULL;

  hd_json_add_text (builder, key, path);
}

static void
add_limit (JsonBuilder *builder,
           HdDesign *design,
           gboolean has_limit,
           HdTargetKind kind,
           guint32 target,
           guint way)
{
  const HdHotSpot spot = { kind, target, way, 0, 0 };
  g_autofree char *path = has_limit ? hd_hot_spot_dup_path (&spot, design) : NULL;

  hd_json_add_text (builder, "waits_for", path);
}

static const char *const kinds[] = {
  [HD_PATH_COMPUTE] = "compute", [HD_PATH_MEMORY] = "memory", [HD_PATH_MOVE] = "move", [HD_PATH_MESSAGE] = "message",
  [HD_PATH_WORK] = "work",       [HD_PATH_WAIT] = "wait",     [HD_PATH_IDLE] = "idle", [HD_PATH_PAUSE] = "pause",
};

static void
add_part (JsonBuilder *builder,
          HdPath *path,
          const HdPathPart *part)
{
  HdDesign *design = hd_record_get_design (hd_path_get_record (path));

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "kind", kinds[part->kind]);
  hd_json_add_number (builder, "start_s", hd_time_to_seconds (part->start));
  hd_json_add_number (builder, "end_s", hd_time_to_seconds (part->end));
  hd_json_add_text (builder, "name", part->name != HD_NO_ID ? hd_record_get_name (hd_path_get_record (path), part->name) : NULL);
  hd_json_add_integer (builder, "iteration", part->iteration);
  if (part->n_steps > 0)
    hd_json_add_integer (builder, "step", part->step);
  else
    hd_json_add_number (builder, "step", NAN);
  hd_json_add_integer (builder, "steps_alike", part->n_alike);
  hd_json_add_integer (builder, "steps", part->n_steps);
  add_node (builder, design, "from", part->from);
  add_node (builder, design, "to", part->to);
  add_limit (builder, design, part->has_limit, part->limit_kind, part->limit, part->way);
  hd_json_add_number (builder, "latency_s", hd_time_to_seconds (part->latency));
  json_builder_set_member_name (builder, "inferred");
  json_builder_add_boolean_value (builder, part->inferred);
  json_builder_end_object (builder);
}

static void
add_share (JsonBuilder *builder,
           HdWhy *self,
           guint n)
{
  const HdPathShare *share = hd_why_get_share (self, n);
  HdPath *path = hd_why_get_path (self);
  g_autofree char *sentence = hd_why_dup_share (self, n);

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "kind", kinds[share->kind]);
  hd_json_add_text (builder, "sentence", sentence);
  hd_json_add_number (builder, "time_s", hd_time_to_seconds (share->time));
  hd_json_add_number (builder, "latency_s", hd_time_to_seconds (share->latency));
  hd_json_add_number (builder, "handling_s", hd_time_to_seconds (share->handling));
  hd_json_add_integer (builder, "parts", share->n_parts);
  hd_json_add_integer (builder, "steps", share->n_steps);
  hd_json_add_integer (builder, "steps_in_all", share->n_all_steps);
  add_limit (builder, hd_record_get_design (hd_path_get_record (path)), share->has_limit, share->limit_kind, share->limit, share->way);
  hd_json_add_integer (builder, "alike", share->n_limits);
  hd_json_add_number (builder, "busy_ratio", share->has_limit ? share->share : NAN);
  hd_json_add_number (builder, "rate_per_s", share->has_limit && share->bandwidth > 0 ? share->bandwidth : NAN);
  json_builder_end_object (builder);
}

static void
add_path (JsonBuilder *builder,
          HdWhy *self)
{
  HdPath *path = hd_why_get_path (self);
  guint n = hd_path_get_n_parts (path);
  g_autofree char *step = hd_path_dup_step_sentence (path);

  json_builder_set_member_name (builder, "path");
  json_builder_begin_object (builder);
  hd_json_add_number (builder, "time_s", hd_time_to_seconds (hd_path_get_time (path)));
  hd_json_add_text (builder, "reason", hd_path_get_reason (path));
  hd_json_add_text (builder, "longest_step", step);
  json_builder_set_member_name (builder, "inferred");
  json_builder_add_boolean_value (builder, hd_path_is_inferred (path));
  json_builder_set_member_name (builder, "shares");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_why_get_n_shares (self); i++)
    add_share (builder, self, i);
  json_builder_end_array (builder);
  hd_json_add_integer (builder, "parts_in_all", n);
  json_builder_set_member_name (builder, "parts");
  json_builder_begin_array (builder);
  for (guint i = n > MOST_PARTS ? n - MOST_PARTS : 0; i < n; i++)
    add_part (builder, path, hd_path_get_part (path, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_activity (JsonBuilder *builder,
              const HdActivityShare *activity)
{
  json_builder_begin_object (builder);
  hd_json_add_text (builder, "type", activity->type);
  hd_json_add_text (builder, "title", activity->title);
  hd_json_add_text (builder, "what", activity->what);
  hd_json_add_integer (builder, "components", activity->n);
  hd_json_add_number (builder, "share", activity->share);
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
  add_path (builder, self);
  json_builder_set_member_name (builder, "bounds");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_why_get_n_bounds (self); i++)
    add_bound (builder, self, hd_why_get_bound (self, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "activities");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_why_get_n_activities (self); i++)
    add_activity (builder, hd_why_get_activity (self, i));
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
