/* heddle-session-drawn.c: from what a record or a figure has kept to where it is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of nodes and links mean something in one design alone, and what is drawn may be another one by the time that somebody clicks. So a
 * number comes with its design, and what it leads to may be gone.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <heddle/hd-pair-hash.h>

#include "heddle-session-private.h"

guint32
heddle_session_find_drawn (HeddleSession *self,
                           HdDesign *of,
                           HdTargetKind kind,
                           guint32 number)
{
  if (number == HD_NO_ID || self->layout == NULL)
    return HD_NO_ID;
  if (of == self->layout)
    return number;
  if (self->view == NULL || of != hd_run_get_design (heddle_run_view_get_run (self->view)))
    return HD_NO_ID;
  return heddle_run_view_find_drawn (self->view, kind, number);
}

/* A generated topology is drawn where it stands, so its scope is no place of its own. */
static guint32
drawn_scope (const HdScope *scopes,
             guint32 scope)
{
  while (scopes[scope].parent != HD_NO_ID && scopes[scope].module_uid == scopes[scope].origin_uid)
    scope = scopes[scope].parent;
  return scope;
}

/* Whether the document has it there still: while an edit is being elaborated, what is drawn is from before that. */
static gboolean
is_there (HeddleSession *self,
          guint32 scope,
          guint64 uid)
{
  const HdScope *scopes = hd_design_get_scopes (self->layout);

  for (guint32 at = drawn_scope (scopes, scope);; at = drawn_scope (scopes, scopes[at].parent))
    {
      const HdObject *instance = hd_document_get_object (self->document, scopes[at].origin_uid);
      const char *of = instance != NULL ? hd_object_get (instance, "of") : NULL;
      const HdObject *module = of != NULL ? hd_snapshot_find_module (self->snapshot, of) : NULL;

      if (hd_document_get_object (self->document, uid) == NULL || hd_document_get_parent (self->document, uid) != scopes[at].module_uid)
        return FALSE;
      if (scopes[at].parent == HD_NO_ID)
        return TRUE;
      if (module == NULL || hd_object_get_uid (module) != scopes[at].module_uid)
        return FALSE;
      uid = scopes[at].origin_uid;
    }
}

/* Goes to the scope of what was drawn there, and selects it; %FALSE if it has gone meanwhile. */
static gboolean
select_origin (HeddleSession *self,
               guint32 scope,
               guint64 origin_uid,
               guint32 index)
{
  if (!is_there (self, scope, origin_uid))
    return FALSE;
  heddle_session_go_to_scope (self, scope);
  heddle_session_select (self, (HeddleTarget){ origin_uid, (int) index });
  return TRUE;
}

gboolean
heddle_session_select_link (HeddleSession *self,
                            HdDesign *of,
                            guint32 link)
{
  guint32 drawn = heddle_session_find_drawn (self, of, HD_TARGET_LINK, link);
  const HdLink *made = drawn != HD_NO_ID ? &hd_design_get_links (self->layout)[drawn] : NULL;

  return made != NULL && select_origin (self, made->scope, made->origin_uid, made->index);
}

gboolean
heddle_session_select_node (HeddleSession *self,
                            HdDesign *of,
                            guint32 node)
{
  guint32 drawn = heddle_session_find_drawn (self, of, HD_TARGET_NODE, node);
  const HdNode *made = drawn != HD_NO_ID ? &hd_design_get_nodes (self->layout)[drawn] : NULL;

  return made != NULL && select_origin (self, made->scope, made->origin_uid, made->index);
}

/* What shows that which is of @uid and @index of @at in @scope: itself, or the instance that holds it; %FALSE if it lies elsewhere. */
static gboolean
find_origin (HdDesign *design,
             guint32 at,
             HeddleTarget origin,
             guint32 scope,
             HeddleTarget *out_target)
{
  const HdScope *scopes = hd_design_get_scopes (design);

  *out_target = origin;
  for (at = drawn_scope (scopes, at); at != scope; at = drawn_scope (scopes, scopes[at].parent))
    {
      if (scopes[at].parent == HD_NO_ID)
        return FALSE;
      *out_target = (HeddleTarget){ scopes[at].origin_uid, (int) scopes[at].index };
    }
  return TRUE;
}

static gboolean
find_target (HdDesign *design,
             guint32 node,
             guint32 scope,
             HeddleTarget *out_target)
{
  const HdNode *made = &hd_design_get_nodes (design)[node];

  return find_origin (design, made->scope, (HeddleTarget){ made->origin_uid, (int) made->index }, scope, out_target);
}

static gboolean
find_link_target (HdDesign *design,
                  guint32 link,
                  guint32 scope,
                  HeddleTarget *out_target)
{
  const HdLink *made = &hd_design_get_links (design)[link];

  return find_origin (design, made->scope, (HeddleTarget){ made->origin_uid, (int) made->index }, scope, out_target);
}

/* The place that is looked at, as a scope of what is drawn; HD_NO_ID without one. */
static guint32
get_drawn_scope (HeddleSession *self)
{
  guint32 scope = heddle_session_get_scope (self);

  return scope != HD_NO_ID ? drawn_scope (hd_design_get_scopes (self->layout), scope) : HD_NO_ID;
}

gboolean
heddle_session_find_target (HeddleSession *self,
                            HdDesign *of,
                            HdTargetKind kind,
                            guint32 number,
                            HeddleTarget *out_target)
{
  guint32 scope = get_drawn_scope (self), drawn = heddle_session_find_drawn (self, of, kind, number);

  if (scope == HD_NO_ID || drawn == HD_NO_ID)
    return FALSE;
  return kind == HD_TARGET_LINK ? find_link_target (self->layout, drawn, scope, out_target) : find_target (self->layout, drawn, scope, out_target);
}

