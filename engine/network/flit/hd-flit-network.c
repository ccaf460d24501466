/* hd-flit-network.c: makes the network of a design, and reads it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-network"

#include "hd-flit-network.h"

#include <inttypes.h>
#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-budget.h"
#include "hd-flit-private.h"
#include "hd-i18n.h"

#define MAX_NAMED 8
#define DIGITS 3
#define FREQUENCY_WITHOUT_LINKS 1e9
#define MAX_CHECKED_PAIRS (1u << 20) /* of nodes, whose routes are looked at for circles */
#define PIPELINE 4                   /* cycles of a credit's way round besides those of the link, twice */
#define PIPELINE_BEHIND_ARBITER 2    /* cycles from winning the switch to the link */
#define ROUNDING 1e-9                /* of a cycle: that much more is none */

/* ---- links in cycles -------------------------------------------------------------------------------------------------- */

static const HdLink *
get_link (const HdFlitNetwork *self,
          guint32 link)
{
  return &hd_design_get_links (self->parent.design)[link];
}

/* Cycles that a flit needs, from the start of one to that of the next. */
static double
get_interval (const HdFlitNetwork *self,
              guint32 link)
{
  double rate = hd_link_get_rate (get_link (self, link)) * (1 - hd_design_get_link_noise (self->parent.design, link));
  double interval = (double) self->rules.flit_bytes * self->frequency / rate;

  return interval > 1 + ROUNDING ? interval : 1;
}

static double
get_cycles (const HdFlitNetwork *self,
            guint32 link)
{
  return MAX (1, ceil (hd_time_to_seconds (get_link (self, link)->latency_ps) * self->frequency - ROUNDING));
}

static gboolean
fail_link (const HdFlitNetwork *self,
           guint32 link,
           const char *what,
           GError **error)
{
  g_autofree char *path = hd_design_dup_link_path (self->parent.design, link);

  g_set_error (error, HD_ERROR, HD_ERROR_RANGE, "“%s”: %s", path, what);
  return FALSE;
}

static gboolean
check_links (HdFlitNetwork *self,
             GError **error)
{
  for (guint32 l = 0; l < hd_design_get_n_links (self->parent.design); l++)
    {
      g_autofree char *what = NULL, *latency = NULL, *cycles = NULL;

      if (!hd_budget_may_go_on (hd_budget_get_current (), error))
        return FALSE;
      if (get_cycles (self, l) > HD_FLIT_MAX_CYCLES)
        {
          cycles = hd_figure_count ((guint64) get_cycles (self, l));
          latency = hd_figure_time (get_link (self, l)->latency_ps, DIGITS);
          what = g_strdup_printf (_("its latency of %s is %s cycles of the network's clock; at most %d are possible. Use a slower clock or larger flits"),
                                  latency, cycles, HD_FLIT_MAX_CYCLES);
        }
      else if (get_link (self, l)->sharing == HD_SHARING_SHARED && get_link (self, l)->from != get_link (self, l)->to
               && _hd_agent_network_get_node (&self->parent, get_link (self, l)->from)->partition
                    != _hd_agent_network_get_node (&self->parent, get_link (self, l)->to)->partition)
        what = g_strdup (_("both directions share it, so its ends must be in one partition"));
      if (what != NULL)
        return fail_link (self, l, what, error);
    }
  return TRUE;
}

/* The least clock at which no link waits for it. */
static gboolean
find_clock (HdFlitNetwork *self,
            GError **error)
{
  guint32 n_links = hd_design_get_n_links (self->parent.design), fastest = 0;
  g_autofree char *rate = NULL, *clock = NULL, *what = NULL;
  double frequency = FREQUENCY_WITHOUT_LINKS;

  for (guint32 l = 1; l < n_links; l++)
    if (hd_link_get_rate (get_link (self, l)) > hd_link_get_rate (get_link (self, fastest)))
      fastest = l;
  if (n_links > 0)
    frequency = hd_link_get_rate (get_link (self, fastest)) / (double) self->rules.flit_bytes;
  if (hd_clock_domain_init (&self->clock, frequency, NULL))
    return TRUE;
  rate = hd_figure_in (hd_link_get_rate (get_link (self, fastest)), "B/s", DIGITS);
  clock = hd_figure_in (frequency, "Hz", DIGITS);
  what = g_strdup_printf (_("at %s, flits of %" PRIu64 " B need a clock of %s, which is not between 1 mHz and 1 THz. Set the clock, or use other flits"), rate,
                          self->rules.flit_bytes, clock);
  return fail_link (self, fastest, what, error);
}

