/* heddle-palette.h: all that can be put into a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddlePalette:
 *
 * Component types by library, generated topologies, the note and the modules of the project, with a search. What is dragged is a text,
 * "heddle-type:fabric.xpu"; what is activated by Enter or a double click is added by the action `win.add` with that text. Typing searches,
 * and Enter then adds the first that is found. A card tells of what the pointer rests on.
 */
#define HEDDLE_TYPE_PALETTE (heddle_palette_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePalette, heddle_palette, HEDDLE, PALETTE, GtkWidget)

GtkWidget *heddle_palette_new (HeddleSession *session);
void heddle_palette_focus_search (HeddlePalette *self);
/** heddle_palette_search: shows what matches @text; "" shows all */
void heddle_palette_search (HeddlePalette *self,
                            const char *text);
/** heddle_palette_dup_shown: (transfer full): texts of what is shown, section by section: "heddle-type:fabric.xpu" */
GStrv heddle_palette_dup_shown (HeddlePalette *self);

G_END_DECLS
