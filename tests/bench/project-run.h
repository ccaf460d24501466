/* project-run.h: a whole run of a project as it is shipped, and what it took
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/** ProjectRun: @elaborate_cpu_s: seconds of the processor to elaborate it; @cpu_s, @wall_s: of the run, preparing it included, all threads together and by the clock */
typedef struct
{
  HdRecord *record;
  HdCounters counters;
  double elaborate_cpu_s;
  double cpu_s;
  double wall_s;
} ProjectRun;

/** project_run: @path: below projects/; @settings: as of --set. Whatever fails ends the program */
ProjectRun project_run (const char *path,
                        const char *const *settings);
void project_run_clear (ProjectRun *self);
/** project_run_get: a metric, which it must have */
double project_run_get (const ProjectRun *self,
                        const char *metric);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProjectRun, project_run_clear)
