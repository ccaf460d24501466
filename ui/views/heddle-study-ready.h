/* heddle-study-ready.h: a study, its results and what is published of it, made ready beside the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleStudyReady: what is asked for, then what came of it
 * @plan: %NULL: see @message
 * @path: of the file of its results
 * @published: or %NULL
 * @message: what is wrong; with a plan, with its results, or with what is published
 */
typedef struct
{
  HdSnapshot *snapshot;
  char *id;
  HdStudyPlan *plan;
  char *path;
  HdStudyTable *table;
  HdStudyPublished *published;
  char *message;
} HeddleStudyReady;

void heddle_study_ready_async (HdSnapshot *snapshot,
                               const char *id,
                               gpointer source,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback);
/** heddle_study_ready_finish: (transfer none) (nullable): of which may be taken what came of it; %NULL if it was cancelled */
HeddleStudyReady *heddle_study_ready_finish (GAsyncResult *result);

G_END_DECLS
