/* hd-tree.c: an aggregation tree and what is known of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree"

#include "hd-tree-private.h"

#include <string.h>

#include "hd-i18n.h"

static const struct
{
  const char *id;
  const char *title;
  const char *help;
} algorithms[] = {
  [HD_TREE_K_ARY] = { "k-ary", N_("k-ary"), N_("The complete tree with k children each, by rank; knows nothing of the network.") },
  [HD_TREE_K_NOMIAL] = { "k-nomial", N_("k-nomial"), N_("k copies of a smaller tree under one of their roots, by rank; NICs of all levels work at once.") },
  [HD_TREE_HIERARCHICAL] = { "hierarchical-k-nomial", N_("Hierarchical k-nomial"),
                             N_("k-nomial over the nested groups of the network, of minimum height: each group sends one packet out.") },
  [HD_TREE_PHYSICAL] = { "physical", N_("Physical"), N_("Every switch of a shortest-path tree aggregates and takes a table entry.") },
  [HD_TREE_MINIMUM_COST] = { "minimum-cost", N_("Minimum cost"), N_("As few switches of the physical tree as the degree limits allow.") },
  [HD_TREE_SELECTED] = { "selected", N_("Selected"), N_("Hierarchical k-nomial or minimum cost, whichever the cost model prefers.") },
};

G_STATIC_ASSERT (G_N_ELEMENTS (algorithms) == HD_TREE_N_ALGORITHMS);

const char *
hd_tree_algorithm_get_id (HdTreeAlgorithm algorithm)
{
  g_return_val_if_fail (algorithm < HD_TREE_N_ALGORITHMS, NULL);
  return algorithms[algorithm].id;
}

const char *
hd_tree_algorithm_get_title (HdTreeAlgorithm algorithm)
{
  g_return_val_if_fail (algorithm < HD_TREE_N_ALGORITHMS, NULL);
  return _(algorithms[algorithm].title);
}

const char *
hd_tree_algorithm_get_help (HdTreeAlgorithm algorithm)
{
  g_return_val_if_fail (algorithm < HD_TREE_N_ALGORITHMS, NULL);
  return _(algorithms[algorithm].help);
}

gboolean
hd_tree_algorithm_is_type_2 (HdTreeAlgorithm algorithm)
{
  return algorithm == HD_TREE_PHYSICAL || algorithm == HD_TREE_MINIMUM_COST;
}

gboolean
hd_tree_algorithm_find (const char *id,
                        HdTreeAlgorithm *out_algorithm,
                        GError **error)
{
  for (guint i = 0; i < HD_TREE_N_ALGORITHMS; i++)
    if (strcmp (id, algorithms[i].id) == 0)
      {
        *out_algorithm = i;
        return TRUE;
      }
  g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ALGORITHM,
               _("There is no type of tree “%s”; there are k-ary, k-nomial, hierarchical-k-nomial, physical, minimum-cost and selected"), id);
  return FALSE;
}

/* ---- construction ---------------------------------------------------------------------------------------------------- */

