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
#define PATIENCE 10000               /* cycles, besides those of the slowest links, after which what has not moved never will */
#define ROUNDING 1e-9                /* of a cycle: that much more is none */

/* ---- links in cycles -------------------------------------------------------------------------------------------------- */

static const HdLink *
get_link (const HdFlitNetwork *self,
          guint32 link)
{
  return &hd_design_get_links (self->parent.design)[link];
}

/* Where a way begins. */
static HdFlitMember *
get_start (const HdFlitNetwork *self,
           guint32 way)
{
  return _hd_flit_network_get_member (self, _hd_flit_network_get_end (self, way ^ 1));
}

/* Where it leads to. */
static HdFlitMember *
get_end (const HdFlitNetwork *self,
         guint32 way)
{
  return _hd_flit_network_get_member (self, _hd_flit_network_get_end (self, way));
}

static double
get_frequency (const HdFlitNetwork *self,
               const HdFlitMember *member)
{
  return g_array_index (self->clocks, HdFlitClock, member->clock).frequency;
}

/* Cycles of the clock where @way ends in one where it begins. */
static double
get_ratio (const HdFlitNetwork *self,
           guint32 way)
{
  return get_frequency (self, get_start (self, way)) / get_frequency (self, get_end (self, way));
}

/* Cycles that a flit needs, from the start of one to that of the next: at least one of each end's clock. */
static double
get_interval (const HdFlitNetwork *self,
              guint32 way)
{
  double rate = hd_link_get_rate (get_link (self, way / 2)) * (1 - hd_design_get_link_noise (self->parent.design, way / 2));
  double interval = MAX ((double) self->rules.flit_bytes * get_frequency (self, get_start (self, way)) / rate, get_ratio (self, way));

  return interval > 1 + ROUNDING ? interval : 1;
}

static double
get_cycles (const HdFlitNetwork *self,
            guint32 way)
{
  double seconds = hd_time_to_seconds (get_link (self, way / 2)->latency_ps);

  return MAX (1, ceil (seconds * get_frequency (self, get_start (self, way)) - ROUNDING));
}

/* Cycles from when a channel gives a credit away until it has it back, if nothing waits. */
static double
get_round (const HdFlitNetwork *self,
           guint32 way)
{
  return get_cycles (self, way) + (PIPELINE + get_end (self, way)->setup.stages + get_cycles (self, way ^ 1)) * get_ratio (self, way);
}

/* The longest that a flit may take for a link, and to get onto it, and what patience adds. */
static HdTime
find_patience (const HdFlitNetwork *self)
{
  double longest = 0;

  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      double cycles = PATIENCE + 2 * (get_round (self, way) + get_interval (self, way));

      longest = MAX (longest, cycles / get_frequency (self, get_start (self, way)));
    }
  return hd_time_from_seconds (longest);
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

/* Its ends take turns, so one tile has to run both. */
static gboolean
check_shared_link (const HdFlitNetwork *self,
                   guint32 link,
                   GError **error)
{
  const HdFlitMember *from = get_start (self, 2 * link), *to = get_end (self, 2 * link);

  if (get_link (self, link)->sharing != HD_SHARING_SHARED || from == to)
    return TRUE;
  if (from->parent.partition != to->parent.partition)
    return fail_link (self, link, _("both directions share it, so its ends must be in one partition"), error);
  return from->clock == to->clock || fail_link (self, link, _("both directions share it, so its ends must have one clock"), error);
}

static gboolean
check_links (HdFlitNetwork *self,
             GError **error)
{
  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      double cycles = get_cycles (self, way) + get_end (self, way)->setup.stages;

      if (!hd_budget_may_go_on (hd_budget_get_current (), error))
        return FALSE;
      if (cycles > HD_FLIT_MAX_CYCLES)
        {
          g_autofree char *count = hd_figure_count ((guint64) cycles), *latency = hd_figure_time (get_link (self, way / 2)->latency_ps, DIGITS);
          g_autofree char *what
            = g_strdup_printf (_("its latency of %s is %s cycles of the network's clock; at most %d are possible. Use a slower clock or larger flits"),
                               latency, count, HD_FLIT_MAX_CYCLES);

          return fail_link (self, way / 2, what, error);
        }
      if (way % 2 == 0 && !check_shared_link (self, way / 2, error))
        return FALSE;
    }
  return TRUE;
}

