/* heddle-edit-vary.c: the load of synthetic traffic as a variable, so that runs may differ in it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <glib/gi18n.h>

#define USUAL_LOAD "0.1" /* the default of traffic */

/* What says how much it sends: a probability instead of the load, if it has one. */
static const char *
get_attribute (const HdObject *traffic)
{
  return hd_object_get_number (traffic, "probability", 1) != 0 && hd_object_get (traffic, "probability") != NULL ? "probability" : "load";
}

/* The first traffic whose load is a number, not an expression; or NULL. */
static const HdObject *
find_traffic (const HdObject *root)
{
  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *child = hd_object_get_child (root, i);
      const char *value;

      if (hd_object_get_kind (child) != HD_OBJECT_WORKLOAD || g_strcmp0 (hd_object_get (child, "type"), "traffic") != 0)
        continue;
      value = hd_object_get (child, get_attribute (child));
      if (value == NULL || strchr (value, '$') == NULL)
        return child;
    }
  return NULL;
}

gboolean
heddle_edit_can_vary_load (HdSnapshot *snapshot)
{
  return find_traffic (hd_snapshot_get_root (snapshot)) != NULL;
}

/* "load", or with the first number that is free; in @out_holder the element of all variables, which is made if there is none. */
static char *
choose_name (HdDocument *document,
             guint64 *out_holder,
             GError **error)
{
  const HdObject *root = hd_document_get_root (document), *variables = hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL);
  g_autoptr (HeddleIds) ids = NULL;

  if (variables == NULL)
    {
      g_autoptr (HdObject) empty = hd_object_new (HD_OBJECT_VARIABLES, NULL, NULL);

      *out_holder = hd_document_insert (document, hd_object_get_uid (root), heddle_edit_find_position (root, HD_OBJECT_VARIABLES), empty, error);
      return *out_holder != 0 ? g_strdup ("load") : NULL;
    }
  *out_holder = hd_object_get_uid (variables);
  ids = heddle_ids_new (variables, HEDDLE_KIND (VARIABLE));
  return heddle_ids_take (ids, "load");
}

gboolean
heddle_edit_vary_load (HdDocument *document,
                       GError **error)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  const HdObject *traffic = find_traffic (hd_snapshot_get_root (snapshot));
  const char *value = traffic != NULL ? hd_object_get (traffic, get_attribute (traffic)) : NULL;
  g_autofree char *name = NULL, *use = NULL;
  g_autoptr (HdObject) variable = NULL;
  guint64 holder = 0;
  gboolean good;

  g_return_val_if_fail (traffic != NULL, FALSE);
  hd_document_begin_group (document, _("Make the load a variable"));
  name = choose_name (document, &holder, error);
  good = name != NULL;
  if (good)
    {
      variable = hd_object_new (HD_OBJECT_VARIABLE, "name", name, "value", value != NULL ? value : USUAL_LOAD, "minimum", "0", "maximum", "1", NULL);
      use = g_strconcat ("$", name, NULL);
      good = hd_document_insert (document, holder, hd_object_get_n_children (hd_document_get_object (document, holder)), variable, error) != 0
             && hd_document_set_attribute (document, hd_object_get_uid (traffic), get_attribute (traffic), use, error);
    }
  return heddle_edit_end (document, good);
}
