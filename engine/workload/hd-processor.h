/* hd-processor.h: what an endpoint can do, at any fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Any component type with the role endpoint may declare the parameters read here; what it does not declare is without bound, except that an
 * endpoint without `fp32` cannot compute.
 */
#pragma once

#include <math.h>

#include "hd-workload-graph.h"

G_BEGIN_DECLS

/**
 * HdProcessor:
 * @fp32_rate, @fp16_rate: parameters `fp32` and `fp16`, FLOP/s
 * @local_capacity: parameter `memory-capacity`, B
 * @local_bandwidth: parameter `memory-bandwidth`, B/s
 * @home: memory node of its data, or %HD_NO_ID
 */
typedef struct
{
  double fp32_rate;
  double fp16_rate;
  double local_capacity;
  double local_bandwidth;
  guint32 home;
} HdProcessor;

void hd_processor_get (HdDesign *design,
                       guint32 node,
                       HdProcessor *out_processor);

/** hd_work_vertex_is_local: whether the vertex finds its data in local memory when it runs on @processor */
static inline gboolean
hd_work_vertex_is_local (const HdWorkVertex *self,
                         const HdProcessor *processor)
{
  return self->access == HD_ACCESS_LOCAL || (self->local_from < INFINITY && processor->local_capacity >= self->local_from);
}

G_END_DECLS
