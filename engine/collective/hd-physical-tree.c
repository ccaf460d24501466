/* hd-physical-tree.c: roots, and shortest-path trees of switches under them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-physical-tree"

#include "hd-physical-tree.h"

#include <stdlib.h>
#include <string.h>

#include "hd-budget.h"
#include "hd-i18n.h"

/* Members that can enter the network at the same switches; most have one. */
typedef struct
{
  guint32 first, n; /* in `accesses` */
  guint32 member;   /* the first of them */
} Item;

typedef struct
{
  double load;
  guint32 number;
} Candidate;

/* A switch of the tree that is being built. */
typedef struct
{
  guint32 number;
  guint32 parent; /* switch number, HD_NO_ID for the root */
  guint32 link;
} Found;

struct _HdRootSearch
{
  HdTreeNetwork *network;
  const guint32 *nics;
  guint32 n_members;
  GArray *accesses;     /* guint32: switch numbers */
  GArray *items;        /* Item */
  guint32 *member_item; /* of members */
  GArray *roots;        /* Candidate */
  guint32 *branch_of;   /* of switches: number among those found, or HD_NO_ID */
  GArray *found;        /* Found */
};

void
hd_physical_tree_clear (HdPhysicalTree *self)
{
  g_clear_pointer (&self->branches, g_array_unref);
  g_clear_pointer (&self->member_branches, g_free);
  g_clear_pointer (&self->member_links, g_free);
}

/* ---- where members enter --------------------------------------------------------------------------------------------- */

static void
add_item (HdRootSearch *self,
          guint32 member)
{
  Item item = { self->accesses->len, 0, member };
  guint32 n_arcs, last = HD_NO_ID;
  const HdTreeArc *arcs = hd_tree_network_get_arcs (self->network, self->nics[member], &n_arcs);

  for (guint32 a = 0; a < n_arcs; a++)
    {
      guint32 number = self->network->switch_number[arcs[a].node];

      if (number == HD_NO_ID || number == last)
        continue;
      last = number;
      g_array_append_val (self->accesses, number);
      item.n++;
    }
  g_array_append_val (self->items, item);
}

static void
collect_items (HdRootSearch *self)
{
  /* of switches, then of nodes: the item of those that enter there alone, and of a NIC that enters at several switches */
  g_autofree guint32 *known = g_new (guint32, self->network->n_nodes);

  memset (known, 0xff, sizeof *known * self->network->n_nodes);
  self->member_item = g_new (guint32, self->n_members);
  for (guint32 m = 0; m < self->n_members; m++)
    {
      const Item *item;
      guint32 key;

      if (known[self->nics[m]] != HD_NO_ID)
        {
          self->member_item[m] = known[self->nics[m]];
          continue;
        }
      add_item (self, m);
      item = &g_array_index (self->items, Item, self->items->len - 1);
      key = item->n == 1 ? self->network->switches[g_array_index (self->accesses, guint32, item->first)] : self->nics[m];
      if (known[key] != HD_NO_ID)
        {
          g_array_set_size (self->accesses, item->first);
          g_array_set_size (self->items, self->items->len - 1);
        }
      else
        known[key] = self->items->len - 1;
      self->member_item[m] = known[self->nics[m]] = known[key];
    }
}

#define SWITCHES_PER_STEP 16 /* that are looked at, for the budget */

/* ---- roots ----------------------------------------------------------------------------------------------------------- */

/* Raises @farthest to the distance from @item where that is greater. */
static void
measure_item (HdRootSearch *self,
              const Item *item,
              guint16 *nearest,
              guint16 *farthest)
{
  guint32 n = self->network->n_switches;

  for (guint32 a = 0; a < item->n; a++)
    {
      const guint16 *hops = hd_hop_table_get (self->network->hops, g_array_index (self->accesses, guint32, item->first + a));

      if (item->n == 1)
        {
          for (guint32 s = 0; s < n; s++)
            farthest[s] = MAX (farthest[s], hops[s]);
          return;
        }
      for (guint32 s = 0; s < n; s++)
        nearest[s] = a == 0 ? hops[s] : MIN (nearest[s], hops[s]);
    }
  for (guint32 s = 0; s < n; s++)
    farthest[s] = MAX (farthest[s], nearest[s]);
}

static double
measure_load (const HdTreeNetwork *network,
              guint32 number,
              double link_weight)
{
  double load = network->used[number];
  guint32 n_arcs;
  const HdTreeArc *arcs = hd_tree_network_get_arcs (network, network->switches[number], &n_arcs);

  for (guint32 a = 0; a < n_arcs && link_weight > 0; a++)
    load += link_weight * network->link_trees[arcs[a].link];
  return load;
}

