/* heddle-edit-table.c: a file that a component names, edited with the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <glib/gi18n.h>

gboolean
heddle_edit_set_table (HdDocument *document,
                       guint64 uid,
                       const char *attribute,
                       const char *file,
                       const char *text,
                       GError **error)
{
  g_autofree char *base = g_path_get_basename (file), *name = g_strdup_printf (_("Change %s"), base);
  gboolean good = TRUE;

  hd_document_begin_group (document, name);
  if (attribute != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (file, "{", -1); /* which in a text begins an expression */
      g_autofree char *value = g_strjoinv ("{{", parts);

      good = hd_document_set_attribute (document, uid, attribute, value, error);
    }
  return heddle_edit_end (document, good && hd_document_set_file_text (document, file, text, error));
}
