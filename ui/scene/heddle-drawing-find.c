/* heddle-drawing-find.c: from what is drawn back to the document, and from the document to where it is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>
#include <stdlib.h>

/* ---- from the scene to the document ------------------------------------------------------------------------------------- */

HeddleTarget
heddle_drawing_get_node_target (HeddleDrawing *self,
                                guint32 node)
{
  const HeddleDrawnNode *drawn = heddle_drawing_node (self, node);
  gboolean member = drawn->fanned || drawn->kind == HEDDLE_DRAWN_GENERATED;

  return (HeddleTarget){ hd_object_get_uid (drawn->object), member ? (int) drawn->first : HEDDLE_ALL_MEMBERS };
}

HeddleTarget
heddle_drawing_get_link_target (HeddleDrawing *self,
                                guint32 link)
{
  const HeddleDrawnLink *drawn = heddle_drawing_link (self, link);

  return (HeddleTarget){ hd_object_get_uid (drawn->object),
                         drawn->elements->len > 0 ? (int) g_array_index (drawn->elements, guint32, 0) : HEDDLE_ALL_MEMBERS };
}

HeddleTarget
heddle_drawing_get_note_target (HeddleDrawing *self,
                                guint32 note)
{
  return (HeddleTarget){ heddle_scene_note (self->scene, note)->id, HEDDLE_ALL_MEMBERS };
}

HeddleTarget
heddle_drawing_get_port_target (HeddleDrawing *self,
                                guint32 port,
                                const char **out_name)
{
  const HeddleScenePort *drawn = heddle_scene_port (self->scene, port);

  if (out_name != NULL)
    *out_name = drawn->node != HEDDLE_NO_INDEX ? drawn->label : NULL;
  return drawn->node != HEDDLE_NO_INDEX ? heddle_drawing_get_node_target (self, drawn->node)
                                        : (HeddleTarget){ drawn->id, HEDDLE_ALL_MEMBERS };
}

const guint32 *
heddle_drawing_get_link_members (HeddleDrawing *self,
                                 guint32 link,
                                 guint *out_n)
{
  const HeddleDrawnLink *drawn = heddle_drawing_link (self, link);

  *out_n = drawn->members->len;
  return (const guint32 *) drawn->members->data;
}

gboolean
heddle_drawing_matches_node (HeddleDrawing *self,
                             guint32 node,
                             HeddleTarget target)
{
  const HeddleDrawnNode *drawn = heddle_drawing_node (self, node);

  if (hd_object_get_uid (drawn->object) != target.uid)
    return FALSE;
  return target.index < 0 || ((guint) target.index >= drawn->first && (guint) target.index < drawn->first + drawn->n);
}

gboolean
heddle_drawing_matches_link (HeddleDrawing *self,
                             guint32 link,
                             HeddleTarget target)
{
  const HeddleDrawnLink *drawn = heddle_drawing_link (self, link);

  if (hd_object_get_uid (drawn->object) != target.uid)
    return FALSE;
  for (guint i = 0; i < drawn->elements->len; i++)
    if (target.index < 0 || g_array_index (drawn->elements, guint32, i) == (guint32) target.index)
      return TRUE;
  return target.index < 0;
}

/* ---- from the document to the scene ---------------------------------------------------------------------------------------- */

guint
heddle_drawing_find_nodes (HeddleDrawing *self,
                           guint64 uid,
                           guint32 *out_first)
{
  const HeddleOrigin *origin = g_hash_table_lookup (self->origins, &uid);

  if (origin == NULL)
    return 0;
  *out_first = origin->first;
  return origin->n;
}

guint32
heddle_drawing_find_note (HeddleDrawing *self,
                          guint64 uid)
{
  for (guint32 i = 0; i < heddle_scene_n_notes (self->scene); i++)
    if (heddle_scene_note (self->scene, i)->id == uid)
      return i;
  return HEDDLE_NO_INDEX;
}

typedef struct
{
  double left, top, right, bottom;
} Bounds;

static void
include (Bounds *bounds,
         HeddleRect rect)
{
  bounds->left = MIN (bounds->left, rect.x);
  bounds->top = MIN (bounds->top, rect.y);
  bounds->right = MAX (bounds->right, rect.x + rect.width);
  bounds->bottom = MAX (bounds->bottom, rect.y + rect.height);
}

static void
include_link (HeddleDrawing *self,
              Bounds *bounds,
              guint32 link)
{
  guint n;
  gboolean cubic;
  const HeddlePoint *points = heddle_scene_link_points (self->scene, link, &n, &cubic);

  for (guint i = 0; i < n; i++)
    include (bounds, (HeddleRect){ points[i].x, points[i].y, 0, 0 });
}

