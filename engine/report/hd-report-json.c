/* hd-report-json.c: a result as one JSON object
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Keys are stable: scripts read them. Units are in the key or beside the value.
 */
#define G_LOG_DOMAIN "hd-report-json"

#include "hd-report-private.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-inputs.h>
#include <json-glib/json-glib.h>

#include "hd-json-members.h"
#include "hd-json-text.h"

static void
add_project (JsonBuilder *builder,
             HdDesign *design)
{
  g_autofree char *hash = hd_design_dup_project_hash (design);

  json_builder_set_member_name (builder, "project");
  json_builder_begin_object (builder);
  hd_json_add_text (builder, "name", hd_design_get_name (design));
  hd_json_add_integer (builder, "components", hd_design_get_n_nodes (design));
  hd_json_add_integer (builder, "links", hd_design_get_n_links (design));
  if (hash != NULL)
    hd_json_add_text (builder, "sha256", hash);
  json_builder_end_object (builder);
}

/* What the project was given beside what it says: with the two a run can be done again. */
static void
add_overrides (JsonBuilder *builder,
               HdDesign *design)
{
  const char *const *overrides = hd_design_get_overrides (design);

  json_builder_set_member_name (builder, "overrides");
  json_builder_begin_array (builder);
  for (guint i = 0; overrides[i] != NULL; i++)
    json_builder_add_string_value (builder, overrides[i]);
  json_builder_end_array (builder);
}

