/* hd-study-crew-private.h: how a study has its crew work
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-crew.h>
#include <heddle/hd-study-store.h>

G_BEGIN_DECLS

/** HdStudyCrewListener: @has_room: one more can work; @got: a run has ended; @failed: one cannot work (HD_ERROR_INVALID) */
typedef struct
{
  void (*has_room) (gpointer data);
  void (*got) (gpointer data,
               const HdStudyResult *result);
  void (*failed) (gpointer data,
                  const GError *error);
} HdStudyCrewListener;

/** hd_study_crew_begin: @listener hears of all from here on, in the thread-default main context; it is told of nothing any more from hd_study_crew_end () on */
void hd_study_crew_begin (HdStudyCrew *self,
                          HdStudyPlan *plan,
                          const HdStudyCrewListener *listener,
                          gpointer data);
void hd_study_crew_end (HdStudyCrew *self);
/** hd_study_crew_give: to whoever has nothing to do; %FALSE if all are busy */
gboolean hd_study_crew_give (HdStudyCrew *self,
                             guint point,
                             guint repeat);
gboolean hd_study_crew_has_room (HdStudyCrew *self);

G_END_DECLS
