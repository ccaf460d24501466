/* heddle-time-plot-menu.h: what can be done with the range of time that plots share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** heddle_time_plot_menu_new: a popover, to be given to @plot as a child; it opens on a secondary click, and by the keys for menus */
GtkWidget *heddle_time_plot_menu_new (GtkWidget *plot);

G_END_DECLS
