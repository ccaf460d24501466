/* heddle-left-pane.c: palette and outline, one at a time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-left-pane.h"

struct _HeddleLeftPane
{
  GtkWidget parent_instance;

  /* Of the template */
  GtkWidget *box;
  GtkStack *stack;

  /* Borrowed: children */
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_left_pane_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-left-pane");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/left-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLeftPane, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleLeftPane, stack);
}

static void
heddle_left_pane_init (HeddleLeftPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
