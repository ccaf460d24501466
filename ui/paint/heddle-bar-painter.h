/* heddle-bar-painter.h: bars of what something waited for and what served it, and what their colours stand for
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Waits are as high as their row and striped, what serves is lower and plain: they can be told apart without colours.
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/** HeddleBarKey: @label: what the colour stands for; %NULL if it does not occur */
typedef struct
{
  const char *label;
  HeddleColour colour;
  gboolean is_wait;
} HeddleBarKey;

void heddle_bar_paint (cairo_t *cr,
                       HeddleColour colour,
                       gboolean is_wait,
                       double x,
                       double y,
                       double width,
                       double height);
/** heddle_bar_paint_keys: in lines of @width from @top on; @cr: (nullable): to measure. Returns the height */
double heddle_bar_paint_keys (HeddleText *text,
                              cairo_t *cr,
                              const HeddleBarKey *keys,
                              guint n_keys,
                              HeddleColour words,
                              double width,
                              double top);

G_END_DECLS
