/* heddle-window-actions.c: what can be done in a window, and when
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#define ZOOM_STEP 1.25

/* ---- keys -------------------------------------------------------------------------------------------------------------------- */

/* Where a key means the action. An entry that has the focus sees the keys of the window and the drawing first, and keeps those that it knows:
 * Ctrl+C in it copies its text. */
typedef enum
{
  EVERYWHERE,
  WINDOW,
  DRAWING, /* the canvas and the outline */
} Scope;

typedef struct
{
  const char *action;
  const char *keys[3];
  Scope scope;
} Accel;

static const Accel accels[] = {
  { "win.open", { "<Control>o" }, EVERYWHERE },
  { "win.import", { "<Control><Shift>i" }, EVERYWHERE },
  { "win.import-workload", { "<Control><Shift><Alt>w" }, EVERYWHERE },
  { "win.mapping", { "<Control><Alt>i" }, EVERYWHERE },
  { "win.save", { "<Control>s" }, EVERYWHERE },
  { "win.save-as", { "<Control><Shift>s" }, EVERYWHERE },
  { "win.close", { "<Control>w" }, EVERYWHERE },
  { "win.export", { "<Control>e" }, EVERYWHERE },
  { "win.print", { "<Control>p" }, EVERYWHERE },
  { "win.undo", { "<Control>z" }, WINDOW },
  { "win.redo", { "<Control><Shift>z", "<Control>y" }, WINDOW },
  { "win.cut", { "<Control>x" }, WINDOW },
  { "win.copy", { "<Control>c" }, WINDOW },
  { "win.paste", { "<Control>v" }, WINDOW },
  { "win.duplicate", { "<Control>d" }, WINDOW },
  { "win.delete", { "Delete", "BackSpace" }, DRAWING },
  { "win.select-all", { "<Control>a" }, WINDOW },
  { "win.select-none", { "<Control><Shift>a" }, WINDOW },
  { "win.select-same-type", { "<Control>t" }, EVERYWHERE },
  { "win.select-connected", { "<Control><Shift>t" }, EVERYWHERE },
  { "win.rename", { "F2" }, WINDOW },
  { "win.group", { "<Control>g" }, WINDOW },
  { "win.ungroup", { "<Control><Shift>g" }, WINDOW },
  { "win.replicate", { "<Control><Shift>d" }, EVERYWHERE },
  { "win.convert-generated", { "<Control><Shift>e" }, EVERYWHERE },
  { "win.show-history", { "<Control><Alt>z" }, EVERYWHERE },
  { "win.enter-module", { "<Alt>Down" }, EVERYWHERE },
  { "win.link-from-here", { "l" }, DRAWING },
  { "win.add-note", { "<Control><Alt>n" }, EVERYWHERE },
  { "win.add-knob", { "<Control><Alt>j" }, EVERYWHERE },
  { "win.align('left')", { "<Control><Alt>Left" }, EVERYWHERE },
  { "win.align('right')", { "<Control><Alt>Right" }, EVERYWHERE },
  { "win.align('top')", { "<Control><Alt>Up" }, EVERYWHERE },
  { "win.align('bottom')", { "<Control><Alt>Down" }, EVERYWHERE },
  { "win.align('centre')", { "<Control><Alt>c" }, EVERYWHERE },
  { "win.align('middle')", { "<Control><Alt>m" }, EVERYWHERE },
  { "win.distribute('horizontal')", { "<Control><Alt>h" }, EVERYWHERE },
  { "win.distribute('vertical')", { "<Control><Alt>v" }, EVERYWHERE },
  { "win.arrange", { "<Control><Alt>t" }, EVERYWHERE },
  { "win.pin", { "<Control><Alt>k" }, EVERYWHERE },
  { "win.rotate-clockwise", { "<Control>r" }, EVERYWHERE },
  { "win.rotate-anticlockwise", { "<Control><Shift>r" }, EVERYWHERE },
  { "win.run", { "F5" }, EVERYWHERE },
  { "win.pause", { "<Control>F5" }, EVERYWHERE },
  { "win.verify", { "<Control><Shift>F5" }, EVERYWHERE },
  { "win.stop", { "<Shift>F5" }, EVERYWHERE },
  { "win.step-event", { "F7" }, EVERYWHERE },
  { "win.step-collective", { "<Shift>F7" }, EVERYWHERE },
  { "win.step-vertex", { "<Control>F7" }, EVERYWHERE },
  { "win.step-iteration", { "<Control><Shift>F7" }, EVERYWHERE },
  { "win.step-mark", { "F4" }, EVERYWHERE },
  { "win.keep-baseline", { "<Control>b" }, EVERYWHERE },
  { "win.change-from-here", { "<Control><Alt>f" }, EVERYWHERE },
  { "win.drop-baseline", { "<Control><Shift>b" }, EVERYWHERE },
  { "win.faster", { "<Control>bracketright" }, EVERYWHERE },
  { "win.slower", { "<Control>bracketleft" }, EVERYWHERE },
  { "win.follow", { "<Control>l" }, EVERYWHERE },
  { "win.show-whole-run", { "<Alt>0" }, EVERYWHERE },
  { "win.measure('now')", { "<Control>1" }, EVERYWHERE },
  { "win.measure('average')", { "<Control>2" }, EVERYWHERE },
  { "win.measure('peak')", { "<Control>3" }, EVERYWHERE },
  { "win.show-difference", { "<Control>4" }, EVERYWHERE },
  { "win.show-energy", { "<Control>5" }, EVERYWHERE },
  { "win.show-pieces", { "<Control>6" }, EVERYWHERE },
  { "win.show-stalls", { "<Control>7" }, EVERYWHERE },
  { "win.show-path", { "<Control>8" }, EVERYWHERE },
  { "win.zoom-in", { "<Control>plus", "<Control>equal", "<Control>KP_Add" }, EVERYWHERE },
  { "win.zoom-out", { "<Control>minus", "<Control>KP_Subtract" }, EVERYWHERE },
  { "win.zoom-normal", { "<Control>0", "<Control>KP_0" }, EVERYWHERE },
  { "win.zoom-fit", { "<Control>9" }, EVERYWHERE },
  { "win.leave-module", { "<Alt>Up" }, EVERYWHERE },
  { "win.show-minimap", { "<Control>m" }, EVERYWHERE },
  { "win.show-overlays", { "<Control><Alt>e" }, EVERYWHERE },
  { "win.show-partitions", { "<Control><Shift>p" }, EVERYWHERE },
  { "win.generate", { "<Control><Alt>g" }, EVERYWHERE },
  { "win.next-pane", { "F6" }, EVERYWHERE },
  { "win.previous-pane", { "<Shift>F6" }, EVERYWHERE },
  { "win.show-canvas", { "<Control>F6" }, EVERYWHERE },
  { "win.show-palette", { "F8" }, EVERYWHERE },
  { "win.show-outline", { "F9" }, EVERYWHERE },
  { "win.show-inspector", { "<Shift>F9" }, EVERYWHERE },
  { "win.add-workload", { "<Control><Alt>w" }, EVERYWHERE },
  { "win.add-communicator", { "<Control><Alt>u" }, EVERYWHERE },
  { "win.add-variable", { "<Control><Alt>a" }, EVERYWHERE },
  { "win.add-link-class", { "<Control><Alt>l" }, EVERYWHERE },
  { "win.add-probe", { "<Control><Alt>p" }, EVERYWHERE },
  { "win.add-module", { "<Control><Alt>o" }, EVERYWHERE },
  { "win.add-study", { "<Control><Alt>s" }, EVERYWHERE },
  { "win.find", { "<Control>f" }, EVERYWHERE },
  { "win.dock('result')", { "<Control><Alt>y" }, EVERYWHERE },
  { "win.dock('waveforms')", { "<Alt>1" }, EVERYWHERE },
  { "win.dock('timeline')", { "<Alt>2" }, EVERYWHERE },
  { "win.dock('links')", { "<Alt>3" }, EVERYWHERE },
  { "win.dock('partitions')", { "<Alt>4" }, EVERYWHERE },
  { "win.dock('problems')", { "<Alt>5" }, EVERYWHERE },
  { "win.dock('trees')", { "<Alt>6" }, EVERYWHERE },
  { "win.dock('compare')", { "<Alt>7" }, EVERYWHERE },
  { "win.dock('latency')", { "<Alt>8" }, EVERYWHERE },
  { "win.dock('sweep')", { "<Alt>9" }, EVERYWHERE },
  { "win.dock('routers')", { "<Control><Shift>u" }, EVERYWHERE },
  { "win.dock('transfers')", { "<Control><Shift>j" }, EVERYWHERE },
  { "win.dock('study')", { "<Control><Shift>y" }, EVERYWHERE },
  { "win.dock('memory')", { "<Control><Shift>m" }, EVERYWHERE },
  { "win.dock('profile')", { "<Control><Shift>f" }, EVERYWHERE },
  { "win.dock('output')", { "<Control><Shift>o" }, EVERYWHERE },
  { "win.dock('steps')", { "<Control><Shift>k" }, EVERYWHERE },
  { "win.maximize-dock", { "F11" }, EVERYWHERE },
  { "win.help", { "F1" }, EVERYWHERE },
  { "win.show-help-overlay", { "<Control>question", "<Control>F1" }, EVERYWHERE },
  { "win.present", { "<Shift>F11" }, EVERYWHERE },
  { "win.lesson-next", { "<Alt>Right", "<Control>Page_Down" }, EVERYWHERE },
  { "win.record-story", { "<Control><Alt>r" }, EVERYWHERE },
  { "win.lesson-question", { "<Control><Alt>q" }, EVERYWHERE },
  { "win.lesson-back", { "<Alt>Left", "<Control>Page_Up" }, EVERYWHERE },
};

