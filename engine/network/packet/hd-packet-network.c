/* hd-packet-network.c: messages as packets that queue at the ports of switches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-packet-network"

#include "hd-packet-network.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-packet-private.h"

/* ---- checks --------------------------------------------------------------------------------------------------------- */

static gboolean
check_noise (HdPacketNetwork *self,
             const HdPacketRules *rules,
             GError **error)
{
  for (guint l = 0; rules->noise != NULL && l < hd_design_get_n_links (self->parent.design); l++)
    if (!(rules->noise[l] >= 0 && rules->noise[l] < 1))
      {
        g_autofree char *path = hd_design_dup_link_path (self->parent.design, l);

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
  else if (rules->window_bytes > 0 && rules->window_bytes < rules->packet_bytes)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("A window of %" PRIu64 " B does not let a packet of %" PRIu64 " B go"), rules->window_bytes,
                 rules->packet_bytes);
  else if (self->parent.n_nodes > HD_PACKET_MAX_NODES)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("The packet network has %u nodes; at most %u are possible"), self->parent.n_nodes, HD_PACKET_MAX_NODES);
  else
    return check_noise (self, rules, error);
  return FALSE;
}

static guint32
get_partition (HdPacketNetwork *self,
               guint32 node)
{
  return _hd_agent_network_get_node (&self->parent, node)->partition;
}

/* The server of a shared link serves both ends at any time, which partitions cannot. */
static gboolean
check_partitions (HdPacketNetwork *self,
                  GError **error)
{
  const HdLink *links = hd_design_get_links (self->parent.design);

  for (guint l = 0; l < hd_design_get_n_links (self->parent.design); l++)
    {
      g_autofree char *path = NULL;

      if (links[l].sharing != HD_SHARING_SHARED || get_partition (self, links[l].from) == get_partition (self, links[l].to))
        continue;
      path = hd_design_dup_link_path (self->parent.design, l);
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                   _("The ends of the shared link “%s” are in the partitions %u and %u; both directions share it, so they must be in one"), path,
                   get_partition (self, links[l].from), get_partition (self, links[l].to));
      return FALSE;
    }
  return TRUE;
}

/* ---- building ------------------------------------------------------------------------------------------------------- */

/* Numbers the ports of each node in the order of links. */
static void
number_ports (HdPacketNetwork *self)
{
  g_autofree guint32 *n_ports = g_new0 (guint32, self->parent.n_nodes + 1);
  gsize first = 0;

  _hd_agent_network_number_links (&self->parent, n_ports);
  self->n_ports = 2 * (gsize) hd_design_get_n_links (self->parent.design);
  self->ports = g_new0 (HdPacketPort, self->n_ports + 1);
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      HdPacketNode *node = _hd_packet_network_get_node (self, i);

      node->ports = self->ports + first;
      node->n_ports = n_ports[i];
      first += n_ports[i];
    }
}

static HdPacketPort *
get_port (HdPacketNetwork *self,
          guint32 link,
          guint end)
{
  const HdLink *l = &hd_design_get_links (self->parent.design)[link];
  guint32 number = self->parent.link_ports[2 * (gsize) link + end];

  return &_hd_packet_network_get_node (self, end == 0 ? l->from : l->to)->ports[number];
}

static double
get_ps_per_byte (double rate)
{
  return MIN ((double) HD_TICKS_PER_SECOND / rate, (double) HD_TIME_MAX);
}

