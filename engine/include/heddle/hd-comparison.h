/* hd-comparison.h: two runs beside each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-outcome.h>

G_BEGIN_DECLS

/** HdMetricPair: (nullable): of each run, %NULL where it has none of that name */
typedef struct
{
  const HdMetric *a;
  const HdMetric *b;
} HdMetricPair;

/** HdLinkPair: (nullable): a link that both call the same, %NULL in a run that has none */
typedef struct
{
  const HdOutcomeLink *a;
  const HdOutcomeLink *b;
} HdLinkPair;

/** HdDifference: @subject: a setting, or "L · Bandwidth"; @a, @b: (nullable): what it is of each, %NULL where it is not */
typedef struct
{
  char *subject;
  char *a;
  char *b;
} HdDifference;

/**
 * HdComparison:
 * @metrics: (element-type HdMetricPair): of @a in their order, then those of @b alone
 * @links: (element-type HdLinkPair): those that are not used alike, most first by what they are busy on average, then by what they carried
 * @n_links: how many there are in either
 * @differences: (element-type HdDifference): in what was asked for
 */
typedef struct
{
  HdOutcome *a;
  HdOutcome *b;
  GArray *metrics;
  GArray *links;
  guint n_links;
  GArray *differences;
} HdComparison;

/** hd_comparison_new: @a, @b: (transfer full). O(n log n) in links. Differences are those of settings, see hd_comparison_add_difference () */
HdComparison *hd_comparison_new (HdOutcome *a,
                                 HdOutcome *b);
void hd_comparison_free (HdComparison *self);
/** hd_comparison_add_difference: between the projects, which the outcome of a run does not know */
void hd_comparison_add_difference (HdComparison *self,
                                   const char *subject,
                                   const char *a,
                                   const char *b);
/** hd_metric_pair_is_alike: whether both runs have it in the same unit, so that a difference means something */
gboolean hd_metric_pair_is_alike (const HdMetricPair *self);
/** hd_metric_pair_get_ratio: (b − a) / |a|; infinite where nothing became something */
double hd_metric_pair_get_ratio (const HdMetricPair *self);

/* @name_a, @name_b: what the runs are called; @n_links: how many links at most, of those that differ most */

/** hd_comparison_to_text: tables for people */
char *hd_comparison_to_text (const HdComparison *self,
                             const char *name_a,
                             const char *name_b,
                             guint n_links);
/** hd_comparison_to_html: likewise, a page that needs no other file */
char *hd_comparison_to_html (const HdComparison *self,
                             const char *name_a,
                             const char *name_b,
                             guint n_links);
/** hd_comparison_to_json: for programs, as comparison.schema.json says; has all links that differ */
char *hd_comparison_to_json (const HdComparison *self,
                             const char *name_a,
                             const char *name_b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdComparison, hd_comparison_free)

G_END_DECLS
