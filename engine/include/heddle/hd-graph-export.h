/* hd-graph-export.h: the drawn system as a graph for other programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * hd_graphml_to_string:
 * @catalog: that @design was elaborated with
 * @snapshot: (nullable): whose design it is; tells where the components of its top are drawn
 *
 * GraphML as NetworkX reads it: a node for each component, named by its path, with its type, place and parameters, numbers in SI; an
 * undirected edge for each link with bandwidth (B/s), latency (s) and sharing. hd_import_read () makes the same system of it.
 */
char *hd_graphml_to_string (HdDesign *design,
                            HdCatalog *catalog,
                            HdSnapshot *snapshot);
/**
 * hd_workload_graphml_to_string:
 * @workload: see hd_design_get_workload ()
 *
 * A directed GraphML graph of a workload that is drawn: a node for each vertex and an edge for each dependency, with the attributes that they have
 * in a project, in SI. hd_workload_import () makes the same workload of it.
 *
 * Errors: %HD_ERROR_INVALID for a workload of another type: its vertices are made when it runs.
 */
char *hd_workload_graphml_to_string (const HdElement *workload,
                                     GError **error);
/** hd_workload_dot_to_string: the same for Graphviz; what does not count the first time is dashed */
char *hd_workload_dot_to_string (const HdElement *workload,
                                 GError **error);
/** hd_dot_to_string: for Graphviz; what stands in one instance is one cluster */
char *hd_dot_to_string (HdDesign *design);

G_END_DECLS
