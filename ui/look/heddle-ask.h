/* heddle-ask.h: a question that one line answers
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** HeddleAnswer: does what was asked for; after an error the question stays, with the error below it */
typedef gboolean (*HeddleAnswer) (const char *text,
                                  gpointer data,
                                  GError **error);

/**
 * heddle_ask:
 * @parent: the popover points at @place of it
 * @help: (nullable): what may be written
 * @text: what the entry holds first
 * @verb: label of the button, with a mnemonic
 *
 * Enter answers, Escape leaves. The popover lives until it is closed.
 */
GtkWidget *heddle_ask (GtkWidget *parent,
                       const GdkRectangle *place,
                       const char *title,
                       const char *help,
                       const char *text,
                       const char *verb,
                       HeddleAnswer answer,
                       gpointer data);

G_END_DECLS
