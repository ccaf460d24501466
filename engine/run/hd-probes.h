/* hd-probes.h: connects the probes of a design to what produces their values
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution.h"
#include "hd-run-layout.h"
#include "hd-states.h"
#include "hd-usage.h"

G_BEGIN_DECLS

/** hd_probes_prepare: kinds and full scales of all series; before the record's layout is set */
void hd_probes_prepare (HdRecord *record,
                        HdDesign *design);
/** HdProbeLoads: @series shows @whole of @terms, which may be none, of resources of the record */
typedef void (*HdProbeLoads) (gpointer data,
                              guint series,
                              HdUsageWhole whole,
                              const HdUsageTerm *terms,
                              guint n_terms);
/** hd_probes_find_loads: tells of all probes that look at loads of links, or of components that do not act themselves */
void hd_probes_find_loads (HdDesign *design,
                           const HdRunLayout *layout,
                           HdProbeLoads found,
                           gpointer data);
/**
 * hd_probes_warn:
 * @has_work: else messages between components are all there is, of which only those of blocks have a size
 *
 * A problem for each probe that nothing in the run gives values.
 */
void hd_probes_warn (HdDesign *design,
                     const HdRunLayout *layout,
                     gboolean has_work,
                     HdProblemList *problems);
/** hd_probes_connect_states: of those that show what goes on in a lane; @layout is that of the work */
void hd_probes_connect_states (HdDesign *design,
                               const HdExecutionLayout *layout,
                               HdStates *states);
/** hd_probes_is_state: whether it shows what goes on in a lane of the work */
gboolean hd_probes_is_state (HdDesign *design,
                             const HdProbePoint *probe);
/** hd_probes_is_queue, hd_probes_is_credits: whether it shows what is so at the moments at which links are read: what waits for a link; what may still be
 * sent over it, or by a router that does not act itself */
gboolean hd_probes_is_queue (const HdProbePoint *probe);
gboolean hd_probes_is_credits (HdDesign *design,
                               const HdProbePoint *probe);
/** hd_probes_number: (element-type int64 int): the series of probes of nodes, for hd_probes_find () */
GHashTable *hd_probes_number (HdDesign *design);
/** hd_probes_mark: by node, whether it has probes at all: most samples are of those that have none */
guint8 *hd_probes_mark (HdDesign *design);
/** hd_probes_find: the series of probe number @probe of a node, or -1. O(1) */
int hd_probes_find (GHashTable *numbers,
                    guint32 node,
                    guint32 probe);
/** hd_probes_find_workload: the first series of the work, such as iteration or collective, or -1 */
int hd_probes_find_workload (HdDesign *design,
                             const char *name);

G_END_DECLS
