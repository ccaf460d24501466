/* hd-probe-totals.h: what becomes of components' probes at the end of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

/** HdProbeReader: the value and weight of probe number @probe of the component at @node, if this rank has it, else zeros; weight 0: it has none */
typedef void (*HdProbeReader) (gpointer data,
                               guint32 node,
                               guint probe,
                               double *out_value,
                               double *out_weight);

/**
 * hd_probe_totals_write:
 * @kernel_ids: (array length=nodes): of the components that act, or HD_NO_ID
 *
 * Makes metrics of probes that have a summary: "core.instructions" of all components of a type, and, of the few that handle events,
 * "path.probe" of each. All ranks do so together.
 */
void hd_probe_totals_write (HdRecord *record,
                            const guint32 *kernel_ids,
                            HdProbeReader reader,
                            gpointer data);

G_END_DECLS
