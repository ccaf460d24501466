/* heddle-edit-settings.c: what --set says, written into the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <glib/gi18n.h>

static gboolean
apply (HdDocument *document,
       const char *setting,
       GError **error)
{
  g_auto (GStrv) parts = g_strsplit (setting, "=", 2);
  g_autoptr (HdAddress) address = g_strv_length (parts) == 2 ? hd_address_parse (g_strstrip (parts[0]), error) : NULL;
  const HdObject *root = hd_document_get_root (document);
  g_autoptr (HdObject) run = hd_object_new (HD_OBJECT_RUN, NULL, NULL);
  g_auto (HdSetting) named = { NULL };
  g_autoptr (GError) why = NULL;
  guint64 uid;

  if (address == NULL)
    return FALSE;
  if (!hd_setting_init (&named, root, NULL, address, &why))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” cannot be written into the project: %s"), setting, why->message);
      return FALSE;
    }
  uid = named.object != NULL ? hd_object_get_uid (named.object)
                             : hd_document_insert (document, hd_object_get_uid (root), heddle_edit_find_position (root, HD_OBJECT_RUN), run, error);
  return uid != 0 && hd_document_set_attribute (document, uid, named.attribute, g_strstrip (parts[1]), error);
}

gboolean
heddle_edit_apply (HdDocument *document,
                   const char *name,
                   const char *const *settings,
                   GError **error)
{
  gboolean good = TRUE;

  hd_document_begin_group (document, name);
  for (guint i = 0; settings[i] != NULL && good; i++)
    good = apply (document, settings[i], error);
  return heddle_edit_end (document, good);
}
