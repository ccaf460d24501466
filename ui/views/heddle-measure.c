/* heddle-measure.c: what a probe did in a range of time, in five figures
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-measure"

#include "heddle-measure.h"

#define SORT_MAXIMUM 1000000
#define N_BINS 65536

/* A value, and how long it held. */
typedef struct
{
  double value;
  double length_ps;
} Held;

typedef void (*HeldFunc) (const Held *held,
                          gpointer data);

/* Calls @func for each stretch of constant value in the range. */
static void
foreach_held (HdRecord *record,
              guint series,
              HdTime from,
              HdTime to,
              HeldFunc func,
              gpointer data)
{
  guint64 n = hd_record_get_n_samples (record, series);
  gint64 first = hd_record_find_sample (record, series, from);
  HdSample last = { from, 0 };

  for (guint64 at = (guint64) MAX (first, 0), chunk; at < n; at += chunk)
    {
      const HdSample *samples = hd_record_peek_samples (record, series, at, &chunk);

      for (guint64 i = 0; i < chunk; i++)
        {
          Held held = { last.value, (double) (MIN (samples[i].time, to) - last.time) };

          if (held.length_ps > 0)
            func (&held, data);
          last = (HdSample){ CLAMP (samples[i].time, from, to), samples[i].value };
          if (samples[i].time >= to)
            return;
        }
    }
  func (&(Held){ last.value, (double) (to - last.time) }, data);
}

typedef struct
{
  HeddleFigures figures;
  double sum, length_ps;
  guint64 n;
  GArray *held;      /* of Held */
  double *bins;      /* lengths, by value */
} Tally;

static void
add_held (const Held *held,
          gpointer data)
{
  Tally *tally = data;

  if (held->length_ps <= 0)
    return;
  tally->figures.min = tally->n > 0 ? MIN (tally->figures.min, held->value) : held->value;
  tally->figures.max = tally->n > 0 ? MAX (tally->figures.max, held->value) : held->value;
  tally->sum += held->value * held->length_ps;
  tally->length_ps += held->length_ps;
  if (tally->n++ < SORT_MAXIMUM)
    g_array_append_vals (tally->held, held, 1);
}

static void
add_to_bin (const Held *held,
            gpointer data)
{
  Tally *tally = data;
  double share = (held->value - tally->figures.min) / (tally->figures.max - tally->figures.min);

  tally->bins[MIN ((guint) (share * N_BINS), N_BINS - 1)] += held->length_ps;
}

static int
compare_held (gconstpointer a,
              gconstpointer b)
{
  const Held *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

/* The value below or at which the series is for @share of the time; @held is sorted. */
static double
quantile (const Tally *tally,
          double share)
{
  double left = share * tally->length_ps;
  guint i = 0;

  while (i + 1 < tally->held->len && (left -= g_array_index (tally->held, Held, i).length_ps) > 0)
    i++;
  return g_array_index (tally->held, Held, i).value;
}

/* Too many to sort: one for each bin, of its upper end. */
static void
put_in_bins (Tally *tally,
             HdRecord *record,
             guint series,
             HdTime from,
             HdTime to)
{
  double width = (tally->figures.max - tally->figures.min) / N_BINS;

  tally->bins = g_new0 (double, N_BINS);
  foreach_held (record, series, from, to, add_to_bin, tally);
  g_array_set_size (tally->held, 0);
  for (guint i = 0; i < N_BINS; i++)
    {
      Held held = { tally->figures.min + (i + 1) * width, tally->bins[i] };

      g_array_append_val (tally->held, held);
    }
  g_free (tally->bins);
}

static void
summarise (Tally *tally,
           HeddleFigures *out_figures)
{
  g_array_sort (tally->held, compare_held);
  *out_figures = tally->figures;
  out_figures->mean = tally->sum / tally->length_ps;
  out_figures->p50 = quantile (tally, 0.5);
  out_figures->p99 = quantile (tally, 0.99);
}

gboolean
heddle_measure_series (HdRecord *record,
                       guint series,
                       HdTime from,
                       HdTime to,
                       HeddleFigures *out_figures)
{
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (Held));
  Tally tally = { .held = held };

  from = MAX (from, 0);
  to = MIN (to, hd_record_get_time (record));
  if (from >= to)
    return FALSE;
  foreach_held (record, series, from, to, add_held, &tally);
  if (tally.n > SORT_MAXIMUM && tally.figures.max > tally.figures.min)
    put_in_bins (&tally, record, series, from, to);
  summarise (&tally, out_figures);
  return TRUE;
}

gboolean
heddle_measure_load (HdRecord *record,
                     guint32 link,
                     guint32 node,
                     HdTime from,
                     HdTime to,
                     HeddleFigures *out_figures)
{
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (Held));
  Tally tally = { .held = held };
  HdTime frame = MAX (hd_record_get_frame_interval (record), 1);

  from = MAX (from, 0);
  to = MIN (to, hd_record_get_time (record));
  for (HdTime begin = from / frame * frame; begin < to; begin += frame)
    {
      HdTime end = MIN (begin + frame, to);
      double value = link != HD_NO_ID ? hd_record_read_link (record, link, begin, end).rate : 100 * hd_record_read_node (record, node, begin, end).ways[0].mean;

      add_held (&(Held){ value, (double) (end - MAX (begin, from)) }, &tally);
    }
  if (tally.n == 0)
    return FALSE;
  summarise (&tally, out_figures);
  return TRUE;
}
