/* heddle-edit-expand.c: a pattern of links becomes its elements
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <glib/gi18n.h>

#include "heddle-references.h"

static gboolean
has_variable (const char *text)
{
  guint depth = 0;

  for (const char *p = text; p != NULL && *p != '\0'; p++)
    {
      depth += *p == '[';
      depth -= *p == ']' && depth > 0;
      if (depth > 0 && *p != '[' && !g_ascii_isdigit (*p) && *p != ' ')
        return TRUE;
    }
  return FALSE;
}

gboolean
heddle_edit_is_constant (const char *from,
                         const char *to)
{
  return !has_variable (from) && !has_variable (to);
}

typedef struct
{
  const HdObject *link;
  GPtrArray *elements; /* of HdObject */
} Expansion;

static void
add_element (gpointer data,
             const char *from,
             const char *to,
             const char *const *names,
             const gint64 *values,
             guint n)
{
  static const char *const kept[] = { "class", "bandwidth", "latency", "sharing", "failed", "style" };
  Expansion *self = data;
  HdObject *element = hd_object_new (HD_OBJECT_LINK, "from", from, "to", to, NULL);
  g_autoptr (GPtrArray) numbers = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (numbers, g_strdup_printf ("%" G_GINT64_FORMAT, values[i]));
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      const char *text = hd_object_get (self->link, kept[i]);
      g_autofree char *value = text != NULL ? heddle_edit_substitute (text, FALSE, names, (const char *const *) numbers->pdata, n) : NULL;

      if (value != NULL)
        hd_object_set_initial (element, kept[i], value);
    }
  g_ptr_array_add (self->elements, element);
}

gboolean
heddle_edit_expand_link (HdDocument *document,
                         HdWiring *wiring,
                         guint64 uid,
                         const GArray *references,
                         GError **error)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_object_unref);
  Expansion self = { hd_document_get_object (document, uid), elements };
  guint64 parent = hd_document_get_parent (document, uid);
  const HdObject *block;

  for (guint i = 0; i < references->len; i++)
    if (g_array_index (references, HeddleReference, i).target == uid)
      {
        g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                     _("The links “%s” are named by a route or a probe; change that first."), hd_object_get_id (self.link));
        return FALSE;
      }
  if (!hd_wiring_expand (wiring, uid, add_element, &self))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   _("The link from “%s” to “%s” has errors; mend them first."), hd_object_get (self.link, "from"), hd_object_get (self.link, "to"));
      return FALSE;
    }
  if (!hd_document_remove (document, uid, error))
    return FALSE;
  block = hd_document_get_object (document, parent);
  return hd_document_insert_many (document, parent, heddle_edit_find_position (block, HD_OBJECT_LINK), (const HdObject *const *) elements->pdata,
                                  elements->len, NULL, error);
}
