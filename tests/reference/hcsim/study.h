/* study.h: HCSim's platforms as they are shipped, run with settings
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "hd-execution.h"

typedef enum { STUDY_6A, STUDY_6B } Study;

/** study_elaborate: @settings separated by ";" */
HdDesign *study_elaborate (Study study,
                           const char *settings);
/** study_run: one iteration; the execution is at its end */
HdExecution *study_run (Study study,
                        const char *settings,
                        const HdExecutionObserver *observer,
                        gpointer user_data);
double study_get_metric (HdExecution *execution,
                         const char *name);
/** study_get_throughput: batch/s of one iteration */
double study_get_throughput (Study study,
                             const char *settings);
