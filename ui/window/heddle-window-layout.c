/* heddle-window-layout.c: automatic layout of the module that is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-graph-layout.h"

#define LIMIT_MS 30000
#define SHOW_PROGRESS_MS 400 /* what is over sooner needs no word */

/* A layout under way; the window has at most one. */
typedef struct
{
  GWeakRef window;
  GCancellable *cancellable;
  HdDocument *document;
  AdwToast *toast; /* or %NULL */
  guint progress;  /* timeout */
} Layout;

static void
layout_free (Layout *layout)
{
  g_autoptr (HeddleWindow) window = g_weak_ref_get (&layout->window);

  g_clear_handle_id (&layout->progress, g_source_remove);
  if (layout->toast != NULL && window != NULL)
    heddle_toasts_retire (window->toasts, layout->toast);
  g_clear_object (&layout->toast);
  g_weak_ref_clear (&layout->window);
  g_object_unref (layout->cancellable);
  g_object_unref (layout->document);
  g_free (layout);
}

static void
finish (HeddleWindow *self,
        Layout *layout,
        GArray *moved,
        GError *failed)
{
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->arranging);
  heddle_window_update_actions (self);
  if (g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (moved == NULL)
    heddle_window_warn (self, _("No Layout Was Found"), failed->message, "canvas");
  else if (layout->document != heddle_session_get_document (self->session))
    return;
  else if (moved->len == 0)
    heddle_window_tell (self, _("Everything is pinned"));
  else if (!heddle_edit_place (layout->document, (const HeddleExtent *) moved->data, moved->len, _("Arrange automatically"), &error))
    heddle_window_tell (self, error->message);
  else
    heddle_canvas_fit (heddle_window_get_canvas (self));
}

static void
on_arranged (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  Layout *layout = data;
  g_autoptr (HeddleWindow) self = g_weak_ref_get (&layout->window);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) moved = heddle_graph_layout_finish (result, &error);

  if (self != NULL && self->arranging == layout->cancellable)
    finish (self, layout, moved, error);
  layout_free (layout);
}

static gboolean
on_progress_due (gpointer data)
{
  Layout *layout = data;
  g_autoptr (HeddleWindow) self = g_weak_ref_get (&layout->window);

  layout->progress = 0;
  if (self == NULL)
    return G_SOURCE_REMOVE;
  layout->toast = adw_toast_new (_("Looking for a layout…"));
  adw_toast_set_timeout (layout->toast, 0);
  adw_toast_set_button_label (layout->toast, _("Cancel"));
  adw_toast_set_action_name (layout->toast, "win.cancel-arrange");
  adw_toast_overlay_add_toast (self->toasts, g_object_ref (layout->toast));
  return G_SOURCE_REMOVE;
}

/* ---- actions ------------------------------------------------------------------------------------------------------------------------ */

static gboolean
has_place (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE || kind == HD_OBJECT_NOTE || kind == HD_OBJECT_KNOB;
}

static void
arrange (HeddleWindow *self,
         const char *program)
{
  const HdObject *module = heddle_session_get_module (self->session);
  guint n_children = hd_object_get_n_children (module), n = 0;
  g_autofree guint64 *uids = g_new (guint64, MAX (n_children, 1));
  g_autofree HeddleExtent *extents = g_new (HeddleExtent, MAX (n_children, 1));
  Layout *layout;

  for (guint i = 0; i < n_children; i++)
    if (has_place (hd_object_get_child (module, i)))
      uids[n++] = hd_object_get_uid (hd_object_get_child (module, i));
  n = heddle_canvas_get_extents (heddle_window_get_canvas (self), uids, n, extents);
  if (n < 2)
    {
      heddle_window_tell (self, _("There is nothing to arrange"));
      return;
    }

  layout = g_new0 (Layout, 1);
  g_weak_ref_init (&layout->window, self);
  layout->cancellable = g_cancellable_new ();
  layout->document = g_object_ref (heddle_session_get_document (self->session));
  layout->progress = g_timeout_add (SHOW_PROGRESS_MS, on_progress_due, layout);
  g_set_object (&self->arranging, layout->cancellable);
  heddle_window_update_actions (self);
  heddle_graph_layout_async (layout->document, hd_object_get_uid (module), extents, n, program, LIMIT_MS, layout->cancellable, on_arranged, layout);
}

static void
on_arrange (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  HeddleWindow *self = data;
  g_autoptr (GVariant) program = g_action_group_get_action_state (G_ACTION_GROUP (self), "arrange-by");

  arrange (self, g_variant_get_string (program, NULL));
}

/* Choosing how is asking for it. */
static void
on_arrange_by (GSimpleAction *action,
               GVariant *state,
               gpointer data)
{
  HeddleWindow *self = data;
  guint n;
  const HeddleLayoutProgram *programs = heddle_layout_programs_get (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (programs[i].program, g_variant_get_string (state, NULL)))
      {
        g_simple_action_set_state (action, state);
        if (self->settings != NULL)
          g_settings_set_value (self->settings, "arrange-by", state);
        arrange (self, programs[i].program);
      }
}

static void
on_cancel_arrange (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer data)
{
  g_cancellable_cancel (HEDDLE_WINDOW (data)->arranging);
}

/* All of the selection is pinned, or, if it is already, none. */
static void
on_pin (GSimpleAction *action,
        GVariant *parameter,
        gpointer data)
{
  HeddleWindow *self = data;
  HdDocument *document = heddle_session_get_document (self->session);
  guint n_selected = heddle_session_get_n_selected (self->session), n = 0;
  g_autofree guint64 *uids = g_new (guint64, MAX (n_selected, 1));
  gboolean pinned = TRUE;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_selected; i++)
    {
      const HdObject *object = hd_document_get_object (document, heddle_session_get_selected (self->session, i).uid);

      if (object == NULL || !has_place (object))
        continue;
      pinned = pinned && g_strcmp0 (hd_object_get (object, "pinned"), "true") == 0;
      uids[n++] = hd_object_get_uid (object);
    }
  if (n == 0)
    return;
  if (heddle_edit_set (document, uids, n, "pinned", pinned ? NULL : "true", &error))
    heddle_window_tell (self, pinned ? _("Automatic layout may move it again") : _("Automatic layout leaves it where it is"));
  else
    heddle_window_tell (self, error->message);
}

static const GActionEntry entries[] = {
  { "arrange", on_arrange, NULL, NULL, NULL, { 0 } },
  { "arrange-by", NULL, "s", "'dot'", on_arrange_by, { 0 } },
  { "cancel-arrange", on_cancel_arrange, NULL, NULL, NULL, { 0 } },
  { "pin", on_pin, NULL, NULL, NULL, { 0 } },
};

static void
set_up (HeddleWindow *self)
{
  if (self->settings != NULL)
    {
      g_autoptr (GVariant) program = g_settings_get_value (self->settings, "arrange-by");

      g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "arrange-by")), program);
    }
}

static void
update (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  gboolean can_edit = document != NULL && !hd_document_get_read_only (document) && heddle_session_get_module (self->session) != NULL;

  heddle_window_enable (self, "arrange", can_edit && self->arranging == NULL);
  heddle_window_enable (self, "arrange-by", can_edit && self->arranging == NULL);
  heddle_window_enable (self, "cancel-arrange", self->arranging != NULL);
  heddle_window_enable (self, "pin", can_edit && heddle_session_get_n_selected (self->session) > 0);
}

const HeddleWindowActions heddle_window_layout_actions = { entries, G_N_ELEMENTS (entries), FALSE, set_up, update };
