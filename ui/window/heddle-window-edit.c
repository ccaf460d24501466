/* heddle-window-edit.c: editing the project of a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

/* ---- history ------------------------------------------------------------------------------------------------------------------- */

static HdDocument *
get_document (HeddleWindow *self)
{
  return heddle_session_get_document (self->session);
}

static void
on_undo (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  hd_document_undo (get_document (data));
}

static void
on_redo (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  hd_document_redo (get_document (data));
}

/* ---- actions ---------------------------------------------------------------------------------------------------------------------- */

void
heddle_window_add_edit_actions (HeddleWindow *self)
{
  static const GActionEntry entries[] = {
    { "undo", on_undo, NULL, NULL, NULL, { 0 } },
    { "redo", on_redo, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
heddle_window_update_edit_actions (HeddleWindow *self)
{
  HdDocument *document = get_document (self);

  heddle_window_enable (self, "undo", document != NULL && hd_document_get_undo_name (document) != NULL);
  heddle_window_enable (self, "redo", document != NULL && hd_document_get_redo_name (document) != NULL);
}
