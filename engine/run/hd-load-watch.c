/* hd-load-watch.c: probes of loads, as means over the frames of the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-load-watch"

#include "hd-load-watch.h"

#include <math.h>

#include "hd-probes.h"

typedef struct
{
  HdUsageTerm term;
  double carried; /* at the last call */
} Term;

typedef struct
{
  guint series;
  HdUsageWhole whole;
  guint first, n; /* of the terms */
} Probe;

struct _HdLoadWatch
{
  HdRecord *record; /* borrowed */
  GArray *probes;
  GArray *terms;
  gboolean is_whole;
  HdTime last;
};

static void
add_probe (gpointer data,
           guint series,
           HdUsageWhole whole,
           const HdUsageTerm *terms,
           guint n_terms)
{
  HdLoadWatch *self = data;
  const Probe probe = { series, whole, self->terms->len, n_terms };

  for (guint i = 0; i < n_terms; i++)
    {
      const Term term = { .term = terms[i] };

      g_array_append_val (self->terms, term);
    }
  if (n_terms > 0)
    g_array_append_val (self->probes, probe);
  else if (self->is_whole)
    _hd_record_append_sample (self->record, series, 0, 0);
}

HdLoadWatch *
hd_load_watch_new (HdDesign *design,
                   HdRecord *record,
                   const HdRunLayout *layout,
                   gboolean is_whole)
{
  HdLoadWatch *self = g_new0 (HdLoadWatch, 1);

  self->record = record;
  self->is_whole = is_whole;
  self->probes = g_array_new (FALSE, FALSE, sizeof (Probe));
  self->terms = g_array_new (FALSE, FALSE, sizeof (Term));
  hd_probes_find_loads (design, layout, add_probe, self);
  return self;
}

void
hd_load_watch_free (HdLoadWatch *self)
{
  g_array_unref (self->probes);
  g_array_unref (self->terms);
  g_free (self);
}

static double
combine (HdUsageWhole whole,
         double value,
         double one)
{
  switch (whole)
    {
    case HD_USAGE_SUM:
      return value + one;
    case HD_USAGE_MAXIMUM:
      return MAX (value, one);
    case HD_USAGE_RATIO:
    default:
      return value / one;
    }
}

void
hd_load_watch_sample (HdLoadWatch *self,
                      HdTime time,
                      const double *amounts)
{
  double seconds = hd_time_to_seconds (time - self->last);

  for (guint i = 0; time > self->last && i < self->probes->len; i++)
    {
      const Probe *probe = &g_array_index (self->probes, Probe, i);
      double value = 0;

      for (guint t = probe->first; t < probe->first + probe->n; t++)
        {
          Term *term = &g_array_index (self->terms, Term, t);
          double one = term->term.factor * (amounts[term->term.resource] - term->carried);

          value = t == probe->first ? one : combine (probe->whole, value, one);
          term->carried = amounts[term->term.resource];
        }
      if (probe->whole != HD_USAGE_RATIO)
        _hd_record_append_sample (self->record, probe->series, self->last, value / seconds);
      else if (isfinite (value))
        _hd_record_append_sample (self->record, probe->series, self->last, value);
    }
  self->last = MAX (self->last, time);
}
