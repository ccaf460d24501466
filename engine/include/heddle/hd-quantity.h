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

gboolean hd_dimension_equal (HdDimension a,
                             HdDimension b);
/** hd_dimension_name: "B/s"; "number" for none */
char *hd_dimension_to_string (HdDimension dimension);

/**
 * hd_quantity_parse:
 * @text: number, optional space, SI or IEC prefix, unit; C locale: `12.5 GB/s`, `200 ns`, `4 KiB`, `67 TFLOP/s`, `1e6`, `100 Gbit/s`, `800 MHz`
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_DIMENSION (unknown unit; the message lists near units), %HD_ERROR_RANGE (overflow, NaN).
 */
gboolean hd_quantity_parse (const char *text,
                            HdQuantity *out_quantity,
                            GError **error);

/**
 * hd_quantity_format:
 * @digits: significant digits, 1 to 17
 *
 * With the best SI prefix and a space: "12.5 GB/s", "200 ns". For people and for files; parses back.
 */
char *hd_quantity_format (HdQuantity quantity,
                          int digits);

G_END_DECLS
