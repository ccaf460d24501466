/* heddle-session-location.c: which module of the project is looked at, and which of its instances
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-discard.h"
#include "heddle-session-private.h"

static const HdObject *
get_top (HeddleSession *self)
{
  return self->snapshot != NULL
           ? hd_object_find_child (hd_snapshot_get_root (self->snapshot), HD_OBJECT_TOP, NULL)
           : NULL;
}

static const HdObject *
find_child_by_uid (const HdObject *parent,
                   guint64 uid)
{
  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *child = hd_object_get_child (parent, i);

      if (hd_object_get_uid (child) == uid)
        return child;
    }
  return NULL;
}

/* The module behind the first @depth levels, or %NULL if the document no longer has them. */
static const HdObject *
module_at (HeddleSession *self,
           guint depth)
{
  const HdObject *module = get_top (self);

  for (guint i = 0; i < depth && module != NULL; i++)
    {
      const HdObject *instance = find_child_by_uid (module, g_array_index (self->levels, HeddleLevel, i).uid);
      const char *of = instance != NULL ? hd_object_get (instance, "of") : NULL;

      module = of != NULL ? hd_snapshot_find_module (self->snapshot, of) : NULL;
    }
  return module;
}

const HdObject *
heddle_session_get_module (HeddleSession *self)
{
  return module_at (self, self->levels->len);
}

void
heddle_session_check_location (HeddleSession *self)
{
  while (self->levels->len > 0 && heddle_session_get_module (self) == NULL)
    g_array_set_size (self->levels, self->levels->len - 1);
}

guint
heddle_session_get_depth (HeddleSession *self)
{
  return self->levels->len;
}

const HeddleLevel *
heddle_session_get_level (HeddleSession *self,
                          guint level)
{
  return &g_array_index (self->levels, HeddleLevel, level);
}

/* ---- scopes ------------------------------------------------------------------------------------------------------------- */

/* Scopes of the design behind the first @depth levels: one for a chosen member, all for the others. */
static GArray *
scopes_at (HeddleSession *self,
           guint depth)
{
  GArray *scopes = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 top = 0;

  g_array_append_val (scopes, top);
  for (guint i = 0; i < depth; i++)
    {
      const HeddleLevel *level = &g_array_index (self->levels, HeddleLevel, i);
      GArray *inner = g_array_new (FALSE, FALSE, sizeof (guint32));

      for (guint k = 0; k < scopes->len; k++)
        {
          const guint32 *members;
          guint n = hd_design_find_scopes (self->layout, g_array_index (scopes, guint32, k), level->uid, &members);

          if (level->member >= 0 && (guint) level->member < n)
            g_array_append_val (inner, members[level->member]);
          else if (level->member < 0)
            g_array_append_vals (inner, members, n);
        }
      g_array_unref (scopes);
      scopes = inner;
    }
  return scopes;
}

static guint32
find_hottest (HeddleSession *self,
              GArray *scopes,
              const HdLoad *loads)
{
  const HdScope *all = hd_design_get_scopes (self->layout);
  guint32 hottest = g_array_index (scopes, guint32, 0);
  double most = -1;

  for (guint k = 0; k < scopes->len; k++)
    {
      const HdScope *scope = &all[g_array_index (scopes, guint32, k)];
      double sum = 0;

      for (guint32 i = scope->first_link; i < scope->end_link; i++)
        sum += loads[i].mean;
      if (sum > most)
        {
          most = sum;
          hottest = g_array_index (scopes, guint32, k);
        }
    }
  return hottest;
}