void
heddle_window_set_accels (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    {
      const char *keys[G_N_ELEMENTS (accels[i].keys) + 1] = { NULL };

      for (guint k = 0; k < G_N_ELEMENTS (accels[i].keys) && accels[i].scope == EVERYWHERE; k++)
        keys[k] = accels[i].keys[k];
      gtk_application_set_accels_for_action (application, accels[i].action, keys);
    }
}

void
heddle_window_list_keys (void (*each) (const char *action, const char *key, gpointer data),
                         gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    for (guint k = 0; k < G_N_ELEMENTS (accels[i].keys) && accels[i].keys[k] != NULL; k++)
      each (accels[i].action, accels[i].keys[k], data);
}

static void
add_keys (GtkWidget *widget,
          Scope scope)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    for (guint k = 0; k < G_N_ELEMENTS (accels[i].keys) && accels[i].keys[k] != NULL && accels[i].scope == scope; k++)
      {
        g_autofree char *name = NULL;
        g_autoptr (GVariant) target = NULL;
        GtkShortcut *shortcut;

        g_action_parse_detailed_name (accels[i].action, &name, &target, NULL);
        shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (accels[i].keys[k]), gtk_named_action_new (name));
        gtk_shortcut_set_arguments (shortcut, target);
        gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
      }
  gtk_widget_add_controller (widget, controller);
}

