/* heddle-stale-mark.h: says that results are from before an edit
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** heddle_stale_mark_new: a small label that is there while heddle_session_is_stale () */
GtkWidget *heddle_stale_mark_new (HeddleSession *session);

G_END_DECLS
