/* heddle-window-log.c: transfers that are written down
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-edits.h"

static void
on_log_transfers (GSimpleAction *action,
                  GVariant *parameter,
                  gpointer data)
{
  HeddleWindow *self = data;
  g_autoptr (GError) error = NULL;

  if (!heddle_edit_log (heddle_session_get_document (self->session), heddle_session_get_catalog (self->session), &error))
    heddle_window_tell (self, error->message);
}

static const GActionEntry entries[] = {
  { "log-transfers", on_log_transfers, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);

  heddle_window_enable (self, "log-transfers",
                        document != NULL && !hd_document_get_read_only (document) && snapshot != NULL
                          && heddle_edit_can_log (snapshot, heddle_session_get_catalog (self->session)));
}

const HeddleWindowActions heddle_window_log_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
