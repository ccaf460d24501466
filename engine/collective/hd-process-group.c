/* hd-process-group.c: places for nested groups of processes in a k-nomial tree
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The paper keeps a table with an entry for each slot. With 100,000 processes there are tens of millions of slots, so what is free is kept as runs:
 * heaps of free subtrees of k^j slots, one heap for each j.
 *
 * That a free block of k^j slots is known by its first slot (line 5 of algorithm 2), and that the parent of an occupied slot is occupied, follows
 * from an invariant: an aligned block whose first slot is empty is empty. Groups of processes have it, and placing a block at the lowest free
 * address, or at the one with the fewest digits, keeps it. Groups are placed in order of falling size, so how many blocks of a size are free does not depend
 * on where earlier ones lie, and to grow only when none is free gives the fewest digits.
 */
#define G_LOG_DOMAIN "hd-process-group"

#include "hd-process-group.h"

#include <string.h>

#include <heddle/hd-tree.h>

#include "hd-heap-pool.h"
#include "hd-i18n.h"
#include "hd-tree-shape.h"

#define MAX_ORDER 63

typedef struct
{
  guint order;   /* k^order slots */
  guint depth;   /* digits of its deepest slot that are not 0 */
  guint32 first; /* its items are [first, first + n) */
  guint32 n;
  guint32 lowest_rank;
  guint32 heads; /* of its free runs: one heap for each order below its own, from here on in `heads` */
} Group;

typedef struct
{
  guint32 k;
  gboolean least_depth;
  guint max_order;
  guint64 powers[MAX_ORDER + 1];
  HdHeapPool runs;  /* key: first slot; value: how many free blocks follow each other */
  GArray *heads;    /* guint32 */
  GArray *list;     /* guint32, scratch */
  guint32 *items;   /* ranks, sorted such that each group is one range */
  guint64 *slots;   /* of items */
} Placement;

static guint32 *
head_of (Placement *self,
         const Group *group,
         guint order)
{
  return &g_array_index (self->heads, guint32, group->heads + order);
}

static void
add_run (Placement *self,
         const Group *group,
         guint order,
         guint64 start,
         guint32 n)
{
  guint32 top = hd_heap_pool_push (&self->runs, *head_of (self, group, order), start, 0, n);

  *head_of (self, group, order) = top;
}

static guint32
new_heads (Placement *self,
           guint n)
{
  guint32 first = self->heads->len;

  g_array_set_size (self->heads, first + n);
  for (guint i = 0; i < n; i++)
    g_array_index (self->heads, guint32, first + i) = HD_NO_HEAP;
  return first;
}

/* ---- groups without groups inside ---------------------------------------------------------------------------------- */

static gboolean
init_leaf (Placement *self,
           Group *group,
           guint32 first,
           guint32 n)
{
  guint64 next = n;

  *group = (Group){ .first = first, .n = n, .lowest_rank = self->items[first] };
  while (group->order < self->max_order && self->powers[group->order] < n)
    group->order++;
  if (self->powers[group->order] < n)
    return FALSE;
  group->heads = new_heads (self, group->order);
  for (guint32 i = 0; i < n; i++)
    {
      self->slots[first + i] = i;
      group->depth = MAX (group->depth, hd_k_nomial_digits (i, self->k));
    }
  /* the rest in runs that are as long as can be: up to the next multiple of k, of k^2, ... */
  for (guint j = 0; j < group->order; j++)
    {
      guint64 end = (next + self->powers[j + 1] - 1) / self->powers[j + 1] * self->powers[j + 1];

      if (end > next)
        add_run (self, group, j, next, (guint32) ((end - next) / self->powers[j]));
      next = end;
    }
  return TRUE;
}

/* ---- merging -------------------------------------------------------------------------------------------------------- */

/* The free run where a block of k^order slots is to lie, taken out of its heap; FALSE if none is free. */
static gboolean
take_lowest (Placement *self,
             const Group *group,
             guint order,
             guint *out_order,
             HdHeapNode *out_run)
{
  guint best = G_MAXUINT;

  for (guint j = order; j < group->order; j++)
    {
      guint32 top = *head_of (self, group, j);

      if (top != HD_NO_HEAP && (best == G_MAXUINT || hd_heap_pool_get (&self->runs, top)->key < out_run->key))
        {
          best = j;
          *out_run = *hd_heap_pool_get (&self->runs, top);
        }
    }
  if (best == G_MAXUINT)
    return FALSE;
  *head_of (self, group, best) = hd_heap_pool_pop (&self->runs, *head_of (self, group, best));
  *out_order = best;
  return TRUE;
}

