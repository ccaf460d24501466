/* hd-node-resources.c: what nodes of the packet network have beside links, as resources of the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-node-resources"

#include "hd-node-resources.h"

#include <math.h>
#include <string.h>

void
hd_node_resources_init (HdNodeResources *self,
                        HdAgentNetwork *network,
                        guint n_nodes)
{
  gsize n = 2 * (gsize) n_nodes;

  self->network = network;
  self->all = g_array_new (FALSE, FALSE, sizeof (HdNodeResource));
  self->capacities = g_array_new (FALSE, FALSE, sizeof (double));
  self->of_nodes = g_new (guint32, n + 1);
  memset (self->of_nodes, 0xff, n * sizeof (guint32)); /* HD_NO_ID */
}

void
hd_node_resources_clear (HdNodeResources *self)
{
  g_clear_pointer (&self->all, g_array_unref);
  g_clear_pointer (&self->capacities, g_array_unref);
  g_clear_pointer (&self->of_nodes, g_free);
}

static void
add (HdNodeResources *self,
     guint32 node,
     guint slot,
     const HdNodeServer *server,
     double capacity)
{
  const HdNodeResource resource = { node, server };

  self->of_nodes[2 * (gsize) node + slot] = self->all->len;
  g_array_append_val (self->all, resource);
  g_array_append_val (self->capacities, capacity);
}

void
hd_node_resources_add (HdNodeResources *self,
                       guint32 node,
                       HdNodeServerKind kind,
                       const HdNodeServer *server)
{
  if (server != NULL && server->per_s > 0 && isfinite (server->per_s))
    add (self, node, kind == HD_NODE_LOCAL ? 1 : 0, server, server->per_s);
}

void
hd_node_resources_add_time (HdNodeResources *self,
                            guint32 node)
{
  add (self, node, 0, NULL, HD_TICKS_PER_SECOND);
}

gboolean
hd_node_resources_has (const HdNodeResources *self,
                       guint32 node)
{
  return hd_agent_network_is_here (self->network, hd_agent_network_get_partition (self->network, node));
}

void
hd_node_resources_read (const HdNodeResources *self,
                        HdTime time,
                        double *out_amounts)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      const HdNodeResource *resource = &g_array_index (self->all, HdNodeResource, i);

      out_amounts[i] = resource->server != NULL && hd_node_resources_has (self, resource->node) ? hd_node_server_get_amount (resource->server, time) : 0;
    }
}