/* ---- canvas --------------------------------------------------------------------------------------------------------------------- */

static void
on_zoom_in (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  heddle_canvas_zoom (heddle_window_get_canvas (data), ZOOM_STEP);
}

static void
on_zoom_out (GSimpleAction *action,
             GVariant *parameter,
             gpointer data)
{
  heddle_canvas_zoom (heddle_window_get_canvas (data), 1 / ZOOM_STEP);
}

static void
on_zoom_normal (GSimpleAction *action,
                GVariant *parameter,
                gpointer data)
{
  heddle_canvas_set_zoom (heddle_window_get_canvas (data), 1);
}

static void
on_zoom_fit (GSimpleAction *action,
             GVariant *parameter,
             gpointer data)
{
  heddle_canvas_fit (heddle_window_get_canvas (data));
}

static void
on_leave_module (GSimpleAction *action,
                 GVariant *parameter,
                 gpointer data)
{
  HeddleSession *session = HEDDLE_WINDOW (data)->session;

  heddle_session_leave_to (session, heddle_session_get_depth (session) - 1);
}

/* Of links that do not say themselves; in the order of HeddleWireStyle. */
static void
on_wire_style (GSimpleAction *action,
               GVariant *state,
               gpointer data)
{
  static const char *const names[] = { "automatic", "straight", "orthogonal", "curved" };
  HeddleWindow *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (g_variant_get_string (state, NULL), names[i]))
      {
        heddle_canvas_set_wire_style (heddle_window_get_canvas (self), i);
        g_simple_action_set_state (action, state);
        if (self->settings != NULL)
          g_settings_set_value (self->settings, "wire-style", state);
      }
}

static void
on_show_overlays (GSimpleAction *action,
                  GVariant *state,
                  gpointer data)
{
  g_simple_action_set_state (action, state);
  heddle_canvas_view_set_folded (HEDDLE_WINDOW (data)->canvas_view, !g_variant_get_boolean (state));
}