static gboolean
check_rules (HdFlitNetwork *self,
             GError **error)
{
  const HdFlitRules *rules = &self->rules;

  if (rules->flit_bytes == 0 || rules->packet_bytes == 0 || rules->channels == 0 || rules->channels > HD_FLIT_MAX_CHANNELS
      || rules->in_buffer > HD_FLIT_MAX_BUFFER || rules->packet_bytes / rules->flit_bytes + rules->header_flits > G_MAXINT32)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                   _("Flits of %" PRIu64 " B in packets of %" PRIu64 " B, %u virtual channels with room for %u flits are not possible: sizes are at least 1 B, a port "
                     "has 1 to %d channels, a channel room for %d flits at most"),
                   rules->flit_bytes, rules->packet_bytes, rules->channels, rules->in_buffer, HD_FLIT_MAX_CHANNELS, HD_FLIT_MAX_BUFFER);
      return FALSE;
    }
  if (rules->clock > 0 ? !hd_clock_domain_init (&self->clock, rules->clock, error) : !find_clock (self, error))
    return FALSE;
  self->frequency = (double) HD_TICKS_PER_SECOND * (double) self->clock.den / (double) self->clock.num; /* what it is to a millihertz */
  return TRUE;
}

/* ---- building --------------------------------------------------------------------------------------------------------- */

static gboolean
is_switch (const HdFlitNetwork *self,
           guint32 node)
{
  return hd_design_get_nodes (self->parent.design)[node].type->role == HD_ROLE_SWITCH;
}

static void
number_ways (HdFlitNetwork *self)
{
  guint32 n_links = hd_design_get_n_links (self->parent.design), n_nodes = self->parent.n_nodes;
  g_autofree guint32 *n_ports = g_new0 (guint32, n_nodes + 1);

  _hd_agent_network_number_links (&self->parent, n_ports);
  self->first_ways = g_new0 (gsize, n_nodes + 1);
  self->ways = g_new (guint32, 2 * (gsize) n_links + 1);
  for (guint32 i = 0; i < n_nodes; i++)
    {
      self->first_ways[i + 1] = self->first_ways[i] + n_ports[i];
      _hd_flit_network_get_member (self, i)->setup.n_ports = n_ports[i];
    }
  for (guint32 way = 0; way < 2 * n_links; way++)
    {
      guint32 from = way % 2 == 0 ? get_link (self, way / 2)->from : get_link (self, way / 2)->to;

      self->ways[self->first_ways[from] + self->parent.link_ports[way]] = way;
    }
}

/* What keeps the slowest round of a credit from being waited for. */
static guint
find_buffer (HdFlitNetwork *self,
             guint32 node)
{
  double flits = HD_FLIT_LEAST_BUFFER;

  if (self->rules.in_buffer > 0)
    return self->rules.in_buffer;
  for (gsize i = self->first_ways[node]; i < self->first_ways[node + 1]; i++)
    flits = MAX (flits, ceil ((PIPELINE + 2 * get_cycles (self, self->ways[i] / 2)) / get_interval (self, self->ways[i] / 2)));
  return (guint) MIN (flits, HD_FLIT_MAX_BUFFER);
}

