/* heddle-time-bar.h: the moment that is looked at, in figures and on a line that is the whole run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleTimeBar:
 *
 * There while there is a run. A press or drag, arrows, Page Up and Down, Home and End move the moment; changes of the run are marked.
 */
#define HEDDLE_TYPE_TIME_BAR (heddle_time_bar_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTimeBar, heddle_time_bar, HEDDLE, TIME_BAR, GtkWidget)

GtkWidget *heddle_time_bar_new (HeddleSession *session);

G_END_DECLS
