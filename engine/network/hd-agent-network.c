/* hd-agent-network.c: a network whose nodes have agents
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-agent-network"

#include "hd-agent-network.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-agent-network-private.h"
#include "hd-i18n.h"
#include "hd-ranks-private.h"

#define CACHE_LINE 64
#define WAKE_SHIFT (HD_AGENT_EVENT_BITS + 1) /* of the agent's number */

void
_hd_agent_network_init (HdAgentNetwork *self,
                        const HdAgentNetworkClass *class,
                        HdDesign *design,
                        HdKernel *kernel,
                        gsize node_size,
                        gboolean is_divided)
{
  self->class = class;
  self->design = hd_design_ref (design);
  self->kernel = kernel;
  self->n_nodes = hd_design_get_n_nodes (design);
  self->node_size = is_divided ? (node_size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE : node_size;
  self->nodes = g_aligned_alloc0 (self->n_nodes + 1, self->node_size, CACHE_LINE);
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      HdAgentNode *node = _hd_agent_network_get_node (self, i);

      node->network = self;
      node->id = i;
      node->kernel_id = HD_NO_ID;
    }
}

void
_hd_agent_network_clear (HdAgentNetwork *self)
{
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      HdAgentNode *node = _hd_agent_network_get_node (self, i);

      for (guint k = 0; node->states != NULL && k < self->n_agents; k++)
        {
          if (node->states[k] != NULL && self->agents[k].agent->clear != NULL)
            self->agents[k].agent->clear (node->states[k]);
          g_free (node->states[k]);
        }
      g_free (node->states);
      g_free (node->received);
      g_clear_pointer (&node->routes, g_hash_table_unref);
    }
  g_clear_pointer (&self->routes, hd_agent_routes_free);
  g_free (self->link_ports);
  g_free (self->groups);
  g_aligned_free (self->nodes);
  hd_design_unref (self->design);
}

void
_hd_agent_network_number_links (HdAgentNetwork *self,
                                guint32 *n_links)
{
  const HdLink *links = hd_design_get_links (self->design);
  gsize n = hd_design_get_n_links (self->design);

  self->link_ports = g_new (guint32, 2 * n + 1);
  for (gsize l = 0; l < n; l++)
    {
      self->link_ports[2 * l] = n_links[links[l].from]++;
      self->link_ports[2 * l + 1] = n_links[links[l].to]++;
    }
  self->routes = hd_agent_routes_new (self->design, self->link_ports);
}

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

void
_hd_agent_network_add_node (HdAgentNetwork *self,
                            guint32 node,
                            guint32 partition,
                            const HdModel *model)
{
  HdAgentNode *n = _hd_agent_network_get_node (self, node);
  g_autofree char *path = dup_path (self->design, node);

  hd_software_costs_get (self->design, node, &n->costs);
  n->partition = partition;
  n->kernel_id = hd_kernel_add_component (self->kernel, path, model, partition, n);
  self->n_partitions = MAX (self->n_partitions, partition + 1);
}

/* ---- the component of a node ------------------------------------------------------------------------------------------ */

/* The agent with that number, if the node has it, and what it keeps here; it acts from now on. */
static const HdAgent *
take_turn (HdAgentNode *self,
           guint number,
           gpointer *out_state)
{
  if (self->states == NULL || self->states[number] == NULL)
    return NULL;
  self->agent = (guint8) number;
  *out_state = self->states[number];
  return self->network->agents[number].agent;
}

void
_hd_agent_node_start (HdAgentNode *self,
                      HdComponent *component)
{
  self->component = component;
  for (guint i = 0; i < self->network->n_agents; i++)
    {
      gpointer state;
      const HdAgent *agent = take_turn (self, i, &state);

      if (agent != NULL && agent->start != NULL)
        agent->start (self, state);
    }
}

void
_hd_agent_node_finish (HdAgentNode *self)
{
  for (guint i = 0; i < self->network->n_agents; i++)
    {
      gpointer state;
      const HdAgent *agent = take_turn (self, i, &state);

      if (agent != NULL && agent->finish != NULL)
        agent->finish (self, state);
    }
}

void
_hd_agent_node_wake_up (HdAgentNode *self,
                        const HdMessage *message)
{
  gpointer state;
  const HdAgent *agent = take_turn (self, message->kind >> WAKE_SHIFT, &state);

  if (agent != NULL && agent->wake != NULL)
    agent->wake (self, state, message->payload[0]);
}