static gboolean
set_up_members (HdFlitNetwork *self,
                const guint32 *partitions,
                GError **error)
{
  double bytes = 0;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      HdFlitMember *member = _hd_flit_network_get_member (self, i);

      if (!hd_budget_may_go_on (hd_budget_get_current (), error))
        return FALSE;
      if (member->setup.n_ports == 0)
        continue;
      if (member->setup.n_ports >= HD_FLIT_MAX_PORTS)
        {
          g_autofree char *path = hd_design_dup_node_path (self->parent.design, i);

          g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” has %u links; at most %d are possible at flit fidelity"), path, member->setup.n_ports,
                       HD_FLIT_MAX_PORTS - 1);
          return FALSE;
        }
      member->setup.id = i;
      member->setup.is_interface = !is_switch (self, i);
      member->setup.channels = self->rules.channels;
      member->setup.in_buffer = find_buffer (self, i);
      member->setup.out_buffer = self->rules.out_buffer;
      member->parent.partition = partitions != NULL ? partitions[i] : 0;
      self->n_hosts = MAX (self->n_hosts, member->parent.partition + 1);
      if (!member->setup.is_interface)
        bytes += (double) member->setup.n_ports * member->setup.channels * (2.0 * member->setup.in_buffer * sizeof (guint32) + 128);
    }
  return hd_budget_take (hd_budget_get_current (), bytes, 1, _("The buffers of all routers take memory"), error);
}

static void
add_members (HdFlitNetwork *self)
{
  self->hosts = g_new0 (HdFlitHost, self->n_hosts + 1);
  for (guint p = 0; p < self->n_hosts; p++)
    {
      HdFlitHost *host = &self->hosts[p];

      host->network = self;
      host->cycle = -1;
      host->due = HD_FLIT_NEVER;
      host->slabs = g_ptr_array_new_with_free_func (g_free);
      host->latencies = g_array_new (FALSE, TRUE, sizeof (HdTime));
      host->tile = hd_flit_tile_new (self->rules.arbitration, self->rules.seed, &_hd_flit_host_tile_class, host);
    }
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      HdFlitMember *member = _hd_flit_network_get_member (self, i);

      if (member->setup.n_ports == 0)
        continue;
      member->host = &self->hosts[member->parent.partition];
      member->place = hd_flit_tile_add (member->host->tile, &member->setup);
      member->n_outs = member->setup.is_interface ? member->setup.n_ports : 1;
      member->outs = g_new0 (HdFlitOut, member->n_outs);
      member->ways = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      member->orders = g_hash_table_new (NULL, NULL);
      _hd_agent_network_add_node (&self->parent, i, member->parent.partition, &_hd_flit_member_model);
    }
  for (guint p = 0; p < self->n_hosts; p++)
    {
      g_autofree char *path = g_strdup_printf ("(routers of %u)", p);

      self->hosts[p].kernel_id = hd_kernel_add_component (self->parent.kernel, path, &_hd_flit_host_model, p, &self->hosts[p]);
    }
}

/* The shortest time that @cycles can take, between any two edges. */
static HdTime
get_least_time (const HdFlitNetwork *self,
                double cycles)
{
  return (HdTime) floor (cycles * (double) self->clock.num / (double) self->clock.den - ROUNDING);
}

static void
set_latency (HdFlitHost *host,
             guint port,
             HdTime latency)
{
  if (host->latencies->len <= port)
    g_array_set_size (host->latencies, port + 1);
  g_array_index (host->latencies, HdTime, port) = latency;
}

static void
join_tiles (HdFlitNetwork *self,
            guint32 way,
            HdFlitMember *from,
            guint from_port,
            HdFlitMember *to,
            guint to_port)
{
  guint cycles = (guint) get_cycles (self, way / 2);
  HdTime there = get_least_time (self, cycles + (from->setup.is_interface ? 0 : PIPELINE_BEHIND_ARBITER)), back = get_least_time (self, cycles + 1);
  guint32 outlet = hd_flit_tile_add_outlet (from->host->tile, from->place, from_port, &to->setup, cycles, get_interval (self, way / 2));
  guint32 inlet = hd_flit_tile_add_inlet (to->host->tile, to->place, to_port, cycles);

  if (get_interval (self, way / 2) > 1)
    there = get_least_time (self, cycles);
  set_latency (from->host, HD_FLIT_PORT_OF_OUTLET (outlet), there);
  set_latency (to->host, HD_FLIT_PORT_OF_INLET (inlet), back);
  hd_kernel_connect (self->parent.kernel, from->host->kernel_id, HD_FLIT_PORT_OF_OUTLET (outlet), to->host->kernel_id, 2 * inlet, there);
  hd_kernel_connect (self->parent.kernel, to->host->kernel_id, HD_FLIT_PORT_OF_INLET (inlet), from->host->kernel_id, 2 * outlet, back);
}

