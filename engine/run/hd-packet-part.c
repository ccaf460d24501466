/* hd-packet-part.c: the work of a design carried packet by packet, and what it tells the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Agents of different nodes may run at the same time, so nothing is told while they do: where frames of the record end the kernel rests, whatever
 * its strategy; then the work is asked what has ended, and links are read, in one thread.
 */
#define G_LOG_DOMAIN "hd-packet-part"

#include "hd-run-part.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-packet-watch.h"
#include "hd-packet-work.h"
#include "hd-probes.h"
#include "hd-ranks-private.h"
#include "hd-summary.h"
#include "hd-work-record.h"

typedef struct
{
  HdRunPart parent;
  HdDesign *design; /* borrowed, as the next */
  HdKernel *kernel;
  HdRecord *record;
  HdPacketNetwork *network;
  HdPacketWork *work;
  HdPacketWatch *watch;
  HdWorkPlace place;
  guint32 first_resource;
  int iteration_series;
  int collective_series;  /* of the first lane, as at flow fidelity */
  guint64 n_iterations;
  double progress;        /* atomic */
} PacketPart;

/* ---- what the work tells --------------------------------------------------------------------------------------------- */

static void
on_span (gpointer data,
         const HdWorkSpan *span)
{
  PacketPart *self = data;

  hd_work_record_span (self->record, &self->place, span);
  if (self->collective_series < 0 || span->kind != HD_WORK_COLLECTIVE || span->lane_class != 0)
    return;
  _hd_record_append_sample (self->record, (guint) self->collective_series, span->start, self->place.first_name + span->name);
  _hd_record_append_sample (self->record, (guint) self->collective_series, span->end, -1);
}

static void
on_transfer (gpointer data,
             const HdTransferList *list,
             guint64 number,
             HdTime end)
{
  hd_work_record_transfer (((PacketPart *) data)->record, list, number, end);
}

static void
on_iteration (gpointer data,
              HdTime end)
{
  PacketPart *self = data;

  _hd_record_append_iteration (self->record, end);
  self->n_iterations++;
  if (self->iteration_series >= 0)
    _hd_record_append_sample (self->record, (guint) self->iteration_series, end, (double) self->n_iterations);
}

static const HdPacketWorkObserver observer = { .span = on_span, .transfer = on_transfer, .iteration = on_iteration };

/* The kernel has run everything before @time. */
static void
listen (PacketPart *self,
        HdTime time,
        gboolean is_last)
{
  double progress;

  self->work->class->tell (self->work, time, is_last, &observer, self);
  progress = self->work->class->get_progress (self->work);
  __atomic_store (&self->progress, &progress, __ATOMIC_RELAXED);
}

/* ---- preparing ------------------------------------------------------------------------------------------------------- */

static void
report (HdRunContext *context,
        HdSeverity severity,
        const char *attribute,
        const char *hint,
        const char *message)
{
  hd_problem_list_take (context->problems, hd_problem_new (HD_PROBLEM_VALUE, severity, "run", hd_design_get_run_uid (context->design), attribute,
                                                           hd_design_get_file (context->design), 0, hint, "%s", message));
}

/* Packets know switches that forward at once; a medium limits or delays what passes. */
static gboolean
check_media (HdRunContext *context)
{
  HdDesign *design = context->design;
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *path = NULL;
      g_autofree char *message = NULL;

      if (nodes[i].type->role != HD_ROLE_SWITCH
          || (isinf (hd_design_get_parameter (design, i, "bandwidth", INFINITY)) && hd_design_get_parameter (design, i, "latency", 0) == 0))
        continue;
      path = hd_design_dup_node_path (design, i);
      message = g_strdup_printf (_("“%s” is a medium with a bandwidth or latency of its own, which packets cannot pass in this version"), path);
      report (context, HD_SEVERITY_ERROR, "fidelity", _("Use flow"), message);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_settings (HdRunContext *context)
{
  const HdRunSettings *settings = hd_design_get_run_settings (context->design);

  if (settings->buffer_bytes > 0 && settings->buffer_bytes < settings->packet_bytes)
    {
      g_autofree char *message = g_strdup_printf (_("A buffer of %g B cannot hold a packet of %g B"), settings->buffer_bytes, settings->packet_bytes);

      report (context, HD_SEVERITY_ERROR, "buffer", _("Use larger buffers or smaller packets"), message);
      return FALSE;
    }
  if (hd_ranks_get_n () > 1)
    {
      report (context, HD_SEVERITY_ERROR, "fidelity", _("Use threads and partitions in one process"),
              _("Packet fidelity does not run in several processes"));
      return FALSE;
    }
  if (settings->n_traced > 0)
    report (context, HD_SEVERITY_WARNING, "trace", _("Trace at flow fidelity"),
            _("At packet fidelity the steps of members are not recorded one by one"));
  return check_media (context);
}

/* Noise of each link: of its class, else of the run; %NULL for none at all. */
static double *
make_noise (HdDesign *design)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  const HdLink *links = hd_design_get_links (design);
  guint n_links = hd_design_get_n_links (design);
  double *noise = g_new (double, n_links + 1);
  gboolean has_noise = FALSE;

  for (guint l = 0; l < n_links; l++)
    {
      double own = links[l].link_class != HD_NO_ID ? hd_design_get_link_class (design, links[l].link_class)->noise : -1;

      noise[l] = own >= 0 ? own : settings->noise;
      has_noise = has_noise || noise[l] > 0;
    }
  if (!has_noise)
    g_clear_pointer (&noise, g_free);
  return noise;
}

