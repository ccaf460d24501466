/* heddle-tree-figure.c: an aggregation tree as bands of groups
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-figure"

#include "heddle-tree-figure.h"

#include <glib/gi18n.h>


/* ---- construction ---------------------------------------------------------------------------------------------------- */

static gboolean
is_kept (const HdTreeBranch *branch)
{
  return branch->vertex != HD_NO_ID;
}

static guint32
count_pruned (HdTree *tree)
{
  guint32 n, n_pruned = 0;
  const HdTreeBranch *branches = hd_tree_get_branches (tree, &n);

  for (guint32 i = 0; i < n; i++)
    n_pruned += !is_kept (&branches[i]);
  return n_pruned;
}

static void
copy_tree (HeddleTreeFigure *self)
{
  HeddleTreeShape shape = {
    .parents = hd_tree_get_parents (self->tree),
    .groups = hd_tree_get_leaves (self->tree),
  };
  guint32 n = hd_tree_get_n_vertices (self->tree), n_members = hd_tree_get_n_members (self->tree);

  for (guint32 v = 0; v < n; v++)
    {
      self->parents[v] = shape.parents[v];
      self->levels[v] = hd_tree_get_levels (self->tree)[v];
      self->order[v] = hd_tree_get_order (self->tree)[v];
      self->nodes[v] = hd_tree_get_nodes (self->tree)[v];
      self->groups[v] = shape.groups[v];
      self->crosses[v] = heddle_tree_shape_crosses (&shape, v);
      self->kinds[v] = v < n_members ? HEDDLE_TREE_PROCESS : HEDDLE_TREE_SWITCH;
    }
}

static GHashTable *
number_leaves (HdTree *tree)
{
  GHashTable *numbers = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < hd_tree_get_n_leaves (tree); i++)
    g_hash_table_insert (numbers, GUINT_TO_POINTER (hd_tree_get_leaf_nodes (tree)[i]), GUINT_TO_POINTER (i + 1));
  return numbers;
}

/* Switches stand where they do in the physical tree, pruned or not, and processes below their leaf switch. */
static void
add_branches (HeddleTreeFigure *self)
{
  guint32 n, next = hd_tree_get_n_vertices (self->tree), n_leaves = hd_tree_get_n_leaves (self->tree);
  const HdTreeBranch *branches = hd_tree_get_branches (self->tree, &n);
  g_autofree guint32 *depths = g_new0 (guint32, MAX (n, 1)), *below = g_new0 (guint32, MAX (n_leaves, 1));
  g_autoptr (GHashTable) leaves = number_leaves (self->tree);

  for (guint32 b = 0; b < n; b++)
    {
      guint32 leaf = GPOINTER_TO_UINT (g_hash_table_lookup (leaves, GUINT_TO_POINTER (branches[b].node)));
      guint32 vertex = is_kept (&branches[b]) ? branches[b].vertex : next++;

      depths[b] = branches[b].parent != HD_NO_ID ? depths[branches[b].parent] + 1 : 0;
      self->levels[vertex] = depths[b];
      if (leaf > 0)
        below[leaf - 1] = depths[b] + 1;
      if (is_kept (&branches[b]))
        continue;
      self->parents[vertex] = HEDDLE_TREE_NONE;
      self->order[vertex] = vertex;
      self->nodes[vertex] = branches[b].node;
      self->groups[vertex] = leaf > 0 ? leaf - 1 : HEDDLE_TREE_NONE;
      self->crosses[vertex] = FALSE;
      self->kinds[vertex] = HEDDLE_TREE_PRUNED;
    }
  for (guint32 v = 0; n > 0 && v < hd_tree_get_n_members (self->tree); v++)
    if (self->groups[v] != HEDDLE_TREE_NONE && below[self->groups[v]] > 0)
      self->levels[v] = below[self->groups[v]];
}

/* From groups of leaf switches to those of @level of the nested groups; a leaf switch goes with the processes below it. */
static void
take_larger_groups (HeddleTreeFigure *self,
                    guint             level)
{
  guint32 n_leaves = hd_tree_get_n_leaves (self->tree);
  const guint32 *groups = hd_tree_get_groups (self->tree, level, &self->shape.n_groups);
  g_autofree guint32 *of_leaf = g_new (guint32, MAX (n_leaves, 1));

  for (guint32 i = 0; i < n_leaves; i++)
    of_leaf[i] = HEDDLE_TREE_NONE;
  for (guint32 v = 0; v < hd_tree_get_n_members (self->tree); v++)
    if (self->groups[v] != HEDDLE_TREE_NONE)
      of_leaf[self->groups[v]] = groups[v];
  for (guint32 v = 0; v < self->shape.n; v++)
    if (self->kinds[v] == HEDDLE_TREE_PROCESS)
      self->groups[v] = groups[v];
    else if (self->groups[v] != HEDDLE_TREE_NONE)
      self->groups[v] = of_leaf[self->groups[v]];
}

