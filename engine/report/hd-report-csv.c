/* hd-report-csv.c: metrics, loads, series, spans, histograms and transfers as comma-separated values
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One table a file, a header line, times in exact decimal seconds, everything else in SI units. A column's name ends with its unit, in words that
 * need no quotes anywhere: start_s, bytes, bandwidth_bytes_per_s, utilisation_ratio (0 to 1); without one it counts. Values of several units
 * stand beside a column that names theirs.
 */
#define G_LOG_DOMAIN "hd-report-csv"

#include "hd-report-private.h"

#include <string.h>

#include "hd-record-private.h"

static void
write_metrics (HdWriter *writer,
               HdRecord *record)
{
  HdMetric metric;

  _hd_writer_put (writer, "name,value,unit\n");
  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    {
      _hd_writer_csv (writer, metric.name);
      _hd_writer_put (writer, ",");
      _hd_writer_number (writer, metric.value);
      _hd_writer_put (writer, ",");
      _hd_writer_csv (writer, metric.unit);
      _hd_writer_put (writer, "\n");
    }
}

/* ,bytes,mean,peak; nothing between the commas where there is no such direction */
static void
write_use (HdWriter *writer,
           const double *bytes,
           float mean,
           float peak,
           gboolean is_there)
{
  _hd_writer_put (writer, ",");
  if (is_there && bytes != NULL)
    _hd_writer_number (writer, *bytes);
  _hd_writer_put (writer, ",");
  if (is_there)
    _hd_writer_number (writer, (double) mean);
  _hd_writer_put (writer, ",");
  if (is_there)
    _hd_writer_number (writer, (double) peak);
}

static void
write_links (HdWriter *writer,
             HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_links = hd_design_get_n_links (design);
  const HdLink *links = hd_design_get_links (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_links + 1);

  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  _hd_writer_put (writer, "link,class,bytes,utilisation_ratio,peak_utilisation_ratio,"
                          "forward_bytes,forward_utilisation_ratio,forward_peak_utilisation_ratio,"
                          "reverse_bytes,reverse_utilisation_ratio,reverse_peak_utilisation_ratio,energy_j\n");
  for (guint l = 0; l < n_links && !_hd_writer_failed (writer); l++)
    {
      g_autofree char *path = hd_design_dup_link_path (design, l);

      _hd_writer_csv (writer, path);
      _hd_writer_put (writer, ",");
      if (links[l].link_class != HD_NO_ID)
        _hd_writer_csv (writer, hd_design_get_link_class (design, links[l].link_class)->id);
      write_use (writer, &loads[l].amount, loads[l].mean, loads[l].peak, TRUE);
      for (guint way = 0; way < 2; way++)
        {
          const HdUse *use = &loads[l].ways[way];

          write_use (writer, &use->amount, use->mean, use->peak, links[l].sharing == HD_SHARING_SPLIT);
        }
      _hd_writer_put (writer, ",");
      if (hd_record_has_energy (record))
        _hd_writer_number (writer, loads[l].energy);
      _hd_writer_put (writer, "\n");
    }
}

static void
write_components (HdWriter *writer,
                  HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_nodes + 1);

  hd_record_read_nodes (record, 0, HD_TIME_MAX, loads);
  _hd_writer_put (writer, "component,capacity,bytes,utilisation_ratio,peak_utilisation_ratio\n");
  for (guint i = 0; i < 2 * n_nodes && !_hd_writer_failed (writer); i++)
    {
      const HdUse *use = &loads[i / 2].ways[i % 2];
      const char *capacity = _hd_capacity_name (design, i / 2, i % 2);
      gboolean carries = strcmp (capacity, "processor") != 0 && strcmp (capacity, "buffers") != 0;
      g_autofree char *path = NULL;

      if (use->amount <= 0)
        continue;
      path = hd_design_dup_node_path (design, i / 2);
      _hd_writer_csv (writer, path);
      _hd_writer_printf (writer, ",%s", capacity);
      write_use (writer, carries ? &use->amount : NULL, use->mean, use->peak, TRUE);
      _hd_writer_put (writer, "\n");
    }
}

