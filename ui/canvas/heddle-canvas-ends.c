/* heddle-canvas-ends.c: ends of links as the canvas shows them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-ends.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#define PORT_DEPTH 16 /* of ports that stand for ports of inner modules */

/* Of a stack one cannot point at a member: all of it is meant. */
static int
member_of_node (HeddleCanvas *self,
                guint32 node)
{
  const HeddleSceneNode *drawn = heddle_scene_node (heddle_drawing_get_scene (self->drawing), node);
  HeddleTarget target = heddle_drawing_get_node_target (self->drawing, node);

  return drawn->count > 1 ? HEDDLE_END_ALL : target.index;
}

gboolean
heddle_canvas_get_end (HeddleCanvas *self,
                       HeddleHit hit,
                       HeddleEnd *out_end)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  guint32 node = hit.kind == HEDDLE_HIT_NODE ? hit.index : HEDDLE_NO_INDEX;
  const char *name = NULL;

  if (hit.kind == HEDDLE_HIT_PORT)
    {
      HeddleTarget target = heddle_drawing_get_port_target (self->drawing, hit.index, &name);

      node = heddle_scene_port (scene, hit.index)->node;
      if (node == HEDDLE_NO_INDEX)
        {
          *out_end = (HeddleEnd){ target.uid, -1, NULL, -1 };
          return TRUE;
        }
    }
  if (node == HEDDLE_NO_INDEX)
    return FALSE;
  *out_end = (HeddleEnd){ heddle_drawing_get_node_target (self->drawing, node).uid, member_of_node (self, node), name, -1 };
  return TRUE;
}

HeddlePoint
heddle_canvas_get_end_point (HeddleCanvas *self,
                             HeddleHit hit)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);

  if (hit.kind == HEDDLE_HIT_PORT)
    return heddle_scene_port_point (scene, hit.index);
  return (HeddlePoint){ heddle_scene_node (scene, hit.index)->x, heddle_scene_node (scene, hit.index)->y };
}

guint
heddle_canvas_count_members (HeddleCanvas *self,
                             const HeddleEnd *end)
{
  guint32 first;
  guint n = heddle_drawing_find_nodes (self->drawing, end->node, &first);

  return n == 1 ? MAX (1, heddle_scene_node (heddle_drawing_get_scene (self->drawing), first)->count) : MAX (1, n);
}

char *
heddle_canvas_dup_end_name (HeddleCanvas *self,
                            const HeddleEnd *end)
{
  const HdObject *object = hd_document_get_object (heddle_canvas_get_document (self), end->node);
  const char *id = object != NULL ? hd_object_get_id (object) : NULL;

  if (id == NULL)
    return g_strdup (object != NULL ? hd_schema_get_title (hd_object_get_kind (object)) : "");
  if (end->member == HEDDLE_END_ALL)
    return g_strdup_printf (_("each %s"), id);
  return end->member >= 0 ? g_strdup_printf ("%s[%d]", id, end->member) : g_strdup (id);
}

/* ---- protocols -------------------------------------------------------------------------------------------------------------- */

static const HdObject *
find_named (const HdObject *module,
            const char *pattern)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE, HD_OBJECT_GENERATE, HD_OBJECT_PORT };
  g_autofree char *id = g_strndup (pattern, strcspn (pattern, "[./ "));
  const HdObject *object = NULL;

  for (guint i = 0; object == NULL && i < G_N_ELEMENTS (kinds); i++)
    object = hd_object_find_child (module, kinds[i], id);
  return object;
}

static const HdObject *
find_module (HdDocument *document,
             const char *id)
{
  return id != NULL ? hd_object_find_child (hd_document_get_root (document), HD_OBJECT_MODULE, id) : NULL;
}

/* Follows ports of modules inwards to the port of a component. */
static const char *
find_protocol (HeddleCanvas *self,
               const HdObject *module,
               const HdObject *object,
               const char *port,
               guint depth)
{
  HdDocument *document = heddle_canvas_get_document (self);
  const HdObject *inner;
  const char *of;

  if (depth == 0 || object == NULL)
    return NULL;
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
      {
        const char *name = hd_object_get (object, "type");
        const HdComponentType *type = name != NULL ? hd_catalog_lookup (heddle_session_get_catalog (self->session), name) : NULL;
        const HdPort *found = type != NULL && port != NULL ? hd_component_type_find_port (type, port, NULL) : NULL;

        return found != NULL ? found->protocol : type != NULL && port == NULL ? "*" : NULL;
      }

    case HD_OBJECT_INSTANCE:
      inner = find_module (document, hd_object_get (object, "of"));
      return inner != NULL && port != NULL
               ? find_protocol (self, inner, hd_object_find_child (inner, HD_OBJECT_PORT, port), NULL, depth - 1)
               : "*";

    case HD_OBJECT_PORT:
      of = hd_object_get (object, "of");
      if (of == NULL || strrchr (of, '.') == NULL)
        return NULL;
      {
        const char *dot = strrchr (of, '.');
        g_autofree char *leaf = g_strndup (dot + 1, strcspn (dot + 1, "["));

        return find_protocol (self, module, find_named (module, of), leaf, depth - 1);
      }

    default:
      return "*";
    }
}

const char *
heddle_canvas_get_protocol (HeddleCanvas *self,
                            const HeddleEnd *end)
{
  HdDocument *document = heddle_canvas_get_document (self);

  return find_protocol (self, hd_document_get_object (document, heddle_canvas_get_module (self)), hd_document_get_object (document, end->node),
                        end->port, PORT_DEPTH);
}

/* ---- as written ---------------------------------------------------------------------------------------------------------------- */

/* "[3]" is a member or an index, "[i]" any. */
static int
parse_index (const char *bracket,
             int missing)
{
  char *rest;
  long n;

  if (bracket == NULL || *bracket != '[')
    return missing;
  n = strtol (bracket + 1, &rest, 10);
  return rest > bracket + 1 && *rest == ']' && n >= 0 && n < G_MAXINT ? (int) n : HEDDLE_END_ALL;
}

gboolean
heddle_canvas_parse_end (HeddleCanvas *self,
                         const char *text,
                         HeddleEnd *out_end)
{
  const HdObject *module = hd_document_get_object (heddle_canvas_get_document (self), heddle_canvas_get_module (self));
  const HdObject *object = text != NULL && module != NULL ? find_named (module, text) : NULL;
  const char *dot = text != NULL ? strrchr (text, '.') : NULL;

  if (object == NULL)
    return FALSE;
  *out_end = (HeddleEnd){ hd_object_get_uid (object), -1, NULL, -1 };
  out_end->member = parse_index (text + strcspn (text, "[./ "), -1);
  if (dot != NULL)
    {
      g_autofree char *port = g_strndup (dot + 1, strcspn (dot + 1, "["));

      out_end->port = g_intern_string (port);
      out_end->index = MAX (-1, parse_index (strchr (dot, '['), -1));
    }
  return TRUE;
}
