/* heddle-popover.h: popovers that are made for one occasion
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * heddle_popover_drop_when_closed:
 * @popover: has a parent
 *
 * Takes it from its parent a second after it was closed, and not before what closed it is done: GTK looks for a tooltip half a second after the
 * pointer moved, in the surface in which it did, and misses that if it has gone.
 */
void heddle_popover_drop_when_closed (GtkWidget *popover);

/**
 * heddle_popover_set_words:
 * @popover: has a parent, so that styles are known
 * @child: holds text that is wrapped
 *
 * Sets its child, with a size of its own: GTK 4.8 asks for the height at a width that takes in the popover's shadow, and cuts lines that do not fit.
 */
void heddle_popover_set_words (GtkWidget *popover,
                               GtkWidget *child);

/** heddle_popover_return_focus: what had the focus when @popover opened has it again when that closes, unless an action of it has put it elsewhere */
void heddle_popover_return_focus (GtkWidget *popover);

/**
 * heddle_popover_follow:
 * @popover: its parent is no layout's
 * @width, @height: of its parent, when that gets them
 *
 * Shows it where it points to, as its parent has to. Where the parent has become smaller it points to the nearest place that is left: beyond the
 * screen there is none.
 */
void heddle_popover_follow (GtkWidget *popover,
                            int width,
                            int height);

G_END_DECLS
