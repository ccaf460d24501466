/* collectives-fixture.c: collectives on the packet network of figure 16
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "collectives-fixture.h"

#include <string.h>

/* Leaf switches and what hangs on them go together; top switches are dealt out. */
static guint32 *
divide (HdDesign *design,
        guint n_partitions)
{
  guint n = hd_design_get_n_nodes (design);
  guint32 *partitions = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = hd_design_dup_node_path (design, i);
      guint number = strchr (path, '[') != NULL ? (guint) g_ascii_strtoull (strchr (path, '[') + 1, NULL, 10) : 0;

      partitions[i] = (g_str_has_prefix (path, "node") ? number / 8 : number) % n_partitions;
    }
  return partitions;
}

CollectivesFixture *
collectives_fixture_new (HdDesign *design,
                         const HdPacketRules *rules,
                         const HdStrategy *strategy,
                         guint n_partitions)
{
  CollectivesFixture *self = g_new0 (CollectivesFixture, 1);
  g_autofree guint32 *partitions = divide (design, n_partitions);
  g_autoptr (GError) error = NULL;

  self->design = hd_design_ref (design);
  self->kernel = hd_kernel_new (7);
  hd_kernel_set_strategy (self->kernel, strategy);
  hd_kernel_set_options (self->kernel, &(HdKernelOptions){ .threads = n_partitions > 1 ? 2 : 1 });
  self->network = hd_packet_network_new (design, rules, self->kernel, partitions, &error);
  g_assert_no_error (error);
  self->collectives = hd_collectives_new (design);
  return self;
}

void
collectives_fixture_free (CollectivesFixture *self)
{
  hd_kernel_free (self->kernel);
  hd_packet_network_free (self->network);
  hd_collectives_free (self->collectives);
  hd_design_unref (self->design);
  g_free (self);
}

HdCollectiveOrder
collectives_fixture_order (CollectivesFixture *self,
                           const char *operation,
                           const char *algorithm,
                           double bytes)
{
  const HdCommunicator *world = hd_design_find_communicator (self->design, "world");
  HdCollectiveOrder order = { .name = algorithm, .members = world->members, .n_members = world->n_members, .bytes = bytes, .repeats = 1 };

  g_assert_true (hd_tree_operation_find (operation, &order.operation, NULL));
  if (!hd_tree_algorithm_find (algorithm, &order.tree, NULL))
    {
      order.schedule = hd_collective_find (operation, algorithm);
      g_assert_nonnull (order.schedule);
    }
  else if (!hd_tree_algorithm_is_type_2 (order.tree))
    order.width = 32;
  return order;
}

void
collectives_fixture_add (CollectivesFixture *self,
                         const HdCollectiveOrder *order)
{
  g_autoptr (GError) error = NULL;

  hd_collectives_add (self->collectives, order, &error);
  g_assert_no_error (error);
}

void
collectives_fixture_run (CollectivesFixture *self)
{
  g_autoptr (GError) error = NULL;
  HdKernelStatus status;

  g_assert_true (hd_collectives_attach (self->collectives, self->kernel, (HdAgentNetwork *) self->network, &error));
  g_assert_no_error (error);
  hd_kernel_start (self->kernel, &error);
  g_assert_no_error (error);
  status = hd_kernel_run (self->kernel, HD_TIME_MAX, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, HD_KERNEL_DONE);
  hd_packet_network_check (self->network, &error);
  g_assert_no_error (error);
  g_assert_true (hd_collectives_is_over (self->collectives));
  g_assert_cmpfloat (hd_collectives_get_progress (self->collectives), ==, 1);
}

char *
collectives_fixture_dup_digest (CollectivesFixture *self)
{
  HdDigest digest = hd_kernel_get_digest (self->kernel);

  return hd_digest_to_string (&digest);
}