/* Its number, now if need be. */
static gboolean
add_clock (HdFlitNetwork *self,
           double frequency,
           guint *out_number,
           GError **error)
{
  HdFlitClock clock;
  gpointer number;

  if (!hd_clock_domain_init (&clock.domain, frequency, error))
    return FALSE;
  clock.frequency = (double) HD_TICKS_PER_SECOND * (double) clock.domain.den / (double) clock.domain.num;
  if (g_hash_table_lookup_extended (self->clock_numbers, &clock.frequency, NULL, &number))
    {
      *out_number = GPOINTER_TO_UINT (number);
      return TRUE;
    }
  *out_number = self->clocks->len;
  g_array_append_val (self->clocks, clock);
  g_hash_table_insert (self->clock_numbers, g_memdup2 (&clock.frequency, sizeof clock.frequency), GUINT_TO_POINTER (*out_number));
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
  guint first;

  for (guint32 l = 1; l < n_links; l++)
    if (hd_link_get_rate (get_link (self, l)) > hd_link_get_rate (get_link (self, fastest)))
      fastest = l;
  if (n_links > 0)
    frequency = hd_link_get_rate (get_link (self, fastest)) / (double) self->rules.flit_bytes;
  if (add_clock (self, frequency, &first, NULL))
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
  guint first;

  if (rules->flit_bytes == 0 || rules->packet_bytes == 0 || rules->channels == 0 || rules->channels > HD_FLIT_MAX_CHANNELS
      || rules->in_buffer > HD_FLIT_MAX_BUFFER || rules->packet_bytes / rules->flit_bytes + rules->header_flits > G_MAXINT32)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                   _("Flits of %" PRIu64 " B in packets of %" PRIu64 " B, %u virtual channels with room for %u flits are not possible: sizes are at least 1 B, a port "
                     "has 1 to %d channels, a channel room for %d flits at most"),
                   rules->flit_bytes, rules->packet_bytes, rules->channels, rules->in_buffer, HD_FLIT_MAX_CHANNELS, HD_FLIT_MAX_BUFFER);
      return FALSE;
    }
  return rules->clock > 0 ? add_clock (self, rules->clock, &first, error) : find_clock (self, error);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------ */

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
  self->first_exits = g_new0 (gsize, n_nodes + 1);
  self->exits = g_new0 (HdFlitExit, 2 * (gsize) n_links + 1);
  for (guint32 i = 0; i < n_nodes; i++)
    self->first_exits[i + 1] = self->first_exits[i] + n_ports[i];
  for (guint32 way = 0; way < 2 * n_links; way++)
    _hd_flit_network_get_exit (self, _hd_flit_network_get_end (self, way ^ 1), self->parent.link_ports[way])->way = way;
}

static gsize
count_ports (const HdFlitNetwork *self,
             guint32 node)
{
  return self->first_exits[node + 1] - self->first_exits[node];
}

/* What the router has of its own, or else what the rules say. */
static guint
get_own (const HdFlitNetwork *self,
         guint32 node,
         HdProperty property,
         guint usual)
{
  double own = hd_design_get_property (self->parent.design, node, property, 0);

  return own > 0 ? (guint) own : usual;
}

static gboolean
set_up_router (HdFlitNetwork *self,
               guint32 node,
               GError **error)
{
  HdFlitMember *member = _hd_flit_network_get_member (self, node);
  double frequency = hd_design_get_property (self->parent.design, node, HD_PROPERTY_CLOCK, 0);
  guint arbitration = get_own (self, node, HD_PROPERTY_ARBITRATION, 0);

  member->setup.channels = (guint16) get_own (self, node, HD_PROPERTY_VIRTUAL_CHANNELS, self->rules.channels);
  member->setup.in_buffer = get_own (self, node, HD_PROPERTY_INPUT_BUFFER, self->rules.in_buffer);
  member->setup.out_buffer = get_own (self, node, HD_PROPERTY_OUTPUT_BUFFER, self->rules.out_buffer);
  member->setup.stages = (guint16) get_own (self, node, HD_PROPERTY_STAGES, 0);
  member->setup.arbitration = (guint8) (arbitration > 0 ? arbitration - 1 : self->rules.arbitration); /* the first choice is to have none of its own */
  if (frequency == 0 || add_clock (self, frequency, &member->clock, error))
    return TRUE;
  {
    g_autofree char *path = hd_design_dup_node_path (self->parent.design, node);

    g_prefix_error (error, "“%s”: ", path);
  }
  return FALSE;
}

