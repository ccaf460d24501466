/* heddle-run-controls.h: run, pause, step, stop, progress and speed, for the header bar
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_RUN_CONTROLS (heddle_run_controls_get_type ())
G_DECLARE_FINAL_TYPE (HeddleRunControls, heddle_run_controls, HEDDLE, RUN_CONTROLS, GtkWidget)

GtkWidget *heddle_run_controls_new (HeddleSession *session);
/** heddle_run_controls_change_speed: by one notch up or down */
void heddle_run_controls_change_speed (HeddleRunControls *self,
                                       int notches);
/** heddle_run_controls_advise: says at the Run button why the project cannot be run, with the button that helps; nothing if it can */
void heddle_run_controls_advise (HeddleRunControls *self);
/** heddle_run_controls_set_compact: the slider in a popover, in a narrow window */
void heddle_run_controls_set_compact (HeddleRunControls *self,
                                      gboolean compact);

G_END_DECLS
