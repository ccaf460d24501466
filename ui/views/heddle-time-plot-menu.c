/* heddle-time-plot-menu.c: what can be done with the range of time that plots share, and with changes on it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-time-plot"

#include "heddle-time-plot-menu.h"

#include <glib/gi18n.h>

void
heddle_time_mark_activate (GtkWidget *plot,
                           HeddleSession *session,
                           const HeddleTimeMark *mark)
{
  heddle_session_set_follow (session, FALSE);
  heddle_session_set_moment (session, mark->time_ps);
  if (mark->id != 0)
    gtk_widget_activate_action (plot, "win.edit-field", "(ts)", mark->id, "at");
}

static void
append_for (GMenu *menu,
            const char *title,
            const char *action,
            GVariant *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

/* Hidden in plots that have no such action, and while it is disabled. */
static void
append_where_possible (GMenu *menu,
                       const char *title,
                       const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (title, action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

static void
fill (GtkPopover *menu,
      guint64 change)
{
  g_autoptr (GMenu) items = g_menu_new (), of_time = g_menu_new (), of_change = g_menu_new (), of_span = g_menu_new ();

  if (change != 0)
    {
      append_for (of_change, _("_Edit the Change"), "win.edit-field", g_variant_new ("(ts)", change, "at"));
      append_for (of_change, _("_Delete the Change"), "win.delete-change", g_variant_new_uint64 (change));
      g_menu_append_section (items, NULL, G_MENU_MODEL (of_change));
    }
  append_where_possible (of_span, _("Follow the _Packet"), HEDDLE_ACTION_FOLLOW_PACKET);
  g_menu_append_section (items, NULL, G_MENU_MODEL (of_span));
  g_menu_append (of_time, _("Show _All"), "win.show-whole-run");
  g_menu_append (of_time, _("_Follow"), "win.follow");
  g_menu_append_section (items, NULL, G_MENU_MODEL (of_time));
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (menu), G_MENU_MODEL (items));
}

static void
open_at (GtkPopover *menu,
         double x,
         double y)
{
  GtkWidget *plot = gtk_widget_get_parent (GTK_WIDGET (menu));
  HeddleFindChange find = (HeddleFindChange) g_object_get_data (G_OBJECT (menu), "heddle-find-change");

  fill (menu, find (plot, x, y));
  gtk_popover_set_pointing_to (menu, &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (menu);
}

static void
on_pressed (GtkPopover *menu,
            int n_press,
            double x,
            double y)
{
  open_at (menu, x, y);
}

static gboolean
on_menu_key (GtkWidget *plot,
             GVariant *arguments,
             gpointer menu)
{
  open_at (menu, gtk_widget_get_width (plot) / 2.0, gtk_widget_get_height (plot) / 2.0);
  return TRUE;
}

static void
add_key (GtkEventController *keys,
         const char *trigger,
         GtkWidget *menu)
{
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger), gtk_callback_action_new (on_menu_key, menu, NULL)));
}

GtkWidget *
heddle_time_plot_menu_new (GtkWidget *plot,
                           HeddleFindChange find)
{
  g_autoptr (GMenu) items = g_menu_new ();
  GtkWidget *menu;
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (items));
  g_object_set_data (G_OBJECT (menu), "heddle-find-change", (gpointer) find);
  fill (GTK_POPOVER (menu), 0);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), menu, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (plot, GTK_EVENT_CONTROLLER (click));
  add_key (keys, "Menu", menu);
  add_key (keys, "<Shift>F10", menu);
  gtk_widget_add_controller (plot, keys);
  return menu;
}
