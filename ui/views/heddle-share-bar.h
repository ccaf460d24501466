/* heddle-share-bar.h: a share as a short bar, in the cell of a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HEDDLE_SHARE_BAR_WIDTH 84

/** heddle_share_bar_new: @share is 0 to 1; the figure stands beside it, so it says nothing to assistive technology */
GtkWidget *heddle_share_bar_new (double share);
void heddle_share_bar_set (GtkWidget *bar,
                           double share);

G_END_DECLS
