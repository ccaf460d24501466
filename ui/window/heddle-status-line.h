/* heddle-status-line.h: one line of what goes on, at the bottom of the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_STATUS_LINE (heddle_status_line_get_type ())
G_DECLARE_FINAL_TYPE (HeddleStatusLine, heddle_status_line, HEDDLE, STATUS_LINE, GtkWidget)

GtkWidget *heddle_status_line_new (HeddleSession *session);

G_END_DECLS
