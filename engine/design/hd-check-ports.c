/* hd-check-ports.c: nothing has more links than it takes, or none where it needs one
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-elaborator.h"

#include <stdlib.h>

#include "hd-i18n.h"
#include "hd-module-plan.h"
#include "hd-place.h"

typedef struct
{
  guint16 port;
  guint32 index;
  guint32 link;
} End;

static int
compare_ends (const void *a,
              const void *b)
{
  const End *x = a, *y = b;

  if (x->port != y->port)
    return x->port < y->port ? -1 : 1;
  if (x->index != y->index)
    return x->index < y->index ? -1 : 1;
  return x->link < y->link ? -1 : x->link > y->link;
}

static const HdItemPlan *
item_of (HdElaborator *self,
         guint32 node)
{
  HdDesignData *data = self->design->data;
  guint32 scope = g_array_index (data->nodes, HdNode, node).scope;
  HdModulePlan *plan = hd_scope_plan (self, scope);
  const HdSlot *slots = &g_array_index (data->slots, HdSlot, g_array_index (data->scope_slots, HdScopeSlots, scope).first_slot);

  for (guint i = 0; i < plan->items->len; i++)
    {
      const HdItemPlan *item = g_ptr_array_index (plan->items, i);

      if (item->kind == HD_OBJECT_COMPONENT && node - slots[i].first < slots[i].count)
        return item;
    }
  g_assert_not_reached ();
}

static char *
dup_port (HdElaborator *self,
          guint32 node,
          guint16 port,
          guint32 index)
{
  const HdPort *type = &g_array_index (self->design->data->nodes, HdNode, node).type->ports[port];
  g_autofree char *path = hd_design_dup_node_path (self->design, node);

  return type->indexed ? g_strdup_printf ("%s.%s[%u]", path, type->name, index) : g_strdup_printf ("%s.%s", path, type->name);
}

/* The port that a link leads to from @node. */
static char *
dup_far_end (HdElaborator *self,
             guint32 node,
             const End *end)
{
  const HdLink *link = &g_array_index (self->design->data->links, HdLink, end->link);

  if (link->from == node && link->from_port == end->port && link->from_port_index == end->index)
    return dup_port (self, link->to, link->to_port, link->to_port_index);
  return dup_port (self, link->from, link->from_port, link->from_port_index);
}

/* How many links an element of the port takes; 0 for any number. */
static guint
get_limit (const HdPort *port)
{
  return port->maximum_links > 0 ? (guint) port->maximum_links : port->numbered ? HD_MAXIMUM_LINKS : 0;
}

/* @end: the first of those that sit on one port */
static void
report_full (HdElaborator *self,
             guint32 node,
             const End *end,
             guint n_links)
{
  const HdPort *port = &g_array_index (self->design->data->nodes, HdNode, node).type->ports[end->port];
  const HdItemPlan *item = item_of (self, node);
  g_autofree char *path = hd_design_dup_node_path (self->design, node);
  g_autofree char *name = port->indexed ? g_strdup_printf ("%s[%u]", port->name, end->index) : g_strdup (port->name);
  g_autofree char *first = dup_far_end (self, node, &end[0]);
  g_autofree char *second = dup_far_end (self, node, &end[1]);
  g_autofree char *hint = g_strdup_printf (n_links > 2 ? _("They lead to “%s”, “%s” and others") : _("They lead to “%s” and “%s”"), first, second);

  hd_elaborator_report (self, item->owner, item->object, NULL, HD_PROBLEM_PORT_FULL, hint,
                        _("Port “%s” of “%s” has %u links; it takes %u"), name, path, n_links, get_limit (port));
}

/* One message for each drawn component and port: what is wrong with one of an array is mostly wrong with all. */
static void
report_dangling (HdElaborator *self,
                 GHashTable *reported,
                 guint32 node,
                 const HdPort *port)
{
  const HdItemPlan *item = item_of (self, node);
  g_autofree char *key = g_strdup_printf ("%p.%s", (const void *) item->object, port->name);
  g_autofree char *path = NULL;

  if (g_hash_table_contains (reported, key))
    return;
  g_hash_table_add (reported, g_steal_pointer (&key));
  path = hd_design_dup_node_path (self->design, node);
  hd_elaborator_warn (self, item->owner, item->object, NULL, HD_PROBLEM_PORT_DANGLING, NULL, _("Port “%s” of “%s” has no link"), port->name, path);
}

static gboolean
check_node (HdElaborator *self,
            GHashTable *dangling,
            guint32 node,
            End *ends,
            guint n)
{
  const HdPort *ports = g_array_index (self->design->data->nodes, HdNode, node).type->ports;

  if (n > 1)
    qsort (ends, n, sizeof *ends, compare_ends);
  for (guint i = 0, j; i < n; i = j)
    {
      for (j = i + 1; j < n && ends[j].port == ends[i].port && ends[j].index == ends[i].index;)
        j++;
      if (get_limit (&ports[ends[i].port]) > 0 && j - i > get_limit (&ports[ends[i].port]))
        {
          report_full (self, node, &ends[i], j - i);
          return FALSE;
        }
    }
  for (guint p = 0; ports != NULL && ports[p].name != NULL; p++)
    {
      gboolean linked = !ports[p].mandatory;

      for (guint i = 0; i < n && !linked; i++)
        linked = ends[i].port == p;
      if (!linked)
        report_dangling (self, dangling, node, &ports[p]);
    }
  return TRUE;
}

/* Ends are put in order of their nodes by counting, then those of one node are sorted: O(nodes + links) but for large switches. */
void
hd_check_ports (HdElaborator *self)
{
  HdDesignData *data = self->design->data;
  guint32 n_nodes = data->nodes->len, n_links = data->links->len;
  g_autofree guint32 *first = g_new0 (guint32, n_nodes + 1);
  g_autofree guint32 *fill = NULL;
  g_autofree End *ends = g_new (End, 2 * (gsize) n_links + 1); /* one more, so that none can be pointed at */
  g_autoptr (GHashTable) dangling = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_full = 0;

  for (guint32 l = 0; l < n_links; l++)
    {
      first[g_array_index (data->links, HdLink, l).from + 1]++;
      first[g_array_index (data->links, HdLink, l).to + 1]++;
    }
  for (guint32 i = 0; i < n_nodes; i++)
    first[i + 1] += first[i];
  fill = g_memdup2 (first, sizeof (guint32) * (n_nodes + 1));
  for (guint32 l = 0; l < n_links; l++)
    {
      const HdLink *link = &g_array_index (data->links, HdLink, l);

      ends[fill[link->from]++] = (End){ link->from_port, link->from_port_index, l };
      ends[fill[link->to]++] = (End){ link->to_port, link->to_port_index, l };
    }
  for (guint32 i = 0; i < n_nodes && n_full < 20 && hd_elaborator_may_go_on (self); i++)
    if (!check_node (self, dangling, i, ends + first[i], first[i + 1] - first[i]))
      n_full++;
}
