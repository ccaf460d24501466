/* hd-sweep.h: values that runs of one project differ in
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdSweepRange:
 * @name: what is set, as --set takes it
 * @low, @high: the first and the last value, in SI units; the first may be the higher one
 * @unit: that values are written with, "" for none
 * @is_whole: values are rounded; set by who knows
 * @is_logarithmic: each value is as many times the one before; set by who wants it, if both are above 0
 */
typedef struct
{
  char *name;
  double low;
  double high;
  char *unit;
  gboolean is_whole;
  gboolean is_logarithmic;
} HdSweepRange;

/**
 * hd_sweep_range_init:
 * @name: one without a point or a colon is a variable, with its $ or without
 * @from, @to: with units; where @from has none it has that of @to
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_DIMENSION; the message names what is wrong. So with the next.
 */
gboolean hd_sweep_range_init (HdSweepRange *self,
                              const char *name,
                              const char *from,
                              const char *to,
                              GError **error);
/**
 * hd_sweep_range_parse:
 * @text: NAME=FROM..TO, after which there may be a colon and more
 * @form: what the message of a text that is none says it should be; with an example
 * @out_rest: (out) (nullable): what stands behind the colon, or %NULL
 */
gboolean hd_sweep_range_parse (const char *text,
                               const char *form,
                               HdSweepRange *self,
                               char **out_rest,
                               GError **error);
/** hd_sweep_range_clear: frees what it holds; also one that was never set, if it is all zeros */
void hd_sweep_range_clear (HdSweepRange *self);
/** hd_sweep_range_get: the value at a share of the way from the first to the last, 0 to 1 */
double hd_sweep_range_get (const HdSweepRange *self,
                           double share);
/** hd_sweep_range_dup_value: as --set takes it */
char *hd_sweep_range_dup_value (const HdSweepRange *self,
                                double value);

/**
 * HdSweep:
 * @values: (array zero-terminated=1): in the order of the table, as --set takes them
 * @numbers: (array length=n): the same, in SI units
 */
typedef struct
{
  HdSweepRange range;
  char **values;
  double *numbers;
  guint n;
} HdSweep;

#define HD_SWEEP_MOST_VALUES 10000 /* that hd_sweep_parse () takes */

/** hd_sweep_init: @n values at equal distances, or ratios, 2 at least, fewer where whole ones are the same; takes @range over */
void hd_sweep_init (HdSweep *self,
                    HdSweepRange *range,
                    guint n);
/** hd_sweep_parse: NAME=FROM..TO:N; errors as those of hd_sweep_range_init (), and %HD_ERROR_RANGE for N */
gboolean hd_sweep_parse (const char *text,
                         HdSweep *out_sweep,
                         GError **error);
/** hd_sweep_clear: likewise */
void hd_sweep_clear (HdSweep *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdSweepRange, hd_sweep_range_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdSweep, hd_sweep_clear)

G_END_DECLS
