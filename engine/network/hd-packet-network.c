/* hd-packet-network.c: messages as packets that queue at the ports of switches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-packet-network"

#include "hd-packet-network.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-packet-private.h"

/* ---- checks --------------------------------------------------------------------------------------------------------- */

static gboolean
check_noise (HdPacketNetwork *self,
             const HdPacketRules *rules,
             GError **error)
{
  for (guint l = 0; rules->noise != NULL && l < hd_design_get_n_links (self->design); l++)
    if (!(rules->noise[l] >= 0 && rules->noise[l] < 1))
      {
        g_autofree char *path = hd_design_dup_link_path (self->design, l);

        g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Noise takes %g of “%s”; it must be at least 0 and below 1"), rules->noise[l], path);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_rules (HdPacketNetwork *self,
             const HdPacketRules *rules,
             GError **error)
{
  if (rules->packet_bytes == 0 || rules->noise_bytes == 0 || rules->packet_time < 0)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("A packet of %" PRIu64 " B, noise of %" PRIu64 " B or a packet time of %g s is not "
                                                    "possible; sizes are at least 1 B, the time at least 0 s"),
                 rules->packet_bytes, rules->noise_bytes, hd_time_to_seconds (rules->packet_time));
  else if (rules->buffer_bytes > 0 && rules->buffer_bytes < rules->packet_bytes)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("A buffer of %" PRIu64 " B cannot hold a packet of %" PRIu64 " B"),
                 rules->buffer_bytes, rules->packet_bytes);
  else if (self->n_nodes > HD_PACKET_MAX_NODES)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("The packet network has %u nodes; at most %u are possible"), self->n_nodes, HD_PACKET_MAX_NODES);
  else
    return check_noise (self, rules, error);
  return FALSE;
}

/* The server of a shared link serves both ends at any time, which partitions cannot. */
static gboolean
check_partitions (HdPacketNetwork *self,
                  GError **error)
{
  const HdLink *links = hd_design_get_links (self->design);

  for (guint l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      g_autofree char *path = NULL;

      if (links[l].sharing != HD_SHARING_SHARED || self->nodes[links[l].from].partition == self->nodes[links[l].to].partition)
        continue;
      path = hd_design_dup_link_path (self->design, l);
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                   _("The ends of the shared link “%s” are in the partitions %u and %u; both directions share it, so they must be in one"), path,
                   self->nodes[links[l].from].partition, self->nodes[links[l].to].partition);
      return FALSE;
    }
  return TRUE;
}

/* ---- building ------------------------------------------------------------------------------------------------------- */

/* A component that acts is another one beside it, so what draws random numbers there has another name. */
static char *
dup_path (HdDesign *design,
          guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (design)[node].type;
  g_autofree char *path = hd_design_dup_node_path (design, node);

  if (type->handlers == NULL && type->block == NULL)
    return g_steal_pointer (&path);
  return g_strconcat (path, "/packets", NULL);
}

/* Numbers the ports of each node in the order of links. */
static void
number_ports (HdPacketNetwork *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  guint n_links = hd_design_get_n_links (self->design);
  gsize first = 0;

  self->link_ports = g_new (guint32, 2 * (gsize) n_links + 1);
  for (guint l = 0; l < n_links; l++)
    {
      self->link_ports[2 * (gsize) l] = self->nodes[links[l].from].n_ports++;
      self->link_ports[2 * (gsize) l + 1] = self->nodes[links[l].to].n_ports++;
      self->n_ports += 2;
    }
  self->ports = g_new0 (HdPacketPort, self->n_ports + 1);
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      self->nodes[i].ports = self->ports + first;
      first += self->nodes[i].n_ports;
    }
}

static HdPacketPort *
get_port (HdPacketNetwork *self,
          guint32 link,
          guint end)
{
  const HdLink *l = &hd_design_get_links (self->design)[link];
  guint32 number = self->link_ports[2 * (gsize) link + end];

  return &self->nodes[end == 0 ? l->from : l->to].ports[number];
}

static void
prepare_port (HdPacketNetwork *self,
              guint32 link,
              guint end)
{
  const HdLink *l = &hd_design_get_links (self->design)[link];
  HdPacketPort *port = get_port (self, link, end);
  gboolean owns_server = end == 0 || l->sharing == HD_SHARING_SPLIT;
  double noise = self->rules.noise != NULL ? self->rules.noise[link] : 0;

  port->server = &self->servers[2 * (gsize) link + (owns_server ? end : 0)];
  port->ps_per_byte = MIN ((double) HD_TICKS_PER_SECOND / l->bandwidth, (double) HD_TIME_MAX);
  port->packet_time = self->rules.packet_time;
  port->credit = self->rules.buffer_bytes > 0 ? self->rules.buffer_bytes : G_MAXUINT64;
  port->draws_noise = owns_server && noise > 0;
  port->server->order = self->rules.noise_order;
  if (port->draws_noise)
    hd_packet_noise_init (&port->server->noise, noise, hd_packet_port_get_time (port, self->rules.noise_bytes));
}

