/* heddle-edit-capture.c: packets of a capture, for the components that offer some
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <glib/gi18n.h>

/* The attribute that names the file; or NULL if a component offers none. */
static const char *
get_attribute (const HdObject *object,
               HdCatalog *catalog)
{
  const char *name = hd_object_get_kind (object) == HD_OBJECT_COMPONENT ? hd_object_get (object, "type") : NULL;
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (catalog, name) : NULL;
  const HdParameter *parameter = type != NULL ? hd_component_type_find_property (type, HD_PROPERTY_CAPTURE, NULL) : NULL;

  return parameter != NULL ? parameter->key : NULL;
}

static void
collect (const HdObject *object,
         HdCatalog *catalog,
         GPtrArray *sources)
{
  if (get_attribute (object, catalog) != NULL)
    g_ptr_array_add (sources, (gpointer) object);
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    collect (hd_object_get_child (object, i), catalog, sources);
}

/* What is in braces in a text is worked out; two of them are one. */
static char *
dup_as_text (const char *file)
{
  g_auto (GStrv) parts = g_strsplit (file, "{", -1);

  return g_strjoinv ("{{", parts);
}

gboolean
heddle_edit_offer_capture (HdDocument *document,
                           HdCatalog *catalog,
                           const char *file,
                           guint *out_n,
                           GError **error)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  g_autofree char *text = dup_as_text (file), *base = g_path_get_basename (file), *name = NULL;
  gboolean good = TRUE;

  collect (hd_snapshot_get_root (snapshot), catalog, sources);
  *out_n = sources->len;
  if (sources->len == 0)
    return TRUE;
  /* Translators: %s is a file of packets */
  name = g_strdup_printf (_("Offer “%s”"), base);
  hd_document_begin_group (document, name);
  for (guint i = 0; i < sources->len && good; i++)
    {
      const HdObject *object = g_ptr_array_index (sources, i);

      good = hd_document_set_attribute (document, hd_object_get_uid (object), get_attribute (object, catalog), text, error);
    }
  return heddle_edit_end (document, good);
}
