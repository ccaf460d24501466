/* heddle-histogram-figure.c: a histogram of a record, and that of another to compare it with
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bins of the record are as narrow as a percentile needs them; here they are put into columns of one width. What routers pass on takes whole cycles
 * of their clock more than the least: columns are then of whole cycles, around it, as others would hold now one more of them, now one less.
 */
#define G_LOG_DOMAIN "heddle-histogram-figure"

#include "heddle-histogram-figure.h"

#include <math.h>

#include <glib/gi18n.h>

#define COLUMNS 120
#define MOST_COLUMNS (2 * COLUMNS + 2)
#define TAIL 0.5 /* of the way from the least to the 99th percentile is shown beyond that: a rare one that took very long does not flatten the rest */
#define FINENESS 128 /* of the bins */
#define DIGITS 4

gboolean
heddle_histogram_figure_read (HeddleHistogramFigure *self,
                              HdRecord *record,
                              HdRecord *baseline,
                              guint n)
{
  gboolean in_cycles = self->in_cycles;
  HdMetric clock;

  *self = (HeddleHistogramFigure){ .in_cycles = in_cycles };
  if (record == NULL || !hd_record_get_histogram (record, n, &self->now))
    return FALSE;
  self->compares = baseline != NULL && baseline != record && hd_record_find_histogram (baseline, self->now.name, &self->before);
  if (hd_record_find_metric (record, "clock", &clock) && clock.value > 0)
    self->cycle_ps = HD_TICKS_PER_SECOND / clock.value;
  return TRUE;
}

static gboolean
counts_cycles (const HeddleHistogramFigure *self)
{
  return self->in_cycles && self->cycle_ps > 0;
}

static char *
dup_time (const HeddleHistogramFigure *self,
          double time_ps)
{
  g_autofree char *cycles = NULL;

  if (!counts_cycles (self))
    return hd_figure_time ((HdTime) llround (time_ps), DIGITS);
  cycles = hd_figure_in (time_ps / self->cycle_ps, NULL, DIGITS);
  return g_strdup_printf (ngettext ("%s cycle", "%s cycles", time_ps == self->cycle_ps ? 1 : 2), cycles);
}

char *
heddle_histogram_figure_dup_time (const HeddleHistogramFigure *self,
                                  HdTime time)
{
  return dup_time (self, (double) time);
}

/* ---- columns ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  double first_ps, step_ps;
  guint n;
} Columns;

static double
find_end (const HdHistogram *histogram)
{
  return MIN ((double) histogram->most, (double) histogram->p99 + TAIL * (double) (histogram->p99 - histogram->least)) + 1;
}

/* 1, 2 or 5 times a power of ten, at least @least. */
static double
round_up (double least)
{
  double power = pow (10, floor (log10 (least)));

  return least <= power ? power : least <= 2 * power ? 2 * power : least <= 5 * power ? 5 * power : 10 * power;
}

static void
find_columns (const HeddleHistogramFigure *self,
              Columns *out)
{
  double low = (double) self->now.least, high = find_end (&self->now), unit = self->cycle_ps > 0 ? self->cycle_ps : 1;

  if (self->compares)
    {
      low = MIN (low, (double) self->before.least);
      high = MAX (high, find_end (&self->before));
    }
  out->step_ps = round_up (MAX (MAX ((high - low) / COLUMNS, high / FINENESS) / unit, 1)) * unit;
  if (self->cycle_ps > 0)
    out->first_ps = low - self->cycle_ps / 2 - out->step_ps;
  else
    out->first_ps = MAX ((floor (low / out->step_ps) - 1) * out->step_ps, 0);
  out->n = (guint) CLAMP (ceil ((high - out->first_ps) / out->step_ps) + 2, 1, MOST_COLUMNS);
}

/* What a bin holds is spread evenly over it; of the last one those beyond the columns are returned. */
static double
fill (const Columns *columns,
      const HdHistogram *histogram,
      double *shares)
{
  double all = 0;

  for (guint i = 0; i < columns->n; i++)
    shares[i] = 0;
  for (guint i = 0; i < histogram->n_bins; i++)
    {
      const HdBin *bin = &histogram->bins[i];
      double share = (double) bin->n / (double) histogram->n, width = (double) (bin->to - bin->from);
      double from = ((double) bin->from - columns->first_ps) / columns->step_ps, to = ((double) bin->to - columns->first_ps) / columns->step_ps;

      for (guint k = (guint) CLAMP (from, 0, columns->n); k < columns->n && k < to; k++)
        {
          double part = share * (MIN (to, k + 1.0) - MAX (from, (double) k)) * columns->step_ps / width;

          shares[k] += part;
          all += part;
        }
    }
  return MAX (1 - all, 0);
}

char *
heddle_histogram_figure_dup_column (const HeddleHistogramFigure *self)
{
  Columns columns;

  find_columns (self, &columns);
  return dup_time (self, columns.step_ps);
}

/* ---- words ------------------------------------------------------------------------------------------------------------- */

static char *
dup_percentiles (const HeddleHistogramFigure *self,
                 const HdHistogram *histogram)
{
  g_autofree char *p50 = dup_time (self, (double) histogram->p50), *p95 = dup_time (self, (double) histogram->p95);
  g_autofree char *p99 = dup_time (self, (double) histogram->p99), *most = dup_time (self, (double) histogram->most);

  return g_strdup_printf (_("median %s, 95th percentile %s, 99th percentile %s, longest %s"), p50, p95, p99, most);
}

