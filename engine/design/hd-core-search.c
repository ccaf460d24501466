/* hd-core-search.c: shortest paths in the core of a route graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-router"

#include "hd-core-search.h"

#include "hd-heap.h"

/* Labels of searches are kept up to this size; a search that does not fit takes another's place. */
#define LABEL_BYTES (64 * 1024 * 1024)

typedef struct
{
  HdCost cost;
  guint32 node;
} HeapEntry;

/* A search from one node, which can go on from where it stopped. */
typedef struct
{
  guint32 root;   /* HD_NO_ID if free */
  HdCost *labels; /* (array length=n_core): cost to @root, final if not above @settled */
  HdCost settled; /* the largest label that is final */
  gboolean exhausted;
  GArray *heap;   /* HeapEntry, a binary heap with outdated entries */
} Search;

struct _HdCoreSearch
{
  guint32 n_nodes;
  const guint32 *first; /* borrowed, as the next */
  const HdArc *arcs;
  Search *searches;
  guint n_searches;
};

HdCoreSearch *
hd_core_search_new (guint32 n_nodes,
                    const guint32 *first,
                    const HdArc *arcs)
{
  HdCoreSearch *self = g_new0 (HdCoreSearch, 1);

  self->n_nodes = n_nodes;
  self->first = first;
  self->arcs = arcs;
  self->n_searches = (guint) CLAMP (LABEL_BYTES / (sizeof (HdCost) * MAX (n_nodes, 1)), 1, MAX (n_nodes, 1));
  self->searches = g_new0 (Search, self->n_searches);
  for (guint i = 0; i < self->n_searches; i++)
    self->searches[i].root = HD_NO_ID;
  return self;
}

void
hd_core_search_free (HdCoreSearch *self)
{
  for (guint i = 0; i < self->n_searches; i++)
    {
      g_free (self->searches[i].labels);
      g_clear_pointer (&self->searches[i].heap, g_array_unref);
    }
  g_free (self->searches);
  g_free (self);
}

static gboolean
entry_before (const HeapEntry *a,
              const HeapEntry *b)
{
  int order = hd_cost_compare (a->cost, b->cost);

  return order != 0 ? order < 0 : a->node < b->node;
}

HD_DEFINE_HEAP (heap, HeapEntry, entry_before)

/* ---- searches ------------------------------------------------------------------------------------------------------ */

static Search *
find_search (HdCoreSearch *self,
             guint32 root)
{
  Search *search = &self->searches[root % self->n_searches];

  if (search->root == root)
    return search;
  if (search->labels == NULL)
    {
      search->labels = g_new (HdCost, self->n_nodes);
      search->heap = g_array_new (FALSE, FALSE, sizeof (HeapEntry));
    }
  for (guint32 c = 0; c < self->n_nodes; c++)
    search->labels[c] = HD_COST_NONE;
  g_array_set_size (search->heap, 0);
  search->root = root;
  search->exhausted = FALSE;
  search->settled = (HdCost){ 0, 0 };
  search->labels[root] = (HdCost){ 0, 0 };
  heap_push (search->heap, (HeapEntry){ { 0, 0 }, root });
  return search;
}

/* The label of @from is final once everything up to it is settled. */
static void
search_until (HdCoreSearch *self,
              Search *search,
              guint32 from)
{
  while (!search->exhausted && hd_cost_compare (search->labels[from], search->settled) > 0)
    {
      HeapEntry entry;

      if (search->heap->len == 0)
        {
          search->exhausted = TRUE;
          break;
        }
      entry = heap_pop (search->heap);
      if (hd_cost_compare (entry.cost, search->labels[entry.node]) != 0)
        continue;
      search->settled = entry.cost;
      for (guint32 i = self->first[entry.node]; i < self->first[entry.node + 1]; i++)
        {
          const HdArc *arc = &self->arcs[i];
          HdCost cost = hd_cost_add (entry.cost, (HdCost){ arc->half_ps, 1 });

          if (hd_cost_compare (cost, search->labels[arc->node]) >= 0)
            continue;
          search->labels[arc->node] = cost;
          heap_push (search->heap, (HeapEntry){ cost, arc->node });
        }
    }
}

const HdCost *
hd_core_search_get_labels (HdCoreSearch *self,
                           guint32 from,
                           guint32 to)
{
  Search *search = find_search (self, to);

  search_until (self, search, from);
  return search->labels;
}
