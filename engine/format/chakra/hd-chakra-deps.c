/* hd-chakra-deps.c: who waits for whom in a Chakra trace
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-deps"

#include "hd-chakra-deps.h"

#include <inttypes.h>

#include "hd-i18n.h"
#include "hd-import-sheet.h"

#define MAX_LISTED 20

typedef struct
{
  HdChakraRank *rank;
  const HdNamePool *names;
  const guint64 *deps;
  guint32 *order; /* nodes by id; NULL if they stand so in the file */
} Resolver;

/* ---- ids ---------------------------------------------------------------------------------------------------------------- */

static int
compare_ids (gconstpointer a,
             gconstpointer b,
             gpointer user_data)
{
  const HdChakraNode *nodes = user_data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (nodes[x].id != nodes[y].id)
    return nodes[x].id < nodes[y].id ? -1 : 1;
  return x < y ? -1 : x > y;
}

static guint32
get_nth (const Resolver *self,
         guint n)
{
  return self->order != NULL ? self->order[n] : n;
}

static gboolean
sort_ids (Resolver *self,
          GError **error)
{
  const HdChakraNode *nodes = self->rank->nodes;
  guint n = self->rank->n_nodes;
  gboolean ascends = TRUE;

  for (guint i = 1; i < n && ascends; i++)
    ascends = nodes[i - 1].id < nodes[i].id;
  if (ascends)
    return TRUE;
  self->order = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    self->order[i] = i;
  g_qsort_with_data (self->order, (gint) n, sizeof *self->order, compare_ids, (gpointer) nodes);
  for (guint i = 1; i < n; i++)
    if (nodes[self->order[i - 1]].id == nodes[self->order[i]].id)
      {
        g_autofree char *where = hd_chakra_rank_format_node (self->rank, self->names, self->order[i]);

        g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: record %u has the same id; ids must be unique"), where, self->order[i - 1] + 2);
        return FALSE;
      }
  return TRUE;
}

static gboolean
find_id (const Resolver *self,
         guint64 id,
         guint32 *out_node)
{
  guint low = 0, high = self->rank->n_nodes;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      guint32 node = get_nth (self, middle);

      if (self->rank->nodes[node].id < id)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->rank->n_nodes || self->rank->nodes[get_nth (self, low)].id != id)
    return FALSE;
  *out_node = get_nth (self, low);
  return TRUE;
}

/* ---- edges -------------------------------------------------------------------------------------------------------------- */

static gboolean
count_out (Resolver *self,
           GError **error)
{
  HdChakraRank *rank = self->rank;
  gsize dep = 0;

  rank->first_out = g_new0 (guint32, rank->n_nodes + 1);
  for (guint32 node = 0; node < rank->n_nodes; node++)
    for (guint32 i = 0; i < rank->nodes[node].n_deps; i++, dep++)
      {
        guint32 from;

        if (!find_id (self, self->deps[dep], &from))
          {
            g_autofree char *where = hd_chakra_rank_format_node (rank, self->names, node);

            g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: it depends on node %" PRIu64 ", which the trace does not have"), where,
                         self->deps[dep]);
            return FALSE;
          }
        rank->first_out[from + 1]++;
      }
  for (guint32 node = 0; node < rank->n_nodes; node++)
    rank->first_out[node + 1] += rank->first_out[node];
  return TRUE;
}

/* Each place first_out[n] goes up to the next while edges are filled in, and then back. */
static void
fill_out (Resolver *self)
{
  HdChakraRank *rank = self->rank;
  gsize dep = 0;

  rank->out = g_new (guint32, (gsize) rank->first_out[rank->n_nodes] + 1);
  for (guint32 node = 0; node < rank->n_nodes; node++)
    for (guint32 i = 0; i < rank->nodes[node].n_deps; i++, dep++)
      {
        guint32 from = 0;

        find_id (self, self->deps[dep], &from);
        rank->out[rank->first_out[from]++] = node;
      }
  for (guint32 node = rank->n_nodes; node > 0; node--)
    rank->first_out[node] = rank->first_out[node - 1];
  rank->first_out[0] = 0;
}

/* ---- circles ------------------------------------------------------------------------------------------------------------ */

static void
set_circle (const Resolver *self,
            const guint32 *missing,
            GError **error)
{
  const HdChakraRank *rank = self->rank;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree guint32 *follower = g_new (guint32, rank->n_nodes + 1);
  g_autofree guint8 *seen = g_new0 (guint8, rank->n_nodes + 1);
  g_autofree char *where = NULL;
  guint32 node = 0, start;
  guint n = 0;

  /* Each node that still waits waits for one such: going back from any leads into a circle. */
  for (guint32 from = 0; from < rank->n_nodes; from++)
    for (guint32 i = rank->first_out[from]; missing[from] > 0 && i < rank->first_out[from + 1]; i++)
      follower[rank->out[i]] = from;
  while (missing[node] == 0)
    node++;
  for (; !seen[node]; node = follower[node])
    seen[node] = TRUE;
  start = node;
  do
    {
      if (n++ == MAX_LISTED)
        g_string_append (text, "… → ");
      if (n <= MAX_LISTED)
        g_string_append_printf (text, "%" PRIu64 " → ", rank->nodes[node].id);
      node = follower[node];
    }
  while (node != start);
  g_string_append_printf (text, "%" PRIu64, rank->nodes[start].id);
  where = hd_chakra_rank_format_node (rank, self->names, start);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("%s: the dependencies go in a circle (each waits for the next): %s"), where, text->str);
}

/* Takes away what waits for nothing, as long as there is something (Kahn 1962). */
static gboolean
check_circles (const Resolver *self,
               GError **error)
{
  const HdChakraRank *rank = self->rank;
  g_autofree guint32 *missing = g_new (guint32, rank->n_nodes + 1);
  g_autofree guint32 *agenda = g_new (guint32, rank->n_nodes + 1);
  guint n_done = 0, n_found = 0;

  for (guint32 node = 0; node < rank->n_nodes; node++)
    {
      missing[node] = rank->nodes[node].n_deps;
      if (missing[node] == 0)
        agenda[n_found++] = node;
    }
  for (; n_done < n_found; n_done++)
    for (guint32 i = rank->first_out[agenda[n_done]]; i < rank->first_out[agenda[n_done] + 1]; i++)
      if (--missing[rank->out[i]] == 0)
        agenda[n_found++] = rank->out[i];
  if (n_done == rank->n_nodes)
    return TRUE;
  set_circle (self, missing, error);
  return FALSE;
}

gboolean
hd_chakra_deps_resolve (HdChakraRank *rank,
                        const guint64 *deps,
                        const HdNamePool *names,
                        GError **error)
{
  Resolver resolver = { .rank = rank, .names = names, .deps = deps };
  GCancellable *stop = g_cancellable_get_current ();
  gboolean resolved = sort_ids (&resolver, error) && !hd_import_is_cancelled (stop, error) && count_out (&resolver, error);

  if (resolved)
    fill_out (&resolver);
  g_free (resolver.order);
  return resolved && !hd_import_is_cancelled (stop, error) && check_circles (&resolver, error);
}
