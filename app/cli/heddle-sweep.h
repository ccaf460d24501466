/* heddle-sweep.h: runs of one project that differ in one value, and the table of their metrics
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-cli-project.h"

G_BEGIN_DECLS

/**
 * HeddleSweep:
 * @name: what is set, as --set takes it
 * @values: (array zero-terminated=1): in the order of the table
 */
typedef struct
{
  char *name;
  char **values;
} HeddleSweep;

/**
 * heddle_sweep_parse:
 * @text: NAME=FROM..TO:N: N values at equal distances, the first FROM and the last TO; a NAME without a point or a colon is a variable. Where FROM has no
 *   unit it has that of TO.
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_DIMENSION, %HD_ERROR_RANGE; the message names what is wrong.
 */
gboolean heddle_sweep_parse (const char *text,
                             HeddleSweep *out_sweep,
                             GError **error);
void heddle_sweep_clear (HeddleSweep *self);

/**
 * HeddleSweepOptions:
 * @loading: (nullable): how the file is read
 * @settings: (array zero-terminated=1): of all runs
 * @metrics: (nullable): names with commas between them, for the table that is printed; without it those that differ
 * @csv: (nullable): directory for sweep.csv, which has all metrics
 * @jobs: threads that work at the same time, 0 for as many as the machine has
 */
typedef struct
{
  const char *file;
  const HdLoading *loading;
  const char *const *settings;
  const char *metrics;
  const char *csv;
  guint jobs;
  gboolean is_quiet;
  gboolean shows_progress;
} HeddleSweepOptions;

/** heddle_sweep_run: runs that fail are rows that say why; returns the exit status, that of the first failure if there is one */
HeddleExit heddle_sweep_run (const HeddleSweep *self,
                             const HeddleSweepOptions *options);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HeddleSweep, heddle_sweep_clear)

G_END_DECLS