void
_hd_agent_network_set_state (HdAgentNetwork *self,
                             HdDesign *state)
{
  hd_agent_routes_set_state (self->routes, state);
  for (guint32 i = 0; i < self->n_nodes; i++)
    g_clear_pointer (&_hd_agent_network_get_node (self, i)->routes, g_hash_table_unref);
}

gboolean
_hd_agent_node_try_route (HdAgentNode *self,
                          guint32 destination,
                          guint32 net,
                          guint32 *out_number,
                          GError **error)
{
  guint64 key = (guint64) net << 32 | destination;
  gpointer known;

  G_STATIC_ASSERT (sizeof (gpointer) >= sizeof (guint64));
  if (self->routes == NULL)
    self->routes = g_hash_table_new (NULL, NULL);
  known = g_hash_table_lookup (self->routes, (gpointer) (gsize) key);
  if (known != NULL)
    {
      *out_number = GPOINTER_TO_UINT (known) - 1;
      return TRUE;
    }
  if (!hd_agent_routes_add (self->network->routes, self->id, destination, net, out_number, error))
    return FALSE;
  g_hash_table_insert (self->routes, (gpointer) (gsize) key, GUINT_TO_POINTER (*out_number + 1));
  return TRUE;
}

gboolean
_hd_agent_node_find_route (HdAgentNode *self,
                           guint32 destination,
                           guint32 net,
                           guint32 *out_number)
{
  GError *error = NULL;

  if (_hd_agent_node_try_route (self, destination, net, out_number, &error))
    return TRUE;
  hd_component_fail (self->component, error);
  return FALSE;
}

static gboolean
is_message (const HdAgentNode *self,
            guint kind)
{
  const HdAgentTenant *tenant = &self->network->agents[self->network->agent_of_kind[kind]];

  return (tenant->agent->messages >> (kind - tenant->first_kind) & 1) != 0;
}

HdTime
_hd_agent_node_take (HdAgentNode *self,
                     guint kind)
{
  HdTime now = hd_component_get_now (self->component);

  return is_message (self, kind) ? hd_software_costs_pass (&self->costs, self->costs.receive, now, &self->may_receive) - now : 0;
}

void
_hd_agent_node_tell_leaving (HdAgentNode *self,
                             guint kind,
                             guint64 data,
                             HdTime time)
{
  guint number = self->network->agent_of_kind[kind];
  gpointer state;

  if (self->network->agents[number].agent->leave != NULL && take_turn (self, number, &state) != NULL)
    self->network->agents[number].agent->leave (self, state, data, time);
}

void
_hd_agent_node_deliver (HdAgentNode *self,
                        HdParcel *parcel)
{
  const HdAgent *agent;
  gpointer state;

  self->n_delivered++;
  if (self->received != NULL && parcel->source != self->id)
    self->received[self->network->groups[parcel->source]] += parcel->bytes;
  hd_component_record (self->component, HD_AGENT_RECORD_PARCEL, (guint64) parcel->source << 40 ^ parcel->bytes);
  agent = take_turn (self, self->network->agent_of_kind[parcel->kind], &state);
  if (agent == NULL || agent->receive == NULL)
    return;
  parcel->kind -= self->network->agents[self->agent].first_kind;
  agent->receive (self, state, parcel);
}

/* ---- for agents ------------------------------------------------------------------------------------------------------- */

HdTime
hd_agent_node_get_now (HdAgentNode *self)
{
  return hd_component_get_now (self->component);
}

guint32
hd_agent_node_get_id (HdAgentNode *self)
{
  return self->id;
}

guint32
hd_agent_node_get_partition (HdAgentNode *self)
{
  return self->partition;
}

gpointer
hd_agent_node_get_data (HdAgentNode *self)
{
  return self->network->agents[self->agent].data;
}

static gboolean
may_send (HdAgentNode *self,
          const HdParcel *parcel)
{
  if (hd_agent_network_has_node (self->network, parcel->destination) && parcel->bytes < HD_PARCEL_MAX_BYTES)
    return TRUE;
  hd_component_fail (self->component,
                     g_error_new (HD_ERROR, HD_ERROR_RANGE,
                                  _("“%s” sends %" PRIu64 " B to component number %u, which the network cannot: "
                                    "a message has less than %" PRIu64 " B, and its destination has links"),
                                  hd_component_get_path (self->component), parcel->bytes, parcel->destination, HD_PARCEL_MAX_BYTES));
  return FALSE;
}

