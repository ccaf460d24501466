/* hd-run-job.h: the life of a job, as its queue leads it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-run-queue.h>

G_BEGIN_DECLS

/** _hd_run_job_new: of @snapshot, which is elaborated with @catalog and @overrides, or of @design */
HdRunJob *_hd_run_job_new (HdSnapshot *snapshot,
                           HdCatalog *catalog,
                           const char *const *overrides,
                           HdDesign *design,
                           HdTransferList *transfers,
                           int priority);
/** _hd_run_job_prepare: from waiting; in a thread, then it is ready or has ended */
void _hd_run_job_prepare (HdRunJob *self);
/** _hd_run_job_start: from ready; @memory_bytes: its limit where its settings have none or a higher one; 0 for theirs; @permit: (nullable) */
void _hd_run_job_start (HdRunJob *self,
                        guint64 memory_bytes,
                        HdPermit *permit);
/** _hd_run_job_get_held: bytes that it is counted with as it is: nothing, its design, or that and its run */
guint64 _hd_run_job_get_held (HdRunJob *self);
void _hd_run_job_pause (HdRunJob *self);
void _hd_run_job_resume (HdRunJob *self);
/** _hd_run_job_abandon: cancelled at once, without a thread that still works for it */
void _hd_run_job_abandon (HdRunJob *self);

G_END_DECLS
