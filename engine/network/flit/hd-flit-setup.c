/* hd-flit-setup.c: the links and nodes of a design in cycles, channels and flits
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-network"

#include <inttypes.h>
#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-budget.h"
#include "hd-flit-private.h"
#include "hd-i18n.h"

#define DIGITS 3
#define FREQUENCY_WITHOUT_LINKS 1e9
#define PIPELINE 4     /* cycles of a credit's way round besides those of the link, twice */
#define PATIENCE 10000 /* cycles, besides those of the slowest links, after which what has not moved never will */

/* ---- links in cycles -------------------------------------------------------------------------------------------------- */

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
  return get_frequency (self, _hd_flit_network_get_sender (self, way)) / get_frequency (self, _hd_flit_network_get_receiver (self, way));
}

/* For how long a flit is on its way onto the link. */
static double
get_length (const HdFlitNetwork *self,
            guint32 way)
{
  double rate = hd_link_get_rate (_hd_flit_network_get_link (self, way / 2)) * (1 - hd_design_get_link_noise (self->parent.design, way / 2));

  return MAX (1, (double) self->rules.flit_bytes * get_frequency (self, _hd_flit_network_get_sender (self, way)) / rate);
}

double
_hd_flit_network_get_interval (const HdFlitNetwork *self,
                               guint32 way)
{
  double interval = MAX (get_length (self, way), get_ratio (self, way));

  return interval > 1 + HD_FLIT_ROUNDING ? interval : 1;
}

static double
get_latency (const HdFlitNetwork *self,
             guint32 way)
{
  return hd_time_to_seconds (_hd_flit_network_get_link (self, way / 2)->latency_ps) * get_frequency (self, _hd_flit_network_get_sender (self, way));
}

double
_hd_flit_network_get_cycles (const HdFlitNetwork *self,
                             guint32 way)
{
  return MAX (1, ceil (get_latency (self, way) + get_length (self, way) - 1 - HD_FLIT_ROUNDING));
}

double
_hd_flit_network_get_round (const HdFlitNetwork *self,
                            guint32 way)
{
  double back = PIPELINE + _hd_flit_network_get_receiver (self, way)->setup.stages + _hd_flit_network_get_cycles (self, way ^ 1);

  return _hd_flit_network_get_cycles (self, way) + back * get_ratio (self, way);
}

HdTime
_hd_flit_network_find_patience (const HdFlitNetwork *self)
{
  double longest = 0;

  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      double cycles = PATIENCE + 2 * (_hd_flit_network_get_round (self, way) + _hd_flit_network_get_interval (self, way));

      longest = MAX (longest, cycles / get_frequency (self, _hd_flit_network_get_sender (self, way)));
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
  const HdFlitMember *from = _hd_flit_network_get_sender (self, 2 * link), *to = _hd_flit_network_get_receiver (self, 2 * link);

  if (_hd_flit_network_get_link (self, link)->sharing != HD_SHARING_SHARED || from == to)
    return TRUE;
  if (from->parent.partition != to->parent.partition)
    return fail_link (self, link, _("both directions share it, so its ends must be in one partition"), error);
  return from->clock == to->clock || fail_link (self, link, _("both directions share it, so its ends must have one clock"), error);
}

static char *
dup_too_long (const HdFlitNetwork *self,
              guint32 way,
              double cycles)
{
  const HdLink *link = _hd_flit_network_get_link (self, way / 2);
  g_autofree char *count = hd_figure_count ((guint64) cycles), *latency = hd_figure_time (link->latency_ps, DIGITS);
  g_autofree char *rate = hd_figure_in (hd_link_get_rate (link), "B/s", DIGITS);

  if (get_length (self, way) > get_latency (self, way))
    return g_strdup_printf (_("at %s, a flit takes %s cycles of the network's clock; at most %d are possible. Use a slower clock"), rate, count,
                            HD_FLIT_MAX_CYCLES);
  return g_strdup_printf (_("its latency of %s is %s cycles of the network's clock; at most %d are possible. Use a slower clock or larger flits"), latency, count,
                          HD_FLIT_MAX_CYCLES);
}

gboolean
_hd_flit_network_check_links (HdFlitNetwork *self,
                              GError **error)
{
  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->parent.design); way++)
    {
      double cycles = _hd_flit_network_get_cycles (self, way) + _hd_flit_network_get_receiver (self, way)->setup.stages;

      if (!hd_budget_may_go_on (hd_budget_get_current (), error))
        return FALSE;
      if (cycles > HD_FLIT_MAX_CYCLES)
        {
          g_autofree char *what = dup_too_long (self, way, cycles);

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
  HdFlitClock clock = { .last = -1 };
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
    if (hd_link_get_rate (_hd_flit_network_get_link (self, l)) > hd_link_get_rate (_hd_flit_network_get_link (self, fastest)))
      fastest = l;
  if (n_links > 0)
    frequency = hd_link_get_rate (_hd_flit_network_get_link (self, fastest)) / (double) self->rules.flit_bytes;
  if (add_clock (self, frequency, &first, NULL))
    return TRUE;
  rate = hd_figure_in (hd_link_get_rate (_hd_flit_network_get_link (self, fastest)), "B/s", DIGITS);
  clock = hd_figure_in (frequency, "Hz", DIGITS);
  what = g_strdup_printf (_("at %s, flits of %" PRIu64 " B need a clock of %s, which is not between 1 mHz and 1 THz. Set the clock, or use other flits"), rate,
                          self->rules.flit_bytes, clock);
  return fail_link (self, fastest, what, error);
}

gboolean
_hd_flit_network_check_rules (HdFlitNetwork *self,
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

void
_hd_flit_network_number_exits (HdFlitNetwork *self)
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
      const HdFlitMember *router = _hd_flit_network_get_receiver (self, self->exits[i].way);

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
    flits = MAX (flits, ceil (_hd_flit_network_get_round (self, self->exits[i].way ^ 1) / _hd_flit_network_get_interval (self, self->exits[i].way ^ 1) - HD_FLIT_ROUNDING));
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

gboolean
_hd_flit_network_set_up (HdFlitNetwork *self,
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
          self->exits[k].n_channels = _hd_flit_network_get_receiver (self, self->exits[k].way)->setup.channels;
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