static gboolean
add_network (PacketPart *self,
             HdRunContext *context,
             GError **error)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  g_autofree double *noise = make_noise (self->design);
  const HdPacketRules rules = {
    .switching = settings->switching == HD_SWITCHING_CUT_THROUGH ? HD_PACKET_CUT_THROUGH : HD_PACKET_STORE_AND_FORWARD,
    .packet_bytes = (guint64) llrint (settings->packet_bytes),
    .buffer_bytes = (guint64) llrint (settings->buffer_bytes),
    .packet_time = settings->packet_time,
    .noise = noise,
    .noise_bytes = (guint64) llrint (settings->noise_bytes),
    .noise_order = settings->noise_order,
  };

  self->network = hd_packet_network_new (self->design, &rules, self->kernel, context->partitions, error);
  if (self->network == NULL)
    return FALSE;
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (hd_packet_network_has_node (self->network, i))
      hd_run_context_own (context, hd_packet_network_get_kernel_id (self->network, i), i);
  return TRUE;
}

static void
packet_part_free (HdRunPart *part)
{
  PacketPart *self = (PacketPart *) part;

  g_clear_pointer (&self->watch, hd_packet_watch_free);
  g_clear_pointer (&self->network, hd_packet_network_free);
  g_clear_pointer (&self->work, hd_packet_work_free);
  g_free (self);
}

static HdRunPart *
packet_part_create (HdRunContext *context,
                    GError **error)
{
  PacketPart *self;

  if (!check_settings (context))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The run settings ask for what packet fidelity cannot do"));
      return NULL;
    }
  self = g_new0 (PacketPart, 1);
  self->parent.class = &_hd_packet_part_class;
  self->parent.is_read_at_rest = TRUE;
  self->design = context->design;
  self->kernel = context->kernel;
  self->record = context->record;
  self->iteration_series = hd_probes_find_workload (self->design, "iteration");
  self->collective_series = hd_probes_find_workload (self->design, "collective");
  if (add_network (self, context, error))
    self->work = hd_packet_work_new (self->design, context->transfers, self->network, context->problems, error);
  if (self->work == NULL)
    {
      packet_part_free (&self->parent);
      return NULL;
    }
  _hd_record_set_transfers (self->record, hd_packet_work_get_transfers (self->work));
  self->watch = hd_packet_watch_new (self->design, self->network, self->record);
  return &self->parent;
}

static void
packet_part_lay_out (HdRunPart *part,
                     HdRunLayout *layout)
{
  PacketPart *self = (PacketPart *) part;
  HdPacketWorkLayout work;

  self->work->class->get_layout (self->work, &work);
  self->place.first_name = hd_run_layout_add_names (layout, work.names, work.name_members, work.n_name_members, work.n_names);
  self->place.first_class = hd_run_layout_add_classes (layout, work.n_lanes);
  for (guint32 i = 0; i < work.n_lanes; i++)
    hd_run_layout_add_lane (layout, work.lane_nodes[i], work.lane_titles[i], work.lane_logs != NULL ? work.lane_logs[i] : NULL,
                            self->place.first_class + i, FALSE);
  self->first_resource = hd_packet_watch_lay_out (self->watch, layout);
}

/* ---- running --------------------------------------------------------------------------------------------------------- */

static gboolean
packet_part_rest (HdRunPart *part,
                  HdTime time,
                  GError **error)
{
  listen ((PacketPart *) part, time, FALSE);
  return TRUE;
}

