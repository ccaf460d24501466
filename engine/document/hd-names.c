/* hd-names.c: what the outside calls the components of a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-names"

#include <heddle/hd-names.h>

#include <string.h>

#include "hd-name-list.h"

struct _HdNames
{
  GHashTable *single; /* owned name -> borrowed component */
  GPtrArray *lists;   /* of components whose names are written as a rule, node-[0-15] */
};

static void
collect (HdNames *self,
         const HdObject *object)
{
  const char *names = hd_object_get_kind (object) == HD_OBJECT_COMPONENT ? hd_object_get (object, "names") : NULL;

  if (names != NULL && hd_name_list_is_rule (names))
    g_ptr_array_add (self->lists, (gpointer) object);
  else if (names != NULL)
    g_hash_table_insert (self->single, hd_name_list_dup_nth (names, 0), (gpointer) object);
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    collect (self, hd_object_get_child (object, i));
}

HdNames *
hd_names_new (const HdObject *root)
{
  HdNames *self = g_new (HdNames, 1);

  self->single = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->lists = g_ptr_array_new ();
  if (root != NULL)
    collect (self, root);
  return self;
}

void
hd_names_free (HdNames *self)
{
  g_hash_table_unref (self->single);
  g_ptr_array_unref (self->lists);
  g_free (self);
}

const HdObject *
hd_names_find (HdNames *self,
               const char *name,
               guint *out_member)
{
  const HdObject *found = g_hash_table_lookup (self->single, name);
  guint member = 0;

  for (guint i = 0; i < self->lists->len && found == NULL; i++)
    if (hd_name_list_find (hd_object_get (self->lists->pdata[i], "names"), name, &member))
      found = self->lists->pdata[i];
  if (found != NULL && out_member != NULL)
    *out_member = member;
  return found;
}

gboolean
hd_names_has (const HdObject *component,
              const char *start,
              guint *out_member)
{
  const char *names = hd_object_get_kind (component) == HD_OBJECT_COMPONENT ? hd_object_get (component, "names") : NULL;

  guint member;

  if (names == NULL || !hd_name_list_has (names, start, &member))
    return FALSE;
  if (out_member != NULL)
    *out_member = member;
  return TRUE;
}

char *
hd_names_dup (const HdObject *component,
              guint member)
{
  const char *names = hd_object_get_kind (component) == HD_OBJECT_COMPONENT ? hd_object_get (component, "names") : NULL;

  return names != NULL ? hd_name_list_dup_nth (names, member) : NULL;
}
