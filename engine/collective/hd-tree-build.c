/* hd-tree-build.c: from options to a tree
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-build"

#include "hd-tree-private.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-minimum-tree.h"
#include "hd-tree-shape.h"

/* What the steps of one building share. */
typedef struct
{
  HdTreeNetwork *network;
  const guint32 *members;
  guint32 *nics;    /* owned */
  guint32 n;
  GPtrArray *levels; /* owned until the tree takes it */
  HdTreeOptions options;
  HdTreeCost cost;
  double up;        /* bytes of a packet to be reduced */
} Build;

static void
build_clear (Build *self)
{
  g_free (self->nics);
  g_clear_pointer (&self->levels, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Build, build_clear)

/* ---- what is asked for ------------------------------------------------------------------------------------------------ */

static gboolean
check_options (Build *self,
               GError **error)
{
  const HdTreeOptions *options = &self->options;

  if (options->operation >= HD_TREE_N_OPERATIONS || options->algorithm >= HD_TREE_N_ALGORITHMS)
    {
      g_set_error (error, HD_TREE_ERROR, options->operation >= HD_TREE_N_OPERATIONS ? HD_TREE_ERROR_OPERATION : HD_TREE_ERROR_ALGORITHM,
                   _("There is no operation or type of tree with the number %d"),
                   options->operation >= HD_TREE_N_OPERATIONS ? (int) options->operation : (int) options->algorithm);
      return FALSE;
    }
  if (options->operation != HD_TREE_BARRIER && !(options->bytes >= 1 && isfinite (options->bytes)))
    {
      g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_PARAMETER, _("A message of %g B: %s needs at least 1 B; only a barrier carries nothing"),
                   options->bytes, hd_tree_operation_get_id (options->operation));
      return FALSE;
    }
  for (guint i = 0; i < options->n_widths; i++)
    if (options->widths[i] < 2)
      {
        g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_WIDTH, _("The tree width k = %u must be an integer of at least 2"), options->widths[i]);
        return FALSE;
      }
  return options->cost == NULL || hd_tree_cost_check (options->cost, error);
}

static gboolean
check_degrees (Build *self,
               GError **error)
{
  for (guint32 i = 0; i < self->n; i++)
    if (self->network->degree[self->nics[i]] < 2)
      {
        g_autofree char *path = hd_design_dup_node_path (self->network->design, self->nics[i]);

        g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_DEGREE, _("The degree limit %u of “%s” is below 2"), self->network->degree[self->nics[i]], path);
        return FALSE;
      }
  return TRUE;
}

static guint32
smallest_degree (Build *self)
{
  guint32 degree = G_MAXUINT32;

  for (guint32 i = 0; i < self->n; i++)
    degree = MIN (degree, self->network->degree[self->nics[i]]);
  return degree;
}

/* ---- type I ---------------------------------------------------------------------------------------------------------- */

static gboolean
find_hierarchical (Build *self,
                   guint32 k,
                   guint32 *parents,
                   GError **error)
{
  g_autofree const guint32 **used = g_new (const guint32 *, self->levels->len + 1);
  HdNesting nesting = { .n = self->n, .groups = used };
  g_autofree guint64 *slots = g_new (guint64, self->n);
  guint order;

  for (guint level = 0; level < self->levels->len; level++)
    if (self->options.levels == 0 || (level < 64 && (self->options.levels >> level & 1) != 0))
      used[nesting.n_levels++] = g_ptr_array_index (self->levels, level);
  if (nesting.n_levels == 0)
    {
      for (guint32 i = 0; i < self->n; i++)
        parents[i] = i == 0 ? HD_NO_ID : (guint32) hd_k_nomial_parent (i, k);
      return TRUE;
    }
  if (!hd_process_groups_place (&nesting, k, self->options.least_depth, slots, &order, error))
    return FALSE;
  hd_slots_get_parents (slots, self->n, k, parents);
  return TRUE;
}

