/* hd-lesson-names.c: what of a design a lesson names
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson-names"

#include "hd-lesson-private.h"

#include <string.h>

#include <heddle/hd-address.h>

#include "hd-design-private.h"
#include "hd-i18n.h"

#define KINDS (HD_KIND_BIT (HD_OBJECT_COMPONENT) | HD_KIND_BIT (HD_OBJECT_LINK) | HD_KIND_BIT (HD_OBJECT_INSTANCE) | HD_KIND_BIT (HD_OBJECT_GENERATE))

static GArray *
match_address (HdDesign *design,
               const char *name,
               HdObjectKind *out_kind,
               GError **error)
{
  g_autoptr (HdAddress) address = hd_address_parse (name, error);

  if (address == NULL)
    return NULL;
  if (address->kind != HD_ADDRESS_OBJECT || address->parameter != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%.80s” names no component, link or instance"), name);
      return NULL;
    }
  return _hd_design_match (design, address, KINDS, out_kind, error);
}

static GArray *
match_link (HdDesign *design,
            const char *name)
{
  for (guint32 i = 0; strstr (name, "--") != NULL && i < hd_design_get_n_links (design); i++)
    {
      g_autofree char *path = hd_design_dup_link_path (design, i);

      if (strcmp (path, name) == 0)
        {
          GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

          g_array_append_val (found, i);
          return found;
        }
    }
  return NULL;
}

GArray *
hd_lesson_match (HdDesign *design,
                 const char *name,
                 HdObjectKind *out_kind,
                 GError **error)
{
  HdObjectKind kind = HD_OBJECT_UNKNOWN;
  GArray *found = match_link (design, name);

  if (found != NULL)
    {
      *out_kind = HD_OBJECT_LINK;
      return found;
    }
  found = match_address (design, name, &kind, error);
  *out_kind = kind == HD_OBJECT_GENERATE ? HD_OBJECT_INSTANCE : kind;
  return found;
}

gboolean
hd_lesson_find_scope (HdDesign *design,
                      const char *path,
                      guint32 *out_scope,
                      GError **error)
{
  HdObjectKind kind;
  g_autoptr (GArray) found = NULL;

  if (*path == '\0')
    {
      *out_scope = 0;
      return TRUE;
    }
  found = hd_lesson_match (design, path, &kind, error);
  if (found == NULL)
    return FALSE;
  if (kind != HD_OBJECT_INSTANCE || found->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%.80s” is nothing that can be gone into"), path);
      return FALSE;
    }
  *out_scope = g_array_index (found, guint32, 0);
  return TRUE;
}