void
hd_agent_node_send (HdAgentNode *self,
                    const HdParcel *parcel,
                    HdTime delay)
{
  guint kind = self->network->agents[self->agent].first_kind + parcel->kind;

  g_return_if_fail (kind < HD_AGENT_MAX_KINDS && self->network->agent_of_kind[kind] == self->agent);

  if (!may_send (self, parcel))
    return;
  self->n_sent++;
  if (parcel->destination != self->id && is_message (self, kind))
    {
      HdTime now = hd_component_get_now (self->component);

      delay = hd_software_costs_pass (&self->costs, self->costs.send, hd_time_add (now, delay), &self->may_send) - now;
    }
  self->network->class->send (self, parcel, kind, delay);
}

void
hd_agent_network_send_as (HdAgentNetwork *self,
                          guint32 node,
                          guint agent,
                          const HdParcel *parcel,
                          HdTime delay)
{
  HdAgentNode *n = _hd_agent_network_get_node (self, node);

  n->agent = agent;
  hd_agent_node_send (n, parcel, delay);
}

HdMessage
hd_agent_make_wake (guint agent,
                    guint64 data)
{
  return (HdMessage){ .kind = HD_AGENT_EVENT_WAKE | agent << WAKE_SHIFT, .payload = { data } };
}

void
hd_agent_node_wake (HdAgentNode *self,
                    HdTime delay,
                    guint64 data)
{
  HdMessage message = hd_agent_make_wake (self->agent, data);

  hd_component_wake (self->component, delay, &message);
}

void
hd_agent_node_tell (HdAgentNode *self,
                    guint32 component,
                    HdTime delay,
                    const HdMessage *message)
{
  hd_component_send_to (self->component, component, delay, message);
}

void
hd_agent_node_init_random (HdAgentNode *self,
                           const char *name,
                           HdRandom *out_random)
{
  hd_component_init_random (self->component, name, out_random);
}

void
hd_agent_node_record (HdAgentNode *self,
                      guint32 kind,
                      guint64 value)
{
  hd_component_record (self->component, HD_AGENT_RECORD_AGENT + kind, value);
}

void
hd_agent_node_fail (HdAgentNode *self,
                    GError *error)
{
  hd_component_fail (self->component, error);
}

/* ---- for those who have agents ----------------------------------------------------------------------------------------- */

guint32
hd_agent_network_get_kernel_id (HdAgentNetwork *self,
                                guint32 node)
{
  return node < self->n_nodes ? _hd_agent_network_get_node (self, node)->kernel_id : HD_NO_ID;
}

gboolean
hd_agent_network_has_node (HdAgentNetwork *self,
                           guint32 node)
{
  return hd_agent_network_get_kernel_id (self, node) != HD_NO_ID;
}

guint32
hd_agent_network_get_partition (HdAgentNetwork *self,
                                guint32 node)
{
  return _hd_agent_network_get_node (self, node)->partition;
}

HdDesign *
hd_agent_network_get_design (HdAgentNetwork *self)
{
  return self->design;
}

gboolean
hd_agent_network_measure (HdAgentNetwork *self,
                          guint64 bytes,
                          double *out_cycle_s,
                          guint64 *out_flits)
{
  if (self->class->measure == NULL)
    return FALSE;
  self->class->measure (self, bytes, out_cycle_s, out_flits);
  return TRUE;
}

HdKernel *
hd_agent_network_get_kernel (HdAgentNetwork *self)
{
  return self->kernel;
}

guint32
hd_agent_network_get_n_partitions (HdAgentNetwork *self)
{
  return self->n_partitions;
}

/* Kinds of parcels are divided among agents in the order in which these come. */
static guint
find_agent (HdAgentNetwork *self,
            const HdAgent *agent,
            gpointer data)
{
  guint first = 0, n = 0;

  for (; n < self->n_agents; n++)
    {
      if (self->agents[n].agent == agent && self->agents[n].data == data)
        return n;
      first = self->agents[n].agent->n_kinds == 0 ? HD_AGENT_MAX_KINDS : first + self->agents[n].agent->n_kinds;
    }
  g_assert (n < HD_AGENT_MAX_AGENTS && first + MAX (agent->n_kinds, 1) <= HD_AGENT_MAX_KINDS);
  self->agents[n] = (HdAgentTenant){ agent, data, first };
  self->tells_leaving = self->tells_leaving || agent->leave != NULL;
  for (guint kind = first; kind < (agent->n_kinds == 0 ? HD_AGENT_MAX_KINDS : first + agent->n_kinds); kind++)
    self->agent_of_kind[kind] = (guint8) n;
  return self->n_agents++;
}