char *
heddle_histogram_figure_dup_summary (const HeddleHistogramFigure *self)
{
  g_autofree char *n = hd_figure_count (self->now.n), *now = dup_percentiles (self, &self->now);
  g_autofree char *before = self->compares ? dup_percentiles (self, &self->before) : NULL;

  if (before != NULL)
    return g_strdup_printf (_("%s of %s: %s. Baseline: %s."), self->now.title, n, now, before);
  return g_strdup_printf (_("%s of %s: %s."), self->now.title, n, now);
}

char *
heddle_histogram_figure_dup_share (const HeddleHistogramFigure *self,
                                   guint column)
{
  double shares[MOST_COLUMNS], from, to;
  g_autofree char *first = NULL, *last = NULL, *share = NULL;
  Columns columns;

  find_columns (self, &columns);
  g_return_val_if_fail (column > 0 && column <= columns.n, NULL);
  fill (&columns, &self->now, shares);
  share = hd_figure_percent (shares[column - 1]);
  /* Of a column of whole cycles the first and the last one, for there is nothing at its edges. */
  from = MAX (columns.first_ps + (column - 1) * columns.step_ps + self->cycle_ps / 2, 0);
  to = columns.first_ps + column * columns.step_ps - self->cycle_ps / 2;
  first = dup_time (self, from);
  last = dup_time (self, to);
  if (to - from < self->cycle_ps / 2)
    return g_strdup_printf (_("%s: %s of the messages"), first, share);
  return g_strdup_printf (_("%s to %s: %s of the messages"), first, last, share);
}

/* ---- examples ---------------------------------------------------------------------------------------------------------- */

const HdExample *
heddle_histogram_figure_get_example (const HeddleHistogramFigure *self,
                                     guint column)
{
  Columns columns;

  find_columns (self, &columns);
  for (guint i = 0; i < self->now.n_bins; i++)
    if (floor (((double) self->now.bins[i].first.latency - columns.first_ps) / columns.step_ps) == (double) column - 1)
      return &self->now.bins[i].first;
  return NULL;
}

gboolean
heddle_histogram_figure_step (HeddleHistogramFigure *self,
                              int by)
{
  Columns columns;

  find_columns (self, &columns);
  for (int column = self->selected > 0 || by > 0 ? (int) self->selected + by : (int) columns.n; column >= 1 && column <= (int) columns.n; column += by)
    if (heddle_histogram_figure_get_example (self, (guint) column) != NULL)
      {
        self->selected = (guint) column;
        return TRUE;
      }
  return FALSE;
}

/* ---- painting ---------------------------------------------------------------------------------------------------------- */

static char *
dup_rest (const HeddleHistogramFigure *self,
          double share)
{
  g_autofree char *percent = hd_figure_percent (share), *most = dup_time (self, (double) self->now.most);

  return share * (double) self->now.n > 0.5 ? g_strdup_printf (_("%s beyond, up to %s →"), percent, most) : NULL;
}

void
heddle_histogram_figure_paint (const HeddleHistogramFigure *self,
                               HeddleText *text,
                               cairo_t *cr,
                               const HeddleTheme *theme,
                               double width,
                               double height)
{
  const HdHistogram *now = &self->now, *before = &self->before;
  g_autofree char *p50 = dup_time (self, (double) now->p50), *p95 = dup_time (self, (double) now->p95), *p99 = dup_time (self, (double) now->p99);
  g_autofree char *label_50 = g_strconcat ("p50  ", p50, NULL), *label_95 = g_strconcat ("p95  ", p95, NULL), *label_99 = g_strconcat ("p99  ", p99, NULL);
  g_autofree char *rest = NULL;
  double shares[MOST_COLUMNS], shares_before[MOST_COLUMNS];
  Columns columns;

  find_columns (self, &columns);
  rest = dup_rest (self, fill (&columns, now, shares));
  if (self->compares)
    fill (&columns, before, shares_before);
  heddle_histogram_paint (text, cr,
                          &(HeddleHistogramPicture){
                            .shares = shares,
                            .before = self->compares ? shares_before : NULL,
                            .n = columns.n,
                            .first_ps = columns.first_ps,
                            .step_ps = columns.step_ps,
                            .cycle_ps = counts_cycles (self) ? self->cycle_ps : 0,
                            .marks = { { (double) now->p50, label_50 }, { (double) now->p95, label_95 }, { (double) now->p99, label_99 } },
                            .marks_before_ps = { (double) before->p50, (double) before->p95, (double) before->p99 },
                            .rest = rest,
                            .selected = self->selected,
                          },
                          theme, width, height);
}

guint
heddle_histogram_figure_find (const HeddleHistogramFigure *self,
                              HeddleText *text,
                              double width,
                              double height,
                              double x)
{
  double shares[MOST_COLUMNS], shares_before[MOST_COLUMNS];
  Columns columns;

  find_columns (self, &columns);
  fill (&columns, &self->now, shares);
  if (self->compares)
    fill (&columns, &self->before, shares_before);
  return heddle_histogram_find (text,
                                &(HeddleHistogramPicture){ .shares = shares, .before = self->compares ? shares_before : NULL, .n = columns.n,
                                                           .first_ps = columns.first_ps, .step_ps = columns.step_ps },
                                width, height, x);
}
