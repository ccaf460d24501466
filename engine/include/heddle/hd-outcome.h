/* hd-outcome.h: what a run came to, to be held against another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HdOutcomeLink: @mean, @peak: shares of its capacity, 0 to 1, as of #HdLoad; @amount: in bytes */
typedef struct
{
  char *id;
  double amount;
  double mean;
  double peak;
} HdOutcomeLink;

/**
 * HdOutcome: of a run that is over, whether its record is there or only the file of its result
 * @project: its name
 * @digest: the trajectory's
 * @overrides: (array zero-terminated=1): PATH=VALUE, what the project was given beside what it says
 * @inputs: files that it has read, as hd_record_dup_inputs () has them
 * @metrics: (element-type HdMetric): titles of a file are their names
 * @links: (element-type HdOutcomeLink): in the order of the design
 */
typedef struct
{
  char *project;
  char *digest;
  char **overrides;
  char *inputs;
  GArray *metrics;
  GArray *links;
} HdOutcome;

/** hd_outcome_new: of a run that has finished */
HdOutcome *hd_outcome_new (HdRecord *record);
/**
 * hd_outcome_load:
 * @path: of a result, as %HD_REPORT_JSON makes it
 *
 * Errors: %HD_ERROR_IO; %HD_ERROR_SYNTAX if it is no result; %HD_ERROR_INVALID if its run has failed.
 */
HdOutcome *hd_outcome_load (const char *path,
                            GError **error);
void hd_outcome_free (HdOutcome *self);
/** hd_outcome_find_metric: (nullable) */
const HdMetric *hd_outcome_find_metric (const HdOutcome *self,
                                        const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdOutcome, hd_outcome_free)

G_END_DECLS
