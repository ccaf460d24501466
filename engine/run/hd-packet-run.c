/* hd-packet-run.c: the work of a design carried packet by packet, and what it tells the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The kernel runs from one frame of the record to the next. In between it rests, whatever its strategy: then the work is asked what has ended, and
 * links and probes are read, in one thread.
 */
#define G_LOG_DOMAIN "hd-packet-run"

#include "hd-packet-run.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-packet-watch.h"
#include "hd-probes.h"
#include "hd-ranks-private.h"
#include "hd-summary.h"
#include "hd-work-record.h"

struct _HdPacketRun
{
  HdDesign *design; /* borrowed, as the next */
  HdKernel *kernel;
  HdRecord *record;
  HdPacketNetwork *network;
  HdPacketWork *work;
  HdPacketWatch *watch;
  guint32 *nodes;         /* by kernel id */
  int iteration_series;
  int collective_series;  /* of the first lane, as at flow fidelity */
  guint64 n_iterations;
  double progress;        /* atomic */
};

/* ---- what the work tells --------------------------------------------------------------------------------------------- */

static void
on_span (gpointer data,
         const HdWorkSpan *span)
{
  HdPacketRun *self = data;

  hd_work_record_span (self->record, span);
  if (self->collective_series < 0 || span->kind != HD_WORK_COLLECTIVE || span->lane_class != 0)
    return;
  _hd_record_append_sample (self->record, (guint) self->collective_series, span->start, span->name);
  _hd_record_append_sample (self->record, (guint) self->collective_series, span->end, -1);
}

static void
on_transfer (gpointer data,
             const HdTransferList *list,
             guint64 number,
             HdTime end)
{
  hd_work_record_transfer (((HdPacketRun *) data)->record, list, number, end);
}

static void
on_iteration (gpointer data,
              HdTime end)
{
  HdPacketRun *self = data;

  _hd_record_append_iteration (self->record, end);
  self->n_iterations++;
  if (self->iteration_series >= 0)
    _hd_record_append_sample (self->record, (guint) self->iteration_series, end, (double) self->n_iterations);
}

static const HdPacketWorkObserver observer = { .span = on_span, .transfer = on_transfer, .iteration = on_iteration };

/* The kernel has run everything before @time. */
static void
listen (HdPacketRun *self,
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
report (HdPacketRun *self,
        HdProblemList *problems,
        HdSeverity severity,
        const char *attribute,
        const char *hint,
        const char *message)
{
  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_VALUE, severity, "run", hd_design_get_run_uid (self->design), attribute,
                                                  hd_design_get_file (self->design), 0, hint, "%s", message));
}

static gboolean
check_settings (HdPacketRun *self,
                HdProblemList *problems)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  const HdNode *nodes = hd_design_get_nodes (self->design);

  if (settings->buffer_bytes > 0 && settings->buffer_bytes < settings->packet_bytes)
    {
      g_autofree char *message = g_strdup_printf (_("A buffer of %g B cannot hold a packet of %g B"), settings->buffer_bytes, settings->packet_bytes);

      report (self, problems, HD_SEVERITY_ERROR, "buffer", _("Use larger buffers or smaller packets"), message);
      return FALSE;
    }
  if (hd_ranks_get_n () > 1)
    {
      report (self, problems, HD_SEVERITY_ERROR, "fidelity", _("Use threads and partitions in one process"),
              _("Packet fidelity does not run in several processes"));
      return FALSE;
    }
  if (settings->n_traced > 0)
    report (self, problems, HD_SEVERITY_WARNING, "trace", _("Trace at flow fidelity"), _("At packet fidelity the steps of members are not recorded one by one"));
  for (guint i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (nodes[i].type->handlers != NULL || nodes[i].type->block != NULL)
      {
        g_autofree char *path = hd_design_dup_node_path (self->design, i);
        g_autofree char *message = g_strdup_printf (_("“%s” acts itself, which packet fidelity has no place for"), path);

        report (self, problems, HD_SEVERITY_ERROR, "fidelity", _("Use flow"), message);
        return FALSE;
      }
  return TRUE;
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
add_network (HdPacketRun *self,
             const guint32 *partitions,
             GError **error)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  guint n_nodes = hd_design_get_n_nodes (self->design);
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

  self->network = hd_packet_network_new (self->design, &rules, self->kernel, partitions, error);
  if (self->network == NULL)
    return FALSE;
  self->nodes = g_new (guint32, n_nodes + 1);
  for (guint32 i = 0; i < n_nodes; i++)
    if (hd_packet_network_has_node (self->network, i))
      self->nodes[hd_packet_network_get_kernel_id (self->network, i)] = i;
  return TRUE;
}

static void
lay_out (HdPacketRun *self)
{
  HdRecordLayout layout = { 0 };
  HdPacketWorkLayout work;
  g_autofree guint32 *classes = NULL;

  self->work->class->get_layout (self->work, &work);
  classes = g_new (guint32, work.n_lanes + 1);
  for (guint32 i = 0; i < work.n_lanes; i++)
    classes[i] = i;
  layout.names = work.names;
  layout.n_names = work.n_names;
  layout.name_members = work.name_members;
  layout.n_name_members = work.n_name_members;
  layout.lane_nodes = work.lane_nodes;
  layout.lane_titles = work.lane_titles;
  layout.lane_logs = work.lane_logs;
  layout.lane_classes = classes;
  layout.n_lanes = layout.n_lane_classes = layout.first_trace_lane = work.n_lanes;
  hd_packet_watch_lay_out (self->watch, &layout);
  hd_probes_prepare (self->record, self->design);
  _hd_record_set_layout (self->record, &layout);
}

