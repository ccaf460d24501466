/* packet-fixture.h: packet networks for tests, with agents that send what a test says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "design-fixture.h"
#include "hd-packet-network.h"
#include "hd-strategy.h"

typedef struct
{
  HdTime time;
  HdParcel parcel;
} PacketDelivery;

typedef struct
{
  HdDesign *design;
  HdKernel *kernel;
  HdPacketNetwork *network;
  GArray *sends;   /* of PacketDelivery: when and what */
  GArray **logs;   /* by node: of PacketDelivery: what has come */
} PacketFixture;

#define PACKET_MICROSECOND G_GINT64_CONSTANT (1000000)

/** packet_fixture_new: @body is that of a project with hosts (test.host, port net) and switches; nodes go round the partitions, in runs of equal length */
PacketFixture *packet_fixture_new (const char *body,
                                   const HdPacketRules *rules,
                                   const HdStrategy *strategy,
                                   guint n_partitions,
                                   guint n_threads);
void packet_fixture_free (PacketFixture *self);
/** packet_fixture_send: @data is the number of the message, from 0 */
void packet_fixture_send (PacketFixture *self,
                          const char *from,
                          const char *to,
                          guint64 bytes,
                          HdTime time);
/** packet_fixture_run: fails the test if the run fails, or if a circle of full buffers is left */
void packet_fixture_run (PacketFixture *self);
/** packet_fixture_run_quietly: whether it went well */
gboolean packet_fixture_run_quietly (PacketFixture *self,
                                     GError **error);
/** packet_fixture_get: the message number @n that has come to @node */
const PacketDelivery *packet_fixture_get (PacketFixture *self,
                                          const char *node,
                                          guint n);
guint packet_fixture_count (PacketFixture *self,
                            const char *node);
/** packet_fixture_read: of the link that @path names */
HdPacketLinkStatistics packet_fixture_read (PacketFixture *self,
                                            const char *path,
                                            guint direction);

/** packet_fixture_chain: hosts a and b with @n_links links between them, through switches */
char *packet_fixture_chain (guint n_links,
                            const char *bandwidth,
                            const char *latency);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PacketFixture, packet_fixture_free)
