/* heddle-window-edit.c: editing the project of a window: history, selection, structure
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-inspector.h"

static HdDocument *
get_document (HeddleWindow *self)
{
  return heddle_session_get_document (self->session);
}

gboolean
heddle_window_can_edit (HeddleWindow *self)
{
  HdDocument *document = get_document (self);

  return document != NULL && !hd_document_get_read_only (document);
}

guint64
heddle_window_get_module (HeddleWindow *self)
{
  const HdObject *module = heddle_session_get_module (self->session);

  return module != NULL ? hd_object_get_uid (module) : 0;
}

/* ---- selection ---------------------------------------------------------------------------------------------------------------- */

/* An array is one object, whichever of its members are selected. */
GArray *
heddle_window_dup_selected (HeddleWindow *self)
{
  GArray *uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint n;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n);

  for (guint i = 0; i < n; i++)
    if (g_hash_table_add (seen, (gpointer) &targets[i].uid))
      g_array_append_val (uids, targets[i].uid);
  return uids;
}

void
heddle_window_select (HeddleWindow *self,
                      GArray *uids)
{
  g_autoptr (GArray) targets = g_array_sized_new (FALSE, FALSE, sizeof (HeddleTarget), uids->len);

  for (guint i = 0; i < uids->len; i++)
    {
      HeddleTarget target = { g_array_index (uids, guint64, i), HEDDLE_ALL_MEMBERS };

      g_array_append_val (targets, target);
    }
  heddle_session_select_many (self->session, (const HeddleTarget *) targets->data, targets->len);
  heddle_canvas_show (heddle_window_get_canvas (self), (const guint64 *) uids->data, uids->len);
}

const HdObject *
heddle_window_get_only (HeddleWindow *self)
{
  g_autoptr (GArray) uids = heddle_window_dup_selected (self);

  return uids->len == 1 ? hd_document_get_object (get_document (self), g_array_index (uids, guint64, 0)) : NULL;
}

static void
on_select_all (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  /* An entry lets go of the key if it is empty; whoever is about to type does not mean the drawing. */
  if (!GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (data))))
    heddle_canvas_select_all (heddle_window_get_canvas (data));
}

static void
on_select_none (GSimpleAction *action,
                GVariant *parameter,
                gpointer data)
{
  heddle_session_select_none (HEDDLE_WINDOW (data)->session);
}

static void
select_found (HeddleWindow *self,
              GArray *(*find) (HdDocument *, guint64, const guint64 *, guint))
{
  g_autoptr (GArray) uids = heddle_window_dup_selected (self);
  g_autoptr (GArray) found = find (get_document (self), heddle_window_get_module (self), (const guint64 *) uids->data, uids->len);

  if (found->len > 0)
    heddle_window_select (self, found);
}

static void
on_select_same_type (GSimpleAction *action,
                     GVariant *parameter,
                     gpointer data)
{
  select_found (data, heddle_edit_find_same_type);
}

static void
on_select_connected (GSimpleAction *action,
                     GVariant *parameter,
                     gpointer data)
{
  select_found (data, heddle_edit_find_connected);
}

/* ---- history ------------------------------------------------------------------------------------------------------------------- */

static void
on_undo (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  hd_document_undo (get_document (data));
}

static void
on_redo (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  hd_document_redo (get_document (data));
}

static void
on_show_history (GSimpleAction *action,
                 GVariant *parameter,
                 gpointer data)
{
  heddle_header_bar_list_history (HEDDLE_WINDOW (data)->header);
}

