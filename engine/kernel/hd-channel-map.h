/* hd-channel-map.h: the channels between the partitions of a kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-channel.h"
#include "hd-kernel.h"
#include "hd-partition.h"

G_BEGIN_DECLS

/** HdChannelEnds: of one partition */
typedef struct
{
  HdChannel **in;
  guint n_in;
  HdChannel **out;
  guint n_out;
} HdChannelEnds;

/** HdChannelMap: a channel for each ordered pair of partitions with a connection from one to the other */
typedef struct
{
  guint n_partitions;
  guint n_channels;
  HdChannel *channels;
  HdChannel **by_pair;    /* [from * n_partitions + to], or NULL */
  HdChannelEnds *ends;    /* by partition */
  HdChannel **ends_memory;
  HdTime lookahead;       /* the smallest, or HD_TIME_MAX without channels */
} HdChannelMap;

HdChannelMap *hd_channel_map_new (HdKernel *kernel);
void hd_channel_map_free (HdChannelMap *self);

/** hd_channel_map_push: mail from @from to @to; a full channel is @from's error, and names the channel */
void hd_channel_map_push (HdChannelMap *self,
                          HdPartition *from,
                          HdPartition *to,
                          const HdEvent *event,
                          const HdMessage *message);
/** hd_channel_map_flush: makes what @partition pushed visible; returns how many mails that were */
guint64 hd_channel_map_flush (HdChannelMap *self,
                              HdPartition *partition);
/** hd_channel_map_drain: moves mail from the channels to @partition into its queue; returns how many mails that were */
guint64 hd_channel_map_drain (HdChannelMap *self,
                              HdPartition *partition);
/** hd_channel_map_settle: flushes and drains all; no other thread may be at work */
void hd_channel_map_settle (HdChannelMap *self,
                            HdKernel *kernel);

G_END_DECLS
