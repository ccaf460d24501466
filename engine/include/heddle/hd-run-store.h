/* hd-run-store.h: the runs of a project that are kept, in one file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An SQLite database: of each run its settings, metrics and digest, and the text of the project that it ran, so that it can be made again.
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/**
 * HdKeptRun: what is known of a run without its record
 * @number: 1 for the first that was kept of the project, and its own for ever; 0 as long as it is not kept
 * @name: (nullable): what somebody calls it
 * @ended_s: Unix time
 * @version: of Heddle
 * @overrides: PATH=VALUE, a line each: what the project was given beside what it says
 * @edits: for people: what was changed since the run before, a line each
 * @inputs: files that it has read, as hd_record_dup_inputs () has them
 * @metrics: (element-type HdMetric): with strings that stay
 */
typedef struct
{
  guint number;
  char *name;
  gboolean is_pinned;
  gint64 ended_s;
  double wall_s;
  double simulated_s;
  char *digest;
  char *version;
  char *overrides;
  char *edits;
  char *inputs;
  GArray *metrics;
} HdKeptRun;

/** hd_kept_run_new: of one that has finished, just now */
HdKeptRun *hd_kept_run_new (HdRecord *record,
                            const char *edits);
/** hd_kept_run_copy: (transfer full): for another thread */
HdKeptRun *hd_kept_run_copy (const HdKeptRun *self);
void hd_kept_run_free (HdKeptRun *self);
/** hd_kept_run_find_metric: (nullable) */
const HdMetric *hd_kept_run_find_metric (const HdKeptRun *self,
                                         const char *name);

/** HdRunStore: of one thread at a time. Several may have one file open, and take turns */
typedef struct _HdRunStore HdRunStore;

/**
 * hd_run_store_open: a file that is not there is made, and its folder
 *
 * Errors: %HD_ERROR_IO: cannot be read or written; %HD_ERROR_SYNTAX: is no such file, or of another version of the format
 */
HdRunStore *hd_run_store_open (const char *path,
                               GError **error);
void hd_run_store_free (HdRunStore *self);
/** hd_run_store_list: (element-type HdKeptRun) (transfer full): the last first */
GPtrArray *hd_run_store_list (HdRunStore *self,
                              GError **error);
/** hd_run_store_get_next: the number of the next that is added without one: none is given twice */
guint hd_run_store_get_next (HdRunStore *self);
/**
 * hd_run_store_add:
 * @run: one that was removed comes back under its own number; without one, or with one that another has meanwhile, it gets a new one
 * @project: the text that it ran
 * @most, @most_bytes: runs, and bytes of such text, that may be there; then the oldest go that are not pinned, but never the last
 */
gboolean hd_run_store_add (HdRunStore *self,
                           HdKeptRun *run,
                           const char *project,
                           guint most,
                           gsize most_bytes,
                           GError **error);
/** hd_run_store_update: its name, whether it is pinned, and when it ended last; errors: %HD_ERROR_NAME: is not there */
gboolean hd_run_store_update (HdRunStore *self,
                              const HdKeptRun *run,
                              GError **error);
/** hd_run_store_remove: errors: %HD_ERROR_NAME: is not there */
gboolean hd_run_store_remove (HdRunStore *self,
                              guint number,
                              GError **error);
/** hd_run_store_dup_project: the text of run @number; errors: %HD_ERROR_NAME: is not there */
char *hd_run_store_dup_project (HdRunStore *self,
                                guint number,
                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdKeptRun, hd_kept_run_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRunStore, hd_run_store_free)

G_END_DECLS
