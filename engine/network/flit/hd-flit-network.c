/* hd-flit-network.c: makes the network of a design, and reads it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-network"

#include "hd-flit-network.h"

#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-pair-hash.h>

#include "hd-flit-follower.h"
#include "hd-i18n.h"
#include "hd-ranks-private.h"

#define MAX_NAMED 8
#define PIPELINE_BEHIND_ARBITER 2    /* cycles from winning the switch to the link */

/* ---- building --------------------------------------------------------------------------------------------------------- */

/* Which host each node is of: each partition has one for each clock in it. */
static guint32 *
number_hosts (HdFlitNetwork *self)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  guint32 *hosts = g_new (guint32, self->parent.n_nodes + 1);

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);
      guint64 key = (guint64) member->parent.partition << 32 | member->clock;
      gpointer number;

      if (member->setup.n_ports == 0)
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
  self->early = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->listed = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->crossings = g_array_new (FALSE, TRUE, sizeof (HdFlitCrossing));
  self->tile = hd_flit_tile_new (network->rules.seed, &_hd_flit_host_tile_class, self);
}

static void
add_members (HdFlitNetwork *self)
{
  g_autofree guint32 *hosts = number_hosts (self);

  self->hosts = g_aligned_alloc0 (self->n_hosts + 1, sizeof (HdFlitHost), HD_LINE);
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      HdFlitMember *member = _hd_flit_network_get_member (self, i);

      if (member->setup.n_ports == 0)
        continue;
      member->host = &self->hosts[hosts[i]];
      if (member->host->tile == NULL)
        host_init (member->host, self, member);
      _hd_agent_network_add_node (&self->parent, i, member->parent.partition, &_hd_flit_member_model);
    }
  for (guint h = 0; h < self->n_hosts; h++)
    {
      g_autofree char *path = g_strdup_printf ("(routers of %u)", h);

      self->hosts[h].kernel_id = hd_kernel_add_component (self->parent.kernel, path, &_hd_flit_host_model, self->hosts[h].partition, &self->hosts[h]);
    }
}

/* Which routers are relays is known now. */
static void
fill_tiles (HdFlitNetwork *self)
{
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      HdFlitMember *member = _hd_flit_network_get_member (self, i);

      if (member->setup.n_ports == 0)
        continue;
      member->setup.is_relay = member->parent.is_relay && !member->setup.is_interface;
      member->place = hd_flit_tile_add (member->host->tile, &member->setup);
      member->n_outs = member->setup.is_interface || member->setup.is_relay ? member->setup.n_ports : 1;
      member->outs = g_new0 (HdFlitOut, member->n_outs);
    }
}

/* The shortest time that @cycles can take, between any two edges. */
static HdTime
get_least_time (const HdFlitClock *clock,
                double cycles)
{
  return (HdTime) floor (cycles * (double) clock->domain.num / (double) clock->domain.den - HD_FLIT_ROUNDING);
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
  HdFlitMember *from = _hd_flit_network_get_sender (self, way), *to = _hd_flit_network_get_receiver (self, way);
  guint cycles = (guint) _hd_flit_network_get_cycles (self, way), cycles_back = (guint) _hd_flit_network_get_cycles (self, way ^ 1);
  double interval = _hd_flit_network_get_interval (self, way);
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
      const HdFlitMember *from = _hd_flit_network_get_sender (self, way), *to = _hd_flit_network_get_receiver (self, way);

      if (from->host != to->host)
        join_tiles (self, way);
      else
        hd_flit_tile_connect (from->host->tile, from->place, self->parent.link_ports[way], to->place, self->parent.link_ports[way ^ 1],
                              (guint) _hd_flit_network_get_cycles (self, way), _hd_flit_network_get_interval (self, way));
    }
  for (guint32 l = 0; l < hd_design_get_n_links (self->parent.design); l++)
    {
      const HdFlitMember *from = _hd_flit_network_get_sender (self, 2 * l), *to = _hd_flit_network_get_receiver (self, 2 * l);

      if (_hd_flit_network_get_link (self, l)->sharing == HD_SHARING_SHARED)
        hd_flit_tile_share (from->host->tile, from->place, self->parent.link_ports[2 * (gsize) l], to->place, self->parent.link_ports[2 * (gsize) l + 1]);
    }
  for (guint h = 0; h < self->n_hosts; h++)
    hd_flit_tile_seal (self->hosts[h].tile);
}

