/* heddle-edit-relink.c: a link that gets another end
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <glib/gi18n.h>

#include "heddle-references.h"

gboolean
heddle_edit_take_over (HdDocument *document,
                       const HdObject *old,
                       guint64 made,
                       GError **error)
{
  static const char *const kept[] = { "class", "bandwidth", "latency", "sharing", "failed", "style" };

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (g_strcmp0 (hd_object_get (old, kept[i]), hd_object_get (hd_document_get_object (document, made), kept[i])) != 0
        && !hd_document_set_attribute (document, made, kept[i], hd_object_get (old, kept[i]), error))
      return FALSE;
  return TRUE;
}

/* A route leads over the link as it was. */
static gboolean
remove_routes (HdDocument *document,
               guint64 link,
               GError **error)
{
  g_autoptr (GArray) references = heddle_references_collect (document);
  g_autoptr (GArray) routes = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < references->len; i++)
    {
      const HeddleReference *it = &g_array_index (references, HeddleReference, i);

      if (it->target == link && hd_object_get_kind (hd_document_get_object (document, it->holder)) == HD_OBJECT_ROUTE)
        g_array_append_val (routes, it->holder);
    }
  return routes->len == 0 || heddle_edit_delete (document, (const guint64 *) routes->data, routes->len, error);
}

/* The id goes over, and so what watches the link goes on watching it. */
static gboolean
take_id_over (HdDocument *document,
              const HdObject *old,
              guint64 made,
              gboolean follow,
              GError **error)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (hd_object_get_id (old) == NULL)
    return TRUE;
  if (!hd_document_set_attribute (document, made, "id", hd_object_get_id (old), error))
    return FALSE;
  if (follow)
    g_array_append_val (links, made);
  return heddle_edit_follow_ends (document, links, error);
}

guint64
heddle_edit_relink (HdDocument *document,
                    HdCatalog *catalog,
                    guint64 link,
                    const HeddleEnd *from,
                    const HeddleEnd *to,
                    GError **error)
{
  const HdObject *object = hd_document_get_object (document, link);
  guint64 module, made = 0;
  g_autoptr (HdObject) old = NULL;
  gboolean follow;

  /* Who drags an end has a drawing before them that may be of a moment ago. */
  if (object == NULL)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("This object does not exist any more."));
      return 0;
    }
  module = hd_document_get_parent (document, link);
  old = hd_object_ref (object);
  follow = heddle_edit_is_after_ends (old);
  hd_document_begin_group (document, _("Relink"));
  if (remove_routes (document, link, error) && hd_document_remove (document, link, error))
    made = heddle_edit_link (document, catalog, module, from, to, error);
  if (made != 0 && (!heddle_edit_take_over (document, old, made, error) || !take_id_over (document, old, made, follow, error)))
    made = 0;
  return heddle_edit_end (document, made != 0) ? made : 0;
}
