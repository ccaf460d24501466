/* hd-comparison-json.c: a comparison as JSON
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comparison-json"

#include <heddle/hd-comparison.h>

#include <string.h>

#include <json-glib/json-glib.h>

#include "hd-json-members.h"
#include "hd-json-text.h"

static void
add_run (JsonBuilder *builder,
         const char *key,
         const HdOutcome *outcome,
         const char *name)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  hd_json_add_text (builder, "file", name);
  hd_json_add_text (builder, "project", outcome->project);
  hd_json_add_text (builder, "digest", outcome->digest);
  json_builder_end_object (builder);
}

static void
add_value (JsonBuilder *builder,
           const char *key,
           const HdMetric *metric)
{
  if (metric == NULL)
    return;
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  hd_json_add_number (builder, "value", metric->value);
  hd_json_add_text (builder, "unit", metric->unit);
  json_builder_end_object (builder);
}

static void
add_metrics (JsonBuilder *builder,
             const HdComparison *self)
{
  json_builder_set_member_name (builder, "metrics");
  json_builder_begin_object (builder);
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const HdMetricPair *pair = &g_array_index (self->metrics, HdMetricPair, i);

      json_builder_set_member_name (builder, (pair->a != NULL ? pair->a : pair->b)->name);
      json_builder_begin_object (builder);
      add_value (builder, "a", pair->a);
      add_value (builder, "b", pair->b);
      if (hd_metric_pair_is_alike (pair))
        {
          hd_json_add_number (builder, "difference", pair->b->value - pair->a->value);
          hd_json_add_number (builder, "difference_ratio", hd_metric_pair_get_ratio (pair));
        }
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_link (JsonBuilder *builder,
          const char *key,
          const HdOutcomeLink *link)
{
  if (link == NULL)
    return;
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  hd_json_add_number (builder, "bytes", link->amount);
  hd_json_add_number (builder, "utilisation", link->mean);
  hd_json_add_number (builder, "peak_utilisation", link->peak);
  json_builder_end_object (builder);
}

static void
add_links (JsonBuilder *builder,
           const HdComparison *self)
{
  json_builder_set_member_name (builder, "links");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->links->len; i++)
    {
      const HdLinkPair *pair = &g_array_index (self->links, HdLinkPair, i);

      json_builder_begin_object (builder);
      hd_json_add_text (builder, "id", (pair->a != NULL ? pair->a : pair->b)->id);
      add_link (builder, "a", pair->a);
      add_link (builder, "b", pair->b);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_differences (JsonBuilder *builder,
                 const HdComparison *self)
{
  json_builder_set_member_name (builder, "differences");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->differences->len; i++)
    {
      const HdDifference *difference = &g_array_index (self->differences, HdDifference, i);

      json_builder_begin_object (builder);
      hd_json_add_text (builder, "subject", difference->subject);
      hd_json_add_text (builder, "a", difference->a);
      hd_json_add_text (builder, "b", difference->b);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

char *
hd_comparison_to_json (const HdComparison *self,
                       const char *name_a,
                       const char *name_b)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "heddle", HD_VERSION);
  add_run (builder, "a", self->a, name_a);
  add_run (builder, "b", self->b, name_b);
  json_builder_set_member_name (builder, "same");
  json_builder_add_boolean_value (builder, strcmp (self->a->digest, self->b->digest) == 0);
  add_differences (builder, self);
  add_metrics (builder, self);
  add_links (builder, self);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = hd_json_text_write (root);
  return g_strconcat (text, "\n", NULL);
}
