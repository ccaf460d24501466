/* heddle-time-plot-menu.c: what can be done with the range of time that plots share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-time-plot"

#include "heddle-time-plot-menu.h"

#include <glib/gi18n.h>

static void
open_at (GtkPopover *menu,
         double x,
         double y)
{
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
heddle_time_plot_menu_new (GtkWidget *plot)
{
  g_autoptr (GMenu) items = g_menu_new ();
  GtkWidget *menu;
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_menu_append (items, _("Show _All"), "win.show-whole-run");
  g_menu_append (items, _("_Follow"), "win.follow");
  menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (items));
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