static int
compare_candidates (const void *a,
                    const void *b)
{
  const Candidate *x = a, *y = b;

  if (x->load != y->load)
    return x->load < y->load ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Names two members that no switch can reach both. */
static void
set_disconnected (HdRootSearch *self,
                  GError **error)
{
  const Item *first = &g_array_index (self->items, Item, 0);

  for (guint32 i = 1; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);
      gboolean joined = FALSE;

      for (guint32 a = 0; a < first->n; a++)
        {
          const guint16 *hops = hd_hop_table_get (self->network->hops, g_array_index (self->accesses, guint32, first->first + a));

          for (guint32 b = 0; b < item->n; b++)
            joined |= hops[g_array_index (self->accesses, guint32, item->first + b)] != HD_NO_HOPS;
        }
      if (!joined || i + 1 == self->items->len)
        {
          g_autofree char *a = hd_design_dup_node_path (self->network->design, self->nics[first->member]);
          g_autofree char *b = hd_design_dup_node_path (self->network->design, self->nics[item->member]);

          g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_DISCONNECTED, _("There is no path between “%s” and “%s”"), a, b);
          return;
        }
    }
}

static gboolean
collect_roots (HdRootSearch *self,
               double link_weight,
               GError **error)
{
  guint32 n = self->network->n_switches;
  g_autofree guint16 *farthest = g_new0 (guint16, n);
  g_autofree guint16 *nearest = g_new (guint16, n);
  guint16 least = HD_NO_HOPS;

  for (guint32 i = 0; i < self->items->len; i++)
    {
      if (!hd_budget_spend (hd_budget_get_current (), 1 + n / SWITCHES_PER_STEP, error))
        return FALSE;
      measure_item (self, &g_array_index (self->items, Item, i), nearest, farthest);
    }
  for (guint32 s = 0; s < n; s++)
    least = MIN (least, farthest[s]);
  if (least == HD_NO_HOPS)
    {
      set_disconnected (self, error);
      return FALSE;
    }
  for (guint32 s = 0; s < n; s++)
    if (farthest[s] == least)
      {
        Candidate candidate = { measure_load (self->network, s, link_weight), s };

        g_array_append_val (self->roots, candidate);
      }
  g_array_sort (self->roots, compare_candidates);
  return TRUE;
}

