/* hd-report-perfetto.c: spans as Chrome trace events, for Perfetto and chrome://tracing
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Written by hand rather than built as a tree: a trace may hold millions of events, and memory must not grow with them. Times are in
 * microseconds, as the format demands, with six decimals: picoseconds. Each lane has a track for computations and one for the traffic beside
 * them, since complete events on one track must nest. Series become counters.
 */
#define G_LOG_DOMAIN "hd-report-perfetto"

#include "hd-report-private.h"

#include "hd-i18n.h"

static void
write_microseconds (HdWriter *writer,
                    HdTime time)
{
  _hd_writer_printf (writer, "%" G_GINT64_FORMAT ".%06" G_GINT64_FORMAT, time / 1000000, time % 1000000);
}

static gboolean
is_traffic (const HdSpan *span)
{
  return span->kind == HD_SPAN_MEMORY;
}

static void
write_track_name (HdWriter *writer,
                  guint track,
                  const char *title,
                  guint n_equal,
                  const char *suffix)
{
  g_autoptr (GString) name = g_string_new (title);

  if (suffix != NULL)
    g_string_append_printf (name, ", %s", suffix);
  if (n_equal > 1)
    g_string_append_printf (name, _(" (and %u equal)"), n_equal - 1);
  _hd_writer_printf (writer, ",\n{\"ph\":\"M\",\"pid\":1,\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":", track);
  _hd_writer_json (writer, name->str);
  _hd_writer_put (writer, "}}");
}

static void
write_span (HdWriter *writer,
            HdRecord *record,
            guint track,
            const HdSpan *span)
{
  _hd_writer_printf (writer, ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":", track);
  write_microseconds (writer, span->start);
  _hd_writer_put (writer, ",\"dur\":");
  write_microseconds (writer, span->end - span->start);
  _hd_writer_put (writer, ",\"name\":");
  _hd_writer_json (writer, hd_record_get_name (record, span->name));
  _hd_writer_printf (writer, ",\"cat\":\"%s\",\"args\":{\"iteration\":%u%s}}", _hd_span_kind_name (span->kind), span->iteration,
                     span->unfinished ? ",\"unfinished\":true" : "");
}

static void
write_lane (HdWriter *writer,
            HdRecord *record,
            guint lane,
            guint n_equal,
            guint track)
{
  g_autofree char *title = hd_record_dup_lane_title (record, lane);
  guint64 n_spans = hd_record_get_n_spans (record, lane);
  gboolean has_traffic = FALSE;
  guint64 n;

  write_track_name (writer, track, title, n_equal, NULL);
  for (guint64 i = 0; i < n_spans && !_hd_writer_failed (writer); i += n)
    {
      const HdSpan *spans = hd_record_peek_spans (record, lane, i, &n);

      for (guint64 k = 0; k < n; k++)
        {
          if (is_traffic (&spans[k]) && !has_traffic)
            {
              has_traffic = TRUE;
              write_track_name (writer, track + 1, title, n_equal, _("memory"));
            }
          write_span (writer, record, track + is_traffic (&spans[k]), &spans[k]);
        }
    }
}

static void
write_counter (HdWriter *writer,
               HdRecord *record,
               guint series)
{
  const HdProbePoint *probe = hd_record_get_series_probe (record, series);
  guint64 n_samples = hd_record_get_n_samples (record, series);
  guint64 n;

  for (guint64 i = 0; i < n_samples && !_hd_writer_failed (writer); i += n)
    {
      const HdSample *samples = hd_record_peek_samples (record, series, i, &n);

      for (guint64 k = 0; k < n; k++)
        {
          _hd_writer_put (writer, ",\n{\"ph\":\"C\",\"pid\":1,\"ts\":");
          write_microseconds (writer, samples[k].time);
          _hd_writer_put (writer, ",\"name\":");
          _hd_writer_json (writer, probe->title);
          _hd_writer_put (writer, ",\"args\":{");
          _hd_writer_json (writer, probe->unit);
          _hd_writer_put (writer, ":");
          _hd_writer_number (writer, samples[k].value);
          _hd_writer_put (writer, "}}");
        }
    }
}

void
_hd_report_perfetto (HdWriter *writer,
                     HdRecord *record)
{
  g_autofree guint *counts = NULL;
  g_autofree guint *lanes = NULL;
  guint n_lanes;

  lanes = _hd_report_lane_representatives (record, &counts, &n_lanes);
  _hd_writer_put (writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":");
  _hd_writer_json (writer, hd_design_get_name (hd_record_get_design (record)));
  _hd_writer_put (writer, "}}");
  for (guint l = 0; l < n_lanes; l++)
    write_lane (writer, record, lanes[l], counts[l], 1 + 2 * l);
  for (guint s = 0; s < hd_record_get_n_series (record); s++)
    if (hd_record_get_series_kind (record, s) == HD_SERIES_STEP)
      write_counter (writer, record, s);
  _hd_writer_put (writer, "\n]}\n");
}