/* What it has read beside the project. */
static void
add_inputs (JsonBuilder *builder,
            HdRecord *record)
{
  g_autofree char *text = hd_record_dup_inputs (record);
  g_autoptr (GPtrArray) inputs = hd_inputs_parse (text);

  if (inputs->len == 0)
    return;
  json_builder_set_member_name (builder, "inputs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < inputs->len; i++)
    {
      const HdInput *input = inputs->pdata[i];
      g_autofree char *name = g_utf8_make_valid (input->name, -1);

      json_builder_begin_object (builder);
      hd_json_add_text (builder, "file", name);
      hd_json_add_integer (builder, "bytes", (gint64) input->bytes);
      hd_json_add_text (builder, "sha256", input->sha256);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Those that the run came to. */
static void
add_changes (JsonBuilder *builder,
             HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);

  if (hd_design_get_n_changes (design) == 0)
    return;
  json_builder_set_member_name (builder, "changes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_design_get_n_changes (design) && hd_design_get_change (design, i)->time <= hd_record_get_time (record); i++)
    {
      const HdRunChange *change = hd_design_get_change (design, i);

      json_builder_begin_object (builder);
      hd_json_add_number (builder, "time_s", hd_time_to_seconds (change->time));
      hd_json_add_text (builder, "of", change->of);
      hd_json_add_text (builder, "value", change->value);
      json_builder_set_member_name (builder, "links");
      json_builder_begin_array (builder);
      for (guint k = 0; k < change->n_links; k++)
        {
          g_autofree char *path = hd_design_dup_link_path (design, change->links[k].link);

          json_builder_begin_object (builder);
          hd_json_add_text (builder, "id", path);
          hd_json_add_number (builder, "bandwidth_bytes_per_s", change->links[k].bandwidth);
          json_builder_set_member_name (builder, "failed");
          json_builder_add_boolean_value (builder, change->links[k].failed);
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
      json_builder_set_member_name (builder, "components");
      json_builder_begin_array (builder);
      for (guint k = 0; k < change->n_nodes; k++)
        {
          g_autofree char *path = hd_design_dup_node_path (design, change->nodes[k].node);

          json_builder_begin_object (builder);
          hd_json_add_text (builder, "id", path);
          json_builder_set_member_name (builder, "failed");
          json_builder_add_boolean_value (builder, change->nodes[k].failed);
          json_builder_end_object (builder);
        }
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Numbers in SI units. */
static void
add_variables (JsonBuilder *builder,
               HdDesign *design)
{
  g_autofree const char **names = hd_design_list_variables (design);

  json_builder_set_member_name (builder, "variables");
  json_builder_begin_object (builder);
  for (guint i = 0; names[i] != NULL; i++)
    {
      HdValue value;

      if (!hd_design_get_variable (design, names[i], &value))
        continue;
      if (value.kind == HD_VALUE_WORD)
        hd_json_add_text (builder, names[i], value.word);
      else
        hd_json_add_number (builder, names[i], value.quantity.value);
    }
  json_builder_end_object (builder);
}

static void
add_trace (JsonBuilder *builder,
           HdDesign *design)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);

  json_builder_begin_array (builder);
  for (guint i = 0; i < settings->n_traced; i++)
    {
      g_autofree char *path = hd_design_dup_node_path (design, settings->traced[i]);

      json_builder_add_string_value (builder, path);
    }
  json_builder_end_array (builder);
}

/* Those that have an effect, whether the project states them or not. */
static void
add_settings (JsonBuilder *builder,
              HdDesign *design)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);

  json_builder_set_member_name (builder, "settings");
  json_builder_begin_object (builder);
  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      double value = hd_run_setting_get (setting, settings);

      if (setting->member == NULL || !hd_run_setting_has_effect (setting, settings->fidelity))
        continue;
      json_builder_set_member_name (builder, setting->member);
      if (setting->storage == HD_RUN_STORAGE_TRACED)
        add_trace (builder, design);
      else if (setting->parameter.kind == HD_PARAMETER_CHOICE)
        json_builder_add_string_value (builder, setting->parameter.choices[(guint) value]);
      else if (setting->parameter.kind == HD_PARAMETER_FLAG)
        json_builder_add_boolean_value (builder, value != 0);
      else if (setting->parameter.kind == HD_PARAMETER_INTEGER)
        json_builder_add_int_value (builder, (gint64) value);
      else if (isinf (value))
        json_builder_add_null_value (builder);
      else
        json_builder_add_double_value (builder, value);
    }
  json_builder_end_object (builder);
}

static void
add_metrics (JsonBuilder *builder,
             HdRecord *record)
{
  HdMetric metric;

  json_builder_set_member_name (builder, "metrics");
  json_builder_begin_object (builder);
  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    {
      json_builder_set_member_name (builder, metric.name);
      json_builder_begin_object (builder);
      hd_json_add_number (builder, "value", metric.value);
      hd_json_add_text (builder, "unit", metric.unit);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_seconds (JsonBuilder *builder,
             const char *key,
             HdTime time)
{
  hd_json_add_number (builder, key, hd_time_to_seconds (time));
}

static void
add_histogram (JsonBuilder *builder,
               const HdHistogram *histogram)
{
  json_builder_set_member_name (builder, histogram->name);
  json_builder_begin_object (builder);
  hd_json_add_integer (builder, "count", histogram->n);
  add_seconds (builder, "least_s", histogram->least);
  add_seconds (builder, "p50_s", histogram->p50);
  add_seconds (builder, "p95_s", histogram->p95);
  add_seconds (builder, "p99_s", histogram->p99);
  add_seconds (builder, "most_s", histogram->most);
  json_builder_set_member_name (builder, "bins");
  json_builder_begin_array (builder);
  for (guint i = 0; i < histogram->n_bins; i++)
    {
      json_builder_begin_object (builder);
      add_seconds (builder, "from_s", histogram->bins[i].from);
      add_seconds (builder, "to_s", histogram->bins[i].to);
      hd_json_add_integer (builder, "count", histogram->bins[i].n);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_histograms (JsonBuilder *builder,
                HdRecord *record)
{
  HdHistogram histogram;

  json_builder_set_member_name (builder, "histograms");
  json_builder_begin_object (builder);
  for (guint i = 0; hd_record_get_histogram (record, i, &histogram); i++)
    add_histogram (builder, &histogram);
  json_builder_end_object (builder);
}

static void
add_direction (JsonBuilder *builder,
               const char *key,
               const HdUse *use)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  hd_json_add_number (builder, "bytes", use->amount);
  hd_json_add_number (builder, "utilisation", (double) use->mean);
  hd_json_add_number (builder, "peak_utilisation", (double) use->peak);
  json_builder_end_object (builder);
}

static void
add_links (JsonBuilder *builder,
           HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_links = hd_design_get_n_links (design);
  const HdLink *links = hd_design_get_links (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_links + 1);

  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  json_builder_set_member_name (builder, "links");
  json_builder_begin_array (builder);
  for (guint l = 0; l < n_links; l++)
    {
      g_autofree char *path = hd_design_dup_link_path (design, l);

      json_builder_begin_object (builder);
      hd_json_add_text (builder, "id", path);
      hd_json_add_number (builder, "bytes", loads[l].amount);
      hd_json_add_number (builder, "utilisation", (double) loads[l].mean);
      hd_json_add_number (builder, "peak_utilisation", (double) loads[l].peak);
      if (hd_design_has_failed (design, l))
        {
          json_builder_set_member_name (builder, "failed");
          json_builder_add_boolean_value (builder, TRUE);
        }
      if (loads[l].ways[0].noise > 0)
        hd_json_add_number (builder, "noise_ratio", (double) loads[l].ways[0].noise);
      if (hd_record_has_energy (record))
        hd_json_add_number (builder, "energy_j", loads[l].energy);
      if (links[l].sharing == HD_SHARING_SPLIT)
        {
          add_direction (builder, "forward", &loads[l].ways[0]);
          add_direction (builder, "reverse", &loads[l].ways[1]);
        }
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* The capacities of components that were used. */
static void
add_components (JsonBuilder *builder,
                HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_nodes + 1);

  hd_record_read_nodes (record, 0, HD_TIME_MAX, loads);
  json_builder_set_member_name (builder, "components");
  json_builder_begin_array (builder);
  for (guint i = 0; i < 2 * n_nodes; i++)
    {
      const HdUse *use = &loads[i / 2].ways[i % 2];
      const char *capacity = _hd_capacity_name (design, i / 2, i % 2);
      g_autofree char *path = NULL;

      if (use->amount <= 0)
        continue;
      path = hd_design_dup_node_path (design, i / 2);
      json_builder_begin_object (builder);
      hd_json_add_text (builder, "id", path);
      hd_json_add_text (builder, "capacity", capacity);
      if (strcmp (capacity, "processor") != 0 && strcmp (capacity, "buffers") != 0)
        hd_json_add_number (builder, "bytes", use->amount);
      hd_json_add_number (builder, "utilisation", (double) use->mean);
      hd_json_add_number (builder, "peak_utilisation", (double) use->peak);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* From the beginning of the run on. */
static void
add_failed_components (JsonBuilder *builder,
                       HdDesign *design)
{
  gboolean any = FALSE;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *path = hd_design_has_node_failed (design, i) ? hd_design_dup_node_path (design, i) : NULL;

      if (path == NULL)
        continue;
      if (!any)
        {
          json_builder_set_member_name (builder, "failed_components");
          json_builder_begin_array (builder);
        }
      any = TRUE;
      json_builder_add_string_value (builder, path);
    }
  if (any)
    json_builder_end_array (builder);
}

/* Of all of them, also those that only stood there. */
static void
add_routers (JsonBuilder *builder,
             HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_nodes + 1);

  hd_record_read_nodes (record, 0, HD_TIME_MAX, loads);
  json_builder_set_member_name (builder, "routers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n_nodes; i++)
    {
      g_autofree char *path = NULL;

      if (loads[i].room <= 0)
        continue;
      path = hd_design_dup_node_path (design, i);
      json_builder_begin_object (builder);
      hd_json_add_text (builder, "id", path);
      hd_json_add_number (builder, "energy_j", loads[i].energy);
      hd_json_add_integer (builder, "switched_flits", (guint64) loads[i].switched);
      hd_json_add_integer (builder, "accepted_flits", (guint64) loads[i].accepted);
      hd_json_add_number (builder, "fill", (double) loads[i].mean);
      hd_json_add_number (builder, "peak_fill", (double) loads[i].peak);
      hd_json_add_number (builder, "stalled", loads[i].stalled_share);
      hd_json_add_integer (builder, "no_channel_cycles", (guint64) loads[i].stalled[HD_STALL_CHANNEL]);
      hd_json_add_integer (builder, "no_credit_cycles", (guint64) loads[i].stalled[HD_STALL_CREDIT]);
      hd_json_add_integer (builder, "no_switch_cycles", (guint64) loads[i].stalled[HD_STALL_SWITCH]);
      hd_json_add_integer (builder, "no_room_cycles", (guint64) loads[i].stalled[HD_STALL_ROOM]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Paths of what waits, as @dup_path has them. */
static void
add_waiting (JsonBuilder *builder,
             const char *name,
             HdDesign *design,
             const guint32 *numbers,
             guint n,
             char *(*dup_path) (HdDesign *design, guint32 number))
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = dup_path (design, numbers[i]);

      json_builder_add_string_value (builder, path);
    }
  json_builder_end_array (builder);
}

static void
add_problems (JsonBuilder *builder,
              HdDesign *design,
              HdProblemList *problems)
{
  static const char *const severities[] = { "error", "warning", "info" };

  json_builder_set_member_name (builder, "problems");
  json_builder_begin_array (builder);
  for (guint i = 0; problems != NULL && i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      json_builder_begin_object (builder);
      hd_json_add_text (builder, "code", hd_problem_code_nick (problem->code));
      hd_json_add_text (builder, "severity", severities[problem->severity]);
      hd_json_add_text (builder, "object", problem->object);
      hd_json_add_text (builder, "file", problem->file);
      hd_json_add_integer (builder, "line", (guint64) problem->line);
      hd_json_add_text (builder, "message", problem->message);
      hd_json_add_text (builder, "hint", problem->hint);
      add_waiting (builder, "waiting_components", design, problem->nodes, problem->n_nodes, hd_design_dup_node_path);
      add_waiting (builder, "waiting_links", design, problem->links, problem->n_links, hd_design_dup_link_path);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_counters (JsonBuilder *builder,
              const HdCounters *counters)
{
  json_builder_set_member_name (builder, "counters");
  json_builder_begin_object (builder);
  hd_json_add_integer (builder, "rounds", counters->rounds);
  hd_json_add_integer (builder, "rounds_jumped", counters->rounds_jumped);
  hd_json_add_integer (builder, "solver_calls", counters->solver_calls);
  hd_json_add_integer (builder, "rates_visited", counters->rates_visited);
  hd_json_add_integer (builder, "rates_changed", counters->rates_changed);
  hd_json_add_integer (builder, "transfers", counters->transfers);
  hd_json_add_integer (builder, "lane_classes", counters->lane_classes);
  hd_json_add_integer (builder, "record_bytes", counters->memory_bytes);
  json_builder_end_object (builder);
}

/* What was in force, whether the project said so or not. */
static void
add_limits (JsonBuilder *builder,
            HdDesign *design,
            const HdCounters *counters)
{
  HdTime wall_limit = hd_design_get_run_settings (design)->wall_limit;

  json_builder_set_member_name (builder, "limits");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "wall_time_s");
  if (wall_limit < HD_TIME_MAX)
    json_builder_add_double_value (builder, hd_time_to_seconds (wall_limit));
  else
    json_builder_add_null_value (builder);
  hd_json_add_integer (builder, "memory_bytes", counters->memory_limit_bytes);
  json_builder_end_object (builder);
}

static void
write_key (HdWriter *writer,
           const char *key,
           const char *value)
{
  _hd_writer_printf (writer, "\"%s\": ", key);
  if (value != NULL)
    _hd_writer_json (writer, value);
  else
    _hd_writer_put (writer, "null");
  _hd_writer_put (writer, ", ");
}

static void
write_span (HdWriter *writer,
            HdRecord *record,
            guint lane,
            guint64 index,
            const HdSpan *span)
{
  g_autofree char *id = g_strdup_printf (_HD_SPAN_ID_FORMAT, lane, index);
  g_autofree char *peer = hd_span_has_peer (span) ? hd_design_dup_node_label (hd_record_get_design (record), span->peer) : NULL;
  g_autofree char *cause = NULL;
  guint cause_lane;
  guint64 cause_index;

  if (hd_record_find_cause (record, lane, span, &cause_lane, &cause_index))
    cause = g_strdup_printf (_HD_SPAN_ID_FORMAT, cause_lane, cause_index);
  _hd_writer_put (writer, index > 0 ? ",\n        { " : "\n        { ");
  write_key (writer, "span", id);
  write_key (writer, "cause", cause);
  write_key (writer, "kind", _hd_span_kind_name (span->kind));
  write_key (writer, "name", hd_record_get_name (record, span->name));
  _hd_writer_printf (writer, "\"iteration\": %u, \"step\": %u, ", span->iteration, span->step);
  write_key (writer, "peer", peer);
  _hd_writer_put (writer, "\"start_s\": ");
  _hd_writer_time (writer, span->start);
  _hd_writer_put (writer, ", \"end_s\": ");
  _hd_writer_time (writer, span->end);
  _hd_writer_printf (writer, ", \"unfinished\": %s }", span->unfinished ? "true" : "false");
}

/* The lanes of run:trace, and what was followed, as last members of the result. Written by hand rather than built as a tree: there may be millions of spans. */
static void
write_trace (HdWriter *writer,
             HdRecord *record)
{
  gboolean first = TRUE;

  _hd_writer_put (writer, ",\n  \"trace\" : [");
  for (guint lane = 0; lane < hd_record_get_n_lanes (record) && !_hd_writer_failed (writer); lane++)
    {
      g_autofree char *title = hd_record_dup_lane_title (record, lane);
      guint64 n_spans = hd_record_get_n_spans (record, lane);
      guint64 n;

      if (!hd_record_is_trace_lane (record, lane))
        continue;
      _hd_writer_put (writer, first ? "\n    { " : ",\n    { ");
      write_key (writer, "lane", title);
      _hd_writer_put (writer, "\"spans\": [");
      for (guint64 i = 0; i < n_spans && !_hd_writer_failed (writer); i += n)
        {
          const HdSpan *spans = hd_record_peek_spans (record, lane, i, &n);

          for (guint64 k = 0; k < n; k++)
            write_span (writer, record, lane, i + k, &spans[k]);
        }
      _hd_writer_put (writer, "\n      ] }");
      first = FALSE;
    }
  _hd_writer_put (writer, "\n  ]");
  _hd_report_followed_json (writer, record);
  _hd_writer_put (writer, "\n}\n");
}

void
_hd_report_json (HdWriter *writer,
                 HdRecord *record,
                 HdProblemList *problems)
{
  HdDesign *design = hd_record_get_design (record);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *digest = hd_record_dup_digest (record);
  g_autofree char *text = NULL;
  HdCounters counters;

  hd_record_get_counters (record, &counters);
  json_builder_begin_object (builder);
  hd_json_add_text (builder, "heddle", HD_VERSION);
  add_project (builder, design);
  add_overrides (builder, design);
  add_variables (builder, design);
  add_settings (builder, design);
  add_inputs (builder, record);
  add_changes (builder, record);
  hd_json_add_number (builder, "simulated_time_s", hd_time_to_seconds (hd_record_get_time (record)));
  hd_json_add_number (builder, "wall_time_s", counters.wall_time_s);
  add_limits (builder, design, &counters);
  hd_json_add_integer (builder, "events", counters.events);
  hd_json_add_text (builder, "digest", digest);
  add_metrics (builder, record);
  add_histograms (builder, record);
  json_builder_set_member_name (builder, "iteration_ends_s");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hd_record_get_n_iterations (record); i++)
    json_builder_add_double_value (builder, hd_time_to_seconds (hd_record_get_iteration_end (record, i)));
  json_builder_end_array (builder);
  add_counters (builder, &counters);
  add_links (builder, record);
  add_components (builder, record);
  add_failed_components (builder, hd_record_get_design (record));
  add_routers (builder, record);
  add_problems (builder, design, problems);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  text = hd_json_text_write (root);
  g_assert (g_str_has_suffix (text, "\n}"));
  text[strlen (text) - 2] = '\0';
  _hd_writer_put (writer, text);
  write_trace (writer, record);
}