/* The first member with more children than its NIC takes. */
static gboolean
keeps_degrees (Build *self,
               const guint32 *parents,
               guint32 *count,
               GError **error)
{
  memset (count, 0, sizeof *count * self->n);
  for (guint32 i = 0; i < self->n; i++)
    if (parents[i] != HD_NO_ID)
      count[parents[i]]++;
  for (guint32 i = 0; i < self->n; i++)
    if (count[i] > self->network->degree[self->nics[i]])
      {
        g_autofree char *path = hd_design_dup_node_path (self->network->design, self->members[i]);

        g_clear_error (error);
        g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_INFEASIBLE, _("“%s” needs %u children, its limit is %u"), path, count[i],
                     self->network->degree[self->nics[i]]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
find_parents (Build *self,
              HdTreeAlgorithm algorithm,
              guint32 k,
              guint32 *parents,
              GError **error)
{
  if (algorithm == HD_TREE_HIERARCHICAL)
    return find_hierarchical (self, k, parents, error);
  for (guint32 i = 0; i < self->n; i++)
    parents[i] = i == 0 ? HD_NO_ID : (guint32) (algorithm == HD_TREE_K_ARY ? hd_k_ary_parent (i, k) : hd_k_nomial_parent (i, k));
  return TRUE;
}

/* The widths to try: those that are given, or the best and every smaller one. */
static guint32
next_width (Build *self,
            guint tried,
            guint32 best)
{
  if (self->options.n_widths > 0)
    return tried < self->options.n_widths ? self->options.widths[tried] : 0;
  return best >= tried + 2 ? best - tried : 0;
}

static HdTree *
finish (Build *self,
        const guint32 *parents,
        HdPhysicalTree *physical,
        guint32 width,
        GError **error)
{
  g_autoptr (HdTree) tree = _hd_tree_new (self->network, self->members, self->nics, self->n, parents, physical, g_steal_pointer (&self->levels),
                                          &self->options, error);

  if (tree == NULL)
    return NULL;
  tree->width = width;
  if (!_hd_tree_measure (tree, self->network, &self->cost, self->options.cost != NULL, error)
      || !_hd_tree_check (tree, self->network, self->options.levels, error))
    return NULL;
  return g_steal_pointer (&tree);
}

static HdTree *
build_type_1 (Build *self,
              GError **error)
{
  g_autofree guint32 *parents = g_new (guint32, self->n);
  g_autofree guint32 *count = g_new (guint32, self->n);
  g_autoptr (GError) why = NULL;
  guint32 best = hd_tree_cost_find_widths (&self->cost, MAX (self->n, 2), self->up, 0, smallest_degree (self)).best, k;

  for (guint tried = 0; (k = next_width (self, tried, best)) != 0; tried++)
    {
      if (!find_parents (self, self->options.algorithm, k, parents, error))
        return NULL;
      if (keeps_degrees (self, parents, count, &why))
        return finish (self, parents, NULL, k, error);
    }
  g_propagate_error (error, g_steal_pointer (&why));
  return NULL;
}

/* ---- type II --------------------------------------------------------------------------------------------------------- */

/* What stood in the way, root after root. */
typedef struct
{
  guint tried;
  guint32 full;    /* the first switch without a free entry, a node */
  guint64 left;    /* items that found no parent */
  guint32 at;      /* root or switch, a node */
  guint32 needed;  /* children, of a switch of the physical tree */
  guint32 limit;
} Obstacle;

static void
set_obstacle (Build *self,
              const Obstacle *obstacle,
              GError **error)
{
  g_autofree char *path = hd_design_dup_node_path (self->network->design, obstacle->full != HD_NO_ID ? obstacle->full : obstacle->at);

  if (obstacle->full != HD_NO_ID)
    g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES, _("No free aggregation entries: %u roots tried, the first full switch is “%s”"), obstacle->tried, path);
  else if (obstacle->needed > 0)
    g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_INFEASIBLE, _("“%s” needs %u children, its limit is %u"), path, obstacle->needed, obstacle->limit);
  else
    g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_INFEASIBLE, _("%" PRIu64 " items are left at the root “%s”: degree limits are too small"), obstacle->left,
                 path);
}

