/* hd-saturation.h: the load at which a network saturates
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HD_SATURATION_FACTOR: a network is saturated where the mean latency is more than so many times that without load, or where not all messages arrive */
#define HD_SATURATION_FACTOR 3

/**
 * HdSaturation:
 *
 * A search by bisection, step by step: whoever has it runs what it asks for next, and tells it what came of that. It asks for the range's first value,
 * whose latency counts as that without load, for the last, and then for the middle of what is left.
 */
typedef struct _HdSaturation HdSaturation;

/** HdSaturationStep: @half_width_s: of the confidence interval of the mean, 0 if there is none; @passes: is beyond saturation */
typedef struct
{
  double value;
  double latency_s;
  double half_width_s;
  double accepted_messages;
  gboolean is_cut;
  gboolean passes;
} HdSaturationStep;

/**
 * hd_saturation_new:
 * @low, @high: from hardly any load to too much; the first may be the greater number
 * @precision: of the greater end, how far those of the answer may be apart
 */
HdSaturation *hd_saturation_new (double low,
                                 double high,
                                 double precision);
void hd_saturation_free (HdSaturation *self);
/** hd_saturation_next: %FALSE if it is over */
gboolean hd_saturation_next (HdSaturation *self,
                             double *out_value);
/**
 * hd_saturation_add:
 *
 * What came of a run at the value that was asked for.
 *
 * Errors: %HD_ERROR_INVALID: no latency, or saturation, at the first value already; %HD_ERROR_INVARIANT: latency does not rise with the load.
 */
gboolean hd_saturation_add (HdSaturation *self,
                            HdRecord *record,
                            GError **error);
/** hd_saturation_add_step: likewise, of what was measured otherwise; @step's passes is not read */
gboolean hd_saturation_add_step (HdSaturation *self,
                                 const HdSaturationStep *step,
                                 GError **error);
/** hd_saturation_get_steps: (array length=out_n): in the order in which they were asked for */
const HdSaturationStep *hd_saturation_get_steps (HdSaturation *self,
                                                 guint *out_n);
/** hd_saturation_get_bounds: what saturation lies between, once it is over; %FALSE if the last value does not reach it */
gboolean hd_saturation_get_bounds (HdSaturation *self,
                                   double *out_below,
                                   double *out_above);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSaturation, hd_saturation_free)

G_END_DECLS
