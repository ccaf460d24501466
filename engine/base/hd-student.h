/* hd-student.h: how far a mean of few values may be from the truth
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_student_975: Student's t that 97.5 % lie below; @degrees of freedom, at least 1. To four digits. */
double hd_student_975 (guint degrees);
/** hd_student_mean: of @n values, and half of the 95 % confidence interval around it, infinity of a single value; @n at least 1 */
double hd_student_mean (const double *values,
                        guint n,
                        double *out_half_width);

G_END_DECLS