HdPacketRun *
hd_packet_run_new (HdDesign *design,
                   HdKernel *kernel,
                   HdRecord *record)
{
  HdPacketRun *self = g_new0 (HdPacketRun, 1);

  self->design = design;
  self->kernel = kernel;
  self->record = record;
  self->iteration_series = hd_probes_find_workload (design, "iteration");
  self->collective_series = hd_probes_find_workload (design, "collective");
  return self;
}

void
hd_packet_run_free (HdPacketRun *self)
{
  g_clear_pointer (&self->watch, hd_packet_watch_free);
  g_clear_pointer (&self->network, hd_packet_network_free);
  g_clear_pointer (&self->work, hd_packet_work_free);
  g_free (self->nodes);
  g_free (self);
}

gboolean
hd_packet_run_prepare (HdPacketRun *self,
                       HdTransferList *transfers,
                       const guint32 *partitions,
                       HdProblemList *problems,
                       GError **error)
{
  if (!check_settings (self, problems))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The run settings ask for what packet fidelity cannot do"));
      return FALSE;
    }
  if (!add_network (self, partitions, error))
    return FALSE;
  self->work = hd_packet_work_new (self->design, transfers, self->network, problems, error);
  if (self->work == NULL)
    return FALSE;
  _hd_record_set_transfers (self->record, hd_packet_work_get_transfers (self->work));
  self->watch = hd_packet_watch_new (self->design, self->network, self->record);
  lay_out (self);
  return TRUE;
}

guint32
hd_packet_run_find_node (HdPacketRun *self,
                         guint32 kernel_id)
{
  return self->nodes[kernel_id];
}

/* ---- running --------------------------------------------------------------------------------------------------------- */

/* Ends a frame of the record. */
static void
end_frame (HdPacketRun *self,
           HdTime end)
{
  listen (self, end, FALSE);
  hd_frames_close (_hd_record_get_frames (self->record), hd_packet_watch_read (self->watch, end));
  _hd_record_publish (self->record, end);
}

/* Nothing is left to happen: it ought to be because the work is done. */
static gboolean
check_end (HdPacketRun *self,
           GError **error)
{
  listen (self, hd_kernel_get_time (self->kernel), FALSE);
  if (!hd_packet_network_check (self->network, error))
    return FALSE;
  if (hd_packet_run_is_ended (self))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("At %g s nothing is under way, but the work is not done: %.3g %% of it is"),
               hd_time_to_seconds (hd_kernel_get_time (self->kernel)), 100 * hd_packet_run_get_progress (self));
  return FALSE;
}

HdKernelStatus
hd_packet_run_advance (HdPacketRun *self,
                       HdTime until,
                       GError **error)
{
  for (;;)
    {
      HdTime boundary = hd_frames_get_boundary (_hd_record_get_frames (self->record));
      HdKernelStatus status = hd_kernel_run (self->kernel, MIN (until, boundary - 1), error);

      if (status == HD_KERNEL_DONE && !check_end (self, error))
        return HD_KERNEL_FAILED;
      if (status != HD_KERNEL_UNTIL)
        return status;
      if (until < boundary)
        {
          listen (self, until, FALSE);
          return status;
        }
      end_frame (self, boundary);
      if (!_hd_record_check_room (self->record, hd_record_get_time (self->record), error))
        return HD_KERNEL_FAILED;
    }
}

HdKernelStatus
hd_packet_run_step (HdPacketRun *self,
                    GError **error)
{
  HdTime next = hd_kernel_get_next_time (self->kernel);
  HdKernelStatus status;

  while (next < HD_TIME_MAX && hd_frames_get_boundary (_hd_record_get_frames (self->record)) <= next)
    end_frame (self, hd_frames_get_boundary (_hd_record_get_frames (self->record)));
  status = hd_kernel_step (self->kernel, error);
  if (status == HD_KERNEL_DONE && !check_end (self, error))
    return HD_KERNEL_FAILED;
  if (status != HD_KERNEL_FAILED)
    listen (self, hd_kernel_get_time (self->kernel), FALSE);
  return status;
}

gboolean
hd_packet_run_is_ended (HdPacketRun *self)
{
  return self->work->class->is_ended (self->work);
}

double
hd_packet_run_get_progress (HdPacketRun *self)
{
  double progress;

  __atomic_load (&self->progress, &progress, __ATOMIC_RELAXED);
  return progress;
}

guint64
hd_packet_run_get_n_completions (HdPacketRun *self)
{
  return self->work->class->get_n_completions (self->work);
}

HdTime
hd_packet_run_get_end (HdPacketRun *self)
{
  return self->work->class->get_end (self->work);
}

/* ---- metrics --------------------------------------------------------------------------------------------------------- */

/* Over all directions of all links. */
static HdPacketLinkStatistics
sum_up (HdPacketRun *self)
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
write_metrics (HdPacketRun *self)
{
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

void
hd_packet_run_finish (HdPacketRun *self,
                      HdTime time)
{
  listen (self, time, TRUE);
  hd_frames_finish (_hd_record_get_frames (self->record), time, hd_packet_watch_read (self->watch, time));
  write_metrics (self);
}