static HdTree *
tree_new_empty (guint32 n_members,
                guint32 n_vertices)
{
  HdTree *self = g_new0 (HdTree, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_members = n_members;
  self->n_vertices = n_vertices;
  self->nodes = g_new (guint32, n_vertices);
  self->places = g_new (guint32, n_vertices);
  self->parents = g_new (guint32, n_vertices);
  self->levels = g_new0 (guint32, n_vertices);
  self->lengths = g_new0 (guint32, n_vertices);
  self->latencies = g_new0 (HdTime, n_vertices);
  self->distances = g_new0 (guint32, n_vertices);
  self->leaves = g_new (guint32, n_vertices);
  self->ready = g_new0 (HdTime, n_vertices);
  self->order = g_new (guint32, n_vertices);
  self->first_child = g_new0 (guint32, n_vertices + 1);
  self->children = g_new (guint32, n_vertices);
  self->group_counts = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->links = g_array_new (FALSE, FALSE, sizeof (HdTreeLink));
  return self;
}

/* Children lists, and the order of levels; FALSE if @parents is no tree. */
static gboolean
link_up (HdTree *self)
{
  g_autofree guint32 *fill = NULL;
  guint32 n = 0;

  self->root = HD_NO_ID;
  for (guint32 v = 0; v < self->n_vertices; v++)
    {
      if (self->parents[v] == HD_NO_ID)
        {
          if (self->root != HD_NO_ID)
            return FALSE;
          self->root = v;
        }
      else if (self->parents[v] >= self->n_vertices)
        return FALSE;
      else
        self->first_child[self->parents[v] + 1]++;
    }
  if (self->root == HD_NO_ID)
    return FALSE;
  for (guint32 v = 0; v < self->n_vertices; v++)
    self->first_child[v + 1] += self->first_child[v];
  fill = g_memdup2 (self->first_child, sizeof *fill * self->n_vertices);
  for (guint32 v = 0; v < self->n_vertices; v++)
    if (self->parents[v] != HD_NO_ID)
      self->children[fill[self->parents[v]]++] = v;
  self->order[n++] = self->root;
  for (guint32 head = 0; head < n; head++)
    {
      guint32 v = self->order[head];

      for (guint32 c = self->first_child[v]; c < self->first_child[v + 1]; c++)
        {
          self->levels[self->children[c]] = self->levels[v] + 1;
          self->order[n++] = self->children[c];
        }
    }
  return n == self->n_vertices; /* what lies on a cycle is never reached */
}

static void
number_leaves (HdTree *self,
               HdTreeNetwork *network)
{
  g_autofree guint32 *number = g_new (guint32, network->n_switches);

  memset (number, 0xff, sizeof *number * network->n_switches);
  for (guint32 v = 0; v < self->n_members; v++)
    {
      self->leaves[v] = hd_tree_network_find_leaf (network, self->places[v]);
      number[network->switch_number[self->leaves[v]]] = 0;
    }
  self->leaf_nodes = g_new (guint32, network->n_switches);
  for (guint32 s = 0; s < network->n_switches; s++)
    if (number[s] != HD_NO_ID)
      {
        self->leaf_nodes[self->n_leaves] = network->switches[s];
        number[s] = self->n_leaves++;
      }
  for (guint32 v = 0; v < self->n_vertices; v++)
    self->leaves[v] = number[network->switch_number[v < self->n_members ? self->leaves[v] : self->nodes[v]]];
}

HdTree *
_hd_tree_new (HdTreeNetwork *network,
              const guint32 *members,
              const guint32 *places,
              guint32 n_members,
              const guint32 *parents,
              HdPhysicalTree *physical,
              GPtrArray *levels,
              const HdTreeOptions *options,
              GError **error)
{
  guint32 n_vertices = n_members;
  g_autoptr (HdTree) self = NULL;

  for (guint32 b = 0; physical != NULL && b < physical->branches->len; b++)
    n_vertices += g_array_index (physical->branches, HdTreeBranch, b).vertex != HD_NO_ID;
  self = tree_new_empty (n_members, n_vertices);
  self->algorithm = options->algorithm;
  self->operation = options->operation;
  self->bytes = options->bytes;
  self->groups = levels;
  memcpy (self->nodes, members, sizeof *members * n_members);
  memcpy (self->places, places, sizeof *places * n_members);
  memcpy (self->parents, parents, sizeof *parents * n_vertices);
  if (physical != NULL)
    {
      self->branches = g_steal_pointer (&physical->branches);
      self->member_branches = g_steal_pointer (&physical->member_branches);
      self->member_links = g_steal_pointer (&physical->member_links);
      self->vertex_branches = g_new (guint32, n_vertices - n_members);
      for (guint32 b = 0; b < self->branches->len; b++)
        {
          const HdTreeBranch *branch = &g_array_index (self->branches, HdTreeBranch, b);

          if (branch->vertex == HD_NO_ID)
            continue;
          self->nodes[branch->vertex] = self->places[branch->vertex] = branch->node;
          self->vertex_branches[branch->vertex - n_members] = b;
        }
    }
  for (guint i = 0; i < levels->len; i++)
    {
      const guint32 *groups = g_ptr_array_index (levels, i);
      guint32 n_groups = 0;

      for (guint32 m = 0; m < n_members; m++)
        n_groups = MAX (n_groups, groups[m] + 1);
      g_array_append_val (self->group_counts, n_groups);
    }
  if (!link_up (self))
    {
      g_set_error_literal (error, HD_TREE_ERROR, HD_TREE_ERROR_INVALID, _("The parents are no tree: some member is not under the root"));
      return NULL;
    }
  number_leaves (self, network);
  return g_steal_pointer (&self);
}

HdTree *
hd_tree_ref (HdTree *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_tree_unref (HdTree *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->nodes);
  g_free (self->places);
  g_free (self->parents);
  g_free (self->levels);
  g_free (self->lengths);
  g_free (self->latencies);
  g_free (self->distances);
  g_free (self->leaves);
  g_free (self->leaf_nodes);
  g_free (self->ready);
  g_free (self->order);
  g_free (self->first_child);
  g_free (self->children);
  g_ptr_array_unref (self->groups);
  g_array_unref (self->group_counts);
  g_array_unref (self->links);
  g_clear_pointer (&self->branches, g_array_unref);
  g_free (self->member_branches);
  g_free (self->member_links);
  g_free (self->vertex_branches);
  g_free (self);
}

/* ---- entries --------------------------------------------------------------------------------------------------------- */

static void
add_to_links (HdTreeNetwork *network,
              HdTree *tree,
              gint32 n)
{
  for (guint32 i = 0; i < tree->links->len; i++)
    network->link_trees[g_array_index (tree->links, HdTreeLink, i).link] += n;
}

void
_hd_tree_climb (const HdTree *self,
                const HdLink *links,
                guint32 vertex,
                guint32 end,
                HdTreeHop hop,
                gpointer data)
{
  guint32 branch;

  if (vertex < self->n_members)
    {
      branch = self->member_branches[vertex];
      hop (data, self->member_links[vertex], links[self->member_links[vertex]].to == g_array_index (self->branches, HdTreeBranch, branch).node ? 0 : 1);
    }
  else
    {
      branch = self->vertex_branches[vertex - self->n_members];
    }
  while (g_array_index (self->branches, HdTreeBranch, branch).vertex != end)
    {
      const HdTreeBranch *at = &g_array_index (self->branches, HdTreeBranch, branch);

      hop (data, at->link, links[at->link].from == at->node ? 0 : 1);
      branch = at->parent;
    }
}

gboolean
hd_tree_network_occupy (HdTreeNetwork *self,
                        HdTree *tree,
                        GError **error)
{
  for (guint32 v = tree->n_members; v < tree->n_vertices; v++)
    {
      guint32 number = self->switch_number[tree->nodes[v]];

      if (self->used[number] >= self->entries[number])
        {
          g_autofree char *path = hd_design_dup_node_path (self->design, tree->nodes[v]);

          g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES, _("All %u aggregation entries of “%s” are in use"), self->entries[number], path);
          return FALSE;
        }
    }
  for (guint32 v = tree->n_members; v < tree->n_vertices; v++)
    self->used[self->switch_number[tree->nodes[v]]]++;
  add_to_links (self, tree, 1);
  return TRUE;
}

