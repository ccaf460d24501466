/* record-same.c: two records of one design, which must tell the same
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "record-same.h"

#include <math.h>

/* How much later members of collectives by agents tell that they have ended. */
#define GAP (HD_TICKS_PER_SECOND / 1000000)

static void
check_metrics (HdRecord *record,
               HdRecord *again,
               const char *words)
{
  static const char *const of_partitions[] = {
    "partitions", "threads", "crossing_messages", "null_messages", "requests", "longest_queue", "efficiency", NULL,
  };
  HdMetric metric, other;

  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    {
      if (g_strv_contains (of_partitions, metric.name))
        continue;
      if (!hd_record_find_metric (again, metric.name, &other))
        g_error ("%s: there is no %s", words, metric.name);
      if (other.value != metric.value)
        g_error ("%s: %s is %.17g, not %.17g", words, metric.name, other.value, metric.value);
    }
}

static void
check_files (HdRecord *record,
             HdRecord *again,
             const char *words)
{
  const char *name, *other_name;
  GBytes *bytes, *others;

  g_assert_cmpuint (hd_record_get_n_files (again), ==, hd_record_get_n_files (record));
  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      g_assert_true (hd_record_get_file (again, i, &other_name, &others));
      g_assert_cmpstr (other_name, ==, name);
      if (!g_bytes_equal (bytes, others))
        g_error ("%s: %s differs", words, name);
    }
}

/* Rounds that are advanced at once show their average, and where a run rests it tells them apart. */
static gboolean
is_averaged_alike (HdRecord *record,
                   HdRecord *again)
{
  HdCounters counters, other;

  hd_record_get_counters (record, &counters);
  hd_record_get_counters (again, &other);
  return counters.rounds_jumped == other.rounds_jumped;
}

static void
check_links (HdRecord *record,
             HdRecord *again,
             const char *words)
{
  guint n = hd_design_get_n_links (hd_record_get_design (record));
  g_autofree HdLoad *loads = g_new0 (HdLoad, n + 1);
  g_autofree HdLoad *others = g_new0 (HdLoad, n + 1);
  gboolean is_alike = is_averaged_alike (record, again);

  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  hd_record_read_links (again, 0, HD_TIME_MAX, others);
  for (guint i = 0; i < n; i++)
    if (others[i].amount != loads[i].amount || (is_alike && others[i].peak != loads[i].peak))
      g_error ("%s: link %u carries %g (%g), not %g (%g)", words, i, others[i].amount, others[i].peak, loads[i].amount, loads[i].peak);
}

static void
check_series (HdRecord *record,
              HdRecord *again,
              const char *words)
{
  for (guint s = 0; s < hd_record_get_n_series (record) && is_averaged_alike (record, again); s++)
    {
      guint64 n = hd_record_get_n_samples (record, s), length;

      if (hd_record_get_n_samples (again, s) != n)
        g_error ("%s: series %u has %" G_GUINT64_FORMAT " samples, not %" G_GUINT64_FORMAT, words, s, hd_record_get_n_samples (again, s), n);
      for (guint64 i = 0; i < n; i++)
        {
          HdSample a = *hd_record_peek_samples (record, s, i, &length), b = *hd_record_peek_samples (again, s, i, &length);

          if (a.time != b.time || a.value != b.value)
            g_error ("%s: sample %" G_GUINT64_FORMAT " of series %u is %.17g at %" G_GINT64_FORMAT ", not %.17g at %" G_GINT64_FORMAT, words, i, s,
                     b.value, b.time, a.value, a.time);
        }
    }
}

/* %NAN before the first sample. */
static double
read_series (HdRecord *record,
             guint series,
             HdTime time)
{
  gint64 found = hd_record_find_sample (record, series, time);
  guint64 n;

  return found >= 0 ? hd_record_peek_samples (record, series, (guint64) found, &n)->value : NAN;
}

/* Where @record has a sample before @until, @other has the same value. What overlaps is known of states when it ends. */
static void
check_values (HdRecord *record,
              HdRecord *other,
              HdTime until,
              const char *words)
{
  for (guint s = 0; s < hd_record_get_n_series (record); s++)
    for (guint64 i = 0; hd_record_get_series_kind (record, s) != HD_SERIES_STATE && i < hd_record_get_n_samples (record, s); i++)
      {
        guint64 n;
        HdTime time = hd_record_peek_samples (record, s, i, &n)->time;
        double a, b;

        if (time >= until)
          break;
        a = read_series (record, s, time);
        b = read_series (other, s, time);
        if (a != b)
          g_error ("%s: series %u at %" G_GINT64_FORMAT ": %.17g, %.17g", words, s, time, a, b);
      }
}