static void
write_routers (HdWriter *writer,
               HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_nodes + 1);

  hd_record_read_nodes (record, 0, HD_TIME_MAX, loads);
  _hd_writer_put (writer, "router,energy_j,switched_flits,accepted_flits,fill_ratio,peak_fill_ratio,"
                          "stalled_ratio,no_channel_cycles,no_credit_cycles,no_switch_cycles,no_room_cycles\n");
  for (guint i = 0; i < n_nodes && !_hd_writer_failed (writer); i++)
    {
      const double *stalled = loads[i].stalled;
      const double figures[] = { loads[i].energy, loads[i].switched, loads[i].accepted, (double) loads[i].mean, (double) loads[i].peak, loads[i].stalled_share,
                                 stalled[HD_STALL_CHANNEL], stalled[HD_STALL_CREDIT], stalled[HD_STALL_SWITCH], stalled[HD_STALL_ROOM] };
      g_autofree char *path = NULL;

      if (loads[i].room <= 0)
        continue;
      path = hd_design_dup_node_path (design, i);
      _hd_writer_csv (writer, path);
      for (guint c = 0; c < G_N_ELEMENTS (figures); c++)
        {
          _hd_writer_put (writer, ",");
          _hd_writer_number (writer, figures[c]);
        }
      _hd_writer_put (writer, "\n");
    }
}

static void
write_series (HdWriter *writer,
              HdRecord *record)
{
  _hd_writer_put (writer, "probe,time_s,value,unit\n");
  for (guint s = 0; s < hd_record_get_n_series (record); s++)
    {
      const HdProbePoint *probe = hd_record_get_series_probe (record, s);
      gboolean state = hd_record_get_series_kind (record, s) == HD_SERIES_STATE;
      guint64 n;

      for (guint64 i = 0; i < hd_record_get_n_samples (record, s) && !_hd_writer_failed (writer); i += n)
        {
          const HdSample *samples = hd_record_peek_samples (record, s, i, &n);

          for (guint64 k = 0; k < n; k++)
            {
              _hd_writer_csv (writer, probe->title);
              _hd_writer_put (writer, ",");
              _hd_writer_time (writer, samples[k].time);
              _hd_writer_put (writer, ",");
              if (!state)
                _hd_writer_number (writer, samples[k].value);
              else if (samples[k].value >= 0)
                _hd_writer_csv (writer, hd_record_get_name (record, (guint32) samples[k].value));
              _hd_writer_put (writer, ",");
              _hd_writer_csv (writer, state ? "" : probe->unit);
              _hd_writer_put (writer, "\n");
            }
        }
    }
}

static void
write_cause (HdWriter *writer,
             HdRecord *record,
             guint lane,
             const HdSpan *span)
{
  guint cause_lane;
  guint64 cause_index;

  if (hd_record_find_cause (record, lane, span, &cause_lane, &cause_index))
    _hd_writer_printf (writer, _HD_SPAN_ID_FORMAT, cause_lane, cause_index);
  _hd_writer_put (writer, ",");
  if (hd_span_has_step (span))
    _hd_writer_printf (writer, "%u", span->step);
  _hd_writer_put (writer, ",");
  if (hd_span_has_peer (span))
    {
      g_autofree char *peer = hd_design_dup_node_label (hd_record_get_design (record), span->peer);

      _hd_writer_csv (writer, peer);
    }
}