/* Whoever looks for one may look for all: a selection of thousands. */
static void
index_links (HeddleDrawing *self)
{
  self->first_link = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->next_link = g_array_sized_new (FALSE, FALSE, sizeof (guint32), self->links->len);
  g_array_set_size (self->next_link, self->links->len);
  for (guint32 i = self->links->len; i-- > 0;)
    {
      guint64 uid = hd_object_get_uid (heddle_drawing_link (self, i)->object);

      g_array_index (self->next_link, guint32, i) = GPOINTER_TO_UINT (g_hash_table_lookup (self->first_link, &uid)) - 1;
      g_hash_table_insert (self->first_link, g_memdup2 (&uid, sizeof uid), GUINT_TO_POINTER (i + 1));
    }
}

static guint32
find_first_link (HeddleDrawing *self,
                 guint64 uid)
{
  if (self->first_link == NULL)
    index_links (self);
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->first_link, &uid)) - 1;
}

gboolean
heddle_drawing_get_rect (HeddleDrawing *self,
                         guint64 uid,
                         HeddleRect *out_rect)
{
  Bounds bounds = { INFINITY, INFINITY, -INFINITY, -INFINITY };
  guint32 first, note = heddle_drawing_find_note (self, uid);
  guint n = heddle_drawing_find_nodes (self, uid, &first);

  for (guint32 i = first; n > 0 && i < first + n; i++)
    include (&bounds, heddle_scene_node_rect (heddle_scene_node (self->scene, i)));
  if (note != HEDDLE_NO_INDEX)
    include (&bounds, heddle_scene_note (self->scene, note)->rect);
  if (n == 0 && note == HEDDLE_NO_INDEX)
    for (guint32 i = find_first_link (self, uid); i != HEDDLE_NO_INDEX; i = g_array_index (self->next_link, guint32, i))
      include_link (self, &bounds, i);

  if (bounds.left > bounds.right)
    return FALSE;
  *out_rect = (HeddleRect){ bounds.left, bounds.top, bounds.right - bounds.left, bounds.bottom - bounds.top };
  return TRUE;
}

gboolean
heddle_drawing_get_place (HeddleDrawing *self,
                          guint64 uid,
                          HeddlePoint *out_place,
                          gboolean *out_written)
{
  const HeddleOrigin *origin = g_hash_table_lookup (self->origins, &uid);
  guint32 note = origin == NULL ? heddle_drawing_find_note (self, uid) : HEDDLE_NO_INDEX;
  gboolean written;

  if (origin != NULL)
    {
      *out_place = (HeddlePoint){ origin->x, origin->y };
      written = origin->written;
    }
  else if (note != HEDDLE_NO_INDEX)
    {
      const HdObject *object = g_array_index (self->notes, const HdObject *, note);

      /* Not from the scene, where it may be on its way. */
      const char *x = hd_object_get (object, "x"), *y = hd_object_get (object, "y");

      *out_place = (HeddlePoint){ x != NULL ? g_ascii_strtod (x, NULL) : 0, y != NULL ? g_ascii_strtod (y, NULL) : 0 };
      written = x != NULL && y != NULL;
    }
  else
    return FALSE;
  if (out_written != NULL)
    *out_written = written;
  return TRUE;
}

/* ---- states ------------------------------------------------------------------------------------------------------------------ */

static inline guint
with_state (guint old,
            guint state,
            gboolean on)
{
  return on ? old | state : old & ~state;
}

gboolean
heddle_drawing_set_state (HeddleDrawing *self,
                          HeddleTarget target,
                          guint state,
                          gboolean on)
{
  guint32 first, note = heddle_drawing_find_note (self, target.uid);
  guint n = heddle_drawing_find_nodes (self, target.uid, &first);
  gboolean any = n > 0 || note != HEDDLE_NO_INDEX;

  if (on)
    self->states |= state;
  for (guint32 i = first; n > 0 && i < first + n; i++)
    if (heddle_drawing_matches_node (self, i, target))
      {
        HeddleSceneNode *node = heddle_scene_node (self->scene, i);

        node->state = with_state (node->state, state, on);
      }
  if (note != HEDDLE_NO_INDEX)
    heddle_scene_note (self->scene, note)->state = with_state (heddle_scene_note (self->scene, note)->state, state, on);
  for (guint32 i = 0; i < self->links->len; i++)
    if (heddle_drawing_matches_link (self, i, target))
      {
        HeddleSceneLink *link = heddle_scene_link (self->scene, i);
        guint32 port = link->from.port; /* of the frame: it and its link are one object */

        link->state = with_state (link->state, state, on);
        if (port != HEDDLE_NO_INDEX)
          heddle_scene_port (self->scene, port)->state = with_state (heddle_scene_port (self->scene, port)->state, state, on);
        any = TRUE;
      }
  return any;
}

static int
compare_uids (gconstpointer a,
              gconstpointer b)
{
  guint64 x = ((const HeddleTarget *) a)->uid, y = ((const HeddleTarget *) b)->uid;

  return x < y ? -1 : x > y;
}

/* Targets by uid: an object as a whole, or its members one by one. Most of what is drawn is none: that a bit is not set says so at once. */
#define SEEN_BITS 16

