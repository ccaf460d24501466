/* hd-hop-table.c: how many links lie between switches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Breadth-first searches from 64 neighbouring numbers at once, one bit for each: Then et al., "The more the merrier: efficient multi-source graph
 * traversal" (VLDB 2014).
 */
#define G_LOG_DOMAIN "hd-hop-table"

#include "hd-hop-table.h"

#include <string.h>

#define BATCH 64
#define KEEP_BYTES ((gsize) 256 << 20)

struct _HdHopTable
{
  guint32 n;
  const guint32 *first;
  const guint32 *neighbours;
  guint16 **batches; /* owned: rows of 64 switches each, or NULL */
  guint32 n_kept, max_kept;
  guint64 *seen, *visit, *visit_next;
  guint32 *frontier, *frontier_next;
};

HdHopTable *
hd_hop_table_new (guint32 n,
                  const guint32 *first,
                  const guint32 *neighbours)
{
  HdHopTable *self = g_new0 (HdHopTable, 1);

  self->n = n;
  self->first = first;
  self->neighbours = neighbours;
  self->batches = g_new0 (guint16 *, n / BATCH + 1);
  self->max_kept = (guint32) MAX (KEEP_BYTES / (BATCH * sizeof (guint16) * MAX (n, 1)), 1);
  self->seen = g_new (guint64, n);
  self->visit = g_new0 (guint64, n);
  self->visit_next = g_new0 (guint64, n);
  self->frontier = g_new (guint32, n);
  self->frontier_next = g_new (guint32, n);
  return self;
}

static void
forget (HdHopTable *self)
{
  for (guint32 i = 0; i <= self->n / BATCH; i++)
    g_clear_pointer (&self->batches[i], g_free);
  self->n_kept = 0;
}

void
hd_hop_table_free (HdHopTable *self)
{
  if (self == NULL)
    return;
  forget (self);
  g_free (self->batches);
  g_free (self->seen);
  g_free (self->visit);
  g_free (self->visit_next);
  g_free (self->frontier);
  g_free (self->frontier_next);
  g_free (self);
}

/* One link further from every switch of the frontier; returns how many are reached by a new search. */
static guint32
advance (HdHopTable *self,
         guint32 n_frontier)
{
  guint32 n_next = 0;

  for (guint32 i = 0; i < n_frontier; i++)
    {
      guint32 at = self->frontier[i];
      guint64 searches = self->visit[at];

      self->visit[at] = 0;
      for (guint32 a = self->first[at]; a < self->first[at + 1]; a++)
        {
          guint32 other = self->neighbours[a];
          guint64 new_searches = searches & ~self->seen[other];

          if (new_searches == 0)
            continue;
          if (self->visit_next[other] == 0)
            self->frontier_next[n_next++] = other;
          self->visit_next[other] |= new_searches;
        }
    }
  return n_next;
}

static void
search (HdHopTable *self,
        guint32 batch,
        guint16 *rows)
{
  guint32 from = batch * BATCH, n_frontier = MIN (BATCH, self->n - from);

  memset (rows, 0xff, sizeof *rows * BATCH * self->n);
  memset (self->seen, 0, sizeof *self->seen * self->n);
  for (guint32 i = 0; i < n_frontier; i++)
    {
      self->frontier[i] = from + i;
      self->visit[from + i] = self->seen[from + i] = G_GUINT64_CONSTANT (1) << i;
      rows[(gsize) i * self->n + from + i] = 0;
    }
  for (guint hops = 1; n_frontier > 0 && hops < HD_NO_HOPS; hops++)
    {
      guint32 *swap_frontier = self->frontier;
      guint64 *swap_visit = self->visit;

      n_frontier = advance (self, n_frontier);
      self->frontier = self->frontier_next;
      self->frontier_next = swap_frontier;
      self->visit = self->visit_next;
      self->visit_next = swap_visit;
      for (guint32 i = 0; i < n_frontier; i++)
        {
          guint32 at = self->frontier[i];

          self->visit[at] &= ~self->seen[at];
          self->seen[at] |= self->visit[at];
          for (guint64 rest = self->visit[at]; rest != 0; rest &= rest - 1)
            rows[(gsize) __builtin_ctzll (rest) * self->n + at] = (guint16) hops;
        }
    }
  /* a search that ended at the longest distance leaves bits behind */
  for (guint32 i = 0; i < n_frontier; i++)
    self->visit[self->frontier[i]] = 0;
}

const guint16 *
hd_hop_table_get (HdHopTable *self,
                  guint32 from)
{
  guint32 batch = from / BATCH;

  g_return_val_if_fail (from < self->n, NULL);

  if (self->batches[batch] == NULL)
    {
      if (self->n_kept == self->max_kept)
        forget (self);
      self->batches[batch] = g_new (guint16, (gsize) BATCH * self->n);
      self->n_kept++;
      search (self, batch, self->batches[batch]);
    }
  return self->batches[batch] + (gsize) (from % BATCH) * self->n;
}
