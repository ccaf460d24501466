/* tree-fixture.h: two-level and binary networks for tests of aggregation trees
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "design-fixture.h"

/** fixture_figure_16: projects/aggregation/figure-16.heddle with settings such as "$processes=64" */
HdDesign *fixture_figure_16 (const char *setting,
                             const char *other);
/** fixture_tree: over the communicator "world" */
HdTree *fixture_tree (HdTreeNetwork *network,
                      HdTreeAlgorithm algorithm,
                      HdTreeOperation operation,
                      double bytes,
                      guint32 k);
#define FIXTURE_US 1e-6