static void
measure (HdAgentNetwork *network,
         guint64 bytes,
         double *out_cycle_s,
         guint64 *out_flits)
{
  HdFlitNetwork *self = (HdFlitNetwork *) network;
  const HdFlitRules *rules = &self->rules;
  guint64 whole = bytes / rules->packet_bytes, rest = bytes % rules->packet_bytes;

  *out_cycle_s = 1 / hd_flit_network_get_clock (self);
  *out_flits = whole * hd_flit_rules_count_flits (rules, rules->packet_bytes) + (rest > 0 || whole == 0 ? hd_flit_rules_count_flits (rules, rest) : 0);
}

static const HdAgentNetworkClass network_class = { .send = _hd_flit_member_send, .measure = measure };

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
  _hd_flit_network_number_exits (self);
  if (!_hd_flit_network_check_rules (self, error) || !_hd_flit_network_set_up (self, partitions, error) || !_hd_flit_network_check_links (self, error))
    return NULL;
  add_members (self);
  self->patience = _hd_flit_network_find_patience (self);
  return g_steal_pointer (&self);
}

static void
member_clear (HdFlitMember *self)
{
  for (guint i = 0; i < self->n_outs; i++)
    hd_flit_cargos_clear (&self->outs[i].cargos);
  g_free (self->outs);
  hd_flit_ways_clear (&self->ways);
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
      g_ptr_array_unref (self->hosts[h].early);
      hd_flit_way_pages_clear (&self->hosts[h].way_pages);
      g_array_unref (self->hosts[h].listed);
      g_array_unref (self->hosts[h].crossings);
    }
  g_clear_pointer (&self->classes, hd_flit_classes_free);
  g_clear_pointer (&self->follower, _hd_flit_follower_free);
  g_clear_pointer (&self->abroad, g_hash_table_unref);
  g_aligned_free (self->hosts);
  g_free (self->exits);
  g_free (self->first_exits);
  g_array_unref (self->clocks);
  g_hash_table_unref (self->clock_numbers);
  _hd_agent_network_clear (&self->parent);
  g_free (self);
}

gboolean
hd_flit_network_seal (HdFlitNetwork *self,
                      GError **error)
{
  if (!_hd_flit_network_find_classes (self, error))
    return FALSE;
  fill_tiles (self);
  join (self);
  return TRUE;
}

void
hd_flit_network_follow (HdFlitNetwork *self,
                        const HdFollowTarget *target)
{
  g_return_if_fail (self->follower == NULL);

  self->follower = _hd_flit_follower_new (self, target);
  for (guint h = 0; h < self->n_hosts; h++)
    hd_flit_tile_follow (self->hosts[h].tile);
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
      const HdFlitNode *to = &_hd_flit_network_get_receiver (self, way)->setup;
      double share = to->in_buffer * _hd_flit_network_get_interval (self, way) / _hd_flit_network_get_round (self, way);

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

/* Whether this process runs it; tiles of others stand still here. */
static gboolean
is_here (HdFlitNetwork *self,
         const HdFlitHost *host)
{
  return hd_agent_network_is_here (&self->parent, host->partition);
}

/* Calls @func for each way that a packet in a router waits for, in the order of nodes; each once. */
static guint
each_waiting (HdFlitNetwork *self,
              void (*func) (HdFlitNetwork *self, guint32 node, guint32 way, guint n, gpointer data),
              gpointer data)
{
  g_autoptr (GHashTable) ways = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);
      guint out_port;

      for (guint c = 0; member->host != NULL && is_here (self, member->host) && c < hd_flit_tile_get_n_inputs (member->host->tile, member->place); c++)
        {
          guint32 way;

          if (!hd_flit_tile_get_waiting (member->host->tile, member->place, c, &out_port))
            continue;
          way = _hd_flit_network_get_way (self, i, out_port);
          if (g_hash_table_add (ways, GUINT_TO_POINTER (way)))
            func (self, i, way, g_hash_table_size (ways), data);
        }
    }
  return g_hash_table_size (ways);
}

