/* heddle-window.c: one window, one project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window.h"

#include <glib/gi18n.h>

#include "heddle-focus.h"
#include "heddle-kept-runs.h"
#include "heddle-settings.h"
#include "heddle-start-page.h"
#include "heddle-topic.h"
#include "heddle-window-private.h"

G_DEFINE_FINAL_TYPE (HeddleWindow, heddle_window, ADW_TYPE_APPLICATION_WINDOW)

HeddleSession *
heddle_window_get_session (HeddleWindow *self)
{
  return self->session;
}

HeddleCanvas *
heddle_window_get_canvas (HeddleWindow *self)
{
  return heddle_canvas_view_get_canvas (self->canvas_view);
}

GFile *
heddle_window_get_file (HeddleWindow *self)
{
  return self->file;
}

void
heddle_window_tell (HeddleWindow *self,
                    const char *message)
{
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

void
heddle_window_warn (HeddleWindow *self,
                    const char *heading,
                    const char *body,
                    const char *topic)
{
  GtkWidget *dialog = heddle_message_new (GTK_WINDOW (self), heading, body, topic);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
close_now (gpointer data)
{
  gtk_window_close (GTK_WINDOW (data));
  return G_SOURCE_REMOVE;
}

void
heddle_window_close_soon (HeddleWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, close_now, g_object_ref (self), g_object_unref);
}

/* ---- project --------------------------------------------------------------------------------------------------------------------- */

static void
show_title (HeddleWindow *self)
{
  g_autofree char *name = heddle_window_dup_name (self);
  g_autofree char *path = self->file != NULL ? g_file_get_parse_name (self->file) : NULL;
  const char *home = g_get_home_dir ();
  g_autofree char *shown = path != NULL && g_str_has_prefix (path, home) ? g_strconcat ("~", path + strlen (home), NULL) : g_strdup (path);
  g_autofree char *marked = g_strdup_printf (heddle_window_is_modified (self) ? "• %s" : "%s", name);
  g_autofree char *title = g_strdup_printf (_("%s – Heddle"), marked);
  gboolean empty = heddle_session_get_document (self->session) == NULL;

  if (self->lesson != NULL)
    {
      guint step = self->player != NULL ? heddle_player_get_step (self->player) : 0;
      g_autofree char *copy = g_strdup_printf (_("On a copy of “%s”"), hd_lesson_get_project_at (self->lesson, step));
      g_autofree char *whole = g_strdup_printf (_("%s – Heddle"), hd_lesson_get_title (self->lesson));

      heddle_header_bar_set_title (self->header, hd_lesson_get_title (self->lesson), copy);
      gtk_window_set_title (GTK_WINDOW (self), whole);
      return;
    }
  heddle_header_bar_set_title (self->header, empty ? "Heddle" : marked, empty ? "" : shown != NULL ? shown : _("Not saved yet"));
  gtk_window_set_title (GTK_WINDOW (self), empty ? "Heddle" : title);
}

static void
on_modified (HeddleWindow *self)
{
  show_title (self);
  heddle_window_update_actions (self);
}

void
heddle_window_show_project (HeddleWindow *self)
{
  /* While the first project loads its page is there already. */
  gtk_stack_set_visible_child_name (self->stack, heddle_window_is_empty (self) ? "start" : "project");
  heddle_header_bar_fit (self->header, gtk_widget_get_width (GTK_WIDGET (self)), !heddle_window_is_empty (self));
  show_title (self);
  heddle_header_bar_show_history (self->header);
  heddle_window_update_actions (self);
}

/* Files that runs have read are changed by other programs. */
static void
on_active (HeddleWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)) && heddle_session_get_document (self->session) != NULL)
    heddle_session_look_at_inputs (self->session);
}

static void
on_project_changed (HeddleWindow *self)
{
  g_signal_group_set_target (self->document_signals, heddle_session_get_document (self->session));
  heddle_window_drop_undo_toast (self);
  heddle_window_show_project (self);
}

/* Problems come forward by themselves when there is an error: without a run nothing else is there to see. */
static void
on_design_changed (HeddleWindow *self)
{
  gboolean errors = heddle_session_count_problems (self->session, HD_SEVERITY_ERROR) > 0;

  if (errors)
    g_action_group_change_action_state (G_ACTION_GROUP (self), "dock", g_variant_new_string ("problems"));
  heddle_window_update_actions (self);
}

