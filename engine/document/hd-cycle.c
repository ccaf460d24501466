/* hd-cycle.c: a cycle in a directed graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-cycle.h"

#include <stdlib.h>

/* Nodes without predecessors are taken away until none is left (Kahn 1962). In what remains every node has a predecessor that remains,
 * so that walking backwards must meet a node again. */

static int
compare_from (const void *a,
              const void *b)
{
  const HdArc *x = a, *y = b;

  return x->from != y->from ? (x->from < y->from ? -1 : 1) : 0;
}

static void
take_away (guint n_nodes,
           const HdArc *arcs,
           guint n_arcs,
           guint *n_predecessors)
{
  g_autofree guint *first = g_new0 (guint, n_nodes + 1);
  g_autofree guint *ready = g_new (guint, n_nodes);
  guint n_ready = 0;

  for (guint i = 0; i < n_arcs; i++)
    {
      first[arcs[i].from + 1]++;
      n_predecessors[arcs[i].to]++;
    }
  for (guint i = 0; i < n_nodes; i++)
    {
      first[i + 1] += first[i];
      if (n_predecessors[i] == 0)
        ready[n_ready++] = i;
    }
  while (n_ready > 0)
    {
      guint node = ready[--n_ready];
      for (guint i = first[node]; i < first[node + 1]; i++)
        if (--n_predecessors[arcs[i].to] == 0)
          ready[n_ready++] = arcs[i].to;
    }
}

GArray *
hd_cycle_find (guint n_nodes,
               HdArc *arcs,
               guint n_arcs)
{
  g_autofree guint *n_predecessors = g_new0 (guint, n_nodes + 1);
  g_autofree guint *predecessor = g_new (guint, n_nodes + 1);
  g_autofree gboolean *seen = g_new0 (gboolean, n_nodes + 1);
  guint node;

  if (n_arcs == 0)
    return NULL;
  qsort (arcs, n_arcs, sizeof (HdArc), compare_from);
  take_away (n_nodes, arcs, n_arcs, n_predecessors);

  for (guint i = 0; i < n_arcs; i++)
    if (n_predecessors[arcs[i].from] > 0 && n_predecessors[arcs[i].to] > 0)
      predecessor[arcs[i].to] = arcs[i].from;
  for (node = 0; node < n_nodes && n_predecessors[node] == 0; node++)
    ;
  if (node == n_nodes)
    return NULL;

  for (; !seen[node]; node = predecessor[node])
    seen[node] = TRUE;
  GArray *cycle = g_array_new (FALSE, FALSE, sizeof (guint));
  guint at = node;
  do
    {
      g_array_append_val (cycle, at);
      at = predecessor[at];
    }
  while (at != node);
  for (guint i = 0; i < cycle->len / 2; i++)
    {
      guint *a = &g_array_index (cycle, guint, i), *b = &g_array_index (cycle, guint, cycle->len - 1 - i);
      guint swapped = *a;
      *a = *b;
      *b = swapped;
    }
  return cycle;
}
