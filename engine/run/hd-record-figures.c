/* hd-record-figures.c: what of a record changes in place: metrics, histograms, counters and the digest
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The engine takes the lock a few times a second at most.
 */
#define G_LOG_DOMAIN "hd-record"

#include "hd-record-private.h"

#include <heddle/hd-inputs.h>

#include "hd-i18n.h"
#include "hd-record-parts.h"

/* ---- metrics -------------------------------------------------------------------------------------------------------- */

void
_hd_record_set_metric (HdRecord *self,
                       const char *name,
                       const char *title,
                       const char *unit,
                       double value)
{
  HdMetric metric = { g_intern_string (name), title, unit, value };
  guint i;

  pthread_mutex_lock (&self->lock);
  for (i = 0; i < self->metrics->len; i++)
    if (g_array_index (self->metrics, HdMetric, i).name == metric.name)
      break;
  if (i < self->metrics->len)
    g_array_index (self->metrics, HdMetric, i) = metric;
  else
    g_array_append_val (self->metrics, metric);
  pthread_mutex_unlock (&self->lock);
}

guint
hd_record_get_n_metrics (HdRecord *self)
{
  guint n;

  pthread_mutex_lock (&self->lock);
  n = self->metrics->len;
  pthread_mutex_unlock (&self->lock);
  return n;
}

gboolean
hd_record_get_metric (HdRecord *self,
                      guint n,
                      HdMetric *out_metric)
{
  gboolean found;

  pthread_mutex_lock (&self->lock);
  found = n < self->metrics->len;
  if (found)
    *out_metric = g_array_index (self->metrics, HdMetric, n);
  pthread_mutex_unlock (&self->lock);
  if (found)
    out_metric->title = _(out_metric->title);
  return found;
}

gboolean
hd_record_find_metric (HdRecord *self,
                       const char *name,
                       HdMetric *out_metric)
{
  HdMetric metric;

  for (guint i = 0; hd_record_get_metric (self, i, &metric); i++)
    if (g_str_equal (metric.name, name))
      {
        *out_metric = metric;
        return TRUE;
      }
  return FALSE;
}

const HdMetric *
hd_metrics_find (const GArray *metrics,
                 const char *name)
{
  for (guint i = 0; i < metrics->len; i++)
    if (g_str_equal (g_array_index (metrics, HdMetric, i).name, name))
      return &g_array_index (metrics, HdMetric, i);
  return NULL;
}

/* ---- histograms ----------------------------------------------------------------------------------------------------- */

void
_hd_record_add_histogram (HdRecord *self,
                          const HdHistogram *histogram)
{
  HdHistogram kept = *histogram;

  kept.bins = g_memdup2 (histogram->bins, histogram->n_bins * sizeof *histogram->bins);
  pthread_mutex_lock (&self->lock);
  g_array_append_val (self->histograms, kept);
  pthread_mutex_unlock (&self->lock);
}

guint
hd_record_get_n_histograms (HdRecord *self)
{
  guint n;

  pthread_mutex_lock (&self->lock);
  n = self->histograms->len;
  pthread_mutex_unlock (&self->lock);
  return n;
}

gboolean
hd_record_get_histogram (HdRecord *self,
                         guint n,
                         HdHistogram *out_histogram)
{
  gboolean found;

  pthread_mutex_lock (&self->lock);
  found = n < self->histograms->len;
  if (found)
    *out_histogram = g_array_index (self->histograms, HdHistogram, n);
  pthread_mutex_unlock (&self->lock);
  if (found)
    out_histogram->title = _(out_histogram->title);
  return found;
}

gboolean
hd_record_find_histogram (HdRecord *self,
                          const char *name,
                          HdHistogram *out_histogram)
{
  HdHistogram histogram;

  for (guint i = 0; hd_record_get_histogram (self, i, &histogram); i++)
    if (g_str_equal (histogram.name, name))
      {
        *out_histogram = histogram;
        return TRUE;
      }
  return FALSE;
}

/* ---- counters and digest -------------------------------------------------------------------------------------------- */

void
_hd_record_set_counters (HdRecord *self,
                         const HdCounters *counters)
{
  pthread_mutex_lock (&self->lock);
  self->counters = *counters;
  pthread_mutex_unlock (&self->lock);
}

static gsize
measure_memory (HdRecord *self)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);
  gsize bytes = 0;

  for (guint i = 0; i < self->n_series; i++)
    bytes += hd_chunked_array_get_length (self->series[i].samples) * sizeof (HdSample);
  if (layout == NULL)
    return bytes;
  for (guint i = 0; i < layout->n_lane_classes; i++)
    bytes += hd_chunked_array_get_length (layout->spans[i]) * sizeof (HdSpan);
  return bytes + hd_frames_get_memory (layout->frames);
}

void
hd_record_get_counters (HdRecord *self,
                        HdCounters *out_counters)
{
  pthread_mutex_lock (&self->lock);
  *out_counters = self->counters;
  pthread_mutex_unlock (&self->lock);
  out_counters->memory_bytes = measure_memory (self);
}

void
_hd_record_take_digest (HdRecord *self,
                        char *digest)
{
  pthread_mutex_lock (&self->lock);
  g_free (self->digest);
  self->digest = digest;
  pthread_mutex_unlock (&self->lock);
}

void
_hd_record_take_inputs (HdRecord *self,
                        char *inputs)
{
  pthread_mutex_lock (&self->lock);
  g_free (self->inputs);
  self->inputs = inputs;
  pthread_mutex_unlock (&self->lock);
}

char *
hd_record_dup_inputs (HdRecord *self)
{
  char *inputs;

  pthread_mutex_lock (&self->lock);
  inputs = g_strdup (self->inputs != NULL ? self->inputs : "");
  pthread_mutex_unlock (&self->lock);
  return inputs;
}

char *
hd_record_dup_digest (HdRecord *self)
{
  char *digest;

  pthread_mutex_lock (&self->lock);
  digest = g_strdup (self->digest);
  pthread_mutex_unlock (&self->lock);
  return digest;
}
