/* heddle-history.h: all that was done to a project, to go back and forth in
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleHistory: a popover with the steps, the latest first; choosing one undoes or redoes up to it. Filled each time that it is shown. */
#define HEDDLE_TYPE_HISTORY (heddle_history_get_type ())
G_DECLARE_FINAL_TYPE (HeddleHistory, heddle_history, HEDDLE, HISTORY, GtkPopover)

GtkWidget *heddle_history_new (HeddleSession *session);
/** heddle_history_go_to: the state in which @n steps are done */
void heddle_history_go_to (HdDocument *document,
                           guint n);

G_END_DECLS
