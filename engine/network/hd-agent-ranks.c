/* hd-agent-ranks.c: a network with agents in several processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Every process has all nodes, and has started all; from then on each runs those of its own partitions. What nodes of others do is known there alone, until it
 * is asked for while the kernel rests.
 */
#define G_LOG_DOMAIN "hd-agent-network"

#include "hd-agent-network-private.h"

#include <string.h>

#include "hd-ranks-private.h"
#include "hd-spread.h"

void
_hd_agent_network_pack (HdAgentNetwork *self,
                        guint kind,
                        guint64 data,
                        GByteArray *bytes)
{
  const HdAgentTenant *tenant = &self->agents[self->agent_of_kind[kind]];

  if (tenant->agent->pack != NULL)
    tenant->agent->pack (tenant->data, kind - tenant->first_kind, data, bytes);
}

guint64
_hd_agent_network_unpack (HdAgentNetwork *self,
                          guint kind,
                          guint64 data,
                          const guint8 *bytes,
                          gsize size)
{
  const HdAgentTenant *tenant = &self->agents[self->agent_of_kind[kind]];

  return tenant->agent->unpack != NULL ? tenant->agent->unpack (tenant->data, kind - tenant->first_kind, data, bytes, size) : data;
}

gboolean
hd_agent_network_is_here (HdAgentNetwork *self,
                          guint32 partition)
{
  return hd_spread_is_here (self->kernel, partition);
}

void
hd_agent_network_mirror (HdAgentNetwork *self,
                         guint32 n,
                         gsize size,
                         HdMirrorItem item,
                         gpointer data)
{
  g_autoptr (GByteArray) bytes = NULL;

  if (hd_ranks_get_n () == 1)
    return;
  bytes = g_byte_array_new ();
  for (guint32 i = 0; i < n; i++)
    {
      guint32 partition;
      gconstpointer thing = item (data, i, &partition);

      if (thing == NULL || !hd_agent_network_is_here (self, partition))
        continue;
      g_byte_array_append (bytes, (const guint8 *) &i, sizeof i);
      g_byte_array_append (bytes, thing, (guint) size);
    }
  hd_ranks_gather (bytes);
  for (guint at = 0; at < bytes->len; at += (guint) (sizeof (guint32) + size))
    {
      guint32 number, partition;
      gpointer thing;

      memcpy (&number, bytes->data + at, sizeof number);
      thing = item (data, number, &partition);
      if (!hd_agent_network_is_here (self, partition))
        memcpy (thing, bytes->data + at + sizeof number, size);
    }
}

void
hd_agent_network_gather (GArray *elements)
{
  guint size = g_array_get_element_size (elements);
  g_autoptr (GByteArray) bytes = NULL;

  if (hd_ranks_get_n () == 1)
    return;
  bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) elements->data, elements->len * size);
  hd_ranks_gather (bytes);
  g_array_set_size (elements, 0);
  g_array_append_vals (elements, bytes->data, bytes->len / size);
}
