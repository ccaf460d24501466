/* hd-flit-part.c: the work of a design carried flit by flit
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-part"

#include "hd-run-part.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-agent-part.h"
#include "hd-design-private.h"
#include "hd-flit-metrics.h"
#include "hd-flit-network.h"
#include "hd-i18n.h"
#include "hd-summary.h"

static HdFlitEnergyModel
make_energy_model (const HdRunSettings *settings)
{
  return (HdFlitEnergyModel){
    .preset = *hd_flit_energy_preset_find (hd_run_settings_find ("energy")->parameter.choices[settings->energy]),
    .flit_bits = 8 * rint (settings->flit_bytes), /* as the rules have it */
    .link_mm = 1e3 * settings->link_length,
  };
}

static HdAgentNetwork *
create (HdRunContext *context,
        GError **error)
{
  const HdRunSettings *settings = hd_design_get_run_settings (context->design);
  const HdFlitRules rules = {
    .flit_bytes = (guint64) llrint (settings->flit_bytes),
    .clock = settings->clock,
    .channels = settings->virtual_channels,
    .in_buffer = settings->input_buffer,
    .out_buffer = settings->output_buffer,
    .packet_bytes = (guint64) llrint (settings->packet_bytes),
    .header_flits = settings->header_flits,
    .arbitration = (HdFlitArbitration) settings->arbitration,
    .seed = settings->seed,
    .energy = make_energy_model (settings),
  };

  if (hd_agent_part_check_design (context))
    return (HdAgentNetwork *) hd_flit_network_new (context->design, &rules, context->kernel, context->partitions, error);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The run settings ask for what flit fidelity cannot do"));
  return NULL;
}

static void
network_free (HdAgentNetwork *network)
{
  hd_flit_network_free ((HdFlitNetwork *) network);
}

/* A channel whose credits take longer to come round than its buffer lasts cannot use its link alone. */
static void
warn_of_buffers (HdFlitNetwork *network,
                 HdRunContext *context)
{
  g_autofree char *path = NULL;
  guint32 link;
  double share;

  share = hd_flit_network_find_least_share (network, &link);
  if (share >= 1)
    return;
  path = hd_design_dup_link_path (context->design, link);
  _hd_design_report_run (context->design, context->problems, HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, "input-buffer", _("Use larger input buffers, larger flits or a slower clock"),
                         _("Credits for “%s” take so long to come round that one virtual channel alone uses at most %.3g %% of it"), path, 100 * share);
}

static void
report_circle (HdFlitNetwork *network,
               HdRunContext *context,
               const char *message)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32)), links = g_array_new (FALSE, FALSE, sizeof (guint32));

  hd_flit_network_find_circle (network, nodes, links);
  _hd_design_report_waiting (context->design, context->problems, HD_PROBLEM_DEADLOCK, nodes, links, message);
}

static gboolean
seal (HdAgentNetwork *network,
      HdRunContext *context,
      GError **error)
{
  HdFlitNetwork *self = (HdFlitNetwork *) network;
  g_autoptr (GError) own = NULL;

  warn_of_buffers (self, context);
  if (!hd_flit_network_seal (self, &own))
    {
      if (g_error_matches (own, HD_ERROR, HD_ERROR_DEADLOCK))
        report_circle (self, context, own->message);
      g_propagate_error (error, g_steal_pointer (&own));
      return FALSE;
    }
  if (!hd_flit_network_is_checked (self))
    _hd_design_report_run (context->design, context->problems, HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, "fidelity", NULL,
                           _("So many components send to each other that their routes are not looked at for circles; flits that wait for each other end the run"));
  return TRUE;
}

static gboolean
check (HdAgentNetwork *network,
       GError **error)
{
  return hd_flit_network_check ((HdFlitNetwork *) network, error);
}

static gboolean
watch (HdAgentNetwork *network,
       HdTime time,
       GError **error)
{
  return hd_flit_network_watch ((HdFlitNetwork *) network, time, error);
}

static void
find_waiting (HdAgentNetwork *network,
              GArray *nodes,
              GArray *links)
{
  hd_flit_network_find_waiting ((HdFlitNetwork *) network, nodes, links);
}

static double
get_carried (HdAgentNetwork *network,
             guint32 link,
             guint direction,
             HdTime time)
{
  return hd_flit_network_get_carried ((HdFlitNetwork *) network, link, direction, time);
}

static guint64
get_queue (HdAgentNetwork *network,
           guint32 link,
           guint direction,
           HdTime time)
{
  return hd_flit_network_get_filled ((HdFlitNetwork *) network, link, direction);
}

static guint64
get_credits (HdAgentNetwork *network,
             guint32 link,
             guint direction)
{
  return hd_flit_network_get_credits ((HdFlitNetwork *) network, link, direction);
}

static guint64
get_room (HdAgentNetwork *network,
          guint32 node)
{
  return hd_flit_network_get_room ((HdFlitNetwork *) network, node);
}

static double
get_held (HdAgentNetwork *network,
          guint32 node,
          HdTime time)
{
  return hd_flit_network_get_held ((HdFlitNetwork *) network, node, time);
}

static guint64
get_link_flits (HdAgentNetwork *network,
                guint32 link)
{
  return hd_flit_network_get_link_flits ((HdFlitNetwork *) network, link);
}

static double
get_link_energy (HdAgentNetwork *network,
                 double n_flits)
{
  return hd_flit_network_get_link_energy ((HdFlitNetwork *) network, (guint64) n_flits);
}