static gboolean
add_components (HdPacketNetwork *self,
                HdKernel *kernel,
                const guint32 *partitions,
                GError **error)
{
  HdBudget *budget = hd_budget_get_current ();
  const HdLink *links = hd_design_get_links (self->design);

  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      HdPacketNode *node = &self->nodes[i];
      g_autofree char *path = NULL;

      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      node->network = self;
      node->id = i;
      node->kernel_id = HD_NO_ID;
      node->partition = partitions != NULL ? partitions[i] : 0;
      if (node->n_ports == 0)
        continue;
      path = dup_path (self->design, i);
      self->n_partitions = MAX (self->n_partitions, node->partition + 1);
      node->kernel_id = hd_kernel_add_component (kernel, path, &_hd_packet_node_model, node->partition, node);
    }
  for (guint l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      const guint32 *ports = &self->link_ports[2 * (gsize) l];
      guint32 from = self->nodes[links[l].from].kernel_id, to = self->nodes[links[l].to].kernel_id;

      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      hd_kernel_connect (kernel, from, ports[0], to, ports[1], links[l].latency_ps);
      hd_kernel_connect (kernel, to, ports[1], from, ports[0], links[l].latency_ps);
    }
  return TRUE;
}

HdPacketNetwork *
hd_packet_network_new (HdDesign *design,
                       const HdPacketRules *rules,
                       HdKernel *kernel,
                       const guint32 *partitions,
                       GError **error)
{
  g_autoptr (HdPacketNetwork) self = g_new0 (HdPacketNetwork, 1);
  guint n_links = hd_design_get_n_links (design);

  self->design = hd_design_ref (design);
  self->kernel = kernel;
  self->rules = *rules;
  self->n_nodes = hd_design_get_n_nodes (design);
  if (!check_rules (self, rules, error))
    return NULL;
  self->nodes = g_new0 (HdPacketNode, self->n_nodes + 1);
  self->servers = g_new0 (HdPacketServer, 2 * (gsize) n_links + 1);
  number_ports (self);
  for (guint l = 0; l < n_links; l++)
    {
      if (!hd_budget_may_go_on (hd_budget_get_current (), error))
        return NULL;
      prepare_port (self, l, 0);
      prepare_port (self, l, 1);
    }
  self->rules.noise = NULL;
  if (!add_components (self, kernel, partitions, error) || !check_partitions (self, error))
    return NULL;
  self->routes = hd_packet_routes_new (design, self->link_ports);
  return g_steal_pointer (&self);
}

void
hd_packet_network_free (HdPacketNetwork *self)
{
  for (guint32 i = 0; self->nodes != NULL && i < self->n_nodes; i++)
    {
      HdPacketNode *node = &self->nodes[i];

      for (guint k = 0; node->agent_states != NULL && k < self->n_agents; k++)
        {
          if (node->agent_states[k] != NULL && self->agents[k].agent->clear != NULL)
            self->agents[k].agent->clear (node->agent_states[k]);
          g_free (node->agent_states[k]);
        }
      g_free (node->agent_states);
      g_clear_pointer (&node->routes, g_hash_table_unref);
    }
  for (gsize i = 0; i < self->n_ports; i++)
    hd_packet_port_clear (&self->ports[i]);
  g_clear_pointer (&self->routes, hd_packet_routes_free);
  g_free (self->nodes);
  g_free (self->ports);
  g_free (self->link_ports);
  g_free (self->servers);
  hd_design_unref (self->design);
  g_free (self);
}

gboolean
hd_packet_network_has_node (HdPacketNetwork *self,
                            guint32 node)
{
  return hd_packet_network_get_kernel_id (self, node) != HD_NO_ID;
}

guint32
hd_packet_network_get_kernel_id (HdPacketNetwork *self,
                                 guint32 node)
{
  g_return_val_if_fail (node < self->n_nodes, HD_NO_ID);

  return self->nodes[node].kernel_id;
}

HdKernel *
hd_packet_network_get_kernel (HdPacketNetwork *self)
{
  return self->kernel;
}

