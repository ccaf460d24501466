/* hd-node-log.c: what agents have done, until somebody asks
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-node-log"

#include "hd-node-log.h"

struct _HdNodeLog
{
  HdAgentNetwork *network; /* borrowed */
  GArray **entries;        /* by partition */
  guint32 n;
};

HdNodeLog *
hd_node_log_new (HdAgentNetwork *network,
                 guint entry_size)
{
  HdNodeLog *self = g_new0 (HdNodeLog, 1);

  self->network = network;
  self->n = hd_agent_network_get_n_partitions (network);
  self->entries = g_new (GArray *, self->n + 1);
  for (guint32 i = 0; i < self->n; i++)
    self->entries[i] = g_array_new (FALSE, FALSE, entry_size);
  return self;
}

void
hd_node_log_free (HdNodeLog *self)
{
  for (guint32 i = 0; i < self->n; i++)
    g_array_unref (self->entries[i]);
  g_free (self->entries);
  g_free (self);
}

void
hd_node_log_add (HdNodeLog *self,
                 HdAgentNode *node,
                 gconstpointer entry)
{
  g_array_append_vals (self->entries[hd_agent_node_get_partition (node)], entry, 1);
}

void
hd_node_log_take (HdNodeLog *self,
                  GArray *entries)
{
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, g_array_get_element_size (entries));

  for (guint32 i = 0; i < self->n; i++)
    {
      if (hd_agent_network_is_here (self->network, i)) /* others have started here too, and gone on elsewhere */
        g_array_append_vals (own, self->entries[i]->data, self->entries[i]->len);
      g_array_set_size (self->entries[i], 0);
    }
  hd_agent_network_gather (own);
  g_array_append_vals (entries, own->data, own->len);
}
