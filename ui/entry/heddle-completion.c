/* heddle-completion.c: proposals below a text that is being typed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-completion"

#include "heddle-completion.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define MAX_ROWS 7

struct _HeddleCompletion
{
  GtkPopover parent_instance;

  /* Borrowed */
  GtkText *text;
  GtkListBox *list;

  gsize length; /* that a proposal takes the place of */
};

G_DEFINE_FINAL_TYPE (HeddleCompletion, heddle_completion, GTK_TYPE_POPOVER)

static void
take (HeddleCompletion *self,
      GtkListBoxRow *row)
{
  const char *proposal = gtk_label_get_label (GTK_LABEL (gtk_list_box_row_get_child (row)));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->text));
  int cursor = gtk_editable_get_position (GTK_EDITABLE (self->text));
  const char *end = g_utf8_offset_to_pointer (text, cursor);
  int start = (int) g_utf8_pointer_to_offset (text, MAX (text, end - self->length));
  g_autofree char *taken = g_strdup (proposal);

  gtk_editable_delete_text (GTK_EDITABLE (self->text), start, cursor);
  gtk_editable_insert_text (GTK_EDITABLE (self->text), taken, -1, &start);
  gtk_editable_set_position (GTK_EDITABLE (self->text), start);
  gtk_popover_popdown (GTK_POPOVER (self));
}

void
heddle_completion_offer (HeddleCompletion *self,
                         const char *const *proposals,
                         gsize length)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  if (proposals == NULL)
    {
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  self->length = length;
  for (guint i = 0; proposals[i] != NULL && i < MAX_ROWS; i++)
    gtk_list_box_append (self->list, heddle_label_new (proposals[i], NULL));
  gtk_popover_popup (GTK_POPOVER (self));
}

static void
move (HeddleCompletion *self,
      int by)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int next = row != NULL ? gtk_list_box_row_get_index (row) + by : by > 0 ? 0 : -1;

  gtk_list_box_select_row (self->list, next >= 0 ? gtk_list_box_get_row_at_index (self->list, next) : NULL);
}

gboolean
heddle_completion_handle_key (HeddleCompletion *self,
                              guint keyval)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Down:
    case GDK_KEY_Up:
      move (self, keyval == GDK_KEY_Down ? 1 : -1);
      return GDK_EVENT_STOP;

    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
      if (row == NULL)
        return GDK_EVENT_PROPAGATE;
      take (self, row);
      return GDK_EVENT_STOP;

    case GDK_KEY_Escape:
      gtk_popover_popdown (GTK_POPOVER (self));
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
heddle_completion_class_init (HeddleCompletionClass *klass)
{
}

static void
heddle_completion_init (HeddleCompletion *self)
{
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_activate_on_single_click (self->list, TRUE);
  gtk_widget_set_can_focus (GTK_WIDGET (self->list), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "heddle-completion");
  heddle_set_accessible_label (self->list, _("Proposals"));
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (take), self, G_CONNECT_SWAPPED);

  gtk_popover_set_child (GTK_POPOVER (self), GTK_WIDGET (self->list));
  gtk_popover_set_autohide (GTK_POPOVER (self), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
}

GtkWidget *
heddle_completion_new (GtkText *text)
{
  HeddleCompletion *self = g_object_new (HEDDLE_TYPE_COMPLETION, NULL);

  self->text = text;
  return GTK_WIDGET (self);
}
