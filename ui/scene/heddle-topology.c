/* heddle-topology.c: a generated topology before it is in a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-topology"

#include "heddle-topology.h"

#include <string.h>

static HdObject *
new_object (const HdGenerator *generator,
            const char *const *settings)
{
  HdObject *object = hd_object_new (HD_OBJECT_GENERATE, "id", "topology", "kind", generator->kind, NULL);

  for (guint i = 0; settings[i] != NULL; i++)
    {
      const char *equals = strchr (settings[i], '=');
      g_autofree char *key = g_strndup (settings[i], (gsize) (equals - settings[i]));

      hd_object_set_initial (object, key, equals + 1);
    }
  return object;
}

HdSnapshot *
heddle_topology_new_project (HdSnapshot *project,
                             const HdGenerator *generator,
                             const char *const *settings)
{
  g_autoptr (HdDocument) document = hd_document_new (generator->kind);
  const HdObject *root = hd_document_get_root (document);
  const HdObject *top = hd_object_find_child (root, HD_OBJECT_TOP, NULL);
  const HdObject *variables = project != NULL ? hd_object_find_child (hd_snapshot_get_root (project), HD_OBJECT_VARIABLES, NULL) : NULL;
  g_autoptr (HdObject) object = new_object (generator, settings);

  hd_document_insert (document, hd_object_get_uid (top), G_MAXUINT, object, NULL);
  if (variables != NULL)
    hd_document_insert (document, hd_object_get_uid (hd_document_get_root (document)), 0, variables, NULL);
  return hd_document_snapshot (document);
}

HeddleRect
heddle_topology_get_extent (HeddleDrawing *drawing)
{
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  HeddleRect rect = heddle_scene_bounds (scene);
  HeddlePoint place = { 0, 0 };

  if (heddle_scene_n_nodes (scene) > 0)
    heddle_drawing_get_place (drawing, heddle_drawing_get_node_target (drawing, 0).uid, &place, NULL);
  return (HeddleRect){ rect.x - place.x, rect.y - place.y, rect.width, rect.height };
}

gboolean
heddle_topology_measure (HdCatalog *catalog,
                         const HdGenerator *generator,
                         HeddleRect *out_extent)
{
  g_autoptr (HdSnapshot) snapshot = heddle_topology_new_project (NULL, generator, (const char *const[]){ NULL });
  g_autoptr (HdDesign) design = hd_elaborate_sketch (snapshot, catalog, NULL);
  g_autoptr (HeddleDrawing) drawing = NULL;

  if (design == NULL)
    return FALSE;
  drawing = heddle_drawing_new (snapshot, catalog, design, hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL), 0);
  *out_extent = heddle_topology_get_extent (drawing);
  return TRUE;
}
