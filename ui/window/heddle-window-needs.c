/* heddle-window-needs.c: what a page needs of the project: transfers that are written down, a load in which runs differ
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

static void
on_vary_load (GSimpleAction *action,
              GVariant *parameter,
              gpointer data)
{
  HeddleWindow *self = data;
  g_autoptr (GError) error = NULL;

  if (!heddle_edit_vary_load (heddle_session_get_document (self->session), &error))
    heddle_window_tell (self, error->message);
}

static const GActionEntry entries[] = {
  { "vary-load", on_vary_load, NULL, NULL, NULL, { 0 } },
  { "log-transfers", on_log_transfers, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  gboolean may_edit = document != NULL && !hd_document_get_read_only (document) && snapshot != NULL;

  heddle_window_enable (self, "log-transfers", may_edit && heddle_edit_can_log (snapshot, heddle_session_get_catalog (self->session)));
  heddle_window_enable (self, "vary-load", may_edit && heddle_edit_can_vary_load (snapshot));
}

const HeddleWindowActions heddle_window_needs_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