void
heddle_session_update_scopes (HeddleSession *self)
{
  g_array_set_size (self->scopes, 0);
  if (self->layout == NULL)
    return;

  g_autoptr (GArray) scopes = scopes_at (self, self->levels->len);
  gboolean hottest = FALSE;

  for (guint i = 0; i < self->levels->len; i++)
    hottest |= g_array_index (self->levels, HeddleLevel, i).member == HEDDLE_MEMBER_HOTTEST;

  if (hottest && scopes->len > 0)
    {
      const HdLoad *loads = self->view != NULL ? heddle_run_view_peek_links (self->view) : NULL;
      guint32 one = loads != NULL ? find_hottest (self, scopes, loads) : g_array_index (scopes, guint32, 0);

      g_array_append_val (self->scopes, one);
    }
  else
    g_array_append_vals (self->scopes, scopes->data, scopes->len);
}

guint32
heddle_session_get_scope (HeddleSession *self)
{
  return self->scopes->len > 0 ? g_array_index (self->scopes, guint32, 0) : HD_NO_ID;
}

const guint32 *
heddle_session_get_scopes (HeddleSession *self,
                           guint *out_n)
{
  *out_n = self->scopes->len;
  return (const guint32 *) self->scopes->data;
}

guint
heddle_session_get_n_members (HeddleSession *self,
                              guint level)
{
  const guint32 *members;

  if (self->layout == NULL)
    return 0;

  g_autoptr (GArray) outer = scopes_at (self, level);

  return outer->len > 0 ? hd_design_find_scopes (self->layout, g_array_index (outer, guint32, 0),
                                                 g_array_index (self->levels, HeddleLevel, level).uid, &members)
                        : 0;
}

/* ---- drawing ------------------------------------------------------------------------------------------------------------------ */

void
heddle_session_update_drawing (HeddleSession *self)
{
  const HdObject *module = heddle_session_get_module (self);
  guint32 scope = heddle_session_get_scope (self);

  heddle_clear_discard (&self->drawing, heddle_drawing_unref);
  if (self->ready != NULL && heddle_drawing_shows (self->ready, module, scope))
    {
      self->drawing = g_steal_pointer (&self->ready);
      return;
    }
  heddle_clear_discard (&self->ready, heddle_drawing_unref);
  /* An array of no members has no scope: it is drawn as written. */
  if (module != NULL)
    self->drawing = heddle_drawing_new (self->snapshot, self->catalog, scope != HD_NO_ID ? self->layout : NULL, module, scope);
}

HeddleDrawing *
heddle_session_get_drawing (HeddleSession *self)
{
  return self->drawing;
}

/* ---- moving ----------------------------------------------------------------------------------------------------------------- */

static void
location_changed (HeddleSession *self)
{
  heddle_session_update_scopes (self);
  heddle_session_update_drawing (self);
  heddle_session_set_hot (self, HEDDLE_NO_TARGET);
  heddle_session_emit (self, HEDDLE_SESSION_LOCATION_CHANGED);
}

gboolean
heddle_session_enter (HeddleSession *self,
                      guint64 instance_uid,
                      int member)
{
  HeddleLevel level = { instance_uid, member };

  g_array_append_val (self->levels, level);
  if (heddle_session_get_module (self) == NULL)
    {
      g_array_set_size (self->levels, self->levels->len - 1);
      return FALSE;
    }
  heddle_session_select_none (self);
  location_changed (self);
  return TRUE;
}

void
heddle_session_leave_to (HeddleSession *self,
                         guint depth)
{
  if (depth >= self->levels->len)
    return;

  HeddleLevel left = g_array_index (self->levels, HeddleLevel, depth);

  g_array_set_size (self->levels, depth);
  location_changed (self);
  /* What one comes out of is what one looks at. */
  heddle_session_select (self, (HeddleTarget){ left.uid, HEDDLE_ALL_MEMBERS });
}

void
heddle_session_choose_member (HeddleSession *self,
                              guint level,
                              int member)
{
  HeddleLevel *chosen = &g_array_index (self->levels, HeddleLevel, level);

  if (chosen->member == member)
    return;
  chosen->member = member;
  location_changed (self);
}

