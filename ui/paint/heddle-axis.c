/* heddle-axis.c: ticks at round values and times
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-axis"

#include "heddle-axis.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>

#define MAX_DECIMALS 5 /* of a time label; beyond, labels are offsets */

typedef struct
{
  double factor;
  const char *prefix;
} Prefix;

static const Prefix prefixes[] = {
  { 1e-12, "p" }, { 1e-9, "n" }, { 1e-6, "µ" }, { 1e-3, "m" }, { 1, "" },  { 1e3, "k" },
  { 1e6, "M" },   { 1e9, "G" },  { 1e12, "T" }, { 1e15, "P" }, { 1e18, "E" },
};

/* Powers of ten from a picosecond to a second, by name. */
typedef struct
{
  gint64 ps;
  const char *name;
} TimeUnit;

static const TimeUnit time_units[] = {
  { G_GINT64_CONSTANT (1), "ps" },          { G_GINT64_CONSTANT (1000), "ns" },
  { G_GINT64_CONSTANT (1000000), "µs" },    { G_GINT64_CONSTANT (1000000000), "ms" },
  { G_GINT64_CONSTANT (1000000000000), "s" },
};

/* The prefix that leaves at most three digits before the point of @magnitude. */
static const Prefix *
prefix_of (double magnitude)
{
  guint i = G_N_ELEMENTS (prefixes) - 1;

  while (i > 0 && magnitude < prefixes[i].factor * (1 - 1e-12))
    i--;
  return &prefixes[i];
}

/* @value with at most @decimals decimals, without trailing zeros or exponent; a true minus sign, and none before zero. */
static void
write_decimals (char   *buffer,
                gsize   size,
                double  value,
                int     decimals)
{
  char format[8];
  char text[64];

  g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 18));
  g_ascii_formatd (text, sizeof text, format, value);
  if (decimals > 0)
    {
      char *end = text + strlen (text);

      while (end[-1] == '0')
        *--end = '\0';
      if (end[-1] == '.')
        *--end = '\0';
    }

  if (strcmp (text, "-0") == 0)
    g_snprintf (buffer, size, "0");
  else
    g_snprintf (buffer, size, "%s%s", text[0] == '-' ? "−" : "", text + (text[0] == '-'));
}

static const TimeUnit *
unit_of (double magnitude_ps)
{
  guint i = G_N_ELEMENTS (time_units) - 1;

  while (i > 0 && fabs (magnitude_ps) < (double) time_units[i].ps * (1 - 1e-12))
    i--;

  return &time_units[i];
}

/* The least of 1, 2, 5 times a power of ten that is not below @least. */
static double
nice_step (double least)
{
  double power = pow (10, floor (log10 (least)));
  double mantissa = least / power;

  return (mantissa <= 1 + 1e-9 ? 1 : mantissa <= 2 + 1e-9 ? 2 : mantissa <= 5 + 1e-9 ? 5 : 10) * power;
}

/**
 * heddle_axis_values:
 * @low: lower end
 * @high: upper end
 * @max_ticks: how many labels have room, 2 to 64
 * @out_axis: (out caller-allocates): the ticks; none if the range is empty or not finite
 *
 * Ticks at 1, 2 or 5 times a power of ten; labels have one common SI prefix.
 */
void
heddle_axis_values (double      low,
                    double      high,
                    guint       max_ticks,
                    HeddleAxis *out_axis)
{
  static const Prefix none = { 1, "" };
  double largest = MAX (fabs (low), fabs (high)), step, first;
  const Prefix *prefix = largest >= 1e4 || largest < 1e-2 ? prefix_of (largest) : &none;
  int decimals;

  memset (out_axis, 0, sizeof *out_axis);
  if (!isfinite (low) || !isfinite (high) || !(high > low))
    return;

  max_ticks = CLAMP (max_ticks, 2, G_N_ELEMENTS (out_axis->ticks));
  step = nice_step ((high - low) / (max_ticks - 1));
  first = ceil (low / step - 1e-9);
  decimals = (int) -floor (log10 (step / prefix->factor) + 1e-9);

  out_axis->step = step;
  for (double i = first; i * step <= high + step * 1e-9 && out_axis->n < max_ticks; i++)
    {
      HeddleTick *tick = &out_axis->ticks[out_axis->n++];
      char number[24];

      tick->position = i * step;
      write_decimals (number, sizeof number, tick->position / prefix->factor, decimals);
      g_snprintf (tick->label, sizeof tick->label, "%s%s%s", number, *prefix->prefix != '\0' ? HD_FIGURE_SPACE : "", prefix->prefix);
    }
}

