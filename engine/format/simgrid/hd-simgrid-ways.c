/* hd-simgrid-ways.c: which of its routes a zone strings together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Among ways with equally few links SimGrid 3.32 takes the one that it happens to find first, so that order is part of the result: Floyd's loops run
 * over children in the order of the file; Dijkstra's queue is ordered by cost, then by the order in which routes first name a child, and arcs of a child
 * are tried in the order of the file. Only a strictly better way replaces one that is there.
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-ways.h"

#include <string.h>

#include <heddle/hd-pair-hash.h>

#include "hd-heap.h"

#define NONE HD_SIMGRID_NONE
#define TREE_BYTES (64 * 1024 * 1024) /* of trees that are kept; one that does not fit takes another's place */

typedef struct
{
  guint32 cost;
  guint32 rank;
} Entry;

/* What Dijkstra found from one child. */
typedef struct
{
  guint32 source;  /* or NONE */
  guint32 *before; /* (array length=n): child before each on its way from @source */
} Tree;

struct _HdSimgridWays
{
  HdSimgridRouting routing;
  guint n;
  HdSimgridArc *arcs;
  guint n_arcs;
  GHashTable *by_ends;  /* guint64 -> arc + 1 */
  guint32 *costs;       /* Floyd: by (from, to); Dijkstra: scratch */
  guint32 *before;      /* Floyd: by (from, to), child before @to on the way */
  /* Dijkstra */
  guint32 *rank;        /* of a child, NONE if no arc names it */
  guint32 *child;       /* by rank */
  guint n_ranked;
  guint32 *first;       /* (array length=n+1): into @order, by child */
  guint32 *order;       /* arcs by child */
  Tree *trees;
  guint n_trees;
};

static const HdSimgridArc *
find_arc (HdSimgridWays *self,
          guint32 from,
          guint32 to)
{
  guint64 key = (guint64) from << 32 | to;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_ends, &key));

  return number > 0 ? &self->arcs[number - 1] : NULL;
}

/* ---- Floyd --------------------------------------------------------------------------------------------------------------- */

static void
run_floyd (HdSimgridWays *self)
{
  gsize n = self->n;

  self->costs = g_new (guint32, n * n + 1);
  self->before = g_new (guint32, n * n + 1);
  memset (self->costs, 0xff, n * n * sizeof (guint32));
  memset (self->before, 0xff, n * n * sizeof (guint32));
  for (guint i = 0; i < self->n_arcs; i++)
    {
      const HdSimgridArc *arc = &self->arcs[i];

      self->costs[arc->from * n + arc->to] = arc->n_links;
      self->before[arc->from * n + arc->to] = arc->from;
    }
  for (gsize c = 0; c < n; c++)
    for (gsize a = 0; a < n; a++)
      {
        guint32 to_c = self->costs[a * n + c];

        if (to_c == NONE)
          continue;
        for (gsize b = 0; b < n; b++)
          if (self->costs[c * n + b] != NONE && (self->costs[a * n + b] == NONE || to_c + self->costs[c * n + b] < self->costs[a * n + b]))
            {
              self->costs[a * n + b] = to_c + self->costs[c * n + b];
              self->before[a * n + b] = self->before[c * n + b];
            }
      }
}

/* ---- Dijkstra ------------------------------------------------------------------------------------------------------------ */

static void
rank_child (HdSimgridWays *self,
            guint32 child)
{
  if (self->rank[child] != NONE)
    return;
  self->child[self->n_ranked] = child;
  self->rank[child] = self->n_ranked++;
}

static void
prepare_dijkstra (HdSimgridWays *self)
{
  g_autofree guint32 *fill = NULL;

  self->costs = g_new (guint32, self->n + 1);
  self->n_trees = (guint) CLAMP (TREE_BYTES / (sizeof (guint32) * MAX (self->n, 1)), 1, MAX (self->n, 1));
  self->trees = g_new (Tree, self->n_trees);
  for (guint i = 0; i < self->n_trees; i++)
    self->trees[i] = (Tree) { NONE, NULL };
  self->rank = g_new (guint32, self->n + 1);
  self->child = g_new (guint32, self->n + 1);
  self->first = g_new0 (guint32, self->n + 2);
  self->order = g_new (guint32, self->n_arcs + 1);
  memset (self->rank, 0xff, (self->n + 1) * sizeof (guint32));
  for (guint i = 0; i < self->n_arcs; i++)
    {
      rank_child (self, self->arcs[i].from);
      rank_child (self, self->arcs[i].to);
      self->first[self->arcs[i].from + 1]++;
    }
  for (guint i = 0; i < self->n; i++)
    self->first[i + 1] += self->first[i];
  fill = g_memdup2 (self->first, (self->n + 1) * sizeof (guint32));
  for (guint i = 0; i < self->n_arcs; i++)
    self->order[fill[self->arcs[i].from]++] = i;
}

