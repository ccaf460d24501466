/* heddle-window-hints.c: a window's first steps, once by themselves and when they are asked for
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * They come with the first drawing that is no lesson's, and not while something is presented or told.
 */
#define G_LOG_DOMAIN "heddle-window"

#define G_SETTINGS_ENABLE_BACKEND
#include "heddle-window-private.h"

#include <gio/gsettingsbackend.h>

#include "heddle-popover.h"

#define KEY "hints"
#define AFTER_MS 800 /* the drawing comes first */

static gboolean
can_show (HeddleWindow *self)
{
  return !gtk_widget_in_destruction (GTK_WIDGET (self)) && heddle_session_get_document (self->session) != NULL && self->lesson == NULL && self->presentation == NULL && self->loading == NULL;
}

static void
on_closed (HeddleWindow *self)
{
  gboolean had_focus = gtk_window_get_focus (GTK_WINDOW (self)) == NULL || gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (self)), GTK_WIDGET (self->hint));

  g_clear_weak_pointer (&self->hint);
  if (had_focus && heddle_session_get_document (self->session) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (heddle_window_get_canvas (self)));
}

static void
show (HeddleWindow *self)
{
  GtkWidget *const places[] = { GTK_WIDGET (self->left), GTK_WIDGET (heddle_header_bar_get_run_controls (self->header)), GTK_WIDGET (self->dock),
                                heddle_header_bar_get_menu (self->header), GTK_WIDGET (self->canvas_view) };

  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, KEY, FALSE);
  if (self->hint != NULL)
    {
      heddle_hint_go (self->hint, 0);
      return;
    }
  g_set_weak_pointer (&self->hint, HEDDLE_HINT (heddle_hint_new (gtk_widget_get_parent (GTK_WIDGET (self->stack)), places)));
  heddle_popover_drop_when_closed (GTK_WIDGET (self->hint));
  g_signal_connect_object (self->hint, "closed", G_CALLBACK (on_closed), self, G_CONNECT_SWAPPED);
}

static gboolean
on_soon (gpointer data)
{
  HeddleWindow *self = data;

  self->hint_soon = 0;
  if (can_show (self) && gtk_widget_get_mapped (GTK_WIDGET (self)) && g_settings_get_boolean (self->settings, KEY))
    show (self);
  return G_SOURCE_REMOVE;
}

/* Where nothing is kept they would come each time. */
static gboolean
is_kept (void)
{
  g_autoptr (GSettingsBackend) backend = g_settings_backend_get_default ();

  return !g_str_equal (G_OBJECT_TYPE_NAME (backend), "GMemorySettingsBackend");
}

static void
on_hints (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  show (data);
}

static const GActionEntry entries[] = {
  { "hints", on_hints, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  gboolean can = can_show (self);

  heddle_window_enable (self, "hints", can);
  if (!can && self->hint != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->hint));
  if (can && self->hint_soon == 0 && self->settings != NULL && g_settings_get_boolean (self->settings, KEY) && is_kept ())
    self->hint_soon = g_timeout_add (AFTER_MS, on_soon, self);
}

void
heddle_window_drop_hints (HeddleWindow *self)
{
  g_clear_handle_id (&self->hint_soon, g_source_remove);
  g_clear_weak_pointer (&self->hint);
}

const HeddleWindowActions heddle_window_hint_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
