/* hd-tree-ways.c: ways along the physical tree that an aggregation tree was built on
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-job"

#include "hd-tree-ways.h"

#include "hd-tree-private.h"

struct _HdTreeWays
{
  const HdTree *tree;
  HdRouter *router;    /* NULL where only the physical tree is asked */
  const HdLink *links;
  GArray *hops;        /* of guint32: the way up */
  GArray *directions;  /* of guint8 */
};

HdTreeWays *
hd_tree_ways_new (HdTree *tree,
                  HdDesign *design,
                  HdRouter *router)
{
  HdTreeWays *self = g_new0 (HdTreeWays, 1);

  self->tree = tree;
  self->router = router;
  self->links = hd_design_get_links (design);
  self->hops = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->directions = g_array_new (FALSE, FALSE, sizeof (guint8));
  return self;
}

void
hd_tree_ways_free (HdTreeWays *self)
{
  g_array_unref (self->hops);
  g_array_unref (self->directions);
  g_free (self);
}

static void
add_hop (gpointer data,
         guint32 link,
         guint direction)
{
  HdTreeWays *self = data;
  guint8 narrow = (guint8) direction;

  g_array_append_val (self->hops, link);
  g_array_append_val (self->directions, narrow);
}

HdRoute
hd_tree_ways_climb (HdTreeWays *self,
                    guint32 vertex,
                    guint32 end)
{
  g_array_set_size (self->hops, 0);
  g_array_set_size (self->directions, 0);
  _hd_tree_climb (self->tree, self->links, vertex, end, add_hop, self);
  return (HdRoute){ (const guint32 *) (gpointer) self->hops->data, (const guint8 *) self->directions->data, self->hops->len, 0 };
}

HdRoute
hd_tree_ways_turn_round (HdTreeWays *self)
{
  guint32 *hops = (guint32 *) (gpointer) self->hops->data;
  guint8 *directions = (guint8 *) self->directions->data;
  guint n = self->hops->len;

  for (guint i = 0; i < n; i++)
    directions[i] ^= 1;
  for (guint i = 0; i < n / 2; i++)
    {
      guint32 hop = hops[i];
      guint8 direction = directions[i];

      hops[i] = hops[n - 1 - i];
      directions[i] = directions[n - 1 - i];
      hops[n - 1 - i] = hop;
      directions[n - 1 - i] = direction;
    }
  return (HdRoute){ hops, directions, n, 0 };
}

gboolean
hd_tree_ways_find (gpointer data,
                   guint32 member,
                   HdRoute *out_route,
                   GError **error)
{
  HdTreeWays *self = data;
  const HdTree *tree = self->tree;

  if (tree->branches == NULL)
    return hd_router_find (self->router, tree->places[tree->root], tree->places[member], NULL, 0, out_route, error);
  hd_tree_ways_climb (self, member, tree->root);
  *out_route = hd_tree_ways_turn_round (self);
  return TRUE;
}
