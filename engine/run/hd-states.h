/* hd-states.h: what lanes are doing, as series of states
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

typedef struct _HdStates HdStates;

HdStates *hd_states_new (HdRecord *record,
                         guint n_lane_classes);
void hd_states_free (HdStates *self);
/** hd_states_watch: @series shows what goes on in @lane_class; one class may have several series */
void hd_states_watch (HdStates *self,
                      guint series,
                      guint lane_class);
void hd_states_begin (HdStates *self,
                      guint lane_class,
                      guint32 name,
                      HdTime time);
void hd_states_end (HdStates *self,
                    guint lane_class,
                    HdTime time);
/** hd_states_advance: nothing begins or ends before @time any more */
void hd_states_advance (HdStates *self,
                        HdTime time);

G_END_DECLS
