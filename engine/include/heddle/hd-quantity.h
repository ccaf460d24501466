/* hd-quantity.h: numbers with physical dimensions
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdBase: the base dimensions, each an exponent of #HdDimension */
typedef enum
{
  HD_BASE_BYTE,
  HD_BASE_SECOND,
  HD_BASE_FLOP,
  HD_BASE_JOULE,
  HD_BASE_METRE,
  HD_BASE_KELVIN,
  HD_BASE_CYCLE,
  HD_BASE_FLIT,
  HD_BASE_PACKET,
  HD_N_BASES
} HdBase;

/** HdDimension: exponents of the base dimensions; all zero for a plain number */
typedef struct
{
  gint8 exponent[HD_N_BASES];
} HdDimension;

/* What quantities mostly are. */
#define HD_DIMENSION_NONE ((HdDimension){ { 0 } })
#define HD_DIMENSION_BYTES ((HdDimension){ { [HD_BASE_BYTE] = 1 } })
#define HD_DIMENSION_TIME ((HdDimension){ { [HD_BASE_SECOND] = 1 } })
#define HD_DIMENSION_BYTE_RATE ((HdDimension){ { [HD_BASE_BYTE] = 1, [HD_BASE_SECOND] = -1 } })
#define HD_DIMENSION_FLOP ((HdDimension){ { [HD_BASE_FLOP] = 1 } })
#define HD_DIMENSION_FLOP_RATE ((HdDimension){ { [HD_BASE_FLOP] = 1, [HD_BASE_SECOND] = -1 } })
#define HD_DIMENSION_FREQUENCY ((HdDimension){ { [HD_BASE_SECOND] = -1 } })

/** HdQuantity: @value in SI units (bytes, seconds, FLOP, ...) of @dimension */
typedef struct
{
  double value;
  HdDimension dimension;
} HdQuantity;

/** hd_dimension_equal: whether all exponents are */
gboolean hd_dimension_equal (HdDimension a,
                             HdDimension b);
/** hd_dimension_to_string: "B/s"; "number" for none */
char *hd_dimension_to_string (HdDimension dimension);
/** hd_dimension_combine: a * b^power (@power 1 or -1); %FALSE if an exponent leaves -100..100 */
gboolean hd_dimension_combine (HdDimension a,
                               HdDimension b,
                               int power,
                               HdDimension *out_dimension);

/**
 * hd_unit_parse:
 * @text: a unit without a number: `GB/s`, `bit`, `flit/cycle`, `1/s`; "" is a plain number
 * @out_factor: (nullable): SI value of one such unit
 *
 * A unit is symbols (each with an optional prefix and a power, `m^2`) joined by `/` and `·` (or `.`), without spaces. Symbols: B, bit or b,
 * s, min, h, FLOP, Hz, J, W, m, K, cycle, flit, packet. Prefixes: p n u µ m k M G T P E; Ki Mi Gi Ti for B and bit.
 *
 * Errors: %HD_ERROR_DIMENSION; the message lists near units.
 */
gboolean hd_unit_parse (const char *text,
                        HdDimension *out_dimension,
                        double *out_factor,
                        GError **error);

/**
 * hd_quantity_parse:
 * @text: number, optional space, SI or IEC prefix, unit; C locale: `12.5 GB/s`, `200 ns`, `4 KiB`, `67 TFLOP/s`, `1e6`, `100 Gbit/s`, `800 MHz`
 *
 * `inf` with or without a unit is infinity. Spaces may be such as keep lines from breaking (%HD_FIGURE_SPACE).
 * The prefix shifts the decimal point before the number is rounded: `200 ns` is the double nearest to 2e-7.
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_DIMENSION (unknown unit; the message lists near units), %HD_ERROR_RANGE (overflow, NaN).
 */
gboolean hd_quantity_parse (const char *text,
                            HdQuantity *out_quantity,
                            GError **error);

/** hd_quantity_find_unit: what stands behind the number that @text begins with, without blanks; "" if nothing does */
const char *hd_quantity_find_unit (const char *text);

/**
 * hd_quantity_format:
 * @digits: significant digits, 1 to 17
 *
 * With the best SI prefix and a space: "12.5 GB/s", "200 ns". For what is read back; people read hd_figure_format(). With 17 digits it is the shortest
 * text that parses back to the same double.
 */
char *hd_quantity_format (HdQuantity quantity,
                          int digits);

G_END_DECLS
