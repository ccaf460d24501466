/* hd-agent-routes.c: the routes that parcels take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is under way carries the number of its route and the hop where it is, so that nodes in between look nothing up. What a rule lays out is made anew
 * by whoever asks, and what the router has found before any number of threads recall at once; to find what is new, and to give out a number, is for one of
 * them at a time, once for each pair. Getting takes no lock: a number comes to another thread in a packet, through a channel that releases and acquires, after the route was written; chunks of the table never move.
 *
 * Numbers depend on which thread asks first. Nothing that is simulated depends on numbers.
 */
#define G_LOG_DOMAIN "hd-agent-routes"

#include "hd-agent-routes.h"

#include <pthread.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-pair-hash.h>

#include "hd-agent-network.h"
#include "hd-i18n.h"
#include "hd-route-graph.h"

#define CHUNK 4096
#define N_CHUNKS (HD_AGENT_MAX_ROUTES / CHUNK)

typedef struct
{
  guint32 *classes;
  guint n_classes;
  GHashTable *ways; /* of Way, by their ends; or NULL */
} Net;

typedef struct
{
  guint64 ends; /* source << 32 | destination */
  guint n_hops;
  guint32 *links;
  guint8 *directions;
} Way;

struct _HdAgentRoutes
{
  const HdLink *links;       /* borrowed, as the next */
  const guint32 *link_ports;
  pthread_rwlock_t router_lock; /* to write while it finds */
  HdRouter *router;
  HdDesign *state; /* owned: which links have failed */
  GArray *nets; /* of Net; the first is that of all classes */
  pthread_mutex_t lock; /* of what follows */
  guint32 n;
  HdAgentRoute **chunks[N_CHUNKS];
};

static void
net_clear (gpointer data)
{
  Net *net = data;

  g_free (net->classes);
  g_clear_pointer (&net->ways, g_hash_table_unref);
}

static void
way_free (gpointer data)
{
  Way *way = data;

  g_free (way->links);
  g_free (way->directions);
  g_free (way);
}

