/* hd-packet-part.c: the work of a design carried packet by packet
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-packet-part"

#include "hd-run-part.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-agent-part.h"
#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-packet-network.h"
#include "hd-run-changes.h"
#include "hd-summary.h"

#define REFUSE(context, attribute, hint, ...) \
  (_hd_design_report_run ((context)->design, (context)->problems, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, attribute, hint, __VA_ARGS__), FALSE)

/* What a change cannot be made to is said before the run. */
static gboolean
check_changes (HdRunContext *context)
{
  const HdRunSettings *settings = hd_design_get_run_settings (context->design);

  for (guint i = 0; i < hd_design_get_n_changes (context->design); i++)
    {
      const HdRunChange *change = hd_design_get_change (context->design, i);

      for (guint k = 0; k < change->n_links; k++)
        if (hd_design_get_link_noise (context->design, change->links[k].link) > 0)
          return hd_run_changes_refuse (context->design, context->problems, change, _("Use flow, or no noise on these links"),
                                        _("links with noise cannot change at a moment at packet fidelity"));
      if ((change->fails || change->repairs) && settings->window_bytes > 0)
        return hd_run_changes_refuse (context->design, context->problems, change, _("Leave out window"),
                                      _("with a window links cannot fail or be repaired at a moment"));
      if ((change->fails || change->repairs) && settings->service != HD_SERVICE_ARRIVAL)
        return hd_run_changes_refuse (context->design, context->problems, change, _("Leave out service"),
                                      _("with fair shares at ports links cannot fail or be repaired at a moment at packet fidelity"));
    }
  return TRUE;
}

static gboolean
check_settings (HdRunContext *context)
{
  const HdRunSettings *settings = hd_design_get_run_settings (context->design);

  if (settings->buffer_bytes > 0 && settings->buffer_bytes < settings->packet_bytes)
    return REFUSE (context, "buffer", _("Use larger buffers or smaller packets"), _("A buffer of %g B cannot hold a packet of %g B"),
                   settings->buffer_bytes, settings->packet_bytes);
  if (settings->window_bytes > 0 && settings->window_bytes < settings->packet_bytes)
    return REFUSE (context, "window", _("Use a larger window or smaller packets"), _("A window of %g B does not let a packet of %g B go"),
                   settings->window_bytes, settings->packet_bytes);
  return check_changes (context) && hd_agent_part_check_design (context);
}

/* Noise of each link: of its class, else of the run; %NULL for none at all. */
static double *
make_noise (HdDesign *design)
{
  guint n_links = hd_design_get_n_links (design);
  double *noise = g_new (double, n_links + 1);
  gboolean has_noise = FALSE;

  for (guint l = 0; l < n_links; l++)
    {
      noise[l] = hd_design_get_link_noise (design, l);
      has_noise = has_noise || noise[l] > 0;
    }
  if (!has_noise)
    g_clear_pointer (&noise, g_free);
  return noise;
}

static HdAgentNetwork *
create (HdRunContext *context,
        GError **error)
{
  const HdRunSettings *settings = hd_design_get_run_settings (context->design);
  g_autofree double *noise = make_noise (context->design);
  const HdPacketRules rules = {
    .switching = settings->switching == HD_SWITCHING_CUT_THROUGH ? HD_PACKET_CUT_THROUGH : HD_PACKET_STORE_AND_FORWARD,
    .packet_bytes = (guint64) llrint (settings->packet_bytes),
    .buffer_bytes = (guint64) llrint (settings->buffer_bytes),
    .service = settings->service,
    .window_bytes = (guint64) llrint (settings->window_bytes),
    .packet_time = settings->packet_time,
    .noise = noise,
    .noise_bytes = (guint64) llrint (settings->noise_bytes),
    .noise_order = settings->noise_order,
  };

  if (check_settings (context))
    return (HdAgentNetwork *) hd_packet_network_new (context->design, &rules, context->kernel, context->partitions, error);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The run settings ask for what packet fidelity cannot do"));
  return NULL;
}

static void
network_free (HdAgentNetwork *network)
{
  hd_packet_network_free ((HdPacketNetwork *) network);
}

static gboolean
check (HdAgentNetwork *network,
       GError **error)
{
  return hd_packet_network_check ((HdPacketNetwork *) network, error);
}

static HdTime
get_next_change (HdAgentNetwork *network)
{
  return hd_packet_network_get_next_change ((HdPacketNetwork *) network);
}

static void
change (HdAgentNetwork *network,
        HdTime time)
{
  hd_packet_network_change ((HdPacketNetwork *) network, time);
}

static double
get_carried (HdAgentNetwork *network,
             guint32 link,
             guint direction,
             HdTime time)
{
  return hd_packet_network_get_carried ((HdPacketNetwork *) network, link, direction, time);
}

static guint64
get_queue (HdAgentNetwork *network,
           guint32 link,
           guint direction,
           HdTime time)
{
  return hd_packet_network_get_queue ((HdPacketNetwork *) network, link, direction, time);
}

/* Over all directions of all links. */
static HdPacketLinkStatistics
sum_up (HdPacketNetwork *network,
        HdTime time)
{
  HdDesign *design = hd_agent_network_get_design ((HdAgentNetwork *) network);
  HdPacketLinkStatistics sum = { 0 };

  hd_packet_network_level (network, time);
  for (guint32 way = 0; way < 2 * hd_design_get_n_links (design); way++)
    {
      HdPacketLinkStatistics one;

      hd_packet_network_read_link (network, way / 2, way % 2, time, &one);
      sum.packets += one.packets;
      sum.bytes += one.bytes;
      sum.wait += one.wait;
      sum.longest_wait = MAX (sum.longest_wait, one.longest_wait);
      sum.longest_queue = MAX (sum.longest_queue, one.longest_queue);
    }
  return sum;
}

static void
add_metrics (HdAgentNetwork *network,
             HdTime time,
             GArray *metrics)
{
  const HdPacketLinkStatistics sum = sum_up ((HdPacketNetwork *) network, time);
  const HdExecutionMetric own[] = {
    { "mean_wait", N_("Wait for a link, mean"), "s", sum.packets > 0 ? sum.wait / HD_TICKS_PER_SECOND / (double) sum.packets : 0 },
    { "longest_wait", N_("Wait for a link, longest"), "s", hd_time_to_seconds (sum.longest_wait) },
    { "longest_link_queue", N_("Queue for a link, longest"), "B", (double) sum.longest_queue },
    { "messages", N_("Messages delivered"), "", (double) hd_agent_network_get_n_delivered (network) },
    { "packet_hops", N_("Packets, counted on each link"), "", (double) sum.packets },
    { "hop_bytes", N_("Bytes, counted on each link"), "B", (double) sum.bytes },
  };

  g_array_append_vals (metrics, own, G_N_ELEMENTS (own));
}

static const HdAgentCarrier carrier = {
  .get_next_change = get_next_change,
  .change = change,
  .create = create,
  .free = network_free,
  .check = check,
  .add_metrics = add_metrics,
  .reader = { get_carried, get_queue },
};

HdRunPart *
_hd_packet_part_create (HdRunContext *context,
                        GError **error)
{
  return hd_agent_part_create (context, &carrier, error);
}
