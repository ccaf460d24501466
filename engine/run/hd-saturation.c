/* hd-saturation.c: the load at which a network saturates
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-saturation"

#include <heddle/hd-saturation.h>

#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-i18n.h"

#define MOST_STEPS 60   /* a double has no more halves than that */
#define TOLERANCE 0.02  /* by which latency may fall beyond its intervals of confidence, which are estimates */
#define DIGITS 4

struct _HdSaturation
{
  double low, high, precision;
  GArray *steps; /* of HdSaturationStep */
  double below, above;
};

HdSaturation *
hd_saturation_new (double low,
                   double high,
                   double precision)
{
  HdSaturation *self = g_new0 (HdSaturation, 1);

  self->low = self->below = low;
  self->high = self->above = high;
  self->precision = precision;
  self->steps = g_array_new (FALSE, FALSE, sizeof (HdSaturationStep));
  return self;
}

void
hd_saturation_free (HdSaturation *self)
{
  g_array_unref (self->steps);
  g_free (self);
}

static const HdSaturationStep *
get_step (HdSaturation *self,
          guint n)
{
  return &g_array_index (self->steps, HdSaturationStep, n);
}

/* The last value of the range was tried, and passes. */
static gboolean
is_bounded (HdSaturation *self)
{
  return self->steps->len >= 2 && get_step (self, 1)->passes;
}

gboolean
hd_saturation_next (HdSaturation *self,
                    double *out_value)
{
  if (self->steps->len < 2)
    {
      *out_value = self->steps->len == 0 ? self->low : self->high;
      return TRUE;
    }
  if (!is_bounded (self) || self->steps->len >= MOST_STEPS
      || fabs (self->above - self->below) <= self->precision * MAX (fabs (self->above), fabs (self->below)))
    return FALSE;
  *out_value = self->below + (self->above - self->below) / 2;
  return TRUE;
}

/* ---- what came of a run ------------------------------------------------------------------------------------------------- */

/* Whether @a stands nearer to the first value. */
static gboolean
is_lighter (HdSaturation *self,
            const HdSaturationStep *a,
            const HdSaturationStep *b)
{
  return fabs (a->value - self->low) < fabs (b->value - self->low);
}

/* Where messages are missing the mean is of the others, and says little. */
static gboolean
falls (const HdSaturationStep *lighter,
       const HdSaturationStep *heavier)
{
  return !lighter->is_cut && !heavier->is_cut
         && heavier->latency_s + heavier->half_width_s < (lighter->latency_s - lighter->half_width_s) * (1 - TOLERANCE);
}

static gboolean
check_order (HdSaturation *self,
             const HdSaturationStep *step,
             GError **error)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const HdSaturationStep *other = get_step (self, i), *lighter = is_lighter (self, other, step) ? other : step, *heavier = lighter == other ? step : other;
      g_autofree char *from = NULL, *to = NULL;

      if (!falls (lighter, heavier))
        continue;
      from = hd_figure_in (lighter->latency_s, "s", DIGITS);
      to = hd_figure_in (heavier->latency_s, "s", DIGITS);
      g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("The mean latency falls from %s at %g to %s at %g; saturation is found only where it rises with the load"),
                   from, lighter->value, to, heavier->value);
      return FALSE;
    }
  return TRUE;
}

gboolean
hd_saturation_add_step (HdSaturation *self,
                        const HdSaturationStep *step,
                        GError **error)
{
  HdSaturationStep added = *step;

  if (self->steps->len == 0 && step->is_cut)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The network is saturated at %g already; begin with less load"), step->value);
      return FALSE;
    }
  if (!(step->latency_s > 0) && !step->is_cut)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("At %g no message is measured, so there is no latency; begin with a little load"), step->value);
      return FALSE;
    }
  added.passes = step->is_cut || (self->steps->len > 0 && step->latency_s > HD_SATURATION_FACTOR * get_step (self, 0)->latency_s);
  if (!check_order (self, &added, error))
    return FALSE;
  if (self->steps->len >= 2)
    *(added.passes ? &self->above : &self->below) = step->value;
  g_array_append_val (self->steps, added);
  return TRUE;
}

static double
get_metric (HdRecord *record,
            const char *name)
{
  HdMetric metric;

  return hd_record_find_metric (record, name, &metric) ? metric.value : 0;
}

gboolean
hd_saturation_add (HdSaturation *self,
                   HdRecord *record,
                   GError **error)
{
  HdSaturationStep step = {
    .latency_s = get_metric (record, "latency_mean"),
    .half_width_s = get_metric (record, "latency_half_width"),
    .accepted_messages = get_metric (record, "accepted_messages"),
    .is_cut = get_metric (record, "saturated") != 0,
  };
  HdMetric metric;

  if (!hd_record_find_metric (record, "saturated", &metric))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Saturation is that of one workload of synthetic traffic, which this project does not have"));
      return FALSE;
    }
  hd_saturation_next (self, &step.value);
  return hd_saturation_add_step (self, &step, error);
}

const HdSaturationStep *
hd_saturation_get_steps (HdSaturation *self,
                         guint *out_n)
{
  *out_n = self->steps->len;
  return (const HdSaturationStep *) (gconstpointer) self->steps->data;
}

gboolean
hd_saturation_get_bounds (HdSaturation *self,
                          double *out_below,
                          double *out_above)
{
  *out_below = self->below;
  *out_above = self->above;
  return is_bounded (self);
}
