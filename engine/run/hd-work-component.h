/* hd-work-component.h: the work of a design as one component of the kernel, and what it tells the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution.h"
#include "hd-kernel.h"
#include "hd-states.h"
#include "hd-usage.h"

G_BEGIN_DECLS

/** HdWork: @kernel is paused when the work is done; everything is borrowed */
typedef struct
{
  HdKernel *kernel;
  HdRecord *record;
  HdExecution *execution;
  HdTransferList *transfers;
  HdUsage *usage;
  HdStates *states;
  int iteration_series;
  double *progress;       /* share of the work that is done; written with relaxed atomics, for any thread */
  HdComponent *component; /* once it has started */
} HdWork;

/** hd_work_component_add: at flow fidelity all users of the network are this one component, in one partition */
void hd_work_component_add (HdKernel *kernel,
                            HdWork *work);
/**
 * hd_work_reach:
 * @time: at most that of the next event
 *
 * Lets time go on where nothing happens: what is under way is published up to @time.
 *
 * Errors: those of hd_execution_advance ().
 */
gboolean hd_work_reach (HdWork *work,
                        HdTime time,
                        GError **error);
/** hd_work_finish: what is still under way is cut off at @time */
void hd_work_finish (HdWork *work,
                     HdTime time);

G_END_DECLS
