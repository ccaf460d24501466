/* heddle-time-plot-menu.h: what can be done with the range of time that plots share, and with changes on it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"
#include "heddle-wave-painter.h"

G_BEGIN_DECLS

/** HEDDLE_ACTION_FOLLOW_PACKET: of a plot, or of what it is in, for the packet of what is selected there; in the menu while it is enabled */
#define HEDDLE_ACTION_FOLLOW_PACKET "timeline.follow-packet"

/** HeddleFindChange: the object that says what is marked at a place; 0 if nothing is */
typedef guint64 (*HeddleFindChange) (GtkWidget *plot,
                                     double x,
                                     double y);

/** heddle_time_plot_menu_new: a popover, to be given to @plot as a child; it opens on a secondary click, and by the keys for menus */
GtkWidget *heddle_time_plot_menu_new (GtkWidget *plot,
                                      HeddleFindChange find);
/** heddle_time_mark_activate: looks at the moment of a change, and shows where it is edited */
void heddle_time_mark_activate (GtkWidget *plot,
                                HeddleSession *session,
                                const HeddleTimeMark *mark);

G_END_DECLS
