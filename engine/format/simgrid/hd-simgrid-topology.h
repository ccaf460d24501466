/* hd-simgrid-topology.h: SimGrid's clusters as modules
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-import-sheet.h"
#include "hd-simgrid-platform.h"
#include "hd-xml-events.h"

G_BEGIN_DECLS

/** hd_simgrid_topology_read: topo_parameters; %FALSE after hd_xml_events_fail () */
gboolean hd_simgrid_topology_read (HdSimgridPoint *point,
                                   const char *text,
                                   HdXmlEvents *events);
/**
 * hd_simgrid_topology_write:
 * @items, @links, @routes: get the elements of a module: hosts "node", switches, media, links, and routes that no rule gives
 */
void hd_simgrid_topology_write (const HdSimgridPoint *point,
                                GString *items,
                                GString *links,
                                GString *routes,
                                HdImportReport *report);
/** hd_simgrid_topology_dup_routing: what the module's attribute says, or %NULL */
char *hd_simgrid_topology_dup_routing (const HdSimgridPoint *point);
/** hd_simgrid_topology_dup_member: "node[3]" or, in a torus, "node[0][1][3]" */
char *hd_simgrid_topology_dup_member (const HdSimgridPoint *point,
                                      guint32 member);

void hd_simgrid_append_host (GString *text,
                             double flop_per_s,
                             guint cores);

G_END_DECLS
