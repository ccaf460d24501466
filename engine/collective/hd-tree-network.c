/* hd-tree-network.c: a design as aggregation trees see it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * By definition 1 a NIC is a leaf of the interconnect. What lies on the host side of a NIC (PCIe switches, CPUs) is therefore inside a server, and so
 * are links between two endpoints, neither of which forwards.
 */
#define G_LOG_DOMAIN "hd-tree-network"

#include "hd-tree-network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define DEFAULT_DEGREE 64
#define DEFAULT_ENTRIES 16

G_DEFINE_QUARK (hd-tree-error-quark, hd_tree_error)

static HdRole
role_of (const HdTreeNetwork *self,
         guint32 node)
{
  return hd_design_get_nodes (self->design)[node].type->role;
}

/* A NIC that is drawn as a component of its own. */
static gboolean
is_nic (const HdTreeNetwork *self,
        guint32 node)
{
  return (hd_design_get_nodes (self->design)[node].type->traits & HD_TRAIT_NIC) != 0;
}

/* ---- construction ---------------------------------------------------------------------------------------------------- */

static int
compare_arcs (const void *a,
              const void *b)
{
  const HdTreeArc *x = a, *y = b;

  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return x->link < y->link ? -1 : x->link > y->link;
}

static void
collect_arcs (HdTreeNetwork *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  guint n_links = hd_design_get_n_links (self->design);
  g_autofree guint32 *fill = NULL;

  self->first = g_new0 (guint32, self->n_nodes + 1);
  for (guint i = 0; i < n_links; i++)
    if (!hd_design_has_failed (self->design, i))
      {
        self->first[links[i].from + 1]++;
        self->first[links[i].to + 1]++;
      }
  for (guint32 i = 0; i < self->n_nodes; i++)
    self->first[i + 1] += self->first[i];
  self->arcs = g_new (HdTreeArc, 2 * (gsize) n_links);
  fill = g_memdup2 (self->first, sizeof *fill * self->n_nodes);
  for (guint i = 0; i < n_links; i++)
    if (!hd_design_has_failed (self->design, i))
      {
        self->arcs[fill[links[i].from]++] = (HdTreeArc){ links[i].to, i };
        self->arcs[fill[links[i].to]++] = (HdTreeArc){ links[i].from, i };
      }
  for (guint32 i = 0; i < self->n_nodes; i++)
    if (self->first[i + 1] - self->first[i] > 1)
      qsort (self->arcs + self->first[i], self->first[i + 1] - self->first[i], sizeof *self->arcs, compare_arcs);
}

/* Whether a link leaves a NIC on the side of its host. */
static gboolean
is_host_side (const HdTreeNetwork *self,
              guint32 nic,
              guint32 link)
{
  const HdLink *l = &hd_design_get_links (self->design)[link];
  guint16 port = l->from == nic ? l->from_port : l->to_port;

  return strcmp (hd_design_get_nodes (self->design)[nic].type->ports[port].protocol, "pcie") == 0;
}

/* From all drawn NICs at once into their servers: the nearest NIC is an endpoint's own. */
static void
find_hosts (HdTreeNetwork *self)
{
  g_autofree guint32 *owner = g_new (guint32, self->n_nodes);
  g_autofree guint32 *queue = g_new (guint32, self->n_nodes);
  guint32 n = 0;

  self->nic = g_new (guint32, self->n_nodes);
  self->forwards = g_new (guint8, self->n_nodes);
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      self->nic[i] = i;
      self->forwards[i] = role_of (self, i) == HD_ROLE_SWITCH && !is_nic (self, i);
      owner[i] = HD_NO_ID;
      if (is_nic (self, i))
        {
          owner[i] = i;
          queue[n++] = i;
        }
    }
  for (guint32 head = 0; head < n; head++)
    {
      guint32 at = queue[head];

      for (guint32 a = self->first[at]; a < self->first[at + 1]; a++)
        {
          guint32 other = self->arcs[a].node;

          if (owner[other] != HD_NO_ID || (is_nic (self, at) && !is_host_side (self, at, self->arcs[a].link)))
            continue;
          owner[other] = owner[at];
          self->nic[other] = owner[at];
          self->forwards[other] = FALSE;
          if (role_of (self, other) == HD_ROLE_SWITCH)
            queue[n++] = other;
        }
    }
}