/* Spans that ended before @until, in the order in which they ended; what was cut off has an end of its own, and that flows have left is told when they arrive. */
static void
check_spans (HdRecord *record,
             HdRecord *again,
             HdTime until,
             const char *words)
{
  g_assert_cmpuint (hd_record_get_n_lanes (again), ==, hd_record_get_n_lanes (record));
  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      guint64 n = hd_record_get_n_spans (record, lane), n_again = hd_record_get_n_spans (again, lane), length;

      for (guint64 i = 0; i < MAX (n, n_again); i++)
        {
          HdSpan a = i < n ? *hd_record_peek_spans (record, lane, i, &length) : (HdSpan){ .end = HD_TIME_MAX };
          HdSpan b = i < n_again ? *hd_record_peek_spans (again, lane, i, &length) : (HdSpan){ .end = HD_TIME_MAX };

          if (MIN (a.end, b.end) >= until)
            break;
          if (until < HD_TIME_MAX && ((b.unfinished && a.start == b.start) || hd_span_has_peer (&a)))
            continue;
          if (a.start != b.start || a.end != b.end || a.kind != b.kind || a.iteration != b.iteration || a.step != b.step
              || g_strcmp0 (hd_record_get_name (record, a.name), hd_record_get_name (again, b.name)) != 0)
            g_error ("%s: span %" G_GUINT64_FORMAT " of lane %u is %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, words, i, lane,
                     b.start, b.end, a.start, a.end);
        }
    }
}

static void
check_histograms (HdRecord *record,
                  HdRecord *again,
                  const char *words)
{
  HdHistogram a, b;

  for (guint i = 0; i < hd_record_get_n_histograms (record); i++)
    {
      g_assert_true (hd_record_get_histogram (record, i, &a));
      g_assert_true (hd_record_find_histogram (again, a.name, &b));
      if (a.n != b.n || a.n_bins != b.n_bins || a.p50 != b.p50)
        g_error ("%s: histogram %s differs", words, a.name);
      for (guint k = 0; k < a.n_bins; k++)
        if (a.bins[k].n != b.bins[k].n || a.bins[k].from != b.bins[k].from || a.bins[k].first.sent != b.bins[k].first.sent || a.bins[k].first.source != b.bins[k].first.source)
          g_error ("%s: bin %u of histogram %s differs", words, k, a.name);
    }
}

void
record_same_check (HdRecord *record,
                   HdRecord *again,
                   const char *words)
{
  g_autofree char *digest = hd_record_dup_digest (record), *digest_again = hd_record_dup_digest (again);

  if (!g_str_equal (digest, digest_again))
    g_error ("%s: %s, not %s", words, digest_again, digest);
  if (hd_record_get_time (again) != hd_record_get_time (record))
    g_error ("%s: ends at %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, words, hd_record_get_time (again), hd_record_get_time (record));
  check_metrics (record, again, words);
  check_files (record, again, words);
  check_links (record, again, words);
  check_series (record, again, words);
  check_spans (record, again, HD_TIME_MAX, words);
  check_histograms (record, again, words);
}

void
record_same_check_events (HdRecord *record,
                          HdRecord *again,
                          const char *words)
{
  HdCounters counters, other;

  hd_record_get_counters (record, &counters);
  hd_record_get_counters (again, &other);
  if (other.events != counters.events)
    g_error ("%s: %" G_GUINT64_FORMAT " events, not %" G_GUINT64_FORMAT, words, other.events, counters.events);
}

void
record_same_check_prefix (HdRecord *whole,
                          HdRecord *part,
                          const char *words)
{
  HdTime frame = hd_record_get_frame_interval (part), end = hd_record_get_time (part);

  if (frame == hd_record_get_frame_interval (whole) && is_averaged_alike (whole, part))
    {
      check_values (part, whole, (end - GAP) / frame * frame, words); /* rates are those of whole frames */
      check_values (whole, part, (end - GAP) / frame * frame, words);
    }
  check_spans (whole, part, end - GAP, words);
}
