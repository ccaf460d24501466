/* heddle-symbol-table.h: the shape of the table that symbols-to-c.py makes
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

typedef struct
{
  const char *codes;   /* M, L, C or Z each; M and L take 2 numbers, C 6, Z none */
  float fill;          /* opacity of the fill, 0 is none */
  gboolean stroke;
} HeddleSymbolShape;

typedef struct
{
  const char *name;
  const HeddleSymbolShape *shapes;
  guint n_shapes;
  const float *numbers; /* of all shapes, one after another, on a grid of 48 */
} HeddleSymbolData;

/* Sorted by name. */
extern const HeddleSymbolData heddle_symbol_table[];
extern const guint heddle_symbol_table_length;
