/* heddle-edit-settings.c: what --set says, written into the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

gboolean
heddle_edit_apply (HdDocument *document,
                   const char *name,
                   const char *const *settings,
                   GError **error)
{
  gboolean good = TRUE;

  hd_document_begin_group (document, name);
  for (guint i = 0; settings[i] != NULL && good; i++)
    good = hd_setting_write (document, settings[i], error);
  return heddle_edit_end (document, good);
}