static gboolean
take_shallowest (Placement *self,
                 const Group *group,
                 guint order,
                 guint *out_order,
                 HdHeapNode *out_run)
{
  guint32 best = HD_NO_HEAP, rest = HD_NO_HEAP;
  guint best_order = 0, best_digits = 0;

  for (guint j = order; j < group->order; j++)
    {
      g_array_set_size (self->list, 0);
      hd_heap_pool_list (&self->runs, *head_of (self, group, j), self->list);
      for (guint i = 0; i < self->list->len; i++)
        {
          guint32 node = g_array_index (self->list, guint32, i);
          const HdHeapNode *run = hd_heap_pool_get (&self->runs, node);
          guint digits = hd_k_nomial_digits (run->key, self->k);

          if (best == HD_NO_HEAP || digits < best_digits || (digits == best_digits && run->key < hd_heap_pool_get (&self->runs, best)->key))
            {
              best = node;
              best_order = j;
              best_digits = digits;
            }
        }
    }
  if (best == HD_NO_HEAP)
    return FALSE;
  *out_run = *hd_heap_pool_get (&self->runs, best);
  *out_order = best_order;
  g_array_set_size (self->list, 0);
  hd_heap_pool_list (&self->runs, *head_of (self, group, best_order), self->list);
  for (guint i = 0; i < self->list->len; i++)
    if (g_array_index (self->list, guint32, i) != best)
      {
        HdHeapNode run = *hd_heap_pool_get (&self->runs, g_array_index (self->list, guint32, i));

        rest = hd_heap_pool_push (&self->runs, rest, run.key, 0, run.value);
      }
  *head_of (self, group, best_order) = rest;
  return TRUE;
}

static gboolean
place_group (Placement *self,
             Group *into,
             const Group *group)
{
  HdHeapNode run;
  guint order;
  guint64 offset;

  while (!(self->least_depth ? take_shallowest : take_lowest) (self, into, group->order, &order, &run))
    {
      if (into->order == self->max_order)
        return FALSE;
      into->order++;
      add_run (self, into, into->order - 1, self->powers[into->order - 1], self->k - 1);
    }
  offset = run.key;
  if (run.value > 1)
    add_run (self, into, order, offset + self->powers[order], run.value - 1);
  while (order > group->order)
    {
      order--;
      add_run (self, into, order, offset + self->powers[order], self->k - 1);
    }
  for (guint j = 0; j < group->order; j++)
    {
      guint32 top = *head_of (self, group, j);

      g_array_set_size (self->list, 0);
      hd_heap_pool_list (&self->runs, top, self->list);
      for (guint i = 0; i < self->list->len; i++)
        hd_heap_pool_get (&self->runs, g_array_index (self->list, guint32, i))->key += offset;
      *head_of (self, into, j) = hd_heap_pool_meld (&self->runs, *head_of (self, into, j), top);
    }
  for (guint32 i = group->first; i < group->first + group->n; i++)
    self->slots[i] += offset;
  into->depth = MAX (into->depth, hd_k_nomial_digits (offset, self->k) + group->depth);
  into->n += group->n;
  into->first = MIN (into->first, group->first);
  into->lowest_rank = MIN (into->lowest_rank, group->lowest_rank);
  return TRUE;
}

static int
compare_groups (const void *a,
                const void *b)
{
  const Group *x = a, *y = b;

  if (x->order != y->order)
    return x->order > y->order ? -1 : 1;
  if (x->depth != y->depth)
    return x->depth > y->depth ? -1 : 1;
  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return x->lowest_rank < y->lowest_rank ? -1 : 1;
}

/* The groups [0, n) become the first of them. A merged group stays the largest, so sorting once is enough. */
static gboolean
merge_groups (Placement *self,
              Group *groups,
              guint32 n)
{
  Group *into = &groups[0];
  guint32 heads;

  if (n == 1)
    return TRUE;
  qsort (groups, n, sizeof *groups, compare_groups);
  heads = new_heads (self, self->max_order);
  for (guint j = 0; j < into->order; j++)
    g_array_index (self->heads, guint32, heads + j) = *head_of (self, into, j);
  into->heads = heads;
  for (guint32 i = 1; i < n; i++)
    if (!place_group (self, into, &groups[i]))
      return FALSE;
  return TRUE;
}

/* ---- levels --------------------------------------------------------------------------------------------------------- */

static int
compare_ranks (gconstpointer a,
               gconstpointer b,
               gpointer data)
{
  const HdNesting *nesting = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  for (guint level = nesting->n_levels; level-- > 0;)
    if (nesting->groups[level][x] != nesting->groups[level][y])
      return nesting->groups[level][x] < nesting->groups[level][y] ? -1 : 1;
  return x < y ? -1 : 1;
}

