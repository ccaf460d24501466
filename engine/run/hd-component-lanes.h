/* hd-component-lanes.h: lanes of components that act
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-kernel.h"
#include "hd-lane-keeper.h"
#include "hd-run-layout.h"

G_BEGIN_DECLS

/** HdComponentLanes: what components say that they are at, in the record */
typedef struct _HdComponentLanes HdComponentLanes;

/** hd_component_lanes_count: that a run of @design has */
guint64 hd_component_lanes_count (HdDesign *design);
/** hd_component_lanes_measure: bytes of @n lanes, without their spans */
double hd_component_lanes_measure (double n);
/**
 * hd_component_lanes_new:
 * @kernel_ids: (array length=nodes): of the components that act, or HD_NO_ID
 *
 * Returns: (nullable): %NULL if there are none. All is borrowed.
 */
HdComponentLanes *hd_component_lanes_new (HdDesign *design,
                                          HdRecord *record,
                                          HdKernel *kernel,
                                          const guint32 *partitions,
                                          const guint32 *kernel_ids);
void hd_component_lanes_free (HdComponentLanes *self);
/** hd_component_lanes_get_keeper: for the kernel */
HdLaneKeeper *hd_component_lanes_get_keeper (HdComponentLanes *self);
void hd_component_lanes_lay_out (HdComponentLanes *self,
                                 HdRunLayout *layout);

/* While the kernel rests. */
/** hd_component_lanes_rest: all up to and at @time has happened */
void hd_component_lanes_rest (HdComponentLanes *self,
                              HdTime time);
/** hd_component_lanes_tell_open: @open: (element-type HdOpenSpan): gets what goes on at @time, which the former was told */
void hd_component_lanes_tell_open (HdComponentLanes *self,
                                   HdTime time,
                                   GArray *open);
/** hd_component_lanes_finish: the run ends at @time, in all ranks; the first gets the lanes of all */
void hd_component_lanes_finish (HdComponentLanes *self,
                                HdTime time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdComponentLanes, hd_component_lanes_free)

G_END_DECLS
