/* hd-usage.c: rates told by a network, integrated into frames and series
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Between two calls every rate is constant, so amounts are exact sums of rate times time, and a frame closes with the amounts at its very
 * boundary. When rounds are advanced at once, a resource has its average rate until their end and then its last rate again: series show the
 * average there, and amounts are right.
 *
 * What changes at one time makes one sample: series that changed are noted and sampled when time goes on.
 */
#define G_LOG_DOMAIN "hd-usage"

#include "hd-usage.h"

#define PICOSECONDS 1e12

typedef struct
{
  double rate;   /* amount per picosecond, from @since on */
  double amount; /* carried before @since */
  HdTime since;
  GArray *series; /* of guint: that have a term on it; usually NULL */
} Meter;

typedef struct
{
  GArray *terms; /* of HdUsageTerm */
  HdUsageWhole whole;
  double value;  /* last sample */
  gboolean noted;
} Watch;

/* A resource that has its average rate until the jump ends. */
typedef struct
{
  guint32 resource;
  double rate; /* from then on */
} Suspended;

struct _HdUsage
{
  HdRecord *record; /* borrowed */
  HdFrames *frames; /* borrowed; NULL if others end them */
  Meter *meters;
  guint n_resources;
  double *cumulative; /* scratch for closing a frame */
  Watch *watches;     /* by series */
  guint n_watches;
  GArray *noted;      /* of guint: series to be sampled */
  GArray *suspended;
  HdTime jump_end;
  HdTime now;
};

HdUsage *
hd_usage_new (HdRecord *record,
              guint n_resources,
              gboolean ends_frames)
{
  HdUsage *self = g_new0 (HdUsage, 1);

  self->record = record;
  self->frames = ends_frames ? _hd_record_get_frames (record) : NULL;
  self->n_resources = n_resources;
  self->meters = g_new0 (Meter, n_resources);
  self->cumulative = g_new (double, n_resources + 1);
  self->n_watches = hd_record_get_n_series (record);
  self->watches = g_new0 (Watch, self->n_watches);
  self->noted = g_array_new (FALSE, FALSE, sizeof (guint));
  self->suspended = g_array_new (FALSE, FALSE, sizeof (Suspended));
  return self;
}

void
hd_usage_free (HdUsage *self)
{
  for (guint i = 0; i < self->n_resources; i++)
    g_clear_pointer (&self->meters[i].series, g_array_unref);
  for (guint i = 0; i < self->n_watches; i++)
    g_clear_pointer (&self->watches[i].terms, g_array_unref);
  g_free (self->meters);
  g_free (self->cumulative);
  g_free (self->watches);
  g_array_unref (self->noted);
  g_array_unref (self->suspended);
  g_free (self);
}

void
hd_usage_watch (HdUsage *self,
                guint series,
                HdUsageWhole whole,
                const HdUsageTerm *terms,
                guint n_terms)
{
  Watch *watch = &self->watches[series];

  watch->whole = whole;
  watch->terms = g_array_new (FALSE, FALSE, sizeof (HdUsageTerm));
  g_array_append_vals (watch->terms, terms, n_terms);
  for (guint i = 0; i < n_terms; i++)
    {
      Meter *meter = &self->meters[terms[i].resource];

      if (meter->series == NULL)
        meter->series = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (meter->series, series);
    }
  _hd_record_append_sample (self->record, series, 0, 0);
}

static double
amount_at (const Meter *meter,
           HdTime time)
{
  return meter->amount + meter->rate * (double) (time - meter->since);
}

static inline void
set_rate (HdUsage *self,
          guint32 resource,
          HdTime time,
          double rate)
{
  Meter *meter = &self->meters[resource];

  meter->amount = amount_at (meter, time);
  meter->since = time;
  if (meter->rate == rate)
    return;
  meter->rate = rate;
  for (guint i = 0; meter->series != NULL && i < meter->series->len; i++)
    {
      guint series = g_array_index (meter->series, guint, i);

      if (!self->watches[series].noted)
        {
          self->watches[series].noted = TRUE;
          g_array_append_val (self->noted, series);
        }
    }
}

/* Samples what changed at the present time. */
static void
sample_noted (HdUsage *self)
{
  for (guint i = 0; i < self->noted->len; i++)
    {
      guint series = g_array_index (self->noted, guint, i);
      Watch *watch = &self->watches[series];
      double value = 0;

      for (guint t = 0; t < watch->terms->len; t++)
        {
          const HdUsageTerm *term = &g_array_index (watch->terms, HdUsageTerm, t);

          double one = self->meters[term->resource].rate * PICOSECONDS * term->factor;

          value = watch->whole == HD_USAGE_SUM ? value + one : MAX (value, one);
        }
      watch->noted = FALSE;
      if (value != watch->value)
        _hd_record_append_sample (self->record, series, self->now, value);
      watch->value = value;
    }
  g_array_set_size (self->noted, 0);
}

void
hd_usage_read (HdUsage *self,
               HdTime time,
               double *out_amounts)
{
  for (guint r = 0; r < self->n_resources; r++)
    out_amounts[r] = amount_at (&self->meters[r], time);
}

/* Closes what lies before @time. */
static void
pass (HdUsage *self,
      HdTime time)
{
  HdTime boundary;

  if (time == self->now)
    return;
  sample_noted (self);
  while (self->frames != NULL && (boundary = hd_frames_get_boundary (self->frames)) <= time)
    {
      hd_usage_read (self, boundary, self->cumulative);
      hd_frames_close (self->frames, self->cumulative);
    }
  self->now = time;
}

void
hd_usage_advance (HdUsage *self,
                  HdTime time)
{
  if (self->suspended->len > 0 && time >= self->jump_end)
    {
      pass (self, self->jump_end);
      for (guint i = 0; i < self->suspended->len; i++)
        {
          const Suspended *suspended = &g_array_index (self->suspended, Suspended, i);

          set_rate (self, suspended->resource, self->jump_end, suspended->rate);
        }
      g_array_set_size (self->suspended, 0);
    }
  pass (self, time);
}

void
hd_usage_rate (HdUsage *self,
               guint32 resource,
               HdTime time,
               double rate)
{
  if (time != self->now || self->suspended->len > 0) /* many rates are told of one time */
    hd_usage_advance (self, time);
  set_rate (self, resource, time, rate / PICOSECONDS);
}

void
hd_usage_average (HdUsage *self,
                  guint32 resource,
                  HdTime begin,
                  HdTime end,
                  double average)
{
  Suspended suspended = { resource, 0 };

  hd_usage_advance (self, begin);
  suspended.rate = self->meters[resource].rate;
  self->jump_end = end;
  g_array_append_val (self->suspended, suspended);
  set_rate (self, resource, begin, average / PICOSECONDS);
}

void
hd_usage_finish (HdUsage *self,
                 HdTime time)
{
  hd_usage_advance (self, time);
  sample_noted (self);
  if (self->frames == NULL)
    return;
  hd_usage_read (self, time, self->cumulative);
  hd_frames_finish (self->frames, time, self->cumulative);
}
