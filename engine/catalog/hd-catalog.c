/* hd-catalog.c: the component types that are known
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-catalog"

#include <heddle/hd-catalog.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-catalog-private.h"
#include "hd-i18n.h"

struct _HdCatalog
{
  GObject parent_instance;

  /* owned */
  GPtrArray *copies;         /* HdLibraryCopy */
  GHashTable *types;         /* "library.type" -> HdComponentType */
  GHashTable *library_of;    /* HdComponentType -> HdLibrary */
};

G_DEFINE_FINAL_TYPE (HdCatalog, hd_catalog, G_TYPE_OBJECT)

static void
hd_catalog_finalize (GObject *object)
{
  HdCatalog *self = HD_CATALOG (object);

  g_ptr_array_unref (self->copies);
  g_hash_table_unref (self->types);
  g_hash_table_unref (self->library_of);
  G_OBJECT_CLASS (hd_catalog_parent_class)->finalize (object);
}

static void
hd_catalog_class_init (HdCatalogClass *class)
{
  G_OBJECT_CLASS (class)->finalize = hd_catalog_finalize;
}

static void
hd_catalog_init (HdCatalog *self)
{
  self->copies = g_ptr_array_new_with_free_func ((GDestroyNotify) _hd_library_copy_free);
  self->types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->library_of = g_hash_table_new (NULL, NULL);
}

HdCatalog *
hd_catalog_new (void)
{
  return g_object_new (HD_TYPE_CATALOG, NULL);
}

static const HdLibraryCopy *
find_copy (HdCatalog *self,
           const char *name)
{
  for (guint i = 0; i < self->copies->len; i++)
    {
      const HdLibraryCopy *copy = g_ptr_array_index (self->copies, i);

      if (g_strcmp0 (copy->library.name, name) == 0)
        return copy;
    }
  return NULL;
}

gboolean
hd_catalog_register (HdCatalog *self,
                     const HdLibrary *library,
                     GError **error)
{
  g_autoptr (HdLibraryCopy) copy = NULL;
  const HdLibraryCopy *other;

  g_return_val_if_fail (HD_IS_CATALOG (self), FALSE);

  copy = _hd_library_copy (library, error);
  if (copy == NULL)
    return FALSE;

  other = find_copy (self, copy->library.name);
  if (other != NULL && other->original == library)
    return TRUE;
  if (other != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIBRARY,
                   _("Another library called “%s” is loaded already (version %s)."), other->library.name, other->library.version);
      return FALSE;
    }
  if (!_hd_library_check (&copy->library, error))
    return FALSE;

  for (guint i = 0; copy->library.types[i] != NULL; i++)
    {
      const HdComponentType *type = copy->library.types[i];

      g_hash_table_insert (self->types, g_strdup_printf ("%s.%s", copy->library.name, type->id), (gpointer) type);
      g_hash_table_insert (self->library_of, (gpointer) type, &copy->library);
    }
  g_ptr_array_add (self->copies, g_steal_pointer (&copy));
  return TRUE;
}

guint
hd_catalog_get_n_libraries (HdCatalog *self)
{
  g_return_val_if_fail (HD_IS_CATALOG (self), 0);

  return self->copies->len;
}

const HdLibrary *
hd_catalog_get_library (HdCatalog *self,
                        guint index)
{
  const HdLibraryCopy *copy;

  g_return_val_if_fail (HD_IS_CATALOG (self), NULL);
  g_return_val_if_fail (index < self->copies->len, NULL);

  copy = g_ptr_array_index (self->copies, index);
  return &copy->library;
}

const HdComponentType *
hd_catalog_lookup (HdCatalog *self,
                   const char *name)
{
  g_return_val_if_fail (HD_IS_CATALOG (self) && name != NULL, NULL);

  return g_hash_table_lookup (self->types, name);
}

const HdLibrary *
hd_catalog_get_library_of (HdCatalog *self,
                           const HdComponentType *type)
{
  g_return_val_if_fail (HD_IS_CATALOG (self) && type != NULL, NULL);

  return g_hash_table_lookup (self->library_of, type);
}

const char *
hd_catalog_translate (HdCatalog *self,
                      const HdComponentType *type,
                      const char *text)
{
  const HdLibrary *library;

  g_return_val_if_fail (HD_IS_CATALOG (self) && type != NULL, text);

  library = g_hash_table_lookup (self->library_of, type);
  if (text == NULL || *text == '\0' || library == NULL || library->gettext_domain == NULL)
    return text;
  return g_dgettext (library->gettext_domain, text);
}