void
heddle_session_go_to_scope (HeddleSession *self,
                            guint32 scope)
{
  const HdScope *scopes = hd_design_get_scopes (self->layout);

  g_array_set_size (self->levels, 0);
  /* A generated topology has a scope but no module of its own: it is drawn where it stands. */
  for (guint32 at = scope; scopes[at].parent != HD_NO_ID; at = scopes[at].parent)
    if (scopes[at].module_uid != scopes[at].origin_uid)
      {
        HeddleLevel level = { scopes[at].origin_uid, (int) scopes[at].index };

        g_array_prepend_val (self->levels, level);
      }
  heddle_session_check_location (self);
  location_changed (self);
}

/* Whether @node lies in a child of @scope, and in the one in which those before it lie. */
static gboolean
is_in_child (HdDesign *design,
             guint32 scope,
             guint32 node,
             guint32 *child)
{
  const HdScope *scopes = hd_design_get_scopes (design);
  guint32 at = hd_design_get_nodes (design)[node].scope;

  while (at != HD_NO_ID && scopes[at].parent != scope)
    at = scopes[at].parent;
  if (at == HD_NO_ID || (*child != HD_NO_ID && *child != at))
    return FALSE;
  *child = at;
  return TRUE;
}

/* The child of @scope that holds every member of the communicators, or HD_NO_ID; every component, where there are no communicators. */
static guint32
child_with_all_work (HdDesign *design,
                     guint32 scope)
{
  guint32 child = HD_NO_ID;

  for (guint i = 0; i < hd_design_get_n_communicators (design); i++)
    {
      const HdCommunicator *communicator = hd_design_get_communicator (design, i);

      for (guint k = 0; k < communicator->n_members; k++)
        if (!is_in_child (design, scope, communicator->members[k], &child))
          return HD_NO_ID;
    }
  for (guint32 i = 0; i < hd_design_get_n_nodes (design) && hd_design_get_n_communicators (design) == 0; i++)
    if (!is_in_child (design, scope, i, &child))
      return HD_NO_ID;
  return child;
}

void
heddle_session_go_to_work (HeddleSession *self)
{
  guint32 scope = 0, child;

  if (self->layout == NULL)
    return;
  while ((child = child_with_all_work (self->layout, scope)) != HD_NO_ID)
    scope = child;
  if (scope != 0)
    heddle_session_go_to_scope (self, scope);
}

/* Depth first through instances for the module that holds @uid; modules that contain themselves end at the depth. */
static gboolean
find_levels (HeddleSession *self,
             const HdObject *module,
             guint64 uid,
             guint depth)
{
  if (find_child_by_uid (module, uid) != NULL)
    return TRUE;
  for (guint i = 0; depth > 0 && i < hd_object_get_n_children (module); i++)
    {
      const HdObject *child = hd_object_get_child (module, i);
      const char *of = hd_object_get_kind (child) == HD_OBJECT_INSTANCE ? hd_object_get (child, "of") : NULL;
      const HdObject *inner = of != NULL ? hd_snapshot_find_module (self->snapshot, of) : NULL;
      HeddleLevel level = { hd_object_get_uid (child), 0 };

      if (inner == NULL)
        continue;
      g_array_append_val (self->levels, level);
      if (find_levels (self, inner, uid, depth - 1))
        return TRUE;
      g_array_set_size (self->levels, self->levels->len - 1);
    }
  return FALSE;
}

void
heddle_session_show_object (HeddleSession *self,
                            guint64 uid)
{
  const HdObject *module = heddle_session_get_module (self);

  if (module == NULL)
    return;
  if (find_child_by_uid (module, uid) == NULL)
    {
      g_autoptr (GArray) before = g_array_copy (self->levels);

      g_array_set_size (self->levels, 0);
      if (!find_levels (self, get_top (self), uid, 16))
        {
          g_array_set_size (self->levels, 0);
          g_array_append_vals (self->levels, before->data, before->len);
        }
      location_changed (self);
    }
  heddle_session_select (self, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
}