static void
find_levels (HdTreeNetwork *self)
{
  g_autofree guint32 *queue = g_new (guint32, self->n_nodes);
  guint32 n = 0;

  self->level = g_new (guint32, self->n_nodes);
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      self->level[i] = HD_NO_ID;
      if (role_of (self, i) == HD_ROLE_ENDPOINT)
        {
          self->level[i] = 0;
          queue[n++] = i;
        }
    }
  for (guint32 head = 0; head < n; head++)
    {
      guint32 at = queue[head];

      for (guint32 a = self->first[at]; a < self->first[at + 1]; a++)
        {
          guint32 other = self->arcs[a].node;

          if (self->level[other] == HD_NO_ID && role_of (self, other) == HD_ROLE_SWITCH)
            {
              self->level[other] = self->level[at] + 1;
              queue[n++] = other;
            }
        }
    }
}

static guint32
count_or_none (double value)
{
  return value >= G_MAXUINT32 ? G_MAXUINT32 : (guint32) value;
}

static void
collect_switches (HdTreeNetwork *self)
{
  g_autoptr (GArray) neighbours = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->switches = g_new (guint32, self->n_nodes);
  self->switch_number = g_new (guint32, self->n_nodes);
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      self->switch_number[i] = self->forwards[i] ? self->n_switches : HD_NO_ID;
      if (self->forwards[i])
        self->switches[self->n_switches++] = i;
    }
  self->switch_first = g_new (guint32, self->n_switches + 1);
  self->entries = g_new (guint32, self->n_switches);
  self->used = g_new0 (guint32, self->n_switches);
  for (guint32 s = 0; s < self->n_switches; s++)
    {
      guint32 node = self->switches[s];

      self->switch_first[s] = neighbours->len;
      for (guint32 a = self->first[node]; a < self->first[node + 1]; a++)
        if (self->forwards[self->arcs[a].node])
          g_array_append_val (neighbours, self->switch_number[self->arcs[a].node]);
      self->entries[s] = count_or_none (hd_design_get_property (self->design, node, HD_PROPERTY_TREE_ENTRIES, DEFAULT_ENTRIES));
    }
  self->switch_first[self->n_switches] = neighbours->len;
  self->switch_neighbours = (guint32 *) g_array_free (g_steal_pointer (&neighbours), FALSE);
  self->hops = hd_hop_table_new (self->n_switches, self->switch_first, self->switch_neighbours);
}

static double
mean_latency (HdTreeNetwork *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  double sum = 0;
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    if ((self->forwards[links[i].from] || self->forwards[links[i].to]) && !hd_design_has_failed (self->design, i))
      {
        sum += hd_time_to_seconds (links[i].latency_ps);
        n++;
      }
  return n > 0 ? sum / n : 0;
}

HdTreeNetwork *
hd_tree_network_new (HdDesign *design)
{
  HdTreeNetwork *self = g_new0 (HdTreeNetwork, 1);

  self->design = hd_design_ref (design);
  self->router = hd_router_new (design);
  self->n_nodes = hd_design_get_n_nodes (design);
  collect_arcs (self);
  find_hosts (self);
  find_levels (self);
  collect_switches (self);
  self->degree = g_new (guint32, self->n_nodes);
  for (guint32 i = 0; i < self->n_nodes; i++)
    self->degree[i] = count_or_none (hd_design_get_property (design, i, HD_PROPERTY_TREE_DEGREE, DEFAULT_DEGREE));
  self->link_trees = g_new0 (guint32, hd_design_get_n_links (design));
  self->counts = g_new0 (HdTreeLink, hd_design_get_n_links (design));
  self->link_s = mean_latency (self);
  return self;
}

void
hd_tree_network_free (HdTreeNetwork *self)
{
  if (self == NULL)
    return;
  hd_hop_table_free (self->hops);
  g_free (self->first);
  g_free (self->arcs);
  g_free (self->nic);
  g_free (self->forwards);
  g_free (self->level);
  g_free (self->degree);
  g_free (self->switches);
  g_free (self->switch_number);
  g_free (self->switch_first);
  g_free (self->switch_neighbours);
  g_free (self->entries);
  g_free (self->used);
  g_free (self->link_trees);
  g_free (self->counts);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  hd_router_free (self->router);
  hd_design_unref (self->design);
  g_free (self);
}

HdDesign *
hd_tree_network_get_design (HdTreeNetwork *self)
{
  return self->design;
}

/* ---- limits ---------------------------------------------------------------------------------------------------------- */

