/* heddle-symbols.h: the pictures of component types
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "heddle-theme.h"

G_BEGIN_DECLS

/* Symbols are told apart by their index; names are those of the files in resources/symbols/, without ".svg". */
#define HEDDLE_SYMBOL_NONE (-1)

int         heddle_symbol_find    (const char   *name);
guint       heddle_symbol_count   (void);
const char *heddle_symbol_name    (int           symbol);
void        heddle_symbol_paint   (int           symbol,
                                   cairo_t      *cr,
                                   double        x,
                                   double        y,
                                   double        size,
                                   HeddleColour  colour);

G_END_DECLS
