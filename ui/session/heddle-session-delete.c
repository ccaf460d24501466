/* heddle-session-delete.c: objects are taken out of what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is drawn beside something that goes stays where it is: whoever clicks next means what is there.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-edits.h"
#include "heddle-session-private.h"

gboolean
heddle_session_delete (HeddleSession *self,
                       const guint64 *uids,
                       guint n,
                       GError **error)
{
  g_autoptr (GArray) beside = self->drawing != NULL ? heddle_drawing_list_beside (self->drawing) : g_array_new (FALSE, FALSE, sizeof (HeddleBeside));
  g_autofree HeddleStand *stands = g_new (HeddleStand, beside->len + 1);

  for (guint i = 0; i < beside->len; i++)
    {
      const HeddleBeside *at = &g_array_index (beside, HeddleBeside, i);

      stands[i] = (HeddleStand){ at->uid, at->anchor, at->access, at->x, at->y, at->columns, at->spacing, at->row_spacing };
    }
  return heddle_edit_delete_drawn (self->document, uids, n, stands, beside->len, error);
}
