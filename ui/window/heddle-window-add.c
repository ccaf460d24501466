/* heddle-window-add.c: putting something into the drawing of a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-generate-dialog.h"

static guint64
add (HeddleWindow *self,
     const char *what,
     HeddlePoint at,
     GError **error)
{
  if (g_str_equal (what, "heddle-note:"))
    return heddle_edit_add_note (heddle_session_get_document (self->session), hd_object_get_uid (heddle_session_get_module (self->session)),
                                 _("Note"), at.x, at.y, error);
  return heddle_canvas_add (heddle_window_get_canvas (self), what, at, error);
}

static void
on_add (GSimpleAction *action,
        GVariant *parameter,
        gpointer data)
{
  HeddleWindow *self = data;
  g_autoptr (GError) error = NULL;
  guint64 uid = add (self, g_variant_get_string (parameter, NULL), heddle_canvas_find_room (heddle_window_get_canvas (self)), &error);

  if (uid == 0)
    {
      heddle_window_tell (self, error->message);
      return;
    }
  heddle_session_select (self->session, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
  heddle_canvas_show (heddle_window_get_canvas (self), &uid, 1);
}

/* The one generated topology that is selected is changed; else a new one is made. */
static void
on_generate (GSimpleAction *action,
             GVariant *parameter,
             gpointer data)
{
  HeddleWindow *self = data;

  if (heddle_session_get_document (self->session) == NULL)
    heddle_window_new_project (self);

  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  const HdObject *object = heddle_session_get_n_selected (self->session) == 1
                             ? hd_document_get_object (heddle_session_get_document (self->session), selected.uid)
                             : NULL;
  gboolean change = object != NULL && hd_object_get_kind (object) == HD_OBJECT_GENERATE;

  gtk_window_present (GTK_WINDOW (heddle_generate_dialog_new (GTK_WINDOW (self), self->session, change ? selected.uid : 0, heddle_canvas_find_room (heddle_window_get_canvas (self)))));
}

/* ---- where it comes from ------------------------------------------------------------------------------------------------------- */

static void
on_left_page (GSimpleAction *action,
              GVariant *state,
              gpointer data)
{
  HeddleWindow *self = data;
  const char *page = g_variant_get_string (state, NULL);

  if (!g_str_equal (page, "palette") && !g_str_equal (page, "outline"))
    return;
  heddle_left_pane_show_page (self->left, page);
  g_simple_action_set_state (action, state);
}

void
heddle_window_show_left_page (HeddleWindow *self,
                              const char *page)
{
  heddle_window_set_toggle (self, "show-outline", TRUE);
  g_action_group_change_action_state (G_ACTION_GROUP (self), "left-page", g_variant_new_string (page));
}

static void
on_show_palette (GSimpleAction *action,
                 GVariant *parameter,
                 gpointer data)
{
  HeddleWindow *self = data;

  heddle_window_show_left_page (self, "palette");
  heddle_palette_focus_search (heddle_left_pane_get_palette (self->left));
}

static const GActionEntry entries[] = {
  { "add", on_add, "s", NULL, NULL, { 0 } },
  { "generate", on_generate, NULL, NULL, NULL, { 0 } },
  { "left-page", NULL, "s", "'palette'", on_left_page, { 0 } },
  { "show-palette", on_show_palette, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);

  gboolean can_add = document != NULL && !hd_document_get_read_only (document) && heddle_session_get_module (self->session) != NULL;

  heddle_window_enable (self, "add", can_add);
  heddle_window_enable (self, "generate", document == NULL || can_add); /* without a project in a new one */
  heddle_window_enable (self, "left-page", document != NULL);
  heddle_window_enable (self, "show-palette", document != NULL);
}

const HeddleWindowActions heddle_window_adding_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