void
hd_tree_network_set_entries (HdTreeNetwork *self,
                             guint32 entries)
{
  for (guint32 s = 0; s < self->n_switches; s++)
    self->entries[s] = entries;
}

gboolean
hd_tree_network_set_degrees (HdTreeNetwork *self,
                             guint32 nic,
                             guint32 switches,
                             GError **error)
{
  if (nic < 2 || switches < 2)
    {
      g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_DEGREE, nic < 2 ? _("The degree limit %u of NICs is below 2") : _("The degree limit %u of switches is below 2"),
                   nic < 2 ? nic : switches);
      return FALSE;
    }
  for (guint32 i = 0; i < self->n_nodes; i++)
    self->degree[i] = self->forwards[i] ? switches : nic;
  return TRUE;
}

guint32
hd_tree_network_get_entries (HdTreeNetwork *self,
                             guint32 node,
                             guint32 *out_total)
{
  guint32 number;

  g_return_val_if_fail (node < self->n_nodes, 0);

  number = self->switch_number[node];
  *out_total = number != HD_NO_ID ? self->entries[number] : 0;
  return number != HD_NO_ID ? self->used[number] : 0;
}

/* ---- members --------------------------------------------------------------------------------------------------------- */

static gboolean
has_way_out (const HdTreeNetwork *self,
             guint32 nic)
{
  for (guint32 a = self->first[nic]; a < self->first[nic + 1]; a++)
    if (self->forwards[self->arcs[a].node])
      return TRUE;
  return FALSE;
}

static void
set_member_error (HdTreeNetwork *self,
                  guint32 node,
                  HdTreeError code,
                  const char *format,
                  GError **error)
{
  g_autofree char *path = hd_design_dup_node_path (self->design, node);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, HD_TREE_ERROR, code, format, path);
#pragma GCC diagnostic pop
}