static void
join (HdFlitNetwork *self)
{
  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      const HdLink *link = get_link (self, way / 2);
      HdFlitMember *from = _hd_flit_network_get_member (self, way % 2 == 0 ? link->from : link->to);
      HdFlitMember *to = _hd_flit_network_get_member (self, way % 2 == 0 ? link->to : link->from);
      guint from_port = self->parent.link_ports[way], to_port = self->parent.link_ports[way ^ 1];

      if (from->host != to->host)
        join_tiles (self, way, from, from_port, to, to_port);
      else
        hd_flit_tile_connect (from->host->tile, from->place, from_port, to->place, to_port, (guint) get_cycles (self, way / 2), get_interval (self, way / 2));
    }
  for (guint32 l = 0; l < hd_design_get_n_links (self->parent.design); l++)
    {
      const HdFlitMember *from = _hd_flit_network_get_member (self, get_link (self, l)->from), *to = _hd_flit_network_get_member (self, get_link (self, l)->to);

      if (get_link (self, l)->sharing == HD_SHARING_SHARED)
        hd_flit_tile_share (from->host->tile, from->place, self->parent.link_ports[2 * (gsize) l], to->place, self->parent.link_ports[2 * (gsize) l + 1]);
    }
  for (guint p = 0; p < self->n_hosts; p++)
    hd_flit_tile_seal (self->hosts[p].tile);
}

static const HdAgentNetworkClass network_class = { .send = _hd_flit_member_send };

HdFlitNetwork *
hd_flit_network_new (HdDesign *design,
                     const HdFlitRules *rules,
                     HdKernel *kernel,
                     const guint32 *partitions,
                     GError **error)
{
  g_autoptr (HdFlitNetwork) self = g_new0 (HdFlitNetwork, 1);

  _hd_agent_network_init (&self->parent, &network_class, design, kernel, sizeof (HdFlitMember), partitions != NULL);
  self->rules = *rules;
  self->n_classes = 1;
  number_ways (self);
  if (!check_rules (self, error) || !set_up_members (self, partitions, error) || !check_links (self, error))
    return NULL;
  add_members (self);
  join (self);
  return g_steal_pointer (&self);
}

static void
member_clear (HdFlitMember *self)
{
  GHashTableIter iter;
  gpointer order;

  for (guint i = 0; i < self->n_outs; i++)
    hd_flit_cargos_clear (&self->outs[i].cargos);
  g_free (self->outs);
  g_clear_pointer (&self->ways, g_hash_table_unref);
  if (self->orders == NULL)
    return;
  g_hash_table_iter_init (&iter, self->orders);
  while (g_hash_table_iter_next (&iter, NULL, &order))
    {
      g_clear_pointer (&((HdFlitOrder *) order)->early, g_ptr_array_unref);
      g_free (order);
    }
  g_hash_table_unref (self->orders);
}

void
hd_flit_network_free (HdFlitNetwork *self)
{
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    member_clear (_hd_flit_network_get_member (self, i));
  for (guint p = 0; self->hosts != NULL && p < self->n_hosts; p++)
    {
      hd_flit_tile_free (self->hosts[p].tile);
      g_ptr_array_unref (self->hosts[p].slabs);
      g_array_unref (self->hosts[p].latencies);
    }
  g_clear_pointer (&self->classes, hd_flit_classes_free);
  g_free (self->hosts);
  g_free (self->ways);
  g_free (self->first_ways);
  _hd_agent_network_clear (&self->parent);
  g_free (self);
}

