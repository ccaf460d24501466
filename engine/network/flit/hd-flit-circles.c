/* hd-flit-circles.c: whether flits could wait for each other in a circle on the routes of a network, and what keeps them from it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All routes between nodes that may send to each other are looked at, each by itself: so as many threads do that as the run has. What they find is a set of
 * waits and the largest of numbers, which are the same whoever finds them first.
 */
#define G_LOG_DOMAIN "hd-flit-network"

#include "hd-flit-private.h"

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-crew.h"
#include "hd-i18n.h"

#define MAX_NAMED 8
#define MAX_CHECKED_PAIRS (1u << 20) /* of nodes, whose routes are looked at for circles */
#define PAIRS_OF_WORKER (1u << 16)   /* that are worth a thread */

/* ---- routes ----------------------------------------------------------------------------------------------------------- */

typedef struct _Search Search;
typedef void (*RouteFunc) (Search *self,
                           guint worker,
                           const guint32 *ways,
                           guint n);

/* @error: worker 0's, whose budget it is */
struct _Search
{
  HdFlitNetwork *network;
  GArray *senders;         /* of guint32: nodes that have agents */
  HdCrew *crew;
  guint n_workers;
  HdFlitClasses **classes; /* by worker: the waits that it found; the first is the network's */
  RouteFunc func;
  gboolean is_stopped;     /* atomic */
  GError *error;
};

/* Only one thread has a budget. */
static gboolean
may_go_on (Search *self,
           guint worker)
{
  if (worker == 0 && !hd_budget_may_go_on (hd_budget_get_current (), &self->error))
    __atomic_store_n (&self->is_stopped, TRUE, __ATOMIC_RELAXED);
  return !__atomic_load_n (&self->is_stopped, __ATOMIC_RELAXED);
}

/* The routes from a share of the senders to all, in each net. */
static void
look_at_share (gpointer data,
               guint worker)
{
  Search *self = data;
  HdAgentRoutes *routes = self->network->parent.routes;
  g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint first = (guint) ((guint64) worker * self->senders->len / self->n_workers);
  guint behind = (guint) ((guint64) (worker + 1) * self->senders->len / self->n_workers);

  for (guint net = 0; net < hd_agent_routes_get_n_nets (routes); net++)
    for (guint i = first; i < behind; i++)
      for (guint k = 0; k < self->senders->len; k++)
        {
          guint32 from = g_array_index (self->senders, guint32, i), to = g_array_index (self->senders, guint32, k);

          if (!may_go_on (self, worker))
            return;
          if (from != to && hd_agent_routes_list (routes, from, to, net, ways, NULL))
            self->func (self, worker, (const guint32 *) (gpointer) ways->data, ways->len);
        }
}