HdRootSearch *
hd_root_search_new (HdTreeNetwork *network,
                    const guint32 *nics,
                    guint32 n_members,
                    double link_weight,
                    GError **error)
{
  g_autoptr (HdRootSearch) self = g_new0 (HdRootSearch, 1);

  self->network = network;
  self->nics = nics;
  self->n_members = n_members;
  self->accesses = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  self->roots = g_array_new (FALSE, FALSE, sizeof (Candidate));
  self->found = g_array_new (FALSE, FALSE, sizeof (Found));
  self->branch_of = g_new (guint32, network->n_switches);
  memset (self->branch_of, 0xff, sizeof *self->branch_of * network->n_switches);
  collect_items (self);
  if (!collect_roots (self, link_weight, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
hd_root_search_free (HdRootSearch *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->accesses);
  g_array_unref (self->items);
  g_array_unref (self->roots);
  g_array_unref (self->found);
  g_free (self->member_item);
  g_free (self->branch_of);
  g_free (self);
}

guint32
hd_root_search_get_n (const HdRootSearch *self)
{
  return self->roots->len;
}

/* ---- the tree -------------------------------------------------------------------------------------------------------- */

static gboolean
is_full (const HdTreeNetwork *network,
         guint32 number)
{
  return network->used[number] >= network->entries[number];
}

/* A switch that every tree has, whatever its root: the only way in for some member. */
static gboolean
has_full_access (HdRootSearch *self,
                 guint32 *out_full)
{
  for (guint32 i = 0; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);
      guint32 number = g_array_index (self->accesses, guint32, item->first);

      if (item->n == 1 && is_full (self->network, number))
        {
          *out_full = self->network->switches[number];
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_switch (HdRootSearch *self,
             guint32 number,
             gboolean strict,
             guint32 *out_full)
{
  Found found = { number, HD_NO_ID, HD_NO_ID };

  if (strict && is_full (self->network, number))
    {
      *out_full = self->network->switches[number];
      return FALSE;
    }
  self->branch_of[number] = self->found->len;
  g_array_append_val (self->found, found);
  return TRUE;
}

/* The way from a NIC or switch one link nearer to the root. */
static const HdTreeArc *
choose_arc (HdRootSearch *self,
            guint32 node,
            const guint16 *hops,
            guint16 nearer)
{
  const HdTreeNetwork *network = self->network;
  const HdTreeArc *best = NULL;
  gboolean best_found = FALSE;
  guint32 n_arcs;
  const HdTreeArc *arcs = hd_tree_network_get_arcs (network, node, &n_arcs);

  for (guint32 a = 0; a < n_arcs; a++)
    {
      guint32 number = network->switch_number[arcs[a].node];
      gboolean is_found;

      if (number == HD_NO_ID || hops[number] != nearer)
        continue;
      is_found = self->branch_of[number] != HD_NO_ID;
      if (best == NULL || (is_found && !best_found)
          || (is_found == best_found && network->link_trees[arcs[a].link] < network->link_trees[best->link]))
        {
          best = &arcs[a];
          best_found = is_found;
        }
    }
  return best;
}

static guint16
nearest_access (HdRootSearch *self,
                const Item *item,
                const guint16 *hops)
{
  guint16 nearest = HD_NO_HOPS;

  for (guint32 a = 0; a < item->n; a++)
    nearest = MIN (nearest, hops[g_array_index (self->accesses, guint32, item->first + a)]);
  return nearest;
}

static gboolean
find_switches (HdRootSearch *self,
               guint32 root,
               const guint16 *hops,
               gboolean strict,
               guint32 *item_access,
               guint32 *out_full)
{
  const HdTreeNetwork *network = self->network;

  if (!find_switch (self, root, strict, out_full))
    return FALSE;
  for (guint32 i = 0; i < self->items->len; i++)
    {
      const Item *item = &g_array_index (self->items, Item, i);
      const HdTreeArc *arc = choose_arc (self, self->nics[item->member], hops, nearest_access (self, item, hops));
      guint32 number = network->switch_number[arc->node];

      item_access[i] = number;
      while (self->branch_of[number] == HD_NO_ID)
        {
          if (!find_switch (self, number, strict, out_full))
            return FALSE;
          arc = choose_arc (self, network->switches[number], hops, hops[number] - 1);
          number = network->switch_number[arc->node];
          g_array_index (self->found, Found, self->found->len - 1).parent = number;
          g_array_index (self->found, Found, self->found->len - 1).link = arc->link;
        }
    }
  return TRUE;
}

static int
compare_distances (gconstpointer a,
                   gconstpointer b,
                   gpointer hops)
{
  guint32 x = ((const Found *) a)->number, y = ((const Found *) b)->number;
  const guint16 *h = hops;

  if (h[x] != h[y])
    return h[x] < h[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Branches in order of distance from the root. */
static void
list_branches (HdRootSearch *self,
               const guint16 *hops,
               GArray *branches)
{
  g_array_sort_with_data (self->found, compare_distances, (gpointer) hops);
  for (guint32 b = 0; b < self->found->len; b++)
    {
      const Found *found = &g_array_index (self->found, Found, b);
      HdTreeBranch branch = { self->network->switches[found->number], HD_NO_ID, found->link, 0, HD_NO_ID };

      if (found->parent != HD_NO_ID)
        branch.parent = self->branch_of[found->parent]; /* is nearer, so its number is final */
      self->branch_of[found->number] = b;
      g_array_append_val (branches, branch);
    }
}

static void
hang_members (HdRootSearch *self,
              const guint32 *item_access,
              HdPhysicalTree *tree)
{
  const HdTreeNetwork *network = self->network;

  tree->member_branches = g_new (guint32, self->n_members);
  tree->member_links = g_new (guint32, self->n_members);
  for (guint32 m = 0; m < self->n_members; m++)
    {
      guint32 number = item_access[self->member_item[m]], best = HD_NO_ID, n_arcs;
      const HdTreeArc *arcs = hd_tree_network_get_arcs (network, self->nics[m], &n_arcs);

      for (guint32 a = 0; a < n_arcs; a++)
        if (arcs[a].node == network->switches[number]
            && (best == HD_NO_ID || network->link_trees[arcs[a].link] < network->link_trees[best]))
          best = arcs[a].link;
      tree->member_branches[m] = self->branch_of[number];
      tree->member_links[m] = best;
      g_array_index (tree->branches, HdTreeBranch, tree->member_branches[m]).processes++;
    }
}

gboolean
hd_root_search_build (HdRootSearch *self,
                      guint32 root,
                      gboolean strict,
                      HdPhysicalTree *out_tree,
                      guint32 *out_full)
{
  guint32 number = g_array_index (self->roots, Candidate, root).number;
  g_autofree guint32 *item_access = g_new (guint32, self->items->len);
  const guint16 *hops = hd_hop_table_get (self->network->hops, number);
  gboolean built;

  *out_full = HD_NO_ID;
  g_array_set_size (self->found, 0);
  built = !(strict && has_full_access (self, out_full)) && find_switches (self, number, hops, strict, item_access, out_full);
  if (built)
    {
      *out_tree = (HdPhysicalTree){ .branches = g_array_new (FALSE, FALSE, sizeof (HdTreeBranch)) };
      list_branches (self, hops, out_tree->branches);
      hang_members (self, item_access, out_tree);
    }
  for (guint32 i = 0; i < self->found->len; i++)
    self->branch_of[g_array_index (self->found, Found, i).number] = HD_NO_ID;
  return built;
}
