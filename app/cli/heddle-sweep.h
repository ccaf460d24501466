/* heddle-sweep.h: runs of one project that differ in one value, and the table of their metrics
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-cli-project.h"

G_BEGIN_DECLS

/**
 * HeddleSweepOptions:
 * @loading: (nullable): how the file is read
 * @settings: (array zero-terminated=1): of all runs
 * @metrics: (nullable): names with commas between them, for the table that is printed; without it those that differ
 * @csv: (nullable): directory for sweep.csv or saturation.csv, which have all metrics
 * @json: (nullable): of heddle_saturation_run (), "-" for standard output
 * @permit: of programs
 * @jobs: threads that work at the same time, 0 for as many as the machine has
 */
typedef struct
{
  const char *file;
  const HdLoading *loading;
  const char *const *settings;
  const char *metrics;
  const char *csv;
  const char *json;
  guint jobs;
  HdPermit *permit;
  gboolean is_quiet;
  gboolean shows_progress;
} HeddleSweepOptions;

/** heddle_sweep_run: runs that fail are rows that say why; returns the exit status, that of the first failure if there is one */
HeddleExit heddle_sweep_run (const HdSweep *self,
                             const HeddleSweepOptions *options);

/** heddle_sweep_write: @table as file @name of the directory for CSV, and for people; returns the exit status */
HeddleExit heddle_sweep_write (HdSweepTable *table,
                               const char *name,
                               const HeddleSweepOptions *options);

G_END_DECLS
