/* hd-pauses.h: simulated time in which nothing was timed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Repeats of a collective are parted by an ideal barrier, which takes time in the simulation, for no news is told without a lookahead, but none in what is
 * measured. It is no part of how long the work took, and links are not idle in it.
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

typedef struct _HdPauses HdPauses;

HdPauses *hd_pauses_new (void);
void hd_pauses_free (HdPauses *self);
/** hd_pauses_add: after all others; by one thread */
void hd_pauses_add (HdPauses *self,
                    HdTime start,
                    HdTime end);
/** hd_pauses_measure: how much of the time from @start to @end they are; from any thread */
HdTime hd_pauses_measure (HdPauses *self,
                          HdTime start,
                          HdTime end);

G_END_DECLS
