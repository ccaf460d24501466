/* hd-software-costs.c: what sending, receiving and collectives cost a process
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-software-costs"

#include "hd-software-costs.h"

#include <math.h>

static HdTime
get_time (HdDesign *design,
          guint32 node,
          HdProperty property)
{
  return llround (hd_design_get_property (design, node, property, 0) * HD_TICKS_PER_SECOND);
}

void
hd_software_costs_get (HdDesign *design,
                       guint32 node,
                       HdSoftwareCosts *out_costs)
{
  out_costs->send = get_time (design, node, HD_PROPERTY_SEND_OVERHEAD);
  out_costs->receive = get_time (design, node, HD_PROPERTY_RECEIVE_OVERHEAD);
  out_costs->gap = get_time (design, node, HD_PROPERTY_MESSAGE_GAP);
  out_costs->start = get_time (design, node, HD_PROPERTY_COLLECTIVE_START);
}

void
hd_software_costs_get_pair (HdDesign *design,
                            guint32 from,
                            guint32 to,
                            HdTime *out_overhead,
                            HdTime *out_spacing)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  HdSoftwareCosts sender, receiver;

  *out_overhead = *out_spacing = 0;
  if (from == to || nodes[from].type->role != HD_ROLE_ENDPOINT || nodes[to].type->role != HD_ROLE_ENDPOINT)
    return;
  hd_software_costs_get (design, from, &sender);
  hd_software_costs_get (design, to, &receiver);
  *out_overhead = sender.send + receiver.receive;
  *out_spacing = MAX (MAX (sender.send, sender.gap), MAX (receiver.receive, receiver.gap));
}
