/* heddle-output.h: programs that components started, and files that they wrote
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleOutput:
 *
 * A row for each program of a run, with its process and how it ended, and for each file that a component wrote; beside them what the selected one has to say.
 * Activating a row selects its component.
 */
#define HEDDLE_TYPE_OUTPUT (heddle_output_get_type ())
G_DECLARE_FINAL_TYPE (HeddleOutput, heddle_output, HEDDLE, OUTPUT, GtkWidget)

GtkWidget *heddle_output_new (HeddleSession *session);
/** heddle_output_is_of_use: whether components of @design (nullable) write files */
gboolean heddle_output_is_of_use (HdDesign *design);

G_END_DECLS