static void
sort_items (Placement *self,
            const HdNesting *nesting)
{
  gboolean sorted = TRUE;

  for (guint32 i = 0; i < nesting->n; i++)
    self->items[i] = i;
  for (guint32 i = 1; i < nesting->n && sorted; i++)
    sorted = compare_ranks (&self->items[i - 1], &self->items[i], (gpointer) nesting) < 0;
  if (!sorted)
    g_qsort_with_data (self->items, (int) nesting->n, sizeof *self->items, compare_ranks, (gpointer) nesting);
}

/* Whether items @a and @b belong to one group of @level; above the last level all do. */
static gboolean
is_same (const HdNesting *nesting,
         const Placement *self,
         guint level,
         guint32 a,
         guint32 b)
{
  return level >= nesting->n_levels || nesting->groups[level][self->items[a]] == nesting->groups[level][self->items[b]];
}

static gboolean
place_all (Placement *self,
           const HdNesting *nesting,
           Group *groups)
{
  guint32 n_groups = 0;

  for (guint32 first = 0, end; first < nesting->n; first = end)
    {
      for (end = first + 1; end < nesting->n && is_same (nesting, self, 0, first, end); end++)
        ;
      if (!init_leaf (self, &groups[n_groups++], first, end - first))
        return FALSE;
    }
  for (guint level = 1; level <= nesting->n_levels; level++)
    {
      guint32 n_merged = 0;

      for (guint32 first = 0, end; first < n_groups; first = end)
        {
          for (end = first + 1; end < n_groups && is_same (nesting, self, level, groups[first].first, groups[end].first); end++)
            ;
          if (!merge_groups (self, groups + first, end - first))
            return FALSE;
          groups[n_merged++] = groups[first];
        }
      n_groups = n_merged;
    }
  return TRUE;
}

gboolean
hd_process_groups_place (const HdNesting *nesting,
                         guint32 k,
                         gboolean least_depth,
                         guint64 *out_slots,
                         guint *out_order,
                         GError **error)
{
  Placement self = { .k = k, .least_depth = least_depth, .powers = { 1 } };
  g_autofree Group *groups = g_new (Group, nesting->n);
  gboolean done;

  g_return_val_if_fail (k >= 2 && nesting->n > 0, FALSE);

  while (self.max_order < MAX_ORDER && self.powers[self.max_order] <= (G_GUINT64_CONSTANT (1) << 63) / k)
    {
      self.powers[self.max_order + 1] = self.powers[self.max_order] * k;
      self.max_order++;
    }
  hd_heap_pool_init (&self.runs);
  self.heads = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.list = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.items = g_new (guint32, nesting->n);
  self.slots = g_new (guint64, nesting->n);
  sort_items (&self, nesting);
  done = place_all (&self, nesting, groups);
  if (done)
    {
      for (guint32 i = 0; i < nesting->n; i++)
        out_slots[self.items[i]] = self.slots[i];
      *out_order = groups[0].order;
    }
  else
    g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_OVERFLOW, _("The nested groups of %u processes need more than 2^63 slots at a width of %u"),
                 nesting->n, k);
  g_free (self.slots);
  g_free (self.items);
  g_array_unref (self.list);
  g_array_unref (self.heads);
  hd_heap_pool_clear (&self.runs);
  return done;
}

/* ---- from slots to a tree -------------------------------------------------------------------------------------------- */

static guint32
find_place (const guint32 *table,
            guint bits,
            const guint64 *slots,
            guint64 slot)
{
  guint32 mask = (1u << bits) - 1;
  guint32 place = (guint32) (slot * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - bits));

  while (table[place] != G_MAXUINT32 && slots[table[place]] != slot)
    place = (place + 1) & mask;
  return place;
}

void
hd_slots_get_parents (const guint64 *slots,
                      guint32 n,
                      guint32 k,
                      guint32 *out_parents)
{
  guint bits = g_bit_storage (n) + 1;
  g_autofree guint32 *table = g_new (guint32, (gsize) 1 << bits);

  memset (table, 0xff, sizeof *table << bits);
  for (guint32 rank = 0; rank < n; rank++)
    table[find_place (table, bits, slots, slots[rank])] = rank;
  for (guint32 rank = 0; rank < n; rank++)
    {
      out_parents[rank] = G_MAXUINT32;
      if (slots[rank] != 0)
        {
          out_parents[rank] = table[find_place (table, bits, slots, hd_k_nomial_parent (slots[rank], k))];
          g_assert (out_parents[rank] != G_MAXUINT32);
        }
    }
}
