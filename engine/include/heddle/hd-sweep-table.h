/* hd-sweep-table.h: metrics of several runs, as a table
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HdSweepTable: the metrics of runs, a row for each */
typedef struct _HdSweepTable HdSweepTable;

/** hd_sweep_table_new: @name: the title of the column of values */
HdSweepTable *hd_sweep_table_new (const char *name);
void hd_sweep_table_free (HdSweepTable *self);
/** hd_sweep_table_insert: a row for @value, before the one that was number @row */
void hd_sweep_table_insert (HdSweepTable *self,
                            guint row,
                            const char *value);
/** hd_sweep_table_set_metrics: of the run of row @row, which has ended */
void hd_sweep_table_set_metrics (HdSweepTable *self,
                                     guint row,
                                     HdRecord *record);
/** hd_sweep_table_set_error: why there are none */
void hd_sweep_table_set_error (HdSweepTable *self,
                                   guint row,
                                   const char *message);
/** hd_sweep_table_find_metric: of @row; %FALSE if it has none of that name */
gboolean hd_sweep_table_find_metric (HdSweepTable *self,
                                     guint row,
                                     const char *name,
                                     HdMetric *out_metric);
/** hd_sweep_table_get_error: (nullable) */
const char *hd_sweep_table_get_error (HdSweepTable *self,
                                      guint row);
/** hd_sweep_table_list_metrics: (element-type HdMetric) (transfer full): of all rows, each once; the values mean nothing */
GArray *hd_sweep_table_list_metrics (HdSweepTable *self);
/**
 * hd_sweep_table_to_text: columns side by side, for people
 * @metrics: (nullable): names with commas between them; without it the first few that differ, and how many more there are
 *
 * Errors: %HD_ERROR_NAME: no run has such a metric; the message names those that there are
 */
char *hd_sweep_table_to_text (HdSweepTable *self,
                                  const char *metrics,
                                  GError **error);
/** hd_sweep_table_to_csv: all metrics in SI units, which end the names of their columns; the last column says why a run has failed */
char *hd_sweep_table_to_csv (HdSweepTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSweepTable, hd_sweep_table_free)

G_END_DECLS
