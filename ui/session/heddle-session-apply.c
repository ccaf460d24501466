/* heddle-session-apply.c: settings from outside become what the project says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-edits.h"
#include "heddle-session-private.h"

gboolean
heddle_session_apply (HeddleSession *self,
                      const char *name,
                      const char *const *settings,
                      GError **error)
{
  return heddle_edit_apply (self->document, name, settings, error);
}
