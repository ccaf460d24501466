/* heddle-inspector.h: values of what is selected
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleInspector:
 *
 * Parameters by the type's descriptor, as they were resolved, with what is written in the project where that says more; live figures of links
 * and nodes; probes. With nothing selected, the project.
 */
#define HEDDLE_TYPE_INSPECTOR (heddle_inspector_get_type ())
G_DECLARE_FINAL_TYPE (HeddleInspector, heddle_inspector, HEDDLE, INSPECTOR, GtkWidget)

GtkWidget *heddle_inspector_new (HeddleSession *session);

G_END_DECLS
