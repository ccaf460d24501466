/* heddle-left-pane.h: palette and outline, one at a time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-outline.h"
#include "heddle-palette.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_LEFT_PANE (heddle_left_pane_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLeftPane, heddle_left_pane, HEDDLE, LEFT_PANE, GtkWidget)

/** heddle_left_pane_new: its tabs do `win.left-page` */
GtkWidget *heddle_left_pane_new (HeddleSession *session);
/** heddle_left_pane_show_page: "palette" or "outline" */
void heddle_left_pane_show_page (HeddleLeftPane *self,
                                 const char *page);
HeddlePalette *heddle_left_pane_get_palette (HeddleLeftPane *self);
HeddleOutline *heddle_left_pane_get_outline (HeddleLeftPane *self);

G_END_DECLS
