/* heddle-window.h: one window, one project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define HEDDLE_TYPE_WINDOW (heddle_window_get_type ())
G_DECLARE_FINAL_TYPE (HeddleWindow, heddle_window, HEDDLE, WINDOW, AdwApplicationWindow)

/**
 * heddle_window_new:
 * @projects: (nullable): directory of the shipped projects, for the start page
 */
HeddleWindow *heddle_window_new (AdwApplication *application,
                                 const char *projects);

G_END_DECLS