/* It takes what its routers can send: as many channels, at the pace of the fastest. */
static void
set_up_interface (HdFlitNetwork *self,
                  guint32 node)
{
  HdFlitMember *member = _hd_flit_network_get_member (self, node);

  for (gsize i = self->first_exits[node]; i < self->first_exits[node + 1]; i++)
    {
      const HdFlitMember *router = get_end (self, self->exits[i].way);

      if (router->setup.is_interface)
        continue;
      if (member->setup.channels == 0 || get_frequency (self, router) > get_frequency (self, member))
        member->clock = router->clock;
      member->setup.channels = MAX (member->setup.channels, router->setup.channels);
    }
  if (member->setup.channels == 0)
    member->setup.channels = (guint16) self->rules.channels;
}

/* What keeps the slowest round of a credit from being waited for. */
static guint
find_buffer (HdFlitNetwork *self,
             guint32 node)
{
  double flits = HD_FLIT_LEAST_BUFFER;

  for (gsize i = self->first_exits[node]; i < self->first_exits[node + 1]; i++)
    flits = MAX (flits, ceil (get_round (self, self->exits[i].way ^ 1) / get_interval (self, self->exits[i].way ^ 1) - ROUNDING));
  return (guint) MIN (flits, HD_FLIT_MAX_BUFFER);
}

static gboolean
set_up_node (HdFlitNetwork *self,
             guint32 node,
             GError **error)
{
  HdFlitMember *member = _hd_flit_network_get_member (self, node);
  gsize n_ports = count_ports (self, node);

  member->setup.id = node;
  member->setup.is_interface = !is_switch (self, node);
  member->setup.n_ports = (guint16) MIN (n_ports, HD_FLIT_MAX_PORTS);
  if (n_ports >= HD_FLIT_MAX_PORTS)
    {
      g_autofree char *path = hd_design_dup_node_path (self->parent.design, node);

      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” has %u links; at most %d are possible at flit fidelity"), path, (guint) n_ports, HD_FLIT_MAX_PORTS - 1);
      return FALSE;
    }
  return member->setup.is_interface || set_up_router (self, node, error);
}

static gboolean
set_up_members (HdFlitNetwork *self,
                const guint32 *partitions,
                GError **error)
{
  double bytes = 0;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      if (!hd_budget_may_go_on (hd_budget_get_current (), error) || !set_up_node (self, i, error))
        return FALSE;
      _hd_flit_network_get_member (self, i)->parent.partition = partitions != NULL ? partitions[i] : 0;
    }
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    if (_hd_flit_network_get_member (self, i)->setup.is_interface)
      set_up_interface (self, i);
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      HdFlitNode *setup = &_hd_flit_network_get_member (self, i)->setup;

      if (!hd_budget_may_go_on (hd_budget_get_current (), error))
        return FALSE;
      for (gsize k = self->first_exits[i]; k < self->first_exits[i + 1]; k++)
        {
          self->exits[k].n_channels = get_end (self, self->exits[k].way)->setup.channels;
          self->exits[k].n_classes = 1;
        }
      if (setup->is_interface)
        continue;
      if (setup->in_buffer == 0)
        setup->in_buffer = find_buffer (self, i);
      bytes += (double) setup->n_ports * setup->channels * (2.0 * setup->in_buffer * sizeof (guint32) + 128);
    }
  return hd_budget_take (hd_budget_get_current (), bytes, 1, _("The buffers of all routers take memory"), error);
}

/* ---- building --------------------------------------------------------------------------------------------------------- */

/* Which host each node is of: each partition has one for each clock in it. */
static guint32 *
number_hosts (HdFlitNetwork *self)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint32 *hosts = g_new (guint32, self->parent.n_nodes + 1);

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);
      guint64 key = (guint64) member->parent.partition << 32 | member->clock;
      gpointer number;

      if (count_ports (self, i) == 0)
        continue;
      if (!g_hash_table_lookup_extended (numbers, &key, NULL, &number))
        {
          number = GUINT_TO_POINTER (self->n_hosts++);
          g_hash_table_insert (numbers, g_memdup2 (&key, sizeof key), number);
        }
      hosts[i] = GPOINTER_TO_UINT (number);
    }
  return hosts;
}

