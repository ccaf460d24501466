/* heddle-inspector.h: values of what is selected, to be seen and edited
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleInspector:
 *
 * Fields by the descriptor of what is selected, with what holds where nothing is written; live figures of links and nodes; probes. Several
 * objects are edited together. With nothing selected, the project.
 */
#define HEDDLE_TYPE_INSPECTOR (heddle_inspector_get_type ())
G_DECLARE_FINAL_TYPE (HeddleInspector, heddle_inspector, HEDDLE, INSPECTOR, GtkWidget)

GtkWidget *heddle_inspector_new (HeddleSession *session);
/** heddle_inspector_focus_field: of what is selected; unfolds its group; returns whether there is such a field */
gboolean heddle_inspector_focus_field (HeddleInspector *self,
                                       const char *attribute);
/** heddle_inspector_commit: what is being typed, if it is valid: before the project is run or saved */
void heddle_inspector_commit (HeddleInspector *self);
/** heddle_inspector_find_row: the #HeddleFieldRow of a field, or %NULL */
GtkWidget *heddle_inspector_find_row (HeddleInspector *self,
                                      const char *attribute);

/** heddle_inspector_dup_knob: (nullable): what makes a knob of the field with the focus; without one, of the first that can be turned */
char *heddle_inspector_dup_knob (HeddleInspector *self);

G_END_DECLS
