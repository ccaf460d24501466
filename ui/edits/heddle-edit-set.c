/* heddle-edit-set.c: one attribute of many objects, and their ids
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

static gboolean
take_id_away (HdDocument *document,
              guint64 uid,
              const char *attribute,
              GError **error)
{
  const HdObject *object = hd_document_get_object (document, uid);
  const HdField *field = hd_schema_find_field (hd_object_get_kind (object), attribute);
  g_autoptr (GArray) references = heddle_references_collect (document);
  gboolean needed = field != NULL && field->required;

  for (guint i = 0; i < references->len && !needed; i++)
    needed = g_array_index (references, HeddleReference, i).target == uid;
  if (!needed)
    return hd_document_set_attribute (document, uid, attribute, NULL, error);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” needs its name."), hd_object_get_id (object));
  return FALSE;
}

/* Names are no attributes like others: they are unique, and what names an object follows. */
static gboolean
set_id (HdDocument *document,
        const GArray *objects,
        const char *value,
        GError **error)
{
  guint64 uid = objects->len > 0 ? g_array_index (objects, guint64, 0) : 0;

  if (objects->len > 1)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("Objects cannot share a name; name one at a time."));
      return FALSE;
    }
  if (objects->len == 0)
    return TRUE;
  return value != NULL ? heddle_edit_rename (document, uid, value, error) : take_id_away (document, uid, "id", error);
}

gboolean
heddle_edit_set (HdDocument *document,
                 const guint64 *uids,
                 guint n,
                 const char *attribute,
                 const char *value,
                 GError **error)
{
  g_autoptr (GArray) objects = heddle_edit_collect (document, uids, n);
  g_autofree char *what = heddle_edit_dup_what (document, (const guint64 *) objects->data, objects->len);
  g_autofree char *name = g_strdup_printf (_("Change %s of %s"), attribute, what);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint64));
  gboolean good = TRUE;

  if (strcmp (attribute, "id") == 0)
    return set_id (document, objects, value, error);
  hd_document_begin_group (document, name);
  for (guint i = 0; i < objects->len && good; i++)
    {
      guint64 uid = g_array_index (objects, guint64, i);

      if (heddle_edit_is_after_ends (hd_document_get_object (document, uid)))
        g_array_append_val (links, uid);
      good = hd_document_set_attribute (document, uid, attribute, value, error);
    }
  return heddle_edit_end (document, good && heddle_edit_follow_ends (document, links, error));
}

/* The kinds whose ids are looked up together with those of @kind. */
static guint
kinds_beside (HdObjectKind kind)
{
  return (HEDDLE_IDS_OF_ITEMS & (1u << kind)) != 0 ? HEDDLE_IDS_OF_ITEMS : 1u << kind;
}

gboolean
heddle_edit_rename (HdDocument *document,
                    guint64 uid,
                    const char *id,
                    GError **error)
{
  const HdObject *object = hd_document_get_object (document, uid);
  const HdObject *parent = hd_document_get_object (document, hd_document_get_parent (document, uid));

  if (object == NULL)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("This object does not exist any more."));
      return FALSE;
    }

  HdObjectKind kind = hd_object_get_kind (object);
  const char *old = hd_object_get_id (object);

  if (hd_schema_find_field (kind, hd_schema_get_id_attribute (kind)) == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("A %s has no name."), hd_schema_get_title (kind));
      return FALSE;
    }
  if (g_strcmp0 (old, id) == 0)
    return TRUE;
  if (parent != NULL)
    {
      g_autoptr (HeddleIds) ids = heddle_ids_new (parent, kinds_beside (kind));

      if (heddle_ids_has (ids, id))
        {
          g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is another “%s” here."), id);
          return FALSE;
        }
    }

  g_autoptr (GHashTable) names = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GArray) links = heddle_edit_is_item (object) ? heddle_edit_collect_after_ends (parent) : g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree char *name = g_strdup_printf (_("Rename %s to %s"), old != NULL ? old : hd_object_get_element (object), id);

  g_hash_table_insert (names, &uid, (gpointer) id);
  hd_document_begin_group (document, name);
  return heddle_edit_end (document, heddle_references_rename (document, names, error) && heddle_edit_follow_ends (document, links, error));
}
