/* hd-graph-export.h: the drawn system as a graph for other programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * hd_graphml_to_string:
 * @catalog: that @design was elaborated with
 * @document: (nullable): whose design it is; tells where the components of its top are drawn
 *
 * GraphML as NetworkX reads it: a node for each component, named by its path, with its type, place and the parameters that are numbers, in SI; an
 * undirected edge for each link with bandwidth (B/s), latency (s) and sharing. hd_import_read () makes the same system of it.
 */
char *hd_graphml_to_string (HdDesign *design,
                            HdCatalog *catalog,
                            HdDocument *document);
/** hd_dot_to_string: for Graphviz; what stands in one instance is one cluster */
char *hd_dot_to_string (HdDesign *design);

G_END_DECLS
