/* heddle-steps.h: what components are about, step by step
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleSteps:
 *
 * While the run is paused, and when it has ended as a deadlock: a row for each thing that a component is about, with what it waits for; beside them what the selected one goes
 * through, line by line, with the line where it is. The selected one, the component that it waits for and the way between them are lit on the canvas. After a step what has moved is selected.
 */
#define HEDDLE_TYPE_STEPS (heddle_steps_get_type ())
G_DECLARE_FINAL_TYPE (HeddleSteps, heddle_steps, HEDDLE, STEPS, GtkWidget)

GtkWidget *heddle_steps_new (HeddleSession *session);
/** heddle_steps_is_of_use: whether components of @design (nullable) say what they are about */
gboolean heddle_steps_is_of_use (HdDesign *design);

G_END_DECLS