/* Floor of a quotient, for negative times too. */
static gint64
floor_div (gint64 a,
           gint64 b)
{
  return a / b - (a % b < 0 ? 1 : 0);
}

/* Decimals that tell multiples of @step_ps apart in @unit. */
static int
decimals_for (const TimeUnit *unit,
              gint64          step_ps)
{
  int decimals = 0;

  for (gint64 part = unit->ps; part > 1 && step_ps % part != 0; part /= 10)
    decimals++;

  return decimals;
}

/* Exact, in integers: @time_ps is a multiple of the last decimal. */
static void
write_time (char           *buffer,
            gsize           size,
            const char     *sign,
            gint64          time_ps,
            const TimeUnit *unit,
            int             decimals)
{
  guint64 magnitude = time_ps < 0 ? -(guint64) time_ps : (guint64) time_ps;
  guint64 whole = magnitude / (guint64) unit->ps;
  guint64 part = magnitude % (guint64) unit->ps;
  guint64 grain = (guint64) unit->ps;

  if (time_ps < 0)
    sign = "−";
  for (int i = 0; i < decimals; i++)
    grain /= 10;
  if (decimals > 0)
    g_snprintf (buffer, size, "%s%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT HD_FIGURE_SPACE "%s", sign, whole, decimals, part / grain, unit->name);
  else
    g_snprintf (buffer, size, "%s%" G_GUINT64_FORMAT HD_FIGURE_SPACE "%s", sign, whole, unit->name);
}

/**
 * heddle_axis_times:
 * @begin_ps: left end, picoseconds
 * @end_ps: right end, picoseconds
 * @max_ticks: how many labels have room, 2 to 64
 * @out_axis: (out caller-allocates): the ticks; none if the range is empty
 *
 * Ticks at 1, 2 or 5 times a power of ten picoseconds, at least one. Positions count from `origin_ps`.
 */
void
heddle_axis_times (gint64      begin_ps,
                   gint64      end_ps,
                   guint       max_ticks,
                   HeddleAxis *out_axis)
{
  gint64 difference;
  double span;
  const TimeUnit *unit;
  const char *sign = "";
  gint64 step, first;
  int decimals;

  memset (out_axis, 0, sizeof *out_axis);
  if (end_ps <= begin_ps)
    return;

  span = (double) (__builtin_sub_overflow (end_ps, begin_ps, &difference) ? G_MAXINT64 : difference);
  max_ticks = CLAMP (max_ticks, 2, G_N_ELEMENTS (out_axis->ticks));
  step = MAX (1, (gint64) nice_step (span / (max_ticks - 1)));
  out_axis->step = (double) step;
  unit = unit_of (MAX (fabs ((double) begin_ps), fabs ((double) end_ps)));
  decimals = decimals_for (unit, step);
  if (decimals > MAX_DECIMALS)
    {
      gint64 quantum = (gint64) pow (10, ceil (log10 (span)));

      out_axis->origin_ps = floor_div (begin_ps, quantum) * quantum;
      write_time (out_axis->origin_label, sizeof out_axis->origin_label, "", out_axis->origin_ps, unit,
                  decimals_for (unit, quantum));
      unit = unit_of ((double) (end_ps - out_axis->origin_ps));
      decimals = decimals_for (unit, step);
      sign = "+";
    }

  first = floor_div (begin_ps - out_axis->origin_ps + step - 1, step);
  for (gint64 i = first; out_axis->n < max_ticks; i++)
    {
      HeddleTick *tick;

      if ((double) i * (double) step > (double) (end_ps - out_axis->origin_ps))
        break;
      tick = &out_axis->ticks[out_axis->n++];
      tick->position = (double) (i * step);
      write_time (tick->label, sizeof tick->label, sign, i * step, unit, decimals);
    }
}
