/* heddle-topic.c: which page of help a widget is about
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-look"

#include "heddle-topic.h"

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
