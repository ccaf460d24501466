/* heddle-topic.c: which page of help a widget is about
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-look"

#include "heddle-topic.h"

#include <adwaita.h>

#define TOPIC_KEY "heddle-topic"

void
heddle_set_topic (gpointer widget,
                  const char *topic)
{
  g_object_set_data_full (G_OBJECT (widget), TOPIC_KEY, g_strdup (topic), g_free);
}

void
heddle_set_topic_text (gpointer widget,
                       const char *title,
                       const char *text)
{
  g_object_set_data_full (G_OBJECT (widget), TOPIC_KEY, g_strdup_printf ("text:%s\n%s", title, text), g_free);
}

const char *
heddle_find_topic (GtkWidget *widget)
{
  const char *topic = NULL;

  for (; widget != NULL && topic == NULL; widget = gtk_widget_get_parent (widget))
    topic = g_object_get_data (G_OBJECT (widget), TOPIC_KEY);
  return topic;
}

static gboolean
on_help (GtkWidget *dialog,
         GVariant *arguments,
         gpointer data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (dialog)), *owner = dialog;

  while (gtk_window_get_transient_for (GTK_WINDOW (owner)) != NULL) /* a dialog may ask by another one */
    owner = GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (owner)));
  return owner != dialog && gtk_widget_activate_action (owner, "win.help-about", "s", heddle_find_topic (focus != NULL ? focus : dialog));
}

void
heddle_topic_answer (GtkWindow *dialog,
                     const char *topic)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  heddle_set_topic (dialog, topic);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F1, 0), gtk_callback_action_new (on_help, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (dialog), keys);
}

GtkWidget *
heddle_message_new (GtkWindow *parent,
                    const char *heading,
                    const char *body,
                    const char *topic)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, heading, body);

  heddle_topic_answer (GTK_WINDOW (dialog), topic);
  return dialog;
}
