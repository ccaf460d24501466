/* heddle-application.h: the program with its windows
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-window.h"

G_BEGIN_DECLS

#define HEDDLE_APPLICATION_ID "io.github.heddle.Heddle"

#define HEDDLE_TYPE_APPLICATION (heddle_application_get_type ())
G_DECLARE_FINAL_TYPE (HeddleApplication, heddle_application, HEDDLE, APPLICATION, AdwApplication)

/**
 * heddle_application_new:
 * @projects: (nullable): directory of the shipped projects
 */
HeddleApplication *heddle_application_new (const char *projects);

/** heddle_application_get_empty_window: one that shows no project yet, made if need be */
HeddleWindow *heddle_application_get_empty_window (HeddleApplication *self);
/** heddle_application_get_window: the one that shows @file, or else as above */
HeddleWindow *heddle_application_get_window (HeddleApplication *self,
                                             GFile *file);

G_END_DECLS