static void
host_init (HdFlitHost *self,
           HdFlitNetwork *network,
           const HdFlitMember *member)
{
  self->network = network;
  self->clock = &g_array_index (network->clocks, HdFlitClock, member->clock);
  self->partition = member->parent.partition;
  self->cycle = -1;
  self->due = HD_FLIT_NEVER;
  self->slabs = g_ptr_array_new_with_free_func (g_free);
  self->crossings = g_array_new (FALSE, TRUE, sizeof (HdFlitCrossing));
  self->tile = hd_flit_tile_new (network->rules.seed, &_hd_flit_host_tile_class, self);
}

static void
add_members (HdFlitNetwork *self)
{
  g_autofree guint32 *hosts = number_hosts (self);

  self->hosts = g_new0 (HdFlitHost, self->n_hosts + 1);
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      HdFlitMember *member = _hd_flit_network_get_member (self, i);

      if (member->setup.n_ports == 0)
        continue;
      member->host = &self->hosts[hosts[i]];
      if (member->host->tile == NULL)
        host_init (member->host, self, member);
      member->place = hd_flit_tile_add (member->host->tile, &member->setup);
      member->n_outs = member->setup.is_interface ? member->setup.n_ports : 1;
      member->outs = g_new0 (HdFlitOut, member->n_outs);
      member->ways = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      member->orders = g_hash_table_new (NULL, NULL);
      _hd_agent_network_add_node (&self->parent, i, member->parent.partition, &_hd_flit_member_model);
    }
  for (guint h = 0; h < self->n_hosts; h++)
    {
      g_autofree char *path = g_strdup_printf ("(routers of %u)", h);

      self->hosts[h].kernel_id = hd_kernel_add_component (self->parent.kernel, path, &_hd_flit_host_model, self->hosts[h].partition, &self->hosts[h]);
    }
}

/* The shortest time that @cycles can take, between any two edges. */
static HdTime
get_least_time (const HdFlitClock *clock,
                double cycles)
{
  return (HdTime) floor (cycles * (double) clock->domain.num / (double) clock->domain.den - ROUNDING);
}

static void
set_crossing (HdFlitHost *host,
              guint port,
              const HdFlitCrossing *crossing)
{
  if (host->crossings->len <= port)
    g_array_set_size (host->crossings, port + 1);
  g_array_index (host->crossings, HdFlitCrossing, port) = *crossing;
}

static void
join_tiles (HdFlitNetwork *self,
            guint32 way)
{
  HdFlitMember *from = get_start (self, way), *to = get_end (self, way);
  guint cycles = (guint) get_cycles (self, way), cycles_back = (guint) get_cycles (self, way ^ 1);
  double interval = get_interval (self, way);
  guint behind_arbiter = from->setup.is_interface || interval > 1 ? 0 : PIPELINE_BEHIND_ARBITER;
  HdTime there = get_least_time (from->host->clock, cycles + behind_arbiter) + get_least_time (to->host->clock, to->setup.stages);
  HdTime back = get_least_time (to->host->clock, cycles_back + 1);
  HdFlitNode far = to->setup;
  guint32 outlet, inlet;

  far.stages = 0; /* the crossing has them, in cycles of the other clock */
  outlet = hd_flit_tile_add_outlet (from->host->tile, from->place, self->parent.link_ports[way], &far, cycles, interval);
  inlet = hd_flit_tile_add_inlet (to->host->tile, to->place, self->parent.link_ports[way ^ 1], cycles_back);
  set_crossing (from->host, HD_FLIT_PORT_OF_OUTLET (outlet), &(HdFlitCrossing){ there, to->host->clock, to->setup.stages });
  set_crossing (to->host, HD_FLIT_PORT_OF_INLET (inlet), &(HdFlitCrossing){ back, from->host->clock, 0 });
  hd_kernel_connect (self->parent.kernel, from->host->kernel_id, HD_FLIT_PORT_OF_OUTLET (outlet), to->host->kernel_id, 2 * inlet, there);
  hd_kernel_connect (self->parent.kernel, to->host->kernel_id, HD_FLIT_PORT_OF_INLET (inlet), from->host->kernel_id, 2 * outlet, back);
}

