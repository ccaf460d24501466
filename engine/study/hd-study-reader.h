/* hd-study-reader.h: reading what a study of the project says
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-plan.h>

#include "hd-study-values.h"

G_BEGIN_DECLS

#define HD_STUDY_SEED_ADDRESS "run:seed"

/* As the choices of the attribute; of all from the third on points are drawn. */
typedef enum
{
  HD_STUDY_FULL,
  HD_STUDY_PAIRED,
  HD_STUDY_RANDOM,
  HD_STUDY_LATIN_HYPERCUBE,
  HD_STUDY_SOBOL,
  HD_STUDY_SALTELLI,
} HdStudySampling;

typedef struct
{
  HdStudyFactor shown;
  HdStudyValues values;
} HdPlannedFactor;

struct _HdStudyPlan
{
  gatomicrefcount ref_count;

  HdSnapshot *snapshot;
  const HdObject *study; /* of the snapshot */
  char **settings;
  GArray *factors; /* of HdPlannedFactor */
  GArray *metrics; /* of HdStudyMetric */
  HdStudySampling sampling;
  guint n_all;
  double *coordinates; /* of all points, if they are drawn */
  guint *kept;         /* by point: its number among all; NULL: the same */
  guint n_points;
  guint repeats;
  guint halving; /* or 0 */
  guint generations; /* or 0 */
  guint population;
  guint64 draw_seed;
  double precision;
  double limit_s;
  guint64 seed; /* of the first run of a point that is repeated */
};

/** HdStudyReader: @problems: what is wrong with the study of @plan */
typedef struct
{
  HdStudyPlan *plan;
  HdProblemList *problems;
} HdStudyReader;

/** hd_study_reader_report: of @object, which is the study or a part of it; @attribute: or %NULL; @hint_take: (transfer full): or %NULL */
void hd_study_reader_report (HdStudyReader *self,
                             HdProblemCode code,
                             const HdObject *object,
                             const char *attribute,
                             char *hint_take,
                             const char *format,
                             ...) G_GNUC_PRINTF (6, 7);
void hd_study_reader_report_error (HdStudyReader *self,
                                   const HdObject *object,
                                   const char *attribute,
                                   const GError *error);
/** hd_study_reader_read_number: of the study, in @unit, from @least to @most, or @missing */
double hd_study_reader_read_number (HdStudyReader *self,
                                    const char *attribute,
                                    const char *unit,
                                    double least,
                                    double most,
                                    double missing);
/** hd_study_reader_read: all but its points: how they are chosen, factors, metrics, repeats, halving and generations, into a plan that has none */
void hd_study_reader_read (HdStudyReader *self);

G_END_DECLS
