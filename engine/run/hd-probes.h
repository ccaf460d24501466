/* hd-probes.h: connects the probes of a design to what produces their values
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution.h"
#include "hd-states.h"
#include "hd-usage.h"

G_BEGIN_DECLS

/** hd_probes_prepare: kinds and full scales of all series; before the record's layout is set */
void hd_probes_prepare (HdRecord *record,
                        HdDesign *design);
/** hd_probes_connect: @layout is that of the work; after the record's layout is set */
void hd_probes_connect (HdDesign *design,
                        const HdExecutionLayout *layout,
                        HdUsage *usage,
                        HdStates *states);
/** hd_probes_find: the series of probe number @probe of a node, or -1 */
int hd_probes_find (HdDesign *design,
                    guint32 node,
                    guint32 probe);
/** hd_probes_find_workload: the first series of the work, such as iteration or collective, or -1 */
int hd_probes_find_workload (HdDesign *design,
                             const char *name);

G_END_DECLS
