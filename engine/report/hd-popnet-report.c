/* hd-popnet-report.c: a result in popnet's words
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Scripts find the figures by these labels, so they are the same in all languages.
 */
#define G_LOG_DOMAIN "hd-popnet-report"

#include "hd-popnet-report.h"

#include <math.h>

#include "hd-flit-metrics.h"
#include "hd-record-private.h"
#include "hd-transfer-list-private.h"

#define RULE "**************************************************\n"
#define LABEL_COLUMNS 22

static void
write_figure (HdWriter *writer,
              const char *label,
              double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  _hd_writer_printf (writer, "%-*s%s\n", LABEL_COLUMNS, label, g_ascii_formatd (text, sizeof text, "%g", value));
}

void
_hd_popnet_write_figures (HdWriter *writer,
                          const HdPopnetFigures *figures)
{
  _hd_writer_put (writer, RULE);
  _hd_writer_printf (writer, "%-*s%" G_GUINT64_FORMAT "\n", LABEL_COLUMNS, "total finished:", figures->n_finished);
  write_figure (writer, "average Delay:", figures->delay_cycles);
  if (figures->power != NULL)
    {
      write_figure (writer, "total mem power:", hd_flit_energy_get_memory (figures->power));
      write_figure (writer, "total crossbar power:", figures->power->crossbar);
      write_figure (writer, "total arbiter power:", figures->power->arbiter);
      write_figure (writer, "total link power:", figures->power->link);
      write_figure (writer, "total power:", hd_flit_energy_get_total (figures->power));
    }
  _hd_writer_put (writer, RULE);
}

/* From when it could set out: its own time, or the end of what it waited for. */
static double
sum_delays (HdRecord *record,
            const guint32 *after)
{
  guint64 n = hd_record_get_n_transfers (record);
  HdTransferList *list = _hd_record_get_transfers (record);
  g_autofree HdTime *ends = g_new0 (HdTime, hd_transfer_list_get_length (list) + 1);
  HdTransferResult transfer;
  double sum = 0;

  for (guint64 i = 0; i < n && hd_record_get_transfer (record, i, &transfer); i++)
    ends[transfer.number] = transfer.end;
  for (guint64 i = 0; i < n && hd_record_get_transfer (record, i, &transfer); i++)
    {
      HdTime start = transfer.start;

      if (after != NULL && after[transfer.number] != HD_NO_ID)
        start = MAX (start, ends[after[transfer.number]]);
      sum += hd_time_to_seconds (transfer.end - start);
    }
  return sum;
}

/* Without the attributes of a workload the clock is popnet's. */
static double
get_clock (HdDesign *design)
{
  HdTransferTrace trace;

  return _hd_transfer_trace_find (design, &trace, NULL) ? trace.clock_per_s : HD_TRANSFER_CLOCK_PER_S;
}

static double
get_metric (HdRecord *record,
            const char *name)
{
  HdMetric metric;

  return hd_record_find_metric (record, name, &metric) ? metric.value : NAN;
}

/* popnet runs all cycles that it is told to, and so divides by them. FALSE if flits were not counted. */
static gboolean
find_power (HdRecord *record,
            HdFlitEnergy *out_power)
{
  HdTime until = hd_design_get_run_settings (hd_record_get_design (record))->until;
  HdTime time = until != HD_TIME_MAX ? until : hd_record_get_time (record);
  const HdFlitEnergy energy = {
    .write = get_metric (record, HD_FLIT_METRIC_BUFFERS),
    .crossbar = get_metric (record, HD_FLIT_METRIC_CROSSBARS),
    .arbiter = get_metric (record, HD_FLIT_METRIC_ARBITERS),
    .link = get_metric (record, HD_FLIT_METRIC_LINKS),
    .idle = get_metric (record, HD_FLIT_METRIC_IDLE),
  };

  if (isnan (energy.write) || time == 0)
    return FALSE;
  *out_power = hd_flit_energy_get_power (&energy, hd_time_to_seconds (time));
  return TRUE;
}

void
_hd_report_popnet (HdWriter *writer,
                   HdRecord *record)
{
  HdTransferList *list = _hd_record_get_transfers (record);
  HdPopnetFigures figures = { list != NULL ? hd_record_get_n_transfers (record) : 0, NAN, NULL };
  HdFlitEnergy power;

  if (find_power (record, &power))
    figures.power = &power;
  if (figures.n_finished > 0)
    figures.delay_cycles
      = sum_delays (record, hd_transfer_list_get_after (list)) * get_clock (hd_record_get_design (record)) / (double) figures.n_finished;
  _hd_popnet_write_figures (writer, &figures);
}