static double
get_pace (HdAgentNetwork *network,
          guint32 node)
{
  return hd_flit_network_get_pace ((HdFlitNetwork *) network, node);
}

static void
read_router (HdAgentNetwork *network,
             guint32 node,
             HdTime time,
             double *out_meters)
{
  HdFlitCounts counts;
  HdFlitStalls stalls;

  out_meters[HD_METER_ENERGY] = hd_flit_network_count_router ((HdFlitNetwork *) network, node, time, &counts);
  out_meters[HD_METER_SWITCHED] = (double) counts.switch_grants;
  out_meters[HD_METER_ACCEPTED] = (double) counts.accepted;
  hd_flit_network_count_stalls ((HdFlitNetwork *) network, node, time, &stalls);
  out_meters[HD_METER_STALLED + HD_STALL_CHANNEL] = (double) stalls.no_channel;
  out_meters[HD_METER_STALLED + HD_STALL_CREDIT] = (double) stalls.no_credit;
  out_meters[HD_METER_STALLED + HD_STALL_SWITCH] = (double) stalls.no_switch;
  out_meters[HD_METER_STALLED + HD_STALL_ROOM] = (double) stalls.no_room;
}

static void
read_packets (HdAgentNetwork *network,
              double *out_packets,
              double *out_latency)
{
  HdFlitStatistics statistics;

  hd_flit_network_read ((HdFlitNetwork *) network, &statistics);
  *out_packets = (double) statistics.packets;
  *out_latency = (double) statistics.latency / HD_TICKS_PER_SECOND;
}

static void
level (HdAgentNetwork *network)
{
  hd_flit_network_level ((HdFlitNetwork *) network);
}

static guint64
count (HdAgentNetwork *network,
       guint64 events)
{
  return hd_flit_network_count ((HdFlitNetwork *) network, events);
}

static void
add_metrics (HdAgentNetwork *network,
             HdTime time,
             GArray *metrics)
{
  HdFlitNetwork *self = (HdFlitNetwork *) network;
  HdFlitStatistics statistics;
  HdFlitEnergy energy = { 0 };

  hd_flit_network_read (self, &statistics);
  hd_flit_network_add_energy (self, time, &energy);
  {
    const HdExecutionMetric own[] = {
      { "packet_latency", N_("Latency of a packet, mean"), "s",
        statistics.packets > 0 ? (double) statistics.latency / HD_TICKS_PER_SECOND / (double) statistics.packets : 0 },
      { "longest_packet_latency", N_("Latency of a packet, longest"), "s", hd_time_to_seconds (statistics.longest_latency) },
      { "messages", N_("Messages delivered"), "", (double) hd_agent_network_get_n_delivered (network) },
      { "packets", N_("Packets delivered"), "", (double) statistics.packets },
      { "link_flits", N_("Flits, counted on each link"), "", (double) statistics.link_flits },
      { "clock", N_("Clock of the routers"), "Hz", hd_flit_network_get_clock (self) },
      { HD_FLIT_METRIC_BUFFERS, N_("Energy of buffers"), "J", hd_flit_energy_get_memory (&energy) },
      { HD_FLIT_METRIC_CROSSBARS, N_("Energy of crossbars"), "J", energy.crossbar },
      { HD_FLIT_METRIC_ARBITERS, N_("Energy of arbiters"), "J", energy.arbiter },
      { HD_FLIT_METRIC_LINKS, N_("Energy of links"), "J", energy.link },
      { HD_FLIT_METRIC_IDLE, N_("Energy of routers in any case"), "J", energy.idle },
      { HD_FLIT_METRIC_ENERGY, N_("Energy of the network"), "J", hd_flit_energy_get_total (&energy) },
    };

    g_array_append_vals (metrics, own, G_N_ELEMENTS (own));
  }
}

static void
follow (HdAgentNetwork *network,
        const HdFollowTarget *target)
{
  hd_flit_network_follow ((HdFlitNetwork *) network, target);
}

static HdFollowed *
dup_followed (HdAgentNetwork *network,
              HdTime time)
{
  return hd_flit_network_dup_followed ((HdFlitNetwork *) network, time);
}

static gboolean
has_arrived (HdAgentNetwork *network)
{
  return hd_flit_network_has_arrived ((HdFlitNetwork *) network);
}

static gboolean
get_slowest (HdAgentNetwork *network,
             HdFollowTarget *out_target)
{
  HdFlitStatistics statistics;

  hd_flit_network_read ((HdFlitNetwork *) network, &statistics);
  *out_target = (HdFollowTarget){ .source = statistics.slowest_source, .destination = statistics.slowest_destination, .time = statistics.slowest_time,
                                  .is_numbered = TRUE, .number = statistics.slowest_sequence };
  return statistics.packets > 0;
}

static const HdAgentCarrier carrier = {
  .create = create,
  .free = network_free,
  .seal = seal,
  .check = check,
  .watch = watch,
  .find_waiting = find_waiting,
  .count = count,
  .add_metrics = add_metrics,
  .follow = follow,
  .dup_followed = dup_followed,
  .has_arrived = has_arrived,
  .get_slowest = get_slowest,
  .reader = { get_carried, get_queue, get_credits, get_room, get_held },
  .meters = { get_room, get_link_flits, get_link_energy, get_pace, read_router, read_packets, level },
};

HdRunPart *
_hd_flit_part_create (HdRunContext *context,
                      GError **error)
{
  return hd_agent_part_create (context, &carrier, error);
}
