/* heddle-topology.h: a generated topology before it is in a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-drawing.h"

G_BEGIN_DECLS

/**
 * heddle_topology_new_project:
 * @project: (nullable): whose variables @settings may name
 * @settings: (array zero-terminated=1): KEY=VALUE
 *
 * Returns: (transfer full): a project of the topology alone
 */
HdSnapshot *heddle_topology_new_project (HdSnapshot *project,
                                         const HdGenerator *generator,
                                         const char *const *settings);
/** heddle_topology_get_extent: what the topology of such a project takes around its place, in px; @drawing is of its top */
HeddleRect heddle_topology_get_extent (HeddleDrawing *drawing);
/** heddle_topology_measure: likewise, elaborated with default settings; %FALSE if it cannot be */
gboolean heddle_topology_measure (HdCatalog *catalog,
                                  const HdGenerator *generator,
                                  HeddleRect *out_extent);

G_END_DECLS
