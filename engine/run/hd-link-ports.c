/* hd-link-ports.c: ports of links, as components have them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-link-ports"

#include "hd-link-ports.h"

#include <heddle/hd-pair-hash.h>

static gboolean
acts (const HdNode *node)
{
  return node->type->handlers != NULL || node->type->block != NULL;
}

/* @counts: of numbered ports, by node and port: how many links have been there */
static guint32
find_port (GHashTable *counts,
           const HdNode *nodes,
           guint32 node,
           guint16 port,
           guint32 index,
           guint32 peer)
{
  const gint64 key = (gint64) node << 16 | port;
  guint n;

  if (!nodes[node].type->ports[port].numbered)
    return port | index << 16;
  if (!acts (&nodes[node]) || !acts (&nodes[peer]))
    return HD_NO_PORT;
  n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, &key));
  g_hash_table_insert (counts, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n + 1));
  return port | n << 16;
}

guint32 *
hd_link_ports_new (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdLink *links = hd_design_get_links (design);
  gsize n_links = hd_design_get_n_links (design);
  guint32 *ports = g_new (guint32, 2 * n_links + 1);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  for (gsize i = 0; i < n_links; i++)
    {
      ports[2 * i] = find_port (counts, nodes, links[i].from, links[i].from_port, links[i].from_port_index, links[i].to);
      ports[2 * i + 1] = find_port (counts, nodes, links[i].to, links[i].to_port, links[i].to_port_index, links[i].from);
    }
  return ports;
}