static void
append_waiting (HdFlitNetwork *self,
                guint32 node,
                guint32 way,
                guint n,
                gpointer data)
{
  GString *names = data;
  g_autofree char *path = NULL, *link = NULL;

  if (n > MAX_NAMED)
    return;
  path = hd_design_dup_node_path (self->parent.design, node);
  link = hd_design_dup_link_path (self->parent.design, way / 2);
  g_string_append_printf (names, names->len > 0 ? _(", “%s” for “%s”") : _("“%s” for “%s”"), path, link);
}

static char *
dup_waiting (HdFlitNetwork *self)
{
  GString *names = g_string_new (NULL);
  guint n = each_waiting (self, append_waiting, names);

  if (n > MAX_NAMED)
    g_string_append_printf (names, _(" and %u more"), n - MAX_NAMED);
  return g_string_free (names, FALSE);
}

typedef struct
{
  GArray *nodes, *links;
  GHashTable *known; /* links */
} Waiting;

static void
add_waiting (HdFlitNetwork *self,
             guint32 node,
             guint32 way,
             guint n,
             gpointer data)
{
  Waiting *waiting = data;
  guint32 link = way / 2;

  if (waiting->nodes->len == 0 || g_array_index (waiting->nodes, guint32, waiting->nodes->len - 1) != node)
    g_array_append_val (waiting->nodes, node);
  if (g_hash_table_add (waiting->known, GUINT_TO_POINTER (link)))
    g_array_append_val (waiting->links, link);
}

void
hd_flit_network_find_waiting (HdFlitNetwork *self,
                              GArray *nodes,
                              GArray *links)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Waiting waiting = { nodes, links, known };

  each_waiting (self, add_waiting, &waiting);
}

static guint64
count_packets (HdFlitNetwork *self)
{
  double n = 0;

  for (guint h = 0; h < self->n_hosts; h++)
    if (is_here (self, &self->hosts[h]))
      n += hd_flit_tile_get_n_packets (self->hosts[h].tile);
  hd_ranks_add (&n, 1);
  return (guint64) n;
}

static guint64
count_sent (HdFlitNetwork *self)
{
  guint64 n = 0;
  double all;

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);

      for (guint port = 0; port < member->setup.n_ports; port++)
        n += hd_flit_tile_get_sent (member->host->tile, member->place, port);
    }
  all = (double) n;
  hd_ranks_add (&all, 1);
  return (guint64) all;
}

/* Since it was watched last. What waits behind a switch for a slow link has moved before. */
static gboolean
has_moved (HdFlitNetwork *self)
{
  guint64 n_moves = 0, n_sent = self->n_sent, n_packets = count_packets (self);
  gboolean moves;

  for (guint h = 0; h < self->n_hosts; h++)
    n_moves += hd_flit_tile_get_moves (self->hosts[h].tile);
  moves = hd_ranks_find_minimum (n_moves != self->n_moves ? 0 : 1) == 0 || n_packets == 0;
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
  guint64 n = count_packets (self);
  g_autofree char *names = NULL;

  if (n == 0)
    return TRUE;
  names = dup_waiting (self);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("%u packets wait for each other in the routers, and none can move: %s. Use more virtual channels, or routes without a circle"),
               (guint) n, names);
  return FALSE;
}

/* Of a clock's cycles, at @time. */
static double
count_cycles (const HdClockDomain *clock,
              HdTime time)
{
  return (double) time * (double) clock->den / (double) clock->num;
}

