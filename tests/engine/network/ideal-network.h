/* ideal-network.h: a network without contention, the least that agents can live on
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A parcel takes the latency of its route, plus its bytes over the least bandwidth on it, whatever else is under way. It does not overtake what went
 * before it to the same node in the same net. Any nodes, any partitions, as long as links between these have a latency.
 */
#pragma once

#include "hd-agent-network.h"

HdAgentNetwork *ideal_network_new (HdDesign *design,
                                   HdKernel *kernel,
                                   const guint32 *partitions);
/** ideal_network_free: after the kernel */
void ideal_network_free (HdAgentNetwork *self);
