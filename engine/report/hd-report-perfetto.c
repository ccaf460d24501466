/* hd-report-perfetto.c: spans as Chrome trace events, for Perfetto and chrome://tracing
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Written by hand rather than built as a tree: a trace may hold millions of events, and memory must not grow with them. Times are in
 * microseconds, as the format demands, with six decimals: picoseconds. Each lane has a track for computations and one for the traffic beside
 * them, and more where spans overlap, since complete events on one track must nest. Series become counters. Each span has its own name and that
 * of the span that released it among its arguments.
 */
#define G_LOG_DOMAIN "hd-report-perfetto"

#include "hd-report-private.h"

#include "hd-i18n.h"
#include "hd-report-tracks.h"

static void
write_microseconds (HdWriter *writer,
                    HdTime time)
{
  _hd_writer_printf (writer, "%" G_GINT64_FORMAT ".%06" G_GINT64_FORMAT, time / 1000000, time % 1000000);
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
            guint lane,
            guint64 index,
            guint track,
            const HdSpan *span)
{
  guint cause_lane;
  guint64 cause_index;

  _hd_writer_printf (writer, ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":", track);
  write_microseconds (writer, span->start);
  _hd_writer_put (writer, ",\"dur\":");
  write_microseconds (writer, span->end - span->start);
  _hd_writer_put (writer, ",\"name\":");
  _hd_writer_json (writer, hd_record_get_name (record, span->name));
  _hd_writer_printf (writer, ",\"cat\":\"%s\",\"args\":{\"iteration\":%u,\"span\":\"" _HD_SPAN_ID_FORMAT "\"", _hd_span_kind_name (span->kind),
                     span->iteration, lane, index);
  if (hd_record_find_cause (record, lane, span, &cause_lane, &cause_index))
    _hd_writer_printf (writer, ",\"cause\":\"" _HD_SPAN_ID_FORMAT "\"", cause_lane, cause_index);
  if (hd_span_has_step (span))
    _hd_writer_printf (writer, ",\"step\":%u", span->step);
  if (hd_span_has_peer (span))
    {
      g_autofree char *peer = hd_design_dup_node_label (hd_record_get_design (record), span->peer);

      _hd_writer_put (writer, ",\"peer\":");
      _hd_writer_json (writer, peer);
    }
  _hd_writer_put (writer, span->unfinished ? ",\"unfinished\":true}}" : "}}");
}

static void
write_lane (HdWriter *writer,
            HdRecord *record,
            guint lane,
            guint n_equal,
            guint *n_tracks)
{
  g_autofree char *title = hd_record_dup_lane_title (record, lane);
  g_autoptr (GArray) tracks = _hd_tracks_new ();
  guint64 n_spans = hd_record_get_n_spans (record, lane);
  guint first = *n_tracks + 1;
  guint64 n;

  if (n_spans == 0)
    return;
  write_track_name (writer, first, title, n_equal, NULL);
  for (guint64 i = 0; i < n_spans && !_hd_writer_failed (writer); i += n)
    {
      const HdSpan *spans = hd_record_peek_spans (record, lane, i, &n);

      for (guint64 k = 0; k < n; k++)
        {
          guint known = tracks->len;
          guint track = _hd_tracks_place (tracks, &spans[k]);

          if (track == known)
            write_track_name (writer, first + track, title, n_equal, g_array_index (tracks, HdTrack, track).traffic ? _("memory") : NULL);
          write_span (writer, record, lane, i + k, first + track, &spans[k]);
        }
    }
  *n_tracks += tracks->len;
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
  guint n_lanes, n_tracks = 0;

  lanes = _hd_report_lane_representatives (record, &counts, &n_lanes);
  _hd_writer_put (writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":");
  _hd_writer_json (writer, hd_design_get_name (hd_record_get_design (record)));
  _hd_writer_put (writer, "}}");
  for (guint l = 0; l < n_lanes; l++)
    write_lane (writer, record, lanes[l], counts[l], &n_tracks);
  for (guint s = 0; s < hd_record_get_n_series (record); s++)
    if (hd_record_get_series_kind (record, s) == HD_SERIES_STEP)
      write_counter (writer, record, s);
  _hd_writer_put (writer, "\n]}\n");
}
