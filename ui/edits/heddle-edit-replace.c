/* heddle-edit-replace.c: a document becomes what another one says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

/* A project is called by its file. */
static gboolean
copy_attributes (HdDocument *document,
                 const HdObject *from,
                 GError **error)
{
  guint64 uid = hd_object_get_uid (hd_document_get_root (document));
  const HdObject *root;

  for (guint i = 0; i < hd_object_get_n_attributes (from); i++)
    {
      const char *value, *name = hd_object_get_nth_attribute (from, i, &value);

      if (!g_str_equal (name, "name") && !hd_document_set_attribute (document, uid, name, value, error))
        return FALSE;
    }
  root = hd_document_get_root (document);
  for (guint i = hd_object_get_n_attributes (root); i > 0; i--)
    {
      const char *name = hd_object_get_nth_attribute (root, i - 1, NULL);

      if (!g_str_equal (name, "name") && hd_object_get (from, name) == NULL && !hd_document_set_attribute (document, uid, name, NULL, error))
        return FALSE;
      root = hd_document_get_root (document);
    }
  return TRUE;
}

gboolean
heddle_edit_replace (HdDocument *document,
                     const HdObject *by,
                     const char *name,
                     GError **error)
{
  const HdObject *root = hd_document_get_root (document);
  guint64 uid = hd_object_get_uid (root);
  g_autofree const HdObject **children = g_new (const HdObject *, hd_object_get_n_children (by) + 1);
  gboolean good = TRUE;

  for (guint i = 0; i < hd_object_get_n_children (by); i++)
    children[i] = hd_object_get_child (by, i);
  hd_document_begin_group (document, name);
  for (guint i = hd_object_get_n_children (root); i > 0 && good; i--)
    good = hd_document_remove (document, hd_object_get_uid (hd_object_get_child (hd_document_get_root (document), i - 1)), error);
  good = good && hd_document_insert_many (document, uid, 0, children, hd_object_get_n_children (by), NULL, error) && copy_attributes (document, by, error);
  return heddle_edit_end (document, good);
}