static void
on_show_minimap (GSimpleAction *action,
                 GVariant *state,
                 gpointer data)
{
  heddle_canvas_view_set_minimap (HEDDLE_WINDOW (data)->canvas_view, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_show_partitions (GSimpleAction *action,
                    GVariant *state,
                    gpointer data)
{
  heddle_session_set_show_partitions (HEDDLE_WINDOW (data)->session, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

/* ---- looking ------------------------------------------------------------------------------------------------------------------------ */

static void
on_find (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  HeddleWindow *self = data;

  heddle_window_show_left_page (self, "outline");
  heddle_outline_focus_search (heddle_left_pane_get_outline (self->left));
}

static void
on_dock (GSimpleAction *action,
         GVariant *state,
         gpointer data)
{
  if (heddle_dock_show_page (HEDDLE_WINDOW (data)->dock, g_variant_get_string (state, NULL)))
    g_simple_action_set_state (action, state);
}

static const GActionEntry entries[] = {
  { "zoom-in", on_zoom_in, NULL, NULL, NULL, { 0 } },
  { "zoom-out", on_zoom_out, NULL, NULL, NULL, { 0 } },
  { "zoom-normal", on_zoom_normal, NULL, NULL, NULL, { 0 } },
  { "zoom-fit", on_zoom_fit, NULL, NULL, NULL, { 0 } },
  { "leave-module", on_leave_module, NULL, NULL, NULL, { 0 } },
  { "find", on_find, NULL, NULL, NULL, { 0 } },
  { "show-minimap", NULL, NULL, "false", on_show_minimap, { 0 } },
  { "show-overlays", NULL, NULL, "true", on_show_overlays, { 0 } },
  { "show-partitions", NULL, NULL, "false", on_show_partitions, { 0 } },
  { "wire-style", NULL, "s", "'automatic'", on_wire_style, { 0 } },
  { "dock", NULL, "s", "'waveforms'", on_dock, { 0 } },
};

static void
update_view (HeddleWindow *self)
{
  heddle_window_enable (self, "leave-module", heddle_session_get_depth (self->session) > 0);
}

static const HeddleWindowActions view_actions = { entries, G_N_ELEMENTS (entries), TRUE, NULL, update_view };

/* ---- all of them -------------------------------------------------------------------------------------------------------------------- */

static const HeddleWindowActions *const parts[] = {
  &view_actions,
  &heddle_window_pane_actions,
  &heddle_window_edit_actions,
  &heddle_window_clipboard_actions,
  &heddle_window_align_actions,
  &heddle_window_structure_actions,
  &heddle_window_adding_actions,
  &heddle_window_layout_actions,
  &heddle_window_lesson_actions,
  &heddle_window_needs_actions,
  &heddle_window_story_actions,
  &heddle_window_open_actions,
  &heddle_window_import_actions,
  &heddle_window_mapping_actions,
  &heddle_window_workload_actions,
  &heddle_window_file_actions,
  &heddle_window_present_actions,
  &heddle_window_project_actions,
  &heddle_window_picture_actions,
  &heddle_window_run_actions,
  &heddle_window_focus_actions,
  &heddle_window_help_actions,
  &heddle_window_hint_actions,
};

void
heddle_window_add_actions (HeddleWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_action_map_add_action_entries (G_ACTION_MAP (self), parts[i]->entries, (gint) parts[i]->n_entries, self);
      if (parts[i]->set_up != NULL)
        parts[i]->set_up (self);
    }
  add_keys (GTK_WIDGET (self), WINDOW);
  add_keys (GTK_WIDGET (self->canvas_view), DRAWING);
  add_keys (GTK_WIDGET (heddle_left_pane_get_outline (self->left)), DRAWING);
}

void
heddle_window_update_actions (HeddleWindow *self)
{
  gboolean project = heddle_session_get_document (self->session) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      for (guint k = 0; k < parts[i]->n_entries && parts[i]->of_project; k++)
        heddle_window_enable (self, parts[i]->entries[k].name, project);
      if (parts[i]->update != NULL)
        parts[i]->update (self);
    }
}

void
heddle_window_enable (HeddleWindow *self,
                      const char *action,
                      gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), action)), enabled);
}

void
heddle_window_set_toggle (HeddleWindow *self,
                          const char *action,
                          gboolean on)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), action, g_variant_new_boolean (on));
}