typedef struct
{
  HeddleTarget *targets; /* owned, by uid */
  guint n;
  guint32 seen[(1 << SEEN_BITS) / 32];
} Targets;

static guint
bit_of (guint64 uid)
{
  return (guint) (uid * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - SEEN_BITS));
}

static Targets *
targets_new (const HeddleTarget *targets,
             guint n)
{
  Targets *self = g_new0 (Targets, 1);
  gboolean in_order = TRUE;

  self->targets = g_new (HeddleTarget, MAX (n, 1));
  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      guint bit = bit_of (targets[i].uid);

      self->targets[i] = targets[i];
      self->seen[bit / 32] |= 1u << bit % 32;
      in_order &= i == 0 || targets[i - 1].uid <= targets[i].uid;
    }
  if (!in_order)
    qsort (self->targets, n, sizeof (HeddleTarget), compare_uids);
  return self;
}

static void
targets_free (Targets *self)
{
  g_free (self->targets);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Targets, targets_free)

/* Those of @uid. */
static const HeddleTarget *
targets_find (const Targets *self,
              guint64 uid,
              guint *out_n)
{
  guint bit = bit_of (uid), first = 0, end = self->n;

  *out_n = 0;
  if ((self->seen[bit / 32] & 1u << bit % 32) == 0)
    return NULL;
  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (self->targets[middle].uid < uid)
        first = middle + 1;
      else
        end = middle;
    }
  while (first + *out_n < self->n && self->targets[first + *out_n].uid == uid)
    (*out_n)++;
  return &self->targets[first];
}

void
heddle_drawing_show_targets (HeddleDrawing *self,
                             const HeddleTarget *targets,
                             guint n_targets,
                             guint state)
{
  g_autoptr (Targets) by_uid = NULL;
  guint n;

  if (n_targets == 0 && (self->states & state) == 0)
    return;
  self->states = with_state (self->states, state, n_targets > 0);
  by_uid = targets_new (targets, n_targets);
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      HeddleSceneNode *node = heddle_scene_node (self->scene, i);
      const HeddleTarget *members = targets_find (by_uid, node->id, &n);
      gboolean on = FALSE;

      for (guint k = 0; k < n && !on; k++)
        on = heddle_drawing_matches_node (self, i, members[k]);
      node->state = with_state (node->state, state, on);
    }
  for (guint32 i = 0; i < self->links->len; i++)
    {
      HeddleSceneLink *link = heddle_scene_link (self->scene, i);
      const HeddleTarget *members = targets_find (by_uid, link->id, &n);
      gboolean on = FALSE;

      for (guint k = 0; k < n && !on; k++)
        on = heddle_drawing_matches_link (self, i, members[k]);
      link->state = with_state (link->state, state, on);
      if (link->from.port != HEDDLE_NO_INDEX)
        heddle_scene_port (self->scene, link->from.port)->state = with_state (heddle_scene_port (self->scene, link->from.port)->state, state, on);
    }
  for (guint32 i = 0; i < heddle_scene_n_notes (self->scene); i++)
    {
      HeddleSceneNote *note = heddle_scene_note (self->scene, i);

      targets_find (by_uid, note->id, &n);
      note->state = with_state (note->state, state, n > 0);
    }
}

void
heddle_drawing_set_wire_style (HeddleDrawing *self,
                               HeddleWireStyle style)
{
  if (self->wire_style == style)
    return;
  self->wire_style = style;
  for (guint32 i = 0; i < self->links->len; i++)
    heddle_scene_set_link_style (self->scene, i, heddle_drawing_choose_style (self, heddle_drawing_link (self, i)));
  heddle_scene_find_detours (self->scene);
}

/* ---- from the design to the scene ----------------------------------------------------------------------------------------- */

guint32
heddle_drawing_get_generate_scope (HeddleDrawing *self,
                                   guint32 scope,
                                   guint64 uid)
{
  const guint32 *scopes;

  return hd_design_find_scopes (self->design, scope, uid, &scopes) > 0 ? scopes[0] : HD_NO_ID;
}

guint32
heddle_drawing_find_node (HeddleDrawing *self,
                          guint32 scope,
                          guint32 design_node)
{
  const HdNode *node = &hd_design_get_nodes (self->design)[design_node];
  const HdScope *scopes = hd_design_get_scopes (self->design);
  guint64 uid = node->origin_uid;
  guint index = node->index;
  guint32 at = node->scope;

  if (design_node < scopes[scope].first_node || design_node >= scopes[scope].end_node)
    return HEDDLE_NO_INDEX;
  if (at != scope)
    {
      while (scopes[at].parent != scope)
        at = scopes[at].parent;
      uid = scopes[at].origin_uid;
      index = scopes[at].module_uid == uid ? design_node - scopes[at].first_node : scopes[at].index;
    }

  const HeddleOrigin *origin = g_hash_table_lookup (self->origins, &uid);

  return origin == NULL ? HEDDLE_NO_INDEX : origin->first + (origin->fanned ? index : 0);
}