static HdDesign *
get_run_design (HeddleSession *self)
{
  return self->view != NULL ? hd_run_get_design (heddle_run_view_get_run (self->view)) : NULL;
}

gboolean
heddle_session_show_waiting (HeddleSession *self,
                             const HdProblem *problem)
{
  HdDesign *ran = get_run_design (self);

  if (ran == NULL)
    return FALSE;
  if (problem->n_nodes > 0)
    return heddle_session_select_node (self, ran, problem->nodes[0]);
  return problem->n_links > 0 && heddle_session_select_link (self, ran, problem->links[0]);
}

static void
add_targets (HeddleSession *self,
             HdTargetKind kind,
             const guint32 *numbers,
             guint n,
             GArray *targets)
{
  HdDesign *ran = get_run_design (self);
  HeddleTarget target;

  for (guint i = 0; ran != NULL && i < n; i++)
    if (heddle_session_find_target (self, ran, kind, numbers[i], &target))
      g_array_append_val (targets, target);
}

void
heddle_session_add_waiting (HeddleSession *self,
                            const HdProblem *problem,
                            GArray *targets)
{
  add_targets (self, HD_TARGET_NODE, problem->nodes, problem->n_nodes, targets);
  add_targets (self, HD_TARGET_LINK, problem->links, problem->n_links, targets);
}

/* @nodes: of what is drawn */
static gboolean
select_nodes_here (HeddleSession *self,
                   GArray *nodes)
{
  guint32 scope = get_drawn_scope (self);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));

  for (guint i = 0; scope != HD_NO_ID && i < nodes->len; i++)
    {
      HeddleTarget target;
      gint64 key;

      if (!find_target (self->layout, g_array_index (nodes, guint32, i), scope, &target))
        continue;
      key = (gint64) (target.uid << 24 ^ (guint64) target.index);
      if (g_hash_table_add (seen, g_memdup2 (&key, sizeof key)))
        g_array_append_val (targets, target);
    }
  if (targets->len > 0)
    heddle_session_select_many (self, (const HeddleTarget *) (void *) targets->data, targets->len);
  return targets->len > 0;
}

/* The innermost scope that holds all of @nodes. */
static guint32
find_common_scope (HdDesign *design,
                   GArray *nodes)
{
  const HdScope *scopes = hd_design_get_scopes (design);
  guint32 common = hd_design_get_nodes (design)[g_array_index (nodes, guint32, 0)].scope;
  HeddleTarget target;

  for (guint i = 1; i < nodes->len; i++)
    while (!find_target (design, g_array_index (nodes, guint32, i), drawn_scope (scopes, common), &target))
      common = scopes[common].parent;
  return common;
}

gboolean
heddle_session_select_nodes (HeddleSession *self,
                             HdDesign *of,
                             const guint32 *nodes,
                             guint n_nodes)
{
  g_autoptr (GArray) drawn = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < n_nodes; i++)
    {
      guint32 node = heddle_session_find_drawn (self, of, HD_TARGET_NODE, nodes[i]);
      const HdNode *made = node != HD_NO_ID ? &hd_design_get_nodes (self->layout)[node] : NULL;

      if (made != NULL && (self->elaboration == NULL || is_there (self, made->scope, made->origin_uid)))
        g_array_append_val (drawn, node);
    }
  if (drawn->len == 0)
    return FALSE;
  if (!select_nodes_here (self, drawn))
    {
      heddle_session_go_to_scope (self, find_common_scope (self->layout, drawn));
      select_nodes_here (self, drawn);
    }
  return TRUE;
}

static void
clear_caption (gpointer data)
{
  g_free (((HeddleCaption *) data)->text);
}

void
heddle_session_set_captions (HeddleSession *self,
                             HdDesign *of,
                             const HeddleCaption *captions,
                             guint n)
{
  if (n == 0 && self->captions == NULL)
    return;
  g_clear_pointer (&self->captions, g_array_unref);
  g_clear_pointer (&self->captions_of, hd_design_unref);
  if (n > 0)
    {
      self->captions_of = hd_design_ref (of);
      self->captions = g_array_new (FALSE, FALSE, sizeof (HeddleCaption));
      g_array_set_clear_func (self->captions, clear_caption);
    }
  for (guint i = 0; i < n; i++)
    {
      HeddleCaption copy = { captions[i].node, captions[i].is_first, g_strdup (captions[i].text) };

      g_array_append_val (self->captions, copy);
    }
  heddle_session_emit (self, HEDDLE_SESSION_HOT_CHANGED);
}

GArray *
heddle_session_list_captions (HeddleSession *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (HeddleCaption));

  for (guint i = 0; self->captions != NULL && i < self->captions->len; i++)
    {
      HeddleCaption caption = g_array_index (self->captions, HeddleCaption, i);

      caption.node = heddle_session_find_drawn (self, self->captions_of, HD_TARGET_NODE, caption.node);
      if (caption.node != HD_NO_ID)
        g_array_append_val (list, caption);
    }
  return list;
}

gboolean
heddle_session_select_way (HeddleSession *self,
                           HdDesign *of,
                           const guint32 *nodes,
                           guint n_nodes,
                           const guint32 *links,
                           guint n_links)
{
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));
  HeddleTarget target;

  if (!heddle_session_select_nodes (self, of, nodes, n_nodes))
    return FALSE;
  for (guint i = 0; i < n_links; i++)
    if (heddle_session_find_target (self, of, HD_TARGET_LINK, links[i], &target))
      g_array_append_val (targets, target);
  heddle_session_add_selected (self, (const HeddleTarget *) (gconstpointer) targets->data, targets->len);
  return TRUE;
}