/* Every switch of the physical tree aggregates, so each must take as many children as it has there. */
static gboolean
keep_all (const HdPhysicalTree *physical,
          const guint32 *limits,
          guint8 *kept,
          Obstacle *obstacle)
{
  guint32 n = physical->branches->len;
  g_autofree guint32 *count = g_new0 (guint32, n);

  for (guint32 b = n; b-- > 0;)
    {
      const HdTreeBranch *branch = &g_array_index (physical->branches, HdTreeBranch, b);

      kept[b] = 1;
      count[b] += branch->processes;
      if (count[b] > limits[b])
        {
          obstacle->at = branch->node;
          obstacle->needed = count[b];
          obstacle->limit = limits[b];
          return FALSE;
        }
      if (branch->parent != HD_NO_ID)
        count[branch->parent]++;
    }
  return TRUE;
}

static gboolean
keep_few (Build *self,
          const HdPhysicalTree *physical,
          const guint32 *limits,
          guint8 *kept,
          Obstacle *obstacle)
{
  const HdTreeBranch *branches = (const HdTreeBranch *) (gpointer) physical->branches->data;
  guint32 n = physical->branches->len;
  g_autofree guint8 *usable = g_new (guint8, n);

  for (guint32 b = 0; b < n; b++)
    {
      guint32 number = self->network->switch_number[branches[b].node];

      usable[b] = !self->options.relaxed || self->network->used[number] < self->network->entries[number];
    }
  hd_minimum_tree_find (branches, n, limits, usable, kept, &obstacle->left);
  if (obstacle->left == 0)
    return TRUE;
  obstacle->at = branches[0].node;
  for (guint32 b = 0; b < n && obstacle->full == HD_NO_ID; b++)
    if (!usable[b])
      obstacle->full = branches[b].node;
  return FALSE;
}

static HdTree *
attach (Build *self,
        HdPhysicalTree *physical,
        const guint32 *limits,
        const guint8 *kept,
        GError **error)
{
  guint32 n = physical->branches->len;
  g_autofree guint32 *vertices = g_new (guint32, n);
  g_autofree guint32 *parents = g_new (guint32, self->n + n);

  hd_branches_attach ((const HdTreeBranch *) (gpointer) physical->branches->data, n, limits, kept, physical->member_branches, self->n, vertices, parents);
  for (guint32 b = 0; b < n; b++)
    g_array_index (physical->branches, HdTreeBranch, b).vertex = vertices[b];
  return finish (self, parents, physical, 0, error);
}

static HdTree *
build_type_2 (Build *self,
              GError **error)
{
  gboolean minimum = self->options.algorithm == HD_TREE_MINIMUM_COST;
  Obstacle obstacle = { .full = HD_NO_ID, .at = HD_NO_ID };
  g_autoptr (HdRootSearch) search = NULL;
  guint n_roots;

  if (self->n == 1)
    return finish (self, (const guint32[]){ HD_NO_ID }, NULL, 0, error);
  search = hd_root_search_new (self->network, self->nics, self->n, self->options.link_weight, error);
  if (search == NULL)
    return NULL;
  n_roots = hd_root_search_get_n (search);
  if (self->options.roots > 0)
    n_roots = MIN (n_roots, self->options.roots);
  for (; obstacle.tried < n_roots; obstacle.tried++)
    {
      g_auto (HdPhysicalTree) physical = { NULL };
      g_autofree guint32 *limits = NULL;
      g_autofree guint8 *kept = NULL;
      guint32 full;

      if (!hd_budget_spend (hd_budget_get_current (), 1 + self->n, error))
        return NULL;
      if (!hd_root_search_build (search, obstacle.tried, !(minimum && self->options.relaxed), &physical, &full))
        {
          obstacle.full = obstacle.full == HD_NO_ID ? full : obstacle.full;
          continue;
        }
      limits = g_new (guint32, physical.branches->len);
      kept = g_new (guint8, physical.branches->len);
      for (guint32 b = 0; b < physical.branches->len; b++)
        limits[b] = self->network->degree[g_array_index (physical.branches, HdTreeBranch, b).node];
      if (minimum ? keep_few (self, &physical, limits, kept, &obstacle) : keep_all (&physical, limits, kept, &obstacle))
        return attach (self, &physical, limits, kept, error);
    }
  set_obstacle (self, &obstacle, error);
  return NULL;
}

