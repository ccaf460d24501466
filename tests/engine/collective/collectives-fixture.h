/* collectives-fixture.h: collectives on the packet network of figure 16
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "hd-collectives.h"
#include "hd-kernel.h"
#include "hd-packet-network.h"
#include "hd-strategy.h"
#include "tree-fixture.h"

typedef struct
{
  HdDesign *design;
  HdKernel *kernel;
  HdPacketNetwork *network;
  HdCollectives *collectives;
} CollectivesFixture;

/** collectives_fixture_new: @partitions by leaf switch: nodes stay with theirs */
CollectivesFixture *collectives_fixture_new (HdDesign *design,
                                             const HdPacketRules *rules,
                                             const HdStrategy *strategy,
                                             guint n_partitions);
void collectives_fixture_free (CollectivesFixture *self);
/** collectives_fixture_order: over the communicator "world": @algorithm is that of a tree, or else of a schedule */
HdCollectiveOrder collectives_fixture_order (CollectivesFixture *self,
                                             const char *operation,
                                             const char *algorithm,
                                             double bytes);
void collectives_fixture_add (CollectivesFixture *self,
                              const HdCollectiveOrder *order);
/** collectives_fixture_run: to the end; all is over then */
void collectives_fixture_run (CollectivesFixture *self);
char *collectives_fixture_dup_digest (CollectivesFixture *self);

/* Packets that take no time but their way, as the evaluator of trees sees them. */
#define COLLECTIVES_IDEAL ((HdPacketRules){ .switching = HD_PACKET_STORE_AND_FORWARD, .packet_bytes = 1u << 20, .noise_bytes = 4096 })

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CollectivesFixture, collectives_fixture_free)
