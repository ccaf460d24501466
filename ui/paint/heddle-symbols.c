/* heddle-symbols.c: the pictures of component types
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-symbols"

#include "heddle-symbols.h"

#include <stdlib.h>
#include <string.h>

#include "heddle-symbol-table.h"

#define GRID 48.0
#define STROKE 3.0

static int
compare_name (const void *name,
              const void *data)
{
  return strcmp (name, ((const HeddleSymbolData *) data)->name);
}

/**
 * heddle_symbol_find:
 * @name: (nullable): a symbol's name, e.g. "cxl-switch"
 *
 * Returns: its index, or %HEDDLE_SYMBOL_NONE if there is no such symbol
 */
int
heddle_symbol_find (const char *name)
{
  const HeddleSymbolData *found;

  if (name == NULL)
    return HEDDLE_SYMBOL_NONE;

  found = bsearch (name, heddle_symbol_table, heddle_symbol_table_length, sizeof *found, compare_name);

  return found != NULL ? (int) (found - heddle_symbol_table) : HEDDLE_SYMBOL_NONE;
}

guint
heddle_symbol_count (void)
{
  return heddle_symbol_table_length;
}

/**
 * heddle_symbol_name:
 * @symbol: an index below heddle_symbol_count()
 *
 * Returns: (transfer none): its name
 */
const char *
heddle_symbol_name (int symbol)
{
  g_return_val_if_fail (symbol >= 0 && symbol < (int) heddle_symbol_table_length, NULL);

  return heddle_symbol_table[symbol].name;
}

static const float *
add_path (cairo_t                 *cr,
          const HeddleSymbolShape *shape,
          const float             *n)
{
  cairo_new_path (cr);
  for (const char *code = shape->codes; *code != '\0'; code++)
    {
      switch (*code)
        {
        case 'M':
          cairo_move_to (cr, n[0], n[1]);
          n += 2;
          break;
        case 'L':
          cairo_line_to (cr, n[0], n[1]);
          n += 2;
          break;
        case 'C':
          cairo_curve_to (cr, n[0], n[1], n[2], n[3], n[4], n[5]);
          n += 6;
          break;
        default:
          cairo_close_path (cr);
          break;
        }
    }

  return n;
}

/**
 * heddle_symbol_paint:
 * @symbol: an index, or %HEDDLE_SYMBOL_NONE to paint nothing
 * @cr: a Cairo context
 * @x: left edge
 * @y: top edge
 * @size: of the square that the symbol fills; 16, 24, 32 and 48 px look crispest
 * @colour: of the whole symbol
 */
void
heddle_symbol_paint (int           symbol,
                     cairo_t      *cr,
                     double        x,
                     double        y,
                     double        size,
                     HeddleColour  colour)
{
  const HeddleSymbolData *data;
  const float *numbers;

  if (symbol < 0)
    return;
  g_return_if_fail (symbol < (int) heddle_symbol_table_length);

  data = &heddle_symbol_table[symbol];
  numbers = data->numbers;
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / GRID, size / GRID);
  cairo_set_line_width (cr, STROKE);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < data->n_shapes; i++)
    {
      const HeddleSymbolShape *shape = &data->shapes[i];

      numbers = add_path (cr, shape, numbers);
      if (shape->fill > 0)
        {
          heddle_colour_set (cr, heddle_colour_with_alpha (colour, colour.alpha * shape->fill));
          cairo_fill_preserve (cr);
        }
      if (shape->stroke)
        {
          heddle_colour_set (cr, colour);
          cairo_stroke_preserve (cr);
        }
    }
  cairo_new_path (cr);
  cairo_restore (cr);
}
