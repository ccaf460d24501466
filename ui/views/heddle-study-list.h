/* heddle-study-list.h: the points of a study as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleStudyList:
 *
 * A column for each factor that differs, then one for each metric of the study, or of all, with what others state of it beside it; sorted by any of them. Rows come
 * as points have runs.
 *
 * Signals:
 *   chosen (guint point)       a row is selected, by hand
 *   activated (guint point)    a row is opened
 */
#define HEDDLE_TYPE_STUDY_LIST (heddle_study_list_get_type ())
G_DECLARE_FINAL_TYPE (HeddleStudyList, heddle_study_list, HEDDLE, STUDY_LIST, GtkWidget)

GtkWidget *heddle_study_list_new (void);
/** heddle_study_list_set_table: (nullable): borrowed, until another one is set, as is @published (nullable); its points are listed by heddle_study_list_refresh () */
void heddle_study_list_set_table (HeddleStudyList *self,
                                  HdStudyTable *table,
                                  HdStudyPublished *published);
/** heddle_study_list_refresh: rows of points that have runs since, and columns of metrics; @is_over: nothing more comes, and all figures are shown anew */
void heddle_study_list_refresh (HeddleStudyList *self,
                                gboolean is_over);
/** heddle_study_list_choose: as if by hand, but nobody is told; %HD_NO_ID for none */
void heddle_study_list_choose (HeddleStudyList *self,
                               guint32 point);

G_END_DECLS
