/* hd-study-outcome.h: what became of a run, from its job to a result, and from one process to another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-run-queue.h>
#include <heddle/hd-study-store.h>

G_BEGIN_DECLS

/** HdStudyOutcome: @result, and what it points to */
typedef struct
{
  HdStudyResult result;
  GArray *metrics; /* of HdMetric */
  char *error;
  char *digest;
  char *inputs;
} HdStudyOutcome;

#define HD_STUDY_OUTCOME_TYPE "(uutmsmssdda(sssd))"

/** hd_study_outcome_init: of a job that has ended */
void hd_study_outcome_init (HdStudyOutcome *self,
                            HdRunJob *job,
                            guint point,
                            guint repeat,
                            guint64 seed);
void hd_study_outcome_clear (HdStudyOutcome *self);
/** hd_study_outcome_to_variant: (transfer floating): of %HD_STUDY_OUTCOME_TYPE */
GVariant *hd_study_outcome_to_variant (const HdStudyOutcome *self);
void hd_study_outcome_init_from_variant (HdStudyOutcome *self,
                                         GVariant *variant);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdStudyOutcome, hd_study_outcome_clear)

G_END_DECLS