/* ---- classes of channels ---------------------------------------------------------------------------------------------- */

static guint32
get_way (const HdRoute *route,
         guint hop)
{
  return 2 * route->links[hop] + route->directions[hop];
}

typedef struct
{
  HdFlitNetwork *network;
  GArray *senders; /* of guint32: nodes that have agents */
  guint n_classes;
} Circles;

/* Calls @func for the route of each pair of nodes that may send to each other, in each net. */
static gboolean
each_route (Circles *self,
            void (*func) (Circles *self, const HdRoute *route),
            GError **error)
{
  HdAgentRoutes *routes = self->network->parent.routes;

  for (guint net = 0; net < hd_agent_routes_get_n_nets (routes); net++)
    for (guint i = 0; i < self->senders->len; i++)
      for (guint k = 0; k < self->senders->len; k++)
        {
          guint32 from = g_array_index (self->senders, guint32, i), to = g_array_index (self->senders, guint32, k);
          HdRoute route;

          if (!hd_budget_may_go_on (hd_budget_get_current (), error))
            return FALSE;
          if (from != to && hd_agent_routes_find (routes, from, to, net, &route, NULL))
            func (self, &route);
        }
  return TRUE;
}

static void
add_waits (Circles *self,
           const HdRoute *route)
{
  for (guint i = 1; i < route->n_hops; i++)
    hd_flit_classes_add (self->network->classes, get_way (route, i - 1), get_way (route, i));
}

static void
count_classes (Circles *self,
               const HdRoute *route)
{
  guint class = 0;

  for (guint i = 1; i < route->n_hops; i++)
    {
      class = hd_flit_classes_step (self->network->classes, get_way (route, i - 1), get_way (route, i), class);
      self->n_classes = MAX (self->n_classes, class + 1);
    }
}

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

gboolean
hd_flit_network_seal (HdFlitNetwork *self,
                      GError **error)
{
  g_autoptr (GArray) senders = g_array_new (FALSE, FALSE, sizeof (guint32));
  Circles circles = { self, senders, 1 };
  g_autofree char *circle = NULL;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    if (_hd_agent_network_get_node (&self->parent, i)->states != NULL)
      g_array_append_val (senders, i);
  self->classes = hd_flit_classes_new (2 * hd_design_get_n_links (self->parent.design));
  self->is_checked = (guint64) senders->len * senders->len <= MAX_CHECKED_PAIRS;
  if (self->is_checked && !each_route (&circles, add_waits, error))
    return FALSE;
  hd_flit_classes_sort (self->classes);
  if (self->is_checked && !each_route (&circles, count_classes, error))
    return FALSE;
  self->n_classes = circles.n_classes;
  if (self->n_classes <= self->rules.channels)
    return TRUE;
  circle = dup_circle (self);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK,
               _("Flits could wait for each other in a circle: %s. These routes need %u virtual channels, but ports have %u"), circle, self->n_classes,
               self->rules.channels);
  return FALSE;
}

/* ---- reading ---------------------------------------------------------------------------------------------------------- */

double
hd_flit_network_get_clock (HdFlitNetwork *self)
{
  return self->frequency;
}

double
hd_flit_network_find_least_share (HdFlitNetwork *self,
                                  guint32 *out_link)
{
  double least = 1;

  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      const HdFlitNode *to = &_hd_flit_network_get_member (self, _hd_flit_network_get_end (self, way))->setup;
      double share = to->in_buffer * get_interval (self, way / 2) / (PIPELINE + 2 * get_cycles (self, way / 2));

      if (to->is_interface || share >= least)
        continue;
      least = share;
      *out_link = way / 2;
    }
  return least;
}

gboolean
hd_flit_network_is_checked (HdFlitNetwork *self)
{
  return self->is_checked;
}

