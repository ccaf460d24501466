/* heddle-popover.c: popovers that are made for one occasion
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-look"

#include "heddle-popover.h"

#define LINGERS_MS 1000
#define FOCUS_KEY "heddle-focus-before"

static gboolean
drop (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
on_closed (GtkWidget *popover)
{
  g_timeout_add_full (G_PRIORITY_DEFAULT, LINGERS_MS, drop, g_object_ref (popover), g_object_unref);
}

void
heddle_popover_drop_when_closed (GtkWidget *popover)
{
  g_signal_connect_after (popover, "closed", G_CALLBACK (on_closed), NULL);
}

/* Before it takes the focus itself. */
static void
on_map (GtkWidget *popover)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (popover));

  g_object_set_data_full (G_OBJECT (popover), FOCUS_KEY, focus != NULL ? g_object_ref (focus) : NULL, g_object_unref);
}

static void
on_closing (GtkWidget *popover)
{
  g_autoptr (GtkWidget) before = g_object_steal_data (G_OBJECT (popover), FOCUS_KEY);
  GtkRoot *root = gtk_widget_get_root (popover);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (before != NULL && root != NULL && gtk_widget_get_root (before) == root && (focus == NULL || gtk_widget_is_ancestor (focus, popover)))
    gtk_widget_grab_focus (before);
}

void
heddle_popover_return_focus (GtkWidget *popover)
{
  g_signal_connect (popover, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect_after (popover, "closed", G_CALLBACK (on_closing), NULL);
}

void
heddle_popover_set_words (GtkWidget *popover,
                          GtkWidget *child)
{
  int width, height;

  gtk_popover_set_child (GTK_POPOVER (popover), child);
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  gtk_widget_set_size_request (child, width, height);
}

void
heddle_popover_follow (GtkWidget *popover,
                       int width,
                       int height)
{
  GdkRectangle place;

  if (gtk_popover_get_pointing_to (GTK_POPOVER (popover), &place) && (place.x >= width || place.y >= height))
    {
      place.x = CLAMP (place.x, 0, MAX (width - 1, 0));
      place.y = CLAMP (place.y, 0, MAX (height - 1, 0));
      place.width = CLAMP (place.width, 1, MAX (width - place.x, 1));
      place.height = CLAMP (place.height, 1, MAX (height - place.y, 1));
      gtk_popover_set_pointing_to (GTK_POPOVER (popover), &place);
    }
  gtk_popover_present (GTK_POPOVER (popover));
}
