/* heddle-session-stale.c: whether results are of what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state that runs is compared with the present one: so an edit that was undone leaves nothing behind.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-changes.h"
#include "heddle-session-private.h"

gboolean
heddle_session_runs_alike (HeddleSession *self)
{
  return heddle_runs_alike (heddle_run_view_get_snapshot (self->view), self->snapshot);
}

void
heddle_session_check_stale (HeddleSession *self)
{
  gboolean stale = self->view != NULL && (!heddle_session_runs_alike (self) || heddle_session_has_read_otherwise (self));

  if (stale == heddle_session_is_stale (self))
    return;
  heddle_run_view_set_stale (self->view, stale);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

gboolean
heddle_session_is_stale (HeddleSession *self)
{
  return self->view != NULL && heddle_run_view_is_stale (self->view);
}
