/* hd-processor.c: what an endpoint can do, at any fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-processor"

#include "hd-processor.h"

#include <math.h>

void
hd_processor_get (HdDesign *design,
                  guint32 node,
                  HdProcessor *out_processor)
{
  out_processor->fp32_rate = hd_design_get_property (design, node, HD_PROPERTY_FP32_RATE, 0);
  out_processor->fp16_rate = hd_design_get_property (design, node, HD_PROPERTY_FP16_RATE, out_processor->fp32_rate);
  out_processor->local_capacity = hd_design_get_property (design, node, HD_PROPERTY_LOCAL_CAPACITY, INFINITY);
  out_processor->local_bandwidth = hd_design_get_property (design, node, HD_PROPERTY_LOCAL_BANDWIDTH, INFINITY);
  out_processor->home = hd_design_get_nodes (design)[node].home;
}
