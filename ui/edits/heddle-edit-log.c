/* heddle-edit-log.c: components that write down what became of their transfers
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <glib/gi18n.h>

#define ON "true"

/* That switches the log of a component on; or NULL if it has none. */
static const char *
get_switch (const HdObject *object,
            HdCatalog *catalog)
{
  const char *name = hd_object_get_kind (object) == HD_OBJECT_COMPONENT ? hd_object_get (object, "type") : NULL;
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (catalog, name) : NULL;
  const HdParameter *parameter = type != NULL ? hd_component_type_find_property (type, HD_PROPERTY_LOG, NULL) : NULL;

  return parameter != NULL ? parameter->key : NULL;
}

/* Adds the components in and below @object that could log and do not. */
static void
collect (const HdObject *object,
         HdCatalog *catalog,
         GPtrArray *silent)
{
  const char *attribute = get_switch (object, catalog);

  if (attribute != NULL && g_strcmp0 (hd_object_get (object, attribute), ON) != 0)
    g_ptr_array_add (silent, (gpointer) object);
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    collect (hd_object_get_child (object, i), catalog, silent);
}

gboolean
heddle_edit_can_log (HdSnapshot *snapshot,
                     HdCatalog *catalog)
{
  g_autoptr (GPtrArray) silent = g_ptr_array_new ();

  collect (hd_snapshot_get_root (snapshot), catalog, silent);
  return silent->len > 0;
}

gboolean
heddle_edit_log (HdDocument *document,
                 HdCatalog *catalog,
                 GError **error)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (GPtrArray) silent = g_ptr_array_new ();
  gboolean good = TRUE;

  collect (hd_snapshot_get_root (snapshot), catalog, silent);
  hd_document_begin_group (document, _("Log all transfers"));
  for (guint i = 0; i < silent->len && good; i++)
    {
      const HdObject *object = g_ptr_array_index (silent, i);

      good = hd_document_set_attribute (document, hd_object_get_uid (object), get_switch (object, catalog), ON, error);
    }
  return heddle_edit_end (document, good);
}