double
hd_flit_network_get_carried (HdFlitNetwork *self,
                             guint32 link,
                             guint direction,
                             HdTime time)
{
  guint32 way = 2 * link + direction;
  const HdFlitMember *member = _hd_flit_network_get_sender (self, way);
  double cycle = count_cycles (&member->host->clock->domain, time);

  return hd_flit_tile_get_carried (member->host->tile, member->place, self->parent.link_ports[way], cycle) * (double) self->rules.flit_bytes;
}

guint64
hd_flit_network_get_filled (HdFlitNetwork *self,
                            guint32 link,
                            guint direction)
{
  guint32 way = 2 * link + direction;
  const HdFlitMember *member = _hd_flit_network_get_receiver (self, way);

  return hd_flit_tile_get_filled (member->host->tile, member->place, self->parent.link_ports[way ^ 1]) * self->rules.flit_bytes;
}

guint64
hd_flit_network_get_credits (HdFlitNetwork *self,
                             guint32 link,
                             guint direction)
{
  guint32 way = 2 * link + direction;
  const HdFlitMember *member = _hd_flit_network_get_sender (self, way);

  return hd_flit_tile_get_credits (member->host->tile, member->place, self->parent.link_ports[way]);
}

guint64
hd_flit_network_get_room (HdFlitNetwork *self,
                          guint32 node)
{
  const HdFlitMember *member = _hd_flit_network_get_member (self, node);

  return member->host != NULL ? hd_flit_tile_get_room (member->host->tile, member->place) : 0;
}

double
hd_flit_network_get_held (HdFlitNetwork *self,
                          guint32 node,
                          HdTime time)
{
  const HdFlitMember *member = _hd_flit_network_get_member (self, node);
  const HdFlitClock *clock = member->host->clock;

  return hd_flit_tile_get_held (member->host->tile, member->place, count_cycles (&clock->domain, time)) / clock->frequency;
}

typedef struct
{
  HdFlitNetwork *network;
  HdFlitCounts *counts; /* by node */
} Counts;

static gpointer
get_counts (gpointer data,
            guint32 node,
            guint32 *out_partition)
{
  Counts *self = data;
  const HdFlitMember *member = _hd_flit_network_get_member (self->network, node);

  *out_partition = member->parent.partition;
  return member->host != NULL ? &self->counts[node] : NULL;
}

/* For how long it has power: what has failed has none. */
static double
get_powered_s (HdFlitNetwork *self,
               const HdFlitMember *member,
               guint32 node,
               HdTime time)
{
  return member->setup.is_interface || hd_design_has_node_failed (self->parent.design, node) ? 0 : hd_time_to_seconds (time);
}

/* In the order of nodes, so that sums do not depend on tiles, nor on processes. */
void
hd_flit_network_add_energy (HdFlitNetwork *self,
                            HdTime time,
                            HdFlitEnergy *energy)
{
  g_autofree HdFlitCounts *counts = g_new0 (HdFlitCounts, self->parent.n_nodes + 1);

  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);

      if (member->host != NULL)
        hd_flit_tile_count (member->host->tile, member->place, &counts[i]);
    }
  hd_agent_network_mirror (&self->parent, self->parent.n_nodes, sizeof *counts, get_counts, &(Counts){ self, counts });
  for (guint32 i = 0; i < self->parent.n_nodes; i++)
    {
      const HdFlitMember *member = _hd_flit_network_get_member (self, i);

      if (member->host != NULL)
        hd_flit_energy_add (energy, &self->rules.energy, &counts[i], member->setup.channels, get_powered_s (self, member, i, time));
    }
}

guint64
hd_flit_network_get_link_flits (HdFlitNetwork *self,
                                guint32 link)
{
  guint64 n = 0;

  for (guint32 way = 2 * link; way < 2 * link + 2; way++)
    {
      const HdFlitMember *member = _hd_flit_network_get_sender (self, way);

      n += hd_flit_tile_get_sent (member->host->tile, member->place, self->parent.link_ports[way]);
    }
  return n;
}

