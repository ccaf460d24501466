/* heddle-share-bar.h: a share as a short bar, in the cell of a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HEDDLE_SHARE_BAR_WIDTH 84

/** heddle_share_bar_new: the figure stands beside it, so it says nothing to assistive technology */
GtkWidget *heddle_share_bar_new (void);
/** heddle_share_bar_set: @shares: 0 to 1, of both directions of a split link, or of one capacity, and -1; @past: what no longer holds */
void heddle_share_bar_set (GtkWidget *bar,
                           const double shares[2],
                           gboolean past);

G_END_DECLS