static void
packet_part_read (HdRunPart *part,
                  HdTime time,
                  double *amounts)
{
  PacketPart *self = (PacketPart *) part;

  hd_packet_watch_read (self->watch, time, amounts + self->first_resource);
}

static gboolean
packet_part_is_ended (HdRunPart *part)
{
  PacketPart *self = (PacketPart *) part;

  return self->work->class->is_ended (self->work);
}

static double
packet_part_get_progress (HdRunPart *part)
{
  double progress;

  __atomic_load (&((PacketPart *) part)->progress, &progress, __ATOMIC_RELAXED);
  return progress;
}

/* Nothing is left to happen: it ought to be because the work is done. */
static gboolean
packet_part_check (HdRunPart *part,
                   GError **error)
{
  PacketPart *self = (PacketPart *) part;
  HdTime now = hd_kernel_get_time (self->kernel);

  listen (self, now, FALSE);
  if (!hd_packet_network_check (self->network, error))
    return FALSE;
  if (packet_part_is_ended (part))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("At %g s nothing is under way, but the work is not done: %.3g %% of it is"),
               hd_time_to_seconds (now), 100 * packet_part_get_progress (part));
  return FALSE;
}

static HdTime
packet_part_get_end (HdRunPart *part)
{
  PacketPart *self = (PacketPart *) part;

  return self->work->class->get_end (self->work);
}

static gboolean
packet_part_count (HdRunPart *part,
                   HdStep step,
                   guint64 *out_n)
{
  PacketPart *self = (PacketPart *) part;

  *out_n = self->work->class->get_n_completions (self->work);
  return step == HD_STEP_VERTEX;
}

static void
packet_part_add_counters (HdRunPart *part,
                          HdCounters *counters)
{
  PacketPart *self = (PacketPart *) part;

  counters->transfers += self->work->class->get_n_completions (self->work);
}

static void
packet_part_finish (HdRunPart *part,
                    HdTime time)
{
  listen ((PacketPart *) part, time, TRUE);
}

/* ---- metrics --------------------------------------------------------------------------------------------------------- */

/* Over all directions of all links. */
static HdPacketLinkStatistics
sum_up (PacketPart *self)
{
  HdPacketLinkStatistics sum = { 0 };

  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->design); way++)
    {
      HdPacketLinkStatistics one;

      hd_packet_network_read_link (self->network, way / 2, way % 2, &one);
      sum.packets += one.packets;
      sum.bytes += one.bytes;
      sum.wait += one.wait;
      sum.longest_wait = MAX (sum.longest_wait, one.longest_wait);
      sum.longest_queue = MAX (sum.longest_queue, one.longest_queue);
    }
  return sum;
}

static void
packet_part_write_metrics (HdRunPart *part)
{
  PacketPart *self = (PacketPart *) part;
  HdPacketLinkStatistics sum = sum_up (self);
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdExecutionMetric));
  const HdExecutionMetric own[] = {
    { "mean_wait", N_("Wait for a link, mean"), "s", sum.packets > 0 ? sum.wait / HD_TICKS_PER_SECOND / (double) sum.packets : 0 },
    { "longest_wait", N_("Wait for a link, longest"), "s", hd_time_to_seconds (sum.longest_wait) },
    { "longest_link_queue", N_("Queue for a link, longest"), "B", (double) sum.longest_queue },
    { "messages", N_("Messages delivered"), "", (double) hd_packet_network_get_n_delivered (self->network) },
    { "packet_hops", N_("Packets, counted on each link"), "", (double) sum.packets },
    { "hop_bytes", N_("Bytes, counted on each link"), "B", (double) sum.bytes },
  };

  self->work->class->get_metrics (self->work, metrics);
  for (guint i = 0; i < metrics->len; i++)
    {
      const HdExecutionMetric *metric = &g_array_index (metrics, HdExecutionMetric, i);

      _hd_record_set_metric (self->record, metric->name, metric->title, metric->unit, metric->value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    _hd_record_set_metric (self->record, own[i].name, own[i].title, own[i].unit, own[i].value);
  hd_summary_write_links (self->record);
}

const HdRunPartClass _hd_packet_part_class = {
  .create = packet_part_create,
  .free = packet_part_free,
  .lay_out = packet_part_lay_out,
  .rest = packet_part_rest,
  .read = packet_part_read,
  .check = packet_part_check,
  .is_ended = packet_part_is_ended,
  .get_end = packet_part_get_end,
  .get_progress = packet_part_get_progress,
  .count = packet_part_count,
  .add_counters = packet_part_add_counters,
  .finish = packet_part_finish,
  .write_metrics = packet_part_write_metrics,
};