double
hd_flit_network_get_link_energy (HdFlitNetwork *self,
                                 guint64 n_flits)
{
  const HdFlitCounts counts = { .link_flits = n_flits };
  HdFlitEnergy energy = { 0 };

  hd_flit_energy_add (&energy, &self->rules.energy, &counts, 0, 0);
  return energy.link;
}

double
hd_flit_network_count_router (HdFlitNetwork *self,
                              guint32 node,
                              HdTime time,
                              HdFlitCounts *out_counts)
{
  const HdFlitMember *member = _hd_flit_network_get_member (self, node);
  HdFlitEnergy energy = { 0 };

  hd_flit_tile_count (member->host->tile, member->place, out_counts);
  hd_flit_energy_add (&energy, &self->rules.energy, out_counts, member->setup.channels, get_powered_s (self, member, node, time));
  energy.link = 0;
  return hd_flit_energy_get_total (&energy);
}

/* Of the kernel's events those that do not depend on tiles, less those that do. */
static guint64
count_moves (HdFlitNetwork *self)
{
  guint64 n = 0;

  for (guint h = 0; h < self->n_hosts; h++)
    n += hd_flit_tile_get_moves (self->hosts[h].tile) - self->hosts[h].n_events;
  return n;
}

/* Which tile a cycle was run in makes no difference, nor in which process. */
void
hd_flit_network_level (HdFlitNetwork *self)
{
  double moves = (double) (gint64) count_moves (self), all = moves;

  hd_ranks_add (&all, 1);
  self->moves_elsewhere = (gint64) (all - moves);
  for (guint i = 0; i < self->clocks->len; i++)
    {
      HdFlitClock *clock = &g_array_index (self->clocks, HdFlitClock, i);

      for (guint h = 0; h < self->n_hosts; h++)
        if (self->hosts[h].clock == clock)
          clock->last = MAX (clock->last, hd_flit_tile_get_cycle (self->hosts[h].tile));
      clock->last = -hd_ranks_find_minimum (-clock->last);
    }
}

guint64
hd_flit_network_count (HdFlitNetwork *self,
                       guint64 events)
{
  return events + count_moves (self) + (guint64) self->moves_elsewhere;
}

/* Cycles that are over at @time: also the one that begins then, if any router of this clock has run it. */
static gint64
count_over (const HdFlitClock *clock,
            HdTime time)
{
  return MAX (hd_clock_domain_find_cycle (&clock->domain, time), clock->last + 1);
}

void
hd_flit_network_count_stalls (HdFlitNetwork *self,
                              guint32 node,
                              HdTime time,
                              HdFlitStalls *out_stalls)
{
  const HdFlitMember *member = _hd_flit_network_get_member (self, node);

  hd_flit_tile_count_stalls (member->host->tile, member->place, count_over (member->host->clock, time), out_stalls);
}

double
hd_flit_network_get_pace (HdFlitNetwork *self,
                          guint32 node)
{
  const HdFlitMember *member = _hd_flit_network_get_member (self, node);

  return member->host->clock->frequency * hd_flit_tile_get_n_inputs (member->host->tile, member->place);
}

static gpointer
get_statistics (gpointer data,
                guint32 number,
                guint32 *out_partition)
{
  HdFlitHost *host = &((HdFlitNetwork *) data)->hosts[number];

  *out_partition = host->partition;
  return &host->statistics;
}

void
hd_flit_network_read (HdFlitNetwork *self,
                      HdFlitStatistics *out_statistics)
{
  *out_statistics = (HdFlitStatistics){ 0 };
  hd_agent_network_mirror (&self->parent, self->n_hosts, sizeof (HdFlitStatistics), get_statistics, self);
  for (guint h = 0; h < self->n_hosts; h++)
    {
      const HdFlitStatistics *own = &self->hosts[h].statistics;

      _hd_flit_statistics_note (out_statistics, own);
      out_statistics->packets += own->packets;
      out_statistics->latency += own->latency;
    }
  out_statistics->link_flits = count_sent (self);
}
