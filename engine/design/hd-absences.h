/* hd-absences.h: when components do nothing, as they have failed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All failures and repairs of a run are known before it, so what a component is given to do knows from the beginning when it is through: it stands still meanwhile.
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** HdAbsence: from @from on, before anything else that happens then, until @until; %HD_TIME_MAX: for ever */
typedef struct
{
  HdTime from;
  HdTime until;
} HdAbsence;

/** hd_absences_find: (element-type HdAbsence) (nullable): of @node, in order, none that touch; %NULL if it never fails; O(1) */
const GArray *hd_absences_find (HdDesign *design,
                                guint32 node);
/** hd_absences_has_left: whether @node has failed at the beginning and is never repaired */
gboolean hd_absences_has_left (HdDesign *design,
                               guint32 node);
/**
 * hd_absences_pass: when something is through that takes @duration and may begin at *@start, which becomes when it begins; %HD_TIME_MAX for never
 * @self: (nullable)
 */
HdTime hd_absences_pass (const GArray *self,
                         HdTime *start,
                         HdTime duration);
/** hd_absences_measure: how long of the time from @from to @until nothing is done; @self: (nullable) */
HdTime hd_absences_measure (const GArray *self,
                            HdTime from,
                            HdTime until);
/** hd_absences_get_end: from when on nothing is done any more; %HD_TIME_MAX for never; @self: (nullable) */
HdTime hd_absences_get_end (const GArray *self);

/** hd_absences_error: (transfer full): %HD_ERROR_DEADLOCK: at @time something that @node is to do stands still, for ever */
GError *hd_absences_error (HdDesign *design,
                           guint32 node,
                           HdTime time);

G_END_DECLS
