/* heddle-run-view.h: a run as it is looked at, by the numbers of what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-drawing.h"

G_BEGIN_DECLS

/**
 * HeddleRunView:
 *
 * A run, its record and what it was made of, with the moment that is looked at, its loads then, and the way between its numbers and those of what
 * is drawn, which may have been edited since. Reference counted; main thread only. A session shows one; what is kept beside it, as a baseline,
 * follows the drawing likewise.
 */
typedef struct _HeddleRunView HeddleRunView;

/** heddle_run_view_new: @snapshot: what @run was made of */
HeddleRunView *heddle_run_view_new (HdRun *run,
                                    HdSnapshot *snapshot);
HeddleRunView *heddle_run_view_ref (HeddleRunView *self);
void heddle_run_view_unref (HeddleRunView *self);
HdRun *heddle_run_view_get_run (HeddleRunView *self);
HdRecord *heddle_run_view_get_record (HeddleRunView *self);
HdSnapshot *heddle_run_view_get_snapshot (HeddleRunView *self);

/** heddle_run_view_set_drawn: (nullable): what is drawn from now on: a design, or a sketch */
void heddle_run_view_set_drawn (HeddleRunView *self,
                                HdDesign *drawn);
/** heddle_run_view_find_recorded: what ran for a node or link of what is drawn; HD_NO_ID if nothing did */
guint32 heddle_run_view_find_recorded (HeddleRunView *self,
                                       HdTargetKind kind,
                                       guint32 number);
/** heddle_run_view_find_drawn: the way back; HD_NO_ID if it is drawn no more */
guint32 heddle_run_view_find_drawn (HeddleRunView *self,
                                    HdTargetKind kind,
                                    guint32 number);

/** heddle_run_view_set_moment: HD_TIME_MAX follows the run */
void heddle_run_view_set_moment (HeddleRunView *self,
                                 HdTime moment);
HdTime heddle_run_view_get_moment (HeddleRunView *self);

/**
 * heddle_run_view_get_loads:
 * @out_loads: from @start to @end, and from the beginning; means, until the loads are read anew
 *
 * By node and link of what is drawn: 0 for those that did not run.
 *
 * Returns: %FALSE if nothing of it is drawn
 */
gboolean heddle_run_view_get_loads (HeddleRunView *self,
                                    HdTime start,
                                    HdTime end,
                                    HeddleLoads *out_loads);
/** heddle_run_view_forget_loads: the record may have grown */
void heddle_run_view_forget_loads (HeddleRunView *self);
/** heddle_run_view_peek_links: (nullable): loads by link of what is drawn, if they are read */
const HdLoad *heddle_run_view_peek_links (HeddleRunView *self);

/** heddle_run_view_set_stale: whether the project was edited since, so that it would run otherwise */
void heddle_run_view_set_stale (HeddleRunView *self,
                                gboolean stale);
gboolean heddle_run_view_is_stale (HeddleRunView *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleRunView, heddle_run_view_unref)

G_END_DECLS
