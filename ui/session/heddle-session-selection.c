/* heddle-session-selection.c: what is selected, and the hot object
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list in the order of selecting, and a table that finds a target in it.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

static guint
hash_target (gconstpointer data)
{
  const HeddleTarget *target = data;

  return (guint) (target->uid * 2654435761u) ^ (guint) (target->index * 40503);
}

static gboolean
equal_targets (gconstpointer a,
               gconstpointer b)
{
  return heddle_target_equal (*(const HeddleTarget *) a, *(const HeddleTarget *) b);
}

GHashTable *
heddle_session_new_target_table (void)
{
  return g_hash_table_new_full (hash_target, equal_targets, g_free, NULL);
}

static HeddleTarget *
get_target (HeddleSession *self,
            guint n)
{
  return &g_array_index (self->selection, HeddleTarget, n);
}

static void
note_place (HeddleSession *self,
            guint n)
{
  HeddleTarget *target = get_target (self, n);

  g_hash_table_insert (self->selected, g_memdup2 (target, sizeof *target), GUINT_TO_POINTER (n + 1));
}

static gboolean
add (HeddleSession *self,
     HeddleTarget target)
{
  if (target.uid == 0 || g_hash_table_contains (self->selected, &target))
    return FALSE;
  g_array_append_val (self->selection, target);
  note_place (self, self->selection->len - 1);
  return TRUE;
}

/* Drops those that @keep refuses; the others keep their order. */
static gboolean
filter (HeddleSession *self,
        gboolean (*keep) (HeddleSession *, HeddleTarget, gpointer),
        gpointer data)
{
  guint n = 0;

  for (guint i = 0; i < self->selection->len; i++)
    if (keep (self, *get_target (self, i), data))
      *get_target (self, n++) = *get_target (self, i);
  if (n == self->selection->len)
    return FALSE;
  g_array_set_size (self->selection, n);
  g_hash_table_remove_all (self->selected);
  for (guint i = 0; i < n; i++)
    note_place (self, i);
  return TRUE;
}

void
heddle_session_clear_selection (HeddleSession *self)
{
  g_array_set_size (self->selection, 0);
  g_hash_table_remove_all (self->selected);
  self->mark = HEDDLE_NO_TARGET;
}

/* ---- selecting ------------------------------------------------------------------------------ */

void
heddle_session_select_many (HeddleSession *self,
                            const HeddleTarget *targets,
                            guint n)
{
  gboolean same = n == self->selection->len;

  for (guint i = 0; i < n && same; i++)
    same = heddle_target_equal (*get_target (self, i), targets[i]);
  if (same)
    return;
  heddle_session_clear_selection (self);
  for (guint i = 0; i < n; i++)
    add (self, targets[i]);
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

void
heddle_session_select_uids (HeddleSession *self,
                            const guint64 *uids,
                            guint n)
{
  g_autofree HeddleTarget *targets = g_new (HeddleTarget, n);

  for (guint i = 0; i < n; i++)
    targets[i] = (HeddleTarget){ uids[i], HEDDLE_ALL_MEMBERS };
  heddle_session_select_many (self, targets, n);
}

void
heddle_session_add_selected (HeddleSession *self,
                             const HeddleTarget *targets,
                             guint n)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < n; i++)
    changed |= add (self, targets[i]);
  if (changed)
    heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

void
heddle_session_select (HeddleSession *self,
                       HeddleTarget target)
{
  heddle_session_select_many (self, &target, target.uid != 0 ? 1 : 0);
}

static gboolean
is_other (HeddleSession *self,
          HeddleTarget target,
          gpointer data)
{
  return !heddle_target_equal (target, *(HeddleTarget *) data);
}

void
heddle_session_toggle_selected (HeddleSession *self,
                                HeddleTarget target)
{
  if (!filter (self, is_other, &target))
    add (self, target);
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

void
heddle_session_select_none (HeddleSession *self)
{
  heddle_session_select_many (self, NULL, 0);
}

static gboolean
still_exists (HeddleSession *self,
              HeddleTarget target,
              gpointer data)
{
  return hd_document_get_object (self->document, target.uid) != NULL;
}

void
heddle_session_prune (HeddleSession *self)
{
  if (self->hot.uid != 0 && !still_exists (self, self->hot, NULL))
    heddle_session_set_hot (self, HEDDLE_NO_TARGET);
  if (filter (self, still_exists, NULL))
    heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

/* ---- looking -------------------------------------------------------------------------------- */

guint
heddle_session_get_n_selected (HeddleSession *self)
{
  return self->selection->len;
}

HeddleTarget
heddle_session_get_selected (HeddleSession *self,
                             guint n)
{
  return n < self->selection->len ? *get_target (self, n) : HEDDLE_NO_TARGET;
}

const HeddleTarget *
heddle_session_get_selection (HeddleSession *self,
                              guint *out_n)
{
  *out_n = self->selection->len;
  return (const HeddleTarget *) self->selection->data;
}

gboolean
heddle_session_is_selected (HeddleSession *self,
                            HeddleTarget target)
{
  return g_hash_table_contains (self->selected, &target);
}

GArray *
heddle_session_dup_selected_uids (HeddleSession *self)
{
  GArray *uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < self->selection->len; i++)
    if (g_hash_table_add (seen, &get_target (self, i)->uid))
      g_array_append_val (uids, get_target (self, i)->uid);
  return uids;
}

/* ---- hot object ----------------------------------------------------------------------------- */

void
heddle_session_set_hot (HeddleSession *self,
                        HeddleTarget target)
{
  if (heddle_target_equal (self->hot, target))
    return;
  self->hot = target;
  heddle_session_emit (self, HEDDLE_SESSION_HOT_CHANGED);
}

HeddleTarget
heddle_session_get_hot (HeddleSession *self)
{
  return self->hot;
}

/* ---- marked object -------------------------------------------------------------------------- */

void
heddle_session_mark_node (HeddleSession *self,
                          HdDesign *of,
                          guint32 node)
{
  HeddleTarget target = HEDDLE_NO_TARGET;

  if (node != HD_NO_ID)
    heddle_session_find_target (self, of, HD_TARGET_NODE, node, &target);
  self->mark = target;
  heddle_session_emit (self, HEDDLE_SESSION_SELECTION_CHANGED);
}

HeddleTarget
heddle_session_get_mark (HeddleSession *self)
{
  return self->mark;
}