static void
choose_groups (HeddleTreeFigure *self)
{
  guint32 n;

  self->shape.n_groups = hd_tree_get_n_leaves (self->tree);
  if (self->shape.n_groups <= HEDDLE_TREE_MOST_GROUPS)
    {
      self->group_nodes = g_memdup2 (hd_tree_get_leaf_nodes (self->tree), sizeof (guint32) * self->shape.n_groups);
      return;
    }
  for (guint level = 0; level < hd_tree_get_n_group_levels (self->tree); level++)
    {
      hd_tree_get_groups (self->tree, level, &n);
      if (n <= HEDDLE_TREE_MOST_GROUPS)
        {
          take_larger_groups (self, level);
          return;
        }
    }
  self->shape.n_groups = 0;
  for (guint32 v = 0; v < self->shape.n; v++)
    self->groups[v] = HEDDLE_TREE_NONE;
}

HeddleTreeFigure *
heddle_tree_figure_new (HdTree   *tree,
                        HdDesign *design)
{
  HeddleTreeFigure *self = g_new0 (HeddleTreeFigure, 1);
  guint32 n = hd_tree_get_n_vertices (tree) + count_pruned (tree);

  self->tree = hd_tree_ref (tree);
  self->design = hd_design_ref (design);
  self->parents = g_new (guint32, n);
  self->levels = g_new (guint32, n);
  self->order = g_new (guint32, n);
  self->groups = g_new (guint32, n);
  self->nodes = g_new (guint32, n);
  self->crosses = g_new (guint8, n);
  self->kinds = g_new (guint8, n);
  self->shape = (HeddleBandShape){ n, self->parents, self->levels, self->order, self->groups, self->crosses, self->kinds, 0, 0 };
  copy_tree (self);
  add_branches (self);
  choose_groups (self);
  for (guint32 v = 0; v < n; v++)
    self->shape.n_levels = MAX (self->shape.n_levels, self->levels[v] + 1);

  return self;
}

void
heddle_tree_figure_free (HeddleTreeFigure *self)
{
  if (self == NULL)
    return;
  hd_tree_unref (self->tree);
  hd_design_unref (self->design);
  g_free (self->parents);
  g_free (self->levels);
  g_free (self->order);
  g_free (self->groups);
  g_free (self->nodes);
  g_free (self->group_nodes);
  g_free (self->crosses);
  g_free (self->kinds);
  g_free (self);
}

/* ---- words ----------------------------------------------------------------------------------------------------------- */

char *
heddle_tree_figure_dup_group (const HeddleTreeFigure *self,
                              guint32                 group)
{
  if (group >= self->shape.n_groups)
    return g_strdup (_("no group"));
  if (self->group_nodes != NULL)
    return hd_design_dup_node_path (self->design, self->group_nodes[group]);
  return g_strdup_printf (_("group %u"), group);
}

static void
add_tree_lines (const HeddleTreeFigure *self,
                guint32                 vertex,
                GString                *text)
{
  guint32 n_children, parent = self->parents[vertex];
  g_autofree char *ready = hd_figure_time (hd_tree_get_ready (self->tree)[vertex], 4);

  hd_tree_get_children (self->tree, vertex, &n_children);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, ngettext ("%u child", "%u children", n_children), n_children);
  if (parent != HEDDLE_TREE_NONE)
    {
      g_autofree char *path = hd_design_dup_node_path (self->design, self->nodes[parent]);
      guint32 length = hd_tree_get_lengths (self->tree)[vertex];

      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%u link to %s", "%u links to %s", length), length, path);
    }
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _("has everything from below after %s"), ready);
}

char *
heddle_tree_figure_dup_vertex (const HeddleTreeFigure *self,
                               guint32                 vertex)
{
  g_autofree char *path = hd_design_dup_node_path (self->design, self->nodes[vertex]);
  GString *text = g_string_new (NULL);

  if (self->kinds[vertex] == HEDDLE_TREE_PRUNED)
    {
      g_string_append_printf (text, _("Switch %s: passes packets on, takes no table entry"), path);
      return g_string_free (text, FALSE);
    }
  if (self->kinds[vertex] == HEDDLE_TREE_SWITCH)
    g_string_append_printf (text, _("Switch %s"), path);
  else
    g_string_append_printf (text, _("Rank %u, %s"), vertex, path);
  add_tree_lines (self, vertex, text);
  return g_string_free (text, FALSE);
}
