/* heddle-effects-painter.h: how much each of some causes has to do with what varies, as bars
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/** HeddleEffect: @alone, @together: shares of all that varies, what the cause has by itself and with all in which it acts together with others; NaN where that is not known */
typedef struct
{
  char *title;
  double alone;
  double together;
} HeddleEffect;

/** HeddleEffectsPicture: @title: over all; @heads: of the two columns of shares; @effects: from the top down */
typedef struct
{
  const char *title;
  const char *heads[2];
  const HeddleEffect *effects;
  guint n;
} HeddleEffectsPicture;

/** heddle_effects_paint: in [0, @width] x [0, @height]; those that have no room are counted */
void heddle_effects_paint (const HeddleEffectsPicture *picture,
                           HeddleText *text,
                           cairo_t *cr,
                           const HeddleTheme *theme,
                           double width,
                           double height);

G_END_DECLS
