/* hd-tree-levels.c: the nested groups that a network makes of processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Links are taken in order of their level (distance of the farther end from the nearest endpoint), then latency. What is joined so far are the groups:
 * processes of one node, of one leaf switch, of one super-node, and so on, whatever the topology is. Dragonflies, whose switches are all on one level, fall
 * into groups because links between groups are longer.
 */
#define G_LOG_DOMAIN "hd-tree-levels"

#include "hd-tree-network.h"

#include <stdlib.h>
#include <string.h>

/* With more different latencies than this, those of one level count as equal. */
#define MAX_STEPS 32

typedef struct
{
  guint32 level;
  guint32 link;
  HdTime latency_ps;
} Step;

static int
compare_steps (const void *a,
               const void *b)
{
  const Step *x = a, *y = b;

  if (x->level != y->level)
    return x->level < y->level ? -1 : 1;
  if (x->latency_ps != y->latency_ps)
    return x->latency_ps < y->latency_ps ? -1 : 1;
  return x->link < y->link ? -1 : x->link > y->link;
}

static gboolean
is_equal (const Step *a,
          const Step *b)
{
  return a->level == b->level && a->latency_ps == b->latency_ps;
}

static guint32
collect_steps (const HdTreeNetwork *network,
               Step *steps)
{
  const HdLink *links = hd_design_get_links (network->design);
  guint32 n = 0, n_different = 0;

  for (guint32 i = 0; i < hd_design_get_n_links (network->design); i++)
    {
      guint32 from = network->level[links[i].from], to = network->level[links[i].to];

      /* upwards before sideways */
      if (MAX (from, to) != HD_NO_ID && !hd_design_has_failed (network->design, i))
        steps[n++] = (Step){ 2 * MAX (from, to) + (from == to), i, links[i].latency_ps };
    }
  qsort (steps, n, sizeof *steps, compare_steps);
  for (guint32 i = 0; i < n; i++)
    n_different += i == 0 || !is_equal (&steps[i - 1], &steps[i]);
  for (guint32 i = 0; i < n && n_different > MAX_STEPS; i++)
    steps[i].latency_ps = 0;
  return n;
}

static guint32
find (guint32 *joined,
      guint32 node)
{
  while (joined[node] != node)
    node = joined[node] = joined[joined[node]];
  return node;
}

/* Who is joined after each step at which that has changed for endpoints: for each node one of those that it is joined with. */
static GPtrArray *
join_all (HdTreeNetwork *network)
{
  const HdLink *links = hd_design_get_links (network->design);
  g_autofree Step *steps = g_new (Step, hd_design_get_n_links (network->design));
  g_autofree guint32 *joined = g_new (guint32, network->n_nodes);
  g_autofree guint8 *counted = g_new (guint8, network->n_nodes);
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  guint32 n_steps = collect_steps (network, steps), n_groups = G_MAXUINT32;

  for (guint32 i = 0; i < network->n_nodes; i++)
    joined[i] = i;
  for (guint32 i = 0; i < n_steps; i++)
    {
      guint32 n = 0;

      joined[find (joined, links[steps[i].link].from)] = find (joined, links[steps[i].link].to);
      if (i + 1 < n_steps && is_equal (&steps[i], &steps[i + 1]))
        continue;
      memset (counted, 0, network->n_nodes);
      for (guint32 node = 0; node < network->n_nodes; node++)
        if (network->level[node] == 0 && !counted[find (joined, node)])
          {
            counted[find (joined, node)] = TRUE;
            n++;
          }
      if (n < n_groups)
        {
          guint32 *label = g_new (guint32, network->n_nodes);

          for (guint32 node = 0; node < network->n_nodes; node++)
            label[node] = find (joined, node);
          g_ptr_array_add (labels, label);
        }
      n_groups = n;
    }
  return labels;
}

GPtrArray *
hd_tree_levels_new (HdTreeNetwork *network,
                    const guint32 *members,
                    guint32 n_members)
{
  g_autofree guint32 *number = g_new (guint32, network->n_nodes);
  GPtrArray *levels = g_ptr_array_new_with_free_func (g_free);
  guint32 n_groups = n_members;

  if (network->labels == NULL)
    network->labels = join_all (network);
  for (guint i = 0; i < network->labels->len && n_groups > 1; i++)
    {
      const guint32 *label = g_ptr_array_index (network->labels, i);
      g_autofree guint32 *groups = g_new (guint32, n_members);
      guint32 n = 0;

      for (guint32 m = 0; m < n_members; m++)
        number[label[members[m]]] = HD_NO_ID;
      for (guint32 m = 0; m < n_members; m++)
        {
          guint32 *group = &number[label[members[m]]];

          if (*group == HD_NO_ID)
            *group = n++;
          groups[m] = *group;
        }
      if (n > 1 && n < n_groups)
        g_ptr_array_add (levels, g_steal_pointer (&groups));
      n_groups = n;
    }
  return levels;
}