static void
write_spans (HdWriter *writer,
             HdRecord *record)
{
  g_autofree guint *counts = NULL;
  g_autofree guint *lanes = NULL;
  guint n_lanes;

  lanes = _hd_report_lane_representatives (record, &counts, &n_lanes);
  _hd_writer_put (writer, "start_s,end_s,iteration,name,kind,lane,equal_lanes,unfinished,span,cause,step,peer\n");
  for (guint l = 0; l < n_lanes; l++)
    {
      g_autofree char *title = hd_record_dup_lane_title (record, lanes[l]);
      guint64 n_spans = hd_record_get_n_spans (record, lanes[l]);
      guint64 n;

      for (guint64 i = 0; i < n_spans && !_hd_writer_failed (writer); i += n)
        {
          const HdSpan *spans = hd_record_peek_spans (record, lanes[l], i, &n);

          for (guint64 k = 0; k < n; k++)
            {
              _hd_writer_time (writer, spans[k].start);
              _hd_writer_put (writer, ",");
              _hd_writer_time (writer, spans[k].end);
              _hd_writer_printf (writer, ",%u,", spans[k].iteration);
              _hd_writer_csv (writer, hd_record_get_name (record, spans[k].name));
              _hd_writer_printf (writer, ",%s,", _hd_span_kind_name (spans[k].kind));
              _hd_writer_csv (writer, title);
              _hd_writer_printf (writer, ",%u,%u," _HD_SPAN_ID_FORMAT ",", counts[l], spans[k].unfinished, lanes[l], i + k);
              write_cause (writer, record, lanes[l], &spans[k]);
              _hd_writer_put (writer, "\n");
            }
        }
    }
}

static void
write_histograms (HdWriter *writer,
                  HdRecord *record)
{
  HdHistogram histogram;

  _hd_writer_put (writer, "name,from_s,to_s,count\n");
  for (guint i = 0; hd_record_get_histogram (record, i, &histogram); i++)
    for (guint k = 0; k < histogram.n_bins && !_hd_writer_failed (writer); k++)
      {
        _hd_writer_csv (writer, histogram.name);
        _hd_writer_put (writer, ",");
        _hd_writer_time (writer, histogram.bins[k].from);
        _hd_writer_put (writer, ",");
        _hd_writer_time (writer, histogram.bins[k].to);
        _hd_writer_printf (writer, ",%" G_GUINT64_FORMAT "\n", histogram.bins[k].n);
      }
}

/* HD_TIME_MAX for a transfer that has not ended. */
static HdTime *
collect_ends (HdRecord *record,
              guint64 n)
{
  HdTime *ends = g_new (HdTime, n + 1);
  HdTransferResult transfer;

  for (guint64 i = 0; i < n; i++)
    ends[i] = HD_TIME_MAX;
  for (guint64 i = 0; hd_record_get_transfer (record, i, &transfer); i++)
    ends[transfer.number] = transfer.end;
  return ends;
}

/* The list as it was written, each line with its end. */
static void
write_transfers (HdWriter *writer,
                 HdRecord *record)
{
  HdTransferList *list = _hd_record_get_transfers (record);
  guint64 n = list != NULL ? hd_transfer_list_get_length (list) : 0;
  g_autofree HdTime *ends = collect_ends (record, n);
  g_autofree char *head = list != NULL ? hd_transfer_list_dup_head (list) : NULL;

  if (list == NULL)
    return;
  _hd_writer_put (writer, head);
  _hd_writer_put (writer, "\n");
  for (guint64 i = 0; i < n && !_hd_writer_failed (writer); i++)
    {
      char buffer[HD_TIME_BUFFER];
      g_autofree char *row = hd_transfer_list_dup_row (list, i, ends[i] < HD_TIME_MAX ? _hd_time_format (ends[i], buffer) : "");

      _hd_writer_put (writer, row);
      _hd_writer_put (writer, "\n");
    }
}

void
_hd_report_csv (HdWriter *writer,
                HdRecord *record,
                HdReportKind kind)
{
  switch (kind)
    {
    case HD_REPORT_METRICS:
      write_metrics (writer, record);
      break;
    case HD_REPORT_LINKS:
      write_links (writer, record);
      break;
    case HD_REPORT_COMPONENTS:
      write_components (writer, record);
      break;
    case HD_REPORT_ROUTERS:
      write_routers (writer, record);
      break;
    case HD_REPORT_SERIES:
      write_series (writer, record);
      break;
    case HD_REPORT_SPANS:
      write_spans (writer, record);
      break;
    case HD_REPORT_HISTOGRAMS:
      write_histograms (writer, record);
      break;
    case HD_REPORT_TRANSFERS:
      write_transfers (writer, record);
      break;
    default:
      g_assert_not_reached ();
    }
}