HdAgentRoutes *
hd_agent_routes_new (HdDesign *design,
                      const guint32 *link_ports)
{
  HdAgentRoutes *self = g_new0 (HdAgentRoutes, 1);

  self->links = hd_design_get_links (design);
  self->link_ports = link_ports;
  self->router = hd_router_new (design);
  self->state = hd_design_ref (design);
  self->nets = g_array_new (FALSE, TRUE, sizeof (Net));
  g_array_set_clear_func (self->nets, net_clear);
  g_array_set_size (self->nets, 1);
  hd_router_open (self->router, NULL, 0);
  pthread_rwlock_init (&self->router_lock, NULL);
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

void
hd_agent_routes_free (HdAgentRoutes *self)
{
  for (guint32 i = 0; i < self->n; i++)
    g_free (self->chunks[i / CHUNK][i % CHUNK]);
  for (guint i = 0; i < N_CHUNKS; i++)
    g_free (self->chunks[i]);
  g_array_unref (self->nets);
  hd_router_free (self->router);
  hd_design_unref (self->state);
  pthread_rwlock_destroy (&self->router_lock);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

guint32
hd_agent_routes_add_net (HdAgentRoutes *self,
                          const guint32 *classes,
                          guint n_classes)
{
  const Net net = { g_memdup2 (classes, n_classes * sizeof *classes), n_classes };

  for (guint i = 1; i < self->nets->len; i++)
    {
      const Net *known = &g_array_index (self->nets, Net, i);

      if (known->ways != NULL || known->n_classes != n_classes || memcmp (known->classes, classes, n_classes * sizeof *classes) != 0)
        continue;
      g_free (net.classes);
      return i;
    }
  if (self->nets->len > HD_AGENT_MAX_NETS)
    {
      g_free (net.classes);
      return HD_NO_ID;
    }
  g_array_append_val (self->nets, net);
  hd_router_open (self->router, net.classes, net.n_classes);
  return self->nets->len - 1;
}

guint32
hd_agent_routes_add_ways (HdAgentRoutes *self)
{
  const Net net = { .ways = g_hash_table_new_full (hd_pair_hash, g_int64_equal, NULL, way_free) };

  if (self->nets->len > HD_AGENT_MAX_NETS)
    {
      g_hash_table_unref (net.ways);
      return HD_NO_ID;
    }
  g_array_append_val (self->nets, net);
  return self->nets->len - 1;
}

void
hd_agent_routes_set_way (HdAgentRoutes *self,
                          guint32 net,
                          guint32 source,
                          guint32 destination,
                          const HdRoute *way)
{
  GHashTable *ways = g_array_index (self->nets, Net, net).ways;
  Way *kept = g_new (Way, 1);

  *kept = (Way){ (guint64) source << 32 | destination, way->n_hops, g_memdup2 (way->links, way->n_hops * sizeof *way->links),
                 g_memdup2 (way->directions, way->n_hops * sizeof *way->directions) };
  if (g_hash_table_contains (ways, &kept->ends))
    way_free (kept);
  else
    g_hash_table_insert (ways, &kept->ends, kept);
}

guint
hd_agent_routes_get_n_nets (const HdAgentRoutes *self)
{
  return self->nets->len;
}

void
hd_agent_routes_set_state (HdAgentRoutes *self,
                           HdDesign *state)
{
  hd_router_free (self->router);
  self->router = hd_router_new (state);
  for (guint i = 0; i < self->nets->len; i++)
    hd_router_open (self->router, g_array_index (self->nets, Net, i).classes, g_array_index (self->nets, Net, i).n_classes);
  hd_design_unref (self->state);
  self->state = hd_design_ref (state);
}

static gboolean
is_whole (HdAgentRoutes *self,
          const Way *way)
{
  for (guint i = 0; i < way->n_hops; i++)
    if (hd_design_has_failed (self->state, way->links[i]))
      return FALSE;
  return TRUE;
}

static gboolean
ask_router (HdAgentRoutes *self,
            guint32 source,
            guint32 destination,
            const Net *net,
            HdRoute *out_route,
            GError **error)
{
  gboolean found;

  pthread_rwlock_rdlock (&self->router_lock);
  found = hd_router_recall (self->router, source, destination, net->classes, net->n_classes, out_route);
  pthread_rwlock_unlock (&self->router_lock);
  if (found)
    return TRUE;
  pthread_rwlock_wrlock (&self->router_lock);
  found = hd_router_find (self->router, source, destination, net->classes, net->n_classes, out_route, error);
  pthread_rwlock_unlock (&self->router_lock);
  return found;
}

static const Way *
get_given (const Net *net,
           guint32 source,
           guint32 destination)
{
  guint64 ends = (guint64) source << 32 | destination;

  return net->ways != NULL ? g_hash_table_lookup (net->ways, &ends) : NULL;
}

/* The way that was given, or, without one or while a link of it has failed, what the router finds. */
gboolean
hd_agent_routes_find (HdAgentRoutes *self,
                      guint32 source,
                      guint32 destination,
                      guint32 number,
                      HdRoute *out_route,
                      GError **error)
{
  const Net *net = &g_array_index (self->nets, Net, number);
  const Way *way = get_given (net, source, destination);

  if (way == NULL || !is_whole (self, way))
    return ask_router (self, source, destination, net, out_route, error);
  *out_route = (HdRoute){ way->links, way->directions, way->n_hops, 0 };
  return TRUE;
}

gboolean
hd_agent_routes_list (HdAgentRoutes *self,
                      guint32 source,
                      guint32 destination,
                      guint32 number,
                      GArray *ways,
                      GError **error)
{
  const Net *net = &g_array_index (self->nets, Net, number);
  HdRoute route;

  g_array_set_size (ways, 0);
  if (get_given (net, source, destination) == NULL && hd_router_lay_out (self->router, source, destination, net->classes, net->n_classes, ways))
    return TRUE;
  if (!hd_agent_routes_find (self, source, destination, number, &route, error))
    return FALSE;
  for (guint i = 0; i < route.n_hops; i++)
    {
      guint32 way = 2 * route.links[i] + route.directions[i];

      g_array_append_val (ways, way);
    }
  return TRUE;
}

static HdAgentRoute *
make_route (HdAgentRoutes *self,
            guint32 source,
            guint32 destination,
            guint32 net,
            const GArray *ways)
{
  HdAgentRoute *route = g_malloc (sizeof *route + ways->len * sizeof (guint32));

  *route = (HdAgentRoute){ source, destination, net, ways->len, 0 };
  for (guint i = 0; i < ways->len; i++)
    {
      guint32 way = g_array_index (ways, guint32, i);

      route->latency = hd_time_add (route->latency, self->links[way / 2].latency_ps);
      route->ports[i] = self->link_ports[way];
    }
  return route;
}

/* Takes @route; FALSE if there are too many. */
static gboolean
number (HdAgentRoutes *self,
        HdAgentRoute *route,
        guint32 *out_number)
{
  gboolean has_room;

  pthread_mutex_lock (&self->lock);
  has_room = self->n < HD_AGENT_MAX_ROUTES;
  if (has_room)
    {
      if (self->chunks[self->n / CHUNK] == NULL)
        self->chunks[self->n / CHUNK] = g_new (HdAgentRoute *, CHUNK);
      self->chunks[self->n / CHUNK][self->n % CHUNK] = route;
      *out_number = self->n++;
    }
  pthread_mutex_unlock (&self->lock);
  if (!has_room)
    g_free (route);
  return has_room;
}

gboolean
hd_agent_routes_add_rest (HdAgentRoutes *self,
                          guint32 source,
                          guint32 from,
                          guint32 destination,
                          guint32 net,
                          guint32 *out_number,
                          GError **error)
{
  g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (!hd_agent_routes_list (self, from, destination, net, ways, error))
    return FALSE;
  if (number (self, make_route (self, source, destination, net, ways), out_number))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("More than %u pairs of components send to each other"), HD_AGENT_MAX_ROUTES);
  return FALSE;
}

gboolean
hd_agent_routes_add (HdAgentRoutes *self,
                      guint32 source,
                      guint32 destination,
                      guint32 net,
                      guint32 *out_number,
                      GError **error)
{
  return hd_agent_routes_add_rest (self, source, source, destination, net, out_number, error);
}

const HdAgentRoute *
hd_agent_routes_get (const HdAgentRoutes *self,
                      guint32 number)
{
  return self->chunks[number / CHUNK][number % CHUNK];
}
