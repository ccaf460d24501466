/* heddle-kept-runs.h: the runs of a session's project that are kept
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each run that comes to its end is kept, one that only repeats the last one in its place. The project that it ran, its metrics and its digest are written to a
 * file in the user's data, by the place of the project's file, and are there again when that is opened; records stay in memory, the newest of them. All
 * is announced by kept-changed. Runs are numbered by place here, the last first.
 */
#pragma once

#include "heddle-session.h"

G_BEGIN_DECLS

guint heddle_session_get_n_kept (HeddleSession *self);
/** heddle_session_get_kept: until kept-changed */
const HdKeptRun *heddle_session_get_kept (HeddleSession *self,
                                          guint place);
/** heddle_session_find_kept: where the run with @number stands; %FALSE if it is gone */
gboolean heddle_session_find_kept (HeddleSession *self,
                                   guint number,
                                   guint *out_place);
/** heddle_session_has_kept_record: whether it can be shown, and compared with in all views; else it has to run again, and its figures and edits are all that is compared */
gboolean heddle_session_has_kept_record (HeddleSession *self,
                                         guint place);
/** heddle_session_is_kept_shown: whether it is the run that is looked at */
gboolean heddle_session_is_kept_shown (HeddleSession *self,
                                       guint place);
gboolean heddle_session_is_kept_baseline (HeddleSession *self,
                                          guint place);
/** heddle_session_show_kept: looks at it; of one that has a record, while no run is under way */
void heddle_session_show_kept (HeddleSession *self,
                               guint place);
/**
 * heddle_session_compare_with_kept_async:
 *
 * Makes it the baseline, or, if its record is gone, what is compared with all the same; see heddle_session_get_past (). Errors: what it ran cannot be read.
 */
void heddle_session_compare_with_kept_async (HeddleSession *self,
                                             guint place,
                                             GAsyncReadyCallback callback,
                                             gpointer data);
gboolean heddle_session_compare_with_kept_finish (HeddleSession *self,
                                                  GAsyncResult *result,
                                                  GError **error);
/** heddle_session_get_past: (nullable): what is compared with although its record is gone, in place of a baseline: figures, and edits, and nothing else */
const HdKeptRun *heddle_session_get_past (HeddleSession *self);
/** heddle_session_list_past_changes: (transfer full) (element-type HeddleChange): from what that ran to what the run that is shown ran */
GArray *heddle_session_list_past_changes (HeddleSession *self);
/** heddle_session_find_before: what the baseline came to, or what is compared with in place of one */
gboolean heddle_session_find_before (HeddleSession *self,
                                     const char *metric,
                                     HdMetric *out_before);
/** heddle_session_look_at_inputs: whether files that kept runs have read are still the same; kept-changed tells it */
void heddle_session_look_at_inputs (HeddleSession *self);
/** heddle_session_get_changed_input: (nullable): the first file that a run has read and that has changed since */
const char *heddle_session_get_changed_input (HeddleSession *self,
                                              guint place);
/**
 * heddle_session_restore_kept_async:
 *
 * The project becomes again what it was when that run began, in one step that can be undone. Its record is shown, if it is there.
 */
void heddle_session_restore_kept_async (HeddleSession *self,
                                        guint place,
                                        GAsyncReadyCallback callback,
                                        gpointer data);
gboolean heddle_session_restore_kept_finish (HeddleSession *self,
                                             GAsyncResult *result,
                                             GError **error);
/**
 * heddle_session_find_change:
 * @metric: (nullable): %NULL for the simulated time
 * @out_before: what the run before the one that is looked at came to
 * @out_edits: (transfer none): what was changed between them, a line each
 *
 * Returns: %FALSE if that is not known, or nothing was changed
 */
gboolean heddle_session_find_change (HeddleSession *self,
                                     const char *metric,
                                     double *out_before,
                                     const char **out_edits);
/** heddle_session_name_kept: @name: (nullable) */
void heddle_session_name_kept (HeddleSession *self,
                               guint place,
                               const char *name);
/** heddle_session_pin_kept: one that is pinned never goes to make room */
void heddle_session_pin_kept (HeddleSession *self,
                              guint place,
                              gboolean is_pinned);
/** heddle_session_remove_kept: until it is returned, which may be done once */
void heddle_session_remove_kept (HeddleSession *self,
                                 guint place);
/** heddle_session_return_kept: the one with @number that was removed last; %FALSE if it is another one, or of another project */
gboolean heddle_session_return_kept (HeddleSession *self,
                                     guint number);
/** heddle_session_get_kept_fault: (nullable): why runs are not written to the file, in a sentence */
const char *heddle_session_get_kept_fault (HeddleSession *self);
/** heddle_session_settle_kept: waits until the file has all; for those who end, and for tests */
void heddle_session_settle_kept (HeddleSession *self);

G_END_DECLS
