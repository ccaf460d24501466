/* hd-multicast.c: the way of one packet to many
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-multicast"

#include "hd-multicast.h"

#include <string.h>

typedef struct
{
  const HdLink *links;
  guint32 *place;  /* of a node in @nodes, or HD_NO_ID */
  GArray *nodes;
  GArray *parents; /* places */
  GArray *over;    /* links from these */
} Growing;

static guint32
add (Growing *self,
     guint32 node,
     guint32 parent,
     guint32 link)
{
  self->place[node] = self->nodes->len;
  g_array_append_val (self->nodes, node);
  g_array_append_val (self->parents, parent);
  g_array_append_val (self->over, link);
  return self->nodes->len - 1;
}

static guint32
end_of_hop (const Growing *self,
            const HdRoute *route,
            guint hop)
{
  const HdLink *link = &self->links[route->links[hop]];

  return route->directions[hop] == 0 ? link->to : link->from;
}

/* From the last node of the route that is there already: routes may part and meet again, a tree does not. */
static void
graft (Growing *self,
       const HdRoute *route)
{
  guint32 at = 0;
  guint first = 0;

  for (guint hop = route->n_hops; hop > 0 && first == 0; hop--)
    if (self->place[end_of_hop (self, route, hop - 1)] != HD_NO_ID)
      {
        at = self->place[end_of_hop (self, route, hop - 1)];
        first = hop;
      }
  for (guint hop = first; hop < route->n_hops; hop++)
    at = add (self, end_of_hop (self, route, hop), at, route->links[hop]);
}

static HdMulticast *
finish (Growing *self)
{
  HdMulticast *multicast = g_new0 (HdMulticast, 1);
  const guint32 *parents = (const guint32 *) (gpointer) self->parents->data;
  g_autofree guint32 *fill = NULL;
  guint32 n = self->nodes->len;

  multicast->n = n;
  multicast->nodes = g_memdup2 (self->nodes->data, n * sizeof (guint32));
  multicast->links = g_memdup2 (self->over->data, n * sizeof (guint32));
  multicast->first_child = g_new0 (guint32, n + 1);
  multicast->children = g_new (guint32, n);
  for (guint32 i = 1; i < n; i++)
    multicast->first_child[parents[i] + 1]++;
  for (guint32 i = 0; i < n; i++)
    multicast->first_child[i + 1] += multicast->first_child[i];
  fill = g_memdup2 (multicast->first_child, n * sizeof (guint32));
  for (guint32 i = 1; i < n; i++)
    multicast->children[fill[parents[i]]++] = i;
  return multicast;
}

HdMulticast *
hd_multicast_new (HdDesign *design,
                  guint32 root,
                  const guint32 *receivers,
                  guint32 n_receivers,
                  HdMulticastFind find,
                  gpointer data,
                  GError **error)
{
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree guint32 *place = g_new (guint32, n_nodes);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) parents = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) over = g_array_new (FALSE, FALSE, sizeof (guint32));
  Growing growing = { hd_design_get_links (design), place, nodes, parents, over };

  memset (place, 0xff, n_nodes * sizeof *place); /* HD_NO_ID */
  add (&growing, root, HD_NO_ID, HD_NO_ID);
  for (guint32 i = 0; i < n_receivers; i++)
    {
      HdRoute route;

      if (place[receivers[i]] != HD_NO_ID)
        continue;
      if (!find (data, i, &route, error))
        return NULL;
      graft (&growing, &route);
    }
  return finish (&growing);
}

void
hd_multicast_free (HdMulticast *self)
{
  g_free (self->nodes);
  g_free (self->first_child);
  g_free (self->children);
  g_free (self->links);
  g_free (self);
}
