/* heddle-topic.h: which page of help a widget is about
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** heddle_set_topic: (nullable): of @widget and all in it: an anchor of docs/help/pages.md, or "type:fabric.xpu", or "type:fabric.xpu#bandwidth", one of its parameters */
void heddle_set_topic (gpointer widget,
                       const char *topic);
/** heddle_set_topic_text: of @widget: it is explained by @text, below @title, alone */
void heddle_set_topic_text (gpointer widget,
                            const char *title,
                            const char *text);
/** heddle_topic_answer: @dialog is about @topic, and F1 in it asks the window that it belongs to */
void heddle_topic_answer (GtkWindow *dialog,
                          const char *topic);
/** heddle_message_new: an AdwMessageDialog of @parent, in which F1 tells about @topic */
GtkWidget *heddle_message_new (GtkWindow *parent,
                               const char *heading,
                               const char *body,
                               const char *topic);
/** heddle_find_topic: (nullable): of @widget, or of what it is in; "text:TITLE\nTEXT" is told as it stands */
const char *heddle_find_topic (GtkWidget *widget);

G_END_DECLS