static gboolean
on_drop (HeddleWindow *self,
         const GValue *value)
{
  return heddle_window_drop_files (self, g_value_get_boxed (value));
}

static gboolean
is_no_file (GtkDropTargetAsync *target,
            GdkDrop *drop)
{
  return !gdk_content_formats_contain_gtype (gdk_drop_get_formats (drop), GDK_TYPE_FILE_LIST);
}

static GdkDragAction
on_drag_elsewhere (void)
{
  return 0;
}

static gboolean
on_drop_elsewhere (GtkDropTargetAsync *target,
                   GdkDrop *drop)
{
  gdk_drop_finish (drop, 0);
  return TRUE;
}

/* Who lets go just after the canvas was left drops where nobody takes it: what was told to the drag is of a moment before. Without an end
 * the picture under the pointer would stay on the screen. */
static void
refuse_other_drops (HeddleWindow *self)
{
  GtkDropTargetAsync *drop = gtk_drop_target_async_new (NULL, GDK_ACTION_COPY | GDK_ACTION_MOVE | GDK_ACTION_LINK);

  g_signal_connect (drop, "accept", G_CALLBACK (is_no_file), NULL);
  g_signal_connect (drop, "drag-enter", G_CALLBACK (on_drag_elsewhere), NULL);
  g_signal_connect (drop, "drag-motion", G_CALLBACK (on_drag_elsewhere), NULL);
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop_elsewhere), NULL);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

/* ---- size and settings -------------------------------------------------------------------------------------------------------------- */

static void
restore_settings (HeddleWindow *self)
{
  gtk_window_set_default_size (GTK_WINDOW (self), 1440, 900);
  if (self->settings == NULL)
    return;

  g_autoptr (GVariant) page = g_settings_get_value (self->settings, "left-pane-page");
  g_autoptr (GVariant) wires = g_settings_get_value (self->settings, "wire-style");

  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_action_group_change_action_state (G_ACTION_GROUP (self), "left-page", page);
  g_action_group_change_action_state (G_ACTION_GROUP (self), "wire-style", wires);
  heddle_window_set_toggle (self, "show-outline", g_settings_get_boolean (self->settings, "left-pane-visible"));
  heddle_window_set_toggle (self, "show-inspector", g_settings_get_boolean (self->settings, "right-pane-visible"));
}

static void
save_left_page (HeddleWindow *self)
{
  g_autoptr (GVariant) page = g_action_group_get_action_state (G_ACTION_GROUP (self), "left-page");

  g_settings_set_value (self->settings, "left-pane-page", page);
}

static void
save_settings (HeddleWindow *self)
{
  int width, height;

  if (self->settings == NULL)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_int (self->settings, "window-width", width);
  g_settings_set_int (self->settings, "window-height", height);
  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  save_left_page (self);
  heddle_window_save_panes (self);
}