void
heddle_window_set_undo_toast (HeddleWindow *self,
                              AdwToast *toast)
{
  self->undo_toast = toast;
  g_object_add_weak_pointer (G_OBJECT (toast), (gpointer *) &self->undo_toast);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* After another edit its button would take back something else. */
void
heddle_window_drop_undo_toast (HeddleWindow *self)
{
  AdwToast *toast = self->undo_toast;

  if (toast == NULL)
    return;
  g_clear_weak_pointer (&self->undo_toast);
  heddle_toasts_retire (self->toasts, toast);
}

/* ---- going and naming --------------------------------------------------------------------------------------------------------------- */

static void
on_enter_module (GSimpleAction *action,
                 GVariant *parameter,
                 gpointer data)
{
  HeddleWindow *self = data;

  heddle_canvas_enter (heddle_window_get_canvas (self), heddle_session_get_selected (self->session, 0));
}

static void
on_rename (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  heddle_canvas_begin_rename (heddle_window_get_canvas (data));
}

static void
on_link_from_here (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer data)
{
  HeddleCanvas *canvas = heddle_window_get_canvas (data);

  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  if (!heddle_canvas_begin_link (canvas))
    heddle_window_tell (data, _("No link can begin here: it has no port"));
}

static void
on_add_note (GSimpleAction *action,
             GVariant *parameter,
             gpointer data)
{
  g_action_group_activate_action (data, "add", g_variant_new_string ("heddle-note:"));
}

static void
on_add_knob (GSimpleAction *action,
             GVariant *parameter,
             gpointer data)
{
  HeddleWindow *self = data;
  g_autofree char *knob = heddle_inspector_dup_knob (HEDDLE_INSPECTOR (self->inspector));

  if (knob != NULL)
    g_action_group_activate_action (data, "add", g_variant_new_string (knob));
  else
    heddle_window_tell (self, _("Choose a value in the inspector first that a knob can turn: a quantity, or a choice of words"));
}

/* ---- actions ---------------------------------------------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { "undo", on_undo, NULL, NULL, NULL, { 0 } },
  { "redo", on_redo, NULL, NULL, NULL, { 0 } },
  { "show-history", on_show_history, NULL, NULL, NULL, { 0 } },
  { "select-all", on_select_all, NULL, NULL, NULL, { 0 } },
  { "select-none", on_select_none, NULL, NULL, NULL, { 0 } },
  { "select-same-type", on_select_same_type, NULL, NULL, NULL, { 0 } },
  { "select-connected", on_select_connected, NULL, NULL, NULL, { 0 } },
  { "rename", on_rename, NULL, NULL, NULL, { 0 } },
  { "enter-module", on_enter_module, NULL, NULL, NULL, { 0 } },
  { "link-from-here", on_link_from_here, NULL, NULL, NULL, { 0 } },
  { "add-note", on_add_note, NULL, NULL, NULL, { 0 } },
  { "add-knob", on_add_knob, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  HdDocument *document = get_document (self);
  gboolean edits = heddle_window_can_edit (self);
  guint n = heddle_session_get_n_selected (self->session);
  const HdObject *only = document != NULL && n > 0 ? heddle_window_get_only (self) : NULL;
  HdObjectKind kind = only != NULL ? hd_object_get_kind (only) : HD_OBJECT_UNKNOWN;
  gboolean part = kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE;

  heddle_window_enable (self, "undo", document != NULL && hd_document_get_n_undo (document) > 0);
  heddle_window_enable (self, "redo", document != NULL && hd_document_get_n_redo (document) > 0);
  heddle_window_enable (self, "show-history", document != NULL);
  heddle_window_enable (self, "select-all", document != NULL);
  heddle_window_enable (self, "select-none", n > 0);
  heddle_window_enable (self, "select-same-type", n > 0);
  heddle_window_enable (self, "select-connected", n > 0);
  heddle_window_enable (self, "rename", edits && only != NULL);
  heddle_window_enable (self, "enter-module", kind == HD_OBJECT_INSTANCE);
  heddle_window_enable (self, "link-from-here", edits && (part || kind == HD_OBJECT_GENERATE || kind == HD_OBJECT_PORT));
  heddle_window_enable (self, "add-note", edits);
  heddle_window_enable (self, "add-knob", edits);
}

const HeddleWindowActions heddle_window_edit_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
