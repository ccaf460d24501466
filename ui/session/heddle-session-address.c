/* heddle-session-address.c: how --set and knobs name what is selected
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

static void
append_name (GString *path,
             const HdObject *object)
{
  g_autofree char *called = hd_object_get_id (object) == NULL ? hd_object_dup_name_after_ends (object) : NULL;

  g_string_append (path, called != NULL ? called : hd_object_get_id (object));
}

/* Down the instances that were entered. */
static char *
dup_drawn (HeddleSession *self,
           const HdObject *object,
           const char *attribute)
{
  const HdObject *module = heddle_session_get_module (self);
  g_autoptr (GString) path = g_string_new (NULL);

  if (module == NULL || hd_document_get_parent (self->document, hd_object_get_uid (object)) != hd_object_get_uid (module))
    return NULL;
  for (guint i = 0; i < self->levels->len; i++)
    {
      append_name (path, hd_document_get_object (self->document, g_array_index (self->levels, HeddleLevel, i).uid));
      g_string_append_c (path, '/');
    }
  append_name (path, object);
  g_string_append_printf (path, ".%s", attribute);
  return g_string_free (g_steal_pointer (&path), FALSE);
}

char *
heddle_session_dup_address (HeddleSession *self,
                            guint64 uid,
                            const char *attribute)
{
  const HdObject *object = self->document != NULL ? hd_document_get_object (self->document, uid) : NULL;
  const char *id = object != NULL ? hd_object_get_id (object) : NULL;

  if (object == NULL)
    return NULL;
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_VARIABLE:
      return id != NULL && g_str_equal (attribute, "value") ? g_strdup_printf ("$%s", id) : NULL;

    case HD_OBJECT_LINK_CLASS:
      return id != NULL ? g_strdup_printf ("class:%s.%s", id, attribute) : NULL;

    case HD_OBJECT_RUN:
      return g_strdup_printf ("run:%s", attribute);

    case HD_OBJECT_COMPONENT:
    case HD_OBJECT_INSTANCE:
    case HD_OBJECT_GENERATE:
      return id != NULL ? dup_drawn (self, object, attribute) : NULL;

    case HD_OBJECT_LINK:
      return dup_drawn (self, object, attribute);

    default:
      return NULL;
    }
}

gboolean
heddle_session_can_turn (HeddleSession *self,
                         const char *address)
{
  g_autoptr (HdAddress) parsed = hd_address_parse (address, NULL);
  g_auto (HdSetting) setting = { NULL };

  return parsed != NULL && hd_setting_init (&setting, hd_document_get_root (self->document), self->catalog, parsed, NULL)
         && (setting.words != NULL || setting.unit != NULL || parsed->kind == HD_ADDRESS_VARIABLE);
}
