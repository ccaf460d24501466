/* hd-study-store.h: the results of a study, in one file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An SQLite database: docs/studies.md says what its tables hold. A run that was added is there whatever becomes of the process (write-ahead log).
 */
#pragma once

#include <heddle/hd-record.h>
#include <heddle/hd-study-plan.h>

G_BEGIN_DECLS

/**
 * HdStudyResult: what became of one run
 * @seed: where points are repeated; else 0
 * @error: why it has failed, or %NULL
 * @digest: or %NULL
 * @inputs: (nullable): files that it has read, as hd_record_dup_inputs () has them; of those that are read from a store %NULL
 * @metrics: (element-type HdMetric) (nullable)
 */
typedef struct
{
  guint point;
  guint repeat;
  guint64 seed;
  const char *error;
  const char *digest;
  const char *inputs;
  double simulated_s;
  double wall_s;
  const GArray *metrics;
} HdStudyResult;

typedef enum
{
  HD_STUDY_STORE_READ,   /* what is there, while somebody may write */
  HD_STUDY_STORE_NEW,    /* there may be no file yet */
  HD_STUDY_STORE_RESUME, /* what is there goes on; a file that is not there is made */
} HdStudyStoreMode;

/** HdStudyStore: of one thread at a time */
typedef struct _HdStudyStore HdStudyStore;

/**
 * hd_study_store_open:
 * @plan: what is written must be of it; (nullable) for %HD_STUDY_STORE_READ
 *
 * Errors: %HD_ERROR_IO (there is one already or none, cannot be written, another process writes it); %HD_ERROR_SYNTAX: is no such file, or of another version of
 * the format; %HD_ERROR_INVALID: is of another study, or of the project before it was changed; with %HD_STUDY_STORE_RESUME, too, if a file has changed that its runs have read.
 */
HdStudyStore *hd_study_store_open (const char *path,
                                   HdStudyStoreMode mode,
                                   HdStudyPlan *plan,
                                   GError **error);
void hd_study_store_free (HdStudyStore *self);
/** hd_study_store_has: whether that run is there, failed or not */
gboolean hd_study_store_has (HdStudyStore *self,
                             guint point,
                             guint repeat);
/** hd_study_store_dup_inputs: what its runs have read, as hd_record_dup_inputs () has it */
char *hd_study_store_dup_inputs (HdStudyStore *self);
/** hd_study_store_dup_changed: (nullable): the first file that its runs have read and that is another one now, or gone; @folder: (nullable): of the project */
char *hd_study_store_dup_changed (HdStudyStore *self,
                                  const char *folder);
/** hd_study_store_count: runs that are there */
guint hd_study_store_count (HdStudyStore *self);
/** hd_study_store_add: all of it or nothing; errors: %HD_ERROR_IO; %HD_ERROR_INVALID: it has read a file that was another one to runs that are there */
gboolean hd_study_store_add (HdStudyStore *self,
                             const HdStudyResult *result,
                             GError **error);

/** HdStudyVisitor: @result: lasts as long as the call; names and units of its metrics are interned */
typedef void (*HdStudyVisitor) (const HdStudyResult *result,
                                gpointer data);
/** hd_study_store_foreach: in the order of points, then of repeats; errors: %HD_ERROR_IO */
gboolean hd_study_store_foreach (HdStudyStore *self,
                                 HdStudyVisitor visitor,
                                 gpointer data,
                                 GError **error);
/** hd_study_store_dup_project: the text of the project that the results are of; errors: %HD_ERROR_IO */
char *hd_study_store_dup_project (HdStudyStore *self,
                                  GError **error);
/**
 * hd_study_store_merge:
 * @path: results of other runs of the same study, as another shard has them
 * @out_n: (optional): runs that were added; those that are there already stay as they are
 *
 * Errors: as hd_study_store_open (); %HD_ERROR_INVARIANT if a run that both have has another digest in each, or if they
 * have read files that differ. Nothing is changed then.
 */
gboolean hd_study_store_merge (HdStudyStore *self,
                               const char *path,
                               guint *out_n,
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyStore, hd_study_store_free)

G_END_DECLS