void
hd_tree_network_release (HdTreeNetwork *self,
                         HdTree *tree)
{
  for (guint32 v = tree->n_members; v < tree->n_vertices; v++)
    {
      guint32 *used = &self->used[self->switch_number[tree->nodes[v]]];

      g_return_if_fail (*used > 0);
      (*used)--;
    }
  add_to_links (self, tree, -1);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

HdTreeAlgorithm
hd_tree_get_algorithm (HdTree *self)
{
  return self->algorithm;
}

HdTreeOperation
hd_tree_get_operation (HdTree *self)
{
  return self->operation;
}

double
hd_tree_get_bytes (HdTree *self)
{
  return self->bytes;
}

HdTreeFallback
hd_tree_get_fallback (HdTree *self)
{
  return self->fallback;
}

guint32
hd_tree_get_width (HdTree *self)
{
  return self->width;
}

guint32
hd_tree_get_root (HdTree *self)
{
  return self->root;
}

guint32
hd_tree_get_n_members (HdTree *self)
{
  return self->n_members;
}

guint32
hd_tree_get_n_vertices (HdTree *self)
{
  return self->n_vertices;
}

const guint32 *
hd_tree_get_nodes (HdTree *self)
{
  return self->nodes;
}

const guint32 *
hd_tree_get_parents (HdTree *self)
{
  return self->parents;
}

const guint32 *
hd_tree_get_levels (HdTree *self)
{
  return self->levels;
}

const guint32 *
hd_tree_get_lengths (HdTree *self)
{
  return self->lengths;
}

const guint32 *
hd_tree_get_leaves (HdTree *self)
{
  return self->leaves;
}

guint32
hd_tree_get_n_leaves (HdTree *self)
{
  return self->n_leaves;
}

const guint32 *
hd_tree_get_leaf_nodes (HdTree *self)
{
  return self->leaf_nodes;
}

const HdTime *
hd_tree_get_ready (HdTree *self)
{
  return self->ready;
}

const guint32 *
hd_tree_get_order (HdTree *self)
{
  return self->order;
}

const guint32 *
hd_tree_get_children (HdTree *self,
                      guint32 vertex,
                      guint32 *out_n)
{
  g_return_val_if_fail (vertex < self->n_vertices, NULL);
  *out_n = self->first_child[vertex + 1] - self->first_child[vertex];
  return self->children + self->first_child[vertex];
}

guint
hd_tree_get_n_group_levels (HdTree *self)
{
  return self->groups->len;
}

const guint32 *
hd_tree_get_groups (HdTree *self,
                    guint level,
                    guint32 *out_n_groups)
{
  g_return_val_if_fail (level < self->groups->len, NULL);
  *out_n_groups = g_array_index (self->group_counts, guint32, level);
  return g_ptr_array_index (self->groups, level);
}

const HdTreeLink *
hd_tree_get_links (HdTree *self,
                   guint32 *out_n)
{
  *out_n = self->links->len;
  return (const HdTreeLink *) (gpointer) self->links->data;
}

const HdTreeBranch *
hd_tree_get_branches (HdTree *self,
                      guint32 *out_n)
{
  *out_n = self->branches != NULL ? self->branches->len : 0;
  return self->branches != NULL ? (const HdTreeBranch *) (gpointer) self->branches->data : NULL;
}

const HdTreeMetrics *
hd_tree_get_metrics (HdTree *self)
{
  return &self->metrics;
}

HdTreeTime
hd_tree_get_time (HdTree *self)
{
  return self->time;
}
