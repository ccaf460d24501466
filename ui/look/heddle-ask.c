/* heddle-ask.c: a question that one line answers
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-ask"

#include "heddle-ask.h"

#include "heddle-look.h"
#include "heddle-popover.h"
#include "heddle-rows.h"

typedef struct
{
  GtkPopover *popover;
  GtkEditable *entry;
  GtkLabel *note; /* help, or what was wrong */
  HeddleAnswer answer;
  gpointer data;
} Question;

static void
on_answered (Question *question)
{
  g_autoptr (GError) error = NULL;

  if (question->answer (gtk_editable_get_text (question->entry), question->data, &error))
    {
      gtk_popover_popdown (question->popover);
      return;
    }
  gtk_label_set_label (question->note, error != NULL ? error->message : "");
  gtk_widget_add_css_class (GTK_WIDGET (question->note), "error");
  gtk_widget_add_css_class (GTK_WIDGET (question->entry), "error");
  gtk_widget_set_visible (GTK_WIDGET (question->note), TRUE);
}

static void
on_typed (Question *question)
{
  gtk_widget_remove_css_class (GTK_WIDGET (question->entry), "error");
}

GtkWidget *
heddle_ask (GtkWidget *parent,
            const GdkRectangle *place,
            const char *title,
            const char *help,
            const char *text,
            const char *verb,
            HeddleAnswer answer,
            gpointer data)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (verb);
  GtkWidget *note = gtk_label_new (help);
  Question *question = g_new (Question, 1);

  *question = (Question){ GTK_POPOVER (popover), GTK_EDITABLE (entry), GTK_LABEL (note), answer, data };
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 18);
  gtk_widget_set_hexpand (entry, TRUE);
  heddle_set_accessible_label (entry, title);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (note), 34);
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_widget_add_css_class (note, "heddle-caption");
  gtk_widget_set_visible (note, help != NULL);

  gtk_box_append (GTK_BOX (line), entry);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (GTK_BOX (box), heddle_label_new (title, "heading"));
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), note);
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_popover_set_child (GTK_POPOVER (popover), box);

  g_object_set_data_full (G_OBJECT (popover), "heddle-question", question, g_free);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_answered), question);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_typed), question);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_answered), question);
  heddle_popover_drop_when_closed (popover);
  gtk_widget_set_parent (popover, parent);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), place);
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_grab_focus (entry);
  return popover;
}
