/* heddle-dock.h: the views below the canvas, in tabs
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleDock: the actions win.dock (a page's name), win.follow and win.maximize-dock work it */
#define HEDDLE_TYPE_DOCK (heddle_dock_get_type ())
G_DECLARE_FINAL_TYPE (HeddleDock, heddle_dock, HEDDLE, DOCK, GtkWidget)

GtkWidget *heddle_dock_new (HeddleSession *session);
/**
 * heddle_dock_show_page:
 * @name: "waveforms", "timeline", "links", "partitions", "problems", "trees", "compare", "latency", "sweep", "study", "packet", "routers", "transfers", "memory", "output"
 *
 * Returns: %FALSE if the project has no use for that page, whose tab is not there then
 */
gboolean heddle_dock_show_page (HeddleDock *self,
                            const char *name);
/** heddle_dock_get_page: the name of what is shown */
const char *heddle_dock_get_page (HeddleDock *self);
/** heddle_dock_take_focus: by what is shown, or by the tabs where nothing of that takes it */
gboolean heddle_dock_take_focus (HeddleDock *self);
/** heddle_dock_set_bare: without tabs and tools, before an audience */
void heddle_dock_set_bare (HeddleDock *self,
                           gboolean bare);
void heddle_dock_set_maximized (HeddleDock *self,
                                gboolean maximized);

G_END_DECLS
