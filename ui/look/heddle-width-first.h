/* heddle-width-first.h: a widget around another, whose width depends on no height
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleWidthFirst:
 *
 * Lays out a widget that has one child, as GtkBinLayout does; but whoever asks how wide it is for a height hears how wide it is. A label that wraps finds the width for a height by laying out its
 * text in a dozen widths, and boxes that lie beside others or in a flow box ask for it again and again, with each height that they think of.
 */
#define HEDDLE_TYPE_WIDTH_FIRST heddle_width_first_get_type ()
G_DECLARE_FINAL_TYPE (HeddleWidthFirst, heddle_width_first, HEDDLE, WIDTH_FIRST, GtkLayoutManager)

G_END_DECLS
