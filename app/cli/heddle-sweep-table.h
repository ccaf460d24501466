/* heddle-sweep-table.h: metrics of several runs, as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-cli-project.h"

G_BEGIN_DECLS

typedef struct _HeddleSweepTable HeddleSweepTable;

/** heddle_sweep_table_new: a row for each of @values, of which @name is the title; both are borrowed */
HeddleSweepTable *heddle_sweep_table_new (const char *name,
                                          const char *const *values);
void heddle_sweep_table_free (HeddleSweepTable *self);
/** heddle_sweep_table_set_metrics: of the run of row @row, which has ended */
void heddle_sweep_table_set_metrics (HeddleSweepTable *self,
                                     guint row,
                                     HdRecord *record);
/** heddle_sweep_table_set_error: why there are none */
void heddle_sweep_table_set_error (HeddleSweepTable *self,
                                   guint row,
                                   const char *message);
/**
 * heddle_sweep_table_to_text: columns side by side, for people
 * @metrics: (nullable): names with commas between them; without it the first few that differ, and how many more there are
 *
 * Errors: %HD_ERROR_NAME: no run has such a metric; the message names those that there are
 */
char *heddle_sweep_table_to_text (HeddleSweepTable *self,
                                  const char *metrics,
                                  GError **error);
/** heddle_sweep_table_to_csv: all metrics in SI units, which end the names of their columns; the last column says why a run has failed */
char *heddle_sweep_table_to_csv (HeddleSweepTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleSweepTable, heddle_sweep_table_free)

G_END_DECLS
