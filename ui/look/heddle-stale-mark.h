/* heddle-stale-mark.h: says that results are from before an edit
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** heddle_stale_mark_new: a small label, which is to be visible while results are stale */
GtkWidget *heddle_stale_mark_new (void);

G_END_DECLS
