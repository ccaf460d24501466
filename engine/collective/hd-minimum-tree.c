/* hd-minimum-tree.c: type II trees of minimum cost
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The paper's pseudo-code is not in its stored text; this is an exact algorithm of our own, which the test compares with exhaustive search.
 *
 * An item is a process or a kept switch that still needs a parent. A kept switch takes up to K of the items that reach it and becomes one itself, so it
 * lowers their number by its gain, K - 1. Let p (c) be the least number of items above a switch when c switches below or at it are kept. Claim: p (c) is the
 * number of processes less the c largest gains. Children add up, and the best split of c over them takes the largest gains of all. Keeping the
 * switch itself offers max (1, p (c - 1) - (K - 1)); the least of both is the sum of the c largest when K - 1 joins the gains, cut off where one item is
 * left. That cut eats the smallest gains, so the sequence stays convex. At the root one item must be left; the number of gains is then the least cost.
 */
#define G_LOG_DOMAIN "hd-minimum-tree"

#include "hd-minimum-tree.h"

#include <string.h>

#include "hd-heap-pool.h"
#include "hd-numbers.h"

typedef struct
{
  HdHeapPool pool; /* key: gain; tie: nearest to the root first, then the highest number */
  guint32 *heap;   /* of each branch */
  guint64 *gain;   /* sum over its heap */
  guint64 *processes;
  guint32 *depth;
} Gains;

/* More than all but one item need not be gained: the smallest gains go. */
static void
trim (Gains *self,
      guint32 branch)
{
  guint64 needed = MAX (self->processes[branch], 1) - 1;

  while (self->gain[branch] > needed)
    {
      guint64 excess = self->gain[branch] - needed;
      HdHeapNode *least = hd_heap_pool_get (&self->pool, self->heap[branch]);

      if (least->key > excess)
        {
          least->key -= excess;
          self->gain[branch] = needed;
          return;
        }
      self->gain[branch] -= least->key;
      self->heap[branch] = hd_heap_pool_pop (&self->pool, self->heap[branch]);
    }
}

guint32
hd_minimum_tree_find (const HdTreeBranch *branches,
                      guint32 n,
                      const guint32 *limits,
                      const guint8 *usable,
                      guint8 *out_kept,
                      guint64 *out_left)
{
  Gains self = {
    .heap = g_new (guint32, n),
    .gain = g_new0 (guint64, n),
    .processes = g_new (guint64, n),
    .depth = g_new0 (guint32, n),
  };
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n_kept;

  hd_heap_pool_init (&self.pool);
  for (guint32 b = 0; b < n; b++)
    {
      self.heap[b] = HD_NO_HEAP;
      self.processes[b] = branches[b].processes;
      if (branches[b].parent != HD_NO_ID)
        self.depth[b] = self.depth[branches[b].parent] + 1;
    }
  for (guint32 b = n; b-- > 0;)
    {
      guint32 parent = branches[b].parent;

      if (limits[b] >= 2 && (usable == NULL || usable[b]))
        {
          self.heap[b] = hd_heap_pool_push (&self.pool, self.heap[b], limits[b] - 1, (guint64) self.depth[b] << 32 | (G_MAXUINT32 - b), b);
          self.gain[b] += limits[b] - 1;
        }
      trim (&self, b);
      if (parent != HD_NO_ID)
        {
          self.heap[parent] = hd_heap_pool_meld (&self.pool, self.heap[parent], self.heap[b]);
          self.gain[parent] += self.gain[b];
          self.processes[parent] += self.processes[b];
        }
    }
  memset (out_kept, 0, n);
  hd_heap_pool_list (&self.pool, self.heap[0], list);
  n_kept = list->len;
  for (guint32 i = 0; i < n_kept; i++)
    out_kept[hd_heap_pool_get (&self.pool, g_array_index (list, guint32, i))->value] = 1;
  *out_left = MAX (self.processes[0], 1) - 1 - self.gain[0];
  if (*out_left > 0)
    *out_left += 1; /* as many as there are, not as there are too many */
  hd_heap_pool_clear (&self.pool);
  g_free (self.depth);
  g_free (self.processes);
  g_free (self.gain);
  g_free (self.heap);
  return n_kept;
}

/* ---- attaching ------------------------------------------------------------------------------------------------------- */

/* Items that wait for a parent, a list for each branch. */
typedef struct
{
  guint32 *first, *last; /* of branches */
  guint32 *next;         /* of vertices */
  guint32 *height;       /* of vertices */
} Pending;

static void
append (Pending *self,
        guint32 branch,
        guint32 vertex)
{
  self->next[vertex] = HD_NO_ID;
  if (self->first[branch] == HD_NO_ID)
    self->first[branch] = vertex;
  else
    self->next[self->last[branch]] = vertex;
  self->last[branch] = vertex;
}

static void
absorb (Pending *self,
        guint32 branch,
        guint32 vertex,
        guint32 limit,
        GArray *keys,
        guint32 *parents)
{
  g_array_set_size (keys, 0);
  for (guint32 item = self->first[branch]; item != HD_NO_ID; item = self->next[item])
    {
      guint64 key = (guint64) self->height[item] << 32 | item;

      g_array_append_val (keys, key);
    }
  if (keys->len > limit)
    qsort (keys->data, keys->len, sizeof (guint64), hd_compare_words);
  self->first[branch] = HD_NO_ID;
  self->height[vertex] = 0;
  for (guint32 i = 0; i < keys->len; i++)
    {
      guint64 key = g_array_index (keys, guint64, i);

      if (i < limit)
        {
          parents[(guint32) key] = vertex;
          self->height[vertex] = MAX (self->height[vertex], (guint32) (key >> 32) + 1);
        }
      else
        append (self, branch, (guint32) key);
    }
  append (self, branch, vertex);
}

void
hd_branches_attach (const HdTreeBranch *branches,
                    guint32 n,
                    const guint32 *limits,
                    const guint8 *kept,
                    const guint32 *member_branches,
                    guint32 n_members,
                    guint32 *out_vertices,
                    guint32 *out_parents)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint32 n_vertices = n_members;
  Pending self = { g_new (guint32, n), g_new (guint32, n), NULL, NULL };

  for (guint32 b = 0; b < n; b++)
    {
      self.first[b] = HD_NO_ID;
      out_vertices[b] = kept[b] ? n_vertices++ : HD_NO_ID;
    }
  self.next = g_new (guint32, n_vertices);
  self.height = g_new0 (guint32, n_vertices);
  for (guint32 m = 0; m < n_members; m++)
    append (&self, member_branches[m], m);
  for (guint32 b = n; b-- > 0;)
    {
      guint32 parent = branches[b].parent;

      if (kept[b])
        absorb (&self, b, out_vertices[b], limits[b], keys, out_parents);
      if (parent == HD_NO_ID || self.first[b] == HD_NO_ID)
        continue;
      if (self.first[parent] == HD_NO_ID)
        self.first[parent] = self.first[b];
      else
        self.next[self.last[parent]] = self.first[b];
      self.last[parent] = self.last[b];
    }
  for (guint32 item = self.first[0]; item != HD_NO_ID; item = self.next[item])
    out_parents[item] = HD_NO_ID;
  g_free (self.height);
  g_free (self.next);
  g_free (self.last);
  g_free (self.first);
}