static gboolean
has_slots (HdTreeNetwork *self,
           const guint32 *nics,
           guint32 n_members,
           GError **error)
{
  g_autofree guint32 *count = g_new0 (guint32, self->n_nodes);

  for (guint32 i = 0; i < n_members; i++)
    {
      double slots = self->nic[nics[i]] == nics[i] && !is_nic (self, nics[i])
                         ? 1
                         : hd_design_get_property (self->design, nics[i], HD_PROPERTY_SLOTS, INFINITY);

      if (++count[nics[i]] > slots)
        {
          g_autofree char *path = hd_design_dup_node_path (self->design, nics[i]);
          guint32 total = 0;

          for (guint32 j = 0; j < n_members; j++)
            total += nics[j] == nics[i];
          g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_SLOTS, _("%u processes are on “%s”, which has %.0f slots"), total, path, slots);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
hd_tree_network_find_nics (HdTreeNetwork *self,
                           const guint32 *members,
                           guint32 n_members,
                           guint32 *out_nics,
                           GError **error)
{
  g_autofree guint8 *listed = g_new0 (guint8, self->n_nodes);

  if (n_members == 0)
    {
      g_set_error_literal (error, HD_TREE_ERROR, HD_TREE_ERROR_EMPTY, _("The communicator is empty"));
      return FALSE;
    }
  for (guint32 i = 0; i < n_members; i++)
    {
      g_return_val_if_fail (members[i] < self->n_nodes, FALSE);
      if (listed[members[i]]++)
        {
          set_member_error (self, members[i], HD_TREE_ERROR_DUPLICATE, _("“%s” is listed twice among the members"), error);
          return FALSE;
        }
      out_nics[i] = self->nic[members[i]];
      if (role_of (self, members[i]) != HD_ROLE_ENDPOINT || !has_way_out (self, out_nics[i]))
        {
          set_member_error (self, members[i], HD_TREE_ERROR_NO_NIC, _("The process “%s” is on no NIC: nothing joins it to a switch"), error);
          return FALSE;
        }
    }
  return has_slots (self, out_nics, n_members, error);
}

guint32
hd_tree_network_find_leaf (HdTreeNetwork *self,
                           guint32 nic)
{
  for (guint32 a = self->first[nic]; a < self->first[nic + 1]; a++)
    if (self->forwards[self->arcs[a].node])
      return self->arcs[a].node;
  return HD_NO_ID;
}

/* ---- routes ---------------------------------------------------------------------------------------------------------- */

gboolean
hd_tree_network_is_inside (HdTreeNetwork *self,
                           guint32 link)
{
  const HdLink *l = &hd_design_get_links (self->design)[link];

  return role_of (self, l->from) == HD_ROLE_ENDPOINT && role_of (self, l->to) == HD_ROLE_ENDPOINT;
}

gboolean
hd_tree_network_points_up (HdTreeNetwork *self,
                           guint32 link,
                           guint direction)
{
  const HdLink *l = &hd_design_get_links (self->design)[link];
  guint32 from = direction == 0 ? l->from : l->to, to = direction == 0 ? l->to : l->from;

  return self->level[from] != self->level[to] ? self->level[from] < self->level[to] : direction == 0;
}

gboolean
hd_tree_network_route (HdTreeNetwork *self,
                       guint32 from,
                       guint32 to,
                       HdRoute *out_route,
                       guint32 *out_length,
                       GError **error)
{
  const HdLink *links = hd_design_get_links (self->design);
  g_autoptr (GError) why = NULL;

  *out_length = 0;
  if (!hd_router_find (self->router, from, to, NULL, 0, out_route, &why))
    {
      g_autofree char *from_path = NULL;
      g_autofree char *to_path = NULL;

      if (!g_error_matches (why, HD_ERROR, HD_ERROR_NAME))
        {
          g_propagate_error (error, g_steal_pointer (&why));
          return FALSE;
        }
      from_path = hd_design_dup_node_path (self->design, from);
      to_path = hd_design_dup_node_path (self->design, to);
      g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_DISCONNECTED, _("There is no path between “%s” and “%s”"), from_path, to_path);
      return FALSE;
    }
  for (guint h = 0; h < out_route->n_hops; h++)
    {
      guint32 reached = out_route->directions[h] == 0 ? links[out_route->links[h]].to : links[out_route->links[h]].from;

      if (h + 1 < out_route->n_hops && is_nic (self, reached))
        {
          set_member_error (self, reached, HD_TREE_ERROR_NIC_FORWARDS, _("“%s” is a NIC but forwards traffic between others"), error);
          return FALSE;
        }
      if (!hd_tree_network_is_inside (self, out_route->links[h]))
        (*out_length)++;
    }
  return TRUE;
}

/* ---- costs ----------------------------------------------------------------------------------------------------------- */

HdTreeStage
hd_tree_network_get_stage (HdTreeNetwork *self,
                           guint32 node,
                           const HdTreeCost *cost)
{
  HdTreeCost usual = HD_TREE_COST_DEFAULT;

  if (cost != NULL)
    return (HdTreeStage){ cost->match_s, cost->store_s_per_byte, cost->reduce_s_per_byte };
  return (HdTreeStage){
    hd_design_get_property (self->design, node, HD_PROPERTY_MATCH_TIME, usual.match_s),
    hd_design_get_property (self->design, node, HD_PROPERTY_STORE_TIME, usual.store_s_per_byte),
    hd_design_get_property (self->design, node, HD_PROPERTY_REDUCE_TIME, usual.reduce_s_per_byte),
  };
}

HdTreeCost
hd_tree_network_get_cost (HdTreeNetwork *self,
                          const guint32 *members,
                          guint32 n_members)
{
  HdTreeCost cost = HD_TREE_COST_DEFAULT;
  HdTreeStage stage;
  const guint16 *hops = NULL;
  guint32 leaf;

  g_return_val_if_fail (n_members > 0, cost);

  stage = hd_tree_network_get_stage (self, self->nic[members[0]], NULL);
  leaf = hd_tree_network_find_leaf (self, self->nic[members[0]]);
  if (leaf != HD_NO_ID)
    hops = hd_hop_table_get (self->hops, self->switch_number[leaf]);
  cost.match_s = stage.match_s;
  cost.store_s_per_byte = stage.store_s_per_byte;
  cost.reduce_s_per_byte = stage.reduce_s_per_byte;
  cost.link_s = self->link_s;
  cost.links = 0;
  for (guint32 i = 1; i < n_members && hops != NULL; i++)
    {
      leaf = hd_tree_network_find_leaf (self, self->nic[members[i]]);
      if (self->nic[members[i]] != self->nic[members[0]] && leaf != HD_NO_ID && hops[self->switch_number[leaf]] != HD_NO_HOPS)
        cost.links = MAX (cost.links, hops[self->switch_number[leaf]] + 2);
    }
  return cost;
}