guint
hd_agent_network_set_agent (HdAgentNetwork *self,
                            guint32 node,
                            const HdAgent *agent,
                            gpointer data)
{
  HdAgentNode *n;
  guint number;

  g_return_val_if_fail (hd_agent_network_has_node (self, node), 0);

  n = _hd_agent_network_get_node (self, node);
  number = find_agent (self, agent, data);
  if (n->states == NULL)
    n->states = g_new0 (gpointer, HD_AGENT_MAX_AGENTS);
  g_return_val_if_fail (n->states[number] == NULL, number);
  n->states[number] = g_malloc0 (MAX (agent->state_size, 1));
  return number;
}

void
hd_agent_network_set_relay (HdAgentNetwork *self,
                            guint32 node)
{
  g_return_if_fail (hd_agent_network_has_node (self, node));

  _hd_agent_network_get_node (self, node)->is_relay = TRUE;
}

gpointer
hd_agent_network_get_agent_state (HdAgentNetwork *self,
                                  guint32 node,
                                  guint agent)
{
  const HdAgentNode *n;

  g_return_val_if_fail (node < self->n_nodes && agent < self->n_agents, NULL);

  n = _hd_agent_network_get_node (self, node);
  return n->states != NULL ? n->states[agent] : NULL;
}

guint32
hd_agent_network_add_net (HdAgentNetwork *self,
                          const guint32 *classes,
                          guint n_classes)
{
  return hd_agent_routes_add_net (self->routes, classes, n_classes);
}

guint32
hd_agent_network_add_ways (HdAgentNetwork *self)
{
  return hd_agent_routes_add_ways (self->routes);
}

void
hd_agent_network_set_way (HdAgentNetwork *self,
                          guint32 net,
                          guint32 source,
                          guint32 destination,
                          const HdRoute *way)
{
  hd_agent_routes_set_way (self->routes, net, source, destination, way);
}

static guint64
add_up (HdAgentNetwork *self,
        gboolean delivered)
{
  double n = 0;

  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      const HdAgentNode *node = _hd_agent_network_get_node (self, i);

      if (node->kernel_id != HD_NO_ID && hd_agent_network_is_here (self, node->partition))
        n += (double) (delivered ? node->n_delivered : node->n_sent);
    }
  hd_ranks_add (&n, 1);
  return (guint64) n;
}

guint64
hd_agent_network_get_n_sent (HdAgentNetwork *self)
{
  return add_up (self, FALSE);
}

guint64
hd_agent_network_get_n_delivered (HdAgentNetwork *self)
{
  return add_up (self, TRUE);
}

/* ---- who sends how much to whom --------------------------------------------------------------------------------------- */

GArray *
hd_agent_network_count_pairs (HdAgentNetwork *self,
                              guint most,
                              guint *out_group)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint group;

  g_return_val_if_fail (most < G_MAXUINT8 && self->groups == NULL, ends);

  for (guint32 i = 0; i < self->n_nodes; i++)
    if (_hd_agent_network_get_node (self, i)->states != NULL)
      g_array_append_val (ends, i);
  *out_group = group = MAX ((ends->len + most - 1) / most, 1);
  self->n_groups = (ends->len + group - 1) / group;
  self->groups = g_malloc (self->n_nodes + 1);
  memset (self->groups, (int) self->n_groups, self->n_nodes + 1);
  for (guint i = 0; i < ends->len; i++)
    {
      guint32 end = g_array_index (ends, guint32, i);

      self->groups[end] = (guint8) (i / group);
      _hd_agent_network_get_node (self, end)->received = g_new0 (guint64, self->n_groups + 1);
    }
  return ends;
}

double *
hd_agent_network_read_pairs (HdAgentNetwork *self)
{
  double *bytes = g_new0 (double, (gsize) self->n_groups * self->n_groups + 1);

  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      const HdAgentNode *node = _hd_agent_network_get_node (self, i);

      for (guint g = 0; node->received != NULL && g < self->n_groups; g++)
        bytes[g * self->n_groups + self->groups[i]] += (double) node->received[g];
    }
  return bytes;
}
