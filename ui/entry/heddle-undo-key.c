/* heddle-undo-key.c: keys that undo, in what is typed into
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-undo-key"

#include "heddle-undo-key.h"

gboolean
heddle_hand_undo_on (GtkWidget *entry,
                     guint keyval,
                     GdkModifierType state)
{
  guint key = gdk_keyval_to_lower (keyval);
  gboolean again = key == GDK_KEY_y || (state & GDK_SHIFT_MASK) != 0;

  if ((key != GDK_KEY_z && key != GDK_KEY_y) || (state & GDK_CONTROL_MASK) == 0 || (state & GDK_ALT_MASK) != 0)
    return FALSE;
  return gtk_widget_activate_action (entry, again ? "win.redo" : "win.undo", NULL);
}