static void
prepare_port (HdPacketNetwork *self,
              guint32 link,
              guint end)
{
  const HdLink *l = &hd_design_get_links (self->parent.design)[link];
  HdPacketPort *port = get_port (self, link, end);
  gboolean owns_server = end == 0 || l->sharing == HD_SHARING_SPLIT;
  double noise = self->rules.noise != NULL ? self->rules.noise[link] : 0;

  port->server = &self->servers[2 * (gsize) link + (owns_server ? end : 0)];
  port->ps_per_byte = get_ps_per_byte (hd_link_get_rate (l));
  if (self->rules.service != HD_SERVICE_ARRIVAL && l->sharing == HD_SHARING_SPLIT)
    port->fair = hd_packet_fair_new ();
  port->packet_time = self->rules.packet_time;
  port->credit = self->rules.buffer_bytes > 0 ? self->rules.buffer_bytes : G_MAXUINT64;
  port->draws_noise = owns_server && noise > 0;
  port->server->order = self->rules.noise_order;
  if (port->draws_noise)
    hd_packet_noise_init (&port->server->noise, noise, hd_packet_port_get_time (port, self->rules.noise_bytes), self->rules.noise_order);
}

static gboolean
add_components (HdPacketNetwork *self,
                const guint32 *partitions,
                GError **error)
{
  HdBudget *budget = hd_budget_get_current ();
  HdKernel *kernel = self->parent.kernel;
  const HdLink *links = hd_design_get_links (self->parent.design);

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      if (_hd_packet_network_get_node (self, i)->n_ports > 0)
        _hd_agent_network_add_node (&self->parent, i, partitions != NULL ? partitions[i] : 0, &_hd_packet_node_model);
    }
  for (guint l = 0; l < hd_design_get_n_links (self->parent.design); l++)
    {
      const guint32 *ports = &self->parent.link_ports[2 * (gsize) l];
      guint32 from = hd_agent_network_get_kernel_id (&self->parent, links[l].from), to = hd_agent_network_get_kernel_id (&self->parent, links[l].to);

      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      hd_kernel_connect (kernel, from, ports[0], to, ports[1], links[l].latency_ps);
      hd_kernel_connect (kernel, to, ports[1], from, ports[0], links[l].latency_ps);
    }
  return TRUE;
}

/* ---- as a network with agents ---------------------------------------------------------------------------------------- */

static const HdAgentNetworkClass network_class = {
  .send = _hd_packet_node_send,
};

static gboolean
is_divided (HdDesign *design,
            const guint32 *partitions)
{
  for (guint32 i = 0; partitions != NULL && i < hd_design_get_n_nodes (design); i++)
    if (partitions[i] != 0 && partitions[i] != HD_NO_ID)
      return TRUE;
  return FALSE;
}

/* No word of what has come goes from one partition to another quicker than the shortest link between any two. */
static HdTime
find_least_latency (HdPacketNetwork *self)
{
  const HdLink *links = hd_design_get_links (self->parent.design);
  HdTime least = HD_TIME_MAX;

  for (guint l = 0; l < hd_design_get_n_links (self->parent.design); l++)
    if (get_partition (self, links[l].from) != get_partition (self, links[l].to))
      least = MIN (least, links[l].latency_ps);
  return least;
}

/* ---- what changes at moments ------------------------------------------------------------------------------------------ */

static void
prepare_changes (HdPacketNetwork *self)
{
  const HdLink *links = hd_design_get_links (self->parent.design);

  for (guint i = 0; i < hd_design_get_n_changes (self->parent.design); i++)
    {
      const HdRunChange *change = hd_design_get_change (self->parent.design, i);

      self->has_failures |= change->fails || change->repairs;
      self->is_hopeful |= change->repairs;
      for (guint k = 0; k < change->n_links; k++)
        {
          guint32 link = change->links[k].link;
          HdPacketPort *from = get_port (self, link, 0), *to = get_port (self, link, 1);

          from->failed = to->failed = hd_design_has_failed (self->parent.design, link);
          if (change->time == 0)
            continue;
          from->changes = to->changes = TRUE;
          if (links[link].sharing != HD_SHARING_SHARED)
            continue;
          from->peer = to;
          to->peer = from;
        }
    }
}