guint32
hd_packet_network_get_n_partitions (HdPacketNetwork *self)
{
  return self->n_partitions;
}

/* Kinds of packets are divided among agents in the order in which these come. */
static guint
find_agent (HdPacketNetwork *self,
            const HdPacketAgent *agent,
            gpointer data)
{
  guint first = 0, n = 0;

  for (; n < self->n_agents; n++)
    {
      if (self->agents[n].agent == agent && self->agents[n].data == data)
        return n;
      first = self->agents[n].agent->n_kinds == 0 ? HD_PACKET_MAX_KINDS : first + self->agents[n].agent->n_kinds;
    }
  g_assert (n < HD_PACKET_MAX_AGENTS && first + MAX (agent->n_kinds, 1) <= HD_PACKET_MAX_KINDS);
  self->agents[n] = (HdPacketTenant){ agent, data, first };
  for (guint kind = first; kind < (agent->n_kinds == 0 ? HD_PACKET_MAX_KINDS : first + agent->n_kinds); kind++)
    self->agent_of_kind[kind] = (guint8) n;
  return self->n_agents++;
}

guint
hd_packet_network_set_agent (HdPacketNetwork *self,
                             guint32 node,
                             const HdPacketAgent *agent,
                             gpointer data)
{
  HdPacketNode *n = &self->nodes[node];
  guint number;

  g_return_val_if_fail (hd_packet_network_has_node (self, node), 0);

  number = find_agent (self, agent, data);
  if (n->agent_states == NULL)
    n->agent_states = g_new0 (gpointer, HD_PACKET_MAX_AGENTS);
  g_return_val_if_fail (n->agent_states[number] == NULL, number);
  n->agent_states[number] = g_malloc0 (MAX (agent->state_size, 1));
  return number;
}

gpointer
hd_packet_network_get_agent_state (HdPacketNetwork *self,
                                   guint32 node,
                                   guint agent)
{
  g_return_val_if_fail (node < self->n_nodes && agent < self->n_agents, NULL);

  return self->nodes[node].agent_states != NULL ? self->nodes[node].agent_states[agent] : NULL;
}

guint32
hd_packet_network_add_net (HdPacketNetwork *self,
                           const guint32 *classes,
                           guint n_classes)
{
  return hd_packet_routes_add_net (self->routes, classes, n_classes);
}

guint32
hd_packet_network_add_ways (HdPacketNetwork *self)
{
  return hd_packet_routes_add_ways (self->routes);
}

void
hd_packet_network_set_way (HdPacketNetwork *self,
                           guint32 net,
                           guint32 source,
                           guint32 destination,
                           const HdRoute *way)
{
  hd_packet_routes_set_way (self->routes, net, source, destination, way);
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

void
hd_packet_network_read_link (HdPacketNetwork *self,
                             guint32 link,
                             guint direction,
                             HdPacketLinkStatistics *out_statistics)
{
  *out_statistics = get_port (self, link, direction)->statistics;
}

/* What has been given a time but has not gone onto the link, of the first packet maybe a part. */
double
hd_packet_network_get_carried (HdPacketNetwork *self,
                               guint32 link,
                               guint direction,
                               HdTime time)
{
  HdPacketPort *port = get_port (self, link, direction);
  const HdPacketLeaving *first;
  double carried;

  hd_packet_port_settle (port, time);
  carried = (double) (port->statistics.bytes - port->leaving_bytes);
  first = hd_packet_leavings_peek (&port->leaving);
  if (first != NULL && first->start < time)
    carried += (double) first->bytes * (double) (time - first->start) / (double) (first->end - first->start);
  return carried;
}

guint64
hd_packet_network_get_queue (HdPacketNetwork *self,
                             guint32 link,
                             guint direction,
                             HdTime time)
{
  HdPacketPort *port = get_port (self, link, direction);
  const HdPacketLeaving *first;

  hd_packet_port_settle (port, time);
  first = hd_packet_leavings_peek (&port->leaving);
  return port->waiting_bytes + port->leaving_bytes - (first != NULL && first->start <= time ? first->bytes : 0);
}

guint64
hd_packet_network_get_n_sent (HdPacketNetwork *self)
{
  guint64 n = 0;

  for (guint32 i = 0; i < self->n_nodes; i++)
    n += self->nodes[i].n_sent;
  return n;
}

guint64
hd_packet_network_get_n_delivered (HdPacketNetwork *self)
{
  guint64 n = 0;

  for (guint32 i = 0; i < self->n_nodes; i++)
    n += self->nodes[i].n_delivered;
  return n;
}
