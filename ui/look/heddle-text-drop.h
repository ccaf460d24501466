/* heddle-text-drop.h: a place where text is dropped, and files are not
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** heddle_text_drop_new: (transfer full): takes text, as of what is dragged from the palette; files, whose names other programs offer as text too, go on to whoever takes files */
GtkDropTarget *heddle_text_drop_new (void);
/** heddle_text_drop_wants: whether it takes what has these formats */
gboolean heddle_text_drop_wants (GdkContentFormats *formats);

G_END_DECLS