static void
heddle_window_size_allocate (GtkWidget *widget,
                             int width,
                             int height,
                             int baseline)
{
  heddle_header_bar_fit (HEDDLE_WINDOW (widget)->header, width, !heddle_window_is_empty (HEDDLE_WINDOW (widget)));
  heddle_window_fit_panes (HEDDLE_WINDOW (widget), width);
  heddle_window_fit_lesson_pane (HEDDLE_WINDOW (widget), width);
  GTK_WIDGET_CLASS (heddle_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (HEDDLE_WINDOW (widget)->hint != NULL)
    heddle_hint_follow (HEDDLE_WINDOW (widget)->hint);
}

/* ---- body ------------------------------------------------------------------------------------------------------------------------------- */

static void
build (HeddleWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *start = heddle_start_page_new (heddle_session_get_catalog (self->session), self->projects);
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->header = HEDDLE_HEADER_BAR (heddle_header_bar_new (self->session));
  self->load_bar = HEDDLE_LOAD_BAR (heddle_load_bar_new ());
  self->toasts = heddle_toasts_new ();
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, start, "start");
  gtk_stack_add_named (self->stack, heddle_window_new_panes (self), "project");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->header));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->load_bar));
  gtk_box_append (GTK_BOX (box), heddle_window_new_banner (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  adw_toast_overlay_set_child (self->toasts, box);
  heddle_toasts_set_place (self->toasts, GTK_WIDGET (self->canvas_view)); /* tables below it end with rows that are read */
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (self), GTK_WIDGET (self->toasts));

  g_signal_connect_object (self->load_bar, "cancelled", G_CALLBACK (heddle_window_cancel_load), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (start, "open", G_CALLBACK (heddle_window_open), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (start, "open-lesson", G_CALLBACK (heddle_window_open_lesson), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_drop), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  refuse_other_drops (self);
  heddle_follow_keys (GTK_WIDGET (self));
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static gboolean
heddle_window_close_request (GtkWindow *window)
{
  HeddleWindow *self = HEDDLE_WINDOW (window);

  if (heddle_window_confirm_close (self) || heddle_window_confirm_story (self) || heddle_window_confirm_discard (self))
    return GDK_EVENT_STOP;
  heddle_window_end_presentation (self);
  heddle_window_end_journal (self);
  save_settings (self);
  return GTK_WINDOW_CLASS (heddle_window_parent_class)->close_request (window);
}

static void
heddle_window_dispose (GObject *object)
{
  HeddleWindow *self = HEDDLE_WINDOW (object);

  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_pointer (&self->pending, heddle_reading_unref);
  g_clear_pointer (&self->reading, heddle_reading_unref);
  g_clear_weak_pointer (&self->mapping);
  g_clear_weak_pointer (&self->help);
  if (self->arranging != NULL)
    g_cancellable_cancel (self->arranging);
  g_clear_object (&self->arranging);
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  heddle_window_drop_hints (self);
  heddle_window_drop_disk (self);
  heddle_window_drop_panes (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  self->lesson_pane = NULL; /* which goes with the other children, as the next */
  self->story_editor = NULL;
  g_clear_pointer (&self->told_on, hd_snapshot_unref);
  g_clear_object (&self->story_file);
  heddle_window_end_lesson (self);
  if (self->journal != NULL && !heddle_window_is_modified (self))
    heddle_window_end_journal (self);
  g_clear_object (&self->journal);
  g_clear_weak_pointer (&self->undo_toast);
  g_clear_object (&self->document_signals);
  g_clear_object (&self->print_settings);
  g_clear_object (&self->settings);
  g_clear_object (&self->file);
  g_clear_pointer (&self->projects, g_free);
  G_OBJECT_CLASS (heddle_window_parent_class)->dispose (object);
  g_clear_object (&self->session);
}

static void
heddle_window_class_init (HeddleWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_window_dispose;
  GTK_WIDGET_CLASS (klass)->size_allocate = heddle_window_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = heddle_window_close_request;
}

static void
heddle_window_init (HeddleWindow *self)
{
  self->document_signals = g_signal_group_new (HD_TYPE_DOCUMENT);
  g_signal_group_connect_object (self->document_signals, "notify::modified", G_CALLBACK (on_modified), self, G_CONNECT_SWAPPED);
  g_signal_group_connect_object (self->document_signals, "notify::file", G_CALLBACK (show_title), self, G_CONNECT_SWAPPED);
}

HeddleWindow *
heddle_window_new (AdwApplication *application,
                   HdCatalog *catalog,
                   const char *projects)
{
  HeddleWindow *self = g_object_new (HEDDLE_TYPE_WINDOW, "application", application, NULL);

  self->session = heddle_session_new (catalog);
  self->settings = heddle_settings_new ();
  self->projects = g_strdup (projects);
  build (self);
  heddle_window_add_actions (self);
  restore_settings (self);

  g_signal_connect (self, "notify::is-active", G_CALLBACK (on_active), NULL);
  g_signal_connect_object (self->session, "project-changed", G_CALLBACK (on_project_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "design-changed", G_CALLBACK (on_design_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "location-changed", G_CALLBACK (heddle_window_update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "selection-changed", G_CALLBACK (heddle_window_update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "range-changed", G_CALLBACK (heddle_window_update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "run-changed", G_CALLBACK (heddle_window_on_run_changed), self, G_CONNECT_SWAPPED);
  on_project_changed (self);
  return self;
}