static gboolean
comes_before (const Entry *a,
              const Entry *b)
{
  return a->cost != b->cost ? a->cost < b->cost : a->rank < b->rank;
}

HD_DEFINE_HEAP (heap, Entry, comes_before)

/* The ways from a child that some arc names. Ways there and back are asked for in turns, so more than one tree is kept. */
static const guint32 *
run_dijkstra (HdSimgridWays *self,
              guint32 source)
{
  Tree *tree = &self->trees[source % self->n_trees];
  g_autoptr (GArray) heap = NULL;

  if (tree->source == source)
    return tree->before;
  heap = g_array_new (FALSE, FALSE, sizeof (Entry));
  tree->source = source;
  if (tree->before == NULL)
    tree->before = g_new (guint32, self->n);
  memset (self->costs, 0xff, self->n * sizeof (guint32));
  memset (tree->before, 0xff, self->n * sizeof (guint32));
  self->costs[source] = 0;
  heap_push (heap, (Entry) { 0, self->rank[source] });
  while (heap->len > 0)
    {
      Entry entry = heap_pop (heap);
      guint32 at = self->child[entry.rank];

      if (entry.cost != self->costs[at])
        continue;
      for (guint32 i = self->first[at]; i < self->first[at + 1]; i++)
        {
          const HdSimgridArc *arc = &self->arcs[self->order[i]];

          if (entry.cost + arc->n_links >= self->costs[arc->to])
            continue;
          self->costs[arc->to] = entry.cost + arc->n_links;
          tree->before[arc->to] = at;
          heap_push (heap, (Entry) { self->costs[arc->to], self->rank[arc->to] });
        }
    }
  return tree->before;
}

/* ---- both ---------------------------------------------------------------------------------------------------------------- */

HdSimgridWays *
hd_simgrid_ways_new (HdSimgridRouting routing,
                     guint n,
                     const HdSimgridArc *arcs,
                     guint n_arcs)
{
  HdSimgridWays *self = g_new0 (HdSimgridWays, 1);

  self->routing = routing;
  self->n = n;
  self->arcs = g_memdup2 (arcs, n_arcs * sizeof *arcs);
  self->n_arcs = n_arcs;
  self->by_ends = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < n_arcs; i++)
    {
      guint64 key = (guint64) arcs[i].from << 32 | arcs[i].to;

      g_hash_table_insert (self->by_ends, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i + 1));
    }
  if (routing == HD_SIMGRID_FLOYD)
    run_floyd (self);
  else if (routing == HD_SIMGRID_DIJKSTRA)
    prepare_dijkstra (self);
  return self;
}

void
hd_simgrid_ways_free (HdSimgridWays *self)
{
  g_hash_table_unref (self->by_ends);
  g_free (self->arcs);
  g_free (self->costs);
  g_free (self->before);
  for (guint i = 0; i < self->n_trees; i++)
    g_free (self->trees[i].before);
  g_free (self->trees);
  g_free (self->rank);
  g_free (self->child);
  g_free (self->first);
  g_free (self->order);
  g_free (self);
}

gboolean
hd_simgrid_ways_reach (HdSimgridWays *self,
                       guint32 from,
                       guint32 to)
{
  if (from == to)
    return TRUE;
  if (self->routing == HD_SIMGRID_FLOYD)
    return self->before[(gsize) from * self->n + to] != NONE;
  return self->rank[from] != NONE && run_dijkstra (self, from)[to] != NONE;
}

gboolean
hd_simgrid_ways_find (HdSimgridWays *self,
                      guint32 from,
                      guint32 to,
                      GArray *out_arcs)
{
  const guint32 *before = self->before;
  guint first = out_arcs->len;

  if (self->routing == HD_SIMGRID_FULL)
    {
      const HdSimgridArc *arc = find_arc (self, from, to);

      if (arc != NULL)
        g_array_append_vals (out_arcs, arc, 1);
      return arc != NULL;
    }
  if (self->routing == HD_SIMGRID_FLOYD)
    before += (gsize) from * self->n;
  else if (self->rank[from] == NONE)
    return FALSE;
  else
    before = run_dijkstra (self, from);
  for (guint32 at = to; at != from; at = before[at])
    {
      if (before[at] == NONE)
        {
          g_array_set_size (out_arcs, first);
          return FALSE;
        }
      g_array_append_vals (out_arcs, find_arc (self, before[at], at), 1);
    }
  for (guint i = first, k = out_arcs->len; i + 1 < k; i++)
    {
      HdSimgridArc swapped = g_array_index (out_arcs, HdSimgridArc, i);

      g_array_index (out_arcs, HdSimgridArc, i) = g_array_index (out_arcs, HdSimgridArc, --k);
      g_array_index (out_arcs, HdSimgridArc, k) = swapped;
    }
  return TRUE;
}
