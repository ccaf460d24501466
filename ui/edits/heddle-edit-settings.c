/* heddle-edit-settings.c: what --set says, written into the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

static gboolean
fail (const char *setting,
      const char *why,
      GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” cannot be written into the project: %s"), setting, why);
  return FALSE;
}

static const HdObject *
find_variable (HdDocument *document,
               const char *name)
{
  const HdObject *root = hd_document_get_root (document);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);
      const HdObject *variable = hd_object_get_kind (block) == HD_OBJECT_VARIABLES ? hd_object_find_child (block, HD_OBJECT_VARIABLE, name) : NULL;

      if (variable != NULL)
        return variable;
    }
  return NULL;
}

/* All of an array, or what is none. */
static gboolean
is_whole (const HdAddressStep *step)
{
  for (guint i = 0; i < step->n_indices; i++)
    if (step->indices[i].first != 0 || step->indices[i].last != HD_INDEX_ALL)
      return FALSE;
  return TRUE;
}

static const HdObject *
find_drawn (HdDocument *document,
            const HdAddress *address,
            const char **out_why)
{
  const HdObject *block = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL), *found = NULL;
  static const HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE, HD_OBJECT_LINK };

  for (guint i = 0; i < address->n_steps; i++)
    {
      *out_why = is_whole (&address->steps[i]) ? _("nothing drawn is called so") : _("it is of some members of an array alone");
      if (i > 0)
        block = found != NULL && hd_object_get_kind (found) == HD_OBJECT_INSTANCE ? heddle_edit_find_module (document, hd_object_get (found, "of")) : NULL;
      found = NULL;
      for (guint k = 0; block != NULL && found == NULL && k < G_N_ELEMENTS (kinds); k++)
        found = hd_object_find_child (block, kinds[k], address->steps[i].name);
      if (found == NULL || !is_whole (&address->steps[i]))
        return NULL;
    }
  return found;
}

static gboolean
apply (HdDocument *document,
       const char *setting,
       GError **error)
{
  g_auto (GStrv) parts = g_strsplit (setting, "=", 2);
  g_autoptr (HdAddress) address = g_strv_length (parts) == 2 ? hd_address_parse (g_strstrip (parts[0]), error) : NULL;
  const HdObject *root = hd_document_get_root (document), *object = NULL;
  const char *attribute = NULL, *why = _("nothing is called so");
  g_autoptr (HdObject) run = hd_object_new (HD_OBJECT_RUN, NULL, NULL);
  guint64 uid;

  if (address == NULL)
    return FALSE;
  switch (address->kind)
    {
    case HD_ADDRESS_VARIABLE:
      object = find_variable (document, address->name);
      attribute = "value";
      break;
    case HD_ADDRESS_CLASS:
      object = hd_object_find_child (root, HD_OBJECT_LINK_CLASS, address->name);
      attribute = address->parameter;
      break;
    case HD_ADDRESS_RUN:
      object = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
      attribute = address->name;
      break;
    case HD_ADDRESS_OBJECT:
    default:
      object = find_drawn (document, address, &why);
      attribute = address->parameter;
    }
  uid = object != NULL ? hd_object_get_uid (object) : 0;
  if (uid == 0 && address->kind == HD_ADDRESS_RUN)
    uid = hd_document_insert (document, hd_object_get_uid (root), heddle_edit_find_position (root, HD_OBJECT_RUN), run, error);
  if (uid == 0)
    return error != NULL && *error != NULL ? FALSE : fail (setting, why, error);
  return hd_document_set_attribute (document, uid, attribute, g_strstrip (parts[1]), error);
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
