/* hd-tree-check.c: whether a tree is what it says
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * That it spans its members once and has no cycle is found when it is linked up; here are degree limits and the definition of its type.
 */
#define G_LOG_DOMAIN "hd-tree-check"

#include "hd-tree-private.h"

#include "hd-i18n.h"
#include "hd-tree-shape.h"

static gboolean
refuse (HdTreeNetwork *network,
        guint32 node,
        const char *what,
        GError **error)
{
  g_autofree char *path = hd_design_dup_node_path (network->design, node);

  g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_INVALID, "“%s”: %s", path, what);
  return FALSE;
}

static gboolean
check_degrees (HdTree *self,
               HdTreeNetwork *network,
               GError **error)
{
  for (guint32 v = 0; v < self->n_vertices; v++)
    if (self->first_child[v + 1] - self->first_child[v] > network->degree[self->places[v]])
      return refuse (network, self->places[v], _("more children than its degree limit"), error);
  return TRUE;
}

static gboolean
check_ranks (HdTree *self,
             HdTreeNetwork *network,
             guint64 (*parent_of) (guint64 rank, guint64 k),
             GError **error)
{
  for (guint32 v = 0; v < self->n_members; v++)
    if (v == 0 ? self->parents[v] != HD_NO_ID : self->parents[v] != parent_of (v, self->width))
      return refuse (network, self->nodes[v], _("its parent is not that of the definition"), error);
  return TRUE;
}

/* All but the head of a group have their parent inside, on every level. */
static gboolean
check_groups (HdTree *self,
              HdTreeNetwork *network,
              guint64 levels,
              GError **error)
{
  for (guint level = 0; level < self->groups->len; level++)
    {
      const guint32 *groups = g_ptr_array_index (self->groups, level);
      g_autofree guint8 *has_head = g_new0 (guint8, g_array_index (self->group_counts, guint32, level));

      if (levels != 0 && (level >= 64 || (levels >> level & 1) == 0))
        continue;
      for (guint32 v = 0; v < self->n_members; v++)
        {
          guint32 parent = self->parents[v];

          if ((parent == HD_NO_ID || groups[parent] != groups[v]) && has_head[groups[v]]++)
            return refuse (network, self->nodes[v], _("a second member of its group with a parent outside"), error);
        }
    }
  return TRUE;
}

/* Definition 9: every switch without switches below has processes, and all processes are there. */
static gboolean
check_branches (HdTree *self,
                HdTreeNetwork *network,
                GError **error)
{
  guint32 n = self->branches->len, total = 0;
  g_autofree guint8 *has_child = g_new0 (guint8, n);

  for (guint32 b = n; b-- > 0;)
    {
      const HdTreeBranch *branch = &g_array_index (self->branches, HdTreeBranch, b);

      if ((branch->parent == HD_NO_ID) != (b == 0))
        return refuse (network, branch->node, _("not under the root of the physical tree"), error);
      if (!has_child[b] && branch->processes == 0)
        return refuse (network, branch->node, _("a leaf of the physical tree without a process"), error);
      if (b > 0)
        has_child[branch->parent] = TRUE;
      total += branch->processes;
    }
  return total == self->n_members || refuse (network, self->nodes[0], _("processes are missing from the physical tree"), error);
}

/* Definition 10: each parent is an ancestor in the physical tree. */
static gboolean
check_ancestors (HdTree *self,
                 HdTreeNetwork *network,
                 GError **error)
{
  for (guint32 v = 0; v < self->n_vertices; v++)
    {
      guint32 branch = v < self->n_members ? self->member_branches[v]
                                           : g_array_index (self->branches, HdTreeBranch, self->vertex_branches[v - self->n_members]).parent;

      if (v == self->root)
        continue;
      while (branch != HD_NO_ID && g_array_index (self->branches, HdTreeBranch, branch).vertex != self->parents[v])
        branch = g_array_index (self->branches, HdTreeBranch, branch).parent;
      if (branch == HD_NO_ID)
        return refuse (network, self->nodes[v], _("its parent is not its ancestor in the physical tree"), error);
    }
  return TRUE;
}

gboolean
_hd_tree_check (HdTree *self,
                HdTreeNetwork *network,
                guint64 levels,
                GError **error)
{
  if (!check_degrees (self, network, error))
    return FALSE;
  switch (self->algorithm)
    {
    case HD_TREE_K_ARY:
      return check_ranks (self, network, hd_k_ary_parent, error);
    case HD_TREE_K_NOMIAL:
      return check_ranks (self, network, hd_k_nomial_parent, error);
    case HD_TREE_HIERARCHICAL:
      return check_groups (self, network, levels, error);
    default:
      return self->branches == NULL || (check_branches (self, network, error) && check_ancestors (self, network, error));
    }
}
