/* heddle-left-pane.c: palette and outline, one at a time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-left-pane.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-look.h"

struct _HeddleLeftPane
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *box;

  /* Borrowed: children */
  GtkStack *stack;
  HeddlePalette *palette;
  HeddleOutline *outline;
};

G_DEFINE_FINAL_TYPE (HeddleLeftPane, heddle_left_pane, GTK_TYPE_WIDGET)

void
heddle_left_pane_show_page (HeddleLeftPane *self,
                            const char *page)
{
  gtk_stack_set_visible_child_name (self->stack, page);
}

HeddlePalette *
heddle_left_pane_get_palette (HeddleLeftPane *self)
{
  return self->palette;
}

HeddleOutline *
heddle_left_pane_get_outline (HeddleLeftPane *self)
{
  return self->outline;
}

static GtkWidget *
new_tab (const char *page,
         const char *label,
         const char *icon)
{
  GtkWidget *button = gtk_toggle_button_new (), *content = adw_button_content_new ();

  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), icon);
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), label);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.left-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", page);
  gtk_widget_set_hexpand (button, TRUE);
  heddle_set_accessible_label (button, label);
  return button;
}

static void
heddle_left_pane_dispose (GObject *object)
{
  HeddleLeftPane *self = HEDDLE_LEFT_PANE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_left_pane_parent_class)->dispose (object);
}

static void
heddle_left_pane_class_init (HeddleLeftPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_left_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-left-pane");
}

static void
heddle_left_pane_init (HeddleLeftPane *self)
{
  GtkWidget *tabs = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (tabs, "linked");
  gtk_widget_add_css_class (tabs, "heddle-pane-tabs");
  gtk_box_append (GTK_BOX (tabs), new_tab ("palette", _("Palette"), "heddle-palette-symbolic"));
  gtk_box_append (GTK_BOX (tabs), new_tab ("outline", _("Outline"), "heddle-outline-symbolic"));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), tabs);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
heddle_left_pane_new (HeddleSession *session)
{
  HeddleLeftPane *self = g_object_new (HEDDLE_TYPE_LEFT_PANE, NULL);

  self->palette = HEDDLE_PALETTE (heddle_palette_new (session));
  self->outline = HEDDLE_OUTLINE (heddle_outline_new (session));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->palette), "palette");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->outline), "outline");
  return GTK_WIDGET (self);
}
