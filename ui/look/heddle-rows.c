/* heddle-rows.c: compact rows of names and values, as panes show them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-rows"

#include "heddle-rows.h"

#include "heddle-look.h"

GtkWidget *
heddle_label_new (const char *text,
                  const char *style_class)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL,
                                   "label", text,
                                   "xalign", 0.0,
                                   "ellipsize", PANGO_ELLIPSIZE_END,
                                   NULL);

  if (style_class != NULL)
    gtk_widget_add_css_class (label, style_class);
  return label;
}

static void
set_up_shown (GtkSignalListItemFactory *factory,
              GtkListItem *item,
              gpointer chars)
{
  GtkWidget *label = heddle_label_new (NULL, NULL);

  gtk_label_set_max_width_chars (GTK_LABEL (label), GPOINTER_TO_INT (chars));
  gtk_list_item_set_child (item, label);
}

static void
bind_string (GtkSignalListItemFactory *factory,
             GtkListItem *item,
             gpointer data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

void
heddle_drop_down_narrow (GtkDropDown *drop_down,
                         int chars)
{
  g_autoptr (GtkListItemFactory) shown = gtk_signal_list_item_factory_new ();

  g_signal_connect (shown, "setup", G_CALLBACK (set_up_shown), GINT_TO_POINTER (chars));
  g_signal_connect (shown, "bind", G_CALLBACK (bind_string), NULL);
  gtk_drop_down_set_list_factory (drop_down, gtk_drop_down_get_factory (drop_down)); /* GTK's own, which marks the chosen one */
  gtk_drop_down_set_factory (drop_down, shown);
}

GtkWidget *
heddle_group_new (const char *title,
                  GtkListBox **out_list)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_add_css_class (list, "heddle-compact");
  if (title != NULL)
    gtk_box_append (GTK_BOX (box), heddle_label_new (title, "heading"));
  gtk_box_append (GTK_BOX (box), list);
  *out_list = GTK_LIST_BOX (list);
  return box;
}

GtkWidget *
heddle_value_row_new (const char *name,
                      const char *written,
                      const char *value,
                      const char *tooltip)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name_label = heddle_label_new (name, NULL);
  GtkWidget *value_label = heddle_label_new (value, written != NULL ? "dim-label" : NULL);

  gtk_widget_set_hexpand (name_label, TRUE);
  gtk_box_append (GTK_BOX (box), name_label);
  if (written != NULL)
    gtk_box_append (GTK_BOX (box), heddle_label_new (written, NULL));
  gtk_label_set_selectable (GTK_LABEL (value_label), FALSE);
  gtk_widget_add_css_class (value_label, "numeric");
  gtk_box_append (GTK_BOX (box), value_label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  heddle_set_tooltip (row, tooltip);
  return row;
}