static void
join (HdFlitNetwork *self)
{
  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      const HdFlitMember *from = get_start (self, way), *to = get_end (self, way);

      if (from->host != to->host)
        join_tiles (self, way);
      else
        hd_flit_tile_connect (from->host->tile, from->place, self->parent.link_ports[way], to->place, self->parent.link_ports[way ^ 1],
                              (guint) get_cycles (self, way), get_interval (self, way));
    }
  for (guint32 l = 0; l < hd_design_get_n_links (self->parent.design); l++)
    {
      const HdFlitMember *from = get_start (self, 2 * l), *to = get_end (self, 2 * l);

      if (get_link (self, l)->sharing == HD_SHARING_SHARED)
        hd_flit_tile_share (from->host->tile, from->place, self->parent.link_ports[2 * (gsize) l], to->place, self->parent.link_ports[2 * (gsize) l + 1]);
    }
  for (guint h = 0; h < self->n_hosts; h++)
    hd_flit_tile_seal (self->hosts[h].tile);
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
  self->clocks = g_array_new (FALSE, FALSE, sizeof (HdFlitClock));
  self->clock_numbers = g_hash_table_new_full (g_double_hash, g_double_equal, g_free, NULL);
  number_ways (self);
  if (!check_rules (self, error) || !set_up_members (self, partitions, error) || !check_links (self, error))
    return NULL;
  add_members (self);
  join (self);
  self->patience = find_patience (self);
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
  for (guint h = 0; self->hosts != NULL && h < self->n_hosts; h++)
    {
      hd_flit_tile_free (self->hosts[h].tile);
      g_ptr_array_unref (self->hosts[h].slabs);
      g_array_unref (self->hosts[h].crossings);
    }
  g_clear_pointer (&self->classes, hd_flit_classes_free);
  g_free (self->hosts);
  g_free (self->exits);
  g_free (self->first_exits);
  g_array_unref (self->clocks);
  g_hash_table_unref (self->clock_numbers);
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

static HdFlitExit *
get_exit (const HdFlitNetwork *self,
          guint32 way)
{
  return _hd_flit_network_get_exit (self, _hd_flit_network_get_end (self, way ^ 1), self->parent.link_ports[way]);
}

static void
count_classes (Circles *self,
               const HdRoute *route)
{
  guint class = 0;

  for (guint i = 1; i < route->n_hops; i++)
    {
      HdFlitExit *exit = get_exit (self->network, get_way (route, i));

      class = hd_flit_classes_step (self->network->classes, get_way (route, i - 1), get_way (route, i), class);
      exit->n_classes = (guint16) MAX (exit->n_classes, class + 1);
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
hd_flit_network_seal (HdFlitNetwork *self,
                      GError **error)
{
  g_autoptr (GArray) senders = g_array_new (FALSE, FALSE, sizeof (guint32));
  Circles circles = { self, senders };
  g_autofree char *circle = NULL, *router = NULL;
  const HdFlitExit *narrow;

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

/* ---- reading ---------------------------------------------------------------------------------------------------------- */

double
hd_flit_network_get_clock (HdFlitNetwork *self)
{
  return g_array_index (self->clocks, HdFlitClock, 0).frequency;
}

double
hd_flit_network_find_least_share (HdFlitNetwork *self,
                                  guint32 *out_link)
{
  double least = 1;

  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      const HdFlitNode *to = &get_end (self, way)->setup;
      double share = to->in_buffer * get_interval (self, way) / get_round (self, way);

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

/* Where packets wait, and for which links, in the order of nodes. */
static char *
dup_waiting (HdFlitNetwork *self)
{
  g_autoptr (GHashTable) ways = g_hash_table_new (NULL, NULL);
  GString *names = g_string_new (NULL);
  guint n = 0;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);
      guint32 way;
      guint out_port;

      for (guint c = 0; member->host != NULL && c < hd_flit_tile_get_n_inputs (member->host->tile, member->place); c++)
        {
          g_autofree char *node = NULL, *link = NULL;

          if (!hd_flit_tile_get_waiting (member->host->tile, member->place, c, &out_port))
            continue;
          way = _hd_flit_network_get_way (self, i, out_port);
          if (!g_hash_table_add (ways, GUINT_TO_POINTER (way)) || n++ >= MAX_NAMED)
            continue;
          node = hd_design_dup_node_path (self->parent.design, i);
          link = hd_design_dup_link_path (self->parent.design, way / 2);
          g_string_append_printf (names, names->len > 0 ? _(", “%s” for “%s”") : _("“%s” for “%s”"), node, link);
        }
    }
  if (n > MAX_NAMED)
    g_string_append_printf (names, _(" and %u more"), n - MAX_NAMED);
  return g_string_free (names, FALSE);
}

static guint
count_packets (HdFlitNetwork *self)
{
  guint n = 0;

  for (guint h = 0; h < self->n_hosts; h++)
    n += hd_flit_tile_get_n_packets (self->hosts[h].tile);
  return n;
}

static guint64
count_sent (HdFlitNetwork *self)
{
  guint64 n = 0;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);

      for (guint port = 0; port < member->setup.n_ports; port++)
        n += hd_flit_tile_get_sent (member->host->tile, member->place, port);
    }
  return n;
}