/* Where packets wait, in the order of nodes. */
static char *
dup_waiting (HdFlitNetwork *self)
{
  GString *names = g_string_new (NULL);
  guint n = 0;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);
      guint out_port;

      for (guint c = 0; member->host != NULL && c < hd_flit_tile_get_n_inputs (member->host->tile, member->place); c++)
        {
          g_autofree char *node = NULL, *link = NULL;

          if (!hd_flit_tile_get_waiting (member->host->tile, member->place, c, &out_port) || n++ >= MAX_NAMED)
            continue;
          node = hd_design_dup_node_path (self->parent.design, i);
          link = hd_design_dup_link_path (self->parent.design, _hd_flit_network_get_way (self, i, out_port) / 2);
          g_string_append_printf (names, names->len > 0 ? _(", “%s” for “%s”") : _("“%s” for “%s”"), node, link);
        }
    }
  if (n > MAX_NAMED)
    g_string_append_printf (names, _(" and %u more"), n - MAX_NAMED);
  return g_string_free (names, FALSE);
}

gboolean
hd_flit_network_check (HdFlitNetwork *self,
                       GError **error)
{
  guint n = 0;
  g_autofree char *names = NULL;

  for (guint p = 0; p < self->n_hosts; p++)
    n += hd_flit_tile_get_n_packets (self->hosts[p].tile);
  if (n == 0)
    return TRUE;
  names = dup_waiting (self);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("%u packets wait for each other in the routers, and none can move: %s. Use more virtual channels, or routes without a circle"),
               n, names);
  return FALSE;
}

static const HdFlitMember *
find_start (HdFlitNetwork *self,
            guint32 link,
            guint direction)
{
  return _hd_flit_network_get_member (self, direction == 0 ? get_link (self, link)->from : get_link (self, link)->to);
}

double
hd_flit_network_get_carried (HdFlitNetwork *self,
                             guint32 link,
                             guint direction,
                             HdTime time)
{
  const HdFlitMember *member = find_start (self, link, direction);
  double cycle = (double) time * (double) self->clock.den / (double) self->clock.num;

  return hd_flit_tile_get_carried (member->host->tile, member->place, self->parent.link_ports[2 * (gsize) link + direction], cycle)
         * (double) self->rules.flit_bytes;
}

guint64
hd_flit_network_get_filled (HdFlitNetwork *self,
                            guint32 link,
                            guint direction)
{
  const HdFlitMember *member = find_start (self, link, 1 - direction);

  return hd_flit_tile_get_filled (member->host->tile, member->place, self->parent.link_ports[2 * (gsize) link + 1 - direction]) * self->rules.flit_bytes;
}

guint64
hd_flit_network_count (HdFlitNetwork *self,
                       guint64 events)
{
  for (guint p = 0; p < self->n_hosts; p++)
    events += hd_flit_tile_get_moves (self->hosts[p].tile) - self->hosts[p].n_events;
  return events;
}

/* In the order of nodes, so that sums do not depend on tiles. */
void
hd_flit_network_add_energy (HdFlitNetwork *self,
                            const HdFlitEnergyModel *model,
                            HdTime time,
                            HdFlitEnergy *energy)
{
  double cycles = hd_time_to_seconds (time) * self->frequency;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);
      HdFlitCounts counts;

      if (member->host == NULL)
        continue;
      hd_flit_tile_count (member->host->tile, member->place, &counts);
      hd_flit_energy_add (energy, model, &counts, member->setup.is_interface ? 0 : cycles);
    }
}

void
hd_flit_network_read (HdFlitNetwork *self,
                      HdFlitStatistics *out_statistics)
{
  *out_statistics = (HdFlitStatistics){ 0 };
  for (guint p = 0; p < self->n_hosts; p++)
    {
      const HdFlitStatistics *own = &self->hosts[p].statistics;

      out_statistics->packets += own->packets;
      out_statistics->latency += own->latency;
      out_statistics->longest_latency = MAX (out_statistics->longest_latency, own->longest_latency);
    }
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);

      for (guint port = 0; port < member->setup.n_ports; port++)
        out_statistics->link_flits += hd_flit_tile_get_sent (member->host->tile, member->place, port);
    }
}