/* Calls @func for the route of each pair of nodes that may send to each other, in each net: ways, one behind the other. */
static gboolean
each_route (Search *self,
            RouteFunc func,
            GError **error)
{
  self->func = func;
  if (self->crew != NULL)
    hd_crew_run (self->crew, look_at_share, self);
  else
    look_at_share (self, 0);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

static void
add_waits (Search *self,
           guint worker,
           const guint32 *ways,
           guint n)
{
  for (guint i = 1; i < n; i++)
    hd_flit_classes_add (self->classes[worker], ways[i - 1], ways[i]);
}

static HdFlitExit *
get_exit (const HdFlitNetwork *self,
          guint32 way)
{
  return _hd_flit_network_get_exit (self, _hd_flit_network_get_end (self, way ^ 1), self->parent.link_ports[way]);
}

static void
raise_to (guint16 *number,
          guint16 least)
{
  guint16 old = __atomic_load_n (number, __ATOMIC_RELAXED);

  while (old < least && !__atomic_compare_exchange_n (number, &old, least, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

static void
count_classes (Search *self,
               guint worker,
               const guint32 *ways,
               guint n)
{
  guint class = 0;

  for (guint i = 1; i < n; i++)
    {
      class = hd_flit_classes_step (self->network->classes, ways[i - 1], ways[i], class);
      raise_to (&get_exit (self->network, ways[i])->n_classes, (guint16) (class + 1));
    }
}

static void
search_init (Search *self,
             HdFlitNetwork *network)
{
  const HdRunSettings *settings = hd_design_get_run_settings (network->parent.design);
  guint64 n_pairs;

  *self = (Search){ .network = network, .senders = g_array_new (FALSE, FALSE, sizeof (guint32)) };
  for (guint32 i = 0; i < network->parent.n_nodes; i++)
    if (_hd_agent_network_get_node (&network->parent, i)->states != NULL)
      g_array_append_val (self->senders, i);
  n_pairs = (guint64) self->senders->len * self->senders->len;
  network->is_checked = n_pairs <= MAX_CHECKED_PAIRS;
  self->n_workers = network->is_checked && settings->sync != HD_SYNC_SERIAL ? (guint) CLAMP (n_pairs / PAIRS_OF_WORKER, 1, settings->threads) : 1;
  self->crew = self->n_workers > 1 ? hd_crew_new (self->n_workers) : NULL;
  self->classes = g_new (HdFlitClasses *, self->n_workers);
  for (guint i = 0; i < self->n_workers; i++)
    self->classes[i] = hd_flit_classes_new (2 * hd_design_get_n_links (network->parent.design));
  network->classes = self->classes[0];
}

/* What the network has stays. */
static void
search_clear (Search *self)
{
  g_clear_pointer (&self->crew, hd_crew_free);
  for (guint i = 1; i < self->n_workers; i++)
    hd_flit_classes_free (self->classes[i]);
  g_free (self->classes);
  g_array_unref (self->senders);
}

static gboolean
look_at_routes (Search *self,
                GError **error)
{
  HdFlitNetwork *network = self->network;

  if (network->is_checked && !each_route (self, add_waits, error))
    return FALSE;
  for (guint i = 1; i < self->n_workers; i++)
    hd_flit_classes_add_all (network->classes, self->classes[i]);
  hd_flit_classes_sort (network->classes);
  return !hd_flit_classes_has_circle (network->classes) || each_route (self, count_classes, error);
}

/* ---- what is wrong ---------------------------------------------------------------------------------------------------- */

static char *
dup_circle (HdFlitNetwork *self)
{
  g_autoptr (GArray) circle = hd_flit_classes_find_circle (self->classes);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < MIN (circle->len, MAX_NAMED); i++)
    {
      guint32 way = g_array_index (circle, guint32, i);
      g_autofree char *link = hd_design_dup_link_path (self->parent.design, way / 2);
      g_autofree char *to = hd_design_dup_node_path (self->parent.design, _hd_flit_network_get_end (self, way));

      g_string_append_printf (names, names->len > 0 ? _(", then “%s” to “%s”") : _("“%s” to “%s”"), link, to);
    }
  if (circle->len > MAX_NAMED)
    g_string_append_printf (names, _(" and %u more"), circle->len - MAX_NAMED);
  return g_string_free (names, FALSE);
}

/* An exit that leads to a port with fewer channels than it needs, the one that lacks most; or NULL. */
static const HdFlitExit *
find_narrow_exit (const HdFlitNetwork *self)
{
  const HdFlitExit *worst = NULL;

  for (gsize i = 0; i < self->first_exits[self->parent.n_nodes]; i++)
    if (self->exits[i].n_classes > self->exits[i].n_channels
        && (worst == NULL || self->exits[i].n_classes - self->exits[i].n_channels > worst->n_classes - worst->n_channels))
      worst = &self->exits[i];
  return worst;
}

gboolean
_hd_flit_network_find_classes (HdFlitNetwork *self,
                               GError **error)
{
  g_autofree char *circle = NULL, *router = NULL;
  const HdFlitExit *narrow;
  gboolean is_done;
  Search search;

  search_init (&search, self);
  is_done = look_at_routes (&search, error);
  search_clear (&search);
  if (!is_done)
    return FALSE;
  narrow = find_narrow_exit (self);
  if (narrow == NULL)
    return TRUE;
  circle = dup_circle (self);
  router = hd_design_dup_node_path (self->parent.design, _hd_flit_network_get_end (self, narrow->way));
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK,
               _("Flits could wait for each other in a circle: %s. These routes need %u virtual channels, but a port of “%s” has %u"), circle, narrow->n_classes,
               router, narrow->n_channels);
  return FALSE;
}

void
hd_flit_network_find_circle (HdFlitNetwork *self,
                             GArray *nodes,
                             GArray *links)
{
  g_autoptr (GArray) circle = hd_flit_classes_find_circle (self->classes);
  const HdFlitExit *narrow = find_narrow_exit (self);
  guint32 node = narrow != NULL ? _hd_flit_network_get_end (self, narrow->way) : HD_NO_ID;

  if (narrow == NULL)
    return;
  g_array_append_val (nodes, node);
  for (guint i = 0; i < circle->len; i++)
    {
      guint32 link = g_array_index (circle, guint32, i) / 2;

      g_array_append_val (links, link);
    }
}