/* Since it was watched last. What waits behind a switch for a slow link has moved before. */
static gboolean
has_moved (HdFlitNetwork *self)
{
  guint64 n_moves = 0, n_sent = self->n_sent;
  gboolean moves;

  for (guint h = 0; h < self->n_hosts; h++)
    n_moves += hd_flit_tile_get_moves (self->hosts[h].tile);
  moves = n_moves != self->n_moves || count_packets (self) == 0;
  if (!moves)
    n_sent = count_sent (self);
  moves = moves || n_sent != self->n_sent;
  self->n_moves = n_moves;
  self->n_sent = n_sent;
  return moves;
}

gboolean
hd_flit_network_watch (HdFlitNetwork *self,
                       HdTime time,
                       GError **error)
{
  if (has_moved (self))
    self->moved = time;
  return time - self->moved <= self->patience || hd_flit_network_check (self, error);
}

gboolean
hd_flit_network_check (HdFlitNetwork *self,
                       GError **error)
{
  guint n = count_packets (self);
  g_autofree char *names = NULL;

  if (n == 0)
    return TRUE;
  names = dup_waiting (self);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("%u packets wait for each other in the routers, and none can move: %s. Use more virtual channels, or routes without a circle"),
               n, names);
  return FALSE;
}

double
hd_flit_network_get_carried (HdFlitNetwork *self,
                             guint32 link,
                             guint direction,
                             HdTime time)
{
  guint32 way = 2 * link + direction;
  const HdFlitMember *member = get_start (self, way);
  const HdClockDomain *clock = &member->host->clock->domain;
  double cycle = (double) time * (double) clock->den / (double) clock->num;

  return hd_flit_tile_get_carried (member->host->tile, member->place, self->parent.link_ports[way], cycle) * (double) self->rules.flit_bytes;
}

guint64
hd_flit_network_get_filled (HdFlitNetwork *self,
                            guint32 link,
                            guint direction)
{
  guint32 way = 2 * link + direction;
  const HdFlitMember *member = get_end (self, way);

  return hd_flit_tile_get_filled (member->host->tile, member->place, self->parent.link_ports[way ^ 1]) * self->rules.flit_bytes;
}

guint64
hd_flit_network_count (HdFlitNetwork *self,
                       guint64 events)
{
  for (guint h = 0; h < self->n_hosts; h++)
    events += hd_flit_tile_get_moves (self->hosts[h].tile) - self->hosts[h].n_events;
  return events;
}

/* In the order of nodes, so that sums do not depend on tiles. */
void
hd_flit_network_add_energy (HdFlitNetwork *self,
                            const HdFlitEnergyModel *model,
                            HdTime time,
                            HdFlitEnergy *energy)
{
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);
      HdFlitCounts counts;

      if (member->host == NULL)
        continue;
      hd_flit_tile_count (member->host->tile, member->place, &counts);
      hd_flit_energy_add (energy, model, &counts, member->setup.channels, member->setup.is_interface ? 0 : hd_time_to_seconds (time));
    }
}

void
hd_flit_network_read (HdFlitNetwork *self,
                      HdFlitStatistics *out_statistics)
{
  *out_statistics = (HdFlitStatistics){ 0 };
  for (guint h = 0; h < self->n_hosts; h++)
    {
      const HdFlitStatistics *own = &self->hosts[h].statistics;

      out_statistics->packets += own->packets;
      out_statistics->latency += own->latency;
      out_statistics->longest_latency = MAX (out_statistics->longest_latency, own->longest_latency);
    }
  out_statistics->link_flits = count_sent (self);
}
