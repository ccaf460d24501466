/* heddle-header-bar.h: open, save, undo | title | run | panes, menu
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-run-controls.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_HEADER_BAR (heddle_header_bar_get_type ())
G_DECLARE_FINAL_TYPE (HeddleHeaderBar, heddle_header_bar, HEDDLE, HEADER_BAR, GtkWidget)

GtkWidget *heddle_header_bar_new (HeddleSession *session);
HeddleRunControls *heddle_header_bar_get_run_controls (HeddleHeaderBar *self);
/** heddle_header_bar_get_menu: its button */
GtkWidget *heddle_header_bar_get_menu (HeddleHeaderBar *self);
/** heddle_header_bar_fit: to the @width of the window; @has_project: else it has what begins one */
void heddle_header_bar_fit (HeddleHeaderBar *self,
                            int width,
                            gboolean has_project);
void heddle_header_bar_set_title (HeddleHeaderBar *self,
                                  const char *title,
                                  const char *subtitle);
/** heddle_header_bar_set_busy: something is being read or written */
void heddle_header_bar_set_busy (HeddleHeaderBar *self,
                                 gboolean busy);
/** heddle_header_bar_list_history: opens the list of all that was done */
void heddle_header_bar_list_history (HeddleHeaderBar *self);
/** heddle_header_bar_show_history: names of what undo and redo would do */
void heddle_header_bar_show_history (HeddleHeaderBar *self);

G_END_DECLS
