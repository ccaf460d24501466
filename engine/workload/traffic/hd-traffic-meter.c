/* hd-traffic-meter.c: latencies and rates of synthetic traffic, as they are measured
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-traffic-meter"

#include "hd-traffic-meter.h"

#include <math.h>

#include "hd-student.h"

/* Below 2^FINE_BITS each value has a class of its own; from there on each octave has that many. */
#define FINE_BITS 7
#define FINE (1u << FINE_BITS)
#define N_CLASSES ((64 - FINE_BITS) * FINE)

__extension__ typedef unsigned __int128 Sum;

/* Of no message there is no first one. */
typedef struct
{
  guint64 n;
  HdExample first;
} Class;

struct _HdTrafficMeter
{
  guint64 n;
  Sum sum;
  HdTime least;
  HdTime most;
  guint64 batch_n[HD_TRAFFIC_BATCHES];
  Sum batch_sum[HD_TRAFFIC_BATCHES];
  Class classes[N_CLASSES];
};

HdTrafficMeter *
hd_traffic_meter_new (void)
{
  HdTrafficMeter *self = g_new0 (HdTrafficMeter, 1);

  self->least = HD_TIME_MAX;
  return self;
}

void
hd_traffic_meter_free (HdTrafficMeter *self)
{
  g_free (self);
}

gsize
hd_traffic_meter_get_size (void)
{
  return sizeof (HdTrafficMeter);
}

/* ---- classes ------------------------------------------------------------------------------------------------------------- */

static guint
find_class (HdTime latency)
{
  guint64 value = (guint64) latency;
  guint octave;

  if (value < FINE)
    return (guint) value;
  octave = (guint) g_bit_storage (value) - 1 - FINE_BITS; /* value / 2^octave is from FINE up to 2 FINE - 1 */
  return octave * FINE + (guint) (value >> octave);
}

static guint64
get_first (guint class,
           guint64 *out_width)
{
  guint octave = class < FINE ? 0 : class / FINE - 1;

  *out_width = G_GUINT64_CONSTANT (1) << octave;
  return (guint64) (class - octave * FINE) << octave;
}

static HdTime
get_middle (guint class)
{
  guint64 width, first = get_first (class, &width);

  return (HdTime) (first + (width - 1) / 2);
}

/* ---- measuring ------------------------------------------------------------------------------------------------------------ */

static void
add_to_class (Class *self,
              guint64 n,
              const HdExample *first)
{
  if (n > 0 && (self->n == 0 || first->sent < self->first.sent || (first->sent == self->first.sent && first->source < self->first.source)))
    self->first = *first;
  self->n += n;
}

void
hd_traffic_meter_add (HdTrafficMeter *self,
                      guint batch,
                      const HdExample *message)
{
  HdTime latency = message->latency;

  g_return_if_fail (batch < HD_TRAFFIC_BATCHES && latency >= 0);

  self->n++;
  self->sum += (guint64) latency;
  self->least = MIN (self->least, latency);
  self->most = MAX (self->most, latency);
  self->batch_n[batch]++;
  self->batch_sum[batch] += (guint64) latency;
  add_to_class (&self->classes[find_class (latency)], 1, message);
}

void
hd_traffic_meter_add_all (HdTrafficMeter *self,
                          const HdTrafficMeter *other)
{
  self->n += other->n;
  self->sum += other->sum;
  self->least = MIN (self->least, other->least);
  self->most = MAX (self->most, other->most);
  for (guint i = 0; i < HD_TRAFFIC_BATCHES; i++)
    {
      self->batch_n[i] += other->batch_n[i];
      self->batch_sum[i] += other->batch_sum[i];
    }
  for (guint i = 0; i < N_CLASSES; i++)
    add_to_class (&self->classes[i], other->classes[i].n, &other->classes[i].first);
}

/* ---- what came of it ------------------------------------------------------------------------------------------------------- */

static double
divide (Sum sum,
        guint64 n)
{
  return n > 0 ? (double) sum / HD_TICKS_PER_SECOND / (double) n : 0;
}

guint64
hd_traffic_meter_get_n (const HdTrafficMeter *self)
{
  return self->n;
}

double
hd_traffic_meter_get_mean_s (const HdTrafficMeter *self)
{
  return divide (self->sum, self->n);
}

HdTime
hd_traffic_meter_get_least (const HdTrafficMeter *self)
{
  return self->n > 0 ? self->least : 0;
}

HdTime
hd_traffic_meter_get_most (const HdTrafficMeter *self)
{
  return self->most;
}

HdTime
hd_traffic_meter_get_percentile (const HdTrafficMeter *self,
                                 double share)
{
  guint64 rank = (guint64) ceil (share * (double) self->n), n = 0;

  if (self->n == 0)
    return 0;
  rank = CLAMP (rank, 1, self->n);
  for (guint i = 0; i < N_CLASSES; i++)
    {
      n += self->classes[i].n;
      if (n >= rank)
        return CLAMP (get_middle (i), self->least, self->most);
    }
  return self->most;
}

HdBin *
hd_traffic_meter_dup_bins (const HdTrafficMeter *self,
                           guint *out_n)
{
  GArray *bins = g_array_new (FALSE, FALSE, sizeof (HdBin));

  for (guint i = 0; i < N_CLASSES; i++)
    if (self->classes[i].n > 0)
      {
        guint64 width, first = get_first (i, &width);
        HdBin bin = { (HdTime) first, (HdTime) MIN (first + width, (guint64) HD_TIME_MAX), self->classes[i].n, self->classes[i].first };

        g_array_append_val (bins, bin);
      }
  *out_n = bins->len;
  return (HdBin *) (gpointer) g_array_free (bins, FALSE);
}

double
hd_traffic_meter_get_half_width_s (const HdTrafficMeter *self,
                                   guint *out_batches)
{
  double means[HD_TRAFFIC_BATCHES], half_width;
  guint n = 0;

  for (guint i = 0; i < HD_TRAFFIC_BATCHES; i++)
    if (self->batch_n[i] > 0)
      means[n++] = divide (self->batch_sum[i], self->batch_n[i]);
  if (out_batches != NULL)
    *out_batches = n;
  if (n == 0)
    return INFINITY;
  hd_student_mean (means, n, &half_width);
  return half_width;
}