HdTime
hd_packet_network_get_next_change (HdPacketNetwork *self)
{
  HdDesign *design = self->parent.design;

  return self->n_changed < hd_design_get_n_changes (design) ? hd_design_get_change (design, self->n_changed)->time : HD_TIME_MAX;
}

static void
change_link (HdPacketNetwork *self,
             const HdLinkChange *change)
{
  for (guint end = 0; end < 2; end++)
    {
      HdPacketPort *port = get_port (self, change->link, end);

      port->ps_per_byte = get_ps_per_byte (change->rate);
      port->failed = change->failed;
    }
}

void
hd_packet_network_change (HdPacketNetwork *self,
                          HdTime time)
{
  HdDesign *design = self->parent.design;
  gboolean turns = FALSE;

  while (hd_packet_network_get_next_change (self) <= time)
    {
      guint number = self->n_changed++;
      const HdRunChange *change = hd_design_get_change (design, number);

      for (guint i = 0; i < change->n_links; i++)
        change_link (self, &change->links[i]);
      if (_hd_design_get_changed (design, number) == NULL)
        continue;
      _hd_agent_network_set_state (&self->parent, _hd_design_get_changed (design, number));
      turns = TRUE;
    }
  self->is_hopeful = FALSE;
  for (guint i = self->n_changed; i < hd_design_get_n_changes (design); i++)
    self->is_hopeful |= hd_design_get_change (design, i)->repairs;
  for (guint32 i = 0; turns && i < self->parent.n_nodes; i++)
    g_clear_pointer (&_hd_packet_network_get_node (self, i)->turns, g_hash_table_unref);
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

  _hd_agent_network_init (&self->parent, &network_class, design, kernel, sizeof (HdPacketNode), is_divided (design, partitions));
  self->rules = *rules;
  if (!check_rules (self, rules, error))
    return NULL;
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
  prepare_changes (self);
  hd_packet_network_change (self, 0);
  if (!add_components (self, partitions, error) || !check_partitions (self, error))
    return NULL;
  if (rules->window_bytes > 0)
    hd_kernel_allow_direct (kernel, find_least_latency (self));
  return g_steal_pointer (&self);
}

void
hd_packet_network_free (HdPacketNetwork *self)
{
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    _hd_packet_node_clear (_hd_packet_network_get_node (self, i));
  for (gsize i = 0; i < self->n_ports; i++)
    hd_packet_port_clear (&self->ports[i]);
  for (gsize i = 0; self->servers != NULL && i < 2 * (gsize) hd_design_get_n_links (self->parent.design); i++)
    hd_packet_noise_clear (&self->servers[i].noise);
  g_free (self->ports);
  g_free (self->servers);
  _hd_agent_network_clear (&self->parent);
  g_free (self);
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

static gpointer
find_statistics (gpointer data,
                 guint32 way,
                 guint32 *out_partition)
{
  HdPacketNetwork *self = data;
  const HdLink *link = &hd_design_get_links (self->parent.design)[way / 2];

  *out_partition = get_partition (self, way % 2 == 0 ? link->from : link->to);
  return &get_port (self, way / 2, way % 2)->statistics;
}

void
hd_packet_network_level (HdPacketNetwork *self,
                         HdTime time)
{
  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    hd_packet_port_count (get_port (self, way / 2, way % 2), time);
  hd_agent_network_mirror (&self->parent, 2 * hd_design_get_n_links (self->parent.design), sizeof (HdPacketLinkStatistics), find_statistics, self);
}

void
hd_packet_network_read_link (HdPacketNetwork *self,
                             guint32 link,
                             guint direction,
                             HdTime time,
                             HdPacketLinkStatistics *out_statistics)
{
  HdPacketPort *port = get_port (self, link, direction);

  hd_packet_port_count (port, time);
  *out_statistics = port->statistics;
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
  first = hd_packet_leavings_peek (&port->leaving);
  carried = (double) (port->statistics.bytes - (port->first_counts ? first->bytes : 0));
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
