/* hd-student.c: how far a mean of few values may be from the truth
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-student"

#include "hd-student.h"

#include <math.h>

#define NORMAL_975 1.959964

double
hd_student_975 (guint degrees)
{
  static const double few[] = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093,
  };
  double z = NORMAL_975, squared = z * z, n = degrees;

  g_return_val_if_fail (degrees > 0, INFINITY);

  if (degrees <= G_N_ELEMENTS (few))
    return few[degrees - 1];
  /* Abramowitz and Stegun, 26.7.5, three terms: off by less than 0.00003 from here on */
  return z + z * ((squared + 1) / (4 * n) + ((5 * squared + 16) * squared + 3) / (96 * n * n) + (((3 * squared + 19) * squared + 17) * squared - 15) / (384 * n * n * n));
}

double
hd_student_mean (const double *values,
                 guint n,
                 double *out_half_width)
{
  double mean = 0, squares = 0;

  g_return_val_if_fail (n > 0, NAN);

  for (guint i = 0; i < n; i++)
    mean += values[i];
  mean /= n;
  for (guint i = 0; i < n; i++)
    squares += (values[i] - mean) * (values[i] - mean);
  *out_half_width = n > 1 ? hd_student_975 (n - 1) * sqrt (squares / (n - 1) / n) : INFINITY;
  return mean;
}
