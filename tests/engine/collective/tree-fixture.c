/* tree-fixture.c: two-level networks for tests of aggregation trees
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tree-fixture.h"

HdDesign *
fixture_figure_16 (const char *setting,
                   const char *other)
{
  const char *settings[] = { setting, other, NULL };

  return fixture_elaborate_file ("projects/aggregation/figure-16.heddle", setting != NULL ? settings : NULL);
}

HdTree *
fixture_tree (HdTreeNetwork *network,
              HdTreeAlgorithm algorithm,
              HdTreeOperation operation,
              double bytes,
              guint32 k)
{
  const HdCommunicator *world = hd_design_find_communicator (hd_tree_network_get_design (network), "world");
  HdTreeOptions options = { .algorithm = algorithm, .operation = operation, .bytes = bytes, .widths = &k, .n_widths = k > 0 };
  g_autoptr (GError) error = NULL;
  HdTree *tree;

  g_assert_nonnull (world);
  tree = hd_tree_build (network, world->members, world->n_members, &options, &error);
  g_assert_no_error (error);
  return tree;
}
