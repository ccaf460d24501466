/* hd-study-plan.h: what a study varies, point by point
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>
#include <heddle/hd-problem.h>

G_BEGIN_DECLS

/** HdStudyDirection: which of two points is the better one by a metric */
typedef enum
{
  HD_STUDY_WATCH, /* neither */
  HD_STUDY_MAXIMISE,
  HD_STUDY_MINIMISE,
} HdStudyDirection;

/**
 * HdStudyFactor:
 * @address: what is set, as --set takes it
 * @title: for people; @address if the project says nothing better
 * @unit: that its values are written with; "" for none, and for words
 * @is_word: its values are no quantities
 * @is_fixed: it has one value, which all points have
 */
typedef struct
{
  const char *address;
  const char *title;
  const char *unit;
  gboolean is_word;
  gboolean is_fixed;
} HdStudyFactor;

/** HdStudyValue: @text: as --set takes it; @number: in SI units, NaN for a word */
typedef struct
{
  char *text;
  double number;
} HdStudyValue;

/** HdStudyMetric: @name: of a metric of the runs, or @of + "/" + @by, how many times as much @of is; @by: or %NULL; @title: or %NULL, that of the metric; @at_least, @at_most: texts as "12 ms" or "80 %", or %NULL where nothing is asked for */
typedef struct
{
  const char *name;
  const char *of;
  const char *by;
  const char *title;
  HdStudyDirection direction;
  const char *at_least;
  const char *at_most;
} HdStudyMetric;

/**
 * HdStudyPlan:
 *
 * All points of a study, by their number: the same on every machine. Immutable, reference counted; of any thread. Where points are drawn it holds their
 * coordinates, 8 bytes for each factor and point, else it makes them when they are asked for.
 */
typedef struct _HdStudyPlan HdStudyPlan;

/**
 * hd_study_plan_new:
 * @id: (nullable): of a study of the project; without one the only one that it has
 * @settings: (array zero-terminated=1) (nullable): PATH=VALUE, of all points; those of the study come on top
 * @problems: what is wrong with the study, with the line of its file
 *
 * Errors: %HD_ERROR_NAME: there is no such study, or more than one; %HD_ERROR_INVALID: see @problems; %HD_ERROR_LIMIT: too many points.
 */
HdStudyPlan *hd_study_plan_new (HdSnapshot *snapshot,
                                const char *id,
                                const char *const *settings,
                                HdProblemList *problems,
                                GError **error);
HdStudyPlan *hd_study_plan_ref (HdStudyPlan *self);
void hd_study_plan_unref (HdStudyPlan *self);

HdSnapshot *hd_study_plan_get_snapshot (HdStudyPlan *self);
const char *hd_study_plan_get_id (HdStudyPlan *self);
const char *hd_study_plan_get_title (HdStudyPlan *self);
guint hd_study_plan_get_n_factors (HdStudyPlan *self);
const HdStudyFactor *hd_study_plan_get_factor (HdStudyPlan *self,
                                               guint n);
guint hd_study_plan_get_n_metrics (HdStudyPlan *self);
const HdStudyMetric *hd_study_plan_get_metric (HdStudyPlan *self,
                                               guint n);
/** hd_study_plan_get_n_points: without those that its condition leaves out */
guint hd_study_plan_get_n_points (HdStudyPlan *self);
/** hd_study_plan_get_n_chosen: how many of them are run at most: all, or those of all generations */
guint hd_study_plan_get_n_chosen (HdStudyPlan *self);
/** hd_study_plan_get_n_left_out: how many those are */
guint hd_study_plan_get_n_left_out (HdStudyPlan *self);
/** hd_study_plan_is_independent: whether factors take their values independently of each other: neither paired nor chosen by what others gave */
gboolean hd_study_plan_is_independent (HdStudyPlan *self);
/** hd_study_plan_get_repeats: most runs of a point */
guint hd_study_plan_get_repeats (HdStudyPlan *self);
/** hd_study_plan_get_precision: half of a confidence interval over its mean at which a point is repeated no more; 0 if it is repeated in any case */
double hd_study_plan_get_precision (HdStudyPlan *self);
/** hd_study_plan_get_limit_s: seconds of all runs together; infinity if there is no limit */
double hd_study_plan_get_limit_s (HdStudyPlan *self);
/** hd_study_plan_get_value: of factor @n at @point; to be freed by hd_study_value_clear () */
void hd_study_plan_get_value (HdStudyPlan *self,
                              guint point,
                              guint n,
                              HdStudyValue *out_value);
/** hd_study_plan_list_values: of HdStudyValue: which different values factor @n may have, words in their order and quantities from the least one up; empty if it is any value of a range */
GArray *hd_study_plan_list_values (HdStudyPlan *self,
                                   guint n);
/** hd_study_plan_count_values: how many these are; soon, unless points are paired */
guint hd_study_plan_count_values (HdStudyPlan *self,
                                  guint n);
/** hd_study_value_clear: frees what it holds; also one that was never set, if it is all zeros */
void hd_study_value_clear (HdStudyValue *self);
/** hd_study_plan_dup_point: "$load=0.2, run:fidelity=flit", for messages */
char *hd_study_plan_dup_point (HdStudyPlan *self,
                               guint point);
/** hd_study_plan_dup_settings: (array zero-terminated=1): of one run, as hd_elaborate () takes them; a point that is repeated has a seed of its own in each */
char **hd_study_plan_dup_settings (HdStudyPlan *self,
                                   guint point,
                                   guint repeat);
/** hd_study_plan_get_seed: of a run of a point that is repeated */
guint64 hd_study_plan_get_seed (HdStudyPlan *self,
                                guint repeat);
/**
 * hd_study_plan_dup_fingerprint:
 *
 * SHA-256, in hexadecimal digits, of all that makes the results of a study: the project but for what is only drawn, its other studies, notes and probes; the
 * study but for its metrics, repeats and limits, which only ask for more of the same; the settings.
 */
char *hd_study_plan_dup_fingerprint (HdStudyPlan *self);
/** hd_study_list: (transfer full) (array zero-terminated=1): ids of the studies of a project */
char **hd_study_list (HdSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyPlan, hd_study_plan_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdStudyValue, hd_study_value_clear)

G_END_DECLS
