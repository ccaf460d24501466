/* hd-channel-map.c: the channels between the partitions of a kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-channel-map"

#include "hd-channel-map.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"

/* Smallest latency from partition to partition, with what the sender takes before it sends; HD_TIME_MAX where nothing leads from one to the other. */
static HdTime *
find_lookaheads (HdKernel *kernel)
{
  gsize n = kernel->n_partitions;
  HdTime *lookaheads = g_new (HdTime, n * n);

  for (gsize i = 0; i < n * n; i++)
    lookaheads[i] = kernel->direct_delay;
  for (guint i = 0; i < kernel->connections->len; i++)
    {
      const HdConnection *connection = &g_array_index (kernel->connections, HdConnection, i);
      const HdComponent *from = _hd_kernel_get_component (kernel, connection->from);
      gsize pair = from->partition->index * n + _hd_kernel_get_component (kernel, connection->to)->partition->index;

      lookaheads[pair] = MIN (lookaheads[pair], hd_time_add (connection->latency, from->reaction));
    }
  return lookaheads;
}

static void
make_channels (HdChannelMap *self,
               HdKernel *kernel,
               const HdTime *lookaheads)
{
  gsize n = self->n_partitions;
  guint made = 0;

  for (gsize pair = 0; pair < n * n; pair++)
    if (lookaheads[pair] < HD_TIME_MAX && pair / n != pair % n)
      self->n_channels++;
  self->channels = g_aligned_alloc0 (MAX (self->n_channels, 1), sizeof (HdChannel), HD_LINE);
  self->by_pair = g_new0 (HdChannel *, n * n);
  self->lookahead = HD_TIME_MAX;
  for (gsize pair = 0; pair < n * n; pair++)
    if (lookaheads[pair] < HD_TIME_MAX && pair / n != pair % n)
      {
        self->by_pair[pair] = &self->channels[made++];
        self->lookahead = MIN (self->lookahead, lookaheads[pair]);
        hd_channel_init (self->by_pair[pair], (guint32) (pair / n), (guint32) (pair % n), lookaheads[pair],
                         kernel->options.channel_bound, kernel->options.use_locks);
      }
}

/* Incoming ones in the order of their senders, outgoing ones in the order of their receivers. */
static void
make_ends (HdChannelMap *self)
{
  gsize n = self->n_partitions;
  HdChannel **next;

  self->ends = g_new0 (HdChannelEnds, n);
  self->ends_memory = next = g_new0 (HdChannel *, MAX (2 * (gsize) self->n_channels, 1));
  for (gsize i = 0; i < n; i++)
    {
      HdChannelEnds *ends = &self->ends[i];

      ends->in = next;
      for (gsize j = 0; j < n; j++)
        if (self->by_pair[j * n + i] != NULL)
          next[ends->n_in++] = self->by_pair[j * n + i];
      next += ends->n_in;
      ends->out = next;
      for (gsize j = 0; j < n; j++)
        if (self->by_pair[i * n + j] != NULL)
          next[ends->n_out++] = self->by_pair[i * n + j];
      next += ends->n_out;
    }
}

HdChannelMap *
hd_channel_map_new (HdKernel *kernel)
{
  HdChannelMap *self = g_new0 (HdChannelMap, 1);
  g_autofree HdTime *lookaheads = find_lookaheads (kernel);

  self->n_partitions = kernel->n_partitions;
  make_channels (self, kernel, lookaheads);
  make_ends (self);
  return self;
}

void
hd_channel_map_free (HdChannelMap *self)
{
  for (guint i = 0; i < self->n_channels; i++)
    hd_channel_clear (&self->channels[i]);
  g_aligned_free (self->channels);
  g_free (self->by_pair);
  g_free (self->ends);
  g_free (self->ends_memory);
  g_free (self);
}

void
hd_channel_map_push (HdChannelMap *self,
                     HdPartition *from,
                     HdPartition *to,
                     const HdEvent *event,
                     const HdMessage *message)
{
  HdChannel *channel = self->by_pair[(gsize) from->index * self->n_partitions + to->index];

  if (G_UNLIKELY (!hd_channel_push (channel, event, message)))
    hd_partition_fail (from, g_error_new (HD_ERROR, HD_ERROR_LIMIT,
                                          _("The channel from partition %u to partition %u is full: %" PRIu64
                                            " messages wait in it at %" PRId64 " ps"),
                                          from->index, to->index, channel->bound, from->now));
}

guint64
hd_channel_map_flush (HdChannelMap *self,
                      HdPartition *partition)
{
  const HdChannelEnds *ends = &self->ends[partition->index];
  guint64 n = 0;

  for (guint i = 0; i < ends->n_out; i++)
    n += hd_channel_flush (ends->out[i]);
  if (n > 0)
    {
      _hd_kernel_publish (partition->kernel, partition->index);
      hd_board_add (&partition->line->sent, n);
    }
  return n;
}

guint64
hd_channel_map_drain (HdChannelMap *self,
                      HdPartition *partition)
{
  const HdChannelEnds *ends = &self->ends[partition->index];
  guint64 drained = 0;

  for (guint i = 0; i < ends->n_in; i++)
    {
      const HdMail *mails;
      guint n;

      while ((mails = hd_channel_peek (ends->in[i], &n)) != NULL)
        {
          for (guint k = 0; k < n; k++)
            hd_partition_push (partition, &mails[k].event, &mails[k].message);
          hd_channel_drop (ends->in[i], n);
          drained += n;
          if (ends->in[i]->longest > hd_board_get (&partition->line->longest_queue))
            hd_board_set (&partition->line->longest_queue, ends->in[i]->longest);
        }
    }
  if (drained > 0)
    hd_board_add (&partition->line->received, drained);
  return drained;
}

void
hd_channel_map_settle (HdChannelMap *self,
                       HdKernel *kernel)
{
  for (guint i = 0; i < self->n_partitions; i++)
    hd_channel_map_flush (self, &kernel->partitions[i]);
  for (guint i = 0; i < self->n_partitions; i++)
    hd_channel_map_drain (self, &kernel->partitions[i]);
}
