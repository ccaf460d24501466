/* heddle-value-axis.c: an axis of values with their unit
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-value-axis"

#include "heddle-value-axis.h"

#include <math.h>

#include <heddle/hd-figure.h>

#define DIGITS 4
#define MOST_DIGITS 12
#define MOST_TICKS 16
#define MANY_DECADES 2.5

static void
write_label (HeddleTick *tick,
             double value,
             const char *unit,
             int digits)
{
  gboolean is_share = g_strcmp0 (unit, "%") == 0; /* percents would be rounded */
  g_autofree char *figure = hd_figure_in (value, is_share ? NULL : unit, digits), *label = is_share ? g_strconcat (figure, HD_FIGURE_SPACE "%", NULL) : g_steal_pointer (&figure);

  g_strlcpy (tick->label, label, sizeof tick->label);
}

/* So many that no two of the labels are alike, however little ticks are apart beside what they say. */
static int
count_digits (const HeddleAxis *axis)
{
  double largest = 0, step = axis->n > 1 ? axis->ticks[1].position - axis->ticks[0].position : 0;

  for (guint i = 0; i < axis->n; i++)
    largest = MAX (largest, fabs (axis->ticks[i].position));
  return step > 0 && largest > 0 ? CLAMP ((int) ceil (log10 (largest / step) - 1e-9) + 1, DIGITS, MOST_DIGITS) : DIGITS;
}

/* Round values of part of a decade, where 1, 2 and 5 leave less than two. */
static void
make_short (double low,
            double high,
            const char *unit,
            guint most,
            HeddleAxis *axis)
{
  heddle_value_axis (pow (10, low), pow (10, high), FALSE, unit, most, axis);
  for (guint i = 0; i < axis->n; i++)
    axis->ticks[i].position = log10 (axis->ticks[i].position);
}

/* 1, 2 and 5 of each decade, or the first alone where there are many. */
static void
make_logarithmic (double low,
                  double high,
                  const char *unit,
                  HeddleAxis *axis)
{
  static const double mantissas[] = { 1, 2, 5 };
  guint n = high - low > MANY_DECADES ? 1 : G_N_ELEMENTS (mantissas);

  axis->n = 0;
  axis->origin_ps = 0;
  for (double decade = floor (low); decade <= high; decade++)
    for (guint i = 0; i < n && axis->n < G_N_ELEMENTS (axis->ticks); i++)
      {
        double value = mantissas[i] * pow (10, decade), position = log10 (value);

        if (position < low - 1e-9 || position > high + 1e-9)
          continue;
        axis->ticks[axis->n].position = position;
        write_label (&axis->ticks[axis->n++], value, unit, DIGITS);
      }
}

void
heddle_value_axis (double low,
                   double high,
                   gboolean is_logarithmic,
                   const char *unit,
                   guint most,
                   HeddleAxis *out_axis)
{
  if (is_logarithmic)
    {
      make_logarithmic (low, high, unit, out_axis);
      if (out_axis->n < 2 && high > low)
        make_short (low, high, unit, most, out_axis);
      return;
    }
  do /* round steps may leave a short range without any */
    heddle_axis_values (low, high, most++, out_axis);
  while (out_axis->n < 2 && most <= MOST_TICKS);
  for (guint i = 0; i < out_axis->n; i++)
    write_label (&out_axis->ticks[i], out_axis->ticks[i].position, unit, count_digits (out_axis));
}

void
heddle_tick_set_name (HeddleTick *self,
                      const char *name)
{
  const char *end;

  g_strlcpy (self->label, name, sizeof self->label);
  if (!g_utf8_validate (self->label, -1, &end)) /* within a character */
    self->label[end - self->label] = '\0';
}
