/* heddle-recent-list.h: the projects that were open last
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** HeddleRecentList: filled anew each time that it is seen; hidden while there are none. Signal `open` (GFile): the user chose one. */
#define HEDDLE_TYPE_RECENT_LIST (heddle_recent_list_get_type ())
G_DECLARE_FINAL_TYPE (HeddleRecentList, heddle_recent_list, HEDDLE, RECENT_LIST, GtkWidget)

GtkWidget *heddle_recent_list_new (void);
/** heddle_recent_list_fill: at once, before it is seen */
void heddle_recent_list_fill (HeddleRecentList *self);
guint heddle_recent_list_get_n (HeddleRecentList *self);

G_END_DECLS
