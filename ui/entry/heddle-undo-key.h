/* heddle-undo-key.h: keys that undo, in what is typed into
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** heddle_hand_undo_on: an entry in which nothing was typed has nothing to undo, but keeps the keys for it: whether @keyval is one of them, and was given to the window */
gboolean heddle_hand_undo_on (GtkWidget *entry,
                              guint keyval,
                              GdkModifierType state);

G_END_DECLS