/* ---- selection ------------------------------------------------------------------------------------------------------- */

/* By equation 9, with d the most children in the physical tree under the best root. */
static gboolean
prefers_type_2 (Build *self)
{
  g_autoptr (HdRootSearch) search = hd_root_search_new (self->network, self->nics, self->n, self->options.link_weight, NULL);
  g_auto (HdPhysicalTree) physical = { NULL };
  g_autofree guint32 *count = NULL;
  guint32 full, d = 2;

  if (search == NULL || !hd_root_search_build (search, 0, FALSE, &physical, &full))
    return FALSE;
  count = g_new0 (guint32, physical.branches->len);
  for (guint32 b = physical.branches->len; b-- > 0;)
    {
      const HdTreeBranch *branch = &g_array_index (physical.branches, HdTreeBranch, b);

      count[b] += branch->processes;
      d = MAX (d, count[b]);
      if (branch->parent != HD_NO_ID)
        count[branch->parent]++;
    }
  return hd_tree_cost_prefers_type_2 (&self->cost, d, self->n, self->up, smallest_degree (self));
}

static HdTree *
build_with_fallback (Build *self,
                     GError **error)
{
  g_autoptr (GError) why = NULL;
  HdTree *tree = build_type_2 (self, &why);
  HdTreeFallback fallback = HD_TREE_FALLBACK_NONE;

  if (tree != NULL)
    return tree;
  if (self->options.fall_back && g_error_matches (why, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES))
    fallback = HD_TREE_FALLBACK_ENTRIES;
  else if (self->options.fall_back && g_error_matches (why, HD_TREE_ERROR, HD_TREE_ERROR_INFEASIBLE))
    fallback = HD_TREE_FALLBACK_DEGREE;
  else
    {
      g_propagate_error (error, g_steal_pointer (&why));
      return NULL;
    }
  self->options.algorithm = HD_TREE_HIERARCHICAL;
  tree = build_type_1 (self, error);
  if (tree != NULL)
    tree->fallback = fallback;
  return tree;
}

HdTree *
hd_tree_build (HdTreeNetwork *network,
               const guint32 *members,
               guint32 n_members,
               const HdTreeOptions *options,
               GError **error)
{
  g_auto (Build) self = { .network = network, .members = members, .n = n_members, .options = *options };
  double down;

  if (!check_options (&self, error))
    return NULL;
  self.nics = g_new (guint32, n_members);
  if (!hd_tree_network_find_nics (network, members, n_members, self.nics, error) || !check_degrees (&self, error))
    return NULL;
  if (options->operation == HD_TREE_BARRIER)
    self.options.bytes = 0;
  self.cost = options->cost != NULL ? *options->cost : hd_tree_network_get_cost (network, members, n_members);
  if (options->cost == NULL)
    self.cost.broadcast = options->broadcast;
  self.levels = hd_tree_levels_new (network, members, n_members);
  hd_tree_operation_get_bytes (self.options.operation, self.options.bytes, &self.up, &down);
  if (options->algorithm == HD_TREE_SELECTED)
    {
      self.options.algorithm = prefers_type_2 (&self) ? HD_TREE_MINIMUM_COST : HD_TREE_HIERARCHICAL;
      self.options.fall_back = TRUE;
    }
  return hd_tree_algorithm_is_type_2 (self.options.algorithm) ? build_with_fallback (&self, error) : build_type_1 (&self, error);
}
