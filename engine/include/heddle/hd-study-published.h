/* hd-study-published.h: what others state of the points of a study
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A CSV file beside the project, which a study names as `published`. docs/studies.md says what stands in it.
 */
#pragma once

#include <heddle/hd-study-table.h>

G_BEGIN_DECLS

/** HdStudyPublished: rows, each with values of factors and what metrics are there; immutable, of any thread */
typedef struct _HdStudyPublished HdStudyPublished;

/**
 * hd_study_published_new:
 *
 * Reads the file that the study of @plan names. %NULL without an error if it names none.
 *
 * Errors, with file and line: %HD_ERROR_IO, %HD_ERROR_LIMIT (too large), %HD_ERROR_SYNTAX, %HD_ERROR_DIMENSION, %HD_ERROR_NAME: a column is neither a factor nor
 * a metric of the study, or two rows are of the same values.
 */
HdStudyPublished *hd_study_published_new (HdStudyPlan *plan,
                                          GError **error);
void hd_study_published_free (HdStudyPublished *self);
/** hd_study_published_get_source: the first remark of the file, which says who states it; "" if there is none */
const char *hd_study_published_get_source (HdStudyPublished *self);
guint hd_study_published_get_n_rows (HdStudyPublished *self);
/** hd_study_published_get_value: of @factor in @row; %FALSE if the file has no such column; @out_value is to be freed by hd_study_value_clear () */
gboolean hd_study_published_get_value (HdStudyPublished *self,
                                       guint row,
                                       guint factor,
                                       HdStudyValue *out_value);
/** hd_study_published_get_point: the first one that has the values of @row; %HD_NO_ID if none has */
guint32 hd_study_published_get_point (HdStudyPublished *self,
                                      guint row);
/** hd_study_published_find_row: the one with the values of @point, in all factors that the file has */
gboolean hd_study_published_find_row (HdStudyPublished *self,
                                      guint point,
                                      guint *out_row);
/** hd_study_published_get: of metric @n of the study, in the unit that runs have it in; %FALSE if the row says nothing of it, or no run has it so far */
gboolean hd_study_published_get (HdStudyPublished *self,
                                 HdStudyTable *table,
                                 guint row,
                                 guint n,
                                 double *out_value);
/**
 * hd_study_published_check:
 *
 * Once a run is there: whether values are in dimensions that metrics are in.
 *
 * Errors, with file and line: %HD_ERROR_SYNTAX, %HD_ERROR_DIMENSION.
 */
gboolean hd_study_published_check (HdStudyPublished *self,
                                   HdStudyTable *table,
                                   GError **error);
/** hd_study_published_to_text: what is published, what runs give, and how far that is apart, for a terminal */
char *hd_study_published_to_text (HdStudyPublished *self,
                                  HdStudyTable *table);
/** hd_study_published_to_csv: the same in SI units, for programs */
char *hd_study_published_to_csv (HdStudyPublished *self,
                                 HdStudyTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyPublished, hd_study_published_free)

G_END_DECLS
