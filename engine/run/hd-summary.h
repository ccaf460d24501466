/* hd-summary.h: the metrics of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/** hd_summary_write_links: how busy the links of each class were */
void hd_summary_write_links (HdRecord *record);
/** hd_summary_write_processors: how busy those of each model were */
void hd_summary_write_processors (HdRecord *record);
/** hd_summary_write_metrics: @metrics is of HdExecutionMetric */
void hd_summary_write_metrics (HdRecord *record,
                               GArray *metrics);
/** hd_summary_write_ranks: of a few each */
void hd_summary_write_ranks (HdRecord *record,
                             const HdExecutionRank *ranks,
                             guint n_ranks);
void hd_summary_write (HdRecord *record,
                       HdExecution *execution);

G_END_DECLS
